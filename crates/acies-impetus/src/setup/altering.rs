//! S3: the Attacker moves a piece of terrain or removes one, and then picks his long edge (IMP-R11, IMP-R141, IMP-R142).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step, YesNo},
};
use acies_table::{Length, Point};
use glam::dvec2;
use serde::{Deserialize, Serialize};

use super::{
    baggage::Encamping,
    defender,
    words::{NoSetup, Prepared},
};
use crate::{
    battle::Battle,
    landscape::Patch,
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// IMP-R11: how far the Attacker may move a piece.
const MOVED_MOST: Length = Length::new(30.0);

/// What the Attacker does about the terrain.
pub struct Altering;

impl Step<Battle> for Altering {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.setup.attacker.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("move a piece of terrain, remove one, or leave the ground as it is".into(), &["IMP-R11"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.push(Action::Leave);
        for piece in 0..battle.landscape.patches.len() as u8 {
            let all = std::iter::once(Alter { piece, by: None });
            let ways = [(20.0, 0.0), (-20.0, 0.0), (0.0, 20.0), (0.0, -20.0)];
            let shifts = ways.map(|(x, y)| Alter { piece, by: Some(Point::new(x, y)) });
            let all = all.chain(shifts).filter(|it| Deed::check(it, battle, by).is_ok());
            out.extend(all.map(Action::from));
        }
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let all = 0..=battle.landscape.patches.len() as u8;
        out.extend(all.map(|piece| Action::from(Alter { piece, by: None })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

impl Battle {
    fn altering(&self) -> Result<(), No> {
        if self.top() == Some(Frame::Alter) { Ok(()) } else { Err(No::NotNow) }
    }
}

/// A piece, by its number on the table, is moved so far east and north, or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alter {
    pub piece: u8,
    pub by: Option<Point>,
}

impl Deed<Battle> for Alter {
    /// Who does it, and what lies there then.
    type Plan = (Seat, Option<Patch>);
    const VERBS: &'static [&'static str] = &["shift", "remove"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let piece = u32::from(self.piece) + 1;
        match self.by {
            Some(by) => format!("shift {piece} {} {}", by.x, by.y),
            None => format!("remove {piece}"),
        }
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let piece = words.from_one("a piece")?;
        let by = if verb == "shift" { Some(words.point()?) } else { None };
        Ok(Alter { piece, by })
    }

    fn check(&self, battle: &Battle, seat: Seat) -> Result<Self::Plan, No> {
        battle.altering()?;
        let piece = self.piece;
        let patch =
            battle.landscape.patches.get(usize::from(piece)).ok_or(NoSetup::NoPiece { piece })?;
        let terrain = patch.terrain;
        if !terrain.is_area() {
            return Err(NoSetup::Fixed { terrain }.into());
        }
        let Some(by) = self.by else { return Ok((seat, None)) };
        let u = Length::new(by.vec().length());
        if u > MOVED_MOST {
            return Err(NoSetup::TooFarMoved { u, most: MOVED_MOST }.into());
        }
        let moved = battle.shifted_patch(piece, by).ok_or(NoSetup::NoPiece { piece })?;
        battle.check_area(&moved, Some(usize::from(piece)))?;
        Ok((seat, Some(moved)))
    }

    fn perform(
        &self,
        (by, moved): Self::Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let at = usize::from(self.piece);
        let patches = &mut battle.landscape.to_mut().patches;
        let terrain = patches[at].terrain;
        match moved {
            Some(moved) => {
                patches[at] = moved;
                let u = Length::new(self.by.unwrap_or_default().vec().length());
                log.push(|| Prepared::Moved { by, terrain, u }.into());
            }
            None => {
                patches.remove(at);
                log.push(|| Prepared::Removed { by, terrain }.into());
            }
        }
        battle.lay(Edge { seat: by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let patch = battle.landscape.patches.get(usize::from(self.piece));
        let name = patch.map_or("piece", |it| it.terrain.name());
        let shown = match self.by {
            Some(by) => {
                let u = Length::new(dvec2(by.x.get(), by.y.get()).length());
                Shown::new(
                    "Move",
                    format!("move the {name} by {u} U, {} east and {} north", by.x, by.y),
                )
            }
            None => Shown::new("Remove", format!("remove the {name}")),
        };
        shown.rules(&["IMP-R11", "IMP-R141"])
    }
}

/// The ground stays as it is.
pub struct Leave;

impl Deed<Battle> for Leave {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["leave"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "leave".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Leave)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.altering().map(|()| by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        log.push(|| Prepared::Left { by }.into());
        battle.lay(Edge { seat: by });
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Leave", "leave the ground as it is").rules(&["IMP-R11"])
    }
}

/// Whether the Attacker takes the other long edge. Red stays in the south: the ground is turned instead (IMP-R142).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    pub seat: Seat,
}

impl YesNo<Battle> for Edge {
    const VERB: &'static str = "turn";

    fn seat(&self) -> Seat {
        self.seat
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        (
            "turn the ground round, to come from its other long edge?".into(),
            &["IMP-R11", "IMP-R142"],
        )
    }

    fn shows(&self, _: &Battle, yes: bool) -> Shown {
        let shown = if yes {
            Shown::new("Turn", "turn the ground round and come from its other edge")
        } else {
            Shown::new("Keep", "come from the near edge")
        };
        shown.rules(&["IMP-R11", "IMP-R142"])
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let by = self.seat;
        if yes {
            let turned = battle.landscape.patches.iter().map(|it| battle.setup.turned_patch(it));
            let turned = turned.collect();
            battle.landscape.to_mut().patches = turned;
        }
        log.push(|| Prepared::Edge { by, other: yes }.into());
        battle.lay(Encamping { seat: by });
        battle.lay(Encamping { seat: defender(by) });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        movement::terrain::Terrain,
        setup::tests::{act, refused, to_set_up},
    };

    const RED: Seat = Seat::Red;
    const BLUE: Seat = Seat::Blue;

    /// Blue attacks, on ground with a wood, a marsh and a dry river.
    fn altering() -> Battle {
        let mut battle = to_set_up();
        act(&mut battle, RED, "begin", &[1, 1, 6, 6]);
        act(&mut battle, RED, "seek river", &[5]);
        for text in [
            "lay wood small 60 50 0",
            "lay marsh small 100 50 0",
            "run dry_river 20 0 20 120",
            "enough",
        ] {
            act(&mut battle, RED, text, &[]);
        }
        battle
    }

    #[test]
    fn the_attacker_moves_or_removes_one() {
        let mut battle = altering();
        assert_eq!(refused(&mut battle, BLUE, "remove 3"), ["IMP-R11"], "not the river");
        assert_eq!(refused(&mut battle, BLUE, "remove 4"), ["IMP-R11"], "there is none");
        assert_eq!(refused(&mut battle, BLUE, "shift 1 0 30.001"), ["IMP-R11"], "up to 30 U");
        assert_eq!(
            refused(&mut battle, BLUE, "shift 1 25 0"),
            ["IMP-R11"],
            "IMP-R141: too close to the marsh"
        );
        let mut moved = battle.clone();
        act(&mut moved, BLUE, "shift 1 0 30", &[]);
        let at = moved.landscape.patches[0].outline.bounds().centre();
        let was = battle.landscape.patches[0].outline.bounds().centre();
        assert!(
            (at.y - was.y - 30.0).abs() < 1e-9 && (at.x - was.x).abs() < 1e-9,
            "IMP-R11, IMP-R141"
        );
        act(&mut battle, BLUE, "remove 1", &[]);
        assert_eq!(battle.landscape.patches[0].terrain, Terrain::Marsh, "IMP-R11");
        assert_eq!(refused(&mut battle, BLUE, "remove 1"), ["IMP-R23"], "one piece, once");
    }

    #[test]
    fn the_other_edge_turns_the_ground() {
        let mut battle = altering();
        act(&mut battle, BLUE, "leave", &[]);
        let was: Vec<_> =
            battle.landscape.patches.iter().map(|it| it.outline.bounds().centre()).collect();
        act(&mut battle, BLUE, "turn yes", &[]);
        for (patch, was) in battle.landscape.patches.iter().zip(was) {
            let at = patch.outline.bounds().centre();
            assert!((at + was - dvec2(180.0, 120.0)).length() < 0.01, "IMP-R142: {at}");
        }
        // The Defender goes on.
        assert_eq!(battle.asked_seats(), RED.into(), "IMP-R12");
    }
}
