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

const fn sides(part: &'static str, words: &'static [OddsWord]) -> OddsSide {
    OddsSide { part, troop: true, several: true, words }
}

const STANDS: OddsWord =
    valued("stands", "N", "VIR-5.1.1", "stands now, all of them if not said; fewer are blooded");
const BLOODED: OddsWord = word("blooded", "VIR-R68", "has lost a stand before and rallied");
const SURCHARGED: OddsWord = word("stubborn", "VIR-SR3.2", "stubborn: costs 1 AP more");
const IN_TESTUDO: OddsWord = word("testudo", "VIR-SR15.3", "in testudo: FV -1");
const IN_SHIELDWALL: OddsWord = word("shieldwall", "VIR-SR16.1", "in shieldwall: FV -1");
const SHOOT: OddsWord = word("shoot", "VIR-5.3.1", "shoots at its front area with its SV");
const FLANK: OddsWord = word("flank", "VIR-5.4.1", "attacks a flanking area");
const SV: OddsWord = word("sv", "VIR-5.4.5", "uses its SV in a flank attack");
const CHARGING: OddsWord = word("charging", "VIR-5.2.1", "charges: all hits on one unit");
const HILL: OddsWord = word("hill", "VIR-7.1", "buys the die for defending a hill");
const PILA: OddsWord = word("pila", "VIR-SR11.1", "uses its pila: purple hits");
const LEADER: OddsWord = word("leader", "VIR-SR18.2", "a leader has joined it: one die more");
const HERO: OddsWord = word("hero", "VIR-SR18.3", "a hero has joined it: two dice more");
const OVERHEAD: OddsWord =
    valued("overhead", "light|others", "VIR-SR13.1", "shoots over friends: all light, or not");
const INTO_WOOD: OddsWord = word("wood", "VIR-R61", "a wood in the target area");
const INTO_ROCKS: OddsWord = word("rocky", "VIR-SR8.1", "rocky ground in the target area");
const PIKES: OddsWord = word("pikes", "VIR-SR14.1", "pikemen in the target area: 1s are red hits");
const ENEMY_LEADER: OddsWord =
    word("enemy_leader", "VIR-5.5.1", "an enemy leader in the target area: 6s hit him");

const LEFT: OddsWord = valued("stands", "N", "VIR-3.1.6", "stands now, all of them if not said");
const ELITE: OddsWord = word("elite", "VIR-SR4.1", "Elite: throws a failed dark die again");
const LEVY: OddsWord = word("levy", "VIR-SR5.1", "Levy: the dark die is a d8");
const STUBBORN: OddsWord = word("stubborn", "VIR-SR3.1", "stubborn: tests on its original MV");
const TESTUDO: OddsWord = word("testudo", "VIR-SR15.2", "in testudo: DV +1, broken by a charge");
const SHIELDWALL: OddsWord =
    word("shieldwall", "VIR-SR16.1", "in shieldwall: DV +1, broken by a charge");
const WOOD: OddsWord = word("wood", "VIR-7.5", "in a wood: light infantry tests at +2");
const TARGET_WOOD: OddsWord =
    word("wood", "VIR-R61", "in a wood: FV 1 for some attackers, light infantry tests at +2");
const MARSH: OddsWord = word("marsh", "VIR-SR9.1", "in a marsh: DV at most 1");
const ROCKY: OddsWord = word("rocky", "VIR-SR8.1", "on rocky ground: FV of attackers at most 1");
const CHARISMATIC: OddsWord =
    word("charismatic", "VIR-8.5", "a charismatic leader in its area: MV +1");
const ROUTS: OddsWord =
    valued("routs", "0|1", "VIR-R31", "routed already this turn by its leader's death");
const EARLIER: OddsWord =
    valued("hits", "N|KIND,...", "VIR-R53", "hits that it has taken already, tested first");
const HITS: OddsWord = valued(
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
    word("charismatic", "VIR-R33", "the joined leader is charismatic: MV +1 while he lives"),
];

const COHERES: OddsWord = valued("stands", "N", "VIR-10.3", "stands now, all of them if not said");

/// A word that some kind of roll takes.
pub fn of_any_kind(word: &str) -> Option<&'static OddsWord> {
    let sides = KINDS.iter().flat_map(|kind| kind.sides).flat_map(|side| side.words);
    let settings = KINDS.iter().flat_map(|kind| kind.settings);
    sides.chain(settings).find(|known| known.word == word)
}

