//! Every kind of roll and every word that it takes, each with the rule that it belongs to.

use acies_core::{OddsKind, OddsSide, OddsWord};

const ELITE: OddsWord = OddsWord::plain("elite", "ADLG-QUA.2", "Elite: +1 to a die of 1 to 3");
const MEDIOCRE: OddsWord =
    OddsWord::plain("mediocre", "ADLG-QUA.3", "Mediocre: -1 to a die of 4 to 6");
const IMPACT: OddsWord = OddsWord::plain("impact", "ADLG-ABI.9", "Impact: +1 in the 1st round");
const HALF_BOW: OddsWord = OddsWord::plain(
    "impact_half_bow",
    "ADLG-ABI.12",
    "Impact / half bow: Impact, and shoots one quality lower",
);
const IMPETUOUS: OddsWord =
    OddsWord::plain("impetuous", "ADLG-ABI.13", "Impetuous: Impact and Furious charge");
const TWO_HANDED: OddsWord =
    OddsWord::plain("2hw", "ADLG-ABI.4", "two-handed weapon: wins by 1 more");
const POLEARM: OddsWord = OddsWord::plain("polearm", "ADLG-ABI.6", "Polearm: against mounted");
const ARMOUR: OddsWord = OddsWord::plain("armour", "ADLG-ABI.2", "Armour");
const HEAVY_ARMOUR: OddsWord = OddsWord::plain("heavy_armour", "ADLG-ABI.2", "Heavy armour");
const MISSILE: OddsWord = OddsWord::plain("missile_support", "ADLG-ABI.24", "Missile support");
const PAVISE: OddsWord = OddsWord::plain("pavise", "ADLG-ABI.20", "Pavise: +1 protection");
const STAKES: OddsWord =
    OddsWord::plain("stakes", "ADLG-ABI.21", "Stakes, planted: mounted before them have -2");
const INCENDIARY: OddsWord =
    OddsWord::plain("incendiary", "ADLG-ABI.15", "Incendiary: +1 against El and WWg");
const BLADES: OddsWord = OddsWord::plain("blades", "ADLG-UNI.29", "a war wagon with blades");
const EXPENDABLE: OddsWord = OddsWord::plain("expendable", "ADLG-ABI.23", "Expendable");
const JAVELIN: OddsWord = OddsWord::plain("javelin", "ADLG-ABI.16", "javelins");
const SLING: OddsWord = OddsWord::plain("sling", "ADLG-RNG.T1", "slings");
const BOW: OddsWord = OddsWord::plain("bow", "ADLG-RNG.T1", "bows; on MI and HI a Mixed unit");
const LONGBOW: OddsWord = OddsWord::plain("longbow", "ADLG-PRO.2", "longbows");
const CROSSBOW: OddsWord = OddsWord::plain("crossbow", "ADLG-PRO.1", "crossbows");
const FIREARM: OddsWord = OddsWord::plain("firearm", "ADLG-PRO.1", "firearms");
const ATLATL: OddsWord = OddsWord::plain("atlatl", "ADLG-RNG.T1", "atlatls");
const WAGON_GUN: OddsWord =
    OddsWord::plain("light_artillery", "ADLG-R112", "a war wagon with light artillery");

const CHARGING: OddsWord =
    OddsWord::plain("charging", "ADLG-R92", "charged the other in this turn: 1st round");
const FLANK: OddsWord = OddsWord::plain("flank", "ADLG-MOD.4", "attacks the enemy's flank");
const REAR: OddsWord = OddsWord::plain("rear", "ADLG-MOD.4", "attacks the enemy's rear");
const FLANKED: OddsWord = OddsWord::valued(
    "flanked",
    "light|close",
    "ADLG-R125",
    "another enemy is on its flank or rear",
);
const UNCONTROLLED: OddsWord =
    OddsWord::plain("uncontrolled", "ADLG-MOD.3", "its charge was uncontrolled: -1");
const COHESION: OddsWord = OddsWord::valued(
    "cohesion",
    "N",
    "ADLG-R8",
    "cohesion points left, all of them if not said; fewer: Disordered",
);
const DISORDERED: OddsWord =
    OddsWord::plain("disordered", "ADLG-MOD.2", "has lost one cohesion point: -1");
const SIMPLE: OddsWord =
    OddsWord::valued("simple_supports", "0..2", "ADLG-MOD.5", "units in simple support: +1 each");
const SUPPORT: OddsWord = OddsWord::valued(
    "support",
    "TYPE",
    "ADLG-MOD.6",
    "a unit in melee support on the enemy's front: its factor + 1",
);
const FLANK_SUPPORT: OddsWord =
    OddsWord::valued("flank_support", "TYPE", "ADLG-R116", "the same on the enemy's flank or rear");
