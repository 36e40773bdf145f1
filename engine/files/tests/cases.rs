//! Rule cases: those of *Two Gates* pass, and broken ones fail with the right words at the right line.

use szala_files::case::{Change, Finding, Report, game_of, game_of_cases, run_file, run_file_varied};
use szala_kernel::toy::TwoGates;

const TWO_GATES: &str = include_str!("../../kernel/cases/two-gates.toml");

/// A file that passes, to be broken one edit at a time.
const SOUND: &str = r#"game = "two-gates"
scenario = "castle"

[[case]]
name = "a first shot of 6 is too high by one"
rules = ["2.3"]
why = "6 - 1 = 5"
dice = ["2.3: 6"]
actions = [
    "Blue: guard left",
    "shoot",
]
journal = [
    "Blue: guard left",
    "2.3 modifier -1",
    "2.3 points of Red: 0 -> 1",
]
silent = ["2.1"]
to_act = "Red"
outcome = "none"
legal = ["draw lots"]
legal_only = ["draw lots"]
illegal = [{ action = "let pass", rule = "2.2" }]

[case.state]
points.Red = 1
"has_shot.Blue" = true

[case.position]
step = "post"
raid = 1
raider = "Red"
aim = "left"

[[case]]
name = "the end"
rules = ["1.1", "3.1"]
why = "2 - 0"
position = { step = "raid", raid = 2, raider = "Red", points = { Red = 1 } }
actions = ["raid left", "guard right"]
outcome = { winner = "Red", lead = 2, rule = "3.1", reason = "more points" }

[[case]]
name = "lots"
rules = ["1.1"]
why = "Blue is drawn"
dice = ["1.1: Blue"]
actions = ["draw lots"]
"#;

fn run(text: &str) -> Report {
    run_file("two-gates.toml", text, Some("two-gates"), |scenario| match scenario {
        None | Some("castle") => Ok(TwoGates),
        Some(other) => Err(format!("there is no scenario `{other}`")),
    })
}

/// Every finding, of the file and of its cases, as line, column and message.
fn findings(report: &Report) -> Vec<(usize, usize, &str)> {
    let of_cases = report.cases.iter().flat_map(|case| &case.findings);
    let all = report.findings.iter().chain(of_cases);
    all.map(|Finding { line, column, message }| (*line, *column, message.as_str())).collect()
}

/// Makes one edit of the sound file, with nothing else to be found than this.
#[track_caller]
fn breaks(from: &str, to: &str, expected: &[(usize, usize, &str)]) {
    assert_eq!(SOUND.matches(from).count(), 1, "{from:?} must occur once to be edited");
    let report = run(&SOUND.replace(from, to));
    assert_eq!(findings(&report), expected, "{from:?} -> {to:?}");
    assert!(!report.is_passed());
    let printed = report.to_string();
    for (line, column, message) in expected {
        assert!(printed.contains(&format!("two-gates.toml:{line}:{column}: {message}\n")), "{printed}");
    }
}

#[test]
fn every_case_of_two_gates_passes() {
    let report = run(TWO_GATES);
    assert!(report.is_passed(), "{report}");
    assert!(report.passed() >= 20);
    assert_eq!((report.failed(), report.cases.len()), (0, report.passed()));
}

#[test]
fn the_sound_file_is_sound() {
    let report = run(SOUND);
    assert!(report.is_passed(), "{report}");
    assert_eq!(report.to_string(), "two-gates.toml: 3 cases, 3 passed, 0 failed");
    assert!(format!("{report:#}").starts_with("passed: a first shot of 6 is too high by one\n"));
    assert_eq!(game_of(SOUND).as_deref(), Some("two-gates"));
}

