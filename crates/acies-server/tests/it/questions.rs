//! What stands still: rulesets, rules, odds, lists, pages, and how wrong requests are answered.

use serde_json::{Value, json};

use crate::{
    Server,
    client::{raw, request},
};

#[tokio::test]
async fn what_can_be_played_is_listed() {
    let server = Server::start().await;
    let (status, body) = server.get("/api/rulesets").await;
    assert_eq!(status, 200);
    let virtus = &body["rulesets"][0];
    assert_eq!(virtus["id"], "virtus");
    assert_eq!(virtus["levels"], json!(["recruit", "optio", "centurion", "legate", "consul"]));
    for list in ["battles", "armies", "odds"] {
        assert!(!virtus[list].as_array().unwrap().is_empty(), "{list}");
    }
    let (status, book) = server.get("/api/rules/virtus").await;
    assert_eq!((status, &book["rules"][0]["ruling"]), (200, &Value::Null));
    assert_eq!(server.get("/api/rules/vitrus").await.0, 404);
}

#[tokio::test]
async fn odds_are_told_without_a_battle() {
    let server = Server::start().await;
    let asked = json!({ "ruleset": "toy", "kind": "fight", "sides": ["swordsman", "slinger"] });
    let (status, odds) = server.post("/api/odds", asked).await;
    assert_eq!(status, 200, "{odds}");
    assert!(!odds["outcomes"].as_array().unwrap().is_empty());
    let asked = json!({ "ruleset": "toy", "kind": "fgiht", "sides": [] });
    let (status, error) = server.post("/api/odds", asked).await;
    assert_eq!((status, &error["kind"]), (400, &json!("malformed")));
    assert!(error["hint"].as_str().unwrap().contains("fight"));
}

#[tokio::test]
async fn my_battles_are_listed_and_deleted() {
    let server = Server::start().await;
    let duel = server.duel("me", "random", "app").await;
    let mine = |secret: &str| json!({ "battles": [{ "id": duel.id, "secret": secret }, { "id": "gone" }] });
    let (_, listed) = server.post("/api/mine", mine(&duel.secret("red"))).await;
    assert_eq!(listed["battles"][0]["yours"], true);
    assert_eq!(listed["battles"].as_array().unwrap().len(), 1);
    let (_, listed) = server.post("/api/mine", mine("wrong")).await;
    assert_eq!(listed["battles"], json!([]));

    let path = format!("/api/battles/{}", duel.id);
    let delete = async |secret: Option<&str>| {
        request(server.address, "DELETE", &path, secret, None).await.status
    };
    assert_eq!(delete(None).await, 403);
    assert_eq!(delete(Some("wrong")).await, 403);
    assert_eq!(delete(Some(&duel.secret("red"))).await, 204);
    assert_eq!(server.get(&path).await.0, 404);
}

#[tokio::test]
async fn an_unfinished_battle_between_people_is_not_deleted_by_one() {
    let server = Server::start().await;
    let duel = server.duel("me", "friend", "app").await;
    let path = format!("/api/battles/{}", duel.id);
    let claim = json!({ "invite": duel.created["seats"]["blue"]["invite"] });
    server.post(&format!("{path}/claim"), claim).await;
    let secret = duel.secret("red");
    let delete = request(server.address, "DELETE", &path, Some(&secret), None).await;
    assert_eq!(delete.status, 409);
    let mut red = server.join(&duel, "red").await;
    red.ask(json!({ "type": "resign" })).await;
    let delete = request(server.address, "DELETE", &path, Some(&secret), None).await;
    assert_eq!(delete.status, 204);
}

#[tokio::test]
async fn wrong_requests_are_answered_in_one_form() {
    let server = Server::start().await;
    let ask = async |method: &str, path: &str, body: &str| {
        let (status, error) = request(server.address, method, path, None, Some(body)).await.json();
        (status, error["kind"].as_str().unwrap_or("none").to_owned())
    };
    let is = |status: u16, kind: &str| (status, kind.to_owned());
    assert_eq!(ask("GET", "/api/nothing", "").await, is(404, "unknown"));
    assert_eq!(ask("PUT", "/api/battles", "").await, is(405, "no_such_verb"));
    assert_eq!(ask("GET", "/api/battles/nobody", "").await, is(404, "unknown"));
    assert_eq!(ask("POST", "/api/battles", "{").await, is(400, "malformed"));
    assert_eq!(ask("POST", "/api/battles", "{}").await, is(400, "malformed"));
    assert_eq!(ask("POST", "/api/battles", &"[".repeat(10_000)).await, is(400, "malformed"));
    assert_eq!(ask("POST", "/api/battles", &" ".repeat(70_000)).await, is(413, "large"));
    assert_eq!(ask("GET", "/nowhere.html", "").await, is(404, "unknown"));
    assert_eq!(ask("POST", "/", "").await, is(405, "no_such_verb"));
    for (battle, level) in [("frod", "random"), ("ford", "genius")] {
        let wanted = json!({
            "ruleset": "toy", "battle": battle, "seats": { "red": "me", "blue": level },
            "dice": "app",
        });
        let (status, kind) = ask("POST", "/api/battles", &wanted.to_string()).await;
        assert_eq!((status, kind.as_str()), (400, "malformed"));
    }
}

