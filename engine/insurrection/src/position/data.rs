//! What a scenario says, in the form that play reads: cards of units and commanders, terrain, tables, switches.
//! How it is read from files is `scenario`'s business; nothing here changes while a game is played.

use szala_board::{Facing, HexId, Ordinal, SideId};
use szala_kernel::{Book, BySide, Side, Subject};

pub use szala_files::{Assumption, Standing};

use crate::position::ground::{GroundTable, HexGround, HexKind, SideGround, SideKind};
use crate::position::ids::{Arm, Board, CommanderId, CommanderSet, Hexes, Hexsides, UnitId, UnitSet};
use crate::position::room::{Room, Small};

/// A scenario with its map: all that the rules need to know of one game.
#[derive(Clone, Debug)]
pub struct Scenario<R: Room = Small> {
    /// The book that is played.
    pub book: Book,
    /// Its title for people.
    pub title: String,
    /// The names of the sides.
    pub sides: BySide<String>,
    /// The hexes.
    pub board: Board<R>,
    /// What is on them.
    pub terrain: Terrain<R>,
    /// What each kind of it does.
    pub ground: GroundTable,
    /// All units, in the order of the file.
    pub units: Vec<UnitCard>,
    /// All commanders, in the order of the file.
    pub commanders: Vec<CommanderCard<R>>,
    /// How many stages a game lasts [3.2].
    pub stages: u8,
    /// Who may be drawn, for each stage; later stages are like the last [13.1, 13.2].
    pub pool: Vec<Vec<Lot<R>>>,
    /// Where a side sets up as it likes, if it does [13.2].
    pub free_set_up: BySide<Option<Hexes<R>>>,
    /// Where units whose commander is gone come back [11.11.4].
    pub rally: BySide<HexId>,
    /// The enemy camp: a unit of `intruder` that was ever here turns the other side's victory into a draw [13.1].
    pub camp: Option<Camp>,
    /// [12.2] The victory points of the first side less those of the second as the game begins.
    pub starting_lead: i16,
    /// A lead of this many victory points in Turn 3 wins at once [12.4].
    pub automatic_victory: u8,
    /// [12.4m] With less than this part of its size points a side loses at once.
    pub breaks_below: Option<Part>,
    /// [12.3m] The places that score for their holders after the last stage.
    pub strongholds: Vec<Stronghold>,
    /// [13.3m] The division that may come from off the map.
    pub reinforcement: Option<Reinforcement<R>>,
    /// The side that wins at equal points [12.3].
    pub wins_at_zero: Side,
    /// Which sides may form squares [7.2.2].
    pub squares: BySide<bool>,
    /// Whose guns add 1 when they fire at lone guns [10.10.6].
    pub practised_gunners: BySide<bool>,
    /// What guns do at which range [10.10.1].
    pub gun_table: Vec<GunBand>,
    /// Readings that the designer may choose.
    pub switches: Switches,
    /// What the games of the family do differently.
    pub family: Family,
    /// Numbers of the rules that a designer may want otherwise.
    pub values: Values,
    /// What a variant changed, in a form of its own: the same text, the same changes. Nothing without a variant.
    pub variant: Option<String>,
    /// How far the values of the files can be relied on: for reports, without effect on play.
    pub assumptions: Vec<Assumption>,
}

/// A unit's counter.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is printed on the counter")]
pub struct UnitCard {
    /// The identifier printed on it [3.4].
    pub name: String,
    /// The number by which dice and journal know it.
    pub subject: Subject,
    /// Whose it is.
    pub side: Side,
    /// The commander whom it obeys [4.1]. None in particular, if it is of the reserve [4.5m].
    pub commander: Option<CommanderId>,
    /// What it fights as.
    pub arm: Arm,
    /// Is it a Cossack unit?
    pub cossack: bool,
    /// [7.5m] Does it fight with scythes?
    pub kosynierzy: bool,
    /// [7.2m] Can it form skirmish order?
    pub skirmishers: bool,
    /// [10.10.6m] The stars of a battery. [D-M10.10.6a] They never fall, as guns have no losses.
    pub stars: u8,
    /// Morale on the front and on the reverse; nothing for guns.
    pub morale: [u8; 2],
    /// Size when fresh; 1 for guns.
    pub size: u8,
    /// Firepower when fresh; 0 where none is printed [10.9.3].
    pub fire: u8,
    /// Firepower on the reverse where the counter prints its own [D-3.4a].
    pub fire_reverse: Option<u8>,
    /// Where it starts and how it faces; nothing when its side sets up freely and no proposal is made.
    pub start: Option<(HexId, Facing)>,
    /// Does it start limbered?
    pub limbered: bool,
}

/// A commander's counter.
#[derive(Clone, Debug)]
pub struct CommanderCard<R: Room = Small> {
    /// His name.
    pub name: String,
    /// The number by which dice and journal know him.
    pub subject: Subject,
    /// Whose he is.
    pub side: Side,
    /// Where he starts.
    pub start: Option<HexId>,
    /// His units. [D-M4.5e] Without those of the reserve.
    pub units: UnitSet<R>,
    /// [4.5m] The units of the reserve that he leads as his own.
    pub reserve: UnitSet<R>,
    /// [4.4m] Of an overall commander: how many units of any formation he leads in person.
    pub overall: Option<u8>,
    /// [12.1] What killing him scores.
    pub killed: u8,
}

