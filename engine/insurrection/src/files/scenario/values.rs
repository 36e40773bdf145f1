//! The table of the values of the family's files: what each is called, takes and means, and what it is where nothing is
//! written. The readers' keys and bounds, variants, `docs/VARIANTS.md` and the schema come from it.

use szala_files::declared::{Declared, Entry, FileKind, Form, Names, Usual, entry, words};

use super::battle::part_size;
use super::ground::TERRAINS;
use super::map::{ORDERS, ORIENTATIONS, PARITIES, TOWARDS};
use super::tables::plus;
use super::units::ARMS;
use crate::chapters::reinforcement::FACES;
use crate::chapters::stacking::limit;
use crate::position::data::{KILLED, MOST_STAGES, Values};

/// The kinds of files.
pub(super) const SCENARIO: &str = "scenario";
pub(super) const MAP: &str = "map";
pub(super) const UNITS: &str = "units";
pub(super) const TABLES: &str = "tables";

/// The other books of the family, as the ledger lists them.
pub(super) const BOOKS: [&str; 1] = ["maciejowice-1794"];
/// Who is ahead as the game begins.
pub(super) const STARTING_LEAD: &str = "starting_lead";
/// More points than can be won.
const MOST_POINTS: u16 = 100;
/// A die shows no more.
const MOST_BONUS: u16 = 9;
const MOST_MORALE: u16 = 9;
/// [6.2] A larger unit could not stand anywhere, not even alone.
const MOST_INFANTRY: u16 = limit::INFANTRY as u16;
/// No hill is higher.
const HIGHEST: u16 = 9;

/// The table.
pub(super) static VALUES: Declared = Declared {
    files: &[
        FileKind {
            name: SCENARIO,
            prefix: "",
            means: "A scenario of the family of Niemenczyn 1794, or what differs from the one it is based on.",
            entries: OF_SCENARIO,
        },
        FileKind {
            name: MAP,
            prefix: "map",
            means: "A map of the family of Niemenczyn 1794: a drawing of hexes, and what lies on them.",
            entries: OF_MAP,
        },
        FileKind {
            name: UNITS,
            prefix: "units",
            means: "The counters of a game of the family: commanders and units with their printed values.",
            entries: OF_UNITS,
        },
        FileKind {
            name: TABLES,
            prefix: "",
            means: "The printed tables of a game of the family.",
            entries: OF_TABLES,
        },
    ],
    names: &[
        Names::open("side", ".+"),
        Names::open("stronghold", ".+"),
        Names::open("name", ".+").called("unit or commander"),
        Names::open("commander", ".+"),
        Names::open("unit", ".+"),
        Names::open("stages", "([0-9]+|last)(-([0-9]+|last))?"),
        Names::open("band", "[0-9]+(-[0-9]+)?").called("band of ranges"),
        Names::open("letter", r"[^\s#]"),
        Names::open("ground", "[a-z-]+").called("kind of ground"),
        Names::open("border", "[a-z-]+").called("kind of hexside"),
        Names::open("road", ".+"),
        Names::open("hex", HEX),
        Names::open("hex/hex", HEXSIDE),
    ],
    omitted: &["switches", "map"],
    example: "units.Narwa 1.morale=8",
    called: &[
        ("switches", "switch"),
        ("family", "difference of the family"),
        ("values", "value of the rules"),
        ("barred", "thing that a side can be kept from"),
        ("map", "part of the map"),
        ("map.hexsides", "kind of hexside"),
        ("map.camp", "value of the camp"),
    ],
    added: &["set_up", "pool"],
    ..Declared::EMPTY
};

/// The label of a hex, of a hexside.
const HEX: &str = "[0-9]{2,6}";
const HEXSIDE: &str = "[0-9]{2,6}/[0-9]{2,6}";

const fn in_one_of_its_files(entry: Entry) -> Entry {
    entry.usually(Usual::DueInOne)
}

const fn off(keys: &'static str, means: &'static str) -> Entry {
    entry(keys, Form::Flag, means).usually(Usual::Flag(false)).plain()
}

const fn barred(keys: &'static str, means: &'static str) -> Entry {
    entry(keys, Form::AnyNamed("side"), means).usually(Usual::None).plain()
}

