//! S6: camps and fortifications (ADLG-R28).

use acies_core::Seat;
use acies_table::{Base, Length, Point, Pose, Rect, Segment};
use glam::dvec2;

use super::{CAMP, Field};
use crate::{
    battle::Battle,
    melee::Barrier,
    rulings::TOLERANCE,
    terrain::{Going, landscape::Line},
    words::refusals::No,
};

/// ADLG-R28: so far from the corners of the table is a camp.
const CORNER_UD: f64 = 2.0;

/// How finely free places along a base edge are looked for.
const STEP_UD: f64 = 0.5;

impl Battle {
    /// ADLG-R28: on open ground; terrain is no bar if there is no such place on the edge.
    pub fn check_camp(&self, by: Seat, at: Length) -> Result<(), No> {
        let field = &self.setup.field;
        let least = CORNER_UD + CAMP.width.get() / 2.0;
        if at.get() < least || at.get() > field.length() - least {
            return Err(No::CampInCorner { at });
        }
        if self.is_open_for_camp(by, at) || self.open_camps(by).next().is_none() {
            return Ok(());
        }
        Err(No::CampOnTerrain { at })
    }

    fn is_open_for_camp(&self, by: Seat, at: Length) -> bool {
        let camp = Base::new(self.setup.field.camp_at(by, at), CAMP).rect();
        self.landscape.ground(&camp).going() == Going::Open
    }

    /// Open places for a camp along the base edge.
    pub fn open_camps(&self, by: Seat) -> impl Iterator<Item = Length> + '_ {
        let least = CORNER_UD + CAMP.width.get() / 2.0;
        let steps = ((self.setup.field.length() - 2.0 * least) / STEP_UD) as i32;
        let places = (0..=steps).map(move |n| Length::new(least + f64::from(n) * STEP_UD));
        places.filter(move |&at| self.is_open_for_camp(by, at))
    }

    /// ADLG-R28, ADLG-R162: a row of segments in the own deployment zone, on open or rough ground.
    pub fn check_works(&self, by: Seat, at: &Pose, segments: u8) -> Result<(), No> {
        let left = self.prelude.as_ref().map_or(0, |prelude| prelude.segments[by]);
        if segments == 0 || u32::from(segments) > left {
            return Err(No::TooManySegments { left });
        }
        let zone = works_zone(&self.setup.field, by).grown(TOLERANCE.touch);
        for line in row(at, segments) {
            let wall = Segment::new(line.a.vec(), line.b.vec());
            if let Some(out) = [wall.a, wall.b].into_iter().find(|end| !zone.contains(*end)) {
                return Err(No::OutsideZone { at: Point::nearest(out) });
            }
            if Rect::from(wall).overlaps(&self.camp(by), TOLERANCE) {
                return Err(No::WorksOnCamp);
            }
            let ground = self.landscape.ground(&Rect::from(wall));
            let barred = ground.pieces().find(|piece| piece.going() > Going::Rough);
            if let Some(piece) = barred {
                return Err(No::WorksOn { piece });
            }
        }
        Ok(())
    }
}

/// ADLG-R28, ADLG-R30, ADLG-R184: the whole length, as deep as the zone of heavy troops.
fn works_zone(field: &Field, by: Seat) -> Rect {
    let low = field.on_table(by, dvec2(0.0, 0.0));
    let high = field.on_table(by, dvec2(field.length(), field.deployment_depth(false)));
    Rect::between(low, high)
}

/// ADLG-R162: segments of 1 UD side by side, across a facing and about a place.
pub fn row(at: &Pose, segments: u8) -> impl Iterator<Item = Line> + use<> {
    let pose = *at;
    let end = move |n: u8| {
        let right = f64::from(n) - f64::from(segments) / 2.0;
        Point::nearest(pose.world(dvec2(right, 0.0)))
    };
    (0..segments).map(move |n| Line { barrier: Barrier::Fortification, a: end(n), b: end(n + 1) })
}
