//! Writes the report of a mutation test, as pasted into `docs/METHOD.md`.

use std::fmt::Write;

use super::Measured;
use super::list::{List, Mutant, Scenario};
use super::program::{Said, Shift};
use super::truth::{Truth, chance_of_at_least};

/// The largest chance that the gate errs: that a change as large as a margin passes, or that no change is stopped.
const NOMINAL: f64 = 0.05;
/// A number of errors this improbable is not chance any more.
const INCREDIBLE: f64 = 0.01;

/// A planted change, its true size and the gate's answer.
#[derive(Clone, Debug)]
pub(super) struct Planted<'m> {
    pub(super) mutant: &'m Mutant,
    pub(super) truth: Truth,
    pub(super) said: Said,
}

/// An edit that changes no game.
#[derive(Clone, Debug)]
pub(super) struct Kept<'m> {
    pub(super) mutant: &'m Mutant,
    pub(super) said: Said,
}

/// The same rules with other dice.
#[derive(Clone, Debug)]
pub(super) struct Dealt {
    /// The place of the scenario in the list.
    pub(super) scenario: usize,
    pub(super) seed: u64,
    pub(super) said: Said,
}

/// Errors of a kind, and the number of opportunities.
struct Errors {
    what: &'static str,
    count: usize,
    all: usize,
}

impl Errors {
    fn counted<T>(what: &'static str, of: &[T], is_error: impl Fn(&T) -> bool) -> Self {
        Self { what, count: of.iter().filter(|one| is_error(one)).count(), all: of.len() }
    }

    /// Are they more than the gate's promise allows?
    fn disagreement(&self) -> Option<String> {
        let Self { what, count, all } = *self;
        let chance = chance_of_at_least(count, all, NOMINAL);
        let is_incredible = count > 0 && chance < INCREDIBLE;
        is_incredible.then(|| {
            format!(
                "{count} of {all} {what}: at {:.0} % each the chance of that is {chance:.1e}",
                100.0 * NOMINAL
            )
        })
    }
}

