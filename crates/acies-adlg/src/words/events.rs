//! What happens in a battle: events as facts, and the rules that made each happen.

use acies_core::{Each, RuleId, Seat, Sum};
use acies_table::{Edge, Point, Pose};
use serde::Serialize;

use crate::{
    action::{Flight, How, UnitSet},
    battle::{Ending, Id},
    charge::{ahead::Stop, conform::Conformed, distance::Charge, uncontrolled::Start},
    command::{Activation, Cost, Order},
    evade::{distance::Evade, flight::Blocked},
    melee::{CommanderRisk, Fought, Melee, Round, engagement::Supporters},
    movement::{Element, Elements, passage::Passages},
    rally::Rally,
    setup::{FlankMarch, Wing, told::Prepared},
    shooting::{Shooting, Shot},
    victory::{CampAttack, State, Strength},
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
        face: u8,
        /// The edge at which it arrives, left or right as its owner sees it, if it does.
        edge: Option<Wing>,
    },
    /// ADLG-R32: units of a flank march come on.
    Entered {
        by: Seat,
        units: UnitSet,
        edge: Wing,
        cost: Cost,
        /// ADLG-R16: of the army with them.
        strength: Strength,
    },
    /// ADLG-R31: who was hidden at this marker.
    Ambushed {
        by: Seat,
        units: UnitSet,
        at: Point,
        /// ADLG-R183: an enemy has come near; else their owner wishes it.
        found: bool,
        /// ADLG-R16: of the army with them.
        strength: Strength,
    },
    /// ADLG-R31: nobody was there.
    FakeAmbush {
        by: Seat,
        at: Point,
    },
    /// The owner of a unit has chosen whom it fights (ADLG-R114), or against whom it supports a friend
    /// (ADLG-R115).
    Engaged {
        unit: Id,
        enemy: Id,
        supports: Option<Id>,
    },
    Shot {
        main: Id,
        /// ADLG-R107.
        supporters: UnitSet,
        target: Id,
        shot: Shot,
        shooting: Shooting,
    },
    Fought {
        pair: [Id; 2],
        supporters: [Supporters; 2],
        melee: Box<Melee>,
        fought: Fought,
    },
    /// A unit is down to no cohesion (ADLG-R144).
    Routing {
        unit: Id,
        /// In the Movement phase: it stays until units are removed.
        moving: bool,
    },
    CommanderRisked {
        by: Seat,
        corps: u8,
        /// With whom he is.
        unit: Id,
        risk: CommanderRisk,
        face: u8,
        killed: bool,
    },
    /// He joins a unit: where he likes (ADLG-R39), or to save himself (ADLG-R151, ADLG-R155).
    CommanderJoined {
        by: Seat,
        corps: u8,
        unit: u8,
        rule: RuleId,
    },
    /// ADLG-R151, ADLG-R155, ADLG-R156.
    CommanderLost {
        by: Seat,
        corps: u8,
        rule: RuleId,
    },
    /// ADLG-R151: off the table with the unit that he was attached to.
    CommanderLeft {
        by: Seat,
        corps: u8,
    },
    /// ADLG-R127.
    TurnedToFace {
        unit: Id,
        pose: Pose,
    },
    CampAttacked {
        unit: Id,
        attack: CampAttack,
        /// Nothing is thrown at an unfortified camp.
        face: Option<u8>,
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
        face: u8,
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
        /// Where each comes to stand.
        ends: Vec<(Id, Pose)>,
        /// ADLG-R115: whom they are in simple support of then.
        supported: UnitSet,
        cost: Cost,
        /// Through friends, by these rules.
        passages: Passages,
        /// ADLG-MVT.2: farther than near an enemy.
        hurried: bool,
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
        order: Order,
        pose: Pose,
        /// Through friends, by these rules.
        passages: Passages,
    },
    /// ADLG-R98.
    FacedAbout {
        unit: Id,
    },
    /// ADLG-R20.
    ReachedCamp {
        unit: Id,
        pose: Pose,
        /// In pursuit (ADLG-PUR.1), not by a charge.
        pursues: bool,
    },
    /// ADLG-R21: all that attacked a camp which has fallen.
    Looting {
        by: Seat,
        units: UnitSet,
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
        face: u8,
        success: bool,
    },
    Declared {
        by: Seat,
        units: UnitSet,
        targets: UnitSet,
        start: Start,
        how: How,
        /// Nothing without an order.
        cost: Option<Cost>,
    },
    Stood {
        unit: Id,
    },
    /// ADLG-EVA.3, ADLG-R96: it would evade, and cannot.
    Cornered {
        unit: Id,
        by: Blocked,
    },
    /// ADLG-EVA.5: how far an evader may run.
    EvadeThrown {
        unit: Id,
        evade: Evade,
        face: u8,
        /// ADLG-ABI.12: only because it has half a bow.
        half_bow: bool,
    },
    Evaded {
        unit: Id,
        flight: Flight,
        pose: Pose,
        left_table: bool,
        /// What it could not run past.
        stop: Option<Stop>,
        /// Through friends, by these rules.
        passages: Passages,
    },
    /// ADLG-INT.6.
    Burst {
        unit: Id,
        by: Id,
    },
    /// ADLG-CHG.7.
    ChargeAdjusted {
        by: Seat,
        units: UnitSet,
        charge: Charge,
        die: u8,
    },
    Charged {
        unit: Id,
        enemy: Id,
        edge: Edge,
        pose: Pose,
        /// ADLG-CHG.9, ADLG-R90: which of the two had to conform; none if it struck squarely.
        conformed: Option<Conformed>,
        /// Through friends, by these rules.
        passages: Passages,
    },
    /// It touches nobody and comes to stand here.
    Advanced {
        unit: Id,
        pose: Pose,
        /// ADLG-R83: what it could not go past.
        stop: Option<Stop>,
        /// Why it goes on.
        rules: &'static [RuleId],
        /// Through friends, by these rules.
        passages: Passages,
    },
    /// It touches nobody and goes no farther than it is.
    Halted {
        unit: Id,
        stop: Option<Stop>,
        /// Why it would go on.
        rules: &'static [RuleId],
    },
    /// ADLG-R163.
    MadeRoom {
        unit: Id,
        pose: Pose,
    },
    /// When its corps is activated (ADLG-R91), on another enemy (ADLG-R148), or in pursuit (ADLG-R149).
    Conformed {
        unit: Id,
        pose: Pose,
        rule: RuleId,
    },
    Pursued {
        unit: Id,
        pose: Pose,
        contact: Option<Id>,
        /// Through friends, by these rules.
        passages: Passages,
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
        states: Each<State>,
    },
    /// A phase in which something happens.
    PhaseBegins {
        by: Seat,
        phase: Phase,
    },
    /// ADLG-PUR.1: it could have pursued.
    NotPursued {
        unit: Id,
    },
}

