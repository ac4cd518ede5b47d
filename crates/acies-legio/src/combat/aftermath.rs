//! B5: what follows a fight, in its order, with the choices of those who have one (LEG-SEQ.19, LEG-RES.2 to .34; LEG-R94, LEG-R139, LEG-R140,
//! LEG-R141, LEG-R147).

use acies_core::{
    Dice, Forecast, Id, Log, Misread, Odds, Rolled, RuleId, Seats, UnitSet,
    flow::{Deed, Shown, Stacked, Step},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{AfterMove, Band, Resolved};
use crate::{
    battle::{Action, Battle, LastMove, Status},
    charge::foresight::Chase,
    rulings::UNITS_MAX,
    words::{Event, No, Words},
};

/// What a unit still has to do because of its fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Due {
    pub unit: Id,
    /// The enemy against whom it did worst.
    pub opponent: Id,
    pub difference: i32,
    pub band: Band,
    /// Among which its owner chooses.
    pub moves: ArrayVec<AfterMove, 3>,
    /// The enemies that it fought, by their numbers.
    pub fought: UnitSet,
}

/// The dues of all units that fought.
pub type Dues = ArrayVec<Due, { 2 * UNITS_MAX }>;

/// LEG-R94: the groups of B5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    CriticalHits,
    Rampages,
    Breaks,
    Retires,
    FallBacks,
    /// Inconclusive fights: who chooses what.
    Announcements,
    /// Inconclusive fights: who goes back.
    Backward,
    /// Inconclusive fights: who stays or goes on.
    Forward,
    Winners,
    /// LEG-R101: who has cut down routers goes after them.
    Hunters,
}

impl Part {
    const ALL: [Part; 10] = [
        Part::CriticalHits,
        Part::Rampages,
        Part::Breaks,
        Part::Retires,
        Part::FallBacks,
        Part::Announcements,
        Part::Backward,
        Part::Forward,
        Part::Winners,
        Part::Hunters,
    ];

    fn next(self) -> Option<Part> {
        Part::ALL.get(self as usize + 1).copied()
    }
}

/// LEG-R94: one group after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aftermath {
    pub part: Part,
}

impl Step<Battle> for Aftermath {
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        match self.part.next() {
            Some(part) => battle.lay(Aftermath { part }),
            None => battle.lay(Settled {}),
        }
        battle.line_up_after(self.part);
        if !battle.line.is_empty() {
            battle.lay(After { part: self.part });
        }
        Ok(())
    }
}

/// B5 is over: nobody has anything due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {}

impl Step<Battle> for Settled {
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.dues.clear();
        Ok(())
    }
}

/// The units of a group, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct After {
    pub part: Part,
}

impl Step<Battle> for After {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(unit) = battle.next_in_line() else { return Ok(()) };
        battle.lay(*self);
        battle.after_combat(self.part, unit, dice, log)
    }
}

/// A unit whose owner chooses what it does after combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choosing {
    pub unit: Id,
    pub part: Part,
}

/// The choice. LEG-R141: of several that have gone the owner chooses whom to pursue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub does: AfterMove,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prey: Option<Id>,
}

/// Choices of one unit.
type Choices = ArrayVec<Choice, 16>;

impl Step<Battle> for Choosing {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        battle.choices(self.unit, self.part).len() < 2
    }

    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        match battle.choices(self.unit, self.part)[..] {
            [choice, ..] => battle.choose(*self, choice, dice, log),
            [] => Ok(()),
        }
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = battle.name(self.unit);
        let what = battle.due(self.unit).map_or("the pursuit", |due| due.band.name());
        (format!("{name}, {what}: what now?"), &["LEG-SEQ.19", "LEG-R94"])
    }

    fn candidates(&self, battle: &Battle, _: acies_core::Seat, out: &mut Vec<Action>) {
        out.extend(battle.choices(self.unit, self.part).into_iter().map(Action::from));
    }

    fn attempts(&self, _: &Battle, _: acies_core::Seat, out: &mut Vec<Action>) {
        out.extend(AfterMove::CHOSEN.map(|does| Action::from(Choice { does, prey: None })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.known(self.unit)
    }
}

impl AfterMove {
    /// Those that are ever chosen.
    const CHOSEN: [AfterMove; 6] = [
        AfterMove::Halt,
        AfterMove::FollowUp,
        AfterMove::Pursue,
        AfterMove::FallBack,
        AfterMove::Retire,
        AfterMove::PassThrough,
    ];

    fn word(self) -> &'static str {
        match self {
            AfterMove::Halt => "halt",
            AfterMove::FollowUp => "follow_up",
            AfterMove::Pursue => "pursue",
            AfterMove::FallBack => "fall_back",
            AfterMove::Retire => "retire",
            AfterMove::PassThrough => "pass_through",
            AfterMove::Break
            | AfterMove::Rampage
            | AfterMove::CriticalHit
            | AfterMove::Destroyed => "nothing",
        }
    }

    fn rule(self) -> RuleId {
        match self {
            AfterMove::Halt => "LEG-ACM.1",
            AfterMove::FollowUp => "LEG-ACM.6",
            AfterMove::Pursue => "LEG-ACM.17",
            AfterMove::FallBack => "LEG-ACM.7",
            AfterMove::Retire => "LEG-ACM.10",
            AfterMove::Break => "LEG-ACM.14",
            AfterMove::PassThrough => "LEG-R102",
            AfterMove::Rampage => "LEG-R103",
            AfterMove::CriticalHit => "LEG-R104",
            AfterMove::Destroyed => "LEG-R105",
        }
    }
}

