//! Phrases of which words are made: dice, angles, places.

use acies_table::{Angle, Facing, Point};

use crate::{battle::Battle, orders::order_test::OrderTest, units::Id};

/// Headings that miss an enemy by less than this are at him.
pub(crate) const AIM: Angle = Angle::new(0.5);

impl Battle {
    /// The nearest enemy that a heading is at.
    pub(crate) fn target_of(&self, id: Id, heading: Facing) -> Option<Id> {
        let table = self.table();
        let off = |enemy: Id| (Facing::toward(table.at(enemy) - table.at(id)) - heading).abs();
        let aimed = table.standing(id.seat().other()).filter(|&enemy| off(enemy) < AIM);
        aimed.min_by(|&a, &b| table.distance(id, a).total_cmp(&table.distance(id, b)))
    }
}

/// What an order test needs on the die: " on 3+".
pub(crate) fn needed_words(test: &OrderTest) -> String {
    match test.least_face() {
        Some(..=1) => ", surely".into(),
        Some(least @ 2..=6) => format!(" on {least}+"),
        _ => ", in vain".into(),
    }
}

/// What a die needs, if one can help: " on 3+".
pub(crate) fn on_words(least: i32) -> String {
    if least > 6 { String::new() } else { format!(" on {least}+") }
}

/// An angle to one side.
pub(crate) fn aside(angle: Angle) -> String {
    let side = if angle < Angle::ZERO { "left" } else { "right" };
    format!("{} to the {side}", degrees(angle.abs()))
}

/// Degrees with two decimals at most.
pub(crate) fn degrees(angle: Angle) -> String {
    let rounded = (angle.degrees() * 100.0).round() / 100.0;
    format!("{rounded}°")
}

/// A place in UD from the south-west corner.
pub(crate) fn place(at: Point) -> String {
    format!("({:.1}, {:.1})", at.x.get(), at.y.get())
}
