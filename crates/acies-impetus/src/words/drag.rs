//! What pieces would have to do to get where a player drags them.

use acies_core::{
    Game, Seat, UnitSet,
    flow::Stacked,
    scene::{Dragged, Pulled},
};
use acies_field::{Hand, put};
use acies_table::Pose;

use crate::{
    battle::Battle,
    setup::deployment::{Arranging, Place},
    steps::Action,
};

/// The action that leads where pieces are dragged to, and the nearest that is allowed.
pub fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let hand = Hand::take(battle, by, dragged)?;
    battle.asked::<Arranging>().filter(|it| it.seat == by)?;
    deploy(battle, by, &hand)
}

/// While a Command is placed: anywhere in the zone (IMP-R12, IMP-R143).
fn deploy(battle: &Battle, by: Seat, hand: &Hand) -> Option<Pulled<Action>> {
    let unit = hand.unit();
    let others = hand.poses().map(|(id, _)| id.number()).filter(|it| *it != unit.number());
    let beside: UnitSet = others.collect();
    // Hands know middles, and Units stand by their fronts.
    let place = |middle: Pose| {
        let mut piece = *battle.piece(unit);
        let base = acies_table::Base { pose: middle, ..piece.base() };
        piece.stand(&base);
        Action::from(Place { unit, beside, pose: piece.front })
    };
    let check = |action: &Action| battle.check(by, action);
    put(&hand.magnets(battle, &[]), Some(&battle.setup.zone(by)), place, check)
}
