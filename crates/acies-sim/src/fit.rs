//! Finds out how the signs of a position make a chance to win, from battles between computer players.
//!
//! Each battle is looked at whenever a turn begins, as search does that breaks battles off there. Half of the battles are
//! for fitting, the others to see whether what was fitted is true: of positions that it gives 70 to 80%, so many must be
//! won.

use acies_ai::{
    Mind, Outlook, Player,
    outlook::{Band, Weight, logistic, won},
};
use acies_core::{Dice, Each, Game, Log, Pending, Ruleset, Seat, Signs, Tactics, Telling};
use rayon::prelude::*;

use crate::play::{Pairing, seed_of};

/// What to play.
pub struct Course<'a, G> {
    pub pairings: &'a [Pairing<G>],
    pub battles: usize,
    pub seed: u64,
    /// All cores if it is zero.
    pub threads: usize,
    /// Is told that a battle more is done, and says whether to go on.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// A position, and how its battle ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub battle: usize,
    /// Red's signs less blue's.
    pub signs: Signs,
    /// What the end was worth to red.
    pub won: f64,
}

/// A battle that takes more actions is not learnt from.
const ACTIONS_MAX: usize = 100_000;

/// Plays battles and keeps what could be read off the table at the start of their turns. Every other battle is played by
/// players who err, so that there is something to see besides good play.
pub fn samples<R: Ruleset>(course: &Course<'_, R::Game>) -> Vec<Sample> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(course.threads).build();
    let alone = || rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    let pool = pool.or_else(|_| alone()).expect("this thread is there");
    let numbers: Vec<_> = (0..course.battles).collect();
    let one = |&number: &usize| {
        if (course.go_on)() { watched::<R>(course, number) } else { Vec::new() }
    };
    let all: Vec<_> = pool.install(|| numbers.par_iter().map(one).collect());
    all.concat()
}

fn watched<R: Ruleset>(course: &Course<'_, R::Game>, number: usize) -> Vec<Sample> {
    let seed = seed_of(course.seed, number);
    let mut game = course.pairings[number / 2 % course.pairings.len()].start.clone();
    let mut dice = Dice::seeded(seed);
    let player = if number.is_multiple_of(2) { Player::Centurion } else { Player::Optio };
    let mut minds = Each::of(|seat| Mind::new(player, seed_of(seed, seat as usize)));
    let mut seen: Vec<Signs> = Vec::new();
    let mut turn = 0;
    for _ in 0..ACTIONS_MAX {
        let by = match game.pending() {
            Pending::Over(outcome) => {
                let won = won(&outcome, Seat::Red);
                let sample = |signs| Sample { battle: number, signs, won };
                return seen.into_iter().map(sample).collect();
            }
            Pending::Decide(seats) => seats.first().expect("somebody decides"),
        };
        if game.turn() != turn {
            turn = game.turn();
            seen.push(apart(&game));
        }
        let action = minds[by].decide(&game, by);
        dice.forget();
        let done = game.perform(by, &action, &mut dice, &mut Log::Off);
        done.expect("seeded dice are never waited for");
    }
    Vec::new()
}

/// Red's signs less blue's.
fn apart<G: Tactics>(game: &G) -> Signs {
    let mut signs = game.signs(Seat::Red);
    let theirs = game.signs(Seat::Blue);
    signs.iter_mut().zip(theirs).for_each(|(ours, theirs)| ours.1 -= theirs.1);
    signs
}

/// How strongly weights are drawn towards nothing, in positions: what rarely shows proves little.
const RIDGE: f64 = 2.0;
const ROUNDS: usize = 30;

/// Fits weights to half of the battles, and tries them on the others.
pub fn fit(samples: &[Sample], before: Outlook) -> Outlook {
    // Two battles in a row have the same armies, played well and badly.
    let kept = |sample: &&Sample| (sample.battle / 2).is_multiple_of(2);
    let (learnt, other): (Vec<_>, Vec<_>) = samples.iter().partition(kept);
    let signs = weights(&learnt);
    let outlook = Outlook { signs, ..before };
    let calibration = calibration(&outlook, &other);
    Outlook { calibration, ..outlook }
}

