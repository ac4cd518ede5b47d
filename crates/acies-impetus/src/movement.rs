//! Movement (RULES.md 3.4 to 3.8, 4.3, 4.4): which manoeuvres a Unit may make and what they cost it,
//! ground, charges and the answers to them, passing through friends, Groups; ways on the table.

mod candidates;
pub mod charge;
pub mod charging;
pub mod evading;
pub mod foreseen;
pub mod going;
pub mod groups;
pub mod impetuous;
pub mod manoeuvre;
pub mod passing;
pub mod phases;
pub mod reacting;
pub mod recovery;
pub mod seizing;
pub mod special;
pub mod squares;
pub mod terrain;
pub mod villages;
pub mod way;
