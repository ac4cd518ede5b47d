//! Attack rolls: value, dice and the hits they score (RULES.md 3.18, 3.20 to 3.22, 8.1; VIR-R51).

use std::ops::RangeInclusive;

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, always, at_least, at_most, total, when};
use serde::{Deserialize, Serialize};

use crate::{
    morale::Marks,
    units::{Formation, Profile, Specials},
};

/// Which value of the unit an attack uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum With {
    Fv,
    Sv,
}

/// Where an attack goes, as far as the roll is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// At enemies in its own area (VIR-5.0.3).
    Here,
    /// Shooting at its front area (VIR-5.3.1).
    Front,
    /// Shooting over friends who are all light (VIR-SR13.1).
    OverLight,
    /// Shooting over friends, some of whom are not light (VIR-SR13.3).
    OverOthers,
    /// At a flanking area (VIR-5.4.1).
    Flank,
}

/// A leader who fights in a unit (VIR-SR18.2, VIR-SR18.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Joined {
    #[default]
    Nobody,
    Leader,
    Hero,
}

/// An attack, as far as its roll is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Attack {
    pub profile: &'static Profile,
    pub stands: u8,
    /// Has ever lost a stand (VIR-R68).
    pub blooded: bool,
    /// Its formation when the dice are thrown: a charge has broken it by then (VIR-R83.3).
    pub formation: Formation,
    pub aim: Aim,
    pub with: With,
    pub charge: bool,
    /// In the target area.
    pub wood: bool,
    /// In the target area.
    pub rocky: bool,
    pub hill_die: bool,
    pub pila: bool,
    pub joined: Joined,
    /// Whether the target area contains a unit with Pikes of the defender (VIR-R80).
    pub against_pikes: bool,
    /// Whether the target area contains a leader of the defender (VIR-R52).
    pub leader_there: bool,
}

/// Faces that nobody looks for.
const NO_FACE: RangeInclusive<i32> = 0..=0;

/// What an attack roll scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Scored {
    /// Hits with a 1 into an area with pikemen (VIR-SR14.1).
    pub red: u8,
    pub others: u8,
    /// Sixes, if there is a leader to hit (VIR-5.5.1).
    pub leader_hits: u8,
}

impl Scored {
    pub fn hits(self) -> u8 {
        self.red + self.others
    }
}

impl Attack {
    /// VIR-R51: the value that each die must not exceed.
    #[rustfmt::skip]
    pub fn value(&self) -> [Option<Row>; 10] {
        let Profile { rule, fv, sv, .. } = self.profile;
        let fights = self.with == With::Fv;
        let eager = fights && self.profile.has(Specials::IMPETUOUS) && !self.blooded;
        let in_wood = fights && self.wood;
        let shoots_rule = if self.aim == Aim::Flank { "VIR-5.4.5" } else { "VIR-5.3.6" };
        [
            add(rule,             when(fights),                                              *fv, "fighting value"),
            add(shoots_rule,      when(!fights),                                 sv.unwrap_or(0), "shooting value"),
            add("VIR-SR1.1",      when(eager),                                                 1, "impetuous, no loss yet"),
            add("VIR-SR15.3",     when(fights && self.formation == Formation::Testudo),       -1, "testudo"),
            add("VIR-SR16.1",     when(fights && self.formation == Formation::Shieldwall),    -1, "shieldwall"),
            at_most("VIR-7.4",    when(in_wood && self.profile.is_mounted()),                  1, "mounted, into a wood"),
            at_most("VIR-7.6",    when(in_wood && self.profile.is_heavy_infantry()),           1, "heavy infantry, into a wood"),
            at_most("VIR-SR8.1",  when(fights && self.rocky),                                  1, "rocky ground"),
            at_most("VIR-SR13.3", when(!fights && self.aim == Aim::OverOthers),                1, "over friends who are not light"),
            at_least("VIR-R51",   always(),                                                    1, "never below 1"),
        ]
    }

    /// VIR-R51: how many dice are thrown.
    #[rustfmt::skip]
    pub fn dice(&self) -> [Option<Row>; 4] {
        let here = self.aim == Aim::Here;
        [
            add("VIR-5.1.1",  always(),                                        i32::from(self.stands), "one a stand"),
            add("VIR-7.1",    when(self.hill_die),                             1,                      "defending a hill"),
            add("VIR-SR18.2", when(here && self.joined == Joined::Leader),     1,                      "fighting leader"),
            add("VIR-SR18.3", when(here && self.joined == Joined::Hero),       2,                      "hero"),
        ]
    }

