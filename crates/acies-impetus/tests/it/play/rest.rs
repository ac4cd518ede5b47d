//! Rules that stand beside the sequence of play, each by its id.

use super::*;
use acies_impetus::{
    cohesion::Ground,
    melee::{Came, Fighter, Melee, Side},
};

fn melee(ours: Fighter, theirs: &str) -> Melee {
    let theirs =
        Fighter { came: Came::WasCharged, ..Fighter::plain(Unit::new(profile(theirs), 1)) };
    Melee { sides: [Side::alone(ours), Side::alone(theirs)] }
}

fn charging(id: &str) -> Fighter {
    Fighter { came: Came::Charged, ..Fighter::plain(Unit::new(profile(id), 1)) }
}

#[test]
fn ground_takes_dice_and_impetus() {
    let plain = melee(charging("rom_alae"), "rom_hastati").main_dice(0).total;
    let broken = Fighter { charged_in: Ground::Broken, ..charging("rom_alae") };
    // I 2 is lost (IMP-NIB.4).
    assert_eq!(melee(broken, "rom_hastati").main_dice(0).total, plain - 2, "IMP-TER.11");
    let wood = Fighter {
        charged_in: Ground::Difficult,
        half_in: Ground::Difficult,
        ..charging("rom_alae")
    };
    assert_eq!(melee(wood, "rom_hastati").main_dice(0).total, plain - 3, "IMP-TER.17, IMP-TER.18");
    let higher = Fighter { higher: true, ..charging("rom_alae") };
    assert_eq!(melee(higher, "rom_hastati").main_dice(0).total, plain + 1, "IMP-TER.4");
    // IMP-TER.31: the test of mounted troops in difficult ground, -3: 5 - 1 - 3 is 1.
    assert_eq!(melee(wood, "rom_hastati").test(0, 1).sum().total, 1, "IMP-TER.31");
    // IMP-SPC.7: scythed chariots keep their impetus when they are Worn.
    let mut worn = charging("sel_scythed");
    let fresh = melee(worn, "rom_hastati").main_dice(0).total;
    worn.unit.lose(1);
    assert_eq!(melee(worn, "rom_hastati").main_dice(0).total, fresh - 1, "IMP-SPC.7");
    // IMP-TER.24: a BUA cancels every impetus bonus.
    let mut village = melee(charging("gal_warband"), "rom_hastati");
    village.sides[1].main.unit.in_bua = true;
    assert_eq!(village.main_dice(0).total, 4, "IMP-TER.24");
}

