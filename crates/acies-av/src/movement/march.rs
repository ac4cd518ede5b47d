//! Moves of units (RULES.md 3, sections 5 to 8; AV-R44 to AV-R59, AV-R96, AV-R100): what a unit under an order may
//! do, and where it comes to stand.

use acies_core::{About, Dice, Log, Rolled, RuleId, Seat};
use acies_table::{Angle, Facing, Length, Point, Pose, Segment};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    action::{Back, Step},
    battle::Battle,
    movement::path::{Course, Gait, Stop, Way, comes_nearer, exceeds, floor},
    movement::push::Pushed,
    orders::order_test::rush_disrupts,
    profile::{Order, Profile, Reach, Specials},
    rulings::{OBLIQUE, TOL, TOLERANCE, ZONE_UD},
    table::Table,
    units::{Flags, Id, UnitSet},
    words::events::Event,
    words::refusals::No,
};

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
const LEAST_UD: f64 = 1.0;

/// AV-R104: two kinds, five headings, three lengths.
const WAYS_BACK: usize = 30;

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

impl<'a> Table<'a> {
    /// A unit that is there and has not moved yet.
    fn may_stir(&self, id: Id) -> Result<(), No> {
        let unit = self.unit(id);
        match () {
            () if !unit.is_there() => Err(No::NotOnTable { unit: id }),
            () if unit.is(Flags::MOVED) => Err(No::Moved { unit: id }),
            () => Ok(()),
        }
    }

