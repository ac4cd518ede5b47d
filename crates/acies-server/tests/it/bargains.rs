//! Taking back, drawing, resigning, talking.

use serde_json::{Value, json};

use crate::{
    Duel, Server,
    client::{Socket, request},
    text,
};

async fn undo(socket: &mut Socket) -> Value {
    let version = socket.version();
    socket.ask(json!({ "type": "undo", "version": version })).await
}

#[tokio::test]
async fn a_decision_is_taken_back_freely_until_something_is_laid_open() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    assert_eq!(Socket::kind(&undo(&mut red).await), "not_now");
    red.acts("begin").await;
    red.acts("send slinger").await;
    assert_eq!(
        red.state["undo"],
        json!({ "free": true, "what": "send the slinger", "dice": false })
    );
    assert_eq!(undo(&mut red).await["version"], 3);
    assert_eq!(red.talk[0]["kind"], "undo");
    red.acts("send spearman").await;
    blue.at(4).await;
    blue.acts("send spearman").await;
    // Red had decided in secret: blue's decision lays it open.
    assert_eq!(blue.state["undo"]["free"], false);
    assert_eq!(undo(&mut blue).await["asked"], true);
    red.until(|state| !state["offer"].is_null()).await;
    red.ask(json!({ "type": "reply", "to": "undo", "yes": true })).await;
    let undone = red.talk.last().unwrap()["text"].as_str().unwrap();
    assert!(undone.ends_with(", as agreed, after what was hidden was seen"), "{undone}");
}

#[tokio::test]
async fn after_the_dice_the_other_side_is_asked() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.acts("begin").await;
    let first = red.lines().join(";");
    assert_eq!(red.state["undo"]["dice"], true);
    for yes in [false, true] {
        assert_eq!(undo(&mut red).await["asked"], true);
        blue.until(|state| state["offer"]["what"] == "undo").await;
        assert!(blue.state["offer"]["words"].as_str().unwrap().contains("the hill"));
        let own = red.ask(json!({ "type": "reply", "to": "undo", "yes": true })).await;
        assert_eq!(Socket::kind(&own), "not_now", "one does not answer oneself");
        let reply = json!({ "type": "reply", "to": "undo", "yes": yes });
        assert_eq!(blue.ask(reply).await["ok"], true);
        red.until(|state| state["offer"].is_null()).await;
    }
    red.until(|state| state["acts"] == 0).await;
    assert_eq!(red.log, Vec::<Value>::new());
    let undone = red.talk.last().unwrap()["text"].as_str().unwrap().to_owned();
    assert!(undone.ends_with(", as agreed, after its dice were seen"), "{undone}");
    // The dice do not fall in another way the second time, and it is told that they were known.
    red.acts("begin").await;
    assert_eq!(red.lines().join(";"), first);
    let talk = red.talk.len();
    let known = red.talk.last().unwrap();
    assert_eq!(known["kind"], "known_dice");
    let said = known["text"].as_str().unwrap();
    // The die for the hill and both cards (TOY-1.3, TOY-1.4).
    assert!(said.ends_with(" knew 3 throws of this from what was taken back"), "{said}");
    // What comes after it nobody knows.
    red.acts("send slinger").await;
    assert_eq!(red.talk.len(), talk);
}

#[tokio::test]
async fn one_asks_twice_a_turn_and_no_more() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.acts("begin").await;
    for _ in 0..2 {
        assert_eq!(undo(&mut red).await["asked"], true);
        blue.until(|state| !state["offer"].is_null()).await;
        blue.ask(json!({ "type": "reply", "to": "undo", "yes": false })).await;
        blue.until(|state| state["offer"].is_null()).await;
    }
    assert_eq!(Socket::kind(&undo(&mut red).await), "not_now");
}

