//! Chapter 12: victory points, kept as one difference, and the end of the game.

use szala_board::HexId;
use szala_kernel::{Dice, Journal, Outcome, Rule, Side, Subject, Table, rule};

use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::data::{Part, Stronghold};
use crate::position::ids::{UnitId, subject};
use crate::position::room::Room;
use crate::position::state::{Holders, Phase, Place, State};

/// [12.3m] One hex of a stronghold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOfStronghold {
    /// The hex.
    pub hex: HexId,
    /// How many hexes the stronghold has: more than half of them score it.
    pub hexes: u8,
    /// What it scores.
    pub points: u8,
    /// The side that holds this hex.
    pub holder: Side,
}

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

    /// [12.4] [12.4m] The side that has won in Turn 3 of any stage, and by which rule.
    pub(crate) fn decided_early(&self, state: &State<R>) -> Option<(Side, Rule, &'static str)> {
        // [D-M12.4a] Where a side is ahead far enough and an army breaks besides, the lead decides.
        if let Some(winner) = self.automatic_victor(state) {
            return Some((winner, rule!("12.4"), "automatic victory"));
        }
        let [first, second] = Side::BOTH.map(|side| self.is_broken(state, side));
        let winner = match (first, second) {
            (false, false) => return None,
            // [D-M12.4a] The same when both break; [12.3] at zero the scenario says who.
            (true, true) if state.lead == 0 => self.scenario.wins_at_zero,
            (true, true) if state.lead > 0 => Side::First,
            (true, _) => Side::Second,
            (false, true) => Side::First,
        };
        Some((winner, rule!("12.4m"), "the other army broke"))
    }

    /// [12.4m] Has the side less than its part of the size points with which it began, on the map or due back?
    /// [D-M12.4c] A unit that enters later adds to what is there, not to what the side began with.
    fn is_broken(&self, state: &State<R>, side: Side) -> bool {
        self.size_until_broken(state, side).is_some_and(|left| left < 0)
    }

    /// [12.4m] The size points that a side can lose before it is broken by the next one; below 0 when it is. `None`
    /// where armies never break.
    pub fn size_until_broken(&self, state: &State<R>, side: Side) -> Option<i32> {
        let Part { parts, of } = self.scenario.breaks_below?;
        if self.scenario.switches.armies_never_break {
            return None;
        }
        let (mut began, mut left) = (0_i32, 0_i32);
        for unit in self.troops(self.scenario.units_of(side)).iter() {
            let card = self.scenario.unit(unit);
            if !self.comes_later(card.commander) {
                began += i32::from(card.size);
            }
            if matches!(state[unit].place, Place::Map(_) | Place::Fled(_)) {
                left += i32::from(self.size(state, unit));
            }
        }
        let (parts, of) = (i32::from(parts), i32::from(of));
        Some((left * of - began * parts).div_euclid(of))
    }

    // ---- [12.3m] Strongholds ----

    /// All hexes of the strongholds, in the order in which their holders are kept.
    pub(crate) fn stronghold_hexes(&self) -> impl Iterator<Item = (HexId, Side)> {
        let strongholds = self.scenario.strongholds.iter();
        strongholds.flat_map(|place| place.hexes.iter().map(|hex| (*hex, place.holder)))
    }

    /// All hexes that are strongholds or parts of one, with what they score and for which side as things stand.
    pub fn strongholds(&self, state: &State<R>) -> impl Iterator<Item = PartOfStronghold> {
        let all = self.scenario.strongholds.iter().flat_map(|place| {
            let hexes = u8::try_from(place.hexes.len()).unwrap_or(u8::MAX);
            place.hexes.iter().map(move |hex| (*hex, hexes, place.points))
        });
        all.enumerate().map(|(place, (hex, hexes, points))| PartOfStronghold {
            hex,
            hexes,
            points,
            holder: state.holders.holder(place),
        })
    }

    pub(crate) fn first_holders(&self) -> Holders {
        let mut holders = Holders::default();
        for (place, (_, holder)) in self.stronghold_hexes().enumerate() {
            holders.give(place, holder);
        }
        holders
    }

    /// [D-M12.3a] A stage ends: infantry or cavalry of one side alone takes a hex of a stronghold.
    pub(crate) fn note_holders<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        for (place, (hex, _)) in self.stronghold_hexes().enumerate() {
            let holder = state.holders.holder(place);
            if !state.holds(holder, hex) && !self.troops_at(state, !holder, hex).is_empty() {
                state.holders.give(place, !holder);
                let [from, to] = [holder, !holder].map(|side| side as i32);
                table.change(rule!("12.3m"), words::HOLDER, subject::of_hex(hex.index()), from, to);
            }
        }
    }

    /// [12.3m] After the last stage: the side that holds more than half of a stronghold's hexes scores it.
    pub(crate) fn score_strongholds<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) {
        let mut first = 0;
        for Stronghold { hexes, points, .. } in &self.scenario.strongholds {
            let held_by =
                |side| (first..first + hexes.len()).filter(|at| state.holders.holder(*at) == side).count();
            let holder = Side::BOTH.into_iter().find(|side| 2 * held_by(*side) > hexes.len());
            first += hexes.len();
            if let Some(side) = holder {
                self.score(state, side, i16::from(*points), rule!("12.3m"), table);
            }
            state.holders.note_score();
        }
    }

    /// How the game ended, once it has.
    pub(crate) fn final_outcome(&self, state: &State<R>) -> Option<Outcome> {
        if state.phase != Phase::Over {
            return None;
        }
        let lead = i32::from(state.lead);
        // [12.3m] When the strongholds have scored, nobody had won before.
        let early = if state.holders.have_scored() { None } else { self.decided_early(state) };
        let (winner, rule, reason) = match early {
            Some(early) => early,
            // [12.3] The side ahead after the last stage; at zero the scenario says which.
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
