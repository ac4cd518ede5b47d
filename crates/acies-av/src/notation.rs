//! Actions in text: what players type, and what records hold.
//!
//! A unit is its number in its army, counted from one, or its key: `3`, `legionaries_2`. Several have commas
//! between them, and numbers in a row may be written as `3-7`. Headings and facings are degrees clockwise from
//! north, places are UD from the south-west corner.
//!
//! | step | notation |
//! |---|---|
//! | set-up | `lay 5 5`, `deploy ...`, `place 2: 13.5 4.5 0`, `start 2: halt`, `post 1: with 4`, `deployed`: see [`setup::notation`] |
//! | initiative | `begin`, `first`, `second` |
//! | orders | `order 1-4 advance`, `redress 5`, `end orders` |
//! | moves | `pivot 3 90`, `move 3: go 0 2`, `move 3: wheel 90 go 90 1`, `move 3: go 0 2 push 4`, `end moves` |
//! | falling back | `back 3: go 180 2`, `back 3: go 180 3 about face 0` |
//! | leaders | `ride 1 10.5,4`, `attach 1 3`, `end leaders` |
//! | shooting | `shoot 7 2`, `end shooting` |
//! | hand to hand | `fight 3 5`, `join 4 3`, `lend yes`, `reroll no`, `retreat 180 1 turned`, `follow yes` |
//! | at the end of a step | `done`: no more of what is being decided, as `end orders` |
//! | any time | `resign` |

use acies_core::{
    Misread, Seat, Typed,
    typed::pick,
    words::{key, number, numbers},
};
use acies_table::{Angle, Facing, Length, Point};

use crate::{
    action::{Action, Back, Step, Steps},
    battle::{Battle, Frame},
    profile::{Order, Worded},
    setup::{self, Prepare, notation::VERBS as PREPARING},
    units::UnitSet,
};

/// The verbs, for hints.
const VERBS: [&str; 20] = [
    "begin", "first", "second", "order", "redress", "end", "done", "pivot", "move", "back", "ride",
    "attach", "shoot", "fight", "join", "lend", "reroll", "retreat", "follow", "resign",
];

/// What can be ended.
const ENDS: [(&str, Action); 4] = [
    ("orders", Action::EndOrders),
    ("moves", Action::EndMoves),
    ("leaders", Action::EndLeaders),
    ("shooting", Action::EndShooting),
];

const HOW_TO_MOVE: &str = "as in `move 3: go 0 2` or `move 3: wheel 90 go 90 1`";

impl Battle {
    pub fn write(&self, action: &Action) -> String {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        match action {
            Action::Begin => "begin".into(),
            Action::Prepare(prepare) => prepare.write(),
            Action::Play { first: true } => "first".into(),
            Action::Play { first: false } => "second".into(),
            Action::Test { units, order } => {
                format!("order {} {}", numbers(units.iter()), order.word())
            }
            Action::Redress { unit } => format!("redress {}", number(*unit)),
            Action::Pivot { unit, facing } => format!("pivot {} {facing}", number(*unit)),
            Action::Move { unit, steps, push } => {
                let steps: Vec<_> = steps.iter().map(step_text).collect();
                let push = if push.is_empty() {
                    String::new()
                } else {
                    format!(" push {}", numbers(push.iter()))
                };
                format!("move {}: {}{push}", number(*unit), steps.join(" "))
            }
            Action::FallBack { unit, back } => {
                let about = if back.about { " about" } else { "" };
                let then = back.then.map_or(String::new(), |facing| format!(" face {facing}"));
                let (heading, distance) = (back.heading, back.distance);
                format!("back {}: go {heading} {distance}{about}{then}", number(*unit))
            }
            Action::Ride { leader, to } => {
                format!("ride {} {},{}", number(*leader), to.x, to.y)
            }
            Action::Attach { leader, unit } => {
                format!("attach {} {}", number(*leader), number(*unit))
            }
            Action::Shoot { unit, target } => {
                format!("shoot {} {}", number(*unit), number(*target))
            }
            Action::Fight { unit, enemy } => format!("fight {} {}", number(*unit), number(*enemy)),
            Action::Join { unit, friend } => format!("join {} {}", number(*unit), number(*friend)),
            Action::Lend { yes: it } => format!("lend {}", yes(*it)),
            Action::Reroll { yes: it } => format!("reroll {}", yes(*it)),
            Action::Retreat { heading, distance, turned } => {
                let turned = if *turned { " turned" } else { "" };
                format!("retreat {heading} {distance}{turned}")
            }
            Action::FollowUp { yes: it } => format!("follow {}", yes(*it)),
            Action::EndOrders => "end orders".into(),
            Action::EndMoves => "end moves".into(),
            Action::EndLeaders => "end leaders".into(),
            Action::EndShooting => "end shooting".into(),
            Action::Resign => "resign".into(),
        }
    }

