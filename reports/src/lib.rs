//! Numbers in, words and pictures out. Writes to whatever it is given; only the command prints.

mod summary;

pub use summary::Summary;
