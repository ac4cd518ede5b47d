//! Shots and melees in words.

use acies_core::{RuleId, Sum, total};

use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    melee::{Fought, Loss, Melee, Round, engagement::Supporters, loss},
    shooting::{Shooting, Shot},
};

use super::events::To;

/// A combined shot (ADLG-R107): the rules that chose its target, and those that made its sums.
pub(super) fn tell_shot(
    told: To<'_, '_>,
    [main, target]: [Id; 2],
    supporters: UnitSet,
    shot: &Shot,
    shooting: &Shooting,
) {
    let Shooting { faces, totals, hit } = shooting;
    let [shooter, prey] = shot.quality_rows(*faces);
    let quality = shooter.is_some() || prey.is_some();
    told.cites(&["ADLG-SHO.1", "ADLG-R111"])
        .cites_if(!supporters.is_empty(), &["ADLG-R107"])
        .counts(&["ADLG-R103", "ADLG-R104", "ADLG-R105", "ADLG-R106", "ADLG-RNG.T1", "ADLG-R109"])
        .counts_those(&[
            ("ADLG-R107", supporters.is_empty()),
            ("ADLG-QUA.1", quality),
            ("ADLG-R108", quality),
        ]);
    told.says(main.seat(), |it| {
        let [own, other] = [main, target].map(|id| it.who(id));
        let result = if *hit { "hit, 1 lost" } else { "no effect" };
        let with = if supporters.is_empty() {
            String::new()
        } else {
            format!(", supported by {}", it.names(main.seat(), supporters))
        };
        own.says(&format!(
            "shoot at {other}{with}: [{}] {} against [{}] {}: {result}",
            faces[0], totals[0], faces[1], totals[1],
        ))
    });
    let added = Sum::of([shooter].into_iter().chain(shot.shooter_rows()));
    let protection = Sum::of([prey].into_iter().chain(shot.target_rows()));
    told.sum(|it| it.who(main).says("add to their die"), &added)
        .sum(|it| format!("protection of {}", it.who(target)), &protection);
}

/// A melee: the rules that paired the two, chose who supports them, and made their sums.
pub(super) fn tell_melee(
    told: To<'_, '_>,
    pair: [Id; 2],
    supporters: &[Supporters; 2],
    melee: &Melee,
    fought: &Fought,
) {
    let winner = fought.ahead().map(usize::from);
    let Some(faces) = fought.faces else {
        told.cites(&["ADLG-UNI.2", "ADLG-R129"]).counts(&["ADLG-R114", "ADLG-R118", "ADLG-R120"]);
        told.says(pair[0].seat(), |it| {
            let names = pair.map(|id| it.who(id));
            let destroyed = names[1 - winner.unwrap_or_default()].says("are destroyed");
            names[0].says(&format!("meet {} in the open: {destroyed}", names[1]))
        });
        return;
    };
    let beyond = winner.map(|won| beyond_totals(melee, fought, won)).unwrap_or_default();
    told.cites(&["ADLG-MEL.1", "ADLG-R120"]);
    beyond.iter().for_each(|(rule, _)| {
        told.names(&[rule]);
    });
    told.counts(&["ADLG-R114", "ADLG-R118"]);
    told.says(pair[0].seat(), |it| {
        let result = match winner {
            None => "no result".to_owned(),
            Some(won) => it.who(pair[1 - won]).says(&cost(fought.losses[1 - won], &beyond)),
        };
        let [one, other] = [0, 1].map(|unit: usize| {
            let with = it.in_support(pair[unit], supporters[unit]);
            format!("{}{with} [{}] {}", it.who(pair[unit]), faces[unit], fought.totals[unit])
        });
        format!("{one} against {other}: {result}")
    });
    count_circumstances(told, melee, faces);
    for unit in 0..2 {
        let name = |it: &Battle| it.who(pair[unit]).says("add to their die");
        told.sum(name, &melee.added_to(unit, faces[unit]));
        tell_supporters(told, pair[unit], supporters[unit]);
    }
    let mut sum = |unit: usize, what: &str, sum: &Sum| {
        if !sum.rows.is_empty() {
            told.sum(|it| it.who(pair[unit]).says(what), sum);
        }
    };
    if fought.totals[0] == fought.totals[1] {
        (0..2).for_each(|unit| sum(unit, "break the tie", &melee.on_tie(unit)));
    }
    if let Some(won) = winner {
        sum(won, "win", &melee.on_winning(won));
        sum(1 - won, "lose", &melee.on_losing(1 - won));
        sum(won, "inflict more", &melee.furious(won));
        told.counts(&["ADLG-MEL.T1"]);
    }
}

/// The rules of how they came to fight so.
fn count_circumstances(told: To<'_, '_>, melee: &Melee, faces: [u8; 2]) {
    let first = matches!(melee.round, Round::First { .. });
    told.counts_those(&[("ADLG-R119", first), ("ADLG-R92", first)]);
    for (unit, face) in faces.into_iter().enumerate() {
        let fighter = &melee.units[unit];
        let (simple, full) = (fighter.simple_supports > 0, !fighter.melee_supports.is_empty());
        told.counts_those(&[
            ("ADLG-QUA.1", fighter.quality_row(face).is_some()),
            ("ADLG-R115", simple),
            ("ADLG-R116", full),
            ("ADLG-R117", simple || full),
            ("ADLG-R125", melee.is_flank_attacked(unit)),
            ("ADLG-R134", melee.is_panicked_from_beside(unit)),
        ]);
    }
}