impl Deed<Battle> for Choice {
    type Plan = Choosing;
    const VERBS: &'static [&'static str] =
        &["halt", "follow_up", "pursue", "fall_back", "retire", "pass_through"];

    fn write(&self, battle: &Battle, _: acies_core::Seat) -> String {
        let whom = self.prey.map(|prey| format!(" {}", battle.key(prey))).unwrap_or_default();
        format!("{}{whom}", self.does.word())
    }

    fn read(verb: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let does = AfterMove::CHOSEN.into_iter().find(|it| it.word() == verb);
        let does = does.ok_or_else(|| Misread::new("no move after combat"))?;
        let whom = words.typed.clone().next().is_some();
        Ok(Choice { does, prey: if whom { Some(words.enemy()?) } else { None } })
    }

    fn check(&self, battle: &Battle, _: acies_core::Seat) -> Result<Choosing, No> {
        let asked: Choosing = battle.asked().ok_or(No::NotNow)?;
        let all = battle.choices(asked.unit, asked.part);
        if all.contains(self) {
            return Ok(asked);
        }
        Err(No::NotAfterThisFight { unit: asked.unit, does: self.does })
    }

    fn perform(
        &self,
        asked: Choosing,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.choose(asked, *self, dice, log)
    }

    fn shows(&self, battle: &Battle, _: acies_core::Seat) -> Shown {
        let asked = battle.asked::<Choosing>();
        let whom = self.prey.map(|prey| format!(" {}", battle.name(prey))).unwrap_or_default();
        let now = asked.is_some_and(|it| it.part != Part::Announcements);
        let mut shown = Shown::new(
            acies_core::words::capital(self.does.name()),
            format!("{}{whom}", self.does.name()),
        );
        shown.throws = now && matches!(self.does, AfterMove::Pursue | AfterMove::Retire);
        shown.units = asked.iter().map(|it| battle.address(it.unit)).collect();
        shown.targets = self.prey.iter().map(|&prey| battle.address(prey)).collect();
        battle.said_of(asked.map(|it| it.unit), shown).rules(&[self.does.rule()])
    }

    fn forecast(&self, battle: &Battle, _: acies_core::Seat) -> Option<Forecast> {
        let chase = self.chase(battle)?;
        let caught = chase.caught.clone();
        Some(chase.forecast(&caught))
    }

    fn hindsight(
        &self,
        was: &Battle,
        _: acies_core::Seat,
        _: &Battle,
        events: &[Event],
    ) -> Option<Forecast> {
        let chase = self.chase(was)?;
        let Some(Event::Threw { paces, .. }) = events.first() else { return None };
        let caught = *paces >= chase.far;
        Some(chase.forecast(&Odds::sure(caught)))
    }
}

impl Choice {
    /// LEG-R142: the pursuit that it is, if those whom it is after run.
    fn chase(&self, battle: &Battle) -> Option<Chase> {
        let asked: Choosing = battle.asked()?;
        let now = self.does == AfterMove::Pursue && asked.part != Part::Announcements;
        let prey = self.prey.filter(|&prey| now && battle.has(prey) && battle.runs(prey))?;
        battle.chase(asked.unit, prey)
    }
}

impl Battle {
    /// What is due of a unit.
    pub fn due(&self, unit: Id) -> Option<&Due> {
        self.dues.iter().find(|due| due.unit == unit)
    }

    fn due_mut(&mut self, unit: Id) -> Option<&mut Due> {
        self.dues.iter_mut().find(|due| due.unit == unit)
    }

    /// B4: what the fights leave to be done.
    pub(crate) fn begin_aftermath(&mut self, results: &[Resolved]) {
        self.dues = results
            .iter()
            .map(|it| Due {
                unit: it.unit,
                opponent: it.opponent,
                difference: it.difference,
                band: it.band,
                moves: it.moves.clone(),
                fought: it.fought,
            })
            .collect();
        self.forget_answers();
        // LEG-R144, LEG-R146: whoever has fought besides cutting down routers moves by his result.
        for it in results {
            let unit = self.unit_mut(it.unit);
            unit.quarry = None;
            if unit.status == Status::Pursuing {
                unit.status = Status::Normal;
            }
        }
        // Only what happens from now on is a way back after combat.
        for side in &mut self.sides.0 {
            side.units.iter_mut().for_each(|unit| unit.fled = 0);
        }
        self.lay(Aftermath { part: Part::CriticalHits });
    }

