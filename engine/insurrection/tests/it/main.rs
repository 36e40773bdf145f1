//! The family tested from outside, in one program: linking once is faster than linking nine times.

mod bold;
mod books;
mod broken_scenarios;
mod cases;
mod common;
mod conformance;
mod field;
mod journal;
mod leaders;
mod maciejowice;
mod odds;
mod odds_melee;
mod pairing;
mod properties;
mod record;
mod rooms;
mod scenarios;
mod schema;
#[path = "../../../files/tests/shared/schemas.rs"]
mod schemas;
mod shipped;
mod survey;
mod variants;
mod varied;
