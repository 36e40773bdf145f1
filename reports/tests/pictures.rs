//! Pictures and pages as files: well-formed, whole in themselves, the same as when somebody last looked at them; and
//! the data of a page give every position back, forwards and backwards.
//!
//! The pictures in `tests/pictures` were looked at. When a change of theirs is meant, look at the new ones, which a
//! failed test leaves beside them with `.new` at the end of their names, and put them in the place of the old.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use serde_json::Value;
use szala_analysis::{Film, Heat, Plan, Quantity, film, heat};
use szala_kernel::picture::{CellId, Position};
use szala_kernel::{BySide, RunSeed, Side};
use szala_reports::{Drawing, Language, Lexicon, LuckLine, Viewer};
use szala_system::{Changes, Contest, Game, System};

const LANGUAGES: [Language; 2] = [Language::English, Language::Polish];

fn opened(system: &dyn System, scenario: &str) -> Box<dyn Game> {
    let path = format!("{}/../scenarios/{scenario}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    system.open(&path, &read, &Changes::default()).expect("a shipped scenario is sound").game
}

fn niemenczyn(name: &str) -> Box<dyn Game> {
    opened(szala_insurrection_players::SYSTEM, &format!("niemenczyn-1794/{name}"))
}

fn verdox(name: &str) -> Box<dyn Game> {
    opened(szala_verdox_players::SYSTEM, &format!("verdox/{name}"))
}

fn two_gates() -> Box<dyn Game> {
    szala_two_gates_players::SYSTEM.game().expect("the toy needs no file")
}

/// Lets somebody draw the board of a game.
fn with_drawing<T>(game: &dyn Game, language: Language, draw: impl FnOnce(&Drawing<'_>) -> T) -> T {
    let faces = game.faces();
    let ground = faces.ground();
    let sides = BySide::from_fn(|side| faces.side_name(side));
    draw(&Drawing { ground: &ground, sides, time: faces.time(), name: "board", language })
}

/// The game with one player on both sides.
fn seated(game: &dyn Game, player: &str) -> Box<dyn Contest> {
    game.seat(BySide([player; 2]), &|_| Err("no files".to_owned())).expect("it plays both sides")
}

fn played(game: &dyn Game, number: u64) -> Film {
    film(&*seated(game, game.usual_player()), RunSeed(1).game(number), false)
}

/// Of twenty games by chance.
fn heat_of(game: &dyn Game) -> Heat {
    let plan = Plan { seed: RunSeed(1), numbers: 0..20, threads: 1 };
    heat(&*seated(game, "uniform"), &plan, &AtomicBool::new(false), |_| ())
        .expect("the machine starts threads")
}

/// All kinds of pictures of a game, its positions among them.
fn pictures(game: &dyn Game, language: Language) -> Vec<String> {
    let heat = heat_of(game);
    let positions = played(game, 7).positions;
    let last = positions.last().expect("a game has an opening");
    with_drawing(game, language, |drawing| {
        let mut all = vec![
            drawing.map("a map & <its> \"title\""),
            drawing.position("the end", last),
            drawing.units("units", &positions[0]),
            drawing.tables("tables", &game.faces().tables()),
            drawing.legend_alone(500.0, None),
        ];
        all.extend(Quantity::ALL.map(|quantity| drawing.heat("heat", &heat, quantity, &Side::BOTH)));
        all.extend(positions.iter().step_by(17).map(|position| drawing.position("a game", position)));
        all
    })
}

fn every_picture(mut look: impl FnMut(&str)) {
    for language in LANGUAGES {
        for svg in pictures(&*two_gates(), language) {
            look(&svg);
        }
        for name in ["historical", "alternative"] {
            for svg in pictures(&*niemenczyn(name), language) {
                look(&svg);
            }
        }
        for svg in pictures(&*verdox("drill"), language) {
            look(&svg);
        }
    }
}

#[test]
fn every_picture_is_well_formed_and_its_names_begin_with_its_own_and_are_there() {
    every_picture(|svg| {
        let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
        let mut names = BTreeSet::new();
        for node in document.descendants() {
            if let Some(name) = node.attribute("id") {
                assert!(name.starts_with("board-"), "{name}");
                assert!(names.insert(name), "{name} is there twice");
            }
        }
        for node in document.descendants() {
            if let Some(target) = node.attribute("href") {
                assert!(names.contains(target.trim_start_matches('#')), "{target} is nowhere");
            }
            for class in node.attribute("class").unwrap_or_default().split_whitespace() {
                assert!(class.starts_with("szb"), "{class}");
            }
        }
    });
}

/// Nothing is fetched from anywhere. The name of the SVG namespace is no address, though it looks like one.
fn assert_is_alone(text: &str) {
    let text = text.replace("http://www.w3.org/2000/svg", "");
    for outside in [
        "http:", "https:", "//www", "url(", "@import", "src=", "<link", "<image", "data:", "fetch(",
        "import(",
    ] {
        assert!(!text.contains(outside), "`{outside}` leads out of the file");
    }
}

#[test]
fn every_picture_is_whole_in_itself() {
    every_picture(assert_is_alone);
}

#[test]
fn every_counter_of_a_position_is_in_its_picture_once() {
    let game = niemenczyn("historical");
    let ground = game.faces().ground();
    for position in played(&*game, 3).positions.iter().step_by(11) {
        let svg = with_drawing(&*game, Language::English, |drawing| drawing.position("a game", position));
        for piece in &ground.pieces {
            let titled = format!("<title>{} (", piece.name);
            assert_eq!(svg.matches(&titled).count(), 1, "{}", piece.name);
        }
    }
}

/// The shapes of the counter of this name, from its title on.
fn counter<'s>(svg: &'s str, name: &str) -> &'s str {
    let (_, rest) = svg.split_once(&format!("<title>{name} (")).expect("a counter of this name");
    rest.split_once("<title>").map_or(rest, |(own, _)| own)
}

