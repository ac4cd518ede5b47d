//! How strong players are, one against the other.
//!
//! Two players meet in pairs of battles: the same army on both sides, the same start and the same dice, and then the other
//! way round, so that nobody has the better army, seat or luck. From all that was won follow their strengths (Bradley and
//! Terry): the odds of one against the other are e to the difference.

use acies_ai::{Mind, Outlook, Player, outlook::won};
use acies_core::{Dice, Each, Game, Log, Pending, Ruleset, Seat};
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use crate::{
    fit::solved,
    play::{Pairing, seed_of},
    summary::Share,
};

/// Two battles between two players, with seats changed. A line of the file that keeps them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    pub ruleset: String,
    /// The number of the pair, from which its army and its dice follow.
    pub pair: usize,
    pub seed: u64,
    pub players: [Played; 2],
}

/// What one of them did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    pub player: String,
    /// Battles played out for a decision, at most: results of other budgets are of another player.
    pub playouts: usize,
    /// Of how many in a hundred decisions it took what came.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub errs: u32,
    /// As red, and as blue; a draw is half a victory.
    pub won: [f64; 2],
    pub decisions: usize,
    /// Processor time.
    pub seconds: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(errs: &u32) -> bool {
    *errs == 0
}

impl Played {
    /// Whether this is what a player would do today.
    pub fn is_by(&self, player: Player, outlook: &Outlook) -> bool {
        let playouts = player.budget(outlook).map_or(0, |budget| budget.playouts);
        self.player == player.name()
            && self.playouts == playouts
            && self.errs == player.errs(outlook)
    }
}

/// Each shipped army against itself.
pub fn mirrored<R: Ruleset>() -> Vec<Pairing<R::Game>> {
    let start = |card: acies_core::ArmyCard| {
        let army = R::shipped(&card.id)?;
        let start = R::field(&army, &army).ok()?;
        Some(Pairing { sides: Each([card.id.clone(), card.id]), start })
    };
    R::armies().into_iter().filter_map(start).collect()
}

const ACTIONS_MAX: usize = 100_000;

/// Plays a pair of battles.
pub fn meet<R: Ruleset>(
    pairings: &[Pairing<R::Game>],
    players: [Player; 2],
    outlook: &Outlook,
    pair: usize,
    seed: u64,
) -> Meeting {
    let mut played = players.map(|player| Played {
        player: player.name().to_owned(),
        playouts: player.budget(outlook).map_or(0, |budget| budget.playouts),
        errs: player.errs(outlook),
        won: [0.0; 2],
        decisions: 0,
        seconds: 0.0,
    });
    let start = &pairings[pair % pairings.len()].start;
    let own = seed_of(seed, pair);
    for first in 0..2 {
        // Who plays red, and who blue.
        let seats = Each([first, 1 - first]);
        let mut game = start.clone();
        let mut dice = Dice::seeded(own);
        let mut minds = Each::of(|seat| {
            let mind = Mind::new(players[seats[seat]], seed_of(own, seat as usize));
            mind.with_outlook(outlook.clone())
        });
        let mut ended = 0.5;
        for _ in 0..ACTIONS_MAX {
            let by = match game.pending() {
                Pending::Over(outcome) => {
                    ended = won(&outcome, Seat::Red);
                    break;
                }
                Pending::Decide(seats) => seats.first().expect("somebody decides"),
            };
            let begun = ThreadTime::now();
            let action = minds[by].decide(&game, by);
            let who = &mut played[seats[by]];
            who.seconds += begun.elapsed().as_secs_f64();
            who.decisions += 1;
            dice.forget();
            let done = game.perform(by, &action, &mut dice, &mut Log::Off);
            done.expect("seeded dice are never waited for");
        }
        played[seats[Seat::Red]].won[0] = ended;
        played[seats[Seat::Blue]].won[1] = 1.0 - ended;
    }
    Meeting { ruleset: R::ID.to_owned(), pair, seed, players: played }
}

/// A player on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    pub player: String,
    pub playouts: usize,
    pub battles: usize,
    /// The logarithm of the odds against the centurion, or against the first if he is not there, and the interval that
    /// holds it in 95 of 100 cases.
    pub strength: f64,
    pub low: f64,
    pub high: f64,
    pub decisions: usize,
    /// Processor time for a decision, in milliseconds.
    pub milliseconds: f64,
}

