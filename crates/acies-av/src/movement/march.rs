//! Moves under Advance, Rush and Shieldwall (RULES.md 3, sections 5 to 8; AV-R44 to AV-R57, AV-R96, AV-R100): what a unit
//! may do, and where it comes to stand.

use acies_core::{
    Dice, Forecast, Game, Log, Misread, Rolled, RuleId, Seat,
    flow::{Deed, Shown, Stacked},
    scene::Ghost,
    words::{Subject, number, numbers},
};
use acies_table::{Facing, Length, Point, Pose, Segment};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    Moves,
    obstacle::Obstacle,
    path::{Course, Gait, Stop, Way, exceeds, floor},
    push::Pushed,
};
use crate::{
    battle::{Action, Battle},
    notation::Reader,
    profile::{Order, Profile, Reach, Specials},
    rulings::{OBLIQUE, TOL, TOLERANCE},
    scene::{ghost, gone},
    table::{Table, within},
    units::{Flags, Id, UnitSet},
    words::{
        events::Event,
        phrases::{AIM, aside},
        refusals::{No, ud},
    },
};

/// AV-R45, AV-R47: a move is one straight segment, or two for Expediti.
pub type Legs = ArrayVec<Leg, 2>;

/// A wheel, if there is one, and a straight segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// The facing after the wheel.
    pub wheel: Option<Facing>,
    pub heading: Facing,
    pub distance: Length,
}

/// How a unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Advance,
    Rush,
    /// AV-18.9.
    Testudo,
}

impl Mode {
    /// The rules that let a unit go so.
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            Mode::Advance => &["AV-5.22", "AV-6.1"],
            Mode::Rush => &["AV-5.27", "AV-R56"],
            Mode::Testudo => &["AV-18.9", "AV-R96"],
        }
    }
}

bitflags::bitflags! {
    /// How a unit went.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
    #[serde(transparent)]
    pub struct Manner: u8 {
        const WHEELED = 1;
        /// AV-5.25: in close order.
        const WHEELED_CLOSE = 1 << 1;
        const SLANTED = 1 << 2;
        /// Less than its minimum, for something stopped it.
        const HALTED = 1 << 3;
        /// AV-R47: two segments.
        const DOUBLE = 1 << 4;
        /// AV-R53: through friends.
        const PASSED = 1 << 5;
        /// Out of contact.
        const FROM_CONTACT = 1 << 6;
        /// AV-R51: up to an edge of rough ground.
        const AT_EDGE = 1 << 7;
    }
}

impl Manner {
    /// The rules of what it did on its way.
    pub fn rules(self) -> impl Iterator<Item = &'static [RuleId]> {
        let all: [(Manner, &[RuleId]); 7] = [
            (Manner::WHEELED, &["AV-5.23", "AV-5.24", "AV-R45", "AV-2.3"]),
            (Manner::WHEELED_CLOSE, &["AV-5.25"]),
            (Manner::SLANTED, &["AV-R46"]),
            (Manner::HALTED, &["AV-7.4", "AV-R48"]),
            (Manner::PASSED, &["AV-R53"]),
            (Manner::AT_EDGE, &["AV-7.1", "AV-R51"]),
            (Manner::DOUBLE, &["AV-5.42"]),
        ];
        all.into_iter().filter(move |(manner, _)| self.contains(*manner)).map(|(_, rules)| rules)
    }
}

/// Where a move leads.
#[derive(Clone, Debug)]
pub struct Moved {
    pub pose: Pose,
    pub legs: ArrayVec<Segment, 2>,
    pub length: Length,
    pub mode: Mode,
    pub manner: Manner,
    pub pushed: Pushed,
}

/// AV-5.24, AV-R47, AV-R58: what must follow a change of facing, and how far a unit falls back at least.
pub(crate) const LEAST_UD: f64 = 1.0;

impl Profile {
    /// AV-6.1: how far it goes.
    fn reach(&self, mode: Mode) -> Reach {
        let row = self.class.row();
        match mode {
            Mode::Advance => row.advance,
            Mode::Rush => row.rush.unwrap_or(row.advance),
            // AV-18.9, AV-R96.
            Mode::Testudo => Reach { min_ud: 0, max_ud: 1 },
        }
    }

    /// The same in UD, from the least to the most.
    pub fn span_ud(&self, mode: Mode) -> (f64, f64) {
        let Reach { min_ud, max_ud } = self.reach(mode);
        (min_ud.into(), max_ud.into())
    }

