//! The chapters of the rulebook, and `rules`, which sends every question to the chapter that answers it. How a game
//! is written down or read from files is left to the other rooms.

pub(crate) mod audit;
pub(crate) mod barrages;
pub(crate) mod close_combat;
pub(crate) mod commanders;
pub(crate) mod course;
pub(crate) mod entry;
pub(crate) mod game;
pub(crate) mod levels;
pub(crate) mod masking;
pub(crate) mod movement;
pub(crate) mod paper;
pub(crate) mod rules;
pub(crate) mod sight;
pub(crate) mod small_arms;
pub(crate) mod stacks;
pub(crate) mod victory;
pub(crate) mod words;
