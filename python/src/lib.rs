//! The compiled part of the module `szala` for Python: commands, which come back as what they print, and the games of a
//! record as Arrow columns. What Python code sees is written in Python, in the folder `szala` beside this one.

mod games;
mod players;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use szala_command::{Answer, Stop, Watch};

use players::Lent;

/// How often to check whether the user pressed Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The same stack as the main thread of a program.
const STACK: usize = 8 << 20;

/// Runs a command line, without the name of the program, and returns its exit code, what it printed, why it refused,
/// whether that is a bug of the program, and whether it was interrupted. A watcher, if given, is called now and then
/// with how much is done, how much there is to do, both in words, and what was found. If one of these players fails,
/// the command is stopped, and this raises what the player raised. The same holds for what `look` raises, which is
/// called now and then.
#[pyfunction]
#[pyo3(signature = (words, watcher = None, players = Vec::new(), look = None))]
#[expect(clippy::needless_pass_by_value, reason = "values of Python are converted to values")]
fn ask(
    py: Python<'_>,
    words: Vec<String>,
    watcher: Option<Py<PyAny>>,
    players: Vec<Py<Lent>>,
    look: Option<Py<PyAny>>,
) -> PyResult<(u8, String, Option<String>, bool, bool)> {
    let words: Vec<String> = std::iter::once("szala".to_owned()).chain(words).collect();
    let asked = Arc::new((Stop::default(), Watch::default()));
    // Python gets signals on the thread that called. So the command runs on another one, and this one checks for them.
    let (done, answer) = channel();
    let (theirs, is_watched) = (Arc::clone(&asked), watcher.is_some());
    let run = move || {
        let (stop, watch) = &*theirs;
        let house = szala::house(&szala::SHIPPED);
        // After a second Ctrl-C nobody waits for it any more.
        let _ = done.send(szala_command::ask(&house, &words, stop, is_watched.then_some(watch)));
    };
    let look = look.as_ref();
    let (watcher, failure) = (watcher.as_ref(), || players.iter().find_map(|player| player.get().failure()));
    let (answer, signal) = py.detach(move || {
        let started = thread::Builder::new().stack_size(STACK).spawn(run);
        started.map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        let mut signal: Option<PyErr> = None;
        loop {
            match answer.recv_timeout(LOOK_EVERY) {
                Ok(answer) => return Ok((answer, signal)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the command ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => (),
            }
            let (stop, watch) = &*asked;
            let pressed = Python::attach(|py| {
                py.check_signals()?;
                // A watcher may stop the command, once, by raising.
                let mut told = if signal.is_none() { tell(py, watcher, watch) } else { Ok(()) };
                if let Some(look) = look.filter(|_| signal.is_none()) {
                    told = told.and_then(|()| look.call0(py).map(drop));
                }
                failure().map_or(told, Err)
            });
            match pressed {
                Ok(()) => (),
                Err(error) if signal.is_none() => {
                    stop.ask();
                    signal = Some(error);
                }
                // Some commands cannot stop in order, and after the second Ctrl-C none has to.
                Err(error) => return Err(error),
            }
        }
    })?;
    let Answer { code, printed, refused, is_fault } = answer;
    let signal = signal.or_else(failure);
    let is_stopped = match signal {
        Some(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => return Err(error),
        signal => signal.is_some(),
    };
    Ok((code, printed, refused, is_fault, is_stopped))
}

/// Passes new progress to the watcher.
fn tell(py: Python<'_>, watcher: Option<&Py<PyAny>>, watch: &Watch) -> PyResult<()> {
    let Some((watcher, news)) = watcher.zip(watch.take()) else { return Ok(()) };
    watcher.call1(py, (news.done, news.all, news.pace, news.found)).map(drop)
}

/// Runs a command line whose first word is the name of the program. Returns the exit code.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "values of Python are converted to values")]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let house = szala::house(&szala::SHIPPED);
    let code = py.detach(|| szala_command::main_with_words(&house, &words));
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(1)
}

/// The compiled part of `szala`.
#[pymodule]
mod _szala {
    #[pymodule_export]
    use super::games::Games;
    #[pymodule_export]
    use super::players::Lent;
    #[pymodule_export]
    use super::{ask, main};

    /// The version of the program.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
