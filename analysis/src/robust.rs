//! A robust value: what a scenario is worth when both sides play the best mixes that a search over players finds, and
//! how far better play that it did not include could move it. It is the double oracle (`McMahan`, Gordon and Blum,
//! 2003; with trained responses PSRO, Lanctot and others, 2017): a matrix of players, its equilibrium, a trained
//! response to the mix of the other side, and again. Then the mixes are frozen, and fresh searches that add nothing
//! measure how much each of them can be exploited: the play interval. How it is reported is left to `reports`, where
//! files lie to the command.
//!
//! | module | what is there |
//! |---|---|
//! | `arena` | players, mixes, games between them |
//! | `cells` | the matrix, and where its games are spent |
//! | `trainers`, `hill` | ways to train a response, and what they climb |
//! | `breed` | mutation over plans |
//! | `hunt` | one search for a response |
//! | `ends` | the play interval |
//! | `state` | where a search stands, as it is kept, and how it goes on after its end |
//! | `challenge` | any player against the mixes that were found |
//! | `found` | what the file of the mixes says of the search |
//! | `planted` | weaknesses planted on purpose: how many of them such a search finds |
//! | `meter`, `seeds` | budget and random numbers |

mod arena;
mod breed;
mod cells;
mod challenge;
mod ends;
mod found;
mod hill;
mod hunt;
mod meter;
mod planted;
mod seeds;
mod state;
mod trainers;

use core::cell::RefCell;
use core::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use szala_kernel::{BySide, Side};
use szala_system::Game;

pub use arena::{Blend, Member, ReadShared};
pub use breed::PLAN;
pub use cells::{Cell, Matrix};
pub use challenge::{Challenge, Challenger, Seat, play as play_challenge};
pub use ends::{Answer, End, Tried, chance_of_another};
pub use found::Found;
pub use hunt::Gain;
pub use meter::{Budget, Spent};
pub use planted::{Planted, plant};
pub use state::{Ended, Moment, Search, State, Written};
use trainers::Course;
pub use trainers::Trainer;

use crate::matrix::{SHARES, shares};
use crate::statistics::float;
use arena::{Arena, Base};
use breed::{Known, plan_of};
use hunt::{Hunt, Mixes, Recruit};
use meter::{Labour, Meter};
use seeds::{Purpose, run_of};
use state::FOUND;

/// The parts of the budget: the matrix, the training of responses, and the rest for the play interval.
const MATRIX: f64 = 0.15;
const TRAINING: f64 = 0.50;
/// The part of the matrix's games that is spent before the first response.
const MATRIX_FIRST: f64 = 0.2;
/// Games of one search for a response, where the budget has them, and how many searches there are at least and at most.
const GAMES_OF_SEARCH: f64 = 300_000.0;
const SEARCHES: [f64; 2] = [8.0, 60.0];
/// The same for each side's searches behind the play interval, where nobody is drilled; drills are as long there.
const GAMES_OF_END: f64 = 100_000.0;
const SEARCHES_OF_END: [f64; 2] = [3.0, 20.0];
/// Games a second and thread that are assumed in planning searches, and how much longer those of drilled players take.
const PLANNED_SPEED: f64 = 2_500.0;
const SLOWER_WITH_NETS: f64 = 5.0;
/// With fewer games in all nobody is drilled: a net learns nothing from a few thousand.
const LEAST_FOR_DRILLS: f64 = 200_000.0;
/// The search ends after this many searches of a side in a row that gain nothing.
const FAILURES: usize = 10;
/// Responses are trained against the equilibrium and, with this part, recent ones.
const RECENT: f64 = 0.1;
const HOW_RECENT: usize = 3;
/// The fewest games of a cell, and the fewest if time has run out before.
const FEWEST: u64 = 20;
const FEWEST_WHEN_LATE: u64 = 4;
/// Rounds in which the games of the matrix are dealt.
const ROUNDS: u64 = 10;

