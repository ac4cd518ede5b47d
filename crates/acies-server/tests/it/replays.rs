//! Looking back, taking in records, playing on from a moment.

use serde_json::{Value, json};

use crate::{Duel, Server, client::request, text};

/// A battle of two computer players, from beginning to end.
async fn played(server: &Server) -> Duel {
    let duel = server.duel("centurion", "random", "app").await;
    let mut watcher = server.watch(&duel).await;
    watcher.until(|state| !state["over"].is_null()).await;
    duel
}

async fn record(server: &Server, duel: &Duel) -> String {
    let path = format!("/api/battles/{}/record", duel.id);
    String::from_utf8(request(server.address, "GET", &path, None, None).await.body).unwrap()
}

#[tokio::test]
async fn every_moment_can_be_looked_at_after_the_end() {
    let server = Server::start().await;
    let duel = played(&server).await;
    let id = &duel.id;
    let (_, steps) = server.get(&format!("/api/battles/{id}/steps")).await;
    let count = steps["steps"].as_array().unwrap().len();
    for at in [0, 1, count] {
        let (status, moment) =
            server.get(&format!("/api/battles/{id}/replay?at={at}&view=red")).await;
        assert_eq!((status, &moment["of"]), (200, &json!(count)));
        assert_eq!(moment["scene"]["question"], Value::Null);
    }
    let (_, begun) = server.get(&format!("/api/battles/{id}/replay?at=1&view=blue")).await;
    assert!(text(&begun["log"][2]["line"]).contains("draw a card: "), "blue sees his card");
    let beyond = format!("/api/battles/{id}/replay?at={}&view=both", count + 1);
    assert_eq!(server.get(&beyond).await.0, 400);
}

