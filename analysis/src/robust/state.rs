//! Where a search stands: what is kept of it between two pieces of work.

use serde::{Deserialize, Serialize};
use szala_kernel::Side;

use super::arena::{Blend, Member};
use super::cells::Matrix;
use super::ends::{Answer, End};
use super::hunt::{Catch, Gain};
use super::meter::Spent;
use super::trainers::Trainer;

/// How the origin of a response begins.
pub(super) const FOUND: &str = "search";

/// Where a search stands between two pieces of work: all that is needed to go on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What it has spent.
    pub spent: Spent,
    /// The players of both sides, in the order in which they came.
    pub members: [Vec<Member>; 2],
    /// The results of their games.
    pub matrix: Matrix,
    /// The equilibria of the matrix, in millionths by player, the newest last.
    pub equilibria: Vec<[Vec<u32>; 2]>,
    /// The value of the matrix over time.
    pub history: Vec<Moment>,
    /// The searches for responses that were to be added.
    pub searches: Vec<Search>,
    /// Why no more responses are added.
    pub ended: Option<Ended>,
    /// The mixes of the play interval.
    pub frozen: Option<[Blend; 2]>,
    /// The searches behind the play interval.
    pub ends: Vec<Search>,
    /// The value and the play interval.
    pub answer: Option<Answer>,
    /// How often it went on with a larger budget after it had ended.
    #[serde(default)]
    pub extended: u64,
    /// The number of searches before it last continued.
    #[serde(default)]
    pub searched_before: usize,
    /// The seeds of the searches that it was joined from.
    #[serde(default)]
    pub joined: Vec<u64>,
}

impl State {
    /// Do its mixes and searches name only players and sides that it has? A file could say otherwise.
    pub fn is_sound(&self) -> bool {
        let count = self.members.each_ref().map(Vec::len);
        let has = |side: usize, place: usize| place < count[side];
        let mut blends = self.frozen.iter().flat_map(|blends| blends.iter().enumerate());
        let mut newest = self.equilibria.iter().flat_map(|both| both.iter().enumerate());
        let mut searches = self.searches.iter().chain(&self.ends);
        blends.all(|(side, blend)| blend.iter().all(|(place, _)| has(side, *place)))
            && newest.all(|(side, shares)| shares.len() <= count[side])
            && searches.all(|search| search.side < count.len())
    }

    /// Goes on after its end: the players found for the play interval join the others, and another interval is looked
    /// for on seeds of its own. Nothing changes while it has no end.
    pub fn extend(&mut self) {
        let Some(answer) = self.answer.take() else { return };
        for (members, ends) in self.members.iter_mut().zip(answer.responses) {
            for member in responses(ends) {
                // The next interval has files of the same names.
                let name = member.name.replace("-exploit-", &format!("-extended-{}-", self.extended + 1));
                members.push(Member { name, ..member });
            }
        }
        (self.ended, self.frozen) = (None, None);
        self.ends.clear();
        self.searched_before = self.searches.len();
        self.extended += 1;
    }

    /// Makes one search of several, which has spent nothing yet. It has every player of theirs once, those found for
    /// their play intervals included, and all games that were played. No game may be in two of them.
    pub fn join(searches: impl IntoIterator<Item = (u64, Self)>) -> Self {
        let mut joint = Self::default();
        for (number, (seed, search)) in (1..).zip(searches) {
            let mut places = [Vec::new(), Vec::new()];
            let ends = search.answer.map_or_else(Default::default, |answer| answer.responses.map(responses));
            for (side, (members, ends)) in search.members.into_iter().zip(ends).enumerate() {
                for member in members.into_iter().chain(ends) {
                    places[side].push(place_of(&mut joint.members[side], member, number));
                }
            }
            joint.matrix.grow(joint.members[0].len(), joint.members[1].len());
            for (row, cells) in places[0].iter().zip(&search.matrix.cells) {
                for (column, cell) in places[1].iter().zip(cells) {
                    joint.matrix.cells[*row][*column].count(*cell);
                }
            }
            joint.joined.push(seed);
            joint.joined.extend(search.joined);
        }
        joint
    }
}

/// The players found for a play interval.
fn responses(ends: Vec<End>) -> Vec<Member> {
    let fresh = ends.into_iter().filter(|end| !end.is_known && end.member.text.is_some());
    let member = |(number, end): (u32, End)| {
        let origin = format!("{FOUND} {number} for the play interval before");
        Member { origin, ..end.member }
    };
    (1..).zip(fresh).map(member).collect()
}

/// Where a player is among these, with a file named after its search if it was not there.
fn place_of(members: &mut Vec<Member>, member: Member, search: usize) -> usize {
    let kind = |member: &Member| member.name.split(':').next().map(str::to_owned);
    let is_same = |known: &Member| match (&known.text, &member.text) {
        (None, None) => known.name == member.name,
        (known_text, text) => known_text == text && kind(known) == kind(&member),
    };
    if let Some(place) = members.iter().position(is_same) {
        return place;
    }
    let renamed = member.text.as_ref().and_then(|_| {
        let (kind, file) = member.name.split_once(':')?;
        let (side, rest) = file.split_once('-')?;
        Some(format!("{kind}:{side}-of-{search}-{rest}"))
    });
    members.push(Member { name: renamed.unwrap_or_else(|| member.name.clone()), ..member });
    members.len() - 1
}

