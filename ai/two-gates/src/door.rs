//! The door of the toy: its description, and its game for programs that know none.

use szala_kernel::toy::TwoGates;
use szala_system::{Exchanging, Fixed, NoExchange, Opened, RuleSystem, System};

use crate::Players;

/// *Two Gates*, the toy.
pub static SYSTEM: &dyn System = &Fixed::<Players>::new();

impl RuleSystem for Players {
    const NAME: &'static str = "two-gates";
    const ABOUT: &'static str = "Two Gates, the toy game that shows every part of a rule system";
    const LEDGER: &'static str = include_str!("../../../engine/kernel/rules.toml");
    const LEXICON: &'static str = include_str!("../../../engine/kernel/polish.toml");

    fn title(_: &TwoGates) -> &'static str {
        "Two Gates"
    }

    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Err("it has no ground, and lots are drawn anew for every raid")
    }
}
