//! Real dice: Acies says what to throw, people type what fell.

use acies_ai::Player;
use acies_core::{Dice, Pending, Seat};
use serde_json::{Value, json};

use crate::{Duel, Server, client::Socket, text};

async fn throw(socket: &mut Socket, faces: &[u8]) -> Value {
    let version = socket.version();
    socket.ask(json!({ "type": "dice", "version": version, "faces": faces })).await
}

#[tokio::test]
async fn an_action_waits_for_its_dice() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "real").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    let answer = red.act("begin").await;
    assert_eq!(answer["dice"]["n"], 1, "{answer}");
    assert_eq!(answer["dice"]["rule"], "TOY-1.3");
    assert_eq!(answer["dice"]["die"]["faces"], json!([1, 2, 3, 4, 5, 6]));
    blue.at(1).await;
    assert_eq!(blue.state["dice"]["typed_by"], "red");
    assert_eq!(Socket::kind(&throw(&mut blue, &[3]).await), "forbidden");
    for wrong in [&[7][..], &[0], &[], &[1, 2]] {
        assert_eq!(Socket::kind(&throw(&mut red, wrong).await), "malformed", "{wrong:?}");
    }
    assert_eq!(Socket::kind(&red.act("begin").await), "not_now");

    // It can be taken back as long as nothing was thrown.
    let withdraw = json!({ "type": "withdraw", "version": 1 });
    assert_eq!(red.ask(withdraw).await["version"], 2);
    assert_eq!(red.state["dice"], Value::Null);
    red.act("begin").await;
    assert_eq!(throw(&mut red, &[5]).await["ok"], true);
    assert!(red.lines()[0].starts_with("A 5:"), "{:?}", red.lines());
}

#[tokio::test]
async fn what_was_thrown_is_told_and_outlives_the_server() {
    let server = Server::start().await;
    let duel = server.duel("me", "random", "real").await;
    let mut red = server.join(&duel, "red").await;
    red.act("begin").await;
    throw(&mut red, &[2]).await;
    red.acts("send swordsman").await;
    red.until(|state| state["awaited"] == json!(["red"]) && state["thinking"].is_null()).await;
    red.act("fight").await;
    let told = red.lines().len();
    let dice = &red.state["dice"];
    assert_eq!(dice["who"], "Wolves");
    assert!(dice["what"].as_str().unwrap().starts_with("the swordsman fights the "), "{dice}");
    let wanted = dice["n"].as_u64().unwrap() as usize;
    assert!(dice["dice"].as_str().unwrap().starts_with(&format!("{wanted} d6, on ")), "{dice}");
    assert!(wanted >= 3, "a swordsman on the hill");

    // All of its dice, and none of the next throw.
    for wrong in [wanted - 1, wanted + 1] {
        let answer = throw(&mut red, &vec![6; wrong]).await;
        assert_eq!(Socket::kind(&answer), "malformed", "{wrong} faces");
    }
    let faces = vec![6; wanted];
    let answer = throw(&mut red, &faces).await;
    assert_eq!(answer["dice"]["given"], json!(faces));
    assert_eq!(answer["dice"]["who"], "Bears");
    let line = format!("The swordsman of Wolves makes {wanted} hits");
    assert_eq!(red.lines()[told..], [line.as_str()], "hits are told before the next throw");
    let withdraw = json!({ "type": "withdraw", "version": red.version() });
    assert_eq!(Socket::kind(&red.ask(withdraw).await), "not_now");
    drop(red);

    let server = Server::start_in(server.stop().await).await;
    let mut red = server.join(&duel, "red").await;
    assert_eq!(red.state["dice"]["given"], json!(faces));
    assert_eq!(red.lines()[told..], [line.as_str()]);
    // People throw for the computer too.
    while !red.state["dice"].is_null() {
        assert_eq!(red.state["dice"]["typed_by"], "red");
        let n = red.state["dice"]["n"].as_u64().unwrap() as usize;
        let answer = throw(&mut red, &vec![1; n]).await;
        assert_eq!(answer["ok"], true, "{answer}");
    }
    assert_eq!(red.lines()[told], line, "nothing is told twice");
    assert_ne!(red.lines()[told + 1], line);
}

