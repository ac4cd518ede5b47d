//! What happened: each event with its facts, the rules that made it happen so, and its words.

use acies_core::{
    Each, RuleId, Seat, Sum,
    tell::Teller,
    told,
    words::{Subject, counted},
};
use acies_table::{Edge, Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    action::UnitSet,
    battle::{Battle, Ending, Id},
    charge::{
        ahead::Stop, conform::Conformed, declare::How, distance::Charge, uncontrolled::Start,
    },
    command::{Activation, Cost, Enemy, Order},
    evade::{distance::Evade, flight::Blocked, run::Flight},
    melee::{Barrier, CommanderRisk, Fought, Melee, engagement::Supporters},
    movement::{Element, Elements, passage::Passages},
    rally::Rally,
    setup::{Adjustment, Choices, FlankMarch, Initiative, Sector, Wing, dice::ARRIVES},
    shooting::{Shooting, Shot},
    terrain::{Choice, Piece, Region},
    victory::{CampAttack, State, Strength},
};

use super::{
    fights,
    places::{between, compass, elements_told, from_centre, place, sector_place, stands, ud},
    refusals::blocked,
};

/// Who is told.
pub(super) type To<'a, 'b> = &'a mut Teller<'b, Battle>;

told! {
    /// Something that happened.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Event;
    pub fn tell(self: &Self, told: To<'_, '_>);

    // S1 to S9. Armies are named without a verb: some names are one people, some are many.
    /// ADLG-R22: a throw of both; without a winner it is thrown again.
    InitiativeThrown { both: Each<Initiative>, faces: Each<u8>, winner: Option<Seat> } => {
        told.cites(&["ADLG-R22"]).says(*winner, |it| {
            let total = |seat: Seat| {
                let face = faces[seat];
                format!("{} [{face}] {}", it.side_name(seat), i32::from(face) + both[seat].sum().total)
            };
            let result = winner.map_or("again".into(), |seat| format!("it goes to {}", it.side_name(seat)));
            let (red, blue) = (total(Seat::Red), total(Seat::Blue));
            format!("For the initiative: {red} against {blue}: {result}")
        });
        for (seat, throw) in both.iter() {
            told.sum(|it| it.side_name(seat).into(), &throw.sum());
        }
    };
    /// ADLG-R33: who attacks where everything stands ready.
    AttackerThrown { attacker: Seat, die: u8 } => {
        told.cites(&["ADLG-R33"]);
        told.says(*attacker, |it| format!("[{die}]: the attacker is {}", it.side_name(*attacker)));
    };
    RolesTaken { attacker: Seat } => {
        told.cites(&["ADLG-R23"]).says(*attacker, |it| {
            let (attacks, defends) = (it.side_name(*attacker), it.side_name(attacker.other()));
            format!("{attacks} will attack and {defends} will defend")
        });
    };
    RegionChosen { by: Seat, region: Region } => {
        told.cites(&["ADLG-R23"]);
        told.says(*by, |it| format!("The region of {}: {}", it.side_name(*by), region.word()));
    };
    PiecesChosen { by: Seat, pieces: Choices } => {
        told.cites(&["ADLG-R25"]);
        told.says(*by, |it| format!("Terrain of {}: {}", it.side_name(*by), Choice::list(pieces)));
    };
    /// ADLG-R26: the sector that the die gives a piece; none for rocks that would lie in the centre.
    SectorThrown { by: Seat, choice: Choice, die: u8, sector: Option<Sector> } => {
        told.cites(&["ADLG-R26"]).says(*by, |it| {
            let result = sector.map_or("not in the centre, again".into(), |sector| sector_place(sector, "its"));
            format!("For the {} of {}: [{die}], {result}", choice.plain(), it.side_name(*by))
        });
    };
    /// ADLG-R26: it did not fit into its sector; the second time it is discarded.
    Misfit { by: Seat, choice: Choice, discarded: bool } => {
        let then = if *discarded { "it is left out" } else { "one new die" };
        told.cites(&["ADLG-R26"]);
        told.says(*by, |_| format!("There is no room for the {}: {then}", choice.plain()));
    };
    PieceLaid { by: Seat, choice: Choice, pose: Pose } => {
        told.cites(&["ADLG-R24", "ADLG-R26"]);
        told.says(*by, |_| format!("The {} lies {}", choice.plain(), from_centre(pose.at)));
    };
    /// ADLG-R161, ADLG-R24: where the water is, and how a river is to cross: a die for its side, one for the crossing.
    WaterThrown { by: Seat, side: Wing, piece: Piece, dice: ArrayVec<u8, 2> } => {
        told.cites(&["ADLG-R161", "ADLG-R24"]).says(*by, |it| {
            let (owner, wing) = (it.side_name(*by), side.word());
            match dice[..] {
                [first, second] => {
                    let going = piece.word().trim_start_matches("river_");
                    format!("For the river of {owner}: [{first}], on its {wing}; [{second}], {going} to cross")
                }
                _ => format!("For the coast of {owner}: [{}], on its {wing}", dice[0]),
            }
        });
    };
    RiverLaid { by: Seat, side: Wing, at: Length } => {
        told.cites(&["ADLG-R161"]).says(*by, |it| {
            let (at, wing, owner) = (ud(*at), side.word(), it.side_name(*by));
            format!("The river runs {at} UD from the edge on the {wing} of {owner}")
        });
    };
    RoadLaid { by: Seat, from: Point, to: Point } => {
        told.cites(&["ADLG-R161"]).says(*by, |_| {
            let [from, to] = [*from, *to].map(place);
            format!("The road runs from {from} to {to} of the centre")
        });
    };
    /// ADLG-R161: there is no way for it.
    NoRoad { by: Seat } => {
        told.cites(&["ADLG-R161"]).says(*by, |_| "There is no way for the road".into());
    };
    /// ADLG-R27, ADLG-R165: for the piece that lies at this place.
    AdjustmentThrown { by: Seat, choice: Choice, at: Point, die: u8, adjustment: Adjustment } => {
        told.cites(&["ADLG-R27"]).cites_if(*die == 6 && *adjustment == Adjustment::ShiftOrRotate, &["ADLG-R165"]);
        told.says(*by, |it| {
            let may = match adjustment {
                Adjustment::Nothing => "it stays",
                Adjustment::Shift => "it may be shifted by up to 2 UD",
                Adjustment::ShiftOrRotate => "it may be shifted by up to 4 UD or turned",
                Adjustment::Remove => "it may be removed",
            };
            let (piece, at, by_whom) = (choice.plain(), from_centre(*at), it.side_name(*by));
            format!("Adjustment of the {piece} {at} by {by_whom}: [{die}], {may}")
        });
    };
    /// ADLG-R27: the Strategist.
    ThrownAgain { by: Seat } => {
        told.cites(&["ADLG-R27"]);
        told.says(*by, |it| format!("The Strategist of {} has it thrown again", it.side_name(*by)));
    };
    /// ADLG-R27: from here to this pose, or away altogether.
    PieceAdjusted { by: Seat, choice: Choice, from: Point, to: Option<Pose> } => {
        told.cites(&["ADLG-R27"]).says(*by, |_| {
            let lies = |pose: &Pose| format!("lies {} now, facing {}", from_centre(pose.at), compass(pose));
            let how = to.as_ref().map_or("is taken away".into(), lies);
            format!("The {} {} {how}", choice.plain(), from_centre(*from))
        });
    };
    /// ADLG-R27: it could have been adjusted.
    PieceLeft { by: Seat, choice: Choice, at: Point } => {
        told.cites(&["ADLG-R27"]);
        told.says(*by, |_| format!("The {} {} is left where it is", choice.plain(), from_centre(*at)));
    };
    CampPitched { by: Seat, pose: Pose } => {
        told.cites(&["ADLG-R28", "ADLG-R10"]);
        told.says(*by, |it| format!("The camp of {} lies {}", it.side_name(*by), from_centre(pose.at)));
    };
    Fortified { by: Seat, at: Pose, segments: u8 } => {
        told.cites(&["ADLG-R28", "ADLG-R162"]).says(*by, |it| {
            let (side, at) = (it.side_name(*by), from_centre(at.at));
            format!("{segments} UD of fortifications of {side} stand {at}")
        });
    };
    /// ADLG-R29: without what is in it.
    PlanWritten { by: Seat } => {
        told.cites(&["ADLG-R29"]).says(*by, |it| format!("The plan of {} is written", it.side_name(*by)));
    };
    /// ADLG-R31: it lies on the table for everybody to see.
    MarkerLaid { by: Seat, at: Point } => {
        told.cites(&["ADLG-R31", "ADLG-R180"]).says(*by, |it| {
            format!("An ambush marker of {} lies {}", it.side_name(*by), from_centre(*at))
        });
    };
    /// ADLG-R30: without ambushers.
    Deployed { by: Seat, corps: u8, wing: Wing, units: UnitSet, poses: Vec<Pose> } => {
        told.cites(&["ADLG-R30"]).says(*by, |it| {
            let corps = it.corps_of(*by, *corps);
            let on = if *wing == Wing::Centre { "in" } else { "on" };
            let (wing, names) = (wing.word(), it.names(*by, *units));
            format!("{corps} deploys {on} the {wing}: {names}{}", between(poses))
        });
        for (id, pose) in units.ids(*by).zip(poses) {
            told.detail(|it| format!("{} at {}", it.name(id), stands(pose)));
        }
    };
    Placed { unit: Id, pose: Pose } => {
        told.cites(&["ADLG-R30"]).says(unit.seat(), |it| {
            format!("{} to stand {} instead", it.troop(*unit).name, from_centre(pose.at))
        });
    };
    /// ADLG-R32: everybody sees that a corps is missing.
    CorpsMissing { by: Seat, corps: u8 } => {
        told.cites(&["ADLG-R32", "ADLG-R181"]);
        told.says(*by, |it| format!("{} is nowhere to be seen", it.corps_of(*by, *corps)));
    };
    /// S9.
    SetUp { attacker: Seat } => {
        told.cites(&["ADLG-R30"]);
        told.says(*attacker, |it| format!("The first turn is that of {}", it.side_name(*attacker)));
    };

    // Those who are not on the table yet.
    /// ADLG-R32: a flank march tries to arrive; the edge is left or right as its owner sees it.
    FlankMarch { by: Seat, corps: u8, march: FlankMarch, face: u8, edge: Option<Wing> } => {
        let sum = march.sum();
        told.cites(&["ADLG-R32"]).says(*by, |it| {
            let result = edge.map_or("is still on its way".into(), |edge| format!("arrives on the {}", edge.word()));
            let (corps, total) = (it.corps_of(*by, *corps), total_behind(*face, &sum));
            format!("The flank march of {corps} on {ARRIVES}+: [{face}]{total}, it {result}")
        });
        told.sum(|_| "added to the die".into(), &sum);
    };
    /// ADLG-R32: units of a flank march come on; what the army can bear with them (ADLG-R16).
    Entered { by: Seat, units: UnitSet, edge: Wing, cost: Cost, strength: Strength } => {
        told.cites(&["ADLG-R32", "ADLG-R182", "ADLG-R16"]).says(*by, |it| {
            let now = it.now(*by, strength);
            let line = it.they(*by, *units).says(&format!("come on over the {} edge{now}", edge.word()));
            line + &points(cost)
        });
        paid(told, cost).sum(|_| "army cohesion".into(), &strength.sum());
    };
    /// ADLG-R31: who was hidden at this marker: an enemy has come near (ADLG-R183), or their owner wishes it.
    Ambushed { by: Seat, units: UnitSet, at: Point, found: bool, strength: Strength } => {
        told.cites(&["ADLG-R31"]).cites_if(*found, &["ADLG-R183"]).cites(&["ADLG-R16"]);
        told.says(*by, |it| {
            let how = if *found { "are found" } else { "come out of hiding" };
            let (at, now) = (place(*at), it.now(*by, strength));
            it.they(*by, *units).says(&format!("{how} at the marker {at}{now}"))
        });
        told.sum(|_| "army cohesion".into(), &strength.sum());
    };
    /// ADLG-R31: nobody was there.
    FakeAmbush { by: Seat, at: Point } => {
        told.cites(&["ADLG-R31", "ADLG-R183"]);
        told.says(*by, |_| format!("Nobody hides at the marker {}", place(*at)));
    };

    // Turns and phases.
    TurnBegins { by: Seat, turn: u8 } => {
        told.cites(&["ADLG-SEQ.1", "ADLG-SEQ.2"]).heads();
        told.says(*by, |it| format!("Turn {turn} of {}", it.side_name(*by)));
    };
    /// A phase in which something happens.
    PhaseBegins { by: Seat, phase: Phase } => {
        told.cites(&["ADLG-SEQ.1"]).heads().says(*by, |_| phase.words().into());
    };
    Counted { states: Each<State> } => {
        told.cites(&["ADLG-R17", "ADLG-R18"]).says(None, |it| {
            let count = |seat: Seat| {
                let State { strength, losses } = states[seat];
                let (lost, of) = (losses.sum().total, strength.sum().total);
                format!("{} {lost} of {of}", it.side_name(seat))
            };
            format!("Losses: {}, {}", count(Seat::Red), count(Seat::Blue))
        });
        for (seat, State { strength, losses }) in states.iter() {
            told.sum(|it| format!("army cohesion of {}", it.side_name(seat)), &strength.sum());
            told.sum(|it| format!("losses of {}", it.side_name(seat)), &losses.sum());
        }
    };
    Ended { ending: Ending } => {
        told.cites(&[ending.rule()]).heads().says(ending.winner, |it| {
            let words = ending.words();
            match ending.winner {
                Some(winner) => format!("Victory of {}: {words}", it.side_name(winner)),
                None => format!("The battle is drawn: {words}"),
            }
        });
    };

    // Orders.
    Activated { by: Seat, corps: u8, activation: Activation, face: u8, points: u8 } => {
        let led = activation.commander.is_some();
        told.names(&["ADLG-CP.1"]).cites(&["ADLG-R34"]).cites_if(!led, &["ADLG-R41"]).counts(&["ADLG-CP.T1"]);
        told.says(*by, |it| {
            let points = counted(usize::from(*points), "command point");
            let without = if led { "" } else { " without a commander" };
            format!("{} is activated{without}: [{face}], {points}", it.corps_of(*by, *corps))
        });
        told.sum(|_| "added before halving".into(), &Sum::of(activation.added()));
        told.sum(|_| "added then".into(), &Sum::of(activation.free()));
    };
    /// Through friends by these rules, and farther than near an enemy (ADLG-MVT.2); whom they are in simple support of
    /// then (ADLG-R115). Without elements the units changed their formation.
    Moved {
        by: Seat, units: UnitSet, elements: Elements, ends: Vec<(Id, Pose)>, supported: UnitSet, cost: Cost,
        passages: Passages, hurried: bool,
    } => {
        told.cites(&[if elements.is_empty() { "ADLG-R52" } else { "ADLG-R46" }])
            .cites_if(*hurried, &["ADLG-MVT.2"])
            .cites_if(!supported.is_empty(), &["ADLG-R115"])
            .cites(passages)
            .counts_those(&[
                ("ADLG-MAN.7", elements.is_empty()),
                ("ADLG-R43",   units.len() > 1),
                ("ADLG-R44",   units.len() > 1),
            ]);
        for element in elements {
            told.counts(element.rules());
        }
        told.says(*by, |it| {
            let deed = if elements.is_empty() {
                "change formation".to_owned()
            } else {
                format!("move: {}", elements_told(elements))
            };
            // Of a group the first unit, and the others in the detail.
            let end = match &ends[..] {
                [] => String::new(),
                [(_, end)] => format!(", to {}", stands(end)),
                [(first, end), ..] => format!(", {} to {}", it.name(*first), stands(end)),
            };
            let support = if supported.is_empty() {
                String::new()
            } else {
                format!(", in support of {}", it.names(*by, *supported))
            };
            let deed = format!("{deed}{end}{support}{}", through(passages));
            it.they(*by, *units).says(&deed) + &points(cost)
        });
        paid(told, cost);
        for (id, end) in ends.iter().skip(1) {
            told.detail(|it| format!("{} to {}", it.name(*id), stands(end)));
        }
    };
    Ordered { unit: Id, cost: Cost } => {
        told.cites(&["ADLG-R42"]);
        told.says(unit.seat(), |it| it.who(*unit).says(order_words(cost.order)) + &points(cost));
        paid(told, cost);
    };
    Prevented { by: Seat, units: UnitSet, cost: Cost } => {
        told.names(&["ADLG-ORD.5"]).cites(&["ADLG-R87"]);
        told.says(*by, |it| it.they(*by, *units).says("are kept from charging") + &points(cost));
        paid(told, cost);
    };
    /// Back from a melee or out of a zone (ADLG-DSG.1, ADLG-R70, ADLG-R72); through friends by these rules.
    Withdrew { unit: Id, order: Order, pose: Pose, passages: Passages } => {
        told.cites(withdrawal(*order)).cites(passages).says(unit.seat(), |it| {
            it.who(*unit).says(&format!("withdraw to {}{}", stands(pose), through(passages)))
        });
    };
    Rallied { unit: Id, rally: Rally, cost: Cost, face: u8, success: bool } => {
        let ((rule, needed), sum) = (rally.needs(), rally.sum());
        told.cites(&[rule, "ADLG-R45"]);
        for row in &sum.rows {
            told.names(&[row.rule]);
        }
        told.says(unit.seat(), |it| {
            let result = if *success { "a cohesion point back" } else { "in vain" };
            let deed = format!("rally on {needed}+: [{face}]{}, {result}", total_behind(*face, &sum));
            it.who(*unit).says(&deed) + &points(cost)
        });
        paid(told, cost);
        if !sum.rows.is_empty() {
            told.sum(|_| "added to the die".into(), &sum);
        }
    };

    // Commanders.
    /// ADLG-R38.
    CommanderRode { by: Seat, corps: u8, to: Point } => {
        told.cites(&["ADLG-R38"]).says(*by, |it| {
            format!("The commander of {} rides to {}", it.corps_of(*by, *corps), place(*to))
        });
    };
    /// He joins a unit: where he likes (ADLG-R39), or to save himself (ADLG-R151, ADLG-R155).
    CommanderJoined { by: Seat, corps: u8, unit: u8, rule: RuleId } => {
        told.cites(&[*rule]).says(*by, |it| {
            let (corps, unit) = (it.corps_of(*by, *corps), it.name(Id::new(*by, *unit)));
            format!("The commander of {corps} joins {unit}")
        });
    };
    /// The enemy throws at him who is with this unit.
    CommanderRisked { by: Seat, corps: u8, unit: Id, risk: CommanderRisk, face: u8, killed: bool } => {
        let (rule, highest) = risk.kills();
        told.cites(&[rule, "ADLG-R40"]).says(*by, |it| {
            let (corps, unit) = (it.corps_of(*by, *corps), it.name(*unit));
            let result = if *killed { "he is killed" } else { "he is unhurt" };
            let kill = if highest > 1 { format!("1 to {highest} kill") } else { "1 kills".into() };
            let routed = if risk.routed { ", routed" } else { "" };
            format!("The enemy throws at the commander of {corps} with {unit}{routed}: [{face}], {kill}: {result}")
        });
    };
    /// ADLG-R151, ADLG-R155, ADLG-R156.
    CommanderLost { by: Seat, corps: u8, rule: RuleId } => {
        told.cites(&[*rule]);
        told.says(*by, |it| format!("The commander of {} is lost", it.corps_of(*by, *corps)));
    };
    /// ADLG-R151: off the table with the unit that he was attached to.
    CommanderLeft { by: Seat, corps: u8 } => {
        told.cites(&["ADLG-R151"]).says(*by, |it| {
            format!("The commander of {} leaves the table with his unit", it.corps_of(*by, *corps))
        });
    };

    // C1 to C6: charges and evades.
    /// Nothing is paid without an order. ADLG-R75 has judged its way, ADLG-R77 its length.
    Declared { by: Seat, units: UnitSet, targets: UnitSet, start: Start, how: How, cost: Option<Cost> } => {
        let turns = start.iter().any(|element| element.is_turn());
        match how {
            How::Ordered => told.names(&["ADLG-ORD.2"]),
            How::Spontaneous => told.cites(&["ADLG-SPO.1"]).counts(&["ADLG-ORD.1", "ADLG-R85"]),
            How::Uncontrolled => told.cites(&["ADLG-UNC.1"]).counts(&["ADLG-ORD.1", "ADLG-R86"]),
        };
        told.counts(&["ADLG-CHG.4", "ADLG-CHG.6", "ADLG-R75", "ADLG-R77"])
            .counts_those(&[("ADLG-R76", turns), ("ADLG-CHG.5", !turns && !start.is_empty())]);
        told.says(*by, |it| {
            let whom = it.names(by.other(), *targets);
            let how = match how {
                How::Ordered => "",
                How::Spontaneous => " spontaneously",
                How::Uncontrolled => " without orders",
            };
            let start = if start.is_empty() { String::new() } else { format!(" after {}", elements_told(start)) };
            let points = cost.as_ref().map_or(String::new(), points);
            it.they(*by, *units).says(&format!("charge {whom}{how}{start}")) + &points
        });
        cost.iter().for_each(|cost| { paid(told, cost); });
    };
    Stood { unit: Id } => {
        told.cites(&["ADLG-R80"]).says(unit.seat(), |it| it.who(*unit).says("stand"));
    };
    /// ADLG-EVA.3, ADLG-R96: it would evade, and cannot.
    Cornered { unit: Id, by: Blocked } => {
        told.cites(&["ADLG-EVA.3", "ADLG-R96"]).cites_if(matches!(by, Blocked::Camp(_)), &["ADLG-R196"]);
        told.says(unit.seat(), |it| it.who(*unit).says(&format!("cannot evade: {}", blocked(*by, it))));
    };
    /// ADLG-EVA.5: how far an evader may run, who perhaps has half a bow (ADLG-ABI.12).
    EvadeThrown { unit: Id, evade: Evade, face: u8, half_bow: bool } => {
        told.cites(&["ADLG-EVA.5", if *half_bow { "ADLG-ABI.12" } else { "ADLG-EVA.1" }]);
        told.says(unit.seat(), |it| {
            it.who(*unit).says(&format!("evade: [{face}], {} UD", evade.distance_ud((*face).into())))
        });
        told.sum(|_| "distance before the die".into(), &evade.sum());
    };
    /// What it could not run past, and friends that it passed by these rules.
    Evaded { unit: Id, flight: Flight, pose: Pose, left_table: bool, stop: Option<Stop>, passages: Passages } => {
        let stop = stop.filter(|_| !left_table);
        let slides = flight.elements.iter().any(|element| matches!(element, Element::Slide(_)));
        told.cites(&["ADLG-R95"]).cites_if(*left_table, &["ADLG-R99"]);
        stop.iter().for_each(|stop| { told.cites(&[stop.rule_of_evaders()]); });
        told.cites(passages).counts_those(&[
            ("ADLG-EVA.2", flight.toward != Edge::Front),
            ("ADLG-EVA.4", matches!(flight.elements.first(), Some(Element::Wheel(_)))),
            ("ADLG-EVA.6", slides),
            ("ADLG-R97",   slides),
        ]);
        told.says(unit.seat(), |it| {
            let to = if *left_table { "off the table".to_owned() } else { format!("to {}", stands(pose)) };
            let dodging = if flight.elements.is_empty() {
                String::new()
            } else {
                format!(", after {}", elements_told(&flight.elements))
            };
            let stopped = stop.map_or(String::new(), |stop| it.stopped_by(stop));
            it.who(*unit).says(&format!("run {to}{dodging}{}{stopped}", through(passages)))
        });
    };
    Burst { unit: Id, by: Id } => {
        told.cites(&["ADLG-INT.6"]).counts(&["ADLG-R62"]);
        told.says(unit.seat(), |it| it.who(*by).says(&format!("burst through {}: 1 lost", it.name(*unit))));
    };
    /// ADLG-R98.
    FacedAbout { unit: Id } => {
        told.cites(&["ADLG-R98"]).says(unit.seat(), |it| it.who(*unit).says("face about"));
    };
    ChargeAdjusted { by: Seat, units: UnitSet, charge: Charge, die: u8 } => {
        told.cites(&["ADLG-CHG.7", "ADLG-R81"]).says(*by, |it| {
            let reach = ud(charge.reach((*die).into()));
            it.they(*by, *units).says(&format!("go on after them: [{die}], up to {reach} UD"))
        });
        told.sum(|_| "distance before the die".into(), &charge.sum());
    };
    /// Which of the two had to conform (ADLG-CHG.9, ADLG-R90), none if it struck squarely; through friends by these
    /// rules.
    Charged { unit: Id, enemy: Id, edge: Edge, pose: Pose, conformed: Option<Conformed>, passages: Passages } => {
        told.cites(contact(*conformed)).cites(passages).says(unit.seat(), |it| {
            let edge = match edge {
                Edge::Front => "front",
                Edge::Rear => "rear",
                Edge::Left => "left flank",
                Edge::Right => "right flank",
            };
            let (who, whom) = (it.who(*unit), it.who(*enemy));
            let conforming = conforming(&whom, &who, *conformed);
            let hit = if passages.is_empty() { "hit" } else { "hit, through friends," };
            who.says(&format!("{hit} the {edge} of {whom}{conforming}"))
        });
    };
    /// It touches nobody and comes to stand here: why it goes on, what it could not go past (ADLG-R83), and the rules by
    /// which it passed friends.
    Advanced { unit: Id, pose: Pose, stop: Option<Stop>, rules: &'static [RuleId], passages: Passages } => {
        told.cites(rules);
        stop.iter().for_each(|stop| { told.cites(&[stop.rule_of_chargers()]); });
        told.cites(passages).says(unit.seat(), |it| {
            let stopped = stop.map_or(String::new(), |stop| it.stopped_by(stop));
            it.who(*unit).says(&format!("go on to {}{}{stopped}", stands(pose), through(passages)))
        });
    };
    /// It touches nobody and goes no farther than it is: why it would go on, and what it could not go past.
    Halted { unit: Id, stop: Option<Stop>, rules: &'static [RuleId] } => {
        told.cites(rules);
        stop.iter().for_each(|stop| { told.cites(&[stop.rule_of_chargers()]); });
        told.says(unit.seat(), |it| {
            let stopped = stop.map_or(String::new(), |stop| it.stopped_by(stop));
            it.who(*unit).says(&format!("go no farther{stopped}"))
        });
    };
    /// ADLG-R163.
    MadeRoom { unit: Id, pose: Pose } => {
        told.cites(&["ADLG-R163", "ADLG-INT.1"]);
        told.says(unit.seat(), |it| it.who(*unit).says(&format!("make room, to {}", stands(pose))));
    };
    /// ADLG-R20: by a charge, or in pursuit (ADLG-PUR.1).
    ReachedCamp { unit: Id, pose: Pose, pursues: bool } => {
        told.cites_if(*pursues, &["ADLG-PUR.1", "ADLG-R149"]).cites(&["ADLG-R20"]).says(unit.seat(), |it| {
            let deed = if *pursues { "pursue to" } else { "reach" };
            it.who(*unit).says(&format!("{deed} the enemy's camp"))
        });
    };
    /// When its corps is activated (ADLG-R91), on another enemy (ADLG-R148), or in pursuit (ADLG-R149).
    Conformed { unit: Id, pose: Pose, rule: RuleId } => {
        told.cites(&[*rule]);
        told.says(unit.seat(), |it| it.who(*unit).says(&format!("conform at {}", stands(pose))));
    };
    Surprised { unit: Id, by: Id } => {
        told.cites(&["ADLG-MAT.1", "ADLG-R128"]).says(unit.seat(), |it| {
            it.who(*unit).says(&format!("are attacked on another side by {}: 1 lost", it.name(*by)))
        });
    };

    // S and C: shooting and combat.
    Shot { main: Id, supporters: UnitSet, target: Id, shot: Shot, shooting: Shooting } =>
        fights::tell_shot(told, [*main, *target], *supporters, shot, shooting);
    /// The owner of a unit has chosen whom it fights (ADLG-R114), or against whom it supports a friend (ADLG-R115).
    Engaged { unit: Id, enemy: Id, supports: Option<Id> } => {
        told.cites(&[if supports.is_some() { "ADLG-R115" } else { "ADLG-R114" }]).says(unit.seat(), |it| {
            let enemy = it.name(*enemy);
            it.who(*unit).says(&match supports {
                Some(friend) => format!("support {} against {enemy}", it.name(*friend)),
                None => format!("choose to fight {enemy}"),
            })
        });
    };
    Fought { pair: [Id; 2], supporters: [Supporters; 2], melee: Box<Melee>, fought: Fought } =>
        fights::tell_melee(told, *pair, supporters, melee, fought);
    /// ADLG-R127.
    TurnedToFace { unit: Id, pose: Pose } => {
        told.cites(&["ADLG-R127"]).says(unit.seat(), |it| {
            it.who(*unit).says(&format!("turn to face their enemy at {}", stands(pose)))
        });
    };
    /// Nothing is thrown at an unfortified camp.
    CampAttacked { unit: Id, attack: CampAttack, face: Option<u8>, lost: bool } => {
        told.cites(&["ADLG-R20"]).says(unit.seat(), |it| {
            let result = if *lost { "it falls" } else { "it holds" };
            let thrown = match (attack.needs(), face) {
                (Some(needs), Some(face)) => format!(" on {needs}+: [{face}],"),
                _ => ":".to_owned(),
            };
            it.who(*unit).says(&format!("attack the camp{thrown} {result}"))
        });
    };
    /// ADLG-R21: all that attacked a camp which has fallen.
    Looting { by: Seat, units: UnitSet } => {
        told.cites(&["ADLG-R21"]).says(*by, |it| it.they(*by, *units).says("loot the camp"));
    };

    // R: routs and pursuits.
    /// A unit is down to no cohesion (ADLG-R144). In the Movement phase it stays until units are removed, and it is told;
    /// else nothing is, as that follows at once.
    Routing { unit: Id, moving: bool } => {
        told.cites(&["ADLG-R144", "ADLG-R8"]);
        if *moving {
            told.says(unit.seat(), |it| it.who(*unit).says("have no cohesion left and will rout"));
        }
    };
    Removed { unit: Id } => {
        told.cites(&["ADLG-R144"]).says(unit.seat(), |it| it.who(*unit).says("rout"));
    };
    Shaken { unit: Id, by: Id } => {
        told.cites(&["ADLG-ROU.1", "ADLG-R145"]).says(unit.seat(), |it| {
            it.who(*unit).says(&format!("are shaken by the rout of {}: 1 lost", it.name(*by)))
        });
    };
    Rampaged { unit: Id, face: u8, to: Edge } => {
        told.cites(&["ADLG-R147"]).says(unit.seat(), |it| {
            let to = match to {
                Edge::Front => "ahead",
                Edge::Rear => "to the rear",
                Edge::Left => "to the left",
                Edge::Right => "to the right",
            };
            it.who(*unit).says(&format!("run amok: [{face}], {to}"))
        });
    };
    Trampled { unit: Id, by: Id } => {
        told.cites(&["ADLG-R147"]);
        told.says(unit.seat(), |it| it.who(*unit).says(&format!("are trampled by {}: 1 lost", it.name(*by))));
    };
    Pursued { unit: Id, pose: Pose, contact: Option<Id>, passages: Passages } => {
        told.cites(&["ADLG-PUR.1", "ADLG-R149"]).cites(passages).says(unit.seat(), |it| {
            let into = contact.map_or(format!("to {}", stands(pose)), |enemy| format!("into {}", it.name(enemy)));
            it.who(*unit).says(&format!("pursue {into}{}", through(passages)))
        });
    };
    /// ADLG-PUR.1: it could have pursued.
    NotPursued { unit: Id } => {
        told.cites(&["ADLG-PUR.1", "ADLG-R148"]).says(unit.seat(), |it| it.who(*unit).says("do not pursue"));
    };
}