#[tokio::test]
async fn against_the_computer_everything_can_be_taken_back_and_is_told() {
    let server = Server::start().await;
    let duel = server.duel("me", "random", "app").await;
    let mut red = server.join(&duel, "red").await;
    red.acts("begin").await;
    red.acts("send slinger").await;
    red.until(|state| state["awaited"] == json!(["red"])).await;
    assert_eq!(red.state["undo"]["free"], true);
    let answer = undo(&mut red).await;
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(red.talk.last().unwrap()["kind"], "undo");
    let draw = red.ask(json!({ "type": "draw" })).await;
    assert_eq!(Socket::kind(&draw), "not_now", "the computer plays on");
}

#[tokio::test]
async fn a_draw_is_agreed_on() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    let early = blue.ask(json!({ "type": "reply", "to": "draw", "yes": true })).await;
    assert_eq!(Socket::kind(&early), "not_now");
    red.ask(json!({ "type": "draw" })).await;
    blue.until(|state| state["offer"] == json!({ "by": "red", "what": "draw", "words": null }))
        .await;
    blue.ask(json!({ "type": "reply", "to": "draw", "yes": true })).await;
    assert_eq!(blue.state["over"]["left"], "agreed");
    assert_eq!(blue.state["over"]["winner"], Value::Null);
    assert_eq!(Socket::kind(&red.act("begin").await), "not_now");
}

#[tokio::test]
async fn whoever_resigns_has_lost() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.acts("begin").await;
    red.ask(json!({ "type": "resign" })).await;
    blue.until(|state| !state["over"].is_null()).await;
    assert_eq!(blue.state["over"]["winner"], "blue");
    assert_eq!(blue.state["scene"]["question"], Value::Null);
    let path = format!("/api/battles/{}/record", duel.id);
    let record = crate::client::request(server.address, "GET", &path, None, None).await;
    let record = acies_core::record::read(std::str::from_utf8(&record.body).unwrap()).unwrap();
    assert_eq!(record.end.left, Some(acies_core::record::Left::Resigned(acies_core::Seat::Red)));
    assert_eq!(record.end.winner, Some(acies_core::Seat::Blue));
    acies::find("toy").unwrap().verify(&record).unwrap();
}

#[tokio::test]
async fn players_talk() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.ask(json!({ "type": "say", "text": " good luck " })).await;
    blue.until(|state| !state["talk"]["entries"].as_array().unwrap().is_empty()).await;
    assert_eq!((&blue.talk[0]["by"], &blue.talk[0]["text"]), (&json!("red"), &json!("good luck")));
    for text in [String::new(), "x".repeat(501)] {
        let answer = red.ask(json!({ "type": "say", "text": text })).await;
        assert_eq!(Socket::kind(&answer), "malformed");
    }
}

/// A duel of two people, one of whom has come by invitation. Gives the secrets of both.
async fn invited(server: &Server, patience: Value) -> (Duel, String, String) {
    let wanted = json!({
        "ruleset": "toy", "battle": "ford", "seats": { "red": "me", "blue": "friend" },
        "dice": "app", "patience": patience,
    });
    let (status, created) = server.post("/api/battles", wanted).await;
    assert_eq!(status, 201, "{created}");
    let id = text(&created["id"]);
    let invite = json!({ "invite": created["seats"]["blue"]["invite"] });
    let (_, claimed) = server.post(&format!("/api/battles/{id}/claim"), invite).await;
    let red = text(&created["seats"]["red"]["secret"]);
    (Duel { id, created }, red, text(&claimed["secret"]))
}

async fn enter(server: &Server, duel: &Duel, secret: &str) -> Socket {
    let hello = json!({ "type": "hello", "secret": secret });
    Socket::open(server.address, &duel.id, hello).await.unwrap()
}

