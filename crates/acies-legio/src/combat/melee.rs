//! Combat resolution (LEG-CR.1 to .21; LEG-R84 to LEG-R91).

use acies_core::{Dice, Rolled, Row, Seat, Sum, add, always, total, when};
use serde::{Deserialize, Serialize};

use super::numbers::outnumbered;
use crate::{
    morale::Condition,
    troops::{Formation, Tags, Type},
};

/// LEG-R86: what carries a unit into the fight; used up by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Impetus {
    Charge,
    /// LEG-R78: a charge in every rule.
    CounterCharge,
    FollowUp,
    Pursuit,
}

impl Impetus {
    pub fn is_charge(self) -> bool {
        matches!(self, Impetus::Charge | Impetus::CounterCharge)
    }

    /// LEG-R86: foot that charged, counter-charged or pursued into a fight moves fast.
    pub fn is_fast(self) -> bool {
        self != Impetus::FollowUp
    }
}

/// A unit in a fight, against one enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    pub is: Condition,
    pub impetus: Option<Impetus>,
    /// LEG-R21.
    pub higher_ground: bool,
    /// LEG-R22.
    pub fortified: bool,
    /// LEG-R88.
    pub supported: bool,
    /// LEG-R31: a leader inspires it.
    pub inspired: bool,
    /// LEG-R87: front-rank pikes that touch with their front and have a pike behind them.
    pub engaged_pikes: u8,
    /// LEG-R87: its last after-combat move was a fall-back, and the enemy came on.
    pub pikes_fell_back: bool,
    /// LEG-R89, in half bases.
    pub numbers: i32,
}

impl Fighter {
    fn is(&self, kind: Type) -> bool {
        self.is.kind() == kind
    }

    /// LEG-CR.7 to .11, LEG-R86: the bonus of its impetus. LEG-R155: Asiatic Infantry has none.
    fn impetus_row(&self) -> Option<Row> {
        let impetus = self.impetus?;
        let (kind, comes_on) = (self.is.kind(), always());
        match kind.printed() {
            _ if kind == Type::AsiaticInfantry => None,
            Type::Legionaries | Type::Auxiliaries => add("LEG-CR.7", comes_on, 1, "impetus"),
            Type::LightCavalry | Type::HeavyCavalry | Type::Elephants | Type::BarbarianInfantry => {
                add("LEG-CR.8", comes_on, 2, "impetus")
            }
            Type::LightChariots => add("LEG-CR.9", comes_on, 3, "impetus of chariots"),
            Type::ScythedChariots => add("LEG-CR.10", comes_on, 5, "impetus of scythes"),
            _ if kind.is_light_infantry() => {
                add("LEG-CR.11", when(!impetus.is_charge()), 1, "follow-up or pursuit")
            }
            _ => None,
        }
    }

    /// LEG-CR.12, LEG-R87.
    fn pikes_row(&self) -> Option<Row> {
        let ready = self.is(Type::Pikemen) && self.is.is_in_good_order();
        let bonus = i32::from(self.engaged_pikes) - i32::from(self.is.dp);
        let counts = when(ready).unless(self.pikes_fell_back, "LEG-R87");
        add("LEG-CR.12", counts, bonus.max(0), "engaged pikes less disorder points")
    }

    /// LEG-CR.15, LEG-R90: at most 4 for both together.
    fn worn(&self) -> i32 {
        let worn = i32::from(self.is.dp) + i32::from(self.is.casualties());
        -worn.min(4)
    }

    /// LEG-CR.T1: what it adds to its die against this enemy.
    #[rustfmt::skip]
    fn rows(&self, enemy: &Fighter) -> [Option<Row>; 15] {
        let (ours, theirs) = (self.is.profile, enemy.is.profile);
        let better = ours.grade.worth() - theirs.grade.worth();
        let loose = enemy.is.shape.is_unformed() || enemy.impetus.is_some_and(Impetus::is_fast);
        let rides_down = ours.kind.is_cavalry() && theirs.kind.is_foot() && loose;
        let disordered = matches!(self.is.shape.formation, Formation::Unformed | Formation::Column);
        let (rule, worth, fewer) = outnumbered(self.numbers, enemy.numbers).unwrap_or(("LEG-CR.21", 0, ""));
        [
            add("LEG-CR.2",  always(),                       ours.kind.row().combat_value, "combat value"),
            add("LEG-R10",   when(ours.has(Tags::ATTACHED_LI)),           1, "attached light infantry"),
            add("LEG-R10",   when(ours.has(Tags::UNDER_STRENGTH)),       -1, "under-strength"),
            add("LEG-CR.3",  when(better > 0),                   2 * better, "better grade"),
            add("LEG-CR.4",  when(self.higher_ground),                    1, "advantage of ground"),
            add("LEG-CR.5",  when(self.fortified),                        1, "fortification"),
            add("LEG-CR.6",  when(self.supported),                        1, "supported"),
            self.impetus_row(),
            self.pikes_row(),
            add("LEG-CR.13", when(self.inspired),                         1, "leader"),
            add("LEG-CR.14", when(rides_down),                            1, "cavalry against foot unformed or moving fast"),
            add("LEG-CR.15", always(),                          self.worn(), "disorder points and casualties"),
            add("LEG-CR.16", when(self.is.shaken),                       -5, "shaken"),
            add("LEG-CR.17", when(disordered),                           -2, "unformed or in column"),
            add(rule,        always(),                                worth, fewer),
        ]
    }

