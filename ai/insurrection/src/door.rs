//! The door of the family: its description, and its games for programs that know none. A scenario is played in the
//! smallest room that fits, small or large.

use core::cell::Cell;

use szala_files::case::Report;
use szala_files::source::Problems;
use szala_files::variant::{Texts, Varied};
use szala_files::{Assumption, Known};
use szala_insurrection::{Insurrection, Large, Room, Small, scenario};
use szala_kernel::odds::OddsTable;
use szala_kernel::{Side, rule};
use szala_system::{
    CaseAsked, CaseWorked, Changes, Exchanging, Filed, FindScenario, Game, NoExchange, Off, Opened, Opening,
    RuleSystem, Switch, System,
};

use crate::Players;

/// The rule family of *Niemenczyn 1794*.
pub static SYSTEM: &dyn System = &Family { small: Filed::new(), large: Filed::new() };

/// The family in both rooms.
struct Family {
    small: Filed<Players<Small>>,
    large: Filed<Players<Large>>,
}

impl System for Family {
    fn name(&self) -> &'static str {
        self.small.name()
    }

    fn about(&self) -> &'static str {
        self.small.about()
    }

    fn lexicon(&self) -> &'static str {
        self.small.lexicon()
    }

    fn scenarios(&self) -> &'static [&'static str] {
        self.small.scenarios()
    }

    fn game(&self) -> Option<Box<dyn Game>> {
        None
    }

    fn open(&self, path: &str, files: Texts<'_>, changes: &Changes) -> Result<Opening, Problems> {
        // A scenario that fits in the small room fits in the large one, so the large one can answer.
        let variant = changes.variant::<Insurrection<Large>>(files)?;
        let loaded = scenario::load_variant::<Large>(path, files, &variant)?;
        if loaded.scenario.fits::<Small>() {
            self.small.open(path, files, changes)
        } else {
            self.large.open(path, files, changes)
        }
    }

    fn kinds_of_files(&self) -> Vec<(&'static str, &'static str)> {
        self.small.kinds_of_files()
    }

    fn schema(&self, kind: &str) -> Option<String> {
        self.small.schema(kind)
    }

    fn paths(&self, path: &str, files: Texts<'_>, changes: &Changes) -> Result<Vec<Known>, Problems> {
        self.large.paths(path, files, changes)
    }

    fn look_up(
        &self,
        path: &str,
        files: Texts<'_>,
        changes: &Changes,
        paths: &[&str],
    ) -> Result<Vec<Known>, Problems> {
        self.large.look_up(path, files, changes, paths)
    }

    fn run_cases(&self, file: &str, text: &str, files: Texts<'_>, find: FindScenario<'_>) -> Report {
        self.in_its_room(files, find, |system, find| system.run_cases(file, text, files, find))
    }

    fn case_odds(
        &self,
        asked: &CaseAsked<'_>,
        files: Texts<'_>,
        find: FindScenario<'_>,
    ) -> Result<CaseWorked, String> {
        self.in_its_room(files, find, |system, find| system.case_odds(asked, files, find))
    }
}

impl Family {
    /// Works on cases in the small room, and once more in the large one when one of their scenarios needs it.
    fn in_its_room<T>(
        &self,
        files: Texts<'_>,
        find: FindScenario<'_>,
        work: impl Fn(&dyn System, FindScenario<'_>) -> T,
    ) -> T {
        let is_large = Cell::new(false);
        let found = work(&self.small, &|name, folder| {
            let path = find(name, folder);
            let loaded = scenario::load_into::<Large>(&path, files);
            is_large.set(is_large.get() || loaded.is_ok_and(|loaded| !loaded.scenario.fits::<Small>()));
            path
        });
        if is_large.get() { work(&self.large, find) } else { found }
    }
}

impl<R: Room> RuleSystem for Players<R> {
    const NAME: &'static str = "insurrection";
    const ABOUT: &'static str = "Niemenczyn 1794 and its family: battles of the insurrection, on hexes";
    const LEDGER: &'static str = include_str!("../../../engine/insurrection/rules.toml");
    const LEXICON: &'static str = include_str!("../../../engine/insurrection/polish.toml");
    const SCENARIOS: &'static [&'static str] =
        &["scenarios/niemenczyn-1794/historical.toml", "scenarios/niemenczyn-1794/alternative.toml"];
    const CASE_SCENARIOS: [&'static str; 2] = ["scenarios/niemenczyn-1794", "historical"];

    fn title(rules: &Insurrection<R>) -> &str {
        &rules.scenario().title
    }

    fn variant(rules: &Insurrection<R>) -> Option<&str> {
        rules.scenario().variant.as_deref()
    }

    fn assumptions(rules: &Insurrection<R>) -> Vec<Assumption> {
        Varied::assumptions(rules).to_vec()
    }

    fn odds_tables(rules: &Insurrection<R>) -> Vec<OddsTable> {
        rules.odds_tables()
    }

    fn time_limit(rules: &Insurrection<R>) -> Option<u32> {
        Some(rules.scenario().stages.into())
    }

    fn switches(rules: &Insurrection<R>) -> Vec<Switch> {
        let ending = |rule, set: &str| Switch { off: Off::Ending(rule), set: set.to_owned() };
        let camp =
            rules.scenario().camp_that_draws().map(|_| ending(rule!("13.1"), "values.camp_draws=false"));
        // No game has more points than that.
        let automatic = ending(rule!("12.4"), "automatic_victory=100");
        // [13.1] A camp that makes no draw is as good as never reached.
        let reached = camp.clone().map(|camp| Switch { off: Off::Event("camp_stage", None), ..camp });
        let barred = &rules.scenario().values.barred;
        let events = [
            ("charges", "charges", barred.charges),
            ("counterattacks", "counterattacks", barred.counterattacks),
            ("guns_captured", "captures", barred.captures),
            ("commanders_killed", "deaths", barred.deaths),
        ];
        let of_side = |side: Side| {
            let barring = move |(column, path, already)| Switch::barring(column, path, side, already, rules);
            events.into_iter().filter_map(barring)
        };
        let events = Side::BOTH.into_iter().flat_map(of_side);
        camp.into_iter().chain([automatic]).chain(reached).chain(events).collect()
    }

    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Err("its map is drawn for the sides as they are, works and camps, and chits say who is next")
    }
}

#[cfg(test)]
mod tests;
