//! A battle played again from its record, to any moment of it.

use acies::AnyBattle;
use acies_core::{Dice, Entry, Scene, Seat, Viewer, record::Step};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Answer, Error},
    ledger::{Act, Head},
    table::restore,
    view::still,
};

pub struct Replay {
    pub battle: Box<dyn AnyBattle>,
}

/// Which moment is wanted, and whose view of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    pub at: usize,
    pub view: View,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Red,
    Blue,
    Both,
}

impl View {
    pub fn viewer(self) -> Viewer {
        match self {
            View::Red => Some(Seat::Red),
            View::Blue => Some(Seat::Blue),
            View::Both => None,
        }
    }
}

/// A moment of a battle.
#[derive(Serialize)]
pub struct Moment {
    at: usize,
    of: usize,
    scene: Scene,
    /// What the last action led to.
    log: Vec<Entry>,
}

/// An action as the slider of a replay needs it.
#[derive(Serialize)]
pub struct Stop {
    by: Seat,
    turn: u32,
    words: Vec<String>,
    heading: bool,
}

impl Replay {
    pub fn new(battle: Box<dyn AnyBattle>) -> Self {
        Replay { battle }
    }

    /// Plays a step as it was played. Gives its words, or what differs.
    pub fn step(&mut self, step: &Step) -> Result<String, String> {
        let said = |stopped| Error::from(stopped).what;
        let choice = self.battle.check(step.by, &step.action).map_err(said)?;
        let mut dice = Dice::scripted(step.faces.clone());
        self.battle.apply(step.by, &step.action, &mut dice).map_err(said)?;
        if !dice.is_spent() {
            return Err("more dice are given than are thrown".into());
        }
        if self.battle.hash() != step.hash {
            return Err("the position after the action has another hash".into());
        }
        Ok(choice.words)
    }

    /// The battle after its first actions.
    pub fn to(head: &Head, acts: &[Act]) -> Answer<Self> {
        let mut replay = Replay::new(restore(head)?);
        for (n, act) in (1..).zip(acts) {
            let played = replay.step(&act.step);
            played.map_err(|what| Error::not_now(format!("action {n}: {what}")))?;
        }
        Ok(replay)
    }
}

/// A moment of a battle as a viewer may see it.
pub fn moment(head: &Head, acts: &[Act], at: usize, viewer: Viewer) -> Answer<Moment> {
    let Some(before) = acts.get(..at) else {
        return Err(Error::malformed(format!("there are {} actions", acts.len())));
    };
    let mut replay = Replay::to(head, &before[..at.saturating_sub(1)])?;
    let told = replay.battle.told(viewer).len();
    if let Some(last) = before.last() {
        replay.step(&last.step).map_err(Error::not_now)?;
    }
    let scene = still(replay.battle.scene(viewer));
    let log = replay.battle.told(viewer)[told..].to_vec();
    Ok(Moment { at, of: acts.len(), scene, log })
}

/// The actions of a battle as everybody may know them.
pub fn stops(acts: &[Act]) -> Vec<Stop> {
    let stop = |act: &Act| Stop {
        by: act.step.by,
        turn: act.turn,
        words: act.step.log.iter().map(|entry| entry.line.clone()).collect(),
        heading: act.step.log.iter().any(|entry| entry.heading),
    };
    acts.iter().map(stop).collect()
}
