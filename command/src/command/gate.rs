//! `szala gate`: a check for CI. Replays the games of a baseline and compares them with it, or makes the baseline.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use szala_analysis::Plan;
use szala_analysis::compare::Axis;
use szala_analysis::disk;
use szala_analysis::gate::{
    AXES, Answer, Asked, Baseline, Changed, Head, Judgement, Planned, Remembered, remember,
};
use szala_analysis::records::Hashes;
use szala_files::unknown;
use szala_kernel::{BySide, RunSeed, Side};
use szala_reports::{Body, Form, GateFindings, GateReport, Mixes, plan_body, quoted, shout, written};
use szala_system::{Contest, Game};

use super::run::Games;
use super::{INTERRUPTED, NO, Problem, UNJUDGED, answered, harmless, say, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::identity;
use crate::interrupt;
use crate::mixes;
use crate::options::Threads;
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::VariantArgs;

/// What is counted.
const GAMES: &str = "games";
/// The maximum number of games of a baseline.
const MOST: u64 = 10_000_000;
/// The maximum when the margins determine the number.
pub(super) const MOST_BY_ITSELF: u64 = 1_000_000;

/// Options of `szala gate`.
#[derive(Debug, Args)]
pub(crate) struct Gate {
    /// With --update: the game of a new baseline, a scenario file or a name that `szala list` prints
    #[arg(requires = "update")]
    pub(crate) game: Option<String>,
    /// The file of the baseline
    #[arg(long, value_name = "FILE")]
    baseline: PathBuf,
    /// Make the baseline anew from the games as they are now; options not given stay as they were
    #[arg(long)]
    update: bool,
    /// Judge by the margins even though this has changed since the baseline was made
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "update")]
    allow: Vec<Allowed>,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", requires = "update", help = players::HELP)]
    players: Option<Pairing>,
    /// The seed of the games [default: 1]
    #[arg(long, requires = "update")]
    seed: Option<u64>,
    /// Number of games; `auto` plays as many as the margins need [default: as many as before, or auto]
    #[arg(long, value_name = "NUMBER|auto", requires = "update")]
    games: Option<Games>,
    /// The largest acceptable changes, as in `first_wins=2,draws=1,lead=0.25`: points of wins, draws and
    /// aborted games, VP of the lead, decisions a game [default: 2 points, a twentieth of a standard
    /// deviation, no aborted game]
    #[arg(long, value_name = "AXIS=NUMBER,…", requires = "update", value_delimiter = ',')]
    margins: Vec<Margin>,
    /// The highest chance, in percent, that a change as large as a margin passes [default: 5]
    #[arg(long, value_name = "PERCENT", requires = "update")]
    level: Option<u8>,
    /// The lowest chance, in percent, that games pass when only the dice changed [default: 95]
    #[arg(long, value_name = "PERCENT", requires = "update")]
    power: Option<u8>,
    #[command(flatten)]
    threads: Threads,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also write the result to a file, as in junit=gate.xml or md=summary.md; Markdown is appended
    #[arg(long, value_name = "FORMAT=FILE")]
    report: Vec<Report>,
}

/// What may differ from the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Allowed {
    /// The scenario, with its map, units and tables
    Scenario,
    /// The plans and weights of the players
    Players,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text
    Text,
    /// JSON, one document; docs/JSON.md describes it
    Json,
    /// Markdown
    Md,
    /// CSV, a row per axis
    Csv,
    #[value(help = "JUnit XML")]
    Junit,
    /// Text, with GitHub annotations
    Github,
}

impl Format {
    /// The findings in this format.
    fn written(self, findings: &GateFindings<'_>) -> String {
        let form = match self {
            Self::Text | Self::Github => Form::Text,
            Self::Json => Form::Json,
            Self::Md => Form::Markdown,
            Self::Csv => Form::Csv,
            Self::Junit => {
                let mut text = String::new();
                findings.write_junit(&mut text).expect("a string takes all that is written to it");
                return text;
            }
        };
        let mut text = written(findings, form);
        if self == Self::Github {
            findings.write_github(&mut text).expect("a string takes all that is written to it");
        }
        text
    }
}

