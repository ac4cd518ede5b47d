//! The isolated rolls that players ask about, with exact odds (RULES.md 8).
//!
//! Every roll is thrown by the function that throws it in play; here words become its facts, and its
//! results become a forecast. A word is refused if what it says cannot be: stakes for cavalry, a charge
//! by artillery. What can be but makes no difference is accepted.
//!
//! | file | sections |
//! |---|---|
//! | `words` | every kind of roll and every word that it takes |
//! | `said` | what was typed, word by word |
//! | `fight` | 8.7: melees, and duels to the end |
//! | `shoot` | 8.6 |
//! | `chance` | 8.1 to 8.5, 8.8: command points, orders, rally, distances, set-up |

mod chance;
mod fight;
mod forecasts;
mod said;
mod shoot;
mod words;

use acies_core::{Asked, Forecast, Misread, OddsKind, Seat};

use said::Question;

pub(crate) use chance::rampage_panel;
pub(crate) use fight::{fates, panel as melee_panel, sums as melee_sums, worths as melee_worths};
pub(crate) use shoot::{
    odds_of as shot_odds, panel as shot_panel, sums as shot_sums, worths as shot_worths,
};

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
        "melee" => fight::melee(&question),
        "duel" => fight::duel(&question),
        "shooting" => shoot::shooting(&question),
        "rally" => chance::rally(&question),
        "command" => chance::command(&question),
        "order" => chance::order(&question),
        "charge" => chance::charge(&question),
        "evade" => chance::evade(&question),
        "catch" => chance::catch(&question),
        "commander" => chance::commander(&question),
        "camp" => chance::camp(&question),
        "rampage" => {
            let edge = acies_core::odds(|dice| crate::rout::throw_rampage(FIRST, dice));
            Ok(rampage_panel("a routed elephant rampages".into(), &edge))
        }
        "initiative" => chance::initiative(&question),
        "flank_march" => chance::flank_march(&question),
        "terrain" => chance::terrain(&question),
        _ => unreachable!("every kind has its answer"),
    }
}

/// Named numbers of an outcome.
type Numbers = Vec<(&'static str, i64)>;
