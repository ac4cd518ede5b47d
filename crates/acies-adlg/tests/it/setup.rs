//! S1 to S9: from two armies to the first turn, by rule, with scripted dice.

use acies_adlg::{
    Adlg,
    action::{Action, UnitSet},
    battle::{Battle, Commander, Frame, Id, March, Place},
    command::activation::Activate,
    files::data,
    setup::{
        Adjustment, Ambush, Choices, Flank, Plan, Prepare, Sector, Stage, Wing,
        adjust::{Rotate, Shift, ToAdjust},
        ambush::{Found, Reveal},
        deployment::{Arrange, Deploy, PlaceUnit, ToDeploy},
        flank_march::Enter,
        formation::Style,
        pieces::{Choose, Lay, LayRiver, LayRoad, ToChoose, ToLay, ToLayRiver, ToLayRoad},
        plan::Ambushes,
        roles::{TakeRegion, TakeRole, ToTakeRole},
        works::{Fortify, PitchCamp, ToFortify, ToPitchCamp},
    },
    terrain::{Choice, Going, Piece, Region},
    units::Category,
    words::{events::Event, refusals::No},
};
use acies_core::{Dice, Game, Log, Pending, Ruleset, Sealed, Seat, Stop, Telling, kit};
use acies_table::{Angle, Facing, Length, Point, Pose, Rect, Size};

pub const RED: Seat = Seat::Red;
pub const BLUE: Seat = Seat::Blue;

pub fn field(red: &str, blue: &str) -> Battle {
    let army = |id: &str| Adlg::shipped(id).unwrap();
    Adlg::field(&army(red), &army(blue)).unwrap()
}

/// Carries a decision out with exactly these dice; what happened.
pub fn go(battle: &mut Battle, by: Seat, prepare: Prepare, faces: &[u8]) -> Vec<Event> {
    act(battle, by, &Action::Prepare(prepare), faces)
}

pub fn act(battle: &mut Battle, by: Seat, action: &Action, faces: &[u8]) -> Vec<Event> {
    let mut dice = Dice::scripted(faces);
    let mut log = Log::kept();
    battle
        .apply(by, action, &mut dice, &mut log)
        .unwrap_or_else(|stop| panic!("{action:?}: {stop:?}"));
    assert!(dice.is_spent(), "{action:?} left dice over");
    log.events().to_vec()
}

pub fn refused(battle: &Battle, by: Seat, prepare: Prepare) -> No {
    match battle.check(by, &Action::Prepare(prepare)) {
        Err(bar) => {
            assert!(!bar.reason(battle).rules.is_empty() && !bar.reason(battle).says.is_empty());
            bar
        }
        other => panic!("{other:?}"),
    }
}

pub fn step(battle: &Battle) -> Stage {
    match battle.stack.last() {
        Some(Frame::Prepare(step)) => *step,
        other => panic!("{other:?}"),
    }
}

pub fn choose(pieces: &[Choice]) -> Prepare {
    Prepare::Choose(Choose { pieces: pieces.iter().copied().collect::<Choices>() })
}

pub fn at(x: f64, y: f64) -> Pose {
    Pose::new(x, y, Facing::NORTH)
}

/// Red wins the initiative with these faces and defends on a region.
pub fn red_defends(battle: &mut Battle, region: Region) {
    go(battle, RED, Prepare::Begin, &[6, 1]);
    go(battle, RED, Prepare::Role(TakeRole { attack: false }), &[]);
    if step(battle) == Stage::Region {
        go(battle, RED, Prepare::Region(TakeRegion { region }), &[]);
    }
}

/// Takes the first candidate until a step is reached, with seeded dice.
pub fn until(battle: &mut Battle, reached: impl Fn(&Battle) -> bool) {
    let mut dice = Dice::seeded(7);
    while !reached(battle) {
        let Pending::Decide(seats) = battle.pending() else { panic!("it is over") };
        let by = seats.first().unwrap();
        let mut list = Vec::new();
        battle.candidates(by, &mut list);
        battle.perform(by, &list[0], &mut dice, &mut Log::Off).unwrap();
    }
}

/// A shipped battle on given terrain, at its plans, red attacking.
pub fn at_plans(name: &str) -> Battle {
    let mut battle = Adlg::battle(name).unwrap();
    go(&mut battle, RED, Prepare::Begin, &[6, 1]);
    go(&mut battle, RED, Prepare::Role(TakeRole { attack: true }), &[]);
    until(&mut battle, |it| step(it) == Stage::Plan);
    battle
}

pub fn plan(battle: &Battle, by: Seat) -> Plan {
    let corps = &battle.setup.armies[by].corps;
    Plan { wings: [0, 1, 2].map(|n: usize| corps[n].wing), ambushes: Ambushes::new(), flank: None }
}

#[test]
fn initiative_is_thrown_until_somebody_is_ahead() {
    // S1, ADLG-R22: RULES.md 5.4 has Rome at D6 + 2 and Carthage at D6 + 4.
    let mut battle = field("rome", "carthage");
    assert_eq!(battle.pending(), Pending::Decide(RED.into()));
    let events = go(&mut battle, RED, Prepare::Begin, &[6, 4, 3, 1, 5, 2]);
    let winners: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::InitiativeThrown { winner, .. } => Some(*winner),
            _ => None,
        })
        .collect();
    assert_eq!(winners, [None, None, Some(RED)], "8 all, 5 all, 7 to 6");
    assert_eq!(step(&battle), Stage::Role(ToTakeRole(RED)));
}

#[test]
fn the_winner_chooses_and_the_defender_has_the_ground() {
    // ADLG-R23: red wins and attacks, so blue chooses among the regions of its list.
    let mut battle = field("rome", "carthage");
    go(&mut battle, RED, Prepare::Begin, &[6, 1]);
    assert_eq!(
        battle.check(BLUE, &Action::Prepare(Prepare::Role(TakeRole { attack: true }))),
        Err(No::NotYourDecision)
    );
    go(&mut battle, RED, Prepare::Role(TakeRole { attack: true }), &[]);
    assert_eq!(battle.pending(), Pending::Decide(BLUE.into()), "S2");
    let no = refused(&battle, BLUE, Prepare::Region(TakeRegion { region: Region::Desert }));
    assert_eq!(no, No::NotYourRegion { region: Region::Desert });
    go(&mut battle, BLUE, Prepare::Region(TakeRegion { region: Region::Mountain }), &[]);
    assert_eq!(step(&battle), Stage::Choose(ToChoose(BLUE)), "S3: the defender first");
}

