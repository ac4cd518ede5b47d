//! The ways of one unit towards where it is dragged: the one that is meant, then those that come near it.

use acies_field::{Hand, Manoeuvre};
use acies_table::{Angle, Facing, Length, Pose, Segment};
use glam::DVec2;

use crate::{
    battle::{Action, Battle},
    movement::{
        fall_back::{Back, FallBack},
        march::{Leg, Legs, Mode, Move},
        path::{Course, Gait},
        pivot::Pivot,
    },
    profile::Order,
    rulings::{OBLIQUE, TOL, TOLERANCE, ZONE_UD},
    table::Table,
    units::{Id, UnitSet},
};

/// Slants below this are not meant.
const SLIGHT: Angle = Angle::new(3.0);

/// AV-5.24, AV-R47, AV-R58: the shortest segment after a change of facing, and the shortest way back.
const LEAST_UD: f64 = 1.0;

/// A unit and where it is to stand.
struct Wish<'a> {
    table: Table<'a>,
    id: Id,
    from: Pose,
    to: Pose,
}

/// What a unit would have to do to get there, what is meant first.
pub(super) fn ways(battle: &Battle, hand: &Hand) -> Vec<Manoeuvre<'static, Action>> {
    let (id, to) = (hand.unit(), hand.to);
    let (unit, from) = (battle.unit(id), battle.unit(id).pose);
    let wish = Wish { table: battle.table(), id, from, to };
    match unit.order {
        // It can only turn, so that is what is meant wherever it is dragged.
        Some(Order::Halt) => {
            let facing = wish.turned().or_else(|| wish.aside()).unwrap_or(to.facing);
            vec![Manoeuvre::whole(Pivot { unit: id.number(), facing }.into(), to)]
        }
        Some(Order::FallBack) => {
            let action = |back| FallBack { unit: id.number(), back }.into();
            let backs = wish.backs().into_iter();
            backs.map(|back| Manoeuvre::whole(action(back), wish.after_back(&back))).collect()
        }
        _ => wish.moves(),
    }
}

/// Where a step leads.
fn after(from: &Pose, step: &Leg) -> Pose {
    let place = from.at.vec() + step.heading.ahead() * step.distance.get();
    Pose::nearest(place, step.wheel.unwrap_or(from.facing))
}

