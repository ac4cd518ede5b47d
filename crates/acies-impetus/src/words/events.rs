//! What happens: facts, the rules that they cite, and the sentence.

use acies_core::{RuleId, Seat, Sum, log, tell::Teller, told};
use acies_table::Pose;
use serde::Serialize;

use crate::{
    battle::{Battle, Id, Post, UnitSet},
    cohesion::Tested,
    command::{Quality, discipline::Purpose, fate::Fate as Lot, initiative::Throw},
    melee::outcome::Fate,
    movement::{
        charging::Kind as ChargeKind, manoeuvre::Manoeuvre, reacting::Reply, recovery::Stay,
        way::Phase,
    },
    setup::words::Prepared,
    shooting::{Band, Flight},
};

/// Where a base was, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Leg {
    pub unit: Id,
    pub from: Pose,
    pub to: Pose,
}

/// Why bases have moved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    Phase(Phase),
    Charge,
    CounterCharge,
    Evasion,
    Impetuous,
    Retreat,
    Pursuit,
    PutBehind,
    Panic,
    Disengaging,
    Entering,
    Leaving,
    Relief,
    Emerging,
}

impl How {
    fn rules(self) -> &'static [RuleId] {
        match self {
            How::Phase(phase) => match phase.manoeuvre() {
                Manoeuvre::Forward => &["IMP-MOV.1", "IMP-R28"],
                Manoeuvre::Rotation => &["IMP-MOV.4", "IMP-MOV.5", "IMP-R30"],
                Manoeuvre::Oblique => &["IMP-MOV.8", "IMP-R31"],
                Manoeuvre::AboutFace => &["IMP-MOV.12", "IMP-R33"],
                Manoeuvre::Backward => &["IMP-R32"],
            },
            How::Charge => &["IMP-CHG.3", "IMP-R44", "IMP-R49"],
            How::CounterCharge => &["IMP-CHG.6", "IMP-R50"],
            How::Evasion => &["IMP-MOV.18", "IMP-R51"],
            How::Impetuous => &["IMP-MOV.21", "IMP-MOV.23", "IMP-R98"],
            How::Retreat => &["IMP-R62"],
            How::Pursuit => &["IMP-R63", "IMP-PUR.4"],
            How::PutBehind => &["IMP-IPI.4", "IMP-R105"],
            How::Panic => &["IMP-SPC.19", "IMP-R72"],
            How::Disengaging => &["IMP-R97"],
            How::Entering => &["IMP-R75", "IMP-TER.20"],
            How::Leaving => &["IMP-R120", "IMP-TER.21"],
            How::Relief => &["IMP-R96"],
            How::Emerging => &["IMP-R93"],
        }
    }

    fn words(self) -> String {
        match self {
            How::Phase(phase) => phase.words(),
            How::Charge => "charge".into(),
            How::CounterCharge => "counter-charge".into(),
            How::Evasion => "evade".into(),
            How::Impetuous => "advance impetuously".into(),
            How::Retreat => "go back".into(),
            How::Pursuit => "pursue".into(),
            How::PutBehind => "are left behind".into(),
            How::Panic => "run in panic".into(),
            How::Disengaging => "disengage".into(),
            How::Entering => "enter the built-up area".into(),
            How::Leaving => "leave the built-up area".into(),
            How::Relief => "change places".into(),
            How::Emerging => "leave the Square".into(),
        }
    }
}

