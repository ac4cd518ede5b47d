//! The eight steps from the dice of a melee to its losses (ADLG-ABI.0, ADLG-R120; RULES.md 8.7).

use std::cmp::Ordering;

use acies_core::{D6, Dice, Rolled, Seat, total};
use serde::{Deserialize, Serialize};

use crate::{
    melee::{CommanderRisk, Melee},
    units::Quality,
};

/// A melee with its sums added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reckoning {
    destroyed: Option<usize>,
    sides: [Reckoned; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reckoned {
    quality: Quality,
    modifiers: i32,
    on_winning: i32,
    on_tie: i32,
    armour: i32,
    missile: i32,
    furious: i32,
    mounted: bool,
}

/// What a melee costs one of its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    Nothing,
    Cohesion(u8),
    Rout,
}

impl Loss {
    /// The cohesion that is left (ADLG-R8: never below 0).
    pub fn leaves(self, cohesion: u8) -> u8 {
        match self {
            Loss::Nothing => cohesion,
            Loss::Cohesion(points) => cohesion.saturating_sub(points),
            Loss::Rout => 0,
        }
    }
}

/// What came of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fought {
    /// Dice as they fell; none if light infantry was destroyed (ADLG-R129).
    pub faces: Option<[u8; 2]>,
    pub totals: [i32; 2],
    /// After all steps: how much the winner is ahead.
    pub difference: i32,
    pub winner: Option<u8>,
    pub losses: [Loss; 2],
}

impl Fought {
    /// Who has the higher total, even if the other's armour or missiles save it from any loss
    /// (ADLG-R122).
    pub fn ahead(&self) -> Option<u8> {
        let higher = match self.totals[0].cmp(&self.totals[1]) {
            Ordering::Greater => Some(0),
            Ordering::Less => Some(1),
            Ordering::Equal => None,
        };
        self.winner.or(higher)
    }
}

/// What is left of two that fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    pub cohesion: [u8; 2],
    /// Whether each has a commander who lives.
    pub commander: [bool; 2],
}

/// The commander of the loser is at risk (ADLG-CIM.1, ADLG-CIM.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtRisk {
    /// Which of the two lost.
    pub loser: usize,
    pub risk: CommanderRisk,
}

impl Fate {
    /// Before they fight.
    pub fn of(melee: &Melee) -> Self {
        let [a, b] = &melee.units;
        Fate { cohesion: [a.cohesion, b.cohesion], commander: [a.commander, b.commander] }
    }

    /// After a round, and whose commander is thrown for then.
    pub fn after(self, fought: &Fought) -> (Fate, Option<AtRisk>) {
        let cohesion = [0, 1].map(|unit: usize| fought.losses[unit].leaves(self.cohesion[unit]));
        let at_risk = fought.winner.map(|winner| 1 - usize::from(winner));
        let at_risk = at_risk
            .filter(|&loser| self.commander[loser])
            .map(|loser| AtRisk { loser, risk: CommanderRisk { routed: cohesion[loser] == 0 } });
        (Fate { cohesion, ..self }, at_risk)
    }

    /// With the commander of one of them dead or alive.
    #[must_use]
    pub fn with_commander(mut self, unit: usize, lives: bool) -> Self {
        self.commander[unit] = lives;
        self
    }
}

/// How a round of a melee goes, in numbers alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Chances {
    /// That each of the two loses cohesion, and that it is routed.
    pub loses: [f64; 2],
    pub routed: [f64; 2],
    /// How many cohesion points each loses on average.
    pub lost: [f64; 2],
}

/// All 36 ways in which two dice can fall.
fn all_faces() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other]))
}

impl Melee {
    /// One round in numbers alone: what programs ask that do so often.
    pub fn chances(&self) -> Chances {
        let reckoning = self.reckon();
        let left = self.units.each_ref().map(|unit| unit.cohesion);
        let (mut loses, mut routed, mut lost) = ([0_u32; 2], [0_u32; 2], [0_u32; 2]);
        for faces in all_faces() {
            let losses = reckoning.read(Some(faces)).losses;
            for unit in 0..2 {
                let after = losses[unit].leaves(left[unit]);
                loses[unit] += u32::from(after < left[unit]);
                routed[unit] += u32::from(after == 0);
                lost[unit] += u32::from(left[unit] - after);
            }
        }
        let share = |ways: [u32; 2]| ways.map(|it| f64::from(it) / 36.0);
        Chances { loses: share(loses), routed: share(routed), lost: share(lost) }
    }
}

