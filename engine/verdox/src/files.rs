//! The files of a scenario with the variants written into them, and maps that no file has: those made by a seed.

pub mod generate;
pub mod scenario;
