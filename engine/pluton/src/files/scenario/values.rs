//! Every value of the files, declared once: its keys, what it takes, what it is if not given, what it means. Points are
//! in halves of points [D-18.6f], and so is movement [6.1].

use szala_board::{Direction, flat};
use szala_files::Declared;
use szala_files::declared::{Entry, FileKind, Form, Names, Usual, entry, words};
use szala_kernel::Side;

use crate::position::data::{
    BarrageDice, ClearRoads, Command, Crowding, FiredMark, HiddenMarch, HiddenStages, Holding, Kind,
    Recovery, RunMarker, SIDES, SixthGunPlatoon, TurnedCounters,
};
use crate::position::ids::{MOST_COLUMNS, MOST_ROWS};
use crate::position::tables::Ground;

pub(super) const SCENARIO: &str = "scenario";
pub(super) const MAP: &str = "map";
pub(super) const UNITS: &str = "units";
pub(super) const TABLES: &str = "tables";

/// The sides by their names.
pub(super) const SIDE: [(&str, Side); 2] = [(SIDES[0], Side::First), (SIDES[1], Side::Second)];
/// [D-12.1a]
pub(super) const RECOVERY: [(&str, Recovery); 3] = [
    ("not in the same stage", Recovery::NotInTheSameStage),
    ("letter", Recovery::Letter),
    ("next stage", Recovery::NextStage),
];
/// [D-6.5a]
pub(super) const RUN_MARKER: [(&str, RunMarker); 2] =
    [("next colour", RunMarker::NextColour), ("stage colour", RunMarker::StageColour)];
/// [D-13.2a]
pub(super) const COMMAND: [(&str, Command); 3] =
    [("own", Command::Own), ("battalion", Command::Battalion), ("any", Command::Any)];
/// [D-5.3a]
pub(super) const CROWDING: [(&str, Crowding); 2] = [("four", Crowding::Four), ("five", Crowding::Five)];
/// [D-8.3c]
pub(super) const BARRAGE_DICE: [(&str, BarrageDice); 2] =
    [("one a marker", BarrageDice::OneAMarker), ("one a unit", BarrageDice::OneAUnit)];
/// [D-16.3a]
pub(super) const FIRED_MARK: [(&str, FiredMark); 2] =
    [("a stage", FiredMark::AStage), ("end of stage", FiredMark::EndOfStage)];
/// [D-18.6e]
pub(super) const CLEAR_ROAD: [(&str, ClearRoads); 2] =
    [("either", ClearRoads::Either), ("both", ClearRoads::Both)];
/// [D-18.6a]
pub(super) const HOLDING: [(&str, Holding); 2] =
    [("present", Holding::Present), ("last passed", Holding::LastPassed)];
/// [D-18.1a]
pub(super) const SIXTH_GUN_PLATOON: [(&str, SixthGunPlatoon); 2] =
    [("absent", SixthGunPlatoon::Absent), ("with company 5", SixthGunPlatoon::WithCompanyFive)];
/// Where it stands.
pub(super) const SIXTH: [&str; 2] = ["switches", "sixth_gun_platoon"];
/// [D-16.1c]
pub(super) const TURNED_COUNTERS: [(&str, TurnedCounters); 2] =
    [("hide the kind", TurnedCounters::HideTheKind), ("open", TurnedCounters::Open)];
/// [D-19.1c]
pub(super) const HIDDEN_MARCH: [(&str, HiddenMarch); 2] =
    [("allowed", HiddenMarch::Allowed), ("stay", HiddenMarch::Stay)];
/// [D-19.4a]
pub(super) const HIDDEN_STAGES: [(&str, HiddenStages); 2] =
    [("until the first", HiddenStages::UntilTheFirst), ("each", HiddenStages::Each)];
/// The edges of a map.
pub(super) const EDGES: [(&str, [i32; 2]); 4] =
    [("north", [0, 1]), ("east", [1, 0]), ("south", [0, -1]), ("west", [-1, 0])];
/// What counters are.
pub(super) const KINDS: [(&str, Kind); Kind::COUNT] = {
    let mut kinds = [("", Kind::Rifles); Kind::COUNT];
    let mut at = 0;
    while at < kinds.len() {
        kinds[at] = (Kind::ALL[at].name(), Kind::ALL[at]);
        at += 1;
    }
    kinds
};
/// The kinds of hexes.
pub(super) const GROUNDS: [(&str, Ground); Ground::COUNT] = {
    let mut grounds = [("", Ground::Clear); Ground::COUNT];
    let mut at = 0;
    while at < grounds.len() {
        grounds[at] = (Ground::ALL[at].name(), Ground::ALL[at]);
        at += 1;
    }
    grounds
};