    /// AV-5.25, AV-19.14: how far it goes at most after a wheel.
    pub fn wheeled_ud(&self) -> f64 {
        match () {
            () if !self.is_close() => f64::INFINITY,
            () if self.is_mounted() => 2.0,
            () => 1.0,
        }
    }

    /// AV-5.33, AV-5.34, AV-R58: how far it falls back at most, facing the enemy or turned about.
    pub fn back_ud(&self, about: bool) -> Option<f64> {
        let row = self.class.row();
        let reach = if about { row.rush? } else { row.advance };
        let most = reach.max_ud - 1;
        (most > 0).then_some(most.into())
    }
}

impl Table<'_> {
    /// A unit that is there and has not moved yet.
    pub(super) fn may_stir(&self, id: Id) -> Result<(), No> {
        let unit = self.unit(id);
        match () {
            () if !unit.is_there() => Err(No::NotOnTable { unit: id }),
            () if unit.is(Flags::MOVED) => Err(No::Moved { unit: id }),
            () => Ok(()),
        }
    }

    /// AV-R50, AV-R100: whether no enemy holds a unit in its place.
    pub fn check_free(self, id: Id) -> Result<(), No> {
        match self.holder(id) {
            Some(enemy) => Err(No::Held { unit: id, enemy }),
            None => Ok(()),
        }
    }

    /// How a unit goes under its order. AV-7.5, AV-R56: a Rush whose minimum cannot be made is an
    /// Advance.
    pub fn mode(self, id: Id, push: UnitSet) -> Result<Mode, No> {
        let (unit, profile) = (self.unit(id), self.profile(id));
        match unit.order {
            _ if unit.disrupted => Err(No::Disrupted { unit: id }),
            Some(Order::Advance) => Ok(Mode::Advance),
            Some(Order::Shieldwall) if profile.has(Specials::TESTUDO) => Ok(Mode::Testudo),
            Some(Order::Rush) => {
                let Reach { min_ud, max_ud } = profile.reach(Mode::Rush);
                let way = self.straight(id, max_ud.into(), push);
                let room = way.last_end(way.free) >= f64::from(min_ud) - TOL;
                Ok(if room { Mode::Rush } else { Mode::Advance })
            }
            Some(order) => Err(No::Stays { unit: id, order }),
            None => Err(No::Disrupted { unit: id }),
        }
    }

    /// The way straight ahead of a unit.
    pub fn straight(self, id: Id, ud: f64, push: UnitSet) -> Way {
        let pose = *self.pose(id);
        let heading = pose.facing;
        self.way(&Course { unit: id, pose, heading, ud, push, gait: Gait::Ordered })
    }

    /// A move under Advance, Rush or Shieldwall.
    pub fn check_move(self, id: Id, steps: &[Leg], push: UnitSet) -> Result<Moved, No> {
        self.may_stir(id)?;
        self.check_free(id)?;
        self.check_pushers(id, push)?;
        let mode = self.mode(id, push)?;
        self.check_move_as(mode, id, steps, push)
    }

    /// The same for a unit that may move, and goes so.
    pub(super) fn check_move_as(
        self,
        mode: Mode,
        id: Id,
        steps: &[Leg],
        push: UnitSet,
    ) -> Result<Moved, No> {
        let mut moved = self.check_steps(id, mode, steps, push)?;
        let last = moved.legs[moved.legs.len() - 1];
        moved.pushed = self.check_push(id, &last, push)?;
        Ok(moved)
    }

    fn check_steps(self, id: Id, mode: Mode, steps: &[Leg], push: UnitSet) -> Result<Moved, No> {
        let profile = self.profile(id);
        // AV-R45, AV-R47, AV-5.42.
        let most = if mode == Mode::Advance && profile.is_expediti() { 2 } else { 1 };
        if steps.len() > usize::from(most) {
            return Err(No::TooManySteps { unit: id, most });
        }
        let Reach { min_ud, max_ud } = profile.reach(mode);
        let mut left = f64::from(max_ud);
        let (mut halted, mut due) = (false, f64::from(min_ud));
        let mut moved = Moved {
            pose: *self.pose(id),
            legs: ArrayVec::new(),
            length: Length::ZERO,
            mode,
            manner: self.manner(id),
            pushed: Pushed::new(),
        };
        moved.manner.set(Manner::DOUBLE, steps.len() > 1);
        for (n, step) in (1..).zip(steps) {
            let last = n == steps.len();
            let checked = self.check_step(id, mode, step, left, push, &mut moved);
            let (way, ud) = checked.map_err(|no| if last { no } else { no.pausing() })?;
            // AV-R111: a Rush goes its minimum.
            halted = mode != Mode::Rush && way.halts(ud);
            if !last && way.stop.is_some() && ud >= way.free - TOL {
                let by = self.obstacle(id, moved.pose.facing, &way);
                return Err(No::StopsBefore { unit: id, by, at: moved.pose.at });
            }
            // AV-R48: as far as it can, if something stops it sooner; AV-7.4: or 1 UD in front of a friend.
            let before = moved.length.get() - ud;
            if way.stop.is_some() {
                due = due.min(before + way.last_end(way.free));
            }
            if let Some(halt) = way.first_halt(ud).filter(|_| mode != Mode::Rush) {
                due = due.min(before + halt);
            }
            left -= ud;
        }
        if moved.legs.is_empty() {
            return Err(No::NoStep);
        }
        if !halted && moved.length.get() < f64::from(min_ud) - TOL {
            let (least, rules) = (floor(due), least_rules(mode));
            return Err(No::TooShort { unit: id, distance: moved.length, least, rules });
        }
        moved.manner.set(Manner::HALTED, moved.length.get() < f64::from(min_ud) - TOL);
        Ok(moved)
    }

    pub(super) fn manner(self, id: Id) -> Manner {
        if self.is_engaged(id) { Manner::FROM_CONTACT } else { Manner::empty() }
    }

    /// A wheel and a segment, of at most so many UD; and how far it leads.
    fn check_step(
        self,
        id: Id,
        mode: Mode,
        step: &Leg,
        left: f64,
        push: UnitSet,
        moved: &mut Moved,
    ) -> Result<(Way, f64), No> {
        let profile = self.profile(id);
        let Leg { wheel, mut heading, distance } = *step;
        moved.pose.facing = wheel.unwrap_or(moved.pose.facing);
        let slant = (heading - moved.pose.facing).abs();
        if mode != Mode::Advance {
            if wheel.is_some() || slant > TOLERANCE.angle {
                let facing = self.pose(id).facing;
                return Err(No::StraightOnly { unit: id, mode, facing });
            }
            heading = moved.pose.facing;
        }
        if slant > OBLIQUE + TOLERANCE.angle {
            return Err(No::TooOblique { unit: id, by: slant, most: OBLIQUE });
        }
        let after_wheel = wheel.map(|_| profile.wheeled_ud()).filter(|&ud| ud < left);
        let most = after_wheel.unwrap_or(left);
        let course =
            Course { unit: id, pose: moved.pose, heading, ud: most, push, gait: Gait::Ordered };
        let way = self.way(&course);
        let ud = way.cut(distance);
        let at = way.point(ud);
        match () {
            // AV-R116: nobody stands still by aiming at what stands before it.
            () if distance.get() <= TOL && wheel.is_none() => return Err(No::NoStep),
            () if exceeds(distance, most)
                && self.unit(id).is_under(Order::Rush)
                && mode == Mode::Advance =>
            {
                return Err(self.no_rush(id, distance, most, push));
            }
            () if exceeds(distance, most) => {
                let rules = if after_wheel.is_some() { &["AV-5.25"] } else { most_rules(mode) };
                let (most, to) = (Length::new(most), way.point(distance.get()));
                return Err(No::TooFar { unit: id, distance, most, to, rules });
            }
            () if exceeds(distance, way.free) => {
                return Err(self.stopped(id, moved.pose.facing, distance, &way));
            }
            () if wheel.is_some() && ud < LEAST_UD - TOL => {
                let least = Length::new(LEAST_UD);
                return Err(No::WheelThenMove { unit: id, distance, least });
            }
            () if !way.may_end(ud) => return Err(way.ends_near(id, ud)),
            () => {}
        }
        for (manner, so) in [
            (Manner::WHEELED, wheel.is_some()),
            (Manner::WHEELED_CLOSE, wheel.is_some() && profile.is_close()),
            (Manner::SLANTED, slant > TOLERANCE.angle),
            (Manner::PASSED, way.passes(ud)),
            (Manner::AT_EDGE, way.stop == Some(Stop::Edge) && ud >= way.free - TOL),
        ] {
            if so {
                moved.manner |= manner;
            }
        }
        moved.legs.push(Segment::new(moved.pose.at.vec(), at.vec()));
        moved.pose.at = at;
        moved.length = moved.length + Length::new(ud);
        Ok((way, ud))
    }

    pub(super) fn stopped(&self, unit: Id, facing: Facing, distance: Length, way: &Way) -> No {
        let by = self.obstacle(unit, facing, way);
        No::Stopped { unit, by, distance, free: Length::new(way.free), at: way.point(way.free) }
    }

    /// AV-R56: a Rush that is an Advance goes no farther than one.
    fn no_rush(self, unit: Id, distance: Length, most: f64, push: UnitSet) -> No {
        let Reach { min_ud, max_ud } = self.profile(unit).reach(Mode::Rush);
        let way = self.straight(unit, max_ud.into(), push);
        let by = way.stop.map(|_| self.obstacle(unit, self.pose(unit).facing, &way));
        let [free, least] = [way.last_end(way.free), min_ud.into()].map(Length::new);
        No::NoRush { unit, by, free, least, distance, most: Length::new(most) }
    }
}

