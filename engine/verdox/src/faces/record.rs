//! What is recorded of a game when millions are played: one row of numbers a game.

mod tale;

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{ABSENT, Column, GAINED, Kind as Reading, POINTS, Recorded, Whose};
use szala_kernel::tale::{Member, Tale};
use szala_kernel::{BySide, Rule, Side, Subject, rule};

use crate::chapters::ending::OPEN_TURNS;
use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::SIDES;
use crate::position::ids::subject::{Named, named};
use crate::position::ids::{MOST_BARGES, MOST_UNITS, UnitId};
use crate::position::kinds::Kind;
use crate::position::state::State;
use szala_board::Ordinal;

/// The notes taken while a game is played.
#[derive(Clone, Debug)]
pub struct Notes {
    /// The value of each kind, in the order of [`Kind::ALL`], and of a barge.
    values: [i32; Kind::COUNT],
    barge_value: i32,
    tally: Tally,
}

/// What is counted of one game.
#[derive(Clone, Debug)]
struct Tally {
    attacks: BySide<i32>,
    assaults: BySide<i32>,
    shots_at_walls: BySide<i32>,
    shots_at_barges: BySide<i32>,
    breaches: BySide<i32>,
    steps: BySide<i32>,
    horses_lost: BySide<i32>,
    units_sunk: BySide<i32>,
    barges_taken: BySide<i32>,
    barges_sunk: BySide<i32>,
    first_loss: Option<u8>,
    turn: u8,
    /// The turns in which each counter came in, and in which it was lost, by its index; 0 is never.
    stays: [[u8; 2]; MOST_UNITS],
    /// The present kind of each counter that was turned over.
    kinds: [Kind; MOST_UNITS],
    /// Whose each barge is.
    owners: [Option<Side>; MOST_BARGES],
    /// The unit that acts.
    actor: Option<UnitId>,
    /// [4.3] By how much the lead of the first side changed in each turn.
    gained: [i32; OPEN_TURNS as usize],
    /// [4.3] By how much the actions of each counter changed the lead of its side.
    points: [i32; MOST_UNITS],
}

impl Tally {
    /// Of a game that begins.
    const NEW: Self = {
        const NONE: BySide<i32> = BySide([0; 2]);
        Self {
            attacks: NONE,
            assaults: NONE,
            shots_at_walls: NONE,
            shots_at_barges: NONE,
            breaches: NONE,
            steps: NONE,
            horses_lost: NONE,
            units_sunk: NONE,
            barges_taken: NONE,
            barges_sunk: NONE,
            first_loss: None,
            turn: 0,
            stays: [[0; 2]; MOST_UNITS],
            kinds: [Kind::Infantry; MOST_UNITS],
            owners: [None; MOST_BARGES],
            actor: None,
            gained: [0; OPEN_TURNS as usize],
            points: [0; MOST_UNITS],
        }
    };

    /// What is left of a side became this much more: the lead changes, by what the unit does that acts.
    fn change(&mut self, side: Side, more: i32) {
        let change = side.sign() * more;
        self.gained[usize::from(self.turn.max(1) - 1)] += change;
        if let Some(actor) = self.actor {
            self.points[actor.index()] += actor.side().sign() * change;
        }
    }

    /// One more for the side that acts.
    fn count(&mut self, of: fn(&mut Self) -> &mut BySide<i32>) {
        if let Some(actor) = self.actor {
            of(self)[actor.side()] += 1;
        }
    }
}

impl Notes {
    /// Of this scenario, before a game.
    fn new(rules: &Verdox) -> Self {
        let values = Kind::ALL.map(|kind| rules.card(kind).value);
        Self { values, barge_value: rules.scenario.kinds.barge_value, tally: Tally::NEW }
    }

    fn kind_changes(&mut self, unit: usize, from: i32, to: i32) {
        let kind = |number: i32| usize::try_from(number).ok().map(|index| Kind::ALL[index]);
        let tally = &mut self.tally;
        let Some(new) = kind(to) else { return };
        tally.kinds[unit] = new;
        // Kinds change twice: when a counter is turned over, and when a rider loses its horses.
        if let Some(old) = kind(from) {
            let side = UnitId::from_index(unit).side();
            tally.horses_lost[side] += 1;
            tally.change(side, self.values[new.index()] - self.values[old.index()]);
        }
    }

