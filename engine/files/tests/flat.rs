//! A small system from outside whose scenario is a flat table of values: its table gives it a reader, `--set`,
//! `--vary`, the list of paths, the schema and the assumptions, and it writes no variants of its own.

use szala_files::declared::{Declared, Entry, FileKind, Form, Names, Usual, entry};
use szala_files::source::Problems;
use szala_files::variant::{Variant, Varied};
use szala_files::{Assumption, Filed, Pages, Standing};

/// A skirmish of two patrols.
#[derive(Debug)]
struct Skirmish {
    turns: u8,
    fog: bool,
    morale: [u8; 2],
    assumptions: Vec<Assumption>,
}

const SIDES: [&str; 2] = ["Blue", "Red"];

const ENTRIES: &[Entry] = &[
    entry("game", Form::OneOf(&["skirmish"]), "the game").fixed(),
    entry("turns", Form::Number(1, 20), "how many turns a game lasts").usually(Usual::Number(6)),
    entry("fog", Form::Flag, "is there fog?").usually(Usual::Flag(false)).decides("D-1"),
    entry("morale.{side}", Form::Number(2, 12), "what a patrol stands"),
];

static TABLE: Declared = Declared {
    files: &[FileKind { name: "scenario", prefix: "", means: "A skirmish.", entries: ENTRIES }],
    names: &[Names::fixed("side", &SIDES)],
    example: "morale.Red=7",
    ..Declared::EMPTY
};

impl Filed for Skirmish {
    type Scenario = Self;
    type Widest = Self;

    const VALUES: &'static Declared = &TABLE;

    fn read(pages: &Pages<'_>) -> Option<Self> {
        let page = pages.own();
        let [blue, red] = SIDES.map(|side| page.number(&["morale", side]));
        Some(Self {
            turns: page.number(&["turns"])?,
            fog: page.flag(&["fog"])?,
            morale: [blue?, red?],
            assumptions: pages.assumptions(),
        })
    }

    fn with(scenario: Self) -> Self {
        scenario
    }

    fn assumed(&self) -> &[Assumption] {
        &self.assumptions
    }
}

const SOUND: &str = r#"game = "skirmish"
standing = "text"
[morale]
Blue = 8
Red = { value = 6, standing = "assumed", range = [5, 8] }
"#;

fn open(text: &str, words: &[&str]) -> Result<Skirmish, Problems> {
    let mut variant = Variant::<Skirmish>::default();
    for word in words {
        variant.set(word)?;
    }
    Skirmish::open_varied("a.toml", &|_| Ok(text.to_owned()), &variant).map(|(rules, _)| rules)
}

