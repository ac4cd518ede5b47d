//! The task that owns a battle. Requests come to it one after another; what changes the battle is
//! stored before anybody is told.

use std::{collections::HashMap, sync::Arc, time::Duration};

use acies_core::{Seat, Viewer};
use acies_store::Store;
use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::Instant,
};

use crate::{
    error::{Answer, Error},
    hall::now,
    ledger::Entry,
    secret,
    table::{Table, VIEWERS},
    view::{Presence, Seen},
};

/// A battle that nobody looks at is closed after this time.
const IDLE: Duration = Duration::from_mins(1);

/// How often it is told that the computer is still thinking.
const THINKING: Duration = Duration::from_millis(300);

/// Requests that may wait for a battle.
pub const QUEUE: usize = 64;

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
    Close,
}

/// Says what a request comes to at a table.
pub type Request = Box<dyn FnOnce(&mut Table) -> Answer<Move> + Send>;

/// Takes a battle off the list of open ones, unless somebody is about to ask it something.
pub type Leave = Box<dyn Fn(&mpsc::Receiver<Command>) -> bool + Send + Sync>;

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
    /// What whoever keeps up has seen.
    shown: Seen,
    /// States already written out, by viewer and what he has seen.
    written: HashMap<(Viewer, Seen), Utf8Bytes>,
}

/// Changes whenever there is something new to see.
#[derive(Clone, Debug, Default)]
pub struct Tick {
    pub serial: u64,
    pub thinking: Option<(Seat, Instant)>,
    pub news: Arc<News>,
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
    fn new(table: Table) -> Self {
        let ticks = watch::Sender::new(Tick::default());
        let shown = table.seen();
        Room { table, presence: Presence::default(), ticks, shown, written: HashMap::new() }
    }

    /// Lets a viewer in.
    pub fn join(&mut self, viewer: Viewer) -> watch::Receiver<Tick> {
        let ticks = self.ticks.subscribe();
        *self.presence.count(viewer) += 1;
        if viewer.is_some() {
            self.changed();
        }
        ticks
    }

    pub fn leave(&mut self, viewer: Viewer) {
        *self.presence.count(viewer) -= 1;
        if viewer.is_some() {
            self.changed();
        }
    }

    /// The state for a viewer as a message, and what he will have seen with it.
    pub fn state(&mut self, viewer: Viewer, seen: Seen) -> (Utf8Bytes, Seen) {
        let written = self.written.entry((viewer, seen)).or_insert_with(|| {
            let state = self.table.state(viewer, seen, &self.presence);
            serde_json::to_string(&state).expect("a state is plain data").into()
        });
        (written.clone(), self.table.seen())
    }

    /// Tells everybody that there is something new.
    fn changed(&mut self) {
        self.written.clear();
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

/// What a battle's task needs besides the battle.
pub struct Host {
    pub store: Arc<Store>,
    pub commands: mpsc::Sender<Command>,
    pub leave: Leave,
}

impl Host {
    /// Runs a battle until nobody cares for it.
    pub async fn run(self, table: Table, mut commands: mpsc::Receiver<Command>) {
        let mut room = Room::new(table);
        self.think(&mut room);
        loop {
            let wait = if room.presence.thinking.is_some() { THINKING } else { IDLE };
            let command = match tokio::time::timeout(wait, commands.recv()).await {
                Ok(Some(command)) => command,
                Ok(None) => return,
                Err(_) if room.presence.thinking.is_some() => {
                    room.ticks.send_modify(|_| {});
                    continue;
                }
                Err(_) if room.ticks.receiver_count() == 0 && (self.leave)(&commands) => return,
                Err(_) => continue,
            };
            let done = match command {
                Command::Look(look) => {
                    look(&mut room);
                    Ok(())
                }
                Command::Change(change) => self.change(&mut room, change).await,
                Command::Decided { version, by, action } => {
                    self.decided(&mut room, version, by, action).await
                }
                Command::Close => return,
            };
            if done.is_err() {
                // What is in memory may be ahead of what is stored: whoever comes next reads again.
                (self.leave)(&commands);
                return;
            }
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
        room.table.take(entry, at)?;
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
        room.ticks.send_modify(|tick| tick.thinking = Some((by, Instant::now())));
        let version = room.table.book.version;
        let battle = room.table.battle.fork();
        let commands = self.commands.clone();
        tokio::spawn(async move {
            let thought = tokio::task::spawn_blocking(move || battle.decide(by, player, seed));
            let action = thought.await.inspect_err(|error| tracing::error!("{error}")).ok();
            // If the battle is closed, it thinks again when it is opened.
            drop(commands.send(Command::Decided { version, by, action }).await);
        });
    }
}
