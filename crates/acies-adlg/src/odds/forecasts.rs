//! What an action throws and what may come of it: the panels that players see before they decide (RULES.md 8).
//!
//! Each panel is built by one function from odds. A forecast gives it the odds of the rule's own function, or those of
//! the action itself carried out with exact dice; hindsight gives it what came about, which is then certain. The kit
//! compares the two.

use acies_core::{
    Dice, Forecast, Game, Log, Odds, Seat, Telling, Worth, odds, odds_within,
    words::{Subject, counted},
};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Frame, Id, Place},
    charge::go_on::{GoOn, HowFar},
    command::commander::Attach,
    melee::{Fate, Melee},
    movement::group_of,
    odds::{
        fates, melee_panel, melee_sums, melee_worths, rampage_panel, shot_odds, shot_panel,
        shot_sums, shot_worths,
    },
    rout::throw_rampage,
    setup::FlankMarch,
    shooting::{Shot, phase::Shoot},
    victory::CampAttack,
    words::events::Event,
    zone_of_control::leave::EvadeZone,
};

/// An evade whose dice can fall in more ways than this has no forecast: nobody would wait for it.
const WAYS_MAX: usize = 1_500;

/// What an action throws first, with its facts.
enum Throws {
    /// 8.4, 8.5: these run, and perhaps their chargers come after them.
    Chase(Vec<Id>),
    /// 8.6: all that were announced.
    Shots(Vec<Aim>),
    /// 8.7: all of a Combat phase, and who attacks a camp.
    Fights { melees: Vec<Pair>, camp: Vec<CampAttack> },
    /// ADLG-R147.
    Rampage { unit: Id },
    /// ADLG-R32.
    March { by: Seat, corps: u8, march: FlankMarch },
}

struct Aim {
    main: Id,
    target: Id,
    shot: Shot,
    /// What the target has left.
    cohesion: u8,
}

struct Pair {
    ids: [Id; 2],
    melee: Melee,
}

/// What became of a unit that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ran {
    /// What its die gave it, if it is thrown by this action.
    ud: Option<i32>,
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Caught,
    Away,
    LeftTable,
    /// Somebody has still to say how it, or another, runs.
    Open,
}

/// What came of an action: the battle after it, and its events.
type Came<'a> = Option<(&'a Battle, &'a [Event])>;

impl Battle {
    pub(crate) fn forecast_of_throws(&self, by: Seat, action: &Action) -> Option<Forecast> {
        self.panel(by, action, &self.throws(by, action)?, None)
    }

    pub(crate) fn hindsight_of_throws(
        &self,
        by: Seat,
        action: &Action,
        after: &Battle,
        events: &[Event],
    ) -> Option<Forecast> {
        self.panel(by, action, &self.throws(by, action)?, Some((after, events)))
    }

    /// The first throw of an action, found by carrying it out without a die, and its facts.
    ///
    /// Nothing is foretold of the dice before the battle: initiative is thrown again and again until somebody is ahead
    /// (ADLG-R22), and sectors until a piece fits (ADLG-R26), so there is no end of the ways; `acies odds` tells them.
    fn throws(&self, by: Seat, action: &Action) -> Option<Throws> {
        if self.prelude.is_some() {
            return None;
        }
        let mut stopped = self.clone();
        let need = stopped.perform(by, action, &mut Dice::scripted([]), &mut Log::Off).err()?;
        match need.ask.rule {
            "ADLG-EVA.5" | "ADLG-CHG.7" => Some(Throws::Chase(self.chased(&stopped, by, action))),
            _ => self.thrown_in_phases(by, action),
        }
    }

    /// Who runs from the charge or pursuit that waits for a die: the charge lies on the stack, or has just been taken off
    /// to go on.
    fn chased(&self, stopped: &Battle, by: Seat, action: &Action) -> Vec<Id> {
        let enemy = self.phasing.other();
        if let Action::EvadeZone(EvadeZone { unit }) = action {
            return vec![Id::new(by, *unit)];
        }
        let frames = stopped.stack.iter().rev().chain(self.stack.iter().rev());
        let mut units = frames.filter_map(|frame| match frame {
            Frame::Charge(charging) => Some(charging.fled | charging.evading),
            Frame::Overrun(overrun) => Some(UnitSet::one(overrun.target)),
            _ => None,
        });
        units.next().unwrap_or(UnitSet::NONE).ids(enemy).collect()
    }

