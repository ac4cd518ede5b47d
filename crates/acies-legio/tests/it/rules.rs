//! Rules of armies from outside, by id.

use acies_core::{RuleId, Ruleset};
use acies_legio::{
    Legio,
    files::data::troop,
    troops::{Grade, Missile, Tags},
};

fn wrong(units: &str) -> Vec<RuleId> {
    let text = format!(
        "name = \"An army\"\nbudget = 3600\n[[command]]\nleader = \"L\"\ngeneral = true\nunit = [{units}]\n"
    );
    match Legio::muster("army.toml", &text) {
        Ok(muster) => muster.wrong.iter().filter_map(|bad| bad.rule).collect(),
        Err(bad) => bad.rule.into_iter().collect(),
    }
}

#[test]
fn units_have_two_to_twelve_bases() {
    let of = |bases: u8| wrong(&format!("{{ troop = \"pikemen\", bases = {bases} }}"));
    assert!(of(1).contains(&"LEG-R2"), "LEG-R2");
    assert!(!of(2).contains(&"LEG-R2") && !of(12).contains(&"LEG-R2"), "LEG-R2");
    assert!(of(13).contains(&"LEG-R2"), "LEG-R2");
}

#[test]
fn commands_have_one_to_eight_units() {
    let of =
        |more: &str| wrong(&format!("{{ troop = \"auxiliaries\", count = 7, bases = 4 }}{more}"));
    let one = ", { troop = \"auxiliaries\", bases = 4 }";
    assert!(!of(one).contains(&"LEG-R27"), "LEG-R27");
    assert!(of(&one.repeat(2)).contains(&"LEG-R27"), "LEG-R27");
}

#[test]
fn light_cavalry_has_javelins_or_bows() {
    let missile = |id: &str| troop(id).unwrap().unit(Grade::C, 4, Tags::empty()).missile;
    assert_eq!(missile("light_cavalry_javelin"), Some(Missile::Javelin), "LEG-TT.14");
    assert_eq!(missile("light_cavalry_bow"), Some(Missile::Bow), "LEG-TT.14");
}
