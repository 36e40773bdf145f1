//! The system tested from outside, in one program.

mod cases;
mod common;
mod conformance;
mod files;
mod properties;
mod shipped;
