//! Files that were damaged, emptied, or written by earlier versions, and disks that are full.

use std::{fs, path::Path, process::Command};

use acies_store::{Store, Trouble};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};

use crate::{entries, entry, head};

/// A folder with ten battles of sixty entries.
async fn filled(folder: &Path) {
    let store = Store::open(folder).await.unwrap();
    for battle in 0..10 {
        let id = format!("battle{battle}");
        store.create(head(&id), entries(&id, 60)).await.unwrap();
    }
    store.close().await;
}

async fn execute(folder: &Path, statements: &str) {
    let options = SqliteConnectOptions::new().filename(folder.join("battles.sqlite"));
    let options = options.foreign_keys(false).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    let statements = sqlx::AssertSqlSafe(statements.to_owned());
    sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_battle_that_has_lost_or_changed_an_entry_is_named_and_the_others_stand() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path()).await;
    execute(
        folder.path(),
        "DELETE FROM entry WHERE battle = 'battle1' AND n = 27;
         UPDATE entry SET body = 'entry 5' WHERE battle = 'battle2' AND n = 4;
         UPDATE entry SET at = at + 1 WHERE battle = 'battle3' AND n = 59;
         UPDATE battle SET head = 'another' WHERE id = 'battle4';
         UPDATE entry SET body = CAST(x'ff00' AS TEXT) WHERE battle = 'battle5' AND n = 0;",
    )
    .await;
    let store = Store::open(folder.path()).await.unwrap();
    let damaged: Vec<_> = store.damaged.iter().map(ToString::to_string).collect();
    assert_eq!(
        damaged[..4],
        [
            "battle battle1 is damaged: entry 27 is missing, 28 is there",
            "battle battle2 is damaged: entry 4 is not what was kept",
            "battle battle3 is damaged: entry 59 is not what was kept",
            "battle battle4 is damaged: entry 0 is not what was kept",
        ]
    );
    assert!(damaged[4].starts_with("battle battle5 is damaged: entry 0"), "{}", damaged[4]);
    assert_eq!(damaged.len(), 5);
    for battle in 1..=5 {
        let loaded = store.load(&format!("battle{battle}")).await;
        assert!(matches!(loaded, Err(Trouble::DamagedBattle { .. })), "{battle}: {loaded:?}");
    }
    assert_eq!(store.load("battle6").await.unwrap().unwrap().entries, entries("battle6", 60));
}

/// Pages are overwritten one after the other; each time it is found out.
#[tokio::test]
async fn no_page_can_be_overwritten_unnoticed() {
    const PAGE: usize = 4096;
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path()).await;
    let file = folder.path().join("battles.sqlite");
    let whole = fs::read(&file).unwrap();
    for page in 0..whole.len() / PAGE {
        for fill in [0x00, 0xff, 0x41] {
            let mut damaged = whole.clone();
            damaged[page * PAGE..][..PAGE].fill(fill);
            fs::write(&file, damaged).unwrap();
            let opened = Store::open(folder.path()).await;
            assert!(opened.is_err(), "page {page} filled with {fill}");
        }
    }
    fs::write(&file, &whole).unwrap();
    assert!(Store::open(folder.path()).await.is_ok());
}

#[tokio::test]
async fn a_file_that_was_emptied_is_not_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("battles.sqlite");
    filled(folder.path()).await;
    let whole = fs::read(&file).unwrap();
    let emptied = async |why: &str| {
        let opened = Store::open(folder.path()).await.map(drop);
        assert!(matches!(opened, Err(Trouble::Emptied(_))), "{why}: {opened:?}");
    };
    fs::write(&file, "").unwrap();
    emptied("no bytes").await;
    fs::remove_file(&file).unwrap();
    emptied("no file").await;
    execute(folder.path(), "CREATE TABLE other (n); DROP TABLE other;").await;
    emptied("no tables").await;
    fs::write(&file, "no database at all, but long enough to be read as one".repeat(100)).unwrap();
    assert!(matches!(Store::open(folder.path()).await, Err(Trouble::Damaged(_))));
    // What the hint says helps.
    fs::write(&file, whole).unwrap();
    assert_eq!(Store::open(folder.path()).await.unwrap().ids().await.unwrap().len(), 10);
    for file in fs::read_dir(folder.path()).unwrap() {
        fs::remove_file(file.unwrap().path()).unwrap();
    }
    assert_eq!(Store::open(folder.path()).await.unwrap().ids().await.unwrap().len(), 0);
}

#[tokio::test]
async fn battles_of_the_first_version_are_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    execute(
        folder.path(),
        "CREATE TABLE battle (id TEXT PRIMARY KEY, created INTEGER NOT NULL, head TEXT NOT NULL) STRICT;
         CREATE TABLE entry (
             battle TEXT NOT NULL REFERENCES battle ON DELETE CASCADE,
             n INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (battle, n)
         ) STRICT, WITHOUT ROWID;
         INSERT INTO battle VALUES ('a', 1, 'the head of a');
         INSERT INTO entry VALUES ('a', 0, 10, 'entry 0'), ('a', 1, 11, 'entry 1');
         PRAGMA user_version = 1;",
    )
    .await;
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.damaged.len(), 0);
    let kept = store.load("a").await.unwrap().unwrap();
    assert_eq!((kept.head, kept.entries), (head("a"), entries("a", 2)));
    store.append("a", entry("a", 2)).await.unwrap();
}

/// A small disk of our own, if this machine lets us have one.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    fn mount(at: &'a Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        let mounted = mount.args(["-t", "tmpfs", "-o", "size=1m", "none"]).arg(at).output();
        mounted.is_ok_and(|mounted| mounted.status.success()).then_some(Disk(at))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(self.0).status());
    }
}

#[tokio::test]
async fn when_a_full_disk_has_room_again_writing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // Not every machine lets us.
    let Some(disk) = Disk::mount(folder.path()) else { return };
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), entries("a", 1)).await.unwrap();
    // Something else fills the disk.
    let ballast = folder.path().join("ballast");
    let mut size = 1 << 20;
    while size > 0 && fs::write(&ballast, vec![0; size]).is_err() {
        size -= 4096;
    }
    let mut n = 1;
    let full = loop {
        match store.append("a", entry("a", n)).await {
            Ok(()) => n += 1,
            Err(trouble) => break trouble,
        }
        assert!(n < 10_000, "the disk is never full");
    };
    assert!(full.to_string().contains("full"), "{full}");
    // Several at once, as players would.
    let (one, two) =
        tokio::join!(store.append("a", entry("a", n)), store.append("b", entry("b", 0)));
    assert!(one.is_err() && two.is_err());
    assert_eq!(store.load("a").await.unwrap().unwrap().entries.len() as i64, n, "it is still read");

    fs::remove_file(&ballast).unwrap();
    for n in n..n + 20 {
        store.append("a", entry("a", n)).await.unwrap();
    }
    assert_eq!(store.load("a").await.unwrap().unwrap().entries, entries("a", n + 20));
    store.close().await;
    drop(store);
    drop(disk);
}
