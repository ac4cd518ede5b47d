//! Charges and the answers to them (RULES.md 3.5, 3.12; IMP-R47 to IMP-R53, IMP-R75, IMP-R92, IMP-R120).

use acies_core::{D6, Dice, Rolled, RuleId, Seat};

use crate::{
    melee::retreat::half_up,
    profile::{Kind, Profile},
    units::Unit,
};

/// A Unit that would move into contact with an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    pub unit: Unit,
    pub target: Unit,
    /// IMP-R45: on its flank or rear.
    pub on_flank: bool,
}

impl Charge {
    /// IMP-CHG.1, IMP-CHG.2, IMP-SPC.16, IMP-SPC.56, IMP-TER.25, IMP-R49, IMP-R53, IMP-R92, IMP-R120: whether it may, or
    /// the rule by which not.
    pub fn is_allowed(&self) -> Result<(), RuleId> {
        let (unit, target) = (&self.unit, &self.target);
        let kind = unit.profile.kind;
        let weak = target.profile.kind == Kind::S
            || target.disordered
            || self.on_flank && target.has_no_flanks().is_none()
            || target.profile.kind == Kind::Baggage;
        let light = kind == Kind::Cl && unit.profile.impetus == 0;
        let rules = [
            (kind == Kind::W, "IMP-SPC.56"),
            (kind == Kind::Art, "IMP-R92"),
            (kind == Kind::Baggage, "IMP-R53"),
            (unit.in_bua, "IMP-R120"),
            (target.in_bua && !unit.profile.fights_in_bua(), "IMP-TER.25"),
            (light && !weak, "IMP-CHG.2"),
            (!light && unit.profile.impetus == 0, "IMP-CHG.1"),
        ];
        rules.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, rule)| Err(rule))
    }
}

/// IMP-CHG.4: the most that a charge bonus can be, in U.
pub fn bonus_max_u(profile: &Profile) -> u8 {
    if profile.is_mounted() { 6 } else { 3 }
}

/// IMP-CHG.3, IMP-CHG.4, IMP-R110: the charge bonus, in U: D6 if mounted, D3 if foot. A Group throws one die, as foot if
/// any of them is (IMP-R37).
pub fn throw_bonus(mounted: bool, by: Seat, dice: &mut Dice) -> Rolled<u8> {
    let face = dice.roll(by.throws("IMP-CHG.4", "the charge bonus"), D6)?;
    Ok(if mounted { face as u8 } else { half_up(face) })
}

/// A Unit that is charged or shot at, and what it may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub unit: Unit,
    /// It is on Opportunity.
    pub waiting: bool,
    /// IMP-R27: it belongs to the player whose Command is active.
    pub active: bool,
    /// IMP-R45: the charge is frontal.
    pub frontal: bool,
    /// IMP-R50, IMP-R51: the enemy is at least partly in its front corridor.
    pub ahead: bool,
}

impl Answer {
    /// IMP-CHG.6, IMP-CHG.7, IMP-DIS.7, IMP-R27, IMP-R50, IMP-R120: whether it may counter-charge, and whether it tests
    /// for it.
    pub fn counter_charge(&self) -> Result<bool, RuleId> {
        let unit = &self.unit;
        let rules = [
            (self.active, "IMP-R27"),
            (unit.in_bua, "IMP-R120"),
            (unit.disordered, "IMP-DIS.7"),
            (unit.profile.kind == Kind::W, "IMP-SPC.56"),
            (unit.profile.impetus == 0 || !self.frontal || !self.ahead, "IMP-R50"),
        ];
        let no = rules.into_iter().find(|(applies, _)| *applies);
        no.map_or(Ok(!self.waiting), |(_, rule)| Err(rule))
    }

    /// IMP-MOV.18 to IMP-MOV.20, IMP-SPC.10, IMP-SPC.14, IMP-SPC.17, IMP-SPC.47, IMP-R51: whether it may evade for the
    /// n-th time from the same enemy, and whether it tests for it.
    pub fn evade(&self, time: u8) -> Result<bool, RuleId> {
        let unit = &self.unit;
        let free = matches!(unit.profile.kind, Kind::S | Kind::Cl);
        let tests = matches!(unit.profile.kind, Kind::Cm | Kind::Cgl);
        let rules = [
            (!free && !tests, "IMP-MOV.18"),
            (self.active, "IMP-R27"),
            (unit.in_bua, "IMP-R120"),
            (!self.ahead, "IMP-R51"),
            (unit.disordered && time > 1, "IMP-MOV.19"),
        ];
        let no = rules.into_iter().find(|(applies, _)| *applies);
        no.map_or(Ok(time > 1 || tests && !self.waiting), |(_, rule)| Err(rule))
    }

