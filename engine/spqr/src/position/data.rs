//! What a scenario says: units, leaders, armies, lines, switches. None of it changes in play.

use szala_board::{Direction, Facing, HexGrid, HexId};
use szala_files::Assumption;
use szala_kernel::BySide;

use crate::position::ground::Terrain;
use crate::position::tables::Tables;

macro_rules! named {
    ($(#[$attribute:meta])* $type:ident, $count:literal, $($(#[$of:meta])* $name:ident = $text:literal),+) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type { $($(#[$of])* $name),+ }

        impl $type {
            /// All, with their names.
            pub const NAMES: [(&'static str, Self); $count] = [$(($text, Self::$name)),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize].0
            }
        }
    };
}

named! {
    /// The type of a unit (G5). Rows of the tables come in this order.
    Kind, 13,
    /// Phalanx.
    Phalanx = "PH",
    /// Heavy infantry.
    Heavy = "HI",
    /// Legion infantry.
    Legion = "LG",
    /// Medium infantry.
    Medium = "MI",
    /// Barbarian infantry.
    Barbarian = "BI",
    /// Light infantry.
    Light = "LI",
    /// Skirmishers.
    Skirmisher = "SK",
    /// Heavy cavalry.
    HeavyCavalry = "HC",
    /// Roman cavalry.
    RomanCavalry = "RC",
    /// Lancers.
    Lancer = "LN",
    /// Light cavalry.
    LightCavalry = "LC",
    /// Elephants.
    Elephant = "EL",
    /// Chariots.
    Chariot = "CH"
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = Self::NAMES.len();

    /// Is it foot (G5)?
    pub const fn is_foot(self) -> bool {
        matches!(
            self,
            Self::Phalanx
                | Self::Heavy
                | Self::Legion
                | Self::Medium
                | Self::Barbarian
                | Self::Light
                | Self::Skirmisher
        )
    }

    /// Is it cavalry (G5)?
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Self::HeavyCavalry | Self::RomanCavalry | Self::Lancer | Self::LightCavalry)
    }

    /// Is it foot that fights in ranks [8.52]?
    pub const fn is_firm(self) -> bool {
        matches!(self, Self::Phalanx | Self::Heavy | Self::Legion | Self::Medium | Self::Barbarian)
    }

    /// Must it attack after moving [7.25]?
    pub const fn is_heavy(self) -> bool {
        !matches!(self, Self::Light | Self::LightCavalry | Self::Skirmisher)
    }
}

named! {
    /// The class of legion infantry (G5).
    Class, 7,
    /// None of them.
    None = "none",
    /// Hastati.
    Hastati = "HA",
    /// Principes.
    Principes = "PR",
    /// Cohorts of an ala.
    Cohort = "CO",
    /// Elite cohorts of an ala.
    EliteCohort = "CE",
    /// Triarii.
    Triarii = "TR",
    /// Velites.
    Velites = "VE"
}

named! {
    /// What a unit shoots with [8.11].
    Arms, 5,
    /// Nothing.
    None = "none",
    /// Javelins.
    Javelins = "J",
    /// Bows.
    Bows = "A",
    /// Slings.
    Slings = "S",
    /// Slings of the Balearic islands.
    BalearicSlings = "S Balearic"
}

named! {
    /// Whom a leader may command [4.28, 4.42, 4.44].
    Commands, 4,
    /// Everybody.
    All = "all",
    /// Foot of the alae.
    AlaFoot = "ala foot",
    /// Foot of the legions.
    LegionFoot = "legion foot",
    /// Horse of legions and alae.
    Horse = "horse"
}

named! {
    /// The edge towards which an army routs [10.22].
    Edge, 4,
    /// The north.
    North = "north",
    /// The east.
    East = "east",
    /// The south.
    South = "south",
    /// The west.
    West = "west"
}

named! {
    /// What a rally costs (D-10.28e).
    RallyTable, 2,
    /// As this edition's one example has it.
    Third = "third, reconstructed",
    /// As the next edition has it.
    Fourth = "fourth"
}

named! {
    /// Which units take the last test of collapse [D-8.37a].
    Collapse, 2,
    /// Those of the fights of this phase.
    Fighters = "fighters",
    /// All.
    All = "all"
}

/// A unit as printed.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is printed on the counter, or said of it")]
pub struct UnitCard {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Its class.
    pub class: Class,
    /// The number of its legion, or of the legion its ala goes with; 0 for others.
    pub legion: u8,
    /// Is it of an ala?
    pub is_ala: bool,
    /// Are the elephants from India [9.19]?
    pub is_indian: bool,
    /// Whose elephant it is, by his place among the leaders of the side [4.7].
    pub rider: Option<usize>,
    /// May the phalanx stand in double depth [9.5]?
    pub may_double: bool,
    /// Troop quality.
    pub quality: u8,
    /// Size.
    pub size: u8,
    /// Movement allowance [6.11].
    pub movement: u8,
    /// What it shoots with.
    pub arms: Arms,
    /// Rows of the line command table to which it belongs, a bit each [4.24].
    pub lines: u16,
    /// Where it begins; the left half of a unit of two hexes.
    pub hex: HexId,
    /// Does it take no part, by a variant?
    pub is_absent: bool,
}

