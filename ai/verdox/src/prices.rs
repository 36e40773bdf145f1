//! The value of hitting a unit: the mean value that a hit takes from the other side, in sixths of a point, by the
//! target's table of hits [7.1.4 to 7.6.4].

use szala_board::SquareId;
use szala_kernel::Side;
use szala_verdox::{FACES, Hit, Kind, Verdox};

use super::seen::Seen;

/// The price of a visible kind of this side: as printed it is lost on 1 or 2, or lost on 1 and without its horse on 2.
pub(super) fn price(rules: &Verdox, side: Side, kind: Kind) -> i32 {
    let card = rules.card(kind);
    let taken = (1..).take(FACES).map(|face| match rules.hit_on(side, kind, face) {
        Hit::Nothing => 0,
        Hit::Unhorsed(on_foot) => card.value - rules.card(on_foot).value,
        Hit::Lost => card.value,
    });
    taken.sum()
}

/// The prices of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    /// For a face-down counter: the mean of the unseen units.
    hidden: i32,
}

impl Prices {
    /// Before the first look of a game.
    pub(super) const UNSEEN: Self = Self { hidden: 0 };

    pub(super) fn of(seen: Seen<'_>) -> Self {
        let unseen = seen.unseen();
        let count: i32 = unseen.iter().map(|count| i32::from(*count)).sum();
        let price = |kind: Kind| price(seen.rules, !seen.side, kind);
        let sum: i32 = Kind::ALL.iter().map(|kind| price(*kind) * i32::from(unseen[kind.index()])).sum();
        Self { hidden: sum / count.max(1) }
    }

    /// For the unit on a square.
    pub(super) fn at(self, seen: Seen<'_>, square: SquareId) -> i32 {
        seen.kind_at(square).map_or(self.hidden, |kind| price(seen.rules, !seen.side, kind))
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
    use szala_verdox::scenario::{Variant, load_variant};

    use super::*;

    fn prices_with(sets: &[&str], side: Side) -> [i32; Kind::COUNT] {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/verdox/drill.toml");
        let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
        let mut variant = Variant::default();
        sets.iter().try_for_each(|set| variant.set(set)).expect("a change is a path and a value");
        let rules = Verdox::new(load_variant(path, &read, &variant).expect("the drill ground is sound"));
        Kind::ALL.map(|kind| price(&rules, side, kind))
    }

    /// [7.1.4] 10 on 1 or 2: 20 sixths. [7.4.4] 40 on 1, on 2 the 30 by which cavalry is worth more than infantry:
    /// 70. [7.5.4] 60, and 40 more than riflemen: 100.
    #[test]
    fn a_hit_takes_what_the_table_says() {
        assert_eq!(prices_with(&[], Side::First), [20, 40, 60, 70, 100, 300]);
        // [D-3.11b] Without the 30 and the 40; [D-3.11a] without the 10 to 150. The other side is as it was.
        let sets = ["barred.horses_lost=Hasbergs", "barred.units_lost=Askans"];
        assert_eq!(prices_with(&sets, Side::First), [20, 40, 60, 40, 60, 300]);
        assert_eq!(prices_with(&sets, Side::Second), [0, 0, 0, 30, 40, 0]);
    }
}
