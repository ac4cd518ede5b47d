//! What leaders do in C2, one after another (LEG-SEQ.3, LEG-SEQ.4, LEG-SEQ.6, LEG-CMD.1 to .7; LEG-R24, LEG-R28, LEG-R31, LEG-R37, LEG-R38,
//! LEG-R40).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    game::one_of_all,
    sealed::Sealed,
};
use acies_table::{Angle, Facing, Point};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{StandingOrder, messenger::Messenger};
use crate::{
    battle::{Action, Battle, Place},
    rulings::COMMANDS_MAX,
    words::{Event, No, Words, events::ride},
};

/// LEG-R24: the leaders of a side, right to left; a bit for each who has acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaders {
    pub seat: Seat,
    pub done: u8,
}

/// LEG-CMD.1, LEG-CMD.2: what a leader does; the General has taken the first of his two actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leading {
    pub seat: Seat,
    pub leader: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Kind>,
}

/// LEG-CMD.3 to .7: kinds of actions, of which the General takes two different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Control,
    Inspire,
    Move,
    Orders,
}

/// An action of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Errand {
    /// LEG-CMD.3.
    Control,
    /// LEG-CMD.5.
    Inspire,
    /// LEG-CMD.6: by himself.
    Ride { to: Point },
    /// LEG-CMD.6: to a unit of his side, by its number.
    Join { unit: u8 },
    /// LEG-CMD.6: a move of no distance.
    Stay,
    /// LEG-CMD.7, LEG-R38: to his own command, at once.
    Order { order: StandingOrder },
    /// LEG-CMD.7, LEG-R38: the General, to the command of another.
    Send { to: u8, order: StandingOrder },
    /// LEG-CMD.7, LEG-R38.
    Listen,
}

impl Errand {
    fn kind(self) -> Kind {
        match self {
            Errand::Control => Kind::Control,
            Errand::Inspire => Kind::Inspire,
            Errand::Ride { .. } | Errand::Join { .. } | Errand::Stay => Kind::Move,
            Errand::Order { .. } | Errand::Send { .. } | Errand::Listen => Kind::Orders,
        }
    }
}

impl Step<Battle> for Leaders {
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let seat = self.seat;
        let order = battle.leaders_in_order(seat);
        if self.done == 0 && !order.iter().any(|&leader| battle.is_general(seat, leader)) {
            battle.move_messengers(seat, log);
        }
        let next = order.into_iter().find(|leader| self.done & 1 << leader == 0);
        if let Some(leader) = next {
            battle.lay(Leaders { done: self.done | 1 << leader, ..*self });
            battle.lay(Leading { seat, leader, taken: None });
            if battle.is_general(seat, leader) {
                battle.move_messengers(seat, log);
            }
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        u32::from(self.done) < 1 << battle.sides[self.seat].leaders.len()
    }
}

/// How many places a leader might go to are drawn before they are listed.
const DRAWS: usize = 4;

