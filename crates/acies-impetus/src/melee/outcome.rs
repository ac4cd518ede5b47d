//! A round of melee and its result (RULES.md 3.16, 3.18, 3.19; IMP-R60, IMP-R61, IMP-R74, IMP-R116).

use acies_core::{Dice, Rolled, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::{Fighter, Melee};
use crate::{
    cohesion::{Cause, CohesionTest, Tested, damage},
    profile::Kind,
};

/// What becomes of a main unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Stands,
    /// IMP-RET.2: it falls back from a drawn melee.
    FallsBack,
    /// IMP-RET.1.
    Retreats,
    /// IMP-R75: it loses its BUA.
    LosesBua,
    /// IMP-SPC.8: scythed chariots that did not break their enemy.
    Removed,
    Routs,
}

impl Fate {
    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Stands => "stands",
            Fate::FallsBack => "falls back",
            Fate::Retreats => "retreats",
            Fate::LosesBua => "loses the BUA",
            Fate::Removed => "is removed",
            Fate::Routs => "routs",
        }
    }

    pub fn is_gone(self) -> bool {
        self >= Fate::Removed
    }
}

/// How a round ends for both main units, each with the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    pub fates: [(RuleId, Fate); 2],
    /// Who has won, and may or must pursue.
    pub winner: Option<usize>,
}

impl Melee {
    /// The test of a side's main unit, for so much damage.
    pub fn test(&self, side: usize, damage: u8) -> CohesionTest {
        let main = &self.sides[side].main;
        let cause =
            Cause::Melee { ground: self.ground(side), mounted_only: self.mounted_only(side) };
        CohesionTest { unit: main.unit, damage, cause, flanked: main.is_flanked() }
    }

    /// IMP-MEL.1, IMP-DAM.1, IMP-COH.1: the dice of one side, and the test of the other's main unit.
    pub fn strike(&self, side: usize, by: Seat, dice: &mut Dice) -> Rolled<Option<Tested>> {
        let pool = self.pool(side);
        dice.settle(|dice| {
            let damage = damage(by.throws("IMP-MEL.1", "melee"), pool, dice)?;
            self.test(1 - side, damage).throw(by.other(), dice)
        })
    }

    /// IMP-R67: both sides strike, and both tests count together: the test of each main unit, if it had to take one.
    /// `first` is who throws for the first side.
    pub fn round(&self, first: Seat, dice: &mut Dice) -> Rolled<[Option<Tested>; 2]> {
        let theirs = self.strike(0, first, dice)?;
        let ours = self.strike(1, first.other(), dice)?;
        Ok([ours, theirs])
    }

    /// IMP-RET.1, IMP-RET.2, IMP-ROU.1, IMP-ROU.2, IMP-R60, IMP-R61: who has lost.
    pub fn outcome(&self, tested: [Option<Tested>; 2]) -> Outcome {
        let tested = tested.map(Option::unwrap_or_default);
        let routed = tested.map(|it| it.routs);
        // IMP-R61: who routs has lost; else who failed and lost more.
        let loses = |side: usize| {
            let (ours, theirs) = (tested[side], tested[1 - side]);
            !routed[1 - side] && (routed[side] || ours.failed && ours.losses > theirs.losses)
        };
        let winner = (0..2).find(|side| loses(1 - side) && !routed[*side]);
        let fate = |side: usize| {
            let (ours, theirs) = (&self.sides[side].main, &self.sides[1 - side].main);
            // IMP-SPC.8, IMP-R74: also of those who would stand.
            let scythed = ours.is(Kind::Cf) && !routed[1 - side];
            if routed[side] {
                let destroyed = self.test(side, 1).after(tested[side]).is_destroyed();
                (if destroyed { "IMP-ROU.1" } else { "IMP-ROU.5" }, Fate::Routs)
            } else if scythed {
                ("IMP-SPC.8", Fate::Removed)
            } else if loses(side) {
                lost(ours)
            } else if winner.is_none() && routed == [false; 2] && falls_back(ours, theirs) {
                ("IMP-RET.2", Fate::FallsBack)
            } else {
                ("IMP-R60", Fate::Stands)
            }
        };
        let fates = [fate(0), fate(1)];
        // Who is removed pursues nobody.
        Outcome { fates, winner: winner.filter(|side| !fates[*side].1.is_gone()) }
    }
}