    /// The rows of its total.
    pub fn sum(&self, enemy: &Fighter) -> Sum {
        Sum::of(self.rows(enemy))
    }

    /// LEG-R85: its total against one enemy, with the one die that it throws for all of them.
    pub fn total(&self, enemy: &Fighter, die: i32) -> i32 {
        die + total(self.rows(enemy))
    }

    /// LEG-CR.1: an average die for Legionaries, a D6 for every other type.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        dice.roll(by.throws("LEG-CR.1", "combat"), self.is.kind().combat_die())
    }
}

/// A fight of two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Melee {
    pub fighters: [Fighter; 2],
}

impl Melee {
    /// LEG-CR.1: the first unit's result, its total less the other's.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        let [ours, theirs] = &self.fighters;
        let our_die = ours.throw(by, dice)?;
        let their_die = theirs.throw(by.other(), dice)?;
        Ok(ours.total(theirs, our_die) - theirs.total(ours, their_die))
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::{
        files::data::troop,
        morale::Disorder,
        troops::{Grade, Shape},
    };

    fn fighter(id: &str, grade: Grade, bases: u8) -> Fighter {
        let profile = troop(id).unwrap().unit(grade, bases, Tags::empty());
        Fighter {
            is: Condition::fresh(profile, Shape::usual(&profile)),
            impetus: None,
            higher_ground: false,
            fortified: false,
            supported: false,
            inspired: false,
            engaged_pikes: 0,
            pikes_fell_back: false,
            numbers: 20,
        }
    }

    fn of(id: &str) -> Fighter {
        fighter(id, Grade::C, if troop(id).unwrap().kind.is_special() { 1 } else { 8 })
    }

    fn with(id: &str, change: fn(&mut Fighter)) -> Fighter {
        let mut it = of(id);
        change(&mut it);
        it
    }

    const CHARGE: fn(&mut Fighter) = |it| it.impetus = Some(Impetus::Charge);
    const FOLLOW: fn(&mut Fighter) = |it| it.impetus = Some(Impetus::FollowUp);

