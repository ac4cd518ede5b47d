//! Legio VI from outside: what other crates see of it.

mod kit;
mod logs;
mod odds;
mod rules;
