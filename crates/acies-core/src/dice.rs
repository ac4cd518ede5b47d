//! Dice. A rule asks for what it needs and never knows where the dice come from.
//!
//! They are *seeded* (simulation, computer players), *keyed* (games between people: nobody can
//! foresee them, and everybody can check them afterwards), *scripted* (tests, replays, real dice
//! that players type in) or *exact* (every way they can fall, for [`odds`](crate::odds())). Whatever
//! the source, [`Dice::thrown`] has kept the faces for the log and the record. Cards are drawn through
//! the same door: [`Dice::pick`].

use std::{fmt, ops::RangeInclusive};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;

use crate::{
    keyed::Keyed,
    odds::{Odds, Trail, odds, pool},
    rulebook::RuleId,
    seat::Seat,
};

/// A kind of die: what its sides show, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// Its name, as it is asked for.
    pub name: &'static str,
    /// Its faces, each as likely as the others.
    pub faces: &'static [u8],
}

/// The die of most rules.
pub const D6: Die = Die { name: "d6", faces: &[1, 2, 3, 4, 5, 6] };
/// A die with eight faces.
pub const D8: Die = Die { name: "d8", faces: &[1, 2, 3, 4, 5, 6, 7, 8] };
/// A die without the extremes.
pub const AVERAGE_DIE: Die = Die { name: "average die", faces: &[2, 3, 3, 4, 4, 5] };

/// Who throws, for which rule, and which dice they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Whose dice they are.
    pub by: Seat,
    /// The rule that asks for them.
    pub rule: RuleId,
    /// What they decide.
    pub what: &'static str,
}

/// The answer of a rule that throws dice, or the dice that it still waits for.
pub type Rolled<T> = Result<T, Box<NeedDice>>;

/// Dice that have to be thrown before the rule can go on. Nothing has happened until they are:
/// throw them, and apply the same action again with all the faces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}", self.words(&self.ask.by))]
pub struct NeedDice {
    /// Whose throw it is, by which rule, and for what.
    pub ask: Ask,
    /// Who does what to whom, if the rule has [said](About::about) so.
    pub about: Option<Box<str>>,
    /// Which dice they are.
    pub die: Die,
    /// How many are still to be thrown.
    pub n: usize,
    /// Faces that the rule counts, if it only counts: a hit, a test passed.
    pub counted: Box<[u8]>,
    /// What the kinds of cards are called, if a card is to be drawn and the rule has
    /// [said](About::of_kinds) so: the first is number 0.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub kinds: &'static [&'static str],
    /// A face that was given but that this die does not have.
    pub wrong: Option<u8>,
}

impl NeedDice {
    #[cold]
    fn wait<T>(ask: Ask, die: Die, n: usize, wrong: Option<u8>) -> Rolled<T> {
        let counted = Box::default();
        Err(Box::new(NeedDice { ask, about: None, die, n, counted, kinds: &[], wrong }))
    }

    /// What is thrown for, in players' words.
    pub fn what(&self) -> &str {
        self.about.as_deref().unwrap_or(self.ask.what)
    }

    /// The dice and what is looked for: "4 d6, on 5+".
    pub fn dice(&self) -> String {
        let looked_for = self.looked_for().map(|faces| format!(", on {faces}"));
        format!("{} {}{}", self.n, self.die.name, looked_for.unwrap_or_default())
    }

    /// The faces that count, in words: "4+", "2 or less", "1 or 6".
    fn looked_for(&self) -> Option<String> {
        let (lowest, highest) = (self.die.faces.first(), self.die.faces.last());
        let runs = self.counted.chunk_by(|a, b| b - a <= 1).map(|run| {
            match (run[0], run[run.len() - 1]) {
                (first, last) if first == last => first.to_string(),
                (first, last) if Some(&last) == highest => format!("{first}+"),
                (first, last) if Some(&first) == lowest => format!("{last} or less"),
                (first, last) => format!("{first} to {last}"),
            }
        });
        (!self.counted.is_empty()).then(|| runs.collect::<Vec<_>>().join(" or "))
    }

