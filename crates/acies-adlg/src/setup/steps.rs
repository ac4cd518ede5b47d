//! S1 to S9 from top to bottom (RULES.md 2): each function is a step, named and ordered as there. A step
//! in which nobody has anything to choose is passed over.

use acies_core::{About, D6, Dice, Each, Log, Rolled, Seat, Shared};
use acies_table::{Length, Pose};
use arrayvec::ArrayVec;

use super::{
    Adjustment, Choices, Chosen, Given, Initiative, Laid, Plan, Prelude, Prepare, Secret, Step,
    Wing, adjustment, dice, scouting, works,
};
use crate::{
    battle::{Battle, Commander, Frame, Id, March, Place},
    command::Level,
    sequence::shown_face,
    terrain::{Choice, Piece, Region},
    words::events::Event,
};

type Events = Log<Event>;

/// S1: initiative and roles.
impl Battle {
    pub(crate) fn prepare(
        &mut self,
        by: Seat,
        prepare: &Prepare,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let Some(Frame::Prepare(step)) = self.stack.last().copied() else { return Ok(()) };
        match (step, prepare) {
            (Step::Begin(given), _) => self.begin(given, dice, log)?,
            (Step::Role(winner), Prepare::Role { attack }) => {
                self.take_role(if *attack { winner } else { winner.other() }, log);
            }
            (_, Prepare::Region { region }) => self.take_region(by, *region, log),
            (_, Prepare::Choose { pieces }) => self.take_pieces(by, pieces, dice, log)?,
            (Step::Piece { piece, .. }, Prepare::Piece { pose }) => {
                let choice = self.chosen(piece).choice;
                log.push(|| Event::PieceLaid { by, choice, pose: *pose });
                self.lay(piece, Laid::Area(*pose));
                self.place_next(dice, log)?;
            }
            (Step::River { piece, side, going }, Prepare::River { at }) => {
                log.push(|| Event::RiverLaid { by, side, at: *at });
                self.lay(piece, Laid::River { side, at: *at, going });
                self.place_next(dice, log)?;
            }
            (Step::Road { piece }, Prepare::Road { from, to }) => {
                log.push(|| Event::RoadLaid { by, from: *from, to: *to });
                self.lay(piece, Laid::Road { from: *from, to: *to });
                self.place_next(dice, log)?;
            }
            (Step::Adjust { piece, adjustment, .. }, Prepare::Leave) => {
                if adjustment != Adjustment::Nothing {
                    let Chosen { choice, laid, .. } = self.chosen(piece);
                    log.push(|| Event::PieceLeft { by, choice, at: laid.place() });
                }
                self.adjust_next(dice, log)?;
            }
            (Step::Adjust { piece, .. }, prepare) => {
                self.adjust_piece(by, piece, prepare, dice, log)?;
            }
            (_, Prepare::Camp { at }) => self.pitch_camp(by, *at, log),
            (_, Prepare::Fortify { at, segments }) => self.fortify(by, at, *segments, log),
            (_, Prepare::EndFortifying) => self.end_fortifying(by),
            (_, Prepare::Plan(plan)) => self.write_plan(by, plan, log),
            (_, Prepare::Deploy { corps, poses }) => self.deploy(by, *corps, poses, log),
            (_, Prepare::Place { unit, pose }) => {
                let unit = Id::new(by, *unit);
                log.push(|| Event::Placed { unit, pose: *pose });
                self.unit_mut(unit).pose = *pose;
            }
            (_, Prepare::Arrange { unit, beside, pose }) => {
                for (unit, pose) in self.arranged(Id::new(by, *unit), *beside, pose) {
                    log.push(|| Event::Placed { unit, pose });
                    self.unit_mut(unit).pose = pose;
                }
            }
            (_, Prepare::EndDeploying) => self.deploy_next(by.other(), log),
            _ => unreachable!("what was checked belongs to its step"),
        }
        Ok(())
    }

    fn prelude_mut(&mut self) -> &mut Prelude {
        self.prelude.as_mut().expect("it is there until the first turn")
    }

    fn chosen(&self, piece: u8) -> Chosen {
        self.prelude.as_ref().expect("it is there until the first turn").pieces[usize::from(piece)]
    }

    fn enter_step(&mut self, step: Step) {
        self.stack.clear();
        self.stack.push(Frame::Prepare(step));
    }