    /// LEG-R94: who belongs to a group, in their order.
    fn line_up_after(&mut self, part: Part) {
        let belongs = |battle: &Battle, unit: Id| {
            let due = battle.due(unit);
            let hunted = due.is_none() && battle.unit(unit).is_routing();
            let hunts = due.is_none() && battle.unit(unit).status == Status::Pursuing;
            let one = |it: AfterMove| due.is_some_and(|due| due.moves[..] == [it]);
            let open = due.filter(|due| due.band == Band::Inconclusive);
            match part {
                Part::CriticalHits => one(AfterMove::CriticalHit),
                Part::Rampages => one(AfterMove::Rampage),
                Part::Breaks => one(AfterMove::Break) || hunted && battle.was_cut_down(unit),
                Part::Retires => one(AfterMove::Retire),
                // LEG-RES.22, LEG-RES.23: who must halt does so with those who must fall back.
                Part::FallBacks => {
                    let halts = due.is_some_and(|due| due.band == Band::SetBack);
                    one(AfterMove::FallBack) || halts && one(AfterMove::Halt)
                }
                Part::Announcements => open.is_some_and(|due| due.moves.len() > 1),
                Part::Backward => {
                    open.is_some() && (one(AfterMove::Retire) || one(AfterMove::FallBack))
                }
                Part::Forward => open.is_some(),
                Part::Winners => due.is_some_and(|due| due.band >= Band::Success),
                Part::Hunters => hunts && battle.has_hunted(unit),
            }
        };
        self.fall_in(|battle, unit, _| belongs(battle, unit));
        if part == Part::Announcements {
            self.order_announcements();
        }
    }

    /// LEG-R94(6), LEG-R171: the lower total first, P2's first if equal, elephants always last.
    fn order_announcements(&mut self) {
        let key = |unit: Id| {
            let due = self.due(unit).map_or(0, |due| due.difference);
            (self.unit(unit).kind().is_elephants(), due, unit.seat() == self.first)
        };
        let mut line = self.line.clone();
        // The next one lies last; those alike keep their order.
        line.reverse();
        line.sort_by_key(|&unit| key(unit));
        line.reverse();
        self.line = line;
    }