const OF_SCENARIO: &[Entry] = &[
    entry("game", Form::OneOf(&["insurrection"]), "the rule system whose scenario it is")
        .usually(Usual::None)
        .fixed(),
    entry("based_on", Form::File(SCENARIO), "the scenario of which this one says what is otherwise")
        .usually(Usual::None)
        .fixed(),
    entry("book", Form::OneOf(&BOOKS), "the book whose numbers are told, when it is not that of Niemenczyn")
        .usually(Usual::None)
        .fixed(),
    in_one_of_its_files(
        entry("title", Form::Text("Niemenczyn 1794, I: historical", ""), "what it is called").fixed(),
    ),
    in_one_of_its_files(entry("map", Form::File(MAP), "the file of its map, relative to this one").fixed()),
    in_one_of_its_files(entry("units", Form::File(UNITS), "the file of its counters").fixed()),
    in_one_of_its_files(entry("tables", Form::File(TABLES), "the file of its tables").fixed()),
    in_one_of_its_files(
        entry(
            "sides",
            Form::Texts("Poles, Russians", ""),
            "the sides, the one whose lead counts as positive first",
        )
        .fixed(),
    ),
    in_one_of_its_files(entry(
        "stages",
        Form::Number(1, MOST_STAGES as u16),
        "how many stages a game lasts [3.2]",
    )),
    in_one_of_its_files(entry(
        "automatic_victory",
        Form::Number(1, MOST_POINTS),
        "a lead of this many points in Turn 3 wins at once [12.4]",
    )),
    entry(
        "breaks_below",
        Form::Graded("1/3", "[1-9]/[1-9]", part_size),
        "with less than this part of its size points a side loses at once in Turn 3 [12.4m]",
    )
    .usually(Usual::None),
    entry(
        "strongholds.{stronghold}.hexes",
        Form::Texts("1830, 1831, 1931", HEX),
        "the hexes of a place that scores after the last stage [12.3m]",
    )
    .usually(Usual::DueAtTimes)
    .plain(),
    entry(
        "strongholds.{stronghold}.points",
        Form::Number(0, MOST_POINTS),
        "what it scores for who holds more than half of its hexes [12.3m]",
    )
    .usually(Usual::DueAtTimes),
    entry("strongholds.{stronghold}.holder", Form::Named("side"), "who holds it as the game begins [D-M12.3a]")
        .usually(Usual::DueAtTimes)
        .plain(),
    entry("reinforcement.commander", Form::Named("commander"), "who comes later, with all his units [13.3m]")
        .usually(Usual::None)
        .fixed(),
    entry("reinforcement.from", Form::Number(1, MOST_STAGES as u16), "he comes in this stage or later [13.3m]")
        .usually(Usual::DueAtTimes),
    entry(
        "reinforcement.faces",
        Form::Number(0, FACES as u16),
        "he comes when a d10 shows less than this: 0 never, 10 at once [13.3m]",
    )
    .usually(Usual::DueAtTimes),
    entry(
        "reinforcement.zone",
        Form::Texts("1537 to 2340", "\\S.*"),
        "where his units are placed: row 01, 0205, or all from corner to corner [13.3m]",
    )
    .usually(Usual::DueAtTimes)
    .plain(),
    entry(
        "reinforcement.rally",
        Form::Text("1940", HEX),
        "where he is placed, and where his units rally without him [D-M13.3b]",
    )
    .usually(Usual::DueAtTimes),
    entry("starting_lead.{side}", Form::Number(0, MOST_POINTS), "points of a side as the game begins [12.2]")
        .usually(Usual::None),
    in_one_of_its_files(
        entry("wins_at_zero", Form::Named("side"), "who wins at equal points [12.3]").plain(),
    ),
    in_one_of_its_files(entry("squares", Form::AnyNamed("side"), "who may form squares [7.2.2]").plain()),
    in_one_of_its_files(
        entry(
            "practised_gunners",
            Form::AnyNamed("side"),
            "whose guns add 1 when they fire at lone guns [10.10.6]",
        )
        .plain(),
    ),
    in_one_of_its_files(
        entry(
            "pool.{stages}",
            Form::Texts("Grabowski, Lewiz or Kirejew", ""),
            "whose chits are in the pool in these stages: A, or one of A or B, or 2 of A or B or C [3.3]",
        )
        .plain(),
    ),
    entry("set_up.{name}", Form::Text("0408 N, or absent", "\\S.*"), "where a unit or a commander begins")
        .usually(Usual::Text("absent")),
    entry(
        "free_set_up.{side}",
        Form::Texts("row 01, 0205, or none", ""),
        "where a side sets up freely [13.2]",
    )
    .usually(Usual::None)
    .plain(),
    entry("overall_commander.{side}", Form::Named("commander"), "the overall commander of a side [4.4m]")
        .usually(Usual::None)
        .fixed()
        .ranked(),
    entry(
        "leads_in_person.{side}",
        Form::Number(0, MOST_INFANTRY),
        "how many units of any formation the overall commander of a side leads in person [4.4m]",
    )
    .usually(Usual::None)
    .fixed()
    .ranked(),
    entry("reserve.{side}", Form::AnyNamed("unit"), "the reserve of a side: units that obey nobody alone [4.5m]")
        .usually(Usual::None)
        .fixed(),
    entry("reserve_leaders.{side}", Form::AnyNamed("commander"), "who leads the reserve of a side [4.5m]")
        .usually(Usual::None)
        .fixed(),
    off("switches.out_of_range_units_react_fully", "units out of their commander's range react fully")
        .decides("D-4.2d"),
    off(
        "switches.melee_nine_strikes_own_commander",
        "a natural 9 in melee concerns the roller's own commander",
    )
    .decides("D-4.4.3a"),
    off("switches.trench_shelters_its_own_hex_only", "a trench shelters only the hex whose side it is")
        .decides("D-10.9f"),
    off(
        "switches.overall_commander_is_bound_for_good",
        "an overall commander names nobody again once a commander has fallen and left units [4.3]",
    )
    .decides("D-M4.3c"),
    off(
        "switches.overall_commander_names_undrawn_only",
        "an overall commander names none who was carried out in this stage, and takes his chit out of the pool [4.4m]",
    )
    .decides("D-M4.4a"),
    off(
        "switches.the_six_must_be_fresh",
        "units that acted for the commander named are not led in person by the overall commander [4.4m]",
    )
    .decides("D-M4.4f"),
    off("switches.reserve_is_led_once_a_turn", "a unit of the reserve acts for one leader a stage [4.5m]")
        .decides("D-M4.5b"),
    off(
        "switches.nothing_hides_hill_from_hill",
        "nothing between two hills hides one from the other [10.1.2]",
    )
    .decides("D-10.1.2a"),
    off("switches.leaving_skirmish_order_is_free", "leaving skirmish order costs no movement point")
        .decides("D-M7.2b"),
    off("switches.stars_of_the_target_count", "at lone guns the stars of the target count, not the firer's")
        .decides("D-M10.10.7a"),
    off("switches.armies_never_break", "no side loses because its army breaks [12.4m]").decides("D-M12.4b"),
    off("switches.camp_draws_only_against_a_lead", "the camp makes a draw only against a lead")
        .decides("D-13.1a"),
    off("family.hills_block_sight", "hills block the sight"),
    off("family.only_attackers_win_unscathed", "only attackers win a melee without a loss"),
    off("family.lava_eased_against_infantry_only", "lava is easier against infantry alone"),
    off("family.commanders_step_before", "commanders step back before the enemy's step is made [10.11.7]"),
    entry("values.charge_bonus", Form::Number(0, MOST_BONUS), "what a charge adds to the die [8.14.2]")
        .usually(Usual::Number(Values::PRINTED.charge_bonus as u16)),
    entry("values.about_turn", Form::Number(1, 4), "what turning right about costs [8.7]")
        .usually(Usual::Number(Values::PRINTED.about_turn as u16)),
    entry(
        "values.camp_draws",
        Form::Flag,
        "a camp that was reached makes the intruder's defeat a draw [13.1]",
    )
    .usually(Usual::Flag(Values::PRINTED.camp_draws))
    .plain(),
    barred("barred.charges", "whose cavalry does not charge, for a what-if [8.14]"),
    barred("barred.counterattacks", "who does not counterattack, for a what-if [8.15]"),
    barred(
        "barred.captures",
        "who captures no guns, for a what-if: fire does nothing to lone guns, and melee removes guns without points \
         [10.10.9]",
    ),
    barred(
        "barred.deaths",
        "whose commanders are not killed, for a what-if: a 0 does nothing, and who falls with his troops or is caught \
         alone scores nothing [4.4]",
    ),
];

