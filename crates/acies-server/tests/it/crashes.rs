//! A server that is killed in the middle of its work loses nothing that it has answered.
//!
//! The server runs in a process of its own (this very binary, started again) and is killed with
//! SIGKILL at random moments while clients play. After each kill it is started on the same folder, and
//! every battle is held against what its players were told. The control runs a store that answers
//! before it has kept anything: the same test must find it out.

use std::{
    collections::HashMap,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use acies_core::record;
use acies_store::{Answer, Store};
use serde_json::{Value, json};

use crate::{
    client::{Chance, Socket, request},
    plenty, serve, text,
};

const FOLDER: &str = "ACIES_TEST_FOLDER";
const EARLY: &str = "ACIES_TEST_ANSWERS_EARLY";
const BATTLES: usize = 8;
/// What is fought, in turn.
const FOUGHT: [(&str, &str); 4] =
    [("toy", "ford"), ("virtus", "tapae"), ("adlg", "zama"), ("av", "rhine")];

/// The server of the other process. It does nothing unless it is started by [`Killable::start`].
#[tokio::test]
#[ignore = "is started by the tests of crashes"]
#[expect(clippy::print_stdout, reason = "the test that started it reads where it listens")]
async fn serve_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let early = std::env::var_os(EARLY).is_some();
    let answer = if early { Answer::Early } else { Answer::Kept };
    let (address, _stop, task) = serve(Path::new(&folder), answer, plenty()).await;
    println!("listens {address}");
    task.await.unwrap().unwrap();
}

/// A server that can be killed.
struct Killable {
    process: Child,
    address: SocketAddr,
}

impl Killable {
    fn start(folder: &Path, early: bool) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "crashes::serve_until_killed", "--ignored", "--nocapture"])
            .env(FOLDER, folder)
            .stdout(Stdio::piped());
        if early {
            command.env(EARLY, "1");
        }
        let mut process = command.spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| line.split_once("listens ").map(|(_, at)| at.parse().unwrap()));
        Killable { process, address: address.expect("it says where it listens") }
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// What the players of a battle were told: the acknowledgements, the log and the talk.
#[derive(Default)]
struct Told {
    /// The highest version that was answered.
    version: u64,
    /// The log as red last saw it, and of which version.
    log: Vec<Value>,
    logged: u64,
    /// Whether anything was taken back, answered or not.
    undone: bool,
    /// What red has seen of the talk.
    talk: Vec<Value>,
}

type Ledger = Arc<Mutex<HashMap<String, Told>>>;

/// What a player does now: decides, throws, takes back, talks; or nothing, while it is for the other.
fn request_of(socket: &Socket, seat: &str, chance: &mut Chance) -> Option<Value> {
    let (state, version) = (&socket.state, socket.version());
    if chance.number(12) == 0 {
        return Some(json!({ "type": "say", "text": format!("at {version}") }));
    }
    if state["undo"]["free"] == true && chance.number(5) == 0 {
        return Some(json!({ "type": "undo", "version": version }));
    }
    let dice = &state["dice"];
    if dice["typed_by"] == seat {
        let faces = dice["die"]["faces"].as_array().unwrap();
        let n = dice["n"].as_u64().unwrap();
        let faces: Vec<_> = (0..n).map(|_| faces[chance.number(faces.len())].clone()).collect();
        return Some(json!({ "type": "dice", "version": version, "faces": faces }));
    }
    let offers = socket.offers();
    let action = offers.get(chance.number(offers.len().max(1)))?;
    Some(json!({ "type": "act", "version": version, "action": action }))
}

/// Plays both seats of a battle until the server dies or the battle ends.
async fn play(address: SocketAddr, id: String, secrets: [String; 2], told: Ledger, seed: u64) {
    let hello = |secret: &str| json!({ "type": "hello", "secret": secret });
    let mut sockets = Vec::new();
    for secret in &secrets {
        match Socket::open(address, &id, hello(secret)).await {
            Ok(socket) => sockets.push(socket),
            Err(_) => return,
        }
    }
    let mut chance = Chance(seed);
    loop {
        for (at, socket) in sockets.iter_mut().enumerate() {
            if !socket.state["over"].is_null() {
                return;
            }
            let Some(mut asked) = request_of(socket, ["red", "blue"][at], &mut chance) else {
                // The other seat's turn: come back with the state that it leads to.
                continue;
            };
            asked["id"] = json!("a");
            if asked["type"] == "undo" {
                told.lock().unwrap().entry(id.clone()).or_default().undone = true;
            }
            if socket.send(&asked.to_string()).await.is_err() {
                return;
            }
            let answer = loop {
                match socket.hear().await {
                    Ok(message) if message["type"] == "answer" => break message,
                    Ok(_) => {}
                    Err(_) => return,
                }
            };
            let mut told = told.lock().unwrap();
            let told = told.entry(id.clone()).or_default();
            if let Some(version) = answer["version"].as_u64() {
                told.version = told.version.max(version);
            }
            if at == 0 {
                told.log.clone_from(&socket.log);
                told.logged = socket.version();
                told.talk.clone_from(&socket.talk);
            }
        }
        // Each must see what the other did, or hear that the server is gone.
        let newest = sockets.iter().map(Socket::version).max().unwrap_or(0);
        for socket in &mut sockets {
            while socket.version() < newest {
                if socket.hear().await.is_err() {
                    return;
                }
            }
        }
        tokio::task::yield_now().await;
    }
}

