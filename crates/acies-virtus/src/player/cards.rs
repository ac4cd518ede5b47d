//! Cards: what is at stake in each segment, and which card goes there (T2b).

use acies_core::Seat;
use arrayvec::ArrayVec;

use super::Worth;
use crate::{
    activation::{
        cards::{Card, Cards, Gives, Hand},
        distribution::Distribution,
        points::Pool,
    },
    areas::COLUMNS_MAX,
    battle::Battle,
    units::UNITS_MAX,
};

/// More points than a segment ever has a use for.
const POINTS_MAX: usize = 16;

/// What so many points are worth in a segment.
type Yield = [f32; POINTS_MAX + 1];

/// Something that points can be spent on.
#[derive(Clone, Copy)]
struct Use {
    gain: f32,
    cost: u8,
}

type Uses = ArrayVec<Use, { 4 * UNITS_MAX }>;

impl Battle {
    /// The cards and leaders of a turn: the big cards where the fight is.
    pub(super) fn share_out(&self, worth: &Worth, by: Seat) -> Distribution {
        let mut plan = Distribution::default();
        // VIR-R88: of real cards nothing can be said here; their owner lays them himself.
        let Hand::Known(hand) = self.sides[by].deck.hand else { return plan };
        let yields = self.yields(worth, by);
        let bonus = self.bonuses(by);
        let columns = self.columns();
        let best = (f32::MIN, plan.lay);
        let mut laying = Laying { yields: &yields, bonus: &bonus, columns, laid: plan.lay, best };
        laying.try_from(0, hand, 0.0);
        plan.lay = laying.best.1;
        plan.discard = self.discards(by, hand, &plan.lay);
        self.join(by, &yields, &bonus, &mut plan);
        plan
    }

    /// VIR-R42: what leaders give to each segment.
    fn bonuses(&self, by: Seat) -> [usize; COLUMNS_MAX] {
        let mut bonus = [0; COLUMNS_MAX];
        for (leader, it) in self.leaders(by) {
            if let Some(segment) = it.area.segment() {
                bonus[segment] += if self.leader_card(by, leader).superior { 2 } else { 1 };
            }
        }
        bonus
    }

    /// What points would be worth in each segment.
    fn yields(&self, worth: &Worth, by: Seat) -> [Yield; COLUMNS_MAX] {
        // As if there were points without limit everywhere.
        let mut plan = self.clone();
        plan.pools = [Pool { card: Some(Card::Joker), bonus: 0, spent: 0 }; COLUMNS_MAX];
        for unit in self.units(by).alive() {
            if self.becomes_compelled(unit) {
                plan.compelled = plan.compelled.with(unit);
            }
        }
        let mut uses: [Uses; COLUMNS_MAX] = Default::default();
        let mut fights = [None::<Use>; UNITS_MAX];
        plan.fight_gains(worth, |fight, gain, cost| {
            let best = &mut fights[usize::from(fight.unit)];
            if best.is_none_or(|it| gain / f32::from(cost) > it.gain / f32::from(it.cost)) {
                *best = Some(Use { gain, cost });
            }
        });
        let mut marches = [None::<Use>; UNITS_MAX];
        let mut compelled: [Uses; COLUMNS_MAX] = Default::default();
        for step in plan.steps(worth) {
            let segment = plan.payer(by, step.unit, step.path.end()).expect("it ends elsewhere");
            let cost = plan.may_move(by, step.unit, step.path).map_or(1, |it| it.cost.points());
            let it = Use { gain: step.gain, cost };
            if plan.is_compelled(by, step.unit) {
                let _ = compelled[segment].try_push(it);
            } else if step.from.is_reserve() {
                if it.gain > 0.0 {
                    let _ = uses[segment].try_push(it);
                }
            } else {
                let best = &mut marches[usize::from(step.unit)];
                if best.is_none_or(|best| it.gain > best.gain) {
                    *best = Some(it);
                }
            }
        }
        for unit in self.units(by).alive() {
            let Some(segment) = self.units(by)[unit].area.segment() else { continue };
            let at = usize::from(unit);
            let best = match (fights[at], marches[at]) {
                (Some(fight), Some(march)) if march.gain > fight.gain => Some(march),
                (fight, march) => fight.or(march),
            };
            if let Some(it) = best.filter(|it| it.gain > 0.0) {
                let _ = uses[segment].try_push(it);
            }
        }
        std::array::from_fn(|segment| yields_of(&compelled[segment], &mut uses[segment]))
    }

