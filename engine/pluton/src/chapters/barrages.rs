//! Chapters 8 and 9, indirect fire: guns that are called, barrages that are laid, drift, and take effect [4.2.1].

use szala_board::HexId;
use szala_kernel::{ActionList, Ask, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::levels::K10;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{BarrageCard, BarrageDice, Battery};
use crate::position::ids::{BarrageId, Counters, Hexes, Verdict, of_side, require, subject};
use crate::position::state::State;
use crate::position::tables::{BARRELS, Effect};

/// [8.3.2] From this on the fire falls where it lies.
const FALLS_TRUE: u8 = 7;
/// [8.5.1, 8.5.2, 8.5.3] Mortars: not nearer than this, best up to this, at all up to this.
const NEAREST: u8 = 3;
const BEST: u8 = 8;
const FARTHEST: u8 = 16;

impl Pluton {
    pub(crate) fn barrage_card(&self, barrage: BarrageId) -> BarrageCard {
        self.scenario.barrages[barrage.side][usize::from(barrage.slot)]
    }

    // ---- Calls ----

    /// [18.4, D-18.4a, D-9.2a] May this battalion of guns be called now? From its stage on, and once.
    fn call_verdict(&self, state: &State, battalion: u8) -> Verdict {
        let side = state.active;
        let known = self.scenario.battalions[side].get(usize::from(battalion)).ok_or(rule!("9.2"))?;
        require(state.called[side] >> battalion & 1 == 0, rule!("D-9.2a"))?;
        require(state.stage >= known.from, rule!("18.4"))?;
        // [19.2.1, 19.2.2] Enough enemies have been revealed, [19.2.3, D-19.2a] and own platoons are near enough now.
        require(self.revealed(state, !side) >= known.revealed, rule!("19.2.1"))?;
        let Some((platoons, hexes)) = &known.near else { return Ok(()) };
        let own = (state.on_board() & state.units & of_side(side)).iter();
        let near = own.filter(|unit| state.place_of(*unit).is_some_and(|hex| hexes.contains(hex))).count();
        require(near >= usize::from(*platoons), rule!("19.2.3"))
    }

    fn battalions(&self, side: Side) -> impl Iterator<Item = u8> + use<> {
        let count = self.scenario.battalions[side].len();
        (0..count).map(|at| u8::try_from(at).expect("a side has few battalions"))
    }

    pub(crate) fn call_actions(&self, state: &State, list: &mut ActionList<Action>) {
        for battalion in self.battalions(state.active) {
            list.push_if(Action::Call(state.active, battalion), self.call_verdict(state, battalion).is_ok());
        }
        list.push(Action::CallsDone);
    }

    pub(crate) fn call_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match action {
            Action::CallsDone => None,
            Action::Call(side, battalion) if side == state.active => {
                self.call_verdict(state, battalion).err()
            }
            // [D-4.2.1a] Calls come first.
            _ => Some(rule!("D-4.2.1a")),
        }
    }

    /// [D-4.2.1b] A side with nothing to call is not asked.
    pub(crate) fn go_on_with_calls(&self, state: &mut State) -> bool {
        let is_asked =
            self.battalions(state.active).any(|battalion| self.call_verdict(state, battalion).is_ok());
        if !is_asked {
            state.agenda.pop();
        }
        !is_asked
    }

    pub(crate) fn call<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        battalion: u8,
        table: &mut Table<D, J>,
    ) {
        state.called[state.active] |= 1 << battalion;
        let whose = subject::of_battalion(state.active, battalion.into());
        table.change(rule!("D-4.2.1b"), words::CALLED, whose, 0, 1);
    }

    // ---- Laying [8.3.1] ----

    /// [8.1, D-8.1a, D-7.7a] Can the battery fire now? Guns when they have been called; a platoon of mortars on the
    /// board that is not pinned and has not fired small arms in this stage.
    fn battery_verdict(&self, state: &State, barrage: BarrageId) -> Verdict {
        match self.barrage_card(barrage).battery {
            Battery::Guns { battalion, .. } => {
                require(state.called[barrage.side] >> battalion & 1 == 1, rule!("9.2"))
            }
            Battery::Platoon(platoon) => {
                let platoon = self.bearer(state, platoon);
                require(state.place_of(platoon).is_some(), rule!("D-8.1a"))?;
                require(!self.is_pinned(state, platoon), rule!("D-8.1a"))?;
                require(state.fired[szala_board::Ordinal::index(platoon)] == 0, rule!("D-8.1a"))
            }
        }
    }

    /// [8.2, D-8.2a] Does a commander who may direct fire [13.7] see the hex?
    fn is_observed(&self, state: &State, side: Side, hex: HexId) -> bool {
        let commanders = state.commanders & state.placed() & of_side(side);
        (commanders - state.new).iter().any(|commander| self.sees(state, commander, hex))
    }

    /// May the barrage be left on, shifted to or placed on this hex [D-8.2b]?
    fn laying_verdict(&self, state: &State, barrage: BarrageId, hex: HexId) -> Verdict {
        self.battery_verdict(state, barrage)?;
        // [8.5, D-8.5a, D-8.5b] 3 to 16 hexes from the platoon; [9.3, 9.4] guns, by the same rules, reach all of the
        // board.
        if let Some(distance) = self.distance_of(state, barrage, hex) {
            require(distance >= NEAREST, rule!("8.5.1"))?;
            require(distance <= FARTHEST, rule!("D-8.5b"))?;
        }
        require(self.is_observed(state, barrage.side, hex), rule!("8.2"))
    }

    /// [8.5] From the platoon to a hex; nothing for guns off the board.
    fn distance_of(&self, state: &State, barrage: BarrageId, hex: HexId) -> Option<u8> {
        match self.barrage_card(barrage).battery {
            Battery::Platoon(platoon) => {
                Some(self.board.distance(state.place_of(self.bearer(state, platoon))?, hex))
            }
            Battery::Guns { .. } => None,
        }
    }

    /// [16.5, D-16.5a, D-8.2c] On any hex, an empty one too; where enemies stand, one at least is unmasked.
    fn place_verdict(&self, state: &State, barrage: BarrageId, hex: HexId) -> Verdict {
        require(state.barrage(barrage).place.is_none(), rule!("4.2.1a"))?;
        self.laying_verdict(state, barrage, hex)?;
        let enemies = state.of_side_at(!barrage.side, hex);
        let is_known = enemies.is_empty() || enemies.iter().any(|enemy| self.is_unmasked(state, enemy));
        require(is_known, rule!("16.5"))
    }

    /// [4.2.1a] By one hex.
    fn shift_verdict(&self, state: &State, barrage: BarrageId, to: HexId) -> Verdict {
        let from = state.barrage(barrage).place.ok_or(rule!("4.2.1a"))?;
        require(self.board.distance(from, to) == 1, rule!("4.2.1a"))?;
        self.laying_verdict(state, barrage, to)
    }

    fn leave_verdict(&self, state: &State, barrage: BarrageId) -> Verdict {
        let here = state.barrage(barrage).place.ok_or(rule!("4.2.1a"))?;
        self.laying_verdict(state, barrage, here)
    }

    /// The hexes where a free barrage may be placed: the same as by [`place_verdict`](Self::place_verdict), worked out
    /// for all hexes at once.
    fn places(&self, state: &State, barrage: BarrageId) -> Hexes {
        let mut open = Hexes::EMPTY;
        if self.battery_verdict(state, barrage).is_err() || state.barrage(barrage).place.is_some() {
            return open;
        }
        let on_board = state.on_board();
        let commanders = state.commanders & state.placed() & of_side(barrage.side);
        for commander in &(commanders - state.new) {
            let Some(hex) = state.place_of(commander) else { continue };
            let (range, _) = self.observation(state, commander);
            open |= self.in_sight[hex.index()] & self.board.within(hex, range);
        }
        if let Battery::Platoon(platoon) = self.barrage_card(barrage).battery
            && let Some(hex) = state.place_of(self.bearer(state, platoon))
        {
            open = (open & self.board.within(hex, FARTHEST)) - self.board.within(hex, NEAREST - 1);
        }
        // [16.5] Hexes with enemies, all of them masked.
        let mut masked = Hexes::EMPTY;
        let mut known = Hexes::EMPTY;
        for enemy in &(on_board & of_side(!barrage.side)) {
            let Some(hex) = state.place_of(enemy) else { continue };
            if open.contains(hex) && !known.contains(hex) {
                let hexes = if self.is_unmasked(state, enemy) { &mut known } else { &mut masked };
                hexes.insert(hex);
            }
        }
        open - (masked - known)
    }

    pub(crate) fn lay_actions(&self, state: &State, slot: u8, list: &mut ActionList<Action>) {
        let barrage = BarrageId { side: state.active, slot };
        let Some(here) = state.barrage(barrage).place else {
            self.places(state, barrage).iter().for_each(|hex| list.push(Action::Place(slot, hex)));
            return list.push(Action::Keep(slot));
        };
        list.push_if(Action::Leave(slot), self.leave_verdict(state, barrage).is_ok());
        for to in self.neighbours(here) {
            list.push_if(Action::Shift(slot, to), self.shift_verdict(state, barrage, to).is_ok());
        }
        list.push(Action::Lift(slot));
    }

    pub(crate) fn lay_refusal(&self, state: &State, slot: u8, action: Action) -> Option<Rule> {
        let barrage = BarrageId { side: state.active, slot };
        let is_free = state.barrage(barrage).place.is_none();
        let verdict = match action {
            Action::Leave(of) if of == slot => self.leave_verdict(state, barrage),
            Action::Shift(of, to) if of == slot && self.has(to) => self.shift_verdict(state, barrage, to),
            Action::Place(of, hex) if of == slot && self.has(hex) => self.place_verdict(state, barrage, hex),
            Action::Lift(of) if of == slot => require(!is_free, rule!("4.2.1a")),
            Action::Keep(of) if of == slot => require(is_free, rule!("4.2.1a")),
            // [D-4.2.1a] In the order of their numbers.
            _ => Err(rule!("D-4.2.1a")),
        };
        verdict.err()
    }

    /// [D-4.2.1c, D-8.1a] A barrage whose battery cannot fire is lifted; nobody is asked about one that can go nowhere.
    pub(crate) fn go_on_laying<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        slot: u8,
        table: &mut Table<D, J>,
    ) -> bool {
        let barrage = BarrageId { side: state.active, slot };
        if usize::from(slot) >= self.scenario.barrages[state.active].len() {
            state.agenda.pop();
            return true;
        }
        let is_asked = if state.barrage(barrage).place.is_none() {
            !self.places(state, barrage).is_empty()
        } else {
            let can_fire = self.battery_verdict(state, barrage).is_ok();
            if !can_fire {
                table.remark(rule!("D-8.1a"), words::CANNOT_FIRE, barrage.subject());
                self.lift(state, barrage, rule!("D-8.1a"), table);
            }
            can_fire
        };
        if !is_asked {
            state.agenda.turn_to(Task::Lay(slot + 1));
        }
        !is_asked
    }

    pub(crate) fn lay<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        slot: u8,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let barrage = BarrageId { side: state.active, slot };
        match action {
            Action::Leave(_) => {
                let here = state.barrage(barrage).place.expect("it lies on the board");
                self.lay_on(state, barrage, here, table);
            }
            Action::Shift(_, hex) | Action::Place(_, hex) => self.lay_on(state, barrage, hex, table),
            // [4.2.1a] One that is lifted is placed again in a later stage at the earliest.
            Action::Lift(_) => self.lift(state, barrage, rule!("4.2.1a"), table),
            _ => (),
        }
        state.agenda.turn_to(Task::Lay(slot + 1));
    }

    fn lay_on<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        barrage: BarrageId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        // [D-8.5b] Where it is laid counts, and not where it drifts to.
        let is_far = self.distance_of(state, barrage, hex).is_some_and(|distance| distance > BEST);
        let marker = state.barrage_mut(barrage);
        let before = marker.place.replace(hex);
        (marker.is_far, marker.is_laid) = (is_far, true);
        marker.is_moved = before.is_some_and(|before| marker.is_moved || before != hex);
        table.change(
            rule!("4.2.1a"),
            words::HEX,
            barrage.subject(),
            words::of_hex(before),
            words::of_hex(Some(hex)),
        );
    }

    fn lift<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        barrage: BarrageId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let before = state.barrage_mut(barrage).place.take();
        table.change(rule, words::HEX, barrage.subject(), words::of_hex(before), -1);
    }

    // ---- Drift and effect ----

    /// [4.2.1b, 8.3.2] The drift of all barrages of the side, in the order of their numbers.
    pub(crate) fn drift<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        for barrage in self.barrages(state.active) {
            let Some(hex) = state.barrage(barrage).place else { continue };
            let face = table.roll(K10, Ask::new(rule!("8.3.2"), state.stage).by(barrage.subject()));
            if face >= FALLS_TRUE {
                continue;
            }
            // [D-8.3a] The marker itself drifts, and stays there; [D-8.3b] which way.
            let next = self.board.neighbour(hex, self.scenario.tables.drift[usize::from(face) - 1]);
            state.barrage_mut(barrage).place = next;
            state.barrage_mut(barrage).is_moved = true;
            if next.is_none() {
                table.remark(rule!("D-8.3a"), words::LEFT_THE_BOARD, barrage.subject());
            }
            let [from, to] = [Some(hex), next].map(words::of_hex);
            table.change(rule!("8.3.2"), words::HEX, barrage.subject(), from, to);
        }
        state.agenda.pop();
    }

    /// [4.2.1c, D-8.3d] The effect of one barrage after the other, each for itself.
    pub(crate) fn go_on_with_effects<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        slot: u8,
        table: &mut Table<D, J>,
    ) {
        if usize::from(slot) >= self.scenario.barrages[state.active].len() {
            state.agenda.pop();
            return;
        }
        state.agenda.turn_to(Task::Effects(slot + 1));
        let barrage = BarrageId { side: state.active, slot };
        if let Some(hex) = state.barrage(barrage).place
            && !self.lies_under(state, barrage, hex).is_empty()
        {
            self.take_effect(state, barrage, hex, table);
            state.agenda.push(Task::StepBack);
        }
    }

    /// [8.3.3, D-8.3e] Barrels and calibre: those of a platoon are its squares, a half counting whole.
    pub(crate) fn strength_of(&self, state: &State, barrage: BarrageId) -> u16 {
        let BarrageCard { battery, calibre } = self.barrage_card(barrage);
        let barrels = match battery {
            Battery::Platoon(platoon) => self.halves(state, self.bearer(state, platoon)).div_ceil(2),
            Battery::Guns { barrels, .. } => barrels,
        };
        let row = self.scenario.tables.artillery[usize::from(calibre)];
        let column = usize::from(barrels).min(BARRELS);
        column.checked_sub(1).map_or(0, |column| row[column].into())
    }

    /// The counters that a barrage hits in its hex. [D-19.1e] Units on paper only if it has moved since it was placed.
    fn lies_under(&self, state: &State, barrage: BarrageId, hex: HexId) -> Counters {
        if state.barrage(barrage).is_moved { state.all_at(hex) } else { state.counters_at(hex) }
    }

    /// [8.3.4] The sum of the modifiers of a barrage.
    fn shift_of_barrage<D: Dice, J: Journal>(
        &self,
        state: &State,
        barrage: BarrageId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) -> i32 {
        let shelter = -i32::from(self.scenario.tables.shelter[self.ground(hex) as usize]);
        let when = |holds: bool, amount: i32| if holds { amount } else { 0 };
        // [D-5.3b, D-5.3c] The crowd is that of both sides.
        // [D-19.1e] Units on paper count where no others are hit: otherwise the modifier would betray them.
        let open = state.counters_at(hex);
        let counted = if open.is_empty() { self.lies_under(state, barrage, hex) } else { open };
        let is_crowd = self.are_crowded(counted & state.units);
        table.note(rule!("8.3.4"), shelter, words::GROUND)
            + table.note(rule!("8.5.3"), when(state.barrage(barrage).is_far, -2), words::FAR)
            + table.note(rule!("D-5.3b"), when(is_crowd, 1), words::CROWD)
    }

    fn take_effect<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        barrage: BarrageId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        // [D-19.1e] Over units on paper alone everything is secret, until one of them is hit.
        let is_open = !state.counters_at(hex).is_empty();
        let tables = &self.scenario.tables;
        let strength = self.strength_of(state, barrage);
        let shift = if is_open {
            self.shift_of_barrage(state, barrage, hex, table)
        } else {
            self.shift_of_barrage(state, barrage, hex, &mut Table::new(&mut table.dice, ()))
        };
        // [8.4, 15.1] The same table as for small arms.
        let modified = tables.shifted(strength, shift);
        if is_open {
            table.total(rule!("8.4"), modified.into(), strength.into(), barrage.subject());
        }
        let here = self.lies_under(state, barrage, hex);
        let ask = Ask::new(rule!("8.3.5"), state.stage).by(barrage.subject());
        let roll = |table: &mut Table<D, J>, ask, is_open| {
            if is_open { table.roll(K10, ask) } else { table.dice.roll(K10, ask) }
        };
        // [D-8.3c] One die a marker, or one for each that is hit.
        let one = match self.scenario.switches.barrage_dice {
            BarrageDice::OneAMarker => Some(tables.effect(modified, roll(table, ask, is_open))),
            BarrageDice::OneAUnit => None,
        };
        let mut most = [0_u8; 2];
        // [8.3.6, D-8.3c] Everybody in the hex, of both sides; commanders first, while their units are with them.
        for counters in [here & state.commanders, here & state.units] {
            for counter in &counters {
                let is_on_paper = state.paper.contains(counter);
                let effect: Effect = one.unwrap_or_else(|| {
                    tables.effect(modified, roll(table, ask.at(counter.subject()), !is_on_paper))
                });
                // [D-19.1d] Only an effect brings it onto the board.
                if is_on_paper && effect == Effect::default() {
                    continue;
                }
                let is_alone = self.all_units_at(state, counter.side(), hex).is_empty();
                let hurt = self.suffer(state, counter, effect, is_alone, rule!("8.3.6"), table);
                let side = counter.side() as usize;
                most[side] = most[side].max(hurt.losses);
            }
        }
        // [D-13.5a] One roll for each commander, against the losses of a unit and not of all.
        for (side, losses) in Side::BOTH.into_iter().zip(most) {
            self.roll_for_commanders(state, side, hex, losses, table);
        }
    }
}
