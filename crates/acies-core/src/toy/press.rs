//! TOY-3.5: the victor holds, or presses on.

use super::*;
use crate::flow::{Deed, Shown};

/// Who has won, and may press on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victor {
    pub seat: Seat,
    pub fighter: Fighter,
}

pub struct Press;
pub struct Hold;

impl Step<Duel> for Victor {
    fn deciders(&self, _: &Duel) -> Seats {
        self.seat.into()
    }

    fn asks(&self, _: &Duel) -> (String, &'static [RuleId]) {
        ("hold, or press on?".into(), &["TOY-3.5"])
    }

    fn candidates(&self, _: &Duel, _: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Hold, Action::Press]);
    }

    fn fits(&self, duel: &Duel) -> bool {
        duel.band(self.seat).fighters.contains(&self.fighter)
    }
}

impl Deed<Duel> for Press {
    type Plan = Victor;
    crate::one_word!(Duel: "press");

    fn check(&self, duel: &Duel, _: Seat) -> Result<Victor, No> {
        duel.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        Victor { seat: by, fighter }: Victor,
        duel: &mut Duel,
        dice: &mut Dice,
        log: &mut Log<Happened>,
    ) -> Rolled<()> {
        let pressing = press(by, dice)?;
        log.push(|| Happened::Pressed { by, face: dice.faces().first().copied(), pressing });
        let victim = duel.band(by.other()).fighters[0];
        match pressing {
            Pressing::EnemyFalls => duel.fall(by.other(), victim, "TOY-3.5", log),
            Pressing::VictorFalls => duel.fall(by, fighter, "TOY-3.5", log),
            Pressing::Nothing => {}
        }
        Ok(())
    }

    fn shows(&self, _: &Duel, _: Seat) -> Shown {
        Shown::new("Press on", "press on").rules(&["TOY-3.5"])
    }

    fn forecast(&self, _: &Duel, by: Seat) -> Option<Forecast> {
        Some(press_forecast(&odds(|dice| press(by, dice))))
    }

    fn hindsight(&self, _: &Duel, _: Seat, _: &Duel, events: &[Happened]) -> Option<Forecast> {
        let [Happened::Pressed { pressing, .. }, ..] = *events else { return None };
        Some(press_forecast(&Odds::sure(pressing)))
    }
}

impl Deed<Duel> for Hold {
    type Plan = Victor;
    crate::one_word!(Duel: "hold");

    fn check(&self, duel: &Duel, _: Seat) -> Result<Victor, No> {
        duel.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        Victor { seat: by, .. }: Victor,
        _: &mut Duel,
        _: &mut Dice,
        log: &mut Log<Happened>,
    ) -> Rolled<()> {
        log.push(|| Happened::Held { by });
        Ok(())
    }

    fn shows(&self, _: &Duel, _: Seat) -> Shown {
        Shown::new("Hold", "hold").rules(&["TOY-3.5"])
    }
}

/// What pressing on leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Pressing {
    VictorFalls,
    Nothing,
    EnemyFalls,
}

fn press(by: Seat, dice: &mut Dice) -> Rolled<Pressing> {
    Ok(match dice.roll(by.throws("TOY-3.5", "for pressing on"), D6)? {
        1 => Pressing::VictorFalls,
        4.. => Pressing::EnemyFalls,
        _ => Pressing::Nothing,
    })
}

fn press_forecast(odds: &Odds<Pressing>) -> Forecast {
    let says = |pressing: &Pressing| match pressing {
        Pressing::VictorFalls => "the victor falls",
        Pressing::Nothing => "nothing",
        Pressing::EnemyFalls => "another enemy falls",
    };
    Forecast {
        title: "press on".into(),
        sums: vec![],
        rules: vec!["TOY-3.5"],
        outcomes: odds.outcomes(|pressing| (says(pressing).into(), vec![])),
        highlights: vec![],
    }
}
