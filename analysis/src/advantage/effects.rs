//! What games in four forms show: three effects in points of the score, on one map or over a family of maps, each with
//! its interval; and how much the maps of a family differ.

use super::Four;
use crate::course::ALPHA;
use crate::statistics::Sample;
use crate::statistics::components::{Components, Group, deviation_between};
use crate::statistics::interval::{Interval, plus_four_alike};

/// What an advantage may be owed to. Each is the mean of four forms with their signs, and no two share anything: the
/// three, and the mean of all scores, say all that four scores can say but for one thing, whether the first side is
/// the better for it when the one who leads has the first side's ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The ground of the first side, whichever side stands on it.
    Ground,
    /// The first move, whichever side has it.
    FirstMove,
    /// The first side itself, wherever it stands and whichever side leads: its army, what the scenario says of it by
    /// name, and how its player plays it.
    Name,
}

/// An effect is counted in half points of four games, their sum: of these, and in hundredths of a game.
const POINTS: f64 = 100.0 / 8.0;
/// The largest effect: the side that has it always wins, and a score is a half more than a half.
const MOST: f64 = 50.0;

impl Effect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ground, Self::FirstMove, Self::Name];

    /// What a game contributes to it, from -4 to 4; nothing where a form of it had no end.
    pub fn of(self, Four(forms): &Four) -> Option<i64> {
        let [[Some(a), Some(b)], [Some(c), Some(d)]] = *forms else { return None };
        Some(match self {
            Self::Ground => a + b - c - d,
            Self::FirstMove => a - b + c - d,
            // Four games of two halves a side.
            Self::Name => a + b + c + d - 4,
        })
    }
}

/// What the games on a map came to, in whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnMap {
    /// How many games came to an end in all four forms: all figures are of them.
    pub games: u64,
    /// How many games did not.
    pub left_out: u64,
    /// How many single forms of games had no end.
    pub aborted: u64,
    /// For each effect the sum of what the games contribute, and of the squares.
    sums: [[i64; 2]; 3],
}

impl OnMap {
    fn add(&mut self, four: &Four) {
        let aborted = four.0.as_flattened().iter().filter(|end| end.is_none()).count() as u64;
        self.aborted += aborted;
        if aborted > 0 {
            self.left_out += 1;
            return;
        }
        self.games += 1;
        for (effect, [sum, squares]) in Effect::ALL.into_iter().zip(&mut self.sums) {
            let value = effect.of(four).expect("all forms came to an end");
            *sum += value;
            *squares += value * value;
        }
    }

    /// The games of all these maps, as if they were of one.
    pub fn together(maps: &[Self]) -> Self {
        let mut all = Self::default();
        for map in maps {
            all.games += map.games;
            all.left_out += map.left_out;
            all.aborted += map.aborted;
            for ([sum, squares], [more, more_squares]) in all.sums.iter_mut().zip(map.sums) {
                *sum += more;
                *squares += more_squares;
            }
        }
        all
    }

    /// How many games were played, with an end or without.
    pub fn played(&self) -> u64 {
        self.games + self.left_out
    }

    /// The games as values of an effect, in points.
    pub fn sample(&self, effect: Effect) -> Sample {
        let [sum, squares] = self.sums[effect as usize].map(i128::from);
        let counted = Sample::of_sums(self.games, sum, squares);
        Sample { n: counted.n, mean: counted.mean * POINTS, variance: counted.variance * POINTS * POINTS }
    }

    /// An effect in points, with an interval of 95 % over the games.
    pub fn interval(&self, effect: Effect) -> Interval {
        interval(self.sample(effect))
    }
}

/// The mean of values in points with Student's interval of 95 %. It has no width where all values are alike; that they
/// are may be luck, and the interval is then the one with four values added, as between two bounds.
fn interval(sample: Sample) -> Interval {
    let all_alike = sample.n > 0 && sample.variance == 0.0;
    if all_alike {
        return plus_four_alike(sample.mean, sample.n, -MOST, MOST);
    }
    // Few maps that differ much give bounds beyond what an effect can be.
    let Interval { estimate, low, high } = sample.mean_interval(ALPHA);
    if sample.n < 2 {
        return Interval { estimate, low, high };
    }
    Interval { estimate, low: low.max(-MOST), high: high.min(MOST) }
}

/// How much maps differ in what an effect is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The standard deviation of maps, in points, with the noise of few games taken off.
    pub deviation: Interval,
    /// Which part of the variance that is seen was that noise.
    pub noise_share: f64,
}

/// Games on one map or on several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advantage {
    /// How many games a map has when all of them are played.
    games: u64,
    maps: Vec<OnMap>,
}

impl Advantage {
    /// Nothing yet, for maps with this many games each.
    pub fn of_games(games: u64) -> Self {
        Self { games, maps: Vec::new() }
    }

    /// Adds some games, the first of which has this number.
    pub fn add(&mut self, first: u64, fours: &[Four]) {
        for (number, four) in (first..).zip(fours) {
            let map = usize::try_from(number / self.games).expect("maps fit into memory");
            self.maps.resize(self.maps.len().max(map + 1), OnMap::default());
            self.maps[map].add(four);
        }
    }

    /// How many games were played, each of them in four forms.
    pub fn played(&self) -> u64 {
        self.games().played()
    }

    /// All games that were played, as if they were of one map.
    pub fn games(&self) -> OnMap {
        OnMap::together(&self.maps)
    }

    /// The maps on which all games were played, by their numbers from 0: those of a run that was broken off are fewer.
    pub fn maps(&self) -> &[OnMap] {
        let whole = self.maps.partition_point(|map| map.played() == self.games);
        &self.maps[..whole]
    }

    /// The whole maps with a game that came to an end in all forms.
    fn told(&self) -> impl Iterator<Item = &OnMap> {
        self.maps().iter().filter(|map| map.games > 0)
    }

    /// How many maps the figures of a family are of.
    pub fn maps_told(&self) -> u64 {
        self.told().count() as u64
    }

    /// An effect in points over the maps of a family, each with the same weight, with an interval of 95 % over
    /// maps: games on one map have the map in common, and say less of the family than as many on maps of their own.
    pub fn over_maps(&self, effect: Effect) -> Interval {
        let means: Vec<f64> = self.told().map(|map| map.sample(effect).mean).collect();
        interval(Sample::of_values(&means))
    }

    /// How much the maps of a family differ; nothing for fewer than two maps, and where a map has fewer than two games,
    /// since the noise of one game is unknown.
    pub fn spread(&self, effect: Effect) -> Option<Spread> {
        let groups: Vec<Group> = self.told().map(|map| map.sample(effect).into()).collect();
        let is_known = groups.iter().all(|group| group.noise.is_finite());
        let components = Components::of(&groups).filter(|_| is_known)?;
        Some(Spread { deviation: deviation_between(&groups, ALPHA), noise_share: components.noise_share() })
    }

    /// The numbers of the maps on which an effect is largest, one way or the other, largest first; of maps alike the
    /// first. And how many more there are on which it is as large as on the last of them.
    pub fn extremes(&self, effect: Effect, count: usize) -> (Vec<usize>, usize) {
        let told = self.maps().iter().enumerate().filter(|(_, map)| map.games > 0);
        let mut by_size: Vec<(usize, f64)> =
            told.map(|(number, map)| (number, map.sample(effect).mean.abs())).collect();
        by_size.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let others = by_size.split_off(count.min(by_size.len()));
        let last = by_size.last().map(|(_, size)| *size);
        let alike = others.iter().take_while(|(_, size)| Some(*size) == last).count();
        (by_size.into_iter().map(|(number, _)| number).collect(), alike)
    }
}
