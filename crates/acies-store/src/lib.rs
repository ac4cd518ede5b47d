//! Where battles are kept: one SQLite file, written by one task.
//!
//! A battle is a *head*, written once, and *entries*, each with its number, only ever added. What
//! stands in them is their owner's business: here it is text.
//!
//! Whatever a method says is kept survives the death of the process and of the machine: the file is
//! in WAL mode with `synchronous=FULL`, and no method returns before the commit. Entries that arrive
//! while a commit is on its way wait for the next one and share it, so a disk that can sync a hundred
//! times a second still takes thousands of entries.

mod writer;

use std::{fs::File, io, path::Path};

use sqlx::{
    ConnectOptions, Connection, Row,
    sqlite::{
        SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
    },
};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

use writer::{Job, Write};

/// Writes that may wait for the writer; whoever comes later waits for a place.
const QUEUE: usize = 4096;

/// How many battles can be read at once.
const READERS: u32 = 4;

const SCHEMA_VERSION: i64 = 1;

const SCHEMA: &str = "
CREATE TABLE battle (
    id      TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    head    TEXT NOT NULL
) STRICT;
CREATE TABLE entry (
    battle  TEXT NOT NULL REFERENCES battle ON DELETE CASCADE,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
";

/// Why something could not be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error("the database fails: {0}")]
    Database(#[from] sqlx::Error),
    #[error("cannot use the folder `{folder}`: {error}")]
    Folder { folder: String, error: io::Error },
    #[error("another server already uses the folder `{0}`")]
    Taken(String),
    #[error("the file is of a later version of Acies ({0})")]
    Later(i64),
    #[error("the store is closed")]
    Closed,
}

/// What a battle begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub id: String,
    /// Milliseconds since 1970.
    pub created: i64,
    pub text: String,
}

/// Something that happened in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in its battle, counted from 0.
    pub n: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    pub body: String,
}

/// A battle as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub head: Head,
    pub entries: Vec<Entry>,
}

/// When a write is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// When it is on the disk.
    #[default]
    Kept,
    /// When it has arrived: a promise that a crash breaks. The tests of crashes must notice it.
    #[cfg(feature = "early-answer")]
    Early,
}

/// The battles of one folder.
pub struct Store {
    jobs: mpsc::Sender<Job>,
    writer: JoinHandle<()>,
    readers: SqlitePool,
    /// Locked as long as the store is open.
    _lock: File,
}

impl Store {
    /// Opens the store in a folder, which is made if need be.
    pub async fn open(folder: &Path) -> Result<Self, Trouble> {
        Self::answering(folder, Answer::Kept).await
    }

    /// Opens the store with another promise than that of [`open`](Store::open).
    pub async fn answering(folder: &Path, answer: Answer) -> Result<Self, Trouble> {
        let lock = lock(folder)?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join("battles.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        let version: i64 =
            sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await?;
        match version {
            0 => {
                let mut transaction = connection.begin().await?;
                sqlx::raw_sql(SCHEMA).execute(&mut *transaction).await?;
                transaction.commit().await?;
            }
            SCHEMA_VERSION => {}
            later => return Err(Trouble::Later(later)),
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true))
            .await?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        let writer = tokio::spawn(writer::run(connection, queue, answer));
        Ok(Store { jobs, writer, readers, _lock: lock })
    }

    /// Keeps a new battle, with what has already happened in it.
    pub async fn create(&self, head: Head, entries: Vec<Entry>) -> Result<(), Trouble> {
        self.write(Write::Create(Kept { head, entries })).await
    }

    /// Keeps what happened in a battle. A number that is taken, or a battle that is gone, is trouble.
    pub async fn append(&self, battle: &str, entry: Entry) -> Result<(), Trouble> {
        self.write(Write::Append { battle: battle.to_owned(), entry }).await
    }

    /// Removes a battle and all that happened in it.
    pub async fn delete(&self, battle: &str) -> Result<(), Trouble> {
        self.write(Write::Delete(battle.to_owned())).await
    }

    /// A battle with all that happened in it, in order.
    pub async fn load(&self, battle: &str) -> Result<Option<Kept>, Trouble> {
        let mut reader = self.readers.begin().await?;
        let head = sqlx::query("SELECT created, head FROM battle WHERE id = ?")
            .bind(battle)
            .fetch_optional(&mut *reader)
            .await?;
        let Some(head) = head else { return Ok(None) };
        let head = Head { id: battle.to_owned(), created: head.get(0), text: head.get(1) };
        let entries = sqlx::query("SELECT n, at, body FROM entry WHERE battle = ? ORDER BY n")
            .bind(battle)
            .fetch_all(&mut *reader)
            .await?;
        let entry = |row: &sqlx::sqlite::SqliteRow| Entry {
            n: row.get(0),
            at: row.get(1),
            body: row.get(2),
        };
        Ok(Some(Kept { head, entries: entries.iter().map(entry).collect() }))
    }

    /// The ids of all battles, oldest first.
    pub async fn ids(&self) -> Result<Vec<String>, Trouble> {
        let ids = sqlx::query_scalar("SELECT id FROM battle ORDER BY created, id");
        Ok(ids.fetch_all(&self.readers).await?)
    }

    /// Keeps what is still waiting and closes the file.
    pub async fn close(self) {
        drop(self.jobs);
        if let Err(error) = self.writer.await {
            tracing::error!("the writer of the store failed: {error}");
        }
        self.readers.close().await;
    }

    async fn write(&self, write: Write) -> Result<(), Trouble> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job { write, answer }).await.map_err(|_| Trouble::Closed)?;
        answered.await.map_err(|_| Trouble::Closed)?
    }
}

/// Two servers on one file would each believe that they alone know its battles.
fn lock(folder: &Path) -> Result<File, Trouble> {
    let name = folder.display().to_string();
    let failed = |error| Trouble::Folder { folder: name.clone(), error };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let file = File::create(folder.join("lock")).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(Trouble::Taken(name)),
        Err(std::fs::TryLockError::Error(error)) => Err(failed(error)),
    }
}