#[test]
fn dice_that_are_not_those_of_the_rules_fail() {
    // 5 - 1 = 4 drives off: the expected point is not scored.
    let no_point = "the journal has no `2.3 points of Red: 0 -> 1`";
    breaks("\"2.3: 6\"", "5", &[(16, 5, no_point), (26, 14, "points.Red is `0`, not `1`")]);
    breaks("\"2.3: 6\"", "", &[(11, 5, "rule 2.3 asks for a die for Blue at Red, and no die is left")]);
    breaks("\"2.3: 6\"", "6, 1", &[(8, 12, "this die was never asked for")]);
    breaks("\"2.3: 6\"", "6, 1, 2", &[(8, 12, "2 dice from here on were never asked for")]);
    let for_another = "this die is written for rule 2.2, and rule 2.3 asks for one for Blue at Red";
    breaks("\"2.3: 6\"", "\"2.2: 6\"", &[(8, 9, for_another)]);
    let no_such_face = "rule 2.3 rolls a die for Blue at Red, and it shows 0 to 9";
    breaks("\"2.3: 6\"", "12", &[(8, 9, no_such_face)]);
    breaks("\"2.3: 6\"", "-1", &[(8, 9, "no die shows -1")]);
    breaks("\"2.3: 6\"", "true", &[(8, 9, "`dice` takes a text in quotes, not true")]);
    let a_name = "rule 2.3 rolls a die for Blue at Red: write the face it shows, not a name";
    breaks("\"2.3: 6\"", "\"Red\"", &[(8, 9, a_name)]);
    breaks("\"1.1: Blue\"", "1", &[(47, 9, "rule 1.1 draws: write the name of what is drawn, not a face")]);
    let nothing_left = "rule 1.1 draws from Red, Blue, and nothing is left in `dice`";
    breaks("\"1.1: Blue\"", "", &[(48, 12, nothing_left)]);
    let for_another = "this die is written for rule 2.3, and rule 1.1 draws from Red, Blue";
    breaks("\"1.1: Blue\"", "\"2.3: 1\"", &[(47, 9, for_another)]);
    let no_side = "rule 1.1 draws: there is no side `Blu`; did you mean `Blue`? There are Red, Blue";
    breaks("\"1.1: Blue\"", "\"1.1: Blu\"", &[(47, 9, no_side)]);
}

#[test]
fn a_die_that_never_fell_is_not_in_the_journal() {
    let journal =
        |text: &str| run(text).cases.iter().flat_map(|case| case.journal.clone()).collect::<Vec<_>>();
    // The first die of the case that draws, and the second of one that rolls once too often.
    assert_eq!(journal(&SOUND.replace("\"1.1: Blue\"", "")), ["Red: draw lots"]);
    assert_eq!(journal(&SOUND.replace("\"2.3: 6\"", "12")), ["Blue: guard left", "Blue: shoot"]);
}

#[test]
fn a_game_where_nothing_runs_by_itself_does_not_pause() {
    let pauses = "in this game nothing can be left undone: strike `pause` out";
    breaks("dice = [\"1.1: Blue\"]", "dice = [\"1.1: Blue\"]\npause = true", &[(49, 12, pauses)]);
    let no_action = "there is no action to pause after";
    let nobody = "nobody is to decide while the game pauses: look at `journal`, `silent` or `state`";
    let instead = "pause = true\nto_act = \"Red\"\n";
    breaks("actions = [\"draw lots\"]\n", instead, &[(48, 1, no_action), (49, 1, nobody)]);
}

#[test]
fn a_case_is_played_with_the_changes_of_its_file_and_its_own() {
    let play = |text: &str| {
        let mut asked = Vec::new();
        let report = run_file_varied("two-gates.toml", text, Some("two-gates"), |scenario, changes| {
            asked.push((
                scenario.map(str::to_owned),
                changes.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>(),
            ));
            match changes
                .iter()
                .find(|change| matches!(change, Change::Set(words) if words.starts_with("gate=")))
            {
                Some(_) => Err("there is no path `gate`".to_owned()),
                None => Ok(TwoGates),
            }
        });
        (findings(&report).iter().map(|it| (it.0, it.1, it.2.to_owned())).collect::<Vec<_>>(), asked)
    };
    let of_file = SOUND.replace("scenario = \"castle\"", "scenario = \"castle\"\nset = [\"wall=2\"]");
    let both =
        of_file.replace("name = \"lots\"", "name = \"lots\"\nvariant = \"moat.toml\"\nset = [\"wall=3\"]");
    let castle = Some("castle".to_owned());
    let (found, asked) = play(&both);
    assert_eq!(found, []);
    // Once for the two cases that change nothing more, and once for the third.
    let all = ["Set(\"wall=2\")", "Variant(\"moat.toml\")", "Set(\"wall=3\")"].map(str::to_owned);
    assert_eq!(asked, [(castle.clone(), all[..1].to_vec()), (castle, all.to_vec())]);
    // What is wrong is blamed on the change with which it begins.
    let (found, _) = play(&both.replace("wall=3", "wall=3\", \"gate=2"));
    assert_eq!(found, [(47, 18, "there is no path `gate`".to_owned())]);
    // Where nothing can be changed, that is said.
    breaks(
        "name = \"lots\"",
        "name = \"lots\"\nset = [\"wall=3\"]",
        &[(45, 8, "nothing can be changed here: strike `variant` and `set` out")],
    );
}

