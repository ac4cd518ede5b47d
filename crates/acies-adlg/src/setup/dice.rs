//! The dice before the battle (8.8): initiative, sectors, adjustments, water, flank marches.

use acies_core::{D6, Dice, Each, Rolled, Row, Seat, Sum, add, total, when};
use serde::{Deserialize, Serialize};

use super::{Sector, Wing};
use crate::{
    command::Level,
    terrain::{Choice, Piece},
    units::{Category, Kind},
};

/// ADLG-R22: scouting points of an army, one for each LH and one for three LI.
pub fn scouting(kinds: impl Iterator<Item = Kind>) -> i32 {
    let (mut horse, mut foot) = (0, 0);
    for kind in kinds {
        match kind.category() {
            Category::Lh => horse += 1,
            Category::Li => foot += 1,
            _ => {}
        }
    }
    horse + foot / 3
}

/// A player's throw for initiative (ADLG-R22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Initiative {
    pub chief: Level,
    /// How many scouting points it is ahead of the other side.
    pub ahead: i32,
}

impl Initiative {
    /// The rows of it.
    #[rustfmt::skip]
    pub fn rows(&self) -> [Option<Row>; 3] {
        [
            add("ADLG-R14", when(true),                         self.chief.value(), "commander-in-chief"),
            add("ADLG-R22", when((2..=4).contains(&self.ahead)), 1,                 "better scouts"),
            add("ADLG-R22", when(self.ahead >= 5),              2,                  "far better scouts"),
        ]
    }

    /// What is added to the die, row by row.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }
}

/// ADLG-R22: who is ahead, or nobody: then both throw again.
pub fn initiative(both: &Each<Initiative>, dice: &mut Dice) -> Rolled<Option<Seat>> {
    Ok(initiative_faces(both, dice)?.1)
}

/// The same, with what was thrown.
pub fn initiative_faces(
    both: &Each<Initiative>,
    dice: &mut Dice,
) -> Rolled<(Each<u8>, Option<Seat>)> {
    let mut throw = |seat: Seat| dice.roll(seat.throws("ADLG-R22", "for initiative"), D6);
    let (red, blue) = (throw(Seat::Red)?, throw(Seat::Blue)?);
    let sum = |seat: Seat, face: i32| face + total(both[seat].rows());
    let winner = match sum(Seat::Red, red) - sum(Seat::Blue, blue) {
        0 => None,
        1.. => Some(Seat::Red),
        _ => Some(Seat::Blue),
    };
    Ok((Each([red as u8, blue as u8]), winner))
}

/// ADLG-R26: the sector that a die gives; nothing if rocks would lie in a centre sector, which is
/// thrown for again.
pub fn sector(die: i32, piece: Choice) -> Option<Sector> {
    let wing = match die {
        1 | 4 => Wing::Left,
        2 | 5 => Wing::Centre,
        _ => Wing::Right,
    };
    let sector = Sector { wing, enemy_half: die > 3 };
    (piece != Choice::Rocks || wing != Wing::Centre).then_some(sector)
}

/// ADLG-R27: what a player may do to a piece that the other chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Adjustment {
    Nothing,
    /// By up to 2 UD.
    Shift,
    /// By up to 4 UD, or turn it.
    ShiftOrRotate,
    Remove,
}

/// ADLG-R27; ADLG-R165: where nothing may be removed a 6 is as good as a 5.
pub fn adjustment(die: i32, may_remove: bool) -> Adjustment {
    match die {
        ..=3 => Adjustment::Nothing,
        4 => Adjustment::Shift,
        6.. if may_remove => Adjustment::Remove,
        _ => Adjustment::ShiftOrRotate,
    }
}

/// ADLG-R24: how hard a river is to cross.
pub fn river(die: i32) -> Piece {
    match die {
        ..=2 => Piece::RiverOpen,
        3..=4 => Piece::RiverRough,
        5.. => Piece::RiverDifficult,
    }
}

