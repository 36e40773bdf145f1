//! The heuristic: some units guard the headquarters, the others go forward as far as it pays. No unit moves and fires
//! in one turn [3.2], so a unit that comes into reach is fired at first: the cost of a square is the fire on it,
//! shared among the friends beside it; its gain is in targets for the next turn.

use szala_kernel::{GameSeed, Side};
use szala_verdox::{Action, Verdox};

use super::judge::Judge;
use super::line::{Line, place_of};
use super::seen::Seen;
use super::weights::Weights;
use szala_ai::{Glance, Opinion, Player, Prior, View};

/// The heuristic player.
#[derive(Clone, Debug)]
pub struct Heuristic {
    line: Line,
    judge: Judge,
}

impl Heuristic {
    /// A player of a side with these weights.
    pub fn new(rules: &Verdox, side: Side, weights: Weights) -> Self {
        Self { line: Line::new(), judge: Judge::new(rules, side, weights) }
    }

    /// The same player with other weights.
    #[must_use]
    pub fn with(&self, weights: Weights) -> Self {
        Self { line: self.line.clone(), judge: self.judge.with(weights) }
    }

    fn look_about(&mut self, seen: Seen<'_>) {
        let Self { line, judge } = self;
        judge.look_about(seen);
        line.draw_up(seen, |square| judge.place_in_line(seen, square));
    }

    /// The next unit to pick, or that the turn is over.
    fn next_unit(&mut self, seen: Seen<'_>) -> Action {
        if self.line.is_new(seen) {
            self.look_about(seen);
        }
        let mut next = self.line.next(seen);
        while next.is_some_and(|square| !self.judge.has_errand(seen, square)) {
            next = self.line.next(seen);
        }
        next.map_or(Action::Done, Action::Pick)
    }
}

impl Player<Verdox> for Heuristic {
    fn begin(&mut self, _: &Verdox, _: GameSeed, _: Side) {
        self.line.begin();
    }

    fn choose(&mut self, view: &View<'_, Verdox>) -> usize {
        let (seen, legal) = (Seen::of(view.glance()), view.legal());
        match legal[0] {
            Action::Muster(_) => self.judge.muster(seen, legal),
            Action::Enter(_) => self.judge.enter(seen, legal, self.line.is_new(seen)),
            Action::Done => place_of(legal, self.next_unit(seen)),
            Action::Hold => {
                // The policy of a search player may be asked in the middle of a turn.
                if self.line.is_new(seen) {
                    self.look_about(seen);
                }
                self.judge.best(view)
            }
            _ => 0,
        }
    }

    fn at_once(&mut self, glance: Glance<'_, Verdox>) -> Option<Action> {
        let seen = Seen::of(glance);
        seen.is_between_units().then(|| self.next_unit(seen))
    }

    fn opinions(&self, view: &View<'_, Verdox>) -> Vec<Opinion> {
        let place = self.clone().choose(view);
        vec![Opinion { place, value: 1, why: "the best that it weighed".into() }]
    }
}

impl Prior<Verdox> for Heuristic {}
