//! `szala odds`: exact chances of an action in a position, and of the tables of a rulebook.

use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;
use szala_analysis::replay;
use szala_files::unknown;
use szala_kernel::odds::OddsTable;
use szala_kernel::{BySide, RunSeed, Side};
use szala_reports::chart::{odds, odds_table};
use szala_reports::{DecisionFindings, Lexicon, OddsFindings, OddsOf, OddsTableFindings};
use szala_system::{CaseAsked, Faces, Game, KeyedContest, Until, Wanted, Worked};

use super::Problem;
use super::chart::{form_of, frame, keep};
use crate::house::House;
use crate::options::{Drawn, Printed, Words, count};
use crate::players::{self, Pairing};
use crate::variant::VariantArgs;

/// Nobody waits longer than this takes.
const MOST_PASSES: u64 = 1_000_000_000;
/// The value of `--table` for all tables.
const ALL: &str = "all";

/// Options of `szala odds`.
#[derive(Debug, Args)]
pub(crate) struct Odds {
    /// A scenario file, a game that `szala list` names, or a file of rule cases
    #[arg(value_name = "SCENARIO|CASES")]
    pub(crate) of: String,
    /// The case: its name, a part of it, or its number in the file
    case: Option<String>,
    #[command(flatten)]
    changes: VariantArgs,
    /// The decision of a game, counted from 1 as on the replay page; GAME alone lists its decisions [default: 0:1]
    #[arg(long, value_name = "GAME[:STEP]", conflicts_with = "table")]
    at: Option<At>,
    /// The action, as traces write it [default: the one that was played, or those of the case]
    #[arg(long, conflicts_with = "table")]
    action: Option<String>,
    /// How far to play on: until a combat is settled, to the next decision, or for a number of decisions
    #[arg(long, value_name = "settled|decision|NUMBER", default_value = "settled", value_parser = until)]
    until: Until,
    /// Work out a table of the rulebook, or `all`; without a name, list the tables
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with = "case")]
    table: Option<String>,
    /// Give up after this many sequences of die faces
    #[arg(long, default_value = "1_000_000", value_parser = count::<1, MOST_PASSES>)]
    passes: u64,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// The seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The game is one of `compare`, `whatif`, `sweep` or `gate`, which play with keyed dice
    #[arg(long)]
    keyed: bool,
    /// The folder of the scenarios that cases name without a path [default: that of the game they test]
    #[arg(long, value_name = "FOLDER")]
    scenarios: Option<String>,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    drawn: Drawn,
}

/// A game of the run, and a decision of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    number: u64,
    step: Option<u64>,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, step) = text.split_once(':').map_or((text, None), |(number, step)| (number, Some(step)));
        let number = number.parse().ok().filter(|number| *number < 1_000_000_000_000);
        let step = step.map(|step| step.parse().ok().filter(|step| *step > 0));
        match (number, step) {
            (Some(number), None) => Ok(Self { number, step: None }),
            (Some(number), Some(Some(step))) => Ok(Self { number, step: Some(step) }),
            _ => {
                Err("say the number of the game, from 0, and of the decision, from 1, as in 0:37".to_owned())
            }
        }
    }
}

fn until(text: &str) -> Result<Until, String> {
    match text {
        "settled" => Ok(Until::Settled),
        "decision" => Ok(Until::Decisions(0)),
        _ => text
            .parse()
            .map(Until::Decisions)
            .map_err(|_| "say `settled`, `decision`, or for how many decisions to play on".to_owned()),
    }
}

