//! What players read: odds of actions, options, cards and the log.

use crate::camp::{Camp, Play, ahead, at, moves};
use acies_av::{
    battle::{Action, Carried, Carrier, Frame},
    leaders::Leaders,
    melee::naming::Fight,
    movement::Moves,
    orders::{Orders, give::Test},
    profile::{
        Abilities, Figure,
        Order::{self, *},
    },
    shooting::{Shoot, Targets},
    turn::initiative::Choice,
    units::{Post, Unit, UnitSet},
};
use acies_core::{Chance, Dice, Forecast, Game, Log, Seat, Telling, flow::Answer};

const ORDERS: Frame = Frame::Orders(Orders(Seat::Red));

fn test(units: &[u8], order: Order) -> Action {
    Action::Test(Test { units: units.iter().copied().collect(), order })
}

fn foreseen(play: &Play, action: &Action) -> Forecast {
    play.battle.forecast(play.battle.pending().seat().unwrap(), action).expect("it throws dice")
}

/// Each outcome with its chance.
fn outcomes(forecast: &Forecast) -> Vec<(&str, String)> {
    forecast.outcomes.iter().map(|it| (it.says.as_str(), it.chance.to_string())).collect()
}

fn lines(play: &Play) -> Vec<String> {
    let told = play.events.iter().filter_map(|event| play.battle.tell(event, None));
    told.map(|entry| entry.line).collect()
}

#[test]
fn odds_of_an_order_say_what_a_miss_does() {
    // Halt to Advance 4+, regular +1. The second legion is in an enemy zone.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .red("rom_leg", (11.5, 5.0), Halt)
        .blue("ger_war", (11.5, 6.0), Halt)
        .at(ORDERS);
    let said = |units: &[u8]| foreseen(&play, &test(units, Advance));
    let (changed, third) = (("the order is changed", "2/3".to_owned()), "1/3".to_owned());
    let kept = ("missed: they stay under Halt", third.clone());
    assert_eq!(outcomes(&said(&[0])), [changed.clone(), kept], "AV-5.11");
    let shaken = ("missed: they are disrupted", third.clone());
    assert_eq!(outcomes(&said(&[1])), [changed.clone(), shaken], "AV-9.3");
    let one_of_two = ("missed: Legionaries 2 are disrupted", third);
    let both = said(&[0, 1]);
    assert_eq!(outcomes(&both), [changed, one_of_two], "AV-R40");
    let sums: Vec<_> = both.sums.iter().map(|(name, sum)| (name.as_str(), sum.total)).collect();
    let rows =
        [("to be reached from Halt to Advance", 4), ("added to the die of Legionaries 1", 1)];
    assert_eq!(sums, rows, "AV-5.8, AV-5.14");
    let offer = play.battle.offer(Seat::Red, &test(&[0, 1], Advance));
    assert_eq!(offer.title, "To Advance on 3+, with Legionaries 2", "whose it is, a client says");
    play.act(&test(&[0], Advance), &[3]);
    let line = "Legionaries 1 to Advance on 3+: [3], the order is changed";
    assert_eq!(lines(&play), [line], "AV-5.2: on what was offered");
}

#[test]
fn odds_of_a_shot_say_whose_points_and_who_is_enraged() {
    // 9 UD, 2 dice, 5+, save 6: 5/18 a die. The Gaesatae are alone and test on 4+.
    let play = Camp::new()
        .red("rom_scorp", (10.0, 5.0), Halt)
        .blue("gal_gaes", (10.0, 14.0), Advance)
        .at(Frame::Targets(Targets(Seat::Red)));
    let forecast = foreseen(&play, &Action::Shoot(Shoot { unit: 0, target: 0 }));
    let chance = |says: &str| {
        let found = forecast.highlights.iter().find(|it| it.says == says);
        found.unwrap_or_else(|| panic!("{:#?}", forecast.highlights)).chance.to_string()
    };
    // 13/18 squared, 2 x 5/18 x 13/18, 5/18 squared.
    assert_eq!(chance("Gaesatae 1 keep their 6 CP"), "169/324", "AV-10.14");
    assert_eq!(chance("Gaesatae 1 lose 1 CP, 5 left"), "65/162", "AV-10.14");
    assert_eq!(chance("Gaesatae 1 lose 2 CP or more"), "25/324", "AV-10.14");
    // One loss and a test passed, or two and both: 130/324 x 1/2 + 25/324 x 1/4.
    let rage = "Gaesatae 1 lose CP in good order, and rush if an enemy is ahead then";
    assert_eq!(chance(rage), "95/432", "AV-18.6, AV-18.7");
    let numbers: Vec<_> = forecast.outcomes[0].is.iter().map(|(name, _)| *name).collect();
    assert_eq!(numbers[..2], ["enemy_CP_lost", "enemy_rung"], "AV-14.1");
}

