//! Ambushes (ADLG-R31, ADLG-R180, ADLG-R183): how those that hide show themselves.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    named,
};
use acies_table::{Angle, Facing, Length, Point, Pose, Rect};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Frame, Id, Place},
    command::orders::Orders,
    movement::group_of,
    rulings::TOLERANCE,
    setup::{
        notation::{poses_text, read_poses},
        plan::{AMBUSHERS, MARKERS},
    },
    units::RADIUS_MOST,
    words::{events::Event, notation::Reader, refusals::No},
};

/// ADLG-R31: an enemy this near finds them.
const FOUND: Length = Length::new(2.0);
/// ADLG-R31: they stand so far round the marker.
const CIRCLE_UD: f64 = 1.0;
/// ADLG-R31: and so far from enemies.
const CLEAR: Length = Length::new(0.02);
/// How finely room is looked for, and in how many directions.
const STEP_UD: f64 = 0.25;
const DIRECTIONS: u32 = 16;

/// Where ambushers show themselves, in the order of the army.
pub type Poses = ArrayVec<Pose, AMBUSHERS>;

/// ADLG-R31: an enemy has come near a marker, and who hides there shows himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    pub by: Seat,
    #[serde(serialize_with = "named::from_one")]
    pub marker: u8,
}

/// ADLG-R31: free, in the activation of their corps, or when an enemy has come near.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    pub marker: u8,
    pub poses: Poses,
}

/// Who shows himself, and whether because an enemy has found him (ADLG-R183).
pub struct Revealed {
    by: Seat,
    units: UnitSet,
    found: bool,
}

impl Step<Battle> for Found {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        let asks = format!("an enemy is near marker {}: who is there?", self.marker + 1);
        (asks, &["ADLG-R31", "ADLG-R183"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.list_reveals(self.by, self.marker, out);
    }
}

impl Deed<Battle> for Reveal {
    type Plan = Revealed;
    const VERBS: &'static [&'static str] = &["reveal"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("reveal {}: {}", u32::from(self.marker) + 1, poses_text(&self.poses))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let marker = words.marker()?;
        let poses = read_poses(words.tail().unwrap_or_default())?;
        let many = || Misread::new(format!("more than {AMBUSHERS} places (ADLG-R31)"));
        let poses = Poses::try_from(poses.as_slice()).map_err(|_| many())?;
        Ok(Reveal { marker, poses })
    }

    /// In the own activation only ambushers of the active corps, or a fake.
    fn check(&self, battle: &Battle, by: Seat) -> Result<Revealed, No> {
        let found = battle.asked::<Found>().is_some_and(|found| found.marker == self.marker);
        let orders: Option<Orders> = battle.asked();
        if !found && orders.is_none() {
            return Err(No::NotNow);
        }
        let units = battle.check_reveal(by, self.marker, &self.poses)?;
        let corps = units
            .ids(by)
            .next()
            .filter(|&unit| orders.is_some_and(|orders| battle.troop(unit).corps != orders.corps));
        match corps {
            Some(unit) => Err(No::NotYours { unit }),
            None => Ok(Revealed { by, units, found }),
        }
    }

    /// ADLG-R31: they are on the table from now on (ADLG-R16).
    fn perform(
        &self,
        Revealed { by, units, found }: Revealed,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let at = battle.sides[by].markers[usize::from(self.marker)].take();
        for (id, pose) in units.ids(by).zip(&self.poses) {
            battle.unit_mut(id).pose = *pose;
            battle.unit_mut(id).place = Place::Table;
        }
        match at {
            Some(at) if units.is_empty() => log.push(|| Event::FakeAmbush { by, at }),
            Some(at) => log.push(|| {
                let strength = battle.army_state(by).strength;
                Event::Ambushed { by, units, at, found, strength }
            }),
            None => {}
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let marker = u32::from(self.marker) + 1;
        if self.poses.is_empty() {
            return Shown::new("Show them", format!("take up marker {marker}: nobody was there"));
        }
        let who = battle.they(by, battle.ambushers(by, usize::from(self.marker)));
        Shown::new("Show them", who.says(&format!("come out of hiding at marker {marker}")))
    }
}

impl Battle {
    /// Who hides at a marker, for who knows it.
    pub fn ambushers(&self, by: Seat, marker: usize) -> UnitSet {
        let there = self.sides[by].markers[marker].is_some();
        let plan = self.sides[by].plan.known().filter(|_| there);
        plan.and_then(|plan| plan.ambushes.get(marker)).map_or(UnitSet::NONE, |it| it.units)
    }

