//! A promise that every player of a game keeps, as a check for tests.

use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, GameSeed, Play, Rules, RunSeed, Side, Table};

use crate::player::Player;
use crate::roster::{ReadFile, Roster};

/// The seed of every check: a failure names a game that can be played again.
const SEED: RunSeed = RunSeed(0x000C_0F04);

/// A game is the same whether its players are new or have played other games before, as those of a run's threads have:
/// against each other, or against the random player, which leads them into positions that they would not choose. And
/// another game is another one.
///
/// # Panics
/// When a player is unknown, or carries something from one game to the next.
pub fn games_do_not_depend_on_earlier_ones<P: Roster>(
    rules: &P::Rules,
    [first, second]: [&str; 2],
    read: ReadFile<'_>,
    games: u64,
) {
    let seat = |name: &str, side| {
        P::player(rules, name, side, read).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let new = BySide([seat(first, Side::First), seat(second, Side::Second)]);
    let mut by_chance = BySide::from_fn(|side| seat("uniform", side));
    let [mut paired, mut apart] = [new.clone(), new.clone()];
    let mut courses = Vec::new();
    for number in 0..games {
        for side in Side::BOTH {
            core::mem::swap(&mut by_chance[side], &mut apart[side]);
            course::<P>(rules, &mut by_chance, SEED.game(games + number));
            core::mem::swap(&mut by_chance[side], &mut apart[side]);
        }
        let game = SEED.game(number);
        let again = [&mut paired, &mut apart].map(|players| course::<P>(rules, players, game));
        let course = course::<P>(rules, &mut new.clone(), game);
        assert!(
            again.iter().all(|again| *again == course),
            "{first} against {second}: game {number} is another one when they have played before"
        );
        courses.push(course);
    }
    assert!(
        courses.windows(2).any(|pair| pair[0] != pair[1]),
        "{first} against {second}: all games are the same"
    );
}

/// All decisions of a game.
fn course<P: Roster>(
    rules: &P::Rules,
    players: &mut BySide<P::Seat>,
    game: GameSeed,
) -> Vec<<P::Rules as Rules>::Action> {
    for side in Side::BOTH {
        players[side].begin(rules, game, side);
    }
    let mut course = Vec::new();
    let mut list = ActionList::within(rules.limits());
    let mut table = Table::new(SeededDice::new(game), ());
    let played = rules.play_by(&mut rules.opening(), &mut table, |rules, state, _| {
        let action = players[rules.to_act(state)].decide(rules, state, &mut list)?;
        course.push(action);
        Some(action)
    });
    played.unwrap_or_else(|aborted| panic!("{aborted}"));
    course
}
