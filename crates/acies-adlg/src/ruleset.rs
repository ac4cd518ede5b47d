//! What Acies lists of *L'Art de la Guerre*: its book, armies, battles and odds.

use std::sync::OnceLock;

use acies_core::{
    Army, Asked, BadFile, Forecast, GroundCard, ListCard, Misread, Muster, OddsKind, Rulebook,
    Ruleset, file::ShippedFile, muster::ArmyFile,
};

use crate::{
    battle::Battle,
    files::{army, battles, data, position},
    odds, scene,
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

    fn lists() -> Vec<ListCard> {
        army::lists()
    }

    fn grounds() -> Vec<GroundCard> {
        scene::cards()
    }

    fn odds_kinds() -> &'static [OddsKind] {
        odds::kinds()
    }

    fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
        odds::odds(kind, asked)
    }
}
