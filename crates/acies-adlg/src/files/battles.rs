//! Battles: the shipped ones (ADLG-R33), and armies that meet in the field.

use acies_core::{
    Army, BadFile, Each,
    file::{ShippedFile, read_toml},
    shipped_files,
};
use acies_table::{Angle, Facing, Polygon, Pose};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    battle::{Battle, Host, Setup},
    files::{army, data},
    setup::{Field, Given},
    terrain::{
        Choice,
        landscape::{Area, Landscape},
    },
};

/// The shipped battles: the words that players type, and the files.
pub const BATTLES: &[ShippedFile] = shipped_files! { "../../data/battles":
    "zama"
    "teutoburg"
    "gindarus"
    "magnesia"
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    name: String,
    #[serde(rename = "about")]
    _about: String,
    red: Spanned<String>,
    blue: Spanned<String>,
    #[serde(default)]
    given: Given,
    #[serde(default)]
    terrain: Vec<Spanned<PieceLine>>,
}

/// A piece about a place, its long axis east and west unless it is turned.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceLine {
    piece: Choice,
    at: [f64; 2],
    #[serde(default)]
    turned: f64,
}

/// Two armies that meet in the field and still have to set up (S1).
pub fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
    let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
    let (red, blue) = (read(red)?, read(blue)?);
    // ADLG-R11.
    if red.budget != blue.budget {
        let what = format!("{} points against {}", red.budget, blue.budget);
        return Err(format!("both armies have the same budget (ADLG-R11): {what}"));
    }
    let Some(field) = Field::for_budget(red.budget) else {
        return Err(format!("no table for {} points (ADLG-R11)", red.budget));
    };
    let name = format!("{} against {}", red.name, blue.name);
    let setup = Setup { name, field, armies: Each([red.into(), blue.into()]) };
    Ok(Battle::to_set_up(setup, Landscape::default(), Given::Nothing))
}

/// Reads a battle file.
pub fn read(file: &str, text: &str) -> Result<Battle, BadFile> {
    let lines: Lines = read_toml(file, text)?;
    let host = |army: &Spanned<String>| {
        let shipped = data::ARMIES.iter().find(|(id, _)| id == army.get_ref());
        let Some((id, text_of)) = shipped else {
            let what = format!("unknown army `{}`", army.get_ref());
            return Err(BadFile::new(file, text, army.span(), what));
        };
        army::read(id, text_of).map(|roster| (roster.budget, Host::from(roster)))
    };
    let ((budget, red), (_, blue)) = (host(&lines.red)?, host(&lines.blue)?);
    for (army, host) in [(&lines.red, &red), (&lines.blue, &blue)] {
        let ready = host.troops.iter().all(|troop| troop.at.is_some());
        if lines.given == Given::Deployment && !ready {
            let what = format!("`{}` has no deployment", army.get_ref());
            return Err(BadFile::new(file, text, army.span(), what).rule("ADLG-R33"));
        }
    }
    let no_table = || BadFile::new(file, text, lines.red.span(), "no table for its points");
    let field = Field::for_budget(budget).ok_or_else(|| no_table().rule("ADLG-R11"))?;
    let area = |line: &Spanned<PieceLine>| {
        let PieceLine { piece, at: [x, y], turned } = *line.get_ref();
        let pose = Pose::new(x, y, Facing::new(Angle::new(turned)));
        let on_table = |outline: &Polygon| outline.corners().all(|it| field.rect().contains(it));
        let outline = piece.is_area().then(|| piece.outline(&pose)).filter(on_table);
        let wrong = || BadFile::new(file, text, line.span(), "no area on the table");
        outline.map(|outline| Area { piece: piece.piece(), outline }).ok_or_else(wrong)
    };
    let areas = lines.terrain.iter().map(area).collect::<Result<_, _>>()?;
    let landscape = Landscape { areas, lines: Vec::new() };
    let setup = Setup { name: lines.name, field, armies: Each([red, blue]) };
    Ok(Battle::to_set_up(setup, landscape, lines.given))
}

#[cfg(test)]
mod tests {
    use acies_core::{Game, Pending, Ruleset};

    use acies_core::muster::ArmyFile;

    use super::*;
    use crate::Adlg;

    /// ADLG-R33: battles with everything given, with terrain, and with nothing.
    #[test]
    fn every_battle_can_be_read() {
        let cards = Adlg::battles();
        assert!(cards.len() >= 3);
        for card in &cards {
            assert!(!card.about.is_empty());
            let battle = Adlg::battle(&card.id).unwrap();
            assert!(matches!(battle.pending(), Pending::Decide(_)), "{}", card.id);
        }
        assert!(Adlg::battle("nowhere").is_none());
    }

    #[test]
    fn what_is_wrong_points_at_its_place() {
        let bad = |text: &str| read("bad.toml", text).unwrap_err().to_string();
        let line = "name = \"A\"\nabout = \"B\"\nred = \"rome\"\n";
        assert_eq!(bad(&format!("{line}blue = \"troy\"\n")), "unknown army `troy`");
        let off =
            format!("{line}blue = \"gauls\"\nterrain = [{{ piece = \"wood\", at = [14, 0] }}]\n");
        assert_eq!(bad(&off), "no area on the table");
        let unready = format!("{line}blue = \"gauls\"\ngiven = \"deployment\"\n");
        assert_eq!(bad(&unready), "`gauls` has no deployment (ADLG-R33)");
    }

    #[test]
    fn armies_of_one_size_meet() {
        let army = |id: &str| Adlg::shipped(id).unwrap();
        let battle = field(&army("gauls"), &army("greeks")).unwrap();
        assert_eq!(battle.setup.name, "Gauls against Greeks");
        let large = data::ARMIES.iter().find_map(|(id, text)| {
            army::Lines::army(id, &text.replace("list =", "budget = 300\nlist =")).ok()
        });
        let no = field(&large.unwrap(), &army("greeks")).unwrap_err();
        assert!(no.contains("300 points against 200"), "ADLG-R11: {no}");
    }
}
