//! Morale tests, and the tests of leaders (RULES.md 3.9 to 3.11, 8.2 to 8.4; VIR-R25 to VIR-R34).

mod phase;

use acies_core::{
    D6, D8, Dice, Die, Rolled, Row, Seat, Sum, add, always, at_least, at_most, total, when,
    words::counted,
};
use serde::{Deserialize, Serialize};

use crate::units::{Formation, Grade, Profile, Specials, Weight};

bitflags::bitflags! {
    /// VIR-R53: what is remembered of a hit until it is tested. The colours are those of the
    /// counters (VIR-1.1.2, VIR-SR.T); a hit carries all that apply (VIR-R75), none is plain.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Marks: u16 {
        /// VIR-SR10.1: from two-handed weapons.
        const BLUE = 1;
        /// VIR-SR11.1: from pila.
        const PURPLE = 1 << 1;
        /// VIR-SR12.1: from arrows and javelins, and with [`Marks::SQUARE`] from stones and the like.
        const GREEN = 1 << 2;
        /// VIR-SR12.2: from stones, slingshot and heavy arrows.
        const SQUARE = 1 << 3;
        /// VIR-SR17.1: from camels, and from elephants (VIR-R87).
        const YELLOW = 1 << 4;
        /// VIR-SR14.1: scored with a 1 into an area with pikemen.
        const RED = 1 << 5;
        const CHARGE = 1 << 6;
        const FLANK = 1 << 7;
        /// From a unit that has pikes or a similar weapon itself (VIR-SR14.5, VIR-R82).
        const PIKES = 1 << 8;
    }
}

impl Marks {
    pub const WORDS: [(&'static str, Marks); 9] = [
        ("blue", Marks::BLUE),
        ("purple", Marks::PURPLE),
        ("green_square", Marks::GREEN.union(Marks::SQUARE)),
        ("green", Marks::GREEN),
        ("yellow", Marks::YELLOW),
        ("red", Marks::RED),
        ("charge", Marks::CHARGE),
        ("flank", Marks::FLANK),
        ("from_pikes", Marks::PIKES),
    ];

    /// The hit in words: `plain`, or its marks with `+` between them.
    pub fn words(self) -> String {
        let square = self.contains(Marks::SQUARE);
        let words: Vec<_> = Marks::WORDS
            .into_iter()
            .filter(|&(word, mark)| self.contains(mark) && !(square && word == "green"))
            .map(|(word, _)| word)
            .collect();
        if words.is_empty() { "plain".into() } else { words.join("+") }
    }

    pub fn named(words: &str) -> Option<Marks> {
        if words == "plain" {
            return Some(Marks::empty());
        }
        words.split('+').try_fold(Marks::empty(), |marks, word| {
            let (_, mark) = Marks::WORDS.into_iter().find(|(known, _)| *known == word)?;
            Some(marks | mark)
        })
    }
}

/// A unit that tests its morale, and where it does so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tested {
    pub profile: &'static Profile,
    pub grade: Grade,
    pub stubborn: bool,
    /// What still stands of it at the time of the test (VIR-R27, VIR-R83.5).
    pub formation: Formation,
    pub wood: bool,
    pub marsh: bool,
    /// Whether a charismatic leader of its side is alive in its area (VIR-8.5, VIR-R33).
    pub charismatic: bool,
}

/// How far a unit has come through its tests: the stands it has left, and how often it was routed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Nerve {
    pub stands: u8,
    pub routs: u8,
}

impl Nerve {
    /// VIR-R32: no stand left. VIR-3.1.8, VIR-R31: routed twice in one tests phase.
    pub fn is_gone(self) -> bool {
        self.stands == 0 || self.routs >= 2
    }
}

/// What has become of a unit after its tests: the stands it has left, and whether it recoils
/// (VIR-3.1.7). One without stands is eliminated (VIR-R32), also if it was routed twice (VIR-3.1.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    pub stands: u8,
    pub routed: bool,
}

impl Fate {
    pub fn of(nerve: &Nerve) -> Self {
        if nerve.is_gone() {
            return Fate { stands: 0, routed: false };
        }
        Fate { stands: nerve.stands, routed: nerve.routs > 0 }
    }

