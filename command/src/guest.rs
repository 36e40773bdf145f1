//! The command as a guest of another program, for example a Python interpreter: the host supplies the arguments, says
//! when to stop, and receives the output. The host then listens for Ctrl-C. A command prints, and checks whether to
//! stop, on the thread that runs it, so its host is known per thread.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::cli::Cli;
use crate::command::{NO, Problem, WRONG_USE, harmless};
use crate::house::House;

/// What a command answered the program that ran it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The exit code.
    pub code: u8,
    /// What it printed to standard output.
    pub printed: String,
    /// The error, if it refused, without the prefix `error:`.
    pub refused: Option<String>,
    /// Is the error a bug of the program?
    pub is_fault: bool,
}

/// The flag that stops a command which another program runs.
#[derive(Debug)]
pub struct Stop(&'static AtomicBool);

/// Flags that are free again: never more than the number of commands that ran at the same time.
static FREE: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

impl Default for Stop {
    fn default() -> Self {
        let free = FREE.lock().map_or(None, |mut free| free.pop());
        let flag = free.unwrap_or_else(|| Box::leak(Box::default()));
        flag.store(false, Ordering::Relaxed);
        Self(flag)
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        if let Ok(mut free) = FREE.lock() {
            free.push(self.0);
        }
    }
}

impl Stop {
    /// Asks the command to stop in order, as Ctrl-C does.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How far a command has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// How much is done, in whatever the command counts.
    pub done: u64,
    /// How much there is to do, as far as is known.
    pub all: u64,
    /// The same in words, and the speed.
    pub pace: String,
    /// What was found so far, if the command reports it.
    pub found: String,
}

/// Where a command leaves its progress for the program that runs it, instead of on standard error.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Mutex<Option<News>>>);

impl Watch {
    /// The newest progress, unless it was already taken.
    pub fn take(&self) -> Option<News> {
        self.0.lock().ok()?.take()
    }

    /// Leaves progress, whether or not the previous one was taken.
    pub(crate) fn leave(&self, news: News) {
        if let Ok(mut newest) = self.0.lock() {
            *newest = Some(news);
        }
    }
}

/// The program that a command runs for.
struct Host {
    words: Vec<String>,
    stop: Option<&'static AtomicBool>,
    watch: Option<Watch>,
    /// What was printed, if the host wants it.
    printed: Option<String>,
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Runs a command line, whose first word is the name of the program, on this thread; nothing reaches standard output.
/// Progress is left in `watch`, if given.
pub fn ask(house: &House, words: &[String], stop: &Stop, watch: Option<&Watch>) -> Answer {
    let host = Host {
        words: words.to_vec(),
        stop: Some(stop.0),
        watch: watch.cloned(),
        printed: Some(String::new()),
    };
    answered_by(host, || match Cli::read(words) {
        Ok(cli) => cli.run(house),
        Err(told) => {
            let text = told.render().to_string();
            // Help and version come here too.
            if told.exit_code() == 0 {
                crate::command::say(text).map(|()| ExitCode::SUCCESS)
            } else {
                let hint = "\n\nFor more information, try '--help'.";
                let text = text.trim_end().trim_end_matches(hint);
                Err(text.strip_prefix("error: ").unwrap_or(text).to_owned().into())
            }
        }
    })
}

/// The answer to the host. A bug of the program ends only the command.
fn answered_by(host: Host, run: impl FnOnce() -> Result<ExitCode, Problem>) -> Answer {
    let before = HOST.replace(Some(host));
    let done = catch_unwind(AssertUnwindSafe(run));
    let printed = HOST.replace(before).and_then(|host| host.printed).unwrap_or_default();
    let (code, refused, is_fault) = match done {
        Ok(Ok(code)) => (number_of(code), None, false),
        Ok(Err(Problem::Ends(code, told))) => (code, Some(harmless(&told)), false),
        Ok(Err(problem)) => (WRONG_USE, Some(harmless(&problem.to_string())), false),
        Err(fault) => {
            let text = fault.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| fault.downcast_ref::<&str>().copied()).unwrap_or("a fault");
            (WRONG_USE, Some(text.to_owned()), true)
        }
    };
    Answer { code, printed, refused, is_fault }
}

/// The number of an exit code, which the standard library does not expose.
fn number_of(code: ExitCode) -> u8 {
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(NO)
}

/// Runs with these words as the command line, whatever words the program itself was started with.
pub(crate) fn with_words<T>(words: &[String], run: impl FnOnce() -> T) -> T {
    let before = HOST.replace(Some(Host { words: words.to_vec(), stop: None, watch: None, printed: None }));
    let done = run();
    HOST.replace(before);
    done
}

/// The words of the command line, if another program supplied them.
pub(crate) fn words() -> Option<Vec<String>> {
    HOST.with_borrow(|host| host.as_ref().map(|host| host.words.clone()))
}

/// The flag of the host, if it listens for Ctrl-C.
pub(crate) fn stop() -> Option<&'static AtomicBool> {
    HOST.with_borrow(|host| host.as_ref().and_then(|host| host.stop))
}