#[test]
fn pieces_are_chosen_within_the_maxima_of_both() {
    // S3, ADLG-R25.
    use Choice::*;
    let mut battle = field("rome", "carthage");
    red_defends(&mut battle, Region::Plain);
    assert_eq!(refused(&battle, RED, choose(&[Field])), No::TooFewPieces { least: 2 });
    assert_eq!(
        refused(&battle, RED, choose(&[Wood, Village])),
        No::NotCompulsory { region: Region::Plain }
    );
    let no = refused(&battle, RED, choose(&[Field, Wood, Wood]));
    assert_eq!(no, No::TooMany { choice: Wood, most: 1 });
    let no = refused(&battle, RED, choose(&[Field, River, Coast]));
    assert_eq!(no, No::TooMany { choice: Coast, most: 1 }, "river or coast");
    let no = refused(&battle, RED, choose(&[Field, Marsh]));
    assert_eq!(no, No::TooMany { choice: Marsh, most: 0 }, "no marsh on a plain");
    go(&mut battle, RED, choose(&[Field, Wood]), &[]);
    let no = refused(&battle, BLUE, choose(&[Wood]));
    assert_eq!(no, No::TooMany { choice: Wood, most: 1 }, "both together");
    assert_eq!(refused(&battle, BLUE, choose(&[])), No::TooFewPieces { least: 1 });
    let events = go(&mut battle, BLUE, choose(&[Village]), &[1]);
    assert!(matches!(events[1], Event::SectorThrown { by: RED, choice: Field, die: 1, .. }));
    let pieces = &battle.prelude.as_ref().unwrap().pieces;
    assert_eq!(pieces.iter().map(|it| it.compulsory).collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn pieces_lie_wholly_in_their_sector() {
    // S4, ADLG-R26: red's own left sector is -15 to -5 by -10 to 0.
    use Choice::*;
    let mut battle = field("rome", "gauls");
    red_defends(&mut battle, Region::Plain);
    go(&mut battle, RED, choose(&[Field, Wood]), &[]);
    go(&mut battle, BLUE, choose(&[Village]), &[1]);
    let own_left = Sector { wing: Wing::Left, enemy_half: false };
    assert_eq!(step(&battle), Stage::Piece(ToLay { piece: 0, sector: own_left }));
    // A field is 4.2 UD long: its east end would be at -4.9.
    let no = refused(&battle, RED, Prepare::Piece(Lay { pose: at(-7.0, -5.0) }));
    assert!(matches!(no, No::OutsideSector { sector, .. } if sector == own_left));
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-12.0, -5.0) }), &[1]);
    let no = refused(&battle, RED, Prepare::Piece(Lay { pose: at(-11.0, -5.0) }));
    assert_eq!(no, No::OnPiece { piece: Piece::Field });
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-7.5, -5.0) }), &[6]);
    // Blue's 6 is the enemy's right as blue sees it: red's left, where two pieces lie already.
    let far_right = Sector { wing: Wing::Right, enemy_half: true };
    assert_eq!(step(&battle), Stage::Piece(ToLay { piece: 2, sector: far_right }));
    assert_eq!(battle.pending(), Pending::Decide(BLUE.into()));
    go(&mut battle, BLUE, Prepare::Piece(Lay { pose: at(-7.0, -1.5) }), &[1, 1, 1]);
    assert_eq!(step(&battle), Stage::Camp(ToPitchCamp(RED)), "S5 with dice of 1: nothing");
    let named: Vec<_> = battle.landscape.areas.iter().map(|area| area.piece).collect();
    assert_eq!(named, [Piece::Field, Piece::Wood, Piece::Village]);
}

#[test]
fn rocks_keep_out_of_the_centre() {
    // ADLG-R26: a 2 or a 5 is thrown again.
    let mut battle = field("carthage", "rome");
    red_defends(&mut battle, Region::Mountain);
    go(&mut battle, RED, choose(&[Choice::SteepHill, Choice::Rocks]), &[]);
    go(&mut battle, BLUE, choose(&[Choice::Brush]), &[1]);
    let events = go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-10.0, -5.0) }), &[2, 5, 3]);
    let sectors: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::SectorThrown { sector, .. } => Some(*sector),
            _ => None,
        })
        .collect();
    let own_right = Sector { wing: Wing::Right, enemy_half: false };
    assert_eq!(sectors, [None, None, Some(own_right)]);
    assert_eq!(step(&battle), Stage::Piece(ToLay { piece: 1, sector: own_right }));
}

#[test]
fn what_does_not_fit_twice_is_discarded() {
    // ADLG-R26: a hill of 5.4 by 4.2 in the middle of a square of 10 leaves strips of 2.9 and 2.3 UD, and
    // its corners too little for a wood of 4.8 by 3.8.
    use Choice::*;
    let start = || {
        let mut battle = field("rome", "carthage");
        red_defends(&mut battle, Region::Plain);
        go(&mut battle, RED, choose(&[GentleHill, Wood]), &[]);
        go(&mut battle, BLUE, choose(&[Village]), &[1]);
        battle
    };
    let mut battle = start();
    let events = go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-10.0, -5.0) }), &[1, 2]);
    let misfit = |discarded| Event::Misfit { by: RED, choice: Wood, discarded };
    assert!(events.contains(&misfit(false)));
    let centre = Sector { wing: Wing::Centre, enemy_half: false };
    assert_eq!(step(&battle), Stage::Piece(ToLay { piece: 1, sector: centre }), "one new die");
    let mut battle = start();
    let events = go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-10.0, -5.0) }), &[1, 1, 2]);
    assert!(events.contains(&misfit(true)));
    assert!(matches!(step(&battle), Stage::Piece(ToLay { piece: 2, .. })), "the village is next");
}

#[test]
fn rivers_coasts_and_roads_cross_the_table() {
    // ADLG-R161, ADLG-R24: sides by one die, the going of a river by another; the road comes last.
    use Choice::*;
    let mut battle = field("rome", "gauls");
    red_defends(&mut battle, Region::Plain);
    go(&mut battle, RED, choose(&[Road, River, Field]), &[]);
    go(&mut battle, BLUE, choose(&[Brush]), &[4, 5]);
    let going = Piece::RiverDifficult;
    assert_eq!(step(&battle), Stage::River(ToLayRiver { piece: 1, side: Wing::Right, going }));
    let no = refused(&battle, RED, Prepare::River(LayRiver { at: Length::new(2.5) }));
    assert_eq!(no, No::RiverAt { at: Length::new(2.5) });
    go(&mut battle, RED, Prepare::River(LayRiver { at: Length::new(3.0) }), &[2]);
    let river = battle.landscape.areas[0].outline.bounds();
    // 3 UD from red's right edge at +15: from 11 to 12.
    assert_eq!((river.width(), river.depth(), river.centre().x), (1.0, 20.0, 11.5));
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(0.0, -4.0) }), &[2]);
    go(&mut battle, BLUE, Prepare::Piece(Lay { pose: at(0.0, 4.0) }), &[]);
    assert_eq!(step(&battle), Stage::Road(ToLayRoad { piece: 0 }), "placed last");
    let road = |from: (f64, f64), to: (f64, f64)| {
        Prepare::Road(LayRoad { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1) })
    };
    assert_eq!(refused(&battle, RED, road((0.0, -10.0), (5.0, -10.0))), No::RoadEnds);
    assert_eq!(refused(&battle, RED, road((0.0, -9.0), (5.0, 10.0))), No::RoadEnds);
    // Over the river and the field; neither water nor roads are thrown for in S5.
    go(&mut battle, RED, road((-15.0, -4.0), (15.0, -4.0)), &[1, 1]);
    assert_eq!(step(&battle), Stage::Camp(ToPitchCamp(RED)));
    let named: Vec<_> = battle.landscape.areas.iter().map(|area| area.piece).collect();
    assert_eq!(named, [Piece::Field, Piece::Brush, Piece::Road, going]);

    let mut battle = field("rome", "gauls");
    red_defends(&mut battle, Region::Plain);
    go(&mut battle, RED, choose(&[Coast, Road, GentleHill]), &[]);
    go(&mut battle, BLUE, choose(&[Brush]), &[1, 2]);
    let coast = &battle.landscape.areas[0];
    assert_eq!(coast.piece.going(), Going::Impassable);
    let middle = Length::new(coast.outline.bounds().centre().x);
    assert_eq!(middle, Length::new(-13.0), "on the owner's left, 4 UD deep");
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(0.0, -4.0) }), &[2]);
    go(&mut battle, BLUE, Prepare::Piece(Lay { pose: at(0.0, 4.0) }), &[]);
    let no = refused(&battle, RED, road((-15.0, 0.0), (15.0, 0.0)));
    assert_eq!(no, No::OnPiece { piece: Piece::Coast }, "no road through the sea");
}

#[test]
fn water_wins_over_what_it_covers() {
    // ADLG-R161: a unit wholly on the river's band is in it, whatever else lies there.
    let mut ground = crate::scene::piece(Piece::Wood, 0.0, 0.0, 4.0, 4.0);
    ground.areas.extend(crate::scene::piece(Piece::RiverOpen, 0.0, 0.0, 1.0, 20.0).areas);
    let at = |x: f64| Rect::new(&Pose::new(x, 0.0, Facing::NORTH), Size::new(1.0, 0.5));
    assert_eq!(ground.ground(&at(0.0)).going(), Going::Open);
    assert_eq!(ground.ground(&at(0.2)).going(), Going::Difficult, "partly in the wood");
}

