//! What is to be done next: a stack of tasks. A task that interrupts another is put on top of it; when it is done the
//! one below goes on. So a rout in the middle of an answer in the middle of a move knows where to return to.

use szala_board::Direction;

use crate::position::ids::{LeaderId, UnitId};

/// One thing to do. Those marked *decides* wait for a player, unless there is nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// Nothing: the filler of the unused places.
    Idle,
    /// The next turn begins.
    NextTurn,
    /// The owner of the leader of lowest Initiative *decides* what becomes of him [3.1]; may he pass and trump?
    Activate(bool),
    /// The other side *decides* whether it overtrumps this leader [5.42.1].
    Overtrump(LeaderId),
    /// The active leader *decides* on orders [5.22].
    Orders,
    /// *Decides* the next step of the mover.
    Moving,
    /// *Decides* the next step of this leader, who has this many half points left.
    Leading(LeaderId, u8),
    /// The leader's owner *decides* whether he withdraws [4.62].
    Flight(LeaderId),
    /// The other side *decides* who withdraws before the mover [6.51].
    Falls,
    /// A line of the other side withdraws; it *decides* where the next unit goes [6.57, 6.58].
    Line,
    /// The first side, or the second, *decides* under whom it puts secret orders [6.59].
    Prearrange(bool),
    /// The active side *decides* which line the order of this leader is for [D-6.58a].
    Hold(LeaderId),
    /// The active side *decides* whether its proconsul takes over [4.46].
    TakeOver(LeaderId),
    /// The side with an elite leader *decides* who has a phase before all others, once that is settled [5.5].
    Elite(bool),
    /// It *decides* how this unit goes on withdrawing, with this many points left.
    Falling(UnitId, u8),
    /// Cavalry next to this elephant flees; its owner *decides* where [9.16].
    Shun(UnitId),
    /// The elephant that runs wild rolls for the next time, from 1 [9.14].
    Wild(UnitId, u8),
    /// It runs this way, this many hexes more.
    Running(UnitId, Direction, u8),
    /// Its enemies, or its friends, *decide* who withdraws before it.
    Scatter(bool),
    /// It comes upon this leader; his owner *decides* whether he withdraws.
    Trample(LeaderId),
    /// It *decides* who turns towards the mover [7.16].
    Turns,
    /// It *decides* who shoots at the mover, which is about to leave zones [8.21].
    Exit,
    /// It *decides* who shoots at this unit, which has entered zones [8.22].
    Entry(UnitId),
    /// The entry shots that waited for the end of a line command [D-8.22a].
    Late,
    /// The owner of the second unit *decides* whether it shoots back at the first [8.23].
    Answer(UnitId, UnitId),
    /// *Decides* who attacks without having moved [8.31].
    Designate,
    /// *Decides* who fights whom [8.32].
    Combats,
    /// The defender of this fight *decides* whether it lets elephants through, and so on [9.11].
    Open(u8),
    /// The elephant that was let through in this fight comes out behind; its owner *decides* where, and so on.
    Through(u8),
    /// Charges [8.33], and casualties among leaders [8.34].
    Charge,
    /// Routs after the charges, of this fight's defenders or attackers, and so on.
    Routs(u8, bool),
    /// Leaders with units that come to the clash may be hit [8.34].
    Risk,
    /// The clash in this fight [8.36].
    Clash(u8),
    /// Its defender *decides* which unit faces the attack [8.35].
    Facing(u8),
    /// Its attacker *decides* which unit leads it, against this one.
    Leader(u8, UnitId),
    /// Collapse [8.37] of this fight's defenders or attackers, and so on.
    Collapse(u8, bool),
    /// The last test of collapse [8.37]; after the advances that of units spared for theirs [10.16].
    Tests,
    /// Units that broke at once rout one after the other [D-10.25b].
    Break,
    /// The attacker *decides* which of the defenders of this fight takes the next of this many hits of the unit of two
    /// hexes [10.14].
    Share(u8, u8),
    /// The owner *decides* which of their units of this fight takes one of this many odd hits; is it the attacker?
    Odd(u8, u8, bool),
    /// Cavalry beyond the map *decides* where it comes back [10.44].
    Regroup,
    /// The pursuer rides after what it drove away in this fight [10.42].
    Ride(UnitId, u8),
    /// The attackers of this fight *decide* which cavalry pursues, and so on [10.41].
    Pursuit(u8),
    /// Second combats of pursuers [10.42].
    Hunt,
    /// The attackers of this fight *decide* who advances [8.41].
    Advance(u8),
    /// *Decides* whether this unit turns after its advance [8.42].
    AfterAdvance(UnitId),
    /// Leaders next to enemies after a shock [4.62], or within it those whom it left alone.
    Flights(bool),
    /// The orders phase ends.
    EndPhase,
    /// *Decides* whether the leader tries for momentum [5.31].
    Momentum,
    /// The other side *decides* whether it takes the phase from him [5.42.2].
    AgainstMomentum,
    /// The other side *decides* who acts after a roll of doom [5.33].
    Doom,
    /// The rout phase [3.4].
    RoutPhase,
    /// At its end the first side, or the second, *decides* on its drivers [4.8]; has it put one on already?
    Drivers(bool, bool),
    /// The end of the turn [11.1].
    EndTurn,
    /// The unit routs this many points farther; *decides* among equal ways [10.22].
    Rout(UnitId, u8),
    /// The owner *decides* whether this leader runs with this unit [10.26].
    Follow(LeaderId, UnitId),
    /// The game is over.
    Over,
}

impl Task {
    /// Does it settle whose phase it is, and on what terms?
    pub(crate) const fn is_of_turn(self) -> bool {
        matches!(
            self,
            Self::Activate(_)
                | Self::Overtrump(_)
                | Self::AgainstMomentum
                | Self::Doom
                | Self::Momentum
                | Self::Prearrange(_)
                | Self::Hold(_)
                | Self::TakeOver(_)
                | Self::Elite(_)
        )
    }
}

/// How deep the stack can get: the turn, the phase, the fights with their nine steps, a move with five windows and an
/// answer, flights of all leaders of a side; and a rout in a rout [D-10.25a], each with its leaders' questions: every
/// one began nearer to the edge than the one below, or goes round it, so there are hardly more than columns.
const DEEPEST: usize = 96;

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
    #[inline]
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
