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

use acies_core::{Misread, words::did_you_mean};
use acies_table::{Angle, Facing, Length, Point, Pose};
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, de::IntoDeserializer};

use crate::words::notation::Reader;

/// Reads what follows a verb; what is wrong is told with an example of how it is typed, and its rule.
pub(super) fn read<T>(
    words: &mut Reader<'_>,
    example: &str,
    read: impl FnOnce(&str) -> Result<T, Misread>,
) -> Result<T, Misread> {
    read(words.rest()).map_err(|misread| {
        let hint = misread.hint.or_else(|| Some(format!("as in `{example}")));
        Misread { hint, ..misread }
    })
}

/// A verb that nothing follows.
pub(super) fn alone<T>(words: &mut Reader<'_>, verb: &str, read: T) -> Result<T, Misread> {
    match words.rest() {
        "" => Ok(read),
        extra => Err(Misread::new(format!("`{extra}` says nothing here"))
            .hint(format!("`{verb}` stands alone"))),
    }
}

pub(super) fn point_text(point: Point) -> String {
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

/// A place and a facing: `-4 -3 0`.
pub fn read_pose(text: &str) -> Result<Pose, Misread> {
    let [x, y, degrees] = numbers(text)?;
    Ok(Pose { at: point(x, y)?, facing: Facing::new(angle(degrees)?) })
}

/// Several of them, with commas between.
pub fn read_poses(text: &str) -> Result<Vec<Pose>, Misread> {
    listed(text).map(read_pose).collect()
}

pub(super) fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

pub(super) fn after_colon(text: &str) -> Result<(&str, &str), Misread> {
    let missing = || Misread {
        what: "where?".into(),
        hint: Some("places stand after a colon, as in `place 3: -4 -3 0`".into()),
    };
    text.split_once(':').ok_or_else(missing)
}

pub(super) fn numbers<const N: usize>(text: &str) -> Result<[f64; N], Misread> {
    let all: Vec<f64> = text.split_whitespace().map(parsed).collect::<Result<_, _>>()?;
    let count = all.len();
    all.try_into().map_err(|_| Misread::new(format!("{N} numbers are wanted, not {count}")))
}

pub(super) fn parsed<T: FromStr>(text: &str) -> Result<T, Misread> {
    text.trim().parse().map_err(|_| Misread::new(format!("`{text}` is no number")))
}

pub(super) fn from_one(text: &str) -> Result<u8, Misread> {
    let number = parsed::<u8>(text)?.checked_sub(1);
    number.ok_or_else(|| Misread::new("corps and units are counted from one"))
}

pub(super) fn length(text: &str) -> Result<Length, Misread> {
    Length::try_from(parsed::<f64>(text)?).map_err(|no| Misread::new(no.to_string()))
}

pub(super) fn angle(degrees: f64) -> Result<Angle, Misread> {
    Angle::try_from(degrees).map_err(|no| Misread::new(no.to_string()))
}

pub(super) fn point(x: f64, y: f64) -> Result<Point, Misread> {
    let length = |it: f64| Length::try_from(it).map_err(|no| Misread::new(no.to_string()));
    Ok(Point { x: length(x)?, y: length(y)? })
}

/// A word of the rules: a region, a piece, a wing.
pub(super) fn word<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Misread> {
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
    use acies_core::{Ruleset, Seat, Telling};

    use crate::{Adlg, battle::Battle};

    fn battle() -> Battle {
        let card = Adlg::battles().into_iter().next().expect("there is one");
        Adlg::battle(&card.id).unwrap()
    }

    #[test]
    fn decisions_are_read_as_they_are_written() {
        let battle = battle();
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
            let read = battle.read(Seat::Red, text).unwrap();
            assert_eq!(battle.notation(Seat::Red, &read), text);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let battle = battle();
        let wrong = |text: &str| battle.read(Seat::Red, text).unwrap_err();
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
