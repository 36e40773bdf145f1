//! A baseline on paper: a text file of which the head may be edited by hand and the games may not. It knows no files;
//! its callers do.

use core::fmt;

use szala_files::{Complaint, Document, Field, Section, place};
use szala_kernel::seed::mix;
use szala_kernel::{BySide, Side};

use super::plan::unit;
use super::{AXES, Asked, Remembered, Terms};
use crate::compare::Axis;
use crate::records::Hashes;

/// The form of the file; another number is another form.
const FORM: i64 = 1;
/// The most games of a baseline: more are no help, and the file is read as a whole.
const MOST: i64 = 10_000_000;
/// What the head holds.
const HEAD: [&str; 11] =
    ["form", "game", "changes", "players", "seed", "games", "level", "power", "margins", "made", "recorded"];

/// What games were like when somebody last looked at them and agreed.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// Which games.
    pub head: Head,
    /// The games, from number 0 on.
    pub games: Vec<Remembered>,
    /// The games are not those that were written.
    pub is_damaged: bool,
}

/// Which games, who made them, and what they are to be judged by.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The file or the name of the game.
    pub game: String,
    /// Changes to it, as they are typed on the command line: an option and its value each.
    pub changes: Vec<[String; 2]>,
    /// The names of the players.
    pub players: [String; 2],
    /// The seed.
    pub seed: u64,
    /// How many games.
    pub games: usize,
    /// What they are judged by.
    pub terms: Terms,
    /// The title of the game.
    pub title: String,
    /// The names of the sides.
    pub sides: BySide<String>,
    /// The version and the commit of the program that played them.
    pub made_by: [String; 2],
    /// What the games depend on.
    pub hashes: Hashes,
}

/// A complaint about a baseline, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct Wrong {
    line: usize,
    column: usize,
    message: String,
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    /// Everything that is wrong with its form, in order.
    pub fn read(text: &str) -> Result<Self, Vec<Wrong>> {
        let located = |complaint: Complaint| {
            let (line, column) = place(text, complaint.span.start);
            Wrong { line, column, message: complaint.message }
        };
        let document = Document::parse(text)
            .map_err(|complaints| complaints.into_iter().map(located).collect::<Vec<_>>())?;
        let mut reader = Reader { wrong: Vec::new() };
        let read = reader.baseline(&document.root());
        let mut wrong = reader.wrong;
        wrong.sort_by_key(|complaint| complaint.span.start);
        match read {
            Some(baseline) if wrong.is_empty() => Ok(baseline),
            _ => Err(wrong.into_iter().map(located).collect()),
        }
    }

    /// Does a text say that it is a baseline? Whatever does not is not overwritten by one.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(OPENING)
    }
}

/// How every baseline begins.
const OPENING: &str = "# A baseline of `szala gate`";

/// Reads, and collects what is wrong.
struct Reader {
    wrong: Vec<Complaint>,
}

impl Reader {
    /// The value of a key that must be there.
    fn due<'a, T>(
        &mut self,
        section: &Section<'a>,
        key: &str,
        read: impl FnOnce(&Field<'a>) -> Result<T, Complaint>,
    ) -> Option<T> {
        if section.get(key).is_none() {
            let at = section.span().start;
            self.wrong.push(Complaint::new(at..at, format!("`{key}` is missing")));
        }
        section.read(key, &mut self.wrong, read)
    }

    fn baseline(&mut self, root: &Section<'_>) -> Option<Baseline> {
        let form = self.due(root, "form", |field| field.number(1..=i64::MAX));
        if form.is_some_and(|form| form != FORM) {
            let field = root.get("form")?;
            let message = format!(
                "this szala reads baselines of the form {FORM}; make the baseline anew with --update"
            );
            self.wrong.push(field.complain(message));
            return None;
        }
        root.refuse_unknown(&HEAD, &mut self.wrong);
        let game = self.due(root, "game", Field::sentence);
        let changes = root.read_each("changes", &mut self.wrong, |field| {
            let words = field.list()?.iter().map(Field::text).collect::<Result<Vec<_>, _>>()?;
            <[&str; 2]>::try_from(words).map(|words| words.map(str::to_owned)).map_err(|_| {
                field.complain("each change is an option and its value: [\"set\", \"stages=8\"]")
            })
        });
        let players = self.due(root, "players", two_names);
        let seed =
            self.due(root, "seed", |field| field.parse(|text| text.parse().map_err(|_| not_a_seed(text))));
        let games = self.due(root, "games", |field| field.number(1..=MOST));
        let terms = self.terms(root);
        let made = self.due(root, "made", Field::section);
        let made = made.and_then(|made| self.made(&made));
        let recorded = self.due(root, "recorded", Field::section);
        let (recorded, is_damaged) = recorded.and_then(|recorded| self.recorded(&recorded))?;
        let (title, sides, made_by, hashes) = made?;
        Some(Baseline {
            head: Head {
                game: game?.value.to_owned(),
                changes,
                players: players?,
                seed: seed?,
                games: usize::try_from(games?).expect("not so many"),
                terms: terms?,
                title,
                sides,
                made_by,
                hashes,
            },
            games: recorded,
            is_damaged,
        })
    }

