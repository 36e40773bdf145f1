//! `szala report`: findings of recorded runs, as text, as data, or as a page to open.

mod scene;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_analysis::Pick;
use szala_analysis::aggregate::{Aggregate, AggregateError, Given, pairs};
use szala_analysis::records::{Folder, MANIFEST, Manifest};
use szala_analysis::why::breakdown_of;
use szala_reports::chart::{self, ChartedRun, labels, margins_of, outcomes_of};
use szala_reports::{
    Form, Lexicon, Minds, Mixes, Page, PageChart, PageCharts, PageRun, RecordedRun, RunReport, SavedAnswer,
    Study, Why, typed, written,
};

use super::compare::COMPARED;
use super::replay;
use super::run::NO_VERDICT;
use super::{INTERRUPTED, Problem, deliver, refuse_unwritable};
use crate::again::Again;
use crate::files::Files;
use crate::house::House;
use crate::interrupt;
use crate::options::{FAIR, Margin, Minding, Threads, Words};
use crate::why::{WhyArgs, account_of};
use scene::Wanted;

/// Options of `szala report`.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The folders of recorded runs, as `szala run --out` makes them; that of a recorded `whatif` or `compare` counts
    /// as two
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<String>,
    /// Only games that meet this condition, as in `camp_stage<=3`, `reason=automatic victory`, `camp_stage` (it
    /// happened), `!camp_stage` (it did not); repeatable, and all must hold. docs/SCHEMA.md lists the columns
    #[arg(long, value_name = "CONDITION")]
    given: Vec<Given>,
    #[command(flatten)]
    margin: Margin,
    #[command(flatten)]
    minding: Minding,
    #[command(flatten)]
    why: WhyArgs,
    /// Output format [default: by the extension of --out, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this new file; .html makes a page to open, with charts, maps and games to watch
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    words: Words,
    /// Which games worth watching to show on the page [default: all five]
    #[arg(long, value_enum, value_name = "WHICH,…", value_delimiter = ',')]
    picks: Vec<replay::Wanted>,
    /// Also show this game on the page; repeatable
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..1_000_000_000_000))]
    game: Vec<u64>,
    /// On the page, show how much of what decides games is luck, and the luck of each game that is shown; takes a
    /// minute or two for each. `szala luck` prints the same
    #[arg(long)]
    luck: bool,
    /// Also put this answer on the page: what `szala sensitivity` or `szala balance` printed with --format json for the
    /// same scenario; repeatable
    #[arg(long, value_name = "FILE.json")]
    with: Vec<String>,
    #[command(flatten)]
    threads: Threads,
    /// Names for the runs if their folders are not to be shown.
    #[arg(skip)]
    called: Vec<String>,
    /// Further sections of the page.
    #[arg(skip)]
    sections: Vec<Study>,
}

/// A page that another command writes about the games it has just recorded.
#[derive(Debug)]
pub(super) struct PageOf<'p> {
    /// The folder of the record.
    pub(super) folder: &'p Path,
    /// Names for the runs if the folder is not to be shown.
    pub(super) called: Vec<String>,
    /// The file.
    pub(super) html: &'p Path,
    pub(super) words: &'p Words,
    pub(super) margin: Margin,
    pub(super) minding: Minding,
    pub(super) why: WhyArgs,
    pub(super) threads: &'p Threads,
    /// Further sections.
    pub(super) sections: Vec<Study>,
}

impl PageOf<'_> {
    /// Writes it.
    pub(super) fn write(self, house: &House) -> Result<ExitCode, Problem> {
        let report = Report {
            runs: vec![self.folder.display().to_string()],
            given: Vec::new(),
            margin: self.margin,
            minding: self.minding,
            why: self.why,
            format: Some(Format::Html),
            out: Some(self.html.to_owned()),
            words: self.words.clone(),
            picks: Vec::new(),
            game: Vec::new(),
            luck: false,
            with: Vec::new(),
            threads: self.threads.clone(),
            called: self.called,
            sections: self.sections,
        };
        report.run(house)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text
    Text,
    /// JSON, one document; docs/JSON.md describes it
    Json,
    /// Markdown
    Md,
    /// CSV, a row per estimate
    Csv,
    /// A page in one HTML file
    Html,
}