/// The weights under which what was seen is likeliest (logistic regression, by Newton's steps).
fn weights(samples: &[&Sample]) -> Vec<Weight> {
    let Some(first) = samples.first() else { return Vec::new() };
    let n = first.signs.len();
    // Each sign in units of its spread, so that the ridge is fair to all.
    let spread = |sign: usize| {
        let sum: f64 = samples.iter().map(|it| it.signs[sign].1 * it.signs[sign].1).sum();
        (sum / samples.len() as f64).sqrt().max(1e-9)
    };
    let spreads: Vec<f64> = (0..n).map(spread).collect();
    let of = |sample: &Sample| -> Vec<f64> {
        sample.signs.iter().zip(&spreads).map(|((_, value), spread)| value / spread).collect()
    };
    let rows: Vec<(Vec<f64>, f64)> = samples.iter().map(|it| (of(it), it.won)).collect();
    let mut weights = vec![0.0; n];
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut bend = vec![vec![0.0; n]; n];
        (0..n).for_each(|i| bend[i][i] = RIDGE);
        for (row, won) in &rows {
            let chance = logistic(row.iter().zip(&weights).map(|(x, w)| x * w).sum());
            let sure = chance * (1.0 - chance);
            for i in 0..n {
                slope[i] += row[i] * (won - chance);
                for j in 0..n {
                    bend[i][j] += sure * row[i] * row[j];
                }
            }
        }
        let step = solved(bend, slope);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let names = first.signs.iter().map(|(name, _)| (*name).to_owned());
    let each = names.zip(weights.iter().zip(&spreads));
    // Four digits are more than the samples bear.
    let rounded = |weight: f64| {
        let scale = [1e4, 1e6][usize::from(weight.abs() < 0.1)];
        (weight * scale).round() / scale
    };
    each.map(|(name, (weight, spread))| Weight { name, weight: rounded(weight / spread) }).collect()
}

/// The solution of a system of linear equations (Gauss, with the largest pivot).
pub fn solved(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for at in 0..n {
        let pivot = (at..n).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()));
        let pivot = pivot.expect("there is a row left");
        rows.swap(at, pivot);
        right.swap(at, pivot);
        for below in at + 1..n {
            let factor = rows[below][at] / rows[at][at];
            let (upper, lower) = rows.split_at_mut(below);
            lower[0].iter_mut().zip(&upper[at]).for_each(|(x, above)| *x -= factor * above);
            right[below] -= factor * right[at];
        }
    }
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|n| rows[at][n] * right[n]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}

/// Chances in bands of ten percent, and what became of them. Each position is seen by both sides.
fn calibration(outlook: &Outlook, samples: &[&Sample]) -> Vec<Band> {
    let mut bands = [(0_usize, 0.0, 0.0); 10];
    for sample in samples {
        let odds = sample.signs.iter().map(|(name, value)| outlook.weight(name) * value).sum();
        for (chance, won) in [(logistic(odds), sample.won), (logistic(-odds), 1.0 - sample.won)] {
            let (positions, foreseen, all) = &mut bands[((chance * 10.0) as usize).min(9)];
            *positions += 1;
            *foreseen += chance;
            *all += won;
        }
    }
    let rounded = |share: f64| (share * 1000.0).round() / 1000.0;
    let band = |(n, &(positions, foreseen, won)): (usize, &(usize, f64, f64))| {
        let all = positions.max(1) as f64;
        let (foreseen, won) = (rounded(foreseen / all), rounded(won / all));
        Band { from: 10 * n as u32, positions, foreseen, won }
    };
    bands.iter().enumerate().map(band).collect()
}

#[cfg(test)]
mod tests {
    use acies_core::toy::Toy;

    use super::*;

    #[test]
    fn equations_are_solved() {
        let solved = solved(vec![vec![0.0, 2.0], vec![3.0, 1.0]], vec![4.0, 5.0]);
        assert!((solved[0] - 1.0).abs() < 1e-12 && (solved[1] - 2.0).abs() < 1e-12, "{solved:?}");
    }

    #[test]
    fn weights_are_found_again() {
        // One sign decides with odds of e to the half for each unit, the other says nothing.
        let mut chance = Dice::seeded(1);
        let sample = |battle: usize| {
            let [ours, noise] = [0; 2].map(|_: i32| chance.number(9) as f64 - 4.0);
            let won = chance.number(1_000_000) as f64 / 1e6 < logistic(0.5 * ours);
            let signs = Signs::from_iter([("decides", ours), ("noise", noise)]);
            Sample { battle, signs, won: f64::from(u8::from(won)) }
        };
        let samples: Vec<_> = (0..20_000).map(sample).collect();
        let outlook = fit(&samples, Outlook::read("none", "").unwrap());
        let [decides, noise] = ["decides", "noise"].map(|name| outlook.weight(name));
        assert!((decides - 0.5).abs() < 0.04 && noise.abs() < 0.03, "{decides}, {noise}");
        let all: usize = outlook.calibration.iter().map(|band| band.positions).sum();
        assert_eq!(all, 20_000, "each position of the other half, seen by both sides");
        for band in outlook.calibration.iter().filter(|band| band.positions > 500) {
            assert!((band.won - band.foreseen).abs() < 0.06, "{band:?}");
        }
    }

    #[test]
    fn positions_are_those_of_battles() {
        let start = Toy::battle("ford").expect("it is shipped");
        let pairings = [Pairing { sides: start.sides(), start }];
        let course =
            Course { pairings: &pairings, battles: 200, seed: 1, threads: 1, go_on: &|| true };
        let one = samples::<Toy>(&course);
        assert_eq!(one, samples::<Toy>(&Course { threads: 2, ..course }), "threads change nothing");
        let outlook = fit(&one, Outlook::read("none", "").unwrap());
        assert!(outlook.weight("points lost") < -0.1, "who has lost more wins less: {outlook:?}");
    }
}
