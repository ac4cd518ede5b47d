//! Every kind of roll and every word that it takes, each with the rule that it belongs to.

use acies_core::{OddsKind, OddsSide, OddsWord};

const fn plain(word: &'static str, rule: &'static str, about: &'static str) -> OddsWord {
    OddsWord::plain(word, rule, about)
}

#[rustfmt::skip]
const fn valued(word: &'static str, value: &'static str, rule: &'static str, about: &'static str) -> OddsWord {
    OddsWord::valued(word, value, rule, about)
}

// What a unit is, and in which order.
const GRADE: OddsWord = valued("grade", "a|b|c|d", "LEG-R6", "its grade, c if not said");
const BASES: OddsWord = valued("bases", "1..12", "LEG-R2", "bases at the start, 8 if not said");
const UNDER_STRENGTH: OddsWord =
    plain("under_strength", "LEG-R10", "under-strength heavy infantry: combat value 1 lower");
const LINES: OddsWord =
    valued("lines", "1..3", "LEG-R3", "lines of a legion, as many as it can have if not said");
const DP: OddsWord = valued("dp", "0..7", "LEG-MOR.9", "disorder points, none if not said");
const CASUALTIES: OddsWord = valued("casualties", "0..11", "LEG-R11", "bases lost so far");
const SHAKEN: OddsWord = plain("shaken", "LEG-MOR.9", "shaken, and so unformed");
const UNFORMED: OddsWord = plain("unformed", "LEG-MAN.1", "unformed, as light troops always are");
const COLUMN: OddsWord = plain("column", "LEG-R4", "in column");
const INSPIRED: OddsWord = plain("inspired", "LEG-R31", "a leader inspires it");

#[rustfmt::skip]
const FIGHTER: &[OddsWord] = &[
    GRADE, BASES, UNDER_STRENGTH, LINES, DP, CASUALTIES, SHAKEN, UNFORMED, COLUMN,
    plain("charge", "LEG-R86", "it charged into this fight"),
    plain("counter_charge", "LEG-R78", "it counter-charged, which counts as a charge"),
    plain("follow_up", "LEG-R95", "it followed up"),
    plain("pursuit", "LEG-R99", "it pursued into this fight"),
    valued("volley", "1..12", "LEG-R72", "stands that throw pila or javelins first"),
    plain("in_cover", "LEG-R19", "in cover against the volley: half the dice"),
    plain("higher", "LEG-CR.4", "advantage of ground"),
    plain("fortified", "LEG-CR.5", "defends a fortification"),
    plain("supported", "LEG-CR.6", "supported, as a formed legion with rear lines always is"),
    plain("leader", "LEG-CR.13", "a leader inspires it"),
    plain("to_side", "LEG-R88", "fights to flank or rear only: no support, no pikes"),
    valued("pikes", "0..12", "LEG-CR.12", "engaged pike bases, all with another behind them if not said"),
    plain("fell_back", "LEG-R87", "the pikes fell back and the enemy came on"),
    valued("touching", "1..12", "LEG-NUM.1", "bases in contact; numbers count once any of these four is said"),
    valued("overlaps", "0..2", "LEG-NUM.2", "bases that overlap, of formed and Special units"),
    valued("second_rank", "0..12", "LEG-NUM.3", "second-rank pikes"),
    valued("supports", "0..30", "LEG-NUM.4", "supporting cohorts, which makes it supported too"),
];

#[rustfmt::skip]
const SHOOTER: &[OddsWord] = &[
    GRADE, BASES, UNDER_STRENGTH, LINES, DP, CASUALTIES, UNFORMED,
    valued("stands", "1..12", "LEG-R65", "stands that can shoot, all in front if not said"),
    plain("near", "LEG-SHO.8", "at javelin range: 40 paces"),
];

#[rustfmt::skip]
const TARGET: &[OddsWord] = &[
    GRADE, BASES, UNDER_STRENGTH, LINES, DP, CASUALTIES, SHAKEN, UNFORMED, COLUMN,
    plain("in_cover", "LEG-R19", "in rough terrain, light cover or behind an obstacle"),
];

const ROUGH: OddsWord = plain("rough", "LEG-R18", "any part of the move is in rough terrain");
const COVER: OddsWord = plain("light_cover", "LEG-MOV.14", "any part of it is in light cover");

const MOVER: &[OddsWord] = &[
    UNFORMED,
    ROUGH,
    COVER,
    valued(
        "dice",
        "1|2|full",
        "LEG-R44",
        "average dice of a basic move, or all of a full fast move",
    ),
    plain("d6", "LEG-MOV.4", "with the optional D6 of chariots"),
    plain("fast", "LEG-MOV.6", "a fast move: one D6 more"),
    valued("halves", "0..2", "LEG-R49", "things done on the way that cost half of the move"),
];

const REACH: OddsWord = valued("reach", "paces", "LEG-MOV.1", "a distance that should be reached");
const GAP: OddsWord =
    valued("gap", "paces", "LEG-R73", "the distance between the two, 40 if not said");

