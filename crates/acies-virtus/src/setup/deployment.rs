//! S4 to S6: both deploy behind the screen, and reveal (RULES.md 3.6; VIR-R23).

use acies_core::{
    Dice, Each, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    sealed::Sealed,
    words::counted,
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::first_turn::first_turn;
use crate::{
    activation::cards::Deck,
    areas::Area,
    battle::{Action, Battle, Frame},
    units::{LEADERS_MAX, UNITS_MAX},
    words::{
        events::{Event, Events},
        notation::{Reader, pair},
        refusals::{No, Refusal},
    },
};

/// Both deploy, and neither sees how the other does.
pub struct Deployment;

/// VIR-R23: every unit and leader in an own-side area or the own reserve, and who is C-in-C.
///
/// Half a byte a piece: actions are listed by the thousand, and this is the largest of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Places", into = "Places")]
pub struct Placement {
    pieces: [u8; PIECES / 2],
    pub cinc: u8,
}

const PIECES: usize = UNITS_MAX + LEADERS_MAX;

/// A place that no piece takes.
const NOWHERE: u8 = 0xf;

/// A placement as it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    units: ArrayVec<Area, UNITS_MAX>,
    leaders: ArrayVec<Area, LEADERS_MAX>,
    cinc: u8,
}

impl Placement {
    pub fn new(
        units: impl IntoIterator<Item = Area>,
        leaders: impl IntoIterator<Item = Area>,
        cinc: u8,
    ) -> Self {
        let mut placement = Placement { pieces: [NOWHERE << 4 | NOWHERE; PIECES / 2], cinc };
        for (piece, area) in (0..UNITS_MAX).zip(units).chain((UNITS_MAX..PIECES).zip(leaders)) {
            let (byte, shift) = (&mut placement.pieces[piece / 2], 4 * (piece % 2));
            *byte = *byte & !(0xf << shift) | (area.index() as u8) << shift;
        }
        placement
    }

    pub fn units(&self) -> impl Iterator<Item = Area> {
        self.places(0..UNITS_MAX)
    }

    pub fn leaders(&self) -> impl Iterator<Item = Area> {
        self.places(UNITS_MAX..PIECES)
    }

    fn places(&self, pieces: std::ops::Range<usize>) -> impl Iterator<Item = Area> {
        let at = self.pieces;
        pieces
            .map(move |piece| at[piece / 2] >> (4 * (piece % 2)) & 0xf)
            .map_while(|place| Area::try_from(place).ok())
    }
}

impl From<Places> for Placement {
    fn from(Places { units, leaders, cinc }: Places) -> Self {
        Placement::new(units, leaders, cinc)
    }
}

impl From<Placement> for Places {
    fn from(placement: Placement) -> Self {
        let (units, leaders) = (placement.units().collect(), placement.leaders().collect());
        Places { units, leaders, cinc: placement.cinc }
    }
}

impl Step<Battle> for Deployment {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.sealed().missing()
    }

    /// Both answer.
    fn again(&self) -> bool {
        true
    }

    /// S5 to S7: reveal, shuffle, and throw for the first turn.
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        for (by, placement) in battle.sealed().open().iter() {
            log.unseal(by);
            battle.reveal(by, placement);
            let empty = |&area: &Area| battle.units_in(area, by).is_empty();
            let open_areas = Area::row(by, battle.columns()).filter(empty).count() as u8;
            log.push(|| Event::Revealed { by, cinc: placement.cinc, open_areas });
        }
        for by in Seat::BOTH {
            battle.sides[by].deck = Deck::shuffled(battle.setup.real_cards);
            log.push(|| Event::Shuffled { by });
        }
        loop {
            let items = Each::of(|seat| battle.terrain_items(seat));
            let (throws, first) = first_turn(items, dice)?;
            log.push(|| Event::FirstThrown { throws, first });
            if let Some(first) = first {
                (battle.first, battle.active, battle.turn) = (first, first, 1);
                battle.lay(Frame::TurnBegins);
                return Ok(());
            }
        }
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("where do your units stand?".into(), &["VIR-1.6.1", "VIR-1.6.3"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(battle.placements(by).map(Action::Deploy));
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, _: &mut Vec<Action>) -> Action {
        battle.any_placement(by, chance).into()
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.placements_tried(by, out);
    }
}

