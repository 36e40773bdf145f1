//! Variants: what they change, that they change nothing else, that the changes are played, and the errors for those
//! that are impossible.

use std::collections::BTreeMap;

use szala_files::case::run_file;
use szala_files::variant::Varied;
use szala_kernel::conformance::ByChance;
use szala_kernel::{ActionList, Play, Rules, RunSeed, Side};
use szala_verdox::scenario::{Known, Problems, Takes, Variant, load_variant};
use szala_verdox::{
    Canals, CloseCombat, Ground, Hit, Kind, Range, Reserve, Scenario, Switches, Verdox, Waves,
};

use crate::common::{choose_boldly, text};

/// Shipped files, and one that a test has written itself.
fn read(name: &str, own: &str) -> Result<String, String> {
    match name {
        "own.toml" => Ok(own.to_owned()),
        "gone.toml" => Err("there is no such file".to_owned()),
        name => Ok(text(name)),
    }
}

/// A variant from these words: `@ own.toml` is a variant's file, `+ FILE` adds, `- NAME` removes, everything else is
/// set.
fn variant(words: &[&str], own: &str) -> Result<Variant, Problems> {
    let mut variant = Variant::default();
    let files = |name: &str| read(name, own);
    for word in words {
        match word.split_at_checked(2) {
            Some(("@ ", file)) => variant.include(file, &files)?,
            Some(("+ ", file)) => variant.add(file, &files)?,
            Some(("- ", name)) => variant.remove(name),
            _ => variant.set(word)?,
        }
    }
    Ok(variant)
}

fn try_vary(scenario: &str, words: &[&str], own: &str) -> Result<Scenario, Problems> {
    load_variant(scenario, &|name| read(name, own), &variant(words, own)?)
}

#[track_caller]
fn vary(scenario: &str, words: &[&str]) -> Scenario {
    try_vary(scenario, words, "").unwrap_or_else(|problems| panic!("{problems}"))
}

/// The values at every path, with the changes of these words.
#[track_caller]
fn known(scenario: &str, words: &[&str]) -> BTreeMap<String, Known> {
    let variant = variant(words, "").unwrap_or_else(|problems| panic!("{problems}"));
    let paths = Verdox::paths(scenario, &|name| read(name, ""), &variant);
    let paths = paths.unwrap_or_else(|problems| panic!("{problems}"));
    paths.into_iter().map(|known| (known.path.clone(), known)).collect()
}

/// Expects these problems, line by line.
#[track_caller]
fn refuses(scenario: &str, words: &[&str], own: &str, expected: &[&str]) {
    let told = try_vary(scenario, words, own).expect_err("a variant that cannot be").to_string();
    assert_eq!(told.lines().collect::<Vec<_>>(), expected);
}

/// Another value that a path takes; `None` for squares and lists, whose values depend on their surroundings.
fn another(known: &Known) -> Option<String> {
    let found = match &known.takes {
        Takes::Number { least, .. } => {
            let now = known.value.parse().unwrap_or(*least);
            (if now > *least { now - 1 } else { now + 1 }).to_string()
        }
        Takes::Flag => (known.value != "true").to_string(),
        Takes::AnyOf(names) => names.first()?.clone(),
        Takes::OneOf(names) if !known.path.starts_with("map.") => {
            names.iter().find(|name| **name != known.value)?.clone()
        }
        _ => return None,
    };
    Some(found)
}

/// Every path by itself: the new value is there afterwards, and everything else is as before.
#[test]
fn every_path_sets_what_it_says_and_nothing_else() {
    let before = known("drill.toml", &[]);
    let mut count = 0;
    for (path, value) in before.values().filter_map(|known| Some((&known.path, another(known)?))) {
        // An open length has no turns to agree on.
        if path == "switches.length" {
            continue;
        }
        let after = known("drill.toml", &[&format!("{path}={value}")]);
        for (other, is_now) in &after {
            let due = if other == path { &value } else { &before[other].value };
            assert_eq!(&is_now.value, due, "{other} after {path}={value}");
        }
        count += 1;
    }
    // leads and turns; 3 of the waves; 12 of the forces; of six kinds four values and six faces each, of barges one
    // and six; five switches; nine things to be kept from.
    assert_eq!(count, 2 + 3 + 12 + 6 * (4 + 6) + 1 + 6 + 5 + 9);
}