const RUNNER: &[OddsWord] = &[UNFORMED, ROUGH, COVER];

const CHARGED: &[OddsWord] = &[
    GRADE,
    BASES,
    DP,
    CASUALTIES,
    INSPIRED,
    UNFORMED,
    ROUGH,
    COVER,
    plain("evades", "LEG-EVA.1", "it takes the evade test, and runs if it may"),
    plain("counter_charges", "LEG-R78", "it counter-charges"),
    plain("breaks", "LEG-RSP.1", "it is shaken and breaks"),
];

const LEADER: OddsWord =
    valued("leader", "-1|0|1", "LEG-CTL.5", "what its owner names for the leader who inspires it");

const TESTER: &[OddsWord] = &[
    GRADE,
    LEADER,
    plain("charged", "LEG-R36", "its last move was a charge"),
    plain("routing", "LEG-CTL.3", "it routs, and would rally"),
    plain("pursuing", "LEG-CTL.3", "it pursues, and would stop"),
    plain("looting", "LEG-CTL.3", "it loots, and would stop"),
];

/// Every kind of roll.
pub const KINDS: &[OddsKind] = &[
    OddsKind {
        name: "melee",
        about: "a fight of two units: volleys if any are said, the combat roll, the results and what they cost both",
        sides: &[OddsSide::one("one unit", FIGHTER), OddsSide::one("the other", FIGHTER)],
        settings: &[],
        example: r#"acies odds legio melee "legionaries bases=10 charge volley=4" "barbarian_infantry supported""#,
    },
    OddsKind {
        name: "shooting",
        about: "a shot or a volley by itself: dice, hits, and what they do to the target",
        sides: &[OddsSide::one("who shoots", SHOOTER), OddsSide::one("the target", TARGET)],
        settings: &[],
        example: r#"acies odds legio shooting "archers bases=6 near" "legionaries dp=2""#,
    },
    OddsKind {
        name: "move",
        about: "a move with dice: how far, and how tired",
        sides: &[OddsSide::one("who moves", MOVER)],
        settings: &[REACH],
        example: "acies odds legio move heavy_cavalry dice=2 fast reach=200",
    },
    OddsKind {
        name: "charge",
        about: "a charge: whether it reaches a target that stands, runs or meets it, and how tired",
        sides: &[OddsSide::one("who charges", RUNNER), OddsSide::one("the target", CHARGED)],
        settings: &[GAP],
        example: r#"acies odds legio charge heavy_cavalry "light_javelinmen evades dp=1" gap=100"#,
    },
    OddsKind {
        name: "chase",
        about: "a pursuit: whether it catches who has just broken or retired",
        sides: &[OddsSide::one("who pursues", RUNNER), OddsSide::one("who runs", RUNNER)],
        settings: &[valued(
            "gap",
            "paces",
            "LEG-R142",
            "the distance before both moves, none if not said",
        )],
        example: "acies odds legio chase light_cavalry_javelin barbarian_infantry",
    },
    OddsKind {
        name: "control",
        about: "a control test: halt, act or repeat",
        sides: &[OddsSide::one("the unit", TESTER)],
        settings: &[],
        example: "acies odds legio control barbarian_infantry grade=b charged leader=-1",
    },
    OddsKind {
        name: "rally",
        about: "a routing unit that is safe tests to rally",
        sides: &[OddsSide::one("the unit", &[GRADE, LEADER])],
        settings: &[],
        example: "acies odds legio rally legionaries grade=b leader=-1",
    },
    OddsKind {
        name: "evade",
        about: "an evade test",
        sides: &[OddsSide::one("the unit", &[GRADE, BASES, DP, CASUALTIES, SHAKEN, INSPIRED])],
        settings: &[],
        example: "acies odds legio evade light_javelinmen dp=2",
    },
    OddsKind {
        name: "cut_down",
        about: "routers who were caught",
        sides: &[],
        settings: &[
            valued("bases", "1..30", "LEG-R101", "pursuing front-rank bases in contact"),
            valued("left", "1..12", "LEG-R11", "bases that the routers have, 12 if not said"),
        ],
        example: "acies odds legio cut_down bases=4 left=6",
    },
    OddsKind {
        name: "critical",
        about: "a critical hit on artillery or Scythed Chariots",
        sides: &[OddsSide::one("the unit", &[])],
        settings: &[],
        example: "acies odds legio critical artillery",
    },
    OddsKind {
        name: "rampage",
        about: "elephants that rampage, or teams that bolt: where to, and how far",
        sides: &[OddsSide::one("the unit", &[])],
        settings: &[],
        example: "acies odds legio rampage elephants",
    },
    OddsKind {
        name: "leader",
        about: "a leader with a unit that was beaten or lost a casualty",
        sides: &[],
        settings: &[valued("unit", "beaten|broken", "LEG-R39", "beaten, or broken or destroyed")],
        example: "acies odds legio leader unit=broken",
    },
    OddsKind {
        name: "initiative",
        about: "who has the initiative",
        sides: &[],
        settings: &[],
        example: "acies odds legio initiative",
    },
];
