//! What Acies lists of *Impetus*: its book, armies, battles and odds.

use std::sync::OnceLock;

use acies_core::{
    Army, Asked, BadFile, Each, Forecast, GroundCard, ListCard, Misread, Muster, OddsKind,
    Rulebook, Ruleset, TroopCard, chips::Chips, file::ShippedFile, muster::ArmyFile, shipped_files,
};

use crate::{
    battle::Battle,
    files::{army, data, position},
    odds,
    words::picture,
};

/// The ruleset itself.
pub struct Impetus;

impl Ruleset for Impetus {
    type Game = Battle;

    const ID: &'static str = "impetus";
    const NAME: &'static str = "Impetus";
    const AUTHORS: &'static str = "Lorenzo Sartori";
    const RULES: &'static str = include_str!("../RULES.md");
    const ARMIES: &'static [ShippedFile] = data::ARMIES;
    /// The sample of RULES.md 5.3, and battles of history.
    const BATTLES: &'static [ShippedFile] = shipped_files! { "../data/battles":
        "italy"
        "cannae"
        "cynoscephalae"
        "gaugamela"
        "leuctra"
        "pharsalus"
    };

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| Rulebook::read(Self::RULES))
    }

    /// IMP-R3, IMP-R11: two armies that meet in the field and still have to set up.
    fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
        let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
        let (red, blue) = (read(red)?, read(blue)?);
        if red.budget != blue.budget {
            let what = format!("{} points against {}", red.budget, blue.budget);
            return Err(format!("both armies have the same size (IMP-R5): {what}"));
        }
        Ok(Battle::to_set_up(&Each([red, blue])))
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
        let card = |it: &data::Troop| TroopCard {
            id: it.id.clone(),
            name: it.name.clone(),
            symbol: picture::symbol(&it.profile).to_owned(),
        };
        data::troops().iter().map(card).collect()
    }

    fn grounds() -> Vec<GroundCard> {
        picture::cards()
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
    use acies_core::{Game, Pending, Telling};

    use super::*;

    #[test]
    fn every_battle_can_be_read() {
        let cards = Impetus::battles();
        assert!(cards.len() >= 5);
        for card in &cards {
            assert!(!card.about.is_empty());
            let battle = Impetus::battle(&card.id).unwrap();
            assert!(matches!(battle.pending(), Pending::Decide(_)), "{}", card.id);
            let again = position::read(&card.id, &battle.save()).unwrap();
            assert_eq!(again, battle, "{}", card.id);
        }
        assert!(Impetus::battle("nowhere").is_none());
    }

    #[test]
    fn the_first_battle_is_the_sample() {
        assert_eq!(
            Impetus::battle("italy").unwrap(),
            crate::battle::tests::sample(),
            "RULES.md 5.3"
        );
    }

    #[test]
    fn the_glossary_is_in_the_book() {
        let glossary =
            Impetus::rulebook().get("IMP-R144").and_then(|it| it.table.as_ref()).unwrap();
        let has = |word: &str| glossary.rows.iter().flatten().any(|cell| cell.contains(word));
        assert!(
            has("Schermagliatori") && has("skirmishers") && has("avvicendamento linee"),
            "IMP-R144"
        );
    }

    #[test]
    fn armies_of_one_size_meet() {
        let army = |id: &str| Impetus::shipped(id).unwrap();
        let battle = Impetus::field(&army("gallic"), &army("marian")).unwrap();
        assert!(battle.prelude.is_some() && battle.board(None).contains("not placed"));
    }
}
