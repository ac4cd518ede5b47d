//! Leaders and special figures on the table (P2c; RULES.md 3, sections 15 and 17; AV-R32, AV-R88, AV-R102): where
//! they go, who is caught, and what is lost with them.

use acies_core::{About, Dice, Log, Rolled, Seat};
use acies_table::{Angle, Facing, Length, Point, Segment};
use arrayvec::ArrayVec;

use crate::{
    action::Action,
    battle::{Battle, Carrier, Frame},
    ground::Going,
    leaders::danger::{Met, lone_leader},
    profile::{Figure, LeaderProfile},
    rulings::{TOL, UNITS_MAX, ZONE_UD},
    table::{Table, within},
    units::{Id, Post, UnitSet},
    words::{events::Event, refusals::No},
};

/// So many places for a leader by himself are listed.
const STATIONS: usize = 3;

/// AV-17.4: the tests of each unit near a Guru that dies.
pub const MOURNING_TESTS: u8 = 2;

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

    /// AV-R105: where a leader that escapes is looked for room: with a unit, or half or all of his way off in
    /// eight directions.
    pub fn escapes(self, by: Seat, leader: u8) -> impl Iterator<Item = Action> + use<'a> {
        let units = self.standing(by).map(Id::number);
        let attach = units
            .filter(move |&unit| self.check_attach(by, leader, unit, Errand::Escape).is_ok())
            .map(move |unit| Action::Attach { leader, unit });
        let rides = self.rides(by, leader, Errand::Escape);
        attach.chain(rides)
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
        places.map(move |to| Action::Ride { leader, to })
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
        let home = crate::battle::Field::homeward(by);
        let parts = [1.0, 0.5].into_iter();
        let turns = [0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0].map(Angle::new);
        let ways = parts.flat_map(move |part| turns.into_iter().map(move |turn| (part, turn)));
        ways.filter_map(move |(part, turn)| {
            let (at, most) = reach?;
            let heading: Facing = home + turn;
            let to = Point::nearest(at.vec() + heading.ahead() * (most * part));
            self.check_ride(by, leader, to, errand).ok()?;
            Some(Action::Ride { leader, to })
        })
    }
}

/// Carrying out.
impl Battle {
    pub(crate) fn ride(&mut self, by: Seat, leader: u8, to: Point, log: &mut Log<Event>) {
        self.post(by, leader, Post::Alone(to));
        log.push(|| Event::Rode { by, leader, to });
    }

    pub(crate) fn attach(&mut self, by: Seat, leader: u8, unit: u8, log: &mut Log<Event>) {
        self.post(by, leader, Post::With(unit));
        log.push(|| Event::Attached { by, leader, unit: Id::new(by, unit) });
    }

    /// AV-R88: an escape is not his own move of the turn.
    fn post(&mut self, by: Seat, leader: u8, place: Post) {
        let escapes = matches!(self.stack.last(), Some(Frame::Escape { .. }));
        let it = &mut self.sides[by].leaders[usize::from(leader)];
        it.place = place;
        it.moved |= !escapes;
    }

    /// AV-15.6, AV-R88: lone leaders within 1 UD of the way of an enemy unit.
    pub(crate) fn meet_leaders(
        &mut self,
        unit: Id,
        legs: &[Segment],
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let by = unit.seat().other();
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let Post::Alone(at) = self.sides[by].leaders[usize::from(leader)].place else {
                continue;
            };
            let met = legs.iter().any(|leg| leg.distance(at.vec()) <= ZONE_UD + TOL);
            if !met || self.is_escaping(by, leader) {
                continue;
            }
            let fate = lone_leader(by, dice).about(|_| {
                let (who, unit) = (&self.captain(by, leader).name, self.name(unit));
                format!("the fate of {who}, met by {unit}: killed on 1, captured on 2 or 3")
            })?;
            let face = dice.faces().first().copied();
            let cornered =
                fate == Met::Escapes && self.table().escapes(by, leader).next().is_none();
            log.push(|| Event::LeaderMet { by, leader, unit, fate, face, cornered });
            if fate == Met::Escapes && !cornered {
                self.stack.push(Frame::Escape { by, leader });
            } else {
                self.lose_leader(by, leader, None, log);
            }
        }
        Ok(())
    }

    fn is_escaping(&self, by: Seat, leader: u8) -> bool {
        self.stack.contains(&Frame::Escape { by, leader })
    }

    /// A leader is out of the battle, by himself or with his unit, and who goes with him (AV-15.5, AV-R102).
    pub(crate) fn lose_leader(
        &mut self,
        by: Seat,
        leader: u8,
        with: Option<Id>,
        log: &mut Log<Event>,
    ) {
        let at = self.table().leader_at(by, leader);
        self.sides[by].leaders[usize::from(leader)].place = Post::Lost;
        let chief = self.captain(by, leader).profile.chief;
        log.push(|| Event::LeaderLost { by, leader, chief, with });
        self.lose_figures(by, Carrier::Leader(leader), at, log);
    }

    /// AV-17.4, AV-R82, AV-R102: figures are lost with their carrier; units near a Guru owe two tests.
    pub(crate) fn lose_figures(
        &mut self,
        by: Seat,
        carrier: Carrier,
        at: Option<Point>,
        log: &mut Log<Event>,
    ) {
        let setup = self.setup.clone();
        for carried in setup.armies[by].figures.iter().filter(|it| it.by == carrier) {
            let figure = carried.figure;
            let mourners = match at {
                Some(at) if figure == Figure::Guru => self.near(by, at),
                _ => UnitSet::NONE,
            };
            log.push(|| Event::FigureLost { by, figure, mourners });
            self.mourn(by, mourners);
        }
    }

    /// The units that see a Guru die; as the phase was frozen, if one is being resolved (AV-R82).
    pub(crate) fn near(&self, by: Seat, at: Point) -> UnitSet {
        let table = self.frozen();
        let reach = f64::from(Figure::Guru.radius_ud());
        let there = |id: &Id| self.unit(*id).is_there();
        table.standing(by).filter(there).filter(|&id| within(table.point(id), at, reach)).collect()
    }
}
