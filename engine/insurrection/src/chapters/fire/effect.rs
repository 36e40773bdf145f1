//! [10.9.4] What musket fire does, and the test under fire that it shares with artillery.

use szala_board::HexId;
use szala_kernel::{Ask, Dice, Die, Journal, Rule, Side, Table, rule};

use super::{Firer, Occasion, Volley};
use crate::chapters::game::Insurrection;
use crate::chapters::losses::MoraleTest;
use crate::chapters::words;
use crate::position::agenda::{Cause, LossCause, Task};
use crate::position::ground::HexKind;
use crate::position::ids::{Arm, Hexes, UnitId, UnitSet};
use crate::position::room::Room;
use crate::position::state::State;

/// A row of the musket table.
pub(crate) struct Row {
    pub(crate) result: &'static str,
    /// The modifier of the morale die; `None` when there is no test.
    pub(crate) plus: Option<i32>,
}

/// [10.9.4t] As printed: no effect, M, 1M, 2M.
pub(crate) const ROWS: [Row; 4] = [
    Row { result: "row 0-1", plus: None },
    Row { result: "row 2-3", plus: Some(0) },
    Row { result: "row 4-5", plus: Some(1) },
    Row { result: "row 6+", plus: Some(2) },
];

/// The modifiers of the table [10.9.4t] that do not hang on the shots fired before.
pub(crate) mod modifier {
    pub(crate) const SHELTERED: i32 = -1;
    pub(crate) const BY_CAVALRY: i32 = -1;
    pub(crate) const AT_A_SQUARE: i32 = 1;
    pub(crate) const THROUGH_FLANK_OR_REAR: i32 = 1;
}

/// [4.4.1] From this row on, "4-5", a commander in the hex may be hit.
const COMMANDERS_FROM_ROW: usize = 2;

/// [10.9.4t] A test under fire that comes to this, modified, costs a loss and a retreat.
pub(crate) const LOSS_FROM: i32 = 9;

/// What a test under fire brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnderFire {
    Nothing,
    Retreat,
    LossAndRetreat,
}

/// [10.9.4t] [D-10.9d] A loss whatever the morale; a failed test is a retreat.
pub(crate) const fn under_fire(test: MoraleTest) -> UnderFire {
    match test {
        MoraleTest { total: LOSS_FROM.., .. } => UnderFire::LossAndRetreat,
        MoraleTest { passed: false, .. } => UnderFire::Retreat,
        _ => UnderFire::Nothing,
    }
}

/// [10.9.5] With less, muskets do nothing to lone guns.
pub(crate) const POWER_AGAINST_GUNS: u8 = 3;

/// [10.9.4] The row of the table for a rounded result.
pub(crate) const fn row_of(result: u16) -> usize {
    match result {
        0..=1 => 0,
        2..=3 => 1,
        4..=5 => 2,
        _ => 3,
    }
}

/// [3.4d] A fraction rounded, one half up.
pub(crate) const fn rounded(number: u16, divisor: u16) -> u16 {
    (2 * number + divisor) / (2 * divisor)
}

/// [10.9.7] [10.9.8] [10.9.9] What a shot after this many adds to the test, and by which rule.
pub(crate) const fn shot_modifier(shots: u8) -> (Rule, i32) {
    match shots {
        0 => (rule!("10.9.7"), 1),
        1 => (rule!("10.9.8"), 0),
        _ => (rule!("10.9.9"), -1),
    }
}

/// [10.9.5] The firepower that lone guns feel. [D-10.9.5b] That of a square is a quarter of the sum here too.
pub(crate) const fn power_against_guns(power: u8, square: bool) -> u8 {
    if square { power.saturating_add(2) / 4 } else { power }
}

/// [10.9.5] Lone guns are taken by a die below the firepower.
pub(crate) fn takes_lone_guns<D: Dice, J: Journal>(power: u8, ask: Ask, table: &mut Table<D, J>) -> bool {
    table.roll(Die::D10, ask) < power
}

