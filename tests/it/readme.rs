//! The commands on the pages print what the pages show.

use std::process::Command;

#[test]
fn transcripts_hold() {
    trycmd::TestCases::new()
        .register_bin("szala", std::path::Path::new(crate::program()))
        .case("tests/transcripts/*.trycmd")
        .case("docs/ODDS.md");
}

/// The README builds with `cargo run --release --`; this runs the binary under test.
#[test]
fn the_main_job_of_the_readme_prints_what_the_readme_shows() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"))
        .expect("the repository has a README");
    let example = readme.split("```console\n$ cargo run --release -- ").nth(1).expect("the main job");
    let (arguments, rest) = example.split_once('\n').expect("a command line");
    let (expected, _) = rest.split_once("\n```").expect("the end of the example");
    let szala = Command::new(crate::program())
        .args(arguments.split(' '))
        .output()
        .expect("the binary under test starts");
    assert_eq!(String::from_utf8_lossy(&szala.stdout).trim_end(), expected.trim_end());
    assert!(szala.status.success());
}
