//! All sizes, each measured in separate processes, timed and under callgrind; tables of the results, and the
//! exponents of growth along each axis.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::env;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use crate::synthetic::Size;

/// How the tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Markdown,
    Csv,
}

/// Boards by area, each about a quarter wider than high, as Niemenczyn's is.
const BOARDS: [(usize, usize); 6] = [(15, 12), (21, 17), (30, 24), (37, 29), (42, 34), (50, 40)];
const UNITS: [usize; 6] = [20, 40, 80, 120, 160, 200];

/// The axis that grows.
struct Axis {
    name: &'static str,
    /// What the exponents refer to.
    by: fn(Size) -> usize,
    sizes: Vec<Size>,
}

fn axes() -> [Axis; 3] {
    let size = |units: usize, (columns, rows): (usize, usize)| Size::like_niemenczyn(units, columns, rows);
    let largest = BOARDS[BOARDS.len() - 1];
    [
        Axis {
            name: "units and hexes together",
            by: |size| size.units,
            sizes: UNITS.into_iter().zip(BOARDS).map(|(units, board)| size(units, board)).collect(),
        },
        Axis {
            name: "units on the largest board",
            by: |size| size.units,
            sizes: UNITS.into_iter().map(|units| size(units, largest)).collect(),
        },
        Axis {
            name: "hexes under twenty units",
            by: Size::hexes,
            sizes: BOARDS.into_iter().map(|board| size(UNITS[0], board)).collect(),
        },
    ]
}

/// The measurements of one size, by name.
type Figures = BTreeMap<String, f64>;

/// A column: its title, and how it follows from the measurements.
struct Column {
    title: String,
    figure: Box<dyn Fn(&Figures) -> f64>,
}

fn column(title: impl Into<String>, figure: impl Fn(&Figures) -> f64 + 'static) -> Column {
    Column { title: title.into(), figure: Box::new(figure) }
}

/// A quotient of two figures, with the factor for the unit of the column.
fn quotient(title: String, of: String, by: String, scale: f64) -> Column {
    column(title, move |figures| figures[&of] / figures[&by] / scale)
}

const MILLION: f64 = 1e6;

/// The cost of games.
fn games() -> Vec<Column> {
    let parties = ["random", "plans", "heuristic"];
    let of = |party: &str| {
        [
            quotient(
                format!("{party}: decisions a game"),
                format!("decisions {party}"),
                format!("number games {party}"),
                1.0,
            ),
            quotient(
                "actions a decision".to_owned(),
                format!("actions {party}"),
                format!("decisions {party}"),
                1.0,
            ),
            quotient(
                "instructions a decision".to_owned(),
                format!("instructions counted_games_{party}"),
                format!("decisions {party}"),
                1.0,
            ),
            quotient(
                "µs a decision".to_owned(),
                format!("time games {party}"),
                format!("decisions {party}"),
                1e3,
            ),
        ]
    };
    parties.into_iter().flat_map(of).collect()
}

/// The cost of starting.
fn beginnings() -> Vec<Column> {
    let parts = [
        ("files and board", "reading", "reading"),
        ("tables of the rules", "tables", "tables"),
        ("plans", "seats plans", "seats_plans"),
        ("heuristics", "seats heuristic", "seats_heuristic"),
    ];
    let of = |(title, time, function): (&'static str, &'static str, &'static str)| {
        [
            column(format!("{title}: million instructions"), move |figures| {
                figures[&format!("instructions counted_{function}")] / MILLION
            }),
            column("ms", move |figures| figures[&format!("time {time}")] / MILLION),
        ]
    };
    let mut columns: Vec<Column> = parts.into_iter().flat_map(of).collect();
    columns.push(column("MB with the rules", |figures| figures["memory rules"] / 1e3));
    columns.push(column("MB in all", |figures| figures["memory all"] / 1e3));
    columns
}

