//! The distance to either headquarters, over all squares, in hundredths of a turn: the cost of steps, and the
//! expected number of turns for the dice that some ground requires. An estimate: units in the way are ignored, and a
//! barge is a stepping stone where it lies [7.7.4, D-7.7f]; that it could sail is ignored.

use szala_board::SquareId;
use szala_kernel::{BySide, Side};
use szala_verdox::{Ground, Kind, MOST_BARGES, MOST_SQUARES, Squares, Verdox};

use super::seen::Seen;

/// No way leads there.
pub(super) const NO_WAY: u16 = u16::MAX;

/// A turn, in hundredths.
const TURN: u16 = 100;
/// [6.8.4, 6.9.4] Out on a 1 or 2: three turns, two more than one.
const STUCK: u16 = 2 * TURN;
/// [6.9.5] A unit in a swamp sinks on a 1 before any try: the swamp is avoided if the detour is no longer than this.
const SINKING: u16 = 4 * TURN;
/// [6.10.3] Up on a 1: six turns, five more than one.
const CLIMB: u16 = 5 * TURN;
/// Round its own headquarters, if the detour is no longer than this.
const DETOUR: u16 = 3 * TURN;

/// The movement of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gait {
    /// A point a turn.
    OnFoot = 0,
    /// Two.
    Mounted = 1,
}

impl Gait {
    pub(super) fn of(rules: &Verdox, kind: Kind) -> Self {
        if rules.card(kind).points > 2 { Self::Mounted } else { Self::OnFoot }
    }
}

type Field = [u16; MOST_SQUARES];

/// The ground that changes in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Changes {
    breached: Squares,
    /// [D-6.11a] The owners of gates.
    gates_of_second: Squares,
    afloat: Squares,
}

impl Changes {
    /// None yet.
    fn before(rules: &Verdox) -> Self {
        let map = &rules.scenario().map;
        Self {
            breached: Squares::EMPTY,
            gates_of_second: map.gates_of_second,
            afloat: map.barges.iter().copied().collect(),
        }
    }
}

/// The fields of a side, by whose headquarters they lead to and by gait.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    side: Side,
    fields: Box<BySide<[Field; 2]>>,
    /// The same with units in the way, where it has been computed for the turn.
    crowded: Box<BySide<[Field; 2]>>,
    is_crowded: BySide<[bool; 2]>,
    /// The distance on foot to each barge, by the order of their squares.
    barges: Box<[Field; MOST_BARGES]>,
    /// The inputs of the computation.
    changes: Changes,
    /// Squares whose neighbours are still to be visited: each is in it at most once.
    queue: Box<[SquareId; MOST_SQUARES]>,
}

impl Ways {
    pub(super) fn new(rules: &Verdox, side: Side) -> Self {
        let queue = Box::new([SquareId::from_index(0); MOST_SQUARES]);
        let fields = Box::new(BySide([[[NO_WAY; MOST_SQUARES]; 2]; 2]));
        let crowded = fields.clone();
        let is_crowded = BySide([[false; 2]; 2]);
        let changes = Changes::before(rules);
        let barges = Box::new([[NO_WAY; MOST_SQUARES]; MOST_BARGES]);
        let mut ways = Self { side, fields, crowded, is_crowded, barges, changes, queue };
        ways.reckon(rules);
        ways
    }

    /// The distance from a square to the headquarters of a side.
    #[inline]
    pub(super) fn to(&self, whose: Side, gait: Gait, square: SquareId) -> u16 {
        self.fields[whose][gait as usize][square.index()]
    }

    /// The same with the units in the way, as far as [`look_for_crowds`](Self::look_for_crowds) has looked.
    #[inline]
    pub(super) fn past_units_to(&self, whose: Side, gait: Gait, square: SquareId) -> u16 {
        let fields = if self.is_crowded[whose][gait as usize] { &self.crowded } else { &self.fields };
        fields[whose][gait as usize][square.index()]
    }

    /// Nobody has looked for crowds in this turn.
    pub(super) fn forget_crowds(&mut self) {
        self.is_crowded = BySide([[false; 2]; 2]);
    }

    /// Computes the distances to the headquarters of a side with each unit in the way as a detour of this length.
    pub(super) fn look_for_crowds(&mut self, seen: Seen<'_>, whose: Side, gait: Gait, detour: u16) {
        let mut units = *seen.standing(Side::First);
        units |= *seen.standing(Side::Second);
        let goal = seen.headquarters(whose);
        let mut field = core::mem::replace(&mut self.crowded[whose][gait as usize], [0; MOST_SQUARES]);
        self.spread(seen.rules, goal, gait, &mut field, (&units, detour));
        self.crowded[whose][gait as usize] = field;
        self.is_crowded[whose][gait as usize] = true;
    }

    /// Is it no more than one turn from a square to the headquarters of a side, ignoring units in the way?
    #[inline]
    pub(super) fn is_a_turn(&self, whose: Side, gait: Gait, square: SquareId) -> bool {
        let detour = if whose == self.side { DETOUR } else { 0 };
        self.to(whose, gait, square) <= TURN + detour
    }

