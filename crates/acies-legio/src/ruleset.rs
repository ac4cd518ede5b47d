//! What Acies lists of *Legio VI*: its book, armies, battles and odds.

use std::sync::OnceLock;

use acies_core::{
    Army, Asked, BadFile, Forecast, GroundCard, ListCard, Misread, Muster, OddsKind, Rulebook,
    Ruleset, TroopCard, chips::Chips, file::ShippedFile, muster::ArmyFile,
};

use crate::{
    battle::Battle,
    files::{army, battles, data, position},
    odds,
    troops::{Grade, Tags},
    words::picture,
};

/// The ruleset itself.
pub struct Legio;

impl Ruleset for Legio {
    type Game = Battle;

    const ID: &'static str = "legio";
    const NAME: &'static str = "Legio VI";
    const AUTHORS: &'static str = "after Simon MacDowall";
    const RULES: &'static str = include_str!("../RULES.md");
    const ARMIES: &'static [ShippedFile] = data::ARMIES;
    const BATTLES: &'static [ShippedFile] = battles::BATTLES;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| Rulebook::read(Self::RULES))
    }

    fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
        battles::field(red, blue)
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
        let card = |troop: &data::Troop| TroopCard {
            id: troop.id.clone(),
            name: troop.name.clone(),
            symbol: picture::symbol(&troop.unit(Grade::C, 8, Tags::empty())).into(),
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
