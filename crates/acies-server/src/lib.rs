//! Battles over HTTP and WebSocket, and the pages that play them.
//!
//! Each open battle has a task of its own (`host`) that owns it; requests come to it one after another.
//! What changes a battle is checked, carried out, stored, and only then answered and sent, to each
//! viewer as his seat may see it. A battle is its ledger (`ledger`): whatever has been answered is in it.
//!
//! The interface is described in `docs/reference/api.md`.

mod analysis;
mod book;
mod door;
mod error;
mod files;
mod hall;
mod host;
mod http;
mod ledger;
mod limits;
mod metrics;
mod openapi;
mod pages;
mod replay;
mod secret;
mod setup;
mod signing;
mod socket;
mod table;
mod view;

use std::{io, sync::Arc};

use acies_core::record::Signer;
use acies_store::Store;
use tokio::net::TcpListener;

use hall::Hall;

pub use limits::Limits;
pub use signing::signer;

/// Serves the battles of a store, and signs their records, until `stop` comes, under its addresses, as `localhost`, and under these
/// names.
pub async fn serve(
    listener: TcpListener,
    store: Store,
    signer: Signer,
    limits: Limits,
    names: Vec<String>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    for damaged in &store.damaged {
        tracing::error!("{damaged}; the other battles are served");
    }
    let hall = Arc::new(Hall::new(store, signer, limits, names));
    hall.tidy().await;
    let tidies = tokio::spawn(hall::keep_tidy(Arc::downgrade(&hall)));
    door::keep(listener, http::router(hall.clone()), &hall, stop).await;
    tidies.abort();
    hall.close().await;
    Ok(())
}
