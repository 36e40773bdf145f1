//! Chapter 4, 4.24 and 4.25: what a line is, and when it may be commanded.

use szala_board::HexId;
use szala_board::Ordinal as _;
use szala_kernel::{Dice, Die, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::position::action::Action;
use crate::position::data::{Class, Commands, Kind};
use crate::position::ids::{Hexes, LeaderId, UnitId, Units, of_side};
use crate::position::state::{Mode, Phase, State};

impl Spqr {
    /// [4.5] Is it the first phase of a leader under Hannibal, and is he no replacement?
    fn is_freed(&self, state: &State, leader: LeaderId) -> bool {
        let frees = |overall: LeaderId| self.leader(overall).frees_lines;
        self.is_first_phase(state, leader)
            && state.replaced[leader.index()] == 0
            && self.overall(state, leader.side()).is_some_and(frees)
    }

    /// [D-4.25b] Is it the first phase of a leader in this turn, but for an elite one before it?
    pub(crate) fn is_first_phase(&self, state: &State, leader: LeaderId) -> bool {
        let phases = state.phases[leader.index()];
        phases == 1 || phases == 2 && state.elite.contains(leader) && !state.phase.is_elite
    }

    /// [4.43, 4.44] May a leader command this unit's lines at all?
    pub(crate) fn may_line(&self, leader: LeaderId, unit: UnitId) -> bool {
        let card = self.card(unit);
        match self.leader(leader).commands {
            Commands::All => true,
            Commands::Horse => card.kind.is_cavalry(),
            Commands::AlaFoot | Commands::LegionFoot => card.class != Class::None,
        }
    }

    /// [4.25] Lines whose command a leader may try: those of a unit at most two hexes from him with nobody between,
    /// and beyond the overall commander's range any within these two hexes.
    pub(crate) fn offer_lines(&self, state: &State, leader: LeaderId, put: &mut dyn FnMut(Action)) {
        if self.drivers.contains(leader) {
            return self.offer_line_of_driver(state, leader, put);
        }
        if state.phase.lines == 0 || !self.may_try_line(state, leader) {
            return;
        }
        // [5.46] A leader who must get a unit to act names no line of which none can, unless one can attack.
        let is_pressed = self.is_pressed(state);
        for unit in self.anchors(state, leader) {
            let lines = self.card(unit).lines;
            let may = |line: &u8| lines >> line & 1 == 1 && self.may_drive_line(state, leader, (*line, unit));
            for line in (0..16).filter(may) {
                for (action, mode) in
                    [(Action::Line(line, unit), Mode::Line), (Action::Volley(line, unit), Mode::Volley)]
                {
                    if !is_pressed || self.has_hands(state, (line, unit), mode) {
                        put(action);
                    }
                }
            }
        }
    }

    /// [4.25] The units by which a leader can name a line: those near him, for a second line those that were so when he
    /// named the first, and none if he has moved since.
    fn anchors(&self, state: &State, leader: LeaderId) -> Units {
        let Some(place) = state.leader_place(leader) else { return Units::EMPTY };
        // [4.5, D-4.5a] Hannibal's leaders need not be near.
        let is_free = self.is_freed(state, leader);
        let near = if is_free {
            (self.all & of_side(leader.side())) - state.dead
        } else if !state.phase.has_line {
            self.units_in(state, self.board.within(place, 2), leader.side())
        } else if state.phase.place == Some(place) {
            state.phase.anchors - state.dead
        } else {
            Units::EMPTY
        };
        let is_near =
            |unit: UnitId| is_free || state.phase.has_line || self.is_between_free(state, place, unit);
        let own = near - state.routed - state.rallied;
        own.iter().filter(|unit| self.may_line(leader, *unit) && is_near(*unit)).collect()
    }

    /// [5.46] Must the leader still get a unit to move or shoot, since none can attack?
    pub(crate) fn is_pressed(&self, state: &State) -> bool {
        state.phase.must_act && !state.phase.has_acted && self.may_be_designated(state).is_empty()
    }

    /// [5.46] Could a unit of a line move, or shoot, if it were commanded?
    fn has_hands(&self, state: &State, (line, anchor): (u8, UnitId), mode: Mode) -> bool {
        let Some(leader) = state.phase.leader else { return false };
        let units = self.line_from(state, leader, line, anchor) - state.ordered;
        units.iter().any(|unit| {
            let can = match mode {
                Mode::Volley => self.has_target(state, unit),
                _ => self.may_march(state, unit) && self.obeys(state, leader, unit),
            };
            can && !state.is_beneath(unit) && self.may_drive(state, leader, unit)
        })
    }

    /// [4.25, 5.46] Which of the two forbids to name a line.
    pub(crate) fn forbids_line(&self, state: &State, (line, anchor): (u8, UnitId), mode: Mode) -> Rule {
        let is_near = |leader| self.anchors(state, leader).contains(anchor);
        let is_named = state.phase.lines > 0
            && self.card(anchor).lines >> line & 1 == 1
            && state.phase.leader.is_some_and(|leader| self.may_try_line(state, leader) && is_near(leader));
        let is_idle = self.is_pressed(state) && is_named && !self.has_hands(state, (line, anchor), mode);
        if is_idle { rule!("5.46") } else { rule!("4.25") }
    }

    /// [4.25, D-4.25b, D-4.25e] Is it a phase in which he may?
    fn may_try_line(&self, state: &State, leader: LeaderId) -> bool {
        let is_first = self.is_first_phase(state, leader);
        self.is_overall(state, leader)
            || self.is_freed(state, leader)
            || state.turn == 1 && is_first
            || self.overall(state, leader.side()).is_some() && (is_first || state.lined.contains(leader))
    }

    /// [D-4.25a] No unit but elephants stands between a leader and a unit two hexes away.
    fn is_between_free(&self, state: &State, place: HexId, unit: UnitId) -> bool {
        self.hexes_of(state, unit).any(|hex| {
            if self.board.distance(place, hex) < 2 {
                return true;
            }
            let line = self.board.line(place, hex);
            let is_free =
                |hex: HexId| state.unit_at(hex).is_none_or(|unit| self.card(unit).kind == Kind::Elephant);
            // [D-8.16a] Along a hexside either hex blocks.
            self.board.distance(place, hex) == 2
                && (line.through | line.touched).iter().all(is_free)
                && !self.ground.hides(line.through | line.touched, [place, hex])
        })
    }

    /// [4.24, D-4.24a] Are two units of a line linked? Through hexes without enemies, their zones, and friends of other
    /// lines, but for one skirmisher or velite [9.22].
    fn are_linked(&self, state: &State, line: u8, [one, other]: [UnitId; 2]) -> bool {
        let gap = self.scenario.lines[usize::from(line)].gap;
        let mut hexes = self.hexes_of(state, one);
        hexes.any(|from| {
            self.hexes_of(state, other).any(|to| {
                let apart = self.board.distance(from, to);
                apart <= gap && self.is_linked_by(state, (one.side(), line), (from, to, 1))
            })
        })
    }

    /// [D-4.24c] The same over a shortest path on which this many light units may stand.
    fn is_linked_by(
        &self,
        state: &State,
        (side, line): (Side, u8),
        (from, to, light): (HexId, HexId, u8),
    ) -> bool {
        let apart = self.board.distance(from, to);
        if apart <= 1 {
            return true;
        }
        let ways = self.board.ring(from, 1);
        let is_of_line = |unit: UnitId| self.card(unit).lines >> line & 1 == 1;
        ways.iter().filter(|next| self.board.distance(*next, to) + 1 == apart).any(|next| {
            let left = match state.unit_at(next) {
                None => Some(light),
                Some(unit) if unit.side() != side => None,
                Some(unit) if self.stack_of(state, unit).iter().any(is_of_line) => Some(light),
                Some(unit) if self.is_thin(unit) => light.checked_sub(1),
                Some(_) => None,
            };
            let is_open = state.unit_at(next).is_some() || self.holders(state, next, !side).is_empty();
            is_open && left.is_some_and(|left| self.is_linked_by(state, (side, line), (next, to, left)))
        })
    }

    /// [9.22] Skirmishers and velites.
    pub(crate) fn is_thin(&self, unit: UnitId) -> bool {
        let card = self.card(unit);
        card.kind == Kind::Skirmisher || card.class == Class::Velites
    }

    /// [D-4.24b] Do two units face alike and stand flank to flank, or front to rear?
    fn is_in_row(&self, state: &State, [one, other]: [UnitId; 2], is_beside: bool) -> bool {
        let side = self.side_of_attack(state, one, other);
        state.facings[one.index()] == state.facings[other.index()]
            && side.is_some_and(|side| (side == crate::position::tables::From::Flank) == is_beside)
    }

    /// [D-4.24b, D-4.24d] The units of a line command from its anchor: the longer of the rows through it, and the units
    /// linked and in command range.
    pub(crate) fn line_from(&self, state: &State, leader: LeaderId, line: u8, anchor: UnitId) -> Units {
        let is_of_line = |unit: &UnitId| self.card(*unit).lines >> line & 1 == 1;
        let whole: Units = ((self.all & of_side(leader.side())) - state.dead - state.routed - state.rallied)
            .iter()
            .filter(is_of_line)
            .collect();
        let [beside, behind] = [true, false]
            .map(|is_beside| self.spread(anchor, whole, |pair| self.is_in_row(state, pair, is_beside)));
        let row = if behind.len() > beside.len() { behind } else { beside };
        let linked = self.spread(anchor, whole, |pair| self.are_linked(state, line, pair));
        // [4.8]
        if self.drivers.contains(leader) {
            return self.elephants_of(row | linked);
        }
        row | (linked & self.units_in(state, self.command_area(state, leader), leader.side()))
    }

    /// [4.24] The units of a line of the table that are linked with one of it, however far.
    pub(crate) fn linked_to(&self, state: &State, line: u8, unit: UnitId) -> Units {
        let is_of_line = |unit: &UnitId| self.card(*unit).lines >> line & 1 == 1;
        let own = (self.all & of_side(unit.side())) - state.dead - state.routed - state.rallied;
        let whole: Units = own.iter().filter(is_of_line).collect();
        self.spread(unit, whole, |pair| self.are_linked(state, line, pair))
    }

    /// All that can be reached from a unit over pairs that are joined.
    fn spread(&self, from: UnitId, among: Units, are_joined: impl Fn([UnitId; 2]) -> bool) -> Units {
        let mut found = Units::of(from);
        let mut edge = found;
        while !edge.is_empty() {
            let mut next = Units::EMPTY;
            for unit in edge {
                for other in among - found - next {
                    if are_joined([unit, other]) {
                        next.insert(other);
                    }
                }
            }
            found |= next;
            edge = next;
        }
        found
    }

    /// [4.25] A line is named: without a roll by the overall commander, in the first turn, and within his range in a
    /// first phase; else it takes his Strategy.
    pub(crate) fn command_line<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (line, anchor): (u8, UnitId),
        mode: Mode,
        table: &mut Table<D, J>,
    ) {
        let Some(leader) = state.phase.leader else { return };
        let units = self.line_from(state, leader, line, anchor);
        let (place, anchors) = (state.leader_place(leader), self.anchors(state, leader));
        // [D-4.25c] A zone matters to the roll alone.
        if self.needs_roll(state, leader) {
            let overall = self.overall(state, leader.side());
            let strategy = overall.map_or(0, |overall| self.strategy(state, overall));
            let roll = table.roll(Die::D10, self.ask(state, rule!("4.25")).by(leader.subject()));
            let is_held = units.iter().any(|unit| !self.held_by(state, unit).is_empty());
            let sum = i32::from(roll)
                + table.note(rule!("4.25"), is_held.into(), "a unit of the line is in an enemy zone")
                - table.note(rule!("4.46"), self.is_proconsul(state, leader).into(), "a proconsul");
            table.total(rule!("4.25"), sum, strategy.into(), leader.subject());
            if sum > i32::from(strategy) {
                // [D-4.25d] He has single orders.
                state.phase.lines = 0;
                return;
            }
        }
        state.phase = Phase {
            mode,
            line: units,
            place,
            anchors,
            lines: state.phase.lines - 1,
            has_line: true,
            orders: 0,
            ..state.phase
        };
    }

    fn needs_roll(&self, state: &State, leader: LeaderId) -> bool {
        let is_first = self.is_first_phase(state, leader);
        let is_free = self.is_freed(state, leader) || self.drivers.contains(leader);
        if self.is_overall(state, leader) || is_free || state.turn == 1 && is_first {
            return false;
        }
        let overall = self.overall(state, leader.side());
        let area = overall.map_or(Hexes::EMPTY, |overall| self.command_area(state, overall));
        let is_near = state.leader_place(leader).is_some_and(|place| area.contains(place));
        !(is_first && is_near)
    }
}