/// Rome defends a plain with a field and a gentle hill, Carthage has taken brush.
fn at_adjustment(faces: &[u8]) -> Battle {
    let mut battle = field("rome", "carthage");
    red_defends(&mut battle, Region::Plain);
    go(&mut battle, RED, choose(&[Choice::Field, Choice::GentleHill]), &[]);
    go(&mut battle, BLUE, choose(&[Choice::Brush]), &[1]);
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-10.0, -8.0) }), &[3]);
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(10.0, -5.0) }), &[2]);
    go(&mut battle, BLUE, Prepare::Piece(Lay { pose: at(0.0, 4.0) }), faces);
    battle
}

#[test]
fn the_other_player_adjusts_what_was_placed() {
    // S5, ADLG-R27: the attacker first.
    let mut battle = at_adjustment(&[4]);
    let shift = Adjustment::Shift;
    assert_eq!(step(&battle), Stage::Adjust(ToAdjust { by: BLUE, piece: 0, adjustment: shift }));
    let by = |x: f64, y: f64| Prepare::Shift(Shift { by: Point::new(x, y) });
    let no = refused(&battle, BLUE, by(2.5, 0.0));
    let (length, reach) = (Length::new(2.5), Length::new(2.0));
    assert_eq!(no, No::ShiftTooFar { length, reach });
    let turn = Prepare::Rotate(Rotate { by: Angle::new(90.0) });
    assert_eq!(refused(&battle, BLUE, turn.clone()), No::DieForbids);
    assert_eq!(refused(&battle, BLUE, Prepare::Remove), No::DieForbids);
    // The field's south side is at -9.5: 0.5 UD of 2 are left before the edge.
    go(&mut battle, BLUE, by(0.0, -2.0), &[5]);
    let middle = Length::new(battle.landscape.areas[0].outline.bounds().centre().y);
    assert_eq!(middle, Length::new(-8.5), "cut short");
    let turns = Adjustment::ShiftOrRotate;
    assert_eq!(step(&battle), Stage::Adjust(ToAdjust { by: BLUE, piece: 1, adjustment: turns }));
    go(&mut battle, BLUE, turn, &[6]);
    let hill = battle.landscape.areas[1].outline.bounds();
    let size = (Length::new(hill.width()), Length::new(hill.depth()));
    assert_eq!(size, (Length::new(4.2), Length::new(5.4)), "turned by a quarter");
    let remove = Adjustment::Remove;
    assert_eq!(step(&battle), Stage::Adjust(ToAdjust { by: RED, piece: 2, adjustment: remove }));
    go(&mut battle, RED, Prepare::Remove, &[]);
    assert_eq!(battle.landscape.areas.len(), 2);
}

#[test]
fn a_six_that_may_not_remove_is_a_five() {
    // ADLG-R165: not the compulsory field; and one removal a player.
    let battle = at_adjustment(&[6]);
    let turns = Adjustment::ShiftOrRotate;
    assert_eq!(step(&battle), Stage::Adjust(ToAdjust { by: BLUE, piece: 0, adjustment: turns }));
    let mut battle = field("rome", "carthage");
    red_defends(&mut battle, Region::Plain);
    go(&mut battle, RED, choose(&[Choice::Field, Choice::GentleHill, Choice::Brush]), &[]);
    go(&mut battle, BLUE, choose(&[Choice::Village]), &[1]);
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-10.0, -8.0) }), &[3]);
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(10.0, -5.0) }), &[2]);
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(0.0, -5.0) }), &[2]);
    go(&mut battle, BLUE, Prepare::Piece(Lay { pose: at(0.0, 5.0) }), &[1]);
    // A Strategist is asked even after a 1; he takes it.
    go(&mut battle, BLUE, Prepare::Leave, &[6]);
    go(&mut battle, BLUE, Prepare::Remove, &[6]);
    assert_eq!(
        step(&battle),
        Stage::Adjust(ToAdjust { by: BLUE, piece: 2, adjustment: turns }),
        "ADLG-R165"
    );
}

#[test]
fn a_strategist_has_one_die_thrown_again() {
    // ADLG-R27: Carthage has a Strategist, Rome has none.
    let mut battle = at_adjustment(&[2]);
    let nothing = Adjustment::Nothing;
    assert_eq!(step(&battle), Stage::Adjust(ToAdjust { by: BLUE, piece: 0, adjustment: nothing }));
    go(&mut battle, BLUE, Prepare::Reroll, &[4]);
    let shift = Adjustment::Shift;
    assert_eq!(step(&battle), Stage::Adjust(ToAdjust { by: BLUE, piece: 0, adjustment: shift }));
    assert_eq!(refused(&battle, BLUE, Prepare::Reroll), No::NoReroll, "once");
    // Rome's die of 2 passes unasked.
    go(&mut battle, BLUE, Prepare::Leave, &[1, 2]);
    assert_eq!(step(&battle), Stage::Camp(ToPitchCamp(RED)));
}

#[test]
fn camps_lie_on_open_ground_of_the_base_edge() {
    // S6, ADLG-R28, ADLG-R10: the field covers 3 to 7 UD from red's left corner.
    let mut battle = at_adjustment(&[1]);
    go(&mut battle, BLUE, Prepare::Leave, &[1]);
    go(&mut battle, BLUE, Prepare::Leave, &[1]);
    let camp = |x: f64| Prepare::Camp(PitchCamp { at: Length::new(x) });
    assert_eq!(refused(&battle, RED, camp(2.9)), No::CampInCorner { at: Length::new(2.9) });
    assert_eq!(refused(&battle, RED, camp(5.0)), No::CampOnTerrain { at: Length::new(5.0) });
    go(&mut battle, RED, camp(9.0), &[]);
    assert_eq!(battle.sides[RED].camp.pose, at(-6.0, -9.5), "long side on the edge");
    assert_eq!(
        step(&battle),
        Stage::Camp(ToPitchCamp(BLUE)),
        "the attacker's after the defender's"
    );
    go(&mut battle, BLUE, camp(15.0), &[]);
    assert_eq!(step(&battle), Stage::Plan, "nobody has fortifications");
}

#[test]
fn fortifications_stand_in_the_own_zone() {
    // S6, ADLG-R28: the Seleucids have two segments.
    let mut battle = field("seleucids", "rome");
    until(&mut battle, |it| matches!(step(it), Stage::Fortify(_)));
    let Stage::Fortify(ToFortify(by)) = step(&battle) else { unreachable!() };
    assert_eq!(by, RED);
    let wall = |y: f64, segments| Prepare::Fortify(Fortify { at: at(0.0, y), segments });
    assert_eq!(refused(&battle, RED, wall(-4.0, 3)), No::TooManySegments { left: 2 });
    assert!(matches!(refused(&battle, RED, wall(-2.9, 2)), No::OutsideZone { .. }));
    let lines = battle.landscape.lines.len();
    let mut open = battle.clone();
    open.landscape.to_mut().areas.clear();
    go(&mut open, RED, wall(-3.0, 2), &[]);
    let ends: Vec<_> = open.landscape.lines[lines..].iter().map(|it| (it.a, it.b)).collect();
    let point = |x: f64| Point::new(x, -3.0);
    assert_eq!(ends, [(point(-1.0), point(0.0)), (point(0.0), point(1.0))], "ADLG-R162");
    go(&mut battle, RED, Prepare::EndFortifying, &[]);
    assert!(!matches!(step(&battle), Stage::Fortify(_)));
}

