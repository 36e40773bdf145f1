//! The notes taken while a game goes on. They hear every event of a game of some hundred microseconds: each handler
//! tests constants first, so that the compiler removes it where other events are recorded.

use core::fmt::Display;

use szala_board::Ordinal;
use szala_kernel::journal::Event;
use szala_kernel::record::ABSENT;
use szala_kernel::{BySide, Journal, Rule, Side, Subject, rule};

use super::Cells;
use super::choices::Choice;
use super::columns::{ByCommander, ByUnit};
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::data::MOST_STAGES;
use crate::position::ids::{CommanderId, UnitId, UnitSet};
use crate::position::room::{Room, Row, Small};
use crate::position::state::MeleeKind;

/// [11.11.1] Units that fled leave the map in the journal by this rule.
pub(super) const FLIGHT: Rule = rule!("11.11.1");
/// [10.11] Each hex of a retreat is recorded by this one.
const RETREAT: Rule = rule!("10.11");

/// What a journal remembers of a game for its row.
#[derive(Clone, Debug)]
pub struct Notes<R: Room = Small> {
    pub(super) cast: Cast<R>,
    /// Where the values of a row come from, in the order of its columns.
    pub(super) cells: Box<[Cells<R>]>,
    /// The choices that there are in the pool.
    pub(super) choices: Box<[Choice<R>]>,
    /// The commander chosen, for each of them.
    pub(super) chosen: Box<[Option<CommanderId>]>,
    pub(super) tally: Tally<R>,
}

/// Who is who.
#[derive(Clone, Debug)]
pub(super) struct Cast<R: Room> {
    units: R::ByUnit<Subject>,
    commanders: R::ByCommander<Subject>,
    /// The units of each side.
    armies: BySide<UnitSet<R>>,
    /// Whose each commander is.
    sides: R::ByCommander<Side>,
}

/// What is counted of one game.
#[derive(Clone, Debug)]
pub(super) struct Tally<R: Room> {
    /// The stage that is being played.
    stage: i32,
    /// Whose commander is active; the first side before any is.
    pub(super) active: Side,
    pub(super) lead: Lead,
    /// [12.1] Points scored.
    pub(super) points: BySide<i32>,
    /// [13.1] The stage in which an intruder first came into the camp, as a row has it.
    pub(super) camp: i32,
    /// [11.2] Begun in phase 4.
    pub(super) assaults: BySide<i32>,
    /// [8.14.2] Begun by charging.
    pub(super) charges: BySide<i32>,
    /// [8.15.3] Begun by units that react.
    pub(super) counterattacks: BySide<i32>,
    pub(super) melees_won: BySide<i32>,
    pub(super) shots: BySide<i32>,
    pub(super) shells: BySide<i32>,
    /// [3.4b] Tests of morale failed.
    pub(super) failed: BySide<i32>,
    /// [10.11] Hexes gone back, each unit for itself.
    pub(super) retreats: BySide<i32>,
    pub(super) contused: BySide<i32>,
    /// [11.11.1] How often each unit fled.
    pub(super) flights: ByUnit<R>,
    /// [3.4a] The stage in which each unit was eliminated, as a row has it.
    pub(super) eliminated: ByUnit<R>,
    /// [3.3] How often each commander was drawn.
    pub(super) activated: ByCommander<R>,
    /// [4.4] The stage in which each commander was killed, as a row has it.
    pub(super) killed: ByCommander<R>,
    /// [12.1] Points by the stage in which they were scored, those of the first side less those of the second.
    pub(super) gained: [i32; MOST_STAGES as usize],
    /// [12.1] The points that each unit won for its side, less those that it cost it.
    pub(super) of_units: ByUnit<R>,
    /// The same of each commander.
    pub(super) of_commanders: ByCommander<R>,
    /// What the next points are scored for: the last recorded before them.
    scorer: Option<Scorer>,
}

/// The unit or commander that points are scored for, by its index.
#[derive(Clone, Copy, Debug)]
enum Scorer {
    Unit(usize),
    Commander(usize),
}

/// [12.2] How the lead of the first side moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    low: i32,
    high: i32,
    /// The largest change from any moment to any later one.
    pub(super) swing: i32,
}

impl Lead {
    /// Before it has changed.
    const UNMOVED: Self = Self { low: i32::MAX, high: i32::MIN, swing: 0 };

    pub(super) fn change(&mut self, from: i32, to: i32) {
        (self.low, self.high) = (self.low.min(from), self.high.max(from));
        let longest = if to > from { to - self.low } else { to - self.high };
        if longest.abs() > self.swing.abs() {
            self.swing = longest;
        }
        (self.low, self.high) = (self.low.min(to), self.high.max(to));
    }

