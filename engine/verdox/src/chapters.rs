//! The chapters of the rulebook, and `rules`, which sends every question to the chapter that answers it. How a game
//! is written down, drawn or read from files is left to the other rooms.

pub(crate) mod attack;
pub(crate) mod audit;
pub(crate) mod barges;
pub(crate) mod ending;
pub(crate) mod entry;
pub(crate) mod forces;
pub(crate) mod game;
pub(crate) mod movement;
pub(crate) mod rules;
pub(crate) mod sight;
pub(crate) mod terrain;
pub(crate) mod turn;
pub(crate) mod words;
