//! A copy of the store, made while it is in use.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};

use crate::{FILE, Trouble, check, private};

/// What was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    pub battles: i64,
    pub bytes: u64,
}

/// Copies the battles of a folder, as they are at one moment, into a new file, and goes through the
/// copy. A server may be using the folder. Put into an empty folder as `battles.sqlite`, the copy is a
/// store again.
pub async fn backup(folder: &Path, file: &Path) -> Result<Copied, Trouble> {
    let from = folder.join(FILE);
    if !from.is_file() {
        return Err(Trouble::Nothing(folder.display().to_string()));
    }
    if file.exists() {
        return Err(Trouble::Exists(file.display().to_string()));
    }
    // The name is given to the copy when it is whole.
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let copied = copy(&from, &part, file).await;
    if copied.is_err() {
        drop(std::fs::remove_file(&part));
    }
    copied
}

async fn copy(from: &Path, part: &Path, file: &Path) -> Result<Copied, Trouble> {
    let failed = |error| Trouble::path(file, error);
    // SQLite fills a file that is there and empty; this one is for its owner alone.
    private().truncate(true).open(part).map_err(failed)?;
    let mut source = SqliteConnectOptions::new().filename(from).connect().await?;
    let into = part.to_str().ok_or_else(|| failed(std::io::ErrorKind::InvalidFilename.into()))?;
    sqlx::query("VACUUM INTO ?").bind(into).execute(&mut source).await?;
    source.close().await?;

    let mut copy = SqliteConnectOptions::new().filename(part).read_only(true).connect().await?;
    check::file(&mut copy).await?;
    if let Some(damaged) = check::battles(&mut copy).await?.into_iter().next() {
        return Err(damaged);
    }
    let battles = sqlx::query_scalar("SELECT count(*) FROM battle").fetch_one(&mut copy).await?;
    copy.close().await?;

    let written = File::open(part).and_then(|written| written.sync_all().map(|()| written));
    let bytes = written.and_then(|written| written.metadata()).map_err(failed)?.len();
    std::fs::rename(part, file).map_err(failed)?;
    Ok(Copied { battles, bytes })
}
