//! The promises of systems whose games are recorded.

use std::collections::BTreeSet;

use crate::actions::ActionList;
use crate::dice::SeededDice;
use crate::journal::Journal;
use crate::record::{ABSENT, Column, Kind, Recorded, Whose};
use crate::rule::Rule;
use crate::rules::Rules;
use crate::table::Table;

use super::{ByChance, SEED, Trial};

/// Plays a game, noting each decision, until it has had `most` of them; returns how many it had.
fn play<R: Recorded>(
    trial: &Trial<R>,
    number: u64,
    most: usize,
    notes: &mut R::Notes,
    list: &mut ActionList<R::Action>,
) -> (R::State, usize) {
    let rules = &trial.rules;
    play_with(trial, number, most, notes, list, |notes, state, action| {
        rules.note_decision(notes, state, action);
    })
}

fn play_with<R: Rules, J: Journal>(
    trial: &Trial<R>,
    number: u64,
    most: usize,
    journal: &mut J,
    list: &mut ActionList<R::Action>,
    mut note: impl FnMut(&mut J, &R::State, R::Action),
) -> (R::State, usize) {
    let (rules, choose, seed) = (&trial.rules, trial.chooser(number), SEED.game(number));
    let mut players = ByChance::new(seed);
    let mut table = Table::new(SeededDice::new(seed), journal);
    let mut state = rules.opening();
    let mut decisions = 0;
    while decisions < most && rules.outcome(&state).is_none() {
        list.clear();
        rules.actions(&state, list);
        let action = list[choose(rules, &state, list, &mut players)];
        note(table.journal, &state, action);
        rules.apply(&mut state, action, &mut table);
        decisions += 1;
    }
    (state, decisions)
}

/// A column's name is unique, and the number of its rule leads to the meaning of the count in the book.
pub fn no_two_columns_have_the_same_name_and_each_cites_its_rule<R: Recorded>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let columns = rules.columns();
    for (place, Column { what, whose, about, .. }) in columns.iter().enumerate() {
        let same = |other: &Column| other.what == *what && other.whose == *whose;
        assert!(!columns[..place].iter().any(same), "{what} of {whose:?} is there twice");
        let is_word = what.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
        assert!(is_word && !what.is_empty(), "{what:?} is no name");
        let is_nobody = match whose {
            Whose::Unit(_, name) | Whose::AllOf(_, name) => name.is_empty(),
            Whose::OneOf(_, group, number) => group.is_empty() || *number == 0,
            Whose::Game | Whose::Side(_) | Whose::Stage(_) | Whose::SideStage(..) => false,
        };
        assert!(!is_nobody, "{what} of nobody");
        let cited = about.split('[').skip(1).filter_map(|behind| behind.split(']').next());
        let numbers: Vec<&str> = cited.flat_map(|numbers| numbers.split(", ")).collect();
        assert!(!numbers.is_empty(), "{what} of {whose:?} cites no rule: {about}");
        for number in numbers {
            assert!(Rule::parse(number).is_ok(), "{what} of {whose:?} cites {number}");
        }
        assert!(about.ends_with('.'), "{about:?} is no sentence");
    }
}

/// A count is at least 0, a stage at least 1, a name in the list of names; and only stages and names may be absent.
pub fn every_value_is_of_its_kind_even_of_a_game_broken_off<R: Recorded>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let columns = rules.columns();
    let mut list = ActionList::within(rules.limits());
    let (mut notes, mut row) = (rules.notes(), vec![0; columns.len()]);
    for number in 0..*games {
        // Every other game is broken off: one at once, the next after a decision.
        let most =
            if number % 2 == 0 { usize::MAX } else { usize::try_from(number / 2).unwrap_or(usize::MAX) };
        let (state, _) = play(trial, number, most, &mut notes, &mut list);
        row.fill(ABSENT + 1);
        rules.write_row(&mut notes, &state, &mut row);
        for (column, value) in columns.iter().zip(&row) {
            let fits = match &column.kind {
                Kind::Count => *value >= 0,
                Kind::Number => *value > ABSENT + 1,
                Kind::Stage => *value == ABSENT || *value >= 1,
                Kind::Name(names) => {
                    *value == ABSENT || usize::try_from(*value).is_ok_and(|place| place < names.len())
                }
            };
            assert!(fits, "game {number}: {} of {:?} is {value}", column.what, column.whose);
        }
    }
}

