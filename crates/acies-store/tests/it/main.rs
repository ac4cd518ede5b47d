//! What the store promises, on real files.

mod damage;

use acies_store::{Chain, Entry, Head, Kept, Store, Trouble};

fn head(id: &str) -> Head {
    Head { id: id.into(), created: 1, text: format!("the head of {id}"), expires: None }
}

/// The first entries of a battle.
fn entries(id: &str, count: i64) -> Vec<Entry> {
    let mut chain = Chain::begin(&head(id));
    (0..count).map(|n| chain.follow(10 + n, format!("entry {n}"))).collect()
}

/// An entry of a battle.
fn entry(id: &str, n: i64) -> Entry {
    entries(id, n + 1).pop().unwrap()
}

#[tokio::test]
async fn what_is_kept_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![entry("a", 0)]).await.unwrap();
    store.append("a", entry("a", 1)).await.unwrap();
    store.close().await;
    drop(store);

    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.damaged.len(), 0);
    let kept = Kept { head: head("a"), entries: entries("a", 2) };
    assert_eq!(Chain::end(&kept).next(), 2);
    assert_eq!(store.load("a").await.unwrap(), Some(kept));
    assert_eq!(store.load("b").await.unwrap(), None);
    assert_eq!(store.ids().await.unwrap(), ["a"]);
}

#[tokio::test]
async fn the_file_is_written_so_that_it_survives_and_is_one_file_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("battles.sqlite-wal");
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![]).await.unwrap();
    assert_eq!(store.load("a").await.unwrap().unwrap().head, head("a"), "a reader is open");
    assert!(log.exists(), "it is in WAL mode");
    store.close().await;
    assert!(!log.exists(), "all is in the file itself");
    assert!(matches!(store.append("a", entry("a", 0)).await, Err(Trouble::Closed)));
}

#[tokio::test]
async fn a_number_is_given_once_and_a_bad_write_spoils_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![]).await.unwrap();
    // All at once, so that they share a commit: two want the same number, one has no battle.
    let (first, second, third, lost) = tokio::join!(
        store.append("a", entry("a", 0)),
        store.append("a", entry("a", 0)),
        store.append("a", entry("a", 1)),
        store.append("gone", entry("gone", 0)),
    );
    assert!(first.is_ok() && third.is_ok());
    assert!(matches!(second, Err(Trouble::Database(_))));
    assert!(matches!(lost, Err(Trouble::Database(_))));
    assert_eq!(store.load("a").await.unwrap().unwrap().entries, entries("a", 2));
}

#[tokio::test]
async fn many_writers_share_commits() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    for battle in 0..10 {
        store.create(head(&battle.to_string()), vec![]).await.unwrap();
    }
    let write = async |battle: i64| {
        for entry in entries(&battle.to_string(), 100) {
            store.append(&battle.to_string(), entry).await.unwrap();
        }
    };
    tokio::join!(
        write(0),
        write(1),
        write(2),
        write(3),
        write(4),
        write(5),
        write(6),
        write(7),
        write(8),
        write(9),
    );
    for battle in 0..10 {
        let id = battle.to_string();
        assert_eq!(store.load(&id).await.unwrap().unwrap().entries, entries(&id, 100));
    }
    let figures = store.figures();
    assert_eq!(figures.writes.load(std::sync::atomic::Ordering::Relaxed), 1010);
    assert!(figures.commits.load(std::sync::atomic::Ordering::Relaxed) < 1010);
}

#[tokio::test]
async fn a_deleted_battle_takes_its_entries_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![]).await.unwrap();
    store.append("a", entry("a", 0)).await.unwrap();
    store.delete("a").await.unwrap();
    assert_eq!(store.load("a").await.unwrap(), None);
    store.create(head("a"), vec![]).await.unwrap();
    assert_eq!(store.load("a").await.unwrap().unwrap().entries, []);
}

#[tokio::test]
async fn what_expires_is_thrown_away_in_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    for (id, expires) in [("forever", None), ("short", Some(100)), ("long", Some(200))] {
        let head = Head { expires, ..head(id) };
        store.create(head, entries(id, 1)).await.unwrap();
    }
    store.expire(99).await.unwrap();
    assert_eq!(store.ids().await.unwrap(), ["forever", "long", "short"]);
    store.expire(100).await.unwrap();
    assert_eq!(store.ids().await.unwrap(), ["forever", "long"]);
}

#[tokio::test]
async fn a_folder_has_one_store_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    assert!(matches!(Store::open(folder.path()).await, Err(Trouble::Taken(_))));
    store.close().await;
    drop(store);
    assert!(Store::open(folder.path()).await.is_ok());
}

#[tokio::test]
async fn a_copy_made_while_it_is_used_is_a_store_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("used")).await.unwrap();
    store.create(head("a"), entries("a", 3)).await.unwrap();
    let file = folder.path().join("copy.sqlite");
    let copied = acies_store::backup(&folder.path().join("used"), &file).await.unwrap();
    assert_eq!(copied.battles, 1);
    assert_eq!(copied.bytes, std::fs::metadata(&file).unwrap().len());
    // The store goes on meanwhile; the copy is as it was at its moment.
    store.append("a", entry("a", 3)).await.unwrap();
    store.close().await;

    std::fs::create_dir(folder.path().join("restored")).unwrap();
    std::fs::copy(&file, folder.path().join("restored/battles.sqlite")).unwrap();
    let restored = Store::open(&folder.path().join("restored")).await.unwrap();
    assert_eq!(restored.load("a").await.unwrap().unwrap().entries, entries("a", 3));
    restored.append("a", entry("a", 3)).await.unwrap();

    let again = acies_store::backup(&folder.path().join("used"), &file).await;
    assert!(matches!(again, Err(Trouble::Exists(_))), "no copy is overwritten");
    let nothing = acies_store::backup(folder.path(), &folder.path().join("other")).await;
    assert!(matches!(nothing, Err(Trouble::Nothing(_))));
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_kept_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mode = |path: &str| {
        let path = data.join(path);
        std::fs::metadata(&path).unwrap().permissions().mode() & 0o777
    };
    let store = Store::open(&data).await.unwrap();
    store.create(head("a"), vec![]).await.unwrap();
    acies_store::backup(&data, &data.join("copy")).await.unwrap();
    assert_eq!(mode(""), 0o700);
    for file in ["battles.sqlite", "battles.sqlite-wal", "battles.sqlite-shm", "lock", "copy"] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
    store.close().await;
    drop(store);
    // A file of an earlier version, which others could read.
    let file = data.join("battles.sqlite");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    drop(Store::open(&data).await.unwrap());
    assert_eq!(mode("battles.sqlite"), 0o600);
}