impl acies_core::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.tell(&mut Teller::counting(each));
    }
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
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Phase::Shooting => "Shooting",
            Phase::Combat => "Combat",
            Phase::Rout => "Rout and pursuit",
        }
    }
}

/// What an order cost, as a sum.
fn paid<'a, 'b>(told: To<'a, 'b>, cost: &Cost) -> To<'a, 'b> {
    told.sum(|_| "command points".into(), &cost.sum())
        .counts_those(&[("ADLG-ORD.7", cost.difficult.is_some())])
}

/// The same at the end of a line.
fn points(cost: &Cost) -> String {
    format!(" ({} CP)", cost.points())
}

/// What a die comes to, if something is added to it.
fn total_behind(face: u8, added: &Sum) -> String {
    match added.total {
        0 => String::new(),
        worth => format!(" {}", i32::from(face) + worth),
    }
}

/// That a way led through friends.
fn through(passages: &Passages) -> &'static str {
    if passages.is_empty() { "" } else { ", through friends" }
}

/// The rules of a contact, and of who conformed.
fn contact(conformed: Option<Conformed>) -> &'static [RuleId] {
    match conformed {
        None => &["ADLG-R78", "ADLG-CHG.9"],
        Some(Conformed::Charger(_) | Conformed::Enemy(_)) => {
            &["ADLG-R78", "ADLG-CHG.9", "ADLG-R90"]
        }
        Some(Conformed::Incomplete) => &["ADLG-R78", "ADLG-R90"],
    }
}

