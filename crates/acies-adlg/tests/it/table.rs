//! What the table says: zones of control, most threatening enemies, roles and the facts of melees.

use acies_adlg::{
    battle::{Battle, Commander, Flags, Id},
    melee::{Above, Aspect, Barrier, Flanked, Round, engagement::Role},
    terrain::{Piece, landscape::Landscape},
};
use acies_core::Seat;
use acies_table::Point;

use crate::scene::{blue, on, piece, red, scene, wall};

/// Whether blue's first unit exerts a zone on red's first.
fn in_zone(battle: &Battle) -> bool {
    battle.zones_on(red(0), battle.roles()).contains(&blue(0))
}

#[test]
#[rustfmt::skip]
fn zones_of_control() {
    let open = Landscape::default;
    for (rule, landscape, lines, is_in) in [
        // Fronts 1 UD apart: 0.375 + 1 + 0.375 is 1.75 between centres.
        ("ADLG-ZOC.1", open(), &["red pikemen @ 0 0 n", "blue heavy_knight @ 0 1.8 s"][..], true),
        ("ADLG-ZOC.1", open(), &["red pikemen @ 0 0 n", "blue heavy_knight @ 0 1.9 s"], false),
        ("ADLG-R66: any part", open(), &["red pikemen @ 0.9 0 n", "blue heavy_knight @ 0 1.8 s"], true),
        ("ADLG-R66: not beside it", open(), &["red pikemen @ 1 0 n", "blue heavy_knight @ 0 1.8 s"], false),
        ("ADLG-ZOC.1: not behind", open(), &["red pikemen @ 0 0 n", "blue heavy_knight @ 0 1.8 n"], false),
        ("ADLG-ZOC.5", open(), &["red pikemen @ 0 0 n", "blue light_infantry @ 0 1.5 s"], false),
        ("ADLG-ZOC.5", open(), &["red elephant @ 0 0 n", "blue light_infantry @ 0 1.5 s"], true),
        ("ADLG-ZOC.5", open(), &["red light_cavalry @ 0 0 n", "blue light_infantry @ 0 1.5 s"], true),
        ("ADLG-ZOC.6", open(), &["red pikemen @ 0 0 n", "blue war_wagon @ 0 2 s"], false),
        ("ADLG-ZOC.6", open(), &["red pikemen @ 0 0 n", "blue light_artillery @ 0 1.5 s"], false),
        ("ADLG-ZOC.6: in melee", open(), &["red pikemen @ 0.9 0 n", "blue heavy_swordsmen @ 0 1.5 s", "red heavy_swordsmen @ 0 0.75 n"], false),
        ("ADLG-ZOC.7: out of", piece(Piece::Field, 0.0, 2.0, 4.0, 1.5), &["red medium_swordsmen @ 0 0 n", "blue heavy_knight @ 0 1.8 s"], false),
        ("ADLG-ZOC.7: into", piece(Piece::Field, 0.0, 0.0, 4.0, 2.0), &["red medium_swordsmen @ 0 0 n", "blue heavy_knight @ 0 1.8 s"], false),
        ("ADLG-R67: no hindrance to it", piece(Piece::Field, 0.0, 0.0, 4.0, 2.0), &["red pikemen @ 0 0 n", "blue medium_swordsmen @ 0 1.8 s"], true),
        ("ADLG-ZOC.8", wall(Barrier::Fortification, (-1.0, 1.4), (1.0, 1.4)), &["red pikemen @ 0 0 n", "blue heavy_swordsmen @ 0 1.775 s"], false),
        ("ADLG-ZOC.8", wall(Barrier::Obstacle, (-1.0, 1.4), (1.0, 1.4)), &["red pikemen @ 0 0 n", "blue heavy_swordsmen @ 0 1.775 s"], false),
        ("ADLG-R67: stakes", open(), &["red pikemen @ 0 0 n", "blue bowmen stakes @ 0 1.8 s"], false),
    ] {
        assert_eq!(in_zone(&on(landscape, lines)), is_in, "{rule}: {lines:?}");
    }
    let mut battle = scene(&["red pikemen @ 0 0 n", "blue heavy_knight @ 0 1.8 s"]);
    battle.unit_mut(blue(0)).flags |= Flags::LOOTING;
    assert!(!in_zone(&battle), "ADLG-R21");
}