    fn begin(&mut self, given: Given, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        if given == Given::Deployment {
            // ADLG-R33: a random attacker.
            let red =
                dice.test(Seat::Red.throws("ADLG-R33", "on 1 to 3 red attacks"), D6, 1..=3)?;
            let attacker = if red { Seat::Red } else { Seat::Blue };
            let die = shown_face(dice);
            log.push(|| Event::AttackerThrown { attacker, die });
            self.prelude_mut().attacker = attacker;
            self.start(log);
            return Ok(());
        }
        loop {
            let both = self.initiatives();
            let (faces, winner) = dice::initiative_faces(&both, dice)?;
            log.push(|| Event::InitiativeThrown { both, faces, winner });
            if let Some(winner) = winner {
                self.enter_step(Step::Role(winner));
                return Ok(());
            }
        }
    }

    /// ADLG-R14, ADLG-R22.
    fn initiatives(&self) -> Each<Initiative> {
        let host = |seat: Seat| &self.setup.armies[seat];
        let points = Each::of(|seat| scouting(host(seat).troops.iter().map(|it| it.profile.kind)));
        Each::of(|seat| Initiative {
            chief: host(seat).corps.iter().map(|it| it.level).max().unwrap_or(Level::Ordinary),
            ahead: points[seat] - points[seat.other()],
        })
    }
}

/// S2 to S4: region, pieces and their places.
impl Battle {
    fn take_role(&mut self, attacker: Seat, log: &mut Events) {
        log.push(|| Event::RolesTaken { attacker });
        let prelude = self.prelude_mut();
        prelude.attacker = attacker;
        let defender = attacker.other();
        if prelude.terrain_given {
            return self.enter_step(Step::Camp(defender));
        }
        match self.setup.armies[defender].regions[..] {
            [] => self.take_region(defender, Region::Plain, log),
            [only] => self.take_region(defender, only, log),
            _ => self.enter_step(Step::Region),
        }
    }

    fn take_region(&mut self, by: Seat, region: Region, log: &mut Events) {
        self.prelude_mut().region = Some(region);
        log.push(|| Event::RegionChosen { by, region });
        self.enter_step(Step::Choose(by));
    }

    fn take_pieces(
        &mut self,
        by: Seat,
        pieces: &Choices,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        log.push(|| Event::PiecesChosen { by, pieces: pieces.clone() });
        let prelude = self.prelude_mut();
        let defends = by == prelude.defender();
        let compulsory = prelude.region.map_or(&[][..], Region::compulsory);
        let first = pieces.iter().position(|it| defends && compulsory.contains(it));
        for (n, &choice) in pieces.iter().enumerate() {
            let compulsory = Some(n) == first;
            let laid = Laid::Waiting { misfits: 0 };
            let adjusted = !choice.is_area();
            prelude.pieces.push(Chosen { by, choice, compulsory, adjusted, laid });
        }
        if defends {
            self.enter_step(Step::Choose(by.other()));
            return Ok(());
        }
        self.place_next(dice, log)
    }

    fn lay(&mut self, piece: u8, laid: Laid) {
        let field = self.setup.field;
        let prelude = self.prelude_mut();
        prelude.pieces[usize::from(piece)].laid = laid;
        let landscape = prelude.landscape(&field);
        self.landscape = Shared::new(landscape);
    }

    /// ADLG-R26, ADLG-R161: the defender's pieces, the attacker's, and then roads.
    fn place_next(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let waiting = |roads: bool, prelude: &Prelude| {
            let waits = |it: &&Chosen| {
                matches!(it.laid, Laid::Waiting { .. }) && (it.choice == Choice::Road) == roads
            };
            let at = prelude.pieces.iter().position(|it| waits(&it))?;
            Some(at as u8)
        };
        loop {
            let prelude = self.prelude_mut();
            let Some(piece) = waiting(false, prelude).or_else(|| waiting(true, prelude)) else {
                return self.adjust_next(dice, log);
            };
            let step = match self.chosen(piece).choice {
                Choice::River | Choice::Coast => self.throw_for_water(piece, dice, log)?,
                Choice::Road => self.look_for_road(piece, log),
                _ => self.throw_for_sector(piece, dice, log)?,
            };
            if let Some(step) = step {
                self.enter_step(step);
                return Ok(());
            }
        }
    }