    fn after_combat(
        &mut self,
        part: Part,
        unit: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let opponent = self.due(unit).map(|due| due.opponent);
        match (part, opponent) {
            (Part::CriticalHits, _) => self.critical_hit(unit, dice, log),
            (Part::Rampages, _) => self.rampage(unit, dice, log),
            (Part::Breaks, _) => {
                let from = opponent.or_else(|| self.touched(unit).first().copied());
                match from {
                    Some(from) if self.unit(unit).is_routing() => {
                        self.rout_from(unit, from, dice, log)
                    }
                    _ => Ok(()),
                }
            }
            (Part::Retires, Some(from)) => {
                self.spend(unit);
                self.retire(unit, from, dice, log)
            }
            (Part::FallBacks, Some(from)) => {
                let halts = self.due(unit).is_some_and(|due| due.moves[..] == [AfterMove::Halt]);
                self.spend(unit);
                if halts {
                    self.halt_after_combat(unit, false, dice, log)
                } else {
                    self.fall_back_from(unit, from, dice, log)
                }
            }
            (Part::Announcements | Part::Winners | Part::Hunters, _) => {
                self.lay(Choosing { unit, part });
                Ok(())
            }
            (Part::Backward, Some(from)) => {
                let retires =
                    self.due(unit).is_some_and(|due| due.moves[..] == [AfterMove::Retire]);
                self.spend(unit);
                if retires {
                    self.retire(unit, from, dice, log)
                } else {
                    self.fall_back_from(unit, from, dice, log)
                }
            }
            (Part::Forward, _) => {
                self.lay(Choosing { unit, part });
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    /// It has done what it had to do.
    fn spend(&mut self, unit: Id) {
        if let Some(due) = self.due_mut(unit) {
            due.moves.clear();
        }
    }

    /// LEG-R99, LEG-R141: those that a unit fought and that have gone from it.
    fn gone(&self, unit: Id) -> impl Iterator<Item = Id> {
        let fought = self.due(unit).map_or(UnitSet::NONE, |due| due.fought);
        let all = fought.ids(unit.seat().other());
        all.filter(|&id| self.has(id) && (self.unit(id).fled > 0 || self.fell_back(id)))
    }

    fn runs(&self, unit: Id) -> bool {
        matches!(self.unit(unit).status, Status::Routing | Status::Retiring)
    }

    /// What a unit may do now.
    fn choices(&self, unit: Id, part: Part) -> Choices {
        let plain = |does| Choice { does, prey: None };
        let Some(due) = self.due(unit) else { return self.choices_of_hunters(unit) };
        if part == Part::Announcements {
            return self.announcements(due).into_iter().map(plain).collect();
        }
        // LEG-R139: somebody stayed; LEG-R102 passes through him nevertheless.
        let stays = self.opponents(unit).next().is_some();
        let mut all = Choices::new();
        for &does in &due.moves {
            match does {
                AfterMove::FollowUp if !stays && self.gone(unit).any(|id| self.fell_back(id)) => {
                    all.push(plain(does));
                }
                AfterMove::Pursue if !stays => {
                    let preys = self.gone(unit).take(8);
                    all.extend(preys.map(|prey| Choice { does, prey: Some(prey) }));
                }
                AfterMove::FollowUp | AfterMove::Pursue => {}
                AfterMove::Halt => all.push(plain(does)),
                // LEG-R173: who has gone is passed through no more.
                AfterMove::PassThrough if self.has(due.opponent) && !self.runs(due.opponent) => {
                    all.push(plain(does));
                }
                _ => {}
            }
        }
        // LEG-R147: nobody is left to be followed or pursued.
        if all.is_empty() && !stays && !due.moves.is_empty() {
            all.push(plain(AfterMove::Halt));
        }
        all
    }

    /// LEG-RES.14 to .20, LEG-RES.34, LEG-R140: what may be announced. Elephants pass through if their opponent halts.
    fn announcements(&self, due: &Due) -> ArrayVec<AfterMove, 3> {
        if !self.unit(due.unit).kind().is_elephants() {
            return due.moves.clone();
        }
        let theirs = self.due(due.opponent).map(|it| &it.moves[..]);
        let beasts = self.has(due.opponent) && self.unit(due.opponent).kind().is_elephants();
        let all: &[AfterMove] = match theirs {
            Some([AfterMove::Halt]) if !beasts => &[AfterMove::PassThrough],
            _ => &[AfterMove::FollowUp, AfterMove::Pursue],
        };
        all.iter().copied().collect()
    }

    /// LEG-R101: pursuers who have cut down routers go after them; A and B grade may halt instead.
    fn choices_of_hunters(&self, unit: Id) -> Choices {
        let it = self.unit(unit);
        let prey = it.quarry.filter(|&prey| self.has(prey) && self.runs(prey));
        let mut all = Choices::new();
        all.extend(prey.map(|prey| Choice { does: AfterMove::Pursue, prey: Some(prey) }));
        if it.is.profile.grade <= crate::troops::Grade::B || all.is_empty() {
            all.push(Choice { does: AfterMove::Halt, prey: None });
        }
        all
    }

    /// LEG-R101: whether a router in contact was caught in an earlier turn, and so cut down in this one.
    fn was_cut_down(&self, unit: Id) -> bool {
        let it = self.unit(unit);
        let hunted = self.touched(unit).iter().any(|&id| self.unit(id).quarry == Some(unit));
        it.caught == 0 && it.fled == 0 && hunted
    }

    /// The same of a pursuer: whom it cut down is out of the game or runs again.
    fn has_hunted(&self, unit: Id) -> bool {
        let Some(prey) = self.unit(unit).quarry else { return false };
        let stood = self.unit(unit).doing == LastMove::Stood;
        stood && (!self.has(prey) || self.unit(prey).fled > 0)
    }

    fn choose(
        &mut self,
        asked: Choosing,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Choosing { unit, part } = asked;
        if part == Part::Announcements {
            log.push(|| Event::Announced { unit, does: choice.does, rule: choice.does.rule() });
            if let Some(due) = self.due_mut(unit) {
                due.moves = ArrayVec::from_iter([choice.does]);
            }
            return Ok(());
        }
        let by_choice = self.choices(unit, part).len() > 1;
        let band = self.due(unit).map(|due| due.band);
        let opponent = self.due(unit).map(|due| due.opponent);
        self.spend(unit);
        match (choice.does, choice.prey, opponent) {
            (AfterMove::Halt, ..) => {
                let costs = by_choice && band == Some(Band::Victory);
                self.halt_after_combat(unit, costs, dice, log)
            }
            (AfterMove::FollowUp, ..) => self.follow_up(unit, dice, log),
            (AfterMove::Pursue, Some(prey), _) => self.pursue(unit, prey, dice, log),
            (AfterMove::PassThrough, _, Some(opponent)) => {
                self.go_through(unit, opponent, dice, log)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::Seat;
    use acies_table::Facing;

    use super::*;
    use crate::{
        battle::Marks,
        combat::Impetus,
        play::tests::{answers, goes_on, offered, refused},
        table::tests::{battle, blue, red},
        troops::Grade,
    };

    const BAND: &str = "barbarian_infantry";

    /// B4 and B5 with these dice, up to the first question.
    fn fights(here: &mut Battle, faces: &[u8], after: &[u8]) -> Vec<String> {
        let results = here.fight(&mut Dice::scripted(faces), &mut Log::Off).unwrap();
        here.begin_aftermath(&results);
        let step = here.stack.pop().unwrap();
        goes_on(here, step, after)
    }

    /// RULES.md 8.1, the last steps: the warband retires through the one behind it, the legion pursues and meets that one.
    #[test]
    fn the_worked_example_goes_on() {
        let mut here = battle(
            &[("legionaries", 10, 510.0, 350.0, 0.0)],
            &[(BAND, 10, 500.0, 420.0, 180.0), (BAND, 10, 500.0, 480.0, 180.0)],
        );
        here.unit_mut(red(0)).impetus = Some(Impetus::Charge);
        here.unit_mut(blue(0)).marks |= Marks::WAS_CHARGED;
        here.unit_mut(blue(0)).is.dp = 2;
        // 4 against 3; the warband retires 3 + 4, the legion pursues 3 + 4.
        let told = fights(&mut here, &[4, 3], &[3, 4, 3, 4]);
        insta::assert_snapshot!(told.join("\n"), @r"
        Barbarian_infantry 1 throws 3, 4 and goes back 140 paces
        Barbarian_infantry 1 passes through barbarian_infantry 2
        Barbarian_infantry 1 takes 1 DP: friends passed through
        Barbarian_infantry 2 takes 1 DP: friends passed through
        Legionaries 1 throw 3, 4 for their move: 140 paces
        Legionaries 1 go on for 17 paces
        Barbarian_infantry 2 receives the charge at the halt before legionaries 1
        Legionaries 1 meet barbarian_infantry 2 in front
        ");
        let (band, legion) = (here.unit(blue(0)), here.unit(red(0)));
        assert_eq!(
            (band.is.bases, band.is.dp, band.status),
            (9, 3, Status::Retiring),
            "LEG-RES.30, LEG-R97"
        );
        assert!(
            legion.is.shape.is_unformed() && here.touch(red(0), blue(1)),
            "LEG-ACM.17, LEG-ACM.18, LEG-R99"
        );
        assert_eq!(
            (legion.impetus, legion.status),
            (Some(Impetus::Pursuit), Status::Normal),
            "LEG-R100, LEG-R146"
        );
        assert!(here.dues.is_empty(), "LEG-R94, LEG-SEQ.19");
    }

    fn bands() -> Battle {
        battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 540.0, 180.0)])
    }

    #[test]
    fn winners_follow_up_or_halt() {
        // 5 against 2: Success and Set-back. Who did not charge may halt (LEG-RES.12).
        let mut here = bands();
        fights(&mut here, &[5, 2], &[]);
        let dps = [red(0), blue(0)].map(|id| here.unit(id).is.dp);
        assert_eq!(dps, [1, 2], "LEG-RES.12, LEG-RES.26, LEG-RES.33");
        assert_eq!(here.unit(blue(0)).pose.at.y.get(), 560.0, "LEG-ACM.7, LEG-R96");
        let all = ["follow_up", "pursue barbarian_infantry_1", "halt"];
        assert_eq!(offered(&here, Seat::Red), all, "LEG-RES.10, LEG-RES.12, LEG-R94");
        assert_eq!(refused(&here, Seat::Red, "retire"), "LEG-R94");
        let (mut halts, mut pursues) = (here.clone(), here.clone());
        answers(&mut here, Seat::Red, "follow_up", &[]);
        let (ours, theirs) = (here.unit(red(0)), here.unit(blue(0)));
        assert!((ours.pose.at.y.get() - 520.0).abs() < 1.0, "LEG-ACM.6, LEG-R95");
        assert!(ours.is.shape.is_formed() && ours.impetus == Some(Impetus::FollowUp), "LEG-R95");
        assert!(theirs.has(Marks::FELL_BACK) && theirs.halted_until == 0, "LEG-R87, LEG-ACM.8");
        assert!(!theirs.has(Marks::WAS_CHARGED), "LEG-R137");
        answers(&mut pursues, Seat::Red, all[1], &[]);
        let ours = pursues.unit(red(0));
        assert!(ours.is.shape.is_unformed() && ours.impetus == Some(Impetus::Pursuit), "LEG-R142");
        answers(&mut halts, Seat::Red, "halt", &[]);
        let until = [red(0), blue(0)].map(|id| halts.unit(id).halted_until);
        assert_eq!(until, [2, 2], "LEG-ACM.1, LEG-ACM.8");
    }

    #[test]
    fn inconclusive_fights_are_announced_first() {
        // 3 each: red has the initiative, so blue announces first.
        let mut here = bands();
        fights(&mut here, &[3, 3], &[]);
        assert_eq!(
            here.asked::<Choosing>().map(|it| it.unit),
            Some(blue(0)),
            "LEG-R94(6), LEG-R171"
        );
        assert_eq!(offered(&here, Seat::Blue), ["halt", "fall_back"], "LEG-RES.14");
        answers(&mut here, Seat::Blue, "fall_back", &[]);
        answers(&mut here, Seat::Red, "halt", &[]);
        assert_eq!(here.unit(blue(0)).pose.at.y.get(), 560.0, "LEG-R94");
        assert_eq!(here.unit(red(0)).halted_until, 2, "LEG-ACM.1");
        // LEG-R84: if nobody goes they fight on, without impetus.
        let mut stay = bands();
        fights(&mut stay, &[3, 3], &[]);
        answers(&mut stay, Seat::Blue, "halt", &[]);
        answers(&mut stay, Seat::Red, "halt", &[]);
        assert!(stay.touch(red(0), blue(0)) && stay.unit(red(0)).impetus.is_none(), "LEG-R84");
        assert_eq!(stay.volley_targets(red(0)), [], "LEG-R84: no volley");
    }

    /// Elephants on the middle file of a warband: 4 + 3 - 1 (outnumbered 3:2) against 2 + 4.
    fn beasts() -> Battle {
        battle(&[("elephants", 1, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 530.0, 180.0)])
    }

    #[test]
    fn elephants_pass_through_who_halts() {
        let mut here = beasts();
        fights(&mut here, &[3, 4], &[]);
        assert_eq!(
            here.asked::<Choosing>().map(|it| it.unit),
            Some(blue(0)),
            "LEG-R94: elephants last"
        );
        let mut yields = here.clone();
        answers(&mut here, Seat::Blue, "halt", &[]);
        let it = here.unit(red(0));
        assert_eq!(
            (it.pose.at.y.get(), it.pose.facing),
            (580.0, Facing::NORTH),
            "LEG-RES.20, LEG-R102"
        );
        assert_eq!((it.halted_until, it.is.dp), (2, 1), "LEG-R102, LEG-RES.13");
        assert_eq!(here.unit(blue(0)).is.dp, 3, "LEG-MOR.6, LEG-R110: besides its result");
        // If he falls back they come on.
        answers(&mut yields, Seat::Blue, "fall_back", &[]);
        assert_eq!(offered(&yields, Seat::Red), ["follow_up", "pursue"], "LEG-RES.34");
        answers(&mut yields, Seat::Red, "follow_up", &[]);
        assert!(yields.touch(red(0), blue(0)), "LEG-RES.34, LEG-R95");
        // LEG-R140: two elephants stay as they are.
        let two = &[("elephants", 1, 500.0, 500.0, 0.0)];
        let mut both = battle(two, &[("elephants", 1, 500.0, 520.0, 180.0)]);
        fights(&mut both, &[3, 3], &[]);
        answers(&mut both, Seat::Blue, "follow_up", &[]);
        answers(&mut both, Seat::Red, "pursue", &[]);
        assert!(both.touch(red(0), blue(0)) && both.unit(red(0)).impetus.is_none(), "LEG-R140");
    }

    #[test]
    fn who_must_halt_is_halted() {
        // Elephants of 4 less 1 (outnumbered 3:2) against 2: 1 and 6 are 4 against 8.
        let mut here = beasts();
        fights(&mut here, &[1, 6], &[]);
        let it = here.unit(red(0));
        assert_eq!((it.is.dp, it.halted_until), (2, 2), "LEG-RES.23, LEG-RES.33, LEG-ACM.1");
        // Four bases of riders before five files: 4 against 10. 2 + 2 (charge) - 2 against 2: 4 and 1 are 6 against 3.
        let riders = ("heavy_cavalry", 4, 500.0, 530.0, 180.0);
        let mut here = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[riders]);
        here.unit_mut(blue(0)).impetus = Some(Impetus::Charge);
        here.unit_mut(red(0)).marks |= Marks::WAS_CHARGED;
        let told = fights(&mut here, &[1, 4], &[]);
        let (band, riders) = (here.unit(red(0)), here.unit(blue(0)));
        assert_eq!((band.is.dp, band.halted_until), (2, 2), "LEG-RES.22, LEG-ACM.1: {told:?}");
        assert_eq!((riders.is.dp, riders.pose.at.y.get()), (1, 550.0), "LEG-RES.8, LEG-ACM.7");
    }

    #[test]
    fn nobody_passes_through_who_has_gone() {
        let mut here = beasts();
        here.dues.push(Due {
            unit: red(0),
            opponent: blue(0),
            difference: 3,
            band: Band::Success,
            moves: ArrayVec::from_iter([AfterMove::PassThrough]),
            fought: [0].into_iter().collect(),
        });
        let does = |here: &Battle| here.choices(red(0), Part::Winners).first().map(|it| it.does);
        assert_eq!(does(&here), Some(AfterMove::PassThrough), "LEG-RES.9, LEG-R102");
        here.unit_mut(blue(0)).status = Status::Destroyed;
        assert_eq!(does(&here), Some(AfterMove::Halt), "LEG-R173, LEG-R147");
    }

    #[test]
    fn who_follows_goes_the_way_of_who_fell_back() {
        // A band that stands askew falls back from elephants, at right angles to its own front.
        let stands = [(BAND, 10, 500.0, 600.0, 150.0)];
        let mut here = battle(&[("elephants", 1, 500.0, 500.0, 0.0)], &stands);
        let corners = here.rect(blue(0)).corners();
        let low =
            corners.into_iter().reduce(|one, other| if other.y < one.y { other } else { one });
        let by = glam::dvec2(500.0, 510.5) - low.unwrap();
        let was = here.unit(blue(0)).pose;
        here.unit_mut(blue(0)).pose = acies_table::Pose::nearest(was.at.vec() + by, was.facing);
        assert!(here.touch(red(0), blue(0)));
        let from = here.rect(blue(0)).centre();
        here.fall_back_from(blue(0), red(0), &mut Dice::scripted([]), &mut Log::Off).unwrap();
        let went = here.rect(blue(0)).centre() - from;
        assert!((went.length() - 20.0).abs() < 0.1, "LEG-ACM.7");
        here.follow_up(red(0), &mut Dice::scripted([]), &mut Log::Off).unwrap();
        assert!(here.touch(red(0), blue(0)), "LEG-ACM.6, LEG-R95, LEG-R174");
        assert_eq!(here.unit(red(0)).pose.facing, Facing::NORTH, "LEG-R174");
    }

    /// From the rear of the band at 480 to the front of the riders at 310 are 170 paces.
    #[test]
    fn who_retires_and_is_caught_breaks() {
        let pursues = |face: u8| {
            let mut here = battle(
                &[("heavy_cavalry", 4, 500.0, 300.0, 0.0)],
                &[(BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 620.0, 500.0, 0.0)],
            );
            here.unit_mut(red(0)).status = Status::Pursuing;
            here.unit_mut(red(0)).quarry = Some(blue(0));
            here.unit_mut(blue(0)).status = Status::Retiring;
            here.begin_pursuits();
            goes_on(&mut here, crate::combat::after_moves::Pursuits {}, &[3, 3, face]);
            here
        };
        let caught = pursues(3);
        let prey = caught.unit(blue(0));
        assert_eq!((prey.status, prey.caught), (Status::Routing, 1), "LEG-ACM.12, LEG-R99(b)");
        assert_eq!(caught.unit(blue(1)).is.dp, 1, "LEG-MOR.1, LEG-R149: at once");
        let gone = pursues(2);
        assert_eq!(gone.unit(blue(0)).status, Status::Retiring, "LEG-R142: 160 paces");
        assert_eq!(gone.unit(blue(1)).is.dp, 0, "LEG-R149");
    }

    #[test]
    fn foot_pursues_more_slowly_in_a_wood() {
        let mut here = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 800.0, 0.0)]);
        let wood = acies_table::Rect::between(glam::dvec2(400.0, 550.0), glam::dvec2(600.0, 900.0));
        let outline = acies_table::Polygon::from_rect(&wood).unwrap();
        let areas = vec![crate::ground::Area { piece: crate::ground::Piece::Wood, outline }];
        here.ground =
            acies_core::Shared::new(crate::ground::Ground { areas, ..Default::default() });
        here.unit_mut(red(0)).status = Status::Pursuing;
        here.unit_mut(red(0)).quarry = Some(blue(0));
        here.unit_mut(blue(0)).status = Status::Routing;
        here.begin_pursuits();
        // 3 + 4 pips are 140, less 20 for each die.
        goes_on(&mut here, crate::combat::after_moves::Pursuits {}, &[3, 4]);
        assert_eq!(here.unit(red(0)).pose.at.y.get(), 600.0, "LEG-R45, LEG-R58, LEG-MOV.12");
    }

