//! What a position is in the middle of: the phase that is being
//! resolved. Units go by their keys; the numbers and bits of older saves are read too.

use acies_core::{BadFile, Each, Seat, file::Page, words::key};
use arrayvec::ArrayVec;
use serde::Deserialize;
use toml::Spanned;

use super::{SideLines, UnitLine, read_pose};
use crate::{
    battle::{Battle, Field, Frame, Host},
    melee::matching::Pair,
    morale::{
        ladder::Rung,
        losses::{Debt, Ordeal, Phase, Resolution, Stage},
    },
    rulings::UNITS_MAX,
    units::{Id, Place, Side, UnitSet},
};

/// A unit by its key, or by its number.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the key of a unit")]
pub(super) enum Named {
    Key(String),
    Number(u8),
}

/// Units of one side by their keys, or as bits.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of keys of units")]
pub(super) enum Several {
    Keys(Vec<String>),
    Bits(UnitSet),
}

/// A [`Resolution`]: what is left out follows from the rest of the file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResolutionLine {
    phase: Option<Phase>,
    stage: Option<Stage>,
    frozen: Option<Each<Side>>,
    ordeals: Option<Each<ArrayVec<Ordeal, UNITS_MAX>>>,
    #[serde(default)]
    fights: Vec<FightLine>,
    joined: Option<Each<Spanned<Several>>>,
    naming: Option<Seat>,
    #[serde(default)]
    ledger: Vec<DebtLine>,
    followed: Option<Each<Spanned<Several>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FightLine {
    units: Each<Spanned<Named>>,
    supports: Option<Each<Spanned<Several>>>,
    contact: Option<Each<Spanned<Several>>>,
    unasked: Option<Each<Spanned<Several>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DebtLine {
    fallen: Spanned<Named>,
    supporter: Spanned<Named>,
    taken: u8,
}

/// Names that a file may use, and where to point if it uses another.
pub(super) struct Names<'a> {
    pub page: &'a Page<'a>,
    pub armies: &'a Each<Host>,
}

