//! The tale of a game for the tables of units, events and stages: what the journal says of shots, combats, losses and
//! points, as rows.

use szala_board::{HexId, Ordinal};
use szala_kernel::journal::Event;
use szala_kernel::rule;
use szala_kernel::tale::{Happening, Member, Tale, What};

use super::{Cause, Notes, cause_of, side_of};
use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::data::SIDES;
use crate::position::ids::CounterId;
use crate::position::ids::subject::{self, Named, named};

impl Cause {
    const fn name(self) -> &'static str {
        match self {
            Self::Fire => "small arms",
            Self::Barrage => "barrage",
            Self::Combat => "close combat",
        }
    }
}

impl Pluton {
    /// Every counter by what is printed on it; its formation is the group that it comes with.
    pub(super) fn all_members(&self) -> Vec<Member> {
        let member = |card: CounterId| {
            let (side, printed) = (card.side(), &self.scenario.cards[card.side()][card.slot()]);
            let group =
                printed.group.map(|group| self.scenario.groups[side][usize::from(group)].name.clone());
            Member { side, name: format!("{} {}", SIDES[side as usize], printed.name), formation: group }
        };
        self.all_cards().map(member).collect()
    }
}

impl Notes {
    /// Adds what an event reports; what happens before the first stage counts for the first.
    pub(super) fn tell(&self, event: &Event, tale: &mut Tale) {
        let stage = self.stage.max(1);
        match *event {
            Event::Roll { ask, .. } if [rule!("7.3.5"), rule!("8.3.5")].contains(&ask.rule) => {
                let Some(side) = side_of(ask.who) else { return };
                let cause = if ask.rule == rule!("7.3.5") { Cause::Fire } else { Cause::Barrage };
                let shot = Happening::new(What::Shot, stage, ask.rule, side);
                tale.push(shot.how(cause.name()).by(ask.who).on(ask.whom));
            }
            Event::Remark { rule, text: words::ATTACKS, whom } => {
                if let Some(Named::Side(side)) = named(whom) {
                    tale.push(Happening::new(What::Melee, stage, rule, side).amount(0));
                }
            }
            Event::Roll { ask, .. } if ask.rule == rule!("10.3.3") => {
                if let Some(melee) = tale.last(What::Melee) {
                    melee.at = ask.whom;
                }
            }
            Event::Change { rule, what: words::LOSSES, whose, from, to } if to > from => {
                let Some(side) = side_of(whose) else { return };
                let cause = cause_of(rule, self.last_cause);
                let loss = Happening::new(What::Loss, stage, rule, side).how(cause.name());
                let loss = if cause == Cause::Combat { loss } else { loss.by(self.firer) };
                tale.push(loss.on(whose).amount(to - from));
                if let Some(melee) = tale.last(What::Melee).filter(|_| cause == Cause::Combat) {
                    melee.amount += i32::from(melee.side != Some(side)) * (to - from);
                }
            }
            Event::Remark { rule, text: words::ELIMINATED, whom } => {
                let Some(side) = side_of(whom) else { return };
                tale.push(Happening::new(What::End, stage, rule, side).how("eliminated").on(whom));
            }
            Event::Change { rule, what: words::HEX, whose, from: -1, to } if to >= 0 => {
                let Some(Named::Counter(index)) = named(whose) else { return };
                let side = CounterId::from_index(index).side();
                let hex = usize::try_from(to).expect("a hex of the board");
                let entry = Happening::new(What::Entry, stage, rule, side).on(whose);
                tale.push(entry.at(subject::of_hex(HexId::from_index(hex))));
            }
            Event::Change { rule, what: words::LEAD, from, to, .. } if to != from => {
                tale.push(Happening::points(stage, rule, to - from));
            }
            _ => (),
        }
    }
}
