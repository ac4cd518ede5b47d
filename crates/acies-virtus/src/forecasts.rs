//! What an action throws and what may come of it.
//!
//! A forecast is the rule itself, played with exact dice on a copy of the battle; one function makes the
//! panel from what comes of it. Hindsight makes the same panel from what did come of it.

use acies_core::{
    Chance, Dice, Forecast, Game, Log, Odds, Rolled, Seat, Sum, Ways, Worth, odds, total_without,
    words::counted,
};

use crate::{
    action::{Action, Charge, Fight, Path},
    areas::Area,
    battle::Battle,
    combat::attack::{Attack, Scored},
    combat::targets::Target,
    morale::{Fate, Marks, Tested, leader_survives},
    movement::march::{Cohesion, March},
    rally::Rally,
    sequence::Next,
    units::{Flags, Formation, UnitSet},
    words::events::Event,
    words::said::scored_words,
};

/// The first throw that an action leads to before anybody decides anew, with the position in which
/// it is made if that is another one.
enum Ahead {
    Fight(Fight, Target),
    Charge(Box<Battle>, Charge),
    March(u8, Path, March),
    TurnEnd(Box<Battle>),
}

impl Battle {
    fn ahead(&self, by: Seat, action: &Action) -> Option<Ahead> {
        self.check(by, action).ok()?;
        match action {
            // Set-up has no forecast: its dice fall alike whatever is decided, and as ties are thrown
            // again (VIR-R24, VIR-1.6.6) there is no end of ways.
            Action::Begin | Action::Deploy(_) => return None,
            Action::Fight(fight) => {
                let target = self.may_fight(by, fight).ok()?;
                return (!target.wins).then_some(Ahead::Fight(*fight, target));
            }
            Action::Resolve { unit } => {
                let mut at = Box::new(self.clone());
                let charge = at.take_charge(*unit);
                return Some(Ahead::Charge(at, charge));
            }
            Action::Move { unit, path } => {
                let march = self.may_move(by, *unit, *path).ok()?;
                if march.forced {
                    return Some(Ahead::March(*unit, *path, march));
                }
            }
            _ => {}
        }
        // What is left throws nothing itself.
        let mut at = Box::new(self.clone());
        let then = at.carry_out(by, action, &mut Dice::scripted([]), &mut Log::Off).ok()?;
        match at.pass(then) {
            Next::Asked => None,
            Next::Rolls(charge) => Some(Ahead::Charge(at, charge)),
            Next::TurnEnds => Some(Ahead::TurnEnd(at)),
        }
    }

    /// What an action throws, if it throws dice.
    pub(crate) fn foresee(&self, by: Seat, action: &Action) -> Option<Forecast> {
        match self.ahead(by, action)? {
            Ahead::Fight(fight, target) => {
                let onset = self.fight_onset(&fight, target);
                Some(onset.panel(&self.blows(&onset, |at, dice, log| {
                    at.carry_out(by, action, dice, log).map(|_| ())
                })))
            }
            Ahead::Charge(at, charge) => {
                let onset = at.charge_onset(&charge, action);
                let blows = at.blows(&onset, |at, dice, log| at.roll_charge(&charge, dice, log));
                Some(onset.panel(&blows))
            }
            Ahead::March(unit, path, march) => {
                let holds = odds(|dice| {
                    let mut log = Log::kept();
                    self.clone().carry_out(by, action, dice, &mut log)?;
                    Ok(kept_together(by, unit, log.events()))
                });
                Some(self.march_panel(by, unit, path, &march, &holds))
            }
            Ahead::TurnEnd(at) => at.turn_end(None),
        }
    }

