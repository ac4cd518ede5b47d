//! M1 and M2: which corps is activated next, and how many command points it has (ADLG-SEQ.2, ADLG-CP.1, ADLG-R34).

use acies_core::{
    About, Dice, Forecast, Log, Misread, Odds, Rolled, RuleId, Seat, Seats, Sum,
    flow::{Deed, Shown, Stacked, Step},
    odds,
    words::counted,
};
use serde::{Deserialize, Serialize};

use super::{Activation, orders::Orders};
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Commander, Flags, Frame, Id, March},
    rulings::{CORPS, UNITS_MAX},
    shooting::phase::Shooters,
    units::Category,
    words::{events::Event, notation::Reader, refusals::No},
};
use arrayvec::ArrayVec;

/// M1: the phasing player says which corps is next; with none left movement is over.
pub struct Corps;

/// This corps is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activate {
    pub corps: u8,
}

impl Step<Battle> for Corps {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.phasing.into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        (0..CORPS as u8).all(|corps| battle.check_corps(corps).is_err())
    }

    /// M4: shooting, when all corps have been activated.
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.end_movement();
        battle.lay(Shooters(battle.phasing));
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which corps is activated next?".into(), &["ADLG-SEQ.2"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let open = (0..CORPS as u8).filter(|&corps| battle.check_corps(corps).is_ok());
        out.extend(open.map(|corps| Action::from(Activate { corps })));
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        room.extend((0..CORPS as u8).map(|corps| Action::from(Activate { corps })));
        battle.draw_legal(by, chance, room)
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend((0..=CORPS as u8).map(|corps| Action::from(Activate { corps })));
    }
}

impl Deed<Battle> for Activate {
    type Plan = Activation;
    const VERBS: &'static [&'static str] = &["activate"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("activate {}", u32::from(self.corps) + 1)
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Activate { corps: words.corps()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Activation, No> {
        if battle.top() != Some(Frame::Corps) {
            return Err(No::NotNow);
        }
        battle.check_corps(self.corps)?;
        Ok(battle.activation(by, self.corps))
    }

    /// Command points, free conforming, and the list of those that would charge by themselves.
    fn perform(
        &self,
        activation: Activation,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, corps) = (battle.phasing, self.corps);
        let face = activation
            .face(by, dice)
            .about(|ask| format!("{} of {}", ask.what, battle.corps_name(by, corps)))?;
        let points = activation.points(face) as u8;
        log.push(|| Event::Activated { by, corps, activation, face: face as u8, points });
        battle.activated |= 1 << corps;
        battle.conform_corps(corps, log);
        let roles = battle.roles();
        let listed = battle.standing(by).filter(|&id| {
            battle.troop(id).corps == corps && battle.uncontrolled_charge(id, roles).is_some()
        });
        let listed: UnitSet = listed.collect();
        battle.lay(Orders { corps, points, listed, commander_moved: false });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let corps = battle.corps_name(by, self.corps);
        let units = battle.standing(by).filter(|&id| battle.troop(id).corps == self.corps);
        let units = units.map(|id| battle.piece(id)).collect();
        let does = format!("activate {corps}");
        Shown { units, ..Shown::new("Activate", does).rules(&["ADLG-CP.1"]) }
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let activation = self.check(battle, by).ok()?;
        let points = odds(|dice| activation.throw(by, dice));
        Some(points_panel(battle.corps_name(by, self.corps), &activation, &points))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let activation = self.check(was, by).ok()?;
        let points = events.iter().find_map(|event| match event {
            Event::Activated { points, .. } => Some(i32::from(*points)),
            _ => None,
        })?;
        Some(points_panel(was.corps_name(by, self.corps), &activation, &Odds::sure(points)))
    }
}

/// 8.1.
fn points_panel(corps: &str, activation: &Activation, points: &Odds<i32>) -> Forecast {
    Forecast {
        title: format!("command points of {corps}"),
        sums: vec![
            ("added to the die before it is halved".into(), Sum::of(activation.added())),
            ("added then".into(), Sum::of(activation.free())),
        ],
        rules: vec!["ADLG-CP.1", "ADLG-CP.T1"],
        outcomes: points.outcomes(|&n| {
            (counted(n.max(0) as usize, "command point"), vec![("points", n.into())])
        }),
        highlights: vec![points.highlight("4 or more", |&n| n >= 4)],
    }
}

impl Battle {
    /// Whether a corps has units on the table (ADLG-R156) or has arrived from a flank march (ADLG-R32).
    pub fn is_corps_there(&self, corps: u8) -> bool {
        let march = self.sides[self.phasing].march;
        let arrived = matches!(march, March::Entering { corps: it, .. } if it == corps);
        arrived || self.standing(self.phasing).any(|id| self.troop(id).corps == corps)
    }

    /// ADLG-SEQ.2: each once.
    pub(crate) fn check_corps(&self, corps: u8) -> Result<(), No> {
        match () {
            () if usize::from(corps) >= CORPS || !self.is_corps_there(corps) => {
                Err(No::NoSuchCorps { corps })
            }
            () if self.activated & 1 << corps != 0 => Err(No::CorpsDone { corps }),
            () => Ok(()),
        }
    }

    /// ADLG-R41: the commander of a corps, as far as he gives command points.
    fn activation(&self, by: Seat, corps: u8) -> Activation {
        let commander = self.sides[by].commanders[usize::from(corps)];
        let lost = matches!(commander, Commander::Lost | Commander::LeftTable);
        let level = self.setup.armies[by].corps[usize::from(corps)].level;
        Activation { commander: (!lost).then_some(level) }
    }

    /// ADLG-R140: war wagons that did not move are Battle-ready.
    fn end_movement(&mut self) {
        let wagons: ArrayVec<Id, UNITS_MAX> =
            self.standing(self.phasing).filter(|&id| self.category(id) == Category::Wwg).collect();
        for id in wagons {
            let still = self.unit(id).moves == 0;
            self.record_mut(id).flags.set(Flags::BATTLE_READY, still);
        }
    }
}
