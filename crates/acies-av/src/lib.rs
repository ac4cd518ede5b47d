//! *Advanced Virtus*: units under orders on a free table, each a point with a zone of control about it, that
//! shoot and fight by pools of dice, save, lose Cohesion Points and climb down a ladder of morale.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`profile`] | 1.1, 3, 6, 16, 17, 18: what units, leaders and figures are; orders |
//! | [`costs`], [`data`] | AV-R21, AV-R22, 5: the budget; what ships |
//! | [`initiative`], [`order_test`] | 4, 5, 8.1 to 8.3: who is first; changes of orders, the Rush test |
//! | [`shots`], [`fight`], [`saves`] | 10 to 12, 8.4 to 8.7, 8.9: dice, what they need, saving rolls |
//! | [`odds`] | 8: every roll as a question in words, with exact odds |
//! | [`terrain_dice`] | AV-R27: what lies in a sector |
//! | [`morale`], [`leaders`] | 13 to 16, 8.8, 8.10 to 8.12: the ladder; leaders at risk |

pub mod costs;
pub mod data;
pub mod fight;
pub mod initiative;
pub mod leaders;
pub mod morale;
pub mod odds;
pub mod order_test;
pub mod profile;
pub mod saves;
pub mod shots;
pub mod terrain_dice;
