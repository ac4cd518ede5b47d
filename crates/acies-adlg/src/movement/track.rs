//! The way of a unit or group, element by element: where everybody stands before and after each.

use acies_table::{Base, Course, Edge, Motion, Pivot, Pose, Rect, Sweep};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Id},
    movement::{
        Element,
        elements::{ELEMENTS_MAX, half_turn, quarter_turn},
    },
    rulings::UNITS_MAX,
    units::Kind,
    words::refusals::No,
};

/// The way of a group: where its units stand before and after each element.
#[derive(Default)]
pub(crate) struct Track {
    units: usize,
    /// All units at the start, then all after each element.
    places: ArrayVec<Base, { UNITS_MAX * (1 + ELEMENTS_MAX) }>,
    /// Nothing for a turn on the spot.
    courses: ArrayVec<Option<Course>, ELEMENTS_MAX>,
}

/// One element of it.
pub(crate) struct Leg<'a> {
    pub(crate) before: &'a [Base],
    /// Nothing for a turn on the spot.
    pub(crate) course: Option<Course>,
    pub(crate) after: &'a [Base],
}

impl Leg<'_> {
    /// The way of a unit, unless it turns on the spot.
    pub(crate) fn sweep(&self, unit: usize) -> Option<Sweep> {
        Some(Sweep::new(&self.before[unit].rect(), self.course?))
    }

    /// Its pose there.
    pub(crate) fn pose(&self, unit: usize, fraction: f64) -> Pose {
        match self.course {
            Some(course) => course.part(fraction).end(&self.before[unit].pose),
            None => self.after[unit].pose,
        }
    }

    /// A unit after a fraction of the leg.
    pub(crate) fn at(&self, unit: usize, fraction: f64) -> Rect {
        match self.course {
            Some(course) => course.moved(&self.before[unit].rect(), fraction),
            None => self.after[unit].rect(),
        }
    }

    /// How far the centre of a unit goes on it.
    pub(crate) fn length(&self, unit: usize) -> f64 {
        let [from, to] = [self.before, self.after].map(|bases| bases[unit].pose.at.vec());
        self.course.map_or(from.distance(to), |course| course.travel(from))
    }
}

impl Track {
    /// A way of one element.
    pub(crate) fn of(before: &[Base], course: Course, after: &[Base]) -> Track {
        let places = before.iter().chain(after).copied().collect();
        Track { units: before.len(), places, courses: ArrayVec::from_iter([Some(course)]) }
    }

    /// All units where they are, to be put where the next element leads them.
    fn go_on(&mut self) -> &mut [Base] {
        let from = self.places.len();
        for at in from - self.units..from {
            self.places.push(self.places[at]);
        }
        &mut self.places[from..]
    }

    /// All units, at the start and after each element.
    fn rows(&self) -> impl Iterator<Item = &[Base]> {
        self.places.chunks(self.units.max(1))
    }

    pub(crate) fn legs(&self) -> impl Iterator<Item = Leg<'_>> {
        let places = self.rows().zip(self.rows().skip(1));
        places.zip(&self.courses).map(|((before, after), &course)| Leg { before, course, after })
    }

    /// How far the centre of a unit goes.
    pub(crate) fn length(&self, unit: usize) -> f64 {
        self.legs().map(|leg| leg.length(unit)).sum()
    }

    /// Where a unit stands after each element.
    pub(crate) fn stations(&self, unit: usize) -> impl Iterator<Item = Pose> {
        self.rows().skip(1).map(move |bases| bases[unit].pose)
    }

    /// Where every unit comes to stand.
    pub(crate) fn end(&self) -> ArrayVec<Pose, UNITS_MAX> {
        self.rows().last().into_iter().flatten().map(|base| base.pose).collect()
    }
}

impl Battle {
    /// The way of every unit, element by element.
    pub(crate) fn track(
        &self,
        units: &[Id],
        elements: &[Element],
        track: &mut Track,
    ) -> Result<(), No> {
        track.units = units.len();
        track.places.extend(units.iter().map(|&id| self.base(id)));
        for element in elements {
            let bases = track.go_on();
            let Some(whole) = Base::enclosing(bases) else { return Err(No::NobodyNamed) };
            let engine = units.iter().any(|&id| self.profile(id).kind == Kind::HeavyArtillery);
            let course = match *element {
                Element::Advance(length) => Some(Motion::advance(length).course(&whole)),
                Element::Slide(by) => Some(Motion::slide(by).course(&whole)),
                // ADLG-R60: heavy artillery wheels about its centre.
                Element::Wheel(by) if engine => {
                    Some(Motion::Turn { on: Pivot::Centre, by }.course(&whole))
                }
                Element::Wheel(by) => Some(Motion::wheel(by).course(&whole)),
                Element::QuarterLeft | Element::QuarterRight | Element::Half => None,
            };
            match (course, element) {
                (Some(course), _) => {
                    bases.iter_mut().for_each(|base| base.pose = course.end(&base.pose));
                }
                (None, Element::Half) => half_turn(bases, &whole),
                (None, element) => {
                    let to =
                        if *element == Element::QuarterLeft { Edge::Left } else { Edge::Right };
                    quarter_turn(units, bases, to)?;
                }
            }
            track.courses.push(course);
        }
        Ok(())
    }
}
