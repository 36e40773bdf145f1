//! How far it is to either headquarters, over all squares, in hundredths of a turn: what a step costs, and how many
//! turns the dice take that some ground asks for. An estimate: barges are left out, and whoever stands in the way.

use szala_board::SquareId;
use szala_kernel::{BySide, Side};
use szala_verdox::{Ground, Kind, MOST_SQUARES, Squares, Verdox};

/// No way leads there.
pub(super) const NO_WAY: u16 = u16::MAX;

/// A turn, in hundredths.
const TURN: u16 = 100;
/// [6.8.4, 6.9.4] Out on a 1 or 2: three turns, two more than one.
const STUCK: u16 = 2 * TURN;
/// [6.9.5] A unit in a swamp sinks on a 1 before any try: to be gone round if it takes no more than this.
const SINKING: u16 = 4 * TURN;
/// [6.10.3] Up on a 1: six turns, five more than one.
const CLIMB: u16 = 5 * TURN;

/// How a unit goes.
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

/// The fields of a side, by whose headquarters they lead to and by gait.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    side: Side,
    fields: Box<BySide<[Field; 2]>>,
    /// The breaches that are reckoned with.
    breached: Squares,
    /// Squares whose neighbours are still to be looked at: each is in it once at most.
    queue: Box<[SquareId; MOST_SQUARES]>,
}

impl Ways {
    pub(super) fn new(rules: &Verdox, side: Side) -> Self {
        let queue = Box::new([SquareId::from_index(0); MOST_SQUARES]);
        let fields = Box::new(BySide([[[NO_WAY; MOST_SQUARES]; 2]; 2]));
        let mut ways = Self { side, fields, breached: Squares::EMPTY, queue };
        ways.reckon(rules);
        ways
    }

    /// How far it is from a square to the headquarters of a side.
    #[inline]
    pub(super) fn to(&self, whose: Side, gait: Gait, square: SquareId) -> u16 {
        self.fields[whose][gait as usize][square.index()]
    }

    /// Reckons with what has been brought down, if that has changed.
    pub(super) fn keep_up(&mut self, rules: &Verdox, breached: &Squares) {
        if self.breached != *breached {
            self.breached = *breached;
            self.reckon(rules);
        }
    }

    fn reckon(&mut self, rules: &Verdox) {
        for whose in Side::BOTH {
            for gait in [Gait::OnFoot, Gait::Mounted] {
                self.spread(rules, rules.scenario().map.headquarters[whose], whose, gait);
            }
        }
    }

    /// From the goal outwards, every square looked at again when it is found to be nearer.
    fn spread(&mut self, rules: &Verdox, goal: SquareId, whose: Side, gait: Gait) {
        let mut waiting = Squares::EMPTY;
        let (mut first, mut count) = (0, 1);
        self.fields[whose][gait as usize] = [NO_WAY; MOST_SQUARES];
        self.fields[whose][gait as usize][goal.index()] = 0;
        self.queue[0] = goal;
        waiting.insert(goal);
        while count > 0 {
            let to = self.queue[first];
            (first, count) = ((first + 1) % MOST_SQUARES, count - 1);
            waiting.remove(to);
            let far = self.fields[whose][gait as usize][to.index()];
            for from in rules.neighbours_of(to).into_iter().flatten() {
                let Some(step) = self.step(rules, gait, from, to) else { continue };
                let known = &mut self.fields[whose][gait as usize][from.index()];
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
        if self.breached.contains(square) {
            Ground::Breach
        } else {
            rules.scenario().map.ground[square.index()]
        }
    }

    /// What a step takes, if it can be made.
    fn step(&self, rules: &Verdox, gait: Gait, from: SquareId, to: SquareId) -> Option<u16> {
        let map = &rules.scenario().map;
        let (here, there) = (self.ground(rules, from), self.ground(rules, to));
        // [6.7.1] Without a barge nobody is in the river.
        if here == Ground::River || there == Ground::River {
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
        let mut cost = match () {
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
        let owner = if map.gates_of_second.contains(to) { Side::Second } else { Side::First };
        let is_own_gate = there == Ground::Gate && owner == self.side;
        if there.is_fortified() && is_outside && !is_own_gate {
            cost += CLIMB;
        }
        Some(cost)
    }
}
