//! Battles: the shipped ones, and armies that meet in the field.

use acies_core::{Army, Each, file::ShippedFile, shipped_files};

use super::army;
use crate::{
    battle::{Battle, Setup, host},
    rulings::TURNS,
};

/// The shipped battles: the words that players type, and their position files.
pub const BATTLES: &[ShippedFile] = shipped_files! { "../../data/battles":
    "samples"
    "legio_pharsalus"
    "legio_zama"
    "legio_cynoscephalae"
    "legio_magnesia"
    "watling_street"
};

/// Two armies that meet in the field and still have to set up. LEG-R112, LEG-R156: both have the same number of points,
/// and the table is that of their number.
pub fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
    let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
    let rosters = Each([read(red)?, read(blue)?]);
    let [red, blue] = &rosters.0;
    if red.budget != blue.budget {
        let what = format!("{} points against {}", red.budget, blue.budget);
        return Err(format!("both armies are built for the same points (LEG-R156): {what}"));
    }
    let setup = Setup {
        name: format!("{} against {}", red.name, blue.name),
        size: red.size(),
        turns: TURNS,
        orders: true,
        armies: Each([host(red), host(blue)]),
    };
    Ok(Battle::to_set_up(setup, &rosters))
}
