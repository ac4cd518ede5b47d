//! What Acies lists of *L'Art de la Guerre*: its book, armies, battles and odds.

use std::sync::OnceLock;

use acies_core::{
    Army, ArmyCard, Asked, BadFile, BattleCard, Forecast, Misread, OddsKind, Rulebook, Ruleset,
    Seat, file::shipped,
};
use serde::Deserialize;

use crate::{
    army,
    battle::{Battle, Setup},
    data,
    landscape::Landscape,
    odds, position,
    setup::Field,
};

/// The ruleset itself.
pub struct Adlg;

/// The shipped battles: position files with a line about each.
const BATTLES: &[(&str, &str)] = &[];

impl Ruleset for Adlg {
    type Game = Battle;

    const ID: &'static str = "adlg";
    const NAME: &'static str = "L'Art de la Guerre";
    const AUTHORS: &'static str = "Hervé Caille";
    const RULES: &'static str = include_str!("../RULES.md");

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| Rulebook::read(Self::RULES))
    }

    fn armies() -> Vec<ArmyCard> {
        army::cards()
    }

    fn shipped(army: &str) -> Option<Army> {
        let (id, text) = data::ARMIES.iter().find(|(id, _)| *id == army)?;
        Some(army::army(id, text).expect("a test reads every shipped army"))
    }

    fn battles() -> Vec<BattleCard> {
        #[derive(Deserialize)]
        struct Title {
            name: String,
            about: String,
        }
        let card = |&(id, text): &(&str, &str)| {
            let Title { name, about } = shipped(id, text);
            BattleCard { id: id.to_owned(), name, about }
        };
        BATTLES.iter().map(card).collect()
    }

    fn battle(name: &str) -> Option<Battle> {
        let (id, text) = BATTLES.iter().find(|(id, _)| *id == name)?;
        Some(position::read(id, text).expect("a test reads every battle"))
    }

    fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
        let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
        let rosters = [read(red)?, read(blue)?];
        let [budget, other] = rosters.each_ref().map(|roster| roster.budget);
        if budget != other {
            let what = format!("{budget} points against {other}");
            return Err(format!("both armies have the same budget (ADLG-R11): {what}"));
        }
        let field =
            Field::for_budget(budget).ok_or("games have 100, 200 or 300 points (ADLG-R11)")?;
        let unplaced = rosters.iter().find(|roster| roster.troops.iter().any(|it| it.at.is_none()));
        if let Some(roster) = unplaced {
            return Err(format!("{} has no deployment (ADLG-R30)", roster.name));
        }
        let [red, blue] = rosters;
        let name = format!("{} against {}", red.name, blue.name);
        let setup = Setup { name, field, armies: acies_core::Each([red.into(), blue.into()]) };
        Ok(Battle::new(setup, Landscape::default(), Seat::Red))
    }

    fn army(file: &str, text: &str) -> Result<Army, BadFile> {
        army::army(file, text)
    }

    fn position(file: &str, text: &str) -> Result<Battle, BadFile> {
        position::read(file, text)
    }

    fn odds_kinds() -> &'static [OddsKind] {
        odds::kinds()
    }

    fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
        odds::odds(kind, asked)
    }
}