    /// AV-5.19, AV-R44: whether a unit under Halt may pivot.
    pub fn check_pivot(&self, id: Id, facing: Facing) -> Result<(), No> {
        self.may_stir(id)?;
        let unit = self.unit(id);
        match () {
            () if unit.disrupted => Err(No::Disrupted { unit: id }),
            () if unit.is(Flags::REDRESSED) => Err(No::Redressed { unit: id }),
            () if !unit.is_under(Order::Halt) => {
                let order = unit.order.unwrap_or(Order::Halt);
                Err(No::NoPivot { unit: id, order })
            }
            () if facing == unit.pose.facing => Err(No::NoTurn { unit: id }),
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
    pub fn check_move(self, id: Id, steps: &[Step], push: UnitSet) -> Result<Moved, No> {
        self.may_stir(id)?;
        self.check_free(id)?;
        self.check_pushers(id, push)?;
        let mode = self.mode(id, push)?;
        let mut moved = self.check_steps(id, mode, steps, push)?;
        let last = moved.legs[moved.legs.len() - 1];
        moved.pushed = self.check_push(id, &last, push)?;
        Ok(moved)
    }

    fn check_steps(self, id: Id, mode: Mode, steps: &[Step], push: UnitSet) -> Result<Moved, No> {
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

    fn manner(self, id: Id) -> Manner {
        if self.is_engaged(id) { Manner::FROM_CONTACT } else { Manner::empty() }
    }

    /// A wheel and a segment, of at most so many UD; and how far it leads.
    fn check_step(
        self,
        id: Id,
        mode: Mode,
        step: &Step,
        left: f64,
        push: UnitSet,
        moved: &mut Moved,
    ) -> Result<(Way, f64), No> {
        let profile = self.profile(id);
        let Step { wheel, mut heading, distance } = *step;
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

    fn stopped(&self, unit: Id, facing: Facing, distance: Length, way: &Way) -> No {
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

    /// AV-7.3, AV-R48: whether a unit must still move before its side has done. Who is held need not, nor
    /// who can go nowhere (AV-R116).
    pub fn must_move(self, id: Id) -> bool {
        let goes = || self.free_heading(id).is_some() && self.proposals(id).next().is_some();
        self.is_due(id) && goes()
    }

    /// Whether a unit under Advance or Rush has not moved yet, and no enemy touches it.
    fn is_due(self, id: Id) -> bool {
        let unit = self.unit(id);
        let bound = matches!(unit.order, Some(Order::Advance | Order::Rush));
        bound && !unit.is(Flags::MOVED) && !unit.disrupted && !self.is_engaged(id)
    }

    /// AV-R116: the first of three headings without a wheel on which a unit can go on.
    fn free_heading(self, id: Id) -> Option<Facing> {
        let pose = *self.pose(id);
        let headings = [Angle::ZERO, OBLIQUE, -OBLIQUE].map(|slant| pose.facing + slant);
        headings.into_iter().find(|&heading| {
            let (push, gait) = (UnitSet::NONE, Gait::Ordered);
            let way = self.way(&Course { unit: id, pose, heading, ud: LEAST_UD, push, gait });
            way.last_end(way.free) > 2.0 * TOL
        })
    }

    /// AV-R116: what stands right before a unit that ought to go and cannot.
    fn blocked_by(self, id: Id) -> Option<Stop> {
        let way = self.straight(id, LEAST_UD, UnitSet::NONE);
        let friend = || self.standing(id.seat()).find(|&it| way.is_before(self.at(it)));
        way.stop.or_else(|| friend().map(Stop::Friend))
    }

    /// AV-5.33 to AV-5.37, AV-R58, AV-R59: a unit falls back.
    pub fn check_back(self, id: Id, back: &Back) -> Result<Moved, No> {
        self.may_stir(id)?;
        if !self.unit(id).is_under(Order::FallBack) {
            return Err(No::NotUnder { unit: id, order: Order::FallBack });
        }
        self.way_back(id, back)
    }

    /// The way back of a unit, whatever its order.
    pub fn way_back(self, id: Id, back: &Back) -> Result<Moved, No> {
        let (profile, mut pose) = (self.profile(id), *self.pose(id));
        let Back { heading, distance, about, then } = *back;
        let slant = (heading - pose.facing.opposite()).abs();
        if slant > OBLIQUE + TOLERANCE.angle {
            return Err(No::NotBackward { unit: id, by: slant, most: OBLIQUE });
        }
        if then.is_some() && !(about && profile.is_expediti()) {
            return Err(No::NoSecondPivot { unit: id });
        }
        let most = profile.back_ud(about).ok_or(No::NoAboutTurn { unit: id })?;
        if about {
            pose.facing = pose.facing.opposite();
        }
        let course =
            Course { unit: id, pose, heading, ud: most, push: UnitSet::NONE, gait: Gait::Ordered };
        let way = self.way(&course);
        let ud = way.cut(distance);
        let at = way.point(ud);
        match () {
            () if exceeds(distance, most) => {
                let rules = if about { &["AV-5.34", "AV-R58"] } else { &["AV-5.33", "AV-R58"] };
                let (most, to) = (Length::new(most), way.point(distance.get()));
                return Err(No::TooFar { unit: id, distance, most, to, rules });
            }
            () if exceeds(distance, way.free) => {
                return Err(self.stopped(id, pose.facing, distance, &way));
            }
            () if ud < LEAST_UD - TOL => {
                let (least, rules) = (Length::new(LEAST_UD), &["AV-R58"]);
                return Err(No::TooShort { unit: id, distance, least, rules });
            }
            () if !way.may_end(ud) => return Err(way.ends_near(id, ud)),
            () => {}
        }
        let leg = Segment::new(pose.at.vec(), at.vec());
        let stands = Pose { at, facing: then.unwrap_or(pose.facing) };
        self.check_shunned(id, &leg, stands)?;
        let mut manner = self.manner(id);
        manner.set(Manner::DOUBLE, then.is_some());
        manner.set(Manner::SLANTED, slant > TOLERANCE.angle);
        manner.set(Manner::PASSED, way.passes(ud));
        let legs = [leg].into_iter().collect();
        let (mode, pushed, length) = (Mode::Advance, Pushed::new(), Length::new(ud));
        Ok(Moved { pose: stands, legs, length, mode, manner, pushed })
    }

    /// AV-5.37, AV-R58: to no enemy in contact does the distance ever shrink, to no other in the end, and it ends in no
    /// zone of control.
    fn check_shunned(self, id: Id, leg: &Segment, stands: Pose) -> Result<(), No> {
        for enemy in self.standing(id.seat().other()) {
            let at = self.at(enemy);
            let (was, is) = (leg.a.distance(at), leg.b.distance(at));
            let nearer = |touched: bool, is: f64, least: f64| {
                let [is, least] = [is, least].map(Length::new);
                No::ComesNearer { unit: id, enemy, touched, is, least, stands }
            };
            if is <= ZONE_UD + TOL {
                return Err(No::EndsInZone { unit: id, enemy, distance: Length::new(is), stands });
            }
            if was <= ZONE_UD + TOL && comes_nearer(leg, at) {
                return Err(nearer(true, leg.distance(at), was));
            }
            if is < was - TOL {
                return Err(nearer(false, is, was));
            }
        }
        Ok(())
    }

    /// Ways back worth choosing between: straight back at every length, slanting only as far as it goes; turned about
    /// only to go farther than facing the enemy, and by 15 degrees only where 30 leads nowhere.
    pub fn choice_of_ways_back(self, id: Id) -> impl Iterator<Item = Back> + use<'a> {
        let (straight, facing_ud) =
            (self.pose(id).facing.opposite(), self.profile(id).back_ud(false));
        let legal = self.ways_back(id).filter(move |back| self.check_back(id, back).is_ok());
        let ways: ArrayVec<Back, WAYS_BACK> = legal.collect();
        let all = ways.clone();
        let slant = move |back: &Back| (back.heading - straight).abs();
        let half = move |back: &Back| slant(back) > TOLERANCE.angle && slant(back) < OBLIQUE;
        ways.into_iter().filter(move |back| {
            let alike = |it: &&Back| it.about == back.about && it.distance >= back.distance;
            let mut others = all.iter().filter(|it| **it != *back).filter(alike);
            let farther = facing_ud.is_none_or(|ud| back.distance.get() > ud + TOL);
            let as_far = match () {
                () if slant(back) <= TOLERANCE.angle => false,
                () if half(back) => others.any(|it| it.heading == back.heading || !half(it)),
                () => others.any(|it| it.heading == back.heading),
            };
            (farther || !back.about) && !as_far
        })
    }

    /// AV-R104: the ways back that are looked at: straight back and slanting by 15 and 30 degrees,
    /// facing the enemy or turned about, as far as it goes, 2 UD or 1 UD.
    pub fn ways_back(self, id: Id) -> impl Iterator<Item = Back> + use<'a> {
        let (profile, pose) = (self.profile(id), *self.pose(id));
        let slants = [0.0, 15.0, -15.0, 30.0, -30.0].map(Angle::new);
        let kinds = [false, true]
            .into_iter()
            .filter_map(move |about| Some((about, profile.back_ud(about)?)));
        let courses =
            kinds.flat_map(move |kind| slants.into_iter().map(move |slant| (kind, slant)));
        courses.flat_map(move |((about, most), slant)| {
            let heading = pose.facing.opposite() + slant;
            let facing = if about { pose.facing.opposite() } else { pose.facing };
            let course = Course {
                unit: id,
                pose: Pose { at: pose.at, facing },
                heading,
                ud: most,
                push: UnitSet::NONE,
                gait: Gait::Ordered,
            };
            let way = self.way(&course);
            let mut lengths: ArrayVec<Length, 3> = ArrayVec::new();
            for ud in [most, 2.0, LEAST_UD] {
                let end = Length::new(way.last_end(ud));
                if !lengths.contains(&end) {
                    lengths.push(end);
                }
            }
            lengths.into_iter().map(move |distance| Back { heading, distance, about, then: None })
        })
    }

    /// AV-R58, AV-R104: whether a unit could fall back at all.
    pub fn has_way_back(self, id: Id) -> bool {
        self.ways_back(id).any(|back| self.way_back(id, &back).is_ok())
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

/// Carrying out.
impl Battle {
    pub(crate) fn pivot(&mut self, unit: Id, facing: Facing, log: &mut Log<Event>) {
        let it = self.unit_mut(unit);
        it.pose.facing = facing;
        it.flags |= Flags::MOVED;
        log.push(|| Event::Pivoted { unit, facing });
    }

    pub(crate) fn move_unit(
        &mut self,
        unit: Id,
        steps: &[Step],
        push: UnitSet,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let moved = self.table().check_move(unit, steps, push).expect("it was checked");
        if moved.mode == Mode::Advance {
            self.convert_rush(unit, log);
        }
        let (pose, mode, length, manner) = (moved.pose, moved.mode, moved.length, moved.manner);
        let over = match (steps, &moved.legs[..]) {
            ([first, _], [leg, _]) => {
                let facing = first.wheel.unwrap_or(self.unit(unit).pose.facing);
                Some(Pose::nearest(leg.b, facing))
            }
            _ => None,
        };
        log.push(|| {
            let last = moved.legs[moved.legs.len() - 1];
            let slants = manner.contains(Manner::SLANTED);
            let heading = if slants { Facing::toward(last.b - last.a) } else { pose.facing };
            Event::Moved { unit, mode, over, heading, pose, length, manner }
        });
        self.place(unit, &moved, log);
        if mode == Mode::Rush {
            self.unit_mut(unit).flags |= Flags::RUSHED;
            // AV-5.28, AV-R57: at once if it reached nobody.
            if self.unit(unit).reached.is_empty() {
                self.rush_test(unit, false, dice, log)?;
            }
        }
        self.meet_leaders(unit, &moved.legs, dice, log)?;
        for (pushed, leg) in moved.pushed {
            self.meet_leaders(pushed, &[leg], dice, log)?;
        }
        Ok(())
    }

    pub(crate) fn fall_back(
        &mut self,
        unit: Id,
        back: &Back,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let moved = self.table().check_back(unit, back).expect("it was checked");
        let (pose, length, manner, about) = (moved.pose, moved.length, moved.manner, back.about);
        log.push(|| Event::FellBack { unit, pose, length, about, manner });
        self.place(unit, &moved, log);
        self.meet_leaders(unit, &moved.legs, dice, log)
    }

    /// A unit comes to stand where its move led it.
    fn place(&mut self, unit: Id, moved: &Moved, log: &mut Log<Event>) {
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

    /// AV-7.5, AV-R43, AV-R56: a Rush that cannot be made becomes an Advance.
    pub(crate) fn convert_rush(&mut self, unit: Id, log: &mut Log<Event>) {
        if self.unit(unit).is_under(Order::Rush) {
            self.unit_mut(unit).order = Some(Order::Advance);
            let engaged = self.table().is_engaged(unit);
            log.push(|| Event::Converted { unit, engaged });
        }
    }

    /// AV-8.1, AV-R57.
    pub(crate) fn rush_test(
        &mut self,
        unit: Id,
        late: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if self.unit(unit).disrupted {
            self.unit_mut(unit).flags |= Flags::RUSH_SETTLED;
            return Ok(());
        }
        let disrupted = rush_disrupts(unit.seat(), dice)
            .about(|ask| format!("{} of {}, to be disrupted", ask.what, self.name(unit)))?;
        let face = dice.faces().first().copied();
        self.unit_mut(unit).flags |= Flags::RUSH_SETTLED;
        log.push(|| Event::RushTested { unit, face, disrupted, late });
        if disrupted {
            self.unit_mut(unit).disrupt();
        }
        Ok(())
    }

    /// P2b ends: who still rushes and cannot go anywhere advances (AV-R56), and who cannot advance stays (AV-R116).
    pub(crate) fn end_moves(&mut self, seat: Seat, log: &mut Log<Event>) {
        let due: UnitSet =
            self.table().standing(seat).filter(|&id| self.table().is_due(id)).collect();
        let still: UnitSet = self
            .table()
            .standing(seat)
            .filter(|&id| self.unit(id).is_under(Order::Rush) && !self.unit(id).is(Flags::MOVED))
            .collect();
        still.ids(seat).for_each(|id| self.convert_rush(id, log));
        for unit in due.ids(seat) {
            log.push(|| Event::Blocked { unit, by: self.table().blocked_by(unit) });
        }
    }
}
