//! Scenarios that are based on others: upper files override lower ones, and what is missing is reported once.

use std::collections::BTreeMap;

use szala_files::declared::{Declared, Entry, FileKind, Form, Names, Usual, entry};
use szala_files::source::Problems;
use szala_files::variant::{Variant, Varied};
use szala_files::{Assumption, Filed, Pages};

/// A raid by bands that have names.
#[derive(Debug)]
struct Raid {
    turns: u8,
    bands: Vec<(String, u8)>,
    assumptions: Vec<Assumption>,
}

const ENTRIES: &[Entry] = &[
    entry("based_on", Form::File("raid"), "the raid of which this one says what is otherwise")
        .usually(Usual::None)
        .fixed(),
    entry("turns", Form::Number(1, 20), "how many turns a game lasts").usually(Usual::DueInOne),
    entry("fog", Form::Flag, "is there fog?").usually(Usual::Flag(false)).decides("D-1"),
    entry("bands.{band}", Form::Number(1, 9), "how strong a band is").usually(Usual::DueAtTimes),
];

static TABLE: Declared = Declared {
    files: &[FileKind { name: "raid", prefix: "", means: "A raid.", entries: ENTRIES }],
    names: &[Names::open("band", ".+")],
    example: "turns=9",
    ..Declared::EMPTY
};

impl Filed for Raid {
    type Scenario = Self;
    type Widest = Self;

    const VALUES: &'static Declared = &TABLE;

    fn read(pages: &Pages<'_>) -> Option<Self> {
        let band = |row: szala_files::Row<'_, '_>| {
            Some((row.name().to_owned(), row.page.number(&["bands", row.name()])?))
        };
        Some(Self {
            turns: pages.with(&["turns"]).number(&["turns"])?,
            bands: pages.rows("bands").into_iter().map(band).collect::<Option<_>>()?,
            assumptions: pages.assumptions(),
        })
    }

    fn with(scenario: Self) -> Self {
        scenario
    }

    fn assumed(&self) -> &[Assumption] {
        &self.assumptions
    }

    fn names(opened: &szala_files::Opened<Self>, _: &str) -> Vec<String> {
        opened.scenario.bands.iter().map(|(name, _)| name.clone()).collect()
    }
}

const LOW: &str = "turns = 6\n[bands]\nAda = 3\n\"Ben M. Low\" = 4\n";
const HIGH: &str = "based_on = \"low.toml\"\nstanding = \"assumed\"\nturns = 8\n[bands]\nCid = 2\nAda = 5\n";

fn open(files: &[(&str, &str)], words: &[&str]) -> Result<Raid, Problems> {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    let mut variant = Variant::<Raid>::default();
    for word in words {
        variant.set(word)?;
    }
    let text = |name: &str| {
        files.get(name).map(|text| (*text).to_owned()).ok_or_else(|| "there is no such file".to_owned())
    };
    Raid::open_varied("high.toml", &text, &variant).map(|(raid, _)| raid)
}

#[track_caller]
fn refuses(files: &[(&str, &str)], words: &[&str], expected: &[&str]) {
    let told = open(files, words).expect_err("it cannot be").to_string();
    assert_eq!(told.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn upper_files_count_over_lower_ones_row_by_row() {
    let raid = open(&[("high.toml", HIGH), ("low.toml", LOW)], &[]).expect("it is sound");
    assert_eq!(raid.turns, 8);
    // In the order of the lower file, new ones behind.
    let bands: Vec<(&str, u8)> = raid.bands.iter().map(|(name, strength)| (&**name, *strength)).collect();
    assert_eq!(bands, [("Ada", 5), ("Ben M. Low", 4), ("Cid", 2)]);
}

#[test]
fn a_change_is_written_into_the_upper_file_and_names_may_have_dots() {
    let files = [("high.toml", HIGH), ("low.toml", LOW)];
    let raid = open(&files, &["bands.Ben M. Low=9", "turns=7"]).expect("both can be set");
    assert_eq!((raid.turns, &raid.bands[1]), (7, &("Ben M. Low".to_owned(), 9)));
    let message = "--set bands.Ben M. Lo=9: there is no band `Ben M. Lo`; did you mean `Ben M. Low`? There are Ada, \
                   Ben M. Low, Cid";
    refuses(&files, &["bands.Ben M. Lo=9"], &[message]);
}

#[test]
fn what_is_assumed_is_told_of_the_uppermost_file_and_once() {
    let raid = open(&[("high.toml", HIGH), ("low.toml", LOW)], &[]).expect("it is sound");
    let paths: Vec<&str> = raid.assumptions.iter().map(|one| &*one.path).collect();
    // Nobody wrote whether there is fog: it is our reading. The lower file does not say what its values stand on.
    assert_eq!(paths, ["turns", "bands.Cid", "bands.Ada", "fog"]);
    // The lower file says it, and nothing is ours.
    let low = format!("fog = true\n{LOW}");
    let raid = open(&[("high.toml", HIGH), ("low.toml", &low)], &[]).expect("it is sound");
    assert!(raid.assumptions.iter().all(|one| one.path != "fog"), "{:?}", raid.assumptions);
}

#[test]
fn what_is_missing_in_all_files_is_told_of_the_lowest() {
    let [high, low] = [HIGH, LOW].map(|text| text.replace("turns = ", "# turns = "));
    refuses(&[("high.toml", &high), ("low.toml", &low)], &[], &["low.toml:1:1: the raid has no `turns`"]);
}

#[test]
fn a_file_is_not_based_on_itself_nor_on_one_that_is_not_there() {
    let circle = "low.toml:1:12: the raid is based on itself, by this file or one before it";
    refuses(&[("high.toml", HIGH), ("low.toml", "based_on = \"high.toml\"\n")], &[], &[circle]);
    let missing = "high.toml:1:12: `low.toml` cannot be read: there is no such file";
    refuses(&[("high.toml", HIGH)], &[], &[missing]);
}
