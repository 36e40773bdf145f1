//! `szala tune`: finds better weights for a player by self-play.

use std::fmt::Write as _;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use szala_analysis::disk;
use szala_analysis::on_threads;
use szala_analysis::spsa::Spsa;
use szala_analysis::tune::{Evaluation, Match, News, Shared, Trial, Tuned, Tuning};
use szala_files::unknown;
use szala_kernel::Side;
use szala_reports::{TuningFindings, TuningRecord, quoted, typed};
use szala_system::Game;

use super::{INTERRUPTED, Problem, threads_refused};
use crate::house::House;
use crate::interrupt;
use crate::options::{Printed, Seeded, count};
use crate::players::{self, listed};

/// Options of `szala tune`.
#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// What to play: scenario files, or games that `szala list` names; all have the same weight [default: the
    /// scenarios of the first game]
    #[arg(value_name = "GAME")]
    pub(crate) scenarios: Vec<String>,
    /// The side whose player to tune
    #[arg(long)]
    side: String,
    /// The player, with the weights to start from: `heuristic`, `heuristic:FILE`, or a plan, whose numbers are tuned
    #[arg(long, default_value = "heuristic", value_parser = players::trimmed)]
    player: String,
    /// Opponents [default: all players of the other side except the random and the slow ones]
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = players::trimmed)]
    against: Vec<String>,
    /// Number of steps
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// Games against each opponent in each scenario for one of the two measurements of a step
    #[arg(long, default_value_t = 200, value_parser = count::<1, 1_000_000>)]
    games: u64,
    /// How far to move the weights for a measurement, in each weight's own steps
    #[arg(long, default_value_t = 1.0, value_parser = distance)]
    perturbation: f64,
    /// Approximate size of the first move, in the same steps
    #[arg(long, default_value_t = 0.5, value_parser = distance)]
    first_move: f64,
    /// Evaluate the weights every this many steps
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    evaluate_every: u32,
    /// Games against each opponent in each scenario for an evaluation, on seeds of its own
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    evaluation_games: u64,
    #[command(flatten)]
    seeded: Seeded,
    /// Write the weights to this file, to be played as `heuristic:FILE`, a plan as `plan:FILE`
    #[arg(long, value_name = "FILE")]
    out: String,
    /// Write the record of the run to this CSV file [default: beside the weights]
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    printed: Printed,
}

fn distance(text: &str) -> Result<f64, String> {
    let distance = text.parse().ok().filter(|distance: &f64| (0.01..=100.0).contains(distance));
    distance.ok_or_else(|| "give a number from 0.01 to 100".to_owned())
}