#[tokio::test]
async fn neither_side_takes_a_battle_from_the_other() {
    let server = Server::start().await;
    let (duel, red, blue) = invited(&server, Value::Null).await;
    let path = format!("/api/battles/{}", duel.id);
    let delete = async |secret: &str| {
        request(server.address, "DELETE", &path, Some(secret), None).await.status
    };
    let listed = async |secret: &str| {
        let mine = json!({ "battles": [{ "id": duel.id, "secret": secret }] });
        let (_, mine) = server.post("/api/mine", mine).await;
        !mine["battles"].as_array().unwrap().is_empty()
    };
    assert_eq!(delete(&red).await, 409, "it goes on");
    let mut loser = enter(&server, &duel, &red).await;
    loser.ask(json!({ "type": "resign" })).await;
    drop(loser);
    for _ in 0..2 {
        assert_eq!(delete(&red).await, 204);
        assert!(!listed(&red).await && listed(&blue).await, "the victor still has it");
    }
    assert_eq!(server.get(&format!("{path}/record")).await.0, 200);
    let server = Server::start_in(server.stop().await).await;
    let delete = async |secret: &str| {
        request(server.address, "DELETE", &path, Some(secret), None).await.status
    };
    assert_eq!(server.get(&path).await.0, 200);
    assert_eq!(delete(&blue).await, 204);
    assert_eq!(server.get(&path).await.0, 404, "nobody wants it any more");
}

#[tokio::test]
async fn a_battle_to_which_nobody_came_is_gone_at_once() {
    let server = Server::start().await;
    for (red, blue) in [("me", "me"), ("me", "friend"), ("me", "random")] {
        let duel = server.duel(red, blue, "app").await;
        let path = format!("/api/battles/{}", duel.id);
        let secret = duel.secret("red");
        let answer = request(server.address, "DELETE", &path, Some(&secret), None).await;
        assert_eq!(answer.status, 204, "{red}, {blue}");
        assert_eq!(server.get(&path).await.0, 404, "{red}, {blue}");
    }
}

#[tokio::test]
async fn who_walks_away_can_lose_if_that_was_agreed() {
    let server = Server::start().await;
    let (duel, red, blue) = invited(&server, json!(1)).await;
    let (mut red, mut blue) =
        (enter(&server, &duel, &red).await, enter(&server, &duel, &blue).await);
    assert_eq!(blue.welcome["patience"], 1);
    let claim = async |socket: &mut Socket| socket.ask(json!({ "type": "claim" })).await;
    assert_eq!(Socket::kind(&claim(&mut red).await), "not_now", "it is red who must decide");
    red.acts("begin").await;
    assert_eq!(red.state["claim"], Value::Null, "both decide at once");
    red.acts("send slinger").await;
    assert_eq!(red.state["claim"]["by"], "red");
    blue.at(2).await;
    assert_eq!(Socket::kind(&claim(&mut blue).await), "not_now");
    // However slow this machine is: sooner or later the second is over.
    while claim(&mut red).await["ok"] != true {}
    blue.until(|state| !state["over"].is_null()).await;
    let over = &blue.state["over"];
    assert_eq!((&over["winner"], &over["left"]), (&json!("red"), &json!("overdue")));
    assert_eq!(blue.talk.last().unwrap()["text"], "Wolves claim the victory: Bears did not decide");
    let path = format!("/api/battles/{}/record", duel.id);
    let record = request(server.address, "GET", &path, None, None).await;
    let record = acies_core::record::read(std::str::from_utf8(&record.body).unwrap()).unwrap();
    acies::find("toy").unwrap().verify(&record).unwrap();
    assert_eq!(Socket::kind(&claim(&mut red).await), "not_now");
}

#[tokio::test]
async fn nobody_has_to_hurry_unless_it_was_agreed() {
    let server = Server::start().await;
    let (duel, red, blue) = invited(&server, Value::Null).await;
    let (mut red, mut blue) =
        (enter(&server, &duel, &red).await, enter(&server, &duel, &blue).await);
    assert_eq!(blue.state["claim"], Value::Null);
    assert_eq!(Socket::kind(&blue.ask(json!({ "type": "claim" })).await), "not_now");
    red.acts("begin").await;
    for wrong in [json!(0), json!(-1), json!(u32::MAX), json!("a day")] {
        let wanted = json!({
            "ruleset": "toy", "battle": "ford", "seats": { "red": "me", "blue": "friend" },
            "dice": "app", "patience": wrong,
        });
        assert_eq!(server.post("/api/battles", wanted).await.0, 400, "{wrong}");
    }
}
