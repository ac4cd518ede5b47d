//! What happened, in words: a line for each event, with the sums that it came from.

use acies_core::{Entry, Seat, words::counted};

use crate::{
    battle::{Battle, Ending},
    event::{Event, Faces, FightThrown, Manner},
    fight::Fight,
    leaders::Met,
    morale::Rung,
    moves::Mode,
    order_test::OrderTest,
    refusal::ud,
    telling::place,
    units::{Id, UnitSet},
};

impl Battle {
    pub(crate) fn told(&self, event: &Event) -> Entry {
        let mut rules = Vec::new();
        acies_core::Event::cite(event, &mut |rule| {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        });
        // The rows of sums are shown below the line; the first rules are those of the event itself.
        rules.truncate(RULES_SHOWN);
        let name = |id: Id| self.name(id);
        let entry = |by: Seat, line: String| Entry::new(by, line, &rules);
        match event {
            Event::Prepared(prepared) => Entry::new(prepared.by(), prepared.says(), &rules),
            Event::TurnBegins { turn } => {
                Entry { heading: true, ..Entry::new(None, format!("Turn {turn}"), &rules) }
            }
            Event::Initiative { both, faces, winner } => {
                let thrown = faces_text(faces);
                let line = match winner {
                    Some(seat) => {
                        format!("Initiative: {thrown}, {} may choose", self.side_name(*seat))
                    }
                    None => format!("Initiative: {thrown}, thrown again"),
                };
                let entry = Entry::new(None, line, &rules);
                both.iter().fold(entry, |entry, (seat, it)| {
                    let sum = it.sum();
                    if sum.rows.is_empty() { entry } else { entry.sum(self.side_name(seat), &sum) }
                })
            }
            Event::Played { by, first } => {
                let place = if *first { "first" } else { "second" };
                entry(*by, format!("{}: {place} in this turn", self.side_name(*by)))
            }
            Event::OrderTested { by, units, lender, test, face, success, disrupted } => {
                let line = self.tested_line(*by, *units, test, *face, *success, *disrupted);
                let entry = entry(*by, line);
                if face.is_none() {
                    return entry;
                }
                entry.sum(&format!("added to the die of {}", name(*lender)), &test.sum())
            }
            Event::Redressed { unit } => {
                entry(unit.seat(), format!("{} redress their ranks and halt", name(*unit)))
            }
            Event::Converted { unit, .. } => {
                entry(unit.seat(), format!("{} cannot rush and advance instead", name(*unit)))
            }
            Event::Pivoted { unit, facing } => {
                entry(unit.seat(), format!("{} turn to face {facing}°", name(*unit)))
            }
            Event::Moved { unit, mode, pose, length, manner } => {
                let verb = match mode {
                    Mode::Advance => "advance",
                    Mode::Rush => "rush",
                    Mode::Testudo => "creep forward in testudo",
                };
                let wheel = if manner.contains(Manner::WHEELED) { "wheel and " } else { "" };
                let through = if manner.contains(Manner::PASSED) { " through friends" } else { "" };
                let (length, to) = (ud(*length), place(pose.at));
                let line = format!("{} {wheel}{verb} {length} UD{through} to {to}", name(*unit));
                entry(unit.seat(), line)
            }
            Event::FellBack { unit, pose, length, about, .. } => {
                let about = if *about { ", turned about" } else { "" };
                let (length, to) = (ud(*length), place(pose.at));
                let line = format!("{} fall back {length} UD to {to}{about}", name(*unit));
                entry(unit.seat(), line)
            }
            Event::Pushed { unit, by, at } => {
                let line = format!("{} push {} away to {}", name(*by), name(*unit), place(*at));
                entry(by.seat(), line)
            }
            Event::Reached { unit, enemies } => {
                let whom = self.names(unit.seat().other(), *enemies);
                entry(unit.seat(), format!("{} are in contact with {whom}", name(*unit)))
            }
            Event::Disrupted { unit, .. } => {
                entry(unit.seat(), format!("{} are disrupted", name(*unit)))
            }
            Event::RushTested { unit, face, disrupted, .. } => {
                let result = if *disrupted { "disrupted" } else { "in good order" };
                let face = face_text(*face);
                entry(unit.seat(), format!("{} rushed at nobody: {face}, {result}", name(*unit)))
            }
            Event::Rode { by, leader, to } => {
                let who = &self.captain(*by, *leader).name;
                entry(*by, format!("{who} rides to {}", place(*to)))
            }
            Event::Attached { by, leader, unit } => {
                let who = &self.captain(*by, *leader).name;
                entry(*by, format!("{who} joins {}", name(*unit)))
            }
            Event::LeaderMet { by, leader, unit, fate, face, cornered } => {
                let who = &self.captain(*by, *leader).name;
                let fate = match fate {
                    Met::Escapes if *cornered => "captured, for there is no room to escape",
                    fate => fate.name(),
                };
                let face = face_text(*face);
                entry(*by, format!("{} come upon {who}: {face}, {fate}", name(*unit)))
            }
            Event::LeaderLost { by, leader, chief } => {
                let who = &self.captain(*by, *leader).name;
                let chief = if *chief { ", the Commander-in-Chief," } else { "" };
                entry(*by, format!("{who}{chief} is lost"))
            }
            Event::FigureLost { by, figure, mourners } => {
                let mourn = if mourners.is_empty() {
                    String::new()
                } else {
                    format!("; {} owe two morale tests", self.names(*by, *mourners))
                };
                entry(*by, format!("The {} is lost{mourn}", figure.name()))
            }
            Event::Aimed { unit, target } => {
                entry(unit.seat(), format!("{} aim at {}", name(*unit), name(*target)))
            }
            Event::Shot { unit, target, shot, thrown, .. } => {
                let over = if shot.overhead { " over the heads of friends" } else { "" };
                let line = format!(
                    "{} shoot at {}{over}: {}, {}, {}",
                    name(*unit),
                    name(*target),
                    faces_text(&thrown.faces),
                    counted(thrown.hits, "hit"),
                    lost_text(thrown.lost),
                );
                let entry = entry(unit.seat(), line)
                    .sum("dice", &shot.dice())
                    .sum("each needs", &shot.hits_on());
                if thrown.hits == 0 {
                    return entry;
                }
                entry
                    .sum("saved on", &shot.save().sum())
                    .detail(format!("saves: {}", faces_text(&thrown.saves)))
            }
            Event::Matched { units: [one, other], .. } => {
                entry(one.seat(), format!("{} fight {}", name(*one), name(*other)))
            }
            Event::Joined { unit, friend } => {
                let line = format!("{} support {} by contact", name(*unit), name(*friend));
                entry(unit.seat(), line)
            }
            Event::Lent { unit, to, yes } => {
                let verb = if *yes { "support" } else { "do not support" };
                entry(unit.seat(), format!("{} {verb} {}", name(*unit), name(*to)))
            }
            Event::Fought { units, fight, thrown } => self.fought(*units, fight, thrown, &rules),
            Event::MoraleTested { unit, nerve, cp, face, passed, again } => {
                let (verb, result) = (
                    if *again { "test their morale again" } else { "test their morale" },
                    if *passed { "passed" } else { "missed" },
                );
                let morale = nerve.profile.morale;
                let face = face_text(*face);
                let line = format!("{} {verb} on {morale}+: {face}, {result}", name(*unit));
                entry(unit.seat(), line).sum("added to the die", &nerve.sum(*cp))
            }
            Event::Descended { unit, rung, spent, .. } => {
                let why = if *spent { " with their last CP" } else { "" };
                entry(unit.seat(), format!("{} are {}{why}", name(*unit), rung.name()))
            }
            Event::Snowballed { unit, fallen, rung, tests } => {
                let tests = counted(usize::from(*tests), "morale test");
                let (fallen, rung) = (name(*fallen), rung.name());
                let line = format!("{} see {fallen} {rung} and owe {tests}", name(*unit));
                entry(unit.seat(), line)
            }
            Event::Removed { unit, left_table } => {
                let how = if *left_table { "leave the table" } else { "are taken off" };
                entry(unit.seat(), format!("{} {how}", name(*unit)))
            }
            Event::Retreated { unit, rung, pose, distance, blocked, .. } => {
                let verb = if *rung == Rung::Routed { "rout" } else { "retire" };
                let blocked = if *blocked { ", blocked, and lose a CP" } else { "" };
                let (length, to) = (ud(*distance), place(pose.at));
                entry(unit.seat(), format!("{} {verb} {length} UD to {to}{blocked}", name(*unit)))
            }
            Event::FollowedUp { unit, at, .. } => {
                entry(unit.seat(), format!("{} follow up to {}", name(*unit), place(*at)))
            }
            Event::StayedBehind { unit } => {
                entry(unit.seat(), format!("{} do not follow up", name(*unit)))
            }
            Event::Enraged { unit } => {
                entry(unit.seat(), format!("{}, enraged, are under Rush", name(*unit)))
            }
            Event::Halted { by, units, .. } => {
                entry(*by, format!("{} are under Halt", self.names(*by, *units)))
            }
            Event::Counted { by, lost, of } => {
                let line = format!("{} has lost {lost} of {of} points", self.side_name(*by));
                entry(*by, line)
            }
            Event::Ended { ending: Ending { winner, how } } => {
                let how = Ending { winner: *winner, how: *how }.words();
                let line = match winner {
                    Some(seat) => format!("{} wins: {how}", self.side_name(*seat)),
                    None => format!("A draw: {how}"),
                };
                Entry { heading: true, ..Entry::new(*winner, line, &rules) }
            }
        }
    }

