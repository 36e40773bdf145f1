//! The faces that a game shows to others: text, pictures, tables, records, names of decisions, answers to players, and
//! the cases that hold the rules to their book. They read positions and ask the chapters; no rule depends on them.

pub(crate) mod casebook;
pub(crate) mod notation;
pub(crate) mod odds;
pub(crate) mod pairing;
pub(crate) mod picture;
pub(crate) mod record;
pub(crate) mod survey;
pub(crate) mod tables;
pub(crate) mod told;
