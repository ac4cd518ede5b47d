//! Hand to hand (sections 8, 9, 11, 14 to 16; AV-R5 to AV-R7, AV-R60 to AV-R63, AV-R71 to AV-R87, AV-R95, AV-R103).

use acies_av::{
    battle::{Action, Frame},
    ground::{Area, Ground, Piece},
    leaders::Leaders,
    melee::{
        fight::Quarter,
        follow_up::FollowUp,
        join::{Join, Joining},
        lend::Lend,
        naming::{Fight, Naming, Substitution},
    },
    morale::retreat::{Retreat, Retreating},
    profile::{Abilities, Order::*},
    units::{Flags, Place, Post, Unit, UnitSet},
};
use acies_core::{Dice, Forecast, Game, Log, Seat, Telling, flow::Answer};
use acies_table::{Angle, Edge, Length, Point, Polygon, Polyline, Pose};

use crate::camp::{Camp, Play, at, blue, facing, red};

/// P4 comes next: Blue has nothing more to do.
const LAST: Frame = Frame::Leaders(Leaders(Seat::Blue));

const ON: Action = Action::EndLeaders;

/// Veterans who have rushed at warriors that stand under Halt, both alone.
fn clash() -> Camp {
    Camp::new().red("rom_vet", (10.0, 5.0), Rush).blue("ger_war", (10.0, 6.0), Halt)
}

#[test]
fn the_example_of_the_rulebook() {
    // Romans 5 dice, 4+: two hits; Germans 3 dice, 4+: one hit. Romans save on 4+ (missed), Germans on 6 (one
    // missed). Each tests alone: 4 and 5 are needed. Then initiative.
    let mut play = clash().at(LAST);
    play.act(&ON, &[4, 5, 1, 2, 3, 1, 2, 4, 3, 6, 5, 4, 5, 6, 1]);
    assert_eq!((play.unit(red(0)).cp, play.unit(blue(0)).cp), (5, 5), "AV-11.2");
    assert_eq!(play.unit(red(0)).order, Some(Halt), "AV-5.21, AV-R42");
    assert!(play.unit(red(0)).is(Flags::MELEE_GOES_ON), "AV-R78");
    let fight = play.battle.table().fight(&play.battle.table().pair(red(0), blue(0)));
    assert_eq!(fight.dice(0).total, 3, "AV-19.4: the second number, under Halt");
}

#[test]
fn each_throw_says_whose_it_is_and_what_it_needs() {
    // The same fight, throw by throw.
    let battle = clash().at(LAST).battle;
    let faces = [4, 5, 1, 2, 3, 1, 2, 4, 3, 6, 5, 4, 5];
    let (vets, warriors) = (battle.name(red(0)), battle.name(blue(0)));
    for (thrown, asks) in [
        (0, format!("red: {vets} against {warriors}, hand to hand: 5 d6, on 4+ [AV-11.2]")),
        (5, format!("blue: {warriors} against {vets}, hand to hand: 3 d6, on 4+ [AV-11.2]")),
        (8, format!("red: saves of {vets} against 1 hit by {warriors}: 1 d6, on 4+ [AV-10.13]")),
        (9, format!("blue: saves of {warriors} against 2 hits by {vets}: 2 d6, on 6 [AV-10.13]")),
        (11, format!("red: morale of {vets}: 1 d6, on 4+ [AV-14.1]")),
        (12, format!("blue: morale of {warriors}: 1 d6, on 5+ [AV-14.1]")),
        (13, "red: initiative: 1 d6 [AV-4.2]".into()),
    ] {
        let mut dice = Dice::scripted(&faces[..thrown]);
        let need = battle.clone().perform(Seat::Blue, &ON, &mut dice, &mut Log::Off).unwrap_err();
        assert_eq!(need.to_string(), asks);
    }
}

