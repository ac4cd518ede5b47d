//! Melee as it is fought (RULES.md 2, M1 to M4; IMP-R54 to IMP-R61, IMP-R116, IMP-R122): which Units fight whom, a round,
//! who routs and who retreats.

use acies_core::{
    Dice, Each, Forecast, Log, Misread, Odds, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    odds,
};
use acies_table::{Facing, Pose};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    Came, SUPPORTS_MAX,
    outcome::Fate,
    pursuing::Pursuers,
    retreat::{Retreat, crosses_river},
};
use crate::{
    battle::{Battle, Id, UnitSet},
    cohesion::{CohesionTest, Ground, Tested},
    profile::Kind,
    steps::Action,
    table::Engaged,
    words::{
        events::{Event, How, Leg},
        notation::Reader,
        refusals::No,
    },
};

/// Units that start melees, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melees {
    pub seat: Seat,
    /// Who has still to fight.
    pub active: UnitSet,
    /// IMP-R54: main units of the melees of this activation, who have fought.
    pub ours: UnitSet,
    /// Whose the following are.
    pub enemy: Seat,
    pub theirs: UnitSet,
    /// IMP-R58: pila are thrown.
    pub pila: bool,
    /// They have just moved into contact: who has not does not fight.
    pub fresh: bool,
}

impl Melees {
    pub fn new(seat: Seat, active: UnitSet) -> Melees {
        Melees {
            seat,
            active,
            ours: UnitSet::NONE,
            enemy: seat.other(),
            theirs: UnitSet::NONE,
            pila: false,
            fresh: false,
        }
    }
}

impl Step<Battle> for Melees {
    /// The active player chooses the order.
    fn deciders(&self, battle: &Battle) -> Seats {
        if battle.choices(self).len() > 1 { self.seat.into() } else { Seats::NONE }
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        match battle.open_pairs(self, None).first() {
            Some(pair) => battle.begin_melee(self, *pair),
            None => self.active.ids(self.seat).for_each(|id| {
                let piece = battle.piece_mut(id);
                (piece.came, piece.charged_in) = (Came::Stood, Ground::Open);
            }),
        }
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which melee is fought first?".into(), &["IMP-R55"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let pairs = battle.choices(self);
        out.extend(
            pairs.iter().map(|[unit, enemy]| Action::from(Fight { unit: *unit, enemy: *enemy })),
        );
    }

    fn fits(&self, battle: &Battle) -> bool {
        let known = battle.has_all(self.seat, self.active | self.ours);
        known && battle.has_all(self.seat.other(), self.theirs) && self.enemy == self.seat.other()
    }
}

/// Which melee is fought next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    pub unit: Id,
    pub enemy: Id,
}

impl Deed<Battle> for Fight {
    type Plan = Melees;
    const VERBS: &'static [&'static str] = &["fight"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        format!("fight {} {}", battle.key(self.unit), battle.key(self.enemy))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Fight { unit: words.unit()?, enemy: words.enemy()? })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Melees, No> {
        let asked: Melees = battle.asked().ok_or(No::NotNow)?;
        let open = battle.choices(&asked).contains(&[self.unit, self.enemy]);
        if open { Ok(asked) } else { Err(No::NoMelee { rule: "IMP-R55" }) }
    }

    fn perform(
        &self,
        asked: Melees,
        battle: &mut Battle,
        _: &mut Dice,
        _: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.begin_melee(&asked, [self.unit, self.enemy]);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        Shown {
            who: Some(battle.name(self.unit).to_owned()),
            units: vec![battle.key_of_piece(self.unit)],
            targets: vec![battle.key_of_piece(self.enemy)],
            throws: true,
            ..Shown::new("Fight", format!("fight {} first", battle.name(self.enemy)))
        }
        .rules(&["IMP-R55"])
    }
}

/// Where a melee is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// M1.
    Pila,
    /// M2, M3.
    Dice,
    /// M4: what becomes of both main units, and who has won.
    Retreats { fates: [Fate; 2], winner: Option<u8> },
}