pub(super) const WEAPONS: [&str; 2] = ["light", "heavy"];
pub(super) const SHIFT_NAMES: [&str; 11] = ["-5", "-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4", "+5"];
pub(super) const FACE_NAMES: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
pub(super) const HALF_NAMES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
pub(super) const DISTANCE_NAMES: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
pub(super) const BARREL_NAMES: [&str; 4] = ["1", "2", "3", "4"];
pub(super) const DRIFT_NAMES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
/// Where a barrage drifts to [8.3.2].
pub(super) const DIRECTIONS: [(&str, Direction); 6] = {
    use flat::direction::{N, NE, NW, S, SE, SW};
    [("N", N), ("NE", NE), ("SE", SE), ("S", S), ("SW", SW), ("NW", NW)]
};
/// How far the columns of close combat are moved, and one more.
pub(super) const COLUMNS: [(&str, usize); 3] =
    [("one to the left", 0), ("as written", 1), ("one to the right", 2)];
pub(super) const MORALE_NAMES: [&str; 4] = ["1", "2", "3", "4"];

const HEX: &str = "[0-9]{4}";
const HEXES: &str = "[0-9]{4}( [0-9]{4})*";
const NAME: &str = r"[^\s.=].*";
/// [9.4, 18.6] No value of points is larger.
const MOST_POINTS: u16 = 60;
/// A game of more stages would be another game: the second scenario has 27.
pub(crate) const MOST_STAGES: u8 = 60;

/// The table.
pub(super) static VALUES: Declared = Declared {
    files: &[
        FileKind { name: SCENARIO, prefix: "", means: "A scenario of Pluton.", entries: OF_SCENARIO },
        FileKind {
            name: MAP,
            prefix: "map",
            means: "A map of Pluton: a drawing of hexes, roads, streams and places.",
            entries: OF_MAP,
        },
        FileKind {
            name: UNITS,
            prefix: "units",
            means: "The counters of both sides, in the order of their numbers.",
            entries: OF_UNITS,
        },
        FileKind {
            name: TABLES,
            prefix: "tables",
            means: "The tables of Pluton, all of them ours: the printed ones are lost.",
            entries: OF_TABLES,
        },
    ],
    names: &[
        Names::fixed("side", &SIDES),
        Names::fixed("ground", &words(&GROUNDS)),
        Names::fixed("weapons", &WEAPONS),
        Names::fixed("shift", &SHIFT_NAMES),
        Names::fixed("face", &FACE_NAMES),
        Names::fixed("halves", &HALF_NAMES),
        Names::fixed("distance", &DISTANCE_NAMES),
        Names::fixed("barrels", &BARREL_NAMES),
        Names::fixed("degree", &MORALE_NAMES),
        Names::fixed("drift", &DRIFT_NAMES),
        Names::open("unit", NAME),
        Names::open("group", NAME),
        Names::open("guns", NAME).called("battalion of guns"),
        Names::open("barrage", "[0-9]+"),
        Names::open("way", NAME),
        Names::open("road", NAME),
        Names::open("place", NAME),
        Names::open("calibre", "[0-9]+"),
        Names::open("strength", "[0-9]+"),
        Names::open("hex", HEX),
        Names::open("letter", r"[^\s#]"),
    ],
    omitted: &["switches", "map", "units", "tables"],
    example: "stages=30",
    called: &[("switches", "switch")],
    ..Declared::EMPTY
};

