//! Decisions before the first turn in text, as players type them and records hold them:
//!
//! ```text
//! begin                attack               defend              region forest
//! terrain field,wood   lay -10 -5 90        river 3.5           road -15 -4 15 -4
//! leave                reroll               shift 0 -2          rotate 45
//! remove               camp 15              fortify 0 -3 0 2    enough
//! plan left,centre,right flank=1:left ambush=8:4.5:3,4,5
//! deploy 2: -3.5 -3.375 0, -2.5 -3.375 0    place 3: -4 -3 0    deployed
//! arrange 3 with 4-6: -4 -3 0
//! ```
//!
//! Places are in UD east and north of the middle of the table, facings in degrees from north; corps and
//! units are counted from one.

use std::str::FromStr;

use acies_core::{
    Misread,
    words::{did_you_mean, find_each, numbers as numbers_of},
};
use acies_table::{Angle, Facing, Length, Point, Pose};
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, de::IntoDeserializer};

use super::{Ambush, Flank, Plan, Prepare, Wing, plan::Ambushes};
use crate::{action::UnitSet, rulings::CORPS};

/// The verbs of these decisions.
pub const VERBS: [&str; 21] = [
    "begin", "attack", "defend", "region", "terrain", "lay", "river", "road", "leave", "reroll",
    "shift", "rotate", "remove", "camp", "fortify", "enough", "plan", "deploy", "place", "arrange",
    "deployed",
];

impl Prepare {
    pub fn write(&self) -> String {
        let from_one = |number: u8| u32::from(number) + 1;
        match self {
            Prepare::Begin => "begin".into(),
            Prepare::Role { attack: true } => "attack".into(),
            Prepare::Role { attack: false } => "defend".into(),
            Prepare::Region { region } => format!("region {}", region.word()),
            Prepare::Choose { pieces } => {
                let words: Vec<_> = pieces.iter().map(|choice| choice.word()).collect();
                format!("terrain {}", words.join(","))
            }
            Prepare::Piece { pose } => format!("lay {}", pose_text(pose)),
            Prepare::River { at } => format!("river {}", at.get()),
            Prepare::Road { from, to } => format!("road {} {}", point_text(*from), point_text(*to)),
            Prepare::Leave => "leave".into(),
            Prepare::Reroll => "reroll".into(),
            Prepare::Shift { by } => format!("shift {}", point_text(*by)),
            Prepare::Rotate { by } => format!("rotate {}", by.degrees()),
            Prepare::Remove => "remove".into(),
            Prepare::Camp { at } => format!("camp {}", at.get()),
            Prepare::Fortify { at, segments } => format!("fortify {} {segments}", pose_text(at)),
            Prepare::EndFortifying => "enough".into(),
            Prepare::Plan(plan) => format!("plan {}", plan_text(plan)),
            Prepare::Deploy { corps, poses } => {
                format!("deploy {}: {}", from_one(*corps), poses_text(poses))
            }
            Prepare::Place { unit, pose } => {
                format!("place {}: {}", from_one(*unit), pose_text(pose))
            }
            Prepare::Arrange { unit, beside, pose } => {
                let (unit, beside) = (from_one(*unit), numbers_of(beside.iter()));
                format!("arrange {unit} with {beside}: {}", pose_text(pose))
            }
            Prepare::EndDeploying => "deployed".into(),
        }
    }

    /// A decision from its text; nothing if it begins with another verb.
    pub fn read(text: &str) -> Option<Result<Prepare, Misread>> {
        let text = text.trim();
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let hinted = |misread: Misread| {
            let hint = misread.hint.or_else(|| Some(as_in(verb)));
            Misread { hint, ..misread }
        };
        VERBS.contains(&verb).then(|| read(verb, rest.trim()).map_err(hinted))
    }
}