/// A melee of two main units: the active one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    pub units: [Id; 2],
    /// IMP-R54: all main units of melees of this activation.
    pub mains: Each<UnitSet>,
    /// Who supports each main unit (IMP-R65): known once the dice are thrown.
    pub supports: Each<UnitSet>,
    pub stage: Stage,
}

impl Step<Battle> for Melee {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        match self.stage {
            _ if matches!(self.stage, Stage::Pila | Stage::Dice)
                && !self.units.iter().all(|id| battle.is_there(*id)) =>
            {
                Ok(())
            }
            Stage::Pila => battle.throw_pila(self, dice, log),
            Stage::Dice => battle.fight_round(self, dice, log),
            Stage::Retreats { fates, winner } => battle.retreats(self, fates, winner, dice, log),
        }
    }

    fn fits(&self, battle: &Battle) -> bool {
        let sets =
            |of: &Each<UnitSet>| Seat::BOTH.into_iter().all(|seat| battle.has_all(seat, of[seat]));
        let apart = self.units[0].seat() != self.units[1].seat();
        apart
            && self.units.iter().all(|id| battle.has(*id))
            && sets(&self.mains)
            && sets(&self.supports)
    }
}

impl Battle {
    /// IMP-R56: whether a Unit touches an enemy that it has not fought in this activation of a Command.
    pub fn may_fight(&self, id: Id) -> bool {
        !(self.contacts(id) - self.piece(id).fought).is_empty()
    }

    /// U1: a Unit that is activated in contact fights.
    pub(crate) fn fight(&mut self, seat: Seat, units: UnitSet, _: &mut Log<Event>) {
        self.lay(Melees::new(seat, units));
    }

    /// Active Units that may still start a melee.
    fn ready(&self, of: &Melees) -> UnitSet {
        let ready = of.active.ids(of.seat).filter(|id| {
            !self.piece(*id).gone
                && !of.ours.has(id.number())
                && (!of.fresh || self.piece(*id).came != Came::Stood)
        });
        ready.collect()
    }

    /// IMP-R55: the pairs that may be fought next: of equal overlaps that exclude one another the active player chooses.
    fn choices(&self, of: &Melees) -> Vec<[Id; 2]> {
        let mut all = self.open_pairs(of, None);
        for (_, pair) in self.touching(of.seat, self.ready(of), of.theirs) {
            if !all.contains(&pair) && self.open_pairs(of, Some(pair)).contains(&pair) {
                all.push(pair);
            }
        }
        all
    }

    /// IMP-R54 to IMP-R56: the pairs that are still to be fought, if of equal overlaps this one is preferred.
    fn open_pairs(&self, of: &Melees, preferred: Option<[Id; 2]>) -> Vec<[Id; 2]> {
        let mut pairs = self.pairs(of.seat, self.ready(of), of.theirs, preferred);
        pairs.retain(|[ours, theirs]| of.fresh || !self.piece(*ours).fought.has(theirs.number()));
        pairs
    }

    fn begin_melee(&mut self, of: &Melees, units: [Id; 2]) {
        let pairs = self.open_pairs(of, Some(units));
        let of = Melees {
            active: of.active.without(units[0].number()),
            ours: of.ours.with(units[0].number()),
            theirs: of.theirs.with(units[1].number()),
            ..*of
        };
        let mut mains = Each([UnitSet::NONE; 2]);
        (mains[of.seat], mains[of.enemy]) = (of.ours, of.theirs);
        for id in pairs.iter().flatten() {
            mains[id.seat()] = mains[id.seat()].with(id.number());
        }
        self.lay(of);
        let stage = if of.pila { Stage::Pila } else { Stage::Dice };
        self.lay(Melee { units, mains, supports: Each([UnitSet::NONE; 2]), stage });
    }

    /// The melee that a Unit which is activated in contact would fight, if there is no choice.
    pub(crate) fn only_melee(&self, seat: Seat, units: UnitSet) -> Option<Melee> {
        let mut battle = self.clone();
        let of = Melees::new(seat, units);
        let [pair] = battle.choices(&of)[..] else { return None };
        battle.begin_melee(&of, pair);
        battle.asked()
    }

