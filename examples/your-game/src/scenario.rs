//! The scenario files: a title and four numbers. The table defines what a file can contain; the reader, `--set`,
//! `--vary`, `szala list --paths`, the schema and the list of assumptions are derived from it.

use szala_files::declared::{Declared, Entry, FileKind, Form, Usual, entry};
use szala_files::{Assumption, Filed, Pages};

use crate::position::{Ford, Scenario};

const ENTRIES: &[Entry] = &[
    entry("game", Form::OneOf(&["the-ford"]), "the rule system whose scenario it is").fixed(),
    entry("title", Form::Text("The Ford", ""), "what it is called").fixed(),
    entry("turns", Form::Number(1, 20), "how many turns there are").usually(Usual::Number(8)),
    entry("goal", Form::Number(1, 4), "how many raiders must get through").usually(Usual::Number(2)),
    entry("steps", Form::Number(1, 4), "how many losses remove a unit").usually(Usual::Number(2)),
    entry("hits_on", Form::Number(2, 6), "what an attack must roll at least").usually(Usual::Number(5)),
];

static TABLE: Declared = Declared {
    files: &[FileKind { name: "scenario", prefix: "", means: "A scenario of The Ford.", entries: ENTRIES }],
    example: "turns=10",
    ..Declared::EMPTY
};

impl Filed for Ford {
    type Scenario = Self;
    type Widest = Self;

    const VALUES: &'static Declared = &TABLE;

    fn read(pages: &Pages<'_>) -> Option<Self> {
        let page = pages.own();
        let scenario = Scenario {
            turns: page.number(&["turns"])?,
            goal: page.number(&["goal"])?,
            steps: page.number(&["steps"])?,
            hits_on: page.number(&["hits_on"])?,
        };
        let title = pages.titled(&page.typed(&["title"])?);
        let assumptions = pages.assumptions();
        Some(Self { assumptions, ..Self::new(&title, pages.variant(), scenario) })
    }

    fn with(scenario: Self) -> Self {
        scenario
    }

    fn assumed(&self) -> &[Assumption] {
        &self.assumptions
    }
}
