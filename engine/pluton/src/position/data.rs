//! A scenario in the form that play needs. `files` reads it.

use szala_board::{HexGrid, HexId};
use szala_files::Assumption;
use szala_kernel::{BySide, Side};

use crate::position::ids::{CounterId, Hexes};
use crate::position::tables::{Ground, Tables};

/// The sides, that named first in the scenarios first.
pub(crate) const SIDES: [&str; 2] = ["Poles", "Germans"];

/// What a counter is [1.1, 21].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A rifle platoon.
    Rifles,
    /// A platoon of heavy machine guns.
    Guns,
    /// A platoon of mortars.
    Mortars,
    /// A commander, who is no unit.
    Commander,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// All of them.
    pub const ALL: [Self; Self::COUNT] = [Self::Rifles, Self::Guns, Self::Mortars, Self::Commander];

    /// Its name, also in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rifles => "rifles",
            Self::Guns => "machine guns",
            Self::Mortars => "mortars",
            Self::Commander => "commander",
        }
    }

    /// [7.2, D-7.2a] Mortar crews fire as light platoons; [D-7.1a] a commander does not fire.
    pub const fn weapons(self) -> Option<Weapons> {
        match self {
            Self::Rifles | Self::Mortars => Some(Weapons::Light),
            Self::Guns => Some(Weapons::Heavy),
            Self::Commander => None,
        }
    }
}

/// The two kinds of platoons that the table of small arms distinguishes [D-7.2a].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weapons {
    /// Rifles and the crews of mortars.
    Light,
    /// Heavy machine guns.
    Heavy,
}

/// What is printed on a counter, and on its line of the strength sheet [14.1].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name in the files: `25s`.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its battalion.
    pub battalion: u8,
    /// Its company; 0 for a battalion's own.
    pub company: u8,
    /// Its squares; none for a commander.
    pub squares: u8,
    /// Its morale [17.1].
    pub morale: u8,
    /// Where and when it comes onto the board; `None`: it is not in this scenario.
    pub group: Option<u8>,
}

/// Counters that come onto the board together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name in the files.
    pub name: String,
    /// Where they may be set up, or enter.
    pub hexes: Hexes,
    /// When.
    pub comes: Coming,
    /// Are they kept on paper until they are revealed [19.1]?
    pub on_paper: bool,
}

/// When counters come onto the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coming {
    /// Before the first stage [18.2].
    SetUp,
    /// From this stage on [18.5.1, 18.5.3].
    Stage(u8),
    /// When the other side's first unit stands in one of these hexes with none of the owner's enemies [18.5.2].
    Taken(Hexes),
    /// When a die says so, at the start of each stage after the first in which an enemy unit was revealed [19.3].
    Released {
        /// On this or less.
        on: u8,
        /// On this or less from a later stage on.
        later: u8,
        /// From which.
        from: u8,
    },
}

/// What fires a barrage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battery {
    /// A platoon of mortars on the board.
    Platoon(CounterId),
    /// A battery of a battalion of guns off the board [9.1], by its place in the list of battalions.
    Guns {
        /// The battalion.
        battalion: u8,
        /// Its barrels.
        barrels: u8,
    },
}

/// A barrage marker [18.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrageCard {
    /// What fires it.
    pub battery: Battery,
    /// The row of the table of artillery.
    pub calibre: u8,
}

/// A battalion of guns that can be called [9.2, 18.4].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battalion {
    /// Its name in the files: `II/30 pal`.
    pub name: String,
    /// The first stage in which it may be called.
    pub from: u8,
    /// The worth of never calling it, in half points.
    pub uncalled: u8,
    /// How many enemy units must have been revealed [19.2.1].
    pub revealed: u8,
    /// How many own platoons must be in these hexes, if any must [19.2.3].
    pub near: Option<(u8, Hexes)>,
}

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Columns, rows and labels.
    pub grid: HexGrid,
    /// What each hex is.
    pub ground: Vec<Ground>,
    /// Pairs of hexes with a stream between them.
    pub streams: Vec<[HexId; 2]>,
    /// Pairs of hexes with a road from one to the other.
    pub roads: Vec<[HexId; 2]>,
    /// Named places with their building hexes.
    pub places: Vec<(String, Hexes)>,
}

/// [18.6.11] A bonus for keeping a side's units away from a road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClearRoad {
    /// The side that gains by it.
    pub side: Side,
    /// The hexes of each of the roads.
    pub ways: Vec<Hexes>,
    /// No enemy unit is nearer than this.
    pub nearer: u8,
    /// Its worth, in half points.
    pub worth: u8,
}