    /// The melees that follow, if of equal overlaps those of the army's order are chosen.
    pub(crate) fn melees_of(&self, of: &Melees) -> Vec<Melee> {
        let pairs = self.open_pairs(of, None);
        let mut mains = Each([UnitSet::NONE; 2]);
        for id in pairs.iter().flatten() {
            mains[id.seat()] = mains[id.seat()].with(id.number());
        }
        let (supports, stage) = (Each([UnitSet::NONE; 2]), Stage::Dice);
        pairs.into_iter().map(|units| Melee { units, mains, supports, stage }).collect()
    }

    /// The Units of a melee as they stand.
    pub(crate) fn engaged_in(&self, of: &Melee) -> Engaged {
        let how = |id: Id| (self.piece(id).came, self.piece(id).charged_in);
        self.engaged(of.units, of.units.map(|id| of.mains[id.seat()]), how)
    }

    /// The odds of a round, or what came of it (IMP-R61).
    pub(crate) fn round_forecast(&self, of: &Melee, came: Option<[Option<Tested>; 2]>) -> Forecast {
        let engaged = self.engaged_in(of);
        let melee = engaged.melee.contact();
        let odds = match came {
            Some(came) => Odds::sure(came),
            None => odds(|dice| melee.round(of.units[0].seat(), dice)),
        };
        let odds = odds.map(|tested| {
            let fates = melee.outcome(*tested).fates;
            [0, 1].map(|side| (fates[side].1, tested[side].map_or(0, |it| it.losses)))
        });
        let names = of.units.map(|id| self.name(id));
        let sums = (0..2).flat_map(|side| {
            let main = (format!("dice of {}", names[side]), melee.main_dice(side));
            let supports = engaged.supports[side].iter().enumerate();
            let supports = supports.map(|(n, id)| {
                (format!("{} in support", self.name(*id)), melee.support_dice(side, n))
            });
            std::iter::once(main).chain(supports.collect::<Vec<_>>()).collect::<Vec<_>>()
        });
        Forecast {
            title: format!("{} fight {}", names[0], names[1]),
            sums: sums.collect(),
            rules: vec!["IMP-MEL.1", "IMP-DAM.1", "IMP-COH.1", "IMP-R61"],
            outcomes: odds.outcomes(|[ours, theirs]| {
                let part = |name: &str, (fate, lost): (Fate, u8)| {
                    format!("{name} lose {lost}: {}", fate.name())
                };
                let says = format!("{}; {}", part(names[0], *ours), part(names[1], *theirs));
                let is = vec![
                    ("lost", i64::from(ours.1)),
                    ("fate", ours.0 as i64),
                    ("their_loss", i64::from(theirs.1)),
                    ("their_fate", theirs.0 as i64),
                ];
                (says, is)
            }),
            highlights: vec![
                odds.highlight(format!("{} win", names[0]), |[ours, theirs]| {
                    theirs.0 > Fate::FallsBack && ours.0 == Fate::Stands
                }),
                odds.highlight(format!("{} win", names[1]), |[ours, theirs]| {
                    ours.0 > Fate::FallsBack && theirs.0 == Fate::Stands
                }),
                odds.highlight(format!("{} rout", names[0]), |[ours, _]| ours.0 == Fate::Routs),
                odds.highlight(format!("{} rout", names[1]), |[_, theirs]| theirs.0 == Fate::Routs),
            ],
        }
    }

    /// The melee as it stands. IMP-R46, IMP-SPC.54, IMP-R89: what contact does is done to the Units.
    fn join(&mut self, of: &Melee, log: &mut Log<Event>) -> Engaged {
        let mut engaged = self.engaged_in(of);
        engaged.melee = engaged.melee.contact();
        for side in 0..2 {
            let main = (of.units[side], engaged.melee.sides[side].main.unit);
            let supports = engaged.supports[side].iter().copied();
            let supports =
                supports.zip(engaged.melee.sides[side].supports.iter().map(|it| it.unit));
            let all: ArrayVec<_, { SUPPORTS_MAX + 1 }> =
                std::iter::once(main).chain(supports).collect();
            for (id, unit) in all {
                if unit.disordered {
                    self.disorder(id, "IMP-R46", log);
                }
            }
        }
        engaged
    }

