//! How much the server bears: many sockets on many battles, with players at random.
//!
//! `cargo xtask load` runs it. Everything stays on this machine (loopback) and ends by itself.
//!
//! First many battles are opened and left: what memory they take, and what is given back. Then others
//! hold as many connections as they can, from other addresses, beside normal play, which has to go on.
//!
//! Last is the pace. Each battle has two players and some spectators; all of them get every state. The
//! same run tries bare axum with the same store: as many sockets, as many bytes, one stored entry a
//! request, but no battle. What is left of its pace is what the battles cost.
#![expect(clippy::print_stdout, reason = "it prints what it measured")]

use std::{
    net::SocketAddr,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use acies_server::Limits;
use acies_store::{Chain, Head, Store};
use axum::{
    Router,
    extract::{
        Path as Segment, State, WebSocketUpgrade,
        ws::{Message as Frame, Utf8Bytes, WebSocket},
    },
    routing::get,
};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::broadcast,
    task::JoinSet,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// No run is larger or longer than this.
const SOCKETS_MAX: usize = 4000;
const SECONDS_MAX: u64 = 120;
const ROUNDS: u32 = 3;
/// Battles that are opened and left, by so many at a time.
const LEFT: usize = 1000;
const OPENERS: usize = 8;
/// How often (what the allocator and SQLite keep for later levels off from the third time on), and how long it may take
/// until all of them are closed.
const WAVES: usize = 6;
const CLOSED_WITHIN: Duration = Duration::from_mins(3);
/// What others hold open beside normal play, and for how long.
const HALF_SENT: usize = 1100;
const IDLE: usize = 300;
const SIEGE: Duration = Duration::from_secs(15);
/// When a battle has begun in earnest, its states are as long as they get.
const SAMPLE_VERSION: u64 = 8;

/// What is run.
#[derive(Clone, Copy)]
struct Plan {
    ruleset: &'static str,
    battle: &'static str,
    battles: usize,
    sockets: usize,
    /// How long a round is.
    round: Duration,
}

/// What is counted meanwhile.
#[derive(Default)]
struct Counted {
    /// From sending an action to its answer, in microseconds.
    waits: Mutex<Vec<u32>>,
    states: AtomicU64,
    bytes: AtomicU64,
    errors: AtomicU64,
    stop: AtomicBool,
    /// A state as a player got it.
    sample: Mutex<String>,
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let mut number = |usual: u64| numbers.next().map_or(usual, |n| n.expect("a number"));
    let plan = Plan {
        ruleset: "virtus",
        battle: "granicus",
        sockets: (number(1000) as usize).min(SOCKETS_MAX),
        battles: number(100) as usize,
        round: Duration::from_secs(number(15).min(SECONDS_MAX)) / ROUNDS,
    };
    assert!(2 * plan.battles <= plan.sockets, "two players a battle");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir_in(".").expect("a folder here, on a real disk");
    runtime.block_on(async {
        // The first, so that all that it takes is taken by its battles.
        leave(&folder.path().join("left"), plan).await;
        siege(&folder.path().join("siege"), plan).await;
        pace(folder.path(), plan).await;
    });
}

/// Opens battles that nobody looks at afterwards, and waits until they are closed. That is done again:
/// what the system's allocator keeps for later serves then, and what leaks is seen.
async fn leave(folder: &Path, plan: Plan) {
    let idle = Duration::from_secs(20);
    let limits = Limits { requests_a_second: 1e6, battles: 1e6, idle, ..Limits::default() };
    let address = serve(folder, limits).await;
    for _ in 0..WAVES {
        leave_once(address, plan).await;
    }
}

async fn leave_once(address: SocketAddr, plan: Plan) {
    let before = memory("VmRSS:");
    let start = Instant::now();
    let mut openers = JoinSet::new();
    for _ in 0..OPENERS {
        openers.spawn(async move {
            for _ in 0..LEFT / OPENERS {
                look(address, plan).await;
            }
        });
    }
    while let Some(opened) = openers.join_next().await {
        opened.expect("a battle was not opened");
    }
    let (took, peak) = (start.elapsed().as_secs(), memory("VmHWM:"));
    let open = figure(address, "battles_open").await;
    println!("{LEFT} battles opened and left in {took} s, {open} of them in memory");
    while figure(address, "battles_open").await > 0 {
        assert!(start.elapsed() < CLOSED_WITHIN, "battles that nobody looks at stay open");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    println!(
        "memory {before} MB before, {peak} MB at most, {} MB when all were closed",
        memory("VmRSS:")
    );
}

/// Begins a battle, takes a seat, sees the state, and goes.
async fn look(address: SocketAddr, plan: Plan) {
    let (id, [secret, _]) = create(address, plan).await;
    let mut socket = open(address, &play_at(address, &id), Some(hello(Some(&secret)))).await;
    loop {
        let message = socket.next().await.expect("a state").expect("a state");
        let heard: Heard =
            serde_json::from_str(message.to_text().expect("text")).expect("a message");
        if heard.r#type == "state" {
            break;
        }
    }
    socket.close(None).await.expect("it listens");
}

/// Normal play, first undisturbed, then beside others who hold more connections than there are and
/// ask for nothing. The limits of addresses and connections are the usual ones.
async fn siege(folder: &Path, plan: Plan) {
    let limits = Limits { battles: 1e6, messages_a_second: 1e6, ..Limits::default() };
    let address = serve(folder, limits).await;
    let plan = Plan { battles: 20, sockets: 40, round: SIEGE, ..plan };
    let (mut alone, mut beset) = (Tally::default(), Tally::default());
    alone.run(plan, &Arc::default(), |at, counted| play(address, plan, at, counted)).await;

    let (id, _) = create(address, plan).await;
    let mut others = JoinSet::new();
    for at in 0..IDLE {
        others.spawn(idle(address, play_at(address, &id), at));
    }
    // Those who are still being let in could have to make room for the half-sent requests.
    tokio::time::sleep(Duration::from_secs(3)).await;
    for at in 0..HALF_SENT {
        others.spawn(half_send(address, at));
    }
    let held = async || (figure(address, "connections").await, figure(address, "sockets").await);
    let mut first = held().await;
    // All that the server takes are there before play begins.
    for _ in 0..40 {
        if first.0 > 1000 && first.1 >= IDLE as u64 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
        first = held().await;
    }
    beset.run(plan, &Arc::default(), |at, counted| play(address, plan, at, counted)).await;
    let last = held().await;
    others.shutdown().await;
    println!(
        "{HALF_SENT} half-sent requests and {IDLE} idle sockets: the server holds {} connections and \
         {} sockets before play, {} and {} after it",
        first.0, first.1, last.0, last.1
    );
    alone.report("20 battles alone");
    beset.report("20 battles beside them");
    assert_eq!(alone.errors + beset.errors, 0, "requests failed");
    assert!(first.0 > 1000 && last.0 > 1000 && last.1 >= IDLE as u64, "too little was held");
}

/// Looks at a battle in which nothing happens.
async fn idle(address: SocketAddr, url: String, at: usize) {
    let stream = connect_from(7 + (at % 2) as u8, address).await.expect("a connection");
    let mut socket = open_on(stream, &url, Some(hello(None))).await;
    while let Some(Ok(_)) = socket.next().await {}
}

/// Sends a part of a request, of its head or of its body, and waits; when it is shown out it does so
/// again.
async fn half_send(address: SocketAddr, at: usize) {
    let part = if at.is_multiple_of(2) {
        format!("GET /api/battles HTTP/1.1\r\nhost: {address}\r\nx-")
    } else {
        format!("POST /api/battles HTTP/1.1\r\nhost: {address}\r\ncontent-length: 100\r\n\r\n{{")
    };
    loop {
        if let Ok(mut stream) = connect_from(2 + (at % 5) as u8, address).await
            && stream.write_all(part.as_bytes()).await.is_ok()
        {
            drop(stream.read_to_end(&mut Vec::new()).await);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Connects from another address of this machine than those who play.
async fn connect_from(last: u8, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, last], 0).into())?;
    socket.connect(address).await
}

async fn pace(folder: &Path, plan: Plan) {
    let Plan { battles, sockets, round, .. } = plan;
    let seconds = (round * ROUNDS).as_secs();
    println!("{sockets} sockets on {battles} battles, {seconds} s each for Acies and bare axum");
    let limits = Limits {
        connections_of_one: SOCKETS_MAX,
        connections: SOCKETS_MAX,
        sockets: SOCKETS_MAX,
        sockets_of_one: SOCKETS_MAX,
        requests_a_second: 1e6,
        battles: 1e6,
        ..Limits::default()
    };
    let address = serve(&folder.join("acies"), limits).await;
    let before = memory("VmRSS:");
    let (mut ours, mut bare) = (Tally::default(), Tally::default());
    // They take turns, so that whatever else the machine does hits both.
    for round in 0..ROUNDS {
        let counted = Arc::new(Counted::default());
        ours.run(plan, &counted, |at, counted| play(address, plan, at, counted)).await;
        let sample = counted.sample.lock().expect("nobody panicked").clone();
        assert!(!sample.is_empty(), "no battle got as far as action {SAMPLE_VERSION}");

        let counted = Arc::new(Counted::default());
        let folder = folder.join(round.to_string());
        let address = serve_bare(&folder, battles, sample).await;
        bare.run(plan, &counted, |at, counted| relay(address, plan, at, counted)).await;
    }
    let ratio = ours.report("acies") / bare.report("bare axum");
    println!("ratio {ratio:.2}, memory {before} MB before, {} MB after", memory("VmRSS:"));
    assert_eq!(ours.errors + bare.errors, 0, "requests failed");
}

/// What the rounds of one kind came to.
#[derive(Default)]
struct Tally {
    acts: usize,
    time: Duration,
    /// Of server and clients together: they share a process.
    processor_seconds: f64,
    waits: Vec<u32>,
    states: u64,
    bytes: u64,
    errors: u64,
}

impl Tally {
    /// Runs a task for each battle for the time of a round.
    async fn run<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        plan: Plan,
        counted: &Arc<Counted>,
        task: impl Fn(usize, Arc<Counted>) -> F,
    ) {
        let tasks: Vec<_> =
            (0..plan.battles).map(|at| tokio::spawn(task(at, counted.clone()))).collect();
        // All are let in before the clock starts.
        tokio::time::sleep(Duration::from_secs(2)).await;
        counted.waits.lock().expect("nobody panicked").clear();
        let (start, processor) = (Instant::now(), processor_seconds());
        tokio::time::sleep(plan.round).await;
        counted.stop.store(true, Relaxed);
        let waits = std::mem::take(&mut *counted.waits.lock().expect("nobody panicked"));
        self.acts += waits.len();
        self.waits.extend(waits);
        self.time += start.elapsed();
        self.processor_seconds += processor_seconds() - processor;
        for task in tasks {
            self.errors += u64::from(task.await.is_err());
        }
        self.states += counted.states.load(Relaxed);
        self.bytes += counted.bytes.load(Relaxed);
        self.errors += counted.errors.load(Relaxed);
    }

    /// Prints what was measured and gives the actions a second.
    fn report(&mut self, name: &str) -> f64 {
        self.waits.sort_unstable();
        let at = |share: f64| {
            let last = self.waits.len().saturating_sub(1);
            let at = ((self.waits.len() as f64 * share) as usize).min(last);
            f64::from(self.waits.get(at).copied().unwrap_or(0)) / 1000.0
        };
        let rate = self.acts as f64 / self.time.as_secs_f64();
        println!(
            "{name}: {rate:.0} durable actions/s, p50 {:.1} ms, p99 {:.1} ms, {:.2} ms of processor \
             time each, {} states of {} bytes, {} errors",
            at(0.5),
            at(0.99),
            1000.0 * self.processor_seconds / self.acts.max(1) as f64,
            self.states,
            self.bytes / self.states.max(1),
            self.errors
        );
        rate
    }
}

