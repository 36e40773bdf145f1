//! `szala new`: copies a scenario, with all files that belong to it, as the start of a new one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use szala_reports::{Body, Findings, Row, quoted, row};

use super::{Problem, write_new};
use crate::files::plain;
use crate::house::House;
use crate::options::Printed;
use crate::variant::VariantArgs;

/// Options of `szala new`.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The folder of the new scenario, new or empty
    folder: PathBuf,
    /// The scenario to copy
    #[arg(long, value_name = "SCENARIO")]
    pub(crate) from: String,
    #[command(flatten)]
    printed: Printed,
}

/// The copied files.
#[derive(Debug, Serialize)]
struct Copied {
    scenario: String,
    files: Vec<String>,
}

impl Findings for Copied {
    const COMMAND: &'static str = "new";

    fn body(&self, body: &mut Body) {
        let Self { scenario, files } = self;
        body.title(format!("A scenario to begin with: {scenario}"));
        for file in files {
            body.item(file.clone());
        }
        let typed = quoted(scenario);
        body.line("Change its title first. Then, after every change:");
        body.command(format!("szala validate {typed}"));
        body.command(format!("szala show map {typed} --out map.svg"));
        body.line("docs/YOUR_OWN_SCENARIO.md leads through it, to a verdict.");
    }

    fn rows(&self) -> Vec<Row> {
        self.files.iter().map(|file| row(&serde_json::json!({ "file": file }))).collect()
    }
}

/// Folders beside a scenario whose files belong to it.
const ABOUT_IT: [&str; 2] = ["plans", "variants"];

impl New {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let files = house.files();
        house.open_from(&files, &self.from, &VariantArgs::default())?;
        let mut texts: BTreeMap<PathBuf, String> =
            files.texts().into_iter().map(|(path, text)| (plain(Path::new(&path)), text)).collect();
        if texts.is_empty() {
            let why = "it has no files to copy; name a scenario file, as `szala list` shows them";
            return Err(format!("{}: {why}", self.from).into());
        }
        let scenario = plain(Path::new(&self.from));
        let folder = scenario.parent().unwrap_or(Path::new("")).to_owned();
        for path in beside(house, &folder, &texts) {
            let name = path.display().to_string();
            let text = files.read(&name).map_err(|error| format!("cannot read {name}: {error}"))?;
            texts.insert(path, text);
        }
        self.refuse_full()?;
        let root = common(texts.keys());
        let mut copied = Vec::new();
        for (path, text) in &texts {
            let copy = self.folder.join(path.strip_prefix(&root).expect("it is what all paths begin with"));
            let made = copy.parent().map_or(Ok(()), fs::create_dir_all);
            made.map_err(|error| format!("cannot write {}: {error}", copy.display()))?;
            write_new(text.as_bytes(), &copy)?;
            copied.push(copy.display().to_string());
        }
        let own = self.folder.join(scenario.strip_prefix(&root).expect("it is one of these paths"));
        self.printed.print(&Copied { scenario: own.display().to_string(), files: copied })?;
        Ok(ExitCode::SUCCESS)
    }

    fn refuse_full(&self) -> Result<(), Problem> {
        let folder = self.folder.display();
        let is_empty = match fs::read_dir(&self.folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => !self.folder.exists(),
        };
        if is_empty {
            return Ok(());
        }
        Err(format!("{folder} is there already, and is left as it is; name a folder that is new or empty")
            .into())
    }
}

/// Files that belong to a scenario though it does not name them: variants and plans in their own folders, and files in
/// its folder that no scenario names, for example weights.
fn beside(house: &House, folder: &Path, read: &BTreeMap<PathBuf, String>) -> Vec<PathBuf> {
    let mut named: BTreeSet<PathBuf> = read.keys().cloned().collect();
    let shown = house.files();
    let scenarios: Vec<PathBuf> =
        House::scenario_files(&shown, folder).iter().map(|path| plain(path)).collect();
    for other in &scenarios {
        let files = house.files();
        // A scenario with errors still names its files.
        let _ = house.open_from(&files, &other.display().to_string(), &VariantArgs::default());
        named.extend(files.texts().keys().map(|path| plain(Path::new(path))));
    }
    let folders = ABOUT_IT.iter().map(|name| folder.join(name));
    let mut found = Vec::new();
    for folder in core::iter::once(folder.to_owned()).chain(folders) {
        let paths = shown.entries(&folder).into_iter().map(|path| plain(&path));
        let is_ours = |path: &PathBuf| {
            path.extension().is_some_and(|ending| ending == "toml")
                && shown.has(&path.display().to_string())
                && !shown.is_folder(path)
                && !named.contains(path)
                && !scenarios.contains(path)
        };
        found.extend(paths.filter(is_ours));
    }
    found.sort();
    found
}

/// The deepest folder that contains all of these files.
fn common<'p>(paths: impl Iterator<Item = &'p PathBuf>) -> PathBuf {
    let folders = paths.map(|path| path.parent().unwrap_or(Path::new("")).to_owned());
    let all = folders.reduce(|one, other| {
        let same = one.components().zip(other.components()).take_while(|(one, other)| one == other);
        same.map(|(part, _)| part).collect()
    });
    all.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_plain_and_have_a_folder_in_common() {
        assert_eq!(plain(Path::new("./a/b/../c.toml")), Path::new("a/c.toml"));
        assert_eq!(plain(Path::new("../a.toml")), Path::new("../a.toml"));
        let common = |paths: &[&str]| common(paths.iter().map(PathBuf::from).collect::<Vec<_>>().iter());
        assert_eq!(common(&["s/n/a.toml", "s/n/plans/b.toml"]), Path::new("s/n"));
        assert_eq!(common(&["s/n/a.toml", "s/maps/b.toml"]), Path::new("s"));
        assert_eq!(common(&["a.toml", "b.toml"]), Path::new(""));
    }
}
