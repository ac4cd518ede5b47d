//! The chance to win, from what a player could read off the table.
//!
//! A ruleset names the [signs](Tactics::signs) of a position, and `acies fit` finds in battles between computer players
//! how much each of them counts. Of each sign it is the difference between the two sides that counts, so equal sides have
//! equal chances, and who changes sides changes the sign.

use acies_core::{BadFile, Each, Outcome, Pending, Seat, Tactics, file::read_toml};
use serde::{Deserialize, Serialize};

use crate::search::Budget;

/// What was fitted for a ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outlook {
    /// A battle that is played out in the mind is broken off after so many turns and judged as it stands; it is played to
    /// its end if there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// In a battle in the mind, who thinks follows the ruleset's advice for so many turns, this one being the first; then
    /// he decides offhand, as his enemy does.
    #[serde(default)]
    pub advised: u32,
    /// In so many of a hundred decisions the two lowest levels take what comes.
    #[serde(default = "Outlook::recruit")]
    pub recruit_errs: u32,
    #[serde(default = "Outlook::optio")]
    pub optio_errs: u32,
    /// How much thought the two upper levels give to a decision.
    #[serde(default = "Outlook::legate")]
    pub legate: Budget,
    #[serde(default = "Outlook::consul")]
    pub consul: Budget,
    /// How much each sign counts.
    #[serde(default)]
    pub signs: Vec<Weight>,
    /// Of positions of other battles than those that it was fitted on: how many were won, and how many should have been.
    #[serde(default)]
    pub calibration: Vec<Band>,
}

/// How much a sign counts: the logarithm of the odds for each unit that a side has more of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    pub name: String,
    pub weight: f64,
}

/// Positions whose chances lie together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Chances from here on, in percent.
    pub from: u32,
    pub positions: usize,
    /// The mean of their chances, and the share that was won; a draw is half a victory.
    pub foreseen: f64,
    pub won: f64,
}

impl Outlook {
    fn recruit() -> u32 {
        50
    }

    fn optio() -> u32 {
        16
    }

    fn legate() -> Budget {
        Budget { playouts: 300, breadth: 6 }
    }

    fn consul() -> Budget {
        Budget { playouts: 1500, breadth: 12 }
    }

    /// What was fitted for the ruleset of these battles.
    pub fn of<G: Tactics>() -> Outlook {
        Outlook::read("outlook.toml", G::OUTLOOK).expect("tests read what ships")
    }

    pub fn read(file: &str, text: &str) -> Result<Outlook, BadFile> {
        read_toml(file, text)
    }

    /// The file that [`read`](Outlook::read) reads.
    pub fn write(&self) -> String {
        toml::to_string(self).expect("an outlook is plain data")
    }

    /// The chance of a seat to win, as a position stands.
    pub fn chance<G: Tactics>(&self, game: &G, seat: Seat) -> f64 {
        if let Pending::Over(outcome) = game.pending() {
            return won(&outcome, seat);
        }
        let signs = Each::of(|seat| game.signs(seat));
        let odds = signs[seat]
            .iter()
            .zip(&signs[seat.other()])
            .map(|((name, ours), (_, theirs))| self.weight(name) * (ours - theirs));
        logistic(odds.sum())
    }

    /// How much a sign counts.
    pub fn weight(&self, name: &str) -> f64 {
        let found = self.signs.iter().find(|weight| weight.name == name);
        found.map_or(0.0, |weight| weight.weight)
    }
}

/// What an end is worth to a seat: a draw is half a victory.
pub fn won(outcome: &Outcome, seat: Seat) -> f64 {
    match outcome.winner {
        Some(winner) => f64::from(u8::from(winner == seat)),
        None => 0.5,
    }
}

pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

#[cfg(test)]
mod tests {
    use acies_core::{Ruleset, toy::Toy};

    use super::*;

    const TEXT: &str = "turns = 2\nsigns = [{ name = \"points lost\", weight = -0.5 }]\n";

    #[test]
    fn equal_sides_have_equal_chances_and_losses_count() {
        let outlook = Outlook::read("test.toml", TEXT).unwrap();
        let mut duel = Toy::battle("ford").expect("it is shipped");
        assert!((outlook.chance(&duel, Seat::Red) - 0.5).abs() < 1e-12);
        duel.blue.lost = 4;
        // e^2 = 7.389056, and 7.389056 / 8.389056 = 0.880797.
        assert!((outlook.chance(&duel, Seat::Red) - 0.880797).abs() < 1e-6);
        assert!((outlook.chance(&duel, Seat::Blue) - 0.119203).abs() < 1e-6);
    }

    #[test]
    fn what_is_written_is_read() {
        let band = Band { from: 70, positions: 12, foreseen: 0.75, won: 0.748 };
        let read = Outlook::read("test.toml", TEXT).unwrap();
        let outlook = Outlook { calibration: vec![band], ..read };
        assert_eq!(Outlook::read("again.toml", &outlook.write()).unwrap(), outlook);
    }

    #[test]
    fn what_is_wrong_in_a_file_is_told() {
        let bad = Outlook::read("test.toml", "turn = 2\n").unwrap_err();
        assert!(bad.to_string().contains("unknown field"), "{bad}");
    }
}
