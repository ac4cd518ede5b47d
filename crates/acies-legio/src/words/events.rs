//! What happened: every event with its facts, the rules that it cites and its words.

use acies_core::{
    Id, RuleId, Seat, Sum, UnitSet, log,
    sealed::Sealed,
    tell::Teller,
    told,
    words::{Subject, counted},
};
use acies_table::{Facing, Point, Pose};
use serde::Serialize;

use crate::{
    battle::Battle,
    charge::{Evaded, Response, response::Side},
    combat::{
        AfterMove, Band, Impetus,
        critical::{Critical, Rampage},
    },
    command::{StandingOrder, control::Controlled, reach::Test},
    morale::{Disorder, Fate, Suffered, risk::Risk},
    movement::{drilling::Drilling, march::Faces},
    setup::Prepared,
    troops::Type,
};

told! {
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub enum Event;
    pub fn tell(self: &Self, to: &mut Teller<'_, Battle>);

    /// Before the first turn.
    Setup(it: Prepared) => it.tell(to);
    /// C1.
    Initiative { turn: u8, won: Option<Seat>, first: Seat } => {
        to.cites(&["LEG-SEQ.1", "LEG-SEQ.2", "LEG-SEQ.7", "LEG-R23"]).heads();
        to.says(*first, |it| match won {
            Some(seat) => format!("turn {turn}: {}", side(it, *seat, "have the initiative")),
            None if *turn == 1 => format!("turn {turn}: a tie, the sides throw again"),
            None => format!("turn {turn}: a tie, {}", side(it, *first, "keep the initiative")),
        });
    };
    Controls { seat: Seat, leader: u8, units: UnitSet } => {
        to.cites(&["LEG-CMD.3", "LEG-R29"]);
        to.says(*seat, |it| {
            let names: Vec<&str> = units.ids(*seat).map(|unit| it.name(unit)).collect();
            let whom = if names.is_empty() { "nobody".into() } else { names.join(", ") };
            format!("{} controls {whom}", it.leader_name(*seat, *leader))
        });
    };
    Inspires { seat: Seat, leader: u8 } => {
        to.cites(&["LEG-CMD.5", "LEG-R31"]);
        to.says(*seat, |it| format!("{} inspires the unit with him", it.leader_name(*seat, *leader)));
    };
    LeaderRode { seat: Seat, leader: u8, from: Point, to_place: Point } => {
        to.cites(&["LEG-CMD.6", "LEG-SEQ.4", "LEG-R28"]);
        to.says(*seat, |it| format!("{} {}", it.leader_name(*seat, *leader), ride(*from, *to_place)));
    };
    LeaderJoined { seat: Seat, leader: u8, unit: u8 } => {
        to.cites(&["LEG-CMD.6", "LEG-SEQ.4", "LEG-R28"]);
        to.says(*seat, |it| format!("{} joins {}", it.leader_name(*seat, *leader), it.name(Id::new(*seat, *unit))));
    };
    LeaderStayed { seat: Seat, leader: u8 } => {
        to.cites(&["LEG-CMD.1", "LEG-CMD.6"]).says(*seat, |it| format!("{} stays where he is", it.leader_name(*seat, *leader)));
    };
    /// LEG-R120: only his own side hears which.
    Ordered { seat: Seat, leader: u8, order: StandingOrder } => {
        to.cites(&["LEG-CMD.7", "LEG-R37", "LEG-R38"]);
        let what = secret(to, *seat, Some(*order));
        to.says(*seat, |it| format!("{} gives his command an order{what}", it.leader_name(*seat, *leader)));
    };
    MessengerSent { seat: Seat, leader: u8, order: StandingOrder } => {
        to.cites(&["LEG-CMD.7", "LEG-R38"]);
        let what = secret(to, *seat, Some(*order));
        to.says(*seat, |it| format!("a messenger rides to {}{what}", it.leader_name(*seat, *leader)));
    };
    Listens { seat: Seat, leader: u8 } => {
        to.cites(&["LEG-CMD.7", "LEG-R38"]).says(*seat, |it| format!("{} listens for orders", it.leader_name(*seat, *leader)));
    };
    Heard { seat: Seat, leader: u8, order: Sealed<StandingOrder> } => {
        to.cites(&["LEG-R37", "LEG-R38"]);
        let what = secret(to, *seat, order.known().copied());
        to.says(*seat, |it| format!("{} has his new order{what}", it.leader_name(*seat, *leader)));
    };
    MessengerLost { seat: Seat, leader: u8 } => {
        to.cites(&["LEG-R38"]).says(*seat, |it| format!("the messenger to {} is lost", it.leader_name(*seat, *leader)));
    };
    /// A control test.
    Tested { unit: Id, test: Test, face: u8, sum: Sum, result: Controlled } => {
        let band = match result {
            Controlled::Halt => "LEG-CTL.6",
            Controlled::Act => "LEG-CTL.7",
            Controlled::Repeat => "LEG-CTL.8",
        };
        to.cites(&["LEG-CTL.1", "LEG-R33", band]).counts(test.rules());
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("test control with {}: {}", thrown(*face, sum), result.name())));
        rulings(to, sum).sum(|_| "added to the die".into(), sum);
    };
    StandsByOrder { unit: Id } => {
        to.cites(&["LEG-R30", "LEG-R37"]).says(unit.seat(), |it| it.who(*unit).says("stand by their order"));
    };
    GoesOn { unit: Id } => {
        to.cites(&["LEG-R42", "LEG-R172"]).says(unit.seat(), |it| it.who(*unit).says("go on without a test"));
    };
    /// Movement dice.
    Threw { unit: Id, kind: Type, faces: Faces, fast: bool, paces: i32, sum: Sum, rule: RuleId } => {
        to.cites(&["LEG-MOV.1", rule]).counts(&[kind.move_rule()]).counts_those(&[("LEG-MOV.6", *fast)]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("throw {} for their move: {paces} paces", faces.says())));
        rulings(to, sum).sum(|_| "paces besides the pips".into(), sum);
    };
    Moved { unit: Id, from: Pose, to_pose: Pose, paces: i32, steps: bool } => {
        to.cites(&["LEG-SEQ.8", if *steps { "LEG-R56" } else { "LEG-R46" }]).counts_those(&[("LEG-MAN.12", *steps)]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("{} {paces} paces", if *steps { "step" } else { "move" })));
    };
    /// A column, or artillery.
    SetsOut { unit: Id, sum: Sum } => {
        to.cites(&["LEG-R44"]);
        to.says(unit.seat(), |it| format!("{} may go {} paces without dice", it.name(*unit), sum.total));
        to.sum(|_| "paces".into(), sum);
    };
    StaysPut { unit: Id } => {
        to.cites(&["LEG-R44"]).says(unit.seat(), |it| it.who(*unit).says("stay where they are"));
    };
    Stood { unit: Id } => {
        to.cites(&["LEG-SEQ.8"]).says(unit.seat(), |it| it.who(*unit).says("stand"));
    };
    Repeated { unit: Id, to_pose: Pose, rule: RuleId } => {
        to.cites(&["LEG-CTL.8", rule]).says(unit.seat(), |it| it.who(*unit).says("do what they did before"));
    };
    Drilled { unit: Id, drill: Drilling, from: Pose, to_pose: Pose } => {
        to.cites(drill.words().2).says(unit.seat(), |it| it.who(*unit).says(&drill.words().1));
    };
    Rested { unit: Id, sum: Sum, left: u8 } => {
        to.cites(&["LEG-DPR.1", "LEG-R61"]).says(unit.seat(), |it| it.who(*unit).says(&format!("rest: {left} DP left")));
        to.sum(|_| "may be removed".into(), sum);
    };
    Relieved { unit: Id } => {
        to.cites(&["LEG-SEQ.9", "LEG-R62"]).says(unit.seat(), |it| it.who(*unit).says("relieve their front line"));
    };
    Ceased { unit: Id } => {
        to.cites(&["LEG-ACM.13", "LEG-R97"]).says(unit.seat(), |it| it.who(*unit).says("halt their retirement"));
    };
    Declared { unit: Id, target: Id, kind: Type, rule: RuleId } => {
        to.counts(&[if kind.is_foot() { "LEG-SEQ.14" } else { "LEG-SEQ.15" }]);
        to.cites(&["LEG-R73", rule]).says(unit.seat(), |it| it.who(*unit).says(&format!("declare a charge on {}", it.name(*target))));
    };
    ChargeLapsed { unit: Id } => {
        to.cites(&["LEG-R135"]).says(unit.seat(), |it| format!("the charge of {} lapses", it.name(*unit)));
    };
    Responded { unit: Id, charger: Id, response: Response, rule: RuleId } => {
        to.cites(&["LEG-SEQ.16", "LEG-R76", rule]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("{} before {}", response.name(), it.name(*charger))));
    };
    EvadeTested { unit: Id, face: u8, sum: Sum, result: Evaded } => {
        let band = match result {
            Evaded::Evades => "LEG-EVA.5",
            Evaded::Shaken => "LEG-EVA.6",
            Evaded::Breaks => "LEG-EVA.7",
        };
        to.cites(&["LEG-EVA.1", band]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("throw {}, and {}", thrown(*face, sum), it.who(*unit).predicate(result.name()))));
        to.sum(|_| "added to the die".into(), sum);
    };
    Contacted { unit: Id, target: Id, side: Side, impetus: Impetus, from: Pose, to_pose: Pose } => {
        to.cites(&["LEG-R74", "LEG-R81"])
            .cites_if(*side != Side::Front, &["LEG-R82"])
            .cites_if(*impetus == Impetus::CounterCharge, &["LEG-R78"])
            .cites_if(*impetus == Impetus::Pursuit, &["LEG-ACM.18", "LEG-R100"]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("meet {} in {}", it.name(*target), side.name())));
    };
    FellShort { unit: Id, target: Id, paces: i32 } => {
        to.cites(&["LEG-R80"]).says(unit.seat(), |it| it.who(*unit).says(&format!("do not reach {}: {paces} paces", it.name(*target))));
    };
    WentOn { unit: Id, from: Pose, to_pose: Pose, paces: i32, leaves: bool } => {
        to.cites(&["LEG-R80"]).cites_if(*leaves, &["LEG-R105", "LEG-R153"]);
        to.says(unit.seat(), |it| {
            let gone = if *leaves { ", off the table" } else { "" };
            it.who(*unit).says(&format!("go on for {paces} paces{gone}"))
        });
    };
    Caught { unit: Id, prey: Id } => {
        to.cites(&["LEG-R79", "LEG-R99", "LEG-R101"]).says(unit.seat(), |it| it.who(*unit).says(&format!("catch {}", it.name(*prey))));
    };
    LostQuarry { unit: Id } => {
        to.cites(&["LEG-R141"]).says(unit.seat(), |it| it.who(*unit).says("have nobody left to pursue"));
    };
    StoppedShort { unit: Id, enemy: Id, rule: RuleId } => {
        to.cites(&[rule, "LEG-R100"]).says(unit.seat(), |it| it.who(*unit).says(&format!("stop short of {}", it.name(*enemy))));
    };
    Loots { unit: Id } => {
        to.cites(&["LEG-R43", "LEG-R117"]).says(unit.seat(), |it| it.who(*unit).says("loot the camp"));
    };
    ChoseVolley { by: Seat } => {
        to.cites(&["LEG-R72"]).says(*by, |it| side(it, *by, "have chosen their volleys"));
    };
    Announced { unit: Id, does: AfterMove, rule: RuleId } => {
        to.cites(&["LEG-R94", rule]).says(unit.seat(), |it| format!("{} will {}", it.name(*unit), does.name()));
    };
    Halted { unit: Id } => {
        to.cites(&["LEG-ACM.1", "LEG-SEQ.19"]).says(unit.seat(), |it| it.who(*unit).says("halt"));
    };
    FellBack { unit: Id, from: Pose, to_pose: Pose, shifted: bool } => {
        to.cites(&["LEG-ACM.7", "LEG-R96"]);
        to.says(unit.seat(), |it| it.who(*unit).says(if *shifted { "make room" } else { "fall back" }));
    };
    CannotFallBack { unit: Id } => {
        to.cites(&["LEG-ACM.9", "LEG-R96"]).says(unit.seat(), |it| it.who(*unit).says("cannot fall back"));
    };
    CameOn { unit: Id, impetus: Impetus, from: Pose, to_pose: Pose } => {
        to.cites(if *impetus == Impetus::FollowUp { &["LEG-ACM.6", "LEG-R95"] } else { &["LEG-ACM.17", "LEG-R142"] });
        let does = if *impetus == Impetus::FollowUp { "follows up" } else { "pursues its opponent" };
        to.says(unit.seat(), |it| format!("{} {does}", it.name(*unit)));
    };
    CriticalHit { unit: Id, critical: Critical } => {
        to.cites(&["LEG-RES.25", "LEG-R104"]).says(unit.seat(), |it| it.who(*unit).says(&format!("are hit: {}", critical.name())));
    };
    WentThrough { unit: Id, from: Pose, to_pose: Pose, over: u8 } => {
        to.cites(&["LEG-R102"]).cites_if(*over > 0, &["LEG-MOR.6", "LEG-R110"]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("pass through {}", counted((*over).into(), "unit"))));
    };
    DoesNotPass { unit: Id } => {
        to.cites(&["LEG-R145"]).says(unit.seat(), |it| it.who(*unit).says("cannot pass through"));
    };
    /// A shot or a volley.
    Shot { unit: Id, target: Id, kind: Type, in_cover: bool, dice: Sum, needs: Sum, hits: u8, rule: RuleId } => {
        to.cites(&[rule, "LEG-SHO.11"]).counts(&[kind.row().rule]).counts_those(&[("LEG-R19", *in_cover)]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("shoot at {} with {} on {}: {}", it.name(*target), dice_of(dice.total), needs.total, counted((*hits).into(), "hit"))));
        to.sum(|_| "dice".into(), dice).sum(|_| "each die needs".into(), needs);
    };
    /// LEG-R85: the result of a unit, against the enemy with whom it did worst.
    Fought { unit: Id, opponent: Id, kind: Type, face: u8, sum: Sum, numbers: [Sum; 2], difference: i32, band: Band, rule: RuleId } => {
        to.cites(&["LEG-CR.1", "LEG-RES.T1", "LEG-R85", "LEG-R92", rule]).counts(&[kind.row().rule]);
        to.says(unit.seat(), |it| {
            let total = i32::from(*face) + sum.total;
            it.who(*unit).says(&format!("fight {} with {face}, {total} in all: {} ({difference:+})", it.name(*opponent), band.name()))
        });
        rulings(to, sum).sum(|_| "added to the die".into(), sum);
        to.sum(|_| "its numbers, in half bases".into(), &numbers[0]);
        to.sum(|_| "the enemy's".into(), &numbers[1]);
    };
    /// DPs and what they did.
    Disordered { unit: Id, kind: Disorder, rule: RuleId, suffered: Suffered } => {
        to.cites(&[rule, "LEG-R106"])
            .cites_if(suffered.shaken, &["LEG-MOR.9", "LEG-R109"])
            .cites_if(suffered.casualties > 0, &["LEG-MOR.12", "LEG-R11"])
            .cites_if(suffered.fate != Fate::Remains, &["LEG-R14"])
            .counts_those(&[
                // Pikemen alone pay 2 for a wheel or a change of formation.
                ("LEG-MAN.13", matches!(*rule, "LEG-MAN.4" | "LEG-MAN.14") && suffered.dps > 1),
                ("LEG-R52", matches!(*rule, "LEG-MAN.16" | "LEG-MAN.17")),
                ("LEG-R18", matches!(*rule, "LEG-MOV.16" | "LEG-MOV.18")),
                ("LEG-R59", matches!(*rule, "LEG-MOV.15" | "LEG-MOV.16" | "LEG-MOV.17" | "LEG-MOV.18")),
                ("LEG-SHO.12", *kind == Disorder::Shooting && *suffered == Suffered::default()),
                ("LEG-MOR.13", *kind == Disorder::Movement && *suffered == Suffered::default()),
            ]);
        to.says(unit.seat(), |it| {
            let says = it.who(*unit).says(&suffered.said());
            because(rule).map_or(says.clone(), |why| format!("{says}: {why}"))
        });
    };
    /// Bases lost whatever the order.
    Lost { unit: Id, rule: RuleId, suffered: Suffered } => {
        to.cites(&[rule, "LEG-R11"]).cites_if(suffered.shaken, &["LEG-R109"]);
        to.says(unit.seat(), |it| it.who(*unit).says(&suffered.said()));
    };
    Destroyed { unit: Id, rule: RuleId } => {
        to.cites(&[rule, "LEG-R105"]).says(unit.seat(), |it| it.who(*unit).says("are destroyed"));
    };
    Broke { unit: Id, rule: RuleId } => {
        to.cites(&[rule, "LEG-ACM.14", "LEG-R98"]).says(unit.seat(), |it| it.who(*unit).says("break and rout"));
    };
    /// A unit goes back: it routs, retires or evades.
    WentBack { unit: Id, rule: RuleId, faces: Faces, from: Pose, to_pose: Pose, paces: i32, leaves: bool } => {
        to.cites(&[rule, "LEG-R45", "LEG-R125"]).cites_if(*leaves, &["LEG-R105"]);
        to.says(unit.seat(), |it| {
            let gone = if *leaves { ", off the table" } else { "" };
            it.who(*unit).says(&format!("throw {} and {} back {paces} paces{gone}", faces.says(), it.who(*unit).does("go")))
        });
    };
    CannotGoBack { unit: Id, rule: RuleId } => {
        to.cites(&[rule, "LEG-R125"]).says(unit.seat(), |it| it.who(*unit).says("cannot go back"));
    };
    PassedThrough { unit: Id, friend: Id, same_legion: bool } => {
        to.cites(&["LEG-MAN.10", "LEG-R55"]).cites_if(*same_legion, &["LEG-MAN.11"]);
        to.says(unit.seat(), |it| it.who(*unit).says(&format!("pass through {}", it.name(*friend))));
    };
    Rampaged { unit: Id, rampage: Rampage, crossed: u8 } => {
        to.cites(&["LEG-R103"]).cites_if(*crossed > 0, &["LEG-MOR.6", "LEG-R110"]);
        to.says(unit.seat(), |it| {
            let over = counted((*crossed).into(), "unit");
            it.who(*unit).says(&format!("rampage {} for {} paces, over {over}", rampage.direction.name(), rampage.paces))
        });
    };
    LeaderAtRisk { seat: Seat, leader: u8, risk: Risk, killed: bool } => {
        to.cites(&["LEG-R39"]).cites_if(*killed && *risk == Risk::Broken, &["LEG-R150"]);
        to.says(*seat, |it| {
            let what = if *killed { "is killed" } else { "is unhurt" };
            format!("{} {what}", it.leader_name(*seat, *leader))
        });
    };
    /// He goes to another unit, or is captured if there is none.
    LeaderFled { seat: Seat, leader: u8, unit: Option<Id> } => {
        to.cites(&["LEG-R39", "LEG-R40"]);
        to.says(*seat, |it| {
            let name = it.leader_name(*seat, *leader);
            unit.map_or(format!("{name} is captured"), |unit| format!("{name} flees to {}", it.name(unit)))
        });
    };
    /// LEG-R150: he is lost with a unit that leaves the table.
    LeaderLeft { seat: Seat, leader: u8 } => {
        to.cites(&["LEG-R150"]).says(*seat, |it| format!("{} is lost with his unit", it.leader_name(*seat, *leader)));
    };
    FormedUp { unit: Id } => {
        to.cites(&["LEG-MAN.6", "LEG-R26", "LEG-R50"]).says(unit.seat(), |it| it.who(*unit).says("have formed up"));
    };
    Recovered { unit: Id } => {
        to.cites(&["LEG-R26", "LEG-R107"]).says(unit.seat(), |it| it.who(*unit).says("are no longer shaken"));
    };
    TurnEnded { turn: u8, lost: [u32; 2], of: [u32; 2] } => {
        to.cites(&["LEG-R26", "LEG-R118"]).heads();
        to.says(None, |it| {
            let [red, blue] = Seat::BOTH.map(|seat| it.side_name(seat));
            let [first, second] = [share(lost[0], of[0]), share(lost[1], of[1])];
            format!("turn {turn} ends: break points lost, {red} {first}, {blue} {second}")
        });
    };
}

