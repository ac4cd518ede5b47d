//! Types of units and their categories (RULES.md 1, 3.3; ADLG-UNI.T1, ADLG-UNI.T2): size, moves, and the combat factor
//! against each enemy.

use std::sync::LazyLock;

use acies_core::RuleId;
use acies_table::{Length, Size};
use serde::{Deserialize, Serialize};

use crate::{files::data, terrain::Going, units::Traits};

use Category::*;

/// A type of unit: a row of ADLG-UNI.T1 or ADLG-UNI.T2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    LightInfantry,
    Javelinmen,
    Bowmen,
    Crossbowmen,
    Handgunners,
    MediumSwordsmen,
    MediumSpearmen,
    HeavySwordsmen,
    HeavySpearmen,
    FootKnights,
    Pikemen,
    Levies,
    WarWagon,
    LightArtillery,
    MediumArtillery,
    HeavyArtillery,
    LightCavalry,
    LightCamelry,
    MediumCavalry,
    LightChariot,
    MediumCamelry,
    HeavyCavalry,
    HeavyChariot,
    Cataphract,
    CataphractCamelry,
    MediumKnight,
    HeavyKnight,
    Elephant,
    ScythedChariot,
}

/// The categories by which rules speak of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Light infantry.
    Li,
    /// Light-medium infantry: javelinmen, bowmen, crossbowmen, handgunners.
    Lmi,
    /// Medium infantry.
    Mi,
    /// Heavy infantry.
    Hi,
    /// War wagons.
    Wwg,
    /// Artillery.
    Art,
    /// Light horse: light cavalry and light camelry.
    Lh,
    /// Cavalry: medium and heavy, light chariots, medium camelry.
    Cv,
    /// Heavy chariots.
    Hch,
    /// Cataphracts.
    Ct,
    /// Knights.
    Kn,
    /// Elephants.
    El,
    /// Scythed chariots.
    Sch,
}

/// ADLG-R1: the width of every base.
const WIDTH: Length = Length::new(1.0);

/// No unit has a larger radius: that of a war wagon, the deepest (ADLG-R2), and a little more.
pub const RADIUS_MOST: Length = Length::new(1.25);

/// From the centres of bases to their corners: asked for every body that may be near another.
static RADII: LazyLock<[Length; 29]> = LazyLock::new(|| {
    Kind::ALL.map(|kind| {
        // The diagonal of the half base, which is wider than deep or the other way round: the longer half
        // and three sevenths of the shorter are never less.
        let [width, depth] = [WIDTH, kind.row().depth].map(|it| it.steps() / 2 + 1);
        Length::from_steps(width.max(depth) + width.min(depth) * 3 / 7 + 1)
    })
});

/// What every unit of a type has: its line in `types.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Type {
    pub id: Kind,
    pub name: String,
    /// The rule of its combat factor.
    pub rule: String,
    pub category: Category,
    /// Without armour.
    pub protection: i32,
    /// Cohesion points at the start.
    pub cohesion: u8,
    /// Abilities and weapon that every unit of the type has.
    #[serde(default)]
    pub has: Traits,
    /// ADLG-R2: from front to rear, in UD. All bases are 1 UD wide.
    pub depth: Length,
    pub moves: Moves,
    /// Of an Ordinary unit, with what it always has.
    pub cost: i32,
}

/// ADLG-MVT.T1: UD in each kind of going; nothing where it may not enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    pub open: u8,
    pub rough: u8,
    pub difficult: Option<u8>,
}

impl Kind {
    /// All types, in the order of `types.toml`.
    pub const ALL: [Kind; 29] = [
        Kind::LightInfantry,
        Kind::Javelinmen,
        Kind::Bowmen,
        Kind::Crossbowmen,
        Kind::Handgunners,
        Kind::MediumSwordsmen,
        Kind::MediumSpearmen,
        Kind::HeavySwordsmen,
        Kind::HeavySpearmen,
        Kind::FootKnights,
        Kind::Pikemen,
        Kind::Levies,
        Kind::WarWagon,
        Kind::LightArtillery,
        Kind::MediumArtillery,
        Kind::HeavyArtillery,
        Kind::LightCavalry,
        Kind::LightCamelry,
        Kind::MediumCavalry,
        Kind::LightChariot,
        Kind::MediumCamelry,
        Kind::HeavyCavalry,
        Kind::HeavyChariot,
        Kind::Cataphract,
        Kind::CataphractCamelry,
        Kind::MediumKnight,
        Kind::HeavyKnight,
        Kind::Elephant,
        Kind::ScythedChariot,
    ];

