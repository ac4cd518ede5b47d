//! Actions in words: who does something, and what. A client that shows whose options they are needs only the
//! latter.

use acies_core::{
    Seat,
    words::{Subject, capital},
};
use acies_table::{Angle, Facing, Point};

use crate::{
    action::{Action, Back, Step},
    battle::{Battle, Frame},
    movement::march::Mode,
    orders::order_test::OrderTest,
    profile::Order,
    table::within,
    units::{Id, UnitSet},
    words::refusals::ud,
};

/// Headings that miss an enemy by less than this are at him.
const AIM: Angle = Angle::new(0.5);

impl Battle {
    /// An action in a sentence.
    pub(crate) fn action_words(&self, by: Seat, action: &Action) -> String {
        match self.doer(by, action) {
            Some(who) => format!("{who} {}", self.deed(by, action, &who)),
            None => capital(&self.deed(by, action, &Subject::addressed())),
        }
    }

    /// The same without who does it.
    pub(crate) fn action_title(&self, by: Seat, action: &Action) -> String {
        let deed = capital(&self.deed(by, action, &Subject::addressed()));
        match action {
            Action::Test { units, .. } if units.len() > 1 => {
                let others = units.first().map_or(*units, |first| units.without(first));
                format!("{deed}, with {}", self.names(by, others))
            }
            _ => deed,
        }
    }

    /// Who does it, if somebody does.
    fn doer(&self, by: Seat, action: &Action) -> Option<Subject> {
        let it = |unit: u8| Subject::new(self.name_or_number(Id::new(by, unit)));
        Some(match *action {
            Action::Test { units, .. } => self.all(by, units),
            Action::Redress { unit }
            | Action::Pivot { unit, .. }
            | Action::Move { unit, .. }
            | Action::FallBack { unit, .. }
            | Action::Shoot { unit, .. }
            | Action::Fight { unit, .. }
            | Action::Join { unit, .. } => it(unit),
            Action::Ride { leader, .. } | Action::Attach { leader, .. } => {
                let captain = self.setup.armies[by].leaders.get(usize::from(leader));
                Subject::new(captain.map_or("he", |it| &it.name))
            }
            Action::Lend { .. } | Action::Retreat { .. } | Action::FollowUp { .. } => {
                Subject::new(self.asked())
            }
            _ => return None,
        })
    }

    /// The unit that is asked about.
    fn asked(&self) -> String {
        match self.stack.last() {
            Some(
                &Frame::Lend { unit, .. }
                | &Frame::Reroll { unit }
                | &Frame::Retreat { unit }
                | &Frame::FollowUp { unit },
            ) => self.name(unit),
            _ => "they".into(),
        }
    }

