//! No input panics: case files with bytes changed at random, maps likewise, and games in which random bytes decide
//! everything.

use szala_kernel::case::run_file;
use szala_kernel::conformance::play_by_bytes;
use szala_kernel::seed::mix;
use szala_verdox::scenario::{Place, Problem};
use szala_verdox::{Verdox, scenario};

use crate::common::{case_files, load, text};

/// Random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        usize::try_from(mix(self.0) >> 1).expect("63 bits") % bound
    }
}

/// What editors and cats do to a file: a character changed, lines dropped, doubled or swapped.
fn spoil(text: &str, numbers: &mut Numbers) -> String {
    const CHARACTERS: [char; 16] =
        ['0', '1', '9', 'W', '~', '"', '=', '[', ']', '{', '}', ',', '.', '-', ' ', '\u{142}'];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(lines.len());
        match numbers.below(4) {
            0 => _ = lines.remove(at),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = numbers.below(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let mut characters: Vec<char> = lines[at].chars().collect();
                if !characters.is_empty() {
                    let place = numbers.below(characters.len());
                    characters[place] = CHARACTERS[numbers.below(CHARACTERS.len())];
                }
                lines[at] = characters.into_iter().collect();
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n")
}

#[test]
fn spoilt_case_files_are_answered_and_never_panic() {
    let names = ["drill", "drill-otherwise", "drill-diagonal"];
    let scenarios: Vec<(&str, Verdox)> = names.into_iter().map(|name| (name, load(name))).collect();
    let loaded = |name: Option<&str>| {
        let known = scenarios.iter().find(|(known, _)| Some(*known) == name);
        known.map(|(_, rules)| rules.clone()).ok_or_else(|| "no such scenario".to_owned())
    };
    let mut numbers = Numbers(1809);
    for path in case_files() {
        let text = std::fs::read_to_string(&path).expect("a case file");
        let head: Vec<&str> = text.split("\n[[case]]").collect();
        for _ in 0..60 {
            // One case at a time, so that a spoilt file is still mostly sound.
            let case = head[1 + numbers.below(head.len() - 1)];
            let small = format!("{}\n[[case]]{case}", head[0]);
            let report = run_file("spoilt.toml", &spoil(&small, &mut numbers), None, loaded);
            assert!(!report.to_string().is_empty());
        }
    }
}

fn is_placed(problem: &Problem) -> bool {
    matches!(problem.place, Place::File { line: 1.., column: 1.., .. })
}

#[test]
fn spoilt_maps_and_scenarios_are_answered_and_never_panic() {
    let mut numbers = Numbers(6);
    let (map, scenario) = (text("drill-map.toml"), text("drill-otherwise.toml"));
    let mut refused = 0;
    for _ in 0..400 {
        let (map, scenario) = match numbers.below(2) {
            0 => (spoil(&map, &mut numbers), scenario.clone()),
            _ => (map.clone(), spoil(&scenario, &mut numbers)),
        };
        let files = |name: &str| Ok(if name == "drill-map.toml" { map.clone() } else { scenario.clone() });
        match scenario::load("scenario.toml", &files) {
            Ok(sound) => _ = Verdox::new(sound),
            Err(problems) => {
                assert!(!problems.0.is_empty() && problems.0.iter().all(is_placed));
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused} of 400");
}

#[test]
fn games_in_which_random_bytes_decide_never_panic() {
    let mut numbers = Numbers(27);
    for (scenario, games) in [("drill", 150), ("drill-otherwise", 50), ("fortress", 12)] {
        let rules = load(scenario);
        for _ in 0..games {
            let bytes: Vec<u8> =
                (0..900).map(|_| u8::try_from(numbers.below(256)).expect("a byte")).collect();
            play_by_bytes(&rules, &bytes);
        }
    }
}
