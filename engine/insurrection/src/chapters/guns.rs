//! 10.10: artillery fire. Who may shell whom, the tests of a whole stack one after the other, the capture of guns
//! by fire. What artillery shares with muskets stands in `fire`; guns in melee are left to `melee` and `flight`.

use szala_board::HexId;
use szala_kernel::{ActionList, Ask, Dice, Die, Journal, Rule, Side, Table, rule};

use crate::chapters::fire::{Field, Occasion};
use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::{Barrage, LossCause, Task};
use crate::position::ids::{Hexes, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{Place, State};

/// [4.4.2] From so near, fire may hit a commander.
pub(crate) const COMMANDERS_WITHIN: u8 = 3;

/// [10.10.6] From farther, guns do nothing to lone guns.
pub(crate) const LONE_GUNS_WITHIN: u8 = 6;

/// [10.10.9] What a battery taken is worth.
const CAPTURE: i16 = 2;

// Who may fire, and at whom.
impl<R: Room> Insurrection<R> {
    /// Lists every shot of the side's batteries.
    pub(crate) fn shell_actions(
        &self,
        state: &State<R>,
        field: &Field<'_, R>,
        list: &mut ActionList<Action>,
    ) {
        for gun in self.ready_guns(state, field) {
            for target in self.targets_of_gun(state, field, gun) {
                list.push(Action::Shell { gun, target });
            }
        }
    }

    /// Has any battery of the side a shot?
    pub(crate) fn can_shell(&self, state: &State<R>, field: &Field<'_, R>) -> bool {
        self.ready_guns(state, field).any(|gun| !self.targets_of_gun(state, field, gun).is_empty())
    }

    /// The batteries that may fire. Most may not, by one mark or another, and are not asked one by one.
    fn ready_guns(&self, state: &State<R>, field: &Field<'_, R>) -> impl Iterator<Item = UnitId> {
        let marks = &state.marks;
        let barred = marks.captured_once | marks.limbered | marks.turned | marks.silent | marks.fired;
        let guns = (state.on_map[field.side] & self.guns) - barred;
        guns.iter().filter(move |gun| self.may_gun_fire(state, field, *gun).is_ok())
    }

    /// May this battery fire at that hex?
    pub(crate) fn may_shell(
        &self,
        state: &State<R>,
        field: &Field<'_, R>,
        gun: UnitId,
        target: HexId,
    ) -> Verdict {
        self.may_gun_fire(state, field, gun)?;
        if self.targets_of_gun(state, field, gun).contains(target) {
            return Ok(());
        }
        let too_far = if field.lone_guns.contains(target) { rule!("10.10.6") } else { rule!("10.10.1") };
        Err(field.why_not(self, state, gun, target, too_far))
    }

    fn may_gun_fire(&self, state: &State<R>, field: &Field<'_, R>, gun: UnitId) -> Verdict {
        require(self.guns.contains(gun) && self.side_of(gun) == field.side, rule!("10.10.1"))?;
        // [10.10.9] Captured guns are off the map; guns retaken stay silent for good.
        require(!state.marks.captured_once.contains(gun), rule!("10.10.9"))?;
        let hex = state.hex_of(gun).ok_or(rule!("10.10.1"))?;
        require(field.ours.contains(hex), rule!("10.6"))?;
        require(!state.marks.limbered.contains(gun), rule!("8.12"))?;
        // [8.11] No shot in the phase in which it turned, nor in the stage in which it moved by hand.
        require(!state.marks.turned.contains(gun), rule!("8.11"))?;
        // [10.10.4] None in the stage in which it broke down, which was by a shot; [8.12] nor in that in which it
        // unlimbered, which no battery does after a shot.
        let has_fired = state.marks.fired_this_stage.contains(gun);
        require(!state.marks.silent.contains(gun), if has_fired { rule!("10.10.4") } else { rule!("8.12") })?;
        require(!state.marks.fired.contains(gun), rule!("10.10.3"))?;
        match field.occasion {
            // [10.10.3] Once in the movement phase of each enemy commander;
            Occasion::Passive => Ok(()),
            // once in that of its own, and in no other's of its side [D-10.4b].
            Occasion::Active => {
                require(state.led.contains(gun), rule!("10.10.3"))?;
                // [D-M4.4e] [D-M4.5d] Guns of others and of the reserve only where he leads them.
                let is_own = !state.calls && self.scenario.unit(gun).commander.is_some();
                if is_own { Ok(()) } else { self.must_be_in_command(state, gun) }
            }
            Occasion::OnTheMove => Err(rule!("D-10.4d")),
            // [9.4] [D-9.1g] A reaction is that one shot of the phase.
            Occasion::Reaction(_) => require(state.reactors.contains(gun), rule!("9.4")),
            Occasion::Skirmish { .. } => Err(rule!("D-M9.1d")),
        }
    }

    /// [10.10.1] What a battery may fire at: what it can aim at and has an effect on.
    fn targets_of_gun(&self, state: &State<R>, field: &Field<'_, R>, gun: UnitId) -> Hexes<R> {
        let from = state.hex_of(gun).expect("a battery that may fire is on the map");
        let targets = field.targets(self, state, gun, from);
        let board = &self.scenario.board;
        let reach = self.scenario.gun_table.last().map_or(0, |band| band.to);
        // [10.10.6] [D-10.10.6b] At lone guns six hexes away at most: beyond there is no effect to fire for.
        (targets & board.within(from, reach)) - (field.lone_guns - board.within(from, LONE_GUNS_WITHIN))
    }

    /// [10.10.1] What is added to the morale die at this distance.
    pub(crate) fn plus_of_guns(&self, distance: u8) -> i32 {
        let band = self.scenario.gun_table.iter().find(|band| distance <= band.to);
        band.expect("no shot beyond the table").plus.into()
    }

    /// [10.10.6m] What the stars of a battery add to the morale die, besides all else. [D-M10.10.6b] By letter, so that
    /// a test comes to 9 the more often.
    pub(crate) fn plus_of_stars(&self, gun: UnitId) -> i32 {
        self.scenario.unit(gun).stars.into()
    }

    /// [10.10.6] [D-M10.10.7a] The stars that are deducted when guns fire at lone guns: the firer's, unless the switch
    /// has them the target's.
    pub(crate) fn stars_deducted(&self, gun: UnitId, target: UnitId) -> u8 {
        let whose = if self.scenario.switches.stars_of_the_target_count { target } else { gun };
        self.scenario.unit(whose).stars
    }
}

/// [10.10.6] The dice that take lone guns: the first, with what is added, above the distance, and the second a 0, or no
/// more than the stars.
pub(crate) fn shell_takes_lone_guns<D: Dice, J: Journal>(
    distance: u8,
    plus: i32,
    stars: u8,
    ask: Ask,
    table: &mut Table<D, J>,
) -> bool {
    let is_found = i32::from(table.roll(Die::D10, ask)) + plus > i32::from(distance);
    if !is_found {
        return false;
    }
    // 0 or less, after the stars are deducted.
    let minus = table.note(rule!("D-M10.10.7a"), -i32::from(stars), "stars are deducted");
    i32::from(table.roll(Die::D10, ask)) + minus <= 0
}

// What it does.
impl<R: Room> Insurrection<R> {
    /// [10.10.2] Fires one battery; it always fires alone. [10.10.4] The effect follows at once.
    pub(crate) fn shell<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        occasion: Occasion,
        gun: UnitId,
        target: HexId,
        table: &mut Table<D, J>,
    ) {
        let side = self.side_of(gun);
        let from = state.hex_of(gun).expect("a battery that fires is on the map");
        state.marks.fired.insert(gun);
        state.marks.fired_this_stage.insert(gun);
        if occasion == Occasion::Active {
            self.note_acting(state, UnitSet::of(gun));
        }
        table.remark(rule!("10.10.3"), words::BATTERY_FIRES, self.scenario.unit(gun).subject);
        // [4.4.2] [D-4.4e] Rolled after the effect, so put below it.
        if self.scenario.board.distance(from, target) <= COMMANDERS_WITHIN {
            self.expect_commander_hits(state, !side, target, rule!("4.4.2"));
        }
        let troops = self.troops_under_fire(state, side, occasion, target);
        let Some(top) = self.top(state, troops) else {
            self.shell_lone_guns(state, [gun, self.lone_battery(state, !side, target)], table);
            return;
        };
        // [6.10] Every unit of the stack, each for itself; [6.2.1] of a stack side by side only the top one.
        let left = if state.marks.side_by_side.contains(top) { UnitSet::of(top) } else { troops };
        // [D-10.10.1a] A square that breaks up under the fire was one when the shot fell.
        let square = state.marks.square.contains(top);
        state.agenda.push(Task::Barrage(Barrage { gun, target, square, left }));
    }

    /// [6.10] The next unit of the stack under artillery fire tests its morale, from the top.
    pub(crate) fn run_barrage<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        barrage: Barrage<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        let Barrage { gun, target, square, left } = barrage;
        let side = !self.side_of(gun);
        let still_there = left & state.stack(side, target);
        state.agenda.pop();
        let (Some(victim), Some(from)) = (self.top(state, still_there), state.hex_of(gun)) else {
            return Next::Run;
        };
        let left = still_there - UnitSet::of(victim);
        if !left.is_empty() {
            state.agenda.push(Task::Barrage(Barrage { gun, target, square, left }));
        }
        let distance = self.scenario.board.distance(from, target);
        let plus = table.note(rule!("10.10.1t"), self.plus_of_guns(distance), "by the range")
            + table.note(rule!("10.10.6m"), self.plus_of_stars(gun), "by the stars of the battery")
            + self.target_modifiers(
                state,
                core::iter::once(from),
                target,
                victim,
                square,
                &mut table.journal,
            );
        let [by, at] = [gun, victim].map(|unit| self.scenario.unit(unit).subject);
        let ask = Ask::new(rule!("10.10.1"), state.stage).by(by).at(at);
        if self.test_under_fire(state, victim, plus, ask, table) == 0 && !state.marks.silent.contains(gun) {
            // [10.10.4] Trouble with the guns, for the rest of the stage. This shot is still carried out.
            state.marks.silent.insert(gun);
            table.remark(rule!("10.10.4"), "guns out of action", by);
        }
        Next::Run
    }

    /// [10.10.6] Guns against lone guns.
    fn shell_lone_guns<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        [gun, target]: [UnitId; 2],
        table: &mut Table<D, J>,
    ) {
        let [by, at] = [gun, target].map(|unit| self.scenario.unit(unit).subject);
        let hexes = [gun, target].map(|unit| state.hex_of(unit).expect("both are on the map"));
        let distance = self.scenario.board.distance(hexes[0], hexes[1]);
        let ask = Ask::new(rule!("10.10.6"), state.stage).by(by).at(at);
        // [D-10.10.6a] For the guns that fire: those of the Poles, says the scenario.
        let plus = i32::from(self.scenario.practised_gunners[self.side_of(gun)]);
        let plus = table.note(rule!("D-10.10.6a"), plus, "practised gunners");
        if shell_takes_lone_guns(distance, plus, self.stars_deducted(gun, target), ask, table) {
            self.capture_by_fire(state, target, rule!("10.10.6"), table);
        } else {
            table.remark(rule!("10.10.6"), "no effect", at);
        }
    }

    /// Does the scenario keep the enemy from capturing guns?
    pub(crate) fn is_kept_from_capturing(&self, gun: UnitId) -> bool {
        self.scenario.values.barred.captures[!self.side_of(gun)]
    }

    /// [10.10.9] Guns taken by fire score, and are removed [D-10.10.9a]: "captured" or "destroyed" is for points alone
    /// [D-M10.9.5a, D-M10.10.7b].
    pub(crate) fn capture_by_fire<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        gun: UnitId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        if self.is_kept_from_capturing(gun) {
            table.remark(rule, "no effect", self.scenario.unit(gun).subject);
            return;
        }
        self.score_capture(state, gun, rule, table);
        // The cause that scores nothing more. [D-4.4d] For a commander they count as eliminated.
        self.eliminate(state, gun, rule!("D-10.10.9a"), LossCause::Melee, table);
    }

    /// [10.10.9] Guns are captured, by fire or in melee, under `rule`.
    pub(crate) fn score_capture<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        gun: UnitId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        table.remark(rule, words::CAPTURED, self.scenario.unit(gun).subject);
        // [D-10.10.9a] A battery scores one capture at most.
        if !state.marks.captured_once.contains(gun) {
            state.marks.captured_once.insert(gun);
            // Two, and one for each star; [D-M10.9.5a] so too where they are destroyed.
            let points = CAPTURE + i16::from(self.scenario.unit(gun).stars);
            self.score(state, !self.side_of(gun), points, rule!("10.10.9"), table);
        }
    }

    /// The battery alone in a hex: the only guns that are ever fired at.
    pub(crate) fn lone_battery(&self, state: &State<R>, side: Side, hex: HexId) -> UnitId {
        self.gun_at(state, side, hex).expect("a lone battery is there")
    }

    /// [10.10.9] [D-10.10.9a] As a phase ends: captured guns where their owner's infantry or cavalry stands, and no
    /// enemy, are recaptured; they never fire again. Their stars do not count.
    pub(crate) fn recapture_guns<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        for gun in self.guns.iter() {
            let Place::Captured(hex) = state[gun].place else { continue };
            let owner = self.side_of(gun);
            if !self.troops_at(state, owner, hex).is_empty() && !state.holds(!owner, hex) {
                state[gun].place = Place::Gone;
                table.remark(rule!("10.10.9"), words::RECAPTURED, self.scenario.unit(gun).subject);
                self.score(state, owner, CAPTURE, rule!("10.10.9"), table);
            }
        }
    }

    /// [10.10.5] At the end of a movement phase, guns that fired are ready again; so are those that turned [8.11].
    /// Those that moved by hand are not, before the stage ends.
    pub(crate) fn guns_are_ready(&self, state: &mut State<R>) {
        state.marks.fired -= self.guns;
        // [8.11] [D-M4.4a] Where a chit may bring two movement phases, those that turned wait for the next chit.
        if !self.leads_others {
            self.turned_guns_are_ready(state);
        }
    }

    /// [8.11] Those that moved by hand are not.
    pub(crate) fn turned_guns_are_ready(&self, state: &mut State<R>) {
        let are_hauled = state.marks.turned & (state.marks.silent - state.marks.fired_this_stage);
        state.marks.turned = are_hauled;
    }

    /// [10.10.5] At the end of the stage, those that moved or broke down are.
    pub(crate) fn guns_rest(&self, state: &mut State<R>) {
        state.marks.silent -= self.guns;
        state.marks.turned -= self.guns;
        state.marks.fired_this_stage -= self.guns;
    }
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::facing;
    use szala_kernel::dice::ScriptedDice;
    use szala_kernel::journal::{Entry, Event, Log};

    use super::*;
    use crate::position::agenda::Cause;
    use crate::position::ids::Arm;
    use crate::testing::Setup;

    const US: Side = Side::First;
    const THEM: Side = Side::Second;
    const PASSIVE: Occasion = Occasion::Passive;

    /// Fires and carries out the tests of the whole stack, leaving retreats aside: returns the units that must, and the
    /// modifiers.
    fn shell(
        game: &Insurrection,
        state: &mut State,
        action: Action,
        dice: &[u8],
    ) -> (UnitSet, Vec<(Rule, i32)>) {
        assert_eq!(game.fire_refusal(state, US, PASSIVE, action), None);
        let mut table = Table::new(ScriptedDice::new(dice.iter().copied()), Log::default());
        game.fire(state, US, PASSIVE, action, &mut table);
        let mut driven = UnitSet::EMPTY;
        loop {
            match state.agenda.top() {
                Task::Barrage(barrage) => {
                    assert_eq!(game.run_barrage(state, barrage, &mut table), Next::Run);
                }
                Task::Retreat { group, hexes: 1, cause: Cause::Fire } => {
                    driven |= group;
                    state.agenda.pop();
                }
                _ => break,
            }
        }
        table.dice.finish().expect("the dice of the script");
        let modifier = |entry: &Entry| match entry {
            Entry::Event(Event::Modifier { rule, amount, .. }) => Some((*rule, *amount)),
            _ => None,
        };
        (driven, table.journal.entries.iter().filter_map(modifier).collect())
    }

    /// Our battery in 0108 facing north, and the units of theirs at this hex, of morale 6, facing south.
    fn battery_against(label: &str, companies: usize) -> (Insurrection, State, Vec<UnitId>, Action) {
        let mut setup = Setup::new();
        let gun = setup.unit(US, Arm::Artillery, 1, "0108", facing::N);
        let units = (0..companies).map(|_| setup.unit(THEM, Arm::Infantry, 4, label, facing::S)).collect();
        if companies == 0 {
            setup.unit(THEM, Arm::Artillery, 1, label, facing::S);
        }
        setup.post(THEM, label);
        let (game, state) = setup.finish();
        let action = Action::Shell { gun, target: game.hex(label) };
        (game, state, units, action)
    }

    #[test]
    fn r10_10_1_the_farther_the_milder() {
        // 0408 is three hexes from 0108, 0508 four, 0708 six, 0808 seven, 1108 ten.
        for (label, plus) in [("0408", 2), ("0508", 1), ("0708", 1), ("0808", 0), ("1108", 0)] {
            let (game, mut state, ..) = battery_against(label, 1);
            let (_, _, _, action) = battery_against(label, 1);
            let (_, modifiers) = shell(&game, &mut state, action, &[1]);
            assert_eq!(modifiers.iter().map(|modifier| modifier.1).sum::<i32>(), plus, "{label}");
            // [4.4.2] At three hexes or less their commander there may be hit.
            let is_hit = matches!(state.agenda.top(), Task::CommanderHit { .. });
            assert_eq!(is_hit, label == "0408", "{label}");
        }
    }

    #[test]
    fn r6_10_every_unit_of_the_stack_tests_from_the_top() {
        // Three hexes, +2: 4 + 2 = 6 passes morale 6, 5 + 2 = 7 fails, 7 + 2 = 9 costs a loss as well.
        let (game, mut state, units, action) = battery_against("0408", 3);
        let (driven, modifiers) = shell(&game, &mut state, action, &[4, 5, 7]);
        assert_eq!(driven, [units[1], units[2]].into_iter().collect());
        assert_eq!(modifiers, [(rule!("10.10.1t"), 2); 3]);
        assert_eq!([0, 1, 2].map(|place| state[units[place]].losses), [0, 0, 1]);
    }

    #[test]
    fn r6_2_1_of_a_stack_side_by_side_only_the_top_tests() {
        let (game, mut state, units, action) = battery_against("0408", 2);
        state.marks.side_by_side = units.iter().copied().collect();
        assert_eq!(shell(&game, &mut state, action, &[5]).0, UnitSet::of(units[0]));
    }

    #[test]
    fn d_10_10_1a_a_square_that_breaks_up_was_one_for_all_its_companies() {
        let (game, mut state, units, action) = battery_against("0708", 4);
        state.marks.square = units.iter().copied().collect();
        // +1 for six hexes, +1 for the square: 5 + 2 fails.
        let (driven, modifiers) = shell(&game, &mut state, action, &[5, 1, 1, 1]);
        assert_eq!(driven, UnitSet::of(units[0]));
        assert_eq!(modifiers, [(rule!("10.10.1t"), 1), (rule!("10.9.4t"), 1)].repeat(4));
    }

    #[test]
    fn r10_10_4_a_natural_nought_silences_the_battery_until_the_stage_ends() {
        let (game, mut state, _, action) = battery_against("0508", 2);
        shell(&game, &mut state, action, &[0, 1]);
        game.guns_are_ready(&mut state);
        assert_eq!(game.fire_refusal(&state, US, PASSIVE, action), Some(rule!("10.10.4")));
        game.guns_rest(&mut state);
        assert_eq!(game.fire_refusal(&state, US, PASSIVE, action), None);
    }

    #[test]
    fn r10_10_3_one_shot_in_a_movement_phase() {
        let (game, mut state, _, action) = battery_against("0508", 1);
        shell(&game, &mut state, action, &[1]);
        assert_eq!(game.fire_refusal(&state, US, PASSIVE, action), Some(rule!("10.10.3")));
        game.guns_are_ready(&mut state);
        assert_eq!(game.fire_refusal(&state, US, PASSIVE, action), None);
        // On the active side, only in the phase of its own commander.
        assert_eq!(game.fire_refusal(&state, US, Occasion::Active, action), None);
        state.led = UnitSet::EMPTY;
        assert_eq!(game.fire_refusal(&state, US, Occasion::Active, action), Some(rule!("10.10.3")));
    }

    #[test]
    fn r8_11_and_r8_12_turned_limbered_and_moved_guns_do_not_fire() {
        let (game, state, _, action) = battery_against("0508", 1);
        let Action::Shell { gun, .. } = action else { unreachable!("a shell") };
        let refused = |mark: fn(&mut State) -> &mut UnitSet| {
            let mut state = state;
            mark(&mut state).insert(gun);
            game.fire_refusal(&state, US, PASSIVE, action)
        };
        assert_eq!(refused(|state| &mut state.marks.turned), Some(rule!("8.11")));
        assert_eq!(refused(|state| &mut state.marks.limbered), Some(rule!("8.12")));
        assert_eq!(refused(|state| &mut state.marks.silent), Some(rule!("8.12")));
        assert_eq!(refused(|state| &mut state.marks.captured_once), Some(rule!("10.10.9")));
    }

    #[test]
    fn r10_10_6_lone_guns_are_taken_by_a_die_above_the_distance_and_a_nought() {
        // Six hexes. [D-10.10.6a] The Poles add 1: 5 + 1 is not above 6, 6 + 1 is, and then only a 0 takes them.
        for (dice, points) in [(&[5][..], 0), (&[6, 1][..], 0), (&[6, 0][..], 2)] {
            let (game, mut state, _, action) = battery_against("0708", 0);
            let (_, modifiers) = shell(&game, &mut state, action, dice);
            assert_eq!(modifiers, [(rule!("D-10.10.6a"), 1)]);
            // [4.4] Their commander, left alone, falls with his guns: three points more.
            assert_eq!(state.lead, if points == 0 { 0 } else { points + 3 }, "{dice:?}");
        }
        let (game, state, _, action) = battery_against("0808", 0);
        assert_eq!(game.fire_refusal(&state, US, PASSIVE, action), Some(rule!("10.10.6")), "seven hexes");
    }
}