    /// The same panel, had one known what came of the action.
    pub(crate) fn look_back(
        &self,
        by: Seat,
        action: &Action,
        after: &Battle,
        events: &[Event],
    ) -> Option<Forecast> {
        let blow = |onset: &Onset<'_>| Odds::sure(Blow::of(onset.by, onset.unit, events));
        match self.ahead(by, action)? {
            Ahead::Fight(fight, target) => {
                let onset = self.fight_onset(&fight, target);
                Some(onset.panel(&blow(&onset)))
            }
            Ahead::Charge(at, charge) => {
                let onset = at.charge_onset(&charge, action);
                Some(onset.panel(&blow(&onset)))
            }
            Ahead::March(unit, path, march) => {
                let held = Odds::sure(kept_together(by, unit, events));
                Some(self.march_panel(by, unit, path, &march, &held))
            }
            Ahead::TurnEnd(at) => at.turn_end(Some(after)),
        }
    }

    /// The roll of a charge that is declared now and rolled after all combats (VIR-5.2.4), and the tests
    /// with which the other player's turn begins. Who takes the hits must be sure.
    pub(crate) fn foresee_later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        match (self.ahead(by, action), action) {
            (Some(Ahead::Fight(fight, target)), _) => {
                let onset = self.fight_onset(&fight, target);
                let tests = onset.target.map(|unit| {
                    self.tests_later(unit, &onset.attack, |at, dice| {
                        at.carry_out(by, action, dice, &mut Log::Off).map(|_| ())
                    })
                });
                tests.into_iter().collect()
            }
            (Some(Ahead::Charge(at, charge)), _) => vec![at.tests_of_charge(&charge)],
            (None, Action::Charge(charge)) if self.check(by, action).is_ok() => {
                let mut at = self.clone();
                let declared = at.carry_out(by, action, &mut Dice::scripted([]), &mut Log::Off);
                declared.expect("a declaration throws nothing");
                let charge = at.take_charge(charge.unit);
                let mut onset = at.charge_onset(&charge, action);
                onset.title += ", when combats are over, if nothing else changes";
                let blows = at.blows(&onset, |at, dice, log| at.roll_charge(&charge, dice, log));
                vec![onset.panel(&blows), at.tests_of_charge(&charge)]
            }
            _ => Vec::new(),
        }
    }

    /// What the rows of a forecast bring.
    pub(crate) fn foresee_worths(&self, by: Seat, action: &Action) -> Vec<Worth> {
        match self.ahead(by, action) {
            Some(Ahead::Fight(fight, target)) => self.fight_onset(&fight, target).worths(),
            Some(Ahead::Charge(at, charge)) => at.charge_onset(&charge, action).worths(),
            _ => Vec::new(),
        }
    }
}

/// An attack that is about to be rolled.
struct Onset<'a> {
    at: &'a Battle,
    by: Seat,
    unit: u8,
    attack: Attack,
    /// What is still to be paid.
    cost: Sum,
    /// VIR-SR14.6: what is tested before the attack.
    cohesion: Option<Cohesion>,
    /// Who takes the hits, if that is sure.
    target: Option<u8>,
    title: String,
}

/// What came of an attack: whether it lost a stand before the pikes, and what it scored if it was
/// rolled (VIR-R81).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Blow {
    lost: bool,
    scored: Option<Scored>,
}

impl Blow {
    fn of(by: Seat, unit: u8, events: &[Event]) -> Self {
        let mut blow = Blow::default();
        for event in events {
            match *event {
                Event::CohesionTested { by: seat, unit: it, pikes: true, holds, .. }
                    if (seat, it) == (by, unit) =>
                {
                    blow.lost = !holds;
                }
                Event::Attacked { by: seat, unit: it, scored, .. } if (seat, it) == (by, unit) => {
                    blow.scored = Some(scored);
                }
                _ => {}
            }
        }
        blow
    }

    fn scored(self) -> Scored {
        self.scored.unwrap_or_default()
    }
}

