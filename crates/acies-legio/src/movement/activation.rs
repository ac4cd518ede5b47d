//! M3: each unit in its turn (LEG-SEQ.8 to .12, LEG-ACM.2 to .5, LEG-CTL.8; LEG-R24, LEG-R25, LEG-R34, LEG-R35, LEG-R63, LEG-R107, LEG-R128).

use acies_core::{
    Dice, Id, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Facing, Length, Pose, Sweep};
use serde::{Deserialize, Serialize};

use super::{Going, MoveDice, drilling::Drilling, march::Faces, marching};
use crate::{
    battle::{Action, Battle, LastMove, Marks, Status},
    charge::charging::Onset,
    morale::rest::{RELIEF, Recover},
    rulings::{JAVELIN_RANGE, SLACK, TOLERANCE},
    troops::Type,
    words::{Event, No, Words},
};

/// LEG-R24, LEG-R25: those who have not moved in M1 or M2, P1's before P2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {}

impl Step<Battle> for Moves {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(unit) = battle.next_in_line() else { return Ok(()) };
        battle.lay(*self);
        let it = battle.unit(unit);
        if it.status != Status::Normal {
            return Ok(());
        }
        if it.has(Marks::REPEATS) && !battle.is_engaged(unit) {
            match it.last_move {
                LastMove::Moved { .. } => return battle.repeat_move(unit, dice, log),
                LastMove::Charged => return battle.repeat_charge(unit, dice, log),
                _ => {}
            }
        }
        battle.lay(Activation::begun(unit));
        Ok(())
    }
}

/// How far an activation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Nothing is declared yet.
    Before,
    /// The dice lie there: which way?
    Path,
    /// It has moved.
    After,
}

/// A unit that acts in M3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    pub unit: Id,
    pub stage: Stage,
    /// LEG-R44: what it has declared, and what they showed.
    #[serde(default)]
    pub dice: MoveDice,
    #[serde(default)]
    pub faces: Faces,
    /// LEG-R49: things done that cost half of the move each.
    #[serde(default)]
    pub halves: u8,
    /// What it has paid of its move.
    #[serde(default)]
    pub gone: Length,
    #[serde(default)]
    pub going: Going,
}

impl Activation {
    pub fn begun(unit: Id) -> Activation {
        Activation {
            unit,
            stage: Stage::Before,
            dice: MoveDice::default(),
            faces: Faces::default(),
            halves: 0,
            gone: Length::ZERO,
            going: Going::default(),
        }
    }

    /// Whether it has done nothing yet.
    pub fn is_fresh(&self, battle: &Battle) -> bool {
        self.stage == Stage::Before
            && self.halves == 0
            && !battle.unit(self.unit).has(Marks::SHOT | Marks::MOUNTED)
    }
}

impl Step<Battle> for Activation {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    /// LEG-R63: who fights does nothing but relieve its lines; and a unit that has moved may have nothing more to do.
    fn idle(&self, battle: &Battle) -> bool {
        let gone = !battle.has(self.unit) || battle.unit(self.unit).status != Status::Normal;
        gone || match self.stage {
            Stage::Before => battle.is_engaged(self.unit) && !battle.may_relieve(self.unit),
            Stage::Path => false,
            Stage::After => battle.nothing_more(self),
        }
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.end_activation(self.unit);
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let who = battle.who(self.unit);
        match self.stage {
            Stage::Before => {
                (format!("what {} {who} do?", who.does("do")), &["LEG-SEQ.8", "LEG-R24"])
            }
            Stage::Path => {
                let paces = battle.carries(self, 0).paces;
                (format!("{who} may go {paces} paces: which way?"), &["LEG-MOV.1", "LEG-R46"])
            }
            Stage::After => {
                (format!("what else {} {who} do?", who.does("do")), &["LEG-SEQ.10", "LEG-SEQ.12"])
            }
        }
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        if self.stage == Stage::Path {
            return battle.paths(self, out);
        }
        let mut all = Vec::new();
        self.attempts(battle, by, &mut all);
        out.extend(all.into_iter().filter(|action| battle.allows(by, action)));
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        if self.stage == Stage::Path {
            return battle.any_path(self, chance);
        }
        self.attempts(battle, by, room);
        for _ in 0..DRAWS.min(room.len()) {
            let action = room.swap_remove(chance.number(room.len()));
            if battle.allows(by, &action) {
                return action;
            }
        }
        End::Unit.into()
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        if self.stage == Stage::Path {
            return;
        }
        let it = battle.unit(self.unit);
        out.push(End::Unit.into());
        if self.stage == Stage::Before {
            out.push(End::Side.into());
            if it.is.dp > 0 {
                out.push(Recover::Rest.into());
            }
            if it.reliefs_left > 0 && it.is.dp > 0 {
                out.push(Recover::Relief.into());
            }
            out.extend(battle.marches(self.unit).map(Action::from));
            if it.kind().is_foot() && it.is.shape.is_formed() {
                out.extend(marching::SideStep::ALL.map(Action::from));
            }
        }
        out.extend(battle.shots_of(self.unit).map(Action::from));
        Drilling::all(battle, self.unit, |drill| out.push(drill.into()));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.known(self.unit)
    }
}

