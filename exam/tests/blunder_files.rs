//! Blunder files: the errors found in one, and how players' actions are judged by it. On *Two Gates*, where a
//! decision is one of two.

use szala_ai::blunder::{Examination, Report, Whom, run_file};
use szala_kernel::toy::TwoGates;
use szala_kernel::{BySide, RunSeed, Side};
use szala_two_gates_players::Players;

/// The result of these keys in a position where Blue may shoot at Red, or let him pass.
fn report(keys: &str) -> Report {
    let head = "[[blunder]]\nname = \"the guard\"\nrules = [\"2.2\"]\nwhy = \"to see\"\n";
    let position = "position = { step = \"react\", raider = \"Red\", aim = \"left\", guard = \"left\" }\n";
    examine(&format!("{head}{position}{keys}\n"), Whom::Only(BySide(["uniform"; 2])))
}

/// What names stand for: one player whatever is asked, two for one side of one scenario.
fn called(name: &str, scenario: Option<&str>, side: Side) -> Vec<String> {
    let players: &[&str] = match (name, scenario, side) {
        ("chance", ..) => &["uniform"],
        ("usual players", Some("gates"), Side::Second) => &["uniform", "wizard"],
        _ => &[],
    };
    players.iter().map(|player| (*player).to_owned()).collect()
}

fn examine(text: &str, whom: Whom<'_>) -> Report {
    let asked = Examination {
        game: Some("two-gates"),
        whom,
        called: &called,
        to_come: &["wizard"],
        seed: RunSeed(27),
        games: 40,
        read: &|_| Err("there are no files here".to_owned()),
    };
    run_file::<Players>("a.toml", text, &asked, |_| Ok(TwoGates))
}

/// The guard is Blue's, who is the second side.
#[test]
fn of_one_player_for_each_side_the_one_that_is_to_act_is_asked() {
    let text = "[[blunder]]\nname = \"the guard\"\nrules = [\"2.2\"]\nwhy = \"to see\"\nacceptable = [\"shoot\"]\n\
                position = { step = \"react\", raider = \"Red\", aim = \"left\", guard = \"left\" }\n";
    for (names, is_sound) in [(["nobody", "uniform"], true), (["uniform", "nobody"], false)] {
        let report = examine(text, Whom::Only(BySide(names)));
        assert_eq!(report.is_sound(), is_sound, "{report}");
    }
}

#[test]
fn a_name_stands_for_the_players_of_its_scenario_and_side() {
    let asked = |scenario: &str| {
        let text = format!(
            "[[blunder]]\nname = \"the guard\"\nrules = [\"2.2\"]\nwhy = \"to see\"\n{scenario}\n\
             players = [\"usual players\"]\nacceptable = [\"shoot\"]\n\
             position = {{ step = \"react\", raider = \"Red\", aim = \"left\", guard = \"left\" }}\n"
        );
        examine(&text, Whom::AsWritten(&|_| Vec::new()))
    };
    let report = asked("scenario = \"gates\"");
    let players: Vec<&str> = report.positions[0].answers.iter().map(|answer| &*answer.player).collect();
    assert_eq!(players, ["uniform", "wizard"]);
    for elsewhere in ["", "scenario = \"walls\""] {
        let report = asked(elsewhere).to_string();
        assert!(report.contains("there is no player `usual players`"), "{report}");
    }
}

/// The only error in a position.
fn finding(keys: &str) -> String {
    let report = report(keys);
    let [finding] = &report.positions[0].findings[..] else { panic!("not one finding: {report}") };
    format!("{}:{}: {}", finding.line, finding.column, finding.message)
}

#[test]
fn a_good_and_a_bad_list_of_the_same_decision_agree() {
    let mistakes = |keys| {
        let report = report(keys);
        assert!(report.is_sound(), "{report}");
        report.positions[0].answers[0].mistakes.clone()
    };
    let shots = mistakes("acceptable = [\"shoot\"]");
    assert_eq!(shots, mistakes("blunders = [\"let pass\"]"));
    assert_eq!(shots, mistakes("blunders = [\"let*\"]"));
    // Two actions, 40 games, a random player: all or none of one kind is 2^-39.
    assert!((1..40).contains(&shots.len()));
    assert!(shots.iter().all(|mistake| mistake.what == "took `let pass`"));
}

