//! Tests through the doors that everybody else uses.

mod melee;
mod odds;
mod scene;
mod table;