#[test]
fn who_is_beaten_gives_way_and_is_followed() {
    // Germans disrupted: one die, and they are hit on 3+. They lose a CP, miss and are repulsed 1 UD.
    let camp = || clash().with(Seat::Blue, Unit::disrupt);
    let mut play = camp().at(LAST);
    play.act(&ON, &[3, 1, 1, 2, 2, 1, 5, 4]);
    assert_eq!(play.unit(blue(0)).pose.at, at(10.0, 7.0), "AV-14.3, AV-14.10");
    assert_eq!(play.battle.frame(), Frame::FollowUp(FollowUp { unit: red(0) }), "AV-8.2, AV-8.3");
    play.act(&Action::FollowUp(Answer::YES), &[6, 1]);
    assert_eq!(play.unit(red(0)).pose.at, at(10.0, 6.0), "AV-8.2, AV-R60");
    assert_eq!(play.unit(red(0)).order, Some(Halt), "AV-R60");
    // AV-8.4: irregular units must.
    let mut wild = Camp::new()
        .red("gal_war", (10.0, 5.0), Rush)
        .blue("ger_war", (10.0, 6.0), Halt)
        .with(Seat::Blue, Unit::disrupt)
        .at(LAST);
    // Five dice with Impetuous: one hit; the Germans' one die misses.
    wild.act(&ON, &[3, 1, 1, 2, 2, 1, 5, 4, 6, 1]);
    assert_eq!(wild.unit(red(0)).pose.at, at(10.0, 6.0), "AV-8.4");
    // AV-8.2: not under Halt.
    let mut halted = Camp::new()
        .red("rom_vet", (10.0, 5.0), Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .with(Seat::Blue, Unit::disrupt)
        .at(LAST);
    halted.act(&ON, &[3, 1, 1, 2, 1, 5, 4, 6, 1]);
    assert_eq!(halted.unit(red(0)).pose.at, at(10.0, 5.0), "AV-8.2");
}

#[test]
fn heavy_projectiles_are_spent() {
    let mut play = clash().at(LAST);
    // The Romans lose a CP and miss: 3 < 4.
    play.act(&ON, &[1, 1, 1, 2, 3, 1, 2, 4, 3, 3, 6, 1]);
    assert!(
        play.unit(red(0)).disrupted && play.unit(red(0)).is(Flags::HP_SPENT),
        "AV-R78, AV-19.5"
    );
}

#[test]
fn a_unit_without_points_is_gone() {
    let camp = || {
        clash().with(Seat::Blue, |unit| unit.cp = 1).leader(
            Seat::Blue,
            Abilities::empty(),
            Post::With(0),
        )
    };
    let mut play = camp().at(LAST);
    // One hit, not saved. Germans throw 4 dice with their leader.
    play.act(&ON, &[4, 1, 1, 2, 3, 1, 1, 1, 1, 5]);
    assert_eq!(play.unit(blue(0)).place, Place::Eliminated, "AV-13.2");
    assert_eq!(play.battle.sides[Seat::Blue].leaders[0].place, Post::Lost, "AV-15.5");
    assert!(play.cited("AV-15.5"));
    assert_eq!(play.battle.lost(Seat::Blue), 13 + 10, "AV-R24");
    play.act(&Action::FollowUp(Answer::NO), &[]);
    assert!(play.battle.ending.is_some(), "AV-R24, AV-R25: 23 of 23 points");
}

#[test]
fn sixes_hit_the_leader() {
    let camp = || clash().leader(Seat::Blue, Abilities::HERO, Post::With(0));
    let mut play = camp().at(LAST);
    // Romans: two 6s and three misses. Germans: 3 and 2 for the Hero. The leader's dice: 4, 1. Both hits are
    // saved; the unit tests without him, alone or not as it was frozen: 4 passes.
    play.act(&ON, &[6, 6, 1, 2, 3, 1, 1, 1, 1, 1, 4, 1, 6, 6, 4]);
    assert_eq!(play.battle.sides[Seat::Blue].leaders[0].place, Post::Lost, "AV-15.3, AV-15.4");
    assert_eq!(play.unit(blue(0)).cp, 6, "AV-15.8, AV-R80: CP untouched");
    assert!(play.cited("AV-15.8") && play.cited("AV-16.4"));
    let told = play.events.iter().filter_map(|event| play.battle.tell(event, None));
    let said = told.map(|entry| entry.line).collect::<Vec<_>>().join("\n");
    let risks = "2 hits, for their leader [4 1], killed, saves [6 6] on 6, ";
    assert!(said.contains(risks), "AV-15.4, AV-10.13: {said}");
    assert!(play.battle.ending.is_some(), "AV-R24: 20 of 33 points");
}

#[test]
fn flanks() {
    // AV-R6, AV-R7: the attacker at (10, 5); the unit stands 1 UD from it and faces as told.
    for (place, unit, attacker, side, rule) in [
        ((10.0, 6.0), 180.0, 0.0, Edge::Front, "AV-R6"),
        ((10.0, 6.0), 0.0, 0.0, Edge::Rear, "AV-R7"),
        ((11.0, 5.0), 0.0, 90.0, Edge::Left, "AV-R7"),
        ((11.0, 5.0), 180.0, 90.0, Edge::Right, "AV-R7"),
        // Two lines that clash head-on and meet at a corner.
        ((10.8, 5.6), 180.0, 0.0, Edge::Front, "AV-R7"),
    ] {
        let play = Camp::new()
            .unit(Seat::Red, "rom_vet", (10.0, 5.0, attacker), Advance)
            .unit(Seat::Blue, "ger_war", (place.0, place.1, unit), Halt)
            .at(LAST);
        assert_eq!(play.battle.table().side_of_attack(blue(0), red(0)), side, "{rule}: {place:?}");
    }
    let left = Camp::new()
        .unit(Seat::Red, "rom_vet", (10.0, 5.0, 90.0), Advance)
        .unit(Seat::Blue, "ger_war", (11.0, 5.0, 0.0), Halt)
        .at(LAST);
    let table = left.battle.table();
    let fight = table.fight(&table.pair(red(0), blue(0)));
    assert_eq!(fight.fighters[1].attacked_on, Quarter::Left, "AV-11.4");
    assert_eq!(fight.dice(0).total, 5, "AV-11.4: 4 and 1");
}

#[test]
fn cavalry_rides_down_foot_on_the_move() {
    for (order, disrupted) in [(Advance, true), (Halt, false), (Shieldwall, false)] {
        let mut play = Camp::new()
            .red("rom_ala", (10.0, 5.0), Advance)
            .blue("rom_aux", (10.0, 6.0), order)
            .at(LAST);
        let table = play.battle.table();
        let fight = table.fight(&table.pair(red(0), blue(0)));
        let dice = if disrupted { 4 + 1 } else { fight.pool(0).0 + fight.pool(1).0 };
        let mut faces = vec![1; dice];
        faces.extend([6, 1]);
        play.act(&ON, &faces);
        assert_eq!(play.unit(blue(0)).disrupted, disrupted, "AV-9.6, AV-R62: {order:?}");
    }
}

#[test]
fn close_order_is_broken_up_in_rough_ground() {
    let corners = [(8.0, 5.5), (12.0, 5.5), (12.0, 9.0), (8.0, 9.0)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    let ground = Ground { areas: vec![Area { piece: Piece::Scrub, outline }], walls: vec![] };
    let camp = || {
        let camp = Camp::new().on(ground.clone()).red("rom_leg", (10.0, 5.0), Advance);
        camp.blue("gre_pelt", (10.0, 6.0), Halt)
    };
    let mut play = camp().with(Seat::Red, |unit| unit.reached = UnitSet::one(0)).at(LAST);
    // Disrupted: 2 dice with the first number; the peltasts 2. All miss.
    play.act(&ON, &[1, 1, 1, 1, 6, 1]);
    assert!(play.unit(red(0)).disrupted, "AV-9.8, AV-R63");
    assert!(!play.unit(red(0)).is(Flags::HP_SPENT), "AV-R78: not by its fight");
    // The peltasts came to it: 4 dice, advancing.
    let mut stood = camp().at(LAST);
    stood.act(&ON, &[1, 1, 1, 1, 1, 1, 6, 1]);
    assert!(!stood.unit(red(0)).disrupted, "AV-R113: not by its own move");
}

#[test]
fn supporters_add_dice() {
    let play = clash()
        .red("rom_leg", (11.5, 5.0), Halt)
        .red("rom_aux", (8.5, 5.0), Advance)
        .red("rom_leg", (10.0, 3.5), Halt)
        .red("rom_ala", (10.4, 3.2), Halt)
        .at(LAST);
    let table = play.battle.table();
    let supporters = table.supporters(red(0));
    assert_eq!((supporters.left, supporters.right, supporters.behind), (Some(2), Some(1), Some(3)));
    let fight = table.fight(&table.pair(red(0), blue(0)));
    assert_eq!(fight.dice(0).total, 8, "AV-11.7 to AV-11.9, AV-R74: 5 and 3");
    // AV-11.11, AV-R74: nobody who is disrupted, engaged, falling back or turned elsewhere.
    let idle = clash()
        .red("rom_leg", (11.5, 5.0), Halt)
        .with(Seat::Red, Unit::disrupt)
        .red("rom_aux", (8.5, 5.0), FallBack)
        .unit(Seat::Red, "rom_leg", (10.0, 3.5, 20.0), Halt)
        .at(LAST);
    assert_eq!(idle.battle.table().supporters(red(0)).all(), UnitSet::NONE, "AV-11.11");
    // AV-11.8: cavalry is supported from behind by Expediti only.
    let horse = |behind: &str| {
        let play =
            Camp::new().red("rom_ala", (10.0, 5.0), Halt).red(behind, (10.0, 3.5), Halt).at(LAST);
        play.battle.table().supporters(red(0)).behind
    };
    assert_eq!((horse("rom_vel"), horse("rom_leg")), (Some(1), None), "AV-11.8");
}

#[test]
fn formed_units_support_a_screen_only_if_told() {
    let mut play = Camp::new()
        .red("rom_vel", (10.0, 5.0), Halt)
        .red("rom_leg", (10.0, 3.5), Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .at(LAST);
    play.act(&ON, &[]);
    assert_eq!(play.battle.frame(), Frame::Lend(Lend { unit: red(1), to: red(0) }), "AV-R103");
    // 2 dice and 1 for the support; the Germans 3 at 3+ in the open. Nobody hits.
    play.act(&Action::Lend(Answer::YES), &[1, 1, 1, 1, 1, 1, 6, 1]);
    assert!(play.cited("AV-11.8"));
}

#[test]
fn two_against_one() {
    // Both touch the German; Red is first and names, and Blue has nobody else to put in.
    let mut play = Camp::new()
        .red("rom_leg", (9.4, 5.2), Halt)
        .red("rom_leg", (10.6, 5.2), Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .at(LAST);
    play.act(&ON, &[]);
    assert_eq!(play.battle.frame(), Frame::Name(Naming(Seat::Red)), "AV-R73(2)");
    // 3 dice and 1 for the friend in contact against 3. All miss.
    play.act(&Action::Fight(Fight { unit: 1, enemy: 0 }), &[1, 1, 1, 1, 1, 1, 1, 1, 6, 1]);
    assert!(play.cited("AV-11.10"), "AV-R73(3)");
}

/// The dice of both sides that the odds of a fight count: Red's, then Blue's.
fn foreseen(play: &Play, fight: &Action) -> [i32; 2] {
    let &Action::Fight(Fight { unit, enemy }) = fight else { panic!("a fight") };
    let names = [red(unit), blue(enemy)].map(|id| play.battle.name(id));
    let title = names.join(" fight ");
    let by = play.battle.pending().seat().unwrap();
    let mut all = play.battle.forecast(by, fight).into_iter().chain(play.battle.later(by, fight));
    let such = |it: &Forecast| it.title.starts_with(&title) && !it.title.contains(';');
    let forecast = all.find(such).expect("the odds of this fight");
    let dice = forecast.sums.iter().filter(|(name, _)| name.starts_with("dice of"));
    dice.map(|(_, sum)| sum.total).collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn odds_count_supports_by_contact_that_are_sure() {
    // Two legions touch a warband.
    let pair = Camp::new().red("rom_leg", (9.4, 5.2), Halt).red("rom_leg", (10.6, 5.2), Halt);
    let mut play = pair.blue("ger_war", (10.0, 6.0), Halt).at(LAST);
    let fight = Action::Fight(Fight { unit: 1, enemy: 0 });
    play.act(&ON, &[]);
    // HP 4 under Halt and 1 for the other legion, against 3.
    assert_eq!(foreseen(&play, &fight), [5, 3], "AV-11.10, AV-R73(3)");
    // The other side: who is not named supports, and who is disrupted does not (AV-11.11).
    let camp = || {
        Camp::new().red("rom_leg", (10.0, 5.0), Halt).blue("ger_war", (9.4, 5.8), Halt).blue(
            "ger_war",
            (10.6, 5.8),
            Halt,
        )
    };
    let mut play = camp().at(LAST);
    play.act(&ON, &[]);
    assert_eq!(foreseen(&play, &Action::Fight(Fight { unit: 0, enemy: 1 })), [4, 4], "AV-11.10");
    let mut play = camp().with(Seat::Blue, Unit::disrupt).at(LAST);
    play.act(&ON, &[]);
    assert_eq!(foreseen(&play, &Action::Fight(Fight { unit: 0, enemy: 0 })), [4, 3], "AV-11.11");
}

#[test]
fn odds_leave_out_who_may_still_fight_for_himself() {
    // Three in a row of contacts: R0 - B0 - R1 - B1. R1 may yet fight B1 when R0 fights B0, and must: then it
    // supports nobody.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .red("rom_leg", (11.4, 5.0), Halt)
        .blue("ger_war", (10.7, 5.7), Halt)
        .blue("ger_war", (12.1, 5.7), Halt)
        .at(LAST);
    play.act(&ON, &[]);
    assert_eq!(play.battle.frame(), Frame::Name(Naming(Seat::Red)), "AV-R73(2)");
    assert_eq!(foreseen(&play, &Action::Fight(Fight { unit: 0, enemy: 0 })), [4, 3], "AV-R73(1)");
    // If R1 takes B0, R0 is left with no enemy of its own and supports it, and B1 supports B0.
    assert_eq!(foreseen(&play, &Action::Fight(Fight { unit: 1, enemy: 0 })), [5, 4], "AV-R73(3)");
}

#[test]
fn who_may_support_either_of_two_sees_both_fights() {
    // R0 fights B0 and R2 fights B1; R1 touches both enemies.
    let mut play = Camp::new()
        .red("rom_leg", (9.4, 5.2), Halt)
        .red("rom_leg", (10.8, 5.4), Halt)
        .red("rom_leg", (12.2, 5.2), Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .blue("ger_war", (11.6, 6.0), Halt)
        .at(LAST);
    play.act(&ON, &[]);
    play.act(&Action::Fight(Fight { unit: 0, enemy: 0 }), &[]);
    play.act(&Action::Fight(Fight { unit: 1, enemy: 2 }), &[]);
    // AV-R73(2): R1 could be put in for R2; it is not.
    play.act(&Action::Fight(Fight { unit: 2, enemy: 1 }), &[]);
    assert_eq!(play.battle.frame(), Frame::Join(Joining { unit: red(1) }), "AV-R73(3)");
    for friend in [0, 2] {
        let join = Action::Join(Join { unit: 1, friend });
        // It is the last to join, so the dice of both fights are due.
        let later = play.battle.later(Seat::Red, &join);
        let dice = |of: u8| {
            let name = play.battle.name(red(of));
            let its = |it: &&Forecast| it.title.starts_with(&format!("{name} fight "));
            let fight = later.iter().find(its).unwrap_or_else(|| panic!("AV-R73(3): {later:?}"));
            let dice = format!("dice of {name}");
            fight.sums.iter().find(|(of, _)| *of == dice).map(|(_, sum)| sum.total)
        };
        // AV-11.10: HP 4 under Halt, and 1 for R1.
        let other = 2 - friend;
        assert_eq!((dice(friend), dice(other)), (Some(5), Some(4)), "AV-11.10");
    }
}

#[test]
fn the_other_player_may_put_in_another() {
    let camp = || {
        Camp::new().red("rom_leg", (10.0, 5.0), Halt).blue("ger_war", (9.4, 5.8), Halt).blue(
            "ger_levy",
            (10.6, 5.8),
            Halt,
        )
    };
    let mut play = camp().at(LAST);
    play.act(&ON, &[]);
    assert_eq!(play.battle.frame(), Frame::Name(Naming(Seat::Red)), "AV-R73(2)");
    let far = Action::Fight(Fight { unit: 0, enemy: 5 });
    assert_eq!(play.refused(&far), ["AV-2.1"]);
    play.act(&Action::Fight(Fight { unit: 0, enemy: 1 }), &[]);
    assert_eq!(
        play.battle.frame(),
        Frame::Substitute(Substitution { named: blue(1), against: red(0) }),
        "AV-11.10"
    );
    // The warriors fight, the levy supports by contact: 3 + 1 dice against 4. All miss.
    play.act(&Action::Fight(Fight { unit: 0, enemy: 0 }), &[1, 1, 1, 1, 1, 1, 1, 1, 6, 1]);
    assert!(play.cited("AV-R95"), "AV-11.10: the other supports");
    let told = play.events.iter().filter_map(|event| play.battle.tell(event, None));
    let lines: Vec<_> = told.map(|entry| entry.line).collect();
    let naming = lines.iter().position(|it| it.ends_with("; Blue may put in another"));
    let exchange = lines.iter().position(|it| it.contains(" in the place of "));
    assert!(naming.is_some() && naming < exchange, "AV-R73(2): {lines:#?}");
    assert_eq!(play.unit(blue(1)).order, Some(Halt), "AV-5.21, AV-R95");
    assert!(play.unit(blue(1)).is(Flags::MELEE_GOES_ON), "AV-R78");
}

#[test]
fn retreats_deviate_or_cost() {
    // A friend that may not be passed stands 1.5 UD behind: only 45 degrees to either side pass it at 1.06 UD.
    let camp = |friends: &[(f64, f64)]| {
        let camp = clash().with(Seat::Blue, Unit::disrupt);
        friends.iter().fold(camp, |camp, &place| camp.blue("ger_war", place, Halt))
    };
    let chief = Post::Alone(at(25.0, 15.0));
    let mut aside = camp(&[(10.0, 7.5)]).leader(Seat::Blue, Abilities::empty(), chief).at(LAST);
    // 5 dice: one hit, not saved. The friend gives a die, which misses like the other, and passes its test.
    aside.act(&ON, &[3, 1, 1, 2, 2, 1, 1, 5, 3, 4]);
    assert_eq!(
        aside.battle.frame(),
        Frame::Retreat(Retreating { unit: blue(0) }),
        "AV-R84: the owner picks the side"
    );
    let mut ways = Vec::new();
    acies_core::Game::candidates(&aside.battle, Seat::Blue, &mut ways);
    assert!(ways.len() >= 2, "AV-R84: {ways:?}");
    // AV-R71: a leader who joins it now counts in the next phase only.
    aside.battle.sides[Seat::Blue].leaders[0].place = Post::With(0);
    assert!(!aside.battle.nerve(blue(0)).leader, "AV-R71");
    // 1 UD to the north-east is (10.707, 6.707); from there the enemy at (10, 5) lies at 202.5 degrees.
    let back = Action::Retreat(Retreat {
        heading: facing(45.0),
        distance: Length::new(1.0),
        turned: true,
    });
    aside.act(&back, &[]);
    let turned = (aside.unit(blue(0)).pose.facing - facing(202.5)).abs();
    assert!(turned < Angle::new(0.1), "AV-14.16, AV-R84: {turned:?}");
    // Hemmed in on all sides it goes as far as it can and loses a CP.
    let mut caught = camp(&[(10.0, 7.0), (9.05, 6.4), (10.95, 6.4)]).at(LAST);
    let cp = caught.unit(blue(0)).cp;
    caught.act(&ON, &[3, 1, 1, 2, 2, 1, 1, 1, 1, 5, 3, 4, 4, 4, 6, 1]);
    assert!(caught.cited("AV-14.12") && caught.cited("AV-R86"));
    assert_eq!(caught.unit(blue(0)).cp, cp - 2, "AV-14.12");
}

#[test]
fn who_routs_over_his_edge_is_lost() {
    let mut play = Camp::new()
        .red("rom_vet", (10.0, 18.5), Rush)
        .blue("ger_war", (10.0, 19.5), Halt)
        .with(Seat::Blue, Unit::disrupt)
        .at(LAST);
    // Two hits at 3+, no saves: two CP and two misses: repulsed, then routed, 0.5 UD from the edge.
    play.act(&ON, &[3, 3, 1, 2, 2, 1, 5, 5, 4, 4]);
    assert_eq!(play.unit(blue(0)).place, Place::LeftTable, "AV-R85, AV-R94");
}

#[test]
fn who_routs_near_his_edge_looks_for_room_along_it() {
    // 0.71 UD from the edge 45 degrees to a side leave 0.71 / 0.7071 = 1.004 UD; 0.69 UD leave 0.976.
    for (from_edge, lost) in [(0.71, false), (0.69, true)] {
        let y = 20.0 - from_edge;
        let mut play = Camp::new()
            .red("rom_vet", (10.0, y - 1.0), Rush)
            .blue("ger_war", (10.0, y), Halt)
            .with(Seat::Blue, Unit::disrupt)
            .at(LAST);
        play.act(&ON, &[3, 3, 1, 2, 2, 1, 5, 5, 4, 4]);
        assert_eq!(play.unit(blue(0)).place == Place::LeftTable, lost, "AV-R85: {from_edge}");
        if !lost {
            let flees = |heading: f64| {
                Action::Retreat(Retreat {
                    heading: facing(heading),
                    distance: Length::new(1.0),
                    turned: false,
                })
            };
            assert_eq!(play.refused(&flees(0.0))[0], "AV-R84", "AV-R85");
            play.act(&flees(45.0), &[]);
            assert_eq!(
                play.unit(blue(0)).pose,
                Pose::new(10.707, y + 0.707, facing(0.0)),
                "AV-R85"
            );
        }
    }
}

#[test]
fn contact_disruptions_are_judged_together() {
    // Elephants under Rush reach youths under Advance in a scrub: the youths are ridden down, the elephants lose
    // their order, each by the state that the other had before.
    let corners = [(8.0, 4.0), (12.0, 4.0), (12.0, 8.0), (8.0, 8.0)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    let areas = vec![Area { piece: Piece::Scrub, outline }];
    let mut play = Camp::new()
        .on(Ground { areas, walls: vec![] })
        .red("ele", (10.0, 5.0), Rush)
        .with(Seat::Red, |unit| unit.reached = UnitSet::one(0))
        .blue("gal_youth", (10.0, 6.0), Advance)
        .at(LAST);
    // 2 dice for disrupted cavalry (AH), 1 for disrupted foot (C), both at 3+: all miss.
    play.act(&ON, &[2, 2, 2, 4, 1]);
    assert!(play.cited("AV-9.6") && play.cited("AV-9.8"), "AV-R62, AV-R63");
    assert!(play.unit(red(0)).disrupted && play.unit(blue(0)).disrupted, "AV-R62");
}

#[test]
fn a_wall_protects_the_nearer() {
    let wall = |y: f64| Ground {
        areas: vec![],
        walls: vec![Polyline::new(vec![Point::new(8.0, y), Point::new(12.0, y)])],
    };
    let protected = |y: f64| {
        let play = clash().on(wall(y)).at(LAST);
        let table = play.battle.table();
        [table.is_protected(red(0), blue(0)), table.is_protected(blue(0), red(0))]
    };
    assert_eq!(protected(5.8), [false, true], "AV-R16, AV-R76");
    assert_eq!(protected(5.2), [true, false], "AV-R16");
    // Infantry in a village is protected whatever stands before it.
    let corners = [(9.0, 5.5), (11.0, 5.5), (11.0, 8.0), (9.0, 8.0)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    let mut ground = wall(5.2);
    ground.areas.push(Area { piece: Piece::Village, outline });
    let play = clash().on(ground).at(LAST);
    assert!(play.battle.table().is_protected(blue(0), red(0)), "AV-R16");
    // Who shoots from a slanting wall stands on it, if only as nearly as the grid has it.
    let slanting = Polyline::new(vec![Point::new(0.0, 0.0), Point::new(30.0, 10.0)]);
    let ground = Ground { areas: vec![], walls: vec![slanting] };
    for y in [3.333, 3.334] {
        let covered = ground.protects(at(12.0, 4.9).vec(), true, at(10.0, y).vec());
        assert!(covered.is_some(), "AV-R16: {y}");
    }
    assert!(ground.protects(at(10.0, 3.334).vec(), true, at(12.0, 2.0).vec()).is_none(), "AV-R16");
    let play = clash().on(wall(5.8)).at(LAST);
    let table = play.battle.table();
    assert_eq!(table.fight(&table.pair(red(0), blue(0))).hits_on(0).total, 6, "AV-12.6");
}

#[test]
fn nobody_is_isolated_with_a_friend_in_sight() {
    let lonely = |camp: Camp| camp.at(LAST).battle.table().is_isolated(red(0));
    let one = || Camp::new().red("rom_leg", (10.0, 5.0), Halt);
    assert!(lonely(one()), "AV-5.7");
    assert!(!lonely(one().red("rom_leg", (13.9, 5.0), Halt)), "AV-5.7");
    assert!(!lonely(one().red("rom_leg", (14.01, 5.0), Halt)), "AV-R2: 4 UD and the tolerance");
    assert!(lonely(one().red("rom_leg", (14.02, 5.0), Halt)), "AV-5.7: more than 4 UD");
    let screened = one().red("rom_leg", (13.0, 5.0), Halt).blue("ger_war", (11.5, 5.4), Halt);
    assert!(lonely(screened), "AV-R14");
    let led = one().leader(Seat::Red, Abilities::empty(), Post::Alone(at(12.0, 5.0)));
    assert!(!lonely(led), "AV-5.7: a leader in sight");
}

#[test]
fn a_long_quiet_ends_a_battle_without_limit() {
    let mut play: Play =
        Camp::new().red("rom_leg", (10.0, 5.0), Halt).blue("ger_war", (10.0, 15.0), Halt).at(LAST);
    play.battle.setup.to_mut().turns = None;
    play.battle.quiet = 7;
    play.act(&ON, &[]);
    assert!(play.cited("AV-R101"), "eight turns without a loss or a fight");
}
