//! Melees worked out by hand.
//!
//! A unit is written as its troop words, then a slash, then its circumstances: `charges`, `flank` or
//! `rear` (the edge of the enemy that it attacks), `flanked` or `lightly_flanked` (by others),
//! `uncontrolled`, `lost=2`, `simple=1`, `support=heavy_cavalry`, `flank_support=heavy_cavalry`, `hill`,
//! `bank`, `gully_edge`, `ramparts`, `commander`, `walls`, `obstacle`, `staked`, `by_elephants`,
//! `by_camels`, `ready`, or a piece of terrain.

use acies_adlg::{
    files::data::word,
    melee::{
        Above, Aspect, Barrier, Beasts, CommanderRisk, Fighter, Flanked, Loss, Melee, Round,
        Support,
    },
    terrain::Piece,
};
use acies_core::{Dice, Seat::*, odds};

use Loss::*;

fn melee(ours: &str, theirs: &str) -> Melee {
    let mut round = Round::Later;
    let mut edges = [Aspect::Front; 2];
    let mut read = |unit: usize, text: &str| {
        let (troop, words) = text.split_once('/').unwrap_or((text, ""));
        let profile = word::profile(troop).unwrap_or_else(|| panic!("{troop}"));
        let mut fighter = Fighter::plain(profile);
        let support = |troop: &str, on_flank_or_rear| Support {
            kind: word::kind(troop).unwrap(),
            on_flank_or_rear,
        };
        for word in words.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "charges" => round = Round::First { charger: unit },
                "flank" => edges[1 - unit] = Aspect::Flank,
                "rear" => edges[1 - unit] = Aspect::Rear,
                "flanked" => fighter.flanked = Flanked::Yes,
                "lightly_flanked" => fighter.flanked = Flanked::Lightly,
                "uncontrolled" => fighter.uncontrolled = true,
                "lost" => fighter.cohesion -= value.parse::<u8>().unwrap(),
                "simple" => fighter.simple_supports = value.parse().unwrap(),
                "support" => fighter.melee_supports.push(support(value, false)),
                "flank_support" => fighter.melee_supports.push(support(value, true)),
                "hill" => fighter.above = Some(Above::Hill),
                "bank" => fighter.above = Some(Above::RiverBank),
                "gully_edge" => fighter.above = Some(Above::GullyEdge),
                "ramparts" => fighter.above = Some(Above::Fortification),
                "commander" => fighter.commander = true,
                "walls" => fighter.behind = Some(Barrier::Fortification),
                "obstacle" => fighter.behind = Some(Barrier::Obstacle),
                "staked" => fighter.behind = Some(Barrier::Stakes),
                "by_elephants" => fighter.beside = Beasts { elephants: true, ..fighter.beside },
                "by_camels" => fighter.beside = Beasts { camels: true, ..fighter.beside },
                "ready" => fighter.battle_ready = true,
                piece => {
                    let piece = Piece::ALL.into_iter().find(|it| it.word() == piece);
                    fighter.ground = fighter.ground.with(piece.unwrap_or_else(|| panic!("{word}")));
                }
            }
        }
        fighter
    };
    let units = [read(0, ours), read(1, theirs)];
    let mut melee = Melee { round, units };
    melee.units[0].edge = edges[0];
    melee.units[1].edge = edges[1];
    melee
}

/// Rows of (rule, ours, theirs, what ours adds to its die).
fn check(rows: &[(&str, &str, &str, i32)]) {
    for (rule, ours, theirs, total) in rows {
        let sum = melee(ours, theirs).modifiers(0);
        assert_eq!(sum.total, *total, "{rule}: {ours} against {theirs}:\n{sum}");
        let mirrored = melee(theirs, ours).modifiers(1);
        assert_eq!(mirrored, sum, "{rule}: the other way round");
    }
}

