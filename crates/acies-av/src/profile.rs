//! What pieces are for the whole battle (RULES.md 1.1, sections 3, 6, 18 and 19): profiles of units and the
//! words of their fields, orders, leaders and special figures.

use std::ops::RangeInclusive;

use acies_core::{RuleId, file::unknown};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Things of which there are a few, each with the word that players type and files have.
pub trait Worded: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        let named = Self::WORDS.iter().find(|(_, it)| *it == self);
        named.expect("each has its word").0
    }

    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, it)| it)
    }
}

/// AV-3.1: the type of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    Cavalry,
    Artillery,
}

/// AV-3.2: how close its men stand. AV-18.10: those in open order are Expediti.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doctrine {
    Close,
    Extended,
    Open,
}

/// AV-T2: the rows by which units move; AV-C.1 (AV-T3) says which troops each is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveClass {
    /// Expediti infantry.
    Ei,
    /// Light infantry.
    Li,
    /// Armoured light infantry.
    Al,
    /// Heavy infantry, and all infantry in close order (AV-R18).
    Hi,
    /// Heavily armoured cavalry.
    Hc,
    /// Medium and heavy cavalry.
    Mc,
    /// Light cavalry.
    Lc,
    /// Expediti cavalry.
    Ec,
    /// Artillery on foot.
    Af,
    /// Artillery on carts.
    Ac,
}

/// How far a unit must and may move under an order, in UD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    pub min_ud: u8,
    pub max_ud: u8,
}

/// A row of AV-T2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    pub name: &'static str,
    pub kind: Kind,
    /// AV-6.5, AV-R18.
    pub doctrine: Doctrine,
    pub advance: Reach,
    /// AV-5.29, AV-6.3: artillery has none.
    pub rush: Option<Reach>,
    /// AV-R19; AV-6.2: the first is the best.
    pub armour: RangeInclusive<u8>,
}

impl MoveClass {
    pub const ALL: [MoveClass; 10] = [
        MoveClass::Ei,
        MoveClass::Li,
        MoveClass::Al,
        MoveClass::Hi,
        MoveClass::Hc,
        MoveClass::Mc,
        MoveClass::Lc,
        MoveClass::Ec,
        MoveClass::Af,
        MoveClass::Ac,
    ];

    /// AV-6.1, AV-6.3, AV-19.12: its row of AV-T2.
    #[rustfmt::skip]
    pub fn row(self) -> MoveRow {
        use {Doctrine::*, Kind::*};
        let (name, kind, doctrine, advance, rush, armour) = match self {
            MoveClass::Ei => ("Expediti infantry",        Infantry,  Open,     (1, 4), Some((1, 4)), 5..=6),
            MoveClass::Li => ("light infantry",           Infantry,  Extended, (1, 3), Some((1, 4)), 5..=6),
            MoveClass::Al => ("armoured light infantry",  Infantry,  Extended, (1, 2), Some((1, 3)), 4..=4),
            MoveClass::Hi => ("heavy infantry",           Infantry,  Close,    (1, 2), Some((1, 3)), 3..=6),
            MoveClass::Hc => ("heavily armoured cavalry", Cavalry,   Close,    (1, 3), Some((2, 5)), 3..=4),
            MoveClass::Mc => ("medium or heavy cavalry",  Cavalry,   Close,    (1, 4), Some((2, 6)), 4..=5),
            MoveClass::Lc => ("light cavalry",            Cavalry,   Extended, (1, 5), Some((2, 7)), 5..=6),
            MoveClass::Ec => ("Expediti cavalry",         Cavalry,   Open,     (1, 6), Some((2, 8)), 6..=6),
            MoveClass::Af => ("artillery on foot",        Artillery, Extended, (1, 1), None,         5..=6),
            MoveClass::Ac => ("artillery on carts",       Artillery, Extended, (1, 2), None,         5..=6),
        };
        let reach = |(min_ud, max_ud)| Reach { min_ud, max_ud };
        MoveRow { name, kind, doctrine, advance: reach(advance), rush: rush.map(reach), armour }
    }

    pub fn kind(self) -> Kind {
        self.row().kind
    }

    /// AV-R18, AV-19.14.
    pub fn doctrine(self) -> Doctrine {
        self.row().doctrine
    }
}

