//! Options that mean the same in every command, declared once.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use szala_kernel::RunSeed;
use szala_reports::{Findings, Form, Language, written};

use crate::command::{Problem, deliver, points};

/// More threads than any machine has use for; the system would only refuse them later.
const MOST_THREADS: i64 = 1_024;

/// The seed of the games, and the threads they are played on.
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

/// The threads that games are played on.
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

/// Whether to give a verdict.
#[derive(Clone, Debug, Args)]
pub(crate) struct Margin {
    /// Report verdicts; a scenario is fair when neither side scores more than 50 % plus this many points
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub(crate) margin: Option<f64>,
}

impl Margin {
    /// In parts of a game.
    pub(crate) fn share(&self) -> Option<f64> {
        self.margin.map(|points| points / 100.0)
    }
}

/// A chart of what is found.
#[derive(Clone, Debug, Args)]
pub(crate) struct Drawn {
    /// Draw it as well, in this new file
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub(crate) chart: Option<PathBuf>,
    /// The language of the chart
    #[arg(long, value_enum, default_value_t = Lang::En)]
    pub(crate) lang: Lang,
}

/// The form in which findings are printed.
#[derive(Clone, Debug, Args)]
pub(crate) struct Printed {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

impl Printed {
    /// Prints findings.
    pub(crate) fn print(&self, findings: &impl Findings) -> Result<(), Problem> {
        self.deliver(findings, None)
    }

    /// Prints findings, or writes them into a new file.
    pub(crate) fn deliver(&self, findings: &impl Findings, file: Option<&Path>) -> Result<(), Problem> {
        deliver(&written(findings, self.format.into()), file)
    }
}

/// The forms that every command writes its findings in.
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
