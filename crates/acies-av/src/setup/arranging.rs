//! S4: another place for a unit, a leader or a special figure of an army that stands, or another first order (AV-R28, AV-R29,
//! AV-R102, AV-R114).

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::{number, numbers},
};
use acies_field::arranged;
use acies_table::{Angle, Facing, Length, Point, Pose};
use serde::{Deserialize, Serialize};

use super::words::{at_text, unit_name};
use crate::{
    battle::{Battle, Carrier},
    notation::Reader,
    profile::{Order, Worded},
    scene::{ghost, gone},
    units::{Id, Post, UnitSet},
    words::{events::Event, refusals::No},
};

/// A unit elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub unit: u8,
    pub pose: Pose,
}

impl Deed<Battle> for Place {
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["place"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("place {}: {}", number(self.unit), pose_text(&self.pose))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Place { unit: reader.own()?, pose: reader.pose()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Id, No> {
        let id = battle.known(by, self.unit)?;
        battle.check_arranging(by)?;
        let all = (0..).zip(battle.sides[by].units.iter().map(|it| it.pose.at));
        battle.check_stand(id, self.pose, all.filter(|(n, _)| *n != self.unit))?;
        Ok(id)
    }

    fn perform(
        &self,
        id: Id,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let by = id.seat();
        battle.unit_mut(id).pose = self.pose;
        log.push(|| Event::Arranged { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let does =
            format!("Place {} at {}", unit_name(battle, by, self.unit), at_text(self.pose.at));
        let shown = placed(battle, by, UnitSet::one(self.unit), does);
        let Ok(id) = Deed::check(self, battle, by) else { return shown };
        let far = (self.pose.at.vec() - battle.unit(id).pose.at.vec()).length();
        shown.ghost(gone(ghost(battle, id, &self.pose), Vec::new(), far))
    }
}

/// Several units elsewhere: one so, the others in their places beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrange {
    pub unit: u8,
    pub beside: UnitSet,
    pub pose: Pose,
}

impl Deed<Battle> for Arrange {
    type Plan = (Seat, Vec<(Id, Pose)>);
    const VERBS: &'static [&'static str] = &["arrange"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let (unit, beside) = (number(self.unit), numbers(self.beside.iter()));
        format!("arrange {unit} with {beside}: {}", pose_text(&self.pose))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = reader.own()?;
        if !reader.words.flag("with") {
            return Err(
                Misread::new("who is with it?").hint("as in `arrange 2 with 3,4: 13.5 4.5 0`")
            );
        }
        Ok(Arrange { unit, beside: reader.units(reader.by)?, pose: reader.pose()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Seat, Vec<(Id, Pose)>), No> {
        let id = battle.known(by, self.unit)?;
        battle.all_known(by, self.beside)?;
        battle.check_arranging(by)?;
        let arranged = arranged(battle, id, self.beside, &self.pose);
        let mut after: Vec<_> = battle.sides[by].units.iter().map(|it| it.pose.at).collect();
        for (id, pose) in &arranged {
            after[usize::from(id.number())] = pose.at;
        }
        for &(id, pose) in &arranged {
            let all = (0..).zip(after.iter().copied());
            battle.check_stand(id, pose, all.filter(|(n, _)| *n != id.number()))?;
        }
        Ok((by, arranged))
    }

    fn perform(
        &self,
        (by, arranged): Self::Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        for (id, pose) in arranged {
            battle.unit_mut(id).pose = pose;
        }
        log.push(|| Event::Arranged { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (first, at) = (unit_name(battle, by, self.unit), at_text(self.pose.at));
        let more = self.beside.without(self.unit).len();
        let does = format!("Place {first} and {more} more at {at}");
        let shown = placed(battle, by, self.beside.with(self.unit), does);
        let Ok((_, arranged)) = Deed::check(self, battle, by) else { return shown };
        let ghosts = arranged.iter().map(|(id, to)| ghost(battle, *id, to)).collect();
        Shown { ghosts, ..shown }
    }
}

/// Another first order for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    pub unit: u8,
    pub order: Order,
}

impl Deed<Battle> for Start {
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["start"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("start {}: {}", number(self.unit), self.order.word())
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Start { unit: reader.own()?, order: reader.order()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Id, No> {
        let id = battle.known(by, self.unit)?;
        battle.check_arranging(by)?;
        battle.check_first_order(id, self.order)?;
        Ok(id)
    }

    fn perform(
        &self,
        id: Id,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let by = id.seat();
        battle.unit_mut(id).order = Some(self.order);
        log.push(|| Event::Arranged { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let unit = unit_name(battle, by, self.unit);
        let does = format!("{unit} starts under {}", self.order.name());
        placed(battle, by, UnitSet::one(self.unit), does)
    }
}

/// A leader elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    pub leader: u8,
    pub post: Post,
}

impl Deed<Battle> for Posting {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["post"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("post {}: {}", number(self.leader), post_text(&self.post))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let leader = reader.leader()?;
        let post = match reader.words.word("a place: `with 4` or `at 15 3`")? {
            "with" => Post::With(reader.own()?),
            "at" => Post::Alone(Point { x: reader.length()?, y: reader.length()? }),
            other => {
                let no = Misread::new(format!("`{other}` is no place for a leader"));
                return Err(no.hint("as in `with 4` or `at 15 3`"));
            }
        };
        Ok(Posting { leader, post })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.known_leader(by, self.leader)?;
        battle.check_arranging(by)?;
        battle.check_new_post(by, self.leader, self.post)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.sides[by].leaders[usize::from(self.leader)].place = self.post;
        log.push(|| Event::Arranged { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let name = leader_name(battle, by, self.leader);
        let does = match self.post {
            Post::With(unit) => format!("{name} starts with {}", unit_name(battle, by, unit)),
            Post::Alone(at) => format!("{name} starts at {}", at_text(at)),
            Post::Away | Post::Lost => format!("{name} starts nowhere"),
        };
        placed(battle, by, UnitSet::NONE, does)
    }
}

/// A special figure with somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carry {
    pub figure: u8,
    pub by: Carrier,
}

impl Deed<Battle> for Carry {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["carry"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("carry {}: {}", number(self.figure), carrier_text(self.by))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let figure = read_number(reader.words.word("the number of a figure")?)?;
        let by = match reader.words.word("`unit` or `leader`")? {
            "unit" => Carrier::Unit(reader.own()?),
            "leader" => Carrier::Leader(reader.leader()?),
            other => {
                let no = Misread::new(format!("`{other}` carries nothing"));
                return Err(no.hint("as in `unit 3` or `leader 1`"));
            }
        };
        Ok(Carry { figure, by })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        match self.by {
            Carrier::Unit(unit) => drop(battle.known(by, unit)?),
            Carrier::Leader(leader) => battle.known_leader(by, leader)?,
        }
        battle.check_arranging(by)?;
        battle.check_carrier(by, self.figure, self.by)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.setup.to_mut().armies[by].figures[usize::from(self.figure)].by = self.by;
        log.push(|| Event::Arranged { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let figure = battle.setup.armies[by].figures.get(usize::from(self.figure));
        let name = figure.map_or("nobody", |it| it.figure.name());
        let with = match self.by {
            Carrier::Unit(unit) => unit_name(battle, by, unit),
            Carrier::Leader(leader) => leader_name(battle, by, leader),
        };
        placed(battle, by, UnitSet::NONE, format!("{name} starts with {with}"))
    }
}

/// A deed of the set-up, and the units that it is about.
fn placed(battle: &Battle, by: Seat, units: UnitSet, does: String) -> Shown {
    let shown = Shown::new("Place", does).rules(&["AV-R28", "AV-R29"]);
    Shown { units: battle.pieces(by, units), ..shown }
}

fn leader_name(battle: &Battle, by: Seat, leader: u8) -> &str {
    let leader = battle.setup.armies[by].leaders.get(usize::from(leader));
    leader.map_or("nobody", |it| &it.name)
}

pub(super) fn post_text(post: &Post) -> String {
    match post {
        Post::With(unit) => format!("with {}", number(*unit)),
        Post::Alone(at) => format!("at {} {}", at.x, at.y),
        Post::Away | Post::Lost => "nowhere".into(),
    }
}

fn carrier_text(by: Carrier) -> String {
    match by {
        Carrier::Unit(unit) => format!("unit {}", number(unit)),
        Carrier::Leader(leader) => format!("leader {}", number(leader)),
    }
}

pub(super) fn pose_text(pose: &Pose) -> String {
    format!("{} {} {}", pose.at.x, pose.at.y, pose.facing)
}

pub(super) fn read_pose(text: &str) -> Result<Pose, Misread> {
    let [x, y, degrees] = read_numbers(text)?;
    let turns = (-360.0..=360.0).contains(&degrees);
    let turn = turns.then(|| Angle::new(degrees));
    let turn =
        turn.ok_or_else(|| Misread::new(format!("`{degrees}` are no degrees from north")))?;
    Ok(Pose { at: point(x, y)?, facing: Facing::new(turn) })
}

pub(super) fn read_point(text: &str) -> Result<Point, Misread> {
    let [x, y] = read_numbers(text)?;
    point(x, y)
}

fn point(x: f64, y: f64) -> Result<Point, Misread> {
    let length = |ud: f64| Length::try_from(ud).map_err(|off| Misread::new(off.to_string()));
    Ok(Point { x: length(x)?, y: length(y)? })
}

fn read_numbers<const N: usize>(text: &str) -> Result<[f64; N], Misread> {
    let all: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    let all = all.and_then(|all| <[f64; N]>::try_from(all).ok());
    let finite = all.filter(|all| all.iter().all(|number| number.is_finite()));
    finite.ok_or_else(|| Misread::new(format!("`{text}` should be {N} numbers")))
}

/// A number counted from one, as one counted from nought.
pub(super) fn read_number(text: &str) -> Result<u8, Misread> {
    let number = text.trim().parse::<u8>().ok().and_then(|number| number.checked_sub(1));
    number.ok_or_else(|| Misread::new(format!("`{}` is no number", text.trim())))
}
