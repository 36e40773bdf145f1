//! Reads the list of changes, `xtask/mutants.toml`, and reports all its errors at once. The changes themselves are
//! made elsewhere.

use std::collections::BTreeSet;
use std::ops::Range;

use szala_files::{Complaint, Document, Field, Section, unknown};
use szala_kernel::Rule;

use super::LIST;
use crate::tree::Source;
use crate::{Finding, Tree};

const KEYS: [&str; 6] = ["seed", "truth", "scenario", "planted", "same", "dice"];
const TRUTH_KEYS: [&str; 2] = ["seed", "games"];
const SCENARIO_KEYS: [&str; 6] = ["name", "game", "players", "games", "margins", "truth"];
const EDIT_KEYS: [&str; 3] = ["file", "find", "replace"];
/// The options of `szala gate` that change a scenario.
const OPTION_KEYS: [&str; 4] = ["set", "add", "remove", "variant"];
const MUTANT_KEYS: [&str; 4] = ["name", "what", "rule", "scenario"];
const DICE_KEYS: [&str; 5] = ["what", "file", "find", "replace", "seeds"];

/// All of it.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// The seed of the baselines that the gate judges by.
    pub(super) seed: u64,
    pub(super) truth: Games,
    pub(super) scenarios: Vec<Scenario>,
    pub(super) planted: Vec<Mutant>,
    pub(super) same: Vec<Mutant>,
    pub(super) dice: Dice,
}

/// The games that measure the size of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Games {
    pub(super) seed: u64,
    pub(super) games: u64,
}

/// The games, and the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scenario {
    pub(super) name: String,
    /// The file of the scenario.
    pub(super) game: String,
    pub(super) players: String,
    /// How many games the baseline that judges has, and its margins, as options of `szala gate` take them; unless they
    /// are said, the gate's own.
    pub(super) games: Option<u64>,
    pub(super) margins: Option<String>,
    /// How many games measure the size of a change, where the list's number would take too long.
    pub(super) truth: Option<u64>,
}

/// A change, and where it is tried.
#[derive(Clone, Debug)]
pub(super) struct Mutant {
    pub(super) name: String,
    /// What it changes, in our words.
    pub(super) what: String,
    pub(super) rule: Rule,
    /// The place of its scenario in the list.
    pub(super) scenario: usize,
    pub(super) change: Change,
    /// The line that it begins in.
    line: usize,
}

/// What is changed.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// The sources.
    Edit(Edit),
    /// The scenario: options of `szala gate` with their values, without the dashes.
    Options(Vec<[String; 2]>),
}

/// A piece of a file and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) file: String,
    pub(super) find: String,
    pub(super) replace: String,
}

/// Runs in which only the dice differ.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    pub(super) what: String,
    pub(super) edit: Edit,
    /// The seeds of the baselines, for each scenario.
    pub(super) seeds: Vec<u64>,
    line: usize,
}

impl List {
    /// What of it concerns one scenario.
    pub(super) fn only(mut self, name: &str) -> Result<Self, String> {
        let names: Vec<&str> = self.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
        let place = names.iter().position(|one| *one == name);
        let place = place.ok_or_else(|| unknown("scenario", name, &names))?;
        for mutants in [&mut self.planted, &mut self.same] {
            mutants.retain(|mutant| mutant.scenario == place);
            for mutant in mutants.iter_mut() {
                mutant.scenario = 0;
            }
        }
        self.scenarios = vec![self.scenarios.swap_remove(place)];
        Ok(self)
    }

    /// How many games measure the size of a change in a scenario.
    pub(super) fn true_games(&self, scenario: &Scenario) -> u64 {
        scenario.truth.unwrap_or(self.truth.games)
    }

