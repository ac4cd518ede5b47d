//! S8: where units may deploy (ADLG-R30).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::{find_each, number, numbers as numbers_of},
};
use acies_field::arranged;
use acies_table::{Base, Pose, Rect, Segment};
use serde::{Deserialize, Serialize};

use super::{
    CAMP, Prepare, Stage, Wing,
    formation::Style,
    notation::{self, after_colon, from_one, pose_text, poses_text, read_pose, read_poses},
};
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Commander, Frame, Id, March, Place},
    movement::Group,
    rulings::{CORPS, TOLERANCE},
    terrain::landscape::WALL_UD,
    words::{events::Event, notation::Reader, refusals::No},
};

/// Middles that are farther apart than this belong to bases that do not touch: two wagons askew.
const NEAR_UD: f64 = 2.5;

/// S8: this seat deploys a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToDeploy(pub Seat);

/// S8: the corps that this seat has just deployed may be arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToArrange {
    pub by: Seat,
    pub corps: u8,
}

/// A whole corps, its units in the order of the army, ambushers left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deploy {
    pub corps: u8,
    pub poses: Vec<Pose>,
}

/// A unit of the corps that has just deployed, elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceUnit {
    pub unit: u8,
    pub pose: Pose,
}

/// Several of them elsewhere: one so, the others in their places beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrange {
    pub unit: u8,
    pub beside: UnitSet,
    pub pose: Pose,
}

/// The corps stands as it is.
pub struct EndDeploying;

impl Step<Battle> for ToDeploy {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which corps deploys, and how?".into(), &["ADLG-R30"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.list_deployments(by, out);
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, _: &mut Vec<Action>) -> Action {
        battle.any_deployment(by, chance)
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        let deploy = |corps| Prepare::from(Deploy { corps, poses: Vec::new() });
        out.extend((0..CORPS as u8).map(|corps| Action::from(deploy(corps))));
    }
}

impl Deed<Battle> for Deploy {
    /// Who deploys.
    type Plan = (Seat, Group);
    const VERBS: &'static [&'static str] = &["deploy"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("deploy {}: {}", number(self.corps), poses_text(&self.poses))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "deploy 2: -3.5 -3.4 0, -2.5 -3.4 0`: a place for each unit (ADLG-R30)";
        notation::read(words, example, |text| {
            let (corps, poses) = after_colon(text)?;
            Ok(Deploy { corps: from_one(corps)?, poses: read_poses(poses)? })
        })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Seat, Group), No> {
        let _: ToDeploy = battle.staged()?;
        Ok((by, battle.check_deployment(by, self.corps, &self.poses)?))
    }

    fn perform(
        &self,
        (by, units): (Seat, Group),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        for (&unit, pose) in units.iter().zip(&self.poses) {
            let unit = battle.unit_mut(unit);
            unit.pose = *pose;
            unit.place = Place::Table;
        }
        let (corps, number) = (self.corps, usize::from(self.corps));
        battle.sides[by].commanders[number] =
            Commander::With(battle.setup.armies[by].corps[number].with);
        let wing = battle.planned_wing(by, corps).unwrap_or(Wing::Centre);
        battle.prelude_mut().wings[by][number] = Some(wing);
        log.push(|| {
            let units = units.into_iter().collect();
            Event::Deployed { by, corps, wing, units, poses: self.poses.clone() }
        });
        battle.lay(Stage::from(ToArrange { by, corps }));
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let seen = |pose: &Pose| battle.setup.field.as_seen_by(by, pose.at.vec()).y;
        let front = self.poses.iter().map(seen).fold(0.0, f64::max);
        let corps = battle.corps_called(by, self.corps);
        let so = |style: &Style| {
            battle.drawn_up(by, self.corps, *style).is_some_and(|poses| poses == self.poses)
        };
        let how = match Style::ALL.into_iter().find(so) {
            Some(style) => format!("{}, its front {front:.1} UD out", style.words()),
            None => format!("its front line about {front:.1} UD out"),
        };
        let title = Some(format!("{}, {how}", battle.corps_name(by, self.corps)));
        Shown { title, ..Shown::new("Deploy", format!("deploy {corps} {how}")) }
    }
}

impl Step<Battle> for ToArrange {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("does the corps stand as you want it?".into(), &["ADLG-R30"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::EndDeploying.into());
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::from(PlaceUnit { unit: 0, pose: Pose::default() }).into());
    }
}

