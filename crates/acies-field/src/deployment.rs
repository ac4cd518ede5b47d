//! Deployment: a table as its owners see it, the usual line-up of bases in a zone, and the nearest place that is free.

use acies_core::{Id, Seat};
use acies_table::{Base, Facing, Pose, Rect, Size, Tolerance};
use glam::{DVec2, dvec2};

use crate::{Hand, formation::outward};

/// The table as a seat sees it: x from his left corner, y from his own edge, and his enemy in the north.
#[derive(Clone, Copy, Debug)]
pub struct View {
    table: Rect,
    seat: Seat,
}

impl View {
    /// Red's edge is in the south, blue's in the north.
    pub fn new(table: Rect, seat: Seat) -> View {
        View { table, seat }
    }

    /// A place as its owner sees it, on the table.
    pub fn on_table(&self, owners: DVec2) -> DVec2 {
        match self.seat {
            Seat::Red => self.table.centre() - self.table.half() + owners,
            Seat::Blue => self.table.centre() + self.table.half() - owners,
        }
    }

    /// A place on the table as its owner sees it.
    pub fn seen(&self, place: DVec2) -> DVec2 {
        match self.seat {
            Seat::Red => place - (self.table.centre() - self.table.half()),
            Seat::Blue => self.table.centre() + self.table.half() - place,
        }
    }

    /// A pose as its owner sees it, on the table.
    pub fn pose(&self, owners: Pose) -> Pose {
        let facing = match self.seat {
            Seat::Red => owners.facing,
            Seat::Blue => owners.facing.opposite(),
        };
        Pose::nearest(self.on_table(owners.at.vec()), facing)
    }

    /// The rectangle between two corners as its owner sees them, on the table.
    pub fn zone(&self, one: DVec2, other: DVec2) -> Rect {
        Rect::between(self.on_table(one), self.on_table(other))
    }
}

/// An army that is being drawn up: who stands where so far.
pub struct LineUp<F> {
    view: View,
    /// Whether a unit fits where its base would be, beside those that stand.
    fits: F,
    pub stands: Vec<(Id, Base)>,
}

impl<F: Fn(Id, &Base, &[(Id, Base)]) -> bool> LineUp<F> {
    /// Nobody stands yet. What fits, the ruleset says: in the zone, on nobody, on ground where it may be.
    pub fn new(view: View, fits: F) -> Self {
        LineUp { view, fits, stands: Vec::new() }
    }

    /// Puts a unit with the middle of its front here as its owner sees it, facing the enemy, if it fits.
    pub fn place(&mut self, id: Id, size: Size, x: f64, front: f64) -> bool {
        let owners = Pose::new(x, front - size.depth.get() / 2.0, Facing::NORTH);
        let base = Base::new(self.view.pose(owners), size);
        let fits = (self.fits)(id, &base, &self.stands);
        if fits {
            self.stands.push((id, base));
        }
        fits
    }

    /// Puts a unit here, or where it fits nearest: to both sides, and then in other rows.
    pub fn near(&mut self, id: Id, size: Size, at: DVec2, search: Search) -> bool {
        let shifts = || outward(search.step).take_while(|shift| shift.abs() <= search.aside);
        let mut rows = search.rows.iter();
        rows.any(|row| shifts().any(|shift| self.place(id, size, at.x + shift, at.y + row)))
    }

    /// Units side by side from the left with fronts level, their middle here as their owner sees it, so far apart; each
    /// where it fits nearest to its place. Those that fit nowhere are given back.
    pub fn row(
        &mut self,
        units: &[(Id, Size)],
        middle: DVec2,
        gap: f64,
        search: Search,
    ) -> Vec<(Id, Size)> {
        let width = |(_, size): &(Id, Size)| size.width.get();
        let whole: f64 = units.iter().map(width).sum::<f64>();
        let whole = whole + gap * units.len().saturating_sub(1) as f64;
        let mut left = middle.x - whole / 2.0;
        let mut homeless = Vec::new();
        for unit in units {
            let at = dvec2(left + width(unit) / 2.0, middle.y);
            if !self.near(unit.0, unit.1, at, search) {
                homeless.push(*unit);
            }
            left += width(unit) + gap;
        }
        homeless
    }

