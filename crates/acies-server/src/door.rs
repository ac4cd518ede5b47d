//! The door: connections are let in, watched, and shown out.
//!
//! Whoever connects and does not ask in time is closed. Nobody is turned away because of connections
//! on which nothing is asked: when an address, or all of them, have as many as they may, the one that
//! has waited longest for its request makes room.

use std::{
    collections::BTreeMap,
    io,
    net::{IpAddr, SocketAddr},
    pin::{Pin, pin},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::ConnectInfo,
};
use hyper::{
    Request,
    body::{Body as HttpBody, Frame, Incoming, SizeHint},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::Notify,
    task::JoinSet,
    time::Sleep,
};
use tower::ServiceExt;

use crate::{
    hall::Hall,
    limits::{Limits, home},
};

/// How long to wait when the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(20);

/// Lets connections in until `stop` comes; then those that are there have a while to finish.
pub async fn keep(
    listener: TcpListener,
    router: Router,
    hall: &Arc<Hall>,
    stop: impl Future<Output = ()>,
) {
    let mut stop = pin!(stop);
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    let Some(visit) = hall.visitors.admit(from.ip(), &hall.limits) else { continue };
                    tasks.spawn(attend(stream, from, router.clone(), hall.clone(), visit));
                }
                Err(error) => {
                    tracing::warn!("a connection cannot be taken: {error}");
                    hall.visitors.make_room();
                    tokio::time::sleep(PAUSE).await;
                }
            },
            Some(_) = tasks.join_next(), if !tasks.is_empty() => {}
            () = &mut stop => break,
        }
    }
    drop(listener);
    hall.say_goodbye();
    let finished = async { while tasks.join_next().await.is_some() {} };
    if tokio::time::timeout(hall.limits.stop_within, finished).await.is_err() {
        tasks.shutdown().await;
    }
}

/// Answers the requests of a connection until it ends.
async fn attend(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    hall: Arc<Hall>,
    visit: Arc<Visit>,
) {
    // An answer goes out right behind the state that it belongs to, and does not wait for the other end to acknowledge it.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::warn!("a connection that may be slow: {error}");
    }
    // A socket tells a slow reader why it ends, and needs a little longer for that.
    let io = TokioIo::new(Patient::new(stream, hall.limits.read_within * 3));
    let service = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        let visit_of_body = visit.clone();
        let request = request.map(|body| Body::new(Arriving::new(body, visit_of_body)));
        let answer = router.clone().oneshot(request);
        let visit = visit.clone();
        async move {
            let answer = answer.await;
            visit.waits(true);
            answer
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(hall.limits.head_within)
            .serve_connection(io, service)
            .with_upgrades()
    );
    let mut closing = hall.closing();
    let mut told = false;
    loop {
        tokio::select! {
            // A client that breaks off is no matter of ours.
            _ = connection.as_mut() => break,
            _ = closing.changed(), if !told => {
                told = true;
                connection.as_mut().graceful_shutdown();
            }
            () = visit.shown_out.notified() => break,
        }
    }
    hall.visitors.left(&visit);
}

/// All connections on which requests may come.
#[derive(Default)]
pub struct Visitors {
    /// By number, so that older ones come first.
    here: Mutex<(u64, BTreeMap<u64, Arc<Visit>>)>,
}

pub struct Visit {
    number: u64,
    from: IpAddr,
    /// Since when no request has come, or is complete.
    waits: Mutex<Option<Instant>>,
    shown_out: Notify,
}

impl Visit {
    fn waits(&self, waits: bool) {
        *self.waits.lock().unwrap_or_else(PoisonError::into_inner) = waits.then(Instant::now);
    }

    fn waits_since(&self) -> Option<Instant> {
        *self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visitors {
    /// Lets a connection in, if need be in place of another.
    fn admit(&self, from: IpAddr, limits: &Limits) -> Option<Arc<Visit>> {
        let from = home(from);
        let mut here = self.lock();
        let of_one = here.1.values().filter(|visit| visit.from == from).count();
        if limits.proxy.map(home) != Some(from)
            && of_one >= limits.connections_of_one
            && !show_out(&mut here.1, Some(from))
        {
            return None;
        }
        if here.1.len() >= limits.connections && !show_out(&mut here.1, None) {
            return None;
        }
        here.0 += 1;
        let number = here.0;
        let (waits, shown_out) = (Mutex::new(Some(Instant::now())), Notify::new());
        let visit = Arc::new(Visit { number, from, waits, shown_out });
        here.1.insert(number, visit.clone());
        Some(visit)
    }

    fn make_room(&self) {
        show_out(&mut self.lock().1, None);
    }

    fn left(&self, visit: &Visit) {
        self.lock().1.remove(&visit.number);
    }

    pub fn count(&self) -> usize {
        self.lock().1.len()
    }

    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Arc<Visit>>)> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the connection, of one address or of any, that has waited longest for a request.
fn show_out(here: &mut BTreeMap<u64, Arc<Visit>>, from: Option<IpAddr>) -> bool {
    let visits = here.values().filter(|visit| from.is_none_or(|from| visit.from == from));
    let waiting = visits.filter_map(|visit| Some((visit.waits_since()?, visit.number)));
    let Some((_, number)) = waiting.min() else { return false };
    if let Some(visit) = here.remove(&number) {
        visit.shown_out.notify_one();
    }
    true
}

/// What comes with a request. Until it is in, the request is not complete, and its connection may have to make room.
struct Arriving {
    body: Incoming,
    visit: Arc<Visit>,
}

impl Arriving {
    fn new(body: Incoming, visit: Arc<Visit>) -> Self {
        if body.is_end_stream() {
            visit.waits(false);
        }
        Arriving { body, visit }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.visit.waits(false);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that breaks off when the other end does not read for long.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Patient { stream, patience, stuck: None }
    }

    fn waited<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stuck.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, buffer);
        self.waited(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.waited(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