    /// What all units of the type have.
    pub fn row(self) -> &'static Type {
        &data::types()[self as usize]
    }

    /// Its category.
    pub fn category(self) -> Category {
        self.row().category
    }

    /// The word that players type.
    pub fn word(self) -> &'static str {
        data::type_words()[self as usize]
    }

    /// ADLG-R1, ADLG-R2: 1 UD wide, as deep as its type.
    pub fn size(self) -> Size {
        Size { width: WIDTH, depth: self.row().depth }
    }

    /// From the centre of a base to its corners, and a little more.
    pub fn radius(self) -> Length {
        RADII[self as usize]
    }

    /// ADLG-R3.
    pub fn is_mounted(self) -> bool {
        self.category().is_mounted()
    }

    /// ADLG-R3, ADLG-R135: foot, war wagons and artillery included.
    pub fn is_foot(self) -> bool {
        !self.is_mounted()
    }

    /// ADLG-R3: LI and LH.
    pub fn is_light(self) -> bool {
        matches!(self.category(), Li | Lh)
    }

    /// ADLG-R4: medium and heavy spearmen.
    pub fn is_spearmen(self) -> bool {
        matches!(self, Kind::MediumSpearmen | Kind::HeavySpearmen)
    }

    /// ADLG-UNI.7(b), ADLG-UNI.10, ADLG-UNI.11: marks * and @.
    pub fn has_long_spears(self) -> bool {
        self.is_spearmen() || self == Kind::Pikemen
    }

    /// ADLG-R4, ADLG-UNI.7(a), ADLG-UNI.8, ADLG-UNI.9: mark **.
    pub fn is_swordsmen(self) -> bool {
        matches!(self, Kind::MediumSwordsmen | Kind::HeavySwordsmen | Kind::FootKnights)
    }

    /// Whoever rides camels.
    pub fn is_camelry(self) -> bool {
        matches!(self, Kind::LightCamelry | Kind::MediumCamelry | Kind::CataphractCamelry)
    }

    /// ADLG-R4: every mounted unit except camels and elephants.
    pub fn is_horse(self) -> bool {
        self.is_mounted() && !self.is_camelry() && self != Kind::Elephant
    }

    /// Bowmen, crossbowmen and handgunners (ADLG-UNI.4).
    pub fn is_missile_foot(self) -> bool {
        matches!(self, Kind::Bowmen | Kind::Crossbowmen | Kind::Handgunners)
    }

    /// ADLG-R4: whether its open-terrain allowance is less; heavy foot counts 2.
    pub fn is_slower_than(self, other: Kind) -> bool {
        self.row().moves.open < other.row().moves.open
    }

    /// ADLG-UNI.1 to .24 without their first-round parts: what it is worth in melee against an enemy,
    /// and the rule that says so. ADLG-R116: so much is a melee support worth, before its +1.
    #[rustfmt::skip]
    pub fn factor(self, against: &Opponent) -> (RuleId, i32) {
        let enemy = against.kind.category();
        let in_the_open = against.going == Going::Open;
        let is_mounted = against.kind.is_mounted();
        match self.category() {
            Li => ("ADLG-UNI.1", 0),
            Lmi if self == Kind::Javelinmen => ("ADLG-UNI.3", match enemy {
                Li | Lh | El | Sch => 1,
                _ => 0,
            }),
            Lmi => ("ADLG-UNI.4", match enemy {
                Li | Lh => 1,
                _ => 0,
            }),
            Mi => ("ADLG-UNI.6", match enemy {
                Ct | Hch | Kn => 0,
                _ => 1,
            }),
            Hi if self == Kind::Pikemen => ("ADLG-UNI.11", 2),
            Hi if self == Kind::Levies => ("ADLG-UNI.12", match enemy {
                Li | Lmi | Lh => 1,
                _ => 0,
            }),
            Hi => {
                let rule = match self {
                    Kind::FootKnights => "ADLG-UNI.9",
                    Kind::HeavySpearmen => "ADLG-UNI.10",
                    _ => "ADLG-UNI.8",
                };
                (rule, match enemy {
                    Lmi if in_the_open => 2,
                    Lh => 2,
                    _ => 1,
                })
            }
            Wwg if enemy == El && against.blades => ("ADLG-UNI.29", 2),
            Wwg => ("ADLG-UNI.13", match enemy {
                El => 0,
                Li => 1,
                _ if is_mounted => 2,
                _ => 0,
            }),
            Art => ("ADLG-UNI.15", 0),
            Lh => ("ADLG-UNI.17", match enemy {
                Li if in_the_open => 1,
                _ => 0,
            }),
            Cv if enemy == Hi && against.kind != Kind::Levies => {
                ("ADLG-UNI.19", i32::from(against.on_flank_or_rear))
            }
            Cv => ("ADLG-UNI.18", match enemy {
                Li | Lmi | Mi | Hi => 1,
                _ if is_mounted => 1,
                _ => 0,
            }),
            Hch | Ct => ("ADLG-UNI.21", match enemy {
                Lmi | Lh => 2,
                Wwg => 0,
                _ => 1,
            }),
            Kn => ("ADLG-UNI.22", match enemy {
                Lmi | Lh | Cv => 2,
                Wwg => 0,
                _ => 1,
            }),
            El => ("ADLG-UNI.23", if is_mounted { 2 } else { 1 }),
            Sch => ("ADLG-UNI.24", 0),
        }
    }
}

