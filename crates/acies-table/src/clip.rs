//! What is left of a convex shape when half-planes are cut away.

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::Rect;

/// The corners of a convex shape, in order. A quadrilateral cut by four half-planes has up to eight.
pub type Outline = ArrayVec<DVec2, 8>;

impl Rect {
    /// What two rectangles share: the corners of a convex shape, none if they are apart.
    pub fn shared(&self, other: &Rect) -> Outline {
        let mut outline = Outline::from_iter(other.corners().map(|corner| self.local(corner)));
        let half = self.half();
        outline = keep(&outline, |place| half.x - place.x);
        outline = keep(&outline, |place| half.x + place.x);
        outline = keep(&outline, |place| half.y - place.y);
        outline = keep(&outline, |place| half.y + place.y);
        outline.into_iter().map(|place| self.world(place)).collect()
    }
}

/// The part of a convex outline where `inside`, a signed distance from a line, is not negative.
pub(crate) fn keep(outline: &Outline, inside: impl Fn(DVec2) -> f64) -> Outline {
    let mut kept = Outline::new();
    for (i, &to) in outline.iter().enumerate() {
        let from = outline[(i + outline.len() - 1) % outline.len()];
        let (before, after) = (inside(from), inside(to));
        if (before < 0.0) != (after < 0.0) {
            kept.push(from + (to - from) * (before / (before - after)));
        }
        if after >= 0.0 {
            kept.push(to);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;

    #[test]
    fn what_two_rectangles_share() {
        let table = Rect::between(dvec2(0.0, 0.0), dvec2(4.0, 4.0));
        let corner = Rect::between(dvec2(3.0, 2.0), dvec2(9.0, 9.0));
        let shared = table.shared(&corner);
        assert_eq!(shared.len(), 4);
        assert!(shared.iter().all(|&place| table.contains(place) && corner.contains(place)));
        assert!(table.shared(&Rect::between(dvec2(5.0, 5.0), dvec2(6.0, 6.0))).is_empty());
    }
}
