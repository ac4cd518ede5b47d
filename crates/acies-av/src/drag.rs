//! Units that a player takes in hand. Dragged freely: the action that leads where he wants them, and the nearest one
//! that the rules allow. Several are placed together while they deploy, and never move together (AV-R115). Chosen
//! together: the orders that they might test for as a group (AV-5.13).

mod ways;

use acies_core::{
    Game, Seat, Telling, Viewer,
    scene::{Dragged, Pulled},
};
use acies_table::{Angle, Facing, Pose};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    movement::Moves,
    orders::{Orders, give::Test},
    profile::Order,
    rulings::UNITS_MAX,
    scene::unit_id,
    setup::{
        Preparing, Stage,
        arranging::{Arrange, Place},
    },
    units::{Flags, Id, UnitSet},
    words::refusals::No,
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
            Some(Frame::Moves(Moves(seat))) => by == *seat,
            Some(Frame::Prepare(Preparing::Deploy)) => arranging(by),
            _ => false,
        });
        let own = by.into_iter().flat_map(|by| self.table().standing(by));
        own.filter(|&id| !self.unit(id).is(Flags::MOVED))
    }
}

impl Battle {
    /// AV-R40: units that a viewer can choose for a group while he gives orders; whether they are one, the test says.
    pub(crate) fn ordered(&self, viewer: Viewer) -> impl Iterator<Item = Id> + '_ {
        let orders = |by: &Seat| self.stack.last() == Some(&Orders(*by).into());
        viewer.filter(orders).into_iter().flat_map(|by| self.table().standing(by))
    }
}

/// AV-5.13, AV-R40: every order for a group of a player's own choice.
pub(crate) fn together(battle: &Battle, by: Seat, pieces: &[String]) -> Vec<Action> {
    let ordered =
        |piece: &String| battle.ordered(Some(by)).find(|&id| unit_id(battle, id) == *piece);
    let units: Option<UnitSet> = pieces.iter().take(UNITS_MAX).map(ordered).collect();
    let group = units.filter(|units| units.len() > 1);
    let tests =
        group.into_iter().flat_map(|units| Order::ALL.map(|order| Test { units, order }.into()));
    tests.collect()
}

pub(crate) fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let Dragged { pieces, x, y, facing, .. } = dragged;
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
            1 => Place { unit, pose: to }.into(),
            _ => Arrange { unit, beside, pose: to }.into(),
        });
        let nearest = battle.check(by, &wanted).is_ok().then(|| wanted.clone());
        return Some(Pulled::Led { wanted, nearest });
    }
    let ways = ways::ways(battle, id, &to);
    let nearest = ways.iter().find(|way| battle.check(by, way).is_ok()).cloned();
    let wanted = ways.into_iter().next()?;
    Some(match ids.len() {
        1 => Pulled::Led { wanted, nearest },
        _ => Pulled::Never(battle.explain(&wanted, &No::OneByOne)),
    })
}
