//! The table of the values of Verdox's files: name, type, meaning and default of each. Reader, variants,
//! `docs/VARIANTS.md`, the assumptions of reports and the schema are derived from it.

use szala_files::declared::{Declared, Entry, FileKind, Form, Names, Usual, entry, words};
use szala_kernel::Side;

use crate::chapters::ending::OPEN_TURNS;
use crate::chapters::forces::MOST_RANGE;
use crate::position::data::{Canals, CloseCombat, Range, Reserve, SIDES, Waves};
use crate::position::ground::Ground;
use crate::position::ids::{MOST_COLUMNS, MOST_OF_A_SIDE, MOST_ROWS};
use crate::position::kinds::{FACES, Hit, Kind, Kinds};

/// The kinds of files.
pub(super) const SCENARIO: &str = "scenario";
pub(super) const MAP: &str = "map";
/// The name of barges, the special units, in the table of kinds.
pub(super) const BARGE: &str = "barge";

/// The deepest edge.
const MOST_COLUMNS_OF_EDGE: u16 = 8;
/// The highest value of a unit.
const MOST_VALUE: u16 = 1_000;
/// The most movement over clear ground: twice that of riders.
const MOST_MOVEMENT: u16 = 4;
#[expect(clippy::cast_possible_truncation, reason = "a die has six faces")]
const MOST_FACE: u16 = FACES as u16;
#[expect(clippy::cast_possible_truncation, reason = "a side has eighty counters at most")]
const MOST_OF_A_KIND: u16 = MOST_OF_A_SIDE as u16;

/// [D-2.1a] The side that sets up first, if lots are not drawn.
pub(super) const LEADS: [(&str, Option<Side>); 3] =
    [("lots", None), (SIDES[0], Some(Side::First)), (SIDES[1], Some(Side::Second))];
/// [D-3.10a]
pub(super) const CLOSE_COMBAT: [(&str, CloseCombat); 2] =
    [("neighbours", CloseCombat::Neighbours), ("passable", CloseCombat::Passable)];
/// [D-3.10c]
pub(super) const RANGE: [(&str, Range); 3] =
    [("steps", Range::Steps), ("straight", Range::Straight), ("diagonal", Range::Diagonal)];
/// [D-4.2a]
pub(super) const RESERVE: [(&str, Reserve); 2] =
    [("saves", Reserve::Saves), ("is no help", Reserve::IsNoHelp)];
/// [D-4.3a]
pub(super) const DRAWN_COUNT: [(&str, Option<Side>); 3] =
    [("draw", None), (SIDES[0], Some(Side::First)), (SIDES[1], Some(Side::Second))];
/// [D-4.3b] Whether a length was agreed on.
pub(super) const LENGTH: [(&str, bool); 2] = [("agreed", true), ("open", false)];
/// [D-7.7b]
pub(super) const CANALS: [(&str, Canals); 2] =
    [("carry barges", Canals::CarryBarges), ("are shallow", Canals::AreShallow)];
/// The owner of something.
pub(super) const OWNERS: [(&str, Side); 2] = [(SIDES[0], Side::First), (SIDES[1], Side::Second)];

/// The kinds of ground that can be drawn. [6.10.8] A breach is made in play.
pub(super) const GROUNDS: [(&str, Ground); Ground::COUNT - 1] = {
    let mut grounds = [("", Ground::Clear); Ground::COUNT - 1];
    let mut at = 0;
    while at < grounds.len() {
        grounds[at] = (Ground::ALL[at].name(), Ground::ALL[at]);
        at += 1;
    }
    grounds
};

const KINDS: [&str; Kind::COUNT] = {
    let mut names = [""; Kind::COUNT];
    let mut at = 0;
    while at < names.len() {
        names[at] = Kind::ALL[at].name();
        at += 1;
    }
    names
};
/// [7.4.4, 7.5.4] The kinds that can lose a horse.
const RIDERS: [&str; 2] = [Kind::Cavalry.name(), Kind::MountedRifles.name()];
const UNMOUNTED: [&str; 4] =
    [Kind::Infantry.name(), Kind::Riflemen.name(), Kind::Grenadiers.name(), Kind::Artillery.name()];
/// [7.6.3] Guns move at most one square, on a die; all others have points.
const WALKERS: [&str; 5] = [
    Kind::Infantry.name(),
    Kind::Riflemen.name(),
    Kind::Grenadiers.name(),
    Kind::Cavalry.name(),
    Kind::MountedRifles.name(),
];
/// A kind that fires by the book always fires: that is what it is.
const SHOOTERS: [&str; 4] =
    [Kind::Riflemen.name(), Kind::Grenadiers.name(), Kind::MountedRifles.name(), Kind::Artillery.name()];
