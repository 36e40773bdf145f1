//! Every value of the files, declared once: its keys, what it takes, what it is if not given, what it means.

use szala_board::{Facing, flat};
use szala_files::Declared;
use szala_files::declared::{Entry, FileKind, Form, Names, Usual, entry, words};

use crate::position::data::{Arms, Class, Collapse, Commands, Edge, Kind, RallyTable};
use crate::position::ground::{HIGHEST, Soil};
use crate::position::tables::{From, Weapon};

pub(super) const SCENARIO: &str = "scenario";
pub(super) const TABLES: &str = "tables";
/// The sides, in the order of the scenario.
pub(super) const SIDES: [&str; 2] = ["first", "second"];
pub(super) const FACINGS: [(&str, Facing); 6] = {
    use flat::facing::{E, NE, NW, SE, SW, W};
    [("E", E), ("NE", NE), ("NW", NW), ("W", W), ("SW", SW), ("SE", SE)]
};
const FACES: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
const HEX: &str = "[0-9]{4}";
/// A hex, or all hexes between two corners.
const HEXES: &str = "[0-9]{4}(-[0-9]{4})?";
pub(super) const LEVELS: [&str; HIGHEST as usize] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const NAME: &str = r"[^\s.=].*";

pub(super) static VALUES: Declared = Declared {
    files: &[
        FileKind { name: SCENARIO, prefix: "", means: "A battle of SPQR.", entries: OF_SCENARIO },
        FileKind {
            name: TABLES,
            prefix: "tables",
            means: "The tables of SPQR: the printed ones are lost.",
            entries: OF_TABLES,
        },
    ],
    names: &[
        Names::fixed("side", &SIDES),
        Names::fixed("weapon", &words(&Weapon::NAMES)),
        Names::fixed("kind", &words(&Kind::NAMES)),
        Names::fixed("from", &words(&From::NAMES)),
        Names::fixed("face", &FACES),
        Names::fixed("soil", &words(&Soil::NAMES)),
        Names::fixed("level", &LEVELS),
        Names::open("unit", NAME),
        Names::open("leader", NAME),
        Names::open("line", NAME),
    ],
    omitted: &["switches", "tables", "units"],
    example: "turns=10",
    called: &[("switches", "switch")],
    ..Declared::EMPTY
};

