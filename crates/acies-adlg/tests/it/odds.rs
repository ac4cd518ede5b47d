//! Odds asked in words, worked out by hand.

use acies_adlg::odds;
use acies_core::{Asked, Forecast, Misread};

fn ask(kind: &str, sides: &[&str], settings: &[(&str, &str)]) -> Result<Forecast, Misread> {
    odds::odds(kind, &Asked::new(sides, settings))
}

fn chance(forecast: &Forecast, says: &str) -> String {
    let all = forecast.highlights.iter().chain(&forecast.outcomes);
    let found = all.clone().find(|chance| chance.says == says);
    let says: Vec<_> = all.map(|chance| &chance.says).collect();
    found.unwrap_or_else(|| panic!("{says:?}")).chance.to_string()
}

#[test]
fn melees() {
    // ADLG-MEL.1: an even melee is lost in 15 of 36 ways.
    let even = ask("melee", &["heavy_swordsmen", "heavy_spearmen"], &[]).unwrap();
    assert_eq!(chance(&even, "Heavy swordsmen lose cohesion"), "5/12");
    assert_eq!(chance(&even, "Heavy swordsmen lose 3; Heavy spearmen no loss"), "1/36");
    // ADLG-MOD.4, ADLG-FLK.1, UNI.19: cavalry in the flank of pikes: 1 + 1 against 0. They lose in
    // 26 of 36 ways (the die at most 1 lower).
    let flank = ask("melee", &["heavy_cavalry flank charging", "pikemen"], &[]).unwrap();
    assert_eq!(chance(&flank, "Pikemen lose cohesion"), "13/18");
    // ADLG-CIM.1: a commander (+1) with one of equals is beaten in 10 of 36 ways, and then killed in
    // one of six.
    let led = ask("melee", &["heavy_swordsmen commander", "heavy_spearmen"], &[]).unwrap();
    assert_eq!(chance(&led, "Heavy swordsmen lose cohesion"), "5/18");
    assert_eq!(chance(&led, "commander of Heavy swordsmen killed"), "5/108");
    // ADLG-UNI.2.
    let swept = ask("melee", &["light_infantry", "heavy_knight charging"], &[]).unwrap();
    assert_eq!(chance(&swept, "Light infantry routed"), "1/1");
}

#[test]
fn duels() {
    // One round of a duel is a melee (ADLG-R119).
    let sides = ["rom.hastati charging", "car.libya_vet"];
    let melee = ask("melee", &sides, &[]).unwrap();
    let duel = ask("duel", &sides, &[("rounds", "1")]).unwrap();
    assert_eq!(melee.outcomes, duel.outcomes);
    // Two scythed chariots with one point each: a round is a draw in 1 of 6, so after two rounds both
    // stand in 1 of 36 ways (ADLG-UNI.24: no factor on either side).
    let duel = ask("duel", &["scythed_chariot", "scythed_chariot"], &[("rounds", "2")]).unwrap();
    assert_eq!(chance(&duel, "both still stand"), "1/36");
    assert_eq!(chance(&duel, "first Scythed chariot routed"), "35/72");
}

#[test]
fn shots() {
    // ADLG-SHO.6, ADLG-SHO.7: 1 + 2 against protection 1 in cover (ADLG-SHO.3: -1): one ahead. The
    // target's die must be higher than or equal to ours less ... 21 of 36 are won.
    let shot = ask("shooting", &["bowmen supports=2", "heavy_cavalry cover"], &[]).unwrap();
    assert_eq!(chance(&shot, "hit"), "7/12");
    let volley =
        ask("shooting", &["light_infantry sling light_supports=3", "pikemen cohesion=1"], &[]);
    // ADLG-SHO.2 -1, three light supports +1, protection 1: 10 of 36.
    assert_eq!(chance(&volley.unwrap(), "hit, and routed"), "5/18");
}

#[test]
fn rows_say_what_quality_does() {
    let shown = |forecast: &Forecast, name: &str| {
        let sum = forecast.sums.iter().find(|(it, _)| it == name);
        sum.unwrap_or_else(|| panic!("{:?}", forecast.sums)).1.rows[0].to_string()
    };
    // ADLG-QUA.3: 1 2 3 3 4 5, and 2 more are needed: a 5 beats a 1, a 6 a 1 and a 2: 3 of 36, and not 6.
    let shot = ask("shooting", &["light_infantry sling mediocre", "heavy_spearmen"], &[]).unwrap();
    assert_eq!(chance(&shot, "hit"), "1/12");
    assert_eq!(shown(&shot, "Light infantry: a die of 4 to 6"), "-1 Mediocre [ADLG-QUA.3]");
    // ADLG-QUA.2: 2 3 4 4 5 6 against 1 2 3 3 4 5, whichever is higher: 8 of 36.
    let shot = ask("shooting", &["bowmen mediocre", "bowmen elite"], &[]).unwrap();
    assert_eq!(chance(&shot, "hit"), "2/9");
    let melee = ask("melee", &["heavy_swordsmen elite", "heavy_spearmen"], &[]).unwrap();
    assert_eq!(shown(&melee, "Heavy swordsmen: a die of 1 to 3"), "+1 Elite [ADLG-QUA.2]");
}