const FIGHTERS: [&str; 2] = [Kind::Infantry.name(), Kind::Cavalry.name()];
pub(super) const FACE_NAMES: [&str; FACES] = ["1", "2", "3", "4", "5", "6"];

pub(super) const LOST: &str = "lost";
pub(super) const NOTHING: &str = "nothing";
pub(super) const UNHORSED: &str = "unhorsed";

/// The table.
pub(super) static VALUES: Declared = Declared {
    files: &[
        FileKind {
            name: SCENARIO,
            prefix: "",
            means: "A scenario of the battle for the fortress of Verdox.",
            entries: OF_SCENARIO,
        },
        FileKind {
            name: MAP,
            prefix: "map",
            means: "A map of Verdox: a drawing of squares, and what lies on them.",
            entries: OF_MAP,
        },
    ],
    names: &[
        Names::fixed("side", &SIDES),
        Names::fixed("kind", &KINDS),
        Names::fixed("rider", &RIDERS),
        Names::fixed("unmounted", &UNMOUNTED),
        Names::fixed("walker", &WALKERS),
        Names::fixed("shooter", &SHOOTERS),
        Names::fixed("fighter", &FIGHTERS),
        Names::fixed("face", &FACE_NAMES),
        Names::open("gate", SQUARES_PATTERN),
        Names::open("square", SQUARES_PATTERN),
        Names::open("letter", r"[^\s#]"),
    ],
    omitted: &["switches", "map"],
    example: "forces.Askans.riflemen=20",
    called: &[("barred", "thing that a side can be kept from")],
    nameless: Some(
        "units of this game have no names: set how many of a kind there are, as in --set \"forces.Askans.riflemen=20\"",
    ),
    strangers: &[(
        "kinds.artillery.movement",
        "artillery moves one square at most: `moves_on` says on which die, that or less",
    )],
    ..Declared::EMPTY
};

/// Something that sides can be kept from, and the decision that says how.
const fn barred(keys: &'static str, means: &'static str, decision: &'static str) -> Entry {
    entry(keys, Form::AnyNamed("side"), means).usually(Usual::None).decides_by_the_book(decision).plain()
}

/// The label of a square, row and column.
const SQUARES_PATTERN: &str = "[0-9]{4}";

