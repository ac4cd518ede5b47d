//! The battle as players read it: mostly what the step on top says.

use acies_core::{
    Each, Entry, Forecast, Misread, Question, Reason, Seat, Telling, Viewer,
    flow::{One, Stacked},
    scene::{Dragged, Offer, Overlay, Pulled, Scene, Way},
    tell,
};

use super::{board, drag, events::Event, notation::Reader, picture, refusals::No};
use crate::{battle::Battle, files::position, profile::Kind, steps::Action};

impl Telling for Battle {
    fn question(&self, by: Seat) -> Question {
        self.question_of(format!("{}, {}", self.host(by), self.moment()))
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        action.it().shows(self, by).words()
    }

    fn notation(&self, by: Seat, action: &Action) -> String {
        action.it().write(self, by)
    }

    fn read(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        let mut words = Reader::new(self, by, text);
        let verb = words.word("an action")?;
        let read = Action::read(verb, &mut words);
        let read = read.ok_or_else(|| Misread::unknown("action", verb, Action::verbs()))?;
        words.end(read?)
    }

    fn explain(&self, _: &Action, refusal: &No) -> Reason {
        refusal.reason(self)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Entry> {
        Some(tell::entry(self, viewer, |to| event.tell(to)))
    }

    fn board(&self, viewer: Viewer) -> String {
        board::board(self, viewer)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        picture::draw(self, viewer)
    }

    fn overlays(&self, piece: &str) -> Vec<Overlay> {
        picture::overlays(self, piece)
    }

    fn drag(&self, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
        drag::drag(self, by, dragged)
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        action.it().forecast(self, by)
    }

    fn hindsight(
        &self,
        by: Seat,
        action: &Action,
        after: &Self,
        events: &[Event],
    ) -> Option<Forecast> {
        action.it().hindsight(self, by, after, events)
    }

    fn later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        action.it().later(self, by)
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.host(seat).to_owned())
    }

    fn moment(&self) -> String {
        picture::says_when(self)
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        // Who is not placed yet is not lost.
        Each::of(|seat| self.prelude.map_or_else(|| self.points_lost(seat), |_| 0))
    }

    fn ways(&self, event: &Event) -> Vec<Way> {
        let (Event::Went { legs, .. } | Event::Retreated { legs, .. }) = event else {
            return Vec::new();
        };
        legs.iter().map(|leg| acies_field::path(self, leg.unit, [leg.to])).collect()
    }

    fn save(&self) -> String {
        position::write(self)
    }

    fn offer(&self, by: Seat, action: &Action) -> Offer {
        let throws = self.forecast(by, action).is_some();
        action.it().shows(self, by).offer(self.notation(by, action), throws)
    }
}

impl Battle {
    /// IMP-R9, IMP-R40: the points of the elements that are gone.
    fn points_lost(&self, seat: Seat) -> u32 {
        let fighters =
            self.sides[seat].pieces.iter().filter(|it| it.unit.profile.kind != Kind::Baggage);
        let lost = fighters.map(|it| {
            let left = if it.gone { 0 } else { it.unit.elements() };
            let cost =
                |elements: u8| if elements == 0 { 0 } else { it.unit.profile.cost_of(elements) };
            (cost(it.unit.began) - cost(left)) as u32
        });
        lost.sum()
    }
}