#[test]
fn r2_7_a_barge_has_no_side_in_the_drawing_until_it_is_taken() {
    let game = verdox("fortress");
    let mut position = game.opening();
    let drawn = |position: &Position| {
        with_drawing(&*game, Language::English, |drawing| drawing.position("the fortress", position))
    };
    let svg = drawn(&position);
    assert!(
        svg.contains("<title>barge 1 (nobody&#39;s): ") && counter(&svg, "barge 1").contains("szb-nobody")
    );
    let place = game
        .faces()
        .ground()
        .pieces
        .iter()
        .position(|piece| piece.name == "barge 1")
        .expect("the map has this barge");
    position.counters[place].holder = Some(Side::Second);
    let svg = drawn(&position);
    assert!(svg.contains("<title>barge 1 (Askans): ") && counter(&svg, "barge 1").contains("szb-second"));
}

#[test]
fn r2_7_a_barge_is_in_nobodys_heat() {
    let game = verdox("fortress");
    let heat = heat_of(&*game);
    let barge = game
        .faces()
        .ground()
        .cells
        .iter()
        .position(|cell| cell.label == "0610")
        .expect("the map has this square");
    let there = |side| heat.of(Quantity::Presence, side, CellId::from_index(barge)).mean;
    // In the middle of the river, ten squares from where anybody comes in: nobody can be there at the end of turn 1.
    assert!(Side::BOTH.into_iter().all(|side| there(side) < 1.0), "{:?}", Side::BOTH.map(there));
}

/// The scenario has two gates of the Askans (6.11.2), 75 units a side (5.1), all still to enter, and walls that stand.
#[test]
fn the_fortress_has_flags_on_its_gates_and_its_counters_in_two_piles() {
    let game = verdox("fortress");
    let position = game.opening();
    let svg = with_drawing(&*game, Language::English, |drawing| drawing.position("the fortress", &position));
    for gate in ["0815", "0821"] {
        assert!(svg.contains(&format!("<title>{gate}: Askans</title>")), "{gate}");
    }
    let piles: Vec<&str> = svg.split("class=\"szb-count\"").skip(1).collect();
    assert!(
        piles.len() == 2 && piles.iter().all(|pile| pile.contains(">\u{d7}75</text>")),
        "{}",
        piles.len()
    );
    assert!(!svg.contains("<title>breach "), "no wall has fallen");
}