/// Measures everything.
pub(crate) fn all(form: Form) -> Result<String, String> {
    let mut measured: BTreeMap<(usize, usize), Figures> = BTreeMap::new();
    let mut text = match form {
        Form::Csv => "axis,units,hexes,figure,value\n".to_owned(),
        Form::Markdown => String::new(),
    };
    for axis in axes() {
        for size in &axis.sizes {
            if let Entry::Vacant(place) = measured.entry((size.units, size.hexes())) {
                eprintln!("{} units, {} hexes", size.units, size.hexes());
                place.insert(figures(*size)?);
            }
        }
        let of = |size: &Size| (*size, &measured[&(size.units, size.hexes())]);
        let rows: Vec<_> = axis.sizes.iter().map(of).collect();
        match form {
            Form::Csv => csv(&mut text, axis.name, &rows),
            Form::Markdown => {
                for (title, columns) in [("games", games()), ("the beginning", beginnings())] {
                    write!(text, "{}: {title}\n\n", axis.name).expect("writing to a string never fails");
                    markdown(&mut text, &rows, &columns, axis.by);
                }
            }
        }
    }
    let state = measured.values().next().map_or(0.0, |figures| figures["state"]);
    if form == Form::Markdown {
        writeln!(text, "A position takes {state} bytes, whatever the scenario.")
            .expect("writing to a string never fails");
    }
    Ok(text)
}

/// libc copies large blocks of memory with one repeating instruction, which callgrind counts as one per byte. Below
/// these sizes it copies with vectors instead.
const WITHOUT_REPETITION: &str =
    "glibc.cpu.x86_rep_movsb_threshold=0x10000000:glibc.cpu.x86_rep_stosb_threshold=0x10000000";

/// Runs this program on one size, twice.
fn figures(size: Size) -> Result<Figures, String> {
    let program = env::current_exe().map_err(|why| format!("where is this program? {why}"))?;
    let size = [size.units, size.columns, size.rows].map(|number| number.to_string());
    let mut figures = read(&output(Command::new(&program).arg("one").args(&size))?);
    let profile = env::temp_dir().join(format!("szala-costs-{}", std::process::id()));
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind", "--toggle-collect=*szala_costs*counted_*"]);
    valgrind.arg(format!("--callgrind-out-file={}", profile.display()));
    valgrind.env("GLIBC_TUNABLES", WITHOUT_REPETITION);
    output(valgrind.arg(&program).arg("counted").args(&size))?;
    let counted = fs::read(&profile).map_err(|why| format!("{}: {why}", profile.display()))?;
    fs::remove_file(&profile).map_err(|why| format!("{}: {why}", profile.display()))?;
    figures.extend(instructions(&String::from_utf8_lossy(&counted)));
    Ok(figures)
}