impl Battle {
    fn fight_onset(&self, fight: &Fight, target: Target) -> Onset<'_> {
        let by = self.active;
        let there = self.units_in(target.area, by.other());
        let mut title = self.fight_words(by, fight);
        if there.len() > 1 {
            title += "; their owner gives out the hits";
        }
        Onset {
            at: self,
            by,
            unit: fight.unit,
            attack: self.attack(by, fight, target),
            cost: self.fight_cost(by, fight, target).sum(),
            cohesion: None,
            target: there.first().filter(|_| there.len() == 1),
            title,
        }
    }

    fn charge_onset(&self, charge: &Charge, action: &Action) -> Onset<'_> {
        let by = self.active;
        let declared = matches!(action, Action::Charge(_));
        let tests = self.tests_before_pikes(by, charge);
        let cost = if declared { self.charge_cost(by, charge).sum() } else { Sum::of([]) };
        let mut title = self.charge_words(by, charge);
        if declared {
            title += &format!(", {} AP", cost.total);
        }
        Onset {
            at: self,
            by,
            unit: charge.unit,
            attack: self.charge_attack(by, charge),
            cost,
            cohesion: tests.then(|| Cohesion { profile: self.troop(by, charge.unit).profile }),
            target: Some(charge.target),
            title,
        }
    }

    fn blows(
        &self,
        onset: &Onset<'_>,
        strike: impl Fn(&mut Battle, &mut Dice, &mut Log<Event>) -> Rolled<()>,
    ) -> Odds<Blow> {
        odds(|dice| {
            let mut log = Log::kept();
            strike(&mut self.clone(), dice, &mut log)?;
            Ok(Blow::of(onset.by, onset.unit, log.events()))
        })
    }
}

impl Onset<'_> {
    fn sums(&self) -> Vec<(String, Sum)> {
        let mut sums = vec![
            ("a die hits at or below".into(), self.attack.value_sum()),
            ("dice".into(), self.attack.dice_sum()),
        ];
        if !self.cost.rows.is_empty() {
            sums.push(("activation points".into(), self.cost.clone()));
        }
        sums.extend(self.cohesion.map(|test| ("cohesion number".into(), test.sum())));
        sums.extend(self.tested().map(|(name, tested)| {
            (format!("DV of {name} against a hit"), Sum::of(tested.dv(self.attack.marks())))
        }));
        sums
    }

    /// Who tests the hits, and how.
    fn tested(&self) -> Option<(&str, Tested)> {
        let (seat, unit) = (self.by.other(), self.target?);
        let mut tested = self.at.tested(seat, unit);
        if self.attack.charge {
            // VIR-R83.4, VIR-R83.5: a charge breaks the formation for all its hits.
            tested.formation = Formation::Open;
        }
        Some((&self.at.troop(seat, unit).name, tested))
    }

    fn panel(&self, blows: &Odds<Blow>) -> Forecast {
        let tell = |blow: &Blow| {
            let scored = blow.scored();
            let mut says = scored_words(scored, &self.attack);
            let mut is = vec![
                ("hits", scored.hits().into()),
                ("red", scored.red.into()),
                ("leader_hits", scored.leader_hits.into()),
            ];
            if self.cohesion.is_some() {
                is.push(("stands_lost", blow.lost.into()));
            }
            match blow {
                Blow { lost: true, scored: None } => says = "gone before the pikes".into(),
                Blow { lost: true, .. } => says += ", a stand lost before the pikes",
                _ => {}
            }
            (says, is)
        };
        let mut highlights = vec![blows.highlight("at least one hit", |it| it.scored().hits() > 0)];
        if self.attack.leader_there {
            let hit = |it: &Blow| it.scored().leader_hits > 0;
            highlights.push(blows.highlight("their leader is hit", hit));
        }
        let mut rules = vec![if self.attack.charge { "VIR-5.2.1" } else { "VIR-5.1.2" }];
        if self.cohesion.is_some() {
            let name = &self.at.troop(self.by, self.unit).name;
            let says = format!("{name} lose a stand before the pikes");
            highlights.push(blows.highlight(says, |it| it.lost));
            rules.push("VIR-SR14.6");
        }
        Forecast {
            title: self.title.clone(),
            sums: self.sums(),
            rules,
            outcomes: blows.outcomes(tell),
            highlights,
        }
    }

    fn worths(&self) -> Vec<Worth> {
        let mut worths = attack_worths(&self.attack);
        if let Some((_, tested)) = self.tested() {
            worths.extend(test_worths(&tested, self.attack.marks(), self.sums().len() - 1));
        }
        worths
    }
}