#[test]
fn time_is_called_as_the_rules_call_it() {
    let film = |page: &str| data(page)["words"]["stage"].as_str().map(str::to_owned);
    let first = |game: &dyn Game, language| {
        let positions = [game.opening()];
        let viewer = Viewer {
            title: "a game",
            players: BySide(["bold", "timid"]),
            seed: 1,
            number: 0,
            entries: &[],
            positions: &positions,
            finished: played(&*two_gates(), 1).finished,
            lexicon: &Lexicon::new(language, []),
            luck: None,
        };
        viewer.page(game.faces())
    };
    let drill = verdox("drill");
    assert_eq!(film(&first(&*drill, Language::English)).as_deref(), Some("Turn"));
    assert_eq!(film(&first(&*drill, Language::Polish)).as_deref(), Some("Tura"));
    assert!(!first(&*drill, Language::English).contains("Stage"), "no stage in a game of turns");
    assert_eq!(film(&page(&*two_gates(), 1, Language::Polish).0).as_deref(), Some("Etap"));
}

#[test]
fn the_luck_of_a_game_is_a_line_with_strokes_at_the_luckiest_rolls() {
    let game = two_gates();
    let Film { log, positions, finished } = played(&*game, 1);
    let lexicon = Lexicon::new(Language::Polish, []);
    let viewer = Viewer {
        title: "a game",
        players: BySide(["bold", "timid"]),
        seed: 1,
        number: 1,
        entries: &log.entries,
        positions: &positions,
        finished,
        lexicon: &lexicon,
        luck: None,
    };
    assert!(!viewer.page(game.faces()).contains("class=\"course chances\""), "nobody asked for it");
    let luck = LuckLine {
        course: vec![(0, 0.5), (1, 0.75), (2, 0.0)],
        marks: vec![
            (1, Side::First, "1.1 draws <Red>: +25.00".to_owned()),
            (2, Side::Second, "a shot".to_owned()),
        ],
    };
    let page = Viewer { luck: Some(&luck), ..viewer }.page(game.faces());
    // 75 of 100 are 25 below the upper edge.
    assert!(page.contains("d=\"M0 50.0L1 25.0L2 100.0\""), "the line of the score");
    for told in [
        "<button type=\"button\" data-step=\"1\">1.1 draws &lt;Red&gt;: +25.00</button>",
        "<button type=\"button\" data-step=\"2\">a shot</button>",
        "<path class=\"gain\" d=\"M1 0V14\"/>",
        "<path class=\"loss\" d=\"M2 86V100\"/>",
        "Najszczęśliwsze rzuty",
    ] {
        assert!(page.contains(told), "{told}");
    }
}

/// Without its style, which is the same in all, and with a line for each element, so that differences are small.
fn plain(svg: &str) -> String {
    let (head, rest) = svg.split_once("<style>").expect("the picture has a style");
    let (_, rest) = rest.split_once("</style>").expect("the part has an end");
    format!("{head}{rest}").replace("><", ">\n<")
}

fn assert_looks_as_before(name: &str, svg: &str) {
    let path = format!("{}/tests/pictures/{name}.svg", env!("CARGO_MANIFEST_DIR"));
    let seen = std::fs::read_to_string(&path).unwrap_or_default();
    let drawn = plain(svg);
    if seen != drawn {
        std::fs::write(format!("{path}.new"), &drawn).expect("a folder to write to");
        panic!("{name} looks otherwise: see {path}.new, and put it in place when it is meant");
    }
}

#[test]
fn the_pictures_of_two_gates_look_as_they_did_when_somebody_looked() {
    let positions = played(&*two_gates(), 1).positions;
    // After three decisions of this game the raider has met the guard at the right gate.
    with_drawing(&*two_gates(), Language::English, |drawing| {
        assert_looks_as_before("two-gates", &drawing.position("Two Gates", &positions[3]));
    });
    with_drawing(&*two_gates(), Language::Polish, |drawing| {
        let heat = drawing.heat("Two Gates", &heat_of(&*two_gates()), Quantity::Fire, &Side::BOTH);
        assert_looks_as_before("two-gates-heat", &heat);
    });
}

/// Every look that Niemenczyn has is in its legend.
#[test]
fn the_legend_of_niemenczyn_looks_as_it_did_when_somebody_looked() {
    with_drawing(&*niemenczyn("historical"), Language::English, |drawing| {
        assert_looks_as_before("niemenczyn-legend", &drawing.legend_alone(700.0, None));
    });
}

