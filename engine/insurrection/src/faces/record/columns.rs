//! The columns of a row: the name of each, its meaning, the games that have it, the source of its value. In a sentence,
//! `{}` is the name of the side, unit or commander that it is about.

use szala_board::Ordinal;
use szala_kernel::record::{ABSENT, Kind, POINTS};
use szala_kernel::{BySide, Side};

use super::notes::Notes;
use crate::chapters::game::Insurrection;
use crate::position::ids::{CommanderId, UnitId};
use crate::position::room::{Room, Row};
use crate::position::state::{Place, Post, State};

/// The sources of values when a game is over: losses and places from the position, the rest from the notes.
pub(super) struct Over<'a, R: Room> {
    pub(super) game: &'a Insurrection<R>,
    pub(super) state: &'a State<R>,
    pub(super) notes: &'a Notes<R>,
}

impl<R: Room> Over<'_, R> {
    fn is_eliminated(&self, unit: UnitId) -> bool {
        self.notes.tally.eliminated[unit.index()] != ABSENT
    }

    fn is_killed(&self, commander: CommanderId) -> bool {
        self.notes.tally.killed[commander.index()] != ABSENT
    }

    /// The sum over the units of each side.
    fn of_armies(&self, of: impl Fn(UnitId) -> i32) -> BySide<i32> {
        BySide::from_fn(|side| self.notes.army(side).iter().map(&of).sum())
    }

    /// The sum over the commanders of each side.
    fn of_commanders(&self, of: impl Fn(CommanderId) -> i32) -> BySide<i32> {
        BySide::from_fn(|side| self.game.scenario.commanders_of(side).map(&of).sum())
    }
}

