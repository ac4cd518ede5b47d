//! What a client draws of a battle: the board in centimetres (VIR-1.5), units, leaders, cards, and the
//! actions that are offered.

use acies_core::{
    Each, GroundCard, RuleId, Seat, Telling, Viewer,
    scene::{
        self, At, Bar, Bonus, Ghost, Glyph, Lies, Marker, Offer, Phase, Piece, Pips, Plan, Scene,
        Shape, Slot, Terrain, TerrainKind, Token, Turn,
    },
    sealed::Sealed,
    words::capital,
};

use crate::{
    action::{Action, Charge, Distribution, Fight, Formations, Path, Placement},
    activation::cards::{Card, Cards, Gives, Hand},
    areas::{Area, COLUMNS_MAX, Ground, River, boundary},
    battle::{self as setup, Battle, Frame, Pool},
    combat::attack::Attack,
    combat::targets::Target,
    units::{Arm, Flags, Formation, Grade, LeaderCard, Profile, Specials, Troop, Weight},
    words::said::{count, pool_words},
};

/// A unit's base in centimetres: two stands of 3 cm side by side.
const BASE: Shape = Shape::Rectangle { width: 6.0, depth: 3.0 };

const LEADER_RADIUS: f64 = 1.4;

const RIVER_WIDTH: f64 = 1.6;

const KEEP: &str = "keep";
const DISCARD: &str = "discard";
const STAY: &str = "stay";

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
        plan: viewer.and_then(|by| plan(battle, by)),
        loose: Vec::new(),
        together: Vec::new(),
    }
}

fn unit_id(battle: &Battle, seat: Seat, unit: u8) -> String {
    format!("{seat}/{}", battle.unit_key(seat, unit))
}

