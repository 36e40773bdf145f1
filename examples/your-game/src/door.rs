//! The game as the command knows it: its name, its ledger, its scenarios.

use szala_files::Assumption;
use szala_system::{Filed, RuleSystem, System};

use crate::players::Players;
use crate::position::Ford;

/// The Ford.
pub const SYSTEM: &dyn System = &Filed::<Players>::new();

impl RuleSystem for Players {
    const NAME: &'static str = "the-ford";
    const ABOUT: &'static str = "The Ford, a river crossing with four units a side";
    const LEDGER: &'static str = include_str!("../rules.toml");
    const SCENARIOS: &'static [&'static str] = &["scenarios/the-ford.toml"];
    const CASE_SCENARIOS: [&'static str; 2] = ["scenarios", "the-ford"];

    fn title(rules: &Ford) -> &str {
        &rules.title
    }

    fn variant(rules: &Ford) -> Option<&str> {
        rules.variant.as_deref()
    }

    fn assumptions(rules: &Ford) -> Vec<Assumption> {
        rules.assumptions.clone()
    }
}