const OF_MAP: &[Entry] = &[
    entry("title", Form::Text("Niemenczyn and the road to Suzany", ""), "what it is called")
        .usually(Usual::None)
        .fixed(),
    entry("grid.hexes", Form::OneOf(&words(&ORIENTATIONS)), "how hexes stand").fixed(),
    entry("grid.rows", Form::Number(1, u8::MAX as u16), "how many rows").fixed(),
    entry("grid.columns", Form::Number(1, u8::MAX as u16), "how many columns").fixed(),
    entry("grid.label", Form::OneOf(&words(&ORDERS)), "what comes first in a label").fixed(),
    entry("grid.digits", Form::Number(1, 3), "how many digits a row and a column have in a label").fixed(),
    entry("grid.rows_from", Form::OneOf(&["north", "south"]), "where rows are counted from").fixed(),
    entry("grid.first_row", Form::Number(0, u8::MAX as u16), "the number of the first row").fixed(),
    entry("grid.columns_from", Form::OneOf(&["east", "west"]), "where columns are counted from").fixed(),
    entry("grid.first_column", Form::Number(0, u8::MAX as u16), "the number of the first column").fixed(),
    in_one_of_its_files(
        entry(
            "grid.shifted_rows",
            Form::OneOf(&words(&PARITIES)),
            "of pointy-top hexes: which rows are shifted",
        )
        .fixed(),
    ),
    in_one_of_its_files(
        entry(
            "grid.shifted_columns",
            Form::OneOf(&words(&PARITIES)),
            "of flat-top hexes: which columns are shifted",
        )
        .fixed(),
    ),
    entry("grid.shifted_towards", Form::OneOf(&TOWARDS), "which way they are shifted").fixed(),
    entry("ground.map", Form::Drawing, "the hexes row by row, north on top").fixed(),
    entry("ground.legend", Form::Table, "what each letter of the drawing stands for").fixed(),
    entry("ground.legend.{letter}.terrain", Form::OneOf(&words(&TERRAINS)), "the terrain").fixed(),
    entry("ground.legend.{letter}.level", Form::Number(0, HIGHEST), "how high it lies").fixed(),
    entry("roads.{road}", Form::Text("0109-0208-0309", "[0-9]+(-[0-9]+)*"), "the hexes of a road")
        .usually(Usual::DueAtTimes),
    entry(
        "rally.{side}",
        Form::Text("1108", HEX),
        "where units of a side rally whose commander is gone [11.11.4]",
    ),
    entry("camp.hex", Form::Text("1108", HEX), "where the enemy camp is [13.1]").usually(Usual::DueAtTimes),
    entry(
        "camp.intruder",
        Form::Named("side"),
        "whose units turn the other side's victory into a draw [13.1]",
    )
    .usually(Usual::DueAtTimes)
    .plain(),
    entry("ground.map.{hex}", Form::Letter("ground"), "the ground of a hex").at("map.{hex}").plain(),
    entry("hexsides.escarpment", Form::Texts("0208/0207", HEXSIDE), "hexsides with an escarpment")
        .usually(Usual::DueAtTimes)
        .fixed()
        .ranked(),
    entry("hexsides.trench", Form::Texts("0706/0605", HEXSIDE), "hexsides with a trench")
        .usually(Usual::DueAtTimes)
        .fixed()
        .ranked(),
    entry("hexsides.river", Form::Texts("2409/2510", HEXSIDE), "hexsides with a river, bridged or not")
        .usually(Usual::DueAtTimes)
        .fixed()
        .ranked(),
    entry("hexsides.escarpment.{hex/hex}", Form::Listed, "is there an escarpment on the hexside?")
        .usually(Usual::Flag(false)),
    entry("hexsides.trench.{hex/hex}", Form::Listed, "is there a trench on the hexside?")
        .usually(Usual::Flag(false)),
    entry("hexsides.river.{hex/hex}", Form::Listed, "is there a river on the hexside?")
        .usually(Usual::Flag(false)),
];