#[test]
fn the_log_shows_what_saves() {
    // Three dice on 5+ at 4 UD; a legion saves on 4+, and its nerve holds with a 6. Then initiative.
    let mut play = Camp::new()
        .red("rom_auxbow", (10.0, 5.0), Halt)
        .blue("rom_leg", (10.0, 9.0), Halt)
        .at(Frame::Targets(Targets(Seat::Red)));
    play.act(&Action::Shoot(Shoot { unit: 0, target: 0 }), &[6, 5, 4, 4, 3, 6, 2, 1]);
    let shot = "Auxiliary archers 1 shoot at Legionaries 1: [6 5 4] on 5+, 2 hits, saves [4 3] on 4+; \
                Legionaries 1 lose 1 CP";
    assert!(lines(&play).contains(&shot.to_owned()), "AV-10.13: {:#?}", lines(&play));
}

#[test]
fn odds_of_a_fight_are_those_of_who_asks() {
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .blue("ger_war", (9.4, 5.8), Halt)
        .blue("ger_war", (10.6, 5.8), Halt)
        .at(Frame::Leaders(Leaders(Seat::Blue)));
    play.act(&Action::EndLeaders, &[]);
    let named = Action::Fight(Fight { unit: 0, enemy: 1 });
    let title = "Legionaries 1 fight Germanic warriors 2, unless Germanic warriors 1 are put in";
    assert_eq!(play.battle.forecast(Seat::Red, &named), None, "no die falls yet");
    assert_eq!(play.battle.later(Seat::Red, &named)[0].title, title, "AV-R73(2)");
    let note = play.battle.offer(Seat::Red, &named).note;
    assert_eq!(note, "Blue may put in Germanic warriors 1", "AV-R73(2)");
    play.act(&named, &[]);
    let asks = play.battle.question(Seat::Blue).asks;
    let expected = "who fights Legionaries 1: Germanic warriors 2, or Germanic warriors 1?";
    assert_eq!(asks, expected, "AV-R73(2)");
    let forecast = foreseen(&play, &Action::Fight(Fight { unit: 0, enemy: 0 }));
    assert_eq!(forecast.highlights[0].says, "Legionaries 1 keep their 6 CP", "the enemy first");
    let sides = ["enemy_CP_lost", "own_CP_lost"];
    let told = |it: &Chance| it.is.iter().take(2).map(|(of, _)| *of).eq(sides);
    assert!(forecast.outcomes.iter().all(told), "AV-11.2: both strike");
    let apart: std::collections::BTreeSet<_> = forecast.outcomes.iter().map(|it| &it.is).collect();
    assert_eq!(apart.len(), forecast.outcomes.len(), "AV-14.2: rungs are told apart");
}

/// Scorpions on 9 UD, two dice each at 5/18 a die, and whom they shoot at; others of Blue cannot.
fn two_batteries() -> Camp {
    Camp::new()
        .red("rom_scorp", (10.0, 5.0), Halt)
        .red("rom_scorp", (20.0, 5.0), Halt)
        .blue("gal_gaes", (10.0, 14.0), Advance)
        .blue("gal_gaes", (20.0, 14.0), Advance)
}

