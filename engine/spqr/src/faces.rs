//! The game as others see it: text and names of decisions. No rule depends on them.

pub(crate) mod casebook;
pub(crate) mod notation;
pub(crate) mod pairing;