    /// Every edit that does not find its place exactly once.
    pub(super) fn misfits(&self, tree: &Tree) -> Vec<Finding> {
        let mutants = self.planted.iter().chain(&self.same);
        let edits = mutants.filter_map(|mutant| match &mutant.change {
            Change::Edit(edit) => Some((mutant.line, edit)),
            Change::Options(_) => None,
        });
        let edits = edits.chain([(self.dice.line, &self.dice.edit)]);
        let misfit = |(line, edit): (usize, &Edit)| {
            let what = match tree.source(&edit.file) {
                None => format!("there is no file {}", edit.file),
                Some(source) => match source.text().matches(&edit.find).count() {
                    1 => return None,
                    count => format!("{} holds what to find {count} times", edit.file),
                },
            };
            Some(finding(line, what, "name a piece of a file that is there exactly once"))
        };
        edits.filter_map(misfit).collect()
    }
}

fn finding(line: usize, what: impl Into<String>, remedy: &str) -> Finding {
    let why = "a change that is not planted says nothing about the gate";
    let (file, what, remedy) = (LIST.to_owned(), what.into(), remedy.to_owned());
    Finding { file, line, kind: "mutants", what, why, remedy }
}

/// Reads the list of a repository.
pub(super) fn read(tree: &Tree) -> Result<List, Vec<Finding>> {
    let Some(source) = tree.source(LIST) else {
        return Err(vec![finding(
            1,
            "there is no list of changes",
            "write it, or take it from the repository",
        )]);
    };
    let told = |complaints: Vec<Complaint>| -> Vec<Finding> {
        let finding = |complaint: &Complaint| {
            finding(source.line_of(complaint.span.start), &complaint.message, "fix it there")
        };
        complaints.iter().map(finding).collect()
    };
    let document = Document::parse(source.text()).map_err(told)?;
    let mut reader = Reader { source, wrong: Vec::new(), names: BTreeSet::new(), scenarios: Vec::new() };
    let list = reader.list(&document.root());
    let mut wrong = reader.wrong;
    wrong.sort_by_key(|complaint| complaint.span.start);
    list.filter(|_| wrong.is_empty()).ok_or_else(|| told(wrong))
}

struct Reader<'r> {
    source: &'r Source,
    wrong: Vec<Complaint>,
    /// The names given.
    names: BTreeSet<String>,
    scenarios: Vec<String>,
}

