//! Reports and games opened as a reader opens them: in a browser, from the file system, without a network. The reader's
//! steps are in `browser/steps.js`. Without Chromium each test says so loudly and is skipped: CI has one.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The names of Chromium's executable in different packages.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const STEPS: &str = include_str!("browser/steps.js");

/// An installed browser.
fn browser() -> Option<&'static str> {
    let is_there =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
    let found = BROWSERS.into_iter().find(is_there);
    if found.is_none() {
        println!("\n*** NO BROWSER: pages were not opened; install Chromium to have them tested ***\n");
    }
    found
}

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn szala(arguments: &[&str]) -> Output {
    let out = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the binary under test starts");
    assert!(out.status.success(), "szala {arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    out
}

/// Opens a copy of the page with the steps appended, and returns what they found.
fn walked(browser: &str, page: &Path, width: u32) -> serde_json::Value {
    let text = std::fs::read_to_string(page).expect("the page can be read");
    for foreign in ["src=\"http", "href=\"http", "url(http", "@import", "<link"] {
        assert!(!text.contains(foreign), "{} asks for something elsewhere: {foreign}", page.display());
    }
    let copy = page.with_extension(format!("{width}.html"));
    let (start, end) = text.rsplit_once("</body>").expect("the end of the page");
    std::fs::write(&copy, format!("{start}<script>{STEPS}</script></body>{end}"))
        .expect("the copy can be written");
    // A window of Chromium is at least 500 pixels wide; a frame may be narrower.
    let opened = if width < 500 { framed(&copy, width) } else { copy };
    let profile = page.with_extension(format!("{width}.profile"));
    let out = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--enable-logging=stderr"])
        // A script steps faster than a reader, and the browser would throttle it.
        .arg("--disable-ipc-flooding-protection")
        // The page gets nothing from a network, and any request would show in the log.
        .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=600000", "--dump-dom"])
        .arg(format!("--window-size={},900", width.max(500)))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", opened.display()))
        .output()
        .expect("the browser runs");
    let log = String::from_utf8_lossy(&out.stderr);
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "the console of {} at {width}: {console:#?}", page.display());
    let dom = String::from_utf8_lossy(&out.stdout);
    let (_, outcome) =
        dom.rsplit_once("BEGIN").unwrap_or_else(|| panic!("no outcome of {}: {log}", page.display()));
    let (outcome, _) = outcome.split_once("END").expect("the end of the outcome");
    let outcome = outcome.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
    serde_json::from_str(&outcome).expect("the script answers with JSON")
}

/// A page that shows another in a frame of this width, and passes on its result.
fn framed(page: &Path, width: u32) -> PathBuf {
    let name = page.file_name().expect("the path ends with a name").to_string_lossy();
    let frame = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><iframe src=\"{name}\" width=\"{width}\" height=\"900\" \
         style=\"border:0\"></iframe><pre></pre><script>onmessage = (event) => {{ \
         document.querySelector(\"pre\").textContent = event.data; }};</script>"
    );
    let path = page.with_extension("frame.html");
    std::fs::write(&path, frame).expect("the frame can be written");
    path
}

fn check(browser: &str, page: &Path, expected: &[&str]) {
    // A desktop and a phone.
    for width in [1280, 390] {
        let seen = walked(browser, page, width);
        let errors = seen["errors"].as_array().expect("the answer has this list");
        assert!(errors.is_empty(), "{} at {width}: {errors:#?}", page.display());
        assert_eq!(seen["width"], width, "the window is not as wide as it should be");
        let done = seen["done"].as_array().expect("the answer has this list");
        for what in expected {
            let is_done = done.iter().any(|done| done.as_str().is_some_and(|done| done.contains(what)));
            assert!(is_done, "{} at {width} did not get to: {what}; {done:#?}", page.display());
        }
    }
}

/// Records runs, writes the pages that report them together, in these languages, and opens them.
fn reports(name: &str, runs: &[[&str; 2]], languages: &[&str], expected: &[&str]) {
    let Some(browser) = browser() else { return };
    let folder = folder(name);
    let at = |name: &str| folder.join(name).display().to_string();
    let records: Vec<String> = (0..runs.len()).map(|place| at(&place.to_string())).collect();
    for ([scenario, games], records) in runs.iter().zip(&records) {
        szala(&["run", scenario, "--games", games, "--out", records]);
    }
    for language in languages {
        let page = at(&format!("report-{language}.html"));
        let mut words = vec!["report"];
        words.extend(records.iter().map(String::as_str));
        words.extend(["--lang", language, "--out", &page]);
        szala(&words);
        check(browser, Path::new(&page), expected);
    }
}

const SCENARIOS: [[&str; 2]; 2] = [
    ["scenarios/niemenczyn-1794/historical.toml", "150"],
    ["scenarios/niemenczyn-1794/alternative.toml", "150"],
];
const OF_TWO_SCENARIOS: &[&str] = &[
    "sorts by each column",
    "next map",
    "few rows come first",
    "the correlation is within the edge",
    "the bar of a verdict is full",
    "the game that was chosen has the keys",
    "keys beside a game step it",
    "nothing is folded on paper",
    "dark is legible",
    "picture is the same",
    "nothing was fetched",
];

#[test]
fn a_report_of_two_scenarios() {
    reports("report", &SCENARIOS, &["en"], OF_TWO_SCENARIOS);
}

#[test]
fn a_report_of_two_scenarios_in_polish() {
    reports("polish", &SCENARIOS, &["pl"], OF_TWO_SCENARIOS);
}

/// Squares, face-down counters, walls that fall.
#[test]
fn a_report_of_squares() {
    let drill = [["scenarios/verdox/drill.toml", "150"]];
    let expected = ["sorts by each column", "dark is legible", "picture is the same"];
    reports("drill", &drill, &["en", "pl"], &expected);
}

#[test]
fn a_report_of_a_toy() {
    reports("toy", &[["two-gates", "300"]], &["en"], &["sorts by each column", "picture is the same"]);
}

#[test]
fn a_game_steps_to_its_end_and_back() {
    let Some(browser) = browser() else { return };
    let page = folder("game").join("game.html");
    let name = page.display().to_string();
    szala(&["replay", "scenarios/niemenczyn-1794/historical.toml", "--number", "3", "--html", &name]);
    check(browser, &page, &["the page of a game: back at the beginning the picture is the same"]);
}

/// The pages of a sweep, of a sensitivity analysis and of a search for balance, in one language each.
#[test]
fn studies() {
    let Some(browser) = browser() else { return };
    let folder = folder("studies");
    let historical = "scenarios/niemenczyn-1794/historical.toml";
    let players = ["--players", "storm,hold"];
    for (name, language, words) in [
        ("sweep", "en", &["--vary", "automatic_victory=3..5", "--games", "60", "--margin", "5"][..]),
        ("sensitivity", "pl", &["--games", "100", "--strongest", "0", "--scenarios", "0"]),
        (
            "balance",
            "pl",
            &["--palette", "tests/transcripts/palette.toml", "--games", "250", "--check-games", "250"],
        ),
    ] {
        let page = folder.join(format!("{name}.html"));
        let page_name = page.display().to_string();
        let command = [&[name, historical][..], &players, words, &["--lang", language, "--html", &page_name]];
        let out = Command::new(crate::program())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(command.concat())
            .output()
            .expect("the binary under test starts");
        // A search that finds nothing fails.
        assert!(matches!(out.status.code(), Some(0 | 1)), "{name}: {}", String::from_utf8_lossy(&out.stderr));
        let expected = ["sorts by each column", "dark is legible", "nothing stands out of the page"];
        check(browser, &page, &expected);
    }
}
