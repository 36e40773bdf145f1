//! The system tested from outside, in one program.

mod absent;
mod bold;
mod cases;
mod conformance;
mod fights;
mod files;
mod geometry;
mod odds;
mod pairings;
mod playthroughs;
mod told;
