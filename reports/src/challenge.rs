//! Reports the gains of challengers against the mixes of a search, and whether its play interval and verdict hold.

use serde::Serialize;
use serde_json::json;
use szala_analysis::robust::{Cell, Challenge, Challenger, Found};
use szala_analysis::statistics::interval::tango;
use szala_analysis::{Estimate, Interval, Unit};
use szala_kernel::{BySide, Side};

use crate::figures::{counted, shown, signed};
use crate::robust::Finding;
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
    /// The margin within which the scenario is fair, in parts of a game.
    pub margin: f64,
    /// The games of this challenge.
    pub games: &'r [Challenge],
    /// The challengers with fewer games than requested, because the command was interrupted.
    pub unfinished: &'r [Challenge],
    /// Whether these games were kept.
    pub kept: Kept<'r>,
    /// The search's own results, with all games.
    pub found: &'r Found,
    /// The mixes against each other.
    pub value: Cell,
    /// The ends of the play interval without these games and with them.
    pub ends: [[f64; 2]; 2],
}

/// Whether the games of a challenge are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept<'r> {
    /// They are in the mixes file.
    In,
    /// They are not, and could not be.
    Out,
    /// They are not; this option would add them.
    OutUnless(&'r str),
}

/// The findings of a challenge.
#[derive(Debug, Serialize)]
pub struct ChallengeFindings<'r> {
    title: &'r str,
    variant: Option<&'r str>,
    sides: [&'r str; 2],
    file: &'r str,
    seed: u64,
    is_finished: bool,
    is_kept: bool,
    unfinished: Vec<Unfinished<'r>>,
    verdict: Finding<'r>,
    play_interval: Estimate,
    play_interval_before: Estimate,
    challengers: Vec<ChallengerFindings<'r>>,
    #[serde(skip)]
    kept: Kept<'r>,
}

#[derive(Debug, Serialize)]
struct Unfinished<'r> {
    side: &'r str,
    player: &'r str,
    games: u64,
}

#[derive(Debug, Serialize)]
struct ChallengerFindings<'r> {
    side: &'r str,
    player: String,
    /// How many of its games are from this challenge.
    games_now: u64,
    /// Did it play enough games for the end to include all that it may gain?
    counts: bool,
    /// For the first side.
    score: Estimate,
    /// For its own side, compared with the mix of that side.
    gain: Estimate,
    /// The end of the play interval that it may widen, after its games.
    end: f64,
    /// Does it lie beyond the end that the search found?
    #[serde(skip)]
    moves: bool,
}

impl<'r> ChallengeFindings<'r> {
    /// The findings of a challenge.
    pub fn of(told: ChallengeTold<'r>) -> Self {
        let ChallengeTold {
            title, variant, sides, file, seed, margin, unfinished, kept, found, value, ..
        } = told;
        let [low, high] = found.ends_of_search().unwrap_or_default();
        let challenger = |one: Challenger| ChallengerFindings {
            side: sides[one.side],
            games_now: told
                .games
                .iter()
                .filter(|now| now.seat == one.side.into() && now.is == one.is)
                .map(Challenge::games)
                .sum(),
            counts: one.counts(),
            score: Estimate::new(one.score(), one.cell.games(), Unit::Share),
            gain: Estimate::new(one.gain(value), one.cell.games(), Unit::Share),
            end: one.bound,
            moves: match one.side {
                Side::First => one.bound > high,
                Side::Second => one.bound < low,
            },
            player: one.player,
        };
        let score = tango(value.wins, value.draws, value.losses);
        let [before, now] = told.ends.map(|[low, high]| Interval { low, high, ..score });
        let [play_interval_before, play_interval] =
            [before, now].map(|play| Estimate::new(play, value.games(), Unit::Share));
        Self {
            title,
            variant,
            sides: sides.0,
            file,
            seed,
            is_finished: unfinished.is_empty(),
            is_kept: kept == Kept::In,
            unfinished: unfinished
                .iter()
                .map(|one| Unfinished {
                    side: sides[Side::from(one.seat)],
                    player: &one.player,
                    games: one.games(),
                })
                .collect(),
            verdict: Finding::of(score, now, sides, margin),
            play_interval,
            play_interval_before,
            challengers: found.challengers().into_iter().map(challenger).collect(),
            kept,
        }
    }

    fn now(&self) -> impl Iterator<Item = &ChallengerFindings<'r>> {
        self.challengers.iter().filter(|one| one.games_now > 0)
    }

    /// The sentence for a designer.
    fn sentence(&self) -> String {
        let [before, after] = [self.play_interval_before, self.play_interval]
            .map(|of| [of.low, of.high].map(|end| in_tenths(end.unwrap_or_default())));
        let [low, high] = &after;
        if before == after {
            return format!("The play interval holds: {low} to {high} %.");
        }
        let moves: Vec<String> = ["lower", "upper"]
            .iter()
            .zip(before.iter().zip(&after))
            .filter(|(_, (before, after))| before != after)
            .map(|(which, (before, after))| format!("its {which} end goes from {before} to {after} %"))
            .collect();
        let gain: Vec<String> = self
            .now()
            .filter(|one| one.gain.low.is_some_and(|low| low > 0.0))
            .map(|one| format!("{} as {}", one.player, one.side))
            .collect();
        let who = match &gain[..] {
            [] => "No challenger is shown to gain. An end also moves as far as few games leave room, and when its 5 % \
                   are shared among more challengers; more games leave less room."
                .to_owned(),
            gain => format!("Shown to gain: {}.", gain.join(", ")),
        };
        format!("The play interval is {low} to {high} %; {}. {who}", moves.join(", "))
    }
}

