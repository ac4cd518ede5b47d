//! Losses, camps and the end (RULES.md 4.2: ADLG-R16 to ADLG-R21).

use acies_core::{D6, Dice, Each, Log, Rolled, Row, Seat, Sum, add, always, total, when};
use serde::Serialize;

use crate::{
    battle::{Battle, Commander, Id, Place},
    units::{Category::*, Profile},
    words::events::Event,
};

/// What an army can bear (ADLG-R16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// Units that have been on the table, Expendables left out.
    pub units: u8,
    /// ADLG-ABI.23(a): those, which count nothing.
    pub expendables: u8,
    pub fortified_camp: bool,
}

impl Strength {
    /// The rows of it.
    pub fn rows(&self) -> [Option<Row>; 3] {
        let expendable = always().unless(true, "ADLG-ABI.23");
        [
            add("ADLG-R16", always(), self.units.into(), "units"),
            add("ADLG-R16", expendable, self.expendables.into(), "Expendable units"),
            add("ADLG-R16", when(self.fortified_camp), 1, "fortified camp"),
        ]
    }

    /// With the rows that it comes from.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }
}

/// What an army has lost, counted from the present state (ADLG-R17). Expendables count nothing
/// (ADLG-ABI.23(b)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Losses {
    pub routed: u8,
    pub disordered: u8,
    /// ADLG-R99: off the table, Disordered or not.
    pub left_table: u8,
    /// What the lost commanders were worth ([`Level::loss`](crate::command::Level::loss)).
    pub commanders: i32,
    pub camp: Option<LostCamp>,
}

/// ADLG-R17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LostCamp {
    pub fortified: bool,
}

impl Losses {
    /// The rows of it.
    #[rustfmt::skip]
    pub fn rows(&self) -> [Option<Row>; 5] {
        let camp = self.camp.map_or(0, |camp| if camp.fortified { 6 } else { 4 });
        [
            add("ADLG-R17", always(), 2 * i32::from(self.routed),     "routed units, 2 each"),
            add("ADLG-R17", always(), i32::from(self.disordered),     "Disordered units"),
            add("ADLG-R99", always(), i32::from(self.left_table),     "units that left the table"),
            add("ADLG-R17", always(), self.commanders,                "commanders lost"),
            add("ADLG-R17", always(), camp,                           "camp lost"),
        ]
    }

    /// With the rows that it comes from.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }
}

/// One army when losses are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct State {
    pub strength: Strength,
    pub losses: Losses,
}

impl State {
    pub(crate) fn strength(&self) -> i32 {
        total(self.strength.rows())
    }

    pub(crate) fn losses(&self) -> i32 {
        total(self.losses.rows())
    }

    /// ADLG-R18; ADLG-R16: without losses never.
    pub fn is_broken(&self) -> bool {
        self.losses() > 0 && self.losses() >= self.strength()
    }
}

/// How a battle stands at the end of a player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    Undecided,
    /// ADLG-R18: this army broke the other.
    Won(Seat),
    /// ADLG-R18: both broke at once.
    Drawn,
}

/// ADLG-R18.
pub fn verdict(armies: &Each<State>) -> Verdict {
    match Seat::BOTH.map(|seat| armies[seat].is_broken()) {
        [false, false] => Verdict::Undecided,
        [false, true] => Verdict::Won(Seat::Red),
        [true, false] => Verdict::Won(Seat::Blue),
        [true, true] => Verdict::Drawn,
    }
}

/// ADLG-R19: turns that each player has.
pub const TURNS: u8 = 16;

/// ADLG-R19: at the limit the army that has lost a clearly smaller share wins: by a quarter or more.
pub fn verdict_at_limit(armies: &Each<State>) -> Option<Seat> {
    let [red, blue] = Seat::BOTH.map(|seat| armies[seat]);
    let shares = [red, blue].map(|army| (army.losses(), army.strength().max(1)));
    // Shares are compared as whole numbers: a/b - c/d >= 1/4 is 4(ad - cb) >= bd.
    let [(a, b), (c, d)] = shares;
    let worse = 4 * (a * d - c * b);
    match (worse >= b * d, -worse >= b * d) {
        (true, _) => Some(Seat::Blue),
        (_, true) => Some(Seat::Red),
        _ => None,
    }
}

/// ADLG-R20: a unit attacks a camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CampAttack {
    pub profile: Profile,
    pub fortified: bool,
}

impl CampAttack {
    /// ADLG-R20: who can.
    pub fn may(profile: Profile) -> bool {
        let expendable = profile.has(crate::units::abilities::Abilities::EXPENDABLE);
        !matches!(profile.category(), Art | Wwg) && !expendable
    }

    /// What it needs; nothing against an unfortified camp, which is lost at once.
    pub fn needs(&self) -> Option<i32> {
        let weak = self.profile.category() == Li || self.profile.kind.is_mounted();
        self.fortified.then_some(if weak { 6 } else { 5 })
    }

