//! The play interval. The mixes are frozen; fresh searches for responses to each of them are not added to anything. The
//! best of these and of the known players are chosen on games of their own, and other games measure what the frozen
//! mixes score against them: the lower end is what the mix of the first side keeps, the upper end what the mix of the
//! second side concedes. It is an inner estimate: a better search could only make it wider.

use serde::{Deserialize, Serialize};
use szala_kernel::{RunSeed, Side};

use super::arena::{Blend, Member};
use super::cells::Cell;
use super::challenge::{Challenge, Challenger, challengers, widened};
use super::hunt::Mixes;
use super::meter::{CHUNK, Labour, SLOW_CHUNK};
use super::seeds::{Purpose, run_of};
use super::{Budget, GAMES_OF_END, GAMES_OF_SEARCH, SEARCHES_OF_END, Search, State, Work, slug};
use crate::matrix::SHARES;
use crate::statistics::interval::{Interval, more_of_independent, tango, tango_within};
use crate::statistics::{float, last_that_holds, normal_quantile};

/// The parts of the budget: searches, choosing, the games of a player that thinks long, and the other ends with the
/// value.
const SEARCHED: f64 = 0.17;
const CHOSEN: f64 = 0.03;
const DEEP: f64 = 0.09;
const TOLD: f64 = 0.06;
/// Responses to each mix that an end rests on.
const CHOSEN_RESPONSES: usize = 3;
/// How many times the games of a response the value gets.
const VALUE_GAMES: u64 = 2;
/// The fewest games of a response. A player that thinks long may have fewer, and then it moves an end only as far as it
/// is shown to: a score within 20 points says little about play.
pub(super) const FEWEST: u64 = 100;
/// The most games of a player that thinks long.
const MOST_DEEP: u64 = 4_000;
/// It plays where the time would do for this many games of others: one of its games takes as long as ten thousand.
const LEAST_FOR_DEEP: f64 = 50_000.0;
/// The file of the frozen mixes.
pub(super) const MIX_FILE: &str = "mix.toml";
/// The chance that an end is wrong about the players that it rests on.
pub(super) const LEVEL: f64 = 0.05;
/// Numbers of these searches begin here.
const NUMBERS: u64 = 1 << 32;

/// A response, and the place of the search that found it, if it was a fresh one.
type Chosen = (Member, Option<usize>);

/// The value, and how far better play moves it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The frozen mixes against each other.
    pub value: Cell,
    /// The lower end of the play interval: a score of the first side.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// What it rests on: responses of the first side to the mix of the second, and the reverse.
    pub responses: [Vec<End>; 2],
    /// The searches for them, by the side that searched.
    pub tried: [Tried; 2],
}

/// A response to a frozen mix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Who it is. A response that was found has a file with its text.
    pub member: Member,
    /// Its games, as the first side sees them.
    pub cell: Cell,
    /// The bound that it gives: lower for a response of the second side, upper for one of the first; the reverse where
    /// there were too few games.
    pub bound: f64,
    /// Its games are those of a player that is in the matrix, and not of a fresh response.
    pub is_known: bool,
}

/// How many searches there were, and how many found a gain that counts: by the games of their response for the
/// interval, or, where it had none or fewer, by those that it was searched with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Searches.
    pub searches: u64,
    /// Of them, those that found one.
    pub found: u64,
}

impl End {
    /// Are there enough games for an end to rest on all that it may gain, and not only on what it surely does?
    pub fn counts(&self) -> bool {
        counts(self.cell)
    }

    /// What the response gains for its side over its own mix, from the games in which the mixes met.
    pub fn gain(&self, side: Side, mixes: Cell) -> Interval {
        gain(side, self.cell, mixes)
    }

    /// Is it shown to gain, and at least this much?
    fn has_gained(&self, side: Side, mixes: Cell, least: f64) -> bool {
        let gain = self.gain(side, mixes);
        gain.estimate >= least && gain.low > 0.0
    }
}