told! {
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub enum Event;
    pub fn tell(self: &Self, to: &mut Teller<'_, Battle>);

    Prepared(it: Prepared) => it.tell(to);
    TurnBegan { turn: u8 } => {
        to.cites(&["IMP-R28"]).heads().says(None, |_| format!("Turn {turn}"));
    };
    TurnEnded { turn: u8, sums: Box<[Sum; 2]>, over: Option<(Option<Seat>, RuleId, &'static str)> } => {
        to.cites(&["IMP-VIC.4"]);
        if let Some((_, rule, _)) = over { to.cites(&[rule]); }
        to.says(None, |it| match over {
            Some((Some(winner), _, how)) => format!("{how}: {} win", it.host(*winner)),
            Some((None, _, how)) => format!("{how}: nobody wins"),
            None => format!("Turn {turn} is over"),
        });
        for (seat, sum) in Seat::BOTH.into_iter().zip(sums.iter()) {
            to.sum(|it| format!("VD lost by {}", it.host(seat)), sum);
        }
    };
    CommandRouted { seat: Seat, command: u8, lost: u32, start: u32, marked: bool } => {
        to.cites(&["IMP-VIC.2", "IMP-R69"]).cites_if(*marked, &["IMP-R68"]);
        to.says(*seat, |it| format!("{} rout: {lost} of {start} VD are lost", it.command_name(*seat, *command)));
    };
    CommanderStranded { seat: Seat, command: u8 } => {
        to.cites(&["IMP-R123"]);
        to.says(*seat, |it| format!("the Commander of {} is captured: no Unit is left", it.command_name(*seat, *command)));
    };
    Nominated { by: Seat } => {
        to.cites(&["IMP-R18"]).says(*by, |it| format!("{} have nominated a Command", it.host(*by)));
    };
    Bid { seat: Seat, command: u8, throw: Throw, total: i32, sum: Box<Sum>, again: bool } => {
        to.cites(&["IMP-INI.1"]).cites_if(*again, &["IMP-R16"]);
        let [one, other] = throw;
        let how = if *again { "throw again" } else { "throw" };
        to.says(*seat, |it| format!("{} {how} {one} and {other}: {total}", it.command_name(*seat, *command)));
        to.sum(|_| "added to the dice".into(), sum);
    };
    InitiativeDecided { won: Option<Seat>, tie: bool } => {
        to.cites(&["IMP-INI.1"]).cites_if(*tie, &["IMP-R14"]).cites_if(won.is_none() && !tie, &["IMP-R15"]);
        to.says(*won, |it| match won {
            Some(seat) => format!("{} win the initiative", it.host(*seat)),
            None if *tie => "the totals are equal: both throw again".into(),
            None => "nobody wins the initiative".into(),
        });
    };
    Spent { seat: Seat, command: u8, rule: RuleId, routs: bool } => {
        to.cites(&[rule, "IMP-R15"]).cites_if(*routs, &["IMP-R17"]);
        to.says(*seat, |it| {
            let rout = if *routs { ", and routs at the end of the Turn" } else { "" };
            format!("{} cannot be activated this Turn{rout}", it.command_name(*seat, *command))
        });
    };
    LevelChanged { seat: Seat, command: u8, from: Quality, to_level: Quality, fixed: bool } => {
        to.cites(&["IMP-R13"]);
        to.cites_if(*from == Quality::Expert && *fixed, &["IMP-SPC.27"]);
        to.cites_if(*from == Quality::Genius && *fixed, &["IMP-SPC.31"]);
        to.cites_if(*from == Quality::Genius && !fixed, &["IMP-SPC.59"]);
        to.says(*seat, |it| {
            let name = it.command_name(*seat, *command);
            if from == to_level { format!("the Commander of {name} is {} for the whole battle", from.name()) } else { format!("the Commander of {name}, {} till now, is {}", from.name(), to_level.name()) }
        });
    };
    GivenAway { by: Seat } => {
        to.cites(&["IMP-SPC.58", "IMP-R19"]).says(*by, |it| format!("{} leave the initiative to the enemy", it.host(*by)));
    };
    CommandActivated { seat: Seat, command: u8 } => {
        to.cites(&["IMP-INI.1"]).heads().says(*seat, |it| format!("{} are active", it.command_name(*seat, *command)));
    };
    CommandDone { seat: Seat, command: u8 } => {
        to.cites(&["IMP-R23"]).says(*seat, |it| format!("{} have done", it.command_name(*seat, *command)));
    };
    Activated { seat: Seat, units: UnitSet } => {
        to.cites(&["IMP-R23"]).cites_if(units.len() > 1, &["IMP-R36"]);
        to.says(*seat, |it| format!("{} are activated", it.names(*seat, *units)));
    };
    Halted { seat: Seat, units: UnitSet } => {
        to.cites(&["IMP-R23"]).says(*seat, |it| format!("{} have done", it.names(*seat, *units)));
    };
    Led { seat: Seat, command: u8, post: Post } => {
        to.cites(&["IMP-R20"]).says(*seat, |it| {
            let name = it.command_name(*seat, *command);
            match post {
                Post::With(unit) => format!("the Commander of {name} joins {}", it.name(Id::new(*seat, *unit))),
                Post::At(at) => format!("the Commander of {name} rides to {}, {}", at.x, at.y),
            }
        });
    };
    CommanderFled { seat: Seat, command: u8, with: Id } => {
        to.cites(&["IMP-R20"]);
        to.says(*seat, |it| format!("the Commander of {} goes to {}", it.command_name(*seat, *command), it.name(*with)));
    };
    CommanderLost { seat: Seat, command: u8, rule: RuleId } => {
        to.cites(&[rule]);
        to.says(*seat, |it| format!("the Commander of {} is lost", it.command_name(*seat, *command)));
    };
    Grief { seat: Seat } => {
        to.cites(&["IMP-SPC.25", "IMP-R71"]);
        to.says(*seat, |it| format!("every Unit of {} loses 1 VBU", it.host(*seat)));
    };
    FateThrown { seat: Seat, command: u8, throw: [u8; 2], sum: Box<Sum>, again: bool } => {
        to.cites(&["IMP-CDR.1"]).cites_if(*again, &["IMP-R68"]);
        let [one, other] = throw;
        to.says(*seat, |it| format!("the fate of the Commander of {}: {one} and {other}", it.command_name(*seat, *command)));
        to.sum(|_| "added to the dice".into(), sum);
    };
    FateMet { seat: Seat, command: u8, rule: RuleId, lot: Lot } => {
        to.cites(&[rule]);
        to.says(*seat, |it| format!("the Commander of {} is {}", it.command_name(*seat, *command), lot.name()));
    };
    DisciplineTested {
        seat: Seat, units: UnitSet, purpose: Purpose, sum: Box<Sum>, needs: i32, face: Option<u8>, passed: bool, fails: Option<RuleId>
    } => {
        to.cites(&["IMP-DT.1", "IMP-R25"]);
        if let (Some(rule), false) = (fails, passed) { to.cites(&[rule]); }
        to.cites_if(units.len() > 1, &["IMP-R24"]);
        to.says(*seat, |it| {
            let face = face.map_or("?".into(), |face| match sum.total {
                0 => face.to_string(),
                more => format!("{face} {} {} = {}", if more < 0 { '-' } else { '+' }, more.abs(), i32::from(face) + more),
            });
            let how = if *passed { "pass" } else { "fail" };
            format!("{} test discipline {}: {face}, {needs}+ is needed, and {how}", it.names(*seat, *units), purpose.words())
        });
        to.sum(|_| "added to the die".into(), sum);
    };
    Went { legs: Vec<Leg>, how: How } => {
        to.cites(how.rules());
        let seat = legs.first().map(|leg| leg.unit.seat());
        to.says(seat, |it| {
            let units = legs.iter().map(|leg| leg.unit.number()).collect();
            format!("{} {}", it.names(seat.unwrap_or(Seat::Red), units), how.words())
        });
    };
    Stayed { seat: Seat, units: UnitSet, how: Stay } => {
        let (does, rules): (_, &[RuleId]) = match how {
            Stay::Wait => ("go on Opportunity", &["IMP-R27"]),
            Stay::Recover => ("recover order", &["IMP-DIS.1", "IMP-R26"]),
            Stay::Rally => ("recover order with the Commander", &["IMP-R26"]),
            Stay::Shieldwall => ("form shieldwall", &["IMP-SPC.43", "IMP-R100"]),
            Stay::PutUp => ("put up stakes or pavises", &["IMP-R86"]),
        };
        to.cites(rules).says(*seat, |it| format!("{} {does}", it.names(*seat, *units)));
    };
    Disordered { unit: Id, rule: RuleId } => {
        to.cites(&[rule]).says(unit.seat(), |it| format!("{} are Disordered", it.name(*unit)));
    };
    Harmed { unit: Id, losses: u8, rule: RuleId } => {
        to.cites(&[rule]).says(unit.seat(), |it| format!("{} lose {losses} VBU", it.name(*unit)));
    };
    Removed { unit: Id, rule: RuleId } => {
        to.cites(&[rule, "IMP-ROU.4"]).says(unit.seat(), |it| format!("{} {}", it.name(*unit), gone(rule)));
    };
    Shot {
        shooter: Id, target: Id, band: Band, sum: Box<Sum>, reaction: bool, faces: Vec<u8>, damage: u8
    } => {
        to.cites(&["IMP-SHL.13", "IMP-DAM.1"]).cites_if(*reaction, &["IMP-SHL.12", "IMP-R48"]);
        to.says(shooter.seat(), |it| {
            let [shooter, target] = [shooter, target].map(|id| it.name(*id));
            format!("{shooter} shoot at {target} at {} range: {damage} damage", band.name())
        });
        to.sum(|_| "dice".into(), sum).detail(|_| format!("{faces:?}"));
    };
    ShotInVain { shooter: Id, target: Id } => {
        to.cites(&["IMP-SHM.9", "IMP-R145"]).says(shooter.seat(), |it| {
            format!("{} have no die left for {}, who evade", it.name(*shooter), it.name(*target))
        });
    };
    CohesionTested { unit: Id, damage: u8, sum: Box<Sum>, tested: Tested, rule: RuleId } => {
        to.cites(&["IMP-COH.1", rule]).cites_if(tested.six && tested.failed, &["IMP-COH.15"]);
        to.says(unit.seat(), |it| {
            let how = if tested.failed { "fail" } else { "pass" };
            let losses = if tested.losses > 0 { format!(", and lose {} VBU", tested.losses) } else { String::new() };
            format!("{} take {damage} damage and {how} the test{losses}", it.name(*unit))
        });
        to.sum(|_| "critical number".into(), sum);
    };
    Panicked { unit: Id, flight: Flight, far_u: u8 } => {
        to.cites(&["IMP-SPC.19", "IMP-R72"]);
        to.says(unit.seat(), |it| format!("{} panic and run {} U {}", it.name(*unit), far_u, flight.name()));
    };
    Seized { unit: Id, target: Id, charges: bool } => {
        to.cites(&["IMP-R27"]).cites_if(*charges, &["IMP-CHG.5"]);
        to.says(unit.seat(), |it| {
            let does = if *charges { "charge" } else { "shoot at" };
            format!("{} take the opportunity to {does} {}", it.name(*unit), it.name(*target))
        });
    };
    Charges { seat: Seat, units: UnitSet, kind: ChargeKind, bonus: bool } => {
        to.cites(&["IMP-R49"]).cites_if(*bonus, &["IMP-CHG.3"]).cites_if(*kind == ChargeKind::Opportunity, &["IMP-CHG.5"]);
        to.cites_if(*kind == ChargeKind::Impetuous, &["IMP-R98"]).cites_if(units.len() > 1, &["IMP-R37"]);
        to.says(*seat, |it| format!("{} declare a charge", it.names(*seat, *units)));
    };
    BonusThrown { seat: Seat, bonus: u8 } => {
        to.cites(&["IMP-CHG.4"]).says(*seat, |_| format!("the charge bonus is {bonus} U"));
    };
    Replied { unit: Id, how: Reply } => {
        let (does, rules): (_, &[RuleId]) = match how {
            Reply::Evade => ("will evade", &["IMP-R47", "IMP-R51"]),
            Reply::Counter => ("will counter-charge", &["IMP-R47", "IMP-R50"]),
            Reply::Shoot => ("will shoot at the charge", &["IMP-R47", "IMP-R48"]),
            Reply::Stand => ("stand", &["IMP-R47"]),
        };
        to.cites(rules).says(unit.seat(), |it| format!("{} {does}", it.name(*unit)));
    };
    Touched { unit: Id, enemy: Id, on_flank: bool } => {
        to.cites(&["IMP-R44"]).cites_if(*on_flank, &["IMP-R45", "IMP-R46"]);
        to.says(unit.seat(), |it| {
            let side = if *on_flank { " on flank or rear" } else { "" };
            format!("{} come into contact with {}{side}", it.name(*unit), it.name(*enemy))
        });
    };
    Pila { unit: Id, target: Id, sum: Box<Sum>, pool: u8, faces: Vec<u8>, damage: u8 } => {
        to.cites(&["IMP-R58", "IMP-PIL.1"]);
        to.says(unit.seat(), |it| {
            format!("{} throw pila at {}, {pool} D6: {damage} damage", it.name(*unit), it.name(*target))
        });
        to.sum(|_| "main unit".into(), sum).detail(|_| format!("{faces:?}"));
    };
    Struck {
        unit: Id, target: Id, sum: Box<Sum>, supports: Vec<(Id, Sum)>, pool: u8, faces: Vec<u8>, damage: u8
    } => {
        to.cites(&["IMP-MEL.1", "IMP-R57", "IMP-DAM.1"]).cites_if(!supports.is_empty(), &["IMP-R54"]);
        to.says(unit.seat(), |it| {
            let dice = if *pool == 1 { "die" } else { "dice" };
            format!("{} fight {} with {pool} {dice}: {damage} damage", it.name(*unit), it.name(*target))
        });
        to.sum(|_| "main unit".into(), sum);
        for (support, sum) in supports {
            to.sum(|it| format!("{} in support", it.name(*support)), sum);
        }
        to.detail(|_| format!("{faces:?}"));
    };
    MeleeDecided { units: [Id; 2], fates: [(RuleId, Fate); 2], winner: Option<Id> } => {
        to.cites(&["IMP-R61"]).cites(&fates.map(|(rule, _)| rule)).cites_if(winner.is_none(), &["IMP-R60"]);
        to.says(winner.map(Id::seat), |it| {
            let [one, other] = units.map(|id| it.name(id));
            let [(_, ours), (_, theirs)] = fates;
            match winner {
                Some(winner) => format!("{} win: {one} {}, {other} {}", it.name(*winner), ours.name(), theirs.name()),
                None => format!("nobody wins: {one} {}, {other} {}", ours.name(), theirs.name()),
            }
        });
    };
    Retreated { unit: Id, rule: RuleId, far_u: u8, legs: Vec<Leg> } => {
        to.cites(&[rule, "IMP-R62"]).cites_if(legs.len() > 1, &["IMP-IPI.3", "IMP-R105"]);
        to.says(unit.seat(), |it| format!("{} retreat {far_u} U", it.name(*unit)));
    };
    AtRiver { unit: Id, crosses: bool } => {
        to.cites(&["IMP-TER.29", "IMP-R76"]);
        to.says(unit.seat(), |it| {
            let does = if *crosses { "reach the far bank" } else { "are lost in the river" };
            format!("{} {does}", it.name(*unit))
        });
    };
    MustPursue { unit: Id, rule: RuleId } => {
        to.cites(&[rule]).says(unit.seat(), |it| format!("{} must pursue", it.name(*unit)));
    };
    Held { unit: Id, rule: RuleId } => {
        to.cites(&[rule]).says(unit.seat(), |it| format!("{} do not pursue", it.name(*unit)));
    };
    Pursues { unit: Id, far_u: u8 } => {
        to.cites(&["IMP-PUR.4"]).says(unit.seat(), |it| format!("{} pursue up to {far_u} U", it.name(*unit)));
    };
    Sheltered { unit: Id, host: Id } => {
        to.cites(&["IMP-R93", "IMP-SPC.49"]);
        to.says(unit.seat(), |it| format!("{} shelter in the Square of {}", it.name(*unit), it.name(*host)));
    };
    Dismounted { unit: Id } => {
        to.cites(&["IMP-R95", "IMP-R124"]).says(unit.seat(), |it| format!("{} dismount", it.name(*unit)));
    };
}

/// How a Unit is gone, by the rule.
fn gone(rule: &str) -> &'static str {
    match rule {
        "IMP-SPC.48" => "are dispersed",
        "IMP-SPC.2" => "are overrun",
        "IMP-SPC.8" => "are spent",
        "IMP-R70" => "leave the table",
        "IMP-TER.8" | "IMP-TER.13" => "are broken by the ground",
        _ => "rout",
    }
}

impl Purpose {
    /// What is tested for, in words.
    pub fn words(self) -> &'static str {
        match self {
            Purpose::Recover => "to recover order",
            Purpose::Opportunity => "to go on Opportunity",
            Purpose::Move => "to move again",
            Purpose::EvadeOn => "to evade again",
            Purpose::Backward => "to go back in order",
            Purpose::Evade => "to evade",
            Purpose::Dismount => "to dismount",
            Purpose::CounterCharge => "to counter-charge",
            Purpose::Disengage => "to disengage",
            Purpose::AboutFace => "to turn about",
            Purpose::Relief => "to relieve a line",
            Purpose::EnterBua => "to enter the built-up area",
            Purpose::LeaveSquare => "to leave the Square",
            Purpose::SpareBaggage => "to leave the baggage alone",
        }
    }
}

