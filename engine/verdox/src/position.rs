//! The position: the units, the scenario, where everything is, the possible decisions. It holds facts and looks them
//! up; the chapters draw conclusions from them.

pub(crate) mod action;
pub(crate) mod data;
pub(crate) mod ground;
pub(crate) mod ids;
pub(crate) mod kinds;
pub(crate) mod state;