#[test]
fn a_case_file_that_is_not_toml_is_told_by_its_places() {
    let said = |text: &str| game_of_cases("my.toml", text).map_err(|report| report.to_string());
    assert_eq!(said(SOUND), Ok(Some("two-gates".to_owned())));
    assert_eq!(said("scenario = \"castle\""), Ok(None));
    let broken = said("game = \"two-gates\"\n\n[[case]]\nwhy = 2 - 0\n").unwrap_err();
    assert!(broken.starts_with("my.toml:4:7: this is not TOML: string values must be quoted"), "{broken}");
    let number = said("game = 2").unwrap_err();
    assert!(number.starts_with("my.toml:1:8: `game` takes a text in quotes, not 2"), "{number}");
}

#[test]
fn actions_that_cannot_be_carried_out_fail() {
    let unknown = "no action is called \"shot\"; the actions are draw lots, raid left, raid right, guard left, \
                   guard right, shoot, let pass";
    breaks("    \"shoot\"", "    \"shot\"", &[(11, 5, unknown)]);
    let forbidden = "rule 1.1 forbids this here; legal are: shoot, let pass";
    breaks("    \"shoot\"", "    \"draw lots\"", &[(11, 5, forbidden)]);
    breaks(
        "    \"Blue: guard left\",\n    \"sh",
        "    \"Red: guard left\",\n    \"sh",
        &[(10, 5, "Blue is to act here")],
    );
    let no_side = "there is no side `Blu`; did you mean `Blue`? There are Red, Blue";
    breaks("    \"Blue: guard left\",\n    \"sh", "    \"Blu: guard left\",\n    \"sh", &[(10, 5, no_side)]);
    let over = "the game is over: Red wins, lead 2, by rule 3.1 (more points)";
    breaks("\"guard right\"]", "\"guard right\", \"draw lots\"]", &[(40, 40, over)]);
}

#[test]
fn a_journal_that_is_not_as_expected_fails() {
    let nearest = "the journal has no `2.3 modifier -2`; the nearest is `2.3 modifier -1`";
    breaks("2.3 modifier -1", "2.3 modifier -2", &[(15, 5, nearest)]);
    breaks("2.3 modifier -1", "1", &[(15, 5, "the journal has no `1`")]);
    let only_before = "the journal has no `Blue: guard left` after `2.3 modifier -1`, only before";
    let first = "    \"Blue: guard left\",\n    \"2.3 modifier -1\"";
    let swapped = "    \"2.3 modifier -1\",\n    \"Blue: guard left\"";
    breaks(first, swapped, &[(15, 5, only_before)]);
    let twice = "    \"2.3 modifier -1\",\n    \"2.3 modifier -1\"";
    let again = "the journal has no `2.3 modifier -1` after `2.3 modifier -1`, only before";
    breaks("    \"2.3 modifier -1\"", twice, &[(16, 5, again)]);
    breaks(
        "silent = [\"2.1\"]",
        "silent = [\"2.3\"]",
        &[(18, 11, "the journal has `2.3 rolls 6, Blue at Red`")],
    );
    breaks("silent = [\"2.1\"]", "silent = [\"Blue: shoot\"]", &[(18, 11, "the journal has `Blue: shoot`")]);
    let no_line = "this is no rule number, and a line opens with one, or with `Red: ` or `Blue: `";
    breaks("silent = [\"2.1\"]", "silent = [\"modifier -1\"]", &[(18, 11, no_line)]);
}

