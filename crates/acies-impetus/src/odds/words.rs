//! Every kind of roll and every word that it takes, each with the rule that it belongs to.

use acies_core::{OddsKind, OddsSide, OddsWord};

const fn plain(word: &'static str, rule: &'static str, about: &'static str) -> OddsWord {
    OddsWord::plain(word, rule, about)
}

const fn valued(
    word: &'static str,
    value: &'static str,
    rule: &'static str,
    about: &'static str,
) -> OddsWord {
    OddsWord::valued(word, value, rule, about)
}

// What a Unit is. Troops of the catalogue have all of it; a type may be given it.
const VBU: OddsWord = valued("vbu", "1..8", "IMP-MEL.1", "its original VBU, 4 for a type");
const IMPETUS: OddsWord = valued("impetus", "0..6", "IMP-CHG.1", "its original impetus bonus");
const DISCIPLINE: OddsWord =
    valued("discipline", "a|b|c", "IMP-DT.1", "its discipline, B for a type");
const MISSILE: OddsWord = valued(
    "missile",
    "javelin|sling|short_bow_a|short_bow_b|composite_bow_a|composite_bow_b|composite_bow_c|longbow_a|longbow_b|crossbow_a|crossbow_b|handgun|arquebus_a|arquebus_b|musket|artillery_a|artillery_b|artillery_c|various",
    "IMP-SHT.2",
    "what it shoots with",
);
const PIKE: OddsWord = plain("pike", "IMP-MEL.10", "has pikes");
const LONG_SPEAR: OddsWord = plain("long_spear", "IMP-NIB.7", "has long spears");
const PILUM: OddsWord = plain("pilum", "IMP-PIL.1", "legionaries");
const IMPETUOUS: OddsWord = plain("impetuous", "IMP-SPC.35", "impetuous");
const WARBAND: OddsWord = plain("warband", "IMP-MEL.14", "a warband");
const SCHILTRON: OddsWord = plain("schiltron", "IMP-SPC.42", "a schiltron: no flanks");
const CAMELS: OddsWord = plain("camels", "IMP-SPC.4", "camels: no impetus for other mounted");
const ANTI_WARBAND: OddsWord =
    plain("anti_warband", "IMP-R112", "no impetus for impetuous foot that charge it");

// How it stands.
const LARGE: OddsWord =
    valued("large", "1..3", "IMP-R39", "elements of a Large Unit, 1 if not said");
const LOST: OddsWord =
    valued("lost", "N", "IMP-R41", "VBU lost before, of all elements; Worn if any is");
const DISORDERED: OddsWord =
    plain("disordered", "IMP-DIS.4", "Disordered: -1 die, -1 to its critical number");
const COMMANDER: OddsWord =
    plain("commander", "IMP-COH.6", "a Commander is attached: +1 to its critical number");
const BUA: OddsWord = plain("bua", "IMP-TER.22", "in a BUA: VBU 7");
const SHIELDWALL: OddsWord =
    plain("shieldwall", "IMP-SPC.44", "in shieldwall: no impetus for frontal charges");
const SHIELDWALL_SHOT: OddsWord =
    plain("shieldwall", "IMP-SPC.45", "in shieldwall: -1 die from its front");
const BROKEN: OddsWord = plain("broken", "IMP-COH.4", "at least half in broken ground");
const DIFFICULT: OddsWord = plain("difficult", "IMP-MEL.6", "at least half in difficult ground");
const FLANKED: OddsWord =
    plain("flanked", "IMP-ROU.5", "an enemy is on its flank or rear: it routs if it fails");

