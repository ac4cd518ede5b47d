//! What players read: odds of actions, options, cards and the log.

use acies_av::{
    action::Action,
    battle::Frame,
    profile::{
        Abilities,
        Order::{self, *},
    },
    units::Post,
};
use acies_core::{Chance, Forecast, Game, Seat, Telling};

use crate::camp::{Camp, Play, ahead, at, moves};

const ORDERS: Frame = Frame::Orders(Seat::Red);

fn test(units: &[u8], order: Order) -> Action {
    Action::Test { units: units.iter().copied().collect(), order }
}

fn foreseen(play: &Play, action: &Action) -> Forecast {
    play.battle.forecast(play.battle.frame().seat(), action).expect("it throws dice")
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
    assert_eq!(lines(&play), ["Legionaries 1 to Advance on 3+: [3], they obey"], "AV-5.2");
}

#[test]
fn odds_of_a_shot_say_whose_points_and_who_is_enraged() {
    // 9 UD, 2 dice, 5+, save 6: 5/18 a die. The Gaesatae are alone and test on 4+.
    let play = Camp::new()
        .red("rom_scorp", (10.0, 5.0), Halt)
        .blue("gal_gaes", (10.0, 14.0), Advance)
        .at(Frame::Targets(Seat::Red));
    let forecast = foreseen(&play, &Action::Shoot { unit: 0, target: 0 });
    let chance = |says: &str| {
        let found = forecast.highlights.iter().find(|it| it.says == says);
        found.unwrap_or_else(|| panic!("{:#?}", forecast.highlights)).chance.to_string()
    };
    // 13/18 squared, 2 x 5/18 x 13/18, 5/18 squared.
    assert_eq!(chance("Gaesatae 1 keep their 6 CP"), "169/324", "AV-10.14");
    assert_eq!(chance("Gaesatae 1 lose 1 CP, 5 left"), "65/162", "AV-10.14");
    assert_eq!(chance("Gaesatae 1 lose 2 CP or more"), "25/324", "AV-10.14");
    // One loss and a test passed, or two and both: 130/324 x 1/2 + 25/324 x 1/4.
    assert_eq!(chance("Gaesatae 1, enraged, go over to Rush"), "95/432", "AV-18.6, AV-18.7");
    assert_eq!(forecast.outcomes[0].is[0].0, "target_CP_lost", "AV-14.1");
}

#[test]
fn odds_of_a_fight_are_those_of_who_asks() {
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .blue("ger_war", (9.4, 5.8), Halt)
        .blue("ger_war", (10.6, 5.8), Halt)
        .at(Frame::Leaders(Seat::Blue));
    play.act(&Action::EndLeaders, &[]);
    let named = Action::Fight { unit: 0, enemy: 1 };
    let title = "Legionaries 1 fight Germanic warriors 2, unless Germanic warriors 1 are put in";
    assert_eq!(foreseen(&play, &named).title, title, "AV-R73(2)");
    let note = play.battle.offer(Seat::Red, &named).note;
    assert_eq!(note, "Blue may put in Germanic warriors 1", "AV-R73(2)");
    play.act(&named, &[]);
    let asks = play.battle.question(Seat::Blue).asks;
    let expected = "do Germanic warriors 2 fight Legionaries 1, or Germanic warriors 1?";
    assert_eq!(asks, expected, "AV-R73(2)");
    let forecast = foreseen(&play, &Action::Fight { unit: 0, enemy: 0 });
    assert_eq!(forecast.highlights[0].says, "Legionaries 1 keep their 6 CP", "the enemy first");
    let sides = ["enemy_CP_lost", "own_CP_lost"];
    let told = |it: &Chance| it.is.iter().map(|(of, _)| *of).eq(sides);
    assert!(forecast.outcomes.iter().all(told), "AV-11.2: both strike");
}

/// What a move of Red's first unit straight ahead leads to later.
fn later(camp: Camp, ud: f64) -> Vec<Forecast> {
    let play = camp.at(Frame::Moves(Seat::Red));
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
    let play = camp().at(Frame::Moves(Seat::Red));
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
        .at(Frame::Leaders(Seat::Blue));
    // Five dice, one hit; four miss. The hit is not saved, and the test is missed by a natural 1.
    play.act(&Action::EndLeaders, &[4, 1, 1, 2, 3, 1, 1, 1, 1, 5, 1]);
    let asks = play.battle.question(Seat::Blue).asks;
    let expected = "Germanic warriors 1 missed their test and will be disrupted: throw again?";
    assert_eq!(asks, expected, "AV-16.1, AV-14.2");
    // 4+, and 1 for the leader.
    let forecast = foreseen(&play, &Action::Reroll { yes: true });
    let passed = ("passed: they hold", "2/3".to_owned());
    let missed = ("missed: they are disrupted", "1/3".to_owned());
    assert_eq!(outcomes(&forecast), [passed, missed], "AV-16.1");
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
        .at(Frame::Moves(Seat::Red));
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
