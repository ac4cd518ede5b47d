//! From two armies to the first turn (RULES.md 2, S1 to S5).

use acies_av::{
    AdvancedVirtus,
    battle::{Action, Battle, Carrier, Field, Frame},
    files::data::ARMIES,
    ground::Piece,
    profile::Order,
    setup::{
        Deployment, NoPreparing, Prepare, Preparing, Stage,
        arranging::{Arrange, Carry, Place, Posting, Start},
        terrain::{self, Lay, Laying},
    },
    turn::initiative::FirstOrSecond,
    units::{Id, Post, UnitSet},
    words::refusals::No,
};
use acies_core::{
    Dice, Game, Log, Pending, Ruleset, Seat, Telling,
    scene::{Dragged, Pulled},
};
use acies_table::{Facing, Point, Pose};

fn field(red: &str, blue: &str) -> Battle {
    let army = |id: &str| AdvancedVirtus::shipped(id).unwrap();
    AdvancedVirtus::field(&army(red), &army(blue)).unwrap()
}

#[track_caller]
fn act(battle: &mut Battle, by: Seat, action: &Action, faces: &[u8]) {
    let mut dice = Dice::scripted(faces);
    battle.apply(by, action, &mut dice, &mut Log::Off).unwrap_or_else(|no| panic!("{no:?}"));
    assert!(dice.is_spent());
}

fn candidates(battle: &Battle, by: Seat) -> Vec<Action> {
    let mut out = Vec::new();
    battle.candidates(by, &mut out);
    out
}

/// Two dice a sector, nothing anywhere.
const NOTHING: [u8; 12] = [1; 12];

/// Both armies deploy, with nothing on the table.
fn to_deploy() -> Battle {
    let mut battle = field("early_imperial_roman", "gallic");
    act(&mut battle, Seat::Red, &Action::Begin, &NOTHING);
    assert_eq!(battle.frame(), Frame::Prepare(Preparing::Deploy), "S4");
    battle
}

/// How the army's file has it.
fn as_written(battle: &Battle, by: Seat) -> Deployment {
    match candidates(battle, by).swap_remove(0) {
        Action::Prepare(Prepare::Deploy(army)) => army,
        other => panic!("{other:?}"),
    }
}

#[test]
fn terrain_is_thrown_for_sector_by_sector() {
    let mut battle = field("germanic", "greek");
    // AV-R27: in the first sector a hill and a patch: gentle, and a dense wood.
    act(&mut battle, Seat::Red, &Action::Begin, &[5, 6, 4, 5]);
    let (hill, wood) = (Piece::GentleHill, Piece::DenseWood);
    let step = Preparing::Piece(Laying { sector: 0, piece: hill, then: Some(wood) });
    assert_eq!(battle.frame(), Frame::Prepare(step), "AV-R27");
    assert_eq!(battle.pending(), Pending::Decide(Seat::Red.into()), "AV-R27: his own half");
    let lay = |x: f64, y: f64| Action::Prepare(Prepare::Lay(Lay { at: Point::new(x, y) }));
    // A sector of 10 x 10 UD; a hill reaches 3 cos 22.5 = 2.772 UD to each side.
    for (x, y, fits) in [(5.0, 5.0, true), (2.78, 7.22, true), (2.7, 5.0, false), (5.0, 7.3, false)]
    {
        assert_eq!(battle.check(Seat::Red, &lay(x, y)).is_ok(), fits, "AV-R27: {x} {y}");
    }
    act(&mut battle, Seat::Red, &lay(5.0, 5.0), &[]);
    // The wood may lie on the hill. Then the centre column, where a 5 is nothing; sector 3 has scrub.
    act(&mut battle, Seat::Red, &lay(5.0, 5.0), &[5, 5, 1, 1, 1, 5, 2]);
    let step = Preparing::Piece(Laying { sector: 3, piece: Piece::Scrub, then: None });
    assert_eq!(battle.frame(), Frame::Prepare(step), "AV-R27");
    assert_eq!(battle.pending(), Pending::Decide(Seat::Blue.into()), "AV-R27: his own half");
    assert!(battle.check(Seat::Blue, &lay(5.0, 5.0)).is_err(), "AV-R27: not in the other half");
    act(&mut battle, Seat::Blue, &lay(5.0, 15.0), &[1, 1, 1, 1]);
    assert_eq!(battle.frame(), Frame::Prepare(Preparing::Deploy), "S4");
    let pieces: Vec<_> = battle.ground.areas.iter().map(|area| area.piece).collect();
    assert_eq!(pieces, [hill, wood, Piece::Scrub]);
}

