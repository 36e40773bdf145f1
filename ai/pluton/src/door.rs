//! The door of *Pluton*: its description, and its games for programs that know none.

use szala_files::Assumption;
use szala_files::variant::Varied;
use szala_kernel::odds::OddsTable;
use szala_pluton::Pluton;
use szala_system::{Exchanging, Filed, NoExchange, Opened, RuleSystem, System};

use crate::Players;

/// *Pluton*, platoon combat of 1939.
pub static SYSTEM: &dyn System = &Filed::<Players>::new();

impl RuleSystem for Players {
    const NAME: &'static str = "pluton";
    const ABOUT: &'static str =
        "Pluton, platoon combat of 1939 on hexes, with drifting barrages and turned counters";
    const LEDGER: &'static str = include_str!("../../../engine/pluton/rules.toml");
    const LEXICON: &'static str = include_str!("../../../engine/pluton/polish.toml");
    const SCENARIOS: &'static [&'static str] =
        &["scenarios/pluton/parzymiechy.toml", "scenarios/pluton/free-set-up.toml"];
    const CASE_SCENARIOS: [&'static str; 2] = ["scenarios/pluton", "drill"];

    fn title(rules: &Pluton) -> &str {
        &rules.scenario().title
    }

    fn variant(rules: &Pluton) -> Option<&str> {
        rules.scenario().variant.as_deref()
    }

    fn assumptions(rules: &Pluton) -> Vec<Assumption> {
        Varied::assumptions(rules).to_vec()
    }

    fn odds_tables(rules: &Pluton) -> Vec<OddsTable> {
        rules.odds_tables()
    }

    fn time_limit(rules: &Pluton) -> Option<u32> {
        Some(rules.scenario().stages.into())
    }

    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Err("its ground and its forces were drawn for one another")
    }
}
