//! Battles played through sockets.

use acies_core::record;
use serde_json::{Value, json};

use crate::{
    Server,
    client::{Socket, request},
    text,
};

#[tokio::test]
async fn two_people_and_a_spectator() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    let mut watcher = server.watch(&duel).await;
    assert_eq!(red.welcome["you"], "red");
    assert_eq!(watcher.welcome["you"], Value::Null);
    assert_eq!(red.state["scene"]["question"]["asks"], "begin the duel");
    assert_eq!(red.offers(), ["begin"]);
    assert_eq!(blue.offers(), Vec::<String>::new());

    red.acts("begin").await;
    assert_eq!(red.version(), 1);
    blue.at(1).await;
    watcher.at(1).await;
    assert_eq!(red.lines().len(), 3);
    assert_eq!(blue.state["awaited"], json!(["red", "blue"]));

    // Each knows his own card and nobody else's.
    let card =
        |socket: &Socket, at: usize| socket.lines()[at].split_once(": ").map(|(_, c)| c.to_owned());
    assert!(card(&red, 1).is_some() && card(&red, 2).is_none());
    assert!(card(&blue, 1).is_none() && card(&blue, 2).is_some());
    assert!(card(&watcher, 1).is_none() && card(&watcher, 2).is_none());
}

#[tokio::test]
async fn what_is_not_allowed_changes_nothing_and_says_why() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    let mut watcher = server.watch(&duel).await;

    let answer = blue.act("begin").await;
    assert_eq!(Socket::kind(&answer), "refused");
    assert_eq!(answer["error"]["reason"]["rules"], json!(["TOY-2.4"]));
    assert_eq!(Socket::kind(&red.act("begn").await), "malformed");
    assert_eq!(Socket::kind(&watcher.act("begin").await), "forbidden");
    let stale = red.ask(json!({ "type": "act", "version": 7, "action": "begin" })).await;
    assert_eq!(Socket::kind(&stale), "stale");
    for wrong in [
        json!({ "type": "act", "action": "begin" }),
        json!({ "type": "act", "version": -1, "action": "begin" }),
        json!({ "type": "act", "version": 0, "action": "begin", "more": 1 }),
        json!({ "type": "conquer" }),
    ] {
        assert_eq!(Socket::kind(&red.ask(wrong).await), "malformed");
    }
    assert_eq!(red.version(), 0);
    red.acts("begin").await;
    let stale = red.ask(json!({ "type": "act", "version": 0, "action": "send slinger" })).await;
    assert_eq!(Socket::kind(&stale), "stale");
}

#[tokio::test]
async fn the_other_sides_secret_decision_makes_nothing_stale() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.acts("begin").await;
    blue.at(1).await;
    red.acts("send slinger").await;
    let late = blue.ask(json!({ "type": "act", "version": 1, "action": "send spearman" })).await;
    assert_eq!(late["version"], 3, "{late}");
    // Red has decided: its question is another now.
    let stale = red.ask(json!({ "type": "act", "version": 1, "action": "send slinger" })).await;
    assert_eq!(Socket::kind(&stale), "stale");
}

#[tokio::test]
async fn the_same_request_is_applied_once() {
    let server = Server::start().await;
    let duel = server.duel("me", "random", "app").await;
    let mut red = server.join(&duel, "red").await;
    let act = json!({ "type": "act", "version": 0, "action": "begin", "token": "t1" });
    let first = red.ask(act.clone()).await;
    assert_eq!(first["ok"], true);
    let mut again = server.join(&duel, "red").await;
    let second = again.ask(act.clone()).await;
    assert_eq!((&second["version"], &second["again"]), (&first["version"], &json!(true)));
    let begun = again.lines().iter().filter(|line| line.contains("the hill")).count();
    assert_eq!(begun, 1);

    // Neither does a new server apply it again.
    drop((red, again));
    let server = Server::start_in(server.stop().await).await;
    let mut red = server.join(&duel, "red").await;
    assert_eq!(red.ask(act).await["again"], true);
}

#[tokio::test]
async fn whoever_comes_back_is_told_what_is_new() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    red.acts("begin").await;
    blue.at(1).await;
    let hello = json!({ "type": "hello", "secret": duel.secret("blue"), "version": 1, "talk": 0 });
    drop(blue);
    red.until(|state| state["away"] == json!(["blue"])).await;
    red.acts("send slinger").await;
    assert_eq!(red.ask(json!({ "type": "say", "text": "your turn" })).await["ok"], true);

    let blue = Socket::open(server.address, &duel.id, hello).await.unwrap();
    assert_eq!(blue.state["log"]["from"], 3);
    assert_eq!(blue.talk[0]["text"], "your turn");
    assert_eq!(blue.version(), 2);
    let all = server.join(&duel, "blue").await;
    assert_eq!(all.state["log"]["from"], 0);
    assert_eq!(all.log.len(), 3 + blue.log.len());
}

