//! What happened, in words: a line for each event, with the sums that it came from.

use acies_core::{Entry, Seat, Sum, words::counted};
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
    refusal::ud,
    saves::Save,
    units::{Id, UnitSet},
    wording::degrees,
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
                entry(unit.seat(), format!("{} redress their ranks and halt", name(*unit)))
            }
            Event::Converted { unit, .. } => {
                entry(unit.seat(), format!("{} cannot rush and advance instead", name(*unit)))
            }
            Event::Pivoted { unit, facing } => entry(
                unit.seat(),
                format!("{} turn to face {}", name(*unit), degrees(facing.from_north())),
            ),
            Event::Moved { unit, mode, over, heading, pose, length, manner } => {
                let verb = match mode {
                    Mode::Advance => "advance",
                    Mode::Rush => "rush",
                    Mode::Testudo => "creep forward in testudo",
                };
                let over = over.map_or_else(String::new, |over| {
                    format!(" over {}, facing {},", spot(over.at), towards(over.facing))
                });
                let wheel = if manner.contains(Manner::WHEELED) {
                    format!("wheel to {} and ", towards(pose.facing))
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
                let line = format!(
                    "{} {wheel}{verb} {length} UD{slant}{through}{over} to {to}",
                    name(*unit)
                );
                entry(unit.seat(), line)
            }
            Event::FellBack { unit, pose, length, about, .. } => {
                let about = if *about { ", turned about" } else { "" };
                let (length, to, faces) = (ud(*length), spot(pose.at), towards(pose.facing));
                let line =
                    format!("{} fall back {length} UD to {to}{about}, facing {faces}", name(*unit));
                entry(unit.seat(), line)
            }
            Event::Pushed { unit, by, at } => {
                let line = format!("{} push {} away to {}", name(*by), name(*unit), spot(*at));
                entry(by.seat(), line)
            }
            Event::Reached { unit, enemies } => {
                let whom = self.names(unit.seat().other(), *enemies);
                entry(unit.seat(), format!("{} are in contact with {whom}", name(*unit)))
            }
            Event::Disrupted { unit, rules } => {
                let why = match rules.first() {
                    Some(&"AV-9.6") => ", caught on the move by cavalry",
                    Some(&"AV-9.7") => " by a move in rough ground",
                    Some(&"AV-9.8") => " by their attack in rough ground",
                    _ => "",
                };
                entry(unit.seat(), format!("{} are disrupted{why}", name(*unit)))
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
                entry(*by, format!("{} come upon {who}: {face}, {fate}", name(*unit)))
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
                    format!("; {} owe two morale tests", self.names(*by, *mourners))
                };
                entry(*by, format!("The {} is lost{mourn}", figure.name()))
            }
            Event::Aimed { unit, target } => {
                entry(unit.seat(), format!("{} aim at {}", name(*unit), name(*target)))
            }
            Event::Shot { unit, target, shot, thrown, .. } => {
                let over = if shot.overhead { " over the heads of friends" } else { "" };
                let target = name(*target);
                let lost = match thrown.hits {
                    0 => String::new(),
                    _ => format!("; {target} {}", lost_text(thrown.lost)),
                };
                let saves = saves_text(&thrown.saves, &shot.save());
                let line = format!(
                    "{} shoot at {target}{over}: {} on {}+, {}{saves}{lost}",
                    name(*unit),
                    faces_text(&thrown.faces),
                    shot.hits_on().total,
                    counted(thrown.hits, "hit"),
                );
                let entry = entry(unit.seat(), line)
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
                let line =
                    format!("{} are to fight {whom}; {other} may put in another", name(*unit));
                entry(unit.seat(), line)
            }
            Event::Substituted { unit, named, against } => {
                let line = format!(
                    "{} fight {} in the place of {}",
                    name(*unit),
                    name(*against),
                    name(*named)
                );
                entry(unit.seat(), line)
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
            Event::Fought { units, backing, fight, thrown } => {
                self.fought(*units, backing, fight, thrown, &rules)
            }
            Event::MoraleTested { unit, nerve, cp, face, passed, again } => {
                let (verb, result) = (
                    if *again { "test their morale again" } else { "test their morale" },
                    if *passed { "passed" } else { "missed" },
                );
                let morale = nerve.profile.morale;
                let face = format!("{}{}", face_text(*face), added_text(&nerve.sum(*cp)));
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
                let (length, to, faces) = (ud(*distance), spot(pose.at), towards(pose.facing));
                let way = format!("{length} UD to {to}, facing {faces}");
                entry(unit.seat(), format!("{} {verb} {way}{blocked}", name(*unit)))
            }
            Event::FollowedUp { unit, at, .. } => {
                entry(unit.seat(), format!("{} follow up to {}", name(*unit), spot(*at)))
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
        let result = if success { "they obey" } else { "in vain" };
        let shaken = if disrupted.is_empty() {
            String::new()
        } else {
            format!(", and {} are disrupted", self.names(by, disrupted))
        };
        match face {
            Some(face) => {
                let needed = test.needs().map_or(0, |(_, needed)| needed);
                let added = added_text(&test.sum());
                format!("{who} to {to} on {needed}+: [{face}]{added}, {result}{shaken}")
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
        let names = units.map(|id| self.name(id));
        let strikes = [0, 1].map(|n| {
            let (name, other) = (&names[n], &names[1 - n]);
            let supported = self.supported(units[n].seat(), &backing[n]);
            let (faces, hits) = (faces_text(&thrown.faces[n]), thrown.strikes[n].hits);
            let (hits, leader) = (counted(hits, "hit"), risk_text(thrown, 1 - n));
            let saves = saves_text(&thrown.saves[1 - n], &fight.save(1 - n));
            let lost = lost_text(thrown.lost[1 - n]);
            let needs = fight.hits_on(n).total;
            format!("{name}{supported} strike {other}: {faces} on {needs}+, {hits}{leader}{saves}, {other} {lost}")
        });
        let mut entry = Entry::new(None, strikes.join("; "), rules);
        for (n, name) in names.iter().enumerate() {
            entry = entry
                .sum(&format!("dice of {name}"), &fight.dice(n))
                .sum("each needs", &fight.hits_on(n));
            if thrown.strikes[1 - n].hits > 0 {
                entry = entry.sum(&format!("{name} save on"), &fight.save(n).sum());
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

/// What is added to a die, if anything is.
fn added_text(sum: &Sum) -> String {
    if sum.total == 0 { String::new() } else { format!(" {:+}", sum.total) }
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
