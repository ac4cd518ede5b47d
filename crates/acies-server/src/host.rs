//! The task that owns a battle. Requests come to it one after another; what changes the battle is
//! stored before anybody is told.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use acies_ai::Progress;
use acies_core::{Seat, Viewer};
use acies_store::Store;
use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, mpsc, oneshot, watch},
    time::Instant,
};

use crate::{
    error::{Answer, Error},
    hall::{List, now},
    ledger::Entry,
    metrics::Metrics,
    secret,
    table::{Table, VIEWERS},
    view::{Presence, Seen},
};

/// How often it is told that the computer is still thinking.
const THINKING: Duration = Duration::from_millis(300);

/// Requests that may wait for a battle.
pub const QUEUE: usize = 64;

/// States that are kept written out: more are written anew for each who asks.
const WRITTEN: usize = 8;

pub enum Command {
    /// Asks something that changes nothing stored.
    Look(Box<dyn FnOnce(&mut Room) + Send>),
    Change(Change),
    /// What the computer has decided in the position of a version.
    Decided {
        version: u64,
        by: Seat,
        action: Option<String>,
    },
    /// Makes room, if nobody looks.
    Evict,
    /// Removes the battle.
    Delete(oneshot::Sender<Answer<()>>),
    Close,
}

/// Says what a request comes to at a table.
pub type Request = Box<dyn FnOnce(&mut Table) -> Answer<Move> + Send>;

/// A request that changes the battle if it is allowed.
pub struct Change {
    /// Who hears of real dice that are wanted.
    pub by: Viewer,
    pub request: Request,
    pub reply: oneshot::Sender<Answer<Value>>,
}

/// What a request comes to.
pub enum Move {
    New(Entry),
    /// It was made before and led to this version.
    Known(u64),
    /// It was only a question.
    Told(Value),
}

/// A battle and those who look at it.
pub struct Room {
    pub table: Table,
    pub presence: Presence,
    ticks: watch::Sender<Tick>,
    /// What the computer is pondering.
    pondering: Option<Arc<Pondering>>,
    /// What whoever keeps up has seen.
    shown: Seen,
    /// States already written out, by viewer and what he has seen.
    written: HashMap<(Viewer, Seen), Utf8Bytes>,
    /// How many states all battles keep written out.
    cached: Arc<AtomicUsize>,
    /// How many look at this one.
    looking: Arc<AtomicUsize>,
}

/// Changes whenever there is something new to see.
#[derive(Clone, Debug, Default)]
pub struct Tick {
    pub serial: u64,
    pub thinking: Option<Thinking>,
    pub news: Arc<News>,
}

/// Who is thinking, since when, and how far it has come.
#[derive(Clone, Debug)]
pub struct Thinking {
    pub seat: Seat,
    pub since: Instant,
    pub pondering: Arc<Pondering>,
}

/// A decision that is being thought about.
#[derive(Debug, Default)]
pub struct Pondering {
    /// Somebody does not want to wait: the best so far is taken.
    hurry: AtomicBool,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Pondering {
    pub fn hurry(&self) {
        self.hurry.store(true, Relaxed);
    }

    /// Notes how far it has come, and says whether to go on.
    fn goes_on(&self, Progress { done, of }: Progress) -> bool {
        self.done.store(done, Relaxed);
        self.of.store(of, Relaxed);
        !self.hurry.load(Relaxed)
    }

    /// How far it has come, if it is a long way.
    pub fn progress(&self) -> Option<Progress> {
        let (done, of) = (self.done.load(Relaxed), self.of.load(Relaxed));
        (of > 0).then_some(Progress { done, of })
    }
}

/// The newest states, for all who have seen the ones before. Others have to ask.
#[derive(Debug, Default)]
pub struct News {
    from: Seen,
    to: Seen,
    states: Vec<(Viewer, Utf8Bytes)>,
}

impl News {
    /// The newest state for a viewer, and what he will have seen with it.
    pub fn state(&self, viewer: Viewer, seen: Seen) -> Option<(Utf8Bytes, Seen)> {
        let (_, state) = self.states.iter().find(|(whose, _)| *whose == viewer)?;
        (seen == self.from).then(|| (state.clone(), self.to))
    }
}

impl Room {
    fn new(table: Table, cached: Arc<AtomicUsize>, looking: Arc<AtomicUsize>) -> Self {
        Room {
            shown: table.seen(),
            table,
            presence: Presence::default(),
            ticks: watch::Sender::new(Tick::default()),
            pondering: None,
            written: HashMap::new(),
            cached,
            looking,
        }
    }

