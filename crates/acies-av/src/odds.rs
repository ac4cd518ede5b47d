//! The isolated rolls that players ask about, with exact odds (RULES.md 8).
//!
//! Every roll is thrown by the function that throws it in play; here words become its facts, and its
//! results become a forecast. A word is refused if what it says cannot be: Shieldwall for cavalry, a fresh
//! volley for those without heavy projectiles. What can be but makes no difference is accepted.
//!
//! | file | sections |
//! |---|---|
//! | `words` | every kind of roll and every word that it takes |
//! | `said` | units from words |
//! | `chain` | 8.7 to 8.10: from dice to losses, and down the ladder |
//! | `fight` | 8.6 to 8.10: a round hand to hand |
//! | `shoot` | 8.4, 8.5, 8.9, 8.10: shots at one unit |
//! | `nerve` | 8.8 to 8.12: saves, morale, leaders by themselves |
//! | `orders` | 8.2, 8.3: order tests of units and groups, the Rush test |
//! | `chance` | 8.1, AV-R27: initiative, terrain |
//! | `throws` | of an action in battle: what it throws first |
//! | `phase` | of all shots or fights of a phase |
//! | `later` | of what an action leads to later in its turn |

mod chain;
mod chance;
mod fight;
mod later;
mod nerve;
mod orders;
mod phase;
mod said;
mod shoot;
mod throws;
mod words;

use acies_core::{Asked, Forecast, Misread, Odds, OddsKind, Seat};

use crate::{
    morale::ladder::{Descent, Ladder, Nerve},
    shooting::shot::Shot,
};
use said::Question;

pub use chain::Fate;
pub(crate) use chain::{Harmed, Pool, Tally, Victim};
pub(crate) use fight::{pool as fight_pool, rules as fight_rules, sums as fight_sums};
pub(crate) use said::classes;
pub(crate) use shoot::{pool as shot_pool, rules as shot_rules, shot_sums};

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
        "fight" => fight::fight(&question),
        "strike" => fight::strike(&question),
        "shooting" => shoot::shooting(&question),
        "volley" => shoot::volley(&question),
        "order" => orders::order(&question),
        "group" => orders::group(&question),
        "rush" => Ok(orders::rush()),
        "saves" => nerve::saves(&question),
        "morale" => nerve::morale(&question),
        "leader" => nerve::leader(&question),
        "lone_leader" => nerve::lone_leader(&question),
        "initiative" => chance::initiative(&question),
        "terrain" => chance::terrain(&question),
        _ => unreachable!("every kind has its answer"),
    }
}

/// What shots do to a unit (8.4, 8.5, 8.9, 8.10): numbers without words, for programs. Where its leader may throw a missed
/// test again, he does so with the first (AV-16.1).
pub fn shot_at(nerve: Nerve, ladder: Ladder, reroll: bool, shots: &[Shot]) -> Odds<Fate> {
    Victim::new(nerve, Descent { ladder, reroll }).suffers(&shoot::harm(shots))
}

/// Named numbers of an outcome.
type Numbers = Vec<(&'static str, i64)>;

/// An outcome of two, as words and as a number.
fn one_of_two(yes: bool, so: &str, not: &str, number: &'static str) -> (String, Numbers) {
    (if yes { so } else { not }.into(), vec![(number, yes.into())])
}
