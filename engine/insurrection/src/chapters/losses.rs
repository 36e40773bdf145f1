//! [3.4] The values of a unit, what losses do to them, and the test of morale.

use szala_kernel::{Ask, Dice, Die, Journal, Rule, Table, rule};

use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::agenda::LossCause;
use crate::position::ids::{Arm, UnitId};
use crate::position::room::Room;
use crate::position::state::{Place, State};

/// The die of a morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoraleTest {
    /// What it showed.
    pub(crate) natural: u8,
    /// With the modifiers.
    pub(crate) total: i32,
    /// At most the morale?
    pub(crate) passed: bool,
}

impl MoraleTest {
    /// [3.4b] The die with what is added to it, against a morale.
    pub(crate) fn roll<D: Dice, J: Journal>(
        morale: u8,
        plus: i32,
        ask: Ask,
        table: &mut Table<D, J>,
    ) -> Self {
        // [2.2] [G5] The face 0 counts as zero.
        let natural = table.roll(Die::D10, ask);
        let total = i32::from(natural) + plus;
        Self { natural, total, passed: total <= i32::from(morale) }
    }
}

impl<R: Room> Insurrection<R> {
    /// [3.4a] Size less losses.
    pub fn size(&self, state: &State<R>, unit: UnitId) -> u8 {
        self.scenario.unit(unit).size - state[unit].losses
    }

    /// [3.4a] [D-3.4a] Firepower less losses, not below 0, unless the reverse prints its own; 0 for guns.
    pub fn firepower(&self, state: &State<R>, unit: UnitId) -> u8 {
        let card = self.scenario.unit(unit);
        let losses = state[unit].losses;
        match card.fire_reverse {
            Some(reverse) if losses >= card.flips_after() => {
                reverse.saturating_sub(losses - card.flips_after())
            }
            _ => card.fire.saturating_sub(losses),
        }
    }

    /// [3.4b] The morale of the side of the counter that is up. Markers do not lower it [3.4a].
    pub fn morale(&self, state: &State<R>, unit: UnitId) -> u8 {
        let card = self.scenario.unit(unit);
        let reverse = card.size > 1 && state[unit].losses >= card.flips_after();
        card.morale[usize::from(reverse)]
    }

    /// [3.4b] Tests the morale of a unit for `rule`, with `plus` added to the die; `against` is who caused it.
    /// The caller has noted the modifiers. Guns and commanders never test.
    pub(crate) fn test_morale<D: Dice, J: Journal>(
        &self,
        state: &State<R>,
        unit: UnitId,
        plus: i32,
        ask: Ask,
        table: &mut Table<D, J>,
    ) -> MoraleTest {
        debug_assert!(self.arm(unit) != Arm::Artillery, "guns never test their morale");
        let test = MoraleTest::roll(self.morale(state, unit), plus, ask, table);
        let subject = self.scenario.unit(unit).subject;
        table.total(rule!("3.4b"), test.total, self.morale(state, unit).into(), subject);
        table.remark(rule!("3.4b"), if test.passed { "test passed" } else { words::TEST_FAILED }, subject);
        test
    }

    /// [3.4a] One loss: size and firepower one less; the last one eliminates.
    pub(crate) fn lose<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        rule: Rule,
        cause: LossCause,
        table: &mut Table<D, J>,
    ) {
        let subject = self.scenario.unit(unit).subject;
        let losses = state[unit].losses;
        state[unit].losses += 1;
        table.change(rule, words::LOSSES, subject, losses.into(), (losses + 1).into());
        if self.size(state, unit) == 0 {
            self.eliminate(state, unit, rule!("3.4a"), cause, table);
        } else if let Some(hex) = state.hex_of(unit) {
            self.weaken_formation(state, unit, hex);
        }
    }

    /// Takes a unit out of the game. What it scores depends on the cause [12.1]; commanders may go with it [4.4].
    pub(crate) fn eliminate<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        rule: Rule,
        cause: LossCause,
        table: &mut Table<D, J>,
    ) {
        let side = self.side_of(unit);
        let hex = state.hex_of(unit);
        if hex.is_some() {
            self.take(state, unit, Place::Gone);
            self.tell_place(unit, hex, None, rule, table);
        } else {
            state[unit].place = Place::Gone;
        }
        self.drop_from_what_is_under_way(state, unit);
        table.remark(rule, words::ELIMINATED, self.scenario.unit(unit).subject);
        match cause {
            // [12.1] [D-12.1a] By fire or crisis, retreats from them included.
            LossCause::Fire | LossCause::Crisis => self.score(state, !side, 1, rule!("12.1"), table),
            // [D-9.1j] In a reaction: nothing. In melee the melee itself scores.
            LossCause::Reaction | LossCause::Melee => (),
        }
        if let Some(hex) = hex {
            self.commanders_fall_with_their_troops(state, side, hex, table);
        }
        // In a melee the guns of the hex are not captured yet, and may decide how he goes [D-4.4a]: that is asked at
        // its end.
        if cause != LossCause::Melee || state.melee.is_none() {
            self.commanders_without_units_leave(state, side, table);
        }
    }

    /// A unit that is gone, or driven off, no longer moves, reacts or counterattacks.
    pub(crate) fn drop_from_what_is_under_way(&self, state: &mut State<R>, unit: UnitId) {
        state.movers.remove(unit);
        state.reactors.remove(unit);
        state.counter.remove(unit);
        state.waiting.remove(unit);
    }
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::facing;
    use szala_kernel::Side;

    use crate::position::ids::Arm;
    use crate::testing::Setup;

    /// Size and morale of a unit of morale 7 and 6 after each loss but the last.
    fn life(size: u8) -> Vec<(u8, u8)> {
        let mut setup = Setup::new();
        let unit = setup.unit(Side::First, Arm::Infantry, size, "0505", facing::N);
        setup.scenario.units[0].morale = [7, 6];
        let (game, mut state) = setup.finish();
        let mut after = |losses| {
            state[unit].losses = losses;
            (game.size(&state, unit), game.morale(&state, unit))
        };
        (0..size).map(&mut after).collect()
    }

    #[test]
    fn r3_4a_counters_are_turned_where_the_table_of_losses_says() {
        // The rows as printed: front, front with -1, with -2, then the reverse, with -1, with -2.
        assert_eq!(life(6), [(6, 7), (5, 7), (4, 7), (3, 6), (2, 6), (1, 6)]);
        assert_eq!(life(5), [(5, 7), (4, 7), (3, 7), (2, 6), (1, 6)]);
        assert_eq!(life(4), [(4, 7), (3, 7), (2, 6), (1, 6)]);
        assert_eq!(life(3), [(3, 7), (2, 7), (1, 6)]);
        assert_eq!(life(2), [(2, 7), (1, 6)]);
        assert_eq!(life(1), [(1, 7)]);
    }

    #[test]
    fn d_3_4a_a_reverse_that_prints_its_firepower_counts_down_from_that() {
        let mut setup = Setup::new();
        let unit = setup.unit(Side::First, Arm::Infantry, 5, "0505", facing::N);
        setup.scenario.units[0].fire_reverse = Some(3);
        let (game, mut state) = setup.finish();
        let mut after = |losses| {
            state[unit].losses = losses;
            game.firepower(&state, unit)
        };
        // 5 5-1 5-2, and on the reverse 3 3-1.
        assert_eq!([0, 1, 2, 3, 4].map(&mut after), [5, 4, 3, 3, 2]);
    }
}
