//! All battles: those that are open, each with its task, and those that are only stored.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use acies_core::{Viewer, record::Signer};
use acies_store::{Figures, Kept, Store};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use crate::{
    analysis::Analyses,
    door::Visitors,
    error::{Answer, Error, Kind},
    host::{Change, Command, Host, Move, QUEUE, Room},
    limits::{Limits, Places, Rates},
    metrics::Metrics,
    table::Table,
};

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// How often what has expired is thrown away.
const TIDY: Duration = Duration::from_hours(1);

/// How often it is looked whether there is room for one battle more, and how long between.
const TRIES: u32 = 100;
const BETWEEN: Duration = Duration::from_millis(10);

/// An open battle.
struct Open {
    commands: mpsc::Sender<Command>,
    /// How many look at it.
    looking: Arc<AtomicUsize>,
    /// When something was last asked of it.
    used: Instant,
}

/// The battles that are open.
#[derive(Default)]
pub struct List {
    open: Mutex<HashMap<String, Open>>,
    /// A battle is opened or closed by one at a time. Some battles share a door, which is no harm.
    doors: [tokio::sync::Mutex<()>; 32],
}

impl List {
    pub fn door(&self, id: &str) -> &tokio::sync::Mutex<()> {
        let sum: usize = id.bytes().map(usize::from).sum();
        &self.doors[sum % self.doors.len()]
    }

    pub fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Hall {
    store: Arc<Store>,
    /// Signs the records of battles that were played here.
    pub signer: Arc<Signer>,
    list: Arc<List>,
    pub limits: Limits,
    pub visitors: Visitors,
    /// So many computer players think at once: as many as there are cores.
    pub thinkers: Arc<Semaphore>,
    pub analyses: Analyses,
    pub sockets: Places,
    pub rates: Rates,
    /// Battles begun, and bytes of records sent in, by address.
    begun: Rates,
    imported: Rates,
    pub metrics: Arc<Metrics>,
    /// States that all battles keep written out.
    pub written: Arc<AtomicUsize>,
    /// What the server is called, besides its addresses.
    pub names: Vec<String>,
    /// Whether the server goes down.
    closing: watch::Sender<bool>,
    /// Every battle's task has a copy; when the last is gone, all are closed.
    alive: Mutex<Option<mpsc::Sender<()>>>,
    gone: tokio::sync::Mutex<mpsc::Receiver<()>>,
}

impl Hall {
    pub fn new(store: Store, signer: Signer, limits: Limits, names: Vec<String>) -> Self {
        let (alive, gone) = mpsc::channel(1);
        Hall {
            store: Arc::new(store),
            signer: Arc::new(signer),
            list: Arc::default(),
            visitors: Visitors::default(),
            thinkers: Arc::new(Semaphore::new(cores())),
            analyses: Analyses::default(),
            sockets: Places::new(limits.sockets, limits.sockets_of_one),
            rates: Rates::new(2.0 * limits.requests_a_second, limits.requests_a_second),
            begun: Rates::new(limits.battles, limits.battles_an_hour / 3600.0),
            imported: Rates::new(limits.imported, limits.imported_an_hour / 3600.0),
            metrics: Arc::default(),
            written: Arc::default(),
            limits,
            names,
            closing: watch::Sender::new(false),
            alive: Mutex::new(Some(alive)),
            gone: tokio::sync::Mutex::new(gone),
        }
    }

    pub async fn create(&self, kept: Kept) -> Answer<()> {
        Ok(self.store.create(kept.head, kept.entries).await?)
    }

    /// Whether an address may begin one battle more.
    pub fn may_begin(&self, from: IpAddr) -> Answer<()> {
        if self.begun.take(from, 1.0) {
            return Ok(());
        }
        Err(self
            .refuse("battles", "too many battles were begun from your address; come back later"))
    }

    /// Whether an address may send in a record of so many bytes.
    pub fn may_import(&self, from: IpAddr, bytes: usize) -> Answer<()> {
        if self.imported.take(from, bytes as f64) {
            return Ok(());
        }
        Err(self.refuse("imports", "too much was sent in from your address; come back later"))
    }

    /// Says, and counts, that a quota is used up.
    pub fn refuse(&self, quota: &'static str, what: &str) -> Error {
        self.metrics.refused(quota);
        Error::new(Kind::Busy, what)
    }

    /// Removes a battle. Whoever looks at it sees it end.
    pub async fn delete(&self, id: &str) -> Answer<()> {
        let (reply, answer) = oneshot::channel();
        self.send(id, Command::Delete(reply)).await?;
        answer.await.map_err(|_| closed())?
    }

    /// Whether battles can be read, and the last one that was to be kept was.
    pub async fn is_well(&self) -> bool {
        let reads = self.store.load("").await.is_ok();
        reads && !self.kept().failing.load(Relaxed)
    }

