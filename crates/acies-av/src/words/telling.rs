//! A battle in words: questions, reasons and the contract of telling. Actions are worded in `wording`, what happened
//! and why not is told in `words`, and odds of what may happen are in `foresight`.

use acies_core::{
    Each, Entry, Forecast, Game, Misread, Question, Reason, RuleId, Scene, Seat, Telling, Viewer,
    scene::{Dragged, Offer, Overlay, Pulled, Way},
    tell,
    words::{Subject, capital},
};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    morale::losses::Phase,
    units::{Id, UnitSet},
    words::{events::Event, refusals::No},
};

impl Telling for Battle {
    fn question(&self, _: Seat) -> Question {
        let (asks, rules) = self.asks();
        Question { context: capital(&self.moment()), asks, rules: rules.to_vec() }
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        self.action_words(by, action)
    }

    fn notation(&self, _: Seat, action: &Action) -> String {
        self.write(action)
    }

    fn read(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        self.read_action(by, text)
    }

    fn explain(&self, action: &Action, refusal: &No) -> Reason {
        let instead = refusal.instead(self, action).map(|other| self.write(&other));
        Reason { instead, ..refusal.reason(self) }
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Entry> {
        Some(tell::entry(self, viewer, |to| event.tell(to)))
    }

    fn board(&self, viewer: Viewer) -> String {
        crate::board::draw(&self.view(viewer))
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        self.panel(by, action, None)
    }

    fn hindsight(&self, by: Seat, action: &Action, _: &Self, events: &[Event]) -> Option<Forecast> {
        self.panel(by, action, Some(events))
    }

    fn later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        self.aftermath(by, action)
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.side_name(seat).to_owned())
    }

    fn moment(&self) -> String {
        let turn = self.turn;
        let of =
            |seat: Seat, what: &str| format!("turn {turn}, {what} of {}", self.side_name(seat));
        match self.stack.first() {
            None => format!("turn {turn}, the end"),
            Some(Frame::Begin | Frame::Prepare(_)) => "before the battle".into(),
            Some(Frame::Initiative(_)) => format!("turn {turn}, initiative"),
            Some(&Frame::Orders(seat)) => of(seat, "orders"),
            Some(&Frame::Moves(seat)) => of(seat, "moves"),
            Some(&Frame::Leaders(seat)) => of(seat, "leaders"),
            Some(Frame::Targets(_)) => format!("turn {turn}, shooting"),
            Some(_) => match self.resolution.as_ref().map(|it| it.phase) {
                Some(Phase::Shooting) => format!("turn {turn}, shooting"),
                _ => format!("turn {turn}, hand to hand"),
            },
        }
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| Battle::lost(self, seat))
    }

    fn save(&self) -> String {
        crate::files::position::write(self)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        crate::scene::draw(self, viewer)
    }

    fn offer(&self, by: Seat, action: &Action) -> Offer {
        crate::scene::offer(self, by, action)
    }

    fn drag(&self, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
        crate::drag::drag(self, by, dragged)
    }

    fn together(&self, by: Seat, pieces: &[String]) -> Vec<Action> {
        crate::drag::together(self, by, pieces)
    }

    fn ways(&self, event: &Event) -> Vec<Way> {
        crate::scene::ways(self, event)
    }

    fn overlays(&self, piece: &str) -> Vec<Overlay> {
        crate::scene::overlays(self, piece)
    }
}

/// Names.
impl Battle {
    /// What an army is called, or its side while armies are hidden (S1).
    pub fn side_name(&self, seat: Seat) -> &str {
        match (&self.prelude, seat) {
            (Some(_), Seat::Red) => "Red",
            (Some(_), Seat::Blue) => "Blue",
            (None, seat) => &self.setup.armies[seat].name,
        }
    }

    /// What a unit is called; if both sides have one of this name, with its side.
    pub fn name(&self, id: Id) -> String {
        let name = &self.recruit(id).name;
        let enemies = &self.setup.armies[id.seat().other()].units;
        if enemies.iter().any(|unit| unit.name == *name) {
            format!("{name} ({})", id.seat())
        } else {
            name.clone()
        }
    }