/// The margin of an axis, by the place of the axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margin(usize, f64);

impl FromStr for Margin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "say an axis and its margin, as in draws=2".to_owned();
        let (axis, margin) = text.split_once('=').ok_or_else(form)?;
        let names = AXES.map(Axis::key);
        let place = names.iter().position(|name| *name == axis.trim());
        let place = place.ok_or_else(|| unknown("axis", axis.trim(), &names))?;
        Ok(Self(place, margin.trim().parse().map_err(|_| form())?))
    }
}

/// As typed on the command line.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", AXES[self.0].key(), self.1)
    }
}

/// A report to be written to a file.
#[derive(Clone, Debug)]
struct Report {
    format: Format,
    file: PathBuf,
}

impl FromStr for Report {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, file) =
            text.split_once('=').ok_or("say a format and a file, as in junit=gate.xml or md=summary.md")?;
        let format = match format {
            "junit" => Format::Junit,
            "md" => Format::Md,
            _ => return Err(unknown("format of a file", format, &["junit", "md"])),
        };
        if file.is_empty() {
            return Err("say the file behind the equals sign".to_owned());
        }
        Ok(Self { format, file: file.into() })
    }
}

impl Gate {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let there = self.there()?;
        let Some(name) = self.game.as_deref().or(there.as_ref().map(|there| there.head.game.as_str())) else {
            let file = self.baseline.display();
            return Err(format!(
                "there is no baseline {file}; `szala gate --baseline {file} --update GAME` makes one, and \
                 docs/CI_FOR_YOUR_GAME.md says how to choose what it is to detect"
            )
            .into());
        };
        // Changes recorded for one game do not apply to another.
        let typed = there.as_ref().filter(|_| self.game.is_none()).map(|there| there.head.changes.as_slice());
        let changes = self.changes.behind(typed.unwrap_or_default()).map_err(|why| self.wrong(&why))?;
        // Typed paths are relative to the working folder; the baseline may name files as seen from elsewhere.
        let files = match &self.game {
            Some(_) => house.files(),
            None => Files::named_in(house.shelf, &self.baseline),
        };
        let game = house.open_from(&files, name, &changes)?;
        let place = files.place_of(name);
        if files.has(name) && place != Path::new(name) {
            aside!("{}", harmless(&format!("note: the game is {}", place.display())));
        }
        self.make_folders()?;
        let begun = Begun { gate: self, house, game: &*game, name, changes, files, there: there.as_ref() };
        if self.update { begun.update() } else { begun.check() }
    }

    /// The baseline as it is, if it is there.
    fn there(&self) -> Result<Option<Baseline>, Problem> {
        let text = match disk::read_text(&self.baseline, disk::MOST_WRITTEN) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(
                    self.wrong(&format!("cannot be read: {error}; name a text file that you may read"))
                );
            }
        };
        if !Baseline::is_one(&text) {
            return Err(self.wrong(
                "this is no baseline of `szala gate`, so it is neither judged nor overwritten; name another file",
            ));
        }
        match Baseline::read(&text) {
            Ok(baseline) => Ok(Some(baseline)),
            // A named game makes the baseline anew, so the old one is not needed.
            Err(_) if self.game.is_some() => Ok(None),
            Err(wrong) => {
                let file = self.baseline.display();
                let told: Vec<String> = wrong.iter().map(|wrong| format!("{file}:{wrong}")).collect();
                Err(told.join("\n").into())
            }
        }
    }

    /// Before anything is played, makes sure that all files can be written, and makes missing folders.
    fn make_folders(&self) -> Result<(), Problem> {
        let baseline = self.update.then_some(&self.baseline);
        for file in self.report.iter().map(|report| &report.file).chain(baseline) {
            disk::make_room(file).map_err(|error| cannot_write(file, &error))?;
        }
        Ok(())
    }

    fn wrong(&self, why: &str) -> Problem {
        format!("{}: {why}", self.baseline.display()).into()
    }
}