/// The rules that say how far a unit goes at most.
fn most_rules(mode: Mode) -> &'static [RuleId] {
    match mode {
        Mode::Advance | Mode::Rush => &["AV-6.1"],
        Mode::Testudo => &["AV-18.9", "AV-R96"],
    }
}

/// The rules that say how far it goes at least.
fn least_rules(mode: Mode) -> &'static [RuleId] {
    match mode {
        Mode::Advance | Mode::Testudo => &["AV-7.3", "AV-R48"],
        Mode::Rush => &["AV-6.1", "AV-R56", "AV-R111"],
    }
}

const HOW_TO_MOVE: &str = "as in `move 3: go 0 2` or `move 3: wheel 90 go 90 1`";

/// A unit goes, through Expediti that are pushed away (AV-R54).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub unit: u8,
    pub steps: Legs,
    pub push: UnitSet,
}

impl Deed<Battle> for Move {
    type Plan = (Id, Moved);
    const VERBS: &'static [&'static str] = &["move"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let legs: Vec<_> = self.steps.iter().map(leg_text).collect();
        let push = if self.push.is_empty() {
            String::new()
        } else {
            format!(" push {}", numbers(self.push.iter()))
        };
        format!("move {}: {}{push}", number(self.unit), legs.join(" "))
    }

    /// `move 3: wheel 90 go 90 1 go 60 2 push 4,5`.
    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = reader.own()?;
        let mut steps = Legs::new();
        loop {
            let wheel = if reader.words.flag("wheel") { Some(reader.facing()?) } else { None };
            let leg = match wheel {
                _ if reader.words.flag("go") => {
                    Leg { wheel, heading: reader.facing()?, distance: reader.length()? }
                }
                // AV-5.24: read, for the rules to refuse it.
                Some(heading) => Leg { wheel, heading, distance: Length::ZERO },
                None if steps.is_empty() => {
                    return Err(Misread::new("where does it go?").hint(HOW_TO_MOVE));
                }
                None => break,
            };
            if steps.try_push(leg).is_err() {
                return Err(Misread::new("a move has two segments at most (AV-R47)"));
            }
        }
        let pushes = reader.words.flag("push");
        let push = if pushes { reader.units(reader.by.other())? } else { UnitSet::NONE };
        Ok(Move { unit, steps, push })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Id, Moved), No> {
        let id = battle.known(by, self.unit)?;
        battle.all_known(by.other(), self.push)?;
        battle.asked::<Moves>().ok_or(No::NotNow)?;
        Ok((id, battle.table().check_move(id, &self.steps, self.push)?))
    }

    fn perform(
        &self,
        (unit, moved): (Id, Moved),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if moved.mode == Mode::Advance {
            battle.convert_rush(unit, log);
        }
        let facing = battle.unit(unit).pose.facing;
        log.push(|| self.event(unit, facing, &moved));
        battle.place(unit, &moved, log);
        if moved.mode == Mode::Rush {
            battle.unit_mut(unit).flags |= Flags::RUSHED;
            // AV-5.28, AV-R57: at once if it reached nobody.
            if battle.unit(unit).reached.is_empty() {
                battle.rush_test(unit, false, dice, log)?;
            }
        }
        battle.meet_leaders(unit, &moved.legs, dice, log)?;
        for (pushed, leg) in moved.pushed {
            battle.meet_leaders(pushed, &[leg], dice, log)?;
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let id = Id::new(by, self.unit);
        let moved = Deed::check(self, battle, by).ok().map(|(_, moved)| moved);
        let touched = moved.as_ref().map_or(UnitSet::NONE, |it| self.touched(battle, by, it));
        let push = match self.push {
            UnitSet::NONE => String::new(),
            push => format!(", pushing {} away", battle.names(by.other(), push)),
        };
        let contact = match touched {
            UnitSet::NONE => String::new(),
            touched => format!(", into contact with {}", battle.names(by.other(), touched)),
        };
        let goes = |it: &Subject| {
            let legs = battle.legs_words(id, &self.steps, self.push, it);
            format!("{legs}{push}{contact}")
        };
        let mut shown = battle.shown_unit(by, self.unit, "Move", goes);
        shown.targets = battle.pieces(by.other(), self.push | touched);
        match moved {
            Some(moved) => {
                let rules = self.rules(battle, id, &moved);
                Shown { ghosts: ghosts(battle, id, &moved), ..shown }.rules(&rules)
            }
            None => shown.rules(&["AV-5.22", "AV-6.1"]),
        }
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let Ok((id, moved)) = Deed::check(self, battle, by) else { return Vec::new() };
        let mut then = battle.clone();
        // Dice that fall on the way are left open: the Rush test (AV-8.1) has its own odds, and a leader who is met
        // (AV-15.6) changes neither fight nor shot.
        let _ = self.perform((id, moved), &mut then, &mut Dice::scripted([]), &mut Log::Off);
        then.ahead_of(by, id)
    }

    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        match *no {
            No::StraightOnly { facing, .. } => {
                let distance = self.steps.first()?.distance;
                let leg = Leg { wheel: None, heading: facing, distance };
                battle.allowed(by, Move { steps: [leg].into_iter().collect(), ..self.clone() })
            }
            // AV-R54: it pushes who is in the way.
            No::Stopped { by: Obstacle::Expediti(enemy), free, .. } => {
                let push = self.push.with(enemy.number());
                let pushing = Action::from(Move { push, ..self.clone() });
                if battle.check(by, &pushing).is_ok() {
                    return Some(pushing);
                }
                battle.allowed(by, self.so_far(floor(free.get())))
            }
            _ => {
                let asked = self.steps.last()?.distance;
                battle.as_far(by, no, asked, |length| self.so_far(length).into())
            }
        }
    }
}

