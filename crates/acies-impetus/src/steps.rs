//! What may be pending and what may be decided (RULES.md 2): two lists. Each step and each decision lies in the file of
//! its rule.

use acies_core::{
    Dice, Each, Game, Misread, Outcome, Pending, Seat, Viewer, deeds,
    flow::{Answer, One, Reading, Stacked, Step},
    one_of,
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    command::{
        activation::{Activate, Activation, EndActivation},
        bidding::{Bidding, GiveAway, Reroll, Rise, Rising, ThrowAgain},
        leading::Lead,
        loss::{Escape, Loss, Redeem},
        nomination::{Nominate, Nominating},
    },
    melee::{
        disengaging::{Clash, Disengage},
        fighting::{Fight, Melee, Melees},
        pursuing::{Pursue, Pursuers, Pursuing},
    },
    movement::{
        charging::{Charge, Declare, Onward},
        evading::{Evade, EvadeOn},
        going::{Going, Halt},
        impetuous::Rush,
        phases::Move,
        reacting::{Facing, Reply},
        recovery::Stay,
        seizing::{Chance, Cover, LetGo, Seize},
        special::Drill,
        squares::Square,
        villages::{TakeBua, Village},
    },
    sequence::Turns,
    setup::{
        altering::{Alter, Altering, Edge, Leave},
        attacker::{Begin, Beginning},
        baggage::{Encamp, Encamping},
        deployment::{Arranging, Deploy, Deploying, EndDeploying, Place},
        terrain::{EndLaying, Lay, Laying, Run, Seek},
    },
    shooting::{
        panic::Panic,
        volley::{Shoot, ShotAt},
    },
    victory,
    words::{events::Event, notation::Reader, refusals::No},
};

one_of! {
    /// What may be pending.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Frame: dyn Step<Battle> {
        /// S2 to S4.
        Begin = Beginning,
        Lay = Laying,
        Alter = Altering,
        Edge(Edge),
        Encamp(Encamping),
        Deploy(Deploying),
        Arrange(Arranging),
        /// T0 to T5: one Turn after another. It lies below all others.
        Turns = Turns,
        /// T1.
        Nominate = Nominating,
        /// T2.
        Bid(Bidding),
        Reroll(Reroll),
        Rising(Rising),
        GiveAway(GiveAway),
        /// T3.
        Activation(Activation),
        /// U0 to U3.
        Going(Going),
        /// IMP-R27.
        Chance(Chance),
        ShotAt(ShotAt),
        Panic(Panic),
        /// C1 to C6.
        Charge(Charge),
        Facing(Facing),
        Cover(Cover),
        Evade(Evade),
        EvadeOn(EvadeOn),
        Onward(Onward),
        /// M1 to M6.
        Melees(Melees),
        Melee(Melee),
        Pursuers(Pursuers),
        Pursue(Pursue),
        Pursuing(Pursuing),
        TakeBua(TakeBua),
        /// IMP-CDR.1.
        Loss(Loss),
        Escape(Escape),
    }
}

deeds! {
    /// What players decide.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action of Battle {
        Begin = Begin,
        Lay(Lay),
        Run(Run),
        Seek(Seek),
        EndLaying = EndLaying,
        Alter(Alter),
        Leave = Leave,
        Edge(Answer<Edge>),
        Encamp(Encamp),
        Deploy(Deploy),
        Place(Place),
        EndDeploying = EndDeploying,
        Nominate(Nominate),
        Again(ThrowAgain),
        Rise(Rise),
        GiveAway(Answer<GiveAway>),
        Activate(Activate),
        EndActivation = EndActivation,
        Lead(Lead),
        Halt = Halt,
        Move(Move),
        Stay(Stay),
        Rush(Rush),
        Village(Village),
        Drill(Drill),
        Square(Square),
        Shoot(Shoot),
        Charge(Declare),
        Reply(Reply),
        EvadeOn(Answer<EvadeOn>),
        Onward(Answer<Onward>),
        Seize(Seize),
        LetGo = LetGo,
        Disengage(Disengage),
        Clash = Clash,
        Fight(Fight),
        Pursue(Answer<Pursue>),
        TakeBua(Answer<TakeBua>),
        Fate(Redeem),
    }
}

impl Stacked for Battle {
    type Frame = Frame;

    fn top(&self) -> Option<Frame> {
        self.stack.last().copied()
    }

    fn lay(&mut self, frame: impl Into<Frame>) {
        self.stack.push(frame.into());
    }

    fn take(&mut self) -> Option<Frame> {
        self.stack.pop()
    }
}

impl Reading for Battle {
    type Reader<'a> = Reader<'a>;
    const NOT_NOW: No = No::NotNow;

    fn yes(words: &mut Reader<'_>) -> Result<bool, Misread> {
        words.yes()
    }
}

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = No;

    acies_core::by_steps!();

    fn pending(&self) -> Pending {
        if self.stack.is_empty() {
            Pending::Over(self.outcome())
        } else {
            Pending::Decide(self.asked_seats())
        }
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if let Some(frame) = self.top() {
            frame.it().attempts(self, by, out);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.stack.is_empty() {
            return Err(No::Over);
        }
        if !self.asked_seats().has(by) {
            return Err(No::NotAsked { by });
        }
        action.it().check(self, by)
    }

    /// IMP-R18, IMP-R109: only nominations are secret.
    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        if self.top() == Some(Frame::Nominate) {
            view.nominated.veil(viewer);
        }
        view
    }

    fn guess(&self, _: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        guess.nominated.guess(|seat| {
            let free: Vec<u8> = self.free_commands(seat).collect();
            free[dice.number(free.len())]
        });
        guess
    }
}

impl Battle {
    /// IMP-VIC.1, IMP-VIC.4, IMP-R108: how the battle ended, once nothing is pending.
    fn outcome(&self) -> Outcome {
        let losses = Each::of(|seat| self.losses(seat));
        let drawn = Outcome { winner: None, rule: "IMP-R108", how: "it is over", by_limit: true };
        victory::outcome(&losses, self.turn >= self.setup.turns).unwrap_or(drawn)
    }
}