impl Tune {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let record = self
            .record
            .clone()
            .unwrap_or_else(|| Path::new(&self.out).with_extension("csv").display().to_string());
        self.check(&[&self.out, &record])?;
        let scenarios = house.or_usual(&self.scenarios);
        let games = house.open_all(&scenarios)?;
        let bouts: Vec<Box<dyn Trial + '_>> =
            games.iter().map(|game| self.trial(house, &**game)).collect::<Result<_, _>>()?;
        let bouts = Shared::all(bouts);
        let parameters = bouts[0].parameters();
        if parameters.is_empty() {
            return Err(format!(
                "{} have no weights in common; tune on one of them",
                scenarios.join(" and ")
            )
            .into());
        }
        let Some(tuned) = self.tune(&bouts)? else {
            aside!("interrupted after 0 of {} steps; nothing was found or written", self.steps);
            return Ok(ExitCode::from(INTERRUPTED));
        };
        let made = tuned.climb.made();
        let head = self.head(&scenarios, &record, made);
        let weights = bouts[0].file(&tuned.best.values, &head);
        let mut steps = String::new();
        let told = TuningRecord { head: &head, parameters: &parameters, tuned: &tuned };
        told.write(&mut steps).expect("writing to a string");
        for (path, text) in [(&self.out, weights), (&record, steps)] {
            let path = Path::new(path);
            let write = if self.force { disk::replace } else { disk::write_new };
            write(path, text.as_bytes())
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        let (names, files) = ([&*self.side, &*self.player], [&*self.out, &*record]);
        self.printed.print(&TuningFindings::of(names, files, self.seeded.seed, &tuned))?;
        if made == self.steps {
            return Ok(ExitCode::SUCCESS);
        }
        aside!("interrupted after {made} of {} steps; what they gave is written", self.steps);
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// Checks before the work, not after it, whether its results can and may be written.
    fn check(&self, [out, record]: &[&str; 2]) -> Result<(), Problem> {
        let [weights, steps] = [place(out)?, place(record)?];
        if weights == steps {
            return Err(format!(
                "the weights and the record would both be written to {out}; name another file with --record"
            )
            .into());
        }
        if let Some(path) = [out, record].into_iter().find(|path| !self.force && Path::new(path).exists()) {
            return Err(format!("{path} exists; name another file, or write over it with --force").into());
        }
        for path in [out, record] {
            disk::check_room(Path::new(path)).map_err(|error| format!("cannot write {path}: {error}"))?;
        }
        Ok(())
    }

    fn tune(&self, bouts: &[Shared<'_>]) -> Result<Option<Tuned>, Problem> {
        let (perturbation, first_move) = (self.perturbation, self.first_move);
        let tuning = Tuning {
            spsa: Spsa { steps: self.steps, perturbation, first_move, seed: self.seeded.seed },
            games: self.games,
            evaluate_every: self.evaluate_every,
            evaluation_games: self.evaluation_games,
        };
        let tell = |news: News<'_>| {
            if let News::Evaluation(Evaluation { after, score, .. }) = news {
                let score = score.value.unwrap_or_default() * 100.0;
                aside!("after {after} of {} steps the score is {score:.2} %", self.steps);
            }
        };
        let trials: Vec<&dyn Trial> = bouts.iter().map(|bout| bout as &dyn Trial).collect();
        let threads = self.seeded.threads.number();
        let stop = interrupt::flag()?;
        on_threads(threads, || tuning.tune(&trials, stop, tell))
            .map_err(|error| threads_refused(threads, &error))
    }

    /// The header with what it takes to repeat the run.
    fn head(&self, scenarios: &[String], record: &str, made: u32) -> String {
        let mut head = format!("Weights of {} for {}, found by", self.player, self.side);
        let mut command = format!("szala tune {} --side {}", typed(scenarios), quoted(&self.side));
        let _ = write!(command, " --player {}", quoted(&self.player));
        if !self.against.is_empty() {
            let _ = write!(command, " --against {}", quoted(&self.against.join(",")));
        }
        let _ = write!(
            command,
            " --steps {} --games {} --perturbation {}",
            self.steps, self.games, self.perturbation
        );
        let _ = write!(command, " --first-move {} --evaluate-every {}", self.first_move, self.evaluate_every);
        let _ = write!(command, " --evaluation-games {} --seed {}", self.evaluation_games, self.seeded.seed);
        let _ = write!(command, " --out {} --record {}", quoted(&self.out), quoted(record));
        let _ = write!(head, "\n{command}");
        if made < self.steps {
            let _ = write!(head, "\nwhich was interrupted after {made} steps");
        }
        if let Some(commit) = commit() {
            let _ = write!(head, "\nin a folder whose repository was at commit {commit}");
        }
        head
    }
}

/// The location of a file, however its path is written.
///
/// # Errors
/// That no such file can exist.
fn place(path: &str) -> Result<PathBuf, Problem> {
    let file = Path::new(path);
    if file.is_dir() || path.ends_with(MAIN_SEPARATOR) {
        return Err(format!("{path} is a folder; name a file in it").into());
    }
    let Some(name) = file.file_name() else {
        return Err(format!("`{path}` names no file; name one, as in `--out mine.toml`").into());
    };
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(format!("{path} cannot be written: there is no folder {folder}; make it first").into());
    }
    let unsure = |error: io::Error| format!("cannot find out where {path} is: {error}; name another file");
    let place =
        if file.exists() { file.canonicalize() } else { folder.canonicalize().map(|at| at.join(name)) };
    Ok(place.map_err(unsure)?)
}

/// The commit checked out in the working folder, if it is a checkout, of Szala or anything else.
fn commit() -> Option<String> {
    let git = Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12"]).output().ok()?;
    let name = String::from_utf8(git.stdout).ok()?;
    (git.status.success() && !name.trim().is_empty()).then(|| name.trim().to_owned())
}

impl Tune {
    /// The player that is tuned in a game, with its opponents there.
    fn trial<'g>(&self, house: &House, game: &'g dyn Game) -> Result<Box<dyn Trial + 'g>, Problem> {
        let faces = game.faces();
        let names = Side::BOTH.map(|side| faces.side_name(side));
        let Some(side) = Side::BOTH.into_iter().find(|side| names[*side as usize] == self.side) else {
            let unknown = unknown("side", &self.side, &names);
            return Err(format!("{unknown}\n{}", players::HINT).into());
        };
        let mut against = self.against.clone();
        if against.is_empty() {
            against = listed(game, !side);
        }
        if against.is_empty() {
            return Err("nobody but chance plays the other side; name opponents with --against"
                .to_owned()
                .into());
        }
        let bout = game
            .tune(side, &self.player, &against, &players::read(house))
            .map_err(|refused| players::told(faces.side_name(refused.side), &refused.why))?;
        Ok(Box::new(Match { bout, side }))
    }
}