/// What is said of a side.
pub(crate) fn side(battle: &Battle, seat: Seat, said: &str) -> String {
    Subject::new(battle.side_name(seat)).says(said)
}

/// How far a leader rides, and which way.
pub(crate) fn ride(from: Point, to: Point) -> String {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let way = to.vec() - from.vec();
    let eighth =
        libm::round(Facing::toward(way).from_north().degrees() / 45.0) as usize % WINDS.len();
    format!("rides {:.0} paces to the {}", way.length(), WINDS[eighth])
}

/// What a DP came from, where the line before it does not say so.
fn because(rule: RuleId) -> Option<&'static str> {
    Some(match rule {
        "LEG-MAN.4" => "a wheel within bow range",
        "LEG-MAN.10" => "friends passed through",
        "LEG-MAN.14" => "a change of formation within bow range",
        "LEG-MAN.15" => "forming up within bow range",
        "LEG-MAN.16" | "LEG-MAN.17" => "an obstacle crossed",
        "LEG-MAN.18" => "an about face within bow range",
        "LEG-MAN.19" => "mounting or dismounting within bow range",
        "LEG-MOR.1" => "friends broken nearby",
        "LEG-MOR.3" => "evading",
        "LEG-MOR.4" => "a commander lost nearby",
        "LEG-MOR.5" => "the General lost nearby",
        "LEG-MOR.6" => "burst through",
        "LEG-MOR.7" | "LEG-MOR.14" => "charged in flank or rear",
        "LEG-MOR.8" => "elephants or camels near",
        "LEG-MOV.15" | "LEG-MOV.16" | "LEG-MOV.17" | "LEG-MOV.18" => "fatigue",
        _ => return None,
    })
}