/// How a decision is typed, and its rule.
fn as_in(verb: &str) -> String {
    let example = match verb {
        "region" => "region forest` (ADLG-R23)",
        "terrain" => "terrain gentle_hill,wood` (ADLG-R25)",
        "lay" => "lay -10 -5 90`: UD east and north, facing in degrees (ADLG-R26)",
        "river" => "river 3.5`: UD from the short edge (ADLG-R161)",
        "road" => "road -15 -4 15 -4`: from one edge to another (ADLG-R161)",
        "shift" => "shift 0 -2`: UD east and north (ADLG-R27)",
        "rotate" => "rotate 45`: degrees (ADLG-R27)",
        "camp" => "camp 15`: UD from your left corner (ADLG-R28)",
        "fortify" => "fortify 0 -3 0 2`: UD east and north, facing, segments (ADLG-R28)",
        "plan" => "plan left,centre,right flank=1:left ambush=8:4.5:3,4` (ADLG-R29)",
        "deploy" => "deploy 2: -3.5 -3.4 0, -2.5 -3.4 0`: a place for each unit (ADLG-R30)",
        "place" => "place 3: -4 -3 0`: UD east and north, facing (ADLG-R30)",
        alone => return format!("`{alone}` stands alone"),
    };
    format!("as in `{example}")
}

fn read(verb: &str, rest: &str) -> Result<Prepare, Misread> {
    let plain = |prepare: Prepare| match rest {
        "" => Ok(prepare),
        extra => Err(Misread::new(format!("`{extra}` says nothing here"))),
    };
    match verb {
        "begin" => plain(Prepare::Begin),
        "attack" => plain(Prepare::Role { attack: true }),
        "defend" => plain(Prepare::Role { attack: false }),
        "region" => Ok(Prepare::Region { region: word(rest)? }),
        "terrain" => {
            let pieces: Vec<_> = listed(rest).map(word).collect::<Result<_, _>>()?;
            let few = || Misread::new("four pieces of terrain at the most (ADLG-R25)");
            Ok(Prepare::Choose { pieces: pieces[..].try_into().map_err(|_| few())? })
        }
        "lay" => Ok(Prepare::Piece { pose: read_pose(rest)? }),
        "river" => Ok(Prepare::River { at: length(rest)? }),
        "road" => {
            let [x, y, to_x, to_y] = numbers(rest)?;
            Ok(Prepare::Road { from: point(x, y)?, to: point(to_x, to_y)? })
        }
        "leave" => plain(Prepare::Leave),
        "reroll" => plain(Prepare::Reroll),
        "shift" => {
            let [x, y] = numbers(rest)?;
            Ok(Prepare::Shift { by: point(x, y)? })
        }
        "rotate" => {
            let [degrees] = numbers(rest)?;
            Ok(Prepare::Rotate { by: angle(degrees)? })
        }
        "remove" => plain(Prepare::Remove),
        "camp" => Ok(Prepare::Camp { at: length(rest)? }),
        "fortify" => {
            let (pose, segments) = rest.rsplit_once(' ').unwrap_or((rest, ""));
            Ok(Prepare::Fortify { at: read_pose(pose)?, segments: parsed(segments)? })
        }
        "enough" => plain(Prepare::EndFortifying),
        "plan" => read_plan(rest).map(Prepare::Plan),
        "deploy" => {
            let (corps, poses) = after_colon(rest)?;
            Ok(Prepare::Deploy { corps: from_one(corps)?, poses: read_poses(poses)? })
        }
        "place" => {
            let (unit, pose) = after_colon(rest)?;
            Ok(Prepare::Place { unit: from_one(unit)?, pose: read_pose(pose)? })
        }
        "arrange" => {
            let (units, pose) = after_colon(rest)?;
            let (unit, beside) =
                units.split_once(" with ").ok_or_else(|| Misread::new("who is with it?"))?;
            let beside = find_each(beside.trim(), from_one)?.into_iter().collect();
            Ok(Prepare::Arrange { unit: from_one(unit)?, beside, pose: read_pose(pose)? })
        }
        _ => plain(Prepare::EndDeploying),
    }
}

