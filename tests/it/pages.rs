//! Pages written in one step: `--html` of the commands that play, and answers on the page of a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HISTORICAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/historical.toml");
const ALTERNATIVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/alternative.toml");
const PALETTE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts/palette.toml");
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/heuristic.toml");

/// A separate folder for each test, empty at the start, in which `szala` works.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("passing")).expect("the folder can be made");
        Self(path)
    }

    fn szala(&self, arguments: &str) -> Output {
        let szala = Command::new(crate::program())
            .current_dir(&self.0)
            // Temporary files are kept here, where they can be counted.
            .env("TMPDIR", self.0.join("passing"))
            .args(arguments.split_whitespace())
            .output();
        szala.expect("the binary under test starts")
    }

    fn told(&self, arguments: &str) -> String {
        let Output { status, stdout, stderr } = self.szala(arguments);
        let stderr = String::from_utf8_lossy(&stderr);
        assert!(matches!(status.code(), Some(0 | 1)), "{arguments}: {stderr}");
        String::from_utf8(stdout).expect("the output is UTF-8")
    }

    fn refused(&self, arguments: &str) -> String {
        let Output { status, stdout, stderr } = self.szala(arguments);
        assert_eq!(status.code(), Some(2), "{arguments}");
        assert!(stdout.is_empty(), "{arguments}: {}", String::from_utf8_lossy(&stdout));
        String::from_utf8(stderr).expect("the output is UTF-8")
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// Nothing is left of temporary records.
    fn is_clean(&self) -> bool {
        fs::read_dir(self.0.join("passing")).expect("it was made").next().is_none()
    }
}

