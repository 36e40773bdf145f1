//! `szala chart`: draws what recorded runs show, as SVG or PNG, and prints the finding.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_analysis::aggregate::{Aggregate, AggregateError, first_games, pairs};
use szala_analysis::clauses::{clauses, read_ledger};
use szala_analysis::records::Folder;
use szala_reports::chart::{self, ChartedRun, ClauseFindings, Frame, Picture, margins_of, outcomes_of};
use szala_reports::{Lexicon, alone, png};

use super::report::{unfinished, warn_unsealed};
use super::{INTERRUPTED, Problem, refuse_unwritable, say, threads_refused, write_new};
use crate::again::Again;
use crate::house::House;
use crate::interrupt;
use crate::options::{Lang, Printed, Threads, Words, count};
use crate::progress::Count;

/// Options of `szala chart`.
#[derive(Debug, Args)]
pub(crate) struct Chart {
    /// What to draw
    kind: Kind,
    /// The folder of a recorded run, as `szala run --out` makes it; `outcomes` and `margins` also take two
    #[arg(required = true, value_name = "RUN", num_args = 1..=2)]
    runs: Vec<String>,
    /// The new file to draw, .svg or .png; without it `clauses` only prints its table
    #[arg(long, value_name = "FILE.svg|FILE.png", required_if_eq_any([
        ("kind", "outcomes"), ("kind", "margins"), ("kind", "stages"), ("kind", "reasons"), ("kind", "survival"),
        ("kind", "convergence"),
    ]))]
    out: Option<PathBuf>,
    /// Width in pixels [default: 800]
    #[arg(long, value_parser = clap::value_parser!(u32).range(LEAST..=MOST))]
    width: Option<u32>,
    /// Height in pixels; never less than the chart needs [default: what it needs]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST))]
    height: Option<u32>,
    #[command(flatten)]
    words: Words,
    /// How many of the first games of the run `clauses` replays [default: 2000]
    #[arg(long, value_name = "NUMBER", value_parser = count::<1, 1_000_000_000_000>)]
    games: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    /// The form of the table that `clauses` prints
    #[command(flatten)]
    printed: Printed,
}

/// How many games `clauses` replays by default.
const GAMES: u64 = 2_000;
const LEAST: i64 = Frame::LEAST as i64;
const MOST: i64 = Frame::MOST as i64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// How often each side wins; two runs side by side
    Outcomes,
    /// By how many victory points games end; two runs mirrored
    Margins,
    /// Who wins the games that reach a stage
    Stages,
    /// How games end, and who wins then
    Reasons,
    /// How long units and commanders last
    Survival,
    /// How well the score is known after a number of games
    Convergence,
    /// How often each rule applies, and which never does; also prints a table
    Clauses,
}

/// Default width of a chart, in pixels.
pub(super) const WIDTH: u32 = 800;

/// The default frame of a chart that a command draws of its findings.
pub(crate) fn frame(language: Lang) -> Frame {
    Frame { width: WIDTH, height: None, language: language.into() }
}

/// File formats of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Svg,
    Png,
}

