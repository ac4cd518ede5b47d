//! Shooting (RULES.md 10, 12, 8.4, 8.5; AV-C.2, AV-C.3, AV-R64 to AV-R69): how many dice, and what they need.

use acies_core::{D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, at_least, total, when};
use serde::Serialize;

use crate::{
    morale::saves::{Harm, Save},
    profile::{Doctrine, Kind, Order, Profile, Shooter},
    words::events::Faces,
};

/// AV-R11: where the target stands, as the shooter sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Slope {
    #[default]
    Level,
    /// AV-10.3: the target is lower.
    Downhill,
    /// AV-10.4: the target is higher.
    Uphill,
}

/// AV-T4: how far away a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Band {
    Effective,
    Long,
}

/// What shoots: a row and a column of AV-T5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Battery {
    pub shooter: Shooter,
    pub doctrine: Doctrine,
    /// Its order when the phase began; none if it is disrupted.
    pub order: Option<Order>,
}

impl Battery {
    /// The battery of a unit that can shoot.
    pub fn of(profile: &Profile, order: Option<Order>) -> Option<Battery> {
        Some(Battery { shooter: profile.shoot?, doctrine: profile.doctrine(), order })
    }

    /// AV-C.3 (AV-T5), AV-10.7, AV-19.11, AV-R67: its dice at effective and at long range; 0 is no shot.
    #[rustfmt::skip]
    pub fn dice(self, band: Band) -> i32 {
        use Shooter::{Ballista, Bow, Crossbow, Javelin, Sling};
        let open = self.doctrine == Doctrine::Open;
        let column = match self.order {
            None => 0,
            Some(Order::Halt) => 1,
            Some(Order::Advance) => 2,
            // AV-18.11: Expediti shoot while they fall back as if they advanced.
            Some(Order::FallBack) if open => 2,
            Some(_) => return 0,
        };
        let [effective, long] = match (self.shooter, open) {
            //                     Disrupted Halt Advance
            (Bow,      false) => [[1, 3, 0], [0, 2, 0]],
            (Bow,      true)  => [[1, 2, 1], [0, 1, 0]],
            (Sling,    false) => [[1, 3, 0], [0, 0, 0]],
            (Sling,    true)  => [[0, 2, 1], [0, 0, 0]],
            (Crossbow, false) => [[1, 2, 0], [0, 2, 0]],
            (Crossbow, true)  => [[1, 1, 1], [0, 1, 0]],
            (Javelin,  false) => [[1, 2, 0], [0, 0, 0]],
            (Javelin,  true)  => [[1, 2, 1], [0, 0, 0]],
            (Ballista, false) => [[1, 3, 0], [0, 2, 0]],
            (Ballista, true)  => [[0, 0, 0], [0, 0, 0]],
        };
        match band {
            Band::Effective => effective[column],
            Band::Long => long[column],
        }
    }

    /// AV-C.3, AV-18.11: its column in words, and the rule that has it there.
    #[rustfmt::skip]
    fn column(self, band: Band) -> (RuleId, &'static str) {
        let open = self.doctrine == Doctrine::Open;
        match (self.order, open, band) {
            (None, true, _)                     => ("AV-C.3", "disrupted, open order, at effective range"),
            (None, false, _)                    => ("AV-C.3", "disrupted, close or extended order, at effective range"),
            (Some(Order::FallBack), ..)                     => ("AV-18.11", "falling back as if advancing, open order, at effective range"),
            (Some(Order::Advance), ..)          => ("AV-C.3", "advancing, open order, at effective range"),
            (Some(_), true, Band::Effective)    => ("AV-C.3", "halted, open order, at effective range"),
            (Some(_), true, Band::Long)         => ("AV-C.3", "halted, open order, at long range"),
            (Some(_), false, Band::Effective)   => ("AV-C.3", "halted, close or extended order, at effective range"),
            (Some(_), false, Band::Long)        => ("AV-C.3", "halted, close or extended order, at long range"),
        }
    }

    /// AV-C.2 (AV-T4), AV-R65: how far it shoots at effective and at long range, in UD. A slope moves
    /// the outermost range at which it has dice (AV-10.3, AV-10.4). Nothing if it cannot shoot.
    pub fn ranges_ud(self, slope: Slope) -> Option<(u8, Option<u8>)> {
        let (effective, long) = match self.shooter {
            Shooter::Bow => (4, 8),
            Shooter::Sling => (6, 6),
            Shooter::Crossbow => (5, 10),
            Shooter::Javelin => (4, 4),
            Shooter::Ballista => (7, 14),
        };
        let moved = |ud: u8| match slope {
            Slope::Level => ud,
            Slope::Downhill => ud + 1,
            Slope::Uphill => ud - 1,
        };
        match (self.dice(Band::Effective), self.dice(Band::Long)) {
            (0, _) => None,
            (_, 0) => Some((moved(effective), None)),
            (..) => Some((effective, Some(moved(long)))),
        }
    }