    /// The facts of shots, melees and what comes after them do not depend on how dice fall, up to the first of these
    /// that are thrown: so one rehearsal with any dice tells them.
    fn thrown_in_phases(&self, by: Seat, action: &Action) -> Option<Throws> {
        let (mut after, mut log) = (self.clone(), Log::kept());
        after.perform(by, action, &mut Dice::seeded(0), &mut log).ok()?;
        let events = of_this_turn(log.events());
        let shots = events.iter().filter_map(|event| match event {
            Event::Shot { main, target, shot, .. } => {
                let cohesion = self.unit(*target).cohesion;
                Some(Aim { main: *main, target: *target, shot: *shot, cohesion })
            }
            _ => None,
        });
        let shots: Vec<Aim> = shots.collect();
        if !shots.is_empty() {
            return Some(Throws::Shots(shots));
        }
        let melees = events.iter().filter_map(|event| match event {
            Event::Fought { pair, melee, .. } => {
                Some(Pair { ids: *pair, melee: (**melee).clone() })
            }
            _ => None,
        });
        let camp = events.iter().filter_map(|event| match event {
            Event::CampAttacked { attack, .. } => Some(*attack),
            _ => None,
        });
        let (melees, camp): (Vec<Pair>, Vec<CampAttack>) = (melees.collect(), camp.collect());
        if !melees.is_empty() || !camp.is_empty() {
            return Some(Throws::Fights { melees, camp });
        }
        log.events().iter().find_map(|event| match event {
            Event::Rampaged { unit, .. } => Some(Throws::Rampage { unit: *unit }),
            Event::FlankMarch { by, corps, march, .. } => {
                Some(Throws::March { by: *by, corps: *corps, march: *march })
            }
            _ => None,
        })
    }

    /// The panel of what is thrown, from its odds or from what came about.
    fn panel(&self, by: Seat, action: &Action, throws: &Throws, came: Came) -> Option<Forecast> {
        match throws {
            Throws::Chase(units) => {
                let ran = match came {
                    None => odds_within(WAYS_MAX, |dice| {
                        let (mut after, mut log) = (self.clone(), Log::kept());
                        after.perform(by, action, dice, &mut log)?;
                        Ok(ran(units, &after, log.events()))
                    })?,
                    Some((after, events)) => Odds::sure(ran(units, after, events)),
                };
                Some(self.chase_panel(by, action, units, &ran))
            }
            Throws::Shots(shots) => {
                let hits = shots.iter().map(|aim| match came {
                    None => Some(shot_odds(&aim.shot)),
                    Some((_, events)) => Some(Odds::sure(first(events, |event| match event {
                        Event::Shot { target, shooting, .. } if *target == aim.target => {
                            Some(shooting.hit)
                        }
                        _ => None,
                    })?)),
                });
                Some(self.shots_panel(by, action, shots, &hits.collect::<Option<Vec<_>>>()?))
            }
            Throws::Fights { melees, camp } => {
                let came_of = |pair: &Pair| match came {
                    None => Some(fates(&pair.melee)),
                    Some((_, events)) => Some(Odds::sure(fate(pair, events)?)),
                };
                let fates: Option<Vec<_>> = melees.iter().map(came_of).collect();
                let falls = match came {
                    None => camp.iter().fold(Odds::sure(false), |lost, attack| {
                        let falls = odds(|dice| attack.throw(by, dice));
                        lost.and(&falls).map(|(lost, falls)| lost | falls)
                    }),
                    Some((_, events)) => Odds::sure(
                        events
                            .iter()
                            .any(|event| matches!(event, Event::CampAttacked { lost: true, .. })),
                    ),
                };
                let camp = (!camp.is_empty()).then_some(&falls);
                Some(self.fights_panel(by, action, melees, &fates?, camp))
            }
            Throws::Rampage { unit } => {
                let edge = match came {
                    None => odds(|dice| throw_rampage(by, dice)),
                    Some((_, events)) => Odds::sure(first(events, |event| match event {
                        Event::Rampaged { unit: it, to, .. } if it == unit => Some(*to),
                        _ => None,
                    })?),
                };
                Some(rampage_panel(self.who(*unit).says("run amok"), &edge))
            }
            Throws::March { by, corps, march } => {
                let arrives = match came {
                    None => odds(|dice| march.arrives(*by, dice)),
                    Some((_, events)) => Odds::sure(first(events, |event| match event {
                        Event::FlankMarch { edge, .. } => Some(edge.is_some()),
                        _ => None,
                    })?),
                };
                Some(self.march_panel(*by, *corps, march, &arrives))
            }
        }
    }