#[rustfmt::skip]
const FIGHTER: &[OddsWord] = &[
    VBU, IMPETUS, PIKE, LONG_SPEAR, PILUM, IMPETUOUS, WARBAND, SCHILTRON, CAMELS, ANTI_WARBAND,
    LARGE, LOST, DISORDERED, COMMANDER, BUA, SHIELDWALL, BROKEN, DIFFICULT,
    plain("charging", "IMP-NIB.1", "charges: impetus bonus, if nothing cancels it; the enemy main unit is charged"),
    plain("counter_charging", "IMP-R50", "counter-charges who charges it"),
    plain("pursuing", "IMP-R64", "touches the enemy by pursuit: impetus, but no pila"),
    plain("on_flank", "IMP-MEL.4", "on the enemy's flank or rear: +2 dice if it charges; he routs if he fails"),
    plain("higher", "IMP-MEL.5", "higher on a gentle hill: +1 die"),
    valued("wholly_in", "broken|difficult", "IMP-R88", "wholly in such ground, which the enemy feels too"),
    valued("charged_in", "broken|difficult", "IMP-NIB.4", "has charged even partly in such ground"),
    plain("fortified", "IMP-NIB.10", "defends fortifications: -1 die and no impetus for foot that charges it"),
    plain("stakes", "IMP-NIB.11", "defends stakes: -1 die, and no impetus for mounted that charge it"),
    plain("pavise", "IMP-MEL.8", "defends pavises, as with stakes"),
];

#[rustfmt::skip]
const SHOOTER: &[OddsWord] = &[
    MISSILE, VBU, LOST,
    plain("disordered", "IMP-SHM.2", "Disordered: -1 die"),
    valued("at", "close|short|long|extreme", "IMP-SHT.3", "the range, Short if not said"),
    valued("range", "U", "IMP-R79", "the distance, which says the range"),
    plain("reaction", "IMP-SHL.12", "in the other player's activation: Close counts as Short, but for longbow A"),
    valued("phases", "0..6", "IMP-SHM.1", "its movement phases this Turn, with one that it has declared"),
    plain("recovery", "IMP-R26", "it has tried to recover order: one phase more"),
    plain("indirect", "IMP-SHM.3", "over friends: -2 dice"),
    plain("screened", "IMP-SHM.12", "through CL or S: half the dice"),
    plain("from_behind", "IMP-R100", "from behind the target's front line"),
    BUA, LARGE,
];

#[rustfmt::skip]
const TARGET: &[OddsWord] = &[
    VBU, LARGE, LOST, COMMANDER, BUA, SHIELDWALL_SHOT,
    plain("disordered", "IMP-COH.3", "Disordered: -1 to its critical number"),
    plain("wood_edge", "IMP-SHM.6", "on the edge of a wood: -2 dice"),
    plain("fortified", "IMP-SHM.7", "behind fortifications: -2 dice, -1 of artillery"),
    plain("pavise", "IMP-SHM.10", "behind pavises: -1 die, but of artillery"),
    plain("evading", "IMP-SHM.9", "has declared an evasion: -1 die"),
    plain("column", "IMP-SHM.11", "in column: +2 dice of artillery"),
    PIKE, LONG_SPEAR, WARBAND, SCHILTRON,
];

#[rustfmt::skip]
const LEGIONARIES: &[OddsWord] = &[
    VBU, PILUM, LOST,
    plain("disordered", "IMP-PIL.5", "Disordered: -1 die"),
    plain("charging", "IMP-PIL.2", "charges: 1 die; it is charged if not said: 3 dice"),
    plain("counter_charging", "IMP-R58", "counter-charges: 1 die"),
];

#[rustfmt::skip]
const STRUCK: &[OddsWord] = &[
    VBU, LARGE, LOST, COMMANDER, BUA, FLANKED, PIKE, LONG_SPEAR, WARBAND, SCHILTRON,
    plain("disordered", "IMP-COH.3", "Disordered: -1 to its critical number"),
];

#[rustfmt::skip]
const TESTER: &[OddsWord] = &[
    VBU, LARGE, LOST, COMMANDER, BUA, FLANKED, PIKE, LONG_SPEAR, WARBAND, SCHILTRON,
    plain("disordered", "IMP-COH.3", "Disordered: -1 to its critical number"),
    valued("damage", "1..30", "IMP-COH.2", "the damage that it tests for"),
    valued("shot", "close|short|long|extreme", "IMP-COH.7", "shot at from this range; in melee if not said"),
    valued("by", "javelin|artillery_a|...", "IMP-COH.8", "the weapon that shot at it"),
    plain("pila", "IMP-PIL.6", "for pila"),
    BROKEN, DIFFICULT,
    plain("mounted_only", "IMP-COH.9", "in melee against mounted troops only"),
];