/// How many things are tried before a unit stands, when anything may be done.
const DRAWS: usize = 6;

/// Ends what a unit or a whole side does in M3, or the declarations of a side in B1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It stands, or has done all that it wants to do.
    Unit,
    /// All others of its side rest if they may, else they stand (RULES.md 2).
    Side,
}

impl Deed<Battle> for End {
    type Plan = Activation;
    const VERBS: &'static [&'static str] = &["stand", "all_stand"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        match self {
            End::Unit => "stand".into(),
            End::Side => "all_stand".into(),
        }
    }

    fn read(verb: &str, _: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(if verb == "stand" { End::Unit } else { End::Side })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Activation, No> {
        let asked: Activation = battle.asked().ok_or(No::NotNow)?;
        match (self, asked.stage) {
            (End::Unit, Stage::Path) | (End::Side, Stage::Path | Stage::After) => Err(No::NotNow),
            _ => Ok(asked),
        }
    }

    fn perform(
        &self,
        asked: Activation,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let unit = asked.unit;
        if asked.stage == Stage::Before && *self == End::Unit {
            log.push(|| Event::Stood { unit });
        }
        if *self == End::Side {
            battle.rest_or_stand(unit, &asked, log);
            while battle.line.last().is_some_and(|next| next.seat() == unit.seat()) {
                let Some(next) = battle.line.last().copied() else { break };
                let repeats = battle.unit(next).has(Marks::REPEATS);
                if repeats {
                    break;
                }
                battle.line.pop();
                if battle.has(next) && battle.unit(next).status == Status::Normal {
                    battle.rest_or_stand(next, &Activation::begun(next), log);
                }
            }
        }
        battle.end_activation(unit);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Activation>();
        let done = asked.is_some_and(|it| it.stage == Stage::After);
        match self {
            End::Unit => {
                let (commit, does) =
                    if done { ("Done", "do nothing more") } else { ("Stand", "stand") };
                battle.said_of(asked.map(|it| it.unit), Shown::new(commit, does))
            }
            End::Side => Shown::new("Stand all", "all who are left rest or stand"),
        }
        .rules(&["LEG-SEQ.8", "LEG-R61"])
    }
}

impl Battle {
    /// M3: LEG-R25.
    pub(crate) fn begin_moves(&mut self) {
        self.fall_in(|_, _, it| it.status == Status::Normal && !it.has(Marks::MOVED));
    }

    /// Whether an action passes the check, without a word about it.
    pub(crate) fn allows(&self, by: Seat, action: &Action) -> bool {
        acies_core::Game::check(self, by, action).is_ok()
    }

    /// LEG-R34, LEG-R35, LEG-R37, LEG-ACM.1, LEG-R97: whether a unit may not change its place this turn, and by which rule.
    pub fn rooted(&self, unit: Id) -> Option<RuleId> {
        let it = self.unit(unit);
        let stays = it.has(Marks::REPEATS) && it.last_move == LastMove::Stood;
        [
            (it.halted_until >= self.turn, "LEG-ACM.1"),
            (it.has(Marks::BY_ORDER), "LEG-R37"),
            (it.has(Marks::HELD), "LEG-R34"),
            (stays, "LEG-R35"),
            (it.has(Marks::CEASED), "LEG-R97"),
            (it.has(Marks::CRIPPLED), "LEG-R104"),
        ]
        .into_iter()
        .find_map(|(so, rule)| so.then_some(rule))
    }

