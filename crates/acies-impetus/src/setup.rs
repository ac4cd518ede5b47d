//! Setting up a battle (RULES.md 2, S1 to S4; IMP-R3, IMP-R11, IMP-R12, IMP-R140 to IMP-R143): from two armies to the
//! first Turn.
//!
//! | file | steps |
//! |---|---|
//! | [`zone`] | the table and its zones, as each player sees them |
//! | [`attacker`] | S2: who attacks |
//! | [`pieces`] | S3: pieces of terrain, their outlines, and where they may lie |
//! | [`terrain`] | S3: the Defender lays them |
//! | [`altering`] | S3: the Attacker moves or removes one, and picks his edge |
//! | [`baggage`] | S4: where the baggage stands |
//! | [`deployment`] | S4: a Command at a time |
//! | [`formation`] | battle lines in which a Command may deploy |
//! | [`notation`] | places as players type them |
//! | [`words`] | what happens before the first Turn, and why not |

pub mod altering;
pub mod attacker;
pub mod baggage;
pub mod deployment;
pub mod formation;
pub mod notation;
pub mod pieces;
pub mod terrain;
pub mod words;
pub mod zone;

use acies_core::{Each, Seat, flow::Stacked};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, COMMANDS_MAX},
    files::army::Roster,
    landscape::Landscape,
    movement::terrain::Terrain,
    profile::Worded,
    steps::Frame,
};

/// What is settled so far while the armies set up. Nothing of it is hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prelude {
    /// IMP-R11: whether a throw has allowed the Defender a BUA, and a river.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bua: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub river: Option<bool>,
    /// Pieces that the Defender has laid; a road is none of them.
    #[serde(default)]
    pub laid: u8,
    /// Commands that have been placed, by their numbers.
    #[serde(default)]
    pub deployed: Each<Commands>,
    /// Whose army file says where everybody stands: the front of a Unit that is not placed yet is there.
    #[serde(default)]
    pub planned: Each<bool>,
}

/// A set of Commands of one army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commands(u8);

impl Commands {
    #[must_use]
    pub fn with(self, command: u8) -> Self {
        Commands(self.0 | 1 << command)
    }

    pub fn has(self, command: u8) -> bool {
        usize::from(command) < COMMANDS_MAX && self.0 & 1 << command != 0
    }
}

/// A piece that the Defender has only by a throw (IMP-R11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rare {
    Bua,
    River,
}

impl Rare {
    pub const ALL: [Rare; 2] = [Rare::Bua, Rare::River];

    /// The throw that a piece needs, if it needs one.
    pub fn of(terrain: Terrain) -> Option<Rare> {
        match terrain {
            Terrain::Bua => Some(Rare::Bua),
            Terrain::DryRiver | Terrain::River | Terrain::Flood => Some(Rare::River),
            _ => None,
        }
    }
}

impl Prelude {
    /// What came of the throw for a piece, if it has been made.
    pub fn thrown(&self, rare: Rare) -> Option<bool> {
        match rare {
            Rare::Bua => self.bua,
            Rare::River => self.river,
        }
    }

    pub(crate) fn set_thrown(&mut self, rare: Rare, allowed: bool) {
        match rare {
            Rare::Bua => self.bua = Some(allowed),
            Rare::River => self.river = Some(allowed),
        }
    }
}

impl Battle {
    /// Two armies that still have to set up, and what their files have of it.
    pub fn to_set_up(rosters: &Each<Roster>) -> Battle {
        let mut battle = Battle::mustered(rosters, Landscape::default(), Seat::Red);
        let planned = |seat: Seat| {
            let Roster { units, baggage, .. } = &rosters[seat];
            baggage.is_some() && units.iter().all(|it| it.at.is_some())
        };
        battle.prelude = Some(Prelude { planned: Each::of(planned), ..Prelude::default() });
        battle.lay(Frame::Begin);
        battle
    }
}

