//! What a client draws of a battle: the board in centimetres (VIR-1.5), units, leaders, cards, and the
//! pieces that actions move.

use acies_core::{
    Each, GroundCard, RuleId, Seat, Viewer,
    flow::Stacked,
    scene::{
        self, At, Bar, Ghost, Glyph, Lies, Marker, Phase, Pips, Scene, Shape, Terrain, TerrainKind,
        Turn,
    },
    sealed::Sealed,
    words::{capital, counted},
};

use crate::{
    activation::{
        cards::{Card, Gives, Hand},
        points::Pool,
    },
    areas::{Area, Ground, River, boundary},
    battle::{Battle, Frame, Terrain as Laid},
    setup::deployment::Placement,
    units::{Arm, Flags, Grade, LeaderCard, Profile, Specials, Troop, UnitSet, Weight},
    words::{
        plans,
        telling::{count, pool_words},
    },
};

/// A unit's base in centimetres: two stands of 3 cm side by side.
const BASE: Shape = Shape::Rectangle { width: 6.0, depth: 3.0 };

const LEADER_RADIUS: f64 = 1.4;

const RIVER_WIDTH: f64 = 1.6;

/// The scene of a battle, without question and offers.
pub fn draw(battle: &Battle, viewer: Viewer) -> Scene {
    let columns = battle.columns();
    let reserves = Seat::BOTH.map(Area::reserve);
    let side = |seat| scene::Side { name: battle.side_name(seat).into(), bars: bars(battle, seat) };
    Scene {
        title: battle.setup.name.clone(),
        table: scene::Table {
            left: 0.0,
            bottom: 0.0,
            width: 20.0 * columns as f64,
            height: 60.0,
            unit: "cm",
        },
        areas: battle.areas().chain(reserves).map(|it| area(battle, it)).collect(),
        terrain: terrain(battle),
        sides: Each::of(side),
        bases: Seat::BOTH.into_iter().flat_map(|seat| bases(battle, seat, viewer)).collect(),
        leaders: Seat::BOTH.into_iter().flat_map(|seat| leaders(battle, seat, viewer)).collect(),
        ways: Vec::new(),
        melees: Vec::new(),
        hands: hands(battle),
        pools: pools(battle),
        turn: turn(battle),
        awaits: Vec::new(),
        outcome: None,
        question: None,
        offers: Vec::new(),
        plan: viewer.and_then(|by| plans::plan(battle, by)),
        loose: Vec::new(),
        together: Vec::new(),
        leads: Vec::new(),
        setup: (!is_deployed(battle)).then(scene::Setup::default),
    }
}

impl Battle {
    /// A unit as a piece of the scene.
    pub(crate) fn unit_id(&self, seat: Seat, unit: u8) -> String {
        format!("{seat}/{}", self.unit_key(seat, unit))
    }

    pub(crate) fn unit_ids(&self, seat: Seat, units: UnitSet) -> Vec<String> {
        units.into_iter().map(|unit| self.unit_id(seat, unit)).collect()
    }

    pub(crate) fn leader_id(&self, seat: Seat, leader: u8) -> String {
        format!("{seat}/{}", self.leader_key(seat, leader))
    }

    /// Where a piece would come to stand.
    pub(crate) fn ghost(&self, by: Seat, id: String, to: Area) -> Ghost {
        let at = At::Area { area: self.area_name(to), facing: facing(self, by) };
        Ghost { id, at, way: Vec::new(), distance: None }
    }
}

/// Degrees from the north: each side faces the other (VIR-R5).
fn facing(battle: &Battle, seat: Seat) -> f64 {
    if seat == battle.south { 0.0 } else { 180.0 }
}

fn bars(battle: &Battle, seat: Seat) -> Vec<Bar> {
    let held = battle.conquests(seat) as u32;
    let all = battle.units(seat).roster_len() as u32;
    let lost = all - battle.units(seat).alive().len() as u32;
    vec![
        Bar { value: held, of: 2, says: format!("holds {held} of 2"), rule: "VIR-1.7.1" },
        Bar { value: lost, of: all, says: format!("{lost} lost of {all}"), rule: "VIR-R13.1" },
    ]
}

