//! Tests of saved answers; the content of studies is tested where they are made.

use super::*;

/// The identity of made-up answers.
pub(crate) fn answer_of() -> AnswerOf {
    let of = |what: &str| what.to_owned();
    AnswerOf {
        command_line: vec![of("szala"), of("balance"), of("duel.toml")],
        version: of("0"),
        commit: of("c"),
        hashes: Hashes { rules: of("r"), scenario: of("s"), players: [of("p"), of("q")] },
    }
}

#[test]
fn what_is_no_saved_answer_says_how_to_come_by_one() {
    let told = |text: &str| SavedAnswer::read(text).expect_err("it is no answer");
    for (text, expected) in [
        ("", "it is no JSON"),
        ("[1]", "it is nothing that szala printed"),
        (r#"{"command": "run", "format": 2}"#, "it is what `szala run` printed; save the output of"),
        (
            r#"{"command": "balance", "format": 1}"#,
            "another version of the JSON than 2; save the output of `szala balance",
        ),
        (
            r#"{"command": "sensitivity", "format": 2}"#,
            "it is not as `szala sensitivity` of this version prints it (missing",
        ),
    ] {
        assert!(told(text).contains(expected), "{text}: {}", told(text));
    }
}