impl Answer {
    /// The score of the first side when the mixes meet.
    pub fn score(&self) -> Interval {
        score_of(self.value)
    }

    /// Who made these challenges.
    pub fn challengers(&self, challenged: &[Challenge]) -> Vec<Challenger> {
        challengers(challenged, self.score().estimate)
    }

    /// The ends of the play interval, widened by challengers.
    pub fn ends(&self, challengers: &[Challenger]) -> [f64; 2] {
        widened([self.low, self.high], challengers)
    }
}

impl Tried {
    /// The 95 % upper bound on the chance that one more search of the same kind finds a gain that counts.
    pub fn chance(self) -> f64 {
        chance_of_another(self.found, self.searches)
    }
}

/// The 95 % upper bound on the chance of a success, after `found` of them in `trials` (C. J. Clopper and E. S. Pearson,
/// 1934). Where none succeeded it is 1 - 0.05^(1/n), about 3/n: the rule of three.
pub fn chance_of_another(found: u64, trials: u64) -> f64 {
    if found >= trials {
        return 1.0;
    }
    // The chance of at most `found`, summed term by term.
    let so_few = |chance: f64| {
        let odds = chance / (1.0 - chance);
        let mut term = (1.0 - chance).powf(float(trials));
        let mut sum = term;
        for number in 0..found {
            term *= float(trials - number) / float(number + 1) * odds;
            sum += term;
        }
        sum
    };
    last_that_holds(0.0, 1.0, |chance| so_few(chance) >= LEVEL)
}