/// How two players fared against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The stronger by name, and the other.
    pub upper: String,
    pub lower: String,
    pub battles: usize,
    /// What the upper one won, a draw being half a victory, with Wilson's interval.
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// The ladder that meetings come to: of those with the budgets of today.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ladder {
    pub rungs: Vec<Rung>,
    pub duels: Vec<Duel>,
}

/// The deviation of a normal distribution that 95% lie within.
const Z: f64 = 1.959_964;
/// A battle won and one lost against everybody, in all: without it who never lost would be infinitely strong.
const PRIOR: f64 = 0.05;

impl Ladder {
    pub fn of(players: &[Player], outlook: &Outlook, meetings: &[Meeting]) -> Ladder {
        let n = players.len();
        let known =
            |played: &Played| players.iter().position(|player| played.is_by(*player, outlook));
        let mut won = vec![vec![0.0; n]; n];
        let mut spent = vec![(0, 0.0); n];
        for Meeting { players: [a, b], .. } in meetings {
            let (Some(i), Some(j)) = (known(a), known(b)) else { continue };
            won[i][j] += a.won.iter().sum::<f64>();
            won[j][i] += b.won.iter().sum::<f64>();
            for (n, played) in [(i, a), (j, b)] {
                spent[n] = (spent[n].0 + played.decisions, spent[n].1 + played.seconds);
            }
        }
        let against = |i: usize, j: usize| won[i][j] + won[j][i];
        let first = players.iter().position(|it| *it == Player::Centurion).unwrap_or(0);
        let (strengths, errors) = strengths(&won, first);
        let rung = |i: usize| {
            let (decisions, seconds) = spent[i];
            Rung {
                player: players[i].name().to_owned(),
                playouts: players[i].budget(outlook).map_or(0, |budget| budget.playouts),
                battles: (0..n).map(|j| against(i, j)).sum::<f64>().round() as usize,
                strength: strengths[i],
                low: strengths[i] - Z * errors[i],
                high: strengths[i] + Z * errors[i],
                decisions,
                milliseconds: 1e3 * seconds / f64::from(decisions.max(1) as u32),
            }
        };
        let duel = |(upper, lower): (usize, usize)| {
            let battles = against(upper, lower).round() as usize;
            // Draws count half on either side, which makes the interval no narrower than it is.
            let share = Share::of(won[upper][lower].floor() as usize, battles);
            Duel {
                upper: players[upper].name().to_owned(),
                lower: players[lower].name().to_owned(),
                battles,
                share: won[upper][lower] / against(upper, lower).max(1.0),
                low: share.low,
                high: share.high,
            }
        };
        let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let pairs = pairs.filter(|&(i, j)| against(i, j) > 0.0);
        Ladder { rungs: (0..n).map(rung).collect(), duels: pairs.map(duel).collect() }
    }

    /// How two players fared.
    pub fn duel(&self, upper: Player, lower: Player) -> Option<&Duel> {
        let is_it = |it: &&Duel| it.upper == upper.name() && it.lower == lower.name();
        self.duels.iter().find(is_it)
    }
}

/// Strengths, that of `first` being nothing, and their errors: the likeliest, by Newton's steps.
fn strengths(won: &[Vec<f64>], first: usize) -> (Vec<f64>, Vec<f64>) {
    let n = won.len();
    let mut strengths = vec![0.0; n];
    let bend = |strengths: &[f64]| {
        let mut slope: Vec<f64> = strengths.iter().map(|it| -PRIOR * it).collect();
        let mut bend = vec![vec![0.0; n]; n];
        for i in 0..n {
            bend[i][i] += PRIOR;
            for j in (0..n).filter(|&j| j != i) {
                let battles = won[i][j] + won[j][i];
                let chance = acies_ai::outlook::logistic(strengths[i] - strengths[j]);
                slope[i] += won[i][j] - battles * chance;
                let sure = battles * chance * (1.0 - chance);
                bend[i][i] += sure;
                bend[i][j] -= sure;
            }
        }
        (bend, slope)
    };
    for _ in 0..50 {
        let (bend, slope) = bend(&strengths);
        let step = solved(bend, slope);
        // Small steps: far from the top the hill is flat.
        strengths.iter_mut().zip(step).for_each(|(it, step)| *it += step.clamp(-1.0, 1.0));
    }
    let (bend, _) = bend(&strengths);
    let inverse: Vec<Vec<f64>> = (0..n)
        .map(|i| solved(bend.clone(), (0..n).map(|j| f64::from(u8::from(i == j))).collect()))
        .collect();
    let error = |i: usize| {
        let var = inverse[i][i] + inverse[first][first] - 2.0 * inverse[i][first];
        var.max(0.0).sqrt()
    };
    let errors = (0..n).map(error).collect();
    let zero = strengths[first];
    (strengths.into_iter().map(|it| it - zero).collect(), errors)
}