    pub fn kept(&self) -> &Figures {
        self.store.figures()
    }

    pub fn open_battles(&self) -> usize {
        self.list.lock().len()
    }

    /// Asks an open battle something.
    pub async fn look<T: Send + 'static>(
        &self,
        id: &str,
        look: impl FnOnce(&mut Room) -> T + Send + 'static,
    ) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let look = Box::new(move |room: &mut Room| drop(reply.send(look(room))));
        self.send(id, Command::Look(look)).await?;
        answer.await.map_err(|_| closed())
    }

    /// Changes a battle, if that is allowed.
    pub async fn change(
        &self,
        id: &str,
        by: Viewer,
        request: impl FnOnce(&mut Table) -> Answer<Move> + Send + 'static,
    ) -> Answer<Value> {
        let (reply, answer) = oneshot::channel();
        let change = Change { by, request: Box::new(request), reply };
        self.send(id, Command::Change(change)).await?;
        answer.await.map_err(|_| closed())?
    }

    /// Tells when the server goes down.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Says to everybody that the server goes down.
    pub fn say_goodbye(&self) {
        self.closing.send_replace(true);
    }

    /// Closes all battles and the store.
    pub async fn close(&self) {
        let open: Vec<_> = self.list.lock().values().map(|open| open.commands.clone()).collect();
        for commands in open {
            drop(commands.send(Command::Close).await);
        }
        drop(self.alive.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.gone.lock().await.recv().await;
        self.store.close().await;
    }

    async fn send(&self, id: &str, command: Command) -> Answer<()> {
        let known = self.list.lock().get_mut(id).map(|open| {
            open.used = Instant::now();
            open.commands.clone()
        });
        let command = match known {
            Some(commands) => match commands.send(command).await {
                Ok(()) => return Ok(()),
                // It was closed a moment ago.
                Err(mpsc::error::SendError(command)) => command,
            },
            None => command,
        };
        self.opened(id).await?.send(command).await.map_err(|_| closed())
    }

    /// Opens a stored battle.
    async fn opened(&self, id: &str) -> Answer<mpsc::Sender<Command>> {
        self.make_room().await?;
        let _door = self.list.door(id).lock().await;
        if let Some(open) = self.list.lock().get(id).filter(|open| !open.commands.is_closed()) {
            return Ok(open.commands.clone());
        }
        let kept = self.store.load(id).await?.ok_or_else(Error::no_battle)?;
        let opened = tokio::task::spawn_blocking(|| Table::open(kept)).await;
        let table = opened.map_err(Error::trouble)??;
        let alive = self.alive.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(alive) = alive else { return Err(closed()) };
        let (sender, commands) = mpsc::channel(QUEUE);
        let looking = Arc::<AtomicUsize>::default();
        let open =
            Open { commands: sender.clone(), looking: looking.clone(), used: Instant::now() };
        self.list.lock().insert(id.to_owned(), open);
        let host = Host {
            store: self.store.clone(),
            metrics: self.metrics.clone(),
            commands: sender.clone(),
            idle: self.limits.idle,
            cached: self.written.clone(),
            looking,
            list: self.list.clone(),
            thinkers: self.thinkers.clone(),
        };
        tokio::spawn(async move {
            host.run(table, commands).await;
            drop(alive);
        });
        Ok(sender)
    }

    /// Throws away what has expired. What nobody looks at is closed, lest it be among that.
    pub async fn tidy(&self) {
        if let Err(trouble) = self.store.expire(now()).await {
            tracing::error!("what has expired stays: {trouble}");
        }
        for open in self.list.lock().values() {
            drop(open.commands.try_send(Command::Evict));
        }
    }

    /// Sees to it that one battle more can be open: of those that nobody looks at, the one that was
    /// asked longest ago is closed.
    async fn make_room(&self) -> Answer<()> {
        for _ in 0..TRIES {
            let longest = {
                let list = self.list.lock();
                if list.len() < self.limits.open_battles {
                    return Ok(());
                }
                let unseen = list.values().filter(|open| open.looking.load(Relaxed) == 0);
                unseen.min_by_key(|open| open.used).map(|open| open.commands.clone())
            };
            let Some(longest) = longest else { break };
            drop(longest.try_send(Command::Evict));
            tokio::time::sleep(BETWEEN).await;
        }
        Err(self.refuse("open battles", "too many battles are open"))
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Tidies up now and then, as long as the hall is there.
pub async fn keep_tidy(hall: Weak<Hall>) {
    loop {
        tokio::time::sleep(TIDY).await;
        let Some(hall) = hall.upgrade() else { return };
        hall.tidy().await;
    }
}

fn closed() -> Error {
    Error::new(Kind::Busy, "the battle is being closed; try again")
}
