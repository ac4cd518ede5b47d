//! Which fights there are (P4a and P4b; RULES.md 3, section 11; AV-9.6, AV-9.8, AV-R62, AV-R63, AV-R73, AV-R74,
//! AV-R103), and the facts of each.

use acies_core::{Each, Log, Seat, flow::Stacked};
use acies_table::Edge;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::naming::Naming;
use crate::{
    battle::Battle,
    melee::fight::{
        Fight, Fighter, Quarter, Supports, Volley, is_broken_up, is_caught_moving, rides_down,
    },
    morale::losses::{Resolution, Stage},
    profile::Order,
    rulings::UNITS_MAX,
    table::{Supporters, Table},
    units::{Flags, Id, UnitSet},
    words::events::Event,
};

/// A fight of two principals, and who supports each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    pub units: Each<u8>,
    /// AV-R74: from their places.
    pub supports: Each<UnitSet>,
    /// AV-11.10.
    pub contact: Each<UnitSet>,
    /// AV-R103: formed units whose owner has not said yet whether they support.
    pub unasked: Each<UnitSet>,
}

impl Pair {
    pub fn id(&self, seat: Seat) -> Id {
        Id::new(seat, self.units[seat])
    }

    /// AV-R83: everybody who supports one side.
    pub fn supporters(&self, seat: Seat) -> UnitSet {
        self.supports[seat] | self.contact[seat]
    }
}

/// AV-R74: who supports one side of a fight, and from where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Backing {
    pub behind: UnitSet,
    pub flanks: UnitSet,
    pub contact: UnitSet,
}

impl Table<'_> {
    /// AV-R74: who supports a side of a fight.
    pub(crate) fn backing(self, pair: &Pair, seat: Seat) -> Backing {
        let placed = self.supporters(pair.id(seat));
        let given = |it: [Option<u8>; 2]| -> UnitSet {
            it.into_iter().flatten().filter(|&it| pair.supports[seat].has(it)).collect()
        };
        Backing {
            behind: given([placed.behind, None]),
            flanks: given([placed.left, placed.right]),
            contact: pair.contact[seat],
        }
    }

    /// AV-9.6, AV-R62: infantry or artillery on the move, caught by close-order cavalry.
    pub(crate) fn is_ridden_down(self, id: Id) -> bool {
        let rides = |enemy: Id| rides_down(self.profile(enemy), self.steady_order(enemy));
        is_caught_moving(self.profile(id), self.steady_order(id))
            && self.contacts(id).ids(id.seat().other()).any(rides)
    }

    /// AV-9.8, AV-R63: close order that attacks looser infantry on rough ground.
    fn is_broken_up(self, id: Id) -> bool {
        let (profile, order) = (self.profile(id), self.steady_order(id));
        let mut attacked = (self.contacts(id) & self.unit(id).reached).ids(id.seat().other());
        attacked.any(|enemy| {
            is_broken_up(profile, order, self.profile(enemy))
                && (self.is_in_rough(id) || self.is_in_rough(enemy))
        })
    }

    /// Its order; none if it is disrupted, even if it falls back (AV-R37).
    fn steady_order(self, id: Id) -> Option<Order> {
        let unit = self.unit(id);
        unit.order.filter(|_| !unit.disrupted)
    }

    /// The principal of one side as the fight finds it.
    fn fighter(self, id: Id, enemy: Id, pair: &Pair, from_places: Supporters) -> Fighter {
        let (unit, seat) = (self.unit(id), id.seat());
        let given = |it: Option<u8>| it.is_some_and(|it| pair.supports[seat].has(it));
        let supports = Supports {
            behind: given(from_places.behind),
            left: given(from_places.left),
            right: given(from_places.right),
            contact: pair.contact[seat].len() as u8,
        };
        let leader = self
            .leader_with(id)
            .map(|leader| self.setup.armies[seat].leaders[usize::from(leader)].profile.abilities);
        Fighter {
            profile: *self.profile(id),
            order: if unit.disrupted { None } else { unit.order },
            cp: unit.cp,
            // AV-R78.
            volley: match () {
                () if unit.is(Flags::HP_SPENT) => Volley::Spent,
                () if unit.is(Flags::MELEE_GOES_ON) => Volley::GoesOn,
                () => Volley::Fresh,
            },
            uphill: self.above(id, enemy) > 0,
            attacked_on: match self.side_of_attack(id, enemy) {
                Edge::Front => Quarter::Front,
                Edge::Left => Quarter::Left,
                Edge::Right => Quarter::Right,
                Edge::Rear => Quarter::Rear,
            },
            supports,
            leader,
            protected: self.is_protected(id, enemy),
        }
    }

    /// The facts of a fight: Red's principal, then Blue's.
    pub fn fight(self, pair: &Pair) -> Fight {
        self.fight_with(pair, Seat::BOTH.map(|seat| self.supporters(pair.id(seat))))
    }

    fn fight_with(self, pair: &Pair, placed: [Supporters; 2]) -> Fight {
        let [red, blue] = Seat::BOTH.map(|seat| pair.id(seat));
        let [reds, blues] = placed;
        Fight {
            fighters: [self.fighter(red, blue, pair, reds), self.fighter(blue, red, pair, blues)],
            in_the_open: !self.is_in_rough(red) && !self.is_in_rough(blue),
        }
    }

    /// The facts of a fight of two units with those who support them as things stand.
    pub(crate) fn fight_between(self, red: Id, blue: Id) -> Fight {
        let placed = [red, blue].map(|id| self.supporters(id));
        self.fight_with(&self.pair_with([red, blue], placed), placed)
    }

    /// A fight of two units with those who support them as things stand.
    pub fn pair(self, one: Id, other: Id) -> Pair {
        self.pair_with([one, other], [one, other].map(|id| self.supporters(id)))
    }

    fn pair_with(self, ids: [Id; 2], placed: [Supporters; 2]) -> Pair {
        let mut pair = Pair {
            units: Each([0; 2]),
            supports: Each::default(),
            contact: Each::default(),
            unasked: Each::default(),
        };
        for (id, placed) in ids.into_iter().zip(placed) {
            let seat = id.seat();
            let supporters = placed.all();
            // AV-R103.
            let loose = self.profile(id).is_expediti();
            let formed = |it: &Id| loose && !self.profile(*it).is_expediti();
            let asked: UnitSet = supporters.ids(seat).filter(formed).collect();
            pair.units[seat] = id.number();
            pair.unasked[seat] = asked;
            pair.supports[seat] = asked.iter().fold(supporters, UnitSet::without);
        }
        pair
    }
}