#[test]
#[rustfmt::skip]
fn combat_factors_and_their_first_round_parts() {
    check(&[
        ("ADLG-MOD.1", "pikemen", "heavy_swordsmen", 2),
        ("ADLG-UNI.5", "bowmen", "heavy_knight impact/charges", 1),
        ("ADLG-UNI.5", "bowmen", "elephant/charges", 1),
        ("ADLG-UNI.5", "bowmen/charges", "medium_cavalry", 0),
        ("ADLG-UNI.5: 1st round only", "bowmen", "medium_cavalry", 0),
        ("ADLG-UNI.5", "bowmen", "medium_swordsmen/charges", 0),
        ("ADLG-R126", "bowmen", "light_cavalry/charges flank", 1),
        ("ADLG-R126", "crossbowmen/lightly_flanked", "medium_cavalry/charges", 0),
        ("ADLG-UNI.27", "heavy_spearmen", "heavy_knight impact/charges", 2),
        ("ADLG-UNI.27", "pikemen", "light_chariot/charges", 3),
        ("ADLG-UNI.27", "medium_spearmen", "medium_cavalry/charges", 2),
        ("ADLG-UNI.27: not against elephants", "pikemen", "elephant/charges", 2),
        ("ADLG-UNI.27: only if charged", "pikemen/charges", "medium_cavalry", 2),
        ("ADLG-R126", "pikemen/lightly_flanked", "medium_cavalry/charges", 2),
        ("ADLG-R125: the zero takes it too", "pikemen/flanked", "medium_cavalry/charges", 0),
        ("ADLG-UNI.20", "medium_cavalry/charges", "javelinmen", 2),
        ("ADLG-UNI.20", "medium_cavalry", "medium_swordsmen/charges", 2),
        ("ADLG-UNI.20: later rounds", "medium_cavalry", "javelinmen", 1),
        ("ADLG-UNI.20: not spearmen", "medium_cavalry/charges", "medium_spearmen", 1),
        ("ADLG-R130: with Impact it has that instead", "heavy_cavalry impact/charges", "bowmen", 2),
        ("ADLG-UNI.20: penalised", "medium_cavalry/charges field", "javelinmen", -1),
        ("ADLG-UNI.19", "medium_cavalry/charges flank", "pikemen", 2),
        ("ADLG-UNI.14", "war_wagon/ready", "heavy_spearmen", 1),
        ("ADLG-UNI.13", "war_wagon", "heavy_knight", 2),
        ("ADLG-UNI.29", "war_wagon blades", "elephant/charges", 2),
        ("ADLG-UNI.16", "heavy_swordsmen", "light_artillery", 2),
        ("ADLG-UNI.16: not light troops", "light_cavalry", "light_artillery", 0),
        ("ADLG-UNI.15", "light_artillery", "heavy_swordsmen", 0),
    ]);
}