/// Setting a value that is already there is reported, and changes nothing: neither the scenario nor a single game.
#[test]
fn a_change_to_what_is_there_changes_nothing() {
    let paths = known("drill.toml", &[]);
    let words: Vec<String> = paths.values().map(|known| format!("{}={}", known.path, known.value)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [plain, same] = [vary("drill.toml", &[]), vary("drill.toml", &words)];
    assert_eq!(same.variant.as_ref().map(|said| said.split("; ").count()), Some(paths.len()));
    assert_eq!(plain, Scenario { variant: None, ..same.clone() });
    let games = [plain, same].map(|scenario| {
        let rules = Verdox::new(scenario);
        let mut list = ActionList::within(rules.limits());
        (0..3).map(|number| end_of(&rules, number, &mut list)).collect::<Vec<_>>()
    });
    assert_eq!(games[0], games[1]);
}

/// How a game between two bold players ends, and after how many decisions.
fn end_of(
    rules: &Verdox,
    number: u64,
    list: &mut ActionList<szala_verdox::Action>,
) -> (Option<Side>, i32, usize) {
    let game = RunSeed(1809).game(number);
    let mut players = ByChance::new(game);
    let finished =
        rules.play_game(game, list, |rules, state, legal| choose_boldly(rules, state, legal, &mut players));
    (finished.outcome.winner, finished.outcome.lead, finished.decisions)
}

#[test]
fn what_is_set_is_in_the_scenario() {
    let scenario = vary(
        "fortress.toml",
        &[
            "leads=Askans",
            "turns=25",
            "waves.first=8",
            "waves.next=6",
            "D-2.2a=2",
            "forces.Askans.riflemen=20",
            "forces.Hasbergs.mounted rifles=0",
            "switches.close_combat=passable",
            "D-3.10c=straight",
            "switches.D-4.2a=is no help",
            "drawn_count=Hasbergs",
            "canals=are shallow",
            "kinds.cavalry.movement=3",
            "kinds.cavalry.hits.1=unhorsed",
            "kinds.mounted rifles.range=3",
            "kinds.riflemen.hand_to_hand=true",
            "kinds.grenadiers.hits.3=lost",
            "kinds.artillery.value=200",
            "kinds.artillery.moves_on=2",
            "kinds.barge.value=50",
            "kinds.barge.hits.2=nothing",
            "map.headquarters.Hasbergs=0803",
            "barges=0610",
            "map.gates.0821=Hasbergs",
            "map.0108=h",
        ],
    );
    assert_eq!((scenario.leads, scenario.turns), (Some(Side::Second), Some(25)));
    assert_eq!(scenario.waves, Waves { first: 8, next: 6, columns: 2 });
    assert_eq!(scenario.forces.0, [[30, 15, 10, 10, 0, 5], [30, 20, 10, 10, 5, 5]]);
    let switches = Switches {
        close_combat: CloseCombat::Passable,
        range: Range::Straight,
        reserve: Reserve::IsNoHelp,
        drawn_count: Some(Side::First),
        canals: Canals::AreShallow,
    };
    assert_eq!(scenario.switches, switches);
    let kinds = &scenario.kinds;
    // Points are counted in halves.
    assert_eq!(kinds.card(Kind::Cavalry).points, 6);
    let on_foot = Hit::Unhorsed(Kind::Infantry);
    assert_eq!(kinds.card(Kind::Cavalry).hits[..3], [on_foot, on_foot, Hit::Nothing]);
    assert_eq!((kinds.card(Kind::MountedRifles).range, kinds.card(Kind::Riflemen).close), (3, true));
    assert_eq!(kinds.card(Kind::Grenadiers).hits[..4], [Hit::Lost, Hit::Lost, Hit::Lost, Hit::Nothing]);
    assert_eq!((kinds.card(Kind::Artillery).value, kinds.guns_move_on), (200, 2));
    assert_eq!((kinds.barge_value, kinds.barge_hits), (50, [true, false, false, false, false, false]));
    let map = &scenario.map;
    let square = |label: &str| map.grid.parse_label(label).expect("the test writes the label of a square");
    assert_eq!(map.headquarters[Side::First], square("0803"));
    assert_eq!(map.barges, [square("0610")]);
    assert!(!map.gates_of_second.contains(square("0821")) && map.gates_of_second.contains(square("0815")));
    assert_eq!(map.ground[square("0108").index()], Ground::Hill);
}

/// [D-4.3b] An open length removes the turns, and an agreed one requires them.
#[test]
fn a_length_and_its_turns_go_together() {
    assert_eq!(vary("drill.toml", &["length=open"]).turns, None);
    assert_eq!(vary("drill.toml", &["turns=9", "length=open"]).turns, None);
    assert_eq!(vary("drill-otherwise.toml", &["D-4.3b=agreed", "turns=9"]).turns, Some(9));
    let message =
        "--set turns=9: the length is open: set switches.length=agreed as well, or leave the turns out";
    refuses("drill-otherwise.toml", &["turns=9"], "", &[message]);
    refuses("drill.toml", &["length=open", "turns=9"], "", &[message]);
    let message = "--set length=agreed: it is to be agreed on how many turns there are: set turns=30 as well";
    refuses("drill-otherwise.toml", &["length=agreed"], "", &[message]);
}

/// [6.11.2] A new gate needs an owner, and a square that stops being a gate loses its owner.
#[test]
fn gates_come_and_go_with_their_owners() {
    let walled = vary("fortress.toml", &["map.0821=W"]);
    assert_eq!(walled.map.squares_of(|ground| ground == Ground::Gate).len(), 1);
    let opened = vary("fortress.toml", &["map.gates.1121=Hasbergs", "map.1121=G"]);
    let gate = opened.map.grid.parse_label("1121").expect("the test writes the label of a square");
    assert_eq!(opened.map.ground[gate.index()], Ground::Gate);
    assert!(!opened.map.gates_of_second.contains(gate));
    let message = "fortress-map.toml:16:1: nobody owns the gate on 1121: write \"1121\" = \"Askans\"";
    refuses("fortress.toml", &["map.1121=G"], "", &[message]);
    let message = "--set map.gates.1121=Askans: there is no gate on 1121";
    refuses("fortress.toml", &["map.gates.1121=Askans"], "", &[message]);
}

#[test]
fn what_cannot_be_is_refused_at_its_place_with_what_would_be_right() {
    let nameless = "units of this game have no names: set how many of a kind there are, as in --set \
                    \"forces.Askans.riflemen=20\"";
    for (word, told) in [
        ("forces.Askans.infantry=300", "`Askans` takes a number from 0 to 80, not 300"),
        ("kinds.riflemen.range=0", "`range` takes a number from 1 to 12, not 0"),
        ("kinds.infantry.range=13", "`range` takes a number from 0 to 12, not 13"),
        ("kinds.infantry.value=many", "`value` takes a number from 0 to 1000, not \"many\""),
        ("kinds.infantry.hits.2=unhorsed", "there is no hit `unhorsed`; there are lost, nothing"),
        ("kinds.infantry.hits.7=lost", "there is no face `7`; there are 1, 2, 3, 4, 5, 6"),
        (
            "kinds.artillery.movement=2",
            "artillery moves one square at most: `moves_on` says on which die, that or less",
        ),
        (
            "kind.cavalry.range=2",
            "there is no path `kind`; did you mean `kinds`? There are leads, turns, waves, forces, kinds, switches, \
             barred, map",
        ),
        (
            "forces.Askan.infantry=2",
            "there is no side `Askan`; did you mean `Askans`? There are Hasbergs, Askans",
        ),
        (
            "range=strait",
            "there is no range `strait`; did you mean `straight`? There are steps, straight, diagonal",
        ),
        ("waves=3", "`waves` is the beginning of a path: waves.first, waves.next, waves.columns"),
        ("map.9901=h", "`9901` is no square of the map: there is no row 99: rows run from 01 to 10"),
        ("map.0101=x", "there is no ground `x`; there are ., h, v, f, =, B, ~, c, s, W, G, i in the legend"),
        ("map.barges=0707", "barges lie in the river at first"),
        ("headquarters.Askans=0808", "headquarters cannot be in the river: nobody could take them"),
        ("turns=0", "`turns` takes a number from 1 to 120, not 0"),
        (
            "D-3.10b=steps",
            "there is no decision that a scenario may take otherwise `D-3.10b`; did you mean `D-3.10a`? \
                           There are D-2.1a, D-2.2a, D-3.10a, D-3.10c, D-4.2a, D-4.3a, D-4.3b, D-7.7b, \
                           D-3.10d, D-3.10e, D-3.11a, D-3.11b, D-4.1a, D-6.9b, D-6.10g, D-7.7i, D-7.7j",
        ),
    ] {
        refuses("drill.toml", &[word], "", &[&format!("--set {word}: {told}")]);
    }
    refuses(
        "drill.toml",
        &["turns"],
        "",
        &["--set turns: a path and its value are due: --set \"forces.Askans.riflemen=20\""],
    );
    refuses("drill.toml", &["- Askans 3"], "", &[&format!("--remove Askans 3: {nameless}")]);
    refuses("drill.toml", &["+ own.toml"], "", &[&format!("--add own.toml: {nameless}")]);
    refuses(
        "drill.toml",
        &["@ gone.toml"],
        "",
        &["gone.toml:1:1: this file cannot be read: there is no such file"],
    );
    refuses(
        "drill.toml",
        &["@ own.toml"],
        "remove = [\"Askans 3\"]",
        &[&format!("own.toml:1:1: {nameless}")],
    );
    let unquoted = "[set]\nforces.Askans.riflemen = 20\n";
    let message = "own.toml:2:1: a path stands in quotes: \"forces.Askans.riflemen\" = 20";
    refuses("drill.toml", &["@ own.toml"], unquoted, &[message]);
    let file = "title = \"more\"\n[set]\n\"forces.Askans.riflemen\" = 99\n";
    let message = "own.toml:3:28: `Askans` takes a number from 0 to 80, not 99";
    refuses("drill.toml", &["@ own.toml"], file, &[message]);
}

#[test]
fn a_table_of_kinds_is_checked_as_the_rest_of_the_file() {
    let scenario =
        format!("{}\n[kinds]\ncavalri = {{ value = 1 }}\ncavalry = {{ speed = 1 }}\n", text("drill.toml"));
    let files = |name: &str| Ok(if name == "own.toml" { scenario.clone() } else { text(name) });
    let told = szala_verdox::scenario::load("own.toml", &files).expect_err("a stranger").to_string();
    assert!(told.contains("there is no key `cavalri`; did you mean `cavalry`?"), "{told}");
    assert!(
        told.contains("there is no key `speed`; there are value, movement, range, hand_to_hand, hits"),
        "{told}"
    );
}

/// The shipped example, and the name and the title of a variant.
#[test]
fn the_shipped_variant_says_what_its_file_says() {
    let scenario = vary("mirror.toml", &["@ variants/light-guns.toml", "turns=20"]);
    assert_eq!(scenario.title, "Verdox: the mirror; light guns");
    let said = "kinds.artillery.moves_on=3; kinds.artillery.range=5; turns=20";
    assert_eq!(scenario.variant.as_deref(), Some(said));
    assert_eq!((scenario.kinds.guns_move_on, scenario.kinds.card(Kind::Artillery).range), (3, 5));
}

/// The part of the page on variants that is about Verdox.
fn section_of_the_page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/VARIANTS.md");
    let page = std::fs::read_to_string(path).expect("the repository has a page on variants");
    let section = page.split("\n## ").find(|section| section.starts_with("Verdox\n"));
    section.expect("the page has a part on Verdox").to_owned()
}

