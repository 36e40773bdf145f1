//! What players from anywhere gain against the mixes of a search, and whether its play interval and verdict hold.

use serde::Serialize;
use serde_json::json;
use szala_analysis::robust::{Cell, Challenger, Found};
use szala_analysis::{Estimate, Interval, Unit};
use szala_kernel::BySide;

use crate::figures::{counted, shown, signed};
use crate::play::{Rests, resting, resting_words};
use crate::{Body, Findings, Grid, Row, row};

/// A challenge with its names.
#[derive(Clone, Copy, Debug)]
pub struct ChallengeTold<'r> {
    /// What was played.
    pub title: &'r str,
    /// The changes to it, if there are any.
    pub variant: Option<&'r str>,
    /// The names of the sides.
    pub sides: BySide<&'r str>,
    /// The file of the mixes.
    pub file: &'r str,
    /// The seed of the games.
    pub seed: u64,
    /// Within how much of a game the scenario is to be fair.
    pub margin: f64,
    /// Are the games kept with the mixes?
    pub is_kept: bool,
    /// What the search says of itself, before these games.
    pub before: &'r Found,
    /// The same with them.
    pub after: &'r Found,
    /// What the search found: its mixes against each other, and the ends of the play interval before and after.
    pub value: Cell,
    /// The ends before and after.
    pub ends: [[f64; 2]; 2],
}

/// What came of a challenge.
#[derive(Debug, Serialize)]
pub struct ChallengeFindings<'r> {
    title: &'r str,
    variant: Option<&'r str>,
    sides: [&'r str; 2],
    file: &'r str,
    seed: u64,
    is_kept: bool,
    verdict: &'static str,
    favours: Option<&'r str>,
    /// Whose better play could change it.
    depends_on: Vec<&'r str>,
    margin: f64,
    play_interval: Estimate,
    play_interval_before: Estimate,
    challengers: Vec<ChallengerFindings<'r>>,
}

#[derive(Debug, Serialize)]
struct ChallengerFindings<'r> {
    side: &'r str,
    player: String,
    /// It played in this run, and not in an earlier one alone.
    is_new: bool,
    /// There were games enough for the end to rest on all that it may gain.
    counts: bool,
    /// Of the first side.
    score: Estimate,
    /// Of its own side, over the mix of that side.
    gain: Estimate,
    /// Where it moves the end that is its side's to move.
    end: f64,
}

impl<'r> ChallengeFindings<'r> {
    /// The findings of a challenge.
    pub fn of(told: ChallengeTold<'r>) -> Self {
        let ChallengeTold { title, variant, sides, file, seed, margin, is_kept, before, after, value, ends } =
            told;
        let fresh = &after.challenged[before.challenged.len()..];
        let challenger = |one: Challenger| ChallengerFindings {
            side: sides[one.side],
            is_new: fresh.iter().any(|new| new.seat == one.side.into() && new.is == one.is),
            counts: one.counts(),
            score: Estimate::new(one.score(), one.cell.games(), Unit::Share),
            gain: Estimate::new(one.gain(value), one.cell.games(), Unit::Share),
            end: one.bound,
            player: one.player,
        };
        let score =
            szala_analysis::statistics::interval::tango(value.wins, value.draws, value.losses).estimate;
        let [play_interval_before, play_interval] = ends.map(|[low, high]| {
            Estimate::new(Interval { estimate: score, low, high }, value.games(), Unit::Share)
        });
        let (verdict, favours, depends_on) = resting(score, ends[1], sides.0, margin);
        Self {
            title,
            variant,
            sides: sides.0,
            file,
            seed,
            is_kept,
            verdict,
            favours,
            depends_on,
            margin,
            play_interval,
            play_interval_before,
            challengers: after.challengers().into_iter().map(challenger).collect(),
        }
    }

    fn rests(&self) -> Rests<'r> {
        (self.verdict, self.favours, self.depends_on.clone())
    }

    /// What a designer reads.
    fn sentence(&self) -> String {
        let ends = |of: Estimate| {
            let [low, high] = [of.low, of.high].map(|end| in_tenths(end.unwrap_or_default()));
            format!("{low} to {high} %")
        };
        let (before, after) = (ends(self.play_interval_before), ends(self.play_interval));
        if before == after {
            return format!("The play interval holds against these challengers: {after}.");
        }
        format!("These challengers widen the play interval, from {before} to {after}.")
    }
}

impl Findings for ChallengeFindings<'_> {
    const COMMAND: &'static str = "challenge";

    fn body(&self, body: &mut Body) {
        let Self { title, file, seed, .. } = self;
        let variant = self.variant.map(|variant| format!(" [{variant}]")).unwrap_or_default();
        let new = self.challengers.iter().filter(|one| one.is_new).count() as u64;
        let who = counted(new, "challenger", "challengers");
        body.title(format!("{title}{variant}: {who} against the mixes of {file}, seed {seed}"));
        body.line(self.sentence());
        body.heading(format!("verdict: {}", resting_words(&self.rests(), None, self.margin)));
        body.note(format!(
            "{} score {} %: play interval with all who challenged",
            self.sides[0],
            shown(self.play_interval).trim_start()
        ));
        let first = self.sides[0];
        let mut grid = Grid::with_head([
            "side".to_owned(),
            "player".to_owned(),
            "games".to_owned(),
            format!("score of {first}, %"),
            "gain, points".to_owned(),
            "end, %".to_owned(),
        ]);
        for one in &self.challengers {
            let why = match (one.is_new, one.counts) {
                (false, _) => " (earlier)",
                (true, false) => " (too few games to count in full)",
                (true, true) => "",
            };
            grid.push([
                one.side.to_owned(),
                format!("{}{why}", one.player),
                one.gain.games.to_string(),
                shown(one.score),
                signed(one.gain),
                in_tenths(one.end),
            ]);
        }
        body.heading("who challenged, each against the mix of the other side");
        body.table(grid);
        body.note(
            "An end allows for all who challenged for its side. A gain is over the mix of the own side, and its \
             interval is of 95 %.",
        );
        body.line(if self.is_kept {
            format!("These games are kept in {file}, and count wherever its mixes play.")
        } else {
            format!("Nothing is kept; --keep adds these games to {file}.")
        });
    }

    fn rows(&self) -> Vec<Row> {
        let of = |one: &ChallengerFindings<'_>| {
            row(&json!({
                "side": one.side, "player": one.player, "is_new": one.is_new, "score": one.score, "gain": one.gain,
                "end": one.end,
            }))
        };
        self.challengers.iter().map(of).collect()
    }
}

/// A part of a game in hundredths, to a tenth.
fn in_tenths(part: f64) -> String {
    format!("{:.1}", part * 100.0)
}
