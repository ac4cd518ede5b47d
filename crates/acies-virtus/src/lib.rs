//! *Virtus* by Pierre Laporte: armies of a dozen units on a board of areas, activated by cards from
//! hidden hands.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`areas`], [`units`], [`cards`] | 1, 3.1 to 3.5, 3.31: what a battle is made of |
//! | [`army`], [`data`] | 3.2, 3.28, 5: armies, lists, profiles |
//! | [`battle`], [`action`] | the state, what is decided |
//! | [`sequence`] | 2: the sequence of play, from top to bottom |
//! | [`setup`] | 3.5, 3.6: terrain, deployment, first player |
//! | [`morale`] | 3.9 to 3.11: tests |
//! | [`activation`], [`costs`] | 3.12 to 3.16: hand, distribution, activation points |
//! | [`attacks`], [`combat`] | 3.17 to 3.22: who may fight whom, and how it is rolled |
//! | [`moves`], [`rally`], [`victory`] | 3.23 to 3.30, 3.7 |
//! | [`words`] | what happened, and why not |
//! | [`foresight`] | what an action throws, and what may come of it |
//! | [`telling`], [`board`], [`scene`] | the battle in words, as text, and to be drawn |

pub mod action;
pub mod activation;
pub mod areas;
pub mod army;
pub mod attacks;
pub mod battle;
pub mod board;
pub mod candidates;
pub mod cards;
pub mod combat;
pub mod costs;
pub mod data;
pub mod foresight;
pub mod morale;
pub mod moves;
pub mod notation;
pub mod odds;
pub mod play;
pub mod position;
pub mod rally;
pub mod ruleset;
pub mod scene;
pub mod sequence;
pub mod setup;
pub mod tactics;
pub mod telling;
pub mod units;
pub mod victory;
pub mod words;

pub use battle::Battle;
pub use ruleset::Virtus;