#[test]
fn what_ends_the_naming_has_the_odds_of_all_that_it_starts() {
    let mut play = two_batteries().at(Frame::Targets(Targets(Seat::Red)));
    let first = Action::Shoot(Shoot { unit: 0, target: 0 });
    assert_eq!(play.battle.forecast(Seat::Red, &first), None, "AV-R66: no die falls yet");
    let later = &play.battle.later(Seat::Red, &first)[0];
    assert_eq!(chance(later, "Gaesatae 1 keep their 6 CP"), "169/324", "AV-10.14");
    play.act(&first, &[]);
    let ends = foreseen(&play, &Action::EndShooting);
    assert_eq!(ends.title, "Scorpions 1 shoot at Gaesatae 1");
    assert_eq!(chance(&ends, "Gaesatae 1 keep their 6 CP"), "169/324", "AV-R66");
    // Both: nothing is lost with (13/18)^4, one CP with 4 x 5/18 x (13/18)^3.
    let both = Action::Shoot(Shoot { unit: 1, target: 1 });
    let all = foreseen(&play, &both);
    assert_eq!(all.title, "Scorpions 1 shoot at Gaesatae 1; Scorpions 2 shoot at Gaesatae 2");
    let lost = outcomes(&all);
    assert_eq!(lost[0], ("the enemy loses 0 CP", "28561/104976".to_owned()), "AV-10.14");
    assert_eq!(lost[1], ("the enemy loses 1 CP", "10985/26244".to_owned()), "AV-10.14");
    assert_eq!(chance(&all, "Gaesatae 2 keep their 6 CP"), "169/324", "AV-R71");
    assert_eq!(play.battle.later(Seat::Red, &both).len(), 2, "each by itself");
    // The end of shooting starts the fights: veterans 4 dice at 5/12 a die.
    let play = Camp::new()
        .red("rom_vet", (10.0, 5.0), Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .at(Frame::Targets(Targets(Seat::Blue)));
    let fight = foreseen(&play, &Action::EndShooting);
    assert_eq!(fight.title, "Veteran legionaries 1 fight Germanic warriors 1");
    assert_eq!(chance(&fight, "Germanic warriors 1 keep their 6 CP"), "2401/20736", "AV-12.1");
}

#[test]
fn odds_stop_where_somebody_may_be_asked() {
    // Three dice on 5+, saved on 4+: 1/6 a die. The legion's leader may have a miss thrown again (AV-R81).
    let play = Camp::new()
        .red("rom_auxbow", (10.0, 5.0), Halt)
        .blue("rom_leg", (10.0, 9.0), Halt)
        .leader(Seat::Blue, Abilities::CHARISMATIC, Post::With(0))
        .at(Frame::Targets(Targets(Seat::Red)));
    let shoot = Action::Shoot(Shoot { unit: 0, target: 0 });
    let now = foreseen(&play, &shoot);
    let title = "Auxiliary archers 1 shoot at Legionaries 1, before morale: a leader may have a missed test thrown again";
    assert_eq!(now.title, title, "AV-R81");
    let told: Vec<_> = now.highlights.iter().map(|it| it.says.as_str()).collect();
    let losses = ["keep their 6 CP", "lose 1 CP, 5 left", "lose 2 CP or more"];
    assert_eq!(told, losses.map(|it| format!("Legionaries 1 {it}")), "AV-16.1");
    assert_eq!(chance(&now, "Legionaries 1 keep their 6 CP"), "125/216", "AV-10.14");
    let later = play.battle.later(Seat::Red, &shoot);
    assert!(later[0].title.ends_with(", the first missed test thrown again"), "{}", later[0].title);
    // On 3+: passed with 2/3, passed by the second throw with 2/9, else missed. One loss, 75/216: 1/9. Two, 15/216: all
    // is well with 4/9 + 2 x 4/27 = 20/27. Three, 1/216, the third at half strength on 4+: 4/9 x 3/4 + 8/27 x 1/2 = 13/27.
    assert_eq!(chance(&later[0], "Legionaries 1: disrupted or worse"), "43/729", "AV-16.1, AV-R81");
}

#[test]
fn all_lone_leaders_on_the_way_are_foreseen() {
    // AV-15.6: leader 1 stands 0.5 UD to the right of the way, leader 2 as far to its left, leader 3 2 UD off.
    let camp = |order| {
        Camp::new()
            .red("rom_leg", (10.0, 5.0), order)
            .blue("ger_war", (20.0, 15.0), Halt)
            .leader(Seat::Blue, Abilities::empty(), Post::Alone(at(10.5, 6.0)))
            .leader(Seat::Blue, Abilities::empty(), Post::Alone(at(9.5, 7.0)))
            .leader(Seat::Blue, Abilities::empty(), Post::Alone(at(12.0, 7.0)))
            .at(Frame::Moves(Moves(Seat::Red)))
    };
    let (play, go) = (camp(Advance), moves(0, &[ahead(0.0, 2.0)]));
    let met = foreseen(&play, &go);
    assert_eq!(met.title, "Legionaries 1 come upon leader 1 and leader 2", "AV-R88");
    // Each is killed with 1/6, captured with 1/3 and escapes with 1/2.
    let fates = [
        ("leader 1: killed; leader 2: killed", "1/36"),
        ("leader 1: killed; leader 2: captured", "1/18"),
        ("leader 1: killed; leader 2: escapes", "1/12"),
        ("leader 1: captured; leader 2: killed", "1/18"),
        ("leader 1: captured; leader 2: captured", "1/9"),
        ("leader 1: captured; leader 2: escapes", "1/6"),
        ("leader 1: escapes; leader 2: killed", "1/12"),
        ("leader 1: escapes; leader 2: captured", "1/6"),
        ("leader 1: escapes; leader 2: escapes", "1/4"),
    ];
    assert_eq!(outcomes(&met), fates.map(|(says, odds)| (says, odds.to_owned())), "AV-15.6");
    assert_eq!(met.outcomes[1].is, [("fate", 0), ("second_fate", 1)], "AV-15.6");
    assert_eq!(chance(&met, "leader 1 is lost"), "1/2", "AV-15.6");
    assert_eq!(chance(&met, "leader 2 is lost"), "1/2", "AV-15.6");
    // What came of it is told by the same panel.
    let (mut after, mut log) = (play.battle.clone(), Log::kept());
    after.apply(Seat::Red, &go, &mut Dice::scripted([1, 4]), &mut log).unwrap();
    let seen = play.battle.hindsight(Seat::Red, &go, &after, log.events()).unwrap();
    assert_eq!(seen.title, met.title);
    assert_eq!(outcomes(&seen), [("leader 1: killed; leader 2: escapes", "1/1".to_owned())]);
    assert_eq!(chance(&seen, "leader 2 is lost"), "0/1");
    // AV-8.1: the test of a Rush is thrown before, and its panel says so.
    let rush = foreseen(&camp(Rush), &moves(0, &[ahead(0.0, 3.0)]));
    let title =
        "Legionaries 1: the Rush test, before the dice for leaders by themselves on the way";
    assert_eq!(rush.title, title, "AV-15.6");
}

#[test]
fn every_throw_of_a_turn_has_its_odds() {
    // AV-15.6: killed on 1, captured on 2 and 3. The leader stands 0.5 UD beside the way of the legion.
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (20.0, 15.0), Halt)
        .leader(Seat::Blue, Abilities::empty(), Post::Alone(at(10.5, 6.0)))
        .at(Frame::Moves(Moves(Seat::Red)));
    let met = foreseen(&play, &moves(0, &[ahead(0.0, 2.0)]));
    assert_eq!(met.title, "Legionaries 1 come upon leader 1");
    let fates = [("killed", "1/6"), ("captured", "1/3"), ("escapes", "1/2")];
    assert_eq!(outcomes(&met), fates.map(|(says, odds)| (says, odds.to_owned())), "AV-15.6");
    assert_eq!(chance(&met, "leader 1 is lost"), "1/2", "AV-15.6");
    // AV-8.1: a Rush into nothing.
    let play = Camp::new().red("rom_leg", (10.0, 5.0), Rush).blue("ger_war", (20.0, 15.0), Halt);
    let rush = foreseen(&play.at(Frame::Moves(Moves(Seat::Red))), &moves(0, &[ahead(0.0, 3.0)]));
    let told = [("they are disrupted", "1/2"), ("they stay in good order", "1/2")];
    assert_eq!(outcomes(&rush), told.map(|(says, odds)| (says, odds.to_owned())), "AV-8.1");
    assert_eq!(rush.outcomes[0].is, [("disrupted", 1)], "AV-8.1");
    // AV-4.2, AV-15.7: without its chief Red wins with 10 of the 31 throws that are no tie.
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .leader(Seat::Red, Abilities::empty(), Post::Lost)
        .blue("ger_war", (10.0, 15.0), Halt)
        .at(Frame::Begin);
    let first = foreseen(&play, &Action::Begin);
    let told = [("Red may choose", "10/31"), ("Blue may choose", "21/31")];
    assert_eq!(outcomes(&first), told.map(|(says, odds)| (says, odds.to_owned())), "AV-R30");
}