#[test]
fn plans_are_written_at_once_and_in_secret() {
    // S7, ADLG-R29.
    let mut battle = at_plans("teutoburg");
    let Pending::Decide(seats) = battle.pending() else { panic!() };
    assert!(seats.has(RED) && seats.has(BLUE));
    let mut shared = plan(&battle, RED);
    shared.wings = [Wing::Left, Wing::Left, Wing::Right];
    assert_eq!(refused(&battle, RED, Prepare::Plan(shared)), No::WingsShared);
    let blues = plan(&battle, BLUE);
    go(&mut battle, BLUE, Prepare::Plan(blues.clone()), &[]);
    assert_eq!(battle.pending(), Pending::Decide(RED.into()));
    assert_eq!(battle.view(Some(RED)).sides[BLUE].plan, Sealed::Hidden);
    assert_eq!(battle.view(None).sides[BLUE].plan, Sealed::Hidden);
    assert_eq!(battle.view(Some(BLUE)), battle);
    let reds = plan(&battle, RED);
    go(&mut battle, RED, Prepare::Plan(reds), &[]);
    assert_eq!(step(&battle), Stage::Deploy(ToDeploy(BLUE)), "S8: the defender first");
}

#[test]
fn corps_deploy_in_turn_in_their_zones() {
    // S8, ADLG-R30.
    let mut battle = at_plans("gindarus");
    for by in [RED, BLUE] {
        let plan = plan(&battle, by);
        go(&mut battle, by, Prepare::Plan(plan), &[]);
    }
    // Parthia's left corps: 7 LH units; blue's left is in the east: x from 3 to 15, y from 2 (light).
    let units = battle.deploying(BLUE, 0);
    assert!(units.iter().all(|&id| battle.category(id) == Category::Lh));
    let line = |x: f64, y: f64| -> Vec<Pose> {
        let n = units.len() as u32;
        (0..n).map(|n| Pose::new(x + f64::from(n), y, Facing::SOUTH)).collect()
    };
    let deploy = |corps, poses| Prepare::Deploy(Deploy { corps, poses });
    let no = refused(&battle, BLUE, deploy(0, line(2.9, 5.0)));
    assert!(matches!(no, No::OutsideWing { wing: Wing::Left, .. }), "{no:?}");
    // Fronts 8.001 UD from the base edge at +10 are too far, 8 are not.
    let no = refused(&battle, BLUE, deploy(0, line(4.0, 2.36)));
    assert!(matches!(no, No::OutsideWing { .. }));
    assert_eq!(
        battle.check(BLUE, &Action::Prepare(deploy(0, line(4.0, 2.375)))),
        Ok(()),
        "light troops within 8 UD"
    );
    let no = refused(&battle, BLUE, deploy(0, vec![at(8.0, 5.0); units.len()]));
    assert!(matches!(no, No::PlacedOn { .. }), "ADLG-R6");
    let no = refused(&battle, BLUE, deploy(0, line(4.0, 5.0)[1..].to_vec()));
    assert!(matches!(no, No::NotAllPlaced { .. }));
    go(&mut battle, BLUE, deploy(0, line(4.0, 5.0)), &[]);
    assert_eq!(battle.sides[BLUE].commanders[0], Commander::With(0), "ADLG-R9");
    // He may still place single units, of this corps.
    let place = |unit: u8, x: f64| {
        Prepare::Place(PlaceUnit { unit, pose: Pose::new(x, 7.0, Facing::SOUTH) })
    };
    assert!(matches!(
        battle.check(BLUE, &Action::Prepare(place(9, 5.0))),
        Err(No::NotYours { .. })
    ));
    assert!(matches!(refused(&battle, BLUE, place(0, 0.0)), No::OutsideWing { .. }));
    go(&mut battle, BLUE, place(0, 5.0), &[]);
    assert_eq!(battle.unit(Id::new(BLUE, 0)).pose, Pose::new(5.0, 7.0, Facing::SOUTH));
    // Half a base to the side a unit stands on its neighbour; the rest of the line together does not.
    let aside = |unit: u8, x: f64| Pose::new(f64::from(unit) + x, 5.0, Facing::SOUTH);
    let one = Prepare::Place(PlaceUnit { unit: 1, pose: aside(1, 4.5) });
    assert!(matches!(refused(&battle, BLUE, one), No::PlacedOn { .. }), "ADLG-R6");
    let line: UnitSet = (1..units.len() as u8).collect();
    let all = |pose| Prepare::Arrange(Arrange { unit: 1, beside: line, pose });
    go(&mut battle, BLUE, all(aside(1, 4.5)), &[]);
    for unit in line {
        assert_eq!(battle.unit(Id::new(BLUE, unit)).pose, aside(unit, 4.5), "ADLG-R30");
    }
    assert!(matches!(refused(&battle, BLUE, all(aside(1, 0.0))), No::OutsideWing { .. }));
    let stranger = Prepare::Arrange(Arrange { unit: 1, beside: line.with(9), pose: aside(1, 4.5) });
    let no = battle.check(BLUE, &Action::Prepare(stranger));
    assert!(matches!(no, Err(No::NotYours { .. })));
    go(&mut battle, BLUE, Prepare::EndDeploying, &[]);
    assert_eq!(step(&battle), Stage::Deploy(ToDeploy(RED)), "in turn");
    assert_eq!(refused(&battle, RED, deploy(3, Vec::new())), No::NoCorpsToDeploy { corps: 3 });
    // Heavy foot within 7 UD of the edge at -10: fronts at -3.
    let poses = battle.drawn_up(RED, 1, Style::Forward).unwrap();
    let mut ahead = poses.clone();
    ahead.iter_mut().for_each(|pose| pose.at.y = pose.at.y + Length::new(0.1));
    assert!(matches!(refused(&battle, RED, deploy(1, ahead)), No::OutsideWing { .. }));
    go(&mut battle, RED, deploy(1, poses), &[]);
    until(&mut battle, |it| it.prelude.is_none());
    assert_eq!((battle.phasing, battle.turn), (RED, 1), "S9: the attacker moves first");
    let away = |seat| battle.sides[seat].units.iter().any(|unit| unit.place == Place::Away);
    assert!(!away(RED) && !away(BLUE));
}

#[test]
fn impassable_ground_is_no_place_to_deploy() {
    // ADLG-R30, ADLG-R158: no chariot in a wood.
    let mut battle = at_plans("teutoburg");
    for by in [RED, BLUE] {
        let plan = plan(&battle, by);
        go(&mut battle, by, Prepare::Plan(plan), &[]);
    }
    let wood = battle.landscape.areas[4].outline.centroid();
    let scorpion = (0..battle.sides[RED].units.len() as u8)
        .map(|unit| Id::new(RED, unit))
        .find(|&id| battle.category(id) == Category::Art)
        .unwrap();
    let pose = Pose::nearest(wood, Facing::NORTH);
    let rect = battle.rect_at(scorpion, &pose);
    let no = battle.check_room(scorpion, &rect).unwrap_err();
    assert_eq!(no, No::NoGround { unit: scorpion, piece: Piece::Wood });
    let legion = Id::new(RED, battle.setup.armies[RED].corps[1].with);
    assert_eq!(battle.check_room(legion, &battle.rect_at(legion, &pose)), Ok(()));
    let camp = battle.sides[RED].camp.pose;
    let no = battle.check_room(legion, &battle.rect_at(legion, &camp)).unwrap_err();
    assert_eq!(no, No::PlacedOnCamp { unit: legion });
}

/// The Germans defend and hide units of their left corps in the wood at (8, 4.5), which is on their left.
fn with_ambush(units: UnitSet) -> Battle {
    let mut battle = at_plans("teutoburg");
    let ambush = Ambush { at: Point::new(8.0, 4.5), units };
    let ambushes = [ambush].into_iter().collect();
    let blues = Plan { ambushes, ..plan(&battle, BLUE) };
    go(&mut battle, BLUE, Prepare::Plan(blues), &[]);
    let reds = plan(&battle, RED);
    go(&mut battle, RED, Prepare::Plan(reds), &[]);
    battle
}