/// What is on the hexes and between them [G4, D-8.2b].
#[derive(Clone, Debug, Default)]
pub struct Terrain<R: Room = Small> {
    /// The level of each hex: 0 is a valley.
    pub level: Vec<u8>,
    /// What each hex is.
    pub kinds: Vec<HexKind>,
    /// Hexes of woods: forest, and marshy woods [D-MG4b].
    pub forest: Hexes<R>,
    /// Hexsides with an escarpment.
    pub escarpment: Hexsides<R>,
    /// Hexsides with a trench.
    pub trench: Hexsides<R>,
    /// Hexsides with a river.
    pub river: Hexsides<R>,
    /// Hexsides that the road crosses.
    pub road: Hexsides<R>,
}

/// A place in the activation pool. Where a side chooses several of the same commanders, each is a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot<R: Room = Small> {
    /// The side that fills it.
    pub side: Side,
    /// With one of these; a single one is no choice.
    pub among: CommanderSet<R>,
    /// [D-M13.2c] It is there only while this commander is on the map.
    pub with: Option<CommanderId>,
}

/// A part of a whole: a third is 1 of 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The numerator.
    pub parts: u8,
    /// The denominator.
    pub of: u8,
}

/// [12.3m] A place that scores after the last stage for the side that holds most of its hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stronghold {
    /// What it is called.
    pub name: String,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// What it scores.
    pub points: u8,
    /// [D-M12.3a] The side that holds it as the game begins.
    pub holder: Side,
}

/// [13.3m] A commander with all his units who waits off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reinforcement<R: Room = Small> {
    /// Who.
    pub commander: CommanderId,
    /// He may come in this stage or later.
    pub from: u8,
    /// He comes when the die shows less than this; with 10 no die is rolled.
    pub faces: u8,
    /// Where his units are placed.
    pub zone: Hexes<R>,
    /// [D-M13.3b] Where he is placed himself, and where his units rally without him.
    pub rally: HexId,
}

/// The camp of [13.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camp {
    /// Its hex.
    pub hex: HexId,
    /// Whose units count there.
    pub intruder: Side,
}

/// A row of the artillery table: up to this range, this effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GunBand {
    /// The farthest hex of the band.
    pub to: u8,
    /// What is added to the morale die.
    pub plus: u8,
}

/// Readings of doubtful rules that a scenario may choose. The default is the decision's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, by its own decision")]
pub struct Switches {
    /// [D-4.2d] Units out of range of their commander react fully; only those of a fallen one by fire alone.
    pub out_of_range_units_react_fully: bool,
    /// [D-4.4.3a] A natural 9 in melee concerns the roller's own commander.
    pub melee_nine_strikes_own_commander: bool,
    /// [D-10.9f] A trench shelters only the hex whose side it is, not a unit fired at from behind it.
    pub trench_shelters_its_own_hex_only: bool,
    /// [D-M4.3c] Once a commander has fallen and left units, the overall commander names nobody ever again.
    pub overall_commander_is_bound_for_good: bool,
    /// [D-M4.4a] The overall commander names none who was carried out in this stage; his chit leaves the pool.
    pub overall_commander_names_undrawn_only: bool,
    /// [D-M4.4f] Units that acted for the commander named are not led in person.
    pub the_six_must_be_fresh: bool,
    /// [D-M4.5b] A unit of the reserve acts for one leader a stage.
    pub reserve_is_led_once_a_turn: bool,
    /// [D-10.1.2a] Nothing between two hills hides one from the other.
    pub nothing_hides_hill_from_hill: bool,
    /// [D-M7.2b] Leaving skirmish order costs nothing.
    pub leaving_skirmish_order_is_free: bool,
    /// [D-M10.10.7a] At lone guns the stars of the target count, not those of the firer.
    pub stars_of_the_target_count: bool,
    /// [D-M12.4b] No army breaks.
    pub armies_never_break: bool,
    /// [D-13.1a] The camp makes a draw at the end only when the marker shows the other side, not at zero.
    pub camp_draws_only_against_a_lead: bool,
}

/// Where the games of the family differ; the default is Niemenczyn 1794.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Family {
    /// [10.1] Hexes of a hill block sight.
    pub hills_block_sight: bool,
    /// [11.8] Only an attacker is spared its loss at a difference of 6 or more.
    pub only_attackers_win_unscathed: bool,
    /// [7.3] The lava's -2 is for attacks on infantry alone.
    pub lava_eased_against_infantry_only: bool,
    /// [10.11.7] [D-M10.11.7a] Commanders step back before the enemy's step next to them is made.
    pub commanders_step_before: bool,
    /// [D-M4.6.1a] Of all that fire muskets only infantry strikes commanders.
    pub infantry_alone_strikes_commanders: bool,
}

