//! What happens in a battle: each event with its facts, the rules that made it happen so, and its words.

use acies_core::{
    Each, Log, RuleId, Seat, Sum,
    tell::Teller,
    told,
    words::{capital, counted},
};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    activation::{
        cards::{Card, Cards},
        distribution::Distribution,
        points::Cost,
    },
    areas::{Area, Ground},
    battle::Battle,
    combat::{
        attack::{Aim, Attack, Joined, Scored, With},
        charge::Charge,
        targets::Target,
    },
    morale::{Marks, Tried},
    movement::{cohesion::Cohesion, path::Path},
    rally::Rally,
    setup::first_turn::FirstTurn,
    units::{Formation, Grade, Specials, UnitSet},
    victory::Ending,
    words::telling::{aim_words, how_words, scored_words},
};

/// The faces of a pool of dice.
pub type Faces = ArrayVec<u8, 8>;

/// What has happened so far, as far as somebody keeps it.
pub type Events = Log<Event>;

/// Who is told.
type To<'a, 'b> = &'a mut Teller<'b, Battle>;

told! {
    /// Something that happened. Units and leaders are those of the seat named with them, or else of
    /// the active player.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Event;
    pub fn tell(self: &Self, told: To<'_, '_>);

    // Set-up.
    Table { columns: u8, rivers: bool } => {
        told.cites(&["VIR-1.5.3"])
            .counts(&["VIR-0.1", "VIR-0.2", "VIR-1.5.1", "VIR-1.5.2", "VIR-R1", "VIR-R2", "VIR-R3"])
            .counts_those(&[("VIR-1.5.4", *columns == 3), ("VIR-R73", *rivers)]);
        let rivers = if *rivers { ", with a river" } else { "" };
        told.says(None, |_| format!("The table has {columns} areas a side{rivers}"));
    };
    SouthThrown { faces: Each<u8>, south: Option<Seat> } => {
        told.cites(&["VIR-R24"]).says(None, |it| {
            let [red, blue] = faces.0;
            let is_south = |seat| format!("{} is South", it.side_name(seat));
            let result = south.map_or("again".to_owned(), is_south);
            format!("For the southern side: {red} against {blue}: {result}")
        });
    };
    Terrain { area: Area, faces: Option<[u8; 2]>, ground: Ground, flank_area: bool } => {
        told.cites(&[if faces.is_some() { "VIR-1.5.T" } else { "VIR-R22" }])
            .counts(&["VIR-1.5.5", "VIR-1.5.8", "VIR-R9", "VIR-R21"])
            .counts_those(&[
                ("VIR-1.5.T", faces.is_none()),
                ("VIR-1.5.6", ground.contains(Ground::HILL)),
                ("VIR-1.5.7", ground.contains(Ground::WOOD)),
                ("VIR-R63",   ground.items() > 1),
                ("VIR-R9",    *flank_area),
            ]);
        told.says(area.side(), |it| {
            let words: Vec<_> = ground.words().map(|word| word.replace('_', " ")).collect();
            let what = if words.is_empty() { "open".into() } else { words.join(" and ") };
            let dice = faces.map(|[light, dark]| format!(" ([{light}] [{dark}])")).unwrap_or_default();
            format!("{}: {what}{dice}", it.area_name(*area))
        });
    };
    Sealed { by: Seat } => {
        told.cites(&["VIR-1.6.1"]).counts(&["VIR-1.6.2", "VIR-R23"]);
        told.says(*by, |it| format!("{} has deployed behind the screen", it.side_name(*by)));
    };
    Revealed { by: Seat, cinc: u8, open_areas: u8 } => {
        told.cites(&["VIR-1.6.2", "VIR-8.8"]).counts(&["VIR-1.6.3", "VIR-R10", "VIR-R23", "VIR-6.1.2"]);
        told.says(*by, |it| {
            let open = match open_areas {
                0 | 1 => String::new(),
                n => format!("; {n} of its areas stand open"),
            };
            let cinc = it.leader_name(*by, *cinc);
            format!("{} reveals its line; {cinc} commands{open}", it.side_name(*by))
        });
    };
    Shuffled { by: Seat } => {
        told.cites(&["VIR-1.4.5"])
            .counts(&["VIR-1.4.1", "VIR-1.4.2", "VIR-1.4.3", "VIR-1.4.4", "VIR-1.4.T"]);
        told.says(*by, |it| format!("{} shuffles its 19 cards", it.side_name(*by)));
    };
    FirstThrown { throws: Each<FirstTurn>, first: Option<Seat> } => {
        let [red, blue] = throws.0.map(|throw| throw.sum());
        told.cites(&[if first.is_some() { "VIR-1.6.5" } else { "VIR-1.6.6" }]);
        told.says(*first, |it| {
            let begins = |seat| format!("{} begins", it.side_name(seat));
            let result = first.map_or("a tie, again".to_owned(), begins);
            format!("For the first turn: {} against {}: {result}", red.total, blue.total)
        });
        told.sum(|it| it.side_name(Seat::Red).into(), &red).sum(|it| it.side_name(Seat::Blue).into(), &blue);
    };

    // T0 and T1: tests.
    TurnBegins { by: Seat, turn: u8 } => {
        told.cites(&["VIR-2.1"]).counts(&["VIR-2.2"]).heads();
        told.says(*by, |it| format!("Turn {turn} of {}", it.side_name(*by)));
    };
    LeaderTested { by: Seat, leader: u8, hits: u8, faces: Faces, killed: bool, joined: bool } => {
        told.cites(&[if *joined { "VIR-SR18.5" } else { "VIR-3.3.3" }])
            .counts(&["VIR-3.3.2", "VIR-R25"])
            .counts_those(&[
                ("VIR-R34",   *killed || *hits > 1),
                ("VIR-3.3.3", *joined),
                ("VIR-R33",   *joined),
                ("VIR-3.3.1", !*joined),
            ]);
        told.says(*by, |it| {
            let result = if *killed { "killed" } else { "unhurt" };
            format!("{} is {result}: {}", it.leader_name(*by, *leader), shown(faces))
        });
        told.detail(|_| "a 6 kills [VIR-3.3.3]".into());
    };
    LeaderlessTested { by: Seat, unit: u8, face: Option<u8>, stands: u8, routed: bool } => {
        told.cites(&["VIR-SR18.6"])
            .counts(&["VIR-R86.6"])
            .counts_those(&[("VIR-R31", *routed), ("VIR-SR2.1", face.is_none())]);
        told.says(*by, |it| {
            let result = if *routed { "are routed" } else { "stand firm" };
            let (unit, die) = (it.unit_name(*by, *unit), die(*face));
            format!("{unit} {result} as their leader falls: {die}, {stands} or less")
        });
    };
    Tested { by: Seat, unit: u8, tried: Tried } => tell_test(*by, *unit, tried, told);
    Recoiled { by: Seat, unit: u8, to: Area, formed: bool } => {
        told.cites(&["VIR-3.1.7"])
            .counts(&["VIR-R30", "VIR-3.2.1", "VIR-R5", "VIR-6.1.3"])
            .counts_those(&[("VIR-SR15.8", *formed), ("VIR-R83.6", *formed)]);
        told.says(*by, |it| {
            let (unit, area) = (it.unit_name(*by, *unit), it.area_name(*to));
            format!("{unit} are routed and recoil to {area}")
        });
    };
    Eliminated { by: Seat, unit: u8, routs: u8 } => {
        let twice = *routs >= 2;
        told.cites(&[if twice { "VIR-3.1.8" } else { "VIR-R32" }]).counts_those(&[("VIR-R31", twice)]);
        told.says(*by, |it| {
            let how = if twice { "are routed a second time" } else { "have no stand left" };
            format!("{} {how} and {}", it.unit_name(*by, *unit), if twice { "eliminated" } else { "are eliminated" })
        });
    };
    LeaderLost { by: Seat, leader: u8, area: Area } => {
        told.cites(&["VIR-8.9"]).counts(&["VIR-R64", "VIR-R34"]);
        told.says(*by, |it| {
            let (leader, area) = (it.leader_name(*by, *leader), it.area_name(*area));
            format!("{leader}, alone among enemies in {area}, is lost")
        });
    };

    // T2: activation.
    Discarded { by: Seat, cards: Cards, count: u8 } => {
        told.cites(&["VIR-4.2.4"]).counts(&["VIR-R36"]);
        told.says(*by, |it| {
            let which = if cards.is_empty() { String::new() } else { format!(": {cards}") };
            let n = counted((*count).into(), "card");
            format!("{} loses {n} at random{which}", it.side_name(*by))
        });
    };
    Reshuffled { by: Seat, joker: bool } => {
        told.cites(&[if *joker { "VIR-4.3.7" } else { "VIR-4.3.8" }]).counts(&["VIR-R39"]);
        told.says(*by, |it| format!("{} reshuffles its deck", it.side_name(*by)));
    };
    Drawn { by: Seat, cards: Option<Cards>, count: u8, limit: u8, cinc: bool, floor: bool } => {
        told.cites(&["VIR-4.1.2"])
            .counts(&["VIR-4.1.1", "VIR-4.1.3", "VIR-R35", "VIR-R36", "VIR-R38", "VIR-R89"])
            .counts_those(&[("VIR-4.1.4", *cinc), ("VIR-R36", *floor)]);
        // VIR-R38: which they are only their owner knows.
        let known = cards.filter(|cards| told.is(*by) && !cards.is_empty());
        told.says(*by, |it| {
            let which = known.map(|cards| format!(": {cards}")).unwrap_or_default();
            let n = if *count == 0 { "no card".to_owned() } else { counted((*count).into(), "card") };
            format!("{} draws {n}, up to {limit}{which}", it.side_name(*by))
        });
    };
    Distributed { by: Seat, plan: Distribution, kept: u8, bonuses: u8, superior: bool, real: bool } => {
        let laid = || plan.lay.iter().flatten();
        let joins = plan.join.iter().any(Option::is_some);
        told.cites(&["VIR-4.2.1"])
            .counts(&["VIR-4.0.2", "VIR-R37", "VIR-R40", "VIR-R4"])
            .counts_those(&[
                ("VIR-4.2.2",  !plan.discard.is_empty() || plan.face_down > 0),
                ("VIR-4.3.6",  plan.discard.iter().any(|card| !card.activates())),
                ("VIR-4.2.3",  *kept > 0),
                ("VIR-4.3.1",  laid().any(|&card| card != Card::Joker)),
                ("VIR-4.3.2",  laid().any(|&card| card != Card::Joker)),
                ("VIR-4.3.3",  laid().any(|&card| card == Card::Joker)),
                ("VIR-4.3.4",  laid().any(|&card| card == Card::Joker)),
                ("VIR-8.3",    *bonuses > 0),
                ("VIR-R42",    *bonuses > 0),
                ("VIR-8.4",    *superior),
                ("VIR-SR18.1", joins),
                ("VIR-SR18.7", joins),
                ("VIR-R86",    joins),
                ("VIR-R86.1",  joins),
                ("VIR-R88",    *real),
            ]);
        told.says(*by, |it| {
            let plan = capital(&it.distribution_words(*by, plan));
            format!("{}: {plan}; keeps {kept}", it.side_name(*by))
        });
    };
    Compelled { by: Seat, units: UnitSet, paid: bool } => {
        told.cites(&["VIR-R69.1"])
            .counts(&["VIR-SR1.2", "VIR-R69", if *paid { "VIR-R69.2" } else { "VIR-R69.6" }]);
        told.says(*by, |it| format!("{}: compelled to attack", it.unit_names(*by, *units)));
    };

    // T3: combats.
    Formed { by: Seat, unit: u8, formation: Formation } => {
        told.cites(&["VIR-R83.1"])
            .counts(&["VIR-R83", "VIR-R83.2"])
            .counts_those(&[
                ("VIR-SR15.1", *formation == Formation::Testudo),
                ("VIR-SR16.3", *formation == Formation::Shieldwall),
                ("VIR-R84",    *formation == Formation::Shieldwall),
            ]);
        told.says(*by, |it| match formation {
            Formation::Open => format!("{} go back to open order", it.unit_name(*by, *unit)),
            closed => format!("{} form {}", it.unit_name(*by, *unit), closed.word()),
        });
    };
    ChargeDeclared { by: Seat, charge: Charge, flank: bool, broke: Formation, cost: Cost } => {
        told.cites(&["VIR-5.2.3"])
            .counts(&["VIR-5.2.2", "VIR-R47", "VIR-R47.1", "VIR-R45"])
            .counts_those(&[
                ("VIR-R47.2",  *flank),
                ("VIR-SR15.7", broke.is_closed()),
                ("VIR-R83.3",  broke.is_closed()),
            ]);
        told.says(*by, |it| {
            let (unit, target) = (it.unit_name(*by, charge.unit), it.unit_name(by.other(), charge.target));
            let flank = if *flank { " in flank" } else { "" };
            let how = how_words(charge.hill, charge.pila);
            let leave = if broke.is_closed() { format!(", leaving {}", broke.word()) } else { String::new() };
            format!("{unit} declare a charge on {target}{flank}{how}{leave}, {} AP", cost.points())
        });
        tell_cost(cost, told);
    };
    Attacked {
        by: Seat, unit: u8, target: Target, attack: Attack, cost: Option<Cost>, faces: Faces, scored: Scored,
    } => {
        tell_attack(*by, *unit, target, attack, faces, *scored, told);
        cost.iter().for_each(|cost| tell_cost(cost, told));
    };
    HitGiven { by: Seat, unit: u8, marks: Marks, chosen: bool } => {
        told.cites(&["VIR-5.1.4"]).counts(&["VIR-5.1.3", "VIR-5.1.5", "VIR-R46", "VIR-1.1.2"]);
        told.says(*by, |it| format!("{} take a {} hit", it.unit_name(*by, *unit), marks_words(*marks)));
    };
    HitsTaken { by: Seat, unit: u8, marks: Marks, red: u8, others: u8 } => {
        told.cites(&["VIR-5.2.2"]).counts(&["VIR-R47.4", "VIR-1.1.2"]);
        told.says(*by, |it| {
            let n = match red + others {
                1 => "the hit".into(),
                n => format!("all {n} hits"),
            };
            let reds = if *red > 0 { format!(", {red} red") } else { String::new() };
            format!("{} take {n} ({}{reds})", it.unit_name(*by, *unit), marks_words(*marks))
        });
    };
    LeaderHit { by: Seat, leader: u8, hits: u8 } => {
        told.cites(&["VIR-5.5.1"]).counts(&["VIR-R52"]);
        told.says(*by, |it| {
            let sixes = if *hits == 1 { "six" } else { "sixes" };
            format!("{} is hit by {hits} {sixes}", it.leader_name(*by, *leader))
        });
    };
    FormationBroken { by: Seat, unit: u8, formation: Formation } => {
        told.cites(&["VIR-SR15.6"]).counts(&["VIR-R83.4", "VIR-R83.5"]);
        told.says(*by, |it| format!("{} lose their {}", it.unit_name(*by, *unit), formation.word()));
    };
    CohesionTested {
        by: Seat, unit: u8, test: Cohesion, face: Option<u8>, holds: bool, pikes: bool, destroyed: bool,
    } => {
        let sum = test.sum();
        told.cites(&[if *pikes { "VIR-SR14.6" } else { "VIR-10.3" }])
            .counts(&["VIR-10.4"])
            .counts_those(&[
                ("VIR-10.3", *pikes),
                ("VIR-R81",  *pikes),
                ("VIR-10.5", !*pikes && !*destroyed),
                ("VIR-R57",  !*pikes),
                ("VIR-R68",  !*holds && test.profile.has(Specials::IMPETUOUS)),
                ("VIR-R85",  test.profile.has(Specials::CAMELS)),
            ]);
        told.says(*by, |it| {
            let result = match (holds, destroyed) {
                (true, _) => "keep together",
                (false, false) => "lose a stand",
                (false, true) => "lose their last stand and are gone",
            };
            let why = if *pikes { "before the pikes" } else { "on a forced march" };
            let (unit, die) = (it.unit_name(*by, *unit), die(*face));
            format!("{unit} {result} {why}: {die}, {} or less", sum.total)
        });
        told.sum(|_| "cohesion number".into(), &sum);
    };

    // T4 and T5: moves, and the end of a turn.
    Moved { by: Seat, unit: u8, from: Area, path: Path, march: Marched } =>
        tell_move(*by, *unit, *from, path, march, told);
    LeaderMoved { by: Seat, leader: u8, to: Area } => {
        told.cites(&["VIR-8.2"]).counts(&["VIR-6.2.7", "VIR-R56", "VIR-R66"]);
        told.says(*by, |it| {
            format!("{} goes to {}", it.leader_name(*by, *leader), it.area_name(*to))
        });
    };
    Rallied { by: Seat, unit: u8, rally: Rally, face: Option<u8>, recovered: bool } => {
        let sum = rally.sum();
        told.cites(&["VIR-9.2"]).counts(&["VIR-9.1", "VIR-R67"]);
        told.says(*by, |it| {
            let result = if *recovered { "recover a stand" } else { "do not rally" };
            let (unit, die) = (it.unit_name(*by, *unit), die(*face));
            format!("{unit} {result}: {die}, {} or less", sum.total)
        });
        told.sum(|_| "morale value".into(), &sum);
    };
    TurnEnds { by: Seat, routed: UnitSet, swept: u8 } => {
        told.cites(&["VIR-2.1"])
            .counts_those(&[("VIR-3.2.2", !routed.is_empty()), ("VIR-R37", *swept > 0)]);
        told.says(*by, |it| {
            let names = it.unit_names(*by, *routed);
            let back = if routed.is_empty() { String::new() } else { format!("; {names} rejoin the ranks") };
            format!("{} ends its turn{back}", it.side_name(*by))
        });
    };
    Ended { ending: Ending } => {
        let (first, others) = ending.by.rules().split_at(1);
        told.cites(first).counts(others).heads();
        told.says(ending.winner, |it| {
            let words = ending.by.words();
            match ending.winner {
                Some(winner) => format!("Victory of {}: {words}", it.side_name(winner)),
                None => format!("The battle is drawn: {words}"),
            }
        });
    };
}

