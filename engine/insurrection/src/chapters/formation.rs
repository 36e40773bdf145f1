//! Chapter 7 and [6.2.1]: who stands other than in the ordinary way 7.0, as a square or side by side. The Cossack
//! lava is in `melee/offers`, skirmish order in `skirmish`.

use szala_board::{Facing, HexId};
use szala_kernel::{Dice, Journal, Side, Table, rule};

use crate::chapters::game::Insurrection;
use crate::position::ids::{UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::State;

/// [7.2] Fewer companies make no square.
const SQUARE_COMPANIES: usize = 4;

impl<R: Room> Insurrection<R> {
    /// [6.2.1] May this stack, without its guns, stand side by side? Two units at least; infantry of total size 6 to
    /// 10, or cavalry of total size 4 [D-6.2.1a].
    pub(crate) fn may_stand_side_by_side(&self, state: &State<R>, troops: UnitSet<R>) -> Verdict {
        require(troops.len() >= 2, rule!("6.2.1"))?;
        let total = self.total_size(state, troops);
        let fits = if troops.is_subset(self.infantry) {
            (6..=10).contains(&total)
        } else {
            troops.is_subset(self.cavalry) && total == 4
        };
        // [D-M7.2a] Who is in skirmish order leaves it first.
        require(fits && !troops.intersects(state.marks.square | state.marks.skirmish), rule!("6.2.1"))
    }

    /// [7.2] [D-7.2a] May this stack, without its guns, be a square here? Four companies at least, on clear ground.
    pub(crate) fn may_be_square(&self, hex: HexId, troops: UnitSet<R>) -> Verdict {
        // [7.5m] [D-M7.5a] None with scythes among them: a square is all the infantry of its hex.
        require(!troops.intersects(self.kosynierzy), rule!("7.5m"))?;
        let is_clear = !self.ground.site(hex).bars_squares;
        require(troops.is_subset(self.infantry) && troops.len() >= SQUARE_COMPANIES && is_clear, rule!("7.2"))
    }

    /// The units in square in a hex. Squares are rare, so mostly nobody has to be looked for.
    pub(crate) fn square_at(&self, state: &State<R>, side: Side, hex: HexId) -> UnitSet<R> {
        let squares = state.marks.square & state.on_map[side];
        if squares.is_empty() { squares } else { squares & state.stack(side, hex) }
    }

    // ---- Side by side ----

    /// [6.2.1] [D-6.2.1a] May the active side declare its stack here side by side, or no longer so? At no cost, once
    /// a stack and phase.
    pub(crate) fn may_toggle_side_by_side(&self, state: &State<R>, hex: HexId) -> Verdict {
        let troops = self.troops_at(state, self.active_side(state), hex);
        self.may_stand_side_by_side(state, troops)?;
        self.is_drawn_up_by_its_commander(state, hex, troops)?;
        require(!troops.intersects(state.marks.toggled), rule!("D-6.2.1a"))?;
        // [8.9] No change of formation in double time.
        require(!troops.intersects(state.marks.doubling), rule!("8.9"))
    }

    /// [D-6.0c] [D-M6.0a] A stack changes its formation when all its troops are led in this activation, in command, not
    /// stopped and not in melee [7.1].
    fn is_drawn_up_by_its_commander(&self, state: &State<R>, hex: HexId, troops: UnitSet<R>) -> Verdict {
        let decision = rule!("D-6.0c");
        // [D-11.11.3b] Nor just back from flight.
        let is_barred = troops.intersects(state.marks.stopped | state.marks.returned);
        require(troops.is_subset(state.led) && !is_barred, decision)?;
        require(!state.is_melee_hex(hex), rule!("7.1"))?;
        self.may_act(state, troops)?;
        troops.iter().try_for_each(|unit| self.must_be_in_command(state, unit))
    }

    pub(crate) fn toggle_side_by_side(&self, state: &mut State<R>, hex: HexId) {
        let troops = self.troops_at(state, self.active_side(state), hex);
        let is_declared = troops.intersects(state.marks.side_by_side);
        if is_declared {
            state.marks.side_by_side -= troops;
        } else {
            state.marks.side_by_side |= troops;
        }
        state.marks.toggled |= troops;
        self.note_acting(state, troops);
    }

    // ---- Squares in the own movement phase ----

    /// [7.2] [D-7.2a] [D-7.2b] All infantry of a clear hex, before it has spent anything.
    pub(crate) fn may_form_square(&self, state: &State<R>, hex: HexId) -> Verdict {
        let side = self.active_side(state);
        let group = self.movers_at(state, hex);
        let troops = self.troops_at(state, side, hex);
        // [7.2.2] Only some armies can.
        require(self.scenario.squares[side], rule!("7.2.2"))?;
        self.may_be_square(hex, troops)?;
        let whole = self.troops(group) == troops && !troops.intersects(state.marks.square);
        let fresh = troops.iter().all(|unit| state[unit].spent == 0 && state[unit].steps == 0);
        require(whole && fresh, rule!("7.2"))?;
        require(!troops.intersects(state.marks.doubling), rule!("8.9"))
    }

    /// [7.2] Forming takes all points and ends the move.
    pub(crate) fn form_square<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        let group = self.movers_at(state, hex);
        let troops = self.troops(group);
        self.exhaust(state, troops, rule!("7.2"), table);
        self.close_ranks(state, troops);
        state.movers -= group;
    }

    /// These troops are a square from now on. [D-M7.2k] They may have been in skirmish order.
    pub(crate) fn close_ranks(&self, state: &mut State<R>, troops: UnitSet<R>) {
        state.marks.side_by_side -= troops;
        state.marks.skirmish -= troops;
        state.marks.square |= troops;
    }

    /// [7.2] Leaving it costs one point.
    pub(crate) fn may_leave_square(&self, state: &State<R>, hex: HexId) -> Verdict {
        let group = self.movers_at(state, hex);
        require(!group.is_empty() && self.troops(group).is_subset(state.marks.square), rule!("7.2"))?;
        require(!self.troops(group).is_empty() && self.group_points_left(state, group) > 0, rule!("7.2"))
    }

    pub(crate) fn leave_square<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        facing: Facing,
        table: &mut Table<D, J>,
    ) {
        let group = self.movers_at(state, hex);
        let troops = self.troops(group);
        self.spend(state, group, 1, rule!("7.2"), table);
        state.marks.square -= troops;
        self.face_and_tell(state, troops, facing, rule!("7.2"), table);
    }
}
