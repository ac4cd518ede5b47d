//! Built-up areas (IMP-TER.20 to IMP-TER.25, IMP-DF.9, IMP-R75, IMP-R120): entering, leaving, losing and taking them.

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, UnitSet,
    flow::{Deed, Shown, Stacked, YesNo},
};
use acies_table::{Base, Facing, Pose, Segment};
use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::{going::Going, terrain::Terrain, way::Way};
use crate::{
    battle::{Battle, Id},
    command::discipline::Purpose,
    landscape::Patch,
    rulings::{CLEAR_U, TOLERANCE},
    steps::Action,
    words::{
        events::{Event, How, Leg},
        notation::Reader,
        refusals::No,
    },
};

/// A phase that goes into a BUA which the Unit touches, or out of the one that it occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Village {
    Enter,
    /// Where its front then is.
    Leave(Pose),
}

/// What the check finds.
pub struct Plan {
    going: Going,
    unit: Id,
    to: Pose,
}

impl Deed<Battle> for Village {
    type Plan = Plan;
    const VERBS: &'static [&'static str] = &["occupy", "sally"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        match self {
            Village::Enter => "occupy".into(),
            Village::Leave(pose) => format!("sally {}", crate::setup::notation::pose_text(pose)),
        }
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(if verb == "occupy" { Village::Enter } else { Village::Leave(words.pose()?) })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Plan, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let unit = going.alone().ok_or(No::Nobody)?;
        let barred = |rule| No::Barred { unit, rule };
        going.may_move(battle, false).map_err(barred)?;
        if going.duty.is_some() {
            return Err(barred("IMP-R98"));
        }
        let to = match self {
            Village::Enter => {
                battle.may_pass_test(&going, Purpose::EnterBua).map_err(barred)?;
                battle.may_enter(unit).map_err(barred)?
            }
            Village::Leave(pose) => {
                battle.may_leave(unit, pose).map_err(barred)?;
                *pose
            }
        };
        Ok(Plan { going, unit, to })
    }

    fn perform(
        &self,
        Plan { going, unit, to }: Plan,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let units = UnitSet::one(unit.number());
        let movement = going.next_movement(battle);
        let purpose = if *self == Village::Enter {
            Some(Purpose::EnterBua)
        } else {
            (going.phases > 0).then_some(Purpose::Move)
        };
        let passed = match purpose {
            Some(purpose) => {
                battle.test_discipline(going.seat, units, purpose, movement, dice, log)?
            }
            None => true,
        };
        if let Some(on) = battle.going_mut() {
            on.phases += 1;
        }
        if *self == Village::Enter {
            battle.piece_mut(unit).phases += 1;
            if passed {
                battle.piece_mut(unit).phases -= 1;
                battle.take_bua(unit, to, log);
            }
        } else {
            let base = battle.piece(unit).base();
            let half = base.size.depth.get() / 2.0;
            let centre = to.at.vec() - to.facing.ahead() * half;
            let way = Way {
                to: Base { pose: Pose::nearest(centre, to.facing), ..base },
                disorders: None,
                destroys: None,
            };
            battle.piece_mut(unit).unit.in_bua = false;
            battle.carry_out(
                &[(unit, way)].into_iter().collect(),
                How::Leaving,
                going.phases + 1,
                log,
            );
            battle.disorder(unit, "IMP-TER.21", log);
            battle.give_trigger(going.seat, units);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked_units();
        let shown = match self {
            Village::Enter => {
                Shown { throws: true, ..Shown::new("Enter", "try to enter the built-up area") }
            }
            Village::Leave(_) => Shown::new("Leave", "leave the built-up area"),
        };
        let rules: &[RuleId] = if *self == Village::Enter {
            &["IMP-DF.9", "IMP-R75"]
        } else {
            &["IMP-TER.21", "IMP-R120"]
        };
        let pieces = units.ids(by).map(|id| battle.key_of_piece(id)).collect();
        Shown { who: Some(battle.names(by, units)), units: pieces, ..shown }.rules(rules)
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let Plan { going, unit, .. } = Deed::check(self, battle, by).ok()?;
        if *self != Village::Enter {
            return None;
        }
        let movement = going.next_movement(battle);
        Some(battle.discipline_forecast(
            by,
            UnitSet::one(unit.number()),
            Purpose::EnterBua,
            movement,
            None,
        ))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let going = was.asked::<Going>()?;
        let movement = going.next_movement(was);
        let passed = Event::discipline_of(events)?;
        Some(was.discipline_forecast(by, going.units, Purpose::EnterBua, movement, Some(passed)))
    }
}

