//! The door of *Verdox*: its description, and its games for programs that know none.

use szala_files::Assumption;
use szala_files::variant::Varied;
use szala_kernel::odds::OddsTable;
use szala_kernel::rule;
use szala_system::{Exchanging, Filed, NoExchange, Off, Opened, RuleSystem, Switch, System};
use szala_verdox::{OPEN_TURNS, Verdox};

use crate::Players;

/// The battle for the fortress of Verdox.
pub static SYSTEM: &dyn System = &Filed::<Players>::new();

impl RuleSystem for Players {
    const NAME: &'static str = "verdox";
    const ABOUT: &'static str = "The battle for the fortress of Verdox, on squares, with hidden counters";
    const LEDGER: &'static str = include_str!("../../../engine/verdox/rules.toml");
    const LEXICON: &'static str = include_str!("../../../engine/verdox/polish.toml");
    const SCENARIOS: &'static [&'static str] =
        &["scenarios/verdox/mirror.toml", "scenarios/verdox/fortress.toml"];
    const CASE_SCENARIOS: [&'static str; 2] = ["scenarios/verdox", "drill"];

    fn title(rules: &Verdox) -> &str {
        &rules.scenario().title
    }

    fn variant(rules: &Verdox) -> Option<&str> {
        rules.scenario().variant.as_deref()
    }

    fn assumptions(rules: &Verdox) -> Vec<Assumption> {
        Varied::assumptions(rules).to_vec()
    }

    fn odds_tables(rules: &Verdox) -> Vec<OddsTable> {
        rules.odds_tables()
    }

    fn time_limit(rules: &Verdox) -> Option<u32> {
        Some(rules.scenario().turns.unwrap_or(OPEN_TURNS).into())
    }

    fn switches(rules: &Verdox) -> Vec<Switch> {
        let counted = rules.scenario().turns.map(|_| "switches.length=open".to_owned());
        let counted = counted.map(|set| Switch { off: Off::Ending(rule!("4.3")), set });
        counted.into_iter().collect()
    }

    fn exchange(game: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Ok(game)
    }
}
