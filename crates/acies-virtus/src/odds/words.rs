//! Every kind of roll and every word that it takes, each with the rule that it belongs to.

use acies_core::{OddsKind, OddsSide, OddsWord};

const STANDS: OddsWord = OddsWord::valued(
    "stands",
    "N",
    "VIR-5.1.1",
    "stands now, all of them if not said; fewer are blooded",
);
const BLOODED: OddsWord =
    OddsWord::plain("blooded", "VIR-R68", "has lost a stand before and rallied");
const SURCHARGED: OddsWord = OddsWord::plain("stubborn", "VIR-SR3.2", "stubborn: costs 1 AP more");
const IN_TESTUDO: OddsWord = OddsWord::plain("testudo", "VIR-SR15.3", "in testudo: FV -1");
const IN_SHIELDWALL: OddsWord = OddsWord::plain("shieldwall", "VIR-SR16.1", "in shieldwall: FV -1");
const SHOOT: OddsWord =
    OddsWord::plain("shoot", "VIR-5.3.1", "shoots at its front area with its SV");
const FLANK: OddsWord = OddsWord::plain("flank", "VIR-5.4.1", "attacks a flanking area");
const SV: OddsWord = OddsWord::plain("sv", "VIR-5.4.5", "uses its SV in a flank attack");
const CHARGING: OddsWord =
    OddsWord::plain("charging", "VIR-5.2.1", "charges: all hits on one unit");
const HILL: OddsWord = OddsWord::plain("hill", "VIR-7.1", "buys the die for defending a hill");
const PILA: OddsWord = OddsWord::plain("pila", "VIR-SR11.1", "uses its pila: purple hits");
const LEADER: OddsWord =
    OddsWord::plain("leader", "VIR-SR18.2", "a leader has joined it: one die more");
const HERO: OddsWord = OddsWord::plain("hero", "VIR-SR18.3", "a hero has joined it: two dice more");
const OVERHEAD: OddsWord = OddsWord::valued(
    "overhead",
    "light|others",
    "VIR-SR13.1",
    "shoots over friends: all light, or not",
);
const INTO_WOOD: OddsWord = OddsWord::plain("wood", "VIR-R61", "a wood in the target area");
const INTO_ROCKS: OddsWord =
    OddsWord::plain("rocky", "VIR-SR8.1", "rocky ground in the target area");
const PIKES: OddsWord =
    OddsWord::plain("pikes", "VIR-SR14.1", "pikemen in the target area: 1s are red hits");
const ENEMY_LEADER: OddsWord =
    OddsWord::plain("enemy_leader", "VIR-5.5.1", "an enemy leader in the target area: 6s hit him");

const LEFT: OddsWord =
    OddsWord::valued("stands", "N", "VIR-3.1.6", "stands now, all of them if not said");
const ELITE: OddsWord =
    OddsWord::plain("elite", "VIR-SR4.1", "Elite: throws a failed dark die again");
const LEVY: OddsWord = OddsWord::plain("levy", "VIR-SR5.1", "Levy: the dark die is a d8");
const STUBBORN: OddsWord =
    OddsWord::plain("stubborn", "VIR-SR3.1", "stubborn: tests on its original MV");
const TESTUDO: OddsWord =
    OddsWord::plain("testudo", "VIR-SR15.2", "in testudo: DV +1, broken by a charge");
const SHIELDWALL: OddsWord =
    OddsWord::plain("shieldwall", "VIR-SR16.1", "in shieldwall: DV +1, broken by a charge");
const WOOD: OddsWord = OddsWord::plain("wood", "VIR-7.5", "in a wood: light infantry tests at +2");
const TARGET_WOOD: OddsWord = OddsWord::plain(
    "wood",
    "VIR-R61",
    "in a wood: FV 1 for some attackers, light infantry tests at +2",
);
const MARSH: OddsWord = OddsWord::plain("marsh", "VIR-SR9.1", "in a marsh: DV at most 1");
const ROCKY: OddsWord =
    OddsWord::plain("rocky", "VIR-SR8.1", "on rocky ground: FV of attackers at most 1");
const CHARISMATIC: OddsWord =
    OddsWord::plain("charismatic", "VIR-8.5", "a charismatic leader in its area: MV +1");
const ROUTS: OddsWord =
    OddsWord::valued("routs", "0|1", "VIR-R31", "routed already this turn by its leader's death");
