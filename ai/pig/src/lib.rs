//! The players of *Pig* and its door: an evaluation, the players that every game has, and the name by which the command
//! knows the game.

use szala_ai::roster::no_such_player;
use szala_ai::{Evaluate, Listed, ReadFile, Roster, Standard};
use szala_kernel::{Rules, Side};
use szala_pig::{Pig, State};
use szala_system::{Exchanging, Fixed, NoExchange, Opened, RuleSystem, System};

/// *Pig*.
pub static SYSTEM: &dyn System = &Fixed::<Players>::new();

/// Points ahead, including the turn's total: it can be kept by stopping now.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsAhead;

impl Evaluate<Pig> for PointsAhead {
    fn value(&self, rules: &Pig, state: &State, side: Side) -> i32 {
        let lead = i32::from(state.points(Side::First)) - i32::from(state.points(Side::Second));
        let turn = rules.to_act(state).sign() * i32::from(state.turn());
        side.sign() * (lead + turn)
    }
}

/// The players of *Pig*.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = Pig;

    const USUAL: &'static str = "greedy";

    type Seat = Standard<Pig, PointsAhead>;

    fn players(_: &Pig, _: Side) -> Vec<Listed> {
        Self::Seat::listed()
    }

    fn player(rules: &Pig, name: &str, side: Side, _: ReadFile<'_>) -> Result<Self::Seat, String> {
        let unknown = || Err(no_such_player(name, &Self::players(rules, side)));
        Self::Seat::by_name(rules, name, || PointsAhead).unwrap_or_else(unknown)
    }
}

impl RuleSystem for Players {
    const NAME: &'static str = "pig";
    const ABOUT: &'static str = "Pig, the small game of one die";
    const LEDGER: &'static str = include_str!("../../../engine/examples/pig/rules.toml");

    fn title(_: &Pig) -> &'static str {
        "Pig"
    }

    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Err("it has no ground, and its sides differ only in who begins")
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::dice::{Scripted, ScriptedDice};
    use szala_kernel::{BySide, RunSeed, Table, rule};
    use szala_pig::Action;
    use szala_system::Stretch;

    use super::*;

    /// 5 of the turn, and then 5 kept, while the other side has nothing.
    #[test]
    fn what_a_turn_has_brought_is_worth_as_much_as_what_is_kept() {
        let mut state = Pig.opening();
        let dice = ScriptedDice::new([Scripted { rule: Some(rule!("2.1")), face: 5 }]);
        let mut table = Table::new(dice, ());
        for action in [Action::Roll, Action::Stop] {
            Pig.apply(&mut state, action, &mut table);
            assert_eq!(Side::BOTH.map(|side| PointsAhead.value(&Pig, &state, side)), [5, -5]);
        }
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
