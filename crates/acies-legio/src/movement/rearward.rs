//! M1: those who run or retire go on doing so (LEG-ACM.13, LEG-ACM.14; LEG-R25, LEG-R97, LEG-R98).

use acies_core::{
    Dice, Id, Log, Rolled, RuleId, Seat,
    flow::{Shown, Stacked, Step, YesNo},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, LastMove, Marks, Status},
    words::Event,
};

/// LEG-R25: routers and those who retire, P1's before P2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rearward {}

impl Step<Battle> for Rearward {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(unit) = battle.next_in_line() else { return Ok(()) };
        battle.lay(*self);
        match battle.unit(unit).status {
            Status::Routing => {
                battle.unit_mut(unit).doing = LastMove::Routed;
                battle.go_home(unit, dice, log)
            }
            Status::Retiring if battle.is_safe(unit) => {
                battle.lay(Cease { unit });
                Ok(())
            }
            Status::Retiring => battle.retire_on(unit, dice, log),
            _ => Ok(()),
        }
    }
}

/// LEG-ACM.13, LEG-R97: whether a unit that is separated from its enemies halts its retirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cease {
    pub unit: Id,
}

impl YesNo<Battle> for Cease {
    const VERB: &'static str = "cease";

    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit)
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let safe = battle.who(self.unit).says("are out of reach: is this far enough back?");
        (safe, &["LEG-ACM.13", "LEG-R97"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let shown = if yes {
            Shown::new("Halt", "halt their retirement")
        } else {
            Shown { throws: true, ..Shown::new("Retire", "retire farther") }
        };
        battle.said_of(Some(self.unit), shown).rules(&["LEG-ACM.13", "LEG-R97"])
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if !yes {
            return battle.retire_on(self.unit, dice, log);
        }
        let it = battle.unit_mut(self.unit);
        it.status = Status::Normal;
        it.marks |= Marks::CEASED;
        log.push(|| Event::Ceased { unit: self.unit });
        Ok(())
    }
}

impl Battle {
    /// M1: LEG-R101: routers who have been caught go nowhere.
    pub(crate) fn begin_rearward(&mut self) {
        let runs = |it: &crate::battle::Unit| match it.status {
            Status::Routing => it.caught == 0,
            status => status == Status::Retiring,
        };
        self.fall_in(|_, _, it| runs(it));
    }

    fn retire_on(&mut self, unit: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        self.unit_mut(unit).doing = LastMove::Retired;
        self.go_home(unit, dice, log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        morale::Disorder,
        movement::activation::Moves,
        play::tests::{answers, goes_on, refused},
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    #[test]
    fn who_retires_may_halt_out_of_reach() {
        let mut here =
            battle(&[(BAND, 10, 500.0, 500.0, 180.0)], &[(BAND, 10, 500.0, 900.0, 180.0)]);
        here.unit_mut(red(0)).is.unform();
        here.unit_mut(red(0)).is.take(Disorder::Combat, 2);
        here.unit_mut(red(0)).status = Status::Retiring;
        here.begin_rearward();
        let mut goes = here.clone();
        goes_on(&mut here, Rearward {}, &[]);
        assert!(here.asked::<Cease>().is_some(), "LEG-ACM.13, LEG-R97: no enemy within 100");
        answers(&mut here, Seat::Red, "cease yes", &[]);
        assert_eq!(here.unit(red(0)).status, Status::Normal, "LEG-R97");
        here.begin_moves();
        goes_on(&mut here, Moves {}, &[]);
        assert_eq!(
            refused(&here, Seat::Red, "march 1"),
            "LEG-R97",
            "LEG-R97: rest, form up or stand"
        );
        answers(&mut here, Seat::Red, "rest", &[]);
        assert_eq!(here.unit(red(0)).is.dp, 1, "LEG-DPR.3, LEG-R97");
        // Or it goes on, 3 + 4 pips towards its own edge.
        goes_on(&mut goes, Rearward {}, &[]);
        answers(&mut goes, Seat::Red, "cease no", &[3, 4]);
        let it = goes.unit(red(0));
        assert_eq!((it.pose.at.y.get(), it.status), (360.0, Status::Retiring), "LEG-R97");
    }

    #[test]
    fn who_is_near_goes_on_without_a_word() {
        let mut here = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 600.0, 180.0)]);
        here.unit_mut(red(0)).status = Status::Retiring;
        here.unit_mut(blue(0)).status = Status::Routing;
        here.unit_mut(blue(0)).caught = 1;
        here.begin_rearward();
        assert_eq!(here.line[..], [red(0)], "LEG-R101: caught routers go nowhere");
        let told = goes_on(&mut here, Rearward {}, &[2, 1]);
        assert_eq!(
            told,
            ["Barbarian_infantry 1 throws 2, 1 and goes back 60 paces"],
            "LEG-ACM.13: 60 paces off"
        );
    }
}
