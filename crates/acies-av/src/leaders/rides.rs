//! Where leaders go (P2c; RULES.md 3, section 15; AV-R32, AV-R88): alone, or to a unit.

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
    words::{Subject, number},
};
use acies_field::Field as _;
use acies_table::{Angle, Facing, Length, Point};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{Leaders, escape::Escape};
use crate::{
    battle::{Action, Battle, Carrier, Field},
    ground::Going,
    notation::Reader,
    profile::LeaderProfile,
    rulings::{UNITS_MAX, ZONE_UD},
    scene::leader_id,
    table::{Table, within},
    units::{Id, Post, UnitSet},
    words::{events::Event, phrases::place, refusals::No, telling::shown},
};

/// So many places for a leader by himself are listed.
const STATIONS: usize = 3;

/// Why a leader goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// P2c.
    OwnMove,
    /// AV-R88.
    Escape,
}

impl<'a> Table<'a> {
    fn leader(&self, seat: Seat, leader: u8) -> &'a LeaderProfile {
        &self.setup.armies[seat].leaders[usize::from(leader)].profile
    }

    /// AV-6.4, AV-R32: where a leader is and how far he may go.
    pub fn leader_reach(self, by: Seat, leader: u8, errand: Errand) -> Result<(Point, f64), No> {
        let state = &self.sides[by].leaders[usize::from(leader)];
        let at = self.leader_at(by, leader).ok_or(No::LeaderLost { by, leader })?;
        let most = f64::from(self.leader(by, leader).move_ud());
        if errand == Errand::Escape {
            return Ok((at, most));
        }
        if state.moved {
            return Err(No::LeaderMoved { by, leader });
        }
        let Post::With(unit) = state.place else { return Ok((at, most)) };
        let unit = Id::new(by, unit);
        if self.is_engaged(unit) {
            return Err(No::LeaderEngaged { by, leader, unit });
        }
        Ok((at, (most - self.unit(unit).went.get()).max(0.0)))
    }

    /// AV-R32, AV-R88: whether a leader may go somewhere alone.
    pub fn check_ride(self, by: Seat, leader: u8, to: Point, errand: Errand) -> Result<(), No> {
        let (at, most) = self.leader_reach(by, leader, errand)?;
        if !within(at, to, most) {
            let distance = Length::new(at.vec().distance(to.vec()));
            let most = Length::new(most);
            return Err(No::LeaderTooFar { distance, most, at: to });
        }
        self.check_spot(by, leader, to)?;
        let moves =
            to != at || matches!(self.sides[by].leaders[usize::from(leader)].place, Post::With(_));
        if moves { Ok(()) } else { Err(No::NoRiding) }
    }

    /// AV-R32: where a leader may stand by himself.
    fn check_spot(self, by: Seat, leader: u8, to: Point) -> Result<(), No> {
        let field = self.setup.field;
        let on_table = (Length::ZERO..=field.width).contains(&to.x)
            && (Length::ZERO..=field.depth).contains(&to.y);
        if !on_table {
            return Err(No::LeaderOffTable { at: to });
        }
        let barred = match self.ground.going(to.vec()) {
            Going::Open | Going::Rough => false,
            Going::VeryRough => self.leader(by, leader).mounted,
            Going::Impassable => true,
        };
        if barred {
            return Err(No::LeaderBarred { at: to });
        }
        let mut enemies = self.standing(by.other());
        match enemies.find(|&enemy| within(self.point(enemy), to, ZONE_UD)) {
            Some(enemy) => Err(No::LeaderNearEnemy { enemy, at: to }),
            None => Ok(()),
        }
    }

    /// AV-15.1, AV-R32: whether a leader may join a unit: he ends within 1 UD of its ER. AV-R23: it has no other
    /// leader, and not two special figures with him.
    pub fn check_attach(self, by: Seat, leader: u8, unit: u8, errand: Errand) -> Result<(), No> {
        let id = Id::new(by, unit);
        let (at, most) = self.leader_reach(by, leader, errand)?;
        match () {
            () if !self.unit(id).is_there() => Err(No::NotOnTable { unit: id }),
            () if self.leader_with(id).is_some() => Err(No::HasLeader { unit: id }),
            () if self.has_figure(by, Carrier::Leader(leader))
                && self.has_figure(by, Carrier::Unit(unit)) =>
            {
                Err(No::HasFigure { unit: id })
            }
            () if !within(at, self.point(id), most + ZONE_UD) => {
                let distance = Length::new(at.vec().distance(self.at(id)) - ZONE_UD);
                let most = Length::new(most);
                Err(No::LeaderTooFar { distance, most, at: self.point(id) })
            }
            () => Ok(()),
        }
    }

    fn has_figure(&self, by: Seat, carrier: Carrier) -> bool {
        self.setup.armies[by].figures.iter().any(|it| it.by == carrier)
    }

    /// Places for a leader by himself: behind the units that are nearest to him.
    pub fn stations(self, by: Seat, leader: u8) -> impl Iterator<Item = Action> + use<'a> {
        let reach = self.leader_reach(by, leader, Errand::OwnMove).ok();
        let mut near: ArrayVec<(f64, Point), UNITS_MAX> = reach
            .into_iter()
            .flat_map(|(at, _)| {
                self.standing(by).map(move |id| {
                    let behind = self.behind(id);
                    (at.vec().distance(behind.vec()), behind)
                })
            })
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let free = move |to: &Point| self.check_ride(by, leader, *to, Errand::OwnMove).is_ok();
        let places = near.into_iter().map(|(_, to)| to).filter(free).take(STATIONS);
        places.map(move |to| Action::from(Ride { leader, to }))
    }

    /// The place behind a unit where a leader is out of its way and near enough to join it.
    pub fn behind(&self, id: Id) -> Point {
        Point::nearest(self.at(id) - self.pose(id).facing.ahead() * ZONE_UD)
    }

    /// Rides of a leader by himself, homeward first.
    pub fn rides(
        self,
        by: Seat,
        leader: u8,
        errand: Errand,
    ) -> impl Iterator<Item = Action> + use<'a> {
        let reach = self.leader_reach(by, leader, errand).ok();
        let home = Field::homeward(by);
        let parts = [1.0, 0.5].into_iter();
        let turns = [0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0].map(Angle::new);
        let ways = parts.flat_map(move |part| turns.into_iter().map(move |turn| (part, turn)));
        ways.filter_map(move |(part, turn)| {
            let (at, most) = reach?;
            let heading: Facing = home + turn;
            let to = Point::nearest(at.vec() + heading.ahead() * (most * part));
            self.check_ride(by, leader, to, errand).ok()?;
            Some(Action::from(Ride { leader, to }))
        })
    }
}

