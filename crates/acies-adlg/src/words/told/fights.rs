//! Shots and melees in words.

use acies_core::{Entry, RuleId, Sum, total};

use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    melee::{Fought, Loss, Melee, engagement::Supporters, loss},
    shooting::{Shooting, Shot},
};

impl Battle {
    pub(super) fn shot_told(
        &self,
        main: Id,
        supporters: UnitSet,
        target: Id,
        shot: &Shot,
        shooting: &Shooting,
    ) -> Entry {
        let Shooting { faces, totals, hit } = shooting;
        let names = [main, target].map(|id| self.who(id));
        let result = if *hit { "hit, 1 lost" } else { "no effect" };
        let with = if supporters.is_empty() {
            String::new()
        } else {
            format!(", supported by {}", self.names(main.seat(), supporters))
        };
        let line = names[0].says(&format!(
            "shoot at {}{with}: [{}] {} against [{}] {}: {result}",
            names[1], faces[0], totals[0], faces[1], totals[1],
        ));
        let [shooter, prey] = shot.quality_rows(*faces);
        let added = Sum::of([shooter].into_iter().chain(shot.shooter_rows()));
        let protection = Sum::of([prey].into_iter().chain(shot.target_rows()));
        let rules: &[RuleId] = if supporters.is_empty() {
            &["ADLG-SHO.1", "ADLG-R111"]
        } else {
            &["ADLG-SHO.1", "ADLG-R111", "ADLG-R107"]
        };
        Entry::new(main.seat(), line, rules)
            .sum(&names[0].says("add to their die"), &added)
            .sum(&format!("protection of {}", names[1]), &protection)
    }

    pub(super) fn fought_told(
        &self,
        pair: [Id; 2],
        supporters: &[Supporters; 2],
        melee: &Melee,
        fought: &Fought,
    ) -> Entry {
        let names = pair.map(|id| self.who(id));
        let winner = fought.ahead().map(usize::from);
        let Some(faces) = fought.faces else {
            let loser = &names[1 - winner.unwrap_or_default()];
            let destroyed = loser.says("are destroyed");
            let line = names[0].says(&format!("meet {} in the open: {destroyed}", names[1]));
            return Entry::new(pair[0].seat(), line, &["ADLG-UNI.2", "ADLG-R129"]);
        };
        let beyond = winner.map(|won| beyond_totals(melee, fought, won)).unwrap_or_default();
        let result = match winner {
            None => "no result".to_owned(),
            Some(won) => names[1 - won].says(&cost(fought.losses[1 - won], &beyond)),
        };
        let [one, other] = [0, 1].map(|unit: usize| {
            let with = self.in_support(pair[unit], supporters[unit]);
            format!("{}{with} [{}] {}", names[unit], faces[unit], fought.totals[unit])
        });
        let line = format!("{one} against {other}: {result}");
        let mut entry = Entry::new(pair[0].seat(), line, &["ADLG-MEL.1", "ADLG-R120"]);
        entry.rules.extend(beyond.iter().map(|(rule, _)| (*rule).to_owned()));
        for (unit, name) in names.iter().enumerate() {
            let added = melee.added_to(unit, faces[unit]);
            entry = entry.sum(&name.says("add to their die"), &added);
            entry = self.supporters_told(entry, pair[unit], supporters[unit]);
        }
        let tie = fought.totals[0] == fought.totals[1];
        let ties = (0..2).filter(|_| tie);
        let ties = ties.map(|unit| (names[unit].says("break the tie"), melee.on_tie(unit)));
        let won = winner.into_iter().flat_map(|won| {
            [
                (names[won].says("win"), melee.on_winning(won)),
                (names[1 - won].says("lose"), melee.on_losing(1 - won)),
                (names[won].says("inflict more"), melee.furious(won)),
            ]
        });
        let sums = ties.chain(won).filter(|(_, sum)| !sum.rows.is_empty());
        sums.fold(entry, |entry, (what, sum)| entry.sum(&what, &sum))
    }

    /// Who supports a main unit, behind its name.
    fn in_support(&self, main: Id, Supporters { melee, simple }: Supporters) -> String {
        let all = melee | simple;
        if all.is_empty() {
            return String::new();
        }
        format!(" with {} in support", self.names(main.seat(), all))
    }

    /// How each of them does.
    fn supporters_told(&self, entry: Entry, main: Id, them: Supporters) -> Entry {
        let both = [(them.melee, "melee", "ADLG-R116"), (them.simple, "simple", "ADLG-R115")];
        both.into_iter().filter(|(units, ..)| !units.is_empty()).fold(
            entry,
            |entry, (units, kind, rule)| {
                let units = self.names(main.seat(), units);
                entry.detail(format!("{units} in {kind} support of {} [{rule}]", self.name(main)))
            },
        )
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
