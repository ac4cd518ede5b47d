//! S3: the Defender lays two to four pieces of terrain, and a road if he likes (IMP-R11, IMP-R140).

use acies_core::{
    D6, Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Point, Pose};
use serde::{Deserialize, Serialize};

use super::{
    Prelude, Rare, defender,
    notation::pose_text,
    pieces::{Extent, PIECES},
    words::{NoSetup, Prepared},
};
use crate::{
    battle::Battle,
    landscape::Patch,
    movement::terrain::Terrain,
    profile::Worded,
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// The Defender lays one piece after another.
pub struct Laying;

impl Step<Battle> for Laying {
    fn deciders(&self, battle: &Battle) -> Seats {
        defender(battle.setup.attacker).into()
    }

    fn again(&self) -> bool {
        true
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let laid = battle.prelude.map_or(0, |it| it.laid);
        let [least, most] = PIECES;
        (format!("lay {least} to {most} pieces of terrain; {laid} are laid"), &["IMP-R11"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        if Deed::check(&EndLaying, battle, by).is_ok() {
            out.push(Action::EndLaying);
        }
        let seek = Rare::ALL.map(|rare| Seek { rare }).into_iter();
        out.extend(seek.filter(|it| Deed::check(it, battle, by).is_ok()).map(Action::from));
        let Some(prelude) = battle.prelude else { return };
        let open = |it: &Terrain| battle.check_supply(&prelude, *it).is_ok();
        for terrain in Terrain::AREAS.into_iter().filter(open) {
            let usual = battle.usual_areas(by, terrain);
            out.extend(usual.map(|(extent, pose)| Lay { terrain, extent, pose }.into()));
        }
        for terrain in Terrain::RIVERS.into_iter().filter(open) {
            out.extend(battle.usual_rivers(terrain).map(|ends| Run { terrain, ends }.into()));
        }
        if prelude.laid > 0 {
            out.extend(
                battle.usual_roads().map(|ends| Run { terrain: Terrain::Road, ends }.into()),
            );
        }
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let middle = Pose::nearest(battle.setup.table().centre(), acies_table::Facing::NORTH);
        let lay = |terrain| Lay { terrain, extent: Extent::Large, pose: middle }.into();
        out.extend(Terrain::AREAS.map(lay));
        out.extend(Rare::ALL.map(|rare| Action::from(Seek { rare })));
        out.push(Action::EndLaying);
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

impl Battle {
    /// What the Defender has laid, while he lays.
    fn laying(&self) -> Result<Prelude, No> {
        self.prelude.filter(|_| self.top() == Some(Frame::Lay)).ok_or(No::NotNow)
    }

    fn put_down(
        &mut self,
        by: Seat,
        patches: impl IntoIterator<Item = Patch>,
        terrain: Terrain,
        log: &mut Log<Event>,
    ) {
        self.landscape.to_mut().patches.extend(patches);
        if let Some(prelude) = self.prelude.as_mut().filter(|_| terrain != Terrain::Road) {
            prelude.laid += 1;
        }
        log.push(|| Prepared::Laid { by, terrain }.into());
    }
}

/// An area, its long axis across its facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lay {
    pub terrain: Terrain,
    pub extent: Extent,
    pub pose: Pose,
}

impl Deed<Battle> for Lay {
    type Plan = (Seat, Patch);
    const VERBS: &'static [&'static str] = &["lay"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("lay {} {} {}", self.terrain.word(), self.extent.word(), pose_text(&self.pose))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let terrain = words.worded("terrain")?;
        let extent = words.worded("size")?;
        Ok(Lay { terrain, extent, pose: words.pose()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Self::Plan, No> {
        let prelude = battle.laying()?;
        if !self.terrain.is_area() {
            return Err(NoSetup::NoArea { terrain: self.terrain }.into());
        }
        battle.check_supply(&prelude, self.terrain)?;
        let patch = self.terrain.patch(self.extent, &self.pose);
        battle.check_area(&patch, None)?;
        Ok((by, patch))
    }

    fn perform(
        &self,
        (by, patch): Self::Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.put_down(by, [patch], self.terrain, log);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let (size, name, at) = (self.extent.word(), self.terrain.name(), self.pose.at);
        Shown::new("Lay", format!("lay a {size} {name} at {} {}", at.x, at.y)).rules(&["IMP-R11"])
    }
}

/// A river or a road, from one edge of the table to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub terrain: Terrain,
    pub ends: [Point; 2],
}

impl Deed<Battle> for Run {
    type Plan = (Seat, Vec<Patch>);
    const VERBS: &'static [&'static str] = &["run"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let [from, to] = self.ends;
        format!("run {} {} {} {} {}", self.terrain.word(), from.x, from.y, to.x, to.y)
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let terrain = words.worded("terrain")?;
        Ok(Run { terrain, ends: [words.point()?, words.point()?] })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Self::Plan, No> {
        let prelude = battle.laying()?;
        if self.terrain == Terrain::Road {
            return Ok((by, vec![battle.check_road(self.ends)?]));
        }
        if !self.terrain.is_river() {
            return Err(NoSetup::NotAcross { from: self.ends[0], to: self.ends[1] }.into());
        }
        battle.check_supply(&prelude, self.terrain)?;
        Ok((by, battle.check_river(self.terrain, self.ends)?))
    }

    fn perform(
        &self,
        (by, patches): Self::Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.put_down(by, patches, self.terrain, log);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let [from, to] = self.ends;
        let name = self.terrain.name();
        let does = format!("lay a {name} from {} {} to {} {}", from.x, from.y, to.x, to.y);
        Shown::new("Lay", does).rules(&["IMP-R11", "IMP-R140"])
    }
}

/// IMP-R11: a throw for a BUA, or for a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    pub rare: Rare,
}

impl Deed<Battle> for Seek {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["seek"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("seek {}", self.rare.word())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Seek { rare: words.worded("piece")? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let prelude = battle.laying()?;
        if prelude.laid >= PIECES[1] {
            return Err(NoSetup::EnoughPieces.into());
        }
        match prelude.thrown(self.rare) {
            None => Ok(by),
            Some(_) => Err(NoSetup::ThrownAlready { rare: self.rare }.into()),
        }
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let rare = self.rare;
        let die = dice.roll(by.throws("IMP-R11", "for a rare piece of terrain"), D6)? as u8;
        let allowed = die >= 5;
        if let Some(prelude) = &mut battle.prelude {
            prelude.set_thrown(rare, allowed);
        }
        log.push(|| Prepared::Sought { by, rare, die, allowed }.into());
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let shown =
            Shown::new("Throw", format!("throw for {}: on 5 or 6 it may be laid", self.rare.a()));
        Shown { throws: true, ..shown.rules(&["IMP-R11"]) }
    }
}

/// The Defender has laid what he wants.
pub struct EndLaying;

impl Deed<Battle> for EndLaying {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["enough"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "enough".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndLaying)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(), No> {
        let laid = battle.laying()?.laid;
        if laid < PIECES[0] { Err(NoSetup::TooFewPieces { laid }.into()) } else { Ok(()) }
    }

    fn perform(&self, (): (), battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.take();
        battle.lay(Frame::Alter);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Enough", "lay no more terrain").rules(&["IMP-R11"])
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{Game, Seat};

    use super::*;
    use crate::setup::tests::{act, refused, to_set_up};

    const RED: Seat = Seat::Red;

    /// Red defends.
    fn laying() -> Battle {
        let mut battle = to_set_up();
        act(&mut battle, RED, "begin", &[1, 1, 6, 6]);
        battle
    }

    #[test]
    fn two_to_four_pieces() {
        let mut battle = laying();
        act(&mut battle, RED, "lay wood small 40 60 0", &[]);
        assert_eq!(refused(&mut battle, RED, "enough"), ["IMP-R11"], "one is too few");
        act(&mut battle, RED, "lay marsh small 80 60 0", &[]);
        assert_eq!(
            refused(&mut battle, RED, "lay bua small 120 60 0"),
            ["IMP-R11"],
            "IMP-R11: only by a throw"
        );
        act(&mut battle, RED, "lay steep_hill small 120 60 0", &[]);
        act(&mut battle, RED, "run road 60 0 60 120", &[]);
        assert_eq!(refused(&mut battle, RED, "run road 20 0 20 120"), ["IMP-R11"], "one road");
        // A road is none of the pieces.
        act(&mut battle, RED, "lay fields large 150 60 90", &[]);
        assert_eq!(
            refused(&mut battle, RED, "lay dunes small 20 60 0"),
            ["IMP-R11"],
            "four are the most"
        );
        act(&mut battle, RED, "enough", &[]);
        assert_eq!(battle.asked_seats(), Seat::Blue.into(), "IMP-R11: the Attacker's turn");
    }

    #[test]
    fn rare_pieces_need_a_throw() {
        let mut battle = laying();
        act(&mut battle, RED, "seek bua", &[4]);
        let refused_bua = refused(&mut battle, RED, "lay bua small 40 60 0");
        assert_eq!(refused_bua, ["IMP-R11", "IMP-R140"], "a 4 is too little");
        assert_eq!(
            refused(&mut battle, RED, "seek bua"),
            ["IMP-R11", "IMP-R140"],
            "IMP-R140: once"
        );
        act(&mut battle, RED, "seek river", &[5]);
        assert_eq!(
            refused(&mut battle, RED, "run river 60 0 60 120"),
            ["IMP-R11"],
            "more than 40 U from either edge"
        );
        assert_eq!(
            refused(&mut battle, RED, "run river 30 0 30 60"),
            ["IMP-R11"],
            "it ends on the table"
        );
        act(&mut battle, RED, "run river 30 0 30 120", &[]);
        assert_eq!(refused(&mut battle, RED, "run flood 150 0 150 120"), ["IMP-R11"], "one river");
        // IMP-R140: three stretches, and a crossing of 9 U about 40 and about 80.
        let ends: Vec<_> = battle.landscape.patches.iter().map(|it| it.outline.bounds()).collect();
        let spans: Vec<_> = ends
            .iter()
            .map(|it| [it.centre().y - it.depth() / 2.0, it.centre().y + it.depth() / 2.0])
            .collect();
        assert_eq!(spans, [[0.0, 35.5], [44.5, 75.5], [84.5, 120.0]], "IMP-R140");
        assert!(ends.iter().all(|it| (it.width() - 4.0).abs() < 1e-9), "IMP-R140");
        assert_eq!(battle.prelude.map(|it| it.laid), Some(1), "a river is one piece");
    }

    #[test]
    fn pieces_are_five_apart_and_on_the_table() {
        let mut battle = laying();
        // Enclosed fields, small: 16.8 by 11.4 U.
        act(&mut battle, RED, "lay fields small 40 60 0", &[]);
        assert_eq!(
            refused(&mut battle, RED, "lay fields small 61.7 60 0"),
            ["IMP-R11"],
            "4.9 U apart"
        );
        act(&mut battle, RED, "lay fields small 61.8 60 0", &[]);
        assert_eq!(
            refused(&mut battle, RED, "lay wood large 14 60 0"),
            ["IMP-R11"],
            "0.5 U over the edge"
        );
        assert_eq!(
            refused(&mut battle, RED, "lay wood small 40 60 0"),
            ["IMP-R11"],
            "one in the other"
        );
        // IMP-R11: a piece fits in 30 by 20 U and is at least 10 U across, in both sizes.
        for terrain in Terrain::AREAS {
            for extent in [Extent::Large, Extent::Small] {
                let bounds = terrain.patch(extent, &Pose::default()).outline.bounds();
                assert!(bounds.width() <= 30.0 && bounds.depth() <= 20.0, "IMP-R11: {terrain:?}");
                assert!(
                    bounds.width() >= 10.0 && bounds.depth() >= 10.0,
                    "IMP-R11: {terrain:?} {extent:?}"
                );
            }
        }
    }

    #[test]
    fn roads_cross_rivers_where_they_can_be_crossed() {
        let mut battle = laying();
        act(&mut battle, RED, "seek river", &[6]);
        act(&mut battle, RED, "run flood 30 0 30 120", &[]);
        assert_eq!(refused(&mut battle, RED, "run road 0 60 180 60"), ["IMP-R140"]);
        act(&mut battle, RED, "run road 0 40 180 40", &[]);
        let mut all = Vec::new();
        battle.candidates(RED, &mut all);
        assert!(all.iter().all(|it| battle.check(RED, it).is_ok()));
    }
}