/// What this process has computed so far, where the system tells (in hundredths of a second).
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// What this process takes up now (`VmRSS:`) or took up at most (`VmHWM:`), in MB, where the system
/// tells.
fn memory(which: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(which));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

async fn serve(folder: &Path, limits: Limits) -> SocketAddr {
    let store = Store::open(folder).await.expect("a store");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let signer = acies_server::signer(folder).expect("a folder to write in");
    let stop = std::future::pending();
    tokio::spawn(acies_server::serve(listener, store, signer, limits, Vec::new(), stop));
    address
}

type Socket = WebSocketStream<TcpStream>;

/// Plays one battle after the other, at random, before spectators.
async fn play(address: SocketAddr, plan: Plan, at: usize, counted: Arc<Counted>) {
    let mut chance = Chance(at as u64);
    while !counted.stop.load(Relaxed) {
        let (id, secrets) = create(address, plan).await;
        let url = play_at(address, &id);
        let mut watchers = Vec::new();
        for _ in 2..plan.sockets / plan.battles {
            let socket = open(address, &url, Some(hello(None))).await;
            watchers.push(tokio::spawn(watch(socket, counted.clone())));
        }
        let mut players = Vec::new();
        for secret in &secrets {
            let socket = open(address, &url, Some(hello(Some(secret)))).await;
            let seed = chance.number(1 << 20) as u64;
            players.push(tokio::spawn(decide(socket, seed, counted.clone())));
        }
        for player in players {
            player.await.expect("a player failed");
        }
        watchers.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

/// The part of a message that a player at random reads.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Heard {
    r#type: String,
    version: u64,
    scene: Offers,
    over: Option<serde::de::IgnoredAny>,
    ok: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Offers {
    offers: Vec<Offer>,
}

#[derive(Deserialize)]
struct Offer {
    action: String,
}

/// Decides for a seat until the battle is over.
async fn decide(mut socket: Socket, seed: u64, counted: Arc<Counted>) {
    let mut chance = Chance(seed);
    let mut state = Heard::default();
    let mut asked: Option<Instant> = None;
    while !counted.stop.load(Relaxed) && state.over.is_none() {
        if asked.is_none() && !state.scene.offers.is_empty() {
            let offers = &state.scene.offers;
            let action = &offers[chance.number(offers.len())].action;
            let act = json!({ "type": "act", "id": 1, "version": state.version, "action": action });
            asked = Some(Instant::now());
            if socket.send(Message::text(act.to_string())).await.is_err() {
                counted.errors.fetch_add(1, Relaxed);
                return;
            }
        }
        // Looks at the clock now and then, should the other side have stopped.
        let next = tokio::time::timeout(Duration::from_millis(500), socket.next()).await;
        let text = match next {
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Ok(_))) | Err(_) => continue,
            Ok(Some(Err(_)) | None) => {
                counted.errors.fetch_add(1, Relaxed);
                return;
            }
        };
        let heard: Heard = serde_json::from_str(&text).expect("a message");
        match heard.r#type.as_str() {
            "state" => {
                counted.states.fetch_add(1, Relaxed);
                counted.bytes.fetch_add(text.len() as u64, Relaxed);
                state = heard;
                if state.version == SAMPLE_VERSION {
                    *counted.sample.lock().expect("nobody panicked") = text.to_string();
                }
            }
            "answer" => {
                if !heard.ok {
                    counted.errors.fetch_add(u64::from(!text.contains("stale")), Relaxed);
                }
                if let Some(asked) = asked.take().filter(|_| heard.ok) {
                    let wait = asked.elapsed().as_micros() as u32;
                    counted.waits.lock().expect("nobody panicked").push(wait);
                }
            }
            _ => {}
        }
    }
}

