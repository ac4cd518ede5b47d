//! `acies serve`: the browser game.

use std::{
    env,
    io::IsTerminal,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
};

use acies_server::Limits;
use acies_store::{Store, Trouble};
use anyhow::Context;
use serde_json::json;
use tokio::net::TcpListener;

use crate::report::{Done, Failure, print_json, print_text};

/// Where the server listens if that port is free.
const PORT: u16 = 8731;

#[derive(Default, clap::Args)]
pub struct Args {
    /// The port to listen on [default: 8731, or any that is free]
    #[arg(long)]
    port: Option<u16>,
    /// The address to listen on [default: 127.0.0.1]; any other lets other machines in
    #[arg(long)]
    address: Option<IpAddr>,
    /// A name under which other machines reach it, besides its address; may be given several times
    #[arg(long, value_name = "HOST")]
    name: Vec<String>,
    /// The folder in which battles are kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A proxy before the server that names who asks (X-Forwarded-For), so that quotas are his
    #[arg(long, value_name = "ADDRESS")]
    proxy: Option<IpAddr>,
    /// Let other machines read the figures at /metrics
    #[arg(long)]
    open_metrics: bool,
    /// Leave the browser alone
    #[arg(long)]
    no_open: bool,
}

pub fn run(args: Args, json: bool) -> Done {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("the server cannot start")?.block_on(serve(args, json))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(args: Args, json: bool) -> Result<(), Failure> {
    let folder = folder(args.data)?;
    let store = Store::open(&folder).await.map_err(|trouble| told(&trouble))?;
    let signer = acies_server::signer(&folder).context("cannot sign records")?;
    let address = args.address.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let listener = listen(address, args.port).await.context("cannot listen")?;
    let url = url(listener.local_addr().context("cannot listen")?);
    let limits =
        Limits { proxy: args.proxy, open_metrics: args.open_metrics, ..Limits::of_this_process() };
    // Who has the address may also tell it to stop.
    let stop = stop().context("cannot listen to signals")?;
    if json {
        print_json(&json!({ "address": url, "data": folder }));
    } else {
        print_text(&format!("{url}\nCtrl+C ends it; the battles stay in `{}`", folder.display()));
    }
    if !args.no_open && !json && on_a_desktop() {
        // Whoever has no browser has the address.
        drop(opener::open(&url));
    }
    let served = acies_server::serve(listener, store, signer, limits, args.name, stop);
    Ok(served.await.context("the server stopped")?)
}

/// The folder that was asked for, or the usual one.
pub fn folder(asked: Option<PathBuf>) -> Result<PathBuf, Failure> {
    asked.or_else(data_folder).ok_or_else(|| {
        Failure::said("there is no folder for the battles").hint("say one with `--data`".to_owned())
    })
}

/// What the store says, and what to do about it.
pub fn told(trouble: &Trouble) -> Failure {
    Failure::said(trouble.to_string()).hint(trouble.hint().map(str::to_owned))
}

/// Listens on the port that was asked for, or else on the usual one or any.
async fn listen(address: IpAddr, port: Option<u16>) -> std::io::Result<TcpListener> {
    match TcpListener::bind(SocketAddr::new(address, port.unwrap_or(PORT))).await {
        Err(_) if port.is_none() => TcpListener::bind(SocketAddr::new(address, 0)).await,
        bound => bound,
    }
}

/// The address that a browser on this machine takes.
fn url(listens: SocketAddr) -> String {
    let ip = listens.ip();
    let ip = if ip.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { ip };
    format!("http://{}/", SocketAddr::new(ip, listens.port()))
}

/// Where programs keep what belongs to the user.
fn data_folder() -> Option<PathBuf> {
    let under = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        under("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        under("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        under("XDG_DATA_HOME").or_else(|| under("HOME").map(|home| home.join(".local/share")))
    };
    folder.map(|folder| folder.join("acies"))
}

/// Whether somebody sits before a screen.
fn on_a_desktop() -> bool {
    let screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    screen && std::io::stdout().is_terminal()
}

/// Comes when the server is told to stop, from now on.
#[cfg(unix)]
fn stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Comes when the server is told to stop.
#[cfg(not(unix))]
fn stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_can_open_what_is_printed() {
        let url = |address: &str| url(address.parse().unwrap());
        assert_eq!(url("127.0.0.1:8731"), "http://127.0.0.1:8731/");
        assert_eq!(url("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(url("[::1]:80"), "http://[::1]:80/");
    }
}