#[test]
#[rustfmt::skip]
fn impact() {
    check(&[
        ("ADLG-ABI.9", "heavy_swordsmen impact/charges", "heavy_spearmen", 2),
        ("ADLG-ABI.9: front charged", "heavy_swordsmen impact", "heavy_spearmen/charges", 2),
        ("ADLG-ABI.9: later rounds", "heavy_swordsmen impact", "heavy_spearmen", 1),
        ("ADLG-ABI.9(b)", "heavy_knight impact/charges", "elephant", 0),
        ("ADLG-ABI.10", "heavy_swordsmen impact/charges", "medium_cavalry", 1),
        ("ADLG-ABI.10: charged by mounted it counts", "heavy_swordsmen impact", "medium_cavalry/charges", 2),
        ("ADLG-ABI.11", "heavy_swordsmen impact", "heavy_knight impact/charges", 1),
        ("ADLG-R130: bogged mounted have none", "heavy_swordsmen impact", "heavy_knight impact/charges field", 2),
        ("ADLG-ABI.13", "heavy_swordsmen impetuous/charges", "heavy_spearmen", 2),
        ("ADLG-ABI.13, ADLG-UNI.26", "heavy_swordsmen impetuous/charges", "heavy_swordsmen", 1),
        ("ADLG-UNI.26", "medium_swordsmen impetuous/charges", "foot_knights", 1),
        ("ADLG-UNI.26: front only", "heavy_swordsmen impetuous/charges flank", "heavy_swordsmen", 3),
        ("ADLG-UNI.26: Impact alone stays", "heavy_swordsmen impact/charges", "heavy_swordsmen", 2),
        ("ADLG-R131", "heavy_swordsmen impetuous", "heavy_swordsmen impetuous/charges", 2),
        ("ADLG-R131", "heavy_swordsmen impetuous/charges", "heavy_swordsmen impetuous", 1),
        ("ADLG-UNI.21", "cataphract/charges", "heavy_knight", 1),
        ("ADLG-UNI.21, ADLG-R132", "heavy_chariot impact/charges", "medium_knight", 1),
        ("ADLG-R132: only if bought", "heavy_chariot/charges", "heavy_swordsmen", 1),
        ("ADLG-R132: cataphracts always", "cataphract/charges", "heavy_swordsmen", 2),
        ("ADLG-UNI.23", "elephant/charges", "heavy_swordsmen", 2),
        ("ADLG-UNI.23", "elephant/charges", "light_cavalry", 2),
        ("ADLG-UNI.23", "elephant/charges", "javelinmen", 1),
        ("ADLG-UNI.23", "elephant/charges", "light_infantry", 1),
        ("ADLG-UNI.25", "heavy_knight impact/charges", "heavy_spearmen", 1),
        ("ADLG-UNI.25: flank", "heavy_knight impact/charges flank", "heavy_spearmen", 3),
        ("ADLG-UNI.25: spears that charge", "heavy_knight impact", "heavy_spearmen/charges", 2),
        ("ADLG-UNI.25: not elephants", "elephant/charges", "pikemen", 2),
        ("ADLG-UNI.28", "heavy_knight impact/charges", "war_wagon", 0),
        ("ADLG-UNI.28: elephants keep it", "elephant/charges", "war_wagon", 2),
        ("ADLG-UNI.29(b)", "elephant/charges", "war_wagon blades", 1),
        ("ADLG-ABI.21(a), ADLG-ABI.22", "heavy_knight impact/charges", "bowmen stakes/staked", 0),
        ("ADLG-ABI.21: elephants included", "elephant/charges", "bowmen stakes/staked", 1),
        ("ADLG-MOD.16", "heavy_knight impact/charges field", "heavy_swordsmen", -1),
        ("ADLG-FLK.2", "heavy_swordsmen impact/flanked", "heavy_spearmen/charges", 0),
        ("ADLG-R133", "heavy_swordsmen impact", "scythed_chariot/charges", 0),
        ("ADLG-R133: elephants keep it", "elephant", "scythed_chariot/charges", 3),
    ]);
}

#[test]
#[rustfmt::skip]
fn other_abilities() {
    check(&[
        ("ADLG-ABI.16", "javelinmen/charges", "heavy_swordsmen", 1),
        ("ADLG-ABI.16", "light_cavalry javelin", "heavy_cavalry/charges", 1),
        ("ADLG-ABI.16: only a weapon on Cv", "medium_cavalry javelin/charges", "heavy_cavalry", 1),
        ("ADLG-ABI.16: 1st round", "javelinmen", "heavy_swordsmen", 0),
        ("ADLG-ABI.17(a)", "javelinmen", "heavy_swordsmen impact/charges", 0),
        ("ADLG-ABI.17(a): on its front only", "javelinmen/charges flank", "heavy_swordsmen impact", 2),
        ("ADLG-ABI.17(b)", "javelinmen/charges", "war_wagon", 0),
        ("ADLG-ABI.18", "javelinmen", "elephant/charges", 2),
        ("ADLG-ABI.18, ADLG-R133", "javelinmen", "scythed_chariot/charges", 2),
        ("ADLG-FLK.2(c)", "javelinmen/flanked", "elephant/charges", 0),
        ("ADLG-ABI.6", "heavy_swordsmen polearm", "heavy_cavalry/charges", 2),
        ("ADLG-ABI.6: not elephants", "heavy_swordsmen polearm", "elephant/charges", 1),
        ("ADLG-ABI.6: not if it charges", "heavy_swordsmen polearm/charges", "heavy_cavalry", 1),
        ("ADLG-FLK.2(a)", "heavy_swordsmen polearm/flanked", "heavy_cavalry/charges", 0),
        ("ADLG-ABI.15(b)", "medium_swordsmen incendiary", "elephant", 2),
        ("ADLG-ABI.15(b)", "light_infantry incendiary", "war_wagon", 1),
        ("ADLG-ABI.19", "medium_cavalry", "elephant", 0),
        ("ADLG-ABI.19, ADLG-UNI.31", "medium_camelry", "elephant", 0),
        ("ADLG-UNI.30", "medium_cavalry", "medium_camelry", 0),
        ("ADLG-R134: camels know camels", "medium_camelry", "light_camelry", 1),
        ("ADLG-ABI.19: friends too", "heavy_knight/by_elephants", "heavy_swordsmen", 0),
        ("ADLG-R134: once", "heavy_knight/by_elephants by_camels", "heavy_swordsmen", 0),
        ("ADLG-ABI.19: SCh exempt", "scythed_chariot/charges", "elephant", 0),
        ("ADLG-R134: elephants never", "elephant", "elephant", 2),
        ("ADLG-ABI.19: foot never", "heavy_swordsmen/by_elephants", "heavy_swordsmen", 1),
        ("ADLG-FLK.3: Panic stays", "heavy_knight/flanked by_camels", "heavy_swordsmen", -1),
    ]);
}

