//! Blunder tests: what no player does that claims to know the game, position by position, from `ai/blunders`.

use std::fmt::Write as _;
use std::path::PathBuf;

use szala_ai::Roster;
use szala_ai::blunder::{Examination, Report, Whom, run_file};
use szala_ai::mix::read_mix;
use szala_files::case::Casebook;
use szala_files::variant::Variant;
use szala_insurrection::Insurrection;
use szala_insurrection_players as insurrection;
use szala_kernel::{BySide, RunSeed, Side};
use szala_pluton::Pluton;
use szala_pluton_players as pluton;
use szala_spqr::Spqr;
use szala_spqr_players as spqr;
use szala_verdox::Verdox;
use szala_verdox_players as verdox;

/// The positions of a game.
struct Book {
    /// Their folder among the blunders, and the folder of the scenarios.
    folder: &'static str,
    /// The name of the game in files.
    game: &'static str,
    /// The players asked by default: those that claim to know better. Positions whose value shows only after several
    /// more decisions name only the heuristic, and so do most of those of *Verdox*.
    know_better: &'static [&'static str],
    /// How many positions there are, so that none is lost unnoticed.
    count: usize,
}

/// The folder of the scenarios.
const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");

const NIEMENCZYN: Book = Book {
    folder: "niemenczyn-1794",
    game: "insurrection",
    know_better: &["heuristic", "search"],
    count: 116,
};
/// On the drill grounds of that book, which are small and have all of its ground and of its commanders.
const MACIEJOWICE: Book =
    Book { folder: "maciejowice-1794", game: "insurrection", know_better: &["heuristic"], count: 14 };
const VERDOX: Book = Book { folder: "verdox", game: "verdox", know_better: &["heuristic"], count: 20 };

const PLUTON: Book = Book { folder: "pluton", game: "pluton", know_better: &["heuristic"], count: 13 };

const SPQR: Book = Book { folder: "spqr", game: "spqr", know_better: &["heuristic"], count: 20 };

/// The shipped heuristic of *Niemenczyn* with every form of a move switched on.
const EVERY_FORM: &str = "every-form.toml";

/// The players that a name in a file stands for: how long the search may think, and who has a share in the mix of the
/// scenario of *Niemenczyn*.
fn called(book: &Book, name: &str, scenario: Option<&str>, side: Side) -> Vec<String> {
    match (name, scenario) {
        ("search", _) => vec!["search:50".to_owned()],
        ("in every form", _) => vec![format!("heuristic:{EVERY_FORM}")],
        ("usual players", Some(scenario)) => {
            let folder = format!("{SCENARIOS}/{}/robust/{scenario}", book.folder);
            let mix = read(&format!("{folder}/mix.toml")).expect("a scenario with usual players has a mix");
            let shares =
                read_mix("mix.toml", &mix, ["Poles", "Russians"], side).expect("a shipped mix is sound");
            let drawn = shares.iter().filter(|it| it.share > 0);
            drawn.map(|it| it.player.replacen(':', &format!(":{folder}/"), 1)).collect()
        }
        _ => Vec::new(),
    }
}

/// The number of games for each player: they differ in dice and the players' random numbers.
const GAMES: u64 = 8;

fn path_of(book: &Book, name: Option<&str>) -> Result<String, String> {
    let name = name.ok_or("the file names no scenario")?;
    Ok(format!("{SCENARIOS}/{}/{name}.toml", book.folder))
}

fn load_of_the_family(book: &Book, name: Option<&str>) -> Result<Insurrection, String> {
    let loaded = szala_insurrection::scenario::load(&path_of(book, name)?, &read);
    Ok(Insurrection::new(loaded.map_err(|wrong| wrong.to_string())?.scenario))
}

fn load_niemenczyn(name: Option<&str>) -> Result<Insurrection, String> {
    load_of_the_family(&NIEMENCZYN, name)
}

fn load_maciejowice(name: Option<&str>) -> Result<Insurrection, String> {
    load_of_the_family(&MACIEJOWICE, name)
}

fn load_verdox(name: Option<&str>) -> Result<Verdox, String> {
    let loaded = szala_verdox::scenario::load(&path_of(&VERDOX, name)?, &read);
    loaded.map(Verdox::new).map_err(|wrong| wrong.to_string())
}

fn load_pluton(name: Option<&str>) -> Result<Pluton, String> {
    let loaded = szala_pluton::scenario::load(&path_of(&PLUTON, name)?, &read);
    loaded.map(Pluton::new).map_err(|wrong| wrong.to_string())
}

fn load_spqr(name: Option<&str>) -> Result<Spqr, String> {
    let loaded = szala_spqr::scenario::load_variant(&path_of(&SPQR, name)?, &read, &Variant::default());
    loaded.map(Spqr::new).map_err(|wrong| wrong.to_string())
}