/// Both sides deploy in secret; the second to be ready sees the first one's army and cannot go back.
async fn hidden_deployment_is_not_read_for_free(ruleset: &str) {
    let rules = acies::find(ruleset).unwrap();
    let armies: Vec<_> = rules.armies().into_iter().take(2).collect();
    let army = |n: usize| rules.shipped(&armies[n].id).unwrap();
    let mut battle = rules.field(&army(0), &army(1)).unwrap();
    let mut fallen = Dice::seeded(3);
    let both = |seats: acies_core::Seats| Seat::BOTH.into_iter().all(|seat| seats.has(seat));
    while !matches!(battle.pending(), Pending::Decide(seats) if both(seats)) {
        let by = battle.pending().seat().unwrap();
        let action = battle.decide(by, Player::Centurion, 1);
        battle.apply(by, &action, &mut fallen).unwrap();
    }
    let server = Server::start().await;
    for dice in ["real", "app"] {
        let wanted = json!({
            "ruleset": ruleset, "position": { "text": battle.save() },
            "seats": { "red": "me", "blue": "me" }, "dice": dice,
        });
        let (status, created) = server.post("/api/battles", wanted).await;
        assert_eq!(status, 201, "{created}");
        let duel = Duel { id: text(&created["id"]), created };
        let mut sockets = [server.join(&duel, "red").await, server.join(&duel, "blue").await];
        let mut here = rules.position("the position", &battle.save()).unwrap();
        let (last, version) = loop {
            let by = here.pending().seat().unwrap();
            let socket = &mut sockets[by as usize];
            let action = here.decide(by, Player::Centurion, 1);
            socket.acts(&action).await;
            if here.apply(by, &action, &mut Dice::scripted([])).is_err() {
                break (by, socket.version());
            }
            let version = socket.version();
            assert_eq!(socket.state["undo"]["free"], true, "{action} tells nothing");
            sockets[by.other() as usize].at(version).await;
        };
        let second = &mut sockets[last as usize];
        assert!(!second.lines().is_empty());
        if dice == "real" {
            assert_eq!(second.state["dice"]["withdraw"], false);
            let answer = second.ask(json!({ "type": "withdraw", "version": version })).await;
            assert_eq!(Socket::kind(&answer), "not_now", "{answer}");
        } else {
            assert_eq!(second.state["undo"]["free"], false);
            let answer = second.ask(json!({ "type": "undo", "version": version })).await;
            assert_eq!(answer["asked"], true, "{answer}");
        }
    }
}

#[tokio::test]
async fn the_deployment_of_advanced_virtus_is_not_read_for_free() {
    hidden_deployment_is_not_read_for_free("av").await;
}

#[tokio::test]
async fn the_deployment_of_virtus_is_not_read_for_free() {
    hidden_deployment_is_not_read_for_free("virtus").await;
}

/// A share in the dice and its commitment.
fn share(byte: u8) -> (String, String) {
    let share = acies_core::keyed::Key::new([byte; 32]);
    (share.to_string(), share.commitment())
}

async fn commit(socket: &mut Socket, byte: u8) -> Value {
    socket.ask(json!({ "type": "commit", "commitment": share(byte).1 })).await
}

async fn open(socket: &mut Socket, byte: u8) -> Value {
    socket.ask(json!({ "type": "open", "share": share(byte).0 })).await
}

