//! *Advanced Virtus*: units under orders on a free table, each a point with a zone of control about it, that
//! shoot and fight by pools of dice, save, lose Cohesion Points and climb down a ladder of morale.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`profile`] | 1.1, 3, 6, 16, 17, 18: what units, leaders and figures are; orders |
//! | [`costs`], [`army`], [`data`] | 4.2, 5: the budget; armies; what ships |
//! | [`initiative`], [`order_test`] | 4, 5, 8.1 to 8.3: who is first; changes of orders, the Rush test |
//! | [`shots`], [`fight`], [`saves`] | 10 to 12, 8.4 to 8.7, 8.9: dice, what they need, saving rolls |
//! | [`odds`] | 8: every roll as a question in words, with exact odds |
//! | [`morale`], [`leaders`] | 13 to 16, 8.8, 8.10 to 8.12: the ladder; leaders at risk |
//! | [`units`], [`battle`], [`ground`], [`table`] | 1, 7, 4.1: the state of a battle, its ground, and what geometry says about both |
//! | [`commands`] | 5, AV-R33 to AV-R43: who may test for which order, alone or in a group |
//! | [`moves`], [`way`], [`push`] | 5 to 8, 4.4: moves under orders, what stands in their way, pushing Expediti |
//! | [`leading`] | 15, 17, AV-R32, AV-R88, AV-R102: leaders and figures on the table |
//! | [`aim`] | 10, AV-R64 to AV-R68: who shoots at whom |
//! | [`engagement`] | 11, AV-R73, AV-R74, AV-R103: which fights there are, and who supports |
//! | [`resolution`], [`retreat`] | 13, 14, AV-R71, AV-R72, AV-R80 to AV-R89: losses, snowball, retreats, follow-ups |
//! | [`setup`], [`terrain_dice`], [`battles`] | S1 to S5: from two armies to the first turn; shipped battles, armies in the field |
//! | [`action`], [`sequence`], [`play`], [`candidates`] | 2: what players decide; the sequence of play; the contract; sensible actions |
//! | [`words`], [`obstacle`] | what happened, and why not; what stands in the way |
//! | `foresight`, `prospect`, `aftermath` | odds of an action, of the shots or fights of a phase, and of those that it leads to later |
//! | [`telling`], [`notation`], [`board`], [`scene`] | words, notation and pictures for players |
//! | [`position`], [`ruleset`], [`tactics`] | any moment as a file; what Acies lists; how to play |
//! | [`victory`], [`rulings`] | AV-R24, AV-R25: who wins; numbers that rulings set |

pub mod action;
mod aftermath;
pub mod aim;
pub mod army;
pub mod battle;
pub mod battles;
pub mod board;
pub mod candidates;
pub mod commands;
pub mod costs;
pub mod data;
mod drag;
pub mod engagement;
pub mod fight;
mod foresight;
pub mod ground;
pub mod initiative;
pub mod leaders;
pub mod leading;
pub mod morale;
pub mod moves;
pub mod notation;
pub mod obstacle;
pub mod odds;
pub mod order_test;
pub mod play;
pub mod position;
pub mod profile;
mod prospect;
pub mod push;
pub mod resolution;
pub mod retreat;
pub mod ruleset;
pub mod rulings;
pub mod saves;
pub mod scene;
pub mod sequence;
pub mod setup;
pub mod shots;
pub mod table;
pub mod tactics;
pub mod telling;
pub mod terrain_dice;
pub mod units;
pub mod victory;
pub mod way;
pub mod wording;
pub mod words;

pub use ruleset::AdvancedVirtus;
