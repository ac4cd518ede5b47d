//! Terrain (RULES.md 3.4, ADLG-R24, ADLG-R25, ADLG-R53, ADLG-R136): pieces and what they do to moves,
//! melees, cover and sight, and what the regions offer.

pub mod landscape;

use acies_core::{Counts, Row, RuleId, add, when};
use serde::{Deserialize, Serialize};

use crate::units::{
    Category::{self, *},
    Kind,
};

/// How hard ground is to move and fight on.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Going {
    #[default]
    Open,
    Rough,
    Difficult,
    Impassable,
}

/// A kind of terrain piece (ADLG-R24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    GentleHill,
    SteepHill,
    Field,
    Brush,
    SandDunes,
    Plantation,
    Gully,
    Wood,
    Marsh,
    Village,
    /// A river that is open going to cross, by its die (ADLG-R24).
    RiverOpen,
    RiverRough,
    RiverDifficult,
    Coast,
    Rocks,
    Lake,
    Road,
}

/// How far one sees into or through a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    Free,
    /// Its crest blocks.
    Crest,
    /// A line may run through so many UD of it.
    Inside(u8),
    /// Units wholly in it are seen from 1 UD or less.
    Hidden,
    Blocked,
}

impl Piece {
    /// As players say it: "steep hill".
    pub(crate) fn plain(self) -> String {
        self.word().replace('_', " ")
    }

    /// All pieces.
    pub const ALL: [Piece; 17] = [
        Piece::GentleHill,
        Piece::SteepHill,
        Piece::Field,
        Piece::Brush,
        Piece::SandDunes,
        Piece::Plantation,
        Piece::Gully,
        Piece::Wood,
        Piece::Marsh,
        Piece::Village,
        Piece::RiverOpen,
        Piece::RiverRough,
        Piece::RiverDifficult,
        Piece::Coast,
        Piece::Rocks,
        Piece::Lake,
        Piece::Road,
    ];

    /// ADLG-R24: category, cover and sight.
    #[rustfmt::skip]
    fn row(self) -> (&'static str, Going, bool, Sight) {
        use Going::*;
        match self {
            Piece::GentleHill     => ("gentle_hill",     Open,       false, Sight::Crest),
            Piece::SteepHill      => ("steep_hill",      Rough,      false, Sight::Crest),
            Piece::Field          => ("field",           Rough,      false, Sight::Free),
            Piece::Brush          => ("brush",           Rough,      false, Sight::Free),
            Piece::SandDunes      => ("sand_dunes",      Rough,      false, Sight::Free),
            Piece::Plantation     => ("plantation",      Rough,      true,  Sight::Inside(2)),
            Piece::Gully          => ("gully",           Rough,      true,  Sight::Hidden),
            Piece::Wood           => ("wood",            Difficult,  true,  Sight::Inside(1)),
            Piece::Marsh          => ("marsh",           Difficult,  false, Sight::Free),
            Piece::Village        => ("village",         Difficult,  true,  Sight::Inside(1)),
            Piece::RiverOpen      => ("river_open",      Open,       false, Sight::Free),
            Piece::RiverRough     => ("river_rough",     Rough,      false, Sight::Free),
            Piece::RiverDifficult => ("river_difficult", Difficult,  false, Sight::Free),
            Piece::Coast          => ("coast",           Impassable, false, Sight::Free),
            Piece::Rocks          => ("rocks",           Impassable, false, Sight::Blocked),
            Piece::Lake           => ("lake",            Impassable, false, Sight::Blocked),
            Piece::Road           => ("road",            Open,       false, Sight::Free),
        }
    }

