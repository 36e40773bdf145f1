//! What is to be done next: a stack of tasks. A task that interrupts another is put on top of it; when it is done the
//! one below goes on. So a step back in the middle of a shot in the middle of a move knows where to return to.

use szala_board::HexId;
use szala_kernel::Side;

use crate::position::ids::CounterId;

/// One thing to do. Those marked *decides* wait for a player, unless there is nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// Nothing: the filler of the unused places.
    Idle,
    /// The counters get their numbers; nothing is decided [D-16.1c].
    Deal,
    /// *Decides* where the next counter is set up [18.2].
    SetUp,
    /// The next of the six phases of a stage [4.1].
    NextPhase,
    /// *Decides* which battalions of guns are called [D-4.2.1b].
    Call,
    /// *Decides* what becomes of this barrage and, in order, of those behind it [4.2.1a].
    Lay(u8),
    /// The dice for the drift of all barrages [4.2.1b].
    Drift,
    /// The effects of this barrage and, in order, of those behind it [4.2.1c].
    Effects(u8),
    /// *Decides* who moves [4.2.2a].
    Movement,
    /// *Decides* the next step of the mover.
    Moving,
    /// The other side *decides* whether it fires at the mover [D-4.2.2a].
    React,
    /// *Decides* where this pinned unit withdraws to [7.9].
    Withdraw(CounterId),
    /// The other side *decides* who fires next when all moves are made [D-4.2.2b].
    FinalFire,
    /// It *decides* at whom this unit fires.
    Aim(CounterId),
    /// *Decides* which close combat is next [D-10.1b].
    Combats,
    /// The side *decides* whether it attacks in this hex [D-10.2c].
    Declare(HexId, Side),
    /// A combat in this hex, in which this side attacks [10.3].
    Fight(HexId, Side),
    /// The side *decides* who takes these losses of a combat [D-10.3c].
    Losses(HexId, Side, u8),
    /// Rolls for the side's commanders where it has taken these losses [13.5].
    Officers(HexId, Side, u8),
    /// The side *decides* where its counters in this hex retreat to [D-10.3e]; has a unit done so?
    Retreats(HexId, Side, bool),
    /// This side has driven the enemy out of the hex: its companies without commanders roll, this one first [13.6.1].
    Driven(HexId, Side, u8),
    /// The side *decides* with which platoon of this company in the hex its new commander appears.
    Appear(HexId, Side, u8),
    /// The owner *decides* where each commander steps back to who is alone with enemies [D-10.1a].
    StepBack,
    /// The game is over.
    Over,
}

/// How deep the stack can get. The deepest is a combat: the phase, the combats, a step back, two retreats, two of
/// officers and two of losses; or a shot at a mover in the enemy's hex: the phase, combats, final fire, moves, the
/// move, the question, two steps back and the withdrawal.
const DEEPEST: usize = 12;

/// The stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Agenda {
    tasks: [Task; DEEPEST],
    depth: u8,
}

impl Agenda {
    /// A stack with this task alone.
    pub(crate) fn of(task: Task) -> Self {
        let mut agenda = Self { tasks: [Task::Idle; DEEPEST], depth: 0 };
        agenda.push(task);
        agenda
    }

    /// The task on top.
    pub(crate) fn top(&self) -> Task {
        self.tasks[usize::from(self.depth) - 1]
    }

    /// Puts a task on top.
    pub(crate) fn push(&mut self, task: Task) {
        self.tasks[usize::from(self.depth)] = task;
        self.depth += 1;
    }

    /// Takes the top off.
    pub(crate) fn pop(&mut self) {
        self.depth -= 1;
        // Equal positions are equal bytes.
        self.tasks[usize::from(self.depth)] = Task::Idle;
    }

    /// Replaces the top.
    pub(crate) fn turn_to(&mut self, task: Task) {
        self.pop();
        self.push(task);
    }

    /// Every task, from the bottom.
    pub(crate) fn tasks(&self) -> &[Task] {
        &self.tasks[..usize::from(self.depth)]
    }
}
