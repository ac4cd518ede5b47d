//! Units that a player takes in hand. Dragged freely: the action that leads where he wants them, and the nearest one
//! that the rules allow. Several are placed together while they deploy, and never move together (AV-R115). Chosen
//! together: the orders that they might test for as a group (AV-5.13).

mod ways;

use acies_core::{
    Game, Seat, Telling, Viewer,
    scene::{Dragged, Pulled},
};
use acies_field::{Field, Hand, Lane, pull, put};
use acies_table::{Angle, Pose};

use crate::{
    battle::{Action, Battle, Frame},
    orders::{Orders, give::Test},
    profile::Order,
    rulings::{OBLIQUE, UNITS_MAX},
    setup::arranging::{Arrange, Place},
    units::{Id, UnitSet},
    words::refusals::{FOOTPRINT, No},
};

impl Battle {
    /// AV-R40: units that a viewer can choose for a group while he gives orders; whether they are one, the test says.
    pub(crate) fn ordered(&self, viewer: Viewer) -> impl Iterator<Item = Id> + '_ {
        let orders = |by: &Seat| self.stack.last() == Some(&Orders(*by).into());
        viewer.filter(orders).into_iter().flat_map(|by| self.table().standing(by))
    }
}

/// AV-5.13, AV-R40: every order for a group of a player's own choice.
pub(crate) fn together(battle: &Battle, by: Seat, pieces: &[String]) -> Vec<Action> {
    let ordered = |piece: &String| battle.ordered(Some(by)).find(|&id| battle.piece(id) == *piece);
    let units: Option<UnitSet> = pieces.iter().take(UNITS_MAX).map(ordered).collect();
    let group = units.filter(|units| units.len() > 1);
    let tests =
        group.into_iter().flat_map(|units| Order::ALL.map(|order| Test { units, order }.into()));
    tests.collect()
}

pub(crate) fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let hand = Hand::take(battle, by, dragged)?;
    let check = |action: &Action| battle.check(by, action);
    if let Some(Frame::Prepare(_)) = battle.stack.last() {
        let unit = hand.unit().number();
        let beside: UnitSet = hand.ids[1..].iter().map(|id| id.number()).collect();
        let place = |pose: Pose| {
            Action::Prepare(match hand.ids.len() {
                1 => Place { unit, pose }.into(),
                _ => Arrange { unit, beside, pose }.into(),
            })
        };
        let zone = battle.setup.field.zone(by, FOOTPRINT);
        return put(&hand.magnets(battle, &[]), Some(&zone), place, check);
    }
    let pulled = pull(&hand.magnets(battle, &lanes(&hand)), |hand| ways::ways(battle, hand), check);
    match pulled? {
        Pulled::Led { wanted, .. } if hand.ids.len() > 1 => {
            Some(Pulled::Never(battle.explain(&wanted, &No::OneByOne)))
        }
        led => Some(led),
    }
}

/// AV-5.22, AV-R46: straight on with the facing that it is given, or as far aside as it may go.
fn lanes(hand: &Hand) -> [Lane; 3] {
    let (from, facing) = (hand.from().at.vec(), hand.to.facing);
    [Angle::ZERO, OBLIQUE, -OBLIQUE].map(|off| Lane { from, heading: facing + off })
}
