//! Advanced Virtus from outside: whole battles, rule by rule, and what other crates see of it.

// Tests state exact numbers, and mean them.
#![allow(clippy::float_cmp)]

mod battles;
mod camp;
mod drags;
mod fights;
mod kit;
mod moves;
mod odds;
mod orders;
mod positions;
mod refusals;
mod setup;
mod shooting;
mod tactics;
mod turn;
mod words;