/// The player who lays the terrain and places his army first.
pub(crate) fn defender(attacker: Seat) -> Seat {
    attacker.other()
}

impl Worded for Rare {
    const WORDS: &'static [(&'static str, Self)] = &[("bua", Rare::Bua), ("river", Rare::River)];
}

#[cfg(test)]
pub(crate) mod tests {
    use acies_core::{Dice, Game, Log, Pending, Stop, Telling};

    use super::*;
    use crate::{files::army::read, words::refusals::No};

    pub(crate) fn rosters() -> Each<Roster> {
        let consular = read("", include_str!("../data/armies/consular.toml")).unwrap();
        let italy = read("", include_str!("../data/armies/army_of_italy.toml")).unwrap();
        Each([consular, italy])
    }

    /// The armies of RULES.md 5.3 before the first die.
    pub(crate) fn to_set_up() -> Battle {
        Battle::to_set_up(&rosters())
    }

    /// Carries out what a player types, with exactly these dice.
    pub(crate) fn act(battle: &mut Battle, by: Seat, text: &str, faces: &[u8]) {
        try_to(battle, by, text, faces)
            .unwrap_or_else(|no| panic!("{text}: {}", no.reason(battle).says));
    }

    pub(crate) fn try_to(
        battle: &mut Battle,
        by: Seat,
        text: &str,
        faces: &[u8],
    ) -> Result<(), No> {
        let action = battle.read(by, text).unwrap_or_else(|misread| panic!("{text}: {misread}"));
        assert_eq!(battle.notation(by, &action), text, "it is written as it is read");
        let mut dice = Dice::scripted(faces);
        match battle.apply(by, &action, &mut dice, &mut Log::Off) {
            Ok(()) => assert!(dice.is_spent(), "{text}: dice are left"),
            Err(Stop::Refused(no)) => return Err(no),
            Err(Stop::Waiting(_)) => panic!("{text}: more dice are thrown"),
        }
        Ok(())
    }

    /// The rules by which something is refused.
    pub(crate) fn refused(battle: &mut Battle, by: Seat, text: &str) -> Vec<&'static str> {
        try_to(battle, by, text, &[]).expect_err(text).reason(battle).rules
    }

    #[test]
    fn armies_set_up_as_their_files_have_it() {
        let mut battle = to_set_up();
        let (red, blue) = (Seat::Red, Seat::Blue);
        assert_eq!(battle.lost(), Each([0, 0]), "nobody has fallen who is not placed yet");
        act(&mut battle, red, "begin", &[1, 2, 6, 6]);
        act(&mut battle, red, "lay gentle_hill small 90 60 0", &[]);
        act(&mut battle, red, "lay wood small 40 60 0", &[]);
        act(&mut battle, red, "enough", &[]);
        act(&mut battle, blue, "leave", &[]);
        act(&mut battle, blue, "turn no", &[]);
        act(&mut battle, red, "encamp 40", &[]);
        act(&mut battle, blue, "encamp 140", &[]);
        // IMP-R12: a Command at a time, the Defender first.
        for (seat, n) in [(red, 0), (blue, 0), (red, 1), (blue, 1)] {
            assert_eq!(battle.asked_seats(), seat.into(), "IMP-R12");
            let mut all = Vec::new();
            battle.candidates(seat, &mut all);
            let planned = all
                .into_iter()
                .find(|it| matches!(it, crate::steps::Action::Deploy(it) if it.command == n));
            battle.apply(seat, &planned.unwrap(), &mut Dice::scripted([]), &mut Log::Off).unwrap();
            act(&mut battle, seat, "deployed", &[]);
        }
        let mut sample = crate::battle::tests::sample();
        sample.landscape = battle.landscape.clone();
        assert_eq!(battle, sample, "RULES.md 5.3: the ready deployment");
        assert!(matches!(battle.pending(), Pending::Decide(_)));
    }
}
