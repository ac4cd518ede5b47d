//! Odds worked out by hand.