fn leader_id(battle: &Battle, seat: Seat, leader: u8) -> String {
    format!("{seat}/{}", battle.leader_key(seat, leader))
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
                spoken += &format!(", {} {}", battle.side_name(seat), count(here, "unit", "units"));
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
    match (battle.stack.last(), battle.setup.terrain) {
        (Some(Frame::Begin), setup::Terrain::Placed(ground)) => ground[area.index()],
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
    !matches!(battle.stack.last(), Some(Frame::Begin | Frame::Deploy))
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
        id: unit_id(battle, seat, unit),
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
        id: leader_id(battle, seat, number),
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

fn card(card: Card) -> scene::Card {
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
    let frame = battle.stack.last();
    let on = match frame {
        None => "",
        Some(Frame::Begin) => "Table",
        Some(Frame::Deploy) => "Deployment",
        Some(Frame::Distribute) => "Cards",
        Some(Frame::Formations) => "Formations",
        Some(Frame::Charges) => "Charges",
        Some(Frame::Combats | Frame::GiveOut(_) | Frame::Resolve) => "Combats",
        Some(Frame::Moves) => "Moves",
    };
    let names: &[&'static str] = match frame {
        Some(Frame::Begin | Frame::Deploy) => &["Table", "Deployment"],
        _ => &["Cards", "Formations", "Charges", "Combats", "Moves"],
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

/// The decisions that are put together from many parts: deployment, cards, formations.
fn plan(battle: &Battle, by: Seat) -> Option<Plan> {
    match battle.stack.last()? {
        Frame::Deploy if !battle.sides[by].sealed.is_made() => Some(deployment_plan(battle, by)),
        Frame::Distribute if battle.active == by => Some(card_plan(battle, by)),
        Frame::Formations if battle.active == by => Some(formation_plan(battle, by)),
        _ => None,
    }
}

/// A slot that takes any number of pieces and writes nothing about the table.
fn slot(id: &str, name: &str, writes: &str) -> Slot {
    Slot {
        id: id.into(),
        name: name.into(),
        writes: writes.into(),
        holds: None,
        area: None,
        pool: None,
        of: None,
        bonus: Vec::new(),
    }
}

fn deployment_plan(battle: &Battle, by: Seat) -> Plan {
    let areas: Vec<_> = Area::row(by, battle.columns()).chain([Area::reserve(by)]).collect();
    let names: Vec<String> = areas.iter().map(|&it| battle.area_name(it).to_owned()).collect();
    let army = &battle.setup.armies[by];
    let first = battle.placements(by).next().expect("there are some");
    let units = (0..).zip(first.units()).map(|(unit, area)| {
        let troop = &army.troops[usize::from(unit)];
        (unit_id(battle, by, unit), &troop.key, &troop.name, area)
    });
    let keys: Vec<_> = (0..army.leaders.len()).map(|it| battle.leader_key(by, it as u8)).collect();
    let leaders = (0..).zip(first.leaders()).map(|(number, area)| {
        let at = usize::from(number);
        (leader_id(battle, by, number), &keys[at], &army.leaders[at].name, area)
    });
    let mut pieces: Vec<Piece> = units
        .chain(leaders)
        .map(|(id, word, name, area)| Piece {
            is: Token::Piece(id.clone()),
            id,
            word: word.clone(),
            name: name.clone(),
            slots: names.clone(),
            at: battle.area_name(area).to_owned(),
            worth: None,
        })
        .collect();
    let command = |key: &String| format!("cinc/{key}");
    pieces.push(Piece {
        id: "cinc".into(),
        word: String::new(),
        name: "Commander-in-chief".into(),
        is: Token::Role("Commander-in-chief"),
        slots: keys.iter().map(command).collect(),
        at: command(&keys[usize::from(first.cinc)]),
        worth: None,
    });
    let places = areas.iter().map(|&area| {
        let name = battle.area_name(area);
        Slot { area: Some(name), ..slot(name, name, &format!("{name}={{}}")) }
    });
    let commands = (0..).zip(&keys).map(|(number, key)| Slot {
        of: Some(leader_id(battle, by, number)),
        holds: Some(1),
        ..slot(&command(key), &battle.leader_card(by, number).name, &format!("cinc={key}"))
    });
    Plan {
        verb: "deploy",
        nothing: "",
        commit: "Deploy".into(),
        pieces,
        slots: places.chain(commands).collect(),
    }
}

/// The cards that can be laid: those in hand, or with real cards any that may be there (VIR-R88).
fn playable(battle: &Battle, by: Seat) -> Cards {
    let deck = &battle.sides[by].deck;
    match deck.hand {
        Hand::Known(cards) => cards,
        Hand::Hidden(_) => deck.unseen(),
    }
}

fn card_plan(battle: &Battle, by: Seat) -> Plan {
    let segments = || (1..=battle.columns()).map(|segment| segment.to_string());
    let cards = playable(battle, by).iter().enumerate().map(|(at, it)| {
        let laid = segments().filter(|_| it.activates());
        Piece {
            id: format!("card/{at}"),
            word: it.word().into(),
            name: format!("card {it}"),
            is: Token::Card(card(it)),
            slots: laid.chain([DISCARD.into(), KEEP.into()]).collect(),
            at: KEEP.into(),
            worth: match it.gives() {
                Gives::Points(points) => Some(points),
                Gives::NoLimit | Gives::Nothing => None,
            },
        }
    });
    let mut pieces: Vec<_> = cards.collect();
    let mut slots: Vec<_> = segments()
        .enumerate()
        .map(|(at, segment)| Slot {
            holds: Some(1),
            pool: Some(at),
            bonus: bonuses(battle, by, at),
            ..slot(&segment, &format!("Segment {segment}"), &format!("{segment}={{}}"))
        })
        .collect();
    slots.push(slot(DISCARD, "Discard", "discard={}"));
    slots.push(slot(KEEP, "Keep", ""));
    for (number, it) in battle.leaders(by) {
        let units = battle.units_in(it.area, by).into_iter();
        let joins = units.filter(|&unit| battle.may_join(by, number, unit).is_ok());
        let joins: Vec<_> = joins
            .map(|unit| {
                let (key, of) = (battle.unit_key(by, unit), unit_id(battle, by, unit));
                let id = format!("join/{number}/{key}");
                let writes = format!("join={{}}:{key}");
                Slot {
                    of: Some(of),
                    holds: Some(1),
                    ..slot(&id, &battle.troop(by, unit).name, &writes)
                }
            })
            .collect();
        if joins.is_empty() {
            continue;
        }
        pieces.push(Piece {
            id: join_piece(number),
            word: battle.leader_key(by, number),
            name: format!("{} joins", battle.leader_card(by, number).name),
            is: Token::Piece(leader_id(battle, by, number)),
            slots: [STAY.to_owned()]
                .into_iter()
                .chain(joins.iter().map(|it| it.id.clone()))
                .collect(),
            at: STAY.into(),
            worth: None,
        });
        slots.extend(joins);
    }
    slots.push(slot(STAY, "Nobody", ""));
    Plan { verb: "cards", nothing: "none", commit: "Lay the cards".into(), pieces, slots }
}

fn join_piece(leader: u8) -> String {
    format!("join/{leader}")
}

/// VIR-8.3, VIR-8.4: what leaders give to their segment, unless they join a unit (VIR-R86.3).
fn bonuses(battle: &Battle, by: Seat, segment: usize) -> Vec<Bonus> {
    let here = battle.leaders(by).filter(|(_, it)| it.area.segment() == Some(segment));
    here.map(|(number, _)| {
        let LeaderCard { name, superior, .. } = battle.leader_card(by, number);
        let worth = if *superior { 2 } else { 1 };
        Bonus { worth, says: name.clone(), from: join_piece(number) }
    })
    .collect()
}

fn formation_plan(battle: &Battle, by: Seat) -> Plan {
    let able = battle.units(by).alive() & battle.kinds(by).closing;
    let pieces = able.into_iter().filter_map(|unit| {
        let may: Vec<_> = battle.formations_of(unit).map(|it| formation_slot(it).into()).collect();
        let troop = battle.troop(by, unit);
        (!may.is_empty()).then(|| Piece {
            id: unit_id(battle, by, unit),
            word: troop.key.clone(),
            name: troop.name.clone(),
            is: Token::Piece(unit_id(battle, by, unit)),
            slots: may.into_iter().chain([STAY.to_owned()]).collect(),
            at: STAY.into(),
            worth: None,
        })
    });
    let slots = vec![
        slot("testudo", "Testudo", "testudo={}"),
        slot("shieldwall", "Shieldwall", "shieldwall={}"),
        slot("open", "Open order", "open={}"),
        slot(STAY, "As they are", ""),
    ];
    Plan {
        verb: "form",
        nothing: "none",
        commit: "Form up".into(),
        pieces: pieces.collect(),
        slots,
    }
}

fn formation_slot(formation: Formation) -> &'static str {
    match formation {
        Formation::Open => "open",
        Formation::Testudo => "testudo",
        Formation::Shieldwall => "shieldwall",
    }
}

/// An action as something to choose.
pub fn offer(battle: &Battle, by: Seat, action: &Action) -> Offer {
    let words = battle.words(by, action);
    let plain = Offer {
        action: battle.notation(by, action),
        title: words.clone(),
        commit: "Decide".into(),
        words,
        ..Offer::default()
    };
    let own = |unit: u8| vec![unit_id(battle, by, unit)];
    match action {
        Action::Begin => Offer { commit: "Lay the table".into(), throws: true, ..plain },
        Action::Deploy(placement) => deployment_offer(battle, by, placement, plain),
        Action::Distribute(plan) => {
            Offer { commit: "Lay the cards".into(), sets: card_sets(battle, by, plan), ..plain }
        }
        Action::Form(plan) => {
            let units = plan.testudo | plan.shieldwall | plan.open;
            Offer {
                commit: "Form up".into(),
                units: units.into_iter().flat_map(own).collect(),
                sets: formation_sets(battle, by, plan),
                ..plain
            }
        }
        Action::Charge(charge) => charge_offer(battle, by, charge, plain),
        Action::Fight(fight) => fight_offer(battle, by, fight, plain),
        Action::Give { unit, red } => Offer {
            title: battle.troop(by, *unit).name.clone(),
            note: if *red { "takes a red hit" } else { "takes a hit" }.into(),
            commit: "Take the hit".into(),
            units: own(*unit),
            rules: vec!["VIR-5.1.4"],
            ..plain
        },
        Action::Resolve { unit } => resolve_offer(battle, by, *unit, plain),
        Action::Move { unit, path } => march_offer(battle, by, *unit, *path, plain),
        Action::MoveLeader { leader, to } => {
            let id = leader_id(battle, by, *leader);
            Offer {
                title: format!("Go to {}", battle.area_name(*to)),
                commit: "Go".into(),
                units: vec![id.clone()],
                area: Some(battle.area_name(*to)),
                ghosts: vec![ghost(battle, by, id, *to)],
                rules: vec!["VIR-8.2"],
                ..plain
            }
        }
        Action::Done => Offer { commit: plain.words.clone(), ..plain },
        Action::Resign => Offer { commit: "Resign".into(), ..plain },
    }
}

fn ghost(battle: &Battle, by: Seat, id: String, to: Area) -> Ghost {
    let at = At::Area { area: battle.area_name(to), facing: facing(battle, by) };
    Ghost { id, at, way: Vec::new(), distance: None }
}

/// The words of a placement by where its weight is.
fn deployment_offer(battle: &Battle, by: Seat, placement: &Placement, plain: Offer) -> Offer {
    let areas = Area::row(by, battle.columns()).chain([Area::reserve(by)]);
    let counts = areas.map(|area| {
        let here = placement.units().filter(|&at| at == area).count();
        format!("{} {here}", battle.area_name(area))
    });
    let units = (0..).zip(placement.units()).map(|(it, at)| (unit_id(battle, by, it), at));
    let leaders = (0..).zip(placement.leaders()).map(|(it, at)| (leader_id(battle, by, it), at));
    let mut sets: Vec<_> =
        units.chain(leaders).map(|(id, at)| (id, battle.area_name(at).to_owned())).collect();
    sets.push(("cinc".into(), format!("cinc/{}", battle.leader_key(by, placement.cinc))));
    Offer {
        title: counts.collect::<Vec<_>>().join(", "),
        note: "units in each area".into(),
        commit: "Deploy".into(),
        rules: vec!["VIR-1.6.1", "VIR-1.6.3"],
        sets,
        ..plain
    }
}

/// Which piece of [`card_plan`] goes where.
fn card_sets(battle: &Battle, by: Seat, plan: &Distribution) -> Vec<(String, String)> {
    let mut left: Vec<_> = playable(battle, by).iter().enumerate().collect();
    let mut take = |card: Card| {
        let found = left.iter().position(|&(_, it)| it == card)?;
        Some(format!("card/{}", left.remove(found).0))
    };
    let mut sets = Vec::new();
    for (segment, card) in (1..).zip(plan.lay).take(COLUMNS_MAX) {
        sets.extend(card.and_then(&mut take).map(|piece| (piece, segment.to_string())));
    }
    for card in plan.discard.iter() {
        sets.extend(take(card).map(|piece| (piece, DISCARD.to_owned())));
    }
    for (leader, unit) in (0..).zip(plan.join) {
        let slot = |unit| format!("join/{leader}/{}", battle.unit_key(by, unit));
        sets.extend(unit.map(|unit| (join_piece(leader), slot(unit))));
    }
    sets
}

/// Which piece of [`formation_plan`] goes where.
fn formation_sets(battle: &Battle, by: Seat, plan: &Formations) -> Vec<(String, String)> {
    let changes = [
        (plan.testudo, Formation::Testudo),
        (plan.shieldwall, Formation::Shieldwall),
        (plan.open, Formation::Open),
    ];
    let sets = changes.into_iter().flat_map(|(units, formation)| {
        let set = move |unit| (unit_id(battle, by, unit), formation_slot(formation).to_owned());
        units.into_iter().map(set)
    });
    sets.collect()
}

/// "4 dice, 3 or less".
fn attack_note(attack: &Attack) -> String {
    let (value, dice) = (attack.value_sum().total, attack.dice_sum().total);
    format!("{}, {value} or less", count(dice as usize, "die", "dice"))
}

fn throw_words(attack: &Attack) -> String {
    format!("Throw {}", count(attack.dice_sum().total as usize, "die", "dice"))
}

fn enemies(battle: &Battle, by: Seat, area: Area) -> Vec<String> {
    let enemy = by.other();
    let units = battle.units_in(area, enemy).into_iter();
    units.map(|unit| unit_id(battle, enemy, unit)).collect()
}

fn charge_offer(battle: &Battle, by: Seat, charge: &Charge, plain: Offer) -> Offer {
    let target = &battle.troop(by.other(), charge.target).name;
    let how = extras(charge.hill, charge.pila);
    let attack = battle.charge_attack(by, charge);
    let cost = battle.charge_cost(by, charge).points();
    let area = battle.units(by.other())[charge.target].area;
    Offer {
        title: format!("Charge {target}{how}"),
        note: format!("{cost} AP, {}", attack_note(&attack)),
        commit: "Charge".into(),
        units: vec![unit_id(battle, by, charge.unit)],
        targets: vec![unit_id(battle, by.other(), charge.target)],
        area: Some(battle.area_name(area)),
        rules: vec!["VIR-5.2.3"],
        ..plain
    }
}

fn resolve_offer(battle: &Battle, by: Seat, unit: u8, plain: Offer) -> Offer {
    let units = vec![unit_id(battle, by, unit)];
    let rules = vec!["VIR-5.2.1", "VIR-R47.5"];
    let Some(charge) = battle.charges.iter().find(|charge| charge.unit == unit) else {
        return Offer { units, rules, ..plain };
    };
    let attack = battle.charge_attack(by, charge);
    let target = &battle.troop(by.other(), charge.target).name;
    Offer {
        title: format!("{} charge {target}", battle.troop(by, unit).name),
        note: attack_note(&attack),
        commit: throw_words(&attack),
        units,
        targets: vec![unit_id(battle, by.other(), charge.target)],
        rules,
        throws: true,
        ..plain
    }
}

fn fight_offer(battle: &Battle, by: Seat, fight: &Fight, plain: Offer) -> Offer {
    let units = vec![unit_id(battle, by, fight.unit)];
    let Ok(target) = battle.may_fight(by, fight) else {
        return Offer { units, ..plain };
    };
    let Target { area, aim, with, wins } = target;
    let deed = capital(&crate::words::said::aim_words(aim, with, battle.area_name(area)));
    let how = extras(fight.hill, fight.pila);
    let cost = battle.fight_cost(by, fight, target).points();
    let offer = Offer {
        title: format!("{deed}{how}"),
        units,
        targets: enemies(battle, by, area),
        area: Some(battle.area_name(area)),
        ..plain
    };
    if wins {
        let note = format!("{cost} AP, nobody stands there: it wins the battle");
        return Offer { note, commit: "Win".into(), rules: vec!["VIR-5.4.6", "VIR-R12"], ..offer };
    }
    let attack = battle.attack(by, fight, target);
    Offer {
        note: format!("{cost} AP, {}", attack_note(&attack)),
        commit: throw_words(&attack),
        rules: vec!["VIR-5.1.2"],
        throws: true,
        ..offer
    }
}

fn march_offer(battle: &Battle, by: Seat, unit: u8, path: Path, plain: Offer) -> Offer {
    let id = unit_id(battle, by, unit);
    let steps: Vec<_> = path.steps().iter().map(|&area| battle.area_name(area)).collect();
    let (end, on_the_way) = steps.split_last().expect("a path has an end");
    let through = if on_the_way.is_empty() {
        String::new()
    } else {
        format!(" through {}", on_the_way.join(", "))
    };
    let offer = Offer {
        title: format!("Move to {end}{through}"),
        commit: "March".into(),
        units: vec![id.clone()],
        area: Some(end),
        ghosts: vec![ghost(battle, by, id, path.end())],
        rules: vec!["VIR-6.2.5"],
        ..plain
    };
    match battle.may_move(by, unit, path) {
        Ok(march) => Offer {
            note: format!(
                "{} AP{}",
                march.cost.points(),
                if march.forced { ", forced march, throws a die" } else { "" }
            ),
            throws: march.forced,
            ..offer
        },
        Err(_) => offer,
    }
}

fn extras(hill: bool, pila: bool) -> String {
    let words = [(hill, " from the hill"), (pila, " with pila")];
    words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect()
}

#[cfg(test)]
mod tests {
    use acies_core::{Dice, Game, Log, Ruleset, scene};

    use super::*;
    use crate::Virtus;

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
    fn a_plan_is_written_as_its_offer_is() {
        // What a client does: pieces into slots, slots into words.
        let mut battle = Virtus::field(
            &Virtus::shipped("roman_vexillation").unwrap(),
            &Virtus::shipped("gallic_tribe").unwrap(),
        )
        .unwrap();
        let mut dice = Dice::seeded(3);
        let mut tried = [0; 3];
        for step in 0..400 {
            let Some(by) = battle.pending().seat() else { break };
            let scene = scene::draw(&battle, Some(by));
            if let Some(plan) = &scene.plan {
                let kind = ["deploy", "cards", "form"].iter().position(|&it| it == plan.verb);
                tried[kind.unwrap()] += 1;
                for offer in scene.offers.iter().filter(|it| !it.action.contains("face_down")) {
                    assert_eq!(write(plan, &offer.sets), offer.action, "step {step}");
                }
            }
            let mut all = Vec::new();
            battle.candidates(by, &mut all);
            let action = all[dice.number(all.len())];
            battle.apply(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
        assert!(tried.iter().all(|&n| n > 0), "deployment, cards and formations: {tried:?}");
    }

    fn write(plan: &Plan, sets: &[(String, String)]) -> String {
        let at = |piece: &Piece| {
            let set = sets.iter().find(|(id, _)| *id == piece.id);
            set.map_or(piece.at.clone(), |(_, slot)| slot.clone())
        };
        let mut text = String::new();
        for slot in plan.slots.iter().filter(|slot| !slot.writes.is_empty()) {
            let here = plan.pieces.iter().filter(|&piece| at(piece) == slot.id);
            let words: Vec<_> = here.map(|piece| piece.word.as_str()).collect();
            if !words.is_empty() {
                text += &format!(" {}", slot.writes.replace("{}", &words.join(",")));
            }
        }
        if text.is_empty() {
            format!("{} {}", plan.verb, plan.nothing)
        } else {
            plan.verb.to_owned() + &text
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