const OF_SCENARIO: &[Entry] = &[
    entry("game", Form::OneOf(&["pluton"]), "the rule system whose scenario it is")
        .usually(Usual::None)
        .fixed(),
    entry("title", Form::Text("Pluton: Parzymiechy", ""), "what it is called").fixed(),
    entry("map", Form::File(MAP), "the file of its map, relative to this one").fixed(),
    entry("units", Form::File(UNITS), "the file of its counters").fixed(),
    entry("tables", Form::File(TABLES), "the file of its tables").fixed(),
    entry("leads", Form::Kind("side", &SIDES), "player 1, who moves first [4.1, 20.3]"),
    entry("stages", Form::Number(1, MOST_STAGES as u16), "how many stages it lasts").decides("D-18.7b"),
    entry("set_up.{side}.{group}.units", Form::Texts("25s, 9d", NAME), "counters that are set up").fixed(),
    entry("set_up.{side}.{group}.hex", Form::Text("1817", HEX), "about which hex they are set up")
        .usually(Usual::None)
        .fixed(),
    entry("set_up.{side}.{group}.within", Form::Number(0, 9), "how far from it they may stand at most")
        .usually(Usual::Number(0)),
    entry(
        "set_up.{side}.{group}.sixth",
        Form::Texts("6c", NAME),
        "counters that are set up with them by the switch sixth_gun_platoon",
    )
    .usually(Usual::None)
    .fixed(),
    entry("set_up.{side}.{group}.on_paper", Form::Flag, "are they kept on paper, anywhere in cover [19.1]?")
        .usually(Usual::Flag(false))
        .fixed(),
    entry(
        "set_up.{side}.{group}.away_from",
        Form::Texts("Zimnowoda", NAME),
        "from the buildings of which places they keep away, on paper",
    )
    .usually(Usual::None)
    .fixed(),
    entry(
        "set_up.{side}.{group}.away",
        Form::Number(0, 20),
        "no nearer to them than this many hexes and one",
    )
    .usually(Usual::Number(4)),
    entry(
        "set_up.{side}.{group}.places",
        Form::Texts("Zimnowoda", NAME),
        "in whose buildings they are set up",
    )
    .usually(Usual::None)
    .fixed(),
    entry("reinforcements.{side}.{group}.units", Form::Texts("1s, 1d", NAME), "counters that come later")
        .fixed(),
    entry("reinforcements.{side}.{group}.stage", Form::Number(1, MOST_STAGES as u16), "from which stage on")
        .usually(Usual::None),
    entry(
        "reinforcements.{side}.{group}.taken",
        Form::Texts("Parzymiechy", NAME),
        "from when on: when a building hex of one of these places is taken",
    )
    .usually(Usual::None)
    .fixed(),
    entry(
        "reinforcements.{side}.{group}.released",
        Form::Number(1, 10),
        "on which die or less they are released, once an enemy on paper has been revealed [19.3]",
    )
    .usually(Usual::None),
    entry("reinforcements.{side}.{group}.later", Form::Number(1, 10), "on which die or less later on")
        .usually(Usual::None),
    entry(
        "reinforcements.{side}.{group}.later_from",
        Form::Number(1, MOST_STAGES as u16),
        "from which stage on that is",
    )
    .usually(Usual::None),
    entry("reinforcements.{side}.{group}.hexes", Form::Texts("2901", HEX), "on which hexes they enter")
        .usually(Usual::None)
        .fixed(),
    entry("reinforcements.{side}.{group}.edge", Form::OneOf(&words(&EDGES)), "on which edge they enter")
        .usually(Usual::None)
        .fixed(),
    entry(
        "battalions.{side}.{guns}.stage",
        Form::Number(1, MOST_STAGES as u16),
        "from which stage on the guns may be called [18.4]",
    ),
    entry(
        "battalions.{side}.{guns}.uncalled",
        Form::Number(0, MOST_POINTS),
        "half points for never calling them [18.6.2]",
    )
    .usually(Usual::Number(0)),
    entry(
        "battalions.{side}.{guns}.revealed",
        Form::Number(0, 60),
        "how many enemy units must have been revealed [19.2.1]",
    )
    .usually(Usual::Number(0)),
    entry(
        "battalions.{side}.{guns}.near",
        Form::Texts("Rozalin", NAME),
        "to the buildings of which places own platoons must be near [19.2.3]",
    )
    .usually(Usual::None)
    .fixed(),
    entry("battalions.{side}.{guns}.within", Form::Number(0, 40), "how near").usually(Usual::Number(5)),
    entry("battalions.{side}.{guns}.platoons", Form::Number(1, 60), "how many of them")
        .usually(Usual::Number(4)),
    entry(
        "barrages.{side}.{barrage}.platoon",
        Form::Text("1m", NAME),
        "the platoon of mortars that fires it [18.3]",
    )
    .usually(Usual::None)
    .fixed(),
    entry("barrages.{side}.{barrage}.battalion", Form::Text("II/30 pal", NAME), "the guns that fire it")
        .usually(Usual::None)
        .fixed(),
    entry("barrages.{side}.{barrage}.barrels", Form::Number(1, 4), "how many guns these are")
        .usually(Usual::None),
    entry("barrages.{side}.{barrage}.calibre", Form::Text("75", "[0-9]+"), "their calibre in millimetres"),
    entry("points.{side}.building", Form::Number(0, MOST_POINTS), "half points for a building hex [18.6.1]"),
    entry(
        "points.{side}.square",
        Form::Number(0, MOST_POINTS),
        "half points less for a lost square [18.6.4]",
    ),
    entry(
        "points.{side}.commander",
        Form::Number(0, MOST_POINTS),
        "half points less for an eliminated commander [18.6.5]",
    ),
    entry(
        "points.{side}.hidden_stage",
        Form::Number(0, MOST_POINTS),
        "half points for a stage without a unit revealed [19.4.1]",
    )
    .usually(Usual::Number(0)),
    entry(
        "points.{side}.most_hidden",
        Form::Number(0, MOST_POINTS),
        "half points for all such stages at most [19.4.1]",
    )
    .usually(Usual::Number(MOST_POINTS)),
    entry("points.{side}.places", Form::Table, "buildings that count otherwise").usually(Usual::None).fixed(),
    entry(
        "points.{side}.places.{place}",
        Form::Number(0, MOST_POINTS),
        "half points for a building hex of this place [19.4.7]",
    ),
    entry("road_bonus", Form::Table, "a road without enemies [18.6.11]").usually(Usual::None).fixed(),
    entry("road_bonus.side", Form::OneOf(&SIDES), "who gains by a road without enemies")
        .usually(Usual::None)
        .fixed(),
    entry("road_bonus.ways.{way}", Form::Text("0627 0727", HEXES), "the hexes of a road [18.6.11]").fixed(),
    entry("road_bonus.nearer", Form::Number(1, 20), "no enemy unit is nearer to it than this")
        .usually(Usual::Number(4)),
    entry("road_bonus.worth", Form::Number(0, MOST_POINTS), "half points for that")
        .usually(Usual::Number(16)),
    entry("switches", Form::Table, "other readings of doubtful rules").usually(Usual::None).fixed(),
    entry("switches.recovery", Form::OneOf(&words(&RECOVERY)), "when a marker comes off")
        .usually(Usual::Text(RECOVERY[0].0))
        .decides("D-12.1a"),
    entry("switches.run_marker", Form::OneOf(&words(&RUN_MARKER)), "the colour of the marker of a run")
        .usually(Usual::Text(RUN_MARKER[0].0))
        .decides("D-6.5a"),
    entry("switches.command", Form::OneOf(&words(&COMMAND)), "who commands whom")
        .usually(Usual::Text(COMMAND[0].0))
        .decides("D-13.2a"),
    entry("switches.crowding", Form::OneOf(&words(&CROWDING)), "how many units are a crowd")
        .usually(Usual::Text(CROWDING[0].0))
        .decides("D-5.3a"),
    entry("switches.barrage_dice", Form::OneOf(&words(&BARRAGE_DICE)), "how many dice a barrage rolls")
        .usually(Usual::Text(BARRAGE_DICE[0].0))
        .decides("D-8.3c"),
    entry("switches.fired_mark", Form::OneOf(&words(&FIRED_MARK)), "how long fire is remembered")
        .usually(Usual::Text(FIRED_MARK[0].0))
        .decides("D-16.3a"),
    entry("switches.clear_road", Form::OneOf(&words(&CLEAR_ROAD)), "is one clear road enough?")
        .usually(Usual::Text(CLEAR_ROAD[0].0))
        .decides("D-18.6e"),
    entry("switches.holding", Form::OneOf(&words(&HOLDING)), "who holds a building hex")
        .usually(Usual::Text(HOLDING[0].0))
        .decides("D-18.6a"),
    entry(
        "switches.sixth_gun_platoon",
        Form::OneOf(&words(&SIXTH_GUN_PLATOON)),
        "is the sixth platoon of machine guns there?",
    )
    .usually(Usual::Text(SIXTH_GUN_PLATOON[0].0))
    .decides("D-18.1a"),
    entry(
        "switches.turned_counters",
        Form::OneOf(&words(&TURNED_COUNTERS)),
        "what the back of a turned counter hides",
    )
    .usually(Usual::Text(TURNED_COUNTERS[0].0))
    .decides("D-16.1c"),
    entry("switches.hidden_march", Form::OneOf(&words(&HIDDEN_MARCH)), "do units on paper move?")
        .usually(Usual::Text(HIDDEN_MARCH[0].0))
        .decides("D-19.1c"),
    entry("switches.hidden_stages", Form::OneOf(&words(&HIDDEN_STAGES)), "which stages count as hidden")
        .usually(Usual::Text(HIDDEN_STAGES[0].0))
        .decides("D-19.4a"),
    entry(
        "switches.company_spread",
        Form::Number(0, 2),
        "how far apart a company on paper is set up, in hexes",
    )
    .usually(Usual::Number(0))
    .decides("D-19.1b"),
];