/// Units of a corps that may hide.
fn hiders(battle: &Battle, by: Seat, corps: u8, count: usize) -> UnitSet {
    let with = battle.setup.armies[by].corps[usize::from(corps)].with;
    let fit = |id: &Id| {
        matches!(battle.category(*id), Category::Mi | Category::Lmi | Category::Li)
            && battle.troop(*id).corps == corps
            && id.number() != with
    };
    let units = (0..battle.sides[by].units.len() as u8).map(|unit| Id::new(by, unit));
    units.filter(fit).take(count).collect()
}

#[test]
fn ambushes_hide_light_and_medium_foot_in_cover() {
    // ADLG-R31, ADLG-R180.
    let battle = at_plans("teutoburg");
    let three = hiders(&battle, BLUE, 0, 3);
    assert_eq!(three.iter().count(), 3);
    let with = |x: f64, y: f64, units: UnitSet| {
        let ambushes = [Ambush { at: Point::new(x, y), units }].into_iter().collect();
        Prepare::Plan(Plan { ambushes, ..plan(&battle, BLUE) })
    };
    assert_eq!(battle.check(BLUE, &Action::Prepare(with(8.0, 4.5, three))), Ok(()));
    assert_eq!(
        battle.check(BLUE, &Action::Prepare(with(8.0, 4.5, UnitSet::NONE))),
        Ok(()),
        "a fake"
    );
    let nowhere = |x: f64, y: f64| No::NoHidingPlace { at: Point::new(x, y) };
    assert_eq!(refused(&battle, BLUE, with(0.0, 8.0, three)), nowhere(0.0, 8.0), "in the open");
    assert_eq!(
        refused(&battle, BLUE, with(-11.0, -4.0, three)),
        nowhere(-11.0, -4.0),
        "enemy half"
    );
    assert_eq!(refused(&battle, BLUE, with(11.0, -2.5, three)), nowhere(11.0, -2.5), "a marsh");
    let four = three | hiders(&battle, BLUE, 0, 4);
    assert!(matches!(
        refused(&battle, BLUE, with(8.0, 4.5, four)),
        No::TooManyAmbushers { .. } | No::NoAmbusher { .. }
    ));
    let leader = battle.setup.armies[BLUE].corps[0].with;
    let no = refused(&battle, BLUE, with(8.0, 4.5, UnitSet::NONE.with(leader)));
    assert_eq!(no, No::NoAmbusher { unit: Id::new(BLUE, leader) }, "ADLG-R180");
    let other = hiders(&battle, BLUE, 1, 1);
    let mixed = hiders(&battle, BLUE, 0, 1) | other;
    assert!(
        matches!(refused(&battle, BLUE, with(8.0, 4.5, mixed)), No::NoAmbusher { .. }),
        "one corps"
    );
}

#[test]
fn ambushers_are_missing_from_their_corps() {
    // ADLG-R31, ADLG-R180: the marker lies open, and who deploys has fewer units.
    let three = hiders(&at_plans("teutoburg"), BLUE, 0, 3);
    let battle = with_ambush(three);
    assert_eq!(battle.sides[BLUE].markers, [Some(Point::new(8.0, 4.5)), None]);
    let whole = battle.setup.armies[BLUE].troops.iter().filter(|troop| troop.corps == 0).count();
    assert_eq!(battle.deploying(BLUE, 0).len(), whole - 3);
    let view = battle.view(Some(RED));
    assert_eq!(view.sides[BLUE].markers, battle.sides[BLUE].markers);
    assert_eq!(view.sides[BLUE].plan, Sealed::Hidden);
}

#[test]
fn an_enemy_near_finds_an_ambush() {
    // ADLG-R31, ADLG-R183: within 2 UD of the marker; the owner places them at once.
    let three = hiders(&at_plans("teutoburg"), BLUE, 0, 3);
    let mut battle = with_ambush(three);
    until(&mut battle, |it| it.prelude.is_none());
    let scout = battle.standing(RED).next().unwrap();
    let corps = battle.troop(scout).corps;
    battle.unit_mut(scout).pose = Pose::new(8.0, 2.5, Facing::NORTH);
    let strength = battle.standing(BLUE).count();
    act(&mut battle, RED, &Action::Activate(Activate { corps }), &[3]);
    assert_eq!(battle.pending(), Pending::Decide(BLUE.into()), "blue places them");
    assert_eq!(battle.stack.last(), Some(&Frame::Ambush(Found { by: BLUE, marker: 0 })));
    let mut list = Vec::new();
    battle.candidates(BLUE, &mut list);
    assert!(!list.is_empty());
    let place = |x: f64, y: f64| Pose::new(x, y, Facing::SOUTH);
    let reveal =
        |poses: [Pose; 3]| Action::Reveal(Reveal { marker: 0, poses: poses.into_iter().collect() });
    let bars = |poses| match battle.check(BLUE, &reveal(poses)) {
        Err(bar) => bar,
        other => panic!("{other:?}"),
    };
    // The circle of 1 UD: a base 1 deep and 2.6 north of the marker is 2.1 away from it.
    let far = bars([place(8.0, 4.5), place(7.0, 4.5), place(8.0, 7.1)]);
    assert!(matches!(far, No::OutsideAmbush { .. }));
    let crowd = bars([place(8.0, 4.5), place(8.5, 4.5), place(9.0, 4.5)]);
    assert!(matches!(crowd, No::PlacedOn { .. }));
    let row = [place(8.0, 4.5), place(7.0, 4.5), place(9.0, 4.5)];
    let events = act(&mut battle, BLUE, &reveal(row), &[]);
    let now = battle.army_state(BLUE).strength;
    let at = Point::new(8.0, 4.5);
    assert_eq!(
        events[0],
        Event::Ambushed { by: BLUE, units: three, at, found: true, strength: now }
    );
    assert_eq!(battle.standing(BLUE).count(), strength + 3, "ADLG-R16: they count from now on");
    assert_eq!(battle.sides[BLUE].markers, [None, None]);
    assert!(matches!(battle.stack.last(), Some(Frame::Orders(_))), "the enemy goes on");
}

#[test]
fn a_fake_ambush_is_taken_away() {
    // ADLG-R31.
    let mut battle = with_ambush(UnitSet::NONE);
    until(&mut battle, |it| it.prelude.is_none());
    let scout = battle.standing(RED).next().unwrap();
    let corps = battle.troop(scout).corps;
    battle.unit_mut(scout).pose = Pose::new(8.0, 2.5, Facing::NORTH);
    let events = act(&mut battle, RED, &Action::Activate(Activate { corps }), &[3]);
    assert!(events.contains(&Event::FakeAmbush { by: BLUE, at: Point::new(8.0, 4.5) }));
    assert_eq!(battle.sides[BLUE].markers, [None, None]);
}

#[test]
fn who_comes_near_a_marker_has_learnt_something() {
    // ADLG-R31: a fake is taken away, others are placed. Either way a step back would be scouting for nothing.
    let three = hiders(&at_plans("teutoburg"), BLUE, 0, 3);
    for units in [UnitSet::NONE, three] {
        let mut battle = with_ambush(units);
        until(&mut battle, |it| it.prelude.is_none());
        let light = |id: &Id| matches!(battle.category(*id), Category::Li | Category::Lh);
        let scout = battle.standing(RED).find(light).unwrap();
        let corps = battle.troop(scout).corps;
        // Nobody but the marker is near.
        for id in battle.standing(BLUE).collect::<Vec<_>>() {
            battle.unit_mut(id).place = Place::Away;
        }
        battle.unit_mut(scout).pose = Pose::new(8.0, 1.5, Facing::NORTH);
        act(&mut battle, RED, &Action::Activate(Activate { corps }), &[3]);
        for (ahead, near) in [("0.2", false), ("2", true)] {
            let order = format!("move {}: advance {ahead}", scout.number() + 1);
            let action = battle.read(RED, &order).unwrap();
            assert_eq!(battle.check(RED, &action), Ok(()), "{order}");
            let mut log = Log::kept();
            battle.clone().perform(RED, &action, &mut Dice::scripted([]), &mut log).unwrap();
            assert_eq!(log.unsealed().has(BLUE), near, "{order}");
            for chance in 0..10 {
                kit::laws_of_unsealing(&battle, RED, &action, chance, "near the marker");
            }
        }
    }
}