/// Where the host wants progress, if it does.
pub(crate) fn watch() -> Option<Watch> {
    HOST.with_borrow(|host| host.as_ref().and_then(|host| host.watch.clone()))
}

/// Keeps what is printed, if the host wants it.
pub(crate) fn kept(text: &str) -> bool {
    HOST.with_borrow_mut(|host| {
        let printed = host.as_mut().and_then(|host| host.printed.as_mut());
        printed.map(|printed| printed.push_str(text)).is_some()
    })
}

#[cfg(test)]
mod tests {
    use std::thread;

    use szala_two_gates_players::SYSTEM;

    use super::*;
    use crate::files::Shelf;

    const HOUSE: House = House { systems: &[SYSTEM], shelf: Shelf(&[]), version: "0.0.0", commit: "unknown" };

    fn asked(words: &str) -> Answer {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        ask(&HOUSE, &words, &Stop::default(), None)
    }

    #[test]
    fn what_a_command_prints_is_kept_with_its_code() {
        let answer = asked("szala run two-gates --games 10 --format json");
        assert_eq!((answer.code, &answer.refused), (0, &None));
        assert!(answer.printed.starts_with("{\n  \"format\": 2,\n  \"command\": \"run\","), "{answer:?}");
        assert_eq!(words(), None, "the host is gone");
        assert!(asked("szala --version").printed.starts_with("szala "));
    }

    #[test]
    fn a_refusal_is_told_in_the_words_of_the_command() {
        let answer = asked("szala run one-gate");
        assert_eq!(answer.code, WRONG_USE);
        let refused = answer.refused.expect("there is no such game");
        assert!(refused.starts_with("there is no file or scenario `one-gate`;"), "{refused}");
        let refused = asked("szala run two-gates --games none").refused.expect("it is no number");
        assert!(refused.starts_with("invalid value 'none' for '--games"), "{refused}");
        assert!(!refused.contains("--help"), "{refused}");
    }

    #[test]
    fn whoever_asks_can_stop_a_command_before_it_has_done_all() {
        let stop = Stop::default();
        stop.ask();
        let words = ["szala", "run", "two-gates", "--games", "100000000"].map(str::to_owned);
        assert_eq!(ask(&HOUSE, &words, &stop, None).code, crate::command::INTERRUPTED);
    }

    #[test]
    fn a_fault_is_an_answer_and_leaves_no_host_behind() {
        let host = Host { words: Vec::new(), stop: None, watch: None, printed: Some(String::new()) };
        let answer = answered_by(host, || panic!("side {} does not play", 3));
        assert_eq!((answer.code, answer.is_fault), (WRONG_USE, true));
        assert_eq!(answer.refused.as_deref(), Some("side 3 does not play"));
        assert_eq!(words(), None, "the host is gone");
    }

    #[test]
    fn a_host_sees_how_far_a_command_is() {
        let (watch, stop) = (Watch::default(), Stop::default());
        let words = ["szala", "run", "two-gates", "--games", "1000000000000"].map(str::to_owned);
        let news = thread::scope(|scope| {
            let asked = scope.spawn(|| ask(&HOUSE, &words, &stop, Some(&watch)));
            let news = loop {
                match watch.take() {
                    Some(news) => break news,
                    None => thread::yield_now(),
                }
            };
            stop.ask();
            assert_eq!(asked.join().expect("faults are caught").code, crate::command::INTERRUPTED);
            news
        });
        assert!(news.done > 0 && news.all == 1_000_000_000_000, "{news:?}");
        assert!(news.pace.contains(" games"), "{news:?}");
    }

    #[test]
    fn a_flag_is_used_again_and_is_not_set_then() {
        let stop = Stop::default();
        stop.ask();
        drop(stop);
        assert!(!Stop::default().0.load(Ordering::Relaxed));
    }

    #[test]
    fn a_number_is_that_of_its_code() {
        for number in [0, 1, 130, 255] {
            assert_eq!(number_of(ExitCode::from(number)), number);
        }
    }
}
