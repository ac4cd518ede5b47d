//! The sequence of play (RULES.md 2; LEG-SEQ.1 to .7): a turn is a row of phases, each of which lays what is to be done in it.

use acies_core::{
    Dice, Log, Rolled, Seat,
    flow::{Stacked, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    charge::{charging::Charges, declaration::Declaring},
    combat::after_moves::Pursuits,
    command::{
        initiative::initiative,
        leading::Leaders,
        testing::{Standing, Testing},
    },
    movement::{activation::Moves, rearward::Rearward},
    words::Event,
};

/// LEG-SEQ.1: what comes next in a turn. It lies below what is done before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub phase: Phase,
}

/// The states of RULES.md 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// C1.
    Initiative,
    /// C2.
    Command,
    /// C3.
    Orders,
    /// C3.
    Tests,
    /// M1.
    Rearward,
    /// M2.
    Pursuits,
    /// M3.
    Moves,
    /// B1.
    Declarations,
    /// B2.
    Charges,
    /// B2a.
    Contact,
    /// B3.
    Volleys,
    /// B4, and B5 after it.
    Fight,
    End,
}

impl Turn {
    /// How a battle begins.
    pub const FIRST: Turn = Turn { phase: Phase::Initiative };
}

impl Phase {
    /// LEG-SEQ.1: in their order.
    const ALL: [Phase; 13] = [
        Phase::Initiative,
        Phase::Command,
        Phase::Orders,
        Phase::Tests,
        Phase::Rearward,
        Phase::Pursuits,
        Phase::Moves,
        Phase::Declarations,
        Phase::Charges,
        Phase::Contact,
        Phase::Volleys,
        Phase::Fight,
        Phase::End,
    ];

    /// What follows it in the same turn.
    fn next(self) -> Option<Phase> {
        Phase::ALL.get(self as usize + 1).copied()
    }

    pub fn name(self) -> &'static str {
        match self {
            Phase::Initiative => "initiative",
            Phase::Command => "command",
            Phase::Orders | Phase::Tests => "control tests",
            Phase::Rearward => "rearward moves",
            Phase::Pursuits => "pursuits",
            Phase::Moves => "moves and skirmishes",
            Phase::Declarations => "charges are declared",
            Phase::Charges => "charges",
            Phase::Contact | Phase::Volleys => "volleys",
            Phase::Fight => "combat",
            Phase::End => "end of the turn",
        }
    }
}

impl Step<Battle> for Turn {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if let Some(phase) = self.phase.next() {
            battle.lay(Turn { phase });
        }
        match self.phase {
            Phase::Initiative => battle.take_initiative(dice, log)?,
            Phase::Command => {
                battle.begin_command();
                battle.in_turns(|seat| Leaders { seat, done: 0 });
            }
            Phase::Orders => {
                battle.release_pursuers(log);
                battle.in_turns(|seat| Standing { seat });
            }
            Phase::Tests => {
                battle.fall_in(|_, _, _| true);
                battle.lay(Testing {});
            }
            Phase::Rearward => {
                battle.begin_rearward();
                battle.lay(Rearward {});
            }
            Phase::Pursuits => {
                battle.begin_pursuits();
                battle.lay(Pursuits {});
            }
            Phase::Moves => {
                battle.begin_moves();
                battle.lay(Moves {});
            }
            Phase::Declarations => battle.in_turns(|seat| Declaring { seat, open: false }),
            Phase::Charges => {
                battle.begin_charges();
                battle.lay(Charges {});
            }
            Phase::Contact => battle.contact_effects(dice, log)?,
            Phase::Volleys => battle.begin_volleys(),
            Phase::Fight => {
                let results = battle.fight(dice, log)?;
                battle.begin_aftermath(&results);
            }
            Phase::End => {
                if battle.end_turn(log).is_none() {
                    battle.turn += 1;
                    battle.lay(Turn::FIRST);
                }
            }
        }
        Ok(())
    }
}

impl Battle {
    /// LEG-SEQ.7: lays a step for each side: who has the initiative comes first.
    fn in_turns<S: Into<crate::battle::Frame>>(&mut self, step: impl Fn(Seat) -> S) {
        self.lay(step(self.first.other()));
        self.lay(step(self.first));
    }