#[track_caller]
fn refuses(text: &str, words: &[&str], expected: &[&str]) {
    let told = open(text, words).expect_err("it is broken").to_string();
    assert_eq!(told.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_is_read_with_what_it_leaves_out() {
    let Skirmish { turns, fog, morale, .. } = open(SOUND, &[]).expect("it is sound");
    assert_eq!((turns, fog, morale), (6, false, [8, 6]));
}

#[test]
fn all_that_is_wrong_is_told_at_its_place() {
    let broken = "game = \"skirmish\"\nturns = 21\nfogg = true\n[morale]\nBlue = \"high\"\n";
    let expected = [
        "a.toml:2:9: `turns` takes a number from 1 to 20, not 21",
        "a.toml:3:1: there is no key `fogg`; did you mean `fog`? There are game, turns, fog, morale, standing",
        "a.toml:4:1: `morale` has no `Red`",
        "a.toml:5:8: `Blue` takes a number from 2 to 12, not \"high\"",
    ];
    refuses(broken, &[], &expected);
    let backwards = SOUND.replace("[5, 8]", "[7, 8]");
    refuses(&backwards, &[], &["a.toml:5:50: the value 6 lies outside of its range, 7 to 8"]);
}

#[test]
fn values_are_set_and_looked_up_by_their_paths() {
    let Skirmish { turns, fog, morale, .. } =
        open(SOUND, &["turns=9", "morale.Red=12", "D-1=true"]).expect("all can be set");
    assert_eq!((turns, fog, morale), (9, true, [8, 12]));
    refuses(SOUND, &["morale.Red=13"], &["--set morale.Red=13: `Red` takes a number from 2 to 12, not 13"]);
    let message = "--set morale.Rad=3: there is no side `Rad`; did you mean `Red`? There are Blue, Red";
    refuses(SOUND, &["morale.Rad=3"], &[message]);
    let files = |_: &str| Ok(SOUND.to_owned());
    let known = Skirmish::paths("a.toml", &files, &Variant::default()).expect("it is sound");
    let told: Vec<String> =
        known.iter().map(|one| format!("{} {} {}", one.path, one.value, one.takes)).collect();
    let expected = [
        "turns 6 a number from 1 to 20",
        "fog false true or false",
        "morale.Blue 8 a number from 2 to 12",
        "morale.Red 6 a number from 2 to 12",
    ];
    assert_eq!(told, expected);
    assert_eq!(known[3].likely, Some(["5".to_owned(), "8".to_owned()]));
    let twice = Skirmish::look_up("a.toml", &files, &Variant::default(), &["fog", "D-1"]);
    let message = "--vary D-1: `fog` is the same value: each is varied once";
    assert_eq!(twice.expect_err("the same value").to_string(), message);
}

#[test]
fn a_path_that_is_none_is_told_with_what_could_be_there() {
    for (word, told) in [
        ("moral.Red=3", "there is no path `moral`; did you mean `morale`? There are turns, fog, morale"),
        ("morale=3", "`morale` is the beginning of a path: morale.Blue"),
        ("turns.Red=3", "there is no value of turns `Red`"),
        (
            "D-2=true",
            "there is no decision that a scenario may take otherwise `D-2`; did you mean `D-1`? There are D-1",
        ),
    ] {
        refuses(SOUND, &[word], &[&format!("--set {word}: {told}")]);
    }
}

#[test]
fn what_values_stand_on_is_listed() {
    let rules = open(SOUND, &["turns=9"]).expect("it is sound");
    let told: Vec<(&str, &str, Standing, Option<&str>)> = rules
        .assumptions()
        .iter()
        .map(|one| (&*one.path, &*one.value, one.standing, one.why.as_deref()))
        .collect();
    let expected = [
        ("morale.Blue", "8", Standing::Text, None),
        ("morale.Red", "6", Standing::Assumed, None),
        ("turns", "9", Standing::Assumed, Some("set by a variant")),
        // Nobody wrote it, and it is our reading.
        ("fog", "false", Standing::Assumed, Some("D-1")),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_schema_and_a_page_come_of_the_table() {
    let schema = Skirmish::schema("scenario").expect("the one kind of file");
    for piece in [
        "\"maximum\": 20",
        "\"default\": 6",
        "\"description\": \"is there fog?\"",
        "\"required\": [\"game\", \"morale\"]",
    ] {
        assert!(schema.contains(piece), "{piece} in {schema}");
    }
    // A variant sets values by their paths, and decisions by their numbers.
    let schema = Skirmish::schema("variant").expect("every system has variants");
    for piece in [
        r#""^(?:morale\\.(?:Blue|Red))$""#,
        r#""^(?:fog|D-1)$""#,
        "\"minimum\": 2",
        "\"additionalProperties\": false",
    ] {
        assert!(schema.contains(piece), "{piece} in {schema}");
    }
    assert_eq!(
        Skirmish::kinds_of_files().into_iter().map(|(kind, _)| kind).collect::<Vec<_>>(),
        ["scenario", "variant"]
    );
    let page = "| path | values | default | meaning |\n|---|---|---|---|\n\
                | `turns` | a number from 1 to 20 | `6` | how many turns a game lasts |\n\
                | `fog`, `D-1` | true or false | `false` | is there fog? |\n\
                | `morale.SIDE` | a number from 2 to 12 |  | what a patrol stands |\n\n* SIDE: Blue, Red\n";
    assert_eq!(Skirmish::TABLE.page(), page);
}
