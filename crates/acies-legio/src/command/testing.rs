//! C3: who stands by his orders, and who tests control (LEG-SEQ.5, LEG-CTL.2 to .5, LEG-CMD.4; LEG-R30 to LEG-R32, LEG-R37, LEG-R41 to LEG-R43,
//! LEG-R172).

use acies_core::{
    Dice, Forecast, Id, Log, Misread, Odds, Rolled, RuleId, Seat, Seats, UnitSet,
    flow::{Deed, Shown, Stacked, Step},
    odds,
};
use serde::{Deserialize, Serialize};

use super::{
    StandingOrder,
    control::{Control, Controlled},
    reach::Test,
};
use crate::{
    battle::{Action, Battle, LastMove, Marks, Status, homeward},
    words::{Event, No, Words},
};

/// LEG-R37, LEG-R168, LEG-R172: which uncontrolled units stand by their orders, and who goes on without a test. It is asked whatever the
/// orders are, for they are secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub seat: Seat,
}

/// The answer: by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByOrder {
    pub units: UnitSet,
    /// LEG-R172: they do as they did last turn: go back by their order, pursue, loot.
    #[serde(default)]
    pub on: UnitSet,
}

impl ByOrder {
    fn stand(units: UnitSet) -> ByOrder {
        ByOrder { units, on: UnitSet::NONE }
    }
}

impl Step<Battle> for Standing {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        let ordered = || battle.setup.orders && battle.uncontrolled(self.seat).next().is_some();
        !ordered() && battle.may_go_on(self.seat).is_empty()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        let asks = "which units stand by their orders, or go on without a test?";
        (asks.into(), &["LEG-R30", "LEG-R37", "LEG-R168", "LEG-R172"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let all = battle.may_stand(by);
        out.push(ByOrder::stand(UnitSet::NONE).into());
        if all.len() > 1 {
            out.push(ByOrder::stand(all).into());
        }
        out.extend(all.iter().map(|unit| Action::from(ByOrder::stand(UnitSet::one(unit)))));
        let on = battle.may_go_on(by);
        out.extend(
            on.iter()
                .map(|unit| Action::from(ByOrder { units: UnitSet::NONE, on: UnitSet::one(unit) })),
        );
    }
}

impl Deed<Battle> for ByOrder {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["by_order"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let keys = |units: UnitSet| units.ids(by).map(|unit| battle.key(unit)).collect::<Vec<_>>();
        let (stand, on) = (keys(self.units), keys(self.on));
        let stand = if stand.is_empty() { "nobody".into() } else { stand.join(" ") };
        let on = if on.is_empty() { String::new() } else { format!(" on {}", on.join(" ")) };
        format!("by_order {stand}{on}")
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let mut it = ByOrder::stand(UnitSet::NONE);
        let mut on = false;
        words.flag("nobody");
        while words.typed.clone().next().is_some() {
            if words.flag("on") {
                on = true;
                continue;
            }
            let units = if on { &mut it.on } else { &mut it.units };
            *units = units.with(words.unit()?.number());
        }
        Ok(it)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let Standing { seat } = battle.asked().ok_or(No::NotNow)?;
        let wrong = (self.units - battle.may_stand(by)).first();
        match wrong.or_else(|| (self.on - battle.may_go_on(by)).first()) {
            Some(unit) if usize::from(unit) < battle.sides[by].units.len() => {
                Err(No::NotByOrder { unit: Id::new(by, unit) })
            }
            Some(_) => Err(No::NotHere),
            None => Ok(seat),
        }
    }

    fn perform(
        &self,
        seat: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        for unit in self.units.ids(seat) {
            battle.unit_mut(unit).marks |= Marks::BY_ORDER | Marks::HELD;
            log.push(|| Event::StandsByOrder { unit });
        }
        for unit in (self.on - self.units).ids(seat) {
            let it = battle.unit_mut(unit);
            it.marks |= Marks::BY_ORDER;
            it.marks.set(Marks::REPEATS, it.status == Status::Normal);
            log.push(|| Event::GoesOn { unit });
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let names = |units: UnitSet| {
            let all: Vec<&str> = units.ids(by).map(|unit| battle.name(unit)).collect();
            match all[..] {
                [] => None,
                [one, two, three, _, _, ..] => {
                    Some(format!("{one}, {two}, {three} and {} more", all.len() - 3))
                }
                _ => Some(all.join(", ")),
            }
        };
        let stand = names(self.units).map(|all| format!("stand by their orders: {all}"));
        let on = names(self.on).map(|all| format!("go on without a test: {all}"));
        let does: Vec<String> = stand.into_iter().chain(on).collect();
        let does = if does.is_empty() { "let all of them test".into() } else { does.join("; ") };
        Shown::new("Decide", does).rules(&["LEG-R37", "LEG-R168", "LEG-R172"])
    }
}

/// LEG-SEQ.5: those who test, P1's before P2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Testing {}

impl Step<Battle> for Testing {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(unit) = battle.next_in_line() else { return Ok(()) };
        battle.lay(*self);
        let Some(test) = battle.test(unit) else { return Ok(()) };
        if battle.is_inspired(unit) {
            battle.lay(Naming { unit });
            return Ok(());
        }
        battle.take_test(unit, test, 0, dice, log).map(drop)
    }
}

/// LEG-CTL.5, LEG-R32: what a leader who inspires a unit adds to its test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    pub unit: Id,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    pub by: i8,
}