#[test]
fn odds_on_the_table_know_whom_a_guru_s_death_shakes() {
    // As above, two dice with 5/18; warriors by themselves pass on 5+. Two tests first: all are passed with
    // 169/324 x 1/9 + 130/324 x 1/27 + 25/324 x 1/81 = 1936/26244.
    let mut play = Camp::new()
        .red("rom_scorp", (10.0, 5.0), Halt)
        .blue("ger_war", (10.0, 14.0), Advance)
        .at(Frame::Targets(Targets(Seat::Red)));
    play.battle.sides[Seat::Blue].mourners = UnitSet::one(0);
    let shot = foreseen(&play, &Action::Shoot(Shoot { unit: 0, target: 0 }));
    let shaken = chance(&shot, "Germanic warriors 1: disrupted or worse");
    assert_eq!(shaken, "6077/6561", "AV-17.4, AV-R102");
    // Killed with 1/36, and then three tests on 3+, or four if the hit is not saved either: three are missed with
    // 1/36 x 1/2 x (1/27 + 1/9).
    let guru = Carried { figure: Figure::Guru, by: Carrier::Leader(0) };
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .leader(Seat::Red, Abilities::empty(), Post::With(0))
        .figure(Seat::Red, guru)
        .blue("per_levy", (9.4, 5.8), Halt)
        .with(Seat::Blue, Unit::disrupt)
        .blue("per_levy", (10.6, 5.8), Halt)
        .with(Seat::Blue, Unit::disrupt)
        .at(Frame::Leaders(Leaders(Seat::Blue)));
    play.act(&Action::EndLeaders, &[]);
    let fight = &play.battle.later(Seat::Red, &Action::Fight(Fight { unit: 0, enemy: 0 }))[0];
    assert_eq!(chance(fight, "Legionaries 1: routed or worse"), "1/486", "AV-17.4, AV-R82");
}

