//! How charged units answer (LEG-RSP.1 to .9, LEG-EVA.1 to .7; LEG-R76 to LEG-R79, LEG-R133, LEG-R134).

use acies_core::{
    Dice, Forecast, Id, Log, Misread, Odds, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    odds,
};
use acies_table::Edge;
use serde::{Deserialize, Serialize};

use super::{
    Charged, Evade, Evaded, Response,
    response::{Plight, Responses, Side},
};
use crate::{
    battle::{Action, Battle, LastMove, Marks, Status},
    combat::Impetus,
    movement::MoveDice,
    troops::Type,
    words::{Event, No, Words},
};

/// LEG-SEQ.16: a unit that is charged, by this one and by all who have declared it as their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Respond {
    pub unit: Id,
    pub charger: Id,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    pub response: Response,
}

impl Step<Battle> for Respond {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        battle.responses(self.unit, self.charger).len() < 2
    }

    /// It has no choice.
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        match battle.responses(self.unit, self.charger)[..] {
            [(response, rule), ..] => battle.respond(*self, response, rule, dice, log),
            [] => Ok(()),
        }
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let (unit, charger) = (battle.name(self.unit), battle.name(self.charger));
        (format!("{charger} charges {unit}: how does it respond?"), &["LEG-SEQ.16", "LEG-R76"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let all = battle.responses(self.unit, self.charger);
        out.extend(all.into_iter().map(|(response, _)| Action::from(Reply { response })));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(Response::ALL.map(|response| Action::from(Reply { response })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit) && battle.has(self.charger)
    }
}

impl Response {
    pub const ALL: [Response; 5] = [
        Response::Stand,
        Response::Evade,
        Response::CounterCharge,
        Response::Break,
        Response::RoutOn,
    ];

    /// What players type.
    fn word(self) -> &'static str {
        match self {
            Response::Stand => "receive",
            Response::Evade => "evade",
            Response::CounterCharge => "counter_charge",
            Response::Break => "break",
            Response::RoutOn => "rout_on",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Response::Stand => "receive the charge at the halt",
            Response::Evade => "test to evade",
            Response::CounterCharge => "counter-charge",
            Response::Break => "break",
            Response::RoutOn => "rout on",
        }
    }
}

impl Deed<Battle> for Reply {
    type Plan = (Respond, RuleId);
    const VERBS: &'static [&'static str] =
        &["receive", "evade", "counter_charge", "break", "rout_on"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        self.response.word().into()
    }

    fn read(verb: &str, _: &mut Words<'_>) -> Result<Self, Misread> {
        let response = Response::ALL.into_iter().find(|it| it.word() == verb);
        response.map(|response| Reply { response }).ok_or_else(|| Misread::new("no response"))
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(Respond, RuleId), No> {
        let asked: Respond = battle.asked().ok_or(No::NotNow)?;
        let all = battle.responses(asked.unit, asked.charger);
        let found = all.iter().find(|(response, _)| *response == self.response);
        match (found, all.first()) {
            (Some(&(_, rule)), _) => Ok((asked, rule)),
            (None, Some(&(may, rule))) => Err(No::NoSuchResponse { unit: asked.unit, may, rule }),
            (None, None) => Err(No::NotNow),
        }
    }

    fn perform(
        &self,
        (asked, rule): (Respond, RuleId),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.respond(asked, self.response, rule, dice, log)
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Respond>();
        let commit = match self.response {
            Response::Stand => "Receive",
            Response::Evade => "Evade",
            Response::CounterCharge => "Counter-charge",
            Response::Break => "Break",
            Response::RoutOn => "Rout on",
        };
        let rules = asked.map(|it| battle.responses(it.unit, it.charger)).unwrap_or_default();
        let rule = rules.iter().filter(|it| it.0 == self.response).map(|it| it.1);
        let shown = Shown::new(commit, self.response.name()).rules(&rule.collect::<Vec<_>>());
        battle.said_of(asked.map(|it| it.unit), shown)
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let asked = battle.asked::<Respond>().filter(|_| self.response == Response::Evade)?;
        let evade = battle.evade_of(asked.unit);
        Some(evade.forecast(&odds(|dice| evade.throw(by, dice))))
    }

    fn hindsight(&self, was: &Battle, _: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let asked = was.asked::<Respond>().filter(|_| self.response == Response::Evade)?;
        let evaded = events.iter().find_map(|event| match event {
            Event::EvadeTested { result, .. } => Some(*result),
            _ => None,
        })?;
        Some(was.evade_of(asked.unit).forecast(&Odds::sure(evaded)))
    }

    fn later(&self, battle: &Battle, _: Seat) -> Vec<Forecast> {
        let asked = battle.asked::<Respond>().filter(|_| self.response != Response::Evade);
        let comes = asked.and_then(|it| battle.after_answer(it.charger, it.unit, self.response));
        comes.into_iter().collect()
    }
}

impl Evade {
    /// What a test leads to.
    pub(super) fn forecast(&self, odds: &Odds<Evaded>) -> Forecast {
        Forecast {
            title: "evade test".into(),
            sums: vec![("added to the die".into(), self.sum())],
            rules: vec!["LEG-EVA.1", "LEG-EVA.5", "LEG-EVA.6", "LEG-EVA.7"],
            outcomes: odds.outcomes(|it| (it.name().into(), vec![])),
            highlights: vec![odds.highlight("evades", |&it| it == Evaded::Evades)],
        }
    }
}

impl Evaded {
    pub fn name(self) -> &'static str {
        match self {
            Evaded::Evades => "evade",
            Evaded::Shaken => "cannot evade and are charged, shaken",
            Evaded::Breaks => "break",
        }
    }
}

