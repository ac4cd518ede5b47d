//! Units that a player drags freely: the action that leads where he wants them, and the nearest one that the
//! rules allow. Several are placed together while they deploy, and never move together (AV-R115).

use acies_core::{
    Game, Seat, Telling, Viewer,
    scene::{Dragged, Pulled},
};
use acies_table::{Angle, Facing, Length, Pose};

use crate::{
    action::{Action, Step, Steps},
    battle::{Battle, Frame},
    profile::Order,
    refusal::No,
    rulings::{OBLIQUE, TOLERANCE, UNITS_MAX},
    scene::unit_id,
    setup::{self, Prepare, Stage},
    units::{Flags, Id, UnitSet},
    way::{Course, Gait},
};

/// Nobody drags farther than this.
const FARTHEST_UD: f64 = 200.0;

impl Battle {
    /// Units that a viewer can drag: those that may still move, or that are being deployed.
    pub(crate) fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id> + '_ {
        let arranging = |by: Seat| {
            let stages = self.prelude.as_ref().map(|prelude| &prelude.stages);
            stages.is_some_and(|stages| stages[by] == Stage::Arranging)
        };
        let by = viewer.filter(|&by| match self.stack.last() {
            Some(Frame::Moves(seat)) => by == *seat,
            Some(Frame::Prepare(setup::Step::Deploy)) => arranging(by),
            _ => false,
        });
        let own = by.into_iter().flat_map(|by| self.table().standing(by));
        own.filter(|&id| !self.unit(id).is(Flags::MOVED))
    }
}

pub(crate) fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let Dragged { pieces, x, y, facing } = dragged;
    if x.abs() > FARTHEST_UD || y.abs() > FARTHEST_UD || facing.abs() > 360.0 {
        return None;
    }
    let loose = |piece: &String| battle.loose(Some(by)).find(|&id| unit_id(battle, id) == *piece);
    let ids: Vec<Id> = pieces.iter().take(UNITS_MAX).map(loose).collect::<Option<_>>()?;
    let to = Pose::new(*x, *y, Facing::new(Angle::new(*facing)));
    let id = *ids.first()?;
    let unit = id.number();
    if let Some(Frame::Prepare(_)) = battle.stack.last() {
        let beside: UnitSet = ids[1..].iter().map(|id| id.number()).collect();
        let wanted = Action::Prepare(match ids.len() {
            1 => Prepare::Place { unit, pose: to },
            _ => Prepare::Arrange { unit, beside, pose: to },
        });
        let nearest = battle.check(by, &wanted).is_ok().then(|| wanted.clone());
        return Some(Pulled::Led { wanted, nearest });
    }
    let ways = if battle.unit(id).is_under(Order::Halt) {
        let facing = turned(battle, id, &to).unwrap_or(to.facing);
        vec![Action::Pivot { unit, facing }]
    } else {
        [wanted_step(battle, id, &to), longest_step(battle, id, &to)]
            .map(|step| Action::Move { unit, steps: Steps::from_iter([step]), push: UnitSet::NONE })
            .to_vec()
    };
    let nearest = ways.iter().find(|way| battle.check(by, way).is_ok()).cloned();
    let wanted = ways.into_iter().next()?;
    Some(match ids.len() {
        1 => Pulled::Led { wanted, nearest },
        _ => Pulled::Never(battle.explain(&wanted, &No::OneByOne)),
    })
}

/// The facing that a unit must wheel to: the one it is turned to by hand, or, if it is dragged farther aside than it
/// may go obliquely (AV-R46), the one towards its place.
fn turned(battle: &Battle, id: Id, to: &Pose) -> Option<Facing> {
    let pose = battle.unit(id).pose;
    let way = to.at.vec() - pose.at.vec();
    let heading = Facing::toward(way);
    match () {
        () if to.facing != pose.facing => Some(to.facing),
        () if way.length() > TOLERANCE.touch && (heading - pose.facing).abs() > OBLIQUE => {
            Some(heading)
        }
        () => None,
    }
}

/// Straight to the place.
fn wanted_step(battle: &Battle, id: Id, to: &Pose) -> Step {
    let pose = battle.unit(id).pose;
    let way = to.at.vec() - pose.at.vec();
    let wheel = turned(battle, id, to);
    let heading = Facing::toward(way);
    // AV-R46: along the facing, if that is what is meant.
    let ahead = wheel.unwrap_or(pose.facing);
    let heading = if (heading - ahead).abs() < SLIGHT { ahead } else { heading };
    Step { wheel, heading, distance: Length::new(way.length()) }
}

/// Slants below this are not meant.
const SLIGHT: Angle = Angle::new(3.0);

/// The same as far as it may go, up to contact (AV-R49).
fn longest_step(battle: &Battle, id: Id, to: &Pose) -> Step {
    let step = wanted_step(battle, id, to);
    let table = battle.table();
    let profile = battle.profile(id);
    let most = table.mode(id, UnitSet::NONE).map_or(0.0, |mode| profile.span_ud(mode).1);
    let most = if step.wheel.is_some() { most.min(profile.wheeled_ud()) } else { most };
    let pose = battle.unit(id).pose;
    let facing = step.wheel.unwrap_or(pose.facing);
    let way = table.way(&Course {
        unit: id,
        pose: Pose { facing, ..pose },
        heading: step.heading,
        ud: most,
        push: UnitSet::NONE,
        gait: Gait::Ordered,
    });
    let meant = step.distance.get().min(most);
    Step { distance: Length::new(way.last_end(meant)), ..step }
}