/// IMP-R75: whether a winner on foot takes the BUA at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeBua {
    pub unit: Id,
    pub to: Pose,
}

impl YesNo<Battle> for TakeBua {
    const VERB: &'static str = "take";

    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        (format!("do {} enter the built-up area?", battle.name(self.unit)), &["IMP-R75"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let shown = if yes {
            Shown::new("Enter", "enter the built-up area")
        } else {
            Shown::new("Stay", "stay outside")
        };
        Shown {
            who: Some(battle.name(self.unit).to_owned()),
            units: vec![battle.key_of_piece(self.unit)],
            ..shown
        }
        .rules(&["IMP-R75"])
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if yes && battle.is_there(self.unit) {
            battle.take_bua(self.unit, self.to, log);
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit)
    }
}

impl Battle {
    fn buas(&self) -> impl Iterator<Item = &Patch> {
        self.landscape.patches.iter().filter(|it| it.terrain == Terrain::Bua)
    }

    /// IMP-R75: who is in a BUA.
    pub fn occupant(&self, bua: &Patch) -> Option<Id> {
        self.everybody().find(|it| self.bua_of(*it).is_some_and(|other| other == bua))
    }

    /// The pose that stands for a Unit in a BUA: its place inside does not matter.
    fn inside(&self, id: Id, bua: &Patch) -> Pose {
        let piece = self.piece(id);
        let half = piece.base().size.depth.get() / 2.0;
        let facing = piece.front.facing;
        Pose::nearest(bua.outline.centroid() + facing.ahead() * half, facing)
    }

    /// IMP-TER.20, IMP-R75, IMP-R120: a single foot Unit that touches an empty BUA may test to enter it.
    fn may_enter(&self, id: Id) -> Result<Pose, RuleId> {
        let unit = self.unit(id);
        let rect = self.rect(id);
        let near = self.buas().find(|it| it.outline.distance(&rect) <= CLEAR_U + TOLERANCE.touch);
        let Some(bua) = near else { return Err("IMP-R75") };
        let rules = [
            (!unit.profile.fights_in_bua(), "IMP-R75"),
            (unit.is_large() || unit.in_bua, "IMP-R75"),
            (self.occupant(bua).is_some(), "IMP-R75"),
        ];
        match rules.into_iter().find(|(applies, _)| *applies) {
            Some((_, rule)) => Err(rule),
            None => Ok(self.inside(id, bua)),
        }
    }

    /// IMP-R120 (d): the rear edge touches the polygon, facing away from it, within IMP-R114.
    fn may_leave(&self, id: Id, front: &Pose) -> Result<(), RuleId> {
        let Some(bua) = self.bua_of(id) else { return Err("IMP-R120") };
        let piece = self.piece(id);
        let size = piece.size();
        let centre = front.at.vec() - front.facing.ahead() * (size.depth.get() / 2.0);
        let rect = Base::new(Pose::nearest(centre, front.facing), size).rect();
        let near = bua.outline.distance(&rect) <= CLEAR_U;
        let away = (bua.outline.centroid() - centre).dot(front.facing.ahead()) < 0.0;
        let outside = !rect.is_in(&bua.outline, TOLERANCE);
        let clear = self.is_clear(id, &rect);
        if near && away && outside && clear { Ok(()) } else { Err("IMP-R120") }
    }