    /// Where a unit stands.
    pub fn pose(&self, id: Id) -> Option<Pose> {
        self.stands.iter().find(|(it, _)| *it == id).map(|(_, base)| base.pose)
    }
}

/// How far room is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// To both sides, and how finely.
    pub aside: f64,
    pub step: f64,
    /// In which rows, ahead of the wanted one or behind it.
    pub rows: &'static [f64],
}

/// Two of these bases that overlap, the first that do.
pub fn overlap(stands: &[(Id, Base)], tolerance: Tolerance) -> Option<(Id, Id)> {
    stands.iter().enumerate().find_map(|(n, (id, base))| {
        let rect = base.rect();
        let mut before = stands[..n].iter();
        let other = before.find(|(_, other)| rect.overlaps(&other.rect(), tolerance))?;
        Some((*id, other.0))
    })
}

/// How far room is looked for about a place, in steps, and how long a step is in distance units.
const STEPS: i32 = 16;
const STEP: f64 = 0.25;

/// How often the way back to the place that was wanted is halved.
const HALVINGS: usize = 5;

/// The pose of the first of a hand, nearest to where it is wanted, in which all of them fit: shifted into a zone first,
/// which lies along the edges of the table, and then to where there is room.
pub fn nearest_place(
    hand: &Hand,
    zone: Option<&Rect>,
    fits: impl Fn(&Pose) -> bool,
) -> Option<Pose> {
    let corners = hand.rects().flat_map(|rect| rect.corners());
    let inward = zone.map_or(DVec2::ZERO, |zone| inward(corners, zone));
    nearest_free(&hand.to, inward, hand.unit, fits)
}

/// The pose nearest to a wanted one in which something fits, after a shift that brings it to where it may be at all.
pub fn nearest_free(
    wanted: &Pose,
    inward: DVec2,
    unit: f64,
    fits: impl Fn(&Pose) -> bool,
) -> Option<Pose> {
    let pose = |shift: DVec2| Pose::nearest(wanted.at.vec() + shift, wanted.facing);
    if fits(&pose(inward)) {
        return Some(pose(inward));
    }
    let steps = (-STEPS..=STEPS).flat_map(|x| (-STEPS..=STEPS).map(move |y| (x, y)));
    let grid = steps.map(|(x, y)| dvec2(f64::from(x), f64::from(y)) * STEP * unit);
    let mut shifts: Vec<DVec2> = grid.map(|by| inward + by).collect();
    shifts.sort_by(|one, other| one.length_squared().total_cmp(&other.length_squared()));
    let mut far = shifts.into_iter().find(|&shift| fits(&pose(shift)))?;
    // Nearer than the grid has it.
    let mut near = inward;
    for _ in 0..HALVINGS {
        let middle = near.midpoint(far);
        if fits(&pose(middle)) {
            far = middle;
        } else {
            near = middle;
        }
    }
    Some(pose(far))
}

/// The least shift that brings all of these corners into a zone.
pub fn inward(corners: impl IntoIterator<Item = DVec2>, zone: &Rect) -> DVec2 {
    let (low, high) = (zone.centre() - zone.half(), zone.centre() + zone.half());
    let ends = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    let wider = |(least, most): (DVec2, DVec2), it: DVec2| (least.min(it), most.max(it));
    let (least, most) = corners.into_iter().fold(ends, wider);
    let axis = |least: f64, most: f64, low: f64, high: f64| match () {
        () if most - least > high - low => (low + high - least - most) / 2.0,
        () if least < low => low - least,
        () if most > high => high - most,
        () => 0.0,
    };
    dvec2(axis(least.x, most.x, low.x, high.x), axis(least.y, most.y, low.y, high.y))
}

#[cfg(test)]
mod tests {
    use acies_core::scene::Dragged;
    use acies_table::Angle;

