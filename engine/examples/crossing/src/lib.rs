//! *Night Crossing*: a game of two choices and one die, whose every chance can be worked out by hand. It shows what the
//! commands answer where the truth is known, and how a small game reads scenario files.
//!
//! Smugglers hide at one of two fords [1.1], guards watch one [1.2], and a die of ten sides decides [2.3]: the
//! smugglers cross with `watched` tenths where the guards are and with `open` tenths where they are not [2.1], and
//! with two tenths more in mist and flood together [2.2]. Lanterns do nothing [1.3]. If both sides choose by a coin,
//! the smugglers' chance lies halfway between `watched` and `open`.

mod casebook;
mod notation;
mod pairing;
mod picture;
mod record;
mod scenario;

use szala_files::Assumption;
use szala_kernel::{
    ActionList, Ask, Dice, Die, Fault, Journal, Limits, Outcome, Rule, Rules, Side, Subject, Table, rule,
};

/// [2.2] How many tenths better the chances are in mist and flood.
const IN_MIST_AND_FLOOD: u8 = 2;
/// [2.1] The best chance that a scenario can give: mist and flood do not make it more than certain.
const BEST: u8 = 8;

/// The rules, with the values of a scenario.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// What the scenario is called.
    pub title: String,
    /// The variant, if it is one.
    pub variant: Option<String>,
    /// What its values stand on.
    pub assumptions: Vec<Assumption>,
    /// [2.1] The chance where the guards watch, in tenths.
    watched: u8,
    /// [2.1] The chance elsewhere, in tenths.
    open: u8,
    /// [2.2] How thick the mist is, 0 for none.
    mist: u8,
    /// [2.2] How high the flood is, 0 for none.
    flood: u8,
}

/// A ford.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ford {
    /// The upper one.
    Upper,
    /// The lower one.
    Lower,
}

impl Ford {
    /// Both, in the order of their names in lists.
    pub const BOTH: [Self; 2] = [Self::Upper, Self::Lower];
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// [1.1] Hide at a ford.
    Hide(Ford),
    /// [1.2] Watch a ford.
    Watch(Ford),
}

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// [1.1] Where the smugglers hide.
    hidden: Option<Ford>,
    /// [1.2] Where the guards watch.
    watched: Option<Ford>,
    /// [2.3] Have the smugglers crossed? Nothing before they try.
    has_crossed: Option<bool>,
}

/// The side's number in dice and journals.
const fn subject(side: Side) -> Subject {
    Subject(side as u16)
}

impl Crossing {
    /// [2.1] [2.2] The smugglers' chance, in tenths.
    pub fn chance(&self, is_watched: bool) -> u8 {
        let at_ford = if is_watched { self.watched } else { self.open };
        // [2.2] Neither does anything alone.
        at_ford + if self.mist > 0 && self.flood > 0 { IN_MIST_AND_FLOOD } else { 0 }
    }
}

impl Rules for Crossing {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        State::default()
    }

    fn to_act(&self, state: &State) -> Side {
        // [1.1] The smugglers first. [1.2] Then the guards.
        if state.hidden.is_none() { Side::First } else { Side::Second }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        // [3.1] Who has crossed wins.
        let crossed = Outcome::win(Side::First, 1, rule!("3.1"), "crossed");
        let caught = Outcome::win(Side::Second, -1, rule!("3.1"), "caught");
        Some(if state.has_crossed? { crossed } else { caught })
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        for action in Ford::BOTH.into_iter().flat_map(|ford| [Action::Hide(ford), Action::Watch(ford)]) {
            if self.refusal(state, action).is_none() {
                list.push(action);
            }
        }
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        if let Some(ended) = self.outcome(state) {
            return Some(ended.rule);
        }
        match action {
            Action::Hide(_) => state.hidden.is_some().then_some(rule!("1.1")),
            Action::Watch(_) => state.hidden.is_none().then_some(rule!("1.2")),
        }
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        match action {
            Action::Hide(ford) => state.hidden = Some(ford),
            Action::Watch(ford) => {
                state.watched = Some(ford);
                let chance = self.chance(state.hidden == Some(ford));
                let face = table.roll(Die::of(10), Ask::new(rule!("2.3"), 1).by(subject(Side::First)));
                let crosses = face <= chance;
                table.change(rule!("2.3"), "crossed", subject(Side::First), 0, crosses.into());
                state.has_crossed = Some(crosses);
            }
        }
    }

    /// [1.1] The guards do not know the ford.
    fn imagine<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        if viewer == Side::Second && state.hidden.is_some() && state.has_crossed.is_none() {
            let fords = [Subject(0), Subject(1)];
            state.hidden = Some(Ford::BOTH[dice.draw(Ask::new(rule!("1.1"), 1), &fords)]);
        }
    }

    fn audit(&self, state: &State) -> Result<(), Fault> {
        let holds = |holds: bool, rule, invariant| {
            if holds { Ok(()) } else { Err(Fault { rule, invariant, whose: Subject::NONE }) }
        };
        holds(
            state.watched.is_none() || state.hidden.is_some(),
            rule!("1.2"),
            "nobody watches before somebody hides",
        )?;
        holds(
            state.has_crossed.is_some() == state.watched.is_some(),
            rule!("2.3"),
            "the die falls when a ford is watched",
        )
    }

    fn limits(&self) -> Limits {
        // Two fords to choose from, a choice a side, and the one die. [1.1] [1.2] [2.3]
        Limits { actions: 2, decisions: 2, dice: 1 }
    }
}

#[cfg(test)]
mod tests;
