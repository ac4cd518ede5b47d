//! A unit as it is on the roster: type, quality, abilities and weapon, what follows from them, and what they cost
//! (ADLG-QUA, ADLG-R15; RULES.md 5.1).

use Category::*;
use acies_core::{Row, RuleId, add, always};
use serde::{Deserialize, Serialize};

use crate::units::{
    Category, Kind, Traits,
    abilities::{Abilities, Weapon},
};

/// ADLG-QUA.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    Mediocre,
    #[default]
    Ordinary,
    Elite,
}

impl Quality {
    /// ADLG-QUA.1 to .3: what becomes of a die before any other modifier.
    pub fn on(self, die: i32) -> i32 {
        match (self, die) {
            (Quality::Elite, 1..=3) => die + 1,
            (Quality::Mediocre, 4..=6) => die - 1,
            _ => die,
        }
    }

    /// The same as a row. `lowered` is the rule by which a unit counts as one quality lower, if one does.
    pub fn row(self, face: u8, lowered: Option<RuleId>) -> Option<Row> {
        let change = |quality: Quality| quality.on(face.into()) - i32::from(face);
        match lowered.filter(|_| self.lowered() != self) {
            None if self == Quality::Elite => add("ADLG-QUA.2", always(), change(self), "Elite"),
            None => add("ADLG-QUA.3", always(), change(self), "Mediocre"),
            Some(rule) if self == Quality::Elite => {
                add("ADLG-QUA.2", always().unless(true, rule), change(self), "Elite")
            }
            Some(rule) => add(rule, always(), change(self.lowered()), "one quality lower"),
        }
    }

    /// ADLG-ABI.25, ADLG-ABI.26: one quality lower. ADLG-R142: Mediocre stays so.
    pub fn lowered(self) -> Quality {
        match self {
            Quality::Elite => Quality::Ordinary,
            Quality::Ordinary | Quality::Mediocre => Quality::Mediocre,
        }
    }

    /// What files and notation call it.
    pub fn word(self) -> &'static str {
        match self {
            Quality::Mediocre => "mediocre",
            Quality::Ordinary => "ordinary",
            Quality::Elite => "elite",
        }
    }
}

/// A unit as it is on the roster: what it is for the whole battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    pub kind: Kind,
    #[serde(default)]
    pub quality: Quality,
    /// Those of its type included.
    #[serde(default)]
    pub abilities: Abilities,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Weapon>,
}

impl Profile {
    /// An Ordinary unit of a type, without anything bought.
    pub fn plain(kind: Kind) -> Self {
        let Traits { abilities, weapon } = kind.row().has;
        let mut profile = Profile { kind, quality: Quality::Ordinary, abilities, weapon };
        profile.follow_up();
        profile
    }

    /// A unit of a type with what is bought for it.
    pub fn with(kind: Kind, quality: Quality, bought: Traits) -> Self {
        let plain = Profile::plain(kind);
        let mut abilities = plain.abilities | bought.abilities;
        if bought.abilities.contains(Abilities::HEAVY_ARMOUR) {
            abilities.remove(Abilities::ARMOUR);
        }
        let weapon = bought.weapon.or(plain.weapon);
        let mut profile = Profile { kind, quality, abilities, weapon };
        profile.follow_up();
        profile
    }

    /// Abilities that follow from a weapon. RULES.md 5.2: on LI, LH and javelinmen javelins are the
    /// Javelin ability too. A bow on MI or HI makes a Mixed unit, half a bow is a bow.
    fn follow_up(&mut self) {
        let throws = self.weapon == Some(Weapon::Javelin);
        if throws && matches!(self.category(), Li | Lh | Lmi) {
            self.abilities |= Abilities::JAVELIN;
        }
        if self.weapon.is_some_and(Weapon::is_bow_like) && matches!(self.category(), Mi | Hi) {
            self.abilities |= Abilities::MIXED;
        }
        if self.has(Abilities::HALF_BOW) && self.weapon.is_none() {
            self.weapon = Some(Weapon::Bow);
        }
        if self.has(Abilities::INCENDIARY) && self.weapon.is_none() && self.category() == Li {
            self.weapon = Some(Weapon::Incendiary);
        }
    }