/// How each of them does.
fn tell_supporters(told: To<'_, '_>, main: Id, Supporters { melee, simple }: Supporters) {
    for (units, kind, rule) in [(melee, "melee", "ADLG-R116"), (simple, "simple", "ADLG-R115")] {
        if !units.is_empty() {
            told.detail(|it| {
                let names = it.names(main.seat(), units);
                format!("{names} in {kind} support of {} [{rule}]", it.name(main))
            });
        }
    }
}

impl Battle {
    /// Who supports a main unit, behind its name.
    fn in_support(&self, main: Id, Supporters { melee, simple }: Supporters) -> String {
        let all = melee | simple;
        if all.is_empty() {
            return String::new();
        }
        format!(" with {} in support", self.names(main.seat(), all))
    }
}

/// What a melee costs its loser, and why if the totals do not say it.
fn cost(loss: Loss, beyond: &[(RuleId, String)]) -> String {
    let cost = match loss {
        Loss::Nothing => "lose nothing".to_owned(),
        Loss::Cohesion(points) => format!("lose {points}"),
        Loss::Rout => "lose all".to_owned(),
    };
    if beyond.is_empty() {
        return cost;
    }
    let why: Vec<_> = beyond.iter().map(|(_, why)| why.as_str()).collect();
    format!("{cost} ({})", why.join(", "))
}

/// ADLG-R120, steps 4 to 8: what made the loss another one than that of the totals: weapons of the winner,
/// armour and missiles of the loser, a Furious charge.
fn beyond_totals(melee: &Melee, fought: &Fought, won: usize) -> Vec<(RuleId, String)> {
    let lost = 1 - won;
    let mut ahead = fought.totals[won] - fought.totals[lost];
    let weapons = if ahead == 0 { melee.on_tie(won) } else { melee.on_winning(won) };
    let by_table = loss(fought.difference);
    let mut beyond = Vec::new();
    if loss(ahead) != by_table {
        let counting = weapons.rows.iter().filter(|row| row.struck_by.is_none());
        beyond.extend(counting.map(|row| (row.rule, format!("against {}", row.what))));
        ahead += weapons.total;
        for row in melee.on_losing(lost).rows.iter().filter(|row| row.struck_by.is_none()) {
            // ADLG-R122: nothing saves from a difference that is gone already.
            if ahead > 0 {
                beyond.push((row.rule, row.what.to_owned()));
            }
            ahead -= total([Some(*row)]);
        }
    }
    if fought.losses[lost] > by_table {
        let furious = melee.furious(won);
        beyond.extend(furious.rows.iter().map(|row| (row.rule, format!("1 for {}", row.what))));
    }
    beyond
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        files::data::word,
        melee::{Fighter, Round},
    };

    /// What is said of the loss when the first of two units of this kind throws so, and who loses.
    fn said(round: Round, units: [&str; 2], faces: [u8; 2]) -> String {
        let units = units.map(|text| Fighter::plain(word::profile(text).unwrap()));
        let melee = Melee { round, units };
        let fought = melee.reckon().read(Some(faces));
        let won = usize::from(fought.ahead().expect("somebody is ahead"));
        cost(fought.losses[1 - won], &beyond_totals(&melee, &fought, won))
    }

    #[test]
    fn a_loss_that_totals_do_not_explain_is_explained() {
        let plain = "medium_swordsmen";
        let (armoured, axes) = ("medium_swordsmen armour", "medium_swordsmen 2hw");
        for (units, faces, told) in [
            // ADLG-MEL.T1: beaten by 1 or 2 it loses 1, by 3 or 4 it loses 2.
            ([plain, plain], [3, 2], "lose 1"),
            ([plain, plain], [5, 2], "lose 2"),
            // ADLG-ABI.2: better armour takes 1 off the difference: 1 to 0, 2 to 1, 3 to 2.
            ([plain, armoured], [3, 2], "lose nothing (better armour)"),
            ([plain, armoured], [4, 2], "lose 1"),
            ([plain, armoured], [5, 2], "lose 1 (better armour)"),
            // ADLG-ABI.4: two-handed weapons add 1 to it: 2 to 3.
            ([axes, plain], [3, 2], "lose 1"),
            ([axes, plain], [4, 2], "lose 2 (against two-handed weapons)"),
            // Both: 2 to 3 and back.
            ([axes, armoured], [4, 2], "lose 1"),
        ] {
            assert_eq!(said(Round::Later, units, faces), told, "{units:?} {faces:?}");
        }
        // ADLG-FUR.1: Impetuous foot that charges foot and wins.
        let charge = Round::First { charger: 0 };
        let told = said(charge, ["medium_swordsmen impetuous", "medium_spearmen"], [6, 3]);
        assert!(told.ends_with("(1 for Furious charge)"), "{told}");
    }
}
