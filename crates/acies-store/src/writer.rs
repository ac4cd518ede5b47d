//! The one task that writes. It takes all that waits, writes it in one transaction, commits, and
//! only then answers.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

use sqlx::{
    ConnectOptions, Connection, QueryBuilder, SqliteConnection, error::ErrorKind,
    sqlite::SqliteConnectOptions,
};
use tokio::sync::{mpsc, oneshot};

use crate::{Answer, Entry, Head, Kept, Trouble};

/// The largest group that shares a commit.
const GROUP: usize = 512;

/// Rows in one statement: each takes five of SQLite's parameters.
const ROWS: usize = 128;

const CREATE: &str = "INSERT INTO battle (id, created, head, expires) VALUES (?, ?, ?, ?)";

pub enum Write {
    Create(Kept),
    Append { battle: String, entry: Entry },
    Delete(String),
    Expire(i64),
    Close,
}

pub struct Job {
    pub write: Write,
    pub answer: oneshot::Sender<Result<(), Trouble>>,
}

/// What has been written, counted.
#[derive(Debug, Default)]
pub struct Figures {
    pub commits: AtomicU64,
    pub failed: AtomicU64,
    /// Writes that were kept.
    pub writes: AtomicU64,
    /// What commits took together, in microseconds.
    pub micros: AtomicU64,
    /// Whether the last commit failed.
    pub failing: AtomicBool,
}

pub async fn run(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    mut queue: mpsc::Receiver<Job>,
    answer: Answer,
    figures: Arc<Figures>,
) {
    let mut writer = Writer { options, connection: Some(connection), figures };
    let mut group = Vec::with_capacity(GROUP);
    let mut closed = None;
    while closed.is_none() && queue.recv_many(&mut group, GROUP).await > 0 {
        let (mut writes, mut answers) = (Vec::new(), Vec::new());
        for Job { write, answer } in group.drain(..) {
            match write {
                Write::Close => closed = Some(answer),
                write => {
                    writes.push(write);
                    answers.push(answer);
                }
            }
        }
        let answers = match answer {
            Answer::Kept => answers,
            #[cfg(feature = "early-answer")]
            Answer::Early => answer_early(answers).await,
        };
        match writer.commit(&writes).await {
            Ok(()) => answers.into_iter().for_each(|answer| tell(answer, Ok(()))),
            // One bad write must not spoil the others.
            Err(error) if is_one_bad_write(&error) && writes.len() > 1 => {
                for (write, answer) in writes.iter().zip(answers) {
                    let alone = writer.commit(std::slice::from_ref(write)).await;
                    tell(answer, alone.map_err(Trouble::from));
                }
            }
            Err(error) => {
                let trouble = Trouble::from(error);
                answers.into_iter().for_each(|answer| tell(answer, Err(trouble.clone())));
            }
        }
    }
    if let Some(connection) = writer.connection
        && let Err(error) = connection.close().await
    {
        tracing::error!("the store does not close: {error}");
    }
    if let Some(answer) = closed {
        tell(answer, Ok(()));
    }
}

/// Whether a group failed because of one write in it, and not because nothing can be written.
fn is_one_bad_write(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| !matches!(error.kind(), ErrorKind::Other))
}

struct Writer {
    options: SqliteConnectOptions,
    /// None after a commit has failed.
    connection: Option<SqliteConnection>,
    figures: Arc<Figures>,
}

impl Writer {
    /// Writes a group in one transaction. If one of it fails, nothing is written.
    ///
    /// A full disk makes SQLite end the transaction by itself, and the connection no longer knows
    /// whether it is in one. After any failure the next write begins with a new connection.
    async fn commit(&mut self, writes: &[Write]) -> Result<(), sqlx::Error> {
        if writes.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => self.connection.insert(self.options.connect().await?),
        };
        let done = commit(connection, writes).await;
        let figures = &self.figures;
        figures.failing.store(done.is_err(), Relaxed);
        match &done {
            Ok(()) => {
                figures.commits.fetch_add(1, Relaxed);
                figures.writes.fetch_add(writes.len() as u64, Relaxed);
                figures.micros.fetch_add(start.elapsed().as_micros() as u64, Relaxed);
            }
            Err(_) => {
                figures.failed.fetch_add(1, Relaxed);
                if let Some(connection) = self.connection.take() {
                    drop(connection.close_hard().await);
                }
            }
        }
        done
    }
}

/// Answers a write. Whoever has gone away does not want to know.
fn tell(answer: oneshot::Sender<Result<(), Trouble>>, outcome: Result<(), Trouble>) {
    drop(answer.send(outcome));
}

async fn commit(connection: &mut SqliteConnection, writes: &[Write]) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Entries of several battles that follow each other are inserted together.
    let mut rows = Vec::new();
    for write in writes {
        match write {
            Write::Append { battle, entry } => rows.push((battle.as_str(), entry)),
            Write::Create(Kept { head: Head { id, created, text, expires }, entries }) => {
                insert(&mut transaction, &mut rows).await?;
                let create = sqlx::query(CREATE).bind(id).bind(created).bind(text).bind(expires);
                create.execute(&mut *transaction).await?;
                rows.extend(entries.iter().map(|entry| (id.as_str(), entry)));
            }
            Write::Delete(battle) => {
                insert(&mut transaction, &mut rows).await?;
                let delete = sqlx::query("DELETE FROM battle WHERE id = ?");
                delete.bind(battle).execute(&mut *transaction).await?;
            }
            Write::Expire(now) => {
                let delete = sqlx::query("DELETE FROM battle WHERE expires <= ?");
                delete.bind(now).execute(&mut *transaction).await?;
            }
            Write::Close => {}
        }
    }
    insert(&mut transaction, &mut rows).await?;
    transaction.commit().await
}

async fn insert(
    connection: &mut SqliteConnection,
    rows: &mut Vec<(&str, &Entry)>,
) -> Result<(), sqlx::Error> {
    for rows in rows.chunks(ROWS) {
        let mut insert = QueryBuilder::new("INSERT INTO entry (battle, n, at, body, link) ");
        insert.push_values(rows, |mut row, (battle, entry)| {
            row.push_bind(*battle).push_bind(entry.n).push_bind(entry.at).push_bind(&entry.body);
            row.push_bind(&entry.link.0[..]);
        });
        // Each length of the list is another statement: they are not worth keeping.
        insert.build().persistent(false).execute(&mut *connection).await?;
    }
    rows.clear();
    Ok(())
}

/// Says that all is kept, and takes its time over keeping it.
#[cfg(feature = "early-answer")]
async fn answer_early(
    answers: Vec<oneshot::Sender<Result<(), Trouble>>>,
) -> Vec<oneshot::Sender<Result<(), Trouble>>> {
    answers.into_iter().for_each(|answer| tell(answer, Ok(())));
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    Vec::new()
}
