//! The sentry: a player of *Two Gates* whose habits are three weights, to show how a player with weights is read from
//! a file and tuned.

use szala_kernel::toy::{Action, Gate, TwoGates};
use szala_kernel::{GameSeed, Side};

use super::Seat;
use szala_ai::chance::Chance;
use szala_ai::roster::file_of;
use szala_ai::tunable::read_weights;
use szala_ai::{Parameter, Player, ReadFile, Tunable, View};

/// The denominator of the habits' frequencies.
const OF: i32 = 1000;

/// How often in a thousand times the sentry takes each optional action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Raids the left gate.
    pub raid_left: i32,
    /// Guards the left gate.
    pub guard_left: i32,
    /// Shoots at a raider. [2.3] A shot sometimes drives off, and letting pass [2.2] never: more is better.
    pub shoot: i32,
}

impl Default for Habits {
    /// Raids mostly on the left, and decides the rest by a coin.
    fn default() -> Self {
        Self { raid_left: 900, guard_left: 500, shoot: 500 }
    }
}

impl Habits {
    /// The habits of the player `sentry` or `sentry:FILE`; `None` when the name is not of this kind.
    pub(super) fn of(name: &str, read: ReadFile<'_>) -> Option<Result<Self, String>> {
        if name == "sentry" {
            return Some(Ok(Self::default()));
        }
        let file = name.strip_prefix("sentry:")?;
        let values = file_of("sentry", file, read)
            .and_then(|text| read_weights(file, &text, None, &Self::default().parameters(), &[]));
        Some(values.map(|values| Self::from(&*values)))
    }
}

impl Tunable for Habits {
    type Player = Seat;

    fn parameters(&self) -> Vec<Parameter> {
        let habits = [
            ("raid_left", "How often in a thousand times the left gate is raided.", self.raid_left),
            ("guard_left", "How often it is guarded.", self.guard_left),
            ("shoot", "How often a raider is shot at.", self.shoot),
        ];
        let parameter = |(name, about, value): (&str, &str, i32)| Parameter {
            name: name.to_owned(),
            about: about.to_owned(),
            value,
            low: 0,
            high: OF,
            step: 100,
            off: None,
        };
        habits.map(parameter).into()
    }

    fn with(&self, values: &[i32]) -> Seat {
        Seat::Sentry(Sentry::new(Self::from(values)))
    }
}

impl From<&[i32]> for Habits {
    /// In the order of the parameters.
    fn from(values: &[i32]) -> Self {
        let &[raid_left, guard_left, shoot] = values else { panic!("three habits, not {}", values.len()) };
        Self { raid_left, guard_left, shoot }
    }
}

/// The player.
#[derive(Clone, Debug)]
pub struct Sentry {
    habits: Habits,
    chance: Chance,
}

impl Sentry {
    /// A sentry with these habits.
    pub fn new(habits: Habits) -> Self {
        Self { habits, chance: Chance::default() }
    }
}

impl Player<TwoGates> for Sentry {
    fn begin(&mut self, rules: &TwoGates, game: GameSeed, side: Side) {
        self.chance.begin(rules, game, side);
    }

    fn choose(&mut self, view: &View<'_, TwoGates>) -> usize {
        let (often, usual) = match view.legal()[0] {
            Action::DrawLots => return 0,
            Action::Aim(_) => (self.habits.raid_left, Action::Aim(Gate::Left)),
            Action::Guard(_) => (self.habits.guard_left, Action::Guard(Gate::Left)),
            Action::Shoot | Action::LetPass => (self.habits.shoot, Action::Shoot),
        };
        let draw = self.chance.lots(view.glance()).below(OF.unsigned_abs() as usize);
        let is_usual = i32::try_from(draw).expect("below a thousand") < often;
        let place = view.legal().iter().position(|action| (*action == usual) == is_usual);
        place.expect("one of two")
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::{ActionList, Play, Rules, RunSeed};

    use super::*;

    /// How often a sentry takes an action when it may, in about a thousand times.
    fn share(habits: Habits, wanted: Action) -> i32 {
        let mut players = [Sentry::new(habits), Sentry::new(habits)];
        let mut list = ActionList::within(TwoGates.limits());
        let (mut taken, mut offered) = (0, 0);
        for number in 0..3000 {
            let game = RunSeed(9).game(number);
            for side in Side::BOTH {
                players[side as usize].begin(&TwoGates, game, side);
            }
            TwoGates.play_game(game, &mut list, |rules, state, legal| {
                let place = players[rules.to_act(state) as usize].choose(&View::new(rules, state, legal));
                offered += i32::from(legal.contains(&wanted));
                taken += i32::from(legal[place] == wanted);
                place
            });
        }
        taken * 1000 / offered
    }

    #[test]
    fn a_sentry_does_what_it_does_as_often_as_its_habits_say() {
        let habits = Habits { raid_left: 800, guard_left: 250, shoot: 600 };
        // At least 3000 * 3 * 0.35 meetings: five standard deviations are below 45 in a thousand.
        for (action, often) in [
            (Action::Aim(Gate::Left), 800),
            (Action::Aim(Gate::Right), 200),
            (Action::Guard(Gate::Left), 250),
            (Action::Shoot, 600),
        ] {
            let found = share(habits, action);
            assert!((found - often).abs() < 45, "{action:?}: {found}");
        }
        assert_eq!(share(Habits { shoot: 1000, ..habits }, Action::LetPass), 0);
        assert_eq!(share(Habits { shoot: 0, ..habits }, Action::Shoot), 0);
    }
}