    #[test]
    fn each_modifier_by_itself() {
        let warband = of("barbarian_infantry");
        for (it, enemy, sum, rule) in [
            (of("legionaries"), warband, 3, "LEG-CR.2"),
            (of("heavy_cavalry_attached"), warband, 3, "LEG-R10"),
            (fighter("barbarian_infantry", Grade::A, 8), warband, 2 + 4, "LEG-CR.3, LEG-R91"),
            (
                fighter("barbarian_infantry", Grade::D, 8),
                warband,
                2,
                "LEG-CR.3: only the better unit",
            ),
            (with("legionaries", |it| it.higher_ground = true), warband, 4, "LEG-CR.4"),
            (with("legionaries", |it| it.fortified = true), warband, 4, "LEG-CR.5"),
            (with("legionaries", |it| it.supported = true), warband, 4, "LEG-CR.6"),
            (with("legionaries", CHARGE), warband, 4, "LEG-CR.7"),
            (with("auxiliaries", FOLLOW), warband, 3, "LEG-CR.7"),
            (with("spearmen", CHARGE), warband, 4, "LEG-CR.7, LEG-R155"),
            (with("asiatic_infantry", CHARGE), warband, 1, "LEG-R155"),
            (with("heavy_cavalry", CHARGE), warband, 4, "LEG-CR.8"),
            (with("barbarian_infantry", CHARGE), of("legionaries"), 4, "LEG-CR.8"),
            (with("elephants", CHARGE), warband, 6, "LEG-CR.8"),
            (with("light_chariots", CHARGE), warband, 4, "LEG-CR.9, LEG-R8"),
            (with("scythed_chariots", CHARGE), warband, 5, "LEG-CR.10"),
            (with("light_javelinmen", CHARGE), warband, 1 - 2, "LEG-CR.11: not for a charge"),
            (with("light_javelinmen", FOLLOW), warband, 1 + 1 - 2, "LEG-CR.11"),
            (with("pikemen", CHARGE), warband, 1, "no impetus for Pikemen"),
            (with("pikemen", |it| it.engaged_pikes = 4), warband, 5, "LEG-CR.12"),
            (with("legionaries", |it| it.inspired = true), warband, 4, "LEG-CR.13"),
            (of("heavy_cavalry"), of("archers"), 3, "LEG-CR.14: unformed"),
            (of("heavy_cavalry"), with("barbarian_infantry", CHARGE), 3, "LEG-CR.14: moving fast"),
            (of("heavy_cavalry"), with("barbarian_infantry", FOLLOW), 2, "LEG-R86"),
            (of("light_chariots"), of("archers"), 1, "LEG-R8"),
            (with("legionaries", |it| it.is.dp = 2), warband, 1, "LEG-CR.15"),
            (
                with("legionaries", |it| (it.is.dp, it.is.bases) = (3, 5)),
                warband,
                -1,
                "LEG-CR.15, LEG-R90: at most 4",
            ),
            (with("legionaries", |it| it.is.shape = Shape::column()), warband, 1, "LEG-CR.17"),
            (with("legionaries", |it| it.is.unform()), warband, 1, "LEG-CR.17"),
            (with("legionaries", |it| it.numbers = 13), warband, 2, "LEG-CR.18"),
            (with("legionaries", |it| it.numbers = 10), warband, 1, "LEG-CR.19"),
            (with("legionaries", |it| it.numbers = 5), warband, 0, "LEG-CR.20"),
        ] {
            assert_eq!(it.sum(&enemy).total, sum, "{rule}, LEG-CR.T1");
            assert_eq!(it.total(&enemy, 4), sum + 4, "{rule}");
        }
        // LEG-CR.16, LEG-CR.17, LEG-R90: shaken is -5, unformed -2, and five DPs are -4.
        let mut shaken = of("barbarian_infantry");
        shaken.is.shake();
        assert_eq!(shaken.sum(&warband).total, 2 - 5 - 2 - 4, "LEG-CR.16, LEG-R90");
    }

    #[test]
    fn pikes_need_their_order() {
        let warband = of("barbarian_infantry");
        let pikes = with("pikemen", |it| it.engaged_pikes = 4);
        // LEG-R87: DPs count twice.
        let mut worn = pikes;
        worn.is.take(Disorder::Combat, 3);
        assert_eq!(worn.sum(&warband).total, 1 + 1 - 3, "LEG-CR.12, LEG-CR.15, LEG-R87");
        let mut spent = worn;
        spent.is.take(Disorder::Combat, 2);
        assert_eq!(spent.sum(&warband).total, 1 - 4, "LEG-CR.12: never below 0");
        let mut loose = pikes;
        loose.is.unform();
        assert_eq!(loose.sum(&warband).total, 1 - 2, "LEG-R87");
        let fell = Fighter { pikes_fell_back: true, ..pikes };
        insta::assert_snapshot!(fell.sum(&warband), @r"
        +1 combat value [LEG-CR.2]
        +4 engaged pikes less disorder points [LEG-CR.12, struck by LEG-R87]
        = 1
        ");
    }

    /// RULES.md 8.1: 4 + 3 + 1 + 1 = 9 against 3 + 2 + 1 - 2 = 4.
    #[test]
    fn the_worked_example() {
        let mut legion = fighter("legionaries", Grade::C, 10);
        (legion.supported, legion.impetus, legion.numbers) = (true, Some(Impetus::Charge), 28);
        let mut warband = fighter("barbarian_infantry", Grade::C, 10);
        (warband.supported, warband.numbers) = (true, 30);
        warband.is.take(Disorder::Shooting, 2);
        let melee = Melee { fighters: [legion, warband] };
        assert_eq!(
            melee.throw(Seat::Red, &mut Dice::scripted([4, 3])),
            Ok(5),
            "LEG-CR.1, RULES.md 8.1"
        );
        // By hand: the legion has +5, the warband +1: +4 and an average die less a D6. It wins by 5 or more if the
        // average die is the higher: 2 beats 1 face, 3 beats 2, 4 beats 3, 5 beats 4: 1 + 2 x 2 + 2 x 3 + 4 = 15 of 36.
        let odds = odds(|dice| melee.throw(Seat::Red, dice));
        assert_eq!(odds.chance(|&it| it >= 5).to_string(), "5/12", "LEG-CR.1");
    }
}
