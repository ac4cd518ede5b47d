//! Decisions before the first turn in text, as players type them and records hold them:
//!
//! ```text
//! lay 5 5
//! deploy 12 4.5 0 advance, 14.25 2.2 0 halt; with 1, at 15 3.2
//! place 2: 13.5 4.5 0          start 2: shieldwall
//! post 1: with 4               post 1: at 15 3.2
//! arrange 2 with 3,4: 13.5 4.5 0
//! carry 1: unit 3              carry 1: leader 1
//! deployed
//! ```
//!
//! Places are in UD from the south-west corner, facings in degrees from north; units, leaders and special
//! figures are counted from one.

use acies_core::{
    Misread,
    words::{find_each, numbers as numbers_of, quoted},
};
use acies_table::{Angle, Facing, Length, Point, Pose};

use super::{Deployment, Prepare, Stand};
use crate::{
    battle::Carrier,
    profile::{Order, Worded},
    units::Post,
};

/// The verbs of these decisions.
pub const VERBS: [&str; 8] =
    ["lay", "deploy", "place", "arrange", "start", "post", "carry", "deployed"];

impl Prepare {
    pub fn write(&self) -> String {
        let from_one = |number: u8| u32::from(number) + 1;
        match self {
            Prepare::Lay { at } => format!("lay {} {}", at.x, at.y),
            Prepare::Deploy(Deployment { units, leaders }) => {
                let units: Vec<_> = units.iter().map(stand_text).collect();
                let leaders: Vec<_> = leaders.iter().map(post_text).collect();
                format!("deploy {}; {}", units.join(", "), leaders.join(", "))
            }
            Prepare::Place { unit, pose } => {
                format!("place {}: {}", from_one(*unit), pose_text(pose))
            }
            Prepare::Arrange { unit, beside, pose } => {
                let (unit, beside) = (from_one(*unit), numbers_of(beside.iter()));
                format!("arrange {unit} with {beside}: {}", pose_text(pose))
            }
            Prepare::Order { unit, order } => {
                format!("start {}: {}", from_one(*unit), order.word())
            }
            Prepare::Post { leader, post } => {
                format!("post {}: {}", from_one(*leader), post_text(post))
            }
            Prepare::Carry { figure, by } => {
                format!("carry {}: {}", from_one(*figure), carrier_text(*by))
            }
            Prepare::EndDeploying => "deployed".into(),
        }
    }

    /// A decision from its text; nothing if it begins with another verb.
    pub fn read(text: &str) -> Option<Result<Prepare, Misread>> {
        let text = text.trim();
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        VERBS.contains(&verb).then(|| read(verb, rest.trim()))
    }
}

fn read(verb: &str, rest: &str) -> Result<Prepare, Misread> {
    match verb {
        "lay" => Ok(Prepare::Lay { at: read_point(rest)? }),
        "deploy" => {
            let (units, leaders) = rest.split_once(';').unwrap_or((rest, ""));
            Ok(Prepare::Deploy(Deployment {
                units: listed(units).map(read_stand).collect::<Result<_, _>>()?,
                leaders: listed(leaders).map(read_post).collect::<Result<_, _>>()?,
            }))
        }
        "place" => {
            let (unit, pose) = after_colon(rest)?;
            Ok(Prepare::Place { unit, pose: read_pose(pose)? })
        }
        "arrange" => {
            let (units, pose) =
                rest.split_once(':').ok_or_else(|| misread("numbers and a colon"))?;
            let (unit, beside) =
                units.split_once(" with ").ok_or_else(|| misread("who is with it?"))?;
            let beside = find_each(beside.trim(), from_one)?.into_iter().collect();
            Ok(Prepare::Arrange { unit: from_one(unit)?, beside, pose: read_pose(pose.trim())? })
        }
        "start" => {
            let (unit, order) = after_colon(rest)?;
            Ok(Prepare::Order { unit, order: read_order(order)? })
        }
        "post" => {
            let (leader, post) = after_colon(rest)?;
            Ok(Prepare::Post { leader, post: read_post(post)? })
        }
        "carry" => {
            let (figure, by) = after_colon(rest)?;
            Ok(Prepare::Carry { figure, by: read_carrier(by)? })
        }
        _ if rest.is_empty() => Ok(Prepare::EndDeploying),
        _ => Err(misread(format!("`{rest}` says nothing here"))),
    }
}

