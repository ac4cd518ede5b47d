//! Words for players: what happened, why not, names, notation, what can be chosen.
//!
//! | file | what it has |
//! |---|---|
//! | [`events`], `fights` | what happened: a table |
//! | [`refusals`] | why not: a table, with what to draw |
//! | `names`, `places` | names of units, places and distances |
//! | [`notation`] | actions in text |
//! | `offers`, `paths` | what can be chosen, and the ways that units take |

pub mod events;
mod fights;
mod names;
pub mod notation;
mod offers;
mod paths;
pub(crate) mod places;
pub mod refusals;

use acies_core::{
    Each, Entry, Forecast, Game, Misread, Question, Reason, Scene, Seat, Telling, Viewer, Worth,
    flow::{One, Stacked},
    scene::{Dragged, Offer, Overlay, Pulled, Way},
    tell,
    words::capital,
};

use crate::{
    action::Action,
    battle::{Battle, Frame, Id, Place},
    words::{events::Event, notation::Reader, refusals::No},
};

impl Telling for Battle {
    fn question(&self, _: Seat) -> Question {
        match self.ending {
            Some(ending) => Question {
                context: capital(&self.moment()),
                asks: "the battle is over".into(),
                rules: vec![ending.rule()],
            },
            None => self.question_of(capital(&self.moment())),
        }
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        action.it().shows(self, by).words()
    }

    fn notation(&self, by: Seat, action: &Action) -> String {
        action.it().write(self, by)
    }

    fn read(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        Reader::action(self, by, text)
    }

    fn explain(&self, action: &Action, refusal: &No) -> Reason {
        let shapes = refusal.shapes(self).into_iter().enumerate();
        let instead = self.instead(action, refusal);
        Reason {
            shapes: shapes.map(|(at, shape)| shape.drawn(at)).collect(),
            instead: instead.map(|(by, other)| self.notation(by, &other)),
            ..refusal.reason(self)
        }
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Entry> {
        let entry = tell::entry(self, viewer, |told| event.tell(told));
        (!entry.line.is_empty()).then_some(entry)
    }

    fn board(&self, viewer: Viewer) -> String {
        crate::board::draw(&self.view(viewer))
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        action.it().forecast(self, by).or_else(|| self.forecast_of_throws(by, action))
    }

    fn hindsight(
        &self,
        by: Seat,
        action: &Action,
        after: &Battle,
        events: &[Event],
    ) -> Option<Forecast> {
        let own = action.it().hindsight(self, by, after, events);
        own.or_else(|| self.hindsight_of_throws(by, action, after, events))
    }

    fn later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        action.it().later(self, by)
    }

    fn worths(&self, by: Seat, action: &Action) -> Vec<Worth> {
        self.worths_now(by, action)
    }

    fn later_worths(&self, by: Seat, action: &Action) -> Vec<Vec<Worth>> {
        let later = match action {
            Action::Shoot(shoot) => self.shot_later(by, shoot).into_iter().collect(),
            Action::Charge(declare) => self.fights_later(by, action, declare.units),
            Action::Stand => self.fights_later(by, action, self.reacts().into_iter().collect()),
            _ => Vec::new(),
        };
        later.into_iter().map(|(_, worths)| worths).collect()
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.side_name(seat).to_owned())
    }

    fn moment(&self) -> String {
        if self.ending.is_some() {
            return format!("turn {}, the end", self.turn);
        }
        if self.prelude.is_some() {
            return "before the battle".into();
        }
        let phase = match self.stack.first() {
            Some(Frame::Corps | Frame::Orders(_)) => "movement",
            Some(Frame::Shooting(_)) => "shooting",
            Some(Frame::Pursuit | Frame::Overrun(_)) => "rout and pursuit",
            _ => "movement",
        };
        format!("turn {} of {}, {phase}", self.turn, self.side_name(self.phasing))
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| {
            let gone = (0..).zip(&self.sides[seat].units).filter(|(_, unit)| {
                matches!(unit.place, Place::Routing | Place::Routed | Place::LeftTable)
            });
            gone.map(|(n, _)| self.profile(Id::new(seat, n)).cost() as u32).sum()
        })
    }

    fn save(&self) -> String {
        crate::files::position::write(self)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        crate::scene::draw(self, viewer)
    }

    fn offer(&self, by: Seat, action: &Action) -> Offer {
        self.offered(by, action)
    }

    fn drag(&self, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
        crate::drag::drag(self, by, dragged)
    }

    fn ways(&self, event: &Event) -> Vec<Way> {
        self.paths(event)
    }

    fn overlays(&self, piece: &str) -> Vec<Overlay> {
        crate::scene::overlays(self, piece)
    }
}
