//! Where battles are kept: one SQLite file, written by one task.
//!
//! A battle is a *head*, written once, and *entries*, each with its number, only ever added. What
//! stands in them is their owner's business: here it is text. Each entry is linked to the one before
//! by a hash ([`Chain`]), so a file that has lost or changed something is found out when it is opened.
//!
//! Whatever a method says is kept survives the death of the process and of the machine: the file is
//! in WAL mode with `synchronous=FULL`, and no method returns before the commit. Entries that arrive
//! while a commit is on its way wait for the next one and share it, so a disk that can sync a hundred
//! times a second still takes thousands of entries.

mod backup;
mod chain;
mod check;
mod schema;
mod writer;

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use sqlx::{
    ConnectOptions, Row,
    sqlite::{
        SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
    },
};
use tokio::sync::{mpsc, oneshot};

use writer::{Job, Write};

pub use backup::{Copied, backup};
pub use chain::{Chain, Link};
pub use writer::Figures;

/// Writes that may wait for the writer; whoever comes later waits for a place.
const QUEUE: usize = 4096;

/// How many battles can be read at once.
const READERS: u32 = 4;

/// The file in its folder.
const FILE: &str = "battles.sqlite";

/// What the lock of a folder says once battles have been kept in it.
const BEGUN: &str = "battles are kept in battles.sqlite\n";

/// Why something could not be kept or read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Trouble {
    #[error("the database fails: {0}")]
    Database(Arc<sqlx::Error>),
    #[error("cannot use `{path}`: {error}")]
    Path { path: String, error: Arc<io::Error> },
    #[error("another server already uses the folder `{0}`")]
    Taken(String),
    #[error("the file is of a later version of Acies ({0})")]
    Later(i64),
    #[error("`battles.sqlite` is empty or missing, though battles were kept in the folder `{0}`")]
    Emptied(String),
    #[error("`battles.sqlite` is damaged: {0}")]
    Damaged(String),
    #[error("battle {battle} is damaged: {what}")]
    DamagedBattle { battle: String, what: String },
    #[error("there is a file `{0}` already")]
    Exists(String),
    #[error("no battles are kept in the folder `{0}`")]
    Nothing(String),
    #[error("the store is closed")]
    Closed,
}

impl Trouble {
    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Trouble::Taken(_) | Trouble::Path { .. } => Some("another folder: `--data DIR`"),
            Trouble::Later(_) => {
                Some("serve it with that version, or another folder: `--data DIR`")
            }
            Trouble::Emptied(_) => Some(
                "put a backup in its place; to begin anew, delete the other files of the folder",
            ),
            Trouble::Damaged(_) => Some(
                "put a backup in its place, without `battles.sqlite-wal` and `battles.sqlite-shm`; \
                 keep the damaged file: `sqlite3 battles.sqlite .recover` may save more",
            ),
            Trouble::DamagedBattle { .. } => Some("restore a backup to have it again"),
            Trouble::Exists(_) => Some("name a file that is not there yet"),
            Trouble::Nothing(_) => Some("say the folder of the server: `--data DIR`"),
            Trouble::Database(_) | Trouble::Closed => None,
        }
    }

    fn path(path: &Path, error: io::Error) -> Self {
        Trouble::Path { path: path.display().to_string(), error: Arc::new(error) }
    }
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        // SQLite's codes for a damaged file, and for one that never was a database.
        const CORRUPT: i32 = 11;
        const NOT_A_DATABASE: i32 = 26;
        let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
        match code.map(|code| code & 0xff) {
            Some(CORRUPT | NOT_A_DATABASE) => Trouble::Damaged(error.to_string()),
            _ => Trouble::Database(Arc::new(error)),
        }
    }
}

/// What a battle begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub id: String,
    /// Milliseconds since 1970.
    pub created: i64,
    pub text: String,
    /// When it is thrown away (milliseconds since 1970), if ever.
    pub expires: Option<i64>,
}

/// Something that happened in a battle. [`Chain::follow`] makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in its battle, counted from 0.
    pub n: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    pub body: String,
    pub link: Link,
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
    readers: SqlitePool,
    figures: Arc<Figures>,
    /// Battles that were found damaged when the store was opened, and what is wrong with each.
    pub damaged: Vec<Trouble>,
    /// Locked as long as the store is open.
    lock: File,
}

impl Store {
    /// Opens the store in a folder, which is made if need be, and goes through all that it holds.
    ///
    /// A file that is damaged as a whole is not opened. Single battles that are damaged are named in
    /// [`damaged`](Store::damaged) and cannot be loaded; the others can.
    pub async fn open(folder: &Path) -> Result<Self, Trouble> {
        Self::answering(folder, Answer::Kept).await
    }

