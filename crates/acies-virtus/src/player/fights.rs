//! Combats: who closes up, who charges, who strikes whom, and who takes a hit (T3).

use acies_core::total;
use arrayvec::ArrayVec;

use super::{
    Worth,
    harm::{Hurt, Struck, stand_worth, toll},
};
use crate::{
    areas::{Area, COLUMNS_MAX},
    battle::{Action, Battle},
    combat::{
        attack::{Attack, With},
        charge::Charge,
        fight::{Fight, Kind},
        formations::Formations,
        hits::{Give, GiveOut},
    },
    morale::Marks,
    units::{Flags, Formation, UNITS_MAX, UnitSet},
};

/// What a point is worth where there are more units than points, and where there are enough.
const POINT_DEAR: f32 = 3.0;
const POINT_CHEAP: f32 = 0.2;

/// An attack that gains less than this is not worth the dice.
const LEAST: f32 = 0.05;

/// A charge must gain so much more than shared hits would: it is declared before anything else
/// is known.
const LEAST_CHARGE: f32 = 1.5;

/// Shares of what an area is worth, to those who drive all enemies out of it: our own area, an
/// enemy area in which we stand, and one that is only shot at.
const RELIEVED: f32 = 0.6;
const CONQUERED: f32 = 1.0;
const CLEARED: f32 = 0.4;

/// The enemies in the area that somebody has looked at last, and what they are expected to lose so
/// far: one attack after another goes there.
struct Brawls<'a> {
    battle: &'a Battle,
    worth: &'a Worth,
    last: Option<(Area, Struck, f32)>,
}

impl<'a> Brawls<'a> {
    fn new(battle: &'a Battle, worth: &'a Worth) -> Self {
        Brawls { battle, worth, last: None }
    }

    /// The enemies in an area, and what they are expected to lose.
    fn at(&mut self, area: Area) -> (Struck, f32) {
        if self.last.as_ref().is_none_or(|(last, ..)| *last != area) {
            let struck = self.battle.struck(self.worth, area);
            let now = toll(self.worth, &struck, self.battle.prize(self.worth, area));
            self.last = Some((area, struck, now));
        }
        let (_, struck, now) = self.last.as_ref().expect("looked at above");
        (struck.clone(), *now)
    }

    /// What an ordinary attack gains: its hits are shared evenly (VIR-5.1.5).
    fn ordinary(&mut self, area: Area, attack: &Attack) -> f32 {
        let prize = self.battle.prize(self.worth, area);
        let (mut struck, now) = self.at(area);
        let (value, dice) = (total(attack.value()) as f32, total(attack.dice()));
        let share = value / 6.0 / struck.len() as f32;
        for it in &mut struck {
            let blow = Hurt::of_attack(&it.tested, attack, value);
            (0..dice).for_each(|_| it.fate.suffer(share, &blow));
        }
        toll(self.worth, &struck, prize) - now
    }

    /// What a charge gains: all its hits go on one unit (VIR-5.2.2), whose formation it breaks.
    fn charge(&mut self, area: Area, attack: &Attack, target: u8) -> f32 {
        let prize = self.battle.prize(self.worth, area);
        let (mut struck, now) = self.at(area);
        let (value, dice) = (total(attack.value()) as f32, total(attack.dice()));
        for it in struck.iter_mut().filter(|it| it.unit == target) {
            it.tested.formation = Formation::Open;
            let blow = Hurt::of_attack(&it.tested, attack, value);
            (0..dice).for_each(|_| it.fate.suffer(value / 6.0, &blow));
        }
        toll(self.worth, &struck, prize) - now
    }
}

/// The best that a unit can do with its points.
#[derive(Clone, Copy)]
struct Offer {
    unit: u8,
    segment: usize,
    gain: f32,
    cost: u8,
    /// The charge that does it, if it is one.
    charge: Option<Charge>,
}