impl Move {
    /// The same, going so far in its last segment.
    fn so_far(&self, length: Length) -> Move {
        let mut other = self.clone();
        other.steps.last_mut().into_iter().for_each(|leg| leg.distance = length);
        other
    }

    /// What is told of it, of a unit that faced so.
    fn event(&self, unit: Id, facing: Facing, moved: &Moved) -> Event {
        let (pose, mode, length, manner) = (moved.pose, moved.mode, moved.length, moved.manner);
        let over = match (&self.steps[..], &moved.legs[..]) {
            ([first, _], [leg, _]) => Some(Pose::nearest(leg.b, first.wheel.unwrap_or(facing))),
            _ => None,
        };
        let last = moved.legs[moved.legs.len() - 1];
        let slants = manner.contains(Manner::SLANTED);
        let heading = if slants { Facing::toward(last.b - last.a) } else { pose.facing };
        Event::Moved { unit, mode, over, heading, pose, length, manner }
    }

    /// The rules that it would cite, and why a Rush is an Advance.
    fn rules(&self, battle: &Battle, unit: Id, moved: &Moved) -> Vec<RuleId> {
        let it = battle.unit(unit);
        let converted = moved.mode == Mode::Advance && it.is_under(Order::Rush);
        let mut rules = if converted { vec!["AV-R56", "AV-7.5"] } else { Vec::new() };
        let event = self.event(unit, it.pose.facing, moved);
        acies_core::Event::cite(&event, &mut |rule| rules.push(rule));
        rules
    }