#[test]
fn owners_show_ambushes_in_the_activation_of_their_corps() {
    // ADLG-R31: free; not in that of another corps.
    let three = hiders(&at_plans("teutoburg"), BLUE, 0, 3);
    let mut battle = with_ambush(three);
    until(&mut battle, |it| it.prelude.is_none() && it.phasing == BLUE);
    assert!(battle.sides[BLUE].markers[0].is_some(), "nobody came near");
    act(&mut battle, BLUE, &Action::Activate(Activate { corps: 0 }), &[3]);
    let mut list = Vec::new();
    battle.candidates(BLUE, &mut list);
    let shows = list.iter().find(|it| matches!(it, Action::Reveal(_))).unwrap().clone();
    let Some(Frame::Orders(before)) = battle.stack.last().copied() else { panic!() };
    let events = act(&mut battle, BLUE, &shows, &[]);
    assert!(matches!(events[0], Event::Ambushed { found: false, .. }), "its owner wishes it");
    let Some(Frame::Orders(after)) = battle.stack.last().copied() else { panic!() };
    assert_eq!(before.points, after.points, "free");
    assert_eq!(battle.sides[BLUE].markers[0], None);
}

/// Parthia attacks and sends its left corps, seven light horse, round its left flank: the east edge.
fn with_flank_march() -> Battle {
    let mut battle = Adlg::battle("gindarus").unwrap();
    go(&mut battle, RED, Prepare::Begin, &[6, 1]);
    go(&mut battle, RED, Prepare::Role(TakeRole { attack: false }), &[]);
    until(&mut battle, |it| step(it) == Stage::Plan);
    let flank = Some(Flank { corps: 0, edge: Wing::Left });
    let blues = Plan { flank, ..plan(&battle, BLUE) };
    go(&mut battle, BLUE, Prepare::Plan(blues), &[]);
    let reds = plan(&battle, RED);
    go(&mut battle, RED, Prepare::Plan(reds), &[]);
    until(&mut battle, |it| it.prelude.is_none());
    battle
}

#[test]
fn a_flank_march_stays_away_and_its_edge_a_secret() {
    // ADLG-R32, ADLG-R181.
    let battle = with_flank_march();
    assert_eq!(battle.sides[BLUE].march, March::Coming { corps: 0 });
    assert_eq!(battle.sides[BLUE].commanders[0], Commander::Away);
    let away = battle.sides[BLUE].units.iter().filter(|unit| unit.place == Place::Away).count();
    assert_eq!(away, 7);
    assert!(!battle.standing(BLUE).any(|id| battle.troop(id).corps == 0));
    assert_eq!(battle.view(Some(RED)).sides[BLUE].plan, Sealed::Hidden);
    // No march through the centre, and none out of the sea.
    let planning = at_plans("gindarus");
    let flank = Some(Flank { corps: 0, edge: Wing::Centre });
    let no = refused(&planning, BLUE, Prepare::Plan(Plan { flank, ..plan(&planning, BLUE) }));
    assert_eq!(no, No::NoFlankMarch { corps: 0 });
}

#[test]
fn the_sea_bars_a_flank_march() {
    // ADLG-R181: the coast lies on red's left, which is blue's right.
    let mut battle = field("rome", "carthage");
    red_defends(&mut battle, Region::Plain);
    go(&mut battle, RED, choose(&[Choice::Coast, Choice::Field]), &[]);
    go(&mut battle, BLUE, choose(&[Choice::Brush]), &[1, 2]);
    until(&mut battle, |it| step(it) == Stage::Plan);
    let march = |by: Seat, edge| {
        Prepare::Plan(Plan { flank: Some(Flank { corps: 0, edge }), ..plan(&battle, by) })
    };
    assert_eq!(refused(&battle, RED, march(RED, Wing::Left)), No::EdgeBarred { edge: Wing::Left });
    assert_eq!(
        refused(&battle, BLUE, march(BLUE, Wing::Right)),
        No::EdgeBarred { edge: Wing::Right }
    );
    assert_eq!(battle.check(RED, &Action::Prepare(march(RED, Wing::Right))), Ok(()));
}

/// Both do nothing until the turn of who is phasing is over and the other's has begun.
fn end_turn(battle: &mut Battle, faces: &[u8]) -> Vec<Event> {
    let by = battle.phasing;
    let mut dice = Dice::scripted(faces);
    let mut log = Log::kept();
    while battle.phasing == by {
        let Pending::Decide(seats) = battle.pending() else { panic!("it is over") };
        let seat = seats.first().unwrap();
        let mut list = Vec::new();
        battle.candidates(seat, &mut list);
        let quiet = |action: &&Action| {
            matches!(action, Action::Activate(_) | Action::EndCorps | Action::EndShooting)
        };
        let action = list.iter().find(quiet).unwrap().clone();
        battle.apply(seat, &action, &mut dice, &mut log).unwrap();
    }
    assert!(dice.is_spent());
    log.events().to_vec()
}

fn marches(events: &[Event]) -> Vec<bool> {
    let arrived = events.iter().filter_map(|event| match event {
        Event::FlankMarch { edge, .. } => Some(edge.is_some()),
        _ => None,
    });
    arrived.collect()
}

#[test]
fn flank_marches_arrive_by_a_die_from_the_second_turn() {
    // M0, ADLG-R32: an ordinary commander needs a 5. Blue attacks: turns go blue, red, blue, ...
    // Two corps of blue are activated in its turn and three of red in his: five dice of activation.
    let mut battle = with_flank_march();
    assert_eq!((battle.phasing, battle.turn), (BLUE, 1), "no die in the first turn");
    assert!(marches(&end_turn(&mut battle, &[3, 3])).is_empty(), "two corps");
    assert_eq!(marches(&end_turn(&mut battle, &[3, 3, 3, 4])), [false], "a 4 is not enough");
    assert!(marches(&end_turn(&mut battle, &[3, 3])).is_empty());
    assert_eq!(marches(&end_turn(&mut battle, &[3, 3, 3, 5])), [true]);
    assert_eq!(battle.sides[BLUE].march, March::Entering { corps: 0, edge: Wing::Left });
    assert!(battle.is_corps_there(0), "it is activated now");
}

/// The flank march has arrived and its corps is active with 3 points.
pub fn entering() -> Battle {
    let mut battle = with_flank_march();
    battle.turn = 3;
    battle.sides[BLUE].march = March::Entering { corps: 0, edge: Wing::Left };
    act(&mut battle, BLUE, &Action::Activate(Activate { corps: 0 }), &[3]);
    battle
}

