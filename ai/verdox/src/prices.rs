//! The value of hitting a unit: the mean value that a hit takes from the other side, in sixths of a point, by the
//! target's table of hits [7.1.4 to 7.6.4].

use szala_board::SquareId;
use szala_verdox::{Hit, Kind, Kinds};

use super::seen::Seen;

/// The price of a visible kind: as printed it is lost on 1 or 2, or lost on 1 and without its horse on 2.
pub(super) fn price(kinds: &Kinds, kind: Kind) -> i32 {
    let card = kinds.card(kind);
    let taken = card.hits.map(|hit| match hit {
        Hit::Nothing => 0,
        Hit::Unhorsed(on_foot) => card.value - kinds.card(on_foot).value,
        Hit::Lost => card.value,
    });
    taken.iter().sum()
}

/// The prices of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prices {
    /// For a face-down counter: the mean of the unseen units.
    hidden: i32,
}

impl Prices {
    pub(super) fn of(seen: Seen<'_>) -> Self {
        let unseen = seen.unseen();
        let count: i32 = unseen.iter().map(|count| i32::from(*count)).sum();
        let kinds = &seen.rules.scenario().kinds;
        let sum: i32 =
            Kind::ALL.iter().map(|kind| price(kinds, *kind) * i32::from(unseen[kind.index()])).sum();
        Self { hidden: sum / count.max(1) }
    }

    /// For the unit on a square.
    pub(super) fn at(self, seen: Seen<'_>, square: SquareId) -> i32 {
        seen.kind_at(square).map_or(self.hidden, |kind| price(&seen.rules.scenario().kinds, kind))
    }

    /// [7.7.5, 7.7.7] For the barge on a square, [D-7.7g] and for the unit aboard: lost with it, with horse or
    /// without.
    pub(super) fn of_barge(self, seen: Seen<'_>, square: SquareId) -> i32 {
        let kinds = &seen.rules.scenario().kinds;
        let hits =
            i32::try_from(kinds.barge_hits.iter().filter(|hit| **hit).count()).expect("a die has six faces");
        let aboard = match seen.kind_at(square) {
            _ if seen.is_free(square) => 0,
            Some(kind) => kinds.card(kind).value * hits,
            None => self.hidden,
        };
        aboard + kinds.barge_value * hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [7.1.4] 10 on 1 or 2: 20 sixths. [7.4.4] 40 on 1, on 2 the 30 by which cavalry is worth more than infantry:
    /// 70. [7.5.4] 60, and 40 more than riflemen: 100.
    #[test]
    fn a_hit_takes_what_the_table_says() {
        let prices = Kind::ALL.map(|kind| price(&Kinds::PRINTED, kind));
        assert_eq!(prices, [20, 40, 60, 70, 100, 300]);
    }
}
