//! Battles: the shipped ones, and armies that meet in the field.

use acies_core::{Army, Each, file::ShippedFile, shipped_files};

use crate::{
    battle::{Battle, Field, Setup},
    files::army,
    rulings::TURNS,
};

/// The shipped battles: the words that players type, and their position files.
pub const BATTLES: &[ShippedFile] = shipped_files! { "../../data/battles":
    "rhine"
    "pass"
};

/// Two armies that meet in the field and still have to set up (S1). AV-R26: the table is that of their
/// budget.
pub fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
    let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
    let rosters = Each([read(red)?, read(blue)?]);
    let [red, blue] = &rosters.0;
    if red.budget != blue.budget {
        let what = format!("{} points against {}", red.budget, blue.budget);
        return Err(format!("both armies have the same budget (AV-R23): {what}"));
    }
    let field = Field::for_budget(red.budget);
    let setup = Setup {
        name: format!("{} against {}", red.name, blue.name),
        field,
        turns: Some(TURNS),
        armies: Each([red.host(), blue.host()]),
    };
    Ok(Battle::to_set_up(
        setup,
        Each::of(|seat| rosters[seat].deployment(seat, &field).unwrap_or_default()),
    ))
}

#[cfg(test)]
mod tests {
    use acies_core::{Ruleset, Seat};

    use acies_core::muster::ArmyFile;

    use super::*;
    use crate::{AdvancedVirtus, units::Id};

    fn shipped(id: &str) -> Army {
        AdvancedVirtus::shipped(id).unwrap()
    }

    /// RULES.md 5.3: samples A and B stand on the Rhine as their files have them.
    #[test]
    fn samples_meet_on_the_rhine() {
        let rhine = AdvancedVirtus::battle("rhine").unwrap();
        for (seat, id) in [(Seat::Red, "early_imperial_roman"), (Seat::Blue, "gallic")] {
            let roster = army::read(id, &shipped(id).text).unwrap();
            let plan = roster.deployment(seat, &rhine.setup.field).unwrap();
            for (n, stand) in (0..).zip(&plan.units) {
                let unit = rhine.unit(Id::new(seat, n));
                assert_eq!((unit.pose, unit.order), (stand.pose, Some(stand.order)), "{id} {n}");
            }
            assert_eq!(rhine.sides[seat].leaders[0].place, plan.leaders[0], "{id}");
        }
    }

    #[test]
    fn armies_of_one_budget_meet() {
        let battle = field(&shipped("germanic"), &shipped("greek")).unwrap();
        assert_eq!(battle.setup.name, "Germans against Greeks");
        assert_eq!(battle.setup.field, Field::FULL, "AV-R26");
        let richer = shipped("greek").text.replace("list =", "budget = 300\nlist =");
        let rich = army::Lines::army("greek", &richer).unwrap();
        let no = field(&shipped("germanic"), &rich).unwrap_err();
        assert!(no.contains("200 points against 300"), "AV-R23: {no}");
    }
}