    /// VIR-SR.T: the marks of its hits, apart from red.
    #[rustfmt::skip]
    pub fn marks(&self) -> Marks {
        let has = |special| self.profile.has(special);
        let fights = self.with == With::Fv;
        let throws = !self.charge;
        [
            (Marks::BLUE,   fights && has(Specials::TWO_HANDED)),                   // VIR-SR10.1, VIR-R76
            (Marks::PURPLE, self.pila),                                             // VIR-SR11.1, VIR-R77
            (Marks::GREEN,  throws && has(Specials::TW_ROUND | Specials::TW_SQUARE)), // VIR-SR12.1, VIR-SR12.6, VIR-R78
            (Marks::SQUARE, throws && has(Specials::TW_SQUARE)),                    // VIR-SR12.2
            (Marks::YELLOW, fights && has(Specials::CAMELS | Specials::ELEPHANTS)), // VIR-SR17.1, VIR-R85, VIR-R87
            (Marks::CHARGE, self.charge),
            (Marks::FLANK,  self.aim == Aim::Flank),
            (Marks::PIKES,  has(Specials::PIKES | Specials::KONTOS)),               // VIR-R82
        ]
        .into_iter()
        .filter(|&(_, applies)| applies)
        .fold(Marks::empty(), |marks, (mark, _)| marks | mark)
    }

    pub fn value_sum(&self) -> Sum {
        Sum::of(self.value())
    }

    pub fn dice_sum(&self) -> Sum {
        Sum::of(self.dice())
    }

