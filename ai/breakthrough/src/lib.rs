//! The players of *Breakthrough* and its door: an evaluation, the players that every game has, and the name by which
//! the command knows the game.

use szala_ai::roster::no_such_player;
use szala_ai::{Evaluate, Listed, ReadFile, Roster, Standard};
use szala_breakthrough::{Breakthrough, State};
use szala_kernel::Side;
use szala_system::{Exchanging, Fixed, NoExchange, Opened, RuleSystem, System};

/// *Breakthrough*.
pub static SYSTEM: &dyn System = &Fixed::<Players>::new();

/// The men of both sides, and how far they have come: the front man is dangerous.
#[derive(Clone, Copy, Debug, Default)]
pub struct MenAhead;

/// The value of a man that has not moved.
const MAN: i32 = 20;

impl Evaluate<Breakthrough> for MenAhead {
    fn value(&self, _: &Breakthrough, state: &State, side: Side) -> i32 {
        let worth = |side| -> i32 {
            let rows = state.men_of(side).map(|square| i32::from(square.rows_ahead_of_edge(side)));
            rows.map(|rows| MAN + rows * rows).sum()
        };
        worth(side) - worth(!side)
    }
}

/// The players of *Breakthrough*.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = Breakthrough;

    const USUAL: &'static str = "greedy";

    type Seat = Standard<Breakthrough, MenAhead>;

    fn players(_: &Breakthrough, _: Side) -> Vec<Listed> {
        Self::Seat::listed()
    }

    fn player(rules: &Breakthrough, name: &str, side: Side, _: ReadFile<'_>) -> Result<Self::Seat, String> {
        let unknown = || Err(no_such_player(name, &Self::players(rules, side)));
        Self::Seat::by_name(rules, name, || MenAhead).unwrap_or_else(unknown)
    }
}

impl RuleSystem for Players {
    const NAME: &'static str = "breakthrough";
    const ABOUT: &'static str = "Breakthrough, the small game without dice";
    const LEDGER: &'static str = include_str!("../../../engine/examples/breakthrough/rules.toml");

    fn title(_: &Breakthrough) -> &'static str {
        "Breakthrough"
    }

    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Err("its board has no terrain to exchange")
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::dice::SeededDice;
    use szala_kernel::{BySide, Notation, Rules, RunSeed, Table};
    use szala_system::Stretch;

    use super::*;

    /// Nobody is ahead at first; a man of the front row, one row from his edge, is worth 20 + 1, and two rows from it
    /// 20 + 4: three more.
    #[test]
    fn a_man_further_ahead_is_worth_more() {
        let mut state = Breakthrough.opening();
        assert_eq!(MenAhead.value(&Breakthrough, &state, Side::First), 0);
        let step = Breakthrough.parse_action("e7e6").expect("a step is written so");
        let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
        Breakthrough.apply(&mut state, step, &mut table);
        assert_eq!(Side::BOTH.map(|side| MenAhead.value(&Breakthrough, &state, side)), [3, -3]);
    }

    #[test]
    fn every_listed_player_plays_and_others_are_unknown() {
        let game = SYSTEM.game().expect("the game needs no file");
        let read = |_: &str| Err("no file is read".to_owned());
        for player in game.players(Side::First) {
            // A search of fewer games a decision is the same player, and quicker to test.
            let name = if player.name.starts_with("search") { "search:8" } else { &player.name };
            let contest = game.seat(BySide([name, "uniform"]), &read).expect("a listed player can be had");
            let mut games = Stretch::default();
            contest.worker().record(RunSeed(1), 0..1, &mut games);
            assert!(games.played.iter().all(|game| game.end.is_ok()), "{name}");
        }
        let refused = game.check_player("greed", Side::First, &read).expect_err("there is no such player");
        assert!(refused.contains("greedy"), "{refused}");
    }
}
