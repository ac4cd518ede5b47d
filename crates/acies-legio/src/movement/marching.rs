//! Voluntary moves: the dice that are declared, and the way (LEG-MOV.1 to .18, LEG-MAN.3 to .12; LEG-R37, LEG-R44, LEG-R46 to LEG-R49, LEG-R52,
//! LEG-R55 to LEG-R60, LEG-R107).

use acies_core::{
    Dice, Forecast, Id, Log, Misread, Odds, Rolled, RuleId, Seat, Sum, add, always,
    flow::{Deed, Shown, Stacked},
    odds,
    scene::{At, Ghost},
};
use acies_table::{Angle, Base, Length, Motion, Pivot, Pose};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    Manoeuvre, March, Marched, MoveDice, Walked,
    activation::{Activation, Stage},
    column::Column,
    march::{ARTILLERY_MOVE, Faces},
};
use crate::{
    battle::{Action, Battle, LastMove, Marks},
    command::StandingOrder,
    morale::Disorder,
    rulings::{BASE, BOW_RANGE, SLACK},
    troops::{Formation, Type},
    words::{
        Event, No, Words,
        notation::{legs_said, legs_text},
    },
};

/// LEG-R44: a move is declared: these dice are thrown for it, none for columns and artillery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetOut {
    pub dice: MoveDice,
}

/// LEG-MOV.6: whether these dice are a fast move.
pub fn is_fast(kind: Type, dice: MoveDice) -> bool {
    dice.number() > 0 && !MoveDice::basic(kind).contains(&dice)
}

impl Deed<Battle> for SetOut {
    type Plan = Activation;
    const VERBS: &'static [&'static str] = &["march"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        match (self.dice.average, self.dice.d6) {
            (0, _) => "march".into(),
            (average, 0) => format!("march {average}"),
            (average, d6) => format!("march {average} {d6}"),
        }
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let mut number = || match words.typed.next() {
            None => Ok(0),
            Some(word) => word.parse::<u8>().map_err(|_| {
                Misread::new(format!("`{word}` is no number of dice")).hint("average dice, then D6")
            }),
        };
        Ok(SetOut { dice: MoveDice { average: number()?, d6: number()? } })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Activation, No> {
        let asked = battle.acting()?;
        let unit = asked.unit;
        if asked.stage != Stage::Before {
            return Err(No::NotNow);
        }
        if let Some(rule) = battle.rooted(unit) {
            return Err(No::Rooted { unit, rule });
        }
        if asked.halves >= 2 {
            return Err(No::NoMoveLeft { unit });
        }
        // LEG-R61, LEG-R69: others shoot after their move.
        if battle.unit(unit).has(Marks::SHOT) && !battle.is_skirmisher(unit) {
            return Err(No::HasShot { unit });
        }
        if !battle.marches(unit).any(|known| known == *self) {
            return Err(No::NoSuchDice { unit });
        }
        Ok(asked)
    }

    fn perform(
        &self,
        asked: Activation,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let unit = asked.unit;
        let faces = Faces::throw(self.dice, unit.seat(), dice)?;
        let asked = Activation { stage: Stage::Path, dice: self.dice, faces, ..asked };
        let fast = is_fast(battle.unit(unit).kind(), self.dice);
        let it = battle.unit_mut(unit);
        it.marks.set(Marks::FAST, fast || it.has(Marks::FAST));
        let paces = battle.carries(&asked, 0).paces;
        if self.dice.number() > 0 {
            let march = battle.march_of(&asked, 0);
            let (kind, sum) = (march.kind, march.sum());
            log.push(|| Event::Threw { unit, kind, faces, fast, paces, sum, rule: "LEG-R44" });
        } else {
            log.push(|| Event::SetsOut { unit, sum: battle.without_dice(&asked) });
        }
        battle.lay(asked);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Activation>();
        let kind = asked.map(|it| battle.unit(it.unit).kind());
        let fast = kind.is_some_and(|kind| is_fast(kind, self.dice));
        let does = match (self.dice.number(), fast) {
            (0, _) => "march".to_owned(),
            (_, false) => format!("move: {}", self.dice.name()),
            (_, true) => format!("move fast: {}", self.dice.name()),
        };
        let rules: &[RuleId] = if fast { &["LEG-MOV.6"] } else { &["LEG-MOV.1", "LEG-R44"] };
        let mut shown = Shown::new(if fast { "Move fast" } else { "Move" }, does).rules(rules);
        shown.units = asked.iter().map(|it| battle.address(it.unit)).collect();
        battle.said_of(asked.map(|it| it.unit), shown)
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let asked = Deed::check(self, battle, by).ok().filter(|_| self.dice.number() > 0)?;
        let asked = Activation { dice: self.dice, ..asked };
        let march = battle.march_of(&asked, 0);
        Some(march.forecast(&odds(|dice| march.throw(by, dice))))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let asked = Deed::check(self, was, by).ok()?;
        let Some(Event::Threw { faces, .. }) = events.first() else { return None };
        let march = was.march_of(&Activation { dice: self.dice, ..asked }, 0);
        Some(march.forecast(&Odds::sure(march.carries(*faces))))
    }
}