fn read(path: &str) -> Result<String, String> {
    if path == EVERY_FORM {
        let forms = "double_time = 1\nline = 200\nside_by_side = 400\n";
        let with = |text: String, side: &str| text.replace(side, &format!("{side}\n{forms}"));
        return Ok(["[Poles]", "[Russians]"].into_iter().fold(insurrection::WEIGHTS.to_owned(), with));
    }
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

fn files(book: &Book) -> Vec<PathBuf> {
    let folder = format!("{}/../ai/blunders/{}", env!("CARGO_MANIFEST_DIR"), book.folder);
    let files = std::fs::read_dir(folder).expect("a folder of blunders").flatten();
    let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
    files.sort();
    files
}

/// Asks `only` this player about the positions of a game, or the players they name.
fn examine_in<P: Roster<Rules: Casebook>>(
    book: &Book,
    load: fn(Option<&str>) -> Result<P::Rules, String>,
    only: Option<&str>,
    games: u64,
) -> Vec<Report> {
    let know_better = |_: Side| book.know_better.iter().map(|name| (*name).to_owned()).collect();
    let asked = Examination {
        game: Some(book.game),
        whom: only.map_or(Whom::AsWritten(&know_better), |name| Whom::Only(BySide([name; 2]))),
        called: &|name, scenario, side| called(book, name, scenario, side),
        to_come: &[],
        seed: RunSeed(1794),
        games,
        read: &read,
    };
    let reports = files(book).into_iter().map(|path| {
        let name = format!(
            "blunders/{}/{}",
            book.folder,
            path.file_name().expect("the path of a blunder file ends with its name").display()
        );
        let text = std::fs::read_to_string(&path).expect("a blunder file");
        run_file::<P>(&name, &text, &asked, load)
    });
    reports.collect()
}

/// The same in every game.
fn examine(only: Option<&str>, games: u64) -> Vec<(&'static Book, Vec<Report>)> {
    vec![
        (&NIEMENCZYN, examine_in::<insurrection::Players>(&NIEMENCZYN, load_niemenczyn, only, games)),
        (&MACIEJOWICE, examine_in::<insurrection::Players>(&MACIEJOWICE, load_maciejowice, only, games)),
        (&VERDOX, examine_in::<verdox::Players>(&VERDOX, load_verdox, only, games)),
        (&PLUTON, examine_in::<pluton::Players>(&PLUTON, load_pluton, only, games)),
        (&SPQR, examine_in::<spqr::Players>(&SPQR, load_spqr, only, games)),
    ]
}

/// The texts of the reports that did not pass.
fn failures(reports: &[Report]) -> String {
    reports.iter().filter(|report| !report.is_passed()).fold(String::new(), |mut words, report| {
        let _ = writeln!(words, "{report}");
        words
    })
}

/// The errors in a file and its positions, whatever players do.
fn unsound_places(report: &Report) -> Vec<String> {
    let of_positions = report.positions.iter().flat_map(|position| &position.findings);
    let findings = report.findings.iter().chain(of_positions);
    findings.map(|it| format!("{}:{}:{}: {}", report.file, it.line, it.column, it.message)).collect()
}

#[test]
fn players_who_claim_to_know_better_make_no_blunder() {
    let failed: String = examine(None, GAMES).iter().map(|(_, reports)| failures(reports)).collect();
    assert!(failed.is_empty(), "{failed}");
}

/// A position that random players always get right asks nothing.
#[test]
fn every_position_is_sound_and_chance_players_blunder_in_each() {
    // Often enough that a blunder of one chance in fifty is missed less than once in three hundred times.
    for (book, reports) in examine(Some("uniform"), 300) {
        let unsound: Vec<String> = reports.iter().flat_map(unsound_places).collect();
        assert!(unsound.is_empty(), "{}", unsound.join("\n"));
        let positions = || reports.iter().flat_map(|report| &report.positions);
        let never_wrong: Vec<&str> =
            positions().filter(|position| position.is_passed()).map(|position| &*position.name).collect();
        assert!(never_wrong.is_empty(), "chance players do right in {never_wrong:?}");
        assert!(positions().count() == book.count, "{}: only {} positions", book.folder, positions().count());
    }
}

#[test]
fn no_two_positions_of_a_game_have_the_same_name() {
    for (_, reports) in examine(Some("uniform"), 1) {
        let positions = reports.iter().flat_map(|report| &report.positions);
        let mut names: Vec<&str> = positions.map(|position| &*position.name).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None);
    }
}

#[test]
fn the_example_of_the_page_on_blunder_tests_is_sound() {
    let page = include_str!("../../docs/BLUNDERS.md");
    let (_, example) = page.split_once("```toml").expect("the page has an example");
    let (example, _) = example.split_once("```").expect("the example of the page has an end");
    let asked = Examination {
        game: Some("insurrection"),
        whom: Whom::Only(BySide(["uniform"; 2])),
        called: &|_, _, _| Vec::new(),
        to_come: &[],
        seed: RunSeed(1794),
        games: 1,
        read: &read,
    };
    let report = run_file::<insurrection::Players>("docs/BLUNDERS.md", example, &asked, load_niemenczyn);
    assert!(report.is_sound() && report.positions.len() == 1, "{report}");
}