    /// The word that players type.
    pub fn word(self) -> &'static str {
        self.row().0
    }

    /// ADLG-R24: how it is to move through.
    pub fn going(self) -> Going {
        self.row().1
    }

    /// Whether units inside are in cover (ADLG-SHO.3, ADLG-R110).
    pub fn is_cover(self) -> bool {
        self.row().2
    }

    /// ADLG-R24: what it does to those who look across it.
    pub fn sight(self) -> Sight {
        self.row().3
    }

    /// Gentle or steep.
    pub fn is_hill(self) -> bool {
        self.sight() == Sight::Crest
    }

    /// Whichever its going is.
    pub fn is_river(self) -> bool {
        matches!(self, Piece::RiverOpen | Piece::RiverRough | Piece::RiverDifficult)
    }

    /// ADLG-R31: where ambushers hide.
    pub fn hides_ambush(self) -> bool {
        matches!(self, Piece::Wood | Piece::Village | Piece::Plantation | Piece::Gully)
    }

    /// ADLG-MOD.14, ADLG-MOD.15: the rule by which a piece is no hindrance to some in melee.
    fn waived_for(self, kind: Kind) -> Option<RuleId> {
        match self {
            Piece::Brush | Piece::SandDunes if kind.is_camelry() => Some("ADLG-MOD.14"),
            Piece::Brush | Piece::Field if kind == Kind::Elephant => Some("ADLG-MOD.15"),
            _ => None,
        }
    }
}

/// The pieces that a base touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ground(u32);

impl Ground {
    /// No piece at all.
    pub const OPEN: Ground = Ground(0);

    /// With one piece more.
    #[must_use]
    pub fn with(self, piece: Piece) -> Self {
        Ground(self.0 | 1 << piece as u32)
    }

    /// With one piece less.
    #[must_use]
    pub fn without(self, piece: Piece) -> Self {
        Ground(self.0 & !(1 << piece as u32))
    }

    /// Whether it has this piece.
    pub fn has(self, piece: Piece) -> bool {
        self.0 & 1 << piece as u32 != 0
    }

    /// All its pieces.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().filter(move |&piece| self.has(piece))
    }

    /// ADLG-R136: the worst that any part of the base touches.
    pub fn going(self) -> Going {
        self.pieces().map(Piece::going).max().unwrap_or_default()
    }

    /// ADLG-R53: the lowest allowance of all that is touched; nothing where it may not go
    /// (ADLG-R158).
    pub fn allowance(self, kind: Kind) -> Option<u8> {
        let lowest = self.pieces().map(|piece| allowance(kind, piece.going()));
        lowest.fold(allowance(kind, Going::Open), |least, next| Some(least?.min(next?)))
    }

    /// ADLG-MOD.12 to .15 as a row of a melee's table.
    pub fn penalty_row(self, kind: Kind) -> Option<Row> {
        let hindering = self.pieces().map(|piece| {
            let worth = penalty(kind, piece.going());
            let waived = piece.waived_for(kind);
            let counts = when(true).unless(waived.is_some(), waived.unwrap_or("ADLG-MOD.14"));
            (worth, counts, piece.going())
        });
        // The worst that counts; if none does, the worst that is waived is shown.
        let (worth, counts, going) =
            hindering.min_by_key(|(worth, counts, _)| (is_waived(counts), *worth))?;
        let rule = if going == Going::Rough { "ADLG-MOD.12" } else { "ADLG-MOD.13" };
        let what = if going == Going::Rough { "rough terrain" } else { "difficult terrain" };
        add(rule, counts, worth, what)
    }

    /// Whether terrain takes something from it in melee (ADLG-MOD.16, ADLG-R67).
    pub fn penalises(self, kind: Kind) -> bool {
        self.pieces().any(|piece| piece.penalises(kind))
    }
}

fn is_waived(counts: &Counts) -> bool {
    matches!(counts, Counts::StruckBy(_))
}

impl Piece {
    /// Whether it takes something from such a unit in melee.
    pub fn penalises(self, kind: Kind) -> bool {
        penalty(kind, self.going()) < 0 && self.waived_for(kind).is_none()
    }
}

impl FromIterator<Piece> for Ground {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        pieces.into_iter().fold(Ground::OPEN, Ground::with)
    }
}

/// ADLG-MVT.T1: UD a move; nothing where it may not enter (ADLG-R158).
pub fn allowance(kind: Kind, going: Going) -> Option<u8> {
    let moves = kind.row().moves;
    match going {
        Going::Open => Some(moves.open),
        Going::Rough => Some(moves.rough),
        Going::Difficult => moves.difficult,
        Going::Impassable => None,
    }
}

