//! A battle at the desk of an agent: what it sees, what it can choose, what comes of its choice.
//!
//! Here the types of a ruleset are known, so nothing is put into words on the way.

use std::sync::Arc;

use acies::Visitor;
use acies_ai::{Mind, Player};
use acies_core::{
    Dice, Each, Game, Log, Outcome, Pending, Ruleset, Seat, Seats, Tactics, Telling, Viewer, scene,
    survey::Mark,
};
use acies_sim::seed_of;
use serde::{
    Serialize, Serializer,
    de::value::Error,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use crate::{
    columns::{Choice, NUMBERS, Sheet, Standing},
    error::{Answer, Trouble},
    simulation::Start,
};

/// A battle of any ruleset at a desk.
pub trait AnyDesk: Send {
    /// Begins another battle.
    fn reset(&mut self, seed: u64);

    /// Who must decide. Two at once decide without seeing each other's choice.
    fn seats(&self) -> Seats;

    fn outcome(&self) -> Option<Outcome>;

    fn lost(&self) -> Each<u32>;

    /// How many actions were taken.
    fn actions(&self) -> usize;

    /// Writes down what a seat sees, and says how many actions it can choose from.
    fn look(&mut self, by: Seat, sheet: &mut Sheet<'_>) -> usize;

    /// Takes the action that was shown in this row.
    fn choose(&mut self, by: Seat, row: usize, most: usize) -> Answer<()>;

    /// Lets a computer player decide.
    fn play(&mut self, by: Seat, player: Player);

    /// The actions to choose from, in notation and in words.
    fn told(&mut self, by: Seat, most: usize) -> Vec<(String, String)>;

    fn board(&self, viewer: Viewer) -> String;

    fn scene(&self, viewer: Viewer) -> scene::Scene;

    fn save(&self) -> String;

    fn twin(&self) -> Box<dyn AnyDesk>;

    /// A battle that agrees with all that a seat knows of this one, with dice of its own.
    fn guess(&self, by: Seat, seed: u64) -> Box<dyn AnyDesk>;
}

/// Opens a desk for a ruleset whose id is known.
pub fn open(ruleset: &str, start: Start) -> Answer<Box<dyn AnyDesk>> {
    let id = crate::catalogue::find(ruleset)?.id();
    acies::with(id, Opening(start)).expect("it was found")
}

struct Opening(Start);

impl Visitor for Opening {
    type Out = Answer<Box<dyn AnyDesk>>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let pairings = self.0.pairings::<R>()?;
        let starts: Arc<[_]> = pairings.into_iter().map(|pairing| pairing.start).collect();
        let game = starts[0].clone();
        Ok(Box::new(Desk { starts, game, seed: 0, thrown: 0, actions: 0, listed: Each::default() }))
    }
}

struct Desk<G: Game> {
    starts: Arc<[G]>,
    game: G,
    seed: u64,
    /// How many faces and cards have come of the seed.
    thrown: usize,
    actions: usize,
    /// What each seat can choose from now, if it has been asked for.
    listed: Each<Listed<G::Action>>,
}

struct Listed<A> {
    fresh: bool,
    /// Each action that is shown.
    actions: Vec<A>,
    /// How many there are, shown or not.
    all: usize,
    marks: Vec<Mark>,
}

impl<A> Default for Listed<A> {
    fn default() -> Self {
        Listed { fresh: false, actions: Vec::new(), all: 0, marks: Vec::new() }
    }
}

impl<A> Listed<A> {
    /// If there are more than can be shown, some are left out, evenly all through the list.
    fn thin(&mut self, most: usize) {
        self.all = self.actions.len();
        if self.all > most {
            let (mut number, mut kept) = (0, 0);
            self.actions.retain(|_| {
                let keep = number == kept * self.all / most;
                kept += usize::from(keep);
                number += 1;
                keep
            });
        }
        self.fresh = true;
    }
}

impl<G: Telling + Tactics> Desk<G> {
    /// What a seat can choose from. Candidates are the same for a battle and for its view: a law of the kit.
    fn list(&mut self, by: Seat, most: usize) {
        let listed = &mut self.listed[by];
        if listed.fresh {
            return;
        }
        listed.actions.clear();
        if matches!(self.game.pending(), Pending::Decide(seats) if seats.has(by)) {
            self.game.candidates(by, &mut listed.actions);
        }
        listed.thin(most);
    }

    fn take(&mut self, by: Seat, action: &G::Action) {
        let mut dice = Dice::seeded_after(self.seed, self.thrown);
        let done = self.game.perform(by, action, &mut dice, &mut Log::Off);
        done.expect("seeded dice are never waited for");
        self.thrown += dice.thrown().len();
        self.actions += 1;
        self.listed.0.iter_mut().for_each(|listed| listed.fresh = false);
    }
}

impl<G: Telling + Tactics> AnyDesk for Desk<G> {
    fn reset(&mut self, seed: u64) {
        let start = seed_of(seed, 0) % self.starts.len() as u64;
        self.game = self.starts[start as usize].clone();
        (self.seed, self.thrown, self.actions) = (seed, 0, 0);
        self.listed.0.iter_mut().for_each(|listed| listed.fresh = false);
    }

    fn seats(&self) -> Seats {
        match self.game.pending() {
            Pending::Decide(seats) => seats,
            Pending::Over(_) => Seats::NONE,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.game.pending() {
            Pending::Over(outcome) => Some(outcome),
            Pending::Decide(_) => None,
        }
    }

    fn lost(&self) -> Each<u32> {
        self.game.lost()
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn look(&mut self, by: Seat, sheet: &mut Sheet<'_>) -> usize {
        self.list(by, sheet.mask.len());
        let view = self.game.view(Some(by));
        let Listed { actions, all, marks, .. } = &mut self.listed[by];
        marks.clear();
        let seen = view.survey(by, actions, marks);
        let standing = Standing { by, asked: !actions.is_empty(), lost: view.lost() };
        let choices = actions.iter().zip(&*marks).map(|(action, mark)| {
            let Numbers { kind, all: numbers, .. } = Numbers::of(action);
            Choice { mark, kind: kind.unwrap_or_default(), numbers }
        });
        sheet.write(&seen, &standing, choices, *all);
        actions.len()
    }

    fn choose(&mut self, by: Seat, row: usize, most: usize) -> Answer<()> {
        self.list(by, most);
        let actions = &self.listed[by].actions;
        let Some(action) = actions.get(row).cloned() else {
            let (says, hint) = match actions.len() {
                0 => (format!("{by} has nothing to decide"), None),
                n => {
                    (format!("{by} has no action {row}"), Some(format!("there are {n}, from 0 on")))
                }
            };
            return Err(Trouble::said(says, hint));
        };
        self.take(by, &action);
        Ok(())
    }

    fn play(&mut self, by: Seat, player: Player) {
        let seed = seed_of(seed_of(self.seed, by as usize), self.actions);
        let action = Mind::new(player, seed).decide(&self.game, by);
        self.take(by, &action);
    }

    fn told(&mut self, by: Seat, most: usize) -> Vec<(String, String)> {
        self.list(by, most);
        let told = |action| (self.game.notation(by, action), self.game.words(by, action));
        self.listed[by].actions.iter().map(told).collect()
    }

    fn board(&self, viewer: Viewer) -> String {
        self.game.board(viewer)
    }

    fn scene(&self, viewer: Viewer) -> scene::Scene {
        scene::draw(&self.game, viewer)
    }

    fn save(&self) -> String {
        self.game.save()
    }

    fn twin(&self) -> Box<dyn AnyDesk> {
        let Desk { starts, game, seed, thrown, actions, .. } = self;
        let (starts, game) = (starts.clone(), game.clone());
        let (seed, thrown, actions) = (*seed, *thrown, *actions);
        Box::new(Desk { starts, game, seed, thrown, actions, listed: Each::default() })
    }

    fn guess(&self, by: Seat, seed: u64) -> Box<dyn AnyDesk> {
        let game = self.game.view(Some(by)).guess(by, &mut Dice::seeded(seed_of(seed, 0)));
        let (starts, actions) = (self.starts.clone(), self.actions);
        Box::new(Desk { starts, game, seed, thrown: 0, actions, listed: Each::default() })
    }
}

/// The kind of an action, and its own numbers: what its type has, in the order of its fields.
///
/// Large numbers are brought down by a logarithm; what is chosen among several has its place in their list.
#[derive(Default)]
struct Numbers {
    /// The action's place in the list of actions of its ruleset, counted from one.
    kind: Option<u32>,
    all: [f32; NUMBERS],
    count: usize,
}

impl Numbers {
    fn of(action: &impl Serialize) -> Self {
        let mut numbers = Numbers::default();
        action.serialize(&mut numbers).expect("numbers are only looked at");
        numbers
    }

    fn add(&mut self, number: f64) {
        if let Some(place) = self.all.get_mut(self.count) {
            *place = libm::copysign(libm::log1p(number.abs()), number) as f32;
            self.count += 1;
        }
    }

    fn variant(&mut self, index: u32) {
        match self.kind {
            None => self.kind = Some(index + 1),
            Some(_) => self.add(f64::from(index + 1)),
        }
    }
}

macro_rules! numbers {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(fn $name(self, number: $type) -> Result<(), Error> {
            self.add(number as f64);
            Ok(())
        })*
    };
}

impl Serializer for &mut Numbers {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8,
        serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64,
    }

    fn serialize_bool(self, is: bool) -> Result<(), Error> {
        self.add(f64::from(u8::from(is)));
        Ok(())
    }

    fn serialize_char(self, letter: char) -> Result<(), Error> {
        self.add(f64::from(u32::from(letter)));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        let hash = text.bytes().fold(0_u16, |sum, byte| sum.wrapping_mul(31) ^ u16::from(byte));
        self.add(hash.into());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        bytes.iter().for_each(|byte| self.add(f64::from(*byte)));
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.add(-1.0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, it: &T) -> Result<(), Error> {
        it.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<(), Error> {
        self.variant(index);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        it: &T,
    ) -> Result<(), Error> {
        it.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        it: &T,
    ) -> Result<(), Error> {
        self.variant(index);
        it.serialize(self)
    }

    /// A list begins with how many there are.
    fn serialize_seq(self, len: Option<usize>) -> Result<Self, Error> {
        self.add(len.unwrap_or_default() as f64);
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Error> {
        self.variant(index);
        Ok(self)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self, Error> {
        self.serialize_seq(len)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Error> {
        self.variant(index);
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! parts {
    ($($part:ident: $method:ident),* $(,)?) => {
        $(impl $part for &mut Numbers {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, it: &T) -> Result<(), Error> {
                it.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })*
    };
}

parts! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

macro_rules! fields {
    ($($part:ident),* $(,)?) => {
        $(impl $part for &mut Numbers {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                it: &T,
            ) -> Result<(), Error> {
                it.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for &mut Numbers {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}