#[test]
fn a_state_that_is_not_as_expected_fails() {
    breaks("points.Red = 1", "points.Red = 0x2", &[(26, 14, "points.Red is `1`, not `2`")]);
    breaks(
        "\"has_shot.Blue\" = true",
        "\"has_shot.Blue\" = false",
        &[(27, 19, "has_shot.Blue is `true`, not `false`")],
    );
    let no_value = "there is no value `point.Red`; did you mean `points.Red`? There are step, raid, raider, aim, \
                    guard, has_shot.Red, has_shot.Blue, points.Red, points.Blue";
    breaks("points.Red = 1", "point.Red = 1", &[(26, 7, no_value)]);
    let fraction = "`Red` takes a whole number, true, false, or a text in quotes, not a fraction";
    breaks("points.Red = 1", "points.Red = 1.5", &[(26, 14, fraction)]);
}

#[test]
fn decisions_and_ends_that_are_not_as_expected_fail() {
    breaks("to_act = \"Red\"", "to_act = \"Blue\"", &[(19, 10, "Red is to act, not Blue")]);
    let no_side = "there is no side `Rad`; did you mean `Red`? There are Red, Blue";
    breaks("to_act = \"Red\"", "to_act = \"Rad\"", &[(19, 10, no_side)]);
    let forbidden = "rule 2.2 forbids this here; legal are: draw lots";
    breaks("legal = [\"draw lots\"]", "legal = [\"shoot\"]", &[(21, 10, forbidden)]);
    breaks("legal = [\"draw lots\"]", "legal = [\"Blue: draw lots\"]", &[(21, 10, "Red is to act here")]);
    breaks("legal_only = [\"draw lots\"]", "legal_only = []", &[(22, 14, "legal as well: draw lots")]);
    breaks("action = \"let pass\"", "action = \"draw lots\"", &[(23, 23, "this is legal here")]);
    breaks("rule = \"2.2\"", "rule = \"2.1\"", &[(23, 42, "rule 2.2 forbids it, not 2.1")]);
    // An action alone is refused by whichever rule.
    let any_rule = SOUND.replace("{ action = \"let pass\", rule = \"2.2\" }", "\"let pass\", \"Red: shoot\"");
    assert!(run(&any_rule).is_passed());
    let whole = "{ action = \"let pass\", rule = \"2.2\" }";
    breaks(whole, "\"draw lots\"", &[(23, 12, "this is legal here")]);
    breaks(whole, "\"Blue: let pass\"", &[(23, 12, "Red is to act here")]);
    let over = "the game ended otherwise: Red wins, lead 2, by rule 3.1 (more points)";
    breaks("winner = \"Red\"", "winner = \"draw\"", &[(41, 22, over)]);
    breaks("lead = 2", "lead = 3", &[(41, 36, over)]);
    breaks("2, rule = \"3.1\"", "2, rule = \"3.2\"", &[(41, 46, over)]);
    breaks("more points", "fewer points", &[(41, 62, over)]);
    breaks("outcome = \"none\"", "outcome = { winner = \"Red\" }", &[(20, 11, "the game is not over")]);
    let is_over = "the game is over: Red wins, lead 2, by rule 3.1 (more points)";
    let end = "outcome = { winner = \"Red\", lead = 2, rule = \"3.1\", reason = \"more points\" }";
    breaks(end, "outcome = \"none\"", &[(41, 11, is_over)]);
    breaks(end, "legal_only = []\nlegal = [\"draw lots\"]", &[(42, 10, is_over)]);
    let nobody = "nobody is to act, the game is over: Red wins, lead 2, by rule 3.1 (more points)";
    breaks(end, "to_act = \"Red\"", &[(41, 10, nobody)]);
}

