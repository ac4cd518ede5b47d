//! Every kind of roll and every word that it takes, each with the rule that it belongs to.

use acies_core::{OddsKind, OddsSide, OddsWord, RuleId};

const fn word(word: &'static str, rule: RuleId, about: &'static str) -> OddsWord {
    OddsWord { word, value: None, rule, about }
}

const fn valued(
    word: &'static str,
    value: &'static str,
    rule: RuleId,
    about: &'static str,
) -> OddsWord {
    OddsWord { word, value: Some(value), rule, about }
}

const fn side(part: &'static str, words: &'static [OddsWord]) -> OddsSide {
    OddsSide { part, troop: true, several: false, words }
}

const ELITE: OddsWord = word("elite", "ADLG-QUA.2", "Elite: +1 to a die of 1 to 3");
const MEDIOCRE: OddsWord = word("mediocre", "ADLG-QUA.3", "Mediocre: -1 to a die of 4 to 6");
const IMPACT: OddsWord = word("impact", "ADLG-ABI.9", "Impact: +1 in the 1st round");
const HALF_BOW: OddsWord = word(
    "impact_half_bow",
    "ADLG-ABI.12",
    "Impact / half bow: Impact, and shoots one quality lower",
);
const IMPETUOUS: OddsWord =
    word("impetuous", "ADLG-ABI.13", "Impetuous: Impact and Furious charge");
const TWO_HANDED: OddsWord = word("2hw", "ADLG-ABI.4", "two-handed weapon: wins by 1 more");
const POLEARM: OddsWord = word("polearm", "ADLG-ABI.6", "Polearm: against mounted");
const ARMOUR: OddsWord = word("armour", "ADLG-ABI.2", "Armour");
const HEAVY_ARMOUR: OddsWord = word("heavy_armour", "ADLG-ABI.2", "Heavy armour");
const MISSILE: OddsWord = word("missile_support", "ADLG-ABI.24", "Missile support");
const PAVISE: OddsWord = word("pavise", "ADLG-ABI.20", "Pavise: +1 protection");
const STAKES: OddsWord =
    word("stakes", "ADLG-ABI.21", "Stakes, planted: mounted before them have -2");
const INCENDIARY: OddsWord = word("incendiary", "ADLG-ABI.15", "Incendiary: +1 against El and WWg");
const BLADES: OddsWord = word("blades", "ADLG-UNI.29", "a war wagon with blades");
const EXPENDABLE: OddsWord = word("expendable", "ADLG-ABI.23", "Expendable");
const JAVELIN: OddsWord = word("javelin", "ADLG-ABI.16", "javelins");
const SLING: OddsWord = word("sling", "ADLG-RNG.T1", "slings");
const BOW: OddsWord = word("bow", "ADLG-RNG.T1", "bows; on MI and HI a Mixed unit");
const LONGBOW: OddsWord = word("longbow", "ADLG-PRO.2", "longbows");
const CROSSBOW: OddsWord = word("crossbow", "ADLG-PRO.1", "crossbows");
const FIREARM: OddsWord = word("firearm", "ADLG-PRO.1", "firearms");
const ATLATL: OddsWord = word("atlatl", "ADLG-RNG.T1", "atlatls");
const WAGON_GUN: OddsWord =
    word("light_artillery", "ADLG-R112", "a war wagon with light artillery");

const CHARGING: OddsWord =
    word("charging", "ADLG-R92", "charged the other in this turn: 1st round");
const FLANK: OddsWord = word("flank", "ADLG-MOD.4", "attacks the enemy's flank");
const REAR: OddsWord = word("rear", "ADLG-MOD.4", "attacks the enemy's rear");
const FLANKED: OddsWord =
    valued("flanked", "light|close", "ADLG-R125", "another enemy is on its flank or rear");
const UNCONTROLLED: OddsWord =
    word("uncontrolled", "ADLG-MOD.3", "its charge was uncontrolled: -1");
const COHESION: OddsWord = valued(
    "cohesion",
    "N",
    "ADLG-R8",
    "cohesion points left, all of them if not said; fewer: Disordered",
);
const DISORDERED: OddsWord = word("disordered", "ADLG-MOD.2", "has lost one cohesion point: -1");
const SIMPLE: OddsWord =
    valued("simple_supports", "0..2", "ADLG-MOD.5", "units in simple support: +1 each");
const SUPPORT: OddsWord = valued(
    "support",
    "TYPE",
    "ADLG-MOD.6",
    "a unit in melee support on the enemy's front: its factor + 1",
);
const FLANK_SUPPORT: OddsWord =
    valued("flank_support", "TYPE", "ADLG-R116", "the same on the enemy's flank or rear");
