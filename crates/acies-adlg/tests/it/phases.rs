//! Shooting, combat, routs and the count of losses, played with given dice.

use acies_adlg::{
    battle::{Battle, Commander, Flags, Id, Place},
    shooting::phase::Volley,
    victory::Verdict,
    words::events::Event,
};
use acies_core::{Dice, Log, Seat};
use acies_table::{Edge, Facing, Pose};

use crate::scene::{blue, red, scene};

fn combat(battle: &mut Battle, faces: &[u8]) -> Vec<Event> {
    let mut dice = Dice::scripted(faces);
    let mut log = Log::kept();
    battle.combat(&mut dice, &mut log).unwrap();
    assert!(dice.is_spent(), "dice left over");
    log.events().to_vec()
}

fn rout(battle: &mut Battle, faces: &[u8]) -> Vec<Event> {
    let mut dice = Dice::scripted(faces);
    let mut log = Log::kept();
    battle.rout(&mut dice, &mut log).unwrap();
    assert!(dice.is_spent(), "dice left over");
    log.events().to_vec()
}

fn cohesion(battle: &Battle, id: Id) -> u8 {
    battle.unit(id).cohesion
}

#[test]
fn volleys_are_simultaneous() {
    let mut battle = scene(&["red bowmen @ 0 0 n", "blue bowmen @ 0 3 s"]);
    let volley = |main, target| Volley { main, supporters: arrayvec(), target };
    let volleys = [volley(red(0), blue(0)), volley(blue(0), red(0))];
    battle.unit_mut(blue(0)).cohesion = 1;
    // Red hits with 6 against 1; blue, who will be routed by it, shoots all the same: the phasing player's
    // die comes first in both (ADLG-R153), so red's protection 1 against blue's 6.
    let mut dice = Dice::scripted([6, 1, 1, 6]);
    battle.shoot(&volleys, &mut dice, &mut Log::Off).unwrap();
    assert_eq!(
        (cohesion(&battle, blue(0)), cohesion(&battle, red(0))),
        (0, 2),
        "ADLG-R111, ADLG-SHO.1"
    );
    assert_eq!(battle.unit(blue(0)).place, Place::Routing, "ADLG-R144");
    assert!(!battle.standing(Seat::Blue).any(|id| id == blue(0)), "ADLG-R144: fights no more");
    assert!(battle.bodies().any(|id| id == blue(0)), "ADLG-R144: but takes up its place");
}

#[test]
fn throws_say_who_shoots_and_fights_whom() {
    let asks = |played: acies_core::Rolled<()>| played.unwrap_err().to_string();

    let archers = scene(&["red bowmen @ 0 0 n", "blue bowmen @ 0 3 s"]);
    let volleys = [Volley { main: red(0), supporters: arrayvec(), target: blue(0) }];
    let shoots = |faces: &[u8]| {
        asks(archers.clone().shoot(&volleys, &mut Dice::scripted(faces), &mut Log::Off))
    };
    let [one, other] = ["bowmen_0 (red)", "bowmen_0 (blue)"];
    assert_eq!(shoots(&[]), format!("red: shooting of {one} against {other}: 1 d6 [ADLG-SHO.1]"));
    let protects = format!("blue: protection of {other} against {one}: 1 d6 [ADLG-SHO.1]");
    assert_eq!(shoots(&[6]), protects, "ADLG-R153: the phasing player first");

    let foot = scene(&["red pikemen @ 0 0 n", "blue pikemen @ 0 1 s"]);
    let fights =
        |faces: &[u8]| asks(foot.clone().combat(&mut Dice::scripted(faces), &mut Log::Off));
    let [one, other] = ["pikemen_0 (red)", "pikemen_0 (blue)"];
    assert_eq!(fights(&[]), format!("red: melee of {one} against {other}: 1 d6 [ADLG-MEL.1]"));
    assert_eq!(fights(&[6]), format!("blue: melee of {other} against {one}: 1 d6 [ADLG-MEL.1]"));
}

fn arrayvec() -> arrayvec::ArrayVec<Id, { acies_adlg::rulings::UNITS_MAX }> {
    arrayvec::ArrayVec::new()
}