#[test]
fn positions_that_cannot_be_are_refused_where_they_are_written() {
    let no_key = "there is no key `rider`; did you mean `raider`? There are step, raid, raider, aim, guard, has_shot, \
                  points";
    breaks("raider = \"Red\"\n", "rider = \"Red\"\n", &[(32, 1, no_key)]);
    breaks("aim = \"left\"", "aim = \"up\"", &[(33, 7, "there is no aim `up`; there are left, right")]);
    let two =
        [(31, 8, "`raid` takes a number from 0 to 3, not 9"), (33, 7, "`aim` takes a text in quotes, not 1")];
    breaks("raid = 1\nraider = \"Red\"\naim = \"left\"", "raid = 9\nraider = \"Red\"\naim = 1", &two);
    let no_aim =
        "the position is one that cannot be, as it breaks [1.2]: a gate is chosen before the guard is posted";
    breaks("aim = \"left\"\n", "", &[(29, 1, no_aim)]);
}

#[test]
fn keys_that_are_not_those_of_a_case_are_refused_with_the_nearest() {
    let keys = "There are name, rules, why, scenario, variant, set, position, dice, actions, pause, journal, silent, \
                state, legal, legal_only, illegal, to_act, outcome";
    let unknown = format!("there is no key `dise`; did you mean `dice`? {keys}");
    breaks("dice = [\"2.3", "dise = [\"2.3", &[(8, 1, &unknown)]);
    let in_file = "there is no key `weather`; there are game, book, scenario, variant, set, case";
    breaks("scenario = \"castle\"", "weather = \"castle\"", &[(2, 1, in_file)]);
    let outside = "`position` belongs into a case: write it under its [[case]], as a table [case.position]";
    breaks("scenario = \"castle\"\n", "position.raid = 1\n", &[(2, 1, outside)]);
    let in_outcome = "there is no key `leed`; did you mean `lead`? There are winner, lead, rule, reason";
    breaks("lead = 2", "leed = 2", &[(41, 29, in_outcome)]);
    let form = "write { action = \"...\", rule = \"...\" }: what is refused, and by which rule; or the action alone in \
                quotes, when any rule will do";
    breaks("{ action = \"let pass\", rule = \"2.2\" }", "{ action = \"let pass\" }", &[(23, 12, form)]);
    breaks("{ action = \"let pass\", rule = \"2.2\" }", "1", &[(23, 12, form)]);
    breaks("[\"2.3\"]", "\"2.3\"", &[(6, 9, "`rules` takes a list in [brackets], not \"2.3\"")]);
    breaks("[\"2.3\"]", "[]", &[(6, 9, "`rules` names no rule")]);
    let no_number = "`2..3`: a rule number lacks a number, expected something like 10.9.6";
    breaks("[\"2.3\"]", "[\"2..3\"]", &[(6, 10, no_number)]);
}

#[test]
fn a_case_says_what_it_is_called_and_why_and_tests_something() {
    let twice = "another case of this file is called \"the end\" already";
    breaks("name = \"lots\"", "name = \"the end\"", &[(44, 8, twice)]);
    breaks("why = \"2 - 0\"", "why = \" \"", &[(38, 7, "`why` is empty")]);
    breaks("why = \"2 - 0\"\n", "", &[(35, 1, "the case has no `why`")]);
    breaks("name = \"lots\"\n", "", &[(43, 1, "the case has no `name`")]);
    let nothing = "the case tests nothing: give it actions, or something to find in the position";
    breaks("dice = [\"1.1: Blue\"]\nactions = [\"draw lots\"]\n", "", &[(44, 8, nothing)]);
    breaks("actions = [\"draw lots\"]\n", "actions = []\nsilent = [\"2.1\"]", &[(44, 8, nothing)]);
}