impl March {
    /// How far it goes in the open, and what that costs.
    fn forecast(&self, odds: &Odds<Marched>) -> Forecast {
        let says = |it: &Marched| {
            let tired = if it.fatigue > 0 { format!(", {} DP", it.fatigue) } else { String::new() };
            let is = vec![("paces", it.paces.into()), ("dps", it.fatigue.into())];
            (format!("{} paces{tired}", it.paces), is)
        };
        Forecast {
            title: "movement".into(),
            sums: vec![("paces besides the pips".into(), self.sum())],
            rules: vec!["LEG-MOV.1", self.fatigue_rule()],
            outcomes: odds.outcomes(says),
            highlights: vec![odds.highlight("fatigue", |it| it.fatigue > 0)],
        }
    }
}

/// LEG-R46: the way of a unit; nowhere, if it has no legs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    pub legs: ArrayVec<Motion, LEGS_MAX>,
}

/// LEG-R46(a): two wheels with a straight leg before, between and after them; LEG-R56.
const LEGS_MAX: usize = 8;

impl Deed<Battle> for Walk {
    type Plan = (Activation, Option<Walked>);
    const VERBS: &'static [&'static str] = &["go"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("go {}", legs_text(&self.legs)).trim_end().to_owned()
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let legs = words.legs()?;
        let many = || Misread::new(format!("more than {LEGS_MAX} legs (LEG-R46)"));
        ArrayVec::try_from(&legs[..]).map(|legs| Walk { legs }).map_err(|_| many())
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Self::Plan, No> {
        let asked: Activation = battle.asked().ok_or(No::NotNow)?;
        if asked.stage != Stage::Path {
            return Err(No::NotNow);
        }
        if self.legs.is_empty() {
            return Ok((asked, None));
        }
        let unit = asked.unit;
        let walked = battle.walk(unit, &self.legs)?;
        let most = battle.most_paces(&asked, &walked, &self.legs);
        if walked.cost + asked.gone.get() > f64::from(most) + SLACK {
            let thousandths = libm::round(walked.cost * 1000.0) as i64;
            let most = most - asked.gone.get() as i32;
            return Err(No::TooFar { unit, thousandths, most });
        }
        battle.may_end(unit, &walked.end)?;
        Ok((asked, Some(walked)))
    }

    fn perform(
        &self,
        (asked, walked): Self::Plan,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let unit = asked.unit;
        let it = battle.unit_mut(unit);
        it.marks |= Marks::MOVED;
        it.doing = LastMove::moved(asked.dice);
        let mut asked = Activation { stage: Stage::After, ..asked };
        if let Some(walked) = walked {
            asked.gone = asked.gone + Length::new(walked.cost);
            asked.going.rough |= walked.going.rough;
            asked.going.light_cover |= walked.going.light_cover;
            if battle.drill(unit, true).takes_half(Manoeuvre::CrossObstacle) {
                asked.halves += walked.crossings.min(2) as u8;
            }
            battle.carry_out_walk(unit, &walked, false, dice, log)?;
        } else {
            log.push(|| Event::StaysPut { unit });
        }
        if !battle.has(unit) {
            return Ok(());
        }
        let march = battle.march_of(&asked, 0);
        let fatigue = march.carries(asked.faces).fatigue;
        battle.suffer(unit, Disorder::Movement, fatigue, march.fatigue_rule(), dice, log)?;
        battle.arrive(unit, dice, log)?;
        battle.lay(asked);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Activation>();
        let does = if self.legs.is_empty() {
            "stay where they are".to_owned()
        } else {
            legs_said(&self.legs)
        };
        let mut shown = Shown::new("Go", does).rules(&["LEG-R46", "LEG-MOV.1"]);
        if let Some(asked) = asked {
            shown.units = vec![battle.address(asked.unit)];
            shown.ghosts = self.ghost(battle, asked.unit).into_iter().collect();
        }
        battle.said_of(asked.map(|it| it.unit), shown)
    }

    /// Straight ahead: as far as is allowed.
    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        let No::TooFar { most, .. } = no else { return None };
        let (last, before) = self.legs.split_last()?;
        let Motion::Shift { right, ahead } = *last else { return None };
        let length = libm::hypot(right.get(), ahead.get());
        let before_cost = Walk::cost_of(battle, before)?;
        let part = (f64::from(*most) - before_cost) / length;
        if part <= 0.0 {
            return None;
        }
        let shorter = Motion::Shift {
            right: Length::new(right.get() * part),
            ahead: Length::new(ahead.get() * part),
        };
        let legs = before.iter().copied().chain([shorter]).collect();
        let action = Action::from(Walk { legs });
        battle.allows(by, &action).then_some(action)
    }
}

