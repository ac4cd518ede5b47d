//! The Rush (RULES.md 3, section 8; AV-7.5, AV-R43, AV-R56, AV-R57): who cannot make it, and who reached nobody.

use acies_core::{About, Dice, Log, Rolled};

use crate::{
    battle::Battle,
    orders::order_test::rush_disrupts,
    profile::Order,
    units::{Flags, Id},
    words::events::Event,
};

impl Battle {
    /// AV-7.5, AV-R43, AV-R56: a Rush that cannot be made becomes an Advance.
    pub(crate) fn convert_rush(&mut self, unit: Id, log: &mut Log<Event>) {
        if self.unit(unit).is_under(Order::Rush) {
            self.unit_mut(unit).order = Some(Order::Advance);
            let engaged = self.table().is_engaged(unit);
            log.push(|| Event::Converted { unit, engaged });
        }
    }

    /// AV-8.1, AV-R57.
    pub(crate) fn rush_test(
        &mut self,
        unit: Id,
        late: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if self.unit(unit).disrupted {
            self.unit_mut(unit).flags |= Flags::RUSH_SETTLED;
            return Ok(());
        }
        let disrupted = rush_disrupts(unit.seat(), dice)
            .about(|ask| format!("{} of {}, to be disrupted", ask.what, self.name(unit)))?;
        let face = dice.faces().first().copied();
        self.unit_mut(unit).flags |= Flags::RUSH_SETTLED;
        log.push(|| Event::RushTested { unit, face, disrupted, late });
        if disrupted {
            self.unit_mut(unit).disrupt();
        }
        Ok(())
    }
}
