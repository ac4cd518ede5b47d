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

// What a unit is. Troops of the catalogue have all of it; a move class may be given it.
const REGULAR: OddsWord = plain("regular", "AV-3.9", "regular");
const IRREGULAR: OddsWord = plain("irregular", "AV-3.9", "irregular, as a move class is");
const MORALE: OddsWord =
    valued("morale", "2..5", "AV-3.4", "its morale number, 4 for a move class");
const ARMOUR: OddsWord =
    valued("armour", "3..6", "AV-3.5", "its armour, the worst that a move class has");
const CP0: OddsWord = valued("cp0", "1..10", "AV-3.3", "Cohesion Points at the start, 6 for most");
const WEAPON: OddsWord =
    valued("weapon", "c|ah|hp|2h|ls", "AV-3.6", "close combat weapon, c for a move class");
const SHOOT: OddsWord =
    valued("shoot", "bow|sling|crossbow|javelin|ballista|none", "AV-3.7", "what it shoots with");
const RAW: OddsWord = plain("raw", "AV-18.15", "raw");
const STANDARD: OddsWord = plain("standard", "AV-18.15", "of standard training, as most are");
const ELITE: OddsWord = plain("elite", "AV-18.15", "elite");
const SHIELDS: OddsWord = plain(
    "shields",
    "AV-R117",
    "has shields, as a move class has but for 2h, bow, sling, mounted ls and artillery",
);
const NO_SHIELDS: OddsWord = plain("no_shields", "AV-11.5", "has no shields");
const HAS_ORBIS: OddsWord = plain(
    "has_orbis",
    "AV-18.1",
    "has the ability of Orbis, as a move class has that is asked for it",
);
const FANATICS: OddsWord = plain("fanatics", "AV-18.4", "Fanatics, who do not rout");
const IMPETUOUS: OddsWord =
    plain("impetuous", "AV-18.14", "Impetuous: +1 die under Rush with more than half its CP");

// What it is doing.
const HALT: OddsWord = plain("halt", "AV-5.19", "under Halt, as everybody of whom nothing is said");
const ADVANCE: OddsWord = plain("advance", "AV-5.22", "under Advance");
const RUSH: OddsWord = plain("rush", "AV-5.27", "under Rush");
const ADVANCE_CAUGHT: OddsWord = plain(
    "advance",
    "AV-5.22",
    "under Advance; foot or artillery is disrupted by close-order cavalry under Advance or Rush (AV-9.6)",
);
const RUSH_CAUGHT: OddsWord =
    plain("rush", "AV-5.27", "under Rush; foot is disrupted by such cavalry as under Advance");
const FALL_BACK_CAUGHT: OddsWord = plain(
    "fall_back",
    "AV-R75",
    "under Fall back: fights as at Halt; disrupted by such cavalry as under Advance",
);
const SHIELDWALL: OddsWord = plain("shieldwall", "AV-5.31", "in Shieldwall: saves get +1");
const ORBIS: OddsWord = plain("orbis", "AV-18.2", "in Orbis: no dice for outflanking it");
const FALL_BACK: OddsWord = plain("fall_back", "AV-R75", "under Fall back: fights as at Halt");
const FALLS_BACK: OddsWord =
    plain("fall_back", "AV-18.11", "under Fall back: open order shoots as if it advanced");
const DISRUPTED: OddsWord = plain("disrupted", "AV-9.5", "disrupted, without an order");

// What it has left, and who is with it.
const CP: OddsWord = valued("cp", "N", "AV-14.6", "Cohesion Points left, all of them if not said");
const ISOLATED: OddsWord = plain("isolated", "AV-14.7", "isolated: -1 to morale");
const LEADER: OddsWord = plain("leader", "AV-14.8", "a leader is attached: +1 to morale");
const CHARISMATIC: OddsWord =
    plain("charismatic", "AV-16.1", "he is Charismatic: one reroll, used on the first miss");
const RELIGIOUS: OddsWord =
    plain("religious_leader", "AV-17.1", "a Religious leader within 2 UD: +1 to morale");
const GURU: OddsWord = plain("guru", "AV-17.2", "a Guru within 4 UD: +1 to morale");
const PROTECTED: OddsWord = plain("protected", "AV-12.6", "behind strong protection: hit on 6");
const GURU_LOST: OddsWord = plain(
    "guru_lost",
    "AV-R102",
    "a Guru within 4 UD was lost before: two tests before its losses",
);

