//! S7: the plan of battle, written in secret (ADLG-R29, ADLG-R31, ADLG-R32), what others see of it and
//! what they may make of that.

use acies_core::{
    Dice, Each, Log, Misread, Rolled, RuleId, Sealed, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Facing, Point, Pose, Rect, Size};
use arrayvec::ArrayVec;
use glam::dvec2;
use serde::{Deserialize, Serialize};

use super::{
    Prepare, Stage, Wing,
    deployment::ToDeploy,
    notation::{self, from_one, length, listed, word},
};
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id, March, Place},
    rulings::CORPS,
    terrain::Going,
    units::Category,
    words::{events::Event, notation::Reader, refusals::No},
};

/// ADLG-R29: what a player writes down before deployment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Where each corps is to deploy, one each.
    pub wings: [Wing; CORPS],
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub ambushes: Ambushes,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flank: Option<Flank>,
}

/// ADLG-R31: up to two markers.
pub type Ambushes = ArrayVec<Ambush, MARKERS>;

/// ADLG-R31: so many markers.
pub const MARKERS: usize = 2;

/// ADLG-R31: a marker, and who hides there; nobody, if it is a fake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ambush {
    pub at: Point,
    pub units: UnitSet,
}

/// ADLG-R31: so many units hide at a marker.
pub const AMBUSHERS: usize = 3;

/// ADLG-R32: a corps that stays off the table, and the short edge on which it is to come: left or right,
/// as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flank {
    pub corps: u8,
    pub edge: Wing,
}

/// The words for a sealed plan in battles that are kept as data.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Sealed<Plan>", rename_all = "snake_case")]
pub(crate) enum PlanWords {
    #[serde(rename = "unwritten")]
    Nothing,
    Hidden,
    #[serde(rename = "written")]
    In(Plan),
}

impl Plan {
    /// Units that hide.
    pub fn ambushers(&self) -> UnitSet {
        self.ambushes.iter().fold(UnitSet::NONE, |all, ambush| all | ambush.units)
    }

    /// Whether a corps marches round a flank.
    pub fn marches(&self, corps: u8) -> bool {
        self.flank.is_some_and(|flank| flank.corps == corps)
    }
}

/// S7: both write their plans at once.
pub struct ToPlan;

impl Step<Battle> for ToPlan {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.sealed_plans().missing()
    }

    fn again(&self) -> bool {
        true
    }

    /// ADLG-R29: when both plans are written, markers go on the table (ADLG-R180).
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        for by in Seat::BOTH {
            log.unseal(by);
            let side = &mut battle.sides[by];
            let Some(plan) = side.plan.known() else { continue };
            for (marker, ambush) in side.markers.iter_mut().zip(&plan.ambushes) {
                *marker = Some(ambush.at);
            }
            for at in side.markers.into_iter().flatten() {
                log.push(|| Event::MarkerLaid { by, at });
            }
        }
        let defender = battle.prelude_mut().defender();
        battle.deploy_next(defender, log);
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("what is your plan of battle?".into(), &["ADLG-R29", "ADLG-R31", "ADLG-R32"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(battle.plans(by).into_iter().map(|plan| Action::from(Prepare::Plan(plan))));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        for edge in Wing::ALL {
            let flank = Some(Flank { corps: 0, edge });
            let plan = Plan { wings: Wing::ALL, ambushes: Ambushes::new(), flank };
            out.push(Prepare::Plan(plan).into());
        }
    }
}

impl Battle {
    /// ADLG-R29: what each side has written in secret.
    pub(crate) fn sealed_plans(&self) -> Each<Sealed<Plan>> {
        Each::of(|seat| self.sides[seat].plan.clone())
    }
}