    /// Lets a viewer in.
    pub fn join(&mut self, viewer: Viewer) -> watch::Receiver<Tick> {
        let ticks = self.ticks.subscribe();
        *self.presence.count(viewer) += 1;
        self.looking.fetch_add(1, Relaxed);
        if viewer.is_some() {
            self.changed();
        }
        ticks
    }

    pub fn leave(&mut self, viewer: Viewer) {
        // Whoever leaves may have been in this battle before it was closed and opened again.
        let count = self.presence.count(viewer);
        if *count == 0 {
            return;
        }
        *count -= 1;
        self.looking.fetch_sub(1, Relaxed);
        if viewer.is_some() {
            self.changed();
        }
    }

    /// Lets the computer take the best that it has found so far. Says whether it was thinking.
    pub fn hurry(&self) -> bool {
        self.pondering.as_ref().inspect(|it| it.hurry()).is_some()
    }

    /// The state for a viewer as a message, and what he will have seen with it.
    pub fn state(&mut self, viewer: Viewer, seen: Seen) -> (Utf8Bytes, Seen) {
        let seen = self.table.clamped(viewer, seen);
        if let Some(written) = self.written.get(&(viewer, seen)) {
            return (written.clone(), self.table.seen());
        }
        let state = self.table.state(viewer, seen, &self.presence);
        let state: Utf8Bytes = serde_json::to_string(&state).expect("a state is plain data").into();
        if self.written.len() < WRITTEN {
            self.written.insert((viewer, seen), state.clone());
            self.cached.fetch_add(1, Relaxed);
        }
        (state, self.table.seen())
    }

    fn forget_written(&mut self) {
        self.cached.fetch_sub(self.written.len(), Relaxed);
        self.written.clear();
    }

    /// Tells everybody that there is something new.
    fn changed(&mut self) {
        self.forget_written();
        let (from, to) = (self.shown, self.table.seen());
        let present = VIEWERS.into_iter().filter(|&viewer| *self.presence.count(viewer) > 0);
        let present: Vec<_> = present.collect();
        let states = present.into_iter().map(|viewer| (viewer, self.state(viewer, from).0));
        let news = Arc::new(News { from, to, states: states.collect() });
        self.shown = to;
        self.ticks.send_modify(|tick| {
            tick.serial += 1;
            tick.news = news;
        });
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.forget_written();
    }
}

/// What a battle's task needs besides the battle.
pub struct Host {
    pub store: Arc<Store>,
    pub metrics: Arc<Metrics>,
    pub commands: mpsc::Sender<Command>,
    /// How long it stays without anybody looking at it.
    pub idle: Duration,
    pub cached: Arc<AtomicUsize>,
    pub looking: Arc<AtomicUsize>,
    pub list: Arc<List>,
    pub thinkers: Arc<Semaphore>,
}

/// Why a battle is closed.
enum Closes {
    /// Nobody needs it.
    Unneeded,
    /// What is in memory may be ahead of what is stored.
    Failed,
    Deleted(oneshot::Sender<Answer<()>>),
}

impl Host {
    /// Runs a battle until nobody cares for it.
    pub async fn run(self, table: Table, mut commands: mpsc::Receiver<Command>) {
        let mut room = Room::new(table, self.cached.clone(), self.looking.clone());
        self.think(&mut room);
        let closes = self.attend(&mut room, &mut commands).await;
        // Whoever wants to open it again waits until all that was asked of it is done.
        let _door = self.list.door(&room.table.id).lock().await;
        commands.close();
        if !matches!(closes, Closes::Failed) {
            while let Some(command) = commands.recv().await {
                if self.obey(&mut room, command).await.is_err() {
                    break;
                }
            }
        }
        if let Closes::Deleted(reply) = closes {
            let deleted = self.store.delete(&room.table.id).await;
            drop(reply.send(deleted.map_err(Error::from)));
        }
        self.list.remove(&room.table.id);
    }

    /// Does what is asked until the battle is to be closed.
    async fn attend(&self, room: &mut Room, commands: &mut mpsc::Receiver<Command>) -> Closes {
        loop {
            let wait = if room.presence.thinking.is_some() { THINKING } else { self.idle };
            let command = match tokio::time::timeout(wait, commands.recv()).await {
                Ok(Some(command)) => command,
                Ok(None) => return Closes::Unneeded,
                Err(_) if room.presence.thinking.is_some() => {
                    room.ticks.send_modify(|_| {});
                    continue;
                }
                Err(_) => Command::Evict,
            };
            match command {
                Command::Evict if room.ticks.receiver_count() == 0 => return Closes::Unneeded,
                Command::Close => return Closes::Unneeded,
                Command::Delete(reply) => return Closes::Deleted(reply),
                command => {
                    if self.obey(room, command).await.is_err() {
                        return Closes::Failed;
                    }
                }
            }
        }
    }

