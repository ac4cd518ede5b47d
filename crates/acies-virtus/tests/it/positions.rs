//! Position files: what is said of those that are wrong, and whether what is saved reads back.

use acies_core::{Game, Ruleset, Seat, Telling};
use acies_virtus::{
    Battle, Virtus,
    areas::Area,
    battle::Action,
    combat::formations::Formations,
    movement::{leaders::MoveLeader, march::Move, path::Path},
    units::UnitSet,
};

use crate::table::{Table, hits, table};

/// A position that is right, to be spoilt in one place.
const RIGHT: &str = r#"step = "combats"
columns = 4

[red]
laid = { 1 = "5" }
units = [
  { troop = "legionaries", area = "S1", stands = 4 },
  { troop = "slingers", area = "S2", stands = 2 },
]
leaders = [
  { name = "Caesar", area = "S1" },
  { name = "Crassus", area = "S2" },
]

[blue]
units = [
  { troop = "warband", area = "S1" },
  { troop = "javelineers", area = "NR" },
]
leaders = [
  { name = "Ariovistus", area = "NR" },
]

[terrain]
S3 = ["hill"]

[rivers]
S4-N4 = "deep"
"#;

/// What is said when this is written instead of that: the line, what is wrong by which rule, the
/// hint.
#[track_caller]
fn said(that: &str, this: &str) -> String {
    assert!(RIGHT.contains(that), "{that}");
    of(&RIGHT.replacen(that, this, 1))
}

/// What is said of a whole file.
#[track_caller]
fn of(text: &str) -> String {
    let bad = Virtus::position("battle.toml", text).expect_err("it is wrong");
    let line = text.lines().nth(bad.line() - 1).unwrap_or_default().trim();
    let hint = bad.hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
    format!("{}: {line}\n{bad}{hint}", bad.line())
}

#[test]
fn the_position_to_spoil_is_right() {
    let battle = Virtus::position("battle.toml", RIGHT).unwrap();
    assert_eq!(battle.pools[0].left(), Some(6), "VIR-R40, VIR-R42: what is left out is worked out");
}

