//! Chapter 4: the three ends of a game.

use szala_board::SquareId;
use szala_kernel::{Dice, Journal, Outcome, Rule, Side, Subject, Table, rule};

use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::data::{Bar, Reserve};
use crate::position::ids::subject;
use crate::position::kinds::Kind;
use crate::position::state::{Barge, End, State, Step};

/// [D-4.3b] A game without an agreed length ends as a draw after this many turns of both sides, and no longer game
/// can be agreed on: about four times what it takes to cross the largest possible map, 32 columns, on foot.
pub const OPEN_TURNS: u8 = 120;

impl Verdox {
    pub(crate) fn final_outcome(&self, state: &State) -> Option<Outcome> {
        let End { winner, lead, rule, reason } = state.end?;
        Some(Outcome { winner, lead, rule, reason })
    }

    /// [4.1] A side that takes the other side's headquarters wins at once.
    pub(crate) fn see_whether_headquarters_are_taken<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        side: Side,
        square: SquareId,
        table: &mut Table<D, J>,
    ) {
        // [D-4.1a] For a side that is kept from it they are a square as any other.
        if self.scenario.map.headquarters[!side] == square && !self.bars(side, Bar::HeadquartersTaken) {
            self.end(state, Some(side), rule!("4.1"), words::HEADQUARTERS, table);
        }
    }

    /// [4.2] A side that has lost all its units has lost. [D-4.2a] Units still to enter are not lost, unless the
    /// scenario says that they do not help; [D-4.2b] barges fight for nobody.
    pub(crate) fn see_whether_all_are_lost<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        side: Side,
        table: &mut Table<D, J>,
    ) {
        let is_saved = match self.scenario.switches.reserve {
            Reserve::Saves => state.in_reserve(side) > 0,
            Reserve::IsNoHelp => false,
        };
        if state.alive[side] == 0 && !is_saved {
            self.end(state, Some(!side), rule!("4.2"), words::ALL_LOST, table);
        }
    }

    /// [4.3] Is the agreed time over? Then the values on the map are counted.
    pub(crate) fn is_time_up<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) -> bool {
        match self.scenario.turns {
            Some(turns) if state.turn == turns => {
                let counts = Side::BOTH.map(|side| self.value_on_the_map(state, side));
                let lead = counts[0] - counts[1];
                let (winner, rule, reason) = match lead {
                    // [D-4.3a] An equal count is a draw, or a win for the side that the scenario names.
                    0 => (self.scenario.switches.drawn_count, rule!("D-4.3a"), words::EQUAL),
                    1.. => (Some(Side::First), rule!("4.3"), words::COUNT),
                    _ => (Some(Side::Second), rule!("4.3"), words::COUNT),
                };
                table.total(rule!("4.3"), counts[0], counts[1], Subject::NONE);
                state.step = Step::Over;
                state.end = Some(End { winner, lead, rule, reason });
                true
            }
            // [D-4.3b] A game without an agreed length must end at some point.
            None if state.turn == OPEN_TURNS => {
                self.end(state, None, rule!("D-4.3b"), words::CALLED_OFF, table);
                true
            }
            _ => false,
        }
    }

    fn end<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        winner: Option<Side>,
        rule: Rule,
        reason: &'static str,
        table: &mut Table<D, J>,
    ) {
        // Only one condition ends a game: the loss that leaves a side empty and the square that is taken are never
        // one step.
        let lead = self.lead(state);
        table.remark(rule, reason, winner.map_or(Subject::NONE, subject::of_side));
        state.step = Step::Over;
        state.end = Some(End { winner, lead, rule, reason });
    }

    /// [4.3, D-4.3c] The value of a side on the map: its units there, including those aboard, and its barges. It
    /// includes the true kinds of face-down counters: a player that is to play fairly computes it from an imagined
    /// position.
    pub fn value_on_the_map(&self, state: &State, side: Side) -> i32 {
        let units = state.counters(side).filter(|unit| state.unit(*unit).place.is_some());
        let units: i32 = units.map(|unit| self.card(state.unit(unit).kind).value).sum();
        // [7.7.5] Five for each barge.
        let is_own = |barge: &&Barge| barge.place.is_some() && barge.owner == Some(side);
        let barges =
            i32::try_from(state.barges.iter().filter(is_own).count()).expect("a map has at most four barges");
        units + self.scenario.kinds.barge_value * barges
    }

    /// What the first side has left, on the map and still to enter, minus what the second has: everybody can compute
    /// that.
    pub(crate) fn lead(&self, state: &State) -> i32 {
        let worth = |side: Side| {
            let waiting = Kind::ALL
                .iter()
                .map(|kind| self.card(*kind).value * i32::from(state.waiting[side][kind.index()]));
            let pending =
                state.pending.filter(|_| state.active == side).map_or(0, |kind| self.card(kind).value);
            self.value_on_the_map(state, side) + waiting.sum::<i32>() + pending
        };
        worth(Side::First) - worth(Side::Second)
    }
}
