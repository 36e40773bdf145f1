//! The game as others see it: text and names of decisions, pictures, records. No rule depends on them.

pub(crate) mod casebook;
pub(crate) mod notation;
pub(crate) mod odds;
pub(crate) mod pairing;
pub(crate) mod picture;
pub(crate) mod record;
pub(crate) mod survey;
mod tables;
