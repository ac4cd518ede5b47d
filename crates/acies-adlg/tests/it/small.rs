//! Armies of 100 points (ADLG-R11, ADLG-R166), and shipped ones on the table for 300.

use acies_adlg::{Adlg, battle::Battle, files::data};
use acies_core::{
    Army, Ruleset,
    kit::{Deciding, Kit},
};

use crate::battles::invariant;

/// Name, list, and for each wing its commander, the unit that he is with, and his units.
type Lines = (&'static str, &'static str, [(&'static str, &'static str, &'static str); 3]);

#[rustfmt::skip]
const ARMIES: [Lines; 6] = [
    ("Rome", "rom", [
        ("ordinary",  "equites", "1 equites, 1 alae, 1 velites"),
        ("competent", "hastati_1", "4 hastati, 1 triarii, 1 velites"),
        ("ordinary",  "socii",   "1 socii, 1 ligures, 1 cretans"),
    ]),
    ("Carthage", "car", [
        ("ordinary",  "galcav",  "1 galcav, 2 numid"),
        ("competent", "libya_1",   "3 libya, 2 scut, 1 eleph"),
        ("ordinary",  "gauls_1",   "3 gauls, 1 afri, 1 baleares"),
    ]),
    ("Gauls", "gal", [
        ("ordinary",  "warr_1",    "3 warr, 1 jav"),
        ("competent", "warr_h_1",  "4 warr_h, 1 gaes"),
        ("ordinary",  "nobles",  "1 nobles, 2 cav, 1 jav"),
    ]),
    ("Macedon", "ale", [
        ("ordinary",  "grkcav",  "1 grkcav, 1 prod, 1 psil"),
        ("competent", "phal_1",    "3 phal, 1 hopl, 1 thrac"),
        ("ordinary",  "comp",    "1 comp, 1 agri, 1 psil"),
    ]),
    ("Parthia", "par", [
        ("ordinary",  "harch_1",   "4 harch"),
        ("competent", "cata_e",  "2 cata, 1 cata_e"),
        ("ordinary",  "hill_1",    "3 harch, 2 hill"),
    ]),
    ("Antioch", "sel", [
        ("ordinary",  "lhb",     "1 lhb, 1 tarent, 1 camel"),
        ("competent", "phal_1",    "3 phal, 1 eleph, 1 scythed"),
        ("ordinary",  "cata",    "1 cata, 1 thur, 1 psil"),
    ]),
];

/// The file of a small army, as a player would write it.
fn file((name, list, corps): &Lines) -> String {
    let mut text = format!("name = \"{name}\"\nlist = \"{list}\"\nbudget = 100\n");
    for (wing, (commander, with, units)) in ["left", "centre", "right"].iter().zip(corps) {
        text += &format!("[[corps]]\nname = \"{wing}\"\nwing = \"{wing}\"\n");
        text += &format!("commander = \"{commander}\"\nwith = \"{with}\"\nunit = [\n");
        for unit in units.split(", ") {
            let (count, troop) = unit.split_once(' ').unwrap();
            text += &format!("    {{ troop = \"{list}.{troop}\", count = {count} }},\n");
        }
        text += "]\n";
    }
    text
}

/// A small army by its name.
fn army(name: &str) -> Army {
    let lines = ARMIES.iter().find(|(known, ..)| *known == name).unwrap();
    Adlg::army(name, &file(lines)).unwrap_or_else(|bad| panic!("{name}: {bad}"))
}

/// Two small armies that still have to set up.
pub fn field(red: &str, blue: &str) -> Battle {
    Adlg::field(&army(red), &army(blue)).unwrap()
}

/// Even seeds 100 points, odd ones 300.
fn start(seed: u64) -> Battle {
    let n = seed as usize;
    if seed.is_multiple_of(2) {
        return field(ARMIES[n / 2 % 6].0, ARMIES[(n / 2 * 5 + 1) % 6].0);
    }
    let large = |n: usize| {
        let enlarged = |(id, text): &(&str, &str)| {
            Adlg::army(id, &text.replace("list =", "budget = 300\nlist =")).ok()
        };
        let all: Vec<_> = data::ARMIES.iter().filter_map(enlarged).collect();
        all[n % all.len()].clone()
    };
    Adlg::field(&large(n), &large(n * 5 + 1)).unwrap()
}

const KIT: Kit<Adlg> = Kit { start, invariant, actions_max: 20_000 };

#[test]
fn small_and_large_battles_keep_the_laws() {
    // ADLG-R11: other tables, same rules.
    for (seed, length, depth) in [(0, 20.0, 15.0), (1, 37.5, 25.0)] {
        let table = start(seed).setup.field;
        assert_eq!((table.length(), table.depth()), (length, depth), "ADLG-R11");
    }
    KIT.run(0..3, Deciding::AtRandom);
    KIT.run(3..5, Deciding::ByTactics);
}