impl acies_core::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.tell(&mut Teller::counting(each));
    }
}

/// A move as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Marched {
    pub cost: Cost,
    pub forced: bool,
    pub after_fight: bool,
    pub compelled: bool,
    pub mounted: bool,
    pub crossed: Option<&'static str>,
    pub dense: bool,
    /// Whether it changed who holds an area (VIR-R8).
    pub conquered: bool,
}

fn tell_cost(cost: &Cost, told: To<'_, '_>) {
    told.sum(|_| "activation points".into(), &cost.sum()).counts(&["VIR-5.0.1", "VIR-R43"]);
    cost.rulings().for_each(|ruling| {
        told.counts(&[ruling]);
    });
}

#[rustfmt::skip]
fn tell_test(by: Seat, unit: u8, tried: &Tried, told: To<'_, '_>) {
    let it = &tried.unit;
    let (dv, mv) = (tried.dv(), tried.mv());
    let hit = |mark| tried.hit.contains(mark);
    let (lost, again) = (tried.lost_stand(), tried.again.is_some());
    // VIR-R29, VIR-R32: the dark die is looked at only if a stand is left and it can rout.
    let looked_at = lost && tried.after.stands > 0 && it.dark_die().is_some();
    told.cites(&[if lost { "VIR-3.1.4" } else { "VIR-3.1.3" }])
        .cites_if(tried.dark.is_some(), &[if again { "VIR-SR4.1" } else { "VIR-3.1.5" }])
        .counts(&["VIR-3.1.1", "VIR-3.1.2", "VIR-R25", "VIR-R26", "VIR-R27", "VIR-SR.T", "VIR-R53"])
        .counts_those(&[
            ("VIR-R32",    tried.after.stands == 0),
            ("VIR-SR5.1",  it.grade == Grade::Levy && tried.dark.is_some()),
            ("VIR-1.1.1",  tried.dark.is_some()),
            ("VIR-SR2.1",  it.profile.has(Specials::FANATICS) && lost),
            ("VIR-R71",    again),
            ("VIR-3.1.5",  again && tried.routed()),
            ("VIR-R68",    lost && it.profile.has(Specials::IMPETUOUS)),
            ("VIR-R62",    it.wood && it.profile.is_light_infantry()),
            ("VIR-R33",    it.charismatic),
            ("VIR-R74",    it.marsh),
            ("VIR-R80",    it.profile.has(Specials::PIKES)),
            ("VIR-SR10.1", hit(Marks::BLUE)),
            ("VIR-SR11.1", hit(Marks::PURPLE)),
            ("VIR-SR12.1", hit(Marks::GREEN)),
            ("VIR-SR12.2", hit(Marks::SQUARE)),
            ("VIR-SR17.1", hit(Marks::YELLOW)),
            ("VIR-R28",    looked_at),
            ("VIR-R29",    looked_at && tried.dark.is_none()),
        ]);
    told.says(by, |battle| {
        let (unit, hit, die) = (battle.unit_name(by, unit), marks_words(tried.hit), die(tried.light));
        let mut line = format!("{unit} test a {hit} hit: {die} against DV {}", dv.total);
        if !lost {
            return line + ", no effect";
        }
        line += &format!(", a stand lost ({} left)", tried.after.stands);
        if let Some(dark) = tried.dark {
            let again = tried.again.map_or(String::new(), |face| format!(", again [{face}]"));
            let result = if tried.routed() { "routed" } else { "steady" };
            line += &format!("; [{dark}]{again} against MV {}: {result}", mv.total);
        }
        line
    });
    told.sum(|_| "DV".into(), &dv);
    if tried.dark.is_some() {
        told.sum(|_| "MV".into(), &mv);
    } else if looked_at {
        count_rows(&mv, told);
    }
}

