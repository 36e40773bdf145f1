//! *Two Gates*: a toy game that uses every part of a rule system, to be read in five minutes.
//!
//! Three raids on a castle with two gates. In each raid lots decide who raids [1.1]; the raider chooses a gate in
//! secret [1.2]; the other side posts its guard [1.3]. A raider who finds the gate open scores a point [2.1]. At a
//! guarded gate the guard may shoot or let him pass [2.2]: a shot drives him off at 4 or less on a d10, minus 1 for a
//! guard who has not shot yet [2.3]. After three raids the side with more points wins, and equal points are a draw
//! [3.1].

mod memory;
mod picture;

use core::fmt;

use crate::actions::{ActionList, Limits};
use crate::dice::{Ask, Dice, Die, Subject};
use crate::journal::Journal;
use crate::pairing::Paired;
use crate::rules::{Fault, Names, Notation, Rules};
use crate::side::{BySide, Side};
use crate::table::Table;
use crate::{Outcome, Rule, rule};

pub use memory::Memory;

/// The rules; there is one scenario and it needs no data.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoGates;

/// One of the two gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Nobody has drawn lots yet: the first side asks for them.
    Lots,
    /// Which gate is raided.
    Raid,
    /// Which gate is guarded.
    Post,
    /// Whether the guard shoots at the raider whom it meets.
    React,
    /// Nothing: the game has ended.
    Over,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The next decision.
    pub step: Step,
    /// How many raids have ended.
    pub raid: u8,
    /// Who raids, or raided last.
    pub raider: Side,
    /// The gate that is raided; secret until the guard has been posted.
    pub aim: Option<Gate>,
    /// The gate that is guarded.
    pub guard: Option<Gate>,
    /// Whether a side's guard has spent the first shot. [2.3]
    pub has_shot: BySide<bool>,
    /// The points of each side.
    pub points: BySide<u8>,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Draw lots who raids.
    DrawLots,
    /// Raid this gate; nobody else knows which.
    Aim(Gate),
    /// Guard this gate.
    Guard(Gate),
    /// Shoot at the raider.
    Shoot,
    /// Let him pass.
    LetPass,
}

/// How many raids a game has. [3.1]
pub const RAIDS: u8 = 3;
/// [2.3] A shot that comes to this or less drives the raider off.
const DRIVEN_OFF: i32 = 4;
const EVERY_ACTION: [Action; 7] = [
    Action::DrawLots,
    Action::Aim(Gate::Left),
    Action::Aim(Gate::Right),
    Action::Guard(Gate::Left),
    Action::Guard(Gate::Right),
    Action::Shoot,
    Action::LetPass,
];

/// How the journal and the dice name a side.
pub const fn banner(side: Side) -> Subject {
    Subject(side as u16)
}

impl State {
    /// The points of a side.
    pub fn points(&self, side: Side) -> u8 {
        self.points[side]
    }

    /// Has this side's guard spent his first shot? [2.3]
    pub fn has_shot(&self, side: Side) -> bool {
        self.has_shot[side]
    }

    /// Who raids, from the lots to the end of the raid.
    pub fn raider(&self) -> Option<Side> {
        matches!(self.step, Step::Raid | Step::Post | Step::React).then_some(self.raider)
    }

    /// Has the raider met the guard? [2.2]
    pub fn is_raider_met(&self) -> bool {
        self.step == Step::React
    }
}

impl TwoGates {
    fn end_raid<D: Dice, J: Journal>(state: &mut State, scores: Option<Rule>, table: &mut Table<D, J>) {
        if let Some(rule) = scores {
            let points = &mut state.points[state.raider];
            table.change(rule, "points", banner(state.raider), (*points).into(), (*points + 1).into());
            *points += 1;
        }
        (state.aim, state.guard) = (None, None);
        state.raid += 1;
        state.step = if state.raid == RAIDS { Step::Over } else { Step::Lots };
    }
}

