//! Exact odds: every way in which dice can fall, with its weight.
//!
//! A rule is written once, in the order in which it is played, and asks [`Dice`] for each throw.
//! [`odds`] plays it with exact dice, once for each way through its throws, and adds up the results.
//! What keeps that fast: a pool is one choice among its counts and not a row of dice, a test is a
//! choice of two, and equal results are merged where the rule says so ([`Dice::settle`],
//! [`Dice::chain`]).

use std::{any::Any, fmt, ops::RangeInclusive};

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    dice::{Dice, Die, Rolled},
    ways::{Ways, gcd},
};

/// Exact odds: each outcome comes about in so many ways `of` all.
///
/// Outcomes are in ascending order, each with at least one way, and the fraction is reduced, so
/// equal odds are equal values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<T> {
    /// Each outcome with the number of ways in which it comes about.
    pub ways: Vec<(T, Ways)>,
    /// The number of all ways.
    pub of: Ways,
}

/// Plays `rule` once for each way in which its dice can fall, and adds up what comes of it.
///
/// ```
/// use acies_core::{D6, Seat, odds};
///
/// let even = odds(|dice| {
///     let face = dice.roll(Seat::Red.throws("EXAMPLE-1", "a die"), D6)?;
///     Ok(face % 2 == 0)
/// });
/// assert_eq!(even.chance(|&even| even).to_string(), "1/2");
/// ```
pub fn odds<T: Ord>(rule: impl Fn(&mut Dice) -> Rolled<T>) -> Odds<T> {
    odds_within(usize::MAX, rule).expect("nobody counts that far")
}

/// The same as [`odds`], unless there are more ways through the throws of the rule than somebody will wait for.
pub fn odds_within<T: Ord>(
    ways_max: usize,
    rule: impl Fn(&mut Dice) -> Rolled<T>,
) -> Option<Odds<T>> {
    let mut dice = Dice::exact();
    let mut gathered = Gathered::default();
    for _ in 0..ways_max {
        let outcome = rule(&mut dice).expect("nobody waits for exact dice");
        let trail = dice.trail();
        let (ways, of) = trail.ways();
        gathered.add(outcome, ways, of);
        if !trail.advance() {
            return Some(gathered.odds());
        }
    }
    None
}

impl<T: Ord> Odds<T> {
    /// What is certain.
    pub fn sure(outcome: T) -> Self {
        Odds { ways: vec![(outcome, Ways::ONE)], of: Ways::ONE }
    }

    /// How likely it is that an outcome is such.
    pub fn chance(&self, such: impl Fn(&T) -> bool) -> Fraction {
        let mut ways = Ways::ZERO;
        self.ways.iter().filter(|(outcome, _)| such(outcome)).for_each(|(_, n)| ways += n);
        Fraction::new(&ways, &self.of)
    }

    /// The average of a number that each outcome is worth, as a float.
    pub fn mean(&self, worth: impl Fn(&T) -> f64) -> f64 {
        self.ways.iter().map(|(outcome, ways)| worth(outcome) * ways.share_of(&self.of)).sum()
    }

    /// The same odds told in other words. Outcomes that become equal are merged.
    pub fn map<U: Ord>(&self, word: impl Fn(&T) -> U) -> Odds<U> {
        let mut gathered = Gathered::default();
        for (outcome, ways) in &self.ways {
            gathered.add(word(outcome), ways, &self.of);
        }
        gathered.odds()
    }

    /// What comes of what comes next, which depends on this outcome.
    pub fn then<U: Ord + Clone>(&self, next: impl Fn(&T) -> Odds<U>) -> Odds<U> {
        let mut gathered = Gathered::default();
        for (outcome, ways) in &self.ways {
            let after = next(outcome);
            let of = &self.of * &after.of;
            for (outcome, after_ways) in after.ways {
                gathered.add(outcome, &(ways * &after_ways), &of);
            }
        }
        gathered.odds()
    }

    /// This outcome together with another that has nothing to do with it.
    pub fn and<U: Ord + Clone>(&self, other: &Odds<U>) -> Odds<(T, U)>
    where
        T: Clone,
    {
        // Pairs of sorted lists come out sorted, and nothing merges: no need to gather.
        let mut ways = Vec::with_capacity(self.ways.len() * other.ways.len());
        for (ours, our_ways) in &self.ways {
            for (theirs, their_ways) in &other.ways {
                ways.push(((ours.clone(), theirs.clone()), our_ways * their_ways));
            }
        }
        Odds { ways, of: &self.of * &other.of }.reduced()
    }

