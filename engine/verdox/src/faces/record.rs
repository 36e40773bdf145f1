//! What is recorded of a game when millions are played: one row of numbers a game.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{ABSENT, Column, Kind as Reading, Recorded, Whose};
use szala_kernel::{BySide, Side, rule};

use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::SIDES;
use crate::position::ids::subject::{Named, named};
use crate::position::ids::{MOST_UNITS, UnitId};
use crate::position::kinds::Kind;
use crate::position::state::State;
use szala_board::Ordinal;

/// The notes taken while a game is played.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    attacks: BySide<i32>,
    shots_at_things: BySide<i32>,
    steps: BySide<i32>,
    horses: BySide<i32>,
    sunk: BySide<i32>,
    breaches: i32,
    boarded: BySide<i32>,
    barges_lost: i32,
    first_loss: Option<u8>,
    turn: u8,
    /// When each counter came in, and when it was lost.
    stays: Stays,
}

/// The turns from which and until which a counter was there, by its index; 0 is never.
#[derive(Clone, Debug)]
struct Stays([[u8; 2]; MOST_UNITS]);

impl Default for Stays {
    fn default() -> Self {
        Self([[0; 2]; MOST_UNITS])
    }
}

/// A column for each side, and where its number comes from.
type Told = (&'static str, &'static str, fn(&Verdox, &Notes, &State, Side) -> i32);

const OF_SIDES: [Told; 10] = [
    ("entered", "Units of the {} that came in [2.4].", |_, _, state, side| state.entered[side].into()),
    ("lost", "Units that the {} lost [3.11].", |_, _, state, side| {
        i32::from(state.entered[side]) - i32::from(state.alive[side])
    }),
    ("horses", "Horses that the {} lost, their riders not [7.4.4, 7.5.4].", |_, notes, _, side| {
        notes.horses[side]
    }),
    ("sunk", "Units of the {} that sank in a swamp [6.9.5].", |_, notes, _, side| notes.sunk[side]),
    ("attacks", "Attacks that the {} made on units [3.10].", |_, notes, _, side| notes.attacks[side]),
    ("batteries", "Shots of the {} at walls and barges [6.10.8, 7.7.3].", |_, notes, _, side| {
        notes.shots_at_things[side]
    }),
    ("steps", "Steps that units of the {} made [3.8].", |_, notes, _, side| notes.steps[side]),
    ("boarded", "Barges that the {} took over [7.7.4].", |_, notes, _, side| notes.boarded[side]),
    ("hidden", "Units of the {} that lie face down at the end [2.5].", |_, _, state, side| {
        let hidden = state.counters(side).filter(|unit| state.is_hidden(*unit)).count();
        i32::try_from(hidden).expect("a side has at most 80 units")
    }),
    ("value", "What the {} have on the map at the end [4.3].", |rules, _, state, side| {
        rules.value_on_the_map(state, side)
    }),
];

