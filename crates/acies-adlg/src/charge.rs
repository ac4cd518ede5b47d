//! Charges (RULES.md 2, C1 to C6; 3.14, 4.7).
//!
//! | file | what it has |
//! |---|---|
//! | `ahead` | what lies straight ahead of a unit |
//! | `legal` | who may charge whom in which way (ADLG-R74 to ADLG-R79, ADLG-R84, ADLG-R85) |
//! | `declare` | C1: the charge is declared |
//! | `uncontrolled` | charges without orders, and how a charge can begin |
//! | `react` | C2: the targets evade or stand |
//! | `charging` | C1 to C4: the charge that is under way |
//! | `contact` | C5, C6: to contact |
//! | `go_on`, `onward` | C5: how far those go on that touch nobody |
//! | `room` | friends on whom a charger would come to stand |
//! | `conform` | which edge it hits, and where an attacker comes to stand |
//! | `distance` | the dice |

pub mod ahead;
pub mod charging;
pub mod conform;
mod contact;
pub mod declare;
pub mod distance;
pub mod go_on;
pub mod legal;
mod onward;
pub mod react;
mod room;
pub mod uncontrolled;