impl Worded for MoveClass {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("ei", MoveClass::Ei),
        ("li", MoveClass::Li),
        ("al", MoveClass::Al),
        ("hi", MoveClass::Hi),
        ("hc", MoveClass::Hc),
        ("mc", MoveClass::Mc),
        ("lc", MoveClass::Lc),
        ("ec", MoveClass::Ec),
        ("af", MoveClass::Af),
        ("ac", MoveClass::Ac),
    ];
}

/// AV-3.6, AV-C.5: what a unit fights with hand to hand, a column of AV-T6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Weapon {
    /// AV-19.1.
    #[serde(rename = "c")]
    Circumstance,
    /// AV-19.2.
    #[serde(rename = "ah")]
    AdHoc,
    /// AV-19.3: pilum or angon.
    #[serde(rename = "hp")]
    HeavyProjectiles,
    /// AV-19.9, AV-19.10.
    #[serde(rename = "2h")]
    TwoHanded,
    /// Long spears and pikes (AV-12.7).
    #[serde(rename = "ls")]
    LongSpears,
}

impl Worded for Weapon {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("c", Weapon::Circumstance),
        ("ah", Weapon::AdHoc),
        ("hp", Weapon::HeavyProjectiles),
        ("2h", Weapon::TwoHanded),
        ("ls", Weapon::LongSpears),
    ];
}

impl Weapon {
    /// What the rows of sums call it.
    pub fn name(self) -> &'static str {
        match self {
            Weapon::Circumstance => "weapons of circumstance",
            Weapon::AdHoc => "ad hoc weapons",
            Weapon::HeavyProjectiles => "heavy projectiles",
            Weapon::TwoHanded => "two-handed weapons",
            Weapon::LongSpears => "long spears",
        }
    }
}

/// AV-3.7: what a unit shoots with, a row of AV-T4 and AV-T5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shooter {
    Bow,
    Sling,
    Crossbow,
    Javelin,
    Ballista,
}

impl Worded for Shooter {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("bow", Shooter::Bow),
        ("sling", Shooter::Sling),
        ("crossbow", Shooter::Crossbow),
        ("javelin", Shooter::Javelin),
        ("ballista", Shooter::Ballista),
    ];
}

/// AV-18.15.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Training {
    Raw,
    #[default]
    Standard,
    Elite,
}

impl Worded for Training {
    const WORDS: &'static [(&'static str, Self)] =
        &[("raw", Training::Raw), ("standard", Training::Standard), ("elite", Training::Elite)];
}

/// AV-5.1, AV-18.1: what a unit is to do. A disrupted unit has none (AV-9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Halt,
    Advance,
    Rush,
    Shieldwall,
    Orbis,
    FallBack,
}

impl Order {
    pub const ALL: [Order; 6] = [
        Order::Halt,
        Order::Advance,
        Order::Rush,
        Order::Shieldwall,
        Order::Orbis,
        Order::FallBack,
    ];

    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Order::Halt => "Halt",
            Order::Advance => "Advance",
            Order::Rush => "Rush",
            Order::Shieldwall => "Shieldwall",
            Order::Orbis => "Orbis",
            Order::FallBack => "Fall back",
        }
    }

    /// AV-18.1: Shieldwall and Orbis, which are alike for AV-T1 and AV-T6.
    pub fn is_wall(self) -> bool {
        matches!(self, Order::Shieldwall | Order::Orbis)
    }
}

impl Worded for Order {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("halt", Order::Halt),
        ("advance", Order::Advance),
        ("rush", Order::Rush),
        ("shieldwall", Order::Shieldwall),
        ("orbis", Order::Orbis),
        ("fall_back", Order::FallBack),
    ];
}

/// In files, sets of flags are lists of their names.
macro_rules! flags_as_words {
    ($flags:ty, $what:literal) => {
        impl $flags {
            /// What is in the set, as players type it.
            pub fn words(self) -> impl Iterator<Item = String> {
                self.iter_names().map(|(name, _)| name.to_lowercase())
            }
        }

        impl Serialize for $flags {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_seq(self.words())
            }
        }

        impl<'de> Deserialize<'de> for $flags {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let words = Vec::<String>::deserialize(from)?;
                words.iter().try_fold(<$flags>::empty(), |set, word| {
                    let one = <$flags>::from_name(&word.to_uppercase());
                    let known: Vec<_> = <$flags>::all().words().collect();
                    let known = known.iter().map(String::as_str);
                    Ok(set | one.ok_or_else(|| unknown($what, word, known))?)
                })
            }
        }
    };
}

