//! S2, S3: the sides, and the terrain (RULES.md 3.5, 8.8; VIR-R9, VIR-R21, VIR-R22, VIR-R24).

use acies_core::{
    About, D6, Dice, Each, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    sealed::Sealed,
};

use crate::{
    areas::{Area, Ground},
    battle::{Action, Battle, Frame, Sides, Terrain},
    words::{
        events::{Event, Events},
        refusals::{No, Refusal},
    },
};

/// The table is about to be laid.
pub struct Laying;

/// Throws for sides and terrain, as far as they are thrown for.
pub struct Begin;

impl Step<Battle> for Laying {
    fn deciders(&self, _: &Battle) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("lay the table?".into(), &["VIR-1.5.5"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Begin);
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        self.candidates(battle, by, out);
    }
}

impl Deed<Battle> for Begin {
    type Plan = ();
    acies_core::one_word!(Battle: "begin");

    fn check(&self, battle: &Battle, by: Seat) -> Result<(), Refusal> {
        battle.expects(Frame::Begin).map_err(No::to(by))
    }

    /// S2, S3: sides and terrain. Then players deploy, unless a scenario has done it.
    fn perform(
        &self,
        (): (),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let setup = battle.setup.clone();
        let rivers = setup.rivers.iter().any(Option::is_some);
        log.push(|| Event::Table { columns: setup.columns, rivers });
        if setup.sides == Sides::ByDice {
            battle.throw_for_south(dice, log)?;
        }
        battle.lay_terrain(dice, log)?;
        for seat in Seat::BOTH {
            battle.sides[seat].sealed = setup.deployed[seat].map_or(Sealed::Nothing, Sealed::In);
        }
        battle.lay(Frame::Deploy);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown { throws: true, ..Shown::new("Lay the table", "lay the table and throw for terrain") }
    }
}

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
    /// VIR-R24: the higher die is South, ties again.
    fn throw_for_south(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        loop {
            let (faces, south) = south(dice)?;
            log.push(|| Event::SouthThrown { faces, south });
            if let Some(south) = south {
                self.south = south;
                return Ok(());
            }
        }
    }

    /// VIR-1.5.5, VIR-R21: area by area, South first; or as the scenario has it (VIR-R22).
    fn lay_terrain(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        for area in Area::all(self.columns(), self.south) {
            let flank_area = area.is_flank_area(self.columns());
            let (ground, faces) = match self.setup.terrain {
                Terrain::Placed(ground) => (ground[area.index()], None),
                Terrain::ByDice => {
                    let before = dice.thrown().len();
                    let ground = terrain(area.side(), flank_area, dice)
                        .about(|ask| format!("{} in {}", ask.what, self.area_name(area)))?;
                    (ground, <[u8; 2]>::try_from(&dice.thrown()[before..]).ok())
                }
            };
            self.ground[area.index()] = ground;
            if faces.is_some() || !ground.is_empty() {
                log.push(|| Event::Terrain { area, faces, ground, flank_area });
            }
        }
        Ok(())
    }
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
    fn the_higher_die_is_south() {
        // VIR-R24.
        assert_eq!(south(&mut Dice::scripted([2, 5])).unwrap().1, Some(Seat::Blue));
        assert_eq!(south(&mut Dice::scripted([3, 3])).unwrap().1, None);
    }
}
