//! What Acies lists of Virtus: its book, armies, battles and odds.

use std::sync::OnceLock;

use acies_core::{
    Army, Asked, BadFile, Forecast, GroundCard, ListCard, Misread, Muster, OddsKind, Rulebook,
    Ruleset, TroopCard, chips::Chips, file::ShippedFile, muster::ArmyFile, shipped_files,
};

use crate::{
    battle::{Battle, Host, Setup},
    files::{army, data, position},
    odds,
    words::scene,
};

/// The ruleset itself.
pub struct Virtus;

/// The shipped battles: position files with a line about each.
const BATTLES: &[ShippedFile] = shipped_files! { "../data/battles":
    "tapae"
    "alesia"
    "granicus"
    "carrhae"
};

impl Ruleset for Virtus {
    type Game = Battle;

    const ID: &'static str = "virtus";
    const NAME: &'static str = "Virtus";
    const AUTHORS: &'static str = "Pierre Laporte";
    const RULES: &'static str = include_str!("../RULES.md");
    const ARMIES: &'static [ShippedFile] = data::ARMIES;
    const BATTLES: &'static [ShippedFile] = BATTLES;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| Rulebook::read(Self::RULES))
    }

    fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
        let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
        let (red, blue) = (read(red)?, read(blue)?);
        // VIR-1.2.4: both have the same budget. VIR-1.5.4, VIR-R14: 150 points on three columns.
        if red.budget != blue.budget {
            let what = format!("{} points against {}", red.budget, blue.budget);
            return Err(format!("both armies have the same budget (VIR-1.2.4): {what}"));
        }
        let columns = if red.budget <= 150 { 3 } else { 4 };
        Ok(Battle::new(Setup::field(Host::from(red), Host::from(blue), columns)))
    }

    fn army(file: &str, text: &str) -> Result<Army, BadFile> {
        army::Lines::army(file, text)
    }

    fn muster(file: &str, text: &str) -> Result<Muster, BadFile> {
        army::Lines::muster(file, text)
    }

    fn position(file: &str, text: &str) -> Result<Battle, BadFile> {
        position::read(file, text)
    }

    fn lists() -> Vec<ListCard> {
        army::lists()
    }

    fn troops() -> Vec<TroopCard> {
        let card = |it: &crate::units::Profile| TroopCard {
            id: it.id.clone(),
            name: it.name.clone(),
            symbol: it.symbol.clone(),
        };
        data::profiles().iter().map(card).collect()
    }

    fn grounds() -> Vec<GroundCard> {
        scene::grounds()
    }

    fn lessons() -> &'static [ShippedFile] {
        &[("first", include_str!("../data/lessons/first.toml"))]
    }

    fn puzzles() -> &'static str {
        include_str!("../data/puzzles.toml")
    }

    fn chips() -> &'static Chips {
        static CHIPS: OnceLock<Chips> = OnceLock::new();
        CHIPS.get_or_init(|| Chips::read(include_str!("../data/chips.toml")))
    }

    fn odds_kinds() -> &'static [OddsKind] {
        odds::kinds()
    }

    fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
        odds::odds(kind, asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armies_of_different_budgets_do_not_meet() {
        let army = |id: &str| Virtus::shipped(id).unwrap();
        let no = Virtus::field(&army("dacian"), &army("gallic_tribe")).unwrap_err();
        assert!(no.contains("VIR-1.2.4"), "{no}");
        let small = Virtus::field(&army("roman_vexillation"), &army("gallic_tribe")).unwrap();
        assert_eq!(small.columns(), 3, "VIR-1.5.4, VIR-R14");
    }
}