    /// VIR-5.1.2: each die at or below the value is a hit. VIR-5.5.1: each 6 hits a leader.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<Scored> {
        let value = total(self.value());
        // VIR-SR14.1: only against pikemen does it matter which hits are scored with a 1.
        let red = if self.against_pikes { 1..=1 } else { NO_FACE };
        let others = if self.against_pikes { 2..=value } else { 1..=value };
        let sixes = if self.leader_there { 6..=6 } else { NO_FACE };
        let pool = total(self.dice()) as usize;
        let ask = by.throws("VIR-5.1.1", "an attack");
        let [red, others, leader_hits] = dice.count(ask, pool, D6, [red, others, sixes])?;
        Ok(Scored { red: red as u8, others: others as u8, leader_hits: leader_hits as u8 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::profile;
    use acies_core::{Seat::Red, odds};

    fn attack(id: &str) -> Attack {
        let profile = profile(id).unwrap();
        Attack {
            profile,
            stands: profile.mv,
            blooded: false,
            formation: Formation::Open,
            aim: Aim::Here,
            with: With::Fv,
            charge: false,
            wood: false,
            rocky: false,
            hill_die: false,
            pila: false,
            joined: Joined::Nobody,
            against_pikes: false,
            leader_there: false,
        }
    }

    #[test]
    fn values() {
        let shoot = |id, aim| Attack { with: With::Sv, aim, ..attack(id) };
        let wood = |id| Attack { wood: true, ..attack(id) };
        let testudo = Attack { formation: Formation::Testudo, ..attack("legionaries") };
        for (attack, expected, rule) in [
            (attack("legionaries"), 3, "VIR-QS.1"),
            (shoot("light_archers", Aim::Front), 2, "VIR-5.3.6"),
            (shoot("mounted_archers", Aim::Flank), 2, "VIR-5.4.5"),
            (attack("warband"), 4, "VIR-SR1.1"),
            (Attack { blooded: true, ..attack("warband") }, 3, "VIR-SR1.1, VIR-R68"),
            (testudo, 2, "VIR-SR15.3"),
            (Attack { formation: Formation::Shieldwall, ..testudo }, 2, "VIR-SR16.1"),
            (wood("heavy_cavalry"), 1, "VIR-7.4"),
            (wood("elephants"), 1, "VIR-R18.2: all mounted"),
            (wood("legionaries"), 1, "VIR-7.6"),
            (wood("warband"), 4, "VIR-R61: medium infantry is not hindered"),
            (wood("javelineers"), 2, "VIR-R61"),
            (Attack { wood: true, ..shoot("mounted_archers", Aim::Flank) }, 2, "VIR-R61: not SV"),
            (Attack { rocky: true, ..attack("warband") }, 1, "VIR-SR8.1"),
            (Attack { rocky: true, ..shoot("light_archers", Aim::Front) }, 2, "VIR-R74: not SV"),
            (shoot("formed_bowmen", Aim::OverLight), 2, "VIR-SR13.3, VIR-R79"),
            (shoot("formed_bowmen", Aim::OverOthers), 1, "VIR-SR13.3"),
            (Attack { formation: Formation::Shieldwall, ..attack("lanciarii") }, 1, "VIR-R51"),
            (
                Attack { formation: Formation::Testudo, wood: true, ..attack("legionaries") },
                1,
                "VIR-R51",
            ),
        ] {
            assert_eq!(total(attack.value()), expected, "{}: {rule}", attack.profile.id);
        }
    }

    #[test]
    fn dice() {
        let hill = Attack { hill_die: true, ..attack("warriors") };
        let led = Attack { joined: Joined::Leader, ..attack("warriors") };
        for (attack, expected, rule) in [
            (attack("warriors"), 3, "VIR-5.1.1"),
            (Attack { stands: 1, ..attack("warriors") }, 1, "VIR-5.1.1: current stands"),
            (hill, 4, "VIR-7.1"),
            (led, 4, "VIR-SR18.2"),
            (Attack { joined: Joined::Hero, ..attack("warriors") }, 5, "VIR-SR18.3"),
            (Attack { joined: Joined::Hero, ..hill }, 6, "VIR-R51: both"),
            (Attack { aim: Aim::Flank, ..led }, 3, "VIR-R86.2: only in his own area"),
        ] {
            assert_eq!(total(attack.dice()), expected, "{rule}");
        }
    }

    #[test]
    fn kinds_of_hits() {
        let charging = |id| Attack { charge: true, ..attack(id) };
        let flank = |id| Attack { aim: Aim::Flank, with: With::Sv, ..attack(id) };
        for (attack, expected, rule) in [
            (attack("veteran_auxiliaries"), "plain", "VIR-SR.T"),
            (attack("falxmen"), "blue", "VIR-SR10.1"),
            (charging("falxmen"), "blue+charge", "VIR-R76"),
            (attack("legionaries"), "plain", "VIR-R77: pila are a choice"),
            (Attack { pila: true, ..charging("legionaries") }, "purple+charge", "VIR-SR11.1"),
            (attack("javelineers"), "green", "VIR-SR12.1, VIR-R78"),
            (attack("slingers"), "green_square", "VIR-SR12.2"),
            (charging("javelineers"), "charge", "VIR-SR12.6"),
            (flank("scorpions"), "green_square+flank", "VIR-R78"),
            (attack("dromedarii"), "yellow", "VIR-SR17.1, VIR-R85"),
            (charging("elephants"), "yellow+charge", "VIR-R87"),
            (attack("hoplites"), "from_pikes", "VIR-SR14.5"),
            (charging("companions"), "charge+from_pikes", "VIR-R82"),
            (attack("dromedary_cataphracts"), "yellow+from_pikes", "VIR-R75: all that apply"),
        ] {
            assert_eq!(attack.marks().words(), expected, "{}: {rule}", attack.profile.id);
        }
    }

    #[test]
    fn hits_are_scored() {
        let legion = attack("legionaries");
        let pikes = Attack { against_pikes: true, ..legion };
        let leader = Attack { leader_there: true, ..legion };
        for (attack, faces, red, others, leader_hits, rule) in [
            (legion, [1, 3, 4, 6], 0, 2, 0, "VIR-5.1.2"),
            (pikes, [1, 1, 3, 4], 2, 1, 0, "VIR-SR14.1"),
            (leader, [6, 6, 1, 2], 0, 2, 2, "VIR-5.5.1, VIR-R52"),
        ] {
            let mut dice = Dice::scripted(faces);
            let scored = attack.throw(Red, &mut dice).unwrap();
            assert_eq!(scored, Scored { red, others, leader_hits }, "{rule}");
            assert!(dice.is_spent());
        }
    }

    #[test]
    fn odds_worked_out_by_hand() {
        // Four dice at 3 or less: binomial with 1/2; exactly two hits in 6 of 16 (VIR-5.1.2).
        let hits = odds(|dice| Ok(attack("legionaries").throw(Red, dice)?.hits()));
        assert_eq!(hits.chance(|&n| n == 2).to_string(), "3/8");
        // Into an area with pikemen: no red hit in 5/6 ^ 4 (VIR-SR14.1).
        let pikes = Attack { against_pikes: true, ..attack("legionaries") };
        let red = odds(|dice| Ok(pikes.throw(Red, dice)?.red));
        assert_eq!(red.chance(|&n| n == 0).to_string(), "625/1296");
        // A leader there: no 6 on four dice (VIR-5.5.1).
        let leader = Attack { leader_there: true, ..attack("legionaries") };
        let sixes = odds(|dice| Ok(leader.throw(Red, dice)?.leader_hits));
        assert_eq!(sixes.chance(|&n| n == 0).to_string(), "625/1296");
    }

    #[test]
    fn explanation() {
        let eager =
            Attack { rocky: true, hill_die: true, joined: Joined::Hero, ..attack("warband") };
        insta::assert_snapshot!(eager.value_sum(), @r"
        +3 fighting value [VIR-QS.23]
        +1 impetuous, no loss yet [VIR-SR1.1]
        at most 1: rocky ground [VIR-SR8.1]
        = 1
        ");
        insta::assert_snapshot!(eager.dice_sum(), @r"
        +4 one a stand [VIR-5.1.1]
        +1 defending a hill [VIR-7.1]
        +2 hero [VIR-SR18.3]
        = 7
        ");
    }
}
