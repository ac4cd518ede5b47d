//! S4: a Command at a time, the Defender first (IMP-R12, IMP-R143).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats, UnitSet,
    flow::{Deed, Shown, Stacked, Step},
    scene::{At, Ghost},
};
use acies_table::{Base, Pose};
use serde::{Deserialize, Serialize};

use super::{
    formation::Style,
    notation::{pose_text, poses_text},
    words::{NoSetup, Prepared},
};
use crate::{
    battle::{Battle, Id},
    movement::terrain::Effect,
    profile::Traits,
    rulings::TOLERANCE,
    steps::Action,
    words::{events::Event, notation::Reader, refusals::No},
};

/// Who places a Command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deploying {
    pub seat: Seat,
}

/// A Command stands, and its Units may still go elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arranging {
    pub seat: Seat,
    pub command: u8,
}

impl Step<Battle> for Deploying {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which Command do you place, and where?".into(), &["IMP-R12"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        for command in battle.to_deploy(by) {
            let all = battle.usual_places(by, command).map(|poses| Deploy { command, poses });
            out.extend(all.filter(|it| Deed::check(it, battle, by).is_ok()).map(Action::from));
        }
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let commands = 0..=battle.sides[self.seat].commands.len() as u8;
        out.extend(commands.map(|command| Deploy { command, poses: Vec::new() }.into()));
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, _: &mut Vec<Action>) -> Action {
        let commands: Vec<u8> = battle.to_deploy(by).collect();
        let command = commands[chance.number(commands.len())];
        let styles = Style::all();
        let first = chance.number(styles.len());
        let turn = styles.iter().cycle().skip(first).take(styles.len());
        let drawn = turn.filter_map(|style| battle.drawn_up(by, command, *style));
        let mut all = drawn.chain(std::iter::once_with(|| battle.anywhere(by, command)).flatten());
        let good = all.find_map(|poses| {
            let deploy = Deploy { command, poses };
            Deed::check(&deploy, battle, by).is_ok().then_some(deploy)
        });
        good.expect("room was left for it").into()
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.to_deploy(self.seat).next().is_some()
    }
}

impl Step<Battle> for Arranging {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = battle.command_name(self.seat, self.command);
        (format!("does {name} stand as you want it?"), &["IMP-R12", "IMP-R143"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndDeploying);
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some_and(|it| it.deployed[self.seat].has(self.command))
    }
}

impl Battle {
    /// The Commands that a side has still to place.
    pub(crate) fn to_deploy(&self, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        let placed = self.prelude.map(|it| it.deployed[seat]);
        let commands = 0..self.sides[seat].commands.len() as u8;
        commands.filter(move |it| placed.is_some_and(|placed| !placed.has(*it)))
    }

    /// IMP-R12: they take turns; who has more Commands places the rest at the end.
    pub(crate) fn deploy_next(&mut self, last: Seat) {
        let turn = [last.other(), last];
        match turn.into_iter().find(|seat| self.to_deploy(*seat).next().is_some()) {
            Some(seat) => self.lay(Deploying { seat }),
            None => {
                self.prelude = None;
                self.begin_turns();
            }
        }
    }

    /// IMP-R12, IMP-R143: whether a Unit may stand so: in its zone, on ground where it may be. Friends are not looked at.
    fn check_stand(&self, unit: Id, at: Pose) -> Result<(), NoSetup> {
        let mut piece = *self.piece(unit);
        piece.front = at;
        let rect = piece.rect();
        if !self.setup.zone(unit.seat()).grown(1e-6).holds(&rect) {
            return Err(NoSetup::OutsideZone { unit, at });
        }
        let profile = &piece.unit.profile;
        let bars = |effect: Effect| matches!(effect, Effect::Bars | Effect::Destroys);
        let mut barring =
            self.landscape.patches.iter().filter(|it| bars(it.terrain.effect(profile).1));
        match barring.find(|it| rect.is_in(&it.outline, TOLERANCE)) {
            Some(it) => Err(NoSetup::BarredGround { unit, terrain: it.terrain, at }),
            None => Ok(()),
        }
    }

    /// The same, and clear of all who stand already; those who are `placed` stand there instead.
    pub(crate) fn check_place(
        &self,
        unit: Id,
        at: Pose,
        placed: &[(Id, Pose)],
    ) -> Result<(), NoSetup> {
        self.check_stand(unit, at)?;
        let stands = |id: Id, at: Pose| {
            let mut piece = *self.piece(id);
            piece.front = at;
            piece.rect()
        };
        let rect = stands(unit, at);
        let elsewhere = |id: &Id| *id != unit && !placed.iter().any(|(it, _)| it == id);
        let standing =
            self.standing(unit.seat()).filter(elsewhere).map(|id| (id, self.piece(id).front));
        let all = standing.chain(placed.iter().copied().filter(|(id, _)| *id != unit));
        let mut overlapping = all.filter(|(id, at)| stands(*id, *at).overlaps(&rect, TOLERANCE));
        match overlapping.next() {
            Some((other, _)) => Err(NoSetup::Overlaps { unit, other, at }),
            None => Ok(()),
        }
    }