impl Names<'_> {
    fn keys(&self, seat: Seat) -> impl Iterator<Item = String> {
        self.armies[seat].units.iter().map(|unit| key(&unit.name))
    }

    /// A unit of a side.
    fn of_side(&self, seat: Seat, word: &Spanned<Named>) -> Result<u8, BadFile> {
        match word.get_ref() {
            Named::Key(typed) => self.find(seat, &Spanned::new(word.span(), typed.clone())),
            Named::Number(number) => self.numbered(seat, *number, word),
        }
    }

    fn find(&self, seat: Seat, word: &Spanned<String>) -> Result<u8, BadFile> {
        let keys: Vec<_> = self.keys(seat).collect();
        let found = keys.iter().position(|key| key == word.get_ref());
        let known = keys.iter().map(String::as_str);
        found.map(|at| at as u8).ok_or_else(|| self.page.unknown(word, "unit", known))
    }

    fn numbered<T>(&self, seat: Seat, number: u8, word: &Spanned<T>) -> Result<u8, BadFile> {
        if usize::from(number) < self.armies[seat].units.len() {
            return Ok(number);
        }
        let what = format!("{seat} has no unit of this number");
        Err(self.page.bad(word.span(), what).rule("AV-2.1"))
    }

    /// A unit of either side: `red/legionaries_1`, or without its side if only one has a unit of this key.
    fn unit(&self, word: &Spanned<Named>) -> Result<Id, BadFile> {
        let typed = match word.get_ref() {
            &Named::Number(number) => {
                let of_blue = number.checked_sub(UNITS_MAX as u8);
                let (seat, number) = of_blue.map_or((Seat::Red, number), |it| (Seat::Blue, it));
                return Ok(Id::new(seat, self.numbered(seat, number, word)?));
            }
            Named::Key(typed) => typed,
        };
        let (sides, typed) = match typed.split_once('/') {
            Some(("red", key)) => (&[Seat::Red][..], key),
            Some(("blue", key)) => (&[Seat::Blue][..], key),
            _ => (&Seat::BOTH[..], typed.as_str()),
        };
        let has = |seat: &&Seat| self.keys(**seat).any(|key| key == typed);
        let having: Vec<Seat> = sides.iter().filter(has).copied().collect();
        match having[..] {
            [] => {
                let keys: Vec<_> = sides.iter().flat_map(|&seat| self.keys(seat)).collect();
                let word = Spanned::new(word.span(), typed.to_owned());
                Err(self.page.unknown(&word, "unit", keys.iter().map(String::as_str)))
            }
            [seat] => {
                let word = Spanned::new(word.span(), typed.to_owned());
                Ok(Id::new(seat, self.find(seat, &word)?))
            }
            _ => {
                let hint = format!("write `red/{typed}` or `blue/{typed}`");
                Err(self.page.bad(word.span(), "both sides have a unit of this key").hint(hint))
            }
        }
    }

    /// Units of a side.
    pub fn several(&self, seat: Seat, words: &Spanned<Several>) -> Result<UnitSet, BadFile> {
        match words.get_ref() {
            &Several::Bits(bits) => {
                bits.last().map_or(Ok(0), |number| self.numbered(seat, number, words))?;
                Ok(bits)
            }
            Several::Keys(keys) => {
                let one =
                    |typed: &String| self.find(seat, &Spanned::new(words.span(), typed.clone()));
                keys.iter().map(one).collect()
            }
        }
    }

    fn of_both(&self, words: Option<&Each<Spanned<Several>>>) -> Result<Each<UnitSet>, BadFile> {
        let mut sets = Each::default();
        if let Some(words) = words {
            for seat in Seat::BOTH {
                sets[seat] = self.several(seat, &words[seat])?;
            }
        }
        Ok(sets)
    }

    /// AV-R74: who supports follows from the places, unless the file says it.
    fn fight(&self, battle: &Battle, line: &FightLine) -> Result<Pair, BadFile> {
        let mut units = [0; 2];
        for (unit, seat) in units.iter_mut().zip(Seat::BOTH) {
            *unit = self.of_side(seat, &line.units[seat])?;
        }
        let [red, blue] = [Seat::Red, Seat::Blue].map(|it| Id::new(it, units[it as usize]));
        let contact = self.of_both(line.contact.as_ref())?;
        if line.supports.is_none() && line.unasked.is_none() {
            return Ok(Pair { contact, ..battle.frozen().pair(red, blue) });
        }
        let supports = self.of_both(line.supports.as_ref())?;
        let unasked = self.of_both(line.unasked.as_ref())?;
        Ok(Pair { units: Each(units), supports, contact, unasked })
    }

    fn debt(&self, line: &DebtLine) -> Result<Debt, BadFile> {
        let fallen = self.unit(&line.fallen)?;
        let supporter = self.of_side(fallen.seat(), &line.supporter)?;
        Ok(Debt { fallen, supporter, taken: line.taken })
    }

    /// The phase that a battle is in the middle of, whose sides and pending decisions are read already.
    pub fn resolution(
        &self,
        battle: &mut Battle,
        lines: &ResolutionLine,
        sides: Each<&SideLines>,
    ) -> Result<(), BadFile> {
        let matching = matches!(
            battle.stack.first(),
            Some(Frame::Name(_) | Frame::Substitute(_) | Frame::Join(_) | Frame::Lend(_))
        );
        let usual = if matching { Stage::Matching } else { Stage::Outcome };
        let shooting = !matching && lines.fights.is_empty();
        let phase = if shooting { Phase::Shooting } else { Phase::HandToHand };
        let (phase, stage) = (lines.phase.unwrap_or(phase), lines.stage.unwrap_or(usual));
        let mut it = Resolution::new(phase, stage, &battle.sides, battle.first);
        for seat in Seat::BOTH {
            for (n, line) in sides[seat].units.iter().enumerate() {
                let suffered = Id::new(seat, n as u8);
                self.suffered(&mut it, suffered, line.get_ref(), battle.setup.field)?;
            }
        }
        it.frozen = lines.frozen.clone().unwrap_or(it.frozen);
        it.ordeals = lines.ordeals.clone().unwrap_or(it.ordeals);
        it.naming = lines.naming.unwrap_or(it.naming);
        it.joined = self.of_both(lines.joined.as_ref())?;
        it.followed = self.of_both(lines.followed.as_ref())?;
        it.ledger = lines.ledger.iter().map(|line| self.debt(line)).collect::<Result<_, _>>()?;
        battle.resolution = Some(Box::new(it));
        let fights = lines.fights.iter().take(UNITS_MAX).map(|line| self.fight(battle, line));
        let fights = fights.collect::<Result<_, _>>()?;
        battle.resolving().fights = fights;
        Ok(())
    }

    /// AV-R71, AV-R72: what the phase has done to a unit so far: the rung that it is on, and where it stood
    /// before it retreated.
    fn suffered(
        &self,
        it: &mut Resolution,
        id: Id,
        line: &UnitLine,
        field: Field,
    ) -> Result<(), BadFile> {
        let Some(rung) = line.rung.as_ref().map(|rung| *rung.get_ref()) else { return Ok(()) };
        let frozen = &mut it.frozen[id.seat()].units[usize::from(id.number())];
        frozen.place = Place::Table;
        let stood = line.stood.as_ref().map(|at| read_pose(self.page, at, field)).transpose()?;
        frozen.pose = stood.unwrap_or(frozen.pose);
        let ordeal = it.ordeal_mut(id);
        ordeal.ladder.rung = rung;
        ordeal.ladder.repulses = u8::from(rung >= Rung::Repulsed);
        ordeal.hurt = true;
        if stood.is_some() {
            ordeal.retreated = rung;
            ordeal.repulsed = ordeal.ladder.repulses;
        }
        Ok(())
    }
}