impl Battle {
    /// LEG-R101, LEG-R144: whether it is in contact with routers whom it has caught.
    pub(crate) fn is_hunting(&self, unit: Id) -> bool {
        let it = self.unit(unit);
        let caught =
            |prey: Id| self.has(prey) && self.unit(prey).caught > 0 && self.touch(unit, prey);
        it.status == Status::Pursuing && it.quarry.is_some_and(caught)
    }

    /// LEG-R76: who charges a unit: all who have declared it, and this one.
    fn chargers(&self, unit: Id, charger: Id) -> impl Iterator<Item = Id> {
        let aims = self.enemies(unit.seat()).filter(move |(_, enemy)| enemy.aims_at == Some(unit));
        let others = aims.map(|(id, _)| id).filter(move |&id| id != charger);
        [charger].into_iter().chain(others)
    }

    /// LEG-R133: the nearest of them; ties go to the first in order.
    fn nearest_charger(&self, unit: Id, charger: Id) -> Id {
        let near = |one: &Id, other: &Id| {
            self.distance(unit, *one)
                .total_cmp(&self.distance(unit, *other))
                .then(self.right_to_left(*one, *other))
        };
        self.chargers(unit, charger).min_by(near).unwrap_or(charger)
    }

    /// LEG-R76, LEG-R77, LEG-R133, LEG-R134: the responses of a unit that are legal against all who charge it.
    pub fn responses(&self, unit: Id, charger: Id) -> Responses {
        let it = self.unit(unit);
        let plight = match it.status {
            Status::Routing => Plight::Routing,
            _ if self.opponents(unit).next().is_some() => Plight::Engaged,
            _ if self.is_hunting(unit) => Plight::Hunting,
            Status::Retiring => Plight::Retiring,
            _ => Plight::Free,
        };
        let body = it.rect();
        let chargers = || self.chargers(unit, charger);
        let struck = |id: Id| it.struck_from(self.rect(id).middle(Edge::Front)).0;
        let charged = Charged {
            kind: it.kind(),
            formation: it.is.shape.formation,
            shaken: it.is.shaken,
            plight,
            in_difficult_terrain: self.ground.under(&body).is_difficult(it.kind()),
            behind_obstacle: chargers()
                .all(|id| self.ground.is_behind_obstacle(&body, &self.rect(id))),
            on_flank_or_rear: chargers().any(|id| struck(id) != Side::Front),
        };
        let kinds: arrayvec::ArrayVec<Type, 16> =
            chargers().take(16).map(|id| self.unit(id).kind()).collect();
        charged.responses(&kinds)
    }

    /// LEG-EVA.2 to .4: the facts of an evade test.
    pub fn evade_of(&self, unit: Id) -> Evade {
        let it = self.unit(unit);
        Evade {
            grade: it.is.profile.grade,
            dp: it.is.dp,
            casualties: it.is.casualties(),
            shaken: it.is.shaken,
            leader: self.is_inspired(unit),
        }
    }

    fn respond(
        &mut self,
        asked: Respond,
        response: Response,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Respond { unit, charger } = asked;
        let nearest = self.nearest_charger(unit, charger);
        log.push(|| Event::Responded { unit, charger, response, rule });
        let hunts = self.is_hunting(unit);
        let it = self.unit_mut(unit);
        it.marks |= Marks::ANSWERED;
        // LEG-R134, LEG-R146; LEG-R144: who cuts down routers goes on with it.
        if matches!(it.status, Status::Pursuing | Status::Looting) && !hunts {
            (it.status, it.quarry) = (Status::Normal, None);
        }
        match response {
            Response::Stand => Ok(()),
            Response::CounterCharge => {
                (it.aims_at, it.impetus) = (Some(nearest), Some(Impetus::CounterCharge));
                it.doing = LastMove::Charged;
                Ok(())
            }
            Response::Break => self.break_before(unit, nearest, rule, dice, log),
            Response::RoutOn => self.rout_from(unit, nearest, dice, log),
            Response::Evade => self.test_to_evade(unit, nearest, dice, log),
        }
    }

    /// LEG-RSP.1, LEG-EVA.7: a unit breaks, and makes the first move of its rout.
    fn break_before(
        &mut self,
        unit: Id,
        from: Id,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.breaks(unit, rule, dice, log)?;
        if self.has(unit) { self.rout_from(unit, from, dice, log) } else { Ok(()) }
    }

    /// LEG-EVA.5 to .7.
    fn test_to_evade(
        &mut self,
        unit: Id,
        from: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let evade = self.evade_of(unit);
        let die = evade.die(unit.seat(), dice)?;
        let result = evade.with(die);
        log.push(|| Event::EvadeTested { unit, face: die as u8, sum: evade.sum(), result });
        let it = self.unit_mut(unit);
        // LEG-R79(c), LEG-R134: a retiring unit retires no more.
        if it.status == Status::Retiring {
            it.status = Status::Normal;
        }
        match result {
            Evaded::Evades => {
                it.marks |= Marks::EVADED;
                it.marks -= Marks::FORMING;
                let dice_of = MoveDice::full_fast(it.kind()).unwrap_or_default();
                it.doing = LastMove::moved(dice_of);
                self.evade(unit, from, dice, log).map(drop)
            }
            Evaded::Shaken => {
                self.become_shaken(unit);
                Ok(())
            }
            Evaded::Breaks => self.break_before(unit, from, "LEG-EVA.7", dice, log),
        }
    }
}
