//! Clients that mean harm: whatever they send is answered, changes nothing and shows nothing.
//!
//! A battle stands in a position with hidden cards. Strangers, spectators and the other seat send
//! every verb with random nouns. Afterwards the battle is as it was, no line of the log that only red
//! may read has been sent to anybody else, and the server still answers.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::{
    Duel, Server,
    client::{Chance, Socket, raw, request},
};

const VERBS: [&str; 17] = [
    "act", "dice", "withdraw", "check", "odds", "drag", "together", "reach", "why", "advise",
    "undo", "draw", "reply", "resign", "say", "ping", "hello",
];

/// Random requests to make; more of them if there is time.
fn requests() -> usize {
    if std::env::var_os("ACIES_SLOW").is_some() { 100_000 } else { 3_000 }
}

/// A source of nouns.
struct Nonsense {
    chance: Chance,
    id: String,
    secrets: [String; 2],
    /// What red could do now, in notation.
    actions: Vec<String>,
    /// What only red may read.
    hidden: Vec<String>,
}

impl Nonsense {
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.chance.number(of.len())]
    }

    fn noun(&mut self) -> Value {
        let deep = "[".repeat(200);
        let nouns = [
            Value::Null,
            json!(-1),
            json!(0),
            json!(1),
            json!(u64::MAX),
            json!(1e300),
            json!(true),
            json!([]),
            json!({}),
            json!([1, 2, 3, 4, 5, 6]),
            json!([300]),
            json!(""),
            json!("begin"),
            json!("send slinger"),
            json!("send slinger card"),
            json!("fight"),
            json!("'; DROP TABLE battle; --"),
            json!("../../etc/passwd"),
            json!("\u{0}\u{202e}\u{1f3f9}"),
            json!("x".repeat(3000)),
            json!("undo"),
            json!("draw"),
            json!(deep),
        ];
        let at = self.chance.number(nouns.len() + 4);
        match (nouns.get(at), self.actions.len()) {
            (Some(noun), _) => noun.clone(),
            (None, 0) => Value::Null,
            (None, actions) => json!(self.actions[self.chance.number(actions)]),
        }
    }

    /// Nothing that was sent is for red alone.
    fn search(&self, heard: &str) {
        for line in &self.hidden {
            assert!(!heard.contains(line.as_str()), "«{line}» was sent to others");
        }
        assert!(!heard.contains(&self.secrets[0]), "red's secret was sent to others");
    }

    /// A message for a socket: often almost right, sometimes not even JSON.
    fn message(&mut self) -> String {
        match self.chance.number(20) {
            0 => "{".into(),
            1 => "[".repeat(500),
            2 => "\"text\"".into(),
            3 => format!("{{\"id\":1,\"type\":\"act\",\"deep\":{}", "{\"a\":".repeat(300)),
            _ => {
                let mut message = json!({ "id": self.chance.number(9), "type": self.pick(&VERBS) });
                let fields = [
                    "version", "action", "token", "faces", "piece", "to", "yes", "text", "secret",
                    "seat", "by", "id", "type",
                ];
                for _ in 0..self.chance.number(5) {
                    message[self.pick(&fields)] = self.noun();
                }
                message.to_string()
            }
        }
    }

    /// A request over HTTP: every method with every path and any body.
    fn request(&mut self) -> (&'static str, String, Option<String>, String) {
        let method =
            self.pick(&["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"]);
        let id = self.id.clone();
        let paths = [
            format!("/api/battles/{id}"),
            format!("/api/battles/{id}/claim"),
            format!("/api/battles/{id}/record"),
            format!("/api/battles/{id}/steps"),
            format!("/api/battles/{id}/replay?at=1&view=red"),
            format!("/api/battles/{id}/replay?at=99999999999999999999&view=both"),
            format!("/api/battles/{id}/replay?at=1&view=both"),
            format!("/api/battles/{id}/fork"),
            format!("/api/battles/{id}/play"),
            "/api/battles/..%2f..%2f".into(),
            "/api/mine".into(),
            "/api/odds".into(),
            "/api/records".into(),
            "/api/rules/virtus".into(),
            "/api/armies".into(),
            "/api/armies/draft".into(),
            "/api/positions".into(),
            "/api/positions/armies".into(),
            "/api/grounds/adlg".into(),
            "/api/grounds/..".into(),
            "/../../etc/passwd".into(),
            "/%2e%2e/Cargo.toml".into(),
            "/battle".into(),
        ];
        let path = paths[self.chance.number(paths.len())].clone();
        let blue = self.secrets[1].clone();
        let secret = match self.chance.number(4) {
            0 => Some("0".repeat(32)),
            // A seat's own secret, but nothing that lets it end the battle.
            1 if method != "DELETE" => Some(blue),
            _ => None,
        };
        let body = match self.chance.number(4) {
            0 => String::new(),
            1 => "x".repeat(self.chance.number(100_000)),
            _ => {
                let fields = [
                    "ruleset", "battle", "seats", "dice", "battles", "invite", "at", "kind",
                    "text", "armies", "position",
                ];
                let ruleset = self.pick(&["toy", "virtus", "adlg", "av"]);
                let mut body = json!({ "ruleset": ruleset, "text": "name = \"x\"\n[[unit]]" });
                for _ in 0..self.chance.number(4) {
                    body[self.pick(&fields)] = self.noun();
                }
                body.to_string()
            }
        };
        (method, path, secret, body)
    }
}