const HIGHER: OddsWord = OddsWord::valued(
    "above",
    "hill|bank|gully|fortification",
    "ADLG-MOD.8",
    "higher, or on a bank or edge: +1",
);
const COMMANDER: OddsWord =
    OddsWord::plain("commander", "ADLG-MOD.9", "a commander fights with it: +1, at risk");
const BEHIND: OddsWord = OddsWord::valued(
    "behind",
    "fortification|obstacle",
    "ADLG-MOD.10",
    "behind it, on the edge attacked",
);
const BESIDE: OddsWord = OddsWord::valued(
    "beside",
    "elephants|camels",
    "ADLG-ABI.19",
    "touches them besides its enemy: panic",
);
const ROUGH: OddsWord = OddsWord::plain("rough", "ADLG-MOD.12", "stands in rough terrain");
const DIFFICULT: OddsWord =
    OddsWord::plain("difficult", "ADLG-MOD.13", "stands in difficult terrain");
const IN: OddsWord =
    OddsWord::valued("in", "PIECE", "ADLG-R24", "stands in such a piece: brush, wood, ...");
const READY: OddsWord =
    OddsWord::plain("battle_ready", "ADLG-UNI.14", "a war wagon that did not move: +1");

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
    OddsWord::plain("disordered", "ADLG-SHO.4", "Disordered: -1"),
    OddsWord::plain("cover", "ADLG-SHO.5", "shoots out of cover: -1, not LI"),
    OddsWord::plain("difficult", "ADLG-SHO.5", "stands in difficult terrain: -1, not LI"),
    OddsWord::valued("supports", "N", "ADLG-SHO.7", "supporting shooters other than LI and LH: +1 each"),
    OddsWord::valued("light_supports", "N", "ADLG-SHO.7", "supporting LI and LH: half each"),
];
#[rustfmt::skip]
const TARGET: &[OddsWord] = &[
    ELITE, MEDIOCRE, ARMOUR, HEAVY_ARMOUR, PAVISE,
    OddsWord::plain("cover", "ADLG-SHO.3", "in cover or behind a fortification: -1 to the shot"),
    OddsWord::valued("cohesion", "N", "ADLG-R8", "cohesion points left, all of them if not said"),
];
const MOVER: &[OddsWord] = &[
    IMPACT,
    HALF_BOW,
    IMPETUOUS,
    OddsWord::plain("rough", "ADLG-R53", "any part of the way in rough terrain"),
    OddsWord::plain("difficult", "ADLG-R53", "any part of the way in difficult terrain"),
    OddsWord::valued("in", "PIECE", "ADLG-R53", "any part of the way in such a piece"),
    OddsWord::plain(
        "far",
        "ADLG-MVT.2",
        "heavy infantry more than 4 UD from every enemy: 3 UD in the open",
    ),
];

const LEVELS: &str = "ordinary|competent|brilliant|strategist";