    /// AV-10.10: the range at which it shoots over a distance; nothing beyond. `tolerance_ud` is that
    /// of AV-R2.
    pub fn band(self, distance_ud: f64, slope: Slope, tolerance_ud: f64) -> Option<Band> {
        let within = |ud: u8| distance_ud <= f64::from(ud) + tolerance_ud;
        let (effective, long) = self.ranges_ud(slope)?;
        match long {
            _ if within(effective) => Some(Band::Effective),
            Some(long) if within(long) => Some(Band::Long),
            _ => None,
        }
    }
}

/// One unit shoots at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shot {
    pub battery: Battery,
    pub band: Band,
    pub target: Profile,
    /// The target's order; none if it is disrupted.
    pub target_order: Option<Order>,
    /// AV-10.11, AV-R7: the shooter is in the target's left, right or rear sector.
    pub outflanked: bool,
    /// AV-19.6: over a friendly zone of control.
    pub overhead: bool,
    /// AV-12.6, AV-R16: the target is behind strong protection against the shooter.
    pub protected: bool,
}

impl Shot {
    #[rustfmt::skip]
    fn dice_rows(&self) -> [Option<Row>; 2] {
        let outflanked = when(self.outflanked)
            .unless(self.overhead, "AV-19.7")
            .unless(self.target_order == Some(Order::Orbis), "AV-18.2");
        let (rule, column) = self.battery.column(self.band);
        [
            add(rule,       always(),   self.battery.dice(self.band), column),
            add("AV-10.11", outflanked, 1,                            "target outflanked"),
        ]
    }

    /// AV-10.9: the number of dice. AV-R90: neither training nor leaders nor supports add any.
    pub fn dice(&self) -> Sum {
        Sum::of(self.dice_rows())
    }

    fn hits_on_rows(&self) -> [Option<Row>; 2] {
        let (rule, needs, what) = match (self.target.kind(), self.target.doctrine()) {
            (Kind::Infantry, Doctrine::Open) => ("AV-12.5", 6, "at foot in open order"),
            (Kind::Infantry, _) => ("AV-12.4", 5, "at foot in close or extended order"),
            (Kind::Artillery, _) => ("AV-12.4", 5, "at artillery"),
            (Kind::Cavalry, Doctrine::Open) => ("AV-12.4", 5, "at mounted in open order"),
            (Kind::Cavalry, _) => ("AV-12.1", 4, "at mounted in close or extended order"),
        };
        [
            at_least(rule, always(), needs, what),
            at_least("AV-12.6", when(self.protected), 6, "strong protection"),
        ]
    }

    /// AV-12.1 to AV-12.6 (AV-T7), AV-R69: what each die needs.
    pub fn hits_on(&self) -> Sum {
        Sum::of(self.hits_on_rows())
    }

    /// The saving roll of the target.
    pub fn save(&self) -> Save {
        let against = Harm::from(self.battery.shooter);
        Save { profile: self.target, order: self.target_order, against }
    }

    /// How many dice, and what each needs.
    pub fn pool(&self) -> (usize, i32) {
        (total(self.dice_rows()).max(0) as usize, total(self.hits_on_rows()))
    }

    /// AV-10.12: the number of hits.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<usize> {
        let (n, needs) = self.pool();
        let [hits] = dice.count(by.throws("AV-10.12", "shots"), n, D6, [needs..=6])?;
        Ok(hits)
    }
}