impl Battle {
    /// What it is worth to drive all enemies out of an area.
    fn prize(&self, worth: &Worth, area: Area) -> f32 {
        let ours = !self.units_in(area, self.active).is_empty();
        worth.area
            * match (area.side() == self.active, ours) {
                (true, true) => RELIEVED,
                (true, false) | (false, true) => CONQUERED,
                (false, false) => CLEARED,
            }
    }

    /// VIR-R83: a unit that neither strikes nor moves this turn loses nothing by closing up, and a
    /// unit that strikes loses a third of its hits.
    pub(super) fn close_up(&self) -> Formations {
        let by = self.active;
        let mut plan = Formations::default();
        for segment in 0..self.columns() {
            let mut points = self.pools[segment].left().unwrap_or(u8::MAX);
            points -= points.min(self.claimed(segment));
            for side in [by.other(), by] {
                let area = Area::new(side, segment);
                let engaged = self.enemy_in(area, by);
                let idle = if engaged { self.idle(area, &mut points) } else { UnitSet::NONE };
                for unit in self.units_in(area, by) {
                    let it = &self.units(by)[unit];
                    if it.is(Flags::ROUTED) {
                        continue;
                    }
                    let near = area.front(by).is_some_and(|front| self.enemy_in(front, by));
                    let may_be_hit = engaged || near;
                    let closes = |formation| self.formations_of(unit).any(|it| it == formation);
                    // Testudo still allows moves (VIR-R84); shieldwall is for those who stay.
                    let stays = engaged && idle.has(unit) || near && points == 0;
                    let wanted = if !may_be_hit || engaged && !idle.has(unit) {
                        Formation::Open
                    } else if closes(Formation::Testudo) || it.formation == Formation::Testudo {
                        Formation::Testudo
                    } else if stays
                        && (closes(Formation::Shieldwall) || it.formation == Formation::Shieldwall)
                    {
                        Formation::Shieldwall
                    } else {
                        Formation::Open
                    };
                    if it.formation == wanted {
                        continue;
                    }
                    let set = match wanted {
                        Formation::Open => &mut plan.open,
                        Formation::Testudo => &mut plan.testudo,
                        Formation::Shieldwall => &mut plan.shieldwall,
                    };
                    *set = set.with(unit);
                }
            }
        }
        // In the reserve nobody is hit, and a shieldwall cannot march.
        for unit in self.units_in(Area::reserve(by), by) {
            let it = &self.units(by)[unit];
            if it.formation.is_closed() && !it.is(Flags::ROUTED) {
                plan.open = plan.open.with(unit);
            }
        }
        plan
    }

    /// The engaged units of an area for which no points are left, the weakest attackers first.
    fn idle(&self, area: Area, points: &mut u8) -> UnitSet {
        let by = self.active;
        let mut idle = self.units_in(area, by);
        let strike = |&unit: &u8| {
            let profile = self.troop(by, unit).profile;
            i32::from(self.units(by)[unit].stands) * profile.fv
        };
        while *points > 0
            && let Some(unit) = idle.into_iter().max_by_key(strike)
        {
            idle = idle.without(unit);
            *points -= 1;
        }
        idle
    }

    /// What a point of each segment is worth: little where there are more than units to use them.
    fn prices(&self, kept: &[u8; COLUMNS_MAX]) -> [f32; COLUMNS_MAX] {
        let by = self.active;
        std::array::from_fn(|segment| {
            if segment >= self.columns() {
                return POINT_DEAR;
            }
            let Some(left) = self.pools[segment].left() else { return POINT_CHEAP };
            let ready = [Area::new(by, segment), Area::new(by.other(), segment)]
                .into_iter()
                .filter(|&area| self.enemy_in(area, by))
                .flat_map(|area| self.units_in(area, by))
                .filter(|&unit| self.ready_to_fight(by, unit).is_ok())
                .count();
            let free = left.saturating_sub(self.claimed(segment)).saturating_sub(kept[segment]);
            if usize::from(free) > ready { POINT_CHEAP } else { POINT_DEAR }
        })
    }