fn count_rows(sum: &Sum, told: To<'_, '_>) {
    sum.cite(&mut |rule| {
        told.counts(&[rule]);
    });
}

/// The rules by which an attack went as it did.
#[rustfmt::skip]
fn cite_attack(attack: &Attack, scored: Scored, told: To<'_, '_>) {
    let flank = attack.aim == Aim::Flank;
    let overhead = matches!(attack.aim, Aim::OverLight | Aim::OverOthers);
    let shoots = overhead || attack.aim == Aim::Front;
    let has = |special| attack.profile.has(special);
    told.cites(&[if attack.charge { "VIR-5.2.1" } else { "VIR-5.1.2" }])
        .counts(&["VIR-R51", "VIR-4.0.1", "VIR-R44", "VIR-R75"])
        .counts_those(&[
            ("VIR-5.1.2", attack.charge),
            ("VIR-5.2.4", attack.charge),
            ("VIR-R45", !attack.charge),
            ("VIR-5.0.3", attack.aim == Aim::Here),
            ("VIR-5.3.1", shoots),
            ("VIR-5.3.6", shoots),
            ("VIR-R48", shoots),
            ("VIR-SR13.1", overhead),
            ("VIR-R79", overhead),
            ("VIR-5.4.1", flank),
            ("VIR-5.4.2", flank),
            ("VIR-R49", flank),
            ("VIR-R7", flank),
            ("VIR-5.4.5", flank),
            ("VIR-R50", flank && attack.with == With::Sv),
            ("VIR-SR14.1", attack.against_pikes && scored.red > 0),
            ("VIR-SR12.6", attack.charge && has(Specials::TW_ROUND | Specials::TW_SQUARE)),
            ("VIR-R76", has(Specials::TWO_HANDED)),
            ("VIR-R77", attack.pila),
            ("VIR-R78", !attack.charge && has(Specials::TW_ROUND | Specials::TW_SQUARE)),
            ("VIR-R82", has(Specials::KONTOS)),
            ("VIR-R85", has(Specials::CAMELS)),
            ("VIR-R87", has(Specials::ELEPHANTS)),
            ("VIR-R47.7", attack.charge && scored.leader_hits > 0),
            ("VIR-R86.2", attack.joined != Joined::Nobody),
            ("VIR-7.2", attack.hill_die),
            ("VIR-R60", attack.hill_die),
            ("VIR-R8", attack.hill_die),
            ("VIR-R61", attack.wood && attack.with == With::Fv),
            ("VIR-R74", attack.rocky),
            ("VIR-R83.7", attack.formation.is_closed()),
        ]);
}