#[test]
#[rustfmt::skip]
fn circumstances() {
    check(&[
        ("ADLG-MOD.2", "heavy_swordsmen/lost=1", "heavy_swordsmen", 0),
        ("ADLG-MOD.2: once", "heavy_swordsmen/lost=3", "heavy_swordsmen", 0),
        ("ADLG-MOD.3", "heavy_swordsmen impetuous/charges uncontrolled", "heavy_spearmen", 1),
        ("ADLG-MOD.3: with MOD.2", "heavy_swordsmen impetuous/charges uncontrolled lost=1", "heavy_spearmen", 0),
        ("ADLG-R88: 1st round", "heavy_swordsmen impetuous/uncontrolled", "heavy_spearmen", 1),
        ("ADLG-R88: not SCh", "scythed_chariot/charges uncontrolled", "heavy_spearmen", 0),
        ("ADLG-MOD.4", "heavy_swordsmen/flank", "heavy_spearmen", 2),
        ("ADLG-MOD.4", "light_cavalry/rear", "heavy_spearmen", 1),
        ("ADLG-MOD.5", "heavy_swordsmen/simple=2", "heavy_spearmen", 3),
        ("ADLG-MOD.6", "heavy_swordsmen/support=heavy_swordsmen", "heavy_spearmen", 3),
        ("ADLG-MOD.6", "heavy_swordsmen/support=light_infantry", "heavy_spearmen", 2),
        ("ADLG-R116: UNI.19", "heavy_swordsmen/flank_support=heavy_cavalry", "heavy_spearmen", 3),
        ("ADLG-R116: UNI.19", "heavy_swordsmen/support=heavy_cavalry", "heavy_spearmen", 2),
        ("ADLG-R116: no first-round part", "heavy_swordsmen/charges support=medium_cavalry", "bowmen", 4),
        ("ADLG-MOD.6: three", "heavy_swordsmen/support=pikemen support=pikemen support=pikemen", "heavy_spearmen", 10),
        ("ADLG-MOD.7, ADLG-UNI.24", "heavy_swordsmen/simple=2 support=pikemen", "scythed_chariot/charges", 0),
        ("ADLG-MOD.7: later rounds", "heavy_swordsmen/simple=2", "scythed_chariot", 3),
        ("ADLG-R133: not on its flank", "heavy_swordsmen/charges flank simple=1", "scythed_chariot", 3),
        ("ADLG-UNI.24: LMI keep theirs", "javelinmen/charges", "scythed_chariot", 2),
        ("ADLG-UNI.24(c)", "javelinmen/charges simple=1", "scythed_chariot", 2),
        ("ADLG-R133: UNI.27 void too", "pikemen", "scythed_chariot/charges", 0),
        ("ADLG-MOD.8", "heavy_swordsmen/hill", "heavy_spearmen", 2),
        ("ADLG-MOD.8", "heavy_swordsmen/bank", "heavy_spearmen", 2),
        ("ADLG-MOD.8", "heavy_swordsmen/gully_edge", "heavy_spearmen", 2),
        ("ADLG-MOD.8", "heavy_swordsmen/ramparts", "heavy_spearmen", 2),
        ("ADLG-MOD.9", "heavy_swordsmen/commander", "heavy_spearmen", 2),
        ("ADLG-MOD.10(a)", "heavy_knight", "heavy_spearmen/walls", -1),
        ("ADLG-MOD.10(b)", "heavy_knight", "heavy_spearmen/obstacle", -1),
        ("ADLG-MOD.10(c)", "heavy_knight", "bowmen/staked", 0),
        ("ADLG-MOD.10: foot not", "heavy_swordsmen", "heavy_spearmen/walls", 1),
        ("ADLG-MOD.11: El at stakes", "elephant", "bowmen/staked", 1),
        ("ADLG-MOD.11: El at walls", "elephant", "bowmen/walls", -1),
        ("ADLG-MOD.12", "heavy_swordsmen/field", "heavy_spearmen", 0),
        ("ADLG-MOD.12", "pikemen/steep_hill", "heavy_spearmen", 0),
        ("ADLG-MOD.13", "medium_swordsmen/wood", "heavy_spearmen", 0),
        ("ADLG-MOD.13", "heavy_cavalry/marsh", "medium_swordsmen", -2),
        ("ADLG-MOD.14", "medium_camelry/sand_dunes", "medium_swordsmen", 1),
        ("ADLG-MOD.15", "elephant/brush", "heavy_swordsmen", 1),
        ("ADLG-R143: no minimum", "light_cavalry/lost=1 marsh flanked", "elephant", -5),
    ]);
}

