//! Who shoots at whom (P3a; RULES.md 3, section 10; AV-R13, AV-R64 to AV-R68), and the facts of each shot.

use acies_core::RuleId;
use acies_table::{Edge, Length, Segment};

use crate::{
    ground::Protection,
    profile::{Doctrine, Order, Shooter},
    rulings::{TOL, ZONE_UD},
    shooting::shot::{Band, Battery, Shot, Slope},
    table::{Table, within},
    units::{Flags, Id},
};

/// Why a unit does not shoot at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoShot {
    /// It has nothing to shoot with.
    NoWeapon,
    /// AV-10.1.
    Engaged,
    /// AV-10.7, AV-R67: no dice under its order.
    UnderOrder(Order),
    /// AV-19.11.
    ArtilleryAdvances,
    /// AV-C.3: no dice for disrupted units.
    Disrupted,
    /// AV-5.40.
    Redressed,
    /// AV-R57, AV-R67.
    Rushed,
    /// AV-R67: in close order and disrupted by its own move.
    DisorderedByMove,
    TargetGone,
    /// AV-10.2.
    TargetEngaged,
    /// AV-R64.
    NotInFront,
    OutOfRange {
        distance: Length,
        range: Length,
    },
    /// AV-10.8.
    Hidden,
    /// AV-10.5: this unit's zone of control is in the way.
    Screened(Id),
    /// AV-19.8: archers might shoot over it, were they and the target far enough from it.
    TooNearToShootOver {
        by: Id,
        from_archers: Length,
        from_target: Length,
    },
}

impl NoShot {
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            NoShot::NoWeapon => &["AV-3.7"],
            NoShot::Engaged => &["AV-10.1"],
            NoShot::UnderOrder(Order::Rush | Order::Shieldwall | Order::Orbis) => {
                &["AV-10.7", "AV-R67", "AV-C.3"]
            }
            NoShot::UnderOrder(_) => &["AV-R67", "AV-C.3"],
            NoShot::ArtilleryAdvances => &["AV-19.11", "AV-R67", "AV-C.3"],
            NoShot::Disrupted => &["AV-C.3", "AV-R37", "AV-R67"],
            NoShot::Redressed => &["AV-5.40"],
            NoShot::Rushed => &["AV-R57", "AV-R67"],
            NoShot::DisorderedByMove => &["AV-R67"],
            NoShot::TargetGone => &["AV-R64"],
            NoShot::TargetEngaged => &["AV-10.2"],
            NoShot::NotInFront => &["AV-R64", "AV-R6"],
            NoShot::OutOfRange { .. } => &["AV-C.2", "AV-10.10", "AV-R65"],
            NoShot::Hidden => &["AV-10.8", "AV-R12"],
            NoShot::Screened(_) => &["AV-10.5", "AV-R13", "AV-R68"],
            NoShot::TooNearToShootOver { .. } => &["AV-19.8", "AV-R68", "AV-10.5"],
        }
    }
}

/// AV-19.8: archers shoot over friends that are farther than this from them and from the target.
pub(crate) const OVERHEAD_UD: f64 = 2.0;

