//! Types, classes, grades and weapons (RULES.md 1.3, 3.2, 5.2; LEG-R6 to LEG-R10, LEG-R13).

use acies_core::{AVERAGE_DIE, D6, Die, RuleId, file::unknown};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rulings::{ARTILLERY_RANGE, BOW_RANGE, JAVELIN_RANGE};

/// LEG-TT.T1 and the extension types of RULES.md 5.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Type {
    Archers,
    Slingers,
    LightJavelinmen,
    LightCavalry,
    LightChariots,
    HeavyCavalry,
    ScythedChariots,
    Auxiliaries,
    BarbarianInfantry,
    Legionaries,
    Pikemen,
    Elephants,
    Artillery,
    Spearmen,
    Swordsmen,
    AsiaticInfantry,
    Cataphracts,
    HeavyChariots,
    AfricanElephants,
}

/// LEG-R7: the classes that a type can belong to beside being light or Special.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arm {
    LightInfantry,
    HeavyInfantry,
    Cavalry,
    Chariots,
    Elephants,
    Artillery,
}

/// A row of LEG-TT.T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeRow {
    pub rule: RuleId,
    pub name: &'static str,
    pub arm: Arm,
    pub combat_value: i32,
}

impl Type {
    pub const ALL: [Type; 19] = [
        Type::Archers,
        Type::Slingers,
        Type::LightJavelinmen,
        Type::LightCavalry,
        Type::LightChariots,
        Type::HeavyCavalry,
        Type::ScythedChariots,
        Type::Auxiliaries,
        Type::BarbarianInfantry,
        Type::Legionaries,
        Type::Pikemen,
        Type::Elephants,
        Type::Artillery,
        Type::Spearmen,
        Type::Swordsmen,
        Type::AsiaticInfantry,
        Type::Cataphracts,
        Type::HeavyChariots,
        Type::AfricanElephants,
    ];

    /// Its row of LEG-TT.T1, or of the table of extension types, which LEG-R155 stands for. LEG-R9: artillery has no
    /// combat value.
    #[rustfmt::skip]
    pub fn row(self) -> TypeRow {
        use Arm::*;
        let (rule, name, arm, combat_value) = match self {
            Type::Archers           => ("LEG-TT.1",  "Archers",            LightInfantry, 0),
            Type::Slingers          => ("LEG-TT.1",  "Slingers",           LightInfantry, 0),
            Type::LightJavelinmen   => ("LEG-TT.2",  "Light Javelinmen",   LightInfantry, 1),
            Type::LightCavalry      => ("LEG-TT.3",  "Light Cavalry",      Cavalry,       1),
            Type::LightChariots     => ("LEG-TT.4",  "Light Chariots",     Chariots,      1),
            Type::HeavyCavalry      => ("LEG-TT.5",  "Heavy Cavalry",      Cavalry,       2),
            Type::ScythedChariots   => ("LEG-TT.6",  "Scythed Chariots",   Chariots,      0),
            Type::Auxiliaries       => ("LEG-TT.7",  "Auxiliaries",        HeavyInfantry, 2),
            Type::BarbarianInfantry => ("LEG-TT.8",  "Barbarian Infantry", HeavyInfantry, 2),
            Type::Legionaries       => ("LEG-TT.9",  "Legionaries",        HeavyInfantry, 3),
            Type::Pikemen           => ("LEG-TT.10", "Pikemen",            HeavyInfantry, 1),
            Type::Elephants         => ("LEG-TT.11", "Elephants",          Elephants,     4),
            Type::Artillery         => ("LEG-TT.12", "Artillery",          Artillery,     0),
            Type::Spearmen          => ("LEG-R155",  "Spearmen",           HeavyInfantry, 3),
            Type::Swordsmen         => ("LEG-R155",  "Swordsmen",          HeavyInfantry, 2),
            Type::AsiaticInfantry   => ("LEG-R155",  "Asiatic Infantry",   HeavyInfantry, 1),
            Type::Cataphracts       => ("LEG-R155",  "Cataphracts",        Cavalry,       3),
            Type::HeavyChariots     => ("LEG-R155",  "Heavy Chariots",     Chariots,      1),
            Type::AfricanElephants  => ("LEG-R155",  "African Elephants",  Elephants,     3),
        };
        TypeRow { rule, name, arm, combat_value }
    }

    /// LEG-MOV.2 to .5: the rule of its movement dice.
    pub fn move_rule(self) -> RuleId {
        match self.arm() {
            Arm::Cavalry => "LEG-MOV.3",
            Arm::Chariots => "LEG-MOV.4",
            Arm::Artillery => "LEG-MOV.5",
            Arm::LightInfantry | Arm::HeavyInfantry | Arm::Elephants => "LEG-MOV.2",
        }
    }

