//! The table and its zones (ADLG-R5, ADLG-R11, ADLG-R26, ADLG-R30).

use acies_core::Seat;
use acies_field::View;
use acies_table::{Corner, Facing, Length, Pose, Rect, Size};
use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

/// The table. Its origin is at its centre; red's base edge is in the south, blue's in the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    pub budget: u32,
}

impl Field {
    /// ADLG-R11: games of 100, 200 and 300 points.
    pub fn for_budget(budget: u32) -> Option<Field> {
        matches!(budget, 100 | 200 | 300).then_some(Field { budget })
    }

    /// ADLG-R5, ADLG-R11: along the base edges, in UD.
    pub fn length(&self) -> f64 {
        match self.budget {
            100 => 20.0,
            300 => 37.5,
            _ => 30.0,
        }
    }

    /// ADLG-R5, ADLG-R11: from base edge to base edge.
    pub fn depth(&self) -> f64 {
        match self.budget {
            100 => 15.0,
            300 => 25.0,
            _ => 20.0,
        }
    }

    /// The whole table.
    pub fn rect(&self) -> Rect {
        let half = Pose::new(self.length() / 2.0, self.depth() / 2.0, Facing::NORTH).at.vec();
        Rect::between(-half, half)
    }

    /// ADLG-R30, ADLG-R184: how far from their base edge units stand, in proportion to the table.
    pub fn deployment_depth(&self, light: bool) -> f64 {
        let depth = if light { 8.0 } else { 7.0 };
        depth * self.depth() / 20.0
    }

    /// ADLG-R30: the deployment zone of a wing as its owner sees it: x from his left corner, y from his
    /// base edge. Light troops may stand 1 UD farther ahead.
    pub fn zone(&self, wing: Wing, light: bool) -> Rect {
        let (from, to) = wing.zone();
        let scale = self.length() / 30.0;
        let depth = self.deployment_depth(light);
        let corner = |x: f64, y: f64| Pose::new(x * scale, y, Facing::NORTH).at.vec();
        Rect::between(corner(from, 0.0), corner(to, depth))
    }

    /// The same in words.
    pub fn zone_words(&self, wing: Wing, light: bool) -> String {
        let (from, to) = wing.zone();
        let scale = self.length() / 30.0;
        let depth = self.deployment_depth(light);
        let (from, to) = (from * scale, to * scale);
        format!("{from} to {to} UD from the left corner, within {depth} UD of the base edge")
    }

    /// ADLG-R32, ADLG-R190: how far from its own base edge a flank march comes on: on its own half.
    pub fn entry_depth(&self) -> f64 {
        self.depth() / 2.0
    }

    /// ADLG-R10, ADLG-R28: a camp of 2 by 1 UD in the middle of its base edge.
    pub fn camp(&self, seat: Seat) -> Pose {
        self.camp_at(seat, Length::new(self.length() / 2.0))
    }

    /// ADLG-R28: a camp so far from the left corner of its owner.
    pub fn camp_at(&self, seat: Seat, x: Length) -> Pose {
        self.place(seat, Pose::new(x.get(), CAMP.depth.get() / 2.0, Facing::NORTH))
    }

    /// The table as its owner sees it, x from his left corner and y from his base edge.
    pub fn view(&self, seat: Seat) -> View {
        View::new(self.rect(), seat)
    }

    /// A place as its owner sees it, on the table.
    pub fn on_table(&self, seat: Seat, owners: DVec2) -> DVec2 {
        self.view(seat).on_table(owners)
    }

    /// A place on the table as a seat sees it.
    pub fn as_seen_by(&self, seat: Seat, place: DVec2) -> DVec2 {
        self.view(seat).seen(place)
    }

    /// ADLG-R26, ADLG-R11: a third of the length by half of the depth, on the table.
    pub fn sector(&self, owner: Seat, sector: Sector) -> Rect {
        let third = self.length() / 3.0;
        let x = third * f64::from(sector.wing as u8);
        let y = if sector.enemy_half { self.depth() / 2.0 } else { 0.0 };
        let low = self.on_table(owner, dvec2(x, y));
        let high = self.on_table(owner, dvec2(x + third, y + self.depth() / 2.0));
        Rect::between(low, high)
    }

    /// Both sectors of a wing as red sees it (ADLG-R26).
    pub fn third(&self, wing: Wing) -> Rect {
        let [own, other] =
            [false, true].map(|enemy_half| self.sector(Seat::Red, Sector { wing, enemy_half }));
        Rect::between(own.corner(Corner::RearLeft), other.corner(Corner::FrontRight))
    }