const OF_SCENARIO: &[Entry] = &[
    entry("game", Form::OneOf(&["spqr"]), "the rule system whose scenario it is")
        .usually(Usual::None)
        .fixed(),
    entry("title", Form::Text("SPQR: The Bagradas plains", ""), "what the battle is called").fixed(),
    entry("tables", Form::File(TABLES), "the file of tables").fixed(),
    entry("columns", Form::Number(2, 64), "columns of the map, from west to east").fixed(),
    entry("rows", Form::Number(2, 64), "rows of the map, from north to south").fixed(),
    entry(
        "ground.{soil}",
        Form::Texts("0505-0607", HEXES),
        "hexes of this ground, or corners of a field [6.2]",
    )
    .usually(Usual::None)
    .fixed(),
    entry("levels.{level}", Form::Texts("0505-0607", HEXES), "hexes so high, or corners of a field [6.21]")
        .usually(Usual::None)
        .fixed(),
    entry(
        "streams",
        Form::Texts("0505 0605", "[0-9]{4} [0-9]{4}"),
        "neighbouring hexes with a stream between [6.27]",
    )
    .usually(Usual::None)
    .fixed(),
    entry(
        "roads",
        Form::Texts("0505 0605", "[0-9]{4} [0-9]{4}"),
        "neighbouring hexes joined by a Roman road [D-6.27c]",
    )
    .usually(Usual::None)
    .fixed(),
    entry("lines.{line}", Form::Number(1, 3), "how many hexes apart units of this line may be [4.24]"),
    entry("armies.{side}.name", Form::Text("Rome", NAME), "the name of the army").fixed(),
    entry("armies.{side}.faces", Form::OneOf(&words(&FACINGS)), "the vertex that its units face at first"),
    entry("armies.{side}.edge", Form::OneOf(&words(&Edge::NAMES)), "the edge towards which it routs [10.22]"),
    entry("armies.{side}.withdrawal", Form::Number(1, 999), "its withdrawal level in rout points [11.3]"),
    // [4.6.4, D-4.6.4b] Without a counter of their own, leaders with names are not replaced.
    entry("armies.{side}.replacements", Form::Number(0, 9), "counters to replace leaders with names [4.6.4]")
        .usually(Usual::Number(0)),
    entry("armies.{side}.replacement.initiative", Form::Number(1, 9), "the Initiative of such a counter")
        .usually(Usual::Number(2)),
    entry("armies.{side}.replacement.range", Form::Number(0, 20), "its command range")
        .usually(Usual::Number(3)),
    entry("armies.{side}.replacement.lines", Form::Number(1, 3), "how many line commands it may give")
        .usually(Usual::Number(1)),
    entry("armies.{side}.replacement.charisma", Form::Number(0, 5), "its Charisma").usually(Usual::Number(0)),
    entry("leaders.{side}.{leader}.initiative", Form::Number(1, 9), "his Initiative [4.1]"),
    entry("leaders.{side}.{leader}.range", Form::Number(0, 20), "his command range [4.21]"),
    // [D-4.1a] One, if none is printed.
    entry("leaders.{side}.{leader}.lines", Form::Number(1, 3), "how many line commands he may give [4.1]")
        .usually(Usual::Number(1)),
    entry("leaders.{side}.{leader}.strategy", Form::Number(0, 9), "his Strategy; 0 without [4.25]")
        .usually(Usual::Number(0)),
    entry("leaders.{side}.{leader}.charisma", Form::Number(0, 5), "his Charisma [8.36]")
        .usually(Usual::Number(0)),
    entry(
        "leaders.{side}.{leader}.commands",
        Form::OneOf(&words(&Commands::NAMES)),
        "whom he commands [4.28]",
    )
    .usually(Usual::Text(Commands::All.name())),
    entry("leaders.{side}.{leader}.overall", Form::Flag, "is he the overall commander?")
        .usually(Usual::Flag(false))
        .fixed(),
    entry("leaders.{side}.{leader}.elite", Form::Flag, "is he one of the best (5.5, 6.58)?")
        .usually(Usual::Flag(false)),
    entry("leaders.{side}.{leader}.proconsul", Form::Flag, "is he a proconsul (4.46)?")
        .usually(Usual::Flag(false)),
    entry(
        "leaders.{side}.{leader}.frees_lines",
        Form::Flag,
        "do his leaders give line commands freely, as Hannibal's do (4.5)?",
    )
    .usually(Usual::Flag(false)),
    entry("leaders.{side}.{leader}.named", Form::Flag, "has he a name of his own [11.2]?")
        .usually(Usual::Flag(true))
        .fixed(),
    entry("leaders.{side}.{leader}.absent", Form::Flag, "does he take no part?")
        .usually(Usual::Flag(false))
        .plain(),
    entry("leaders.{side}.{leader}.hex", Form::Text("0817", HEX), "where he begins"),
    entry("units.{side}.{unit}.kind", Form::OneOf(&words(&Kind::NAMES)), "its type").fixed(),
    entry("units.{side}.{unit}.class", Form::OneOf(&words(&Class::NAMES)), "its class in a legion")
        .usually(Usual::Text(Class::None.name()))
        .fixed(),
    entry("units.{side}.{unit}.legion", Form::Number(0, 15), "its legion, or that of its ala; 0 without")
        .usually(Usual::Number(0))
        .fixed(),
    entry("units.{side}.{unit}.ala", Form::Flag, "is it of an ala?").usually(Usual::Flag(false)).fixed(),
    entry("units.{side}.{unit}.indian", Form::Flag, "are the elephants from India (9.19)?")
        .usually(Usual::Flag(false))
        .fixed(),
    entry("units.{side}.{unit}.rider", Form::Text("Hannibal", NAME), "the leader whose elephant it is [4.7]")
        .usually(Usual::None)
        .fixed(),
    entry("units.{side}.{unit}.double", Form::Flag, "may the phalanx stand in double depth (9.5)?")
        .usually(Usual::Flag(false)),
    entry("units.{side}.{unit}.quality", Form::Number(2, 9), "its troop quality [10.11]"),
    entry("units.{side}.{unit}.size", Form::Number(1, 20), "its size"),
    entry("units.{side}.{unit}.movement", Form::Number(1, 12), "its movement allowance [6.11]"),
    entry("units.{side}.{unit}.arms", Form::OneOf(&words(&Arms::NAMES)), "what it shoots with [8.11]")
        .usually(Usual::Text(Arms::None.name())),
    entry("units.{side}.{unit}.lines", Form::Texts("hastati", NAME), "its rows of the line command table")
        .usually(Usual::None)
        .fixed(),
    entry("units.{side}.{unit}.absent", Form::Flag, "does it take no part?")
        .usually(Usual::Flag(false))
        .plain(),
    entry("units.{side}.{unit}.hex", Form::Text("0817", HEX), "where it begins; a long one's left half"),
    entry("switches.turns", Form::Number(1, 60), "how many turns are played at most [D-2.6a]")
        .usually(Usual::Number(20)),
    entry("switches.lc_standing_fire", Form::Flag, "may units of a moving line that stand shoot [D-5.23a]?")
        .usually(Usual::Flag(false)),
    entry("switches.blanks", Form::Flag, "has every leader a marker, blank or not [D-6.59a]?")
        .usually(Usual::Flag(true)),
    entry("switches.javelins_low", Form::Number(1, 9), "from which number on javelins run low [8.14]")
        .usually(Usual::Number(6)),
    entry(
        "switches.exempt_targets_roll",
        Form::Flag,
        "does a target roll whose attacker need not [D-8.33a]?",
    )
    .usually(Usual::Flag(true)),
    entry(
        "switches.collapse",
        Form::OneOf(&words(&Collapse::NAMES)),
        "which units test at the end of a shock [D-8.37a]",
    )
    .usually(Usual::Text(Collapse::Fighters.name())),
    entry("switches.compass", Form::Number(0, 5), "where a 1 lies, in steps clockwise from north [D-9.14a]")
        .usually(Usual::Number(0)),
    entry("switches.triarii_doctrine", Form::Flag, "are triarii kept back [9.7]?").usually(Usual::Flag(true)),
    entry("switches.engaged", Form::Flag, "are opponents who stay engaged (10.5)?")
        .usually(Usual::Flag(false)),
    entry("switches.elephant_command", Form::Flag, "do elephants obey only who is with them (4.8)?")
        .usually(Usual::Flag(false)),
    entry("switches.pursuit", Form::Flag, "does cavalry pursue [10.41]?").usually(Usual::Flag(true)),
    entry("switches.rally_table", Form::OneOf(&words(&RallyTable::NAMES)), "what a rally costs [10.29]")
        .usually(Usual::Text(RallyTable::Third.name())),
];

const OF_TABLES: &[Entry] = &[
    entry("missiles.{weapon}", Form::Text("5 3 3 1", ""), "hit on this or less, by range [8.51]").fixed(),
    entry(
        "superiority.{kind}.attackers",
        Form::Texts("LG", "[A-Z]{2}"),
        "who attacks it with superiority [8.52]",
    )
    .fixed(),
    entry("superiority.{kind}.over", Form::Texts("HC", "[A-Z]{2}"), "to whom it is superior as the defender")
        .fixed(),
    entry(
        "clash.{from}.{kind}",
        Form::Text("7 6 5 5 5 4 5 4 3 6 8", ""),
        "the column for each attacker [8.53]",
    )
    .usually(Usual::None)
    .fixed(),
    entry(
        "shock.{face}",
        Form::Text("6(1) 5(2) 4(2) 4(2) 3(2) 3(2) 3(2) 3(2) 3(2) 3(2) 3(2) 2(2) 2(2)", ""),
        "attackers' and defenders' hits by column [8.54]",
    )
    .fixed(),
];
