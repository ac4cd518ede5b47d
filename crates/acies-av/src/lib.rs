//! *Advanced Virtus*: units under orders on a free table, each a point with a zone of control about it, that
//! shoot and fight by pools of dice, save, lose Cohesion Points and climb down a ladder of morale.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`profile`] | 1.1, 3, 6, 16, 17, 18: what units, leaders and figures are; orders |
//! | [`costs`], [`data`] | AV-R21, AV-R22, 5: the budget; what ships |

pub mod costs;
pub mod data;
pub mod profile;
