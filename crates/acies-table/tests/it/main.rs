//! Laws of the table, and its judge.
//!
//! Hand-drawn cases stand beside the code. Here random bases are measured: by parry, by fine
//! stepping, in the mirror and after turning the whole table.

// Fixed cases and mirrored cases are compared to the last bit on purpose.
#![allow(clippy::float_cmp)]

mod judge;
mod laws;
mod random;
mod stepping;