impl Journal for Notes {
    fn event(&mut self, event: Event) {
        match event {
            Event::Change { what: words::TURN, to, .. } => self.turn = u8::try_from(to).unwrap_or(u8::MAX),
            Event::Change { what: words::LOSSES, whose, rule, .. } => match named(whose) {
                Some(Named::Unit(index)) => {
                    let side = UnitId::from_index(index).side();
                    self.first_loss.get_or_insert(self.turn);
                    self.sunk[side] += i32::from(rule == rule!("6.9.5"));
                }
                _ => self.barges_lost += 1,
            },
            // Kinds change twice: when a counter is turned over, and when a rider loses his horse.
            Event::Change { what: words::KIND, whose, from, .. } if from >= 0 => {
                if let Some(Named::Unit(index)) = named(whose) {
                    self.horses[UnitId::from_index(index).side()] += 1;
                }
            }
            Event::Change { what: words::GROUND, .. } => self.breaches += 1,
            Event::Change { what: words::OWNER, to, whose, .. } => {
                if let (Some(Named::Barge(_)), Ok(owner)) = (named(whose), usize::try_from(to)) {
                    self.boarded[Side::BOTH[owner]] += 1;
                }
            }
            Event::Change { what: words::SQUARE, rule, whose, from, to } => {
                if let Some(Named::Unit(index)) = named(whose) {
                    self.steps[UnitId::from_index(index).side()] += i32::from(rule == rule!("3.8"));
                    let [entered, lost] = &mut self.stays.0[index];
                    if from < 0 {
                        // [2.3] A unit that is set up before the first turn is there from its start.
                        *entered = self.turn.max(1);
                    }
                    if to < 0 {
                        *lost = self.turn;
                    }
                }
            }
            _ => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

impl Recorded for Verdox {
    type Notes = Notes;

    fn columns(&self) -> Vec<Column> {
        let names = SIDES.map(str::to_owned).to_vec();
        let mut columns = vec![
            Column::of_game("leads", Reading::Name(names), "Who set up first and began [2.1, 2.6]."),
            Column::of_game(
                "end_turn",
                Reading::Stage,
                "The turn in which the game ended, or was broken off [3.6, 4.1, 4.2, 4.3].",
            ),
            Column::of_game(
                "turns",
                Reading::Count,
                "Turns of both sides, the last one as well if it was broken off [3.6].",
            ),
            Column::of_game(
                "first_loss",
                Reading::Stage,
                "The turn of the first loss, of a unit or a horse [3.11].",
            ),
            Column::of_game("breaches", Reading::Count, "Fortifications brought down [6.10.8]."),
            Column::of_game("barges_lost", Reading::Count, "Barges lost [7.7.7]."),
        ];
        for (what, about, _) in OF_SIDES {
            let about = |side| about.replace("{}", SIDES[side as usize]);
            columns.extend(Column::of_sides(what, &Reading::Count, about));
        }
        for kind in Kind::ALL {
            let (what, about) = survivors(kind);
            let about = |side| about.replace("{}", SIDES[side as usize]);
            columns.extend(Column::of_sides(what, &Reading::Count, about));
        }
        columns.extend(self.each_of_its_kind().flat_map(of_one));
        columns
    }

    fn notes(&self) -> Notes {
        Notes::default()
    }

    #[inline]
    fn note_decision(&self, notes: &mut Notes, state: &State, action: Action) {
        match action {
            Action::Attack(_) => notes.attacks[state.active] += 1,
            Action::Batter(_) | Action::Sink(_) => notes.shots_at_things[state.active] += 1,
            _ => (),
        }
    }

    fn write_row(&self, notes: &mut Notes, state: &State, row: &mut [i32]) {
        let taken = core::mem::take(notes);
        let mut row = row.iter_mut();
        let mut write = |value| *row.next().expect("a row has room for every column") = value;
        write(if state.turn == 0 && state.entered == BySide::default() {
            ABSENT
        } else {
            state.leads as i32
        });
        write(of_turn(state.turn));
        write(state.turn.into());
        write(taken.first_loss.map_or(ABSENT, i32::from));
        write(taken.breaches);
        write(taken.barges_lost);
        for (_, _, value) in OF_SIDES {
            for side in Side::BOTH {
                write(value(self, &taken, state, side));
            }
        }
        for kind in Kind::ALL {
            for side in Side::BOTH {
                let is_left =
                    |unit: &UnitId| state.unit(*unit).place.is_some() && state.unit(*unit).kind == kind;
                write(
                    i32::try_from(state.counters(side).filter(is_left).count())
                        .expect("a side has at most 80 units"),
                );
            }
        }
        for kind in Kind::ALL {
            for side in Side::BOTH {
                let forces = usize::from(self.scenario.forces[side][kind.index()]);
                let came_in = state.counters(side).filter(|unit| state.came_in_as(*unit) == kind);
                let stays = came_in.map(|unit| taken.stays.0[unit.index()]);
                for turn in stays.chain(core::iter::repeat([0; 2])).take(forces).flatten() {
                    write(of_turn(turn));
                }
            }
        }
        assert_eq!(row.len(), 0, "a row has no room for more");
    }
}

/// A turn as the row has it; before the first there is none.
fn of_turn(turn: u8) -> i32 {
    if turn == 0 { ABSENT } else { turn.into() }
}

impl Verdox {
    /// All units of both sides, kind by kind: of which kind and side, and which of them.
    fn each_of_its_kind(&self) -> impl Iterator<Item = (Kind, Side, u8)> {
        let groups = Kind::ALL.into_iter().flat_map(|kind| Side::BOTH.map(|side| (kind, side)));
        groups.flat_map(|(kind, side)| {
            (1..=self.scenario.forces[side][kind.index()]).map(move |number| (kind, side, number))
        })
    }
}

/// When a unit came in and was lost. Units of a kind are numbered in the order in which they come in, whatever
/// becomes of their horses.
fn of_one((kind, side, number): (Kind, Side, u8)) -> [Column; 2] {
    let column = |what, about: String| Column {
        what,
        whose: Whose::OneOf(side, kind.name().to_owned(), number),
        kind: Reading::Stage,
        about,
    };
    let one = format!(
        "{} {number} of the {}, by the order in which those of the kind came in,",
        kind.name(),
        SIDES[side as usize]
    );
    [
        column("entered_turn", format!("The turn in which {one} came in, 1 if it was set up [2.3, 2.4].")),
        column("lost_turn", format!("The turn in which {one} was lost; absent if it never was [3.11].")),
    ]
}

/// The column that counts the remaining units of a kind.
const fn survivors(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Infantry => {
            ("infantry", "Infantry of the {} on the map at the end, riders without horses among them [7.1].")
        }
        Kind::Riflemen => {
            ("riflemen", "Riflemen of the {} on the map at the end, riders without horses among them [7.2].")
        }
        Kind::Grenadiers => ("grenadiers", "Grenadiers of the {} on the map at the end [7.3]."),
        Kind::Cavalry => ("cavalry", "Cavalry of the {} on the map at the end [7.4]."),
        Kind::MountedRifles => ("mounted_rifles", "Mounted rifles of the {} on the map at the end [7.5]."),
        Kind::Artillery => ("artillery", "Guns of the {} on the map at the end [7.6]."),
    }
}