impl Deed<Battle> for Placement {
    /// Whose it is.
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["deploy"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let mut text = String::from("deploy");
        for area in Area::row(by, battle.columns()).chain([Area::reserve(by)]) {
            let here = |at: Area| at == area;
            let units = (0..).zip(self.units()).filter(|&(_, at)| here(at));
            let leaders = (0..).zip(self.leaders()).filter(|&(_, at)| here(at));
            let keys: Vec<_> = units
                .map(|(unit, _)| battle.unit_key(by, unit))
                .chain(leaders.map(|(leader, _)| battle.leader_key(by, leader)))
                .collect();
            if !keys.is_empty() {
                text += &format!(" {}={}", battle.area_name(area), keys.join(","));
            }
        }
        text + &format!(" cinc={}", battle.leader_key(by, self.cinc))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let Reader { battle, by, words } = reader;
        let (battle, by) = (*battle, *by);
        let army = &battle.setup.armies[by];
        let mut units = vec![None; army.troops.len()];
        let mut leaders = vec![None; army.leaders.len()];
        let mut cinc = battle.sides[by].cinc;
        for word in words.by_ref() {
            let (name, value) = pair(word)?;
            if name == "cinc" {
                cinc = battle.find_leader(by, value)?;
                continue;
            }
            let area = battle.find_area(name)?;
            for key in value.split(',') {
                let place = match army.unit(key) {
                    Some(unit) => &mut units[usize::from(unit)],
                    None => &mut leaders[usize::from(battle.find_piece(by, key)?)],
                };
                if place.replace(area).is_some() {
                    return Err(Misread::new(format!("`{key}` is placed twice (VIR-R23)")));
                }
            }
        }
        let missing = (0..).zip(&units).find(|(_, at)| at.is_none());
        if let Some((unit, _)) = missing {
            let key = battle.unit_key(by, unit);
            return Err(Misread::new(format!("`{key}` is not placed: every unit is (VIR-R23)")));
        }
        if let Some((leader, _)) = (0..).zip(&leaders).find(|(_, at)| at.is_none()) {
            let key = battle.leader_key(by, leader);
            return Err(Misread::new(format!("`{key}` is not placed: every leader is (VIR-R23)")));
        }
        Ok(Placement::new(units.into_iter().flatten(), leaders.into_iter().flatten(), cinc))
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, Refusal> {
        battle.expects(Frame::Deploy).map_err(No::to(by))?;
        battle.may_deploy(by, self).map_err(No::to(by))?;
        Ok(by)
    }

    fn trust(&self, _: &Battle, by: Seat) -> Seat {
        by
    }

    /// It is hidden until the other is in too (VIR-1.6.1).
    fn perform(&self, by: Seat, battle: &mut Battle, _: &mut Dice, log: &mut Events) -> Rolled<()> {
        battle.sides[by].sealed = Sealed::In(*self);
        log.push(|| Event::Sealed { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let areas = || Area::row(by, battle.columns()).chain([Area::reserve(by)]);
        let counts = areas().map(|area| {
            let here = self.units().filter(|&at| at == area).count();
            format!("{} {here}", battle.area_name(area))
        });
        let places = areas().map(|area| self.told_of(battle, by, area));
        // VIR-R23: a player is warned, for the enemy can then win in his first turn (VIR-R11).
        let empty = |&area: &Area| self.units().all(|at| at != area);
        let open = match Area::row(by, battle.columns()).filter(empty).count() {
            0 | 1 => String::new(),
            n => format!("; {n} areas stand open (VIR-R23)"),
        };
        let places = places.collect::<Vec<_>>().join(", ");
        Shown {
            title: Some(counts.collect::<Vec<_>>().join(", ")),
            note: "units in each area".into(),
            rules: vec!["VIR-1.6.1", "VIR-1.6.3"],
            sets: battle.deployment_sets(by, self),
            ..Shown::new("Deploy", format!("deploy {places}{open}"))
        }
    }
}

impl Placement {
    /// Who stands in an area.
    fn told_of(&self, battle: &Battle, by: Seat, area: Area) -> String {
        let units = self.units().filter(|&at| at == area).count();
        let leaders = (0..).zip(self.leaders()).filter(|&(_, at)| at == area);
        let names = leaders.map(|(leader, _)| battle.leader_name(by, leader));
        let with: String = names.flat_map(|name| [" and ", name]).collect();
        format!("{} in {}{with}", counted(units, "unit"), battle.area_name(area))
    }
}

impl Battle {
    /// VIR-1.6.1: what each side has placed behind the screen.
    pub fn sealed(&self) -> Each<Sealed<Placement>> {
        Each::of(|seat| self.sides[seat].sealed)
    }

    /// VIR-R23, VIR-1.6.3: whether a placement is complete and on the own side.
    pub fn may_deploy(&self, seat: Seat, placement: &Placement) -> Result<(), No> {
        if self.sides[seat].sealed.is_made() {
            return Err(No::AlreadyDeployed);
        }
        may_stand(self, seat, placement)
    }

    /// Where everything of a side stands, now that it is known.
    pub fn reveal(&mut self, seat: Seat, placement: &Placement) {
        for (unit, area) in (0..).zip(placement.units()) {
            self.sides[seat].units.put(unit, area);
        }
        for (leader, area) in self.sides[seat].leaders.iter_mut().zip(placement.leaders()) {
            leader.area = area;
        }
        self.sides[seat].cinc = placement.cinc;
        self.sides[seat].sealed = Sealed::Nothing;
    }
}

/// VIR-R23: every unit and leader on the own side, leaders apart (VIR-8.10), one C-in-C (VIR-8.8).
pub fn may_stand(battle: &Battle, seat: Seat, placement: &Placement) -> Result<(), No> {
    let army = &battle.setup.armies[seat];
    let (units, leaders) = (placement.units().count(), placement.leaders().count());
    if (units, leaders) != (army.troops.len(), army.leaders.len()) {
        return Err(No::NotAllPlaced { units, leaders });
    }
    let own = |area: Area| area.side() == seat && battle.has_area(area);
    if let Some((unit, area)) = (0..).zip(placement.units()).find(|&(_, area)| !own(area)) {
        return Err(No::PlacedOutside { unit, area });
    }
    if let Some((leader, area)) = (0..).zip(placement.leaders()).find(|&(_, area)| !own(area)) {
        return Err(No::LeaderPlacedOutside { leader, area });
    }
    let mut taken: Vec<Area> = Vec::new();
    for area in placement.leaders().filter(|area| !area.is_reserve()) {
        if taken.contains(&area) {
            return Err(No::LeadersTogether { area });
        }
        taken.push(area);
    }
    if usize::from(placement.cinc) >= army.leaders.len() {
        return Err(No::NoCinc);
    }
    Ok(())
}