impl Work<'_> {
    /// The next search behind the play interval, or, after the last, the answer.
    pub(super) fn ends(&self, mut state: State) -> Result<Option<State>, String> {
        let frozen = state.frozen.clone().expect("the mixes are frozen before the ends are searched");
        let sides = self.bases.iter().flatten().count();
        let is_late =
            matches!(self.plan.budget, Budget::Seconds(_)) && self.meter.share() > 1.0 - TOLD - DEEP - CHOSEN;
        if state.ends.len() >= self.planned_ends() * sides || is_late {
            return self.answer(state, &frozen);
        }
        let number = state.ends.len();
        let (side, turn) = self.turn(number);
        let Some(base) = &self.bases[side as usize] else { return Ok(None) };
        let [own, target] = [side, !side].map(|of| self.frozen(of, &state, &frozen));
        let shares = shares_of(&frozen[side as usize], state.members[side as usize].len());
        let mixes = Mixes { training: &target, target: &target, own: &own };
        let number = NUMBERS * (1 + state.extended) + number as u64;
        let hunt = self.hunt((side, turn), base, &state, &shares, mixes, number);
        let all = SEARCHED / float(sides as u64);
        let share = self.course(side).share(all, self.planned_ends(), hunt.trainer);
        let Some(caught) = hunt.catch(share)? else { return Ok(None) };
        let search = Search::of(&state, side, hunt.trainer, caught);
        self.meter.tell(super::News::Searched(&search));
        state.ends.push(search);
        Ok(Some(state))
    }

    /// How many searches of each side there are behind the play interval: at least one round of its trainers.
    fn planned_ends(&self) -> usize {
        let [least, most] = SEARCHES_OF_END;
        let can_drill = Side::BOTH.into_iter().any(|side| self.can_drill(side));
        let of_one = if can_drill { GAMES_OF_SEARCH } else { GAMES_OF_END };
        let planned = (SEARCHED * self.planned_games_of_searches() / 2.0 / of_one).clamp(least, most).round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 3 and 20")]
        let planned = planned as usize;
        Side::BOTH.into_iter().map(|side| self.course(side).round()).fold(planned, usize::max)
    }

    /// The name of a frozen mix.
    fn frozen(&self, side: Side, state: &State, frozen: &[Blend; 2]) -> String {
        let file = ["frozen-first", "frozen-second"][side as usize];
        self.arena.mix(file, side, &state.members[side as usize], &frozen[side as usize])
    }

    /// Chooses whom the ends rest on, and plays the value and the ends.
    fn answer(&self, mut state: State, frozen: &[Blend; 2]) -> Result<Option<State>, String> {
        let mixes = Side::BOTH.map(|side| self.frozen(side, &state, frozen));
        let games = self.meter.begin(Labour::Ends, CHOSEN);
        let mut chosen = Vec::new();
        for side in Side::BOTH {
            let Some(best) = self.chosen(&state, side, &mixes, frozen, games / 2)? else { return Ok(None) };
            chosen.push(best);
        }
        let before = NUMBERS * state.extended;
        let run = |number: u64| run_of(self.plan.seed, Purpose::Ends, before + number);
        let mut deep = Vec::new();
        for side in Side::BOTH {
            match self.deep(side, &state, &mixes, frozen, run(16 * side as u64 + 15))? {
                Some(end) => deep.push(end),
                None if self.meter.is_stopped() => return Ok(None),
                None => {}
            }
        }
        // All time that is left is for the others.
        let share = match self.plan.budget {
            Budget::Games(_) => TOLD,
            Budget::Seconds(_) => (1.0 - self.meter.share()).max(TOLD / 4.0),
        };
        let games = self.meter.begin(Labour::Ends, share);
        let responses: u64 = chosen.iter().map(|chosen| chosen.len() as u64).sum();
        let each = (games / (responses + VALUE_GAMES)).max(FEWEST);
        // How many games a slow player gets depends on the clock, and never on what they show.
        let share = share / float(responses + VALUE_GAMES);
        let play = |first: &str, second: &str, run, games: u64| {
            let contest = self.arena.seat(first, second)?;
            let mut cell = Cell::default();
            let share = share * float(games) / float(each);
            let played = self.meter.play_within(&*contest, run, games, share, CHUNK);
            Ok::<_, String>(played.map(|scores| {
                cell.add(&scores);
                cell
            }))
        };
        let value = run_of(self.plan.seed, Purpose::Value, before);
        let Some(value) = play(&mixes[0], &mixes[1], value, VALUE_GAMES * each)? else { return Ok(None) };
        let Interval { mut low, mut high, .. } = score_of(value);
        let mut gained: Vec<bool> = state.ends.iter().map(|search| search.gain.counts).collect();
        let mut ends = [Vec::new(), Vec::new()];
        for (side, chosen) in Side::BOTH.into_iter().zip(chosen) {
            let deep: Vec<_> = deep.iter().filter(|(of, ..)| *of == side).collect();
            let quantile = normal_quantile(1.0 - LEVEL / float((chosen.len() + deep.len()).max(1) as u64));
            let mut played: Vec<(Member, Option<usize>, bool, Cell)> = Vec::new();
            for (number, (member, search)) in (0_u64..).zip(chosen) {
                let run = run(16 * side as u64 + number);
                let cell = match side {
                    Side::First => play(&member.name, &mixes[1], run, each)?,
                    Side::Second => play(&mixes[0], &member.name, run, each)?,
                };
                let Some(cell) = cell else { return Ok(None) };
                played.push((member, search, search.is_none(), cell));
            }
            played.extend(deep.into_iter().map(|(_, member, cell)| (member.clone(), None, false, *cell)));
            for (member, search, is_known, cell) in played {
                let bound = bound(side, cell, quantile);
                match side {
                    Side::First => high = high.max(bound),
                    Side::Second => low = low.min(bound),
                }
                let end = End { member, cell, bound, is_known };
                // Its own games are few, and it was not chosen by these.
                if let Some(search) = search.filter(|search| cell.games() >= state.ends[*search].gain.pairs) {
                    gained[search] = end.has_gained(side, value, self.plan.bound);
                }
                ends[side as usize].push(end);
            }
        }
        let tried = [0, 1].map(|side| {
            let of_side = || state.ends.iter().zip(&gained).filter(|(search, _)| search.side == side);
            Tried {
                searches: of_side().count() as u64,
                found: of_side().filter(|(_, gained)| **gained).count() as u64,
            }
        });
        state.answer = Some(Answer { value, low, high, responses: ends, tried });
        Ok(Some(state))
    }

    /// The games of the player that thinks long against the frozen mix of the other side, where there is one, and where
    /// the budget is in time and enough for some: one of its games takes as long as thousands of others.
    fn deep(
        &self,
        side: Side,
        state: &State,
        mixes: &[String; 2],
        frozen: &[Blend; 2],
        run: RunSeed,
    ) -> Result<Option<(Side, Member, Cell)>, String> {
        let Some(kind) = self.plan.game.deep_player() else { return Ok(None) };
        if matches!(self.plan.budget, Budget::Games(_)) || self.meter.worth(DEEP / 2.0) < LEAST_FOR_DEEP {
            return Ok(None);
        }
        self.meter.begin(Labour::Deep, DEEP / 2.0);
        self.arena.both_mixes(MIX_FILE, &state.members, frozen);
        let name = format!("{kind}:{MIX_FILE}");
        let contest = self.arena.meet(side, &name, &mixes[!side as usize])?;
        let Some(scores) = self.meter.play_within(&*contest, run, MOST_DEEP, DEEP / 2.0, SLOW_CHUNK) else {
            return Ok(None);
        };
        let mut cell = Cell::default();
        cell.add(&scores);
        let origin = "thinks long, and imagines the players of the mixes".to_owned();
        Ok(Some((side, Member { name, text: None, values: None, origin }, cell)))
    }

    /// The best responses of a side to the frozen mix of the other, of those that were searched for, with the place of
    /// their search, and of all that are known. Nothing when somebody asked to stop.
    fn chosen(
        &self,
        state: &State,
        side: Side,
        mixes: &[String; 2],
        frozen: &[Blend; 2],
        games: u64,
    ) -> Result<Option<Vec<Chosen>>, String> {
        let mut candidates = Vec::new();
        let of_side = state.ends.iter().enumerate().filter(|(_, search)| search.side == side as usize);
        let mut seen = Vec::new();
        for (number, (place, search)) in of_side.enumerate() {
            let player = (&search.values, &search.file);
            if search.is_known || seen.contains(&player) {
                continue;
            }
            seen.push(player);
            let Some(base) = &self.bases[side as usize] else { continue };
            let name = self.arena.side_name(side);
            let file = format!("{}-exploit-{}.toml", slug(name, side), number + 1);
            let origin = format!("response {} by {}", number + 1, search.trainer.name());
            let head = format!(
                "Found by `szala robust` for {name} with seed {}: {origin}\nto the final mix of the other side, for \
                 the play interval of that time.",
                self.plan.seed
            );
            candidates.push((self.member(side, base, search, (&file, &head), origin)?, Some(place)));
        }
        // Who is the whole mix of its side gains nothing over it.
        let is_whole = |place: usize| frozen[side as usize].contains(&(place, SHARES));
        let known = state.members[side as usize].iter().enumerate().filter(|(place, _)| !is_whole(*place));
        candidates.extend(known.map(|(_, member)| (member.clone(), None)));
        let each = (games / candidates.len().max(1) as u64).max(FEWEST / 2);
        let run = run_of(self.plan.seed, Purpose::Choice, NUMBERS * state.extended + side as u64);
        let share = CHOSEN / 2.0 / float(candidates.len().max(1) as u64);
        let mut judged = Vec::new();
        for candidate in candidates {
            let contest = self.arena.meet(side, &candidate.0.name, &mixes[!side as usize])?;
            let Some(scores) = self.meter.play_within(&*contest, run, each, share, CHUNK) else {
                return Ok(None);
            };
            let points: f64 = scores.iter().map(|score| score.points(side)).sum();
            judged.push((points / float(scores.len() as u64), candidate));
        }
        judged.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Ok(Some(judged.into_iter().take(CHOSEN_RESPONSES).map(|(_, candidate)| candidate).collect()))
    }
}