/// A phase that has a heading of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Shooting,
    Combat,
    Rout,
}

impl Phase {
    pub fn words(self) -> &'static str {
        match self {
            Phase::Shooting => "Shooting",
            Phase::Combat => "Combat",
            Phase::Rout => "Rout and pursuit",
        }
    }
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
                ["ADLG-R32", "ADLG-R182", "ADLG-R16"].into_iter().for_each(&mut *each);
                cost.cite(each);
            }
            Event::Ambushed { found, .. } => {
                ["ADLG-R31", "ADLG-R16"].into_iter().for_each(&mut *each);
                if *found {
                    each("ADLG-R183");
                }
            }
            Event::FakeAmbush { .. } => ["ADLG-R31", "ADLG-R183"].into_iter().for_each(each),
            Event::Engaged { supports, .. } => each(engaged_by(*supports)),
            Event::Shot { shot, shooting, .. } => cite_shot(shot, shooting, each),
            Event::Fought { melee, fought, .. } => cite_melee(melee, fought, each),
            Event::Routing { .. } => each("ADLG-R144"),
            Event::CommanderRisked { risk, .. } => {
                [risk.kills().0, "ADLG-R40"].into_iter().for_each(each);
            }
            Event::CommanderJoined { rule, .. } | Event::CommanderLost { rule, .. } => each(rule),
            Event::CommanderLeft { .. } => each("ADLG-R151"),
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
            Event::Moved { units, cost, elements, supported, passages, hurried, .. } => {
                cost.cite(each);
                cite_elements(elements, each);
                passages.iter().copied().for_each(&mut *each);
                if *hurried {
                    each("ADLG-MVT.2");
                }
                if !supported.is_empty() {
                    each("ADLG-R115");
                }
                if units.len() > 1 {
                    ["ADLG-R43", "ADLG-R44"].into_iter().for_each(each);
                }
            }
            Event::Ordered { cost, .. } | Event::Prevented { cost, .. } => cost.cite(each),
            Event::Withdrew { order, passages, .. } => {
                withdrawal(*order).iter().chain(passages).copied().for_each(each);
            }
            Event::FacedAbout { .. } => each("ADLG-R98"),
            Event::ReachedCamp { pursues, .. } => {
                camp_reached_by(*pursues).iter().copied().for_each(each);
            }
            Event::Looting { .. } => each("ADLG-R21"),
            Event::CommanderRode { .. } => each("ADLG-R38"),
            Event::Rallied { rally, cost, .. } => {
                [rally.needs().0, "ADLG-R45"].into_iter().for_each(&mut *each);
                rally.sum().cite(each);
                cost.cite(each);
            }
            Event::Declared { start, how, cost, .. } => {
                // ADLG-R75 has judged its way, ADLG-R77 its length.
                let judged = ["ADLG-CHG.4", "ADLG-CHG.6", "ADLG-R75", "ADLG-R77"];
                judged.into_iter().for_each(&mut *each);
                let rules: &[RuleId] = match how {
                    How::Ordered => &["ADLG-ORD.2"],
                    How::Spontaneous => &["ADLG-SPO.1", "ADLG-ORD.1", "ADLG-R85"],
                    How::Uncontrolled => &["ADLG-UNC.1", "ADLG-ORD.1", "ADLG-R86"],
                };
                rules.iter().copied().for_each(&mut *each);
                if start.iter().any(|element| element.is_turn()) {
                    each("ADLG-R76");
                } else if !start.is_empty() {
                    each("ADLG-CHG.5");
                }
                cost.iter().for_each(|cost| cost.cite(each));
            }
            Event::Stood { .. } => each("ADLG-R80"),
            Event::Cornered { by, .. } => cornered(*by).iter().copied().for_each(each),
            Event::EvadeThrown { evade, half_bow, .. } => {
                each(if *half_bow { "ADLG-ABI.12" } else { "ADLG-EVA.1" });
                each("ADLG-EVA.5");
                evade.sum().cite(each);
            }
            Event::Evaded { flight, left_table, stop, passages, .. } => {
                each("ADLG-R95");
                if flight.toward != Edge::Front {
                    each("ADLG-EVA.2");
                }
                if let Some(Element::Wheel(_)) = flight.elements.first() {
                    each("ADLG-EVA.4");
                }
                if flight.elements.iter().any(|element| matches!(element, Element::Slide(_))) {
                    ["ADLG-EVA.6", "ADLG-R97"].into_iter().for_each(&mut *each);
                }
                if *left_table {
                    each("ADLG-R99");
                }
                stop.iter().for_each(|stop| each(stop.rule_of_evaders()));
                passages.iter().copied().for_each(each);
            }
            Event::Burst { .. } => ["ADLG-INT.6", "ADLG-R62"].into_iter().for_each(each),
            Event::ChargeAdjusted { .. } => ["ADLG-CHG.7", "ADLG-R81"].into_iter().for_each(each),
            Event::Charged { conformed, passages, .. } => {
                contact(*conformed).iter().chain(passages).copied().for_each(each);
            }
            Event::Halted { stop, rules, .. } => {
                rules.iter().copied().for_each(&mut *each);
                stop.iter().for_each(|stop| each(stop.rule_of_chargers()));
            }
            Event::Advanced { stop, rules, passages, .. } => {
                rules.iter().chain(passages).copied().for_each(&mut *each);
                stop.iter().for_each(|stop| each(stop.rule_of_chargers()));
            }
            Event::MadeRoom { .. } => ["ADLG-R163", "ADLG-INT.1"].into_iter().for_each(each),
            Event::Conformed { rule, .. } => each(rule),
            Event::Pursued { passages, .. } => {
                ["ADLG-PUR.1", "ADLG-R149"].iter().chain(passages).copied().for_each(each);
            }
            Event::Ended { ending } => each(ending.rule()),
            Event::Surprised { .. } => ["ADLG-MAT.1", "ADLG-R128"].into_iter().for_each(each),
            Event::Counted { states } => {
                for (_, State { strength, losses }) in states.iter() {
                    ["ADLG-R17", "ADLG-R18"].into_iter().for_each(&mut *each);
                    strength.sum().cite(each);
                    losses.sum().cite(each);
                }
            }
            Event::PhaseBegins { .. } => each("ADLG-SEQ.1"),
            Event::NotPursued { .. } => ["ADLG-PUR.1", "ADLG-R148"].into_iter().for_each(each),
        }
    }
}