/// What is missing after a crash, if anything is.
async fn lost(address: SocketAddr, id: &str, secret: &str, told: &Ledger) -> Option<String> {
    let hello = json!({ "type": "hello", "secret": secret });
    let socket = match Socket::open(address, id, hello).await {
        Ok(socket) => socket,
        Err(error) => return Some(format!("{id} does not open: {error}")),
    };
    let told = told.lock().unwrap();
    let told = told.get(id)?;
    if socket.version() < told.version {
        return Some(format!(
            "{id}: version {} was answered, {} is there",
            told.version,
            socket.version()
        ));
    }
    if socket.talk.get(..told.talk.len()) != Some(&told.talk[..]) {
        return Some(format!("{id}: what was said differs from what was shown"));
    }
    // What came later adds to the log; only where something was taken back it may go on otherwise.
    let went_on_otherwise = told.undone && socket.version() != told.logged;
    let begins_alike = socket.log.get(..told.log.len()) == Some(&told.log[..]);
    (!went_on_otherwise && !begins_alike)
        .then(|| format!("{id}: the log differs from what was shown"))
}

/// Kills a server so many times. Gives what was lost.
async fn losses(kills: u64, early: bool) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let told = Ledger::default();
    let mut battles: Vec<(String, [String; 2])> = Vec::new();
    let mut chance = Chance(kills);
    let mut found = Vec::new();
    for kill in 0..kills {
        let server = Killable::start(folder.path(), early);
        for (id, [red, _]) in &battles {
            found.extend(lost(server.address, id, red, &told).await);
        }
        battles.truncate(3 * BATTLES);
        for at in 0..BATTLES {
            let dice = if at < BATTLES / 2 { "app" } else { "real" };
            battles.insert(0, duel(server.address, FOUGHT[at % FOUGHT.len()], dice).await);
        }
        let players: Vec<_> = battles
            .iter()
            .take(2 * BATTLES)
            .enumerate()
            .map(|(at, (id, secrets))| {
                let seed = kill * 100 + at as u64;
                tokio::spawn(play(server.address, id.clone(), secrets.clone(), told.clone(), seed))
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(50 + chance.number(250) as u64)).await;
        server.kill();
        for player in players {
            player.await.unwrap();
        }
    }
    let server = Killable::start(folder.path(), early);
    for (id, [red, _]) in &battles {
        found.extend(lost(server.address, id, red, &told).await);
    }
    if !early {
        check_records(server.address, &battles).await;
    }
    server.kill();
    assert!(told.lock().unwrap().values().any(|told| told.version > 2), "something was played");
    found
}

async fn duel(
    address: SocketAddr,
    (ruleset, battle): (&str, &str),
    dice: &str,
) -> (String, [String; 2]) {
    let wanted = json!({
        "ruleset": ruleset, "battle": battle, "seats": { "red": "me", "blue": "me" }, "dice": dice,
    });
    let created = request(address, "POST", "/api/battles", None, Some(&wanted.to_string())).await;
    let (_, created) = created.json();
    let secret = |seat: &str| text(&created["seats"][seat]["secret"]);
    (text(&created["id"]), [secret("red"), secret("blue")])
}

/// Ends every battle and plays its record again, dice and all.
async fn check_records(address: SocketAddr, battles: &[(String, [String; 2])]) {
    for (id, [red, _]) in battles {
        let hello = json!({ "type": "hello", "secret": red });
        let mut socket = Socket::open(address, id, hello).await.unwrap();
        if socket.state["over"].is_null() {
            socket.ask(json!({ "type": "resign" })).await;
        }
        let path = format!("/api/battles/{id}/record");
        let answer = request(address, "GET", &path, None, None).await;
        let record = record::read(std::str::from_utf8(&answer.body).unwrap()).unwrap();
        acies::find(&record.start.ruleset).unwrap().verify(&record).unwrap();
    }
}

fn is_slow() -> bool {
    std::env::var_os("ACIES_SLOW").is_some()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_answered_is_lost() {
    let kills = if is_slow() { 200 } else { 6 };
    assert_eq!(losses(kills, false).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_answers_early_is_found_out() {
    // It is chance whether a kill falls between an answer and its keeping, so more are tried if none did.
    for kills in 6..=if is_slow() { 20 } else { 12 } {
        if !losses(kills, true).await.is_empty() {
            return;
        }
    }
    panic!("nothing was lost");
}

/// The store of the tests of crashes is the one that is shipped.
#[tokio::test]
async fn the_usual_store_answers_late() {
    assert_eq!(Answer::default(), Answer::Kept);
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path()).await.unwrap());
}