/// What becomes of who has lost.
fn lost(ours: &Fighter) -> (RuleId, Fate) {
    match ours.profile().kind {
        _ if ours.is_flanked() => ("IMP-ROU.2", Fate::Routs),
        _ if ours.unit.in_bua => ("IMP-R75", Fate::LosesBua),
        Kind::W => ("IMP-SPC.52", Fate::Stands),
        Kind::Baggage => ("IMP-R53", Fate::Stands),
        _ => ("IMP-RET.1", Fate::Retreats),
    }
}

/// IMP-RET.2, IMP-R53: CL, CM and CGL leave a drawn melee with foot, but for baggage.
fn falls_back(ours: &Fighter, theirs: &Fighter) -> bool {
    let foot = theirs.profile().is_foot() && !theirs.is(Kind::Baggage);
    ours.profile().kind.is_fast_horse() && foot
}

#[cfg(test)]
#[allow(clippy::unnecessary_wraps, reason = "a test may not be taken at all")]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::{
        melee::{Came, Side},
        profile::Profile,
        units::{
            Unit,
            tests::{disordered, unit, worn},
        },
    };

    fn melee(ours: Fighter, theirs: Fighter) -> Melee {
        Melee { sides: [Side::alone(ours), Side::alone(theirs)] }
    }

    fn plain(id: &str) -> Fighter {
        Fighter::plain(unit(id))
    }

    fn failed(losses: u8) -> Option<Tested> {
        Some(Tested { failed: true, losses, ..Tested::default() })
    }

    fn passed(losses: u8) -> Option<Tested> {
        Some(Tested { losses, ..Tested::default() })
    }

    fn routed() -> Option<Tested> {
        Some(Tested { failed: true, losses: 5, six: false, routs: true })
    }

    #[test]
    fn who_loses_a_melee() {
        use Fate::*;
        let fight = melee(plain("rom_hastati"), plain("gal_warband"));
        let ends = |ours, theirs| {
            let outcome = fight.outcome([ours, theirs]);
            (outcome.fates.map(|(_, fate)| fate), outcome.winner)
        };
        assert_eq!(ends(failed(2), failed(1)), ([Retreats, Stands], Some(1)), "IMP-RET.1");
        assert_eq!(ends(failed(1), failed(1)), ([Stands, Stands], None), "IMP-R61: equal losses");
        assert_eq!(ends(passed(1), None), ([Stands, Stands], None), "IMP-R61: it did not fail");
        assert_eq!(ends(failed(1), passed(1)), ([Stands, Stands], None), "IMP-R61: equal losses");
        assert_eq!(ends(None, None), ([Stands, Stands], None), "IMP-R60");
        assert_eq!(
            ends(routed(), failed(5)),
            ([Routs, Stands], Some(1)),
            "IMP-R61: who routs has lost"
        );
        assert_eq!(ends(routed(), routed()), ([Routs, Routs], None), "IMP-R61: nobody won");
    }

    #[test]
    fn some_do_not_retreat() {
        let hastati = plain("rom_hastati");
        let flanked = Fighter { flanked: true, ..hastati };
        let village = Fighter::plain(Unit { in_bua: true, ..unit("rom_hastati") });
        let baggage = Fighter::plain(Unit::new(Profile::BAGGAGE, 1));
        for (ours, rule, fate) in [
            (hastati, "IMP-RET.1", Fate::Retreats),
            (flanked, "IMP-ROU.2", Fate::Routs),
            (village, "IMP-R75", Fate::LosesBua),
            (plain("war_wagons"), "IMP-SPC.52", Fate::Stands),
            (baggage, "IMP-R53", Fate::Stands),
            (plain("sel_scythed"), "IMP-SPC.8", Fate::Removed),
        ] {
            let outcome = melee(ours, plain("gal_warband")).outcome([failed(1), None]);
            assert_eq!(outcome.fates[0], (rule, fate));
            assert_eq!(outcome.winner, Some(1), "IMP-RET.1");
        }
    }

    #[test]
    fn fast_horse_leaves_foot() {
        for (id, from, fate, rule) in [
            ("rom_alae", "rom_hastati", Fate::FallsBack, "IMP-RET.2"),
            ("num_light_horse", "rom_hastati", Fate::FallsBack, "IMP-RET.2"),
            ("gal_chariots", "rom_hastati", Fate::FallsBack, "IMP-RET.2"),
            ("rom_alae", "rom_alae", Fate::Stands, "IMP-R60: not from mounted"),
            ("mac_companions", "rom_hastati", Fate::Stands, "IMP-R60: not heavy cavalry"),
        ] {
            let outcome = melee(plain(id), plain(from)).outcome([None, None]);
            assert_eq!(outcome.fates[0].1, fate, "{rule}: {id}");
            assert_eq!(outcome.winner, None);
        }
        let baggage = Fighter::plain(Unit::new(Profile::BAGGAGE, 1));
        let outcome = melee(plain("rom_alae"), baggage).outcome([None, None]);
        assert_eq!(outcome.fates[0].1, Fate::Stands, "IMP-R53");
    }

    #[test]
    fn scythed_chariots_break_or_are_broken() {
        let fight = melee(plain("sel_scythed"), plain("rom_hastati"));
        let removed = fight.outcome([None, failed(2)]);
        assert_eq!(
            removed.fates.map(|(_, fate)| fate),
            [Fate::Removed, Fate::Retreats],
            "IMP-SPC.8, IMP-R74"
        );
        assert_eq!(removed.winner, None, "who is removed pursues nobody");
        assert_eq!(fight.outcome([None, routed()]).fates[0].1, Fate::Stands, "IMP-SPC.8");
    }

    #[test]
    fn a_round_with_scripted_dice() {
        // Hastati stand with 5 dice; Gauls charge with 4 + 4.
        let gauls = Fighter { came: Came::Charged, ..plain("gal_warband") };
        let hastati = Fighter { came: Came::WasCharged, ..plain("rom_hastati") };
        let fight = melee(hastati, gauls);
        assert_eq!((fight.pool(0), fight.pool(1)), (5, 8), "IMP-MEL.1");
        // One damage on the Gauls: CN 3, a 3 passes. Two on the Hastati: CN 3, a 5 costs two.
        let mut dice = Dice::scripted([6, 1, 1, 1, 1, 3, 6, 5, 5, 1, 1, 1, 1, 1, 5]);
        let tested = fight.round(Seat::Red, &mut dice).unwrap();
        assert!(dice.is_spent());
        assert_eq!(tested, [failed(2), passed(0)], "IMP-COH.1");
        let outcome = fight.outcome(tested);
        assert_eq!((outcome.fates[0].1, outcome.winner), (Fate::Retreats, Some(1)), "IMP-RET.1");
    }

    #[test]
    fn the_odds_of_a_strike() {
        // One die against a Unit in order with CN 5 - 1 = 4: a 6 (1/6), then 5 or 6 fails (1/3).
        let one = Fighter::plain(disordered(worn(unit("rom_hastati"), 4)));
        let fight = melee(one, plain("rom_hastati"));
        assert_eq!(fight.pool(0), 1, "IMP-R57");
        let strike = odds(|dice| fight.strike(0, Seat::Red, dice));
        let fails = strike.chance(|it| it.is_some_and(|it| it.failed));
        assert_eq!(fails.to_string(), "1/18", "IMP-DAM.1, IMP-COH.14");
        let loses_two = strike.chance(|it| it.is_some_and(|it| it.losses == 2 && it.six));
        assert_eq!(loses_two.to_string(), "1/36", "IMP-COH.15: 6 - 4");
    }
}