#[test]
fn combats_are_simultaneous_and_cost_cohesion() {
    let mut battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue heavy_swordsmen @ 0 0.75 s",
        "blue heavy_swordsmen @ 1 0.75 s",
    ]);
    // The first melee is won by 3 (two points), the second lost by 1, with disorder from the start only.
    combat(&mut battle, &[5, 2, 3, 4]);
    assert_eq!([cohesion(&battle, red(0)), cohesion(&battle, red(1))], [4, 3], "ADLG-MEL.T1");
    assert_eq!([cohesion(&battle, blue(0)), cohesion(&battle, blue(1))], [2, 4], "ADLG-R118");
    assert_eq!(battle.unit(red(0)).opponent, Some(blue(0)), "ADLG-R114");
}

#[test]
fn charges_are_over_after_the_combat() {
    let mut battle =
        scene(&["red heavy_swordsmen impetuous @ 0 0 n", "blue heavy_spearmen @ 0 0.75 s"]);
    battle.unit_mut(red(0)).charged = Some(blue(0));
    battle.unit_mut(red(0)).flags |= Flags::UNCONTROLLED;
    // 1 + Impact - 1 uncontrolled against 1: even dice are a tie.
    combat(&mut battle, &[3, 3]);
    assert_eq!((cohesion(&battle, red(0)), cohesion(&battle, blue(0))), (4, 4), "ADLG-MOD.3");
    assert_eq!(battle.unit(red(0)).charged, None, "ADLG-R119");
    // Without Impact and without the penalty: a tie again. One more is a loss of one, no Furious charge.
    combat(&mut battle, &[4, 3]);
    assert_eq!(cohesion(&battle, blue(0)), 3, "ADLG-R88, ADLG-ABI.8");
}

#[test]
fn units_turn_to_face_their_enemy() {
    let mut battle =
        scene(&["red heavy_knight @ 0 0 n", "blue pikemen @ 0 0.875 n", "blue pikemen @ 9 9 s"]);
    let events = combat(&mut battle, &[1, 6]);
    assert_eq!(battle.unit(blue(0)).pose, Pose::new(0.0, 0.875, Facing::SOUTH), "ADLG-R127");
    assert!(events.iter().any(|event| matches!(event, Event::TurnedToFace { .. })));
    let melee = battle.melee([red(0), blue(0)], battle.roles());
    assert_eq!(melee.modifiers(1).total, 2, "ADLG-R127: later rounds are front to front");
    // Its front on the flank of an enemy that fights another: it stays as it is.
    let mut held = scene(&[
        "red heavy_knight @ -0.875 0 e",
        "red heavy_knight @ 0 1 e",
        "blue pikemen @ 0 0 n",
        "blue pikemen @ 0.875 1 w",
    ]);
    assert_eq!(held.roles().opponent(blue(0)), Some(red(0)), "ADLG-R114");
    combat(&mut held, &[3, 3, 3, 3]);
    assert_eq!(held.unit(blue(0)).pose, Pose::new(0.0, 0.0, Facing::NORTH), "ADLG-R197");
}

