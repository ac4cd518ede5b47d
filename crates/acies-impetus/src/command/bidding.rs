//! The throw for the initiative as it is played (RULES.md 2, T2; IMP-R13 to IMP-R19): dice, dice again, what doubles do,
//! who activates his Command.

use acies_core::{
    Dice, Each, Forecast, Log, Misread, Odds, Rolled, RuleId, Seat, Seats, UnitSet,
    flow::{Deed, Shown, Stacked, Step, YesNo},
    odds,
};
use serde::{Deserialize, Serialize};

use super::{
    Commander, Quality,
    activation::Activation,
    initiative::{Again, Bid, Throw, Verdict, first_to_throw_again, throw, throw_again, verdict},
};
use crate::{
    battle::Battle,
    profile::Worded,
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// The Commands that are nominated, and what was thrown for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bidding {
    /// IMP-R18: who throws; a side that has no Command left does not.
    pub bidders: Seats,
    pub commands: Each<u8>,
    /// Nothing, before the dice are thrown.
    pub throws: Option<Each<Throw>>,
    /// IMP-R16: who has been asked whether he throws again.
    pub asked: Seats,
    /// IMP-R19: who has thrown again.
    pub rerolled: Seats,
}

impl Bidding {
    pub fn new(bidders: Seats, commands: Each<u8>) -> Self {
        Bidding { bidders, commands, throws: None, asked: Seats::NONE, rerolled: Seats::NONE }
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, u8)> + use<> {
        let Bidding { bidders, commands, .. } = *self;
        Seat::BOTH
            .into_iter()
            .filter(move |seat| bidders.has(*seat))
            .map(move |seat| (seat, commands[seat]))
    }

    /// The Command of a side, if it throws.
    pub fn command(&self, seat: Seat) -> Option<u8> {
        self.bidders.has(seat).then(|| self.commands[seat])
    }

    /// IMP-R16: who is asked next.
    fn next(&self, battle: &Battle) -> Option<Seat> {
        let throws = self.throws?;
        let bids = Each::of(|seat| battle.bid(seat, self.command(seat)));
        let first = first_to_throw_again(&bids, &throws, battle.setup.attacker);
        let may = |seat: &Seat| !self.asked.has(*seat) && bids[*seat].may_throw_again();
        [first, first.other()].into_iter().find(may)
    }
}

impl Step<Battle> for Bidding {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(throws) = self.throws else {
            let mut throws = Each([[0; 2]; 2]);
            for (seat, command) in self.seats() {
                throws[seat] = throw(seat, dice)?;
                battle.tell_bid(seat, command, throws[seat], false, log);
            }
            battle.lay(Bidding { throws: Some(throws), ..*self });
            return Ok(());
        };
        match self.next(battle) {
            Some(seat) => {
                battle.lay(Reroll {
                    seat,
                    bidding: Bidding { asked: self.asked.with(seat), ..*self },
                });
            }
            None => battle.decide_initiative(self, &throws, log),
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        self.seats().all(|(seat, command)| usize::from(command) < battle.sides[seat].commands.len())
    }
}

/// IMP-R16, IMP-SPC.21, IMP-SPC.26, IMP-SPC.28: whether dice are thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reroll {
    pub seat: Seat,
    pub bidding: Bidding,
}

/// Which dice are thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrowAgain {
    pub dice: Again,
}