#[tokio::test]
async fn both_players_have_a_share_in_the_dice() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    assert_eq!(red.state["share"], "commit");
    assert_eq!(Socket::kind(&open(&mut red, 1).await), "not_now", "nobody has committed himself");
    let short = json!({ "type": "commit", "commitment": "ab" });
    assert_eq!(Socket::kind(&red.ask(short).await), "malformed");
    assert_eq!(commit(&mut red, 1).await["ok"], true);
    assert_eq!(red.state["share"], Value::Null, "the other comes first");
    assert_eq!(Socket::kind(&open(&mut red, 1).await), "not_now", "blue could choose his after it");
    assert_eq!(Socket::kind(&commit(&mut red, 3).await), "not_now", "a commitment stands");
    assert_eq!(commit(&mut blue, 2).await["ok"], true);
    // Dice wait for shares that were promised.
    let answer = red.act("begin").await;
    assert_eq!(Socket::kind(&answer), "dice_wait", "{answer}");
    assert_eq!(Socket::kind(&open(&mut blue, 1).await), "malformed", "not what he committed to");
    assert_eq!(open(&mut blue, 2).await["ok"], true);
    assert_eq!(open(&mut red, 1).await["ok"], true);
    drop((red, blue));
    let server = Server::start_in(server.stop().await).await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.acts("begin").await;
    assert_eq!(red.talk.last().unwrap()["kind"], "shares");
    blue.at(1).await;
    assert_eq!(Socket::kind(&open(&mut blue, 4).await), "not_now", "dice have fallen");
    assert_eq!(blue.welcome["shares"]["red"], share(1).1);
    assert!(!blue.heard.contains(&share(1).0), "red's share is shown after the end");
    red.ask(json!({ "type": "resign" })).await;
    let record = record_of(&server, &duel).await;
    assert_eq!(record.end.shares.0, [1, 2].map(|byte| Some(share(byte).0)));
    let verified = acies::find("toy").unwrap().verify(&record).unwrap();
    assert!(verified.unverified.is_empty(), "{:?}", verified.unverified);
    // Without a share the dice are others.
    let mut forged = record;
    forged.end.shares.0[1] = None;
    let bad = acies::find("toy").unwrap().verify(&forged).err().unwrap();
    assert!(bad.what.starts_with("the dice show"), "{bad}");
}

async fn record_of(server: &Server, duel: &Duel) -> acies_core::record::Record {
    let path = format!("/api/battles/{}/record", duel.id);
    let answer = crate::client::request(server.address, "GET", &path, None, None).await;
    acies_core::record::read(std::str::from_utf8(&answer.body).unwrap()).unwrap()
}

#[tokio::test]
async fn who_gives_no_share_holds_up_nobody() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    commit(&mut red, 1).await;
    red.acts("begin").await;
    red.ask(json!({ "type": "resign" })).await;
    let record = record_of(&server, &duel).await;
    assert_eq!(record.end.shares.0, [None, None]);
    let verified = acies::find("toy").unwrap().verify(&record).unwrap();
    assert!(verified.unverified.is_empty(), "{:?}", verified.unverified);

    // Who comes later has a share in what falls after.
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.acts("begin").await;
    blue.at(1).await;
    for (socket, byte) in [(&mut red, 1), (&mut blue, 2)] {
        assert_eq!(commit(socket, byte).await["ok"], true);
    }
    for (socket, byte) in [(&mut red, 1), (&mut blue, 2)] {
        assert_eq!(open(socket, byte).await["ok"], true);
    }
    red.acts("send slinger").await;
    blue.acts("send slinger").await;
    red.at(3).await;
    red.acts("fight").await;
    red.ask(json!({ "type": "resign" })).await;
    let record = record_of(&server, &duel).await;
    let acies_core::record::DiceKind::Keyed { from, .. } = record.start.dice else { panic!() };
    assert_eq!(from, 3, "the die for the hill and two cards (TOY-1.3, TOY-1.4)");
    let verified = acies::find("toy").unwrap().verify(&record).unwrap();
    let before = "3 throws fell before the players had a share in the dice";
    assert_eq!(verified.unverified, [before]);
    // Against the computer, and with real dice, no shares are asked for.
    for (blue, dice) in [("random", "app"), ("me", "real")] {
        let duel = server.duel("me", blue, dice).await;
        let mut red = server.join(&duel, "red").await;
        assert_eq!(red.state["share"], Value::Null);
        assert_eq!(Socket::kind(&commit(&mut red, 1).await), "not_now");
    }
}