    /// ADLG-R30: the deployment zone of a wing on the table.
    pub fn zone_of(&self, seat: Seat, wing: Wing, light: bool) -> Rect {
        let zone = self.zone(wing, light);
        let [low, high] = [Corner::RearLeft, Corner::FrontRight].map(|it| zone.corner(it));
        Rect::between(self.on_table(seat, low), self.on_table(seat, high))
    }

    /// A pose as its owner sees it, on the table.
    pub fn place(&self, seat: Seat, owners: Pose) -> Pose {
        self.view(seat).pose(owners)
    }
}

/// ADLG-R2, ADLG-R10: the footprint of a camp.
pub const CAMP: Size = Size::new(2.0, 1.0);

/// ADLG-R29: where a corps deploys, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    Left,
    Centre,
    Right,
}

impl Wing {
    /// From left to right, as the owner sees the table.
    pub const ALL: [Wing; 3] = [Wing::Left, Wing::Centre, Wing::Right];

    /// ADLG-R30: from where to where along the base edge of 30 UD.
    fn zone(self) -> (f64, f64) {
        match self {
            Wing::Left => (0.0, 12.0),
            Wing::Centre => (9.0, 21.0),
            Wing::Right => (18.0, 30.0),
        }
    }

    /// What files and notation call it.
    pub fn word(self) -> &'static str {
        match self {
            Wing::Left => "left",
            Wing::Centre => "centre",
            Wing::Right => "right",
        }
    }
}

/// ADLG-R26: a sixth of the table, as the owner of a piece sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct Sector {
    pub wing: Wing,
    pub enemy_half: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_zones() {
        let field = Field::for_budget(200).unwrap();
        assert_eq!((field.length(), field.depth()), (30.0, 20.0), "ADLG-R5");
        let large = Field::for_budget(300).unwrap();
        assert_eq!((large.length(), large.depth()), (37.5, 25.0), "ADLG-R11");
        assert_eq!(Field::for_budget(150), None, "ADLG-R11");
        // ADLG-R30.
        let zone = field.zone(Wing::Centre, false);
        assert_eq!((zone.width(), zone.depth(), zone.centre().x), (12.0, 7.0, 15.0));
        assert_eq!(field.zone(Wing::Right, true).depth(), 8.0);
        let small = Field::for_budget(100).unwrap();
        assert_eq!(small.zone(Wing::Left, false).width(), 8.0, "ADLG-R11: zones scale");
        // ADLG-R184: 7 and 8 UD of 20 are as much as 5.25 and 6 of 15, or 8.75 and 10 of 25.
        let depths =
            |field: Field| [false, true].map(|light| field.zone(Wing::Left, light).depth());
        assert_eq!(depths(small), [5.25, 6.0], "ADLG-R184");
        assert_eq!(depths(large), [8.75, 10.0], "ADLG-R184");
    }

    #[test]
    fn owners_see_the_table_from_their_side() {
        let field = Field::for_budget(200).unwrap();
        let pose = Pose::new(1.0, 6.0, Facing::NORTH);
        assert_eq!(field.place(Seat::Red, pose), Pose::new(-14.0, -4.0, Facing::NORTH));
        assert_eq!(field.place(Seat::Blue, pose), Pose::new(14.0, 4.0, Facing::SOUTH));
    }

    #[test]
    fn sectors_are_thirds_by_halves() {
        // ADLG-R26: squares of 10 UD, seen by their owner; ADLG-R11: thirds by halves.
        let field = Field::for_budget(200).unwrap();
        let own_left = Sector { wing: Wing::Left, enemy_half: false };
        let sector = field.sector(Seat::Red, own_left);
        assert_eq!((sector.width(), sector.depth()), (10.0, 10.0));
        assert_eq!(sector.centre(), dvec2(-10.0, -5.0));
        assert_eq!(field.sector(Seat::Blue, own_left).centre(), dvec2(10.0, 5.0));
        let far_right = Sector { wing: Wing::Right, enemy_half: true };
        assert_eq!(field.sector(Seat::Red, far_right).centre(), dvec2(10.0, 5.0));
        let small = Field::for_budget(100).unwrap().sector(Seat::Red, own_left);
        assert_eq!((small.width(), small.depth()), (20.0 / 3.0, 7.5), "ADLG-R11");
        // ADLG-R30.
        let zone = field.zone_of(Seat::Blue, Wing::Left, true);
        assert_eq!((zone.centre(), zone.depth()), (dvec2(9.0, 6.0), 8.0));
        assert_eq!(field.as_seen_by(Seat::Blue, dvec2(15.0, 10.0)), dvec2(0.0, 0.0));
    }
}
