//! Computer players. What they know of a ruleset is in its [`Tactics`]; here it is put to use.
//!
//! A player decides from the view of its own seat. Nothing here knows any ruleset.

use std::{fmt, str::FromStr};

use acies_core::{Dice, Game, Seat, Tactics};
use serde::Serialize;

/// A kind of computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Takes any of the candidates.
    Random,
    /// Decides by the ruleset's tactics, with exact odds.
    Heuristic,
}

impl Player {
    pub const ALL: [Player; 2] = [Player::Random, Player::Heuristic];

    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Heuristic => "heuristic",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Player::ALL.map(Player::name).join(", ");
        let player = Player::ALL.into_iter().find(|player| player.name() == name);
        player.ok_or_else(|| format!("there is no player `{name}`: known are {known}"))
    }
}

/// A computer player at the table. It keeps its room for candidates from one decision to the next,
/// so that a decision at random allocates nothing.
pub struct Mind<G: Game> {
    player: Player,
    chance: Dice,
    room: Vec<G::Action>,
}

impl<G: Tactics> Mind<G> {
    /// A player whose free choices follow from a seed.
    pub fn new(player: Player, seed: u64) -> Self {
        Mind { player, chance: Dice::seeded(seed), room: Vec::new() }
    }

    /// Begins another battle.
    pub fn reseed(&mut self, player: Player, seed: u64) {
        self.player = player;
        self.chance = Dice::seeded(seed);
    }

    /// What this player does in a battle in which its seat must decide.
    ///
    /// Candidates are the same for a battle and for its view (a law of the kit), so a player at
    /// random takes one of the battle itself and spares the copy; tactics get the view alone.
    pub fn decide(&mut self, game: &G, by: Seat) -> G::Action {
        match self.player {
            Player::Random => {
                self.room.clear();
                game.any(by, &mut self.chance, &mut self.room)
            }
            Player::Heuristic => game.view(Some(by)).decide(by, &mut self.chance),
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{Log, Pending, Ruleset, toy::Toy};

    use super::*;

    /// Who wins when these two play so many duels.
    fn wins(players: [Player; 2], duels: u64) -> [usize; 2] {
        let mut wins = [0; 2];
        for seed in 0..duels {
            let mut game = Toy::battle("ford").expect("it is shipped");
            let mut dice = Dice::seeded(seed);
            let mut minds = players.map(|player| Mind::new(player, seed));
            let winner = loop {
                let by = match game.pending() {
                    Pending::Over(outcome) => break outcome.winner,
                    Pending::Decide(seats) => seats.first().expect("somebody decides"),
                };
                let action = minds[by as usize].decide(&game, by);
                game.apply(by, &action, &mut dice, &mut Log::Off).expect("a legal action");
            };
            wins.iter_mut().zip(Seat::BOTH).for_each(|(wins, seat)| {
                *wins += usize::from(winner == Some(seat));
            });
        }
        wins
    }

    #[test]
    fn tactics_beat_chance() {
        let [ours, theirs] = wins([Player::Heuristic, Player::Random], 200);
        assert!(ours > theirs + 20, "{ours} to {theirs}");
        let [theirs, ours] = wins([Player::Random, Player::Heuristic], 200);
        assert!(ours > theirs + 20, "{ours} to {theirs}");
    }

    #[test]
    fn players_are_read_by_name() {
        assert_eq!("heuristic".parse(), Ok(Player::Heuristic));
        assert_eq!(
            "clever".parse::<Player>().unwrap_err(),
            "there is no player `clever`: known are random, heuristic"
        );
    }
}
