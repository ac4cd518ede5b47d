//! Movement dice and fatigue (LEG-MOV.1 to .6, LEG-MOV.11 to .18; LEG-R44, LEG-R45, LEG-R49, LEG-R58, LEG-R59).

use acies_core::{AVERAGE_DIE, D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, total, when};
use serde::{Deserialize, Serialize};

use crate::{
    rulings::BASE,
    troops::{Formation, Type, profile::Arm},
};

/// The dice of a move, declared before they are thrown (LEG-R44).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct MoveDice {
    pub average: u8,
    pub d6: u8,
}

impl MoveDice {
    const fn new(average: u8, d6: u8) -> MoveDice {
        MoveDice { average, d6 }
    }

    /// LEG-MOV.T1: the basic moves among which a type chooses. LEG-MOV.5: artillery throws no dice.
    pub fn basic(kind: Type) -> &'static [MoveDice] {
        const ONE: MoveDice = MoveDice::new(1, 0);
        const TWO: MoveDice = MoveDice::new(2, 0);
        const WITH_D6: MoveDice = MoveDice::new(1, 1);
        match kind.arm() {
            // LEG-R155: cataphracts have one average die in a basic move.
            Arm::Cavalry if kind == Type::Cataphracts => &[ONE],
            // LEG-MOV.3.
            Arm::Cavalry => &[ONE, TWO],
            // LEG-MOV.4.
            Arm::Chariots => &[ONE, WITH_D6],
            // LEG-MOV.2.
            Arm::LightInfantry | Arm::HeavyInfantry | Arm::Elephants => &[ONE],
            Arm::Artillery => &[],
        }
    }

    /// LEG-MOV.6: with the further D6 of a fast move.
    #[must_use]
    pub fn fast(self) -> MoveDice {
        MoveDice { d6: self.d6 + 1, ..self }
    }

    /// LEG-R45: all the dice that a type may have. LEG-R155: a charge of cataphracts is a full fast move of Heavy
    /// Cavalry. Artillery makes none.
    pub fn full_fast(kind: Type) -> Option<MoveDice> {
        match kind.arm() {
            Arm::Cavalry => Some(MoveDice::new(2, 1)),
            Arm::Chariots => Some(MoveDice::new(1, 2)),
            Arm::LightInfantry | Arm::HeavyInfantry | Arm::Elephants => Some(MoveDice::new(1, 1)),
            Arm::Artillery => None,
        }
    }

    pub fn number(self) -> u8 {
        self.average + self.d6
    }

    pub fn name(self) -> String {
        let some = |n: u8, name: &str| match n {
            0 => None,
            1 => Some(name.to_owned()),
            n => Some(format!("{n} {name}")),
        };
        let all = [some(self.average, "average die"), some(self.d6, "d6")];
        all.into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" + ")
            .replace("2 average die", "2 average dice")
    }
}

/// The ground that any part of a move is on (LEG-R17, LEG-R18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Going {
    pub rough: bool,
    pub light_cover: bool,
}

impl Going {
    /// LEG-R18, LEG-MOV.14: difficult terrain is rough; for Pikemen and Chariots light cover is too.
    pub fn is_difficult(self, kind: Type) -> bool {
        let cover = kind == Type::Pikemen || kind.is_chariots();
        self.rough || self.light_cover && cover
    }

    /// LEG-MOV.13, LEG-MOV.14: whether a type cannot go there at all. LEG-R13: artillery cannot either.
    pub fn is_barred(self, kind: Type) -> bool {
        (kind.is_mounted() || kind == Type::Artillery) && self.is_difficult(kind)
    }
}

/// A move whose dice are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct March {
    pub kind: Type,
    pub formation: Formation,
    pub dice: MoveDice,
    pub going: Going,
    /// LEG-R49: things done on the way, each of which costs half of the distance.
    pub halves: u8,
}

/// LEG-R59: the natural faces of movement dice, none where there was no die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Faces(pub [u8; 3]);

impl Faces {
    /// LEG-MOV.1, LEG-R12: in the order of the table, average dice first.
    pub fn throw(dice: MoveDice, by: Seat, from: &mut Dice) -> Rolled<Faces> {
        let mut faces = Faces::default();
        let average = (0..dice.average).map(|_| AVERAGE_DIE);
        let each = average.chain((0..dice.d6).map(|_| D6));
        for (die, face) in each.zip(&mut faces.0) {
            *face = from.roll(by.throws("LEG-MOV.1", "movement"), die)? as u8;
        }
        Ok(faces)
    }

    pub fn iter(self) -> impl Iterator<Item = i32> {
        self.0.into_iter().filter(|&face| face > 0).map(i32::from)
    }
}