impl Findings for ChallengeFindings<'_> {
    const COMMAND: &'static str = "challenge";

    fn body(&self, body: &mut Body) {
        let Self { title, file, seed, sides: [first, _], .. } = self;
        let variant = self.variant.map(|variant| format!(" [{variant}]")).unwrap_or_default();
        let who = counted(self.now().count() as u64, "challenger", "challengers");
        body.title(format!("{title}{variant}: {who} against the mixes of {file}, seed {seed}"));
        body.line(self.sentence());
        body.heading(format!("verdict: {}", self.verdict.words()));
        body.note(format!(
            "{first} score {} %: play interval with all who challenged",
            shown(self.play_interval).trim_start()
        ));
        let score = format!("score of {first}, %");
        let mut grid =
            Grid::with_head(["side", "player", "games", "of now", &score, "gain, points", "end, %"]);
        for one in &self.challengers {
            let few = if one.counts { "" } else { " (too few games to count in full)" };
            grid.push([
                one.side.to_owned(),
                format!("{}{few}", one.player),
                one.gain.games.to_string(),
                one.games_now.to_string(),
                shown(one.score),
                signed(one.gain),
                if one.moves { in_tenths(one.end) } else { "-".to_owned() },
            ]);
        }
        body.heading("who challenged, each against the mix of the other side");
        body.table(grid);
        body.note(
            "A gain is over the mix of its own side, with an interval of 95 %. An end is a bound of 5 %, divided by \
             the number of those who may gain; - where it lies within what the search found.",
        );
        for Unfinished { side, player, games } in &self.unfinished {
            body.line(format!(
                "Interrupted: {player} as {side} played {}.",
                counted(*games, "game", "games")
            ));
        }
        match self.kept {
            Kept::In if !self.unfinished.is_empty() => {
                body.line(format!(
                    "The games of finished challengers are kept in {file}, and count wherever its mixes play."
                ));
            }
            Kept::In => {
                body.line(format!("These games are kept in {file}, and count wherever its mixes play."));
            }
            Kept::Out => body.line("These games are not kept."),
            Kept::OutUnless(option) => {
                body.line(format!("These games are not kept; {option} adds them to {file}."));
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        let all = row(&json!({
            "table": "value", "side": self.sides[0], "player": null, "games": null, "games_now": null, "counts": null,
            "score": self.play_interval, "gain": null, "end": null,
        }));
        let of = |one: &ChallengerFindings<'_>| {
            row(&json!({
                "table": "challenger", "side": one.side, "player": one.player, "games": one.gain.games,
                "games_now": one.games_now, "counts": one.counts, "score": one.score, "gain": one.gain,
                "end": one.end,
            }))
        };
        core::iter::once(all).chain(self.challengers.iter().map(of)).collect()
    }
}

/// A part of a game in points, with one decimal.
fn in_tenths(part: f64) -> String {
    format!("{:.1}", part * 100.0)
}

#[cfg(test)]
mod tests {
    use szala_analysis::robust::Seat;

    use super::*;
    use crate::{Form, written};

    fn challenge(player: &str, wins: u64, losses: u64) -> Challenge {
        let [seed, date, commit] = ["1", "2026-01-01", "abc"].map(str::to_owned);
        let (player, is) = (player.to_owned(), player.to_owned());
        Challenge { seat: Seat::Second, player, is, seed, wins, draws: 0, losses, date, commit }
    }

    /// The report on a challenge as Blue of mixes that won 200 games each.
    fn told(games: &[Challenge], unfinished: &[Challenge], kept: Kept<'_>) -> String {
        let value = Cell { wins: 200, draws: 0, losses: 200 };
        let found = Found {
            is_finished: true,
            score: Some(0.5),
            play_low: Some(0.48),
            play_high: Some(0.53),
            challenged: games.to_vec(),
            ..Found::default()
        };
        let after = found.ends().expect("the search has ended");
        let told = ChallengeTold {
            title: "Mill",
            variant: None,
            sides: BySide(["Red", "Blue"]),
            file: "mix.toml",
            seed: 1,
            margin: 0.02,
            games,
            unfinished,
            kept,
            found: &found,
            value,
            ends: [[0.48, 0.53], after],
        };
        written(&ChallengeFindings::of(told), Form::Text).replace('\n', " ")
    }

    /// 150 of 400 games: Wilson's lower bound with 1.645 is ((0.375 + 0.00338) - 1.645 (0.000586 + 0.000004)^(1/2)) /
    /// 1.00676 = 0.336. All 400 lost by Blue: the end stays where the search found it.
    #[test]
    fn the_sentence_says_what_the_challenge_did_to_the_play_interval() {
        let gains = told(&[challenge("plan:a.toml", 150, 250)], &[], Kept::Out);
        let expected = "The play interval is 33.6 to 53.0 %; its lower end goes from 48.0 to 33.6 %. Shown to gain: \
                        plan:a.toml as Blue.";
        assert!(gains.contains(expected), "{gains}");
        let loses = told(&[challenge("plan:a.toml", 400, 0)], &[], Kept::Out);
        assert!(loses.contains("The play interval holds: 48.0 to 53.0 %."), "{loses}");
    }

    #[test]
    fn after_an_interruption_only_finished_challengers_are_called_kept() {
        let games = [challenge("whole", 200, 200), challenge("partial", 20, 10)];
        let interrupted = told(&games, &[games[1].clone(), challenge("unplayed", 0, 0)], Kept::In);
        for expected in [
            "Interrupted: partial as Blue played 30 games.",
            "Interrupted: unplayed as Blue played 0 games.",
            "The games of finished challengers are kept in mix.toml",
        ] {
            assert!(interrupted.contains(expected), "{interrupted}");
        }
        let finished = told(&games[..1], &[], Kept::In);
        assert!(finished.contains("These games are kept in mix.toml"), "{finished}");
    }
}
