//! How units get from one place to another, for whoever draws it.

use acies_core::{Seat, scene::Way};
use acies_field::path;
use acies_table::{Motion, Pose};

use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    evade::run::Flight,
    movement::{Element, Track, group_of},
    words::events::Event,
};

impl Battle {
    /// The ways that units take by an event of an action that has not happened yet.
    pub(crate) fn paths(&self, event: &Event) -> Vec<Way> {
        match event {
            Event::Moved { by, units, elements, .. } => self.marched(*by, *units, elements),
            Event::Declared { by, units, start, .. } => self.marched(*by, *units, start),
            Event::Evaded { unit, flight, pose, .. } => vec![self.fled(*unit, flight, pose)],
            Event::Withdrew { unit, pose, .. }
            | Event::ReachedCamp { unit, pose, .. }
            | Event::TurnedToFace { unit, pose }
            | Event::Charged { unit, pose, .. }
            | Event::Advanced { unit, pose, .. }
            | Event::MadeRoom { unit, pose }
            | Event::Conformed { unit, pose, .. }
            | Event::Pursued { unit, pose, .. } => vec![self.path(*unit, [*pose])],
            _ => Vec::new(),
        }
    }

    fn path(&self, unit: Id, legs: impl IntoIterator<Item = Pose>) -> Way {
        path(self, unit, legs)
    }

    /// ADLG-R44: the elements of a march or of the start of a charge, a leg each.
    fn marched(&self, by: Seat, units: UnitSet, elements: &[Element]) -> Vec<Way> {
        let ids = group_of(units, by);
        let mut track = Track::default();
        if elements.is_empty() || self.track(&ids, elements, &mut track).is_err() {
            return Vec::new();
        }
        ids.iter().enumerate().map(|(at, &id)| self.path(id, track.stations(at))).collect()
    }

    /// ADLG-EVA.2, ADLG-EVA.4: it turns, wheels or slides, and runs straight on.
    fn fled(&self, unit: Id, flight: &Flight, end: &Pose) -> Way {
        let mut base = self.base(unit);
        base.pose.facing = base.pose.facing + flight.toward.turn();
        let mut legs = vec![base.pose];
        for element in &flight.elements {
            let motion = match *element {
                Element::Advance(length) => Motion::advance(length),
                Element::Slide(by) => Motion::slide(by),
                Element::Wheel(by) => Motion::wheel(by),
                Element::QuarterLeft | Element::QuarterRight | Element::Half => continue,
            };
            base.pose = motion.course(&base).end(&base.pose);
            legs.push(base.pose);
        }
        legs.push(*end);
        self.path(unit, legs)
    }
}