/// ADLG-R161: on which side of its owner a river or a coast lies.
pub fn water_side(die: i32) -> Wing {
    if die <= 3 { Wing::Left } else { Wing::Right }
}

/// ADLG-R32: a corps on a flank march tries to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FlankMarch {
    pub commander: Level,
}

impl FlankMarch {
    /// The rows of it.
    pub fn rows(&self) -> [Option<Row>; 1] {
        let able = self.commander >= Level::Brilliant;
        [add("ADLG-R32", when(able), 1, "brilliant commander or strategist")]
    }

    /// What is added to the die, row by row.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// Whether it arrives.
    pub fn arrives(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let needed = ARRIVES - total(self.rows());
        dice.test(by.throws("ADLG-R32", "the flank march"), D6, needed..=6)
    }
}

/// ADLG-R32: on this or more it enters.
pub(crate) const ARRIVES: i32 = 5;

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn initiative_counts_commanders_and_scouts() {
        // ADLG-R22: RULES.md 5.4 has Rome at D6 + 2 and Carthage at D6 + 4, scouts included: three LH
        // and five LI are 4 points against one for four LI.
        let li = std::iter::repeat_n(Kind::LightInfantry, 5);
        assert_eq!(scouting(std::iter::repeat_n(Kind::LightCavalry, 3).chain(li)), 4);
        let rome = Initiative { chief: Level::Brilliant, ahead: 1 - 4 };
        let carthage = Initiative { chief: Level::Strategist, ahead: 4 - 1 };
        assert_eq!((rome.sum().total, carthage.sum().total), (2, 4), "ADLG-R14, ADLG-R22");
        let both = Each([rome, carthage]);
        let odds = odds(|dice| initiative(&both, dice));
        // Rome needs 3 more: 3 + 2 + 1 of 36; equal 4 of 36.
        assert_eq!(odds.chance(|it| *it == Some(Seat::Red)).to_string(), "1/6");
        assert_eq!(odds.chance(Option::is_none).to_string(), "1/9");
        let far = Initiative { chief: Level::Ordinary, ahead: 5 };
        assert_eq!(far.sum().total, 2, "ADLG-R22");
    }

    #[test]
    fn terrain_dice() {
        use Adjustment::*;
        use Piece::*;
        // ADLG-R26.
        let wood = |die| sector(die, Choice::Wood).unwrap();
        assert_eq!(wood(1), Sector { wing: Wing::Left, enemy_half: false });
        assert_eq!(wood(5), Sector { wing: Wing::Centre, enemy_half: true });
        assert_eq!(wood(6), Sector { wing: Wing::Right, enemy_half: true });
        assert_eq!(sector(2, Choice::Rocks), None, "ADLG-R26");
        // ADLG-R27, ADLG-R165.
        let all = [1, 2, 3, 4, 5, 6].map(|die| adjustment(die, true));
        assert_eq!(all, [Nothing, Nothing, Nothing, Shift, ShiftOrRotate, Remove]);
        assert_eq!(adjustment(6, false), ShiftOrRotate, "ADLG-R165");
        // ADLG-R24.
        let all = [1, 2, 3, 4, 5, 6].map(river);
        assert_eq!(
            all,
            [RiverOpen, RiverOpen, RiverRough, RiverRough, RiverDifficult, RiverDifficult]
        );
        assert_eq!([3, 4].map(water_side), [Wing::Left, Wing::Right], "ADLG-R161");
    }

    #[test]
    fn flank_marches_arrive_on_five() {
        // ADLG-R32.
        for (commander, chance) in [
            (Level::Ordinary, "1/3"),
            (Level::Competent, "1/3"),
            (Level::Brilliant, "1/2"),
            (Level::Strategist, "1/2"),
        ] {
            let odds = odds(|dice| FlankMarch { commander }.arrives(Seat::Red, dice));
            assert_eq!(odds.chance(|&yes| yes).to_string(), chance, "{commander:?}");
        }
    }
}