#[test]
fn pieces_are_octagons() {
    // AV-R27: corners at 3 UD, two sides parallel to the long edges.
    let hill = terrain::octagon(Piece::SteepHill, Point::new(5.0, 5.0));
    assert_eq!(hill.outline.corners().len(), 8);
    for corner in hill.outline.corners() {
        let away = (corner - Point::new(5.0, 5.0).vec()).length();
        assert!((away - 3.0).abs() < 0.002, "AV-R27: {away}");
    }
    let level = hill.outline.sides().filter(|side| (side.a.y - side.b.y).abs() < 0.001);
    assert_eq!(level.count(), 2, "AV-R27");
    for (sector, owner) in [(0, Seat::Red), (2, Seat::Red), (3, Seat::Blue), (5, Seat::Blue)] {
        assert_eq!(terrain::owner(sector), owner, "AV-R27");
    }
    // Every usual place passes, on the small table too.
    for table in [Field::FULL, Field::SMALL] {
        for sector in 0..terrain::SECTORS {
            for at in terrain::usual_places(&table, sector, Piece::GentleHill) {
                assert_eq!(terrain::check(&table, sector, Piece::GentleHill, at), Ok(()));
            }
        }
    }
}

#[test]
fn edges_are_given_and_not_thrown_for() {
    // AV-R110: the first two dice are those of the first sector, 5 a hill and 1 no patch; 4 is a gentle one.
    let mut battle = field("early_imperial_roman", "gallic");
    act(&mut battle, Seat::Red, &Action::Begin, &[5, 1, 4]);
    let step = Preparing::Piece(Laying { sector: 0, piece: Piece::GentleHill, then: None });
    assert_eq!(battle.frame(), Frame::Prepare(step), "AV-R110, AV-R27");
    let battle = to_deploy();
    for seat in Seat::BOTH {
        let mut army = as_written(&battle, seat);
        let forward = if seat == Seat::Red { Facing::NORTH } else { Facing::SOUTH };
        for stand in &mut army.units {
            let southern = stand.pose.at.y < Field::FULL.depth - stand.pose.at.y;
            assert_eq!(southern, seat == Seat::Red, "AV-R110: {stand:?}");
            assert_eq!(stand.pose.facing, forward, "AV-R110: {stand:?}");
            stand.pose.at.y = Field::FULL.depth - stand.pose.at.y;
        }
        let across = Action::Prepare(Prepare::Deploy(army));
        assert!(battle.check(seat, &across).is_err(), "AV-R110: at the other edge");
    }
}

#[test]
fn armies_deploy_at_once_and_in_secret() {
    let mut battle = to_deploy();
    assert_eq!(battle.deciders().iter().count(), 2, "AV-R28: simultaneous");
    let red = as_written(&battle, Seat::Red);
    assert_eq!(red.units[0].pose, Pose::new(10.5, 4.5, Facing::NORTH), "RULES.md 5.3");
    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::Deploy(red)), &[]);
    // AV-R28: the other side sees nothing of it, nor of the army.
    let view = battle.view(Some(Seat::Blue));
    assert!(view.setup.armies[Seat::Red].units.is_empty(), "S1: hidden until S5");
    assert!(view.sides[Seat::Red].units.is_empty(), "AV-R28");
    assert_eq!(view.setup.armies[Seat::Blue], battle.setup.armies[Seat::Blue]);
    let guess = view.guess(Seat::Blue, &mut Dice::seeded(1));
    assert!(!guess.sides[Seat::Red].units.is_empty(), "somebody stands there");
    assert_eq!(guess.view(Some(Seat::Blue)), view);

    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::EndDeploying), &[]);
    assert_eq!(battle.pending(), Pending::Decide(Seat::Blue.into()));
    let blue = as_written(&battle, Seat::Blue);
    act(&mut battle, Seat::Blue, &Action::Prepare(Prepare::Deploy(blue)), &[]);
    // S5, and the dice of the first turn (AV-4.2).
    let (mut dice, mut log) = (Dice::scripted([6, 2]), Log::kept());
    let ready = Action::Prepare(Prepare::EndDeploying);
    battle.apply(Seat::Blue, &ready, &mut dice, &mut log).unwrap();
    assert_eq!(battle.frame(), Frame::Initiative(FirstOrSecond(Seat::Red)), "S5");
    let told = log.events().iter().filter_map(|event| battle.tell(event, None));
    let told: Vec<_> = told.map(|entry| entry.line).collect();
    // RULES.md 5.3: two of Red's units start under Halt, and the Legate stands alone.
    for line in [
        "Early Imperial Romans under Halt, facing 0°: Auxiliary archers (14.25, 2.2), Scorpions (8.5, 4.5).",
        "Early Imperial Romans, leaders: Legate (15, 3.2).",
    ] {
        assert!(told.iter().any(|it| it == line), "S5, AV-R28, AV-R29: {told:#?}");
    }
    assert_eq!(battle.view(Some(Seat::Blue)), battle, "nothing is hidden any more");
    assert_eq!(battle.unit(Id::new(Seat::Blue, 3)).pose, Pose::new(13.5, 16.5, Facing::SOUTH));
}

