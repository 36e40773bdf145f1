//! Ctrl-C: the first one asks a run to stop in order, the second one ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::command::{INTERRUPTED, Problem};
use crate::guest;

static ASKED: AtomicBool = AtomicBool::new(false);

/// A flag that is set on a request to stop: by Ctrl-C, or because the system or a terminal goes away.
pub(crate) fn flag() -> Result<&'static AtomicBool, Problem> {
    if let Some(stop) = guest::stop() {
        return Ok(stop);
    }
    let handler = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    match ctrlc::set_handler(handler) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(&ASKED),
        Err(error) => Err(format!("cannot listen for Ctrl-C: {error}").into()),
    }
}