    /// ADLG-R26: the sector, and whether the piece fits there; if not, one new die, then it is discarded.
    fn throw_for_sector(
        &mut self,
        piece: u8,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<Option<Step>> {
        let Chosen { by, choice, laid, .. } = self.chosen(piece);
        let die = dice
            .roll(by.throws("ADLG-R26", "the sector of a piece"), D6)
            .about(|_| format!("the sector of the {}", choice.plain()))?;
        let sector = super::sector(die, choice);
        log.push(|| Event::SectorThrown { by, choice, die: die as u8, sector });
        let Some(sector) = sector else { return Ok(None) };
        let field = self.setup.field;
        if self.prelude_mut().usual_places(piece, sector, &field).next().is_some() {
            return Ok(Some(Step::Piece { piece, sector }));
        }
        let discarded = laid != Laid::Waiting { misfits: 0 };
        log.push(|| Event::Misfit { by, choice, discarded });
        self.lay(piece, if discarded { Laid::Gone } else { Laid::Waiting { misfits: 1 } });
        Ok(None)
    }

    /// ADLG-R161, ADLG-R24: the side of the water, and how a river is to cross.
    fn throw_for_water(
        &mut self,
        piece: u8,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<Option<Step>> {
        let Chosen { by, choice, .. } = self.chosen(piece);
        let first = dice.roll(by.throws("ADLG-R161", "for the side of the water"), D6)?;
        let side = super::water_side(first);
        if choice == Choice::Coast {
            let dice = ArrayVec::from_iter([first as u8]);
            log.push(|| Event::WaterThrown { by, side, piece: Piece::Coast, dice });
            self.lay(piece, Laid::Coast { side });
            return Ok(None);
        }
        let second = dice.roll(by.throws("ADLG-R24", "how the river is to cross"), D6)?;
        let going = super::river(second);
        let thrown = ArrayVec::from([first as u8, second as u8]);
        log.push(|| Event::WaterThrown { by, side, piece: going, dice: thrown });
        Ok(Some(Step::River { piece, side, going }))
    }

    fn look_for_road(&mut self, piece: u8, log: &mut Events) -> Option<Step> {
        let (field, by) = (self.setup.field, self.chosen(piece).by);
        if self.prelude_mut().usual_roads(&field).next().is_some() {
            return Some(Step::Road { piece });
        }
        log.push(|| Event::NoRoad { by });
        self.lay(piece, Laid::Gone);
        None
    }
}

/// S5: adjustment.
impl Battle {
    /// ADLG-R27: the attacker throws for each piece of the defender, then the defender for his.
    fn adjust_next(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        loop {
            let prelude = self.prelude_mut();
            let open = |it: &Chosen| !it.adjusted && matches!(it.laid, Laid::Area(_));
            let Some(piece) = prelude.pieces.iter().position(open) else {
                let defender = prelude.defender();
                self.enter_step(Step::Camp(defender));
                return Ok(());
            };
            prelude.pieces[piece].adjusted = true;
            let piece = piece as u8;
            let by = self.chosen(piece).by.other();
            let adjustment = self.throw_for_adjustment(by, piece, dice, log)?;
            if adjustment != Adjustment::Nothing || self.may_reroll(by) {
                self.enter_step(Step::Adjust { by, piece, adjustment });
                return Ok(());
            }
        }
    }

    fn throw_for_adjustment(
        &mut self,
        by: Seat,
        piece: u8,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<Adjustment> {
        let Chosen { choice, compulsory, laid, .. } = self.chosen(piece);
        let die = dice
            .roll(by.throws("ADLG-R27", "to adjust a piece"), D6)
            .about(|_| format!("to adjust the {}", choice.plain()))?;
        let adjustment = adjustment(die, !compulsory && !self.prelude_mut().removed[by]);
        let at = laid.place();
        log.push(|| Event::AdjustmentThrown { by, choice, at, die: die as u8, adjustment });
        Ok(adjustment)
    }

    fn adjust_piece(
        &mut self,
        by: Seat,
        piece: u8,
        prepare: &Prepare,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let field = self.setup.field;
        let Chosen { choice, laid, .. } = self.chosen(piece);
        let from = laid.place();
        let to = match prepare {
            Prepare::Reroll => {
                self.prelude_mut().rerolled[by] = true;
                log.push(|| Event::ThrownAgain { by });
                let adjustment = self.throw_for_adjustment(by, piece, dice, log)?;
                if adjustment != Adjustment::Nothing {
                    self.enter_step(Step::Adjust { by, piece, adjustment });
                    return Ok(());
                }
                return self.adjust_next(dice, log);
            }
            Prepare::Shift { by } => self.prelude_mut().shifted(piece, by.vec(), &field),
            Prepare::Rotate { by } => self.prelude_mut().rotated(piece, *by, &field),
            Prepare::Remove => {
                self.prelude_mut().removed[by] = true;
                self.lay(piece, Laid::Gone);
                log.push(|| Event::PieceAdjusted { by, choice, from, to: None });
                return self.adjust_next(dice, log);
            }
            _ => None,
        };
        if let Some(pose) = to {
            self.lay(piece, Laid::Area(pose));
            log.push(|| Event::PieceAdjusted { by, choice, from, to });
        }
        self.adjust_next(dice, log)
    }
}

/// S6: camps and fortifications, the defender's, then the attacker's.
impl Battle {
    fn pitch_camp(&mut self, by: Seat, at: Length, log: &mut Events) {
        let pose = self.setup.field.camp_at(by, at);
        self.sides[by].camp.pose = pose;
        log.push(|| Event::CampPitched { by, pose });
        let segments = self.prelude_mut().segments[by];
        if segments > 0 { self.enter_step(Step::Fortify(by)) } else { self.end_fortifying(by) }
    }

    fn fortify(&mut self, by: Seat, at: &Pose, segments: u8, log: &mut Events) {
        self.landscape.to_mut().lines.extend(works::row(at, segments));
        log.push(|| Event::Fortified { by, at: *at, segments });
        let left = &mut self.prelude_mut().segments[by];
        *left -= u32::from(segments);
        if *left == 0 {
            self.end_fortifying(by);
        }
    }

    fn end_fortifying(&mut self, by: Seat) {
        let prelude = self.prelude_mut();
        if by == prelude.defender() {
            let attacker = prelude.attacker;
            return self.enter_step(Step::Camp(attacker));
        }
        self.enter_step(Step::Plan);
    }
}

/// S7 and S8: plans and deployment.
impl Battle {
    /// ADLG-R29: when both plans are written, markers go on the table (ADLG-R180).
    fn write_plan(&mut self, by: Seat, plan: &Plan, log: &mut Events) {
        self.sides[by].plan = Secret::Written(plan.clone());
        log.push(|| Event::PlanWritten { by });
        if self.sides[by.other()].plan == Secret::Unwritten {
            return;
        }
        for by in Seat::BOTH {
            log.unseal(by);
            let side = &mut self.sides[by];
            let Some(plan) = side.plan.known() else { continue };
            for (marker, ambush) in side.markers.iter_mut().zip(&plan.ambushes) {
                *marker = Some(ambush.at);
            }
            for at in side.markers.into_iter().flatten() {
                log.push(|| Event::MarkerLaid { by, at });
            }
        }
        let defender = self.prelude_mut().defender();
        self.deploy_next(defender, log);
    }

    /// ADLG-R30: the other player's corps next, unless he has none left to deploy.
    fn deploy_next(&mut self, seat: Seat, log: &mut Events) {
        for seat in [seat, seat.other()] {
            let unseen =
                self.prelude_mut().wings[seat].iter().filter(|wing| wing.is_none()).count();
            if unseen == 1 && self.sides[seat].march == March::No {
                // The last corps deploys, or everybody sees now that it marches.
                log.unseal(seat);
            }
            if self.to_deploy(seat).next().is_some() {
                return self.enter_step(Step::Deploy(seat));
            }
            self.miss_corps(seat, log);
        }
        self.start(log);
    }

    /// ADLG-R32, ADLG-R181: who has deployed all he can shows that a corps is missing.
    fn miss_corps(&mut self, by: Seat, log: &mut Events) {
        let side = &mut self.sides[by];
        let flank = side.plan.known().and_then(|plan| plan.flank);
        if let (Some(flank), March::No) = (flank, side.march) {
            let corps = flank.corps;
            side.march = March::Coming { corps };
            log.push(|| Event::CorpsMissing { by, corps });
        }
    }

    fn deploy(&mut self, by: Seat, corps: u8, poses: &[Pose], log: &mut Events) {
        let units = self.deploying(by, corps);
        for (&unit, pose) in units.iter().zip(poses) {
            let unit = self.unit_mut(unit);
            unit.pose = *pose;
            unit.place = Place::Table;
        }
        let number = usize::from(corps);
        self.sides[by].commanders[number] =
            Commander::With(self.setup.armies[by].corps[number].with);
        let wing = self.planned_wing(by, corps).unwrap_or(Wing::Centre);
        self.prelude_mut().wings[by][number] = Some(wing);
        log.push(|| {
            let units = units.into_iter().collect();
            Event::Deployed { by, corps, wing, units, poses: poses.to_vec() }
        });
        self.enter_step(Step::Arrange { by, corps });
    }

    /// S9: the attacker has the first turn.
    fn start(&mut self, log: &mut Events) {
        let attacker = self.prelude_mut().attacker;
        self.prelude = None;
        self.first = attacker;
        self.set_phasing(attacker);
        log.push(|| Event::SetUp { attacker });
        log.push(|| Event::TurnBegins { by: attacker, turn: 1 });
        self.stack.clear();
        self.stack.push(Frame::Corps);
    }
}