    /// C1, LEG-SEQ.2, LEG-R23: a tie leaves the initiative where it is, and is thrown again in the first turn.
    fn take_initiative(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        loop {
            let won = initiative(dice)?;
            if let Some(seat) = won {
                self.first = seat;
            }
            let (turn, first) = (self.turn, self.first);
            log.push(|| Event::Initiative { turn, won, first });
            if won.is_some() || turn > 1 {
                return Ok(());
            }
        }
    }

    /// What is being done, in words.
    pub fn phase(&self) -> &'static str {
        // The turn that lies below knows what comes after this.
        let coming = self.stack.iter().find_map(|frame| match frame {
            crate::battle::Frame::Turn(turn) => Some(turn.phase as usize),
            _ => None,
        });
        let last = Phase::ALL.len() - 1;
        Phase::ALL[coming.map_or(last, |it| it.checked_sub(1).unwrap_or(last))].name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::LastMove,
        play::tests::{answers, goes_on},
        table::tests::{battle, red},
    };

    const BAND: &str = "barbarian_infantry";

    #[test]
    fn phases_come_in_their_order() {
        let names = Phase::ALL.map(Phase::name);
        assert_eq!(
            names[..2],
            ["initiative", "command"],
            "LEG-SEQ.1, LEG-SEQ.2, LEG-SEQ.3, LEG-SEQ.4"
        );
        let moves = ["rearward moves", "pursuits", "moves and skirmishes"];
        assert_eq!(names[4..7], moves, "LEG-R25, LEG-SEQ.8");
        let combat = ["charges are declared", "charges", "volleys", "volleys", "combat"];
        assert_eq!(
            names[7..12],
            combat,
            "LEG-SEQ.13, LEG-SEQ.16, LEG-SEQ.17, LEG-SEQ.18, LEG-SEQ.19"
        );
        assert_eq!((Phase::Fight.next(), Phase::End.next()), (Some(Phase::End), None), "LEG-SEQ.1");
    }

    /// Two bands without leaders, far apart: each tests control, one of them moves.
    #[test]
    fn a_turn_is_played() {
        let mut here =
            battle(&[(BAND, 10, 500.0, 100.0, 0.0)], &[(BAND, 10, 500.0, 1100.0, 180.0)]);
        goes_on(&mut here, Turn::FIRST, &[4, 3]);
        assert_eq!(
            (here.first, here.phase()),
            (Seat::Red, "control tests"),
            "LEG-SEQ.2, LEG-SEQ.7"
        );
        answers(&mut here, Seat::Red, "by_order nobody", &[]);
        // Both throw a 3 and act as they wish (LEG-CTL.7).
        answers(&mut here, Seat::Blue, "by_order nobody", &[3, 3]);
        assert_eq!(here.phase(), "moves and skirmishes", "LEG-SEQ.1, LEG-SEQ.5, LEG-SEQ.8");
        answers(&mut here, Seat::Red, "march 1", &[4]);
        answers(&mut here, Seat::Red, "go ahead 80", &[]);
        answers(&mut here, Seat::Blue, "stand", &[]);
        assert_eq!(
            here.phase(),
            "charges are declared",
            "LEG-SEQ.13, LEG-SEQ.7: red declares first"
        );
        answers(&mut here, Seat::Red, "no_more", &[]);
        // Nobody fights; the next turn begins, and blue wins the initiative.
        let told = answers(&mut here, Seat::Blue, "no_more", &[2, 5]);
        assert_eq!((here.turn, here.first), (2, Seat::Blue), "LEG-SEQ.1, LEG-R26");
        insta::assert_snapshot!(told.join("\n"), @r"
        Turn 1 ends: break points lost, red 0 of 3, blue 0 of 3
        Turn 2: blue has the initiative
        ");
        let last = here.unit(red(0)).last_move;
        assert!(
            matches!(last, LastMove::Moved { ahead, .. } if ahead.get() == 80.0),
            "LEG-R130: {last:?}"
        );
    }
}