    /// ADLG-R31, ADLG-R183: once a move is over, markers with an enemy near are turned over; a fake is taken away, and who
    /// hides at another has to be placed.
    pub(crate) fn spring_ambushes(&mut self, log: &mut Log<Event>) {
        let Some(Frame::Corps | Frame::Orders(_) | Frame::Shooting(_) | Frame::Pursuit) =
            self.top()
        else {
            return;
        };
        for by in [self.phasing, self.phasing.other()] {
            for marker in 0..MARKERS {
                let Some(at) = self.sides[by].markers[marker] else { continue };
                if !self.is_anyone_near(by.other(), at, FOUND) {
                    continue;
                }
                log.unseal(by);
                if self.ambushers(by, marker).is_empty() {
                    self.sides[by].markers[marker] = None;
                    log.push(|| Event::FakeAmbush { by, at });
                } else {
                    return self.lay(Found { by, marker: marker as u8 });
                }
            }
        }
    }

    /// ADLG-R31: whether ambushers may show themselves so.
    fn check_reveal(&self, by: Seat, marker: u8, poses: &[Pose]) -> Result<UnitSet, No> {
        let marker = usize::from(marker);
        if marker >= MARKERS || self.sides[by].markers[marker].is_none() {
            return Err(No::NoMarker);
        }
        let hidden = self.ambushers(by, marker);
        let units = group_of(hidden, by);
        if units.len() != poses.len() {
            let (units, placed) = (units.len() as u8, poses.len() as u8);
            return Err(No::NotAllPlaced { units, placed });
        }
        let mut after = self.clone();
        for (&unit, pose) in units.iter().zip(poses) {
            after.check_ambusher(unit, marker, pose)?;
            after.unit_mut(unit).pose = *pose;
            after.unit_mut(unit).place = Place::Table;
        }
        Ok(hidden)
    }

    /// ADLG-R31: round the marker and in its piece; or, if there is no such room, in the nearest.
    fn check_ambusher(&self, unit: Id, marker: usize, pose: &Pose) -> Result<(), No> {
        let rect = self.rect_at(unit, pose);
        self.check_clear(unit, &rect)?;
        if self.is_round_marker(unit, marker, &rect)
            || self.room_for_ambusher(unit, marker, pose.facing) == Some(*pose)
        {
            return Ok(());
        }
        Err(No::OutsideAmbush { unit })
    }

    /// On the table, with room, and not in contact with an enemy.
    fn check_clear(&self, unit: Id, rect: &Rect) -> Result<(), No> {
        if !self.setup.field.rect().grown(TOLERANCE.touch).holds(rect) {
            return Err(No::OutsideAmbush { unit });
        }
        self.check_room(unit, rect)?;
        // Most are too far away for their distance to matter.
        let reach = self.radius(unit) + RADIUS_MOST + CLEAR;
        let near = |enemy: Id| {
            self.unit(enemy).pose.at.vec().distance(rect.centre()) <= reach.get()
                && Length::new(rect.distance(&self.rect(enemy))) < CLEAR
        };
        match self.bodies().filter(|id| id.seat() != unit.seat()).find(|&enemy| near(enemy)) {
            Some(other) => Err(No::PlacedOn { unit, other }),
            None => Ok(()),
        }
    }

