//! The game as others see it: text, names of decisions, and the cases that compare the rules with the book. No rule
//! depends on them.

pub(crate) mod casebook;
pub(crate) mod notation;
pub(crate) mod odds;
pub(crate) mod pairing;
pub(crate) mod picture;
pub(crate) mod record;
pub(crate) mod survey;
pub(crate) mod told;
