//! Compares the counts with the record, and reports the result and the places.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::record::{Record, line_of};
use super::{Cost, FILE};
use crate::{Answer, Finding};

/// The tolerated rise or fall of a workload, in thousandths.
const TOLERATED: u64 = 30;
/// How many of the functions, and of the files, with a rise are named.
const MOST_PLACES: usize = 4;

const WHY: &str = "a program becomes slow by a few hundredths at a time";

/// Compares `found` with `recorded`, which was read from `text`.
pub(super) fn judge(recorded: &Record, found: &Record, text: &str) -> Answer {
    let mut findings = Vec::new();
    let mut report = heading("recorded", "now");
    let (mut falls, mut others) = (0, String::new());
    for now in &found.costs {
        let Some(then) = recorded.costs.iter().find(|then| then.name == now.name) else {
            row(&mut report, now, "-", &each(now), "not recorded");
            let what = format!("{:?} is counted and not recorded", now.name);
            findings.push(finding(1, what, "record it: cargo xtask counts --update"));
            continue;
        };
        row(&mut report, now, &each(then), &each(now), &change(then, now));
        if then.times != now.times {
            writeln!(
                others,
                "{:?} is {} times a {} and was {}: players or rules have changed, and so has what is compared.",
                now.name, now.times, now.each, then.times
            )
            .expect("writing to a string");
        }
        match verdict(then, now) {
            Ordering::Greater => {
                let what = format!(
                    "{:?} costs {} more: {} instructions a {}, recorded are {}\n{}",
                    now.name,
                    change(then, now).trim_start_matches('+'),
                    each(now),
                    now.each,
                    each(then),
                    risen(then, now)
                );
                let remedy = "make it cheaper; or, if it is worth the price, say so in the commit and record it: \
                              cargo xtask counts --update";
                findings.push(finding(line_of(text, &now.name), what, remedy));
            }
            Ordering::Less => falls += 1,
            Ordering::Equal => {}
        }
    }
    for then in &recorded.costs {
        if !found.costs.iter().any(|now| now.name == then.name) {
            let what = format!("{:?} is recorded, and there is no such workload", then.name);
            let line = line_of(text, &then.name);
            findings.push(finding(line, what, "record the present counts: cargo xtask counts --update"));
        }
    }
    report += &others;
    if falls > 0 {
        writeln!(
            report,
            "CHEAPER: {falls} of them by more than {}. Keep it: cargo xtask counts --update, and commit {FILE}.",
            hundredths(TOLERATED.into())
        )
        .expect("writing to a string");
    }
    Answer { findings, is_usable: true, report, postscript: String::new() }
}

/// The answer when counts were written.
pub(super) fn recorded(found: &Record) -> Answer {
    let mut report = heading("", "now");
    found.costs.iter().for_each(|cost| row(&mut report, cost, "", &each(cost), ""));
    writeln!(report, "{FILE} is written").expect("writing to a string");
    passes(report)
}

/// The answer when the counts are of another compiler.
pub(super) fn of_another_compiler(recorded: &Record, compiler: &str) -> Answer {
    passes(format!(
        "NOTHING IS GUARDED: the counts of {FILE} are of another compiler, and nothing is compared.\n\
         recorded with: {}\n\
         this one is:   {compiler}\n\
         With the code as it was before, check that nothing else changed; then cargo xtask counts --update.\n",
        recorded.compiler
    ))
}

/// The answer when nothing can be counted.
pub(super) fn without_valgrind() -> Answer {
    passes(
        "NOTHING IS GUARDED: there is no valgrind here, and nothing was counted. Install it to guard the speed.\n"
            .to_owned(),
    )
}

fn passes(report: String) -> Answer {
    Answer { findings: Vec::new(), is_usable: true, report, postscript: String::new() }
}

fn finding(line: usize, what: String, remedy: &str) -> Finding {
    Finding { file: FILE.to_owned(), line, kind: "counts", what, why: WHY, remedy: remedy.to_owned() }
}

