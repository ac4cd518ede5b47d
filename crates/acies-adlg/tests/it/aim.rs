//! Who shoots at whom.

use acies_adlg::{
    battle::{Battle, Flags, Id},
    melee::Barrier,
    shooting::targets::Silent,
    terrain::{Piece, landscape::Landscape},
};

use crate::scene::{blue, on, piece, red, scene, wall};

fn targets(battle: &Battle) -> Vec<Id> {
    battle.targets(red(0), battle.roles()).to_vec()
}

#[test]
#[rustfmt::skip]
fn targets_by_priority() {
    for (rule, lines, expected) in [
        ("ADLG-SHP.1", &["red bowmen @ 0 0 n", "blue pikemen @ 0 4 s"][..], &[blue(0)][..]),
        // Front edge at 0.5, range 4: the nearest point may be at 4.5.
        ("ADLG-RNG.T1", &["red bowmen @ 0 0 n", "blue pikemen @ 0 5 s"], &[blue(0)]),
        ("ADLG-RNG.T1", &["red bowmen @ 0 0 n", "blue pikemen @ 0 5.1 s"], &[]),
        ("ADLG-R105", &["red light_infantry sling @ 0 0 n", "blue pikemen @ 0 2.8 s"], &[]),
        ("ADLG-R103", &["red bowmen @ 0 0 n", "blue pikemen @ 1.9 3 s"], &[blue(0)]),
        ("ADLG-R103", &["red bowmen @ 0 0 n", "blue pikemen @ 2.1 3 s"], &[]),
        ("ADLG-SHP.1: straight ahead before nearer", &["red bowmen @ 0 0 n", "blue pikemen @ 1.5 2 s", "blue pikemen @ 0 4 s"], &[blue(1)]),
        ("ADLG-SHP.2: the nearest in the zone", &["red bowmen @ 0 0 n", "blue pikemen @ 1.5 2 s", "blue pikemen @ -1.5 3 s"], &[blue(0)]),
        ("ADLG-R106: equally near", &["red bowmen @ 0 0 n", "blue pikemen @ 1.5 2 s", "blue pikemen @ -1.5 2 s"], &[blue(0), blue(1)]),
        ("ADLG-R104: no way through", &["red bowmen @ 0 0 n", "blue pikemen @ 0 4 s", "red pikemen @ -1 1.5 n", "red pikemen @ 0 1.5 n", "red pikemen @ 1 1.5 n"], &[]),
        ("ADLG-R104: friendly LI", &["red bowmen @ 0 0 n", "blue pikemen @ 0 4 s", "red light_infantry @ -1 1.5 n", "red light_infantry @ 0 1.5 n", "red light_infantry @ 1 1.5 n"], &[blue(0)]),
        ("ADLG-R102: who fights is no target", &["red bowmen @ 0 0 n", "blue pikemen @ 0 3 s", "red pikemen @ 0 2 n"], &[]),
        ("ADLG-R103: wagons on every side", &["red war_wagon @ 0 0 n", "blue pikemen @ 3 0 s", "blue pikemen @ -3 0 s"], &[blue(0), blue(1)]),
        ("ADLG-R112", &["red pikemen @ 0 0 n", "blue pikemen @ 0 3 s"], &[]),
    ] {
        assert_eq!(targets(&scene(lines)), expected, "{rule}: {lines:?}");
    }
}