/// LEG-R120: an order, for those who may know it.
fn secret(to: &Teller<'_, Battle>, seat: Seat, order: Option<StandingOrder>) -> String {
    let known = order.filter(|_| to.is(seat));
    known.map(|order| format!(": {}", order.name())).unwrap_or_default()
}

/// Counts the rulings behind the rows of a sum.
fn rulings<'a, 'b>(to: &'a mut Teller<'b, Battle>, sum: &Sum) -> &'a mut Teller<'b, Battle> {
    let all = sum.rows.iter().filter_map(|row| ruling_of(row.rule));
    all.fold(to, |to, rule| to.counts(&[rule]))
}

/// The ruling behind a row of a sum, if it has one.
fn ruling_of(row: RuleId) -> Option<RuleId> {
    Some(match row {
        "LEG-CTL.4" => "LEG-R36",
        "LEG-CTL.5" => "LEG-R32",
        "LEG-CR.3" => "LEG-R91",
        "LEG-CR.4" => "LEG-R21",
        "LEG-CR.5" => "LEG-R22",
        "LEG-CR.6" => "LEG-R88",
        "LEG-CR.7" | "LEG-CR.8" | "LEG-CR.9" | "LEG-CR.10" | "LEG-CR.11" => "LEG-R86",
        "LEG-CR.15" | "LEG-CR.16" => "LEG-R90",
        "LEG-CR.18" | "LEG-CR.19" | "LEG-CR.20" => "LEG-CR.21",
        "LEG-MOV.12" | "LEG-MOV.14" => "LEG-R58",
        _ => return None,
    })
}