#[test]
fn commanders_fall_or_flee() {
    let lines =
        ["red heavy_swordsmen @ 0 0 n", "red pikemen @ 3 0 n", "blue heavy_swordsmen @ 0 0.75 s"];
    let led = || {
        let mut battle = scene(&lines);
        battle.sides[Seat::Red].commanders[0] = Commander::With(0);
        battle
    };
    // +1 for him (ADLG-MOD.9): 2 + 2 against 4 + 1 is lost by 1; a 1 kills him.
    let mut killed = led();
    combat(&mut killed, &[2, 4, 1]);
    assert_eq!(killed.sides[Seat::Red].commanders[0], Commander::Lost, "ADLG-CIM.1");
    let mut unhurt = led();
    combat(&mut unhurt, &[2, 4, 2]);
    assert_eq!(unhurt.sides[Seat::Red].commanders[0], Commander::With(0), "ADLG-CIM.1");
    // Better armour saves his unit from a loss, and him from the throw.
    let mut saved =
        scene(&["red heavy_swordsmen armour @ 0 0 n", "blue heavy_swordsmen @ 0 0.75 s"]);
    saved.sides[Seat::Red].commanders[0] = Commander::With(0);
    combat(&mut saved, &[2, 4]);
    assert_eq!(saved.unit(red(0)).cohesion, 4, "ADLG-R122, ADLG-R198");
    // Routed: a 3 kills, a 4 sends him to the nearest unit of his corps.
    let mut routed = led();
    routed.unit_mut(red(0)).cohesion = 1;
    let mut fallen = routed.clone();
    combat(&mut fallen, &[1, 6, 3]);
    assert_eq!(fallen.sides[Seat::Red].commanders[0], Commander::Lost, "ADLG-CIM.2");
    combat(&mut routed, &[1, 6, 4]);
    rout(&mut routed, &[]);
    assert_eq!(routed.sides[Seat::Red].commanders[0], Commander::With(1), "ADLG-R151");
    assert_eq!(routed.army_state(Seat::Red).losses.commanders, 0, "ADLG-R17");
    assert_eq!(fallen.army_state(Seat::Red).losses.commanders, 1, "ADLG-R17");
}

#[test]
fn commanders_look_for_refuge_after_all_routs() {
    // Beside his routed unit others rout, who carry along the unit that was nearest to him, 3 UD away; then
    // the one 4.25 UD behind is (ADLG-R177).
    let mut battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 4 0 n",
        "red heavy_swordsmen @ 4 -1.2 n",
        "red heavy_swordsmen @ 0 -5 n",
        "blue pikemen @ 9 9 s",
    ]);
    battle.sides[Seat::Red].commanders[0] = Commander::With(0);
    battle.unit_mut(red(2)).cohesion = 1;
    for unit in [red(0), red(1)] {
        battle.unit_mut(unit).cohesion = 0;
        battle.unit_mut(unit).place = Place::Routing;
    }
    let events = rout(&mut battle, &[]);
    assert_eq!(battle.unit(red(2)).place, Place::Routed, "ADLG-R146");
    let joined = |event: &&Event| matches!(event, Event::CommanderJoined { .. });
    let joined: Vec<_> = events.iter().filter(joined).collect();
    assert!(
        matches!(joined[..], [Event::CommanderJoined { unit: 3, rule: "ADLG-R151", .. }]),
        "ADLG-R177: {joined:?}"
    );
}

#[test]
fn routs_carry_others_along() {
    let mut battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red medium_swordsmen @ 0.3 -1.3 n",
        "red light_infantry @ 0 -3 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue pikemen @ 9 9 s",
    ]);
    for unit in [red(0), red(1)] {
        battle.unit_mut(unit).cohesion = 1;
    }
    battle.unit_mut(red(0)).cohesion = 0;
    battle.unit_mut(red(0)).place = Place::Routing;
    let events = rout(&mut battle, &[]);
    assert_eq!(battle.unit(red(1)).place, Place::Routed, "ADLG-ROU.1, ADLG-R146: cascade");
    // The light infantry is 0.95 UD behind the swordsmen's rear at -1.8: from -2.75.
    assert_eq!(cohesion(&battle, red(2)), 1, "ADLG-ROU.1, ADLG-R145");
    assert_eq!(cohesion(&battle, red(3)), 4, "ADLG-R145: beside is not behind");
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Removed { .. })).count(), 2);
}

#[test]
fn elephants_rampage() {
    let mut battle = scene(&[
        "red elephant @ 0 0 n",
        "red pikemen @ 0 -1.5 n",
        "blue pikemen @ 1.3 0 s",
        "blue light_infantry @ -1 0 s",
    ]);
    battle.unit_mut(red(0)).place = Place::Routing;
    let mut right = battle.clone();
    rout(&mut right, &[3]);
    assert_eq!(
        (cohesion(&right, blue(0)), cohesion(&right, red(1))),
        (3, 4),
        "ADLG-R147: to the right"
    );
    let mut left = battle.clone();
    rout(&mut left, &[2]);
    assert_eq!(cohesion(&left, blue(1)), 2, "ADLG-R147: not LI");
    rout(&mut battle, &[4]);
    assert_eq!(cohesion(&battle, red(1)), 3, "ADLG-R147: to the rear");
}