/// The hits that each row of value and dice brings on average (VIR-5.1.2): a die hits in `value` of
/// six cases. The first row of each is what all others add to.
fn attack_worths(attack: &Attack) -> Vec<Worth> {
    let (value, dice) = (attack.value_sum(), attack.dice_sum());
    let worth = |sum, row, lost: i32| Worth {
        sum,
        row,
        of: "hits",
        thousandths: (value.total * dice.total - lost) * 1000 / 6,
        chance: false,
    };
    let values = value
        .rows
        .iter()
        .enumerate()
        .skip(1)
        .map(|(at, row)| worth(0, at, total_without(attack.value(), row) * dice.total));
    let pools = dice
        .rows
        .iter()
        .enumerate()
        .skip(1)
        .map(|(at, row)| worth(1, at, total_without(attack.dice(), row) * value.total));
    values.chain(pools).collect()
}

/// How much more often a hit costs a stand because of each row of the DV (VIR-3.1.3).
fn test_worths(tested: &Tested, marks: Marks, sum: usize) -> Vec<Worth> {
    let dv = Sum::of(tested.dv(marks));
    let rows = dv.rows.iter().enumerate().skip(1).filter(|(_, row)| row.struck_by.is_none());
    rows.map(|(row, left_out)| Worth {
        sum,
        row,
        of: "a stand lost",
        thousandths: (total_without(tested.dv(marks), left_out) - dv.total) * 1000 / 6,
        chance: true,
    })
    .collect()
}

/// VIR-10.3: whether a unit kept together on its forced march.
fn kept_together(by: Seat, unit: u8, events: &[Event]) -> bool {
    !events.iter().any(|event| {
        matches!(event, Event::CohesionTested { by: seat, unit: it, pikes: false, holds: false, .. }
            if (*seat, *it) == (by, unit))
    })
}

impl Battle {
    fn march_panel(
        &self,
        by: Seat,
        unit: u8,
        path: Path,
        march: &March,
        holds: &Odds<bool>,
    ) -> Forecast {
        let last = self.units(by)[unit].stands == 1;
        let lost = if last { "lose their last stand and are gone" } else { "lose a stand" };
        let tell = |&holds: &bool| {
            let says = if holds { "keep together" } else { lost };
            (says.into(), vec![("stands_lost", (!holds).into())])
        };
        let test = Cohesion { profile: self.troop(by, unit).profile };
        Forecast {
            title: self.move_words(by, unit, path),
            sums: vec![
                ("cohesion number".into(), test.sum()),
                ("activation points".into(), march.cost.sum()),
            ],
            rules: vec!["VIR-10.3"],
            outcomes: holds.outcomes(tell),
            highlights: Vec::new(),
        }
    }
}

/// What came of the tests of a unit and of the leader in its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ordeal {
    fate: Fate,
    killed: bool,
}

impl Ordeal {
    /// Read after the tests: who was not routed before is routed by them.
    fn of(after: &Battle, seat: Seat, unit: u8, leader: Option<u8>) -> Self {
        let it = &after.units(seat)[unit];
        let stands = if it.is_alive() { it.stands } else { 0 };
        let fate = Fate { stands, routed: stands > 0 && it.is(Flags::ROUTED) };
        let fell = |leader| !after.sides[seat].leaders[usize::from(leader)].alive;
        Ordeal { fate, killed: leader.is_some_and(fell) }
    }
}

/// What a player asks first about the tests of a unit.
fn test_highlights(name: &str, stands: u8, ordeals: &Odds<Ordeal>) -> [Chance; 3] {
    [
        ordeals.highlight(format!("{name} lose a stand or more"), |it| it.fate.stands < stands),
        ordeals.highlight(format!("{name} are routed"), |it| it.fate.routed),
        ordeals.highlight(format!("{name} are destroyed"), |it| it.fate.is_gone()),
    ]
}

