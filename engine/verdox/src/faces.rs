//! The faces that a game shows to others: text, pictures, records, names of decisions, answers to players, the same
//! rules on exchanged ground, and the cases that hold the rules to their book. No rule depends on them.

pub(crate) mod casebook;
pub(crate) mod exchange;
pub(crate) mod notation;
pub(crate) mod pairing;
pub(crate) mod picture;
pub(crate) mod record;
pub(crate) mod survey;
pub(crate) mod told;