/// The page has the table of values as the system declares it.
#[test]
fn the_page_has_every_path() {
    let (section, table) = (section_of_the_page(), Verdox::TABLE.page());
    assert!(section.contains(&table), "docs/VARIANTS.md, Verdox, is to have this table:\n{table}");
}

#[test]
fn the_examples_of_the_page_can_be_set() {
    let section = section_of_the_page();
    let examples =
        section.lines().filter(|line| line.starts_with("szala validate scenarios/verdox/fortress.toml"));
    let examples = examples.flat_map(|line| line.split("--set ").skip(1));
    let examples: Vec<&str> = examples.map(|example| example.trim().trim_matches('"')).collect();
    assert_eq!(examples.len(), 11, "{examples:?}");
    let plain = vary("fortress.toml", &[]);
    for example in examples {
        // The name is another matter.
        let Scenario { variant, assumptions, .. } = plain.clone();
        let varied = Scenario { variant, assumptions, ..vary("fortress.toml", &[example]) };
        assert_ne!(varied, plain, "{example} changes something");
    }
}

#[test]
fn paths_are_looked_up_each_once() {
    let look_up = |words: &[&str], paths: &[&str]| {
        Verdox::look_up(
            "drill.toml",
            &|name| read(name, ""),
            &variant(words, "").expect("the changes are well formed"),
            paths,
        )
    };
    let found = look_up(&[], &["D-3.10c", "kinds.cavalry.movement"]).expect("both paths exist");
    assert_eq!(
        found.iter().map(|known| &*known.path).collect::<Vec<_>>(),
        ["switches.range", "kinds.cavalry.movement"]
    );
    assert_eq!((&*found[1].value, &found[1].takes), ("2", &Takes::Number { least: 1, most: 4 }));
    let told = look_up(&[], &["range", "D-3.10c"]).expect_err("the same").to_string();
    assert_eq!(told, "--vary D-3.10c: `range` is the same value: each is varied once");
    let told = look_up(&["turns=7"], &["turns"]).expect_err("set").to_string();
    assert_eq!(told, "--vary turns: a change to the scenario sets it already: leave one of them out");
}

