//! A change when play adapts to it: what both variants are worth to the best mixes that a search of each found.

use serde::Serialize;
use szala_analysis::compare::Compared;
use szala_analysis::statistics::interval::more_of_independent;
use szala_analysis::{Estimate, Interval, Unit};

use crate::figures::{signed, value};
use crate::play::{difference, sign_of_change};
use crate::{Body, Grid};

/// Both variants with adapted play.
#[derive(Clone, Copy, Debug)]
pub struct Adapted<'c> {
    /// The variant to compare with.
    pub a: Worth<'c>,
    /// The other variant.
    pub b: Worth<'c>,
}

/// What a robust search found of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Worth<'c> {
    /// The score of the first side when the mixes meet, with its statistical interval.
    pub score: Interval,
    /// How many games it is based on.
    pub games: u64,
    /// The play interval.
    pub ends: [f64; 2],
    /// The search.
    pub search: &'c str,
}

#[derive(Debug, Serialize)]
pub(super) struct AdaptedFindings<'c> {
    a: WorthFindings<'c>,
    b: WorthFindings<'c>,
    /// Statistical.
    difference: Estimate,
    /// Of the difference.
    play_interval: Estimate,
}

#[derive(Debug, Serialize)]
struct WorthFindings<'c> {
    score: Estimate,
    play_interval: Estimate,
    search: &'c str,
}

impl<'c> WorthFindings<'c> {
    fn of(worth: Worth<'c>) -> Self {
        let Worth { score, games, ends, search } = worth;
        let score = Estimate::new(score, games, Unit::Share);
        Self { score, play_interval: crate::play::widened(ends, score), search }
    }
}

impl<'c> AdaptedFindings<'c> {
    pub(super) fn of(adapted: Adapted<'c>) -> Self {
        let Adapted { a, b } = adapted;
        let statistical = more_of_independent(a.score, b.score);
        let statistical = Estimate::new(statistical, a.games.min(b.games), Unit::Share);
        Self {
            a: WorthFindings::of(a),
            b: WorthFindings::of(b),
            difference: statistical,
            play_interval: difference([a.ends, b.ends], statistical),
        }
    }

    /// Shown beside the change at fixed play.
    pub(super) fn body(&self, side: &str, fixed: &Compared, body: &mut Body) {
        let mut grid = Grid::with_head([
            format!("score of {side}, %"),
            "A".to_owned(),
            "B".to_owned(),
            "B less A (95 %)".to_owned(),
            "play interval of the change".to_owned(),
        ]);
        let play = signed(self.play_interval);
        let play = play.split_once('(').map_or("-", |(_, bounds)| bounds.trim_end_matches(')')).to_owned();
        let [of_fixed, of_adapted] = [fixed.difference, self.difference].map(signed);
        grid.push(["at fixed play".to_owned(), value(fixed.a), value(fixed.b), of_fixed, "-".to_owned()]);
        grid.push(["at adapted play".to_owned(), value(self.a.score), value(self.b.score), of_adapted, play]);
        body.heading("the change when play adapts to it: the best mixes found for each variant");
        body.table(grid);
        for (name, worth) in [("A", &self.a), ("B", &self.b)] {
            let interval = crate::figures::shown(worth.play_interval);
            body.note(format!("{name}: {} % is the play interval; {}", interval.trim_start(), worth.search));
        }
        body.line(sign_of_change(side, self.play_interval));
    }
}
