//! How much one may ask for, and how long the server waits.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections on which requests come, open at once: of all, and of one address.
    pub connections: usize,
    pub connections_of_one: usize,
    /// Sockets open at once: of all, and of one address.
    pub sockets: usize,
    pub sockets_of_one: usize,
    /// Battles open at once. Those that nobody looks at make room for others.
    pub open_battles: usize,
    /// HTTP requests of one address.
    pub requests_a_second: f64,
    /// Messages of one socket.
    pub messages_a_second: f64,
    /// Battles that one address may begin at once, and how many more an hour.
    pub battles: f64,
    pub battles_an_hour: f64,
    /// Bytes of records that one address may send in at once, and how many more an hour.
    pub imported: f64,
    pub imported_an_hour: f64,
    /// How long a record that was sent in is kept.
    pub import_kept: Duration,
    /// Bytes of a message to the server.
    pub message: usize,
    /// Bytes of a body, unless it is a record.
    pub body: usize,
    /// Bytes of a record.
    pub record: usize,
    /// How long the head of a request may take to come, its body, and the hello of a socket.
    pub head_within: Duration,
    pub body_within: Duration,
    pub hello_within: Duration,
    /// How long a client may take to read what it is sent.
    pub read_within: Duration,
    pub ping_every: Duration,
    /// How long a battle that nobody looks at stays open.
    pub idle: Duration,
    /// How long requests that are under way may take when the server goes down.
    pub stop_within: Duration,
    /// A proxy that says for whom it asks (`X-Forwarded-For`).
    pub proxy: Option<IpAddr>,
    /// Whether other machines may read the figures of `/metrics`.
    pub open_metrics: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 1024,
            connections_of_one: 256,
            sockets: 2048,
            sockets_of_one: 256,
            open_battles: 1024,
            requests_a_second: 100.0,
            messages_a_second: 200.0,
            battles: 200.0,
            battles_an_hour: 600.0,
            imported: 32.0 * 1024.0 * 1024.0,
            imported_an_hour: 32.0 * 1024.0 * 1024.0,
            import_kept: Duration::from_hours(30 * 24),
            message: 16 << 10,
            body: 64 << 10,
            record: 4 << 20,
            head_within: Duration::from_secs(10),
            body_within: Duration::from_secs(20),
            hello_within: Duration::from_secs(10),
            read_within: Duration::from_secs(15),
            ping_every: Duration::from_secs(20),
            idle: Duration::from_mins(1),
            stop_within: Duration::from_secs(5),
            proxy: None,
            open_metrics: false,
        }
    }
}

impl Limits {
    /// The usual limits, as far as this process may open files: each connection is one.
    pub fn of_this_process() -> Self {
        // Other systems do not tell; some allow no more than this.
        let said = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let line = said.lines().find_map(|line| line.strip_prefix("Max open files"));
        let files = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        Self::default().with_files(files.unwrap_or(256))
    }

    /// Leaves some files for the store, and shares the rest between sockets and connections.
    fn with_files(self, files: usize) -> Self {
        let left = files.saturating_sub(64).max(16);
        let (sockets, connections) = (left * 2 / 3, left / 3);
        Limits {
            sockets: self.sockets.min(sockets),
            sockets_of_one: self.sockets_of_one.min(sockets),
            connections: self.connections.min(connections),
            connections_of_one: self.connections_of_one.min(connections),
            ..self
        }
    }
}

/// Whose quota a request is on: his address, or in IPv6 his network.
pub fn home(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        IpAddr::V4(address) => address.into(),
    }
}

/// A bucket that holds so much and fills steadily.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    room: f64,
    a_second: f64,
    at: Instant,
}

impl Bucket {
    pub fn new(room: f64, a_second: f64) -> Self {
        Bucket { left: room, room, a_second, at: Instant::now() }
    }

