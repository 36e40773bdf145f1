//! The tale of a game for the tables of units, events and turns: what the journal says of shots, hits and ends, as
//! rows.

use szala_kernel::journal::Event;
use szala_kernel::rule;
use szala_kernel::tale::{Happening, Member, Tale, What};

use super::{Notes, SHOTS, STRUCK, is_of_shock, side_of};
use crate::chapters::game::Spqr;
use crate::chapters::words;

impl Spqr {
    /// Every unit with its line as its formation, and every leader.
    pub(super) fn all_members(&self) -> Vec<Member> {
        let units = self.all.iter().map(|unit| {
            let card = self.card(unit);
            let line = (0..).zip(&self.scenario.lines).find(|(row, _)| card.lines >> row & 1 == 1);
            let formation = line.map(|(_, line)| line.name.clone());
            Member { side: unit.side(), name: card.name.clone(), formation }
        });
        let leaders = self.all_leaders.iter().map(|leader| Member {
            side: leader.side(),
            name: self.leader(leader).name.clone(),
            formation: None,
        });
        units.chain(leaders).collect()
    }
}

impl Notes {
    /// Adds what an event reports; what happens before the first turn counts for the first.
    pub(super) fn tell(&self, event: &Event, tale: &mut Tale) {
        let turn = self.now();
        match *event {
            Event::Roll { ask, .. } if SHOTS.contains(&ask.rule) => {
                let Some(side) = side_of(ask.who) else { return };
                let shot = Happening::new(What::Shot, turn, ask.rule, side);
                tale.push(shot.how("missiles").by(ask.who).on(ask.whom));
            }
            Event::Roll { ask, .. } if ask.rule == rule!("8.36") => {
                let Some(side) = side_of(ask.who) else { return };
                tale.push(
                    Happening::new(What::Melee, turn, ask.rule, side).by(ask.who).on(ask.whom).amount(0),
                );
            }
            Event::Change { rule, what: words::HITS, whose, from, to } if to > from => {
                let Some(side) = side_of(whose) else { return };
                let by_missiles = rule == STRUCK;
                let how = if by_missiles {
                    "missiles"
                } else if is_of_shock(rule) {
                    "shock"
                } else {
                    "other"
                };
                let loss = Happening::new(What::Loss, turn, rule, side).how(how);
                let loss = if by_missiles { loss.by(self.shooter) } else { loss };
                tale.push(loss.on(whose).amount(to - from));
                if let Some(melee) = tale.last(What::Melee).filter(|_| how == "shock") {
                    melee.amount += i32::from(melee.side != Some(side)) * (to - from);
                }
            }
            Event::Change { rule, what: words::ALIVE, whose, to: 0, .. } => {
                let Some(side) = side_of(whose) else { return };
                tale.push(Happening::new(What::End, turn, rule, side).how("eliminated").on(whose));
            }
            _ => (),
        }
    }
}