fn area(battle: &Battle, area: Area) -> scene::Area {
    let [left, bottom, width, height] =
        area.rectangle(battle.columns(), battle.south).map(f64::from);
    let south = area.side() == battle.south;
    let name = match area.segment() {
        Some(_) => battle.area_name(area),
        None if south => "South reserve",
        None => "North reserve",
    };
    let ground: Vec<_> = battle.ground(area).words().map(|word| word.replace('_', " ")).collect();
    let mut spoken = name.to_owned();
    if !ground.is_empty() {
        spoken += &format!(", {}", ground.join(" and "));
    }
    if is_deployed(battle) {
        for seat in Seat::BOTH {
            let here = battle.units_in(area, seat).len();
            if here > 0 {
                spoken += &format!(", {} {}", battle.side_name(seat), counted(here, "unit"));
            }
        }
    }
    scene::Area {
        id: battle.area_name(area),
        name: name.into(),
        left,
        bottom,
        width,
        height,
        side: area.side(),
        reserve: area.is_reserve(),
        held: battle.holder(area),
        spoken,
    }
}

fn terrain(battle: &Battle) -> Vec<Terrain> {
    let mut all = Vec::new();
    for area in battle.areas() {
        for word in ground(battle, area).words() {
            let (kind, says, rules) = ground_words(word);
            let id = format!("{}/{word}", battle.area_name(area));
            let lies = Lies::In(battle.area_name(area));
            all.push(Terrain { id, kind, name: None, lies, says, rules });
        }
    }
    for column in 0..battle.columns() {
        let [red, blue] = Seat::BOTH.map(|side| Area::new(side, column));
        let [red_back, blue_back] = Seat::BOTH.map(Area::reserve);
        for (a, b) in [(red, blue), (red, red_back), (blue, blue_back)] {
            all.extend(battle.setup.rivers[boundary(a, b)].map(|it| river(battle, a, b, it)));
        }
    }
    all
}

/// What lies in an area, or will lie there when the table is laid (VIR-R22).
fn ground(battle: &Battle, area: Area) -> Ground {
    match (battle.top(), battle.setup.terrain) {
        (Some(Frame::Begin), Laid::Placed(ground)) => ground[area.index()],
        _ => battle.ground(area),
    }
}

/// What may lie in an area.
pub fn grounds() -> Vec<GroundCard> {
    let card = |(word, _): (&'static str, Ground)| GroundCard {
        word,
        name: capital(&word.replace('_', " ")),
        kind: ground_words(word).0,
        outline: Vec::new(),
    };
    Ground::WORDS.into_iter().map(card).collect()
}

fn ground_words(word: &str) -> (TerrainKind, String, Vec<RuleId>) {
    let (kind, says, rules): (_, _, &[RuleId]) = match word {
        "hill" => {
            let says = "Hill: who holds it may add a die in combats here";
            (TerrainKind::Hill, says, &["VIR-7.1", "VIR-R60"])
        }
        "wood" => {
            let says = "Wood: mounted and heavy foot fight with 1 at most; no shooting into it";
            (TerrainKind::Wood, says, &["VIR-7.4", "VIR-7.6"])
        }
        "dense_wood" => {
            let says = "Dense wood: a wood that also ends every move into it";
            (TerrainKind::DenseWood, says, &["VIR-SR6.1", "VIR-R72"])
        }
        "rocky" => (TerrainKind::Rough, "Rocky ground: all fight with 1 at most", &["VIR-SR8.1"]),
        _ => (TerrainKind::Marsh, "Marsh", &["VIR-R22"]),
    };
    (kind, says.into(), rules.to_vec())
}

fn river(battle: &Battle, a: Area, b: Area, river: River) -> Terrain {
    let of = |area: Area| area.rectangle(battle.columns(), battle.south).map(f64::from);
    let field = if a.is_reserve() { b } else { a };
    let [left, bottom, width, _] = of(field);
    let y = if of(a)[1].min(of(b)[1]) < bottom { bottom } else { bottom + of(field)[3] };
    let says = count(usize::from(river.crossings()), "unit", "units");
    Terrain {
        id: format!("{}-{}/river", battle.area_name(a), battle.area_name(b)),
        kind: TerrainKind::River,
        name: None,
        lies: Lies::Along { line: vec![[left, y], [left + width, y]], width: RIVER_WIDTH },
        says: format!("River: {says} a turn may cross here"),
        rules: vec![river.rule()],
    }
}

fn is_deployed(battle: &Battle) -> bool {
    !matches!(battle.top(), Some(Frame::Begin | Frame::Deploy))
}

