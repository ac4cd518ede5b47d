//! Actions in text: what players type, and what records hold.
//!
//! A unit is its number in its army, counted from one, or its key: `3`, `legionaries_2`. Several have commas
//! between them, and numbers in a row may be written as `3-7`. Headings and facings are degrees clockwise from
//! north, places are UD from the south-west corner.
//!
//! | step | notation |
//! |---|---|
//! | set-up | `lay 5 5`, `deploy ...`, `place 2: 13.5 4.5 0`, `start 2: halt`, `post 1: with 4`, `deployed`: see [`setup`](crate::setup) |
//! | initiative | `begin`, `first`, `second` |
//! | orders | `order 1-4 advance`, `redress 5`, `end orders` |
//! | moves | `pivot 3 90`, `move 3: go 0 2`, `move 3: wheel 90 go 90 1`, `move 3: go 0 2 push 4`, `end moves` |
//! | falling back | `back 3: go 180 2`, `back 3: go 180 3 about face 0` |
//! | leaders | `ride 1 10.5,4`, `attach 1 3`, `end leaders` |
//! | shooting | `shoot 7 2`, `end shooting` |
//! | hand to hand | `fight 3 5`, `join 4 3`, `lend yes`, `reroll no`, `retreat 180 1 turned`, `follow yes` |
//! | at the end of a step | `done`: no more of what is being decided, as `end orders` |
//! | any time | `resign` |

use acies_core::{Misread, Seat, Typed, flow::One, typed::pick, words::key};
use acies_table::{Angle, Facing, Length, Point, Pose};

use crate::{
    battle::{Action, Battle},
    profile::{Order, Worded},
    setup::Prepare,
    units::UnitSet,
    words::refusals::No,
};

/// What ends a step: `done` is whichever is asked for.
const ENDS: [Action; 5] = [
    Action::EndOrders,
    Action::EndMoves,
    Action::EndLeaders,
    Action::EndShooting,
    Action::Prepare(Prepare::EndDeploying),
];

impl Battle {
    pub(crate) fn read_action(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        let text = text.to_lowercase();
        let (verb, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let plain = rest.replace(':', " ");
        let mut reader = Reader { battle: self, by, words: Typed::new(&plain), rest };
        let action = match verb {
            "" => return Err(Misread::new("an action is missing")),
            "done" => self.done(by)?,
            "end" => {
                let what = reader.words.word("what ends")?;
                let verb = format!("end {what}");
                let known = Action::verbs().filter_map(|verb| verb.strip_prefix("end "));
                Action::read(&verb, &mut reader)
                    .ok_or_else(|| Misread::unknown("step", what, known))??
            }
            _ => {
                let known = Action::verbs().filter(|verb| !verb.contains(' '));
                Action::read(verb, &mut reader).ok_or_else(|| {
                    Misread::unknown("action", verb, known.chain(["end", "done"]))
                })??
            }
        };
        reader.words.end(action)
    }

    /// What ends the step that is being decided.
    fn done(&self, by: Seat) -> Result<Action, Misread> {
        let ends = |action: &Action| action.it().check(self, by) != Err(No::NotNow);
        ENDS.into_iter().find(ends).ok_or_else(|| {
            let asks = self.asks().0;
            Misread::new("nothing is being done that could be ended with `done`")
                .hint(format!("what is asked is: {asks}"))
        })
    }

    /// A unit by its number or its key.
    pub(crate) fn find_unit(&self, of: Seat, word: &str) -> Result<u8, Misread> {
        let host = &self.setup.armies[of];
        let keys: Vec<_> = host.units.iter().map(|unit| key(&unit.name)).collect();
        pick(&host.name, "unit", word, keys.iter().map(String::as_str))
    }
}

/// Words from left to right, after the verb.
pub struct Reader<'a> {
    battle: &'a Battle,
    pub(crate) by: Seat,
    pub(crate) words: Typed<'a>,
    /// All of them as they were typed.
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// A unit of who decides.
    pub(crate) fn own(&mut self) -> Result<u8, Misread> {
        self.unit(self.by)
    }

    /// A unit of the other side.
    pub(crate) fn enemy(&mut self) -> Result<u8, Misread> {
        self.unit(self.by.other())
    }

    fn unit(&mut self, of: Seat) -> Result<u8, Misread> {
        self.battle.find_unit(of, self.words.word("a unit")?)
    }

    pub(crate) fn units(&mut self, of: Seat) -> Result<UnitSet, Misread> {
        self.words.units(|word| self.battle.find_unit(of, word))
    }

    pub(crate) fn leader(&mut self) -> Result<u8, Misread> {
        let host = &self.battle.setup.armies[self.by];
        let keys: Vec<_> = host.leaders.iter().map(|leader| key(&leader.name)).collect();
        let word = self.words.word("a leader")?;
        pick(&host.name, "leader", word, keys.iter().map(String::as_str))
    }

    pub(crate) fn order(&mut self) -> Result<Order, Misread> {
        let word = self.words.word("an order")?;
        let known = Order::WORDS.iter().map(|(word, _)| *word);
        Order::named(word).ok_or_else(|| Misread::unknown("order", word, known))
    }

    pub(crate) fn facing(&mut self) -> Result<Facing, Misread> {
        let word = self.words.word("a heading in degrees from north")?;
        let degrees = word.parse::<f64>().ok().filter(|it| (-360.0..=360.0).contains(it));
        let degrees = degrees.and_then(|it| Angle::try_from(it).ok());
        degrees.map(Facing::new).ok_or_else(|| Misread::new(format!("`{word}` is no heading")))
    }

    pub(crate) fn length(&mut self) -> Result<Length, Misread> {
        read_length(self.words.word("a distance in UD")?)
    }

    /// As in `10.5,4`.
    pub(crate) fn place(&mut self) -> Result<Point, Misread> {
        let word = self.words.word("a place")?;
        let place = word.split_once(',').ok_or_else(|| {
            Misread::new(format!("`{word}` is no place"))
                .hint("as in `10.5,4`: UD from the south-west corner")
        })?;
        Ok(Point { x: read_length(place.0)?, y: read_length(place.1)? })
    }

    /// A place and a facing: `13.5 4.5 0`.
    pub(crate) fn pose(&mut self) -> Result<Pose, Misread> {
        let at = Point { x: self.length()?, y: self.length()? };
        Ok(Pose { at, facing: self.facing()? })
    }

    /// All that is left, as it was typed.
    pub(crate) fn rest(&mut self) -> &'a str {
        self.words = Typed::new("");
        self.rest.trim()
    }
}

fn read_length(word: &str) -> Result<Length, Misread> {
    let length = word.parse::<f64>().ok().and_then(|it| Length::try_from(it).ok());
    length.ok_or_else(|| Misread::new(format!("`{word}` is no length")))
}