impl Walk {
    /// What it pays for the first of its legs.
    fn cost_of(battle: &Battle, legs: &[Motion]) -> Option<f64> {
        let asked = battle.asked::<Activation>()?;
        if legs.is_empty() {
            return Some(0.0);
        }
        battle.walk(asked.unit, legs).ok().map(|walked| walked.cost)
    }

    /// Where it would come to stand.
    fn ghost(&self, battle: &Battle, unit: Id) -> Option<Ghost> {
        let end = self.legs.iter().fold(battle.unit(unit).base(), |base, leg| {
            let pose = leg.course(&base).end(&base.pose);
            Base { pose, ..base }
        });
        (!self.legs.is_empty()).then(|| battle.ghost(unit, end.pose))
    }
}

impl Battle {
    /// A unit as it would stand there.
    pub(crate) fn ghost(&self, unit: Id, pose: Pose) -> Ghost {
        let (x, y) = (pose.at.x.get(), pose.at.y.get());
        let at = At::Pose { x, y, facing: pose.facing.from_north().degrees() };
        Ghost { id: self.address(unit), at, way: Vec::new(), distance: None }
    }

    /// LEG-R69, LEG-SEQ.10: Light Cavalry and javelinmen move and shoot as they like.
    pub fn is_skirmisher(&self, unit: Id) -> bool {
        matches!(self.unit(unit).kind(), Type::LightCavalry | Type::LightJavelinmen)
    }

    /// LEG-MOV.T1: what a unit may declare.
    pub(crate) fn marches(&self, unit: Id) -> impl Iterator<Item = SetOut> + use<> {
        let it = self.unit(unit);
        let kind = it.kind();
        let diceless = it.is.shape.formation == Formation::Column || kind == Type::Artillery;
        let none = diceless.then_some(MoveDice::default());
        let basic = MoveDice::basic(kind).iter().filter(move |_| !diceless);
        let fast = basic.clone().map(|dice| dice.fast());
        // LEG-R167: an optional D6 of chariots and that of a fast move are the same dice.
        let fast = fast.filter(move |dice| is_fast(kind, *dice));
        let dice = none.into_iter().chain(basic.copied()).chain(fast);
        dice.map(|dice| SetOut { dice })
    }

    /// The facts of a move, with so many things more that cost half of it.
    pub(crate) fn march_of(&self, asked: &Activation, more: u8) -> March {
        let it = self.unit(asked.unit);
        March {
            kind: it.kind(),
            formation: it.is.shape.formation,
            dice: asked.dice,
            going: asked.going,
            halves: asked.halves + more,
        }
    }