#[rustfmt::skip]
const FIGHTER: &[OddsWord] = &[
    REGULAR, IRREGULAR, MORALE, ARMOUR, CP0, WEAPON, SHOOT, RAW, STANDARD, ELITE, SHIELDS, NO_SHIELDS,
    FANATICS, IMPETUOUS, HAS_ORBIS, HALT, ADVANCE_CAUGHT, RUSH_CAUGHT, SHIELDWALL, ORBIS, FALL_BACK_CAUGHT,
    DISRUPTED, CP,
    plain("goes_on", "AV-19.4", "the melee goes on from the turn before: second number of HP"),
    plain("spent", "AV-19.5", "disrupted by its fight and not redressed since: second number of HP"),
    plain("reached", "AV-9.8", "its own move brought the contact: disrupts close order against looser foot if either is in `rough`"),
    plain("uphill", "AV-11.3", "higher than its opponent: +1 die"),
    valued("attacks", "front|left|right|rear", "AV-R7", "the side of its opponent that it attacks: front, a flank or rear"),
    plain("behind", "AV-11.8", "supported from behind: +1 die"),
    valued("flank_supports", "0..2", "AV-11.9", "supported on the flanks: +1 die each"),
    valued("contact_supports", "0..5", "AV-11.10", "supported by others in contact with its opponent: +1 die each"),
    plain("leader", "AV-15.2", "a leader is attached: +1 die, +1 to morale, at risk"),
    plain("hero", "AV-16.4", "he is a Hero: +2 dice instead"),
    plain("guru_with_leader", "AV-17.4", "a Guru goes with him: +1 to morale, and two tests more if he is killed"),
    CHARISMATIC, ISOLATED, RELIGIOUS, GURU, PROTECTED,
    plain("rough", "AV-R15", "stands in rough ground: the fight is not in the open"),
];

#[rustfmt::skip]
const SHOOTER: &[OddsWord] = &[
    SHOOT, HALT, ADVANCE, RUSH, SHIELDWALL, ORBIS, FALLS_BACK, DISRUPTED,
    plain("long", "AV-C.2", "at long range; effective if not said"),
    valued("range", "UD", "AV-10.10", "the distance, which says the range"),
    plain("downhill", "AV-10.3", "the target is lower: its farthest range +1 UD"),
    plain("uphill", "AV-10.4", "the target is higher: its farthest range -1 UD"),
    plain("outflanks", "AV-10.11", "in the target's left, right or rear sector: +1 die"),
    plain("overhead", "AV-19.7", "over a friendly zone of control: no die for outflanking"),
    plain("at_protection", "AV-R16", "its target is behind strong protection against it, if not against all"),
    REGULAR, IRREGULAR, MORALE, ARMOUR, CP0, WEAPON, RAW, STANDARD, ELITE, SHIELDS, NO_SHIELDS, FANATICS,
    IMPETUOUS, HAS_ORBIS,
];

#[rustfmt::skip]
const TARGET: &[OddsWord] = &[
    REGULAR, IRREGULAR, MORALE, ARMOUR, CP0, WEAPON, SHOOT, RAW, STANDARD, ELITE, SHIELDS, NO_SHIELDS,
    FANATICS, IMPETUOUS, HAS_ORBIS, HALT, ADVANCE, RUSH, SHIELDWALL, ORBIS, FALL_BACK, DISRUPTED, CP, ISOLATED, LEADER,
    CHARISMATIC, RELIGIOUS, GURU, GURU_LOST, PROTECTED,
];

#[rustfmt::skip]
const TESTER: &[OddsWord] = &[
    REGULAR, IRREGULAR, MORALE, ARMOUR, CP0, WEAPON, SHOOT, RAW, STANDARD, ELITE, SHIELDS, NO_SHIELDS,
    FANATICS, IMPETUOUS, HAS_ORBIS, DISRUPTED, CP, ISOLATED, LEADER, CHARISMATIC, RELIGIOUS, GURU,
    valued("rung", "good|disrupted|repulsed|routed", "AV-R72", "where it stands on the ladder already"),
    valued("losses", "0..30", "AV-10.14", "Cohesion Points lost one by one, a test after each"),
    valued("tests_before", "0..30", "AV-R102", "tests without a loss, before the losses: 2 for a Guru lost before"),
    valued("tests", "0..30", "AV-R83", "tests without a loss, after the losses; 1 if nothing else is said"),
    plain("leader_killed", "AV-15.8", "its leader was killed in this fight: one test first, without him"),
];

#[rustfmt::skip]
const SAVER: &[OddsWord] = &[
    REGULAR, IRREGULAR, MORALE, ARMOUR, CP0, WEAPON, SHOOT, RAW, STANDARD, ELITE, SHIELDS, NO_SHIELDS,
    FANATICS, IMPETUOUS, HAS_ORBIS, HALT, ADVANCE, RUSH, SHIELDWALL, ORBIS, FALL_BACK, DISRUPTED,
    valued("against", "2h|crossbow|ballista|c|ah|hp|ls|bow|sling|javelin", "AV-19.9", "what struck it; against the first three 5+ at best"),
    valued("hits", "1..30", "AV-10.13", "hits to be saved, 1 if not said"),
];

const TO: OddsWord = valued(
    "to",
    "halt|advance|rush|shieldwall|orbis|fall_back",
    "AV-5.8",
    "the order that is wanted",
);

