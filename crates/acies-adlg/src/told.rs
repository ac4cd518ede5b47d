//! What happened, in words: a line for each event, with the sums that it came from.

use acies_core::{Entry, words::counted};
use acies_table::{Edge, Length, Pose};

use crate::{
    action::How,
    battle::{Battle, Ending, Id},
    command::{Cost, Enemy, Order},
    event::Event,
    melee::{Fought, Loss, Melee},
    notation::elements_text,
    shooting::{Shooting, Shot},
    telling::place,
};

impl Battle {
    pub(crate) fn told(&self, event: &Event) -> Entry {
        let name = |id: Id| self.name(id);
        match event {
            Event::Prepared(prepared) => prepared.entry(self),
            Event::FlankMarch { by, corps, march, arrived } => {
                let result = if *arrived { "arrives" } else { "is still on its way" };
                let line = format!("The flank march of {} {result}", self.corps_of(*by, *corps));
                Entry::new(*by, line, &["ADLG-R32"]).sum("added to the die", &march.sum())
            }
            Event::Entered { by, units, cost } => {
                let line = format!("{} come on to the table", self.names(*by, *units));
                paid(Entry::new(*by, line, &["ADLG-R32", "ADLG-R182"]), cost)
            }
            Event::Ambushed { by, units } => {
                let line = format!("{} show themselves", self.names(*by, *units));
                Entry::new(*by, line, &["ADLG-R31", "ADLG-R183"])
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
                let line = format!("{corps} is activated: [{face}], {points}");
                Entry::new(*by, line, &["ADLG-CP.1", "ADLG-R34"])
                    .sum("added before halving", &acies_core::Sum::of(activation.added()))
                    .sum("added then", &acies_core::Sum::of(activation.free()))
            }
            Event::Moved { by, units, elements, cost } => {
                let who = self.names(*by, *units);
                let deed = if elements.is_empty() {
                    "change formation".to_owned()
                } else {
                    format!("move: {}", elements_text(elements))
                };
                paid(Entry::new(*by, format!("{who} {deed}"), &["ADLG-R46"]), cost)
            }
            Event::Ordered { unit, cost } => {
                let deed = order_words(cost.order);
                let line = format!("{} {deed}", name(*unit));
                paid(Entry::new(unit.seat(), line, &["ADLG-R42"]), cost)
            }
            Event::Prevented { by, units, cost } => {
                let line = format!("{} are kept from charging", self.names(*by, *units));
                paid(Entry::new(*by, line, &["ADLG-ORD.5", "ADLG-R87"]), cost)
            }
            Event::Withdrew { unit, pose } => {
                let line = format!("{} withdraw to {}", name(*unit), stands(pose));
                Entry::new(unit.seat(), line, &["ADLG-R64", "ADLG-R70"])
            }
            Event::FacedAbout { unit } => {
                Entry::new(unit.seat(), format!("{} face about", name(*unit)), &["ADLG-R98"])
            }
            Event::ReachedCamp { unit, .. } => {
                let line = format!("{} reach the enemy's camp", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-R20"])
            }
            Event::CommanderRode { by, corps, to } => {
                let corps = self.corps_of(*by, *corps);
                let line = format!("The commander of {corps} rides to {}", place(*to));
                Entry::new(*by, line, &["ADLG-R38"])
            }
            Event::Rallied { unit, rally, cost, success } => {
                let (rule, needed) = rally.needs();
                let result = if *success { "a cohesion point back" } else { "in vain" };
                let line = format!("{} rally on {needed}+: {result}", name(*unit));
                let entry = paid(Entry::new(unit.seat(), line, &[rule, "ADLG-R45"]), cost);
                if rally.commander { entry.sum("added to the die", &rally.sum()) } else { entry }
            }
            Event::Declared { by, units, targets, how, cost } => {
                let (who, whom) = (self.names(*by, *units), self.names(by.other(), *targets));
                let (how, rule) = match how {
                    How::Ordered => ("", "ADLG-ORD.2"),
                    How::Spontaneous => (" spontaneously", "ADLG-SPO.1"),
                    How::Uncontrolled => (" without orders", "ADLG-UNC.1"),
                };
                let entry = Entry::new(*by, format!("{who} charge {whom}{how}"), &[rule]);
                cost.iter().fold(entry, paid)
            }
            Event::Stood { unit } => {
                Entry::new(unit.seat(), format!("{} stand", name(*unit)), &["ADLG-R80"])
            }
            Event::Evaded { unit, ud, pose, left_table } => {
                let to = if *left_table {
                    "off the table".to_owned()
                } else {
                    format!("to {}", stands(pose))
                };
                let line = format!("{} evade {ud} UD, {to}", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-EVA.5", "ADLG-R95"])
            }
            Event::Burst { unit, by } => {
                let line = format!("{} burst through {}, who lose 1", name(*by), name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-INT.6"])
            }
            Event::ChargeAdjusted { unit, charge, die } => {
                let reach = ud(charge.reach((*die).into()));
                let line = format!("{} go on after them: [{die}], {reach} UD", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-CHG.7", "ADLG-R81"])
                    .sum("distance before the die", &charge.sum())
            }
            Event::Charged { unit, enemy, edge, .. } => {
                let edge = match edge {
                    Edge::Front => "front",
                    Edge::Rear => "rear",
                    Edge::Left => "left flank",
                    Edge::Right => "right flank",
                };
                let line = format!("{} hit the {edge} of {}", name(*unit), name(*enemy));
                Entry::new(unit.seat(), line, &["ADLG-CHG.9", "ADLG-R78"])
            }
            Event::Advanced { unit, pose } => {
                let line = format!("{} go on to {}", name(*unit), stands(pose));
                Entry::new(unit.seat(), line, &["ADLG-CHG.8", "ADLG-R83"])
            }
            Event::MadeRoom { unit, pose } => {
                let line = format!("{} make room, to {}", name(*unit), stands(pose));
                Entry::new(unit.seat(), line, &["ADLG-R163"])
            }
            Event::Conformed { unit, pose } => {
                let line = format!("{} conform at {}", name(*unit), stands(pose));
                Entry::new(unit.seat(), line, &["ADLG-R91"])
            }
            Event::Surprised { unit, by } => {
                let line = format!(
                    "{} are attacked on another side by {}: 1 lost",
                    name(*unit),
                    name(*by)
                );
                Entry::new(unit.seat(), line, &["ADLG-MAT.1", "ADLG-R128"])
            }
            Event::Shot { main, target, shot, shooting } => {
                self.shot_told(*main, *target, shot, shooting)
            }
            Event::Fought { pair, melee, fought } => self.fought_told(*pair, melee, fought),
            Event::CampAttacked { unit, attack, lost } => {
                let result = if *lost { "it falls" } else { "it holds" };
                let needs = attack.needs().map_or(String::new(), |needs| format!(" on {needs}+"));
                let line = format!("{} attack the camp{needs}: {result}", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-R20"])
            }
            Event::Routing { unit } => {
                Entry::new(unit.seat(), format!("{} rout", name(*unit)), &["ADLG-R144"])
            }
            Event::CommanderRisked { by, corps, risk, killed } => {
                let (rule, highest) = risk.kills();
                let corps = self.corps_of(*by, *corps);
                let result = if *killed { "is killed" } else { "is unhurt" };
                let to = if highest > 1 { format!("1 to {highest}") } else { "1".into() };
                let line = format!("The commander of {corps} {result} ({to} kills)");
                Entry::new(*by, line, &[rule, "ADLG-R40"])
            }
            Event::CommanderMoved { by, corps, to } => {
                let corps = self.corps_of(*by, *corps);
                let (line, rule) = match to {
                    Some(unit) => {
                        let unit = name(Id::new(*by, *unit));
                        (format!("The commander of {corps} joins {unit}"), "ADLG-R38")
                    }
                    None => (format!("The commander of {corps} is lost"), "ADLG-R151"),
                };
                Entry::new(*by, line, &[rule])
            }
            Event::TurnedToFace { unit, .. } => {
                let line = format!("{} turn to face their enemy", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-R127"])
            }
            Event::Removed { unit } => {
                let line = format!("{} flee from the field", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-R144"])
            }
            Event::Shaken { unit, by } => {
                let line =
                    format!("{} are shaken by the rout of {}: 1 lost", name(*unit), name(*by));
                Entry::new(unit.seat(), line, &["ADLG-ROU.1", "ADLG-R145"])
            }
            Event::Rampaged { unit, to } => {
                let to = match to {
                    Edge::Front => "ahead",
                    Edge::Rear => "to the rear",
                    Edge::Left => "to the left",
                    Edge::Right => "to the right",
                };
                let line = format!("{} run amok {to}", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-R147"])
            }
            Event::Trampled { unit, by } => {
                let line = format!("{} are trampled by {}: 1 lost", name(*unit), name(*by));
                Entry::new(unit.seat(), line, &["ADLG-R147"])
            }
            Event::Pursued { unit, pose, contact } => {
                let into = contact.map_or(format!("to {}", stands(pose)), |enemy| {
                    format!("into {}", name(enemy))
                });
                let line = format!("{} pursue {into}", name(*unit));
                Entry::new(unit.seat(), line, &["ADLG-PUR.1", "ADLG-R149"])
            }
            Event::Counted { by, strength, losses } => {
                let (strength, losses) = (strength.sum(), losses.sum());
                let side = self.side_name(*by);
                let line = format!("{side} has lost {} of {}", losses.total, strength.total);
                Entry::new(*by, line, &["ADLG-R17", "ADLG-R18"])
                    .sum("army cohesion", &strength)
                    .sum("losses", &losses)
            }
            Event::Ended { ending } => self.ended_told(*ending),
        }
    }

    fn shot_told(&self, main: Id, target: Id, shot: &Shot, shooting: &Shooting) -> Entry {
        let Shooting { faces, totals, hit } = shooting;
        let result = if *hit { "hit, 1 lost" } else { "no effect" };
        let line = format!(
            "{} shoot at {}: [{}] {} against [{}] {}: {result}",
            self.name(main),
            self.name(target),
            faces[0],
            totals[0],
            faces[1],
            totals[1],
        );
        Entry::new(main.seat(), line, &["ADLG-SHO.1", "ADLG-R111"])
            .sum(&format!("{} add to their die", self.name(main)), &shot.shooter_sum())
            .sum(&format!("protection of {}", self.name(target)), &shot.target_sum())
    }

    fn fought_told(&self, pair: [Id; 2], melee: &Melee, fought: &Fought) -> Entry {
        let names = pair.map(|id| self.name(id));
        let result = match fought.winner {
            None => "no result".to_owned(),
            Some(winner) => {
                let loser = 1 - usize::from(winner);
                let cost = match fought.losses[loser] {
                    Loss::Nothing => "lose nothing".to_owned(),
                    Loss::Cohesion(points) => format!("lose {points}"),
                    Loss::Rout => "are routed".to_owned(),
                };
                format!("{} {cost}", names[loser])
            }
        };
        let Some(faces) = fought.faces else {
            let line = format!("{} meet {} in the open: {result}", names[0], names[1]);
            return Entry::new(pair[0].seat(), line, &["ADLG-UNI.2", "ADLG-R129"]);
        };
        let [one, other] = [0, 1].map(|unit: usize| {
            format!("{} [{}] {}", names[unit], faces[unit], fought.totals[unit])
        });
        let line = format!("{one} against {other}: {result}");
        let mut entry = Entry::new(pair[0].seat(), line, &["ADLG-MEL.1", "ADLG-R120"]);
        for (unit, name) in names.iter().enumerate() {
            entry = entry.sum(&format!("{name} add to their die"), &melee.modifiers(unit));
        }
        if let Some(winner) = fought.winner {
            let (won, lost) = (usize::from(winner), 1 - usize::from(winner));
            for (what, sum) in [
                (format!("{} win", names[won]), melee.on_winning(won)),
                (format!("{} lose", names[lost]), melee.on_losing(lost)),
                (format!("{} inflict more", names[won]), melee.furious(won)),
            ] {
                if !sum.rows.is_empty() {
                    entry = entry.sum(&what, &sum);
                }
            }
        }
        entry
    }

    fn ended_told(&self, ending: Ending) -> Entry {
        let words = ending.words();
        let line = match ending.winner {
            Some(winner) => format!("{} wins: {words}", self.side_name(winner)),
            None => format!("The battle is drawn: {words}"),
        };
        Entry { heading: true, ..Entry::new(ending.winner, line, &[ending.rule()]) }
    }
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

/// A length as players measure it.
pub(crate) fn ud(length: Length) -> String {
    format!("{:.2}", length.get()).trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Where a unit stands, and which way it faces.
fn stands(pose: &Pose) -> String {
    format!("{}, facing {}", place(pose.at), compass(pose))
}

/// A facing as a point of the compass.
pub(crate) fn compass(pose: &Pose) -> &'static str {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let degrees = pose.facing.from_north().degrees();
    POINTS[((degrees + 22.5) / 45.0) as usize % 8]
}
