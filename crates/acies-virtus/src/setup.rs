//! Before the first turn: sides, terrain, deployment, first player (RULES.md 3.5, 3.6, 8.7, 8.8;
//! VIR-R21 to VIR-R24).

use acies_core::{D6, Dice, Each, Rolled, Row, Seat, Sum, add, always, sealed::Sealed, total};
use serde::Serialize;

use crate::{
    action::Placement,
    areas::{Area, Ground},
    battle::Battle,
    words::refusals::No,
};

/// VIR-1.5.5 to .8, VIR-1.5.T: the light die for a hill, the dark one for a wood.
pub fn terrain(by: Seat, flank_area: bool, dice: &mut Dice) -> Rolled<Ground> {
    let least = if flank_area { 5 } else { 6 };
    let mut ground = Ground::empty();
    if dice.test(by.throws("VIR-1.5.6", "the light die for a hill"), D6, least..=6)? {
        ground |= Ground::HILL;
    }
    if dice.test(by.throws("VIR-1.5.7", "the dark die for a wood"), D6, least..=6)? {
        ground |= Ground::WOOD;
    }
    Ok(ground)
}

/// VIR-1.6.4: what a player adds to his die for the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FirstTurn {
    pub die: u8,
    pub items: u8,
}

impl FirstTurn {
    pub fn rows(&self) -> [Option<Row>; 2] {
        [
            add("VIR-1.6.4", always(), i32::from(self.die), "die"),
            add("VIR-R21", always(), i32::from(self.items), "hills and woods in the own areas"),
        ]
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }
}

/// VIR-1.6.4 to .6: one throw for the first turn. The lower total begins; a tie is thrown again.
pub fn first_turn(items: Each<u8>, dice: &mut Dice) -> Rolled<(Each<FirstTurn>, Option<Seat>)> {
    let mut throw = |seat: Seat| -> Rolled<FirstTurn> {
        let die = dice.roll(seat.throws("VIR-1.6.4", "for the first turn"), D6)? as u8;
        Ok(FirstTurn { die, items: items[seat] })
    };
    let throws = Each([throw(Seat::Red)?, throw(Seat::Blue)?]);
    let [red, blue] = throws.0.map(|throw| total(throw.rows()));
    let first = match red.cmp(&blue) {
        std::cmp::Ordering::Less => Some(Seat::Red),
        std::cmp::Ordering::Greater => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    };
    Ok((throws, first))
}

/// VIR-R24: one throw for the sides. The higher is South; a tie is thrown again.
pub fn south(dice: &mut Dice) -> Rolled<(Each<u8>, Option<Seat>)> {
    let mut throw = |seat: Seat| -> Rolled<u8> {
        Ok(dice.roll(seat.throws("VIR-R24", "for the southern side"), D6)? as u8)
    };
    let faces = Each([throw(Seat::Red)?, throw(Seat::Blue)?]);
    let south = match faces.0[0].cmp(&faces.0[1]) {
        std::cmp::Ordering::Greater => Some(Seat::Red),
        std::cmp::Ordering::Less => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    };
    Ok((faces, south))
}

impl Battle {
    /// VIR-R21: the terrain items in a camp.
    pub fn terrain_items(&self, seat: Seat) -> u8 {
        Area::row(seat, self.columns()).map(|area| self.ground(area).items() as u8).sum()
    }

    /// VIR-R23, VIR-1.6.3: whether a placement is complete and on the own side.
    pub fn may_deploy(&self, seat: Seat, placement: &Placement) -> Result<(), No> {
        if self.sides[seat].sealed.is_made() {
            return Err(No::AlreadyDeployed);
        }
        may_stand(self, seat, placement)
    }

    /// Where everything of a side stands, now that it is known.
    pub fn reveal(&mut self, seat: Seat, placement: &Placement) {
        for (unit, area) in (0..).zip(placement.units()) {
            self.sides[seat].units.put(unit, area);
        }
        for (leader, area) in self.sides[seat].leaders.iter_mut().zip(placement.leaders()) {
            leader.area = area;
        }
        self.sides[seat].cinc = placement.cinc;
        self.sides[seat].sealed = Sealed::Nothing;
    }
}

