//! The isolated rolls that players ask about, with exact odds (RULES.md 8).
//!
//! Every roll is thrown by the function that throws it in play; here words become its facts, and its results become a
//! forecast. A word is refused if what it says cannot be: shieldwall for those who cannot form it, a charge of war
//! wagons. What can be but makes no difference is accepted.
//!
//! | file | rolls |
//! |---|---|
//! | `words` | every kind of roll and every word that it takes |
//! | `said` | Units from words |
//! | `harm` | what comes of a cohesion test, in words; shots, pila and tests by themselves |
//! | `melee` | a round, and a melee to its end |
//! | `chance` | initiative, discipline, charges, retreat and pursuit, panic, rivers, a Commander's fate |

mod chance;
mod harm;
mod melee;
mod said;
mod words;

use acies_core::{Asked, Forecast, Misread, OddsKind, Seat};

use said::Question;

/// Who is described first, and who is described second: odds do not ask which army it is.
const FIRST: Seat = Seat::Red;
const SECOND: Seat = Seat::Blue;

/// Every kind of roll, with the words that it takes.
pub fn kinds() -> &'static [OddsKind] {
    words::KINDS
}

/// The odds of a roll, described in words.
pub fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
    let question = Question::read(kinds(), kind, asked)?;
    match question.kind() {
        "melee" => melee::round(&question),
        "duel" => melee::duel(&question),
        "shooting" => harm::shooting(&question),
        "pila" => harm::pila(&question),
        "cohesion" => harm::cohesion(&question),
        "discipline" => chance::discipline(&question),
        "initiative" => chance::initiative(&question),
        "charge" => chance::charge(&question),
        "retreat" => chance::retreat(&question),
        "pursuit" => chance::pursuit(&question),
        "commander" => chance::fate(&question),
        "panic" => Ok(chance::panic()),
        "river" => chance::river(&question),
        _ => unreachable!("every kind has its answer"),
    }
}

/// Named numbers of an outcome.
type Numbers = Vec<(&'static str, i64)>;