bitflags::bitflags! {
    /// AV-3.8: special abilities of units.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Specials: u8 {
        /// AV-18.9.
        const TESTUDO = 1;
        /// AV-18.1 to AV-18.3.
        const ORBIS = 1 << 1;
        /// AV-18.4 to AV-18.8.
        const FANATICS = 1 << 2;
        /// AV-18.14.
        const IMPETUOUS = 1 << 3;
    }

    /// Section 16: abilities of leaders.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Abilities: u8 {
        /// AV-16.1.
        const CHARISMATIC = 1;
        /// AV-16.2.
        const INSPIRING = 1 << 1;
        /// AV-16.3.
        const OUTSTANDING = 1 << 2;
        /// AV-16.4.
        const HERO = 1 << 3;
    }
}

flags_as_words!(Specials, "special ability");
flags_as_words!(Abilities, "leader's ability");

/// What a unit is for the whole battle (AV-3.1 to AV-3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Gives type, doctrine and moves (AV-R18).
    pub class: MoveClass,
    /// AV-3.9.
    #[serde(default)]
    pub regular: bool,
    /// AV-3.3: Cohesion Points at the start.
    #[serde(default = "six")]
    pub cp: u8,
    /// AV-3.4: 2 is best, 5 worst.
    pub morale: u8,
    /// AV-3.5: 3 is best, 6 worst.
    pub armour: u8,
    pub weapon: Weapon,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shoot: Option<Shooter>,
    #[serde(default)]
    pub training: Training,
    #[serde(default)]
    pub special: Specials,
    /// AV-R20.
    #[serde(default = "yes")]
    pub shields: bool,
}

/// AV-3.3: usually 6.
fn six() -> u8 {
    6
}

fn yes() -> bool {
    true
}

/// AV-R98: more Cohesion Points no unit has.
pub const CP_MAX: u8 = 10;

impl Profile {
    pub fn kind(&self) -> Kind {
        self.class.kind()
    }

    pub fn doctrine(&self) -> Doctrine {
        self.class.doctrine()
    }

    pub fn is_infantry(&self) -> bool {
        self.kind() == Kind::Infantry
    }

    pub fn is_mounted(&self) -> bool {
        self.kind() == Kind::Cavalry
    }

    pub fn is_artillery(&self) -> bool {
        self.kind() == Kind::Artillery
    }

    pub fn is_close(&self) -> bool {
        self.doctrine() == Doctrine::Close
    }

    /// AV-18.10: in open order.
    pub fn is_expediti(&self) -> bool {
        self.doctrine() == Doctrine::Open
    }

    pub fn has(&self, any: Specials) -> bool {
        self.special.intersects(any)
    }

    /// AV-R38: infantry only, not in open order (AV-5.32), not of armour 6+ (AV-5.44).
    pub fn may_form_shieldwall(&self) -> bool {
        self.is_infantry() && !self.is_expediti() && self.armour < 6
    }

    /// Whether it may ever be under this order. AV-5.29: artillery never rushes. AV-R38: Shieldwall,
    /// and Orbis for those who have it. AV-R58: artillery on foot cannot fall back.
    pub fn may_have(&self, order: Order) -> bool {
        match order {
            Order::Halt | Order::Advance => true,
            Order::Rush => !self.is_artillery(),
            Order::Shieldwall => self.may_form_shieldwall(),
            Order::Orbis => self.has(Specials::ORBIS) && self.may_form_shieldwall(),
            Order::FallBack => self.class != MoveClass::Af,
        }
    }

    /// AV-R2: whether so many Cohesion Points are half or less of those at the start.
    pub fn is_half(&self, cp: u8) -> bool {
        2 * cp <= self.cp
    }