const EARLIER: OddsWord = OddsWord::valued(
    "hits",
    "N|KIND,...",
    "VIR-R53",
    "hits that it has taken already, tested first",
);
const HITS: OddsWord = OddsWord::valued(
    "hits",
    "N|KIND,...",
    "VIR-R53",
    "so many plain hits, or their kinds in order: plain, or blue, purple, green, green_square, \
     yellow, red, charge, flank, from_pikes with + between them",
);

#[rustfmt::skip]
const ATTACK: &[OddsWord] = &[
    STANDS, BLOODED, SURCHARGED, IN_TESTUDO, IN_SHIELDWALL, SHOOT, OVERHEAD, FLANK, SV, CHARGING,
    HILL, PILA, LEADER, HERO, INTO_WOOD, INTO_ROCKS, PIKES, ENEMY_LEADER,
];
#[rustfmt::skip]
const ATTACKER: &[OddsWord] = &[
    STANDS, BLOODED, SURCHARGED, IN_TESTUDO, IN_SHIELDWALL, SHOOT, OVERHEAD, FLANK, SV, CHARGING,
    HILL, PILA, LEADER, HERO,
];
#[rustfmt::skip]
const ORDINARY: &[OddsWord] = &[
    STANDS, BLOODED, SURCHARGED, IN_TESTUDO, IN_SHIELDWALL, SHOOT, OVERHEAD, FLANK, SV,
    HILL, PILA, LEADER, HERO,
];
#[rustfmt::skip]
const TARGET: &[OddsWord] = &[
    LEFT, ELITE, LEVY, STUBBORN, TESTUDO, SHIELDWALL, TARGET_WOOD, MARSH, ROCKY, CHARISMATIC,
    ROUTS, EARLIER,
];
#[rustfmt::skip]
const SHARING: &[OddsWord] = &[
    LEFT, ELITE, LEVY, STUBBORN, TESTUDO, SHIELDWALL, TARGET_WOOD, MARSH, ROCKY, CHARISMATIC,
    ROUTS,
];
#[rustfmt::skip]
const TESTED: &[OddsWord] = &[
    LEFT, ELITE, LEVY, STUBBORN, TESTUDO, SHIELDWALL, WOOD, MARSH, CHARISMATIC, ROUTS,
];
#[rustfmt::skip]
const LED: &[OddsWord] = &[
    LEFT, ELITE, LEVY, STUBBORN, TESTUDO, SHIELDWALL, WOOD, MARSH,
    OddsWord::plain("charismatic", "VIR-R33", "the joined leader is charismatic: MV +1 while he lives"),
];

const COHERES: OddsWord =
    OddsWord::valued("stands", "N", "VIR-10.3", "stands now, all of them if not said");

