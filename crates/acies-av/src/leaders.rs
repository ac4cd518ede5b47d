//! Leaders and special figures (P2c; RULES.md 3, sections 15 to 17): where they go, and when they are at risk.

pub mod danger;
pub mod escape;
pub mod losses;
pub mod rides;

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle},
    notation::Reader,
    units::Id,
    words::{events::Event, refusals::No},
};
use rides::{Attach, Errand, Ride};

/// P2c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leaders(pub Seat);

impl Step<Battle> for Leaders {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        !battle.has_leader_moves(self.0)
    }

    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if self.0 == battle.first {
            battle.enter_orders(self.0.other(), log);
            Ok(())
        } else {
            battle.enter_shooting(dice, log)
        }
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("where do leaders go?".into(), &["AV-4.4", "AV-R32"])
    }

    fn candidates(&self, battle: &Battle, seat: Seat, out: &mut Vec<Action>) {
        let table = battle.table();
        out.push(Action::EndLeaders);
        for leader in 0..battle.sides[seat].leaders.len() as u8 {
            let joins =
                |id: &Id| table.check_attach(seat, leader, id.number(), Errand::OwnMove).is_ok();
            let units = table.standing(seat).filter(joins);
            out.extend(units.map(|id| Action::from(Attach { leader, unit: id.number() })));
            out.extend(table.stations(seat, leader));
        }
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        attempt_leaders(battle, by, out);
    }
}

/// No more moves of leaders.
pub struct EndLeaders;

impl Deed<Battle> for EndLeaders {
    type Plan = Leaders;
    const VERBS: &'static [&'static str] = &["end leaders"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "end leaders".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndLeaders)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Leaders, No> {
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        leaders: Leaders,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.end_phase(&leaders, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Done", "no more moves of leaders")
    }
}

impl Battle {
    fn has_leader_moves(&self, seat: Seat) -> bool {
        let leaders = 0..self.sides[seat].leaders.len() as u8;
        let errand = Errand::OwnMove;
        leaders.into_iter().any(|it| self.table().leader_reach(seat, it, errand).is_ok())
    }
}

/// What players try with leaders: to any unit, and to the enemy.
fn attempt_leaders(battle: &Battle, by: Seat, out: &mut Vec<Action>) {
    let table = battle.table();
    for leader in 0..battle.sides[by].leaders.len() as u8 {
        let units = table.standing(by).map(Id::number);
        out.extend(units.map(|unit| Action::from(Attach { leader, unit })));
        let enemies = table.standing(by.other()).take(2);
        out.extend(enemies.map(|enemy| Action::from(Ride { leader, to: table.point(enemy) })));
    }
}
