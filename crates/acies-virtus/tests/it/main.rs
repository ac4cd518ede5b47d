//! Whole battles: the laws of the kit, rules in play, positions and records.

mod kit;
mod listing;