/// What a player gains for its side by these games over the mix of that side.
pub(super) fn gain(side: Side, cell: Cell, mixes: Cell) -> Interval {
    let [mixes, response] = [mixes, cell].map(score_of);
    match side {
        Side::First => more_of_independent(mixes, response),
        Side::Second => more_of_independent(response, mixes),
    }
}

pub(super) fn score_of(Cell { wins, draws, losses }: Cell) -> Interval {
    tango(wins, draws, losses)
}

pub(super) fn counts(cell: Cell) -> bool {
    cell.games() >= FEWEST
}

/// How far these games of a response of a side move an end: as far as they leave room for, or, if there are too few, as
/// far as they show.
pub(super) fn bound(side: Side, cell: Cell, quantile: f64) -> f64 {
    let interval = tango_within(quantile, cell.wins, cell.draws, cell.losses);
    if counts(cell) == (side == Side::First) { interval.high } else { interval.low }
}

/// The shares of a blend by place.
fn shares_of(blend: &Blend, count: usize) -> Vec<u32> {
    let mut shares = vec![0; count];
    for (place, share) in blend {
        shares[*place] = *share;
    }
    debug_assert!(shares.iter().sum::<u32>() == SHARES);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_move_an_end_only_as_far_as_they_show() {
        // Three quarters of all games are won by the response, at any number of games.
        for (quarter, is_enough) in [(4, false), (24, false), (25, true), (400, true)] {
            for side in Side::BOTH {
                let (most, rest) = (3 * quarter, quarter);
                let (wins, losses) = if side == Side::First { (most, rest) } else { (rest, most) };
                let cell = Cell { wins, draws: 0, losses };
                let score = float(wins) / float(wins + losses);
                let further = (bound(side, cell, 1.96) - score) * f64::from(side.sign());
                assert_eq!(further > 0.0, is_enough, "{side:?}, {quarter}: {further}");
            }
        }
    }

    /// The standard error of the difference of two scores near a half is (1/4 * 2/n)^(1/2): 1.6 points with 2 000 games
    /// each, so that 5 points are shown and 2 are not; 16 with 20, so that 20 points are not.
    #[test]
    fn a_gain_counts_that_is_large_enough_and_shown() {
        let of = |games: u64, wins: u64| Cell { wins, draws: 0, losses: games - wins };
        for (games, more, least, expected) in [
            (2_000, 100, 0.01, true),
            (2_000, 100, 0.06, false),
            (2_000, 40, 0.01, false),
            (20, 4, 0.01, false),
            (2_000, 0, 0.0, false),
        ] {
            for (side, wins) in [(Side::First, games / 2 + more), (Side::Second, games / 2 - more)] {
                let member =
                    Member { name: "one".to_owned(), text: None, values: None, origin: String::new() };
                let end = End { member, cell: of(games, wins), bound: 0.5, is_known: false };
                let gained = end.has_gained(side, of(games, games / 2), least);
                assert_eq!(gained, expected, "{side:?}, {more} of {games}");
            }
        }
    }

    /// 1 - 0.05^(1/20) = 0.1391; of 20 with one found the bound of Clopper and Pearson is 0.2161, and of 10 with five
    /// 0.7776 (C. J. Clopper and E. S. Pearson's tables; 90 % two-sided).
    #[test]
    fn failed_searches_bound_the_chance_of_one_more() {
        for (found, trials, expected) in
            [(0, 20, 0.1391), (0, 1, 0.95), (1, 20, 0.2161), (5, 10, 0.7776), (3, 3, 1.0)]
        {
            let bound = chance_of_another(found, trials);
            assert!((bound - expected).abs() < 0.0001, "{found} of {trials}: {bound}");
        }
    }
}