/// Every kind of roll.
pub const KINDS: &[OddsKind] = &[
    OddsKind {
        name: "melee",
        about: "a round of melee between two main units with their supports; what it costs each",
        sides: &[OddsSide::one("one unit", FIGHTER), OddsSide::one("the other", FIGHTER)],
        settings: &[],
        example: r#"acies odds adlg melee "heavy_swordsmen elite impact charging" "pikemen disordered""#,
    },
    OddsKind {
        name: "duel",
        about: "the same melee fought on, round after round, until one is routed or time is up; who was \
                attacked on the flank or rear turns to face",
        sides: &[OddsSide::one("one unit", FIGHTER), OddsSide::one("the other", FIGHTER)],
        settings: &[OddsWord::valued(
            "rounds",
            "1..12",
            "ADLG-R119",
            "rounds at the most, 6 if not said",
        )],
        example: r#"acies odds adlg duel "rom.hastati charging" "car.libya_vet" rounds=6"#,
    },
    OddsKind {
        name: "shooting",
        about: "a combined shot of a main shooter and those who support it",
        sides: &[OddsSide::one("the main shooter", SHOOTER), OddsSide::one("the target", TARGET)],
        settings: &[],
        example: r#"acies odds adlg shooting "bowmen supports=2" "heavy_cavalry cover""#,
    },
    OddsKind {
        name: "rally",
        about: "a unit tries to get a cohesion point back",
        sides: &[OddsSide::one(
            "the unit",
            &[
                OddsWord::plain("near", "ADLG-RAL.3", "an enemy within 4 UD: 4+"),
                OddsWord::plain("melee", "ADLG-RAL.4", "in melee or melee support: 5+"),
                OddsWord::plain("commander", "ADLG-RAL.5", "a commander is with it: +1"),
                OddsWord::plain("out_of_range", "ADLG-RAL.6", "out of command range: 1 CP more"),
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
        settings: &[OddsWord::valued("commander", "LEVEL|none", "ADLG-COM.T1", LEVELS)],
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
                OddsWord::valued(
                    "order",
                    "move|charge|spontaneous|uncontrolled|prevent|rally|rally_near|rally_melee|\
                     disengage|leave_zone|leave_zone_ahead|evade_zone|stop_looting|stakes",
                    "ADLG-R42",
                    "what is ordered",
                ),
                OddsWord::plain("out_of_range", "ADLG-ORD.6", "out of command range: +1"),
                OddsWord::plain("difficult", "ADLG-ORD.7", "with a difficult manoeuvre: +1"),
                OddsWord::plain(
                    "commander_fights",
                    "ADLG-ORD.8",
                    "the corps commander fights in a melee: +1",
                ),
                OddsWord::plain("his_own_unit", "ADLG-ORD.8", "it is the unit that he is with"),
            ],
        }],
        settings: &[],
        example: "acies odds adlg order order=move out_of_range",
    },
    OddsKind {
        name: "charge",
        about: "the distance of a charge whose targets all evaded",
        sides: &[OddsSide::one("the charger", MOVER)],
        settings: &[OddsWord::valued("manoeuvre", "UD", "ADLG-R77", "cost of the start manoeuvre")],
        example: r#"acies odds adlg charge "heavy_knight impact" manoeuvre=0.5"#,
    },
    OddsKind {
        name: "evade",
        about: "the distance of an evade move",
        sides: &[OddsSide::one("the evader", MOVER)],
        settings: &[],
        example: r#"acies odds adlg evade "light_cavalry rough""#,
    },
    OddsKind {
        name: "catch",
        about: "whether a charger catches a unit that evades straight away from it",
        sides: &[OddsSide::one("the charger", MOVER), OddsSide::one("the evader", MOVER)],
        settings: &[
            OddsWord::valued(
                "gap",
                "UD",
                "ADLG-R81",
                "from the charger's front to the evader, 1 if not said",
            ),
            OddsWord::valued(
                "manoeuvre",
                "UD",
                "ADLG-R77",
                "cost of the charger's start manoeuvre",
            ),
        ],
        example: "acies odds adlg catch heavy_cavalry light_infantry gap=1.5",
    },
    OddsKind {
        name: "commander",
        about: "the fate of a commander whose unit lost its melee",
        sides: &[],
        settings: &[OddsWord::valued(
            "unit",
            "beaten|routed",
            "ADLG-CIM.1",
            "what became of his unit",
        )],
        example: "acies odds adlg commander unit=routed",
    },
    OddsKind {
        name: "camp",
        about: "a unit attacks a camp",
        sides: &[OddsSide::one(
            "the unit",
            &[OddsWord::plain("fortified", "ADLG-R20", "the camp is fortified"), EXPENDABLE],
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
            OddsWord::valued("red", "LEVEL", "ADLG-R14", LEVELS),
            OddsWord::valued("blue", "LEVEL", "ADLG-R14", LEVELS),
            OddsWord::valued(
                "red_scouts",
                "N",
                "ADLG-R22",
                "scouting points: LH, and one for three LI",
            ),
            OddsWord::valued("blue_scouts", "N", "ADLG-R22", "the same of the other side"),
        ],
        example: "acies odds adlg initiative red=brilliant blue=strategist red_scouts=1 blue_scouts=4",
    },
    OddsKind {
        name: "flank_march",
        about: "whether a corps on a flank march arrives this turn, and by when",
        sides: &[],
        settings: &[
            OddsWord::valued("commander", "LEVEL", "ADLG-R32", LEVELS),
            OddsWord::valued(
                "turns",
                "1..14",
                "ADLG-R32",
                "turns in which it may try, 1 if not said",
            ),
        ],
        example: "acies odds adlg flank_march commander=brilliant turns=3",
    },
    OddsKind {
        name: "terrain",
        about: "the dice for a piece of terrain: its sector, its adjustment, a river's depth and side",
        sides: &[],
        settings: &[OddsWord::valued(
            "die",
            "sector|rocks|adjustment|river|side",
            "ADLG-R26",
            "which die",
        )],
        example: "acies odds adlg terrain die=adjustment",
    },
];