    #[test]
    fn elephants_do_not_pass_into_a_lake() {
        let mut here = beasts();
        let shore =
            acies_table::Rect::between(glam::dvec2(400.0, 555.0), glam::dvec2(600.0, 700.0));
        let outline = acies_table::Polygon::from_rect(&shore).unwrap();
        let areas = vec![crate::ground::Area { piece: crate::ground::Piece::Lake, outline }];
        here.ground =
            acies_core::Shared::new(crate::ground::Ground { areas, ..Default::default() });
        here.go_through(red(0), blue(0), &mut Dice::scripted([]), &mut Log::Off).unwrap();
        assert_eq!(here.unit(red(0)).pose.at.y.get(), 500.0, "LEG-R145");
        assert_eq!(here.unit(blue(0)).is.dp, 0, "LEG-R145: nobody takes LEG-MOR.6");
    }

    #[test]
    fn halting_costs_riders_and_hits_cripple_engines() {
        let mut here = battle(
            &[("heavy_cavalry", 4, 500.0, 500.0, 0.0), ("artillery", 1, 700.0, 500.0, 0.0)],
            &[],
        );
        here.unit_mut(red(0)).is.profile.grade = Grade::B;
        let (none, log) = (&mut Dice::scripted([]), &mut Log::Off);
        here.halt_after_combat(red(0), true, none, log).unwrap();
        assert_eq!((here.unit(red(0)).is.dp, here.unit(red(0)).halted_until), (1, 2), "LEG-RES.5");
        here.halt_after_combat(red(0), false, none, log).unwrap();
        assert_eq!(here.unit(red(0)).is.dp, 1, "LEG-R147: not by choice");
        here.critical_hit(red(1), &mut Dice::scripted([3]), log).unwrap();
        here.unit_mut(red(1)).halted_until = 0;
        assert_eq!(here.rooted(red(1)), Some("LEG-R104"), "LEG-R104, LEG-RES.25, LEG-R9");
    }

