use acies_core::{Dice, Game, Log, Pending, Telling};

use super::*;
use crate::{battle::tests::sample, setup::tests::rosters};

fn alike(battle: &Battle) {
    let text = write(battle);
    let read = read("it.toml", &text).unwrap_or_else(|bad| panic!("{}: {bad}\n{text}", bad.line()));
    assert_eq!(&read, battle, "{text}");
    assert_eq!(write(&read), text);
}

#[test]
fn what_is_written_is_read_back_alike() {
    alike(&sample());
    let mut battle = Battle::to_set_up(&rosters());
    alike(&battle);
    // Through the set-up and on, as far as a battle goes.
    let (mut chance, mut dice) = (Dice::seeded(1), Dice::seeded(2));
    for _ in 0..400 {
        let Pending::Decide(seats) = battle.pending() else { break };
        let by = seats.first().unwrap();
        let action = battle.any(by, &mut chance, &mut Vec::new());
        battle
            .apply(by, &action, &mut dice, &mut Log::Off)
            .unwrap_or_else(|_| panic!("{action:?}"));
        alike(&battle);
    }
}

#[test]
fn units_keep_their_state() {
    let mut battle = sample();
    let id = |battle: &Battle, seat, key| crate::battle::tests::id(battle, seat, key);
    let gauls = id(&battle, Seat::Blue, "car_gauls_1");
    let hastati = id(&battle, Seat::Red, "rom_hastati_1");
    let piece = battle.piece_mut(gauls);
    piece.unit.lose(5);
    piece.unit.disorder();
    piece.phases = 2;
    piece.hit_on_flank = piece.hit_on_flank.with(hastati.number());
    battle.sides[Seat::Red].commands[1].commander = None;
    for it in &mut battle.sides[Seat::Red].pieces {
        it.unit.commander &= it.command == 0;
    }
    battle.sides[Seat::Blue].commands[0].post = Post::At(Point::new(100.0, 110.0));
    battle.sides[Seat::Blue]
        .pieces
        .iter_mut()
        .filter(|it| it.command == 0)
        .for_each(|it| it.unit.commander = false);
    battle.turn = 5;
    alike(&battle);
    let text = write(&battle);
    let line = text.lines().find(|it| it.contains("car_gauls_1")).unwrap();
    insta::assert_snapshot!(line, @r#"    { troop = "car_gauls", key = "car_gauls_1", name = "Gallic warband 1", large = 2, at = [68, 98, 180], left = [3, 0, 0], disordered = true, phases = 2, hit_on_flank = ["red/rom_hastati_1"] },"#);
    assert!(
        text.contains("began_with = \"car_veterans_2\""),
        "IMP-R6: the VD stays with that Unit"
    );
    assert_eq!(battle.save(), text);
}

/// A file in which one thing is changed.
fn wrong(old: &str, new: &str) -> String {
    let text = write(&sample());
    assert!(text.contains(old), "{old}");
    let bad = read("it.toml", &text.replacen(old, new, 1)).err();
    let bad = bad.unwrap_or_else(|| panic!("it reads {new}"));
    let hint = bad.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{}:{}: {bad}{hint}", bad.line(), bad.column())
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    insta::assert_snapshot!(wrong("troop = \"rom_hastati\"", "troop = \"rom_hasta\""), @"25:15: unknown troop `rom_hasta`; did you mean `rom_hastati` or `rom_alae` or `rom_archers`?");
    insta::assert_snapshot!(wrong("at = [72, 22, 0]", "at = [80, 22, 0]"), @"26:5: Hastati 2 would overlap Hastati 1 of Consular army (IMP-R143)");
    insta::assert_snapshot!(wrong("turn = 1", "turn = 13"), @"5:8: turn 13 (IMP-R108); 1 to 12");
    let frame = wrong("\"nominate\"", "\"nominat\"");
    assert!(frame.starts_with("9:5: ") && frame.ends_with("did you mean `nominate`?"), "{frame}");
    insta::assert_snapshot!(wrong("with = \"rom_principes_2\"", "with = \"rom_allies_1\""), @"23:8: unknown Unit of this Command `rom_allies_1`; did you mean `rom_velites_1` or `rom_principes_1` or `rom_hastati_1`?");
    insta::assert_snapshot!(wrong("terrain = [", "terrain = [{ is = \"wod\", outline = [[0,0],[9,0],[9,9]] },"), @"11:19: unknown terrain `wod`; did you mean `wood`?");
    let field = wrong("name = \"Hastati 1\"", "name = \"Hastati 1\", disorderd = true");
    assert!(field.starts_with("25:73: unknown field `disorderd`"), "{field}");
    insta::assert_snapshot!(wrong("structure", "strcture"), @"14:1: missing field `structure`; write `structure = ...` here");
}

/// Whatever number is spoilt: the file is refused, or the battle can be drawn, asked and saved.
#[test]
fn a_spoilt_position_never_panics() {
    let mut battle = Battle::to_set_up(&rosters());
    let (mut chance, mut dice) = (Dice::seeded(5), Dice::seeded(6));
    for _ in 0..9 {
        let by = battle.pending().seat().unwrap();
        let action = battle.any(by, &mut chance, &mut Vec::new());
        battle
            .apply(by, &action, &mut dice, &mut Log::Off)
            .unwrap_or_else(|_| panic!("{action:?}"));
    }
    let mut read_well = 0;
    for saved in [write(&battle), write(&sample())] {
        let digits = saved.char_indices().filter(|(_, letter)| letter.is_ascii_digit());
        for (at, digit) in digits.step_by(23) {
            for by in ["9", "-1", "77"].into_iter().filter(|by| *by != digit.to_string()) {
                let spoilt = format!("{}{by}{}", &saved[..at], &saved[at + 1..]);
                let Ok(battle) = read("spoilt", &spoilt) else { continue };
                read_well += 1;
                let Pending::Decide(seats) = battle.pending() else { continue };
                let (_, _) = (battle.scene(None), battle.board(None));
                let mut all = Vec::new();
                for seat in seats.iter() {
                    battle.candidates(seat, &mut all);
                    let _ = battle.question(seat);
                }
                read(".", &battle.save())
                    .unwrap_or_else(|bad| panic!("{by} at {at}: {bad}\n{spoilt}"));
            }
        }
    }
    assert!(read_well > 20, "{read_well}");
}
