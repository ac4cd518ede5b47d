//! Clients that take what others need: connections, sockets, memory, room in a ledger, the disk. The
//! others play on.

use std::{net::SocketAddr, path::Path, process::Command, time::Duration};

use acies_server::Limits;
use acies_store::{Chain, Store};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};
use tokio_tungstenite::{client_async, tungstenite::Message};

use crate::{
    Server,
    client::{Socket, raw, request},
    plenty, text,
};

/// A connection from an address of this machine that is not the usual one.
async fn connect_from(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    socket.connect(to).await.unwrap()
}

/// A figure of `/metrics`.
async fn figure(server: &Server, name: &str) -> f64 {
    let answer = request(server.address, "GET", "/metrics", None, None).await;
    let text = String::from_utf8(answer.body).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// Waits until a figure is as wanted.
async fn until(server: &Server, name: &str, wanted: f64) {
    while (figure(server, name).await - wanted).abs() > 0.5 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Requests without the end of their head, and without that of their body.
const HALVES: [&[u8]; 2] = [
    b"GET /api/rulesets HTTP/1.1\r\nhost: local",
    b"POST /api/battles HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{",
];

#[tokio::test]
async fn half_sent_requests_make_room_for_whole_ones() {
    let limits = Limits { connections: 16, connections_of_one: 8, ..plenty() };
    let server = Server::limited(limits).await;
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    let mut half = Vec::new();
    for at in 0..60 {
        let from = ["127.0.0.1", "127.0.0.2", "127.0.0.3"][at % 3];
        let mut stream = connect_from(from, server.address).await;
        // Who is shown out at once cannot even send it.
        drop(stream.write_all(HALVES[at / 3 % 2]).await);
        half.push(stream);
        assert_eq!(server.get("/api/rules/toy").await.0, 200, "after {at}");
    }
    red.acts("begin").await;
    assert!(figure(&server, "acies_connections").await <= 16.0);
}

#[tokio::test]
async fn whoever_does_not_finish_his_request_is_closed() {
    let within = Duration::from_millis(100);
    let server =
        Server::limited(Limits { head_within: within, body_within: within, ..plenty() }).await;
    let head = raw(server.address, b"GET /api/rulesets HTTP/1.1\r\nhost: local").await;
    assert!(head.status == 0 || head.status == 408, "{}", head.head);
    for path in ["/api/battles", "/api/records"] {
        let half =
            format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{{");
        let body = raw(server.address, half.as_bytes()).await;
        assert_eq!(body.status, 400, "{}", body.head);
        assert_eq!(body.json().1["what"], "the body did not come in time");
    }
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_does_not_wait_for_half_a_request() {
    let limits = Limits { stop_within: Duration::from_millis(200), ..plenty() };
    let server = Server::limited(limits).await;
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"POST /api/mine HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{")
        .await
        .unwrap();
    server.get("/api/rules/toy").await;
    let folder = server.stop().await;
    assert!(!folder.path().join("battles.sqlite-wal").exists(), "the store was closed in order");
    let mut rest = Vec::new();
    drop(half.read_to_end(&mut rest).await);
}

#[tokio::test]
async fn battles_that_nobody_looks_at_make_room_for_others() {
    let server = Server::limited(Limits { open_battles: 3, ..plenty() }).await;
    let mut duels = Vec::new();
    for _ in 0..6 {
        duels.push(server.duel("me", "me", "app").await);
    }
    for duel in duels.iter().chain(&duels) {
        assert_eq!(server.get(&format!("/api/battles/{}", duel.id)).await.0, 200);
    }
    assert!(figure(&server, "acies_battles_open").await <= 3.0);
    // Those that are looked at stay.
    let mut sockets = Vec::new();
    for duel in &duels[..3] {
        sockets.push(server.join(duel, "red").await);
    }
    let (status, error) = server.get(&format!("/api/battles/{}", duels[3].id)).await;
    assert_eq!((status, error["kind"].as_str()), (429, Some("busy")));
    sockets[0].acts("begin").await;
    drop(sockets.pop());
    until(&server, "acies_sockets", 2.0).await;
    assert_eq!(server.get(&format!("/api/battles/{}", duels[3].id)).await.0, 200);
}

#[tokio::test]
async fn idle_battles_leave_the_memory() {
    let server = Server::limited(Limits { idle: Duration::from_millis(50), ..plenty() }).await;
    let duel = server.duel("me", "me", "app").await;
    server.join(&duel, "red").await.acts("begin").await;
    until(&server, "acies_battles_open", 0.0).await;
    assert_eq!(server.join(&duel, "red").await.version(), 1);
}

#[tokio::test]
async fn an_address_has_so_many_sockets_battles_and_bytes() {
    let server = Server::limited(Limits {
        sockets_of_one: 2,
        battles: 2.0,
        battles_an_hour: 0.0,
        imported: 60_000.0,
        imported_an_hour: 0.0,
        ..plenty()
    })
    .await;
    let duel = server.duel("me", "random", "app").await;
    let mut red = server.join(&duel, "red").await;
    let _watcher = server.watch(&duel).await;
    let hello = json!({ "type": "hello" });
    assert!(Socket::open(server.address, &duel.id, hello.clone()).await.is_err());
    let other = connect_from("127.0.0.2", server.address).await;
    let url = format!("ws://{}/api/battles/{}/play", server.address, duel.id);
    assert!(client_async(&url, other).await.is_ok(), "another address has its own");

    server.duel("me", "random", "app").await;
    let wanted = json!({
        "ruleset": "toy", "battle": "ford", "seats": { "red": "me", "blue": "me" }, "dice": "app",
    });
    let (status, error) = server.post("/api/battles", wanted).await;
    assert_eq!((status, error["kind"].as_str()), (429, Some("busy")));

    red.ask(json!({ "type": "resign" })).await;
    let path = format!("/api/battles/{}/record", duel.id);
    let record = request(server.address, "GET", &path, None, None).await;
    let record = String::from_utf8(record.body).unwrap();
    let send =
        async || request(server.address, "POST", "/api/records", None, Some(&record)).await.json();
    let mut sent = 0;
    let last = loop {
        match send().await {
            (201, _) => sent += record.len(),
            (status, error) => break (status, error),
        }
    };
    assert_eq!((last.0, last.1["kind"].as_str()), (429, Some("busy")));
    assert!(sent > 0 && sent <= 60_000, "{sent}");
    assert!(figure(&server, "acies_refused_total{quota=\"imports\"}").await >= 1.0);
}

#[tokio::test]
async fn who_sent_a_record_in_may_remove_it_and_time_does() {
    let limits = Limits { import_kept: Duration::ZERO, ..plenty() };
    let server = Server::limited(limits).await;
    let duel = server.duel("me", "random", "app").await;
    let mut red = server.join(&duel, "red").await;
    red.ask(json!({ "type": "resign" })).await;
    let path = format!("/api/battles/{}/record", duel.id);
    let record = request(server.address, "GET", &path, None, None).await;
    let record = String::from_utf8(record.body).unwrap();
    let send = async || {
        request(server.address, "POST", "/api/records", None, Some(&record)).await.json().1
    };
    let delete = async |id: &Value, secret: &str| {
        let path = format!("/api/battles/{}", text(id));
        request(server.address, "DELETE", &path, Some(secret), None).await.status
    };
    let imported = send().await;
    assert_eq!(delete(&imported["id"], &"0".repeat(32)).await, 403);
    assert_eq!(delete(&imported["id"], &text(&imported["secret"])).await, 204);
    assert_eq!(server.get(&format!("/api/battles/{}", text(&imported["id"]))).await.0, 404);
    // Another one expires: when the server starts, what is past its time goes.
    let imported = send().await;
    let server = Server::start_in(server.stop().await).await;
    let path = format!("/api/battles/{}", text(&imported["id"]));
    assert_eq!(server.get(&path).await.0, 404);
    assert_eq!(server.get(&format!("/api/battles/{}", duel.id)).await.0, 200);
}

#[tokio::test]
async fn whatever_spectators_say_they_have_seen_takes_no_memory() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    red.acts("begin").await;
    let mut watchers = Vec::new();
    for at in 0..60 {
        let hello = json!({ "type": "hello", "version": 1_000_000 + at, "talk": 7 * at });
        let watcher = Socket::open(server.address, &duel.id, hello).await.unwrap();
        assert_eq!(watcher.log.len(), red.log.len(), "he is told everything");
        watchers.push(watcher);
    }
    assert!(figure(&server, "acies_states_cached").await <= 8.0);
}

#[tokio::test]
async fn whoever_does_not_answer_pings_is_gone() {
    let server =
        Server::limited(Limits { ping_every: Duration::from_millis(50), ..plenty() }).await;
    let duel = server.duel("me", "me", "app").await;
    let silent = server.watch(&duel).await;
    // Only whoever reads answers pings.
    until(&server, "acies_sockets", 0.0).await;
    drop(silent);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_too_slowly_is_told_so() {
    let patience = Duration::from_secs(2);
    let server = Server::limited(Limits { read_within: patience, ..plenty() }).await;
    let duel = server.duel("me", "me", "app").await;
    let stream = TcpStream::connect(server.address).await.unwrap();
    let url = format!("ws://{}/api/battles/{}/play", server.address, duel.id);
    let (mut slow, _) = client_async(&url, stream).await.unwrap();
    slow.send(Message::text(json!({ "type": "hello" }).to_string())).await.unwrap();
    // He asks and asks, and reads no answer, until nothing more can be sent.
    let ask = json!({ "id": "x".repeat(64), "type": "y".repeat(400) }).to_string();
    let blocked = Duration::from_millis(500);
    while let Ok(sent) = tokio::time::timeout(blocked, slow.send(Message::text(ask.clone()))).await
    {
        sent.unwrap();
    }
    tokio::time::sleep(patience).await;
    let code = loop {
        match slow.next().await {
            Some(Ok(Message::Close(frame))) => break frame.map(|frame| u16::from(frame.code)),
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(code, Some(1013));
}

#[tokio::test]
async fn a_battle_that_is_deleted_is_gone_for_all_who_look_at_it() {
    let server = Server::start().await;
    for _ in 0..10 {
        let duel = server.duel("me", "me", "app").await;
        let mut red = server.join(&duel, "red").await;
        let mut watcher = server.watch(&duel).await;
        let path = format!("/api/battles/{}", duel.id);
        let secret = duel.secret("red");
        let deleted = request(server.address, "DELETE", &path, Some(&secret), None);
        // Somebody acts at the same time: he is answered or sees the end, and nothing is served afterwards.
        let act = json!({ "type": "act", "id": 1, "version": 0, "action": "begin" }).to_string();
        let (deleted, _) = tokio::join!(deleted, red.send(&act));
        assert_eq!(deleted.status, 204);
        assert_eq!(server.get(&path).await.0, 404);
        while red.hear().await.is_ok() {}
        while watcher.hear().await.is_ok() {}
        assert_eq!(server.get(&path).await.0, 404);
    }
    until(&server, "acies_battles_open", 0.0).await;
}

#[tokio::test]
async fn who_talks_too_much_is_stopped_and_plays_on() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    let mut refused = Value::Null;
    for _ in 0..31 {
        refused = red.ask(json!({ "type": "say", "text": "well" })).await;
    }
    assert_eq!(Socket::kind(&refused), "busy");
    let mut blue = server.join(&duel, "blue").await;
    assert_eq!(blue.ask(json!({ "type": "say", "text": "enough" })).await["ok"], true);
    red.acts("begin").await;
}

/// A battle into whose ledger as much was written as its players could, and more.
async fn with_ledger(bodies: impl Iterator<Item = Value>) -> (Server, crate::Duel) {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let folder = server.stop().await;
    let store = Store::open(folder.path()).await.unwrap();
    let kept = store.load(&duel.id).await.unwrap().unwrap();
    store.delete(&duel.id).await.unwrap();
    let mut chain = Chain::end(&kept);
    let entries = bodies.map(|body| chain.follow(1, body.to_string())).collect();
    store.create(kept.head, entries).await.unwrap();
    store.close().await;
    drop(store);
    (Server::start_in(folder).await, duel)
}

#[tokio::test]
async fn words_use_up_no_battle() {
    let said = json!({ "say": { "by": "red", "text": "well" } });
    let (server, duel) = with_ledger(std::iter::repeat_n(said, 20_000)).await;
    let mut red = server.join(&duel, "red").await;
    let refused = red.ask(json!({ "type": "say", "text": "well" })).await;
    assert_eq!(Socket::kind(&refused), "not_now");
    red.acts("begin").await;
    assert_eq!(red.ask(json!({ "type": "resign" })).await["ok"], true);
}

#[tokio::test]
async fn a_battle_whose_ledger_is_full_can_be_ended() {
    let offer = json!({ "offer": { "by": "red", "what": "draw" } });
    let decline = json!({ "decline": { "by": "blue", "what": "draw" } });
    let full = [offer, decline].into_iter().cycle().take(20_000);
    let (server, duel) = with_ledger(full).await;
    let mut red = server.join(&duel, "red").await;
    let mut blue = server.join(&duel, "blue").await;
    assert_eq!(Socket::kind(&red.act("begin").await), "not_now");
    assert_eq!(red.ask(json!({ "type": "draw" })).await["ok"], true);
    let reply = json!({ "type": "reply", "to": "draw", "yes": false });
    assert_eq!(blue.ask(reply).await["ok"], true);
    assert_eq!(blue.ask(json!({ "type": "resign" })).await["ok"], true);
    let record = server.get(&format!("/api/battles/{}/record", duel.id)).await;
    assert_eq!(record.0, 200);
}

#[tokio::test]
async fn who_takes_back_all_the_time_uses_up_no_battle() {
    let undo = json!({ "undo": { "by": "red", "acts": 0, "agreed": false } });
    let (server, duel) = with_ledger(std::iter::repeat_n(undo, 1_000)).await;
    let mut red = server.join(&duel, "red").await;
    red.acts("begin").await;
    let version = red.version();
    let refused = red.ask(json!({ "type": "undo", "version": version })).await;
    assert_eq!(Socket::kind(&refused), "not_now");
    assert_eq!(refused["error"]["what"], "you have taken back too much in this battle");
}

/// A disk of one megabyte, where this machine lets us have one.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    fn mount(at: &'a Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        let mounted = mount.args(["-t", "tmpfs", "-o", "size=1m", "none"]).arg(at).output();
        mounted.is_ok_and(|mounted| mounted.status.success()).then_some(Disk(at))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(self.0).status());
    }
}

#[tokio::test]
async fn after_a_full_disk_play_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let Some(_disk) = Disk::mount(folder.path()) else { return };
    let (address, stop, task) =
        crate::serve(folder.path(), acies_store::Answer::Kept, plenty()).await;
    let server = Server { address, folder: tempfile::tempdir().unwrap(), stop, task };
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    red.acts("begin").await;
    let ballast = folder.path().join("ballast");
    let mut size = 1 << 20;
    while size > 0 && std::fs::write(&ballast, vec![0; size]).is_err() {
        size -= 4096;
    }
    let mut said = 0;
    loop {
        let text = format!("{said} {}", "x".repeat(400));
        let say = json!({ "type": "say", "id": 1, "text": text }).to_string();
        let seat = if said % 2 == 0 { "red" } else { "blue" };
        let mut socket = server.join(&duel, seat).await;
        socket.send(&say).await.unwrap();
        let answer = loop {
            let message = socket.hear().await.unwrap();
            if message["type"] == "answer" {
                break message;
            }
        };
        if answer["ok"] != true {
            assert_eq!(Socket::kind(&answer), "trouble", "{answer}");
            break;
        }
        said += 1;
        assert!(said < 60, "the disk is never full");
    }
    let sick = server.get("/healthz").await;
    assert_eq!((sick.0, &sick.1["ok"]), (503, &json!(false)));
    assert_eq!(server.get(&format!("/api/battles/{}", duel.id)).await.0, 200, "it is still read");
    std::fs::remove_file(&ballast).unwrap();
    let red = server.join(&duel, "red").await;
    assert_eq!(red.talk.len(), said, "what was answered is there, and no more");
    let offers = red.offers();
    let mut sockets = [red, server.join(&duel, "blue").await];
    let decides = usize::from(offers.is_empty());
    let action = sockets[decides].offers().remove(0);
    sockets[decides].acts(&action).await;
    assert_eq!(server.get("/healthz").await.0, 200);
    server.stop.send(()).unwrap();
    server.task.await.unwrap().unwrap();
}

#[tokio::test]
async fn figures_are_for_this_machine() {
    let proxy = Some("127.0.0.1".parse().unwrap());
    let server = Server::limited(Limits { proxy, ..plenty() }).await;
    let ask = async |forwarded: &str| {
        let asked = format!(
            "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{forwarded}\r\n"
        );
        raw(server.address, asked.as_bytes()).await
    };
    assert_eq!(ask("x-forwarded-for: 127.0.0.1, 203.0.113.7\r\n").await.status, 403);
    let figures = ask("").await;
    assert_eq!(figures.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    assert_eq!(server.get("/healthz").await, (200, json!({ "ok": true })));
    assert!(figure(&server, "acies_requests_total{status=\"403\"}").await >= 1.0);
    let duel = server.duel("me", "me", "app").await;
    server.join(&duel, "red").await.acts("begin").await;
    assert!((figure(&server, "acies_actions_total").await - 1.0).abs() < 0.5);
    assert!(figure(&server, "acies_commits_total").await >= 2.0);
}

#[tokio::test]
async fn every_error_is_in_json() {
    let server = Server::start().await;
    let duel = server.duel("me", "me", "app").await;
    let play = format!("/api/battles/{}/play", duel.id);
    for (verb, path, status) in [
        ("GET", play.as_str(), 400),
        ("PUT", "/api/rulesets", 405),
        ("DELETE", "/api/mine", 405),
        ("PATCH", play.as_str(), 405),
        ("POST", "/battle", 405),
        ("POST", "/healthz", 405),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/rules/%ff", 400),
        ("GET", "/api/battles/%ff/steps", 400),
    ] {
        let answer = request(server.address, verb, path, None, None).await;
        assert_eq!(answer.status, status, "{verb} {path}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{verb} {path}");
        assert!(answer.json().1["kind"].is_string(), "{verb} {path}");
        assert_eq!(answer.header("allow").is_some(), status == 405, "{verb} {path}");
    }
}

/// A record whose first state was changed.
#[tokio::test]
async fn states_that_cannot_be_are_not_taken_in() {
    let server = Server::start().await;
    for (ruleset, battle, place, value) in [
        ("virtus", "tapae", "/battle/state/setup/columns", 17),
        ("adlg", "zama", "/battle/state/setup/armies/0/troops/0/corps", 17),
        ("adlg", "zama", "/battle/state/sides/0/commanders/0/with", 255),
    ] {
        let wanted = json!({
            "ruleset": ruleset, "battle": battle, "seats": { "red": "me", "blue": "me" }, "dice": "app",
        });
        let (_, created) = server.post("/api/battles", wanted).await;
        let duel = crate::Duel { id: text(&created["id"]), created };
        let mut red = server.join(&duel, "red").await;
        red.ask(json!({ "type": "resign" })).await;
        let path = format!("/api/battles/{}/record", duel.id);
        let record = request(server.address, "GET", &path, None, None).await;
        let record = String::from_utf8(record.body).unwrap();
        let (first, rest) = record.split_once('\n').unwrap();
        let mut first: Value = serde_json::from_str(first).unwrap();
        *first.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = json!(value);
        let forged = format!("{first}\n{rest}");
        let answer = request(server.address, "POST", "/api/records", None, Some(&forged)).await;
        let (status, error) = answer.json();
        assert_eq!((status, error["kind"].as_str()), (400, Some("malformed")), "{place}: {error}");
    }
    assert_eq!(server.get("/healthz").await.0, 200);
}
