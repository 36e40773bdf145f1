//! Tests of case files, for any system that has some: every case passes, and no file, however broken, causes a panic.
//! Reading them is left to the tests of the system. And of full games beside a scenario: they are what the rules play.

use szala_kernel::seed::mix;

use crate::case::{Casebook, Change, run_file, run_file_varied};

/// Every case of these files, each with its name, passes, and they are not fewer than `fewest`. `load` gets the name of
/// a scenario, and the changes that a case makes to it.
///
/// # Panics
/// With the reports of all files in which a case fails.
pub fn every_case_passes<R: Casebook>(
    files: &[(String, String)],
    game: &str,
    fewest: usize,
    load: impl Fn(Option<&str>, &[Change<'_>]) -> Result<R, String>,
) {
    let (mut cases, mut failures) = (0, String::new());
    for (name, text) in files {
        let report = run_file_varied(name, text, Some(game), &load);
        cases += report.cases.len();
        if !report.is_passed() {
            failures += &report.to_string();
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(cases >= fewest, "only {cases} cases");
}

/// Files with characters and lines changed at random are answered with a report.
///
/// # Panics
/// When a rule system does.
pub fn spoilt_case_files_are_answered<R: Casebook>(
    files: &[(String, String)],
    load: impl Fn(Option<&str>) -> Result<R, String>,
) {
    const EACH: usize = 60;
    let mut numbers = Numbers(1794);
    for (name, text) in files {
        let pieces: Vec<&str> = text.split("\n[[case]]").collect();
        for _ in 0..EACH {
            // One case at a time, so that a spoilt file is still mostly sound.
            let case = pieces[1 + numbers.below(pieces.len() - 1)];
            let small = format!("{}\n[[case]]{case}", pieces[0]);
            let report = run_file(name, &numbers.spoil(&small), None, &load);
            assert!(!report.to_string().is_empty());
        }
    }
}

/// Every one of these games, each with the name of its file, is printed to the letter by `tell`, which gets scenario,
/// seed and number from the name: `drill-seed-1-number-15.txt` is game 15 of seed 1 of the scenario `drill`. Returns
/// how many games there are; other files are skipped.
///
/// # Panics
/// With the first line that differs.
pub fn games_are_told_again(
    files: impl IntoIterator<Item = (String, String)>,
    tell: impl Fn(&str, u64, u64) -> String,
) -> usize {
    let mut games = 0;
    for (name, written) in files {
        let Some((scenario, seed, number)) = game_of(&name) else { continue };
        let told = tell(scenario, seed, number);
        let parted = told.lines().zip(written.lines()).position(|(now, then)| now != then);
        let line = parted.map_or("the end".to_owned(), |line| format!("line {}", line + 1));
        assert!(
            told == written,
            "{name} parts from the rules at {line}; if that is meant, tell it anew: README.md beside it says how"
        );
        games += 1;
    }
    games
}

/// Scenario, seed and number of a game, from the name of its file.
fn game_of(name: &str) -> Option<(&str, u64, u64)> {
    let (rest, number) = name.strip_suffix(".txt")?.rsplit_once("-number-")?;
    let (scenario, seed) = rest.rsplit_once("-seed-")?;
    Some((scenario, seed.parse().ok()?, number.parse().ok()?))
}

/// Random numbers, the same in every run.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below this one.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        usize::try_from(mix(self.0) >> 1).expect("63 bits fit into a usize of 64") % end
    }

    /// A text after an accident: characters changed, lines dropped, doubled or swapped.
    pub fn spoil(&mut self, text: &str) -> String {
        const CHARACTERS: [char; 18] =
            ['0', '1', '9', 'N', 'S', 'W', '~', '"', '=', '[', ']', '{', '}', ',', '.', '-', ' ', '\u{142}'];
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..=self.below(3) {
            if lines.is_empty() {
                break;
            }
            let at = self.below(lines.len());
            match self.below(4) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[at].clone()),
                2 => {
                    let other = self.below(lines.len());
                    lines.swap(at, other);
                }
                _ => {
                    let mut characters: Vec<char> = lines[at].chars().collect();
                    if !characters.is_empty() {
                        let place = self.below(characters.len());
                        characters[place] = CHARACTERS[self.below(CHARACTERS.len())];
                    }
                    lines[at] = characters.into_iter().collect();
                }
            }
        }
        lines.join("\n")
    }
}