impl Reader<'_> {
    fn list(&mut self, root: &Section<'_>) -> Option<List> {
        root.refuse_unknown(&KEYS, &mut self.wrong);
        let seed = self.due(root, "seed", seed);
        let truth = self.due(root, "truth", Field::section).and_then(|section| self.truth(&section));
        let scenarios = self.each(root, "scenario", Self::scenario);
        self.scenarios = scenarios.iter().map(|scenario| scenario.name.clone()).collect();
        let planted = self.each(root, "planted", Self::mutant);
        let same = self.each(root, "same", Self::mutant);
        let dice = self.due(root, "dice", Field::section).and_then(|section| self.dice(&section));
        Some(List { seed: seed?, truth: truth?, scenarios, planted, same, dice: dice? })
    }

    /// The value of a required key.
    fn due<'a, T>(
        &mut self,
        section: &Section<'a>,
        key: &str,
        read: impl FnOnce(&Field<'a>) -> Result<T, Complaint>,
    ) -> Option<T> {
        if section.get(key).is_none() {
            self.wrong.push(Complaint::new(section.span(), format!("`{key}` is missing")));
        }
        section.read(key, &mut self.wrong, read)
    }

    fn text(&mut self, section: &Section<'_>, key: &str) -> Option<String> {
        self.due(section, key, |field| Ok(field.sentence()?.value.trim().to_owned()))
    }

    /// Every table of a list of them.
    fn each<'a, T>(
        &mut self,
        root: &Section<'a>,
        key: &str,
        mut read: impl FnMut(&mut Self, &Section<'a>) -> Option<T>,
    ) -> Vec<T> {
        let sections = root.read_each(key, &mut self.wrong, Field::section);
        sections.iter().filter_map(|section| read(self, section)).collect()
    }

    /// A unique name that is valid as a file name.
    fn name(&mut self, section: &Section<'_>) -> Option<String> {
        let name = self.text(section, "name")?;
        let span = section.get("name").map_or(section.span(), |field| field.span());
        if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-') {
            self.wrong.push(Complaint::new(
                span.clone(),
                format!("`{name}` is to name a file: letters, digits and - only"),
            ));
        }
        if !self.names.insert(name.clone()) {
            self.wrong.push(Complaint::new(span, format!("`{name}` is the name of something else already")));
        }
        Some(name)
    }

    fn truth(&mut self, section: &Section<'_>) -> Option<Games> {
        section.refuse_unknown(&TRUTH_KEYS, &mut self.wrong);
        let seed = self.due(section, "seed", seed);
        let games = self.due(section, "games", games);
        Some(Games { seed: seed?, games: games? })
    }

    fn scenario(&mut self, section: &Section<'_>) -> Option<Scenario> {
        section.refuse_unknown(&SCENARIO_KEYS, &mut self.wrong);
        let name = self.name(section);
        let [game, players] = ["game", "players"].map(|key| self.text(section, key));
        let [judged, truth] = ["games", "truth"].map(|key| section.read(key, &mut self.wrong, games));
        let margins =
            section.read("margins", &mut self.wrong, |field| Ok(field.sentence()?.value.trim().to_owned()));
        Some(Scenario { name: name?, game: game?, players: players?, games: judged, margins, truth })
    }

    fn mutant(&mut self, section: &Section<'_>) -> Option<Mutant> {
        let known: Vec<&str> = MUTANT_KEYS.into_iter().chain(EDIT_KEYS).chain(OPTION_KEYS).collect();
        section.refuse_unknown(&known, &mut self.wrong);
        let name = self.name(section);
        let what = self.text(section, "what");
        let rule = self.due(section, "rule", |field| {
            field.parse(|text| Rule::parse(text).map_err(|why| why.to_string()))
        });
        let scenarios = self.scenarios.clone();
        let scenario = self.due(section, "scenario", |field| {
            let names: Vec<&str> = scenarios.iter().map(String::as_str).collect();
            let place = |text: &str| names.iter().position(|name| *name == text);
            field.parse(|text| place(text).ok_or_else(|| unknown("scenario", text, &names)))
        });
        let change = self.change(section);
        let line = self.line(section.span());
        Some(Mutant { name: name?, what: what?, rule: rule?, scenario: scenario?, change: change?, line })
    }

    /// Either an edit or options, not both.
    fn change(&mut self, section: &Section<'_>) -> Option<Change> {
        let has = |keys: &[&str]| keys.iter().any(|key| section.get(key).is_some());
        let mut refuse = |message: &str| {
            self.wrong.push(Complaint::new(section.span(), message));
            None
        };
        match (has(&EDIT_KEYS), has(&OPTION_KEYS)) {
            (true, false) => self.edit(section).map(Change::Edit),
            (false, true) => Some(Change::Options(self.options(section))),
            (true, true) => refuse("an edit of a file and a change of values are two changes; plant one"),
            (false, false) => refuse(
                "nothing is changed: say `file`, `find` and `replace`, or one of `set`, `add`, `remove`, \
                        `variant`",
            ),
        }
    }

    fn options(&mut self, section: &Section<'_>) -> Vec<[String; 2]> {
        let mut options = Vec::new();
        for key in OPTION_KEYS {
            let values =
                section.read_each(key, &mut self.wrong, |field| Ok(field.sentence()?.value.to_owned()));
            options.extend(values.into_iter().map(|value| [key.to_owned(), value]));
        }
        options
    }

    fn edit(&mut self, section: &Section<'_>) -> Option<Edit> {
        let file = self.text(section, "file");
        let find = self.due(section, "find", |field| Ok(field.sentence()?.value.to_owned()));
        let replace = self.due(section, "replace", |field| field.text().map(str::to_owned));
        let edit = Edit { file: file?, find: find?, replace: replace? };
        if edit.find == edit.replace {
            self.wrong
                .push(Complaint::new(section.span(), "what is found and what replaces it are the same"));
        }
        Some(edit)
    }

    fn dice(&mut self, section: &Section<'_>) -> Option<Dice> {
        section.refuse_unknown(&DICE_KEYS, &mut self.wrong);
        let what = self.text(section, "what");
        let edit = self.edit(section);
        let seeds = section.read_each("seeds", &mut self.wrong, seed);
        Some(Dice { what: what?, edit: edit?, seeds, line: self.line(section.span()) })
    }

    fn line(&self, span: Range<usize>) -> usize {
        self.source.line_of(span.start)
    }
}