/// A die with what is added to it.
fn thrown(face: u8, sum: &Sum) -> String {
    if sum.total == 0 { face.to_string() } else { format!("{face}{:+}", sum.total) }
}

impl Faces {
    fn says(self) -> String {
        let faces: Vec<String> = self.iter().map(|face| face.to_string()).collect();
        faces.join(", ")
    }
}

fn dice_of(number: i32) -> String {
    if number == 1 { "1 die".into() } else { format!("{number} dice") }
}

/// Break points lost, in halves, of all.
fn share(halves: u32, of: u32) -> String {
    let half = if halves.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half} of {of}", halves / 2)
}

impl Suffered {
    /// In words, as what a unit does.
    fn said(&self) -> String {
        let mut parts = Vec::new();
        if self.dps > 0 {
            parts.push(format!("take {} DP", self.dps));
        }
        if self.casualties > 0 {
            parts.push(format!("lose {}", counted(self.casualties.into(), "base")));
        }
        if self.shaken {
            parts.push("become shaken".into());
        }
        match &mut parts[..] {
            [] => "suffer nothing more".into(),
            [_] => parts.concat(),
            [first, rest @ ..] => format!("{first} ({})", rest.join(", ")),
        }
    }
}

impl Battle {
    pub fn leader_name(&self, seat: Seat, leader: u8) -> &str {
        &self.setup.armies[seat].leaders[usize::from(leader)].name
    }
}

impl log::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.tell(&mut Teller::counting(each));
    }
}
