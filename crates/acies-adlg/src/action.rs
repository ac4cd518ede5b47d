//! What players decide: whole decisions, nothing half selected. Each lies in the file of its rule.

pub use acies_core::UnitSet;
use acies_core::deeds;
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    charge::{
        declare::Declare,
        go_on::GoOn,
        react::{Evade, Stand},
        uncontrolled::Prevent,
    },
    command::{
        activation::Activate,
        commander::{Attach, Ride},
        orders::EndCorps,
        tasks::{PlantStakes, StopLooting},
    },
    evade::{disengage::Disengage, face_about::FaceAbout, run::Flight},
    melee::engage::Engage,
    movement::{form::Form, march::Move},
    rally::TryRally,
    rout::pursuit::Pursue,
    sequence::Resign,
    setup::{Prepare, ambush::Reveal, flank_march::Enter},
    shooting::phase::{EndShooting, Shoot},
    zone_of_control::leave::{EvadeZone, LeaveZone, RideOut},
};

deeds! {
    /// A decision. Units are those of the seat that decides, targets those of the other.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action of Battle {
        /// S1 to S8: everything before the first turn.
        Prepare[Prepare],
        /// M1.
        Activate(Activate),
        // M3: orders.
        Move(Move),
        Form(Form),
        Charge(Declare),
        Prevent(Prevent),
        Rally(TryRally),
        Disengage(Disengage),
        LeaveZone(LeaveZone),
        RideOut(RideOut),
        EvadeZone(EvadeZone),
        StopLooting(StopLooting),
        PlantStakes(PlantStakes),
        Attach(Attach),
        Ride(Ride),
        Reveal(Reveal),
        Enter(Enter),
        EndCorps = EndCorps,
        // C2 to C5: charges and evades.
        Evade = Evade,
        Stand = Stand,
        Run(Flight),
        FaceAbout(FaceAbout),
        GoOn(GoOn),
        // S, C and R.
        Shoot(Shoot),
        EndShooting = EndShooting,
        Engage(Engage),
        Pursue(Pursue),
        Resign = Resign,
    }
}
