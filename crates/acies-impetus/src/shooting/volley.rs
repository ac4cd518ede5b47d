//! Shots as they are made (RULES.md 2, U2 d; 3.9; IMP-R29, IMP-R48, IMP-R51, IMP-R67, IMP-R84, IMP-R117): who shoots at
//! whom, the answer, and what both do.

use acies_core::{
    Dice, Forecast, Log, Misread, Odds, Rolled, RuleId, Seat, Seats, Sum,
    flow::{Deed, Shown, Stacked, Step},
    odds,
};
use serde::{Deserialize, Serialize};

use super::{Shot, panic::Panic};
use crate::{
    battle::{Battle, Id},
    cohesion::Tested,
    command::{
        activation::Activation,
        discipline::{Failure, Purpose},
    },
    movement::{
        charge::Answer,
        going::{Going, Volley},
        reacting::Reply,
    },
    profile::Kind,
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// A Unit of the active Unit or Group shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoot {
    pub unit: Id,
    pub target: Id,
    /// IMP-R29: a phase follows; after a phase it is a charge.
    pub moves: bool,
}

impl Deed<Battle> for Shoot {
    type Plan = Going;
    const VERBS: &'static [&'static str] = &["shoot"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        let moves = if self.moves { " moving" } else { "" };
        format!("shoot {} {}{moves}", battle.key(self.unit), battle.key(self.target))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Shoot { unit: words.unit()?, target: words.enemy()?, moves: words.flag("moving") })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Going, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        if self.unit.seat() != by || !going.able(battle).has(self.unit.number()) {
            return Err(No::Nobody);
        }
        if !battle.is_there(self.target) || self.target.seat() == by {
            return Err(No::Gone { unit: self.target });
        }
        let barred = |rule| No::Barred { unit: self.unit, rule };
        going.may_shoot().map_err(barred)?;
        if going.duty.is_some() && battle.can_do_duty(&going) {
            return Err(No::Duty { unit: self.unit, rule: "IMP-R98" });
        }
        let declared = if self.moves { Volley::Moves } else { Volley::Last };
        if going.volley != Volley::NotYet && going.volley != declared {
            return Err(barred("IMP-R117"));
        }
        let phases = u8::from(self.moves);
        if self.moves {
            going.may_move(battle, true).map_err(barred)?;
            if battle.unit(self.unit).profile.kind == Kind::Art {
                return Err(barred("IMP-R92"));
            }
        }
        if battle.unit(self.unit).profile.kind == Kind::Art && going.phases > 0 {
            return Err(barred("IMP-R92"));
        }
        battle.shot(self.unit, self.target, false, phases).map_err(|rule| No::NoShot {
            unit: self.unit,
            target: self.target,
            rule,
        })?;
        if !battle.targets(self.unit, phases).contains(&self.target) {
            return Err(No::NoShot { unit: self.unit, target: self.target, rule: "IMP-SHL.7" });
        }
        Ok(going)
    }

    fn perform(
        &self,
        going: Going,
        battle: &mut Battle,
        _: &mut Dice,
        _: &mut Log<Event>,
    ) -> Rolled<()> {
        if let Some(on) = battle.going_mut() {
            on.volley = if self.moves { Volley::Moves } else { Volley::Last };
            on.shot_after = going.phases;
        }
        let declared = u8::from(self.moves);
        battle.lay(ShotAt { declared, ..ShotAt::new(self.unit, self.target) });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let moves = if self.moves { ", and move afterwards" } else { "" };
        let does = format!("shoot at {}{moves}", battle.name(self.target));
        let mut shown = Shown {
            who: Some(battle.name(self.unit).to_owned()),
            units: vec![battle.key_of_piece(self.unit)],
            targets: vec![battle.key_of_piece(self.target)],
            ..Shown::new("Shoot", does)
        };
        if let Ok(shot) = battle.shot(self.unit, self.target, false, u8::from(self.moves)) {
            shown.note = format!("{} dice at {} range", shot.pool(), shot.band.name());
        }
        let _ = by;
        shown.throws = true;
        shown.rules(&["IMP-SHL.13", "IMP-R29"])
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        Deed::check(self, battle, by).ok()?;
        let asked =
            ShotAt { declared: u8::from(self.moves), ..ShotAt::new(self.unit, self.target) };
        // What the target's owner may answer changes the throw: then it is forecast once he has.
        asked.is_alone(battle).then(|| battle.shot_forecast(&asked, None))?
    }

    fn hindsight(&self, was: &Battle, _: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let asked =
            ShotAt { declared: u8::from(self.moves), ..ShotAt::new(self.unit, self.target) };
        was.shot_forecast(&asked, Some(Event::shot_result(events, self.target)))
    }
}

