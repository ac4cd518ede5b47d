//! What a position file says of the set-up (RULES.md 2, S1 to S8): plans, ambushes and flank marches, pieces that
//! are chosen and laid, and whether all of it agrees.

use acies_core::{Each, Sealed, Seat};
use acies_table::Point;
use toml::Spanned;

use super::{
    Read, Reader,
    lines::{AmbushLine, File, MarchLine, PlanLine, PreludeLines, SideLines},
};
use crate::{
    battle::{Battle, Frame, Id, March, Place, Setup},
    movement::group_of,
    rulings::CORPS,
    setup::{
        self, Ambush, Chosen, Flank, PIECES_MAX, Plan, Prelude, Wing,
        adjust::ToAdjust,
        deployment::ToArrange,
        pieces::{ToChoose, ToLay, ToLayRiver, ToLayRoad},
        plan::{Ambushes, MARKERS},
        roles::ToBegin,
    },
};

/// ADLG-R29, ADLG-R31, ADLG-R32: what is written in secret.
impl Reader<'_> {
    pub(super) fn plan(&self, setup: &Setup, seat: Seat, side: &SideLines) -> Read<Sealed<Plan>> {
        let Some(plan) = &side.plan else {
            return Ok(if side.plan_hidden { Sealed::Hidden } else { Sealed::Nothing });
        };
        let PlanLine { wings, ambushes, flank } = plan.get_ref();
        let mut plan = Plan { wings: *wings, ambushes: Ambushes::new(), flank: None };
        for AmbushLine { at, units } in ambushes {
            let place = self.point(at, *at.get_ref())?;
            let ambush = Ambush { at: place, units: self.units(setup, seat, units)? };
            if plan.ambushes.try_push(ambush).is_err() {
                let what = format!("more than {MARKERS} markers");
                return Err(self.wrong(at, "ADLG-R31", what));
            }
        }
        if let Some(MarchLine { corps, edge }) = flank {
            let lacks = || self.wrong(corps, "ADLG-R32", "a flank march without its `edge`");
            let edge = self.edge(edge.as_ref().ok_or_else(lacks)?)?;
            plan.flank = Some(Flank { corps: self.corps_number(corps)?, edge });
        }
        Ok(Sealed::In(plan))
    }

    pub(super) fn markers(&self, side: &SideLines) -> Read<[Option<Point>; MARKERS]> {
        let mut markers = [None; MARKERS];
        for (number, at) in side.markers.iter().enumerate() {
            let slot = markers.get_mut(number).ok_or_else(|| {
                self.wrong(at, "ADLG-R31", format!("more than {MARKERS} markers"))
            })?;
            *slot = match at.get_ref()[..] {
                [] => None,
                [x, y] => Some(self.point(at, [x, y])?),
                _ => return Err(self.wrong(at, "ADLG-R31", "a place is two numbers, or none")),
            };
        }
        Ok(markers)
    }

    /// ADLG-R32.
    pub(super) fn edge(&self, edge: &Spanned<Wing>) -> Read<Wing> {
        match *edge.get_ref() {
            Wing::Centre => {
                let hint = "`left` or `right`, as its owner sees the table".to_owned();
                Err(self.wrong(edge, "ADLG-R32", "no flank march comes over the centre").hint(hint))
            }
            edge => Ok(edge),
        }
    }

    /// ADLG-R29, ADLG-R31, ADLG-R32: plans that could have been written, and what the table shows of them.
    pub(super) fn secrets(&self, battle: &Battle, seat: Seat, lines: &SideLines) -> Read<()> {
        let plan = battle.sides[seat].plan.known();
        if let (Some(line), Some(plan)) = (&lines.plan, plan)
            && let Err(no) = battle.check_missions(seat, plan)
        {
            let reason = no.reason(battle);
            return Err(self.wrong(line, reason.rules[0], reason.says));
        }
        self.ambushes_agree(battle, seat, lines)?;
        self.march_agrees(battle, seat, lines)
    }

    /// ADLG-R31: each marker on the table is in the plan, and who hides there is away.
    fn ambushes_agree(&self, battle: &Battle, seat: Seat, lines: &SideLines) -> Read<()> {
        let side = &battle.sides[seat];
        let lying = lines.markers.iter().enumerate().filter(|(_, at)| !at.get_ref().is_empty());
        for (marker, at) in lying {
            if side.plan.known().is_some_and(|plan| marker >= plan.ambushes.len()) {
                let hint = "the plan has its `ambushes` in the same order".to_owned();
                return Err(self.wrong(at, "ADLG-R31", "a marker that is in no plan").hint(hint));
            }
            let hidden = group_of(battle.ambushers(seat, marker), seat);
            if let Some(&id) = hidden.iter().find(|&&id| battle.unit(id).place != Place::Away) {
                let what = format!("`{}` hides there and is on the table", battle.troop(id).key);
                let hint = "take its `at` away, or the marker: `[]`".to_owned();
                return Err(self.wrong(at, "ADLG-R31", what).hint(hint));
            }
        }
        Ok(())
    }

    /// ADLG-R32: a march that is still to come is planned, and nobody of it is on the table.
    fn march_agrees(&self, battle: &Battle, seat: Seat, lines: &SideLines) -> Read<()> {
        let side = &battle.sides[seat];
        let (Some(line), March::Coming { corps }) = (&lines.march, side.march) else {
            return Ok(());
        };
        let wrong = |what: String, hint: &str| {
            Err(self.wrong(&line.corps, "ADLG-R32", what).hint(hint.to_owned()))
        };
        if side.plan.known().is_some_and(|plan| !plan.marches(corps)) {
            let hint = "say so in the plan: `flank = { corps = 1, edge = \"left\" }`";
            return wrong("no plan has this march".into(), hint);
        }
        let units = (0..).zip(&side.units).filter(|(_, unit)| unit.place != Place::Away);
        let mut troops = units.map(|(unit, _)| battle.troop(Id::new(seat, unit)));
        match troops.find(|troop| troop.corps == corps) {
            Some(troop) => {
                let what = format!("`{}` marches and is on the table", troop.key);
                wrong(what, "with an `edge` the march has arrived")
            }
            None => Ok(()),
        }
    }
}

