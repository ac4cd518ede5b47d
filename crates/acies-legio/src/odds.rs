//! The isolated rolls that players ask about, with exact odds (RULES.md 8).
//!
//! Every roll is thrown by the function that throws it in play; here words become its facts, and its results become a
//! forecast. A word is refused if what it says cannot be: artillery that charges, elephants that are shaken. What can be
//! but makes no difference is accepted.
//!
//! | file | rolls |
//! |---|---|
//! | `words` | every kind of roll and every word that it takes |
//! | `said` | units from words |
//! | `melee` | volleys, then the combat roll with its results and consequences |
//! | `shoot` | shots |
//! | `moves` | movement and fatigue, charges, chases, columns |
//! | `trials` | control, rally, evade test; routers cut down; critical hits, rampages, leaders, initiative |

pub(crate) mod melee;
mod moves;
mod said;
mod shoot;
mod trials;
mod words;

use acies_core::{Asked, Forecast, Misread, OddsKind, Seat};

use said::Question;

/// Who is described first, and who second: odds do not ask which army it is.
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
        "melee" => melee::melee(&question),
        "shooting" => shoot::shooting(&question),
        "move" => moves::march(&question),
        "charge" => moves::charge(&question),
        "chase" => moves::chase(&question),
        "control" => trials::control(&question),
        "rally" => trials::rally(&question),
        "evade" => trials::evade(&question),
        "cut_down" => trials::cut_down(&question),
        "critical" => trials::critical(&question),
        "rampage" => trials::rampage(&question),
        "leader" => trials::leader(&question),
        "initiative" => Ok(trials::initiative()),
        _ => unreachable!("every kind has its answer"),
    }
}