    /// 8.4 and 8.5: who runs how far, and whether it is caught. Of several only how many.
    fn chase_panel(
        &self,
        by: Seat,
        action: &Action,
        units: &[Id],
        ran: &Odds<Vec<Ran>>,
    ) -> Forecast {
        let number = |all: &[Ran], end: End| all.iter().filter(|it| it.end == end).count();
        let tell = |all: &Vec<Ran>| match all[..] {
            [Ran { ud, end }] => {
                let far = ud.map_or(String::new(), |ud| format!("{ud} UD, "));
                let end = match end {
                    End::Caught => "caught",
                    End::Away => "gets away",
                    End::LeftTable => "off the table",
                    End::Open => "which way is still to be said",
                };
                let numbers = vec![
                    ("ud", ud.unwrap_or(0).into()),
                    ("caught", number(all, End::Caught) as i64),
                    ("left_table", number(all, End::LeftTable) as i64),
                    ("open", number(all, End::Open) as i64),
                ];
                (format!("{far}{end}"), numbers)
            }
            _ => {
                let (caught, open) = (number(all, End::Caught), number(all, End::Open));
                let open_words = if open > 0 { ", the way of others still to be said" } else { "" };
                let says = format!("{caught} of {} caught{open_words}", all.len());
                (says, vec![("caught", caught as i64), ("open", open as i64)])
            }
        };
        let caught = units.iter().enumerate().map(|(at, &id)| {
            let says = format!("{} caught", self.name(id));
            ran.highlight(says, |all| all[at].end == End::Caught)
        });
        let mut merged: Vec<acies_core::Chance> = Vec::new();
        let told = ran.map(|all| tell(all));
        merged.extend(told.outcomes(Clone::clone));
        let sums = units.iter().map(|&id| {
            let named = Subject::new(self.name(id)).says("run, before the die");
            (named, self.evade(id).sum())
        });
        Forecast {
            title: format!("{}: who runs, and who is caught", self.words(by, action)),
            sums: sums.collect(),
            rules: vec!["ADLG-EVA.5", "ADLG-R97", "ADLG-CHG.7", "ADLG-R160"],
            outcomes: merged,
            highlights: caught.collect(),
        }
    }

    /// 8.6, ADLG-R111: all shots that were announced; of several how many hit.
    fn shots_panel(
        &self,
        by: Seat,
        action: &Action,
        shots: &[Aim],
        hits: &[Odds<bool>],
    ) -> Forecast {
        let names = |aim: &Aim| [aim.main, aim.target].map(|id| self.name(id).into_owned());
        let what = "the shots; melees after them are not counted";
        let title = format!("{}: {what}", self.words(by, action));
        if let ([aim], [hit]) = (shots, hits) {
            return shot_panel(title, &aim.shot, &names(aim), aim.cohesion, hit);
        }
        let number = hits.iter().fold(Odds::sure(0_i64), |sum, hit| {
            sum.and(hit).map(|(sum, hit)| sum + i64::from(*hit))
        });
        let each = shots.iter().zip(hits).map(|(aim, hit)| {
            let routed = if aim.cohesion == 1 { "hit, and routed" } else { "hit" };
            hit.highlight(format!("{} {routed}", self.name(aim.target)), |&hit| hit)
        });
        Forecast {
            title,
            sums: shots.iter().flat_map(|aim| shot_sums(&aim.shot, &names(aim))).collect(),
            rules: vec!["ADLG-SHO.1", "ADLG-R107", "ADLG-R108", "ADLG-R109", "ADLG-R111"],
            outcomes: number.outcomes(|&n| (counted(n as usize, "hit"), vec![("hits", n)])),
            highlights: each.collect(),
        }
    }

