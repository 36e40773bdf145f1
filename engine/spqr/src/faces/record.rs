//! What is recorded of a game when millions are played: one row of numbers a game, and its tale for the long tables.

mod tale;

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{ABSENT, Column, GAINED, Kind as Reading, POINTS, Recorded, Whose};
use szala_kernel::tale::{Member, Tale};
use szala_kernel::{BySide, Rule, Side, Subject, rule};

use szala_board::Ordinal;

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::ids::{MOST_LEADERS, MOST_UNITS, Named, named, of_side};
use crate::position::state::State;

/// No scenario is longer, and so nothing counted by turns is.
const MOST_TURNS: usize = 64;

/// The rolls of missiles: from the start or on the way, at a unit leaving a zone, in reaction, in return, in
/// harassment.
pub(super) const SHOTS: [Rule; 6] =
    [rule!("8.17"), rule!("8.21"), rule!("8.22"), rule!("8.23"), rule!("9.24"), rule!("9.31")];
/// [8.17] What missiles do, whatever the shot was.
const STRUCK: Rule = rule!("8.17");

/// The notes taken while a game is played.
#[derive(Clone, Debug)]
pub struct Notes {
    turn: u8,
    shots: BySide<i32>,
    hits_by_missiles: BySide<i32>,
    hits_in_shock: BySide<i32>,
    routs: BySide<i32>,
    rallies: BySide<i32>,
    attacks: BySide<i32>,
    orders: BySide<i32>,
    line_commands: BySide<i32>,
    momentum: BySide<i32>,
    trumps: BySide<i32>,
    first_loss: Option<u8>,
    /// The turn in which each unit and leader was eliminated; 0 is never.
    ends: [u8; MOST_UNITS],
    ends_of_leaders: [u8; MOST_LEADERS],
    /// The lead as it was last seen, and what each turn made of it.
    lead: i32,
    gained: [i32; MOST_TURNS],
    /// The last shooter.
    shooter: Subject,
}

impl Notes {
    const NEW: Self = {
        const NONE: BySide<i32> = BySide([0; 2]);
        Self {
            turn: 0,
            shots: NONE,
            hits_by_missiles: NONE,
            hits_in_shock: NONE,
            routs: NONE,
            rallies: NONE,
            attacks: NONE,
            orders: NONE,
            line_commands: NONE,
            momentum: NONE,
            trumps: NONE,
            first_loss: None,
            ends: [0; MOST_UNITS],
            ends_of_leaders: [0; MOST_LEADERS],
            lead: 0,
            gained: [0; MOST_TURNS],
            shooter: Subject::NONE,
        }
    };

    /// The turn that is played, from 1.
    fn now(&self) -> u8 {
        self.turn.max(1)
    }

    /// The lead is this now; what changed is of the turn that was played last.
    fn see_lead(&mut self, lead: i32) {
        let place = usize::from(self.now()).min(MOST_TURNS) - 1;
        self.gained[place] += lead - self.lead;
        self.lead = lead;
    }
}