    fn reduced(mut self) -> Self {
        let divisor = self.ways.iter().fold(self.of.clone(), |divisor, (_, ways)| {
            if divisor == Ways::ONE { divisor } else { divisor.gcd(ways) }
        });
        if divisor != Ways::ONE {
            self.of = self.of.divided_by(&divisor);
            self.ways.iter_mut().for_each(|(_, ways)| *ways = ways.divided_by(&divisor));
        }
        self
    }
}

impl<T: Ord + Clone> Odds<Option<T>> {
    /// The odds of what comes about, given that something does.
    #[must_use]
    pub fn known(&self) -> Odds<T> {
        let known = self.ways.iter().filter_map(|(it, ways)| Some((it.clone()?, ways.clone())));
        let ways: Vec<_> = known.collect();
        let mut of = Ways::ZERO;
        ways.iter().for_each(|(_, n)| of += n);
        Odds { ways, of }.reduced()
    }
}

/// An exact share of one, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The ways that count.
    pub ways: Ways,
    /// All ways.
    pub of: Ways,
}

impl Fraction {
    /// So many ways of so many.
    pub fn new(ways: &Ways, of: &Ways) -> Self {
        let divisor = ways.gcd(of);
        Fraction { ways: ways.divided_by(&divisor), of: of.divided_by(&divisor) }
    }

    /// The chances of two things that have nothing to do with one another: each of the first with each of the
    /// second, in that order.
    pub fn pairs(ours: &[Fraction], theirs: &[Fraction]) -> impl Iterator<Item = Fraction> {
        // What a number has in common with any denominator of the others is mostly small, so it is worked out once
        // for each number and not once for each pair.
        let common = |some: &[Fraction], others: &[Fraction]| {
            let of = others.iter().fold(Ways::ONE, |all, it| all.least_multiple(&it.of));
            some.iter().map(|it| it.ways.gcd(&of)).collect::<Vec<_>>()
        };
        let (our_common, their_common) = (common(ours, theirs), common(theirs, ours));
        let pair = move |n: usize| {
            let (at, with) = (n / theirs.len(), n % theirs.len());
            let (one, other) = (&ours[at], &theirs[with]);
            let up = our_common[at].gcd(&other.of);
            let down = their_common[with].gcd(&one.of);
            Fraction {
                ways: &one.ways.divided_by(&up) * &other.ways.divided_by(&down),
                of: &one.of.divided_by(&down) * &other.of.divided_by(&up),
            }
        };
        (0..ours.len() * theirs.len()).map(pair)
    }

    /// The share as a float.
    pub fn to_f64(&self) -> f64 {
        self.ways.share_of(&self.of)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.ways, self.of))
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut both = serializer.serialize_struct("Fraction", 2)?;
        both.serialize_field("exact", &self.to_string())?;
        both.serialize_field("float", &self.to_f64())?;
        both.end()
    }
}

/// Outcomes on their way to become [`Odds`], all brought to one common number of ways.
struct Gathered<T> {
    ways: Few<T>,
    of: Ways,
    /// What ways `of` a smaller number have to be multiplied with, as met so far.
    scales: Vec<(Ways, Ways)>,
}

/// Outcomes in ascending order. There are few, and the next is mostly the last one again or near it: a sorted list is
/// faster than a tree.
struct Few<T> {
    all: Vec<(T, Ways)>,
    /// Where the last one was added.
    at: usize,
}

impl<T: Ord> Few<T> {
    fn add(&mut self, outcome: T, ways: &Ways) {
        if let Some((last, sum)) = self.all.get_mut(self.at)
            && *last == outcome
        {
            *sum += ways;
            return;
        }
        match self.all.binary_search_by(|(it, _)| it.cmp(&outcome)) {
            Ok(at) => {
                self.at = at;
                self.all[at].1 += ways;
            }
            Err(at) => {
                self.at = at;
                self.all.insert(at, (outcome, ways.clone()));
            }
        }
    }
}

impl<T> Default for Gathered<T> {
    fn default() -> Self {
        Gathered { ways: Few { all: Vec::new(), at: 0 }, of: Ways::ONE, scales: Vec::new() }
    }
}