impl Reckoning {
    /// In how many of 216 ways, the dice of a round and that for the loser's commander, each comes about.
    pub fn fates(&self, start: Fate) -> Vec<(Fate, u128)> {
        let mut fates: Vec<(Fate, u128)> = Vec::with_capacity(16);
        let mut add = |fate: Fate, ways: u128| match fates.iter_mut().find(|it| it.0 == fate) {
            Some(known) => known.1 += ways,
            None => fates.push((fate, ways)),
        };
        for faces in all_faces() {
            match start.after(&self.read(Some(faces))) {
                (fate, None) => add(fate, 6),
                (fate, Some(AtRisk { loser, risk })) => {
                    let kills = risk.kills().1 as u128;
                    add(fate.with_commander(loser, false), kills);
                    add(fate, 6 - kills);
                }
            }
        }
        fates
    }

    /// In how many of the 36 ways the dice can fall the second unit loses something, and in how many the
    /// first.
    pub fn ways(&self) -> [i32; 2] {
        all_faces().fold([0; 2], |[win, lose], faces| {
            let [own, enemy] =
                self.read(Some(faces)).losses.map(|it| i32::from(it != Loss::Nothing));
            [win + enemy, lose + own]
        })
    }

    /// The same if a unit added so much less to its die.
    #[must_use]
    pub fn with_less(mut self, unit: usize, less: i32) -> Self {
        self.sides[unit].modifiers -= less;
        self
    }

    /// ADLG-MEL.1: both throw, the phasing player first; then the steps.
    pub fn throw(&self, seats: [Seat; 2], phasing: Seat, dice: &mut Dice) -> Rolled<Fought> {
        if self.destroyed.is_some() {
            return Ok(self.read(None));
        }
        let mut faces = [0; 2];
        let first = usize::from(seats[0] != phasing);
        for unit in [first, 1 - first] {
            faces[unit] = dice.roll(seats[unit].throws("ADLG-MEL.1", "melee"), D6)? as u8;
        }
        Ok(self.read(Some(faces)))
    }

    /// ADLG-ABI.0, ADLG-R120: the eight steps.
    pub fn read(&self, faces: Option<[u8; 2]>) -> Fought {
        // 1. Destroyed light infantry: no dice.
        let (Some(faces), None) = (faces, self.destroyed) else {
            let lost = self.destroyed.unwrap_or(0);
            let mut losses = [Loss::Nothing; 2];
            losses[lost] = Loss::Rout;
            let winner = Some(1 - lost as u8);
            return Fought { faces: None, totals: [0; 2], difference: 0, winner, losses };
        };
        // 2. Each die changed by quality. 3. Modifiers, and the difference.
        let totals = [0, 1].map(|unit: usize| {
            let Reckoned { quality, modifiers, .. } = self.sides[unit];
            quality.on(faces[unit].into()) + modifiers
        });
        let mut ahead = totals[0] - totals[1];
        // 4. Two-handed weapons or Polearm of the winner, or the tie-break (ADLG-R121: not both).
        ahead += match ahead {
            1.. => self.sides[0].on_winning,
            0 => self.sides[0].on_tie - self.sides[1].on_tie,
            _ => -self.sides[1].on_winning,
        };
        let winner = match ahead {
            0 => return Fought::drawn(faces, totals),
            1.. => 0,
            _ => 1,
        };
        let (won, lost) = (&self.sides[winner], &self.sides[1 - winner]);
        let mut difference = ahead.abs();
        // 5. Armour of the loser (ADLG-R122: to 0 at the least; ADLG-R198: then nobody has lost).
        difference -= lost.armour;
        // 6. Missile support of the loser, unless nothing is left of the difference.
        let missile = difference > 0 && lost.missile > 0;
        difference -= if missile { lost.missile } else { 0 };
        if difference <= 0 {
            return Fought::drawn(faces, totals);
        }
        // 7. The table.
        let mut loss = loss(difference);
        // 8. Furious charge, not on an automatic rout; ADLG-ABI.24(b): Missile support stops mounted.
        let stopped = missile && won.mounted;
        if let Loss::Cohesion(points) = loss
            && won.furious > 0
            && !stopped
        {
            loss = Loss::Cohesion(points + 1);
        }
        let mut losses = [Loss::Nothing; 2];
        losses[1 - winner] = loss;
        Fought { faces: Some(faces), totals, difference, winner: Some(winner as u8), losses }
    }
}

