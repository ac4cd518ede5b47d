//! Moves of units and leaders, and the cohesion test of forced marches (RULES.md 3.23 to 3.26, 3.30,
//! 8.5; VIR-R54 to VIR-R59, VIR-R69, VIR-R72, VIR-R73).

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, total, when};
use serde::Serialize;

use crate::{
    action::Path,
    activation::points::{Cost, Item},
    areas::{Area, Ground, boundary},
    battle::Battle,
    units::{Flags, Profile, Specials, Weight},
    words::refusals::No,
};

/// A cohesion test (8.5): for the last step of a forced march, or before charging pikemen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cohesion {
    pub profile: &'static Profile,
}

impl Cohesion {
    /// VIR-10.4, VIR-10.T: the number that the die must not exceed.
    #[rustfmt::skip]
    pub fn number(&self) -> [Option<Row>; 4] {
        let camels = self.profile.has(Specials::CAMELS);
        let weighs = |weight| when(!camels && self.profile.weight == weight);
        [
            add("VIR-10.T",    weighs(Weight::Heavy),  3, "heavy"),
            add("VIR-10.T",    weighs(Weight::Medium), 4, "medium"),
            add("VIR-10.T",    weighs(Weight::Light),  5, "light"),
            add("VIR-SR17.3",  when(camels),           4, "camels"),
        ]
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.number())
    }

    /// VIR-10.3: above the number costs one stand. Tells whether the unit keeps together.
    pub fn holds(&self, by: Seat, why: &'static str, dice: &mut Dice) -> Rolled<bool> {
        dice.test(by.throws("VIR-10.3", why), D6, 1..=total(self.number()))
    }
}

/// A move that is allowed: who pays how much, and whether its last step is a forced march.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct March {
    pub segment: usize,
    pub cost: Cost,
    pub forced: bool,
}

impl Battle {
    /// Whether a unit may make this move (VIR-R54), and what it costs.
    pub fn may_move(&self, seat: Seat, unit: u8, path: Path) -> Result<March, No> {
        self.may_set_out(seat, unit)?;
        let it = &self.units(seat)[unit];
        let forced = self.may_go_so_far(seat, unit, path.steps().len())?;
        let mut at = it.area;
        for (done, &to) in path.steps().iter().enumerate() {
            self.may_step(seat, unit, at, to, &path.steps()[..done])?;
            // VIR-SR6.1, VIR-R72: a dense wood ends the move.
            if done + 1 < path.steps().len() && self.ground(to).contains(Ground::DENSE_WOOD) {
                return Err(No::DenseWood { area: to });
            }
            at = to;
        }
        if at == it.area {
            return Err(No::EndsWhereItBegan { area: at });
        }
        let compelled = self.is_compelled(seat, unit);
        if compelled
            && let Some(front) = it.area.front(seat)
            && path.steps()[0] != front
        {
            return Err(No::MustStepForward { unit, to: front });
        }
        debug_assert_eq!(forced, self.march_of(seat, unit, path).forced);
        let march = self.march_of(seat, unit, path);
        let (segment, points) = (march.segment, march.cost.points());
        if compelled {
            let left = self.pools[segment].left();
            if let Some(left) = left.filter(|&left| left < points) {
                return Err(No::TooFewPoints { segment, cost: points, left });
            }
        } else if points > 0 {
            self.afford(segment, points)?;
        }
        Ok(march)
    }

    /// What a legal move is paid with, and whether it is a forced march.
    pub fn march_of(&self, seat: Seat, unit: u8, path: Path) -> March {
        let troop = self.troop(seat, unit);
        let forced = path.steps().len() > usize::from(troop.profile.mvt);
        let segment = self.payer(seat, unit, path.end()).expect("a move ends elsewhere");
        // VIR-R44, VIR-R58: an evader's move after its fight belongs to the same activation.
        let after_fight = self.units(seat)[unit].is(Flags::FOUGHT);
        let cost = Cost::of(troop, Item::Move { forced, after_fight });
        March { segment, cost, forced }
    }

    /// VIR-6.0.1, VIR-3.2.1, VIR-R44, VIR-R59, VIR-R84: whether a unit can move at all this turn.
    pub fn may_set_out(&self, seat: Seat, unit: u8) -> Result<(), No> {
        let it = self.living(seat, unit)?;
        let profile = self.troop(seat, unit).profile;
        if it.is(Flags::ROUTED) {
            return Err(No::Routed { unit });
        }
        if it.is(Flags::MOVED) {
            return Err(No::MovedAlready { unit });
        }
        // VIR-5.0.2, VIR-6.3.1: only evaders move after they fought.
        if it.is(Flags::FOUGHT) && !profile.is_evader() {
            return Err(No::FoughtAlready { unit });
        }
        if profile.mvt == 0 {
            return Err(No::Immobile { unit });
        }
        if it.formation == crate::units::Formation::Shieldwall {
            return Err(No::InShieldwall { unit });
        }
        Ok(())
    }