    /// IMP-R114: a free place: on the table, upon nobody, 0.1 U from every enemy.
    pub(super) fn is_clear(&self, id: Id, rect: &acies_table::Rect) -> bool {
        self.table().holds(rect)
            && self.everybody().filter(|it| *it != id).all(|it| {
                if it.seat() == id.seat() {
                    !self.rect(it).overlaps(rect, TOLERANCE)
                } else {
                    self.rect(it).distance(rect) >= CLEAR_U
                }
            })
    }

    /// Puts a Unit inside.
    fn take_bua(&mut self, id: Id, to: Pose, log: &mut Log<Event>) {
        let from = self.piece(id).base().pose;
        let piece = self.piece_mut(id);
        piece.front = to;
        piece.unit.in_bua = true;
        (piece.unit.shieldwall, piece.protected, piece.waiting) = (false, false, false);
        piece.phases += 1;
        let to = piece.base().pose;
        log.push(|| Event::Went { legs: vec![Leg { unit: id, from, to }], how: How::Entering });
        self.part(id);
    }

    /// Places around a BUA where who leaves it may stand, from a side of it on.
    fn places_outside(&self, id: Id) -> Vec<Pose> {
        let Some(bua) = self.bua_of(id) else { return Vec::new() };
        let depth = self.piece(id).size().depth.get();
        let centre = bua.outline.centroid();
        let place = |side: Segment| {
            let middle = side.middle();
            let along = (side.b - side.a).normalize_or_zero();
            let out = DVec2::new(-along.y, along.x);
            let out = if (middle - centre).dot(out) < 0.0 { -out } else { out };
            Pose::nearest(middle + out * (depth + TOLERANCE.touch), Facing::toward(out))
        };
        bua.outline.sides().map(place).collect()
    }

    pub(super) fn village_candidates(&self, id: Id, out: &mut Vec<Action>) {
        if self.unit(id).in_bua {
            let places = self.places_outside(id).into_iter();
            out.extend(
                places
                    .filter(|it| self.may_leave(id, it).is_ok())
                    .map(|it| Action::from(Village::Leave(it))),
            );
        } else if self.may_enter(id).is_ok() {
            out.push(Village::Enter.into());
        }
    }

    /// IMP-R75: who loses a melee in a BUA is put outside, touching the side away from the winner, Disordered; destroyed,
    /// if there is no free place.
    pub(crate) fn leave_lost_bua(&mut self, id: Id, winner: Id, log: &mut Log<Event>) {
        let from = self.rect(winner).centre();
        let base = self.piece(id).base();
        let mut places = self.places_outside(id);
        let far = |it: &Pose| it.at.vec().distance(from);
        places.sort_by(|one, other| far(other).total_cmp(&far(one)));
        let there = places
            .into_iter()
            .find(|it| self.may_leave(id, it).is_ok() && far(it) > far(&self.piece(id).front));
        match there {
            Some(to) => {
                let piece = self.piece_mut(id);
                (piece.front, piece.unit.in_bua) = (to, false);
                let to = piece.base().pose;
                log.push(|| Event::Went {
                    legs: vec![Leg { unit: id, from: base.pose, to }],
                    how: How::Leaving,
                });
                self.part(id);
                self.disorder(id, "IMP-R75", log);
            }
            None => {
                self.piece_mut(id).unit.in_bua = false;
                self.remove(id, "IMP-R75", log);
            }
        }
    }

    /// IMP-R75: a winning foot main unit that is not a Large Unit may enter at once. Whether it is asked.
    pub(crate) fn offer_bua(&mut self, unit: Id, _: Id) -> bool {
        match self.may_enter(unit) {
            Ok(to) => {
                self.lay(TakeBua { unit, to });
                true
            }
            Err(_) => false,
        }
    }

    /// IMP-VIC.3, IMP-R69: BUAs that the Attacker's Units occupy.
    pub fn buas_lost(&self, seat: Seat) -> u8 {
        if seat == self.setup.attacker {
            return 0;
        }
        self.standing(seat.other()).filter(|it| self.unit(*it).in_bua).count() as u8
    }
}
