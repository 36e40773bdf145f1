//! Scenarios for the tests of this crate, read from the files that are shipped.

use szala_insurrection::{Insurrection, scenario};

/// The rules with a shipped scenario.
pub(crate) fn load(name: &str) -> Insurrection {
    try_load(name).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The same, or what is wrong with its files.
pub(crate) fn try_load(name: &str) -> Result<Insurrection, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/niemenczyn-1794/");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded =
        scenario::load(&format!("{root}{name}.toml"), &read).map_err(|problems| problems.to_string())?;
    Ok(Insurrection::new(loaded.scenario))
}

/// The case files of all chapters, in order.
pub(crate) fn case_files() -> Vec<std::path::PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let files = std::fs::read_dir(folder).expect("a folder of cases").flatten();
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    files
}
