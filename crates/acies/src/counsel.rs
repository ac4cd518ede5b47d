//! What a computer player thinks of a battle, in words and notation: a hint while it is played, an analysis afterwards.

use acies_ai::{
    Depth, Judged, Outlook, Player, Progress, Study, Thought, Tried, Watch, analysis::judge,
    analysis::red_chance, mixed,
};
use acies_core::{
    Dice, Game, Log, Ruleset, Seat, Tactics, Telling,
    record::{Played, Start},
};
use serde::{Deserialize, Serialize};

use crate::battle::Choice;

/// What the staff would do, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    #[serde(flatten)]
    pub choice: Choice,
    /// The chance to win with it, if anything else was tried.
    pub chance: Option<f64>,
    /// Whether it is what the ruleset's own advice says at once.
    pub advised: bool,
    /// What else was tried, the most promising first.
    pub others: Vec<Other>,
    /// Battles played out for it.
    pub playouts: usize,
    /// Sentences.
    pub why: Vec<String>,
}

/// What was tried besides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Other {
    #[serde(flatten)]
    pub choice: Choice,
    pub chance: f64,
    /// By how much it is worse, and the standard error of that.
    pub worse: f64,
    pub error: f64,
}

/// No more others are told.
const OTHERS: usize = 5;

pub(crate) fn hint<G: Tactics>(
    game: &G,
    by: Seat,
    player: Player,
    seed: u64,
    watch: Watch<'_>,
) -> Hint {
    let view = game.view(Some(by));
    let outlook = Outlook::of::<G>();
    let study = Study { view: &view, by, outlook: &outlook, seed, threads: 1 };
    let budget = player.budget(&outlook).unwrap_or(outlook.legate);
    let thought = study.think(budget, watch);
    let choice = |action: &G::Action| Choice {
        action: view.notation(by, action),
        words: view.words(by, action),
    };
    let chosen = &thought.tried[thought.chosen];
    let mut others: Vec<_> = thought.tried.iter().enumerate().collect();
    others.retain(|&(n, tried)| n != thought.chosen && !tried.won.is_empty());
    // What was dropped early was worse in the battles that it was tried in.
    others.sort_by(|(_, a), (_, b)| {
        chosen.better_than(a).mean.total_cmp(&chosen.better_than(b).mean)
    });
    let why = why(&outlook, &thought, others.first().map(|(_, tried)| *tried), &choice);
    let other = |(_, tried): &(usize, &Tried<G::Action>)| {
        let gain = chosen.better_than(tried);
        let chance = chosen.chance() - gain.mean;
        Other { choice: choice(&tried.action), chance, worse: gain.mean, error: gain.error }
    };
    Hint {
        choice: choice(&chosen.action),
        chance: (!chosen.won.is_empty()).then(|| chosen.chance()),
        advised: thought.chosen == 0,
        others: others.iter().take(OTHERS).map(other).collect(),
        playouts: thought.playouts,
        why,
    }
}

/// What speaks for an action: how much better it is, and in which signs it shows.
fn why<A>(
    outlook: &Outlook,
    thought: &Thought<A>,
    other: Option<&Tried<A>>,
    choice: &impl Fn(&A) -> Choice,
) -> Vec<String> {
    let Some(other) = other else {
        return vec!["nothing else is worth a thought".into()];
    };
    let chosen = &thought.tried[thought.chosen];
    let gain = chosen.better_than(other);
    let n = chosen.won.len().min(other.won.len());
    let mut said = vec![format!(
        "with the same dice it wins {:+.1} points more often than `{}` (give or take {:.1}, {n} battles of each)",
        gain.mean * 100.0,
        choice(&other.action).action,
        gain.error * 200.0,
    )];
    if thought.chosen == 0 && gain.mean < 2.0 * gain.error {
        said.push("that is not certain; it is also what the advice says".into());
    }
    let mean = |tried: &Tried<A>, n: usize| tried.signs[n].1 / tried.won.len().max(1) as f64;
    let mut signs: Vec<_> = (0..chosen.signs.len().min(other.signs.len()))
        .map(|n| {
            let (ours, theirs) = (mean(chosen, n), mean(other, n));
            (outlook.weight(chosen.signs[n].0) * (ours - theirs), chosen.signs[n].0, ours, theirs)
        })
        .filter(|(counts, ..)| counts.abs() > 0.01)
        .collect();
    signs.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    for (counts, name, ours, theirs) in signs.into_iter().take(2) {
        let which = if counts > 0.0 { "for" } else { "against" };
        said.push(format!(
            "{which} it: {name}, ours less theirs, come to {ours:.1} in the end, {theirs:.1} after the other",
        ));
    }
    said
}

