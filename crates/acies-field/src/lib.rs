//! What rulesets on a measured table share: how bases are drawn, dragged, formed and deployed.
//!
//! The crate sees geometry and scenes and no rule. A ruleset tells who stands where ([`Field`]) and what it looks like
//! ([`Plate`], [`Ground`]), and asks for what it wants; whatever is allowed, it judges itself, by the closure that it
//! hands in.
//!
//! | question | answer |
//! |---|---|
//! | How is it drawn? | [`Plate::base`], [`Ground::terrain`], [`ghost`], [`overlay`], [`arc`], [`ahead`] |
//! | How is it written for a terminal? | [`Board`] |
//! | Who is dragged, and where to? | [`Hand`], [`Hand::magnets`] |
//! | Which action leads there, and the nearest that is allowed? | [`Manoeuvre`], [`pull`] |
//! | Who stands beside whom? | [`joined`], [`group`] |
//! | How are they laid out? | [`abreast`], [`middle_out`], [`arranged`] |
//! | Where does its owner see it? | [`View`] |
//! | Where do they deploy? | [`LineUp`], [`nearest_place`], [`overlap`] |

// Tests state exact numbers, and mean them.
#![cfg_attr(test, allow(clippy::float_cmp))]

mod board;
mod deployment;
mod drag;
mod formation;
mod hand;
mod picture;

use acies_core::{Id, Viewer};
use acies_table::{Base, Rect};

pub use board::{Board, roster, sign};
pub use deployment::{LineUp, Search, View, inward, nearest_free, nearest_place, overlap};
pub use drag::{Manoeuvre, pull, put};
pub use formation::{abreast, arranged, group, joined, middle_out, outward};
pub use hand::{Hand, Lane};
pub use picture::{
    Ground, Lying, Plate, ahead, arc, at, band, corners, ghost, markers, overlay, own_zone, path,
    spot, table,
};

/// A battle of bases on a measured table.
pub trait Field {
    /// How long a distance unit of the players is in the numbers of the table, about as long as a base is wide: hands slip
    /// by parts of it.
    const UNIT: f64 = 1.0;

    /// The whole table.
    fn table(&self) -> Rect;

    /// Everybody who is seen on it, in the order in which they are drawn.
    fn bodies(&self) -> impl Iterator<Item = Id> + Clone;

    /// Where somebody stands, and how much room he takes.
    fn base(&self, id: Id) -> Base;

    /// A word for a unit that no other of its side has.
    fn key(&self, id: Id) -> String;

    /// Who can be dragged by a viewer now.
    fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id>;

    /// What scenes call a unit: unlike every other piece of them.
    fn piece(&self, id: Id) -> String {
        format!("{}/{}", id.seat(), self.key(id))
    }

    /// The unit that scenes call so.
    fn find(&self, piece: &str) -> Option<Id> {
        self.bodies().find(|&id| self.piece(id) == piece)
    }
}

/// A small field to try the kit on: bases by their owners, without rules.
#[cfg(test)]
mod tests {
    use acies_core::Seat;
    use acies_table::{Facing, Pose, Size};
    use glam::dvec2;

    use super::*;

    pub(crate) struct Meadow(pub Vec<(Id, Base)>);

    /// Bases of 1 by 1 in the middle of a table of 20 by 10, those of red facing north.
    pub(crate) fn meadow(red: &[(f64, f64)], blue: &[(f64, f64)]) -> Meadow {
        let side = |seat: Seat, places: &[(f64, f64)], facing| {
            let base = |(n, &(x, y)): (u8, &(f64, f64))| {
                (Id::new(seat, n), Base::new(Pose::new(x, y, facing), Size::new(1.0, 1.0)))
            };
            (0..).zip(places).map(base).collect::<Vec<_>>()
        };
        let [red, blue] =
            [side(Seat::Red, red, Facing::NORTH), side(Seat::Blue, blue, Facing::SOUTH)];
        Meadow([red, blue].concat())
    }

    impl Field for Meadow {
        fn table(&self) -> Rect {
            Rect::between(dvec2(-10.0, -5.0), dvec2(10.0, 5.0))
        }

        fn bodies(&self) -> impl Iterator<Item = Id> + Clone {
            self.0.iter().map(|(id, _)| *id)
        }

        fn base(&self, id: Id) -> Base {
            self.0.iter().find(|(it, _)| *it == id).expect("it stands").1
        }

        fn key(&self, id: Id) -> String {
            format!("unit_{}", id.number() + 1)
        }

        fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id> {
            self.bodies().filter(move |id| Some(id.seat()) == viewer)
        }
    }

    #[test]
    fn pieces_are_found_by_what_scenes_call_them() {
        let field = meadow(&[(0.0, 0.0)], &[(0.0, 3.0)]);
        let blue = Id::new(Seat::Blue, 0);
        assert_eq!(field.piece(blue), "blue/unit_1");
        assert_eq!(field.find("blue/unit_1"), Some(blue));
        assert_eq!(field.find("blue/unit_2"), None);
    }
}
