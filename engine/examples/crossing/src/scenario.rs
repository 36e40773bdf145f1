//! The scenario files: a title and five values.

use szala_files::declared::{Declared, Entry, FileKind, Form, Usual, entry};
use szala_files::{Assumption, Filed, Pages};

use crate::{BEST, Crossing};

const ENTRIES: &[Entry] = &[
    entry("game", Form::OneOf(&["night-crossing"]), "the rule system whose scenario it is").fixed(),
    entry("title", Form::Text("Night Crossing", ""), "what it is called").fixed(),
    entry(
        "chances.watched",
        Form::Number(0, BEST as u16),
        "the chance in tenths where the guards watch [2.1]",
    ),
    entry("chances.open", Form::Number(0, BEST as u16), "the chance in tenths where they do not [2.1]"),
    entry("lanterns", Form::Number(0, 9), "how many lanterns the guards carry [1.3]")
        .usually(Usual::Number(0)),
    entry("weather.mist", Form::Number(0, 3), "how thick the mist is, 0 for none [2.2]")
        .usually(Usual::Number(0)),
    entry("weather.flood", Form::Number(0, 3), "how high the flood is, 0 for none [2.2]")
        .usually(Usual::Number(0)),
];

static TABLE: Declared = Declared {
    files: &[FileKind {
        name: "scenario",
        prefix: "",
        means: "A scenario of Night Crossing.",
        entries: ENTRIES,
    }],
    example: "chances.open=8",
    ..Declared::EMPTY
};

impl Filed for Crossing {
    type Scenario = Self;
    type Widest = Self;

    const VALUES: &'static Declared = &TABLE;

    fn read(pages: &Pages<'_>) -> Option<Self> {
        let page = pages.own();
        // [1.3] Lanterns are read, so that a wrong number is an error, and change nothing.
        page.number::<u8>(&["lanterns"])?;
        Some(Self {
            watched: page.number(&["chances", "watched"])?,
            open: page.number(&["chances", "open"])?,
            mist: page.number(&["weather", "mist"])?,
            flood: page.number(&["weather", "flood"])?,
            title: pages.titled(&page.typed(&["title"])?),
            variant: pages.variant(),
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
