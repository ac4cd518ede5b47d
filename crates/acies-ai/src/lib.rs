//! Computer players. What they know of a ruleset is in its [`Tactics`]; here it is put to use.
//!
//! A player decides from the view of its own seat. Nothing here knows any ruleset.
//!
//! - [`Player`]: the levels, from recruit to consul, and [`Mind`], a player at the table.
//! - [`search`]: looking ahead, by battles that are played out in the mind.
//! - [`outlook`]: the chance to win of a position as it stands.
//! - [`analysis`]: what a decision cost, and how lucky the dice were.

pub mod analysis;
pub mod outlook;
pub mod search;

use std::{fmt, str::FromStr};

use acies_core::{Dice, Game, Seat, Tactics};
use serde::Serialize;

pub use analysis::{Depth, Judged};
pub use outlook::Outlook;
pub use search::{Budget, Course, Gain, Progress, Study, Thought, Tried, Watch, mixed};

/// A kind of computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Takes any of the candidates.
    Random,
    /// Decides by the ruleset's tactics now and then, and otherwise takes what comes.
    Recruit,
    /// The same, and takes what comes once in a while.
    Optio,
    /// Decides by the ruleset's tactics, with exact odds.
    Centurion,
    /// Plays out in the mind what might come of the advice and of other actions.
    Legate,
    /// The same, and takes more time for it.
    Consul,
}

impl Player {
    pub const ALL: [Player; 6] = [
        Player::Random,
        Player::Recruit,
        Player::Optio,
        Player::Centurion,
        Player::Legate,
        Player::Consul,
    ];

