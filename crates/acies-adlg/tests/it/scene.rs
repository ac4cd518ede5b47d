//! Small battles for tests: a line a unit, `red pikemen elite @ 0 0 n`, with the centre in UD from the
//! middle of the table and the facing as a letter or in degrees.

use acies_adlg::{
    battle::{Battle, Commander, Host, Id, Setup},
    command::Level,
    files::{
        army::{Corps, Troop},
        data::word,
    },
    melee::Barrier,
    setup::{Field, Wing},
    terrain::{
        Piece,
        landscape::{Area, Landscape, Line},
    },
};
use acies_core::{Each, Seat};
use acies_table::{Angle, Facing, Point, Polygon, Pose, Rect, Size};

/// The n-th unit of a side.
pub fn red(n: u8) -> Id {
    Id::new(Seat::Red, n)
}

pub fn blue(n: u8) -> Id {
    Id::new(Seat::Blue, n)
}

pub fn scene(lines: &[&str]) -> Battle {
    on(Landscape::default(), lines)
}

/// All units of a side are one corps under a competent commander, who stands in the middle.
pub fn on(landscape: Landscape, lines: &[&str]) -> Battle {
    let field = Field::for_budget(200).unwrap();
    let mut poses = Each([Vec::new(), Vec::new()]);
    let mut troops = Each([Vec::new(), Vec::new()]);
    for line in lines {
        let (who, place) = line.split_once('@').unwrap();
        let (seat, troop) = who.trim().split_once(' ').unwrap();
        let seat = if seat == "red" { Seat::Red } else { Seat::Blue };
        let profile = word::profile(troop).unwrap_or_else(|| panic!("{troop}"));
        let key = format!("{}_{}", profile.kind.word(), troops[seat].len());
        poses[seat].push(pose(place));
        troops[seat].push(Troop {
            profile,
            corps: 0,
            name: key.clone(),
            key,
            at: Some(Pose::default()),
        });
    }
    let corps = || {
        let one = |wing| Corps {
            name: "one".into(),
            level: Level::Competent,
            included: false,
            with: 0,
            wing,
        };
        [Wing::Centre, Wing::Left, Wing::Right].map(one).to_vec()
    };
    let host = |seat: Seat| Host {
        name: seat.to_string(),
        corps: corps(),
        troops: troops[seat].clone(),
        fortified_camp: false,
        segments: 0,
        regions: Vec::new(),
    };
    let armies = Each::of(host);
    let setup = Setup { name: "a scene".into(), field, armies };
    let mut battle = Battle::new(setup, landscape, Seat::Red);
    for seat in Seat::BOTH {
        for (unit, pose) in battle.sides[seat].units.iter_mut().zip(&poses[seat]) {
            unit.pose = *pose;
        }
        battle.sides[seat].commanders[0] = Commander::Free(Point::default());
    }
    battle
}

fn pose(text: &str) -> Pose {
    let words: Vec<_> = text.split_whitespace().collect();
    let [x, y, facing] = words[..] else { panic!("{text}") };
    let facing = match facing {
        "n" => Facing::NORTH,
        "e" => Facing::EAST,
        "s" => Facing::SOUTH,
        "w" => Facing::WEST,
        degrees => Facing::new(Angle::new(degrees.parse().unwrap())),
    };
    Pose::new(x.parse().unwrap(), y.parse().unwrap(), facing)
}

/// A rectangular piece around a place.
pub fn piece(piece: Piece, x: f64, y: f64, width: f64, depth: f64) -> Landscape {
    let rect = Rect::new(&Pose::new(x, y, Facing::NORTH), Size::new(width, depth));
    let outline = Polygon::from_rect(&rect).unwrap();
    Landscape { areas: vec![Area { piece, outline }], lines: Vec::new() }
}

/// A line of defence.
pub fn wall(barrier: Barrier, a: (f64, f64), b: (f64, f64)) -> Landscape {
    let line = Line { barrier, a: Point::new(a.0, a.1), b: Point::new(b.0, b.1) };
    Landscape { areas: Vec::new(), lines: vec![line] }
}
