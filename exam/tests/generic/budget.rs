//! What a player must not use, must not forget, and must repeat: simulations, heap, memory, decisions.

use std::cell::Cell;
use std::rc::Rc;

use szala_ai::{Greedy, Opinion, Player, Prior, Search, Uniform, View};
use szala_insurrection::Insurrection;
use szala_kernel::toy::TwoGates;
use szala_kernel::{ActionList, BySide, GameSeed, Paired, Play, Rules, RunSeed, Side};
use szala_two_gates_players::PointsAhead;

use crate::common::{load, planner, play};

const SEED: RunSeed = RunSeed(45);

/// Plays at random, counts the games it is begun in, and relies on being asked at every decision of a game.
#[derive(Clone)]
struct Diary {
    chance: Uniform,
    begun: Rc<Cell<u32>>,
    /// Decisions since it was begun; every third one it takes the first action.
    asked: u32,
}

impl Diary {
    fn new() -> Self {
        Self { chance: Uniform::default(), begun: Rc::default(), asked: 0 }
    }
}

impl<R: Paired> Player<R> for Diary {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.chance.begin(rules, game, side);
        self.begun.set(self.begun.get() + 1);
        self.asked = 0;
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        self.asked += 1;
        if self.asked.is_multiple_of(3) { 0 } else { self.chance.choose(view) }
    }
}

impl<R: Rules> Prior<R> for Diary {}

fn searcher<R: Rules, P: Player<R> + Clone>(rules: &R, policy: &P, simulations: u32) -> Search<R, P> {
    Search::new(rules, BySide::from_fn(|_| policy.clone()), simulations)
}

/// The decisions of a player on both sides, as places.
fn decisions<R: Rules, P: Player<R> + Clone>(rules: &R, player: &P, game: GameSeed) -> Vec<usize> {
    let mut players = BySide::from_fn(|_| player.clone());
    for side in Side::BOTH {
        players[side].begin(rules, game, side);
    }
    let mut places = Vec::new();
    rules.play_game(game, &mut ActionList::within(rules.limits()), |rules, state, legal| {
        places.push(players[rules.to_act(state)].choose(&View::new(rules, state, legal)));
        places[places.len() - 1]
    });
    places
}

#[test]
fn no_decision_takes_more_simulations_than_the_budget() {
    let rules = load("historical");
    let mut list = ActionList::within(rules.limits());
    for budget in [0, 7, 8, 13, 60] {
        let diary = Diary::new();
        let mut player = searcher(&rules, &diary, budget).with_candidates(8);
        let mut other = Uniform::default();
        player.begin(&rules, SEED.game(1), Side::First);
        Player::<Insurrection>::begin(&mut other, &rules, SEED.game(1), Side::Second);
        let (mut most, mut asked) = (0, 0);
        rules.play_game(SEED.game(1), &mut list, |rules, state, legal| {
            let view = View::new(rules, state, legal);
            if view.side() == Side::Second {
                return other.choose(&view);
            }
            let before = diary.begun.get();
            let place = player.choose(&view);
            let begun = diary.begun.get() - before;
            assert_eq!(begun % 2, 0, "both policies are begun for each simulation");
            assert!(begun / 2 <= budget, "{} simulations of {budget}", begun / 2);
            assert!(legal.len() > 1 || begun == 0, "there was nothing to choose");
            (most, asked) = (most.max(begun / 2), asked + 1);
            place
        });
        assert!(asked > 20, "a game has more decisions");
        // Less than one world for each of three finalists may remain.
        assert!(if budget < 8 { most == 0 } else { most + 3 > budget }, "{most} of {budget}");
    }
}

/// The policy that follows the real game is not one of those that play simulations.
#[test]
fn a_searcher_with_a_margin_beyond_reach_plays_as_its_policy_does_memory_included() {
    for number in 0..100 {
        let game = SEED.game(number);
        let searcher = searcher(&TwoGates, &Diary::new(), 20).with_margin(1_000_000);
        assert_eq!(decisions(&TwoGates, &searcher, game), decisions(&TwoGates, &Diary::new(), game));
    }
}