impl Resolution {
    /// AV-R73: units that are principals of a fight.
    pub fn committed(&self, seat: Seat) -> UnitSet {
        self.fights.iter().map(|pair| pair.units[seat]).collect()
    }

    /// The fight of which a unit is a principal.
    pub fn fight_of(&self, id: Id) -> Option<&Pair> {
        self.fights.iter().find(|pair| pair.id(id.seat()) == id)
    }
}

impl Battle {
    /// P4a: contact disruptions, all judged before any is applied.
    pub(crate) fn disrupt_by_contact(&mut self, log: &mut Log<Event>) {
        let table = self.table();
        let mut shaken: ArrayVec<(Id, &'static [&'static str]), { 2 * UNITS_MAX }> =
            ArrayVec::new();
        for id in self.all_standing() {
            if table.is_ridden_down(id) {
                shaken.push((id, &["AV-9.6", "AV-R62"]));
            } else if table.is_broken_up(id) {
                shaken.push((id, &["AV-9.8", "AV-R63"]));
            }
        }
        for (unit, rules) in shaken {
            self.unit_mut(unit).disrupt();
            log.push(|| Event::Disrupted { unit, rules });
        }
    }

    pub(super) fn matching(&self) -> &Resolution {
        self.resolution.as_deref().expect("fights are fixed in P4b")
    }

    /// AV-R73: enemies in contact with a unit that are in no fight yet.
    pub(crate) fn open_enemies(&self, id: Id) -> UnitSet {
        let committed = self.matching().committed(id.seat().other());
        committed.iter().fold(self.table().contacts(id), UnitSet::without)
    }

    /// AV-R73: units of a side that are in contact and in no fight yet, while an enemy in contact is in
    /// none either.
    pub(crate) fn open_units(&self, seat: Seat) -> impl Iterator<Item = Id> + Clone + '_ {
        let committed = self.matching().committed(seat);
        let open = self.table().standing(seat).filter(move |id| !committed.has(id.number()));
        open.filter(|&id| !self.open_enemies(id).is_empty())
    }

    /// P4b: goes on until somebody must decide, or every fight is fixed.
    pub(crate) fn match_fights(&mut self, log: &mut Log<Event>) {
        while self.fix_plain_pair(log) {}
        if self.open_units(Seat::Red).next().is_some() {
            let naming = self.matching().naming;
            self.lay(Naming(naming));
        } else if !self.join_contacts(log) && !self.ask_for_support() {
            self.resolving().stage = Stage::Throws;
        }
    }

    /// AV-R73(1): a pair of which neither has another enemy in contact that is free.
    fn fix_plain_pair(&mut self, log: &mut Log<Event>) -> bool {
        let plain = self.open_units(Seat::Red).find_map(|red| {
            let enemies = self.open_enemies(red);
            let blue = Id::new(Seat::Blue, enemies.first()?);
            (enemies.len() == 1 && self.open_enemies(blue).len() == 1).then_some((red, blue))
        });
        if let Some((red, blue)) = plain {
            self.fix_fight(red, blue, false, log);
        }
        plain.is_some()
    }

    pub(crate) fn fix_fight(&mut self, one: Id, other: Id, named: bool, log: &mut Log<Event>) {
        let pair = self.table().pair(one, other);
        self.resolving().fights.push(pair);
        log.push(|| Event::Matched { units: [one, other], named });
    }

    /// AV-R73(3): who is engaged and neither in a fight nor a supporter.
    pub(super) fn unsettled(&self) -> ArrayVec<Id, { 2 * UNITS_MAX }> {
        let left = self.all_standing().filter(|&id| {
            let matching = self.matching();
            let settled = matching.committed(id.seat()) | matching.joined[id.seat()];
            !settled.has(id.number()) && self.table().is_engaged(id)
        });
        left.collect()
    }

    /// AV-R73(3), AV-11.10: a fight as it will be if it is named and the other player puts nobody else in. Who
    /// touches only enemies that have their fights, and has one friend to support among them, supports that one.
    pub(crate) fn foreseen(&self, own: Id, enemy: Id) -> Pair {
        let (mut then, log) = (self.clone(), &mut Log::Off);
        then.fix_fight(own, enemy, true, log);
        while then.fix_plain_pair(log) {}
        for id in then.unsettled() {
            let fights = then.fights_in_contact(id);
            let sure = then.open_enemies(id).is_empty() && !then.unit(id).disrupted;
            if let (true, &[fight]) = (sure, &fights[..]) {
                then.join(id, fight, log);
            }
        }
        *then.matching().fight_of(own).expect("it was named")
    }
}
