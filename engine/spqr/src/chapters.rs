//! The chapters of the rulebook, and `rules`, which sends every question to the chapter that answers it. How a game
//! is written down or read from files is left to the other rooms.

pub(crate) mod activation;
pub(crate) mod audit;
pub(crate) mod clash;
pub(crate) mod columns;
pub(crate) mod course;
pub(crate) mod double;
pub(crate) mod drivers;
pub(crate) mod elephants;
pub(crate) mod engaged;
pub(crate) mod extension;
pub(crate) mod fights;
pub(crate) mod game;
pub(crate) mod ground;
pub(crate) mod leaders;
pub(crate) mod lines;
pub(crate) mod missiles;
pub(crate) mod movement;
pub(crate) mod orders;
pub(crate) mod pursuit;
pub(crate) mod refusals;
pub(crate) mod results;
pub(crate) mod ridden;
pub(crate) mod rout;
pub(crate) mod rules;
pub(crate) mod shock;
pub(crate) mod special;
pub(crate) mod stacks;
pub(crate) mod victory;
pub(crate) mod windows;
pub(crate) mod words;
pub(crate) mod yielding;
pub(crate) mod zones;