impl Journal for Notes {
    fn event(&mut self, event: Event) {
        match event {
            Event::Change { what: words::TURN, to, .. } => self.turn = u8::try_from(to).unwrap_or(u8::MAX),
            Event::Roll { ask, .. } if SHOTS.contains(&ask.rule) => {
                self.shooter = ask.who;
                if let Some(side) = side_of(ask.who) {
                    self.shots[side] += 1;
                }
            }
            Event::Change { what: words::HITS, rule, whose, from, to } if to > from => {
                let Some(side) = side_of(whose) else { return };
                if rule == STRUCK {
                    self.hits_by_missiles[side] += to - from;
                } else if is_of_shock(rule) {
                    self.hits_in_shock[side] += to - from;
                }
            }
            Event::Change { what: words::ROUTED, whose, to, .. } => {
                if let Some(side) = side_of(whose) {
                    let count = if to == 1 { &mut self.routs } else { &mut self.rallies };
                    count[side] += 1;
                }
            }
            Event::Change { what: words::ALIVE, whose, to: 0, .. } => {
                self.first_loss.get_or_insert(self.now());
                match named(whose) {
                    Some(Named::Unit(unit)) => self.ends[unit.index()] = self.now(),
                    Some(Named::Leader(leader)) => self.ends_of_leaders[leader.index()] = self.now(),
                    _ => (),
                }
            }
            _ => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

/// Is it a rule by which hits come in shock: the test of the charge [8.33], the shares of the clash [10.14]?
fn is_of_shock(rule: Rule) -> bool {
    [rule!("8.33"), rule!("10.14")].contains(&rule)
}

/// Whose a unit or a leader is.
fn side_of(subject: Subject) -> Option<Side> {
    match named(subject)? {
        Named::Unit(unit) => Some(unit.side()),
        Named::Leader(leader) => Some(leader.side()),
        Named::Side(side) => Some(side),
        Named::Hex(_) => None,
    }
}

/// A column for each side: its name, its meaning, and the source of its number.
type Told = (&'static str, &'static str, fn(&Spqr, &Notes, &State, Side) -> i32);

const OF_SIDES: [Told; 14] = [
    ("rout_points", "Rout points of {} at the end [11.1].", |it, _, state, side| {
        it.rout_points(state, side).into()
    }),
    ("units_lost", "Units of {} that were eliminated [10.15].", |_, _, state, side| {
        counted(((state.dead - state.away) & of_side(side)).iter())
    }),
    ("units_routed", "Units of {} that are routed at the end [10.2].", |_, _, state, side| {
        counted((state.routed & of_side(side)).iter())
    }),
    ("leaders_lost", "Leaders of {} who were lost [4.6].", |it, _, state, side| {
        it.leaders_of(side).map(|leader| i32::from(it.losses_of_leader(state, leader))).sum()
    }),
    ("routs", "How often units of {} routed [10.15].", |_, notes, _, side| notes.routs[side]),
    ("rallies", "How often units of {} rallied [10.28].", |_, notes, _, side| notes.rallies[side]),
    ("shots", "Shots by {} [8.1].", |_, notes, _, side| notes.shots[side]),
    ("hits_by_missiles", "Hits that {} took from missiles [8.17].", |_, notes, _, side| {
        notes.hits_by_missiles[side]
    }),
    ("hits_in_shock", "Hits that {} took in shock [8.3].", |_, notes, _, side| notes.hits_in_shock[side]),
    ("attacks", "Attacks that units of {} made in shock [8.32].", |_, notes, _, side| notes.attacks[side]),
    ("orders", "Orders of {} to units one by one [5.22].", |_, notes, _, side| notes.orders[side]),
    ("line_commands", "Line commands that {} tried [4.25].", |_, notes, _, side| notes.line_commands[side]),
    ("momentum", "Tries of {} for momentum [5.31].", |_, notes, _, side| notes.momentum[side]),
    ("trumps", "Trumps that {} tried [5.41].", |_, notes, _, side| notes.trumps[side]),
];

fn counted(things: impl Iterator) -> i32 {
    i32::try_from(things.count()).expect("a side has at most 64 units and 16 leaders")
}

impl Spqr {
    /// Rout points of the second side less those of the first: what the first side leads by.
    pub(crate) fn lead(&self, state: &State) -> i32 {
        let [first, second] = Side::BOTH.map(|side| i32::from(self.rout_points(state, side)));
        second - first
    }
}

impl Recorded for Spqr {
    type Notes = Notes;

    fn columns(&self) -> Vec<Column> {
        let name = |side: Side| &self.scenario.armies[side].name;
        let mut columns = vec![
            Column::of_game("turns", Reading::Count, "Turns that were played or begun [3.0]."),
            Column::of_game(
                "first_loss",
                Reading::Stage,
                "The turn of the first loss of a unit or leader [11.1].",
            ),
        ];
        for (what, about, _) in &OF_SIDES {
            let about = |side| about.replace("{}", name(side));
            columns.extend(Column::of_sides(what, &Reading::Count, about));
        }
        let of = |what, side: Side, whose: &str, kind, about: String| Column {
            what,
            whose: Whose::Unit(side, whose.to_owned()),
            kind,
            about,
        };
        for unit in &self.all {
            let card = &self.card(unit).name;
            let about = format!("The turn in which {card} of {} was eliminated [10.15].", name(unit.side()));
            columns.push(of("lost_turn", unit.side(), card, Reading::Stage, about));
            let about =
                format!("What the end of {card} of {} cost, as less than 0 [11.1].", name(unit.side()));
            columns.push(of(POINTS, unit.side(), card, Reading::Number, about));
        }
        for leader in &self.all_leaders {
            let card = &self.leader(leader).name;
            let about = format!("The turn in which {card} of {} was lost [4.6].", name(leader.side()));
            columns.push(of("lost_turn", leader.side(), card, Reading::Stage, about));
            let about =
                format!("What the loss of {card} of {} cost, as less than 0 [11.2].", name(leader.side()));
            columns.push(of(POINTS, leader.side(), card, Reading::Number, about));
        }
        columns.extend((1..=self.scenario.switches.turns).map(|turn| Column {
            what: GAINED,
            whose: Whose::Stage(turn),
            kind: Reading::Number,
            about: format!(
                "By how many rout points the lead of the first side changed in turn {turn} [11.1]."
            ),
        }));
        columns
    }

    fn notes(&self) -> Notes {
        Notes::NEW
    }

    #[inline]
    fn note_decision(&self, notes: &mut Notes, state: &State, action: Action) {
        let side = self.decider(state);
        match action {
            Action::Attack(..) => notes.attacks[side] += 1,
            Action::Order(_)
            | Action::OrderWith(..)
            | Action::OrderBoth(_)
            | Action::OrderBothWith(..)
            | Action::BringUp(_)
            | Action::Fire(_)
            | Action::Recover(_)
            | Action::Rally(_)
            | Action::Lead(_)
            | Action::Replace(..) => notes.orders[side] += 1,
            Action::Line(..) | Action::Volley(..) => notes.line_commands[side] += 1,
            Action::Momentum => notes.momentum[side] += 1,
            Action::Trump(_) => notes.trumps[side] += 1,
            // A leader is chosen: what came before is done.
            Action::Activate(_) => notes.see_lead(self.lead(state)),
            _ => (),
        }
    }

    fn write_row(&self, notes: &mut Notes, state: &State, row: &mut [i32]) {
        let mut taken = core::mem::replace(notes, Notes::NEW);
        taken.see_lead(self.lead(state));
        let mut row = row.iter_mut();
        let mut write = |value| *row.next().expect("a row has room for every column") = value;
        write(state.turn().into());
        write(taken.first_loss.map_or(ABSENT, i32::from));
        for (.., value) in &OF_SIDES {
            for side in Side::BOTH {
                write(value(self, &taken, state, side));
            }
        }
        let ended = |turn: u8| if turn == 0 { ABSENT } else { turn.into() };
        for unit in &self.all {
            write(ended(taken.ends[unit.index()]));
            let cost = if (state.dead - state.away).contains(unit) { self.rout_points_of(unit) } else { 0 };
            write(-i32::from(cost));
        }
        for leader in &self.all_leaders {
            write(ended(taken.ends_of_leaders[leader.index()]));
            write(-i32::from(self.rout_points_of_leader(state, leader)));
        }
        taken.gained[..usize::from(self.scenario.switches.turns)].iter().for_each(|gained| write(*gained));
        assert_eq!(row.len(), 0, "a row has no room for more");
    }

    fn members(&self) -> Vec<Member> {
        self.all_members()
    }

    fn cast(&self, _: &State) -> Vec<Subject> {
        let units = self.all.iter().map(crate::UnitId::subject);
        units.chain(self.all_leaders.iter().map(crate::LeaderId::subject)).collect()
    }

    fn tell(&self, notes: &Notes, event: &Event, tale: &mut Tale) {
        notes.tell(event, tale);
    }
}
