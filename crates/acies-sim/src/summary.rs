//! What battles come to.

use std::collections::BTreeMap;

use acies_ai::Player;
use acies_core::{Each, RuleId, Seat};
use serde::Serialize;

use crate::play::{Battle, Pairing};

/// What a number of battles come to. The same battles give the same summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub games: usize,
    pub players: Each<Player>,
    pub red: Share,
    pub blue: Share,
    pub draws: usize,
    /// Battles that only the turn limit ended.
    pub by_limit: usize,
    /// Battles that were broken off because they took too many actions.
    pub unfinished: usize,
    pub endings: Vec<Endings>,
    pub turns: Spread,
    pub actions: Spread,
    /// Points lost by each side.
    pub red_lost: Spread,
    pub blue_lost: Spread,
    pub dice: Spread,
    pub dice_thrown: usize,
    pub pairings: Vec<Standing>,
    /// How each army fared, in whichever seat.
    pub armies: Vec<Standing>,
}

/// Wins out of a number of battles, with the interval that holds the true share in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub wins: usize,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// A way of ending, and how many battles took it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Endings {
    pub rule: RuleId,
    pub how: &'static str,
    pub games: usize,
}

/// Where numbers lie: their mean, and the numbers that a quarter, half and three quarters of them
/// do not exceed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    pub mean: f64,
    pub min: usize,
    pub lower_quartile: usize,
    pub median: usize,
    pub upper_quartile: usize,
    pub max: usize,
}

/// How somebody fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    pub who: String,
    pub games: usize,
    pub draws: usize,
    #[serde(flatten)]
    pub won: Share,
}

/// The deviation of a normal distribution that 95% lie within.
const Z: f64 = 1.959_964;

impl Share {
    /// Wilson's interval.
    pub fn of(wins: usize, games: usize) -> Self {
        if games == 0 {
            return Share { wins, share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, share) = (games as f64, wins as f64 / games as f64);
        let middle = share + Z * Z / (2.0 * n);
        let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let all = 1.0 + Z * Z / n;
        let (low, high) = ((middle - reach) / all, (middle + reach) / all);
        Share { wins, share, low: low.max(0.0), high: high.min(1.0) }
    }
}

impl Spread {
    pub fn of(numbers: impl Iterator<Item = usize>) -> Self {
        let mut sorted: Vec<_> = numbers.collect();
        sorted.sort_unstable();
        let Some(&max) = sorted.last() else { return Spread::default() };
        let part = |quarters: usize| sorted[(sorted.len() - 1) * quarters / 4];
        Spread {
            mean: sorted.iter().sum::<usize>() as f64 / sorted.len() as f64,
            min: sorted[0],
            lower_quartile: part(1),
            median: part(2),
            upper_quartile: part(3),
            max,
        }
    }
}

impl Summary {
    pub fn of<G>(battles: &[Battle], pairings: &[Pairing<G>], players: Each<Player>) -> Self {
        let games = battles.len();
        let finished = || battles.iter().filter_map(|battle| battle.outcome);
        let wins = |seat| finished().filter(|outcome| outcome.winner == Some(seat)).count();
        let mut endings = BTreeMap::new();
        for outcome in finished() {
            *endings.entry((outcome.rule, outcome.how)).or_default() += 1;
        }
        let mut endings: Vec<_> =
            endings.into_iter().map(|((rule, how), games)| Endings { rule, how, games }).collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        Summary {
            games,
            players,
            red: Share::of(wins(Seat::Red), games),
            blue: Share::of(wins(Seat::Blue), games),
            draws: finished().filter(|outcome| outcome.winner.is_none()).count(),
            by_limit: finished().filter(|outcome| outcome.by_limit).count(),
            unfinished: games - finished().count(),
            endings,
            turns: Spread::of(battles.iter().map(|battle| battle.turns as usize)),
            actions: Spread::of(battles.iter().map(|battle| battle.actions)),
            red_lost: Spread::of(battles.iter().map(|battle| battle.lost[Seat::Red] as usize)),
            blue_lost: Spread::of(battles.iter().map(|battle| battle.lost[Seat::Blue] as usize)),
            dice: Spread::of(battles.iter().map(|battle| battle.dice)),
            dice_thrown: battles.iter().map(|battle| battle.dice).sum(),
            pairings: by_pairing(battles, pairings),
            armies: by_army(battles, pairings),
        }
    }
}

/// How red fared in each pairing.
fn by_pairing<G>(battles: &[Battle], pairings: &[Pairing<G>]) -> Vec<Standing> {
    let mut counts = vec![Count::default(); pairings.len()];
    for battle in battles {
        counts[battle.pairing].add(battle, Seat::Red);
    }
    let name = |pairing: &Pairing<G>| {
        let [red, blue] = &pairing.sides.0;
        format!("{red} v {blue}")
    };
    let all = pairings.iter().map(name).zip(counts);
    all.map(|(who, count)| count.standing(who)).collect()
}

/// How each army fared against others; against itself it wins and loses alike.
fn by_army<G>(battles: &[Battle], pairings: &[Pairing<G>]) -> Vec<Standing> {
    let mut armies: BTreeMap<&str, Count> = BTreeMap::new();
    for battle in battles {
        let sides = &pairings[battle.pairing].sides;
        if sides[Seat::Red] == sides[Seat::Blue] {
            continue;
        }
        for (seat, army) in sides.iter() {
            armies.entry(army).or_default().add(battle, seat);
        }
    }
    let mut standings: Vec<_> =
        armies.into_iter().map(|(army, count)| count.standing(army.into())).collect();
    standings.sort_by(|a, b| b.won.share.total_cmp(&a.won.share));
    standings
}

#[derive(Clone, Copy, Default)]
struct Count {
    games: usize,
    wins: usize,
    draws: usize,
}

impl Count {
    fn add(&mut self, battle: &Battle, seat: Seat) {
        self.games += 1;
        if let Some(outcome) = battle.outcome {
            self.wins += usize::from(outcome.winner == Some(seat));
            self.draws += usize::from(outcome.winner.is_none());
        }
    }

