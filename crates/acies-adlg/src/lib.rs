//! *L'Art de la Guerre* V4: armies of three corps on a free table, moved by command points, with
//! oriented bases, zones of control, charges, evades and melees of main units and supports.
//!
//! `RULES.md` has every rule and ruling by id. Files and folders follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`battle`] | 1: the state of a battle, what may be pending and what may be decided |
//! | [`sequence`] | 2, 3.1: the sequence of play |
//! | [`units`], [`terrain`] | 3.3, 3.4, 3.6, 3.7: types, abilities, weapons; pieces, going, allowances, the ground |
//! | [`setup`] | S1 to S9, 4.3: from two armies to the first turn; ambushes and flank marches |
//! | [`command`], [`rally`] | 3.2, 3.5, 3.16, 4.4: commanders, command points, cost of orders, rallying |
//! | [`movement`], [`formation`] | 3.4, 3.8 to 3.11, 4.5: moves of units and groups, who passes through whom |
//! | [`zone_of_control`] | 3.13, 4.6: zones, the most threatening enemy |
//! | [`charge`] | 3.14, 4.7: declaring a charge, carrying it out, conforming |
//! | [`evade`] | 3.12, 3.15, 4.8: evading, disengaging, leaving a zone |
//! | [`shooting`] | 3.17, 3.18, 4.9: who shoots at whom, and a combined shot |
//! | [`melee`] | 3.19 to 3.21, 4.10: who fights whom, modifiers, the eight steps |
//! | [`rout`] | 3.22, 4.11: routs, rampages, pursuits |
//! | [`victory`] | 4.2: army cohesion, camps, the end |
//! | [`words`], [`board`], [`scene`] | what players read and see |
//! | [`files`] | armies, battles, positions, what ships |
//! | [`odds`] | 8: every roll as a question in words, with exact odds |
//! | [`player`] | sensible actions, and which of them are good |
//! | [`rulings`] | numbers that rulings set |

// Tests state exact numbers, and mean them.
#![cfg_attr(test, allow(clippy::float_cmp))]

pub mod action;
pub mod battle;
pub mod board;
pub mod charge;
pub mod command;
mod drag;
pub mod evade;
pub mod files;
pub mod formation;
pub mod melee;
mod memo;
pub mod movement;
pub mod odds;
mod play;
pub mod player;
pub mod rally;
pub mod rout;
pub mod ruleset;
pub mod rulings;
pub mod scene;
pub mod sequence;
pub mod setup;
pub mod shooting;
pub mod terrain;
pub mod units;
pub mod victory;
pub mod words;
pub mod zone_of_control;

pub use ruleset::Adlg;