    /// M1: the pila of both sides together; IMP-R116: who routs by them ends the melee.
    fn throw_pila(&mut self, of: &Melee, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let engaged = self.join(of, log);
        let melee = &engaged.melee;
        let mut tested: [Option<(CohesionTest, Tested)>; 2] = [None; 2];
        for side in 0..2 {
            let (pool, by) = (melee.pila(side), of.units[side].seat());
            if pool == 0 {
                continue;
            }
            let damage = crate::cohesion::damage(by.throws("IMP-R58", "pila"), pool, dice)?;
            let faces = dice.faces().to_vec();
            log.push(|| Event::Pila {
                unit: of.units[side],
                target: of.units[1 - side],
                sum: Box::new(melee.main_pila(side)),
                pool,
                faces,
                damage,
            });
            let test = melee.pila_test(1 - side, damage);
            tested[1 - side] = test.throw(by.other(), dice)?.map(|it| (test, it));
        }
        let routed = tested.map(|it| it.is_some_and(|(_, it)| it.routs));
        let next = if routed == [false; 2] {
            Stage::Dice
        } else {
            let fates = routed.map(|routs| if routs { Fate::Routs } else { Fate::Stands });
            let winner = (0..2).find(|side| !routed[*side]).map(|side| side as u8);
            self.mark_fought(of, &engaged);
            Stage::Retreats { fates, winner }
        };
        let supports = engaged.supporting(of.units);
        self.lay(Melee { stage: next, supports, ..*of });
        self.take_effect(of, tested, log);
        Ok(())
    }

    /// M2, M3.
    fn fight_round(&mut self, of: &Melee, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let engaged = self.join(of, log);
        let melee = &engaged.melee;
        let mut tested: [Option<Tested>; 2] = [None; 2];
        for side in 0..2 {
            let by = of.units[side].seat();
            let damage =
                crate::cohesion::damage(by.throws("IMP-MEL.1", "melee"), melee.pool(side), dice)?;
            let faces = dice.faces().to_vec();
            log.push(|| Event::Struck {
                unit: of.units[side],
                target: of.units[1 - side],
                sum: Box::new(melee.main_dice(side)),
                supports: (0..melee.sides[side].supports.len())
                    .map(|n| (engaged.supports[side][n], melee.support_dice(side, n)))
                    .collect(),
                pool: melee.pool(side),
                faces,
                damage,
            });
            tested[1 - side] = melee.test(1 - side, damage).throw(by.other(), dice)?;
            if let Some(it) = tested[1 - side] {
                let test = melee.test(1 - side, damage);
                log.push(|| Event::CohesionTested {
                    unit: of.units[1 - side],
                    damage,
                    sum: Box::new(test.sum()),
                    tested: it,
                    rule: test.rule(it),
                });
            }
        }
        let outcome = melee.outcome(tested);
        let fates = outcome.fates.map(|(_, fate)| fate);
        log.push(|| Event::MeleeDecided {
            units: of.units,
            fates: outcome.fates,
            winner: outcome.winner.map(|side| of.units[side]),
        });
        self.mark_fought(of, &engaged);
        let supports = engaged.supporting(of.units);
        let winner = outcome.winner.map(|side| side as u8);
        self.lay(Melee { stage: Stage::Retreats { fates, winner }, supports, ..*of });
        for (side, it) in tested.into_iter().enumerate() {
            if let Some(it) = it {
                let piece = self.piece_mut(of.units[side]);
                piece.unit.lose(it.losses);
                piece.unit.disorder();
                piece.waiting = false;
            }
        }
        self.rout_in_melee(of, fates, log);
        self.risk_commanders(of, tested);
        // IMP-SPC.8, IMP-R74: scythed chariots that only supported are spent as well.
        for side in 0..2 {
            for id in engaged.supports[side].iter().copied() {
                if self.unit(id).profile.kind == Kind::Cf && fates[1 - side] != Fate::Routs {
                    self.remove(id, "IMP-SPC.8", log);
                }
            }
        }
        self.settle_commanders(log);
        Ok(())
    }

