//! The heuristic: some units guard the headquarters, the others go forward as far as it pays. No unit moves and fires
//! in one turn [3.2], so a unit that comes into reach is fired at first: the cost of a square is the fire on it,
//! shared among the friends beside it; its gain is in targets for the next turn.

use szala_kernel::{GameSeed, Side};
use szala_verdox::{Action, Verdox};

use super::judge::Judge;
use super::line::{Line, place_of};
use super::posture::{Group, Order, Postures};
use super::seen::Seen;
use super::survey::Survey;
use super::weights::Weights;
use szala_ai::{Glance, Opinion, Player, Prior, View};

/// The heuristic player.
#[derive(Clone, Debug)]
pub struct Heuristic {
    line: Line,
    judge: Judge,
    /// The group that the net decides next, and the inputs of the turn.
    asking: Option<(Group, Survey)>,
    /// Have orders changed since it looked about?
    is_stale: bool,
}

impl Heuristic {
    /// A player of a side with these weights.
    pub fn new(rules: &Verdox, side: Side, weights: Weights) -> Self {
        Self { line: Line::new(), judge: Judge::new(rules, side, weights), asking: None, is_stale: false }
    }

    /// The same player with other weights.
    #[must_use]
    pub fn with(&self, weights: Weights) -> Self {
        Self { judge: self.judge.with(weights), ..self.clone() }
    }

    fn look_about(&mut self, seen: Seen<'_>) {
        let Self { line, judge, is_stale, .. } = self;
        *is_stale = false;
        judge.look_about(seen);
        line.draw_up(seen, |square| judge.place_in_line(seen, square));
    }

    /// What can be said of the turn that begins.
    pub(super) fn survey(&mut self, seen: Seen<'_>) -> Survey {
        self.look_about(seen);
        Survey::of(seen, &self.judge)
    }

    /// Clears the postures for a new turn.
    pub(super) fn forget_orders(&mut self, turn: u8) {
        (self.judge.turn.postures, self.asking, self.is_stale) = (Postures::in_turn(turn), None, true);
    }

    /// Sets the posture of some groups for this turn.
    pub(super) fn give(&mut self, order: Order) {
        self.judge.turn.postures.give(order);
        self.is_stale = true;
    }

    /// The group that the net decides next, the inputs of the turn, and the postures chosen so far.
    pub(super) fn asks(&mut self, seen: Seen<'_>) -> (Group, Survey, Postures) {
        let (group, survey) = self.asking.unwrap_or_else(|| {
            let survey = self.survey(seen);
            (Group::all().find(|group| survey.has(*group)).unwrap_or(Group::FIRST), survey)
        });
        self.asking = Some((group, survey));
        (group, survey, self.judge.turn.postures)
    }

    /// Moves on from a decided group; false after the last one.
    pub(super) fn asks_on(&mut self, group: Group) -> bool {
        let next = |(_, survey): (Group, Survey)| {
            let later = Group::all().filter(|other| other.index() > group.index());
            later.into_iter().find(|later| survey.has(*later)).map(|later| (later, survey))
        };
        self.asking = self.asking.and_then(next);
        self.asking.is_some()
    }

    /// The next unit to pick, or that the turn is over.
    fn next_unit(&mut self, seen: Seen<'_>) -> Action {
        if self.line.is_new(seen) || self.is_stale {
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
    fn begin(&mut self, rules: &Verdox, _: GameSeed, _: Side) {
        self.line.begin();
        self.judge.begin(rules);
        self.forget_orders(0);
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
