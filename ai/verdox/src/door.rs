//! The door of *Verdox*: its description, and its games for programs that know none.

use szala_files::Assumption;
use szala_files::variant::Varied;
use szala_kernel::odds::OddsTable;
use szala_kernel::{BySide, Names, Side, rule};
use szala_system::{Exchanging, Filed, NoExchange, Off, Opened, RuleSystem, Switch, System};
use szala_verdox::{Bar, OPEN_TURNS, Verdox};

use crate::Players;

/// The battle for the fortress of Verdox.
pub static SYSTEM: &dyn System = &Filed::<Players>::new();

/// The columns of what may happen to a side, or through it, and what it is kept from so that it does not.
const EVENTS: [(&str, Bar); 10] = [
    ("assaults", Bar::Assaults),
    ("shots", Bar::Shots),
    ("units_lost", Bar::UnitsLost),
    ("horses_lost", Bar::HorsesLost),
    ("units_sunk", Bar::UnitsSunk),
    ("breaches", Bar::Breaches),
    ("shots_at_walls", Bar::Breaches),
    ("barges_taken", Bar::BargesTaken),
    ("barges_sunk", Bar::BargesSunk),
    ("shots_at_barges", Bar::BargesSunk),
];

impl RuleSystem for Players {
    const NAME: &'static str = "verdox";
    const ABOUT: &'static str = "The battle for the fortress of Verdox, on squares, with hidden counters";
    const LEDGER: &'static str = include_str!("../../../engine/verdox/rules.toml");
    const LEXICON: &'static str = include_str!("../../../engine/verdox/polish.toml");
    const SCENARIOS: &'static [&'static str] =
        &["scenarios/verdox/mirror.toml", "scenarios/verdox/fortress.toml", "scenarios/verdox/siege.toml"];
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
        let ending = |rule, set: String| Switch { off: Off::Ending(rule), set };
        let counted = rules.scenario().turns.map(|_| ending(rule!("4.3"), "switches.length=open".to_owned()));
        let barred = |bar: Bar| rules.scenario().barred.sides(bar);
        let taken = Bar::HeadquartersTaken;
        let is_open = barred(taken) != BySide([true; 2]);
        let both = Side::BOTH.map(|side| rules.side_name(side)).join(", ");
        let taken = is_open.then(|| ending(rule!("4.1"), format!("barred.{}={both}", taken.name())));
        let of_side = |side: Side| {
            let barring = move |(column, bar): (&'static str, Bar)| {
                Switch::barring(column, bar.name(), side, barred(bar), rules)
            };
            EVENTS.into_iter().filter_map(barring)
        };
        counted.into_iter().chain(taken).chain(Side::BOTH.into_iter().flat_map(of_side)).collect()
    }

    fn exchange(game: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Ok(game)
    }
}

#[cfg(test)]
mod tests;
