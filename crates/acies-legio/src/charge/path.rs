//! Charge paths, contact and pursuit (LEG-SEQ.14, LEG-SEQ.15, LEG-R73, LEG-R81, LEG-R142).

use acies_core::Id;
use acies_table::{Angle, Base, Course, Edge, Facing, Length, Motion, Pivot, Pose, Sweep};
use glam::DVec2;

use super::declare::Charger;
use crate::{
    battle::{Battle, Status, Unit},
    movement::MoveDice,
    rulings::{CLEAR, CONTACT, JAVELIN_RANGE, SLACK, TOLERANCE},
    troops::{Formation, Type},
    words::No,
};

/// LEG-R73(g): a turn, then straight on to contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChargePath {
    /// LEG-MAN.4: the wheel of a formed unit; the free turn of others is in the pose.
    pub wheel: Angle,
    /// Where it stands when it has turned.
    pub turned: Pose,
    /// Paces to contact, the wheel included.
    pub length: f64,
    /// Where it touches its target.
    pub end: Pose,
}

/// LEG-R73(g).
const TURN_MAX: Angle = Angle::new(45.0);

/// How many wheels to each side are tried, from the least that meets the target to the greatest.
const WHEELS_TRIED: u32 = 16;

/// A little farther than the greatest roll of any unit, in paces.
const FAR: f64 = 500.0;

impl Battle {
    /// LEG-R73(c) to (g), LEG-INI: whether a unit may charge a target, as far as the two and the table are concerned.
    pub fn may_charge(&self, unit: Id, target: Id) -> Result<ChargePath, No> {
        let (it, aim) = (self.unit(unit), self.unit(target));
        let (_, edge) = aim.struck_from(it.rect().middle(Edge::Front));
        let charger = Charger {
            kind: it.kind(),
            formation: it.is.shape.formation,
            shaken: it.is.shaken,
            pursuing: it.status == Status::Pursuing,
            at_unformed: aim.is.shape.is_unformed(),
            at_exposed_side: self.is_exposed(target, edge),
        };
        if let Some(rule) = charger.forbidden() {
            return Err(No::MayNotCharge { unit, rule });
        }
        // LEG-SEQ.15: other troops charge from any distance.
        if it.kind().is_foot() && !self.is_within(unit, target, JAVELIN_RANGE) {
            let thousandths = libm::round(self.distance(unit, target) * 1000.0) as i64;
            return Err(No::TooFarToCharge { unit, target, thousandths });
        }
        if !self.is_ahead(unit, target) {
            return Err(No::NotAhead { unit, target });
        }
        if !self.sees_to_charge(unit, target) {
            return Err(No::NotSeen { unit, target });
        }
        let path = self.charge_path(unit, target).ok_or(No::NoPath { unit, target })?;
        let most = greatest_roll(it.kind());
        if path.length > f64::from(most) + SLACK {
            let thousandths = libm::round(path.length * 1000.0) as i64;
            return Err(No::TooFar { unit, thousandths, most });
        }
        Ok(path)
    }

    /// LEG-R73(g), LEG-R162: straight on, else the least turn, that meets the side which LEG-R74 names; else the least
    /// that meets the target at all. Through no formed friend.
    pub fn charge_path(&self, unit: Id, target: Id) -> Option<ChargePath> {
        let it = self.unit(unit);
        let (base, aim) = (it.base(), self.rect(target));
        let at_centre = Facing::toward(aim.centre() - base.rect().centre()) - base.pose.facing;
        let turns: Vec<Motion> = match it.is.shape.formation {
            Formation::Unformed => vec![Motion::turn(at_centre)],
            Formation::Special if at_centre.abs() <= TURN_MAX => vec![Motion::turn(at_centre)],
            Formation::Special => Vec::new(),
            Formation::Line | Formation::Column => {
                let onto =
                    |most: Angle| Some((most, base.wheels_onto(&aim, most, TOLERANCE.touch)?));
                let sides = [TURN_MAX, -TURN_MAX].into_iter().filter_map(onto);
                let mut wheels: Vec<Angle> = sides
                    .flat_map(|(most, part)| {
                        (0..=WHEELS_TRIED).map(move |n| {
                            let share = f64::from(n) / f64::from(WHEELS_TRIED);
                            most.part(part.from + share * (part.to - part.from))
                        })
                    })
                    .collect();
                wheels.sort_by_key(|by| by.abs());
                wheels.into_iter().map(Motion::wheel).collect()
            }
        };
        let (_, struck) = self.unit(target).struck_from(base.rect().middle(Edge::Front));
        let straight = Motion::turn(Angle::ZERO);
        let paths = || {
            let all = [straight].into_iter().chain(turns.iter().copied());
            all.filter_map(|turn| self.charge_along(unit, target, turn))
        };
        let meets = |path: &ChargePath| {
            let body = Base { pose: path.end, ..base }.rect();
            aim.touches_with(struck, &body, CONTACT)
        };
        paths().find(meets).or_else(|| paths().next())
    }

