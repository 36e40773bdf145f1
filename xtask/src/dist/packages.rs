//! What a distribution is made of: a package and every other whose code is in it, as cargo knows them.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// As SPDX has it; nothing where the package does not say.
    pub(super) licence: Option<String>,
    pub(super) repository: Option<String>,
    /// Is it one of this repository?
    pub(super) is_own: bool,
    /// The SHA-256 of the package as the registry has it.
    pub(super) checksum: Option<String>,
    pub(super) folder: PathBuf,
    /// The packages that it stands on, by their ids.
    pub(super) needs: Vec<String>,
}

/// All of them by their ids, as cargo has them.
#[derive(Debug)]
pub(super) struct Packages {
    pub(super) all: BTreeMap<String, Package>,
    pub(super) program: String,
}

impl Packages {
    /// Those of a package of the workspace on this platform.
    pub(super) fn of(program: &str, root: &Path, target: &str) -> Result<Self, String> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let told = super::output(Command::new(cargo).current_dir(root).args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--filter-platform",
            target,
        ]))?;
        let metadata: Value = serde_json::from_str(&told).map_err(|why| format!("cargo metadata: {why}"))?;
        let lock = String::from_utf8_lossy(&super::read(&root.join("Cargo.lock"))?).into_owned();
        Self::read(program, &metadata, &lock)
    }

    /// Reads the output of `cargo metadata`, and the sums in the lock file.
    fn read(program: &str, metadata: &Value, lock: &str) -> Result<Self, String> {
        let lacking = |what: &str| format!("cargo metadata has no {what}");
        let sums = checksums(lock)?;
        let mut known = BTreeMap::new();
        let mut is_macro = BTreeSet::new();
        for package in metadata["packages"].as_array().ok_or_else(|| lacking("packages"))? {
            let text = |key: &str| package[key].as_str().map(str::to_owned);
            let id = text("id").ok_or_else(|| lacking("id"))?;
            let name = text("name").ok_or_else(|| lacking("name"))?;
            let version = text("version").ok_or_else(|| lacking("version"))?;
            let manifest = text("manifest_path").ok_or_else(|| lacking("manifest_path"))?;
            let kinds = package["targets"].as_array().into_iter().flatten();
            let mut kinds = kinds.flat_map(|target| target["kind"].as_array().into_iter().flatten());
            if kinds.any(|kind| kind == "proc-macro") {
                is_macro.insert(id.clone());
            }
            known.insert(
                id,
                Package {
                    checksum: sums.get(&(name.clone(), version.clone())).cloned(),
                    is_own: package["source"].is_null(),
                    licence: text("license").map(|licence| licence.replace('/', " OR ")),
                    repository: text("repository"),
                    folder: Path::new(&manifest).parent().unwrap_or(Path::new("")).to_owned(),
                    needs: Vec::new(),
                    name,
                    version,
                },
            );
        }
        for node in metadata["resolve"]["nodes"].as_array().ok_or_else(|| lacking("nodes"))? {
            let id = node["id"].as_str().ok_or_else(|| lacking("id"))?;
            let is_in_it = |dep: &&Value| {
                let mut kinds = dep["dep_kinds"].as_array().into_iter().flatten();
                kinds.any(|kind| kind["kind"].is_null())
            };
            let deps = node["deps"].as_array().into_iter().flatten().filter(is_in_it);
            let deps = deps.filter_map(|dep| dep["pkg"].as_str());
            // What a macro writes is in the program; the macro itself, and what it stands on, is not.
            let mut needs: Vec<String> =
                deps.filter(|dep| !is_macro.contains(*dep)).map(str::to_owned).collect();
            needs.sort();
            needs.dedup();
            if let Some(package) = known.get_mut(id) {
                package.needs = needs;
            }
        }
        let own = known.iter().find(|(_, package)| package.name == program && package.is_own);
        let program =
            own.ok_or_else(|| lacking(&format!("package `{program}` of this workspace")))?.0.clone();
        let mut all = BTreeMap::new();
        let mut due = vec![program.clone()];
        while let Some(id) = due.pop() {
            if let Some(package) = known.remove(&id) {
                due.extend(package.needs.iter().cloned());
                all.insert(id, package);
            }
        }
        Ok(Self { all, program })
    }

    /// The version of the program.
    pub(super) fn version(&self) -> &str {
        &self.all[&self.program].version
    }

    /// Those of others, by name and version.
    pub(super) fn of_others(&self) -> Vec<&Package> {
        let mut others: Vec<&Package> = self.all.values().filter(|package| !package.is_own).collect();
        others.sort();
        others
    }
}

/// The sums of the lock file, by name and version.
fn checksums(lock: &str) -> Result<BTreeMap<(String, String), String>, String> {
    let lock: toml::Table = toml::from_str(lock).map_err(|why| format!("Cargo.lock: {why}"))?;
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let sums = packages.filter_map(|package| {
        let text = |key: &str| package.get(key)?.as_str().map(str::to_owned);
        Some(((text("name")?, text("version")?), text("checksum")?))
    });
    Ok(sums.collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_only_needed_to_build_or_to_test_is_not_in_the_program() {
        let package = |name: &str, kind: &str, is_own: bool| {
            json!({
                "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
                "manifest_path": format!("/{name}/Cargo.toml"), "targets": [{ "kind": [kind] }],
                "source": if is_own { Value::Null } else { "registry".into() },
            })
        };
        let dep = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [
                package("szala", "lib", true), package("used", "lib", false), package("derive", "proc-macro", false),
                package("behind", "lib", false), package("builds", "lib", false), package("tests", "lib", false),
            ],
            "resolve": { "nodes": [
                { "id": "szala", "deps": [
                    dep("used", Value::Null), dep("derive", Value::Null), dep("builds", "build".into()),
                    dep("tests", "dev".into()),
                ] },
                { "id": "derive", "deps": [dep("behind", Value::Null)] },
            ] },
        });
        let lock = "[[package]]\nname = \"used\"\nversion = \"1.0.0\"\nchecksum = \"77\"\n";
        let packages = Packages::read("szala", &metadata, lock).expect("it is what cargo tells");
        let others: Vec<&str> = packages.of_others().iter().map(|package| package.name.as_str()).collect();
        assert_eq!(others, ["used"]);
        let used = packages.of_others()[0];
        assert_eq!(used.checksum.as_deref(), Some("77"));
        assert_eq!(used.licence.as_deref(), Some("MIT OR Apache-2.0"));
        assert_eq!(packages.version(), "1.0.0");
    }
}