fn output(command: &mut Command) -> Result<String, String> {
    let told = command.output().map_err(|why| format!("cannot run {command:?}: {why}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if told.status.success() { Ok(text(&told.stdout)) } else { Err(text(&told.stderr)) }
}

fn read(text: &str) -> Figures {
    let figure = |line: &str| {
        let (name, number) = line.split_once(" = ")?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    text.lines().filter_map(figure).collect()
}

/// What callgrind counted in each of the measured functions, including everything they call: the line of costs after
/// the call of one.
fn instructions(profile: &str) -> Figures {
    let mut names: BTreeMap<&str, &str> = BTreeMap::new();
    let mut figures = Figures::new();
    let (mut called, mut is_call) = ("", false);
    for line in profile.lines() {
        let function = line.strip_prefix("cfn=").or_else(|| line.strip_prefix("fn="));
        if let Some((number, name)) = function.and_then(|function| function.split_once(')')) {
            if !name.is_empty() {
                names.insert(number, name);
            }
            called = names.get(number).copied().map_or("", measured);
        } else if line.starts_with("calls=") {
            is_call = !called.is_empty();
        } else if std::mem::take(&mut is_call) {
            let count = line.split(' ').nth(1).and_then(|count| count.parse::<f64>().ok()).unwrap_or(0.0);
            *figures.entry(format!("instructions {called}")).or_default() += count;
        }
    }
    figures
}

/// The name of a measured function, without its path and its generic arguments; `None` for others.
fn measured(name: &str) -> &str {
    let Some(from) = name.find("counted_") else { return "" };
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    name[from..].split(is_end).next().unwrap_or_default()
}

fn csv(text: &mut String, axis: &str, rows: &[(Size, &Figures)]) {
    for (size, figures) in rows {
        for (name, value) in *figures {
            writeln!(text, "{axis},{},{},{name},{value}", size.units, size.hexes())
                .expect("writing to a string never fails");
        }
    }
}

fn markdown(text: &mut String, rows: &[(Size, &Figures)], columns: &[Column], by: fn(Size) -> usize) {
    let titles: Vec<&str> = columns.iter().map(|column| &*column.title).collect();
    writeln!(text, "| units | hexes | {} |", titles.join(" | ")).expect("writing to a string never fails");
    writeln!(text, "|{}", "---|".repeat(columns.len() + 2)).expect("writing to a string never fails");
    for (size, figures) in rows {
        let cells: Vec<String> = columns.iter().map(|column| told((column.figure)(figures))).collect();
        writeln!(text, "| {} | {} | {} |", size.units, size.hexes(), cells.join(" | "))
            .expect("writing to a string never fails");
    }
    let fitted = |column: &Column| {
        let points: Vec<(f64, f64)> =
            rows.iter().map(|(size, figures)| (number(by(*size)), (column.figure)(figures))).collect();
        format!("{:.2}", exponent(&points))
    };
    let cells: Vec<String> = columns.iter().map(fitted).collect();
    writeln!(text, "| exponent | | {} |\n", cells.join(" | ")).expect("writing to a string never fails");
}

/// A figure with three digits at least.
fn told(figure: f64) -> String {
    match figure {
        ..1.0 => format!("{figure:.3}"),
        ..10.0 => format!("{figure:.2}"),
        ..100.0 => format!("{figure:.1}"),
        _ => {
            let digits = format!("{figure:.0}");
            let blanks = |(index, digit): (usize, char)| {
                let is_group = index > 0 && (digits.len() - index).is_multiple_of(3);
                is_group.then_some(' ').into_iter().chain([digit])
            };
            digits.chars().enumerate().flat_map(blanks).collect()
        }
    }
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a size is below 2^32"))
}

/// The exponent of the power that lies nearest to the points: the slope of the logarithms, by least squares.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logarithms: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / number(points.len());
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    covariance / logarithms.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_power_is_found_and_of_no_growth_is_nought() {
        let points = |power: fn(f64) -> f64| [1.0, 2.0, 5.0, 10.0].map(|x| (x, power(x)));
        assert!((exponent(&points(|x| 7.0 * x * x)) - 2.0).abs() < 1e-9);
        assert!((exponent(&points(f64::sqrt)) - 0.5).abs() < 1e-9);
        assert!(exponent(&points(|_| 3.0)).abs() < 1e-9);
    }

    #[test]
    fn of_a_profile_the_calls_of_what_is_measured_are_read() {
        let profile = "fn=(1) main\n5 10\ncfn=(2) a::counted_tables\ncalls=1 3\n6 500\ncfn=(3) a::other\n\
                       calls=1 3\n7 9\n\nfn=(2)\n3 450\ncfn=(3)\ncalls=1 3\n4 50\n\nfn=(4) b\n1 1\n\
                       cfn=(2)\ncalls=1 3\n+1 25\n";
        let expected = Figures::from([("instructions counted_tables".to_owned(), 525.0)]);
        assert_eq!(instructions(profile), expected);
    }

    #[test]
    fn figures_are_told_with_three_digits_at_least() {
        for (figure, text) in [(0.1234, "0.123"), (1.5, "1.50"), (42.25, "42.2"), (1_234_567.0, "1 234 567")]
        {
            assert_eq!(told(figure), text);
        }
    }
}