#[test]
#[rustfmt::skip]
fn terrain_hides_and_covers() {
    let lines = ["red bowmen @ 0 0 n", "blue pikemen @ 0 4 s"];
    for (rule, landscape, seen) in [
        ("ADLG-R24: 1 UD of wood", piece(Piece::Wood, 0.0, 2.0, 4.0, 0.9), true),
        ("ADLG-R24: more of it", piece(Piece::Wood, 0.0, 2.0, 8.0, 1.2), false),
        ("ADLG-R24: plantation", piece(Piece::Plantation, 0.0, 2.0, 8.0, 1.8), true),
        ("ADLG-R24: rocks", piece(Piece::Rocks, 0.0, 2.0, 8.0, 0.5), false),
        ("ADLG-R24: a field", piece(Piece::Field, 0.0, 2.0, 8.0, 2.0), true),
        ("ADLG-R104: a crest between", piece(Piece::GentleHill, 0.0, 2.0, 12.0, 2.0), false),
        ("ADLG-R24: wholly in a gully", piece(Piece::Gully, 0.0, 4.0, 3.0, 2.0), false),
    ] {
        assert_eq!(!targets(&on(landscape, &lines)).is_empty(), seen, "{rule}");
    }
    let shot = |landscape: Landscape| on(landscape, &lines).shot(red(0), &[], blue(0));
    assert!(shot(piece(Piece::Wood, 0.0, 4.5, 3.0, 2.0)).target.in_cover, "ADLG-R110");
    assert!(!shot(piece(Piece::Wood, 0.0, 5.2, 3.0, 2.0)).target.in_cover, "ADLG-R110: half of it");
    assert!(!shot(piece(Piece::Wood, 0.0, 2.0, 9.0, 9.0)).target.in_cover, "ADLG-R110: from inside");
    assert!(shot(piece(Piece::Wood, 0.0, 0.0, 3.0, 2.0)).shooter.in_cover, "ADLG-SHO.5(a)");
    assert!(shot(piece(Piece::Marsh, 0.0, -1.0, 3.0, 2.0)).shooter.in_difficult, "ADLG-SHO.5(b)");
    assert!(shot(wall(Barrier::Fortification, (-1.0, 3.5), (1.0, 3.5))).target.in_cover, "ADLG-R110");
    assert!(!shot(wall(Barrier::Fortification, (-1.0, 4.5), (1.0, 4.5))).target.in_cover, "ADLG-R110: behind its back");
}

#[test]
fn who_is_silent() {
    let battle = || scene(&["red bowmen @ 0 0 n", "blue pikemen @ 0 4 s", "blue pikemen @ 9 9 s"]);
    let silent = |change: fn(&mut Battle)| {
        let mut battle = battle();
        change(&mut battle);
        battle.silent(red(0), battle.roles())
    };
    assert_eq!(silent(|_| ()), None, "ADLG-R101");
    assert_eq!(silent(|it| it.unit_mut(red(0)).moves = 1), None, "ADLG-R101");
    assert_eq!(silent(|it| it.unit_mut(red(0)).moves = 2), Some(Silent::Moved), "ADLG-R101");
    assert_eq!(
        silent(|it| it.unit_mut(red(0)).flags |= Flags::FLED),
        Some(Silent::Fled),
        "ADLG-R98"
    );
    let charged = silent(|it| it.unit_mut(red(0)).charged = Some(blue(0)));
    assert_eq!(charged, Some(Silent::Charged), "ADLG-R101");
    let looting = silent(|it| it.unit_mut(red(0)).flags |= Flags::LOOTING);
    assert_eq!(looting, Some(Silent::Looting), "ADLG-R21");
    let melee = scene(&["red bowmen @ 0 0 n", "blue pikemen @ 0 1 s"]);
    assert_eq!(melee.silent(red(0), melee.roles()), Some(Silent::InMelee), "ADLG-R102");
    let mut guns = scene(&["red heavy_artillery @ 0 0 n", "blue pikemen @ 0 4 s"]);
    guns.unit_mut(red(0)).moves = 1;
    assert_eq!(guns.silent(red(0), guns.roles()), Some(Silent::Moved), "ADLG-R101");
    let brushed = scene(&["red heavy_artillery @ 0 0 n", "blue pikemen @ 1 0 n"]);
    assert_eq!(brushed.silent(red(0), brushed.roles()), Some(Silent::Touched), "ADLG-R141");
}

#[test]
fn supporters_are_counted() {
    let battle = scene(&[
        "red bowmen @ 0 0 n",
        "red bowmen @ 1 0 n",
        "red light_infantry sling @ -1 0 n",
        "blue pikemen @ 0 2 s",
    ]);
    let shot = battle.shot(red(0), &[red(1), red(2)], blue(0));
    assert_eq!((shot.supports.full, shot.supports.light), (1, 1), "ADLG-R107");
}