#[test]
#[rustfmt::skip]
fn most_threatening_enemies() {
    for (rule, lines, most) in [
        // Half of the corridor against three quarters.
        ("ADLG-R68: most in front", &["red pikemen @ 0 0 n", "blue heavy_knight @ -0.5 1.5 s", "blue heavy_knight @ 0.5 1.6 s", "blue pikemen @ 9 9 s"][..], blue(0)),
        ("ADLG-R68: greater overlap", &["red pikemen @ 0 0 n", "blue heavy_knight @ -0.75 1.5 s", "blue heavy_knight @ 0.25 1.6 s"], blue(1)),
        // On both sides at its flanks, nobody ahead: the smaller angle.
        ("ADLG-R68: smaller angle", &["red pikemen @ 0 0 n", "blue heavy_knight @ -1.4 0 e", "blue heavy_knight @ 1.3 0.3 w"], blue(1)),
    ] {
        let battle = scene(lines);
        assert_eq!(battle.most_threatening(red(0), battle.roles()), Some(most), "{rule}: {lines:?}");
    }
    let alone = scene(&["red pikemen @ 0 0 n", "blue heavy_knight @ 0 5 s"]);
    assert_eq!(alone.most_threatening(red(0), alone.roles()), None, "ADLG-R68");
}

fn role(battle: &Battle, id: Id) -> Role {
    battle.roles().of(id)
}

#[test]
fn main_units_and_supports() {
    // Three against two, fronts level at y = 0.375:
    //   blue   1 0
    //   red  2 0 1
    let line = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "red heavy_swordsmen @ -1 0 n",
        "blue heavy_swordsmen @ 0 0.75 s",
        "blue heavy_swordsmen @ 1 0.75 s",
    ]);
    assert_eq!(role(&line, red(0)), Role::Main(blue(0)), "ADLG-R114");
    assert_eq!(role(&line, blue(0)), Role::Main(red(0)), "ADLG-R114");
    assert_eq!(role(&line, red(1)), Role::Main(blue(1)), "ADLG-R114");
    let support = Role::SimpleSupport { friend: red(0), enemy: blue(0) };
    assert_eq!(role(&line, red(2)), support, "ADLG-R115");
    let roles = line.roles();
    assert!(
        roles.in_melee(red(0)) && !roles.in_melee(red(2)) && roles.is_engaged(red(2)),
        "ADLG-R157"
    );
    let melee = line.melee([red(0), blue(0)], roles);
    assert_eq!(
        (melee.units[0].simple_supports, melee.units[1].simple_supports),
        (1, 0),
        "ADLG-MOD.5"
    );
    assert_eq!(line.melees(roles).as_slice(), [[red(0), blue(0)], [red(1), blue(1)]], "ADLG-R114");
}

#[test]
fn supports_on_flank_and_rear() {
    // Cavalry on the flank and light horse on the rear of a unit that fights to its front.
    let battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_cavalry @ -0.875 0.875 e",
        "red light_cavalry @ 0 1.5 s",
        "blue heavy_swordsmen @ 0 0.75 s",
    ]);
    let roles = battle.roles();
    assert_eq!(roles.of(red(1)), Role::MeleeSupport(blue(0)), "ADLG-R114");
    assert_eq!(roles.of(red(2)), Role::MeleeSupport(blue(0)), "ADLG-R114");
    let melee = battle.melee([red(0), blue(0)], roles);
    assert_eq!(melee.units[1].flanked, Flanked::Yes, "ADLG-R125");
    assert_eq!(melee.units[1].edge, Aspect::Front);
    // ADLG-R116: cavalry 1 + 1 (UNI.19), light horse 0 + 1; the factor itself is 1.
    assert_eq!(melee.modifiers(0).total, 1 + 2 + 1, "ADLG-MOD.6, ADLG-R117");
    assert_eq!(melee.modifiers(1).total, 0, "ADLG-FLK.1");
}

