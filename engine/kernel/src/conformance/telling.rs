//! Games in full, as they lie beside the scenarios to be read.

use core::fmt::Write as _;

use super::{ByChance, Choose};
use crate::actions::ActionList;
use crate::dice::SeededDice;
use crate::journal::{Entry, Log, tell};
use crate::rules::{Notation, Play};
use crate::seed::GameSeed;
use crate::table::Table;

/// A game, decision by decision, with everything that follows from each.
pub fn told<R: Notation>(rules: &R, game: GameSeed, choose: Choose<R>) -> String {
    let mut players = ByChance::new(game);
    let mut table = Table::new(SeededDice::new(game), Log::default());
    rules.tell_opening(&mut table.journal);
    let mut list = ActionList::within(rules.limits());
    let outcome = rules
        .play_out_loud(&mut rules.opening(), &mut table, &mut list, |rules, state, legal| {
            choose(rules, state, legal, &mut players)
        })
        .outcome;
    let mut told = String::new();
    for entry in &table.journal.entries {
        let indent = if matches!(entry, Entry::Decision(..)) { "" } else { "  " };
        writeln!(told, "{indent}{}", tell(rules, entry)).expect("a string takes everything");
    }
    let who = outcome.winner.map_or("a draw".to_owned(), |side| format!("{} win", rules.side_name(side)));
    told + &format!("{who}: {} [{}], lead {}\n", outcome.reason, outcome.rule, outcome.lead)
}
