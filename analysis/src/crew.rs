//! A crew of workers that do numbered work, and hand it on in the order of the numbers: whatever is done with it then
//! cannot depend on how many they are. There is never more of it in memory than a few stretches a worker.

use core::ops::{ControlFlow, Range};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How many stretches a worker may be ahead with. More would help only where one number takes as long as thousands.
const STRETCHES: usize = 4;
/// The most numbers of a stretch; at a hundred microseconds a game a stretch takes some twenty milliseconds.
const MOST_NUMBERS: u64 = 256;
/// Stretches grow while they take less than this: long enough to hide what handing them on costs, short enough to stop
/// at once when asked.
const GROWS_BELOW: Duration = Duration::from_millis(10);

/// What a worker can do.
pub trait Work {
    /// The results of some consecutive numbers.
    type Stretch: Default + Send;

    /// Does the work of these numbers. The stretch may hold earlier results: clear them.
    fn fill(&mut self, numbers: Range<u64>, stretch: &mut Self::Stretch);
}

/// Does the work of these numbers on this many threads, 0 being one for each processor; `worker` makes one for each.
/// The calling thread passes all stretches to `take` with their numbers, in order, until it breaks off. When `stop` is
/// set, work under way is finished, so that the numbers taken are always the first, without a gap.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn in_order<W: Work>(
    numbers: Range<u64>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    stop: &AtomicBool,
    take: impl FnMut(Range<u64>, &W::Stretch) -> ControlFlow<()>,
) -> Result<(), ThreadPoolBuildError> {
    let pool = pool(threads)?;
    let shared = Shared {
        next: AtomicU64::new(numbers.start),
        end: numbers.end,
        stop,
        is_over: AtomicBool::new(false),
    };
    let (done, finished) = channel();
    pool.in_place_scope(|scope| {
        let mut returns = Vec::new();
        for place in 0..pool.current_num_threads() {
            let (give_back, blank) = channel();
            for _ in 0..STRETCHES {
                give_back.send(W::Stretch::default()).expect("the worker has not begun");
            }
            returns.push(give_back);
            let (shared, worker, done) = (&shared, &worker, Farewell(done.clone()));
            scope.spawn(move |_| work(worker(), place, shared, &blank, &done.0));
        }
        drop(done);
        hand_on(numbers.start, &finished, &returns, take);
        shared.is_over.store(true, Ordering::Relaxed);
    });
    Ok(())
}

/// Does some work on this many threads; 0 is one for each processor.
///
/// # Errors
/// When the system cannot start this many.
pub fn on_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadPoolBuildError> {
    Ok(pool(threads)?.install(work))
}

fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// What the workers share.
struct Shared<'s> {
    /// The next number that nobody works on yet.
    next: AtomicU64,
    end: u64,
    /// Somebody asked to stop.
    stop: &'s AtomicBool,
    /// Nobody wants more.
    is_over: AtomicBool,
}

impl Shared<'_> {
    /// The next numbers, at most this many, if any are left.
    fn claim(&self, numbers: u64) -> Option<Range<u64>> {
        if self.stop.load(Ordering::Relaxed) || self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let first = self.next.fetch_add(numbers, Ordering::Relaxed);
        (first < self.end).then(|| first..self.end.min(first + numbers))
    }
}

/// What a worker sends.
enum Message<S> {
    /// The results of these numbers; the worker that gets the stretch back.
    Done(Range<u64>, S, usize),
    /// It panicked, and its stretch will never come.
    Fell,
}

/// Reports that its worker panicked: otherwise everybody would wait for its work for ever.
struct Farewell<S>(Sender<Message<S>>);

impl<S> Drop for Farewell<S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Where nobody listens any more, nobody waits either.
            let _ = self.0.send(Message::Fell);
        }
    }
}

fn work<W: Work>(
    mut worker: W,
    place: usize,
    shared: &Shared<'_>,
    blank: &Receiver<W::Stretch>,
    done: &Sender<Message<W::Stretch>>,
) {
    let mut most = 1;
    // No stretch comes back when nobody takes any more.
    while let Ok(mut stretch) = blank.recv() {
        let Some(numbers) = shared.claim(most) else { return };
        let start = Instant::now();
        worker.fill(numbers.clone(), &mut stretch);
        if start.elapsed() < GROWS_BELOW {
            most = MOST_NUMBERS.min(most * 2);
        }
        if done.send(Message::Done(numbers, stretch, place)).is_err() {
            return;
        }
    }
}

/// Takes stretches as they come and hands them on in order; the workers get them back to be filled again.
fn hand_on<S>(
    first: u64,
    finished: &Receiver<Message<S>>,
    returns: &[Sender<S>],
    mut take: impl FnMut(Range<u64>, &S) -> ControlFlow<()>,
) {
    let mut due = first;
    let mut early = BTreeMap::new();
    while let Ok(Message::Done(numbers, stretch, worker)) = finished.recv() {
        early.insert(numbers.start, (numbers, stretch, worker));
        while let Some((numbers, stretch, worker)) = early.remove(&due) {
            due = numbers.end;
            if take(numbers, &stretch).is_break() {
                return;
            }
            // A worker that has finished does not want it back.
            let _ = returns[worker].send(stretch);
        }
    }
}