/// VIR-R23: every unit and leader on the own side, leaders apart (VIR-8.10), one C-in-C (VIR-8.8).
pub fn may_stand(battle: &Battle, seat: Seat, placement: &Placement) -> Result<(), No> {
    let army = &battle.setup.armies[seat];
    let (units, leaders) = (placement.units().count(), placement.leaders().count());
    if (units, leaders) != (army.troops.len(), army.leaders.len()) {
        return Err(No::NotAllPlaced { units, leaders });
    }
    let own = |area: Area| area.side() == seat && battle.has_area(area);
    if let Some((unit, area)) = (0..).zip(placement.units()).find(|&(_, area)| !own(area)) {
        return Err(No::PlacedOutside { unit, area });
    }
    if let Some((leader, area)) = (0..).zip(placement.leaders()).find(|&(_, area)| !own(area)) {
        return Err(No::LeaderPlacedOutside { leader, area });
    }
    let mut taken: Vec<Area> = Vec::new();
    for area in placement.leaders().filter(|area| !area.is_reserve()) {
        if taken.contains(&area) {
            return Err(No::LeadersTogether { area });
        }
        taken.push(area);
    }
    if usize::from(placement.cinc) >= army.leaders.len() {
        return Err(No::NoCinc);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use acies_core::odds;

    #[test]
    fn terrain_dice() {
        // VIR-1.5.T: 1/3 of each in a flank area, 1/6 in a centre area, independent (VIR-1.5.8).
        for (flank_area, hill, both) in [(true, "1/3", "1/9"), (false, "1/6", "1/36")] {
            let found = odds(|dice| Ok(terrain(Seat::Red, flank_area, dice)?.bits()));
            let has = |bits: u8, tag: Ground| Ground::from_bits_retain(bits).contains(tag);
            assert_eq!(found.chance(|&g| has(g, Ground::HILL)).to_string(), hill, "VIR-1.5.6");
            assert_eq!(found.chance(|&g| has(g, Ground::WOOD)).to_string(), hill, "VIR-1.5.7");
            let two = Ground::HILL | Ground::WOOD;
            assert_eq!(found.chance(|&g| has(g, two)).to_string(), both, "VIR-1.5.8");
        }
        let lay = |faces: [u8; 2], flank_area| {
            terrain(Seat::Red, flank_area, &mut Dice::scripted(faces)).unwrap()
        };
        assert_eq!(lay([5, 4], true), Ground::HILL);
        assert_eq!(lay([5, 5], false), Ground::empty());
        assert_eq!(lay([1, 6], false), Ground::WOOD);
    }

    #[test]
    fn the_lower_total_begins() {
        let begin = |items: [u8; 2], faces: [u8; 2]| {
            first_turn(Each(items), &mut Dice::scripted(faces)).unwrap().1
        };
        assert_eq!(begin([0, 0], [2, 5]), Some(Seat::Red), "VIR-1.6.5");
        assert_eq!(begin([4, 0], [2, 5]), Some(Seat::Blue), "VIR-1.6.4: 6 against 5");
        assert_eq!(begin([3, 0], [2, 5]), None, "VIR-1.6.6: a tie is thrown again");
        // Equal items: each begins with 15/36, and 6/36 are ties.
        let even = odds(|dice| Ok(first_turn(Each([1, 1]), dice)?.1));
        assert_eq!(even.chance(|&first| first == Some(Seat::Red)).to_string(), "5/12");
        assert_eq!(even.chance(Option::is_none).to_string(), "1/6");
    }

    #[test]
    fn the_higher_die_is_south() {
        // VIR-R24.
        assert_eq!(south(&mut Dice::scripted([2, 5])).unwrap().1, Some(Seat::Blue));
        assert_eq!(south(&mut Dice::scripted([3, 3])).unwrap().1, None);
    }
}