    /// How far a unit may go, as far as is known before its way.
    pub(crate) fn carries(&self, asked: &Activation, more: u8) -> Marched {
        let it = self.unit(asked.unit);
        if asked.dice.number() > 0 {
            return self.march_of(asked, more).carries(asked.faces);
        }
        let paces = if it.is.shape.formation == Formation::Column {
            self.column(asked, more, !self.is_in_bow_range(asked.unit), false).sum().total
        } else {
            ARTILLERY_MOVE * (2 - i32::from((asked.halves + more).min(2))) / 2
        };
        Marched { paces, fatigue: 0 }
    }

    /// LEG-MOV.5, LEG-MOV.7 to .9: how far it may go, as far as is known before its way.
    fn without_dice(&self, asked: &Activation) -> Sum {
        if self.unit(asked.unit).is.shape.formation == Formation::Column {
            return self.column(asked, 0, !self.is_in_bow_range(asked.unit), false).sum();
        }
        Sum::of([add("LEG-MOV.5", always(), self.carries(asked, 0).paces, "artillery")])
    }

    fn column(
        &self,
        asked: &Activation,
        more: u8,
        beyond_bow_range: bool,
        on_road: bool,
    ) -> Column {
        let (going, halves) = (asked.going, asked.halves + more);
        Column { kind: self.unit(asked.unit).kind(), beyond_bow_range, on_road, going, halves }
    }

    /// LEG-R49, LEG-R57, LEG-R58: how far it may go on this way.
    fn most_paces(&self, asked: &Activation, walked: &Walked, legs: &[Motion]) -> i32 {
        let half = self.drill(asked.unit, true).takes_half(Manoeuvre::CrossObstacle);
        let more = if half { walked.crossings.min(2) as u8 } else { 0 };
        let mut on = *asked;
        on.going.rough |= walked.going.rough;
        on.going.light_cover |= walked.going.light_cover;
        if self.unit(asked.unit).is.shape.formation == Formation::Column {
            let road = !self.ground.roads.is_empty() && self.is_along_road(asked.unit, legs);
            return self.column(&on, more, !walked.in_bow_range, road).sum().total;
        }
        self.carries(&on, more).paces
    }

    /// LEG-R57: whether the whole path is on a road: where each leg begins and ends.
    fn is_along_road(&self, unit: Id, legs: &[Motion]) -> bool {
        let mut base = self.unit(unit).base();
        let mut on = self.ground.is_on_road(&base.rect());
        for leg in legs {
            base = Base { pose: leg.course(&base).end(&base.pose), ..base };
            on &= self.ground.is_on_road(&base.rect());
        }
        on
    }

    /// LEG-R37, LEG-R107(c): where a voluntary move of a unit may end.
    pub(crate) fn may_end(&self, unit: Id, end: &Pose) -> Result<(), No> {
        let it = self.unit(unit);
        let body = Base { pose: *end, ..it.base() }.rect();
        let apart = |enemy: Id| {
            let rect = self.rect(enemy);
            (it.rect().distance(&rect), body.distance(&rect))
        };
        let mut enemies = self.enemies(unit.seat()).map(|(id, _)| (id, apart(id)));
        if it.is.shaken {
            let nearer = enemies.clone().find(|(_, (was, now))| *now < was - SLACK);
            if let Some((enemy, _)) = nearer {
                return Err(No::ShakenNearer { unit, enemy });
            }
        }
        match self.standing_order(unit) {
            Some(StandingOrder::Attack) => {
                let bound = it.is.shape.is_formed() && !it.kind().is_light();
                let back = bound && self.enemies(unit.seat()).next().is_some();
                if back && enemies.all(|(_, (was, now))| now > was + SLACK) {
                    return Err(No::AgainstOrder { unit, order: StandingOrder::Attack });
                }
            }
            Some(StandingOrder::Hold) => {
                let far = end.at.vec().distance(it.anchor.vec());
                if far > f64::from(BOW_RANGE) + SLACK {
                    return Err(No::AgainstOrder { unit, order: StandingOrder::Hold });
                }
            }
            Some(StandingOrder::Withdraw) => {
                let nearer = |(_, (was, now)): (Id, (f64, f64))| was <= 400.0 && now < was - SLACK;
                if enemies.any(nearer) {
                    return Err(No::AgainstOrder { unit, order: StandingOrder::Withdraw });
                }
            }
            None => {}
        }
        Ok(())
    }

