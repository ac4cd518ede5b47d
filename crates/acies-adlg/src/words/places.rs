//! Places, distances and moves as players say them.

use std::borrow::Cow;

use acies_table::{Angle, Length, Point, Pose};

use crate::{
    movement::Element,
    setup::{Sector, Wing},
};

/// A length as players measure it: two decimals at most.
pub(crate) fn ud(length: Length) -> String {
    decimals(length.get())
}

fn decimals(number: f64) -> String {
    format!("{number:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A place, by how far it is from the centre of the table.
pub(crate) fn place(at: Point) -> String {
    let side = |length: Length, ahead: &str, behind: &str| {
        let far = decimals(length.get().abs());
        let way = if length < Length::ZERO { behind } else { ahead };
        (far != "0").then(|| format!("{far} UD {way}"))
    };
    match (side(at.x, "east", "west"), side(at.y, "north", "south")) {
        (Some(x), Some(y)) => format!("{x}, {y}"),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => "the centre".into(),
    }
}

/// The same where it is not known yet from where it is measured.
pub(crate) fn from_centre(at: Point) -> String {
    match place(at) {
        place if place == "the centre" => "in the centre".into(),
        place => format!("{place} of the centre"),
    }
}

/// From where to where units stand, west to east.
pub(crate) fn between(poses: &[Pose]) -> String {
    let west = poses.iter().min_by_key(|pose| pose.at.x);
    let east = poses.iter().max_by_key(|pose| pose.at.x);
    match (west, east) {
        (Some(west), Some(east)) if west != east => {
            let [west, east] = [west, east].map(|pose| place(pose.at));
            format!(", from {west} to {east} of the centre")
        }
        (Some(only), _) => format!(", {}", from_centre(only.at)),
        _ => String::new(),
    }
}

/// A sixth of the table as its owner sees it.
pub(crate) fn sector_place(sector: Sector, whose: &str) -> String {
    let place = if sector.wing == Wing::Centre { "in" } else { "on" };
    let wing = sector.wing.word();
    let half = if sector.enemy_half { "the enemy's".to_owned() } else { format!("{whose} own") };
    format!("{place} the {wing} of {half} half")
}

/// Where a unit stands, and which way it faces.
pub(crate) fn stands(pose: &Pose) -> String {
    format!("{}, facing {}", place(pose.at), compass(pose))
}

/// A facing as a point of the compass if it is within 5 degrees of one, else in degrees from north.
pub(crate) fn compass(pose: &Pose) -> Cow<'static, str> {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let degrees = pose.facing.from_north().degrees();
    let point = (degrees / 45.0).round();
    if (degrees - point * 45.0).abs() <= 5.0 {
        Cow::Borrowed(POINTS[point as usize % 8])
    } else {
        Cow::Owned(format!("{degrees:.0} degrees"))
    }
}

/// The elements of a move: "advance 2.5 UD, wheel 30 degrees left".
pub(crate) fn elements_told(elements: &[Element]) -> String {
    let side = |left: bool| if left { "left" } else { "right" };
    let each = elements.iter().map(|element| match *element {
        Element::Advance(length) => format!("advance {} UD", ud(length)),
        Element::Wheel(by) => {
            format!("wheel {} degrees {}", decimals(by.abs().degrees()), side(by < Angle::ZERO))
        }
        Element::Slide(by) => format!("slide {} UD {}", ud(by.max(-by)), side(by < Length::ZERO)),
        Element::QuarterLeft => "turn left".into(),
        Element::QuarterRight => "turn right".into(),
        Element::Half => "turn about".into(),
    });
    each.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use acies_table::Facing;

    use super::*;

    #[test]
    fn places_leave_out_what_is_nothing() {
        assert_eq!(place(Point::new(-6.667, 3.75)), "6.67 UD west, 3.75 UD north");
        assert_eq!(place(Point::new(0.0, -7.0)), "7 UD south");
        assert_eq!(place(Point::new(10.0, 0.001)), "10 UD east");
        assert_eq!(from_centre(Point::new(0.0, 0.0)), "in the centre");
        assert_eq!(from_centre(Point::new(5.0, 0.0)), "5 UD east of the centre");
    }

    #[test]
    fn facings_are_named_within_five_degrees() {
        for (degrees, told) in [
            (0.0, "north"),
            (356.0, "north"),
            (354.0, "354 degrees"),
            (50.0, "north-east"),
            (158.0, "158 degrees"),
            (184.9, "south"),
        ] {
            let facing = Facing::new(Angle::new(degrees));
            assert_eq!(compass(&Pose::new(0.0, 0.0, facing)), told, "{degrees}");
        }
    }

    #[test]
    fn moves_are_told_with_their_units() {
        let elements = [
            Element::Wheel(Angle::new(-66.329)),
            Element::Slide(Length::new(0.833)),
            Element::Advance(Length::new(1.5)),
        ];
        let told = "wheel 66.33 degrees left, slide 0.83 UD right, advance 1.5 UD";
        assert_eq!(elements_told(&elements), told);
    }
}