    /// The category of its type.
    pub fn category(&self) -> Category {
        self.kind.category()
    }

    /// Whether it has any of these.
    pub fn has(&self, any: Abilities) -> bool {
        self.abilities.intersects(any)
    }

    /// Cohesion points when nothing is lost (ADLG-R8).
    pub fn cohesion(&self) -> u8 {
        self.kind.row().cohesion
    }

    /// RULES.md 1: none 0, Armour 1, Heavy armour 2.
    pub fn armour(&self) -> i32 {
        match () {
            () if self.has(Abilities::HEAVY_ARMOUR) => 2,
            () if self.has(Abilities::ARMOUR) => 1,
            () => 0,
        }
    }

    /// ADLG-R130: whether it owns Impact, by whichever name.
    pub fn owns_impact(&self) -> bool {
        self.has(Abilities::IMPACT | Abilities::HALF_BOW | Abilities::IMPETUOUS)
    }

    /// ADLG-DIF.3, ADLG-ABI.14(a).
    pub fn is_unmanoeuvrable(&self) -> bool {
        self.has(Abilities::IMPETUOUS)
            || matches!(self.category(), El | Wwg | Sch)
            || matches!(self.kind, Kind::Levies | Kind::HeavyArtillery)
    }

    /// ADLG-UNC.1, ADLG-ABI.14(b): liable to uncontrolled charges.
    pub fn may_charge_uncontrolled(&self) -> bool {
        self.has(Abilities::IMPETUOUS) || self.category() == Sch
    }

    /// ADLG-EVA.1, ADLG-ABI.12, ADLG-R93.
    pub fn can_evade(&self) -> bool {
        match self.category() {
            Li | Lh => true,
            Lmi => self.kind == Kind::Javelinmen,
            Cv => !self.has(Abilities::IMPACT | Abilities::IMPETUOUS),
            Mi | Hi | Wwg | Art | Hch | Ct | Kn | El | Sch => false,
        }
    }

    /// ADLG-CHG.1.
    pub fn may_charge(&self) -> bool {
        match self.category() {
            Art => false,
            Wwg => self.has(Abilities::BLADES),
            _ => !self.is_expendable_levy(),
        }
    }

    /// ADLG-CHG.1, ADLG-R65, ADLG-R115, ADLG-R148: not for charges, supports and pursuits.
    pub fn is_expendable_levy(&self) -> bool {
        self.kind == Kind::Levies && self.has(Abilities::EXPENDABLE)
    }

    /// ADLG-R115: whether it supports others in melee, in either way.
    pub fn gives_support(&self) -> bool {
        !matches!(self.category(), Art | Wwg) && !self.is_expendable_levy()
    }

    /// ADLG-RAL.1, ADLG-ABI.23(c).
    pub fn may_rally(&self) -> bool {
        self.category() != El && !self.has(Abilities::EXPENDABLE)
    }

    /// ADLG-R15, ADLG-R166 and RULES.md 5.1: base, quality, abilities and weapon.
    pub fn cost(&self) -> i32 {
        let row = self.kind.row();
        let bought = self.abilities - row.has.abilities;
        let abilities: i32 = bought.iter().map(|ability| self.price(ability)).sum();
        let weapon = self.weapon.filter(|&weapon| row.has.weapon != Some(weapon));
        row.cost + self.quality_price() + abilities + weapon.map_or(0, |it| self.weapon_price(it))
    }

    fn quality_price(&self) -> i32 {
        match self.quality {
            Quality::Ordinary => 0,
            Quality::Elite => match self.category() {
                Li | Lh => 1,
                El => 3,
                _ => 2,
            },
            Quality::Mediocre => match self.kind {
                Kind::LightInfantry | Kind::Levies => -1,
                Kind::Pikemen | Kind::Elephant => -3,
                _ => -2,
            },
        }
    }

    fn price(&self, ability: Abilities) -> i32 {
        match ability {
            Abilities::IMPETUOUS => i32::from(self.kind == Kind::Levies),
            Abilities::HALF_BOW | Abilities::ARMOUR => 2,
            // What the type has as Armour is not paid for again.
            Abilities::HEAVY_ARMOUR
                if self.kind.row().has.abilities.contains(Abilities::ARMOUR) =>
            {
                1
            }
            Abilities::HEAVY_ARMOUR => 3,
            Abilities::EXPENDABLE => -1,
            // Javelins and a bow are paid for as weapons.
            Abilities::JAVELIN | Abilities::MIXED => 0,
            _ => 1,
        }
    }

