//! The verdict: whether a scenario is fair within a margin, valid however often one asks. How it is shown is
//! left to `reports`, how often it is asked to runs.

pub(crate) mod axes;

use szala_kernel::{BySide, Side};

use crate::statistics::Sample;
use crate::statistics::interval::Interval;
use crate::statistics::sequence::{self, MOST_GAMES};

/// Is it fair?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No side scores more than half by more than the margin.
    Fair,
    /// This side does.
    Favours(Side),
    /// Neither can be said yet.
    Undecided {
        /// How many games more it takes if the rates stay as they are; `None`, if that is more than 10^9 or
        /// is unknown, since there are no games yet or the estimate lies where fair and unfair meet.
        more: Option<u64>,
    },
}

/// The verdict on a number of games, with the confidence sequence of the first side's score, on which it
/// rests. The margin is in parts of a game: 0.03 lets the first side score 47 to 53 games in 100. The chance
/// that a wrong verdict is ever given, however often it is requested, is at most `alpha`.
pub fn verdict(first: u64, draws: u64, second: u64, margin: f64, alpha: f64) -> (Verdict, Interval) {
    let score = sequence::score(first, draws, second, alpha);
    let [lower, upper] = [0.5 - margin, 0.5 + margin];
    let verdict = if lower <= score.low && score.high <= upper {
        Verdict::Fair
    } else if score.low > upper {
        Verdict::Favours(Side::First)
    } else if score.high < lower {
        Verdict::Favours(Side::Second)
    } else {
        let until = |bound: f64| sequence::games_until_excluded(first, draws, second, bound, alpha);
        let in_all = if score.estimate > upper {
            until(upper)
        } else if score.estimate < lower {
            until(lower)
        } else {
            until(lower).zip(until(upper)).map(|(lower, upper)| lower.max(upper))
        };
        let played = first + draws + second;
        Verdict::Undecided { more: in_all.map(|games| games.saturating_sub(played).max(1)) }
    };
    (verdict, score)
}

/// The verdict alone, if there is one: the same as [`verdict`] gives, in a part of the time, for those who ask often.
pub(crate) fn decided(first: u64, draws: u64, second: u64, margin: f64, alpha: f64) -> Option<Verdict> {
    let is_refuted = |mean: f64| sequence::refutes(first, draws, second, mean, alpha);
    let score = Sample::of_scores(first, draws, second).mean;
    let [lower, upper] = [0.5 - margin, 0.5 + margin];
    // Of two bounds the nearer one first: it is refuted last.
    let [near, far] = if score < 0.5 { [lower, upper] } else { [upper, lower] };
    let is_fair = (lower..=upper).contains(&score);
    let found = match () {
        () if is_fair => Verdict::Fair,
        () if score > upper => Verdict::Favours(Side::First),
        () => Verdict::Favours(Side::Second),
    };
    (is_refuted(near) && (!is_fair || is_refuted(far))).then_some(found)
}

/// What a score says of fairness when play may move it between two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnPlay {
    /// At both ends, no side scores more than half by more than the margin.
    Fair,
    /// At both ends, this side does.
    Favours(Side),
    /// It depends on play: could better play of each side change what the score alone says?
    Depends(BySide<bool>),
}

/// The verdict that rests on the ends of a play interval. Better play of the second side leads to the lower end, of the
/// first side to the upper one. While the bounds of the score alone leave the verdict open, so is whose play could
/// change it: that of both sides.
pub fn on_play(score: [f64; 2], [low, high]: [f64; 2], margin: f64) -> OnPlay {
    let [lower, upper] = [0.5 - margin, 0.5 + margin];
    if low > upper {
        OnPlay::Favours(Side::First)
    } else if high < lower {
        OnPlay::Favours(Side::Second)
    } else if low >= lower && high <= upper {
        OnPlay::Fair
    } else {
        let verdict = |score: f64| (score > upper, score < lower);
        let differs = |end: f64| score.into_iter().any(|bound| verdict(bound) != verdict(end));
        OnPlay::Depends(BySide([differs(high), differs(low)]))
    }
}