fn games(field: &Field<'_>) -> Result<u64, Complaint> {
    field.number(1_000..=10_000_000_i64).map(i64::unsigned_abs)
}

fn seed(field: &Field<'_>) -> Result<u64, Complaint> {
    field.number(0..=i64::MAX).map(i64::unsigned_abs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"seed = 1
[truth]
seed = 2
games = 5000
[[scenario]]
name = "I"
game = "one.toml"
players = "a,b"
[[planted]]
name = "a"
what = "one more"
rule = "8.8"
scenario = "I"
file = "lib.rs"
find = "1"
replace = "2"
[[planted]]
name = "b"
what = "fewer"
rule = "D-4.2d"
scenario = "I"
set = ["x=1", "y=2"]
remove = ["z"]
[dice]
what = "other dice"
file = "dice.rs"
find = "7"
replace = "9"
seeds = [3, 4]
"#;

    fn tree(list: &str, files: &[(&str, &str)]) -> Tree {
        let files = files.iter().copied().chain([(LIST, list)]);
        files.map(|(path, text)| Source::new(path, text)).collect()
    }

    #[test]
    fn a_list_says_what_is_planted_where() {
        let files = [("lib.rs", "let a = 1;"), ("dice.rs", "7")];
        let list = read(&tree(GOOD, &files)).expect("a good list");
        assert_eq!((list.seed, list.truth), (1, Games { seed: 2, games: 5000 }));
        assert_eq!((list.planted.len(), list.same.len(), list.dice.seeds.as_slice()), (2, 0, &[3, 4][..]));
        assert_eq!(list.planted[0].rule.to_string(), "8.8");
        let Change::Options(options) = &list.planted[1].change else { panic!("options") };
        let options: Vec<String> = options.iter().map(|option| option.join(" ")).collect();
        assert_eq!(options, ["set x=1", "set y=2", "remove z"]);
        assert!(list.misfits(&tree(GOOD, &files)).is_empty());
    }

    #[test]
    fn an_edit_finds_its_place_exactly_once_or_nothing_is_built() {
        let list = read(&tree(GOOD, &[])).expect("a good list");
        let told = |files: &[(&str, &str)]| {
            let misfits = list.misfits(&tree(GOOD, files));
            misfits.iter().map(|misfit| format!("{}: {}", misfit.line, misfit.what)).collect::<Vec<_>>()
        };
        assert_eq!(told(&[("dice.rs", "7")]), ["9: there is no file lib.rs"]);
        let several = [("dice.rs", "8"), ("lib.rs", "1 + 1")];
        let expected = ["9: lib.rs holds what to find 2 times", "24: dice.rs holds what to find 0 times"];
        assert_eq!(told(&several), expected);
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once_with_its_line() {
        for (from, to, line, part) in [
            ("seed = 1\n", "seeds = 1\n", 1, "did you mean `seed`?"),
            ("rule = \"8.8\"", "rule = \"8..8\"", 12, "lacks a number"),
            ("scenario = \"I\"\nfile", "scenario = \"II\"\nfile", 13, "there is no scenario `II`"),
            ("name = \"b\"", "name = \"a\"", 18, "something else already"),
            ("name = \"b\"", "name = \"../b\"", 18, "letters, digits and - only"),
            ("file = \"lib.rs\"", "set = [\"q=1\"]\nfile = \"lib.rs\"", 9, "two changes"),
            ("set = [\"x=1\", \"y=2\"]\nremove = [\"z\"]\n", "", 17, "nothing is changed"),
            ("replace = \"2\"", "replace = \"1\"", 9, "are the same"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let wrong = read(&tree(&GOOD.replacen(from, to, 1), &[])).expect_err(to);
            let is_it = |finding: &Finding| finding.line == line && finding.what.contains(part);
            assert!(wrong.iter().any(is_it), "{to}: {wrong:?}");
        }
        assert_eq!(read(&Tree::default()).expect_err("no list")[0].what, "there is no list of changes");
    }
}
