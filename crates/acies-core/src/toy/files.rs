//! The ruleset: its warbands and duels, what is read from files, and the odds that can be asked for.

use super::*;

/// The text of each shipped warband.
const ARMIES: &[ShippedFile] = &[
    (
        "wolves",
        "ruleset = \"toy\"\nname = \"Wolves\"\nfighters = [\"swordsman\", \"spearman\", \"slinger\"]\n",
    ),
    (
        "bears",
        "ruleset = \"toy\"\nname = \"Bears\"\nfighters = [\"spearman\", \"spearman\", \"spearman\"]\n",
    ),
    (
        "crows",
        "ruleset = \"toy\"\nname = \"Crows\"\nfighters = [\"swordsman\", \"slinger\", \"slinger\", \"slinger\"]\n",
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyFile {
    #[serde(rename = "ruleset")]
    _ruleset: Option<String>,
    name: String,
    fighters: Vec<toml::Spanned<String>>,
}

fn fighters(file: &str, text: &str) -> Result<(String, Vec<Fighter>), BadFile> {
    let army: ArmyFile = read_toml(file, text)?;
    let known = Fighter::ALL.map(Fighter::word);
    let fighters = army.fighters.iter().map(|word| {
        Fighter::read(word.get_ref()).ok_or_else(|| {
            let what = format!("there is no fighter `{}`", word.get_ref());
            BadFile::new(file, text, word.span(), what)
                .rule("TOY-1.1")
                .hint(did_you_mean(word.get_ref(), known.into_iter()))
        })
    });
    let fighters: Vec<_> = fighters.collect::<Result<_, _>>()?;
    affordable(file, text, &fighters)?;
    Ok((army.name, fighters))
}

pub(super) fn cost(fighters: &[Fighter]) -> u32 {
    fighters.iter().map(|fighter| fighter.dice() as u32).sum()
}

fn affordable(file: &str, text: &str, fighters: &[Fighter]) -> Result<(), BadFile> {
    let cost = cost(fighters);
    if cost <= COST_MAX {
        return Ok(());
    }
    let at = text.find("fighters").unwrap_or(0);
    let what = format!("the warband costs {cost} points, at most {COST_MAX} are allowed");
    let hint = Some("leave a fighter at home".to_owned());
    Err(BadFile::new(file, text, at..at + 8, what).rule("TOY-1.2").hint(hint))
}

impl Ruleset for Toy {
    type Game = Duel;

    const ID: &'static str = "toy";
    const NAME: &'static str = "Duel";
    const AUTHORS: &'static str = "nobody";
    const RULES: &'static str = RULES;
    const ARMIES: &'static [ShippedFile] = ARMIES;
    const BATTLES: &'static [ShippedFile] = &[];

    fn rulebook() -> &'static Rulebook {
        static BOOK: LazyLock<Rulebook> = LazyLock::new(|| Rulebook::read(RULES));
        &BOOK
    }

    fn battles() -> Vec<BattleCard> {
        let (id, name, about) = ("ford", "The ford", "two warbands meet at a ford");
        vec![BattleCard { id: id.into(), name: name.into(), about: about.into() }]
    }

    fn battle(name: &str) -> Option<Duel> {
        let band = [Swordsman, Spearman, Slinger];
        (name == "ford").then(|| Duel::new(&band, &band))
    }

    fn field(red: &Army, blue: &Army) -> Result<Duel, String> {
        let read = |army: &Army| fighters(&army.name, &army.text).map_err(|bad| bad.to_string());
        let ((red_name, red), (blue_name, blue)) = (read(red)?, read(blue)?);
        let mut duel = Duel::new(&red, &blue);
        (duel.red.name, duel.blue.name) = (red_name, blue_name);
        Ok(duel)
    }

    fn army(file: &str, text: &str) -> Result<Army, BadFile> {
        let (name, fighters) = fighters(file, text)?;
        let roster =
            fighters.iter().map(|fighter| format!("{} ({})", fighter.word(), fighter.dice()));
        let roster = roster.collect();
        let warnings = if fighters.len() == 1 { vec!["a lone fighter".into()] } else { vec![] };
        let (cost, units) = (cost(&fighters), fighters.len());
        Ok(Army { name, text: text.into(), cost, budget: COST_MAX, units, roster, warnings })
    }

    fn position(file: &str, text: &str) -> Result<Duel, BadFile> {
        let duel: Duel = read_toml(file, text)?;
        for seat in Seat::BOTH {
            affordable(file, text, &duel.band(seat).fighters)?;
        }
        if duel.stack.iter().any(|frame| !frame.it().fits(&duel)) {
            let at = text.find("stack").unwrap_or(0);
            let what = "nobody can fight before both sides have sent a fighter";
            return Err(BadFile::new(file, text, at..at + 5, what).rule("TOY-2.1"));
        }
        Ok(duel)
    }

    fn odds_kinds() -> &'static [OddsKind] {
        const WORDS: &[OddsWord] = &[
            OddsWord { word: "hill", value: None, rule: "TOY-1.3", about: "a die more" },
            OddsWord { word: "rage", value: None, rule: "TOY-3.2", about: "a die more" },
            OddsWord {
                word: "guard",
                value: None,
                rule: "TOY-3.3",
                about: "hit only by 5 or more",
            },
        ];
        &[OddsKind {
            name: "fight",
            about: "two fighters meet",
            sides: &[
                OddsSide { part: "red", troop: true, several: false, words: WORDS },
                OddsSide { part: "blue", troop: true, several: false, words: WORDS },
            ],
            settings: &[],
            example: "acies odds toy fight \"swordsman rage\" \"spearman guard\"",
        }]
    }

    fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
        let misread = |what: String, hint| Err(Misread { what, hint });
        if kind != "fight" {
            let hint = did_you_mean(kind, ["fight"].into_iter());
            return misread(format!("there is no roll `{kind}`"), hint);
        }
        let [red, blue] = &asked.sides[..] else {
            return misread("a fight has two sides".into(), None);
        };
        let mut duel = Duel::new(&[], &[]);
        for (seat, side) in [(Seat::Red, red), (Seat::Blue, blue)] {
            let mut words = side.split_whitespace();
            let troop = words.next().unwrap_or_default();
            let Some(fighter) = Fighter::read(troop) else {
                let known = Fighter::ALL.map(Fighter::word).into_iter();
                return misread(
                    format!("there is no fighter `{troop}`"),
                    did_you_mean(troop, known),
                );
            };
            let mut card = None;
            for word in words {
                match Card::ALL.into_iter().find(|card| card.word() == word) {
                    None if word == "hill" => duel.hill = Some(seat),
                    Some(found) => card = Some(found),
                    None => {
                        let known = ["hill", "rage", "guard", "feint"].into_iter();
                        let hint = did_you_mean(word, known);
                        return misread(format!("`{word}` says nothing about a fight"), hint);
                    }
                }
            }
            duel.band_mut(seat).card = card.map_or(Sealed::Nothing, Sealed::In);
            duel.sent[seat] = Sealed::In(Send { fighter, card: card.is_some() });
        }
        Ok(duel.fight_forecast())
    }
}
