//! What a player does without thinking twice: rules of thumb for playouts, which are played by the thousand.

use acies_core::{Dice, Game, Seat};

use crate::{
    activation::{
        cards::{Card, Hand},
        distribution::Distribution,
    },
    areas::{Area, COLUMNS_MAX},
    battle::{Action, Battle, Frame},
    combat::{
        fight::Fight,
        formations::Formations,
        hits::{Give, GiveOut},
        resolve::Resolve,
    },
    movement::{march::Move, path::Path},
};

/// What a move is for, the best reason the highest.
const CONQUERS: i32 = 100;
const COVERS: i32 = 80;
const RELIEVES: i32 = 40;
const JOINS: i32 = 20;
const ATTACKS: i32 = 10;
/// What speaks against it: an area of one's own is left open, or a stand may be lost on the way.
const UNCOVERS: i32 = 90;
const FORCED: i32 = 15;

impl Battle {
    /// See [`Tactics::offhand`](acies_core::Tactics::offhand).
    pub(super) fn without_thought(
        &self,
        by: Seat,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        match self.frame() {
            Frame::Begin => Action::Begin,
            Frame::Deploy => Action::Deploy(self.array(by, chance)),
            Frame::Distribute => Action::Distribute(self.big_cards_first(by)),
            Frame::Formations => Action::Form(Formations::default()),
            Frame::Charges => Action::Done,
            Frame::Combats => self.first_fight().map_or(Action::Done, Action::Fight),
            Frame::GiveOut(left) => self.to_the_toughest(&left),
            Frame::Resolve => Resolve { unit: self.charges[0].unit }.into(),
            Frame::Moves => self.plain_move(by),
            _ => self.any(by, chance, room),
        }
    }

    /// VIR-4.2.1: the biggest cards where most units are, those in a fight twice.
    fn big_cards_first(&self, by: Seat) -> Distribution {
        let mut plan = Distribution::default();
        // VIR-R88: of real cards nothing can be said here.
        let Hand::Known(mut hand) = self.sides[by].deck.hand else { return plan };
        let mut need: [usize; COLUMNS_MAX] = std::array::from_fn(|column| {
            let there = Seat::BOTH.map(|side| Area::new(side, column));
            let units = there.map(|area| {
                let here = self.units_in(area, by).len();
                if here > 0 && self.enemy_in(area, by) { 2 * here } else { here }
            });
            units.iter().sum()
        });
        let best_first = [Card::Joker, Card::Six, Card::Five, Card::Four, Card::Three, Card::Two];
        for card in best_first.into_iter().chain([Card::One]) {
            while hand.has(card) {
                let most = (0..self.columns()).max_by_key(|&column| need[column]);
                let Some(column) = most.filter(|&column| need[column] > 0) else { break };
                plan.lay[column] = Some(card);
                need[column] = 0;
                hand = hand.without(card);
            }
        }
        // VIR-4.2.2: court cards make room for better ones.
        plan.discard = hand.courts();
        plan
    }

    /// VIR-5.4.6 wins at once; otherwise whatever comes first.
    fn first_fight(&self) -> Option<Fight> {
        let mut first = None;
        let open = Area::row(self.active.other(), self.columns())
            .any(|area| !self.enemy_in(area, self.active));
        if open && let Some(fight) = self.decisive() {
            return Some(fight);
        }
        self.each_fight(|fight| {
            first = Some(fight);
            true
        });
        first
    }

    /// VIR-5.1.4: who has most left takes the hit.
    fn to_the_toughest(&self, left: &GiveOut) -> Action {
        let by = self.active.other();
        let tough = |unit: &u8| {
            let profile = self.troop(by, *unit).profile;
            profile.dv * i32::from(self.units(by)[*unit].stands)
        };
        let unit = self.lowest(left.area).into_iter().max_by_key(tough);
        let unit = unit.expect("a hit is still to be given to somebody");
        Give { unit, red: left.red > 0 }.into()
    }

    /// Into open areas, to where friends fight, and at fewer enemies.
    fn plain_move(&self, by: Seat) -> Action {
        let mut best: Option<(i32, Move)> = None;
        self.each_march(|march| {
            let worth = self.reason(by, &march);
            if worth > best.map_or(0, |(most, _)| most) {
                best = Some((worth, march));
            }
            worth >= CONQUERS
        });
        if let Some((_, march)) = best {
            return march.into();
        }
        // VIR-R69: nobody ends his moves before those who are compelled.
        match self.must_still_move(by) {
            Some(unit) => {
                let front = self.units(by)[unit].area.front(by).expect("compelled on its own side");
                Move { unit, path: Path::one(front) }.into()
            }
            None => Action::Done,
        }
    }

    fn reason(&self, by: Seat, march: &Move) -> i32 {
        let from = self.units(by)[march.unit].area;
        let to = march.path.end();
        if to.is_reserve() {
            return 0;
        }
        let (ours, theirs) = (self.units_in(to, by).len(), self.units_in(to, by.other()).len());
        let own = to.side() == by;
        let mut worth = match (ours, theirs) {
            (0, 0) if own => COVERS,
            (0, 0) => CONQUERS,
            (0, _) if own => COVERS,
            (1.., 1..) if ours <= theirs => {
                if own {
                    RELIEVES
                } else {
                    JOINS
                }
            }
            (0, _) if theirs < self.units_in(from, by).len() => ATTACKS,
            _ => 0,
        };
        if !from.is_reserve() && from.side() == by && self.units_in(from, by).len() == 1 {
            worth -= UNCOVERS;
        }
        if march.path.steps().len() > usize::from(self.troop(by, march.unit).profile.mvt) {
            worth -= FORCED;
        }
        worth
    }
}