    /// VIR-6.2.5, VIR-6.2.6, VIR-10.1: the allowance, and one step more by forced march. Tells
    /// whether it is one.
    fn may_go_so_far(&self, seat: Seat, unit: u8, steps: usize) -> Result<bool, No> {
        let profile = self.troop(seat, unit).profile;
        let formation = self.units(seat)[unit].formation;
        let allowed = profile.mvt;
        if steps <= usize::from(allowed) {
            return Ok(false);
        }
        // VIR-10.2, VIR-R57: not artillery, nor a unit in testudo (VIR-SR15.4).
        if profile.is_artillery() {
            return Err(No::ForcedArtillery { unit });
        }
        if formation.is_closed() {
            return Err(No::ForcedFormed { unit, formation });
        }
        if steps > usize::from(allowed) + 1 {
            return Err(No::TooManySteps { steps, allowed });
        }
        Ok(true)
    }

    /// Whether a unit may make one step of a path, after the steps before it.
    fn may_step(
        &self,
        seat: Seat,
        unit: u8,
        from: Area,
        to: Area,
        before: &[Area],
    ) -> Result<(), No> {
        may_link(seat, from, to)?;
        if !self.has_area(to) {
            return Err(No::NoLink { from, to });
        }
        let forward = from.front(seat) == Some(to);
        let rear = from.rear(seat) == Some(to);
        // VIR-6.2.4, VIR-R55: forward out of an area with enemies is forbidden.
        if forward && self.enemy_in(from, seat) {
            return Err(No::ForwardPastEnemy { from });
        }
        // VIR-R69.7: an impetuous unit does not step back before the enemy.
        if rear && self.troop(seat, unit).profile.has(Specials::IMPETUOUS) {
            let in_front = from.front(seat).is_some_and(|front| self.enemy_in(front, seat));
            if in_front || self.enemy_in(from, seat) {
                return Err(No::ImpetuousRear { unit });
            }
        }
        self.may_cross(seat, unit, from, to, before)
    }

    /// VIR-R73: rivers let so many units pass. VIR-R69.4: compelled units come first.
    fn may_cross(
        &self,
        seat: Seat,
        unit: u8,
        from: Area,
        to: Area,
        before: &[Area],
    ) -> Result<(), No> {
        let at = boundary(from, to);
        let (Some(river), Some(left)) = (self.setup.rivers[at], self.crossings_left(from, to))
        else {
            return Ok(());
        };
        // A unit that crosses twice in its move counts twice.
        let start = self.units(seat)[unit].area;
        let path = [start].into_iter().chain(before.iter().copied());
        let own = path.zip(before).filter(|&(a, &b)| boundary(a, b) == at).count();
        if usize::from(left) <= own {
            return Err(No::RiverFull { from, to, river });
        }
        let Some(segment) = from.segment().filter(|_| !to.is_reserve()) else { return Ok(()) };
        if self.is_compelled(seat, unit) {
            return Ok(());
        }
        let claims = self.crossings_claimed(segment);
        if claims > 0 && usize::from(left) < own + 1 + claims {
            return Err(No::RiverClaimed { from, to });
        }
        Ok(())
    }

    /// Whether a leader may move there (VIR-R56).
    pub fn may_move_leader(&self, seat: Seat, leader: u8, to: Area) -> Result<(), No> {
        let it = self.sides[seat].leaders.get(usize::from(leader)).filter(|it| it.alive);
        let Some(it) = it else { return Err(No::NoSuchLeader) };
        // VIR-SR18.4: who joined a unit this turn stays.
        if it.joined.is_some() {
            return Err(No::LeaderJoined { leader });
        }
        if it.moved {
            return Err(No::LeaderMoved { leader });
        }
        if to.is_reserve() && to.side() != seat {
            return Err(No::EnemyReserve);
        }
        if to == it.area {
            return Err(No::LeaderStays { area: to });
        }
        // VIR-6.2.7: three steps.
        if !self.has_area(to) || steps_between(seat, it.area, to) > 3 {
            return Err(No::LeaderTooFar { from: it.area, to });
        }
        // VIR-8.10: not with another leader, except in the reserve.
        if !to.is_reserve() && self.leader_in(to, seat).is_some() {
            return Err(No::LeadersTogether { area: to });
        }
        Ok(())
    }

    /// VIR-R69.5: the compelled unit that must still move, if one can be paid for.
    pub fn must_still_move(&self, seat: Seat) -> Option<u8> {
        self.compelled.into_iter().find(|&unit| {
            self.is_compelled(seat, unit)
                && self.units(seat)[unit]
                    .area
                    .front(seat)
                    .is_some_and(|front| self.may_move(seat, unit, Path::one(front)).is_ok())
        })
    }
}