impl Fought {
    /// ADLG-R124: nobody loses, and the melee goes on.
    fn drawn(faces: [u8; 2], totals: [i32; 2]) -> Self {
        let losses = [Loss::Nothing; 2];
        Fought { faces: Some(faces), totals, difference: 0, winner: None, losses }
    }
}

/// ADLG-MEL.T1: what it costs to be beaten by `difference`.
pub(crate) fn loss(difference: i32) -> Loss {
    match difference {
        ..=0 => Loss::Nothing,
        1..=2 => Loss::Cohesion(1),
        3..=4 => Loss::Cohesion(2),
        5..=6 => Loss::Cohesion(3),
        7.. => Loss::Rout,
    }
}

impl Melee {
    /// Adds everything up, once for all dice.
    pub fn reckon(&self) -> Reckoning {
        Reckoning {
            destroyed: self.destroyed(),
            sides: [0, 1].map(|unit| {
                let view = self.view(unit);
                let missile = total(view.missile_support());
                Reckoned {
                    quality: view.own.quality(),
                    modifiers: total(view.modifiers()),
                    on_winning: total(view.on_winning()),
                    on_tie: total(view.on_tie()),
                    armour: total(view.armour()),
                    missile,
                    furious: total(view.furious()),
                    mounted: view.own.is_mounted(),
                }
            }),
        }
    }

    /// ADLG-MEL.1, ADLG-R153: both throw, the phasing player's unit first.
    pub fn throw(&self, seats: [Seat; 2], phasing: Seat, dice: &mut Dice) -> Rolled<Fought> {
        self.reckon().throw(seats, phasing, dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        files::data::word,
        melee::{Fighter, Round},
    };

    #[test]
    fn numbers_alone_are_those_of_the_table() {
        let units = ["heavy_swordsmen", "heavy_spearmen"];
        let units = units.map(|text| Fighter::plain(word::profile(text).unwrap()));
        let even = Melee { round: Round::Later, units };
        // ADLG-MEL.T1: behind by 1 or 2 in 9 ways of 36, by 3 or 4 in 5, by 5 in one.
        let near = |is: f64, ways: f64| (is - ways / 36.0).abs() < 1e-12;
        let Chances { loses, routed, lost } = even.chances();
        assert!(loses.into_iter().all(|it| near(it, 15.0)), "ADLG-MEL.1");
        assert!(routed.into_iter().all(|it| near(it, 0.0)), "ADLG-R8");
        assert!(lost.into_iter().all(|it| near(it, 9.0 + 2.0 * 5.0 + 3.0)), "ADLG-MEL.T1");
    }

    #[test]
    fn fates_are_counted_with_the_commander_of_the_loser() {
        let units = ["heavy_swordsmen", "heavy_spearmen"];
        let mut units = units.map(|text| Fighter::plain(word::profile(text).unwrap()));
        units[0].commander = true;
        let led = Melee { round: Round::Later, units };
        let fates = led.reckon().fates(Fate::of(&led));
        assert_eq!(fates.iter().map(|it| it.1).sum::<u128>(), 216, "ADLG-MEL.1, ADLG-CIM.1");
        // ADLG-MOD.9, ADLG-CIM.1: he is beaten in 10 of 36 ways, and killed by a 1 of six.
        let killed = fates.iter().filter(|it| !it.0.commander[0]).map(|it| it.1).sum::<u128>();
        assert_eq!(killed, 10, "ADLG-CIM.1");
    }
}