    /// Whether there is so much left; then it is taken.
    pub fn take(&mut self, amount: f64) -> bool {
        self.take_at(Instant::now(), amount)
    }

    fn take_at(&mut self, now: Instant, amount: f64) -> bool {
        self.left = self.filled(now);
        self.at = now;
        let enough = self.left >= amount;
        if enough {
            self.left -= amount;
        }
        enough
    }

    fn filled(&self, now: Instant) -> f64 {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * self.a_second;
        (self.left + filled).min(self.room)
    }
}

/// A bucket for each address.
pub struct Rates {
    room: f64,
    a_second: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// From so many addresses on, those whose buckets are full again are forgotten.
const ADDRESSES: usize = 4096;

impl Rates {
    pub fn new(room: f64, a_second: f64) -> Self {
        Rates { room, a_second, buckets: Mutex::default() }
    }

    /// Whether an address may have so much more.
    pub fn take(&self, from: IpAddr, amount: f64) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ADDRESSES {
            let now = Instant::now();
            buckets.retain(|_, bucket| bucket.filled(now) < bucket.room);
        }
        let from = home(from);
        let known = buckets.contains_key(&from) || buckets.len() < ADDRESSES;
        let bucket = || Bucket::new(self.room, self.a_second);
        known && buckets.entry(from).or_insert_with(bucket).take(amount)
    }
}

/// Places that are taken and given back: so many in all, so many for an address.
#[derive(Clone)]
pub struct Places {
    all: usize,
    of_one: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place that is taken until this is dropped.
pub struct Place {
    from: IpAddr,
    of: Places,
}

impl Places {
    pub fn new(all: usize, of_one: usize) -> Self {
        Places { all, of_one, taken: Arc::default() }
    }

    pub fn take(&self, from: IpAddr) -> Option<Place> {
        let from = home(from);
        let mut taken = self.lock();
        let all: usize = taken.values().sum();
        let own = taken.entry(from).or_default();
        if all >= self.all || *own >= self.of_one {
            return None;
        }
        *own += 1;
        Some(Place { from, of: self.clone() })
    }

    pub fn taken(&self) -> usize {
        self.lock().values().sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.of.lock();
        if let Some(own) = taken.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut bucket = Bucket::new(20.0, 10.0);
        let now = bucket.at;
        assert!((0..20).all(|_| bucket.take_at(now, 1.0)));
        assert!(!bucket.take_at(now, 1.0));
        let later = now + Duration::from_millis(150);
        assert!(bucket.take_at(later, 1.0));
        assert!(!bucket.take_at(later, 1.0));
    }

    #[test]
    fn places_are_given_back() {
        let places = Places::new(3, 2);
        let [one, two]: [IpAddr; 2] = ["10.0.0.1", "2001:db8::1"].map(|ip| ip.parse().unwrap());
        let first = places.take(one);
        assert!(first.is_some() && places.take(one).is_some(), "the second is given back at once");
        let second = places.take(one);
        assert!(second.is_some() && places.take(one).is_none(), "two for an address");
        let third = places.take(two);
        assert!(third.is_some() && places.take(two).is_none(), "three in all");
        drop(first);
        assert!(places.take("2001:db8::2".parse().unwrap()).is_some());
        assert_eq!(places.taken(), 2);
    }

    #[test]
    fn who_has_many_addresses_of_a_network_has_one_quota() {
        let home = |ip: &str| home(ip.parse().unwrap()).to_string();
        assert_eq!(home("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(home("::ffff:10.1.2.3"), "10.1.2.3");
    }

    #[test]
    fn connections_and_sockets_leave_files_for_the_store() {
        for files in [100, 256, 1024, 1 << 20] {
            let limits = Limits::default().with_files(files);
            assert!(limits.sockets + limits.connections + 32 < files, "{files}");
            assert!(limits.connections_of_one <= limits.connections);
            assert!(limits.sockets_of_one <= limits.sockets);
        }
    }
}
