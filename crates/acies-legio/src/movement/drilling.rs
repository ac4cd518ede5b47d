//! Changes of formation and facing in M3 (LEG-MAN.2, LEG-MAN.5, LEG-MAN.6, LEG-MAN.8, LEG-MAN.9, LEG-MAN.14, LEG-MAN.15, LEG-MAN.18, LEG-MAN.19;
//! LEG-R48 to LEG-R51, LEG-R53, LEG-R54, LEG-R121, LEG-R127, LEG-R128).

use acies_core::{
    Dice, Id, Log, Misread, Rolled, RuleId, Seat,
    flow::{Deed, Shown, Stacked},
};
use acies_table::{Angle, Base, Motion, Pose};
use serde::{Deserialize, Serialize};

use super::{
    Manoeuvre,
    activation::{Activation, Stage},
};
use crate::{
    battle::{Battle, Marks},
    morale::Disorder,
    rulings::{JAVELIN_RANGE, SLACK, TOLERANCE},
    troops::{Formation, Shape, Tags, Type},
    words::{Event, No, Words, notation::turning},
};

/// What a unit does on the spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drilling {
    /// LEG-MAN.5: to so many files, or so many in the front of so many lines; a legion in one line has one rank.
    Files {
        files: u8,
        lines: u8,
    },
    /// LEG-MAN.5.
    Column,
    /// LEG-MAN.6.
    FormUp,
    /// LEG-MAN.2, LEG-R51.
    Unform,
    /// LEG-MAN.8.
    About,
    /// LEG-R46(c), (d), LEG-R128: a turn on the spot; a halted unit in line wheels.
    Face {
        by: Angle,
    },
    /// LEG-MAN.9, LEG-R54.
    Dismount,
    Mount,
}

/// What it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Drilled {
    asked: Activation,
    pose: Pose,
    shape: Shape,
    manoeuvre: Option<Manoeuvre>,
    /// LEG-R49.
    halves: bool,
    /// LEG-R128, LEG-R50: nothing else may be done.
    ends: bool,
}

impl Drilling {
    /// What a unit might do, allowed or not.
    pub fn all(battle: &Battle, unit: Id, mut each: impl FnMut(Drilling)) {
        let it = battle.unit(unit);
        let (kind, bases) = (it.kind(), it.is.bases);
        if kind.is_special() {
            if let Some(facing) = battle.toward_enemy(unit) {
                each(Drilling::Face { by: facing - it.pose.facing });
            }
            return;
        }
        match it.is.shape.formation {
            Formation::Unformed => {
                each(Drilling::FormUp);
                if let Some(facing) = battle.toward_enemy(unit) {
                    each(Drilling::Face { by: facing - it.pose.facing });
                }
            }
            Formation::Line => {
                each(Drilling::About);
                each(Drilling::Column);
                if kind.may_unform() {
                    each(Drilling::Unform);
                }
                for degrees in [45.0, -45.0] {
                    each(Drilling::Face { by: Angle::new(degrees) });
                }
            }
            Formation::Column => each(Drilling::About),
            Formation::Special => {}
        }
        if it.is.profile.has(Tags::DISMOUNTS) {
            each(if it.horses.is_some() { Drilling::Mount } else { Drilling::Dismount });
        }
        if it.is.shape.formation == Formation::Unformed {
            return;
        }
        if kind == Type::Legionaries {
            for lines in 1..=3 {
                each(Drilling::Files { files: bases.div_ceil(lines), lines });
            }
        } else {
            for ranks in 1..=3 {
                each(Drilling::Files { files: bases.div_ceil(ranks), lines: 1 });
            }
        }
    }
}

/// Why a unit does not change its formation or facing so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Its bases do not make up such a shape.
    Shape,
    /// It stands so already.
    SoAlready,
    /// Only units in line or column do this.
    NotFormed,
    /// Light and Special troops never form up.
    NeverFormed,
    /// Only formed Heavy Cavalry and Auxiliaries become unformed by choice.
    StaysFormed,
    /// It would have to come first.
    Late,
    /// Formed troops wheel as they move; who is halted in line may wheel by up to 45 degrees.
    TurnsByMoving,
    /// It has no horses to leave or to take again.
    Horses,
}

