//! What is forecast is what is done: every figure of a forecast is compared with what the action itself leads to, by all
//! ways in which its dice can fall.

use std::{collections::BTreeMap, ops::Range};

use super::{Deciding, Kit};
use crate::{
    dice::Dice,
    game::{Forecast, Game, Pending, Ruleset, Tactics, Telling},
    log::Log,
    odds::{Odds, odds_within},
    seat::Seat,
};

/// More ways through the throws of an action than this are not gone through: it is thrown instead.
const WAYS_MAX: usize = 3_000;
/// How often an action is thrown whose ways are too many.
const THROWS: usize = 10_000;
/// How far off a share of thrown dice may be, in standard deviations: with fixed seeds it never is by chance.
const DEVIATIONS_MAX: f64 = 5.0;
/// So many times an outcome may come that is as good as impossible: a fight has thousands of them.
const RARE: f64 = 4.0;
/// Candidates that are compared at one moment, drawn at random if there are more.
const CANDIDATES_MAX: usize = 6;
/// Moments of one battle, so that many battles are looked at.
const MOMENTS_OF_A_BATTLE: usize = 8;

/// What was compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// Positions in which at least one candidate had a forecast.
    pub moments: usize,
    /// Forecasts compared as fractions.
    pub exact: usize,
    /// Forecasts compared with ten thousand throws, because there are too many ways.
    pub thrown: usize,
    /// Forecasts with too many ways that were left out, after as many as were wanted had been thrown.
    pub left_out: usize,
    /// Actions that throw dice and have no forecast: how often, by the first word of their notation.
    pub silent: BTreeMap<String, usize>,
}

impl<R: Ruleset> Kit<R> {
    /// Plays battles until forecasts were compared at so many moments; at most `thrown_max` of those with too many ways
    /// are thrown.
    pub fn forecasts(
        &self,
        seeds: Range<u64>,
        deciding: Deciding,
        moments: usize,
        thrown_max: usize,
    ) -> Compared {
        let mut compared = Compared::default();
        for seed in seeds.clone() {
            self.forecasts_of_a_battle(seed, deciding, moments, thrown_max, &mut compared);
        }
        assert!(compared.moments >= moments, "seeds {seeds:?} have too few moments: {compared:?}");
        compared
    }

    fn forecasts_of_a_battle(
        &self,
        seed: u64,
        deciding: Deciding,
        moments: usize,
        thrown_max: usize,
        compared: &mut Compared,
    ) {
        let most = moments.min(compared.moments + MOMENTS_OF_A_BATTLE);
        let mut game = (self.start)(seed);
        let (mut chance, mut dice) = (Dice::seeded(seed ^ 0xf0e), Dice::seeded(seed));
        let mut candidates = Vec::new();
        for step in 0..self.actions_max {
            let Pending::Decide(seats) = game.pending() else { break };
            if compared.moments >= most {
                break;
            }
            let by = seats.first().expect("the kit tries this too");
            candidates.clear();
            game.candidates(by, &mut candidates);
            let action = match deciding {
                Deciding::AtRandom => candidates[chance.number(candidates.len())].clone(),
                Deciding::ByTactics => game.view(Some(by)).decide(by, &mut chance),
            };
            // What is decided is always looked at, so that battles go through what is compared.
            candidates.push(action.clone());
            while candidates.len() > CANDIDATES_MAX {
                candidates.swap_remove(chance.number(candidates.len() - 1));
            }
            let mut any = false;
            for action in &candidates {
                let notation = game.notation(by, action);
                let here = format!("seed {seed}, step {step}, {by}: `{notation}`");
                any |= compare(&game, by, action, &notation, thrown_max, compared, &here);
            }
            compared.moments += usize::from(any);
            let done = game.perform(by, &action, &mut dice, &mut Log::Off);
            done.expect("nobody waits for seeded dice");
        }
    }
}