#[test]
fn the_same_seed_brings_the_same_decisions_and_another_seed_others() {
    fn check<R: Rules, P: Player<R> + Clone>(rules: &R, player: &P) {
        let game = |number| decisions(rules, player, SEED.game(number));
        let mut used = player.clone();
        used.begin(rules, SEED.game(9), Side::First);
        assert_eq!(game(0), decisions(rules, &used, SEED.game(0)), "begin forgets what was before");
        assert!((1..20).any(|number| game(number) != game(0)));
    }
    check(&TwoGates, &searcher(&TwoGates, &Uniform::default(), 40));
    check(&TwoGates, &Greedy::new(&TwoGates, PointsAhead, 4));
}

/// Plays games of a side's player against the random player: it takes the best of its opinions, and plays the same if
/// nobody asks for them.
pub(crate) fn check_opinions<R: Paired, P: Player<R> + Clone>(rules: &R, player: &P, side: Side, games: u64) {
    let mut list = ActionList::within(rules.limits());
    for number in 0..games {
        let game = SEED.game(number);
        let mut play = |is_asked: bool| {
            let (mut player, mut other) = (player.clone(), Uniform::default());
            let mut places = Vec::new();
            player.begin(rules, game, side);
            Player::<R>::begin(&mut other, rules, game, !side);
            rules.play_game(game, &mut list, |rules, state, legal| {
                let view = View::new(rules, state, legal);
                if view.side() != side {
                    return other.choose(&view);
                }
                let opinions = if is_asked { player.opinions(&view) } else { Vec::new() };
                let place = player.choose(&view);
                if is_asked {
                    let best = opinions.iter().map(|opinion| opinion.value).max();
                    let chosen: Vec<&Opinion> =
                        opinions.iter().filter(|opinion| opinion.place == place).collect();
                    assert_eq!(chosen.len(), 1, "{opinions:?}");
                    assert_eq!(Some(chosen[0].value), best, "{opinions:?}");
                }
                places.push(place);
                place
            });
            places
        };
        assert_eq!(play(true), play(false));
    }
}

#[test]
fn opinions_prefer_what_is_chosen_and_change_nothing() {
    let search = searcher(&TwoGates, &Uniform::default(), 40).with_margin(0);
    check_opinions(&TwoGates, &search, Side::First, 50);
    check_opinions(&TwoGates, &Greedy::new(&TwoGates, PointsAhead, 4), Side::First, 50);
    check_opinions(&TwoGates, &planner(&TwoGates, 100), Side::First, 50);
    let rules = load("alternative");
    check_opinions(&rules, &searcher(&rules, &Uniform::default(), 40), Side::First, 1);
}

#[test]
fn a_game_needs_no_heap_once_the_players_are_there() {
    let rules = load("historical");
    let mut list = ActionList::within(rules.limits());
    // Copies, as each thread of a run has them.
    let mut search = searcher(&rules, &Uniform::default(), 24).clone();
    let mut other = Uniform::default();
    let counted = allocation_counter::measure(|| {
        play(&rules, SEED.game(0), &mut list, BySide([&mut search, &mut other]));
    });
    assert_eq!(counted.count_total, 0, "search");
    let mut list = ActionList::within(TwoGates.limits());
    let mut greedy = Greedy::new(&TwoGates, PointsAhead, 4);
    // With a prior, so that its part is measured too.
    let mut guided = searcher(&TwoGates, &greedy, 24);
    let counted = allocation_counter::measure(|| {
        for number in 0..100 {
            play(&TwoGates, SEED.game(number), &mut list, BySide([&mut greedy, &mut guided]));
        }
    });
    assert_eq!(counted.count_total, 0, "greedy, and search with a prior");
}
