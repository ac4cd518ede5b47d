//! How to play well: the computer player's knowledge of the game.
//!
//! One file for each question that a player is asked, each reading like advice: which order helps most
//! (`orders`), where to march (`marches`), whom to charge and when to give way (`fights`), what to do when
//! a charge, an evade or a pursuit asks (`answers`), what to do without thinking twice (`offhand`), how to tell who is
//! winning (`signs`).
//!
//! It decides from its own view. All is closed form: fights are put on the table in a copy of the battle and
//! judged by the exact odds of the rules; there is no search and no sampling.

mod answers;
pub mod candidates;
mod fights;
mod marches;
mod offhand;
mod orders;
mod set_up;
mod signs;

use acies_core::{Dice, Game, Seat, Signs, Tactics, Temper};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    charge::go_on::GoOn,
};

/// What things are worth to a player, in points of army cohesion (ADLG-R17). The figures were tried in
/// battles against chance, one or two of them changed at a time.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// A routed unit: two points, and what it would still have done.
    pub routed: f32,
    /// Each cohesion point that a Disordered unit has lost beyond the first.
    pub wound: f32,
    /// How much the second round of a fight counts beside its first; it stands for all that follow.
    pub later: f32,
    /// A commander: his points (ADLG-R17), and the orders that his corps does without (ADLG-R41).
    pub commander: f32,
    /// The enemy's camp (ADLG-R17).
    pub camp: f32,
    /// To attack at all: below 0, as who charges on even terms had better be charged.
    pub initiative: f32,
    /// The share of a charge's gain that is left if its target may evade.
    pub slippery: f32,
    /// Up to this turn an army lets the enemy come, less long if it attacks; then it goes to him, the more
    /// resolutely the later.
    pub patience: f32,
    /// To be a UD nearer to the place where a unit can do something.
    pub approach: f32,
    /// The share of that which counts for an army that still waits: it comes up to where the enemy cannot strike it yet,
    /// instead of standing at its edge.
    pub march: f32,
    /// How many UD more an army that waits keeps between itself and that place.
    pub standoff: f32,
    /// To face the enemy squarely.
    pub facing: f32,
    /// A neighbour in line, on each side.
    pub neighbour: f32,
    /// An enemy who could charge the unit's flank or rear, or whose flank or rear it could charge.
    pub flank: f32,
    /// To stand where the ground takes something from a unit in melee (ADLG-MOD.16, ADLG-MOD.T1).
    pub ground: f32,
    /// A second or third movement of the same units: to and fro is no progress.
    pub again: f32,
    /// To stand right behind friends who may be routed (ADLG-ROU.1).
    pub crowd: f32,
    /// A unit out of command range (ADLG-ORD.6).
    pub command: f32,
    /// A commander who fights: orders are dearer (ADLG-ORD.8).
    pub danger: f32,
    /// Orders that gain less than this for each command point are not given.
    pub least: f32,
}

impl Worth {
    /// What things are worth to the computer player.
    pub const USUAL: Worth = Worth {
        routed: 2.6,
        wound: 0.35,
        later: 1.2,
        commander: 5.0,
        camp: 3.5,
        initiative: -0.05,
        slippery: 0.5,
        patience: 6.0,
        approach: 0.2,
        march: 0.5,
        standoff: 3.0,
        facing: 0.1,
        neighbour: 0.1,
        flank: 0.3,
        ground: 0.7,
        again: 0.05,
        crowd: 0.15,
        command: 0.1,
        danger: 0.1,
        least: 0.03,
    };
}

impl Worth {
    /// Of a player of this temper.
    fn of(temper: Temper) -> Worth {
        match temper {
            Temper::Bold => Worth { patience: 1.0, initiative: 0.2, approach: 0.3, ..Worth::USUAL },
            Temper::Wary => {
                Worth { patience: 14.0, initiative: -0.35, slippery: 0.3, ..Worth::USUAL }
            }
        }
    }
}

impl Tactics for Battle {
    const OUTLOOK: &'static str = include_str!("../data/outlook.toml");

    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        self.advise(&Worth::USUAL, by, chance)
    }

    fn decide_as(&self, temper: Temper, by: Seat, chance: &mut Dice) -> Action {
        self.advise(&Worth::of(temper), by, chance)
    }

    fn offhand(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        self.do_offhand(by, chance, room)
    }

    fn signs(&self, of: Seat) -> Signs {
        self.signs_of(of)
    }
}

impl Battle {
    /// What a player decides to whom things are worth so much.
    pub fn advise(&self, worth: &Worth, by: Seat, chance: &mut Dice) -> Action {
        let action = match self.stack.last() {
            Some(Frame::Prepare(step)) => self.best_preparation(by, *step, chance),
            Some(Frame::Corps) => self.best_corps(),
            Some(Frame::Orders(orders)) => self.best_order(worth, orders),
            Some(Frame::Charge(charging)) => self.answer_charge(worth, charging),
            Some(Frame::Overrun(it)) => self.answer_pursuer(worth, it.unit, it.target),
            Some(Frame::Run(it)) => self.best_flight(it.unit, it.ud.into(), it.from),
            Some(Frame::FaceAbout(it)) => self.best_facing(it.seat, it.units),
            Some(Frame::GoOn(it)) => GoOn { distance: it.least }.into(),
            Some(Frame::Shooting(it)) => self.best_shot(it.0),
            Some(Frame::Engage(it)) => self.best_engagement(worth, it.unit),
            Some(Frame::Pursuit) => self.best_pursuit(),
            _ => self.any(by, chance, &mut Vec::new()),
        };
        debug_assert_eq!(self.check(by, &action), Ok(()), "{action:?}");
        action
    }
}
