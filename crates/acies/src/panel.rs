//! The panel of odds: two cards with chips to press, each with what it is worth, and what comes of the roll as set.
//!
//! Whoever shows it knows no rules and no words of the command line: each chip says what it would make of its side.

use std::collections::BTreeMap;

use acies_core::{
    Asked, Forecast, Misread, OddsKind, OddsWord, RuleId, TroopCard,
    chips::{Chips, Group, Parts, RollCard, WordChip},
};
use serde::{Deserialize, Serialize};

use crate::AnyRuleset;

/// What is to be shown.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Shown {
    pub kind: String,
    #[serde(default)]
    pub sides: Vec<String>,
    #[serde(default)]
    pub settings: Vec<(String, String)>,
    /// Of sides of several troops: whose chips are shown.
    #[serde(default)]
    pub at: Vec<usize>,
}

/// A roll as set.
#[derive(Debug, Serialize)]
pub struct Panel {
    pub kind: String,
    pub title: String,
    pub about: &'static str,
    pub sides: Vec<String>,
    pub settings: Vec<(String, String)>,
    pub forecast: Forecast,
    /// The chances to win, of neither, to lose, and what they are called.
    pub parts: Option<Parts>,
    pub words: [String; 3],
    /// Of each outcome, whether it is won (1), neither (0) or lost (-1).
    pub signs: Option<Vec<i64>>,
    pub cards: Vec<Card>,
}

/// A side, or the circumstances of both.
#[derive(Debug, Serialize)]
pub struct Card {
    pub part: &'static str,
    /// Which side it is; none for circumstances.
    pub side: Option<usize>,
    pub several: bool,
    pub units: Vec<Member>,
    /// Whose chips these are.
    pub at: usize,
    pub groups: Vec<ChipGroup>,
}

/// Troops of a side.
#[derive(Debug, Serialize)]
pub struct Member {
    pub troop: Option<TroopCard>,
    /// What is set of them, in a line.
    pub says: String,
    /// The side with other troops in their place: `{}` stands for the new ones.
    pub becomes: String,
    /// The side without them; nothing for the last.
    pub without: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct ChipGroup {
    pub name: &'static str,
    pub chips: Vec<Chip>,
}

#[derive(Debug, Serialize)]
pub struct Chip {
    pub says: String,
    pub about: String,
    pub rule: Option<RuleId>,
    pub on: bool,
    pub rare: bool,
    /// What the side says when it is pressed; of circumstances, the setting.
    pub becomes: String,
    /// What it gives, or would give: points of winning, neither and losing, in thousandths.
    pub worth: Option<[i32; 3]>,
    /// Whether nothing at all changes by it.
    pub idle: bool,
    /// Why it cannot be, or when it would matter.
    pub why: Option<String>,
    /// The rule's own words, if it cannot be.
    pub refused: Option<String>,
}

/// One troop against each other.
#[derive(Debug, Serialize)]
pub struct Table {
    pub troops: Vec<TroopCard>,
    pub words: [String; 3],
    pub cells: Vec<Vec<Option<Parts>>>,
}

/// So many troops are set against each other at the most.
const TROOPS_MAX: usize = 16;

/// The roll as set, with what each chip is worth.
pub fn panel(ruleset: &dyn AnyRuleset, shown: &Shown) -> Result<Panel, Misread> {
    let counted = Counted::new(ruleset, shown)?;
    let forecast = ruleset.odds(&shown.kind, &counted.asked)?;
    let parts = counted.parts(&forecast);
    let now = Now { forecast: &forecast, parts };
    let mut cards: Vec<_> = (0..counted.kind.sides.len())
        .filter(|&side| shown.sides.len() > side)
        .map(|side| counted.side(side, shown.at.get(side).copied().unwrap_or(0), &now))
        .collect();
    if !counted.kind.settings.is_empty() {
        cards.push(counted.circumstances(&now));
    }
    let names = cards.iter().filter_map(|card| {
        let names: Vec<_> =
            card.units.iter().filter_map(|unit| Some(unit.troop.as_ref()?.name.clone())).collect();
        (!names.is_empty()).then(|| names.join(", "))
    });
    let says = counted.roll.map_or_else(|| capital(counted.kind.name), |roll| roll.says.clone());
    let title =
        names.enumerate().fold(says, |says, (at, name)| says.replace(&format!("{{{at}}}"), &name));
    let words = counted.roll.map_or(["win", "even", "lose"].map(str::to_owned), RollCard::words);
    let signs = counted.roll.and_then(|roll| roll.parts.as_ref()?.signs(&forecast));
    let Asked { sides, settings } = counted.asked;
    let (kind, about) = (shown.kind.clone(), counted.kind.about);
    Ok(Panel { kind, title, about, sides, settings, forecast, parts, words, signs, cards })
}

/// Troops against each other, each with the words that a side has otherwise.
pub fn table(ruleset: &dyn AnyRuleset, shown: &Shown, carry: bool) -> Result<Table, Misread> {
    let counted = Counted::new(ruleset, shown)?;
    let all = ruleset.chips().all.iter();
    let troops: Vec<_> = all.filter_map(|id| counted.troop(id)).take(TROOPS_MAX).collect();
    let words = |side: usize| {
        let side = shown.sides.get(side).map_or("", String::as_str);
        let rest = side.split(',').next().unwrap_or("").split_once(char::is_whitespace);
        rest.filter(|_| carry).map_or("", |(_, rest)| rest).to_owned()
    };
    let (ours, theirs) = (words(0), words(1));
    let cell = |one: &TroopCard, other: &TroopCard| {
        let sides = vec![format!("{} {ours}", one.id), format!("{} {theirs}", other.id)];
        let asked = Asked { sides, settings: shown.settings.clone() };
        counted.parts(&ruleset.odds(&shown.kind, &asked).ok()?)
    };
    let row = |one| troops.iter().map(|other| cell(one, other)).collect();
    let cells = troops.iter().map(row).collect();
    let words = counted.roll.map_or(["win", "even", "lose"].map(str::to_owned), RollCard::words);
    Ok(Table { troops, words, cells })
}

/// The three chances of a roll as asked, if it has a winner.
pub fn parts(ruleset: &dyn AnyRuleset, kind: &str, forecast: &Forecast) -> Option<Parts> {
    ruleset.chips().roll(kind)?.parts.as_ref()?.parts(forecast)
}

/// What is set, and what it comes to.
struct Now<'a> {
    forecast: &'a Forecast,
    parts: Option<Parts>,
}