#[test]
fn light_enemies_behind_take_less() {
    let battle = scene(&[
        "red medium_cavalry @ 0 0 n",
        "red light_infantry @ 0 1.375 s",
        "blue heavy_spearmen @ 0 0.75 s",
    ]);
    let melee = battle.melee([red(0), blue(0)], battle.roles());
    assert_eq!(melee.units[1].flanked, Flanked::Lightly, "ADLG-R126");
    assert_eq!(melee.modifiers(1).total, 1, "ADLG-R125");
}

#[test]
fn a_unit_attacked_in_the_rear_fights_there() {
    let battle = scene(&["red heavy_knight @ 0 0 n", "blue pikemen @ 0 0.875 n"]);
    let roles = battle.roles();
    assert_eq!(roles.of(blue(0)), Role::Main(red(0)), "ADLG-R114");
    let melee = battle.melee([red(0), blue(0)], roles);
    assert_eq!(melee.units[1].edge, Aspect::Rear);
    assert_eq!(
        (melee.modifiers(0).total, melee.modifiers(1).total),
        (2, 0),
        "ADLG-MOD.4, ADLG-FLK.1"
    );
}

#[test]
fn a_support_that_is_attacked_fights_its_own_melee() {
    // Red 1 would support on blue's flank, but blue 1 is on its rear.
    let battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ -0.875 0.875 e",
        "blue heavy_swordsmen @ 0 0.75 s",
        "blue heavy_swordsmen @ -1.625 0.875 e",
    ]);
    let roles = battle.roles();
    assert_eq!(roles.of(red(1)), Role::Main(blue(1)), "ADLG-R114");
    assert_eq!(roles.of(blue(1)), Role::Main(red(1)), "ADLG-R114");
}

#[test]
fn wagons_have_no_flank_and_artillery_attacks_nobody() {
    let wagon = scene(&["red heavy_knight @ 0 0 n", "blue war_wagon @ 0 0.875 e"]);
    let melee = wagon.melee([red(0), blue(0)], wagon.roles());
    assert_eq!(melee.units[1].edge, Aspect::Front, "ADLG-R140");
    assert!(melee.units[1].battle_ready, "ADLG-R140");
    let guns = scene(&["red heavy_artillery @ 0 0 n", "blue pikemen @ 5 5 s"]);
    assert_eq!(guns.roles().attack(red(0)), None, "ADLG-R141");
    let taken = scene(&["red light_artillery @ 0 0 n", "blue pikemen @ 0 1 s"]);
    let roles = taken.roles();
    assert_eq!(roles.of(red(0)), Role::Main(blue(0)), "ADLG-R141");
}

#[test]
fn supports_that_do_not_count() {
    for (rule, troop) in [
        ("ADLG-R115", "levies expendable"),
        ("ADLG-R115", "light_artillery"),
        ("ADLG-R115", "war_wagon"),
    ] {
        let unit = format!("red {troop} @ 1 0 n");
        let battle =
            scene(&["red heavy_swordsmen @ 0 0 n", &unit, "blue heavy_swordsmen @ 0 0.75 s"]);
        assert_eq!(role(&battle, red(1)), Role::None, "{rule}: {troop}");
    }
    // Two on the same flank: only the better one (ADLG-R117). Both touch the left flank of a wagon-deep
    // enemy, so it must be a long one.
    let battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red light_infantry @ 0.75 0.875 w",
        "red pikemen @ 1 0 n",
        "blue heavy_swordsmen @ 0 0.75 s",
    ]);
    let melee = battle.melee([red(0), blue(0)], battle.roles());
    let worth = melee.units[0].melee_supports.len() + usize::from(melee.units[0].simple_supports);
    assert_eq!(worth, 1, "ADLG-R117, ADLG-R178");
}

