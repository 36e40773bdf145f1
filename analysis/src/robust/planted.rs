//! How good is a search at finding what is wrong with a mix? Weaknesses of a known size are planted in copies of a mix:
//! a player is spoiled in one weight until a response to it alone is known to gain much, and is then mixed in with such
//! a share that the known response gains exactly that size. Searches like those behind an end of the play interval, and
//! as many, do not know any of this; they find the weakness if one of them gains half as much. Where players can be
//! drilled, all are drills: weights alone gain little on a mix of drilled players, however weak one of them is.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use szala_kernel::Side;
use szala_kernel::seed::mix;

use super::arena::{Arena, Base, Blend};
use super::cells::blend_of;
use super::hunt::{Hunt, Mixes};
use super::meter::{Labour, Meter};
use super::seeds::{Purpose, run_of, seed_of};
use super::{Budget, Member, News, Plan, Search, Spent, State, Trainer, Work, starts};
use crate::matrix::{SHARES, shares};
use crate::statistics::float;

/// A weakness that was planted, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planted {
    /// The side whose mix was spoiled: 0 or 1.
    pub side: usize,
    /// How much the known response was to gain, in parts of a game.
    pub wanted: f64,
    /// How much it gains on fresh seeds.
    pub size: f64,
    /// How many searches there were: those behind an end, or fewer, if one of them found it.
    pub searches: u64,
    /// How the best of them was trained.
    pub trainer: Trainer,
    /// What that one gained.
    pub gain: f64,
    /// It gained half of the size or more.
    pub is_found: bool,
}

/// Spoiled players that are tried for a weakness.
const TRIES: u64 = 12;
/// Games on which sizes are measured.
const MEASURED: u64 = 4_000;
/// How many times the games of a search the search for the known response gets.
const KNOWN: u64 = 2;
/// The numbers of further searches for the same weakness are this far apart.
const TURN: u64 = 1 << 40;

/// Plants weaknesses of these sizes in the frozen mixes of a search, `of_each` of each size in the mix of each side,
/// and searches for each as the ends were searched for, with `games` games a search. Nothing where a side has no
/// weights to spoil and to train.
///
/// # Errors
/// What is wrong with a player.
pub fn plant(
    plan: &Plan<'_>,
    state: &State,
    sizes: &[f64],
    of_each: u64,
    games: u64,
    stop: &AtomicBool,
    tell: impl FnMut(News<'_>),
) -> Result<Vec<Planted>, String> {
    let Some(frozen) = state.frozen.clone() else { return Ok(Vec::new()) };
    // What drills have left off with knows other weaknesses of the mixes than the planted ones.
    let mut state = state.clone();
    state.searches.iter_mut().for_each(|search| search.file = None);
    let state = &state;
    let tell = super::shared(tell);
    let meter = Meter::new(Budget::Games(games), Spent::default(), stop, &tell);
    let arena = Arena::new(plan.game, plan.read);
    for (file, text) in state.members.iter().flatten().filter_map(Member::file) {
        arena.put(file, text);
    }
    let mut work = Work { plan, arena: &arena, meter: &meter, bases: [None, None] };
    work.bases = Side::BOTH.map(|side| work.base(side, &state.members));
    let mut planted = Vec::new();
    for number in 0..of_each {
        for side in Side::BOTH {
            let [Some(spoils), Some(searches)] = [side, !side].map(|side| work.bases[side as usize].clone())
            else {
                continue;
            };
            let number = 2 * number + side as u64;
            let garden =
                Garden { work: &work, state, frozen: &frozen, side, spoils, searches, games, number };
            planted.extend(garden.plant(sizes)?);
        }
    }
    Ok(planted)
}

/// A weakness of each size.
struct Garden<'g> {
    work: &'g Work<'g>,
    state: &'g State,
    frozen: &'g [Blend; 2],
    /// Whose mix is spoiled.
    side: Side,
    spoils: Base,
    searches: Base,
    games: u64,
    number: u64,
}