impl HexKind {
    /// What shelters a target in such a hex, if anything does.
    const fn shelter(self) -> &'static str {
        match self {
            Self::Village => "in a village",
            Self::Castle => "in a castle",
            Self::Clear | Self::Forest | Self::Marsh | Self::MarshyWoods => "forest or trench",
        }
    }

    /// What helps the defender of such a hex, if anything does.
    pub(crate) const fn defence(self) -> &'static str {
        match self {
            Self::Village => "defends a village",
            Self::Castle => "defends a castle",
            Self::Clear | Self::Forest | Self::Marsh | Self::MarshyWoods => "defends in forest",
        }
    }
}

impl<R: Room> Firer<R> {
    /// [10.9.4] Firepower by distance. [D-7.2.2b] A square divides by four times the distance, and rounds once.
    fn result_at(&self, distance: u8) -> u16 {
        let divisor = if self.square { 4 * distance } else { distance };
        rounded(self.power.into(), divisor.into())
    }
}

impl<R: Room> Volley<R> {
    /// The hexes from which it is fired.
    fn firers(&self) -> impl Iterator<Item = HexId> + Clone {
        core::iter::once(self.from).chain(self.others.iter())
    }
}

impl<R: Room> Insurrection<R> {
    /// [10.9.4] Fires a shot and carries out its effect.
    pub(super) fn fire_volley<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        side: Side,
        occasion: Occasion,
        volley: &Volley<R>,
        table: &mut Table<D, J>,
    ) {
        // [10.9.6] [D-10.9.6b] In joint fire the modifier best for the target: that of the most shots fired before.
        // [D-6.2.1b] So too among the units of a stack side by side, or of a square.
        let shots = volley.units.iter().map(|unit| state[unit].shots).max().unwrap_or(0);
        self.mark_the_shot(state, occasion, volley.units, table);
        let troops = self.troops_under_fire(state, side, occasion, volley.target);
        match self.top(state, troops) {
            // [6.9] [D-6.9a] The top unit that is not a gun.
            Some(victim) => self.fire_at_troops(state, volley, victim, shots, table),
            None => self.fire_at_lone_guns(state, side, volley, table),
        }
    }

    fn fire_at_troops<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        volley: &Volley<R>,
        victim: UnitId,
        shots: u8,
        table: &mut Table<D, J>,
    ) {
        let [firer, target] = [volley.best.top, victim].map(|unit| self.scenario.unit(unit).subject);
        table.note(
            rule!("10.9.6"),
            volley.joined.into(),
            "rows down, one for each firing hex beyond the first",
        );
        let row = self.row_of_volley(volley);
        table.remark(rule!("10.9.4"), ROWS[row].result, target);
        let Some(plus) = ROWS[row].plus else {
            table.remark(rule!("10.9.4t"), "no effect", target);
            return;
        };
        // [4.4.1] [D-4.4e] The row finally used decides; the roll comes after the effect, so it is put below it.
        if self.strikes_commanders(volley.best.top, row) {
            self.expect_commander_hits(state, self.side_of(victim), volley.target, rule!("4.4.1"));
        }
        let plus = table.note(rule!("10.9.4t"), plus, "by the row of the table")
            + self.volley_modifiers(state, volley, victim, shots, &mut table.journal);
        let ask = Ask::new(rule!("10.9.4"), state.stage).by(firer).at(target);
        self.test_under_fire(state, victim, plus, ask, table);
    }

    /// [4.4.1] Does musket fire of this unit, and of others of its arm with it, on this row strike commanders?
    pub(super) fn strikes_commanders(&self, firer: UnitId, row: usize) -> bool {
        let by_infantry_alone = self.scenario.family.infantry_alone_strikes_commanders;
        // [D-M4.6.1a]
        row >= COMMANDERS_FROM_ROW && (!by_infantry_alone || self.arm(firer) == Arm::Infantry)
    }

    /// [10.9.4] [10.9.6] The row that decides: one down for each firing hex beyond the first.
    pub(super) fn row_of_volley(&self, volley: &Volley<R>) -> usize {
        let distance = self.scenario.board.distance(volley.best.hex, volley.target);
        let row = row_of(volley.best.result_at(distance)) + usize::from(volley.joined);
        row.min(ROWS.len() - 1)
    }

    /// [10.9.4t] What is added to the morale die of musket fire besides the row; `shots`: fired before in this stage.
    pub(super) fn volley_modifiers<J: Journal>(
        &self,
        state: &State<R>,
        volley: &Volley<R>,
        victim: UnitId,
        shots: u8,
        journal: &mut J,
    ) -> i32 {
        let Volley { target, best, .. } = *volley;
        self.musket_modifiers(state, best.top, shots, (volley.firers(), target), victim, journal)
    }

    /// The same of a shot from some hexes, whichever units fire with the `best`.
    pub(super) fn musket_modifiers<J: Journal>(
        &self,
        state: &State<R>,
        best: UnitId,
        shots: u8,
        (firers, target): (impl Iterator<Item = HexId> + Clone, HexId),
        victim: UnitId,
        journal: &mut J,
    ) -> i32 {
        let square = state.marks.square.contains(victim);
        let (shot_rule, shot) = shot_modifier(shots);
        let cavalry = if self.arm(best) == Arm::Cavalry { modifier::BY_CAVALRY } else { 0 };
        journal.note(rule!("10.9.4t"), cavalry, "cavalry fires")
            + journal.note(shot_rule, shot, "by the number of the shot")
            + self.target_modifiers(state, firers, target, victim, square, journal)
    }

    /// [10.9.4t] The modifiers that hold for muskets and guns, marked with a star there: shelter, square, direction.
    /// [D-10.9.6b] From several hexes the ones best for the target. `square`: was it one when the shot fell?
    pub(crate) fn target_modifiers<J: Journal>(
        &self,
        state: &State<R>,
        mut firers: impl Iterator<Item = HexId> + Clone,
        target: HexId,
        victim: UnitId,
        square: bool,
        journal: &mut J,
    ) -> i32 {
        // Forest and trench are one modifier, and do not add. [D-M10.9.4b] The best cover counts.
        let site = self.ground.site(target);
        let behind_works =
            site.cover == 0 && firers.clone().any(|from| self.sight.crosses_trench(from, target));
        // [10.3.1] Only when no line comes through the front.
        let is_outflanked = !square && firers.all(|from| self.comes_from_flank_or_rear(state, from, victim));
        let shelter = if behind_works { modifier::SHELTERED } else { -i32::from(site.cover) };
        let square = if square { modifier::AT_A_SQUARE } else { 0 };
        let direction = if is_outflanked { modifier::THROUGH_FLANK_OR_REAR } else { 0 };
        journal.note(rule!("10.9.4t"), shelter, site.kind.shelter())
            + journal.note(rule!("10.9.4t"), square, "at a square")
            + journal.note(rule!("10.3.1"), direction, "through flank or rear")
    }

    /// [10.9.4t] Tests the morale of a unit under fire: a failed test is a retreat of one hex. Returns the face.
    pub(crate) fn test_under_fire<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        victim: UnitId,
        plus: i32,
        ask: Ask,
        table: &mut Table<D, J>,
    ) -> u8 {
        let test = self.test_morale(state, victim, plus, ask, table);
        let effect = under_fire(test);
        if effect == UnderFire::LossAndRetreat {
            // [D-10.9d] Whatever the morale. [D-10.11a] The loss is taken before the retreat.
            self.lose(state, victim, rule!("10.9.4t"), LossCause::Fire, table);
        }
        // A unit eliminated by the loss does not retreat.
        if effect != UnderFire::Nothing && state.hex_of(victim).is_some() {
            state.agenda.push(Task::Retreat { group: UnitSet::of(victim), hexes: 1, cause: Cause::Fire });
        }
        test.natural
    }

    /// [10.9.5] Against lone guns, in place of all that: a die below the firepower captures them.
    fn fire_at_lone_guns<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        side: Side,
        volley: &Volley<R>,
        table: &mut Table<D, J>,
    ) {
        let gun = self.lone_battery(state, !side, volley.target);
        let [firer, target] = [volley.best.top, gun].map(|unit| self.scenario.unit(unit).subject);
        let ask = Ask::new(rule!("10.9.5"), state.stage).by(firer).at(target);
        if takes_lone_guns(power_against_guns(volley.best.power, volley.best.square), ask, table) {
            self.capture_by_fire(state, gun, rule!("10.9.5"), table);
        } else {
            table.remark(rule!("10.9.5"), "no effect", target);
        }
    }

    /// [10.9.4] Marks the shot on all that fired, and lets those pay that must [10.9.2].
    fn mark_the_shot<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        occasion: Occasion,
        units: UnitSet<R>,
        table: &mut Table<D, J>,
    ) {
        let payers = match occasion {
            Occasion::Active | Occasion::OnTheMove => units & state.led,
            Occasion::Passive | Occasion::Reaction(_) | Occasion::Skirmish { .. } => UnitSet::EMPTY,
        };
        for unit in units.iter() {
            let subject = self.scenario.unit(unit).subject;
            let shots = state[unit].shots;
            state[unit].shots += 1;
            table.change(rule!("10.9.4"), words::SHOTS, subject, shots.into(), (shots + 1).into());
            if payers.contains(unit) {
                let spent = state[unit].spent;
                state[unit].spent += 1;
                table.change(rule!("10.9.2"), "spent", subject, spent.into(), (spent + 1).into());
            }
        }
        // [D-10.9.10a] The "1" marker can be paid off only before the first shot of the stage.
        state.marks.carries -= units;
        if occasion == Occasion::OnTheMove {
            // [8.14.1] A unit that fires in its move does not charge in it.
            state.marks.no_charge |= units;
            // [D-6.0d] An order made after the shot is a new one.
            for hex in units.iter().filter_map(|unit| state.hex_of(unit)).collect::<Hexes<R>>() {
                state.marks.lifted -= self.movers_at(state, hex);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_9_4_firepower_by_distance_is_rounded_half_up() {
        // 5/2 = 2.5, up to 3; 4/3 = 1.33, down to 1; 5/3 = 1.67, up to 2; 1/2 up to 1; 1/3 down to 0.
        let results = [(5, 1), (5, 2), (5, 3), (4, 3), (1, 2), (1, 3)].map(|(power, by)| rounded(power, by));
        assert_eq!(results, [5, 3, 2, 1, 1, 0]);
    }

    #[test]
    fn r10_9_4t_the_rows_are_those_printed() {
        let plus = [0, 1, 2, 3, 4, 5, 6, 20].map(|result| ROWS[row_of(result)].plus);
        assert_eq!(plus, [None, None, Some(0), Some(0), Some(1), Some(1), Some(2), Some(2)]);
    }

    #[test]
    fn r10_9_7_the_first_shot_frightens_and_the_third_and_fourth_do_not() {
        assert_eq!([0, 1, 2, 3].map(|shots| shot_modifier(shots).1), [1, 0, -1, -1]);
    }

    #[test]
    fn d_10_9_5b_a_square_turns_a_quarter_of_its_firepower_on_lone_guns() {
        // Four companies of 4 have 16 / 4 = 4; of 3 and 2 in all 10: 2.5, up to 3; 9: 2.25, down to 2.
        assert_eq!([16, 10, 9].map(|power| power_against_guns(power, true)), [4, 3, 2]);
        assert_eq!(power_against_guns(5, false), 5);
    }
}
