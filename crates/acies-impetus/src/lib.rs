//! *Impetus*: Commands that throw for the initiative, Units that move as often as their discipline lets them, shoot,
//! charge, fight with pools of dice, lose VBU, retreat and pursue.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`profile`], [`costs`] | 1, 5: what Units are; points |
//! | [`files`] | 5: what ships; army files |
//! | [`command`] | 3.1 to 3.3, 3.20, 4.2: Commanders, initiative, discipline, the loss of a Commander |
//! | [`units`] | 1, 3.4, IMP-R39 to IMP-R41: a Unit as it stands |
//! | [`movement`] | 3.4 to 3.8, 3.12, 4.3, 4.4: manoeuvres, ground, charges and their answers, friends, Groups |
//! | [`shooting`] | 3.9 to 3.11: bands, the table, dice, panic |
//! | [`melee`] | 3.13 to 3.17, 4.5: contact, dice, pila, a round, retreat and where it leads, pursuit |
//! | [`cohesion`], [`casualties`] | 3.18, 3.19: damage and cohesion tests; losses, Disorder and routs as they happen |
//! | [`odds`] | 8: every roll as a question in words, with exact odds |
//! | [`landscape`], [`battle`], [`table`] | 1, 7: the ground, the state of a battle, and what geometry says about both |
//! | [`steps`], [`sequence`] | 2: what may be pending and decided; Turns |
//! | [`setup`] | 2, S2 to S4; IMP-R11, IMP-R12: terrain and deployment |
//! | [`words`] | what is told: events, refusals, notation |
//! | [`victory`] | 3.21, IMP-R69, IMP-R108: who wins |
//! | [`player`] | the computer player |
//! | [`rulings`] | numbers that rulings set |

pub mod battle;
pub mod casualties;
pub mod cohesion;
pub mod command;
pub mod costs;
pub mod files;
pub mod landscape;
pub mod melee;
pub mod movement;
pub mod odds;
pub mod player;
pub mod profile;
pub mod ruleset;
pub mod rulings;
pub mod sequence;
pub mod setup;
pub mod shooting;
pub mod steps;
pub mod table;
pub mod units;
pub mod victory;
pub mod words;

pub use ruleset::Impetus;