    fn terms(&mut self, root: &Section<'_>) -> Option<Terms> {
        let mut asked = Asked::default();
        let level = self.due(root, "level", |field| field.parse(percent));
        let power = self.due(root, "power", |field| field.parse(percent));
        for (key, taken) in [
            ("level", level.map(|level| asked.level(level))),
            ("power", power.map(|power| asked.power(power))),
        ] {
            if let (Some(Err(message)), Some(field)) = (taken, root.get(key)) {
                self.wrong.push(field.complain(message));
            }
        }
        let margins = self.due(root, "margins", Field::section)?;
        let has_former =
            |axis: &Axis| former_key(*axis) != axis.key() && margins.get(former_key(*axis)).is_some();
        let key = if AXES.iter().any(has_former) { former_key } else { Axis::key };
        margins.refuse_unknown(&AXES.map(key), &mut self.wrong);
        for axis in AXES {
            self.due(&margins, key(axis), |field| {
                field.parse(|text| {
                    let number =
                        text.strip_suffix(unit(axis)).map(str::trim).and_then(|number| number.parse().ok());
                    let number = number.ok_or_else(|| {
                        format!("a margin of {} is written as \"2 {}\"", key(axis), unit(axis))
                    })?;
                    asked.margin(axis, number)
                })
            });
        }
        level.and(power)?;
        // All margins are said, or something was complained of: nothing is left to the games.
        Some(asked.settle(&[]))
    }

    fn made(&mut self, made: &Section<'_>) -> Option<(String, BySide<String>, [String; 2], Hashes)> {
        made.refuse_unknown(&["title", "sides", "by", "rules", "scenario", "players"], &mut self.wrong);
        let title = self.due(made, "title", Field::text);
        let sides = self.due(made, "sides", two_names);
        let by = self.due(made, "by", two_names);
        let rules = self.due(made, "rules", Field::text);
        let scenario = self.due(made, "scenario", Field::text);
        let players = self.due(made, "players", two_names);
        let hashes = Hashes { rules: rules?.to_owned(), scenario: scenario?.to_owned(), players: players? };
        Some((title?.to_owned(), BySide(sides?), by?, hashes))
    }

    fn recorded(&mut self, recorded: &Section<'_>) -> Option<(Vec<Remembered>, bool)> {
        recorded.refuse_unknown(&["sum", "games"], &mut self.wrong);
        let sum = self.due(recorded, "sum", Field::text);
        let field = self.due(recorded, "games", |field| field.text().map(|text| (field.span(), text)));
        let (span, text) = field?;
        let mut games = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let Some(game) = remembered(line) else {
                let message = format!(
                    "game {} is written `{line}`, which is not a result; put back a whole copy of the baseline, or \
                     make it anew with --update",
                    games.len()
                );
                self.wrong.push(Complaint::new(span, message));
                return None;
            };
            games.push(game);
        }
        let is_damaged = sum? != format!("{:016x}", sum_of(&games));
        Some((games, is_damaged))
    }
}

fn two_names(field: &Field<'_>) -> Result<[String; 2], Complaint> {
    let names = field.list()?.iter().map(Field::text).collect::<Result<Vec<_>, _>>()?;
    <[&str; 2]>::try_from(names)
        .map(|names| names.map(str::to_owned))
        .map_err(|_| field.complain(format!("`{}` takes two texts in a list", field.name())))
}

fn not_a_seed(text: &str) -> String {
    format!("`{text}` is not a seed: write a whole number from 0 to {}, in quotes", u64::MAX)
}