/// How far it goes, and what it costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Marched {
    /// In paces.
    pub paces: i32,
    /// LEG-R59: DPs for fatigue (LEG-MOR.2, LEG-R148), charged after the move.
    pub fatigue: u8,
}

impl March {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 2] {
        let dice = BASE * i32::from(self.dice.number());
        let heavy_in_rough = self.kind.is_heavy_infantry() && self.going.is_difficult(self.kind);
        let (rule, what) = if self.going.rough {
            ("LEG-MOV.12", "heavy infantry in rough terrain")
        } else {
            ("LEG-MOV.14", "Pikemen in light cover")
        };
        [
            add("LEG-MOV.11", when(self.kind.is_light()),      dice, "light troops, 20 a die"),
            add(rule,         when(heavy_in_rough),           -dice, what),
        ]
    }

    /// LEG-R58: paces besides those of the pips.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// LEG-MOV.15 to .18, LEG-R59: the least face that tires it. LEG-R5, LEG-R59, LEG-R122: only units in line tire.
    pub fn tires_on(&self) -> Option<i32> {
        let pikes = self.kind == Type::Pikemen;
        (self.formation == Formation::Line).then(|| {
            match (pikes, self.going.is_difficult(self.kind)) {
                (false, false) => 6,
                (false, true) => 5,
                (true, false) => 5,
                (true, true) => 4,
            }
        })
    }

    /// LEG-MOV.1: 20 paces a pip.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<Marched> {
        // Exact dice go on from each distance, not from each way to throw it.
        dice.settle(|dice| Ok(self.carries(Faces::throw(self.dice, by, dice)?)))
    }

    /// How far these faces carry it.
    pub fn carries(&self, faces: Faces) -> Marched {
        let tired = |face: &i32| self.tires_on().is_some_and(|least| *face >= least);
        let whole = BASE * faces.iter().sum::<i32>() + total(self.rows());
        // LEG-R49: half for each thing done on the way; two take all.
        let paces = whole * (2 - i32::from(self.halves.min(2))) / 2;
        Marched { paces: paces.max(0), fatigue: faces.iter().filter(tired).count() as u8 }
    }

    /// LEG-R148: the rule by which it tires.
    pub fn fatigue_rule(&self) -> RuleId {
        match (self.kind == Type::Pikemen, self.going.is_difficult(self.kind)) {
            (false, false) => "LEG-MOV.15",
            (false, true) => "LEG-MOV.16",
            (true, false) => "LEG-MOV.17",
            (true, true) => "LEG-MOV.18",
        }
    }
}