const HIGHER: OddsWord = valued(
    "above",
    "hill|bank|gully|fortification",
    "ADLG-MOD.8",
    "higher, or on a bank or edge: +1",
);
const COMMANDER: OddsWord =
    word("commander", "ADLG-MOD.9", "a commander fights with it: +1, at risk");
const BEHIND: OddsWord =
    valued("behind", "fortification|obstacle", "ADLG-MOD.10", "behind it, on the edge attacked");
const BESIDE: OddsWord =
    valued("beside", "elephants|camels", "ADLG-ABI.19", "touches them besides its enemy: panic");
const ROUGH: OddsWord = word("rough", "ADLG-MOD.12", "stands in rough terrain");
const DIFFICULT: OddsWord = word("difficult", "ADLG-MOD.13", "stands in difficult terrain");
const IN: OddsWord = valued("in", "PIECE", "ADLG-R24", "stands in such a piece: brush, wood, ...");
const READY: OddsWord = word("battle_ready", "ADLG-UNI.14", "a war wagon that did not move: +1");

#[rustfmt::skip]
const FIGHTER: &[OddsWord] = &[
    ELITE, MEDIOCRE, IMPACT, HALF_BOW, IMPETUOUS, TWO_HANDED, POLEARM, ARMOUR, HEAVY_ARMOUR, MISSILE,
    STAKES, INCENDIARY, BLADES, EXPENDABLE, JAVELIN, BOW, CHARGING, FLANK, REAR, FLANKED, UNCONTROLLED,
    COHESION, DISORDERED, SIMPLE, SUPPORT, FLANK_SUPPORT, HIGHER, COMMANDER, BEHIND, BESIDE, ROUGH,
    DIFFICULT, IN, READY,
];
#[rustfmt::skip]
const SHOOTER: &[OddsWord] = &[
    ELITE, MEDIOCRE, HALF_BOW, INCENDIARY, JAVELIN, SLING, BOW, LONGBOW, CROSSBOW, FIREARM, ATLATL,
    WAGON_GUN,
    word("disordered", "ADLG-SHO.4", "Disordered: -1"),
    word("cover", "ADLG-SHO.5", "shoots out of cover: -1, not LI"),
    word("difficult", "ADLG-SHO.5", "stands in difficult terrain: -1, not LI"),
    valued("supports", "N", "ADLG-SHO.7", "supporting shooters other than LI and LH: +1 each"),
    valued("light_supports", "N", "ADLG-SHO.7", "supporting LI and LH: half each"),
];
#[rustfmt::skip]
const TARGET: &[OddsWord] = &[
    ELITE, MEDIOCRE, ARMOUR, HEAVY_ARMOUR, PAVISE,
    word("cover", "ADLG-SHO.3", "in cover or behind a fortification: -1 to the shot"),
    valued("cohesion", "N", "ADLG-R8", "cohesion points left, all of them if not said"),
];
const MOVER: &[OddsWord] = &[
    IMPACT,
    HALF_BOW,
    IMPETUOUS,
    word("rough", "ADLG-R53", "any part of the way in rough terrain"),
    word("difficult", "ADLG-R53", "any part of the way in difficult terrain"),
    valued("in", "PIECE", "ADLG-R53", "any part of the way in such a piece"),
    word("far", "ADLG-MVT.2", "heavy infantry more than 4 UD from every enemy: 3 UD in the open"),
];

const LEVELS: &str = "ordinary|competent|brilliant|strategist";

