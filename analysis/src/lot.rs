//! Games that a lot decides, of a chance that is known: for trying out what finds chances and differences out.

use core::ops::Range;

use szala_kernel::record::Column;
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::seed::{Stream, mix};
use szala_kernel::toy::TwoGates;
use szala_kernel::{GameSeed, Outcome, RunSeed, Side, rule};
use szala_system::{Contest, Faces, Half, Stretch, Watcher, Worker};

/// The first side wins with a chance, and else loses. Games of the same number have their lot in common with those of other
/// lots, or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lot {
    /// The chance.
    pub chance: f64,
    /// In which part of the numbers the lot is that of all others.
    pub common: f64,
    /// Lots of the same key have all numbers in common.
    pub key: u64,
}

impl Lot {
    /// A lot that has all numbers in common with others.
    pub const fn of(chance: f64) -> Self {
        Self { chance, common: 1.0, key: 0 }
    }

    fn is_won(&self, game: GameSeed) -> bool {
        let word = game.key(Stream::Dice);
        let own = mix(word ^ mix(self.key + 1));
        let lot = if part(mix(own)) < self.common { word } else { own };
        part(lot) < self.chance
    }
}

/// A word as a part of one.
fn part(word: u64) -> f64 {
    f64::from(u32::try_from(word >> 32).expect("32 bits are left")) / 2f64.powi(32)
}

impl Contest for Lot {
    fn faces(&self) -> &dyn Faces {
        &TwoGates
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn drawn(&self, _: GameSeed, _: Side) -> Option<&str> {
        None
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(*self)
    }
}

impl Worker for Lot {
    fn record(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch) {
        stretch.first = numbers.start;
        stretch.rows.clear();
        let mut halves = Vec::new();
        self.pair(seed, numbers, &mut halves);
        let played = |half: Half| szala_system::Played { end: half.end, decisions: half.decisions, dice: 1 };
        stretch.played = halves.into_iter().map(played).collect();
    }

    fn record_keyed(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch) {
        self.record(seed, numbers, stretch);
    }

    fn pair(&mut self, seed: RunSeed, numbers: Range<u64>, games: &mut Vec<Half>) {
        games.extend(numbers.map(|number| {
            let is_won = self.is_won(seed.game(number));
            let (winner, lead) = if is_won { (Side::First, 1) } else { (Side::Second, -1) };
            let outcome = Outcome { winner: Some(winner), lead, rule: rule!("3.1"), reason: "lot" };
            Half { end: Ok(outcome), decisions: 1, course: is_won.into() }
        }));
    }

    fn end(&mut self, seed: RunSeed, numbers: Range<u64>, ends: &mut Vec<Outcome>) {
        let mut halves = Vec::new();
        self.pair(seed, numbers, &mut halves);
        ends.extend(halves.into_iter().filter_map(|half| half.end.ok()));
    }

    fn watch(&mut self, game: GameSeed, _: &mut dyn Watcher) -> Result<Finished, Aborted> {
        let (winner, lead) = if self.is_won(game) { (Side::First, 1) } else { (Side::Second, -1) };
        Ok(Finished {
            outcome: Outcome { winner: Some(winner), lead, rule: rule!("3.1"), reason: "lot" },
            decisions: 1,
        })
    }
}