    fn tested_line(
        &self,
        by: Seat,
        units: UnitSet,
        test: &OrderTest,
        face: Option<u8>,
        success: bool,
        disrupted: UnitSet,
    ) -> String {
        let (who, to) = (self.names(by, units), test.to.name());
        let result = if success { "they obey" } else { "in vain" };
        let shaken = if disrupted.is_empty() {
            String::new()
        } else {
            format!(", and {} are disrupted", self.names(by, disrupted))
        };
        match (face, test.needs()) {
            (Some(face), Some((_, needed))) => {
                format!("{who} to {to} on {needed}+: [{face}], {result}{shaken}")
            }
            _ => format!("{who} to {to}: {result}{shaken}"),
        }
    }

    fn fought(
        &self,
        units: [Id; 2],
        fight: &Fight,
        thrown: &FightThrown,
        rules: &[&'static str],
    ) -> Entry {
        let [red, blue] = units.map(|id| self.name(id));
        let line = format!(
            "{red} and {blue} fight: {red} {}, {blue} {}",
            lost_text(thrown.lost[0]),
            lost_text(thrown.lost[1]),
        );
        let mut entry = Entry::new(None, line, rules);
        for (n, id) in units.into_iter().enumerate() {
            let name = self.name(id);
            let strike = thrown.strikes[n];
            entry = entry
                .sum(&format!("dice of {name}"), &fight.dice(n))
                .sum("each needs", &fight.hits_on(n))
                .detail(format!(
                    "{name}: {}, {}",
                    faces_text(&thrown.faces[n]),
                    counted(strike.hits, "hit")
                ));
            if thrown.strikes[1 - n].hits > 0 {
                entry = entry
                    .sum(&format!("{name} save on"), &fight.save(n).sum())
                    .detail(format!("saves: {}", faces_text(&thrown.saves[n])));
            }
            if thrown.risks[n] != Faces::default() {
                let fate = if thrown.killed[n] { "killed" } else { "unharmed" };
                let faces = faces_text(&thrown.risks[n]);
                entry = entry.detail(format!("hits on the leader of {name}: {faces}, {fate}"));
            }
        }
        entry
    }
}

/// More rules than this on one line nobody reads.
const RULES_SHOWN: usize = 8;

fn face_text(face: Option<u8>) -> String {
    face.map_or("no die can help".into(), |face| format!("[{face}]"))
}

fn faces_text(faces: &Faces) -> String {
    let all: Vec<_> = faces.0.iter().map(ToString::to_string).collect();
    format!("[{}]", all.join(" "))
}

fn lost_text(lost: usize) -> String {
    match lost {
        0 => "lose nothing".into(),
        lost => format!("lose {lost} CP"),
    }
}