/// Who had to conform after a contact.
fn conforming(enemy: &Subject, who: &Subject, conformed: Option<Conformed>) -> String {
    match conformed {
        None => String::new(),
        Some(Conformed::Charger(pose)) => {
            format!(" and {} at {}", who.does("conform"), stands(&pose))
        }
        Some(Conformed::Enemy(pose)) => {
            format!("; {}", enemy.says(&format!("conform at {}", stands(&pose))))
        }
        Some(Conformed::Incomplete) => "; neither can conform".to_owned(),
    }
}

/// The rules of a withdrawal.
fn withdrawal(order: Order) -> &'static [RuleId] {
    match order {
        Order::LeaveZone => &["ADLG-EXZ.2", "ADLG-R70"],
        Order::LeaveZoneAhead => &["ADLG-EXZ.3", "ADLG-R72"],
        _ => &["ADLG-DSG.1", "ADLG-R64"],
    }
}

fn order_words(order: Order) -> &'static str {
    match order {
        Order::Move => "are ordered to move",
        Order::Charge => "are ordered to charge",
        Order::SpontaneousCharge => "charge spontaneously",
        Order::UncontrolledCharge => "charge without orders",
        Order::PreventCharge => "are kept from charging",
        Order::Rally(Enemy::Far) => "are rallied",
        Order::Rally(Enemy::Near) => "are rallied near the enemy",
        Order::Rally(Enemy::InMelee) => "are rallied in melee",
        Order::Disengage => "disengage",
        Order::LeaveZone => "step back out of a zone of control",
        Order::LeaveZoneAhead => "leave a zone of control straight ahead",
        Order::EvadeZone => "evade out of a zone of control",
        Order::StopLooting => "stop looting",
        Order::PlantStakes => "plant their stakes",
    }
}

