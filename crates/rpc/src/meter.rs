//! Pending messages, and the time that each method takes.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::runtime::Runtime;

/// How many methods are counted separately. A client can invent any number of methods.
const MAX_METHODS: usize = 100;

/// The name under which the methods beyond [`MAX_METHODS`] are counted.
const OTHERS: &str = "others";

/// The number of buckets per doubling of time. Each bucket is at most a quarter longer than the previous one.
const PER_DOUBLING: u32 = 4;

/// The buckets reach up to an hour.
const BUCKETS: usize = 32 * PER_DOUBLING as usize;

/// A histogram of times, with exponential buckets.
#[derive(Debug)]
struct Histogram {
    counts: [u32; BUCKETS],
    count: u32,
    total: Duration,
    longest: Duration,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: [0; BUCKETS], count: 0, total: Duration::ZERO, longest: Duration::ZERO }
    }
}

impl Histogram {
    fn add(&mut self, time: Duration) {
        let bucket = &mut self.counts[bucket_of(time)];
        *bucket = bucket.saturating_add(1);
        self.count = self.count.saturating_add(1);
        self.total += time;
        self.longest = self.longest.max(time);
    }

    /// The time that this share of all times does not exceed, at most a quarter too long.
    fn percentile(&self, percent: u64) -> Duration {
        let rank = (u64::from(self.count) * percent).div_ceil(100);
        let mut seen = 0;
        let bucket = self.counts.iter().position(|&count| {
            seen += u64::from(count);
            seen >= rank
        });
        bucket.map_or(self.longest, |bucket| end_of(bucket).min(self.longest))
    }

    fn shown(&self) -> Value {
        json!({
            "count": self.count,
            "mean": milliseconds(self.total / self.count.max(1)),
            "p50": milliseconds(self.percentile(50)),
            "p95": milliseconds(self.percentile(95)),
            "max": milliseconds(self.longest),
        })
    }
}

/// The bucket of a time: its microseconds by their highest bit and the two bits after it.
fn bucket_of(time: Duration) -> usize {
    let micros = u32::try_from(time.as_micros()).unwrap_or(u32::MAX).max(1);
    let highest = micros.ilog2();
    let next = if highest >= 2 { (micros >> (highest - 2)) & 3 } else { (micros << (2 - highest)) & 3 };
    (highest * PER_DOUBLING + next) as usize
}

/// The time with which the next bucket begins.
fn end_of(bucket: usize) -> Duration {
    let (highest, next) = (bucket as u64 / 4, bucket as u64 % 4);
    Duration::from_nanos(1000 * (1 << highest) * (5 + next) / 4)
}

fn milliseconds(time: Duration) -> f64 {
    // A microsecond is as exact as anybody wants to read.
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A pending message.
#[derive(Debug)]
struct Running {
    method: String,
    id: Option<String>,
    since: Duration,
}

#[derive(Debug, Default)]
struct MeterState {
    times: BTreeMap<String, Histogram>,
    running: HashMap<u64, Running>,
    last: u64,
}

/// Measures how long messages take. That costs less than a microsecond for each.
#[derive(Debug)]
pub struct Meter {
    runtime: Arc<dyn Runtime>,
    since: Duration,
    state: Mutex<MeterState>,
}

impl Meter {
    /// Returns a meter that has measured nothing, with the clock of `runtime`.
    pub fn new(runtime: Arc<dyn Runtime>) -> Self {
        Self { since: runtime.now(), runtime, state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, MeterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a time to those of a method.
    pub fn add(&self, what: &str, time: Duration) {
        let times = &mut self.lock().times;
        if let Some(histogram) = times.get_mut(what) {
            histogram.add(time);
        } else {
            let what = if times.len() < MAX_METHODS { what } else { OTHERS };
            times.entry(what.to_owned()).or_default().add(time);
        }
    }

    /// Begins to measure a message, until the returned guard is dropped.
    pub fn begin(self: &Arc<Self>, method: &str, id: Option<String>) -> Measured {
        let mut state = self.lock();
        state.last += 1;
        let key = state.last;
        state.running.insert(key, Running { method: method.to_owned(), id, since: self.runtime.now() });
        Measured { meter: Arc::clone(self), key }
    }

    /// How long this has been running.
    pub fn uptime(&self) -> Duration {
        self.runtime.now().saturating_sub(self.since)
    }

    /// The times of all methods, in milliseconds.
    pub fn times(&self) -> Value {
        self.lock().times.iter().map(|(what, times)| (what.clone(), times.shown())).collect()
    }

    /// Returns the pending messages, the longest first.
    pub fn running(&self) -> Value {
        let now = self.runtime.now();
        let state = self.lock();
        let mut running: Vec<&Running> = state.running.values().collect();
        running.sort_by_cached_key(|running| running.since);
        let shown = running.into_iter().map(|Running { method, id, since }| {
            let time = now.saturating_sub(*since);
            json!({"method": method, "id": id, "ms": milliseconds(time)})
        });
        shown.collect()
    }
}

/// Guard of a pending message; dropping it ends the measurement.
#[derive(Debug)]
pub struct Measured {
    meter: Arc<Meter>,
    key: u64,
}

impl Drop for Measured {
    fn drop(&mut self) {
        let running = self.meter.lock().running.remove(&self.key);
        if let Some(Running { method, since, .. }) = running {
            let time = self.meter.runtime.now().saturating_sub(since);
            self.meter.add(&method, time);
            tracing::debug!("took {:.3} ms", milliseconds(time));
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::future::BoxFuture;

    use super::*;

    /// A clock that stands still.
    #[derive(Debug)]
    struct Still;

    impl Runtime for Still {
        fn now(&self) -> Duration {
            Duration::ZERO
        }

        fn sleep(&self, _: Duration) -> BoxFuture<'static, ()> {
            Box::pin(async {})
        }

        fn spawn(&self, _: BoxFuture<'static, ()>) {}

        fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) {
            work();
        }
    }

    #[test]
    fn each_time_lies_in_its_bucket() {
        for micros in [0, 1, 2, 3, 4, 5, 7, 8, 9, 1000, 1023, 1024, 1_000_000, 3_600_000_000, u64::from(u32::MAX)] {
            let time = Duration::from_micros(micros);
            let bucket = bucket_of(time);
            assert!(time < end_of(bucket) || micros == 0, "{micros}");
            assert!(bucket == 0 || end_of(bucket - 1) <= time, "{micros}");
        }
        assert!(bucket_of(Duration::MAX) < BUCKETS);
    }

    #[test]
    fn percentiles_are_no_more_than_a_quarter_too_long() {
        let mut histogram = Histogram::default();
        for micros in 1..=1000 {
            histogram.add(Duration::from_micros(micros));
        }
        for percent in [50, 95] {
            let exact = Duration::from_micros(10 * percent);
            let percentile = histogram.percentile(percent);
            assert!(exact <= percentile && percentile <= exact * 5 / 4, "{percent}: {percentile:?}");
        }
        assert_eq!(histogram.percentile(100), Duration::from_millis(1));
        assert_eq!(Histogram::default().percentile(50), Duration::ZERO);
    }

    #[test]
    fn methods_that_a_client_makes_up_take_little_memory() {
        let meter = Arc::new(Meter::new(Arc::new(Still)));
        for nth in 0..10 * MAX_METHODS {
            drop(meter.begin(&format!("x/{nth}"), None));
        }
        let times = meter.times();
        assert_eq!(times.as_object().unwrap().len(), MAX_METHODS + 1);
        assert_eq!(times[OTHERS]["count"], 9 * MAX_METHODS);
        assert_eq!(meter.running(), json!([]));
    }
}
