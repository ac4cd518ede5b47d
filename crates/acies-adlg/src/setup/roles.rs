//! S1 and S2: initiative, who attacks, and in which region (ADLG-R14, ADLG-R22, ADLG-R23, ADLG-R33).

use acies_core::{
    D6, Dice, Each, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use super::{
    Given, Initiative, Prelude, Prepare, Stage, dice, notation, scouting, works::ToPitchCamp,
};
use crate::{
    action::Action,
    battle::Battle,
    command::Level,
    sequence::shown_face,
    setup::pieces::ToChoose,
    terrain::Region,
    words::{events::Event, notation::Reader, refusals::No},
};

/// S1, not yet begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToBegin(pub Given);

/// S1: this seat has the initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToTakeRole(pub Seat);

/// S2.
pub struct ToTakeRegion;

/// S1: the dice for initiative are thrown.
pub struct Begin;

/// ADLG-R23: who has the initiative attacks or defends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeRole {
    pub attack: bool,
}

/// ADLG-R23.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeRegion {
    pub region: Region,
}

impl Step<Battle> for ToBegin {
    fn deciders(&self, _: &Battle) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("begin?".into(), &["ADLG-R22"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::Begin.into());
    }
}

impl Deed<Battle> for Begin {
    type Plan = Given;
    const VERBS: &'static [&'static str] = &["begin"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "begin".into()
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::alone(words, verb, Begin)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Given, No> {
        battle.staged().map(|ToBegin(given)| given)
    }

    fn perform(
        &self,
        given: Given,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if given == Given::Deployment {
            // ADLG-R33: a random attacker.
            let red =
                dice.test(Seat::Red.throws("ADLG-R33", "on 1 to 3 red attacks"), D6, 1..=3)?;
            let attacker = if red { Seat::Red } else { Seat::Blue };
            let die = shown_face(dice);
            log.push(|| Event::AttackerThrown { attacker, die });
            battle.prelude_mut().attacker = attacker;
            battle.begin_battle(log);
            return Ok(());
        }
        loop {
            let both = battle.initiatives();
            let (faces, winner) = dice::initiative_faces(&both, dice)?;
            log.push(|| Event::InitiativeThrown { both, faces, winner });
            if let Some(winner) = winner {
                battle.lay(Stage::from(ToTakeRole(winner)));
                return Ok(());
            }
        }
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Throw the dice", "throw for the initiative")
    }
}

impl Step<Battle> for ToTakeRole {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("attack or defend?".into(), &["ADLG-R23"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([true, false].map(|attack| Action::from(Prepare::from(TakeRole { attack }))));
    }
}

impl Deed<Battle> for TakeRole {
    /// Who has the initiative.
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["attack", "defend"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        if self.attack { "attack".into() } else { "defend".into() }
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::alone(words, verb, TakeRole { attack: verb == "attack" })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Seat, No> {
        battle.staged().map(|ToTakeRole(winner)| winner)
    }

    fn perform(
        &self,
        winner: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let attacker = if self.attack { winner } else { winner.other() };
        log.push(|| Event::RolesTaken { attacker });
        let prelude = battle.prelude_mut();
        prelude.attacker = attacker;
        let defender = attacker.other();
        if prelude.terrain_given {
            battle.lay(Stage::from(ToPitchCamp(defender)));
            return Ok(());
        }
        match battle.setup.armies[defender].regions[..] {
            [] => battle.take_region(defender, Region::Plain, log),
            [only] => battle.take_region(defender, only, log),
            _ => battle.lay(Stage::Region),
        }
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", if self.attack { "attack" } else { "defend" })
    }
}

impl Step<Battle> for ToTakeRegion {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.prelude.as_deref().map_or(Seats::NONE, |it| it.defender().into())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("in which region do you defend?".into(), &["ADLG-R23"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let regions = battle.setup.armies[by].regions.iter();
        out.extend(regions.map(|&region| Action::from(Prepare::from(TakeRegion { region }))));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(Region::ALL.map(|region| Action::from(Prepare::from(TakeRegion { region }))));
    }
}

impl Deed<Battle> for TakeRegion {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["region"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("region {}", self.region.word())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "region forest` (ADLG-R23)";
        notation::read(words, example, |text| Ok(TakeRegion { region: notation::word(text)? }))
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.check_stage(Stage::Region)?;
        let region = self.region;
        let home = battle.setup.armies[by].regions.contains(&region);
        if home { Ok(by) } else { Err(No::NotYourRegion { region }) }
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.take_region(by, self.region, log);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", format!("fight in {}", self.region.word()))
    }
}

impl Battle {
    /// ADLG-R14, ADLG-R22.
    fn initiatives(&self) -> Each<Initiative> {
        let host = |seat: Seat| &self.setup.armies[seat];
        let points = Each::of(|seat| scouting(host(seat).troops.iter().map(|it| it.profile.kind)));
        Each::of(|seat| Initiative {
            chief: host(seat).corps.iter().map(|it| it.level).max().unwrap_or(Level::Ordinary),
            ahead: points[seat] - points[seat.other()],
        })
    }

    fn take_region(&mut self, by: Seat, region: Region, log: &mut Log<Event>) {
        log.push(|| Event::RegionChosen { by, region });
        self.prelude_mut().region = Some(region);
        self.lay(Stage::from(ToChoose(by)));
    }

    /// What is settled so far: it is there until the first turn.
    pub(crate) fn prelude_mut(&mut self) -> &mut Prelude {
        self.prelude.as_mut().expect("it is there until the first turn")
    }

    /// The stage of the set-up that is being decided, if it is this.
    pub(crate) fn staged<T: TryFrom<Stage>>(&self) -> Result<T, No> {
        let stage: Stage = self.asked().ok_or(No::NotNow)?;
        if self.prelude.is_none() {
            return Err(No::NotNow);
        }
        T::try_from(stage).map_err(|_| No::NotNow)
    }

    pub(crate) fn check_stage(&self, stage: Stage) -> Result<(), No> {
        let here = self.prelude.is_some() && self.asked() == Some(stage);
        if here { Ok(()) } else { Err(No::NotNow) }
    }
}
