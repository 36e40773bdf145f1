//! `szala compare` and `szala whatif`: the same games in two variants, told side by side, and where a pair of games
//! parts.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use szala_ai::Roster;
use szala_analysis::compare::{Comparison, Variant, play_pairs};
use szala_analysis::{Plan, divergence};
use szala_kernel::{BySide, Notation, Recorded, RunSeed, Side};
use szala_reports::{ComparisonForm, ComparisonReport, write_divergence};

use super::chart::{form_of, frame, keep};
use super::{INTERRUPTED, Lang, Problem, say};
use crate::game::{Game, SeveralVisitor};
use crate::interrupt;
use crate::players::{self, Pairing};
use crate::variant::VariantArgs;

/// Options of `szala compare`.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The scenario with which the other is compared
    a: String,
    /// The other scenario
    b: String,
    #[command(flatten)]
    how: How,
}

/// Options of `szala whatif`.
#[derive(Debug, Args)]
pub(crate) struct WhatIf {
    /// The scenario that is changed
    scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
    #[command(flatten)]
    how: How,
}

/// How two variants are compared.
#[derive(Debug, Args)]
struct How {
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// How many pairs of games
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// The seed: the same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; 0 is one for each processor. Changes the time, never the result
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1_024))]
    threads: u16,
    /// Tell instead where the two games of this number part, and why; `first` is the first pair that differs
    #[arg(long, value_name = "NUMBER|first")]
    diverge: Option<Which>,
    /// For whom to tell it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Draw how far the score is shifted, in this new file, .svg or .png
    #[arg(long, value_name = "FILE.svg|FILE.png", conflicts_with = "diverge")]
    chart: Option<PathBuf>,
    /// The language of the chart
    #[arg(long, value_enum, default_value_t = Lang::En)]
    lang: Lang,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For a reader
    Text,
    /// JSON, for a program
    Json,
}

/// Which pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    First,
    Number(u64),
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            _ if text == "first" => Ok(Self::First),
            Ok(number) if number < 1_000_000_000_000 => Ok(Self::Number(number)),
            _ => Err("say `first`, or the number of a game, from 0".to_owned()),
        }
    }
}

impl Compare {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let games = [Game::open(&self.a)?, Game::open(&self.b)?];
        self.how.compare(&games)
    }
}

impl WhatIf {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        if self.changes.is_empty() {
            let told = "what if what? Say a change, as in --set \"units.Narwa 1.morale=8\"; docs/VARIANTS.md tells \
                        more";
            return Err(told.to_owned().into());
        }
        let games = [Game::open(&self.scenario)?, Game::open_varied(&self.scenario, &self.changes)?];
        self.how.compare(&games)
    }
}

impl How {
    fn compare(&self, games: &[Game; 2]) -> Result<ExitCode, Problem> {
        if let Some(chart) = &self.chart {
            form_of(chart)?;
        }
        let titles = games.each_ref().map(Game::title);
        Game::visit_several(games, Pair { how: self, titles })?
    }
}

/// A comparison that is about to begin.
struct Pair<'p> {
    how: &'p How,
    titles: [&'p str; 2],
}

impl SeveralVisitor for Pair<'_> {
    type Output = Result<ExitCode, Problem>;

    fn visit<R>(self, rules: &[&R]) -> Self::Output
    where
        R: Notation + Recorded + Roster + Sync,
        R::Action: Send,
    {
        let Self { how, titles } = self;
        let rules: [&R; 2] = rules.try_into().expect("two are compared");
        let [sides, others] = rules.map(|rules| BySide::from_fn(|side: Side| rules.side_name(side)));
        if sides != others {
            let [a, b] = [sides, others].map(|sides| sides.0.join(" and "));
            return Err(format!("{a} play one of them, {b} the other: that is not the same game").into());
        }
        let players = Pairing::or_usual::<R>(how.players.as_ref());
        let seats = [players.seats(rules[0])?, players.seats(rules[1])?];
        let variants = [0, 1].map(|at| Variant { rules: rules[at], players: &seats[at] });
        let seed = RunSeed(how.seed);
        if let Some(Which::Number(number)) = how.diverge {
            return tell_divergence(&variants, seed, number, sides);
        }
        let stop = interrupt::flag()?;
        let plan = Plan { seed, numbers: 0..how.games, threads: how.threads.into() };
        let mut comparison = Comparison::default();
        let take = |first: u64, pairs: &[_]| {
            comparison.add(first, pairs);
            let is_found = how.diverge.is_some() && comparison.first_differing.is_some();
            if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        play_pairs(&variants, &plan, stop, take).map_err(|error| {
            format!("cannot start {} threads ({error}); try fewer with --threads", how.threads)
        })?;
        if how.diverge.is_some() {
            let Some(number) = comparison.first_differing else {
                say(format_args!("no two of {} pairs of games differ\n", comparison.pairs))?;
                return Ok(ExitCode::SUCCESS);
            };
            return tell_divergence(&variants, seed, number, sides);
        }
        let names = BySide::from_fn(|side| players.names[side].as_str());
        let report =
            ComparisonReport { titles, sides, players: names, seed: how.seed, comparison: &comparison };
        let form = match how.format {
            Format::Text => ComparisonForm::Text,
            Format::Json => ComparisonForm::Json,
        };
        let mut text = String::new();
        report.write(form, &mut text).expect("writing to a string");
        say(text)?;
        if let Some(chart) = &how.chart {
            keep(&report.picture(frame(how.lang)), chart, form_of(chart)?)?;
        }
        if comparison.pairs == how.games {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("interrupted after {} of {} pairs of games", comparison.pairs, how.games);
        Ok(ExitCode::from(INTERRUPTED))
    }
}

fn tell_divergence<R>(
    variants: &[Variant<'_, R, R::Seat>; 2],
    seed: RunSeed,
    number: u64,
    sides: BySide<&str>,
) -> Result<ExitCode, Problem>
where
    R: Notation + Roster,
{
    let found = divergence(variants, seed, number);
    let mut text = String::new();
    write_divergence(found.as_ref(), number, sides, &mut text).expect("writing to a string");
    say(text)?;
    Ok(ExitCode::SUCCESS)
}