    fn charge_along(&self, unit: Id, target: Id, turn: Motion) -> Option<ChargePath> {
        let it = self.unit(unit);
        let (base, aim) = (it.base(), self.rect(target));
        let round = turn.course(&base);
        let wheel = match turn {
            Motion::Turn { by, on: Pivot::Corner(_) } => by,
            _ => Angle::ZERO,
        };
        let turned = round.end(&base.pose);
        let ready = Base { pose: turned, ..base };
        let ahead = Motion::advance(Length::new(FAR)).course(&ready);
        let sweep = Sweep::new(&ready.rect(), ahead);
        let touch = sweep.first_touch(&aim, TOLERANCE)?;
        let straight = ahead.part(touch.at);
        let way = Sweep::new(&ready.rect(), straight);
        let wheels = Sweep::new(&base.rect(), round);
        // Whoever is farther than all of it cannot be in the way.
        let far = FAR * touch.at + base.rect().width() + base.rect().depth();
        let bars = |(id, other): (Id, &Unit)| {
            if !it.may_be_within(other, far) {
                return false;
            }
            let body = other.rect();
            let meets = way.runs_into(&body, TOLERANCE)
                || wheel != Angle::ZERO && wheels.runs_into(&body, TOLERANCE);
            let formed = other.is.shape.formation != Formation::Unformed;
            let friend = id.seat() == unit.seat();
            ![unit, target].contains(&id) && meets && (formed || !friend)
        };
        let blocked = self.all_units().any(bars) || self.ground.stops(it.kind(), &way).is_some();
        let end = straight.end(&turned);
        if blocked || !self.is_free(unit, &Base { pose: end, ..base }.rect()) {
            return None;
        }
        let arc =
            if wheel == Angle::ZERO { 0.0 } else { base.rect().width() * wheel.abs().radians() };
        Some(ChargePath { wheel, turned, length: arc + FAR * touch.at, end })
    }

    /// LEG-R81: where a unit comes to stand that touches the struck edge of a target: its front along that edge, if nothing
    /// is in the way; otherwise as it is.
    pub fn aligned(&self, unit: Id, end: Pose, target: Id, struck: Edge) -> Pose {
        let it = self.unit(unit);
        let (body, aim) = (Base { pose: end, ..it.base() }.rect(), self.rect(target));
        if !aim.touches_with(struck, &body, CONTACT) {
            return end;
        }
        let point = body.nearest(&aim.beyond(struck, 0.0)).middle();
        let by = Facing::toward(-aim.outward(struck)) - end.facing;
        let turned = Course::Round { pivot: point, by }.end(&end);
        let stands = Base { pose: turned, ..it.base() }.rect();
        let hits = |(id, other): (Id, &Unit)| {
            let slack = if id == target { CONTACT } else { CLEAR };
            id != unit && stands.overlaps(&other.rect(), slack)
        };
        let mut barred = self.ground.barred(it.kind());
        let free = !self.all_units().any(hits) && !barred.any(|area| stands.is_in(area, TOLERANCE));
        if free { turned } else { end }
    }

    /// LEG-R142: the line along which a pursuer goes: from the middle of its front to the middle of the nearest edge of
    /// its quarry.
    pub fn pursuit_line(&self, unit: Id, quarry: Id) -> (Facing, f64) {
        let front = self.rect(unit).middle(Edge::Front);
        let prey = self.rect(quarry);
        let far = |edge: &Edge| prey.middle(*edge).distance(front);
        let nearest =
            Edge::ALL.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(Edge::Front);
        let line: DVec2 = prey.middle(nearest) - front;
        (Facing::toward(line), line.length())
    }

    /// LEG-R102, LEG-R103: the units that a straight way crosses, in their order along it.
    pub fn crossed(&self, unit: Id, way: &Sweep) -> Vec<Id> {
        let meets = |(id, other): (Id, &Unit)| {
            let at = way.overlaps(&other.rect(), TOLERANCE).next()?.from;
            (id != unit).then_some((id, at))
        };
        let mut all: Vec<(Id, f64)> = self.all_units().filter_map(meets).collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        all.into_iter().map(|(id, _)| id).collect()
    }
}

/// LEG-R73(g): the greatest possible roll of a charge, in paces.
pub fn greatest_roll(kind: Type) -> i32 {
    let dice = MoveDice::full_fast(kind).unwrap_or_default();
    let light = if kind.is_light() { i32::from(dice.number()) } else { 0 };
    20 * (5 * i32::from(dice.average) + 6 * i32::from(dice.d6) + light)
}

#[cfg(test)]
mod tests {
    use acies_table::Point;

    use super::*;
    use crate::table::tests::{battle, blue, red};

    const BAND: &str = "barbarian_infantry";