    /// What pila do to both main units (IMP-R122).
    fn take_effect(
        &mut self,
        of: &Melee,
        tested: [Option<(CohesionTest, Tested)>; 2],
        log: &mut Log<Event>,
    ) {
        for (side, it) in tested.iter().enumerate() {
            if let Some((test, it)) = it {
                self.suffer(of.units[side], test, *it, log);
            }
        }
        let fates = tested
            .map(|it| if it.is_some_and(|(_, it)| it.routs) { Fate::Routs } else { Fate::Stands });
        self.rout_in_melee(of, fates, log);
        self.risk_commanders(of, tested.map(|it| it.map(|(_, it)| it)));
        self.settle_commanders(log);
    }

    /// IMP-R122: who is gone is taken off together; then those behind feel it.
    fn rout_in_melee(&mut self, of: &Melee, fates: [Fate; 2], log: &mut Log<Event>) {
        for (side, fate) in fates.into_iter().enumerate() {
            match fate {
                Fate::Routs => self.remove(of.units[side], "IMP-ROU.4", log),
                Fate::Removed => self.remove(of.units[side], "IMP-SPC.8", log),
                _ => {}
            }
        }
        for (side, fate) in fates.into_iter().enumerate() {
            if fate == Fate::Routs {
                self.shake_those_behind(of.units[side], log);
            }
        }
    }

    /// IMP-COH.15, IMP-R122: the active player's Commander throws first.
    fn risk_commanders(&mut self, of: &Melee, tested: [Option<Tested>; 2]) {
        for side in [1, 0] {
            if let Some(it) = tested[side].filter(|it| it.failed && it.six) {
                self.risk_commander(of.units[side], it.losses);
            }
        }
    }

    /// IMP-R56, IMP-R59: who has fought whom; and that nobody has just moved into contact any more.
    fn mark_fought(&mut self, of: &Melee, engaged: &Engaged) {
        for side in 0..2 {
            let all = engaged.supports[side].iter().copied().chain([of.units[side]]);
            for id in all {
                let piece = self.piece_mut(id);
                piece.fought = piece.fought.with(of.units[1 - side].number());
                (piece.came, piece.charged_in) = (Came::Stood, Ground::Open);
                self.end_by_melee(id);
            }
        }
    }

    /// M4: the loser goes back; then M5.
    fn retreats(
        &mut self,
        of: &Melee,
        fates: [Fate; 2],
        winner: Option<u8>,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let mut along = None;
        for (side, fate) in fates.into_iter().enumerate() {
            let (id, enemy) = (of.units[side], of.units[1 - side]);
            if !self.is_there(id) {
                continue;
            }
            match fate {
                Fate::Retreats | Fate::FallsBack => {
                    along = Some(self.piece(id).front.facing.opposite());
                    self.retreat(id, enemy, dice, log)?;
                }
                Fate::LosesBua => self.leave_lost_bua(id, enemy, log),
                _ => {}
            }
        }
        let Some(side) = winner.map(usize::from) else { return Ok(()) };
        let unit = of.units[side];
        if !self.is_there(unit) {
            return Ok(());
        }
        if fates[1 - side] == Fate::LosesBua && self.offer_bua(unit, of.units[1 - side]) {
            return Ok(());
        }
        let along: Facing = along.unwrap_or(self.piece(unit).front.facing);
        self.lay(Pursuers {
            unit,
            beaten: of.units[1 - side],
            along,
            supports: of.supports[unit.seat()],
        });
        Ok(())
    }