    /// AV-R17: what is wrong with a profile of a player's own.
    #[rustfmt::skip]
    pub fn misfits(&self) -> impl Iterator<Item = (RuleId, &'static str)> {
        let armour = self.class.row().armour;
        let weapon_fits = match self.kind() {
            Kind::Infantry => true,
            Kind::Cavalry => !matches!(self.weapon, Weapon::HeavyProjectiles | Weapon::TwoHanded),
            Kind::Artillery => self.weapon == Weapon::Circumstance,
        };
        let throws = self.shoot == Some(Shooter::Ballista);
        let shoots_mounted = matches!(self.shoot, None | Some(Shooter::Bow | Shooter::Javelin));
        [
            ("AV-R98", !(1..=CP_MAX).contains(&self.cp), "a unit has 1 to 10 CP"),
            ("AV-3.4", !(2..=5).contains(&self.morale), "morale is 2+ to 5+"),
            ("AV-3.5", !(3..=6).contains(&self.armour), "armour is 3+ to 6+"),
            ("AV-6.2", self.armour < *armour.start(), "armour better than its move class may have"),
            ("AV-R19", self.armour > *armour.end(), "armour worse than its move class has"),
            ("AV-C.4", !weapon_fits, "AV-T6 has no such weapon for its type"),
            ("AV-R99", self.is_artillery() != throws, "artillery has a ballista and nobody else has"),
            ("AV-R99", self.is_mounted() && !shoots_mounted, "cavalry shoots with bows or javelins"),
            ("AV-R99", self.has(Specials::TESTUDO | Specials::ORBIS) && !self.may_form_shieldwall(),
                "Testudo and Orbis are for units that may form Shieldwall"),
            ("AV-R99", self.is_artillery() && self.has(Specials::IMPETUOUS | Specials::FANATICS),
                "artillery is neither Impetuous nor Fanatics"),
        ]
        .into_iter()
        .filter(|&(_, wrong, _)| wrong)
        .map(|(rule, _, what)| (rule, what))
    }

    /// Type, doctrine and abilities in words.
    pub fn words(&self) -> String {
        let Profile { class, cp, morale, armour, weapon, training, .. } = self;
        let mut words = vec![
            class.row().name.to_owned(),
            if self.regular { "regular" } else { "irregular" }.to_owned(),
            format!("CP {cp}, morale {morale}+, armour {armour}+"),
            weapon.name().to_owned(),
        ];
        words.extend(self.shoot.map(|shoot| shoot.word().to_owned()));
        words.extend((*training != Training::Standard).then(|| training.word().to_owned()));
        words.extend(self.special.words());
        words.extend((!self.shields).then(|| "no shields".to_owned()));
        words.join(", ")
    }
}

/// What a leader is for the whole battle (sections 15 and 16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderProfile {
    /// Commander-in-Chief, of which an army has one (AV-R23).
    #[serde(default)]
    pub chief: bool,
    #[serde(default)]
    pub mounted: bool,
    #[serde(default)]
    pub abilities: Abilities,
}

impl LeaderProfile {
    pub fn has(&self, any: Abilities) -> bool {
        self.abilities.intersects(any)
    }

    /// AV-6.4: how far he moves.
    pub fn move_ud(&self) -> u8 {
        if self.mounted { 8 } else { 4 }
    }
}

/// Section 17: special figures, each carried by a unit or a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// AV-17.1.
    ReligiousLeader,
    /// AV-17.2 to AV-17.4.
    Guru,
}

impl Worded for Figure {
    const WORDS: &'static [(&'static str, Self)] =
        &[("religious_leader", Figure::ReligiousLeader), ("guru", Figure::Guru)];
}