/// [12.1] What killing a commander scores where nothing else is said of him.
pub const KILLED: u8 = 3;

/// [3.2] No scenario has more stages; the sister game has as many.
pub const MOST_STAGES: u8 = 24;

/// Numbers of the rules that a scenario may have otherwise; the default is the rulebook's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// [8.14.2] [11.7t] What a charge adds to the die of melee.
    pub charge_bonus: u8,
    /// [8.7] [D-M8.7a] What turning right about costs.
    pub about_turn: u8,
    /// [13.1] Does a camp that the intruder has reached turn its defeat into a draw?
    pub camp_draws: bool,
    /// What a side is kept from.
    pub barred: Barred,
}

/// What the rulebook allows and a scenario keeps a side from, to find out what it is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barred {
    /// [8.14.1] Whose cavalry does not charge.
    pub charges: BySide<bool>,
    /// [8.15.1] Which sides do not counterattack.
    pub counterattacks: BySide<bool>,
    /// [10.10.9] Which sides capture no guns.
    pub captures: BySide<bool>,
    /// [4.4] Whose commanders are not killed.
    pub deaths: BySide<bool>,
}

impl Barred {
    /// Nobody is kept from anything.
    pub const NOTHING: Self = {
        const NOBODY: BySide<bool> = BySide([false; 2]);
        Self { charges: NOBODY, counterattacks: NOBODY, captures: NOBODY, deaths: NOBODY }
    };
}

impl Values {
    /// The rulebook's.
    pub const PRINTED: Self =
        Self { charge_bonus: 2, about_turn: 2, camp_draws: true, barred: Barred::NOTHING };
}

impl Default for Values {
    fn default() -> Self {
        Self::PRINTED
    }
}

impl<R: Room> Scenario<R> {
    /// Has this room a place for everything in it?
    pub fn fits<Other: Room>(&self) -> bool {
        self.units.len() <= Other::MOST_UNITS
            && self.commanders.len() <= Other::MOST_COMMANDERS
            && self.board.hexes().len() <= Other::MOST_HEXES
            && self.board.sides().len() <= Other::MOST_SIDES
    }

    /// [13.1] The camp, if the intruder who has reached it is not beaten.
    pub fn camp_that_draws(&self) -> Option<Camp> {
        self.camp.filter(|_| self.values.camp_draws)
    }

    /// The card of a unit.
    pub fn unit(&self, unit: UnitId) -> &UnitCard {
        &self.units[unit.index()]
    }

    /// The card of a commander.
    pub fn commander(&self, commander: CommanderId) -> &CommanderCard<R> {
        &self.commanders[commander.index()]
    }

    /// All units of the scenario.
    pub fn all_units(&self) -> UnitSet<R> {
        UnitSet::all_below(self.units.len())
    }

    /// The units of one side.
    pub fn units_of(&self, side: Side) -> UnitSet<R> {
        self.all_units().iter().filter(|unit| self.unit(*unit).side == side).collect()
    }

    /// The commanders of one side.
    pub fn commanders_of(&self, side: Side) -> impl Iterator<Item = CommanderId> {
        let all = (0..self.commanders.len()).map(CommanderId::from_index);
        all.filter(move |commander| self.commander(*commander).side == side)
    }

    /// What the ground of a hex does.
    pub fn hex_ground(&self, hex: HexId) -> &HexGround {
        self.ground
            .of_hex(self.terrain.kinds[hex.index()])
            .expect("the table has a row for each kind on the map")
    }

    /// What this kind of hexside does.
    pub fn side_ground(&self, kind: SideKind) -> &SideGround {
        self.ground.of_side(kind).expect("the table has a row for each kind on the map")
    }

    /// What lies on a hexside besides roads and slopes.
    pub fn kinds_of_side(&self, side: SideId) -> impl Iterator<Item = SideKind> {
        let Terrain { escarpment, trench, river, .. } = &self.terrain;
        let there =
            [(SideKind::Escarpment, escarpment), (SideKind::Trench, trench), (SideKind::River, river)];
        there.into_iter().filter(move |(_, sides)| sides.contains(side)).map(|(kind, _)| kind)
    }

    /// The level of a hex.
    pub fn level(&self, hex: HexId) -> u8 {
        self.terrain.level[hex.index()]
    }

    /// The side between two neighbours.
    pub fn side_between(&self, one: HexId, other: HexId) -> SideId {
        self.board.side_between(one, other).expect("neighbours have a side between them")
    }
}

impl UnitCard {
    /// How many losses turn the counter over [3.4a]: to half its size, rounded up, more losses than that for the
    /// largest; a counter of size 1 has no reverse.
    pub fn flips_after(&self) -> u8 {
        // [3.4a] The table of losses, size by size: the remaining size at which the counter is turned over.
        let remaining = match self.size {
            0 | 1 => 0,
            2 | 3 => 1,
            4 | 5 => 2,
            _ => self.size / 2,
        };
        self.size - remaining
    }
}
