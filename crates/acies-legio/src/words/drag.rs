//! What pieces would have to do to get where a player drags them.

use acies_core::{
    Game, Seat, UnitSet,
    scene::{Dragged, Pulled},
};
use acies_field::{Hand, put};
use acies_table::Pose;

use crate::{
    battle::{Action, Battle},
    setup::{
        Stand,
        arrange::{Arrange, ArrangeAll},
    },
};

/// The action that leads where pieces are dragged to, and the nearest that is allowed.
pub fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let hand = Hand::take(battle, by, dragged)?;
    battle.arranging(by)?;
    deploy(battle, by, &hand)
}

/// While a command is placed: anywhere in the zone (LEG-R116).
fn deploy(battle: &Battle, by: Seat, hand: &Hand) -> Option<Pulled<Action>> {
    let unit = hand.unit();
    let others = hand.poses().map(|(id, _)| id.number()).filter(|it| *it != unit.number());
    let beside: UnitSet = others.collect();
    let shape = battle.unit(unit).is.shape;
    let unit = unit.number();
    let place = |pose: Pose| {
        if beside.is_empty() {
            Action::from(Arrange { stand: Stand { unit, shape, pose } })
        } else {
            Action::from(ArrangeAll { unit, beside, pose })
        }
    };
    let check = |action: &Action| battle.check(by, action);
    put(&hand.magnets(battle, &[]), Some(&battle.setup.size.zone_of(by)), place, check)
}
