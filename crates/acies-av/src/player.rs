//! How to play well: the computer player's knowledge of the game.
//!
//! One file for each question that a player is asked, each reading like advice: which orders to test for
//! (`orders`), where to go (`marches`), where leaders belong (`command`), what to answer in the course of shooting
//! and fighting (`answers`), what to do without thinking twice (`offhand`). `outlook` puts units where they might be and judges the fights and shots that would
//! come of it by the dice, saves and tests of the rules (`fights`).
//!
//! It decides from its own view. All is closed form: there is no search and no sampling.

mod answers;
mod command;
mod fights;
mod marches;
mod offhand;
mod orders;
mod outlook;
mod signs;

use acies_core::{Dice, Game, Seat, Signs, Tactics, Temper, flow::Answer};
use acies_table::Point;

use crate::{
    battle::{Action, Battle, Frame},
    ground::Piece,
    leaders::escape::Escape,
    setup::{Prepare, Preparing},
};
use outlook::Outlook;

/// What things are worth to a player: shares of the cost of the unit concerned, or points. The figures are rough:
/// some were tried one by one in a few hundred battles, the set only as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// What is left of a unit's worth in good order, disrupted, repulsed, routed and eliminated.
    pub rungs: [f32; 5],
    /// The part of a unit's worth that goes with its Cohesion Points, one by one.
    pub points: f32,
    /// To shoot counts for so many volleys: who shoots now may shoot again.
    pub volleys: f32,
    /// To attack at all: battles are not won by waiting.
    pub zeal: f32,
    /// To be a UD nearer to the enemy, or to the range at which a unit shoots.
    pub approach: f32,
    /// From this turn on the day grows shorter, and both are worth more in each turn: so much more to attack, and
    /// by so much of itself more to come nearer.
    pub noon: f32,
    pub more_zeal: f32,
    pub haste: f32,
    /// The share that counts of what enemies may do to a unit who can reach it.
    pub danger: f32,
    /// The share that counts of what a unit may do to enemies whom it can reach next.
    pub prospect: f32,
    /// A friend who supports a unit from its place (AV-R74).
    pub support: f32,
    /// A friend whom a unit supports from its place (AV-R74), as a share of his cost: one who waits, and one who
    /// fights.
    pub aid: f32,
    pub aid_now: f32,
    /// To be isolated (AV-5.7).
    pub isolated: f32,
    /// Each UD that a unit is ahead of the line.
    pub ahead: f32,
    /// To turn away from the enemy.
    pub facing: f32,
    /// Changes that gain less than this are not tried.
    pub least: f32,
}

impl Worth {
    pub const USUAL: Worth = Worth {
        rungs: [1.0, 0.78, 0.64, 0.46, 0.0],
        points: 0.3,
        volleys: 2.0,
        zeal: 0.05,
        approach: 0.03,
        noon: 3.0,
        more_zeal: 0.11,
        haste: 0.7,
        danger: 0.6,
        prospect: 0.35,
        support: 0.1,
        aid: 0.03,
        aid_now: 0.22,
        isolated: 0.08,
        ahead: 0.06,
        facing: 0.06,
        least: 0.01,
    };

    /// Of a player of this temper.
    fn of(temper: Temper) -> Worth {
        let usual = Worth::USUAL;
        match temper {
            Temper::Bold => Worth { zeal: 0.15, danger: 0.3, approach: 0.06, ahead: 0.03, ..usual },
            Temper::Wary => Worth { zeal: -0.1, danger: 1.0, approach: 0.01, ..usual },
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
        self.without_thought(by, chance, room)
    }

    fn signs(&self, of: Seat) -> Signs {
        self.signs_of(of)
    }
}

impl Battle {
    /// What a player decides to whom things are worth so much.
    pub fn advise(&self, worth: &Worth, by: Seat, chance: &mut Dice) -> Action {
        let mut outlook = Outlook::new(self, worth, by);
        let action = match self.frame() {
            Frame::Initiative(_) => outlook.first_or_second(),
            Frame::Orders(_) => outlook.best_order(),
            Frame::Moves(_) => outlook.best_move(),
            Frame::Leaders(_) => outlook.best_post(),
            Frame::Escape(Escape { leader, .. }) => outlook.best_escape(leader),
            Frame::Targets(_) => outlook.best_target(),
            Frame::Name(_) => outlook.best_fight(),
            Frame::Substitute(it) => outlook.best_substitute(it.against),
            Frame::Join(it) => outlook.best_friend(it.unit),
            Frame::Lend(it) => outlook.lend_or_not(it.to),
            Frame::Reroll(_) => Action::Reroll(Answer::YES),
            Frame::Retreat(it) => outlook.best_retreat(it.unit),
            Frame::FollowUp(it) => outlook.follow_or_stay(it.unit),
            Frame::Prepare(Preparing::Deploy) => self.usual_deployment(by),
            Frame::Prepare(Preparing::Piece(it)) => self.usual_ground(by, it.piece),
            _ => self.any(by, chance, &mut Vec::new()),
        };
        debug_assert_eq!(self.check(by, &action), Ok(()), "{action:?}");
        action
    }

    /// AV-R27: hills where the own line will stand. An army that fights in close order wants rough ground out of
    /// its way; others want it where the lines will meet.
    fn usual_ground(&self, by: Seat, piece: Piece) -> Action {
        let mut places = Vec::new();
        self.candidates(by, &mut places);
        let field = &self.setup.field;
        let units = &self.setup.armies[by].units;
        let close: u32 = units.iter().filter(|it| it.profile.is_close()).map(|it| it.cost).sum();
        let in_order = 2 * close > units.iter().map(|it| it.cost).sum();
        let goal = |at: Point| {
            let at = field.seen_from(by, at);
            let aside = (at.x.get() - field.width.get() / 2.0).abs();
            match piece {
                Piece::GentleHill | Piece::SteepHill => -aside - at.y.get(),
                _ if in_order => aside,
                _ => at.y.get() - aside,
            }
        };
        let worth = |action: &Action| match action {
            Action::Prepare(Prepare::Lay(lay)) => goal(lay.at),
            _ => f64::NEG_INFINITY,
        };
        let best = places.into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.expect("a piece has somewhere to lie")
    }

    /// AV-R28: as the army's file has it, or else in one line; then the screens may go.
    fn usual_deployment(&self, by: Seat) -> Action {
        let mut usual = Vec::new();
        self.candidates(by, &mut usual);
        usual.swap_remove(0)
    }
}
