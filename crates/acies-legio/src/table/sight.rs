//! Who can be shot at (LEG-R65 to LEG-R67, LEG-R70, LEG-R131).

use acies_core::Id;
use acies_table::{Edge, Rect, Segment, sight};

use super::sides::zone;
use crate::{
    battle::{Battle, Status, Unit},
    rulings::{JAVELIN_RANGE, SLACK, TOLERANCE, UNITS_MAX},
    shooting::{Aim, Shot},
    troops::{Formation, Missile},
};

impl Battle {
    /// LEG-TT.13, LEG-R70: whether a unit may shoot at all as it is.
    pub fn may_shoot(&self, unit: Id) -> bool {
        let it = self.unit(unit);
        let able = it.status == Status::Normal && !it.is.shaken;
        let column = it.is.shape.formation == Formation::Column;
        it.is.profile.missile.is_some() && able && !column && !self.is_engaged(unit)
    }

    /// LEG-R65: how many stands of a unit can shoot so far at a target.
    pub fn stands(&self, unit: Id, target: Id, range: i32) -> u8 {
        let it = self.unit(unit);
        let aim = self.rect(target);
        let range = f64::from(range) + SLACK;
        if it.rect().distance(&aim) > range {
            return 0;
        }
        let light = it.kind().is_light();
        // Light troops shoot all round, with the rank that is nearest.
        let ranks = (0..it.rows()).map(|rank| {
            let nearest =
                it.rank(rank).map(|(_, base)| base.distance(&aim)).fold(f64::INFINITY, f64::min);
            (rank, nearest)
        });
        let nearest = ranks.reduce(|best, next| if next.1 < best.1 { next } else { best });
        let rank = if light { nearest.map_or(0, |it| it.0) } else { 0 };
        let shoots = |base: &Rect| {
            let in_arc = light || zone(base, Edge::Front).meets(&aim, TOLERANCE);
            in_arc && base.distance(&aim) <= range && self.sees(unit, base, target, false)
        };
        it.rank(rank).filter(|(_, base)| shoots(base)).count() as u8
    }