/// LEG-MOV.5: how far artillery goes.
pub const ARTILLERY_MOVE: i32 = 40;

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    /// LEG-MOV.T1, typed a second time: basic moves and the full fast move as (average dice, D6).
    #[test]
    fn dice_are_those_of_the_table() {
        for (kind, basic, full, rule) in [
            (Type::Legionaries, &[(1, 0)][..], Some((1, 1)), "LEG-MOV.2"),
            (Type::Archers, &[(1, 0)], Some((1, 1)), "LEG-MOV.2"),
            (Type::Elephants, &[(1, 0)], Some((1, 1)), "LEG-MOV.2"),
            (Type::HeavyCavalry, &[(1, 0), (2, 0)], Some((2, 1)), "LEG-MOV.3"),
            (Type::LightCavalry, &[(1, 0), (2, 0)], Some((2, 1)), "LEG-MOV.3"),
            (Type::Cataphracts, &[(1, 0)], Some((2, 1)), "LEG-R155"),
            (Type::LightChariots, &[(1, 0), (1, 1)], Some((1, 2)), "LEG-MOV.4"),
            (Type::ScythedChariots, &[(1, 0), (1, 1)], Some((1, 2)), "LEG-MOV.4"),
            (Type::Artillery, &[], None, "LEG-MOV.5, LEG-R45"),
        ] {
            let dice = |it: MoveDice| (it.average, it.d6);
            let all: Vec<_> = MoveDice::basic(kind).iter().copied().map(dice).collect();
            assert_eq!(all, basic, "{rule}, LEG-R44: {kind:?}");
            assert_eq!(MoveDice::full_fast(kind).map(dice), full, "LEG-R45: {kind:?}");
        }
        assert_eq!(MoveDice::new(2, 0).fast(), MoveDice::new(2, 1), "LEG-MOV.6");
        assert_eq!(MoveDice::new(2, 1).name(), "2 average dice + d6");
        assert_eq!(ARTILLERY_MOVE, 40, "LEG-MOV.5");
    }

    fn march(kind: Type, dice: MoveDice, going: Going) -> March {
        let formation = match kind {
            _ if kind.is_light() => Formation::Unformed,
            _ if kind.is_special() => Formation::Special,
            _ => Formation::Line,
        };
        March { kind, formation, dice, going, halves: 0 }
    }

    const OPEN: Going = Going { rough: false, light_cover: false };
    const ROUGH: Going = Going { rough: true, light_cover: false };
    const COVER: Going = Going { rough: false, light_cover: true };

    #[test]
    fn distances_and_fatigue() {
        let fast = MoveDice::new(1, 1);
        for (kind, dice, going, faces, paces, fatigue, rule) in [
            (Type::Legionaries, fast, OPEN, &[3, 4][..], 140, 0, "LEG-MOV.1, RULES.md 8.1"),
            (Type::Legionaries, fast, OPEN, &[5, 6], 220, 1, "LEG-MOV.15"),
            (Type::Legionaries, fast, ROUGH, &[5, 6], 180, 2, "LEG-MOV.12, LEG-MOV.16"),
            (Type::Legionaries, fast, COVER, &[5, 5], 200, 0, "light cover is not rough for them"),
            (Type::Legionaries, fast, ROUGH, &[2, 1], 20, 0, "LEG-R58: a 1 counts nothing"),
            (Type::Archers, fast, OPEN, &[3, 6], 220, 0, "LEG-MOV.11, LEG-R59"),
            (Type::Archers, fast, ROUGH, &[3, 6], 220, 0, "LEG-R58: light infantry is not slowed"),
            (Type::LightCavalry, MoveDice::new(2, 1), OPEN, &[3, 4, 6], 320, 0, "LEG-MOV.11"),
            (Type::HeavyCavalry, MoveDice::new(2, 1), OPEN, &[5, 4, 6], 300, 1, "LEG-MOV.15"),
            (Type::Pikemen, fast, OPEN, &[5, 6], 220, 2, "LEG-MOV.17"),
            (Type::Pikemen, fast, OPEN, &[4, 4], 160, 0, "LEG-MOV.17"),
            (Type::Pikemen, fast, ROUGH, &[4, 3], 100, 1, "LEG-MOV.18"),
            (Type::Pikemen, fast, COVER, &[4, 3], 100, 1, "LEG-MOV.14, LEG-MOV.18"),
            (Type::Elephants, fast, OPEN, &[5, 6], 220, 0, "LEG-R5, LEG-R59"),
        ] {
            let mut scripted = Dice::scripted(faces);
            let marched = march(kind, dice, going).throw(Seat::Red, &mut scripted);
            assert_eq!(marched, Ok(Marched { paces, fatigue }), "{rule}: {kind:?}");
            assert!(scripted.is_spent());
        }
    }

    #[test]
    fn halves_are_taken_from_what_was_rolled() {
        let whole = march(Type::Legionaries, MoveDice::new(1, 0), OPEN);
        for (halves, paces) in [(0, 60), (1, 30), (2, 0)] {
            let marched = March { halves, ..whole }.throw(Seat::Red, &mut Dice::scripted([3]));
            assert_eq!(marched.unwrap().paces, paces, "LEG-R49");
        }
    }

    #[test]
    fn ground_bars_some() {
        for (kind, rough, cover) in [
            (Type::HeavyCavalry, true, false),
            (Type::LightChariots, true, true),
            (Type::Elephants, true, false),
            (Type::Artillery, true, false),
            (Type::Pikemen, false, false),
            (Type::Archers, false, false),
        ] {
            let barred = (ROUGH.is_barred(kind), COVER.is_barred(kind));
            assert_eq!(barred, (rough, cover), "LEG-MOV.13, LEG-MOV.14: {kind:?}");
        }
        assert!(
            COVER.is_difficult(Type::Pikemen) && !COVER.is_difficult(Type::Legionaries),
            "LEG-R18"
        );
    }

    /// By hand: an average die and a D6 come to 7 or more (140 paces) with 2 and 5 or 6, 3 and 4 to 6, 4 and 3 to 6,
    /// 5 and 2 to 6: 2 + 2 x 3 + 2 x 4 + 5 = 21 of 36 ways.
    #[test]
    fn odds_of_a_charge_of_foot() {
        let charge = march(Type::Legionaries, MoveDice::new(1, 1), OPEN);
        let odds = odds(|dice| charge.throw(Seat::Red, dice));
        assert_eq!(odds.chance(|it| it.paces >= 140).to_string(), "7/12", "LEG-MOV.2, LEG-MOV.6");
        assert_eq!(odds.chance(|it| it.fatigue == 1).to_string(), "1/6", "LEG-MOV.15");
    }
}
