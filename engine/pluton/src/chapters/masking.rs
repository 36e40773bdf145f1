//! Chapter 16: who observes whom, and which counters are masked.

use szala_board::HexId;
use szala_kernel::{Rule, rule};

use crate::chapters::game::Pluton;
use crate::chapters::sight::Sight;
use crate::position::data::Kind;
use crate::position::ids::{CounterId, of_side};
use crate::position::state::{Level, State};

impl Pluton {
    /// How far a counter observes, and the rule that says so.
    pub(crate) fn observation(&self, state: &State, who: CounterId) -> (u8, Rule) {
        let level = state.level(who) as usize;
        match self.kind(state, who) {
            // [13.3] A commander.
            Kind::Commander => ([20, 10, 4][level], rule!("13.3")),
            // [16.4] A unit.
            _ => ([10, 6, 2][level], rule!("16.4")),
        }
    }

    /// Does a counter see a hex: in sight [16.2], and near enough [16.4]?
    pub(crate) fn sees(&self, state: &State, who: CounterId, hex: HexId) -> bool {
        state.place_of(who).is_some_and(|from| {
            self.board.distance(from, hex) <= self.observation(state, who).0
                && self.sight(from, hex) != Sight::Screened
        })
    }

    /// [16.1, 16.3, D-16.1a, D-16.1b] Would a counter be unmasked by an enemy who sees its hex? It is in the open, or
    /// known to have fired, or an enemy stands in its hex. Moving in cover does not show it [D-16.3b].
    pub(crate) fn is_exposed(&self, state: &State, counter: CounterId) -> bool {
        let Some(hex) = state.place_of(counter) else { return false };
        !self.ground(hex).is_cover()
            || state.marked.contains(counter)
            || !state.of_side_at(!counter.side(), hex).is_empty()
    }

    /// [16.1, D-16.1a] Is a counter on the board unmasked?
    pub fn is_unmasked(&self, state: &State, counter: CounterId) -> bool {
        let Some(hex) = state.place_of(counter) else { return false };
        let seen_from = &self.in_sight[hex.index()];
        let sees = |enemy: CounterId| {
            state.place_of(enemy).is_some_and(|from| {
                seen_from.contains(from) && self.board.distance(from, hex) <= self.observation(state, enemy).0
            })
        };
        // An enemy in the hex sees it.
        let enemies = self.counters(!counter.side());
        self.is_exposed(state, counter) && enemies.iter().any(sees)
    }

    /// [D-11.4a] How far the nearest unmasked enemy unit is from each of two hexes; nothing where none is.
    pub(crate) fn nearest_enemies(
        &self,
        state: &State,
        who: CounterId,
        hexes: [HexId; 2],
    ) -> Option<[u8; 2]> {
        let mut nearest: Option<[u8; 2]> = None;
        for enemy in &(self.units & of_side(!who.side())) {
            let Some(place) = state.place_of(enemy) else { continue };
            let far = hexes.map(|hex| self.board.distance(hex, place));
            // Only who is nearer than those before has to be looked at.
            let is_nearer = nearest.is_none_or(|known| far[0] < known[0] || far[1] < known[1]);
            if is_nearer && self.is_unmasked(state, enemy) {
                let known = nearest.unwrap_or(far);
                nearest = Some([far[0].min(known[0]), far[1].min(known[1])]);
            }
        }
        nearest
    }

    /// [12.1, 10.1] Does a counter share its hex with units of the enemy?
    pub(crate) fn shares_hex(&self, state: &State, who: CounterId) -> bool {
        state.place_of(who).is_some_and(|hex| !self.units_at(state, !who.side(), hex).is_empty())
    }

    /// [D-7.3b, D-10.1a] Is a commander in his hex without a unit of his side?
    pub(crate) fn is_alone(&self, state: &State, commander: CounterId) -> bool {
        state.place_of(commander).is_some_and(|hex| self.units_at(state, commander.side(), hex).is_empty())
    }

    /// The level at which something is not possible any more.
    pub(crate) fn is_pinned(&self, state: &State, who: CounterId) -> bool {
        state.level(who) == Level::Pinned
    }
}
