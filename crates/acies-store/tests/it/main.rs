//! What the store promises, on real files.

use acies_store::{Entry, Head, Kept, Store, Trouble};

fn head(id: &str) -> Head {
    Head { id: id.into(), created: 1, text: format!("the head of {id}") }
}

fn entry(n: i64) -> Entry {
    Entry { n, at: 10 + n, body: format!("entry {n}") }
}

#[tokio::test]
async fn what_is_kept_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![entry(0)]).await.unwrap();
    store.append("a", entry(1)).await.unwrap();
    store.close().await;

    let store = Store::open(folder.path()).await.unwrap();
    let kept = Kept { head: head("a"), entries: vec![entry(0), entry(1)] };
    assert_eq!(store.load("a").await.unwrap(), Some(kept));
    assert_eq!(store.load("b").await.unwrap(), None);
    assert_eq!(store.ids().await.unwrap(), ["a"]);
}

#[tokio::test]
async fn the_file_is_written_so_that_it_survives() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![]).await.unwrap();
    assert!(folder.path().join("battles.sqlite-wal").exists(), "it is in WAL mode");
    store.close().await;
}

#[tokio::test]
async fn a_number_is_given_once_and_a_bad_write_spoils_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![]).await.unwrap();
    // All at once, so that they share a commit: two want the same number, one has no battle.
    let (first, second, third, lost) = tokio::join!(
        store.append("a", entry(0)),
        store.append("a", entry(0)),
        store.append("a", entry(1)),
        store.append("gone", entry(0)),
    );
    assert!(first.is_ok() && third.is_ok());
    assert!(matches!(second, Err(Trouble::Database(_))));
    assert!(matches!(lost, Err(Trouble::Database(_))));
    assert_eq!(store.load("a").await.unwrap().unwrap().entries, [entry(0), entry(1)]);
}

#[tokio::test]
async fn many_writers_share_commits() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    for battle in 0..10 {
        store.create(head(&battle.to_string()), vec![]).await.unwrap();
    }
    let write = async |battle: i64| {
        for n in 0..100 {
            store.append(&battle.to_string(), entry(n)).await.unwrap();
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
        let kept = store.load(&battle.to_string()).await.unwrap().unwrap();
        assert_eq!(kept.entries, (0..100).map(entry).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_deleted_battle_takes_its_entries_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.create(head("a"), vec![]).await.unwrap();
    store.append("a", entry(0)).await.unwrap();
    store.delete("a").await.unwrap();
    assert_eq!(store.load("a").await.unwrap(), None);
    store.create(head("a"), vec![]).await.unwrap();
    assert_eq!(store.load("a").await.unwrap().unwrap().entries, []);
}

#[tokio::test]
async fn a_folder_has_one_store_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    assert!(matches!(Store::open(folder.path()).await, Err(Trouble::Taken(_))));
    store.close().await;
    assert!(Store::open(folder.path()).await.is_ok());
}
