//! The tables, and how older files come to have them.

use std::{fs::File, path::Path};

use sqlx::{Connection, Row, SqliteConnection};

use crate::{Chain, Head, Trouble, note_begun};

const VERSION: i64 = 2;

const SCHEMA: &str = "
CREATE TABLE battle (
    id      TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    head    TEXT NOT NULL,
    expires INTEGER
) STRICT;
CREATE TABLE entry (
    battle  TEXT NOT NULL REFERENCES battle ON DELETE CASCADE,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT NOT NULL,
    link    BLOB NOT NULL DEFAULT x'',
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 2;
";

/// From version 1: nothing expired, and entries were not linked.
const FROM_1: &str = "
ALTER TABLE battle ADD COLUMN expires INTEGER;
ALTER TABLE entry ADD COLUMN link BLOB NOT NULL DEFAULT x'';
PRAGMA user_version = 2;
";

/// Brings a file up to date. A file that has no tables though it had them before is not begun anew.
pub async fn bring_up_to_date(
    connection: &mut SqliteConnection,
    folder: &Path,
    lock: &mut File,
) -> Result<(), Trouble> {
    let version: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    match version {
        0 if lock.metadata().is_ok_and(|lock| lock.len() > 0) => {
            return Err(Trouble::Emptied(folder.display().to_string()));
        }
        0 => {
            let mut transaction = connection.begin().await?;
            sqlx::raw_sql(SCHEMA).execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        1 => {
            let mut transaction = connection.begin().await?;
            sqlx::raw_sql(FROM_1).execute(&mut *transaction).await?;
            link(&mut transaction).await?;
            transaction.commit().await?;
        }
        VERSION => {}
        later => return Err(Trouble::Later(later)),
    }
    note_begun(lock, folder)
}

/// Links the entries of all battles, as they are now.
async fn link(connection: &mut SqliteConnection) -> Result<(), Trouble> {
    let heads = sqlx::query("SELECT id, created, head FROM battle").fetch_all(&mut *connection);
    for row in heads.await? {
        let id: String = row.try_get(0)?;
        let (created, text) = (row.try_get(1)?, row.try_get(2)?);
        let mut chain = Chain::begin(&Head { id: id.clone(), created, text, expires: None });
        let entries = sqlx::query("SELECT n, at, body FROM entry WHERE battle = ? ORDER BY n");
        for row in entries.bind(&id).fetch_all(&mut *connection).await? {
            let n: i64 = row.try_get(0)?;
            let entry = chain.follow(row.try_get(1)?, row.try_get(2)?);
            let update = sqlx::query("UPDATE entry SET link = ? WHERE battle = ? AND n = ?");
            let update = update.bind(&entry.link.0[..]).bind(&id).bind(n);
            update.execute(&mut *connection).await?;
        }
    }
    Ok(())
}