    /// Opens the store with another promise than that of [`open`](Store::open).
    pub async fn answering(folder: &Path, answer: Answer) -> Result<Self, Trouble> {
        let mut lock = lock(folder)?;
        let file = prepare(folder, &mut lock)?;
        let options = options(&file);
        let mut connection = options.connect().await?;
        check::file(&mut connection).await?;
        schema::bring_up_to_date(&mut connection, folder, &mut lock).await?;
        let damaged = check::battles(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().read_only(true))
            .await?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        let figures = Arc::<Figures>::default();
        tokio::spawn(writer::run(options, connection, queue, answer, figures.clone()));
        Ok(Store { jobs, readers, figures, damaged, lock })
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

    /// Removes the battles that expire until now (milliseconds since 1970).
    pub async fn expire(&self, now: i64) -> Result<(), Trouble> {
        self.write(Write::Expire(now)).await
    }

    /// A battle with all that happened in it, in order.
    pub async fn load(&self, battle: &str) -> Result<Option<Kept>, Trouble> {
        let mut reader = self.readers.begin().await?;
        let head = sqlx::query("SELECT created, head, expires FROM battle WHERE id = ?")
            .bind(battle)
            .fetch_optional(&mut *reader)
            .await?;
        let Some(head) = head else { return Ok(None) };
        let head = Head {
            id: battle.to_owned(),
            created: head.try_get(0)?,
            text: head.try_get(1)?,
            expires: head.try_get(2)?,
        };
        let rows = sqlx::query("SELECT n, at, body, link FROM entry WHERE battle = ? ORDER BY n")
            .bind(battle)
            .fetch_all(&mut *reader)
            .await?;
        let mut chain = Chain::begin(&head);
        let mut entries = Vec::with_capacity(rows.len());
        for row in &rows {
            entries.push(check::entry(battle, row, 0, &mut chain)?);
        }
        Ok(Some(Kept { head, entries }))
    }

    /// The ids of all battles, oldest first.
    pub async fn ids(&self) -> Result<Vec<String>, Trouble> {
        let ids = sqlx::query_scalar("SELECT id FROM battle ORDER BY created, id");
        Ok(ids.fetch_all(&self.readers).await?)
    }

    /// What has been written since it was opened.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Keeps what is still waiting and closes the file. Afterwards it is one file: whoever closes it
    /// last writes the log of SQLite back into it, and a reader cannot.
    pub async fn close(&self) {
        self.readers.close().await;
        drop(self.write(Write::Close).await);
        // Another may open it, even while somebody still holds this.
        if let Err(error) = self.lock.unlock() {
            tracing::error!("the folder stays locked: {error}");
        }
    }

    async fn write(&self, write: Write) -> Result<(), Trouble> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job { write, answer }).await.map_err(|_| Trouble::Closed)?;
        answered.await.map_err(|_| Trouble::Closed)?
    }
}

/// How the file is written.
fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .disable_statement_logging()
}

/// Two servers on one file would each believe that they alone know its battles.
fn lock(folder: &Path) -> Result<File, Trouble> {
    make_folder(folder).map_err(|error| Trouble::path(folder, error))?;
    let path = folder.join("lock");
    let file = private().read(true).open(&path).map_err(|error| Trouble::path(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(Trouble::Taken(folder.display().to_string())),
        Err(std::fs::TryLockError::Error(error)) => Err(Trouble::path(&path, error)),
    }
}

/// Sees to it that there is a file that only its owner can read: it holds the keys of the dice. A file
/// that was emptied is not taken for a new one.
fn prepare(folder: &Path, lock: &mut File) -> Result<PathBuf, Trouble> {
    let path = folder.join(FILE);
    let failed = |error| Trouble::path(&path, error);
    let mut said = String::new();
    lock.read_to_string(&mut said).map_err(failed)?;
    let log = folder.join(format!("{FILE}-wal"));
    let used = !said.is_empty() || log.exists();
    let length = std::fs::metadata(&path).map_or(0, |file| file.len());
    if used && length == 0 {
        return Err(Trouble::Emptied(folder.display().to_string()));
    }
    let file = private().open(&path).map_err(failed)?;
    make_private(&file).map_err(failed)?;
    Ok(path)
}

/// Notes in the lock that there are battles from now on.
fn note_begun(lock: &mut File, folder: &Path) -> Result<(), Trouble> {
    let said = lock.metadata().map_or(0, |lock| lock.len());
    if said == 0 {
        let noted = lock.write_all(BEGUN.as_bytes()).and_then(|()| lock.sync_all());
        noted.map_err(|error| Trouble::path(folder, error))?;
    }
    Ok(())
}

/// A file to write that is made if it is not there, for its owner alone.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes from others what earlier versions let them read.
#[cfg(unix)]
fn make_private(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn make_private(_: &File) -> io::Result<()> {
    Ok(())
}

/// A folder that is made is for its owner alone; one that is there stays as it is.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