    pub fn arm(self) -> Arm {
        self.row().arm
    }

    /// LEG-R155: the printed type as which an extension type is treated.
    pub fn printed(self) -> Type {
        match self {
            Type::Spearmen | Type::Swordsmen | Type::AsiaticInfantry => Type::Auxiliaries,
            Type::Cataphracts => Type::HeavyCavalry,
            Type::HeavyChariots => Type::LightChariots,
            Type::AfricanElephants => Type::Elephants,
            printed => printed,
        }
    }

    pub fn is_light_infantry(self) -> bool {
        self.arm() == Arm::LightInfantry
    }

    pub fn is_heavy_infantry(self) -> bool {
        self.arm() == Arm::HeavyInfantry
    }

    /// LEG-R13: crews of artillery are no foot.
    pub fn is_foot(self) -> bool {
        self.is_light_infantry() || self.is_heavy_infantry()
    }

    pub fn is_cavalry(self) -> bool {
        self.arm() == Arm::Cavalry
    }

    /// LEG-R8: in the tables of results the word Cavalry includes Light Chariots where Chariots are not named.
    pub fn is_cavalry_in_results(self) -> bool {
        self.is_cavalry() || self.printed() == Type::LightChariots
    }

    /// LEG-R7: light infantry and Light Cavalry. LEG-R8: Light Chariots are none.
    pub fn is_light(self) -> bool {
        self.is_light_infantry() || self == Type::LightCavalry
    }

    pub fn is_chariots(self) -> bool {
        self.arm() == Arm::Chariots
    }

    pub fn is_elephants(self) -> bool {
        self.arm() == Arm::Elephants
    }

    /// LEG-R7: elephants, Scythed Chariots and artillery.
    pub fn is_special(self) -> bool {
        self.is_elephants() || matches!(self, Type::ScythedChariots | Type::Artillery)
    }

    /// LEG-R13: elephants and chariots too.
    pub fn is_mounted(self) -> bool {
        matches!(self.arm(), Arm::Cavalry | Arm::Chariots | Arm::Elephants)
    }

    /// LEG-MAN.2, LEG-R51, LEG-R155: who may become unformed of his own will.
    pub fn may_unform(self) -> bool {
        matches!(self, Type::HeavyCavalry | Type::Auxiliaries)
    }

    /// LEG-CR.1: the die that it fights with.
    pub fn combat_die(self) -> Die {
        if self == Type::Legionaries { AVERAGE_DIE } else { D6 }
    }

    /// LEG-R54: as what it fights on foot, if its list lets it dismount.
    pub fn on_foot(self, missile: Option<Missile>) -> Option<(Type, Option<Missile>)> {
        match self {
            Type::HeavyCavalry => Some((Type::Auxiliaries, None)),
            Type::LightCavalry if missile == Some(Missile::Bow) => Some((Type::Archers, missile)),
            Type::LightCavalry => Some((Type::LightJavelinmen, missile)),
            Type::LightChariots => Some((Type::BarbarianInfantry, None)),
            _ => None,
        }
    }
}

/// LEG-R6: A elite, B good veterans, C good average, D raw or unwilling. Better grades come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    #[serde(alias = "A")]
    A,
    #[serde(alias = "B")]
    B,
    #[serde(alias = "C")]
    C,
    #[serde(alias = "D")]
    D,
}

impl Grade {
    pub const ALL: [Grade; 4] = [Grade::A, Grade::B, Grade::C, Grade::D];

    /// LEG-R91: 4, 3, 2, 1.
    pub fn worth(self) -> i32 {
        4 - self as i32
    }

    /// What files have.
    pub fn word(self) -> &'static str {
        ["a", "b", "c", "d"][self as usize]
    }

    /// LEG-CTL.1, LEG-EVA.1: the die of its tests.
    pub fn test_die(self) -> Die {
        match self {
            Grade::A | Grade::B => AVERAGE_DIE,
            Grade::C | Grade::D => D6,
        }
    }
}

/// The missile weapons of LEG-TT.T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missile {
    Javelin,
    Pilum,
    Bow,
    Sling,
    Artillery,
}

impl Missile {
    /// LEG-SHO.1, LEG-SHO.2, LEG-SHO.3: how far it shoots, in paces.
    pub fn range(self) -> i32 {
        match self {
            Missile::Javelin | Missile::Pilum => JAVELIN_RANGE,
            Missile::Bow | Missile::Sling => BOW_RANGE,
            Missile::Artillery => ARTILLERY_RANGE,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Missile::Javelin => "javelins",
            Missile::Pilum => "pila",
            Missile::Bow => "bows",
            Missile::Sling => "slings",
            Missile::Artillery => "engines",
        }
    }
}