#[test]
fn a_position_that_asks_nothing_is_found_out() {
    let both = finding("acceptable = [\"shoot\", \"let pass\"]");
    assert_eq!(both, "2:8: every legal action will do, so nothing is asked; legal are: shoot, let pass");
    let neither = finding("blunders = [\"shoot\", \"let pass\"]");
    assert_eq!(neither, "2:8: no legal action will do, so nothing is asked; legal are: shoot, let pass");
    let illegal = finding("acceptable = [\"raid left\"]");
    assert_eq!(illegal, "6:15: nothing like this is legal here; legal are: shoot, let pass");
    let star = finding("blunders = [\"raid*\"]");
    assert_eq!(star, "6:13: nothing like this is legal here; legal are: shoot, let pass");
    let nothing = "2:8: give one of these: `acceptable`, the actions that will do; `blunders`, those that will \
                   not; `until`, the values at whose change the play stops";
    assert_eq!(finding("games = 3"), nothing);
    assert_eq!(finding("acceptable = [\"shoot\"]\nblunders = [\"let pass\"]"), nothing);
    assert_eq!(
        finding("acceptable = [\"shoot\"]\nat_least = 3"),
        "7:1: `at_least` goes with `until`, not with `acceptable`"
    );
    let side = finding("to_act = \"Red\"\nacceptable = [\"shoot\"]");
    assert_eq!(side, "6:10: Blue is to act here");
}

/// [2.1] [2.3] A raider who is let pass scores; one who is shot at scores on 6 to 9 of ten faces: 4 or less after
/// subtracting 1 drives him off, that is 0 to 5.
#[test]
fn a_play_is_held_against_what_is_expected_at_its_end() {
    let play = "until = [\"raid\"]\nexpect = { points.Red = 0 }\n";
    let example = "example = { actions = [\"shoot\"], dice = [\"2.3: 5\"] }\n";
    let of_all = report(&format!("{play}{example}"));
    assert!(of_all.is_sound() && !of_all.is_passed(), "{of_all}");
    assert!(of_all.to_string().contains("uniform (Blue) ended where points.Red is `1` in"), "{of_all}");
    // At random 3 of 10; one in forty is not enough.
    let of_one = report(&format!("{play}at_least = 1\n{example}"));
    assert!(of_one.is_passed(), "{of_one}");
    let turned = report(&format!("until = [\"raid\"]\nexpect_not = {{ points.Red = [1, 2] }}\n{example}"));
    assert_eq!(turned.positions[0].answers, of_all.positions[0].answers);
}

#[test]
fn a_play_without_a_good_example_is_found_out() {
    let play = "until = [\"raid\"]\nexpect = { points.Red = 0 }\n";
    assert!(finding(play).starts_with("2:8: give an `example`"), "{}", finding(play));
    let missed = format!("{play}example = {{ actions = [\"let pass\"] }}");
    assert_eq!(finding(&missed), "8:11: the example fails itself: points.Red is `1`");
    let short = format!("{play}example = {{ }}");
    let words = "8:11: after the example none of the values of `until` has changed: it must go to the end of \
                 the play";
    assert_eq!(finding(&short), words);
    let many = format!("{play}at_least = 41\nexample = {{ actions = [\"shoot\"], dice = [1] }}");
    assert_eq!(finding(&many), "8:12: that is more than the 40 games that are played");
    let path = "until = [\"stage\"]\nexpect = { points.Red = 0 }\nexample = { actions = [\"let pass\"] }";
    assert!(finding(path).starts_with("6:10: there is no value `stage`"), "{}", finding(path));
}

#[test]
fn players_of_the_file_go_before_those_of_the_host_and_those_to_come_are_passed_over() {
    let text = "[[blunder]]\nname = \"the guard\"\nrules = [\"2.2\"]\nwhy = \"to see\"\nplayers = [\"wizard\"]\n\
                position = { step = \"react\", raider = \"Red\", aim = \"left\", guard = \"left\" }\n\
                acceptable = [\"shoot\"]\n";
    let host = |_: Side| vec!["uniform".to_owned()];
    let report = examine(text, Whom::AsWritten(&host));
    assert!(report.is_passed() && report.positions[0].answers[0].is_skipped(), "{report}");
    assert!(report.to_string().ends_with("; 1 questions to players who are still to come"), "{report}");
    let report = examine(&text.replace("players = [\"wizard\"]\n", ""), Whom::AsWritten(&host));
    assert_eq!(report.positions[0].answers[0].games, 40);
    let report = examine(&text.replace("wizard", "chance"), Whom::AsWritten(&host));
    assert_eq!(report.positions[0].answers[0].player, "uniform");
    let report = examine(&text.replace("wizard", "unifrom"), Whom::AsWritten(&host));
    assert!(report.to_string().contains("a.toml:5:12: there is no player `unifrom`"), "{report}");
}