fn plan_text(plan: &Plan) -> String {
    let wings = plan.wings.map(Wing::word).join(",");
    let flank = plan
        .flank
        .map(|Flank { corps, edge }| format!(" flank={}:{}", u32::from(corps) + 1, edge.word()));
    let ambushes = plan.ambushes.iter().map(|ambush| {
        let units = ambush.units.iter().map(|unit| (u32::from(unit) + 1).to_string());
        let units = units.collect::<Vec<_>>().join(",");
        format!(" ambush={}:{}:{units}", ambush.at.x.get(), ambush.at.y.get())
    });
    [wings].into_iter().chain(flank).chain(ambushes).collect()
}

fn read_plan(text: &str) -> Result<Plan, Misread> {
    let mut words = text.split_whitespace();
    let wings: Vec<Wing> =
        listed(words.next().unwrap_or_default()).map(word).collect::<Result<_, _>>()?;
    let wings = <[Wing; CORPS]>::try_from(wings);
    let wings =
        wings.map_err(|_| Misread::new("a plan names the wings of three corps (ADLG-R29)"))?;
    let mut plan = Plan { wings, ambushes: Ambushes::new(), flank: None };
    for word_of in words {
        match word_of.split_once('=') {
            Some(("flank", flank)) => plan.flank = Some(read_flank(flank)?),
            Some(("ambush", ambush)) => {
                let most = || Misread::new("two ambushes at the most (ADLG-R31)");
                plan.ambushes.try_push(read_ambush(ambush)?).map_err(|_| most())?;
            }
            _ => {
                let hint = "`flank=1:left` or `ambush=8:4.5:3,4`".to_owned();
                let what = format!("`{word_of}` is no part of a plan");
                return Err(Misread { what, hint: Some(hint) });
            }
        }
    }
    Ok(plan)
}

fn read_flank(text: &str) -> Result<Flank, Misread> {
    let missing = || Misread::new(format!("`{text}` names no corps and edge"));
    let (corps, edge) = text.split_once(':').ok_or_else(missing)?;
    Ok(Flank { corps: from_one(corps)?, edge: word(edge)? })
}

fn read_ambush(text: &str) -> Result<Ambush, Misread> {
    let parts: Vec<_> = text.split(':').collect();
    let [x, y, units] = parts[..] else {
        return Err(Misread::new(format!("`{text}` is not the place and the units of an ambush")));
    };
    let units = listed(units).map(from_one).collect::<Result<Vec<u8>, _>>()?;
    if let Some(unit) = units.iter().find(|unit| usize::from(**unit) >= crate::rulings::UNITS_MAX) {
        return Err(Misread::new(format!("there is no unit {}", u32::from(*unit) + 1)));
    }
    let at = Point { x: length(x)?, y: length(y)? };
    Ok(Ambush { at, units: units.into_iter().collect::<UnitSet>() })
}

fn point_text(point: Point) -> String {
    format!("{} {}", point.x.get(), point.y.get())
}

/// A pose: `-3.5 6 180`.
pub fn pose_text(pose: &Pose) -> String {
    format!("{} {}", point_text(pose.at), pose.facing.from_north().degrees())
}

/// Poses with commas between them.
pub fn poses_text(poses: &[Pose]) -> String {
    poses.iter().map(pose_text).collect::<Vec<_>>().join(", ")
}

pub fn read_pose(text: &str) -> Result<Pose, Misread> {
    let [x, y, degrees] = numbers(text)?;
    Ok(Pose { at: point(x, y)?, facing: Facing::new(angle(degrees)?) })
}