    /// The enemies that it ends in contact with.
    fn touched(&self, battle: &Battle, by: Seat, moved: &Moved) -> UnitSet {
        let table = battle.table();
        let touched = table.standing(by.other()).filter(|&enemy| {
            !self.push.has(enemy.number()) && within(moved.pose.at, table.point(enemy), 1.0)
        });
        touched.collect()
    }
}

fn leg_text(leg: &Leg) -> String {
    let wheel = leg.wheel.map_or(String::new(), |facing| format!("wheel {facing} "));
    format!("{wheel}go {} {}", leg.heading, leg.distance)
}

/// Where the unit comes to stand, and whom it pushes.
fn ghosts(battle: &Battle, id: Id, moved: &Moved) -> Vec<Ghost> {
    let way = moved.legs.iter().flat_map(|leg| [[leg.a.x, leg.a.y], [leg.b.x, leg.b.y]]);
    let way = if moved.legs.len() > 1 { way.collect() } else { Vec::new() };
    let own = gone(ghost(battle, id, &moved.pose), way, moved.length.get());
    let pushed = moved.pushed.iter().map(|&(enemy, leg)| {
        let to = Pose::nearest(leg.b, battle.unit(enemy).pose.facing);
        gone(ghost(battle, enemy, &to), Vec::new(), leg.length())
    });
    std::iter::once(own).chain(pushed).collect()
}