/// What a move of Red's first unit straight ahead leads to later.
fn later(camp: Camp, ud: f64) -> Vec<Forecast> {
    let play = camp.at(Frame::Moves(Moves(Seat::Red)));
    let action = moves(0, &[ahead(0.0, ud)]);
    play.battle.check(Seat::Red, &action).expect("it is allowed");
    play.battle.later(Seat::Red, &action)
}

fn chance(forecast: &Forecast, says: &str) -> String {
    let found = forecast.highlights.iter().find(|it| it.says == says);
    found.unwrap_or_else(|| panic!("{:#?}", forecast.highlights)).chance.to_string()
}

fn total(forecast: &Forecast, of: &str) -> i32 {
    let found = forecast.sums.iter().find(|(name, _)| name == of);
    found.unwrap_or_else(|| panic!("{:#?}", forecast.sums)).1.total
}

#[test]
fn a_move_into_contact_has_the_odds_of_its_fight() {
    let camp =
        || Camp::new().red("rom_vet", (10.0, 5.0), Advance).blue("ger_war", (10.0, 8.0), Halt);
    // Veterans 4 dice on 4+, saved on 6: 5/12 a die. Germans 3 dice on 4+, saved on 4: 1/4 a die.
    let fights = later(camp(), 2.0);
    let [fight] = &fights[..] else { panic!("{fights:?}") };
    let title =
        "Veteran legionaries 1 fight Germanic warriors 1, if it is fought as things stand then";
    assert_eq!(fight.title, title);
    assert_eq!(total(fight, "dice of Veteran legionaries 1"), 4, "AV-C.4, AV-19.3");
    assert_eq!(chance(fight, "Germanic warriors 1 keep their 6 CP"), "2401/20736", "AV-12.1");
    assert_eq!(chance(fight, "Veteran legionaries 1 keep their 6 CP"), "27/64", "AV-12.1");
    // Beside a friend in contact with the same enemy it is a die more; the other counts as sure (AV-R73(3)).
    let helped = camp().red("rom_leg", (9.0, 8.0), Halt);
    assert_eq!(total(&later(helped, 2.0)[0], "dice of Veteran legionaries 1"), 5, "AV-11.10");
    // A move that stops short has no fight, and nobody shoots.
    assert_eq!(later(camp(), 1.0), []);
    let play = camp().at(Frame::Moves(Moves(Seat::Red)));
    let offer = play.battle.offer(Seat::Red, &moves(0, &[ahead(0.0, 2.0)]));
    assert_eq!(offer.targets.len(), 1, "a client shows at whom it goes");
}

#[test]
fn a_move_between_two_enemies_has_the_odds_of_both() {
    // 1.0 from (10, 7) to each: 0.6 aside, 0.8 ahead.
    let camp = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (9.4, 7.8), Halt)
        .blue("ger_war", (10.6, 7.8), Halt);
    let titles: Vec<_> = later(camp, 2.0).into_iter().map(|it| it.title).collect();
    let said = [
        "Legionaries 1 fight Germanic warriors 1, unless Germanic warriors 2 are put in, \
         if it is fought as things stand then",
        "Legionaries 1 fight Germanic warriors 2, unless Germanic warriors 1 are put in, \
         if it is fought as things stand then",
    ];
    assert_eq!(titles, said, "AV-R73(2)");
}