const DISCIPLINED: &[OddsWord] = &[
    DISCIPLINE,
    plain("commander", "IMP-DT.2", "the Unit or Group has its Commander: +1"),
    plain("out_of_range", "IMP-DT.3", "out of command range: -1"),
    valued(
        "movement",
        "1..8",
        "IMP-DT.4",
        "which movement of the Turn it is for: -1 for each after the second",
    ),
    plain("charismatic", "IMP-SPC.23", "to recover order under a Charismatic Commander: +1"),
    valued(
        "for",
        "recover|opportunity|move|evade|dismount|counter_charge|disengage|about_face|relief|enter_bua|leave_square|baggage",
        "IMP-DF.1",
        "what it is for, and so what failing does",
    ),
];

#[rustfmt::skip]
const CHARGER: &[OddsWord] = &[
    IMPETUS,
    valued("gap", "U", "IMP-R49", "the way to the enemy"),
    plain("difficult", "IMP-R89", "all of it in difficult ground: each U costs two, but for S and FL"),
    plain("with_foot", "IMP-R37", "in a Group with foot: a D3"),
];

const LOSER: &[OddsWord] = &[];

const PURSUER: &[OddsWord] = &[
    IMPETUS,
    LOST,
    IMPETUOUS,
    plain("supporting", "IMP-PUR.5", "supported the main unit, which pursues"),
];

// Commanders.
const GENIUS: OddsWord = plain("genius", "IMP-CMD.1", "Leadership 4; throws again (IMP-SPC.28)");
const CHARISMATIC: OddsWord =
    plain("charismatic", "IMP-CMD.1", "Leadership 4; throws again (IMP-SPC.21)");
const EXPERT: OddsWord =
    plain("expert", "IMP-CMD.1", "Leadership 3; throws initiative again (IMP-SPC.26)");
const FAIR: OddsWord =
    plain("fair", "IMP-CMD.1", "Leadership 2, as everybody of whom nothing is said");
const POOR: OddsWord = plain("poor", "IMP-CMD.1", "Leadership 1");
const INCOMPETENT: OddsWord =
    plain("incompetent", "IMP-SPC.34", "Leadership 0; doubles but 6-6 spend his Command");
const COWARD: OddsWord = plain("coward", "IMP-SPC.32", "Leadership 0; doubles spend his Command");
const SUBORDINATE: OddsWord = plain("subordinate", "IMP-SPC.27", "not the Commander-in-Chief");

#[rustfmt::skip]
const BIDDER: &[OddsWord] = &[
    GENIUS, CHARISMATIC, EXPERT, FAIR, POOR, INCOMPETENT, COWARD, SUBORDINATE,
    plain("no_commander", "IMP-R21", "a Command without a Commander: adds nothing"),
    plain("shaken", "IMP-R17", "a Coward after another Command has routed: an odd total spends and routs his own"),
];

#[rustfmt::skip]
const AT_RISK: &[OddsWord] = &[
    GENIUS, CHARISMATIC, EXPERT, FAIR, POOR, INCOMPETENT, COWARD, SUBORDINATE,
    valued("others", "0..12", "IMP-CDR.9", "Leadership of the army's other Commanders, together"),
    valued("structure", "good|average|poor", "IMP-CDR.10", "Command Structure, Average if not said"),
    valued("losses", "1..5", "IMP-CDR.11", "VBU that his Unit lost in that test, 1 if not said"),
    plain("mounted", "IMP-CDR.12", "he is mounted: -2"),
];

/// A Commander: his words without troops.
const fn leader(part: &'static str, words: &'static [OddsWord]) -> OddsSide {
    OddsSide { part, troop: false, several: false, words }
}