pub(super) fn write(list: &List, planted: &[Planted<'_>], kept: &[Kept<'_>], dealt: &[Dealt]) -> Measured {
    let mut report = String::new();
    let mut line = |text: String| writeln!(report, "{text}").expect("writing to a string");
    let games_of = |scenario: &Scenario| format!("{} of {}", list.true_games(scenario), scenario.name);
    let games = list.scenarios.iter().map(games_of).collect::<Vec<_>>().join(", ");
    line(format!(
        "**Planted changes: how large they are, by games ({games}), and what the gate says of them**\n"
    ));
    line("| planted | rule | game | worst axis, in margins | the gate | right? |".to_owned());
    line("|---|---|---|---|---|---|".to_owned());
    for Planted { mutant, truth, said } in planted {
        line(format!(
            "| {} | {} | {} | {} | {} | {} |",
            mutant.what,
            mutant.rule,
            list.scenarios[mutant.scenario].name,
            size(truth),
            said.answer,
            verdict(truth, said)
        ));
    }
    let of =
        |is: fn(&Truth) -> bool| planted.iter().filter(move |planted| is(&planted.truth)).collect::<Vec<_>>();
    let beyond = of(|truth| truth.promised() == Some(false));
    let within = of(|truth| matches!(truth, Truth::Within(_)));
    let near = of(|truth| matches!(truth, Truth::Near(_)));
    let none = of(|truth| *truth == Truth::None);
    let missed = Errors::counted("changes beyond a margin are let pass", &beyond, |one| one.said.passes());
    let alarms =
        Errors::counted("runs with nothing but other dice are stopped", dealt, |one| !one.said.passes());
    let changed: Vec<&Kept<'_>> = kept.iter().filter(|kept| kept.said.answer != "UNCHANGED").collect();
    let passed = |of: &[&Planted<'_>]| of.iter().filter(|one| one.said.passes()).count();

    line(format!("\n**Nothing changed: {} edits that change no game, and other dice**\n", kept.len()));
    line("| | game | runs | the gate lets pass | promised |".to_owned());
    line("|---|---|---|---|---|".to_owned());
    for Kept { mutant, said } in kept {
        let scenario = &list.scenarios[mutant.scenario].name;
        line(format!(
            "| {} [{}] | {scenario} | 1 | {}: {} | all, UNCHANGED |",
            mutant.what,
            mutant.rule,
            usize::from(said.passes()),
            said.answer
        ));
    }
    for (place, scenario) in list.scenarios.iter().enumerate() {
        let runs: Vec<&Dealt> = dealt.iter().filter(|one| one.scenario == place).collect();
        let stopped = runs.iter().filter(|one| !one.said.passes());
        let stopped: Vec<String> =
            stopped.map(|one| format!("; seed {}: {}", one.seed, one.said.answer)).collect();
        line(format!(
            "| {} | {} | {} | {}{} | at least 95 % |",
            list.dice.what,
            scenario.name,
            runs.len(),
            runs.len() - stopped.len(),
            stopped.concat()
        ));
    }

    line("\n**Summary**\n".to_owned());
    line("| | runs | let pass | stopped | promised |".to_owned());
    line("|---|---|---|---|---|".to_owned());
    let mut sum = |what: &str, all: usize, passed: usize, promised: &str| {
        line(format!("| {what} | {all} | {passed} | {} | {promised} |", all - passed));
    };
    sum("beyond a margin", beyond.len(), missed.count, "each stopped with at least 95 %");
    sum("too near a margin to tell", near.len(), passed(&near), "nothing");
    sum("within all margins, and not nothing", within.len(), passed(&within), "nothing");
    sum("planted, and no game differs", none.len(), passed(&none), "all let pass");
    sum("edits that change no game", kept.len(), kept.len() - changed.len(), "all let pass");
    sum("nothing but other dice", alarms.all, alarms.all - alarms.count, "each let pass with at least 95 %");

    let mut disagreements: Vec<String> = changed
        .iter()
        .map(|kept| format!("{} changes no game, and is {}", kept.mutant.name, kept.said.answer))
        .collect();
    let of_none = none.iter().filter(|one| one.said.answer != "UNCHANGED");
    disagreements.extend(
        of_none.map(|one| {
            format!("{} is {}, though no game differs ({games})", one.mutant.name, one.said.answer)
        }),
    );
    disagreements.extend([missed, alarms].iter().filter_map(Errors::disagreement));
    Measured { report, disagreements }
}

/// How large a change is.
fn size(truth: &Truth) -> String {
    let told = |Shift { axis, change, low, high }: &Shift| {
        // What is counted in margins is not to be called a margin.
        let axis = if axis == "lead" { "VP" } else { axis };
        format!("{axis} {change:+.2} ({low:+.2} to {high:+.2})")
    };
    match truth {
        Truth::None => "no game differs".to_owned(),
        Truth::Endless => "games without an end".to_owned(),
        Truth::Within(shift) => format!("{}, within", told(shift)),
        Truth::Beyond(shift) => format!("{}, beyond", told(shift)),
        Truth::Near(shift) => format!("{}, too near", told(shift)),
    }
}

/// Did the gate answer as promised?
fn verdict(truth: &Truth, said: &Said) -> &'static str {
    match truth.promised() {
        Some(passes) if passes == said.passes() => "yes",
        Some(_) => "**no**",
        None => "nothing is promised",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::list;
    use crate::{Source, Tree};

    const LIST: &str = r#"seed = 1
[truth]
seed = 2
games = 5000
[[scenario]]
name = "I"
game = "one.toml"
players = "a,b"
[[planted]]
name = "more"
what = "one more"
rule = "8.8"
scenario = "I"
set = ["x=1"]
[[same]]
name = "other-word"
what = "another word"
rule = "4.2"
scenario = "I"
set = ["x=2"]
[dice]
what = "other dice"
file = "dice.rs"
find = "7"
replace = "9"
seeds = [3]
"#;

    fn list() -> List {
        let tree: Tree = [Source::new(crate::mutants::LIST, LIST)].into_iter().collect();
        list::read(&tree).expect("a good list")
    }

    fn said(answer: &str) -> Said {
        Said::made_up(answer, Vec::new())
    }

    fn shift(change: f64) -> Shift {
        Shift { axis: "first_wins".to_owned(), change, low: change - 0.1, high: change + 0.1 }
    }

    fn measured(truth: Truth, gate: &str, same: &str, dice: &[&str]) -> Measured {
        let list = list();
        let planted = [Planted { mutant: &list.planted[0], truth, said: said(gate) }];
        let kept = [Kept { mutant: &list.same[0], said: said(same) }];
        let dealt: Vec<Dealt> =
            dice.iter().map(|answer| Dealt { scenario: 0, seed: 3, said: said(answer) }).collect();
        write(&list, &planted, &kept, &dealt)
    }

    #[test]
    fn every_change_has_its_row_and_every_promise_its_count() {
        let found = measured(Truth::Beyond(shift(-1.5)), "SHIFTED", "UNCHANGED", &["EQUIVALENT", "INVALID"]);
        assert!(found.disagreements.is_empty(), "{:?}", found.disagreements);
        for row in [
            "| one more | 8.8 | I | first_wins -1.50 (-1.60 to -1.40), beyond | SHIFTED | yes |",
            "| another word [4.2] | I | 1 | 1: UNCHANGED | all, UNCHANGED |",
            "| other dice | I | 2 | 1; seed 3: INVALID | at least 95 % |",
            "| beyond a margin | 1 | 0 | 1 | each stopped with at least 95 % |",
            "| nothing but other dice | 2 | 1 | 1 | each let pass with at least 95 % |",
        ] {
            assert!(found.report.lines().any(|line| line == row), "{row}\n{}", found.report);
        }
        let passed = measured(Truth::Beyond(shift(1.5)), "EQUIVALENT", "UNCHANGED", &[]);
        assert!(passed.report.contains("| EQUIVALENT | **no** |"), "{}", passed.report);
        let within = measured(Truth::Within(shift(0.5)), "INVALID", "UNCHANGED", &[]);
        assert!(within.report.contains("within | INVALID | nothing is promised |"), "{}", within.report);
    }

    /// One error in one is no proof at 5 %, but an edit that changes no game allows none. Of eight runs one stopped
    /// has a chance of 1 - 0.95^8 = 34 %, four one of 70 * 0.05^4 = 0.0004 at most.
    #[test]
    fn a_promise_is_broken_by_what_chance_does_not_do() {
        let beyond = || Truth::Beyond(shift(2.0));
        let broken = |truth, gate, same, dice: &[&str]| measured(truth, gate, same, dice).disagreements;
        assert_eq!(broken(beyond(), "EQUIVALENT", "UNCHANGED", &[]).len(), 0);
        let same = broken(beyond(), "SHIFTED", "EQUIVALENT", &[]);
        assert_eq!(same, ["other-word changes no game, and is EQUIVALENT"]);
        let none = broken(Truth::None, "EQUIVALENT", "UNCHANGED", &[]);
        assert_eq!(none, ["more is EQUIVALENT, though no game differs (5000 of I)"]);
        let mut dice = ["EQUIVALENT"; 8];
        dice[0] = "INVALID";
        assert_eq!(broken(beyond(), "SHIFTED", "UNCHANGED", &dice).len(), 0);
        dice[..4].fill("SHIFTED");
        let alarms = broken(beyond(), "SHIFTED", "UNCHANGED", &dice);
        assert!(alarms[0].starts_with("4 of 8 runs with nothing but other dice are stopped"), "{alarms:?}");
    }
}
