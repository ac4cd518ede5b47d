//! How much one may ask for.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::Instant,
};

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Sockets open at once.
    pub sockets: usize,
    /// Battles open at once.
    pub open_battles: usize,
    /// HTTP requests of one address.
    pub requests_a_second: f64,
    /// Messages of one socket.
    pub messages_a_second: f64,
    /// Bytes of a message to the server.
    pub message: usize,
    /// Bytes of a body, unless it is a record.
    pub body: usize,
    /// Bytes of a record.
    pub record: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sockets: 2048,
            open_battles: 1024,
            requests_a_second: 100.0,
            messages_a_second: 200.0,
            message: 16 << 10,
            body: 64 << 10,
            record: 4 << 20,
        }
    }
}

/// A bucket of requests that fills steadily and holds those of two seconds.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    a_second: f64,
    at: Instant,
}

impl Bucket {
    pub fn new(a_second: f64) -> Self {
        Bucket { left: 2.0 * a_second, a_second, at: Instant::now() }
    }

    /// Whether there is room for one more.
    pub fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * self.a_second;
        self.left = (self.left + filled).min(2.0 * self.a_second);
        self.at = now;
        let room = self.left >= 1.0;
        if room {
            self.left -= 1.0;
        }
        room
    }

    fn is_full_at(&self, now: Instant) -> bool {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * self.a_second;
        self.left + filled >= 2.0 * self.a_second
    }
}

/// A bucket for each address.
pub struct Rates {
    a_second: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// From so many addresses on, those that have been quiet are forgotten.
const ADDRESSES: usize = 4096;

impl Rates {
    pub fn new(a_second: f64) -> Self {
        Rates { a_second, buckets: Mutex::default() }
    }

    /// Whether an address may ask once more.
    pub fn take(&self, from: IpAddr) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ADDRESSES {
            let now = Instant::now();
            buckets.retain(|_, bucket| !bucket.is_full_at(now));
        }
        let known = buckets.contains_key(&from) || buckets.len() < ADDRESSES;
        known && buckets.entry(from).or_insert_with(|| Bucket::new(self.a_second)).take()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut bucket = Bucket::new(10.0);
        let now = bucket.at;
        assert!((0..20).all(|_| bucket.take_at(now)));
        assert!(!bucket.take_at(now));
        let later = now + Duration::from_millis(150);
        assert!(bucket.take_at(later));
        assert!(!bucket.take_at(later));
    }
}
