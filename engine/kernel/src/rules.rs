//! The trait of a rule system: a small half to implement, and a larger half that follows from it.
//!
//! Every decision that the rulebook gives to a player is an action of that player, no matter whose turn it is: a
//! reaction, a retreat, the choice of who takes a loss, a secret choice. The state says who is to act; the rules
//! decide nothing for a player. Randomness is left to the dice of the table, which are rolled while an action is
//! carried out.

use core::fmt;
use core::hash::Hash;

use crate::actions::{ActionList, Limits};
use crate::dice::{Dice, SeededDice, Subject};
use crate::journal::Journal;
use crate::seed::GameSeed;
use crate::table::Table;
use crate::{Book, Outcome, Rule, Side};

/// A rule system with one scenario loaded: data that never changes while a game is played.
pub trait Rules {
    /// A position, everything that the course of the game depends on: plain data of fixed size.
    type State: Clone + Eq + Hash + fmt::Debug;
    /// One decision of one side.
    type Action: Copy + Eq + Hash + fmt::Debug;

    /// The position before the first decision.
    fn opening(&self) -> Self::State;

    /// Whose decision is next. Meaningless once there is an [`outcome`](Self::outcome).
    fn to_act(&self, state: &Self::State) -> Side;

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Adds every legal action to the empty list, always in the same order; at least one while the game lasts.
    fn actions(&self, state: &Self::State, list: &mut ActionList<Self::Action>);

    /// The rule that forbids the action here, or `None` when it is legal; it must always agree with
    /// [`actions`](Self::actions).
    fn refusal(&self, state: &Self::State, action: Self::Action) -> Option<Rule>;

    /// Carries out a legal action, with everything that follows until the next decision. An illegal one may
    /// panic or corrupt the state: [`Play::try_apply`] is for actions from outside.
    fn apply<D: Dice, J: Journal>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        table: &mut Table<D, J>,
    );

    /// Replaces what `viewer` cannot know (secret choices, hidden units) by something that is possible as far as
    /// `viewer` knows, and changes nothing else. Must not depend on what it replaces.
    fn imagine<D: Dice>(&self, state: &mut Self::State, viewer: Side, dice: &mut D);

    /// Checks that the position is possible.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    fn audit(&self, state: &Self::State) -> Result<(), Fault>;

    /// Bounds of this system with this scenario.
    fn limits(&self) -> Limits;

    /// Is nothing that was begun left to finish: no reaction, retreat, loss or melee that interrupts a turn? Exact odds
    /// end there by default. In a system that says nothing of it every decision stands alone.
    fn is_settled(&self, _state: &Self::State) -> bool {
        true
    }
}

/// An invariant that does not hold: a bug in the rules, or an impossible position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule behind it.
    pub rule: Rule,
    /// The invariant, as a sentence that should be true.
    pub invariant: &'static str,
    /// Where it fails.
    pub whose: Subject,
}

/// The names of a rule system's sides, units, places and values: everything needed to read a journal of any game.
pub trait Names {
    /// Writes the name of a unit, hex or chit.
    ///
    /// # Errors
    /// Only the formatter's.
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Writes a value of the kind `what`, as in [`Event::Change`](crate::journal::Event::Change): the hex `0709`
    /// and not its index.
    ///
    /// # Errors
    /// Only the formatter's.
    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The name of a side.
    fn side_name(&self, side: Side) -> &str;

    /// The unit of time that pictures and records count: a stage, a turn.
    fn time(&self) -> &'static str {
        "stage"
    }

    /// The book that is played, by whose numbers rules are printed. By default the book whose numbers the code cites.
    fn book(&self) -> &Book {
        Book::own()
    }

    /// The number of a rule in the book that is played, for output: readers have that book in front of them.
    fn cited(&self, rule: Rule) -> Rule {
        self.book().number(rule)
    }
}

/// [`Names`] to print.
pub trait Naming: Names {
    /// The name of a unit, hex or chit.
    fn name(&self, subject: Subject) -> impl fmt::Display {
        fmt::from_fn(move |f| self.write_subject(subject, f))
    }

    /// A value in the system's notation.
    fn value(&self, what: &'static str, value: i32) -> impl fmt::Display {
        fmt::from_fn(move |f| self.write_value(what, value, f))
    }
}

impl<N: Names + ?Sized> Naming for N {}