    /// LEG-MAN.4, LEG-MAN.10, LEG-MAN.16, LEG-MAN.17: a unit takes its way, and pays for what it does on it.
    pub(crate) fn carry_out_walk(
        &mut self,
        unit: Id,
        walked: &Walked,
        steps: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let from = self.unit(unit).pose;
        self.place(unit, walked.end);
        let paces = libm::round(walked.cost) as i32;
        log.push(|| Event::Moved { unit, from, to_pose: walked.end, paces, steps });
        if walked.wheeled {
            let dps = self.drill(unit, walked.in_bow_range).sum(Manoeuvre::Wheel).total;
            self.suffer(unit, Disorder::Movement, dps as u8, "LEG-MAN.4", dice, log)?;
        }
        self.pay_crossings(unit, walked.crossings, dice, log)?;
        for friend in walked.passed.ids(unit.seat()) {
            if self.has(unit) && self.has(friend) {
                self.pass_through(unit, friend, dice, log)?;
            }
        }
        Ok(())
    }

    /// Ways that a unit might take with what its dice gave.
    fn ways_of(&self, asked: &Activation, mut each: impl FnMut(Walk)) {
        let unit = asked.unit;
        let it = self.unit(unit);
        let most = f64::from(self.carries(asked, 0).paces) - asked.gone.get();
        let ahead = |paces: f64| Motion::advance(Length::new(paces));
        let mut legs = |legs: &[Motion]| {
            each(Walk { legs: legs.iter().copied().collect() });
        };
        legs(&[]);
        if most < 1.0 {
            return;
        }
        let near = self.nearest_enemy(unit).map_or(f64::INFINITY, |(_, far)| far - 40.0);
        let lengths = [most, most / 2.0, near];
        let lengths = || lengths.into_iter().filter(|&it| it > 1.0 && it <= most);
        match it.is.shape.formation {
            Formation::Line => {
                lengths().for_each(|paces| legs(&[ahead(paces)]));
                let width = it.rect().width();
                for degrees in WHEELS {
                    let by = Angle::new(degrees);
                    let arc = width * by.abs().radians();
                    if arc < most {
                        legs(&[Motion::wheel(by)]);
                        legs(&[Motion::wheel(by), ahead(libm::floor(most - arc))]);
                    }
                }
            }
            Formation::Column => {
                for degrees in TURNS {
                    let front = Pivot::Middle(acies_table::Edge::Front);
                    let turn = Motion::Turn { on: front, by: Angle::new(degrees) };
                    let only = [ahead(most)];
                    let both = [turn, ahead(most)];
                    legs(if degrees == 0.0 { &only } else { &both });
                }
            }
            Formation::Unformed => {
                let facing = self.toward_enemy(unit);
                let turn = facing.map(|it_faces| Motion::turn(it_faces - it.pose.facing));
                for n in 0..8 {
                    for paces in [most, most / 2.0] {
                        let (sin, cos) = Angle::new(45.0 * f64::from(n)).sin_cos();
                        let right = Length::new(sin * paces);
                        let shift = Motion::Shift { right, ahead: Length::new(cos * paces) };
                        match turn.filter(|it| *it != Motion::turn(Angle::ZERO)) {
                            Some(turn) => legs(&[shift, turn]),
                            None => legs(&[shift]),
                        }
                    }
                }
                // Straight at the nearest enemy, up to 40 paces from him.
                if let Some(facing) = facing.filter(|_| near > 1.0) {
                    let by = facing - it.pose.facing;
                    let (sin, cos) = by.sin_cos();
                    let paces = libm::floor(near.min(most));
                    let (right, ahead) = (Length::new(sin * paces), Length::new(cos * paces));
                    legs(&[Motion::Shift { right, ahead }, Motion::turn(by)]);
                }
            }
            Formation::Special => {
                let at = self.toward_enemy(unit).map(|facing| facing - it.pose.facing);
                for by in TURNS.map(Angle::new).into_iter().chain(at) {
                    for paces in lengths() {
                        legs(&[Motion::turn(by), ahead(paces)]);
                    }
                }
            }
        }
    }

