//! The results of a robust search: the value at the equilibrium, how far better play moves it, who plays, who exploits
//! whom, and one sentence for a designer.

use serde::Serialize;
use serde_json::json;
use szala_analysis::aggregate::Counts;
use szala_analysis::matrix::SHARES;
use szala_analysis::robust::{Answer, Budget, Cell, Challenge, End, Ended, Moment, Planted, State, Tried};
use szala_analysis::statistics::interval::tango;
use szala_analysis::{Estimate, Interval, Intervals, OutcomeEstimate, Unit};
use szala_kernel::{BySide, Side};

use crate::figures::{counted, games, shown, signed};
use crate::judged::{in_percent, who_won};
use crate::{Body, Findings, Grid, Row, row};

mod finding;
pub(crate) use finding::Finding;

/// A search with its names.
#[derive(Clone, Copy, Debug)]
pub struct RobustTold<'r> {
    /// What was played.
    pub title: &'r str,
    /// The changes to it, if there are any.
    pub variant: Option<&'r str>,
    /// The names of the sides.
    pub sides: BySide<&'r str>,
    /// The seed.
    pub seed: u64,
    /// Its budget.
    pub budget: Budget,
    /// The smallest gain that counts, in parts of a game.
    pub bound: f64,
    /// The margin within which the scenario is fair, in parts of a game.
    pub margin: f64,
    /// The folder of its files.
    pub folder: &'r str,
    /// The result.
    pub state: &'r State,
    /// Challenges of these mixes that are kept in the folder.
    pub challenged: &'r [Challenge],
    /// Weaknesses that were planted.
    pub planted: &'r [Planted],
}

/// The findings of a robust search.
#[derive(Debug, Serialize)]
pub struct RobustFindings<'r> {
    title: &'r str,
    variant: Option<&'r str>,
    sides: [&'r str; 2],
    seed: u64,
    folder: &'r str,
    budget: Budget,
    /// In parts of a game.
    bound: f64,
    is_finished: bool,
    why_ended: Option<Ended>,
    games_played: u64,
    seconds: u64,
    sentence: Option<String>,
    verdict: Option<Finding<'r>>,
    play_interval: Option<Estimate>,
    /// How many challengers it includes.
    challengers: usize,
    outcome: Option<OutcomeEstimate>,
    mixes: Vec<MixFindings<'r>>,
    responses: Vec<Response<'r>>,
    tried: Vec<TriedFindings<'r>>,
    searches: Vec<SearchFindings<'r>>,
    history: Vec<MomentFindings>,
    planted: Vec<PlantedFindings<'r>>,
    #[serde(skip)]
    counts: Counts,
}

#[derive(Debug, Serialize)]
struct MixFindings<'r> {
    side: &'r str,
    members: Vec<MemberFindings<'r>>,
}

#[derive(Debug, Serialize)]
struct MemberFindings<'r> {
    player: &'r str,
    origin: &'r str,
    /// The share of games in which it is drawn.
    drawn: f64,
}

/// A response to a final mix, on fresh games.
#[derive(Debug, Serialize)]
struct Response<'r> {
    side: &'r str,
    player: &'r str,
    origin: &'r str,
    is_known: bool,
    /// Did it play enough games for an end to include all that it may gain?
    counts: bool,
    /// For the first side.
    score: Estimate,
    /// For its own side, compared with the mix of that side.
    gain: Estimate,
}

#[derive(Debug, Serialize)]
struct TriedFindings<'r> {
    side: &'r str,
    searches: u64,
    found: u64,
    /// The chance that one more response of the same kind finds a gain is at most this.
    chance: f64,
}

#[derive(Debug, Serialize)]
struct SearchFindings<'r> {
    number: usize,
    side: &'r str,
    trainer: &'static str,
    gain: Estimate,
    counts_as_gain: bool,
    added: Option<&'r str>,
    /// Was nobody found but who was known before?
    #[serde(skip)]
    is_known: bool,
}

#[derive(Debug, Serialize)]
struct MomentFindings {
    games_played: u64,
    seconds: u64,
    matrix_value: f64,
    players: [usize; 2],
}

#[derive(Debug, Serialize)]
struct PlantedFindings<'r> {
    side: &'r str,
    wanted: f64,
    size: f64,
    searches: u64,
    trainer: &'static str,
    found_gain: f64,
    is_found: bool,
}