impl UnitCard {
    /// Does it stand on two hexes (G3)?
    pub fn is_long(&self) -> bool {
        self.kind == Kind::Phalanx
    }

    /// Is it foot of a legion or an ala (G5)?
    pub fn is_legionary(&self) -> bool {
        self.class != Class::None
    }
}

/// A leader as printed [4.1].
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is printed on the counter, or said of him")]
pub struct LeaderCard {
    /// His name.
    pub name: String,
    /// Initiative.
    pub initiative: u8,
    /// Command range.
    pub range: u8,
    /// How many line commands he may give.
    pub lines: u8,
    /// Strategy; 0 for all but the overall commander.
    pub strategy: u8,
    /// Charisma.
    pub charisma: u8,
    /// Whom he commands.
    pub commands: Commands,
    /// Is he the overall commander?
    pub is_overall: bool,
    /// Is he one of the best [5.5, 6.58]?
    pub is_elite: bool,
    /// Is he a proconsul [4.46]?
    pub is_proconsul: bool,
    /// Is he Hannibal, whose leaders need no leave [4.5]?
    pub frees_lines: bool,
    /// Is he a driver of elephants [4.8]?
    pub is_driver: bool,
    /// Has he a name, or is he a tribune or prefect [11.2]?
    pub is_named: bool,
    /// Where he begins.
    pub hex: HexId,
    /// Does he take no part, by a variant?
    pub is_absent: bool,
}

/// What replacements of leaders with names have printed on their counters [4.6.4, D-4.6.4b].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratings {
    /// Initiative.
    pub initiative: u8,
    /// Command range.
    pub range: u8,
    /// How many line commands he may give.
    pub lines: u8,
    /// Charisma.
    pub charisma: u8,
}

/// An army.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// The vertex its units face at first.
    pub faces: Facing,
    /// Its edge.
    pub edge: Edge,
    /// Its withdrawal level [11.3].
    pub withdrawal: u16,
    /// How many counters it has for replacements of leaders with names [4.6.4].
    pub replacements: u8,
    /// What these have printed.
    pub replacement: Ratings,
    /// Its units.
    pub units: Vec<UnitCard>,
    /// Its leaders.
    pub leaders: Vec<LeaderCard>,
}

/// A row of the line command table [4.24].
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// How many hexes apart its units may be.
    pub gap: u8,
}

/// Doubtful rules with more than one reading, and optional ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, by its own decision")]
pub struct Switches {
    /// [D-2.6a] How many turns are played at most.
    pub turns: u8,
    /// [D-5.23a] May units of a moving line that stand shoot?
    pub lc_standing_fire: bool,
    /// [D-6.59a] Has every leader a marker, so that the enemy does not know which are orders?
    pub blanks: bool,
    /// [8.14] From which natural number on javelins run low.
    pub javelins_low: u8,
    /// [D-8.33a] Do targets roll when their attacker need not?
    pub exempt_targets_roll: bool,
    /// [D-8.37a]
    pub collapse: Collapse,
    /// [D-9.14a] The direction of a 1, in steps clockwise from north.
    pub compass: u8,
    /// [9.7.1] Are triarii kept back?
    pub triarii_doctrine: bool,
    /// [10.5] Are opponents next to each other after a shock engaged?
    pub engaged: bool,
    /// [4.8] Do elephants that have had an order obey only leaders with them, and drivers?
    pub elephant_command: bool,
    /// [10.41] Does cavalry pursue?
    pub pursuit: bool,
    /// [10.29]
    pub rally_table: RallyTable,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its title.
    pub title: String,
    /// The map.
    pub grid: HexGrid,
    /// Its ground.
    pub terrain: Terrain,
    /// Both armies.
    pub armies: BySide<Army>,
    /// The rows of the line command table.
    pub lines: Vec<Line>,
    /// The tables.
    pub tables: Tables,
    /// The switches.
    pub switches: Switches,
    /// How a variant differs.
    pub variant: Option<String>,
    /// What is assumed.
    pub assumptions: Vec<Assumption>,
}

/// The compass, clockwise from north.
pub(crate) const COMPASS: [Direction; 6] = {
    use szala_board::flat::direction::{N, NE, NW, S, SE, SW};
    [N, NE, SE, S, SW, NW]
};