    /// LEG-R66, LEG-R131: whether a stand has a clear line to a target; to charge, unformed friends are no hindrance.
    fn sees(&self, unit: Id, stand: &Rect, target: Id, to_charge: bool) -> bool {
        let (it, aim) = (self.unit(unit), self.rect(target));
        let light = it.kind().is_light();
        let edge = if light {
            let far = |edge: &Edge| aim.distance_to(stand.middle(*edge));
            let nearest = Edge::ALL.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)));
            nearest.unwrap_or(Edge::Front)
        } else {
            Edge::Front
        };
        let ends = [it.rect().centre(), aim.centre()];
        let levels = ends.map(|end| self.ground.level(end));
        let overhead = matches!(
            it.is.profile.missile,
            Some(Missile::Bow | Missile::Sling | Missile::Artillery)
        );
        let passes = |other: Id, body: &Unit| {
            let friend = other.seat() == unit.seat();
            let lower = levels.iter().any(|&level| level > self.ground.level(body.rect().centre()));
            friend && (to_charge && body.is.shape.is_unformed() || !to_charge && overhead && lower)
        };
        let blockers = self
            .all_units()
            .filter(|(id, body)| ![unit, target].contains(id) && !passes(*id, body));
        // Only who stands near the line of the centres can be in the way.
        let line = Segment::new(ends[0], ends[1]);
        let spread = it.reach() + self.unit(target).reach();
        let near = blockers.filter(|(_, body)| {
            Rect::from(line).distance_to(body.pose.at.vec()) <= spread + body.reach()
        });
        let blockers: arrayvec::ArrayVec<Rect, { 2 * UNITS_MAX }> =
            near.map(|(_, body)| body.rect()).collect();
        let clear = |line: &Segment| self.ground.is_clear(line, ends);
        sight(&stand.edge(edge), &aim, &blockers.iter(), TOLERANCE, clear).is_some()
    }

    /// RULES.md 7.1, LEG-R73(d), LEG-R131: whether any stand of the front rank sees a target to charge it.
    pub fn sees_to_charge(&self, unit: Id, target: Id) -> bool {
        self.unit(unit).rank(0).any(|(_, base)| self.sees(unit, &base, target, true))
    }

    /// LEG-R67: whom a unit may shoot at, with the stands that can: enemies within 40 paces if there are any, none that
    /// fight its friends.
    pub fn targets(&self, unit: Id) -> Vec<(Id, u8)> {
        let Some(range) = self.unit(unit).is.profile.range() else { return Vec::new() };
        let fights_us = |id: Id| self.is_engaged(id);
        let near = self.enemies(unit.seat()).filter(|(id, _)| self.is_within(unit, *id, range));
        let all = near.filter(|(id, _)| !fights_us(*id));
        let all = all.map(|(id, _)| (id, self.stands(unit, id, range)));
        let all: Vec<_> = all.filter(|(_, stands)| *stands > 0).collect();
        let near = |(id, _): &(Id, u8)| self.is_within(unit, *id, JAVELIN_RANGE);
        if all.iter().any(near) { all.into_iter().filter(near).collect() } else { all }
    }

    /// The dice of a shot with so many stands.
    pub fn shot(&self, unit: Id, target: Id, stands: u8) -> Shot {
        let (it, aim) = (self.unit(unit), self.unit(target));
        let body = aim.rect();
        // LEG-R160: the line of shot.
        let from = it.rect().middle(Edge::Front);
        let line = Segment::new(from, body.nearest_to(from));
        Shot {
            kind: it.kind(),
            formed: it.is.shape.is_formed(),
            stands,
            dp: it.is.dp,
            at_javelin_range: self.is_within(unit, target, JAVELIN_RANGE),
            aim: Aim {
                kind: aim.kind(),
                unformed: aim.is.shape.is_unformed(),
                in_cover: self.ground.covers(&body, &line),
            },
        }
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
        table::tests::{Stands, battle, blue, red},
    };

    #[test]
    fn stands_shoot_within_range_and_arc() {
        // Six archers in one rank are 120 wide; the warband's front is 80 paces away.
        let shooters: Stands =
            &[("archers", 6, 500.0, 500.0, 0.0), ("auxiliaries", 6, 900.0, 500.0, 0.0)];
        let here = battle(shooters, &[("barbarian_infantry", 10, 500.0, 610.0, 180.0)]);
        assert_eq!(here.stands(red(0), blue(0), 100), 6, "LEG-R65");
        assert_eq!(here.targets(red(0)), [(blue(0), 6)], "LEG-R67");
        let aside = battle(shooters, &[("barbarian_infantry", 10, 640.0, 610.0, 180.0)]);
        // It begins at 590, 80 paces ahead: 30 aside of the last stand (85 paces off), 50 of the next (94), 70 of the
        // third (106).
        assert_eq!(aside.stands(red(0), blue(0), 100), 2, "LEG-R65: measured from each stand");
        let behind = battle(
            shooters,
            &[
                ("barbarian_infantry", 10, 500.0, 400.0, 0.0),
                ("barbarian_infantry", 10, 900.0, 450.0, 0.0),
            ],
        );
        assert_eq!(behind.stands(red(0), blue(0), 100), 6, "LEG-R65: light troops shoot all round");
        assert_eq!(behind.stands(red(1), blue(1), 40), 0, "LEG-R65: others ahead only");
    }

    #[test]
    fn friends_block_and_hills_help() {
        let shooters: Stands =
            &[("archers", 4, 500.0, 500.0, 0.0), ("auxiliaries", 6, 500.0, 540.0, 0.0)];
        let mut screened = battle(shooters, &[("barbarian_infantry", 4, 500.0, 600.0, 180.0)]);
        assert_eq!(screened.stands(red(0), blue(0), 100), 0, "LEG-R66");
        assert!(!screened.sees_to_charge(red(0), blue(0)), "LEG-R131: formed friends block");
        let mut open = screened.clone();
        open.unit_mut(red(1)).is.unform();
        assert!(open.sees_to_charge(red(0), blue(0)), "LEG-R131");
        assert_eq!(open.stands(red(0), blue(0), 100), 0, "LEG-R66: to shoot they block");
        let hill = Rect::between(dvec2(400.0, 450.0), dvec2(600.0, 525.0));
        let areas =
            vec![Area { piece: Piece::GentleHill, outline: Polygon::from_rect(&hill).unwrap() }];
        screened.ground = Shared::new(Ground { areas, ..Ground::default() });
        assert_eq!(
            screened.stands(red(0), blue(0), 100),
            4,
            "LEG-R66: over friends from a level higher"
        );
    }

    #[test]
    fn near_enemies_come_first_and_fights_are_spared() {
        let shooters: Stands =
            &[("archers", 4, 500.0, 500.0, 0.0), ("auxiliaries", 4, 700.0, 500.0, 0.0)];
        let near = battle(
            shooters,
            &[
                ("barbarian_infantry", 4, 460.0, 560.0, 180.0),
                ("barbarian_infantry", 4, 560.0, 600.0, 180.0),
            ],
        );
        let ids: Vec<_> = near.targets(red(0)).into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, [blue(0)], "LEG-R67: within 40 paces");
        assert!(near.shot(red(0), blue(0), 4).at_javelin_range, "LEG-R71");
        let fight = battle(shooters, &[("barbarian_infantry", 4, 660.0, 530.0, 180.0)]);
        assert!(fight.is_engaged(red(1)));
        assert!(fight.targets(red(0)).is_empty(), "LEG-R67: engaged with friends");
        assert!(!fight.may_shoot(red(1)) && fight.may_shoot(red(0)), "LEG-R70");
        let mut shaken = near;
        shaken.unit_mut(red(0)).is.shake();
        assert!(!shaken.may_shoot(red(0)), "LEG-R70");
        assert!(!shaken.may_shoot(blue(0)), "LEG-TT.13");
    }
}
