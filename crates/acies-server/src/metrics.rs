//! What the server has done, in figures that other programs collect (the text format of Prometheus).

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use crate::hall::Hall;

#[derive(Default)]
pub struct Metrics {
    /// Answers over HTTP by status.
    answers: Mutex<BTreeMap<u16, u64>>,
    /// Requests beyond what one may ask for, by what they wanted.
    refused: Mutex<BTreeMap<&'static str, u64>>,
    /// Entries of battles, and among them actions.
    pub entries: AtomicU64,
    pub actions: AtomicU64,
}

impl Metrics {
    pub fn answered(&self, status: u16) {
        *lock(&self.answers).entry(status).or_default() += 1;
    }

    pub fn refused(&self, what: &'static str) {
        *lock(&self.refused).entry(what).or_default() += 1;
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All figures, a line each.
pub fn text(hall: &Hall) -> String {
    let metrics = &hall.metrics;
    let kept = hall.kept();
    let mut text = String::new();
    let mut figure = |name: &str, kind: &str, about: &str, lines: &[(String, f64)]| {
        text += &format!("# HELP acies_{name} {about}\n# TYPE acies_{name} {kind}\n");
        for (labels, value) in lines {
            text += &format!("acies_{name}{labels} {value}\n");
        }
    };
    let one = |value: f64| [(String::new(), value)];
    figure("battles_open", "gauge", "Battles in memory.", &one(hall.open_battles() as f64));
    figure("sockets", "gauge", "Sockets open.", &one(hall.sockets.taken() as f64));
    let connections = hall.visitors.count() as f64;
    figure("connections", "gauge", "Connections open for requests.", &one(connections));
    let answers: Vec<_> = lock(&metrics.answers)
        .iter()
        .map(|(status, count)| (format!("{{status=\"{status}\"}}"), *count as f64))
        .collect();
    figure("requests_total", "counter", "Requests by the status of their answer.", &answers);
    let refused: Vec<_> = lock(&metrics.refused)
        .iter()
        .map(|(what, count)| (format!("{{quota=\"{what}\"}}"), *count as f64))
        .collect();
    figure("refused_total", "counter", "Refused because a quota was used up.", &refused);
    let count = |of: &AtomicU64| one(of.load(Relaxed) as f64);
    figure("entries_total", "counter", "Entries of battles kept.", &count(&metrics.entries));
    figure("actions_total", "counter", "Actions among them.", &count(&metrics.actions));
    figure("commits_total", "counter", "Commits of the store.", &count(&kept.commits));
    figure("commits_failed_total", "counter", "Commits that failed.", &count(&kept.failed));
    let seconds = kept.micros.load(Relaxed) as f64 / 1e6;
    figure("commit_seconds_total", "counter", "What commits took together.", &one(seconds));
    let written = hall.written.load(Relaxed) as f64;
    figure("states_cached", "gauge", "States written out and kept for others.", &one(written));
    text
}
