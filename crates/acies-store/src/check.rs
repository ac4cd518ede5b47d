//! Whether the file holds what was kept in it.

use std::fmt::Display;

use futures_util::TryStreamExt;
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

use crate::{Chain, Entry, Head, Link, Trouble};

/// Looks at the file as a whole.
pub async fn file(connection: &mut SqliteConnection) -> Result<(), Trouble> {
    let said: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(connection).await?;
    if said != ["ok"] {
        return Err(Trouble::Damaged(said.join("; ").replace('\n', " ")));
    }
    Ok(())
}

/// Goes through all battles: every entry must be there and follow from the one before. Gives those
/// that are damaged, each with the first thing that is wrong with it.
pub async fn battles(connection: &mut SqliteConnection) -> Result<Vec<Trouble>, Trouble> {
    // A battle without entries has a row of nulls.
    const ALL: &str = "SELECT id, created, head, n, at, body, link FROM battle \
        LEFT JOIN entry ON battle = id ORDER BY id, n";
    let mut damaged = Vec::new();
    let mut at: Option<(String, Result<Chain, ()>)> = None;
    let mut rows = sqlx::query(ALL).fetch(&mut *connection);
    while let Some(row) = rows.try_next().await? {
        let id: String = row.try_get(0)?;
        if at.as_ref().is_none_or(|(battle, _)| *battle != id) {
            let head = head(&row, &id).map_err(|wrong| damaged.push(wrong));
            at = Some((id, head.map(|head| Chain::begin(&head))));
        }
        let Some((id, Ok(chain))) = &mut at else { continue };
        if row.try_get::<Option<i64>, _>(3)?.is_none() {
            continue;
        }
        if let Err(wrong) = entry(id, &row, 3, chain) {
            damaged.push(wrong);
            at = Some((id.clone(), Err(())));
        }
    }
    drop(rows);
    let lost: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM entry WHERE battle NOT IN (SELECT id FROM battle)",
    )
    .fetch_one(connection)
    .await?;
    if lost > 0 {
        return Err(Trouble::Damaged(format!("{lost} entries belong to no battle")));
    }
    Ok(damaged)
}

fn head(row: &SqliteRow, id: &str) -> Result<Head, Trouble> {
    let wrong = |error: sqlx::Error| damaged(id, format!("its head cannot be read ({error})"));
    let (created, text) = (row.try_get(1).map_err(wrong)?, row.try_get(2).map_err(wrong)?);
    Ok(Head { id: id.to_owned(), created, text, expires: None })
}

/// The entry in a row, its columns counted from one of them, if it follows.
pub fn entry(
    battle: &str,
    row: &SqliteRow,
    from: usize,
    chain: &mut Chain,
) -> Result<Entry, Trouble> {
    let wanted = chain.next();
    let wrong = |error: sqlx::Error| damaged(battle, format!("entry {wanted}: {error}"));
    let n: i64 = row.try_get(from).map_err(wrong)?;
    if n != wanted {
        return Err(damaged(battle, format!("entry {wanted} is missing, {n} is there")));
    }
    let at = row.try_get(from + 1).map_err(wrong)?;
    let body = row.try_get(from + 2).map_err(wrong)?;
    let link: &[u8] = row.try_get(from + 3).map_err(wrong)?;
    let entry = chain.follow(at, body);
    if Link::try_from(link) != Ok(entry.link) {
        return Err(damaged(battle, format!("entry {n} is not what was kept")));
    }
    Ok(entry)
}

fn damaged(battle: &str, what: impl Display) -> Trouble {
    Trouble::DamagedBattle { battle: battle.to_owned(), what: what.to_string() }
}

impl TryFrom<&[u8]> for Link {
    type Error = ();

    fn try_from(bytes: &[u8]) -> Result<Self, ()> {
        bytes.try_into().map(Link).map_err(|_| ())
    }
}
