//! B1: charges are declared, P1's before P2's (LEG-SEQ.13 to .15, LEG-INI.1 to .6; LEG-R35, LEG-R37, LEG-R73, LEG-R76, LEG-R131).

use acies_core::{
    Dice, Forecast, Id, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use super::{
    declare::Charger,
    path::{ChargePath, greatest_roll},
};
use crate::{
    battle::{Action, Battle, LastMove, Marks, Status},
    command::StandingOrder,
    rulings::{BOW_RANGE, JAVELIN_RANGE},
    words::{Event, No, Words},
};

/// LEG-SEQ.13: a side declares; it is lined up first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaring {
    pub seat: Seat,
    #[serde(default)]
    pub open: bool,
}

impl Step<Battle> for Declaring {
    fn deciders(&self, _: &Battle) -> Seats {
        if self.open { self.seat.into() } else { Seats::NONE }
    }

    fn again(&self) -> bool {
        true
    }

    /// LEG-R120: orders are no reason, for whether it is asked is seen by both.
    fn idle(&self, battle: &Battle) -> bool {
        battle.line.is_empty()
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if self.open {
            return Ok(());
        }
        battle.line_up_to_charge(self.seat);
        battle.declare_repeated(self.seat, log);
        battle.lay(Declaring { open: true, ..*self });
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("who charges whom?".into(), &["LEG-SEQ.13", "LEG-R24"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.push(NoMore {}.into());
        self.charges(battle, out);
        out.retain(|action| battle.allows(by, action));
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        self.charges(battle, room);
        for _ in 0..DRAWS.min(room.len()) {
            let action = room.swap_remove(chance.number(room.len()));
            if battle.allows(by, &action) {
                return action;
            }
        }
        NoMore {}.into()
    }

    /// Those who cannot, too: at the nearest enemy.
    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        self.charges(battle, out);
        for (unit, _) in battle.units(by).filter(|(id, _)| !battle.line.contains(id)) {
            let target = battle.nearest_enemy(unit).map(|(target, _)| target);
            out.extend(target.map(|target| Action::from(Declare { unit, target })));
        }
    }
}

impl Declaring {
    /// Everybody at every enemy who is not too far away.
    fn charges(&self, battle: &Battle, out: &mut Vec<Action>) {
        for &unit in battle.line.iter().rev() {
            let kind = battle.unit(unit).kind();
            let most = if kind.is_foot() { JAVELIN_RANGE } else { greatest_roll(kind) };
            let near = battle.enemies(self.seat).map(|(id, _)| id);
            let near = near.filter(|&id| battle.is_within(unit, id, most));
            out.extend(near.map(|target| Action::from(Declare { unit, target })));
        }
    }
}

/// How many charges are tried before nobody charges, when anything may be done.
const DRAWS: usize = 4;

/// A charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declare {
    pub unit: Id,
    pub target: Id,
}

impl Deed<Battle> for Declare {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["charge"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        format!("charge {} {}", battle.key(self.unit), battle.key(self.target))
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(Declare { unit: words.unit()?, target: words.enemy()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(), No> {
        let Declare { unit, target } = *self;
        battle.asked::<Declaring>().ok_or(No::NotNow)?;
        let sides = unit.seat() == by && target.seat() != by;
        if !sides || !battle.known(unit) || !battle.known(target) {
            return Err(No::NotHere);
        }
        if !battle.has(unit) || !battle.has(target) {
            return Err(No::NotHere);
        }
        if !battle.line.contains(&unit) {
            return Err(match battle.never_charges(unit) {
                Some(rule) => No::MayNotCharge { unit, rule },
                None => No::CannotDeclare { unit, why: battle.not_in_line(unit) },
            });
        }
        battle.may_declare(unit, target).map(drop)
    }

    /// Who comes before it in the order has been passed over (LEG-R24).
    fn perform(
        &self,
        (): (),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        while let Some(next) = battle.line.pop() {
            if next == self.unit {
                break;
            }
        }
        battle.declare(self.unit, self.target, "LEG-SEQ.13", log);
        Ok(())
    }

    fn trust(&self, _: &Battle, _: Seat) {}

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let does = format!("charge {}", battle.name(self.target));
        let mut shown = Shown::new("Charge", does).rules(&["LEG-SEQ.13", "LEG-R73"]);
        shown.units = vec![battle.address(self.unit)];
        shown.targets = vec![battle.address(self.target)];
        let path = battle.charge_path(self.unit, self.target);
        shown.ghosts = path.iter().map(|path| battle.ghost(self.unit, path.end)).collect();
        battle.said_of(Some(self.unit), shown)
    }

    fn later(&self, battle: &Battle, _: Seat) -> Vec<Forecast> {
        battle.after_charge(self.unit, self.target)
    }
}

/// What keeps a unit from declaring a charge, whatever its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Away,
    Engaged,
    Crippled,
    Halted,
    Repeats,
    Ceased,
    Busy,
    Charged,
    PassedOver,
}

impl Kept {
    /// The rule that says so, and what it says, as of several.
    pub fn said(self) -> (RuleId, &'static str) {
        match self {
            Kept::Away => ("LEG-R73", "may not charge: they rout, retire, pursue or loot"),
            Kept::Engaged => ("LEG-R73", "are in combat already"),
            Kept::Crippled => ("LEG-R104", "were hit, and do nothing this turn"),
            Kept::Halted => ("LEG-R34", "are halted, and may not charge"),
            Kept::Repeats => ("LEG-R35", "must do what they did before, and they stood"),
            Kept::Ceased => ("LEG-R97", "halted their retirement this turn, and may not charge"),
            Kept::Busy => ("LEG-R73", "rested, formed up or mounted this turn, and may not charge"),
            Kept::Charged => ("LEG-R73", "are charged themselves: they respond"),
            Kept::PassedOver => {
                ("LEG-R24", "were passed over: charges are declared from right to left")
            }
        }
    }
}

/// Nobody else of this side charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoMore {}

impl Deed<Battle> for NoMore {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["no_more"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "no_more".into()
    }

