//! What happened, in words: a line for each event, with the sums that it came from.

mod fights;
pub(crate) mod places;

use acies_core::{
    Entry, RuleId, Seat, Sum,
    words::{Subject, counted},
};
use acies_table::Edge;

use crate::{
    action::How,
    battle::{Battle, Ending, Id},
    charge::{ahead::Stop, conform::Conformed},
    command::{Cost, Enemy, Order},
    melee::Barrier,
    movement::passage::Passages,
    setup::dice::ARRIVES,
    victory::{State, Strength},
    words::{
        events::{Event, camp_reached_by, contact, cornered, engaged_by, withdrawal},
        refusals::blocked,
    },
};

use places::{elements_told, place, stands, ud};

impl Battle {
    /// Nothing of a unit that routs when it is about to be removed: that is told then (ADLG-R144).
    pub(crate) fn told(&self, event: &Event) -> Option<Entry> {
        match event {
            Event::Routing { moving: false, .. } => None,
            other => Some(self.line_of(other)),
        }
    }

    fn line_of(&self, event: &Event) -> Entry {
        let name = |id: Id| self.name(id);
        let it = |id: Id| self.who(id);
        match event {
            Event::Prepared(prepared) => prepared.entry(self),
            Event::FlankMarch { by, corps, march, face, edge } => {
                let result = match edge {
                    Some(edge) => format!("arrives on the {}", edge.word()),
                    None => "is still on its way".into(),
                };
                let corps = self.corps_of(*by, *corps);
                let sum = march.sum();
                let total = total_behind(*face, &sum);
                let line = format!(
                    "The flank march of {corps} on {ARRIVES}+: [{face}]{total}, it {result}"
                );
                Entry::new(*by, line, &["ADLG-R32"]).sum("added to the die", &sum)
            }
            Event::Entered { by, units, edge, cost, strength } => {
                let edge = edge.word();
                let now = self.now(*by, strength);
                let line =
                    self.they(*by, *units).says(&format!("come on over the {edge} edge{now}"));
                let entry = Entry::new(*by, line, &["ADLG-R32", "ADLG-R182", "ADLG-R16"]);
                paid(entry, cost).sum("army cohesion", &strength.sum())
            }
            Event::Ambushed { by, units, at, found, strength } => {
                let at = place(*at);
                let how = if *found { "are found" } else { "come out of hiding" };
                let rules: &[RuleId] = if *found {
                    &["ADLG-R31", "ADLG-R183", "ADLG-R16"]
                } else {
                    &["ADLG-R31", "ADLG-R16"]
                };
                let now = self.now(*by, strength);
                let line = self.they(*by, *units).says(&format!("{how} at the marker {at}{now}"));
                Entry::new(*by, line, rules).sum("army cohesion", &strength.sum())
            }
            Event::FakeAmbush { by, at } => {
                let line = format!("Nobody hides at the marker {}", place(*at));
                Entry::new(*by, line, &["ADLG-R31", "ADLG-R183"])
            }
            Event::TurnBegins { by, turn } => {
                let line = format!("Turn {turn} of {}", self.side_name(*by));
                Entry { heading: true, ..Entry::new(*by, line, &["ADLG-SEQ.1", "ADLG-SEQ.2"]) }
            }
            Event::Activated { by, corps, activation, face, points } => {
                let points = counted(usize::from(*points), "command point");
                let corps = self.corps_of(*by, *corps);
                let (without, rules): (_, &[RuleId]) = match activation.commander {
                    Some(_) => ("", &["ADLG-CP.1", "ADLG-R34"]),
                    None => (" without a commander", &["ADLG-CP.1", "ADLG-R34", "ADLG-R41"]),
                };
                let line = format!("{corps} is activated{without}: [{face}], {points}");
                Entry::new(*by, line, rules)
                    .sum("added before halving", &Sum::of(activation.added()))
                    .sum("added then", &Sum::of(activation.free()))
            }
            Event::Moved { by, units, elements, ends, supported, cost, passages, hurried } => {
                let (deed, rule) = if elements.is_empty() {
                    ("change formation".to_owned(), "ADLG-R52")
                } else {
                    (format!("move: {}", elements_told(elements)), "ADLG-R46")
                };
                // Of a group the first unit, and the others in the detail.
                let end = match &ends[..] {
                    [] => String::new(),
                    [(_, end)] => format!(", to {}", stands(end)),
                    [(first, end), ..] => format!(", {} to {}", name(*first), stands(end)),
                };
                let support = if supported.is_empty() {
                    String::new()
                } else {
                    format!(", in support of {}", self.names(*by, *supported))
                };
                let mut rules = vec![rule];
                rules.extend(hurried.then_some("ADLG-MVT.2"));
                rules.extend((!supported.is_empty()).then_some("ADLG-R115"));
                let deed = format!("{deed}{end}{support}{}", through(passages));
                let line = self.they(*by, *units).says(&deed);
                let entry = paid(passed(Entry::new(*by, line, &rules), passages), cost);
                ends.iter().skip(1).fold(entry, |entry, (id, end)| {
                    entry.detail(format!("{} to {}", name(*id), stands(end)))
                })
            }
            Event::Ordered { unit, cost } => {
                let deed = order_words(cost.order);
                let line = it(*unit).says(deed);
                paid(Entry::new(unit.seat(), line, &["ADLG-R42"]), cost)
            }
            Event::Prevented { by, units, cost } => {
                let line = self.they(*by, *units).says("are kept from charging");
                paid(Entry::new(*by, line, &["ADLG-ORD.5", "ADLG-R87"]), cost)
            }
            Event::Withdrew { unit, order, pose, passages } => {
                let through = through(passages);
                let line = it(*unit).says(&format!("withdraw to {}{through}", stands(pose)));
                passed(Entry::new(unit.seat(), line, withdrawal(*order)), passages)
            }
            Event::FacedAbout { unit } => {
                Entry::new(unit.seat(), it(*unit).says("face about"), &["ADLG-R98"])
            }
            Event::ReachedCamp { unit, pursues, .. } => {
                let deed = if *pursues { "pursue to" } else { "reach" };
                let line = it(*unit).says(&format!("{deed} the enemy's camp"));
                Entry::new(unit.seat(), line, camp_reached_by(*pursues))
            }
            Event::Looting { by, units } => {
                let line = self.they(*by, *units).says("loot the camp");
                Entry::new(*by, line, &["ADLG-R21"])
            }
            Event::CommanderRode { by, corps, to } => {
                let corps = self.corps_of(*by, *corps);
                let line = format!("The commander of {corps} rides to {}", place(*to));
                Entry::new(*by, line, &["ADLG-R38"])
            }
            Event::Rallied { unit, rally, cost, face, success } => {
                let (rule, needed) = rally.needs();
                let result = if *success { "a cohesion point back" } else { "in vain" };
                let sum = rally.sum();
                let total = total_behind(*face, &sum);
                let line =
                    it(*unit).says(&format!("rally on {needed}+: [{face}]{total}, {result}"));
                let mut entry = paid(Entry::new(unit.seat(), line, &[rule, "ADLG-R45"]), cost);
                if !sum.rows.is_empty() {
                    entry = entry.sum("added to the die", &sum);
                    sum.cite(&mut |rule| entry.rules.push(rule.to_owned()));
                }
                entry
            }
            Event::Declared { by, units, targets, start, how, cost } => {
                let whom = self.names(by.other(), *targets);
                let (how, rule) = match how {
                    How::Ordered => ("", "ADLG-ORD.2"),
                    How::Spontaneous => (" spontaneously", "ADLG-SPO.1"),
                    How::Uncontrolled => (" without orders", "ADLG-UNC.1"),
                };
                let start = if start.is_empty() {
                    String::new()
                } else {
                    format!(" after {}", elements_told(start))
                };
                let deed = format!("charge {whom}{how}{start}");
                let entry = Entry::new(*by, self.they(*by, *units).says(&deed), &[rule]);
                cost.iter().fold(entry, paid)
            }
            Event::Stood { unit } => {
                Entry::new(unit.seat(), it(*unit).says("stand"), &["ADLG-R80"])
            }
            Event::EvadeThrown { unit, evade, face, half_bow } => {
                let distance = evade.distance_ud((*face).into());
                let line = it(*unit).says(&format!("evade: [{face}], {distance} UD"));
                let may = if *half_bow { "ADLG-ABI.12" } else { "ADLG-EVA.1" };
                Entry::new(unit.seat(), line, &["ADLG-EVA.5", may])
                    .sum("distance before the die", &evade.sum())
            }
            Event::Evaded { unit, flight, pose, left_table, stop, passages } => {
                let to = if *left_table {
                    "off the table".to_owned()
                } else {
                    format!("to {}", stands(pose))
                };
                let dodging = if flight.elements.is_empty() {
                    String::new()
                } else {
                    format!(", after {}", elements_told(&flight.elements))
                };
                let through = through(passages);
                let stop = stop.filter(|_| !left_table);
                let stopped = stop.map_or(String::new(), |stop| self.stopped_by(stop));
                let line = it(*unit).says(&format!("run {to}{dodging}{through}{stopped}"));
                let mut rules = vec!["ADLG-R95"];
                rules.extend(left_table.then_some("ADLG-R99"));
                rules.extend(stop.map(Stop::rule_of_evaders));
                passed(Entry::new(unit.seat(), line, &rules), passages)
            }
            Event::Burst { unit, by } => {
                let line = it(*by).says(&format!("burst through {}: 1 lost", name(*unit)));
                Entry::new(unit.seat(), line, &["ADLG-INT.6"])
            }
            Event::ChargeAdjusted { by, units, charge, die } => {
                let reach = ud(charge.reach((*die).into()));
                let deed = format!("go on after them: [{die}], up to {reach} UD");
                let line = self.they(*by, *units).says(&deed);
                Entry::new(*by, line, &["ADLG-CHG.7", "ADLG-R81"])
                    .sum("distance before the die", &charge.sum())
            }
            Event::Charged { unit, enemy, edge, conformed, passages, .. } => {
                let edge = match edge {
                    Edge::Front => "front",
                    Edge::Rear => "rear",
                    Edge::Left => "left flank",
                    Edge::Right => "right flank",
                };
                let (who, whom) = (it(*unit), it(*enemy));
                let conforming = conforming(&whom, &who, *conformed);
                let hit = if passages.is_empty() { "hit" } else { "hit, through friends," };
                let line = who.says(&format!("{hit} the {edge} of {whom}{conforming}"));
                passed(Entry::new(unit.seat(), line, contact(*conformed)), passages)
            }
            Event::Cornered { unit, by } => {
                let line = it(*unit).says(&format!("cannot evade: {}", blocked(*by, self)));
                Entry::new(unit.seat(), line, cornered(*by))
            }
            Event::Advanced { unit, pose, stop, rules, passages } => {
                let stopped = stop.map_or(String::new(), |stop| self.stopped_by(stop));
                let through = through(passages);
                let line = it(*unit).says(&format!("go on to {}{through}{stopped}", stands(pose)));
                let stop = stop.map(Stop::rule_of_chargers);
                let rules: Vec<_> = rules.iter().copied().chain(stop).collect();
                passed(Entry::new(unit.seat(), line, &rules), passages)
            }
            Event::Halted { unit, stop, rules } => {
                let stopped = stop.map_or(String::new(), |stop| self.stopped_by(stop));
                let line = it(*unit).says(&format!("go no farther{stopped}"));
                let stop = stop.map(Stop::rule_of_chargers);
                let rules: Vec<_> = rules.iter().copied().chain(stop).collect();
                Entry::new(unit.seat(), line, &rules)
            }
            Event::MadeRoom { unit, pose } => {
                let line = it(*unit).says(&format!("make room, to {}", stands(pose)));
                Entry::new(unit.seat(), line, &["ADLG-R163", "ADLG-INT.1"])
            }
            Event::Conformed { unit, pose, rule } => {
                let line = it(*unit).says(&format!("conform at {}", stands(pose)));
                Entry::new(unit.seat(), line, &[rule])
            }
            Event::Surprised { unit, by } => {
                let line = it(*unit)
                    .says(&format!("are attacked on another side by {}: 1 lost", name(*by)));
                Entry::new(unit.seat(), line, &["ADLG-MAT.1", "ADLG-R128"])
            }
            Event::Engaged { unit, enemy, supports } => {
                let enemy = name(*enemy);
                let line = it(*unit).says(&match supports {
                    Some(friend) => format!("support {} against {enemy}", name(*friend)),
                    None => format!("choose to fight {enemy}"),
                });
                Entry::new(unit.seat(), line, &[engaged_by(*supports)])
            }
            Event::Shot { main, supporters, target, shot, shooting } => {
                self.shot_told(*main, *supporters, *target, shot, shooting)
            }
            Event::Fought { pair, supporters, melee, fought } => {
                self.fought_told(*pair, supporters, melee, fought)
            }
            Event::CampAttacked { unit, attack, face, lost } => {
                let result = if *lost { "it falls" } else { "it holds" };
                let thrown = match (attack.needs(), face) {
                    (Some(needs), Some(face)) => format!(" on {needs}+: [{face}],"),
                    _ => ":".to_owned(),
                };
                let line = it(*unit).says(&format!("attack the camp{thrown} {result}"));
                Entry::new(unit.seat(), line, &["ADLG-R20"])
            }
            Event::Routing { unit, .. } => {
                let line = it(*unit).says("have no cohesion left and will rout");
                Entry::new(unit.seat(), line, &["ADLG-R144", "ADLG-R8"])
            }
            Event::Removed { unit } => {
                Entry::new(unit.seat(), it(*unit).says("rout"), &["ADLG-R144"])
            }
            Event::CommanderRisked { by, corps, unit, risk, face, killed } => {
                let (rule, highest) = risk.kills();
                let (corps, unit) = (self.corps_of(*by, *corps), name(*unit));
                let result = if *killed { "he is killed" } else { "he is unhurt" };
                let kill =
                    if highest > 1 { format!("1 to {highest} kill") } else { "1 kills".into() };
                let routed = if risk.routed { ", routed" } else { "" };
                let line = format!(
                    "The enemy throws at the commander of {corps} with {unit}{routed}: [{face}], {kill}: {result}"
                );
                Entry::new(*by, line, &[rule, "ADLG-R40"])
            }
            Event::CommanderJoined { by, corps, unit, rule } => {
                let (corps, unit) = (self.corps_of(*by, *corps), name(Id::new(*by, *unit)));
                Entry::new(*by, format!("The commander of {corps} joins {unit}"), &[rule])
            }
            Event::CommanderLost { by, corps, rule } => {
                let corps = self.corps_of(*by, *corps);
                Entry::new(*by, format!("The commander of {corps} is lost"), &[rule])
            }
            Event::CommanderLeft { by, corps } => {
                let corps = self.corps_of(*by, *corps);
                let line = format!("The commander of {corps} leaves the table with his unit");
                Entry::new(*by, line, &["ADLG-R151"])
            }
            Event::TurnedToFace { unit, pose } => {
                let line = it(*unit).says(&format!("turn to face their enemy at {}", stands(pose)));
                Entry::new(unit.seat(), line, &["ADLG-R127"])
            }
            Event::Shaken { unit, by } => {
                let line =
                    it(*unit).says(&format!("are shaken by the rout of {}: 1 lost", name(*by)));
                Entry::new(unit.seat(), line, &["ADLG-ROU.1", "ADLG-R145"])
            }
            Event::Rampaged { unit, face, to } => {
                let to = match to {
                    Edge::Front => "ahead",
                    Edge::Rear => "to the rear",
                    Edge::Left => "to the left",
                    Edge::Right => "to the right",
                };
                let line = it(*unit).says(&format!("run amok: [{face}], {to}"));
                Entry::new(unit.seat(), line, &["ADLG-R147"])
            }
            Event::Trampled { unit, by } => {
                let line = it(*unit).says(&format!("are trampled by {}: 1 lost", name(*by)));
                Entry::new(unit.seat(), line, &["ADLG-R147"])
            }
            Event::Pursued { unit, pose, contact, passages } => {
                let into = contact.map_or(format!("to {}", stands(pose)), |enemy| {
                    format!("into {}", name(enemy))
                });
                let line = it(*unit).says(&format!("pursue {into}{}", through(passages)));
                let entry = Entry::new(unit.seat(), line, &["ADLG-PUR.1", "ADLG-R149"]);
                passed(entry, passages)
            }
            Event::Counted { states } => {
                let count = |seat: Seat| {
                    let State { strength, losses } = states[seat];
                    let (lost, of) = (losses.sum().total, strength.sum().total);
                    format!("{} {lost} of {of}", self.side_name(seat))
                };
                let line = format!("Losses: {}, {}", count(Seat::Red), count(Seat::Blue));
                let entry = Entry::new(None, line, &["ADLG-R17", "ADLG-R18"]);
                states.iter().fold(entry, |entry, (seat, State { strength, losses })| {
                    let side = self.side_name(seat);
                    entry
                        .sum(&format!("army cohesion of {side}"), &strength.sum())
                        .sum(&format!("losses of {side}"), &losses.sum())
                })
            }
            Event::PhaseBegins { by, phase } => {
                Entry { heading: true, ..Entry::new(*by, phase.words(), &["ADLG-SEQ.1"]) }
            }
            Event::NotPursued { unit } => {
                let line = it(*unit).says("do not pursue");
                Entry::new(unit.seat(), line, &["ADLG-PUR.1", "ADLG-R148"])
            }
            Event::Ended { ending } => self.ended_told(*ending),
        }
    }

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

    fn ended_told(&self, ending: Ending) -> Entry {
        let words = ending.words();
        let line = match ending.winner {
            Some(winner) => format!("Victory of {}: {words}", self.side_name(winner)),
            None => format!("The battle is drawn: {words}"),
        };
        Entry { heading: true, ..Entry::new(ending.winner, line, &[ending.rule()]) }
    }
}

/// What a die comes to, if something is added to it.
fn total_behind(face: u8, added: &Sum) -> String {
    match added.total {
        0 => String::new(),
        worth => format!(" {}", i32::from(face) + worth),
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

/// That a way led through friends.
fn through(passages: &Passages) -> &'static str {
    if passages.is_empty() { "" } else { ", through friends" }
}

/// The rules by which it did.
fn passed(mut entry: Entry, passages: &Passages) -> Entry {
    entry.rules.extend(passages.iter().map(ToString::to_string));
    entry
}

/// What an order cost, at the end of the line and as a sum.
fn paid(mut entry: Entry, cost: &Cost) -> Entry {
    entry.line += &format!(" ({} CP)", cost.points());
    entry.sum("command points", &cost.sum())
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