impl<T: Ord> Gathered<T> {
    fn add(&mut self, outcome: T, ways: &Ways, of: &Ways) {
        if *of == self.of {
            return self.ways.add(outcome, ways);
        }
        let scaled = ways * self.scale(of);
        self.ways.add(outcome, &scaled);
    }

    fn scale(&mut self, of: &Ways) -> &Ways {
        if let Some(known) = self.scales.iter().position(|(known, _)| known == of) {
            return &self.scales[known].1;
        }
        let grow = of.divided_by(&of.gcd(&self.of));
        if grow != Ways::ONE {
            self.of = &self.of * &grow;
            self.ways.all.iter_mut().for_each(|(_, ways)| *ways = &*ways * &grow);
            self.scales.clear();
        }
        self.scales.push((of.clone(), self.of.divided_by(of)));
        &self.scales[self.scales.len() - 1].1
    }

    fn odds(self) -> Odds<T> {
        Odds { ways: self.ways.all, of: self.of }.reduced()
    }
}

/// The throws on the way to one outcome, each at one of its results.
#[derive(Default)]
pub(crate) struct Trail {
    throws: Vec<Throw>,
    /// Results of all throws in a row, so that a new throw costs no allocation.
    results: Vec<(u64, u128)>,
    next: usize,
}

struct Throw {
    first: usize,
    at: usize,
    /// Ways and all ways up to and with this throw.
    ways: Ways,
    of: Ways,
    /// Ways and all ways before it; `of` holds this throw's own.
    before: Ways,
    /// What the results of a settled part are, where a number cannot say it.
    parts: Option<Part>,
}

struct Part {
    outcomes: Box<dyn Any>,
    ways: Vec<Ways>,
}

impl Trail {
    /// In how many ways, of how many, the dice fall along this trail.
    fn ways(&self) -> (&Ways, &Ways) {
        self.throws.last().map_or((&Ways::ONE, &Ways::ONE), |throw| (&throw.ways, &throw.of))
    }

    /// The result of the next throw. Only the first trail to come by has to list the results.
    /// `list` adds them with their ways and gives the number of all ways.
    pub(crate) fn follow(&mut self, list: impl FnOnce(&mut Vec<(u64, u128)>) -> u128) -> u64 {
        if self.next == self.throws.len() {
            let first = self.results.len();
            let of = list(&mut self.results);
            let (before, all) = self.ways();
            let (before, of) = (before.clone(), all * &Ways::Small(of));
            let ways = &before * &Ways::Small(self.results[first].1);
            self.throws.push(Throw { first, at: first, ways, of, before, parts: None });
        }
        let throw = &self.throws[self.next];
        self.next += 1;
        self.results[throw.at].0
    }

    /// As [`follow`](Self::follow), for a part that is settled on its own.
    pub(crate) fn follow_part<T: Clone + 'static>(&mut self, part: impl FnOnce() -> Odds<T>) -> T {
        if self.next == self.throws.len() {
            let Odds { ways, of } = part();
            let (outcomes, ways): (Vec<T>, Vec<Ways>) = ways.into_iter().unzip();
            let first = self.results.len();
            let (before, all) = self.ways();
            let (before, of) = (before.clone(), all * &of);
            let now = &before * &ways[0];
            let parts = Some(Part { outcomes: Box::new(outcomes), ways });
            self.throws.push(Throw { first, at: first, ways: now, of, before, parts });
        }
        let throw = &self.throws[self.next];
        self.next += 1;
        let part = throw.parts.as_ref().expect("a rule replays alike");
        let outcomes: &Vec<T> = part.outcomes.downcast_ref().expect("a rule replays alike");
        outcomes[throw.at - throw.first].clone()
    }

    /// Goes on to the next trail, if there is one.
    fn advance(&mut self) -> bool {
        assert_eq!(self.next, self.throws.len(), "a rule replays alike");
        self.next = 0;
        while let Some(throw) = self.throws.last_mut() {
            throw.at += 1;
            let ways = match &throw.parts {
                Some(part) => part.ways.get(throw.at - throw.first).cloned(),
                None => self.results.get(throw.at).map(|&(_, ways)| Ways::Small(ways)),
            };
            if let Some(ways) = ways {
                throw.ways = &throw.before * &ways;
                return true;
            }
            self.results.truncate(throw.first);
            self.throws.pop();
        }
        false
    }
}

