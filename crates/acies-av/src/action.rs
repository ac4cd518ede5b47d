//! What players decide: whole decisions, nothing half selected.

use acies_core::deeds;
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    leaders::{
        EndLeaders,
        rides::{Attach, Ride},
    },
    melee::{follow_up::FollowUp, join::Join, lend::Lend, naming::Fight},
    morale::{reroll::Reroll, retreat::Retreat},
    movement::{EndMoves, fall_back::FallBack, march::Move, pivot::Pivot},
    orders::{EndOrders, give::Test, redress::Redress},
    setup::Prepare,
    shooting::{EndShooting, Shoot},
    turn::{Begin, Resign, initiative::Choice},
};

pub use acies_core::flow::Answer;

deeds! {
    /// A decision. Units and leaders are those of the seat that decides, targets those of the other.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action of Battle {
        /// The set-up or the first turn begins.
        Begin = Begin,
        /// S3 and S4.
        Prepare[Prepare],
        /// P1: first or second in this turn.
        Play(Choice),
        /// P2a: a unit, or a group with one die (AV-R40), tries to change its order.
        Test(Test),
        Redress(Redress),
        EndOrders = EndOrders,
        /// P2b: under Halt.
        Pivot(Pivot),
        /// Under Advance, Rush or Shieldwall (Testudo), through Expediti that are pushed away (AV-R54).
        Move(Move),
        FallBack(FallBack),
        EndMoves = EndMoves,
        /// P2c, AV-R88: a leader goes alone.
        Ride(Ride),
        /// P2c, AV-R88: a leader goes to a unit.
        Attach(Attach),
        EndLeaders = EndLeaders,
        /// P3a.
        Shoot(Shoot),
        EndShooting = EndShooting,
        /// P4b: the fight that is named, or who answers it (AV-R73).
        Fight(Fight),
        /// AV-R73(3): a unit supports a friend by contact.
        Join(Join),
        /// AV-R103.
        Lend(Answer<Lend>),
        /// AV-16.1.
        Reroll(Answer<Reroll>),
        /// AV-R84, AV-R85.
        Retreat(Retreat),
        /// AV-8.3.
        FollowUp(Answer<FollowUp>),
        /// AV-R25.
        Resign = Resign,
    }
}