    /// IMP-RET.1 to IMP-RET.4, IMP-R62, IMP-R70, IMP-R76: a retreat on the table.
    fn retreat(&mut self, id: Id, enemy: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let retreat = Retreat { loser: self.unit(id).profile, from: self.unit(enemy).profile };
        let far_u = retreat.throw(id.seat(), dice)?;
        let way = self.withdrawal(id, f64::from(far_u));
        let from = self.piece(id).base().pose;
        let mut legs = vec![Leg { unit: id, from, to: way.to.pose }];
        legs.extend(way.pushed.iter().map(|(friend, to)| Leg {
            unit: *friend,
            from: self.piece(*friend).base().pose,
            to: to.pose,
        }));
        log.push(|| Event::Retreated { unit: id, rule: retreat.rule(), far_u, legs });
        self.withdraw(id, &way);
        self.piece_mut(id).gone = false;
        let moved: ArrayVec<Id, 82> =
            way.pushed.iter().map(|(friend, _)| *friend).chain([id]).collect();
        moved.into_iter().for_each(|it| self.part(it));
        if retreat.is_flight() {
            self.disorder(id, "IMP-RET.3", log);
        }
        if let Some(rule) = way.disorders {
            log.push(|| Event::Disordered { unit: id, rule });
        }
        for number in way.trampled {
            let friend = Id::new(id.seat(), number);
            log.push(|| Event::Harmed { unit: friend, losses: 1, rule: "IMP-R73" });
            if self.unit(friend).is_destroyed() {
                self.piece_mut(friend).gone = false;
                self.remove(friend, "IMP-R73", log);
            }
        }
        if way.at_river && way.lost.is_none() {
            self.cross_river(id, dice, log)?;
        }
        if let Some(rule) = way.lost.or(way.destroys) {
            self.remove(id, rule, log);
        }
        self.settle_commanders(log);
        Ok(())
    }

    /// IMP-TER.29, IMP-R76: a retreat into a river: the far bank, or the end.
    fn cross_river(&mut self, id: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let crosses = crosses_river(self.unit(id), id.seat(), dice)?;
        log.push(|| Event::AtRiver { unit: id, crosses });
        let there = if crosses { self.far_bank(id) } else { None };
        match there {
            Some(to) => {
                let piece = self.piece_mut(id);
                let from = piece.base().pose;
                let base = acies_table::Base { pose: to, ..piece.base() };
                piece.stand(&base);
                log.push(|| Event::Went {
                    legs: vec![Leg { unit: id, from, to }],
                    how: How::Retreat,
                });
                self.part(id);
                self.disorder(id, "IMP-R76", log);
            }
            None => self.remove(id, "IMP-R76", log),
        }
        Ok(())
    }

    /// Beyond the river behind a Unit: the first free place.
    fn far_bank(&self, id: Id) -> Option<Pose> {
        let base = self.piece(id).base();
        let rect = base.rect();
        let back = -rect.ahead();
        let bodies: Vec<_> =
            self.everybody().filter(|it| *it != id).map(|it| self.rect(it)).collect();
        let profile = &self.unit(id).profile;
        let is_free = |u: &f64| {
            let there = rect.shifted(back * *u);
            let wet = self.landscape.patches.iter().any(|it| {
                it.terrain.effect(profile).1 == crate::movement::terrain::Effect::Bars
                    && there.is_in(&it.outline, crate::rulings::TOLERANCE)
            });
            !wet && self.table().holds(&there)
                && bodies.iter().all(|it| it.distance(&there) > crate::rulings::CLEAR_U)
        };
        let wide = 1..400;
        let u = wide.map(|n| f64::from(n) * 0.1).skip_while(|u| {
            // The river itself comes first.
            let there = rect.shifted(back * *u);
            !self
                .landscape
                .patches
                .iter()
                .any(|it| there.is_in(&it.outline, crate::rulings::TOLERANCE))
        });
        let u = u.into_iter().find(is_free)?;
        Some(acies_table::Course::Straight { by: back * u }.end(&base.pose))
    }
}