#[test]
fn unknown_words_are_pointed_at() {
    insta::assert_snapshot!(said("legionaries", "legionnaires"), @r#"
    7: { troop = "legionnaires", area = "S1", stands = 4 },
    unknown troop `legionnaires`
    hint: did you mean `legionaries`?
    "#);
    insta::assert_snapshot!(said("columns", "colums"), @"
    2: colums = 4
    unknown field `colums`, expected one of `ruleset`, `name`, `about`, `columns`, `south`, `sides`, `step`, `active`, `first`, `turn`, `turn_limit`, `real_cards`, `terrain_by`, `terrain`, `rivers`, `crossed`, `conquered`, `compelled`, `red`, `blue`, `pools`, `charges`, `hits`, `give_out`, `ending`
    hint: did you mean `columns`?
    ");
    insta::assert_snapshot!(said("stands = 4", "stand = 4"), @r#"
    7: { troop = "legionaries", area = "S1", stand = 4 },
    unknown field `stand`, expected one of `troop`, `key`, `name`, `grade`, `stubborn`, `area`, `stands`, `formation`, `is`
    hint: did you mean `stands`?
    "#);
    insta::assert_snapshot!(said("\"S1\", stands", "\"S5\", stands"), @r#"
    7: { troop = "legionaries", area = "S5", stands = 4 },
    unknown area `S5` (VIR-R1)
    hint: known are S1, S2, S3, S4, N1, N2, N3, N4, SR, NR
    "#);
    insta::assert_snapshot!(said("columns = 4", "columns = 3"), @r#"
    28: S4-N4 = "deep"
    `S4-N4` is no boundary between areas (VIR-R73)
    hint: write it as `S1-N1` or `SR-S1`
    "#);
    insta::assert_snapshot!(said("step = \"combats\"", "step = \"combat\""), @r#"
    1: step = "combat"
    unknown variant `combat`, expected one of `begin`, `deploy`, `cards`, `distribute`, `formations`, `charges`, `combats`, `give_out`, `resolve`, `moves`, `turn_begins`, `turn_ends`
    hint: did you mean `combats`?
    "#);
    insta::assert_snapshot!(said("\"hill\"", "\"hil\""), @r#"
    25: S3 = ["hil"]
    unknown terrain `hil`
    hint: did you mean `hill`?
    "#);
    insta::assert_snapshot!(said("\"deep\"", "\"depp\""), @r#"
    28: S4-N4 = "depp"
    unknown river `depp` (VIR-R73)
    hint: did you mean `deep`?
    "#);
    insta::assert_snapshot!(said("1 = \"5\"", "1 = \"7\""), @r#"
    5: laid = { 1 = "7" }
    unknown card `7` (VIR-1.4.T)
    hint: known are 1, 2, 3, 4, 5, 6, J, Q, K, joker
    "#);
    insta::assert_snapshot!(said("1 = \"5\"", "9 = \"5\""), @r#"
    5: laid = { 9 = "5" }
    no segment `9`: 1 to 4 (VIR-R4)
    "#);
    insta::assert_snapshot!(said("step", "ruleset = \"legio\"\nstep"), @r#"
    1: ruleset = "legio"
    a file of `legio`, not of `virtus`
    "#);
}

#[test]
fn impossible_pieces_are_pointed_at() {
    insta::assert_snapshot!(said("stands = 4", "stands = 5"), @r#"
    7: { troop = "legionaries", area = "S1", stands = 5 },
    5 stands, and the unit starts with 4 (VIR-QS.28)
    "#);
    insta::assert_snapshot!(said("\"S2\", stands", "\"NR\", stands"), @r#"
    8: { troop = "slingers", area = "NR", stands = 2 },
    nobody is ever in the enemy's reserve (VIR-R3)
    "#);
    insta::assert_snapshot!(said("stands = 2", "formation = \"shieldwall\""), @r#"
    8: { troop = "slingers", area = "S2", formation = "shieldwall" },
    only infantry of DV 3 or more forms shieldwall (VIR-R84)
    "#);
    insta::assert_snapshot!(said("stands = 2", "formation = \"testudo\""), @r#"
    8: { troop = "slingers", area = "S2", formation = "testudo" },
    this unit cannot form testudo (VIR-SR15.1)
    "#);
    insta::assert_snapshot!(said("stands = 2", "is = [\"rout\"]"), @r#"
    8: { troop = "slingers", area = "S2", is = ["rout"] },
    unknown state `rout`
    hint: did you mean `routed`?
    "#);
    insta::assert_snapshot!(said("\"slingers\", area", "\"scorpions\", grade = \"elite\", area"), @r#"
    8: { troop = "scorpions", grade = "elite", area = "S2", stands = 2 },
    artillery is always regular (VIR-R19)
    "#);
    insta::assert_snapshot!(said("\"slingers\", area", "\"warband\", stubborn = true, area"), @r#"
    8: { troop = "warband", stubborn = true, area = "S2", stands = 2 },
    a unit that is Impetuous, Fanatic, Elite or Levy cannot be Stubborn (VIR-R19)
    "#);
    insta::assert_snapshot!(said("stands = 2", "key = \"The Slingers\""), @r#"
    8: { troop = "slingers", area = "S2", key = "The Slingers" },
    `The Slingers` cannot be typed as a name
    hint: small letters and digits, with `_` between words
    "#);
    insta::assert_snapshot!(said("stands = 2", "key = \"legionaries\""), @r#"
    8: { troop = "slingers", area = "S2", key = "legionaries" },
    two units are called `legionaries`
    "#);
    let none = "  { troop = \"warband\", area = \"S1\" },\n  { troop = \"javelineers\", area = \"NR\" },\n";
    insta::assert_snapshot!(said(none, ""), @r#"
    15: [blue]
    a side without units (VIR-R14)
    hint: list `units`, or name a shipped army: `army = "dacian"`
    "#);
    insta::assert_snapshot!(said(none, "  { troop = \"warband\", stands = 0 },\n"), @r#"
    1: step = "combats"
    a side without units has lost (VIR-R13.1)
    "#);
    insta::assert_snapshot!(said(none, &"  { troop = \"warband\" },\n".repeat(25)), @r#"
    15: [blue]
    at most 24 units and 4 leaders (VIR-R14)
    "#);
}

#[test]
fn impossible_leaders_are_pointed_at() {
    insta::assert_snapshot!(said("\"Crassus\", area = \"S2\"", "\"Crassus\", area = \"S1\""), @r#"
    4: [red]
    two leaders in one area, which is no reserve (VIR-8.10)
    "#);
    insta::assert_snapshot!(said("\"Crassus\"", "\"caesar\""), @r#"
    12: { name = "caesar", area = "S2" },
    `caesar` is no name, or that of another
    "#);
    let two =
        "{ name = \"Caesar\", area = \"S1\", cinc = true },\n  { cinc = true, name = \"Crassus\"";
    insta::assert_snapshot!(said("{ name = \"Caesar\", area = \"S1\" },\n  { name = \"Crassus\"", two), @r#"
    4: [red]
    more than one C-in-C (VIR-8.8)
    "#);
    insta::assert_snapshot!(said("\"Crassus\", area = \"S2\"", "\"Crassus\", area = \"S2\", joined = \"legionaries\""), @r#"
    12: { name = "Crassus", area = "S2", joined = "legionaries" },
    a leader joins a unit that is with him in an area of the field (VIR-R86.1)
    "#);
    insta::assert_snapshot!(said("\"Ariovistus\", area = \"NR\"", "\"Ariovistus\", joined = \"javelineers\""), @r#"
    21: { name = "Ariovistus", joined = "javelineers" },
    a leader joins a unit that is with him in an area of the field (VIR-R86.1)
    "#);
}

#[test]
fn impossible_cards_are_pointed_at() {
    insta::assert_snapshot!(said("laid", "hand = [\"K\", \"K\", \"K\"]\nlaid"), @r#"
    5: hand = ["K", "K", "K"]
    no `K` is left for this: a deck has 2 (VIR-1.4.T)
    "#);
    insta::assert_snapshot!(said("laid", "discard = [\"5\"]\nhand = [\"5\"]\nlaid"), @r#"
    6: hand = ["5"]
    no `5` is left for this: a deck has 2 (VIR-1.4.T)
    "#);
    insta::assert_snapshot!(said("1 = \"5\"", "1 = \"K\""), @r#"
    5: laid = { 1 = "K" }
    court cards activate nothing (VIR-4.3.5)
    "#);
    insta::assert_snapshot!(said("1 = \"5\"", "1 = \"joker\", 2 = \"joker\""), @r#"
    5: laid = { 1 = "joker", 2 = "joker" }
    a deck has no more of these (VIR-1.4.T)
    "#);
    let real =
        |line: &str| RIGHT.replace("columns", "real_cards = true\ncolumns").replace("laid", line);
    insta::assert_snapshot!(of(&real("hand = [\"6\"]\nlaid")), @r#"
    6: hand = ["6"]
    real cards in hand are not known (VIR-R88)
    hint: say how many: `hand_size = 3`
    "#);
    insta::assert_snapshot!(of(&real("hand_size = 19\nlaid")), @"
    6: hand_size = 19
    more than 18 cannot be (VIR-1.4.1)
    ");
    insta::assert_snapshot!(of(&real("hand_size = 3\nface_down = 200\nlaid")), @"
    7: face_down = 200
    more than 18 cannot be (VIR-1.4.1)
    ");
    insta::assert_snapshot!(said("laid", "face_down = 1\nlaid"), @"
    5: face_down = 1
    only real cards are discarded unseen (VIR-R88)
    ");
}

#[test]
fn impossible_moments_are_pointed_at() {
    insta::assert_snapshot!(said("columns = 4", "columns = 5"), @"
    2: columns = 5
    a table has three or four columns (VIR-1.5.4)
    ");
    insta::assert_snapshot!(said("columns = 4", "turn_limit = 100"), @"
    2: turn_limit = 100
    a turn limit is 1 to 99 (VIR-R13.3)
    ");
    insta::assert_snapshot!(said("columns = 4", "turn = 31"), @"
    2: turn = 31
    turn 31 is beyond the limit of 30 (VIR-R13.3)
    ");
    insta::assert_snapshot!(said("columns = 4", "conquered = [\"N1\"]"), @r#"
    2: conquered = ["N1"]
    nobody has conquered N1: no enemy is in it (VIR-R8)
    "#);
    insta::assert_snapshot!(said("columns = 4", "conquered = [\"NR\"]"), @r#"
    2: conquered = ["NR"]
    a reserve is no area of the field (VIR-R3)
    "#);
    insta::assert_snapshot!(said("columns = 4", "crossed = { S1-N1 = 1 }"), @"
    2: crossed = { S1-N1 = 1 }
    no river lies there (VIR-R73)
    ");
    insta::assert_snapshot!(said("columns = 4", "pools = { 1 = { bonus = 200 } }"), @"
    2: pools = { 1 = { bonus = 200 } }
    more than 4 cannot be (VIR-R42)
    ");
    insta::assert_snapshot!(said("columns = 4", "pools = { 1 = { card = \"joker\", spent = 255 } }"), @r#"
    2: pools = { 1 = { card = "joker", spent = 255 } }
    more than 120 cannot be (VIR-R41)
    "#);
    insta::assert_snapshot!(said("columns = 4", "compelled = [\"slinger\"]"), @r#"
    2: compelled = ["slinger"]
    unknown unit of Army `slinger`
    hint: did you mean `slingers`?
    "#);
}

#[test]
fn impossible_hits_are_pointed_at() {
    let hit = |on: &str| said("columns = 4", &hits("legionaries", on));
    insta::assert_snapshot!(hit("warband pink"), @r#"
    2: hits = [{ target = "warband", from = "legionaries", marks = "pink" }]
    unknown kind of hit `pink` (VIR-SR.T)
    hint: `plain`, or with `+` between them: blue, purple, green_square, green, yellow, red, charge, flank, from_pikes
    "#);
    insta::assert_snapshot!(hit("javelineers plain"), @r#"
    2: hits = [{ target = "javelineers", from = "legionaries", marks = "plain" }]
    a unit in a reserve cannot be hit (VIR-R3)
    "#);
    let eight = hit(&["warband plain"; 8].join(", "));
    assert!(
        eight.ends_with("more hits of `legionaries` than an attack has dice (VIR-R51)"),
        "{eight}"
    );
    let give = |line: &str| {
        let text = RIGHT.replace("\"combats\"", "\"give_out\"");
        of(&format!("{text}\n[give_out]\n{line}\nfrom = \"legionaries\"\nmarks = \"plain\"\n"))
    };
    insta::assert_snapshot!(give("area = \"S2\"\nothers = 1"), @r#"
    30: [give_out]
    no unit there can take hits (VIR-5.1.3)
    "#);
    insta::assert_snapshot!(give("area = \"S1\""), @r#"
    30: [give_out]
    no hits are left to give out
    "#);
    insta::assert_snapshot!(give("area = \"S1\"\nothers = 200\nred = 100"), @r#"
    30: [give_out]
    more hits of `legionaries` than an attack has dice (VIR-R51)
    "#);
    insta::assert_snapshot!(give("area = \"S1\"\nothers = 1\nbefore = 1"), @r#"
    30: [give_out]
    fewer hits are listed before this roll
    "#);
}

#[test]
fn a_step_needs_its_data() {
    insta::assert_snapshot!(said("combats", "give_out"), @r#"
    1: step = "give_out"
    no hits to give out: `[give_out]`
    "#);
    insta::assert_snapshot!(said("combats", "over"), @r#"
    1: step = "over"
    how did it end? `[ending]`
    "#);
    insta::assert_snapshot!(said("combats", "resolve"), @r#"
    1: step = "resolve"
    no charges to resolve: `[[charges]]`
    "#);
    let charge = |step: &str, unit: &str, target: &str| {
        let text = RIGHT.replace("\"combats\"", step);
        of(&format!("{text}\n[[charges]]\nunit = \"{unit}\"\ntarget = \"{target}\"\n"))
    };
    insta::assert_snapshot!(charge("\"moves\"", "legionaries", "warband"), @r#"
    31: unit = "legionaries"
    in this step no charge is waiting to be resolved (VIR-R45)
    "#);
    insta::assert_snapshot!(charge("\"resolve\"", "legionaries", "javelineers"), @r#"
    32: target = "javelineers"
    the target is neither in the same area nor on a flank (VIR-R47.2)
    "#);
}

#[test]
fn armies_are_whole_before_the_first_turn() {
    let begin = |that: &str, this: &str| {
        of(&RIGHT.replace("\"combats\"", "\"begin\"").replacen(that, this, 1))
    };
    insta::assert_snapshot!(begin("stands = 4", "stands = 3"), @r#"
    7: { troop = "legionaries", area = "S1", stands = 3 },
    a unit starts with all its stands (VIR-R14)
    "#);
    insta::assert_snapshot!(begin("  { name = \"Ariovistus\", area = \"NR\" },\n", ""), @r#"
    15: [blue]
    an army without a leader (VIR-1.2.3)
    "#);
    let hit = hits("legionaries", "warband plain");
    insta::assert_snapshot!(begin("columns = 4", &hit), @r#"
    2: hits = [{ target = "warband", from = "legionaries", marks = "plain" }]
    no hits are scored before the first turn (VIR-R24)
    "#);
    let deploy = |red: &str| {
        format!(
            "step = \"deploy\"\n[red]\nunits = [{{ troop = \"slingers\" }}]\n\
             leaders = [{{ name = \"Rex\" }}, {{ name = \"Dux\" }}]\ndeployment = {red}\n\
             [blue]\nunits = [{{ troop = \"warband\" }}]\nleaders = [{{ name = \"Vir\" }}]\n"
        )
    };
    insta::assert_snapshot!(of(&deploy("{ N1 = [\"slingers\"], SR = [\"rex\", \"dux\"] }")), @r#"
    5: deployment = { N1 = ["slingers"], SR = ["rex", "dux"] }
    units are deployed on their own side (VIR-1.6.3)
    "#);
    insta::assert_snapshot!(of(&deploy("{ SR = [\"slingers\", \"rex\"] }")), @"
    2: [red]
    `Dux` is not deployed: nothing stays off the table (VIR-R23)
    ");
    insta::assert_snapshot!(of(&deploy("{ S1 = [\"slingers\"], SR = [\"rex\", \"dux\", \"rex\"] }")), @r#"
    5: deployment = { S1 = ["slingers"], SR = ["rex", "dux", "rex"] }
    `rex` is deployed twice (VIR-R23)
    "#);
    insta::assert_snapshot!(of(&deploy("{ S1 = [\"slingers\", \"rex\", \"dux\"] }")), @"
    2: [red]
    two leaders in one area, which is no reserve (VIR-8.10)
    ");
    let both = deploy("{ S1 = [\"slingers\"], SR = [\"rex\", \"dux\"] }")
        + "deployment = { N1 = [\"warband\", \"vir\"] }\n";
    insta::assert_snapshot!(of(&both), @r#"
    1: step = "deploy"
    both sides are deployed, so nobody has to decide (VIR-1.6.2)
    hint: say `step = "begin"`
    "#);
    insta::assert_snapshot!(of(&deploy("{}").replace("deployment = {}", "sealed = true")), @"
    2: [red]
    sealed, but without a deployment (VIR-R23)
    ");
}

#[track_caller]
fn reads_back(battle: &Battle, what: &str) {
    let saved = battle.save();
    let loaded = Virtus::position("saved.toml", &saved)
        .unwrap_or_else(|bad| panic!("{what}, line {}: {bad}\n{saved}", bad.line()));
    assert_eq!(loaded, *battle, "{what}\n{saved}");
}

#[test]
fn odd_moments_read_back() {
    let red = "heavy_cavalry:a S1, legionaries:e S1 testudo, slingers:f S2 stands=1";
    let blue = "phalangites:b S1 shieldwall, warband:c S1, slingers:z NR, *Dux S1";
    let mut combat =
        table("charges", &red.replace("f S2", "f S1"), &blue.replace(" shieldwall", ""), "");
    combat.play("charge a c");
    reads_back(&combat.battle, "a charge is declared");
    combat.play("charge e b pila; done");
    reads_back(&combat.battle, "two charges wait");
    combat.play("fight f [1]; give c red");
    reads_back(&combat.battle, "a hit is given out");
    assert_eq!(combat.now(), "red resolve");
    combat.play("resolve a [1 6 3 4 2 4 4 4]");
    reads_back(&combat.battle, "hits of all kinds, on a leader too");

    let mut give = table("combats", red, &blue.replace("b S1 shieldwall", "b S1"), "");
    give.play("fight a [1 1 2 6]");
    reads_back(&give.battle, "red and other hits are to be given out");
    give.play("give b red");
    reads_back(&give.battle, "one of them is given out");

    let river = "rivers.S1-N1 = \"ford\"\nrivers.NR-N2 = \"bridge\"\nterrain.S2 = [\"dense_wood\", \"hill\"]";
    let mut moves = table(
        "moves",
        "warband:a S1, light_horsemen:d SR, *Rex S1, *Dux N4 dead",
        "slingers:b N1",
        river,
    );
    moves.play("move a N1; leader rex S4");
    reads_back(&moves.battle, "a river is crossed, a leader has moved, another is dead");

    let joined = "legionaries:a S1, *Rex S1 hero, *Dux SR cinc";
    let mut cards = table(
        "cards",
        joined,
        "warband:b S1",
        "real_cards = true\nred.hand_size = 3\nred.discard = [\"4\"]\nred.face_down = 2",
    );
    cards.play("cards 2=joker face_down=1 join=rex:a");
    reads_back(&cards.battle, "real cards, laid and face down");

    let hand = "red.hand = [\"1\", \"K\", \"joker\"]\nblue.discard = [\"2\", \"2\", \"Q\"]\nturn = 7\nturn_limit = 9\nfirst = \"blue\"\nsouth = \"blue\"\ncolumns = 3";
    let known = table(
        "cards",
        "legionaries:a N1 elite, slingers:c NR levy, legionaries:d N2 stubborn routed, *Rex NR",
        "warband:b S3 blooded, *Vir SR",
        hand,
    );
    reads_back(&known.battle, "hands, grades and the other edge");

    let contested = table(
        "moves",
        "legionaries:a N1, slingers:d N2",
        "warband:b N1, slingers:c N3",
        "conquered = [\"N1\"]",
    );
    reads_back(&contested.battle, "a conquered area is contested");
    assert_eq!(contested.holder("N1"), Seat::Red, "VIR-R8");
    assert_eq!(contested.holder("N2"), Seat::Red, "VIR-R8: it follows from who is there");

    let mut over = table("combats", "legionaries:a N1", "warband:b N3", "");
    over.play("flank a N2 fv");
    reads_back(&over.battle, "the end");
}

#[test]
fn deployments_read_back() {
    let mut begin = table(
        "begin",
        "slingers:a SR, *Rex SR, *Dux SR",
        "warband:b NR, *Vir NR",
        "sides = \"by_dice\"\nterrain_by = \"dice\"",
    );
    reads_back(&begin.battle, "nothing has happened");
    begin.play("begin [1 2 6 6 1 1 1 1 1 1 1 1 1 1 1 1 1 1]");
    reads_back(&begin.battle, "sides and terrain are thrown");
    begin.play("red: deploy N2=a,dux NR=rex cinc=dux");
    reads_back(&begin.battle, "a placement is sealed");
}

#[test]
fn odd_names_read_back() {
    let mut battle = Virtus::position("battle.toml", RIGHT).unwrap();
    let setup = battle.setup.to_mut();
    setup.name = "The \"last\" battle\nof C:\\Rome".into();
    setup.armies[Seat::Blue].name = "Vercingétorix' men".into();
    setup.armies[Seat::Red].troops[0].name = "Legio \\ \"X\"".into();
    reads_back(&battle, "quotes, a new line, letters with accents");
}

/// Programs send actions as data, which may name what no notation could.
#[test]
fn areas_and_units_off_the_table_are_refused() {
    let more = "columns = 3";
    let Table { battle, .. } = table("moves", "heavy_cavalry:a SR, *Rex SR", "slingers:b NR", more);
    let fourth = Area::new(Seat::Red, 3);
    let cases: [(Action, &str); 4] = [
        (Move { unit: 0, path: Path::one(fourth) }.into(), "VIR-R2"),
        (MoveLeader { leader: 0, to: fourth }.into(), "VIR-6.2.7"),
        (MoveLeader { leader: 9, to: fourth }.into(), "VIR-R34"),
        (Move { unit: 30, path: Path::one(fourth) }.into(), "VIR-4.0.1"),
    ];
    for (action, rule) in cases {
        let refusal = battle.check(Seat::Red, &action).unwrap_err();
        assert_eq!(battle.explain(&action, &refusal).rules[0], rule, "{action:?}");
    }
    let Table { battle, .. } = table("formations", "legionaries:a S1", "slingers:b NR", "");
    let nobody = UnitSet::NONE.with(30);
    let plan = Formations { testudo: nobody, shieldwall: nobody, ..Formations::default() };
    let action = Action::Form(plan);
    let refusal = battle.check(Seat::Red, &action).unwrap_err();
    assert_eq!(battle.explain(&action, &refusal).rules[0], "VIR-4.0.1");
}