/// How a rule system writes its actions: one notation for traces, replays, rule cases and errors.
pub trait Notation: Rules + Names {
    /// Writes an action.
    ///
    /// # Errors
    /// Only the formatter's.
    fn write_action(&self, action: Self::Action, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads an action as written.
    ///
    /// # Errors
    /// What is wrong with the text and what would be right, as a message.
    fn parse_action(&self, text: &str) -> Result<Self::Action, String>;

    /// Reports the values of the [opening](Rules::opening) as changes from nothing, so that a journal that starts
    /// with them describes the whole position.
    fn tell_opening<J: Journal>(&self, journal: &mut J);
}

/// An action that the rules forbid; the state is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction<A> {
    /// The action.
    pub action: A,
    /// The rule that forbids it.
    pub rule: Rule,
}

/// What follows from [`Rules`] for every system. A blanket implementation, so no system can have its own.
pub trait Play: Rules {
    /// Carries out an action from outside, if it is legal.
    ///
    /// # Errors
    /// The rule that forbids it; the state is then unchanged.
    fn try_apply<D: Dice, J: Journal>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        table: &mut Table<D, J>,
    ) -> Result<(), IllegalAction<Self::Action>> {
        if let Some(rule) = self.refusal(state, action) {
            return Err(IllegalAction { action, rule });
        }
        self.apply(state, action, table);
        Ok(())
    }

    /// Plays a position to its end; `choose` returns the place of one of the legal actions, of which there is always
    /// at least one. Decisions are not written to the journal, see [`play_out_loud`](Self::play_out_loud).
    ///
    /// # Panics
    /// When the game cannot be played to its end, see [`Aborted`].
    fn play_on<D: Dice, J: Journal>(
        &self,
        state: &mut Self::State,
        table: &mut Table<D, J>,
        list: &mut ActionList<Self::Action>,
        choose: impl FnMut(&Self, &Self::State, &[Self::Action], &mut Table<D, J>) -> usize,
    ) -> Finished {
        self.play_unless_aborted(state, table, list, choose).unwrap_or_else(|aborted| panic!("{aborted}"))
    }

    /// [`play_on`](Self::play_on) for callers that continue with the next game even if this one has no end.
    ///
    /// # Errors
    /// Why the game was broken off; the position is the one at that moment.
    fn play_unless_aborted<D: Dice, J: Journal>(
        &self,
        state: &mut Self::State,
        table: &mut Table<D, J>,
        list: &mut ActionList<Self::Action>,
        mut choose: impl FnMut(&Self, &Self::State, &[Self::Action], &mut Table<D, J>) -> usize,
    ) -> Result<Finished, Aborted> {
        self.play_by(state, table, |rules, state, table| {
            list.clear();
            rules.actions(state, list);
            (!list.is_empty()).then(|| list[choose(rules, state, list, table)])
        })
    }

    /// The same for players that do not need the list of legal actions, and so do not pay for it: `decide` returns a
    /// legal action, or `None` when there is none.
    ///
    /// # Errors
    /// Why the game was broken off; the position is the one at that moment.
    fn play_by<D: Dice, J: Journal>(
        &self,
        state: &mut Self::State,
        table: &mut Table<D, J>,
        mut decide: impl FnMut(&Self, &Self::State, &mut Table<D, J>) -> Option<Self::Action>,
    ) -> Result<Finished, Aborted> {
        let most = self.limits().decisions;
        let mut decisions = 0;
        loop {
            if let Some(outcome) = self.outcome(state) {
                return Ok(Finished { outcome, decisions });
            }
            if decisions == most {
                return Err(Aborted::TooLong { decisions });
            }
            let Some(action) = decide(self, state, table) else {
                return Err(Aborted::DeadEnd { decisions });
            };
            debug_assert_eq!(self.refusal(state, action), None, "an illegal action: {action:?}");
            self.apply(state, action, table);
            decisions += 1;
        }
    }

    /// [`play_on`](Self::play_on) with every decision written to the journal.
    fn play_out_loud<D: Dice, J: Journal>(
        &self,
        state: &mut Self::State,
        table: &mut Table<D, J>,
        list: &mut ActionList<Self::Action>,
        mut choose: impl FnMut(&Self, &Self::State, &[Self::Action]) -> usize,
    ) -> Finished
    where
        Self: Notation + Sized,
    {
        self.play_on(state, table, list, |rules, state, legal, table| {
            let chosen = choose(rules, state, legal);
            table.decision(rules.to_act(state), &rules.say(legal[chosen]));
            chosen
        })
    }

    /// One whole game with the dice that belong to its number; not a [keyed](GameSeed::is_keyed) one, whose dice
    /// should be kept from game to game: [`GameDice`](crate::dice::GameDice).
    ///
    /// # Panics
    /// When the game is keyed.
    fn play_game(
        &self,
        game: GameSeed,
        list: &mut ActionList<Self::Action>,
        mut choose: impl FnMut(&Self, &Self::State, &[Self::Action]) -> usize,
    ) -> Finished {
        assert!(!game.is_keyed(), "a keyed game is played with keyed dice");
        let mut table = Table::new(SeededDice::new(game), ());
        self.play_on(&mut self.opening(), &mut table, list, |rules, state, legal, _| {
            choose(rules, state, legal)
        })
    }

    /// The action in the system's notation.
    fn say(&self, action: Self::Action) -> impl fmt::Display
    where
        Self: Notation,
    {
        fmt::from_fn(move |f| self.write_action(action, f))
    }
}

