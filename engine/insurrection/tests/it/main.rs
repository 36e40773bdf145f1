//! The family tested from outside, in one program: linking once is faster than linking nine times.

mod broken_scenarios;
mod cases;
mod common;
mod conformance;
mod fuzz;
mod journal;
mod odds;
mod odds_melee;
mod pairing;
mod properties;
mod record;
mod scenarios;
mod shipped;
mod survey;
mod variants;
mod varied;