    async fn obey(&self, room: &mut Room, command: Command) -> Answer<()> {
        match command {
            Command::Look(look) => {
                look(room);
                Ok(())
            }
            Command::Change(change) => self.change(room, change).await,
            Command::Decided { version, by, action } => {
                self.decided(room, version, by, action).await
            }
            // Who deletes a battle that is being closed finds it in the store.
            Command::Evict | Command::Delete(_) | Command::Close => Ok(()),
        }
    }

    /// Carries out a request, stores it, and answers. Gives trouble if it could not be stored.
    async fn change(&self, room: &mut Room, change: Change) -> Answer<()> {
        let Change { by, request, reply } = change;
        let told = match request(&mut room.table) {
            Ok(Move::New(entry)) => return self.enter(room, by, entry, reply).await,
            Ok(Move::Known(version)) => Ok(json!({ "version": version, "again": true })),
            Ok(Move::Told(answer)) => Ok(answer),
            Err(error) => Err(error),
        };
        drop(reply.send(told));
        Ok(())
    }

    /// Stores what a request came to, and answers it.
    async fn enter(
        &self,
        room: &mut Room,
        by: Viewer,
        entry: Entry,
        reply: oneshot::Sender<Answer<Value>>,
    ) -> Answer<()> {
        let asked = matches!(entry, Entry::Offer { .. });
        let kept = self.keep(room, entry).await;
        let answer = kept.clone().map(|()| {
            let mut answer = json!({ "version": room.table.book.version });
            if asked {
                answer["asked"] = json!(true);
            }
            if let Some(dice) = room.table.throw_wanted(by) {
                answer["dice"] = json!(dice);
            }
            answer
        });
        drop(reply.send(answer));
        kept
    }

    async fn decided(
        &self,
        room: &mut Room,
        version: u64,
        by: Seat,
        action: Option<String>,
    ) -> Answer<()> {
        room.presence.thinking = None;
        room.pondering = None;
        room.ticks.send_modify(|tick| tick.thinking = None);
        let Some(action) = action else {
            return Err(Error::trouble("the computer has lost its mind"));
        };
        if version != room.table.book.version {
            self.think(room);
            return Ok(());
        }
        match room.table.act(by, version, &action, None) {
            Ok(entry) => self.keep(room, entry).await,
            Err(error) => Err(Error::trouble(format!("the computer's {action}: {}", error.what))),
        }
    }

    /// Stores an entry, takes it, and lets everybody know.
    async fn keep(&self, room: &mut Room, entry: Entry) -> Answer<()> {
        let at = now();
        let body = serde_json::to_string(&entry).expect("an entry is plain data");
        let kept = room.table.chain.follow(at, body);
        self.store.append(&room.table.id, kept).await?;
        self.metrics.entries.fetch_add(1, Relaxed);
        if matches!(entry, Entry::Act(_)) {
            self.metrics.actions.fetch_add(1, Relaxed);
        }
        let version = room.table.book.version;
        room.table.take(entry, at)?;
        if room.table.book.version > version {
            // What is being thought about has changed.
            room.hurry();
        }
        self.think(room);
        room.changed();
        Ok(())
    }

    /// Lets the computer think, away from here, if it is its decision.
    fn think(&self, room: &mut Room) {
        if room.presence.thinking.is_some() {
            return;
        }
        let Some((by, player)) = room.table.computer() else { return };
        let Ok(seed) = secret::seed() else { return };
        room.presence.thinking = Some(by);
        let pondering = Arc::<Pondering>::default();
        room.pondering = Some(pondering.clone());
        let thinking = Thinking { seat: by, since: Instant::now(), pondering: pondering.clone() };
        room.ticks.send_modify(|tick| tick.thinking = Some(thinking));
        let version = room.table.book.version;
        let battle = room.table.battle.fork();
        let commands = self.commands.clone();
        let thinkers = self.thinkers.clone();
        tokio::spawn(async move {
            let _place = thinkers.acquire_owned().await;
            let thought = tokio::task::spawn_blocking(move || {
                let watch = |progress| pondering.goes_on(progress);
                battle.think(by, player, seed, 1, &watch).action
            });
            let action = thought.await.inspect_err(|error| tracing::error!("{error}")).ok();
            // If the battle is closed, it thinks again when it is opened.
            drop(commands.send(Command::Decided { version, by, action }).await);
        });
    }
}
