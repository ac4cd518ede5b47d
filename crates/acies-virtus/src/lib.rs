//! *Virtus* by Pierre Laporte: armies of a dozen units on a board of areas, activated by cards from
//! hidden hands.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`areas`], [`units`] | 1, 3.1 to 3.5, 3.31: what a battle is made of |
//! | [`battle`], [`play`] | the state, what is decided; the contract |
//! | [`sequence`] | 2: the sequence of play, from top to bottom |
//! | [`setup`] | 3.5, 3.6: terrain, deployment, first player |
//! | [`morale`] | 3.9 to 3.11: tests |
//! | [`activation`] | 3.4, 3.12 to 3.16: cards, hand, activation points |
//! | [`combat`] | 3.17 to 3.22: who may fight whom, and how it is rolled |
//! | [`movement`] | 3.23 to 3.26, 3.30 |
//! | [`rally`], [`victory`] | 3.29, 3.7 |
//! | [`words`] | what happened, why not, and the battle as text and to be drawn |
//! | [`forecasts`] | what an action throws, and what may come of it |
//! | [`files`] | 3.2, 3.28, 5: armies, lists, profiles, positions |
//! | [`odds`] | 8: rolls that players ask about |
//! | [`player`] | the computer player |

pub mod activation;
pub mod areas;
pub mod battle;
pub mod combat;
pub mod files;
pub mod forecasts;
pub mod morale;
pub mod movement;
pub mod odds;
pub mod play;
pub mod player;
pub mod rally;
pub mod ruleset;
pub mod sequence;
pub mod setup;
pub mod units;
pub mod victory;
pub mod words;

pub use battle::Battle;
pub use ruleset::Virtus;