/// What to search, and with which budget.
#[derive(Clone)]
pub struct Plan<'p> {
    /// The game.
    pub game: &'p dyn Game,
    /// Reads the files of the players to begin with.
    pub read: ReadShared<'p>,
    /// The players to begin with.
    pub players: BySide<Vec<String>>,
    /// The seed of everything.
    pub seed: u64,
    /// What it may spend.
    pub budget: Budget,
    /// The least gain that counts, in parts of a game.
    pub bound: f64,
}

/// What a search reports while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum News<'n> {
    /// This many games were played, and this share of the budget is spent.
    Spent {
        /// Games.
        games: u64,
        /// From 0 to about 1.
        share: f64,
    },
    /// The matrix was solved.
    Value(&'n Moment),
    /// A search for a response ended.
    Searched(&'n Search),
    /// The mixes were frozen.
    Frozen(Ended),
    /// A planted weakness was searched for.
    Planted(&'n Planted),
}

/// Goes on from this state of a search, on the threads at hand, and hands every new state to `save`. The returned state
/// has no answer if somebody asked to stop.
///
/// # Errors
/// What is wrong with a player, or what `save` says.
pub fn search(
    plan: &Plan<'_>,
    mut state: State,
    stop: &AtomicBool,
    mut save: impl FnMut(&State) -> Result<(), String>,
    tell: impl FnMut(News<'_>),
) -> Result<State, String> {
    let tell = shared(tell);
    let meter = Meter::new(plan.budget, state.spent, stop, &tell);
    let arena = Arena::new(plan.game, plan.read);
    for (file, text) in state.members.iter().flatten().filter_map(Member::file) {
        arena.put(file, text);
    }
    let mut work = Work { plan, arena: &arena, meter: &meter, bases: [None, None] };
    if state.members[0].is_empty() {
        state.members = [work.entrants(Side::First)?, work.entrants(Side::Second)?];
    }
    work.bases = Side::BOTH.map(|side| work.base(side, &state.members));
    for side in Side::BOTH {
        work.read_weights(side, &mut state.members);
    }
    while state.answer.is_none() {
        let Some(mut next) = work.step(&state)? else { return Ok(state) };
        next.spent = meter.spent();
        save(&next)?;
        state = next;
    }
    Ok(state)
}

/// Makes a `tell` that several can call.
fn shared(tell: impl FnMut(News<'_>)) -> impl Fn(News<'_>) {
    let tell = RefCell::new(tell);
    move |news: News<'_>| (tell.borrow_mut())(news)
}

/// A search under way.
struct Work<'w> {
    plan: &'w Plan<'w>,
    arena: &'w Arena<'w>,
    meter: &'w Meter<'w>,
    bases: [Option<Base>; 2],
}

impl Work<'_> {
    /// The players to begin with.
    fn entrants(&self, side: Side) -> Result<Vec<Member>, String> {
        let names = self.plan.players[side].iter().enumerate();
        names
            .map(|(number, name)| {
                let copy = format!("{}-from-{}.toml", slug(self.arena.side_name(side), side), number + 1);
                self.arena.entrant(side, name, &copy)
            })
            .collect()
    }

    fn base(&self, side: Side, members: &[Vec<Member>; 2]) -> Option<Base> {
        let against = members[!side as usize].first()?;
        self.arena.base(side, &members[side as usize], &against.name)
    }

    /// Reads the weights of players that have those of the base.
    fn read_weights(&self, side: Side, members: &mut [Vec<Member>; 2]) {
        let Some(base) = &self.bases[side as usize] else { return };
        let against = members[!side as usize][0].name.clone();
        for member in members[side as usize].iter_mut().filter(|member| member.values.is_none()) {
            member.values = self.arena.values(side, &member.name, base, &against);
        }
    }

    /// The next piece of work; nothing when somebody asked to stop.
    fn step(&self, state: &State) -> Result<Option<State>, String> {
        let mut next = state.clone();
        // At the start, and when a finished search continues with the players found for its play interval.
        let members = next.members.each_ref().map(Vec::len);
        let are_new = next.equilibria.last().is_none_or(|last| last.each_ref().map(Vec::len) != members);
        if are_new {
            return self.matrix_step(next, MATRIX * MATRIX_FIRST);
        }
        if next.ended.is_none() {
            next.ended = self.end_of(&next);
            if next.ended.is_none() {
                return self.response(next);
            }
        }
        if next.frozen.is_none() {
            next.frozen = Some(next.matrix.mixes());
            self.meter.tell(News::Frozen(next.ended.expect("it has ended")));
            return Ok(Some(next));
        }
        self.ends(next)
    }

    fn matrix_step(&self, mut state: State, share: f64) -> Result<Option<State>, String> {
        Ok(self.fill(&mut state, share)?.then_some(state))
    }

    /// Has the search for responses ended?
    fn end_of(&self, state: &State) -> Option<Ended> {
        let sides = self.bases.iter().flatten().count();
        let since = state.searches.iter().skip(state.searched_before);
        let failed = since.rev().take_while(|search| !search.gain.counts).count();
        if sides == 0 {
            Some(Ended::NoWeights)
        } else if failed >= FAILURES * sides {
            Some(Ended::NothingGained)
        } else if self.meter.share() >= MATRIX + TRAINING - TRAINING / self.planned_searches() / 2.0 {
            Some(Ended::Budget)
        } else {
            None
        }
    }

    /// Games that the whole budget is worth, as far as a plan needs to know.
    fn planned_games(&self) -> f64 {
        match self.plan.budget {
            Budget::Games(games) => float(games),
            Budget::Seconds(seconds) => {
                float(seconds) * PLANNED_SPEED * float(rayon::current_num_threads() as u64)
            }
        }
    }

    /// The same where players are drilled, if they can be.
    fn planned_games_of_searches(&self) -> f64 {
        let is_timed = matches!(self.plan.budget, Budget::Seconds(_));
        let drills = Side::BOTH.into_iter().any(|side| self.can_drill(side));
        self.planned_games() / if is_timed && drills { SLOWER_WITH_NETS } else { 1.0 }
    }

    /// How many searches for responses are planned: at least a round of every side's trainers.
    fn planned_searches(&self) -> f64 {
        let [least, most] = SEARCHES;
        let rounds: usize = Side::BOTH.into_iter().map(|side| self.course(side).round()).sum();
        let least = least.max(float(rounds as u64));
        (TRAINING * self.planned_games_of_searches() / GAMES_OF_SEARCH).clamp(least, most).round()
    }

    fn share_of_search(&self, side: Side, trainer: Trainer) -> f64 {
        let sides = float(self.bases.iter().flatten().count() as u64);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 60")]
        let turns = (self.planned_searches() / sides).ceil() as usize;
        self.course(side).share(TRAINING / sides, turns, trainer)
    }

    /// One response: searched for, added if it gains, and the matrix solved anew.
    fn response(&self, mut state: State) -> Result<Option<State>, String> {
        let number = state.searches.len();
        let (side, turn) = self.turn(number);
        let Some(base) = &self.bases[side as usize] else { return Ok(None) };
        let newest = state.equilibria.last().expect("the matrix was solved");
        let other = !side;
        let blend = |side: Side| cells::blend_of(&newest[side as usize]);
        let mix = |file: &str, side: Side, blend: &Blend| {
            self.arena.mix(file, side, &state.members[side as usize], blend)
        };
        let training = mix("training", other, &self.training(&state, other));
        let (target, own) = (mix("target", other, &blend(other)), mix("own", side, &blend(side)));
        let mixes = Mixes { training: &training, target: &target, own: &own };
        let hunt = self.hunt((side, turn), base, &state, &newest[side as usize], mixes, number as u64);
        let Some(caught) = hunt.catch(self.share_of_search(side, hunt.trainer))? else { return Ok(None) };
        let mut found = Search::of(&state, side, hunt.trainer, caught);
        // A response that gains a little may be part of an equilibrium; only one that gains enough counts.
        let joins = found.gain.counts || (found.gain.mean > found.gain.error && found.gain.error > 0.0);
        if joins && !found.is_known {
            let member = self.found(side, base, &found, number, &state.members[side as usize])?;
            found.added = Some(member.name.clone());
            state.members[side as usize].push(member);
        }
        self.meter.tell(News::Searched(&found));
        state.searches.push(found);
        let share = MATRIX * (1.0 - MATRIX_FIRST) / self.planned_searches();
        self.matrix_step(state, share)
    }

    /// What a side does at its turn to search, if its players have these shares of its mix: the search of this number.
    fn hunt<'h>(
        &'h self,
        (side, turn): (Side, usize),
        base: &'h Base,
        state: &State,
        shares: &[u32],
        mixes: Mixes<'h>,
        number: u64,
    ) -> Hunt<'h> {
        let members = &state.members[side as usize];
        Hunt {
            arena: self.arena,
            meter: self.meter,
            side,
            base,
            trainer: self.course(side).trainer(turn),
            plans: self.plans(side, members),
            recruit: self.recruit(state, side, turn, shares),
            starts: starts(base, members, shares, turn),
            mixes,
            seed: self.plan.seed,
            number,
            bound: self.plan.bound,
        }
    }

    /// Whose turn it is, and which of its searches this is.
    fn turn(&self, number: usize) -> (Side, usize) {
        match &self.bases {
            [Some(_), None] => (Side::First, number),
            [None, Some(_)] => (Side::Second, number),
            _ => (Side::BOTH[number % 2], number / 2),
        }
    }

    /// The mix that responses are trained against: the equilibrium, and a little of recent ones.
    fn training(&self, state: &State, side: Side) -> Blend {
        let mixes: Vec<&Vec<u32>> =
            state.equilibria.iter().rev().take(1 + HOW_RECENT).map(|both| &both[side as usize]).collect();
        let (newest, recent) = mixes.split_first().expect("the matrix was solved");
        if recent.is_empty() {
            return cells::blend_of(newest);
        }
        let weight = RECENT / float(recent.len() as u64);
        let part = |place: usize| {
            let share = |mix: &Vec<u32>| f64::from(mix.get(place).copied().unwrap_or_default());
            (1.0 - RECENT) * share(newest) + weight * recent.iter().map(|mix| share(mix)).sum::<f64>()
        };
        let parts: Vec<f64> = (0..newest.len()).map(part).collect();
        cells::blend_of(&shares(&parts))
    }

    /// A response as a player with a file.
    fn found(
        &self,
        side: Side,
        base: &Base,
        search: &Search,
        number: usize,
        members: &[Member],
    ) -> Result<Member, String> {
        let found = members.iter().filter(|member| member.origin.starts_with(FOUND)).count();
        let name = self.arena.side_name(side);
        let file = format!("{}-{}.toml", slug(name, side), found + 1);
        let Gain { mean, error, pairs, .. } = search.gain;
        let origin =
            format!("{FOUND} {} of seed {} by {}", number + 1, self.plan.seed, search.trainer.name());
        let head = format!(
            "Found by `szala robust` for {name}: {origin}.\nAgainst the mix of the other side then it gained {:.2} \
             points (standard error {:.2},\n{pairs} pairs of games on fresh seeds) over its own mix.",
            mean * 100.0,
            error * 100.0,
        );
        self.member(side, base, search, (&file, &head), origin)
    }

    /// A response as a player with this file, below this head.
    fn member(
        &self,
        side: Side,
        base: &Base,
        search: &Search,
        (file, head): (&str, &str),
        origin: String,
    ) -> Result<Member, String> {
        let (kind, text, values) = match &search.file {
            Some(Written { kind, text }) => {
                let head: Vec<String> = head.lines().map(|line| format!("# {line}")).collect();
                (kind.as_str(), head.join("\n") + "\n" + text, None)
            }
            None => (base.kind(), self.text(side, base, &search.values, head)?, Some(search.values.clone())),
        };
        self.arena.put(file, &text);
        Ok(Member { name: format!("{kind}:{file}"), text: Some(text), values, origin })
    }

    /// Can players of this side be drilled, with games enough to learn from?
    fn can_drill(&self, side: Side) -> bool {
        let is_worth_it = self.planned_games() >= LEAST_FOR_DRILLS;
        is_worth_it
            && self.bases[side as usize]
                .as_ref()
                .is_some_and(|base| self.arena.drill(side, &base.name, None).is_ok())
    }

    /// The plans that a side may vary: those of its players, and those listed for it that are none of them.
    fn plans(&self, side: Side, members: &[Member]) -> Vec<Known> {
        let game = self.plan.game;
        let text = |member: &Member| match &member.text {
            // Nets and weights are files, too.
            Some(text) if member.name.split(':').next() == Some(PLAN) => plan_of(text),
            Some(_) => None,
            None => plan_of(game.player_text(&member.name, side)),
        };
        let mut plans: Vec<Known> =
            members.iter().filter_map(text).map(|plan| Known { plan, is_member: true }).collect();
        for listed in game.players(side) {
            let Some(plan) = plan_of(game.player_text(&listed.name, side)) else { continue };
            if plans.iter().all(|known| known.plan != plan) {
                plans.push(Known { plan, is_member: false });
            }
        }
        plans
    }

    /// The order of the trainers of a side.
    fn course(&self, side: Side) -> Course {
        // By the listed plans alone, so that it stays the same while players join.
        Course { can_drill: self.can_drill(side), can_breed: !self.plans(side, &[]).is_empty() }
    }

    /// Who is drilled at a turn, and how. A drill goes on from the player with the largest share of the mix that has a
    /// net or weights of its own; every third begins from nothing, with the player whose weights are trained. Once a
    /// drill has found nobody who joined, the next of its kind refines, as the second of three always does: against
    /// nets that have learned from more games than a drill has, learning gains less. In place of nothing it begins with
    /// the second largest share then. One that goes on and refines begins where the drill before it left off, if that
    /// gained something, though too little to join: so the drills of a search become one long one.
    fn recruit(&self, state: &State, side: Side, turn: usize, shares: &[u32]) -> Recruit {
        let base = self.bases[side as usize].as_ref().map_or("", |base| &base.name);
        let course = self.course(side);
        let goes_on = course.goes_on(turn);
        let has_failed = has_failed(state, side, course, turn);
        if !goes_on && !has_failed {
            return Recruit { name: base.to_owned(), refines: false, is_known: true };
        }
        let refines = has_failed || course.refines(turn);
        if let Some(Written { kind, text }) = left_off(state, side).filter(|_| goes_on && refines) {
            let file = "left-off.toml";
            self.arena.put(file, text);
            return Recruit { name: format!("{kind}:{file}"), refines, is_known: false };
        }
        let can_go_on = |member: &Member| {
            let drill = self.arena.drill(side, &member.name, None);
            drill.is_ok_and(|drill| drill.net(side).is_some() || member.text.is_some())
        };
        let members = state.members[side as usize].iter().zip(shares);
        let mut known: Vec<_> = members.filter(|(member, share)| **share > 0 && can_go_on(member)).collect();
        known.sort_by_key(|(_, share)| Reverse(**share));
        let chosen = known.get(usize::from(!goes_on)).or(known.first());
        let name = chosen.map_or(base, |(member, _)| &member.name).to_owned();
        Recruit { name, refines, is_known: true }
    }

    /// The file of these weights.
    fn text(&self, side: Side, base: &Base, values: &[i32], head: &str) -> Result<String, String> {
        // Any opponent will do, since none is met.
        Ok(self.arena.bout(side, &base.name, &self.plan.players[!side][0])?.file(values, head))
    }

    /// Plays games of the matrix with this share of the budget, and solves it. False when somebody asked to stop.
    fn fill(&self, state: &mut State, share: f64) -> Result<bool, String> {
        let [rows, columns] = [0, 1].map(|side: usize| state.members[side].len());
        state.matrix.grow(rows, columns);
        let games = self.meter.begin(Labour::Matrix, share);
        let run = run_of(self.plan.seed, Purpose::Matrix, 0);
        let play = |matrix: &mut Matrix, row: usize, column: usize, games: u64| {
            let done = matrix.cells[row][column].games();
            let contest = self.arena.seat(&state.members[0][row].name, &state.members[1][column].name)?;
            let played = self.meter.play(&*contest, run, done..done + games);
            if let Some(scores) = &played {
                matrix.cells[row][column].add(scores);
            }
            // Without budget the games are left out; only a request to stop breaks it off.
            Ok::<bool, String>(played.is_some() || !self.meter.is_stopped())
        };
        // The least that every cell has.
        let mut is_late = false;
        for row in 0..rows {
            for column in 0..columns {
                is_late |= self.meter.is_late();
                let least = if is_late { FEWEST_WHEN_LATE } else { FEWEST };
                let fewest = least.saturating_sub(state.matrix.cells[row][column].games());
                self.meter.insist(fewest);
                if fewest > 0 && !play(&mut state.matrix, row, column, fewest)? {
                    return Ok(false);
                }
            }
        }
        // These games have shown how many more there is time for.
        let games = self.meter.go_on(share).unwrap_or(games);
        // A fifth evenly.
        let level = state.matrix.level(games / 5).max(FEWEST);
        for row in 0..rows {
            for column in 0..columns {
                let done = state.matrix.cells[row][column].games();
                let missing = level.saturating_sub(done).min(self.meter.left());
                if missing > 0 && !play(&mut state.matrix, row, column, missing)? {
                    return Ok(false);
                }
            }
        }
        for _ in 0..ROUNDS {
            let equilibrium = state.matrix.solve();
            let round = (games * 4 / 5 / ROUNDS).min(self.meter.left());
            for (row, column, games) in state.matrix.deal(&equilibrium, round) {
                let games = games.min(self.meter.left());
                if games > 0 && !play(&mut state.matrix, row, column, games)? {
                    return Ok(false);
                }
            }
        }
        if self.meter.is_stopped() {
            return Ok(false);
        }
        let equilibrium = state.matrix.solve();
        let value = equilibrium.value() / f64::from(SHARES);
        let moment = Moment { spent: self.meter.spent(), value, players: [rows, columns] };
        self.meter.tell(News::Value(&moment));
        state.history.push(moment);
        state.equilibria.push([equilibrium.rows, equilibrium.columns]);
        Ok(true)
    }
}