    /// IMP-R143: who places Units so must leave room for the Commands that are still to come.
    fn check_room(&self, seat: Seat, placing: u8, places: &[(Id, Pose)]) -> Result<(), NoSetup> {
        let mut rest = self.to_deploy(seat).filter(|command| *command != placing).peekable();
        if rest.peek().is_none() {
            return Ok(());
        }
        let mut then = self.clone();
        then.stand(places);
        let cramped = rest.find(|command| then.usual_places(seat, *command).next().is_none());
        cramped.map_or(Ok(()), |command| Err(NoSetup::NoRoomLeft { command }))
    }

    fn stand(&mut self, places: &[(Id, Pose)]) {
        for (unit, front) in places {
            let piece = self.piece_mut(*unit);
            (piece.front, piece.gone) = (*front, false);
        }
    }

    /// Where a Unit would stand, drawn.
    pub(crate) fn ghost_of(&self, unit: Id, front: Pose) -> Ghost {
        let mut piece = *self.piece(unit);
        piece.front = front;
        self.ghost_at(unit, &piece.base())
    }

    /// The same for a base.
    pub(crate) fn ghost_at(&self, unit: Id, base: &Base) -> Ghost {
        let pose = base.pose;
        let at = At::Pose {
            x: pose.at.x.get(),
            y: pose.at.y.get(),
            facing: pose.facing.from_north().degrees(),
        };
        Ghost {
            id: format!("{}/{}", unit.seat(), self.key(unit)),
            at,
            way: Vec::new(),
            distance: None,
        }
    }
}

/// A whole Command: the front of each of its Units, in the order of the army.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deploy {
    pub command: u8,
    pub poses: Vec<Pose>,
}

impl Deed<Battle> for Deploy {
    type Plan = Vec<(Id, Pose)>;
    const VERBS: &'static [&'static str] = &["deploy"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        format!("deploy {} {}", battle.command_key(by, self.command), poses_text(&self.poses))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Deploy { command: words.command()?, poses: words.poses()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Self::Plan, No> {
        battle.asked::<Deploying>().ok_or(No::NotNow)?;
        let command = self.command;
        if usize::from(command) >= battle.sides[by].commands.len() {
            return Err(NoSetup::NoCommand { command }.into());
        }
        if !battle.to_deploy(by).any(|it| it == command) {
            return Err(NoSetup::DeployedAlready { command }.into());
        }
        let units = battle.command_units(by, command);
        if units.len() != self.poses.len() {
            let (units, placed) = (units.len() as u8, self.poses.len() as u8);
            return Err(NoSetup::WrongNumber { units, placed }.into());
        }
        let places: Vec<_> = units.ids(by).zip(self.poses.iter().copied()).collect();
        for (n, (unit, at)) in places.iter().enumerate() {
            battle.check_place(*unit, *at, &places[..n])?;
        }
        battle.check_room(by, command, &places)?;
        Ok(places)
    }

    fn perform(
        &self,
        places: Self::Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Some(by) = places.first().map(|(id, _)| id.seat()) else { return Ok(()) };
        let command = self.command;
        battle.stand(&places);
        for (unit, _) in &places {
            // IMP-R12, IMP-R143.
            let piece = battle.piece_mut(*unit);
            piece.unit.shieldwall = piece.unit.profile.has(Traits::SHIELDWALL);
        }
        if let Some(prelude) = &mut battle.prelude {
            prelude.deployed[by] = prelude.deployed[by].with(command);
        }
        log.push(|| Prepared::Deployed { by, command, units: places.len() }.into());
        battle.lay(Arranging { seat: by, command });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let name = battle.command_name(by, self.command);
        let units = battle.command_units(by, self.command).ids(by);
        let seen = |pose: &Pose| battle.setup.pose_across(by, *pose);
        let (mut low, mut front) = (f64::INFINITY, 0.0_f64);
        let mut high = 0.0_f64;
        for pose in self.poses.iter().map(seen) {
            (low, high) = (low.min(pose.at.x.get()), high.max(pose.at.x.get()));
            front = front.max(pose.at.y.get());
        }
        let does = format!(
            "place {name} from {low} to {high} along your edge, its front {front} U from it"
        );
        let mut shown = Shown::new("Place", does).rules(&["IMP-R12", "IMP-R143"]);
        shown.ghosts =
            units.zip(&self.poses).map(|(unit, pose)| battle.ghost_of(unit, *pose)).collect();
        shown
    }
}

/// A Unit of the Command stands elsewhere, and those beside it keep their places beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub unit: Id,
    #[serde(default)]
    pub beside: UnitSet,
    pub pose: Pose,
}

