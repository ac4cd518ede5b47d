//! S1 to S5 from top to bottom (RULES.md 2): each function is a step, named and ordered as there. AV-R110: the dice
//! for sides are left out.

use acies_core::{About, Dice, Each, Log, Rolled, Seat, Seats};

use super::{
    Deployment, NoPreparing, Prelude, Prepare, Stage, Step,
    terrain::{self, SECTORS},
};
use crate::{
    battle::{Battle, Frame, Setup},
    ground::{Ground, Piece},
    profile::Order,
    setup::terrain_dice::Sector,
    units::{Flags, Id, Leader, Place, Post, Side, Unit, UnitSet},
    words::{events::Event, refusals::No},
};

type Events = Log<Event>;

impl Side {
    /// An army that has not deployed yet.
    pub fn away(host: &crate::battle::Host) -> Side {
        let unit = |cp: u8| Unit {
            place: Place::Away,
            ..Unit::new(acies_table::Pose::default(), cp, Order::Halt)
        };
        let leader = Leader { place: Post::Away, rallied: false, moved: false };
        Side {
            units: host.units.iter().map(|it| unit(it.profile.cp)).collect(),
            leaders: host.leaders.iter().map(|_| leader).collect(),
            mourners: UnitSet::NONE,
        }
    }
}

/// S1 to S3: armies and terrain.
impl Battle {
    /// Two armies that still have to set up, and what their files have of it.
    pub fn to_set_up(setup: Setup, plans: Each<Deployment>) -> Battle {
        let sides = Each::of(|seat| Side::away(&setup.armies[seat]));
        let mut battle = Battle::new(setup, Ground::default(), sides);
        battle.prelude = Some(Box::new(Prelude { stages: Each([Stage::Away; 2]), plans }));
        battle.enter_step(Step::Begin);
        battle
    }

    fn enter_step(&mut self, step: Step) {
        self.stack.clear();
        self.stack.push(Frame::Prepare(step));
    }

    fn prelude_mut(&mut self) -> &mut Prelude {
        self.prelude.as_mut().expect("it is there until the first turn")
    }

    pub(crate) fn begin_setup(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.throw_for_sectors(0, dice, log)
    }

    /// AV-R27: from this sector on, until somebody has a piece to place; then S4.
    fn throw_for_sectors(&mut self, from: u8, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        for sector in from..SECTORS {
            let by = terrain::owner(sector);
            let Sector { hill, patch } = Sector::throw(terrain::column(sector), by, dice)
                .about(|ask| format!("{}, the {}", ask.what, super::words::sector_name(sector)))?;
            let (hill, patch) = (hill.map(Piece::from), patch.map(Piece::from));
            log.push(|| Event::Sector { sector, hill, patch });
            let step = match (hill, patch) {
                (Some(piece), then) => Step::Piece { sector, piece, then },
                (None, Some(piece)) => Step::Piece { sector, piece, then: None },
                (None, None) => continue,
            };
            self.enter_step(step);
            return Ok(());
        }
        self.enter_step(Step::Deploy);
        Ok(())
    }
}

/// Who decides, and what he may do.
impl Battle {
    /// Who is still deploying (S4).
    pub(crate) fn deploying(&self) -> Seats {
        let stages = self.prelude.as_ref().map(|prelude| prelude.stages);
        let open = |seat: &Seat| stages.is_some_and(|stages| stages[*seat] != Stage::Ready);
        Seat::BOTH.into_iter().filter(open).fold(Seats::NONE, Seats::with)
    }

    pub(crate) fn judge_preparation(
        &self,
        by: Seat,
        step: Step,
        prepare: &Prepare,
    ) -> Result<(), No> {
        let Some(prelude) = self.prelude.as_deref() else { return Err(No::NotNow) };
        let stage = prelude.stages[by];
        let judged = match (step, prepare) {
            (Step::Piece { sector, piece, .. }, Prepare::Lay { at }) => {
                terrain::check(&self.setup.field, sector, piece, *at)
            }
            (Step::Deploy, Prepare::Deploy(_)) if stage != Stage::Away => {
                Err(NoPreparing::DeployedAlready)
            }
            (Step::Deploy, Prepare::Deploy(army)) => self.check_deployment(by, army),
            (Step::Deploy, _) if stage == Stage::Away => Err(NoPreparing::NotDeployed),
            (Step::Deploy, &Prepare::Place { unit, pose }) => {
                let all = self.sides[by].units.iter().enumerate();
                let others = all.filter(|(n, _)| *n != usize::from(unit));
                let others = others.map(|(n, it)| (n as u8, it.pose.at));
                self.check_stand(Id::new(by, unit), pose, others)
            }
            (Step::Deploy, &Prepare::Arrange { unit, beside, pose }) => {
                let arranged = self.arranged(Id::new(by, unit), beside, &pose);
                let mut after: Vec<_> = self.sides[by].units.iter().map(|it| it.pose.at).collect();
                for (id, pose) in &arranged {
                    after[usize::from(id.number())] = pose.at;
                }
                let mut judged = arranged.iter().map(|&(id, pose)| {
                    let all = (0..).zip(after.iter().copied());
                    self.check_stand(id, pose, all.filter(|(n, _)| *n != id.number()))
                });
                judged.find(Result::is_err).unwrap_or(Ok(()))
            }
            (Step::Deploy, &Prepare::Order { unit, order }) => {
                self.check_first_order(Id::new(by, unit), order)
            }
            (Step::Deploy, &Prepare::Post { leader, post }) => {
                self.check_new_post(by, leader, post)
            }
            (Step::Deploy, &Prepare::Carry { figure, by: carrier }) => {
                self.check_carrier(by, figure, carrier)
            }
            (Step::Deploy, Prepare::EndDeploying) => Ok(()),
            _ => return Err(No::NotNow),
        };
        judged.map_err(No::Preparing)
    }
}