impl Step<Battle> for Naming {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let test = battle.who(self.unit).says("test control: what does their leader add?");
        (test, &["LEG-CTL.5", "LEG-R32"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([0, 1, -1].map(|by| Action::from(Named { by })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit) && battle.test(self.unit).is_some()
    }
}

impl Deed<Battle> for Named {
    type Plan = (Id, Test);
    const VERBS: &'static [&'static str] = &["name"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("name {:+}", self.by)
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let word = words.word("+1, 0 or -1")?;
        let by = word.parse().ok().filter(|by| (-1..=1).contains(by));
        by.map(|by| Named { by })
            .ok_or_else(|| Misread::unknown("addition", word, ["+1", "0", "-1"]))
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(Id, Test), No> {
        let Naming { unit } = battle.asked().ok_or(No::NotNow)?;
        if !(-1..=1).contains(&self.by) {
            return Err(No::NotNow);
        }
        Ok((unit, battle.test(unit).ok_or(No::NotNow)?))
    }

    fn perform(
        &self,
        (unit, test): (Id, Test),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.take_test(unit, test, self.by.into(), dice, log).map(drop)
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let unit = battle.asked::<Naming>().map(|it| it.unit);
        let does = format!("test control with {:+}", self.by);
        battle.said_of(unit, Shown::new("Test", does)).rules(&["LEG-CTL.5", "LEG-R32"])
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let (unit, test) = Deed::check(self, battle, by).ok()?;
        let control = battle.control_of(unit, test, self.by.into());
        Some(control.forecast(&odds(|dice| control.throw(by, dice))))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let (unit, test) = Deed::check(self, was, by).ok()?;
        let Some(Event::Tested { result, .. }) = events.first() else { return None };
        Some(was.control_of(unit, test, self.by.into()).forecast(&Odds::sure(*result)))
    }
}

impl Control {
    /// What a test leads to.
    fn forecast(&self, odds: &Odds<Controlled>) -> Forecast {
        Forecast {
            title: "control test".into(),
            sums: vec![("added to the die".into(), self.sum())],
            rules: vec!["LEG-CTL.1", "LEG-CTL.6", "LEG-CTL.7", "LEG-CTL.8"],
            outcomes: odds.outcomes(|it| (it.name().into(), vec![])),
            highlights: vec![odds.highlight("halts or acts", |it| it.ceases())],
        }
    }
}

impl Battle {
    /// LEG-CTL.2: units that nobody controls and that would test for it.
    fn uncontrolled(&self, seat: Seat) -> impl Iterator<Item = Id> {
        self.units(seat).map(|(id, _)| id).filter(|&id| self.test(id) == Some(Test::Uncontrolled))
    }

    /// LEG-R37: uncontrolled units whose orders let them stand without a test.
    fn may_stand(&self, seat: Seat) -> UnitSet {
        let holds = |id: &Id| {
            let order = self.standing_order(*id);
            matches!(order, Some(StandingOrder::Hold | StandingOrder::Withdraw))
        };
        self.uncontrolled(seat).filter(holds).map(Id::number).collect()
    }

    /// LEG-R42, LEG-R43, LEG-R37(c), LEG-R172: who may go on as he did without a test: pursuers, looters, and uncontrolled units that
    /// went back towards their base edge under an order to withdraw.
    fn may_go_on(&self, seat: Seat) -> UnitSet {
        let withdraws = |id: Id| {
            let it = self.unit(id);
            let LastMove::Moved { right, ahead, .. } = it.last_move else { return false };
            let went = it.pose.world(glam::dvec2(right.get(), ahead.get())) - it.pose.at.vec();
            self.standing_order(id) == Some(StandingOrder::Withdraw)
                && went.dot(homeward(seat).ahead()) > 0.0
        };
        let goes_on = |id: &Id| match self.test(*id) {
            Some(Test::MayStop | Test::MayLeave) => true,
            Some(Test::Uncontrolled) => withdraws(*id),
            _ => false,
        };
        self.units(seat).map(|(id, _)| id).filter(goes_on).map(Id::number).collect()
    }
}

#[cfg(test)]
mod tests {
    use acies_table::Length;

    use super::*;
    use crate::{
        battle::{Leader, Place},
        movement::{MoveDice, activation::Moves},
        play::tests::{answers, goes_on, offered, refused},
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    fn leader(place: Place, order: StandingOrder) -> Leader {
        Leader::fresh(place, order)
    }

    #[test]
    fn owners_name_what_leaders_add() {
        let mut here = battle(
            &[(BAND, 10, 700.0, 100.0, 0.0), (BAND, 10, 500.0, 100.0, 0.0)],
            &[(BAND, 10, 500.0, 1100.0, 180.0)],
        );
        let inspiring = Leader { inspires: true, ..leader(Place::With(0), StandingOrder::Attack) };
        here.sides[Seat::Red].leaders.push(inspiring);
        here.fall_in(|_, _, _| true);
        goes_on(&mut here, Testing {}, &[]);
        // The rightmost first: it is inspired but not controlled (LEG-R31).
        assert_eq!(
            here.asked::<Naming>().map(|it| it.unit),
            Some(red(0)),
            "LEG-CTL.5, LEG-R31, LEG-R32"
        );
        assert_eq!(offered(&here, Seat::Red), ["name +0", "name +1", "name -1"], "LEG-R32");
        // 5 - 1 acts; then the others throw 6 and 2.
        let told = answers(&mut here, Seat::Red, "name -1", &[5, 6, 2]);
        insta::assert_snapshot!(told.join("\n"), @r"
        Barbarian_infantry 1 tests control with 5-1: free to act
        Barbarian_infantry 2 tests control with 6: the same as last turn
        Barbarian_infantry 1 tests control with 2: halt
        ");
        assert!(here.unit(red(1)).has(Marks::REPEATS), "LEG-SEQ.5, LEG-CTL.2, LEG-CTL.8");
        assert!(here.unit(blue(0)).has(Marks::HELD), "LEG-CMD.4, LEG-CTL.6");
    }

    #[test]
    fn who_holds_may_stand_without_a_test() {
        let mut here =
            battle(&[(BAND, 10, 500.0, 100.0, 0.0)], &[(BAND, 10, 500.0, 1100.0, 180.0)]);
        let place = Place::Alone(acies_table::Point::new(100.0, 100.0));
        here.sides[Seat::Red].leaders.push(leader(place, StandingOrder::Attack));
        let mut attacks = here.clone();
        goes_on(&mut attacks, Standing { seat: Seat::Red }, &[]);
        let stands = "by_order barbarian_infantry_1";
        assert_eq!(refused(&attacks, Seat::Red, stands), "LEG-R30", "LEG-R37(a)");
        assert_eq!(offered(&attacks, Seat::Red), ["by_order nobody"], "LEG-R168");
        here.sides[Seat::Red].leaders[0] = leader(place, StandingOrder::Hold);
        goes_on(&mut here, Standing { seat: Seat::Red }, &[]);
        answers(&mut here, Seat::Red, stands, &[]);
        assert_eq!(here.test(red(0)), None, "LEG-R30, LEG-R37(b)");
        assert_eq!(here.rooted(red(0)), Some("LEG-R37"), "LEG-R168");
    }

    #[test]
    fn some_go_on_without_a_test() {
        let mut here =
            battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 1100.0, 180.0)]);
        let place = Place::Alone(acies_table::Point::new(100.0, 100.0));
        here.sides[Seat::Red].leaders.push(leader(place, StandingOrder::Withdraw));
        let dice = MoveDice { average: 1, d6: 0 };
        let moved =
            |ahead: f64| LastMove::Moved { dice, right: Length::ZERO, ahead: Length::new(ahead) };
        let on = "by_order nobody on barbarian_infantry_1";
        let mut forward = here.clone();
        forward.unit_mut(red(0)).last_move = moved(60.0);
        goes_on(&mut forward, Standing { seat: Seat::Red }, &[]);
        assert_eq!(refused(&forward, Seat::Red, on), "LEG-R30", "LEG-R172: it went ahead");
        here.unit_mut(red(0)).last_move = moved(-60.0);
        goes_on(&mut here, Standing { seat: Seat::Red }, &[]);
        answers(&mut here, Seat::Red, on, &[]);
        assert_eq!(here.test(red(0)), None, "LEG-R37(c), LEG-R172");
        here.begin_moves();
        goes_on(&mut here, Moves {}, &[3]);
        assert_eq!(here.unit(red(0)).pose.at.y.get(), 440.0, "LEG-R37(c), LEG-R35");
        // LEG-R42: a pursuer need not test.
        let mut hunts = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 800.0, 0.0)]);
        hunts.unit_mut(red(0)).status = Status::Pursuing;
        assert_eq!(hunts.test(red(0)), Some(Test::MayStop), "LEG-R42");
        goes_on(&mut hunts, Standing { seat: Seat::Red }, &[]);
        answers(&mut hunts, Seat::Red, on, &[]);
        assert_eq!(
            (hunts.test(red(0)), hunts.unit(red(0)).status),
            (None, Status::Pursuing),
            "LEG-R42"
        );
    }
}
