//! What happens in a battle: events as facts, and the rules that made each happen.

use acies_core::{RuleId, Seat};
use acies_table::{Edge, Pose};
use serde::Serialize;

use crate::{
    battle::Id,
    melee::{CommanderRisk, Fought, Melee},
    shooting::{Shooting, Shot},
    victory::{CampAttack, Losses, Strength},
};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Shot {
        main: Id,
        target: Id,
        shot: Shot,
        shooting: Shooting,
    },
    Fought {
        pair: [Id; 2],
        melee: Box<Melee>,
        fought: Fought,
    },
    /// A unit is down to no cohesion (ADLG-R144).
    Routing {
        unit: Id,
    },
    CommanderRisked {
        by: Seat,
        corps: u8,
        risk: CommanderRisk,
        killed: bool,
    },
    /// ADLG-R151: to this unit, or nowhere.
    CommanderMoved {
        by: Seat,
        corps: u8,
        to: Option<u8>,
    },
    /// ADLG-R127.
    TurnedToFace {
        unit: Id,
        pose: Pose,
    },
    CampAttacked {
        unit: Id,
        attack: CampAttack,
        lost: bool,
    },
    Removed {
        unit: Id,
    },
    /// ADLG-ROU.1.
    Shaken {
        unit: Id,
        by: Id,
    },
    /// ADLG-R147.
    Rampaged {
        unit: Id,
        to: Edge,
    },
    Trampled {
        unit: Id,
        by: Id,
    },
    /// ADLG-MAT.1.
    Surprised {
        unit: Id,
        by: Id,
    },
    Counted {
        by: Seat,
        strength: Strength,
        losses: Losses,
    },
}

impl acies_core::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        match self {
            Event::Shot { shot, .. } => {
                ["ADLG-SHO.1", "ADLG-R107", "ADLG-R111"].into_iter().for_each(&mut *each);
                shot.shooter_sum().cite(each);
                shot.target_sum().cite(each);
            }
            Event::Fought { melee, fought, .. } => {
                let rule = if fought.faces.is_some() { "ADLG-MEL.1" } else { "ADLG-UNI.2" };
                [rule, "ADLG-R118", "ADLG-R120"].into_iter().for_each(&mut *each);
                for unit in 0..2 {
                    melee.modifiers(unit).cite(each);
                }
                if let Some(winner) = fought.winner {
                    let (won, lost) = (usize::from(winner), 1 - usize::from(winner));
                    melee.on_winning(won).cite(each);
                    melee.on_losing(lost).cite(each);
                    melee.furious(won).cite(each);
                    each("ADLG-MEL.T1");
                }
            }
            Event::Routing { .. } => each("ADLG-R144"),
            Event::CommanderRisked { risk, .. } => each(risk.kills().0),
            Event::CommanderMoved { .. } => each("ADLG-R151"),
            Event::TurnedToFace { .. } => each("ADLG-R127"),
            Event::CampAttacked { .. } => each("ADLG-R20"),
            Event::Removed { .. } => each("ADLG-R144"),
            Event::Shaken { .. } => ["ADLG-ROU.1", "ADLG-R145"].into_iter().for_each(each),
            Event::Rampaged { .. } | Event::Trampled { .. } => each("ADLG-R147"),
            Event::Surprised { .. } => ["ADLG-MAT.1", "ADLG-R128"].into_iter().for_each(each),
            Event::Counted { strength, losses, .. } => {
                ["ADLG-R17", "ADLG-R18"].into_iter().for_each(&mut *each);
                strength.sum().cite(each);
                losses.sum().cite(each);
            }
        }
    }
}
