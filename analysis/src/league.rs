//! A league: every player of the first side against every player of the second, always on the same seeds, so that two
//! players can be compared game by game. Who takes part is the caller's choice; tables of it are for `reports`.

use std::time::Instant;

use szala_kernel::{BySide, RunSeed, Side};
use szala_system::Contest;

use crate::estimate::{Estimate, Unit};
use crate::score::{Score, scores};
use crate::statistics::float;
use crate::statistics::interval::tango;

/// A player who takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// How many games against each opponent; the fewer games of two opponents count.
    pub games: u64,
    /// Is the strength of the other side's players measured against this one? One that plays fewer games than others
    /// never counts: every opponent must have met the whole panel.
    pub is_in_panel: bool,
}

/// The results of the games of two players, as the first side sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The mean score: win 1, draw 1/2, loss nothing.
    pub score: Estimate,
}

/// The strength of a player among those of a side: the mean of the mean scores against the panel, that is certain
/// players of the other side, the same for all, each with equal weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The place among the entrants of the side.
    pub entrant: usize,
    /// The strength. Each seed gives one value, the mean over the panel, and the interval is that of their mean.
    pub strength: Estimate,
    /// How far it is ahead of the next in order, on the seeds that both played; `None` for the last.
    pub ahead: Option<Estimate>,
}

/// A league that was played.
#[derive(Clone, Debug)]
pub struct League {
    names: BySide<Vec<String>>,
    panel: BySide<Vec<usize>>,
    /// By player of the first side, then by player of the second.
    scores: Vec<Vec<Vec<Score>>>,
    /// How many seconds of a thread the games of each pair took.
    seconds: Vec<Vec<f64>>,
}

impl League {
    /// How many games all of them play, each with each of the other side.
    pub fn games(entrants: &BySide<Vec<Entrant>>) -> u64 {
        let against = |first| entrants[Side::Second].iter().map(move |second| games_between(first, second));
        entrants[Side::First].iter().flat_map(against).sum()
    }

    /// Plays the games `0..` of the run with this seed for every pair, on the threads at hand. `seat` seats two players
    /// by their names; `tell` is called after each pair with the number of games that are done.
    pub fn play(
        seed: RunSeed,
        entrants: &BySide<Vec<Entrant>>,
        seat: impl Fn(BySide<&str>) -> Box<dyn Contest>,
        mut tell: impl FnMut(u64),
    ) -> Self {
        let mut done = 0;
        let threads = float(rayon::current_num_threads() as u64);
        let mut pair = |first: &Entrant, second: &Entrant| {
            let games = games_between(first, second);
            let contest = seat(BySide([&first.name, &second.name]));
            let begun = Instant::now();
            let scores = scores(&*contest, seed, 0..games);
            let seconds = begun.elapsed().as_secs_f64() * threads;
            done += games;
            tell(done);
            (scores, seconds)
        };
        let mut row = |first| entrants[Side::Second].iter().map(|second| pair(first, second)).unzip();
        let (scores, seconds) = entrants[Side::First].iter().map(&mut row).unzip();
        Self {
            names: BySide::from_fn(|side| entrants[side].iter().map(|one| one.name.clone()).collect()),
            panel: BySide::from_fn(|side| panel(&entrants[side])),
            scores,
            seconds,
        }
    }

    /// How many games a second and thread a player plays against the panel of the other side, each opponent alike.
    /// Unlike all other figures, it depends on the machine and the moment.
    pub fn pace(&self, side: Side, entrant: usize) -> f64 {
        let of = |opponent: &usize| {
            let [row, column] = if side == Side::First { [entrant, *opponent] } else { [*opponent, entrant] };
            self.seconds[row][column] / float(self.scores[row][column].len().max(1) as u64)
        };
        let panel = &self.panel[!side];
        float(panel.len() as u64) / panel.iter().map(of).sum::<f64>().max(1e-9)
    }

