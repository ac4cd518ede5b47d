//! The words that odds are asked in, as a player reads them: chips to press, in groups, of which some exclude each
//! other; and which rolls have a winner. Each ruleset has them in `data/chips.toml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Chance, Forecast, OddsWord};

/// What stands in a `chips.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chips {
    /// The troops of a table of all against all.
    #[serde(default)]
    pub all: Vec<String>,
    /// What a set of words that exclude each other is called when none of them is said, such as "Open".
    #[serde(default)]
    pub none: BTreeMap<String, NoneChip>,
    /// The rolls, those that are asked about most first.
    #[serde(default)]
    pub roll: Vec<RollCard>,
    /// How units of a battle are asked about as they stand.
    pub standing: Option<Standing>,
    /// Special rules that troops of an army may have, by the words of army files.
    #[serde(default)]
    pub special: BTreeMap<String, SpecialChip>,
    /// The words. One that means different things in different rolls is written with the roll: `terrain.flank`.
    #[serde(default)]
    pub word: BTreeMap<String, WordChip>,
}

/// What is said of a unit that stands on the table, from what is drawn of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The roll of two units against each other.
    pub roll: String,
    /// The word for what is left of its pips.
    pub left: Option<String>,
    /// The word for what is lost of its pips.
    pub lost: Option<String>,
    /// The word for a commander with it.
    pub commander: Option<String>,
    /// Words for markers, by what they say.
    #[serde(default)]
    pub marks: BTreeMap<String, String>,
}

/// A special rule: what it is called, and the rule that says it in a sentence.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialChip {
    /// What it is called.
    pub says: String,
    /// The id of the rule.
    pub rule: String,
}

/// Where a chip stands on its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// How good the troops are.
    Quality,
    /// What they have.
    Arms,
    /// How they came there.
    Came,
    /// Where they stand.
    Ground,
    /// Who is with them.
    Support,
}

impl Group {
    /// In the order of a card.
    pub const ALL: [Group; 5] =
        [Group::Quality, Group::Arms, Group::Came, Group::Ground, Group::Support];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Group::Quality => "Quality",
            Group::Arms => "Arms",
            Group::Came => "How it came",
            Group::Ground => "Ground",
            Group::Support => "Support",
        }
    }
}

/// A set of which nothing is said.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoneChip {
    /// What it says.
    pub says: String,
    /// Where it stands.
    pub group: Group,
    /// A word that says the same.
    pub word: Option<String>,
}

/// A word as a chip.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordChip {
    /// What it says; `{}` is its value.
    pub says: String,
    /// Where it stands.
    pub group: Group,
    /// The set of words of which only one holds.
    pub one: Option<String>,
    /// Values to choose, where the word itself does not list them.
    #[serde(default)]
    pub values: Vec<String>,
    /// What values are called.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// When it matters, in few words: shown where it makes no difference.
    pub only: Option<String>,
    /// Whether it is asked for rarely.
    #[serde(default)]
    pub rare: bool,
    /// Values that are asked for rarely.
    #[serde(default)]
    pub rare_values: Vec<String>,
}

impl WordChip {
    /// The values to choose: `a|b` and `1..3` are listed by the word itself. None for a word without a value.
    pub fn choices(&self, word: &OddsWord) -> Vec<String> {
        let Some(value) = word.value else { return Vec::new() };
        if !self.values.is_empty() {
            return self.values.clone();
        }
        if let Some((least, most)) = value.split_once("..")
            && let (Ok(least), Ok(most)) = (least.parse::<u32>(), most.parse::<u32>())
        {
            return (least.max(1)..=most).map(|n| n.to_string()).collect();
        }
        let listed = value.split('|').filter(|it| !it.contains(|c: char| c.is_ascii_uppercase()));
        listed.map(str::to_owned).collect()
    }

    /// What the chip says with a value.
    pub fn with(&self, value: &str) -> String {
        let plain = value.replace('_', " ");
        let name = self.names.get(value).map_or(plain.as_str(), String::as_str);
        let says = self.says.replace("{}", name);
        let mut letters = says.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }
}

/// A roll on the page of odds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollCard {
    /// The roll, as the command line calls it.
    pub kind: String,
    /// What players call it.
    pub name: String,
    /// Its title: `{0}` and `{1}` are the troops.
    pub says: String,
    /// What is won or lost by it.
    pub parts: Option<Measure>,
    /// What winning, neither and losing are called.
    pub words: Option<[String; 3]>,
    /// Whether it takes too long to be counted for each chip.
    #[serde(default)]
    pub slow: bool,
}

impl RollCard {
    /// What winning, neither and losing are called.
    pub fn words(&self) -> [String; 3] {
        let usual = || ["win", "even", "lose"].map(str::to_owned);
        self.words.clone().unwrap_or_else(usual)
    }
}