/// What is asked, and the words for it.
struct Counted<'a> {
    ruleset: &'a dyn AnyRuleset,
    chips: &'static Chips,
    kind: &'static OddsKind,
    roll: Option<&'static RollCard>,
    troops: Vec<TroopCard>,
    asked: Asked,
}

/// A troop and the words said of it.
struct Words<'a> {
    troop: Option<&'a str>,
    words: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn read(text: &'a str, troop: bool) -> Self {
        let mut words = text.split_whitespace();
        Words { troop: words.by_ref().take(usize::from(troop)).next(), words: words.collect() }
    }

    fn write(troop: Option<&str>, words: &[&str]) -> String {
        troop.iter().chain(words).copied().collect::<Vec<_>>().join(" ")
    }
}

/// The key of a word and its value.
fn halves(word: &str) -> (&str, &str) {
    word.split_once('=').unwrap_or((word, ""))
}

impl<'a> Counted<'a> {
    fn new(ruleset: &'a dyn AnyRuleset, shown: &Shown) -> Result<Self, Misread> {
        let chips = ruleset.chips();
        let asked = Asked { sides: shown.sides.clone(), settings: shown.settings.clone() };
        let mut kinds = ruleset.odds_kinds().iter();
        let Some(kind) = kinds.find(|kind| kind.name == shown.kind) else {
            // It is the ruleset that says what there is instead.
            ruleset.odds(&shown.kind, &asked)?;
            return Err(Misread { what: format!("there is no roll `{}`", shown.kind), hint: None });
        };
        let (roll, troops) = (chips.roll(kind.name), ruleset.troops());
        Ok(Counted { ruleset, chips, kind, roll, troops, asked })
    }

    fn troop(&self, id: &str) -> Option<TroopCard> {
        self.troops.iter().find(|troop| troop.id.eq_ignore_ascii_case(id)).cloned()
    }

    fn parts(&self, forecast: &Forecast) -> Option<Parts> {
        self.roll?.parts.as_ref()?.parts(forecast)
    }