#[test]
fn rounds_are_first_only_after_a_charge() {
    let mut battle = scene(&["red heavy_knight @ 0 0 n", "blue pikemen @ 0 0.875 s"]);
    let pair = [red(0), blue(0)];
    assert_eq!(battle.melee(pair, battle.roles()).round, Round::Later, "ADLG-R119");
    battle.unit_mut(red(0)).charged = Some(blue(0));
    assert_eq!(battle.melee(pair, battle.roles()).round, Round::First { charger: 0 }, "ADLG-R119");
    battle.unit_mut(red(0)).charged = Some(blue(1));
    assert_eq!(battle.melee(pair, battle.roles()).round, Round::Later, "ADLG-R119");
}

#[test]
fn incomplete_conformations_are_melees() {
    // A corner contact is no melee (ADLG-R90), unless the units could not conform.
    let lines = ["red heavy_knight @ 0 0 n", "blue pikemen @ 0 1.02 200"];
    let mut battle = scene(&lines);
    assert_eq!(role(&battle, red(0)), Role::None, "ADLG-R90");
    battle.unit_mut(red(0)).unconformed = Some(blue(0));
    assert!(battle.rect(red(0)).separation(&battle.rect(blue(0))) <= 0.01);
    assert_eq!(role(&battle, red(0)), Role::Main(blue(0)), "ADLG-R90");
}

#[test]
fn places_of_melees() {
    let lines = ["red heavy_swordsmen @ 0 0 n", "blue heavy_swordsmen @ 0 0.75 s"];
    let facts = |landscape: Landscape| {
        let battle = on(landscape, &lines);
        battle.melee([red(0), blue(0)], battle.roles())
    };
    let hill = facts(piece(Piece::GentleHill, 0.0, -1.0, 6.0, 4.0));
    assert_eq!(hill.units[0].above, Some(Above::Hill), "ADLG-R137");
    assert_eq!(hill.units[1].above, None, "ADLG-R137");
    let river = facts(piece(Piece::RiverRough, 0.0, 0.9, 10.0, 1.0));
    assert_eq!(river.units[0].above, Some(Above::RiverBank), "ADLG-R137");
    assert!(river.units[1].ground.has(Piece::RiverRough), "ADLG-R136");
    let gully = facts(piece(Piece::Gully, 0.0, -0.6, 4.0, 1.9));
    assert_eq!(gully.units[1].above, Some(Above::GullyEdge), "ADLG-R137");
    let walls = facts(wall(Barrier::Fortification, (-0.5, 0.375), (0.5, 0.375)));
    assert_eq!(walls.units[0].behind, Some(Barrier::Fortification), "ADLG-R162");
    assert_eq!(walls.units[0].above, Some(Above::Fortification), "ADLG-R138");
    let hedge = facts(wall(Barrier::Obstacle, (-0.5, 0.375), (0.5, 0.375)));
    assert_eq!(
        (hedge.units[0].above, hedge.units[0].behind),
        (None, Some(Barrier::Obstacle)),
        "ADLG-R138"
    );
}

