//! A battle in words: questions, deeds, reasons and the contract of telling. What happened and why not is told in the two
//! tables beside this file.

use acies_core::{
    Dice, Each, Entry, Forecast, Game, Log, Misread, Question, Reason, RuleId, Scene, Seat,
    Telling, Viewer,
    flow::{One, Shown, Stacked},
    scene::{Dragged, Offer, Overlay, Pulled, Way},
    tell,
    words::{Subject, capital},
};
use acies_field::Field;

use crate::{
    battle::{Action, Battle, Frame},
    leaders::Leaders,
    morale::losses::Phase,
    movement::Moves,
    orders::Orders,
    units::{Id, UnitSet},
    words::{events::Event, refusals::No},
};

impl Telling for Battle {
    fn question(&self, _: Seat) -> Question {
        let (asks, rules) = self.asks();
        Question { context: capital(&self.moment()), asks, rules: rules.to_vec() }
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        action.it().shows(self, by).words()
    }

    fn notation(&self, by: Seat, action: &Action) -> String {
        action.it().write(self, by)
    }

    fn read(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        self.read_action(by, text)
    }

    fn explain(&self, action: &Action, refusal: &No) -> Reason {
        let by = self.asked_seats().first();
        let instead = by.and_then(|by| {
            let other = action.it().instead(self, by, refusal)?;
            Some(self.notation(by, &other))
        });
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
        self.ahead(by, action)
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
            Some(&Frame::Orders(Orders(seat))) => of(seat, "orders"),
            Some(&Frame::Moves(Moves(seat))) => of(seat, "moves"),
            Some(&Frame::Leaders(Leaders(seat))) => of(seat, "leaders"),
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
        let throws = self.check(by, action).is_ok() && self.throws(by, action);
        action.it().shows(self, by).offer(self.notation(by, action), throws)
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

/// Questions and deeds.
impl Battle {
    pub(crate) fn asks(&self) -> (String, &'static [RuleId]) {
        match self.top() {
            Some(frame) => frame.it().asks(self),
            None => ("the battle is over".into(), &["AV-R25"]),
        }
    }

    /// What a unit does.
    pub(crate) fn shown_unit(
        &self,
        by: Seat,
        unit: u8,
        commit: &'static str,
        does: impl Fn(&Subject) -> String,
    ) -> Shown {
        let who = Subject::new(self.name_or_number(Id::new(by, unit)));
        let units = self.pieces(by, UnitSet::one(unit));
        Shown { units, ..shown(&who, commit, does) }
    }

    /// The pieces of those units that there are.
    pub(crate) fn pieces(&self, seat: Seat, units: UnitSet) -> Vec<String> {
        let known = units.iter().filter(|&it| self.known(seat, it).is_ok());
        known.map(|unit| self.piece(Id::new(seat, unit))).collect()
    }

    /// Whether dice are thrown for an action that is allowed.
    fn throws(&self, by: Seat, action: &Action) -> bool {
        let mut after = self.clone();
        after.perform(by, action, &mut Dice::scripted([]), &mut Log::Off).is_err()
    }
}

/// What somebody does, as it is said of him, and to him.
pub(crate) fn shown(
    who: &Subject,
    commit: &'static str,
    does: impl Fn(&Subject) -> String,
) -> Shown {
    let title = Some(capital(&does(&Subject::addressed())));
    Shown { who: Some(who.to_string()), title, ..Shown::new(commit, does(who)) }
}
