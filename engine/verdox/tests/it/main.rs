//! The system tested from outside, in one program: linking once is faster than linking ten times.

mod agreed;
mod broken;
mod cases;
mod common;
mod conformance;
mod drawn;
mod exchange;
mod fuzz;
mod generated;
mod hidden;
mod journal;
mod odds;
mod pairing;
mod playthroughs;
mod properties;
mod record;
mod schema;
#[path = "../../../files/tests/shared/schemas.rs"]
mod schemas;
mod shipped;
mod told;
mod varied;
