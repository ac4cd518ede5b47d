//! Advanced Virtus, tried on whole battles and rule by rule.

// Tests state exact numbers, and mean them.
#![allow(clippy::float_cmp)]

mod battles;
mod camp;
mod moves;
mod orders;
