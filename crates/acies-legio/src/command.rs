//! Leaders and control (RULES.md 3.13, 3.15, 3.16, 4.3, 4.4).

pub mod control;
pub mod initiative;
pub mod leading;
pub mod messenger;
pub mod orders;
pub mod reach;
pub mod testing;

pub use orders::StandingOrder;
