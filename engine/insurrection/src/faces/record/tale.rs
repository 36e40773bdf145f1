//! The tale of a game for the tables of units, events and stages: what the journal says of shots, melees, losses,
//! flights and points, as rows. The notes know whose turn it is and who scores.

use szala_kernel::journal::Event;
use szala_kernel::tale::{Happening, Member, Tale, What};
use szala_kernel::{Rule, Side, Subject, rule};

use super::notes::{FLIGHT, Notes};
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::data::UnitCard;
use crate::position::ids::{UnitSet, subject};
use crate::position::room::Room;
use crate::position::state::MeleeKind;

/// The kinds of shots and melees.
const MUSKETS: &str = "muskets";
const GUNS: &str = "guns";
/// [4.5m] The formation of units that obey no commander in particular.
const RESERVE: &str = "reserve";

impl<R: Room> Insurrection<R> {
    /// A unit's formation: that of the commander whom it obeys [4.1], called by his name.
    pub(super) fn formation_of(&self, card: &UnitCard) -> &str {
        card.commander.map_or(RESERVE, |commander| &self.scenario.commander(commander).name)
    }

    /// The formations of both sides with their units, in the order of their first units.
    pub(super) fn formations(&self) -> Vec<(Side, &str, UnitSet<R>)> {
        let mut formations: Vec<(Side, &str, UnitSet<R>)> = Vec::new();
        for unit in self.scenario.all_units().iter() {
            let card = self.scenario.unit(unit);
            let name = self.formation_of(card);
            match formations.iter_mut().find(|(side, known, _)| (*side, *known) == (card.side, name)) {
                Some((.., units)) => units.insert(unit),
                None => formations.push((card.side, name, UnitSet::of(unit))),
            }
        }
        formations
    }

    /// The units and then the commanders, each with a row of its own.
    pub(super) fn all_members(&self) -> Vec<Member> {
        let unit = |card: &UnitCard| Member {
            side: card.side,
            name: card.name.clone(),
            formation: Some(self.formation_of(card).to_owned()),
        };
        let commanders = self.scenario.commanders.iter().map(|card| Member {
            side: card.side,
            name: card.name.clone(),
            formation: Some(card.name.clone()),
        });
        self.scenario.units.iter().map(unit).chain(commanders).collect()
    }

    /// The numbers of the same.
    pub(super) fn all_subjects(&self) -> Vec<Subject> {
        let units = self.scenario.units.iter().map(|card| card.subject);
        units.chain(self.scenario.commanders.iter().map(|card| card.subject)).collect()
    }
}

impl<R: Room> Notes<R> {
    /// Adds what an event reports.
    pub(super) fn tell(&self, event: &Event, tale: &mut Tale) {
        let row = |what, rule, side| Happening::new(what, self.stage(), rule, side);
        // Of somebody, to whom it happens or by whom it is done.
        let done_by = |what, rule, by| Some(row(what, rule, self.cast.side(by)?).by(by));
        let done_to = |what, rule, on| Some(row(what, rule, self.cast.side(on)?).on(on));
        let told = match *event {
            // [3.3] Nothing else is drawn.
            Event::Draw { ask, ticket } => done_by(What::Activation, ask.rule, ticket),
            // [10.9.6] A joint shot is one, by as many as fire.
            Event::Change { rule, what: words::SHOTS, whose, from, to } if to > from => {
                match tale.latest(What::Shot) {
                    Some(shot) => {
                        shot.amount += 1;
                        None
                    }
                    None => done_by(What::Shot, rule, whose).map(|shot| shot.how(MUSKETS)),
                }
            }
            Event::Remark { rule, text: words::BATTERY_FIRES, whom } => {
                done_by(What::Shot, rule, whom).map(|shot| shot.how(GUNS))
            }
            Event::Roll { ask, .. } if is_shot(ask.rule) => {
                aim(tale, ask.whom);
                // [10.9.6] Of several the best one fires.
                if let Some(shot) = tale.latest(What::Shot).filter(|_| ask.rule != rule!("10.10.1")) {
                    shot.by = ask.who;
                }
                None
            }
            // [10.9.4t] A shot without effect is not rolled for.
            Event::Remark { rule, whom, .. } if rule == rule!("10.9.4") => {
                aim(tale, whom);
                None
            }
            Event::Remark { rule, text: words::MELEE, whom } => {
                let active = self.tally.active;
                let is_counter = rule == MeleeKind::Counterattack.rule();
                let attacker = if is_counter { !active } else { active };
                let how = if is_counter {
                    "counterattack"
                } else if rule == MeleeKind::Charge.rule() {
                    "charge"
                } else {
                    "assault"
                };
                Some(row(What::Melee, rule, attacker).how(how).at(whom).amount(0))
            }
            Event::Remark { text: text @ (words::MELEE_WON | words::MELEE_LOST), whom, .. } => {
                if let Some(melee) = tale.last(What::Melee) {
                    let is_attacker = self.cast.side(whom) == melee.side;
                    *(if is_attacker { &mut melee.by } else { &mut melee.on }) = whom;
                    melee.amount |= i32::from(is_attacker && text == words::MELEE_WON);
                }
                None
            }
            Event::Change { rule, what: words::LOSSES, whose, from, to } => {
                // [10.9.4t] [10.10.1t] The loss of a unit that fails under fire is the last shot's.
                let shot = tale.last(What::Shot).filter(|_| rule == rule!("10.9.4t"));
                let by = shot.map_or(Subject::NONE, |shot| shot.by);
                done_to(What::Loss, rule, whose).map(|loss| loss.by(by).amount(to - from))
            }
            Event::Change { rule: FLIGHT, what: words::HEX, whose, .. } => {
                done_to(What::Flight, FLIGHT, whose)
            }
            Event::Change { rule, what: words::HEX, whose, from: ..0, to: to @ 0.. } => {
                let hex = subject::of_hex(usize::try_from(to).expect("a hex on the map"));
                done_to(What::Entry, rule, whose).map(|entry| entry.at(hex))
            }
            Event::Change { rule, what: words::LEAD, from, to, .. } => {
                let row = Happening::points(self.stage(), rule, to - from);
                Some(row.by(self.scorer()))
            }
            Event::Remark {
                rule,
                text:
                    text @ (words::ELIMINATED
                    | words::CAPTURED
                    | words::RECAPTURED
                    | words::OUT_OF_GAME
                    | words::COMMANDER_KILLED
                    | words::COMMANDER_REMOVED),
                whom,
            } => done_to(What::End, rule, whom).map(|end| end.how(text)),
            _ => None,
        };
        if let Some(row) = told {
            tale.push(row);
        }
    }
}

/// Is this the rule of a die that a shot is resolved by: muskets and guns, at troops and at lone guns?
fn is_shot(rule: Rule) -> bool {
    [rule!("10.9.4"), rule!("10.9.5"), rule!("10.10.1"), rule!("10.10.6")].contains(&rule)
}

/// The last shot is at this unit; [6.10] of a stack at the top one first.
fn aim(tale: &mut Tale, target: Subject) {
    if let Some(shot) = tale.last(What::Shot)
        && shot.on == Subject::NONE
    {
        shot.on = target;
    }
}