    /// The whole request, to whoever throws.
    pub fn words(&self, who: &impl fmt::Display) -> String {
        let (what, rule, dice) = (self.what(), self.ask.rule, self.dice());
        match self.wrong {
            Some(face) => {
                format!("a {} has no face {face} ({who}: {what}) [{rule}]", self.die.name)
            }
            None => format!("{who}: {what}: {dice} [{rule}]"),
        }
    }

    /// Whether these faces are what was asked for: so many and no more, each on such a die.
    pub fn fits(&self, faces: &[u8]) -> Result<(), String> {
        if let Some(wrong) = faces.iter().find(|face| !self.die.faces.contains(face)) {
            return Err(format!("a {} has no face {wrong}", self.die.name));
        }
        match self.n {
            n if n == faces.len() => Ok(()),
            1 => Err(format!("1 face is wanted, not {}", faces.len())),
            n => Err(format!("{n} faces are wanted, not {}", faces.len())),
        }
    }
}

/// Says what dice are thrown for, where the rule knows its units by name.
pub trait About {
    /// Who does what to whom, such as "morale of Guard cavalry 1", for the throw that was asked for.
    /// It is put into words only if somebody waits for the dice; whoever is nearest has the word.
    #[must_use]
    fn about(self, words: impl FnOnce(Ask) -> String) -> Self;

    /// What the kinds of cards are called, for whoever draws real ones.
    #[must_use]
    fn of_kinds(self, kinds: &'static [&'static str]) -> Self;
}

impl<T> About for Rolled<T> {
    #[inline]
    fn about(mut self, words: impl FnOnce(Ask) -> String) -> Self {
        if let Err(need) = &mut self {
            let ask = need.ask;
            need.about.get_or_insert_with(|| words(ask).into());
        }
        self
    }

    #[inline]
    fn of_kinds(mut self, kinds: &'static [&'static str]) -> Self {
        if let Err(need) = &mut self {
            need.kinds = kinds;
        }
        self
    }
}

/// A source of dice, and the faces that it has shown.
pub struct Dice {
    source: Source,
    thrown: Vec<u8>,
    /// Where the last throw begins in `thrown`.
    last: usize,
}

enum Source {
    Seeded(Box<ChaCha8Rng>),
    Keyed(Box<Keyed>),
    Scripted {
        faces: Vec<u8>,
        at: usize,
        /// Where cards come from while the dice are real: from the script too if there is nothing.
        cards: Option<Box<Dice>>,
    },
    Exact(Trail),
}

/// A pool larger than this is thrown in parts, so that its ways fit into a number.
const POOL_MAX: usize = 40;

impl Dice {
    /// Dice that fall the same way for the same seed, on every machine.
    pub fn seeded(seed: u64) -> Self {
        Dice::from(Source::Seeded(Box::new(ChaCha8Rng::seed_from_u64(seed))))
    }