    /// Whether the camp falls.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        match self.needs() {
            Some(needed) => dice.test(by.throws("ADLG-R20", "at the camp"), D6, needed..=6),
            None => Ok(true),
        }
    }
}

/// V: victory.
impl Battle {
    /// ADLG-R16, ADLG-R17: what an army can bear and what it has lost, recounted from the present state.
    pub fn army_state(&self, seat: Seat) -> State {
        let host = &self.setup.armies[seat];
        let side = &self.sides[seat];
        let fortified_camp = host.fortified_camp;
        let mut strength = Strength { fortified_camp, ..Strength::default() };
        let mut losses = Losses::default();
        for (number, unit) in (0..).zip(&side.units) {
            let id = Id::new(seat, number);
            if unit.place == Place::Away {
                continue;
            }
            if !self.counts(id) {
                strength.expendables += 1;
                continue;
            }
            strength.units += 1;
            match unit.place {
                Place::Routing | Place::Routed => losses.routed += 1,
                Place::LeftTable => losses.left_table += 1,
                Place::Table if self.is_disordered(id) => losses.disordered += 1,
                Place::Table | Place::Away => {}
            }
        }
        for (corps, commander) in host.corps.iter().zip(side.commanders) {
            if commander == Commander::Lost {
                losses.commanders += corps.level.loss();
            }
        }
        losses.camp = side.camp.lost.then_some(LostCamp { fortified: host.fortified_camp });
        State { strength, losses }
    }

    /// ADLG-R17, ADLG-R18: both armies are counted.
    pub fn count_losses(&self, log: &mut Log<Event>) -> Each<State> {
        let states = Each::of(|seat| self.army_state(seat));
        log.push(|| Event::Counted { states });
        states
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::files::data::word;

    fn army(units: u8, losses: Losses) -> State {
        State { strength: Strength { units, ..Strength::default() }, losses }
    }

    #[test]
    fn losses_are_counted() {
        // ADLG-R17, row by row.
        let lost = |fortified| Some(LostCamp { fortified });
        for (losses, points) in [
            (Losses { routed: 3, ..Losses::default() }, 6),
            (Losses { disordered: 3, ..Losses::default() }, 3),
            (Losses { left_table: 2, ..Losses::default() }, 2),
            (Losses { commanders: 3, ..Losses::default() }, 3),
            (Losses { camp: lost(false), ..Losses::default() }, 4),
            (Losses { camp: lost(true), ..Losses::default() }, 6),
        ] {
            assert_eq!(losses.sum().total, points, "ADLG-R17: {losses:?}");
        }
        let strength = Strength { units: 23, expendables: 4, fortified_camp: true };
        assert_eq!(strength.sum().total, 24, "ADLG-R16, ADLG-ABI.23(a)");
    }

    #[test]
    fn armies_break_when_losses_reach_their_cohesion() {
        let fresh = army(23, Losses::default());
        let beaten = army(23, Losses { routed: 11, disordered: 1, ..Losses::default() });
        let nearly = army(23, Losses { routed: 11, ..Losses::default() });
        for (red, blue, verdict, rule) in [
            (fresh, nearly, Verdict::Undecided, "ADLG-R18"),
            (fresh, beaten, Verdict::Won(Seat::Red), "ADLG-R18"),
            (beaten, fresh, Verdict::Won(Seat::Blue), "ADLG-R18"),
            (beaten, beaten, Verdict::Drawn, "ADLG-R18"),
            (army(0, Losses::default()), fresh, Verdict::Undecided, "ADLG-R16: no losses, no rout"),
        ] {
            assert_eq!(super::verdict(&Each([red, blue])), verdict, "{rule}");
        }
    }

    #[test]
    fn the_turn_limit_compares_shares() {
        // ADLG-R19: 10/20 against 5/20 is just a quarter.
        let lost = |points| army(20, Losses { disordered: points, ..Losses::default() });
        assert_eq!(verdict_at_limit(&Each([lost(5), lost(10)])), Some(Seat::Red));
        assert_eq!(verdict_at_limit(&Each([lost(10), lost(5)])), Some(Seat::Blue));
        assert_eq!(verdict_at_limit(&Each([lost(6), lost(10)])), None);
        assert_eq!(TURNS, 16, "ADLG-R19");
    }

    #[test]
    fn camps_fall() {
        // ADLG-R20.
        for (text, fortified, chance) in [
            ("heavy_swordsmen", false, "1/1"),
            ("heavy_swordsmen", true, "1/3"),
            ("light_infantry", true, "1/6"),
            ("heavy_cavalry", true, "1/6"),
        ] {
            let attack = CampAttack { profile: word::profile(text).unwrap(), fortified };
            let odds = odds(|dice| attack.throw(Seat::Red, dice));
            assert_eq!(odds.chance(|&falls| falls).to_string(), chance, "{text}");
        }
        let may = |text| CampAttack::may(word::profile(text).unwrap());
        assert!(may("levies") && !may("levies expendable") && !may("war_wagon blades"), "ADLG-R20");
    }
}