/// Compares the forecast of one action, if it has one.
fn compare<G: Telling + Tactics>(
    game: &G,
    by: Seat,
    action: &G::Action,
    notation: &str,
    thrown_max: usize,
    compared: &mut Compared,
    here: &str,
) -> bool {
    let Some(forecast) = game.forecast(by, action) else {
        let throws = game.clone().perform(by, action, &mut Dice::scripted([]), &mut Log::Off);
        if throws.is_err() {
            let verb = notation.split_whitespace().next().unwrap_or_default();
            *compared.silent.entry(verb.to_owned()).or_default() += 1;
        }
        return false;
    };
    assert_eq!(game.view(Some(by)).forecast(by, action), Some(forecast.clone()), "{here} leaks");
    let came = |dice: &mut Dice| {
        let (mut after, mut log) = (game.clone(), Log::kept());
        after.perform(by, action, dice, &mut log)?;
        let seen = game.hindsight(by, action, &after, log.events());
        let seen = seen.unwrap_or_else(|| panic!("{here}: a forecast without hindsight"));
        Ok(Came::of(&forecast, &seen, here))
    };
    if let Some(odds) = odds_within(WAYS_MAX, came) {
        compared.exact += 1;
        equal(&forecast, &odds, here);
    } else if compared.thrown < thrown_max {
        compared.thrown += 1;
        let mut dice = Dice::seeded(compared.thrown as u64);
        let thrown: Vec<Came> =
            (0..THROWS).map(|_| came(&mut dice).expect("nobody waits for seeded dice")).collect();
        about_equal(&forecast, &thrown, here);
    } else {
        compared.left_out += 1;
    }
    true
}

/// Which outcome of a forecast has come about, and which highlights.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Came {
    outcome: usize,
    highlights: Vec<bool>,
}

impl Came {
    fn of(forecast: &Forecast, seen: &Forecast, here: &str) -> Self {
        let [came] = &seen.outcomes[..] else {
            panic!("{here}: several things have happened: {:?}", seen.outcomes)
        };
        let is_it = |outcome: &crate::Chance| outcome.says == came.says && outcome.is == came.is;
        let outcome = forecast.outcomes.iter().position(is_it);
        let outcome = outcome.unwrap_or_else(|| {
            let all: Vec<_> = forecast.outcomes.iter().map(|it| (&it.says, &it.is)).collect();
            panic!("{here}: not foreseen: {:?} {:?}; foreseen: {all:?}", came.says, came.is)
        });
        let names = |of: &Forecast| of.highlights.iter().map(|it| it.says.clone()).collect();
        let (foreseen, told): (Vec<_>, Vec<_>) = (names(forecast), names(seen));
        assert_eq!(foreseen, told, "{here}: other highlights in hindsight");
        let certain = seen.highlights.iter().map(|it| match it.chance.to_string().as_str() {
            "0/1" => false,
            "1/1" => true,
            other => panic!("{here}: `{}` is {other} in hindsight", it.says),
        });
        Came { outcome, highlights: certain.collect() }
    }
}

fn equal(forecast: &Forecast, odds: &Odds<Came>, here: &str) {
    for (at, outcome) in forecast.outcomes.iter().enumerate() {
        let done = odds.chance(|came| came.outcome == at);
        assert_eq!(outcome.chance, done, "{here}: `{}` {:?}", outcome.says, outcome.is);
    }
    for (at, highlight) in forecast.highlights.iter().enumerate() {
        let done = odds.chance(|came| came.highlights[at]);
        assert_eq!(highlight.chance, done, "{here}: `{}`", highlight.says);
    }
}

fn about_equal(forecast: &Forecast, thrown: &[Came], here: &str) {
    let near = |chance: f64, is: &dyn Fn(&Came) -> bool, says: &str| {
        let all = thrown.len() as f64;
        let came = thrown.iter().filter(|came| is(came)).count() as f64;
        let off = (came - chance * all).abs();
        let bound = DEVIATIONS_MAX * (all * chance * (1.0 - chance)).sqrt() + RARE;
        assert!(off <= bound, "{here}: `{says}` is forecast {chance:.4} and came {came} of {all}");
    };
    for (at, outcome) in forecast.outcomes.iter().enumerate() {
        near(outcome.chance.to_f64(), &|came| came.outcome == at, &outcome.says);
    }
    for (at, highlight) in forecast.highlights.iter().enumerate() {
        near(highlight.chance.to_f64(), &|came| came.highlights[at], &highlight.says);
    }
}