#[tokio::test]
async fn a_battle_against_the_computer_is_played_recorded_and_checked() {
    let server = Server::start().await;
    let duel = server.duel("me", "centurion", "app").await;
    let mut red = server.join(&duel, "red").await;
    let commitment = text(&red.welcome["commitment"]);
    let (status, _) = server.get(&format!("/api/battles/{}/record", duel.id)).await;
    assert_eq!(status, 409, "the record would tell the computer's card");
    while red.state["over"].is_null() {
        match red.offers().first() {
            Some(action) => red.acts(&action.clone()).await,
            None => drop(red.hear().await.unwrap()),
        }
    }
    let path = format!("/api/battles/{}/record", duel.id);
    let answer = request(server.address, "GET", &path, None, None).await;
    let record = record::read(std::str::from_utf8(&answer.body).unwrap()).unwrap();
    acies::find("toy").unwrap().verify(&record).unwrap();
    let key = acies_core::keyed::Key::parse(record.end.key.as_ref().unwrap()).unwrap();
    assert_eq!(key.commitment(), commitment);
    assert_eq!(red.state["over"]["key"], json!(key.to_string()));
}

#[tokio::test]
async fn battles_outlive_the_server() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    red.acts("begin").await;
    red.acts("send slinger").await;
    let (log, scene) = (red.log.clone(), red.state["scene"].clone());
    drop(red);
    let server = Server::start_in(server.stop().await).await;
    let red = server.join(&duel, "red").await;
    assert_eq!((red.version(), &red.log, &red.state["scene"]), (2, &log, &scene));
}

#[tokio::test]
async fn a_server_that_goes_down_says_goodbye() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    let stopped = tokio::spawn(server.stop());
    assert!(red.hear().await.is_err());
    drop(stopped.await.unwrap());
}

#[tokio::test]
async fn an_invitation_is_claimed_once() {
    let server = Server::start().await;
    let duel = server.duel("me", "friend", "app").await;
    let invite = text(&duel.created["seats"]["blue"]["invite"]);
    let path = format!("/api/battles/{}/claim", duel.id);
    // An invitation is no secret.
    let hello = json!({ "type": "hello", "secret": invite });
    let refused = Socket::open(server.address, &duel.id, hello).await.err().unwrap();
    assert_eq!(refused["kind"], "forbidden");

    let (status, claimed) = server.post(&path, json!({ "invite": invite })).await;
    assert_eq!((status, &claimed["seat"]), (200, &json!("blue")));
    let hello = json!({ "type": "hello", "secret": claimed["secret"] });
    let blue = Socket::open(server.address, &duel.id, hello).await.unwrap();
    assert_eq!(blue.welcome["you"], "blue");
    assert_eq!(server.post(&path, json!({ "invite": invite })).await.0, 409);
    assert_eq!(server.post(&path, json!({ "invite": "guess" })).await.0, 403);
}

#[tokio::test]
async fn a_claim_whose_answer_was_lost_is_made_again() {
    let server = Server::start().await;
    let duel = server.duel("me", "friend", "app").await;
    let invite = text(&duel.created["seats"]["blue"]["invite"]);
    let path = format!("/api/battles/{}/claim", duel.id);
    let own = "00112233445566778899aabbccddeeff";
    let red = text(&duel.created["seats"]["red"]["secret"]);
    for bad in ["", "0011", "+0112233445566778899aabbccddeeff", red.as_str()] {
        assert_eq!(
            server.post(&path, json!({ "invite": invite, "secret": bad })).await.0,
            400,
            "{bad}"
        );
    }
    for _ in 0..2 {
        let (status, claimed) =
            server.post(&path, json!({ "invite": invite, "secret": own })).await;
        assert_eq!((status, claimed), (200, json!({ "seat": "blue", "secret": own })));
    }
    // Another secret, and one that holds the other seat, come too late.
    for other in [&own.replace('0', "1"), &red] {
        assert_eq!(server.post(&path, json!({ "invite": invite, "secret": other })).await.0, 409);
    }
}

/// A state that came while a question was being answered was once thought to have been sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_swallow_no_state() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let (mut red, mut blue) = (server.join(&duel, "red").await, server.join(&duel, "blue").await);
    for said in 1..=30 {
        let talk = red.ask(json!({ "type": "say", "text": said.to_string() }));
        let ping = async {
            for _ in 0..5 {
                blue.ask(json!({ "type": "ping" })).await;
            }
            while blue.talk.len() < said {
                blue.hear().await.unwrap();
            }
        };
        let both = async { tokio::join!(talk, ping) };
        let heard = tokio::time::timeout(std::time::Duration::from_secs(20), both).await;
        assert!(heard.is_ok(), "blue was not told what red said");
    }
}

#[tokio::test]
async fn the_computer_advises_whoever_is_asked() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    let mut blue = server.join(&duel, "blue").await;
    let advice = red.ask(json!({ "type": "advise" })).await;
    assert_eq!(advice["offer"]["action"], "begin", "{advice}");
    assert_eq!(advice["at"], 0);
    // Nothing has changed, and who is not asked gets no advice.
    let refused = blue.ask(json!({ "type": "advise" })).await;
    assert_eq!(refused["error"]["kind"], "not_now", "{refused}");
    let begun = red.ask(json!({ "type": "act", "version": 0, "action": "begin" })).await;
    assert_eq!(begun["ok"], true, "{begun}");
}
