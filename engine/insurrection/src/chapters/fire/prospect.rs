//! What a shot would bring before a die is rolled, by the same rows and modifiers that play uses.

use szala_board::HexId;
use szala_kernel::{Die, Side};

use super::effect::{LOSS_FROM, ROWS, power_against_guns, rounded, row_of};
use super::{Occasion, Volley};
use crate::chapters::game::Insurrection;
use crate::position::ids::UnitId;
use crate::position::room::Room;
use crate::position::state::State;

/// What a shot would do to one of the units that it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// Nothing.
    Nothing,
    /// A test under fire.
    Test {
        /// The unit that tests.
        unit: UnitId,
        /// Faces out of ten that drive it back.
        driven: u8,
        /// Those of them that cost it a loss as well.
        hit: u8,
        /// May commanders in the hex be struck?
        commanders: bool,
    },
    /// Guns may be captured.
    Capture {
        /// The battery.
        gun: UnitId,
        /// Chances in a hundred.
        hundredths: u8,
    },
}

impl<R: Room> Insurrection<R> {
    /// What the shot from this chain of hexes, which is allowed, would do.
    pub(crate) fn prospect_of_muskets(
        &self,
        state: &State<R>,
        side: Side,
        occasion: Occasion,
        chain: [HexId; 2],
        target: HexId,
    ) -> Option<Prospect> {
        let [from, to] = chain;
        let single =
            if from == to { self.prospect_of_single_unit(state, side, occasion, from, target) } else { None };
        single.or_else(|| self.prospect_of_any_volley(state, side, occasion, chain, target))
    }

    /// The same of any firers, alone or joint: apart, since it needs more room.
    #[inline(never)]
    fn prospect_of_any_volley(
        &self,
        state: &State<R>,
        side: Side,
        occasion: Occasion,
        chain: [HexId; 2],
        target: HexId,
    ) -> Option<Prospect> {
        let volley = self.volley(state, side, chain, target)?;
        Some(self.prospect_of_volley(state, side, occasion, &volley))
    }

    /// What an allowed shot of one unit at troops would do: most shots are like that, and their volley is only the unit
    /// on top. `None` for units that are formed up, and for shots at guns alone.
    #[inline]
    fn prospect_of_single_unit(
        &self,
        state: &State<R>,
        side: Side,
        occasion: Occasion,
        from: HexId,
        target: HexId,
    ) -> Option<Prospect> {
        let top = self.top(state, self.troops_at(state, side, from))?;
        let victim = self.top(state, self.troops_under_fire(state, side, occasion, target))?;
        if (state.marks.side_by_side | state.marks.square).contains(top) {
            return None;
        }
        let distance = self.scenario.board.distance(from, target);
        let row = row_of(rounded(self.firepower(state, top).into(), distance.into()));
        let Some(plus) = ROWS[row].plus else { return Some(Prospect::Nothing) };
        let line = (core::iter::once(from), target);
        let plus = plus + self.musket_modifiers(state, top, state[top].shots, line, victim, &mut ());
        Some(self.prospect_of_test(state, victim, plus, self.strikes_commanders(top, row)))
    }

    /// What a volley that is allowed would do, before any die is rolled.
    fn prospect_of_volley(
        &self,
        state: &State<R>,
        side: Side,
        occasion: Occasion,
        volley: &Volley<R>,
    ) -> Prospect {
        let troops = self.troops_under_fire(state, side, occasion, volley.target);
        let Some(unit) = self.top(state, troops) else {
            // [10.9.5] A die below the firepower: that many faces of ten.
            let faces = power_against_guns(volley.best.power, volley.best.square).min(Die::D10.faces());
            let gun = self.lone_battery(state, !side, volley.target);
            if self.is_kept_from_capturing(gun) {
                return Prospect::Nothing;
            }
            return Prospect::Capture { gun, hundredths: 10 * faces };
        };
        let row = self.row_of_volley(volley);
        let Some(plus) = ROWS[row].plus else { return Prospect::Nothing };
        let shots = volley.units.iter().map(|unit| state[unit].shots).max().unwrap_or(0);
        let plus = plus + self.volley_modifiers(state, volley, unit, shots, &mut ());
        self.prospect_of_test(state, unit, plus, self.strikes_commanders(volley.best.top, row))
    }

    /// What a test under fire with this modifier would do to a unit.
    pub(crate) fn prospect_of_test(
        &self,
        state: &State<R>,
        unit: UnitId,
        plus: i32,
        commanders: bool,
    ) -> Prospect {
        // How many faces come to at least `least`.
        let faces = i32::from(Die::D10.faces());
        let at_least = |least: i32| (faces - (least - plus - i32::from(Die::D10.lowest()))).clamp(0, faces);
        let above_morale = i32::from(self.morale(state, unit)) + 1;
        let [driven, hit] = [at_least(above_morale.min(LOSS_FROM)), at_least(LOSS_FROM)]
            .map(|faces| u8::try_from(faces).expect("ten at most"));
        Prospect::Test { unit, driven, hit, commanders }
    }
}