async fn watch(mut socket: Socket, counted: Arc<Counted>) {
    while let Some(Ok(message)) = socket.next().await {
        counted.states.fetch_add(1, Relaxed);
        counted.bytes.fetch_add(message.len() as u64, Relaxed);
    }
}

fn hello(secret: Option<&str>) -> String {
    json!({ "type": "hello", "secret": secret }).to_string()
}

fn play_at(address: SocketAddr, id: &str) -> String {
    format!("ws://{address}/api/battles/{id}/play")
}

async fn open(address: SocketAddr, url: &str, hello: Option<String>) -> Socket {
    open_on(TcpStream::connect(address).await.expect("a connection"), url, hello).await
}

async fn open_on(stream: TcpStream, url: &str, hello: Option<String>) -> Socket {
    stream.set_nodelay(true).expect("an option");
    let config = WebSocketConfig::default().read_buffer_size(32 << 10);
    let (mut socket, _) =
        client_async_with_config(url, stream, Some(config)).await.expect("a socket");
    if let Some(hello) = hello {
        socket.send(Message::text(hello)).await.expect("it listens");
    }
    socket
}

async fn create(address: SocketAddr, plan: Plan) -> (String, [String; 2]) {
    let wanted = json!({
        "ruleset": plan.ruleset, "battle": plan.battle, "seats": { "red": "me", "blue": "me" },
        "dice": "app",
    });
    let created = ask(address, "POST /api/battles", &wanted.to_string()).await;
    let created: Value = serde_json::from_str(&created).expect("a battle");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let secret = |seat: &str| text(&created["seats"][seat]["secret"]);
    (text(&created["id"]), [secret("red"), secret("blue")])
}

