//! What is recorded of a game when millions are played: one row of numbers a game, and its tale for the long tables.

mod tale;

use core::fmt::Display;

use szala_board::Ordinal;
use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{ABSENT, Column, GAINED, Kind as Reading, Recorded, Whose};
use szala_kernel::tale::{Member, Tale};
use szala_kernel::{BySide, Rule, Side, Subject, rule};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::SIDES;
use crate::position::ids::subject::{Named, named};
use crate::position::ids::{CounterId, MOST_COUNTERS};
use crate::position::state::{Level, State};

/// No scenario is longer, and so nothing counted by stages is.
const MOST_STAGES: usize = 64;

/// The cause of a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Fire,
    Barrage,
    Combat,
}

/// [7.3.6] [8.3.6] Fire and barrages have rules of their own; what else costs squares is close combat.
fn cause_of(rule: Rule, last: Cause) -> Cause {
    if rule == rule!("7.3.6") {
        Cause::Fire
    } else if rule == rule!("8.3.6") {
        Cause::Barrage
    } else if rule == rule!("10.3.4") || rule == rule!("D-10.3e") {
        Cause::Combat
    } else {
        // An elimination follows from what cost the last square.
        last
    }
}

/// The notes taken while a game is played.
#[derive(Clone, Debug)]
pub struct Notes {
    stage: u8,
    shots: BySide<i32>,
    shots_on_the_move: BySide<i32>,
    runs: BySide<i32>,
    laid: BySide<i32>,
    struck: BySide<i32>,
    lifted: BySide<i32>,
    assaults: BySide<i32>,
    pinned: BySide<i32>,
    shown: BySide<i32>,
    /// Halves of squares that each side lost, by [`Cause`].
    lost_by: [BySide<i32>; 3],
    last_cause: Cause,
    first_loss: Option<u8>,
    /// The stage in which each counter was lost; 0 is never.
    ends: [u8; MOST_COUNTERS],
    /// The lead as it was last seen, and what each stage made of it.
    lead: i32,
    gained: [i32; MOST_STAGES],
    /// The last firer.
    firer: Subject,
}

impl Notes {
    const NEW: Self = {
        const NONE: BySide<i32> = BySide([0; 2]);
        Self {
            stage: 0,
            shots: NONE,
            shots_on_the_move: NONE,
            runs: NONE,
            laid: NONE,
            struck: NONE,
            lifted: NONE,
            assaults: NONE,
            pinned: NONE,
            shown: NONE,
            lost_by: [NONE; 3],
            last_cause: Cause::Fire,
            first_loss: None,
            ends: [0; MOST_COUNTERS],
            lead: 0,
            gained: [0; MOST_STAGES],
            firer: Subject::NONE,
        }
    };

    /// The lead is this now; what changed is of the stage that was played last.
    fn see_lead(&mut self, lead: i32) {
        self.gained[usize::from(self.stage.max(1)) - 1] += lead - self.lead;
        self.lead = lead;
    }
}