impl Battle {
    /// VIR-3.1.1: what becomes of a unit of the other player when his turn begins, if this is the last that
    /// happens to it. Other units have no part in it, nor have leaders elsewhere.
    fn ordeals(
        &self,
        unit: u8,
        leader: Option<u8>,
        strike: impl Fn(&mut Battle, &mut Dice) -> Rolled<()>,
    ) -> Odds<Ordeal> {
        let seat = self.active.other();
        odds(|dice| {
            let mut at = self.clone();
            strike(&mut at, dice)?;
            at.open_turn(seat, at.turn, &mut Log::Off);
            at.hits.retain(|hit| hit.target == unit);
            for (number, it) in (0..).zip(&mut at.sides[seat].leaders) {
                if Some(number) != leader {
                    it.hits = 0;
                }
            }
            at.tests(dice, &mut Log::Off)?;
            Ok(Ordeal::of(&at, seat, unit, leader))
        })
    }

    fn tests_of_charge(&self, charge: &Charge) -> Forecast {
        let attack = self.charge_attack(self.active, charge);
        self.tests_later(charge.target, &attack, |at, dice| {
            at.roll_charge(charge, dice, &mut Log::Off)
        })
    }

    /// The tests of a unit after an attack on it.
    fn tests_later(
        &self,
        unit: u8,
        attack: &Attack,
        strike: impl Fn(&mut Battle, &mut Dice) -> Rolled<()>,
    ) -> Forecast {
        let seat = self.active.other();
        let it = &self.units(seat)[unit];
        let name = &self.troop(seat, unit).name;
        let leader = self.leader_in(it.area, seat);
        let ordeals = self.ordeals(unit, leader, strike);
        let leader = leader.map(|leader| self.leader_card(seat, leader).name.as_str());
        let tell = |it: &Ordeal| {
            let (mut says, mut is) = (it.fate.says(), it.fate.numbers());
            if let Some(leader) = leader {
                is.push(("leader_alive", (!it.killed).into()));
                says += &if it.killed { format!("; {leader} is killed") } else { String::new() };
            }
            (says, is)
        };
        let mut highlights = test_highlights(name, it.stands, &ordeals).to_vec();
        let killed =
            |leader: &str| ordeals.highlight(format!("{leader} is killed"), |it| it.killed);
        highlights.extend(leader.map(killed));
        let mut rules = vec!["VIR-3.1.1", "VIR-R26"];
        if self.leader_with(seat, unit).is_some() {
            rules.extend(["VIR-SR18.5", "VIR-SR18.6"]);
        }
        let more = "if nothing else hits them";
        Forecast {
            title: format!("{name} test their hits when their turn begins, {more}"),
            sums: self.test_sums(seat, unit, Some(attack)),
            rules,
            outcomes: ordeals.outcomes(tell),
            highlights,
        }
    }

    /// The values of a unit's tests against the hits that it has, and its MV. Those of an attack are told
    /// with the attack.
    fn test_sums(&self, seat: Seat, unit: u8, attack: Option<&Attack>) -> Vec<(String, Sum)> {
        let name = &self.troop(seat, unit).name;
        let mut tested = self.tested(seat, unit);
        if attack.is_some_and(|attack| attack.charge) {
            tested.formation = Formation::Open;
        }
        let has = self.hits.iter().filter(|hit| hit.target == unit).map(|hit| hit.marks);
        let mut kinds: Vec<Marks> = has.collect();
        kinds.sort();
        kinds.dedup();
        let of_mv = attack.map(Attack::marks).or(kinds.first().copied()).unwrap_or_default();
        let known = |marks: &&Marks| attack.is_none_or(|attack| attack.marks() != **marks);
        let dvs = kinds.iter().filter(known).map(|&marks| {
            let says = format!("DV of {name} against a {} hit", marks.words());
            (says, Sum::of(tested.dv(marks)))
        });
        let mv = Sum::of(tested.mv(of_mv, self.units(seat)[unit].stands));
        dvs.chain([(format!("MV of {name}"), mv)]).collect()
    }
}

