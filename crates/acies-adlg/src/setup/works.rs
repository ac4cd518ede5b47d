//! S6: camps and fortifications (ADLG-R28).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Base, Length, Point, Pose, Rect, Segment};
use glam::dvec2;
use serde::{Deserialize, Serialize};

use super::{
    CAMP, Field, Prepare, Stage,
    notation::{self, length, parsed, pose_text, read_pose},
};
use crate::{
    action::Action,
    battle::Battle,
    melee::Barrier,
    rulings::TOLERANCE,
    scene::lying,
    terrain::{Going, landscape::Line},
    words::{events::Event, notation::Reader, refusals::No},
};

/// S6: this seat pitches its camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToPitchCamp(pub Seat);

/// S6: this seat has segments of fortification left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToFortify(pub Seat);

/// The middle of the camp is so far from the left corner, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PitchCamp {
    pub at: Length,
}

/// So many segments in a row, about this place and across this facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fortify {
    pub at: Pose,
    pub segments: u8,
}

/// The other segments stay unused.
pub struct EndFortifying;

impl Step<Battle> for ToPitchCamp {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("where is your camp?".into(), &["ADLG-R28"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(battle.usual_camps(by).map(|at| Action::from(Prepare::from(PitchCamp { at }))));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::from(PitchCamp { at: Length::ZERO }).into());
    }
}

impl Deed<Battle> for PitchCamp {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["camp"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("camp {}", self.at.get())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "camp 15`: UD from your left corner (ADLG-R28)";
        notation::read(words, example, |text| Ok(PitchCamp { at: length(text)? }))
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let _: ToPitchCamp = battle.staged()?;
        battle.check_camp(by, self.at)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let pose = battle.setup.field.camp_at(by, self.at);
        battle.sides[by].camp.pose = pose;
        log.push(|| Event::CampPitched { by, pose });
        battle.fortify_on(by);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let does = format!("camp {:.1} UD from your left corner", self.at.get());
        Shown::new("Pitch it here", does).ghost(lying(&battle.setup.field.camp_at(by, self.at)))
    }
}

impl Step<Battle> for ToFortify {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("where are your fortifications?".into(), &["ADLG-R28"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let segments = battle.prelude().segments[by].min(SEGMENTS) as u8;
        let rows = battle.usual_works(by, segments);
        out.extend(rows.map(|at| Action::from(Prepare::from(Fortify { at, segments }))));
        out.push(Prepare::EndFortifying.into());
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::from(Fortify { at: Pose::default(), segments: 1 }).into());
    }
}

impl Deed<Battle> for Fortify {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["fortify"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("fortify {} {}", pose_text(&self.at), self.segments)
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "fortify 0 -3 0 2`: UD east and north, facing, segments (ADLG-R28)";
        notation::read(words, example, |text| {
            let (pose, segments) = text.rsplit_once(' ').unwrap_or((text, ""));
            Ok(Fortify { at: read_pose(pose)?, segments: parsed(segments)? })
        })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let _: ToFortify = battle.staged()?;
        battle.check_works(by, &self.at, self.segments)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Fortify { at, segments } = *self;
        battle.landscape.to_mut().lines.extend(row(&at, segments));
        log.push(|| Event::Fortified { by, at, segments });
        battle.prelude_mut().segments[by] -= u32::from(segments);
        battle.fortify_on(by);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let (x, y) = (self.at.at.x.get(), self.at.at.y.get());
        Shown::new("Decide", format!("fortify {} UD about {x}, {y}", self.segments))
    }
}

