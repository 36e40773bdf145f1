//! The players of *Two Gates*, the toy: what a rule system adds so that its games can be played by name.

mod sentry;

use szala_kernel::toy::{State, TwoGates};
use szala_kernel::{BySide, GameSeed, Side};

use crate::roster::{SAMPLES, SIMULATIONS, no_such_player, number};
use crate::{AnyTunable, Evaluate, Greedy, Listed, Opinion, Player, ReadFile, Roster, Search, Uniform, View};

pub use sentry::{Habits, Sentry};

/// Points ahead, with what the raid under way is likely to bring.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsAhead;

/// The value of a point.
const POINT: i32 = 1000;

impl Evaluate<TwoGates> for PointsAhead {
    fn value(&self, _: &TwoGates, state: &State, side: Side) -> i32 {
        let lead = i32::from(state.points(Side::First)) - i32::from(state.points(Side::Second));
        let raid = state.raider().map_or(0, |raider| raider.sign() * hope_of(state, raider));
        side.sign() * (lead * POINT + raid)
    }
}

/// What the raid is worth to the raider. [2.3] A guard who shoots is passed at 5 to 9, his first shot at 6 to 9; before
/// they have met, the raider finds the gate open every second time. [2.1]
fn hope_of(state: &State, raider: Side) -> i32 {
    let passed = if state.has_shot(!raider) { POINT * 5 / 10 } else { POINT * 4 / 10 };
    if state.is_raider_met() { passed } else { i32::midpoint(POINT, passed) }
}

/// Any player of the toy.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
    /// Has habits.
    Sentry(Sentry),
    /// Looks one action ahead.
    Greedy(Greedy<PointsAhead>),
    /// Searches by games of chance.
    Search(Box<Search<TwoGates, Uniform>>),
}

impl Player<TwoGates> for Seat {
    fn begin(&mut self, rules: &TwoGates, game: GameSeed, side: Side) {
        match self {
            Self::Uniform(player) => player.begin(rules, game, side),
            Self::Sentry(player) => player.begin(rules, game, side),
            Self::Greedy(player) => player.begin(rules, game, side),
            Self::Search(player) => player.begin(rules, game, side),
        }
    }

    fn choose(&mut self, view: &View<'_, TwoGates>) -> usize {
        match self {
            Self::Uniform(player) => player.choose(view),
            Self::Sentry(player) => player.choose(view),
            Self::Greedy(player) => player.choose(view),
            Self::Search(player) => player.choose(view),
        }
    }

    fn opinions(&self, view: &View<'_, TwoGates>) -> Vec<Opinion> {
        match self {
            Self::Uniform(player) => player.opinions(view),
            Self::Sentry(player) => player.opinions(view),
            Self::Greedy(player) => player.opinions(view),
            Self::Search(player) => player.opinions(view),
        }
    }
}

impl Roster for TwoGates {
    const USUAL: &'static str = "uniform";

    type Seat = Seat;

    fn players(&self, _: Side) -> Vec<Listed> {
        [
            ("uniform", "any legal action by chance"),
            ("sentry", "by habits that can be tuned; sentry:FILE with those of a file"),
            ("greedy", "the action that promises most points at once; greedy:N with N samples of the dice"),
            ("search:200", "the action that wins most of 200 games of chance; any other number too"),
        ]
        .map(|(name, about)| Listed { name: name.to_owned(), about: about.to_owned() })
        .into()
    }

    fn player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        if let Some(habits) = Habits::of(name, read) {
            return Ok(Seat::Sentry(Sentry::new(habits?)));
        }
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        match (kind, detail) {
            ("uniform", None) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples) => {
                Ok(Seat::Greedy(Greedy::new(self, PointsAhead, number(samples, &SAMPLES)?)))
            }
            ("search", simulations) => {
                let policies = BySide::from_fn(|_| Uniform::default());
                let simulations = number(simulations, &SIMULATIONS)?;
                Ok(Seat::Search(Box::new(Search::new(self, policies, simulations))))
            }
            _ => Err(no_such_player(name, &self.players(side))),
        }
    }

    fn tunable(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<AnyTunable<'_, Self>, String> {
        let Some(habits) = Habits::of(name, read) else {
            self.player(name, side, read)?;
            return Err(format!("`{name}` has no weights to tune; `sentry` has"));
        };
        Ok(Box::new(habits?))
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::dice::SeededDice;
    use szala_kernel::toy::{Action, Gate};
    use szala_kernel::{Rules, RunSeed, Table};

    use super::*;

    #[test]
    fn a_position_is_worth_the_points_ahead_and_half_a_chance_of_the_raid() {
        let mut state = TwoGates.opening();
        let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
        assert_eq!(PointsAhead.value(&TwoGates, &state, Side::First), 0);
        TwoGates.apply(&mut state, Action::DrawLots, &mut table);
        let raider = state.raider().expect("lots are drawn");
        let value = |state: &State, side| PointsAhead.value(&TwoGates, state, side);
        // [2.3] The first shot drives off at 0 to 5: he passes 4 times in 10. (1000 + 400) / 2.
        assert_eq!((value(&state, raider), value(&state, !raider)), (700, -700));
        TwoGates.apply(&mut state, Action::Aim(Gate::Left), &mut table);
        assert_eq!(value(&state, raider), 700);
        let (mut met, mut missed) = (state.clone(), state);
        TwoGates.apply(&mut met, Action::Guard(Gate::Left), &mut table);
        assert_eq!(value(&met, raider), 400);
        TwoGates.apply(&mut missed, Action::Guard(Gate::Right), &mut table);
        assert_eq!((value(&missed, raider), value(&missed, !raider)), (1000, -1000));
    }

    #[test]
    fn every_listed_player_can_be_had_and_others_are_answered_with_words() {
        let read = |_: &str| Err("no file is read".to_owned());
        let ask = |name: &str| TwoGates.player(name, Side::First, &read);
        for listed in TwoGates.players(Side::First) {
            assert!(ask(&listed.name).is_ok(), "{}", listed.name);
        }
        let answer = |name| ask(name).expect_err("no such player");
        assert!(answer("greed").contains("greedy"), "{}", answer("greed"));
        assert!(answer("greedy:many").contains("greedy:4"), "{}", answer("greedy:many"));
        assert!(ask("search").is_ok() && ask("greedy:1").is_ok());
        assert!(answer("search:many").contains("search:200"), "{}", answer("search:many"));
    }
}
