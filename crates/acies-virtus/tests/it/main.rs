//! Whole battles: the laws of the kit, rules in play, positions and records.

mod activation;
mod combats;
mod flanks;
mod forecasts;
mod formations;
mod impetuous;
mod kit;
mod leaders;
mod listing;
mod moves;
mod positions;
mod setup;
mod table;
mod tests_phase;
mod victory;