impl Odds {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        if let Some(chart) = &self.drawn.chart {
            form_of(chart)?;
        }
        let is_of_cases = House::is_of_cases(&self.of);
        match (&self.table, is_of_cases) {
            (Some(_), true) => Err(format!("{} holds cases and no tables; name a scenario", self.of).into()),
            (Some(name), false) => self.tables(house, name),
            (None, true) => self.of_case(house),
            (None, false) => self.of_decision(house),
        }?;
        Ok(ExitCode::SUCCESS)
    }

    fn wanted(&self) -> Wanted<'_> {
        Wanted { action: self.action.as_deref(), until: self.until, passes: self.passes }
    }

    fn of_case(&self, house: &House) -> Result<(), Problem> {
        if !self.changes.is_empty() {
            return Err("a case says itself what it changes; write `set` or `variant` into it"
                .to_owned()
                .into());
        }
        if self.at.is_some() || self.keyed {
            let option = if self.keyed { "--keyed" } else { "--at" };
            return Err(format!("{option} is about a game, and {} holds cases; leave it out", self.of).into());
        }
        let text =
            house.files().read(&self.of).map_err(|error| format!("cannot read {}: {error}", self.of))?;
        let asked = CaseAsked {
            file: &self.of,
            text: &text,
            case: self.case.as_deref(),
            players: self.players.as_ref().map(Pairing::names),
            game: RunSeed(self.seed).game(0),
            wanted: self.wanted(),
        };
        let found = house.case_odds(self.scenarios.as_deref(), &asked)?;
        let of = OddsOf::Case { file: &self.of, case: &found.name };
        let players = BySide::from_fn(|side: Side| found.players[side].as_str());
        self.tell(house, &*found.game, of, players, &found.worked)
    }

    fn of_decision(&self, house: &House) -> Result<(), Problem> {
        if let Some(case) = &self.case {
            let of = &self.of;
            return Err(format!("{of} holds no cases, so none called `{case}`; say --at GAME:STEP").into());
        }
        let files = house.files();
        let game = house.open_from(&files, &self.of, &self.changes)?;
        let pairing = Pairing::or_usual(self.players.as_ref(), &files, &self.of, &*game);
        let mut contest = pairing.seat_from(&files, &*game)?;
        if self.keyed {
            contest = Box::new(KeyedContest(contest));
        }
        let At { number, step } = self.at.unwrap_or(At { number: 0, step: Some(1) });
        let seeded = RunSeed(self.seed).game(number);
        let Some(step) = step else {
            if self.drawn.chart.is_some() {
                let told = format!("a chart is about one decision; name it with --at {number}:STEP");
                return Err(told.into());
            }
            let (log, _) = replay(&*contest, seeded, false);
            let (title, faces) = (game.title(), game.faces());
            return self.printed.print(&DecisionFindings::of(title, self.seed, number, &log.entries, faces));
        };
        let worked = contest.worker().odds(seeded, step, &self.wanted())?;
        let of = OddsOf::Decision { seed: self.seed, number, step };
        self.tell(house, &*game, of, pairing.names(), &worked)
    }

    /// How far it was played on, in words.
    fn until_in_words(&self, players: [&str; 2], faces: &dyn Faces, worked: &Worked) -> String {
        let far = match self.until {
            Until::Settled => "until nothing that was begun is left to finish".to_owned(),
            Until::Decisions(0) => "up to the next decision".to_owned(),
            Until::Decisions(1) => "through one decision more".to_owned(),
            Until::Decisions(more) => format!("through {more} decisions more"),
        };
        if worked.choices.is_empty() {
            return far;
        }
        let [first, second] = Side::BOTH.map(|side| faces.side_name(side));
        let [one, other] = players;
        format!("{far}; on the way {one} decides for {first} and {other} for {second}")
    }

    fn tell(
        &self,
        house: &House,
        game: &dyn Game,
        of: OddsOf<'_>,
        BySide(players): BySide<&str>,
        worked: &Worked,
    ) -> Result<(), Problem> {
        let faces = game.faces();
        let until = self.until_in_words(players, faces, worked);
        let findings = OddsFindings::of(game.title(), of, players, until, worked, faces);
        self.printed.print(&findings)?;
        let Some(chart) = &self.drawn.chart else { return Ok(()) };
        let frame = frame(self.drawn.lang);
        let words = self.words(house, game)?;
        let likeliest = findings.likeliest(&words);
        let picture = odds(&findings.charted(&words), &findings.action(&words), likeliest, frame);
        keep(&picture, chart, form_of(chart)?)
    }

    /// The words of the game in the language of the chart.
    fn words(&self, house: &House, game: &dyn Game) -> Result<Lexicon, Problem> {
        Words { lang: self.drawn.lang, lexicon: Vec::new() }.of_scenario(house, game, &self.of)
    }

    fn tables(&self, house: &House, name: &str) -> Result<(), Problem> {
        let game = house.open_varied(&self.of, &self.changes)?;
        let tables = game.odds_tables();
        if tables.is_empty() {
            let why = "its rules have no tables to work out";
            return Err(format!("{}: {why}; ask for an action with --at GAME:STEP", self.of).into());
        }
        let is_meant = |table: &&OddsTable| name.is_empty() || name == ALL || table.name == name;
        let meant: Vec<&OddsTable> = tables.iter().filter(is_meant).collect();
        if meant.is_empty() {
            let names: Vec<&str> = tables.iter().map(|table| table.name).chain([ALL]).collect();
            return Err(format!("{}: {}", self.of, unknown("table", name, &names)).into());
        }
        let findings = OddsTableFindings::of(game.title(), meant.iter().copied(), !name.is_empty());
        let Some(chart) = &self.drawn.chart else { return self.printed.print(&findings) };
        let [table] = meant[..] else {
            return Err("a chart shows one table; name it with --table NAME".to_owned().into());
        };
        let words = self.words(house, &*game)?;
        let charted = findings.charted(&words).filter(|table| !name.is_empty() && table.is_drawable());
        let Some(charted) = charted else {
            let why = "has more results than a chart has colours";
            return Err(format!("table `{}` {why}; leave --chart out", table.name).into());
        };
        self.printed.print(&findings)?;
        keep(&odds_table(&charted, frame(self.drawn.lang)), chart, form_of(chart)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_named_by_its_game_and_its_number_from_1() {
        let at = |text: &str| text.parse::<At>().ok().map(|at| (at.number, at.step));
        assert_eq!(at("0:37"), Some((0, Some(37))));
        assert_eq!(at("12"), Some((12, None)));
        for wrong in ["", ":", "1:", ":1", "1:0", "-1:2", "1:2:3", "a", "1 : 2", "1000000000000"] {
            assert_eq!(at(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn it_is_played_on_by_a_word_or_for_a_number_of_decisions() {
        assert_eq!(until("settled"), Ok(Until::Settled));
        assert_eq!(until("decision"), Ok(Until::Decisions(0)));
        assert_eq!(until("3"), Ok(Until::Decisions(3)));
        for wrong in ["", "-1", "end", "1.5"] {
            assert!(until(wrong).is_err(), "{wrong:?}");
        }
    }
}