/// A gate with its game.
struct Begun<'b> {
    gate: &'b Gate,
    house: &'b House,
    game: &'b dyn Game,
    name: &'b str,
    changes: VariantArgs,
    files: Files,
    there: Option<&'b Baseline>,
}

impl Begun<'_> {
    /// Plays the games of the baseline and judges them.
    fn check(&self) -> Result<ExitCode, Problem> {
        let baseline = self.there.expect("without a baseline there is a game to make one of");
        let planned = baseline.head.terms.plan(&baseline.games);
        tell_plan(baseline, &planned);
        let obstacles = baseline.obstacles();
        if !obstacles.is_empty() {
            return self.tell(baseline, &planned, &Judgement::refused(obstacles), None);
        }
        let names = BySide(baseline.head.players.clone());
        let pairing = Pairing { names };
        let contest = pairing.seat_from(&self.files, self.game)?;
        let most = baseline.games.len() as u64;
        let progress = Count::new(most, GAMES);
        let now = self.play(&*contest, baseline.head.seed, most, progress, |_| false)?;
        let Some(now) = now else { return Ok(ExitCode::from(INTERRUPTED)) };
        let hashes = self.hashes(&pairing);
        let was = &baseline.head.hashes;
        let is_allowed = |what| self.gate.allow.contains(&what);
        let changed = Changed {
            scenario: hashes.scenario != was.scenario && !is_allowed(Allowed::Scenario),
            players: BySide::from_fn(|side: Side| {
                hashes.players[side as usize] != was.players[side as usize] && !is_allowed(Allowed::Players)
            }),
        };
        let mixes = mixes::of(self.game, &self.changes, &self.files, &pairing);
        self.tell(
            baseline,
            &planned,
            &baseline.judge(&now, changed),
            mixes.as_ref().map(|mixes| (mixes, &now[..])),
        )
    }

    /// Makes the baseline anew.
    fn update(&self) -> Result<ExitCode, Problem> {
        let Gate { players, seed, games, .. } = self.gate;
        let before = self.there.map(|there| &there.head);
        let pairing = match (players, before) {
            (Some(named), _) => named.clone(),
            (None, Some(head)) if self.gate.game.is_none() => Pairing { names: BySide(head.players.clone()) },
            _ => Pairing::or_usual(None, &self.files, self.name, self.game),
        };
        let contest = pairing.seat_from(&self.files, self.game)?;
        let seed = seed.or(before.map(|head| head.seed)).unwrap_or(1);
        let asked = self.asked().map_err(|why| self.gate.wrong(&why))?;
        // Other margins may need another number of games; otherwise it stays as it was.
        let is_asked_anew = self.gate.game.is_some() || !self.gate.margins.is_empty();
        let (most, is_auto) = match (*games, before) {
            (Some(Games::Number(games)), _) if (2..=MOST).contains(&games) => (games, false),
            (Some(Games::Number(_)), _) => {
                let why = format!("a baseline has 2 to {MOST} games; say as many with --games");
                return Err(self.gate.wrong(&why));
            }
            (None, Some(head)) if !is_asked_anew => (head.games as u64, false),
            _ => (MOST_BY_ITSELF, true),
        };
        let is_enough = |games: &[Remembered]| is_auto && asked.settle(games).are_enough(games);
        let progress = if is_auto { Count::up_to(most, GAMES) } else { Count::new(most, GAMES) };
        let Some(played) = self.play(&*contest, seed, most, progress, is_enough)? else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        let faces = self.game.faces();
        let head = Head {
            game: self.name.to_owned(),
            changes: self.changes.typed().collect(),
            players: pairing.names.0.clone(),
            seed,
            games: played.len(),
            terms: asked.settle(&played),
            title: self.game.title().to_owned(),
            sides: BySide::from_fn(|side| faces.side_name(side).to_owned()),
            made_by: [self.house.version, self.house.commit].map(str::to_owned),
            hashes: self.hashes(&pairing),
        };
        let made = Baseline { head, games: played, is_damaged: false };
        let planned = made.head.terms.plan(&made.games);
        tell_plan(&made, &planned);
        // Comparing it with itself shows whether it can serve as a baseline.
        let obstacles = made.obstacles();
        let judgement = if obstacles.is_empty() {
            made.judge(&made.games, Changed::default())
        } else {
            Judgement::refused(obstacles)
        };
        if judgement.answer != Answer::Unchanged {
            let code = self.tell(&made, &planned, &judgement, None)?;
            aside!("{} is not written", self.gate.baseline.display());
            return Ok(code);
        }
        write_whole(&self.gate.baseline, &made.to_string())?;
        self.tell_update(&made)
    }

    /// Hashes of what the games depend on. For a player these are its name and the text of its file, if it has one:
    /// what it derives from rules and scenario changes with those, and the games themselves show what the program makes
    /// of it.
    fn hashes(&self, players: &Pairing) -> Hashes {
        let texts = self.files.texts();
        let of_player = |side: Side| {
            let alone = |name: &str| identity::hash_of_player(name, &texts);
            identity::hash_of_any(self.game, &players.names[side], side, &texts, alone)
        };
        Hashes {
            players: Side::BOTH.map(of_player),
            ..identity::hashes(self.game, &self.changes, &self.files, players)
        }
    }

    /// Reports how the new baseline relates to the old one.
    fn tell_update(&self, made: &Baseline) -> Result<ExitCode, Problem> {
        let file = self.gate.baseline.display();
        let games = made.games.len();
        let of_same_games = |there: &&Baseline| {
            let [was, is] = [&there.head, &made.head];
            was.seed == is.seed
                && was.players == is.players
                && there.games.len() == games
                && !there.is_damaged
        };
        let Some(there) = self.there.filter(of_same_games) else {
            self.tell_written(&format!("{file}: a baseline of {games} games is written\n"))?;
            return Ok(ExitCode::SUCCESS);
        };
        let judgement = there.judge(&made.games, Changed::default());
        self.tell_written(&format!(
            "{file}: a baseline of {games} games is written; beside the one that was there it is {}\n",
            shout(judgement.answer)
        ))?;
        // A program that reads findings gets them in any case.
        let is_read = !matches!(self.gate.format, Format::Text | Format::Github);
        if is_read || judgement.answer != Answer::Unchanged {
            let planned = there.head.terms.plan(&there.games);
            self.tell(there, &planned, &judgement, None)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Reports that the baseline was written; on standard error if findings for a program were printed.
    fn tell_written(&self, text: &str) -> Result<(), Problem> {
        if matches!(self.gate.format, Format::Text | Format::Github) {
            return say(text);
        }
        aside!("{}", harmless(text.trim_end()));
        Ok(())
    }

    /// What the gate should detect: as typed, otherwise as before.
    fn asked(&self) -> Result<Asked, String> {
        let before = self.there.filter(|_| self.gate.game.is_none());
        let asked = before.map_or_else(Asked::default, |there| Asked::same(&there.head.terms));
        with_terms(asked, &self.gate.margins, self.gate.level, self.gate.power)
    }

    /// The games from number 0 on; nothing if interrupted.
    fn play(
        &self,
        contest: &dyn Contest,
        seed: u64,
        most: u64,
        mut progress: Count,
        mut is_enough: impl FnMut(&[Remembered]) -> bool,
    ) -> Result<Option<Vec<Remembered>>, Problem> {
        let threads = self.gate.threads.number();
        let plan = Plan { seed: RunSeed(seed), numbers: 0..most, threads };
        let stop = interrupt::flag()?;
        let told = |played: &[Remembered]| {
            progress.tell(played.len() as u64);
            is_enough(played)
        };
        let played =
            remember(contest, &plan, stop, told).map_err(|error| threads_refused(threads, &error))?;
        drop(progress);
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            aside!("interrupted after {} games: nothing is judged, nothing is written", played.len());
            return Ok(None);
        }
        Ok(Some(played))
    }

    /// Reports the result to every place requested.
    fn tell(
        &self,
        baseline: &Baseline,
        planned: &[Planned],
        judgement: &Judgement,
        mixes: Option<(&Mixes, &[Remembered])>,
    ) -> Result<ExitCode, Problem> {
        let file = self.gate.baseline.display().to_string();
        let replay = self.replay(&baseline.head);
        let (mixes, now) = mixes.unzip();
        let counts = Remembered::counts(now.unwrap_or_default());
        let report = GateReport { file: &file, baseline, planned, judgement, replay: &replay, mixes, counts };
        let findings = report.findings();
        for Report { format, file } in &self.gate.report {
            let text = format.written(&findings);
            match format {
                Format::Md => add_to(file, &text)?,
                _ => rewrite(file, &text)?,
            }
        }
        let code = match judgement.answer {
            Answer::Unchanged | Answer::Equivalent => 0,
            Answer::Shifted => NO,
            Answer::Invalid => UNJUDGED,
        };
        answered(say(self.gate.format.written(&findings)), code)
    }

    /// The command that replays a game, up to the game's number.
    fn replay(&self, head: &Head) -> String {
        let place = self.files.place_of(self.name).display().to_string();
        let mut words = vec!["szala".to_owned(), "replay".to_owned(), quoted(&place)];
        words.extend(self.changes.in_shell());
        let players = head.players.join(",");
        words.extend([
            "--players".to_owned(),
            quoted(&players),
            format!("--seed {}", head.seed),
            "--keyed".to_owned(),
        ]);
        words.join(" ")
    }
}

