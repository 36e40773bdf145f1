//! The mutation test of the gate: does `szala gate` stop what it promises to stop, and let pass what it promises to
//! let pass? Changes are planted one by one into a copy of the sources, and judged by baselines of the unchanged
//! program. The true size of each is measured separately, with many more games of another seed.
//!
//! The list of changes is `xtask/mutants.toml`, read by `list`; `workshop` copies, edits, builds, and stores results;
//! `program` runs szala; `truth` compares the gate's answers with the truth; `report` writes the result.

mod list;
mod program;
mod report;
mod truth;
mod workshop;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::{Answer, Tree};
use list::{Change, Edit, List, Mutant, Scenario};
use program::{Program, Said};
use report::{Dealt, Kept, Planted};
use workshop::Workshop;

/// The path of the list.
const LIST: &str = "xtask/mutants.toml";
/// The per cent that the interval leaves out on either side of the true change. At the gate's own 5 % it would be
/// wrong on every tenth axis.
const TRUTH_LEVEL: u8 = 1;

/// The result of a test.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Tables in Markdown.
    pub report: String,
    /// The gate's promises and the observations disagree.
    pub disagreements: Vec<String>,
}

/// Checks whether the list can be read and every edit finds its place; builds nothing.
pub fn check(tree: &Tree) -> Answer {
    let findings = list::read(tree).map_or_else(|wrong| wrong, |list| list.misfits(tree));
    let is_usable = findings.is_empty();
    let report = if is_usable { format!("{LIST}: every edit finds its place\n") } else { String::new() };
    Answer { findings, is_usable, report, postscript: String::new() }
}

/// Runs the whole test, or the rest of it, on the repository at `root`, of all scenarios or `only` one; `tell` receives
/// its progress.
///
/// # Errors
/// What prevents it from going on, and what to do about it.
pub fn run(
    root: &Path,
    tree: &Tree,
    only: Option<&str>,
    tell: &mut dyn FnMut(&str),
) -> Result<Measured, String> {
    let answer = check(tree);
    if !answer.is_usable {
        return Err(answer.complaints());
    }
    let list = list::read(tree).expect("it has just been read");
    let list = match only {
        Some(name) => list.only(name)?,
        None => list,
    };
    let workshop = Workshop::open(root)?;
    tell(&format!("what is finished is kept in {}; delete that folder to begin anew", workshop.results()));
    let mut test = Test { list: &list, workshop, tell, unchanged: None };
    let benches =
        list.scenarios.iter().map(|scenario| test.bench(scenario)).collect::<Result<Vec<_>, _>>()?;
    let mut planted = Vec::new();
    for mutant in &list.planted {
        planted.push(test.planted(mutant, &benches[mutant.scenario])?);
    }
    let mut kept = Vec::new();
    for mutant in &list.same {
        kept.push(test.same(mutant, &benches[mutant.scenario])?);
    }
    let dealt = test.dealt()?;
    test.workshop.lay(None)?;
    Ok(report::write(&list, &planted, &kept, &dealt))
}

/// A change with the additional options for the gate: a changed scenario is refused unless it is allowed.
fn asked_for(change: &Change) -> Change {
    match change {
        Change::Edit(_) => change.clone(),
        Change::Options(options) => {
            let allowed = ["allow", "scenario"].map(str::to_owned);
            Change::Options(options.iter().cloned().chain([allowed]).collect())
        }
    }
}

/// The baselines of a scenario, and their margins.
struct Bench {
    /// The one that the gate judges by.
    small: Baseline,
    /// The one that measures the size of a change, with the same margins.
    large: Baseline,
}

/// A baseline on the disk.
struct Baseline {
    file: PathBuf,
    /// A hash of what it was made from.
    key: u64,
    /// The gate's answer for the unchanged program.
    said: Said,
}

/// A test under way.
struct Test<'t> {
    list: &'t List,
    workshop: Workshop,
    tell: &'t mut dyn FnMut(&str),
    /// The unchanged program, once it is built.
    unchanged: Option<Program>,
}