/// VIR-R2, VIR-6.2.T: whether there is a link, and what is wrong if there is none.
fn may_link(seat: Seat, from: Area, to: Area) -> Result<(), No> {
    if from.links_to(to, seat) {
        return Ok(());
    }
    if to.is_reserve() && to.side() != seat {
        return Err(No::EnemyReserve);
    }
    Err(match (from.segment(), to.segment()) {
        (Some(a), Some(b)) if a != b && from.side() == to.side() => No::Sideways { from, to },
        (Some(a), Some(b)) if a != b => No::Diagonal { from, to },
        _ => No::NoLink { from, to },
    })
}

/// How many steps one area lies from another for a piece of this seat: the links make a tree with
/// the reserve as its root (VIR-R2).
pub fn steps_between(seat: Seat, from: Area, to: Area) -> usize {
    let depth = |area: Area| match area.segment() {
        None => 0usize,
        Some(_) if area.side() == seat => 1,
        Some(_) => 2,
    };
    let same_branch = from.segment() == to.segment() && from.segment().is_some();
    if same_branch { depth(from).abs_diff(depth(to)) } else { depth(from) + depth(to) }
}

/// The way from one area to another without a detour, if it has no more steps than a path holds.
pub fn way(seat: Seat, from: Area, to: Area) -> Option<Path> {
    let mut path: Option<Path> = None;
    let mut at = from;
    while at != to {
        let down = |area: Area| -> Option<Area> {
            // The next area from here towards `area`, which lies further from the reserve.
            let column = area.segment()?;
            let own = Area::new(seat, column);
            Some(if at == own { area } else { own })
        };
        let towards = to.segment().is_some()
            && (at.is_reserve() || (at.segment() == to.segment() && at.side() == seat));
        let next = if towards { down(to)? } else { at.rear(seat)? };
        path = Some(match path {
            None => Path::one(next),
            Some(path) => path.then(next)?,
        });
        at = next;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::profile;
    use acies_core::{Seat::Red, odds};

    fn area(name: &str) -> Area {
        Area::named(name, 4, Red).unwrap()
    }

    #[test]
    fn cohesion_numbers() {
        for (id, number, loses, rule) in [
            ("legionaries", 3, "1/2", "VIR-10.T, VIR-10.4: heavy"),
            ("warband", 4, "1/3", "VIR-10.T: medium"),
            ("light_horsemen", 5, "1/6", "VIR-10.T: light"),
            ("dromedarii", 4, "1/3", "VIR-SR17.3, VIR-R85: a light camel"),
            ("dromedary_cataphracts", 4, "1/3", "VIR-R85: a heavy camel"),
        ] {
            let test = Cohesion { profile: profile(id).unwrap() };
            assert_eq!(test.sum().total, number, "{rule}");
            let holds = odds(|dice| test.holds(Red, "a forced march", dice));
            assert_eq!(holds.chance(|&holds| !holds).to_string(), loses, "VIR-10.3, {rule}");
        }
    }

    #[test]
    fn ways_follow_the_links() {
        // VIR-R2: between segments the way leads through the reserve.
        for (from, to, steps) in [
            ("SR", "S2", Some(vec!["S2"])),
            ("SR", "N2", Some(vec!["S2", "N2"])),
            ("S1", "S3", Some(vec!["SR", "S3"])),
            ("S1", "N3", Some(vec!["SR", "S3", "N3"])),
            ("N1", "S3", Some(vec!["S1", "SR", "S3"])),
            ("N1", "SR", Some(vec!["S1", "SR"])),
            ("N1", "N3", None),
        ] {
            let found = way(Red, area(from), area(to));
            let names = found
                .map(|path| path.steps().iter().map(|area| area.name(Red)).collect::<Vec<_>>());
            assert_eq!(names, steps, "{from} to {to}");
            let expected = steps.map_or(4, |steps| steps.len());
            assert_eq!(steps_between(Red, area(from), area(to)), expected, "{from} to {to}");
        }
    }

    #[test]
    fn links_that_do_not_exist_have_their_reasons() {
        let no = |from, to| may_link(Red, area(from), area(to)).unwrap_err();
        assert!(matches!(no("S1", "S2"), No::Sideways { .. }), "VIR-6.2.1");
        assert!(matches!(no("S1", "N2"), No::Diagonal { .. }), "VIR-6.2.2");
        assert!(matches!(no("N1", "NR"), No::EnemyReserve), "VIR-6.2.3");
        assert!(matches!(no("SR", "N1"), No::NoLink { .. }), "VIR-R2");
    }
}