/// Where the pieces of a side are to stand, as long as they are not on the table.
fn placement_to_come(battle: &Battle, seat: Seat, viewer: Viewer) -> Option<Placement> {
    match battle.sides[seat].sealed {
        Sealed::In(placement) => Some(placement),
        Sealed::Hidden => None,
        Sealed::Nothing if viewer == Some(seat) => {
            battle.setup.deployed[seat].or_else(|| battle.placements(seat).next())
        }
        Sealed::Nothing => battle.setup.deployed[seat],
    }
}

fn bases(battle: &Battle, seat: Seat, viewer: Viewer) -> Vec<scene::Base> {
    if is_deployed(battle) {
        let alive = battle.units(seat).alive().into_iter();
        return alive.map(|unit| base(battle, seat, unit, battle.units(seat)[unit].area)).collect();
    }
    let placement = placement_to_come(battle, seat, viewer);
    let areas = placement.iter().flat_map(Placement::units);
    (0..).zip(areas).map(|(unit, area)| base(battle, seat, unit, area)).collect()
}

fn leaders(battle: &Battle, seat: Seat, viewer: Viewer) -> Vec<scene::Leader> {
    if is_deployed(battle) {
        let free = battle.leaders(seat).filter(|(_, it)| it.joined.is_none());
        return free.map(|(number, it)| leader(battle, seat, number, it.area)).collect();
    }
    let placement = placement_to_come(battle, seat, viewer);
    let areas = placement.iter().flat_map(Placement::leaders);
    (0..).zip(areas).map(|(number, area)| leader(battle, seat, number, area)).collect()
}

fn base(battle: &Battle, seat: Seat, unit: u8, area: Area) -> scene::Base {
    let (it, troop) = (&battle.units(seat)[unit], battle.troop(seat, unit));
    let Troop { profile, name, key, .. } = troop;
    let markers = markers(battle, seat, unit);
    let chief = |number| battle.sides[seat].cinc == number;
    let commander = battle.leader_with(seat, unit).map(|number| scene::Commander {
        name: battle.leader_card(seat, number).name.clone(),
        chief: chief(number),
    });
    let stands = format!("{} of {} stands", it.stands, profile.mv);
    let states: String = markers.iter().flat_map(|it| [", ", it.says.as_str()]).collect();
    let leader = commander.as_ref().map_or(String::new(), |it| format!(", with {}", it.name));
    scene::Base {
        id: battle.unit_id(seat, unit),
        word: key.clone(),
        name: name.clone(),
        seat,
        at: At::Area { area: battle.area_name(area), facing: facing(battle, seat) },
        shape: BASE,
        weight: match profile.weight {
            Weight::Light => scene::Weight::Light,
            Weight::Medium => scene::Weight::Medium,
            Weight::Heavy => scene::Weight::Heavy,
        },
        symbol: profile.symbol.clone(),
        second: None,
        pips: Pips { left: it.stands, full: profile.mv, what: "stands" },
        markers,
        commander,
        corps: None,
        beside: Vec::new(),
        pool: area.segment().filter(|_| battle.active == seat && has_pools(battle)),
        about: about(troop, &stands),
        spoken: format!(
            "{name}, {}, {}, {stands}{states}{leader}, in {}",
            battle.side_name(seat),
            class(profile),
            battle.area_name(area)
        ),
    }
}

/// What kind of troops they are: "heavy infantry".
fn class(profile: &Profile) -> String {
    let weight = match profile.weight {
        Weight::Light => "light",
        Weight::Medium => "medium",
        Weight::Heavy => "heavy",
    };
    match profile.arm {
        Arm::Infantry => format!("{weight} infantry"),
        Arm::Cavalry => format!("{weight} cavalry"),
        Arm::Camelry => "camelry".into(),
        Arm::Chariot => "chariots".into(),
        Arm::Elephant => "elephants".into(),
        Arm::Artillery => "artillery".into(),
    }
}

fn about(troop: &Troop, stands: &str) -> Vec<String> {
    let Profile { fv, sv, dv, mvt, specials, .. } = troop.profile;
    let grade = match troop.grade {
        Grade::Regular => "",
        Grade::Elite => "elite ",
        Grade::Levy => "levy ",
    };
    let shoots = sv.map_or(String::new(), |sv| format!(", shoots {sv}"));
    let moves = match mvt {
        0 => "does not move".to_owned(),
        n => format!("moves {n}"),
    };
    let mut about = vec![
        format!("{}, {stands}.", capital(&format!("{grade}{}", class(troop.profile)))),
        format!("Fights {fv}{shoots}, saves {dv}, {moves}."),
    ];
    let known = Specials::WORDS.into_iter().filter(|(_, special)| specials.contains(*special));
    let mut words: Vec<_> = known.map(|(_, special)| special_words(special)).collect();
    words.extend(troop.stubborn.then_some("stubborn"));
    if !words.is_empty() {
        about.push(format!("{}.", capital(&words.join(", "))));
    }
    about
}