/// Runs cases on the drill ground with these changes.
#[track_caller]
fn runs(words: &[&str], cases: &str) {
    let load = |_: Option<&str>| Ok(Verdox::new(vary("drill.toml", words)));
    let report =
        run_file("cases", &format!("game = \"verdox\"\nscenario = \"drill\"\n{cases}"), Some("verdox"), load);
    assert!(report.is_passed() && !report.cases.is_empty(), "{report}");
}

/// [7.1.4] [7.2.5] [7.3.5] [7.4.3] [7.4.4] [7.6.3] [7.7.5] [7.7.7] A scenario's values for the kinds are the values
/// in play.
#[test]
fn changed_kinds_are_played() {
    let words = [
        "kinds.grenadiers.range=3",
        "kinds.riflemen.range=3",
        "kinds.infantry.hits.3=lost",
        "kinds.cavalry.hits.1=unhorsed",
        "kinds.cavalry.movement=3",
        "kinds.artillery.moves_on=2",
        "kinds.barge.value=50",
        "kinds.barge.hits.2=nothing",
        "kinds.infantry.value=11",
    ];
    runs(&words, CHANGED_KINDS);
}

const CHANGED_KINDS: &str = r#"
[[case]]
name = "grenadiers fire three squares, and infantry is lost on a 3"
rules = ["7.3.5", "7.1.4"]
why = "0703 to 0706 are 3, printed are 2; printed is a miss"
dice = ["3.11: 3"]
actions = ["pick 0703", "attack 0706"]
journal = ["7.3.5 total 3 against 3"]
state = { "Askans 1.square" = "lost" }
[case.position]
[case.position.units]
"Hasbergs 9" = "infantry 0101"
"Askans 9" = "infantry 0216"
"Hasbergs 1" = "grenadiers 0703"
"Askans 1" = "infantry 0706"

