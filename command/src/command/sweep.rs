//! `szala sweep`: varies one or two values of a scenario over a range; the same games in every cell.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use clap::Args;
use szala_analysis::Plan;
use szala_analysis::compare::Comparison;
use szala_analysis::race::RaceFailed;
use szala_analysis::records::Parquet;
use szala_analysis::sweep::{Cell, sweep};
use szala_files::Known;
use szala_kernel::{BySide, Side};
use szala_reports::SweepReport;
use szala_system::{Contest, Game};

use super::{INTERRUPTED, Problem, refuse_same, refuse_unwritable, threads_refused, write_new};
use crate::house::House;
use crate::identity;
use crate::interrupt;
use crate::options::{Margin, Printed, Seeded, count};
use crate::pages::{Charted, Paged};
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::{VARIANT, VariantArgs};

/// More errors at once do not help.
const MOST_TOLD: usize = 20;
/// The maximum number of cells.
const MOST_CELLS: usize = 400;

/// Options of `szala sweep`.
#[derive(Debug, Args)]
pub(crate) struct Sweep {
    /// The scenario that is varied
    pub(crate) scenario: String,
    /// The values to vary, one or two: `4..8`, `4..8 by 2`, a list `f|o|m`, or `likely` for the range in the files; as
    /// `variant=a.toml|b.toml` whole variants
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    vary: Vec<Vary>,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Number of games in each cell
    #[arg(long, default_value_t = 10_000, value_parser = count::<1, 1_000_000_000>)]
    games: u64,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    margin: Margin,
    /// Stop cells that can no longer be fair within --margin
    #[arg(long, requires = "margin")]
    stop_hopeless: bool,
    /// Play only these cells, counted from 0, the last value varying fastest: one part of a sweep, as in 0..4. Verdicts
    /// are those of the whole sweep
    #[arg(long, value_name = "FIRST..END", value_parser = places)]
    cells: Option<Range<usize>>,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    charted: Charted,
    #[command(flatten)]
    paged: Paged,
    /// Also write the cells to this Parquet file; docs/SCHEMA.md lists its columns
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A path and the values it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Vary {
    path: String,
    values: Values,
}

/// Reads a range of cells.
fn places(text: &str) -> Result<Range<usize>, String> {
    let ends = text.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    ends.filter(|places: &Range<usize>| !places.is_empty())
        .ok_or_else(|| "say the first cell and the one behind the last, as in 0..4".to_owned())
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    These(Vec<String>),
    /// The values within the range that the scenario's files give for the printed value.
    Likely,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "a path and its values are due, as in \"units.Narwa 1.morale=4..8\", `4..8 by 2`, `f|o`, `likely`";
        let (path, values) = text.split_once('=').ok_or(form)?;
        let (path, values) = (path.trim().to_owned(), values.trim());
        if path.is_empty() || values.is_empty() {
            return Err(form.to_owned());
        }
        let values = if values == "likely" { Values::Likely } else { Values::These(listed(values)?) };
        Ok(Self { path, values })
    }
}

/// As typed on the command line.
impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.values {
            Values::These(values) => write!(f, "{}={}", self.path, values.join("|")),
            Values::Likely => write!(f, "{}=likely", self.path),
        }
    }
}

/// The values of a list or a range.
fn listed(text: &str) -> Result<Vec<String>, String> {
    let values: Vec<String> = match range(text) {
        Some(range) => range?,
        None => text.split('|').map(|value| value.trim().to_owned()).collect(),
    };
    if values.iter().any(String::is_empty) {
        return Err("a value is missing beside a `|`; `none` is nothing".to_owned());
    }
    for (place, value) in values.iter().enumerate() {
        if values[..place].contains(value) {
            return Err(format!("`{value}` is there twice"));
        }
    }
    Ok(values)
}

