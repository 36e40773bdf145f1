//! Processor time, for measurements that a busy machine must not disturb: that of the whole program, on whichever
//! thread the work is done. On systems without such a clock it is wall-clock time.

/// How much processor time some work takes, in seconds.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let before = nanoseconds();
    let done = work();
    (seconds(nanoseconds() - before), done)
}

/// The processor time of the program so far, in nanoseconds.
#[cfg(unix)]
pub fn nanoseconds() -> i64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The time since the first call, in nanoseconds.
#[cfg(not(unix))]
pub fn nanoseconds() -> i64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    i64::try_from(START.get_or_init(Instant::now).elapsed().as_nanos()).expect("less than centuries")
}

#[expect(clippy::cast_precision_loss, reason = "53 bits of nanoseconds are a hundred days")]
fn seconds(nanoseconds: i64) -> f64 {
    nanoseconds as f64 / 1e9
}

/// The median; sorts them.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
