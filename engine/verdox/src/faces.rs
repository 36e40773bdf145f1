//! The game as others see it: text, pictures, records, names of decisions, answers to players, the same rules on
//! exchanged ground, and the cases that compare the rules with the book. No rule depends on them.

pub(crate) mod casebook;
pub(crate) mod exchange;
pub(crate) mod notation;
pub(crate) mod odds;
pub(crate) mod pairing;
pub(crate) mod picture;
pub(crate) mod record;
pub(crate) mod survey;
pub(crate) mod told;
