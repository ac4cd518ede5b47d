//! Movement (RULES.md 3.4 to 3.8, 4.3, 4.4): which manoeuvres a Unit may make and what they cost it,
//! ground, charges and the answers to them, passing through friends, Groups; ways on the table.

pub mod charge;
pub mod groups;
pub mod manoeuvre;
pub mod passing;
pub mod terrain;
pub mod way;