pub fn read_poses(text: &str) -> Result<Vec<Pose>, Misread> {
    listed(text).map(read_pose).collect()
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

fn after_colon(text: &str) -> Result<(&str, &str), Misread> {
    let missing = || Misread {
        what: "where?".into(),
        hint: Some("places stand after a colon, as in `place 3: -4 -3 0`".into()),
    };
    text.split_once(':').ok_or_else(missing)
}

fn numbers<const N: usize>(text: &str) -> Result<[f64; N], Misread> {
    let all: Vec<f64> = text.split_whitespace().map(parsed).collect::<Result<_, _>>()?;
    let count = all.len();
    all.try_into().map_err(|_| Misread::new(format!("{N} numbers are wanted, not {count}")))
}

fn parsed<T: FromStr>(text: &str) -> Result<T, Misread> {
    text.trim().parse().map_err(|_| Misread::new(format!("`{text}` is no number")))
}

fn from_one(text: &str) -> Result<u8, Misread> {
    let number = parsed::<u8>(text)?.checked_sub(1);
    number.ok_or_else(|| Misread::new("corps and units are counted from one"))
}

fn length(text: &str) -> Result<Length, Misread> {
    Length::try_from(parsed::<f64>(text)?).map_err(|no| Misread::new(no.to_string()))
}

fn angle(degrees: f64) -> Result<Angle, Misread> {
    Angle::try_from(degrees).map_err(|no| Misread::new(no.to_string()))
}

fn point(x: f64, y: f64) -> Result<Point, Misread> {
    let length = |it: f64| Length::try_from(it).map_err(|no| Misread::new(no.to_string()));
    Ok(Point { x: length(x)?, y: length(y)? })
}

/// A word of the rules: a region, a piece, a wing.
fn word<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Misread> {
    let from: StrDeserializer<'a, Error> = text.into_deserializer();
    T::deserialize(from).map_err(|no| {
        let known = no.to_string();
        let words = known.split('`').skip(3).step_by(2);
        let hint = did_you_mean(text, words.clone());
        let hint =
            hint.or_else(|| Some(format!("there are {}", words.collect::<Vec<_>>().join(", "))));
        Misread { what: format!("there is no `{text}`"), hint }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_read_as_they_are_written() {
        for text in [
            "begin",
            "attack",
            "defend",
            "region forest",
            "terrain gentle_hill,river",
            "lay -10 -5 90",
            "river 3.5",
            "road -15 -4 15 -4",
            "leave",
            "reroll",
            "shift 0 -2",
            "rotate -45",
            "remove",
            "camp 15",
            "fortify 0 -3 0 2",
            "enough",
            "plan left,centre,right",
            "plan right,centre,left flank=1:left ambush=8:4.5:3,4,5 ambush=-8:4.5:",
            "deploy 2: -3.5 -3.375 0, -2.5 -3.375 0",
            "place 3: -4 -3 0",
            "arrange 3 with 1,2,5: -4 -3 0",
            "deployed",
        ] {
            let read = Prepare::read(text).unwrap().unwrap();
            assert_eq!(read.write(), text);
        }
        assert!(Prepare::read("charge 3").is_none());
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let wrong = |text: &str| Prepare::read(text).unwrap().unwrap_err();
        assert_eq!(wrong("begin now").what, "`now` says nothing here");
        assert_eq!(wrong("begin now").hint.unwrap(), "`begin` stands alone");
        assert_eq!(wrong("lay 1 2").what, "3 numbers are wanted, not 2");
        assert_eq!(
            wrong("lay 1 2").hint.unwrap(),
            "as in `lay -10 -5 90`: UD east and north, facing in degrees (ADLG-R26)"
        );
        assert!(wrong("camp nan").hint.unwrap().contains("ADLG-R28"));
        assert_eq!(wrong("region forst").hint.unwrap(), "did you mean `forest`?");
        assert_eq!(
            wrong("plan left,right").what,
            "a plan names the wings of three corps (ADLG-R29)"
        );
        assert!(wrong("terrain wood,wood,wood,wood,wood").what.contains("ADLG-R25"));
        assert_eq!(wrong("deploy 0: 1 2 3").what, "corps and units are counted from one");
        assert_eq!(wrong("plan left,centre,right ambush=1:2:60").what, "there is no unit 60");
    }
}
