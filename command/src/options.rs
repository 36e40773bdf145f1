//! Options that mean the same in every command, declared once.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use szala_analysis::Accepted;
use szala_analysis::records::Manifest;
use szala_kernel::RunSeed;
use szala_reports::{Findings, Form, Language, Lexicon, written};
use szala_system::Game;

use crate::command::{Problem, deliver, points};
use crate::files::{is_words, words_beside};
use crate::house::House;

/// More threads than any machine can use; the system would only refuse them later.
const MOST_THREADS: i64 = 1_024;

/// A whole number as people write it: `1000000`, `1_000_000`, `1e6`.
pub(crate) fn whole(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    let is_sound = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    // An underscore is valid between digits; anywhere else it is probably a typo.
    if text.starts_with('_') || text.ends_with('_') || text.contains("__") {
        return None;
    }
    match digits.split_once(['e', 'E']) {
        None => is_sound(&digits).then(|| digits.parse().ok())?,
        Some((digits, power)) if is_sound(digits) && is_sound(power) => {
            10_u64.checked_pow(power.parse().ok()?)?.checked_mul(digits.parse().ok()?)
        }
        Some(_) => None,
    }
}

/// Reads a number of games, or of something else, within bounds.
pub(crate) fn count<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let count = whole(text).filter(|count| (LEAST..=MOST).contains(count));
    count.ok_or_else(|| format!("say a number from {LEAST} to {MOST}, as in 2000, 1_000_000 or 1e6"))
}

/// The seed of the games, and the number of threads.
#[derive(Clone, Debug, Args)]
pub(crate) struct Seeded {
    /// Random seed; the same seed plays the same games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

impl Seeded {
    pub(crate) fn run_seed(&self) -> RunSeed {
        RunSeed(self.seed)
    }
}

/// The number of threads to play games on.
#[derive(Clone, Debug, Args)]
pub(crate) struct Threads {
    /// Number of threads; 0 means one per core. Never changes the result
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS))]
    pub(crate) threads: u16,
}

impl Threads {
    pub(crate) fn number(&self) -> usize {
        self.threads.into()
    }
}

/// How far from 50 %, in points, a score is fair where no `--margin` says so.
pub(crate) const FAIR: f64 = 3.0;

/// Whether to report a verdict.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Margin {
    /// Report verdicts; a scenario is fair when neither side scores more than 50 % plus this many points
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub(crate) margin: Option<f64>,
}

impl Margin {
    /// As a part of a game.
    pub(crate) fn share(&self) -> Option<f64> {
        self.margin.map(|points| points / 100.0)
    }
}

/// What a designer cares about besides fairness.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Minding {
    /// The most games that may be drawn before a verdict calls the scenario drawish [default: 50%]
    #[arg(long, value_name = "SHARE%", value_parser = share)]
    draws: Option<f64>,
    /// The most games that may be walk-overs, won in the first half of the time that the rules give, before a verdict
    /// calls the scenario one-sided [default: 25%]
    #[arg(long, value_name = "SHARE%", value_parser = share)]
    walkovers: Option<f64>,
    /// A win by at least this lead is a walk-over too
    #[arg(long, value_name = "VP", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    walkover: Option<u32>,
    /// The most games that may last until time is up, or have no end, before a verdict calls the scenario drawn out
    /// [default: 90%]
    #[arg(long, value_name = "SHARE%", value_parser = share)]
    long: Option<f64>,
}

impl Minding {
    /// Is any limit named?
    pub(crate) fn is_asked(&self) -> bool {
        [self.draws, self.walkovers, self.long].iter().any(Option::is_some) || self.walkover.is_some()
    }

    /// The limits that are accepted.
    pub(crate) fn accepted(&self) -> Accepted {
        let usual = Accepted::default();
        Accepted {
            draws: self.draws.unwrap_or(usual.draws),
            walkovers: self.walkovers.unwrap_or(usual.walkovers),
            long: self.long.unwrap_or(usual.long),
            walkover: self.walkover,
        }
    }
}

/// A share as people write it, `62` or `62%` or `62.5 %`, as a fraction.
fn share(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').unwrap_or(text).trim();
    match number.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("say a share of all games from 0% to 100%, as in 50%".to_owned()),
    }
}

/// A chart of the findings.
#[derive(Clone, Debug, Args)]
pub(crate) struct Drawn {
    /// Also draw a chart to this new file
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub(crate) chart: Option<PathBuf>,
    /// The language of the chart
    #[arg(long, value_enum, default_value_t = Lang::En)]
    pub(crate) lang: Lang,
}

/// The output format of findings.
#[derive(Clone, Debug, Args)]
pub(crate) struct Printed {
    /// Output format [default: text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
}

/// The requested format, or the one that the file's extension implies: `--out map.svg` is an SVG.
///
/// # Errors
/// That the two disagree.
pub(crate) fn form_of_file<F: ValueEnum + PartialEq>(
    asked: Option<F>,
    file: Option<&Path>,
) -> Result<Option<F>, Problem> {
    let ending = file.and_then(Path::extension).and_then(|ending| ending.to_str()).unwrap_or_default();
    let ending = if ending == "txt" { "text" } else { ending };
    let named = F::from_str(ending, true).ok();
    match (asked, named) {
        (Some(asked), Some(named)) if asked != named => {
            let asked = asked.to_possible_value().map(|value| value.get_name().to_owned());
            let file = file.map(|file| file.display().to_string()).unwrap_or_default();
            let asked = asked.unwrap_or_default();
            Err(format!("{file} ends in .{ending}, and --format asks for {asked}; leave out one of them")
                .into())
        }
        (asked, named) => Ok(asked.or(named)),
    }
}