    /// The least and the greatest it was, if it stands here now: where nobody scored it was never anything
    /// else.
    pub(super) fn bounds(&self, now: i32) -> [i32; 2] {
        [self.low.min(now), self.high.max(now)]
    }
}

impl<R: Room> Tally<R> {
    /// Of a game that begins.
    fn new() -> Self {
        Self {
            stage: 1,
            active: Side::First,
            lead: Lead::UNMOVED,
            points: BySide([0; 2]),
            camp: ABSENT,
            assaults: BySide([0; 2]),
            charges: BySide([0; 2]),
            counterattacks: BySide([0; 2]),
            melees_won: BySide([0; 2]),
            shots: BySide([0; 2]),
            shells: BySide([0; 2]),
            failed: BySide([0; 2]),
            retreats: BySide([0; 2]),
            contused: BySide([0; 2]),
            flights: R::ByUnit::of(0),
            eliminated: R::ByUnit::of(ABSENT),
            activated: R::ByCommander::of(0),
            killed: R::ByCommander::of(ABSENT),
            gained: [0; MOST_STAGES as usize],
            of_units: R::ByUnit::of(0),
            of_commanders: R::ByCommander::of(0),
            scorer: None,
        }
    }

    /// [12.1] Points are recorded as a change of the lead.
    fn score(&mut self, from: i32, to: i32) {
        self.lead.change(from, to);
        let scorer = if to > from { Side::First } else { Side::Second };
        self.points[scorer] += (to - from).abs();
        self.gained[usize::try_from(self.stage - 1).expect("stages count from 1")] += to - from;
    }

    /// [8.15.3] A counterattack is the other side's; all else is begun by the side whose commander is active.
    fn melee(&mut self, rule: Rule) {
        let active = self.active;
        if rule == MeleeKind::Counterattack.rule() {
            self.counterattacks[!active] += 1;
        } else if rule == MeleeKind::Charge.rule() {
            self.charges[active] += 1;
        } else {
            debug_assert_eq!(rule, MeleeKind::Assault.rule(), "there are three kinds of melee");
            self.assaults[active] += 1;
        }
    }
}

impl<R: Room> Cast<R> {
    fn new(game: &Insurrection<R>) -> Self {
        let scenario = &game.scenario;
        let mut cast = Self {
            units: R::ByUnit::of(Subject::NONE),
            commanders: R::ByCommander::of(Subject::NONE),
            armies: BySide::from_fn(|side| scenario.units_of(side)),
            sides: R::ByCommander::of(Side::First),
        };
        for (place, card) in cast.units.as_mut().iter_mut().zip(&scenario.units) {
            *place = card.subject;
        }
        for (index, card) in scenario.commanders.iter().enumerate() {
            (cast.commanders[index], cast.sides[index]) = (card.subject, card.side);
        }
        cast
    }

    fn unit(&self, subject: Subject) -> UnitId {
        let index = self.units.as_ref().iter().position(|unit| *unit == subject);
        UnitId::from_index(index.expect("a unit of the scenario"))
    }

    fn side_of(&self, unit: UnitId) -> Side {
        if self.armies[Side::First].contains(unit) { Side::First } else { Side::Second }
    }

    fn side_of_unit(&self, subject: Subject) -> Side {
        self.side_of(self.unit(subject))
    }

    /// The side of a unit or commander; none for what is neither.
    pub(super) fn side(&self, subject: Subject) -> Option<Side> {
        let place = |all: &[Subject]| all.iter().position(|one| *one == subject && subject != Subject::NONE);
        let unit = place(self.units.as_ref()).map(|index| self.side_of(UnitId::from_index(index)));
        unit.or_else(|| place(self.commanders.as_ref()).map(|index| self.sides[index]))
    }

    /// The index of a commander.
    fn commander(&self, subject: Subject) -> usize {
        self.commanders.as_ref().iter().position(|one| *one == subject).expect("a commander of the scenario")
    }
}

impl<R: Room> Notes<R> {
    pub(super) fn new(game: &Insurrection<R>, cells: Box<[Cells<R>]>) -> Self {
        let choices: Box<[Choice<R>]> = game.choices().collect();
        let chosen = vec![None; choices.len()].into();
        Self { cast: Cast::new(game), cells, choices, chosen, tally: Tally::new() }
    }

    /// The units of a side.
    pub(super) fn army(&self, side: Side) -> UnitSet<R> {
        self.cast.armies[side]
    }

    /// The stage that is being played.
    pub(super) fn stage(&self) -> u8 {
        u8::try_from(self.tally.stage).expect("stages count from 1 to a few dozen")
    }

