//! Dice that both sides throw before the battle, until one is lower (LEG-R115, LEG-R116).

use acies_core::{
    D6, Dice, Log, Rolled, Seat,
    flow::{Stacked, Step},
};
use serde::{Deserialize, Serialize};

use super::{
    Prepared,
    camp::Encamping,
    deploy::Deploying,
    terrain::{Choosing, Clearing},
    told,
};
use crate::{battle::Battle, words::Event};

/// What they throw for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lot {
    /// LEG-R115: the lower may take a piece away, the higher chooses his base edge.
    Edges,
    /// LEG-R116: the lower places a command first.
    Deployment,
}

/// Who throws lower. LEG-R115, LEG-R116: ties are thrown again.
pub fn lower(lot: Lot, dice: &mut Dice) -> Rolled<(Seat, [u8; 2])> {
    let (rule, what) = match lot {
        Lot::Edges => ("LEG-R115", "for the base edges"),
        Lot::Deployment => ("LEG-R116", "for who deploys first"),
    };
    loop {
        let mut throw = |seat: Seat| dice.roll(seat.throws(rule, what), D6);
        let (red, blue) = (throw(Seat::Red)?, throw(Seat::Blue)?);
        if red != blue {
            let lower = if red < blue { Seat::Red } else { Seat::Blue };
            return Ok((lower, [red as u8, blue as u8]));
        }
    }
}

impl Step<Battle> for Lot {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let (lower, faces) = lower(*self, dice)?;
        let lot = *self;
        told(log, || Prepared::Drew { lot, lower, faces });
        match self {
            Lot::Edges => {
                battle.lay(Choosing { by: lower.other() });
                battle.lay(Clearing { by: lower });
            }
            Lot::Deployment => {
                battle.lay(Deploying { by: lower });
                // LEG-R117, LEG-R192: camps are placed first.
                battle.lay(Encamping { by: lower.other() });
                battle.lay(Encamping { by: lower });
            }
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}
