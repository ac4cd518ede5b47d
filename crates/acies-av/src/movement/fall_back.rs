//! Falling back (AV-5.33 to AV-5.37, AV-R58, AV-R59, AV-R104).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
    words::{Subject, number},
};
use acies_table::{Angle, Facing, Length, Pose, Segment};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    Moves,
    march::{LEAST_UD, Manner, Mode, Moved},
    path::{Course, Gait, comes_nearer, exceeds},
    push::Pushed,
};
use crate::{
    battle::{Action, Battle},
    notation::Reader,
    profile::Order,
    rulings::{OBLIQUE, TOL, TOLERANCE, ZONE_UD},
    table::Table,
    units::{Id, UnitSet},
    words::{
        events::Event,
        phrases::{AIM, degrees},
        refusals::{No, ud},
    },
};

/// AV-R104: two kinds, five headings, three lengths.
const WAYS_BACK: usize = 30;

/// AV-R58: how a unit falls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    pub heading: Facing,
    pub distance: Length,
    /// Turned about, it goes farther and ends facing directly away.
    pub about: bool,
    /// AV-R59: Expediti that turned about may pivot again.
    pub then: Option<Facing>,
}

impl<'a> Table<'a> {
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

/// A unit under Fall back goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallBack {
    pub unit: u8,
    pub back: Back,
}

impl Deed<Battle> for FallBack {
    type Plan = (Id, Moved);
    const VERBS: &'static [&'static str] = &["back"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let Back { heading, distance, about, then } = self.back;
        let about = if about { " about" } else { "" };
        let then = then.map_or(String::new(), |facing| format!(" face {facing}"));
        format!("back {}: go {heading} {distance}{about}{then}", number(self.unit))
    }

    /// `back 3: go 180 3 about face 0`.
    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = reader.own()?;
        if !reader.words.flag("go") {
            return Err(Misread::new("where does it go?").hint("as in `back 3: go 180 2 about`"));
        }
        let (heading, distance) = (reader.facing()?, reader.length()?);
        let about = reader.words.flag("about");
        let then = if reader.words.flag("face") { Some(reader.facing()?) } else { None };
        Ok(FallBack { unit, back: Back { heading, distance, about, then } })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Id, Moved), No> {
        let id = battle.known(by, self.unit)?;
        battle.asked::<Moves>().ok_or(No::NotNow)?;
        Ok((id, battle.table().check_back(id, &self.back)?))
    }

    fn perform(
        &self,
        (unit, moved): (Id, Moved),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (pose, length, manner) = (moved.pose, moved.length, moved.manner);
        let about = self.back.about;
        log.push(|| Event::FellBack { unit, pose, length, about, manner });
        battle.place(unit, &moved, log);
        battle.meet_leaders(unit, &moved.legs, dice, log)
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let falls = |it: &Subject| battle.back_words(Id::new(by, self.unit), &self.back, it);
        let mut shown = battle.shown_unit(by, self.unit, "Fall back", falls);
        if let Ok((id, moved)) = Deed::check(self, battle, by) {
            let ghost = crate::scene::ghost(battle, id, &moved.pose);
            shown = shown.ghost(crate::scene::gone(ghost, Vec::new(), moved.length.get()));
        }
        shown.rules(if self.back.about { &["AV-5.34", "AV-R58"] } else { &["AV-5.33", "AV-R58"] })
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let Ok((id, moved)) = Deed::check(self, battle, by) else { return Vec::new() };
        let mut then = battle.clone();
        // Dice that fall on the way are left open.
        let _ = self.perform((id, moved), &mut then, &mut Dice::scripted([]), &mut Log::Off);
        then.ahead_of(by, id)
    }

    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        let so_far =
            |distance: Length| FallBack { back: Back { distance, ..self.back }, ..*self }.into();
        battle.as_far(by, no, self.back.distance, so_far)
    }
}

impl Battle {
    /// AV-R58: which way it goes back, as it stands.
    fn back_words(&self, id: Id, back: &Back, it: &Subject) -> String {
        let slant = back.heading - self.unit(id).pose.facing.opposite();
        // Who goes backward to the right of his way goes to his own left.
        let way = match () {
            () if slant.abs() < AIM => " straight back".into(),
            () if slant > Angle::ZERO => format!(", {} to {} left", degrees(slant), it.their()),
            () => format!(", {} to {} right", degrees(-slant), it.their()),
        };
        let about = if back.about { ", turned about" } else { "" };
        let then = back.then.map_or_else(String::new, |facing| {
            format!(", and {} again to face {}", it.does("turn"), degrees(facing.from_north()))
        });
        format!("{} back {} UD{way}{about}{then}", it.does("fall"), ud(back.distance))
    }
}
