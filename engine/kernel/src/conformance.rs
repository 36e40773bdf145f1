//! One macro tests a whole rule system.
//!
//! ```
//! use szala_kernel::toy::TwoGates;
//! szala_kernel::conformance!(two_gates, TwoGates, games: 1000);
//! # fn main() {}
//! ```
//! makes a module of tests, one for each promise of the four suites: [`playing`] ([`Rules`] and
//! [`Notation`]), [`recording`] ([`Recorded`](crate::Recorded)), [`pairing`] ([`Paired`](crate::Paired)) and
//! [`picturing`] ([`Pictured`](crate::Pictured)). A system passes when each promise holds at every decision of every
//! game. A system that is not drawn, or whose games are long, names its suites, each with its number of games:
//!
//! ```
//! # use szala_kernel::toy::TwoGates;
//! szala_kernel::conformance!(two_gates, TwoGates, playing: 100, recording: 50);
//! # fn main() {}
//! ```
//!
//! Games are played at random. If random play hardly ever reaches the rare rules, give every other game to a player
//! who seeks them, a [`Choose`]: `conformance!(drill, load("drill"); boldly: choose_boldly, playing: 100)`.

use crate::rules::Naming;
pub mod pairing;
pub mod picturing;
pub mod playing;
pub mod recording;
pub mod telling;

use std::collections::{BTreeMap, BTreeSet};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Rule;
use crate::actions::ActionList;
use crate::dice::{SeededDice, Subject, fair_choice};
use crate::journal::{Entry, Event, Log};
use crate::rules::{Notation, Play, Rules};
use crate::seed::{GameSeed, RunSeed, Stream};
use crate::side::{BySide, Side};
use crate::table::Table;

/// The seed of every conformance run: a failure names a game that can be played again.
pub const SEED: RunSeed = RunSeed(0x000C_0F03);

/// Makes a module `$name` with the suites for the rules that `$rules` makes: all of them with `games`, or only those
/// that are named, each with its number of games. The [module](mod@crate::conformance) says more.
#[macro_export]
macro_rules! conformance {
    ($name:ident, $rules:expr $(; boldly: $boldly:path)?, games: $games:expr) => {
        $crate::conformance!(
            $name, $rules $(; boldly: $boldly)?,
            playing: $games, recording: $games, pairing: $games, picturing: $games
        );
    };
    ($name:ident, $rules:expr; boldly: $boldly:path, $($suite:ident: $games:expr),+ $(,)?) => {
        mod $name {
            use super::*;
            $($crate::conformance_suite!($suite, $crate::conformance::Trial::new($rules, $games, $boldly));)+
        }
    };
    ($name:ident, $rules:expr, $($suite:ident: $games:expr),+ $(,)?) => {
        $crate::conformance!($name, $rules; boldly: $crate::conformance::by_chance, $($suite: $games),+);
    };
}

/// The tests of one suite.
#[doc(hidden)]
#[macro_export]
macro_rules! conformance_suite {
    (playing, $trial:expr) => {
        $crate::conformance_suite!(
            @tests playing, $trial,
            listed_actions_apply_and_every_position_passes_the_audit,
            ten_times_as_many_games_pass_the_audit_after_every_action,
            unlisted_actions_are_refused_with_a_rule_and_change_nothing,
            no_action_is_listed_twice,
            the_same_seed_plays_the_same_game,
            keyed_dice_play_the_same_game_again_and_never_use_a_key_twice,
            a_clone_replays_identically,
            the_journal_changes_nothing,
            notation_round_trips,
            imagining_hides_what_the_viewer_cannot_know_and_nothing_else,
            games_in_which_random_bytes_decide_never_panic,
            playing_allocates_nothing
        );
    };
    (recording, $trial:expr) => {
        $crate::conformance_suite!(
            @tests recording, $trial,
            no_two_columns_have_the_same_name_and_each_cites_its_rule,
            every_value_is_of_its_kind_even_of_a_game_broken_off,
            no_column_is_absent_in_every_game,
            notes_change_no_game,
            no_row_knows_of_the_game_before,
            taking_notes_allocates_nothing
        );
    };
    (pairing, $trial:expr) => {
        $crate::conformance_suite!(
            @tests pairing, $trial,
            no_two_legal_actions_share_a_key,
            the_order_of_the_list_does_not_matter,
            every_place_of_a_list_is_chosen_equally_often,
            a_choice_tells_nothing_of_the_next,
            keyed_dice_show_every_face_equally_often_whatever_was_rolled_before,
            situations_depend_on_nothing_hidden,
            playing_by_keys_allocates_nothing
        );
    };
    (picturing, $trial:expr) => {
        $crate::conformance_suite!(
            @tests picturing, $trial,
            a_board_is_of_cells_with_names_and_all_else_lies_where_there_are_cells,
            every_counter_is_somewhere_and_the_stacks_are_in_order,
            nothing_hidden_is_drawn,
            deeds_agree_with_what_is_drawn_before_and_after,
            tables_have_a_cell_for_every_column
        );
    };
    (@tests $suite:ident, $trial:expr, $($promise:ident),+) => {
        mod $suite {
            use super::*;
            $(
                #[test]
                fn $promise() {
                    $crate::conformance::$suite::$promise(&$trial);
                }
            )+
        }
    };
    ($other:ident, $trial:expr) => {
        compile_error!(concat!(
            "there is no suite `", stringify!($other), "`; there are playing, recording, pairing, picturing"
        ));
    };
}

