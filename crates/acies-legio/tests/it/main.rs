//! Legio VI from outside: what other crates see of it.

mod odds;
