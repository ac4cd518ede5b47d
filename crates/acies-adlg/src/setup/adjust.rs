//! S5: the other player adjusts each piece as his die allows (ADLG-R27, ADLG-R165).

use acies_core::{
    About, D6, Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Angle, Length, Point, Pose};
use serde::{Deserialize, Serialize};

use super::{
    Adjustment, Chosen, Laid, Prepare, Stage, adjustment,
    notation::{self, angle, numbers, point, point_text},
    works::ToPitchCamp,
};
use crate::{
    action::Action,
    battle::Battle,
    command::Level,
    words::{events::Event, notation::Reader, refusals::No},
};

/// What the die allows this seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToAdjust {
    pub by: Seat,
    pub piece: u8,
    pub adjustment: Adjustment,
}

/// The piece stays as it is.
pub struct Leave;

/// A Strategist has the die thrown again.
pub struct Reroll;

/// By so much, east and north, or as far as there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    pub by: Point,
}

/// ADLG-R27: the piece is turned about its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotate {
    pub by: Angle,
}

/// ADLG-R27: the piece is taken away.
pub struct Remove;

impl Step<Battle> for ToAdjust {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let may = match self.adjustment {
            Adjustment::Nothing => "leave",
            Adjustment::Shift => "shift by up to 2 UD",
            Adjustment::ShiftOrRotate => "shift by up to 4 UD or turn",
            Adjustment::Remove => "remove",
        };
        let asks = format!("{may} the {}?", battle.piece_name(self.piece));
        (asks, &["ADLG-R27", "ADLG-R165"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let usual = battle.usual_adjustments(by, self.piece, self.adjustment);
        out.extend(usual.into_iter().map(Action::from));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        let tried = [
            Prepare::Reroll,
            Shift { by: Point::new(2.0, 2.0) }.into(),
            Rotate { by: Angle::QUARTER }.into(),
            Prepare::Remove,
        ];
        out.extend(tried.map(Action::from));
    }
}

impl ToAdjust {
    /// The piece, and where it lies.
    fn piece(&self, battle: &Battle) -> (Chosen, Point) {
        let chosen = battle.chosen(self.piece);
        (chosen, chosen.laid.place())
    }

    /// It lies elsewhere now.
    fn moved(
        self,
        to: Pose,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, (Chosen { choice, .. }, from)) = (self.by, self.piece(battle));
        battle.lay_piece(self.piece, Laid::Area(to));
        log.push(|| Event::PieceAdjusted { by, choice, from, to: Some(to) });
        battle.adjust_next(dice, log)
    }
}