#[test]
fn a_file_that_is_none_is_refused_as_a_whole() {
    let not_toml = "this is not TOML: string values must be quoted, expected literal string";
    breaks("why = \"2 - 0\"", "why = 2 - 0", &[(38, 7, not_toml)]);
    let both = SOUND.replace("[\"2.3\"]", "2.3.1").replace("why = \"2 - 0\"", "why = 2 - 0");
    let lines: Vec<usize> = findings(&run(&both)).iter().map(|(line, ..)| *line).collect();
    assert_eq!(lines, [6, 38], "all that is not TOML at once");
    let another = "this file is for the game `three-gates`, and it was run as `two-gates`";
    breaks("game = \"two-gates\"", "game = \"three-gates\"", &[(1, 8, another)]);
    let empty = run("");
    assert_eq!(findings(&empty), [(1, 1, "there is no case in this file: each begins with [[case]]")]);
    let not_a_list = run("[case]\nname = \"one\"\n");
    assert_eq!(findings(&not_a_list), [(1, 1, "`case` takes a list in [brackets], not a table")]);
    assert_eq!(game_of("game ="), None);
}

#[test]
fn a_scenario_that_does_not_load_fails_its_cases_alone() {
    let no_scenario = "there is no scenario `camp`";
    breaks("why = \"2 - 0\"", "why = \"2 - 0\"\nscenario = \"camp\"", &[(39, 12, no_scenario)]);
    let report = run(&SOUND.replace("\"castle\"", "\"camp\""));
    assert_eq!(findings(&report), [(2, 12, no_scenario); 3]);
}

#[test]
fn a_failed_case_shows_its_journal_as_it_really_was() {
    let report = run(&SOUND.replace("\"2.3: 6\"", "5"));
    let expected = "FAILED: a first shot of 6 is too high by one
  two-gates.toml:16:5: the journal has no `2.3 points of Red: 0 -> 1`
  two-gates.toml:26:14: points.Red is `0`, not `1`
  the journal was:
    Blue: guard left
    Blue: shoot
      2.3 rolls 5, Blue at Red
      2.3 modifier -1
two-gates.toml: 3 cases, 2 passed, 1 failed";
    assert_eq!(report.to_string(), expected);
    let failed = &report.cases[0];
    assert_eq!((failed.line, failed.rules.as_slice()), (5, &[szala_kernel::rule!("2.3")][..]));
}

/// The page for those who write cases says what is so.
#[test]
fn the_examples_of_the_documentation_do_what_it_says() {
    let page = include_str!("../../../docs/CASES.md");
    let blocks = |kind: &str| -> Vec<&str> {
        let opened = page.split(kind).skip(1);
        opened.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
    };
    // Files of other games are their own crates' to run.
    let mut files = blocks("```toml\n");
    files.retain(|file| !file.starts_with("game = \"insurrection\""));
    let [complete, broken] = files[..] else {
        panic!("two files are shown: a complete example and a broken one")
    };
    let report = run(complete);
    assert!(report.is_passed(), "{report}");
    let report = run_file("my-cases.toml", broken, None, |_| Ok(TwoGates));
    assert_eq!(blocks("```text\n"), [format!("{report}\n")]);
}

/// What mutations strew into a file: what TOML and the cases are made of, and a letter of two bytes.
const SPICE: &[u8] = b"\"[]{}=.,:#-0159_\n\r\\'x \xC5\x82";

/// Not for what is found: for every text to come back with a report.
#[test]
fn no_mutation_of_a_case_file_panics() {
    // A linear congruential generator (Knuth's MMIX): the same mutations on every machine.
    let mut seed = 1u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).expect("31 bits fit in a usize") % bound
    };
    let mut passed = 0;
    for round in 0..6000 {
        let mut bytes = if round % 3 == 0 { TWO_GATES } else { SOUND }.as_bytes().to_vec();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            match below(5) {
                0 => bytes[at] = SPICE[below(SPICE.len())],
                1 => bytes.insert(at, SPICE[below(SPICE.len())]),
                2 if bytes.len() > 1 => drop(bytes.remove(at)),
                3 => bytes.truncate(at.max(1)),
                _ => {
                    let from = below(bytes.len());
                    let piece = bytes[from..bytes.len().min(from + 1 + below(40))].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        let report = run(&String::from_utf8_lossy(&bytes));
        assert!(!report.to_string().is_empty());
        passed += report.passed();
    }
    assert!(passed > 1000, "{passed}: the mutations are too wild to get anywhere");
}
