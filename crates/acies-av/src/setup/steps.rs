//! S1 to S5 from top to bottom (RULES.md 2): each function is a step, named and ordered as there. AV-R110: the dice
//! for sides are left out.

use acies_core::{
    About, Dice, Each, Log, Rolled, RuleId, Seat, Seats,
    flow::{Stacked, Step},
};

use super::{
    Deployment, Prelude, Preparing, Stage,
    terrain::{self, Laying, SECTORS},
    terrain_dice::Sector,
};
use crate::{
    battle::{Action, Battle, Setup},
    ground::{Ground, Piece},
    profile::Order,
    units::{Flags, Id, Leader, Place, Post, Side, Unit, UnitSet},
    words::events::Event,
};

type Events = Log<Event>;

/// Before the first die.
pub struct Beginning;

impl Step<Battle> for Beginning {
    fn deciders(&self, _: &Battle) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("begin?".into(), &["AV-R27", "AV-R110"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Begin);
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

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
        battle.enter_step(Preparing::Begin);
        battle
    }

    pub(super) fn enter_step(&mut self, step: Preparing) {
        self.stack.clear();
        self.lay(step);
    }

    pub(super) fn prelude_mut(&mut self) -> &mut Prelude {
        self.prelude.as_mut().expect("it is there until the first turn")
    }

    pub(crate) fn begin_setup(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.throw_for_sectors(0, dice, log)
    }

    /// AV-R27: from this sector on, until somebody has a piece to place; then S4.
    pub(super) fn throw_for_sectors(
        &mut self,
        from: u8,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        for sector in from..SECTORS {
            let by = terrain::owner(sector);
            let Sector { hill, patch } = Sector::throw(terrain::column(sector), by, dice)
                .about(|ask| format!("{}, the {}", ask.what, super::words::sector_name(sector)))?;
            let (hill, patch) = (hill.map(Piece::from), patch.map(Piece::from));
            log.push(|| Event::Sector { sector, hill, patch });
            let step = match (hill, patch) {
                (Some(piece), then) => Laying { sector, piece, then },
                (None, Some(piece)) => Laying { sector, piece, then: None },
                (None, None) => continue,
            };
            self.enter_step(step.into());
            return Ok(());
        }
        self.enter_step(Preparing::Deploy);
        Ok(())
    }
}

/// S4 and S5: deployment, and the reveal.
impl Battle {
    /// Who is still deploying (S4).
    pub(crate) fn deploying(&self) -> Seats {
        let stages = self.prelude.as_ref().map(|prelude| prelude.stages);
        let open = |seat: &Seat| stages.is_some_and(|stages| stages[*seat] != Stage::Ready);
        Seat::BOTH.into_iter().filter(open).fold(Seats::NONE, Seats::with)
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
    pub(super) fn end_deploying(
        &mut self,
        by: Seat,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
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