const OF_MAP: &[Entry] = &[
    entry("title", Form::Text("Parzymiechy", ""), "what it is called").usually(Usual::None).fixed(),
    entry("rows", Form::Number(1, MOST_ROWS as u16), "how many rows of hexes it has").fixed(),
    entry("columns", Form::Number(1, MOST_COLUMNS as u16), "how many columns of hexes it has").fixed(),
    entry("places.{place}", Form::Text("1023 1123", HEXES), "the building hexes of a place").fixed(),
    entry("roads.{road}", Form::Text("0627 0727", HEXES), "a road, hex by hex").fixed(),
    entry(
        "streams",
        Form::Texts("0114-0115", "[0-9]{4}-[0-9]{4}"),
        "pairs of hexes with a stream between them",
    )
    .usually(Usual::None)
    .fixed(),
    entry("ground.map", Form::Drawing, "the hexes row by row, north on top").fixed(),
    entry("ground.legend", Form::Table, "what each letter of the drawing stands for").fixed(),
    entry("ground.legend.{letter}", Form::OneOf(&words(&GROUNDS)), "the ground").fixed(),
    entry("ground.map.{hex}", Form::Letter("ground"), "the ground of a hex").at("map.{hex}"),
];

const OF_UNITS: &[Entry] = &[
    entry("{side}.{unit}.kind", Form::OneOf(&words(&KINDS)), "what it is").fixed(),
    entry("{side}.{unit}.battalion", Form::Number(1, 9), "its battalion").fixed(),
    entry("{side}.{unit}.company", Form::Number(0, 12), "its company; 0 for a battalion's own platoon")
        .usually(Usual::Number(0))
        .fixed(),
    entry(
        "{side}.{unit}.squares",
        Form::Number(0, 3),
        "its squares on the strength sheet; 0 for a commander",
    ),
    entry("{side}.{unit}.morale", Form::Number(1, 4), "its morale [17.2]").usually(Usual::Number(2)),
];

