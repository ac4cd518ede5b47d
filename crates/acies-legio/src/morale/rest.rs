//! Rest and line relief (LEG-DPR.1 to .5; LEG-R61, LEG-R62).

use acies_core::{
    Dice, Id, Log, Misread, Rolled, Row, Seat, Sum, add,
    flow::{Deed, Shown, Stacked},
    when,
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Marks},
    movement::activation::Activation,
    troops::Grade,
    words::{Event, No, Words},
};

/// How a unit gets back its order in M3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recover {
    /// LEG-R61.
    Rest,
    /// LEG-SEQ.9, LEG-R62: Roman line relief.
    Relief,
}

impl Deed<Battle> for Recover {
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["rest", "relieve"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        match self {
            Recover::Rest => "rest".into(),
            Recover::Relief => "relieve".into(),
        }
    }

    fn read(verb: &str, _: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(if verb == "rest" { Recover::Rest } else { Recover::Relief })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Id, No> {
        let asked: Activation = battle.asked().ok_or(No::NotNow)?;
        let unit = asked.unit;
        match self {
            Recover::Rest => battle.may_rest(&asked)?,
            Recover::Relief if !asked.is_fresh(battle) => return Err(No::NotNow),
            Recover::Relief if !battle.may_relieve(unit) => {
                return Err(No::NoRelief { unit, why: battle.no_relief(unit) });
            }
            Recover::Relief => {}
        }
        Ok(unit)
    }

    fn perform(
        &self,
        unit: Id,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        match self {
            Recover::Rest => battle.rest(unit, log),
            Recover::Relief => battle.relieve(unit, log),
        }
        battle.end_activation(unit);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Activation>();
        let mut shown = match self {
            Recover::Rest => Shown::new("Rest", "rest").rules(&["LEG-DPR.1", "LEG-R61"]),
            Recover::Relief => {
                Shown::new("Relieve", "relieve their front line").rules(&["LEG-SEQ.9", "LEG-R62"])
            }
        };
        shown.units = asked.iter().map(|it| battle.address(it.unit)).collect();
        battle.said_of(asked.map(|it| it.unit), shown)
    }
}

impl Battle {
    /// LEG-DPR.1, LEG-R61: whether a unit may rest: it has done nothing yet and does not fight.
    pub(crate) fn may_rest(&self, asked: &Activation) -> Result<(), No> {
        let unit = asked.unit;
        if self.is_engaged(unit) {
            return Err(No::Engaged { unit });
        }
        if asked.is_fresh(self) { Ok(()) } else { Err(No::NotStationary { unit }) }
    }

    /// LEG-DPR.2 to .5, LEG-R61.
    pub(crate) fn rest(&mut self, unit: Id, log: &mut Log<Event>) {
        let it = self.unit(unit);
        let rest = Rest {
            grade: it.is.profile.grade,
            shot_at: it.has(Marks::SHOT_AT),
            inspired: self.is_inspired(unit),
        };
        let it = self.unit_mut(unit);
        it.is.dp = rest.left(it.is.dp);
        it.marks |= Marks::RESTED;
        let left = it.is.dp;
        log.push(|| Event::Rested { unit, sum: rest.sum(), left });
    }
}

/// The facts of a rest: LEG-DPR.1 has been seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    pub grade: Grade,
    /// LEG-R61: dice were thrown at it since its last activation.
    pub shot_at: bool,
    pub inspired: bool,
}

impl Rest {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 4] {
        let (a, d) = (self.grade == Grade::A, self.grade == Grade::D);
        [
            add("LEG-DPR.2", when(a),                                           2, "grade A"),
            add("LEG-DPR.3", when(!a && !d),                                    1, "grade B or C"),
            add("LEG-DPR.4", when(d).unless(self.shot_at, "LEG-R61"),           1, "grade D, not shot at"),
            add("LEG-DPR.5", when(self.inspired),                               1, "inspired"),
        ]
    }

    /// LEG-R61: the DPs that it removes, at most.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// Disorder points after the rest, never below none.
    pub fn left(&self, dp: u8) -> u8 {
        dp.saturating_sub(self.sum().total as u8)
    }
}

/// LEG-R62(c): the DPs that line relief removes.
pub const RELIEF: u8 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_removes_what_the_grade_allows() {
        for (grade, shot_at, inspired, removed, rule) in [
            (Grade::A, false, false, 2, "LEG-DPR.2"),
            (Grade::A, true, true, 3, "LEG-DPR.2, LEG-DPR.5"),
            (Grade::B, true, false, 1, "LEG-DPR.3"),
            (Grade::C, false, true, 2, "LEG-DPR.3, LEG-DPR.5"),
            (Grade::D, false, false, 1, "LEG-DPR.4"),
            (Grade::D, true, false, 0, "LEG-DPR.4, LEG-R61"),
            (Grade::D, true, true, 1, "LEG-DPR.5"),
        ] {
            let rest = Rest { grade, shot_at, inspired };
            assert_eq!(rest.sum().total, removed, "{rule}");
            assert_eq!(rest.left(5), 5 - removed as u8, "{rule}");
            assert_eq!(rest.left(1), 1_u8.saturating_sub(removed as u8), "LEG-R61: never below 0");
        }
    }
}