/// One of the server's own figures.
async fn figure(address: SocketAddr, name: &str) -> u64 {
    let figures = ask(address, "GET /metrics", "").await;
    let name = format!("acies_{name} ");
    let figure = figures.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok());
    figure.expect("a figure")
}

/// Sends a request and gives the body of its answer.
async fn ask(address: SocketAddr, what: &str, body: &str) -> String {
    let request = format!(
        "{what} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned()
}

/// Bare axum: stores an entry a request and sends as much to as many.
struct Bare {
    store: Store,
    rooms: Vec<(Mutex<Chain>, broadcast::Sender<Utf8Bytes>)>,
    state: Utf8Bytes,
}

async fn serve_bare(folder: &Path, battles: usize, state: String) -> SocketAddr {
    let store = Store::open(folder).await.expect("a store");
    for at in 0..battles {
        store.create(bare_head(at), Vec::new()).await.expect("it is kept");
    }
    let chain = |at| Mutex::new(Chain::begin(&bare_head(at)));
    let rooms = (0..battles).map(|at| (chain(at), broadcast::channel(64).0)).collect();
    let bare = Arc::new(Bare { store, rooms, state: state.into() });
    let upgrade = async |State(bare): State<Arc<Bare>>,
                         Segment(at): Segment<usize>,
                         upgrade: WebSocketUpgrade| {
        upgrade
            .read_buffer_size(4 << 10)
            .on_upgrade(async move |socket| bare_socket(socket, bare, at).await)
    };
    let router = Router::new().route("/{at}", get(upgrade)).with_state(bare);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

fn bare_head(at: usize) -> Head {
    Head { id: at.to_string(), created: 0, text: String::new(), expires: None }
}

async fn bare_socket(mut socket: WebSocket, bare: Arc<Bare>, at: usize) {
    let (chain, room) = &bare.rooms[at];
    let mut states = room.subscribe();
    loop {
        let frame = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Frame::Text(body))) => {
                    // An entry of a battle is about as long.
                    let body = body.as_str().repeat(8);
                    let entry = chain.lock().expect("nobody panicked").follow(0, body);
                    let kept = bare.store.append(&at.to_string(), entry).await;
                    kept.expect("it is kept");
                    drop(room.send(bare.state.clone()));
                    "{\"ok\":true}".into()
                }
                _ => return,
            },
            state = states.recv() => match state {
                Ok(state) => state,
                Err(broadcast::error::RecvError::Lagged(_)) => continue,
                Err(broadcast::error::RecvError::Closed) => return,
            },
        };
        if socket.send(Frame::Text(frame)).await.is_err() {
            return;
        }
    }
}