    pub fn is_gone(self) -> bool {
        self.stands == 0
    }

    pub fn says(self) -> String {
        let stands = || counted(self.stands.into(), "stand");
        match self {
            Fate { stands: 0, .. } => "eliminated".into(),
            Fate { routed: true, .. } => format!("{}, routed", stands()),
            Fate { routed: false, .. } => format!("{}, steady", stands()),
        }
    }

    pub fn numbers(self) -> Vec<(&'static str, i64)> {
        vec![("stands", self.stands.into()), ("routed", self.routed.into())]
    }
}

impl Tested {
    /// VIR-R27, VIR-1.1.2: the defensive value against one hit.
    #[rustfmt::skip]
    pub fn dv(&self, hit: Marks) -> [Option<Row>; 14] {
        let Profile { rule, dv, weight, .. } = self.profile;
        let is = |marks| hit.contains(marks);
        let heavy_horse = self.profile.is_mounted() && *weight >= Weight::Medium;
        let pikes = when(self.profile.has(Specials::PIKES))
            .unless(is(Marks::RED),   "VIR-SR14.3")
            .unless(is(Marks::BLUE),  "VIR-SR14.8")
            .unless(is(Marks::GREEN), "VIR-SR14.9")
            .unless(is(Marks::FLANK), "VIR-SR14.4")
            .unless(is(Marks::PIKES), "VIR-SR14.5");
        [
            add(rule,         always(),                                          *dv, "defensive value"),
            add("VIR-SR15.2", when(self.formation == Formation::Testudo),          1, "testudo"),
            add("VIR-SR16.1", when(self.formation == Formation::Shieldwall),       1, "shieldwall"),
            add("VIR-SR14.2", pikes,                                               1, "pikes"),
            add("VIR-SR12.3", when(is(Marks::GREEN) && self.profile.is_light_infantry()), 1, "throwing weapons against light foot"),
            add("VIR-SR12.4", when(is(Marks::GREEN) && heavy_horse),              -1, "throwing weapons against mounted"),
            add("VIR-SR11.2", when(is(Marks::PURPLE)),                            -1, "pila"),
            self.in_wood(hit),
            at_most("VIR-SR10.2", when(is(Marks::BLUE)),                           2, "two-handed weapons"),
            at_most("VIR-SR12.5", when(is(Marks::SQUARE)),                         3, "heavy throwing weapons"),
            at_most("VIR-SR17.2", when(is(Marks::YELLOW) && self.profile.is_horse()), 1, "horses before camels or elephants"),
            at_most("VIR-SR9.1",  when(self.marsh),                                1, "marsh"),
            at_least("VIR-R27",   always(),                                        0, "never below 0"),
            at_most("VIR-R29",    always(),                                        5, "no unit is proof against a 6"),
        ]
    }

    /// VIR-R28: the morale value that the dark die is compared with.
    #[rustfmt::skip]
    pub fn mv(&self, hit: Marks, stands: u8) -> [Option<Row>; 4] {
        [
            add("VIR-3.1.6", when(!self.stubborn),   i32::from(stands),          "stands before this roll"),
            add("VIR-SR3.1", when(self.stubborn),    i32::from(self.profile.mv), "original stands, stubborn"),
            add("VIR-8.5",   when(self.charismatic), 1,                          "charismatic leader"),
            self.in_wood(hit),
        ]
    }

    /// VIR-7.5, VIR-R62: a modifier to the whole test, so to both values.
    fn in_wood(&self, hit: Marks) -> Option<Row> {
        let counts = when(self.wood && self.profile.is_light_infantry())
            .unless(hit.contains(Marks::CHARGE), "VIR-7.7");
        add("VIR-7.5", counts, 2, "light infantry in a wood")
    }

    /// VIR-SR5.1: the dark die of a Levy is a d8. VIR-SR2.1: Fanatics throw none.
    pub fn dark_die(&self) -> Option<Die> {
        match self.grade {
            _ if self.profile.has(Specials::FANATICS) => None,
            Grade::Levy => Some(D8),
            Grade::Regular | Grade::Elite => Some(D6),
        }
    }