/// Every column is filled by some game: one that is absent in all of them, or 0, was forgotten, or depends on words
/// that the journal no longer uses. Columns of the same kind count as one, since a few games do not affect every
/// unit; and up to twenty times as many games are played until all are filled, for the sake of rare events.
pub fn no_column_is_absent_in_every_game<R: Recorded>(trial: &Trial<R>) {
    let (rules, games) = (&trial.rules, 20 * trial.games);
    let columns = rules.columns();
    let mut list = ActionList::within(rules.limits());
    let (mut notes, mut row) = (rules.notes(), vec![0; columns.len()]);
    let mut empty: BTreeSet<&str> = columns.iter().map(|column| column.what).collect();
    for number in 0..games {
        let (state, _) = play(trial, number, usize::MAX, &mut notes, &mut list);
        rules.write_row(&mut notes, &state, &mut row);
        for (column, value) in columns.iter().zip(&row) {
            let is_filled = match column.kind {
                Kind::Count | Kind::Number => *value != 0,
                Kind::Stage | Kind::Name(_) => *value != ABSENT,
            };
            if is_filled {
                empty.remove(column.what);
            }
        }
        if empty.is_empty() {
            return;
        }
    }
    panic!("columns that no game of {games} fills: {empty:?}");
}

/// With notes the game is the same as without.
pub fn notes_change_no_game<R: Recorded>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let mut list = ActionList::within(rules.limits());
    let (mut notes, mut row) = (rules.notes(), vec![0; rules.columns().len()]);
    for number in 0..*games {
        let silent = play_with(trial, number, usize::MAX, &mut (), &mut list, |(), _, _| ());
        let heard = play(trial, number, usize::MAX, &mut notes, &mut list);
        assert_eq!(heard, silent, "game {number} of {SEED:?}");
        rules.write_row(&mut notes, &heard.0, &mut row);
    }
}

/// Writing a row empties the notes: a row does not depend on the games played before.
pub fn no_row_knows_of_the_game_before<R: Recorded>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let mut list = ActionList::within(rules.limits());
    let columns = rules.columns().len();
    let mut kept = rules.notes();
    for number in 0..*games {
        let mut row_of = |notes: &mut R::Notes| {
            let mut row = vec![0; columns];
            let (state, _) = play(trial, number, usize::MAX, notes, &mut list);
            rules.write_row(notes, &state, &mut row);
            row
        };
        assert_eq!(row_of(&mut kept), row_of(&mut rules.notes()), "game {number} of {SEED:?}");
    }
}

/// Once the notes exist, neither they nor the row use the heap.
pub fn taking_notes_allocates_nothing<R: Recorded>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let mut list = ActionList::within(rules.limits());
    let (mut notes, mut row) = (rules.notes(), vec![0; rules.columns().len()]);
    let counted = allocation_counter::measure(|| {
        for number in 0..*games {
            let (state, _) = play(trial, number, usize::MAX, &mut notes, &mut list);
            rules.write_row(&mut notes, &state, &mut row);
        }
    });
    assert_eq!(counted.count_total, 0, "{games} games allocated {} times", counted.count_total);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::by_chance;
    use crate::toy::TwoGates;

    /// [2.1] Without a game nobody scores: that is what a column with a forgotten value looks like.
    #[test]
    #[should_panic(expected = "columns that no game of 0 fills")]
    fn a_column_that_no_game_fills_is_found() {
        no_column_is_absent_in_every_game(&Trial::new(TwoGates, 0, by_chance));
    }
}