/// Every kind of roll, in the order of RULES.md 8.
pub const KINDS: &[OddsKind] = &[
    OddsKind {
        name: "attack",
        about: "an attack roll: hits, red hits and hits on a leader",
        sides: &[side("the attacker", ATTACK)],
        settings: &[],
        example: r#"acies odds virtus attack "legionaries charging pila enemy_leader""#,
    },
    OddsKind {
        name: "fight",
        about: "an attack on one unit, and the test of that unit",
        sides: &[side("the attacker", ATTACKER), side("the target", TARGET)],
        settings: &[],
        example: r#"acies odds virtus fight "warband charging" "legionaries stands=3 elite""#,
    },
    OddsKind {
        name: "attacks",
        about: "several attacks on one unit, charges last, then the test of that unit",
        sides: &[sides("the attackers", ATTACKER), side("the target", TARGET)],
        settings: &[],
        example: "acies odds virtus attacks \"formed_bowmen shoot overhead=others, legionaries \
                  charging pila\" warband",
    },
    OddsKind {
        name: "spread",
        about: "attacks on an area with several units: hits go out evenly, among equals to the \
                unit named first and the lowest dice first; then the tests of all. Ground and a \
                charismatic leader named with one unit count for all",
        sides: &[sides("the attackers", ORDINARY), sides("the units attacked", SHARING)],
        settings: &[],
        example: "acies odds virtus spread \"legionaries, veteran_auxiliaries\" \
                  \"warband, falxmen, javelineers\"",
    },
    OddsKind {
        name: "morale",
        about: "the test of a unit that has taken hits",
        sides: &[side("the unit", TESTED)],
        settings: &[HITS],
        example: "acies odds virtus morale \"hoplites levy\" hits=purple,red+charge",
    },
    OddsKind {
        name: "leader",
        about: "the saves of a leader who was hit",
        sides: &[],
        settings: &[valued("hits", "N", "VIR-3.3.2", "6s thrown where he is")],
        example: "acies odds virtus leader hits=2",
    },
    OddsKind {
        name: "leaderless",
        about: "the roll of a unit whose joined leader was killed",
        sides: &[side(
            "the unit",
            &[valued("stands", "N", "VIR-SR18.6", "stands now, all of them if not said")],
        )],
        settings: &[],
        example: "acies odds virtus leaderless \"companions stands=3\"",
    },
    OddsKind {
        name: "joined",
        about: "the saves of a leader who has joined a unit, the unit's roll if he is killed, then \
                the test of its own hits",
        sides: &[side("the unit", LED)],
        settings: &[valued("leader_hits", "N", "VIR-SR18.5", "6s thrown where he is"), HITS],
        example: "acies odds virtus joined \"companions charismatic\" leader_hits=2 hits=2",
    },
    OddsKind {
        name: "cohesion",
        about: "a cohesion test: on a forced march, or before a mounted charge on pikemen",
        sides: &[side("the unit", &[COHERES])],
        settings: &[],
        example: "acies odds virtus cohesion companions",
    },
    OddsKind {
        name: "march",
        about: "a forced march: its cost and its cohesion test",
        sides: &[side(
            "the unit",
            &[
                COHERES,
                SURCHARGED,
                word("evading", "VIR-R58", "moves after it fought, at no AP: light units"),
            ],
        )],
        settings: &[],
        example: "acies odds virtus march phalangites",
    },
    OddsKind {
        name: "rally",
        about: "a unit in its reserve tries to recover a stand",
        sides: &[side(
            "the unit",
            &[
                valued("stands", "N", "VIR-9.2", "stands now, one lost if not said"),
                word("elite", "VIR-SR4.2", "Elite: rallies on its original MV"),
                word("charismatic", "VIR-9.3", "a charismatic leader in the reserve: MV +1"),
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
            valued("red", "N", "VIR-1.6.4", "hills and woods in red's areas"),
            valued("blue", "N", "VIR-1.6.4", "hills and woods in blue's areas"),
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
                word("flank", "VIR-R9", "an area of an outer column"),
                word("centre", "VIR-R9", "any other area"),
            ],
        }],
        settings: &[valued("columns", "3|4", "VIR-1.5.4", "all areas of one side instead")],
        example: "acies odds virtus terrain columns=4",
    },
    OddsKind {
        name: "cards",
        about: "how many of the cards drawn next are worth at least so much; the Joker always is",
        sides: &[],
        settings: &[
            valued("value", "1..6|joker", "VIR-4.3.1", "worth this or more, or the Joker alone"),
            valued("draw", "N", "VIR-4.1.2", "cards to be drawn"),
            valued("segments", "0..4", "VIR-4.1.3", "instead of `draw`: segments under control"),
            valued("cinc", "yes|no", "VIR-4.1.4", "with `segments`: C-in-C in the reserve"),
            valued("hand", "CARD,...", "VIR-4.2.3", "cards kept in hand"),
            valued("seen", "CARD,...", "VIR-R38", "cards discarded since the last reshuffle"),
        ],
        example: "acies odds virtus cards value=4 segments=4 hand=K,2 seen=6,5,1",
    },
];