    /// One hit (VIR-3.1.2 to VIR-3.1.6).
    pub fn test(&self, by: Seat, nerve: Nerve, hit: Marks, dice: &mut Dice) -> Rolled<Tried> {
        let mut tried = Tried { unit: *self, hit, before: nerve, ..Tried::of(self, nerve) };
        let light = by.throws("VIR-3.1.3", "the light morale die");
        // VIR-3.1.3: at or below the DV the hit has no effect, and the dark die is ignored.
        if dice.test(light, D6, 1..=total(self.dv(hit)))? {
            tried.light = shown(dice);
            return Ok(tried);
        }
        tried.light = shown(dice);
        // VIR-3.1.4: above it the unit loses a stand.
        tried.after.stands -= 1;
        // VIR-R32: with its last stand it is gone, whatever the dark die would say.
        if tried.after.stands > 0 && self.routs(by, &mut tried, dice)? {
            tried.after.routs += 1;
        }
        Ok(tried)
    }

    /// VIR-3.1.5: whether the dark die is above the MV, so that the unit is routed.
    fn routs(&self, by: Seat, tried: &mut Tried, dice: &mut Dice) -> Rolled<bool> {
        let mv = total(self.mv(tried.hit, tried.before.stands));
        let Some(die) = self.dark_die() else { return Ok(false) };
        // VIR-R29, VIR-R88: a die that cannot rout is not asked for.
        if mv >= die.faces.len() as i32 {
            return Ok(false);
        }
        let dark = by.throws("VIR-3.1.5", "the dark morale die");
        let mut firm = dice.test(dark, die, 1..=mv)?;
        tried.dark = shown(dice);
        // VIR-SR4.1, VIR-R71: Elite throw a failed dark die once more, and the second score stands.
        if !firm && self.grade == Grade::Elite {
            let again = by.throws("VIR-SR4.1", "the dark morale die once more");
            firm = dice.test(again, die, 1..=mv)?;
            tried.again = shown(dice);
        }
        Ok(!firm)
    }

    /// All hits of a unit one after another (VIR-R26).
    pub fn test_all(
        &self,
        by: Seat,
        nerve: Nerve,
        hits: impl IntoIterator<Item = Marks>,
        dice: &mut Dice,
        each: impl Fn(Tried),
    ) -> Rolled<Nerve> {
        dice.chain(nerve, hits, |dice, nerve, hit| {
            // VIR-R31, VIR-R32: the hits of a unit that is gone are ignored.
            if nerve.is_gone() {
                return Ok(nerve);
            }
            let tried = self.test(by, nerve, hit, dice)?;
            each(tried);
            Ok(tried.after)
        })
    }
}

/// The face of the last single die, if dice show theirs.
fn shown(dice: &Dice) -> Option<u8> {
    dice.faces().first().copied()
}

/// A hit that was tested: what was thrown and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tried {
    pub unit: Tested,
    pub hit: Marks,
    pub before: Nerve,
    pub light: Option<u8>,
    pub dark: Option<u8>,
    pub again: Option<u8>,
    pub after: Nerve,
}

impl Tried {
    fn of(unit: &Tested, nerve: Nerve) -> Self {
        let (light, dark, again) = (None, None, None);
        Tried { unit: *unit, hit: Marks::empty(), before: nerve, light, dark, again, after: nerve }
    }

    pub fn dv(&self) -> Sum {
        Sum::of(self.unit.dv(self.hit))
    }

    pub fn mv(&self) -> Sum {
        Sum::of(self.unit.mv(self.hit, self.before.stands))
    }

    pub fn lost_stand(&self) -> bool {
        self.after.stands < self.before.stands
    }

    pub fn routed(&self) -> bool {
        self.after.routs > self.before.routs
    }
}