impl Step<Battle> for Leading {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = battle.leader_name(self.seat, self.leader);
        let again = if self.taken.is_some() { " besides" } else { "" };
        (format!("what does {name} do{again}?"), &["LEG-CMD.1", "LEG-CMD.2"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let allowed = |errand: &Errand| Deed::check(errand, battle, by).is_ok();
        out.extend(self.errands(battle).filter(allowed).map(Action::from));
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        for _ in 0..DRAWS {
            let errand = match chance.number(4) {
                0 => Errand::Control,
                1 => Errand::Inspire,
                2 => Errand::Join { unit: chance.number(battle.sides[by].units.len()) as u8 },
                _ => continue,
            };
            if Deed::check(&errand, battle, by).is_ok() {
                return errand.into();
            }
        }
        one_of_all(battle, by, chance, room)
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(self.errands(battle).map(Action::from));
    }

    fn fits(&self, battle: &Battle) -> bool {
        usize::from(self.leader) < battle.sides[self.seat].leaders.len()
    }
}

impl Leading {
    /// What he might do.
    fn errands<'a>(&self, battle: &'a Battle) -> impl Iterator<Item = Errand> + use<'a> {
        let Leading { seat, leader, .. } = *self;
        let now = battle.sides[seat].leaders[usize::from(leader)].order;
        let orders = StandingOrder::ALL.into_iter();
        let new = orders.clone().filter(move |&order| now.known() != Some(&order));
        let others = (0..battle.sides[seat].leaders.len() as u8).filter(move |&to| to != leader);
        let sends =
            others.flat_map(move |to| orders.clone().map(move |order| Errand::Send { to, order }));
        let from = battle.leader_at(seat, leader).unwrap_or_default();
        let places = (0..8).flat_map(move |n| {
            let ahead = Facing::new(Angle::new(45.0 * f64::from(n))).ahead();
            [120.0, 240.0].map(|far| Errand::Ride { to: Point::nearest(from.vec() + ahead * far) })
        });
        [Errand::Control, Errand::Inspire, Errand::Stay, Errand::Listen]
            .into_iter()
            .chain(battle.units(seat).map(|(id, _)| Errand::Join { unit: id.number() }))
            .chain(places)
            .chain(new.map(|order| Errand::Order { order }))
            .chain(sends)
    }
}