fn stand_text(stand: &Stand) -> String {
    format!("{} {}", pose_text(&stand.pose), stand.order.word())
}

fn read_stand(text: &str) -> Result<Stand, Misread> {
    let (pose, order) = text.rsplit_once(' ').unwrap_or((text, ""));
    Ok(Stand { pose: read_pose(pose)?, order: read_order(order)? })
}

fn post_text(post: &Post) -> String {
    match post {
        Post::With(unit) => format!("with {}", u32::from(*unit) + 1),
        Post::Alone(at) => format!("at {} {}", at.x, at.y),
        Post::Away | Post::Lost => "nowhere".into(),
    }
}

fn read_post(text: &str) -> Result<Post, Misread> {
    match text.trim().split_once(' ') {
        Some(("with", unit)) => Ok(Post::With(from_one(unit)?)),
        Some(("at", place)) => Ok(Post::Alone(read_point(place)?)),
        _ => Err(misread(format!("`{text}` is no place for a leader: `with 4` or `at 15 3`"))),
    }
}

fn carrier_text(by: Carrier) -> String {
    match by {
        Carrier::Unit(number) => format!("unit {}", u32::from(number) + 1),
        Carrier::Leader(number) => format!("leader {}", u32::from(number) + 1),
    }
}

fn read_carrier(text: &str) -> Result<Carrier, Misread> {
    match text.trim().split_once(' ') {
        Some(("unit", number)) => Ok(Carrier::Unit(from_one(number)?)),
        Some(("leader", number)) => Ok(Carrier::Leader(from_one(number)?)),
        _ => Err(misread(format!("`{text}` carries nothing: `unit 3` or `leader 1`"))),
    }
}

fn pose_text(pose: &Pose) -> String {
    format!("{} {} {}", pose.at.x, pose.at.y, pose.facing)
}

fn read_pose(text: &str) -> Result<Pose, Misread> {
    let [x, y, degrees] = numbers(text)?;
    let turns = (-360.0..=360.0).contains(&degrees);
    let turn = if turns { Ok(Angle::new(degrees)) } else { Err(misread("degrees from north")) };
    Ok(Pose { at: point(x, y)?, facing: Facing::new(turn?) })
}

fn read_point(text: &str) -> Result<Point, Misread> {
    let [x, y] = numbers(text)?;
    point(x, y)
}

fn point(x: f64, y: f64) -> Result<Point, Misread> {
    let length = |ud: f64| Length::try_from(ud).map_err(|off| misread(off.to_string()));
    Ok(Point { x: length(x)?, y: length(y)? })
}

fn read_order(text: &str) -> Result<Order, Misread> {
    let known = || Order::WORDS.iter().map(|(word, _)| *word);
    let hint = format!("there are {}", quoted(known()));
    let what = format!("there is no order `{text}`");
    Order::named(text.trim()).ok_or(Misread { what, hint: Some(hint) })
}

fn numbers<const N: usize>(text: &str) -> Result<[f64; N], Misread> {
    let all: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    let all = all.and_then(|all| <[f64; N]>::try_from(all).ok());
    let finite = all.filter(|all| all.iter().all(|number| number.is_finite()));
    finite.ok_or_else(|| misread(format!("`{text}` should be {N} numbers")))
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

fn after_colon(text: &str) -> Result<(u8, &str), Misread> {
    let (number, rest) = text.split_once(':').ok_or_else(|| misread("a number and a colon"))?;
    Ok((from_one(number)?, rest.trim()))
}

/// A number counted from one, as one counted from nought.
fn from_one(text: &str) -> Result<u8, Misread> {
    let number = text.trim().parse::<u8>().ok().and_then(|number| number.checked_sub(1));
    number.ok_or_else(|| misread(format!("`{}` is no number", text.trim())))
}

fn misread(what: impl Into<String>) -> Misread {
    let hint =
        "`lay 5 5`, `deploy 12 4.5 0 advance, ...; with 1`, `place 2: 13.5 4.5 0`, `deployed`";
    Misread { what: what.into(), hint: Some(hint.into()) }
}