/// A battle looked back upon.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// How many actions there are, and how many have been looked at.
    pub of: usize,
    pub done: usize,
    /// Battles played out for each position, and for each decision; none if positions are judged as they stand.
    pub positions: usize,
    pub decisions: usize,
    /// Red's chance to win at the start.
    pub start: f64,
    pub steps: Vec<Judgement>,
    /// The actions that cost most, the worst first.
    pub costliest: Vec<usize>,
    /// What the dice brought each side over the battle, in chances to win.
    pub luck: Luck,
}

/// What the dice of each side's actions brought it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Luck {
    pub red: f64,
    pub blue: f64,
}

/// What an action came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// Its number, from 1.
    pub at: usize,
    pub by: Seat,
    pub turn: u32,
    #[serde(flatten)]
    pub choice: Choice,
    /// Red's chance to win after it.
    pub red: f64,
    /// How far the dice have moved red's chance from what was to be expected.
    pub luck: f64,
    /// How much more often who took it would have won with something better.
    pub cost: f64,
    pub better: Option<Choice>,
}

/// So many costly decisions are named.
const COSTLIEST: usize = 10;

/// How deep to look, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Positions as they stand: at once.
    #[default]
    Glance,
    /// Battles played out for every position and every decision.
    Deep,
}

impl Look {
    pub fn depth(self) -> Depth {
        match self {
            Look::Glance => Depth::GLANCE,
            Look::Deep => Depth::USUAL,
        }
    }
}

impl Analysis {
    /// Nothing has been looked at yet.
    pub fn begun(of: usize, depth: Depth) -> Self {
        Analysis {
            of,
            done: 0,
            positions: depth.positions,
            decisions: depth.decisions,
            start: 0.5,
            steps: Vec::new(),
            costliest: Vec::new(),
            luck: Luck::default(),
        }
    }

    fn add(&mut self, judgement: Judgement) {
        match judgement.by {
            Seat::Red => self.luck.red += judgement.luck,
            Seat::Blue => self.luck.blue -= judgement.luck,
        }
        self.done = judgement.at;
        self.steps.push(judgement);
        let mut costly: Vec<_> = self.steps.iter().filter(|step| step.cost > 0.0).collect();
        costly.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        self.costliest = costly.into_iter().take(COSTLIEST).map(|step| step.at).collect();
    }
}

/// Looks back upon a battle. `watch` sees how far it has come, and says whether to go on.
pub(crate) fn analyse<R: Ruleset>(
    start: &Start,
    steps: &[Played],
    depth: Depth,
    watch: &mut dyn FnMut(&Analysis) -> bool,
) -> Result<Analysis, String> {
    let mut game = R::Game::deserialize(&start.state).map_err(|error| error.to_string())?;
    let outlook = Outlook::of::<R::Game>();
    let seed = 1;
    let chance = red_chance(&game, &outlook, depth.positions, seed);
    let mut analysis = Analysis { start: chance, ..Analysis::begun(steps.len(), depth) };
    for (at, step) in (1..).zip(steps) {
        let trouble = |what: String| format!("action {at}: {what}");
        let by = step.by;
        let action = game.read(by, &step.action).map_err(|misread| trouble(misread.to_string()))?;
        game.check(by, &action).map_err(|refusal| trouble(game.explain(&action, &refusal).says))?;
        let (turn, mut after) = (game.turn(), game.clone());
        let mut dice = Dice::scripted(step.faces.clone());
        after
            .perform(by, &action, &mut dice, &mut Log::Off)
            .map_err(|need| trouble(need.to_string()))?;
        let threw = !step.faces.is_empty();
        let seed = mixed(seed, at as u64);
        let Judged { red, luck, cost, better } =
            judge(&game, (by, &action, threw), &after, &outlook, depth, seed);
        let choice = |action: &<R::Game as Game>::Action| Choice {
            action: game.notation(by, action),
            words: game.words(by, action),
        };
        let (better, choice) = (better.as_ref().map(choice), choice(&action));
        analysis.add(Judgement { at, by, turn, choice, red, luck, cost, better });
        game = after;
        if !watch(&analysis) {
            break;
        }
    }
    Ok(analysis)
}

/// What a computer player decides, and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// In notation.
    pub action: String,
    /// Battles played out for it.
    pub playouts: usize,
}

/// Nobody watches.
pub fn unwatched(_: Progress) -> bool {
    true
}