impl<R: Rules> Play for R {}

/// A game played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finished {
    /// How it ended; the rule as the code numbers it, see [`Names::cited`].
    pub outcome: Outcome,
    /// How many decisions it took.
    pub decisions: usize,
}

/// A game that has no end: a bug in the rules, or in the data of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aborted {
    /// It goes on beyond [`Limits::decisions`].
    TooLong {
        /// How many decisions had been taken.
        decisions: usize,
    },
    /// Nothing is legal, and the game is not over.
    DeadEnd {
        /// How many decisions had been taken.
        decisions: usize,
    },
}

impl Aborted {
    /// How many decisions had been taken.
    pub const fn decisions(self) -> usize {
        match self {
            Self::TooLong { decisions } | Self::DeadEnd { decisions } => decisions,
        }
    }
}

impl fmt::Display for Aborted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { decisions } => {
                write!(f, "a game of more than {decisions} decisions: Limits::decisions is too small")
            }
            Self::DeadEnd { decisions } => {
                write!(f, "a dead end after {decisions} decisions: nothing is legal and the game is not over")
            }
        }
    }
}

impl core::error::Error for Aborted {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunSeed;
    use crate::toy::{Action, State, TwoGates};

    /// Two Gates with a wrong limit of decisions, or without any raid to make.
    struct Broken {
        most: usize,
        raids: bool,
    }

    impl Rules for Broken {
        type State = State;
        type Action = Action;

        fn opening(&self) -> State {
            TwoGates.opening()
        }

        fn to_act(&self, state: &State) -> Side {
            TwoGates.to_act(state)
        }

        fn outcome(&self, state: &State) -> Option<Outcome> {
            TwoGates.outcome(state)
        }

        fn actions(&self, state: &State, list: &mut ActionList<Action>) {
            TwoGates.actions(state, list);
            list.retain(|action| self.raids || !matches!(action, Action::Aim(_)));
        }

        fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
            TwoGates.refusal(state, action)
        }

        fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
            TwoGates.apply(state, action, table);
        }

        fn imagine<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
            TwoGates.imagine(state, viewer, dice);
        }

        fn audit(&self, state: &State) -> Result<(), Fault> {
            TwoGates.audit(state)
        }

        fn limits(&self) -> Limits {
            Limits { decisions: self.most, ..TwoGates.limits() }
        }
    }

    fn play(most: usize, raids: bool) -> Result<Finished, Aborted> {
        let rules = Broken { most, raids };
        let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
        let mut list = ActionList::within(rules.limits());
        rules.play_unless_aborted(&mut rules.opening(), &mut table, &mut list, |_, _, _, _| 0)
    }

    #[test]
    fn a_game_that_cannot_end_is_broken_off_and_says_why() {
        // Three raids take three decisions at least; lots are drawn, and then there is no gate to choose.
        assert_eq!(play(5, true), Err(Aborted::TooLong { decisions: 5 }));
        assert_eq!(play(12, false), Err(Aborted::DeadEnd { decisions: 1 }));
        assert!(play(12, true).is_ok());
    }

    #[test]
    #[should_panic(expected = "Limits::decisions is too small")]
    fn play_on_panics_when_a_game_has_no_end() {
        let rules = Broken { most: 5, raids: true };
        let mut list = ActionList::within(rules.limits());
        rules.play_game(RunSeed(1).game(0), &mut list, |_, _, _| 0);
    }
}
