//! The position: units, leaders, the scenario, where everybody is, the possible decisions. It holds facts and looks
//! them up; the chapters draw conclusions from them.

pub(crate) mod action;
pub(crate) mod agenda;
pub(crate) mod data;
pub(crate) mod ground;
pub(crate) mod ids;
pub(crate) mod state;
pub(crate) mod tables;