    /// The activation that is asked about, if its unit may act as it is: LEG-R63.
    pub(crate) fn acting(&self) -> Result<Activation, No> {
        let asked: Activation = self.asked().ok_or(No::NotNow)?;
        if self.is_engaged(asked.unit) {
            return Err(No::Engaged { unit: asked.unit });
        }
        Ok(asked)
    }

    /// What a player who says nothing gets (RULES.md 2).
    fn rest_or_stand(&mut self, unit: Id, asked: &Activation, log: &mut Log<Event>) {
        if self.unit(unit).is.dp > 0 && self.may_rest(asked).is_ok() {
            self.rest(unit, log);
        }
        self.end_activation(unit);
    }

    /// LEG-R61: its activation is over.
    pub(crate) fn end_activation(&mut self, unit: Id) {
        self.unit_mut(unit).marks -= Marks::SHOT_AT;
    }

    /// Whether a unit that has moved can neither shoot, nor change its order, nor go on.
    fn nothing_more(&self, asked: &Activation) -> bool {
        let drills = self.carries(asked, 1).paces >= libm::ceil(asked.gone.get() - SLACK) as i32
            && asked.halves < 2
            && !self.unit(asked.unit).has(Marks::FAST)
            && self.drill(asked.unit, false).takes_half(super::Manoeuvre::AboutFace);
        !drills && self.shots_of(asked.unit).all(|shot| self.may_shoot_at(asked, shot).is_err())
    }

    /// LEG-R62(a), (d): whether a legion may relieve its lines.
    pub(crate) fn may_relieve(&self, unit: Id) -> bool {
        let it = self.unit(unit);
        let ahead = |id: &Id| self.touched_edge(unit, *id) == Some(acies_table::Edge::Front);
        it.kind() == Type::Legionaries
            && it.is.is_in_good_order()
            && it.is.shape.lines() > 1
            && it.reliefs_left > 0
            && !it.has(Marks::CEASED | Marks::CRIPPLED)
            && self.touched(unit).iter().all(ahead)
    }