#[test]
fn who_fights_elsewhere_attacks_no_flank() {
    // Red 1 has its front on the flank of blue 0, which red 0 fights.
    let flanked = [
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 0.875 0.875 w",
        "blue heavy_spearmen @ 0 0.75 s",
    ];
    let melee = |lines: &[&str]| {
        let battle = scene(lines);
        battle.melee([red(0), blue(0)], battle.roles())
    };
    let alone = melee(&flanked);
    assert_eq!(alone.units[1].flanked, Flanked::Yes, "ADLG-R125");
    assert_eq!(alone.units[0].melee_supports.len(), 1, "ADLG-R114, ADLG-R117");
    // Blue 1 on the rear of red 1 makes it a main unit, which supports nobody.
    let busy = melee(&[flanked[0], flanked[1], flanked[2], "blue heavy_swordsmen @ 1.625 0.875 w"]);
    assert_eq!(busy.units[1].flanked, Flanked::Lightly, "ADLG-R125, ADLG-R126");
    assert!(!busy.is_flank_attacked(1) && busy.units[0].melee_supports.is_empty(), "ADLG-R114, 4");
    // Expendable levies on the flank attack it, and give no support.
    let levies = |troop: &str| {
        let line = format!("red {troop} @ 0.875 0.875 w");
        melee(&[flanked[0], &line, flanked[2]])
    };
    assert_eq!(levies("levies").units[0].melee_supports.len(), 1, "ADLG-R115");
    let expendable = levies("levies expendable");
    assert!(expendable.units[0].melee_supports.is_empty(), "ADLG-R115");
    assert!(expendable.is_flank_attacked(1), "ADLG-R125: counted or not");
}

#[test]
fn panic_spreads_along_edges() {
    let near = scene(&[
        "red heavy_cavalry @ 0 0 n",
        "red elephant @ 1 -0.125 n",
        "blue heavy_swordsmen @ 0 0.75 s",
    ]);
    let melee = near.melee([red(0), blue(0)], near.roles());
    assert!(melee.units[0].beside.elephants, "ADLG-R134");
    let corner = scene(&[
        "red heavy_cavalry @ 0 0 n",
        "red elephant @ 1 -0.875 n",
        "blue heavy_swordsmen @ 0 0.75 s",
    ]);
    let melee = corner.melee([red(0), blue(0)], corner.roles());
    assert!(!melee.units[0].beside.elephants, "ADLG-R134: a corner is no contact");
}

#[test]
fn command_ranges() {
    // A competent commander with red 0: 6 UD, 12 for light troops.
    let lines = [
        "red pikemen @ 0 0 n",
        "red pikemen @ 6.9 0 n",
        "red pikemen @ 7.1 0 n",
        "red light_cavalry @ 12.9 0 n",
        "blue pikemen @ 0 9 s",
    ];
    let mut battle = scene(&lines);
    battle.sides[Seat::Red].commanders[0] = Commander::With(0);
    assert!(battle.in_command(&[red(1)]), "ADLG-R36");
    assert!(!battle.in_command(&[red(2)]), "ADLG-R36");
    assert!(battle.in_command(&[red(2), red(1)]), "ADLG-R36: one of a group");
    assert!(battle.in_command(&[red(3)]), "ADLG-COM.2");
    assert!(!battle.in_command(&[red(3), red(2)]), "ADLG-R36: doubled only if all are light");
    battle.sides[Seat::Red].commanders[0] = Commander::Free(Point::new(7.0, 3.0));
    assert!(battle.in_command(&[red(2)]), "ADLG-R36: from his point");
    battle.sides[Seat::Red].commanders[0] = Commander::Lost;
    assert!(!battle.in_command(&[red(0)]), "ADLG-R41");
}

#[test]
fn heavy_foot_hurries_far_from_the_enemy() {
    // Fronts at 0.5 and 4.5 + ...: exactly 4 UD gives 2.
    let at = |y: f64| {
        let enemy = format!("blue pikemen @ 0 {y} s");
        scene(&["red pikemen @ 0 0 n", &enemy]).allowance(red(0))
    };
    assert_eq!(at(5.01), Some(3), "ADLG-MVT.2");
    assert_eq!(at(5.0), Some(2), "ADLG-R54");
    let rough = on(
        piece(Piece::Field, 0.0, 0.0, 3.0, 3.0),
        &["red pikemen @ 0 0 n", "blue pikemen @ 0 9 s"],
    );
    assert_eq!(rough.allowance(red(0)), Some(2), "ADLG-R53");
    let light = scene(&["red light_infantry @ 0 0 n", "blue pikemen @ 0 9 s"]);
    assert_eq!(light.allowance(red(0)), Some(3), "ADLG-MVT.T1");
}