#[tokio::test]
async fn pages_of_other_sites_are_turned_away() {
    let server = Server::start().await;
    let duel = server.duel("me", "random", "app").await;
    let upgrade = |origin: &str| {
        format!(
            "GET /api/battles/{}/play HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\n\
             connection: close, upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            duel.id, server.address
        )
    };
    let refused = raw(server.address, upgrade("http://example.org").as_bytes()).await;
    assert_eq!(refused.status, 403);
    let post = format!(
        "POST /api/mine HTTP/1.1\r\nhost: {}\r\norigin: http://example.org\r\nconnection: close\r\n\
         content-length: 2\r\n\r\n{{}}",
        server.address
    );
    assert_eq!(raw(server.address, post.as_bytes()).await.status, 403);
}

#[tokio::test]
async fn pages_are_served_packed_and_kept() {
    let server = Server::start().await;
    let page = async |path: &str, more: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close", server.address);
        raw(server.address, format!("{head}\r\n{more}\r\n").as_bytes()).await
    };
    for path in ["/", "/rules/virtus", "/odds", "/odds/adlg", "/new", "/mine"] {
        let answer = page(path, "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(
            answer.body.starts_with(b"<!doctype html>")
                || answer.body.starts_with(b"<!DOCTYPE html>")
        );
    }
    // What is not there has a page for people and an error for programs.
    for path in ["/battle/anything", "/replay/anything", "/rules/anything", "/anything"] {
        let people = page(path, "accept: text/html\r\n").await;
        assert_eq!(people.status, 404, "{path}");
        assert_eq!(people.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        let programs = page(path, "").await;
        assert_eq!(programs.status, 404, "{path}");
        assert_eq!(programs.header("content-type"), Some("application/json"), "{path}");
    }
    let symbols = page("/symbols.svg", "").await;
    assert_eq!(symbols.header("content-type"), Some("image/svg+xml"));
    let packed = page("/symbols.svg", "accept-encoding: gzip\r\n").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < symbols.body.len() / 2);
    let tag = symbols.header("etag").unwrap();
    let again = page("/symbols.svg", &format!("if-none-match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    for path in ["/package.json", "/tests/run.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/js"] {
        assert_eq!(page(path, "").await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn every_answer_has_its_safety_headers() {
    let server = Server::start().await;
    for path in ["/", "/api/rulesets", "/api/nothing"] {
        let answer = request(server.address, "GET", path, None, None).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
}

#[tokio::test]
async fn what_is_not_there_has_a_page_for_people_and_an_error_for_programs() {
    let server = Server::start().await;
    let duel = server.duel("me", "random", "app").await;
    let read = async |path: &str, accept: &str| {
        let asked = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\naccept: {accept}\r\n\r\n",
            server.address
        );
        raw(server.address, asked.as_bytes()).await
    };
    let here = format!("/battle/{}", duel.id);
    for (path, status) in [
        (here.as_str(), 200),
        ("/battle/0123456789abcdef", 404),
        ("/replay/gone", 404),
        ("/odds/toy", 200),
        ("/odds/chess", 404),
        ("/nonsense", 404),
        ("/notfound", 404),
        ("/mine", 200),
    ] {
        let page = read(path, "text/html,*/*").await;
        assert_eq!(page.status, status, "{path}");
        let text = String::from_utf8_lossy(&page.body);
        assert!(text.starts_with("<!doctype html>"), "{path}: {text}");
        assert_eq!(text.contains("/js/notfound.js"), status == 404, "{path}");
        let told = read(path, "application/json").await;
        assert_eq!(told.status, status, "{path}");
        assert_eq!(told.json().1["kind"] == json!("unknown"), status == 404, "{path}");
    }
}