impl Deed<Battle> for Plan {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["plan"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("plan {}", plan_text(self))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "plan left,centre,right flank=1:left ambush=8:4.5:3,4` (ADLG-R29)";
        notation::read(words, example, read_plan)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        self.ambushes.iter().try_for_each(|it| battle.check_known(by, it.units))?;
        battle.check_stage(Stage::Plan)?;
        battle.check_plan(by, self)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.sides[by].plan = Sealed::In(self.clone());
        log.push(|| Event::PlanWritten { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        Shown::new("Decide", plan_words(battle, by, self))
    }
}

fn plan_words(battle: &Battle, by: Seat, plan: &Plan) -> String {
    let mut parts = Vec::new();
    for (number, wing) in (0..).zip(plan.wings) {
        let corps = battle.corps_called(by, number);
        parts.push(match plan.flank.filter(|flank| flank.corps == number) {
            Some(flank) => format!("{corps} marches round the {}", flank.edge.word()),
            None => format!("{corps} {}", wing.word()),
        });
    }
    for ambush in &plan.ambushes {
        let troops = &battle.setup.armies[by].troops;
        let names = ambush.units.iter().filter_map(|unit| troops.get(usize::from(unit)));
        let names: Vec<_> = names.map(|troop| troop.name.as_str()).collect();
        let (x, y) = (ambush.at.x.get(), ambush.at.y.get());
        let who = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
        parts.push(format!("{who} in ambush at {x}, {y}"));
    }
    format!("plan: {}", parts.join("; "))
}

fn plan_text(plan: &Plan) -> String {
    let wings = plan.wings.map(Wing::word).join(",");
    let flank = plan
        .flank
        .map(|Flank { corps, edge }| format!(" flank={}:{}", u32::from(corps) + 1, edge.word()));
    let ambushes = plan.ambushes.iter().map(|ambush| {
        let units = ambush.units.iter().map(|unit| (u32::from(unit) + 1).to_string());
        let units = units.collect::<Vec<_>>().join(",");
        format!(" ambush={}:{}:{units}", ambush.at.x.get(), ambush.at.y.get())
    });
    [wings].into_iter().chain(flank).chain(ambushes).collect()
}

fn read_plan(text: &str) -> Result<Plan, Misread> {
    let mut words = text.split_whitespace();
    let wings: Vec<Wing> =
        listed(words.next().unwrap_or_default()).map(word).collect::<Result<_, _>>()?;
    let wings = <[Wing; CORPS]>::try_from(wings);
    let wings =
        wings.map_err(|_| Misread::new("a plan names the wings of three corps (ADLG-R29)"))?;
    let mut plan = Plan { wings, ambushes: Ambushes::new(), flank: None };
    for word_of in words {
        match word_of.split_once('=') {
            Some(("flank", flank)) => plan.flank = Some(read_flank(flank)?),
            Some(("ambush", ambush)) => {
                let most = || Misread::new("two ambushes at the most (ADLG-R31)");
                plan.ambushes.try_push(read_ambush(ambush)?).map_err(|_| most())?;
            }
            _ => {
                let hint = "`flank=1:left` or `ambush=8:4.5:3,4`".to_owned();
                let what = format!("`{word_of}` is no part of a plan");
                return Err(Misread { what, hint: Some(hint) });
            }
        }
    }
    Ok(plan)
}

fn read_flank(text: &str) -> Result<Flank, Misread> {
    let missing = || Misread::new(format!("`{text}` names no corps and edge"));
    let (corps, edge) = text.split_once(':').ok_or_else(missing)?;
    Ok(Flank { corps: from_one(corps)?, edge: word(edge)? })
}

fn read_ambush(text: &str) -> Result<Ambush, Misread> {
    let parts: Vec<_> = text.split(':').collect();
    let [x, y, units] = parts[..] else {
        return Err(Misread::new(format!("`{text}` is not the place and the units of an ambush")));
    };
    let units = listed(units).map(from_one).collect::<Result<Vec<u8>, _>>()?;
    if let Some(unit) = units.iter().find(|unit| usize::from(**unit) >= crate::rulings::UNITS_MAX) {
        return Err(Misread::new(format!("there is no unit {}", u32::from(*unit) + 1)));
    }
    let at = Point { x: length(x)?, y: length(y)? };
    Ok(Ambush { at, units: units.into_iter().collect::<UnitSet>() })
}

/// What a plan may be.
impl Battle {
    /// ADLG-R29, ADLG-R31, ADLG-R32: who goes where, and whether the ground lets him.
    pub fn check_plan(&self, by: Seat, plan: &Plan) -> Result<(), No> {
        self.check_missions(by, plan)?;
        if let Some(Flank { edge, .. }) = plan.flank
            && !self.is_edge_passable(by, edge)
        {
            return Err(No::EdgeBarred { edge });
        }
        let places = plan.ambushes.iter().map(|ambush| ambush.at);
        match places.into_iter().find(|&at| !self.hides_marker(by, at)) {
            Some(at) => Err(No::NoHidingPlace { at }),
            None => Ok(()),
        }
    }

    /// ADLG-R29, ADLG-R31, ADLG-R32: one corps for each wing, and fit ones for what is secret.
    pub(crate) fn check_missions(&self, by: Seat, plan: &Plan) -> Result<(), No> {
        if Wing::ALL.iter().any(|wing| !plan.wings.contains(wing)) {
            return Err(No::WingsShared);
        }
        if let Some(Flank { corps, edge }) = plan.flank
            && (usize::from(corps) >= CORPS || edge == Wing::Centre)
        {
            return Err(No::NoFlankMarch { corps });
        }
        let mut hidden = UnitSet::NONE;
        for ambush in &plan.ambushes {
            self.check_ambush(by, plan, ambush, hidden)?;
            hidden = hidden | ambush.units;
        }
        Ok(())
    }

    /// ADLG-R31, ADLG-R180: up to three light or medium units of one corps, without its commander.
    fn check_ambush(
        &self,
        by: Seat,
        plan: &Plan,
        ambush: &Ambush,
        hidden: UnitSet,
    ) -> Result<(), No> {
        let at = ambush.at;
        if ambush.units.iter().count() > AMBUSHERS {
            return Err(No::TooManyAmbushers { at });
        }
        let mut corps = None;
        for number in ambush.units {
            let unit = Id::new(by, number);
            let of = self.troop(unit).corps;
            let fit = self.can_hide(unit) && !hidden.has(number) && !plan.marches(of);
            if !fit || corps.is_some_and(|corps| corps != of) {
                return Err(No::NoAmbusher { unit });
            }
            corps = Some(of);
        }
        Ok(())
    }

    /// ADLG-R31: whether a marker may lie here.
    fn hides_marker(&self, by: Seat, at: Point) -> bool {
        let own_half =
            self.setup.field.as_seen_by(by, at.vec()).y <= self.setup.field.depth() / 2.0;
        let hides = |area: &crate::terrain::landscape::Area| {
            area.piece.hides_ambush() && area.outline.contains(at.vec())
        };
        own_half && self.landscape.areas.iter().any(hides)
    }

    /// ADLG-R31: LI, LMI, MI or LH. ADLG-R180: not the unit that the commander is with.
    fn can_hide(&self, unit: Id) -> bool {
        let corps = usize::from(self.troop(unit).corps);
        let leads = self.setup.armies[unit.seat()].corps[corps].with == unit.number();
        let apt = matches!(
            self.category(unit),
            Category::Li | Category::Lmi | Category::Mi | Category::Lh
        );
        apt && !leads
    }

    /// ADLG-R32, ADLG-R181: whether a corps could come on at a short edge: not out of the sea, which lies
    /// along the whole of it.
    pub fn is_edge_passable(&self, by: Seat, edge: Wing) -> bool {
        let field = &self.setup.field;
        let x = if edge == Wing::Left { 0.0 } else { field.length() };
        let passable = |n: u32| {
            let at = field.on_table(by, dvec2(x, f64::from(n) + 0.5));
            let step = Rect::new(&Pose::nearest(at, Facing::NORTH), Size::new(1.0, 1.0));
            self.landscape.ground(&step).going() < Going::Impassable
        };
        (0..field.entry_depth() as u32).any(passable)
    }
}

/// Plans that make sense.
impl Battle {
    /// The corps as the army's file has them or with the wings swapped; with and without a flank march;
    /// with ambushes, true and false, where the ground hides them.
    pub fn plans(&self, by: Seat) -> Vec<Plan> {
        let wings = self.usual_wings(by);
        let swapped = wings.map(|wing| match wing {
            Wing::Left => Wing::Right,
            Wing::Centre => Wing::Centre,
            Wing::Right => Wing::Left,
        });
        let mut plans = Vec::new();
        for wings in [wings, swapped] {
            for flank in [None, self.usual_flank(by, wings)] {
                if flank.is_none() && plans.last().is_some_and(|last: &Plan| last.wings == wings) {
                    continue;
                }
                let all = self.usual_ambushes(by, wings, flank).into_iter();
                plans.extend(all.map(|ambushes| Plan { wings, ambushes, flank }));
            }
        }
        plans
    }

    fn usual_wings(&self, by: Seat) -> [Wing; CORPS] {
        let corps = &self.setup.armies[by].corps;
        let wings = std::array::from_fn(|n| corps.get(n).map_or(Wing::Centre, |it| it.wing));
        let each_once = Wing::ALL.iter().all(|wing| wings.contains(wing));
        if each_once { wings } else { Wing::ALL }
    }

    /// The wing with more horse goes round on its side.
    fn usual_flank(&self, by: Seat, wings: [Wing; CORPS]) -> Option<Flank> {
        let horse = |corps: u8| {
            let troops = self.setup.armies[by].troops.iter().filter(|it| it.corps == corps);
            troops.filter(|it| it.profile.kind.is_mounted()).count()
        };
        let corps = (0..CORPS as u8).filter(|&it| wings[usize::from(it)] != Wing::Centre);
        let corps = corps.max_by_key(|&it| (horse(it), std::cmp::Reverse(it)))?;
        let edge = wings[usize::from(corps)];
        self.is_edge_passable(by, edge).then_some(Flank { corps, edge })
    }

    /// Nobody, a fake, or each corps before its own wing, alone or with another one or a fake.
    fn usual_ambushes(
        &self,
        by: Seat,
        wings: [Wing; CORPS],
        flank: Option<Flank>,
    ) -> Vec<Ambushes> {
        let places = self.hiding_places(by);
        let marches = |corps: u8| flank.is_some_and(|flank| flank.corps == corps);
        let mut bands: ArrayVec<(Wing, UnitSet), CORPS> = (0..CORPS as u8)
            .filter(|&corps| !marches(corps))
            .map(|corps| (wings[usize::from(corps)], self.usual_ambushers(by, corps)))
            .filter(|(_, units)| !units.is_empty())
            .collect();
        bands.sort_by_key(|(_, units)| std::cmp::Reverse(units.iter().count()));
        let nearest = |wing: Wing, but: Option<Point>| {
            let middle = self.setup.field.zone_of(by, wing, false).centre().x;
            let away = |at: &Point| (at.x.get() - middle).abs();
            let free = places.iter().copied().filter(|&at| Some(at) != but);
            free.min_by(|one, other| away(one).total_cmp(&away(other)))
        };
        let mut all = vec![Ambushes::new()];
        let fake = places.first().map(|&at| Ambush { at, units: UnitSet::NONE });
        all.extend(fake.map(|fake| Ambushes::from_iter([fake])));
        for (band, &(wing, units)) in bands.iter().enumerate() {
            let Some(at) = nearest(wing, None) else { continue };
            let real = Ambush { at, units };
            all.push(Ambushes::from_iter([real]));
            let (wing, units) = bands.get(band + 1).copied().unwrap_or((wing, UnitSet::NONE));
            let other = nearest(wing, Some(at)).map(|at| Ambush { at, units });
            all.extend(other.map(|other| Ambushes::from_iter([real, other])));
        }
        all
    }

    /// The middles of the pieces in the own half that hide ambushes.
    fn hiding_places(&self, by: Seat) -> Vec<Point> {
        let areas = self.landscape.areas.iter().filter(|area| area.piece.hides_ambush());
        let middles = areas.map(|area| Point::nearest(area.outline.centroid()));
        middles.filter(|&at| self.hides_marker(by, at)).collect()
    }

    /// Foot before horse, and as many as may.
    fn usual_ambushers(&self, by: Seat, corps: u8) -> UnitSet {
        let units = (0..self.sides[by].units.len() as u8).map(|unit| Id::new(by, unit));
        let mut fit: ArrayVec<Id, { crate::rulings::UNITS_MAX }> =
            units.filter(|&id| self.troop(id).corps == corps && self.can_hide(id)).collect();
        let rank = |category: Category| match category {
            Category::Lmi => 0,
            Category::Mi => 1,
            Category::Li => 2,
            _ => 3,
        };
        fit.sort_by_key(|&id| rank(self.category(id)));
        fit.into_iter().take(AMBUSHERS).collect()
    }
}

/// What may be behind a plan that one does not know.
impl Battle {
    /// A plan that agrees with all that everybody sees of it.
    pub fn guess_plan(&self, of: Seat, dice: &mut Dice) -> Plan {
        if self.top() == Some(Stage::Plan.into()) {
            let mut plans = self.plans(of);
            return plans.swap_remove(dice.number(plans.len()));
        }
        let wings = self.guess_wings(of, dice);
        let flank = self.guess_flank(of, dice);
        let ambushes = self.guess_ambushes(of, flank, dice);
        Plan { wings, ambushes, flank }
    }

    /// Whether everybody has seen a corps deploy.
    fn has_deployed(&self, of: Seat, corps: u8) -> bool {
        match &self.prelude {
            Some(prelude) => prelude.wings[of][usize::from(corps)].is_some(),
            None => self.sides[of].march.corps() != Some(corps),
        }
    }

    fn guess_wings(&self, of: Seat, dice: &mut Dice) -> [Wing; CORPS] {
        let Some(prelude) = &self.prelude else { return self.usual_wings(of) };
        let seen = prelude.wings[of];
        let mut left: ArrayVec<Wing, CORPS> =
            Wing::ALL.into_iter().filter(|wing| !seen.contains(&Some(*wing))).collect();
        seen.map(|wing| wing.unwrap_or_else(|| left.swap_remove(dice.number(left.len()))))
    }

    fn guess_flank(&self, of: Seat, dice: &mut Dice) -> Option<Flank> {
        let edges: ArrayVec<Wing, 2> = [Wing::Left, Wing::Right]
            .into_iter()
            .filter(|&edge| self.is_edge_passable(of, edge))
            .collect();
        if edges.is_empty() {
            return None;
        }
        let edge = |dice: &mut Dice| edges[dice.number(edges.len())];
        match self.sides[of].march {
            March::Coming { corps } => return Some(Flank { corps, edge: edge(dice) }),
            March::Entering { corps, edge } => return Some(Flank { corps, edge }),
            March::No => {}
        }
        let away: ArrayVec<u8, CORPS> =
            (0..CORPS as u8).filter(|&corps| !self.has_deployed(of, corps)).collect();
        // Who is about to deploy has a corps left that does not march.
        let deploys = self.top() == Some(Stage::from(ToDeploy(of)).into());
        let may = away.len() > usize::from(deploys);
        if self.prelude.is_none() || !may || dice.number(2) == 0 {
            return None;
        }
        let corps = away[dice.number(away.len())];
        Some(Flank { corps, edge: edge(dice) })
    }

    /// Who is missing from a corps that has deployed hides; corps that have not may hide somebody too.
    fn guess_ambushes(&self, of: Seat, flank: Option<Flank>, dice: &mut Dice) -> Ambushes {
        let side = &self.sides[of];
        let missing: ArrayVec<Id, { crate::rulings::UNITS_MAX }> = (0..side.units.len() as u8)
            .map(|unit| Id::new(of, unit))
            .filter(|&id| {
                let marches = side.march.corps() == Some(self.troop(id).corps);
                let away = self.unit(id).place == Place::Away;
                away && !marches && self.has_deployed(of, self.troop(id).corps)
            })
            .collect();
        let ways = self.ways_to_hide(of, &missing);
        let mut hidden = match ways.len() {
            0 => [UnitSet::NONE; MARKERS],
            ways_count => ways[dice.number(ways_count)],
        };
        let undeployed: ArrayVec<u8, CORPS> = (0..CORPS as u8)
            .filter(|&it| !self.has_deployed(of, it))
            .filter(|&it| flank.is_none_or(|flank| flank.corps != it))
            .collect();
        for marker in 0..MARKERS {
            let empty = side.markers[marker].is_some() && hidden[marker].is_empty();
            if empty && !undeployed.is_empty() && dice.number(2) == 0 {
                let corps = undeployed[dice.number(undeployed.len())];
                let units = self.usual_ambushers(of, corps);
                if hidden.iter().all(|others| (*others & units).is_empty()) {
                    hidden[marker] = units;
                }
            }
        }
        let ambush =
            |(marker, units): (usize, UnitSet)| side.markers[marker].map(|at| Ambush { at, units });
        // Markers keep their numbers: those before one that is still there are still named.
        let last = (0..MARKERS).rev().find(|&marker| side.markers[marker].is_some());
        let named = last.map_or(0, |last| last + 1);
        let gone = Ambush { at: Point::default(), units: UnitSet::NONE };
        (0..named).map(|marker| ambush((marker, hidden[marker])).unwrap_or(gone)).collect()
    }

    /// ADLG-R31: all ways in which units can hide at the markers that are left: up to three of one corps
    /// at each.
    fn ways_to_hide(&self, of: Seat, missing: &[Id]) -> Vec<[UnitSet; MARKERS]> {
        let there = |marker: usize| self.sides[of].markers[marker].is_some();
        let fits = |marker: usize, units: UnitSet| {
            let mut corps = units.iter().map(|unit| self.troop(Id::new(of, unit)).corps);
            let first = corps.next();
            let one = corps.all(|it| Some(it) == first);
            one && units.iter().count() <= AMBUSHERS && (units.is_empty() || there(marker))
        };
        let most = MARKERS * AMBUSHERS;
        let ways = (0..1_usize << missing.len().min(most)).map(|way| {
            let at = |marker: usize| {
                let here = (0..).zip(missing).filter(|(n, _)| (way >> n & 1) == marker);
                here.map(|(_, &id)| id).collect::<UnitSet>()
            };
            [at(0), at(1)]
        });
        ways.filter(|way| (0..MARKERS).all(|marker| fits(marker, way[marker]))).collect()
    }
}