/// A shipped battle in which both seats are played from here.
async fn shared(server: &Server, ruleset: &str, battle: &str) -> Duel {
    let wanted = json!({
        "ruleset": ruleset, "battle": battle, "seats": { "red": "me", "blue": "me" }, "dice": "app",
    });
    let (_, created) = server.post("/api/battles", wanted).await;
    Duel { id: crate::text(&created["id"]), created }
}

/// One of the sockets does something at random, if it has to decide, and all see it.
async fn act_at_random(sockets: &mut [Socket], at: usize, chance: &mut Chance) {
    let offers = sockets[at].offers();
    let Some(action) = offers.get(chance.number(offers.len().max(1))) else { return };
    sockets[at].acts(action).await;
    let version = sockets[at].version();
    for socket in sockets {
        socket.at(version).await;
    }
}

/// A battle at a moment when red has been told something that others have not, or after some decisions.
async fn secretive(server: &Server, ruleset: &str, battle: &str) -> (Duel, Socket) {
    let duel = shared(server, ruleset, battle).await;
    let mut sockets = [server.join(&duel, "red").await, server.join(&duel, "blue").await];
    let mut chance = Chance(3);
    for _ in 0..24 {
        for at in [1, 0] {
            act_at_random(&mut sockets, at, &mut chance).await;
        }
        if sockets[0].version() > 3 && hidden_lines(server, &duel, &sockets[0]).await.is_some() {
            break;
        }
    }
    let [red, _] = sockets;
    (duel, red)
}

/// A battle in which red and blue have drawn their cards and red has sent a fighter in secret.
async fn sealed(server: &Server) -> (Duel, Socket) {
    let duel = server.duel("me", "me", "app").await;
    let mut red = server.join(&duel, "red").await;
    red.acts("begin").await;
    red.acts("send swordsman").await;
    (duel, red)
}

/// What only red may read: lines of red's log that spectators do not have.
async fn hidden_lines(server: &Server, duel: &Duel, red: &Socket) -> Option<Vec<String>> {
    let watcher = server.watch(duel).await;
    let known = watcher.lines();
    let mut lines: Vec<_> = red.lines().into_iter().map(str::to_owned).collect();
    lines.retain(|line| !known.contains(&line.as_str()));
    (!lines.is_empty()).then_some(lines)
}

