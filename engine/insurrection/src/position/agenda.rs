//! What is to be done next: a stack of tasks. A task that interrupts another is put on top of it; when it is done the
//! one below goes on. So a reaction in the middle of a move, a retreat in the middle of the reaction and a loss in the
//! middle of the retreat each know where to return to.

use szala_board::HexId;
use szala_kernel::Rule;

use crate::position::action::Action;
use crate::position::ids::{CommanderId, CommanderSet, UnitId, UnitSet};
use crate::position::room::{Room, Small};

/// Why a unit retreats [10.11]: that decides what its elimination is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Driven back by fire: elimination scores [12.1].
    Fire,
    /// By morale crisis: elimination scores [12.1].
    Crisis,
    /// A reaction, chosen or failed: elimination scores nothing [D-9.1j].
    Reaction,
}

/// A shell that has fallen, and the units that it still concerns [6.10].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Barrage<R: Room = Small> {
    /// The battery.
    pub gun: UnitId,
    /// The hex.
    pub target: HexId,
    /// Was it a square there when the shell fell?
    pub square: bool,
    /// Those that have not tested yet.
    pub left: UnitSet<R>,
}

/// One thing to do. Those marked *decides* wait for a player, unless there is nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task<R: Room = Small> {
    /// Nothing: the filler of the unused places.
    Idle,

    // Chapter 13: before the first stage.
    /// *Decides* to start: before this nothing is drawn or recorded.
    Ready,
    /// *Decides*: where this unit is set up [13.2].
    SetUpUnit(UnitId),
    /// *Decides*: where this commander is set up [13.2].
    SetUpCommander(CommanderId),

    // Chapter 3: the sequence of play.
    /// [13.3m] The die for those who may come from off the map.
    Reinforce,
    /// Turn 1: fill the places of the pool from this one on. *Decides* who is chosen, in secret [13.1].
    FillPool(u8),
    /// Turn 2: draw a chit, or go on to Turn 3 when none is left.
    Draw,
    /// *Decides* whom the overall commander names, whose phases come next [4.4m]; or whose units he takes over [4.3].
    Name,
    /// *Decides* whether the overall commander leads units in person [4.4m]; then he moves.
    InPerson,
    /// Phase 1: *decides* where those due back return [11.11.3].
    Returns,
    /// Phase 2: the side that is not active *decides* whether to fire [10.4].
    FireTurn,
    /// Phase 2: the active side *decides* what to move, what to fire, or to finish [10.4].
    ActiveTurn,
    /// Phase 3: the commander's owner *decides* where he goes.
    Lead,
    /// Phase 4: the active side *decides* which melee is next [11.4].
    Assaults,
    /// Phase 5, Turn 3 and the next stage.
    Reckon,

    // Chapter 8: a move.
    /// The active side *decides* the next step of the units under way.
    Moving,
    /// A step that was declared is made, now that commanders next to it have been asked [D-M10.11.7a].
    Declared(Action),
    /// The units of the move have entered this hex: what follows once reactions are over [6.13, 8.13].
    Arrived {
        /// Where they came from.
        from: HexId,
        /// Where they are.
        to: HexId,
        /// Do they charge? [8.14.1]
        charge: bool,
    },
    /// The move of the skirmishers in this hex is over: the active side *decides* how they face [7.2m].
    Declare(HexId),
    /// The charge into this hex has been fought [8.14.3].
    Charged {
        /// Where they came from.
        from: HexId,
        /// Where they charged.
        to: HexId,
    },

    // Chapter 9: reactions to a step into this hex.
    /// The other side *decides* which of the reactors fire [D-9.1h].
    ReactByFire(HexId),
    /// The other side *decides* which of the reactors in skirmish order test to fire and fall back [9.1a, D-M9.1c].
    Skirmish(HexId),
    /// Skirmishers who have passed: the other side *decides* whether they fire [D-M9.1a];
    SkirmishFire {
        /// Where they are.
        from: HexId,
        /// Into which hex the step was.
        hex: HexId,
    },
    /// and then whether they stay in this hex, theirs, or retreat by one [9.1a].
    FallBack(HexId),
    /// The other side *decides* which of the reactors test, counterattack or retreat [9.1].
    React(HexId),
    /// The reactors that will counterattack do so [8.15.1].
    Counterattack(HexId),
    /// *Decides*: does this commander step back from an enemy next to him? [10.11.7]
    StepBack(CommanderId),

    // Chapter 10: what fire brings.
    /// The units of a hex under artillery fire test one after the other [6.10].
    Barrage(Barrage<R>),
    /// *Decides*: into which hex these units, a stack or one of it, retreat [10.11].
    Retreat {
        /// Who.
        group: UnitSet<R>,
        /// How many hexes are left to go.
        hexes: u8,
        /// Why.
        cause: Cause,
    },
    /// *Decides*: which of these units takes each of the losses [10.11, D-9.1i].
    Lose {
        /// Among whom.
        group: UnitSet<R>,
        /// How many losses.
        losses: u8,
        /// Why: decides what an elimination is worth.
        cause: LossCause,
    },
    /// These commanders may have been hit, by this rule [4.4.1].
    CommanderHit {
        /// Who.
        commanders: CommanderSet<R>,
        /// By fire of which kind.
        rule: Rule,
    },

    // Chapter 11: melee.
    /// *Decides*: does the infantry here form square against the cavalry that entered? [7.2.1]
    OfferSquare(HexId),
    /// *Decides*: do the Cossacks try the lava? [7.3]
    OfferLava,
    /// Roll, compare, and put what follows on the agenda [11.7].
    Clash,
    /// The losers flee [11.11].
    Flee,
    /// These neighbours of units that fled test their morale [11.12].
    Crisis(UnitSet<R>),
    /// The winners take their loss [11.8, 11.9].
    WinnersLoss,
    /// *Decides*: how the winners face [11.8].
    WinnersFace,
    /// Commanders struck by a natural 9, and the end of the melee [4.4.3].
    MeleeOver,
}

