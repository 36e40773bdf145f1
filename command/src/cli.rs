//! The command line: every subcommand with its options. What an option means is the same everywhere.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::command;
use crate::house::House;

/// Balance analysis for board wargames: is this scenario fair, and why?
#[derive(Debug, Parser)]
#[command(name = "szala", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Simulate a scenario many times; report win rates and how games ended
    Run(command::run::Run),
    /// Plan how many games, and how much time, a question takes: by a short pilot on this machine
    Plan(command::plan::Plan),
    /// Report what recorded runs show: win rates, endings, timing, and what correlates with winning
    Report(command::report::Report),
    /// Draw a chart of recorded runs, as SVG or PNG
    Chart(command::chart::Chart),
    /// Deal a run out to several machines: a script for Slurm or for any shell
    Shards(command::shards::Shards),
    /// Merge the shards of a run
    Merge(command::merge::Merge),
    /// Compare two scenarios by paired games with common dice
    Compare(command::compare::Compare),
    /// Compare a scenario with a changed version of itself by paired games with common dice
    Whatif(command::compare::WhatIf),
    /// Separate the advantage of the ground, of the first move and of each side
    Advantage(command::advantage::Advantage),
    /// Generate a map from a seed, for a scenario
    Generate(command::generate::Generate),
    /// Vary one or two values over a range, with the same games in every cell
    Sweep(command::sweep::Sweep),
    /// Find out which values of a scenario matter, which do not, and how far uncertain ones could move the score
    Sensitivity(command::sensitivity::Sensitivity),
    /// Search for the cheapest changes that would make a scenario fair, and check them with fresh games
    Balance(command::balance::Balance),
    /// Check simulated results against a committed baseline
    Gate(command::gate::Gate),
    /// Show one game, die by die and rule by rule
    Replay(command::replay::Replay),
    /// Work out exact chances: of an action in a position, or of the tables of the rulebook
    Odds(command::odds::Odds),
    /// Report the luck of a game, roll by roll, or how much of what decides games is luck
    Luck(command::luck::Luck),
    /// Play every player of one side against every player of the other; rank them by strength
    League(command::league::League),
    /// Tune the weights of a player by self-play
    Tune(command::tune::Tune),
    /// Train players that weigh their options by a net, by self-play
    Drill(command::drill::Drill),
    /// Search for the best mixes of players; report how far better play could move the result
    Robust(command::robust::Robust),
    /// Test any player against the mixes of a robust search; report whether the play interval holds
    Challenge(command::challenge::Challenge),
    /// Solve choices that both sides make in secret: how each is best mixed, and what it is worth to know the other's
    Secrets(command::secrets::Secrets),
    /// Run rule cases: tests of the rules, written as data
    Case(command::case::Case),
    /// Check scenario files; report every error at its place
    Validate(command::validate::Validate),
    /// Show the map, units or tables of a scenario, or where on the map things happen
    Show(command::show::Show),
    /// Print JSON schemas of scenario files, for editors that complete and check TOML
    Schema(command::schema::Schema),
    /// List games and scenarios, their players, and the values that can be varied
    List(command::list::List),
    /// Copy a scenario with all its files, to make one of your own of it
    New(command::new::New),
    /// Generate shell completions
    Completions(command::completions::Completions),
    /// Write manual pages
    Man(command::man::Man),
}

impl Command {
    /// The scenarios that the command names; each may be one shipped with the program.
    fn scenarios(&mut self) -> Vec<&mut String> {
        match self {
            Self::Run(run) => vec![&mut run.game],
            Self::Plan(plan) => core::iter::once(&mut plan.scenario).chain(&mut plan.other).collect(),
            Self::Compare(compare) => vec![&mut compare.a, &mut compare.b],
            Self::Whatif(whatif) => vec![&mut whatif.scenario],
            Self::Advantage(advantage) => vec![&mut advantage.scenario],
            Self::Generate(generate) => vec![&mut generate.scenario],
            Self::Sweep(sweep) => vec![&mut sweep.scenario],
            Self::Sensitivity(sensitivity) => vec![&mut sensitivity.scenario],
            Self::Balance(balance) => vec![&mut balance.scenario],
            Self::Gate(gate) => gate.game.iter_mut().collect(),
            Self::Replay(replay) => vec![&mut replay.game],
            Self::Odds(odds) => vec![&mut odds.of],
            Self::Luck(luck) => vec![&mut luck.scenario],
            Self::League(league) => league.scenarios.iter_mut().collect(),
            Self::Tune(tune) => tune.scenarios.iter_mut().collect(),
            Self::Drill(drill) => vec![&mut drill.game],
            Self::Robust(robust) => vec![&mut robust.game],
            Self::Challenge(challenge) => vec![&mut challenge.scenario],
            Self::Secrets(secrets) => vec![&mut secrets.game],
            Self::Validate(validate) => validate.files.iter_mut().collect(),
            Self::Show(show) => vec![show.scenario_mut()],
            Self::List(list) => list.players.iter_mut().chain(&mut list.paths).collect(),
            Self::New(new) => vec![&mut new.from],
            Self::Report(_)
            | Self::Chart(_)
            | Self::Shards(_)
            | Self::Merge(_)
            | Self::Case(_)
            | Self::Schema(_)
            | Self::Completions(_)
            | Self::Man(_) => Vec::new(),
        }
    }
}

fn taking_negative(grammar: clap::Command) -> clap::Command {
    let takes_value = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    grammar
        .mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(taking_negative)
}

impl Cli {
    /// Reads a command line. A negative number is the value of the option before it, which says what it takes; it is
    /// not another option.
    pub(crate) fn read(
        words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Self, clap::Error> {
        let mut grammar = taking_negative(Self::command());
        let mut found = grammar.try_get_matches_from_mut(words)?;
        Self::from_arg_matches_mut(&mut found).map_err(|wrong| wrong.format(&mut grammar))
    }

    /// Runs the command.
    pub(crate) fn run(mut self, house: &House) -> Result<ExitCode, command::Problem> {
        for name in self.command.scenarios() {
            *name = house.called(name);
        }
        match self.command {
            Command::Run(run) => run.run(house),
            Command::Plan(plan) => plan.run(house),
            Command::Report(report) => report.run(house),
            Command::Chart(chart) => chart.run(house),
            Command::Shards(shards) => shards.run(house),
            Command::Merge(merge) => merge.run(),
            Command::Compare(compare) => compare.run(house),
            Command::Whatif(whatif) => whatif.run(house),
            Command::Advantage(advantage) => advantage.run(house),
            Command::Generate(generate) => generate.run(house),
            Command::Sweep(sweep) => sweep.run(house),
            Command::Sensitivity(sensitivity) => sensitivity.run(house),
            Command::Balance(balance) => balance.run(house),
            Command::Gate(gate) => gate.run(house),
            Command::Replay(replay) => replay.run(house),
            Command::Odds(odds) => odds.run(house),
            Command::Luck(luck) => luck.run(house),
            Command::League(league) => league.run(house),
            Command::Tune(tune) => tune.run(house),
            Command::Drill(drill) => drill.run(house),
            Command::Robust(robust) => robust.run(house),
            Command::Challenge(challenge) => challenge.run(house),
            Command::Secrets(secrets) => secrets.run(house),
            Command::Case(case) => case.run(house),
            Command::Validate(validate) => validate.run(house),
            Command::Show(show) => show.run(house),
            Command::Schema(schema) => schema.run(house),
            Command::List(list) => list.run(house),
            Command::New(new) => new.run(house),
            Command::Completions(completions) => completions.run::<Self>(),
            Command::Man(man) => man.run::<Self>(),
        }
    }
}