/// How the outcomes of a roll fall into winning, neither, and losing, as the first side sees it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Measure {
    /// Above nought is won, below is lost.
    Score(String),
    /// Who falls further from what he has has lost.
    Losses {
        /// What the other has left.
        theirs: String,
        /// What the first side has left.
        mine: String,
    },
    /// Who comes off higher has won.
    Above {
        /// How the first side comes off.
        mine: String,
        /// How the other comes off.
        theirs: String,
    },
    /// The outcome has this number.
    Is {
        /// The number of winning.
        win: (String, i64),
        /// The number of losing.
        lose: (String, i64),
    },
    /// What a player asks first: highlights that end so. If none is lost by name, all else is.
    Told {
        /// Ends of highlights that are won.
        win: Vec<String>,
        /// Ends of highlights that are lost.
        lose: Vec<String>,
    },
    /// Who is hit breaks (nothing is `left`, or it routs), stays `whole` (the highlight that ends so), or neither. As
    /// who hits sees it, or as its owner.
    Breaks {
        /// What is left of who is hit.
        left: String,
        /// Whether he routs.
        rout: String,
        /// The end of the highlight that nothing happened.
        whole: String,
        /// Whether his owner asks.
        #[serde(default)]
        own: bool,
    },
    /// It comes about, or it does not.
    Comes(String),
    /// It had better not come about.
    Fails(String),
}

/// The chances to win, of neither, and to lose.
pub type Parts = [f64; 3];

impl Measure {
    /// Whether each outcome is won (1), neither (0) or lost (-1). None if outcomes have no such numbers.
    pub fn signs(&self, forecast: &Forecast) -> Option<Vec<i64>> {
        let outcomes = &forecast.outcomes;
        let each = |is: &dyn Fn(&Chance) -> Option<i64>| -> Option<Vec<i64>> {
            outcomes.iter().map(|outcome| Some(is(outcome)?.signum())).collect()
        };
        let highest = |key: &str| outcomes.iter().filter_map(|it| number(it, key)).max();
        match self {
            Measure::Score(key) => each(&|it| number(it, key)),
            Measure::Losses { theirs, mine } => {
                let (theirs_full, mine_full) = (highest(theirs)?, highest(mine)?);
                each(&|it| {
                    Some((theirs_full - number(it, theirs)?) - (mine_full - number(it, mine)?))
                })
            }
            Measure::Above { mine, theirs } => {
                each(&|it| Some(number(it, mine)? - number(it, theirs)?))
            }
            Measure::Is { win, lose } => each(&|it| {
                let is = |(key, value): &(String, i64)| Some(number(it, key)? == *value);
                Some(i64::from(is(win)?) - i64::from(is(lose)?))
            }),
            Measure::Comes(key) => each(&|it| Some(if number(it, key)? > 0 { 1 } else { -1 })),
            Measure::Fails(key) => each(&|it| Some(if number(it, key)? > 0 { -1 } else { 1 })),
            Measure::Breaks { left, rout, whole, own } => {
                let told = forecast.highlights.iter().find(|it| it.says.ends_with(whole.as_str()));
                let (full, may_be_whole) = (highest(left)?, told?.chance.to_f64() > 0.0);
                each(&|it| {
                    let (left, routs) = (number(it, left)?, number(it, rout)? > 0);
                    let sign = if routs || left == 0 {
                        1
                    } else if left == full && may_be_whole {
                        -1
                    } else {
                        0
                    };
                    Some(if *own { -sign } else { sign })
                })
            }
            Measure::Told { .. } => None,
        }
    }

    /// The three chances of a forecast. None if it has no such numbers.
    pub fn parts(&self, forecast: &Forecast) -> Option<Parts> {
        if let Measure::Told { win, lose } = self {
            let sum = |wanted: &[String]| -> Option<f64> {
                let found = |end: &String| {
                    forecast.highlights.iter().find(|it| it.says.ends_with(end.as_str()))
                };
                wanted.iter().map(|end| Some(found(end)?.chance.to_f64())).sum()
            };
            let win = sum(win)?;
            let lose = if lose.is_empty() { 1.0 - win } else { sum(lose)? };
            let even = 1.0 - win - lose;
            return Some([win, if even > 1e-12 { even } else { 0.0 }, lose]);
        }
        let mut parts = [0.0; 3];
        for (sign, outcome) in self.signs(forecast)?.into_iter().zip(&forecast.outcomes) {
            parts[(1 - sign) as usize] += outcome.chance.to_f64();
        }
        Some(parts)
    }
}

/// A number of an outcome by its name.
fn number(outcome: &Chance, key: &str) -> Option<i64> {
    outcome.is.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

impl Chips {
    /// Reads a `chips.toml` that ships.
    pub fn read(text: &str) -> Self {
        toml::from_str(text).expect("tests read the chips of every ruleset")
    }

    /// The card of a roll.
    pub fn roll(&self, kind: &str) -> Option<&RollCard> {
        self.roll.iter().find(|roll| roll.kind == kind)
    }

    /// The chip of a word in a roll.
    pub fn chip(&self, kind: &str, word: &str) -> Option<&WordChip> {
        self.word.get(&format!("{kind}.{word}")).or_else(|| self.word.get(word))
    }
}
