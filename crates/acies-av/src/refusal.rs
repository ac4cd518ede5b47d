//! Why not: every reason that the rules have to refuse an action, with the lengths, places and shapes that
//! decide, and where there is one the nearest action that they allow.

use acies_core::{RuleId, Seat};
use acies_table::{Angle, Length, Point, Pose};

use crate::{aim::NoShot, profile::Order, setup::NoPreparing, units::Id, way::Stop};

/// The reason why an action is not allowed. Lengths come in pairs: what there is, and what there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub enum No {
    // Whose decision, and which.
    Over,
    NotYourDecision,
    NotNow,
    NoSuchUnit { number: u8 },
    NoSuchLeader { number: u8 },
    NobodyNamed,
    NotOnTable { unit: Id },
    // Orders.
    Tested { unit: Id },
    Redressed { unit: Id },
    NeverUnder { unit: Id, order: Order },
    AlreadyUnder { unit: Id, order: Order },
    NoChange { unit: Id, from: Option<Order>, to: Order },
    NoWayBack { unit: Id },
    OtherType { unit: Id },
    DisruptedInGroup { unit: Id },
    OtherFacing { unit: Id, turned: Angle },
    NoChain { unit: Id },
    NotDisrupted { unit: Id },
    InEnemyZone { unit: Id, enemy: Id },
    // Moves.
    Disrupted { unit: Id },
    Moved { unit: Id },
    NotUnder { unit: Id, order: Order },
    Held { unit: Id, enemy: Id },
    NoTurn { unit: Id },
    TooManySteps { unit: Id, most: u8 },
    NoStep,
    StraightOnly { unit: Id },
    TooOblique { unit: Id, by: Angle, most: Angle },
    TooFar { unit: Id, distance: Length, most: Length, to: Point },
    TooShort { unit: Id, distance: Length, least: Length },
    WheelThenMove { unit: Id, distance: Length, least: Length },
    Stopped { unit: Id, by: Stop, distance: Length, free: Length, at: Point },
    EndsNear { unit: Id, at: Point },
    StopsBefore { unit: Id, by: Stop, at: Point },
    MustMove { unit: Id },
    // Pushing Expediti.
    NoPusher { unit: Id },
    NotPushed { enemy: Id },
    NotInTheWay { enemy: Id },
    CannotBePushed { enemy: Id, to: Point },
    // Falling back.
    NotBackward { unit: Id, by: Angle, most: Angle },
    NoAboutTurn { unit: Id },
    NoSecondPivot { unit: Id },
    EndsInZone { unit: Id, enemy: Id, distance: Length, stands: Pose },
    ComesNearer { unit: Id, enemy: Id, was: Length, is: Length, stands: Pose },
    // Leaders.
    LeaderLost { by: Seat, leader: u8 },
    LeaderMoved { by: Seat, leader: u8 },
    LeaderEngaged { by: Seat, leader: u8, unit: Id },
    LeaderTooFar { distance: Length, most: Length, at: Point },
    LeaderBarred { at: Point },
    LeaderNearEnemy { enemy: Id, at: Point },
    LeaderOffTable { at: Point },
    HasLeader { unit: Id },
    NoRiding,
    // Shooting and fighting.
    NotATarget { unit: Id, target: Id, why: NoShot },
    AimsAlready { unit: Id },
    NotInContact { unit: Id, enemy: Id },
    Committed { unit: Id },
    NotThatFight { unit: Id },
    // Retreats.
    WrongRetreat { unit: Id },
    RetreatLength { unit: Id, distance: Length, least: Length, most: Length },
    // Before the first turn.
    Preparing(NoPreparing),
}