    fn standing(self, who: String) -> Standing {
        let Count { games, wins, draws } = self;
        Standing { who, games, draws, won: Share::of(wins, games) }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::Outcome;

    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let Share { share, low, high, .. } = Share::of(8, 10);
        assert!((share - 0.8).abs() < 1e-12);
        assert!((low - 0.4902).abs() < 1e-4, "{low}");
        assert!((high - 0.9433).abs() < 1e-4, "{high}");
        let all = Share::of(10, 10);
        assert!((all.high - 1.0).abs() < 1e-12 && all.low > 0.7);
        assert!(Share::of(0, 0).high > 0.99, "nothing is known of no battles");
    }

    #[test]
    fn spreads_are_quartiles() {
        let spread = Spread::of([5, 1, 2, 3, 4].into_iter());
        assert_eq!((spread.min, spread.lower_quartile, spread.median), (1, 2, 3));
        assert_eq!((spread.upper_quartile, spread.max), (4, 5));
        assert!((spread.mean - 3.0).abs() < 1e-12);
        assert_eq!(Spread::of([].into_iter()), Spread::default());
    }

    #[test]
    fn armies_are_counted_in_both_seats() {
        let pairing = |red: &str, blue: &str| Pairing {
            sides: Each([red.to_owned(), blue.to_owned()]),
            start: (),
        };
        let pairings = [pairing("a", "b"), pairing("b", "a"), pairing("a", "a")];
        let battle = |pairing, winner| Battle {
            pairing,
            outcome: Some(Outcome { winner, rule: "EX-1", how: "won", by_limit: false }),
            actions: 1,
            turns: 1,
            lost: Each([0, 0]),
            dice: 1,
            states: 0,
        };
        let battles = [
            battle(0, Some(Seat::Red)),
            battle(1, Some(Seat::Blue)),
            battle(1, None),
            battle(2, Some(Seat::Red)),
        ];
        let summary = Summary::of(&battles, &pairings, Each([Player::Random; 2]));
        let told: Vec<_> = summary
            .armies
            .iter()
            .map(|army| (army.who.as_str(), army.games, army.won.wins, army.draws))
            .collect();
        assert_eq!(told, [("a", 3, 2, 1), ("b", 3, 0, 1)]);
        assert_eq!((summary.red.wins, summary.blue.wins, summary.draws), (2, 1, 1));
    }
}