    /// What a unit is called, if there is one of this number.
    pub(crate) fn name_or_number(&self, id: Id) -> String {
        let known = usize::from(id.number()) < self.sides[id.seat()].units.len();
        if known { self.name(id) } else { format!("unit {}", u32::from(id.number()) + 1) }
    }

    /// Several units in words.
    pub(crate) fn names(&self, seat: Seat, units: UnitSet) -> String {
        self.all(seat, units).to_string()
    }

    /// A unit of which something is said.
    pub(crate) fn it(&self, id: Id) -> Subject {
        Subject::new(self.name(id))
    }

    /// Several of which something is said.
    pub(crate) fn all(&self, seat: Seat, units: UnitSet) -> Subject {
        Subject::all(&units.ids(seat).map(|id| self.name(id)).collect::<Vec<_>>())
    }
}

/// Questions and options.
impl Battle {
    pub(crate) fn asks(&self) -> (String, &'static [RuleId]) {
        let Some(&frame) = self.stack.last() else {
            return ("the battle is over".into(), &["AV-R25"]);
        };
        match frame {
            Frame::Prepare(step) => step.asks(),
            Frame::Begin => ("begin the battle?".into(), &["AV-4.1"]),
            Frame::Initiative(_) => ("play first or second in this turn?".into(), &["AV-4.2"]),
            Frame::Orders(_) => {
                ("who tests for which order, and who redresses?".into(), &["AV-5.2", "AV-R31"])
            }
            Frame::Moves(seat) => {
                let table = self.table();
                let due: UnitSet = table.standing(seat).filter(|&id| table.must_move(id)).collect();
                let due = if due.is_empty() {
                    String::new()
                } else {
                    format!(" ({} must still)", self.names(seat, due))
                };
                (format!("who moves{due}?"), &["AV-5.22", "AV-7.3"])
            }
            Frame::Leaders(_) => ("where do leaders go?".into(), &["AV-4.4", "AV-R32"]),
            Frame::Escape { by, leader } => {
                let name = &self.captain(by, leader).name;
                (format!("{name} gets away: where to?"), &["AV-15.6", "AV-R88"])
            }
            Frame::Targets(_) => ("who shoots at whom?".into(), &["AV-4.5", "AV-R64"]),
            Frame::Name(seat) => {
                let other = self.side_name(seat.other());
                let asks = format!("which fight comes next? {other} may put another unit in");
                (asks, &["AV-R73", "AV-11.10"])
            }
            Frame::Substitute { named, against } => {
                let others = self.open_enemies(against).without(named.number());
                let (others, named) = (self.names(named.seat(), others), self.name(named));
                let asks = format!("who fights {}: {named}, or {others}?", self.name(against));
                (asks, &["AV-R73", "AV-11.10"])
            }
            Frame::Join { unit } => {
                let it = self.it(unit);
                (format!("whom {} {it} support by contact?", it.does("do")), &["AV-R73"])
            }
            Frame::Lend { unit, to } => {
                let it = self.it(unit);
                let asks = format!("{} {it} support {}?", it.does("do"), self.name(to));
                (asks, &["AV-R103"])
            }
            Frame::Reroll { unit } => {
                let (it, worse) = (self.it(unit), self.rung_of_a_miss(unit).name());
                let asks =
                    format!("{it} missed {} test and will be {worse}: throw again?", it.their());
                (asks, &["AV-16.1", "AV-R81"])
            }
            Frame::Retreat { unit } => {
                let it = self.it(unit);
                (format!("how {} {it} retreat?", it.does("do")), &["AV-R84", "AV-R85"])
            }
            Frame::FollowUp { unit } => {
                let it = self.it(unit);
                let asks = format!("{} {it} take {} opponent's place?", it.does("do"), it.their());
                (asks, &["AV-8.2", "AV-8.3"])
            }
        }
    }
}