impl Test<'_> {
    /// The unchanged program, on sources that are as they were.
    fn unchanged(&mut self) -> Result<Program, String> {
        self.workshop.lay(None)?;
        if let Some(program) = &self.unchanged {
            return Ok(program.clone());
        }
        let program = self.build(None, "unchanged")?;
        self.unchanged = Some(program.clone());
        Ok(program)
    }

    fn build(&mut self, edit: Option<&Edit>, name: &str) -> Result<Program, String> {
        (self.tell)(&format!("building {name}"));
        self.workshop.build(edit, name)
    }

    fn bench(&mut self, scenario: &Scenario) -> Result<Bench, String> {
        let small = self.small_baseline(scenario, &format!("baseline-{}", scenario.name), self.list.seed)?;
        let margins: Vec<String> =
            small.said.margins.iter().map(|(axis, margin)| format!("{axis}={margin}")).collect();
        let games = self.list.true_games(scenario).to_string();
        let (margins, level) = (margins.join(","), TRUTH_LEVEL.to_string());
        let asked = ["--games", &games, "--margins", &margins, "--level", &level];
        let large =
            self.baseline(scenario, &format!("truth-{}", scenario.name), self.list.truth.seed, &asked)?;
        if large.said.margins != small.said.margins {
            return Err(format!("the baselines of {} do not have the same margins", scenario.name));
        }
        Ok(Bench { small, large })
    }

    /// A baseline to judge by, as large as the scenario says.
    fn small_baseline(&mut self, scenario: &Scenario, name: &str, seed: u64) -> Result<Baseline, String> {
        let games = scenario.games.map(|games| games.to_string());
        let games = games.iter().flat_map(|games| ["--games", games.as_str()]);
        let margins = scenario.margins.iter().flat_map(|margins| ["--margins", margins.as_str()]);
        self.baseline(scenario, name, seed, &games.chain(margins).collect::<Vec<_>>())
    }

    /// A baseline of the unchanged program, made if it does not exist. The unchanged program must be unchanged by it,
    /// or the test is meaningless.
    fn baseline(
        &mut self,
        scenario: &Scenario,
        name: &str,
        seed: u64,
        asked: &[&str],
    ) -> Result<Baseline, String> {
        let key = self.workshop.key(&format!("{scenario:?} {name} {seed} {asked:?}"));
        let file = self.workshop.baseline(name);
        if let Some(said) = self.workshop.kept(name, key).filter(|_| file.exists()) {
            return Ok(Baseline { file, key, said: Said::read(&said["gate"])? });
        }
        let program = self.unchanged()?;
        (self.tell)(&format!("playing {name}"));
        program.make_baseline(scenario, seed, asked, &file)?;
        let answer = program.judge(&file, &[])?;
        let said = Said::read(&answer)?;
        if said.answer != "UNCHANGED" {
            return Err(format!("{name}: the unchanged program is {} beside its own baseline", said.answer));
        }
        self.workshop.keep(name, key, &json!({ "gate": answer }))?;
        Ok(Baseline { file, key, said })
    }

    /// The stored result of a mutant, or else the result of `ask` with its program.
    fn asked(
        &mut self,
        mutant: &Mutant,
        beside: &[&Baseline],
        ask: impl FnOnce(&Program, &[[String; 2]]) -> Result<Value, String>,
    ) -> Result<Value, String> {
        let keys: Vec<u64> = beside.iter().map(|baseline| baseline.key).collect();
        let change = asked_for(&mutant.change);
        let key = self.workshop.key(&format!("{change:?} {keys:?}"));
        if let Some(kept) = self.workshop.kept(&mutant.name, key) {
            return Ok(kept);
        }
        let (program, options) = match &change {
            Change::Options(options) => (self.unchanged()?, options.as_slice()),
            Change::Edit(edit) => (self.build(Some(edit), &mutant.name)?, &[][..]),
        };
        (self.tell)(&format!("judging {}", mutant.name));
        let found = ask(&program, options).map_err(|why| format!("{}: {why}", mutant.name))?;
        self.workshop.keep(&mutant.name, key, &found)?;
        Ok(found)
    }

    fn planted<'m>(&mut self, mutant: &'m Mutant, bench: &Bench) -> Result<Planted<'m>, String> {
        let Bench { small, large } = bench;
        let found = self.asked(mutant, &[small, large], |program, options| {
            let gate = program.judge(&small.file, options)?;
            let truth = program.judge(&large.file, options)?;
            Ok(json!({ "gate": gate, "truth": truth }))
        })?;
        let truth = truth::Truth::of(&Said::read(&found["truth"])?);
        Ok(Planted { mutant, truth, said: Said::read(&found["gate"])? })
    }

    fn same<'m>(&mut self, mutant: &'m Mutant, bench: &Bench) -> Result<Kept<'m>, String> {
        let small = &bench.small;
        let found = self.asked(mutant, &[small], |program, options| {
            Ok(json!({ "gate": program.judge(&small.file, options)? }))
        })?;
        Ok(Kept { mutant, said: Said::read(&found["gate"])? })
    }

    /// The unchanged rules with other dice, judged by a baseline for each scenario and seed.
    fn dealt(&mut self) -> Result<Vec<Dealt>, String> {
        let list = self.list;
        let mut baselines = Vec::new();
        for (place, scenario) in list.scenarios.iter().enumerate() {
            for seed in &list.dice.seeds {
                let name = format!("dice-{}-{seed}", scenario.name);
                let beside = self.small_baseline(scenario, &format!("baseline-{name}"), *seed)?;
                let key = self.workshop.key(&format!("{:?} {}", list.dice.edit, beside.key));
                baselines.push((place, *seed, name, key, beside));
            }
        }
        let mut program = None;
        let mut dealt = Vec::new();
        for (scenario, seed, name, key, beside) in baselines {
            let found = if let Some(kept) = self.workshop.kept(&name, key) {
                kept
            } else {
                let built: &Program = match &mut program {
                    Some(program) => program,
                    empty => empty.insert(self.build(Some(&list.dice.edit), "dice")?),
                };
                (self.tell)(&format!("judging {name}"));
                let found = json!({ "gate": built.judge(&beside.file, &[])? });
                self.workshop.keep(&name, key, &found)?;
                found
            };
            dealt.push(Dealt { scenario, seed, said: Said::read(&found["gate"])? });
        }
        Ok(dealt)
    }
}