    /// Seeded dice from which so many faces and cards have come already: they go on where those stopped.
    pub fn seeded_after(seed: u64, thrown: usize) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_word_pos(thrown as u128);
        Dice::from(Source::Seeded(Box::new(rng)))
    }

    /// Dice that follow from a secret key. See [`crate::keyed`].
    pub fn keyed(keyed: Keyed) -> Self {
        Dice::from(Source::Keyed(Box::new(keyed)))
    }

    /// Dice and cards that fell before: in a test or in a recorded game.
    pub fn scripted(faces: impl Into<Vec<u8>>) -> Self {
        Dice::from(Source::Scripted { faces: faces.into(), at: 0, cards: None })
    }

    /// Real dice, as far as they have been thrown, and cards from another source.
    pub fn real(faces: impl Into<Vec<u8>>, cards: Dice) -> Self {
        let cards = Some(Box::new(cards));
        Dice::from(Source::Scripted { faces: faces.into(), at: 0, cards })
    }

    pub(crate) fn exact() -> Self {
        Dice::from(Source::Exact(Trail::default()))
    }

    pub(crate) fn trail(&mut self) -> &mut Trail {
        match &mut self.source {
            Source::Exact(trail) => trail,
            _ => unreachable!("only exact dice leave a trail"),
        }
    }

    /// Throws one die and reads it.
    pub fn roll(&mut self, ask: Ask, die: Die) -> Rolled<i32> {
        if let Source::Exact(trail) = &mut self.source {
            return Ok(trail.follow(|list| {
                let first = list.len();
                for &face in die.faces {
                    match list[first..].iter_mut().find(|(shown, _)| *shown == u64::from(face)) {
                        Some((_, ways)) => *ways += 1,
                        None => list.push((face.into(), 1)),
                    }
                }
                die.faces.len() as u128
            }) as i32);
        }
        self.throw(ask, 1, die)?;
        Ok(i32::from(self.faces()[0]))
    }

    /// Throws a pool of `n` dice and counts those that land in each band of faces.
    pub fn count<const K: usize>(
        &mut self,
        ask: Ask,
        n: usize,
        die: Die,
        bands: [RangeInclusive<i32>; K],
    ) -> Rolled<[usize; K]> {
        if let Source::Exact(trail) = &mut self.source {
            let mut counts = [0; K];
            for part in (0..n).step_by(POOL_MAX) {
                let n = POOL_MAX.min(n - part);
                let packed = trail.follow(|list| pool(n, die, &bands, list));
                for (band, count) in counts.iter_mut().enumerate() {
                    *count += (packed >> (8 * band) & 0xff) as usize;
                }
            }
            return Ok(counts);
        }
        let counts = |face: &u8| bands.iter().any(|band| band.contains(&i32::from(*face)));
        self.throw(ask, n, die).map_err(|mut need| {
            need.counted = die.faces.iter().copied().filter(counts).collect();
            need
        })?;
        let faces = self.faces();
        Ok(bands.map(|band| faces.iter().filter(|&&face| band.contains(&face.into())).count()))
    }

    /// Throws one die and asks only whether it shows one of these faces.
    pub fn test(&mut self, ask: Ask, die: Die, faces: RangeInclusive<i32>) -> Rolled<bool> {
        Ok(self.count(ask, 1, die, [faces])?[0] == 1)
    }

    /// Draws one of several kinds of cards, of each of which there are so many. The kind's number
    /// is kept like a face.
    pub fn pick(&mut self, ask: Ask, copies: &[u8]) -> Rolled<usize> {
        let all: u32 = copies.iter().map(|&n| u32::from(n)).sum();
        assert!(all > 0, "{}: nothing to pick from", ask.rule);
        let kind = match &mut self.source {
            Source::Exact(trail) => {
                return Ok(trail.follow(|list| {
                    let kinds = (0..).zip(copies).filter(|(_, n)| **n > 0);
                    list.extend(kinds.map(|(kind, &n)| (kind, u128::from(n))));
                    u128::from(all)
                }) as usize);
            }
            Source::Seeded(rng) => kind_at(copies, scaled(rng.next_u32(), all)),
            Source::Keyed(keyed) => kind_at(copies, scaled(keyed.next_u32(), all)),
            Source::Scripted { cards: Some(cards), .. } => cards.pick(ask, copies)?,
            Source::Scripted { faces, at, cards: None } => {
                let die = Die { name: "card", faces: &[] };
                let Some(&kind) = faces.get(*at) else {
                    return NeedDice::wait(ask, die, 1, None);
                };
                if copies.get(usize::from(kind)).is_none_or(|&n| n == 0) {
                    return NeedDice::wait(ask, die, 1, Some(kind));
                }
                *at += 1;
                usize::from(kind)
            }
        };
        self.last = self.thrown.len();
        self.thrown.push(kind as u8);
        Ok(kind)
    }

    /// One of the numbers below `n`: a player's free choice, not part of any rule.
    pub fn number(&mut self, n: usize) -> usize {
        match &mut self.source {
            Source::Seeded(rng) => scaled(rng.next_u32(), n as u32) as usize,
            _ => unreachable!("choices at random come from a seed"),
        }
    }

    /// Settles a part of a rule on its own. The answer is the same without it, but exact dice
    /// then branch on the few results of the part instead of on the many ways to get there.
    pub fn settle<T: Ord + Clone + 'static>(
        &mut self,
        part: impl Fn(&mut Dice) -> Rolled<T>,
    ) -> Rolled<T> {
        match &mut self.source {
            Source::Exact(trail) => Ok(trail.follow_part(|| odds(part))),
            _ => part(self),
        }
    }

    /// Throws until it comes to something, such as dice of two sides that are thrown again while they are equal; `again`
    /// hears of each throw that came to nothing. Exact dice branch on what it comes to in the end.
    pub fn until<T: Ord + Clone + 'static>(
        &mut self,
        throw: impl Fn(&mut Dice) -> Rolled<Option<T>>,
        mut again: impl FnMut(&Dice),
    ) -> Rolled<T> {
        if let Source::Exact(trail) = &mut self.source {
            return Ok(trail.follow_part(|| odds(throw).known()));
        }
        loop {
            match throw(self)? {
                Some(come) => return Ok(come),
                None => again(self),
            }
        }
    }

    /// Takes one step after another from `start`, such as a test for each hit. Exact dice merge
    /// equal states after each step, so a long chain costs no more than its distinct states.
    pub fn chain<S, X>(
        &mut self,
        start: S,
        steps: impl IntoIterator<Item = X>,
        step: impl Fn(&mut Dice, S, X) -> Rolled<S>,
    ) -> Rolled<S>
    where
        S: Ord + Clone + 'static,
        X: Clone,
    {
        let Source::Exact(trail) = &mut self.source else {
            return steps.into_iter().try_fold(start, |state, x| step(self, state, x));
        };
        Ok(trail.follow_part(|| {
            steps.into_iter().fold(Odds::sure(start), |states, x| {
                states.then(|state| odds(|dice| step(dice, state.clone(), x.clone())))
            })
        }))
    }

    /// The faces of the last throw, as they fell. Exact dice show none.
    pub fn faces(&self) -> &[u8] {
        &self.thrown[self.last..]
    }

    /// Everything thrown and drawn so far, in order.
    pub fn thrown(&self) -> &[u8] {
        &self.thrown
    }

    /// Forgets what was thrown so far, before the next action.
    pub fn forget(&mut self) {
        self.thrown.clear();
        self.last = 0;
    }

    /// Whether every scripted die has been used, as a test or a replay should check.
    pub fn is_spent(&self) -> bool {
        matches!(&self.source, Source::Scripted { faces, at, .. } if *at == faces.len())
    }

    fn throw(&mut self, ask: Ask, n: usize, die: Die) -> Rolled<()> {
        let sides = die.faces.len() as u32;
        self.last = self.thrown.len();
        match &mut self.source {
            // Our own scaling: a library's may change from one release to the next.
            Source::Seeded(rng) => self
                .thrown
                .extend((0..n).map(|_| die.faces[scaled(rng.next_u32(), sides) as usize])),
            Source::Keyed(keyed) => self
                .thrown
                .extend((0..n).map(|_| die.faces[scaled(keyed.next_u32(), sides) as usize])),
            Source::Scripted { faces, at, .. } => {
                let given = &faces[*at..faces.len().min(*at + n)];
                let wrong = given.iter().copied().find(|face| !die.faces.contains(face));
                if wrong.is_some() || given.len() < n {
                    return NeedDice::wait(ask, die, n - given.len(), wrong);
                }
                self.thrown.extend_from_slice(given);
                *at += n;
            }
            Source::Exact(_) => unreachable!("exact dice are counted, not read"),
        }
        Ok(())
    }
}

