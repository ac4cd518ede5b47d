//! Table and deployment (RULES.md 4.10): from two armies to the first turn.
//!
//! | file | what |
//! |---|---|
//! | [`size`] | how large a battle is, and where armies deploy (LEG-R112, LEG-R114, LEG-R116) |
//! | [`terrain`] | chance terrain, who takes a piece away, who chooses his edge (LEG-R115, LEG-R152) |
//! | [`lots`] | dice of both sides, where the lower and the higher have their rights |
//! | [`camp`] | camps (LEG-R117) |
//! | [`deploy`] | a command after the other (LEG-R116) |
//! | [`arrange`] | its units and its leader elsewhere, before it is settled |
//! | [`lines`] | battle lines in which commands may deploy |
//! | [`orders`] | the first standing orders, in secret (LEG-R37) |
//! | [`notation`], [`words`] | as players type it; what happened and why not |

pub mod arrange;
pub mod camp;
pub mod deploy;
pub mod lines;
pub mod lots;
pub mod notation;
pub mod orders;
pub mod size;
pub mod terrain;
pub mod words;

use acies_core::{Each, Log, Sealed, Seat, Viewer, flow::Stacked};
use acies_table::{Length, Pose};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Frame, Leader, Place, Setup, Side, Status, Unit},
    command::StandingOrder,
    files::army::{Post, Roster},
    ground::Ground,
    troops::Shape,
    words::Event,
};

pub use self::{
    lots::Lot,
    orders::FirstOrders,
    size::Size,
    words::{Prepared, Unprepared},
};

/// What is settled only while armies set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prelude {
    /// How the armies' files have them; nobody stands anywhere if they do not say.
    #[serde(default)]
    pub plans: Each<Plan>,
    /// LEG-R37: chosen in secret.
    #[serde(default)]
    pub orders: Each<Sealed<FirstOrders>>,
}

/// How the file of an army has it deployed. Places are those of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// LEG-R117: the middle of the camp, along the base edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camp: Option<Length>,
    /// In the order of the army: all of them, or none.
    #[serde(default)]
    pub stands: Vec<Pose>,
    /// Of each leader; nothing if the file has him placed later.
    #[serde(default)]
    pub posts: Vec<Place>,
    #[serde(default)]
    pub orders: Vec<StandingOrder>,
}

/// A unit in its place, in its formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    pub unit: u8,
    pub shape: Shape,
    pub pose: Pose,
}

impl Plan {
    /// What a roster says of places and orders.
    pub fn of(roster: &Roster, seat: Seat) -> Plan {
        let size = roster.size();
        let post = |post: Option<Post>| match post {
            Some(Post::With(unit)) => Place::With(unit),
            Some(Post::At(at)) => Place::Alone(size.seen_from(seat, at)),
            None => Place::Away,
        };
        let stands: Option<Vec<Pose>> =
            roster.units.iter().map(|unit| Some(size.placed(seat, unit.at?))).collect();
        Plan {
            camp: roster.camp.map(|x| size.seen_from(seat, size.camp(x)).x),
            stands: stands.unwrap_or_default(),
            posts: roster.commands.iter().map(|it| post(it.post)).collect(),
            orders: roster.commands.iter().map(|it| it.order).collect(),
        }
    }
}

fn told(log: &mut Log<Event>, prepared: impl FnOnce() -> Prepared) {
    log.push(|| Event::Setup(prepared()));
}

impl Battle {
    /// Two armies that still have to set up (RULES.md 2).
    pub fn to_set_up(setup: Setup, rosters: &Each<Roster>) -> Battle {
        let sides = Each::of(|seat| Side::away(&rosters[seat]));
        let mut battle = Battle::at_start(setup, Ground::default(), sides);
        let plans = Each::of(|seat| Plan::of(&rosters[seat], seat));
        battle.prelude = Some(Box::new(Prelude { plans, orders: Each::default() }));
        battle.lay(Frame::Begin);
        battle
    }

    /// LEG-R37, LEG-R120: what of the set-up a viewer may not know. The armies are open.
    pub(crate) fn veil_setup(&mut self, viewer: Viewer) {
        let Some(prelude) = self.prelude.as_mut() else { return };
        prelude.orders.veil(viewer);
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            prelude.plans[seat] = Plan::default();
        }
    }

    /// What may stand in the place of the orders that are hidden.
    pub(crate) fn guess_setup(&mut self) {
        let usual = Each::of(|seat| self.usual_orders(seat));
        let Some(prelude) = self.prelude.as_mut() else { return };
        prelude.orders.guess(|seat| usual[seat].clone());
    }
}

impl Side {
    /// An army that has not deployed yet.
    fn away(roster: &Roster) -> Side {
        let mut side = Side::default();
        for unit in &roster.units {
            let fresh = Unit::fresh(unit.profile, unit.shape, Pose::default());
            side.units.push(Unit { status: Status::Away, ..fresh });
        }
        for command in &roster.commands {
            side.leaders.push(Leader::fresh(Place::Away, command.order));
        }
        side
    }
}

/// A place as players read it, in whole paces from the south-western corner.
pub(crate) fn place(at: acies_table::Point) -> String {
    format!("{:.0} east, {:.0} north", at.x.get(), at.y.get())
}

#[cfg(test)]
mod tests;
