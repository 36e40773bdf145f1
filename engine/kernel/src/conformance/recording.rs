//! What is promised of recording games, for any system that does: `recording_conformance!` makes the tests,
//! one for each promise.

use crate::actions::ActionList;
use crate::dice::SeededDice;
use crate::journal::Journal;
use crate::record::{ABSENT, Column, Kind, Recorded, Whose};
use crate::rule::Rule;
use crate::rules::Rules;
use crate::table::Table;

use super::{ByChance, SEED};

/// Makes a module `$name` with the tests for the rules that `$rules` makes, playing `$games` games a promise.
#[macro_export]
macro_rules! recording_conformance {
    ($name:ident, $rules:expr, games: $games:expr) => {
        mod $name {
            use super::*;
            use $crate::conformance::recording as suite;

            #[test]
            fn no_two_columns_have_the_same_name_and_each_cites_its_rule() {
                suite::no_two_columns_have_the_same_name_and_each_cites_its_rule(&$rules);
            }
            #[test]
            fn every_value_is_of_its_kind_even_of_a_game_broken_off() {
                suite::every_value_is_of_its_kind_even_of_a_game_broken_off(&$rules, $games);
            }
            #[test]
            fn notes_change_no_game() {
                suite::notes_change_no_game(&$rules, $games);
            }
            #[test]
            fn no_row_knows_of_the_game_before() {
                suite::no_row_knows_of_the_game_before(&$rules, $games);
            }
            #[test]
            fn taking_notes_allocates_nothing() {
                suite::taking_notes_allocates_nothing(&$rules, $games);
            }
        }
    };
}

/// Plays a game by chance, for so many decisions at most, noting each; and how many there were.
fn play<R: Recorded>(
    rules: &R,
    number: u64,
    most: usize,
    notes: &mut R::Notes,
    list: &mut ActionList<R::Action>,
) -> (R::State, usize) {
    play_with(rules, number, most, notes, list, |notes, state, action| {
        rules.note_decision(notes, state, action);
    })
}

fn play_with<R: Rules, J: Journal>(
    rules: &R,
    number: u64,
    most: usize,
    journal: &mut J,
    list: &mut ActionList<R::Action>,
    mut note: impl FnMut(&mut J, &R::State, R::Action),
) -> (R::State, usize) {
    let seed = SEED.game(number);
    let mut players = ByChance::new(seed);
    let mut table = Table::new(SeededDice::new(seed), journal);
    let mut state = rules.opening();
    let mut decisions = 0;
    while decisions < most && rules.outcome(&state).is_none() {
        list.clear();
        rules.actions(&state, list);
        let action = list[players.choose(rules.to_act(&state), list.len())];
        note(table.journal, &state, action);
        rules.apply(&mut state, action, &mut table);
        decisions += 1;
    }
    (state, decisions)
}

/// Whoever reads a file finds a column by its name, and by the number of its rule in the book what it counts.
pub fn no_two_columns_have_the_same_name_and_each_cites_its_rule<R: Recorded>(rules: &R) {
    let columns = rules.columns();
    for (place, Column { what, whose, about, .. }) in columns.iter().enumerate() {
        let same = |other: &Column| other.what == *what && other.whose == *whose;
        assert!(!columns[..place].iter().any(same), "{what} of {whose:?} is there twice");
        let is_word = what.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
        assert!(is_word && !what.is_empty(), "{what:?} is no name");
        let is_nobody = match whose {
            Whose::Unit(_, name) => name.is_empty(),
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

/// A count is not below nought, a stage not below one, a name one of those there are; and only stages and
/// names may be absent.
pub fn every_value_is_of_its_kind_even_of_a_game_broken_off<R: Recorded>(rules: &R, games: u64) {
    let columns = rules.columns();
    let mut list = ActionList::within(rules.limits());
    let (mut notes, mut row) = (rules.notes(), vec![0; columns.len()]);
    for number in 0..games {
        // Every other game is broken off: one at once, the next after a decision.
        let most =
            if number % 2 == 0 { usize::MAX } else { usize::try_from(number / 2).unwrap_or(usize::MAX) };
        let (state, _) = play(rules, number, most, &mut notes, &mut list);
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

/// With notes the game is the same as without.
pub fn notes_change_no_game<R: Recorded>(rules: &R, games: u64) {
    let mut list = ActionList::within(rules.limits());
    let (mut notes, mut row) = (rules.notes(), vec![0; rules.columns().len()]);
    for number in 0..games {
        let silent = play_with(rules, number, usize::MAX, &mut (), &mut list, |(), _, _| ());
        let heard = play(rules, number, usize::MAX, &mut notes, &mut list);
        assert_eq!(heard, silent, "game {number} of {SEED:?}");
        rules.write_row(&mut notes, &heard.0, &mut row);
    }
}

/// Writing a row empties the notes: a row is the same whatever was played before.
pub fn no_row_knows_of_the_game_before<R: Recorded>(rules: &R, games: u64) {
    let mut list = ActionList::within(rules.limits());
    let columns = rules.columns().len();
    let mut kept = rules.notes();
    for number in 0..games {
        let mut row_of = |notes: &mut R::Notes| {
            let mut row = vec![0; columns];
            let (state, _) = play(rules, number, usize::MAX, notes, &mut list);
            rules.write_row(notes, &state, &mut row);
            row
        };
        assert_eq!(row_of(&mut kept), row_of(&mut rules.notes()), "game {number} of {SEED:?}");
    }
}

/// Once the notes are there, neither they nor the row need the heap.
pub fn taking_notes_allocates_nothing<R: Recorded>(rules: &R, games: u64) {
    let mut list = ActionList::within(rules.limits());
    let (mut notes, mut row) = (rules.notes(), vec![0; rules.columns().len()]);
    let counted = allocation_counter::measure(|| {
        for number in 0..games {
            let (state, _) = play(rules, number, usize::MAX, &mut notes, &mut list);
            rules.write_row(&mut notes, &state, &mut row);
        }
    });
    assert_eq!(counted.count_total, 0, "{games} games allocated {} times", counted.count_total);
}