impl Event {
    /// How the first discipline test went.
    pub fn discipline_of(events: &[Event]) -> Option<bool> {
        events.iter().find_map(|it| match it {
            Event::DisciplineTested { passed, .. } => Some(*passed),
            _ => None,
        })
    }

    /// How both main units tested in the first round that was fought.
    pub fn round_of(events: &[Event], units: [Id; 2]) -> [Option<Tested>; 2] {
        let round = events.iter().take_while(|it| !matches!(it, Event::MeleeDecided { .. }));
        let of = |id: Id| {
            round.clone().find_map(|it| match it {
                Event::CohesionTested { unit, tested, .. } if *unit == id => Some(*tested),
                _ => None,
            })
        };
        units.map(of)
    }

    /// The damage of the first shot, and the test of its target.
    pub fn shot_result(events: &[Event], target: Id) -> (u8, Option<Tested>) {
        let damage = events.iter().find_map(|it| match it {
            Event::Shot { target: at, damage, .. } if *at == target => Some(*damage),
            _ => None,
        });
        let tested = events.iter().find_map(|it| match it {
            Event::CohesionTested { unit, tested, .. } if *unit == target => Some(*tested),
            _ => None,
        });
        (damage.unwrap_or(0), tested)
    }
}

impl log::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.tell(&mut Teller::counting(each));
    }
}

impl From<Prepared> for Event {
    fn from(it: Prepared) -> Self {
        Event::Prepared(it)
    }
}