    /// LEG-R62: the first thing that keeps a unit from relieving its lines.
    pub(crate) fn no_relief(&self, unit: Id) -> &'static str {
        let it = self.unit(unit);
        match () {
            () if it.kind() != Type::Legionaries => {
                "are no Legionaries: only legions relieve their lines"
            }
            () if it.is.shaken => "are shaken",
            () if it.is.shape.is_unformed() => "are unformed",
            () if it.is.shape.lines() < 2 => "have one line only",
            () if it.reliefs_left == 0 => "have no fresh line left",
            () if it.has(Marks::CEASED) => "halted their retirement this turn",
            () => "are in combat at a flank or in the rear",
        }
    }

    /// LEG-R62(b) to (e): the front line goes to the rear.
    pub(crate) fn relieve(&mut self, unit: Id, log: &mut Log<Event>) {
        let it = self.unit_mut(unit);
        it.is.dp = it.is.dp.saturating_sub(RELIEF);
        it.reliefs_left -= 1;
        it.marks |= Marks::RELIEVED;
        log.push(|| Event::Relieved { unit });
    }

    /// LEG-R35: moves again with the same dice, the full distance, the same way.
    fn repeat_move(&mut self, unit: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let it = *self.unit(unit);
        let LastMove::Moved { dice: again, right, ahead } = it.last_move else { return Ok(()) };
        let far = glam::dvec2(right.get(), ahead.get());
        let way = it.pose.world(far) - it.pose.at.vec();
        let asked = Activation { dice: again, ..Activation::begun(unit) };
        let faces = Faces::throw(again, unit.seat(), dice)?;
        let asked = Activation { faces, ..asked };
        // LEG-R166: without dice, as far as last turn.
        let dice_less = again.number() == 0;
        let march = self.march_of(&asked, 0);
        let marched = march.carries(faces);
        if !dice_less {
            let (kind, paces, sum) = (march.kind, marched.paces, march.sum());
            let fast = marching::is_fast(kind, again);
            log.push(|| Event::Threw { unit, kind, faces, fast, paces, sum, rule: "LEG-R35" });
        }
        let paces = if dice_less { way.length() } else { marched.paces.into() };
        if way.length() > 0.0 {
            self.drive(unit, way / way.length(), paces);
        }
        let it = self.unit_mut(unit);
        it.marks |= Marks::MOVED;
        it.doing = LastMove::moved(again);
        if marching::is_fast(it.kind(), again) {
            it.marks |= Marks::FAST;
        }
        let to_pose = it.pose;
        log.push(|| Event::Repeated { unit, to_pose, rule: "LEG-R35" });
        self.end_activation(unit);
        self.suffer(
            unit,
            crate::morale::Disorder::Movement,
            marched.fatigue,
            march.fatigue_rule(),
            dice,
            log,
        )?;
        self.arrive(unit, dice, log)
    }

    /// LEG-R35: who charged last turn moves fast straight at the nearest enemy in sight.
    fn repeat_charge(&mut self, unit: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let seen = self.enemies(unit.seat()).map(|(id, _)| id);
        let seen = seen.filter(|&id| self.sees_to_charge(unit, id));
        let nearest =
            seen.min_by(|&a, &b| self.distance(unit, a).total_cmp(&self.distance(unit, b)));
        let Some(enemy) = nearest else { return Ok(()) };
        let way = self.rect(enemy).centre() - self.rect(unit).centre();
        let paces = self.throw_onset(unit, Onset::Along(way), "LEG-R35", dice, log)?;
        if !self.has(unit) {
            return Ok(());
        }
        self.drive(unit, way.normalize_or_zero(), paces.into());
        let full = MoveDice::full_fast(self.unit(unit).kind()).unwrap_or_default();
        let it = self.unit_mut(unit);
        it.doing = LastMove::moved(full);
        let to_pose = it.pose;
        log.push(|| Event::Repeated { unit, to_pose, rule: "LEG-R35" });
        self.end_activation(unit);
        self.arrive(unit, dice, log)
    }

    /// LEG-R35: a way without wheels that stops 40 paces from enemies and short of friends, ground and the table's edge.
    fn drive(&mut self, unit: Id, toward: glam::DVec2, paces: f64) {
        let it = *self.unit(unit);
        let course = acies_table::Course::Straight { by: toward * paces };
        let way = Sweep::new(&it.rect(), course);
        let near = f64::from(JAVELIN_RANGE);
        let enemies = self
            .enemies(unit.seat())
            .filter_map(|(_, enemy)| way.first_within(near, &enemy.rect(), SLACK));
        let friends = self
            .friends(unit)
            .filter_map(|(_, friend)| way.first_touch(&friend.rect(), TOLERANCE))
            .filter_map(|touch| touch.enters.then_some(touch.at));
        let ground = self.ground.stops(it.kind(), &way);
        let edge = way.leaves(&self.table(), TOLERANCE);
        let part = enemies.chain(friends).chain(ground).chain(edge).fold(1.0, f64::min);
        let pose = Pose::nearest(it.pose.at.vec() + toward * paces * part, it.pose.facing);
        let body = acies_table::Base { pose, ..it.base() }.rect();
        if self.is_free(unit, &body) {
            self.place(unit, pose);
        }
    }

    /// Towards whom a unit would turn: the nearest enemy.
    pub(crate) fn toward_enemy(&self, unit: Id) -> Option<Facing> {
        let (enemy, _) = self.nearest_enemy(unit)?;
        Some(Facing::toward(self.rect(enemy).centre() - self.rect(unit).centre()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Leader, Place},
        command::StandingOrder,
        morale::Disorder,
        play::tests::{answers, goes_on, offered, refused},
        table::tests::{Stands, battle, blue, red},
        troops::{Formation, Tags},
    };

    const BAND: &str = "barbarian_infantry";

    /// M3 of some units, with an enemy far away or where it is said.
    fn moves(reds: Stands, blues: Stands, change: impl FnOnce(&mut Battle)) -> Battle {
        let mut here = battle(reds, blues);
        change(&mut here);
        here.begin_moves();
        goes_on(&mut here, Moves {}, &[]);
        here
    }

    fn nothing(_: &mut Battle) {}

    const FAR: Stands<'static> = &[(BAND, 10, 500.0, 1100.0, 180.0)];

    #[test]
    fn dice_are_declared_and_the_way_is_chosen() {
        let mut here = moves(&[(BAND, 10, 500.0, 300.0, 0.0)], FAR, nothing);
        assert_eq!(refused(&here, Seat::Red, "march 2"), "LEG-MOV.1", "LEG-MOV.2, LEG-R44");
        let mut fast = here.clone();
        answers(&mut here, Seat::Red, "march 1", &[4]);
        assert_eq!(refused(&here, Seat::Red, "go ahead 81"), "LEG-MOV.1", "4 pips are 80 paces");
        let far = here.read_action(Seat::Red, "go ahead 100").unwrap();
        let no = acies_core::Game::check(&here, Seat::Red, &far).unwrap_err();
        let near = acies_core::flow::One::it(&far).instead(&here, Seat::Red, &no).unwrap();
        assert_eq!(acies_core::Telling::notation(&here, Seat::Red, &near), "go ahead 80");
        answers(&mut here, Seat::Red, "go ahead 80", &[]);
        assert_eq!(here.unit(red(0)).pose.at.y.get(), 380.0, "LEG-MOV.1, LEG-R46");
        assert_eq!(here.asked::<Activation>().map(|it| it.unit), Some(blue(0)), "LEG-R24");
        // A fast move throws a D6 more; its 6 tires whoever is in line, however far he goes.
        answers(&mut fast, Seat::Red, "march 1 1", &[5, 6]);
        answers(&mut fast, Seat::Red, "go", &[]);
        assert_eq!(fast.unit(red(0)).is.dp, 1, "LEG-MOV.6, LEG-MOV.15, LEG-MOR.2, LEG-R148");
        assert!(fast.unit(red(0)).has(Marks::FAST), "LEG-R55");
    }

    #[test]
    fn changes_take_half_of_the_move() {
        let mut before = moves(&[(BAND, 10, 500.0, 300.0, 0.0)], FAR, nothing);
        let mut after = before.clone();
        let mut column = before.clone();
        let mut narrow = before.clone();
        answers(&mut before, Seat::Red, "about", &[]);
        assert_eq!(before.unit(red(0)).pose.facing, Facing::SOUTH, "LEG-R53, LEG-MAN.8");
        assert_eq!(refused(&before, Seat::Red, "rest"), "LEG-DPR.1", "LEG-R61: not stationary");
        answers(&mut before, Seat::Red, "march 1", &[4]);
        assert_eq!(refused(&before, Seat::Red, "go ahead 41"), "LEG-MOV.1", "LEG-R49");
        answers(&mut before, Seat::Red, "go ahead 40", &[]);
        answers(&mut after, Seat::Red, "march 1", &[4]);
        answers(&mut after, Seat::Red, "go ahead 40", &[]);
        answers(&mut after, Seat::Red, "about", &[]);
        assert_eq!(after.unit(red(0)).pose.facing, Facing::SOUTH, "LEG-R48: or after it");
        // 10 bases, one behind the other: 200 deep, the front where it was at 320.
        answers(&mut column, Seat::Red, "column", &[]);
        assert_eq!(column.unit(red(0)).pose.at.y.get(), 220.0, "LEG-R4, LEG-R48, LEG-MAN.5");
        answers(&mut column, Seat::Red, "march", &[]);
        assert_eq!(refused(&column, Seat::Red, "go ahead 101"), "LEG-MOV.1", "LEG-MOV.9, LEG-R49");
        answers(&mut column, Seat::Red, "go ahead 100", &[]);
        answers(&mut narrow, Seat::Red, "form 4 1", &[]);
        let it = narrow.unit(red(0));
        assert_eq!((it.is.shape.files, it.pose.at.y.get()), (4, 290.0), "LEG-R48: 4x3");
        answers(&mut narrow, Seat::Red, "form 10 1", &[]);
        assert_eq!(refused(&narrow, Seat::Red, "form 5 1"), "LEG-R49", "two take all of it");
        assert_eq!(refused(&narrow, Seat::Red, "march 1"), "LEG-R49");
    }

    #[test]
    fn halted_units_do_little() {
        let near = &[(BAND, 10, 500.0, 380.0, 180.0)];
        let halted = |it: &mut Battle| it.unit_mut(red(0)).halted_until = 1;
        let here = moves(&[("auxiliaries", 5, 500.0, 310.0, 0.0)], near, halted);
        // Front at 320, the enemy's at 360.
        assert_eq!(refused(&here, Seat::Red, "march 1"), "LEG-ACM.1", "LEG-ACM.1");
        let (mut shoots, mut turns, mut wheels) = (here.clone(), here.clone(), here);
        // Five stands need 6: two hits.
        answers(&mut shoots, Seat::Red, "shoot barbarian_infantry_1", &[6, 6, 1, 2, 3]);
        assert_eq!(shoots.unit(blue(0)).is.dp, 2, "LEG-ACM.3, LEG-SHO.11");
        answers(&mut turns, Seat::Red, "about", &[]);
        assert_eq!(
            turns.asked::<Activation>().map(|it| it.unit),
            Some(blue(0)),
            "LEG-ACM.2, LEG-R128"
        );
        assert_eq!(refused(&wheels, Seat::Red, "face 46"), "LEG-R128", "LEG-R128");
        wheels.unit_mut(blue(0)).pose.at.y = acies_table::Length::new(430.0);
        answers(&mut wheels, Seat::Red, "face 20", &[]);
        let it = wheels.unit(red(0));
        assert_eq!(it.is.dp, 1, "LEG-R128, LEG-MAN.4: in bow range");
        assert_eq!(it.pose.facing.from_north(), acies_table::Angle::new(20.0), "LEG-R128");
        // LEG-R34: held by a control test; LEG-R35: it must repeat that it stood.
        let held = moves(&[(BAND, 10, 500.0, 300.0, 0.0)], FAR, |it| {
            it.unit_mut(red(0)).marks |= Marks::HELD;
        });
        assert_eq!(refused(&held, Seat::Red, "march 1"), "LEG-R34");
        let stays = |it: &mut Battle| it.unit_mut(red(0)).marks |= Marks::REPEATS;
        let repeats = moves(&[(BAND, 10, 500.0, 300.0, 0.0)], FAR, stays);
        assert_eq!(refused(&repeats, Seat::Red, "march 1"), "LEG-R35");
        assert_eq!(refused(&repeats, Seat::Red, "about"), "LEG-R35");
    }

    #[test]
    fn legions_relieve_their_lines_in_combat() {
        let legion = &[("legionaries", 10, 500.0, 350.0, 0.0)];
        let fight = &[(BAND, 10, 500.0, 420.0, 180.0)];
        let worn = |it: &mut Battle| it.unit_mut(red(0)).is.dp = 2;
        let mut here = moves(legion, fight, worn);
        assert_eq!(refused(&here, Seat::Red, "march 1"), "LEG-R63");
        assert_eq!(refused(&here, Seat::Red, "rest"), "LEG-R63", "LEG-DPR.1");
        assert!(offered(&here, Seat::Red).contains(&"relieve".to_owned()), "LEG-SEQ.9, LEG-ACM.5");
        answers(&mut here, Seat::Red, "relieve", &[]);
        let it = here.unit(red(0));
        assert_eq!((it.is.dp, it.reliefs_left), (1, 1), "LEG-R62(c), (d)");
        assert!(here.stack.is_empty(), "LEG-R63: the warband does nothing");
        let flank = moves(legion, &[(BAND, 10, 440.0, 350.0, 90.0)], worn);
        assert!(flank.stack.is_empty(), "LEG-R62(a): frontally only");
    }

    #[test]
    fn some_move_and_shoot() {
        let band = &[(BAND, 10, 500.0, 420.0, 180.0)];
        // Horse archers from 310 to 350, 50 paces from the band's front at 400; they shoot, and go back again.
        let mut riders = moves(&[("light_cavalry_bow", 4, 500.0, 300.0, 0.0)], band, nothing);
        answers(&mut riders, Seat::Red, "march 1", &[3]);
        answers(&mut riders, Seat::Red, "go ahead 40", &[]);
        answers(&mut riders, Seat::Red, "shoot barbarian_infantry_1", &[6, 1, 1, 5]);
        assert_eq!(riders.unit(blue(0)).is.dp, 1, "LEG-SEQ.10, LEG-R69");
        assert_eq!(refused(&riders, Seat::Red, "go ahead -41"), "LEG-MOV.1", "80 paces in all");
        answers(&mut riders, Seat::Red, "go ahead -40", &[]);
        assert_eq!(riders.unit(red(0)).pose.at.y.get(), 300.0, "LEG-R69");
        // Archers shoot after a basic move, not after a fast one.
        let mut archers = moves(&[("archers", 4, 500.0, 300.0, 0.0)], band, nothing);
        let mut fast = archers.clone();
        answers(&mut archers, Seat::Red, "march 1", &[3]);
        answers(&mut archers, Seat::Red, "go ahead 20", &[]);
        assert!(
            offered(&archers, Seat::Red).contains(&"shoot barbarian_infantry_1".to_owned()),
            "LEG-SEQ.12"
        );
        answers(&mut fast, Seat::Red, "march 1 1", &[3, 3]);
        answers(&mut fast, Seat::Red, "go ahead 20", &[]);
        assert_eq!(fast.asked::<Activation>().map(|it| it.unit), Some(blue(0)), "LEG-R69");
        // Artillery either moves or shoots.
        let far = &[(BAND, 10, 500.0, 600.0, 180.0)];
        let mut engine = moves(&[("artillery", 1, 500.0, 300.0, 0.0)], far, nothing);
        let mut moved = engine.clone();
        answers(&mut engine, Seat::Red, "shoot barbarian_infantry_1", &[5]);
        assert_eq!(engine.unit(blue(0)).is.dp, 1, "LEG-SEQ.11, LEG-SHO.9, LEG-TT.12");
        answers(&mut moved, Seat::Red, "march", &[]);
        answers(&mut moved, Seat::Red, "go ahead 40", &[]);
        assert_eq!(
            moved.asked::<Activation>().map(|it| it.unit),
            Some(blue(0)),
            "LEG-SEQ.11, LEG-MOV.5"
        );
    }

    #[test]
    fn orders_and_fear_bind_moves() {
        let near = &[(BAND, 10, 500.0, 500.0, 180.0)];
        let ordered = |order: StandingOrder| {
            move |it: &mut Battle| {
                let place = Place::Alone(acies_table::Point::new(100.0, 100.0));
                it.sides[Seat::Red].leaders.push(Leader::fresh(place, order));
            }
        };
        let band = &[(BAND, 10, 500.0, 300.0, 0.0)];
        let attack = moves(band, near, ordered(StandingOrder::Attack));
        assert_eq!(refused(&attack, Seat::Red, "step_back"), "LEG-R37", "LEG-R37(a)");
        let mut hold = moves(band, FAR, ordered(StandingOrder::Hold));
        answers(&mut hold, Seat::Red, "march 1 1", &[5, 5]);
        assert_eq!(refused(&hold, Seat::Red, "go ahead 101"), "LEG-R37", "LEG-R37(b)");
        answers(&mut hold, Seat::Red, "go ahead 100", &[]);
        let mut withdraw = moves(band, near, ordered(StandingOrder::Withdraw));
        answers(&mut withdraw, Seat::Red, "march 1", &[3]);
        assert_eq!(refused(&withdraw, Seat::Red, "go ahead 20"), "LEG-R37", "LEG-R37(c)");
        let mut shaken =
            moves(&[("archers", 4, 500.0, 300.0, 0.0)], near, |it| it.unit_mut(red(0)).is.shake());
        answers(&mut shaken, Seat::Red, "march 1", &[3]);
        assert_eq!(refused(&shaken, Seat::Red, "go ahead 10"), "LEG-R107", "LEG-R107(c)");
        assert_eq!(refused(&attack, Seat::Red, "form_up"), "LEG-R48", "it is formed");
    }

    #[test]
    fn units_form_up_unform_and_dismount() {
        let mut here = moves(&[("heavy_cavalry", 4, 500.0, 300.0, 0.0)], FAR, |it| {
            it.unit_mut(red(0)).is.profile.tags |= Tags::DISMOUNTS;
        });
        let mut foot = here.clone();
        answers(&mut here, Seat::Red, "unform", &[]);
        assert!(here.unit(red(0)).is.shape.is_unformed(), "LEG-MAN.2, LEG-R51");
        answers(&mut here, Seat::Red, "form_up", &[]);
        assert!(here.unit(red(0)).is.shape.is_unformed(), "LEG-R50: until the END step");
        here.end_turn(&mut Log::Off);
        assert!(here.unit(red(0)).is.shape.is_formed(), "LEG-MAN.6, LEG-R26");
        answers(&mut foot, Seat::Red, "dismount", &[]);
        assert_eq!(foot.unit(red(0)).kind(), Type::Auxiliaries, "LEG-R54, LEG-MAN.9");
        answers(&mut foot, Seat::Red, "march 1", &[5]);
        answers(&mut foot, Seat::Red, "go ahead 50", &[]);
        assert_eq!(foot.unit(red(0)).is.shape.formation, Formation::Line, "LEG-R54");
        foot.begin_moves();
        foot.unit_mut(red(0)).marks = Marks::empty();
        goes_on(&mut foot, Activation::begun(red(0)), &[]);
        assert_eq!(
            refused(&foot, Seat::Red, "mount"),
            "LEG-R54",
            "LEG-R54: 50 paces from its horses"
        );
    }

    #[test]
    fn who_must_repeat_goes_on() {
        let dice = MoveDice { average: 1, d6: 0 };
        let again = |last_move: LastMove| {
            move |it: &mut Battle| {
                it.unit_mut(red(0)).marks |= Marks::REPEATS;
                it.unit_mut(red(0)).last_move = last_move;
            }
        };
        let ahead = Length::new(60.0);
        let moved = LastMove::Moved { dice, right: Length::ZERO, ahead };
        let mut here = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], FAR);
        again(moved)(&mut here);
        here.begin_moves();
        goes_on(&mut here, Moves {}, &[4]);
        assert_eq!(
            here.unit(red(0)).pose.at.y.get(),
            380.0,
            "LEG-R35, LEG-R130: the full distance"
        );
        // Forty paces from an enemy it stops: fronts at 320 and 400.
        let mut near = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[(BAND, 10, 500.0, 420.0, 180.0)]);
        again(moved)(&mut near);
        near.begin_moves();
        goes_on(&mut near, Moves {}, &[4]);
        assert!((near.unit(red(0)).pose.at.y.get() - 340.0).abs() < 1.0, "LEG-R35");
        let mut charged = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], FAR);
        again(LastMove::Charged)(&mut charged);
        charged.begin_moves();
        goes_on(&mut charged, Moves {}, &[4, 5]);
        assert_eq!(
            charged.unit(red(0)).pose.at.y.get(),
            480.0,
            "LEG-R35: fast at the nearest enemy"
        );
    }

    #[test]
    fn all_may_stand_at_once() {
        let mut here =
            moves(&[(BAND, 10, 500.0, 300.0, 0.0), (BAND, 10, 800.0, 300.0, 0.0)], FAR, |it| {
                it.unit_mut(red(0)).is.take(Disorder::Combat, 2);
            });
        answers(&mut here, Seat::Red, "all_stand", &[]);
        assert_eq!(here.unit(red(0)).is.dp, 1, "LEG-R61, RULES.md 2: the default");
        assert_eq!(here.asked::<Activation>().map(|it| it.unit), Some(blue(0)), "LEG-SEQ.7");
    }
}
