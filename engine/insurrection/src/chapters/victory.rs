//! Chapter 12: victory points, kept as one difference, and the end of the game.

use szala_board::HexId;
use szala_kernel::{Dice, Journal, Outcome, Rule, Side, Subject, Table, rule};

use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::ids::UnitId;
use crate::position::room::Room;
use crate::position::state::{Phase, State};

impl<R: Room> Insurrection<R> {
    /// [12.1] [12.2] Gives points to a side: one marker shows the difference.
    pub(crate) fn score<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        side: Side,
        points: i16,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let before = state.lead;
        state.lead += if side == Side::First { points } else { -points };
        table.change(rule, words::LEAD, Subject::NONE, before.into(), state.lead.into());
    }

    /// [12.4] Has a side won before the last stage? Asked in Turn 3 only.
    pub(crate) fn automatic_victor(&self, state: &State<R>) -> Option<Side> {
        let ahead = if state.lead > 0 { Side::First } else { Side::Second };
        (state.lead.unsigned_abs() >= u16::from(self.scenario.automatic_victory)).then_some(ahead)
    }

    /// How the game ended, once it has.
    pub(crate) fn final_outcome(&self, state: &State<R>) -> Option<Outcome> {
        if state.phase != Phase::Over {
            return None;
        }
        let lead = i32::from(state.lead);
        let (winner, rule, reason) = match self.automatic_victor(state) {
            Some(winner) => (winner, rule!("12.4"), "automatic victory"),
            // [12.3] Who is ahead after the last stage; at zero the scenario says who.
            None if lead == 0 => {
                (self.scenario.wins_at_zero, rule!("12.3"), "equal points after the last stage")
            }
            None => {
                let ahead = if lead > 0 { Side::First } else { Side::Second };
                (ahead, rule!("12.3"), "ahead after the last stage")
            }
        };
        // [13.1] The intruder who was in the camp is not beaten: a later victory over him is a draw.
        let is_beaten_intruder =
            self.scenario.camp_that_draws().is_some_and(|camp| winner != camp.intruder) && state.camp_reached;
        // [D-13.1a] At zero too, unless the switch reads the rule to the letter.
        if is_beaten_intruder && (lead != 0 || !self.scenario.switches.camp_draws_only_against_a_lead) {
            return Some(Outcome::draw(lead, rule!("13.1"), "the camp was reached"));
        }
        Some(Outcome::win(winner, lead, rule, reason))
    }

    /// [13.1] [D-13.1b] A unit, not a commander, of the intruder in the camp, be it for an instant [D-13.1d].
    pub(crate) fn note_camp<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        let enters =
            self.scenario.camp.is_some_and(|camp| camp.hex == hex && camp.intruder == self.side_of(unit));
        if enters && !state.camp_reached {
            state.camp_reached = true;
            table.change(rule!("13.1"), words::CAMP_REACHED, self.scenario.unit(unit).subject, 0, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::data::Camp;
    use crate::testing::Setup;

    /// [12.3] Without the draw the lead after the last stage decides, and at zero the side that the scenario names.
    #[test]
    fn r13_1_a_camp_that_does_not_draw_changes_nothing() {
        for (lead, winner, rule) in [
            (-2, Side::Second, rule!("12.3")),
            (0, Side::Second, rule!("12.3")),
            (3, Side::First, rule!("12.3")),
            (-4, Side::Second, rule!("12.4")),
        ] {
            let mut setup = Setup::new();
            setup.scenario.camp = Some(Camp { hex: setup.hex("1108"), intruder: Side::First });
            setup.scenario.values.camp_draws = false;
            let (game, mut state) = setup.finish();
            (state.phase, state.stage, state.lead, state.camp_reached) = (Phase::Over, 6, lead, true);
            let outcome = game.final_outcome(&state).expect("the game is over");
            assert_eq!((outcome.winner, outcome.rule), (Some(winner), rule), "{lead}");
        }
    }

    #[test]
    fn d_13_1a_the_option_keeps_the_russian_win_at_nought() {
        // Who wins after the last stage, the camp reached, by the lead and the switch.
        for (letter, lead, winner) in
            [(false, 0, None), (true, 0, Some(Side::Second)), (true, -1, None), (true, 1, Some(Side::First))]
        {
            let mut setup = Setup::new();
            setup.scenario.camp = Some(Camp { hex: setup.hex("1108"), intruder: Side::First });
            setup.scenario.switches.camp_draws_only_against_a_lead = letter;
            let (game, mut state) = setup.finish();
            (state.phase, state.stage, state.lead, state.camp_reached) = (Phase::Over, 6, lead, true);
            let outcome = game.final_outcome(&state).expect("the game is over");
            assert_eq!(outcome.winner, winner, "{lead} with the switch {letter}");
        }
    }
}