#[test]
fn odds_of_a_fight_ahead_know_who_is_ridden_down() {
    // Warriors on the advance are disrupted by the cavalry that reaches them, and hit on 3+.
    let camp =
        Camp::new().red("rom_ala", (10.0, 5.0), Advance).blue("ger_war", (10.0, 8.0), Advance);
    let fight = &later(camp, 2.0)[0];
    assert_eq!(total(fight, "each die of Auxiliary cavalry (ala) 1 needs"), 3, "AV-12.2");
    assert!(fight.rules.contains(&"AV-9.6") && fight.rules.contains(&"AV-R62"), "{fight:?}");
}

#[test]
fn a_move_into_range_has_the_odds_of_the_shots() {
    let camp = |ud: f64| {
        let camp = Camp::new().red("ger_war", (10.0, 5.0), Advance);
        later(camp.blue("rom_auxbow", (10.0, 11.0), Halt), ud)
    };
    // At 4 UD 3 dice, 5+, saved on 6: 5/18 a die; nothing is lost with (13/18)^3.
    let shots = camp(2.0);
    let [shots] = &shots[..] else { panic!("{shots:?}") };
    let title =
        "Germanic warriors 1 under shots, if all who can shoot at them as things stand then";
    assert_eq!(shots.title, title);
    assert_eq!(chance(shots, "Germanic warriors 1 keep their 6 CP"), "2197/5832", "AV-10.14");
    assert_eq!(shots.outcomes[0].is[0].0, "own_CP_lost", "AV-14.1");
}

#[test]
fn a_second_throw_says_what_the_miss_does() {
    let mut play = Camp::new()
        .red("rom_vet", (10.0, 5.0), Rush)
        .blue("ger_war", (10.0, 6.0), Halt)
        .leader(Seat::Blue, Abilities::CHARISMATIC, Post::With(0))
        .at(Frame::Leaders(Leaders(Seat::Blue)));
    // Five dice, one hit; four miss. The hit is not saved, and the test is missed by a natural 1.
    play.act(&Action::EndLeaders, &[4, 1, 1, 2, 3, 1, 1, 1, 1, 5, 1]);
    let asks = play.battle.question(Seat::Blue).asks;
    let expected = "Germanic warriors 1 missed their test and will be disrupted: throw again?";
    assert_eq!(asks, expected, "AV-16.1, AV-14.2");
    // 4+, and 1 for the leader.
    let forecast = foreseen(&play, &Action::Reroll(Answer::YES));
    let passed = ("passed: they hold", "2/3".to_owned());
    let missed = ("missed: they are disrupted", "1/3".to_owned());
    assert_eq!(outcomes(&forecast), [passed, missed], "AV-16.1");
}

#[test]
fn verbs_agree_with_names() {
    let mut play = Camp::new()
        .red("rom_aux", (10.0, 5.0), Rush)
        .red("rom_leg", (14.0, 5.0), Rush)
        .blue("ger_war", (10.0, 15.0), Halt)
        .at(Frame::Moves(Moves(Seat::Red)));
    let rush = |unit: u8| moves(unit, &[ahead(0.0, 3.0)]);
    let words = |unit: u8| play.battle.words(Seat::Red, &rush(unit));
    assert_eq!(words(0), "Auxiliary cohort 1 rushes 3.00 UD straight ahead");
    assert_eq!(words(1), "Legionaries 2 rush 3.00 UD straight ahead");
    let said = told(&mut play, &rush(0), &[3]);
    assert_eq!(said[0], "Auxiliary cohort 1 rushes 3.00 UD to (10, 8)");
    let refusal = play.battle.check(Seat::Red, &rush(0)).expect_err("AV-R44");
    let says = play.battle.explain(&rush(0), &refusal).says;
    assert_eq!(says, "Auxiliary cohort 1 has moved in this turn");
}

#[test]
fn done_ends_what_is_being_decided() {
    for (frame, end) in [
        (ORDERS, Action::EndOrders),
        (Frame::Moves(Moves(Seat::Red)), Action::EndMoves),
        (Frame::Leaders(Leaders(Seat::Red)), Action::EndLeaders),
        (Frame::Targets(Targets(Seat::Red)), Action::EndShooting),
    ] {
        let play = Camp::new().red("rom_leg", (10.0, 5.0), Halt).at(frame);
        assert_eq!(play.battle.read(Seat::Red, "done"), Ok(end), "AV-4.1");
    }
    let play = Camp::new().red("rom_leg", (10.0, 5.0), Halt).at(Frame::Begin);
    let misread = play.battle.read(Seat::Red, "done").expect_err("nothing has begun");
    assert_eq!(misread.hint.as_deref(), Some("what is asked is: begin the battle?"));
}