/// What a side counts at the end, in half points [18.6, D-18.6f].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// For each building hex that it holds.
    pub building: u8,
    /// Less for each of its squares lost.
    pub square: u8,
    /// Less for each of its commanders eliminated.
    pub commander: u8,
    /// For each stage in which it stayed hidden [19.4.1].
    pub hidden_stage: u8,
    /// For all such stages at most.
    pub most_hidden: u8,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its title.
    pub title: String,
    /// Its map.
    pub map: Map,
    /// Its tables.
    pub tables: Tables,
    /// The calibres of its table of artillery, in the order of the rows.
    pub calibres: Vec<String>,
    /// The counters of each side, by their numbers.
    pub cards: BySide<Vec<Card>>,
    /// Which groups come, when and where.
    pub groups: BySide<Vec<Group>>,
    /// The barrages of each side, by their numbers.
    pub barrages: BySide<Vec<BarrageCard>>,
    /// The battalions of guns of each side.
    pub battalions: BySide<Vec<Battalion>>,
    /// Player 1 [4.1, 20.3].
    pub leads: Side,
    /// How many stages it lasts [D-18.7b].
    pub stages: u8,
    /// What counts at the end.
    pub points: BySide<Points>,
    /// Buildings that count otherwise than the side's others: half points a hex [19.4.7].
    pub worth: BySide<Vec<(Hexes, u8)>>,
    /// What a clear road counts, and for which side.
    pub clear_road: Option<ClearRoad>,
    /// Other readings of doubtful rules.
    pub switches: Switches,
    /// The changes to the files it was read from, if any.
    pub variant: Option<String>,
    /// How far the values of the files can be relied on: for reports, without effect on play.
    pub assumptions: Vec<Assumption>,
}

/// Other readings of doubtful rules, each with its decision; the default is how we read the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// When a marker comes off [D-12.1a].
    pub recovery: Recovery,
    /// The colour of the marker of a run [D-6.5a].
    pub run_marker: RunMarker,
    /// Who commands whom [D-13.2a].
    pub command: Command,
    /// How many units are a crowd [D-5.3a].
    pub crowding: Crowding,
    /// How many dice a barrage rolls [D-8.3c].
    pub barrage_dice: BarrageDice,
    /// How long a unit that has fired is seen in cover [D-16.3a].
    pub fired_mark: FiredMark,
    /// Whether one clear road is enough [D-18.6e].
    pub clear_road: ClearRoads,
    /// Which side holds a building hex [D-18.6a].
    pub holding: Holding,
    /// Whether the sixth platoon of machine guns is there [D-18.1a].
    pub sixth_gun_platoon: SixthGunPlatoon,
    /// What the back of a turned counter hides [D-16.1c].
    pub turned_counters: TurnedCounters,
    /// Whether units on paper move [D-19.1c].
    pub hidden_march: HiddenMarch,
    /// How far from its first counter the others of a company on paper are set up [D-19.1b].
    pub company_spread: u8,
    /// Which stages count as hidden [D-19.4a].
    pub hidden_stages: HiddenStages,
}

macro_rules! switch {
    ($(#[$attribute:meta])* $name:ident { $($(#[$of:meta])* $value:ident),+ $(,)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$of])* $value),+ }
    };
}

switch! {
    /// [D-12.1a] When a marker comes off.
    Recovery {
        /// In a stage of its colour, but not in that in which it came.
        #[default]
        NotInTheSameStage,
        /// In a stage of its colour.
        Letter,
        /// In the stage after that in which it came, or later.
        NextStage,
    }
}

switch! {
    /// [D-6.5a] The colour of the marker of a run.
    RunMarker {
        /// That of the next stage.
        #[default]
        NextColour,
        /// That of the present one.
        StageColour,
    }
}

switch! {
    /// [D-13.2a] Who commands whom.
    Command {
        /// The commander of its own company; any of the battalion for a battalion's own platoons.
        #[default]
        Own,
        /// Any commander of the battalion.
        Battalion,
        /// Any commander of the side.
        Any,
    }
}

switch! {
    /// [D-5.3a] How many units are a crowd.
    Crowding {
        /// Four and more [7.5.7].
        #[default]
        Four,
        /// Five and more [5.3].
        Five,
    }
}

switch! {
    /// [D-8.3c] How many dice a barrage rolls.
    BarrageDice {
        /// One for its marker.
        #[default]
        OneAMarker,
        /// One for each unit and commander in the hex.
        OneAUnit,
    }
}

switch! {
    /// [D-16.3a] How long a unit that has fired is seen in cover.
    FiredMark {
        /// To the end of the next enemy movement phase in which it does not fire.
        #[default]
        AStage,
        /// To the end of the stage.
        EndOfStage,
    }
}

switch! {
    /// [D-18.6e] Whether one clear road is enough.
    ClearRoads {
        /// It is.
        #[default]
        Either,
        /// All must be.
        Both,
    }
}

switch! {
    /// [D-18.6a] Who holds a building hex.
    Holding {
        /// The side with a unit there when the last stage ends, and no enemy with it.
        #[default]
        Present,
        /// The side whose unit was there last without enemies.
        LastPassed,
    }
}

switch! {
    /// [D-18.1a] Whether the sixth Polish platoon of machine guns is there in scenario 1.
    SixthGunPlatoon {
        /// It is not.
        #[default]
        Absent,
        /// With company 5.
        WithCompanyFive,
    }
}

switch! {
    /// [D-16.1c] What the back of a turned counter hides.
    TurnedCounters {
        /// Which counter of its group it is.
        #[default]
        HideTheKind,
        /// Nothing.
        Open,
    }
}

switch! {
    /// [D-19.1c] Whether units on paper move.
    HiddenMarch {
        /// They do, where nobody sees them.
        #[default]
        Allowed,
        /// They stay where they were set up.
        Stay,
    }
}

switch! {
    /// [D-19.4a] Which stages count as hidden.
    HiddenStages {
        /// Those that end before the first unit has been revealed.
        #[default]
        UntilTheFirst,
        /// Each in which none is.
        Each,
    }
}
