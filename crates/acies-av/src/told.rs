//! What happened, in words: a line for each event, with the sums that it came from.

use acies_core::{Entry, Seat, words::counted};
use acies_table::{Facing, Point};

use crate::{
    battle::{Battle, EndedBy, Ending},
    engagement::Backing,
    event::{Event, Faces, FightThrown, Manner, Part},
    fight::Fight,
    leaders::Met,
    morale::Rung,
    moves::Mode,
    order_test::OrderTest,
    profile::Order,
    saves::Save,
    units::{Id, UnitSet},
    wording::{degrees, needed_words, on_words},
    words::refusals::ud,
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
        let (name, it) = (|id: Id| self.name(id), |id: Id| self.it(id));
        let entry = |by: Seat, line: String| Entry::new(by, line, &rules);
        match event {
            Event::Prepared(prepared) => Entry::new(prepared.by(), prepared.says(self), &rules),
            Event::TurnBegins { turn } => {
                Entry { heading: true, ..Entry::new(None, format!("Turn {turn}"), &rules) }
            }
            Event::PartBegins { part } => {
                let line = match *part {
                    Part::Orders(seat) => format!("Orders and moves: {}", self.side_name(seat)),
                    Part::Shooting => "Shooting".into(),
                    Part::HandToHand => "Hand to hand".into(),
                };
                Entry { heading: true, ..Entry::new(part.by(), line, &rules) }
            }
            Event::Initiative { both, faces, winner } => {
                let each = Seat::BOTH.iter().zip(&faces.0);
                let each = each.map(|(&seat, face)| {
                    let added = match both[seat].sum().total {
                        0 => String::new(),
                        added => format!(" {added:+} (Commander-in-Chief lost)"),
                    };
                    format!("{} [{face}]{added}", self.side_name(seat))
                });
                let thrown = each.collect::<Vec<_>>().join(", ");
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
                let from = test.from.map_or("disrupted", Order::name);
                let needed = test.needs().map_or(0, |(_, needed)| needed);
                entry
                    .sum(&format!("added to the die of {}", name(*lender)), &test.sum())
                    .detail(format!("from {from} to {}: {needed}+", test.to.name()))
            }
            Event::Redressed { unit } => {
                let it = it(*unit);
                let line = format!("{} and {}", it.says("redress their ranks"), it.does("halt"));
                entry(unit.seat(), line)
            }
            Event::Converted { unit, .. } => {
                let it = it(*unit);
                let line = format!("{it} cannot rush and {} instead", it.does("advance"));
                entry(unit.seat(), line)
            }
            Event::Pivoted { unit, facing } => entry(
                unit.seat(),
                it(*unit).says(&format!("turn to face {}", degrees(facing.from_north()))),
            ),
            Event::Moved { unit, mode, over, heading, pose, length, manner } => {
                let it = it(*unit);
                let verb = match mode {
                    Mode::Advance => it.does("advance"),
                    Mode::Rush => it.does("rush"),
                    Mode::Testudo => format!("{} forward in testudo", it.does("creep")),
                };
                let over = over.map_or_else(String::new, |over| {
                    format!(" over {}, facing {},", spot(over.at), towards(over.facing))
                });
                let wheel = if manner.contains(Manner::WHEELED) {
                    format!("{} to {} and ", it.does("wheel"), towards(pose.facing))
                } else {
                    String::new()
                };
                let slant = if manner.contains(Manner::SLANTED) {
                    format!(", obliquely towards {},", towards(*heading))
                } else {
                    String::new()
                };
                let through = if manner.contains(Manner::PASSED) { " through friends" } else { "" };
                let (length, to) = (ud(*length), spot(pose.at));
                let line = format!("{it} {wheel}{verb} {length} UD{slant}{through}{over} to {to}");
                entry(unit.seat(), line)
            }
            Event::FellBack { unit, pose, length, about, .. } => {
                let about = if *about { ", turned about" } else { "" };
                let (length, to, faces) = (ud(*length), spot(pose.at), towards(pose.facing));
                let said = format!("fall back {length} UD to {to}{about}, facing {faces}");
                entry(unit.seat(), it(*unit).says(&said))
            }
            Event::Pushed { unit, by, at } => {
                let said = format!("push {} away to {}", name(*unit), spot(*at));
                entry(by.seat(), it(*by).says(&said))
            }
            Event::Reached { unit, enemies } => {
                let whom = self.names(unit.seat().other(), *enemies);
                entry(unit.seat(), it(*unit).says(&format!("are in contact with {whom}")))
            }
            Event::Disrupted { unit, rules } => {
                let why = match rules.first() {
                    Some(&"AV-9.6") => ", caught on the move by cavalry",
                    Some(&"AV-9.7") => " by a move in rough ground",
                    Some(&"AV-9.8") => " by their attack in rough ground",
                    _ => "",
                };
                entry(unit.seat(), it(*unit).says(&format!("are disrupted{why}")))
            }
            Event::RushTested { unit, face, disrupted, late } => {
                let result = if *disrupted { "disrupted" } else { "in good order" };
                let whom = if *late { "an enemy who is gone" } else { "nobody" };
                let face = face_text(*face);
                entry(unit.seat(), format!("{} rushed at {whom}: {face}, {result}", name(*unit)))
            }
            Event::Rode { by, leader, to } => {
                let who = &self.captain(*by, *leader).name;
                entry(*by, format!("{who} rides to {}", spot(*to)))
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
                entry(*by, it(*unit).says(&format!("come upon {who}: {face}, {fate}")))
            }
            Event::LeaderLost { by, leader, chief, with } => {
                let who = &self.captain(*by, *leader).name;
                let chief = if *chief { ", the Commander-in-Chief," } else { "" };
                let with = with.map_or(String::new(), |unit| format!(" with {}", name(unit)));
                entry(*by, format!("{who}{chief} is lost{with}"))
            }
            Event::FigureLost { by, figure, mourners } => {
                let mourn = if mourners.is_empty() {
                    String::new()
                } else {
                    format!("; {}", self.all(*by, *mourners).says("owe two morale tests"))
                };
                entry(*by, format!("The {} is lost{mourn}", figure.name()))
            }
            Event::Aimed { unit, target } => {
                entry(unit.seat(), it(*unit).says(&format!("aim at {}", name(*target))))
            }
            Event::Shot { unit, target, shot, thrown, .. } => {
                let over = if shot.overhead { " over the heads of friends" } else { "" };
                let target = it(*target);
                let lost = match thrown.hits {
                    0 => String::new(),
                    _ => format!("; {}", target.says(&lost_text(thrown.lost))),
                };
                let saves = saves_text(&thrown.saves, &shot.save());
                let said = format!(
                    "shoot at {target}{over}: {} on {}+, {}{saves}{lost}",
                    faces_text(&thrown.faces),
                    shot.hits_on().total,
                    counted(thrown.hits, "hit"),
                );
                let entry = entry(unit.seat(), it(*unit).says(&said))
                    .sum("dice", &shot.dice())
                    .sum("each needs", &shot.hits_on());
                if thrown.hits == 0 {
                    return entry;
                }
                entry.sum("saved on", &shot.save().sum())
            }
            Event::Blocked { unit, by } => {
                let by =
                    by.map_or_else(String::new, |by| format!(": blocked by {}", by.says(self)));
                entry(unit.seat(), format!("{} cannot advance{by}", name(*unit)))
            }
            Event::Named { unit, enemy } => {
                let (other, whom) = (self.side_name(enemy.seat()), name(*enemy));
                let said = format!("are to fight {whom}; {other} may put in another");
                entry(unit.seat(), it(*unit).says(&said))
            }
            Event::Substituted { unit, named, against } => {
                let said = format!("fight {} in the place of {}", name(*against), name(*named));
                entry(unit.seat(), it(*unit).says(&said))
            }
            Event::Matched { units: [one, other], .. } => {
                entry(one.seat(), it(*one).says(&format!("fight {}", name(*other))))
            }
            Event::Joined { unit, friend } => {
                let said = format!("support {} by contact", name(*friend));
                entry(unit.seat(), it(*unit).says(&said))
            }
            Event::Lent { unit, to, yes } => {
                let verb = if *yes { "support" } else { "do not support" };
                entry(unit.seat(), it(*unit).says(&format!("{verb} {}", name(*to))))
            }
            Event::Fought { units, backing, fight, thrown } => {
                self.fought(*units, backing, fight, thrown, &rules)
            }
            Event::MoraleTested { unit, nerve, cp, face, passed, again } => {
                let again = if *again { " again" } else { "" };
                let result = if *passed { "passed" } else { "missed" };
                let (on, face) = (on_words(nerve.least_face(*cp)), face_text(*face));
                let said = format!("test their morale{again}{on}: {face}, {result}");
                let added = format!("added to the die, {}+ by morale", nerve.profile.morale);
                entry(unit.seat(), it(*unit).says(&said)).sum(&added, &nerve.sum(*cp))
            }
            Event::Descended { unit, rung, spent, .. } => {
                let why = if *spent { " with their last CP" } else { "" };
                entry(unit.seat(), it(*unit).says(&format!("are {}{why}", rung.name())))
            }
            Event::Snowballed { unit, fallen, rung, tests } => {
                let tests = counted(usize::from(*tests), "morale test");
                let (it, fallen, rung) = (it(*unit), name(*fallen), rung.name());
                let seen = it.says(&format!("see {fallen} {rung}"));
                entry(unit.seat(), format!("{seen} and {} {tests}", it.does("owe")))
            }
            Event::Removed { unit, left_table } => {
                let how = if *left_table { "leave the table" } else { "are taken off" };
                entry(unit.seat(), it(*unit).says(how))
            }
            Event::Retreated { unit, rung, pose, distance, blocked, .. } => {
                let verb = if *rung == Rung::Routed { "rout" } else { "retire" };
                let it = it(*unit);
                let lose = it.does("lose");
                let blocked =
                    if *blocked { format!(", blocked, and {lose} a CP") } else { String::new() };
                let (length, to, faces) = (ud(*distance), spot(pose.at), towards(pose.facing));
                let way = format!("{length} UD to {to}, facing {faces}");
                entry(unit.seat(), it.says(&format!("{verb} {way}{blocked}")))
            }
            Event::FollowedUp { unit, at, .. } => {
                entry(unit.seat(), it(*unit).says(&format!("follow up to {}", spot(*at))))
            }
            Event::StayedBehind { unit } => entry(unit.seat(), it(*unit).says("do not follow up")),
            Event::Enraged { unit } => {
                let it = it(*unit);
                entry(unit.seat(), format!("{it}, enraged, {} under Rush", it.does("are")))
            }
            Event::Halted { by, units, .. } => {
                entry(*by, self.all(*by, *units).says("are under Halt"))
            }
            Event::Counted { by, lost, of } => {
                let line = format!("{}: {lost} of {of} points lost", self.side_name(*by));
                entry(*by, line)
            }
            Event::Ended { ending: Ending { winner, how } } => {
                let marginal = matches!(how, EndedBy::Limit | EndedBy::Quiet);
                let victory = if marginal { "Marginal victory" } else { "Victory" };
                let how = Ending { winner: *winner, how: *how }.words();
                let line = match winner {
                    Some(seat) => format!("{victory} of {}: {how}", self.side_name(*seat)),
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
        let result = if success { "the order is changed" } else { "in vain" };
        let shaken = if disrupted.is_empty() {
            String::new()
        } else {
            format!(", and {}", self.all(by, disrupted).says("are disrupted"))
        };
        match face {
            Some(face) => {
                let on = needed_words(test);
                format!("{who} to {to}{on}: [{face}], {result}{shaken}")
            }
            None => format!("{who} to {to}: {result}{shaken}"),
        }
    }

    fn fought(
        &self,
        units: [Id; 2],
        backing: &[Backing; 2],
        fight: &Fight,
        thrown: &FightThrown,
        rules: &[&'static str],
    ) -> Entry {
        let names = units.map(|id| self.it(id));
        let strikes = [0, 1].map(|n| {
            let (it, other) = (&names[n], &names[1 - n]);
            let supported = self.supported(units[n].seat(), &backing[n]);
            let (faces, hits) = (faces_text(&thrown.faces[n]), thrown.strikes[n].hits);
            let (hits, leader) = (counted(hits, "hit"), risk_text(thrown, 1 - n));
            let saves = saves_text(&thrown.saves[1 - n], &fight.save(1 - n));
            let lost = other.says(&lost_text(thrown.lost[1 - n]));
            let (strike, needs) = (it.does("strike"), fight.hits_on(n).total);
            format!("{it}{supported} {strike} {other}: {faces} on {needs}+, {hits}{leader}{saves}, {lost}")
        });
        let mut entry = Entry::new(None, strikes.join("; "), rules);
        for (n, name) in names.iter().enumerate() {
            entry = entry
                .sum(&format!("dice of {name}"), &fight.dice(n))
                .sum("each needs", &fight.hits_on(n));
            if thrown.strikes[1 - n].hits > 0 {
                entry = entry.sum(&name.says("save on"), &fight.save(n).sum());
            }
        }
        entry
    }

    /// AV-R74: by whom one side of a fight is supported, and from where.
    fn supported(&self, seat: Seat, backing: &Backing) -> String {
        let Backing { behind, flanks, contact } = *backing;
        let all = [("from behind", behind), ("on the flank", flanks), ("by contact", contact)];
        let each = all.into_iter().filter(|(_, units)| !units.is_empty());
        let each = each.map(|(from, units)| format!("{from} by {}", self.names(seat, units)));
        match each.collect::<Vec<_>>().join(", ") {
            said if said.is_empty() => said,
            said => format!(" (supported {said})"),
        }
    }
}

/// AV-10.13: the dice that save, and what they need. AV-R70: none are thrown if nothing saves.
fn saves_text(faces: &Faces, save: &Save) -> String {
    match (faces.0.is_empty(), save.needs()) {
        (true, _) => String::new(),
        (_, 6) => format!(", saves {} on 6", faces_text(faces)),
        (_, needs) => format!(", saves {} on {needs}+", faces_text(faces)),
    }
}

/// A place in UD from the south-west corner, to 0.01 UD.
fn spot(at: Point) -> String {
    let [x, y] = [at.x, at.y].map(|it| (it.get() * 100.0).round() / 100.0);
    format!("({x}, {y})")
}

fn towards(facing: Facing) -> String {
    degrees(facing.from_north())
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

/// AV-15.3, AV-15.4: the dice for the leader of one side, if 6s hit him.
fn risk_text(thrown: &FightThrown, side: usize) -> String {
    if thrown.risks[side] == Faces::default() {
        return String::new();
    }
    let fate = if thrown.killed[side] { "killed" } else { "unharmed" };
    format!(", for their leader {}, {fate}", faces_text(&thrown.risks[side]))
}

fn lost_text(lost: usize) -> String {
    match lost {
        0 => "lose nothing".into(),
        lost => format!("lose {lost} CP"),
    }
}