    /// Whether a fight leaves the points and units alone that are needed for more.
    fn may_spare(&self, unit: u8, cost: u8, kept: &[u8; COLUMNS_MAX], movers: UnitSet) -> bool {
        let segment = self.units(self.active)[unit].area.segment().expect("not in a reserve");
        let left = self.pools[segment].left().unwrap_or(u8::MAX);
        !movers.has(unit) && cost + kept[segment] <= left
    }

    /// VIR-5.2: a charge, if its hits on one unit are worth more than hits that are shared out, and
    /// if no better use of the points comes before it.
    pub(super) fn best_charge(&self, worth: &Worth) -> Option<Charge> {
        let by = self.active;
        let (kept, movers) = self.vital(worth);
        let prices = self.prices(&kept);
        let mut brawls = Brawls::new(self, worth);
        let mut offers: ArrayVec<Offer, UNITS_MAX> = ArrayVec::new();
        self.each_charge(|charge| {
            let cost = self.charge_cost(by, &charge).points();
            if !self.may_spare(charge.unit, cost, &kept, movers) {
                return false;
            }
            let target = self.charge_target(by, &charge);
            let segment = self.units(by)[charge.unit].area.segment().expect("not in a reserve");
            let price = prices[segment];
            if offers.last().is_none_or(|last| last.unit != charge.unit) {
                let (gain, cost) = self.best_ordinary(&mut brawls, price, charge.unit);
                offers.push(Offer { unit: charge.unit, segment, gain, cost, charge: None });
            }
            let offer = offers.last_mut().expect("pushed above");
            let attack = self.charge_attack(by, &charge);
            let mut gain = brawls.charge(target.area, &attack, charge.target);
            if self.tests_before_pikes(by, &charge) {
                gain -= stand_worth(worth, self.troop(by, charge.unit)) / 2.0;
            }
            let more = gain - offer.gain - price * (f32::from(cost) - f32::from(offer.cost));
            let least = if offer.charge.is_some() { 0.0 } else { LEAST_CHARGE };
            if more > least {
                *offer = Offer { gain, cost, charge: Some(charge), ..*offer };
            }
            false
        });
        let mut left: [u8; COLUMNS_MAX] = std::array::from_fn(|segment| {
            let left = self.pools[segment].left().unwrap_or(u8::MAX);
            left.saturating_sub(kept[segment]).saturating_sub(self.claimed(segment))
        });
        let per_point = |it: &Offer| it.gain / f32::from(it.cost.max(1));
        offers.sort_unstable_by(|a, b| per_point(b).total_cmp(&per_point(a)));
        for offer in &offers {
            let left = &mut left[offer.segment];
            if offer.cost > *left {
                continue;
            }
            if offer.charge.is_some() {
                return offer.charge;
            }
            *left -= offer.cost;
        }
        None
    }

    /// What a unit gains by an ordinary combat where it stands, and what it costs.
    fn best_ordinary(&self, brawls: &mut Brawls, price: f32, unit: u8) -> (f32, u8) {
        let by = self.active;
        let mut best = (0.0, 1);
        self.each_fight_of(unit, |fight| {
            let Ok(target) = self.may_fight(by, &fight) else { return };
            let cost = self.fight_cost(by, &fight, target).points();
            let gain = brawls.ordinary(target.area, &self.attack(by, &fight, target));
            let net = |(gain, cost): (f32, u8)| gain - price * f32::from(cost);
            if net((gain, cost)) > net(best) || best.0 <= 0.0 {
                best = (gain, cost);
            }
        });
        best
    }