    use super::*;
    use crate::{Field, tests::meadow};

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));
    const SIZE: Size = Size::new(1.0, 1.0);

    fn view(seat: Seat) -> View {
        View::new(meadow(&[], &[]).table(), seat)
    }

    #[test]
    fn owners_see_the_table_from_their_side() {
        let pose = Pose::new(1.0, 2.0, Facing::NORTH);
        assert_eq!(view(Seat::Red).pose(pose), Pose::new(-9.0, -3.0, Facing::NORTH));
        assert_eq!(view(Seat::Blue).pose(pose), Pose::new(9.0, 3.0, Facing::SOUTH));
        let zone = view(Seat::Blue).zone(dvec2(0.0, 0.0), dvec2(4.0, 2.0));
        assert_eq!((zone.centre(), zone.depth()), (dvec2(8.0, 4.0), 2.0));
        for seat in Seat::BOTH {
            let place = dvec2(3.0, 4.0);
            assert_eq!(view(seat).seen(view(seat).on_table(place)), place);
        }
    }

    /// Three units of 1 in a zone from 8 to 12, with a rock from 9.5 to 10.5 at the front.
    #[test]
    fn a_line_goes_round_what_is_in_its_way() {
        let view = view(Seat::Red);
        let zone = view.zone(dvec2(8.0, 0.0), dvec2(12.0, 3.0)).grown(0.001);
        let rock = view.zone(dvec2(9.5, 2.5), dvec2(10.5, 3.0));
        let fits = |_: Id, base: &Base, stands: &[(Id, Base)]| {
            let rect = base.rect();
            let free = |it: &Rect| !rect.overlaps(it, TOLERANCE);
            zone.holds(&rect) && free(&rock) && stands.iter().all(|(_, it)| free(&it.rect()))
        };
        let mut line = LineUp::new(view, fits);
        let units: Vec<_> = (0..4).map(|n| (Id::new(Seat::Red, n), SIZE)).collect();
        let search = Search { step: 0.5, aside: 3.0, rows: &[0.0, -1.0] };
        assert!(line.row(&units[..3], dvec2(10.0, 3.0), 0.0, search).is_empty());
        let seen = |n: usize| view.seen(line.pose(units[n].0).unwrap().at.vec());
        // The second wants 10, where the rock is: 9 is taken, 11 is free. The third wants 11, and goes behind 11.
        let places = [dvec2(9.0, 2.5), dvec2(11.0, 2.5)];
        assert_eq!([seen(0), seen(1)], places);
        assert_eq!(overlap(&line.stands, TOLERANCE), None);
    }

    #[test]
    fn overlapping_bases_are_named() {
        let base = |x: f64| Base::new(Pose::new(x, 0.0, Facing::NORTH), SIZE);
        let id = |n: u8| Id::new(Seat::Red, n);
        let stands = [(id(0), base(0.0)), (id(1), base(1.0)), (id(2), base(1.5))];
        assert_eq!(overlap(&stands, TOLERANCE), Some((id(2), id(1))));
        assert_eq!(overlap(&stands[..2], TOLERANCE), None, "they touch");
    }

    #[test]
    fn room_is_found_nearby() {
        let field = meadow(&[(0.0, -3.0), (4.0, -3.0)], &[]);
        let dragged = Dragged {
            pieces: vec!["red/unit_1".into()],
            x: 3.8,
            y: -3.0,
            facing: 0.0,
            ..Dragged::default()
        };
        let hand = Hand::take(&field, Seat::Red, &dragged).unwrap();
        let other = field.base(Id::new(Seat::Red, 1)).rect();
        let fits = |pose: &Pose| !Rect::new(pose, SIZE).overlaps(&other, TOLERANCE);
        let found = nearest_place(&hand, None, fits).unwrap();
        // Beside it is 3.0; the tolerance and the last halving leave some hundredths.
        assert!((found.at.x.get() - 3.0).abs() < 0.04 && found.at.y.get() == -3.0, "{found:?}");
        assert_eq!(nearest_place(&hand, None, |_| false), None);
    }
}