/// What a gate should detect: these terms override or extend the ones it has.
///
/// # Errors
/// Which of them is invalid.
pub(super) fn with_terms(
    mut asked: Asked,
    margins: &[Margin],
    level: Option<u8>,
    power: Option<u8>,
) -> Result<Asked, String> {
    for Margin(place, margin) in margins {
        asked.margin(AXES[*place], *margin)?;
    }
    level.map_or(Ok(()), |level| asked.level(level))?;
    power.map_or(Ok(()), |power| asked.power(power))?;
    Ok(asked)
}

/// Reports what the baseline can detect, before anything is played.
fn tell_plan(baseline: &Baseline, planned: &[Planned]) {
    let (mut body, mut text) = (Body::default(), String::new());
    plan_body(baseline, planned, &mut body);
    body.write_text(&mut text).expect("a string takes all that is written to it");
    aside!("{}", harmless(text.trim_end()));
}

/// The error for a file that cannot be written.
fn cannot_write(file: &Path, error: &std::io::Error) -> Problem {
    format!("cannot write {}: {error}; name a file in a folder where you may write", file.display()).into()
}

/// Writes a file so that a whole one exists at any time.
fn write_whole(file: &Path, text: &str) -> Result<(), Problem> {
    disk::replace(file, text.as_bytes()).map_err(|error| cannot_write(file, &error))
}

/// Appends to a file.
fn add_to(file: &Path, text: &str) -> Result<(), Problem> {
    let added = OpenOptions::new()
        .append(true)
        .create(true)
        .open(file)
        .and_then(|mut to| to.write_all(text.as_bytes()));
    added.map_err(|error| cannot_write(file, &error))
}

/// Writes a report over an older report, never over another file.
fn rewrite(file: &Path, text: &str) -> Result<(), Problem> {
    let is_older = |there: &[u8]| String::from_utf8_lossy(there).contains("<testsuites name=\"szala gate\"");
    match disk::read(file, disk::MOST_WRITTEN) {
        Ok(there) if !there.is_empty() && !is_older(&there) => Err(format!(
            "{} is there and is no report of `szala gate`, so it is not overwritten; name another file",
            file.display()
        )
        .into()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot_write(file, &error)),
        _ => write_whole(file, text),
    }
}