impl Chart {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        self.refuse_idle()?;
        let form = self.out.as_deref().map(form_of).transpose()?;
        if self.runs.len() > 1 && !matches!(self.kind, Kind::Outcomes | Kind::Margins) {
            let [first, ..] = &self.runs[..] else { unreachable!("there are two") };
            let why = "two runs beside each other are drawn by `outcomes` and `margins` only";
            return Err(format!("{why}; name one run, as {first}").into());
        }
        let folders = self.open()?;
        let told = |error: AggregateError| Problem::Told(error.to_string());
        let counted = folders.iter().map(|folder| Aggregate::of(folder, &[]));
        let counted = counted.collect::<Result<Vec<_>, _>>().map_err(told)?;
        let lexicons = folders.iter().map(|folder| self.words.of(house, &folder.manifest));
        let lexicons = lexicons.collect::<Result<Vec<Lexicon>, Problem>>()?;
        let pairs = match &folders[..] {
            [one, other] => pairs(one, other).map_err(told)?,
            _ => None,
        };
        let runs: Vec<ChartedRun<'_>> = self
            .runs
            .iter()
            .zip(&folders)
            .zip(&counted)
            .zip(&lexicons)
            .map(|(((name, folder), aggregate), lexicon)| ChartedRun { name, folder, aggregate, lexicon })
            .collect();
        let run = runs[0];
        let width = self.width.unwrap_or(WIDTH);
        let frame = Frame { width, height: self.height, language: self.words.language() };
        let picture = match self.kind {
            Kind::Outcomes => chart::outcomes(&outcomes_of(&runs, pairs.as_ref()).map_err(told)?, frame),
            Kind::Margins => chart::margins(&margins_of(&runs, pairs.as_ref()).map_err(told)?, frame),
            Kind::Stages => chart::stages(&run.stages().map_err(told)?, frame),
            Kind::Reasons => chart::reasons(&run.reasons().map_err(told)?, frame),
            Kind::Survival => chart::survival(&run.survival().map_err(told)?, frame),
            Kind::Convergence => chart::convergence(&run.convergence().map_err(told)?, frame),
            Kind::Clauses => match self.clauses(house, run)? {
                Some(found) => {
                    self.printed.print(&ClauseFindings::of(&found, frame.language))?;
                    chart::clauses(&found, frame)
                }
                None => return Ok(ExitCode::from(INTERRUPTED)),
            },
        };
        if let (Some(out), Some(form)) = (&self.out, form) {
            keep(&picture, out, form)?;
            if self.kind != Kind::Clauses {
                say(format_args!("{}\n", picture.title()))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses options that would have no effect.
    fn refuse_idle(&self) -> Result<(), Problem> {
        let is_drawn = self.out.is_some();
        let of_clauses = [
            ("--games", self.games.is_some()),
            ("--threads", self.threads.threads > 0),
            ("--format", self.printed.format.is_some()),
        ];
        let of_drawing = [("--width", self.width.is_some()), ("--height", self.height.is_some())];
        let given = |options: &[(&'static str, bool)]| {
            options.iter().find(|(_, is_given)| *is_given).map(|(option, _)| *option)
        };
        if let Some(option) = given(&of_clauses).filter(|_| self.kind != Kind::Clauses) {
            let why = "only `clauses` plays games again and prints a table; leave it out";
            return Err(format!("{option} changes nothing here: {why}").into());
        }
        match given(&of_drawing).filter(|_| !is_drawn) {
            Some(option) => {
                Err(format!("{option} changes nothing without a drawing; name its file with --out").into())
            }
            None => Ok(()),
        }
    }

    /// Opens the folders; reports the errors of all of them at once.
    fn open(&self) -> Result<Vec<Folder>, Problem> {
        let (mut folders, mut wrong) = (Vec::new(), Vec::new());
        for name in &self.runs {
            match Folder::open(Path::new(name)) {
                Ok(folder) => {
                    let manifest = &folder.manifest;
                    if !manifest.progress.is_finished {
                        aside!("note: {}", unfinished(name, manifest, manifest.progress.games));
                    }
                    warn_unsealed(name, &folder);
                    folders.push(folder);
                }
                Err(error) => wrong.push(error.to_string()),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong.join("\n").into());
        }
        if let [one, other] = &folders[..]
            && one.manifest.run.sides != other.manifest.run.sides
        {
            let [one, other] = [one, other].map(|folder| folder.manifest.run.sides.join(" and "));
            return Err(format!(
                "{one} play in {}, {other} in {}; name two runs of the same sides",
                self.runs[0], self.runs[1]
            )
            .into());
        }
        Ok(folders)
    }

    /// Counts how often each rule applied in the first games of a run; nothing if interrupted.
    fn clauses(&self, house: &House, run: ChartedRun<'_>) -> Result<Option<chart::data::Clauses>, Problem> {
        let recorded = first_games(run.folder, self.games.unwrap_or(GAMES))
            .map_err(|error| Problem::Told(error.to_string()))?;
        let again = Again { name: run.name, folder: run.folder };
        let (game, contest) = again.open(house)?;
        let plan = again.plan(recorded.games(), self.threads.threads);
        let stop = interrupt::flag()?;
        let games = recorded.games();
        let mut progress = Count::new(games, "games");
        let found = clauses(&*contest, &plan, stop, |done| progress.tell(done));
        drop(progress);
        let found = found.map_err(|error| threads_refused(self.threads.threads, &error))?;
        if found.counts.games() < games {
            aside!("interrupted after {} of {games} games; nothing is drawn", found.counts.games());
            return Ok(None);
        }
        if found.counts != recorded {
            return Err(again.otherwise("the games themselves are"));
        }
        let ledger = read_ledger(game.ledger(), game.faces().book()).map_err(|complaints| {
            let complaints: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            Problem::Told(format!("the ledger of the rules cannot be read: {}", complaints.join("; ")))
        })?;
        Ok(Some(run.clauses(&found, &ledger)))
    }
}

/// The format that the file name implies.
pub(crate) fn form_of(out: &Path) -> Result<Form, Problem> {
    let form = match out.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Form::Svg,
        Some("png") => Form::Png,
        _ => {
            return Err(
                format!("{} ends neither in .svg nor in .png; name one that does", out.display()).into()
            );
        }
    };
    // Checked before anything is counted, and again when the file is written.
    refuse_unwritable(Some(out))?;
    Ok(form)
}

/// A picture as a PNG file.
pub(crate) fn png_of(svg: &str) -> Result<Vec<u8>, Problem> {
    png(svg).map_err(|why| Problem::Told(why.to_string()))
}

/// Writes the picture to a new file.
pub(crate) fn keep(picture: &Picture, out: &Path, form: Form) -> Result<(), Problem> {
    let bytes = match form {
        Form::Svg => alone(&picture.svg()).into_bytes(),
        Form::Png => png_of(&picture.svg())?,
    };
    write_new(&bytes, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_says_its_form() {
        let form = |name: &str| form_of(Path::new(name)).ok();
        assert_eq!(form("a.svg"), Some(Form::Svg));
        assert_eq!(form("b.png"), Some(Form::Png));
        assert_eq!(form("no-such-folder/b.png"), None);
        for wrong in ["a.jpg", "svg", "a.SVG.", "a", ""] {
            assert_eq!(form(wrong), None, "{wrong:?}");
        }
        assert_eq!(form("Cargo.toml"), None);
    }
}
