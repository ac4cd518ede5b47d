//! Fronts, flanks and rears (LEG-R73 to LEG-R75).

use acies_core::Id;
use acies_table::{Angle, Edge, Rect, Zone};
use glam::DVec2;

use crate::{
    battle::{Battle, Unit},
    charge::response::Side,
    rulings::{SLACK, TOLERANCE},
};

/// LEG-R65, LEG-R73, LEG-R74: the rays from the corners.
const OUTWARD: Angle = Angle::new(45.0);

/// The area ahead of an edge between rays at 45 degrees outward from its corners.
pub fn zone(body: &Rect, edge: Edge) -> Zone {
    Zone::beyond(body, edge).spreading(OUTWARD)
}

impl Unit {
    /// LEG-R74: the side that is struck by who begins his charge with the middle of his front there, and the edge. Light
    /// troops have no flank or rear.
    pub fn struck_from(&self, place: DVec2) -> (Side, Edge) {
        let rect = self.rect();
        if self.kind().is_light() || rect.beyond_line(Edge::Front, place) >= -SLACK {
            return (Side::Front, Edge::Front);
        }
        if rect.beyond_line(Edge::Rear, place) > 0.0 && zone(&rect, Edge::Rear).contains(place) {
            return (Side::Rear, Edge::Rear);
        }
        let right = rect.local(place).x > 0.0;
        (Side::Flank, if right { Edge::Right } else { Edge::Left })
    }
}

impl Battle {
    /// LEG-R73(e): whether a target is partly in the front zone of a unit, or anywhere if it is unformed.
    pub fn is_ahead(&self, unit: Id, target: Id) -> bool {
        let it = self.unit(unit);
        it.is.shape.is_unformed()
            || zone(&it.rect(), Edge::Front).meets(&self.rect(target), TOLERANCE)
    }

    /// LEG-R75: whether nothing guards a flank or the rear of a unit.
    pub fn is_exposed(&self, unit: Id, edge: Edge) -> bool {
        let it = self.unit(unit);
        let body = it.rect();
        let side = body.beyond(edge, 0.0);
        let near = |other: &Rect, paces: f64| side.distance(other) <= paces + SLACK;
        let guards = |(_, friend): (Id, &Unit)| {
            let rect = friend.rect();
            friend.is.shape.is_formed()
                && match edge {
                    Edge::Rear => {
                        near(&rect, 40.0) && body.beyond_line(Edge::Rear, rect.centre()) > 0.0
                    }
                    _ => near(&rect, 20.0),
                }
        };
        let walled = || {
            let areas = self.ground.areas.iter().filter(|area| area.piece.is_impassable());
            areas.into_iter().any(|area| area.outline.distance(&side) <= 20.0 + SLACK)
        };
        let guarded = self.friends(unit).any(guards) || edge != Edge::Rear && walled();
        edge != Edge::Front && !guarded
    }
}

#[cfg(test)]
mod tests {
    use acies_core::Shared;
    use acies_table::Polygon;
    use glam::dvec2;

    use super::*;
    use crate::{
        ground::{Area, Ground, Piece},
        table::tests::{battle, blue, red},
    };

    #[test]
    fn sides_are_told_by_where_the_charge_begins() {
        // 100 wide, 40 deep: front at 520, rear at 480.
        let battle = battle(
            &[("barbarian_infantry", 10, 500.0, 500.0, 0.0), ("archers", 4, 900.0, 500.0, 0.0)],
            &[],
        );
        let band = battle.unit(red(0));
        for (x, y, side, edge) in [
            (500.0, 600.0, Side::Front, Edge::Front),
            (700.0, 520.0, Side::Front, Edge::Front),
            (700.0, 510.0, Side::Flank, Edge::Right),
            (300.0, 450.0, Side::Flank, Edge::Left),
            (500.0, 400.0, Side::Rear, Edge::Rear),
            // The ray from the corner (550, 480) leads to (630, 400).
            (625.0, 400.0, Side::Rear, Edge::Rear),
            (640.0, 400.0, Side::Flank, Edge::Right),
        ] {
            assert_eq!(band.struck_from(dvec2(x, y)), (side, edge), "LEG-R74: {x} {y}");
        }
        let lights = battle.unit(red(1));
        assert_eq!(lights.struck_from(dvec2(900.0, 300.0)).0, Side::Front, "LEG-R74: light troops");
    }

    #[test]
    fn friends_and_lakes_guard_sides() {
        let stand = ("barbarian_infantry", 10, 500.0, 500.0, 0.0);
        let alone = battle(&[stand], &[]);
        assert!(
            alone.is_exposed(red(0), Edge::Right) && alone.is_exposed(red(0), Edge::Rear),
            "LEG-R75"
        );
        assert!(!alone.is_exposed(red(0), Edge::Front));
        let beside = battle(&[stand, ("barbarian_infantry", 10, 620.0, 500.0, 0.0)], &[]);
        assert!(!beside.is_exposed(red(0), Edge::Right), "LEG-R75: 20 paces");
        assert!(beside.is_exposed(red(0), Edge::Left), "LEG-R75");
        let lights = battle(&[stand, ("archers", 4, 600.0, 500.0, 0.0)], &[]);
        assert!(lights.is_exposed(red(0), Edge::Right), "LEG-R75: formed friends only");
        let behind = battle(&[stand, ("barbarian_infantry", 10, 500.0, 420.0, 0.0)], &[]);
        assert!(!behind.is_exposed(red(0), Edge::Rear), "LEG-R75: 40 paces");
        let mut lake = alone.clone();
        let shore = Rect::between(dvec2(560.0, 400.0), dvec2(700.0, 600.0));
        let outline = Polygon::from_rect(&shore).unwrap();
        let areas = vec![Area { piece: Piece::Lake, outline }];
        lake.ground = Shared::new(Ground { areas, ..Ground::default() });
        assert!(!lake.is_exposed(red(0), Edge::Right), "LEG-R75: impassable ground");
    }

    #[test]
    fn targets_are_ahead_between_the_rays() {
        let ranks =
            [("barbarian_infantry", 10, 500.0, 500.0, 0.0), ("archers", 4, 100.0, 500.0, 0.0)];
        let battle = battle(
            &ranks,
            &[("archers", 2, 660.0, 600.0, 180.0), ("archers", 2, 500.0, 400.0, 0.0)],
        );
        // The ray from (550, 520) passes (630, 600); the nearer one stands from 640 on, its front at 590.
        assert!(!battle.is_ahead(red(0), blue(0)), "LEG-R73(e)");
        assert!(!battle.is_ahead(red(0), blue(1)), "LEG-R73(e)");
        assert!(battle.is_ahead(red(1), blue(1)), "LEG-R73(e): unformed in any direction");
    }
}
