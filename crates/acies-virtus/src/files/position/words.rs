//! The words of a file: areas, ground, cards, hits, units.

use acies_core::{RuleId, Seat};
use toml::Spanned;

use super::{Board, Read, Reader};
use crate::{
    activation::cards::{Card, Cards},
    areas::{Area, Ground, River, boundary},
    battle::Battle,
    morale::Marks,
};

/// Words of a file.
impl Reader<'_> {
    pub(super) fn area(&self, board: Board, name: &Spanned<String>) -> Read<Area> {
        let names: Vec<_> = Area::all(board.columns, board.south)
            .chain(Seat::BOTH.map(Area::reserve))
            .map(|area| area.name(board.south))
            .collect();
        board
            .area(name.as_ref())
            .ok_or_else(|| self.page.unknown(name, "area", names.iter().copied()).rule("VIR-R1"))
    }

    /// An area that is no reserve.
    pub(super) fn field(&self, board: Board, name: &Spanned<String>) -> Read<Area> {
        let area = self.area(board, name)?;
        if area.is_reserve() {
            return Err(self
                .page
                .bad(name.span(), "a reserve is no area of the field")
                .rule("VIR-R3"));
        }
        Ok(area)
    }

    pub(super) fn ground(&self, tags: &[Spanned<String>]) -> Read<Ground> {
        tags.iter().try_fold(Ground::empty(), |ground, tag| {
            let known = Ground::WORDS.into_iter().find(|(word, _)| word == tag.as_ref());
            let words = Ground::WORDS.into_iter().map(|(word, _)| word);
            let (_, tag) = known.ok_or_else(|| self.page.unknown(tag, "terrain", words))?;
            Ok(ground | tag)
        })
    }

    pub(super) fn river(&self, class: &Spanned<String>) -> Read<River> {
        let known = River::WORDS.into_iter().find(|(word, _)| word == class.as_ref());
        let words = River::WORDS.into_iter().map(|(word, _)| word);
        known
            .map(|(_, river)| river)
            .ok_or_else(|| self.page.unknown(class, "river", words).rule("VIR-R73"))
    }

    /// A boundary such as `S1-N1` or `SR-S2`.
    pub(super) fn boundary(&self, board: Board, name: &Spanned<String>) -> Read<usize> {
        let areas = name.as_ref().split_once('-');
        let areas = areas.and_then(|(a, b)| Some((board.area(a)?, board.area(b)?)));
        let linked = |(a, b): &(Area, Area)| Seat::BOTH.iter().any(|&seat| a.links_to(*b, seat));
        areas.filter(linked).map(|(a, b)| boundary(a, b)).ok_or_else(|| {
            self.page
                .bad(name.span(), format!("`{}` is no boundary between areas", name.as_ref()))
                .rule("VIR-R73")
                .hint("write it as `S1-N1` or `SR-S1`".to_owned())
        })
    }

    pub(super) fn segment(&self, board: Board, name: &Spanned<String>) -> Read<usize> {
        let at = name.as_ref().parse::<usize>().ok().and_then(|at| at.checked_sub(1));
        at.filter(|&at| at < board.columns).ok_or_else(|| {
            let what = format!("no segment `{}`: 1 to {}", name.as_ref(), board.columns);
            self.page.bad(name.span(), what).rule("VIR-R4")
        })
    }

    pub(super) fn card(&self, name: &Spanned<String>) -> Read<Card> {
        let words = Card::ALL.into_iter().map(Card::word);
        Card::named(name.as_ref())
            .ok_or_else(|| self.page.unknown(name, "card", words).rule("VIR-1.4.T"))
    }

    pub(super) fn cards(&self, names: &[Spanned<String>], of: Cards) -> Read<Cards> {
        names.iter().try_fold(Cards::NONE, |cards, name| {
            let card = self.card(name)?;
            if of.count(card) <= cards.count(card) {
                let what = format!("no `{card}` is left for this: a deck has {}", card.copies());
                return Err(self.page.bad(name.span(), what).rule("VIR-1.4.T"));
            }
            Ok(cards.with(card))
        })
    }

    pub(super) fn marks(&self, words: &Spanned<String>) -> Read<Marks> {
        Marks::named(words.as_ref()).ok_or_else(|| {
            let known: Vec<_> = Marks::WORDS.into_iter().map(|(word, _)| word).collect();
            self.page
                .bad(words.span(), format!("unknown kind of hit `{}`", words.as_ref()))
                .rule("VIR-SR.T")
                .hint(format!("`plain`, or with `+` between them: {}", known.join(", ")))
        })
    }

    pub(super) fn unit(&self, battle: &Battle, seat: Seat, name: &Spanned<String>) -> Read<u8> {
        let army = &battle.setup.armies[seat];
        let known = army.troops.iter().map(|troop| troop.key.as_str());
        army.unit(name.as_ref())
            .ok_or_else(|| self.page.unknown(name, &format!("unit of {}", army.name), known))
    }

    pub(super) fn living(&self, battle: &Battle, seat: Seat, name: &Spanned<String>) -> Read<u8> {
        let unit = self.unit(battle, seat, name)?;
        if battle.units(seat)[unit].is_alive() {
            return Ok(unit);
        }
        Err(self.page.bad(name.span(), format!("`{}` is out of the battle", name.as_ref())))
    }

    /// A number that is nothing if it is left out, and that a rule limits.
    pub(super) fn at_most(&self, number: Option<&Spanned<u8>>, most: u8, rule: RuleId) -> Read<u8> {
        match number {
            None => Ok(0),
            Some(number) if *number.as_ref() <= most => Ok(*number.as_ref()),
            Some(number) => {
                Err(self.page.bad(number.span(), format!("more than {most} cannot be")).rule(rule))
            }
        }
    }
}
