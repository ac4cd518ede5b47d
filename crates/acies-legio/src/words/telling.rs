//! A battle in words: each question, offer and refusal is told by the step or deed that it belongs to.

use acies_core::{
    Each, Entry, Forecast, Id, Misread, Question, Reason, Seat, Telling, Viewer,
    flow::{One, Stacked},
    scene::{Dragged, Offer, Overlay, Pulled, Scene, Way},
    tell,
};

use super::{Event, No};
use crate::battle::{Action, Battle, Status};

impl Telling for Battle {
    fn question(&self, by: Seat) -> Question {
        self.question_of(format!("{}, {}", self.setup.armies[by].name, self.moment()))
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

    fn explain(&self, _: &Action, refusal: &No) -> Reason {
        refusal.reason(self)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Entry> {
        Some(tell::entry(self, viewer, |to| event.tell(to)))
    }

    fn board(&self, viewer: Viewer) -> String {
        super::board::board(self, viewer)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        super::picture::draw(self, viewer)
    }

    fn ways(&self, event: &Event) -> Vec<Way> {
        super::picture::ways(self, event)
    }

    fn overlays(&self, piece: &str) -> Vec<Overlay> {
        super::picture::overlays(self, piece)
    }

    fn drag(&self, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
        super::drag::drag(self, by, dragged)
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

    fn offer(&self, by: Seat, action: &Action) -> Offer {
        let it = action.it();
        let throws = it.forecast(self, by).is_some();
        it.shows(self, by).offer(it.write(self, by), throws)
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.setup.armies[seat].name.clone())
    }

    fn moment(&self) -> String {
        match self.prelude {
            Some(_) => "before the battle".into(),
            None => format!("turn {}, {}", self.turn, self.phase()),
        }
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| {
            let gone = |(n, it): (u8, &crate::battle::Unit)| {
                let lost = matches!(it.status, Status::Destroyed | Status::LeftTable);
                if lost { self.recruit(Id::new(seat, n)).cost } else { 0 }
            };
            (0..).zip(&self.sides[seat].units).map(gone).sum()
        })
    }

    fn save(&self) -> String {
        crate::files::position::write(self)
    }
}
