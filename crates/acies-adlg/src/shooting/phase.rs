//! S: shooting (ADLG-R101, ADLG-R107, ADLG-R111): both players assign their shooters, then all shots are thrown.

use acies_core::{
    About, Dice, Each, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::{number, numbers},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{ALL_UNITS, Aimed, Battle, Id, Place},
    movement::group_of,
    rulings::UNITS_MAX,
    words::{
        events::{Event, Phase},
        notation::Reader,
        refusals::No,
    },
};

/// This seat assigns its shooters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shooters(pub Seat);

/// A combined shot (ADLG-R107).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoot {
    pub main: u8,
    pub supporters: UnitSet,
    pub target: u8,
}

/// No more shots.
pub struct EndShooting;

impl Step<Battle> for Shooters {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        !battle.can_aim(self.0)
    }

    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        self.end(battle, dice, log)
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("who shoots at whom?".into(), &["ADLG-R101", "ADLG-R107"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.list_shots(self.0, out);
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        for main in battle.standing(by).map(Id::number) {
            let targets = battle.standing(by.other()).map(Id::number);
            let supporters = UnitSet::NONE;
            out.extend(targets.map(|target| Action::from(Shoot { main, supporters, target })));
        }
    }
}

impl Shooters {
    /// The other player assigns his, or all shots are thrown.
    fn end(self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if self.0 == battle.phasing {
            battle.lay(Shooters(self.0.other()));
            return Ok(());
        }
        let volleys: Vec<Volley> = battle.aimed.iter().map(Volley::of).collect();
        battle.aimed.clear();
        battle.shoot(&volleys, dice, log)?;
        if battle.is_combat() {
            battle.begin_phase(Phase::Combat, log);
        }
        battle.enter_combat(Each::default(), dice, log)
    }
}

impl Deed<Battle> for Shoot {
    type Plan = Aimed;
    const VERBS: &'static [&'static str] = &["shoot"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let with = if self.supporters.is_empty() {
            String::new()
        } else {
            format!(" with {}", numbers(self.supporters.iter()))
        };
        format!("shoot {} at {}{with}", number(self.main), number(self.target))
    }

    /// `shoot 4 at 12 with 5,6`.
    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let main = words.unit()?;
        words.before("at", "the target")?;
        let target = words.enemy()?;
        let supporters = if words.flag("with")? { words.units()? } else { UnitSet::NONE };
        Ok(Shoot { main, supporters, target })
    }

    /// ADLG-R106, ADLG-R107: all of them may shoot at this target, and nobody shoots twice.
    fn check(&self, battle: &Battle, by: Seat) -> Result<Aimed, No> {
        let Shoot { main, supporters, target } = *self;
        battle.check_known(by, UnitSet::one(main))?;
        battle.check_known(by.other(), UnitSet::one(target))?;
        battle.check_known(by, supporters)?;
        let _: Shooters = battle.asked().ok_or(No::NotNow)?;
        let (main, target) = (Id::new(by, main), Id::new(by.other(), target));
        if battle.aimed.iter().any(|it| it.target == target) {
            return Err(No::TargetTaken { target });
        }
        if supporters.has(main.number()) {
            return Err(No::ShotAlready { unit: main });
        }
        for unit in std::iter::once(main).chain(supporters.ids(by)) {
            if battle.unit(unit).place != Place::Table {
                return Err(No::NotOnTable { unit });
            }
            if battle.is_aimed(unit) {
                return Err(No::ShotAlready { unit });
            }
            if !battle.aims().of(unit).contains(&target) {
                let why = battle.why_no_target(unit, target, battle.roles());
                return Err(No::NotATarget { unit, target, why });
            }
        }
        Ok(Aimed { main, supporters, target })
    }

    fn perform(
        &self,
        aimed: Aimed,
        battle: &mut Battle,
        _: &mut Dice,
        _: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.aimed.push(aimed);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let target = Id::new(by.other(), self.target);
        let with = if self.supporters.is_empty() {
            String::new()
        } else {
            format!(", supported by {}", battle.names(by, self.supporters))
        };
        let line = format!("shoot at {}{with}", battle.name(target));
        let line = battle.who(Id::new(by, self.main)).says(&line);
        Shown {
            units: battle.pieces(by, self.supporters.with(self.main)),
            targets: vec![battle.piece(target)],
            ..Shown::new("Shoot", line).rules(&["ADLG-R107"])
        }
    }

    /// It is thrown when the others have aimed, with the facts of now.
    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        battle.shot_later(by, self).map(|(panel, _)| panel).into_iter().collect()
    }
}

impl Deed<Battle> for EndShooting {
    type Plan = Shooters;
    acies_core::one_word!(Battle: "cease");

    fn check(&self, battle: &Battle, _: Seat) -> Result<Shooters, No> {
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        shooters: Shooters,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.take();
        shooters.end(battle, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("No more shots", "no more shots")
    }
}

/// All that shoot at one target: the main shooter and those who support it (ADLG-R107).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volley {
    pub main: Id,
    pub supporters: ArrayVec<Id, UNITS_MAX>,
    pub target: Id,
}

impl Volley {
    fn of(aimed: &Aimed) -> Volley {
        let Aimed { main, supporters, target } = *aimed;
        Volley { main, supporters: group_of(supporters, main.seat()), target }
    }
}

impl Battle {
    /// Whether a unit has been given a target already.
    pub fn is_aimed(&self, id: Id) -> bool {
        self.aimed.iter().any(|it| {
            it.main == id || (it.main.seat() == id.seat() && it.supporters.has(id.number()))
        })
    }

    /// Whether a seat has a unit that can still be given a target.
    fn can_aim(&self, seat: Seat) -> bool {
        let taken = |target: Id| self.aimed.iter().any(|it| it.target == target);
        let open = |id: Id| self.aims().of(id).iter().any(|&target| !taken(target));
        self.standing(seat).any(|id| !self.is_aimed(id) && open(id))
    }

    /// ADLG-R111: all volleys are worked out on the state at the start of the phase, then applied.
    pub fn shoot(
        &mut self,
        volleys: &[Volley],
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if !volleys.is_empty() {
            self.begin_phase(Phase::Shooting, log);
        }
        let mut hits: ArrayVec<Id, ALL_UNITS> = ArrayVec::new();
        for Volley { main, supporters, target } in volleys {
            let shot = self.shot(*main, supporters, *target);
            let shooting = shot.throw(main.seat(), self.phasing, dice).about(|ask| {
                let [own, other] =
                    if ask.by == main.seat() { [main, target] } else { [target, main] };
                format!("{} of {} against {}", ask.what, self.name(*own), self.name(*other))
            })?;
            log.push(|| {
                let supporters = supporters.iter().copied().collect();
                Event::Shot { main: *main, supporters, target: *target, shot, shooting }
            });
            if shooting.hit {
                hits.push(*target);
            }
        }
        for target in hits {
            self.lose(target, 1, log);
        }
        Ok(())
    }
}