const OF_SCENARIO: &[Entry] = &[
    entry("game", Form::OneOf(&["verdox"]), "the rule system whose scenario it is")
        .usually(Usual::None)
        .fixed(),
    entry("title", Form::Text("Verdox: the fortress", ""), "what it is called").fixed(),
    entry("map", Form::File(MAP), "the file of its map, relative to this one").fixed(),
    entry("leads", Form::OneOf(&words(&LEADS)), "who sets up first and begins")
        .usually(Usual::Text(LEADS[0].0))
        .decides_by_the_book("D-2.1a"),
    entry("turns", Form::Number(1, OPEN_TURNS as u16), "the agreed number of turns of both sides")
        .usually(Usual::None),
    entry("waves.first", Form::Number(1, MOST_OF_A_KIND), "how many units of a side come in at the start")
        .usually(Usual::Number(Waves::PRINTED.first as u16)),
    entry("waves.next", Form::Number(0, MOST_OF_A_KIND), "how many come in after each own phase of movement")
        .usually(Usual::Number(Waves::PRINTED.next as u16)),
    entry("waves.columns", Form::Number(1, MOST_COLUMNS_OF_EDGE), "how many columns deep an entry edge is")
        .usually(Usual::Number(Waves::PRINTED.columns as u16))
        .decides("D-2.2a"),
    entry("forces", Form::Table, "how many units of each kind either side has").fixed(),
    entry("forces.{kind}.{side}", Form::Number(0, MOST_OF_A_KIND), "how many units of this kind a side has")
        .at("forces.{side}.{kind}"),
    entry("kinds", Form::Table, "what kinds of units can do, where that is not as printed")
        .usually(Usual::None)
        .fixed(),
    entry("kinds.{kind}.value", Form::Number(0, MOST_VALUE), "value of a unit at the end")
        .usually(Usual::By(printed_value)),
    entry("kinds.{walker}.movement", Form::Number(1, MOST_MOVEMENT), "movement points")
        .usually(Usual::By(printed_movement)),
    entry("kinds.artillery.moves_on", Form::Number(1, MOST_FACE), "guns move a square on this roll or less")
        .usually(Usual::Number(Kinds::PRINTED.guns_move_on as u16)),
    entry("kinds.{shooter}.range", Form::Number(1, MOST_RANGE as u16), "how far it fires over clear ground")
        .usually(Usual::By(printed_range)),
    entry("kinds.{fighter}.range", Form::Number(0, MOST_RANGE as u16), "how far it fires; 0 for not at all")
        .usually(Usual::By(printed_range)),
    entry("kinds.{kind}.hand_to_hand", Form::Flag, "does it fight hand to hand?")
        .usually(Usual::By(printed_close)),
    entry(
        "kinds.{rider}.hits.{face}",
        Form::Kind("hit", &[LOST, NOTHING, UNHORSED]),
        "effect of a hit at this die roll",
    )
    .usually(Usual::By(printed_hit)),
    entry(
        "kinds.{unmounted}.hits.{face}",
        Form::Kind("hit", &[LOST, NOTHING]),
        "effect of a hit at this die roll",
    )
    .usually(Usual::By(printed_hit)),
    entry("kinds.barge.value", Form::Number(0, MOST_VALUE), "value of a barge to its owner")
        .usually(Usual::By(printed_barge)),
    entry(
        "kinds.barge.hits.{face}",
        Form::Kind("hit", &[LOST, NOTHING]),
        "effect of guns on a barge at this die roll",
    )
    .usually(Usual::By(printed_barge_hit)),
    entry("switches", Form::Table, "other readings of doubtful rules").usually(Usual::None).fixed(),
    entry("switches.close_combat", Form::OneOf(&words(&CLOSE_COMBAT)), "what hand-to-hand combat requires")
        .usually(Usual::Text(CLOSE_COMBAT[0].0))
        .decides("D-3.10a"),
    entry("switches.range", Form::OneOf(&words(&RANGE)), "how the range of fire is counted")
        .usually(Usual::Text(RANGE[0].0))
        .decides("D-3.10c"),
    entry(
        "switches.reserve",
        Form::OneOf(&words(&RESERVE)),
        "do units still to enter save a side from having lost all?",
    )
    .usually(Usual::Text(RESERVE[0].0))
    .decides("D-4.2a"),
    entry("switches.drawn_count", Form::OneOf(&words(&DRAWN_COUNT)), "who wins at equal values")
        .usually(Usual::Text(DRAWN_COUNT[0].0))
        .decides("D-4.3a"),
    entry("switches.length", Form::OneOf(&words(&LENGTH)), "is the game limited to `turns`?")
        .usually(Usual::Text(LENGTH[0].0))
        .decides("D-4.3b"),
    entry("switches.canals", Form::OneOf(&words(&CANALS)), "do canals carry barges?")
        .usually(Usual::Text(CANALS[0].0))
        .decides("D-7.7b"),
    barred("barred.assaults", "who does not attack hand to hand, for a what-if [3.10]", "D-3.10d"),
    barred("barred.shots", "who does not fire at units, for a what-if [3.10]", "D-3.10e"),
    barred("barred.units_lost", "whose units are not lost, for a what-if [3.11, 6.9.5, D-7.7g]", "D-3.11a"),
    barred("barred.horses_lost", "whose riders lose no horses, for a what-if [7.4.4, 7.5.4]", "D-3.11b"),
    barred(
        "barred.headquarters_taken",
        "who wins nothing in the headquarters of the other side, for a what-if [4.1]",
        "D-4.1a",
    ),
    barred("barred.units_sunk", "whose units do not sink in a swamp, for a what-if [6.9.5]", "D-6.9b"),
    barred("barred.breaches", "whose guns do not fire at fortifications, for a what-if [6.10.8]", "D-6.10g"),
    barred("barred.barges_taken", "who takes no barges, for a what-if [7.7.4]", "D-7.7i"),
    barred("barred.barges_sunk", "whose guns do not fire at barges, for a what-if [7.7.3]", "D-7.7j"),
];