/// A page without the command that made it.
fn without_commands(page: &str) -> String {
    let lines = page.lines().filter(|line| !line.contains("<dt>command</dt>"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_is_played_and_shown_in_one_step() {
    let room = Room::new("run");
    let told = room.told("run two-gates --games 60 --html one.html --margin 5");
    assert!(told.starts_with("Two Gates: 60 games"), "{told}");
    assert!(room.is_clean());
    // The same as in two steps, and the requested record is kept.
    room.told("run two-gates --games 60 --out run --html both.html --margin 5");
    room.told("report run --out two.html --margin 5");
    let [one, both, two] =
        ["one.html", "both.html", "two.html"].map(|file| without_commands(&room.read(file)));
    assert_eq!(one, two);
    assert_eq!(both, two);
    // The command can be pasted, and nothing on a Polish page is English.
    let spaced =
        ["run", "two-gates", "--games", "60", "--out", "my run", "--html", "pl.html", "--lang", "pl"];
    let run = Command::new(crate::program()).current_dir(&room.0).args(spaced).output();
    assert!(run.expect("the binary under test starts").status.success());
    let polish = room.read("pl.html");
    assert!(polish.contains("--out &#x27;my run&#x27; --html pl.html") && polish.contains("od 0 do 59"));
    room.told("replay two-gates --number 3 --html game.html --lang pl");
    assert!(room.read("game.html").contains("<title>Dwie bramy:"), "its title");
    let told = room.refused("report run --out far.html --game 60");
    assert!(told.contains("there is no game 60; the games are 0 to 59"), "{told}");
    let told = room.refused("report run --game 5");
    assert!(told.contains("--game is for a page"), "{told}");
    let told = room.refused("report run --draws 10%");
    assert!(told.contains("--draws, --walkovers, --walkover and --long are limits of a verdict"), "{told}");
    assert!(room.refused("run two-gates --games 60 --html one.html").contains("one.html is there already"));
    assert!(room.refused("run two-gates --games 60 --html one.pdf").contains("does not end in .html"));
}

#[test]
fn pairs_are_played_and_shown_in_one_step() {
    let room = Room::new("pairs");
    let what_if =
        format!("whatif {HISTORICAL} --set automatic_victory=5 --players storm,hold --games 40 --format csv");
    let told = room.told(&format!("{what_if} --html one.html"));
    assert_eq!(room.told(&what_if), told, "the page changes nothing of what is printed");
    assert!(room.is_clean());
    room.told(&format!("{what_if} --out pairs --html both.html"));
    let [one, both] = ["one.html", "both.html"].map(|file| without_commands(&room.read(file)));
    assert_eq!(one, both);
    assert!(one.contains("<p class=\"change\">automatic_victory=5: the score of Poles"), "its pairs");
    room.told("compare two-gates two-gates --games 40 --html same.html --lang pl");
    let same = room.read("same.html");
    assert!(
        same.contains("<h3>before</h3>") && !same.contains("passing"),
        "folders that are gone have no name"
    );
    let refused = room.refused(&format!("{what_if} --html x.html --detect 2"));
    assert!(refused.contains("--html goes without --detect and --diverge"), "{refused}");
    assert!(room.is_clean());
}

/// Each scenario brings its own players, and the games of one number are pairs all the same.
#[test]
fn scenarios_with_usual_players_of_their_own_are_compared_on_a_page_and_in_a_record() {
    let room = Room::new("own-players");
    let compare = format!("compare {HISTORICAL} {ALTERNATIVE} --games 4");
    let told = room.told(&compare);
    assert_eq!(room.told(&format!("{compare} --html page.html --out record")), told);
    assert_eq!(room.told(&format!("{compare} --html passing.html")), told);
    for page in ["page.html", "passing.html"] {
        assert!(room.read(page).contains("<p class=\"change\">"), "{page}: its pairs");
    }
    assert!(room.is_clean());
}

#[test]
fn studies_are_pages_in_both_languages() {
    let room = Room::new("studies");
    let small = "--players storm,hold --games 250";
    let commands = [
        ("sweep", format!("sweep {HISTORICAL} --vary automatic_victory=3..5 {small} --margin 5")),
        (
            "sensitivity",
            format!(
                "sensitivity {HISTORICAL} --paths stages --paths automatic_victory {small} --strongest 0"
            ),
        ),
        (
            "balance",
            format!("balance {HISTORICAL} --palette {PALETTE} {small} --check-games 250 --target 80"),
        ),
    ];
    for (name, command) in &commands {
        let told = room.told(command);
        for (language, heads) in [("en", ["In short", "The figures"]), ("pl", ["W skrócie", "Liczby"])] {
            let page = format!("{name}-{language}.html");
            let chart = format!("{name}-{language}.svg");
            let printed = room.told(&format!("{command} --html {page} --chart {chart} --lang {language}"));
            assert_eq!(printed, told, "{command}");
            let page = room.read(&page);
            for part in heads.map(|head| format!("{head}</h2>")).iter().map(String::as_str).chain([
                "<table class=\"figures sorts stack\"",
                "class=\"szala-chart\"",
                "SHA-256",
                "automatic_victory",
            ]) {
                assert!(page.contains(part), "{name} {language}: {part}");
            }
            assert!(
                room.read(&chart).starts_with("<svg") || room.read(&chart).starts_with("<?xml"),
                "{name}"
            );
        }
        let refused = room.refused(&format!("{command} --html {name}-en.html"));
        assert!(refused.contains("is there already"), "{refused}");
    }
}

/// An answer is about one scenario with its changes; on the page of another it would be wrong.
#[test]
fn a_saved_answer_goes_on_the_page_of_its_scenario_and_on_no_other() {
    let room = Room::new("with");
    let players = "--players storm,hold";
    let save = |command: &str, file: &str| {
        let told = room.told(&format!("{command} {players} --format json"));
        fs::write(room.0.join(file), told).expect("there is room");
    };
    let small = "--paths stages --games 100 --strongest 0";
    save(&format!("sensitivity {HISTORICAL} {small}"), "values.json");
    save(&format!("sensitivity {HISTORICAL} --set automatic_victory=5 {small}"), "other.json");
    // The answer is about those who search, and not about the files of those who check it.
    let checked = format!("--also heuristic:{WEIGHTS} --games 250 --check-games 250");
    save(&format!("balance {HISTORICAL} --palette {PALETTE} {checked}"), "fair.json");
    let of_run = room.told("run two-gates --games 20 --format json");
    fs::write(room.0.join("run.json"), of_run).expect("there is room");
    room.told(&format!("run {HISTORICAL} {players} --games 30 --out run"));
    room.told("report run --picks median --with values.json --with fair.json --out page.html");
    let page = room.read("page.html");
    for part in ["<section id=\"sensitivity\"", "<section id=\"balance\"", "href=\"#balance\""] {
        assert!(page.contains(part), "{part}");
    }
    room.told("report run --picks median --lang pl --with values.json --out pl.html");
    assert!(room.read("pl.html").contains("Które wartości mają znaczenie"));
    for (file, expected) in [
        (
            "other.json",
            "other.json is about another scenario than run, or about other changes to it: it says",
        ),
        ("run.json", "run.json: it is what `szala run` printed; save the output of"),
        ("none.json", "cannot read none.json"),
        ("page.html", "page.html: it is no JSON"),
    ] {
        let told = room.refused(&format!("report run --picks median --with {file} --out x.html"));
        assert!(told.contains(expected), "{told}");
    }
    let changed = room.read("values.json").replace("\"rules\": \"", "\"rules\": \"0");
    fs::write(room.0.join("old.json"), changed).expect("there is room");
    let told = room.refused("report run --picks median --with old.json --out x.html");
    assert!(told.contains("old.json is about other rules than run"), "{told}");
    let told = room.refused("report run --with values.json");
    assert!(told.contains("--with is for a page"), "{told}");
}

/// Long work does not end with a file that cannot be written.
#[test]
fn files_that_cannot_be_written_are_refused_before_anything_is_played() {
    let room = Room::new("refused-files");
    let sweep = "sweep night-crossing/known --vary lanterns=1..2 --games 5 --html page.html";
    let told = room.refused(&format!("{sweep} --chart no-such-folder/chart.svg"));
    assert!(
        told.contains("cannot write no-such-folder/chart.svg: there is no such folder; make it first"),
        "{told}"
    );
    let told = room.refused(&format!("{sweep} --out page.html"));
    assert!(told.contains("two options name page.html; give each a file of its own"), "{told}");
    let told = room.refused("odds two-gates --at 0 --chart chart.svg");
    assert!(told.contains("a chart is about one decision; name it with --at 0:STEP"), "{told}");
    assert!(fs::read_dir(&room.0).expect("it is there").all(|file| {
        let name = file.expect("it can be read").file_name();
        name == "passing"
    }));
}

/// [docs/METHOD.md, degenerate cases] An interval without a width says that no difference was seen, and bounds nothing.
#[test]
fn where_no_interaction_was_seen_no_bound_is_told() {
    let room = Room::new("no-interaction");
    let values = "--paths lanterns --paths weather.mist --games 300 --scenarios 0";
    let told = room.told(&format!("sensitivity night-crossing/known {values}"));
    assert!(
        told.contains("No interaction was seen among 1 pair") && !told.contains("none is larger"),
        "{told}"
    );
    let told = room.refused("validate two-gates");
    assert!(told.contains("`two-gates` has no files to check") && !told.contains("did you mean"), "{told}");
    assert_eq!(room.told("secrets two-gates --games 20 --survey 20 --format csv"), "");
}

#[test]
fn luck_is_drawn_for_a_game_and_for_a_run() {
    let room = Room::new("luck");
    for (command, words) in [
        ("luck two-gates --game 3 --rollouts 20", ["score of Red", "wynik "]),
        ("luck two-gates --games 20", ["share of the variance", "udział w wariancji"]),
    ] {
        let told = room.told(command);
        for (language, word) in ["en", "pl"].into_iter().zip(words) {
            let file = format!("{}-{language}.svg", command.len());
            assert_eq!(room.told(&format!("{command} --chart {file} --lang {language}")), told);
            assert!(room.read(&file).contains(word), "{command} {language}");
        }
        room.told(&format!("{command} --chart {}.png", command.len()));
        let refused = room.refused(&format!("{command} --chart {}.png", command.len()));
        assert!(refused.contains("is there already"), "{refused}");
    }
}
