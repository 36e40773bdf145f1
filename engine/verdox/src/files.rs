//! The files of a scenario with the variants written into them, and maps without a file: those generated from a seed.

pub mod generate;
pub mod scenario;
