//! Chapter 7, small-arms fire, with the table of chapter 15: who may fire at whom, the strength of a shot and what it
//! does. In the movement phase of one side the other fires: at the mover after every step, at anybody when all have
//! moved.

use szala_board::Ordinal;
use szala_kernel::{ActionList, Ask, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::levels::K10;
use crate::chapters::sight::Sight;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{FiredMark, Kind};
use crate::position::ids::{CounterId, Counters, Verdict, of_side, require};
use crate::position::state::{Level, State};

/// No platoon has more squares [20.4].
const MOST_SQUARES: u8 = 3;

impl Pluton {
    /// [7.6, D-7.6b] Whole squares that a unit has still to fire: half a square goes with the last one.
    pub(crate) fn squares_left(&self, state: &State, unit: CounterId) -> u8 {
        let whole = (self.halves(state, unit) / 2).max(1);
        whole.saturating_sub(state.fired[unit.index()])
    }

    /// Can a unit fire at all now?
    fn firer_verdict(&self, state: &State, firer: CounterId) -> Verdict {
        // [D-4.2.2c] The side that moves is silent.
        require(firer.side() != state.active, rule!("D-4.2.2c"))?;
        // [7.1, D-7.1a] Units fire, commanders do not.
        require(state.units.contains(firer), rule!("D-7.1a"))?;
        require(state.place_of(firer).is_some(), rule!("7.1"))?;
        // [7.6, D-7.6a] Once a stage.
        require(self.squares_left(state, firer) > 0, rule!("7.6"))?;
        // [D-7.6c] A platoon of mortars has its barrage or its small arms.
        let has_laid = self.barrage_of(state, firer).is_some_and(|barrage| state.barrage(barrage).is_laid);
        require(!has_laid, rule!("D-7.6c"))
    }

    /// [7.3.1, 7.3.2, 7.3.3] May this unit, which can fire, fire at this counter with all it has left?
    fn target_verdict(&self, state: &State, firer: CounterId, target: CounterId) -> Verdict {
        require(target.side() != firer.side(), rule!("D-7.3b"))?;
        let from = state.place_of(firer).ok_or(rule!("7.1"))?;
        // [D-19.1d] A counter on paper is not on the board.
        let to = self.place_seen_by(state, firer.side(), target).ok_or(rule!("D-7.3b"))?;
        require(self.sight(from, to) != Sight::Screened, rule!("7.3.1"))?;
        let distance = self.board.distance(from, to);
        // [D-7.3c, 16.4] The firer itself observes it; [16.5] masked counters are not fired at.
        require(distance <= self.observation(state, firer).0, rule!("16.4"))?;
        require(self.is_exposed(state, target), rule!("16.5"))?;
        // [D-7.3b] A unit, or a commander alone in his hex: asked last, as only a unit that sees him knows it.
        require(!state.commanders.contains(target) || self.is_alone(state, target), rule!("D-7.3b"))?;
        // [7.7] Pinned units fire at their own hex and its neighbours.
        require(distance <= 1 || !self.is_pinned(state, firer), rule!("7.7"))?;
        // [D-7.6b] A target of a unit that divides its fire is left to it.
        require(!state.divided.contains(target), rule!("D-7.6b"))?;
        Ok(())
    }

    /// [D-7.3d] Has the table a row for the distance, with this many squares, 0 for all that are left?
    fn row_verdict(&self, state: &State, firer: CounterId, target: CounterId, squares: u8) -> Verdict {
        let weapons = self.kind(state, firer).weapons().ok_or(rule!("D-7.1a"))?;
        let [from, to] = [firer, target].map(|counter| state.place_of(counter));
        let distance = from.zip(to).map(|(from, to)| self.board.distance(from, to)).ok_or(rule!("7.1"))?;
        let halves = self.halves_fired(state, firer, squares);
        require(self.scenario.tables.small_arms(weapons, halves, distance).is_some(), rule!("D-7.3d"))
    }

    /// [7.6, D-7.6b] Halves of squares of a shot with this many squares, 0 for all that are left.
    fn halves_fired(&self, state: &State, firer: CounterId, squares: u8) -> u8 {
        let spent = state.fired[firer.index()];
        if squares > 0 { 2 * squares } else { self.halves(state, firer).saturating_sub(2 * spent) }
    }

    /// [7.6, D-7.6b] With this many squares, 0 for all that are left: a divided shot is at a target that no other has.
    fn division_verdict(&self, state: &State, firer: CounterId, target: CounterId, squares: u8) -> Verdict {
        let is_divided = squares > 0 || state.fired[firer.index()] > 0;
        require(squares < self.squares_left(state, firer), rule!("D-7.6b"))?;
        self.row_verdict(state, firer, target, squares)?;
        require(!is_divided || !state.shot_at.contains(target), rule!("D-7.6b"))
    }

    fn shot_verdict(&self, state: &State, firer: CounterId, target: CounterId, squares: u8) -> Verdict {
        self.firer_verdict(state, firer)?;
        self.target_verdict(state, firer, target)?;
        self.division_verdict(state, firer, target, squares)
    }

    /// The ways in which a unit that can fire may fire at a counter: with all, or with some of its squares.
    fn shots(&self, state: &State, firer: CounterId, target: CounterId) -> impl Iterator<Item = u8> + use<> {
        let mut ways = [None; MOST_SQUARES as usize];
        if self.target_verdict(state, firer, target).is_ok() {
            for (squares, way) in (0..MOST_SQUARES).zip(&mut ways) {
                *way = self.division_verdict(state, firer, target, squares).is_ok().then_some(squares);
            }
        }
        ways.into_iter().flatten()
    }

    /// Units that can fire.
    fn firers(&self, state: &State) -> Counters {
        let side = of_side(!state.active);
        let all = state.placed() & state.units & side;
        all.iter().filter(|firer| self.firer_verdict(state, *firer).is_ok()).collect()
    }

    fn can_be_shot(&self, state: &State, firer: CounterId, target: CounterId) -> bool {
        self.shots(state, firer, target).next().is_some()
    }

    // ---- Fire at the mover [4.2.2a] ----

    /// [D-4.2.2a] Is there a shot at the mover to be asked for? True while something happens by itself.
    pub(crate) fn go_on_reacting(&self, state: &mut State) -> bool {
        let target = state.mover.map(|mover| mover.who).filter(|who| state.on_board().contains(*who));
        let is_asked = target.is_some_and(|target| {
            self.firers(state).iter().any(|firer| self.can_be_shot(state, firer, target))
        });
        if !is_asked {
            state.agenda.pop();
        }
        !is_asked
    }

    pub(crate) fn reaction_actions(&self, state: &State, list: &mut ActionList<Action>) {
        let Some(mover) = state.mover else { return };
        for firer in &self.firers(state) {
            for squares in self.shots(state, firer, mover.who) {
                list.push(Action::Fire(firer, squares));
            }
        }
        list.push(Action::HoldFire);
    }

    pub(crate) fn reaction_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        let mover = state.mover?;
        match action {
            Action::HoldFire => None,
            Action::Fire(firer, squares) => self.shot_verdict(state, firer, mover.who, squares).err(),
            // [D-4.2.2a] Only the mover can be fired at here.
            _ => Some(rule!("D-4.2.2a")),
        }
    }

    /// A shot at the mover.
    pub(crate) fn fire_at_mover<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        firer: CounterId,
        squares: u8,
        table: &mut Table<D, J>,
    ) {
        let mover = state.mover.expect("somebody is under way");
        let is_pinned = self.fire(state, [firer, mover.who], squares, mover.runs, table);
        // [6.4, D-6.4c, D-7.5.6a] A counter under fire or pinned does not run any more.
        if let Some(mover) = &mut state.mover {
            mover.runs &= !(state.under_fire | state.pinned).contains(mover.who);
        }
        if is_pinned {
            self.look_for_withdrawal(state, firer, mover.who);
        }
    }

    /// [7.9] A unit that was pinned by one in the hex that it has entered withdraws.
    pub(crate) fn look_for_withdrawal(&self, state: &mut State, firer: CounterId, pinned: CounterId) {
        if state.place_of(firer) == state.place_of(pinned) {
            state.agenda.push(Task::Withdraw(pinned));
        }
    }

    // ---- The final fire [4.2.2b] ----

    /// [4.2.2b, D-4.2.2b] Is any unit left that can fire? True while something happens by itself.
    pub(crate) fn go_on_with_final_fire(&self, state: &mut State) -> bool {
        let is_asked = self.firers(state).iter().any(|firer| self.has_target(state, firer));
        if !is_asked {
            state.agenda.pop();
        }
        !is_asked
    }

    fn has_target(&self, state: &State, firer: CounterId) -> bool {
        let enemies = state.on_board() & of_side(!firer.side());
        enemies.iter().any(|target| self.can_be_shot(state, firer, target))
    }

    pub(crate) fn final_fire_actions(&self, state: &State, list: &mut ActionList<Action>) {
        for firer in &self.firers(state) {
            list.push_if(Action::Shoot(firer), self.has_target(state, firer));
        }
        list.push(Action::FireDone);
    }

    pub(crate) fn final_fire_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match action {
            Action::FireDone => None,
            Action::Shoot(firer) => {
                let verdict = self.firer_verdict(state, firer);
                verdict.and_then(|()| require(self.has_target(state, firer), rule!("7.3.1"))).err()
            }
            // [D-4.2.2b] Shot by shot.
            _ => Some(rule!("D-4.2.2b")),
        }
    }

    pub(crate) fn aim_actions(&self, state: &State, firer: CounterId, list: &mut ActionList<Action>) {
        for target in &(state.on_board() & of_side(!firer.side())) {
            for squares in self.shots(state, firer, target) {
                list.push(Action::At(target, squares));
            }
        }
    }

    pub(crate) fn aim_refusal(&self, state: &State, firer: CounterId, action: Action) -> Option<Rule> {
        match action {
            Action::At(target, squares) => self.shot_verdict(state, firer, target, squares).err(),
            _ => Some(rule!("D-4.2.2b")),
        }
    }

    // ---- The shot ----

    /// [7.3, 7.8] One unit's shot: strength, modifiers, die, effect, all at once. Returns whether it has pinned a unit.
    pub(crate) fn fire<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [firer, target]: [CounterId; 2],
        squares: u8,
        is_running: bool,
        table: &mut Table<D, J>,
    ) -> bool {
        let (from, to) = (
            state.place_of(firer).expect("who fires is on the board"),
            state.place_of(target).expect("a target is on the board"),
        );
        let spent = state.fired[firer.index()];
        let is_divided = squares > 0 || spent > 0;
        let halves = self.halves_fired(state, firer, squares);
        let weapons = self.kind(state, firer).weapons().expect("a firer has weapons");
        // [D-16.1c, D-19.1d] A unit that fires is known, and on the board.
        self.show(state, firer, table);
        // [7.3.3] Column strength, by halves of squares [D-14.2b], row distance.
        let tables = &self.scenario.tables;
        let strength = tables.small_arms(weapons, halves, self.board.distance(from, to)).unwrap_or(0);
        let shift = self.shift(state, [firer, target], is_running, table);
        // [7.4, 15.1] The sum shifts the strength.
        let modified = tables.shifted(strength, shift);
        table.total(rule!("15.2"), modified.into(), strength.into(), firer.subject());
        state.fired[firer.index()] =
            spent + if squares > 0 { squares } else { self.squares_left(state, firer) };
        if is_divided {
            state.divided.insert(target);
        } else {
            state.shot_at.insert(target);
        }
        // [16.3] A unit that has fired is seen.
        if !state.marked.contains(firer) {
            state.marked.insert(firer);
            table.remark(rule!("16.3"), words::HAS_FIRED, firer.subject());
        }
        // [7.3.5, 7.3.6] The die, and what it does at once.
        let ask = Ask::new(rule!("7.3.5"), state.stage).by(firer.subject()).at(target.subject());
        let face = table.roll(K10, ask);
        // Aimed at is a commander of whose units none is on the board there.
        let is_alone = self.is_alone(state, target);
        let hurt = self.suffer(state, target, tables.effect(modified, face), is_alone, rule!("7.3.6"), table);
        // [13.5] Commanders with it.
        self.roll_for_commanders(state, target.side(), to, hurt.losses, table);
        // [D-13.6b] A dead unit is not pinned.
        let is_unit = state.units.contains(target) && state.place_of(target).is_some();
        if hurt.is_pinned && is_unit {
            self.look_for_marksman(state, firer, table);
        }
        state.agenda.push(Task::StepBack);
        hurt.is_pinned && is_unit
    }

    /// [13.6.2, D-13.6b] A unit that has pinned another by fire may find its company a new commander.
    fn look_for_marksman<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        firer: CounterId,
        table: &mut Table<D, J>,
    ) {
        if let Some(lost) = self.lost_commander(state, firer)
            && self.roll_for_new_commander(state, lost, rule!("13.6.2"), table)
        {
            self.appoint(state, lost, firer, table);
        }
    }

    /// [7.3.4, 7.5, D-7.5a] The sum of the modifiers of a shot; [13.4.3] want of command is one.
    fn shift<D: Dice, J: Journal>(
        &self,
        state: &State,
        [firer, target]: [CounterId; 2],
        is_running: bool,
        table: &mut Table<D, J>,
    ) -> i32 {
        let (from, to) = (
            state.place_of(firer).expect("who fires is on the board"),
            state.place_of(target).expect("a target is on the board"),
        );
        let is_screened =
            self.sight(from, to) == Sight::Partly || self.is_masked_by_own(state, firer.side(), [from, to]);
        let when = |holds: bool, amount: i32| if holds { amount } else { 0 };
        let level = state.level(firer);
        let is_commander = self.kind(state, target) == Kind::Commander;
        let shelter = -i32::from(self.scenario.tables.shelter[self.ground(to) as usize]);
        // [D-7.5.1a] Once, however many reasons.
        table.note(rule!("7.5.1"), when(is_screened, -1), words::SCREENED)
            + table.note(rule!("7.5.2"), when(level == Level::UnderFire, -2), words::FIRER_UNDER_FIRE)
            + table.note(rule!("7.5.3"), when(level == Level::Pinned, -4), words::FIRER_PINNED)
            + table.note(rule!("7.5.4"), shelter, words::GROUND)
            // [D-7.5.5a] Moved or not.
            + table.note(rule!("7.5.5"), when(is_commander, -2), words::COMMANDER_ALONE)
            // [D-7.5.6a] During the run alone.
            + table.note(rule!("7.5.6"), when(is_running, 2), words::RUNNING)
            + table.note(rule!("7.5.7"), when(self.is_crowded(state, to, target.side()), 1), words::CROWD)
            + table.note(rule!("7.5.8"), when(!self.is_commanded(state, firer), -1), words::UNCOMMANDED)
    }

    /// [D-16.3a] A movement phase ends: units of the other side that have not fired in it are forgotten.
    pub(crate) fn forget_silent(&self, state: &mut State, side: Side) {
        if self.scenario.switches.fired_mark == FiredMark::AStage {
            for unit in &(state.marked & of_side(side)) {
                if state.fired[unit.index()] == 0 {
                    state.marked.remove(unit);
                }
            }
        }
    }
}