fn page(game: &dyn Game, number: u64, language: Language) -> (String, Vec<Position>) {
    let Film { log, positions, finished } = played(game, number);
    let viewer = Viewer {
        title: "a game </script> & more",
        players: BySide(["bold", "timid"]),
        seed: 1,
        number,
        entries: &log.entries,
        positions: &positions,
        finished,
        lexicon: &Lexicon::new(language, []),
        luck: None,
    };
    (viewer.page(game.faces()), positions)
}

fn data(page: &str) -> Value {
    let (_, rest) =
        page.split_once("<script type=\"application/json\" id=\"film\">").expect("the page holds its data");
    let (json, _) = rest.split_once("</script>").expect("the end of the data");
    assert!(!json.contains('<'), "no tag can end the data early");
    serde_json::from_str(json).expect("the output is valid JSON")
}

#[test]
fn a_page_is_whole_in_itself_and_names_everything_once() {
    for language in LANGUAGES {
        for page in [page(&*two_gates(), 1, language).0, page(&*niemenczyn("historical"), 7, language).0] {
            assert_is_alone(&page);
            let names: Vec<&str> = page
                .split(" id=\"")
                .skip(1)
                .filter_map(|rest| rest.split_once('"'))
                .map(|(name, _)| name)
                .collect();
            let different: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(names.len(), different.len(), "{names:?}");
            for name in ["events", "map", "status", "slider", "play", "help", "counters"] {
                assert!(different.contains(name), "{name} is missing");
            }
            assert!(page.contains("a game &lt;/script&gt; &amp; more"), "titles are escaped");
        }
    }
}

/// What a script has to do: put the changes of each step on top of what there was.
fn positions_of(film: &Value) -> Vec<BTreeMap<u64, Value>> {
    let mut now = BTreeMap::new();
    let mut all = Vec::new();
    for step in film["steps"].as_array().expect("the film has steps") {
        for change in step["changed"].as_array().expect("a step has changes") {
            let change = change.as_array().expect("a change is a list");
            let key = change[0].as_u64().expect("a change starts with a key");
            if change.len() == 1 {
                assert!(now.remove(&key).is_some(), "only what was there can go");
            } else {
                now.insert(key, Value::Array(change[1..].to_vec()));
            }
        }
        all.push(now.clone());
    }
    all
}

#[test]
fn the_data_of_a_page_give_every_position_back() {
    let game = niemenczyn("historical");
    let ground = game.faces().ground();
    let (page, positions) = page(&*game, 7, Language::English);
    let film = data(&page);
    let looks = film["looks"].as_array().expect("the film has looks");
    let told = positions_of(&film);
    assert_eq!(told.len(), positions.len());
    for (lying, position) in told.iter().zip(&positions) {
        let svg = with_drawing(&*game, Language::English, |drawing| drawing.position("a game", position));
        for (key, item) in lying {
            let look = looks[usize::try_from(item[0].as_u64().expect("an item has a look"))
                .expect("a place fits in a usize")]
            .as_str();
            let group = format!(
                "<g transform=\"{}\">{}</g>",
                item[1].as_str().expect("an item is a text"),
                look.expect("an item is a text")
            );
            assert!(svg.contains(&group), "item {key} is not in the picture: {group}");
        }
        let pieces = lying.keys().filter(|key| **key < ground.pieces.len() as u64);
        assert_eq!(pieces.count(), ground.pieces.len(), "every piece lies somewhere");
    }
}

#[test]
fn the_steps_of_a_page_are_the_decisions_with_their_rules_and_dice() {
    let game = niemenczyn("historical");
    let Film { log, positions, finished } = played(&*game, 7);
    let (page, _) = page(&*game, 7, Language::English);
    let film = data(&page);
    let steps = film["steps"].as_array().expect("the film has steps");
    assert_eq!(steps.len(), finished.expect("the game ends").decisions + 1);
    let dice = log.entries.iter().filter(|entry| {
        matches!(entry, szala_kernel::journal::Entry::Event(szala_kernel::journal::Event::Roll { .. }))
    });
    let events = || steps.iter().flat_map(|step| step["events"].as_array().expect("a step has events"));
    assert_eq!(events().filter(|event| event[0] == "roll").count(), dice.count());
    assert!(
        events().all(|event| event[1].as_str().is_some_and(|rule| !rule.is_empty())),
        "each has its rule"
    );
    for (step, position) in steps.iter().zip(&positions) {
        assert_eq!(step["stage"], position.stage);
        assert_eq!(step["lead"], position.lead);
    }
}