/// Every kind of roll.
pub const KINDS: &[OddsKind] = &[
    OddsKind {
        name: "melee",
        about: "a round of melee between two main units with their supports; what it costs each",
        sides: &[side("one unit", FIGHTER), side("the other", FIGHTER)],
        settings: &[],
        example: r#"acies odds adlg melee "heavy_swordsmen elite impact charging" "pikemen disordered""#,
    },
    OddsKind {
        name: "duel",
        about: "the same melee fought on, round after round, until one is routed or time is up; who was \
                attacked on the flank or rear turns to face",
        sides: &[side("one unit", FIGHTER), side("the other", FIGHTER)],
        settings: &[valued("rounds", "1..12", "ADLG-R119", "rounds at the most, 6 if not said")],
        example: r#"acies odds adlg duel "rom.hastati charging" "car.libya_vet" rounds=6"#,
    },
    OddsKind {
        name: "shooting",
        about: "a combined shot of a main shooter and those who support it",
        sides: &[side("the main shooter", SHOOTER), side("the target", TARGET)],
        settings: &[],
        example: r#"acies odds adlg shooting "bowmen supports=2" "heavy_cavalry cover""#,
    },
    OddsKind {
        name: "rally",
        about: "a unit tries to get a cohesion point back",
        sides: &[side(
            "the unit",
            &[
                word("near", "ADLG-RAL.3", "an enemy within 4 UD: 4+"),
                word("melee", "ADLG-RAL.4", "in melee or melee support: 5+"),
                word("commander", "ADLG-RAL.5", "a commander is with it: +1"),
                word("out_of_range", "ADLG-RAL.6", "out of command range: 1 CP more"),
                EXPENDABLE,
            ],
        )],
        settings: &[],
        example: r#"acies odds adlg rally "pikemen near commander""#,
    },
    OddsKind {
        name: "command",
        about: "the command points of a corps",
        sides: &[],
        settings: &[valued("commander", "LEVEL|none", "ADLG-COM.T1", LEVELS)],
        example: "acies odds adlg command commander=brilliant",
    },
    OddsKind {
        name: "order",
        about: "what an order costs",
        sides: &[OddsSide {
            part: "the order",
            troop: false,
            several: false,
            words: &[
                valued(
                    "order",
                    "move|charge|spontaneous|uncontrolled|prevent|rally|rally_near|rally_melee|\
                     disengage|leave_zone|leave_zone_ahead|evade_zone|stop_looting|stakes",
                    "ADLG-R42",
                    "what is ordered",
                ),
                word("out_of_range", "ADLG-ORD.6", "out of command range: +1"),
                word("difficult", "ADLG-ORD.7", "with a difficult manoeuvre: +1"),
                word("commander_fights", "ADLG-ORD.8", "the corps commander fights in a melee: +1"),
                word("his_own_unit", "ADLG-ORD.8", "it is the unit that he is with"),
            ],
        }],
        settings: &[],
        example: "acies odds adlg order order=move out_of_range",
    },
    OddsKind {
        name: "charge",
        about: "the distance of a charge whose targets all evaded",
        sides: &[side("the charger", MOVER)],
        settings: &[valued("manoeuvre", "UD", "ADLG-R77", "cost of the start manoeuvre")],
        example: r#"acies odds adlg charge "heavy_knight impact" manoeuvre=0.5"#,
    },
    OddsKind {
        name: "evade",
        about: "the distance of an evade move",
        sides: &[side("the evader", MOVER)],
        settings: &[],
        example: r#"acies odds adlg evade "light_cavalry rough""#,
    },
    OddsKind {
        name: "catch",
        about: "whether a charger catches a unit that evades straight away from it",
        sides: &[side("the charger", MOVER), side("the evader", MOVER)],
        settings: &[
            valued(
                "gap",
                "UD",
                "ADLG-R81",
                "from the charger's front to the evader, 1 if not said",
            ),
            valued("manoeuvre", "UD", "ADLG-R77", "cost of the charger's start manoeuvre"),
        ],
        example: "acies odds adlg catch heavy_cavalry light_infantry gap=1.5",
    },
    OddsKind {
        name: "commander",
        about: "the fate of a commander whose unit lost its melee",
        sides: &[],
        settings: &[valued("unit", "beaten|routed", "ADLG-CIM.1", "what became of his unit")],
        example: "acies odds adlg commander unit=routed",
    },
    OddsKind {
        name: "camp",
        about: "a unit attacks a camp",
        sides: &[side(
            "the unit",
            &[word("fortified", "ADLG-R20", "the camp is fortified"), EXPENDABLE],
        )],
        settings: &[],
        example: r#"acies odds adlg camp "heavy_swordsmen fortified""#,
    },
    OddsKind {
        name: "rampage",
        about: "the side to which a routed elephant breaks out",
        sides: &[],
        settings: &[],
        example: "acies odds adlg rampage",
    },
    OddsKind {
        name: "initiative",
        about: "who chooses to attack or defend, ties thrown again",
        sides: &[],
        settings: &[
            valued("red", "LEVEL", "ADLG-R14", LEVELS),
            valued("blue", "LEVEL", "ADLG-R14", LEVELS),
            valued("red_scouts", "N", "ADLG-R22", "scouting points: LH, and one for three LI"),
            valued("blue_scouts", "N", "ADLG-R22", "the same of the other side"),
        ],
        example: "acies odds adlg initiative red=brilliant blue=strategist red_scouts=1 blue_scouts=4",
    },
    OddsKind {
        name: "flank_march",
        about: "whether a corps on a flank march arrives this turn, and by when",
        sides: &[],
        settings: &[
            valued("commander", "LEVEL", "ADLG-R32", LEVELS),
            valued("turns", "1..14", "ADLG-R32", "turns in which it may try, 1 if not said"),
        ],
        example: "acies odds adlg flank_march commander=brilliant turns=3",
    },
    OddsKind {
        name: "terrain",
        about: "the dice for a piece of terrain: its sector, its adjustment, a river's depth and side",
        sides: &[],
        settings: &[valued("die", "sector|rocks|adjustment|river|side", "ADLG-R26", "which die")],
        example: "acies odds adlg terrain die=adjustment",
    },
];