#[test]
fn dice_for_initiative_have_owners() {
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (10.0, 15.0), Halt)
        .at(Frame::Begin);
    play.act(&Action::Begin, &[4, 4, 2, 5]);
    let said = lines(&play);
    assert!(said.contains(&"Initiative: Red [4], Blue [4], thrown again".to_owned()), "AV-R30");
    assert!(said.contains(&"Initiative: Red [2], Blue [5], Blue may choose".to_owned()), "AV-4.2");
}

#[test]
fn cards_say_what_a_piece_is_once() {
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Rush)
        .blue("ger_war", (10.0, 15.0), Halt)
        .leader(Seat::Red, Abilities::HERO, Post::Alone(at(10.0, 4.0)))
        .at(ORDERS);
    let scene = play.battle.scene(Some(Seat::Red));
    let legion = &scene.bases[0];
    assert!(legion.markers.iter().any(|it| it.says == "under Rush"), "AV-5.1");
    assert!(!legion.about.iter().any(|it| it.contains("under") || it.contains("Under")));
    let leader = "Commander-in-Chief, mounted, moves 8 UD. Hero: two dice more hand to hand \
        instead of one.";
    assert_eq!(scene.leaders[0].about, [leader], "AV-6.4, AV-16.4");
}

#[test]
fn moves_say_where_they_lead() {
    let mut offered = Vec::new();
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (11.0, 10.0), Halt)
        .at(Frame::Moves(Moves(Seat::Red)));
    play.battle.candidates(Seat::Red, &mut offered);
    let said: Vec<_> = offered.iter().map(|it| play.battle.words(Seat::Red, it)).collect();
    assert_eq!(
        said,
        [
            "Legionaries 1 advance 2.00 UD straight ahead",
            "Legionaries 1 advance 1.00 UD straight ahead",
            "Legionaries 1 advance 2.00 UD, 30° to the right",
            "Legionaries 1 advance 2.00 UD, 30° to the left",
            "Legionaries 1 wheel towards Germanic warriors 1 and advance 1.00 UD",
            "Legionaries 1 advance 2.00 UD towards Germanic warriors 1",
        ],
        "AV-5.22, AV-5.23"
    );
}

/// What is told once an action is done.
fn told(play: &mut Play, action: &Action, faces: &[u8]) -> Vec<String> {
    play.events.clear();
    play.act(action, faces);
    lines(play)
}

#[test]
fn the_log_says_where_units_go_and_how_they_face() {
    let moves = Frame::Moves(Moves(Seat::Red));
    let alone = |troop: &str, order| {
        let camp = Camp::new().red(troop, (10.0, 5.0), order);
        camp.blue("ger_war", (25.0, 18.0), Halt).at(moves)
    };
    // 2 UD at 30 degrees: 1 to the right, 1.732 ahead.
    for (troop, order, notation, line) in [
        ("rom_leg", Advance, "move 1: go 0 2", "Legionaries 1 advance 2.00 UD to (10, 7)"),
        (
            "rom_leg",
            Advance,
            "move 1: go 30 2",
            "Legionaries 1 advance 2.00 UD, obliquely towards 30°, to (11, 6.73)",
        ),
        (
            "rom_leg",
            Advance,
            "move 1: wheel 90 go 90 1",
            "Legionaries 1 wheel to 90° and advance 1.00 UD to (11, 5)",
        ),
        (
            "rom_vel",
            Advance,
            "move 1: go 0 1 wheel 90 go 90 2",
            "Velites 1 wheel to 90° and advance 3.00 UD over (10, 6), facing 0°, to (12, 6)",
        ),
        (
            "rom_vel",
            FallBack,
            "back 1: go 180 2 about",
            "Velites 1 fall back 2.00 UD to (10, 3), turned about, facing 180°",
        ),
    ] {
        let mut play = alone(troop, order);
        let action = play.battle.read(Seat::Red, notation).unwrap();
        assert_eq!(told(&mut play, &action, &[])[0], line);
    }
}