const OF_TABLES: &[Entry] = &[
    entry("terrain.{ground}.cost", Form::Number(1, 8), "what the hex costs, in half points [6.1]"),
    entry("terrain.{ground}.shelter", Form::Number(0, 5), "what the ground takes from fire [7.5.4]"),
    entry("terrain.stream", Form::Number(0, 8), "what crossing a stream adds, in half points"),
    entry("terrain.road", Form::Number(1, 8), "what a step along a road costs in all, in half points"),
    entry(
        "small_arms.{weapons}.{halves}.{distance}",
        Form::Number(0, 60),
        "strength of fire, by halves of squares and distance; out of range where it is not written [7.3.3]",
    )
    .usually(Usual::Number(0)),
    entry("scale.{weapons}", Form::Number(10, 300), "hundredths of the table of small arms, for a what-if")
        .usually(Usual::Number(100)),
    entry("scale.artillery", Form::Number(10, 300), "hundredths of the table of artillery, for a what-if")
        .usually(Usual::Number(100)),
    entry(
        "scale.effects",
        Form::Number(50, 200),
        "hundredths for which strength counts in the table of effects, for a what-if",
    )
    .usually(Usual::Number(100)),
    entry("scale.losses", Form::Number(0, 300), "hundredths of the losses by fire, halves up, for a what-if")
        .usually(Usual::Number(100)),
    entry(
        "scale.combat_losses",
        Form::Number(0, 300),
        "hundredths of the losses in close combat, halves up, for a what-if",
    )
    .usually(Usual::Number(100)),
    entry(
        "odds.column",
        Form::OneOf(&words(&COLUMNS)),
        "by how many columns the table of close combat is read otherwise, for a what-if",
    )
    .usually(Usual::Text(COLUMNS[1].0)),
    entry(
        "drift.{drift}",
        Form::OneOf(&words(&DIRECTIONS)),
        "where a barrage drifts to on this face [8.3.2]",
    ),
    entry(
        "effects.{strength}",
        Form::Text("- - - - - - - - 1:0 1:1", ""),
        "levels and losses by the die, from this strength on [7.3.6]",
    )
    .fixed(),
    entry("shifts.{shift}", Form::Number(1, 400), "what is left of a strength, in hundredths [15.2]"),
    entry("artillery.{calibre}.{barrels}", Form::Number(0, 60), "strength of a barrage [8.3.3]"),
    entry(
        "close_combat.{face}",
        Form::Text("3p/0 3p/0 3p/0 2p/0 2p/1 1/1 1/1p 1/2p 0/2p", ""),
        "attacker's and defender's result by odds, 1:4 to 6:1 [10.3.3]",
    )
    .fixed(),
    entry("morale.{degree}", Form::Number(0, 10), "an uncommanded unit reorganises on this or less [12.4]"),
];
