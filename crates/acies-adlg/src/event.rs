//! What happens in a battle: events as facts, and the rules that made each happen.

use acies_core::{RuleId, Seat, Sum};
use acies_table::{Edge, Point, Pose};
use serde::Serialize;

use crate::{
    action::{How, UnitSet},
    battle::{Ending, Id},
    charge::Charge,
    command::{Activation, Cost},
    melee::{CommanderRisk, Fought, Melee},
    movement::{Element, Elements},
    rally::Rally,
    setup::{FlankMarch, told::Prepared},
    shooting::{Shooting, Shot},
    victory::{CampAttack, Losses, Strength},
};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// S1 to S9.
    Prepared(Prepared),
    /// ADLG-R32: a flank march tries to arrive.
    FlankMarch {
        by: Seat,
        corps: u8,
        march: FlankMarch,
        arrived: bool,
    },
    /// ADLG-R32: units of a flank march come on.
    Entered {
        by: Seat,
        units: UnitSet,
        cost: Cost,
    },
    /// ADLG-R31.
    Ambushed {
        by: Seat,
        units: UnitSet,
    },
    /// ADLG-R31: nobody was there.
    FakeAmbush {
        by: Seat,
        at: Point,
    },
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
    TurnBegins {
        by: Seat,
        turn: u8,
    },
    Activated {
        by: Seat,
        corps: u8,
        activation: Activation,
        face: u8,
        points: u8,
    },
    /// Without elements the units changed their formation.
    Moved {
        by: Seat,
        units: UnitSet,
        elements: Elements,
        cost: Cost,
    },
    Ordered {
        unit: Id,
        cost: Cost,
    },
    Prevented {
        by: Seat,
        units: UnitSet,
        cost: Cost,
    },
    /// Back from a melee or out of a zone (ADLG-DSG.1, ADLG-R70, ADLG-R72).
    Withdrew {
        unit: Id,
        pose: Pose,
    },
    /// ADLG-R98.
    FacedAbout {
        unit: Id,
    },
    /// ADLG-R20.
    ReachedCamp {
        unit: Id,
        pose: Pose,
    },
    /// ADLG-R38.
    CommanderRode {
        by: Seat,
        corps: u8,
        to: Point,
    },
    Rallied {
        unit: Id,
        rally: Rally,
        cost: Cost,
        success: bool,
    },
    Declared {
        by: Seat,
        units: UnitSet,
        targets: UnitSet,
        how: How,
        /// Nothing without an order.
        cost: Option<Cost>,
    },
    Stood {
        unit: Id,
    },
    Evaded {
        unit: Id,
        ud: i32,
        pose: Pose,
        left_table: bool,
    },
    /// ADLG-INT.6.
    Burst {
        unit: Id,
        by: Id,
    },
    /// ADLG-CHG.7.
    ChargeAdjusted {
        unit: Id,
        charge: Charge,
        die: u8,
    },
    Charged {
        unit: Id,
        enemy: Id,
        edge: Edge,
        pose: Pose,
    },
    Advanced {
        unit: Id,
        pose: Pose,
    },
    /// ADLG-R163.
    MadeRoom {
        unit: Id,
        pose: Pose,
    },
    Conformed {
        unit: Id,
        pose: Pose,
    },
    Pursued {
        unit: Id,
        pose: Pose,
        contact: Option<Id>,
    },
    Ended {
        ending: Ending,
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
            Event::Prepared(prepared) => prepared.cite(each),
            Event::FlankMarch { march, .. } => {
                each("ADLG-R32");
                march.sum().cite(each);
            }
            Event::Entered { cost, .. } => {
                ["ADLG-R32", "ADLG-R182"].into_iter().for_each(&mut *each);
                cost.sum().cite(each);
            }
            Event::Ambushed { .. } | Event::FakeAmbush { .. } => {
                ["ADLG-R31", "ADLG-R183"].into_iter().for_each(each);
            }
            Event::Shot { shot, .. } => {
                let judged = ["ADLG-R103", "ADLG-R104", "ADLG-R105", "ADLG-R106", "ADLG-RNG.T1"];
                ["ADLG-SHO.1", "ADLG-R107", "ADLG-R111"].into_iter().for_each(&mut *each);
                judged.into_iter().for_each(&mut *each);
                shot.shooter_sum().cite(each);
                shot.target_sum().cite(each);
            }
            Event::Fought { melee, fought, .. } => {
                let rule = if fought.faces.is_some() { "ADLG-MEL.1" } else { "ADLG-UNI.2" };
                [rule, "ADLG-R114", "ADLG-R118", "ADLG-R120"].into_iter().for_each(&mut *each);
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
            Event::TurnBegins { .. } => ["ADLG-SEQ.1", "ADLG-SEQ.2"].into_iter().for_each(each),
            Event::Activated { activation, .. } => {
                ["ADLG-CP.T1", "ADLG-R34"].into_iter().for_each(&mut *each);
                Sum::of(activation.added()).cite(each);
                Sum::of(activation.free()).cite(each);
            }
            Event::Moved { cost, elements, .. } => {
                cost.sum().cite(each);
                if elements.is_empty() {
                    ["ADLG-MAN.7", "ADLG-R52"].into_iter().for_each(&mut *each);
                }
                for element in elements {
                    match element {
                        Element::Advance(_) => each("ADLG-R46"),
                        Element::Wheel(_) => {
                            ["ADLG-MAN.2", "ADLG-R47"].into_iter().for_each(&mut *each);
                        }
                        Element::Slide(_) => {
                            ["ADLG-MAN.1", "ADLG-R48"].into_iter().for_each(&mut *each);
                        }
                        Element::QuarterLeft | Element::QuarterRight => {
                            ["ADLG-MAN.5", "ADLG-R49"].into_iter().for_each(&mut *each);
                        }
                        Element::Half => each("ADLG-MAN.5"),
                    }
                }
            }
            Event::Ordered { cost, .. } | Event::Prevented { cost, .. } => cost.sum().cite(each),
            Event::Withdrew { .. } => each("ADLG-R42"),
            Event::FacedAbout { .. } => each("ADLG-R98"),
            Event::ReachedCamp { .. } => each("ADLG-R20"),
            Event::CommanderRode { .. } => each("ADLG-R38"),
            Event::Rallied { rally, cost, .. } => {
                each(rally.needs().0);
                rally.sum().cite(each);
                cost.sum().cite(each);
            }
            Event::Declared { how, cost, .. } => {
                each(match how {
                    How::Ordered => "ADLG-ORD.2",
                    How::Spontaneous => "ADLG-SPO.1",
                    How::Uncontrolled => "ADLG-UNC.1",
                });
                // ADLG-R75 has judged its way, ADLG-R77 its length.
                ["ADLG-CHG.4", "ADLG-CHG.6", "ADLG-R75", "ADLG-R77"]
                    .into_iter()
                    .for_each(&mut *each);
                if *how == How::Uncontrolled {
                    each("ADLG-R86");
                }
                cost.iter().for_each(|cost| cost.sum().cite(each));
            }
            Event::Stood { .. } => each("ADLG-R80"),
            Event::Evaded { .. } => ["ADLG-EVA.5", "ADLG-R95"].into_iter().for_each(each),
            Event::Burst { .. } => each("ADLG-INT.6"),
            Event::ChargeAdjusted { .. } => ["ADLG-CHG.7", "ADLG-R81"].into_iter().for_each(each),
            Event::Charged { .. } => ["ADLG-CHG.9", "ADLG-R78"].into_iter().for_each(each),
            Event::Advanced { .. } => ["ADLG-CHG.8", "ADLG-R83"].into_iter().for_each(each),
            Event::MadeRoom { .. } => each("ADLG-R163"),
            Event::Conformed { .. } => each("ADLG-R91"),
            Event::Pursued { .. } => ["ADLG-PUR.1", "ADLG-R149"].into_iter().for_each(each),
            Event::Ended { ending } => each(ending.rule()),
            Event::Surprised { .. } => ["ADLG-MAT.1", "ADLG-R128"].into_iter().for_each(each),
            Event::Counted { strength, losses, .. } => {
                ["ADLG-R17", "ADLG-R18"].into_iter().for_each(&mut *each);
                strength.sum().cite(each);
                losses.sum().cite(each);
            }
        }
    }
}
