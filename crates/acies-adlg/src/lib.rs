//! *L'Art de la Guerre* V4: armies of three corps on a free table, moved by command points, with
//! oriented bases, zones of control, charges, evades and melees of main units and supports.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`units`], [`abilities`] | 1, 3.3, 3.6, 3.7: types, categories, combat factors, abilities, weapons |
//! | [`terrain`] | 3.4, MOD.T1, ADLG-R24, ADLG-R25: pieces, going, regions |
//! | [`army`], [`data`] | 4.2, 5: armies, lists, what ships |
//! | [`command`] | 3.2, 3.5, 4.4: commanders, command points, cost of orders |
//! | [`setup`] | S1 to S9, 4.3: from two armies to the first turn |
//! | [`ambush`], [`flank_march`] | ADLG-R31, ADLG-R32: those who are not on the table yet |
//! | [`charge`], [`evade`], [`rally`] | 3.14 to 3.16: their dice |
//! | [`shooting`] | 3.17, 3.18: a combined shot |
//! | [`melee`] | 3.19 to 3.21: modifiers, the eight steps, commanders at risk |
//! | [`rout`], [`victory`] | 3.22, 4.2: rampage, camps, army cohesion, the end |
//! | [`battle`], [`landscape`] | the state of a battle and its ground |
//! | [`battles`] | ADLG-R33: shipped battles, and armies that meet in the field |
//! | [`movement`], [`formation`], [`passage`] | 3.4, 3.8 to 3.11, 4.5: moves of units and groups, their formations, who passes through whom |
//! | [`refusal`] | why not, with what to draw |
//! | [`conform`], [`flight`] | 3.12, 3.15, 4.7, 4.8: edges hit, conforming, evading, disengaging, leaving a zone |
//! | [`charges`], [`advance`] | 3.14, 4.7: declaring a charge; what lies straight ahead |
//! | [`zone_of_control`] | 3.13, 4.6: zones, most threatening enemy |
//! | [`aim`] | ADLG-R101 to ADLG-R107: who shoots at whom, and the facts of each shot |
//! | [`engagement`] | ADLG-R114 to ADLG-R117: who fights whom, and the facts of each melee |
//! | [`orders`], [`uncontrolled`], [`pursuit`] | 3.5, 3.14, 3.16, 3.22: costs in the field, groups, charges without orders, pursuits |
//! | [`action`], [`onset`] | 2, C1 to C6: what players decide; carrying out a charge |
//! | [`sequence`], [`play`], [`candidates`] | 2, 3.1: the sequence of play; the contract; sensible actions |
//! | [`phases`], [`event`] | 2, S to V: shooting, combat, routs, the count of losses; what happened |
//! | [`tactics`] | how to play well |
//! | [`telling`], [`told`], [`notation`], [`board`], [`scene`] | words, notation and pictures for players |
//! | [`position`], [`ruleset`] | any moment as a file; what Acies lists |
//! | [`odds`] | 8: every roll as a question in words, with exact odds |
//! | [`rulings`] | numbers that rulings set |

// Tests state exact numbers, and mean them.
#![cfg_attr(test, allow(clippy::float_cmp))]

pub mod abilities;
pub mod action;
pub mod advance;
pub mod aim;
pub mod ambush;
mod answers;
pub mod army;
pub mod battle;
pub mod battles;
pub mod board;
pub mod candidates;
pub mod charge;
pub mod charges;
pub mod command;
pub mod conform;
pub mod data;
mod drag;
pub mod engagement;
pub mod evade;
pub mod event;
pub mod flank_march;
pub mod flight;
mod forecasts;
pub mod formation;
pub mod landscape;
pub mod melee;
mod memo;
pub mod movement;
pub mod notation;
pub mod odds;
pub mod onset;
pub mod orders;
pub mod passage;
mod paths;
pub mod phases;
pub mod play;
pub mod position;
pub mod pursuit;
pub mod rally;
pub mod refusal;
pub mod rout;
pub mod ruleset;
pub mod rulings;
pub mod scene;
pub mod sequence;
pub mod setup;
pub mod shooting;
pub mod tactics;
pub mod telling;
pub mod terrain;
pub mod told;
pub mod uncontrolled;
pub mod units;
pub mod victory;
pub mod zone_of_control;

pub use ruleset::Adlg;