    /// The names of those who took part for a side, in the order in which they were entered.
    pub fn names(&self, side: Side) -> &[String] {
        &self.names[side]
    }

    /// Those of a side against whom the strength of the other side's players is measured.
    pub fn panel(&self, side: Side) -> impl Iterator<Item = &str> {
        self.panel[side].iter().map(move |place| self.names[side][*place].as_str())
    }

    /// The results of the games of two players.
    pub fn meeting(&self, first: usize, second: usize) -> Meeting {
        let scores = &self.scores[first][second];
        let count = |half_points| scores.iter().filter(|one| one.half_points == half_points).count() as u64;
        let [losses, draws, wins] = [0, 1, 2].map(count);
        let score = tango(wins, draws, losses);
        Meeting { wins, draws, losses, score: Estimate::new(score, wins + draws + losses, Unit::Share) }
    }

    /// The players of a side, the strongest first.
    pub fn order(&self, side: Side) -> Vec<Standing> {
        let values: Vec<Vec<f64>> =
            (0..self.names[side].len()).map(|entrant| self.values(side, entrant)).collect();
        let standing = |(entrant, values): (usize, &Vec<f64>)| Standing {
            entrant,
            strength: Estimate::of_scores(values, 0.0),
            ahead: None,
        };
        let mut order: Vec<Standing> = values.iter().enumerate().map(standing).collect();
        let strength = |standing: &Standing| standing.strength.value.unwrap_or(0.0);
        order.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
        for place in 1..order.len() {
            let [ahead, behind] = [place - 1, place].map(|place| &values[order[place].entrant]);
            let leads: Vec<f64> = ahead.iter().zip(behind).map(|(ahead, behind)| ahead - behind).collect();
            order[place - 1].ahead = Some(Estimate::of_scores(&leads, -1.0));
        }
        order
    }

    /// For each seed the mean score of a player over the panel of the other side.
    fn values(&self, side: Side, entrant: usize) -> Vec<f64> {
        let panel = &self.panel[!side];
        let against = |opponent: usize| match side {
            Side::First => &self.scores[entrant][opponent],
            Side::Second => &self.scores[opponent][entrant],
        };
        let games = panel.iter().map(|opponent| against(*opponent).len()).min().unwrap_or(0);
        let members = u32::try_from(panel.len()).expect("a panel has fewer players than 2^32");
        (0..games)
            .map(|game| {
                let points = panel.iter().map(|opponent| against(*opponent)[game].points(side));
                points.sum::<f64>() / f64::from(members)
            })
            .collect()
    }
}

fn games_between(first: &Entrant, second: &Entrant) -> u64 {
    first.games.min(second.games)
}