/// ADLG-MOD.T1: what terrain takes from a unit in melee.
#[rustfmt::skip]
pub fn penalty(kind: Kind, going: Going) -> i32 {
    let category: Category = kind.category();
    let long = matches!(kind, Kind::HeavySpearmen | Kind::Pikemen);
    match (going, category) {
        (Going::Open | Going::Impassable, _)      =>  0,
        (_, Li | Art)                             =>  0,
        (Going::Rough, Lmi | Mi)                  =>  0,
        (Going::Rough, Hi) if long                => -2,
        (Going::Rough, Hi | Wwg)                  => -1,
        (Going::Rough, _)                         => -2,
        (Going::Difficult, Lmi | Mi)              => -1,
        (Going::Difficult, Hi)                    => -2,
        (Going::Difficult, Wwg)                   =>  0,
        (Going::Difficult, _)                     => -3,
    }
}

/// ADLG-R23: where an army is at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    Plain,
    Forest,
    Mountain,
    Steppe,
    Desert,
}

/// A kind of piece that players choose; a river's going is thrown for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Field,
    GentleHill,
    SteepHill,
    Brush,
    SandDunes,
    Plantation,
    Gully,
    Wood,
    Marsh,
    Village,
    Rocks,
    Road,
    River,
    Coast,
}

impl Choice {
    /// All choices.
    #[rustfmt::skip]
    pub const ALL: [Choice; 14] = [
        Choice::Field, Choice::GentleHill, Choice::SteepHill, Choice::Brush, Choice::SandDunes,
        Choice::Plantation, Choice::Gully, Choice::Wood, Choice::Marsh, Choice::Village,
        Choice::Rocks, Choice::Road, Choice::River, Choice::Coast,
    ];

    /// As players say it: "gentle hill".
    pub(crate) fn plain(self) -> String {
        self.word().replace('_', " ")
    }

    /// Several of them.
    pub(crate) fn list(pieces: &[Choice]) -> String {
        pieces.iter().map(|it| it.plain()).collect::<Vec<_>>().join(", ")
    }
}

impl Region {
    /// All regions.
    pub const ALL: [Region; 5] =
        [Region::Plain, Region::Forest, Region::Mountain, Region::Steppe, Region::Desert];

