//! Whole battles: the laws of the kit, rules in play, positions and records.

mod combats;
mod flanks;
mod impetuous;
mod kit;
mod leaders;
mod moves;
mod table;
mod tests_phase;