#[rustfmt::skip]
fn tell_attack(
    by: Seat,
    unit: u8,
    target: &Target,
    attack: &Attack,
    faces: &Faces,
    scored: Scored,
    told: To<'_, '_>,
) {
    let deed = |it: &Battle| {
        let area = it.area_name(target.area);
        match (attack.charge, attack.aim) {
            (true, Aim::Flank) => format!("charge into the flank of {area}"),
            (true, _) => format!("charge in {area}"),
            (false, aim) => aim_words(aim, attack.with, area),
        }
    };
    if target.wins {
        told.cites(&["VIR-5.4.6"]).counts(&["VIR-R12"]);
        told.says(by, |it| format!("{} {}, where no enemy stands", it.unit_name(by, unit), deed(it)));
        return;
    }
    cite_attack(attack, scored, told);
    let (value, dice) = (attack.value_sum(), attack.dice_sum());
    told.says(by, |it| {
        let leader = match attack.joined {
            Joined::Nobody => "",
            Joined::Leader | Joined::Hero if attack.aim != Aim::Here => "",
            Joined::Leader => ", led by their leader",
            Joined::Hero => ", led by a hero",
        };
        let how = how_words(attack.hill_die, attack.pila);
        let (who, faces, result) = (it.unit_name(by, unit), shown(faces), scored_words(scored, attack));
        format!("{who} {}{how}{leader}: {faces}, {} or less: {result}", deed(it), value.total)
    });
    told.sum(|_| "a die hits at or below".into(), &value).sum(|_| "dice".into(), &dice);
}

