//! Words beside the answer, on standard error. Where nobody can read them the work goes on all the same: `eprintln!`
//! would panic, and hours of games would be lost with it.

/// Writes a line to standard error, if that can be written to.
macro_rules! aside {
    ($($word:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($word)*);
    }};
}
