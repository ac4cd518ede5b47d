//! Battles looked back upon. A deep look takes minutes: it goes on aside, one at a time, and whoever asks sees how far it
//! has come. It ends when nobody asks any more.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

pub use acies::counsel::Look;

use acies::counsel::Analysis;
use acies_core::record::Played;
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::{
    error::{Answer, Error},
    http::blocking,
    ledger::{Act, Head},
};

/// How deep to look.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    #[serde(default)]
    pub look: Look,
}

/// So many analyses are remembered.
const REMEMBERED: usize = 32;
/// One that nobody has asked for in this time is given up.
const PATIENCE: Duration = Duration::from_mins(1);

/// What has been looked at, the newest last.
pub struct Analyses {
    known: Mutex<Vec<Arc<Known>>>,
    /// Whoever looks deep takes his turn.
    turn: Arc<Semaphore>,
}

struct Known {
    battle: String,
    acts: usize,
    look: Look,
    found: Mutex<Found>,
}

struct Found {
    analysis: Answer<Analysis>,
    asked: Instant,
    given_up: bool,
}

impl Default for Analyses {
    fn default() -> Self {
        Analyses { known: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

impl Analyses {
    /// What is known by now of a battle that is over.
    pub async fn ask(
        &self,
        battle: &str,
        head: Head,
        acts: Vec<Act>,
        look: Look,
    ) -> Answer<Analysis> {
        let is_it = |it: &Arc<Known>| {
            (it.battle.as_str(), it.acts, it.look) == (battle, acts.len(), look)
                && !lock(&it.found).given_up
        };
        let known = lock(&self.known).iter().find(|it| is_it(it)).cloned();
        if let Some(known) = known {
            let mut found = lock(&known.found);
            found.asked = Instant::now();
            return found.analysis.clone();
        }
        let begun = Analysis::begun(acts.len(), look.depth());
        let found = Found { analysis: Ok(begun.clone()), asked: Instant::now(), given_up: false };
        let known = Arc::new(Known {
            battle: battle.to_owned(),
            acts: acts.len(),
            look,
            found: Mutex::new(found),
        });
        {
            let mut all = lock(&self.known);
            all.retain(|it| !lock(&it.found).given_up);
            if all.len() == REMEMBERED {
                lock(&all.remove(0).found).given_up = true;
            }
            all.push(known.clone());
        }
        if look == Look::Glance {
            let looked = known.clone();
            blocking(move || looked.find(&head, acts)).await?;
            return lock(&known.found).analysis.clone();
        }
        let turn = self.turn.clone();
        tokio::spawn(async move {
            let Ok(_turn) = turn.acquire_owned().await else { return };
            drop(blocking(move || known.find(&head, acts)).await);
        });
        Ok(begun)
    }
}

impl Known {
    /// Looks back, and lets everybody see how far it has come.
    fn find(&self, head: &Head, acts: Vec<Act>) {
        let steps: Vec<Played> = acts.into_iter().map(|act| act.step).collect();
        let mut watch = |analysis: &Analysis| {
            let mut found = lock(&self.found);
            let wanted = found.asked.elapsed() < PATIENCE && !found.given_up;
            if self.look == Look::Deep {
                found.analysis = Ok(analysis.clone());
            }
            wanted
        };
        let analysed = acies::find(&head.start.ruleset).map_err(Error::from).and_then(|ruleset| {
            let depth = self.look.depth();
            ruleset.analyse(&head.start, &steps, depth, &mut watch).map_err(Error::not_now)
        });
        let mut found = lock(&self.found);
        found.given_up |= analysed.as_ref().is_ok_and(|analysis| analysis.done < analysis.of);
        found.analysis = analysed;
    }
}

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