/// Weights from which a search begins: those of the mix, the largest share first, and those of the base; each search
/// begins with another.
fn starts(base: &Base, members: &[Member], shares: &[u32], turn: usize) -> Vec<Vec<i32>> {
    let mut mixed: Vec<(u32, &Vec<i32>)> = Vec::new();
    for (member, share) in members.iter().zip(shares).filter(|(_, share)| **share > 0) {
        mixed.extend(member.values.as_ref().map(|values| (*share, values)));
    }
    mixed.sort_by(|(a, _), (b, _)| b.cmp(a));
    let mut starts: Vec<Vec<i32>> =
        mixed.into_iter().take(MOST_STARTS).map(|(_, values)| values.clone()).collect();
    if !starts.contains(&base.start()) {
        starts.push(base.start());
    }
    let first = turn / Trainer::OF_WEIGHTS.len() % starts.len();
    starts.rotate_left(first);
    starts
}

/// Has a drill of the kind of this turn found nobody who joined?
fn has_failed(state: &State, side: Side, course: Course, turn: usize) -> bool {
    let kind = |turn| (course.goes_on(turn), course.refines(turn));
    let own = state.searches.iter().filter(|search| search.side == side as usize).enumerate();
    let mut of_kind =
        own.filter(|(one, search)| search.trainer == Trainer::Drill && kind(*one) == kind(turn));
    of_kind.any(|(_, search)| search.added.is_none())
}

/// The net of the last drill of a side that gained something, if none has joined since.
fn left_off(state: &State, side: Side) -> Option<&Written> {
    let drills = state
        .searches
        .iter()
        .rev()
        .filter(|search| search.side == side as usize && search.trainer == Trainer::Drill);
    let since = drills.take_while(|search| search.added.is_none());
    since.filter(|search| !search.is_known && search.gain.mean > 0.0).find_map(|search| search.file.as_ref())
}

/// Starts from the mix.
const MOST_STARTS: usize = 4;

/// The name of a side as files begin with it.
pub fn slug(name: &str, side: Side) -> String {
    let plain: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.is_empty() { ["first", "second"][side as usize].to_owned() } else { plain }
}

#[cfg(test)]
mod tests;