/// A shot that is declared; its target's owner may answer before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShotAt {
    pub shooter: Id,
    pub target: Id,
    /// IMP-R29: phases that are declared to follow.
    pub declared: u8,
    /// The answer has been given, or there is none.
    pub answered: bool,
    /// IMP-SHM.9, IMP-R51: the target evades.
    pub evades: bool,
    /// IMP-R51: it has tried to, and stands.
    pub stays: bool,
    /// IMP-R48: it shoots back.
    pub returns: bool,
}

impl ShotAt {
    pub fn new(shooter: Id, target: Id) -> Self {
        ShotAt {
            shooter,
            target,
            declared: 0,
            answered: false,
            evades: false,
            stays: false,
            returns: false,
        }
    }

    /// Whether nobody has an answer.
    fn is_alone(&self, battle: &Battle) -> bool {
        self.answered || battle.evades_shot(self).is_err() && battle.returns_shot(self).is_err()
    }
}

impl Step<Battle> for ShotAt {
    fn deciders(&self, _: &Battle) -> Seats {
        if self.answered { Seats::NONE } else { self.target.seat().into() }
    }

    fn idle(&self, battle: &Battle) -> bool {
        self.is_alone(battle)
    }

    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        battle.exchange(self, dice, log)
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let [shooter, target] = [self.shooter, self.target].map(|it| battle.name(it));
        (format!("{shooter} shoot at {target}: what do they do?"), &["IMP-R48", "IMP-R51"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let all = [Reply::Evade, Reply::Shoot, Reply::Stand];
        out.extend(
            all.into_iter().filter(|it| Deed::check(it, battle, by).is_ok()).map(Action::from),
        );
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([Reply::Evade, Reply::Shoot, Reply::Stand].map(Action::from));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.shooter) && battle.has(self.target)
    }
}

/// What a shot and the answer to it do: the damage, and the test for it.
pub type Hit = (u8, Option<Tested>);

/// IMP-R48, IMP-R67: the damage of a shot, and the test.
pub fn hit(shot: &Shot, by: Seat, dice: &mut Dice) -> Rolled<Hit> {
    dice.settle(|dice| {
        let damage = shot.throw(by, dice)?;
        Ok((damage, shot.test(damage).throw(by.other(), dice)?))
    })
}

impl Battle {
    /// Whether there is such a piece.
    pub fn has(&self, id: Id) -> bool {
        usize::from(id.number()) < self.sides[id.seat()].pieces.len()
    }

    /// Whether an army has all of these.
    pub fn has_all(&self, seat: Seat, units: crate::battle::UnitSet) -> bool {
        units.last().is_none_or(|last| self.has(Id::new(seat, last)))
    }

    /// Whether it is on the table.
    pub fn is_there(&self, id: Id) -> bool {
        self.has(id) && !self.piece(id).gone
    }

    /// Whose Command is active.
    pub fn active(&self) -> Option<Seat> {
        self.stack.iter().find_map(|it| match it {
            Frame::Activation(Activation { seat, .. }) => Some(*seat),
            _ => None,
        })
    }

    /// The shot of a Unit that is declared, with what its target does.
    fn declared_shot(&self, of: &ShotAt) -> Result<Shot, RuleId> {
        let reaction = self.active() != Some(of.shooter.seat());
        let shot = self.shot(of.shooter, of.target, reaction, of.declared)?;
        let shot = Shot { evading: of.evades, ..shot };
        if shot.pool() == 0 { Err("IMP-R81") } else { Ok(shot) }
    }

    /// IMP-R48: whether the target may shoot back.
    pub(crate) fn returns_shot(&self, of: &ShotAt) -> Result<Shot, RuleId> {
        let reaction = self.active() != Some(of.target.seat());
        self.shot(of.target, of.shooter, reaction, 0)
    }

    /// IMP-R51: whether the target may evade, and whether it tests for it.
    pub(crate) fn evades_shot(&self, of: &ShotAt) -> Result<bool, RuleId> {
        if of.stays {
            return Err("IMP-R51");
        }
        self.answer_of(of.target, of.shooter).evade(1)
    }

    /// A Unit that is shot at or charged by an enemy, and what it may answer.
    pub(crate) fn answer_of(&self, id: Id, enemy: Id) -> Answer {
        let piece = self.piece(id);
        Answer {
            unit: piece.unit,
            waiting: piece.waiting,
            active: self.active() == Some(id.seat()),
            frontal: !self.is_behind_front(self.front(enemy), id),
            ahead: self.is_ahead(id, enemy),
        }
    }

    /// The answer to a shot.
    pub(crate) fn answer_shot(
        &mut self,
        of: ShotAt,
        how: Reply,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let mut of = of;
        match how {
            Reply::Evade => {
                if self.evades_shot(&of) == Ok(true) {
                    let units = crate::battle::UnitSet::one(of.target.number());
                    let seat = of.target.seat();
                    if !self.test_discipline(seat, units, Purpose::Evade, 0, dice, log)? {
                        debug_assert_ne!(
                            self.fail(of.target, Purpose::Evade, log),
                            Failure::Nothing
                        );
                        self.lay(ShotAt { stays: true, ..of });
                        return Ok(());
                    }
                }
                of.evades = true;
            }
            Reply::Shoot => of.returns = true,
            Reply::Stand | Reply::Counter => {}
        }
        self.lay(ShotAt { answered: true, ..of });
        Ok(())
    }

