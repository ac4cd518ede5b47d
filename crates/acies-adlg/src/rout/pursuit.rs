//! R: pursuits (RULES.md 3.22, 4.11: ADLG-PUR.1, ADLG-PUR.2, ADLG-R148 to ADLG-R150).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::number,
};
use acies_table::{Base, Edge, Length, Motion, Pose, Rect, Sweep};
use serde::{Deserialize, Serialize};

use super::overrun::Overrun;
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Flags, Frame, Id},
    charge::ahead::{Dash, Stop},
    evade::flight::Onrush,
    melee::engagement::Roles,
    rulings::TOLERANCE,
    units::{
        Category::{Art, El, Wwg},
        abilities::Abilities,
    },
    words::{events::Event, notation::Reader, refusals::No},
};

/// ADLG-PUR.1: how far a pursuit goes.
pub const PURSUIT_UD: f64 = 1.0;

/// R: the phasing player's pursuers, one after the other.
pub struct Pursuing;

/// A unit pursues so far; not at all with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursue {
    pub unit: u8,
    pub distance: Length,
}

impl Step<Battle> for Pursuing {
    /// Those who can no longer pursue are not asked.
    fn deciders(&self, battle: &Battle) -> Seats {
        let able: UnitSet = battle.pursuers().collect();
        let asks = !battle.pursuing.is_empty() && (battle.pursuing - able).is_empty();
        if asks { battle.phasing.into() } else { Seats::NONE }
    }

    fn again(&self) -> bool {
        true
    }

    /// The last one, if it is mandatory, is made unasked.
    fn idle(&self, battle: &Battle) -> bool {
        battle.must_go(battle.pursuing).is_some()
    }

    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let able: UnitSet = battle.pursuers().collect();
        battle.pursuing = battle.pursuing & able;
        battle.lay(Frame::Pursuit);
        if let Some(unit) = battle.must_go(battle.pursuing) {
            battle.pursue(unit, Length::new(PURSUIT_UD), log);
            return Ok(());
        }
        if !battle.pursuing.is_empty() {
            return Ok(());
        }
        // ADLG-R183: ambushers that a pursuer has found are placed before losses are counted.
        battle.spring_ambushes(log);
        if let Some(Frame::Ambush(_)) = battle.top() {
            return Ok(());
        }
        battle.take();
        // ADLG-R149: who is routed by a pursuit is removed, without a second pursuit.
        battle.rout(dice, log)?;
        battle.end_turn(dice, log)
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("who pursues?".into(), &["ADLG-PUR.1", "ADLG-R148"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(
            proposals(battle).filter(|pursue| pursue.check(battle, by).is_ok()).map(Action::from),
        );
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        room.extend(proposals(battle).map(Action::from));
        battle.draw_legal(by, chance, room)
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        for unit in battle.standing(battle.phasing).map(Id::number) {
            let lengths = [Length::ZERO, Length::new(2.0 * PURSUIT_UD)];
            out.extend(lengths.map(|distance| Action::from(Pursue { unit, distance })));
        }
    }
}

/// Each of them not at all, or all the way.
fn proposals(battle: &Battle) -> impl Iterator<Item = Pursue> {
    let lengths = [Length::ZERO, Length::new(PURSUIT_UD)];
    battle.pursuing.iter().flat_map(move |unit| lengths.map(|distance| Pursue { unit, distance }))
}

impl Deed<Battle> for Pursue {
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["pursue", "stay"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        if self.distance == Length::ZERO {
            format!("stay {}", number(self.unit))
        } else {
            format!("pursue {} {}", number(self.unit), self.distance.get())
        }
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = words.unit()?;
        let distance = if verb == "stay" { Length::ZERO } else { words.length()? };
        Ok(Pursue { unit, distance })
    }