    fn read(_: &str, _: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(NoMore {})
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(), No> {
        battle.asked::<Declaring>().map(drop).ok_or(No::NotNow)
    }

    fn perform(&self, (): (), battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.line.clear();
        battle.take();
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("No more", "no more charges").rules(&["LEG-SEQ.13"])
    }
}

impl Battle {
    /// LEG-R73(a), (b), (h), LEG-INI.1 to .4: who may declare at all, whatever his order is.
    fn line_up_to_charge(&mut self, seat: Seat) {
        self.fall_in(|battle, id, _| {
            id.seat() == seat
                && battle.never_charges(id).is_none()
                && battle.kept_from_charging(id).is_none()
        });
    }

    /// LEG-R73(a), (b), (h): the first thing that keeps a unit from declaring any charge now.
    fn kept_from_charging(&self, unit: Id) -> Option<Kept> {
        const DONE: Marks = Marks::RESTED.union(Marks::FORMING).union(Marks::MOUNTED);
        let it = self.unit(unit);
        let stays = it.has(Marks::REPEATS) && it.last_move == LastMove::Stood;
        let charged = || self.enemies(unit.seat()).any(|(_, enemy)| enemy.aims_at == Some(unit));
        Some(match () {
            () if it.status != Status::Normal => Kept::Away,
            () if it.has(Marks::CRIPPLED) => Kept::Crippled,
            () if it.has(Marks::HELD) || it.halted_until >= self.turn => Kept::Halted,
            () if stays => Kept::Repeats,
            () if it.has(Marks::CEASED) => Kept::Ceased,
            () if it.has(DONE) => Kept::Busy,
            () if self.is_engaged(unit) => Kept::Engaged,
            () if charged() => Kept::Charged,
            () => return None,
        })
    }

    /// Why a unit is not among those who may declare, or no more.
    fn not_in_line(&self, unit: Id) -> Kept {
        self.kept_from_charging(unit).unwrap_or(Kept::PassedOver)
    }

    /// LEG-INI.1 to .4: the rule by which a unit charges nobody as it is.
    fn never_charges(&self, unit: Id) -> Option<RuleId> {
        let it = self.unit(unit);
        let charger = Charger {
            kind: it.kind(),
            formation: it.is.shape.formation,
            shaken: it.is.shaken,
            pursuing: false,
            at_unformed: true,
            at_exposed_side: true,
        };
        charger.forbidden()
    }

    /// LEG-R73, LEG-R35, LEG-R37: whether a unit that may declare may charge this target.
    pub(crate) fn may_declare(&self, unit: Id, target: Id) -> Result<ChargePath, No> {
        let order = self.standing_order(unit);
        let far = !self.is_within(unit, target, BOW_RANGE);
        if order == Some(StandingOrder::Withdraw) || order == Some(StandingOrder::Hold) && far {
            return Err(No::AgainstOrder { unit, order: order.unwrap_or_default() });
        }
        let it = self.unit(unit);
        let bound = it.has(Marks::REPEATS) && matches!(it.last_move, LastMove::Moved { .. });
        if bound && !self.is_within(unit, target, JAVELIN_RANGE) {
            return Err(No::Rooted { unit, rule: "LEG-R35" });
        }
        self.may_charge(unit, target)
    }

    fn declare(&mut self, unit: Id, target: Id, rule: RuleId, log: &mut Log<Event>) {
        self.unit_mut(unit).aims_at = Some(target);
        let kind = self.unit(unit).kind();
        log.push(|| Event::Declared { unit, target, kind, rule });
    }

    /// LEG-R35: who must repeat a charge charges the nearest whom he may.
    fn declare_repeated(&mut self, seat: Seat, log: &mut Log<Event>) {
        for unit in self.line.clone().into_iter().rev() {
            let it = self.unit(unit);
            if !it.has(Marks::REPEATS) || it.last_move != LastMove::Charged {
                continue;
            }
            let may = self.enemies(seat).map(|(id, _)| id);
            let may = may.filter(|&id| self.may_charge(unit, id).is_ok());
            let nearest =
                may.min_by(|&a, &b| self.distance(unit, a).total_cmp(&self.distance(unit, b)));
            if let Some(target) = nearest {
                self.declare(unit, target, "LEG-R35", log);
                self.line.retain(|id| *id != unit);
            }
        }
    }
}