#[test]
fn multiple_attacks_cost_a_point_once() {
    let mut battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_cavalry @ -0.875 0.875 e",
        "red light_cavalry @ 5 0 n",
        "blue heavy_swordsmen @ 0 0.75 s",
    ]);
    let roles = battle.roles().clone();
    let mut log = Log::kept();
    battle.surprise(blue(0), red(1), Edge::Right, &roles, &mut log);
    assert_eq!(cohesion(&battle, blue(0)), 3, "ADLG-MAT.1");
    battle.surprise(blue(0), red(1), Edge::Rear, &roles, &mut log);
    assert_eq!(cohesion(&battle, blue(0)), 3, "ADLG-R128: once in a turn");
    battle.unit_mut(blue(0)).flags = Flags::empty();
    battle.surprise(blue(0), red(2), Edge::Rear, &roles, &mut log);
    assert_eq!(cohesion(&battle, blue(0)), 3, "ADLG-MAT.1: not LH");
    battle.surprise(blue(0), red(1), Edge::Front, &roles, &mut log);
    assert_eq!(cohesion(&battle, blue(0)), 3, "ADLG-MAT.1: flank or rear");
}

#[test]
fn winners_pursue() {
    let mut battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen impetuous @ 1 0 n",
        "blue medium_swordsmen @ 0 0.875 s",
        "blue medium_swordsmen @ 1 0.875 s",
    ]);
    battle.unit_mut(blue(0)).cohesion = 1;
    battle.unit_mut(blue(1)).cohesion = 1;
    combat(&mut battle, &[6, 1, 6, 1]);
    rout(&mut battle, &[]);
    assert_eq!(battle.pursuers().collect::<Vec<_>>(), [red(0), red(1)], "ADLG-PUR.1, ADLG-R148");
    assert!(!battle.must_pursue(red(0)) && battle.must_pursue(red(1)), "ADLG-PUR.2");
}

#[test]
fn camps_are_taken_and_looted() {
    // Blue's camp lies at (0, 9.5), its near edge at y = 9.
    let mut battle = scene(&["red heavy_swordsmen @ 0 8.625 n", "blue pikemen @ -9 0 s"]);
    let events = combat(&mut battle, &[]);
    let [attacked, looting] = &events[..] else { panic!("{events:?}") };
    assert!(matches!(attacked, Event::CampAttacked { lost: true, .. }), "ADLG-R20");
    assert!(matches!(looting, Event::Looting { .. }), "ADLG-R21");
    assert!(battle.unit(red(0)).is(Flags::LOOTING), "ADLG-R21");
    let state = battle.army_state(Seat::Blue);
    assert_eq!(state.losses.sum().total, 4, "ADLG-R17");
    assert!(state.is_broken(), "ADLG-R18: one unit, four points");
}

#[test]
fn losses_are_counted_from_the_state() {
    let mut battle = scene(&[
        "red pikemen @ 0 0 n",
        "red pikemen @ 1 0 n",
        "red levies expendable @ 2 0 n",
        "red light_infantry @ 3 0 n",
        "blue pikemen @ 0 9 s",
    ]);
    battle.unit_mut(red(0)).cohesion = 3;
    battle.unit_mut(red(1)).place = Place::Routed;
    battle.unit_mut(red(2)).place = Place::Routed;
    battle.unit_mut(red(3)).place = Place::LeftTable;
    let state = battle.army_state(Seat::Red);
    assert_eq!(state.strength.sum().total, 3, "ADLG-R16, ADLG-ABI.23(a)");
    assert_eq!(state.losses.sum().total, 1 + 2 + 1, "ADLG-R17, ADLG-ABI.23(b), ADLG-R99");
    let states = battle.count_losses(&mut Log::Off);
    assert_eq!(acies_adlg::victory::verdict(&states), Verdict::Won(Seat::Blue), "ADLG-R18");
}
