//! The system tested from outside, in one program.

mod bold;
mod conformance;
mod geometry;