impl Journal for Notes {
    fn event(&mut self, event: Event) {
        match event {
            Event::Change { what: words::STAGE, to, .. } => {
                self.stage = u8::try_from(to).unwrap_or(u8::MAX);
            }
            Event::Roll { ask, .. } if ask.rule == rule!("7.3.5") => {
                self.firer = ask.who;
                if let Some(side) = side_of(ask.who) {
                    self.shots[side] += 1;
                }
            }
            Event::Roll { ask, .. } if ask.rule == rule!("8.3.5") => self.firer = ask.who,
            Event::Total { rule, whose, .. } if rule == rule!("8.4") => {
                if let Some(side) = side_of(whose) {
                    self.struck[side] += 1;
                }
            }
            Event::Change { what: words::LOSSES, rule, whose, from, to } => {
                self.last_cause = cause_of(rule, self.last_cause);
                if let Some(side) = side_of(whose).filter(|_| to > from) {
                    self.lost_by[self.last_cause as usize][side] += to - from;
                    self.first_loss.get_or_insert(self.stage.max(1));
                }
            }
            Event::Change { what: words::LEVEL, whose, from, to, .. } => {
                let pinned = words::of_level(Level::Pinned);
                if let Some(side) = side_of(whose).filter(|_| to == pinned && from != pinned) {
                    self.pinned[side] += 1;
                }
            }
            Event::Change { what: words::CARD, whose, .. } => {
                if let Some(side) = side_of(whose) {
                    self.shown[side] += 1;
                }
            }
            Event::Remark { text: words::ATTACKS, whom, .. } => {
                if let Some(Named::Side(side)) = named(whom) {
                    self.assaults[side] += 1;
                }
            }
            Event::Remark { text: words::ELIMINATED, whom, .. } => {
                if let Some(Named::Counter(index)) = named(whom) {
                    self.ends[index] = self.stage.max(1);
                }
            }
            _ => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

/// Whose a counter or a barrage is.
fn side_of(subject: Subject) -> Option<Side> {
    match named(subject)? {
        Named::Counter(index) => Some(CounterId::from_index(index).side()),
        Named::Barrage(side, _) => Some(side),
        _ => None,
    }
}

/// A column for each side: its name, its kind, its meaning, and the source of its number.
type Told = (&'static str, Reading, &'static str, fn(&Pluton, &Notes, &State, Side) -> i32);

const OF_SIDES: [Told; 22] = [
    (
        "half_points",
        Reading::Number,
        "What the {} count at the end, in half points [18.6].",
        |it, _, state, side| it.half_points(state, side),
    ),
    (
        "for_buildings",
        Reading::Number,
        "Half points of the {} for building hexes [18.6.1].",
        |it, _, state, side| it.for_buildings(state, side),
    ),
    (
        "for_road",
        Reading::Number,
        "Half points of the {} for a clear road [18.6.11].",
        |it, _, state, side| it.for_road(state, side),
    ),
    (
        "for_silent_guns",
        Reading::Number,
        "Half points of the {} for guns never called [18.6.2].",
        |it, _, state, side| it.uncalled(state, side),
    ),
    (
        "for_hiding",
        Reading::Number,
        "Half points of the {} for stages hidden [19.4.1].",
        |it, _, state, side| it.for_hiding(state, side),
    ),
    (
        "buildings",
        Reading::Count,
        "Building hexes that the {} hold at the end [18.6.1].",
        |it, _, state, side| it.buildings_held(state, side).into(),
    ),
    (
        "squares_lost",
        Reading::Count,
        "Squares that the {} lost, a half counting whole [18.6.4].",
        |it, _, state, side| it.squares_lost(state, side).into(),
    ),
    ("commanders_lost", Reading::Count, "Commanders that the {} lost [18.6.5].", |_, _, state, side| {
        state.commanders_lost[side].into()
    }),
    ("units_lost", Reading::Count, "Units of the {} that were eliminated [14.2].", |_, _, state, side| {
        counted((state.dead & state.units).iter().filter(|unit| unit.side() == side))
    }),
    (
        "lost_to_fire",
        Reading::Count,
        "Halves of squares that the {} lost to small arms [7.3.6].",
        |_, notes, _, side| notes.lost_by[Cause::Fire as usize][side],
    ),
    (
        "lost_to_barrages",
        Reading::Count,
        "Halves of squares that the {} lost to barrages [8.3.6].",
        |_, notes, _, side| notes.lost_by[Cause::Barrage as usize][side],
    ),
    (
        "lost_in_combat",
        Reading::Count,
        "Halves of squares that the {} lost in close combat [10.3].",
        |_, notes, _, side| notes.lost_by[Cause::Combat as usize][side],
    ),
    ("pinned", Reading::Count, "How often counters of the {} were pinned [11.1].", |_, notes, _, side| {
        notes.pinned[side]
    }),
    ("shots", Reading::Count, "Shots of small arms by the {} [7.3.5].", |_, notes, _, side| {
        notes.shots[side]
    }),
    (
        "shots_on_the_move",
        Reading::Count,
        "Those of the {} at a counter under way [4.2.2].",
        |_, notes, _, side| notes.shots_on_the_move[side],
    ),
    ("runs", Reading::Count, "Runs that counters of the {} began [6.4].", |_, notes, _, side| {
        notes.runs[side]
    }),
    ("guns_called", Reading::Count, "Battalions of guns that the {} called [9.2].", |_, _, state, side| {
        i32::try_from(state.called[side].count_ones()).unwrap_or(0)
    }),
    (
        "barrages_laid",
        Reading::Count,
        "Stages in which barrages of the {} were placed, left or shifted [4.2.1].",
        |_, notes, _, side| notes.laid[side],
    ),
    (
        "barrages_struck",
        Reading::Count,
        "Those of the {} under which somebody was seen to be [8.4].",
        |_, notes, _, side| notes.struck[side],
    ),
    (
        "barrages_lifted",
        Reading::Count,
        "Barrages that the {} lifted by choice [4.2.1].",
        |_, notes, _, side| notes.lifted[side],
    ),
    ("assaults", Reading::Count, "Close combats in which the {} attacked [10.2].", |_, notes, _, side| {
        notes.assaults[side]
    }),
    ("shown", Reading::Count, "Counters of the {} that were turned over [16.1].", |_, notes, _, side| {
        notes.shown[side]
    }),
];

fn counted(things: impl Iterator) -> i32 {
    i32::try_from(things.count()).expect("a side has few counters")
}

/// The degrees of victory [18.7].
const DEGREES: [&str; 5] = [words::DRAW, words::SMALL, words::MEDIUM, words::GREAT, words::HUGE];

impl Pluton {
    /// The columns of sides that can be anything but 0 in this scenario.
    fn told_of_sides(&self) -> impl Iterator<Item = &'static Told> + '_ {
        let scenario = &self.scenario;
        let has_guns = !scenario.battalions.0.iter().all(Vec::is_empty);
        OF_SIDES.iter().filter(move |(what, ..)| match *what {
            "for_hiding" => scenario.points.0.iter().any(|points| points.hidden_stage > 0),
            "for_road" => scenario.clear_road.is_some(),
            "for_silent_guns" | "guns_called" => has_guns,
            _ => true,
        })
    }

    /// The counters of the scenario as they are printed: of a side, with their cards.
    fn all_cards(&self) -> impl Iterator<Item = CounterId> + '_ {
        self.all.iter()
    }

    fn groups(&self) -> impl Iterator<Item = (Side, usize)> + '_ {
        Side::BOTH
            .into_iter()
            .flat_map(|side| (0..self.scenario.groups[side].len()).map(move |at| (side, at)))
    }
}

impl Recorded for Pluton {
    type Notes = Notes;