impl No {
    /// The rules that say so, the one that decides first.
    #[rustfmt::skip]
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            No::Over                     => &["AV-R25"],
            No::NotYourDecision          => &["AV-4.3"],
            No::NotNow                   => &["AV-4.1", "AV-R31"],
            No::NoSuchUnit { .. }        => &["AV-2.1"],
            No::NoSuchLeader { .. }      => &["AV-R23"],
            No::NobodyNamed              => &["AV-5.13"],
            No::NotOnTable { .. }        => &["AV-13.2"],
            No::Tested { .. }            => &["AV-R33"],
            No::Redressed { .. }         => &["AV-R33", "AV-5.45"],
            No::NeverUnder { order, .. } => match order {
                Order::Rush              => &["AV-5.29"],
                Order::Shieldwall        => &["AV-R38", "AV-5.32", "AV-5.44"],
                Order::Orbis             => &["AV-18.1", "AV-R38"],
                _                        => &["AV-R58", "AV-6.3"],
            },
            No::AlreadyUnder { .. }      => &["AV-R40", "AV-5.12"],
            No::NoChange { from: None, .. } => &["AV-R33", "AV-9.9"],
            No::NoChange { .. }          => &["AV-5.9", "AV-5.35", "AV-5.8"],
            No::NoWayBack { .. }         => &["AV-R58"],
            No::OtherType { .. }         => &["AV-5.13", "AV-R40"],
            No::DisruptedInGroup { .. }  => &["AV-5.15"],
            No::OtherFacing { .. }       => &["AV-5.16", "AV-R8"],
            No::NoChain { .. }           => &["AV-5.13"],
            No::NotDisrupted { .. }      => &["AV-5.38"],
            No::InEnemyZone { .. }       => &["AV-5.41"],
            No::Disrupted { .. }         => &["AV-9.9", "AV-R44"],
            No::Moved { .. }             => &["AV-5.26", "AV-R44"],
            No::NotUnder { order, .. }   => match order {
                Order::Halt              => &["AV-5.19", "AV-5.43", "AV-5.30"],
                Order::FallBack          => &["AV-5.35"],
                _                        => &["AV-5.22", "AV-5.30", "AV-18.9"],
            },
            No::Held { .. }              => &["AV-5.36", "AV-R50", "AV-R43"],
            No::NoTurn { .. }            => &["AV-R44"],
            No::TooManySteps { .. }      => &["AV-R45", "AV-R47"],
            No::NoStep                   => &["AV-R45"],
            No::StraightOnly { .. }      => &["AV-5.27", "AV-R96"],
            No::TooOblique { .. }        => &["AV-5.22", "AV-R46"],
            No::TooFar { .. }            => &["AV-6.1", "AV-5.25"],
            No::TooShort { .. }          => &["AV-7.3", "AV-R48"],
            No::WheelThenMove { .. }     => &["AV-5.24", "AV-R48"],
            No::Stopped { by, .. } | No::StopsBefore { by, .. } => by.rules(),
            No::EndsNear { .. }          => &["AV-2.6", "AV-R53"],
            No::MustMove { .. }          => &["AV-7.3", "AV-R48"],
            No::NoPusher { .. }          => &["AV-18.12"],
            No::NotPushed { .. }         => &["AV-18.12", "AV-R54"],
            No::NotInTheWay { .. }       => &["AV-R54"],
            No::CannotBePushed { .. }    => &["AV-R54"],
            No::NotBackward { .. }       => &["AV-R58", "AV-5.33"],
            No::NoAboutTurn { .. }       => &["AV-5.34", "AV-R58"],
            No::NoSecondPivot { .. }     => &["AV-R59"],
            No::EndsInZone { .. }        => &["AV-R58"],
            No::ComesNearer { .. }       => &["AV-5.37", "AV-R58"],
            No::LeaderLost { .. }        => &["AV-15.4"],
            No::LeaderMoved { .. }       => &["AV-6.4", "AV-R32"],
            No::LeaderEngaged { .. }     => &["AV-R32"],
            No::LeaderTooFar { .. }      => &["AV-6.4", "AV-R32"],
            No::LeaderBarred { .. }      => &["AV-R32"],
            No::LeaderNearEnemy { .. }   => &["AV-R32", "AV-R88"],
            No::LeaderOffTable { .. }    => &["AV-R55"],
            No::HasLeader { .. }         => &["AV-R23"],
            No::NoRiding                 => &["AV-R32"],
            No::NotATarget { why, .. }   => why.rules(),
            No::AimsAlready { .. }       => &["AV-R64"],
            No::NotInContact { .. }      => &["AV-11.1", "AV-R73"],
            No::Committed { .. }         => &["AV-R73"],
            No::NotThatFight { .. }      => &["AV-R73"],
            No::WrongRetreat { .. }      => &["AV-R84", "AV-R85"],
            No::RetreatLength { .. }     => &["AV-14.10", "AV-14.11"],
            No::Preparing(no)            => no.rules(),
        }
    }
}

impl Stop {
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            Stop::Enemy(_) => &["AV-R49", "AV-R5"],
            Stop::Friend(_) => &["AV-2.6", "AV-7.8", "AV-R49", "AV-R53"],
            Stop::Edge => &["AV-7.1", "AV-R51"],
            Stop::Barred => &["AV-7.2", "AV-R49"],
            Stop::TableEdge => &["AV-R55"],
        }
    }
}
