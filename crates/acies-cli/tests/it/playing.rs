//! Battles in the terminal, scripted.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
};

use crate::Folder;

fn play(args: &[&str], typed: &str) -> String {
    Folder::new().run(&[&["play", "toy", "--seed", "3"], args].concat(), typed)
}

#[test]
fn a_battle_against_the_computer() {
    insta::assert_snapshot!(play(&[], "begin\n2\nodds 1\n1\nwhy 1\n1\n"), @r"
    exit code 0
    --- stdout
    Duel: Wolves (red, human) v Bears (blue, centurion)

    red   Wolves: swordsman, spearman, slinger; no card
    blue  Bears: swordsman, spearman, slinger; no card
    Wolves, turn 1: begin the duel [TOY-1.3]
      1  throw for the hill and draw the cards  begin
    red> begin

    A 1: Wolves have the hill [TOY-1.3]
    Wolves draw a card: guard [TOY-1.4]
    Bears draw a card [TOY-1.4]

    red   Wolves: swordsman, spearman, slinger; guard, on the hill
    blue  Bears: swordsman, spearman, slinger; a card
    Wolves, turn 1: whom do you send? [TOY-2.1]
      1  send the swordsman                    send swordsman
      2  send the swordsman and play the card  send swordsman card
      3  send the spearman                     send spearman
      4  send the spearman and play the card   send spearman card
      5  send the slinger                      send slinger
      6  send the slinger and play the card    send slinger card
    red> 2
    Wolves have chosen a fighter [TOY-2.1]
    Bears have chosen a fighter [TOY-2.1]

    red   Wolves: swordsman, spearman, slinger; guard, on the hill
    blue  Bears: swordsman, spearman, slinger; feint
    Wolves, turn 1: let them fight [TOY-3.1]
      1  throw the dice of both fighters  fight
    red> odds 1
    fight [TOY-3.1, TOY-3.4]
      dice of red
        +3 fighter [TOY-1.1]
        +1 hill [TOY-1.3]
        = 4
      dice of blue
        +3 fighter [TOY-1.1]
        = 3

      65.51%  283/432  red wins

      16.67%   1/6  2 hits to 1
      11.11%   1/9  1 hits to 1
      11.11%   1/9  2 hits to 0
      11.11%   1/9  3 hits to 1
       8.33%  1/12  2 hits to 2
       7.41%  2/27  1 hits to 0
       7.41%  2/27  3 hits to 0
       5.56%  1/18  1 hits to 2
       5.56%  1/18  3 hits to 2
       2.78%  1/36  0 hits to 1
       2.78%  1/36  4 hits to 1
       1.85%  1/54  0 hits to 0
       1.85%  1/54  4 hits to 0
       1.39%  1/72  0 hits to 2
       1.39%  1/72  2 hits to 3
       1.39%  1/72  4 hits to 2
      and 4 less likely ones
    red> 1
    The swordsman of Wolves makes 2 hits [TOY-3.1]
    The swordsman of Bears makes 1 hit [TOY-3.3]
    The swordsman of Bears falls [TOY-3.4]

    red   Wolves: swordsman, spearman, slinger; no card, on the hill
    blue  Bears: spearman, slinger; no card
    Wolves, turn 1: hold, or press on? [TOY-3.5]
      1  hold      hold
      2  press on  press
    red> why 1
    allowed: hold [TOY-3.5]
      TOY-3.5  The victor holds, or presses on: a die of 4 or more fells another enemy, a 1 fells him.
    red> 1
    Wolves hold [TOY-3.5]

    red   Wolves: swordsman, spearman, slinger; no card, on the hill
    blue  Bears: spearman, slinger; no card
    Wolves, turn 2: whom do you send? [TOY-2.1]
      1  send the swordsman  send swordsman
      2  send the spearman   send spearman
      3  send the slinger    send slinger
    red>
    ");
}

#[test]
fn help_refusals_and_wrong_numbers() {
    let typed = "help\n1\n9\nwhy 9\nsend slniger\nfight\nwhy fight\nlist sword\nlist zz\nlog 1\n";
    insta::assert_snapshot!(play(&[], typed), @r"
    exit code 0
    --- stdout
    Duel: Wolves (red, human) v Bears (blue, centurion)

    red   Wolves: swordsman, spearman, slinger; no card
    blue  Bears: swordsman, spearman, slinger; no card
    Wolves, turn 1: begin the duel [TOY-1.3]
      1  throw for the hill and draw the cards  begin
    red> help
      N or an action     do it: `3`, or any legal action, written as those on the right;
                         what is listed is worth considering, and not all that is legal
      why N or ACTION    the rules that allow or forbid it
      odds N or ACTION   what it throws and what may come of it
      hint               what the staff would do, and why; it takes a moment
      list [WORD]        the options, or those with this word in them, or `list 1-9`
      refused [WORD]     the same for what is not allowed now, and why
      undo               take back your last decision, until dice fall, a secret is laid open
                         or the other side decides
      log [N]            the last N things that happened, explained in full
      board              the position
      save FILE          write the position to a file
      quit               leave the battle
    red> 1

    A 1: Wolves have the hill [TOY-1.3]
    Wolves draw a card: guard [TOY-1.4]
    Bears draw a card [TOY-1.4]

    red   Wolves: swordsman, spearman, slinger; guard, on the hill
    blue  Bears: swordsman, spearman, slinger; a card
    Wolves, turn 1: whom do you send? [TOY-2.1]
      1  send the swordsman                    send swordsman
      2  send the swordsman and play the card  send swordsman card
      3  send the spearman                     send spearman
      4  send the spearman and play the card   send spearman card
      5  send the slinger                      send slinger
      6  send the slinger and play the card    send slinger card
    red> 9
    error: there is no option 9: there are 1 to 6
    hint: `help` lists what can be typed
    red> why 9
    error: there is no option 9: there are 1 to 6
    red> send slniger
    error: there is no fighter `slniger`
    hint: did you mean `slinger`?
    red> fight
    refused: this is not what is asked now [TOY-2.4]
    red> why fight
    refused: this is not what is asked now [TOY-2.4]
      TOY-2.4  Whoever is not asked waits.
    red> list sword
      1  send the swordsman                    send swordsman
      2  send the swordsman and play the card  send swordsman card
    red> list zz
    there is no such option
    red> log 1
    Bears draw a card [TOY-1.4]
    red>
    ");
}

#[test]
fn a_decision_is_taken_back() {
    let shown = play(&[], "begin\n2\n1\nhold\nundo\nundo\nquit\n");
    let (_, after) = shown.split_once("red> hold\n").expect("it was typed");
    insta::assert_snapshot!(after, @r"
    Wolves hold [TOY-3.5]

    red   Wolves: swordsman, spearman, slinger; no card, on the hill
    blue  Bears: spearman, slinger; no card
    Wolves, turn 2: whom do you send? [TOY-2.1]
      1  send the swordsman  send swordsman
      2  send the spearman   send spearman
      3  send the slinger    send slinger
    red> undo

    red   Wolves: swordsman, spearman, slinger; no card, on the hill
    blue  Bears: spearman, slinger; no card
    Wolves, turn 1: hold, or press on? [TOY-3.5]
      1  hold      hold
      2  press on  press
    red> undo
    error: there is nothing to take back
    hint: a decision stands once dice have fallen, a secret was laid open or the other side has decided
    red> quit
    ");
}

#[test]
fn undo_is_free_until_the_other_side_decides() {
    let folder = Folder::new();
    // Red has chosen, blue still has to: both sit at the same keyboard.
    let args = ["play", "toy", "--seed", "3", "--blue", "human"];
    let typed = "\n1\nundo\nsend slinger\n\nundo\nquit\n";
    insta::assert_snapshot!(folder.run(&args, typed), @r"
    exit code 0
    --- stdout
    Duel: Wolves (red, human) v Bears (blue, human)

    pass the keyboard to red, who presses Enter


    red   Wolves: swordsman, spearman, slinger; no card
    blue  Bears: swordsman, spearman, slinger; no card
    Wolves, turn 1: begin the duel [TOY-1.3]
      1  throw for the hill and draw the cards  begin
    red> 1

    A 1: Wolves have the hill [TOY-1.3]
    Wolves draw a card: guard [TOY-1.4]
    Bears draw a card [TOY-1.4]

    red   Wolves: swordsman, spearman, slinger; guard, on the hill
    blue  Bears: swordsman, spearman, slinger; a card
    Wolves, turn 1: whom do you send? [TOY-2.1]
      1  send the swordsman                    send swordsman
      2  send the swordsman and play the card  send swordsman card
      3  send the spearman                     send spearman
      4  send the spearman and play the card   send spearman card
      5  send the slinger                      send slinger
      6  send the slinger and play the card    send slinger card
    red> undo
    error: there is nothing to take back
    hint: a decision stands once dice have fallen, a secret was laid open or the other side has decided
    red> send slinger

    pass the keyboard to blue, who presses Enter


    A 1: Wolves have the hill [TOY-1.3]
    Wolves draw a card [TOY-1.4]
    Bears draw a card: feint [TOY-1.4]
    Wolves have chosen a fighter [TOY-2.1]

    red   Wolves: swordsman, spearman, slinger; a card, on the hill
    blue  Bears: swordsman, spearman, slinger; feint
    Bears, turn 1: whom do you send? [TOY-2.1]
      1  send the swordsman                    send swordsman
      2  send the swordsman and play the card  send swordsman card
      3  send the spearman                     send spearman
      4  send the spearman and play the card   send spearman card
      5  send the slinger                      send slinger
      6  send the slinger and play the card    send slinger card
    blue> undo
    error: there is nothing to take back
    hint: a decision stands once dice have fallen, a secret was laid open or the other side has decided
    blue> quit
    ");
}

#[test]
fn what_else_can_be_typed_when_dice_are_asked_for() {
    let folder = Folder::new();
    let typed = "1\nhelp\nlist\nboard\nundo\n1\n4\n1\n1\n6 6 6\nlog 1\nwhy\nsave a.toml\nundo\n1 1 6\nquit\n";
    let args = ["play", "toy", "--seed", "3", "--dice", "real"];
    insta::assert_snapshot!(folder.run(&args, typed), @r"
    exit code 0
    --- stdout
    Duel: Wolves (red, human) v Bears (blue, centurion)

    red   Wolves: swordsman, spearman, slinger; no card
    blue  Bears: swordsman, spearman, slinger; no card
    Wolves, turn 1: begin the duel [TOY-1.3]
      1  throw for the hill and draw the cards  begin
    red> 1
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> help
      3 5 1              what the dice show, exactly as many as are asked for
      undo               type the last throw again, or do something else if nothing was thrown yet
      why                the rule that these dice are thrown for
      log [N]            the last N things that happened, explained in full
      board              the position as it was before this action
      quit               leave the battle
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> list
    error: the dice come first
    hint: type what they show; `undo`, if you have decided otherwise
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> board
    red   Wolves: swordsman, spearman, slinger; no card
    blue  Bears: swordsman, spearman, slinger; no card
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> undo
    red> 1
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> 4

    A 4: Bears have the hill [TOY-1.3]
    Wolves draw a card: rage [TOY-1.4]
    Bears draw a card [TOY-1.4]

    red   Wolves: swordsman, spearman, slinger; rage
    blue  Bears: swordsman, spearman, slinger; a card, on the hill
    Wolves, turn 1: whom do you send? [TOY-2.1]
      1  send the swordsman                    send swordsman
      2  send the swordsman and play the card  send swordsman card
      3  send the spearman                     send spearman
      4  send the spearman and play the card   send spearman card
      5  send the slinger                      send slinger
      6  send the slinger and play the card    send slinger card
    red> 1
    Wolves have chosen a fighter [TOY-2.1]
    Bears have chosen a fighter [TOY-2.1]

    red   Wolves: swordsman, spearman, slinger; rage
    blue  Bears: swordsman, spearman, slinger; guard, on the hill
    Wolves, turn 1: let them fight [TOY-3.1]
      1  throw the dice of both fighters  fight
    red> 1
    Wolves: the swordsman fights the swordsman: 3 d6, on 5+ [TOY-3.1]
    faces> 6 6 6
    The swordsman of Wolves makes 3 hits [TOY-3.3]
    Bears: the swordsman fights the swordsman: 4 d6, on 4+ [TOY-3.1]
    faces> log 1
    The swordsman of Wolves makes 3 hits [TOY-3.3]
        dice:
          +3 fighter [TOY-1.1]
          = 3
        [6, 6, 6], 5 or more hits
    Bears: the swordsman fights the swordsman: 4 d6, on 4+ [TOY-3.1]
    faces> why
      TOY-3.1  Each die of 4 or more is a hit.
    Bears: the swordsman fights the swordsman: 4 d6, on 4+ [TOY-3.1]
    faces> save a.toml
    error: nothing is saved in the middle of an action: what was declared and thrown would be lost
    hint: type the faces, or take all of it back with `undo`; then save
    Bears: the swordsman fights the swordsman: 4 d6, on 4+ [TOY-3.1]
    faces> undo
    Wolves: the swordsman fights the swordsman: 3 d6, on 5+ [TOY-3.1]
    faces> 1 1 6
    The swordsman of Wolves makes 1 hit [TOY-3.3]
    Bears: the swordsman fights the swordsman: 4 d6, on 4+ [TOY-3.1]
    faces> quit
    ");
    // It was the position before the action, without a word about what was lost.
    assert!(!folder.path("a.toml").exists());
}

#[test]
fn real_dice_are_asked_for() {
    let typed = "1\n7\n2 3\nx\n4\n1\n1\n6 6 7\n6 6\n6 6 6 1\n6 6 6\n1111\n";
    insta::assert_snapshot!(play(&["--dice", "real"], typed), @r"
    exit code 0
    --- stdout
    Duel: Wolves (red, human) v Bears (blue, centurion)

    red   Wolves: swordsman, spearman, slinger; no card
    blue  Bears: swordsman, spearman, slinger; no card
    Wolves, turn 1: begin the duel [TOY-1.3]
      1  throw for the hill and draw the cards  begin
    red> 1
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> 7
    error: a d6 has no face 7
    hint: type what the dice show, such as `3 5 1`; `help` lists what else there is
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> 2 3
    error: 1 face is wanted, not 2
    hint: type what the dice show, such as `3 5 1`; `help` lists what else there is
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> x
    error: `x` is no face
    hint: type what the dice show, such as `3 5 1`; `help` lists what else there is
    Wolves: for the hill: 1 d6 [TOY-1.3]
    faces> 4

    A 4: Bears have the hill [TOY-1.3]
    Wolves draw a card: rage [TOY-1.4]
    Bears draw a card [TOY-1.4]

    red   Wolves: swordsman, spearman, slinger; rage
    blue  Bears: swordsman, spearman, slinger; a card, on the hill
    Wolves, turn 1: whom do you send? [TOY-2.1]
      1  send the swordsman                    send swordsman
      2  send the swordsman and play the card  send swordsman card
      3  send the spearman                     send spearman
      4  send the spearman and play the card   send spearman card
      5  send the slinger                      send slinger
      6  send the slinger and play the card    send slinger card
    red> 1
    Wolves have chosen a fighter [TOY-2.1]
    Bears have chosen a fighter [TOY-2.1]

    red   Wolves: swordsman, spearman, slinger; rage
    blue  Bears: swordsman, spearman, slinger; guard, on the hill
    Wolves, turn 1: let them fight [TOY-3.1]
      1  throw the dice of both fighters  fight
    red> 1
    Wolves: the swordsman fights the swordsman: 3 d6, on 5+ [TOY-3.1]
    faces> 6 6 7
    error: a d6 has no face 7
    hint: type what the dice show, such as `3 5 1`; `help` lists what else there is
    Wolves: the swordsman fights the swordsman: 3 d6, on 5+ [TOY-3.1]
    faces> 6 6
    error: 3 faces are wanted, not 2
    hint: type what the dice show, such as `3 5 1`; `help` lists what else there is
    Wolves: the swordsman fights the swordsman: 3 d6, on 5+ [TOY-3.1]
    faces> 6 6 6 1
    error: 3 faces are wanted, not 4
    hint: type what the dice show, such as `3 5 1`; `help` lists what else there is
    Wolves: the swordsman fights the swordsman: 3 d6, on 5+ [TOY-3.1]
    faces> 6 6 6
    The swordsman of Wolves makes 3 hits [TOY-3.3]
    Bears: the swordsman fights the swordsman: 4 d6, on 4+ [TOY-3.1]
    faces> 1111
    The swordsman of Bears makes 0 hits [TOY-3.1]
    The swordsman of Bears falls [TOY-3.4]

    red   Wolves: swordsman, spearman, slinger; rage
    blue  Bears: spearman, slinger; no card, on the hill
    Wolves, turn 1: hold, or press on? [TOY-3.5]
      1  hold      hold
      2  press on  press
    red>
    ");
}

#[test]
fn computers_play_to_the_end() {
    let shown = play(&["--red", "random", "--blue", "centurion"], "");
    assert!(shown.starts_with("exit code 0\n"), "{shown}");
    assert!(shown.contains(" win: no fighter is left [TOY-4.1]"), "{shown}");
    assert_eq!(shown, play(&["--red", "random", "--blue", "centurion"], ""), "the same seed");
}

#[test]
fn keyed_dice_show_their_key_at_the_end() {
    let folder = Folder::new();
    let args = ["play", "toy", "--red", "random", "--dice", "keyed", "--record", "game.jsonl"];
    let shown = folder.run(&args, "");
    let after = |what: &str| {
        let at = shown.find(what).unwrap_or_else(|| panic!("no `{what}` in {shown}")) + what.len();
        shown[at..at + 64].to_owned()
    };
    let key = acies_core::keyed::Key::parse(&after("the key of the dice: ")).unwrap();
    assert_eq!(key.commitment(), after("the dice are committed to: "));
    assert!(folder.run(&["replay", "game.jsonl", "--check"], "").starts_with("exit code 0"));
}

#[test]
fn commands_are_read_in_capitals_and_stand_alone() {
    let shown = play(&[], "HELP\nquit now\nUndo 2\nQUIT\n");
    let (_, after) = shown.split_once("red> HELP\n").expect("it was typed");
    assert!(after.starts_with("  N or an action "), "{after}");
    let (_, after) = after.split_once("red> quit now\n").expect("it was typed");
    insta::assert_snapshot!(after, @r"
    error: `quit` stands alone
    hint: type `quit` and nothing after it
    red> Undo 2
    error: `undo` stands alone
    hint: type `undo` and nothing after it
    red> QUIT
    ");
}

#[test]
fn what_is_typed_when_the_keyboard_is_passed_on_is_an_answer() {
    let folder = Folder::new();
    let shown = folder
        .run(&["play", "toy", "--seed", "3", "--blue", "human"], "begin\nsend slinger\nquit\n");
    // `begin` was taken for Enter, and had to be typed again.
    assert!(shown.contains("red> begin\n\nA 1: Wolves have the hill"), "{shown}");
    assert!(shown.contains("red> send slinger\n\npass the keyboard to blue"), "{shown}");
    assert!(shown.ends_with("blue> quit\n"), "{shown}");
}

/// Plays until a text has been shown so many times, and is then killed.
fn killed(folder: &Folder, args: &[&str], typed: &str, (text, times): (&str, usize)) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("acies"));
    command.args(args).current_dir(&folder.0).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it can be started");
    child.stdin.as_mut().expect("piped").write_all(typed.as_bytes()).expect("it reads");
    let (mut shown, mut stdout) = (Vec::new(), child.stdout.take().expect("piped"));
    while String::from_utf8_lossy(&shown).matches(text).count() < times {
        let mut part = [0; 512];
        let n = stdout.read(&mut part).expect("it talks");
        assert!(n > 0, "it ended by itself: {}", String::from_utf8_lossy(&shown));
        shown.extend(&part[..n]);
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn a_battle_that_is_killed_is_on_record_and_goes_on() {
    let folder = Folder::new();
    let args = ["play", "toy", "--seed", "3", "--record", "game.jsonl"];
    let typed = ["begin\n2\n", "1\nhold\n1\n1\n"];
    folder.run(&["play", "toy", "--seed", "3", "--record", "whole.jsonl"], &typed.concat());
    killed(&folder, &args, typed[0], ("red> ", 3));
    assert_eq!(folder.text("game.jsonl").lines().count(), 4, "the battle and three actions");
    let shown = folder.run(&["replay", "game.jsonl"], "");
    assert!(shown.contains("broken off, after 3 actions"), "{shown}");
    assert!(shown.contains("hint: `acies play game.jsonl` goes on with it"), "{shown}");

    let again = folder.run(&args, "");
    assert!(again.contains("error: `game.jsonl` exists already"), "{again}");
    assert!(again.contains("hint: `acies play game.jsonl` goes on with it"), "{again}");
    // A line that was cut off while it was written is written again.
    let cut = folder.text("game.jsonl");
    let folder = folder.with("game.jsonl", &cut[..cut.len() - 5]);
    let shown = folder.run(&["play", "game.jsonl"], "quit\n");
    assert!(shown.contains("2 actions are on record"), "{shown}");
    let shown = folder.run(&["play", "game.jsonl"], typed[1]);
    assert!(shown.contains("3 actions are on record"), "{shown}");
    // The same dice fall, and the same is written, as if nobody had been interrupted.
    assert_eq!(folder.text("game.jsonl"), folder.text("whole.jsonl"));
    assert!(folder.run(&["replay", "game.jsonl", "--check"], "").starts_with("exit code 0"));
}

#[test]
fn what_is_taken_back_is_not_on_record() {
    let folder = Folder::new();
    let args = ["play", "toy", "--seed", "3", "--record", "game.jsonl"];
    killed(&folder, &args, "begin\n2\n1\nhold\nundo\n", ("press on?", 2));
    assert!(!folder.text("game.jsonl").contains("\"hold\""), "{}", folder.text("game.jsonl"));
}

#[test]
fn a_record_that_cannot_be_written_is_told_at_once() {
    let folder = Folder::new();
    let shown = folder.run(&["play", "toy", "--record", "nowhere/game.jsonl"], "begin\n");
    assert!(shown.starts_with("exit code 2\n--- stderr\nerror: cannot write `nowhere/"), "{shown}");
}

#[test]
fn a_record_goes_on_as_a_battle_of_its_own() {
    let folder = Folder::new();
    let keyed = ["play", "toy", "--dice", "keyed", "--record", "keyed.jsonl"];
    folder.run(&keyed, "begin\nquit\n");
    let shown = folder.run(&["play", "keyed.jsonl"], "quit\n");
    assert!(shown.contains("hint: `--dice keyed --record FILE` goes on with a new key"), "{shown}");
    let args = ["play", "keyed.jsonl", "--dice", "keyed", "--record", "more.jsonl"];
    let shown = folder.run(&args, "1\nquit\n");
    assert!(shown.contains("whom do you send? [TOY-2.1]"), "{shown}");
    assert!(folder.run(&["replay", "more.jsonl", "--check"], "").starts_with("exit code 0"));

    let shown = folder.run(&["play", "more.jsonl", "--red", "random"], "");
    assert!(shown.contains("error: a record has its own players and dice"), "{shown}");
    let played = ["play", "toy", "--red", "random", "--seed", "3", "--record", "over.jsonl"];
    folder.run(&played, "");
    let shown = folder.run(&["play", "over.jsonl"], "");
    assert!(shown.contains("this battle is over: no fighter is left [TOY-4.1]"), "{shown}");
}

#[test]
fn a_saved_position_is_taken_up_again() {
    let folder = Folder::new();
    folder.run(&["play", "ford", "--seed", "3"], "1\nsave here.toml\nquit\n");
    let again = folder.run(&["play", "here.toml", "--seed", "3"], "quit\n");
    assert!(again.contains("Wolves, turn 1: whom do you send? [TOY-2.1]"), "{again}");
    let listed = folder.run(&["check", "here.toml"], "");
    assert!(listed.contains("send swordsman card"), "{listed}");
}

#[test]
fn unknown_battles_and_players_are_trouble() {
    let folder = Folder::new();
    insta::assert_snapshot!(folder.run(&["play", "agincourt"], ""), @r"
    exit code 2
    --- stderr
    error: there is no battle or ruleset `agincourt`
    hint: `acies battles` lists the battles
    ");
    insta::assert_snapshot!(folder.run(&["play", "toy", "--red", "genius"], ""), @r"
    exit code 2
    --- stderr
    error: invalid value 'genius' for '--red <RED>': there is no player `genius`: known are human, random, recruit, optio, centurion, legate, consul

    For more information, try '--help'.
    ");
}

#[test]
fn nothing_that_is_typed_ends_a_battle_but_quit() {
    let lines = [
        "",
        "0",
        "-1",
        "99999999999999999999",
        "why",
        "why 0",
        "why x y z",
        "odds",
        "odds 0",
        "odds send",
        "save",
        "save /",
        "log x",
        "log 999",
        "list",
        "list .",
        "undo 7",
        "send",
        "send slinger card card",
        "\u{7}",
        "é",
        "BEGIN",
        "press",
        "?",
        "board now",
    ];
    for dice in ["seeded", "real", "keyed"] {
        let typed = format!("1\n4\n{}\nquit\n1\n", lines.join("\n"));
        let shown = play(&["--dice", dice], &typed);
        assert!(shown.starts_with("exit code 0\n"), "{shown}");
        let (_, after) = shown.split_once("red> quit\n").expect("it was typed");
        assert!(!after.contains("red>"), "{after}");
    }
}

#[test]
fn virtus_is_played_recorded_and_checked() {
    let folder = Folder::new();
    let args = ["play", "tapae", "--red", "random", "--blue", "random", "--seed", "5"];
    let shown = folder.run(&[&args[..], &["--record", "tapae.jsonl"]].concat(), "");
    assert!(shown.starts_with("exit code 0\n"), "{shown}");
    let checked = folder.run(&["replay", "tapae.jsonl", "--check"], "");
    assert!(checked.starts_with("exit code 0\n"), "{checked}");
    let again = folder.run(&["replay", "tapae.jsonl", "--full"], "");
    assert!(again.contains("activation points:"), "the sums are on record: {again}");
}
