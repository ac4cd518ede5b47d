//! What happens: facts, the rules that they cite, and the sentence.

use acies_core::{RuleId, Seat, Sum, log, tell::Teller, told};
use serde::Serialize;

use crate::{battle::Battle, setup::words::Prepared};

told! {
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub enum Event;
    pub fn tell(self: &Self, to: &mut Teller<'_, Battle>);

    Prepared(it: Prepared) => it.tell(to);
    TurnBegan { turn: u8 } => {
        to.cites(&["IMP-R28"]).heads().says(None, |_| format!("Turn {turn}"));
    };
    TurnEnded { turn: u8, sums: Box<[Sum; 2]>, over: Option<(Option<Seat>, RuleId, &'static str)> } => {
        to.cites(&["IMP-VIC.4"]);
        if let Some((_, rule, _)) = over { to.cites(&[rule]); }
        to.says(None, |it| match over {
            Some((Some(winner), _, how)) => format!("{how}: {} win", it.host(*winner)),
            Some((None, _, how)) => format!("{how}: nobody wins"),
            None => format!("Turn {turn} is over"),
        });
        for (seat, sum) in Seat::BOTH.into_iter().zip(sums.iter()) {
            to.sum(|it| format!("VD lost by {}", it.host(seat)), sum);
        }
    };
    CommandRouted { seat: Seat, command: u8, lost: u32, start: u32, marked: bool } => {
        to.cites(&["IMP-VIC.2", "IMP-R69"]).cites_if(*marked, &["IMP-R68"]);
        to.says(*seat, |it| format!("{} rout: {lost} of {start} VD are lost", it.command_name(*seat, *command)));
    };
    CommanderStranded { seat: Seat, command: u8 } => {
        to.cites(&["IMP-R123"]);
        to.says(*seat, |it| format!("the Commander of {} is captured: no Unit is left", it.command_name(*seat, *command)));
    };
    Nominated { by: Seat } => {
        to.cites(&["IMP-R18"]).says(*by, |it| format!("{} have nominated a Command", it.host(*by)));
    };
}

impl log::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.tell(&mut Teller::counting(each));
    }
}

impl From<Prepared> for Event {
    fn from(it: Prepared) -> Self {
        Event::Prepared(it)
    }
}