    pub(crate) fn read_action(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        if let Some(prepare) = Prepare::read(text) {
            return prepare.map(Action::Prepare);
        }
        let text = text.replace(':', " ").to_lowercase();
        let mut reader = Reader { battle: self, by, words: Typed::new(&text) };
        let action = match reader.words.word("an action")? {
            "begin" => Action::Begin,
            "first" => Action::Play { first: true },
            "second" => Action::Play { first: false },
            "order" => Action::Test { units: reader.units(by)?, order: reader.order()? },
            "redress" => Action::Redress { unit: reader.unit(by)? },
            "pivot" => Action::Pivot { unit: reader.unit(by)?, facing: reader.facing()? },
            "move" => reader.movement()?,
            "back" => reader.back()?,
            "ride" => Action::Ride { leader: reader.leader()?, to: reader.place()? },
            "attach" => Action::Attach { leader: reader.leader()?, unit: reader.unit(by)? },
            "shoot" => Action::Shoot { unit: reader.unit(by)?, target: reader.unit(by.other())? },
            "fight" => Action::Fight { unit: reader.unit(by)?, enemy: reader.unit(by.other())? },
            "join" => Action::Join { unit: reader.unit(by)?, friend: reader.unit(by)? },
            "lend" => Action::Lend { yes: reader.words.yes()? },
            "reroll" => Action::Reroll { yes: reader.words.yes()? },
            "follow" => Action::FollowUp { yes: reader.words.yes()? },
            "retreat" => {
                let (heading, distance) = (reader.facing()?, reader.length()?);
                Action::Retreat { heading, distance, turned: reader.words.flag("turned") }
            }
            "end" => reader.end_of()?,
            "done" => self.done()?,
            "resign" => Action::Resign,
            other => {
                return Err(Misread::unknown("action", other, VERBS.into_iter().chain(PREPARING)));
            }
        };
        reader.words.end(action)
    }

    /// What ends the step that is being decided.
    fn done(&self) -> Result<Action, Misread> {
        match self.stack.last() {
            Some(Frame::Prepare(setup::Step::Deploy)) => Ok(Action::Prepare(Prepare::EndDeploying)),
            Some(Frame::Orders(_)) => Ok(Action::EndOrders),
            Some(Frame::Moves(_)) => Ok(Action::EndMoves),
            Some(Frame::Leaders(_)) => Ok(Action::EndLeaders),
            Some(Frame::Targets(_)) => Ok(Action::EndShooting),
            _ => {
                let what = "nothing is being done that could be ended with `done`".into();
                let hint = format!("what is asked is: {}", self.asks().0);
                Err(Misread { what, hint: Some(hint) })
            }
        }
    }

    /// A unit by its number or its key.
    pub(crate) fn find_unit(&self, of: Seat, word: &str) -> Result<u8, Misread> {
        let host = &self.setup.armies[of];
        let keys: Vec<_> = host.units.iter().map(|unit| key(&unit.name)).collect();
        pick(&host.name, "unit", word, keys.iter().map(String::as_str))
    }
}

fn step_text(step: &Step) -> String {
    let wheel = step.wheel.map_or(String::new(), |facing| format!("wheel {facing} "));
    format!("{wheel}go {} {}", step.heading, step.distance)
}

