//! Chapters 11, 12 and 14: levels and how they come back, losses.

use szala_board::Ordinal;
use szala_kernel::{Ask, Dice, Die, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::data::{Kind, Recovery};
use crate::position::ids::{CounterId, Counters, of_side};
use crate::position::state::{Colour, Level, State};
use crate::position::tables::Effect;

/// The die of the game [2.1, G3].
pub(crate) const K10: Die = Die::of(10);

/// What fire has done to a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hurt {
    /// Has it come down to the lowest level [D-13.6b]?
    pub(crate) is_pinned: bool,
    /// Losses that it really had [D-13.5b].
    pub(crate) losses: u8,
}

impl Pluton {
    /// [11.1, 14.2] What a result of fire does to a counter, alone in its hex or not, by this rule: levels, then
    /// losses.
    pub(crate) fn suffer<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        counter: CounterId,
        effect: Effect,
        is_alone: bool,
        rule: Rule,
        table: &mut Table<D, J>,
    ) -> Hurt {
        let mut hurt = Hurt::default();
        if effect == Effect::default() {
            table.remark(rule, words::NO_EFFECT, counter.subject());
            return hurt;
        }
        // [D-16.1c, D-19.1d] Who is hit is known, and on the board.
        self.show(state, counter, table);
        let level = state.level(counter);
        // [D-11.1a] A pinned unit has no level to lose, nor is its marker renewed.
        if effect.levels > 0 && level != Level::Pinned {
            let lower = level.down(effect.levels);
            hurt.is_pinned = lower == Level::Pinned;
            // [11.3, D-11.3b] Every loss of level gives the marker the colour of the stage.
            self.mark(state, counter, lower, Colour::of(state.stage), rule, table);
            state.fresh.insert(counter);
        }
        if level == Level::Pinned && effect.losses == 0 {
            table.remark(rule!("D-11.1a"), words::UNMOVED, counter.subject());
        }
        // [D-11.1b] Commanders have levels as units have, and no squares.
        if self.kind(state, counter) == Kind::Commander {
            // [D-13.5c] A commander alone who takes a loss is eliminated; with a unit he has his roll [13.5].
            if effect.losses > 0 && is_alone {
                self.eliminate(state, counter, rule!("D-13.5c"), table);
            }
        } else {
            hurt.losses = self.lose(state, counter, effect.losses, rule, table);
        }
        hurt
    }

    /// [14.2, D-14.2a] Losses of a unit, each half a square; what is more than it has is lost. Returns what it had.
    pub(crate) fn lose<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: CounterId,
        losses: u8,
        rule: Rule,
        table: &mut Table<D, J>,
    ) -> u8 {
        let suffered = losses.min(self.halves(state, unit));
        let before = state.losses[unit.index()];
        state.losses[unit.index()] = before + suffered;
        table.change(rule, words::LOSSES, unit.subject(), before.into(), (before + suffered).into());
        if self.halves(state, unit) == 0 {
            // [D-14.2a] A unit without squares is eliminated.
            self.eliminate(state, unit, rule!("D-14.2a"), table);
        }
        suffered
    }

    /// Takes a counter off the board for good.
    pub(crate) fn eliminate<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        counter: CounterId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        if state.place_of(counter).is_some() {
            self.show(state, counter, table);
        }
        let Some(hex) = state.places[counter.index()].take() else { return };
        table.remark(rule, words::ELIMINATED, counter.subject());
        table.change(rule, words::HEX, counter.subject(), words::of_hex(Some(hex)), -1);
        if state.commanders.contains(counter) {
            state.commanders_lost[counter.side()] += 1;
        }
        state.dead.insert(counter);
        // Its marker goes with it.
        self.mark(state, counter, Level::Full, Colour::Odd, rule, table);
        for set in [&mut state.second, &mut state.marked, &mut state.new] {
            set.remove(counter);
        }
        // [D-18.6b] Whatever a unit had is lost with it.
        let (before, all) = (state.losses[counter.index()], 2 * self.card(state, counter).squares);
        state.losses[counter.index()] = all;
        table.change(rule, words::LOSSES, counter.subject(), before.into(), all.into());
    }

    /// Puts the marker of a level and a colour on a counter.
    pub(crate) fn mark<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        counter: CounterId,
        level: Level,
        colour: Colour,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let before = (state.level(counter), state.colour(counter));
        state.set_level(counter, level, colour);
        // [19.1] Of units on paper nobody hears.
        if state.paper.contains(counter) {
            return;
        }
        let after = (state.level(counter), state.colour(counter));
        let subject = counter.subject();
        table.change(rule, words::LEVEL, subject, words::of_level(before.0), words::of_level(after.0));
        table.change(rule, words::MARKER, subject, words::of_colour(before.1), words::of_colour(after.1));
    }

    /// [12.1] F.3 and F.6: reorganisation of a side, [D-12.1b] by itself. [D-12.3a] Commanders come first.
    pub(crate) fn reorganise<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        side: Side,
        table: &mut Table<D, J>,
    ) {
        let marked: Counters = (state.under_fire | state.pinned) & of_side(side);
        for some in [marked & state.commanders, marked & state.units] {
            for counter in
                some.iter().filter(|counter| self.may_reorganise(state, *counter)).collect::<Counters>()
            {
                self.reorganise_one(state, counter, table);
                // [16.4] It may see farther now.
                self.look_about(state, counter, table);
            }
        }
    }

    /// [12.1] Has its marker the colour of the stage, and no enemy unit its hex? [D-12.1a] It was not put on in this
    /// stage.
    fn may_reorganise(&self, state: &State, counter: CounterId) -> bool {
        let is_of_stage = state.colour(counter) == Some(Colour::of(state.stage));
        let is_fresh = state.fresh.contains(counter);
        let is_due = match self.scenario.switches.recovery {
            Recovery::NotInTheSameStage => is_of_stage && !is_fresh,
            Recovery::Letter => is_of_stage,
            Recovery::NextStage => !is_fresh,
        };
        is_due && state.place_of(counter).is_some() && !self.shares_hex(state, counter)
    }

    fn reorganise_one<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        counter: CounterId,
        table: &mut Table<D, J>,
    ) {
        // [12.3] The commanded need no die, [D-12.4a] as commanders never do. [12.4] Others have one, against their
        // morale without the -1 for want of command.
        if self.is_commanded(state, counter) {
            self.raise(state, counter, rule!("12.3"), table);
            return;
        }
        let morale = usize::from(self.card(state, counter).morale.clamp(1, 4));
        let most = self.scenario.tables.morale[morale - 1];
        let ask = Ask::new(rule!("12.4"), state.stage).by(counter.subject());
        if state.paper.contains(counter) {
            // [19.1] In secret.
            if table.dice.roll(K10, ask) <= most {
                self.raise(state, counter, rule!("12.4"), table);
            }
            return;
        }
        let face = table.roll(K10, ask);
        table.total(rule!("12.4"), face.into(), most.into(), counter.subject());
        if face <= most {
            self.raise(state, counter, rule!("12.4"), table);
        } else {
            table.remark(rule!("12.4"), words::UNMOVED, counter.subject());
        }
    }

    /// [12.2] One level up.
    fn raise<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        counter: CounterId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        match state.level(counter) {
            // [12.5] From pinned to under fire the marker changes its colour.
            Level::Pinned => {
                let colour = state.colour(counter).map_or(Colour::Odd, Colour::other);
                self.mark(state, counter, Level::UnderFire, colour, rule, table);
                // With the switch of D-12.1a that asks for the next stage, this marker is of this one.
                if self.scenario.switches.recovery == Recovery::NextStage {
                    state.fresh.insert(counter);
                }
            }
            _ => self.mark(state, counter, Level::Full, Colour::Odd, rule, table),
        }
    }
}