impl<'r> RobustFindings<'r> {
    /// The findings of a search.
    pub fn of(told: RobustTold<'r>) -> Self {
        let RobustTold { title, variant, sides, seed, budget, bound, margin, folder, .. } = told;
        let RobustTold { state, challenged, planted, .. } = told;
        let answer = state.answer.as_ref();
        let counts = answer.map_or_else(Counts::default, |answer| counts_of(answer.value));
        let challengers = answer.map(|answer| answer.challengers(challenged)).unwrap_or_default();
        let play_interval = answer.map(|answer| {
            let [low, high] = answer.ends(&challengers);
            Interval { low, high, ..answer.score() }
        });
        let judged = answer.zip(play_interval);
        let finding = judged.map(|(answer, play)| Finding::of(answer.score(), play, sides, margin));
        let sentence = judged.zip(finding.as_ref()).map(|((answer, play), finding)| {
            finding.sentence(answer, play, !challengers.is_empty(), state.ended, sides, bound)
        });
        let responses = answer.iter().flat_map(|answer| {
            let of = move |side: Side| {
                answer.responses[side as usize]
                    .iter()
                    .map(move |end| Response::of(end, side, sides[side], answer))
            };
            Side::BOTH.into_iter().flat_map(of)
        });
        let tried = answer.iter().flat_map(|answer| {
            Side::BOTH.into_iter().map(|side| {
                let tried = answer.tried[side as usize];
                let Tried { searches, found } = tried;
                TriedFindings { side: sides[side], searches, found, chance: tried.chance() }
            })
        });
        let searches = state.searches.iter().enumerate().map(|(number, search)| SearchFindings {
            number: number + 1,
            side: sides.0[search.side],
            trainer: search.trainer.name(),
            gain: gain_of(search.gain),
            counts_as_gain: search.gain.counts,
            added: search.added.as_deref(),
            is_known: search.is_known,
        });
        Self {
            title,
            variant,
            sides: sides.0,
            seed,
            folder,
            budget,
            bound,
            is_finished: answer.is_some(),
            why_ended: state.ended,
            games_played: state.spent.games,
            seconds: state.spent.milliseconds / 1000,
            sentence,
            verdict: finding,
            play_interval: judged
                .map(|(answer, play)| Estimate::new(play, answer.value.games(), Unit::Share)),
            challengers: challengers.len(),
            outcome: answer.map(|_| Intervals::Fixed.outcome(counts)),
            mixes: Side::BOTH.into_iter().map(|side| MixFindings::of(state, side, sides[side])).collect(),
            responses: responses.collect(),
            tried: tried.collect(),
            searches: searches.collect(),
            history: state
                .history
                .iter()
                .map(|moment| MomentFindings {
                    games_played: moment.spent.games,
                    seconds: moment.spent.milliseconds / 1000,
                    matrix_value: moment.value,
                    players: moment.players,
                })
                .collect(),
            planted: planted
                .iter()
                .map(|one| PlantedFindings {
                    side: sides.0[one.side],
                    wanted: one.wanted,
                    size: one.size,
                    searches: one.searches,
                    trainer: one.trainer.name(),
                    found_gain: one.gain,
                    is_found: one.is_found,
                })
                .collect(),
            counts,
        }
    }

    /// The history of the value as a separate file: games and seconds spent, the value of the matrix, and the number of
    /// players of each side.
    pub fn history(state: &State) -> String {
        let head = "games,seconds,matrix_value,first_players,second_players".to_owned();
        let line = |moment: &Moment| {
            let [first, second] = moment.players;
            let seconds = moment.spent.milliseconds / 1000;
            format!("{},{seconds},{:.6},{first},{second}", moment.spent.games, moment.value)
        };
        let lines = core::iter::once(head).chain(state.history.iter().map(line));
        lines
            .map(|line| {
                line + "
"
            })
            .collect()
    }
}

fn counts_of(cell: Cell) -> Counts {
    let Cell { wins, draws, losses } = cell;
    Counts { first: wins, draws, second: losses, ..Counts::default() }
}

fn gain_of(gain: szala_analysis::robust::Gain) -> Estimate {
    // Two standard errors, practically exact for this many pairs.
    let half = 1.96 * gain.error;
    // A score differs by one at most.
    let (low, high) = ((gain.mean - half).max(-1.0), (gain.mean + half).min(1.0));
    let interval = Interval { estimate: gain.mean, low, high };
    Estimate::new(interval, gain.pairs, Unit::Share)
}

