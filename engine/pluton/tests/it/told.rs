//! A game in full, decision by decision, with everything that follows from each: shared by the tests and by the example
//! that prints one.

use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Log, tell};
use szala_kernel::{ActionList, Names, Notation, Play, Rules, RunSeed, Table};
use szala_pluton::Pluton;

use crate::bold::choose_boldly;

/// Bold players play the games with even numbers, chance the others.
pub(crate) fn told(rules: &Pluton, seed: u64, number: u64) -> String {
    let game = RunSeed(seed).game(number);
    let mut players = ByChance::new(game);
    let mut table = Table::new(SeededDice::new(game), Log::default());
    rules.tell_opening(&mut table.journal);
    let mut list = ActionList::within(rules.limits());
    let finished = rules.play_out_loud(&mut rules.opening(), &mut table, &mut list, |rules, state, legal| {
        if number.is_multiple_of(2) {
            choose_boldly(rules, state, legal, &mut players)
        } else {
            players.choose(rules.to_act(state), legal.len())
        }
    });
    let mut lines = Vec::new();
    for entry in &table.journal.entries {
        let indent = if matches!(entry, Entry::Decision(..)) { "" } else { "  " };
        lines.push(format!("{indent}{}", tell(rules, entry)));
    }
    let winner = finished.outcome.winner.map_or("nobody", |side| rules.side_name(side));
    lines.push(format!("{winner}: {}, lead {} points", finished.outcome.reason, finished.outcome.lead));
    lines.join("\n") + "\n"
}