fn special_words(special: Specials) -> &'static str {
    match special {
        Specials::IMPETUOUS => "impetuous",
        Specials::FANATICS => "fanatics",
        Specials::TWO_HANDED => "two-handed weapons",
        Specials::PILA => "pila",
        Specials::TW_ROUND => "arrows and javelins",
        Specials::TW_SQUARE => "stones and heavy arrows",
        Specials::FORMED_ARCHERS => "formed archers",
        Specials::PIKES => "pikes",
        Specials::KONTOS => "kontos",
        Specials::TESTUDO => "testudo",
        Specials::CAMELS => "camels",
        _ => "elephants",
    }
}

fn markers(battle: &Battle, seat: Seat, unit: u8) -> Vec<Marker> {
    let it = &battle.units(seat)[unit];
    let active = battle.active == seat;
    let hits = battle.hits.iter().filter(|hit| !active && hit.target == unit).count();
    let charges = active && battle.charges.iter().any(|charge| charge.unit == unit);
    let marker = |glyph, says: &str| Marker { glyph, count: None, says: says.into() };
    let mut markers = Vec::new();
    if hits > 0 {
        let says = count(hits, "hit to test", "hits to test");
        markers.push(Marker { glyph: Glyph::Hit, count: Some(hits as u8), says });
    }
    if it.is(Flags::ROUTED) {
        markers.push(marker(Glyph::Rout, "routed"));
    }
    if it.formation.is_closed() {
        markers.push(marker(Glyph::Shield, &format!("in {}", it.formation.word())));
    }
    if charges {
        markers.push(marker(Glyph::Charge, "charging"));
    } else if active && it.is(Flags::ACTIVATED | Flags::MOVED) {
        markers.push(marker(Glyph::Moved, "done this turn"));
    } else if active && battle.compelled.has(unit) && battle.is_compelled(seat, unit) {
        markers.push(marker(Glyph::Charge, "compelled to attack"));
    }
    markers
}

fn leader(battle: &Battle, seat: Seat, number: u8, area: Area) -> scene::Leader {
    let (it, card) =
        (&battle.sides[seat].leaders[usize::from(number)], battle.leader_card(seat, number));
    let LeaderCard { name, superior, charismatic, hero } = card;
    let chief = battle.sides[seat].cinc == number;
    let rank = if chief { "Commander-in-chief" } else { "Leader" };
    let qualities = [(*superior, "superior"), (*charismatic, "charismatic"), (*hero, "hero")];
    let qualities: String =
        qualities.iter().filter(|(is, _)| *is).flat_map(|(_, word)| [", ", word]).collect();
    let mut markers = Vec::new();
    if it.hits > 0 {
        let says = count(usize::from(it.hits), "hit to test", "hits to test");
        markers.push(Marker { glyph: Glyph::Hit, count: Some(it.hits), says });
    }
    let states: String = markers.iter().flat_map(|it| [", ", it.says.as_str()]).collect();
    let side = battle.side_name(seat);
    scene::Leader {
        id: battle.leader_id(seat, number),
        word: battle.leader_key(seat, number),
        name: name.clone(),
        seat,
        at: At::Area { area: battle.area_name(area), facing: facing(battle, seat) },
        radius: LEADER_RADIUS,
        chief,
        markers,
        about: vec![format!("{rank}{qualities}.")],
        spoken: format!(
            "{name}, {}{qualities} of {side}{states}, in {}",
            rank.to_lowercase(),
            battle.area_name(area)
        ),
    }
}

pub(super) fn card(card: Card) -> scene::Card {
    let face = if card == Card::Joker { "Joker" } else { card.word() };
    scene::Card { face, idle: !card.activates() }
}