async fn position(server: &Server, duel: &Duel) -> Value {
    let red = server.join(duel, "red").await;
    json!([red.version(), red.log, red.state["scene"], red.state["over"], red.state["offer"]])
}

/// A socket that sends nonsense. Everything that it is sent is searched for secrets.
async fn pester(address: SocketAddr, hello: Value, nonsense: &mut Nonsense, n: usize) {
    let mut sent = 0;
    while sent < n {
        let Ok(mut socket) = Socket::open(address, &nonsense.id.clone(), hello.clone()).await
        else {
            panic!("the server lets nobody in any more");
        };
        while sent < n {
            sent += 1;
            let message = nonsense.message();
            // What the seat is allowed to do is not hostile.
            if hello["secret"].is_string() && is_harmless(&message) {
                continue;
            }
            if socket.send(&message).await.is_err() {
                break;
            }
            loop {
                match socket.hear().await {
                    Ok(message) if message["type"] == "answer" => {
                        let kind = Socket::kind(&message);
                        assert_ne!(kind, "trouble", "{message}");
                        break;
                    }
                    Ok(_) => {}
                    Err(_) => break,
                }
            }
        }
        nonsense.search(&socket.heard);
    }
}

/// Whether a seat's own message may rightly change something: a good action, talk, offers, resigning.
fn is_harmless(message: &str) -> bool {
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    matches!(message["type"].as_str(), Some("say" | "draw" | "resign" | "reply"))
        || message["type"] == "act" && message["version"].as_u64().is_some_and(|v| v == 1)
}

/// Strangers, spectators and the other seat do their worst to a battle.
async fn besiege(server: &Server, duel: &Duel, red: &Socket, n: usize) {
    let hidden = hidden_lines(server, duel, red).await.unwrap_or_default();
    let before = position(server, duel).await;
    let secrets = [duel.secret("red"), duel.secret("blue")];
    let (id, actions) = (duel.id.clone(), red.offers());
    let mut nonsense = Nonsense { chance: Chance(1), id, secrets, actions, hidden };
    let share = n / 3;
    pester(server.address, json!({ "type": "hello" }), &mut nonsense, share).await;
    let blue = json!({ "type": "hello", "secret": nonsense.secrets[1] });
    pester(server.address, blue, &mut nonsense, share).await;
    for _ in 0..share {
        let (method, path, secret, body) = nonsense.request();
        let answer = request(server.address, method, &path, secret.as_deref(), Some(&body)).await;
        assert!((100..500).contains(&answer.status), "{method} {path}: {}", answer.head);
        nonsense.search(&answer.head);
        nonsense.search(&String::from_utf8_lossy(&answer.body));
    }
    assert_eq!(position(server, duel).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_changes_and_nothing_leaks() {
    let server = Server::start().await;
    let (duel, red) = sealed(&server).await;
    assert!(hidden_lines(&server, &duel, &red).await.is_some(), "there is something to hide");
    besiege(&server, &duel, &red, requests() / 4).await;
}

/// The same with battles of the rulesets, whose states and actions are larger.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn battles_of_every_ruleset_stand_it() {
    let server = Server::start().await;
    for (ruleset, battle) in [("virtus", "granicus"), ("adlg", "magnesia"), ("av", "pass")] {
        let (duel, red) = secretive(&server, ruleset, battle).await;
        besiege(&server, &duel, &red, requests() / 4).await;
    }
}

/// Two people play Virtus at random before a spectator. Whatever is sent to one of them is searched for
/// what only the other knows at that moment: the cards in his hand, and his lines of the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_of_cards_is_shown_to_its_owner_alone() {
    let server = Server::start().await;
    let mut chance = Chance(5);
    // The server throws: a battle may end before anybody has drawn something that others do not see.
    for _ in 0..20 {
        if hands_are_hidden(&server, &mut chance).await {
            return;
        }
    }
    panic!("there was nothing to hide in twenty battles");
}