impl Report {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let format = self.format();
        if format == Format::Html && !self.given.is_empty() {
            return Err("a page is about all games of a run; --given goes with text, json, csv and md"
                .to_owned()
                .into());
        }
        if self.luck && format != Format::Html {
            return Err(
                "--luck is for a page; `szala luck` prints the same figures as text, json, csv and md"
                    .to_owned()
                    .into(),
            );
        }
        let of_pages = [
            ("--with", self.with.is_empty()),
            ("--picks", self.picks.is_empty()),
            ("--game", self.game.is_empty()),
        ];
        if let Some((option, _)) = of_pages.iter().find(|(_, is_empty)| !is_empty && format != Format::Html) {
            return Err(format!("{option} is for a page; name a file that ends in .html with --out").into());
        }
        if self.margin.margin.is_none() && self.minding.is_asked() && format != Format::Html {
            return Err(NO_VERDICT.to_owned().into());
        }
        refuse_unwritable(self.out.as_deref())?;
        let names: Vec<String> = self.runs.iter().flat_map(|name| compared(name)).collect();
        let counted: Vec<(Folder, Aggregate)> = self.read(&names)?;
        for (name, (folder, aggregate)) in names.iter().zip(&counted) {
            if !folder.manifest.progress.is_finished {
                aside!("note: {}", unfinished(name, &folder.manifest, aggregate.in_folder));
            }
            warn_unsealed(name, folder);
        }
        let names = if self.called.len() == names.len() { self.called.clone() } else { names };
        let is_there =
            |game: &&u64| counted.iter().any(|(folder, _)| folder.manifest.part.numbers().contains(game));
        if let Some(game) = self.game.iter().find(|game| !is_there(game)) {
            let parts: Vec<String> =
                counted.iter().map(|(folder, _)| folder.manifest.part.to_string()).collect();
            return Err(format!("there is no game {game}; the games are {}", parts.join(" and ")).into());
        }
        let lexicons = counted.iter().map(|(folder, _)| self.words.of(house, &folder.manifest));
        let lexicons = lexicons.collect::<Result<Vec<Lexicon>, Problem>>()?;
        let runs = names.iter().zip(&counted).zip(&lexicons);
        let runs = runs.map(|((name, (folder, aggregate)), lexicon)| ChartedRun {
            name,
            folder,
            aggregate,
            lexicon,
        });
        let runs: Vec<ChartedRun<'_>> = runs.collect();
        let mixes = runs.iter().map(|run| Again { name: run.name, folder: run.folder }.mixes(house));
        let mixes: Vec<Option<Mixes>> = mixes.collect();
        let told = runs.iter().map(|run| self.told(house, *run)).collect::<Result<Vec<_>, Problem>>()?;
        let form = match format {
            Format::Text => Form::Text,
            Format::Json => Form::Json,
            Format::Csv => Form::Csv,
            Format::Md => Form::Markdown,
            Format::Html => {
                let Some(page) = self.page(house, &runs, &mixes, &told)? else {
                    return Ok(ExitCode::from(INTERRUPTED));
                };
                deliver(&page, self.out.as_deref())?;
                return Ok(ExitCode::SUCCESS);
            }
        };
        let recorded: Vec<RecordedRun<'_>> = runs
            .iter()
            .zip(&mixes)
            .zip(&told)
            .map(|((run, mixes), told)| self.recorded(*run, mixes.as_ref(), told.as_ref()))
            .collect();
        deliver(&written(&RunReport::of(&recorded, self.margin.share()), form), self.out.as_deref())?;
        Ok(ExitCode::SUCCESS)
    }

    /// The requested format, or the one that the name of the file implies.
    fn format(&self) -> Format {
        let named =
            self.out.as_ref().and_then(|out| out.extension()).and_then(|extension| extension.to_str());
        self.format.unwrap_or(match named {
            Some("html" | "htm") => Format::Html,
            Some("md") => Format::Md,
            Some("json") => Format::Json,
            Some("csv") => Format::Csv,
            _ => Format::Text,
        })
    }

    fn recorded<'r>(
        &'r self,
        run: ChartedRun<'r>,
        mixes: Option<&'r Mixes>,
        told: Option<&'r (Minds, Why)>,
    ) -> RecordedRun<'r> {
        let ChartedRun { name, folder, aggregate, .. } = run;
        let (minds, why) = told.map(|(minds, why)| (minds, why)).unzip();
        RecordedRun {
            folder: name,
            manifest: &folder.manifest,
            aggregate,
            given: &self.given,
            mixes,
            minds,
            why,
        }
    }

    /// What a designer wants to know of a run, and the explanation; nothing for games selected by a condition.
    fn told(&self, house: &House, run: ChartedRun<'_>) -> Result<Option<(Minds, Why)>, Problem> {
        if !self.given.is_empty() {
            return Ok(None);
        }
        let account = account_of(run.folder)?;
        let again = Again { name: run.name, folder: run.folder };
        let (why, limit) = again.explained(house, &account, &self.why, self.threads.threads)?;
        Ok(Some((Minds::of(&account, limit, self.minding.accepted()), why)))
    }

    /// The page; nothing if interrupted.
    fn page(
        &self,
        house: &House,
        runs: &[ChartedRun<'_>],
        mixes: &[Option<Mixes>],
        told_of: &[Option<(Minds, Why)>],
    ) -> Result<Option<String>, Problem> {
        let sides = |run: &ChartedRun<'_>| run.folder.manifest.run.sides.clone();
        if let Some(other) = runs.iter().find(|run| sides(run) != sides(&runs[0])) {
            let [one, two] = [&runs[0], other].map(|run| sides(run).join(" and "));
            return Err(format!(
                "{one} play in {}, {two} in {}; a page is about runs of the same sides",
                runs[0].name, other.name
            )
            .into());
        }
        let told = |error: AggregateError| Problem::Told(error.to_string());
        let language = self.words.language();
        let pairs = match runs {
            [one, other] => pairs(one.folder, other.folder).map_err(told)?,
            _ => None,
        };
        let parts = match runs {
            [one, other] => breakdown_of(one.folder, other.folder).map_err(told)?,
            _ => None,
        };
        let stop = interrupt::flag()?;
        let picks: Vec<Pick> = if self.picks.is_empty() {
            Pick::ALL.to_vec()
        } else {
            self.picks.iter().map(|wanted| (*wanted).into()).collect()
        };
        let studies = self.studies(runs)?;
        let mut of_runs = Vec::new();
        for (place, (run, label)) in runs.iter().zip(labels(runs)).enumerate() {
            let (reasons, convergence) = (run.reasons().map_err(told)?, run.convergence().map_err(told)?);
            // Records of some games lack the stage of the end, or the losses of units.
            let (stages, survival) = (run.stages().ok(), run.survival().ok());
            let charts = PageCharts {
                reasons: PageChart::drawn(language, |frame| chart::reasons(&reasons, frame)),
                stages: stages
                    .map(|stages| PageChart::drawn(language, |frame| chart::stages(&stages, frame))),
                survival: survival
                    .map(|survival| PageChart::drawn(language, |frame| chart::survival(&survival, frame))),
                convergence: PageChart::drawn(language, |frame| chart::convergence(&convergence, frame)),
            };
            let id = format!("szb{}", place + 1);
            let wanted = Wanted {
                run: *run,
                id: &id,
                picks: &picks,
                numbers: &self.game,
                luck: self.luck,
                threads: self.threads.threads,
                stop,
            };
            let scene = wanted.scene(house).map_err(|problem| problem.to_string());
            if let Err(why) = &scene {
                aside!("note: {why}");
            }
            of_runs.push(PageRun {
                recorded: self.recorded(*run, mixes[place].as_ref(), told_of[place].as_ref()),
                label,
                charts,
                scene,
            });
        }
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            aside!("interrupted; nothing is written");
            return Ok(None);
        }
        let outcomes = outcomes_of(runs, pairs.as_ref()).map_err(told)?;
        let margins = margins_of(runs, pairs.as_ref()).map_err(told)?;
        let page = Page {
            runs: of_runs,
            outcomes: PageChart::drawn(language, |frame| chart::outcomes(&outcomes, frame)),
            margins: PageChart::drawn(language, |frame| chart::margins(&margins, frame)),
            pairs: pairs.as_ref(),
            parts: parts.as_ref(),
            studies,
            lexicon: runs[0].lexicon,
            margin: self.margin.margin.unwrap_or(FAIR) / 100.0,
            language,
            version: house.version,
        };
        Ok(Some(page.html()))
    }

    /// The saved answers for the page. Each is about the scenario and the rules of one of the runs.
    fn studies(&self, runs: &[ChartedRun<'_>]) -> Result<Vec<Study>, Problem> {
        let labels = labels(runs);
        let study = |file: &String| -> Result<Study, String> {
            let text = Files::default().read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
            let answer = SavedAnswer::read(&text).map_err(|why| format!("{file}: {why}"))?;
            let of = &answer.answer_of().hashes;
            let hashes = |run: &ChartedRun<'_>| run.folder.manifest.run.hashes.clone();
            let is_of = |run: &ChartedRun<'_>| hashes(run).scenario == of.scenario;
            let Some(at) = runs.iter().position(is_of) else {
                let names: Vec<&str> = runs.iter().map(|run| run.name).collect();
                return Err(format!(
                    "{file} is about another scenario than {}, or about other changes to it: it says {}; ask for it \
                     with the scenario and the changes of the run",
                    names.join(" and "),
                    typed(&answer.answer_of().command_line),
                ));
            };
            let (run, named) = (&runs[at], hashes(&runs[at]));
            if named.rules != of.rules {
                return Err(format!(
                    "{file} is about other rules than {}: the ledger of the rules has changed between them; make the \
                     older of the two anew",
                    run.name
                ));
            }
            if named.players != of.players {
                aside!("note: other players than those of {} gave the answer in {file}", run.name);
            }
            let study = answer.study(run.lexicon);
            Ok(if runs.len() > 1 { study.of(&labels[at]) } else { study })
        };
        let (mut studies, mut wrong) = (Vec::new(), Vec::new());
        for found in self.with.iter().map(study) {
            match found {
                Ok(study) => studies.push(study),
                Err(why) => wrong.push(why),
            }
        }
        studies.extend(self.sections.iter().cloned());
        if wrong.is_empty() { Ok(studies) } else { Err(wrong.join("\n").into()) }
    }

    /// Counts all runs; reports the errors of all of them at once.
    fn read(&self, names: &[String]) -> Result<Vec<(Folder, Aggregate)>, Problem> {
        let mut wrong = Vec::new();
        let mut counted = Vec::new();
        for name in names {
            let read = Folder::open(Path::new(name)).map_err(|error| error.to_string()).and_then(|folder| {
                let aggregate = Aggregate::of(&folder, &self.given).map_err(|error| error.to_string())?;
                Ok((folder, aggregate))
            });
            match read {
                Ok(read) => counted.push(read),
                // A condition that is invalid for one run is reported once.
                Err(error) if wrong.contains(&error) => (),
                Err(error) => wrong.push(error),
            }
        }
        if wrong.is_empty() { Ok(counted) } else { Err(wrong.join("\n").into()) }
    }
}

/// The runs of a folder: those of a recorded comparison, or the folder itself.
fn compared(name: &str) -> Vec<String> {
    let parts = COMPARED.map(|part| Path::new(name).join(part));
    let is_comparison =
        !Path::new(name).join(MANIFEST).exists() && parts.iter().all(|part| part.join(MANIFEST).exists());
    if is_comparison {
        parts.iter().map(|part| part.display().to_string()).collect()
    } else {
        vec![name.to_owned()]
    }
}

/// Warns about a record made before records had hashes.
pub(super) fn warn_unsealed(name: &str, folder: &Folder) {
    if !folder.is_sealed() {
        aside!(
            "warning: {name} was recorded without hashes, so damage to its files may go unnoticed; play it anew to \
             have them"
        );
    }
}

/// The note on an unfinished run.
pub(super) fn unfinished(name: &str, manifest: &Manifest, games: u64) -> String {
    let due = manifest.part.end - manifest.part.first;
    format!("{name} is not finished: {games} of {due} games are there, and the report is about these")
}
