//! The command line: every subcommand with its options. What an option means is the same everywhere.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::command;
use crate::house::House;

/// Is this wargame scenario fair, why, and what would make it so?
#[derive(Debug, Parser)]
#[command(name = "szala", version, about, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a scenario against itself many times and tell who wins how often, and why
    Run(command::run::Run),
    /// Tell what recorded runs show: who won, when, by what, and what goes together with winning
    Report(command::report::Report),
    /// Draw what recorded runs show, as SVG or PNG
    Chart(command::chart::Chart),
    /// Join the parts of a run that was played in shards
    Merge(command::merge::Merge),
    /// Play the same games in two scenarios and tell how they differ
    Compare(command::compare::Compare),
    /// Play the same games in a scenario and with changes to it, and tell how they differ
    Whatif(command::compare::WhatIf),
    /// Tell whose advantage it is: the ground's, the first move's, or the sides' own
    Advantage(command::advantage::Advantage),
    /// Make a map up by a seed, for a scenario
    Generate(command::generate::Generate),
    /// Play the same games for every value of a range and tell what it makes of them
    Sweep(command::sweep::Sweep),
    /// Say yes or no for a CI: does a game still play as it did when its baseline was made?
    Gate(command::gate::Gate),
    /// Tell one game of a run, die by die and rule by rule
    Replay(command::replay::Replay),
    /// Play every player of one side against every player of the other and tell who is stronger
    League(command::league::League),
    /// Find better weights for a player by letting it play
    Tune(command::tune::Tune),
    /// Run rule cases: tests of rules written as data
    Case(command::case::Case),
    /// Check scenario files and tell everything that is wrong with them
    Validate(command::validate::Validate),
    /// Show what a scenario says: its map, its units
    Show(command::show::Show),
    /// Print JSON schemas of scenario files, for editors that complete and check TOML
    Schema(command::schema::Schema),
    /// List what there is to play, by whom, and what of it can be varied
    List(command::list::List),
    /// Print what makes a shell complete commands and options
    Completions(command::completions::Completions),
}

impl Cli {
    /// Does what was asked.
    pub(crate) fn run(self, house: &House) -> Result<ExitCode, command::Problem> {
        match self.command {
            Command::Run(run) => run.run(house),
            Command::Report(report) => report.run(house),
            Command::Chart(chart) => chart.run(house),
            Command::Merge(merge) => merge.run(),
            Command::Compare(compare) => compare.run(house),
            Command::Whatif(whatif) => whatif.run(house),
            Command::Advantage(advantage) => advantage.run(house),
            Command::Generate(generate) => generate.run(house),
            Command::Sweep(sweep) => sweep.run(house),
            Command::Gate(gate) => gate.run(house),
            Command::Replay(replay) => replay.run(house),
            Command::League(league) => league.run(house),
            Command::Tune(tune) => tune.run(house),
            Command::Case(case) => case.run(house),
            Command::Validate(validate) => validate.run(house),
            Command::Show(show) => show.run(house),
            Command::Schema(schema) => schema.run(house),
            Command::List(list) => list.run(house),
            Command::Completions(completions) => completions.run::<Self>(),
        }
    }
}
