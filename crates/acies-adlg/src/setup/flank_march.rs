//! Flank marches (ADLG-R32, ADLG-R181, ADLG-R182): a corps off the table, its arrival, and how its units
//! come on.

use acies_core::{
    About, Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::numbers,
};
use acies_table::{Angle, Facing, Length, Pose};
use glam::dvec2;
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Commander, Flags, Id, March, Place},
    command::{Cost, Order, orders::Orders},
    movement::{Element, Elements, Group, Moved, Track, group_of},
    sequence::shown_face,
    setup::{FlankMarch, Wing},
    words::{events::Event, notation::Reader, places::ud, refusals::No},
};

/// ADLG-R32: from this turn of its owner on.
const FIRST_TURN: u8 = 2;

/// ADLG-R32: units of a flank march come on side by side, the first so far from the own base edge,
/// and move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enter {
    pub units: UnitSet,
    pub from: Length,
    pub ahead: Length,
}

impl Deed<Battle> for Enter {
    type Plan = Arrival;
    const VERBS: &'static [&'static str] = &["enter"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let units = numbers(self.units.iter());
        format!("enter {units} from {} ahead {}", self.from.get(), self.ahead.get())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let units = words.units()?;
        Ok(Enter { units, from: words.after("from")?, ahead: words.after("ahead")? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Arrival, No> {
        let orders = battle.orders_to(by, self.units)?;
        let entry = battle.entry(by, self.units, self.from, self.ahead)?;
        orders.allow(&entry)?;
        Ok(entry)
    }

    fn perform(
        &self,
        entry: Arrival,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, units) = (battle.phasing, self.units);
        let Arrival { corps, edge, group, moved, cost, near } = entry;
        battle.bring_commander(by, corps, units);
        for (&id, pose) in group.iter().zip(&moved.poses) {
            let unit = battle.unit_mut(id);
            unit.pose = *pose;
            unit.place = Place::Table;
            unit.moves = 1;
            unit.flags.remove(Flags::STAKED);
            unit.flags.set(Flags::WAS_NEAR, near);
        }
        if battle.to_enter(by).is_empty() {
            battle.sides[by].march = March::No;
        }
        log.push(|| {
            let strength = battle.army_state(by).strength;
            Event::Entered { by, units, edge, cost, strength }
        });
        battle.pay(cost);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (from, ahead) = (ud(self.from), ud(self.ahead));
        let says = format!("come on {from} UD from the base edge, {ahead} UD ahead");
        let line = battle.they(by, self.units).says(&says);
        Shown { units: battle.pieces(by, self.units), ..Shown::new("Come on", line) }
    }
}

impl Battle {
    /// M0: a corps that is on its way may arrive (ADLG-R32).
    pub(crate) fn try_to_arrive(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let by = self.phasing;
        let March::Coming { corps } = self.sides[by].march else { return Ok(()) };
        if self.turn < FIRST_TURN {
            return Ok(());
        }
        let commander = self.setup.armies[by].corps[usize::from(corps)].level;
        let march = FlankMarch { commander };
        let arrived = march
            .arrives(by, dice)
            .about(|ask| format!("{} of {}", ask.what, self.corps_name(by, corps)))?;
        let face = shown_face(dice);
        let flank = self.sides[by].plan.known().and_then(|plan| plan.flank);
        let edge = arrived.then(|| flank.map_or(Wing::Left, |flank| flank.edge));
        log.push(|| Event::FlankMarch { by, corps, march, face, edge });
        if let Some(edge) = edge {
            self.sides[by].march = March::Entering { corps, edge };
        }
        Ok(())
    }

    /// Units of an arriving corps that are not on the table yet.
    pub fn to_enter(&self, by: Seat) -> Group {
        let March::Entering { corps, .. } = self.sides[by].march else { return Group::new() };
        let units = (0..self.sides[by].units.len() as u8).map(|unit| Id::new(by, unit));
        let away = |id: &Id| self.unit(*id).place == Place::Away;
        units.filter(|&id| self.troop(id).corps == corps).filter(away).collect()
    }

    /// ADLG-R182: units come on side by side, their fronts on the edge of the table and facing it, the
    /// first of them so far from the own base edge, and move straight ahead.
    pub fn entry(
        &self,
        by: Seat,
        units: UnitSet,
        from: Length,
        ahead: Length,
    ) -> Result<Arrival, No> {
        self.outside(by, units, from)?.entry(ahead)
    }

    /// The battle with units just outside the table, about to come on.
    fn outside(&self, by: Seat, units: UnitSet, from: Length) -> Result<Outside, No> {
        let March::Entering { corps, edge } = self.sides[by].march else {
            return Err(No::NobodyEnters);
        };
        let waiting = self.to_enter(by);
        let group = group_of(units, by);
        if let Some(&unit) = group.iter().find(|id| !waiting.contains(id)) {
            return Err(No::NotYours { unit });
        }
        if group.is_empty() {
            return Err(No::NobodyNamed);
        }
        let width = group.len() as f64;
        if from < Length::ZERO || from.get() + width > self.setup.field.entry_depth() {
            return Err(No::EntryTooFar { from });
        }
        let mut outside = self.clone();
        for (n, &id) in (0_u32..).zip(&group) {
            let pose = self.entry_pose(id, edge, from.get() + f64::from(n) + 0.5);
            let unit = outside.unit_mut(id);
            unit.pose = pose;
            unit.place = Place::Table;
        }
        outside.bring_commander(by, corps, units);
        Ok(Outside { battle: outside, corps, edge, group })
    }

    /// Outside the short edge, facing it, so far from the own base edge.
    fn entry_pose(&self, id: Id, edge: Wing, from: f64) -> Pose {
        let field = &self.setup.field;
        let half = self.profile(id).kind.size().depth.get() / 2.0;
        let (x, facing) = match edge {
            Wing::Right => (field.length() + half, Facing::WEST),
            Wing::Left | Wing::Centre => (-half, Facing::EAST),
        };
        let turned = if id.seat() == Seat::Blue { Angle::HALF } else { Angle::ZERO };
        Pose::nearest(field.on_table(id.seat(), dvec2(x, from)), facing + turned)
    }

    /// ADLG-R9: the commander comes on with his unit.
    fn bring_commander(&mut self, by: Seat, corps: u8, units: UnitSet) {
        let with = self.setup.armies[by].corps[usize::from(corps)].with;
        let commander = &mut self.sides[by].commanders[usize::from(corps)];
        if *commander == Commander::Away && units.has(with) {
            *commander = Commander::With(with);
        }
    }

    /// Ways to come on: all together, the horse, the foot, or one by one; each as far as it goes.
    pub(crate) fn list_entries(&self, orders: &Orders, out: &mut Vec<Action>) {
        let by = self.phasing;
        let March::Entering { corps, .. } = self.sides[by].march else { return };
        if corps != orders.corps || orders.points == 0 {
            return;
        }
        let waiting = self.to_enter(by);
        let mounted = |id: &Id| self.profile(*id).kind.is_mounted();
        let widest = self.setup.field.entry_depth() as usize;
        let bands = [
            waiting.iter().copied().take(widest).collect::<UnitSet>(),
            waiting.iter().copied().filter(|id| mounted(id)).take(widest).collect(),
            waiting.iter().copied().filter(|id| !mounted(id)).take(widest).collect(),
        ];
        let known = out.len();
        for (n, &units) in bands.iter().enumerate() {
            if !units.is_empty() && !bands[..n].contains(&units) {
                self.list_entry(orders, units, out);
            }
        }
        if out.len() == known {
            for id in waiting {
                self.list_entry(orders, UnitSet::NONE.with(id.number()), out);
            }
        }
    }

    /// The farthest move from the first place on the edge at which there is one.
    fn list_entry(&self, orders: &Orders, units: UnitSet, out: &mut Vec<Action>) {
        let width = units.iter().count();
        let widest = self.setup.field.entry_depth() as usize;
        let places = 0..=widest.saturating_sub(width);
        for from in places.rev().map(|from| Length::new(from as f64)) {
            let Ok(outside) = self.outside(self.phasing, units, from) else { continue };
            let steps = [5.0, 4.0, 3.0, 2.0, 1.0].map(Length::new);
            let allowed = |&ahead: &Length| {
                outside.entry(ahead).and_then(|entry| orders.allow(&entry)).is_ok()
            };
            if let Some(ahead) = steps.into_iter().find(allowed) {
                out.push(Enter { units, from, ahead }.into());
                return;
            }
        }
    }

    /// ADLG-R32: whether units of the active corps could still come on in this turn.
    pub(crate) fn can_enter(&self, orders: &Orders) -> bool {
        let mut ways = Vec::new();
        self.list_entries(orders, &mut ways);
        !ways.is_empty()
    }
}

impl Orders {
    /// Whether units of the active corps come on, and it can pay for that.
    fn allow(&self, entry: &Arrival) -> Result<(), No> {
        let (cost, left) = (entry.cost.points(), self.points);
        match () {
            () if entry.corps != self.corps => Err(No::NotNow),
            () if cost > i32::from(left) => Err(No::TooFewPoints { cost, left }),
            () => Ok(()),
        }
    }
}

/// A battle in which a unit or group stands just outside the table.
struct Outside {
    battle: Battle,
    corps: u8,
    edge: Wing,
    group: Group,
}

impl Outside {
    /// The move is judged as any other.
    fn entry(&self, ahead: Length) -> Result<Arrival, No> {
        let Outside { battle, corps, edge, group } = self;
        let roles = battle.roles();
        let elements: Elements = [Element::Advance(ahead)].into_iter().collect();
        let moved = battle.check_move(group, &elements, roles)?;
        let cost = battle.order_cost(group, Order::Move, moved.difficult, roles);
        let mut track = Track::default();
        battle.track(group, &elements, &mut track)?;
        let near = battle.comes_near(group, &track);
        Ok(Arrival { corps: *corps, edge: *edge, group: group.clone(), moved, cost, near })
    }
}

/// A unit or group that comes on.
pub struct Arrival {
    pub corps: u8,
    pub edge: Wing,
    pub group: Group,
    pub moved: Moved,
    pub cost: Cost,
    /// ADLG-R57: less than 4 UD from an enemy on its way.
    pub near: bool,
}