    /// ADLG-R25: one of these the defender must take.
    pub fn compulsory(self) -> &'static [Choice] {
        match self {
            Region::Plain => &[Choice::Field, Choice::GentleHill],
            Region::Forest => &[Choice::Wood],
            Region::Mountain => &[Choice::SteepHill],
            Region::Steppe => &[Choice::GentleHill],
            Region::Desert => &[Choice::SandDunes],
        }
    }

    /// ADLG-R25: how many of each both players together may take. On the plain a river or a coast,
    /// not both.
    #[rustfmt::skip]
    pub fn maxima(self) -> &'static [(Choice, u8)] {
        use Choice::*;
        match self {
            Region::Plain    => &[(Field, 3), (GentleHill, 3), (Plantation, 2), (Village, 1), (Brush, 2), (Wood, 1), (Road, 1), (River, 1), (Coast, 1)],
            Region::Forest   => &[(Wood, 4), (Brush, 2), (GentleHill, 1), (SteepHill, 1), (Marsh, 1), (Village, 1), (Road, 1), (River, 1)],
            Region::Mountain => &[(SteepHill, 4), (Brush, 2), (Gully, 1), (Wood, 2), (Rocks, 1), (GentleHill, 1), (Village, 1), (Road, 1)],
            Region::Steppe   => &[(GentleHill, 3), (Brush, 3), (Marsh, 1), (Gully, 1), (River, 1)],
            Region::Desert   => &[(SandDunes, 3), (Brush, 2), (GentleHill, 2), (SteepHill, 1), (Gully, 1), (Rocks, 1), (Village, 1)],
        }
    }

    /// What files and notation call it.
    pub fn word(self) -> &'static str {
        match self {
            Region::Plain => "plain",
            Region::Forest => "forest",
            Region::Mountain => "mountain",
            Region::Steppe => "steppe",
            Region::Desert => "desert",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn penalties_are_those_of_the_table() {
        use Kind::*;
        // ADLG-MOD.T1 with ADLG-MOD.12 and ADLG-MOD.13: rough, difficult.
        for (kind, rough, difficult) in [
            (LightInfantry, 0, 0),
            (Javelinmen, 0, -1),
            (Bowmen, 0, -1),
            (MediumSpearmen, 0, -1),
            (HeavySwordsmen, -1, -2),
            (FootKnights, -1, -2),
            (Levies, -1, -2),
            (HeavySpearmen, -2, -2),
            (Pikemen, -2, -2),
            (WarWagon, -1, 0),
            (HeavyArtillery, 0, 0),
            (LightCavalry, -2, -3),
            (MediumCavalry, -2, -3),
            (HeavyKnight, -2, -3),
            (Elephant, -2, -3),
        ] {
            assert_eq!(penalty(kind, Going::Open), 0);
            assert_eq!(penalty(kind, Going::Rough), rough, "ADLG-MOD.12: {kind:?}");
            assert_eq!(penalty(kind, Going::Difficult), difficult, "ADLG-MOD.13: {kind:?}");
        }
    }

    #[test]
    fn camels_and_elephants_are_at_home_in_some_pieces() {
        let on = |pieces: &[Piece], kind: Kind| {
            let ground: Ground = pieces.iter().copied().collect();
            ground.penalty_row(kind).map(|row| row.to_string()).unwrap_or_default()
        };
        let struck = "-2 rough terrain [ADLG-MOD.12, struck by ADLG-MOD.14]";
        assert_eq!(on(&[Piece::Brush], Kind::MediumCamelry), struck);
        assert_eq!(on(&[Piece::SandDunes], Kind::CataphractCamelry), struck);
        assert_eq!(on(&[Piece::Field], Kind::MediumCamelry), "-2 rough terrain [ADLG-MOD.12]");
        let struck = "-2 rough terrain [ADLG-MOD.12, struck by ADLG-MOD.15]";
        assert_eq!(on(&[Piece::Field, Piece::Brush], Kind::Elephant), struck);
        // ADLG-R136: the worst counts, waived or not.
        let worst = [Piece::Field, Piece::Brush, Piece::Wood];
        assert_eq!(on(&worst, Kind::Elephant), "-3 difficult terrain [ADLG-MOD.13]");
        assert!(!Ground::OPEN.with(Piece::Brush).penalises(Kind::Elephant), "ADLG-MOD.15");
        assert!(Ground::OPEN.with(Piece::Marsh).penalises(Kind::Elephant), "ADLG-R136");
    }

    #[test]
    fn allowances_are_the_lowest_of_what_is_touched() {
        let on = |pieces: &[Piece], kind: Kind| {
            pieces.iter().copied().collect::<Ground>().allowance(kind)
        };
        assert_eq!(on(&[], Kind::LightCavalry), Some(5), "ADLG-MVT.T1");
        assert_eq!(on(&[Piece::GentleHill], Kind::LightCavalry), Some(5), "ADLG-R24");
        assert_eq!(on(&[Piece::Field, Piece::Wood], Kind::LightCavalry), Some(2), "ADLG-R53");
        assert_eq!(on(&[Piece::Wood], Kind::HeavyChariot), None, "ADLG-R158");
        assert_eq!(on(&[Piece::Rocks], Kind::LightInfantry), None, "ADLG-R24");
    }

    #[test]
    fn pieces_are_as_listed() {
        // ADLG-R24: category, cover.
        for (piece, going, cover) in [
            (Piece::GentleHill, Going::Open, false),
            (Piece::SteepHill, Going::Rough, false),
            (Piece::Plantation, Going::Rough, true),
            (Piece::Gully, Going::Rough, true),
            (Piece::Wood, Going::Difficult, true),
            (Piece::Marsh, Going::Difficult, false),
            (Piece::Village, Going::Difficult, true),
            (Piece::Coast, Going::Impassable, false),
            (Piece::Road, Going::Open, false),
        ] {
            assert_eq!((piece.going(), piece.is_cover()), (going, cover), "{piece:?}");
        }
        assert_eq!(Piece::Wood.sight(), Sight::Inside(1));
        assert_eq!(Piece::Plantation.sight(), Sight::Inside(2));
    }

    #[test]
    fn regions_offer_what_they_demand() {
        // ADLG-R25.
        for region in Region::ALL {
            for compulsory in region.compulsory() {
                let offered =
                    region.maxima().iter().any(|(choice, max)| choice == compulsory && *max > 0);
                assert!(offered, "{region:?}: {compulsory:?}");
            }
        }
        assert_eq!(Region::Forest.maxima()[0], (Choice::Wood, 4));
    }
}
