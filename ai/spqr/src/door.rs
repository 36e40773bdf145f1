//! The door of *SPQR*: its description, and its games for programs that know none.

use szala_files::Assumption;
use szala_files::variant::Varied;
use szala_kernel::odds::OddsTable;
use szala_spqr::Spqr;
use szala_system::{Exchanging, Filed, NoExchange, Opened, RuleSystem, System};

use crate::Players;

/// *SPQR*, ancient battles.
pub static SYSTEM: &dyn System = &Filed::<Players>::new();

impl RuleSystem for Players {
    const NAME: &'static str = "spqr";
    const ABOUT: &'static str =
        "SPQR, ancient battles: leaders who order lines, missiles, shock and rout on hexes";
    const LEDGER: &'static str = include_str!("../../../engine/spqr/rules.toml");
    const LEXICON: &'static str = include_str!("../../../engine/spqr/polish.toml");
    const SCENARIOS: &'static [&'static str] = &[
        "scenarios/spqr/bagradas-half.toml",
        "scenarios/spqr/bagradas.toml",
        "scenarios/spqr/cynoscephalae.toml",
    ];
    const CASE_SCENARIOS: [&'static str; 2] = ["scenarios/spqr", "drill"];

    fn title(rules: &Spqr) -> &str {
        &rules.scenario().title
    }

    fn variant(rules: &Spqr) -> Option<&str> {
        rules.scenario().variant.as_deref()
    }

    fn assumptions(rules: &Spqr) -> Vec<Assumption> {
        Varied::assumptions(rules).to_vec()
    }

    fn odds_tables(rules: &Spqr) -> Vec<OddsTable> {
        rules.odds_tables()
    }

    fn time_limit(rules: &Spqr) -> Option<u32> {
        Some(rules.scenario().switches.turns.into())
    }

    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Err("its armies were drawn up for one another")
    }
}