/// The values of a range, if it is one: `4..8`, `8..4`, `4..8 by 2`.
fn range(text: &str) -> Option<Result<Vec<String>, String>> {
    let (range, step) = text.split_once(" by ").unwrap_or((text, "1"));
    let (from, to) = range.split_once("..")?;
    let (from, to): (i64, i64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    let step: Option<u64> = step.trim().parse().ok().filter(|step| *step > 0);
    let Some(step) = step else {
        return Some(Err(format!("`{text}`: the step behind `by` is a whole number from 1")));
    };
    let steps = from.abs_diff(to) / step;
    if steps >= MOST_CELLS as u64 {
        return Some(Err(format!("`{text}` has more than {MOST_CELLS} values; say a larger step")));
    }
    let value =
        |off: u64| if from <= to { from.checked_add_unsigned(off) } else { from.checked_sub_unsigned(off) };
    let values = (0..=steps).filter_map(|times| value(times * step));
    Some(Ok(values.map(|value| value.to_string()).collect()))
}

impl Sweep {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        refuse_unwritable(self.out.as_deref())?;
        // Checked before anything is played: a build without records cannot write it.
        let out = self.out.as_deref().map(|out| Parquet::get().map(|parquet| (out, parquet))).transpose()?;
        self.charted.refuse()?;
        self.paged.refuse()?;
        refuse_same(&[self.out.as_deref(), self.charted.chart.as_deref(), self.paged.html.as_deref()])?;
        let files = house.files();
        let reference = house.open_from(&files, &self.scenario, &self.changes)?;
        let lexicon = self.charted.lexicon(house, &*reference, &self.scenario)?;
        let grid = self.grid();
        let axes = grid.axes(house)?;
        let cells = cells(&axes)?;
        grid.check(house, &cells)?;
        let all = cells.len();
        let cells = self.part_of(cells)?;
        let all_values = cells.clone();
        let is_reference = |values: &[String]| {
            axes.iter().zip(values).all(|(axis, value)| axis.is_now.as_ref() == Some(value))
        };
        let cells = cells.iter().map(|values| Cell {
            values: values.clone(),
            is_reference: is_reference(values),
            comparison: Comparison::default(),
            is_stopped: false,
        });
        let cells: Vec<Cell> = cells.collect();
        let paths: Vec<String> = axes.into_iter().map(|axis| axis.path).collect();
        let pairing = Pairing::or_usual(self.players.as_ref(), &files, &self.scenario, &*reference);
        let as_it_is = pairing.seat_from(&files, &*reference)?;
        let seat = |place: usize| -> Result<Box<dyn Contest>, String> {
            let game = grid.cell(house, &all_values[place]).map_err(|problem| problem.to_string())?;
            pairing.seat(house, &*game).map_err(|problem| problem.to_string())
        };
        let stop = interrupt::flag()?;
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let plan = Plan { seed, numbers: 0..self.games, threads };
        let hope = self.margin.share().filter(|_| self.stop_hopeless);
        let mut progress = Count::new(self.games, "games a cell");
        let swept =
            sweep(&paths, &*as_it_is, (cells, all), seat, &plan, hope, stop, |done| progress.tell(done));
        drop(progress);
        let swept = swept.map_err(|failed| match failed {
            RaceFailed::Threads(error) => threads_refused(threads, &error),
            RaceFailed::Variant(why) => Problem::Told(why),
            RaceFailed::Parts(failed) => Problem::Told(failed.to_string()),
        })?;
        let faces = reference.faces();
        let report = SweepReport {
            title: reference.title(),
            sides: BySide::from_fn(|side: Side| faces.side_name(side)),
            players: pairing.names(),
            seed: seed.0,
            margin: self.margin.share(),
            sweep: &swept,
        };
        self.printed.print(&report.findings())?;
        self.charted.draw(|frame| report.picture(frame, &lexicon))?;
        self.paged.write(
            house,
            || {
                let answer_of = identity::of_answer(house, &*reference, &self.changes, &files, &pairing);
                report.study(&lexicon, &answer_of)
            },
            &lexicon,
        )?;
        if let Some((out, parquet)) = out {
            write_new(&swept.file(parquet), out)?;
        }
        if stop.load(Ordering::Relaxed) && swept.played() < self.games {
            aside!("interrupted after {} of {} games a cell", swept.played(), self.games);
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The cells to play, out of all.
    fn part_of(&self, cells: Vec<Vec<String>>) -> Result<Vec<Vec<String>>, Problem> {
        let Some(part) = &self.cells else { return Ok(cells) };
        let all = cells.len();
        cells.get(part.clone()).map(<[_]>::to_vec).ok_or_else(|| {
            format!("there are {all} cells, and so none {}..{}; say a part of 0..{all}", part.start, part.end)
                .into()
        })
    }

    fn grid(&self) -> Grid<'_> {
        Grid { scenario: &self.scenario, vary: &self.vary, changes: &self.changes }
    }
}

/// The scenario, and what is varied in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<'g> {
    pub(super) scenario: &'g str,
    pub(super) vary: &'g [Vary],
    pub(super) changes: &'g VariantArgs,
}