impl Stop {
    /// The rule by which it stops a charge.
    fn rule_of_chargers(self) -> RuleId {
        match self {
            Stop::Passed(_) => "ADLG-R61",
            Stop::EnemyCamp | Stop::Camp(_) => "ADLG-R173",
            Stop::Line(_) => "ADLG-R162",
            _ => "ADLG-R83",
        }
    }

    /// The rule by which it stops an evader.
    fn rule_of_evaders(self) -> RuleId {
        match self {
            Stop::Passed(_) | Stop::Line(_) => self.rule_of_chargers(),
            Stop::EnemyCamp | Stop::Camp(_) => "ADLG-R196",
            _ => "ADLG-R97",
        }
    }
}

impl Element {
    /// The rules of a manoeuvre; an advance is what the move itself is.
    fn rules(&self) -> &'static [RuleId] {
        match self {
            Element::Advance(_) => &[],
            Element::Wheel(_) => &["ADLG-MAN.2", "ADLG-R47"],
            Element::Slide(_) => &["ADLG-MAN.1", "ADLG-R48"],
            Element::QuarterLeft | Element::QuarterRight => &["ADLG-MAN.5", "ADLG-R49"],
            Element::Half => &["ADLG-MAN.5"],
        }
    }
}

impl Battle {
    /// ADLG-R16: what an army can bear once more of it is on the table.
    fn now(&self, seat: Seat, strength: &Strength) -> String {
        format!("; the army cohesion of {} is now {}", self.side_name(seat), strength.sum().total)
    }

    /// What a charger or an evader could not go past.
    fn stopped_by(&self, stop: Stop) -> String {
        let what = match stop {
            Stop::Passed(id) => {
                return format!(", short of {}: no room to get clear of them", self.name(id));
            }
            Stop::Enemy(id) | Stop::Body(id) => self.name(id).into_owned(),
            Stop::Zone(id) => format!("the zone of {}", self.name(id)),
            Stop::EnemyCamp => "the enemy's camp".to_owned(),
            Stop::Camp(seat) => format!("the camp of {}", self.side_name(seat)),
            Stop::Ground(piece) if piece.is_river() => "the river".to_owned(),
            Stop::Ground(piece) => format!("the {}", piece.word().replace('_', " ")),
            Stop::Line(Barrier::Stakes) => "stakes".to_owned(),
            Stop::Line(Barrier::Fortification) => "the fortification".to_owned(),
            Stop::Line(Barrier::Obstacle) => "the obstacle".to_owned(),
            Stop::TableEdge => "the table's edge".to_owned(),
        };
        format!(", stopped by {what}")
    }
}