/// The rule by which a unit has a choice in melee: to fight, or to support a friend.
pub(crate) fn engaged_by(supports: Option<Id>) -> RuleId {
    if supports.is_some() { "ADLG-R115" } else { "ADLG-R114" }
}

/// The rules of a contact, and of who conformed.
pub(crate) fn contact(conformed: Option<Conformed>) -> &'static [RuleId] {
    match conformed {
        None => &["ADLG-R78", "ADLG-CHG.9"],
        Some(Conformed::Charger(_) | Conformed::Enemy(_)) => {
            &["ADLG-R78", "ADLG-CHG.9", "ADLG-R90"]
        }
        Some(Conformed::Incomplete) => &["ADLG-R78", "ADLG-R90"],
    }
}

/// The rules by which a unit cannot evade.
pub(crate) fn cornered(by: Blocked) -> &'static [RuleId] {
    match by {
        Blocked::Camp(_) => &["ADLG-EVA.3", "ADLG-R96", "ADLG-R196"],
        _ => &["ADLG-EVA.3", "ADLG-R96"],
    }
}

/// The rules by which a unit comes upon the enemy's camp.
pub(crate) fn camp_reached_by(pursues: bool) -> &'static [RuleId] {
    if pursues { &["ADLG-PUR.1", "ADLG-R149", "ADLG-R20"] } else { &["ADLG-R20"] }
}

