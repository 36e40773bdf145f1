//! The files of a scenario, and the variants written into them.

pub mod scenario;