/// A player who plays at random, from the streams of the game's two players.
#[derive(Clone, Debug)]
pub struct ByChance(BySide<Xoshiro256PlusPlus>);

impl ByChance {
    /// The random players of one game.
    pub fn new(game: GameSeed) -> Self {
        Self(BySide::from_fn(|side| Xoshiro256PlusPlus::seed_from_u64(game.key(Stream::of_player(side)))))
    }

    /// One of `count` places, all equally likely.
    pub fn choose(&mut self, side: Side, count: usize) -> usize {
        fair_choice(count, || self.0[side].next_u32())
    }
}

/// How a game is played: returns the place of one of the legal actions.
pub type Choose<R> = fn(&R, &<R as Rules>::State, &[<R as Rules>::Action], &mut ByChance) -> usize;

/// Plays at random.
pub fn by_chance<R: Rules>(
    rules: &R,
    state: &R::State,
    legal: &[R::Action],
    players: &mut ByChance,
) -> usize {
    players.choose(rules.to_act(state), legal.len())
}

/// Rules under test: how many games are played, and how every other one of them is.
#[derive(Clone, Copy, Debug)]
pub struct Trial<R: Rules> {
    /// The rules.
    pub rules: R,
    /// How many games a promise is tried in.
    pub games: u64,
    /// How games of odd numbers are played; the others are played at random.
    pub boldly: Choose<R>,
}

impl<R: Rules> Trial<R> {
    /// A trial of these rules.
    pub const fn new(rules: R, games: u64, boldly: Choose<R>) -> Self {
        Self { rules, games, boldly }
    }

    /// How the game of this number is played.
    fn chooser(&self, number: u64) -> Choose<R> {
        if number.is_multiple_of(2) { by_chance } else { self.boldly }
    }

    /// Passes each position with the action, the next position and the journal of the action to `look`: for
    /// properties that must hold at every step of every game of a system.
    pub fn each_step(&self, mut look: impl FnMut(&R::State, R::Action, &R::State, &[Entry])) {
        let mut list = ActionList::within(self.rules.limits());
        for number in 0..self.games {
            let (choose, seed) = (self.chooser(number), SEED.game(number));
            let mut players = ByChance::new(seed);
            let mut table = Table::new(SeededDice::new(seed), Log::default());
            let mut state = self.rules.opening();
            while self.rules.outcome(&state).is_none() {
                list.clear();
                self.rules.actions(&state, &mut list);
                let action = list[choose(&self.rules, &state, &list, &mut players)];
                let before = state.clone();
                table.journal.entries.clear();
                self.rules.apply(&mut state, action, &mut table);
                look(&before, action, &state, &table.journal.entries);
            }
        }
    }
}

impl<R: Rules> Trial<R> {
    /// The rules that the games reach, and those that end them: how much the promises above are worth.
    pub fn rules_at_work(&self) -> BTreeSet<Rule> {
        let mut found = BTreeSet::new();
        self.each_step(|_, _, after, entries| {
            found.extend(entries.iter().filter_map(|entry| match entry {
                Entry::Event(event) => Some(event.rule()),
                Entry::Decision(..) | Entry::Opinion { .. } => None,
            }));
            found.extend(self.rules.outcome(after).map(|outcome| outcome.rule));
        });
        found
    }
}

impl<R: Notation> Trial<R> {
    /// Plays each game, with its opening written as changes, and passes the values that its journal reports to
    /// `look`, with the final position. Each change must start from the value that the previous change ended with.
    /// `forgets` names the values that an event resets without a journal line.
    pub fn each_account(
        &self,
        forgets: impl Fn(&Event, &str) -> bool,
        mut look: impl FnMut(&Account, &R::State),
    ) {
        let rules = &self.rules;
        let mut list = ActionList::within(rules.limits());
        for number in 0..self.games {
            let (choose, seed) = (self.chooser(number), SEED.game(number));
            let mut players = ByChance::new(seed);
            let mut table = Table::new(SeededDice::new(seed), Log::default());
            rules.tell_opening(&mut table.journal);
            let mut state = rules.opening();
            rules.play_out_loud(&mut state, &mut table, &mut list, |rules, state, legal| {
                choose(rules, state, legal, &mut players)
            });
            let mut account = Account::default();
            for entry in &table.journal.entries {
                let Entry::Event(event) = entry else { continue };
                account.values.retain(|(_, what), _| !forgets(event, what));
                account.write_down(rules, event);
            }
            look(&account, &state);
        }
    }
}

/// The values of a game as its journal reports them, in the words of the system.
#[derive(Clone, Debug, Default)]
pub struct Account {
    values: BTreeMap<(Subject, &'static str), String>,
}

impl Account {
    fn write_down<R: Notation>(&mut self, rules: &R, event: &Event) {
        let Event::Change { rule, what, whose, from, to } = *event else { return };
        let before = rules.value(what, from).to_string();
        if let Some(known) = self.values.insert((whose, what), rules.value(what, to).to_string()) {
            let whose = rules.name(whose);
            assert_eq!(known, before, "[{rule}] {what} of {whose} changes from a wrong value");
        }
    }

    /// The last value that was reported, or `unreported`.
    pub fn value<'a>(&'a self, whose: Subject, what: &'static str, unreported: &'a str) -> &'a str {
        self.values.get(&(whose, what)).map_or(unreported, String::as_str)
    }
}