    fn weapon_price(&self, weapon: Weapon) -> i32 {
        match (self.category(), weapon) {
            (Cv, Weapon::Javelin) => 1,
            (Cv, _) if self.has(Abilities::HALF_BOW) => 0,
            (Cv, _) => 2,
            (Mi | Hi, Weapon::Atlatl) => 1,
            (Mi | Hi, Weapon::Longbow) => 4,
            (Mi | Hi, _) => 3,
            (_, Weapon::Longbow) => 1,
            _ => 0,
        }
    }

    /// What cannot be bought for a unit of this type, and why not.
    pub fn misfit(&self) -> Option<&'static str> {
        use Abilities as A;
        let category = self.category();
        let bought = self.abilities - self.kind.row().has.abilities;
        let close = matches!(category, Lmi | Mi | Hi);
        let horse = matches!(category, Lh | Cv | Hch | Ct | Kn);
        #[rustfmt::skip]
        let rows = [
            (A::HALF_BOW,        category == Cv,                  "half a bow is for cavalry"),
            (A::IMPACT,          close || horse,                  "Impact is for close foot and horsemen"),
            (A::IMPETUOUS,       close || horse,                  "Impetuous are close foot and horsemen"),
            (A::TWO_HANDED,      close,                           "two-handed weapons are for close foot"),
            (A::POLEARM,         close,                           "polearms are for close foot"),
            (A::MISSILE_SUPPORT, matches!(category, Mi | Hi),     "missile support is for medium and heavy foot"),
            (A::PAVISE,          close,                           "pavises are for close foot"),
            (A::STAKES,          close,                           "stakes are for close foot"),
            (A::BLADES,          category == Wwg,                 "blades are for war wagons"),
            (A::ARMOUR,          !matches!(category, Wwg | Art),  "wagons and engines wear no armour"),
            (A::HEAVY_ARMOUR,    !matches!(category, Wwg | Art),  "wagons and engines wear no armour"),
        ];
        let misfit = rows.into_iter().find(|(ability, fits, _)| bought.contains(*ability) && !fits);
        misfit.map(|(.., why)| why).or_else(|| self.weapon_misfit())
    }

    /// ADLG-RNG.T1 has no range for such a shooter.
    fn weapon_misfit(&self) -> Option<&'static str> {
        let armed = self.weapon.is_none() || self.range_ud().is_some();
        (!armed).then_some("no such shooter is in the table of ranges")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::word;

    #[test]
    fn who_evades_charges_rallies_and_is_hard_to_handle() {
        let unit = |text: &str| word::profile(text).unwrap();
        for (text, evades, rule) in [
            ("light_infantry", true, "ADLG-EVA.1"),
            ("light_cavalry impetuous", true, "ADLG-R93"),
            ("javelinmen", true, "ADLG-EVA.1"),
            ("bowmen", false, "ADLG-EVA.1"),
            ("heavy_cavalry", true, "ADLG-EVA.1"),
            ("heavy_cavalry impact", false, "ADLG-EVA.1"),
            ("heavy_cavalry impact_half_bow", true, "ADLG-ABI.12"),
            ("light_chariot impetuous", false, "ADLG-EVA.1"),
            ("cataphract", false, "ADLG-R93"),
            ("elephant", false, "ADLG-R93"),
            ("scythed_chariot", false, "ADLG-R93"),
        ] {
            assert_eq!(unit(text).can_evade(), evades, "{rule}: {text}");
        }
        for (text, charges) in [
            ("war_wagon", false),
            ("war_wagon blades", true),
            ("heavy_artillery", false),
            ("levies", true),
            ("levies expendable", false),
            ("scythed_chariot expendable", true),
        ] {
            assert_eq!(unit(text).may_charge(), charges, "ADLG-CHG.1: {text}");
        }
        for (text, rallies) in
            [("elephant", false), ("levies expendable", false), ("pikemen", true)]
        {
            assert_eq!(unit(text).may_rally(), rallies, "ADLG-RAL.1, ADLG-ABI.23(c): {text}");
        }
        for (text, unmanoeuvrable) in [
            ("medium_swordsmen impetuous", true),
            ("elephant", true),
            ("levies", true),
            ("war_wagon", true),
            ("heavy_artillery", true),
            ("light_artillery", false),
            ("scythed_chariot", true),
            ("pikemen", false),
        ] {
            assert_eq!(unit(text).is_unmanoeuvrable(), unmanoeuvrable, "ADLG-DIF.3: {text}");
        }
        assert!(unit("heavy_swordsmen impetuous").may_charge_uncontrolled(), "ADLG-ABI.14(b)");
        assert!(unit("scythed_chariot").may_charge_uncontrolled(), "ADLG-UNC.1");
        assert!(!unit("heavy_swordsmen impact").may_charge_uncontrolled(), "ADLG-UNC.1");
    }

    #[test]
    fn costs() {
        // ADLG-R15: rows of the table 5.1 that no army list has.
        for (text, cost) in [
            ("light_infantry incendiary", 5),
            ("light_infantry mediocre javelin", 3),
            ("light_cavalry elite bow", 7),
            ("bowmen longbow", 8),
            ("bowmen pavise stakes", 9),
            ("medium_swordsmen atlatl", 7),
            ("heavy_spearmen bow", 11),
            ("heavy_cavalry impact_half_bow", 11),
            ("medium_cavalry crossbow", 9),
            ("heavy_swordsmen heavy_armour polearm", 12),
            ("heavy_cavalry heavy_armour", 10),
            ("levies impetuous", 4),
            ("elephant elite", 16),
            ("pikemen mediocre", 8),
            ("scythed_chariot expendable", 2),
            ("war_wagon blades crossbow", 11),
            ("cataphract", 11),
            ("foot_knights", 12),
        ] {
            assert_eq!(word::profile(text).unwrap().cost(), cost, "{text}");
        }
    }

    #[test]
    fn abilities_fit_their_type() {
        for text in ["elephant pavise", "heavy_knight 2hw", "war_wagon armour", "pikemen sling"] {
            assert!(word::profile(text).unwrap().misfit().is_some(), "{text}");
        }
        for text in ["bowmen stakes pavise", "medium_swordsmen atlatl", "heavy_cavalry javelin"] {
            assert_eq!(word::profile(text).unwrap().misfit(), None, "{text}");
        }
    }

    #[test]
    fn quality_changes_the_die() {
        // ADLG-QUA.1 to .3.
        let faces = |quality: Quality| [1, 2, 3, 4, 5, 6].map(|die| quality.on(die));
        assert_eq!(faces(Quality::Elite), [2, 3, 4, 4, 5, 6], "ADLG-QUA.2");
        assert_eq!(faces(Quality::Ordinary), [1, 2, 3, 4, 5, 6]);
        assert_eq!(faces(Quality::Mediocre), [1, 2, 3, 3, 4, 5], "ADLG-QUA.3");
        assert_eq!(Quality::Elite.lowered(), Quality::Ordinary, "ADLG-ABI.26");
        assert_eq!(Quality::Mediocre.lowered(), Quality::Mediocre, "ADLG-R142");
        let row = |quality: Quality, face, lowered: Option<RuleId>| {
            quality.row(face, lowered).map(|row| row.to_string()).unwrap_or_default()
        };
        assert_eq!(row(Quality::Elite, 3, None), "+1 Elite [ADLG-QUA.2]");
        assert_eq!(row(Quality::Elite, 4, None), "", "ADLG-QUA.2");
        assert_eq!(row(Quality::Mediocre, 4, None), "-1 Mediocre [ADLG-QUA.3]");
        assert_eq!(row(Quality::Ordinary, 1, None), "", "ADLG-QUA.1");
        let mixed = Some("ADLG-ABI.26");
        assert_eq!(row(Quality::Elite, 1, mixed), "+1 Elite [ADLG-QUA.2, struck by ADLG-ABI.26]");
        assert_eq!(row(Quality::Ordinary, 6, mixed), "-1 one quality lower [ADLG-ABI.26]");
        assert_eq!(row(Quality::Mediocre, 6, mixed), "-1 Mediocre [ADLG-QUA.3]", "ADLG-R142");
    }
}