impl Stop {
    /// The rule by which it stops a charge.
    pub(crate) fn rule_of_chargers(self) -> RuleId {
        match self {
            Stop::Passed(_) => "ADLG-R61",
            Stop::EnemyCamp | Stop::Camp(_) => "ADLG-R173",
            Stop::Line(_) => "ADLG-R162",
            _ => "ADLG-R83",
        }
    }

    /// The rule by which it stops an evader.
    pub(crate) fn rule_of_evaders(self) -> RuleId {
        match self {
            Stop::Passed(_) | Stop::Line(_) => self.rule_of_chargers(),
            Stop::EnemyCamp | Stop::Camp(_) => "ADLG-R196",
            _ => "ADLG-R97",
        }
    }
}

/// The rules of a withdrawal.
pub(crate) fn withdrawal(order: Order) -> &'static [RuleId] {
    match order {
        Order::LeaveZone => &["ADLG-EXZ.2", "ADLG-R70"],
        Order::LeaveZoneAhead => &["ADLG-EXZ.3", "ADLG-R72"],
        _ => &["ADLG-DSG.1", "ADLG-R64"],
    }
}

/// The rules of a move's elements; without any it is a change of formation.
fn cite_elements(elements: &Elements, each: &mut dyn FnMut(RuleId)) {
    if elements.is_empty() {
        ["ADLG-MAN.7", "ADLG-R52"].into_iter().for_each(&mut *each);
    }
    for element in elements {
        let rules: &[RuleId] = match element {
            Element::Advance(_) => &["ADLG-R46"],
            Element::Wheel(_) => &["ADLG-MAN.2", "ADLG-R47"],
            Element::Slide(_) => &["ADLG-MAN.1", "ADLG-R48"],
            Element::QuarterLeft | Element::QuarterRight => &["ADLG-MAN.5", "ADLG-R49"],
            Element::Half => &["ADLG-MAN.5"],
        };
        rules.iter().copied().for_each(&mut *each);
    }
}

/// The rules that chose the target of a shot, and those that made its sums.
fn cite_shot(shot: &Shot, shooting: &Shooting, each: &mut dyn FnMut(RuleId)) {
    let judged = ["ADLG-R103", "ADLG-R104", "ADLG-R105", "ADLG-R106", "ADLG-RNG.T1"];
    let thrown = ["ADLG-SHO.1", "ADLG-R107", "ADLG-R109", "ADLG-R111"];
    judged.into_iter().chain(thrown).for_each(&mut *each);
    let quality = Sum::of(shot.quality_rows(shooting.faces));
    if !quality.rows.is_empty() {
        ["ADLG-QUA.1", "ADLG-R108"].into_iter().for_each(&mut *each);
    }
    for sum in [quality, shot.shooter_sum(), shot.target_sum()] {
        sum.cite(each);
    }
}

/// The rules that paired two units, chose who supports them, and made their sums.
fn cite_melee(melee: &Melee, fought: &Fought, each: &mut dyn FnMut(RuleId)) {
    ["ADLG-R114", "ADLG-R118", "ADLG-R120"].into_iter().for_each(&mut *each);
    let Some(faces) = fought.faces else {
        return ["ADLG-UNI.2", "ADLG-R129"].into_iter().for_each(each);
    };
    each("ADLG-MEL.1");
    if let Round::First { .. } = melee.round {
        ["ADLG-R119", "ADLG-R92"].into_iter().for_each(&mut *each);
    }
    for (unit, face) in faces.into_iter().enumerate() {
        let fighter = &melee.units[unit];
        melee.added_to(unit, face).cite(each);
        if fighter.quality_row(face).is_some() {
            each("ADLG-QUA.1");
        }
        if fighter.simple_supports > 0 {
            ["ADLG-R115", "ADLG-R117"].into_iter().for_each(&mut *each);
        }
        if !fighter.melee_supports.is_empty() {
            ["ADLG-R116", "ADLG-R117"].into_iter().for_each(&mut *each);
        }
        if melee.is_flank_attacked(unit) {
            each("ADLG-R125");
        }
        if melee.is_panicked_from_beside(unit) {
            each("ADLG-R134");
        }
    }
    if fought.totals[0] == fought.totals[1] {
        (0..2).for_each(|unit| melee.on_tie(unit).cite(each));
    }
    if let Some(winner) = fought.ahead() {
        let (won, lost) = (usize::from(winner), 1 - usize::from(winner));
        melee.on_winning(won).cite(each);
        melee.on_losing(lost).cite(each);
        melee.furious(won).cite(each);
        each("ADLG-MEL.T1");
    }
}