/// Are the rates of wins, draws and losses all known to this precision, the half-width of their confidence
/// sequences? Each of the three holds at all numbers of games with a chance of at least 1 - `alpha`.
///
/// # Errors
///
/// If not: how many games more it takes if the rates stay as they are, 10^9 at most.
pub fn precise_enough(first: u64, draws: u64, second: u64, precision: f64, alpha: f64) -> Result<(), u64> {
    let games = first + draws + second;
    if games == 0 {
        // Nothing is known: the rates that take the most games.
        return Err(sequence::games_until_rate(1, 2, precision, alpha).unwrap_or(MOST_GAMES));
    }
    let is_wide = |hits: u64| {
        let found = sequence::rate(hits, games, alpha);
        (found.high - found.low) / 2.0 > precision
    };
    let until = |hits| sequence::games_until_rate(hits, games, precision, alpha).unwrap_or(MOST_GAMES);
    let wide = [first, draws, second].into_iter().filter(|hits| is_wide(*hits));
    match wide.map(until).max() {
        None => Ok(()),
        Some(in_all) => Err(in_all.saturating_sub(games).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::Lots;

    #[test]
    fn a_scenario_is_fair_when_the_whole_interval_lies_within_the_margin() {
        let (found, score) = verdict(50_000, 0, 50_000, 0.03, 0.05);
        assert_eq!(found, Verdict::Fair);
        assert!(0.47 <= score.low && score.high <= 0.53, "{score:?}");
        // Draws narrow the interval: the same number of games of which most are drawn would do with a smaller margin.
        assert_eq!(verdict(5_000, 90_000, 5_000, 0.003, 0.05).0, Verdict::Fair);
        assert!(matches!(verdict(50_000, 0, 50_000, 0.003, 0.05).0, Verdict::Undecided { more: Some(_) }));
    }

    #[test]
    fn a_side_is_favoured_when_the_whole_interval_lies_beyond_the_margin() {
        assert_eq!(verdict(6_000, 0, 4_000, 0.03, 0.05).0, Verdict::Favours(Side::First));
        assert_eq!(verdict(4_000, 0, 6_000, 0.03, 0.05).0, Verdict::Favours(Side::Second));
        // Beyond a half, but not by more than the margin.
        assert!(matches!(verdict(5_400, 0, 4_600, 0.03, 0.05).0, Verdict::Undecided { .. }));
    }

    #[test]
    fn asked_often_or_once_the_verdict_is_the_same() {
        let mut found = std::collections::BTreeSet::new();
        for seed in 0..300 {
            let mut lots = Lots::new(seed);
            let counts = [(); 3].map(|()| u64::from(lots.number() % 3_000));
            let [first, draws, second] =
                if seed % 2 == 0 { counts } else { [counts[0], 9 * counts[1], counts[0] + 40] };
            let once = verdict(first, draws, second, 0.03, 0.05).0;
            let once = (!matches!(once, Verdict::Undecided { .. })).then_some(once);
            assert_eq!(decided(first, draws, second, 0.03, 0.05), once, "{first} {draws} {second}");
            found.insert(format!("{once:?}"));
        }
        assert_eq!(found.len(), 4, "all of them came up: {found:?}");
        assert_eq!(decided(0, 0, 0, 0.03, 0.05), None);
    }

    #[test]
    fn the_games_still_expected_are_about_what_it_takes_at_the_same_rates() {
        for [first, draws, second] in
            [[520, 0, 480], [500, 100, 400], [300, 400, 300], [100, 0, 140], [505, 5, 490]]
        {
            let (found, _) = verdict(first, draws, second, 0.03, 0.05);
            let Verdict::Undecided { more: Some(more) } = found else {
                panic!("{first} {draws} {second}: {found:?}")
            };
            let played = first + draws + second;
            let later = |percent: u64| {
                let factor = |count: u64| count + count * more / played * percent / 100;
                verdict(factor(first), factor(draws), factor(second), 0.03, 0.05).0
            };
            assert!(matches!(later(97), Verdict::Undecided { .. }), "{first} {draws} {second}: {more}");
            assert!(!matches!(later(103), Verdict::Undecided { .. }), "{first} {draws} {second}: {more}");
        }
    }

    #[test]
    fn no_number_of_games_is_named_where_none_would_do() {
        let undecided = Verdict::Undecided { more: None };
        assert_eq!(verdict(0, 0, 0, 0.03, 0.05).0, undecided, "nothing was played");
        assert_eq!(verdict(530, 0, 470, 0.03, 0.05).0, undecided, "the estimate lies on the bound");
        assert_eq!(verdict(500, 0, 500, 1e-6, 0.05).0, undecided, "more than 10^9 games");
    }

    /// A margin of 2 points: fair is a score from 48 to 52 %.
    #[test]
    fn a_verdict_on_play_rests_on_the_ends_and_says_on_whose_play_it_depends() {
        let found = |score, low, high| on_play([score; 2], [low, high], 0.02);
        assert_eq!(found(0.56, 0.53, 0.60), OnPlay::Favours(Side::First));
        assert_eq!(found(0.44, 0.40, 0.47), OnPlay::Favours(Side::Second));
        assert_eq!(found(0.50, 0.48, 0.52), OnPlay::Fair);
        // The score alone favours the first side; better play of the second makes it fair.
        assert_eq!(found(0.56, 0.51, 0.60), OnPlay::Depends(BySide([false, true])));
        assert_eq!(found(0.45, 0.41, 0.49), OnPlay::Depends(BySide([true, false])));
        assert_eq!(found(0.50, 0.47, 0.53), OnPlay::Depends(BySide([true, true])));
        // Few games: it may be fair, and better play of the first side change that, or favour the first side, and
        // better play of the second.
        assert_eq!(on_play([0.49, 0.57], [0.45, 0.60], 0.02), OnPlay::Depends(BySide([true, true])));
        // All of 53 to 57 % favours the first side.
        assert_eq!(on_play([0.53, 0.57], [0.51, 0.60], 0.02), OnPlay::Depends(BySide([false, true])));
    }

    /// A truth just beyond the margin, where fair is wrong and hardest to decide: 300 runs of 5000 games, asked every
    /// hundred, at a level of 0.1. And one far beyond, which none may take for anything else, and all see.
    #[test]
    fn a_wrong_verdict_is_ever_given_as_seldom_as_promised() {
        let verdicts = |truth: f64| -> Vec<Verdict> {
            let run = |seed| {
                let (mut lots, mut counts) = (Lots::new(seed), [0; 3]);
                let asked = (0..50).map(|_| {
                    (0..100).for_each(|_| counts[lots.one_of(&[truth - 0.1, 0.2])] += 1);
                    verdict(counts[0], counts[1], counts[2], 0.05, 0.1).0
                });
                let mut decided = asked.filter(|found| !matches!(found, Verdict::Undecided { .. }));
                decided.next().unwrap_or(Verdict::Undecided { more: None })
            };
            (0..300).map(run).collect()
        };
        let wrong = verdicts(0.5501).into_iter().filter(|found| *found == Verdict::Fair).count();
        assert!(wrong <= 30, "{wrong} of 300");
        assert!(verdicts(0.65).into_iter().all(|found| found == Verdict::Favours(Side::First)));
    }

    #[test]
    fn precision_asks_for_all_three_rates_and_tells_how_many_games_are_missing() {
        assert_eq!(precise_enough(40_000, 20_000, 40_000, 0.01, 0.05), Ok(()));
        let missing = precise_enough(400, 200, 400, 0.01, 0.05).expect_err("1000 games are too few");
        let later = |percent: u64| {
            let games = 1000 + missing * percent / 100;
            precise_enough(games * 2 / 5, games / 5, games * 2 / 5, 0.01, 0.05)
        };
        assert!(later(99).is_err() && later(101).is_ok(), "{missing}");
        let from_nothing = precise_enough(0, 0, 0, 0.01, 0.05).expect_err("nothing was played");
        assert!(from_nothing > missing, "nothing known, the most games: {from_nothing}");
        assert_eq!(precise_enough(1, 0, 0, 1e-9, 0.05), Err(MOST_GAMES - 1));
    }
}