    /// 8.7, ADLG-R118: all melees of the phase; of several how many rout.
    fn fights_panel(
        &self,
        by: Seat,
        action: &Action,
        melees: &[Pair],
        fates: &[Odds<Fate>],
        camp: Option<&Odds<bool>>,
    ) -> Forecast {
        let title = self.words(by, action);
        let title = format!("{title}: the melees; routs and pursuits after them are not counted");
        let names = |pair: &Pair| pair.ids.map(|id| self.name(id).into_owned());
        let falls = camp.map(|lost| lost.highlight("the camp is lost", |&lost| lost));
        if let ([pair], [fate]) = (melees, fates) {
            let mut panel = melee_panel(title, &pair.melee, &names(pair), fate);
            panel.highlights.extend(falls);
            return panel;
        }
        let routed = melees.iter().zip(fates).fold(Odds::sure([0_i64; 2]), |sum, (pair, fate)| {
            sum.and(&fate.map(|it| it.cohesion.map(|left| i64::from(left == 0)))).map(
                |([enemy, own], gone)| {
                    let ours = usize::from(pair.ids[0].seat() != by);
                    [enemy + gone[1 - ours], own + gone[ours]]
                },
            )
        });
        let mut highlights = Vec::new();
        for (pair, fate) in melees.iter().zip(fates) {
            for (unit, name) in names(pair).iter().enumerate() {
                let gone = |it: &Fate| it.cohesion[unit] == 0;
                highlights.push(fate.highlight(format!("{name} routed"), gone));
            }
        }
        highlights.extend(falls);
        Forecast {
            title,
            sums: melees.iter().flat_map(|pair| melee_sums(&pair.melee, &names(pair))).collect(),
            rules: vec!["ADLG-MEL.1", "ADLG-R120", "ADLG-MEL.T1", "ADLG-R118"],
            outcomes: routed.outcomes(|&[enemy, own]| {
                let says = format!("{enemy} of the enemy routed, {own} of our own");
                (says, vec![("enemy_routed", enemy), ("own_routed", own)])
            }),
            highlights,
        }
    }

    fn march_panel(
        &self,
        by: Seat,
        corps: u8,
        march: &FlankMarch,
        arrives: &Odds<bool>,
    ) -> Forecast {
        Forecast {
            title: format!("the flank march of {} at the next turn", self.corps_of(by, corps)),
            sums: vec![("added to the die, 5 or more".into(), march.sum())],
            rules: vec!["ADLG-R32"],
            outcomes: arrives.outcomes(|&yes| {
                let says = if yes { "arrives" } else { "is still on its way" };
                (says.into(), vec![("arrives", yes.into())])
            }),
            highlights: Vec::new(),
        }
    }
}

/// What came about in this player's turn.
fn of_this_turn(events: &[Event]) -> &[Event] {
    let end = events.iter().position(|event| matches!(event, Event::Counted { .. }));
    &events[..end.unwrap_or(events.len())]
}

fn first<T>(events: &[Event], such: impl Fn(&Event) -> Option<T>) -> Option<T> {
    events.iter().find_map(such)
}

/// What is left of two that have fought.
fn fate(pair: &Pair, events: &[Event]) -> Option<Fate> {
    let fought = first(events, |event| match event {
        Event::Fought { pair: ids, fought, .. } if *ids == pair.ids => Some(*fought),
        _ => None,
    })?;
    let killed = |id: Id| {
        let is = |event: &Event| matches!(event, Event::CommanderRisked { unit, killed: true, .. } if *unit == id);
        of_this_turn(events).iter().any(is)
    };
    let units = &pair.melee.units;
    Some(Fate {
        cohesion: [0, 1].map(|at: usize| fought.losses[at].leaves(units[at].cohesion)),
        commander: [0, 1].map(|at: usize| units[at].commander && !killed(pair.ids[at])),
    })
}

/// What became of units that ran.
fn ran(units: &[Id], after: &Battle, events: &[Event]) -> Vec<Ran> {
    let open = after.stack.iter().any(|frame| matches!(frame, Frame::Run(_)));
    let became = |&id: &Id| {
        let ud = first(events, |event| match event {
            Event::EvadeThrown { unit, evade, face, .. } if *unit == id => {
                Some(evade.distance_ud((*face).into()))
            }
            _ => None,
        });
        let hit = |event: &Event| match event {
            Event::Charged { enemy, .. } => *enemy == id,
            _ => false,
        };
        // ADLG-R174: a pursuer that touches it again has caught it.
        let runs =
            events.iter().position(|it| matches!(it, Event::Evaded { unit, .. } if *unit == id));
        let again = events.iter().skip(runs.unwrap_or(events.len())).any(
            |event| matches!(event, Event::Pursued { contact: Some(enemy), .. } if *enemy == id),
        );
        let end = match () {
            () if events.iter().any(hit) || again => End::Caught,
            () if after.unit(id).place == Place::LeftTable => End::LeftTable,
            () if open => End::Open,
            () => End::Away,
        };
        Ran { ud, end }
    };
    units.iter().map(became).collect()
}