impl Again {
    const WORDS: [&'static str; 4] = ["neither", "first", "second", "both"];
}

impl Step<Battle> for Reroll {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let throws = self.bidding.throws.unwrap_or_default();
        let total = |seat: Seat| battle.bid(seat, self.bidding.command(seat)).total(throws[seat]);
        let [ours, theirs] = [self.seat, self.seat.other()];
        let against = self
            .bidding
            .command(theirs)
            .map_or(String::new(), |_| format!(" against {}", total(theirs)));
        let [one, other] = throws[ours];
        (format!("{one} and {other} make {}{against}: throw again?", total(ours)), &["IMP-R16"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(Again::ALL.map(|dice| Action::from(ThrowAgain { dice })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        self.bidding.fits(battle) && self.bidding.throws.is_some()
    }
}

impl Deed<Battle> for ThrowAgain {
    type Plan = Reroll;
    const VERBS: &'static [&'static str] = &["again"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("again {}", Again::WORDS[self.dice as usize])
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let word = words.word("which dice")?;
        let at = Again::WORDS.iter().position(|it| *it == word);
        let at = at.ok_or_else(|| Misread::unknown("choice of dice", word, Again::WORDS))?;
        Ok(ThrowAgain { dice: Again::ALL[at] })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Reroll, No> {
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        Reroll { seat, mut bidding }: Reroll,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if let (Some(throws), true) = (&mut bidding.throws, self.dice != Again::Neither) {
            throws[seat] = throw_again(seat, throws[seat], self.dice, dice)?;
            bidding.rerolled = bidding.rerolled.with(seat);
            let command = bidding.commands[seat];
            battle.tell_bid(seat, command, throws[seat], true, log);
        }
        battle.lay(bidding);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let thrown = battle.asked::<Reroll>().and_then(|it| Some(it.bidding.throws?[it.seat]));
        let [one, other] = thrown.unwrap_or_default();
        let shown = match self.dice {
            Again::Neither => Shown::new("Let it stand", "let the dice stand"),
            Again::First => Shown::new("Throw again", format!("throw the {one} again")),
            Again::Second => Shown::new("Throw again", format!("throw the {other} again")),
            Again::Both => Shown::new("Throw again", "throw both dice again"),
        };
        shown.rules(&["IMP-R16"])
    }

    fn forecast(&self, battle: &Battle, _: Seat) -> Option<Forecast> {
        let asked = battle.asked().filter(|_| self.dice != Again::Neither)?;
        self.foresee(battle, &asked, None)
    }

    fn hindsight(&self, was: &Battle, _: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let thrown = events.iter().find_map(|it| match it {
            Event::Bid { throw, again: true, .. } => Some(*throw),
            _ => None,
        });
        self.foresee(was, &was.asked()?, Some(thrown?))
    }
}

impl ThrowAgain {
    /// The odds of the dice that are thrown again, or what they showed.
    fn foresee(&self, battle: &Battle, asked: &Reroll, came: Option<Throw>) -> Option<Forecast> {
        let Reroll { seat, bidding } = asked;
        let throws = bidding.throws?;
        let total = |seat: Seat, throw: Throw| battle.bid(seat, bidding.command(seat)).total(throw);
        let odds = match came {
            Some(came) => Odds::sure(came),
            None => odds(|dice| throw_again(*seat, throws[*seat], self.dice, dice)),
        };
        let odds = odds.map(|throw| total(*seat, *throw));
        let enemy =
            bidding.command(seat.other()).map(|_| total(seat.other(), throws[seat.other()]));
        Some(Forecast {
            title: "initiative again".into(),
            sums: vec![(
                "added to the dice".into(),
                battle.bid(*seat, bidding.command(*seat)).sum(),
            )],
            rules: vec!["IMP-INI.1", "IMP-R16"],
            outcomes: odds
                .outcomes(|total| (format!("{total} in all"), vec![("total", i64::from(*total))])),
            highlights: enemy
                .map(|enemy| odds.highlight(format!("more than {enemy}"), |total| *total > enemy))
                .into_iter()
                .collect(),
        })
    }
}

/// IMP-R13: what an Expert in chief becomes who has thrown a double 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rising {
    pub seat: Seat,
    pub command: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rise {
    pub to: Quality,
}

impl Step<Battle> for Rising {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let whose = battle.command_name(self.seat, self.command);
        (
            format!("the Commander of {whose} rises: what does he become?"),
            &["IMP-R13", "IMP-SPC.27"],
        )
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([Quality::Genius, Quality::Charismatic].map(|to| Action::from(Rise { to })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.commander(self.seat, self.command).is_some()
    }
}

impl Deed<Battle> for Rise {
    type Plan = Rising;
    const VERBS: &'static [&'static str] = &["rise"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("rise {}", self.to.word())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let word = words.word("a quality")?;
        let known = Quality::WORDS.iter().map(|(word, _)| *word);
        let to = Quality::named(word)
            .ok_or_else(|| Misread::unknown("quality", word, known.collect::<Vec<_>>()))?;
        Ok(Rise { to })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Rising, No> {
        let asked = battle.asked().ok_or(No::NotNow)?;
        match self.to {
            Quality::Genius | Quality::Charismatic => Ok(asked),
            to => Err(No::NoRise { to }),
        }
    }

    fn perform(
        &self,
        Rising { seat, command }: Rising,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if let Some(was) = battle.commander(seat, command) {
            battle.change_level(seat, command, was, was.after_double(6, self.to), log);
        }
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new(self.to.name(), format!("become {}", self.to.name())).rules(&["IMP-R13"])
    }
}

/// IMP-R19, IMP-SPC.58: whether a Genius who has won leaves the initiative to the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiveAway {
    pub seat: Seat,
    pub ours: u8,
    pub theirs: u8,
}

impl YesNo<Battle> for GiveAway {
    const VERB: &'static str = "give";

    fn seat(&self) -> Seat {
        self.seat
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let theirs = battle.command_name(self.seat.other(), self.theirs);
        (format!("leave the initiative to {theirs}?"), &["IMP-SPC.58", "IMP-R19"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let [seat, command] =
            if yes { [self.seat.other() as u8, self.theirs] } else { [self.seat as u8, self.ours] };
        let name = battle.command_name(Seat::BOTH[usize::from(seat)], command);
        if yes {
            Shown::new("Leave it", format!("leave the initiative to {name}"))
        } else {
            Shown::new("Keep it", format!("activate {name}"))
        }
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if yes {
            log.push(|| Event::GivenAway { by: self.seat });
            battle.activate_command(self.seat.other(), self.theirs, log);
        } else {
            battle.activate_command(self.seat, self.ours, log);
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        let there =
            |seat: Seat, command: u8| usize::from(command) < battle.sides[seat].commands.len();
        there(self.seat, self.ours) && there(self.seat.other(), self.theirs)
    }
}

impl Battle {
    pub fn commander(&self, seat: Seat, command: u8) -> Option<Commander> {
        self.sides[seat].commands.get(usize::from(command))?.commander
    }

    /// IMP-R17, IMP-R21: what a Command throws with.
    pub fn bid(&self, seat: Seat, command: Option<u8>) -> Bid {
        let command = command.and_then(|it| self.sides[seat].commands.get(usize::from(it)));
        Bid {
            commander: command.and_then(|it| it.commander),
            shaken: command.is_some_and(|it| it.shaken),
        }
    }

    fn tell_bid(&self, seat: Seat, command: u8, throw: Throw, again: bool, log: &mut Log<Event>) {
        let bid = self.bid(seat, Some(command));
        log.push(|| Event::Bid {
            seat,
            command,
            throw,
            total: bid.total(throw),
            sum: Box::new(bid.sum()),
            again,
        });
    }

    /// IMP-R14, IMP-R15, IMP-R18: what the throws come to.
    fn decide_initiative(&mut self, bidding: &Bidding, throws: &Each<Throw>, log: &mut Log<Event>) {
        let bids = Each::of(|seat| self.bid(seat, bidding.command(seat)));
        let come = match Seat::BOTH.into_iter().find(|seat| !bidding.bidders.has(*seat)) {
            None => verdict(&bids, throws),
            Some(absent) => {
                let alone = absent.other();
                let spent = bids[alone].spent(throws[alone]).is_some();
                if spent { Verdict::Nobody } else { Verdict::Won(alone) }
            }
        };
        log.push(|| Event::InitiativeDecided {
            won: if let Verdict::Won(seat) = come { Some(seat) } else { None },
            tie: come == Verdict::Tie,
        });
        for (seat, command) in bidding.seats() {
            let of = &mut self.sides[seat].commands[usize::from(command)];
            of.shaken = false;
            if let (Some(rule), false) = (bids[seat].spent(throws[seat]), come == Verdict::Tie) {
                of.activated = true;
                let routs = bids[seat].routs(throws[seat]);
                of.routing |= routs;
                log.push(|| Event::Spent { seat, command, rule, routs });
            }
            // IMP-R17: a tied throw counts for the test of a Coward.
            if come == Verdict::Tie && bids[seat].routs(throws[seat]) {
                of.routing = true;
            }
        }
        if come == Verdict::Tie {
            self.lay(Bidding::new(bidding.bidders, bidding.commands));
            return;
        }
        if let Verdict::Won(seat) = come {
            self.won_initiative(seat, bidding, &bids, throws, log);
        }
        for (seat, command) in bidding.seats() {
            self.heed_double(seat, command, throws[seat], log);
        }
    }

    fn won_initiative(
        &mut self,
        seat: Seat,
        bidding: &Bidding,
        bids: &Each<Bid>,
        throws: &Each<Throw>,
        log: &mut Log<Event>,
    ) {
        let (ours, theirs) = (bidding.commands[seat], bidding.command(seat.other()));
        let genius = bids[seat].commander.is_some_and(|it| it.quality == Quality::Genius);
        let spent = bids[seat.other()].spent(throws[seat.other()]).is_some();
        match theirs.filter(|_| genius && !spent && !bidding.rerolled.has(seat)) {
            Some(theirs) => self.lay(GiveAway { seat, ours, theirs }),
            None => self.activate_command(seat, ours, log),
        }
    }

    /// IMP-R13: a natural double of the deciding throw raises or lowers a Commander.
    fn heed_double(&mut self, seat: Seat, command: u8, throw: Throw, log: &mut Log<Event>) {
        let Some(was) = self.commander(seat, command) else { return };
        let rises = throw == [6, 6] && was.quality == Quality::Expert && was.chief && !was.fixed;
        if rises {
            self.lay(Rising { seat, command });
        } else if throw[0] == throw[1] {
            let now = was.after_double(throw[0], Quality::Genius);
            self.change_level(seat, command, was, now, log);
        }
    }

    fn change_level(
        &mut self,
        seat: Seat,
        command: u8,
        was: Commander,
        now: Commander,
        log: &mut Log<Event>,
    ) {
        if was != now {
            self.sides[seat].commands[usize::from(command)].commander = Some(now);
            log.push(|| Event::LevelChanged {
                seat,
                command,
                from: was.quality,
                to_level: now.quality,
                fixed: now.fixed,
            });
        }
    }

    /// T3: its activation begins.
    fn activate_command(&mut self, seat: Seat, command: u8, log: &mut Log<Event>) {
        for seat in Seat::BOTH {
            self.sides[seat].pieces.iter_mut().for_each(|it| it.fought = UnitSet::NONE);
        }
        log.push(|| Event::CommandActivated { seat, command });
        self.lay(Frame::from(Activation { seat, command, led: false }));
    }
}