impl<'r> MixFindings<'r> {
    /// The frozen mix, or the newest equilibrium until there is one.
    fn of(state: &'r State, side: Side, name: &'r str) -> Self {
        let newest = || {
            let newest = state.equilibria.last().map(|both| both[side as usize].clone()).unwrap_or_default();
            newest.into_iter().enumerate().filter(|(_, share)| *share > 0).collect()
        };
        let blend = state.frozen.as_ref().map_or_else(newest, |frozen| frozen[side as usize].clone());
        let member = |(place, share): &(usize, u32)| {
            let member = &state.members[side as usize][*place];
            let drawn = f64::from(*share) / f64::from(SHARES);
            MemberFindings { player: &member.name, origin: &member.origin, drawn }
        };
        let mut members: Vec<MemberFindings<'r>> = blend.iter().map(member).collect();
        members.sort_by(|a, b| b.drawn.total_cmp(&a.drawn));
        Self { side: name, members }
    }
}

impl<'r> Response<'r> {
    fn of(end: &'r End, side: Side, name: &'r str, answer: &Answer) -> Self {
        let Cell { wins, draws, losses } = end.cell;
        let score = tango(wins, draws, losses);
        let gain = end.gain(side, answer.value);
        let games = end.cell.games();
        Self {
            side: name,
            player: &end.member.name,
            origin: &end.member.origin,
            is_known: end.is_known,
            counts: end.counts(),
            score: Estimate::new(score, games, Unit::Share),
            gain: Estimate::new(gain, games, Unit::Share),
        }
    }
}

impl Findings for RobustFindings<'_> {
    const COMMAND: &'static str = "robust";

    fn body(&self, body: &mut Body) {
        let Self { title, variant, seed, sides, .. } = self;
        let variant = variant.map(|variant| format!(" [{variant}]")).unwrap_or_default();
        body.title(format!("{title}{variant}: robust search, {}, seed {seed}", budget_words(self.budget)));
        if let Some(sentence) = &self.sentence {
            body.line(sentence);
        } else {
            body.line(
                "The search is not finished, so there is no value on fresh games and no play interval yet.",
            );
        }
        if let (Some(finding), Some(interval)) = (&self.verdict, self.play_interval) {
            body.heading(format!("verdict: {}", finding.words()));
            let with = match self.challengers {
                0 => String::new(),
                number => {
                    format!(", with {} since then", counted(number as u64, "challenger", "challengers"))
                }
            };
            body.note(format!("{} score {} %: play interval{with}", sides[0], shown(interval).trim_start()));
            if let Some(outcome) = &self.outcome {
                body.note(format!(
                    "{} score {} %: statistical interval of 95 % for these two mixes",
                    sides[0],
                    shown(outcome.score).trim_start()
                ));
            }
        }
        if let Some(outcome) = &self.outcome {
            who_won(*sides, outcome, self.counts, body);
        }
        for mix in &self.mixes {
            mix.body(body);
        }
        self.body_of_ends(body);
        self.body_of_searches(body);
        self.body_of_planted(body);
        body.line(format!(
            "{} were played. The mixes are in {1}/mix.toml; play them with --players mix:{1}/mix.toml",
            games(self.games_played),
            self.folder
        ));
    }

    fn rows(&self) -> Vec<Row> {
        let [first, _] = self.sides;
        let bounds = self.play_interval.map(|interval| (interval.low, interval.high)).unzip();
        let mut rows = vec![row(&json!({
            "table": "value", "side": first, "player": null, "value": self.outcome.map(|outcome| outcome.score),
            "play_low": bounds.0, "play_high": bounds.1, "drawn": null, "gain": null,
        }))];
        for mix in &self.mixes {
            rows.extend(mix.members.iter().map(|member| {
                row(&json!({
                    "table": "mix", "side": mix.side, "player": member.player, "value": null, "play_low": null,
                    "play_high": null, "drawn": member.drawn, "gain": null,
                }))
            }));
        }
        rows.extend(self.responses.iter().map(|one| {
            row(&json!({
                "table": "response", "side": one.side, "player": one.player, "value": one.score, "play_low": null,
                "play_high": null, "drawn": null, "gain": one.gain,
            }))
        }));
        rows.extend(self.history.iter().map(|moment| {
            row(&json!({
                "table": "history", "games_played": moment.games_played, "seconds": moment.seconds,
                "matrix_value": moment.matrix_value,
            }))
        }));
        rows
    }
}

