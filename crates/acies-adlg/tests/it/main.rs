//! Tests through the doors that everybody else uses.

mod aim;
mod battles;
mod contact;
mod kit;
mod melee;
mod movement;
mod odds;
mod orders;
mod phases;
mod scene;
mod setup;
mod table;
mod words;