    /// ADLG-PUR.1, ADLG-PUR.2, ADLG-R150.
    fn check(&self, battle: &Battle, by: Seat) -> Result<Id, No> {
        battle.check_known(by, UnitSet::one(self.unit))?;
        if battle.top() != Some(Frame::Pursuit) {
            return Err(No::NotNow);
        }
        let (unit, distance) = (Id::new(by, self.unit), self.distance);
        let whole = Length::new(PURSUIT_UD);
        match () {
            () if !battle.pursuing.has(self.unit) => Err(No::NoPursuer { unit }),
            () if distance < Length::ZERO || distance > whole => {
                Err(No::TooFarToPursue { distance, most: whole })
            }
            () if distance != whole
                && battle.must_pursue(unit)
                && !battle.may_decline_pursuit(unit, battle.roles()) =>
            {
                Err(No::MustPursue { unit })
            }
            () => Ok(unit),
        }
    }

    fn perform(
        &self,
        unit: Id,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.pursue(unit, self.distance, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let unit = Id::new(by, self.unit);
        let shown = if self.distance == Length::ZERO {
            Shown::new("Stay", battle.who(unit).says("do not pursue"))
        } else {
            let says = format!("pursue for {} UD", self.distance.get());
            Shown::new("Pursue", battle.who(unit).says(&says))
        };
        Shown { units: vec![battle.piece(unit)], ..shown.rules(&["ADLG-PUR.1"]) }
    }

    fn instead(&self, _: &Battle, _: Seat, no: &No) -> Option<Action> {
        let distance = match *no {
            No::TooFarToPursue { distance, most } => distance.max(Length::ZERO).min(most),
            No::MustPursue { .. } => Length::new(PURSUIT_UD),
            _ => return None,
        };
        Some(Pursue { distance, ..*self }.into())
    }
}

/// Who pursues, and how it goes.
impl Battle {
    /// ADLG-R148, ADLG-PUR.1: units that may pursue now: main units of the phasing player whose enemy is
    /// gone and whose front touches no other.
    pub fn pursuers(&self) -> impl Iterator<Item = Id> + '_ {
        let victors = self.standing(self.phasing).filter(|&id| self.unit(id).is(Flags::VICTORIOUS));
        victors.filter(|&id| {
            let profile = self.profile(id);
            let never = matches!(profile.category(), Wwg | Art) || profile.is_expendable_levy();
            !never && self.roles().attack(id).is_none()
        })
    }

    /// ADLG-PUR.2: elephants and Impetuous units must pursue.
    pub fn must_pursue(&self, id: Id) -> bool {
        let profile = self.profile(id);
        profile.category() == El || profile.has(Abilities::IMPETUOUS)
    }

    /// The only one of them, if it has no choice.
    fn must_go(&self, units: UnitSet) -> Option<Id> {
        let id = units.ids(self.phasing).next().filter(|_| units.len() == 1)?;
        let must = self.must_pursue(id) && !self.may_decline_pursuit(id, self.roles());
        must.then_some(id)
    }

    fn pursue(&mut self, id: Id, distance: Length, log: &mut Log<Event>) {
        self.pursuing = self.pursuing.without(id.number());
        self.record_mut(id).flags.remove(Flags::VICTORIOUS);
        if distance == Length::ZERO {
            return log.push(|| Event::NotPursued { unit: id });
        }
        let from = self.unit(id).pose;
        self.press_on(id, from, distance, UnitSet::NONE, log);
    }