/// The source of the values of all that have one.
pub(super) type Values<R, V> = fn(&Over<'_, R>) -> V;

/// The value of each unit.
pub(super) type ByUnit<R> = <R as Room>::ByUnit<i32>;
/// The value of each commander.
pub(super) type ByCommander<R> = <R as Room>::ByCommander<i32>;

/// A column, or one for each `W` that has it, with their values together in a `V`.
pub(super) struct Told<R: Room, W, V> {
    pub(super) what: &'static str,
    pub(super) kind: Kind,
    pub(super) about: &'static str,
    /// Can it ever be anything but zero or absent?
    pub(super) can_be: fn(&Insurrection<R>, W) -> bool,
    pub(super) values: Values<R, V>,
}

/// Of the game.
pub(super) fn of_game<R: Room>() -> [Told<R, (), i32>; 5] {
    [
        Told {
            what: "end_stage",
            kind: Kind::Stage,
            about: "The stage in which the game ended [3.2, 12.4], or was broken off.",
            can_be: |_, ()| true,
            values: |over| over.state.stage.into(),
        },
        Told {
            what: "camp_stage",
            kind: Kind::Stage,
            about: "The stage in which the camp was first reached; absent if it never was [13.1].",
            can_be: |game, ()| game.scenario.camp.is_some(),
            // [13.1] A unit set up in the camp has been there before anything is recorded.
            values: |over| match over.notes.tally.camp {
                ABSENT if over.state.camp_reached => 1,
                stage => stage,
            },
        },
        Told {
            what: "swing",
            kind: Kind::Number,
            about: "The longest swing of the lead: its largest change from any moment to any later one, above \
                0 towards the first side [12.2]; of equal ones the one that was complete first.",
            can_be: |_, ()| true,
            values: |over| over.notes.tally.lead.swing,
        },
        Told {
            what: "low",
            kind: Kind::Number,
            about: "The least lead of the first side at any moment [12.2].",
            can_be: |_, ()| true,
            values: |over| over.notes.tally.lead.bounds(over.state.lead.into())[0],
        },
        Told {
            what: "high",
            kind: Kind::Number,
            about: "The greatest lead of the first side at any moment [12.2].",
            can_be: |_, ()| true,
            values: |over| over.notes.tally.lead.bounds(over.state.lead.into())[1],
        },
    ]
}

/// Of each side.
#[expect(clippy::too_many_lines, reason = "a table, a row a column")]
pub(super) fn of_sides<R: Room>() -> [Told<R, Side, BySide<i32>>; 18] {
    [
        Told {
            what: "points",
            kind: Kind::Count,
            about: "Victory points that the {} scored, with none of the enemy's taken off [12.1].",
            can_be: always,
            values: |over| over.notes.tally.points,
        },
        Told {
            what: "melees",
            kind: Kind::Count,
            about: "Melees that the {} began as the attacker, of every kind [11.1].",
            can_be: always,
            values: |over| {
                let tally = &over.notes.tally;
                BySide::from_fn(|side| {
                    tally.assaults[side] + tally.charges[side] + tally.counterattacks[side]
                })
            },
        },
        Told {
            what: "melees_won",
            kind: Kind::Count,
            about: "Melees that the {} won, whoever began them [11.7].",
            can_be: always,
            values: |over| over.notes.tally.melees_won,
        },
        Told {
            what: "charges",
            kind: Kind::Count,
            about: "Melees that the {} began by charging [8.14.2].",
            can_be: |game, side| (game.scenario.units_of(side)).intersects(game.cavalry),
            values: |over| over.notes.tally.charges,
        },
        Told {
            what: "counterattacks",
            kind: Kind::Count,
            about: "Melees that the {} began by counterattacking [8.15.3].",
            can_be: always,
            values: |over| over.notes.tally.counterattacks,
        },
        Told {
            what: "assaults",
            kind: Kind::Count,
            about: "Melees that the {} began in phase 4 [11.2].",
            can_be: always,
            values: |over| over.notes.tally.assaults,
        },
        Told {
            what: "shots",
            kind: Kind::Count,
            about: "Shots that infantry and cavalry of the {} fired [10.9.4]; a joint shot of several hexes is \
                one [10.9.6].",
            can_be: always,
            values: |over| over.notes.tally.shots,
        },
        Told {
            what: "shells",
            kind: Kind::Count,
            about: "Shots that batteries of the {} fired [10.10.3].",
            can_be: has_guns,
            values: |over| over.notes.tally.shells,
        },
        Told {
            what: "morale_failed",
            kind: Kind::Count,
            about: "Tests of morale that units of the {} failed: under fire, reacting, in a crisis, after a \
                melee [3.4b].",
            can_be: always,
            values: |over| over.notes.tally.failed,
        },
        Told {
            what: "retreats",
            kind: Kind::Count,
            about: "Hexes that units of the {} went back in retreats, each unit and each hex counted [10.11].",
            can_be: always,
            values: |over| over.notes.tally.retreats,
        },
        Told {
            what: "flights",
            kind: Kind::Count,
            about: "How often units of the {} fled from the map after a melee [11.11.1].",
            can_be: always,
            values: |over| over.of_armies(|unit| over.notes.tally.flights[unit.index()]),
        },
        Told {
            what: "losses",
            kind: Kind::Count,
            about: "Losses that units of the {} had taken when the game ended [3.4a].",
            can_be: always,
            values: |over| over.of_armies(|unit| over.state[unit].losses.into()),
        },
        Told {
            what: "eliminated",
            kind: Kind::Count,
            about: "Units of the {} that were eliminated by losses or in a retreat [3.4a, 10.11.5]; batteries \
                taken by fire are among them [D-10.10.9a], those captured in melee are not [10.10.9].",
            can_be: always,
            values: |over| over.of_armies(|unit| over.is_eliminated(unit).into()),
        },
        Told {
            what: "out_of_game",
            kind: Kind::Count,
            about: "Units of the {} that fled and were due back only after the last stage [11.11.5].",
            can_be: always,
            values: |over| {
                // [10.10.9] Batteries never flee; retaken ones are gone as well.
                let troops = over.game.troops(over.game.scenario.all_units());
                let is_gone = |unit: UnitId| over.state[unit].place == Place::Gone && troops.contains(unit);
                over.of_armies(|unit| (is_gone(unit) && !over.is_eliminated(unit)).into())
            },
        },
        Told {
            what: "guns_captured",
            kind: Kind::Count,
            about: "Batteries of the enemy that the {} captured, by fire or in melee, even if they were retaken \
                [10.10.9].",
            can_be: |game, side| has_guns(game, !side),
            values: |over| {
                let captured = over.of_armies(|unit| over.state.marks.captured_once.contains(unit).into());
                BySide::from_fn(|side| captured[!side])
            },
        },
        Told {
            what: "commanders_killed",
            kind: Kind::Count,
            about: "Commanders of the {} who were killed, for which the enemy scores [4.4, 12.1].",
            can_be: always,
            values: |over| over.of_commanders(|one| over.is_killed(one).into()),
        },
        Told {
            what: "commanders_removed",
            kind: Kind::Count,
            about: "Commanders of the {} who left because all their units were lost; nobody scores for it [4.4].",
            can_be: always,
            values: |over| {
                let is_gone = |one: CommanderId| over.state.posts[one.index()] == Post::Gone;
                over.of_commanders(|one| (is_gone(one) && !over.is_killed(one)).into())
            },
        },
        Told {
            what: "contused",
            kind: Kind::Count,
            about: "How often commanders of the {} were contused [4.4.1].",
            can_be: always,
            values: |over| over.notes.tally.contused,
        },
    ]
}

/// Of each unit.
pub(super) fn of_units<R: Room>() -> [Told<R, UnitId, ByUnit<R>>; 4] {
    [
        Told {
            what: POINTS,
            kind: Kind::Number,
            about: "Victory points that {} won for its side, less those that it cost it: melees that it led, its \
                elimination by fire or crisis, its capture [12.1, 10.10.9].",
            can_be: |_, _| true,
            values: |over| over.notes.tally.of_units,
        },
        Told {
            what: "losses",
            kind: Kind::Count,
            about: "Losses that {} had taken when the game ended [3.4a].",
            // [10.10.7] Batteries take none: they are captured.
            can_be: is_no_battery,
            values: losses,
        },
        Told {
            what: "eliminated_stage",
            kind: Kind::Stage,
            about: "The stage in which {} was eliminated; absent if it never was [3.4a].",
            can_be: |_, _| true,
            values: |over| over.notes.tally.eliminated,
        },
        Told {
            what: "flights",
            kind: Kind::Count,
            about: "How often {} fled from the map after a melee [11.11.1].",
            can_be: is_no_battery,
            values: |over| over.notes.tally.flights,
        },
    ]
}

/// Of each formation, where there are too many units to have columns of their own: the sums over its units.
pub(super) fn of_formations<R: Room>() -> [Told<R, UnitId, ByUnit<R>>; 4] {
    [
        Told {
            what: POINTS,
            kind: Kind::Number,
            about: "Victory points that the units of {} won for their side, less those that they cost it: melees \
                that they led, their elimination by fire or crisis, their capture [12.1, 10.10.9].",
            can_be: |_, _| true,
            values: |over| over.notes.tally.of_units,
        },
        Told {
            what: "losses",
            kind: Kind::Count,
            about: "Losses that the units of {} had taken when the game ended [3.4a].",
            can_be: is_no_battery,
            values: losses,
        },
        Told {
            what: "eliminated",
            kind: Kind::Count,
            about: "Units of {} that were eliminated [3.4a].",
            can_be: |_, _| true,
            values: |over| {
                let mut eliminated = R::ByUnit::of(0);
                let stages = over.notes.tally.eliminated.as_ref();
                for (of_unit, stage) in eliminated.as_mut().iter_mut().zip(stages) {
                    *of_unit = i32::from(*stage != ABSENT);
                }
                eliminated
            },
        },
        Told {
            what: "flights",
            kind: Kind::Count,
            about: "How often units of {} fled from the map after a melee [11.11.1].",
            can_be: is_no_battery,
            values: |over| over.notes.tally.flights,
        },
    ]
}

/// [3.4a] The losses of each unit.
fn losses<R: Room>(over: &Over<'_, R>) -> ByUnit<R> {
    let mut losses = R::ByUnit::of(0);
    for (of_unit, unit) in losses.as_mut().iter_mut().zip(over.state.units.as_ref()) {
        *of_unit = unit.losses.into();
    }
    losses
}

/// Of each commander.
pub(super) fn of_commanders<R: Room>() -> [Told<R, CommanderId, ByCommander<R>>; 3] {
    [
        Told {
            what: POINTS,
            kind: Kind::Number,
            about: "Victory points that the death of {} cost his side, as a negative number [4.4, 12.1].",
            can_be: |_, _| true,
            values: |over| over.notes.tally.of_commanders,
        },
        Told {
            what: "activated",
            kind: Kind::Count,
            about: "In how many stages {} was drawn from the pool and activated [3.3].",
            can_be: |game, one| game.scenario.pool.iter().flatten().any(|lot| lot.among.contains(one)),
            values: |over| over.notes.tally.activated,
        },
        Told {
            what: "killed_stage",
            kind: Kind::Stage,
            about: "The stage in which {} was killed; absent if he never was [4.4].",
            can_be: |_, _| true,
            values: |over| over.notes.tally.killed,
        },
    ]
}

fn always<R: Room>(_: &Insurrection<R>, _: Side) -> bool {
    true
}

fn has_guns<R: Room>(game: &Insurrection<R>, side: Side) -> bool {
    game.scenario.units_of(side).intersects(game.guns)
}

fn is_no_battery<R: Room>(game: &Insurrection<R>, unit: UnitId) -> bool {
    !game.guns.contains(unit)
}
