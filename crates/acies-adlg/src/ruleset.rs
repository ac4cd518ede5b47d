//! What Acies lists of *L'Art de la Guerre*: its book, armies, battles and odds.

use std::sync::OnceLock;

use acies_core::{
    Army, Asked, BadFile, Forecast, GroundCard, ListCard, Misread, Muster, OddsKind, Rulebook,
    Ruleset, TroopCard, chips::Chips, file::ShippedFile, muster::ArmyFile,
};

use crate::{
    battle::Battle,
    files::{army, battles, data, position},
    odds, scene,
    units::{Kind, Profile},
};

/// The ruleset itself.
pub struct Adlg;

impl Ruleset for Adlg {
    type Game = Battle;

    const ID: &'static str = "adlg";
    const NAME: &'static str = "L'Art de la Guerre";
    const AUTHORS: &'static str = "Hervé Caille";
    const RULES: &'static str = include_str!("../RULES.md");
    const ARMIES: &'static [ShippedFile] = data::ARMIES;
    const BATTLES: &'static [ShippedFile] = battles::BATTLES;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| Rulebook::read(Self::RULES))
    }

    fn scenario(file: &str, text: &str) -> Result<Battle, BadFile> {
        battles::read(file, text)
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

    fn troops() -> Vec<TroopCard> {
        let card = |kind: Kind| TroopCard {
            id: kind.word().to_owned(),
            name: kind.row().name.clone(),
            symbol: scene::symbol(&Profile::plain(kind)).to_owned(),
        };
        Kind::ALL.map(card).into()
    }

    fn lists() -> Vec<ListCard> {
        army::lists()
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