impl Grid<'_> {
    /// The values of every cell, all playable.
    ///
    /// # Errors
    /// What is wrong with the values.
    pub(super) fn cells(&self, house: &House) -> Result<Vec<Vec<String>>, Problem> {
        let cells = cells(&self.axes(house)?)?;
        self.check(house, &cells)?;
        Ok(cells)
    }

    /// What is varied: each path with its values and its current value.
    fn axes(&self, house: &House) -> Result<Vec<Axis>, Problem> {
        if self.vary.len() > 2 {
            return Err("one or two values can be varied; make a sweep of each pair that matters"
                .to_owned()
                .into());
        }
        let paths = self.vary.iter().map(|vary| vary.path.as_str());
        let paths: Vec<&str> = paths.filter(|path| *path != VARIANT).collect();
        let mut known = house.look_up(self.scenario, self.changes, &paths)?.into_iter();
        let mut axes = Vec::new();
        for Vary { path, values } in self.vary {
            let known = if path == VARIANT { None } else { known.next() };
            let values = match (values, &known) {
                (Values::These(values), _) => values.clone(),
                (Values::Likely, Some(Known { likely: Some([least, most]), .. })) => {
                    listed(&format!("{least}..{most}"))?
                }
                (Values::Likely, _) => {
                    return Err(format!(
                        "the files do not say in which range `{path}` lies; say its values, as in {path}=4..8"
                    )
                    .into());
                }
            };
            axes.push(Axis { path: path.clone(), values, is_now: known.map(|known| known.value) });
        }
        Ok(axes)
    }

    /// The game of a cell.
    pub(super) fn cell(&self, house: &House, values: &[String]) -> Result<Box<dyn Game>, Problem> {
        let mut changes = self.changes.clone();
        for (vary, value) in self.vary.iter().zip(values) {
            changes.vary(&vary.path, value);
        }
        house.open_varied(self.scenario, &changes)
    }

    /// Opens the game of each cell, one after the other, since each takes some memory.
    ///
    /// # Errors
    /// Every error of any of them, each once.
    fn check(&self, house: &House, cells: &[Vec<String>]) -> Result<(), Problem> {
        let mut wrong = Vec::new();
        for values in cells {
            match self.cell(house, values) {
                Ok(_) => (),
                Err(Problem::Told(told)) => wrong.extend(told.lines().skip(1).map(str::to_owned)),
                Err(problem) => return Err(problem),
            }
        }
        let mut told: Vec<String> = Vec::new();
        for line in wrong {
            if !told.contains(&line) {
                told.push(line);
            }
        }
        if told.is_empty() {
            return Ok(());
        }
        let (count, more) = (told.len(), told.len().saturating_sub(MOST_TOLD));
        told.truncate(MOST_TOLD);
        if more > 0 {
            told.push(format!("and {more} more"));
        }
        let plural = if count == 1 { "" } else { "s" };
        Err(format!(
            "{} cannot be played in every cell, {count} error{}:\n{}",
            self.scenario,
            plural,
            told.join("\n")
        )
        .into())
    }
}

/// A path with its values.
struct Axis {
    path: String,
    values: Vec<String>,
    /// The current value, if it is a value of the scenario.
    is_now: Option<String>,
}

/// The values of every cell, those of the last path next to each other.
fn cells(axes: &[Axis]) -> Result<Vec<Vec<String>>, Problem> {
    let count: usize = axes.iter().map(|axis| axis.values.len()).product();
    if count > MOST_CELLS {
        return Err(
            format!("that would be {count} cells, and {MOST_CELLS} is the most; say fewer values").into()
        );
    }
    let mut cells: Vec<Vec<String>> = vec![Vec::new()];
    for axis in axes {
        let with = |cell: &Vec<String>| {
            let cell = cell.clone();
            axis.values.iter().map(move |value| [&cell[..], core::slice::from_ref(value)].concat())
        };
        cells = cells.iter().flat_map(with).collect();
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<String>, String> {
        listed(text)
    }

    #[test]
    fn values_are_ranges_or_lists() {
        for (text, expected) in [
            ("4..8", &["4", "5", "6", "7", "8"][..]),
            ("8..6", &["8", "7", "6"]),
            ("4..9 by 2", &["4", "6", "8"]),
            ("-1..1", &["-1", "0", "1"]),
            ("3..3", &["3"]),
            ("f|o", &["f", "o"]),
            ("Grabowski, Lewiz | Lewiz or Kirejew", &["Grabowski, Lewiz", "Lewiz or Kirejew"]),
        ] {
            assert_eq!(values(text).expect(text), expected);
        }
        for wrong in ["4..8 by 0", "0..100000", "f||o", "f|f", "4..8 by x"] {
            assert!(values(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn cells_are_all_combinations_the_last_value_running_fastest() {
        let axis = |values: &[&str]| Axis {
            path: String::new(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
            is_now: None,
        };
        let found = cells(&[axis(&["1", "2"]), axis(&["a", "b"])]).expect("four cells are within the limit");
        assert_eq!(found, [["1", "a"], ["1", "b"], ["2", "a"], ["2", "b"]]);
        let many: Vec<String> = (0..21).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(cells(&[axis(&many), axis(&many)]).is_err());
    }
}
