//! All battles: those that are open, each with its task, and those that are only stored.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use acies_core::{Viewer, record::Signer};
use acies_store::{Kept, Store};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use crate::{
    error::{Answer, Error, Kind},
    host::{Change, Command, Host, Move, QUEUE, Room},
    limits::{Limits, Rates},
    table::Table,
};

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

pub struct Hall {
    store: Arc<Store>,
    /// Signs the records of battles that were played here.
    pub signer: Arc<Signer>,
    open: Arc<Mutex<HashMap<String, mpsc::Sender<Command>>>>,
    pub limits: Limits,
    pub sockets: Arc<Semaphore>,
    pub rates: Rates,
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
            open: Arc::default(),
            sockets: Arc::new(Semaphore::new(limits.sockets)),
            rates: Rates::new(limits.requests_a_second),
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

    /// Removes a battle. Whoever looks at it sees it end.
    pub async fn delete(&self, id: &str) -> Answer<()> {
        let open = self.list().remove(id);
        if let Some(commands) = open {
            drop(commands.send(Command::Close).await);
        }
        Ok(self.store.delete(id).await?)
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
        let open: Vec<_> = self.list().drain().collect();
        for (_, commands) in open {
            drop(commands.send(Command::Close).await);
        }
        drop(self.alive.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.gone.lock().await.recv().await;
        self.store.close().await;
    }

    async fn send(&self, id: &str, command: Command) -> Answer<()> {
        let known = self.list().get(id).cloned();
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
        let kept = self.store.load(id).await?.ok_or_else(Error::no_battle)?;
        let opened = tokio::task::spawn_blocking(|| Table::open(kept)).await;
        let table = opened.map_err(Error::trouble)??;
        let alive = self.alive.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(alive) = alive else { return Err(closed()) };
        let mut list = self.list();
        if let Some(first) = list.get(id).filter(|commands| !commands.is_closed()) {
            return Ok(first.clone());
        }
        if list.len() >= self.limits.open_battles {
            return Err(Error::new(Kind::Busy, "too many battles are open"));
        }
        let (sender, commands) = mpsc::channel(QUEUE);
        list.insert(id.to_owned(), sender.clone());
        let (open, name) = (Arc::downgrade(&self.open), id.to_owned());
        let host = Host {
            store: self.store.clone(),
            commands: sender.clone(),
            leave: Box::new(move |commands| {
                let Some(open) = open.upgrade() else { return true };
                let mut list = open.lock().unwrap_or_else(PoisonError::into_inner);
                let idle = commands.is_empty();
                if idle {
                    list.remove(&name);
                }
                idle
            }),
        };
        tokio::spawn(async move {
            host.run(table, commands).await;
            drop(alive);
        });
        Ok(sender)
    }

    fn list(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn closed() -> Error {
    Error::new(Kind::Busy, "the battle is being closed; try again")
}
