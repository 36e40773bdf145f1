//! The toy with players, for tests of everything that plays.

use core::ops::Range;
use std::sync::Arc;

use szala_ai::Uniform;
use szala_kernel::record::Column;
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::seed::Stream;
use szala_kernel::toy::TwoGates;
use szala_kernel::{BySide, GameSeed, Outcome, RunSeed, Side, rule};
use szala_system::{Contest, Faces, Half, Seated, Stretch, Watcher, Worker};

/// The toy played by chance.
pub(crate) fn by_chance() -> Seated<TwoGates, Uniform> {
    Seated { rules: Arc::new(TwoGates), players: BySide::from_fn(|_| Uniform::default()) }
}

/// The toy played by these two.
pub(crate) fn played_by(names: [&str; 2]) -> Box<dyn Contest> {
    let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
    let no_files = |path: &str| Err(format!("{path} is not there"));
    game.seat(BySide(names), &no_files).expect("players of the toy")
}

/// Games that the first side wins with this chance, and else loses: number by number the same lot decides in all variants
/// of a seed.
pub(crate) struct ByLot(pub(crate) f64);

impl Contest for ByLot {
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
        Box::new(Lots(self.0))
    }
}

struct Lots(f64);

impl Worker for Lots {
    fn record(&mut self, _: RunSeed, _: Range<u64>, _: &mut Stretch) {
        unimplemented!("nobody records lots");
    }

    fn record_keyed(&mut self, _: RunSeed, _: Range<u64>, _: &mut Stretch) {
        unimplemented!("nobody records lots");
    }

    fn pair(&mut self, seed: RunSeed, numbers: Range<u64>, games: &mut Vec<Half>) {
        games.extend(numbers.map(|number| {
            let lot = seed.game(number).key(Stream::Dice) >> 11;
            #[expect(clippy::cast_precision_loss, reason = "53 bits fit into a float")]
            let is_won = (lot as f64) < self.0 * (1_u64 << 53) as f64;
            let winner = Some(if is_won { Side::First } else { Side::Second });
            let outcome =
                Outcome { winner, lead: if is_won { 1 } else { -1 }, rule: rule!("3.1"), reason: "lot" };
            Half { end: Ok(outcome), decisions: 1, course: is_won.into() }
        }));
    }

    fn end(&mut self, _: RunSeed, _: Range<u64>, _: &mut Vec<Outcome>) {
        unimplemented!("nobody asks lots for their end alone");
    }

    fn watch(&mut self, _: GameSeed, _: &mut dyn Watcher) -> Result<Finished, Aborted> {
        unimplemented!("there is nothing to watch in a lot");
    }
}