const OF_UNITS: &[Entry] = &[
    entry("commander", Form::Tables, "the commanders, each under [[commander]]")
        .usually(Usual::DueAtTimes)
        .fixed(),
    entry("commander.{commander}.name", Form::Text("Grabowski", ""), "the commander's name").fixed(),
    entry("commander.{commander}.side", Form::Named("side"), "whose commander it is").fixed(),
    entry("commander.{commander}.killed", Form::Number(0, MOST_POINTS), "what killing him scores [12.1]")
        .at("commanders.{commander}.killed")
        .usually(Usual::Number(KILLED as u16)),
    entry("unit", Form::Tables, "the units, each under [[unit]]").usually(Usual::DueAtTimes).fixed(),
    entry("unit.{unit}.name", Form::Text("Narwa 1", ""), "the identifier printed on the counter [3.4]")
        .fixed(),
    entry("unit.{unit}.side", Form::Named("side"), "its side").at("units.{unit}.side").plain(),
    entry("unit.{unit}.commander", Form::Named("commander"), "its commander [4.1]")
        .at("units.{unit}.commander")
        .plain(),
    entry("unit.{unit}.arm", Form::OneOf(&words(&ARMS)), "what it fights as").at("units.{unit}.arm").plain(),
    entry("unit.{unit}.cossack", Form::Flag, "is it a Cossack unit?")
        .at("units.{unit}.cossack")
        .usually(Usual::Flag(false))
        .plain(),
    entry("unit.{unit}.kosynierzy", Form::Flag, "of infantry: does it fight with scythes? [7.5m]")
        .at("units.{unit}.kosynierzy")
        .usually(Usual::Flag(false))
        .plain(),
    entry("unit.{unit}.skirmishers", Form::Flag, "of infantry: can it form skirmish order? [7.2m]")
        .at("units.{unit}.skirmishers")
        .usually(Usual::Flag(false))
        .plain(),
    entry("unit.{unit}.stars", Form::Number(0, MOST_BONUS), "of guns: the stars of the battery [10.10.6m]")
        .at("units.{unit}.stars")
        .usually(Usual::None),
    entry("unit.{unit}.morale", Form::Number(0, MOST_MORALE), "morale on the front")
        .at("units.{unit}.morale")
        .usually(Usual::DueAtTimes),
    entry(
        "unit.{unit}.morale_reverse",
        Form::Number(0, MOST_MORALE),
        "morale on the reverse, where it has its own",
    )
    .at("units.{unit}.morale_reverse")
    .usually(Usual::None),
    entry("unit.{unit}.size", Form::Number(1, MOST_INFANTRY), "size when fresh")
        .at("units.{unit}.size")
        .usually(Usual::DueAtTimes),
    entry(
        "unit.{unit}.fire",
        Form::Number(0, MOST_INFANTRY),
        "firepower when fresh; 0 where none is printed [10.9.3]",
    )
    .at("units.{unit}.fire")
    .usually(Usual::DueAtTimes),
    entry(
        "unit.{unit}.fire_reverse",
        Form::Number(0, MOST_INFANTRY),
        "firepower on the reverse, where it has its own",
    )
    .at("units.{unit}.fire_reverse")
    .usually(Usual::None),
];

