//! The isolated rolls that players ask about, with exact odds (RULES.md 7 and 8).
//!
//! Every roll is thrown by the function that throws it in play; here words become its facts, and its
//! results become a forecast. A word is refused if what it says cannot be: pila for troops that have
//! none, a hill die for a shot. What can be but makes no difference is accepted.
//!
//! | file | sections |
//! |---|---|
//! | `words` | every kind of roll and every word that it takes |
//! | `said` | what was typed, word by word |
//! | `attack`, `defend` | 8.1, 8.2: attackers and targets from words |
//! | `fight` | 8.1, 8.2: attacks, and the tests of those they hit |
//! | `spread` | VIR-R46: attacks on an area with several units |
//! | `nerve` | 8.2 to 8.6: tests of a unit or a leader by itself |
//! | `chance` | 8.7 to 8.10: first player, terrain and cards |

mod attack;
mod chance;
mod defend;
mod fight;
mod nerve;
mod said;
mod spread;
mod words;

use acies_core::{Asked, Forecast, Misread, OddsKind, Seat, Sum};

use said::Question;
pub use spread::{Joint, shared};

/// Who attacks, and who is attacked and tests: odds do not ask which army it is.
const ATTACKER: Seat = Seat::Red;
const DEFENDER: Seat = Seat::Blue;

/// Every kind of roll, with the words that it takes.
pub fn kinds() -> &'static [OddsKind] {
    words::KINDS
}

/// The odds of a roll, described in words.
pub fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
    let question = Question::read(kinds(), kind, asked)?;
    match question.kind() {
        "attack" => fight::attack(&question),
        "fight" => fight::fight(&question),
        "attacks" => fight::attacks(&question),
        "spread" => spread::spread(&question),
        "morale" => nerve::morale(&question),
        "leader" => nerve::leader(&question),
        "leaderless" => nerve::leaderless(&question),
        "joined" => nerve::joined(&question),
        "cohesion" => nerve::cohesion(&question),
        "march" => nerve::march(&question),
        "rally" => nerve::rally(&question),
        "first" => chance::first(&question),
        "terrain" => chance::terrain(&question),
        "cards" => chance::cards(&question),
        _ => unreachable!("every kind has its answer"),
    }
}

/// The numbers that a roll uses, each with its rows.
type Sums = Vec<(String, Sum)>;

/// Named numbers of an outcome.
type Numbers = Vec<(&'static str, i64)>;

/// So many of a thing.
fn count(n: u8, thing: &str) -> String {
    match n {
        0 => format!("no {thing}"),
        1 => format!("1 {thing}"),
        _ => format!("{n} {thing}s"),
    }
}

#[cfg(test)]
mod tests;