    #[test]
    fn a_winner_who_is_still_touched_fights_on() {
        // Two bands before one: the one on the left retires, the other stays in contact.
        let mut here = battle(
            &[(BAND, 10, 500.0, 500.0, 0.0)],
            &[(BAND, 10, 450.0, 540.0, 180.0), (BAND, 10, 550.0, 540.0, 180.0)],
        );
        here.dues.push(Due {
            unit: red(0),
            opponent: blue(0),
            difference: 5,
            band: Band::Victory,
            moves: ArrayVec::from_iter([AfterMove::Pursue]),
            fought: [0, 1].into_iter().collect(),
        });
        here.unit_mut(blue(0)).pose.at.y = acies_table::Length::new(700.0);
        here.unit_mut(blue(0)).status = Status::Retiring;
        here.unit_mut(blue(0)).fled = 160;
        assert!(here.choices(red(0), Part::Winners).is_empty(), "LEG-R139");
        // LEG-R124, LEG-R147: nobody is left at all.
        here.unit_mut(blue(0)).status = Status::Destroyed;
        here.unit_mut(blue(1)).status = Status::Destroyed;
        let all: Vec<AfterMove> =
            here.choices(red(0), Part::Winners).iter().map(|it| it.does).collect();
        assert_eq!(all, [AfterMove::Halt], "LEG-R147");
        assert_eq!(here.fight(&mut Dice::scripted([]), &mut Log::Off), Ok(Vec::new()), "LEG-R124");
    }