    /// ADLG-R31: touching the circle of 1 UD, wholly or partly inside the piece.
    fn is_round_marker(&self, unit: Id, marker: usize, rect: &Rect) -> bool {
        let Some(at) = self.sides[unit.seat()].markers[marker] else { return false };
        let in_piece = self.landscape.areas.iter().any(|area| {
            let hides = area.piece.hides_ambush() && area.outline.contains(at.vec());
            hides && rect.is_in(&area.outline, TOLERANCE)
        });
        in_piece && rect.distance_to(at.vec()) <= CIRCLE_UD + TOLERANCE.touch
    }

    /// The nearest room to the marker, first as ADLG-R31 has it, then anywhere.
    fn room_for_ambusher(&self, unit: Id, marker: usize, facing: Facing) -> Option<Pose> {
        let at = self.sides[unit.seat()].markers[marker]?.vec();
        let farthest = self.setup.field.length() / STEP_UD;
        let rings = (0..farthest as u32).flat_map(|ring| {
            let directions = if ring == 0 { 1 } else { DIRECTIONS };
            (0..directions).map(move |n| {
                let turn = Angle::new(f64::from(n) * 360.0 / f64::from(DIRECTIONS));
                let out = (facing + turn).ahead() * f64::from(ring) * STEP_UD;
                Pose::nearest(at + out, facing)
            })
        });
        let clear = |pose: &Pose| self.check_clear(unit, &self.rect_at(unit, pose)).is_ok();
        let round = |pose: &Pose| self.is_round_marker(unit, marker, &self.rect_at(unit, pose));
        let near = rings.clone().take(NEAR_RINGS * DIRECTIONS as usize);
        near.filter(round).find(clear).or_else(|| rings.into_iter().find(clear))
    }

    /// Ambushers as near to their marker as there is room, facing one way.
    pub(crate) fn ambush_poses(&self, by: Seat, marker: usize, facing: Facing) -> Option<Poses> {
        let mut after = self.clone();
        let mut poses = Poses::new();
        for unit in self.ambushers(by, marker).ids(by) {
            let pose = after.room_for_ambusher(unit, marker, facing)?;
            after.unit_mut(unit).pose = pose;
            after.unit_mut(unit).place = Place::Table;
            poses.push(pose);
        }
        Some(poses)
    }

    /// Towards the nearest enemy, straight ahead, to either side.
    pub(crate) fn list_reveals(&self, by: Seat, marker: u8, out: &mut Vec<Action>) {
        let Some(at) = self.sides[by].markers[usize::from(marker)] else { return };
        let ahead = if by == Seat::Blue { Facing::SOUTH } else { Facing::NORTH };
        let away = |id: &Id| self.rect(*id).distance_to(at.vec());
        let enemies = self.standing(by.other());
        let nearest = enemies.min_by(|a, b| away(a).total_cmp(&away(b)));
        let toward = nearest.map(|id| Facing::toward(self.rect(id).centre() - at.vec()));
        let known = out.len();
        for facing in toward.into_iter().chain([ahead]) {
            let Some(poses) = self.ambush_poses(by, usize::from(marker), facing) else { continue };
            let reveal = Action::from(Reveal { marker, poses });
            if !out[known..].contains(&reveal) {
                out.push(reveal);
            }
        }
    }

    /// Ambushes that the active corps may show, if an enemy is no farther than this from where they could stand.
    pub(crate) fn list_own_reveals(&self, orders: &Orders, near: f64, out: &mut Vec<Action>) {
        let by = self.phasing;
        let is_near = |at: Point| {
            let reach = near + 2.0 * FOUND.get();
            self.standing(by.other())
                .any(|it| self.unit(it).pose.at.vec().distance(at.vec()) <= reach)
        };
        for marker in (0..MARKERS).filter(|&it| self.sides[by].markers[it].is_some_and(is_near)) {
            let units = group_of(self.ambushers(by, marker), by);
            if units.first().is_some_and(|&unit| self.troop(unit).corps == orders.corps) {
                self.list_reveals(by, marker as u8, out);
            }
        }
    }
}

/// Rings within which a unit can touch the circle: 1 UD and half the depth of the deepest ambusher.
const NEAR_RINGS: usize = 8;
