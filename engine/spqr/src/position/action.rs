//! The decisions of the game, all of them.

use szala_board::{Direction, Facing, HexId};

use crate::position::ids::{LeaderId, UnitId};

/// How a unit of two hexes steps [6.33, 6.44].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Straight forward, to the left pair of its front hexes.
    Left,
    /// To the right pair.
    Right,
    /// The right half stays, the left one wheels round it: the facing turns to the right.
    WheelRight,
    /// The left half stays: the facing turns to the left.
    WheelLeft,
    /// About face.
    Reverse,
}

impl Way {
    /// All, with their names.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("forward left", Self::Left),
        ("forward right", Self::Right),
        ("wheel right", Self::WheelRight),
        ("wheel left", Self::WheelLeft),
        ("reverse", Self::Reverse),
    ];
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The leader is activated [3.1].
    Activate(LeaderId),
    /// He is passed over and finished [5.15].
    Pass(LeaderId),
    /// He tries to be activated before his turn [5.41], instead of an enemy [5.42.1], or after an enemy's momentum
    /// [5.42.2].
    Trump(LeaderId),
    /// No enemy interferes.
    LetHim,
    /// He has another orders phase after the enemy's roll of doom [5.33].
    Reactivate(LeaderId),
    /// Nobody has.
    Nobody,
    /// He tries for momentum [5.31].
    Momentum,
    /// He does not, and is finished.
    Finish,
    /// A line command to the line of this unit, which moves [4.25].
    Line(u8, UnitId),
    /// The same, to shoot where it stands [5.23].
    Volley(u8, UnitId),
    /// The unit moves [5.22].
    Order(UnitId),
    /// It does so with the leader in its hex [5.24].
    OrderWith(UnitId, LeaderId),
    /// It moves with the unit beneath it [6.6.4].
    OrderBoth(UnitId),
    /// They do so with the leader in their hex.
    OrderBothWith(UnitId, LeaderId),
    /// The unit beneath comes to the top of its stack [6.6.6].
    BringUp(UnitId),
    /// The unit shoots where it stands.
    Fire(UnitId),
    /// It removes two hits [10.17].
    Recover(UnitId),
    /// It rallies [10.28].
    Rally(UnitId),
    /// The leader moves [5.24].
    Lead(LeaderId),
    /// Cavalry that pursued off the map is called back, as all that the phase is for [10.44].
    Regroup,
    /// It comes back to this hex, and moves from there.
    Return(UnitId, HexId),
    /// This unit takes the next hit [10.14].
    Take(UnitId),
    /// A replacement of the dead leader joins this unit [4.6.4].
    Replace(LeaderId, UnitId),
    /// A driver gets on this elephant [4.8].
    Drive(UnitId),
    /// A driver is taken off the map [4.8].
    Dismiss(LeaderId),
    /// No more orders in this phase, or to this line.
    EndOrders,
    /// The unit or leader under way steps to this hex.
    Step(HexId),
    /// The unit of two hexes under way steps so.
    March(Way),
    /// The unit under way turns to this vertex [7.12].
    Turn(Facing),
    /// It shoots at this unit, and goes no farther [8.11].
    Shoot(UnitId),
    /// It shoots, and then goes on [D-8.17a].
    ShootAndGo(UnitId),
    /// It shoots at a leader who is alone [8.19].
    ShootAt(LeaderId),
    /// It forms a column for this hexside, or end, and stops [6.7.1].
    Form(Direction),
    /// It leaves the column, faces so, and stops.
    Deploy(Facing),
    /// It steps under the phalanx right before it, and stops [9.51].
    Double,
    /// It stops.
    Stop,
    /// It stops and will attack [7.25].
    StopAndAttack,
    /// The enemy's unit withdraws to this hex [6.51].
    Withdraw(UnitId, HexId),
    /// The line of this unit withdraws before the mover: cavalry [6.57].
    FallBack(u8, UnitId),
    /// The line of this unit does by the secret order of this leader [6.58].
    GiveWay(LeaderId, u8, UnitId),
    /// This leader has a secret order for a line to withdraw [6.59].
    Prearrange(LeaderId),
    /// This line is the one for which the order holds [D-6.58a].
    Hold(u8),
    /// The proconsul takes over [4.46].
    TakeOver,
    /// The top of a stack shifts to this hex at its flank [9.6.6].
    Extend(UnitId, HexId),
    /// The leader withdraws to this hex [4.62].
    Flee(HexId),
    /// The unit turns towards the mover [7.16].
    React(UnitId, Facing),
    /// The unit shoots in reaction [8.22].
    ReactAt(UnitId, UnitId),
    /// Nobody else does, or it does not.
    Enough,
    /// The unit shoots back [8.23].
    Answer,
    /// The unit will attack [8.31].
    Designate(UnitId),
    /// The unit attacks that one [8.32].
    Attack(UnitId, UnitId),
    /// This unit names the row or the column [8.35].
    Name(UnitId),
    /// The unit under way harasses that one from this hex, as its whole order [9.24].
    Harass(UnitId, HexId),
    /// The cavalry pursues [10.41].
    Pursue(UnitId),
    /// The foot lets elephants through [9.11].
    LetThrough,
    /// The unit advances to this hex [8.41], or comes out there [9.11].
    Advance(UnitId, HexId),
    /// The unit of two hexes advances so [8.43].
    AdvanceBy(UnitId, Way),
    /// The routing unit goes to this hex [10.22].
    Rout(HexId),
    /// The leader runs with the unit in his hex [10.26].
    RunToo,
    /// He stays.
    Stay,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_four_bytes() {
        // A hex takes two, a unit one, the kind of the action one.
        assert_eq!(size_of::<Action>(), 4);
    }
}