impl Deed<Battle> for Errand {
    type Plan = Leading;
    const VERBS: &'static [&'static str] =
        &["control", "inspire", "ride", "join", "stay", "order", "send", "listen"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        match *self {
            Errand::Control => "control".into(),
            Errand::Inspire => "inspire".into(),
            Errand::Ride { to } => format!("ride {} {}", to.x, to.y),
            Errand::Join { unit } => format!("join {}", battle.key(acies_core::Id::new(by, unit))),
            Errand::Stay => "stay".into(),
            Errand::Order { order } => format!("order {}", order.word()),
            Errand::Send { to, order } => {
                format!("send {} {}", battle.leader_key(by, to), order.word())
            }
            Errand::Listen => "listen".into(),
        }
    }

    fn read(verb: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(match verb {
            "control" => Errand::Control,
            "inspire" => Errand::Inspire,
            "ride" => Errand::Ride { to: words.place()? },
            "join" => Errand::Join { unit: words.unit()?.number() },
            "stay" => Errand::Stay,
            "order" => Errand::Order { order: read_order(words)? },
            "send" => Errand::Send { to: words.leader()?, order: read_order(words)? },
            _ => Errand::Listen,
        })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Leading, No> {
        use acies_core::Id;
        let asked: Leading = battle.asked().ok_or(No::NotNow)?;
        let Leading { seat, leader, taken } = asked;
        if taken == Some(self.kind()) {
            return Err(No::ActionTaken { seat, leader });
        }
        if matches!(self.kind(), Kind::Control | Kind::Orders) && battle.routs_with(seat, leader) {
            return Err(No::LeaderRouts { seat, leader });
        }
        if self.kind() == Kind::Orders && !battle.setup.orders {
            return Err(No::NoOrders);
        }
        let general = battle.is_general(seat, leader);
        match *self {
            Errand::Control | Errand::Stay | Errand::Order { .. } => {}
            Errand::Inspire => battle.may_inspire(seat, leader).map(drop)?,
            Errand::Ride { to } => battle.may_lead_to(seat, leader, to)?,
            Errand::Join { unit } => {
                let units = battle.sides[seat].units.len();
                if usize::from(unit) >= units {
                    return Err(No::NotHere);
                }
                battle.may_join(seat, leader, Id::new(seat, unit))?;
            }
            Errand::Send { to, .. } => {
                let known = usize::from(to) < battle.sides[seat].leaders.len();
                if !general || !known || to == leader || battle.leader_at(seat, to).is_none() {
                    return Err(No::NoSuchMessage { seat, leader });
                }
                if battle.sides[seat].messengers.is_full() {
                    return Err(No::NoMessenger { seat });
                }
            }
            Errand::Listen if general => return Err(No::NoSuchMessage { seat, leader }),
            Errand::Listen => {}
        }
        Ok(asked)
    }

    fn perform(
        &self,
        asked: Leading,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Leading { seat, leader, taken } = asked;
        battle.run_errand(seat, leader, *self, log);
        let more = Leading { taken: Some(self.kind()), ..asked };
        if taken.is_none() && battle.is_general(seat, leader) && battle.has_second_action(more) {
            battle.lay(more);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        use acies_core::Id;
        let who = battle.asked::<Leading>().map(|it| battle.leader_name(by, it.leader).to_owned());
        let name = |unit: u8| battle.name(Id::new(by, unit)).to_owned();
        let (commit, does, rules): (_, _, &[RuleId]) = match *self {
            Errand::Control => {
                ("Control", "controls the units near him".to_owned(), &["LEG-CMD.3", "LEG-R29"])
            }
            Errand::Inspire => {
                ("Inspire", "inspires the unit with him".to_owned(), &["LEG-CMD.5", "LEG-R31"])
            }
            Errand::Ride { to } => {
                let leading = battle.asked::<Leading>();
                let from = leading.and_then(|it| battle.leader_at(by, it.leader)).unwrap_or(to);
                ("Ride", ride(from, to), &["LEG-CMD.6", "LEG-R28"])
            }
            Errand::Join { unit } => {
                ("Join", format!("joins {}", name(unit)), &["LEG-CMD.6", "LEG-R28"])
            }
            Errand::Stay => ("Stay", "stays where he is".to_owned(), &["LEG-CMD.6"]),
            Errand::Order { order } => {
                let does = format!("orders his command to {}", order.word());
                ("Order", does, &["LEG-CMD.7", "LEG-R37"])
            }
            Errand::Send { to, order } => {
                let does =
                    format!("sends {} the order to {}", battle.leader_name(by, to), order.word());
                ("Send", does, &["LEG-CMD.7", "LEG-R38"])
            }
            Errand::Listen => {
                ("Listen", "listens for orders".to_owned(), &["LEG-CMD.7", "LEG-R38"])
            }
        };
        Shown { who, ..Shown::new(commit, does).rules(rules) }
    }
}

fn read_order(words: &mut Words<'_>) -> Result<StandingOrder, Misread> {
    let word = words.word("an order")?;
    let known = StandingOrder::ALL.map(StandingOrder::word);
    let found = StandingOrder::ALL.into_iter().find(|order| order.word() == word);
    found.ok_or_else(|| Misread::unknown("order", word, known))
}

impl Battle {
    pub fn is_general(&self, seat: Seat, leader: u8) -> bool {
        self.setup.armies[seat].leaders[usize::from(leader)].general
    }

    /// LEG-R24, LEG-SEQ.6: the leaders of a side who are there, right to left.
    pub(crate) fn leaders_in_order(&self, seat: Seat) -> ArrayVec<u8, COMMANDS_MAX> {
        let here = (0..self.sides[seat].leaders.len() as u8)
            .filter_map(|leader| Some((self.leader_at(seat, leader)?, leader)));
        let mut all: ArrayVec<(Point, u8), COMMANDS_MAX> = here.collect();
        all.sort_by_key(|&(at, leader)| match seat {
            Seat::Red => (-at.x.steps(), -at.y.steps(), leader),
            Seat::Blue => (at.x.steps(), at.y.steps(), leader),
        });
        all.into_iter().map(|(_, leader)| leader).collect()
    }

    /// LEG-R31: what leaders did in the turn before is over.
    pub(crate) fn begin_command(&mut self) {
        for side in &mut self.sides.0 {
            for leader in &mut side.leaders {
                (leader.inspires, leader.listens) = (false, false);
            }
        }
    }

    /// LEG-R40: whether the unit that a leader has joined routs.
    fn routs_with(&self, seat: Seat, leader: u8) -> bool {
        match self.sides[seat].leaders[usize::from(leader)].place {
            Place::With(unit) => self.unit(acies_core::Id::new(seat, unit)).is_routing(),
            _ => false,
        }
    }

    /// LEG-CMD.2, LEG-R40: whether the General can do anything else: if his unit routs he may have nothing left.
    fn has_second_action(&self, asked: Leading) -> bool {
        let Leading { seat, leader, taken } = asked;
        !self.routs_with(seat, leader)
            || taken != Some(Kind::Move)
            || self.may_inspire(seat, leader).is_ok()
    }

    fn run_errand(&mut self, seat: Seat, leader: u8, errand: Errand, log: &mut Log<Event>) {
        let at = usize::from(leader);
        match errand {
            Errand::Control => {
                let units = self.controls(seat, leader);
                self.take_control(seat, leader);
                log.push(|| Event::Controls { seat, leader, units });
            }
            Errand::Inspire => {
                self.sides[seat].leaders[at].inspires = true;
                log.push(|| Event::Inspires { seat, leader });
            }
            Errand::Ride { to } => {
                let from = self.leader_at(seat, leader).unwrap_or(to);
                self.sides[seat].leaders[at].place = Place::Alone(to);
                log.push(|| Event::LeaderRode { seat, leader, from, to_place: to });
            }
            Errand::Join { unit } => {
                self.sides[seat].leaders[at].place = Place::With(unit);
                log.push(|| Event::LeaderJoined { seat, leader, unit });
            }
            Errand::Stay => log.push(|| Event::LeaderStayed { seat, leader }),
            Errand::Order { order } => {
                self.give_order(seat, leader, order);
                log.push(|| Event::Ordered { seat, leader, order });
            }
            Errand::Send { to, order } => {
                let place = self.leader_at(seat, leader).unwrap_or_default();
                let messenger = Messenger { at: place, to, order: Sealed::In(order) };
                self.sides[seat].messengers.push(messenger);
                log.push(|| Event::MessengerSent { seat, leader: to, order });
                if self.sides[seat].leaders[usize::from(to)].listens {
                    self.hear(seat, to, log);
                }
            }
            Errand::Listen => {
                self.sides[seat].leaders[at].listens = true;
                log.push(|| Event::Listens { seat, leader });
                self.hear(seat, leader, log);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{Game, Pending, Telling};

    use super::*;
    use crate::{battle::tests::samples, table::tests::red};

    /// RULES.md 5.4, red has won the initiative. From the right: Labienus (1150), Caesar (900), Antonius (600).
    fn commanded() -> Battle {
        let mut romans = samples();
        romans.run(&mut Dice::scripted([4, 3]), &mut Log::Off).unwrap();
        romans
    }

    fn does(battle: &mut Battle, by: Seat, text: &str) {
        let action = battle.read(by, text).unwrap();
        let done = battle.apply(by, &action, &mut Dice::scripted([]), &mut Log::Off);
        done.unwrap_or_else(|stop| panic!("{text}: {stop:?}"));
    }

    fn refused(battle: &Battle, by: Seat, text: &str) -> RuleId {
        let action = battle.read(by, text).unwrap();
        battle.check(by, &action).unwrap_err().reason(battle).rules[0]
    }

    #[test]
    fn leaders_act_from_right_to_left() {
        let mut here = commanded();
        assert_eq!(here.first, Seat::Red, "LEG-SEQ.2, LEG-R23");
        let asked = |battle: &Battle| battle.asked::<Leading>().map(|it| (it.seat, it.leader));
        assert_eq!(asked(&here), Some((Seat::Red, 0)), "LEG-SEQ.3, LEG-SEQ.6, LEG-SEQ.7: Labienus");
        does(&mut here, Seat::Red, "control");
        assert_eq!(asked(&here), Some((Seat::Red, 1)), "LEG-CMD.1, LEG-R24: Caesar");
        does(&mut here, Seat::Red, "join legio_x");
        assert_eq!(asked(&here), Some((Seat::Red, 1)), "LEG-CMD.2: the General takes two actions");
        assert_eq!(refused(&here, Seat::Red, "stay"), "LEG-CMD.2", "LEG-R28: two different ones");
        does(&mut here, Seat::Red, "inspire");
        assert!(here.is_inspired(red(3)), "LEG-CMD.5, LEG-R31");
        assert_eq!(asked(&here), Some((Seat::Red, 2)), "LEG-CMD.2: Antonius");
        does(&mut here, Seat::Red, "ride 600 500");
        assert_eq!(here.leader_at(Seat::Red, 2), Some(Point::new(600.0, 500.0)), "LEG-CMD.6");
        assert_eq!(asked(&here), Some((Seat::Blue, 0)), "LEG-SEQ.7: the other side from the west");
        assert!(matches!(here.pending(), Pending::Decide(seats) if !seats.has(Seat::Red)));
    }

    #[test]
    fn orders_change_at_once_or_by_messenger() {
        let mut here = commanded();
        let order = |battle: &Battle, leader: usize| battle.sides[Seat::Red].leaders[leader].order;
        does(&mut here, Seat::Red, "order hold");
        assert_eq!(order(&here, 0), Sealed::In(StandingOrder::Hold), "LEG-R37, LEG-R38: his own");
        assert_eq!(here.unit(red(0)).anchor, here.unit(red(0)).pose.at, "LEG-R37(b)");
        assert_eq!(order(&here.view(Some(Seat::Blue)), 0), Sealed::Hidden, "LEG-R120");
        assert_eq!(refused(&here, Seat::Red, "listen"), "LEG-R38", "the General listens to nobody");
        does(&mut here, Seat::Red, "send antonius withdraw");
        does(&mut here, Seat::Red, "control");
        // Antonius stands 306 paces from Caesar: the messenger is not with him yet.
        does(&mut here, Seat::Red, "listen");
        assert_eq!(order(&here, 2), Sealed::In(StandingOrder::Attack), "LEG-CMD.7, LEG-R38");
        let hidden = here.view(Some(Seat::Blue));
        assert_eq!(hidden.sides[Seat::Red].messengers[0].order, Sealed::Hidden, "LEG-R120");
        here.begin_command();
        here.move_messengers(Seat::Red, &mut Log::Off);
        // 240 of 306 paces; in the turn after he arrives.
        assert!(!here.messenger_is_with(Seat::Red, 0), "LEG-R38, LEG-SEQ.4");
        here.move_messengers(Seat::Red, &mut Log::Off);
        assert!(here.messenger_is_with(Seat::Red, 0), "LEG-R38");
        here.hear(Seat::Red, 2, &mut Log::Off);
        assert_eq!(
            order(&here, 2),
            Sealed::In(StandingOrder::Withdraw),
            "LEG-R38: when listened to"
        );
        assert!(here.sides[Seat::Red].messengers.is_empty(), "LEG-R38");
    }

    #[test]
    fn leaders_of_routers_only_ride_or_inspire() {
        let mut here = commanded();
        here.sides[Seat::Red].leaders[0].place = Place::With(0);
        here.unit_mut(red(0)).status = crate::battle::Status::Routing;
        assert_eq!(refused(&here, Seat::Red, "control"), "LEG-R40");
        assert_eq!(refused(&here, Seat::Red, "order hold"), "LEG-R40");
        let mut list = Vec::new();
        here.candidates(Seat::Red, &mut list);
        let kinds = |action: &Action| match action {
            Action::Errand(errand) => Some(errand.kind()),
            _ => None,
        };
        let may = [Some(Kind::Move), Some(Kind::Inspire)];
        assert!(list.iter().all(|it| may.contains(&kinds(it))), "LEG-R40");
    }
}