    /// Those that people play against, the weakest first.
    pub const LEVELS: [Player; 5] =
        [Player::Recruit, Player::Optio, Player::Centurion, Player::Legate, Player::Consul];

    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Recruit => "recruit",
            Player::Optio => "optio",
            Player::Centurion => "centurion",
            Player::Legate => "legate",
            Player::Consul => "consul",
        }
    }

    /// How it decides, for players.
    pub fn about(self) -> &'static str {
        match self {
            Player::Random => "takes any action",
            Player::Recruit => "knows the drill, and often forgets it",
            Player::Optio => "knows the drill, and errs once in a while",
            Player::Centurion => "follows the advice of the rules' old hands, at once",
            Player::Legate => "thinks some turns ahead",
            Player::Consul => "thinks longer",
        }
    }

    /// How much thought it gives to a decision, if it looks ahead.
    pub fn budget(self, outlook: &Outlook) -> Option<Budget> {
        match self {
            Player::Legate => Some(outlook.legate),
            Player::Consul => Some(outlook.consul),
            Player::Random | Player::Recruit | Player::Optio | Player::Centurion => None,
        }
    }

    /// In how many of a hundred decisions it takes what comes.
    pub fn errs(self, outlook: &Outlook) -> u32 {
        match self {
            Player::Random => 100,
            Player::Recruit => outlook.recruit_errs,
            Player::Optio => outlook.optio_errs,
            Player::Centurion | Player::Legate | Player::Consul => 0,
        }
    }

    /// Whether it decides by anything besides the ruleset's tactics.
    fn needs_outlook(self) -> bool {
        !matches!(self, Player::Random | Player::Centurion)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Player {
    type Err = String;

    /// Older records and battles call the centurion by what he decides with.
    fn from_str(name: &str) -> Result<Self, String> {
        if name == "heuristic" {
            return Ok(Player::Centurion);
        }
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
    outlook: Option<Outlook>,
    threads: usize,
}

impl<G: Tactics> Mind<G> {
    /// A player whose free choices follow from a seed.
    pub fn new(player: Player, seed: u64) -> Self {
        let mut mind = Mind {
            player,
            chance: Dice::seeded(seed),
            room: Vec::new(),
            outlook: None,
            threads: 1,
        };
        mind.get_ready();
        mind
    }

    /// Uses so many threads to look ahead. What it decides does not depend on them.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// With another outlook than the one that ships.
    #[must_use]
    pub fn with_outlook(mut self, outlook: Outlook) -> Self {
        self.outlook = Some(outlook);
        self
    }

    /// Begins another battle.
    pub fn reseed(&mut self, player: Player, seed: u64) {
        self.player = player;
        self.chance = Dice::seeded(seed);
        self.get_ready();
    }

    fn get_ready(&mut self) {
        if self.outlook.is_none() && self.player.needs_outlook() {
            self.outlook = Some(Outlook::of::<G>());
        }
    }

    /// What this player does in a battle in which its seat must decide.
    ///
    /// Candidates are the same for a battle and for its view (a law of the kit), so a player at
    /// random takes one of the battle itself and spares the copy; all others get the view alone.
    pub fn decide(&mut self, game: &G, by: Seat) -> G::Action {
        match self.player {
            Player::Random => self.any(game, by),
            _ => self.think(game, by, &|_| true).into_action(),
        }
    }

    /// The same, and what the decision rests on.
    pub fn think(&mut self, game: &G, by: Seat, watch: Watch<'_>) -> Thought<G::Action> {
        let view = game.view(Some(by));
        let errs = self.outlook.as_ref().map_or(0, |outlook| self.player.errs(outlook));
        if self.player == Player::Random || errs > 0 && self.chance.number(100) < errs as usize {
            return Thought::plain(self.any(&view, by));
        }
        let outlook = self.outlook.as_ref();
        match outlook.and_then(|outlook| Some((outlook, self.player.budget(outlook)?))) {
            None => Thought::plain(view.decide(by, &mut self.chance)),
            Some((outlook, budget)) => {
                let seed = self.chance.number(u32::MAX as usize) as u64;
                let study = Study { view: &view, by, outlook, seed, threads: self.threads };
                study.think(budget, watch)
            }
        }
    }

    fn any(&mut self, game: &G, by: Seat) -> G::Action {
        self.room.clear();
        game.any(by, &mut self.chance, &mut self.room)
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
        let [ours, theirs] = wins([Player::Centurion, Player::Random], 200);
        assert!(ours > theirs + 20, "{ours} to {theirs}");
        let [theirs, ours] = wins([Player::Random, Player::Centurion], 200);
        assert!(ours > theirs + 20, "{ours} to {theirs}");
    }

    #[test]
    fn threads_change_nothing() {
        let game = Toy::battle("ford").expect("it is shipped");
        let mut game = game;
        game.apply(Seat::Red, &game.candidate(Seat::Red), &mut Dice::seeded(1), &mut Log::Off)
            .expect("a legal action");
        let thought = |threads| {
            let mut mind = Mind::new(Player::Legate, 5).on_threads(threads);
            let thought = mind.think(&game, Seat::Red, &|_| true);
            let won: Vec<_> = thought.tried.iter().map(|tried| tried.won.clone()).collect();
            (thought.chosen, won, thought.playouts)
        };
        assert_eq!(thought(1), thought(3));
        assert!(thought(1).2 > 50, "it has looked ahead");
    }

    #[test]
    fn who_is_told_to_move_now_takes_the_best_so_far() {
        let mut game = Toy::battle("ford").expect("it is shipped");
        game.apply(Seat::Red, &game.candidate(Seat::Red), &mut Dice::seeded(1), &mut Log::Off)
            .expect("a legal action");
        let mut mind = Mind::new(Player::Consul, 5);
        let thought = mind.think(&game, Seat::Red, &|progress| progress.done < 20);
        assert!((20..200).contains(&thought.playouts), "{}", thought.playouts);
        assert_eq!(game.check(Seat::Red, &thought.into_action()), Ok(()));
    }

    #[test]
    fn players_are_read_by_name() {
        assert_eq!("centurion".parse(), Ok(Player::Centurion));
        assert_eq!("heuristic".parse(), Ok(Player::Centurion));
        assert_eq!(
            "clever".parse::<Player>().unwrap_err(),
            "there is no player `clever`: known are random, recruit, optio, centurion, legate, consul"
        );
    }

    trait Candidate: Game {
        fn candidate(&self, by: Seat) -> Self::Action {
            let mut all = Vec::new();
            self.candidates(by, &mut all);
            all.swap_remove(0)
        }
    }

    impl<G: Game> Candidate for G {}
}