pub const KINDS: &[OddsKind] = &[
    OddsKind {
        name: "melee",
        about: "a round of melee with its pila, both cohesion tests, and who retreats or routs; the first Unit of each side is the main unit, others support",
        sides: &[OddsSide::several("one side", FIGHTER), OddsSide::several("the other", FIGHTER)],
        settings: &[],
        example: r#"acies odds impetus melee "gal_warband charging large=2" "rom_hastati, rom_principes""#,
    },
    OddsKind {
        name: "duel",
        about: "a melee round after round, until one side has lost or fallen back",
        sides: &[OddsSide::several("one side", FIGHTER), OddsSide::several("the other", FIGHTER)],
        settings: &[],
        example: r#"acies odds impetus duel "mac_phalanx large=3" "rom_legion charging""#,
    },
    OddsKind {
        name: "shooting",
        about: "a shot: dice, damage, and the cohesion test of the target",
        sides: &[OddsSide::one("the shooter", SHOOTER), OddsSide::one("the target", TARGET)],
        settings: &[],
        example: r#"acies odds impetus shooting "rom_archers range=12 phases=1" "gal_nobles commander""#,
    },
    OddsKind {
        name: "pila",
        about: "pila of legionaries and their supports at an enemy main unit, and its test",
        sides: &[
            OddsSide::several("the legionaries", LEGIONARIES),
            OddsSide::one("the enemy", STRUCK),
        ],
        settings: &[],
        example: r#"acies odds impetus pila "rom_hastati, rom_principes" "gal_warband""#,
    },
    OddsKind {
        name: "cohesion",
        about: "a cohesion test for damage",
        sides: &[OddsSide::one("the Unit", TESTER)],
        settings: &[],
        example: r#"acies odds impetus cohesion "rom_hastati disordered" damage=2"#,
    },
    OddsKind {
        name: "discipline",
        about: "a discipline test, and what failing it does",
        sides: &[OddsSide::one("the Unit", DISCIPLINED)],
        settings: &[],
        example: r#"acies odds impetus discipline "rom_hastati commander" movement=3 for=move"#,
    },
    OddsKind {
        name: "initiative",
        about: "whose Command is activated, ties thrown again; who is behind and may throws again what most likely wins",
        sides: &[leader("one Commander", BIDDER), leader("the other", BIDDER)],
        settings: &[valued(
            "attacker",
            "first|second",
            "IMP-R16",
            "who decides first on equal totals",
        )],
        example: r#"acies odds impetus initiative "expert" "poor subordinate""#,
    },
    OddsKind {
        name: "charge",
        about: "whether a charge reaches its enemy",
        sides: &[OddsSide::one("the charger", CHARGER)],
        settings: &[],
        example: r#"acies odds impetus charge "mac_companions" gap=13"#,
    },
    OddsKind {
        name: "retreat",
        about: "how far a loser retreats from an enemy main unit",
        sides: &[OddsSide::one("the loser", LOSER), OddsSide::one("the winner", LOSER)],
        settings: &[],
        example: r#"acies odds impetus retreat "rom_alae" "gal_warband""#,
    },
    OddsKind {
        name: "pursuit",
        about: "whether a winner catches who retreats from it in the open",
        sides: &[OddsSide::one("the winner", PURSUER), OddsSide::one("the loser", LOSER)],
        settings: &[],
        example: r#"acies odds impetus pursuit "gal_warband" "rom_hastati""#,
    },
    OddsKind {
        name: "commander",
        about: "what becomes of a Commander whose Unit failed a cohesion test with a 6; Genius and Charismatic throw the higher die again if he is lost",
        sides: &[leader("the Commander", AT_RISK)],
        settings: &[],
        example: r#"acies odds impetus commander "charismatic mounted" losses=2 structure=poor"#,
    },
    OddsKind {
        name: "panic",
        about: "where elephants that failed under shooting run",
        sides: &[],
        settings: &[],
        example: "acies odds impetus panic",
    },
    OddsKind {
        name: "river",
        about: "whether a Unit that retreats into a river reaches the far bank",
        sides: &[OddsSide::one("the Unit", &[VBU, LOST, LARGE])],
        settings: &[],
        example: r#"acies odds impetus river "rom_hastati" lost=1"#,
    },
];