    /// IMP-R50: how far it counter-charges over a gap, in U.
    pub fn counter_charge_u(&self, gap_u: f64) -> f64 {
        f64::from(self.unit.profile.m).min(gap_u / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::units::tests::{disordered, unit};

    fn charge(id: &str, target: Unit) -> Charge {
        Charge { unit: unit(id), target, on_flank: false }
    }

    #[test]
    fn who_may_charge_whom() {
        let hastati = unit("rom_hastati");
        let village = Unit { in_bua: true, ..hastati };
        let baggage = Unit::new(Profile::BAGGAGE, 1);
        let flank = |it: Charge| Charge { on_flank: true, ..it };
        for (it, verdict) in [
            (charge("rom_hastati", hastati), Ok(())),
            (charge("rom_archers", hastati), Err("IMP-CHG.1")),
            (charge("rom_velites", unit("gal_youths")), Err("IMP-CHG.1")),
            (charge("gre_light_horse", hastati), Err("IMP-CHG.2")),
            (charge("gre_light_horse", unit("rom_velites")), Ok(())),
            (charge("gre_light_horse", disordered(hastati)), Ok(())),
            (flank(charge("gre_light_horse", hastati)), Ok(())),
            (flank(charge("gre_light_horse", unit("war_wagons"))), Err("IMP-CHG.2")),
            (charge("gre_light_horse", baggage), Ok(())),
            (charge("num_light_horse", hastati), Ok(())),
            (charge("war_wagons", hastati), Err("IMP-SPC.56")),
            (charge("rom_bolts", hastati), Err("IMP-R92")),
            (charge("rom_alae", village), Err("IMP-TER.25")),
            (charge("car_elephants", village), Err("IMP-TER.25")),
            (charge("gal_warband", village), Ok(())),
            (Charge { unit: village, ..charge("rom_hastati", hastati) }, Err("IMP-R120")),
        ] {
            let (who, whom) = (it.unit.profile.words(), it.target.profile.words());
            assert_eq!(it.is_allowed(), verdict, "IMP-SPC.16, IMP-R49, IMP-R53: {who} at {whom}");
        }
    }

    #[test]
    fn the_charge_bonus() {
        assert_eq!(bonus_max_u(&unit("rom_alae").profile), 6, "IMP-R49");
        assert_eq!(bonus_max_u(&unit("rom_hastati").profile), 3, "IMP-R49");
        // D3: two faces of six for each.
        let foot = odds(|dice| throw_bonus(false, Seat::Red, dice));
        assert_eq!(foot.chance(|u| *u == 3).to_string(), "1/3", "IMP-CHG.4, IMP-R110");
        let horse = odds(|dice| throw_bonus(true, Seat::Red, dice));
        assert_eq!(horse.chance(|u| *u >= 5).to_string(), "1/3", "IMP-CHG.4");
    }

    #[test]
    fn who_may_answer_how() {
        let answer =
            |unit| Answer { unit, waiting: false, active: false, frontal: true, ahead: true };
        let alae = answer(unit("rom_alae"));
        for (it, verdict, rule) in [
            (alae, Ok(true), "IMP-CHG.7"),
            (Answer { waiting: true, ..alae }, Ok(false), "IMP-CHG.6"),
            (Answer { active: true, ..alae }, Err("IMP-R27"), "only the other player"),
            (answer(disordered(unit("rom_alae"))), Err("IMP-DIS.7"), "IMP-DIS.7"),
            (Answer { frontal: false, ..alae }, Err("IMP-R50"), "IMP-R50"),
            (Answer { ahead: false, ..alae }, Err("IMP-R50"), "IMP-R50"),
            (answer(unit("rom_archers")), Err("IMP-R50"), "original I above 0"),
            (answer(unit("war_wagons")), Err("IMP-SPC.56"), "IMP-SPC.56"),
        ] {
            assert_eq!(it.counter_charge(), verdict, "{rule}");
        }
        let velites = answer(unit("rom_velites"));
        for (it, time, verdict, rule) in [
            (velites, 1, Ok(false), "IMP-MOV.18, IMP-SPC.47"),
            (velites, 2, Ok(true), "IMP-MOV.20"),
            (answer(unit("num_light_horse")), 1, Ok(false), "IMP-SPC.14"),
            (alae, 1, Ok(true), "IMP-MOV.18, IMP-SPC.17"),
            (Answer { waiting: true, ..alae }, 1, Ok(false), "IMP-MOV.18"),
            (answer(unit("gal_chariots")), 1, Ok(true), "IMP-SPC.10"),
            (answer(unit("rom_hastati")), 1, Err("IMP-MOV.18"), "IMP-MOV.18"),
            (answer(unit("mac_companions")), 1, Err("IMP-MOV.18"), "IMP-MOV.18"),
            (answer(disordered(unit("rom_velites"))), 1, Ok(false), "IMP-MOV.19"),
            (answer(disordered(unit("rom_velites"))), 2, Err("IMP-MOV.19"), "IMP-R51"),
            (Answer { ahead: false, ..velites }, 1, Err("IMP-R51"), "IMP-R51"),
            (Answer { active: true, ..velites }, 1, Err("IMP-R27"), "IMP-R27"),
        ] {
            assert_eq!(it.evade(time), verdict, "{rule}");
        }
        let went = |gap| (alae.counter_charge_u(gap) * 10.0) as i32;
        assert_eq!((went(8.0), went(30.0)), (40, 100), "IMP-R50: half the gap, at most M");
    }
}