    /// ADLG-R149, ADLG-R174: the pursuer goes so far as is left to it; `fled` are enemies that have evaded
    /// from it already.
    pub(crate) fn press_on(
        &mut self,
        id: Id,
        from: Pose,
        left: Length,
        fled: UnitSet,
        log: &mut Log<Event>,
    ) {
        // As it was before the contact, which is no melee yet (ADLG-R100).
        let roles = self.roles().clone();
        let pursuit = self.pursuit(id, left, &roles);
        let contact = pursuit.contact.map(|(enemy, _)| enemy);
        let base = self.base(id);
        let place = Base { pose: pursuit.pose, ..base };
        self.record_mut(id).flags.remove(Flags::STAKED);
        // ADLG-R163: light infantry in the way makes room for a contact, or stops it.
        if self.make_room(id, place, contact.unwrap_or(id), log) {
            if pursuit.camp {
                self.reach_camp(id, pursuit.distance, true, log);
            } else {
                self.unit_mut(id).pose = pursuit.pose;
                log.push(|| {
                    let passages = self.passages_between(id, &[], &base, &pursuit.pose);
                    Event::Pursued { unit: id, pose: pursuit.pose, contact, passages }
                });
            }
            if let Some(enemy) = contact {
                let caught = fled.has(enemy.number());
                let rush = Onrush { facing: from.facing, by: UnitSet::one(id.number()) };
                if caught || self.evade_blocked(enemy, rush, &roles).is_some() {
                    if !caught {
                        self.tell_cornered(enemy, rush, &roles, log);
                    }
                    self.fall_upon(id, enemy, from, log);
                } else {
                    let left = (left - pursuit.distance).max(Length::ZERO);
                    let (unit, target) = (id.number(), enemy.number());
                    return self.lay(Overrun { unit, target, from, left });
                }
            }
        } else {
            self.stop_before_friends(id, pursuit.distance, log);
        }
        // ADLG-R98: evaders that got away may face about.
        self.offer_to_face_about(self.phasing.other(), fled);
    }
}

/// Where a pursuit leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pursuit {
    pub pose: Pose,
    pub distance: Length,
    /// The enemy that it runs into, and the edge that it hits (ADLG-R149, ADLG-R78).
    pub contact: Option<(Id, Edge)>,
    /// ADLG-R20: it runs into the enemy's camp.
    pub camp: bool,
}

impl Battle {
    /// ADLG-R149: straight ahead up to so far, ignoring zones, until an enemy, a friend that it cannot
    /// pass, ground that it may not enter or the table's edge stops it.
    pub fn pursuit(&self, id: Id, most: Length, roles: &Roles) -> Pursuit {
        let base = self.base(id);
        let most = most.min(Length::new(PURSUIT_UD)).max(Length::ZERO).get();
        let dash = Dash { most, slower: None, group: UnitSet::NONE, zones: false, roles };
        let ahead = self.straight_ahead(id, &base, &dash);
        let distance = Length::new(ahead.distance.min(most));
        let course = Motion::advance(distance).course(&base);
        let contact = match ahead.stop {
            Some(Stop::Enemy(enemy)) => {
                let touching = course.moved(&base.rect(), 1.0);
                Some((enemy, self.edge_hit(&base.rect(), &touching, enemy)))
            }
            _ => None,
        };
        let camp = ahead.stop == Some(Stop::EnemyCamp);
        Pursuit { pose: course.end(&base.pose), distance, contact, camp }
    }

    /// ADLG-R150: whether a mandatory pursuit is optional: into terrain that penalises it, out of its
    /// defences, or at elephants (horses and camels).
    pub fn may_decline_pursuit(&self, id: Id, roles: &Roles) -> bool {
        let kind = self.profile(id).kind;
        let pursuit = self.pursuit(id, Length::new(PURSUIT_UD), roles);
        let (start, end) = (self.rect(id), Rect::new(&pursuit.pose, kind.size()));
        let course = Motion::advance(pursuit.distance).course(&self.base(id));
        let sweep = Sweep::new(&start, course);
        let enters = self.landscape.areas.iter().any(|area| {
            area.piece.penalises(kind)
                && !start.is_in(&area.outline, TOLERANCE)
                && sweep.treads(&area.outline, TOLERANCE)
        });
        let road = self.landscape.is_on_road(&start) && self.landscape.is_on_road(&end);
        let shy = kind.is_horse() || kind.is_camelry();
        let beasts = pursuit.contact.is_some_and(|(enemy, _)| self.category(enemy) == El);
        (enters && !road) || self.barrier(id, Edge::Front).is_some() || (shy && beasts)
    }
}