/// What the end of a turn and the tests after it come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tally {
    recovered: u8,
    routed: u8,
    gone: u8,
}

impl Tally {
    fn rallied(self, recovered: bool) -> Self {
        Tally { recovered: self.recovered + u8::from(recovered), ..self }
    }

    fn tested(self, fate: Fate) -> Self {
        let (routed, gone) = (u8::from(fate.routed), u8::from(fate.is_gone()));
        Tally { routed: self.routed + routed, gone: self.gone + gone, ..self }
    }
}

/// T5a and T1: who rallies at the end of a turn, and what becomes of the other player's pieces as his
/// begins.
struct TurnEnd<'a> {
    at: &'a Battle,
    by: Seat,
    rallies: Vec<(u8, Rally, Odds<bool>)>,
    /// The units that are tested, area by area.
    tested: Vec<Vec<(u8, Odds<Ordeal>)>>,
    /// Leaders who were hit, and whether they are killed.
    leaders: Vec<(u8, Odds<bool>)>,
}

impl Battle {
    /// Nothing, if only cards are drawn: they are for the other player to know. With `after` it is what
    /// did happen.
    fn turn_end(&self, after: Option<&Battle>) -> Option<Forecast> {
        let (by, enemy) = (self.active, self.active.other());
        let rally = |unit| {
            let rally = self.may_rally(by, unit)?;
            let recovers = match after {
                Some(after) => Odds::sure(after.units(by)[unit].stands > rally.stands),
                None => odds(|dice| rally.recovers(by, dice)),
            };
            Some((unit, rally, recovers))
        };
        let rallies = self.units_in(Area::reserve(by), by).into_iter().filter_map(rally).collect();
        let mut end = TurnEnd { at: self, by, rallies, tested: Vec::new(), leaders: Vec::new() };
        let mut next = self.clone();
        next.close_turn(&mut Log::Off);
        if next.ending.is_none() {
            let hit = || self.leaders(enemy).filter(|(_, it)| it.hits > 0);
            let dies = |leader: u8, hits: u8| match after {
                Some(after) => Odds::sure(!after.sides[enemy].leaders[usize::from(leader)].alive),
                None => odds(|dice| Ok(!leader_survives(enemy, hits, dice)?)),
            };
            end.leaders = hit().map(|(leader, it)| (leader, dies(leader, it.hits))).collect();
            let mut left: UnitSet = self.hits.iter().map(|hit| hit.target).collect();
            left = left | hit().filter_map(|(_, it)| it.joined).collect();
            while let Some(first) = left.first() {
                let area = self.units(enemy)[first].area;
                let leader = self.leader_in(area, enemy);
                let here = left & self.units_in(area, enemy);
                let ordeals = |unit| match after {
                    Some(after) => Odds::sure(Ordeal::of(after, enemy, unit, leader)),
                    None => self.ordeals(unit, leader, |_, _| Ok(())),
                };
                end.tested.push(here.into_iter().map(|unit| (unit, ordeals(unit))).collect());
                left = here.into_iter().fold(left, UnitSet::without);
            }
        }
        let some = !(end.rallies.is_empty() && end.tested.is_empty() && end.leaders.is_empty());
        some.then(|| end.panel())
    }
}

