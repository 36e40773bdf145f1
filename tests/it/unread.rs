//! The exit code when nobody reads the output, or when it has no place.

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

use crate::searched::refused;

fn szala(words: &[&str], stdout: impl Into<Stdio>) -> Option<i32> {
    let mut szala = Command::new(crate::program());
    szala.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).stdin(Stdio::null()).stderr(Stdio::null());
    szala.stdout(stdout).status().expect("the command was built for this test").code()
}

/// With `| head -0` a failing check still fails, and everything else succeeds.
#[test]
fn a_no_stays_a_no_though_nobody_reads_it() {
    for (words, expected) in [
        (&["validate", "tests/transcripts/broken.toml"][..], 1),
        (&["validate", "scenarios/niemenczyn-1794/historical.toml"], 0),
        (&["case", "README.md"], 1),
        (&["run", "two-gates", "--games", "5"], 0),
        (&["--version"], 0),
    ] {
        let (reader, writer) = std::io::pipe().expect("the machine has pipes");
        drop(reader);
        assert_eq!(szala(words, writer), Some(expected), "{words:?}");
    }
}

/// News on standard error is not what a search is for: hours of games are not lost with it.
#[test]
fn a_search_goes_on_though_nobody_reads_its_news() {
    let out =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unread-{}", std::process::id()));
    let words = ["robust", "two-gates", "--games", "1000", "--out", out.to_str().expect("a path of letters")];
    let (reader, writer) = std::io::pipe().expect("the machine has pipes");
    drop(reader);
    let mut search = Command::new(crate::program());
    search.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).stdout(Stdio::null()).stderr(writer);
    let status = search.status().expect("the command was built for this test");
    assert!(status.success() && out.join("mix.toml").exists(), "{status}");
    std::fs::remove_dir_all(&out).expect("the search made it");
}

#[test]
fn what_cannot_be_written_is_no_success() {
    let full = || OpenOptions::new().write(true).open("/dev/full");
    let Ok(_) = full() else { return };
    for words in [&["--version"][..], &["--help"], &["list"], &["run", "two-gates", "--games", "5"]] {
        let full = full().expect("it was there a moment ago");
        assert_eq!(szala(words, full), Some(2), "{words:?}");
    }
}

/// All of this would take days: nobody waits for it to find out that there is no place for it.
#[test]
fn what_could_not_be_written_is_said_before_the_work() {
    for words in [
        "run two-gates --games 1000000000 --html README.md/page.html",
        "sweep scenarios/verdox/drill.toml --vary turns=4..5 --games 1000000000 --html README.md/page.html",
        "tune two-gates --side Red --player sentry --steps 1000000 --games 1000000 --out README.md/red.toml",
        "drill two-gates --player sentry --games 100000000 --out README.md/nets",
        "robust two-gates --minutes 100000 --out README.md/mixes",
    ] {
        let told = refused(&words.split(' ').collect::<Vec<_>>());
        assert!(told.contains("README.md/"), "{words}: {told}");
    }
}
