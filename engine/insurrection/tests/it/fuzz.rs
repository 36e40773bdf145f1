//! No input panics: case files with bytes changed at random, and games in which random bytes decide everything.

use szala_insurrection::Insurrection;
use szala_kernel::case::run_file;
use szala_kernel::conformance::play_by_bytes;
use szala_kernel::seed::mix;

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
        ['0', '1', '9', 'N', 'S', '"', '=', '[', ']', '{', '}', ',', '.', '-', ' ', '\u{142}'];
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
    let scenarios: Vec<(&str, Insurrection)> =
        ["historical", "alternative"].into_iter().map(|name| (name, crate::common::load(name))).collect();
    let load = |name: Option<&str>| {
        let known = scenarios.iter().find(|(known, _)| Some(*known) == name);
        known.map(|(_, rules)| rules.clone()).ok_or_else(|| "no such scenario".to_owned())
    };
    let mut numbers = Numbers(1794);
    for path in crate::common::case_files() {
        let text = std::fs::read_to_string(&path).expect("a case file");
        let head: Vec<&str> = text.split("\n[[case]]").collect();
        for _ in 0..60 {
            // One case at a time, so that a spoilt file is still mostly sound.
            let case = head[1 + numbers.below(head.len() - 1)];
            let small = format!("{}\n[[case]]{case}", head[0]);
            let report = run_file("spoilt.toml", &spoil(&small, &mut numbers), None, load);
            assert!(!report.to_string().is_empty());
        }
    }
}

#[test]
fn games_in_which_random_bytes_decide_never_panic() {
    let mut numbers = Numbers(27);
    for scenario in ["historical", "alternative"] {
        let rules = crate::common::load(scenario);
        for _ in 0..300 {
            let bytes: Vec<u8> =
                (0..400).map(|_| u8::try_from(numbers.below(256)).expect("a byte")).collect();
            play_by_bytes(&rules, &bytes);
        }
    }
}