    /// What is done, as it is said of who does it.
    fn deed(&self, by: Seat, action: &Action, it: &Subject) -> String {
        let own = |unit: u8| self.name_or_number(Id::new(by, unit));
        let enemy = |unit: u8| self.name_or_number(Id::new(by.other(), unit));
        match action {
            Action::Begin => "begin the battle".into(),
            Action::Prepare(prepare) => prepare.words(self, by),
            Action::Play { first: true } => "play first in this turn".into(),
            Action::Play { first: false } => "play second in this turn".into(),
            Action::Test { units, order } => {
                format!("to {}{}", order.name(), self.chance_words(by, *units, *order))
            }
            Action::Redress { .. } => format!("{} {} ranks", it.does("redress"), it.their()),
            Action::EndOrders => "no more orders".into(),
            Action::Pivot { unit, facing } => self.turn_words(Id::new(by, *unit), *facing, it),
            Action::Move { unit, steps, push } => {
                let id = Id::new(by, *unit);
                let steps = self.steps_words(id, steps, *push, it);
                let push = if push.is_empty() {
                    String::new()
                } else {
                    format!(", pushing {} away", self.names(by.other(), *push))
                };
                format!("{steps}{push}{}", self.reached_words(by, action))
            }
            Action::FallBack { unit, back } => self.back_words(Id::new(by, *unit), back, it),
            Action::EndMoves => "no more moves".into(),
            Action::Ride { to, .. } => self.ride_words(by, *to),
            Action::Attach { unit, .. } => format!("joins {}", own(*unit)),
            Action::EndLeaders => "no more moves of leaders".into(),
            Action::Shoot { target, .. } => format!("{} at {}", it.does("shoot"), enemy(*target)),
            Action::EndShooting => "no more targets".into(),
            Action::Fight { enemy: other, .. } => format!("{} {}", it.does("fight"), enemy(*other)),
            Action::Join { friend, .. } => format!("{} {}", it.does("support"), own(*friend)),
            Action::Lend { yes: true } => format!("{} support", it.does("give")),
            Action::Lend { yes: false } => format!("{} out of it", it.does("stay")),
            Action::Reroll { yes: true } => format!("throw again for {}", self.asked()),
            Action::Reroll { yes: false } => format!("let the miss of {} stand", self.asked()),
            Action::Retreat { heading, distance, turned } => {
                let turned = if *turned { ", facing the enemy" } else { "" };
                let towards = degrees(heading.from_north());
                let retreat = it.does("retreat");
                format!("{retreat} {} UD towards {towards}{turned}", ud(*distance))
            }
            Action::FollowUp { yes: true } => format!("{} up", it.does("follow")),
            Action::FollowUp { yes: false } => {
                format!("{} in {} place", it.does("stay"), it.their())
            }
            Action::Resign => "concede".into(),
        }
    }

    /// What an order test needs: " on 3+".
    fn chance_words(&self, by: Seat, units: UnitSet, order: Order) -> String {
        let Ok(lender) = self.table().check_test(by, units, order) else { return String::new() };
        let test = self.table().order_test(lender, order);
        let free = units.len() == 1 && test.is_free();
        if free { " without a test".into() } else { needed_words(&test) }
    }

    /// AV-R44.
    fn turn_words(&self, id: Id, facing: Facing, it: &Subject) -> String {
        let turn = it.does("turn");
        match self.target_of(id, facing) {
            Some(enemy) => format!("{turn} to face {}", self.name(enemy)),
            None => format!("{turn} {}", aside(facing - self.unit(id).pose.facing)),
        }
    }

    /// The nearest enemy that a heading is at.
    fn target_of(&self, id: Id, heading: Facing) -> Option<Id> {
        let table = self.table();
        let off = |enemy: Id| (Facing::toward(table.at(enemy) - table.at(id)) - heading).abs();
        let aimed = table.standing(id.seat().other()).filter(|&enemy| off(enemy) < AIM);
        aimed.min_by(|&a, &b| table.distance(id, a).total_cmp(&table.distance(id, b)))
    }

    fn steps_words(&self, id: Id, steps: &[Step], push: UnitSet, it: &Subject) -> String {
        let verb = match self.table().mode(id, push) {
            Ok(Mode::Advance) => "advance",
            Ok(Mode::Rush) => "rush",
            Ok(Mode::Testudo) => "creep",
            Err(_) => "go",
        };
        let (verb, wheel) = (it.does(verb), it.does("wheel"));
        let mut facing = self.unit(id).pose.facing;
        let mut said = Vec::new();
        for (n, step) in steps.iter().enumerate() {
            let target = self.target_of(id, step.heading).filter(|_| n == 0);
            let target = target.map(|enemy| self.name(enemy));
            said.push(step_words([&verb, &wheel], facing, step, target.as_deref()));
            facing = step.wheel.unwrap_or(facing);
        }
        said.join(", then ")
    }