    fn rules(battle: &Battle) -> Vec<&'static str> {
        battle
            .may_charge(red(0), blue(0))
            .err()
            .map(|no| no.reason(battle).rules)
            .unwrap_or_default()
    }

    #[test]
    fn charges_go_straight_or_wheel_first() {
        let straight = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 520.0, 580.0, 180.0)]);
        let path = straight.may_charge(red(0), blue(0)).unwrap();
        assert_eq!((path.wheel, path.end.at), (Angle::ZERO, Point::new(500.0, 540.0)), "LEG-R73");
        assert!((path.length - 40.0).abs() < 0.6, "LEG-R73: {}", path.length);
        assert_eq!(
            straight.aligned(red(0), path.end, blue(0), Edge::Front).facing,
            Facing::NORTH,
            "LEG-R81"
        );
        // Riders who stand aside must wheel; the target stands to the right.
        let aside =
            battle(&[("heavy_cavalry", 4, 500.0, 300.0, 0.0)], &[(BAND, 10, 640.0, 500.0, 180.0)]);
        let path = aside.may_charge(red(0), blue(0)).unwrap();
        assert!(path.wheel > Angle::ZERO && path.wheel < TURN_MAX, "LEG-R73: {path:?}");
        assert!(path.length > 170.0, "LEG-R73: the wheel is paid");
        let stood = aside.aligned(red(0), path.end, blue(0), Edge::Front);
        assert_eq!(stood.facing, Facing::NORTH, "LEG-R81: along the struck edge");
    }

    #[test]
    fn what_forbids_a_charge() {
        for (ours, theirs, rule) in [
            ((BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 500.0, 581.0, 180.0), "LEG-SEQ.14"),
            ((BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 500.0, 430.0, 0.0), "LEG-R73"),
            (("archers", 4, 500.0, 500.0, 0.0), ("archers", 4, 500.0, 540.0, 180.0), "LEG-INI.3"),
            (("artillery", 1, 500.0, 500.0, 0.0), ("archers", 4, 500.0, 540.0, 180.0), "LEG-INI.4"),
            (
                ("light_javelinmen", 4, 500.0, 500.0, 0.0),
                (BAND, 10, 500.0, 560.0, 180.0),
                "LEG-INI.5",
            ),
            (("heavy_cavalry", 4, 500.0, 100.0, 0.0), (BAND, 10, 500.0, 600.0, 180.0), "LEG-MOV.1"),
        ] {
            assert_eq!(
                rules(&battle(&[ours], &[theirs])).first(),
                Some(&rule),
                "{ours:?} {theirs:?}"
            );
        }
        // The rear of a formed unit is exposed to unformed ones.
        let behind =
            battle(&[("light_javelinmen", 4, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 550.0, 0.0)]);
        assert_eq!(rules(&behind), [""; 0], "LEG-INI.5, LEG-R75");
        let lights = battle(
            &[("light_javelinmen", 4, 500.0, 500.0, 0.0)],
            &[("archers", 4, 500.0, 540.0, 180.0)],
        );
        assert_eq!(rules(&lights), [""; 0], "LEG-INI.5: unformed targets");
        // 5 + 5 + 6 pips are 320 paces.
        assert_eq!(greatest_roll(Type::HeavyCavalry), 320, "LEG-R73, LEG-R45");
        assert_eq!(greatest_roll(Type::LightCavalry), 380, "LEG-MOV.11");
        assert_eq!(greatest_roll(Type::Legionaries), 220, "LEG-R45");
    }

    #[test]
    fn friends_in_line_bar_the_way() {
        let stands = [(BAND, 10, 500.0, 500.0, 0.0), ("heavy_cavalry", 4, 500.0, 440.0, 0.0)];
        let mut screened = battle(&stands, &[(BAND, 10, 500.0, 580.0, 180.0)]);
        assert_eq!(
            screened.charge_path(red(1), blue(0)),
            None,
            "LEG-R73: through no formed friend"
        );
        screened.unit_mut(red(0)).is.unform();
        assert!(screened.charge_path(red(1), blue(0)).is_some(), "LEG-R73");
    }

    #[test]
    fn pursuits_and_rampages_go_straight() {
        let chase = battle(
            &[(BAND, 10, 500.0, 500.0, 0.0), ("elephants", 1, 500.0, 300.0, 0.0)],
            &[(BAND, 10, 500.0, 700.0, 0.0)],
        );
        // From the front at 520 to the rear at 680.
        assert_eq!(chase.pursuit_line(red(0), blue(0)), (Facing::NORTH, 160.0), "LEG-R142");
        let beasts = chase.unit(red(1)).base();
        let way = Sweep::new(&beasts.rect(), Motion::advance(Length::new(500.0)).course(&beasts));
        assert_eq!(chase.crossed(red(1), &way), [red(0), blue(0)], "LEG-R102, LEG-R103: in order");
    }
}