    /// The card of a side, with the chips of one of its troops.
    fn side(&self, side: usize, at: usize, now: &Now<'_>) -> Card {
        let of = &self.kind.sides[side];
        let text = self.asked.sides[side].as_str();
        let members: Vec<&str> =
            if of.several { text.split(',').map(str::trim).collect() } else { vec![text] };
        let at = at.min(members.len() - 1);
        let with = |n: usize, text: &str| {
            let mut members = members.clone();
            members[n] = text;
            members.join(", ")
        };
        let member = |(n, text): (usize, &&str)| {
            let read = Words::read(text, of.troop);
            let says = read.words.iter().map(|word| self.said(word, of.words));
            let without = || {
                let left = members.iter().enumerate().filter(|(other, _)| *other != n);
                left.map(|(_, text)| *text).collect::<Vec<_>>().join(", ")
            };
            let becomes = with(n, &Words::write(Some("{}"), &read.words));
            Member {
                troop: read.troop.map(|id| {
                    let unknown =
                        || TroopCard { id: id.into(), name: capital(id), symbol: String::new() };
                    self.troop(id).unwrap_or_else(unknown)
                }),
                says: says.collect::<Vec<_>>().join(", "),
                becomes,
                without: (members.len() > 1).then(without),
            }
        };
        let units = members.iter().enumerate().map(member).collect();
        let read = Words::read(members[at], of.troop);
        let count = |words: &[&str]| {
            let becomes = with(at, &Words::write(read.troop, words));
            let mut asked = self.asked.clone();
            asked.sides[side].clone_from(&becomes);
            (becomes, asked)
        };
        let groups = self.groups(of.words, &read.words, now, &count);
        Card { part: of.part, side: Some(side), several: of.several, units, at, groups }
    }

    /// The card of the settings, as words `key=value`.
    fn circumstances(&self, now: &Now<'_>) -> Card {
        let written: Vec<_> =
            self.asked.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let words: Vec<_> = written.iter().map(String::as_str).collect();
        let count = |words: &[&str]| {
            let pair = |word: &&str| {
                let (key, value) = halves(word);
                (key.to_owned(), value.to_owned())
            };
            let settings = words.iter().map(pair).collect();
            (words.join(" "), Asked { settings, ..self.asked.clone() })
        };
        let groups = self.groups(self.kind.settings, &words, now, &count);
        Card { part: "circumstances", side: None, several: false, units: Vec::new(), at: 0, groups }
    }

    /// A word as a player says it.
    fn said(&self, word: &str, known: &'static [OddsWord]) -> String {
        let (key, value) = halves(word);
        let chip = known.iter().find(|it| it.is(key));
        let chip = chip.and_then(|it| self.chips.chip(self.kind.name, it.word));
        let says = chip.map_or_else(|| word.replace('_', " "), |chip| chip.with(value));
        let mut letters = says.chars();
        letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
    }

    /// The chips of some words in their groups, with what they are worth.
    fn groups(
        &self,
        known: &'static [OddsWord],
        said: &[&str],
        now: &Now<'_>,
        count: &dyn Fn(&[&str]) -> (String, Asked),
    ) -> Vec<ChipGroup> {
        let chip_of = |key: &str| {
            let word = known.iter().find(|it| it.is(key))?;
            self.chips.chip(self.kind.name, word.word)
        };
        let one_of = |word: &str| chip_of(halves(word).0).and_then(|chip| chip.one.as_deref());
        let mut groups: Vec<_> =
            Group::ALL.map(|group| ChipGroup { name: group.name(), chips: Vec::new() }).into();
        for (set, none) in &self.chips.none {
            let is_used = known.iter().any(|it| one_of(it.word) == Some(set));
            if !is_used {
                continue;
            }
            let of_set = |word: &&str| one_of(word) == Some(set);
            let rest: Vec<_> = said.iter().copied().filter(|word| !of_set(word)).collect();
            let is_none = |word: &str| none.word.as_deref().is_some_and(|it| it == word);
            let on = said.iter().filter(|it| of_set(it)).all(|word| is_none(word));
            let plain = bare(&none.says, none.group);
            let chip = self.chip(&plain, None, "", on, &rest, now, count);
            groups[none.group as usize].chips.push(chip);
        }
        for word in known {
            let Some(chip) = self.chips.chip(self.kind.name, word.word) else { continue };
            let none = chip.one.as_ref().and_then(|set| self.chips.none.get(set));
            if none.is_some_and(|none| none.word.as_deref() == Some(word.word)) {
                continue;
            }
            let mut values = chip.choices(word);
            if word.value.is_none() {
                values.push(String::new());
            }
            // What was typed and is not listed is a chip too.
            let typed = said.iter().map(|said| halves(said)).find(|(key, _)| word.is(key));
            if let Some((_, value)) = typed
                && !values.iter().any(|known| known == value)
            {
                values.push(value.to_owned());
            }
            for value in values {
                let is = |said: &&str| {
                    let (key, set) = halves(said);
                    word.is(key) && (word.value.is_none() || set == value)
                };
                let on = said.iter().any(is);
                let excluded = |said: &&str| {
                    let same = word.is(halves(said).0);
                    same || (chip.one.is_some() && one_of(said) == chip.one.as_deref())
                };
                let mut rest: Vec<_> = said.iter().copied().filter(|it| !excluded(it)).collect();
                let written = match word.value {
                    Some(_) => format!("{}={value}", word.word),
                    None => word.word.to_owned(),
                };
                if !on {
                    rest.push(&written);
                }
                let shown = self.chip(chip, Some(word), &value, on, &rest, now, count);
                groups[chip.group as usize].chips.push(shown);
            }
        }
        groups.retain(|group| !group.chips.is_empty());
        groups
    }

