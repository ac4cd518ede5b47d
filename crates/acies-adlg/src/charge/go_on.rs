//! C5: how far those go on that touch nobody (ADLG-CHG.8, ADLG-R82).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::Length;
use serde::{Deserialize, Serialize};

use super::charging::Charging;
use crate::{
    action::Action,
    battle::Battle,
    words::{events::Event, notation::Reader, places::ud, refusals::No},
};

/// The chargers that touch nobody go on between so far and so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HowFar {
    pub least: Length,
    pub most: Length,
}

/// They go on for so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoOn {
    pub distance: Length,
}

impl Step<Battle> for HowFar {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.phasing.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        let (least, most) = (ud(self.least), ud(self.most));
        let asks = format!("how far do the chargers go on, {least} to {most} UD?");
        (asks, &["ADLG-CHG.8", "ADLG-R82"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([self.least, self.most].map(|distance| Action::from(GoOn { distance })));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([0.0, 8.0].map(|ud| Action::from(GoOn { distance: Length::new(ud) })));
    }
}

impl Deed<Battle> for GoOn {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["go_on"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("go_on {}", self.distance.get())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(GoOn { distance: words.length()? })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(), No> {
        let HowFar { least, most } = battle.asked().ok_or(No::NotNow)?;
        let distance = self.distance;
        let fits = distance >= least && distance <= most;
        if fits { Ok(()) } else { Err(No::GoesOn { distance, least, most }) }
    }

    fn perform(&self, (): (), battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        if let Some(charging) = battle.asked::<Charging>() {
            battle.take();
            battle.lay(Charging { chosen: Some(self.distance), ..charging });
        }
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Move", format!("the chargers go on for {} UD", self.distance.get()))
    }

    fn instead(&self, _: &Battle, _: Seat, no: &No) -> Option<Action> {
        let No::GoesOn { distance, least, most } = *no else { return None };
        Some(GoOn { distance: distance.max(least).min(most) }.into())
    }
}