/// The dice of a shot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShotThrown {
    pub faces: Faces,
    pub hits: usize,
    pub saves: Faces,
    /// Saves missed.
    pub lost: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{files::data::troop, profile::Training};
    use Order::{Advance, FallBack, Halt, Orbis, Rush, Shieldwall};

    fn battery(shooter: Shooter, doctrine: Doctrine, order: Option<Order>) -> Battery {
        Battery { shooter, doctrine, order }
    }

    /// AV-C.3, AV-T5 as printed: effective and long for Disrupted, Halt, Advance, first close or
    /// extended, then open.
    #[test]
    #[rustfmt::skip]
    fn dice_are_those_of_the_table() {
        for (shooter, formed, open) in [
            (Shooter::Bow,      [(1, 0), (3, 2), (0, 0)], [(1, 0), (2, 1), (1, 0)]),
            (Shooter::Sling,    [(1, 0), (3, 0), (0, 0)], [(0, 0), (2, 0), (1, 0)]),
            (Shooter::Crossbow, [(1, 0), (2, 2), (0, 0)], [(1, 0), (1, 1), (1, 0)]),
            (Shooter::Javelin,  [(1, 0), (2, 0), (0, 0)], [(1, 0), (2, 0), (1, 0)]),
            (Shooter::Ballista, [(1, 0), (3, 2), (0, 0)], [(0, 0), (0, 0), (0, 0)]),
        ] {
            for (doctrine, row) in
                [(Doctrine::Close, formed), (Doctrine::Extended, formed), (Doctrine::Open, open)]
            {
                let cells = [None, Some(Halt), Some(Advance)].map(|order| {
                    let battery = battery(shooter, doctrine, order);
                    (battery.dice(Band::Effective), battery.dice(Band::Long))
                });
                assert_eq!(cells, row, "AV-C.3: {shooter:?} {doctrine:?}");
            }
        }
        for order in [Rush, Shieldwall, Orbis] {
            let bows = battery(Shooter::Bow, Doctrine::Extended, Some(order));
            assert_eq!(bows.dice(Band::Effective), 0, "AV-10.7, AV-R67");
        }
        let javelins = battery(Shooter::Javelin, Doctrine::Open, Some(FallBack));
        assert_eq!(javelins.dice(Band::Effective), 1, "AV-18.11");
        let scorpions = battery(Shooter::Ballista, Doctrine::Extended, Some(Advance));
        assert_eq!(scorpions.dice(Band::Effective), 0, "AV-19.11");
    }

    #[test]
    fn ranges() {
        use {Doctrine::*, Shooter::*, Slope::*};
        for (shooter, doctrine, order, slope, ranges) in [
            (Bow, Extended, Some(Halt), Level, Some((4, Some(8)))),
            (Bow, Extended, Some(Halt), Downhill, Some((4, Some(9)))),
            (Bow, Extended, Some(Halt), Uphill, Some((4, Some(7)))),
            (Bow, Extended, None, Downhill, Some((5, None))),
            (Bow, Extended, None, Uphill, Some((3, None))),
            (Bow, Extended, Some(Advance), Level, None),
            (Sling, Open, Some(Halt), Downhill, Some((7, None))),
            (Sling, Open, Some(Halt), Uphill, Some((5, None))),
            (Javelin, Open, Some(Advance), Downhill, Some((5, None))),
            (Javelin, Open, Some(Advance), Uphill, Some((3, None))),
            (Crossbow, Open, Some(Halt), Level, Some((5, Some(10)))),
            (Ballista, Extended, Some(Halt), Level, Some((7, Some(14)))),
        ] {
            let battery = battery(shooter, doctrine, order);
            assert_eq!(battery.ranges_ud(slope), ranges, "AV-C.2, AV-R65: {battery:?} {slope:?}");
        }
        let bows = battery(Bow, Extended, Some(Halt));
        for (ud, band) in [
            (4.0, Some(Band::Effective)),
            (4.01, Some(Band::Effective)),
            (4.02, Some(Band::Long)),
            (8.01, Some(Band::Long)),
            (8.02, None),
        ] {
            assert_eq!(bows.band(ud, Level, 0.01), band, "AV-R2, AV-10.10: {ud}");
        }
    }

    fn shot(shooter: &str, target: &str) -> Shot {
        let profile = troop(shooter).unwrap().profile;
        Shot {
            battery: Battery::of(&profile, Some(Halt)).unwrap(),
            band: Band::Effective,
            target: troop(target).unwrap().profile,
            target_order: Some(Advance),
            outflanked: false,
            overhead: false,
            protected: false,
        }
    }

    #[test]
    fn numbers_hits_on() {
        for (target, needs, rule) in [
            ("rom_ala", 4, "AV-12.1: close mounted"),
            ("ger_cav", 4, "AV-12.1: extended mounted"),
            ("num_cav", 5, "AV-12.4: open mounted"),
            ("rom_vet", 5, "AV-12.4: close foot"),
            ("rom_aux", 5, "AV-12.4: extended foot"),
            ("rom_scorp", 5, "AV-12.4: artillery"),
            ("rom_vel", 6, "AV-12.5"),
        ] {
            assert_eq!(shot("rom_auxbow", target).hits_on().total, needs, "{rule}");
            let protected = Shot { protected: true, ..shot("rom_auxbow", target) };
            assert_eq!(protected.hits_on().total, 6, "AV-12.6: {target}");
            let disrupted = Shot { target_order: None, ..shot("rom_auxbow", target) };
            assert_eq!(disrupted.hits_on().total, needs, "AV-R69: {target}");
        }
    }

    #[test]
    fn outflanking_is_worth_a_die() {
        let shot = shot("rom_auxbow", "rom_vet");
        let raw = Profile { training: Training::Raw, ..shot.target };
        for (shot, dice, rule) in [
            (shot, 3, "AV-10.9"),
            (Shot { outflanked: true, ..shot }, 4, "AV-10.11"),
            (Shot { outflanked: true, overhead: true, ..shot }, 3, "AV-19.7"),
            (Shot { outflanked: true, target_order: Some(Orbis), ..shot }, 3, "AV-18.2"),
            (Shot { band: Band::Long, ..shot }, 2, "AV-C.3"),
            (Shot { target: raw, ..shot }, 3, "AV-R90: training counts hand to hand only"),
        ] {
            assert_eq!(shot.dice().total, dice, "{rule}");
        }
        insta::assert_snapshot!(Shot { outflanked: true, overhead: true, ..shot }.dice(), @r"
        +3 halted, close or extended order, at effective range [AV-C.3]
        +1 target outflanked [AV-10.11, struck by AV-19.7]
        = 3
        ");
    }

    #[test]
    fn hits_are_counted() {
        let shot = shot("rom_auxbow", "ger_war");
        let mut dice = Dice::scripted([4, 5, 6]);
        assert_eq!(shot.throw(Seat::Red, &mut dice), Ok(2), "AV-10.12, AV-12.4");
        assert!(dice.is_spent());
        assert_eq!(shot.save().needs(), 6, "AV-10.13");
    }
}