/// The players of a battle without a battle: they send in turn.
async fn relay(address: SocketAddr, plan: Plan, at: usize, counted: Arc<Counted>) {
    let url = format!("ws://{address}/{at}");
    let mut watchers = Vec::new();
    for _ in 2..plan.sockets / plan.battles {
        watchers.push(tokio::spawn(watch(open(address, &url, None).await, counted.clone())));
    }
    let mut players = [open(address, &url, None).await, open(address, &url, None).await];
    let act = json!({ "type": "act", "id": 1, "version": 100, "action": "move 3 to left front" });
    let act = act.to_string();
    let mut turn = 0;
    while !counted.stop.load(Relaxed) {
        let player = &mut players[turn % 2];
        turn += 1;
        let asked = Instant::now();
        player.send(Message::text(act.clone())).await.expect("it listens");
        // The player reads what comes, as he would in a battle.
        while let Some(Ok(Message::Text(text))) = player.next().await {
            let heard: Heard = serde_json::from_str(&text).unwrap_or_default();
            if heard.r#type.is_empty() {
                break;
            }
        }
        let wait = asked.elapsed().as_micros() as u32;
        counted.waits.lock().expect("nobody panicked").push(wait);
    }
    watchers.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Numbers at random that can be sent to another thread (a linear congruence).
struct Chance(u64);

impl Chance {
    /// One of the numbers below `n`.
    fn number(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}