    /// A chip, by what comes of pressing it.
    #[expect(clippy::too_many_arguments, reason = "each is one fact of the chip")]
    fn chip(
        &self,
        chip: &WordChip,
        word: Option<&'static OddsWord>,
        value: &str,
        on: bool,
        words: &[&str],
        now: &Now<'_>,
        count: &dyn Fn(&[&str]) -> (String, Asked),
    ) -> Chip {
        let (becomes, asked) = count(words);
        // What takes long is counted when it is asked for.
        let slow = self.roll.is_some_and(|roll| roll.slow);
        let other = (!slow).then(|| self.ruleset.odds(self.kind.name, &asked)).transpose();
        let counts = other.as_ref().ok().and_then(Option::as_ref);
        let counts = counts.filter(|_| !on || word.is_some());
        let worth = counts.and_then(|other| {
            let (then, now) = (self.parts(other)?, now.parts?);
            let sign = if on { -1.0 } else { 1.0 };
            Some([0, 1, 2].map(|n| (sign * 1000.0 * (then[n] - now[n])).round() as i32))
        });
        let same = |it: &Option<Forecast>| it.as_ref().is_some_and(|it| is_same(it, now.forecast));
        let idle = word.is_some() && other.as_ref().is_ok_and(same);
        let refused = other.err().map(|it| it.what);
        let why = if refused.is_some() || idle {
            Some(
                chip.only
                    .clone()
                    .unwrap_or_else(|| if idle { "no difference here" } else { "not here" }.into()),
            )
        } else {
            None
        };
        Chip {
            says: chip.with(value),
            about: word.map_or(String::new(), |word| word.about.to_owned()),
            rule: word.map(|word| word.rule),
            on,
            rare: chip.rare || chip.rare_values.iter().any(|it| it == value),
            becomes,
            worth,
            idle,
            why,
            refused,
        }
    }
}

/// A chip that only says something.
fn bare(says: &str, group: Group) -> WordChip {
    WordChip {
        says: says.to_owned(),
        group,
        one: None,
        values: Vec::new(),
        names: BTreeMap::default(),
        only: None,
        rare: false,
        rare_values: Vec::new(),
    }
}

/// Whether the dice can do the same, whatever the sums say.
fn is_same(one: &Forecast, other: &Forecast) -> bool {
    let chances = |it: &Forecast| {
        let all = it.outcomes.iter().chain(&it.highlights);
        all.map(|it| (it.is.clone(), it.chance.clone())).collect::<Vec<_>>()
    };
    chances(one) == chances(other)
}

