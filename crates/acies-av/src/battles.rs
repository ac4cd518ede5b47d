//! Battles: the shipped ones, and armies that meet in the field.

use acies_core::{Army, BattleCard, Each, Seat};

use crate::{
    army::{self, Roster},
    battle::{Battle, Field, Setup},
    data::ARMIES,
    ground::Ground,
    rulings::TURNS,
    setup::Deployment,
    units::Side,
};

/// A shipped battle: two shipped armies that stand ready on an open table (RULES.md 5.3).
struct Ready {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    armies: [&'static str; 2],
}

const BATTLES: [Ready; 1] = [Ready {
    id: "legions_and_gauls",
    name: "Legions and Gauls",
    about: "Early imperial Romans against Gauls, drawn up on open ground: the first two sample armies",
    armies: ["early_imperial_roman", "gallic"],
}];

/// A card for each shipped battle.
pub fn battles() -> Vec<BattleCard> {
    let card =
        |it: &Ready| BattleCard { id: it.id.into(), name: it.name.into(), about: it.about.into() };
    BATTLES.iter().map(card).collect()
}

/// A shipped battle by its name, before its first die.
pub fn battle(name: &str) -> Option<Battle> {
    let ready = BATTLES.iter().find(|it| it.id == name)?;
    let rosters = ready.armies.map(|army| {
        let (id, text) = ARMIES.iter().find(|(id, _)| *id == army).expect("a shipped army");
        army::read(id, text).expect("a test reads every shipped army")
    });
    let (setup, plans) = meet(ready.name.into(), &Each(rosters));
    let sides = Each::of(|seat| Side::away(&setup.armies[seat]));
    let mut battle = Battle::new(setup, Ground::default(), sides);
    for seat in Seat::BOTH {
        battle.deploy(seat, plans[seat].as_ref()?);
    }
    Some(battle)
}

/// Two armies that meet in the field and still have to set up (S1).
pub fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
    let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
    let (red, blue) = (read(red)?, read(blue)?);
    if red.budget != blue.budget {
        let what = format!("{} points against {}", red.budget, blue.budget);
        return Err(format!("both armies have the same budget (AV-R23): {what}"));
    }
    let name = format!("{} against {}", red.name, blue.name);
    let (setup, plans) = meet(name, &Each([red, blue]));
    Ok(Battle::to_set_up(setup, plans))
}

/// The table and the armies (AV-R25, AV-R26), and how their files have them deployed.
fn meet(name: String, rosters: &Each<Roster>) -> (Setup, Each<Option<Deployment>>) {
    let field = Field::for_budget(rosters[Seat::Red].budget);
    let plans = Each::of(|seat| rosters[seat].deployment(seat, &field));
    let armies = Each::of(|seat| rosters[seat].host());
    (Setup { name, field, turns: Some(TURNS), armies }, plans)
}

#[cfg(test)]
mod tests {
    use acies_core::{Game, Pending};
    use acies_table::{Facing, Pose};

    use super::*;
    use crate::units::{Id, Post};

    fn shipped(id: &str) -> Army {
        let (id, text) = ARMIES.iter().find(|(known, _)| *known == id).unwrap();
        army::army(id, text).unwrap()
    }

    #[test]
    fn every_battle_can_be_read() {
        for card in battles() {
            let battle = battle(&card.id).unwrap();
            assert!(matches!(battle.pending(), Pending::Decide(_)), "{}", card.id);
        }
        assert!(battle("nowhere").is_none());
    }

    /// RULES.md 5.3: B4 and his Hero, A9, and the Roman leader alone.
    #[test]
    fn sample_armies_stand_in_their_places() {
        let battle = battle("legions_and_gauls").unwrap();
        assert_eq!(battle.all_standing().count(), 9 + 12);
        let noble = battle.unit(Id::new(Seat::Blue, 3)).pose;
        assert_eq!(noble, Pose::new(13.5, 16.5, Facing::SOUTH));
        assert_eq!(battle.sides[Seat::Blue].leaders[0].place, Post::With(3));
        let ala = battle.unit(Id::new(Seat::Red, 8)).pose;
        assert_eq!(ala, Pose::new(21.0, 4.5, Facing::NORTH));
        let legate = battle.sides[Seat::Red].leaders[0].place;
        assert_eq!(legate, Post::Alone(acies_table::Point::new(15.0, 3.2)));
    }

    #[test]
    fn armies_of_one_budget_meet() {
        let battle = field(&shipped("germanic"), &shipped("greek")).unwrap();
        assert_eq!(battle.setup.name, "Germans against Greeks");
        assert_eq!(battle.setup.field, Field::FULL, "AV-R26");
        let (id, text) = ARMIES.iter().find(|(id, _)| *id == "greek").unwrap();
        let rich = army::army(id, &text.replace("list =", "budget = 300\nlist =")).unwrap();
        let no = field(&shipped("germanic"), &rich).unwrap_err();
        assert!(no.contains("200 points against 300"), "AV-R23: {no}");
    }
}