[[case]]
name = "riflemen fire no farther than three squares"
rules = ["7.2.5"]
why = "0702 to 0706 are 4, printed are 4"
actions = ["pick 0702"]
illegal = [{ action = "attack 0706", rule = "7.2.5" }]
[case.position]
[case.position.units]
"Hasbergs 9" = "infantry 0101"
"Askans 9" = "infantry 0216"
"Hasbergs 1" = "riflemen 0702"
"Askans 1" = "infantry 0706"

[[case]]
name = "cavalry makes three steps and loses its horse on a 1"
rules = ["7.4.3", "7.4.4"]
why = "three points over clear ground, printed are two; printed is lost"
dice = ["3.11: 1"]
actions = ["pick 0701", "step 0702", "step 0703", "step 0704", "pick 0101", "attack 0102"]
state = { "Hasbergs 1.square" = "0704", "taken up" = "nobody", "Askans 1.kind" = "infantry" }
[case.position]
[case.position.units]
"Hasbergs 9" = "infantry 0101"
"Askans 9" = "infantry 0216"
"Hasbergs 1" = "cavalry 0701"
"Askans 1" = "cavalry 0102"

[[case]]
name = "guns move on a 2"
rules = ["7.6.3"]
why = "printed is a 1"
dice = ["7.6.3: 2"]
actions = ["pick 0703", "step 0704"]
state = { "Hasbergs 1.square" = "0704" }
[case.position]
[case.position.units]
"Hasbergs 9" = "infantry 0101"
"Askans 9" = "infantry 0216"
"Hasbergs 1" = "artillery 0703"