impl RobustFindings<'_> {
    fn body_of_ends(&self, body: &mut Body) {
        if self.responses.is_empty() {
            return;
        }
        let mut grid = Grid::with_head(["side", "player", "gain, points", "games", "where from"]);
        for one in &self.responses {
            let why = match (one.counts, one.is_known) {
                (false, _) => ", too few games to count in full",
                (true, true) => ", in the matrix",
                (true, false) => "",
            };
            let from = format!("{}{why}", one.origin);
            let gain = signed(one.gain);
            grid.push([one.side.to_owned(), one.player.to_owned(), gain, one.gain.games.to_string(), from]);
        }
        body.heading("who exploits the mix of the other side: the best responses found, on fresh games");
        body.table(grid);
        for tried in &self.tried {
            let TriedFindings { side, searches, found, chance } = tried;
            if *searches > 0 {
                body.note(format!(
                    "{side}: {found} of {} gained {} or more; one more of the same kind would with a chance of at most \
                     {:.0} %.",
                    counted(*searches, "fresh search", "fresh searches"),
                    points_of(self.bound),
                    chance * 100.0
                ));
            }
        }
        body.note(
            "The play interval is an inner estimate: for these mixes a better search can only widen it. Other mixes \
             may have a narrower one.",
        );
    }

    fn body_of_searches(&self, body: &mut Body) {
        let mut grid = Grid::with_head(["search", "side", "by", "gain, points", "added as"]);
        for search in &self.searches {
            let added = search.added.unwrap_or("-").to_owned();
            let (side, by) = (search.side.to_owned(), search.trainer.to_owned());
            let gain = if search.is_known { "nobody new".to_owned() } else { signed(search.gain) };
            grid.push([search.number.to_string(), side, by, gain, added]);
        }
        if !grid.is_empty() {
            body.heading("responses that were searched for, each against the mix of its time");
            body.table(grid);
        }
        let mut grid = Grid::with_head(["games", "seconds", "value, %", "players"]);
        for moment in &self.history {
            let [first, second] = moment.players;
            let value = format!("{:.2}", moment.matrix_value * 100.0);
            let spent = [moment.games_played, moment.seconds].map(|spent| spent.to_string());
            let [games, seconds] = spent;
            grid.push([games, seconds, value, format!("{first} + {second}")]);
        }
        body.heading(format!("history of the value of the matrix (score of {})", self.sides[0]));
        body.table(grid);
        let why = match self.why_ended {
            None => return body.note("It has not ended; --resume continues it."),
            Some(Ended::Budget) => "the budget was used",
            Some(Ended::NothingGained) => "ten searches of each side in a row gained nothing that counts",
            Some(Ended::NoWeights) => "no player has weights to train",
        };
        body.note(format!("Why it ended: {why}."));
    }

    fn body_of_planted(&self, body: &mut Body) {
        if self.planted.is_empty() {
            return;
        }
        let mut grid =
            Grid::with_head(["side", "wanted", "size, points", "searches", "best by", "its gain", "found"]);
        for one in &self.planted {
            let points = |part: f64| format!("{:.1}", part * 100.0);
            let found = if one.is_found { "yes" } else { "no" };
            let [wanted, size, gain] = [one.wanted, one.size, one.found_gain].map(points);
            let searches = one.searches.to_string();
            let best = one.trainer.to_owned();
            grid.push([one.side.to_owned(), wanted, size, searches, best, gain, found.to_owned()]);
        }
        body.heading("weaknesses planted in copies of the mixes: found is a gain of half the size or more");
        body.table(grid);
        let mut sizes: Vec<f64> = self.planted.iter().map(|one| one.wanted).collect();
        sizes.dedup();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        for size in sizes {
            let of_size = || self.planted.iter().filter(|one| one.wanted.total_cmp(&size).is_eq());
            let (all, found) = (of_size().count(), of_size().filter(|one| one.is_found).count());
            body.note(format!("{found} of {all} of {:.1} points were found.", size * 100.0));
        }
    }
}

impl MixFindings<'_> {
    fn body(&self, body: &mut Body) {
        let mut grid = Grid::with_head(["player", "share, %", "where from"]);
        for member in &self.members {
            let share = format!("{:.1}", member.drawn * 100.0);
            grid.push([member.player.to_owned(), share, member.origin.to_owned()]);
        }
        body.heading(format!("mix of {}", self.side));
        body.table(grid);
    }
}

/// A part of a game in points.
fn points_of(part: f64) -> String {
    let points = in_percent(part);
    format!("{points} {}", if points == "1" { "point" } else { "points" })
}

fn budget_words(budget: Budget) -> String {
    match budget {
        Budget::Games(games) => crate::figures::games(games),
        Budget::Seconds(seconds) if seconds.is_multiple_of(60) => counted(seconds / 60, "minute", "minutes"),
        Budget::Seconds(seconds) => counted(seconds, "second", "seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of a test without a difference is the largest there can be, a whole game.
    #[test]
    fn no_gain_is_said_to_be_more_than_a_game() {
        let gain = szala_analysis::robust::Gain { mean: 0.2, error: 1.0, pairs: 2, counts: false };
        let told = gain_of(gain);
        assert_eq!((told.low, told.value, told.high), (Some(-1.0), Some(0.2), Some(1.0)));
    }
}