/// Something that spoils a deployment.
type Change<'a> = &'a dyn Fn(&mut Deployment);

#[test]
fn what_may_not_be_deployed_is_refused() {
    let mut battle = to_deploy();
    let good = as_written(&battle, Seat::Red);
    let refused = |battle: &Battle, change: &dyn Fn(&mut Deployment)| {
        let mut army = good.clone();
        change(&mut army);
        match battle.check(Seat::Red, &Action::Prepare(Prepare::Deploy(army))) {
            Err(No::Preparing(no)) => no,
            other => panic!("{other:?}"),
        }
    };
    let at = |x: f64, y: f64| Pose::new(x, y, Facing::NORTH);
    let unit = |n: u8| Id::new(Seat::Red, n);
    let changes: [(Change, &str); 13] = [
        (
            (&|army: &mut Deployment| army.units[0].pose = at(5.0, 5.02)) as &dyn Fn(&mut _),
            "AV-R28",
        ),
        (&|army| army.units[0].pose = at(0.98, 3.0), "AV-R28"),
        (&|army| army.units[0].pose = at(29.02, 3.0), "AV-R28"),
        (&|army| army.units[0].pose = at(12.98, 4.5), "AV-2.6"),
        (&|army| army.units[0].order = Order::Rush, "AV-R29"),
        (&|army| army.units[0].order = Order::Orbis, "AV-R29"),
        (&|army| army.units[7].order = Order::Shieldwall, "AV-R29"),
        (&|army| army.leaders[0] = Post::Alone(Point::new(15.0, 5.02)), "AV-R28"),
        (&|army| army.leaders[0] = Post::Alone(Point::new(0.98, 3.0)), "AV-R28"),
        (&|army| army.leaders[0] = Post::With(9), "AV-R28"),
        (&|army| army.leaders[0] = Post::Lost, "AV-R28"),
        (&|army| army.units.truncate(8), "AV-R28"),
        (&|army| army.leaders.clear(), "AV-R28"),
    ];
    for (change, rule) in changes {
        let no = refused(&battle, change);
        let reason = no.reason(&battle);
        assert_eq!(reason.rules[0], rule, "{no:?}");
        assert!(!reason.says.is_empty(), "{no:?}");
    }
    let early = Action::Prepare(Prepare::EndDeploying);
    assert_eq!(battle.check(Seat::Red, &early), Err(No::Preparing(NoPreparing::NotDeployed)));

    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::Deploy(good)), &[]);
    assert_eq!(battle.prelude.as_ref().unwrap().stages[Seat::Red], Stage::Arranging);
    // AV-R28: units and leaders may still be moved, AV-R29: and orders changed, by the same rules.
    let place = |pose| Action::Prepare(Prepare::Place(Place { unit: 0, pose }));
    act(&mut battle, Seat::Red, &place(at(3.0, 4.0)), &[]);
    assert_eq!(battle.unit(unit(0)).pose, at(3.0, 4.0), "AV-R28");
    assert!(battle.check(Seat::Red, &place(at(12.0, 4.0))).is_err(), "AV-2.6");
    // Two units go as one, and neither comes nearer than 1 UD to anybody.
    let [first, second] = [0, 1].map(|n| battle.unit(unit(n)).pose);
    let pair = |x: f64| {
        let (beside, pose) = (UnitSet::one(1), at(first.at.x.get() + x, first.at.y.get()));
        Action::Prepare(Prepare::Arrange(Arrange { unit: 0, beside, pose }))
    };
    act(&mut battle, Seat::Red, &pair(-0.25), &[]);
    let moved = at(second.at.x.get() - 0.25, second.at.y.get());
    assert_eq!(battle.unit(unit(1)).pose, moved, "AV-R28");
    act(&mut battle, Seat::Red, &pair(0.0), &[]);
    assert!(battle.check(Seat::Red, &pair(-3.0)).is_err(), "AV-R28: off the zone");
    let order = |order| Action::Prepare(Prepare::Order(Start { unit: 1, order }));
    act(&mut battle, Seat::Red, &order(Order::Orbis), &[]);
    assert_eq!(battle.unit(unit(1)).order, Some(Order::Orbis), "AV-R29");
    assert!(battle.check(Seat::Red, &order(Order::FallBack)).is_err(), "AV-R29");
    let post = |post| Action::Prepare(Prepare::Post(Posting { leader: 0, post }));
    act(&mut battle, Seat::Red, &post(Post::Alone(Point::new(0.99, 3.0))), &[]);
    act(&mut battle, Seat::Red, &post(Post::With(2)), &[]);
    assert_eq!(battle.sides[Seat::Red].leaders[0].place, Post::With(2), "AV-R28");
    let ghost = Action::Prepare(Prepare::Place(Place { unit: 9, pose: at(3.0, 3.0) }));
    assert!(matches!(battle.check(Seat::Red, &ghost), Err(No::NoSuchUnit { .. })));
}