/// More points than anybody has.
const MOST_POINTS_OF_GROUND: u16 = 20;

const fn said(keys: &'static str, form: Form, means: &'static str) -> Entry {
    entry(keys, form, means).usually(Usual::None)
}

const fn cost(keys: &'static str, least: u16, means: &'static str) -> Entry {
    entry(keys, Form::Number(least, MOST_POINTS_OF_GROUND), means).usually(Usual::DueAtTimes)
}

const OF_TABLES: &[Entry] = &[
    entry("artillery.{band}", Form::Graded("2M", "[1-9]?M", plus), "what guns do at these ranges [10.10.1]"),
    cost("terrain.{ground}.foot", 1, "points of infantry to enter such a hex [8.2]"),
    cost(
        "terrain.{ground}.horse",
        0,
        "points of cavalry and limbered guns; 0: they enter by a road alone [8.2]",
    ),
    said("terrain.{ground}.double_time", Form::Flag, "may one enter it in double time? [8.9]").plain(),
    said("terrain.{ground}.charges", Form::Flag, "may one charge into it or through it? [8.14.1]").plain(),
    said("terrain.{ground}.squares", Form::Flag, "may squares stand in it? [7.2]").plain(),
    said("terrain.{ground}.hides", Form::Flag, "does it block sight? [10.1]").plain(),
    said(
        "terrain.{ground}.cover",
        Form::Number(0, MOST_BONUS),
        "what it takes off a test under fire [10.9.4]",
    ),
    said(
        "terrain.{ground}.defence",
        Form::Number(0, MOST_BONUS),
        "what it adds to the defender's die of melee [11.7]",
    ),
    said("terrain.{ground}.defends_cavalry", Form::Flag, "does that help cavalry too?").plain(),
    said("terrain.{ground}.retreat_loss", Form::Flag, "does retreating into it cost a loss? [10.11.3]")
        .plain(),
    cost("border.{border}.foot", 0, "points of infantry to cross it; slopes and escarpments upwards"),
    cost("border.{border}.horse", 0, "points of cavalry and limbered guns to cross it"),
    said("border.{border}.double_time", Form::Flag, "may one cross it in double time? [8.9]").plain(),
    said("border.{border}.charges", Form::Flag, "may one charge across it? [8.14.1]").plain(),
    said("border.{border}.squares", Form::Flag, "may squares cross it? [7.2.2]").plain(),
    said(
        "border.{border}.attack",
        Form::Number(0, MOST_BONUS),
        "of a river: what it takes off the die of attackers who all came across [11.7]",
    ),
    said("border.{border}.retreat_loss", Form::Flag, "does retreating across it cost a loss? [10.11.3]")
        .plain(),
];
