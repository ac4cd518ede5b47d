//! Table and deployment (RULES.md 4.10).

pub mod size;

pub use size::Size;