/// VIR-3.3.2, VIR-3.3.3, VIR-R34: a die for each hit on a leader, up to the first 6, which kills him.
pub fn leader_survives(by: Seat, hits: u8, dice: &mut Dice) -> Rolled<bool> {
    dice.settle(|dice| {
        for _ in 0..hits {
            if !dice.test(by.throws("VIR-3.3.2", "a save of a leader"), D6, 1..=5)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// VIR-SR18.6, VIR-R86.6: whether the unit of a leader who was killed stands firm: a d6 against its
/// stands, without any modifier; Fanatics do not roll.
pub fn stands_without_leader(
    by: Seat,
    profile: &Profile,
    stands: u8,
    dice: &mut Dice,
) -> Rolled<bool> {
    if profile.has(Specials::FANATICS) {
        return Ok(true);
    }
    dice.test(by.throws("VIR-SR18.6", "for the death of its leader"), D6, 1..=i32::from(stands))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::profile;
    use acies_core::{Fraction, Seat::Red, odds};

    fn unit(id: &str) -> Tested {
        Tested {
            profile: profile(id).unwrap(),
            grade: Grade::Regular,
            stubborn: false,
            formation: Formation::Open,
            wood: false,
            marsh: false,
            charismatic: false,
        }
    }

    fn dv(unit: &Tested, hit: &str) -> i32 {
        total(unit.dv(Marks::named(hit).unwrap()))
    }

    #[test]
    fn defensive_values() {
        let light = |wood| Tested { wood, ..unit("javelineers") };
        let testudo = Tested { formation: Formation::Testudo, ..unit("legionaries") };
        let wall = Tested { formation: Formation::Shieldwall, ..unit("picked_hoplites") };
        let marsh = Tested { marsh: true, ..unit("legionaries") };
        for (unit, hit, expected, rule) in [
            (unit("legionaries"), "plain", 3, "VIR-QS.1"),
            (testudo, "plain", 4, "VIR-SR15.2"),
            (Tested { formation: Formation::Shieldwall, ..testudo }, "plain", 4, "VIR-SR16.1"),
            (unit("phalangites"), "plain", 3, "VIR-SR14.2"),
            (unit("phalangites"), "purple", 2, "VIR-R80: also against purple hits"),
            (unit("phalangites"), "yellow", 3, "VIR-R80: also against yellow hits"),
            (unit("phalangites"), "charge", 3, "VIR-R80: also against a charge"),
            (unit("phalangites"), "red", 2, "VIR-SR14.3"),
            (unit("phalangites"), "flank", 2, "VIR-SR14.4"),
            (unit("phalangites"), "from_pikes", 2, "VIR-SR14.5, VIR-R82"),
            (unit("guard_phalangites"), "blue", 2, "VIR-SR14.8, VIR-SR10.2"),
            (unit("phalangites"), "green", 2, "VIR-SR14.9"),
            (unit("legionaries"), "blue", 2, "VIR-SR10.2: at most 2"),
            (unit("falxmen"), "blue", 1, "VIR-SR10.2 does not raise"),
            (unit("legionaries"), "purple", 2, "VIR-SR11.2"),
            (unit("javelineers"), "green", 3, "VIR-SR12.3"),
            (unit("slingers"), "green_square", 2, "VIR-SR12.3 holds for squares too"),
            (unit("heavy_cavalry"), "green", 2, "VIR-SR12.4"),
            (unit("light_horsemen"), "green", 1, "VIR-SR12.4 spares light mounted"),
            (unit("legionaries"), "green", 3, "VIR-SR12.3 and .4 name others"),
            (unit("veteran_legionaries"), "green_square", 3, "VIR-SR12.5: at most 3"),
            (unit("cataphracts"), "green_square", 3, "VIR-SR12.4 then VIR-SR12.5"),
            (unit("cataphracts"), "yellow", 1, "VIR-SR17.2"),
            (unit("light_chariots"), "yellow", 1, "VIR-R18.3: chariots have horses"),
            (unit("elephants"), "yellow", 3, "VIR-R18.3: elephants are no horses"),
            (unit("dromedary_cataphracts"), "yellow", 2, "VIR-R18.3: nor are camels"),
            (unit("legionaries"), "yellow", 3, "VIR-SR17.2 is about cavalry"),
            (light(true), "plain", 4, "VIR-7.5"),
            (light(true), "green", 5, "VIR-R29: 2 + 1 + 2"),
            (light(true), "charge", 2, "VIR-7.7, VIR-R62"),
            (light(false), "plain", 2, "VIR-7.5 needs the wood"),
            (
                Tested { wood: true, ..unit("legionaries") },
                "plain",
                3,
                "VIR-7.5 is for light infantry",
            ),
            (
                Tested { wood: true, ..unit("light_horsemen") },
                "plain",
                1,
                "VIR-7.5 is for infantry",
            ),
            (marsh, "plain", 1, "VIR-SR9.1, VIR-R74"),
            (Tested { formation: Formation::Testudo, ..marsh }, "plain", 1, "VIR-SR9.1 after all"),
            (wall, "plain", 5, "VIR-R29: 4 + 1 + 1 counts as 5"),
            (unit("light_archers"), "purple", 0, "VIR-R27: DV 1 less 1"),
        ] {
            assert_eq!(dv(&unit, hit), expected, "{} {hit}: {rule}", unit.profile.id);
        }
    }

    #[test]
    fn the_lowest_limit_counts() {
        // VIR-R27 (7): blue 2 and marsh 1.
        let marsh = Tested { marsh: true, ..unit("veteran_legionaries") };
        assert_eq!(dv(&marsh, "blue"), 1);
        insta::assert_snapshot!(Sum::of(marsh.dv(Marks::BLUE)), @r"
        +4 defensive value [VIR-QS.2]
        at most 2: two-handed weapons [VIR-SR10.2]
        at most 1: marsh [VIR-SR9.1]
        = 1
        ");
    }

    #[test]
    fn a_struck_bonus_is_shown() {
        let hit = Marks::RED | Marks::CHARGE;
        insta::assert_snapshot!(Sum::of(unit("phalangites").dv(hit)), @r"
        +2 defensive value [VIR-D1]
        +1 pikes [VIR-SR14.2, struck by VIR-SR14.3]
        = 2
        ");
        let light = Tested { wood: true, ..unit("peltasts") };
        insta::assert_snapshot!(Sum::of(light.mv(Marks::CHARGE, 2)), @r"
        +2 stands before this roll [VIR-3.1.6]
        +2 light infantry in a wood [VIR-7.5, struck by VIR-7.7]
        = 2
        ");
    }

    #[test]
    fn morale_values() {
        let plain = Marks::empty();
        let mv = |unit: &Tested, stands| total(unit.mv(plain, stands));
        let legion = unit("legionaries");
        assert_eq!(mv(&legion, 3), 3, "VIR-3.1.6, VIR-R28");
        assert_eq!(mv(&Tested { stubborn: true, ..legion }, 1), 4, "VIR-SR3.1");
        assert_eq!(mv(&Tested { charismatic: true, ..legion }, 3), 4, "VIR-8.5");
        assert_eq!(mv(&Tested { wood: true, ..unit("peltasts") }, 3), 5, "VIR-7.5, VIR-R62");
    }

    /// Faces, hits, stands before; stands and routs after. Every die must be used.
    #[test]
    fn hits_are_tested_one_after_another() {
        let legion = unit("legionaries");
        let elite = Tested { grade: Grade::Elite, ..legion };
        let levy = Tested { grade: Grade::Levy, ..legion };
        let fanatics = unit("fanatics");
        for (unit, stands, hits, faces, after, rule) in [
            (legion, 4, 1, &[3][..], (4, 0), "VIR-3.1.3: no dark die"),
            (legion, 4, 1, &[4, 4], (3, 0), "VIR-3.1.4"),
            (legion, 4, 1, &[4, 5], (3, 1), "VIR-3.1.5"),
            (legion, 4, 2, &[4, 4, 6, 4], (2, 1), "VIR-3.1.6, VIR-R26: MV 4, then MV 3"),
            (legion, 4, 3, &[6, 6, 6, 6], (2, 2), "VIR-3.1.8, VIR-R31: gone, the third is ignored"),
            (legion, 1, 2, &[5], (0, 0), "VIR-R32: the last stand, no dark die"),
            (elite, 3, 1, &[4, 4, 3], (2, 0), "VIR-SR4.1: the second score stands"),
            (elite, 3, 1, &[4, 4, 4], (2, 1), "VIR-R71"),
            (levy, 4, 1, &[4, 8], (3, 1), "VIR-SR5.1"),
            (fanatics, 4, 2, &[2, 6], (2, 0), "VIR-SR2.1"),
        ] {
            let mut dice = Dice::scripted(faces);
            let nerve = Nerve { stands, routs: 0 };
            let hits = std::iter::repeat_n(Marks::empty(), hits);
            let tested = unit.test_all(Red, nerve, hits, &mut dice, |_| ()).unwrap();
            assert_eq!((tested.stands, tested.routs), after, "{rule}");
            assert!(dice.is_spent(), "{rule}");
        }
    }

    #[test]
    fn a_die_that_cannot_rout_is_not_thrown() {
        // VIR-R29: MV 4 + 2 in a wood; VIR-R88: the dark die only if it matters.
        let peltasts = Tested { wood: true, charismatic: true, ..unit("peltasts") };
        let mut dice = Dice::scripted([6]);
        let nerve = Nerve { stands: 3, routs: 0 };
        let tried = peltasts.test(Red, nerve, Marks::empty(), &mut dice).unwrap();
        assert_eq!(tried.after, Nerve { stands: 2, routs: 0 });
        assert!(dice.is_spent());
    }

    fn chance(unit: &Tested, stands: u8, hits: usize, such: fn(&Nerve) -> bool) -> Fraction {
        let hits = vec![Marks::empty(); hits];
        let nerve = Nerve { stands, routs: 0 };
        odds(|dice| unit.test_all(Red, nerve, hits.clone(), dice, |_| ())).chance(such)
    }

    #[test]
    fn odds_worked_out_by_hand() {
        let legion = unit("legionaries");
        // One hit on DV 3, 4 stands: lost 1/2; routed if the dark die is 5 or 6: 1/2 * 1/3.
        assert_eq!(chance(&legion, 4, 1, |n| n.stands == 3).to_string(), "1/2");
        assert_eq!(chance(&legion, 4, 1, |n| n.routs == 1).to_string(), "1/6");
        // Elite: 1/2 * (2/6)^2 (VIR-R71).
        let elite = Tested { grade: Grade::Elite, ..legion };
        assert_eq!(chance(&elite, 4, 1, |n| n.routs == 1).to_string(), "1/18");
        // Levy: 1/2 * 4/8 (VIR-SR5.1).
        let levy = Tested { grade: Grade::Levy, ..legion };
        assert_eq!(chance(&levy, 4, 1, |n| n.routs == 1).to_string(), "1/4");
        // Two hits, two routs: 1/2 * 1/3, then with MV 3 1/2 * 1/2 (VIR-3.1.8).
        assert_eq!(chance(&legion, 4, 2, |n| n.routs == 2).to_string(), "1/24");
        // Two hits on two stands: both lost 1/4, but not if routed twice: with MV 2 the first rout
        // has 2/3, and the last stand throws no dark die (VIR-R32).
        assert_eq!(chance(&legion, 2, 2, |n| n.stands == 0).to_string(), "1/4");
    }

    #[test]
    fn leaders_are_saved() {
        // VIR-3.3.3: 5/6 a hit; VIR-R34: dice stop at the first 6.
        assert_eq!(
            odds(|dice| leader_survives(Red, 3, dice)).chance(|&s| s).to_string(),
            "125/216"
        );
        let mut dice = Dice::scripted([2, 6]);
        assert_eq!(leader_survives(Red, 3, &mut dice), Ok(false));
        assert!(dice.is_spent(), "VIR-3.3.2: a die a hit, but none after his death");
    }

    #[test]
    fn a_unit_may_rout_when_its_leader_dies() {
        // VIR-SR18.6, VIR-R86.6: d6 against the stands; Fanatics do not roll.
        let test = |id, stands| {
            let profile = profile(id).unwrap();
            odds(|dice| stands_without_leader(Red, profile, stands, dice)).chance(|&firm| firm)
        };
        assert_eq!(test("legionaries", 3).to_string(), "1/2");
        assert_eq!(test("fanatics", 1).to_string(), "1/1");
    }

    #[test]
    fn hits_have_words() {
        for words in
            ["plain", "blue", "green_square", "green", "purple+red+charge", "yellow+from_pikes"]
        {
            assert_eq!(Marks::named(words).unwrap().words(), words);
        }
        assert_eq!(Marks::named("pink"), None);
    }
}