impl Rules for TwoGates {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        State {
            step: Step::Lots,
            raid: 0,
            raider: Side::First,
            aim: None,
            guard: None,
            has_shot: BySide::default(),
            points: BySide::default(),
        }
    }

    fn to_act(&self, state: &State) -> Side {
        match state.step {
            Step::Lots | Step::Over => Side::First,
            Step::Raid => state.raider,
            // [1.3] [2.2] The guard decides in the middle of the other side's raid.
            Step::Post | Step::React => !state.raider,
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.step != Step::Over {
            return None;
        }
        // [3.1] More points win; equal points are a draw.
        let lead = i32::from(state.points[Side::First]) - i32::from(state.points[Side::Second]);
        let ended = rule!("3.1");
        Some(match lead {
            0 => Outcome::draw(0, ended, "equal points"),
            1.. => Outcome::win(Side::First, lead, ended, "more points"),
            _ => Outcome::win(Side::Second, lead, ended, "more points"),
        })
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        EVERY_ACTION
            .into_iter()
            .filter(|action| self.refusal(state, *action).is_none())
            .for_each(|action| list.push(action));
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        let (due, rule) = match action {
            Action::DrawLots => (Step::Lots, rule!("1.1")),
            Action::Aim(_) => (Step::Raid, rule!("1.2")),
            Action::Guard(_) => (Step::Post, rule!("1.3")),
            Action::Shoot | Action::LetPass => (Step::React, rule!("2.2")),
        };
        (state.step != due).then_some(rule)
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        match action {
            Action::DrawLots => {
                // [1.1] Both sides are equally likely to raid.
                let lots = Side::BOTH.map(banner);
                state.raider = Side::BOTH[table.draw(Ask::new(rule!("1.1"), state.raid), &lots)];
                state.step = Step::Raid;
            }
            Action::Aim(gate) => {
                // [1.2] In secret: the journal, which both sides may read, does not say which gate.
                state.aim = Some(gate);
                state.step = Step::Post;
            }
            Action::Guard(gate) => {
                state.guard = Some(gate);
                if state.aim == state.guard {
                    state.step = Step::React;
                } else {
                    // [2.1] The gate is open.
                    Self::end_raid(state, Some(rule!("2.1")), table);
                }
            }
            Action::LetPass => Self::end_raid(state, Some(rule!("2.2")), table),
            Action::Shoot => {
                let guard = !state.raider;
                let ask = Ask::new(rule!("2.3"), state.raid).by(banner(guard)).at(banner(state.raider));
                // [2.3] 4 or less drives the raider off; the guard's first shot subtracts 1 from the die.
                let first = if state.has_shot[guard] { 0 } else { -1 };
                let total =
                    i32::from(table.roll(Die::D10, ask)) + table.note(rule!("2.3"), first, "first shot");
                state.has_shot[guard] = true;
                Self::end_raid(state, (total > DRIVEN_OFF).then_some(rule!("2.3")), table);
            }
        }
    }

    fn imagine<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        if state.step == Step::Post && viewer != state.raider {
            let gates = [Subject(0), Subject(1)];
            let gate = [Gate::Left, Gate::Right][dice.draw(Ask::new(rule!("1.2"), state.raid), &gates)];
            state.aim = Some(gate);
        }
    }

    fn audit(&self, state: &State) -> Result<(), Fault> {
        let holds = |holds: bool, rule, invariant| {
            if holds { Ok(()) } else { Err(Fault { rule, invariant, whose: Subject::NONE }) }
        };
        let points = state.points[Side::First] + state.points[Side::Second];
        holds(points <= state.raid && state.raid <= RAIDS, rule!("2.1"), "a raid scores at most one point")?;
        holds(
            (state.step == Step::Over) == (state.raid == RAIDS),
            rule!("3.1"),
            "the game ends after three raids",
        )?;
        let secret_is_set = matches!(state.step, Step::Post | Step::React);
        holds(
            state.aim.is_some() == secret_is_set,
            rule!("1.2"),
            "a gate is chosen before the guard is posted",
        )
    }

    fn limits(&self) -> Limits {
        // Two gates or two reactions; lots, gate, guard and reaction in each raid; one draw and one shot in each.
        Limits { actions: 2, decisions: 4 * RAIDS as usize, dice: 2 * RAIDS as usize }
    }
}

impl Paired for TwoGates {
    fn action_key(&self, action: Action) -> u64 {
        match action {
            Action::DrawLots => 0,
            Action::Aim(gate) => 1 << 1 | gate as u64,
            Action::Guard(gate) => 2 << 1 | gate as u64,
            Action::Shoot => 3 << 1,
            Action::LetPass => 4 << 1,
        }
    }

    /// The raid and the decision to be made in it.
    fn situation_key(&self, state: &State) -> u64 {
        u64::from(state.raid) << 8 | state.step as u64
    }

    /// [1.2] Which gate is raided.
    fn is_secret(&self, state: &State) -> bool {
        state.step == Step::Raid
    }
}

impl Names for TwoGates {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Side::BOTH.get(usize::from(subject.0)) {
            Some(side) => f.write_str(self.side_name(*side)),
            None => f.write_str("nobody"),
        }
    }

    fn write_value(&self, _: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{value}")
    }

    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::First => "Red",
            Side::Second => "Blue",
        }
    }
}

impl Notation for TwoGates {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match action {
            Action::DrawLots => "draw lots",
            Action::Aim(Gate::Left) => "raid left",
            Action::Aim(Gate::Right) => "raid right",
            Action::Guard(Gate::Left) => "guard left",
            Action::Guard(Gate::Right) => "guard right",
            Action::Shoot => "shoot",
            Action::LetPass => "let pass",
        })
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        use crate::rules::Play;
        EVERY_ACTION.into_iter().find(|action| self.say(*action).to_string() == text).ok_or_else(|| {
            let known: Vec<String> =
                EVERY_ACTION.iter().map(|action| self.say(*action).to_string()).collect();
            format!("no action is called {text:?}; the actions are {}", known.join(", "))
        })
    }

    /// All points are zero, and so is everything else.
    fn tell_opening<J: Journal>(&self, _: &mut J) {}
}