#[test]
fn other_rolls() {
    let rally = ask("rally", &["pikemen near commander"], &[]).unwrap();
    assert_eq!(chance(&rally, "rallies"), "2/3", "ADLG-RAL.3, ADLG-RAL.5");
    let points = ask("command", &[], &[("commander", "strategist")]).unwrap();
    assert_eq!(chance(&points, "5 or more"), "1/2", "ADLG-CP.T1");
    let lost = ask("command", &[], &[("commander", "none")]).unwrap();
    assert_eq!(chance(&lost, "3 or more"), "1/3", "ADLG-R41");
    let cost = ask("order", &["order=move out_of_range difficult"], &[]).unwrap();
    assert_eq!(chance(&cost, "3 command points"), "1/1", "ADLG-ORD.6, ADLG-ORD.7");
    let charge = ask("charge", &["heavy_swordsmen far"], &[("manoeuvre", "0.5")]).unwrap();
    assert_eq!(chance(&charge, "2.5 UD"), "2/3", "ADLG-R81, ADLG-MVT.2");
    let evade = ask("evade", &["light_cavalry rough"], &[]).unwrap();
    assert_eq!(chance(&evade, "3 UD"), "1/3", "ADLG-EVA.5, ADLG-R53");
    let caught = ask("catch", &["heavy_cavalry", "light_infantry"], &[]).unwrap();
    assert_eq!(chance(&caught, "caught"), "2/3", "ADLG-R81");
    let march = ask("flank_march", &[], &[("commander", "brilliant"), ("turns", "3")]).unwrap();
    assert_eq!(chance(&march, "has arrived"), "7/8", "ADLG-R32");
    let rampage = ask("rampage", &[], &[]).unwrap();
    assert_eq!(chance(&rampage, "to the rear"), "1/2", "ADLG-R147");
    // ADLG-R22: 6 ways of 36 against 26, ties thrown again.
    let scouts = [("red_scouts", "1"), ("blue_scouts", "4")];
    let settings = [("red", "brilliant"), ("blue", "strategist"), scouts[0], scouts[1]];
    let initiative = ask("initiative", &[], &settings).unwrap();
    assert_eq!(chance(&initiative, "red has the choice"), "3/16", "ADLG-R22");
    let adjustment = ask("terrain", &[], &[("die", "adjustment")]).unwrap();
    assert_eq!(chance(&adjustment, "remove"), "1/6", "ADLG-R27");
}

#[test]
#[rustfmt::skip]
fn what_cannot_be_is_refused_with_its_rule() {
    for (kind, sides, says) in [
        ("melee", &["heavy_swordsmen chargin", "pikemen"][..], "`chargin` is no word for Heavy swordsmen in `melee`; did you mean `charging`"),
        ("melee", &["heavy_swordsman", "pikemen"], "there are no troops `heavy_swordsman`; did you mean `heavy_swordsmen`"),
        ("melee", &["heavy_swordsmen"], "`melee` describes one unit and the other"),
        ("melee", &["heavy_artillery charging", "pikemen"], "it may not charge [ADLG-CHG.1]"),
        ("melee", &["heavy_knight charging", "pikemen charging"], "[ADLG-R119]"),
        ("melee", &["heavy_knight stakes", "pikemen"], "stakes are for close foot [ADLG-R15]"),
        ("melee", &["heavy_knight flank", "war_wagon"], "a war wagon has no flank and no rear [ADLG-R140]"),
        ("melee", &["heavy_knight uncontrolled charging", "pikemen"], "[ADLG-UNC.1]"),
        ("melee", &["pikemen cohesion=5", "pikemen"], "`cohesion=5` of Pikemen cannot be [ADLG-R8]; `cohesion` is a number from 1 to 4"),
        ("melee", &["heavy_chariot difficult", "pikemen"], "it cannot be there [ADLG-R158]"),
        ("melee", &["pikemen support=pikemen support=pikemen simple_supports=2", "pikemen"], "[ADLG-R117]"),
        ("melee", &["pikemen support=war_wagon", "pikemen"], "[ADLG-R115]"),
        ("shooting", &["pikemen", "pikemen"], "it has no missile weapon [ADLG-R112]"),
        ("shooting", &["bowmen bow crossbow", "pikemen"], "Bowmen: `bow` or `crossbow`, not both [ADLG-R112]"),
        ("shooting", &["crossbowmen bow", "pikemen"], "Crossbowmen: `crossbow` or `bow`, not both [ADLG-R112]"),
        ("shooting", &["light_infantry bow sling", "pikemen"], "Light infantry: `bow` or `sling`, not both [ADLG-R112]"),
        ("shooting", &["bowmen longbow", "pikemen"], "ok"),
        ("shooting", &["crossbowmen crossbow", "pikemen"], "ok"),
        ("shooting", &["war_wagon light_artillery", "pikemen"], "ok"),
        ("melee", &["pikemen disordered cohesion=2", "pikemen"], "ok"),
        ("melee", &["pikemen disordered cohesion=4", "pikemen"], "with all its cohesion points it is not Disordered [ADLG-R8]"),
        ("rally", &["elephant"], "[ADLG-RAL.1]"),
        ("evade", &["heavy_cavalry impact"], "it cannot evade [ADLG-EVA.1]"),
        ("catch", &["heavy_swordsmen", "light_infantry"], "ok"),
        ("camp", &["heavy_artillery"], "[ADLG-R20]"),
        ("melée", &[], "there is no roll `melée`; did you mean `melee`"),
        ("command", &[], "which commander?; as in `acies odds adlg command"),
    ] {
        let said = match ask(kind, sides, &[]) {
            Ok(_) => "ok".to_owned(),
            Err(Misread { what, hint }) => format!("{what}; {}", hint.unwrap_or_default()),
        };
        assert!(said.contains(says), "{kind} {sides:?}: {said}");
    }
}