    fn owner_changes(&mut self, barge: usize, to: i32) {
        let tally = &mut self.tally;
        let new = usize::try_from(to).ok().map(|owner| Side::BOTH[owner]);
        let old = core::mem::replace(&mut tally.owners[barge], new);
        if new == old {
            return;
        }
        tally.count(|tally| &mut tally.barges_taken);
        for (owner, sign) in [(old, -1), (new, 1)] {
            if let Some(side) = owner {
                tally.change(side, sign * self.barge_value);
            }
        }
    }

    fn barge_sinks(&mut self, barge: usize) {
        let tally = &mut self.tally;
        tally.count(|tally| &mut tally.barges_sunk);
        if let Some(owner) = tally.owners[barge] {
            tally.change(owner, -self.barge_value);
        }
    }

    fn square_changes(&mut self, unit: usize, rule: Rule, from: i32, to: i32) {
        let (tally, side) = (&mut self.tally, UnitId::from_index(unit).side());
        tally.steps[side] += i32::from(rule == rule!("3.8"));
        if from < 0 {
            // [2.3] A unit that is set up before the first turn is there from its start.
            tally.stays[unit][0] = tally.turn.max(1);
        }
        if to < 0 {
            tally.stays[unit][1] = tally.turn;
            tally.change(side, -self.values[tally.kinds[unit].index()]);
        }
    }
}

/// A column for each side: its name, its kind, its meaning, and the source of its number.
type Told = (&'static str, Reading, &'static str, fn(&Verdox, &Tally, &State, Side) -> i32);

/// What happens is counted; what is there at the end is a number, since nothing happens by it.
const OF_SIDES: [Told; 14] = [
    ("entered", Reading::Count, "Units of the {} that came in [2.4].", |_, _, state, side| {
        state.entered[side].into()
    }),
    ("units_lost", Reading::Count, "Units that the {} lost [3.11].", |_, _, state, side| {
        i32::from(state.entered[side]) - i32::from(state.alive[side])
    }),
    (
        "horses_lost",
        Reading::Count,
        "Horses that the {} lost, their riders not [7.4.4, 7.5.4].",
        |_, tally, _, side| tally.horses_lost[side],
    ),
    ("units_sunk", Reading::Count, "Units of the {} that sank in a swamp [6.9.5].", |_, tally, _, side| {
        tally.units_sunk[side]
    }),
    ("assaults", Reading::Count, "Attacks hand to hand that the {} made [3.10].", |_, tally, _, side| {
        tally.assaults[side]
    }),
    ("shots", Reading::Count, "Attacks by fire that the {} made on units [3.10].", |_, tally, _, side| {
        tally.attacks[side] - tally.assaults[side]
    }),
    ("shots_at_walls", Reading::Count, "Shots of the {} at fortifications [6.10.8].", |_, tally, _, side| {
        tally.shots_at_walls[side]
    }),
    ("breaches", Reading::Count, "Fortifications that the {} brought down [6.10.8].", |_, tally, _, side| {
        tally.breaches[side]
    }),
    ("shots_at_barges", Reading::Count, "Shots of the {} at barges [7.7.3].", |_, tally, _, side| {
        tally.shots_at_barges[side]
    }),
    ("barges_sunk", Reading::Count, "Barges that the {} sank [7.7.7].", |_, tally, _, side| {
        tally.barges_sunk[side]
    }),
    ("barges_taken", Reading::Count, "Barges that the {} took over [7.7.4].", |_, tally, _, side| {
        tally.barges_taken[side]
    }),
    ("steps", Reading::Count, "Steps that units of the {} made [3.8].", |_, tally, _, side| {
        tally.steps[side]
    }),
    (
        "hidden",
        Reading::Number,
        "Units of the {} that lie face down at the end [2.5].",
        |_, _, state, side| {
            let hidden = state.counters(side).filter(|unit| state.is_hidden(*unit)).count();
            i32::try_from(hidden).expect("a side has at most 80 units")
        },
    ),
    ("value", Reading::Number, "What the {} have on the map at the end [4.3].", |rules, _, state, side| {
        rules.value_on_the_map(state, side)
    }),
];