    pub(crate) fn paths(&self, asked: &Activation, out: &mut Vec<Action>) {
        let by = asked.unit.seat();
        self.ways_of(asked, |walk| {
            let known = out.iter().any(|it| matches!(it, Action::Walk(other) if *other == walk));
            let action = Action::from(walk);
            if !known && self.allows(by, &action) {
                out.push(action);
            }
        });
    }

    /// One of those ways, or the same farther ahead or to another side.
    pub(crate) fn any_path(&self, asked: &Activation, chance: &mut Dice) -> Action {
        let by = asked.unit.seat();
        let mut all: ArrayVec<Walk, 32> = ArrayVec::new();
        self.ways_of(asked, |walk| {
            let _ = all.try_push(walk);
        });
        for _ in 0..4 {
            let walk = all.swap_remove(chance.number(all.len()));
            let action = Action::from(walk);
            if self.allows(by, &action) {
                return action;
            }
            if all.is_empty() {
                break;
            }
        }
        Walk::default().into()
    }
}

/// Wheels that are offered, in degrees.
const WHEELS: [f64; 6] = [15.0, -15.0, 45.0, -45.0, 90.0, -90.0];

/// Turns that are offered to columns and Special units, in degrees.
const TURNS: [f64; 5] = [0.0, 45.0, -45.0, 90.0, -90.0];

/// LEG-R56: a side-step or step-back, which is the whole move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideStep {
    Left,
    Right,
    Back,
}

impl SideStep {
    pub const ALL: [SideStep; 3] = [SideStep::Left, SideStep::Right, SideStep::Back];

    pub(crate) fn motion(self) -> Motion {
        let pace = Length::new(BASE.into());
        match self {
            SideStep::Left => Motion::slide(-pace),
            SideStep::Right => Motion::slide(pace),
            SideStep::Back => Motion::back(pace),
        }
    }

    fn word(self) -> &'static str {
        match self {
            SideStep::Left => "step_left",
            SideStep::Right => "step_right",
            SideStep::Back => "step_back",
        }
    }
}

impl Deed<Battle> for SideStep {
    type Plan = (Activation, Walked);
    const VERBS: &'static [&'static str] = &["step_left", "step_right", "step_back"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        self.word().into()
    }

    fn read(verb: &str, _: &mut Words<'_>) -> Result<Self, Misread> {
        let found = SideStep::ALL.into_iter().find(|step| step.word() == verb);
        found.ok_or_else(|| Misread::new("no step"))
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Self::Plan, No> {
        let asked = battle.acting()?;
        let unit = asked.unit;
        if !asked.is_fresh(battle) {
            return Err(No::NotNow);
        }
        if let Some(rule) = battle.rooted(unit) {
            return Err(No::Rooted { unit, rule });
        }
        let walked = battle.step(unit, self.motion())?;
        battle.may_end(unit, &walked.end)?;
        Ok((asked, walked))
    }

    fn perform(
        &self,
        (asked, walked): Self::Plan,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let unit = asked.unit;
        let it = battle.unit_mut(unit);
        it.marks |= Marks::MOVED;
        it.doing = LastMove::moved(MoveDice::default());
        battle.carry_out_walk(unit, &walked, true, dice, log)?;
        battle.end_activation(unit);
        battle.arrive(unit, dice, log)
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Activation>();
        let does = match self {
            SideStep::Left => "step 20 paces to the left",
            SideStep::Right => "step 20 paces to the right",
            SideStep::Back => "step 20 paces back",
        };
        let mut shown = Shown::new("Step", does).rules(&["LEG-MAN.12", "LEG-R56"]);
        if let Some(asked) = asked {
            let base = battle.unit(asked.unit).base();
            let end = self.motion().course(&base).end(&base.pose);
            shown.units = vec![battle.address(asked.unit)];
            shown.ghosts = vec![battle.ghost(asked.unit, end)];
        }
        battle.said_of(asked.map(|it| it.unit), shown)
    }
}