/// The value at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// What had been spent.
    pub spent: Spent,
    /// The value of the matrix: the score of the first side.
    pub value: f64,
    /// How many players each side had.
    pub players: [usize; 2],
}

/// A search for a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// The number of the side: 0 or 1.
    pub side: usize,
    /// How it was trained.
    pub trainer: Trainer,
    /// What it gains.
    pub gain: Gain,
    /// Its weights, if that is what was trained.
    pub values: Vec<i32>,
    /// The file, if a net was drilled or a plan varied.
    #[serde(default)]
    pub file: Option<Written>,
    /// Its name, if it was added.
    pub added: Option<String>,
    /// The search found no better player than those known before.
    #[serde(default)]
    pub is_known: bool,
}

impl Search {
    /// A search from this state, with what it caught.
    pub(super) fn of(state: &State, side: Side, trainer: Trainer, caught: Catch) -> Self {
        let Catch { values, file, mut gain, is_first } = caught;
        let has_these = |member: &Member| member.values.as_ref() == Some(&values);
        let is_known = is_first || file.is_none() && state.members[side as usize].iter().any(has_these);
        gain.counts &= !is_known;
        Self { side: side as usize, trainer, gain, values, file, added: None, is_known }
    }
}

/// A player with a file of its own, a net or a plan: its kind, and the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// In its name before a colon.
    pub kind: String,
    /// The text of its file.
    pub text: String,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// Its budget was used.
    Budget,
    /// Enough searches in a row had gained nothing.
    NothingGained,
    /// No player has weights to train.
    NoWeights,
}

#[cfg(test)]
mod tests {
    use super::super::cells::Cell;
    use super::*;

    fn member(name: &str, text: Option<&str>) -> Member {
        Member {
            name: name.to_owned(),
            text: text.map(str::to_owned),
            values: None,
            origin: "a test".to_owned(),
        }
    }

    fn search(first: Vec<Member>, second: Vec<Member>, wins: &[&[u64]]) -> State {
        let cell = |wins: &u64| Cell { wins: *wins, draws: 0, losses: 0 };
        let cells = wins.iter().map(|row| row.iter().map(cell).collect()).collect();
        State { members: [first, second], matrix: Matrix { cells }, ..State::default() }
    }

    /// A and X are in both searches, and each has a B of its own, in files of the same name; the second has Y too. A
    /// won 5 and 7 games against X, the first B 2 and the second 3; against Y A won one and the second B four.
    #[test]
    fn joined_searches_know_every_player_once_and_all_of_its_games() {
        let a = member("sentry", None);
        let b = |text: &str| member("sentry:red-1.toml", Some(text));
        let (x, y) = (member("sentry", None), member("greedy", None));
        let one = search(vec![a.clone(), b("one")], vec![x.clone()], &[&[5], &[2]]);
        let two = search(vec![a, b("two")], vec![y, x], &[&[1, 7], &[4, 3]]);
        let joint = State::join([(31, one), (32, two)]);
        let names = joint
            .members
            .each_ref()
            .map(|members| members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>());
        assert_eq!(names[0], ["sentry", "sentry:red-of-1-1.toml", "sentry:red-of-2-1.toml"]);
        assert_eq!(names[1], ["sentry", "greedy"]);
        let wins: Vec<Vec<u64>> =
            joint.matrix.cells.iter().map(|row| row.iter().map(|cell| cell.wins).collect()).collect();
        assert_eq!(wins, [[12, 1], [2, 0], [3, 4]]);
        assert_eq!(joint.joined, [31, 32]);
        // It has no equilibrium yet, and has spent nothing.
        assert!(joint.equilibria.is_empty() && joint.spent == Spent::default());
    }

    /// One player a side: the place of a second one, or a third side, can only be damage.
    #[test]
    fn a_state_that_names_players_or_sides_that_it_does_not_have_is_not_sound() {
        let whole = search(vec![member("sentry", None)], vec![member("greedy", None)], &[&[1]]);
        assert!(State { frozen: Some([vec![(0, 1)], vec![(0, 1)]]), ..whole.clone() }.is_sound());
        assert!(!State { frozen: Some([vec![(0, 1)], vec![(1, 1)]]), ..whole.clone() }.is_sound());
        assert!(!State { equilibria: vec![[vec![1, 1], vec![1]]], ..whole.clone() }.is_sound());
        let gain = Gain { mean: 0.0, error: 0.0, pairs: 0, counts: false };
        let of_a_third = Search {
            side: 2,
            trainer: Trainer::Single,
            gain,
            values: Vec::new(),
            file: None,
            added: None,
            is_known: false,
        };
        assert!(!State { ends: vec![of_a_third], ..whole }.is_sound());
    }
}