#[rustfmt::skip]
const ORDERED: &[OddsWord] = &[
    REGULAR, IRREGULAR, MORALE, ARMOUR, CP0, WEAPON, SHOOT, RAW, STANDARD, ELITE, SHIELDS, NO_SHIELDS,
    FANATICS, IMPETUOUS, HAS_ORBIS,
    valued("from", "halt|advance|rush|shieldwall|orbis|disrupted", "AV-5.8", "its present order, halt if not said"),
    plain("leader", "AV-5.4", "a leader is attached: +1"),
    plain("outstanding", "AV-16.3", "an Outstanding leader within 3 UD: +1, but not twice"),
    plain("inspiring", "AV-16.2", "the attached leader is Inspiring: no test; in a group +1"),
    valued("renewed", "0..11", "AV-5.5", "turns running in which it tried the same: +1 each"),
    plain("isolated", "AV-5.6", "isolated: -1"),
    plain("guru", "AV-17.3", "a Guru within 4 UD: +1 to Rush"),
    plain("in_zone", "AV-9.3", "in an enemy zone of control: disrupted by a miss"),
];

/// Every kind of roll.
pub const KINDS: &[OddsKind] = &[
    OddsKind {
        name: "fight",
        about: "a round hand to hand from P4a on: contact disruptions by order (AV-9.6, AV-9.8), both sides' dice, leaders, saves, losses and morale tests",
        sides: &[OddsSide::one("one unit", FIGHTER), OddsSide::one("the other", FIGHTER)],
        settings: &[],
        example: r#"acies odds av fight "rom_vet rush leader" "ger_war halt cp=4""#,
    },
    OddsKind {
        name: "strike",
        about: "the dice of one unit hand to hand, after contact disruptions as in `fight`: hits, natural 6s, and what is not saved",
        sides: &[OddsSide::one("who strikes", FIGHTER), OddsSide::one("who is struck", FIGHTER)],
        settings: &[],
        example: r#"acies odds av strike "rom_vet rush" "ger_war disrupted""#,
    },
    OddsKind {
        name: "shooting",
        about: "all shots at one unit in a phase: dice, saves, losses and morale tests",
        sides: &[OddsSide::several("shooters", SHOOTER), OddsSide::one("the target", TARGET)],
        settings: &[],
        example: r#"acies odds av shooting "rom_auxbow range=4, rom_lanc outflanks" "ger_war advance""#,
    },
    OddsKind {
        name: "volley",
        about: "the same up to the saves: hits, and what is not saved",
        sides: &[OddsSide::several("shooters", SHOOTER), OddsSide::one("the target", TARGET)],
        settings: &[],
        example: r#"acies odds av volley "rom_scorp range=14" "rom_vet shieldwall""#,
    },
    OddsKind {
        name: "saves",
        about: "saving rolls of a unit that was hit",
        sides: &[OddsSide::one("the unit", SAVER)],
        settings: &[],
        example: r#"acies odds av saves "rom_vet shieldwall" hits=3 against=2h"#,
    },
    OddsKind {
        name: "morale",
        about: "morale tests from any state: Cohesion Points lost one by one, tests owed to others",
        sides: &[OddsSide::one("the unit", TESTER)],
        settings: &[],
        example: r#"acies odds av morale "gal_war cp=5 isolated" losses=3"#,
    },
    OddsKind {
        name: "leader",
        about: "a leader in a fight, hit by natural 6s",
        sides: &[],
        settings: &[valued("sixes", "0..30", "AV-15.3", "natural 6s thrown against his unit")],
        example: "acies odds av leader sixes=2",
    },
    OddsKind {
        name: "lone_leader",
        about: "a leader by himself whom enemy units meet",
        sides: &[],
        settings: &[
            valued(
                "enemies",
                "1..20",
                "AV-R88",
                "enemy units that meet him one after the other, 1 if not said",
            ),
            valued(
                "room",
                "yes|no",
                "AV-R105",
                "whether he finds room when he escapes, yes if not said",
            ),
        ],
        example: "acies odds av lone_leader",
    },
    OddsKind {
        name: "order",
        about: "a unit tests to change its order",
        sides: &[OddsSide::one("the unit", ORDERED)],
        settings: &[TO],
        example: r#"acies odds av order "rom_leg leader in_zone" from=rush to=halt"#,
    },
    OddsKind {
        name: "group",
        about: "several units test with one die, on the best chance among them",
        sides: &[OddsSide::several("the units", ORDERED)],
        settings: &[TO],
        example: r#"acies odds av group "rom_leg from=advance, rom_vet leader in_zone" to=rush"#,
    },
    OddsKind {
        name: "rush",
        about: "the test of a unit under Rush that reached no enemy",
        sides: &[],
        settings: &[],
        example: "acies odds av rush",
    },
    OddsKind {
        name: "initiative",
        about: "who chooses to be first or second, ties thrown again",
        sides: &[],
        settings: &[valued(
            "chief_lost",
            "red|blue|both",
            "AV-15.7",
            "whose Commander-in-Chief is lost: -1",
        )],
        example: "acies odds av initiative chief_lost=blue",
    },
    OddsKind {
        name: "terrain",
        about: "the dice for the terrain of a sector",
        sides: &[],
        settings: &[valued("column", "outer|centre", "AV-R27", "the column of the sector")],
        example: "acies odds av terrain column=outer",
    },
];