/// Where units come to stand.
impl Battle {
    /// A unit comes to stand where its move led it.
    pub(crate) fn place(&mut self, unit: Id, moved: &Moved, log: &mut Log<Event>) {
        for &(pushed, leg) in &moved.pushed {
            let at = Point::nearest(leg.b);
            self.unit_mut(pushed).pose.at = at;
            log.push(|| Event::Pushed { unit: pushed, by: unit, at });
        }
        let it = self.unit_mut(unit);
        it.pose = moved.pose;
        it.flags |= Flags::MOVED;
        it.went = it.went + moved.length;
        // AV-R113: whoever it touches where it ends.
        let reached = self.table().contacts(unit);
        self.unit_mut(unit).reached = reached;
        if !reached.is_empty() {
            log.push(|| Event::Reached { unit, enemies: reached });
        }
        self.disorder_by_rough(unit, &moved.legs, log);
    }

    /// AV-9.7, AV-R52: close order is disrupted by a move in rough ground.
    pub(crate) fn disorder_by_rough(&mut self, unit: Id, legs: &[Segment], log: &mut Log<Event>) {
        let rough = !self.ground.areas.is_empty()
            && self.profile(unit).is_close()
            && legs.iter().any(|leg| self.ground.leads_through_rough(leg));
        if rough && !self.unit(unit).disrupted {
            let it = self.unit_mut(unit);
            it.disrupt();
            it.flags |= Flags::DISORDERED_BY_MOVE;
            log.push(|| Event::Disrupted { unit, rules: &["AV-9.7", "AV-R52"] });
        }
    }
}

/// How a move is said.
impl Battle {
    fn legs_words(&self, id: Id, legs: &[Leg], push: UnitSet, it: &Subject) -> String {
        let verb = match self.table().mode(id, push) {
            Ok(Mode::Advance) => "advance",
            Ok(Mode::Rush) => "rush",
            Ok(Mode::Testudo) => "creep",
            Err(_) => "go",
        };
        let (verb, wheel) = (it.does(verb), it.does("wheel"));
        let mut facing = self.unit(id).pose.facing;
        let mut said = Vec::new();
        for (n, leg) in legs.iter().enumerate() {
            let target = self.target_of(id, leg.heading).filter(|_| n == 0);
            let target = target.map(|enemy| self.name(enemy));
            said.push(leg_words([&verb, &wheel], facing, leg, target.as_deref()));
            facing = leg.wheel.unwrap_or(facing);
        }
        said.join(", then ")
    }
}

/// A wheel, if there is one, and a segment; at whom it leads, if at somebody.
fn leg_words([verb, turns]: [&str; 2], from: Facing, leg: &Leg, target: Option<&str>) -> String {
    let facing = leg.wheel.unwrap_or(from);
    let slant = leg.heading - facing;
    let towards = target.map(|whom| format!("towards {whom}"));
    let straight = slant.abs() < AIM;
    let length = ud(leg.distance);
    match (leg.wheel, towards) {
        (Some(_), Some(towards)) if straight => format!("{turns} {towards} and {verb} {length} UD"),
        (Some(wheel), towards) => {
            let way = if straight { String::new() } else { format!(" {}", aside(slant)) };
            let way = towards.map_or(way, |towards| format!(" {towards}"));
            format!("{turns} {} and {verb} {length} UD{way}", aside(wheel - from))
        }
        (None, Some(towards)) if !straight => format!("{verb} {length} UD {towards}"),
        (None, _) if straight => format!("{verb} {length} UD straight ahead"),
        (None, _) => format!("{verb} {length} UD, {}", aside(slant)),
    }
}