    /// LEG-R144: horse that cuts down archers is charged by elephants: it stands, fights them, and its dice count.
    #[test]
    fn hunters_who_are_charged_go_on_cutting_down() {
        let mut here = battle(
            &[("heavy_cavalry", 4, 500.0, 500.0, 0.0)],
            &[("archers", 4, 500.0, 520.0, 0.0), ("elephants", 1, 400.0, 500.0, 90.0)],
        );
        let prey = here.unit_mut(blue(0));
        (prey.status, prey.caught) = (Status::Routing, 1);
        prey.is.shake();
        let hunter = here.unit_mut(red(0));
        (hunter.status, hunter.quarry) = (Status::Pursuing, Some(blue(0)));
        hunter.is.unform();
        here.turn = 2;
        here.first = Seat::Blue;
        here.unit_mut(blue(1)).aims_at = Some(red(0));
        here.begin_charges();
        goes_on(&mut here, crate::charge::charging::Charges {}, &[3, 4]);
        assert!(here.touch(blue(1), red(0)), "LEG-R144: it stands");
        assert_eq!(here.unit(red(0)).quarry, Some(blue(0)), "LEG-R144");
        // 6 against 1 for the elephants; four dice of the hunters, three of which are 3 or more.
        let results = here.fight(&mut Dice::scripted([6, 1, 3, 3, 3, 1]), &mut Log::Off).unwrap();
        assert_eq!(here.unit(blue(0)).is.bases, 1, "LEG-R144, LEG-ACM.20");
        here.begin_aftermath(&results);
        assert_eq!(here.unit(red(0)).quarry, None, "LEG-R144: the result decides its move");
    }

    #[test]
    fn routers_run_on_when_they_have_been_cut_down() {
        let mut here = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 540.0, 0.0)]);
        here.unit_mut(blue(0)).status = Status::Routing;
        here.unit_mut(blue(0)).is.shake();
        here.unit_mut(blue(0)).caught = 1;
        here.unit_mut(red(0)).status = Status::Pursuing;
        here.unit_mut(red(0)).quarry = Some(blue(0));
        here.turn = 2;
        // Three of five dice; then 3 + 4 pips for the routers, 2 + 2 for the pursuers, who do not reach them.
        fights(&mut here, &[3, 6, 1, 2, 4], &[3, 4, 2, 2]);
        assert_eq!(
            (here.unit(blue(0)).is.bases, here.unit(blue(0)).pose.at.y.get()),
            (7, 680.0),
            "LEG-R101"
        );
        let it = here.unit(red(0));
        assert_eq!((it.status, it.pose.at.y.get()), (Status::Pursuing, 580.0), "LEG-R99, LEG-R101");
    }
}