    fn columns(&self) -> Vec<Column> {
        let degrees = DEGREES.map(str::to_owned).to_vec();
        let mut columns = vec![
            Column::of_game("degree", Reading::Name(degrees), "The degree of the victory [18.7]."),
            Column::of_game("stages", Reading::Count, "Stages that were played or begun [4.1]."),
            Column::of_game("first_loss", Reading::Stage, "The stage of the first loss of a square [14.2]."),
        ];
        for (what, kind, about, _) in self.told_of_sides() {
            let about = |side| about.replace("{}", SIDES[side as usize]);
            columns.extend(Column::of_sides(what, kind, about));
        }
        columns.extend(self.groups().map(|(side, at)| {
            let group = &self.scenario.groups[side][at].name;
            Column {
                what: "losses",
                whose: Whose::AllOf(side, group.clone()),
                kind: Reading::Count,
                about: format!("Halves of squares that {group} of the {} lost [14.2].", SIDES[side as usize]),
            }
        }));
        columns.extend(self.all_cards().map(|card| {
            let (side, name) = (card.side(), &self.scenario.cards[card.side()][card.slot()].name);
            Column {
                what: "lost_stage",
                whose: Whose::Unit(side, name.clone()),
                kind: Reading::Stage,
                about: format!(
                    "The stage in which {name} of the {} was lost; absent if it never was [14.2].",
                    SIDES[side as usize]
                ),
            }
        }));
        columns.extend((1..=self.scenario.stages).map(|stage| Column {
            what: GAINED,
            whose: Whose::Stage(stage),
            kind: Reading::Number,
            about: format!(
                "By how many points the lead of the first side changed in stage {stage}, halves dropped, with what \
                 the sides count before it if it is the first [18.6]."
            ),
        }));
        columns
    }

    fn notes(&self) -> Notes {
        Notes::NEW
    }

    #[inline]
    fn note_decision(&self, notes: &mut Notes, state: &State, action: Action) {
        let side = state.active;
        match action {
            Action::Run(_) | Action::RunIn(..) => notes.runs[side] += 1,
            Action::Fire(..) => notes.shots_on_the_move[!side] += 1,
            Action::Leave(_) | Action::Shift(..) | Action::Place(..) => notes.laid[side] += 1,
            Action::Lift(_) => notes.lifted[side] += 1,
            // All have moved: who holds what is settled but for fire and combat.
            Action::MovesDone => notes.see_lead(self.lead(state)),
            _ => (),
        }
    }

    fn write_row(&self, notes: &mut Notes, state: &State, row: &mut [i32]) {
        let mut taken = core::mem::replace(notes, Notes::NEW);
        taken.see_lead(self.lead(state));
        let mut row = row.iter_mut();
        let mut write = |value| *row.next().expect("a row has room for every column") = value;
        let degree = state.end.and_then(|end| DEGREES.iter().position(|degree| *degree == end.reason));
        write(degree.map_or(ABSENT, |place| i32::try_from(place).expect("one of five")));
        write(state.stage.into());
        write(taken.first_loss.map_or(ABSENT, i32::from));
        for (.., value) in self.told_of_sides() {
            for side in Side::BOTH {
                write(value(self, &taken, state, side));
            }
        }
        for (side, at) in self.groups() {
            let is_of = |counter: &CounterId| {
                counter.side() == side && self.card(state, *counter).group.map(usize::from) == Some(at)
            };
            let own = self.all.iter().filter(is_of);
            write(own.map(|counter| i32::from(state.losses[counter.index()])).sum());
        }
        for card in self.all_cards() {
            let end = taken.ends[self.bearer(state, card).index()];
            write(if end == 0 { ABSENT } else { end.into() });
        }
        taken.gained[..usize::from(self.scenario.stages)].iter().for_each(|gained| write(*gained));
        assert_eq!(row.len(), 0, "a row has no room for more");
    }

    fn members(&self) -> Vec<Member> {
        self.all_members()
    }

    fn cast(&self, state: &State) -> Vec<Subject> {
        self.all_cards().map(|card| self.bearer(state, card).subject()).collect()
    }

    fn tell(&self, notes: &Notes, event: &Event, tale: &mut Tale) {
        notes.tell(event, tale);
    }
}
