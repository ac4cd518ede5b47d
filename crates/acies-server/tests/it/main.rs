//! The server as clients see it: over real sockets, with real files.
//!
//! Most of it is tried with the toy ruleset of `acies-core`: its battles are short, it has hidden
//! cards, sealed decisions and dice, and its rules do not change.

mod bargains;
mod client;
mod crashes;
mod description;
mod dice;
mod hostile;
mod playing;
mod questions;
mod replays;
mod siege;
mod types;

use std::{net::SocketAddr, path::Path};

use acies_server::Limits;
use acies_store::{Answer, Store};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use client::{Socket, request};

/// A server in this process.
struct Server {
    address: SocketAddr,
    folder: TempDir,
    stop: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Server {
    async fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap()).await
    }

    async fn start_in(folder: TempDir) -> Self {
        let (address, stop, task) = serve(folder.path(), Answer::Kept, plenty()).await;
        Server { address, folder, stop, task }
    }

    async fn limited(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (address, stop, task) = serve(folder.path(), Answer::Kept, limits).await;
        Server { address, folder, stop, task }
    }

    /// Stops it in an orderly way. The folder stays.
    async fn stop(self) -> TempDir {
        self.stop.send(()).unwrap();
        self.task.await.unwrap().unwrap();
        self.folder
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        request(self.address, "GET", path, None, None).await.json()
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        request(self.address, "POST", path, None, Some(&body.to_string())).await.json()
    }

    /// A battle of the toy ruleset.
    async fn duel(&self, red: &str, blue: &str, dice: &str) -> Duel {
        let wanted = json!({
            "ruleset": "toy", "battle": "ford", "seats": { "red": red, "blue": blue }, "dice": dice,
        });
        let (status, created) = self.post("/api/battles", wanted).await;
        assert_eq!(status, 201, "{created}");
        Duel { id: text(&created["id"]), created }
    }

    async fn join(&self, duel: &Duel, seat: &str) -> Socket {
        let secret = &duel.created["seats"][seat]["secret"];
        let hello = json!({ "type": "hello", "secret": secret });
        Socket::open(self.address, &duel.id, hello).await.unwrap()
    }

    async fn watch(&self, duel: &Duel) -> Socket {
        Socket::open(self.address, &duel.id, json!({ "type": "hello" })).await.unwrap()
    }
}

/// A battle that was set up, and what its maker was told.
struct Duel {
    id: String,
    created: Value,
}

impl Duel {
    fn secret(&self, seat: &str) -> String {
        text(&self.created["seats"][seat]["secret"])
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// Tests ask faster than people.
fn plenty() -> Limits {
    Limits {
        requests_a_second: 1e6,
        messages_a_second: 1e6,
        battles: 1e6,
        imported: 1e9,
        ..Limits::default()
    }
}

/// Serves a folder until it is told to stop.
async fn serve(
    folder: &Path,
    answer: Answer,
    limits: Limits,
) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<std::io::Result<()>>) {
    let store = Store::answering(folder, answer).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let signer = acies_server::signer(folder).unwrap();
    let stop_when = async { drop(stopped.await) };
    let task =
        tokio::spawn(acies_server::serve(listener, store, signer, limits, Vec::new(), stop_when));
    (address, stop, task)
}
