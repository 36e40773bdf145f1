//! The tale of a game for the tables of units, events and stages: what the journal says of attacks, losses and what
//! they are worth, as rows. Who acts, of which kind a counter is and whose a barge is, the notes know.

use szala_board::{Ordinal, SquareId};
use szala_kernel::journal::Event;
use szala_kernel::tale::{Happening, Member, Tale, What};
use szala_kernel::{Rule, Side, Subject, rule};

use super::Notes;
use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::data::SIDES;
use crate::position::ids::UnitId;
use crate::position::ids::subject::{self, Named, named};
use crate::position::kinds::Kind;
use crate::position::state::State;

/// What is lost.
const A_UNIT: &str = "unit";
const A_HORSE: &str = "horse";
const A_BARGE: &str = "barge";

impl Verdox {
    /// The units of both sides, kind by kind, as the columns have them: numbered in the order in which they come in.
    pub(super) fn all_members(&self) -> Vec<Member> {
        let member = |(kind, side, number): (Kind, Side, u8)| Member {
            side,
            name: format!("{} {} {number}", SIDES[side as usize], kind.name()),
            formation: Some(kind.name().to_owned()),
        };
        self.each_of_its_kind().map(member).collect()
    }

    /// The counter that each of them turned out to be.
    pub(super) fn all_subjects(&self, state: &State) -> Vec<Subject> {
        let subject = |(kind, side, number): (Kind, Side, u8)| {
            let mut of_its_kind = state.counters(side).filter(|unit| state.came_in_as(*unit) == kind);
            of_its_kind.nth(usize::from(number) - 1).map_or(Subject::NONE, UnitId::subject)
        };
        self.each_of_its_kind().map(subject).collect()
    }
}

impl Notes {
    /// The turn; what happens before the first is of the first.
    fn turn(&self) -> u8 {
        self.tally.turn.max(1)
    }

    /// Who acts.
    fn actor(&self) -> Subject {
        self.tally.actor.map_or(Subject::NONE, UnitId::subject)
    }

    /// Adds what an event reports.
    pub(super) fn tell(&self, event: &Event, tale: &mut Tale) {
        match *event {
            Event::Remark { rule, text: words::HAND_TO_HAND, whom } => {
                if let Some(side) = side_of(whom) {
                    tale.push(Happening::new(What::Melee, self.turn(), rule, side).by(whom).amount(0));
                }
            }
            Event::Roll { ask, .. } => {
                let Some((side, how)) = side_of(ask.who).zip(shot_at(ask.rule)) else { return };
                if let Some(melee) = tale.latest(What::Melee) {
                    melee.on = ask.whom;
                } else {
                    let shot = Happening::new(What::Shot, self.turn(), ask.rule, side);
                    tale.push(shot.how(how).by(ask.who).on(ask.whom));
                }
            }
            Event::Change { rule, what: words::LOSSES, whose, from, to } => {
                if let Some(melee) = tale.latest(What::Melee) {
                    melee.amount = 1;
                }
                let loss = match named(whose) {
                    Some(Named::Unit(index)) => {
                        Happening::new(What::Loss, self.turn(), rule, UnitId::from_index(index).side())
                            .how(A_UNIT)
                    }
                    Some(Named::Barge(index)) => {
                        let loss = Happening::new(What::Loss, self.turn(), rule, Side::First).how(A_BARGE);
                        Happening { side: self.tally.owners[index], ..loss }
                    }
                    _ => return,
                };
                tale.push(loss.by(self.actor()).on(whose).amount(to - from));
                if let Some((Named::Barge(_), side)) = named(whose).zip(loss.side) {
                    self.tell_points(rule, side, -self.barge_value, whose, tale);
                }
            }
            Event::Change { rule, what: words::KIND, whose, from, to } => {
                let Some(Named::Unit(index)) = named(whose) else { return };
                let value = |kind: i32| usize::try_from(kind).ok().map(|kind| self.values[kind]);
                // A counter that is turned over is of no kind before.
                if let Some((old, new)) = value(from).zip(value(to)) {
                    if let Some(loss) = tale.last(What::Loss) {
                        loss.how = A_HORSE;
                    }
                    self.tell_points(rule, UnitId::from_index(index).side(), new - old, whose, tale);
                }
            }
            Event::Change { rule, what: words::OWNER, whose, to, .. } => {
                let Some(Named::Barge(index)) = named(whose) else { return };
                let (old, new) =
                    (self.tally.owners[index], usize::try_from(to).ok().map(|owner| Side::BOTH[owner]));
                for (owner, sign) in [(old, -1), (new, 1)].into_iter().filter(|_| old != new) {
                    if let Some(side) = owner {
                        self.tell_points(rule, side, sign * self.barge_value, whose, tale);
                    }
                }
            }
            Event::Change { rule, what: words::SQUARE, whose, from, to } => {
                let Some(Named::Unit(index)) = named(whose) else { return };
                let side = UnitId::from_index(index).side();
                if from < 0 {
                    let square = usize::try_from(to)
                        .map_or(Subject::NONE, |to| subject::of_square(SquareId::from_index(to)));
                    tale.push(Happening::new(What::Entry, self.turn(), rule, side).on(whose).at(square));
                }
                if to < 0 {
                    let value = self.values[self.tally.kinds[index].index()];
                    tale.push(Happening::new(What::End, self.turn(), rule, side).how("lost").on(whose));
                    self.tell_points(rule, side, -value, whose, tale);
                }
            }
            _ => (),
        }
    }

    /// [4.3] What a side has became this much more, by what happened to somebody.
    fn tell_points(&self, rule: Rule, side: Side, more: i32, on: Subject, tale: &mut Tale) {
        if more != 0 {
            let points = Happening::points(self.turn(), rule, side.sign() * more);
            tale.push(points.by(self.actor()).on(on));
        }
    }
}

/// The side of a counter; barges and squares have none.
fn side_of(subject: Subject) -> Option<Side> {
    match named(subject)? {
        Named::Unit(index) => Some(UnitId::from_index(index).side()),
        _ => None,
    }
}

/// What an attack with a die of this rule is at; none if it is no attack.
fn shot_at(rule: Rule) -> Option<&'static str> {
    // [3.11, 6.10.8, 7.7.7] The same three that are drawn as fire.
    if rule == rule!("3.11") {
        Some("at a unit")
    } else if rule == rule!("6.10.8") {
        Some("at a wall")
    } else if rule == rule!("7.7.7") {
        Some("at a barge")
    } else {
        None
    }
}
