//! TOY-3.1 to TOY-3.4: both throw, and whoever was hit more often loses his fighter.

use super::*;
use crate::flow::{Deed, Shown};

pub struct Fighting;

/// Lets the two fight.
pub struct Fight;

impl Step<Duel> for Fighting {
    fn deciders(&self, _: &Duel) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Duel) -> (String, &'static [RuleId]) {
        ("let them fight".into(), &["TOY-3.1"])
    }

    fn candidates(&self, _: &Duel, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Fight);
    }

    fn fits(&self, duel: &Duel) -> bool {
        duel.sent.missing().is_empty()
    }
}

impl Deed<Duel> for Fight {
    type Plan = ();
    crate::one_word!(Duel: "fight");

    fn check(&self, duel: &Duel, _: Seat) -> Result<(), No> {
        if duel.top() == Some(Frame::Fight) { Ok(()) } else { Err(No::NotNow) }
    }

    fn perform(
        &self,
        (): (),
        duel: &mut Duel,
        dice: &mut Dice,
        log: &mut Log<Happened>,
    ) -> Rolled<()> {
        let mut hits = Each([0; 2]);
        for seat in Seat::BOTH {
            hits[seat] = duel.throw(seat, dice).about(|_| {
                let [own, enemy] = [seat, seat.other()].map(|it| duel.sent(it).fighter);
                format!("the {} fights the {}", own.word(), enemy.word())
            })?;
            log.push(|| Happened::Threw {
                by: seat,
                fighter: duel.sent(seat).fighter,
                sum: Box::new(duel.dice(seat)),
                needs: duel.needs(seat),
                faces: dice.faces().to_vec(),
                hits: hits[seat],
            });
        }
        let sent = duel.sent.open();
        for (seat, send) in sent.iter() {
            if send.card {
                duel.band_mut(seat).card = Sealed::Nothing;
            }
        }
        if hits[Seat::Red] != hits[Seat::Blue] {
            let red_wins = hits[Seat::Red] > hits[Seat::Blue];
            let victor = if red_wins { Seat::Red } else { Seat::Blue };
            duel.fall(victor.other(), sent[victor.other()].fighter, "TOY-3.4", log);
            duel.lay(Victor { seat: victor, fighter: sent[victor].fighter });
        }
        Ok(())
    }

    fn shows(&self, _: &Duel, _: Seat) -> Shown {
        Shown::new("Throw", "throw the dice of both fighters").rules(&["TOY-3.1"])
    }

    fn forecast(&self, duel: &Duel, by: Seat) -> Option<Forecast> {
        Deed::check(self, duel, by).ok()?;
        Some(duel.fight_forecast())
    }

    fn hindsight(&self, was: &Duel, _: Seat, _: &Duel, events: &[Happened]) -> Option<Forecast> {
        match *events {
            [Happened::Threw { hits: red, .. }, Happened::Threw { hits: blue, .. }, ..] => {
                Some(was.hits_forecast(&Odds::sure((red, blue))))
            }
            _ => None,
        }
    }
}

impl Duel {
    fn sent(&self, seat: Seat) -> Send {
        *self.sent[seat].known().expect("both sides have sent someone before they fight")
    }

    /// Whether a side has sent its card.
    pub(super) fn plays_card(&self, seat: Seat) -> bool {
        self.sent[seat].known().is_some_and(|send| send.card)
    }

    fn plays(&self, seat: Seat, card: Card) -> bool {
        self.plays_card(seat) && self.band(seat).card == Sealed::In(card)
    }

    /// How many dice a side throws.
    fn dice(&self, seat: Seat) -> Sum {
        Sum::of([
            add("TOY-1.1", always(), self.sent(seat).fighter.dice(), "fighter"),
            add("TOY-1.3", when(self.hill == Some(seat)), 1, "hill"),
            add("TOY-3.2", when(self.plays(seat, Card::Rage)), 1, "rage"),
        ])
    }

    /// What a side's dice must show to hit.
    fn needs(&self, seat: Seat) -> i32 {
        if self.plays(seat.other(), Card::Guard) { 5 } else { 4 }
    }

    fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<usize> {
        let ask = by.throws("TOY-3.1", "the fighter's dice");
        let n = self.dice(by).total as usize;
        Ok(dice.count(ask, n, D6, [self.needs(by)..=6])?[0])
    }

    /// The odds of a fight, once both have sent a fighter.
    pub(super) fn fight_forecast(&self) -> Forecast {
        let [red, blue] = Seat::BOTH.map(|seat| odds(|dice| self.throw(seat, dice)));
        self.hits_forecast(&red.and(&blue))
    }

    /// The hits of both, and who wins.
    fn hits_forecast(&self, hits: &Odds<(usize, usize)>) -> Forecast {
        Forecast {
            title: "fight".into(),
            sums: Seat::BOTH.map(|seat| (format!("dice of {seat}"), self.dice(seat))).into(),
            rules: vec!["TOY-3.1", "TOY-3.4"],
            outcomes: hits.outcomes(|&(red, blue)| {
                let is = vec![("red", red as i64), ("blue", blue as i64)];
                (format!("{red} hits to {blue}"), is)
            }),
            highlights: vec![hits.highlight("red wins", |(red, blue)| red > blue)],
        }
    }
}