#[rustfmt::skip]
fn tell_move(by: Seat, unit: u8, from: Area, path: &Path, march: &Marched, told: To<'_, '_>) {
    let (how, rule) = match march {
        Marched { compelled: true, .. } => (", compelled", "VIR-R69.3"),
        Marched { forced: true, .. } => (", by forced march", "VIR-10.1"),
        Marched { after_fight: true, .. } => (", evading", "VIR-6.3.1"),
        Marched { mounted: true, .. } => ("", "VIR-6.2.6"),
        _ => ("", "VIR-6.2.5"),
    };
    let end = path.end();
    let between =
        from.segment().is_some() && end.segment().is_some() && from.segment() != end.segment();
    told.cites(&[rule])
        .counts(&["VIR-6.0.1", "VIR-6.1.1", "VIR-6.2.T", "VIR-R54", "VIR-R55", "VIR-4.0.1"])
        .counts_those(&[
            ("VIR-6.2.5", !march.mounted && rule != "VIR-6.2.5"),
            ("VIR-6.2.6", march.mounted && rule != "VIR-6.2.6"),
            ("VIR-R18.1", march.mounted),
            ("VIR-10.1",  march.forced && rule != "VIR-10.1"),
            ("VIR-R57",   march.forced),
            ("VIR-6.3.1", march.after_fight && rule != "VIR-6.3.1"),
            ("VIR-R58",   march.after_fight),
            ("VIR-R18.6", march.after_fight),
            ("VIR-6.3.2", march.after_fight),
            ("VIR-4.4.1", from.is_reserve()),
            ("VIR-4.4.2", between),
            ("VIR-R73",   march.crossed.is_some()),
            ("VIR-SR6.1", march.dense),
            ("VIR-R72",   march.dense),
            ("VIR-R8",    march.conquered),
        ]);
    march.crossed.into_iter().for_each(|river| {
        told.counts(&[river]);
    });
    told.says(by, |it| {
        let steps: Vec<_> = path.steps().iter().map(|&area| it.area_name(area)).collect();
        let (unit, from, way) = (it.unit_name(by, unit), it.area_name(from), steps.join(", "));
        format!("{unit} move from {from} to {way}{how}, {} AP", march.cost.points())
    });
    tell_cost(&march.cost, told);
}

fn die(face: Option<u8>) -> String {
    face.map_or("no die".into(), |face| format!("[{face}]"))
}

fn shown(faces: &Faces) -> String {
    faces.iter().map(|face| format!("[{face}]")).collect::<Vec<_>>().join(" ")
}

/// Marks as they are told in a sentence; where a hit came from is told elsewhere.
fn marks_words(marks: Marks) -> String {
    (marks - Marks::PIKES).words().replace('_', " ").replace('+', ", ")
}