impl Unfit {
    /// The rule that says so, and what it says, as of several.
    pub fn said(self) -> (RuleId, &'static str) {
        match self {
            Unfit::Shape => ("LEG-R48", "have no bases for such a shape"),
            Unfit::SoAlready => ("LEG-R48", "stand so already"),
            Unfit::NotFormed => ("LEG-R53", "are neither in line nor in column"),
            Unfit::NeverFormed => ("LEG-R50", "are troops that never form up"),
            Unfit::StaysFormed => (
                "LEG-R51",
                "cannot do it: only formed Heavy Cavalry and Auxiliaries become unformed by choice",
            ),
            Unfit::Late => ("LEG-R51", "may become unformed only before they do anything else"),
            Unfit::TurnsByMoving => (
                "LEG-R128",
                "wheel as they move; only who is halted in line wheels without dice, by up to 45 degrees",
            ),
            Unfit::Horses => {
                ("LEG-R54", "have no horses to leave, or none within 40 paces to mount again")
            }
        }
    }
}

impl Deed<Battle> for Drilling {
    type Plan = Drilled;
    const VERBS: &'static [&'static str] =
        &["form", "column", "form_up", "unform", "about", "face", "dismount", "mount"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        match *self {
            Drilling::Files { files, lines } => format!("form {files} {lines}"),
            Drilling::Column => "column".into(),
            Drilling::FormUp => "form_up".into(),
            Drilling::Unform => "unform".into(),
            Drilling::About => "about".into(),
            Drilling::Face { by } => format!("face {by}"),
            Drilling::Dismount => "dismount".into(),
            Drilling::Mount => "mount".into(),
        }
    }

    fn read(verb: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(match verb {
            "form" => {
                let mut number = |what: &str| {
                    let word = words.word(what)?;
                    let small = word.parse().ok().filter(|it: &u8| *it <= 12);
                    small.ok_or_else(|| Misread::new(format!("`{word}` is no number of bases")))
                };
                let files = number("the number of files")?;
                Drilling::Files { files, lines: number("the number of lines").unwrap_or(1) }
            }
            "column" => Drilling::Column,
            "form_up" => Drilling::FormUp,
            "unform" => Drilling::Unform,
            "about" => Drilling::About,
            "face" => Drilling::Face { by: words.degrees()? },
            "dismount" => Drilling::Dismount,
            _ => Drilling::Mount,
        })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Drilled, No> {
        let asked = battle.acting()?;
        let unit = asked.unit;
        if asked.stage == Stage::Path {
            return Err(No::NotNow);
        }
        let it = battle.unit(unit);
        if it.is.shaken || it.has(Marks::CRIPPLED) {
            let rule = if it.is.shaken { "LEG-R107" } else { "LEG-R104" };
            return Err(No::TooShaken { unit, rule });
        }
        let stays = it.has(Marks::REPEATS);
        let ceased = it.has(Marks::CEASED) && *self != Drilling::FormUp;
        if stays || ceased {
            let rule = if stays { "LEG-R35" } else { "LEG-R97" };
            return Err(No::Rooted { unit, rule });
        }
        let halted = battle.rooted(unit).is_some();
        // LEG-R128: a halted unit does one such thing instead of shooting or resting.
        if (halted || *self == Drilling::FormUp) && !asked.is_fresh(battle) {
            return Err(No::DrilledAlready { unit });
        }
        let drilled = self.plan(battle, asked, halted)?;
        battle.may_drill(&drilled)?;
        Ok(drilled)
    }

    fn perform(
        &self,
        plan: Drilled,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Drilled { asked, pose, shape, manoeuvre, halves, ends } = plan;
        let unit = asked.unit;
        let near = battle.is_in_bow_range(unit);
        let cost = manoeuvre.map_or(0, |it| battle.drill(unit, near).sum(it).total);
        let (from, drill) = (battle.unit(unit).pose, *self);
        log.push(|| Event::Drilled { unit, drill, from, to_pose: pose });
        self.change(battle, unit);
        let it = battle.unit_mut(unit);
        it.marks.set(Marks::DRILLED, halves || it.has(Marks::DRILLED));
        (it.pose, it.is.shape) = (pose, shape);
        let rule = match manoeuvre {
            Some(Manoeuvre::FormUp) => "LEG-MAN.15",
            Some(Manoeuvre::AboutFace) => "LEG-MAN.18",
            Some(Manoeuvre::Mount) => "LEG-MAN.19",
            Some(Manoeuvre::Wheel) => "LEG-MAN.4",
            _ => "LEG-MAN.14",
        };
        battle.suffer(unit, Disorder::Movement, cost as u8, rule, dice, log)?;
        if ends || !battle.has(unit) {
            battle.end_activation(unit);
        } else {
            battle.lay(Activation { halves: asked.halves + u8::from(halves), ..asked });
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Activation>();
        let (commit, does, rules) = self.words();
        let mut shown = Shown::new(commit, does).rules(rules);
        if let Some(asked) = asked {
            shown.units = vec![battle.address(asked.unit)];
            let plan = self.plan(battle, asked, battle.rooted(asked.unit).is_some());
            shown.ghosts = plan.iter().map(|plan| battle.ghost(asked.unit, plan.pose)).collect();
        }
        battle.said_of(asked.map(|it| it.unit), shown)
    }
}

impl Drilling {
    pub fn words(self) -> (&'static str, String, &'static [RuleId]) {
        match self {
            Drilling::Files { files, lines: 1 } => {
                ("Form", format!("form {files} files"), &["LEG-MAN.5", "LEG-R48"])
            }
            Drilling::Files { files, lines } => {
                let does = format!("form {lines} lines, {files} in front");
                ("Form", does, &["LEG-MAN.5", "LEG-R121"])
            }
            Drilling::Column => ("Column", "form a column".into(), &["LEG-MAN.5", "LEG-R48"]),
            Drilling::FormUp => ("Form up", "form up".into(), &["LEG-MAN.6", "LEG-R50"]),
            Drilling::Unform => ("Unform", "become unformed".into(), &["LEG-MAN.2", "LEG-R51"]),
            Drilling::About => ("About face", "turn about".into(), &["LEG-MAN.8", "LEG-R53"]),
            Drilling::Face { by } => ("Turn", turning("turn", by), &["LEG-R46", "LEG-R128"]),
            Drilling::Dismount => ("Dismount", "dismount".into(), &["LEG-MAN.9", "LEG-R54"]),
            Drilling::Mount => ("Mount", "mount".into(), &["LEG-MAN.9", "LEG-R54"]),
        }
    }

    /// What it would be, as far as formation and troops are concerned.
    fn plan(self, battle: &Battle, asked: Activation, halted: bool) -> Result<Drilled, No> {
        let unit = asked.unit;
        if self == (Drilling::Face { by: Angle::ZERO }) {
            return Err(No::FacesThere { unit });
        }
        let it = *battle.unit(unit);
        let formation = it.is.shape.formation;
        let drilled = matches!(formation, Formation::Line | Formation::Column);
        let unfit = |why| No::NoSuchDrill { unit, why };
        let mut plan = Drilled {
            asked,
            pose: it.pose,
            shape: it.is.shape,
            manoeuvre: None,
            halves: false,
            ends: halted,
        };
        match self {
            Drilling::Files { .. } | Drilling::Column => {
                let shape = self.new_shape(&it).ok_or(unfit(Unfit::Shape))?;
                if shape == it.is.shape || !drilled {
                    return Err(unfit(if drilled { Unfit::SoAlready } else { Unfit::NotFormed }));
                }
                plan.shape = shape;
                plan.pose = reshaped(&it, shape);
                plan.manoeuvre = Some(Manoeuvre::ChangeFormation);
                plan.halves = true;
            }
            Drilling::FormUp => {
                if formation != Formation::Unformed || it.kind().is_light() {
                    return Err(unfit(if drilled { Unfit::SoAlready } else { Unfit::NeverFormed }));
                }
                plan.manoeuvre = Some(Manoeuvre::FormUp);
                plan.ends = true;
            }
            Drilling::Unform => {
                if !it.kind().may_unform() || !drilled {
                    return Err(unfit(Unfit::StaysFormed));
                }
                if !asked.is_fresh(battle) || halted {
                    return Err(unfit(Unfit::Late));
                }
                let mut is = it.is;
                is.unform();
                plan.shape = is.shape;
                plan.pose = reshaped(&it, is.shape);
            }
            Drilling::About => {
                if !drilled {
                    return Err(unfit(Unfit::NotFormed));
                }
                plan.pose.facing = it.pose.facing.opposite();
                plan.manoeuvre = Some(Manoeuvre::AboutFace);
                plan.halves = true;
            }
            Drilling::Face { by } if drilled => {
                // LEG-R128: a wheel of up to 45 degrees, without dice.
                if !halted || formation != Formation::Line || by.abs() > Angle::new(45.0) {
                    return Err(unfit(Unfit::TurnsByMoving));
                }
                let wheel = Motion::wheel(by);
                plan.pose = battle.walk(unit, &[wheel])?.end;
                plan.manoeuvre = Some(Manoeuvre::Wheel);
            }
            Drilling::Face { by } => plan.pose.facing = it.pose.facing + by,
            Drilling::Dismount | Drilling::Mount => {
                let mounts = self == Drilling::Mount;
                let near = |at: acies_table::Point| {
                    at.vec().distance(it.pose.at.vec()) <= f64::from(JAVELIN_RANGE) + SLACK
                };
                let may = match it.horses {
                    Some(at) => mounts && near(at),
                    None => !mounts && it.kind().on_foot(it.is.profile.missile).is_some(),
                };
                if !may || !it.is.profile.has(Tags::DISMOUNTS) {
                    return Err(unfit(Unfit::Horses));
                }
                plan.manoeuvre = Some(Manoeuvre::Mount);
                plan.halves = true;
            }
        }
        // LEG-MAN.3: only units in line or column pay.
        plan.halves &= drilled;
        Ok(plan)
    }

    fn new_shape(self, it: &crate::battle::Unit) -> Option<Shape> {
        let bases = it.is.bases;
        match self {
            Drilling::Column if bases > 1 && !it.kind().is_light() && !it.kind().is_special() => {
                Some(Shape::column())
            }
            Drilling::Files { files, lines } if it.kind() == Type::Legionaries => {
                Shape::legion(bases, lines, files).ok()
            }
            Drilling::Files { files, lines: 1 } => {
                Shape::in_files(Formation::Line, bases, files).ok()
            }
            _ => None,
        }
    }

    /// LEG-R50, LEG-R54: what changes besides formation and facing.
    fn change(self, battle: &mut Battle, unit: Id) {
        let recruit = battle.recruit(unit).profile;
        let it = battle.unit_mut(unit);
        match self {
            Drilling::FormUp => it.marks |= Marks::FORMING,
            Drilling::Dismount => {
                if let Some((kind, missile)) = it.kind().on_foot(it.is.profile.missile) {
                    (it.is.profile.kind, it.is.profile.missile) = (kind, missile);
                    it.horses = Some(it.pose.at);
                    it.marks |= Marks::MOUNTED;
                }
            }
            Drilling::Mount => {
                (it.is.profile.kind, it.is.profile.missile) = (recruit.kind, recruit.missile);
                it.horses = None;
                it.marks |= Marks::MOUNTED;
            }
            _ => {}
        }
    }
}

/// LEG-R48: the middle of its front stays where it is; LEG-R127: of who has no order, its centre.
fn reshaped(it: &crate::battle::Unit, shape: Shape) -> Pose {
    let [_, was] = it.is.shape.paces(it.is.bases);
    let [_, now] = shape.paces(it.is.bases);
    let centre = it.pose.world(glam::dvec2(0.0, f64::from(was - now) / 2.0));
    Pose::nearest(centre, it.pose.facing)
}

impl Battle {
    /// LEG-R46(e), LEG-R49, LEG-R60, LEG-R126: whether there is room for it, and move left.
    fn may_drill(&self, plan: &Drilled) -> Result<(), No> {
        let Drilled { asked, pose, shape, halves, .. } = *plan;
        let unit = asked.unit;
        let it = self.unit(unit);
        if halves {
            // LEG-R49: two take all of it; after a move, what it has gone must be within what is left.
            let enough = match asked.stage {
                Stage::Before => asked.halves < 2,
                _ => f64::from(self.carries(&asked, 1).paces) + SLACK >= asked.gone.get(),
            };
            let fast_column = asked.stage == Stage::After && asked.halves >= 2;
            if !enough || fast_column {
                return Err(No::NoMoveLeft { unit });
            }
        }
        let [width, depth] = shape.paces(it.is.bases);
        let size = acies_table::Size::new(width.into(), depth.into());
        let body = Base::new(pose, size).rect();
        if body == it.rect() {
            return Ok(());
        }
        for (other, there) in self.all_units().filter(|(id, _)| *id != unit) {
            let rect = there.rect();
            if body.overlaps(&rect, TOLERANCE) {
                return Err(No::Overlaps { unit, other });
            }
            let (was, now) = (it.rect().distance(&rect), body.distance(&rect));
            let least = if there.is_routing() { 10.0 } else { f64::from(JAVELIN_RANGE) };
            if other.seat() != unit.seat() && now < was.min(least) - SLACK {
                let thousandths = libm::round(now * 1000.0) as i64;
                return Err(No::TooNear { unit, enemy: other, thousandths });
            }
        }
        if self.ground.barred(it.kind()).any(|area| body.is_in(area, TOLERANCE)) {
            return Err(No::Barred { unit });
        }
        if !self.table().grown(SLACK).holds(&body) {
            return Err(No::OverTheEdge { unit });
        }
        Ok(())
    }
}
