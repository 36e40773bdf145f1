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
        let enemies = state.on_board() & of_side(!counter.side());
        let is_seen = || enemies.iter().any(|enemy| self.sees(state, enemy, hex));
        let has_contact = || !(state.counters_at(hex) & enemies).is_empty();
        has_contact() || self.is_exposed(state, counter) && is_seen()
    }

    /// [D-11.4a] The distance from a hex to the nearest unmasked enemy units, and these.
    pub(crate) fn nearest_enemies(&self, state: &State, who: CounterId, from: HexId) -> Option<u8> {
        let enemies = state.on_board() & self.units & of_side(!who.side());
        let unmasked = enemies.iter().filter(|enemy| self.is_unmasked(state, *enemy));
        unmasked.filter_map(|enemy| Some(self.board.distance(from, state.place_of(enemy)?))).min()
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