    /// The plain ways in which a unit may fight.
    fn each_fight_of(&self, unit: u8, mut each: impl FnMut(Fight)) {
        let area = self.units(self.active)[unit].area;
        let mut offer = |kind| each(Fight { unit, kind, hill: false, pila: false });
        if self.enemy_in(area, self.active) {
            return offer(Kind::Here);
        }
        offer(Kind::Shoot);
        for area in area.flanks(self.columns()) {
            offer(Kind::Flank { area, with: With::Fv });
            offer(Kind::Flank { area, with: With::Sv });
        }
    }

    /// VIR-5.4.6 wins at once; otherwise the attack that gains most for its points.
    pub(super) fn best_fight(&self, worth: &Worth) -> Option<Fight> {
        let by = self.active;
        if let Some(fight) = self.decisive() {
            return Some(fight);
        }
        let (kept, movers) = self.vital(worth);
        let prices = self.prices(&kept);
        let mut brawls = Brawls::new(self, worth);
        let mut best: Option<(f32, Fight)> = None;
        self.each_fight(|fight| {
            let target = self.may_fight(by, &fight).expect("it is offered");
            let cost = self.fight_cost(by, &fight, target).points();
            if !self.may_spare(fight.unit, cost, &kept, movers) {
                return false;
            }
            let segment = self.units(by)[fight.unit].area.segment().expect("not in a reserve");
            let attack = self.attack(by, &fight, target);
            let gain = brawls.ordinary(target.area, &attack);
            let net = gain - prices[segment] * f32::from(cost);
            if gain > LEAST && best.is_none_or(|(most, _)| net > most) {
                best = Some((net, fight));
            }
            false
        });
        best.map(|(_, fight)| fight)
    }

    /// VIR-5.4.6, VIR-R12: the flank attack on an empty area that wins at once, if there is one.
    pub(super) fn decisive(&self) -> Option<Fight> {
        let by = self.active;
        let bare = |area: &Area| !self.enemy_in(*area, by);
        let mut wins = None;
        for area in Area::row(by.other(), self.columns()).filter(bare) {
            for unit in self.units_in(area, by) {
                self.each_fight_of(unit, |fight| {
                    if self.may_fight(by, &fight).is_ok_and(|target| target.wins) {
                        wins = Some(fight);
                    }
                });
            }
        }
        wins
    }

    /// VIR-5.1.4: the hit goes where it hurts least.
    pub(super) fn least_harm(&self, worth: &Worth, left: &GiveOut) -> Action {
        let by = self.active.other();
        let prize = if left.area.side() == by { CONQUERED } else { RELIEVED } * worth.area;
        let struck = self.struck(worth, left.area);
        let lowest = self.lowest(left.area);
        let now = toll(worth, &struck, prize);
        let mut best: Option<(f32, u8, bool)> = None;
        for (red, count) in [(true, left.red), (false, left.others)] {
            if count == 0 {
                continue;
            }
            let marks = if red { left.marks | Marks::RED } else { left.marks };
            for at in (0..struck.len()).filter(|&at| lowest.has(struck[at].unit)) {
                let mut after = struck.clone();
                let blow = Hurt::of(&after[at].tested, marks);
                after[at].fate.suffer(1.0, &blow);
                let harm = toll(worth, &after, prize) - now;
                if best.is_none_or(|(least, ..)| harm < least) {
                    best = Some((harm, struck[at].unit, red));
                }
            }
        }
        let (_, unit, red) = best.expect("a hit is still to be given to somebody");
        Give { unit, red }.into()
    }

    /// What the best fight of each unit gains, for planning.
    pub(super) fn fight_gains(&self, worth: &Worth, mut each: impl FnMut(&Fight, f32, u8)) {
        let by = self.active;
        let mut brawls = Brawls::new(self, worth);
        self.each_fight(|fight| {
            let target = self.may_fight(by, &fight).expect("it is offered");
            let cost = self.fight_cost(by, &fight, target).points();
            let gain = if target.wins {
                worth.win
            } else {
                brawls.ordinary(target.area, &self.attack(by, &fight, target))
            };
            each(&fight, gain, cost);
            false
        });
    }
}
