//! Headquarters that can be taken in one turn, by either side: that decides, whatever else can be gained [4.1].

use szala_board::SquareId;
use szala_kernel::Side;
use szala_verdox::{Bar, Kind};

use super::seen::Seen;
use super::ways::{Gait, Ways};

/// Does a side win that takes the other side's headquarters [D-4.1a]?
#[inline]
fn decide_for(seen: Seen<'_>, side: Side) -> bool {
    !seen.rules.bars(side, Bar::HeadquartersTaken)
}

/// Does our side win on this square?
#[inline]
pub(super) fn are_won_on(seen: Seen<'_>, square: SquareId) -> bool {
    square == seen.headquarters(!seen.side) && decide_for(seen, seen.side)
}

/// Can the unit there reach the other side's headquarters in one turn without a die, once they are empty?
#[inline]
pub(super) fn are_a_turn_from(ways: &Ways, seen: Seen<'_>, square: SquareId) -> bool {
    // Rarely: units too far away for a rider are not checked.
    if !ways.is_a_turn(!seen.side, Gait::Mounted, square) || !decide_for(seen, seen.side) {
        return false;
    }
    let kind = seen.kind_at(square).expect("a side knows its own units");
    // [7.6.3] Guns go nowhere without a die.
    kind != Kind::Artillery && ways.is_a_turn(!seen.side, Gait::of(seen.rules, kind), square)
}

/// Is a step from one square to the other on such a way, with the headquarters open and room behind the step?
pub(super) fn are_open_by(ways: &Ways, seen: Seen<'_>, from: SquareId, to: SquareId) -> bool {
    let enemy = !seen.side;
    if !are_a_turn_from(ways, seen, from) || !seen.is_free(seen.headquarters(enemy)) {
        return false;
    }
    let gait = Gait::of(seen.rules, seen.kind_at(from).expect("a side knows its own units"));
    let far = |square| ways.to(enemy, gait, square);
    let next = seen.rules.neighbours_of(to).into_iter().flatten();
    far(to) < far(from) && next.into_iter().any(|next| seen.is_free(next) && far(next) < far(to))
}

/// Can the enemy there reach our headquarters in its next turn, if they are empty? A face-down one may be a rider.
/// The ways treat gates as for their owner: an enemy may be judged nearer than it is.
pub(super) fn are_threatened_by(ways: &Ways, seen: Seen<'_>, enemy: SquareId) -> bool {
    let gait = match seen.kind_at(enemy) {
        Some(Kind::Artillery) => return false,
        Some(kind) => Gait::of(seen.rules, kind),
        None => Gait::Mounted,
    };
    ways.is_a_turn(seen.side, gait, enemy) && decide_for(seen, !seen.side)
}

/// Is there such an enemy, while our headquarters are empty?
#[cold]
pub(super) fn are_in_danger(ways: &Ways, seen: Seen<'_>) -> bool {
    let mut enemies = seen.standing(!seen.side).iter();
    seen.is_free(seen.headquarters(seen.side)) && enemies.any(|enemy| are_threatened_by(ways, seen, enemy))
}