bitflags::bitflags! {
    /// The tags of RULES.md 5.2.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Tags: u8 {
        /// LEG-MOR.8, LEG-R83.
        const CAMEL = 1;
        /// LEG-R10.
        const ATTACHED_LI = 1 << 1;
        /// LEG-R10.
        const UNDER_STRENGTH = 1 << 2;
        /// LEG-R54, LEG-R154.
        const DISMOUNTS = 1 << 3;
    }
}

impl Tags {
    /// What is in the set, as players type it.
    pub fn words(self) -> impl Iterator<Item = String> {
        self.iter_names().map(|(name, _)| name.to_lowercase())
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.words())
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let words = Vec::<String>::deserialize(from)?;
        words.iter().try_fold(Tags::empty(), |set, word| {
            let known: Vec<_> = Tags::all().words().collect();
            let one = Tags::from_name(&word.to_uppercase());
            let known = known.iter().map(String::as_str);
            Ok(set | one.ok_or_else(|| unknown("tag", word, known))?)
        })
    }
}

/// What a unit is for the whole battle (RULES.md 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    #[serde(rename = "type")]
    pub kind: Type,
    pub grade: Grade,
    /// LEG-TT.13: who has none never shoots. LEG-TT.14: Light Cavalry has javelins or bows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missile: Option<Missile>,
    /// At the start.
    pub bases: u8,
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
}

impl Profile {
    pub fn has(&self, tag: Tags) -> bool {
        self.tags.intersects(tag)
    }

    /// LEG-CR.2, LEG-R10: the combat value, with attached light infantry and of under-strength units.
    pub fn combat_value(&self) -> i32 {
        self.kind.row().combat_value + i32::from(self.has(Tags::ATTACHED_LI))
            - i32::from(self.has(Tags::UNDER_STRENGTH))
    }

    /// LEG-SHO.1 to .3: how far it shoots, in paces.
    pub fn range(&self) -> Option<i32> {
        self.missile.map(Missile::range)
    }

    /// LEG-SEQ.17, LEG-R72: heavy infantry that throws pila or javelins volleys; LEG-R155: bows do not.
    pub fn has_volley(&self) -> bool {
        let thrown = matches!(self.missile, Some(Missile::Pilum | Missile::Javelin));
        self.kind.is_heavy_infantry() && thrown
    }