const OF_MAP: &[Entry] = &[
    entry("title", Form::Text("The mirror", ""), "what it is called").usually(Usual::None).fixed(),
    entry("rows", Form::Number(1, MOST_ROWS as u16), "how many rows of squares it has").fixed(),
    // Two columns at least, one for each edge.
    entry("columns", Form::Number(2, MOST_COLUMNS as u16), "how many columns of squares it has").fixed(),
    entry("headquarters.{side}", Form::Text("0818", SQUARES_PATTERN), "the headquarters of a side"),
    entry("barges", Form::Texts("0610, 1010, or none", SQUARES_PATTERN), "where barges lie at the start")
        .usually(Usual::None),
    entry("gates.{gate}", Form::Kind("side", &SIDES), "who holds the gate at the start").usually(Usual::None),
    entry("ground.map", Form::Drawing, "the squares row by row, north on top").fixed(),
    entry("ground.legend", Form::Table, "what each letter of the drawing stands for").fixed(),
    entry("ground.legend.{letter}.terrain", Form::OneOf(&words(&GROUNDS)), "the ground").fixed(),
    entry("ground.legend.{letter}.inside", Form::Flag, "does it lie within a fortification?")
        .usually(Usual::Flag(false))
        .fixed(),
    entry("ground.map.{square}", Form::Letter("ground"), "the ground of a square").at("map.{square}"),
];

/// The kind of a row; `None` for barges.
fn kind_of(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The printed values of the kind whose name comes first.
fn printed(names: &[&str]) -> &'static crate::position::kinds::Card {
    const PRINTED: Kinds = Kinds::PRINTED;
    PRINTED.card(kind_of(names[0]).expect("the table names kinds by their names"))
}

fn printed_value(names: &[&str]) -> String {
    printed(names).value.to_string()
}

/// Points are counted in halves.
fn printed_movement(names: &[&str]) -> String {
    (printed(names).points / 2).to_string()
}

fn printed_range(names: &[&str]) -> String {
    printed(names).range.to_string()
}

fn printed_close(names: &[&str]) -> String {
    printed(names).close.to_string()
}

fn printed_hit(names: &[&str]) -> String {
    let hit = match printed(names).hits[face(names[1])] {
        Hit::Lost => LOST,
        Hit::Nothing => NOTHING,
        Hit::Unhorsed(_) => UNHORSED,
    };
    hit.to_owned()
}

fn printed_barge(_: &[&str]) -> String {
    Kinds::PRINTED.barge_value.to_string()
}

fn printed_barge_hit(names: &[&str]) -> String {
    if Kinds::PRINTED.barge_hits[face(names[0])] { LOST } else { NOTHING }.to_owned()
}

fn face(name: &str) -> usize {
    FACE_NAMES.iter().position(|known| *known == name).expect("the table names faces by their names")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use szala_files::Document;

    use super::*;

    /// The ledger says for each decision what a scenario may override; a path can refer to it by its number.
    #[test]
    fn decisions_are_those_of_the_ledger() {
        let ledger = include_str!("../../../rules.toml");
        let document = Document::parse(ledger).expect("the ledger is TOML");
        let rows = document.root().get("rule").expect("a ledger has rules").list().expect("rules are a list");
        let text = |row: &szala_files::Section<'_>, key: &str| {
            row.get(key).map(|field| field.text().expect("what a rule says is text").to_owned())
        };
        let decisions = rows.iter().filter_map(|row| {
            let row = row.section().expect("a rule is a table");
            let option = text(&row, "option")?;
            let is_switch = VALUES.varied().any(|(_, entry)| entry.keys == format!("switches.{option}"));
            let path = if is_switch { format!("switches.{option}") } else { option };
            Some((text(&row, "id").expect("a rule has its number"), path))
        });
        let known = VALUES.decisions().into_iter().map(|(id, path)| (id.to_owned(), path));
        // The ledger is in order of chapters, the table of what its values are.
        let sorted = |all: &mut dyn Iterator<Item = (String, String)>| all.collect::<BTreeSet<_>>();
        assert_eq!(sorted(&mut decisions.into_iter()), sorted(&mut known.into_iter()));
    }

    /// [7.4.4] [7.5.4] [7.6.3] [chapter 7] The kinds that ride, walk and fire are those of the book.
    #[test]
    fn groups_of_kinds_are_those_of_the_book() {
        let are = |is: fn(Kind) -> bool| {
            Kind::ALL.into_iter().filter(|kind| is(*kind)).map(Kind::name).collect::<Vec<_>>()
        };
        assert_eq!(are(|kind| kind.on_foot().is_some()), RIDERS);
        assert_eq!(are(|kind| kind.on_foot().is_none()), UNMOUNTED);
        assert_eq!(are(|kind| kind != Kind::Artillery), WALKERS);
        assert_eq!(are(|kind| Kinds::PRINTED.card(kind).range > 0), SHOOTERS);
        assert_eq!(are(|kind| Kinds::PRINTED.card(kind).range == 0), FIGHTERS);
    }
}