#[tokio::test]
async fn a_battle_is_analysed_after_the_end() {
    let server = Server::start().await;
    let duel = played(&server).await;
    let path = format!("/api/battles/{}/analysis", duel.id);
    let (status, glance) = server.get(&path).await;
    assert_eq!((status, &glance["done"]), (200, &glance["of"]));
    let steps = glance["steps"].as_array().unwrap();
    assert_eq!(glance["of"], json!(steps.len()));
    let (_, summary) = server.get(&format!("/api/battles/{}", duel.id)).await;
    let won = match summary["over"]["winner"].as_str() {
        Some("red") => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    assert_eq!(steps.last().unwrap()["red"], json!(won), "at the end all is certain");
    assert_eq!(glance["costliest"], json!([]), "a glance judges no decisions");
    // A deep look goes on aside, and each answer has what is known by then.
    let mut done = 0;
    let deep = loop {
        let (status, deep) = server.get(&format!("{path}?look=deep")).await;
        assert_eq!(status, 200);
        let now = deep["done"].as_u64().unwrap();
        assert!(now >= done, "it goes on where it was");
        done = now;
        if deep["done"] == deep["of"] {
            break deep;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(deep["steps"].as_array().unwrap().len(), steps.len());
    let dice = deep["steps"].as_array().unwrap().iter().filter(|it| it["luck"] != json!(0.0));
    assert!(dice.count() > 0, "somebody was lucky");
    let running = server.duel("me", "centurion", "app").await;
    let (status, no) = server.get(&format!("/api/battles/{}/analysis", running.id)).await;
    assert_eq!((status, &no["kind"]), (409, &json!("not_now")), "it would tell the dice to come");
}

#[tokio::test]
async fn the_staff_gives_hints_against_the_computer_alone() {
    let server = Server::start().await;
    let ask = async |duel: &Duel, secret: Option<String>| {
        let path = format!("/api/battles/{}/hint", duel.id);
        request(server.address, "POST", &path, secret.as_deref(), None).await.json()
    };
    let duel = server.duel("me", "centurion", "app").await;
    let mut red = server.join(&duel, "red").await;
    red.acts("begin").await;
    // The computer has sent its fighter: from here on the position stays as it is.
    red.at(2).await;
    let (status, hint) = ask(&duel, Some(duel.secret("red"))).await;
    assert_eq!(status, 200);
    assert!(red.offers().contains(&text(&hint["action"])), "{hint}");
    assert!(hint["playouts"].as_u64().unwrap() > 0 && !hint["why"][0].is_null(), "{hint}");
    assert!((0.0..=1.0).contains(&hint["chance"].as_f64().unwrap()), "{hint}");
    let (_, again) = ask(&duel, Some(duel.secret("red"))).await;
    assert_eq!(again, hint, "the same position, the same hint");
    assert_eq!(ask(&duel, None).await.0, 403);
    let people = server.duel("me", "me", "app").await;
    let (status, no) = ask(&people, Some(people.secret("red"))).await;
    assert_eq!((status, &no["kind"]), (409, &json!("not_now")));
}

#[tokio::test]
async fn who_does_not_want_to_wait_says_so() {
    let server = Server::start().await;
    let duel = server.duel("me", "consul", "app").await;
    let mut red = server.join(&duel, "red").await;
    let no = red.ask(json!({ "type": "now" })).await;
    assert_eq!(no["error"]["kind"], json!("not_now"), "nobody is thinking: {no}");
    red.acts("begin").await;
    red.acts("send slinger").await;
    // It thinks, or has done so by now; either way it decides.
    red.ask(json!({ "type": "now" })).await;
    red.until(|state| state["thinking"].is_null() && state["acts"].as_u64() >= Some(3)).await;
}

#[tokio::test]
async fn before_the_end_one_looks_back_with_ones_own_eyes() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    server.join(&duel, "red").await.acts("begin").await;
    let status = async |view: &str, seat: Option<&str>| {
        let path = format!("/api/battles/{}/replay?at=1&view={view}", duel.id);
        let secret = seat.map(|seat| duel.secret(seat));
        request(server.address, "GET", &path, secret.as_deref(), None).await.status
    };
    assert_eq!(status("red", Some("red")).await, 200);
    assert_eq!(status("both", None).await, 200);
    assert_eq!(status("red", None).await, 403);
    assert_eq!(status("red", Some("blue")).await, 403);
    let fork = json!({ "at": 1, "seats": { "red": "me", "blue": "me" }, "dice": "app" });
    assert_eq!(server.post(&format!("/api/battles/{}/fork", duel.id), fork).await.0, 409);
}

#[tokio::test]
async fn play_goes_on_from_a_moment() {
    let server = Server::start().await;
    let duel = played(&server).await;
    let fork = json!({ "at": 1, "seats": { "red": "me", "blue": "random" }, "dice": "app" });
    let (status, created) = server.post(&format!("/api/battles/{}/fork", duel.id), fork).await;
    assert_eq!(status, 201, "{created}");
    let branch = Duel { id: text(&created["id"]), created };
    let mut red = server.join(&branch, "red").await;
    assert!(red.offers().iter().any(|action| action == "send slinger"));
    red.acts("send slinger").await;
}

#[tokio::test]
async fn a_record_is_taken_in() {
    let server = Server::start().await;
    let duel = played(&server).await;
    let text_of = record(&server, &duel).await;
    let import = async |text: &str| {
        request(server.address, "POST", "/api/records", None, Some(text)).await.json()
    };
    let (status, taken) = import(&text_of).await;
    assert_eq!((status, &taken["problem"]), (201, &Value::Null));
    let again = Duel { id: text(&taken["id"]), created: Value::Null };
    assert_eq!(record(&server, &again).await, text_of);

    // A forged roll is found, and what comes before it can still be looked at.
    let forged = text_of.replacen("\"action\":\"send", "\"action\":\"press", 1);
    let (status, taken) = import(&forged).await;
    assert_eq!((status, &taken["problem"]["line"]), (201, &json!(3)), "{taken}");
    let path = format!("/api/battles/{}/replay?at=1&view=both", text(&taken["id"]));
    assert_eq!(server.get(&path).await.1["of"], 1);

    assert_eq!(import("no record").await.0, 400);
    assert_eq!(import("").await.0, 400);
}

#[tokio::test]
async fn records_are_signed_and_any_change_is_found() {
    let server = Server::start().await;
    let duel = played(&server).await;
    let text = record(&server, &duel).await;
    let (_, key) = server.get("/api/key").await;
    let toy = acies::find("toy").unwrap();
    let judged = |text: &str| {
        let record = acies_core::record::read(text).map_err(|bad| bad.line)?;
        toy.verify(&record).map_err(|bad| bad.line)
    };
    let verified = judged(&text).unwrap();
    assert_eq!(json!(verified.signed_by), key["public"]);
    assert!(verified.unverified.is_empty(), "{:?}", verified.unverified);
    let lines = text.lines().count();
    for (old, new, line) in [
        ("\"centurion\"", "\"somebody\"", 1),
        ("\"winner\":\"", "\"winner\":\"x", lines - 1),
        ("\"key\":\"", "\"kex\":\"", lines - 1),
        ("\"signature\":\"", "\"signature\":\"0", lines),
    ] {
        assert!(text.contains(old), "{old} is not in it");
        let found = judged(&text.replacen(old, new, 1)).err();
        assert_eq!(found, Some(line), "{old}");
    }
    // The next start signs with the same key.
    let server = Server::start_in(server.stop().await).await;
    assert_eq!(server.get("/api/key").await.1, key);
    assert_eq!(record(&server, &duel).await, text, "a record is written once and for all");
}

#[tokio::test]
async fn whoever_takes_in_a_record_keeps_its_signature() {
    let (here, there) = (Server::start().await, Server::start().await);
    let text = record(&here, &played(&here).await).await;
    let import = async |text: &str| {
        let answer = request(there.address, "POST", "/api/records", None, Some(text)).await.json();
        assert_eq!(answer.0, 201, "{}", answer.1);
        answer.1
    };
    let taken = import(&text).await;
    assert_eq!(taken["problem"], Value::Null);
    let duel = Duel { id: crate::text(&taken["id"]), created: taken };
    assert_eq!(record(&there, &duel).await, text);
    // A line that was changed ends the replay, although the rules bear it out.
    let known = "\"faces\":";
    let forged = text.replacen(known, "\"known\":1,\"faces\":", 1);
    let taken = import(&forged).await;
    assert_eq!(taken["problem"]["line"], 2, "{taken}");
}