#[cfg(test)]
mod tests {
    use acies_core::toy::Toy;

    use super::*;

    fn meeting(players: [&str; 2], won: [[f64; 2]; 2]) -> Meeting {
        let [a, b] = [0, 1].map(|n| Played {
            player: players[n].to_owned(),
            playouts: 0,
            errs: [Player::Recruit, Player::Optio]
                .into_iter()
                .find(|it| it.name() == players[n])
                .map_or(0, |it| it.errs(&Outlook::read("none", "").unwrap())),
            won: won[n],
            decisions: 10,
            seconds: 0.01,
        });
        Meeting { ruleset: "toy".into(), pair: 0, seed: 1, players: [a, b] }
    }

    #[test]
    fn strengths_are_the_logarithm_of_the_odds() {
        // The centurion wins three of four against the optio, the optio three of four against the recruit.
        let upper = |a: &str, b: &str| {
            [meeting([a, b], [[1.0, 1.0], [0.0, 0.0]]), meeting([a, b], [[1.0, 0.0], [1.0, 0.0]])]
        };
        let mut all = Vec::new();
        for _ in 0..200 {
            all.extend(upper("centurion", "optio"));
            all.extend(upper("optio", "recruit"));
        }
        let players = [Player::Recruit, Player::Optio, Player::Centurion];
        let outlook = Outlook::read("none", "").unwrap();
        let Ladder { rungs, duels } = Ladder::of(&players, &outlook, &all);
        // ln 3 = 1.0986.
        assert!((rungs[2].strength).abs() < 1e-12);
        assert!((rungs[1].strength + 1.0986).abs() < 0.01, "{rungs:?}");
        assert!((rungs[0].strength + 2.1972).abs() < 0.02, "{rungs:?}");
        // 800 battles at 3/4 hold 150 of information, and the root of its inverse is 0.0816.
        assert!((rungs[1].high - rungs[1].low - 2.0 * Z * 0.0816).abs() < 0.002, "{rungs:?}");
        assert!((rungs[1].milliseconds - 1.0).abs() < 1e-9);
        let [optio, centurion] = &duels[..] else { panic!("{duels:?}") };
        assert_eq!((optio.upper.as_str(), optio.lower.as_str()), ("optio", "recruit"));
        assert!((centurion.share - 0.75).abs() < 1e-12 && centurion.low > 0.71, "{centurion:?}");
    }

    #[test]
    fn pairs_are_fair_and_the_same_every_time() {
        let pairings = mirrored::<Toy>();
        assert!(pairings.iter().all(|it| it.sides[Seat::Red] == it.sides[Seat::Blue]));
        let outlook = Outlook::read("none", "").unwrap();
        let same = meet::<Toy>(&pairings, [Player::Centurion; 2], &outlook, 3, 7);
        let [a, b] = &same.players;
        assert!((a.won[0] + b.won[1] - 1.0).abs() < 1e-9, "what red wins blue loses");
        let halves = |it: &Played| it.won.map(|won| (2.0 * won) as i32);
        assert_eq!(halves(a), halves(b), "alike players win alike");
        let again = meet::<Toy>(&pairings, [Player::Centurion; 2], &outlook, 3, 7);
        assert_eq!(halves(a), halves(&again.players[0]));
        let text = serde_json::to_string(&same).unwrap();
        let read: Meeting = serde_json::from_str(&text).unwrap();
        assert_eq!(halves(&read.players[0]), halves(a));
    }
}