impl Deed<Battle> for EndFortifying {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["enough"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "enough".into()
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::alone(words, verb, EndFortifying)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Seat, No> {
        battle.staged().map(|ToFortify(by)| by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        _: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.end_fortifying(by);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", "no more fortifications")
    }
}

/// So many segments a machine puts into one row.
const SEGMENTS: u32 = 12;

impl Battle {
    /// The next row, as long as there are segments.
    fn fortify_on(&mut self, by: Seat) {
        if self.prelude_mut().segments[by] > 0 {
            self.lay(Stage::from(ToFortify(by)));
        } else {
            self.end_fortifying(by);
        }
    }

    /// The attacker's camp after the defender's, then the plans.
    fn end_fortifying(&mut self, by: Seat) {
        let prelude = self.prelude_mut();
        let attacker = prelude.attacker;
        let stage = if by == attacker { Stage::Plan } else { ToPitchCamp(attacker).into() };
        self.lay(stage);
    }
}

/// ADLG-R28: so far from the corners of the table is a camp.
const CORNER_UD: f64 = 2.0;

/// How finely free places along a base edge are looked for.
const STEP_UD: f64 = 0.5;

impl Battle {
    /// ADLG-R28: on open ground; terrain is no bar if there is no such place on the edge.
    pub fn check_camp(&self, by: Seat, at: Length) -> Result<(), No> {
        let field = &self.setup.field;
        let least = CORNER_UD + CAMP.width.get() / 2.0;
        if at.get() < least || at.get() > field.length() - least {
            return Err(No::CampInCorner { at });
        }
        if self.is_open_for_camp(by, at) || self.open_camps(by).next().is_none() {
            return Ok(());
        }
        Err(No::CampOnTerrain { at })
    }

    fn is_open_for_camp(&self, by: Seat, at: Length) -> bool {
        let camp = Base::new(self.setup.field.camp_at(by, at), CAMP).rect();
        self.landscape.ground(&camp).going() == Going::Open
    }

    /// Open places for a camp along the base edge.
    pub fn open_camps(&self, by: Seat) -> impl Iterator<Item = Length> + '_ {
        let least = CORNER_UD + CAMP.width.get() / 2.0;
        let steps = ((self.setup.field.length() - 2.0 * least) / STEP_UD) as i32;
        let places = (0..=steps).map(move |n| Length::new(least + f64::from(n) * STEP_UD));
        places.filter(move |&at| self.is_open_for_camp(by, at))
    }

    /// ADLG-R28, ADLG-R162: a row of segments in the own deployment zone, on open or rough ground.
    pub fn check_works(&self, by: Seat, at: &Pose, segments: u8) -> Result<(), No> {
        let left = self.prelude.as_ref().map_or(0, |prelude| prelude.segments[by]);
        if segments == 0 || u32::from(segments) > left {
            return Err(No::TooManySegments { left });
        }
        let zone = works_zone(&self.setup.field, by).grown(TOLERANCE.touch);
        for line in row(at, segments) {
            let wall = Segment::new(line.a.vec(), line.b.vec());
            if let Some(out) = [wall.a, wall.b].into_iter().find(|end| !zone.contains(*end)) {
                return Err(No::OutsideZone { at: Point::nearest(out) });
            }
            if Rect::from(wall).overlaps(&self.camp(by), TOLERANCE) {
                return Err(No::WorksOnCamp);
            }
            let ground = self.landscape.ground(&Rect::from(wall));
            let barred = ground.pieces().find(|piece| piece.going() > Going::Rough);
            if let Some(piece) = barred {
                return Err(No::WorksOn { piece });
            }
        }
        Ok(())
    }
}

/// ADLG-R28, ADLG-R30, ADLG-R184: the whole length, as deep as the zone of heavy troops.
fn works_zone(field: &Field, by: Seat) -> Rect {
    let low = field.on_table(by, dvec2(0.0, 0.0));
    let high = field.on_table(by, dvec2(field.length(), field.deployment_depth(false)));
    Rect::between(low, high)
}

/// ADLG-R162: segments of 1 UD side by side, across a facing and about a place.
pub fn row(at: &Pose, segments: u8) -> impl Iterator<Item = Line> + use<> {
    let pose = *at;
    let end = move |n: u8| {
        let right = f64::from(n) - f64::from(segments) / 2.0;
        Point::nearest(pose.world(dvec2(right, 0.0)))
    };
    (0..segments).map(move |n| Line { barrier: Barrier::Fortification, a: end(n), b: end(n + 1) })
}
