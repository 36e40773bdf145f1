//! The system tested from outside, in one program.

mod bold;
mod cases;
mod common;
mod conformance;
mod files;
mod hidden;
mod journal;
mod odds;
mod playthroughs;
mod properties;
mod shipped;
mod told;
