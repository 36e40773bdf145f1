//! The present value of a victory point: by the lead, the clock, the automatic victory and the camp.
//!
//! Values are in ten-thousandths of a game. A lead decides more the fewer stages are left; the automatic victory
//! [12.4] decides at once; and a defeat costs only half for the intruder who has been in the camp [13.1].

use szala_insurrection::{Insurrection, Room, State};
use szala_kernel::Side;

/// A whole game.
pub(super) const GAME: i32 = 10_000;
/// Leads beyond this are worth no more; the automatic victory ends the game long before.
const WIDEST: i32 = 8;

/// The value of every lead to one side, in the present state of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    by_lead: [i32; 2 * WIDEST.unsigned_abs() as usize + 1],
    lead: i32,
    /// The value of reaching the camp for the intruder.
    pub(super) camp: i32,
    /// The share of the game still to come, in hundredths.
    pub(super) to_come: i32,
    /// What it was computed from.
    of: (Side, u8, i16, bool),
}

impl Stakes {
    /// From the view of `side`; `spread` is how open the game is.
    pub(super) fn of<R: Room>(game: &Insurrection<R>, state: &State<R>, side: Side, spread: i32) -> Self {
        let scenario = game.scenario();
        let stages = i32::from(scenario.stages);
        let left = (stages - i32::from(state.stage())).max(0);
        let camp = scenario.camp_that_draws();
        let is_reached = state.is_camp_reached();
        let automatic = i32::from(scenario.automatic_victory);
        // Half a point is given to the side that wins at zero [12.3].
        let threshold = scenario.wins_at_zero.sign();
        let first_wins = |lead: i32| {
            if lead.abs() >= automatic {
                // Points are counted when the stage ends: until then they may be lost again.
                return if lead > 0 { GAME - 200 } else { 200 };
            }
            let ahead = 2 * lead + threshold;
            GAME / 2 + GAME / 2 * ahead / (ahead.abs() + spread * left / 4 + 1)
        };
        let camp_side = camp.map(|camp| camp.intruder);
        let worth = |lead: i32, is_reached: bool| {
            let wins = first_wins(lead);
            // [13.1] If the intruder has been in the camp, the other side's victories are draws.
            let of_first = match camp_side {
                Some(Side::First) if is_reached => wins + (GAME - wins) / 2,
                Some(Side::Second) if is_reached => wins / 2,
                _ => wins,
            };
            if side == Side::First { of_first } else { GAME - of_first }
        };
        let mut by_lead = [0; 2 * WIDEST.unsigned_abs() as usize + 1];
        for (place, value) in (-WIDEST..).zip(&mut by_lead) {
            *value = worth(place, is_reached);
        }
        let lead = i32::from(state.lead());
        let camp =
            if camp.is_some() && !is_reached { (worth(lead, true) - worth(lead, false)).abs() } else { 0 };
        let of = (side, state.stage(), state.lead(), is_reached);
        Self { by_lead, lead: side.sign() * lead, camp, to_come: 100 * (left + 1) / (stages + 1), of }
            .seen_from(side)
    }

    /// Computes it again if anything it depends on has changed.
    pub(super) fn update<R: Room>(
        &mut self,
        game: &Insurrection<R>,
        state: &State<R>,
        side: Side,
        spread: i32,
    ) {
        if self.of != (side, state.stage(), state.lead(), state.is_camp_reached()) {
            *self = Self::of(game, state, side, spread);
        }
    }

    /// The table by the side's own lead, in ascending order.
    fn seen_from(mut self, side: Side) -> Self {
        if side == Side::Second {
            self.by_lead.reverse();
        }
        self
    }

    fn at(&self, lead: i32) -> i32 {
        let place = lead.clamp(-WIDEST, WIDEST) + WIDEST;
        self.by_lead[usize::try_from(place).expect("not below nothing")]
    }

    /// The value of the game as it stands.
    pub(super) fn now(&self) -> i32 {
        self.at(self.lead)
    }

    /// The change in value from winning, or losing, these points.
    pub(super) fn swing(&self, points: i32) -> i32 {
        self.at(self.lead + points) - self.at(self.lead)
    }
}

#[cfg(test)]
mod tests;
