//! Games that a lot decides, of a chance that is known: for trying out what finds chances and differences out. Tests
//! and the example `coverage` share this file.

use core::ops::Range;

use szala_kernel::record::Column;
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::seed::{Stream, mix};
use szala_kernel::toy::TwoGates;
use szala_kernel::{GameSeed, Outcome, RunSeed, Side, rule};
use szala_system::{
    Analyst, Chronicle, Contest, Faces, Half, Long, Stretch, Wanted, Watcher, Worked, Worker,
};

/// The first side wins with a chance, and else loses. Games of the same number have their lot in common with those of
/// other lots, or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lot {
    /// The chance.
    pub(crate) chance: f64,
    /// In which part of the numbers the lot is that of all others.
    pub(crate) common: f64,
    /// Lots of the same key have all numbers in common.
    pub(crate) key: u64,
}

impl Lot {
    /// A lot that has all numbers in common with others.
    pub(crate) const fn of(chance: f64) -> Self {
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

    fn chronicle(&self, _: GameSeed, _: bool) -> Chronicle {
        no_more()
    }

    fn analyst(&self, _: &Chronicle) -> Box<dyn Analyst + '_> {
        no_more()
    }
}

/// Whatever else a contest can do.
fn no_more() -> ! {
    panic!("a lot has results and nothing else")
}

impl Worker for Lot {
    fn pair(&mut self, seed: RunSeed, numbers: Range<u64>, games: &mut Vec<Half>) {
        games.extend(numbers.map(|number| self.replay(seed.game(number))));
    }

    fn replay(&mut self, game: GameSeed) -> Half {
        let is_won = self.is_won(game);
        let (winner, lead) = if is_won { (Side::First, 1) } else { (Side::Second, -1) };
        let outcome = Outcome { winner: Some(winner), lead, rule: rule!("3.1"), reason: "lot" };
        Half { end: Ok(outcome), decisions: 1, course: is_won.into() }
    }

    fn record(&mut self, _: RunSeed, _: Range<u64>, _: &mut Stretch) {
        no_more()
    }

    fn record_keyed(&mut self, _: RunSeed, _: Range<u64>, _: &mut Stretch) {
        no_more()
    }

    fn record_long(&mut self, _: RunSeed, _: Range<u64>, _: bool, _: &[Long], _: &mut Stretch) {
        no_more()
    }

    fn pair_with_rows(&mut self, _: RunSeed, _: Range<u64>, _: &mut Vec<Half>, _: &mut Stretch) {
        no_more()
    }

    fn end(&mut self, _: RunSeed, _: Range<u64>, _: &mut Vec<Outcome>) {
        no_more()
    }

    fn watch(&mut self, _: GameSeed, _: &mut dyn Watcher) -> Result<Finished, Aborted> {
        no_more()
    }

    fn odds(&mut self, _: GameSeed, _: u64, _: &Wanted<'_>) -> Result<Worked, String> {
        no_more()
    }
}