impl TurnEnd<'_> {
    fn tally(&self) -> Odds<Tally> {
        let mut all = Odds::sure(Tally::default());
        for (_, _, recovers) in &self.rallies {
            all = all.and(recovers).map(|(all, recovers)| all.rallied(*recovers));
        }
        for area in &self.tested {
            let (_, first) = &area[0];
            let first = all.and(first).map(|(all, it)| (it.killed, all.tested(it.fate)));
            // Units of an area have nothing in common but their leader.
            let joint = area[1..].iter().fold(first, |joint, (_, ordeals)| {
                joint.then(|&(killed, all)| {
                    given(ordeals, |it| it.killed == killed).map(|it| (killed, all.tested(it.fate)))
                })
            });
            all = joint.map(|(_, all)| *all);
        }
        all
    }

    fn panel(&self) -> Forecast {
        let (at, by, enemy) = (self.at, self.by, self.by.other());
        let (mut sums, mut highlights, mut rules) = (Vec::new(), Vec::new(), Vec::new());
        for (unit, rally, recovers) in &self.rallies {
            let name = &at.troop(by, *unit).name;
            sums.push((format!("morale value of {name}"), rally.sum()));
            highlights.push(recovers.highlight(format!("{name} recover a stand"), |it| *it));
        }
        for (unit, ordeals) in self.tested.iter().flatten() {
            let (name, stands) = (&at.troop(enemy, *unit).name, at.units(enemy)[*unit].stands);
            sums.extend(at.test_sums(enemy, *unit, None));
            highlights.extend(test_highlights(name, stands, ordeals));
        }
        for (leader, dies) in &self.leaders {
            let name = &at.leader_card(enemy, *leader).name;
            highlights.push(dies.highlight(format!("{name} is killed"), |it| *it));
        }
        let (rallies, tests) = (!self.rallies.is_empty(), !self.tested.is_empty());
        rules.extend(rallies.then_some("VIR-9.2"));
        rules.extend(tests.then_some("VIR-3.1.1"));
        rules.extend((!self.leaders.is_empty()).then_some("VIR-3.3.3"));
        let tell = |it: &Tally| {
            let (mut says, mut is) = (Vec::new(), Vec::new());
            if rallies {
                says.push(format!("{} recovered", counted(it.recovered.into(), "stand")));
                is.push(("recovered", it.recovered.into()));
            }
            if tests {
                let routed = counted(it.routed.into(), "enemy unit");
                says.push(format!("{routed} routed, {} destroyed", it.gone));
                is.extend([("routed", it.routed.into()), ("destroyed", it.gone.into())]);
            }
            (if says.is_empty() { "the turn ends".into() } else { says.join(", ") }, is)
        };
        let side = at.side_name(enemy);
        let title = match (rallies, tests || !self.leaders.is_empty()) {
            (true, false) => "The turn ends: rallies".to_owned(),
            (true, true) => format!("The turn ends: rallies, then the tests of {side}"),
            (false, _) => format!("The turn ends: the tests of {side}"),
        };
        Forecast { title, sums, rules, outcomes: self.tally().outcomes(tell), highlights }
    }
}

/// The odds among those outcomes that are such.
fn given<T: Ord + Clone>(all: &Odds<T>, such: impl Fn(&T) -> bool) -> Odds<T> {
    let ways: Vec<_> = all.ways.iter().filter(|(it, _)| such(it)).cloned().collect();
    let mut of = Ways::ZERO;
    ways.iter().for_each(|(_, n)| of += n);
    Odds { ways, of }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        combat::attack::{Aim, Joined, With},
        files::data::profile,
        units::Weight,
    };

    #[test]
    fn rows_say_what_they_bring() {
        // VIR-5.1.2: FV 3 with 4 stands is 4 x 3/6 = 2 hits; the hill die of VIR-7.1 brings 3/6.
        let profile = profile("legionaries").unwrap();
        assert_eq!((profile.fv, profile.mv, profile.weight), (3, 4, Weight::Heavy), "VIR-QS.1");
        let attack = Attack {
            profile,
            stands: 4,
            blooded: false,
            formation: Formation::Open,
            aim: Aim::Here,
            with: With::Fv,
            charge: false,
            wood: false,
            rocky: false,
            hill_die: true,
            pila: false,
            joined: Joined::Nobody,
            against_pikes: false,
            leader_there: false,
        };
        let [hill] = &attack_worths(&attack)[..] else { panic!("one row besides the first ones") };
        assert_eq!((hill.sum, hill.row, hill.thousandths), (1, 1, 500));
        // VIR-SR15.3: testudo costs 1 of FV: 5 dice at 1/6 less.
        let testudo = Attack { formation: Formation::Testudo, ..attack };
        assert_eq!(attack_worths(&testudo)[0].thousandths, -833);
    }
}