#[test]
fn edges_of_woods_cover() {
    let red = [("rom_archers", [90.0, 60.0], 0.0), ("rom_triarii", [90.0, 40.0], 0.0)];
    let blue = [("car_italians", [90.0, 70.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    let open = battle.shot(id(RED, 0), id(BLUE, 0), false, 0).unwrap().pool();
    lay(&mut battle, Terrain::Wood, [70.0, 69.0], [40.0, 20.0]);
    let wood = battle.shot(id(RED, 0), id(BLUE, 0), false, 0).unwrap().pool();
    assert_eq!((open, wood), (3, 1), "IMP-TER.19");
    // IMP-TER.30, IMP-R91: nobody sees through a BUA.
    let mut village = table(&red, &blue);
    lay(&mut village, Terrain::Bua, [80.0, 62.0], [20.0, 5.0]);
    assert_eq!(village.shot(id(RED, 0), id(BLUE, 0), false, 0), Err("IMP-R91"), "IMP-TER.30");
}

#[test]
fn fortifications_are_crossed_by_foot_in_disorder() {
    let red = [
        ("rom_hastati", [90.0, 60.0], 0.0),
        ("rom_alae", [70.0, 60.0], 0.0),
        ("rom_triarii", [90.0, 40.0], 0.0),
    ];
    let blue = [("car_spearmen", [20.0, 100.0], 180.0), ("car_italians", [30.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    let wall = acies_table::Polyline::new(vec![Point::new(50.0, 62.0), Point::new(110.0, 62.0)]);
    battle.landscape.to_mut().walls.push(wall);
    activate(&mut battle, &[0], &[]);
    let told = say(&mut battle, "forward 5", &[]);
    assert!(cites(&told, "IMP-R121") && unit(&battle, RED, 0).disordered, "IMP-R121: {told:?}");
    activate(&mut battle, &[1], &[]);
    assert_eq!(refused(&battle, "forward 5"), ["IMP-R121"], "IMP-R121: mounted cannot");
}

#[test]
fn a_pursuit_leaves_a_friend_behind() {
    // Companions win; velites stand 2 U behind the Italians, a friend of the companions, in the way of the pursuit.
    let red = [
        ("mac_companions", [90.0, 60.0], 0.0),
        ("rom_velites", [90.0, 70.0], 0.0),
        ("rom_triarii", [90.0, 40.0], 0.0),
    ];
    let blue = [("car_italians", [90.0, 62.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "charge plain", &[]);
    // A rout as five 6s make it; a pursuit of 6 U, to 68, which reaches the velites' rear at 68: no more than a touch.
    let faces = [6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 6];
    let mut near = battle.clone();
    say(&mut battle, "stand", &faces);
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 68.0), "IMP-R63");
    assert!(!unit(&battle, RED, 1).disordered, "IMP-IPI.4");
    near.piece_mut(id(RED, 1)).front = Pose::new(90.0, 68.0, Facing::NORTH);
    // 2 U nearer they are run into, and put behind the rear of the companions, 6 U deep: at 62.
    let told = say(&mut near, "stand", &faces);
    assert!(cites(&told, "IMP-IPI.4"), "{told:#?}");
    assert_eq!(front(&near, RED, 1), Point::new(90.0, 62.0), "IMP-R105");
    assert!(unit(&near, RED, 1).disordered, "IMP-IPI.4");
}

#[test]
fn nobody_recovers_in_contact_and_groups_shoot_at_once() {
    let red = [
        ("rom_archers", [86.0, 60.0], 0.0),
        ("rom_archers", [94.0, 60.0], 0.0),
        ("rom_triarii", [90.0, 40.0], 0.0),
    ];
    let blue = [("car_italians", [88.0, 72.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0, 1], &[]);
    say(&mut battle, "shoot u0 u0", &[1, 1, 1]);
    // IMP-R117: each for itself, at one moment: nobody can declare otherwise now.
    assert_eq!(refused(&battle, "shoot u1 u0 moving"), ["IMP-R117"]);
    say(&mut battle, "shoot u1 u0", &[1, 1, 1]);
    let mut contact = table(
        &[("rom_equites", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)],
        &[("car_italians", [90.0, 60.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)],
    );
    activate(&mut contact, &[0], &[]);
    contact.piece_mut(id(RED, 0)).unit.disordered = true;
    assert_eq!(refused(&contact, "recover"), ["IMP-DIS.2"]);
}

#[test]
fn light_foot_is_not_pursued_by_foot_but_horse_is_bound() {
    use acies_impetus::melee::pursuit::{Pursuit, Winner};
    let winner = |id: &str, beaten: &str| {
        let unit = Unit::new(profile(id), 1);
        Winner { unit, beaten: profile(beaten), held: false, supported: false }.pursuit().1
    };
    assert_eq!(winner("gal_warband", "num_light_horse"), Pursuit::No, "IMP-PUR.6");
    assert_eq!(winner("gal_warband", "rom_hastati"), Pursuit::Must, "IMP-SPC.37");
}

#[test]
fn tests_that_nobody_can_pass_are_not_taken() {
    let red = [("rom_hastati", [90.0, 60.0], 0.0), ("rom_triarii", [90.0, 40.0], 0.0)];
    let blue = [("car_spearmen", [20.0, 100.0], 180.0), ("car_italians", [30.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    // 4+; then 4+, 5+ and 6+ (IMP-DT.4); a fifth movement would need a 7.
    for face in [3, 3, 4, 5] {
        say(&mut battle, "about", &[face]);
    }
    assert_eq!(refused(&battle, "about"), ["IMP-R129"]);
}

#[test]
fn who_charges_does_not_shoot_back() {
    let red = [("num_light_horse", [90.0, 60.0], 0.0), ("rom_triarii", [90.0, 40.0], 0.0)];
    let blue = [("car_scutarii", [90.0, 70.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    // IMP-R130: without the bonus 10 U are within 12.
    say(&mut battle, "charge plain", &[]);
    assert_eq!(top(&battle), "facing", "IMP-R130");
    // IMP-R48 (b): a defensive shot: 4 + 0 dice at mounted, Short (IMP-SHT.2): nothing; then the melee: 3 + 1 dice
    // against 4, and the light horse leaves the draw (IMP-RET.2).
    let told = say(&mut battle, "answer", &[1; 13]);
    assert!(cites(&told, "IMP-SHL.12") && cites(&told, "IMP-RET.2"), "IMP-R128: {told:#?}");
    assert!(!battle.piece(id(RED, 0)).shot, "IMP-R128");
    // IMP-R130: at 13 U only the bonus reaches: declared without it, nobody reacts.
    let far = [("car_scutarii", [90.0, 73.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut short = table(&red, &far);
    activate(&mut short, &[0], &[]);
    say(&mut short, "charge plain", &[]);
    assert_eq!(front(&short, RED, 0), Point::new(90.0, 72.0), "IMP-R130");
}

#[test]
fn words_of_the_table_of_loss() {
    use acies_impetus::command::{Structure, fate::AtRisk};
    let commander = acies_impetus::command::Commander::new(Quality::Fair, true);
    let risk =
        AtRisk { commander, others: 3, structure: Structure::Poor, losses: 2, mounted: false };
    // 2 of his own (IMP-CDR.8), less 3 of the others, and 2 losses.
    assert_eq!(risk.sum().total, 1, "IMP-CDR.9, IMP-CDR.11");
}

#[test]
fn obliques_keep_the_facing() {
    let red = [("rom_velites", [90.0, 60.0], 0.0), ("rom_triarii", [90.0, 40.0], 0.0)];
    let blue = [("car_spearmen", [20.0, 100.0], 180.0), ("car_italians", [30.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "oblique 30 6", &[]);
    // 3 U aside and 5.196 ahead.
    assert_eq!(front(&battle, RED, 0), Point::new(93.0, 65.196), "IMP-MOV.8");
    assert_eq!(battle.piece(id(RED, 0)).front.facing, Facing::NORTH, "IMP-MOV.8");
    assert!(!unit(&battle, RED, 0).disordered, "IMP-SPC.50");
}