#[test]
fn the_log_names_supporters_parts_and_a_lost_chief() {
    // Legionaries with friends behind and on both flanks, the right one in a fight of its own.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .red("rom_leg", (10.0, 3.5), Halt)
        .red("rom_leg", (8.5, 5.0), Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .at(Frame::Leaders(Leaders(Seat::Blue)));
    // 4 + 2 dice and 3: all miss.
    let said = told(&mut play, &Action::EndLeaders, &[1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1]);
    assert_eq!(said[0], "Hand to hand", "AV-4.6");
    let fight = "Legionaries 1 (supported from behind by Legionaries 2, on the flank by Legionaries 3) strike \
                 Germanic warriors 1: [1 1 1 1 1 1] on 4+, 0 hits";
    assert!(said.iter().any(|line| line.starts_with(fight)), "AV-R74: {said:#?}");
    // AV-15.7: the chief of Red is lost: 4 - 1 is less than 4, 5 - 1 is not.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .blue("ger_war", (10.0, 15.0), Halt)
        .leader(Seat::Red, Abilities::empty(), Post::Lost)
        .at(Frame::Begin);
    let said = told(&mut play, &Action::Begin, &[5, 4, 4, 4]);
    let lost = "Initiative: Red [5] -1 (Commander-in-Chief lost), Blue [4], thrown again";
    assert!(said.contains(&lost.to_owned()), "AV-15.7: {said:#?}");
    let choice = "Initiative: Red [4] -1 (Commander-in-Chief lost), Blue [4], Blue may choose";
    assert!(said.contains(&choice.to_owned()), "AV-15.7: {said:#?}");
    let said = told(&mut play, &Action::Play(Choice { first: true }), &[]);
    assert_eq!(said, ["Blue: first in this turn", "Orders and moves: Blue"], "AV-4.3");
    // The other player's part begins when the leaders of the first have moved.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .blue("ger_war", (10.0, 15.0), Halt)
        .leader(Seat::Red, Abilities::empty(), Post::Alone(at(10.0, 3.0)))
        .at(Frame::Leaders(Leaders(Seat::Red)));
    let said = told(&mut play, &Action::EndLeaders, &[]);
    assert_eq!(said[0], "Orders and moves: Blue", "AV-4.3");
}

#[test]
fn the_end_of_the_day_is_a_marginal_victory() {
    // Red has lost one of two alike, Blue nothing, in the last turn.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .red("ger_levy", (20.0, 5.0), Halt)
        .with(Seat::Red, |unit| unit.place = acies_av::units::Place::Eliminated)
        .blue("ger_war", (10.0, 15.0), Halt)
        .at(Frame::Leaders(Leaders(Seat::Blue)));
    play.battle.turn = 12;
    // The levy is 5 of 27 points: 18 per cent, less than 40 and more than 10.
    let said = told(&mut play, &Action::EndLeaders, &[]);
    let line = "Marginal victory of Blue: fewer losses at the end of the day";
    assert_eq!(said.last().map(String::as_str), Some(line), "AV-R25");
}

#[test]
fn offers_cite_the_rules_of_their_order() {
    let cited = |troop: &str, order, notation: &str| {
        let camp = Camp::new().red(troop, (10.0, 5.0), order);
        let play = camp.blue("ger_war", (10.0, 12.0), Halt).at(Frame::Moves(Moves(Seat::Red)));
        let action = play.battle.read(Seat::Red, notation).unwrap();
        play.battle.offer(Seat::Red, &action).rules
    };
    for (troop, order, notation, rule) in [
        ("rom_leg", Halt, "pivot 1 90", "AV-R44"),
        ("rom_leg", Advance, "move 1: go 0 2", "AV-5.22"),
        ("rom_leg", Advance, "move 1: wheel 90 go 90 1", "AV-5.25"),
        ("rom_leg", Rush, "move 1: go 0 3", "AV-5.27"),
        ("mac_pike", Shieldwall, "move 1: go 0 1", "AV-18.9"),
        ("gre_pelt", FallBack, "back 1: go 180 2", "AV-5.33"),
        ("gre_pelt", FallBack, "back 1: go 180 3 about", "AV-5.34"),
    ] {
        let rules = cited(troop, order, notation);
        assert!(rules.contains(&rule), "{notation}: {rules:?}");
    }
    // AV-R56: 0.5 UD are left for the Rush, so it is an Advance, of 2 UD at most after a wheel to the side.
    let camp = Camp::new().red("rom_aux", (10.0, 5.0), Rush).red("rom_leg", (10.0, 6.5), Halt);
    let play = camp.at(Frame::Moves(Moves(Seat::Red)));
    let action = play.battle.read(Seat::Red, "move 1: wheel 90 go 90 2").unwrap();
    assert_eq!(play.battle.offer(Seat::Red, &action).rules[0], "AV-R56");
}