    /// AV-R58: which way it goes back, as it stands.
    fn back_words(&self, id: Id, back: &Back, it: &Subject) -> String {
        let slant = back.heading - self.unit(id).pose.facing.opposite();
        // Who goes backward to the right of his way goes to his own left.
        let way = match () {
            () if slant.abs() < AIM => " straight back".into(),
            () if slant > Angle::ZERO => format!(", {} to {} left", degrees(slant), it.their()),
            () => format!(", {} to {} right", degrees(-slant), it.their()),
        };
        let about = if back.about { ", turned about" } else { "" };
        let then = back.then.map_or_else(String::new, |facing| {
            format!(", and {} again to face {}", it.does("turn"), degrees(facing.from_north()))
        });
        format!("{} back {} UD{way}{about}{then}", it.does("fall"), ud(back.distance))
    }

    fn ride_words(&self, by: Seat, to: Point) -> String {
        let table = self.table();
        let behind = table.standing(by).find(|&id| within(table.behind(id), to, 0.0));
        match behind {
            Some(id) => format!("rides behind {}", self.name(id)),
            None => format!("rides to {}", place(to)),
        }
    }

    /// Whom a move comes into contact with.
    pub(crate) fn reached_words(&self, by: Seat, action: &Action) -> String {
        let touched = self.reached_by(by, action);
        if touched.is_empty() {
            String::new()
        } else {
            format!(", into contact with {}", self.names(by.other(), touched))
        }
    }

    /// The enemies that a move ends in contact with.
    pub(crate) fn reached_by(&self, by: Seat, action: &Action) -> UnitSet {
        let Action::Move { unit, steps, push } = action else { return UnitSet::NONE };
        let id = Id::new(by, *unit);
        let Ok(moved) = self.table().check_move(id, steps, *push) else { return UnitSet::NONE };
        let touched = self.table().standing(by.other()).filter(|&enemy| {
            !push.has(enemy.number()) && within(moved.pose.at, self.table().point(enemy), 1.0)
        });
        touched.collect()
    }
}

/// What an order test needs on the die: " on 3+".
pub(crate) fn needed_words(test: &OrderTest) -> String {
    match test.least_face() {
        Some(..=1) => ", surely".into(),
        Some(least @ 2..=6) => format!(" on {least}+"),
        _ => ", in vain".into(),
    }
}

/// What a die needs, if one can help: " on 3+".
pub(crate) fn on_words(least: i32) -> String {
    if least > 6 { String::new() } else { format!(" on {least}+") }
}

/// A wheel, if there is one, and a segment; at whom it leads, if at somebody.
fn step_words([verb, turns]: [&str; 2], from: Facing, step: &Step, target: Option<&str>) -> String {
    let facing = step.wheel.unwrap_or(from);
    let slant = step.heading - facing;
    let towards = target.map(|whom| format!("towards {whom}"));
    let straight = slant.abs() < AIM;
    let length = ud(step.distance);
    match (step.wheel, towards) {
        (Some(_), Some(towards)) if straight => format!("{turns} {towards} and {verb} {length} UD"),
        (Some(wheel), towards) => {
            let way = if straight { String::new() } else { format!(" {}", aside(slant)) };
            let way = towards.map_or(way, |towards| format!(" {towards}"));
            format!("{turns} {} and {verb} {length} UD{way}", aside(wheel - from))
        }
        (None, Some(towards)) if !straight => format!("{verb} {length} UD {towards}"),
        (None, _) if straight => format!("{verb} {length} UD straight ahead"),
        (None, _) => format!("{verb} {length} UD, {}", aside(slant)),
    }
}

/// An angle to one side.
fn aside(angle: Angle) -> String {
    let side = if angle < Angle::ZERO { "left" } else { "right" };
    format!("{} to the {side}", degrees(angle.abs()))
}

/// Degrees with two decimals at most.
pub(crate) fn degrees(angle: Angle) -> String {
    let rounded = (angle.degrees() * 100.0).round() / 100.0;
    format!("{rounded}°")
}

/// A place in UD from the south-west corner.
pub(crate) fn place(at: Point) -> String {
    format!("({:.1}, {:.1})", at.x.get(), at.y.get())
}