/// Lists every way to share out `n` dice among bands of faces, each band's count in a byte of the
/// result: from the dice that are left, each band takes some, and each of those shows any of its
/// faces. Gives the number of all ways.
pub(crate) fn pool<const K: usize>(
    n: usize,
    die: Die,
    bands: &[RangeInclusive<i32>; K],
    list: &mut Vec<(u64, u128)>,
) -> u128 {
    let width = |band: &RangeInclusive<i32>| {
        die.faces.iter().filter(|&&face| band.contains(&i32::from(face))).count() as u128
    };
    let mut widths = bands.each_ref().map(width);
    let all = die.faces.len() as u128;
    let mut elsewhere =
        all.checked_sub(widths.iter().sum()).expect("bands of faces do not overlap");
    let unit = widths.iter().fold(gcd(all, elsewhere), |unit, &width| gcd(unit, width));
    for width in &mut widths {
        *width /= unit;
    }
    elsewhere /= unit;
    share(n, &widths, elsewhere, 0, 0, 1, list);
    (all / unit).pow(n as u32)
}

fn share(
    left: usize,
    widths: &[u128],
    elsewhere: u128,
    band: usize,
    counts: u64,
    ways: u128,
    list: &mut Vec<(u64, u128)>,
) {
    let Some(&width) = widths.get(band) else {
        let ways = ways * elsewhere.pow(left as u32);
        if ways > 0 {
            list.push((counts, ways));
        }
        return;
    };
    let mut picks = ways;
    for count in 0..=left {
        if picks > 0 {
            let counts = counts | (count as u64) << (8 * band);
            share(left - count, widths, elsewhere, band + 1, counts, picks, list);
        }
        // One die more: the next binomial coefficient, times the faces that it may show.
        picks = picks * (left - count) as u128 / (count + 1) as u128 * width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_to_nothing_is_thrown_again() {
        let ask = crate::Seat::Red.throws("EXAMPLE-1", "a die");
        // Until a die shows 1, 2 or 3: of these, 1 comes with 1/3.
        let low = |dice: &mut Dice| Ok(Some(dice.roll(ask, crate::D6)?).filter(|face| *face <= 3));
        let exact = odds(|dice| dice.until(low, |_| ()));
        assert_eq!(exact.chance(|&face| face == 1).to_string(), "1/3");
        let (mut dice, mut again) = (Dice::scripted([6, 4, 2]), Vec::new());
        let face = dice.until(low, |dice| again.extend_from_slice(dice.faces()));
        assert_eq!((face, again), (Ok(2), vec![6, 4]));
        assert!(Dice::scripted([6]).until(low, |_| ()).is_err(), "it waits for another die");
    }

    #[test]
    fn pairs_are_products_in_lowest_terms() {
        let large = (0..30).fold(Ways::ONE, |ways, _| &ways * &Ways::Small(216));
        let list = |all: &[(u128, u128)]| {
            let small = all.iter().map(|&(ways, of)| (Ways::Small(ways), Ways::Small(of)));
            let small = small.map(|(ways, of)| Fraction::new(&ways, &of));
            let rare = Fraction::new(&Ways::Small(35), &large);
            small.chain([rare]).collect::<Vec<_>>()
        };
        let ours = list(&[(2, 3), (3, 8), (0, 1), (1, 1), (5, 36), (1 << 100, 3_u128.pow(70))]);
        let theirs = list(&[(3, 4), (8, 9), (1, 6), (3_u128.pow(60), 1 << 110)]);
        let mut pairs = Fraction::pairs(&ours, &theirs);
        for one in &ours {
            for other in &theirs {
                let product = Fraction::new(&(&one.ways * &other.ways), &(&one.of * &other.of));
                assert_eq!(pairs.next(), Some(product), "{one} x {other}");
            }
        }
        assert_eq!(pairs.next(), None);
        // By hand: 2/3 x 3/4, 2/3 x 8/9, 3/8 x 8/9.
        let by_hand = Fraction::pairs(&ours[..2], &theirs[..2]).map(|it| it.to_string());
        assert_eq!(by_hand.collect::<Vec<_>>(), ["1/2", "16/27", "9/32", "1/3"]);
    }
}