/// Who is in the panel; all who play the most games, where nobody would be.
fn panel(entrants: &[Entrant]) -> Vec<usize> {
    let most = entrants.iter().map(|one| one.games).max().unwrap_or(0);
    let places = |is_in: &dyn Fn(&Entrant) -> bool| -> Vec<usize> {
        let in_panel = entrants.iter().enumerate().filter(|(_, one)| one.games == most && is_in(one));
        in_panel.map(|(place, _)| place).collect()
    };
    let panel = places(&|one| one.is_in_panel);
    if panel.is_empty() { places(&|_| true) } else { panel }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use szala_ai::{Player, Uniform, View};
    use szala_kernel::GameSeed;
    use szala_kernel::toy::{Action, Gate, TwoGates};
    use szala_system::Seated;

    use super::*;
    use crate::on_threads;

    /// Raids and guards always the same gate, and never shoots, or plays by chance.
    #[derive(Clone, Debug)]
    enum Stand {
        Always(Gate),
        Chance(Uniform),
    }

    impl Player<TwoGates> for Stand {
        fn begin(&mut self, rules: &TwoGates, game: GameSeed, side: Side) {
            if let Self::Chance(player) = self {
                player.begin(rules, game, side);
            }
        }

        fn choose(&mut self, view: &View<'_, TwoGates>) -> usize {
            match self {
                Self::Chance(player) => player.choose(view),
                Self::Always(gate) => {
                    let wanted = [Action::Aim(*gate), Action::Guard(*gate), Action::LetPass];
                    view.legal().iter().position(|action| wanted.contains(action)).unwrap_or(0)
                }
            }
        }
    }

    fn entrant(name: &str, games: u64) -> Entrant {
        Entrant { name: name.to_owned(), games, is_in_panel: name != "chance" }
    }

    fn league(games: u64) -> League {
        let side = || vec![entrant("chance", games), entrant("left", games), entrant("right", games / 10)];
        let stand = |name: &str| match name {
            "left" => Stand::Always(Gate::Left),
            "right" => Stand::Always(Gate::Right),
            _ => Stand::Chance(Uniform::default()),
        };
        let seat = |BySide(names): BySide<&str>| -> Box<dyn Contest> {
            Box::new(Seated { rules: Arc::new(TwoGates), players: BySide(names.map(stand)) })
        };
        League::play(RunSeed(5), &BySide([side(), side()]), seat, |_| ())
    }

    /// A player who always lets pass keeps nobody out: the side that draws more lots wins. Three raids have a winner.
    #[test]
    fn a_pair_plays_the_games_of_its_seed_and_their_results_are_counted() {
        let league = league(200);
        let lots = |game| {
            use szala_kernel::dice::SeededDice;
            use szala_kernel::{Ask, Dice, Subject, rule};
            let mut dice = SeededDice::new(RunSeed(5).game(game));
            let first = |raid| dice.draw(Ask::new(rule!("1.1"), raid), &[Subject(0), Subject(1)]) == 0;
            (0..3).map(first).filter(|is_first| *is_first).count() >= 2
        };
        let wins = (0..200).filter(|game| lots(*game)).count() as u64;
        let found = league.meeting(1, 1);
        assert_eq!((found.wins, found.draws, found.losses), (wins, 0, 200 - wins));
        assert_eq!(found.score.interval(), Some(tango(wins, 0, 200 - wins)));
        assert_eq!(found.score.games, 200);
        let few = league.meeting(2, 1);
        assert_eq!(few.wins + few.draws + few.losses, 20, "the fewer games of the two");
    }

    #[test]
    fn strength_is_the_mean_over_the_panel_and_leads_are_those_of_the_shared_seeds() {
        let league = league(200);
        for side in Side::BOTH {
            assert_eq!(league.panel(side).collect::<Vec<_>>(), ["left"], "not chance, nor who plays less");
            let order = league.order(side);
            assert_eq!(order.len(), 3);
            for (place, standing) in order.iter().enumerate() {
                let meeting = match side {
                    Side::First => league.meeting(standing.entrant, 1),
                    Side::Second => league.meeting(1, standing.entrant),
                };
                let score = meeting.score.value.expect("games were played, so there is a score");
                let expected = if side == Side::First { score } else { 1.0 - score };
                assert!(
                    (standing.strength.value.expect("games were played, so there is a mean") - expected)
                        .abs()
                        < 1e-12,
                    "{standing:?}"
                );
                assert_eq!(standing.ahead.is_some(), place < 2);
            }
            // Against one who lets everybody pass, left and right raid with the same success on the same lots.
            let (left, right) = (league.values(side, 1), league.values(side, 2));
            assert_eq!(left[..20], right, "paired");
            assert!(order.is_sorted_by(|a, b| a.strength.value >= b.strength.value));
        }
    }

    #[test]
    fn a_league_is_the_same_on_one_thread_and_on_two() {
        let [alone, together] =
            [1, 2].map(|threads| on_threads(threads, || league(300)).expect("the machine starts threads"));
        assert_eq!(alone.scores, together.scores);
    }
}