impl From<Source> for Dice {
    fn from(source: Source) -> Self {
        Dice { source, thrown: Vec::new(), last: 0 }
    }
}

/// One of `n` numbers, as evenly as 32 bits allow: the error is below one in 100 million.
fn scaled(bits: u32, n: u32) -> u32 {
    ((u64::from(bits) * u64::from(n)) >> 32) as u32
}

fn kind_at(copies: &[u8], mut card: u32) -> usize {
    for (kind, &n) in copies.iter().enumerate() {
        if card < u32::from(n) {
            return kind;
        }
        card -= u32::from(n);
    }
    unreachable!("a card is one of those there are")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ways::Ways;

    const ASK: Ask = Ask { by: Seat::Red, rule: "EXAMPLE-1", what: "damage" };

    /// A 6 is one damage, and so are two 5s.
    fn damage(dice: &mut Dice, pool: usize) -> Rolled<usize> {
        let [sixes, fives] = dice.count(ASK, pool, D6, [6..=6, 5..=5])?;
        Ok(sixes + fives / 2)
    }

    #[test]
    fn all_kinds_of_dice_agree() {
        assert_eq!(damage(&mut Dice::scripted([6, 5, 5, 5, 1]), 5), Ok(2));

        let exact = odds(|dice| damage(dice, 2));
        let ways = [(0, 24), (1, 11), (2, 1)].map(|(outcome, ways)| (outcome, Ways::Small(ways)));
        assert_eq!(exact, Odds { ways: ways.into(), of: Ways::Small(36) });

        let keyed = Keyed::new([7; 32], "a game", 0);
        for mut dice in [Dice::seeded(1), Dice::keyed(keyed)] {
            let hits: usize = (0..36_000).map(|_| damage(&mut dice, 2).unwrap()).sum();
            assert!((12_500..13_500).contains(&hits), "13/36 a throw, got {hits}");
        }
    }

    #[test]
    fn seeded_dice_go_on_where_they_stopped() {
        let mut whole = Dice::seeded(1);
        for round in 0..50 {
            let mut later = Dice::seeded_after(1, whole.thrown().len());
            let before = whole.thrown().len();
            for dice in [&mut whole, &mut later] {
                damage(dice, round % 7).unwrap();
                dice.roll(ASK, D8).unwrap();
                dice.pick(ASK, &[2, 0, 1]).unwrap();
            }
            assert_eq!(later.thrown(), &whole.thrown()[before..]);
        }
    }

    #[test]
    fn settling_a_part_changes_no_odds() {
        let plain = odds(|dice| Ok(damage(dice, 5)? + damage(dice, 4)?));
        let settled = odds(|dice| {
            Ok(dice.settle(|dice| damage(dice, 5))? + dice.settle(|dice| damage(dice, 4))?)
        });
        let chained =
            odds(|dice| dice.chain(0, [5, 4], |dice, sum, pool| Ok(sum + damage(dice, pool)?)));
        assert_eq!(plain, settled);
        assert_eq!(plain, chained);
    }

    #[test]
    fn throws_of_different_lengths_add_up_to_one() {
        // A second die only after a 6, a d8 only after that: 1/6 * 1/6 * 1/8 is a whole share.
        let odds = odds(|dice| {
            if dice.roll(ASK, D6)? < 6 || dice.roll(ASK, D6)? < 6 {
                return Ok(0);
            }
            dice.roll(ASK, D8)
        });
        assert_eq!(odds.of, Ways::Small(288));
        assert_eq!(odds.chance(|_| true).to_string(), "1/1");
        assert_eq!(odds.chance(|&face| face == 0).to_string(), "35/36");
        assert_eq!(odds.chance(|&face| face == 3).to_string(), "1/288");
    }

    #[test]
    fn the_average_die_has_its_faces() {
        let odds = odds(|dice| dice.roll(ASK, AVERAGE_DIE));
        let ways: Vec<_> = odds.ways.iter().map(|(face, ways)| (*face, ways.to_string())).collect();
        assert_eq!(ways, [(2, "1".into()), (3, "2".into()), (4, "2".into()), (5, "1".into())]);
    }

    #[test]
    fn a_hundred_dice_are_counted_exactly() {
        let odds = odds(|dice| Ok(dice.count(ASK, 100, D6, [6..=6])?[0]));
        assert_eq!(odds.ways.len(), 101);
        assert_eq!(odds.ways[100].1, Ways::ONE);
        assert!((odds.mean(|&n| n as f64) - 100.0 / 6.0).abs() < 1e-9);
    }

    #[test]
    fn scripted_dice_are_waited_for_and_checked() {
        let need = damage(&mut Dice::scripted([3]), 2).unwrap_err();
        assert_eq!(need.to_string(), "red: damage: 1 d6, on 5+ [EXAMPLE-1]");
        let need = damage(&mut Dice::scripted([]), 2).unwrap_err();
        assert_eq!(need.to_string(), "red: damage: 2 d6, on 5+ [EXAMPLE-1]");
        let wrong = damage(&mut Dice::scripted([3, 7]), 2).unwrap_err();
        assert_eq!(wrong.to_string(), "a d6 has no face 7 (red: damage) [EXAMPLE-1]");
    }

    #[test]
    fn a_throw_is_named_by_the_rule_that_knows_best() {
        let need =
            damage(&mut Dice::scripted([]), 2).about(|ask| format!("{} of Hoplites 1", ask.what));
        let need = need.about(|_| "something".into()).unwrap_err();
        let words = "Athens: damage of Hoplites 1: 2 d6, on 5+ [EXAMPLE-1]";
        assert_eq!(need.words(&"Athens"), words);

        let thrown = damage(&mut Dice::scripted([6, 6]), 2).about(|_| unreachable!("no one asks"));
        assert_eq!(thrown, Ok(2));
    }

    #[test]
    fn what_is_looked_for_is_said_as_players_do() {
        let dice = |die: Die, faces: RangeInclusive<i32>| {
            Dice::scripted([]).test(ASK, die, faces).unwrap_err().dice()
        };
        assert_eq!(dice(D6, 4..=6), "1 d6, on 4+");
        assert_eq!(dice(D6, 1..=3), "1 d6, on 3 or less");
        assert_eq!(dice(D6, 6..=6), "1 d6, on 6");
        assert_eq!(dice(D6, 2..=3), "1 d6, on 2 to 3");
        assert_eq!(Dice::scripted([]).roll(ASK, D6).unwrap_err().dice(), "1 d6");
        let need = Dice::scripted([]).count(ASK, 2, D6, [6..=6, 1..=3]).unwrap_err();
        assert_eq!(need.dice(), "2 d6, on 3 or less or 6");
    }

    #[test]
    fn exactly_what_is_asked_for_fits() {
        let need = damage(&mut Dice::scripted([]), 2).unwrap_err();
        assert_eq!(need.fits(&[1, 6]), Ok(()));
        assert_eq!(need.fits(&[1]), Err("2 faces are wanted, not 1".into()));
        assert_eq!(need.fits(&[1, 2, 3]), Err("2 faces are wanted, not 3".into()));
        assert_eq!(need.fits(&[1, 7]), Err("a d6 has no face 7".into()));
        let need = Dice::scripted([]).roll(ASK, D6).unwrap_err();
        assert_eq!(need.fits(&[1, 1]), Err("1 face is wanted, not 2".into()));
    }

    #[test]
    fn cards_come_through_the_same_door() {
        let copies = [2, 0, 1];
        assert_eq!(Dice::scripted([2]).pick(ASK, &copies), Ok(2));
        assert_eq!(Dice::scripted([1]).pick(ASK, &copies).unwrap_err().wrong, Some(1));
        assert_eq!(Dice::scripted([9]).pick(ASK, &copies).unwrap_err().wrong, Some(9));
        let odds = odds(|dice| dice.pick(ASK, &copies));
        assert_eq!(odds.chance(|&kind| kind == 0).to_string(), "2/3");

        let mut real = Dice::real([4], Dice::seeded(1));
        let kind = real.pick(ASK, &copies).unwrap();
        assert_eq!(real.roll(ASK, D6), Ok(4));
        assert_eq!(real.thrown(), [kind as u8, 4], "a replay needs the cards too");
    }
}
