//! The position: who is who, what a scenario says, where everybody is, what comes next, what can be decided. It holds
//! facts and looks them up; what follows from them is for the chapters to say.

pub(crate) mod action;
pub(crate) mod agenda;
pub mod data;
pub(crate) mod ground;
pub(crate) mod ids;
pub(crate) mod room;
pub(crate) mod state;
pub(crate) mod whereabouts;