/// S3 to S5: pieces, deployment, and the reveal.
impl Battle {
    pub(crate) fn prepare(
        &mut self,
        by: Seat,
        prepare: &Prepare,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        match prepare {
            Prepare::Lay { at } => self.lay(by, *at, dice, log)?,
            Prepare::Deploy(army) => {
                self.deploy(by, army);
                self.prelude_mut().stages[by] = Stage::Arranging;
                log.push(|| Event::Deployed { by });
            }
            &Prepare::Place { unit, pose } => {
                self.unit_mut(Id::new(by, unit)).pose = pose;
                log.push(|| Event::Arranged { by });
            }
            &Prepare::Arrange { unit, beside, pose } => {
                for (id, pose) in self.arranged(Id::new(by, unit), beside, &pose) {
                    self.unit_mut(id).pose = pose;
                }
                log.push(|| Event::Arranged { by });
            }
            &Prepare::Order { unit, order } => {
                self.unit_mut(Id::new(by, unit)).order = Some(order);
                log.push(|| Event::Arranged { by });
            }
            &Prepare::Post { leader, post } => {
                self.sides[by].leaders[usize::from(leader)].place = post;
                log.push(|| Event::Arranged { by });
            }
            &Prepare::Carry { figure, by: carrier } => {
                let setup = self.setup.to_mut();
                setup.armies[by].figures[usize::from(figure)].by = carrier;
                log.push(|| Event::Arranged { by });
            }
            Prepare::EndDeploying => self.end_deploying(by, dice, log)?,
        }
        Ok(())
    }

    fn lay(
        &mut self,
        by: Seat,
        at: acies_table::Point,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let Some(&Frame::Prepare(Step::Piece { sector, piece, then })) = self.stack.last() else {
            return Ok(());
        };
        self.ground.to_mut().areas.push(terrain::octagon(piece, at));
        log.push(|| Event::Laid { by, piece, at });
        match then {
            Some(piece) => {
                self.enter_step(Step::Piece { sector, piece, then: None });
                Ok(())
            }
            None => self.throw_for_sectors(sector + 1, dice, log),
        }
    }

    /// AV-R28: close-order units deployed in rough ground are not disrupted.
    pub(crate) fn deploy(&mut self, by: Seat, army: &Deployment) {
        let side = &mut self.sides[by];
        for (unit, stand) in side.units.iter_mut().zip(&army.units) {
            unit.pose = stand.pose;
            unit.order = Some(stand.order);
            unit.place = Place::Table;
            unit.flags = Flags::empty();
        }
        for (leader, post) in side.leaders.iter_mut().zip(&army.leaders) {
            leader.place = *post;
        }
    }

    /// S5: where an army stands: those who face alike under one order together.
    fn tell_deployment(&self, by: Seat, log: &mut Events) {
        if matches!(log, Log::Off) {
            return;
        }
        let mut told_of = UnitSet::NONE;
        for id in self.table().standing(by) {
            let unit = self.unit(id);
            let Some(order) = unit.order.filter(|_| !told_of.has(id.number())) else { continue };
            let alike = |other: &Id| {
                let it = self.unit(*other);
                it.order == unit.order && it.pose.facing == unit.pose.facing
            };
            let alike = self.table().standing(by).filter(alike);
            let units: Vec<_> =
                alike.map(|other| (other.number(), self.unit(other).pose.at)).collect();
            told_of = units.iter().fold(told_of, |set, (number, _)| set.with(*number));
            log.push(|| Event::Stand { by, order, facing: unit.pose.facing, units });
        }
        let leaders: Vec<_> = self.sides[by].leaders.iter().map(|it| it.place).collect();
        let figures = self.setup.armies[by].figures.clone();
        if !leaders.is_empty() || !figures.is_empty() {
            log.push(|| Event::Posted { by, leaders, figures });
        }
    }

    /// S5: when both are ready all is revealed, and the first turn begins.
    fn end_deploying(&mut self, by: Seat, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.prelude_mut().stages[by] = Stage::Ready;
        log.push(|| Event::Ready { by });
        if self.deploying() != Seats::NONE {
            return Ok(());
        }
        self.prelude = None;
        Seat::BOTH.into_iter().for_each(|seat| log.unseal(seat));
        log.push(|| Event::Revealed);
        Seat::BOTH.into_iter().for_each(|seat| self.tell_deployment(seat, log));
        self.stack.clear();
        self.begin_turn(dice, log)
    }
}