/// Why a loss is taken: decides what an elimination is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LossCause {
    /// Fire, or the retreat from it [12.1, D-12.1a].
    Fire,
    /// Morale crisis [12.1].
    Crisis,
    /// A reaction [D-9.1j].
    Reaction,
    /// Lost melee, won melee: the melee itself scores [12.1].
    Melee,
}

/// The deepest the agenda can get: asserted at every push, and measured over random games.
const DEEPEST: usize = 24;

/// A stack of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Agenda<R: Room> {
    tasks: [Task<R>; DEEPEST],
    len: u8,
}

impl<R: Room> Agenda<R> {
    /// Nothing to do.
    pub(crate) const EMPTY: Self = Self { tasks: [Task::Idle; DEEPEST], len: 0 };

    /// What is to be done now.
    pub(crate) fn top(&self) -> Task<R> {
        self.len.checked_sub(1).map_or(Task::Idle, |top| self.tasks[usize::from(top)])
    }

    /// Puts a task on top: it is done before all others.
    pub(crate) fn push(&mut self, task: Task<R>) {
        assert!(usize::from(self.len) < DEEPEST, "the agenda is deeper than {DEEPEST} tasks: {self:?}");
        self.tasks[usize::from(self.len)] = task;
        self.len += 1;
    }

    /// Takes the top off.
    pub(crate) fn pop(&mut self) -> Task<R> {
        let top = self.top();
        self.len -= 1;
        self.tasks[usize::from(self.len)] = Task::Idle;
        top
    }

    /// Puts another task in the place of the top.
    pub(crate) fn replace(&mut self, task: Task<R>) {
        self.pop();
        self.push(task);
    }

    /// The tasks, the next one last.
    pub(crate) fn tasks(&self) -> &[Task<R>] {
        &self.tasks[..usize::from(self.len)]
    }
}