impl Table<'_> {
    /// AV-R67: what a unit shoots with now.
    pub fn battery(self, id: Id) -> Result<Battery, NoShot> {
        let (unit, profile) = (self.unit(id), self.profile(id));
        let order = if unit.disrupted { None } else { unit.order };
        let battery = Battery::of(profile, order).ok_or(NoShot::NoWeapon)?;
        let silent = battery.dice(Band::Effective) == 0;
        // AV-R37: falling back disrupted, only open order shoots.
        let flees = unit.is_under(Order::FallBack) && !profile.is_expediti();
        match (order, unit.disrupted) {
            _ if unit.is(Flags::REDRESSED) => Err(NoShot::Redressed),
            (_, true) if unit.is(Flags::RUSHED) => Err(NoShot::Rushed),
            (_, true) if unit.is(Flags::DISORDERED_BY_MOVE) => Err(NoShot::DisorderedByMove),
            (_, true) if silent || flees => Err(NoShot::Disrupted),
            (Some(Order::Advance), _) if profile.is_artillery() => Err(NoShot::ArtilleryAdvances),
            (Some(order), _) if silent => Err(NoShot::UnderOrder(order)),
            _ if self.is_engaged(id) => Err(NoShot::Engaged),
            _ => Ok(battery),
        }
    }

    /// A shot of a unit at an enemy.
    pub fn shot(self, id: Id, target: Id) -> Result<Shot, NoShot> {
        self.shot_of(id, self.battery(id)?, target)
    }

    /// The same, for what shoots.
    pub fn shot_of(self, id: Id, battery: Battery, target: Id) -> Result<Shot, NoShot> {
        if !self.unit(target).is_there() {
            return Err(NoShot::TargetGone);
        }
        let slope = self.slope(id, target);
        let distance = self.distance(id, target);
        let Some(band) = battery.band(distance, slope, TOL) else {
            let (effective, long) = battery.ranges_ud(slope).unwrap_or_default();
            let range = Length::new(long.unwrap_or(effective).into());
            return Err(NoShot::OutOfRange { distance: Length::new(distance), range });
        };
        if self.sector(id, target) != Edge::Front {
            return Err(NoShot::NotInFront);
        }
        if self.is_engaged(target) {
            return Err(NoShot::TargetEngaged);
        }
        let overhead = self.check_sight(id, target)?;
        let (it, profile) = (self.unit(target), self.profile(target));
        let protection = self.ground.protects(self.at(target), profile.is_infantry(), self.at(id));
        Ok(Shot {
            battery,
            band,
            target: *profile,
            target_order: if it.disrupted { None } else { it.order },
            outflanked: self.sector(target, id) != Edge::Front,
            overhead,
            protected: protection.is_some(),
        })
    }

    /// The enemies at which a unit shoots.
    pub fn targets(self, id: Id, battery: Battery) -> impl Iterator<Item = Id> + Clone {
        // Most enemies are too far away, whatever the slope.
        let ranges = battery.ranges_ud(Slope::Downhill);
        let farthest = ranges.map_or(0, |(near, far)| far.unwrap_or(near));
        let (at, reach) = (self.point(id), f64::from(farthest));
        let near = self
            .standing(id.seat().other())
            .filter(move |&target| within(at, self.point(target), reach));
        near.filter(move |&target| self.shot_of(id, battery, target).is_ok())
    }

    /// AV-R11.
    pub fn slope(&self, id: Id, target: Id) -> Slope {
        match self.above(id, target) {
            0 => Slope::Level,
            1.. => Slope::Downhill,
            _ => Slope::Uphill,
        }
    }

    /// AV-10.5, AV-10.6, AV-10.8, AV-10.15, AV-R68: whether a target is seen, and whether over the heads
    /// of friends.
    fn check_sight(self, id: Id, target: Id) -> Result<bool, NoShot> {
        let sight = self.line(id, target);
        if self.hidden(&sight) {
            return Err(NoShot::Hidden);
        }
        if self.above(id, target) != 0 {
            return Ok(false);
        }
        let mut overhead = false;
        for blocker in self.blockers(id, target, &sight) {
            self.check_overhead(id, target, blocker)?;
            overhead = true;
        }
        Ok(overhead)
    }

    /// AV-R13: third units whose zone of control the line crosses.
    fn blockers(self, id: Id, target: Id, sight: &Segment) -> impl Iterator<Item = Id> {
        let all = acies_core::Seat::BOTH.into_iter().flat_map(move |seat| self.standing(seat));
        let third = all.filter(move |&it| it != id && it != target);
        third.filter(move |&it| sight.distance(self.at(it)) < ZONE_UD - TOL)
    }

    /// AV-19.6, AV-19.8, AV-R68.
    fn check_overhead(&self, id: Id, target: Id, by: Id) -> Result<(), NoShot> {
        let profile = self.profile(id);
        let trained = profile.shoot == Some(Shooter::Bow) && profile.doctrine() != Doctrine::Open;
        if !trained || by.seat() != id.seat() {
            return Err(NoShot::Screened(by));
        }
        let apart = [id, target].map(|it| self.distance(it, by));
        if apart.iter().all(|&ud| ud > OVERHEAD_UD + TOL) {
            return Ok(());
        }
        let [from_archers, from_target] = apart.map(Length::new);
        Err(NoShot::TooNearToShootOver { by, from_archers, from_target })
    }

    /// AV-R16: whether a unit is behind strong protection against an enemy hand to hand: a wall protects
    /// the nearer of the two, or who did not move.
    pub fn is_protected(&self, unit: Id, enemy: Id) -> bool {
        let infantry = self.profile(unit).is_infantry();
        let still = |id: Id| !self.unit(id).is(Flags::MOVED) || self.unit(id).went == Length::ZERO;
        match self.ground.protects(self.at(unit), infantry, self.at(enemy)) {
            None => false,
            Some(Protection::Village) => true,
            Some(Protection::Wall { nearer: true, .. }) => true,
            Some(Protection::Wall { as_near, .. }) => as_near && (still(unit) || !still(enemy)),
        }
    }
}