    /// The distance to the headquarters of a side for who does not shun them: its own has a detour at the last step.
    pub(super) fn past_the_last_step_to(&self, whose: Side, gait: Gait, square: SquareId) -> u16 {
        let detour = if whose == self.side { DETOUR } else { 0 };
        self.to(whose, gait, square).saturating_sub(detour)
    }

    /// Updates the distances for breaches, owners of gates and barges, if these have changed.
    pub(super) fn keep_up(&mut self, seen: Seen<'_>) {
        let changes = Changes {
            breached: *seen.breached(),
            gates_of_second: *seen.gates_of_second(),
            afloat: *seen.afloat(),
        };
        self.change(seen.rules, &changes);
    }

    /// Forgets the last game.
    pub(super) fn begin(&mut self, rules: &Verdox) {
        self.forget_crowds();
        self.change(rules, &Changes::before(rules));
    }

    fn change(&mut self, rules: &Verdox, changes: &Changes) {
        if self.changes != *changes {
            self.changes = *changes;
            self.reckon(rules);
        }
    }

    fn reckon(&mut self, rules: &Verdox) {
        for whose in Side::BOTH {
            for gait in [Gait::OnFoot, Gait::Mounted] {
                let mut field = core::mem::replace(&mut self.fields[whose][gait as usize], [0; MOST_SQUARES]);
                self.spread(
                    rules,
                    rules.scenario().map.headquarters[whose],
                    gait,
                    &mut field,
                    (&Squares::EMPTY, 0),
                );
                self.fields[whose][gait as usize] = field;
            }
        }
        for (place, square) in self.changes.afloat.iter().enumerate() {
            let mut field = self.barges[place];
            self.spread(rules, square, Gait::OnFoot, &mut field, (&Squares::EMPTY, 0));
            self.barges[place] = field;
        }
    }

    /// The distance on foot to a barge, by its place among their squares.
    pub(super) fn to_barge(&self, place: usize, square: SquareId) -> u16 {
        self.barges[place][square.index()]
    }

    /// From the goal outwards; a square is visited again when a shorter way to it is found.
    fn spread(
        &mut self,
        rules: &Verdox,
        goal: SquareId,
        gait: Gait,
        field: &mut Field,
        (units, detour): (&Squares, u16),
    ) {
        let mut waiting = Squares::EMPTY;
        let (mut first, mut count) = (0, 1);
        *field = [NO_WAY; MOST_SQUARES];
        field[goal.index()] = 0;
        self.queue[0] = goal;
        waiting.insert(goal);
        while count > 0 {
            let to = self.queue[first];
            (first, count) = ((first + 1) % MOST_SQUARES, count - 1);
            waiting.remove(to);
            let far = field[to.index()].saturating_add(if units.contains(to) { detour } else { 0 });
            for from in rules.neighbours_of(to).into_iter().flatten() {
                let Some(step) = self.step(rules, gait, from, to) else { continue };
                let known = &mut field[from.index()];
                if far.saturating_add(step) < *known {
                    *known = far.saturating_add(step);
                    if !waiting.contains(from) {
                        waiting.insert(from);
                        self.queue[(first + count) % MOST_SQUARES] = from;
                        count += 1;
                    }
                }
            }
        }
    }

    fn ground(&self, rules: &Verdox, square: SquareId) -> Ground {
        if self.changes.breached.contains(square) {
            Ground::Breach
        } else {
            rules.scenario().map.ground[square.index()]
        }
    }

    /// The cost of a step, if it is possible.
    fn step(&self, rules: &Verdox, gait: Gait, from: SquareId, to: SquareId) -> Option<u16> {
        let map = &rules.scenario().map;
        let (here, there) = (self.ground(rules, from), self.ground(rules, to));
        // [6.7.1] Without a barge no unit enters the river.
        let is_drowned = |ground, square| ground == Ground::River && !self.changes.afloat.contains(square);
        if is_drowned(here, from) || is_drowned(there, to) {
            return None;
        }
        let point = if gait == Gait::Mounted { TURN / 2 } else { TURN };
        let is_road = |ground| matches!(ground, Ground::Road | Ground::Bridge);
        let differs = |ground| (here == ground) != (there == ground);
        // [6.2.1, 6.3.1, 6.4.1, 6.8.1, 6.9.1, 6.10.1] What takes all points takes the turn.
        let takes_all = differs(Ground::Hill)
            || differs(Ground::Valley)
            || there.is_fortified()
            || matches!(there, Ground::Forest | Ground::Canal | Ground::Swamp);
        // A unit is in its own headquarters and stays there.
        let detour = if to == map.headquarters[self.side] { DETOUR } else { 0 };
        let mut cost = detour
            + match () {
                () if takes_all => TURN,
                // [6.5] Along a road two squares for one.
                () if is_road(here) && is_road(there) => point / 2,
                () => point,
            };
        if matches!(here, Ground::Canal | Ground::Swamp) && here != there {
            cost += STUCK;
        }
        if there == Ground::Swamp {
            cost += SINKING;
        }
        let is_outside = !map.inside.contains(from) && !map.ground[from.index()].is_fortified();
        let owner = if self.changes.gates_of_second.contains(to) { Side::Second } else { Side::First };
        let is_own_gate = there == Ground::Gate && owner == self.side;
        if there.is_fortified() && is_outside && !is_own_gate {
            cost += CLIMB;
        }
        Some(cost)
    }
}