#[test]
fn figures_change_their_carriers_until_the_reveal() {
    let mut battle = field("british", "dacian");
    act(&mut battle, Seat::Red, &Action::Begin, &NOTHING);
    let carry = |by| Action::Prepare(Prepare::Carry(Carry { figure: 0, by }));
    let early = battle.check(Seat::Red, &carry(Carrier::Unit(3)));
    assert_eq!(early, Err(No::Preparing(NoPreparing::NotDeployed)), "AV-R28");
    let army = as_written(&battle, Seat::Red);
    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::Deploy(army)), &[]);
    let carrier = |battle: &Battle| battle.setup.armies[Seat::Red].figures[0].by;
    assert_eq!(carrier(&battle), Carrier::Unit(0), "AV-R102: as the file has it");
    for by in [Carrier::Unit(3), Carrier::Leader(0)] {
        let action = carry(by);
        let notation = battle.notation(Seat::Red, &action);
        assert_eq!(battle.read(Seat::Red, &notation).as_ref(), Ok(&action), "{notation}");
        let hidden = battle.view(Some(Seat::Blue));
        act(&mut battle, Seat::Red, &action, &[]);
        assert_eq!(carrier(&battle), by, "AV-R114");
        assert_eq!(battle.view(Some(Seat::Blue)), hidden, "RULES.md 2: hidden until S5");
    }
    let ghost = Action::Prepare(Prepare::Carry(Carry { figure: 1, by: Carrier::Unit(3) }));
    let no = NoPreparing::NoSuchFigure { number: 1 };
    assert_eq!(battle.check(Seat::Red, &ghost), Err(No::Preparing(no)), "AV-R114");
    assert!(matches!(
        battle.check(Seat::Red, &carry(Carrier::Unit(40))),
        Err(No::NoSuchUnit { .. })
    ));
    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::EndDeploying), &[]);
    assert!(battle.check(Seat::Red, &carry(Carrier::Unit(3))).is_err(), "AV-R102: never changed");
}

/// AV-R23: one special figure with any unit, also if a leader brings it.
#[test]
fn no_unit_has_two_figures() {
    let unit = "profile = { class = \"hi\", morale = 4, armour = 5, weapon = \"ah\" }";
    let unit = |n: u8| format!("[[unit]]\nname = \"U{n}\"\n{unit}\n");
    let units = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(unit).concat();
    let text = format!(
        "name = \"Free\"\n{units}[[leader]]\nname = \"A\"\nchief = true\n\
         [[figure]]\nfigure = \"guru\"\nwith = \"a\"\n\
         [[figure]]\nfigure = \"religious_leader\"\nwith = \"u1\"\n"
    );
    let army = AdvancedVirtus::army("free.toml", &text).unwrap();
    let mut battle = AdvancedVirtus::field(&army, &army).unwrap();
    act(&mut battle, Seat::Red, &Action::Begin, &NOTHING);
    let army = as_written(&battle, Seat::Red);
    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::Deploy(army)), &[]);
    let check = |battle: &Battle, prepare| battle.check(Seat::Red, &Action::Prepare(prepare));
    let two = |by| Err(No::Preparing(NoPreparing::TwoFigures { by }));
    let joins = Prepare::Post(Posting { leader: 0, post: Post::With(0) });
    assert_eq!(check(&battle, joins), two(Carrier::Unit(0)), "AV-R23");
    let both = Prepare::Carry(Carry { figure: 1, by: Carrier::Leader(0) });
    act(
        &mut battle,
        Seat::Red,
        &Action::Prepare(Prepare::Post(Posting { leader: 0, post: Post::With(4) })),
        &[],
    );
    assert_eq!(check(&battle, both), two(Carrier::Unit(4)), "AV-R23");
    let elsewhere = Prepare::Carry(Carry { figure: 1, by: Carrier::Unit(2) });
    assert_eq!(check(&battle, elsewhere), Ok(()), "AV-R114");
}