impl Garden<'_> {
    fn plant(&self, sizes: &[f64]) -> Result<Vec<Planted>, String> {
        let Self { work, state, side, .. } = *self;
        let other = !side;
        let arena = work.arena;
        let members = &state.members[side as usize];
        let mixes = Side::BOTH.map(|of| {
            let file = ["planted-first", "planted-second"][of as usize];
            arena.mix(file, of, &state.members[of as usize], &self.frozen[of as usize])
        });
        let (sound, searcher) = (&mixes[side as usize], &mixes[other as usize]);
        let (mut planted, mut left) = (Vec::new(), sizes.to_vec());
        for attempt in 0..TRIES {
            if left.is_empty() {
                break;
            }
            let number = self.number * TRIES + attempt;
            let first = number * (1 + sizes.len() as u64);
            let spoiled = self.spoiled(number)?;
            let known = self.search(&spoiled.name, searcher, first, 0, KNOWN * self.games)?;
            let Some(known) = known else { break };
            let as_known = ("known.toml", "");
            let known = work.member(other, &self.searches, &known, as_known, String::new())?.name;
            let run = run_of(work.plan.seed, Purpose::Planting, 4 * number + 2);
            let gain = |against: &str| {
                let scores = [&*known, &**searcher].map(|name| self.score(name, against, run));
                let [one, two] = scores;
                Ok::<_, String>(one?.zip(two?).map(|(known, mix)| known - mix))
            };
            let (Some(alone), Some(at_first)) = (gain(&spoiled.name)?, gain(sound)?) else { break };
            let mut with: Vec<Member> = members.clone();
            with.push(spoiled);
            for wanted in core::mem::take(&mut left) {
                if alone <= wanted || at_first >= wanted {
                    left.push(wanted);
                    continue;
                }
                // The gain against a mix is the mean of the gains against its parts.
                let share = (wanted - at_first) / (alone - at_first);
                let mut parts: Vec<f64> = vec![0.0; with.len()];
                for (place, part) in &self.frozen[side as usize] {
                    parts[*place] = (1.0 - share) * f64::from(*part) / f64::from(SHARES);
                }
                parts[members.len()] = share;
                let weak = arena.mix("weak", side, &with, &blend_of(&shares(&parts)));
                let Some(size) = gain(&weak)? else { return Ok(planted) };
                let number = first + 1 + planted.len() as u64;
                let Some(found) = self.seek(&weak, searcher, number, (wanted, size))? else {
                    return Ok(planted);
                };
                self.work.meter.tell(News::Planted(&found));
                planted.push(found);
            }
        }
        Ok(planted)
    }

    /// A player with one weight far off.
    fn spoiled(&self, number: u64) -> Result<Member, String> {
        let Self { work, side, .. } = *self;
        let lot = seed_of(work.plan.seed, Purpose::Planting, 4 * number);
        let mut values = self.spoils.start();
        let place = usize::try_from(mix(lot) % values.len() as u64).expect("a place in a list");
        let parameter = &self.spoils.parameters[place];
        let turned = -values[place];
        values[place] = match mix(lot ^ 1) % 3 {
            0 => parameter.low,
            1 => parameter.high,
            _ => turned.clamp(parameter.low, parameter.high),
        };
        let file = "spoiled.toml";
        let text = work.text(side, &self.spoils, &values, "")?;
        work.arena.put(file, &text);
        let name = format!("{}:{file}", self.spoils.kind());
        Ok(Member { name, text: Some(text), values: Some(values), origin: String::new() })
    }

    /// What searches like those behind an end find in a mix with a weakness, which was to be of the first size and is
    /// of the second. Nothing when somebody asked to stop before one of them found it.
    fn seek(
        &self,
        weak: &str,
        own: &str,
        number: u64,
        (wanted, size): (f64, f64),
    ) -> Result<Option<Planted>, String> {
        let weak_side = self.side as usize;
        let most =
            self.state.ends.iter().filter(|end| end.side != weak_side && self.is_alike(end.trainer)).count();
        let mut best: Option<Planted> = None;
        for turn in 0..most.max(1) {
            let number = number + TURN * turn as u64;
            let Some(Search { trainer, gain, .. }) = self.search(weak, own, number, turn, self.games)? else {
                return Ok(None);
            };
            let (searches, gain) = (turn as u64 + 1, gain.mean);
            let is_found = gain >= size / 2.0;
            best = Some(match best {
                Some(best) if best.gain > gain => Planted { searches, ..best },
                _ => Planted { side: weak_side, wanted, size, searches, trainer, gain, is_found },
            });
            if is_found {
                break;
            }
        }
        Ok(best)
    }

    /// Are these the searches that look for weaknesses?
    fn is_alike(&self, trainer: Trainer) -> bool {
        if self.work.can_drill(!self.side) {
            trainer == Trainer::Drill
        } else {
            Trainer::OF_WEIGHTS.contains(&trainer)
        }
    }

    /// What a search that knows nothing finds against a mix, at its turn among those of its side.
    fn search(
        &self,
        target: &str,
        own: &str,
        number: u64,
        turn: usize,
        games: u64,
    ) -> Result<Option<Search>, String> {
        let Self { work, state, side, .. } = *self;
        let other = !side as usize;
        let mut shares = vec![0; state.members[other].len()];
        self.frozen[other].iter().for_each(|(place, share)| shares[*place] = *share);
        let start = turn + usize::try_from(self.number / 2).expect("a number of plantings");
        let trainer = if work.can_drill(!side) { Trainer::Drill } else { Trainer::OF_WEIGHTS[start % 3] };
        let mixes = Mixes { training: target, target, own };
        let hunt = Hunt {
            trainer,
            starts: starts(&self.searches, &state.members[other], &shares, start),
            seed: seed_of(work.plan.seed, Purpose::Planting, u64::MAX),
            ..work.hunt((!side, turn), &self.searches, state, &shares, mixes, number)
        };
        let caught = hunt.catch(float(games) / float(self.games))?;
        Ok(caught.map(|caught| Search::of(state, !side, trainer, caught)))
    }

    /// What a player of the side that searches scores.
    fn score(&self, name: &str, against: &str, run: szala_kernel::RunSeed) -> Result<Option<f64>, String> {
        let side = !self.side;
        let contest = self.work.arena.meet(side, name, against)?;
        self.work.meter.begin(Labour::Ends, 0.0);
        self.work.meter.insist(MEASURED);
        let played = self.work.meter.play(&*contest, run, 0..MEASURED);
        Ok(played
            .map(|scores| scores.into_iter().map(|score| score.points(side)).sum::<f64>() / float(MEASURED)))
    }
}