#[test]
#[rustfmt::skip]
fn flanked_units_lose_their_factor() {
    check(&[
        ("ADLG-FLK.1", "pikemen", "heavy_swordsmen/flank", 0),
        ("ADLG-FLK.1: by a support", "pikemen/flanked", "heavy_swordsmen", 0),
        ("ADLG-R125: light enemies do not", "pikemen", "light_cavalry/rear", 2),
        ("ADLG-R125: light supports do not", "pikemen/lightly_flanked", "heavy_swordsmen", 2),
        ("ADLG-FLK.1, ADLG-R140: not war wagons", "war_wagon/flanked", "heavy_knight", 2),
        ("ADLG-R125: every round", "heavy_swordsmen/flanked", "heavy_swordsmen", 0),
    ]);
}

/// Rule, ours, theirs, faces, losses.
type Row = (&'static str, &'static str, &'static str, [u8; 2], [Loss; 2]);

fn check_losses(rows: &[Row]) {
    for (rule, ours, theirs, faces, losses) in rows {
        let mut dice = Dice::scripted(*faces);
        let fought = melee(ours, theirs).throw([Red, Blue], Red, &mut dice).unwrap();
        assert_eq!(
            fought.losses, *losses,
            "{rule}: {ours} against {theirs}, {faces:?}: {fought:?}"
        );
        assert!(dice.is_spent(), "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn losses_follow_the_table() {
    let (ours, theirs) = ("heavy_swordsmen", "heavy_swordsmen");
    check_losses(&[
        ("ADLG-R124", ours, theirs, [4, 4], [Nothing, Nothing]),
        ("ADLG-MEL.T1", ours, theirs, [4, 3], [Nothing, Cohesion(1)]),
        ("ADLG-MEL.T1", ours, theirs, [2, 4], [Cohesion(1), Nothing]),
        ("ADLG-MEL.T1", ours, theirs, [5, 2], [Nothing, Cohesion(2)]),
        ("ADLG-MEL.T1", ours, theirs, [6, 2], [Nothing, Cohesion(2)]),
        ("ADLG-MEL.T1", ours, theirs, [1, 6], [Cohesion(3), Nothing]),
        ("ADLG-MEL.T1", "pikemen", theirs, [6, 1], [Nothing, Cohesion(3)]),
        ("ADLG-MEL.T1", "pikemen/commander", theirs, [6, 1], [Nothing, Rout]),
        ("ADLG-QUA.2", "heavy_swordsmen elite", theirs, [3, 4], [Nothing, Nothing]),
        ("ADLG-QUA.3", ours, "heavy_swordsmen mediocre", [3, 4], [Nothing, Nothing]),
        ("ADLG-ABI.26", "heavy_spearmen elite bow", "heavy_swordsmen", [3, 4], [Cohesion(1), Nothing]),
    ]);
}

#[test]
#[rustfmt::skip]
fn two_handed_weapons_and_polearms() {
    check_losses(&[
        ("ADLG-ABI.4", "heavy_swordsmen 2hw", "heavy_swordsmen", [5, 3], [Nothing, Cohesion(2)]),
        ("ADLG-ABI.4: not when it loses", "heavy_swordsmen 2hw", "heavy_swordsmen", [3, 5], [Cohesion(1), Nothing]),
        ("ADLG-ABI.5", "heavy_swordsmen 2hw", "heavy_spearmen", [4, 4], [Nothing, Cohesion(1)]),
        ("ADLG-ABI.5: spearmen only", "heavy_swordsmen 2hw", "heavy_swordsmen", [4, 4], [Nothing, Nothing]),
        ("ADLG-R121: not twice", "heavy_swordsmen 2hw", "pikemen", [5, 4], [Nothing, Cohesion(1)]),
        ("ADLG-R121: one, not both", "heavy_swordsmen 2hw polearm", "medium_cavalry", [3, 3], [Nothing, Cohesion(1)]),
        ("ADLG-ABI.7", "heavy_swordsmen polearm", "medium_cavalry", [4, 3], [Nothing, Cohesion(2)]),
        ("ADLG-ABI.7: mounted only", "heavy_swordsmen polearm", "heavy_swordsmen", [5, 3], [Nothing, Cohesion(1)]),
        ("ADLG-FLK.2(a)", "heavy_swordsmen 2hw/flanked", "heavy_swordsmen", [6, 3], [Nothing, Cohesion(1)]),
        ("ADLG-ABI.4: on its front", "heavy_swordsmen 2hw", "heavy_swordsmen/rear", [6, 2], [Nothing, Cohesion(1)]),
    ]);
}

#[test]
#[rustfmt::skip]
fn armour_and_missile_support_of_the_loser() {
    let line = "heavy_swordsmen";
    check_losses(&[
        ("ADLG-ABI.2", "heavy_swordsmen armour", line, [2, 5], [Cohesion(1), Nothing]),
        // In their order: 3 behind, 4 by the enemy's two-handed weapons, 3 by armour, 2 by Missile support.
        ("ADLG-ABI.0", "medium_spearmen armour missile_support", "heavy_swordsmen 2hw/charges", [2, 5], [Cohesion(1), Nothing]),
        ("ADLG-R122: down to nothing", "heavy_swordsmen armour", line, [4, 5], [Nothing, Nothing]),
        ("ADLG-ABI.2: higher than the enemy's", "heavy_swordsmen armour", "foot_knights", [4, 5], [Cohesion(1), Nothing]),
        ("ADLG-ABI.2", "foot_knights", "heavy_swordsmen armour", [2, 5], [Cohesion(1), Nothing]),
        ("ADLG-ABI.2: equal armour", "heavy_swordsmen armour", "heavy_swordsmen armour", [4, 5], [Cohesion(1), Nothing]),
        ("ADLG-ABI.3(a)", "heavy_swordsmen armour", "elephant", [4, 5], [Cohesion(1), Nothing]),
        ("ADLG-FLK.3", "heavy_swordsmen armour/flanked", line, [4, 4], [Nothing, Nothing]),
        // Furious charge voids the armour and adds a loss.
        ("ADLG-ABI.3(b)", "heavy_swordsmen armour", "heavy_swordsmen impetuous/charges", [4, 5], [Cohesion(2), Nothing]),
        ("ADLG-ABI.3(b): 1st round", "heavy_swordsmen armour", "heavy_swordsmen impetuous", [4, 5], [Nothing, Nothing]),
        ("ADLG-ABI.24(a)", "medium_spearmen missile_support", "heavy_swordsmen/charges", [4, 5], [Nothing, Nothing]),
        ("ADLG-ABI.24: 1st round", "medium_spearmen missile_support", line, [4, 5], [Cohesion(1), Nothing]),
        ("ADLG-R126", "medium_spearmen missile_support/lightly_flanked", "heavy_swordsmen/charges", [4, 5], [Cohesion(1), Nothing]),
        ("ADLG-FLK.2(e)", "medium_spearmen missile_support/flanked", "heavy_swordsmen/charges", [5, 5], [Cohesion(1), Nothing]),
        // Spearmen 1 + 1 (UNI.27) against Impetuous cavalry 1: 2 behind, 1 after Missile support, no Furious charge.
        ("ADLG-ABI.24(b)", "medium_spearmen missile_support", "heavy_cavalry impetuous/charges", [2, 5], [Cohesion(1), Nothing]),
        // Foot's Furious charge is not stopped: 2 behind (Impact), 1 after Missile support.
        ("ADLG-ABI.24(b): foot", "medium_spearmen missile_support", "medium_swordsmen impetuous/charges", [4, 5], [Cohesion(2), Nothing]),
        // ADLG-R123: the armour was void all the same: 3 behind, 2 after Missile support.
        ("ADLG-R123", "medium_spearmen armour missile_support", "heavy_cavalry impetuous/charges", [1, 5], [Cohesion(1), Nothing]),
    ]);
}

#[test]
#[rustfmt::skip]
fn furious_charge() {
    let furious = |ours: &str, theirs: &str| melee(ours, theirs).furious(0).total == 1;
    for (rule, ours, theirs, is) in [
        ("ADLG-FUR.1", "heavy_swordsmen impetuous/charges", "heavy_spearmen", true),
        ("ADLG-FUR.1: front charged", "heavy_swordsmen impetuous", "heavy_spearmen/charges", true),
        ("ADLG-ABI.8: 1st round", "heavy_swordsmen impetuous", "heavy_spearmen", false),
        ("ADLG-FUR.1: foot only", "heavy_swordsmen impetuous/charges", "heavy_cavalry", false),
        ("ADLG-FUR.1: not war wagons", "heavy_swordsmen impetuous/charges", "war_wagon", false),
        ("ADLG-FUR.1: Impact is not enough", "heavy_swordsmen impact/charges", "heavy_spearmen", false),
        ("ADLG-FUR.2", "heavy_cavalry impact/charges", "heavy_swordsmen", true),
        ("ADLG-FUR.2", "cataphract/charges", "heavy_spearmen", true),
        ("ADLG-FUR.2", "light_cavalry impact/charges", "heavy_swordsmen", true),
        ("ADLG-FUR.2: without Impact", "heavy_knight/charges", "heavy_swordsmen", false),
        ("ADLG-FUR.2: foot", "heavy_knight impact/charges", "heavy_cavalry", false),
        ("ADLG-FUR.3(a)", "medium_cavalry/charges", "bowmen", true),
        ("ADLG-FUR.3(a)", "heavy_knight/charges", "javelinmen", true),
        ("ADLG-FUR.3(a)", "medium_cavalry", "javelinmen/charges", true),
        ("ADLG-FUR.3(b)", "light_cavalry/charges", "light_infantry/wood", true),
        ("ADLG-FUR.3(b)", "light_cavalry/charges", "bowmen", false),
        ("ADLG-FUR.4(a)", "elephant/charges", "pikemen", true),
        ("ADLG-FUR.4", "elephant/charges", "javelinmen", false),
        ("ADLG-FUR.4", "elephant/charges", "light_infantry", false),
        ("ADLG-FUR.4(b)", "scythed_chariot/charges", "pikemen", true),
        ("ADLG-FUR.4: foot only", "scythed_chariot/charges", "heavy_cavalry", false),
        ("ADLG-R135", "elephant/charges", "light_artillery", true),
        ("ADLG-UNI.28: elephants keep it", "elephant/charges", "war_wagon", true),
        ("ADLG-UNI.28", "scythed_chariot/charges", "war_wagon", false),
        ("ADLG-UNI.29(b)", "elephant/charges", "war_wagon blades", false),
        ("ADLG-ABI.21(b)", "elephant/charges", "bowmen stakes/staked", false),
        ("ADLG-ABI.21(b)", "heavy_knight impact/charges", "bowmen stakes/staked", false),
        ("ADLG-MOD.16", "heavy_knight impact/charges field", "bowmen", false),
        ("ADLG-FLK.2(d)", "heavy_swordsmen impetuous/flanked", "heavy_spearmen/charges", false),
        ("ADLG-R139: marks do not cancel it", "heavy_knight impact/charges", "heavy_spearmen", true),
        ("ADLG-R131: FC of both stands", "heavy_swordsmen impetuous/charges", "heavy_swordsmen impetuous", true),
    ] {
        assert_eq!(furious(ours, theirs), is, "{rule}: {ours} against {theirs}");
    }
    check_losses(&[
        ("ADLG-ABI.8", "medium_cavalry/charges", "bowmen", [4, 4], [Nothing, Cohesion(2)]),
        ("ADLG-R120: not on an automatic rout", "elephant/charges commander simple=2", "levies", [5, 3], [Nothing, Rout]),
        ("ADLG-ABI.8: only if it wins", "medium_cavalry/charges", "bowmen", [1, 6], [Cohesion(2), Nothing]),
    ]);
}

#[test]
#[rustfmt::skip]
fn light_infantry_in_the_open_is_destroyed() {
    for (rule, ours, theirs, destroyed) in [
        ("ADLG-UNI.2", "light_infantry", "medium_swordsmen", Some(0)),
        ("ADLG-UNI.2", "heavy_knight", "light_infantry", Some(1)),
        ("ADLG-UNI.2: not by LI", "light_infantry", "light_infantry", None),
        ("ADLG-UNI.2: not by LH", "light_infantry", "light_cavalry", None),
        ("ADLG-UNI.2: not by El", "light_infantry", "elephant", None),
        ("ADLG-UNI.2: not by SCh", "light_infantry", "scythed_chariot", None),
        ("ADLG-R129: in the open", "light_infantry/brush", "medium_swordsmen", None),
        ("ADLG-R129: a gentle hill is open", "light_infantry/gentle_hill", "medium_swordsmen", Some(0)),
        ("ADLG-R129: behind a fortification", "light_infantry/walls", "medium_swordsmen", None),
    ] {
        assert_eq!(melee(ours, theirs).destroyed(), destroyed, "{rule}: {ours} against {theirs}");
    }
    // ADLG-R120, step 1: no dice.
    let fought =
        melee("light_infantry", "pikemen").throw([Red, Blue], Red, &mut Dice::scripted([]));
    assert_eq!(fought.unwrap().losses, [Loss::Rout, Loss::Nothing]);
}

#[test]
fn odds_of_an_even_melee() {
    // ADLG-MEL.1: of 36 ways 6 are ties, 9 lose one point, 5 two, 1 three, for each side.
    let even = melee("heavy_swordsmen", "heavy_swordsmen").reckon();
    let odds = odds(|dice| Ok(even.throw([Red, Blue], Red, dice)?.losses[0]));
    let ways: Vec<_> = odds.ways.iter().map(|(loss, ways)| (*loss, ways.to_string())).collect();
    let expected = [(Nothing, "21"), (Cohesion(1), "9"), (Cohesion(2), "5"), (Cohesion(3), "1")];
    assert_eq!(ways, expected.map(|(loss, ways)| (loss, ways.to_owned())));
}

#[test]
fn the_phasing_player_throws_first() {
    // ADLG-R153.
    let melee = melee("heavy_swordsmen", "heavy_swordsmen");
    let faces =
        |phasing| melee.throw([Red, Blue], phasing, &mut Dice::scripted([6, 1])).unwrap().faces;
    assert_eq!((faces(Red), faces(Blue)), (Some([6, 1]), Some([1, 6])));
}

#[test]
fn commanders_are_at_risk() {
    let killed = |routed| {
        let risk = CommanderRisk { routed };
        odds(|dice| risk.throw(Blue, dice)).chance(|&killed| killed).to_string()
    };
    assert_eq!(killed(false), "1/6", "ADLG-CIM.1");
    assert_eq!(killed(true), "1/2", "ADLG-CIM.2");
}

#[test]
fn a_melee_can_be_explained() {
    let melee = melee(
        "heavy_knight elite impact/charges field lost=1 simple=1 commander by_camels",
        "heavy_spearmen armour/hill support=light_infantry",
    );
    insta::assert_snapshot!(melee.modifiers(0), @r"
    +1 combat factor [ADLG-UNI.22]
    +1 Impact [ADLG-ABI.9, struck by ADLG-MOD.16]
    -1 Disordered [ADLG-MOD.2]
    +1 simple support [ADLG-MOD.5]
    +1 commander [ADLG-MOD.9]
    -1 panicked by camels [ADLG-ABI.19]
    -2 rough terrain [ADLG-MOD.12]
    = -1
    ");
}

#[test]
fn a_struck_melee_can_be_explained() {
    let melee = melee("heavy_swordsmen impact 2hw/flanked", "heavy_spearmen armour/charges");
    insta::assert_snapshot!(melee.modifiers(0), @r"
    +1 combat factor [ADLG-UNI.8, struck by ADLG-FLK.1]
    +1 Impact [ADLG-ABI.9, struck by ADLG-FLK.2]
    = 0
    ");
    insta::assert_snapshot!(melee.on_winning(0), @r"
    +1 two-handed weapons [ADLG-ABI.4, struck by ADLG-FLK.2]
    = 0
    ");
}