impl Figure {
    pub fn name(self) -> &'static str {
        match self {
            Figure::ReligiousLeader => "Religious leader",
            Figure::Guru => "Guru",
        }
    }

    /// AV-17.1, AV-17.2: how far his +1 to morale reaches.
    pub fn radius_ud(self) -> u8 {
        match self {
            Figure::ReligiousLeader => 2,
            Figure::Guru => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::troop;

    /// AV-T2, typed a second time: class, doctrine, Advance, Rush, best armour.
    #[test]
    fn moves_are_those_of_the_table() {
        use Doctrine::*;
        for (class, doctrine, advance, rush, best) in [
            (MoveClass::Ei, Open, (1, 4), Some((1, 4)), 5),
            (MoveClass::Li, Extended, (1, 3), Some((1, 4)), 5),
            (MoveClass::Al, Extended, (1, 2), Some((1, 3)), 4),
            (MoveClass::Hi, Close, (1, 2), Some((1, 3)), 3),
            (MoveClass::Hc, Close, (1, 3), Some((2, 5)), 3),
            (MoveClass::Mc, Close, (1, 4), Some((2, 6)), 4),
            (MoveClass::Lc, Extended, (1, 5), Some((2, 7)), 5),
            (MoveClass::Ec, Open, (1, 6), Some((2, 8)), 6),
            (MoveClass::Af, Extended, (1, 1), None, 5),
            (MoveClass::Ac, Extended, (1, 2), None, 5),
        ] {
            let row = class.row();
            assert_eq!(row.doctrine, doctrine, "AV-R18: {class:?}");
            assert_eq!((row.advance.min_ud, row.advance.max_ud), advance, "AV-6.1: {class:?}");
            assert_eq!(row.rush.map(|it| (it.min_ud, it.max_ud)), rush, "AV-6.1: {class:?}");
            assert_eq!(*row.armour.start(), best, "AV-6.2: {class:?}");
            assert_eq!(row.rush.is_none(), row.kind == Kind::Artillery, "AV-6.3, AV-19.12");
            assert_eq!(MoveClass::named(class.word()), Some(class), "AV-6.5");
        }
        let allowed = MoveClass::ALL.map(|class| class.row().armour);
        let of_table = [5..=6, 5..=6, 4..=4, 3..=6, 3..=4, 4..=5, 5..=6, 6..=6, 5..=6, 5..=6];
        assert_eq!(allowed, of_table, "AV-R19, AV-T3");
    }

    #[test]
    fn orders_are_for_those_who_may_have_them() {
        let may = |id: &str| Order::ALL.map(|order| troop(id).unwrap().profile.may_have(order));
        // Halt, Advance, Rush, Shieldwall, Orbis, Fall back.
        for (id, allowed, rule) in [
            ("rom_vet", [true, true, true, true, true, true], "AV-5.1, AV-18.1"),
            ("rom_aux", [true, true, true, true, false, true], "AV-R38"),
            ("rom_vel", [true, true, true, false, false, true], "AV-5.32"),
            ("ger_war", [true, true, true, false, false, true], "AV-5.44"),
            ("rom_ala", [true, true, true, false, false, true], "AV-R38: cavalry"),
            ("rom_scorp", [true, true, false, false, false, false], "AV-5.29, AV-R58"),
            ("rom_carro", [true, true, false, false, false, true], "AV-R58"),
        ] {
            assert_eq!(may(id), allowed, "{rule}: {id}");
        }
    }

    #[test]
    fn free_profiles_have_their_limits() {
        let rule = |id: &str, change: fn(&mut Profile)| {
            let mut profile = troop(id).unwrap().profile;
            change(&mut profile);
            profile.misfits().map(|(rule, _)| rule).collect::<Vec<_>>().join(" ")
        };
        for (id, change, rules) in [
            ("rom_vet", (|_| {}) as fn(&mut Profile), ""),
            ("rom_vet", |it| it.cp = 11, "AV-R98"),
            ("rom_vet", |it| it.cp = 0, "AV-R98"),
            ("rom_vet", |it| it.morale = 6, "AV-3.4"),
            ("rom_vet", |it| it.armour = 2, "AV-3.5 AV-6.2"),
            ("rom_aux", |it| it.armour = 3, "AV-6.2"),
            ("rom_aux", |it| it.armour = 5, "AV-R19"),
            ("rom_ala", |it| it.weapon = Weapon::HeavyProjectiles, "AV-C.4"),
            ("rom_ala", |it| it.weapon = Weapon::TwoHanded, "AV-C.4"),
            ("rom_scorp", |it| it.weapon = Weapon::AdHoc, "AV-C.4"),
            ("rom_scorp", |it| it.shoot = None, "AV-R99"),
            ("rom_vel", |it| it.shoot = Some(Shooter::Ballista), "AV-R99"),
            ("num_cav", |it| it.shoot = Some(Shooter::Sling), "AV-R99"),
            ("ger_war", |it| it.special |= Specials::TESTUDO, "AV-R99"),
            ("rom_scorp", |it| it.special |= Specials::FANATICS, "AV-R99"),
        ] {
            assert_eq!(rule(id, change), rules, "{id}");
        }
    }

    #[test]
    fn leaders_move_and_figures_reach() {
        let foot = LeaderProfile::default();
        assert_eq!(foot.move_ud(), 4, "AV-6.4");
        assert_eq!(LeaderProfile { mounted: true, ..foot }.move_ud(), 8, "AV-6.4");
        assert_eq!(Figure::ReligiousLeader.radius_ud(), 2, "AV-17.1");
        assert_eq!(Figure::Guru.radius_ud(), 4, "AV-17.2");
    }
}