/// A leader goes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ride {
    pub leader: u8,
    pub to: Point,
}

impl Deed<Battle> for Ride {
    type Plan = (Seat, Errand);
    const VERBS: &'static [&'static str] = &["ride"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("ride {} {},{}", number(self.leader), self.to.x, self.to.y)
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Ride { leader: reader.leader()?, to: reader.place()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Seat, Errand), No> {
        battle.known_leader(by, self.leader)?;
        let errand = battle.errand(self.leader).ok_or(No::NotNow)?;
        battle.table().check_ride(by, self.leader, self.to, errand)?;
        Ok((by, errand))
    }

    fn perform(
        &self,
        (by, errand): (Seat, Errand),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Ride { leader, to } = *self;
        battle.post(by, leader, Post::Alone(to), errand);
        log.push(|| Event::Rode { by, leader, to });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        battle.shown_leader(by, self.leader, "Move", &battle.ride_words(by, self.to))
    }
}

/// A leader goes to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attach {
    pub leader: u8,
    pub unit: u8,
}

impl Deed<Battle> for Attach {
    type Plan = (Seat, Errand);
    const VERBS: &'static [&'static str] = &["attach"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("attach {} {}", number(self.leader), number(self.unit))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Attach { leader: reader.leader()?, unit: reader.own()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Seat, Errand), No> {
        battle.known_leader(by, self.leader)?;
        battle.known(by, self.unit)?;
        let errand = battle.errand(self.leader).ok_or(No::NotNow)?;
        battle.table().check_attach(by, self.leader, self.unit, errand)?;
        Ok((by, errand))
    }

    fn perform(
        &self,
        (by, errand): (Seat, Errand),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Attach { leader, unit } = *self;
        battle.post(by, leader, Post::With(unit), errand);
        log.push(|| Event::Attached { by, leader, unit: Id::new(by, unit) });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let id = Id::new(by, self.unit);
        let joins = format!("joins {}", battle.name_or_number(id));
        let shown = battle.shown_leader(by, self.leader, "Join", &joins);
        Shown { targets: battle.pieces(by, UnitSet::one(self.unit)), ..shown }
    }
}

impl Battle {
    /// Why a leader would go now, if he may.
    fn errand(&self, leader: u8) -> Option<Errand> {
        let escapes = self.asked().is_some_and(|it: Escape| it.leader == leader);
        let moves = self.asked::<Leaders>().is_some();
        escapes.then_some(Errand::Escape).or(moves.then_some(Errand::OwnMove))
    }

    /// AV-R88: an escape is not his own move of the turn.
    fn post(&mut self, by: Seat, leader: u8, place: Post, errand: Errand) {
        let it = &mut self.sides[by].leaders[usize::from(leader)];
        it.place = place;
        it.moved |= errand == Errand::OwnMove;
    }

    /// What a leader does; his piece is his own, or that of the unit that he is with.
    fn shown_leader(&self, by: Seat, leader: u8, commit: &'static str, does: &str) -> Shown {
        let captain = self.setup.armies[by].leaders.get(usize::from(leader));
        let who = Subject::new(captain.map_or("he", |it| &it.name));
        let piece = self.sides[by].leaders.get(usize::from(leader)).map(|it| match it.place {
            Post::With(unit) => self.piece(Id::new(by, unit)),
            _ => leader_id(by, leader),
        });
        Shown { units: piece.into_iter().collect(), ..shown(&who, commit, |_| does.to_owned()) }
    }

    fn ride_words(&self, by: Seat, to: Point) -> String {
        let table = self.table();
        let behind = table.standing(by).find(|&id| within(table.behind(id), to, 0.0));
        match behind {
            Some(id) => format!("rides behind {}", self.name(id)),
            None => format!("rides to {}", place(to)),
        }
    }
}
