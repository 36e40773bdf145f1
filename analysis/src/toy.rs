//! The toy with players, for tests of everything that plays.

use std::sync::Arc;

use szala_ai::Uniform;
use szala_kernel::BySide;
use szala_kernel::toy::TwoGates;
use szala_system::{Contest, Seated};

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
