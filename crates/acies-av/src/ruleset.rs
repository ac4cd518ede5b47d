//! What Acies lists of *Advanced Virtus*: its book, armies, battles and odds.

use std::sync::OnceLock;

use acies_core::{
    Army, Asked, BadFile, Forecast, GroundCard, ListCard, Misread, Muster, OddsKind, Rulebook,
    Ruleset, TroopCard, chips::Chips, file::ShippedFile, muster::ArmyFile,
};

use crate::{
    battle::Battle,
    files::{army, battles, data, position},
    odds,
    profile::Profile,
    scene,
};

/// The ruleset itself.
pub struct AdvancedVirtus;

impl Ruleset for AdvancedVirtus {
    type Game = Battle;

    const ID: &'static str = "av";
    const NAME: &'static str = "Advanced Virtus";
    const AUTHORS: &'static str = "Pierre Laporte, Hervé Pérez";
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
            symbol: scene::symbol(&troop.profile).into(),
        };
        let class = |(word, name, profile): (&str, &str, Profile)| TroopCard {
            id: word.to_owned(),
            name: format!("{name}, a move class"),
            symbol: scene::symbol(&profile).into(),
        };
        data::troops().iter().map(card).chain(odds::classes().map(class)).collect()
    }

    fn grounds() -> Vec<GroundCard> {
        scene::cards()
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
