//! Sensible answers to what is asked in the course of a charge, an evade or a pursuit.

use acies_table::Length;

use crate::{
    action::Action,
    battle::{Battle, Frame, Id},
    rout::pursuit::PURSUIT_UD,
};

impl Battle {
    /// The answers to a question; those that the rules forbid are sorted out later.
    pub(crate) fn list_answers(&self, frame: &Frame, out: &mut Vec<Action>) {
        match *frame {
            Frame::Charge(_) | Frame::Overrun { .. } => out.extend([Action::Evade, Action::Stand]),
            Frame::Run { unit, ud, from } => {
                let flights = self.flights(unit, from, ud.into(), self.roles());
                out.extend(flights.into_iter().map(Action::Run));
            }
            Frame::Engage { unit, .. } => {
                let enemies = self.engagements(unit, self.roles());
                out.extend(enemies.into_iter().map(|it| Action::Engage { enemy: it.number() }));
            }
            Frame::FaceAbout { .. } => {
                out.extend([true, false].map(|turns| Action::FaceAbout { turns }));
            }
            Frame::GoOn { least, most } => {
                out.extend([least, most].map(|distance| Action::GoOn { distance }));
            }
            Frame::Pursuit => {
                for unit in self.pursuing.ids(self.phasing).map(Id::number) {
                    let lengths = [Length::ZERO, Length::new(PURSUIT_UD)];
                    out.extend(lengths.map(|distance| Action::Pursue { unit, distance }));
                }
            }
            Frame::Prepare(_)
            | Frame::Ambush { .. }
            | Frame::Corps
            | Frame::Orders(_)
            | Frame::Shooting(_) => {}
        }
    }
}