impl Place {
    fn places(&self, battle: &Battle) -> Vec<(Id, Pose)> {
        let from = battle.piece(self.unit).front;
        let others = self.beside.without(self.unit.number()).ids(self.unit.seat());
        let carried = others.map(|id| (id, battle.piece(id).front.carried(&from, &self.pose)));
        std::iter::once((self.unit, self.pose)).chain(carried).collect()
    }
}

impl Deed<Battle> for Place {
    type Plan = Vec<(Id, Pose)>;
    const VERBS: &'static [&'static str] = &["place"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let unit = battle.key(self.unit);
        let beside = self.beside.first().map(|_| battle.keys(by, self.beside));
        let with = beside.map_or_else(String::new, |keys| format!(" with {keys}"));
        format!("place {unit}{with} at {}", pose_text(&self.pose))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = words.unit()?;
        let beside = if words.flag("with") { words.units()? } else { UnitSet::NONE };
        words.flag("at");
        Ok(Place { unit, beside, pose: words.pose()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Self::Plan, No> {
        let Arranging { command, .. } = battle.asked().ok_or(No::NotNow)?;
        let units = battle.command_units(by, command);
        let all = self.beside.with(self.unit.number());
        let strange = (all - units).first().map(|it| Id::new(by, it));
        if let Some(unit) = strange.or_else(|| (self.unit.seat() != by).then_some(self.unit)) {
            return Err(NoSetup::NotOfCommand { unit }.into());
        }
        let places = self.places(battle);
        places.iter().try_for_each(|(unit, at)| battle.check_place(*unit, *at, &places))?;
        battle.check_room(by, command, &places)?;
        Ok(places)
    }

    fn perform(
        &self,
        places: Self::Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.stand(&places);
        for (unit, at) in places {
            log.push(|| Prepared::Placed { unit, at }.into());
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let at = self.pose.at;
        let mut shown = Shown::new("Place", format!("go to {} {}", at.x, at.y)).rules(&["IMP-R12"]);
        shown.who = Some(battle.name(self.unit).to_owned());
        shown.ghosts =
            self.places(battle).into_iter().map(|(unit, at)| battle.ghost_of(unit, at)).collect();
        shown
    }
}

/// The Command stands as it is.
pub struct EndDeploying;

impl Deed<Battle> for EndDeploying {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["deployed"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "deployed".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndDeploying)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.asked::<Arranging>().map(|_| by).ok_or(No::NotNow)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.take();
        log.push(|| Prepared::Ready { by }.into());
        battle.deploy_next(by);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Ready", "the Command stands as you want it").rules(&["IMP-R12"])
    }
}

#[cfg(test)]
mod tests {
    use acies_core::Game;

    use super::*;
    use crate::{
        battle::tests::id,
        files::army::read,
        setup::tests::{act, refused, to_set_up},
        steps::Frame,
    };

    const RED: Seat = Seat::Red;
    const BLUE: Seat = Seat::Blue;

    /// Red defends, and the baggage is to be placed. A built-up area lies in Red's zone, 70 to 86 U along it.
    fn encamping() -> Battle {
        let mut battle = to_set_up();
        act(&mut battle, RED, "begin", &[1, 1, 6, 6]);
        act(&mut battle, RED, "seek bua", &[5]);
        for text in ["lay bua small 78 10 0", "lay marsh small 120 14 0", "enough"] {
            act(&mut battle, RED, text, &[]);
        }
        act(&mut battle, BLUE, "leave", &[]);
        act(&mut battle, BLUE, "turn no", &[]);
        battle
    }

    #[test]
    fn baggage_stands_at_the_long_edge() {
        let mut battle = encamping();
        assert_eq!(battle.asked_seats(), RED.into(), "IMP-R143: the Defender's first");
        // It is 8 by 8 U: its middle is 24 U from a short edge at least.
        assert_eq!(refused(&mut battle, RED, "encamp 23.999"), ["IMP-R12"]);
        assert_eq!(
            refused(&mut battle, RED, "encamp 78"),
            ["IMP-R12", "IMP-R143"],
            "the built-up area is there"
        );
        act(&mut battle, RED, "encamp 24", &[]);
        act(&mut battle, BLUE, "encamp 156", &[]);
        let centre = |seat| battle.rect(battle.baggage(seat)).centre();
        assert_eq!((centre(RED).x, centre(RED).y), (24.0, 4.0), "IMP-R12");
        assert_eq!((centre(BLUE).x, centre(BLUE).y), (156.0, 116.0), "IMP-R12");
    }

    #[test]
    fn a_command_is_placed_whole_in_its_zone() {
        let mut battle = encamping();
        act(&mut battle, RED, "encamp 24", &[]);
        act(&mut battle, BLUE, "encamp 156", &[]);
        let key = battle.command_key(RED, 1);
        // RO6 RO6 RO6, RO3, RO4, RO7 RO7.
        let place = |poses: &str| format!("deploy {key} {poses}");
        let line =
            |first: &str| format!("{first}, 30 22 0, 38 22 0, 30 14 0, 30 29 0, 46 22 0, 54 22 0");
        assert_eq!(
            refused(&mut battle, RED, &place("22 22 0")),
            ["IMP-R12"],
            "seven Units, one place"
        );
        for (first, rule, why) in [
            ("22 30.01 0", "IMP-R12", "30 U from the long edge"),
            ("13.9 22 0", "IMP-R12", "10 U from the short edge"),
            ("22 2.9 0", "IMP-R12", "3 U deep, so it hangs over the edge"),
            ("30.5 22 0", "IMP-R143", "it overlaps a friend"),
            ("78 14 0", "IMP-R143", "nobody starts in a built-up area"),
        ] {
            assert_eq!(refused(&mut battle, RED, &place(&line(first))), [rule], "{why}");
        }
        // A marsh may be stood in.
        act(&mut battle, RED, &place(&line("120 14 0")), &[]);
        let allies = id(&battle, RED, "rom_allies_1");
        assert!(!battle.unit(allies).disordered, "IMP-R12: Units start in order");
        // IMP-R143: rearranged, singly or together.
        act(&mut battle, RED, "place rom_allies_1 at 22 22 0", &[]);
        act(&mut battle, RED, "place rom_allies_2 with rom_allies_3 at 30 24 0", &[]);
        let at = |key| battle.piece(id(&battle, RED, key)).front;
        assert_eq!(at("rom_allies_3").at, acies_table::Point::new(38.0, 24.0), "IMP-R143");
        assert_eq!(
            refused(&mut battle, RED, "place rom_hastati_1 at 100 22 0"),
            ["IMP-R12", "IMP-R143"]
        );
        act(&mut battle, RED, "deployed", &[]);
        assert_eq!(battle.asked_seats(), BLUE.into(), "IMP-R12: the other player's turn");
    }

    #[test]
    fn chariots_and_wagons_keep_out_of_marshes() {
        let seleucid = read("", include_str!("../../data/armies/seleucid.toml")).unwrap();
        let battle = Battle::to_set_up(&acies_core::Each([seleucid.clone(), seleucid]));
        let chariots = id(&battle, RED, "sel_scythed");
        let mut battle = battle;
        let marsh = crate::movement::terrain::Terrain::Marsh;
        let at = Pose::new(90.0, 20.0, acies_table::Facing::NORTH);
        battle
            .landscape
            .to_mut()
            .patches
            .push(marsh.patch(super::super::pieces::Extent::Small, &at));
        let no = battle.check_place(chariots, at, &[]).unwrap_err();
        assert!(matches!(no, NoSetup::BarredGround { .. }), "IMP-R143, IMP-TER.13: {no:?}");
    }

    /// Any two armies, in any styles: everybody finds room, and the battle begins.
    #[test]
    fn every_army_sets_up_at_random() {
        let armies = crate::files::data::ARMIES;
        for seed in 0..30 {
            let roster = |n: usize| read("", armies[n % armies.len()].1).unwrap();
            let seed_at = seed as usize;
            let mut battle =
                Battle::to_set_up(&acies_core::Each([roster(seed_at), roster(3 * seed_at + 1)]));
            let (mut chance, mut dice) = (Dice::seeded(seed), Dice::seeded(seed + 1000));
            let mut steps = 0;
            while let Some(by) = battle.prelude.and(battle.asked_seats().first()) {
                let action = battle.any(by, &mut chance, &mut Vec::new());
                battle
                    .apply(by, &action, &mut dice, &mut Log::Off)
                    .unwrap_or_else(|_| panic!("seed {seed}: {action:?}"));
                steps += 1;
                assert!(steps < 100, "seed {seed}");
            }
            assert_eq!(battle.top(), Some(Frame::Nominate), "seed {seed}");
            for seat in Seat::BOTH {
                let all: Vec<Id> = battle.standing(seat).collect();
                assert_eq!(all.len(), battle.sides[seat].pieces.len(), "IMP-R12: everybody stands");
                for (n, one) in all.iter().enumerate() {
                    let clear =
                        |other: &&Id| battle.rect(**other).overlaps(&battle.rect(*one), TOLERANCE);
                    assert!(!all[..n].iter().any(|other| clear(&other)), "IMP-R143: seed {seed}");
                }
            }
        }
    }
}