#[test]
fn closed_ground_is_closed() {
    let mut battle = field("early_imperial_roman", "gallic");
    // AV-R27: rocks in the first sector, near the edge.
    act(&mut battle, Seat::Red, &Action::Begin, &[1, 5, 6]);
    let at = Point::new(5.0, 2.5);
    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::Lay(Lay { at })), &[1; 10]);
    let written = as_written(&battle, Seat::Red);
    let stands = |n: usize| {
        let mut army = written.clone();
        army.units[n].pose = Pose { at, facing: Facing::NORTH };
        battle.check(Seat::Red, &Action::Prepare(Prepare::Deploy(army)))
    };
    assert_eq!(stands(0), Ok(()), "AV-7.2: infantry");
    let no = |n: u8| Err(No::Preparing(NoPreparing::NoGround { unit: Id::new(Seat::Red, n), at }));
    assert_eq!(stands(7), no(7), "AV-7.2: artillery");
    assert_eq!(stands(8), no(8), "AV-7.2: mounted");
    let mut army = written.clone();
    army.leaders[0] = Post::Alone(at);
    let rides = battle.check(Seat::Red, &Action::Prepare(Prepare::Deploy(army)));
    assert_eq!(rides, Err(No::Preparing(NoPreparing::LeaderBarred { at })), "AV-R32");
}

#[test]
fn every_army_finds_its_places_on_any_ground() {
    for (n, (id, _)) in ARMIES.iter().enumerate() {
        let mut battle = field(id, ARMIES[(n + 1) % ARMIES.len()].0);
        let mut dice = Dice::seeded(n as u64);
        while battle.prelude.is_some() {
            let by = battle.deciders().first().unwrap();
            let all = candidates(&battle, by);
            for action in &all {
                assert_eq!(battle.check(by, action), Ok(()), "{id}: {action:?}");
                let notation = battle.notation(by, action);
                assert_eq!(battle.read(by, &notation).as_ref(), Ok(action), "{notation}");
                assert!(!battle.words(by, action).is_empty());
            }
            let action = all[all.len() / 2].clone();
            battle.apply(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
        assert!(battle.all_standing().count() > 10, "{id}");
    }
}

#[test]
fn decisions_can_be_misread() {
    let battle = field("british", "dacian");
    for text in [
        "lay 5",
        "lay 5 x",
        "place 0: 1 1 0",
        "arrange 1: 1 1 0",
        "arrange 1 with 0: 1 1 0",
        "start 1: march",
        "post 1: up",
        "carry 1: 3",
        "carry 1: horse 2",
        "deployed now",
        "deploy 1 2 advance;",
        "lay 1e9 0",
        "place 1: 3 3 900",
    ] {
        assert!(battle.read(Seat::Red, text).is_err(), "{text}");
    }
}

#[test]
fn who_is_dragged_out_of_his_zone_is_pulled_back_into_it() {
    let mut battle = to_deploy();
    let army = as_written(&battle, Seat::Red);
    act(&mut battle, Seat::Red, &Action::Prepare(Prepare::Deploy(army)), &[]);
    let piece = battle.scene(Some(Seat::Red)).loose.swap_remove(0);
    let dragged = Dragged { pieces: vec![piece], x: 0.2, y: 12.0, ..Dragged::default() };
    let Some(Pulled::Led { wanted, nearest }) = battle.drag(Seat::Red, &dragged) else {
        panic!("it can be dragged")
    };
    let no = battle.check(Seat::Red, &wanted).unwrap_err();
    assert_eq!(battle.explain(&wanted, &no).rules[0], "AV-R28");
    // Within 5 UD of its edge, 1 UD off the short one.
    let there = Place { unit: 0, pose: Pose::new(1.0, 5.0, Facing::NORTH) };
    assert_eq!(nearest, Some(Action::Prepare(there.into())), "AV-R28");
}