impl Journal for Notes {
    fn event(&mut self, event: Event) {
        let tally = &mut self.tally;
        match event {
            Event::Change { what: words::TURN, to, .. } => tally.turn = u8::try_from(to).unwrap_or(u8::MAX),
            Event::Change { what: words::LOSSES, whose, rule, .. } => match named(whose) {
                Some(Named::Unit(index)) => {
                    tally.first_loss.get_or_insert(tally.turn);
                    tally.units_sunk[UnitId::from_index(index).side()] += i32::from(rule == rule!("6.9.5"));
                }
                Some(Named::Barge(index)) => self.barge_sinks(index),
                _ => (),
            },
            Event::Change { what: words::KIND, whose, from, to, .. } => {
                if let Some(Named::Unit(index)) = named(whose) {
                    self.kind_changes(index, from, to);
                }
            }
            Event::Change { what: words::GROUND, .. } => tally.count(|tally| &mut tally.breaches),
            Event::Change { what: words::OWNER, to, whose, .. } => {
                if let Some(Named::Barge(index)) = named(whose) {
                    self.owner_changes(index, to);
                }
            }
            Event::Change { what: words::SQUARE, rule, whose, from, to } => {
                if let Some(Named::Unit(index)) = named(whose) {
                    self.square_changes(index, rule, from, to);
                }
            }
            Event::Remark { text: words::HAND_TO_HAND, .. } => tally.count(|tally| &mut tally.assaults),
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
        ];
        for (what, kind, about, _) in OF_SIDES {
            let about = |side| about.replace("{}", SIDES[side as usize]);
            columns.extend(Column::of_sides(what, &kind, about));
        }
        for kind in Kind::ALL {
            let (what, about) = survivors(kind);
            let about = |side| about.replace("{}", SIDES[side as usize]);
            columns.extend(Column::of_sides(what, &Reading::Number, about));
        }
        columns.extend(self.each_of_its_kind().flat_map(of_one));
        columns.extend(self.kinds_of_sides().map(points_of));
        columns.extend((1..=self.turns()).map(gained_in));
        columns
    }

    fn notes(&self) -> Notes {
        Notes::new(self)
    }

    #[inline]
    fn note_decision(&self, notes: &mut Notes, state: &State, action: Action) {
        let tally = &mut notes.tally;
        tally.actor = state.picked.and_then(|picked| state.occupant(picked.square));
        match action {
            Action::Attack(_) => tally.attacks[state.active] += 1,
            Action::Batter(_) => tally.shots_at_walls[state.active] += 1,
            Action::Sink(_) => tally.shots_at_barges[state.active] += 1,
            _ => (),
        }
    }

    fn write_row(&self, notes: &mut Notes, state: &State, row: &mut [i32]) {
        let Notes { values, tally, .. } = notes;
        let taken = core::mem::replace(tally, Tally::NEW);
        let (points, gained) = self.parts_of_the_lead(values, &taken, state);
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
        for (.., value) in OF_SIDES {
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
                let stays = came_in.map(|unit| taken.stays[unit.index()]);
                for turn in stays.chain(core::iter::repeat([0; 2])).take(forces).flatten() {
                    write(of_turn(turn));
                }
            }
        }
        self.kinds_of_sides().for_each(|(kind, side)| write(points[side][kind.index()]));
        gained[..usize::from(self.turns())].iter().for_each(|gained| write(*gained));
        assert_eq!(row.len(), 0, "a row has no room for more");
    }

    fn members(&self) -> Vec<Member> {
        self.all_members()
    }

    fn cast(&self, state: &State) -> Vec<Subject> {
        self.all_subjects(state)
    }

    fn tell(&self, notes: &Notes, event: &Event, tale: &mut Tale) {
        notes.tell(event, tale);
    }
}