impl Deed<Battle> for PlaceUnit {
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["place"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("place {}: {}", number(self.unit), pose_text(&self.pose))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "place 3: -4 -3 0`: UD east and north, facing (ADLG-R30)";
        notation::read(words, example, |text| {
            let (unit, pose) = after_colon(text)?;
            Ok(PlaceUnit { unit: from_one(unit)?, pose: read_pose(pose)? })
        })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Id, No> {
        battle.check_exists(by, self.unit)?;
        let to_arrange: ToArrange = battle.staged()?;
        let unit = Id::new(by, self.unit);
        to_arrange.check_own(battle, unit)?;
        battle.check_place(unit, &self.pose)?;
        Ok(unit)
    }

    fn perform(
        &self,
        unit: Id,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.put(unit, self.pose, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (x, y) = (self.pose.at.x.get(), self.pose.at.y.get());
        Shown::new("Place", format!("place {} at {x}, {y}", battle.unit_called(by, self.unit)))
    }
}

impl Deed<Battle> for Arrange {
    /// Where they come to stand.
    type Plan = Vec<(Id, Pose)>;
    const VERBS: &'static [&'static str] = &["arrange"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let (unit, beside) = (number(self.unit), numbers_of(self.beside.iter()));
        format!("arrange {unit} with {beside}: {}", pose_text(&self.pose))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::read(words, "arrange 3 with 4-6: -4 -3 0` (ADLG-R30)", |text| {
            let (units, pose) = after_colon(text)?;
            let (unit, beside) =
                units.split_once(" with ").ok_or_else(|| Misread::new("who is with it?"))?;
            let beside = find_each(beside.trim(), from_one)?.into_iter().collect();
            Ok(Arrange { unit: from_one(unit)?, beside, pose: read_pose(pose)? })
        })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Vec<(Id, Pose)>, No> {
        battle.check_exists(by, self.unit)?;
        battle.check_known(by, self.beside)?;
        let to_arrange: ToArrange = battle.staged()?;
        let mut all = self.beside.with(self.unit).ids(by);
        all.try_for_each(|unit| to_arrange.check_own(battle, unit))?;
        let arranged = arranged(battle, Id::new(by, self.unit), self.beside, &self.pose);
        let mut after = battle.clone();
        arranged.iter().for_each(|&(id, pose)| after.unit_mut(id).pose = pose);
        arranged.iter().try_for_each(|(id, pose)| after.check_place(*id, pose))?;
        Ok(arranged)
    }

    fn perform(
        &self,
        arranged: Vec<(Id, Pose)>,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        for (unit, pose) in arranged {
            battle.put(unit, pose, log);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (x, y) = (self.pose.at.x.get(), self.pose.at.y.get());
        let more = self.beside.without(self.unit).len();
        let name = battle.unit_called(by, self.unit);
        Shown::new("Place", format!("place {name} and {more} more at {x}, {y}"))
    }
}

impl Deed<Battle> for EndDeploying {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["deployed"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "deployed".into()
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::alone(words, verb, EndDeploying)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Seat, No> {
        battle.staged().map(|ToArrange { by, .. }| by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.take();
        battle.deploy_next(by.other(), log);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Ready", "they stand well")
    }
}

impl ToArrange {
    /// Whether a unit is one of those that may be arranged.
    fn check_own(&self, battle: &Battle, unit: Id) -> Result<(), No> {
        let there = battle.unit(unit).place == Place::Table;
        let own = there && battle.troop(unit).corps == self.corps;
        if own { Ok(()) } else { Err(No::NotYours { unit }) }
    }
}

/// The sequence of deployment.
impl Battle {
    fn put(&mut self, unit: Id, pose: Pose, log: &mut Log<Event>) {
        log.push(|| Event::Placed { unit, pose });
        self.unit_mut(unit).pose = pose;
    }

    /// ADLG-R30: the other player's corps next, unless he has none left to deploy.
    pub(crate) fn deploy_next(&mut self, seat: Seat, log: &mut Log<Event>) {
        for seat in [seat, seat.other()] {
            let unseen =
                self.prelude_mut().wings[seat].iter().filter(|wing| wing.is_none()).count();
            if unseen == 1 && self.sides[seat].march == March::No {
                // The last corps deploys, or everybody sees now that it marches.
                log.unseal(seat);
            }
            if self.to_deploy(seat).next().is_some() {
                return self.lay(Stage::from(ToDeploy(seat)));
            }
            self.miss_corps(seat, log);
        }
        self.begin_battle(log);
    }

    /// ADLG-R32, ADLG-R181: who has deployed all he can shows that a corps is missing.
    fn miss_corps(&mut self, by: Seat, log: &mut Log<Event>) {
        let side = &mut self.sides[by];
        let flank = side.plan.known().and_then(|plan| plan.flank);
        if let (Some(flank), March::No) = (flank, side.march) {
            let corps = flank.corps;
            side.march = March::Coming { corps };
            log.push(|| Event::CorpsMissing { by, corps });
        }
    }

    /// S9: the attacker has the first turn.
    pub(crate) fn begin_battle(&mut self, log: &mut Log<Event>) {
        let attacker = self.prelude_mut().attacker;
        self.prelude = None;
        self.first = attacker;
        self.set_phasing(attacker);
        log.push(|| Event::SetUp { attacker });
        log.push(|| Event::TurnBegins { by: attacker, turn: 1 });
        self.lay(Frame::Corps);
    }
}

impl Battle {
    /// Where a corps is to deploy, as its owner has written; nothing for one that marches round a flank
    /// or for who does not know the plan.
    pub fn planned_wing(&self, by: Seat, corps: u8) -> Option<Wing> {
        let plan = self.sides[by].plan.known()?;
        let wing = *plan.wings.get(usize::from(corps))?;
        (!plan.marches(corps)).then_some(wing)
    }

    /// Corps that a player still has to deploy.
    pub fn to_deploy(&self, by: Seat) -> impl Iterator<Item = u8> + Clone + '_ {
        let waits = move |corps: &u8| {
            let seen = self.prelude.as_ref().map(|it| it.wings[by][usize::from(*corps)]);
            seen == Some(None) && self.planned_wing(by, *corps).is_some()
        };
        (0..CORPS as u8).filter(waits)
    }

    /// The units of a corps that deploy: those that do not hide.
    pub fn deploying(&self, by: Seat, corps: u8) -> Group {
        let hidden = self.sides[by].plan.known().map(super::Plan::ambushers).unwrap_or_default();
        let units = (0..self.sides[by].units.len() as u8).filter(|&unit| !hidden.has(unit));
        units.map(|unit| Id::new(by, unit)).filter(|&id| self.troop(id).corps == corps).collect()
    }

    /// ADLG-R30: a whole corps.
    pub fn check_deployment(&self, by: Seat, corps: u8, poses: &[Pose]) -> Result<Group, No> {
        if !self.to_deploy(by).any(|it| it == corps) {
            return Err(No::NoCorpsToDeploy { corps });
        }
        let units = self.deploying(by, corps);
        if units.len() != poses.len() {
            return Err(No::NotAllPlaced { units: units.len() as u8, placed: poses.len() as u8 });
        }
        for (at, (&unit, pose)) in units.iter().zip(poses).enumerate() {
            self.check_place(unit, pose)?;
            let rect = self.rect_at(unit, pose);
            let before = units[..at].iter().zip(poses);
            let mut stands = before.map(|(&other, pose)| (other, self.rect_at(other, pose)));
            if let Some((other, _)) = stands.find(|(_, it)| rect.overlaps(it, TOLERANCE)) {
                return Err(No::PlacedOn { unit, other });
            }
        }
        Ok(units)
    }

    /// ADLG-R30, ADLG-R158: a unit in the zone of its corps, on ground where it may be, on nobody, on no
    /// camp and across no wall.
    pub fn check_place(&self, unit: Id, pose: &Pose) -> Result<(), No> {
        let by = unit.seat();
        let rect = self.rect_at(unit, pose);
        let wing = self.planned_wing(by, self.troop(unit).corps).unwrap_or(Wing::Centre);
        if !self.deployment_zone(unit, wing).grown(TOLERANCE.touch).holds(&rect) {
            return Err(No::OutsideWing { unit, wing });
        }
        self.check_room(unit, &rect)
    }

    /// ADLG-R30: the zone of a wing on the table, deeper for light troops.
    pub fn deployment_zone(&self, unit: Id, wing: Wing) -> Rect {
        let light = self.profile(unit).kind.is_light();
        self.setup.field.zone_of(unit.seat(), wing, light)
    }

    /// Ground on which a unit may be, without anybody or anything in the way (ADLG-R6, ADLG-R158).
    pub fn check_room(&self, unit: Id, rect: &Rect) -> Result<(), No> {
        let kind = self.profile(unit).kind;
        let ground = self.landscape.ground(rect);
        let barred =
            ground.pieces().find(|it| crate::terrain::allowance(kind, it.going()).is_none());
        if let Some(piece) = barred.filter(|_| ground.allowance(kind).is_none()) {
            return Err(No::NoGround { unit, piece });
        }
        let near = |other: &Id| {
            let apart = self.unit(*other).pose.at.vec() - rect.centre();
            *other != unit && apart.abs().max_element() < NEAR_UD
        };
        let mut others = self.bodies().filter(near);
        if let Some(other) = others.find(|&other| rect.overlaps(&self.rect(other), TOLERANCE)) {
            return Err(No::PlacedOn { unit, other });
        }
        let camp = |seat: Seat| Base::new(self.sides[seat].camp.pose, CAMP).rect();
        if Seat::BOTH.into_iter().any(|seat| rect.overlaps(&camp(seat), TOLERANCE)) {
            return Err(No::PlacedOnCamp { unit });
        }
        let astride = |a, b| rect.overlap_depth(&Rect::from(Segment::new(a, b))) > WALL_UD;
        if self.landscape.lines.iter().any(|line| astride(line.a.vec(), line.b.vec())) {
            return Err(No::AstrideWall { unit });
        }
        Ok(())
    }

    /// The base of a unit in another place.
    pub fn rect_at(&self, unit: Id, pose: &Pose) -> Rect {
        Base::new(*pose, self.profile(unit).kind.size()).rect()
    }
}