impl Wish<'_> {
    fn path(&self) -> DVec2 {
        self.to.at.vec() - self.from.at.vec()
    }

    fn length(&self) -> f64 {
        self.path().length()
    }

    fn heading(&self) -> Facing {
        if self.length() > TOLERANCE.touch {
            Facing::toward(self.path())
        } else {
            self.turned().unwrap_or(self.from.facing)
        }
    }

    /// The facing that it is turned to by hand.
    fn turned(&self) -> Option<Facing> {
        Some(self.to.facing).filter(|&facing| facing != self.from.facing)
    }

    /// The facing towards its place, if that lies farther aside than it may go obliquely (AV-R46).
    fn aside(&self) -> Option<Facing> {
        let heading = self.heading();
        Some(heading).filter(|&it| (it - self.from.facing).abs() > OBLIQUE)
    }

    /// AV-5.22, AV-5.23, AV-R46: a wheel, if it is turned by hand, and straight to the place.
    fn wanted(&self) -> Leg {
        self.step(self.turned())
    }

    /// AV-R46: the same with the facing nearest to the one wanted that allows the heading.
    fn eased(&self) -> Leg {
        let facing = clamped(self.turned().unwrap_or(self.from.facing), self.heading());
        self.step(Some(facing).filter(|&it| it != self.from.facing))
    }

    /// AV-R46: as far aside as it may go without a wheel, to where it is nearest to the place.
    fn oblique(&self) -> Leg {
        let facing = self.turned().unwrap_or(self.from.facing);
        let heading = clamped(self.heading(), facing);
        let ud = self.path().dot(heading.ahead()).max(0.0);
        Leg { wheel: self.turned(), heading, distance: Length::new(ud) }
    }

    fn step(&self, wheel: Option<Facing>) -> Leg {
        let (heading, ahead) = (self.heading(), wheel.unwrap_or(self.from.facing));
        let heading = if (heading - ahead).abs() < SLIGHT { ahead } else { heading };
        Leg { wheel, heading, distance: Length::new(self.length()) }
    }

    /// AV-5.27, AV-18.9: straight ahead, as far as the place lies ahead.
    fn straight(&self) -> Leg {
        let heading = self.from.facing;
        let ud = self.path().dot(heading.ahead()).max(0.0);
        Leg { wheel: None, heading, distance: Length::new(ud) }
    }

    /// Under Advance, Rush or Shieldwall: what is meant, and what comes near it, with and without pushing. Who is
    /// dragged aside goes obliquely rather than that he wheels (AV-5.22), unless that leaves him far off.
    fn moves(&self) -> Vec<Manoeuvre<'static, Action>> {
        let push = self.pushed(&self.wanted());
        let mode = self.table.mode(self.id, push).unwrap_or(Mode::Advance);
        let mut all = vec![self.single(self.wanted(), push)];
        if mode == Mode::Advance && self.table.profile(self.id).is_expediti() {
            all.extend(self.turned().map(|facing| self.twice(facing)));
        }
        let near = match mode {
            Mode::Advance => vec![self.oblique(), self.eased()],
            _ => vec![self.straight()],
        };
        for step in near {
            let through = self.cut(&step, mode, self.pushed(&step));
            let short = self.cut(&step, mode, UnitSet::NONE);
            all.push(self.single(through, self.pushed(&through)));
            all.push(self.single(short, UnitSet::NONE));
        }
        all
    }

    fn single(&self, step: Leg, push: UnitSet) -> Manoeuvre<'static, Action> {
        let steps = Legs::from_iter([step]);
        let action = Move { unit: self.id.number(), steps, push }.into();
        Manoeuvre::whole(action, after(&self.from, &step))
    }

    /// AV-R47: first to 1 UD short of the place, then straight on with the facing wanted.
    fn twice(&self, facing: Facing) -> Manoeuvre<'static, Action> {
        let short = self.to.at.vec() - facing.ahead() * LEAST_UD;
        let first = short - self.from.at.vec();
        let heading = Facing::toward(first);
        let slant = (heading - self.from.facing).abs();
        let wheel = Some(heading).filter(|_| slant > OBLIQUE);
        let first = Leg { wheel, heading, distance: Length::new(first.length()) };
        let then = Leg { wheel: Some(facing), heading: facing, distance: Length::new(LEAST_UD) };
        let end = after(&after(&self.from, &first), &then);
        let steps = Legs::from_iter([first, then]);
        let action = Move { unit: self.id.number(), steps, push: UnitSet::NONE }.into();
        Manoeuvre::whole(action, end)
    }

    /// AV-R48, AV-R49: a step as far as it may go, up to contact, and as far as it must.
    fn cut(&self, step: &Leg, mode: Mode, push: UnitSet) -> Leg {
        let profile = self.table.profile(self.id);
        let (least, most) = profile.span_ud(mode);
        let most = if step.wheel.is_some() { most.min(profile.wheeled_ud()) } else { most };
        let facing = step.wheel.unwrap_or(self.from.facing);
        let pose = Pose { facing, ..self.from };
        let (unit, heading, gait) = (self.id, step.heading, Gait::Ordered);
        let way = self.table.way(&Course { unit, pose, heading, ud: most, push, gait });
        let meant = step.distance.get().max(least).min(most);
        let end = way.last_end(meant);
        let end = if end < least - TOL { way.first_end(least).unwrap_or(end) } else { end };
        Leg { distance: Length::new(end), ..*step }
    }

    /// AV-18.12, AV-R54: the Expediti that a step leads through, if the unit may push them.
    fn pushed(&self, step: &Leg) -> UnitSet {
        let profile = self.table.profile(self.id);
        if !(profile.is_infantry() && profile.is_close()) {
            return UnitSet::NONE;
        }
        let from = self.from.at.vec();
        let leg = Segment::new(from, from + step.heading.ahead() * step.distance.get());
        let through = |id: &Id| {
            self.table.profile(*id).is_expediti()
                && leg.distance(self.table.at(*id)) < ZONE_UD - TOL
        };
        self.table.standing(self.id.seat().other()).filter(through).collect()
    }

    /// Where a way back leads.
    fn after_back(&self, back: &Back) -> Pose {
        let away = if back.about { self.from.facing.opposite() } else { self.from.facing };
        let place = self.from.at.vec() + back.heading.ahead() * back.distance.get();
        Pose::nearest(place, back.then.unwrap_or(away))
    }

    /// AV-R58, AV-R59: straight to the place, and the nearest way to it. It turns about to go farther than it may facing
    /// the enemy, or if it is turned by hand.
    fn backs(&self) -> [Back; 2] {
        let profile = self.table.profile(self.id);
        let turned = (self.to.facing - self.from.facing).abs() > Angle::new(90.0);
        let facing_ud = profile.back_ud(false).unwrap_or(0.0);
        let about = turned || self.length() > facing_ud + TOL && profile.back_ud(true).is_some();
        let away = self.from.facing.opposite();
        let again = about && profile.is_expediti() && self.to.facing != away;
        let then = again.then_some(self.to.facing);
        let (heading, distance) = (self.heading(), Length::new(self.length()));
        let wanted = Back { heading, distance, about, then };
        let heading = clamped(heading, away);
        let facing = if about { away } else { self.from.facing };
        let way = self.table.way(&Course {
            unit: self.id,
            pose: Pose { facing, ..self.from },
            heading,
            ud: profile.back_ud(about).unwrap_or(0.0),
            push: UnitSet::NONE,
            gait: Gait::Ordered,
        });
        let end = way.last_end(self.length().max(LEAST_UD));
        [wanted, Back { heading, distance: Length::new(end), ..wanted }]
    }
}

/// The facing nearest to one that lies within 30 degrees of another (AV-R46, AV-R58).
fn clamped(facing: Facing, about: Facing) -> Facing {
    let by = facing - about;
    match () {
        () if by > OBLIQUE => about + OBLIQUE,
        () if by < -OBLIQUE => about + -OBLIQUE,
        () => facing,
    }
}
