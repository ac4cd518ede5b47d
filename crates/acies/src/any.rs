//! A ruleset as a value, whatever its types.

use std::marker::PhantomData;

use acies_ai::Depth;
use acies_core::{
    Army, ArmyCard, Asked, BadFile, BattleCard, Dice, Forecast, GroundCard, ListCard, Misread,
    Muster, OddsKind, Rulebook, Ruleset, TroopCard,
    chips::Chips,
    file::ShippedFile,
    record::{self, BadRecord, DiceKind, Played, Record, Start, Verified},
};
use serde::Deserialize;

use crate::{
    AnyBattle,
    battle::Battle,
    counsel::{self, Analysis},
};

/// A ruleset behind one interface. See [`Ruleset`] for what each of these is.
pub trait AnyRuleset: Send + Sync {
    fn id(&self) -> &'static str;
    fn name(&self) -> &'static str;
    fn authors(&self) -> &'static str;
    fn rules(&self) -> &'static str;
    fn rulebook(&self) -> &'static Rulebook;
    fn armies(&self) -> Vec<ArmyCard>;
    fn shipped(&self, army: &str) -> Option<Army>;
    fn army(&self, file: &str, text: &str) -> Result<Army, BadFile>;
    fn muster(&self, file: &str, text: &str) -> Result<Muster, BadFile>;
    fn battles(&self) -> Vec<BattleCard>;
    fn battle(&self, name: &str) -> Option<Box<dyn AnyBattle>>;
    fn field(&self, red: &Army, blue: &Army) -> Result<Box<dyn AnyBattle>, String>;
    fn position(&self, file: &str, text: &str) -> Result<Box<dyn AnyBattle>, BadFile>;
    fn lists(&self) -> Vec<ListCard>;
    fn troops(&self) -> Vec<TroopCard>;
    fn grounds(&self) -> Vec<GroundCard>;
    fn odds_kinds(&self) -> &'static [OddsKind];
    fn odds(&self, kind: &str, asked: &Asked) -> Result<Forecast, Misread>;
    fn chips(&self) -> &'static Chips;
    fn lessons(&self) -> &'static [ShippedFile];
    fn puzzles(&self) -> &'static str;

    /// The battle that a record begins with.
    fn restore(&self, start: &Start) -> Result<Box<dyn AnyBattle>, String>;

    /// Plays a record again and compares. See [`record::verify`].
    fn verify(&self, record: &Record) -> Result<Verified<Box<dyn AnyBattle>>, BadRecord>;

    /// Looks back upon a battle: the chance to win after every action, what decisions cost, and who was lucky. `watch`
    /// sees how far it has come, and says whether to go on.
    fn analyse(
        &self,
        start: &Start,
        steps: &[Played],
        depth: Depth,
        watch: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, String>;

    /// Plays a record again to go on with it: the battle with its log and its record, and the dice as
    /// the last action has left them. Real dice, and keyed ones without their key, are used up then.
    fn resume(&self, record: &Record) -> Result<(Box<dyn AnyBattle>, Dice), BadRecord>;
}

/// A ruleset in a list of many.
pub struct Listed<R>(PhantomData<fn() -> R>);

impl<R: Ruleset> Listed<R> {
    pub const HERE: Self = Listed(PhantomData);
}

impl<R: Ruleset> AnyRuleset for Listed<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::NAME
    }

    fn authors(&self) -> &'static str {
        R::AUTHORS
    }

    fn rules(&self) -> &'static str {
        R::RULES
    }

    fn rulebook(&self) -> &'static Rulebook {
        R::rulebook()
    }

    fn armies(&self) -> Vec<ArmyCard> {
        R::armies()
    }

    fn shipped(&self, army: &str) -> Option<Army> {
        R::shipped(army)
    }

    fn army(&self, file: &str, text: &str) -> Result<Army, BadFile> {
        R::army(file, text)
    }

    fn muster(&self, file: &str, text: &str) -> Result<Muster, BadFile> {
        R::muster(file, text)
    }

    fn battles(&self) -> Vec<BattleCard> {
        R::battles()
    }

    fn battle(&self, name: &str) -> Option<Box<dyn AnyBattle>> {
        R::battle(name).map(Battle::<R>::boxed)
    }

    fn field(&self, red: &Army, blue: &Army) -> Result<Box<dyn AnyBattle>, String> {
        R::field(red, blue).map(Battle::<R>::boxed)
    }

    fn position(&self, file: &str, text: &str) -> Result<Box<dyn AnyBattle>, BadFile> {
        R::position(file, text).map(Battle::<R>::boxed)
    }

    fn lists(&self) -> Vec<ListCard> {
        R::lists()
    }

    fn troops(&self) -> Vec<TroopCard> {
        R::troops()
    }

    fn grounds(&self) -> Vec<GroundCard> {
        R::grounds()
    }

    fn odds_kinds(&self) -> &'static [OddsKind] {
        R::odds_kinds()
    }

    fn odds(&self, kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
        R::odds(kind, asked)
    }

    fn lessons(&self) -> &'static [ShippedFile] {
        R::lessons()
    }

    fn puzzles(&self) -> &'static str {
        R::puzzles()
    }

    fn chips(&self) -> &'static Chips {
        R::chips()
    }

    fn restore(&self, start: &Start) -> Result<Box<dyn AnyBattle>, String> {
        let game = R::Game::deserialize(&start.state).map_err(|error| error.to_string())?;
        Ok(Battle::<R>::boxed(game))
    }

    fn verify(&self, record: &Record) -> Result<Verified<Box<dyn AnyBattle>>, BadRecord> {
        record::verify::<R>(record).map(|verified| verified.map(Battle::<R>::boxed))
    }

    fn analyse(
        &self,
        start: &Start,
        steps: &[Played],
        depth: Depth,
        watch: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, String> {
        counsel::analyse::<R>(start, steps, depth, watch)
    }

    fn resume(&self, record: &Record) -> Result<(Box<dyn AnyBattle>, Dice), BadRecord> {
        record::verify::<R>(record)?;
        let trouble = |line, what| BadRecord { line, what };
        let mut battle = self.restore(&record.start).map_err(|what| trouble(1, what))?;
        let seed = match record.start.dice {
            DiceKind::Seeded(seed) => Some(seed),
            DiceKind::Keyed { .. } | DiceKind::Real => None,
        };
        let mut dice = seed.map_or_else(|| Dice::scripted([]), Dice::seeded);
        for (line, step) in (2..).zip(&record.steps) {
            if seed.is_none() {
                dice = Dice::scripted(step.faces.clone());
            }
            let done = battle.apply(step.by, &step.action, &mut dice);
            done.map_err(|_| trouble(line, format!("`{}` is not possible", step.action)))?;
        }
        battle.go_on_record(record);
        Ok((battle, dice))
    }
}