/// More expensive, cheaper, or neither within the tolerance; by the cost per item, since there may be more items.
fn verdict(then: &Cost, now: &Cost) -> Ordering {
    let (then, now) = crosswise(then, now);
    let tolerated = u128::from(TOLERATED);
    if 1000 * now > (1000 + tolerated) * then {
        Ordering::Greater
    } else if 1000 * now < (1000 - tolerated) * then {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// The two costs per item, each multiplied by the other's number of items: integers to be compared.
fn crosswise(then: &Cost, now: &Cost) -> (u128, u128) {
    let product = |one: u64, other: u64| u128::from(one) * u128::from(other);
    (product(then.instructions, now.times), product(now.instructions, then.times))
}

/// The change, in hundredths, with a sign.
fn change(then: &Cost, now: &Cost) -> String {
    let (then, now) = crosswise(then, now);
    let thousandths = |more: u128| (1000 * more + then / 2) / then;
    match now.cmp(&then) {
        Ordering::Less => format!("-{}", hundredths(thousandths(then - now))),
        Ordering::Equal => hundredths(0),
        Ordering::Greater => format!("+{}", hundredths(thousandths(now - then))),
    }
}

fn hundredths(thousandths: u128) -> String {
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}

/// Where it costs more than before, the largest rise first.
fn risen(then: &Cost, now: &Cost) -> String {
    let in_functions = places(then, now, "function, with what is part of it", |cost| &cost.functions);
    let in_files = places(then, now, "file of their line", |cost| &cost.files);
    format!("{in_functions}\n{in_files}")
}

/// The places of one kind where it costs more.
fn places(then: &Cost, now: &Cost, kind: &str, of: fn(&Cost) -> &BTreeMap<String, u64>) -> String {
    let each_of = |count: u64, cost: &Cost| i128::from(count) * 100 / i128::from(cost.times);
    let mut risen: Vec<(i128, &str)> = of(now)
        .iter()
        .map(|(place, count)| {
            let before = of(then).get(place).copied().unwrap_or(0);
            (each_of(*count, now) - each_of(before, then), place.as_str())
        })
        .filter(|(more, _)| *more > 0)
        .collect();
    risen.sort_by_key(|(more, place)| (std::cmp::Reverse(*more), *place));
    risen.truncate(MOST_PLACES);
    let mut told = format!("  instructions a {} more, by the {kind}:", now.each);
    for (more, place) in risen {
        let was_small = if of(then).contains_key(place) { "" } else { " (was below a hundredth)" };
        write!(told, "\n{:>10}.{:02}  {place}{was_small}", grouped(more / 100), more % 100)
            .expect("writing to a string");
    }
    told
}

/// Instructions per item: integers where they are large.
fn each(cost: &Cost) -> String {
    let Cost { instructions, times, .. } = *cost;
    if instructions >= 1000 * times {
        return grouped(((instructions + times / 2) / times).into());
    }
    let parts = (100 * instructions + times / 2) / times;
    format!("{}.{:02}", grouped((parts / 100).into()), parts % 100)
}

/// With a blank before every three digits.
fn grouped(number: i128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn heading(then: &str, now: &str) -> String {
    line("instructions", "each", [then, now, ""])
}

fn row(report: &mut String, cost: &Cost, then: &str, now: &str, change: &str) {
    *report += &line(&cost.name, &cost.each, [then, now, change]);
}

fn line(name: &str, each: &str, [then, now, change]: [&str; 3]) -> String {
    let line = format!("{name:<62}{each:<10}{then:>12}{now:>12}{change:>14}");
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(name: &str, times: u64, instructions: u64, files: &[(&str, u64)]) -> Cost {
        let files = files.iter().map(|(file, count)| ((*file).to_owned(), *count)).collect();
        let functions = BTreeMap::new();
        Cost { name: name.to_owned(), each: "roll".to_owned(), times, instructions, functions, files }
    }

    fn record(costs: Vec<Cost>) -> Record {
        Record { compiler: "rustc 1.95.0".to_owned(), costs }
    }

    /// The report when a thousand rolls cost this much, compared with a recorded hundred thousand instructions.
    fn after_a_hundred_each(times: u64, instructions: u64) -> Answer {
        let then = record(vec![cost("rolls", 1000, 100_000, &[])]);
        let now = record(vec![cost("rolls", times, instructions, &[])]);
        judge(&then, &now, &then.write())
    }

    #[test]
    fn a_rise_of_three_hundredths_and_more_fails_and_a_smaller_one_does_not() {
        let risen = after_a_hundred_each(1000, 103_100);
        assert_eq!(risen.exit_code(), 1);
        let finding = &risen.findings[0];
        assert!(finding.what.contains("\"rolls\" costs 3.1 % more: 103.10 instructions a roll"), "{finding}");
        // Two lines of head, a blank one, the compiler, a blank one, the entry, its name.
        assert_eq!(finding.line, 7);
        for passes in [102_900, 103_000, 100_000, 97_000] {
            let answer = after_a_hundred_each(1000, passes);
            assert_eq!((answer.exit_code(), answer.report.contains("CHEAPER")), (0, false), "{passes}");
        }
        assert_eq!(after_a_hundred_each(1000, 103_001).exit_code(), 1);
    }

    #[test]
    fn a_fall_passes_and_asks_to_be_recorded() {
        let answer = after_a_hundred_each(1000, 96_900);
        assert_eq!(answer.exit_code(), 0);
        assert!(answer.report.contains("-3.1 %"), "{}", answer.report);
        assert!(answer.report.contains("CHEAPER: 1 of them by more than 3.0 %"), "{}", answer.report);
    }

    #[test]
    fn what_is_done_more_often_may_cost_more_in_all_and_not_each_time() {
        let twice = after_a_hundred_each(2000, 200_000);
        assert_eq!(twice.exit_code(), 0);
        assert!(twice.report.contains("is 2000 times a roll and was 1000"), "{}", twice.report);
        // Half as many items for the same cost is twice the price.
        assert_eq!(after_a_hundred_each(500, 100_000).exit_code(), 1);
    }

    #[test]
    fn a_workload_without_a_record_and_a_record_without_a_workload_are_findings() {
        let then = record(vec![cost("rolls", 1000, 100_000, &[]), cost("old", 1, 7, &[])]);
        let now = record(vec![cost("rolls", 1000, 100_000, &[]), cost("new", 1, 7, &[])]);
        let answer = judge(&then, &now, &then.write());
        let found: Vec<&str> = answer.findings.iter().map(|finding| finding.what.as_str()).collect();
        let expected =
            ["\"new\" is counted and not recorded", "\"old\" is recorded, and there is no such workload"];
        assert_eq!(found, expected);
        assert_eq!(answer.exit_code(), 1);
    }

    #[test]
    fn a_rise_names_functions_and_files_in_which_it_is_the_largest_first() {
        // Per item 50 more in a.rs, none in b.rs, 20 less in c.rs, 70 in d.rs, where there was almost nothing.
        let mut then = cost("rolls", 10, 10_000, &[("a.rs", 4000), ("b.rs", 3000), ("c.rs", 2000)]);
        let mut now =
            cost("rolls", 10, 11_000, &[("a.rs", 4500), ("b.rs", 3000), ("c.rs", 1800), ("d.rs", 700)]);
        // And 100.5 more in aim.
        then.functions.insert("fire::aim".to_owned(), 8000);
        now.functions.insert("fire::aim".to_owned(), 9005);
        let expected = [
            "  instructions a roll more, by the function, with what is part of it:",
            "       100.50  fire::aim",
            "  instructions a roll more, by the file of their line:",
            "        70.00  d.rs (was below a hundredth)",
            "        50.00  a.rs",
        ];
        assert_eq!(risen(&then, &now).lines().collect::<Vec<_>>(), expected);
        let finding = judge(&record(vec![then]), &record(vec![now]), "").findings.remove(0);
        assert!(finding.what.ends_with(&expected.join("\n")), "{finding}");
    }

    #[test]
    fn counts_of_another_compiler_and_a_machine_without_valgrind_pass_loudly() {
        let recorded = record(vec![cost("rolls", 1000, 100_000, &[])]);
        for answer in [of_another_compiler(&recorded, "rustc 1.96.0"), without_valgrind()] {
            assert_eq!(answer.exit_code(), 0);
            assert!(answer.report.starts_with("NOTHING IS GUARDED"), "{}", answer.report);
        }
    }

    #[test]
    fn numbers_are_told_as_people_read_them() {
        let told = |times, instructions| each(&cost("", times, instructions, &[]));
        assert_eq!(told(1000, 33_254), "33.25");
        assert_eq!(told(1, 63_337_097), "63 337 097");
        // 99 427 718 / 17 564 = 5 660.88.
        assert_eq!(told(17_564, 99_427_718), "5 661");
    }
}