/// A turn as the row has it; before the first there is none.
fn of_turn(turn: u8) -> i32 {
    if turn == 0 { ABSENT } else { turn.into() }
}

impl Verdox {
    /// The turns that a game can have.
    fn turns(&self) -> u8 {
        self.scenario.turns.unwrap_or(OPEN_TURNS)
    }

    /// The kinds that a side has units of.
    fn kinds_of_sides(&self) -> impl Iterator<Item = (Kind, Side)> {
        let all = Kind::ALL.into_iter().flat_map(|kind| Side::BOTH.map(|side| (kind, side)));
        all.filter(|(kind, side)| self.scenario.forces[*side][kind.index()] > 0)
    }

    /// The lead at the end in parts, by kind and by turn. All that changes it in play is what a unit does that acts;
    /// beside that there are the forces, which the sides need not have alike, and the units that wait when time is up
    /// and do not count [D-4.3c].
    fn parts_of_the_lead(
        &self,
        values: &[i32; Kind::COUNT],
        tally: &Tally,
        state: &State,
    ) -> (BySide<[i32; Kind::COUNT]>, [i32; OPEN_TURNS as usize]) {
        let (mut points, mut gained) = (BySide([[0; Kind::COUNT]; 2]), tally.gained);
        let is_counted = state.end.is_some_and(|end| matches!(end.reason, words::COUNT | words::EQUAL));
        let last = usize::from(state.turn.max(1) - 1);
        for side in Side::BOTH {
            for unit in state.counters(side) {
                points[side][state.came_in_as(unit).index()] += tally.points[unit.index()];
            }
            for kind in Kind::ALL.map(Kind::index) {
                let [own, theirs] = [side, !side].map(|side| self.scenario.forces[side][kind]);
                let more = values[kind] * i32::from(own.saturating_sub(theirs));
                let waiting = values[kind] * i32::from(state.waiting[side][kind]);
                let missed = if is_counted { waiting } else { 0 };
                points[side][kind] += more - missed;
                gained[0] += side.sign() * more;
                gained[last] -= side.sign() * missed;
            }
        }
        (points, gained)
    }

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

/// What the units of a kind won for their side.
fn points_of((kind, side): (Kind, Side)) -> Column {
    let (name, whose) = (kind.name(), SIDES[side as usize]);
    let about = format!(
        "Value that {name} of the {whose} won for their side by what they did, less what they cost it, in a swamp or \
         still to enter when time was up; and what these are worth more than the enemy's of the kind as the game \
         begins [4.3, 3.11, 7.7.5, 6.9.5, D-4.3c]."
    );
    Column { what: POINTS, whose: Whose::AllOf(side, name.to_owned()), kind: Reading::Number, about }
}

/// What a turn made of the lead.
fn gained_in(turn: u8) -> Column {
    let about = if turn == 1 {
        "By how much the lead of the first side changed in turn 1, with what its forces are worth more as the game \
         begins [4.3, 5.1]."
            .to_owned()
    } else {
        format!(
            "By how much the lead of the first side changed in turn {turn} [4.3]; 0 if it was not played."
        )
    };
    Column { what: GAINED, whose: Whose::Stage(turn), kind: Reading::Number, about }
}

/// The column that counts the remaining units of a kind.
const fn survivors(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Infantry => (
            "infantry_left",
            "Infantry of the {} on the map at the end, riders without horses among them [7.1].",
        ),
        Kind::Riflemen => (
            "riflemen_left",
            "Riflemen of the {} on the map at the end, riders without horses among them [7.2].",
        ),
        Kind::Grenadiers => ("grenadiers_left", "Grenadiers of the {} on the map at the end [7.3]."),
        Kind::Cavalry => ("cavalry_left", "Cavalry of the {} on the map at the end [7.4]."),
        Kind::MountedRifles => {
            ("mounted_rifles_left", "Mounted rifles of the {} on the map at the end [7.5].")
        }
        Kind::Artillery => ("artillery_left", "Guns of the {} on the map at the end [7.6]."),
    }
}
