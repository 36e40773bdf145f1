//! The present value of a victory point: by the lead, the clock, the automatic victory and the camp.
//!
//! Values are in ten-thousandths of a game. A lead decides more the fewer stages are left; the automatic victory
//! [12.4] decides at once; and a defeat costs only half for the intruder who has been in the camp [13.1].

use szala_insurrection::{Insurrection, Room, State};
use szala_kernel::Side;

use crate::weights::Weights;

/// A whole game.
pub(super) const GAME: i32 = 10_000;
/// Leads beyond this are worth no more, unless the weights say otherwise; the automatic victory ends the game long
/// before.
const WIDEST: i32 = 8;

/// The value of every lead to one side, in the present state of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    by_lead: [i32; 2 * WIDEST.unsigned_abs() as usize + 1],
    /// By which it was computed, and what lies beyond it, up to this lead.
    scale: Scale,
    widest: i32,
    lead: i32,
    /// The value of reaching the camp for the intruder.
    pub(super) camp: i32,
    /// The share of the game still to come, in hundredths.
    pub(super) to_come: i32,
    /// What it was computed from.
    of: (Side, u8, i16, bool),
}

/// What decides how much a lead is worth.
#[derive(Clone, Copy, Debug)]
struct Scale {
    side: Side,
    automatic: i32,
    /// Half a point is given to the side that wins at zero [12.3].
    threshold: i32,
    /// How open the game still is.
    open: i32,
    /// Who intrudes into a camp that draws.
    intruder: Option<Side>,
}

impl Scale {
    /// The value of a lead of the first side, to the side that looks.
    fn worth(self, lead: i32, is_reached: bool) -> i32 {
        let wins = if lead.abs() >= self.automatic {
            // Points are counted when the stage ends: until then they may be lost again.
            if lead > 0 { GAME - 200 } else { 200 }
        } else {
            let ahead = 2 * lead + self.threshold;
            GAME / 2 + GAME / 2 * ahead / (ahead.abs() + self.open + 1)
        };
        // [13.1] If the intruder has been in the camp, the other side's victories are draws.
        let of_first = match self.intruder {
            Some(Side::First) if is_reached => wins + (GAME - wins) / 2,
            Some(Side::Second) if is_reached => wins / 2,
            _ => wins,
        };
        if self.side == Side::First { of_first } else { GAME - of_first }
    }
}

impl Stakes {
    /// From the view of `side`, as these weights see it.
    pub(super) fn of<R: Room>(
        game: &Insurrection<R>,
        state: &State<R>,
        side: Side,
        weights: &Weights,
    ) -> Self {
        let scenario = game.scenario();
        let stages = i32::from(scenario.stages);
        let left = (stages - i32::from(state.stage())).max(0);
        let camp = scenario.camp_that_draws();
        let is_reached = state.is_camp_reached();
        let scale = Scale {
            side,
            automatic: scenario.automatic_victory.into(),
            threshold: scenario.wins_at_zero.sign(),
            open: weights.spread * left / 4,
            intruder: camp.map(|camp| camp.intruder),
        };
        let mut by_lead = [0; 2 * WIDEST.unsigned_abs() as usize + 1];
        for (place, value) in (-WIDEST..).zip(&mut by_lead) {
            *value = scale.worth(place, is_reached);
        }
        let lead = i32::from(state.lead());
        let camp = if camp.is_some() && !is_reached {
            (scale.worth(lead, true) - scale.worth(lead, false)).abs()
        } else {
            0
        };
        let of = (side, state.stage(), state.lead(), is_reached);
        let (lead, widest) = (side.sign() * lead, WIDEST + weights.far_leads);
        Self { by_lead, scale, widest, lead, camp, to_come: 100 * (left + 1) / (stages + 1), of }
            .seen_from(side)
    }

    /// Computes it again if anything it depends on has changed.
    pub(super) fn update<R: Room>(
        &mut self,
        game: &Insurrection<R>,
        state: &State<R>,
        side: Side,
        weights: &Weights,
    ) {
        if self.of != (side, state.stage(), state.lead(), state.is_camp_reached()) {
            *self = Self::of(game, state, side, weights);
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
        let lead = lead.clamp(-self.widest, self.widest);
        let known = usize::try_from(lead + WIDEST).ok().and_then(|place| self.by_lead.get(place));
        let (.., is_reached) = self.of;
        known.map_or_else(|| self.scale.worth(self.scale.side.sign() * lead, is_reached), |worth| *worth)
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