impl Printed {
    /// Prints findings.
    pub(crate) fn print(&self, findings: &impl Findings) -> Result<(), Problem> {
        self.deliver(findings, None)
    }

    /// Prints findings, or writes them to a new file.
    pub(crate) fn deliver(&self, findings: &impl Findings, file: Option<&Path>) -> Result<(), Problem> {
        let format = form_of_file(self.format, file)?.unwrap_or(Format::Text);
        deliver(&written(findings, format.into()), file)
    }
}

/// The output formats of every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text
    Text,
    /// JSON, one document; docs/JSON.md describes it
    Json,
    /// Markdown
    Md,
    /// CSV, a table
    Csv,
}

impl From<Format> for Form {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
            Format::Md => Self::Markdown,
            Format::Csv => Self::Csv,
        }
    }
}

/// The language of a page, and the game's words in it.
#[derive(Clone, Debug, Args)]
pub(crate) struct Words {
    /// The language of pages and charts
    #[arg(long, value_enum, default_value_t = Lang::En)]
    pub(crate) lang: Lang,
    /// A file with more of the game's words in that language; repeatable. docs/LANGUAGES.md describes it
    #[arg(long, value_name = "FILE")]
    pub(crate) lexicon: Vec<String>,
}

impl Words {
    pub(crate) fn language(&self) -> Language {
        self.lang.into()
    }

    /// The words of a recorded run: those of its rule system, those recorded with it, and those of the options.
    pub(crate) fn of(&self, house: &House, manifest: &Manifest) -> Result<Lexicon, Problem> {
        let made_of = manifest.run.made_of.as_ref();
        let recorded = made_of.into_iter().flat_map(|made_of| &made_of.files);
        let recorded = recorded.filter(|(path, _)| is_words(path));
        let mut files: Vec<(String, String)> =
            recorded.map(|(path, text)| (path.clone(), text.clone())).collect();
        files.extend(self.files(house)?);
        house.lexicon(made_of.map_or("", |made_of| made_of.system.as_str()), self.language(), &files)
    }

    /// The words of a scenario: those of its rule system, those beside it, and those of the options.
    pub(crate) fn of_scenario(&self, house: &House, game: &dyn Game, name: &str) -> Result<Lexicon, Problem> {
        let beside = words_beside(name);
        let mut files = Vec::new();
        if house.files().has(&beside) {
            files.push((beside.clone(), read(house, &beside)?));
        }
        files.extend(self.files(house)?);
        house.lexicon(game.system(), self.language(), &files)
    }

    fn files(&self, house: &House) -> Result<Vec<(String, String)>, Problem> {
        self.lexicon.iter().map(|file| Ok((file.clone(), read(house, file)?))).collect()
    }
}

fn read(house: &House, file: &str) -> Result<String, Problem> {
    house.files().read(file).map_err(|error| format!("cannot read {file}: {error}").into())
}

/// The language of pictures and pages.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Lang {
    /// English
    En,
    /// Polish
    Pl,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::En => Self::English,
            Lang::Pl => Self::Polish,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("1000", 1_000),
            ("1_000", 1_000),
            ("1e6", 1_000_000),
            ("25E3", 25_000),
            ("0", 0),
            ("1_0e2", 1_000),
        ] {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for wrong in ["", "-1", "1.5e3", "e6", "1e", "_1", "1_", "1__0", "1e20", "many", "1 000", "+5"] {
            assert_eq!(whole(wrong), None, "{wrong}");
        }
        assert_eq!(count::<1, 10>("1e1"), Ok(10));
        assert!(count::<1, 10>("11").is_err() && count::<1, 10>("0").is_err());
    }

    #[test]
    fn a_share_is_a_part_of_one_with_or_without_its_sign() {
        for (text, part) in [("50%", 0.5), ("50", 0.5), ("62.5 %", 0.625), ("0%", 0.0), ("100%", 1.0)] {
            assert_eq!(share(text), Ok(part), "{text}");
        }
        for wrong in ["", "%", "101%", "-1", "NaN", "inf", "half", "50%%"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_ending_of_a_file_says_its_form_unless_somebody_says_otherwise() {
        let form = |asked, file: &str| form_of_file::<Format>(asked, Some(Path::new(file)));
        for (file, expected) in
            [("a.json", Some(Format::Json)), ("a.txt", Some(Format::Text)), ("a", None), ("a.x", None)]
        {
            assert_eq!(form(None, file).expect("nothing contradicts it"), expected, "{file}");
        }
        assert_eq!(form(Some(Format::Csv), "a.x").expect("nothing contradicts it"), Some(Format::Csv));
        let told = form(Some(Format::Csv), "a.json").expect_err("one of them is wrong").to_string();
        assert_eq!(told, "a.json ends in .json, and --format asks for csv; leave out one of them");
    }
}