/// What comes later: shots that have been announced, and melees to which a charge leads if nobody runs. They are
/// thrown when the others have decided, with the facts of now.
impl Battle {
    /// A shot that is not the last one: that is thrown at once, with all others.
    pub(crate) fn shot_later(&self, by: Seat, shoot: &Shoot) -> Option<(Forecast, Vec<Worth>)> {
        let action = Action::from(*shoot);
        if self.throws(by, &action).is_some() {
            return None;
        }
        let Shoot { main, supporters, target } = *shoot;
        let (main, target) = (Id::new(by, main), Id::new(by.other(), target));
        let shot = self.shot(main, &group_of(supporters, by), target);
        let names = [main, target].map(|id| self.name(id).into_owned());
        let left = self.unit(target).cohesion;
        let title = format!("{}: when all have aimed", self.words(by, &action));
        let panel = shot_panel(title, &shot, &names, left, &shot_odds(&shot));
        Some((panel, shot_worths(&shot)))
    }

    /// The melees of a charge in which nobody runs, or of a target that stands; `ours` are who is meant.
    pub(crate) fn fights_later(
        &self,
        by: Seat,
        action: &Action,
        ours: UnitSet,
    ) -> Vec<(Forecast, Vec<Worth>)> {
        let Some((after, joined)) = self.before_the_fight(by, action, ours) else {
            return Vec::new();
        };
        let roles = after.roles();
        let melees = after.melees(roles).into_iter();
        let turned = melees.map(|[a, b]| if a.seat() == by { [a, b] } else { [b, a] });
        let stand = if *action == Action::Stand { "" } else { " if they stand" };
        let with = if joined { ", with the commander who can join" } else { "" };
        let fights = turned.filter(|[own, _]| ours.has(own.number())).map(|pair| {
            let names = pair.map(|id| self.name(id).into_owned());
            let melee = after.melee(pair, roles);
            let title = format!("{} against {}{stand}{with}", names[0], names[1]);
            (melee_panel(title, &melee, &names, &fates(&melee)), melee_worths(&melee))
        });
        fights.collect()
    }

    /// The table on which a charge, or a target that stands, comes to fight if all stand; and whether the enemy's
    /// commander has joined in, as he can.
    fn before_the_fight(&self, by: Seat, action: &Action, ours: UnitSet) -> Option<(Battle, bool)> {
        let mut after = self.clone();
        after.perform(by, action, &mut Dice::scripted([]), &mut Log::Off).ok()?;
        after.all_stand()?;
        let joined = by != self.phasing && after.commander_joins(by, ours);
        Some((after, joined))
    }

    /// ADLG-R39: the commander of the chargers joins the one of them that fights one of these units, if he can.
    fn commander_joins(&mut self, by: Seat, ours: UnitSet) -> bool {
        let chargers = ours.ids(by).filter_map(|id| self.roles().opponent(id));
        let chargers: Vec<Id> = chargers.collect();
        chargers.into_iter().any(|charger| {
            let join = Action::from(Attach { unit: charger.number() });
            let may = matches!(self.stack.last(), Some(Frame::Orders(_)))
                && self.check(self.phasing, &join).is_ok();
            let (seat, none) = (self.phasing, &mut Dice::scripted([]));
            may && self.perform(seat, &join, none, &mut Log::Off).is_ok()
        })
    }

    /// All targets of a charge stand, and those of its units that touch nobody stay level with the others; nothing if
    /// dice have to be thrown before they fight.
    pub(crate) fn all_stand(&mut self) -> Option<()> {
        let (phasing, enemy) = (self.phasing, self.phasing.other());
        loop {
            let (by, answer) = match self.stack.last() {
                Some(Frame::Charge(charging)) if charging.waiting.is_empty() => return None,
                Some(Frame::Charge(_)) => (enemy, Action::Stand),
                Some(Frame::GoOn(HowFar { least, .. })) => {
                    (phasing, Action::from(GoOn { distance: *least }))
                }
                _ => return Some(()),
            };
            self.perform(by, &answer, &mut Dice::scripted([]), &mut Log::Off).ok()?;
        }
    }
}

/// What rows are worth.
impl Battle {
    /// Of a single shot or a single melee that is thrown at once.
    pub(crate) fn worths_now(&self, by: Seat, action: &Action) -> Vec<Worth> {
        match self.throws(by, action) {
            Some(Throws::Shots(shots)) if shots.len() == 1 => shot_worths(&shots[0].shot),
            Some(Throws::Fights { melees, .. }) if melees.len() == 1 => {
                melee_worths(&melees[0].melee)
            }
            _ => Vec::new(),
        }
    }
}