#[test]
fn flank_marches_come_on_at_their_edge() {
    // ADLG-R32, ADLG-R182: within 10 UD of the own base edge; the commander with his unit.
    let mut battle = entering();
    let all: UnitSet = battle.to_enter(BLUE).into_iter().collect();
    let enter = |units, from: f64, ahead: f64| {
        Action::Enter(Enter { units, from: Length::new(from), ahead: Length::new(ahead) })
    };
    let bars = |battle: &Battle, action: &Action| battle.check(BLUE, action).unwrap_err();
    let far = bars(&battle, &enter(all, 3.1, 3.0));
    assert_eq!(far, No::EntryTooFar { from: Length::new(3.1) }, "7 units wide");
    assert!(matches!(bars(&battle, &enter(all, 2.0, 5.1)), No::TooFar { .. }), "ADLG-MVT.T1: 5 UD");
    assert!(matches!(bars(&battle, &enter(all, 2.0, 0.5)), No::LeavesTable { .. }), "whole bases");
    let end = bars(&battle, &Action::EndCorps);
    assert_eq!(end, No::MustEnter, "ADLG-R182");
    act(&mut battle, BLUE, &enter(all, 2.0, 5.0), &[]);
    // Blue's left edge is the east; 2.5 UD from the base edge in the north.
    let first = battle.unit(Id::new(BLUE, 0)).pose;
    assert_eq!(first, Pose::new(15.0 - 5.0 + 0.375, 7.5, Facing::WEST));
    let last = battle.unit(Id::new(BLUE, 6)).pose;
    assert_eq!(last, Pose::new(10.375, 1.5, Facing::WEST));
    assert_eq!(battle.sides[BLUE].commanders[0], Commander::With(0));
    assert_eq!(battle.sides[BLUE].march, March::No);
    let Some(Frame::Orders(orders)) = battle.stack.last().copied() else { panic!() };
    // (3 + 0) / 2 rounded up, and the free one, less one order (ADLG-CP.1, ADLG-ORD.2).
    assert_eq!(orders.points, 2);
    let mut list = Vec::new();
    battle.candidates(BLUE, &mut list);
    assert!(!list.iter().any(|it| matches!(it, Action::Charge(_))), "no charge on arrival");
    assert_eq!(battle.check(BLUE, &Action::EndCorps), Ok(()));
}

#[test]
fn who_finds_no_room_comes_on_later() {
    // ADLG-R32: red bodies along the whole edge.
    let mut battle = entering();
    let blockers: Vec<Id> = battle.standing(RED).take(12).collect();
    for (n, id) in (0_u32..).zip(blockers) {
        let y = 9.5 - f64::from(n);
        battle.unit_mut(id).pose = Pose::new(14.4, y, Facing::EAST);
    }
    let mut list = Vec::new();
    battle.candidates(BLUE, &mut list);
    assert!(!list.iter().any(|it| matches!(it, Action::Enter(_))));
    assert_eq!(battle.check(BLUE, &Action::EndCorps), Ok(()));
    act(&mut battle, BLUE, &Action::EndCorps, &[]);
    assert_eq!(battle.to_enter(BLUE).len(), 7, "they wait");
    assert_eq!(battle.sides[BLUE].commanders[0], Commander::Away, "ADLG-R32: not lost");
}

#[test]
fn where_all_stands_ready_only_the_attacker_is_thrown_for() {
    // ADLG-R33.
    for (face, first) in [(3, RED), (4, BLUE)] {
        let mut battle = Adlg::battle("zama").unwrap();
        let before = battle.sides.clone();
        go(&mut battle, RED, Prepare::Begin, &[face]);
        assert_eq!((battle.phasing, battle.first), (first, first));
        assert_eq!(battle.stack.last(), Some(&Frame::Corps));
        assert_eq!(battle.sides, before);
        assert!(battle.prelude.is_none());
    }
    // With given terrain S2 to S5 are left out.
    let mut battle = Adlg::battle("gindarus").unwrap();
    let ground = battle.landscape.clone();
    go(&mut battle, RED, Prepare::Begin, &[6, 1]);
    go(&mut battle, RED, Prepare::Role(TakeRole { attack: true }), &[]);
    assert_eq!(step(&battle), Stage::Camp(ToPitchCamp(BLUE)));
    assert_eq!(battle.landscape, ground);
}

/// Every army, every corps, every style: a line that a general would draw up.
#[test]
fn lines_of_battle_are_sound() {
    for (id, _) in data::ARMIES {
        let mut battle = field(id, "gauls");
        battle.stack.clear();
        battle.stack.push(Frame::Prepare(Stage::Deploy(ToDeploy(RED))));
        battle.sides[RED].plan = Sealed::In(plan(&battle, RED));
        for corps in 0..3 {
            for style in Style::ALL {
                let poses = battle.drawn_up(RED, corps, style).unwrap();
                let deployed = battle.check_deployment(RED, corps, &poses);
                assert_eq!(deployed.map(|_| ()), Ok(()), "{id} {corps}");
                let units = battle.deploying(RED, corps);
                let foot: Vec<f64> = units
                    .iter()
                    .zip(&poses)
                    .filter(|(id, _)| battle.category(**id) == Category::Hi)
                    .map(|(id, pose)| battle.rect_at(*id, pose).middle(acies_table::Edge::Front).y)
                    .collect();
                if style == Style::Forward && foot.len() <= 8 {
                    let level = foot.iter().all(|y| (y - foot[0]).abs() < 0.01);
                    assert!(level, "{id} {corps}: heavy foot stands in one line, {foot:?}");
                }
                for (unit, pose) in units.iter().zip(&poses) {
                    if battle.category(*unit) == Category::Li {
                        let line = foot.iter().copied().fold(f64::MIN, f64::max);
                        assert!(
                            foot.is_empty() || pose.at.y.get() > line,
                            "{id}: skirmishers ahead"
                        );
                    }
                }
            }
        }
    }
}

/// ADLG-R29, ADLG-R31, ADLG-R32: what is hidden changes nothing that the other seat sees or may do.
#[test]
fn secrets_stay_secret() {
    let three = hiders(&at_plans("teutoburg"), BLUE, 0, 2);
    let place = Point::new(8.0, 4.5);
    let other = Point::new(-10.0, 4.0);
    let written = |first: UnitSet, second: UnitSet, edge: Wing| {
        let mut battle = at_plans("teutoburg");
        let ambushes =
            [Ambush { at: place, units: first }, Ambush { at: other, units: second }].into_iter();
        let flank = Some(Flank { corps: 2, edge });
        let blues = Plan { ambushes: ambushes.collect(), flank, ..plan(&battle, BLUE) };
        go(&mut battle, BLUE, Prepare::Plan(blues), &[]);
        battle
    };
    let mut one = written(three, UnitSet::NONE, Wing::Left);
    let mut two = written(UnitSet::NONE, three, Wing::Right);
    assert_ne!(one, two);
    let mut dice = Dice::seeded(11);
    for step in 0..120 {
        for viewer in [Some(RED), None] {
            assert_eq!(one.view(viewer), two.view(viewer), "step {step}");
            assert_eq!(one.scene(viewer), two.scene(viewer), "step {step}");
        }
        let (Pending::Decide(seats), Pending::Decide(again)) = (one.pending(), two.pending())
        else {
            return;
        };
        assert_eq!(seats, again, "step {step}");
        let by = seats.first().unwrap();
        let list = |battle: &Battle| {
            let mut list = Vec::new();
            battle.candidates(by, &mut list);
            list
        };
        let (ours, theirs) = (list(&one), list(&two));
        if by == RED {
            assert_eq!(ours, theirs, "step {step}");
            let mut attempts = Vec::new();
            one.attempts(RED, &mut attempts);
            for action in &attempts {
                assert_eq!(one.check(RED, action), two.check(RED, action), "step {step}");
            }
        }
        // Blue does what it can do in both; nobody comes near the markers.
        let both: Vec<_> = ours
            .into_iter()
            .filter(|it| theirs.contains(it) && !matches!(it, Action::Reveal(_) | Action::Move(_)))
            .collect();
        let action = both[dice.number(both.len())].clone();
        let tell = |battle: &mut Battle| {
            let mut log = Log::kept();
            match battle.apply(by, &action, &mut Dice::seeded(step), &mut log) {
                Ok(()) => log.events().to_vec(),
                Err(Stop::Refused(no)) => panic!("step {step}: {no:?}"),
                Err(Stop::Waiting(_)) => unreachable!(),
            }
        };
        assert_eq!(tell(&mut one), tell(&mut two), "step {step}");
        if matches!(one.sides[BLUE].march, March::Entering { .. }) {
            return;
        }
    }
}

