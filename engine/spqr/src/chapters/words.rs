//! Words of the journal: what changed.

pub(crate) const TURN: &str = "turn";
pub(crate) const HEX: &str = "hex";
pub(crate) const FACING: &str = "facing";
pub(crate) const HITS: &str = "hits";
pub(crate) const ROUTED: &str = "routed";
pub(crate) const ALIVE: &str = "alive";
pub(crate) const TOP: &str = "top of the stack";
pub(crate) const MISSILES: &str = "missiles";
pub(crate) const COLUMN: &str = "in column";
pub(crate) const OF_TABLE: &str = "column of the table";
pub(crate) const ORDER: &str = "order to withdraw";
pub(crate) const PHASE: &str = "orders phase";
