//! Tests through the doors that everybody else uses.

mod aim;
mod battles;
mod candidates;
mod contact;
mod drag;
mod edges;
mod ground;
mod input;
mod kit;
mod laws;
mod logs;
mod melee;
mod movement;
mod odds;
mod orders;
mod phases;
mod pictures;
mod play;
mod scene;
mod setup;
mod small;
mod table;
mod tactics;
mod words;
