//! The chapters of the rulebook, one file each, and `rules`, which sends every question to the chapter of the task on
//! top of the agenda. How a game is written down, drawn or read from files they leave to the other rooms.

pub(crate) mod audit;
pub(crate) mod command;
pub(crate) mod fire;
pub(crate) mod flight;
pub(crate) mod flow;
pub(crate) mod formation;
pub(crate) mod game;
pub(crate) mod guns;
pub(crate) mod losses;
pub(crate) mod melee;
pub(crate) mod movement;
pub(crate) mod opening;
pub(crate) mod reaction;
pub(crate) mod reinforcement;
pub(crate) mod retreat;
pub(crate) mod rules;
pub(crate) mod sequence;
pub(crate) mod sharing;
pub(crate) mod sight;
pub(crate) mod skirmish;
pub(crate) mod stacking;
pub(crate) mod victory;
pub(crate) mod words;