    /// [12.1] The unit or commander that the points scored now come through.
    pub(super) fn scorer(&self) -> Subject {
        match self.tally.scorer {
            Some(Scorer::Unit(index)) => self.cast.units[index],
            Some(Scorer::Commander(index)) => self.cast.commanders[index],
            None => Subject::NONE,
        }
    }

    /// [13.1] A commander was chosen into this place of the pool.
    pub(super) fn choose(&mut self, stage: u8, slot: u8, commander: CommanderId) {
        let place = self.choices.iter().position(|choice| (choice.stage, choice.slot) == (stage, slot));
        self.chosen[place.expect("who is asked has a choice")] = Some(commander);
    }

    /// Ready for the next game.
    pub(super) fn clear(&mut self) {
        self.tally = Tally::new();
        self.chosen.fill(None);
    }

    /// [12.1] Points are scored, for what was recorded last.
    #[inline(never)]
    fn score(&mut self, from: i32, to: i32) {
        let Self { cast, tally, .. } = self;
        tally.score(from, to);
        match tally.scorer.take() {
            Some(Scorer::Unit(index)) => {
                let side = cast.side_of(UnitId::from_index(index));
                tally.of_units[index] += side.sign() * (to - from);
            }
            Some(Scorer::Commander(index)) => {
                tally.of_commanders[index] += cast.sides[index].sign() * (to - from);
            }
            None => (),
        }
    }

    /// [10.10.9] A battery was captured, or retaken.
    #[inline(never)]
    fn capture(&mut self, gun: Subject) {
        self.tally.scorer = Some(Scorer::Unit(self.cast.unit(gun).index()));
    }

    #[inline(never)]
    fn draw(&mut self, commander: Subject) {
        let index = self.cast.commander(commander);
        self.tally.activated[index] += 1;
        self.tally.active = self.cast.sides[index];
    }

    #[inline(never)]
    fn flee(&mut self, unit: Subject) {
        self.tally.flights[self.cast.unit(unit).index()] += 1;
    }

    #[inline(never)]
    fn retreat(&mut self, unit: Subject) {
        self.tally.retreats[self.cast.side_of_unit(unit)] += 1;
    }

    #[inline(never)]
    fn win_melee(&mut self, champion: Subject) {
        let unit = self.cast.unit(champion);
        self.tally.melees_won[self.cast.side_of(unit)] += 1;
        self.tally.scorer = Some(Scorer::Unit(unit.index()));
    }

    #[inline(never)]
    fn fail(&mut self, unit: Subject) {
        self.tally.failed[self.cast.side_of_unit(unit)] += 1;
    }

    #[inline(never)]
    fn eliminate(&mut self, unit: Subject) {
        let index = self.cast.unit(unit).index();
        self.tally.eliminated[index] = self.tally.stage;
        self.tally.scorer = Some(Scorer::Unit(index));
    }

    #[inline(never)]
    fn kill(&mut self, commander: Subject) {
        let index = self.cast.commander(commander);
        self.tally.killed[index] = self.tally.stage;
        self.tally.scorer = Some(Scorer::Commander(index));
    }

    #[inline(never)]
    fn contuse(&mut self, commander: Subject) {
        self.tally.contused[self.cast.sides[self.cast.commander(commander)]] += 1;
    }
}

impl<R: Room> Journal for Notes<R> {
    #[expect(
        clippy::inline_always,
        reason = "where something is told, the compiler drops all that is not about it"
    )]
    #[inline(always)]
    fn event(&mut self, event: Event) {
        match event {
            // [3.3] Nothing else is drawn.
            Event::Draw { ticket, .. } => self.draw(ticket),
            Event::Change { what: words::HEX, rule: FLIGHT, whose, .. } => self.flee(whose),
            Event::Change { what: words::HEX, rule: RETREAT, whose, .. } => self.retreat(whose),
            Event::Change { what: words::LEAD, from, to, .. } => self.score(from, to),
            Event::Change { what: words::STAGE, to, .. } => self.tally.stage = to,
            Event::Change { what: words::CAMP_REACHED, .. } => self.tally.camp = self.tally.stage,
            Event::Remark { text: words::TEST_FAILED, whom, .. } => self.fail(whom),
            Event::Remark { text: words::MELEE, rule, .. } => self.tally.melee(rule),
            Event::Remark { text: words::MELEE_WON, whom, .. } => self.win_melee(whom),
            Event::Remark { text: words::ELIMINATED, whom, .. } => self.eliminate(whom),
            Event::Remark { text: words::COMMANDER_KILLED, whom, .. } => self.kill(whom),
            Event::Remark { text: words::CONTUSED, whom, .. } => self.contuse(whom),
            Event::Remark { text: words::CAPTURED | words::RECAPTURED, whom, .. } => self.capture(whom),
            _ => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}
