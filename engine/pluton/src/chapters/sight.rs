//! Lines of sight over the map: what woods and buildings screen [7.3.1, D-7.3a]. Who observes how far is in `masking`.

use szala_board::{HexId, PairTable, Passage};
use szala_kernel::Side;

use crate::chapters::game::{Board, Pluton};
use crate::position::ids::of_side;
use crate::position::state::State;
use crate::position::tables::Ground;

/// What the map leaves of the sight between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// Nothing screens.
    Clear,
    /// The line runs along a side with cover on one hand [7.5.1].
    Partly,
    /// Cover lies between.
    Screened,
}

/// [13.3] Nobody observes farther.
const FARTHEST: u8 = 20;

/// The table of all pairs within the farthest observation.
pub(crate) fn sights(board: &Board, ground: &[Ground]) -> PairTable<HexId, Sight> {
    let is_cover = |hex: HexId| ground[hex.index()].is_cover();
    PairTable::new(ground.len(), |from, to| {
        if board.distance(from, to) > FARTHEST {
            return Sight::Screened;
        }
        let mut sight = Sight::Clear;
        board.trace(from, to, |passage| {
            if sight == Sight::Screened {
                return;
            }
            // [7.3.1, D-7.3a] A covered hex whose inside the line crosses screens wholly, and so do two that share the
            // side along which it runs; one of them screens partly. A corner screens nobody, nor do the two ends.
            let met = match passage {
                Passage::Hex(hex) if is_cover(hex) => Sight::Screened,
                Passage::Along { hexes, .. } => {
                    match hexes.into_iter().flatten().filter(|hex| is_cover(*hex)).count() {
                        0 => Sight::Clear,
                        1 => Sight::Partly,
                        _ => Sight::Screened,
                    }
                }
                _ => Sight::Clear,
            };
            sight = sight.max(met);
        });
        sight
    })
}

impl Pluton {
    /// What the map leaves of the sight between two hexes.
    #[inline]
    pub fn sight(&self, from: HexId, to: HexId) -> Sight {
        *self.sight.at(from, to)
    }

    /// [7.5.1, D-7.5.1a] Does the line of fire of this side run through one of its own units: in a hex between whose
    /// inside it crosses, or in the target's hex? A unit that fires at its own hex is not in its own way.
    pub(crate) fn is_masked_by_own(&self, state: &State, side: Side, [from, to]: [HexId; 2]) -> bool {
        let own = state.on_board() & state.units & of_side(side);
        let stands = |hex: HexId| !(state.counters_at(hex) & own).is_empty();
        if from == to {
            return (state.counters_at(to) & own).len() > 1;
        }
        let mut is_masked = stands(to);
        self.board.trace(from, to, |passage| {
            if let Passage::Hex(hex) = passage {
                is_masked |= stands(hex);
            }
        });
        is_masked
    }
}
