//! Orders (P2a; RULES.md 3, section 5): who tests for which order, and what the test needs.

pub mod give;
pub mod order_test;