    /// Type, grade, bases and weapons in words.
    pub fn words(&self) -> String {
        let Profile { kind, grade, missile, bases, tags } = self;
        let size = if kind.is_special() { String::new() } else { format!(", {bases} bases") };
        let mut words = format!("{}, grade {grade:?}{size}", kind.row().name);
        words.extend(missile.map(|it| format!(", {}", it.name())));
        for (tag, said) in [
            (Tags::CAMEL, ", on camels"),
            (Tags::ATTACHED_LI, ", with attached light infantry"),
            (Tags::UNDER_STRENGTH, ", under-strength"),
            (Tags::DISMOUNTS, ", may dismount"),
        ] {
            if tags.contains(tag) {
                words.push_str(said);
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// LEG-TT.1 to .12, typed a second time: type, combat value, who carries what.
    #[test]
    fn combat_values_are_those_of_the_table() {
        for (kind, value, rule) in [
            (Type::Archers, 0, "LEG-TT.1"),
            (Type::Slingers, 0, "LEG-TT.1"),
            (Type::LightJavelinmen, 1, "LEG-TT.2"),
            (Type::LightCavalry, 1, "LEG-TT.3"),
            (Type::LightChariots, 1, "LEG-TT.4"),
            (Type::HeavyCavalry, 2, "LEG-TT.5"),
            (Type::ScythedChariots, 0, "LEG-TT.6"),
            (Type::Auxiliaries, 2, "LEG-TT.7"),
            (Type::BarbarianInfantry, 2, "LEG-TT.8"),
            (Type::Legionaries, 3, "LEG-TT.9"),
            (Type::Pikemen, 1, "LEG-TT.10"),
            (Type::Elephants, 4, "LEG-TT.11"),
            (Type::Artillery, 0, "LEG-TT.12"),
            (Type::Spearmen, 3, "LEG-R155"),
            (Type::Swordsmen, 2, "LEG-R155"),
            (Type::AsiaticInfantry, 1, "LEG-R155"),
            (Type::Cataphracts, 3, "LEG-R155"),
            (Type::HeavyChariots, 1, "LEG-R155"),
            (Type::AfricanElephants, 3, "LEG-R155"),
        ] {
            assert_eq!(
                (kind.row().combat_value, kind.row().rule),
                (value, rule),
                "LEG-TT.T1: {kind:?}"
            );
            assert_eq!(kind.combat_die() == AVERAGE_DIE, kind == Type::Legionaries, "LEG-CR.1");
        }
        let plain = Profile {
            kind: Type::HeavyCavalry,
            grade: Grade::B,
            missile: None,
            bases: 4,
            tags: Tags::ATTACHED_LI,
        };
        assert_eq!(plain.combat_value(), 3, "LEG-R10");
        let thin = Profile { kind: Type::Legionaries, tags: Tags::UNDER_STRENGTH, ..plain };
        assert_eq!(thin.combat_value(), 2, "LEG-R10");
    }

    /// RULES.md 1.3 (LEG-R7, LEG-R8, LEG-R13), typed a second time as initials: foot, light infantry, heavy infantry,
    /// cavalry, light, chariots, Special, mounted.
    #[test]
    fn classes_are_those_of_the_table() {
        for (kind, classes) in [
            (Type::Archers, "f l   t    "),
            (Type::Slingers, "f l   t    "),
            (Type::LightJavelinmen, "f l   t    "),
            (Type::LightCavalry, "    c t   m"),
            (Type::LightChariots, "       h  m"),
            (Type::HeavyCavalry, "    c     m"),
            (Type::ScythedChariots, "       h s m"),
            (Type::Auxiliaries, "f  i"),
            (Type::BarbarianInfantry, "f  i"),
            (Type::Legionaries, "f  i"),
            (Type::Pikemen, "f  i"),
            (Type::Elephants, "s m"),
            (Type::Artillery, "s"),
            (Type::Spearmen, "f i"),
            (Type::Swordsmen, "f i"),
            (Type::AsiaticInfantry, "f i"),
            (Type::Cataphracts, "c m"),
            (Type::HeavyChariots, "h m"),
            (Type::AfricanElephants, "s m"),
        ] {
            for (letter, is) in [
                ('f', kind.is_foot()),
                ('l', kind.is_light_infantry()),
                ('i', kind.is_heavy_infantry()),
                ('c', kind.is_cavalry()),
                ('t', kind.is_light()),
                ('h', kind.is_chariots()),
                ('s', kind.is_special()),
                ('m', kind.is_mounted()),
            ] {
                assert_eq!(is, classes.contains(letter), "LEG-R7, LEG-R13: {kind:?} {letter}");
            }
            let in_results = classes.contains('c') || kind.printed() == Type::LightChariots;
            assert_eq!(kind.is_cavalry_in_results(), in_results, "LEG-R8: {kind:?}");
            let loose = matches!(kind, Type::HeavyCavalry | Type::Auxiliaries);
            assert_eq!(kind.may_unform(), loose, "LEG-MAN.2, LEG-R51: {kind:?}");
        }
    }

    #[test]
    fn grades_and_weapons() {
        assert_eq!(Grade::ALL.map(Grade::worth), [4, 3, 2, 1], "LEG-R91");
        let dice = Grade::ALL.map(|grade| grade.test_die() == AVERAGE_DIE);
        assert_eq!(dice, [true, true, false, false], "LEG-CTL.1, LEG-EVA.1");
        for (missile, range, rule) in [
            (Missile::Javelin, 40, "LEG-SHO.1"),
            (Missile::Pilum, 40, "LEG-SHO.1"),
            (Missile::Bow, 100, "LEG-SHO.2"),
            (Missile::Sling, 100, "LEG-SHO.2"),
            (Missile::Artillery, 400, "LEG-SHO.3"),
        ] {
            assert_eq!(missile.range(), range, "{rule}");
        }
    }

    #[test]
    fn riders_on_foot() {
        let (javelin, bow) = (Some(Missile::Javelin), Some(Missile::Bow));
        for (kind, missile, foot) in [
            (Type::HeavyCavalry, None, Some((Type::Auxiliaries, None))),
            (Type::LightCavalry, javelin, Some((Type::LightJavelinmen, javelin))),
            (Type::LightCavalry, bow, Some((Type::Archers, bow))),
            (Type::LightChariots, None, Some((Type::BarbarianInfantry, None))),
            (Type::Elephants, None, None),
        ] {
            assert_eq!(kind.on_foot(missile), foot, "LEG-R54: {kind:?}");
        }
    }
}
