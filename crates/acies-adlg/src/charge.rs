//! Charges (RULES.md 2, C1 to C6; 3.14, 4.7).
//!
//! | file | what it has |
//! |---|---|
//! | [`ahead`] | what lies straight ahead of a unit |
//! | [`declare`] | who may charge whom in which way (ADLG-R74 to ADLG-R79, ADLG-R84 to ADLG-R86) |
//! | [`uncontrolled`] | charges without orders, and how a charge can begin |
//! | [`charging`] | carrying a charge out, up to contact |
//! | [`conform`] | which edge it hits, and where an attacker comes to stand |
//! | [`distance`] | the dice |

pub mod ahead;
pub mod charging;
pub mod conform;
pub mod declare;
pub mod distance;
pub mod go_on;
pub mod react;
pub mod uncontrolled;