/// Words from left to right.
struct Reader<'a> {
    battle: &'a Battle,
    by: Seat,
    words: Typed<'a>,
}

impl Reader<'_> {
    fn unit(&mut self, of: Seat) -> Result<u8, Misread> {
        self.battle.find_unit(of, self.words.word("a unit")?)
    }

    fn units(&mut self, of: Seat) -> Result<UnitSet, Misread> {
        self.words.units(|word| self.battle.find_unit(of, word))
    }

    fn leader(&mut self) -> Result<u8, Misread> {
        let host = &self.battle.setup.armies[self.by];
        let keys: Vec<_> = host.leaders.iter().map(|leader| key(&leader.name)).collect();
        let word = self.words.word("a leader")?;
        pick(&host.name, "leader", word, keys.iter().map(String::as_str))
    }

    fn order(&mut self) -> Result<Order, Misread> {
        let word = self.words.word("an order")?;
        let known = Order::WORDS.iter().map(|(word, _)| *word);
        Order::named(word).ok_or_else(|| Misread::unknown("order", word, known))
    }

    fn facing(&mut self) -> Result<Facing, Misread> {
        let word = self.words.word("a heading in degrees from north")?;
        let degrees = word.parse::<f64>().ok().and_then(|it| Angle::try_from(it).ok());
        degrees.map(Facing::new).ok_or_else(|| Misread::new(format!("`{word}` is no heading")))
    }

    fn length(&mut self) -> Result<Length, Misread> {
        read_length(self.words.word("a distance in UD")?)
    }

    fn place(&mut self) -> Result<Point, Misread> {
        let word = self.words.word("a place")?;
        let place = word.split_once(',').ok_or_else(|| {
            Misread::new(format!("`{word}` is no place"))
                .hint("as in `10.5,4`: UD from the south-west corner")
        })?;
        Ok(Point { x: read_length(place.0)?, y: read_length(place.1)? })
    }

    fn end_of(&mut self) -> Result<Action, Misread> {
        let word = self.words.word("what ends")?;
        let found = ENDS.iter().find(|(name, _)| *name == word).map(|(_, action)| action.clone());
        found.ok_or_else(|| Misread::unknown("step", word, ENDS.iter().map(|(name, _)| *name)))
    }

    /// `3: wheel 90 go 90 1 go 60 2 push 4,5`.
    fn movement(&mut self) -> Result<Action, Misread> {
        let unit = self.unit(self.by)?;
        let mut steps = Steps::new();
        loop {
            let wheel = if self.words.flag("wheel") { Some(self.facing()?) } else { None };
            let step = match wheel {
                _ if self.words.flag("go") => {
                    Step { wheel, heading: self.facing()?, distance: self.length()? }
                }
                // AV-5.24: read, for the rules to refuse it.
                Some(heading) => Step { wheel, heading, distance: Length::ZERO },
                None if steps.is_empty() => {
                    return Err(Misread::new("where does it go?").hint(HOW_TO_MOVE));
                }
                None => break,
            };
            if steps.try_push(step).is_err() {
                return Err(Misread::new("a move has two segments at most (AV-R47)"));
            }
        }
        let push =
            if self.words.flag("push") { self.units(self.by.other())? } else { UnitSet::NONE };
        Ok(Action::Move { unit, steps, push })
    }

    /// `3: go 180 3 about face 0`.
    fn back(&mut self) -> Result<Action, Misread> {
        let unit = self.unit(self.by)?;
        if !self.words.flag("go") {
            return Err(Misread::new("where does it go?").hint("as in `back 3: go 180 2 about`"));
        }
        let (heading, distance) = (self.facing()?, self.length()?);
        let about = self.words.flag("about");
        let then = if self.words.flag("face") { Some(self.facing()?) } else { None };
        Ok(Action::FallBack { unit, back: Back { heading, distance, about, then } })
    }
}

fn read_length(word: &str) -> Result<Length, Misread> {
    let length = word.parse::<f64>().ok().and_then(|it| Length::try_from(it).ok());
    length.ok_or_else(|| Misread::new(format!("`{word}` is no length")))
}