fn percent(text: &str) -> Result<u8, String> {
    let number = text.strip_suffix('%').and_then(|number| number.trim().parse().ok());
    number.ok_or_else(|| format!("`{text}` is no percentage; write it as \"5 %\""))
}

/// A line of the games: `1 3 87 1f2e3d4c` is a game that the first side won by 3 in 87 decisions. The winner is 0 where
/// nobody won, and `?` where there was no end.
fn remembered(line: &str) -> Option<Remembered> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [winner, lead, decisions, course] = words[..] else { return None };
    let lead = lead.parse().ok()?;
    let end = match winner {
        "?" => None,
        "0" => Some((None, lead)),
        "1" => Some((Some(Side::First), lead)),
        "2" => Some((Some(Side::Second), lead)),
        _ => return None,
    };
    let course = u32::from_str_radix(course, 16).ok()?;
    Some(Remembered { end, decisions: decisions.parse().ok()?, course })
}

impl fmt::Display for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            None => f.write_str("? 0")?,
            Some((winner, lead)) => write!(f, "{} {lead}", winner.map_or(0, |side| side as u8 + 1))?,
        }
        write!(f, " {} {:08x}", self.decisions, self.course)
    }
}

/// A sum of the games: another for nearly every other list of them.
fn sum_of(games: &[Remembered]) -> u64 {
    let words = |game: &Remembered| {
        let end = game.end.map_or(3, |(winner, lead)| {
            let winner = winner.map_or(2, |side| side as u64);
            u64::from(lead.cast_unsigned()) << 8 | winner
        });
        [end, u64::from(game.decisions) << 32 | u64::from(game.course)]
    };
    games.iter().flat_map(words).fold(games.len() as u64, |sum, word| mix(sum ^ word))
}

/// A text in quotes, as TOML reads it.
fn quoted(text: &str) -> String {
    // What JSON escapes, TOML escapes in the same way.
    serde_json::to_string(text).expect("a text is valid JSON")
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { game, changes, players, seed, terms, title, sides, made_by, hashes, .. } = &self.head;
        writeln!(
            f,
            "{OPENING}: what these games were like when somebody last looked at them and agreed.\n\
             # `szala gate --update` writes it. The margins, the level and the power may be edited by hand.\n"
        )?;
        writeln!(f, "form = {FORM}\ngame = {}", quoted(game))?;
        if !changes.is_empty() {
            let changes: Vec<String> = changes.iter().map(|change| list(change)).collect();
            writeln!(f, "changes = [{}]", changes.join(", "))?;
        }
        writeln!(f, "players = {}\nseed = \"{seed}\"\ngames = {}", list(players), self.games.len())?;
        writeln!(
            f,
            "# The chance that a change as large as a margin passes, at most.\nlevel = \"{} %\"",
            terms.level
        )?;
        writeln!(
            f,
            "# The chance that games pass in which nothing changed but the dice, at least.\npower = \"{} %\"",
            terms.power
        )?;
        writeln!(f, "\n# The largest changes that do not matter.\n[margins]")?;
        for axis in AXES {
            writeln!(f, "{} = {}", axis.key(), quoted(&terms.margins.told(axis)))?;
        }
        writeln!(f, "\n# What the games were played with.\n[made]")?;
        writeln!(f, "title = {}\nsides = {}\nby = {}", quoted(title), list(&sides.0), list(made_by))?;
        writeln!(
            f,
            "rules = {}\nscenario = {}\nplayers = {}",
            quoted(&hashes.rules),
            quoted(&hashes.scenario),
            list(&hashes.players)
        )?;
        writeln!(
            f,
            "\n# The games by their numbers, from 0: who won (1 {}, 2 {}, 0 nobody, ? no end), the margin of {0} in\n\
             # VP, the decisions, and a hash of all of them.\n[recorded]\nsum = \"{:016x}\"\ngames = '''",
            sides[Side::First],
            sides[Side::Second],
            sum_of(&self.games)
        )?;
        for game in &self.games {
            writeln!(f, "{game}")?;
        }
        writeln!(f, "'''")
    }
}

/// What older baselines call an axis.
fn former_key(axis: Axis) -> &'static str {
    match axis {
        Axis::Win => "wins",
        Axis::Loss => "losses",
        Axis::Lead => "margin",
        Axis::Length => "length",
        Axis::Draw | Axis::Score | Axis::Aborted => axis.key(),
    }
}