[[case]]
name = "a barge counts 50, infantry 11"
rules = ["7.7.5", "7.1.2"]
why = "50 + 11"
state = { "value.Hasbergs" = 61 }
[case.position]
barges = { "barge 1" = { at = "0708", owner = "Hasbergs" }, "barge 2" = "lost" }
[case.position.units]
"Hasbergs 9" = "infantry 0101"
"Askans 9" = "infantry 0216"

[[case]]
name = "a barge outlasts a 2"
rules = ["7.7.7"]
why = "printed is lost"
dice = ["7.7.7: 2"]
actions = ["pick 0705", "sink 0708"]
state = { "barge 1.square" = "0708" }
[case.position]
[case.position.units]
"Hasbergs 9" = "infantry 0101"
"Askans 9" = "infantry 0216"
"Hasbergs 1" = "artillery 0705"
"#;

/// [5.1] Forces reach play: this many wait, and no others can be mustered.
#[test]
fn changed_forces_are_played() {
    const CASE: &str = r#"
[[case]]
name = "only guns are left to muster"
rules = ["5.1", "2.3"]
why = "all other kinds were struck out"
actions = ["muster artillery"]
state = { "waiting.Askans" = 5, "waiting.Askans.artillery" = 5, due = 6 }
[case.position]
step = "wave"
active = "Askans"
due = 6
waiting = { Askans = { artillery = 6 } }
"#;
    let words = [
        "forces.Askans.infantry=0",
        "forces.Askans.riflemen=0",
        "forces.Askans.grenadiers=0",
        "forces.Askans.cavalry=0",
        "forces.Askans.mounted rifles=0",
        "forces.Askans.artillery=6",
    ];
    runs(&words, CASE);
}

szala_kernel::conformance!(
    varied_drill,
    Verdox::new(vary(
        "drill.toml",
        &[
            "kinds.cavalry.movement=4",
            "kinds.infantry.range=12",
            "kinds.riflemen.hand_to_hand=true",
            "kinds.artillery.moves_on=6",
            "kinds.mounted rifles.hits.3=unhorsed",
            "kinds.barge.hits.6=lost",
            "range=diagonal",
        ]
    )),
    playing: 8
);