    /// VIR-4.2.2: court cards go, and small cards if the pile promises better ones.
    fn discards(&self, by: Seat, hand: Cards, lay: &[Option<Card>; COLUMNS_MAX]) -> Cards {
        let deck = &self.sides[by].deck;
        let left = lay.iter().flatten().fold(hand, |hand, &card| hand.without(card));
        let pile = deck.draw_pile().filter(|pile| !pile.is_empty());
        let pile = pile.unwrap_or_else(|| Cards::deck().minus(hand));
        let mean = pile.iter().map(worth_keeping).sum::<f32>() / f32::from(pile.len().max(1));
        left.iter().filter(|&card| worth_keeping(card) < mean).fold(Cards::NONE, Cards::with)
    }

    /// VIR-SR18: a leader joins a unit only if his points would be wasted, where he fights among
    /// several friends.
    fn join(
        &self,
        by: Seat,
        yields: &[Yield; COLUMNS_MAX],
        bonus: &[usize; COLUMNS_MAX],
        plan: &mut Distribution,
    ) {
        for (leader, it) in self.leaders(by) {
            let Some(segment) = it.area.segment() else { continue };
            let own = if self.leader_card(by, leader).superior { 2 } else { 1 };
            let card = plan.lay[segment].map_or(0, points);
            let all = (card + bonus[segment]).min(POINTS_MAX);
            let without = all.saturating_sub(own);
            let wasted = yields[segment][all] - yields[segment][without] < 0.5;
            let friends = self.units_in(it.area, by);
            if !wasted || without == 0 || friends.len() < 2 {
                continue;
            }
            let best = friends
                .into_iter()
                .filter(|&unit| self.may_join(by, leader, unit).is_ok())
                .max_by_key(|&unit| {
                    let fv = self.troop(by, unit).profile.fv;
                    (fv, self.units(by)[unit].stands)
                });
            plan.join[usize::from(leader)] = best;
        }
    }
}

/// The points of a card, the Joker's as many as are ever wanted.
fn points(card: Card) -> usize {
    match card.gives() {
        Gives::Points(points) => usize::from(points),
        Gives::NoLimit => POINTS_MAX,
        Gives::Nothing => 0,
    }
}

/// What so many points are worth: compelled units take theirs first (VIR-R69.2), then whatever gains
/// most for a point.
fn yields_of(compelled: &Uses, uses: &mut Uses) -> Yield {
    let per_point = |it: &Use| it.gain / f32::from(it.cost.max(1));
    uses.sort_unstable_by(|a, b| per_point(b).total_cmp(&per_point(a)));
    let mut yields = [0.0; POINTS_MAX + 1];
    for (points, gained) in yields.iter_mut().enumerate() {
        let mut left = points;
        for it in compelled.iter().chain(uses.iter()) {
            if usize::from(it.cost) <= left {
                left -= usize::from(it.cost);
                *gained += it.gain;
            }
        }
    }
    yields
}

/// A card is kept for a better day if it would gain less than this for each of its points.
const KEEP: f32 = 0.1;

/// The search for the best way to lay a hand: a few hundred ways, each a few sums.
struct Laying<'a> {
    yields: &'a [Yield; COLUMNS_MAX],
    bonus: &'a [usize; COLUMNS_MAX],
    columns: usize,
    laid: [Option<Card>; COLUMNS_MAX],
    best: (f32, [Option<Card>; COLUMNS_MAX]),
}

impl Laying<'_> {
    /// Tries every card of the hand at this segment and those after it.
    fn try_from(&mut self, segment: usize, hand: Cards, sum: f32) {
        if segment == self.columns {
            if sum > self.best.0 {
                self.best = (sum, self.laid);
            }
            return;
        }
        let bonus = self.bonus[segment];
        let gain = |points: usize| self.yields[segment][points.min(POINTS_MAX)];
        let without = gain(bonus);
        let with = Card::ALL.map(|card| gain(bonus + points(card)) - KEEP * worth_keeping(card));
        self.laid[segment] = None;
        self.try_from(segment + 1, hand, sum + without);
        for card in Card::ALL.into_iter().filter(|&card| card.activates() && hand.has(card)) {
            self.laid[segment] = Some(card);
            self.try_from(segment + 1, hand.without(card), sum + with[card as usize]);
        }
        self.laid[segment] = None;
    }
}

/// The points for which a card is kept: a Joker is worth somewhat more than a six.
fn worth_keeping(card: Card) -> f32 {
    points(card).min(8) as f32
}
