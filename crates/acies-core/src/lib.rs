//! What every ruleset of Acies stands on: dice that are asked for and never known, sums whose rows
//! name their rules, exact odds from the code that plays, and the contract between a battle and
//! whoever plays, watches, simulates or asks about it.
//!
//! - [`Dice`] and [`odds()`]: one rule, four sources of dice.
//! - [`Sum`]: rows of rule, worth and words; the forecast, the log and the number itself.
//! - [`Game`], [`Telling`], [`Tactics`], [`Ruleset`]: the contract.
//! - [`Id`], [`UnitSet`], [`Shared`]: what states of battles are made of.
//! - [`flow`], [`tell`], [`sealed`](mod@sealed), [`named`]: decisions, words, secrets and files, each in one place.
//! - [`scene`]: what a client draws; [`survey`]: the same in numbers, for players that learn.
//! - [`Log`], [`Entry`], [`record`]: what happened, in facts, in words, and on file.
//! - [`kit`]: the laws that every ruleset must keep, as one test.
//!
//! It does no input or output, has no clock and draws no randomness of its own.

#![warn(missing_docs)]

pub mod chips;
pub mod dice;
pub mod file;
pub mod flow;
pub mod game;
pub mod keyed;
pub mod kit;
pub mod log;
pub mod muster;
pub mod named;
pub mod odds;
pub mod record;
pub mod rulebook;
pub mod said;
pub mod scene;
pub mod sealed;
pub mod seat;
pub mod shared;
pub mod sum;
pub mod survey;
pub mod tell;
#[cfg(any(test, feature = "toy"))]
#[allow(missing_docs, reason = "an example that is read from end to end")]
pub mod toy;
pub mod typed;
pub mod units;
pub mod ways;
pub mod words;
pub mod written;

pub use dice::{AVERAGE_DIE, About, Ask, D6, D8, Dice, Die, NeedDice, Rolled};
pub use file::BadFile;
pub use game::*;
pub use log::{Entry, Event, Log};
pub use muster::{Muster, MusterGroup, MusterLeader, MusterOption, MusterRow, MusterSelect};
pub use odds::{Fraction, Odds, odds, odds_within};
pub use rulebook::{Rule, RuleId, Rulebook};
pub use scene::Scene;
pub use sealed::Sealed;
pub use seat::{Each, Seat, Seats, Viewer};
pub use shared::Shared;
pub use sum::{Counts, Row, Sum, add, always, at_least, at_most, total, total_without, when};
pub use typed::Typed;
pub use units::{Id, UnitSet};
pub use ways::Ways;
