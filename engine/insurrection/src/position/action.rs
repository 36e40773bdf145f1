//! Every decision of either side. How they are written and read is `notation`'s business.

use szala_board::{Facing, HexId};

use crate::position::ids::{CommanderId, UnitId};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    // Set-up, pool and returns: chapters 13 and 11.11.
    /// Start the game: the first chit is drawn.
    Start,
    /// This commander: for the pool [13.1]; named by the overall commander, or himself in person [4.4m]; of a fallen
    /// one his units [4.3].
    Choose(CommanderId),
    /// Set this unit up, or bring it back from flight, in this hex, facing so [13.2, 11.11.4].
    Place {
        /// Which.
        unit: UnitId,
        /// Where.
        hex: HexId,
        /// How.
        facing: Facing,
    },
    /// Set this commander up here [13.2].
    Post {
        /// Who.
        commander: CommanderId,
        /// Where.
        hex: HexId,
    },

    // Fire: chapter 10.
    /// Musket fire by the stack in `from`, or joint fire by the stacks of the straight chain from `from` to `to`
    /// [10.9.4, 10.9.6].
    Fire {
        /// One end of the chain; of the two ends the one with the lower number.
        from: HexId,
        /// The other end; the same hex for a single stack.
        to: HexId,
        /// At whom.
        target: HexId,
    },
    /// Artillery fire [10.10.1].
    Shell {
        /// The battery.
        gun: UnitId,
        /// At whom.
        target: HexId,
    },
    /// Do not fire, do not react, stay: whatever is offered is declined.
    Pass,

    // Moves: chapters 6, 7, 8.
    /// Begin the move of this unit, or of its whole stack as one [8.16].
    Begin {
        /// The unit; the top one for a stack.
        unit: UnitId,
        /// The whole stack?
        stack: bool,
        /// In double time? [8.9]
        double_time: bool,
    },
    /// Begin the move of a line: the stacks of the straight chain between these hexes [8.10].
    BeginLine {
        /// One end; the one with the lower number.
        from: HexId,
        /// The other end.
        to: HexId,
    },
    /// The moving stack in `from` enters the neighbouring hex: one of its front hexes, or backwards [8.1, 8.6].
    Step {
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// The same, into an enemy hex, as a charge [8.14.1].
    Charge {
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// The moving stack here turns [8.7].
    Turn {
        /// Where it stands.
        hex: HexId,
        /// The new facing.
        facing: Facing,
    },
    /// The moving stack here ends its move.
    Halt(HexId),
    /// Move this unit to the top of its stack [6.0].
    Promote(UnitId),
    /// Declare the stack here side by side, or no longer so [6.2.1].
    SideBySide(HexId),
    /// Form a square here [7.2].
    FormSquare(HexId),
    /// Leave the square here, facing so [7.2].
    LeaveSquare {
        /// Where.
        hex: HexId,
        /// The new facing.
        facing: Facing,
    },
    /// Form skirmish order here [7.2m].
    FormSkirmishOrder(HexId),
    /// Leave the skirmish order here, facing so [D-M7.2b].
    LeaveSkirmishOrder {
        /// Where.
        hex: HexId,
        /// The new facing.
        facing: Facing,
    },
    /// Pay to take the "1" marker off this unit [10.9.10].
    ClearMarker(UnitId),
    /// Turn this battery on the spot [8.11].
    TurnGun {
        /// Which.
        gun: UnitId,
        /// The new facing.
        facing: Facing,
    },
    /// Move this battery by hand into a neighbouring hex, facing so [8.11].
    HaulGun {
        /// Which.
        gun: UnitId,
        /// Where to.
        hex: HexId,
        /// The new facing.
        facing: Facing,
    },
    /// Limber this battery [8.12].
    Limber(UnitId),
    /// Unlimber this battery, facing so [8.12].
    Unlimber {
        /// Which.
        gun: UnitId,
        /// The new facing.
        facing: Facing,
    },
    /// The active side has finished its movement phase.
    Finish,

    // Reactions: chapter 9.
    /// The stack here tests its morale to counterattack, or counterattacks without a test where it may [9.1].
    Counter(HexId),
    /// The stack here retreats two hexes [9.1].
    Withdraw(HexId),
    /// The skirmishers here test their morale, to fire and to fall back if they like [9.1a].
    Skirmish(HexId),

    // What follows: retreats, losses, melee, commanders.
    /// Retreat into this hex [10.11].
    Retreat(HexId),
    /// This unit takes the loss.
    Lose(UnitId),
    /// Form square against the cavalry that entered, if the test is passed [7.2.1].
    AgainstCavalry,
    /// Try the Cossack lava [7.3].
    Outflank,
    /// Fight the melee in this hex next [11.4].
    Assault(HexId),
    /// The winners face so [11.8], or skirmishers at the end of their move [7.2m].
    Face(Facing),
    /// The commander goes to this hex, or stays in his: in phase 3, or stepping back [3.3, 10.11.7].
    Lead {
        /// Who.
        commander: CommanderId,
        /// Where to.
        hex: HexId,
    },
}