    /// IMP-R48: both shots are computed on the state before either, and take effect together. IMP-R51: then the target
    /// that evades moves.
    fn exchange(&mut self, of: &ShotAt, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let ids = [of.shooter, of.target];
        let shoots = self.is_there(of.shooter) || self.piece(of.shooter).square.is_some();
        if !shoots || !self.is_there(of.target) {
            return Ok(());
        }
        let shots = [
            self.declared_shot(of).ok(),
            if of.returns { self.returns_shot(of).ok() } else { None },
        ];
        // IMP-R145: or it could be declared again and again.
        if of.evades && shots[0].is_none() {
            let piece = self.piece_mut(of.shooter);
            (piece.shot, piece.waiting) = (true, false);
            log.push(|| Event::ShotInVain { shooter: of.shooter, target: of.target });
        }
        if of.evades {
            self.lay(Frame::Evade(crate::movement::evading::Evade { unit: of.target }));
        }
        let mut hits: [Option<Hit>; 2] = [None; 2];
        for (n, shot) in shots.iter().enumerate() {
            let Some(shot) = shot else { continue };
            let by = ids[n].seat();
            let damage = shot.throw(by, dice)?;
            let faces = dice.faces().to_vec();
            log.push(|| Event::Shot {
                shooter: ids[n],
                target: ids[1 - n],
                band: shot.band,
                sum: Box::new(shot.dice()),
                reaction: shot.reaction,
                faces,
                damage,
            });
            hits[n] = Some((damage, shot.test(damage).throw(by.other(), dice)?));
        }
        for (n, hit) in hits.into_iter().enumerate() {
            let piece = self.piece_mut(ids[n]);
            piece.shot |= hit.is_some();
            piece.waiting &= hit.is_none();
        }
        let both: [_; 2] = std::array::from_fn(|n| Some((shots[n]?, hits[n]?)));
        for (n, both) in both.into_iter().enumerate() {
            if let Some((shot, (damage, Some(tested)))) = both {
                self.shot_home(&shot, ids[1 - n], damage, tested, log);
            }
        }
        self.settle_commanders(log);
        Ok(())
    }

    /// What a shot does to its target.
    fn shot_home(&mut self, shot: &Shot, id: Id, damage: u8, tested: Tested, log: &mut Log<Event>) {
        self.suffer(id, &shot.test(damage), tested, log);
        if tested.failed && tested.six {
            self.risk_commander(id, tested.losses);
        }
        if tested.routs {
            self.remove(id, "IMP-ROU.1", log);
        } else if tested.failed && self.unit(id).profile.kind == Kind::El {
            self.lay(Panic { unit: id });
        }
    }

    /// The odds of a shot that nobody answers, or what came of it.
    fn shot_forecast(&self, of: &ShotAt, came: Option<(u8, Option<Tested>)>) -> Option<Forecast> {
        let shot = self.declared_shot(of).ok()?;
        let by = of.shooter.seat();
        let odds = match came {
            Some(came) => Odds::sure(came),
            None => odds(|dice| hit(&shot, by, dice)),
        };
        let odds = odds.map(|(_, tested)| tested.unwrap_or_default());
        Some(tested_forecast(
            format!("{} shoot at {}", self.name(of.shooter), self.name(of.target)),
            vec![("dice".into(), shot.dice())],
            &["IMP-SHL.13", "IMP-DAM.1", "IMP-COH.1"],
            &odds,
        ))
    }
}

/// A cohesion test as it may go: losses, Disorder, rout.
pub(crate) fn tested_forecast(
    title: String,
    sums: Vec<(String, Sum)>,
    rules: &[RuleId],
    odds: &Odds<Tested>,
) -> Forecast {
    Forecast {
        title,
        sums,
        rules: rules.to_vec(),
        outcomes: odds.outcomes(|it| {
            let says = match it {
                it if it.routs => "it routs".to_owned(),
                it if it.losses > 0 => format!("it loses {} VBU", it.losses),
                _ => "it loses nothing".to_owned(),
            };
            let says = if it.failed && it.six { format!("{says} on a 6") } else { says };
            let is = vec![
                ("losses", i64::from(it.losses)),
                ("failed", i64::from(it.failed)),
                ("six", i64::from(it.six)),
                ("routs", i64::from(it.routs)),
            ];
            (says, is)
        }),
        highlights: vec![
            odds.highlight("it loses VBU", |it| it.losses > 0),
            odds.highlight("it routs", |it| it.routs),
        ],
    }
}