/// Plays a battle in which nobody may see the cards of another; whether there was something to hide.
async fn hands_are_hidden(server: &Server, chance: &mut Chance) -> bool {
    let duel = shared(server, "virtus", "granicus").await;
    let mut sockets = [
        server.join(&duel, "red").await,
        server.join(&duel, "blue").await,
        server.watch(&duel).await,
    ];
    let (mut hidden, mut private) = (0, Vec::new());
    for _ in 0..120 {
        for (at, seat) in ["red", "blue"].into_iter().enumerate() {
            act_at_random(&mut sockets, at, chance).await;
            for (other, socket) in sockets.iter().enumerate() {
                let hands = socket.state["scene"]["hands"].as_array().cloned().unwrap_or_default();
                for hand in hands.iter().filter(|hand| hand["seat"] == seat) {
                    assert_eq!(hand.get("cards").is_some(), other == at, "{seat} to {other}");
                    hidden += hand["count"].as_u64().unwrap_or(0);
                }
            }
            let known: Vec<_> = sockets[2].lines();
            let lines = sockets[at].lines();
            let alone = lines.iter().filter(|line| !known.contains(line));
            private.extend(alone.map(|line| (at, (*line).to_owned())));
        }
    }
    for (owner, line) in &private {
        for (other, socket) in sockets.iter().enumerate().filter(|(other, _)| other != owner) {
            // The same words may be true of both sides; then they were said to both.
            let theirs = private.contains(&(other, line.clone()));
            assert!(theirs || !socket.heard.contains(line.as_str()), "«{line}» to {other}");
        }
    }
    hidden > 0 && !private.is_empty()
}

#[tokio::test]
async fn wrong_hellos_and_oversized_messages_end_the_socket() {
    let server = Server::start().await;
    let (duel, _red) = sealed(&server).await;
    for hello in [
        json!({ "type": "hello", "secret": "0".repeat(32) }),
        json!({ "type": "hello", "secret": 1 }),
        json!({ "type": "act" }),
        json!([]),
    ] {
        assert!(Socket::open(server.address, &duel.id, hello).await.is_err());
    }
    let unknown = Socket::open(server.address, "nobody", json!({ "type": "hello" })).await;
    assert_eq!(unknown.err().unwrap()["kind"], "unknown");
    let mut watcher = server.watch(&duel).await;
    drop(watcher.send(&"x".repeat(100_000)).await);
    while watcher.hear().await.is_ok() {}
    let garbage = raw(server.address, &[0xff; 64]).await;
    assert_eq!(garbage.status, 400);
    assert_eq!(server.get("/api/rulesets").await.0, 200);
}

#[tokio::test]
async fn a_name_that_is_not_ours_gets_no_answer() {
    let server = Server::start().await;
    for (host, status) in [
        ("127.0.0.1:80", 200),
        ("[::1]:80", 200),
        ("192.168.7.7", 200),
        ("LocalHost:9", 200),
        ("evil.example", 403),
        ("127.0.0.1.evil.example:80", 403),
        ("localhost.evil.example", 403),
    ] {
        let asked =
            format!("GET /api/rulesets HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(raw(server.address, asked.as_bytes()).await.status, status, "{host}");
    }
}

#[tokio::test]
async fn too_many_requests_are_turned_away() {
    use acies_server::Limits;
    let folder = tempfile::tempdir().unwrap();
    let store = acies_store::Store::open(folder.path()).await.unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = Limits { requests_a_second: 5.0, ..Limits::default() };
    let signer = acies_server::signer(folder.path()).unwrap();
    let stop = std::future::pending();
    tokio::spawn(acies_server::serve(listener, store, signer, limits, Vec::new(), stop));
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(request(address, "GET", "/api/rules/toy", None, None).await.status);
    }
    assert_eq!(statuses[0], 200);
    assert!(statuses.contains(&429), "{statuses:?}");
}