/// Every kind of roll, in the order of RULES.md 8.
pub const KINDS: &[OddsKind] = &[
    OddsKind {
        name: "attack",
        about: "an attack roll: hits, red hits and hits on a leader",
        sides: &[OddsSide::one("the attacker", ATTACK)],
        settings: &[],
        example: r#"acies odds virtus attack "legionaries charging pila enemy_leader""#,
    },
    OddsKind {
        name: "fight",
        about: "an attack on one unit, and the test of that unit",
        sides: &[OddsSide::one("the attacker", ATTACKER), OddsSide::one("the target", TARGET)],
        settings: &[],
        example: r#"acies odds virtus fight "warband charging" "legionaries stands=3 elite""#,
    },
    OddsKind {
        name: "attacks",
        about: "several attacks on one unit, charges last, then the test of that unit",
        sides: &[OddsSide::several("the attackers", ATTACKER), OddsSide::one("the target", TARGET)],
        settings: &[],
        example: "acies odds virtus attacks \"formed_bowmen shoot overhead=others, legionaries \
                  charging pila\" warband",
    },
    OddsKind {
        name: "spread",
        about: "attacks on an area with several units: hits go out evenly, among equals to the \
                unit named first and the lowest dice first; then the tests of all. Ground and a \
                charismatic leader named with one unit count for all",
        sides: &[
            OddsSide::several("the attackers", ORDINARY),
            OddsSide::several("the units attacked", SHARING),
        ],
        settings: &[],
        example: "acies odds virtus spread \"legionaries, veteran_auxiliaries\" \
                  \"warband, falxmen, javelineers\"",
    },
    OddsKind {
        name: "morale",
        about: "the test of a unit that has taken hits",
        sides: &[OddsSide::one("the unit", TESTED)],
        settings: &[HITS],
        example: "acies odds virtus morale \"hoplites levy\" hits=purple,red+charge",
    },
    OddsKind {
        name: "leader",
        about: "the saves of a leader who was hit",
        sides: &[],
        settings: &[OddsWord::valued("hits", "N", "VIR-3.3.2", "6s thrown where he is")],
        example: "acies odds virtus leader hits=2",
    },
    OddsKind {
        name: "leaderless",
        about: "the roll of a unit whose joined leader was killed",
        sides: &[OddsSide::one(
            "the unit",
            &[OddsWord::valued("stands", "N", "VIR-SR18.6", "stands now, all of them if not said")],
        )],
        settings: &[],
        example: "acies odds virtus leaderless \"companions stands=3\"",
    },
    OddsKind {
        name: "joined",
        about: "the saves of a leader who has joined a unit, the unit's roll if he is killed, then \
                the test of its own hits",
        sides: &[OddsSide::one("the unit", LED)],
        settings: &[
            OddsWord::valued("leader_hits", "N", "VIR-SR18.5", "6s thrown where he is"),
            HITS,
        ],
        example: "acies odds virtus joined \"companions charismatic\" leader_hits=2 hits=2",
    },
    OddsKind {
        name: "cohesion",
        about: "a cohesion test: on a forced march, or before a mounted charge on pikemen",
        sides: &[OddsSide::one("the unit", &[COHERES])],
        settings: &[],
        example: "acies odds virtus cohesion companions",
    },
    OddsKind {
        name: "march",
        about: "a forced march: its cost and its cohesion test",
        sides: &[OddsSide::one(
            "the unit",
            &[
                COHERES,
                SURCHARGED,
                OddsWord::plain("testudo", "VIR-SR15.4", "in testudo: makes no forced march"),
                OddsWord::plain("shieldwall", "VIR-SR16.2", "in shieldwall: does not move"),
                OddsWord::plain(
                    "evading",
                    "VIR-R58",
                    "moves after it fought, at no AP: light units",
                ),
            ],
        )],
        settings: &[],
        example: "acies odds virtus march phalangites",
    },
    OddsKind {
        name: "rally",
        about: "a unit in its reserve tries to recover a stand",
        sides: &[OddsSide::one(
            "the unit",
            &[
                OddsWord::valued("stands", "N", "VIR-9.2", "stands now, one lost if not said"),
                OddsWord::plain("elite", "VIR-SR4.2", "Elite: rallies on its original MV"),
                OddsWord::plain("stubborn", "VIR-R67", "stubborn: makes no difference here"),
                OddsWord::plain(
                    "charismatic",
                    "VIR-9.3",
                    "a charismatic leader in the reserve: MV +1",
                ),
            ],
        )],
        settings: &[],
        example: "acies odds virtus rally \"legionaries stands=2 charismatic\"",
    },
    OddsKind {
        name: "first",
        about: "who takes the first turn, ties thrown again",
        sides: &[],
        settings: &[
            OddsWord::valued("red", "N", "VIR-1.6.4", "hills and woods in red's areas"),
            OddsWord::valued("blue", "N", "VIR-1.6.4", "hills and woods in blue's areas"),
        ],
        example: "acies odds virtus first red=2 blue=1",
    },
    OddsKind {
        name: "terrain",
        about: "the terrain dice of an area, or the number of items in a whole camp",
        sides: &[OddsSide {
            part: "the area",
            troop: false,
            several: false,
            words: &[
                OddsWord::plain("flank", "VIR-R9", "an area of an outer column"),
                OddsWord::plain("centre", "VIR-R9", "any other area"),
            ],
        }],
        settings: &[OddsWord::valued(
            "columns",
            "3|4",
            "VIR-1.5.4",
            "all areas of one side instead",
        )],
        example: "acies odds virtus terrain columns=4",
    },
    OddsKind {
        name: "cards",
        about: "how many of the cards drawn next are worth at least so much; the Joker always is",
        sides: &[],
        settings: &[
            OddsWord::valued(
                "value",
                "1..6|joker",
                "VIR-4.3.1",
                "worth this or more, or the Joker alone",
            ),
            OddsWord::valued("draw", "N", "VIR-4.1.2", "cards to be drawn"),
            OddsWord::valued(
                "segments",
                "0..4",
                "VIR-4.1.3",
                "instead of `draw`: segments under control",
            ),
            OddsWord::valued(
                "cinc",
                "yes|no",
                "VIR-4.1.4",
                "with `segments`: C-in-C in the reserve",
            ),
            OddsWord::valued("hand", "CARD,...", "VIR-4.2.3", "cards kept in hand"),
            OddsWord::valued(
                "seen",
                "CARD,...",
                "VIR-R38",
                "cards discarded since the last reshuffle",
            ),
        ],
        example: "acies odds virtus cards value=4 segments=4 hand=K,2 seen=6,5,1",
    },
];