#[test]
fn guesses_agree_with_what_is_known() {
    // A guess is a plan that its owner could have written, and that shows as this one does.
    for seed in 0..6 {
        let mut battle = Adlg::battle("teutoburg").unwrap();
        let mut dice = Dice::seeded(seed);
        let mut chance = Dice::seeded(seed ^ 0x5eed);
        while battle.turn < 3 {
            let Pending::Decide(seats) = battle.pending() else { break };
            let by = seats.first().unwrap();
            for seat in [RED, BLUE] {
                let view = battle.view(Some(seat));
                let guess = view.guess(seat, &mut chance);
                assert_eq!(guess.view(Some(seat)), view);
                let plan = &guess.sides[seat.other()].plan;
                assert_ne!(*plan, Sealed::Hidden);
                if let (Sealed::In(plan), Some(_)) = (plan, &battle.prelude) {
                    assert_eq!(guess.check_plan(seat.other(), plan), Ok(()));
                }
                // Whoever is away hides, marches, or has not deployed.
                if battle.prelude.is_none() {
                    let hidden = plan.known().map(Plan::ambushers).unwrap_or_default();
                    for unit in 0..guess.sides[seat.other()].units.len() as u8 {
                        let id = Id::new(seat.other(), unit);
                        let march = guess.sides[seat.other()].march.corps();
                        if guess.unit(id).place == Place::Away {
                            let marches = march == Some(guess.troop(id).corps);
                            assert!(marches || hidden.has(unit), "{id:?} is nowhere");
                        }
                    }
                }
            }
            let mut list = Vec::new();
            battle.candidates(by, &mut list);
            let action = list[chance.number(list.len())].clone();
            battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
    }
}

/// A set-up as its players read it.
#[test]
fn a_set_up_can_be_told() {
    let mut battle = field("rome", "carthage");
    let mut told = Vec::new();
    let mut tell = |battle: &mut Battle, by: Seat, text: &str, faces: &[u8]| {
        let question = battle.question(by);
        assert!(question.asks.ends_with('?') && !question.rules.is_empty());
        let action = battle.read(by, text).unwrap();
        for event in act(battle, by, &action, faces) {
            told.push(battle.tell(&event, None).unwrap().to_string());
        }
    };
    tell(&mut battle, RED, "begin", &[6, 1]);
    tell(&mut battle, RED, "defend", &[]);
    tell(&mut battle, RED, "region plain", &[]);
    tell(&mut battle, RED, "terrain gentle_hill,wood", &[]);
    tell(&mut battle, BLUE, "terrain village", &[1]);
    tell(&mut battle, RED, "lay -10 -5 0", &[1, 2]);
    assert_eq!(
        told,
        [
            "For the initiative: Rome [6] 8 against Carthage [1] 5: it goes to Rome [ADLG-R22]",
            "Carthage will attack and Rome will defend [ADLG-R23]",
            "The region of Rome: plain [ADLG-R23]",
            "Terrain of Rome: gentle hill, wood [ADLG-R25]",
            "Terrain of Carthage: village [ADLG-R25]",
            "For the gentle hill of Rome: [1], on the left of its own half [ADLG-R26]",
            "The gentle hill lies 10 UD west, 5 UD south of the centre [ADLG-R24, ADLG-R26]",
            "For the wood of Rome: [1], on the left of its own half [ADLG-R26]",
            "There is no room for the wood: one new die [ADLG-R26]",
            "For the wood of Rome: [2], in the centre of its own half [ADLG-R26]",
        ]
    );
}

/// ADLG-R11, ADLG-R30: even two hundred points find room on the table for a hundred.
#[test]
fn lines_fit_on_tables_of_all_sizes() {
    for budget in [100, 200, 300] {
        let mut battle = field("rome", "spain");
        let setup = battle.setup.to_mut();
        setup.field = acies_adlg::setup::Field::for_budget(budget).unwrap();
        until(&mut battle, |it| it.prelude.is_none());
        for seat in [RED, BLUE] {
            let units = &battle.sides[seat].units;
            assert!(units.iter().all(|unit| unit.place == Place::Table), "{budget}");
        }
    }
}

/// A computer player prefers ground that suits its army, and draws its line up forward.
#[test]
fn computer_players_set_up() {
    let mut battle = field("macedon", "spain");
    let (mut dice, mut chance) = (Dice::seeded(5), Dice::seeded(6));
    let mut took = Vec::new();
    while let Some(Frame::Prepare(step)) = battle.stack.last().copied() {
        let by = battle.pending().seat().unwrap();
        let action = battle.view(Some(by)).best_preparation(by, step, &mut chance);
        battle.apply(by, &action, &mut dice, &mut Log::Off).unwrap();
        took.push((by, action));
    }
    // Phalanxes and horse lose in rough ground (ADLG-MOD.T1), Spaniards do not.
    let pieces = |seat: Seat| {
        let choice = took.iter().find_map(|(by, action)| match action {
            Action::Prepare(Prepare::Choose(Choose { pieces })) if *by == seat => {
                Some(pieces.clone())
            }
            _ => None,
        });
        choice.unwrap().iter().filter(|it| it.piece().going() > Going::Open).count()
    };
    assert!(pieces(RED) < pieces(BLUE));
    for seat in [RED, BLUE] {
        let first = took.iter().find_map(|(by, action)| match action {
            Action::Prepare(Prepare::Deploy(Deploy { corps, .. })) if *by == seat => Some(*corps),
            _ => None,
        });
        let wing = battle.setup.armies[seat].corps[usize::from(first.unwrap())].wing;
        assert_eq!(wing, Wing::Centre);
    }
}

/// Every rule of the set-up is cited in battles that nobody steers.
#[test]
fn set_up_rules_fire_in_random_battles() {
    let mut log = Log::Tally(std::collections::BTreeMap::new());
    let silent = |log: &Log<Event>| -> Vec<String> {
        let Log::Tally(tally) = log else { unreachable!() };
        let ids = (22..=33).chain([161, 162, 165]).chain(180..=183).map(|n| format!("ADLG-R{n}"));
        ids.filter(|id| !tally.contains_key(id.as_str())).collect()
    };
    let names: Vec<&str> = data::ARMIES.iter().map(|(id, _)| *id).collect();
    for seed in 0..200_usize {
        let mut battle = match seed % 4 {
            0 => Adlg::battle("zama").unwrap(),
            1 => Adlg::battle("teutoburg").unwrap(),
            _ => field(names[seed % 12], names[(seed * 5 + 2) % 12]),
        };
        let mut dice = Dice::seeded(seed as u64);
        let mut chance = Dice::seeded(seed as u64 ^ 0x5eed);
        let mut steps = 0;
        while battle.turn < 4 {
            let Pending::Decide(seats) = battle.pending() else { break };
            let by = seats.first().unwrap();
            let mut list = Vec::new();
            battle.candidates(by, &mut list);
            if battle.prelude.is_some() {
                steps += 1;
                list.iter().for_each(|action| keeps_its_word(&battle, by, action));
            }
            let action = list[chance.number(list.len())].clone();
            battle.perform(by, &action, &mut dice, &mut log).unwrap();
        }
        assert!(steps <= 60, "seed {seed}: {steps} decisions before the first turn");
        if seed >= 12 && silent(&log).is_empty() {
            return;
        }
    }
    panic!("never cited: {:?}", silent(&log));
}

/// What is offered is accepted, and read as it is written.
fn keeps_its_word(battle: &Battle, by: Seat, action: &Action) {
    assert_eq!(battle.check(by, action), Ok(()), "{action:?}");
    assert!(matches!(action, Action::Prepare(_)), "{action:?}");
    let text = battle.notation(by, action);
    assert_eq!(battle.read(by, &text).as_ref(), Ok(action), "{text}");
    assert!(!battle.words(by, action).is_empty());
}