/// An enemy, as far as a combat factor against it is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub kind: Kind,
    /// What it stands in (ADLG-R136).
    pub going: Going,
    /// Whether it is attacked on its flank or rear (ADLG-UNI.19).
    pub on_flank_or_rear: bool,
    /// Whether the unit that fights it is a war wagon with blades (ADLG-UNI.29).
    pub blades: bool,
}

impl Category {
    /// ADLG-R3.
    pub fn is_mounted(self) -> bool {
        matches!(self, Lh | Cv | Hch | Ct | Kn | El | Sch)
    }

    /// As the rulebook abbreviates it.
    pub fn word(self) -> &'static str {
        match self {
            Li => "LI",
            Lmi => "LMI",
            Mi => "MI",
            Hi => "HI",
            Wwg => "WWg",
            Art => "Art",
            Lh => "LH",
            Cv => "Cv",
            Hch => "HCh",
            Ct => "Ct",
            Kn => "Kn",
            El => "El",
            Sch => "SCh",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Profile;

    #[test]
    fn radii_reach_the_corners() {
        for kind in Kind::ALL {
            let Size { width, depth } = kind.size();
            let corner = (width.get().powi(2) + depth.get().powi(2)).sqrt() / 2.0;
            assert!(kind.radius().get() >= corner, "{kind:?}");
            assert!(kind.radius() <= RADIUS_MOST, "{kind:?}");
        }
    }

    fn factor(kind: Kind, enemy: Kind) -> i32 {
        against(kind, enemy, Going::Open)
    }

    fn against(kind: Kind, enemy: Kind, going: Going) -> i32 {
        let opponent = Opponent { kind: enemy, going, on_flank_or_rear: false, blades: false };
        kind.factor(&opponent).1
    }

    /// The factors of a type against one enemy of each category, in the order of [`Category`], the
    /// enemy standing in the open. Of LMI the bowmen, of MI the swordsmen, of HI the heavy swordsmen.
    #[test]
    fn factors_are_those_of_the_tables() {
        use Kind::*;
        const ENEMIES: [Kind; 13] = [
            LightInfantry,
            Bowmen,
            MediumSwordsmen,
            HeavySwordsmen,
            WarWagon,
            LightArtillery,
            LightCavalry,
            MediumCavalry,
            HeavyChariot,
            Cataphract,
            HeavyKnight,
            Elephant,
            ScythedChariot,
        ];
        #[rustfmt::skip]
        let rows = [
            //                                  LI LMI MI HI WWg Art LH Cv HCh Ct Kn El SCh
            ("ADLG-UNI.1",  LightInfantry,     [0, 0,  0, 0, 0,  0,  0, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.3",  Javelinmen,        [1, 0,  0, 0, 0,  0,  1, 0, 0,  0, 0, 1, 1]),
            ("ADLG-UNI.4",  Bowmen,            [1, 0,  0, 0, 0,  0,  1, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.4",  Crossbowmen,       [1, 0,  0, 0, 0,  0,  1, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.4",  Handgunners,       [1, 0,  0, 0, 0,  0,  1, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.6",  MediumSwordsmen,   [1, 1,  1, 1, 1,  1,  1, 1, 0,  0, 0, 1, 1]),
            ("ADLG-UNI.6",  MediumSpearmen,    [1, 1,  1, 1, 1,  1,  1, 1, 0,  0, 0, 1, 1]),
            ("ADLG-UNI.8",  HeavySwordsmen,    [1, 2,  1, 1, 1,  1,  2, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.9",  FootKnights,       [1, 2,  1, 1, 1,  1,  2, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.10", HeavySpearmen,     [1, 2,  1, 1, 1,  1,  2, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.11", Pikemen,           [2, 2,  2, 2, 2,  2,  2, 2, 2,  2, 2, 2, 2]),
            ("ADLG-UNI.12", Levies,            [1, 1,  0, 0, 0,  0,  1, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.13", WarWagon,          [1, 0,  0, 0, 0,  0,  2, 2, 2,  2, 2, 0, 2]),
            ("ADLG-UNI.15", LightArtillery,    [0, 0,  0, 0, 0,  0,  0, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.17", LightCavalry,      [1, 0,  0, 0, 0,  0,  0, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.17", LightCamelry,      [1, 0,  0, 0, 0,  0,  0, 0, 0,  0, 0, 0, 0]),
            ("ADLG-UNI.18", MediumCavalry,     [1, 1,  1, 0, 0,  0,  1, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.18", LightChariot,      [1, 1,  1, 0, 0,  0,  1, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.18", MediumCamelry,     [1, 1,  1, 0, 0,  0,  1, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.18", HeavyCavalry,      [1, 1,  1, 0, 0,  0,  1, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.21", HeavyChariot,      [1, 2,  1, 1, 0,  1,  2, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.21", Cataphract,        [1, 2,  1, 1, 0,  1,  2, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.21", CataphractCamelry, [1, 2,  1, 1, 0,  1,  2, 1, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.22", MediumKnight,      [1, 2,  1, 1, 0,  1,  2, 2, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.22", HeavyKnight,       [1, 2,  1, 1, 0,  1,  2, 2, 1,  1, 1, 1, 1]),
            ("ADLG-UNI.23", Elephant,          [1, 1,  1, 1, 1,  1,  2, 2, 2,  2, 2, 2, 2]),
            ("ADLG-UNI.24", ScythedChariot,    [0, 0,  0, 0, 0,  0,  0, 0, 0,  0, 0, 0, 0]),
        ];
        for (rule, kind, expected) in rows {
            assert_eq!(ENEMIES.map(|enemy| factor(kind, enemy)), expected, "{rule}: {kind:?}");
        }
    }

    #[test]
    fn factors_that_hang_on_the_enemys_place() {
        use Kind::*;
        // ADLG-UNI.8, ADLG-UNI.10: LMI only in the open, LH anywhere.
        assert_eq!(against(HeavySwordsmen, Javelinmen, Going::Rough), 1);
        assert_eq!(against(HeavySpearmen, LightCavalry, Going::Rough), 2);
        // ADLG-UNI.17.
        assert_eq!(against(LightCavalry, LightInfantry, Going::Difficult), 0);
        // ADLG-UNI.18, ADLG-UNI.19: Levies always, other HI only on the flank or rear.
        let hit = |enemy, on_flank_or_rear| {
            let opponent =
                Opponent { kind: enemy, going: Going::Open, on_flank_or_rear, blades: false };
            HeavyCavalry.factor(&opponent)
        };
        assert_eq!(hit(Levies, false), ("ADLG-UNI.18", 1));
        assert_eq!(hit(Levies, true), ("ADLG-UNI.18", 1));
        assert_eq!(hit(Pikemen, false), ("ADLG-UNI.19", 0));
        assert_eq!(hit(Pikemen, true), ("ADLG-UNI.19", 1));
        // ADLG-UNI.29(a).
        let elephants =
            Opponent { kind: Elephant, going: Going::Open, on_flank_or_rear: false, blades: true };
        assert_eq!(WarWagon.factor(&elephants), ("ADLG-UNI.29", 2));
    }

    #[test]
    fn types_have_the_values_of_the_tables() {
        use Kind::*;
        // ADLG-UNI.T1, ADLG-UNI.T2: protection as printed (armour included), cohesion.
        // ADLG-R2: depth. ADLG-MVT.T1: moves.
        #[rustfmt::skip]
        let rows = [
            (LightInfantry,     Li,  1, 2, 0.5,  (3, 3, Some(3))),
            (Javelinmen,        Lmi, 1, 3, 1.0,  (3, 3, Some(2))),
            (Bowmen,            Lmi, 0, 3, 1.0,  (3, 3, Some(2))),
            (Crossbowmen,       Lmi, 0, 3, 1.0,  (3, 3, Some(2))),
            (Handgunners,       Lmi, 0, 3, 1.0,  (3, 3, Some(2))),
            (MediumSwordsmen,   Mi,  1, 3, 1.0,  (3, 3, Some(2))),
            (MediumSpearmen,    Mi,  1, 3, 1.0,  (3, 3, Some(2))),
            (HeavySwordsmen,    Hi,  1, 4, 0.75, (2, 2, Some(1))),
            (HeavySpearmen,     Hi,  1, 4, 0.75, (2, 2, Some(1))),
            (FootKnights,       Hi,  3, 4, 0.75, (2, 2, Some(1))),
            (Pikemen,           Hi,  1, 4, 1.0,  (2, 2, Some(1))),
            (Levies,            Hi,  1, 3, 0.75, (2, 2, Some(1))),
            (WarWagon,          Wwg, 2, 4, 2.0,  (2, 1, None)),
            (LightArtillery,    Art, 1, 2, 1.0,  (2, 1, None)),
            (MediumArtillery,   Art, 1, 2, 1.0,  (2, 1, None)),
            (HeavyArtillery,    Art, 1, 2, 1.0,  (0, 0, None)), // ADLG-R60
            (LightCavalry,      Lh,  1, 2, 0.75, (5, 4, Some(2))),
            (LightCamelry,      Lh,  1, 2, 0.75, (5, 4, Some(2))),
            (MediumCavalry,     Cv,  0, 3, 0.75, (4, 3, Some(1))),
            (LightChariot,      Cv,  0, 3, 1.0,  (4, 2, None)),
            (MediumCamelry,     Cv,  0, 3, 0.75, (4, 3, Some(1))),
            (HeavyCavalry,      Cv,  1, 3, 0.75, (4, 3, Some(1))),
            (HeavyChariot,      Hch, 1, 3, 1.0,  (3, 1, None)),
            (Cataphract,        Ct,  2, 3, 0.75, (3, 1, None)),
            (CataphractCamelry, Ct,  2, 3, 0.75, (3, 1, None)),
            (MediumKnight,      Kn,  1, 3, 0.75, (3, 2, Some(1))),
            (HeavyKnight,       Kn,  2, 3, 0.75, (3, 2, Some(1))),
            (Elephant,          El,  0, 3, 1.0,  (3, 3, Some(1))),
            (ScythedChariot,    Sch, 0, 1, 1.0,  (4, 2, None)),
        ];
        for (kind, (row, (of, category, protection, cohesion, depth, moves))) in
            Kind::ALL.into_iter().zip(data::types().iter().zip(rows))
        {
            assert_eq!((row.id, of), (kind, kind), "types.toml is in the order of `Kind`");
            assert_eq!((row.category, row.cohesion), (category, cohesion), "{kind:?}");
            let armour = Profile::plain(kind).armour();
            assert_eq!(row.protection + armour, protection, "{kind:?}");
            assert_eq!(kind.size(), Size::new(1.0, depth), "ADLG-R2: {kind:?}");
            let Moves { open, rough, difficult } = row.moves;
            assert_eq!((open, rough, difficult), moves, "ADLG-MVT.T1: {kind:?}");
        }
    }

    #[test]
    fn classes_of_units() {
        use Kind::*;
        let those = |is: fn(Kind) -> bool| Kind::ALL.into_iter().filter(|&kind| is(kind)).count();
        assert_eq!(those(Kind::is_mounted), 13, "ADLG-R3");
        assert!(WarWagon.is_foot() && LightArtillery.is_foot(), "ADLG-R3");
        assert_eq!(those(Kind::is_light), 3, "ADLG-R3");
        assert_eq!(those(Kind::is_horse), 9, "ADLG-R4: neither camels nor elephants");
        assert!(ScythedChariot.is_horse(), "ADLG-R4");
        assert_eq!(those(Kind::is_spearmen), 2, "ADLG-R4");
        assert_eq!(those(Kind::is_swordsmen), 3, "ADLG-R4, ADLG-UNI.7");
        assert_eq!(those(Kind::has_long_spears), 3, "ADLG-UNI.7(b), ADLG-UNI.10, ADLG-UNI.11");
        assert!(HeavySwordsmen.is_slower_than(MediumSwordsmen), "ADLG-R4: HI count 2");
        assert!(!MediumKnight.is_slower_than(Elephant), "ADLG-R4");
    }
}