/// S1 to S8.
impl Reader<'_> {
    /// What is settled so far.
    pub(super) fn prelude(&self, lines: &PreludeLines) -> Read<Prelude> {
        let mut prelude = Prelude::new(lines.terrain_given, Each(lines.segments));
        prelude.attacker = lines.attacker;
        prelude.region = lines.region;
        for chosen in &lines.pieces {
            let Chosen { by, choice, .. } = *chosen.get_ref();
            let same = prelude.pieces.iter().filter(|it| it.by == by).count();
            if same == PIECES_MAX / 2 {
                let what = format!("{by} has more than {} pieces", PIECES_MAX / 2);
                return Err(self.wrong(chosen, "ADLG-R25", what));
            }
            if !chosen.get_ref().is_laid_well() {
                let what = format!("no {} is laid so", choice.word().replace('_', " "));
                let hint = "an area has `area`; a river, a coast and a road have their own word";
                return Err(self.wrong(chosen, "ADLG-R26", what).hint(hint.to_owned()));
            }
            prelude.pieces.push(*chosen.get_ref());
        }
        prelude.removed = Each::of(|seat| lines.removed.contains(&seat));
        prelude.rerolled = Each::of(|seat| lines.rerolled.contains(&seat));
        for (seat, words) in [(Seat::Red, &lines.red), (Seat::Blue, &lines.blue)] {
            for (number, word) in words.iter().enumerate() {
                let slot = prelude.wings[seat].get_mut(number);
                let many = || self.wrong(word, "ADLG-R11", format!("more than {CORPS} corps"));
                *slot.ok_or_else(many)? = self.wing(word)?;
            }
        }
        Ok(prelude)
    }

    fn wing(&self, word: &Spanned<String>) -> Read<Option<Wing>> {
        let wings = [Wing::Left, Wing::Centre, Wing::Right];
        match word.get_ref().as_str() {
            "none" => Ok(None),
            text => wings.into_iter().find(|wing| wing.word() == text).map(Some).ok_or_else(|| {
                self.page.unknown(word, "wing", wings.iter().map(|wing| wing.word()))
            }),
        }
    }

    /// S1 to S8: the set-up is under way, and the piece or corps of the step exists.
    pub(super) fn fits_prelude(
        &self,
        battle: &Battle,
        line: &Spanned<Frame>,
        step: setup::Stage,
    ) -> Read<()> {
        let Some(prelude) = &battle.prelude else {
            let hint = "say so in `[prelude]`".to_owned();
            return Err(self.wrong(line, "ADLG-R33", "no set-up is under way").hint(hint));
        };
        let (rule, what, number, all) = match step {
            setup::Stage::Piece(ToLay { piece, .. })
            | setup::Stage::River(ToLayRiver { piece, .. })
            | setup::Stage::Road(ToLayRoad { piece })
            | setup::Stage::Adjust(ToAdjust { piece, .. }) => {
                ("ADLG-R25", "piece", piece, prelude.pieces.len())
            }
            setup::Stage::Arrange(ToArrange { corps, .. }) => ("ADLG-R11", "corps", corps, CORPS),
            setup::Stage::Deploy(_) => return self.fits_deployment(battle, line, prelude),
            setup::Stage::Choose(ToChoose(seat))
                if prelude.pieces.iter().any(|it| it.by == seat) =>
            {
                return Err(self.wrong(line, "ADLG-R25", format!("{seat} has chosen already")));
            }
            _ => return Ok(()),
        };
        if let setup::Stage::Arrange(_) = step {
            self.fits_deployment(battle, line, prelude)?;
        }
        if usize::from(number) < all {
            return match prelude.pieces.get(usize::from(number)) {
                Some(chosen) if !chosen.suits(step) => {
                    let what = format!("this is no step for piece {number}");
                    let hint = "it is of another kind, or already laid, or not yet".to_owned();
                    Err(self.wrong(line, rule, what).hint(hint))
                }
                _ => Ok(()),
            };
        }
        let hint = match all {
            0 => format!("no {what} has been chosen"),
            _ => format!("counted from 0 to {}", all - 1),
        };
        Err(self.wrong(line, rule, format!("there is no {what} {number}")).hint(hint))
    }

    /// S8, ADLG-R29, ADLG-R30: both have their plans, and who is on the table is of a corps that has deployed.
    fn fits_deployment(
        &self,
        battle: &Battle,
        line: &Spanned<Frame>,
        prelude: &Prelude,
    ) -> Read<()> {
        for seat in Seat::BOTH {
            if !battle.sides[seat].plan.is_made() {
                let hint = format!("say so in `plan` of `[{seat}]`");
                return Err(self.wrong(line, "ADLG-R29", format!("{seat} has no plan")).hint(hint));
            }
            let seen = prelude.wings[seat];
            let flank = battle.sides[seat].plan.known().and_then(|plan| plan.flank);
            if let Some(Flank { corps, .. }) =
                flank.filter(|it| seen[usize::from(it.corps)].is_some())
            {
                let what = format!("corps {} of {seat} marches and has deployed", corps + 1);
                return Err(self.wrong(line, "ADLG-R32", what));
            }
            let early = |&id: &Id| seen[usize::from(battle.troop(id).corps)].is_none();
            if let Some(id) = battle.standing(seat).find(early) {
                let what = format!("`{}` is on the table before its corps", battle.troop(id).key);
                let hint =
                    format!("`{seat}` of `[prelude]` has the wings of corps that have deployed");
                return Err(self.wrong(line, "ADLG-R30", what).hint(hint));
            }
        }
        Ok(())
    }

    /// ADLG-R30: every corps that has still to deploy can, where its plan has it or wherever a plan may.
    pub(super) fn finds_room(&self, battle: &Battle, prelude: &Prelude, lines: &File) -> Read<()> {
        if let Some(Frame::Prepare(setup::Stage::Begin(ToBegin(setup::Given::Deployment)))) =
            battle.stack.last()
        {
            return Ok(());
        }
        for (seat, side) in [(Seat::Red, &lines.red), (Seat::Blue, &lines.blue)] {
            let plan = battle.sides[seat].plan.known();
            let waits = |corps: &u8| {
                let marches = plan.is_some_and(|plan| plan.marches(*corps));
                prelude.wings[seat][usize::from(*corps)].is_none() && !marches
            };
            for corps in (0..CORPS as u8).filter(waits) {
                let planned = battle.planned_wing(seat, corps);
                let mut wings =
                    Wing::ALL.into_iter().filter(|&it| planned.is_none_or(|wing| it == wing));
                if let Some(wing) = wings.find(|&wing| !battle.has_room_on(seat, corps, wing)) {
                    let what = format!("corps {} finds no room on the {}", corps + 1, wing.word());
                    return Err(self.wrong(side, "ADLG-R30", what));
                }
            }
        }
        Ok(())
    }
}
