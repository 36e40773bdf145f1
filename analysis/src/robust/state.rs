//! Where a search stands: what is kept of it between two pieces of work.

use serde::{Deserialize, Serialize};

use super::arena::{Blend, Member};
use super::cells::Matrix;
use super::ends::Answer;
use super::hunt::Gain;
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
    /// What came of their games.
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
}

impl State {
    /// Goes on after its end: whoever was found for the play interval joins the others, and another interval is looked
    /// for on seeds of its own. Nothing changes while it has no end.
    pub fn extend(&mut self) {
        let Some(answer) = self.answer.take() else { return };
        for (members, ends) in self.members.iter_mut().zip(answer.responses) {
            let fresh = ends.into_iter().filter(|end| !end.is_known && end.member.text.is_some());
            for (number, end) in (1..).zip(fresh) {
                let Some((kind, file)) = end.member.name.split_once(':') else { continue };
                // The next interval has files of the same names.
                let name = format!(
                    "{kind}:{}",
                    file.replace("-exploit-", &format!("-extended-{}-", self.extended + 1))
                );
                let origin = format!("{FOUND} {number} for the play interval before");
                members.push(Member { name, origin, ..end.member });
            }
        }
        (self.ended, self.frozen) = (None, None);
        self.ends.clear();
        self.extended += 1;
    }
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
    /// The file of a drilled player.
    #[serde(default)]
    pub file: Option<Drilled>,
    /// Its name, if it was added.
    pub added: Option<String>,
}

/// A drilled player: its kind, and its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drilled {
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