impl Deed<Battle> for Leave {
    type Plan = ToAdjust;
    const VERBS: &'static [&'static str] = &["leave"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "leave".into()
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::alone(words, verb, Leave)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<ToAdjust, No> {
        battle.staged()
    }

    fn perform(
        &self,
        to_adjust: ToAdjust,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if to_adjust.adjustment != Adjustment::Nothing {
            let (by, (Chosen { choice, .. }, at)) = (to_adjust.by, to_adjust.piece(battle));
            log.push(|| Event::PieceLeft { by, choice, at });
        }
        battle.adjust_next(dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", "leave it where it is")
    }
}

impl Deed<Battle> for Reroll {
    type Plan = ToAdjust;
    const VERBS: &'static [&'static str] = &["reroll"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "reroll".into()
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::alone(words, verb, Reroll)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<ToAdjust, No> {
        let to_adjust = battle.staged()?;
        if battle.may_reroll(by) { Ok(to_adjust) } else { Err(No::NoReroll) }
    }

    fn perform(
        &self,
        ToAdjust { by, piece, .. }: ToAdjust,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.prelude_mut().rerolled[by] = true;
        log.push(|| Event::ThrownAgain { by });
        let adjustment = battle.throw_for_adjustment(by, piece, dice, log)?;
        if adjustment != Adjustment::Nothing {
            battle.lay(Stage::from(ToAdjust { by, piece, adjustment }));
            return Ok(());
        }
        battle.adjust_next(dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", "the Strategist has the die thrown again")
    }
}

impl Deed<Battle> for Shift {
    type Plan = (ToAdjust, Pose);
    const VERBS: &'static [&'static str] = &["shift"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("shift {}", point_text(self.by))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::read(words, "shift 0 -2`: UD east and north (ADLG-R27)", |text| {
            let [x, y] = numbers(text)?;
            Ok(Shift { by: point(x, y)? })
        })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(ToAdjust, Pose), No> {
        let to_adjust: ToAdjust = battle.staged()?;
        let length = Length::new(self.by.vec().length());
        let reach = to_adjust.adjustment.reach();
        if length > reach || length == Length::ZERO {
            return Err(No::ShiftTooFar { length, reach });
        }
        let field = &battle.setup.field;
        let to = battle.prelude().shifted(to_adjust.piece, self.by.vec(), field);
        Ok((to_adjust, to.ok_or(No::NoRoomToShift)?))
    }

    fn perform(
        &self,
        (to_adjust, to): (ToAdjust, Pose),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        to_adjust.moved(to, battle, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let (x, y) = (self.by.x.get(), self.by.y.get());
        Shown::new("Decide", format!("shift it by {x} east and {y} north"))
    }
}

impl Deed<Battle> for Rotate {
    type Plan = (ToAdjust, Pose);
    const VERBS: &'static [&'static str] = &["rotate"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("rotate {}", self.by.degrees())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::read(words, "rotate 45`: degrees (ADLG-R27)", |text| {
            let [degrees] = numbers(text)?;
            Ok(Rotate { by: angle(degrees)? })
        })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(ToAdjust, Pose), No> {
        let to_adjust: ToAdjust = battle.staged()?;
        if to_adjust.adjustment != Adjustment::ShiftOrRotate {
            return Err(No::DieForbids);
        }
        let field = &battle.setup.field;
        let to = battle.prelude().rotated(to_adjust.piece, self.by, field);
        Ok((to_adjust, to.ok_or(No::NoRoomToShift)?))
    }

    fn perform(
        &self,
        (to_adjust, to): (ToAdjust, Pose),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        to_adjust.moved(to, battle, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", format!("turn it by {} degrees", self.by.degrees()))
    }
}

impl Deed<Battle> for Remove {
    type Plan = ToAdjust;
    const VERBS: &'static [&'static str] = &["remove"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "remove".into()
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::alone(words, verb, Remove)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<ToAdjust, No> {
        let to_adjust: ToAdjust = battle.staged()?;
        let may = to_adjust.adjustment == Adjustment::Remove;
        if may { Ok(to_adjust) } else { Err(No::DieForbids) }
    }

    fn perform(
        &self,
        to_adjust: ToAdjust,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, (Chosen { choice, .. }, from)) = (to_adjust.by, to_adjust.piece(battle));
        battle.prelude_mut().removed[by] = true;
        battle.lay_piece(to_adjust.piece, Laid::Gone);
        log.push(|| Event::PieceAdjusted { by, choice, from, to: None });
        battle.adjust_next(dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", "remove it")
    }
}

impl Battle {
    /// ADLG-R27: whether a Strategist may still have a die thrown again.
    pub(crate) fn may_reroll(&self, by: Seat) -> bool {
        let strategist = self.setup.armies[by].corps.iter().any(|it| it.level == Level::Strategist);
        strategist && self.prelude.as_ref().is_some_and(|it| !it.rerolled[by])
    }

    /// ADLG-R27: the attacker throws for each piece of the defender, then the defender for his.
    pub(crate) fn adjust_next(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        loop {
            let prelude = self.prelude_mut();
            let open = |it: &Chosen| !it.adjusted && matches!(it.laid, Laid::Area(_));
            let Some(piece) = prelude.pieces.iter().position(open) else {
                let defender = prelude.defender();
                self.lay(Stage::from(ToPitchCamp(defender)));
                return Ok(());
            };
            prelude.pieces[piece].adjusted = true;
            let piece = piece as u8;
            let by = self.chosen(piece).by.other();
            let adjustment = self.throw_for_adjustment(by, piece, dice, log)?;
            if adjustment != Adjustment::Nothing || self.may_reroll(by) {
                self.lay(Stage::from(ToAdjust { by, piece, adjustment }));
                return Ok(());
            }
        }
    }

    fn throw_for_adjustment(
        &mut self,
        by: Seat,
        piece: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
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
}