fn capital(word: &str) -> String {
    let plain = word.replace('_', " ");
    let mut letters = plain.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(kind: &str, sides: &[&str]) -> Shown {
        let sides = sides.iter().map(|&side| side.to_owned()).collect();
        Shown { kind: kind.to_owned(), sides, ..Shown::default() }
    }

    fn chip<'a>(card: &'a Card, says: &str) -> &'a Chip {
        let mut chips = card.groups.iter().flat_map(|group| &group.chips);
        chips.find(|chip| chip.says == says).unwrap_or_else(|| panic!("no chip {says}"))
    }

    #[test]
    fn every_word_of_every_roll_has_a_chip() {
        for ruleset in crate::rulesets() {
            let (chips, id) = (ruleset.chips(), ruleset.id());
            let mut used = std::collections::BTreeSet::new();
            for kind in ruleset.odds_kinds() {
                assert!(chips.roll(kind.name).is_some(), "{id}: {}", kind.name);
                let sides = kind.sides.iter().flat_map(|side| side.words);
                for word in sides.chain(kind.settings) {
                    let own = format!("{}.{}", kind.name, word.word);
                    let key =
                        if chips.word.contains_key(&own) { own } else { word.word.to_owned() };
                    let chip = chips.word.get(&key).unwrap_or_else(|| panic!("{id}: no {key}"));
                    let choices = chip.choices(word);
                    assert_eq!(choices.is_empty(), word.value.is_none(), "{id}: values of {key}");
                    used.insert(key);
                }
            }
            for key in chips.word.keys() {
                assert!(used.contains(key), "{id}: no roll takes {key}");
            }
            for roll in &chips.roll {
                let known = ruleset.odds_kinds().iter().any(|kind| kind.name == roll.kind);
                assert!(known, "{id}: no roll {}", roll.kind);
            }
            for troop in &chips.all {
                assert!(ruleset.troops().iter().any(|it| it.id == *troop), "{id}: no {troop}");
            }
            let standing = chips.standing.as_ref().unwrap();
            let kind = ruleset.odds_kinds().iter().find(|kind| kind.name == standing.roll).unwrap();
            let known = |word: &String| {
                kind.sides.iter().any(|side| side.words.iter().any(|it| it.is(word)))
            };
            let words = [&standing.left, &standing.lost, &standing.commander];
            for word in words.into_iter().flatten().chain(standing.marks.values()) {
                assert!(known(word), "{id}: {word} is no word of {}", kind.name);
            }
            for (word, special) in &chips.special {
                assert!(ruleset.rulebook().get(&special.rule).is_some(), "{id}: {word}");
            }
            for entry in ruleset.lists().into_iter().flat_map(|list| list.entries) {
                for word in &entry.special {
                    assert!(chips.special.contains_key(word), "{id}: {word} of {}", entry.id);
                }
            }
        }
    }

    /// By hand: dice of 1 to 3 count one more (ADLG-QUA.2), so the first side counts 2, 3, 4, 4, 5 or 6. With 2 against
    /// 1 (ADLG-UNI.8, ADLG-ABI.9; ADLG-UNI.11, ADLG-MOD.2) it wins 2 + 3 + 4 + 4 + 5 + 6 = 24 falls of 36 and is even
    /// in 5; without Impact it wins 1 + 2 + 3 + 3 + 4 + 5 = 18 and loses 4 + 3 + 2 + 2 + 1 = 12.
    #[test]
    fn a_chip_is_worth_what_the_roll_would_be_without_it() {
        let adlg = crate::find("adlg").unwrap();
        let shown =
            asked("melee", &["heavy_swordsmen elite impact charging", "pikemen disordered"]);
        let panel = panel(adlg, &shown).unwrap();
        let parts = panel.parts.unwrap().map(|part| (part * 36.0).round());
        assert_eq!(
            (panel.title.as_str(), parts),
            ("Heavy swordsmen against Pikemen", [24.0, 5.0, 7.0])
        );
        let [mine, theirs] = &panel.cards[..] else { panic!("two cards") };
        let impact = chip(mine, "Impact");
        assert_eq!((impact.on, impact.worth), (true, Some([167, -28, -139])));
        assert_eq!(impact.becomes, "heavy_swordsmen elite charging");
        // Of one set only one holds, and neither is the third.
        assert_eq!(chip(mine, "Mediocre").becomes, "heavy_swordsmen impact charging mediocre");
        assert_eq!(chip(mine, "Ordinary").becomes, "heavy_swordsmen impact charging");
        // Even with 50%: 24 of 36 less 18.
        assert_eq!(chip(theirs, "Disordered").worth, Some([167, -28, -139]));
        // ADLG-ABI.6: against foot a polearm is nothing, and says so.
        let polearm = chip(mine, "Polearm");
        assert_eq!((polearm.idle, polearm.why.as_deref()), (true, Some("only against mounted")));
        // Both cannot have charged.
        assert!(chip(theirs, "Charged now").refused.is_some());
    }

    #[test]
    fn troops_of_a_side_have_chips_of_their_own() {
        let impetus = crate::find("impetus").unwrap();
        let shown = Shown {
            at: vec![0, 1],
            ..asked("melee", &["gal_warband charging", "rom_hastati, rom_principes"])
        };
        let panel = panel(impetus, &shown).unwrap();
        let card = &panel.cards[1];
        assert_eq!(card.units.len(), 2);
        assert_eq!(card.units[0].becomes, "{}, rom_principes");
        assert_eq!(card.units[1].without.as_deref(), Some("rom_hastati"));
        assert_eq!(chip(card, "Disordered").becomes, "rom_hastati, rom_principes disordered");
    }

    #[test]
    fn all_stand_against_all() {
        let adlg = crate::find("adlg").unwrap();
        let shown = asked("melee", &["heavy_swordsmen elite", "pikemen"]);
        let plain = table(adlg, &shown, false).unwrap();
        assert_eq!(plain.troops.len(), 9);
        for (n, row) in plain.cells.iter().enumerate() {
            for (m, cell) in row.iter().enumerate() {
                let [win, _, lose] = cell.unwrap();
                let [other_win, _, other_lose] = plain.cells[m][n].unwrap();
                assert!((win - other_lose).abs() + (lose - other_win).abs() < 1e-9, "{n} {m}");
            }
        }
        // By hand: equal dice win 15 falls of 36; Elite, 2 3 4 4 5 6, wins 1 + 2 + 3 + 3 + 4 + 5 and is even in 6.
        assert!((plain.cells[0][0].unwrap()[0] * 36.0 - 15.0).abs() < 1e-9);
        let elite = table(adlg, &shown, true).unwrap().cells[0][0].unwrap();
        assert_eq!(elite.map(|part| (part * 36.0).round() as u32), [18, 6, 12]);
    }

    #[test]
    fn panels_say_what_the_odds_say() {
        compared(5);
    }

    #[test]
    #[ignore = "slow: 100 situations of each ruleset"]
    fn a_hundred_panels_say_what_the_odds_say() {
        compared(100);
    }

    /// So many situations of each ruleset, found by pressing chips: the panel says what the odds say, and each chip is
    /// worth what comes of pressing it.
    fn compared(wanted: usize) {
        for &ruleset in crate::rulesets() {
            let mut seed = 5_usize;
            let mut random = |n: usize| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 33) % n
            };
            let kinds: Vec<_> = ruleset.chips().roll.iter().filter(|it| !it.slow).take(6).collect();
            let mut situations = 0;
            while situations < wanted {
                let roll = kinds[random(kinds.len())];
                let kind = ruleset.odds_kinds().iter().find(|kind| kind.name == roll.kind).unwrap();
                let words = kind.example.split(kind.name).last().unwrap();
                let words: Vec<_> =
                    words.split('"').map(str::trim).filter(|it| !it.is_empty()).collect();
                let words: Vec<_> = if kind.example.contains('"') {
                    words
                } else {
                    words.iter().flat_map(|it| it.split_whitespace()).collect()
                };
                let Asked { sides, settings } = Asked::of_words(words);
                let mut shown =
                    Shown { kind: kind.name.to_owned(), sides, settings, at: Vec::new() };
                for _ in 0..4 {
                    let Ok(panel) = panel(ruleset, &shown) else { break };
                    let asked =
                        Asked { sides: shown.sides.clone(), settings: shown.settings.clone() };
                    let odds = ruleset.odds(kind.name, &asked).unwrap();
                    assert_eq!(panel.forecast, odds, "{}: {shown:?}", ruleset.id());
                    if let Some(parts) = panel.parts {
                        assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shown:?}");
                        assert_eq!(super::parts(ruleset, kind.name, &odds), Some(parts));
                    }
                    situations += 1;
                    let cards: Vec<_> = panel.cards.iter().filter(|it| it.side.is_some()).collect();
                    if cards.is_empty() {
                        break;
                    }
                    let card = cards[random(cards.len())];
                    let chips: Vec<_> = card.groups.iter().flat_map(|group| &group.chips).collect();
                    let free: Vec<_> = chips.iter().filter(|chip| chip.refused.is_none()).collect();
                    if free.is_empty() {
                        break;
                    }
                    let pressed = free[random(free.len())];
                    shown.sides[card.side.unwrap()] = pressed.becomes.clone();
                    let then = super::panel(ruleset, &shown).unwrap();
                    if let (Some(worth), Some(now), Some(then)) =
                        (pressed.worth, panel.parts, then.parts)
                    {
                        let sign = if pressed.on { -1.0 } else { 1.0 };
                        for n in 0..3 {
                            let by = sign * 1000.0 * (then[n] - now[n]);
                            assert!(
                                (by - f64::from(worth[n])).abs() <= 0.5 + 1e-6,
                                "{shown:?} {pressed:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
