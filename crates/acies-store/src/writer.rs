//! The one task that writes. It takes all that waits, writes it in one transaction, commits, and
//! only then answers.

use sqlx::{Connection, QueryBuilder, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::{Answer, Entry, Head, Kept, Trouble};

/// The largest group that shares a commit.
const GROUP: usize = 512;

/// Rows in one statement: each takes four of SQLite's parameters.
const ROWS: usize = 128;

pub enum Write {
    Create(Kept),
    Append { battle: String, entry: Entry },
    Delete(String),
}

pub struct Job {
    pub write: Write,
    pub answer: oneshot::Sender<Result<(), Trouble>>,
}

pub async fn run(mut connection: SqliteConnection, mut queue: mpsc::Receiver<Job>, answer: Answer) {
    let mut group = Vec::with_capacity(GROUP);
    while queue.recv_many(&mut group, GROUP).await > 0 {
        let (writes, answers): (Vec<_>, Vec<_>) =
            group.drain(..).map(|Job { write, answer }| (write, answer)).unzip();
        let answers = match answer {
            Answer::Kept => answers,
            #[cfg(feature = "early-answer")]
            Answer::Early => answer_early(answers).await,
        };
        match commit(&mut connection, &writes).await {
            Ok(()) => answers.into_iter().for_each(|answer| tell(answer, Ok(()))),
            Err(error) if writes.len() == 1 => {
                if let Some(answer) = answers.into_iter().next() {
                    tell(answer, Err(error.into()));
                }
            }
            // One bad write must not spoil the others.
            Err(_) => {
                for (write, answer) in writes.iter().zip(answers) {
                    let alone = commit(&mut connection, std::slice::from_ref(write)).await;
                    tell(answer, alone.map_err(Trouble::from));
                }
            }
        }
    }
    if let Err(error) = connection.close().await {
        tracing::error!("the store does not close: {error}");
    }
}

/// Answers a write. Whoever has gone away does not want to know.
fn tell(answer: oneshot::Sender<Result<(), Trouble>>, outcome: Result<(), Trouble>) {
    drop(answer.send(outcome));
}

/// Writes a group in one transaction. If one of it fails, nothing is written.
async fn commit(connection: &mut SqliteConnection, writes: &[Write]) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Entries of several battles that follow each other are inserted together.
    let mut rows = Vec::new();
    for write in writes {
        match write {
            Write::Append { battle, entry } => rows.push((battle.as_str(), entry)),
            Write::Create(Kept { head: Head { id, created, text }, entries }) => {
                insert(&mut transaction, &mut rows).await?;
                let create = sqlx::query("INSERT INTO battle (id, created, head) VALUES (?, ?, ?)");
                create.bind(id).bind(created).bind(text).execute(&mut *transaction).await?;
                rows.extend(entries.iter().map(|entry| (id.as_str(), entry)));
            }
            Write::Delete(battle) => {
                insert(&mut transaction, &mut rows).await?;
                let delete = sqlx::query("DELETE FROM battle WHERE id = ?");
                delete.bind(battle).execute(&mut *transaction).await?;
            }
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
        let mut insert = QueryBuilder::new("INSERT INTO entry (battle, n, at, body) ");
        insert.push_values(rows, |mut row, (battle, entry)| {
            row.push_bind(*battle).push_bind(entry.n).push_bind(entry.at).push_bind(&entry.body);
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
