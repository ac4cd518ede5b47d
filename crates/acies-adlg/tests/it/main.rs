//! Tests through the doors that everybody else uses.

mod melee;
mod odds;