fn hands(battle: &Battle) -> Vec<scene::Hand> {
    let hand = |seat| {
        let deck = &battle.sides[seat].deck;
        let cards = match deck.hand {
            Hand::Known(cards) => Some(cards.iter().map(card).collect()),
            Hand::Hidden(_) => None,
        };
        scene::Hand {
            seat,
            count: deck.hand.count(),
            cards,
            pile: deck.draw_len(),
            discarded: deck.discard.iter().map(card).collect(),
        }
    };
    Seat::BOTH.into_iter().map(hand).collect()
}

fn has_pools(battle: &Battle) -> bool {
    is_deployed(battle) && battle.ending.is_none()
}

fn pools(battle: &Battle) -> Vec<scene::Pool> {
    if !has_pools(battle) {
        return Vec::new();
    }
    let pool = |(segment, pool): (usize, &Pool)| {
        let points = match pool.card.map(Card::gives) {
            Some(Gives::Points(points)) => points,
            _ => 0,
        };
        let bare = matches!(battle.frame(), Frame::Distribute);
        scene::Pool {
            name: format!("Segment {}", segment + 1),
            seat: battle.active,
            areas: Seat::BOTH.map(|side| battle.area_name(Area::new(side, segment))).to_vec(),
            card: pool.card.map(card),
            left: pool.left().unwrap_or(0),
            full: points + pool.bonus,
            endless: pool.left().is_none(),
            what: "activation points",
            says: if bare { "no card yet".into() } else { pool_words(*pool) },
        }
    };
    battle.pools.iter().enumerate().take(battle.columns()).map(pool).collect()
}

fn turn(battle: &Battle) -> Turn {
    let on = battle.top().map_or("", |frame| frame.called().1);
    let names: &[&'static str] = if is_deployed(battle) {
        &["Cards", "Formations", "Charges", "Combats", "Moves"]
    } else {
        &["Table", "Deployment"]
    };
    let begun = battle.turn > 0;
    let says = match battle.turn {
        0 => capital(battle.step()),
        turn => format!("Turn {turn}, {}", battle.side_name(battle.active)),
    };
    Turn {
        number: battle.turn.into(),
        of: begun.then_some(battle.active),
        says,
        phases: names.iter().map(|&name| Phase { name, on: name == on }).collect(),
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{Dice, Game, Log, Ruleset, scene};

    use super::*;
    use crate::{Virtus, battle::Action};

    /// Tapae after the table is laid: Rome has the first decision, if it won the throw.
    fn tapae() -> Battle {
        let mut battle = Virtus::battle("tapae").unwrap();
        battle.apply(Seat::Red, &Action::Begin, &mut Dice::seeded(7), &mut Log::Off).unwrap();
        battle
    }

    #[test]
    fn a_ready_battle_shows_its_line_before_it_begins() {
        let battle = Virtus::battle("tapae").unwrap();
        let scene = scene::draw(&battle, None);
        assert_eq!((scene.table.width, scene.table.height), (80.0, 60.0), "VIR-1.5.1");
        assert_eq!(scene.areas.len(), 10, "VIR-1.5.3: eight areas and two reserves");
        assert_eq!(scene.bases.len(), 13 + 16, "both armies of RULES.md 5.4");
        let first = &scene.bases[0];
        assert!(matches!(first.at, At::Area { facing: 0.0, .. }), "South faces north");
        assert_eq!(scene.leaders.iter().filter(|it| it.chief).count(), 2, "VIR-8.8");
    }

    #[test]
    fn hands_are_hidden_from_others() {
        let battle = tapae();
        for viewer in [Some(Seat::Red), Some(Seat::Blue), None] {
            for hand in scene::draw(&battle, viewer).hands {
                assert_eq!(hand.cards.is_some(), viewer == Some(hand.seat), "VIR-R38");
            }
        }
    }

    #[test]
    fn every_offer_names_its_pieces() {
        let mut battle = tapae();
        let mut dice = Dice::seeded(5);
        for _ in 0..300 {
            let Some(by) = battle.pending().seat() else { break };
            let scene = scene::draw(&battle, Some(by));
            let known = |id: &String| {
                scene.bases.iter().any(|it| it.id == *id)
                    || scene.leaders.iter().any(|it| it.id == *id)
            };
            for offer in &scene.offers {
                assert!(offer.units.iter().chain(&offer.targets).all(known), "{}", offer.words);
                assert!(!offer.title.is_empty() && !offer.commit.is_empty());
            }
            let mut all = Vec::new();
            battle.candidates(by, &mut all);
            let action = all[dice.number(all.len())];
            battle.apply(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
    }
}
