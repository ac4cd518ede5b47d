//! A battle played again from its record, to any moment of it.

use acies::AnyBattle;
use acies_core::{Dice, Entry, Scene, Seat, Viewer, record::Played};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

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
    pub fn step(&mut self, step: &Played) -> Result<String, String> {
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

/// A battle from its beginning to now: the first scene, and what each action changed in it.
#[derive(Serialize)]
pub struct Film {
    scene: Value,
    frames: Vec<Frame>,
}

/// What one action led to.
#[derive(Serialize)]
struct Frame {
    by: Seat,
    turn: u32,
    log: Vec<Entry>,
    /// The action in words, once nothing is a secret any more.
    says: Option<String>,
    /// Parts of the scene that are others now. Of a list of things with ids only those that changed: `set`, and
    /// `ids` if they are others or in another order.
    change: Map<String, Value>,
}

/// A whole battle as a viewer may see it. When it is over, it is open.
pub fn film(head: &Head, acts: &[Act], viewer: Viewer, open: bool) -> Answer<Film> {
    let mut replay = Replay::to(head, &[])?;
    let drawn = |replay: &Replay| {
        serde_json::to_value(still(replay.battle.scene(viewer))).map_err(Error::trouble)
    };
    let scene = drawn(&replay)?;
    let (mut before, mut frames) = (scene.clone(), Vec::with_capacity(acts.len()));
    for (n, act) in (1..).zip(acts) {
        let told = replay.battle.told(viewer).len();
        let played = replay.step(&act.step);
        let words = played.map_err(|what| Error::not_now(format!("action {n}: {what}")))?;
        let says = open.then_some(words);
        let now = drawn(&replay)?;
        let log = replay.battle.told(viewer)[told..].to_vec();
        let change = change(&before, &now);
        frames.push(Frame { by: act.step.by, turn: act.turn, log, says, change });
        before = now;
    }
    Ok(Film { scene, frames })
}

/// What is another in a scene.
fn change(before: &Value, now: &Value) -> Map<String, Value> {
    let mut changed = Map::new();
    let (Value::Object(before), Value::Object(now)) = (before, now) else { return changed };
    for (key, value) in now {
        let was = before.get(key);
        if was != Some(value) {
            let part = was.and_then(|was| listed(was, value)).unwrap_or_else(|| value.clone());
            changed.insert(key.clone(), part);
        }
    }
    let gone = before.keys().filter(|key| !now.contains_key(*key));
    changed.extend(gone.map(|key| (key.clone(), Value::Null)));
    changed
}

/// What is another in a list of things with ids, if it is one.
fn listed(before: &Value, now: &Value) -> Option<Value> {
    let ids = |list: &Value| -> Option<Vec<Value>> {
        list.as_array()?.iter().map(|it| it.get("id").cloned()).collect()
    };
    let (old, new) = (ids(before)?, ids(now)?);
    let known = |id: &Value| Some(&before[old.iter().position(|it| it == id)?]);
    let fresh = now.as_array()?.iter().filter(|it| known(&it["id"]) != Some(*it));
    let mut listed = json!({ "set": fresh.collect::<Vec<_>>() });
    if old != new {
        listed["ids"] = new.into();
    }
    Some(listed)
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
