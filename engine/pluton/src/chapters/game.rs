//! The rules with one scenario loaded: tables for play, computed once.

use szala_board::{Direction, HexBoard, HexId, Ordinal, PairTable};
use szala_kernel::{BySide, Side};

use crate::chapters::sight::{Sight, sights};
use crate::position::data::{Battery, Card, Group, Kind, Scenario};
use crate::position::ids::{BarrageId, CounterId, Counters, Hexes, Hexsides, MOST_COUNTERS, of_side};
use crate::position::state::State;
use crate::position::tables::Ground;

/// The board with its words.
pub(crate) type Board = HexBoard<[u64; szala_board::words_for(crate::position::ids::MOST_HEXES)], Hexsides>;

/// Pluton: rules and scenario.
#[derive(Clone, Debug)]
pub struct Pluton {
    /// What the scenario says.
    pub(crate) scenario: Scenario,
    pub(crate) board: Board,
    /// The cost of a step in each direction, in halves of points [6.1].
    pub(crate) costs: Box<[[u8; 6]]>,
    /// Who may see whom.
    pub(crate) sight: PairTable<HexId, Sight>,
    /// All counters of the scenario.
    pub(crate) all: Counters,
    /// Those that begin on paper [19.1].
    pub(crate) hideable: Counters,
    /// Building hexes.
    pub(crate) built: Hexes,
    /// What each hex is worth to each side that holds it, in half points; nothing but building hexes is.
    pub(crate) worth: BySide<Box<[u8]>>,
    /// The place of each building hex among them.
    pub(crate) built_at: Box<[u8]>,
    /// From each hex all that are in sight of it.
    pub(crate) in_sight: Box<[Hexes]>,
    /// The barrage of each platoon of mortars, by its card.
    of_platoon: Box<[Option<BarrageId>]>,
}

impl Pluton {
    /// Makes the tables that play reads.
    ///
    /// # Panics
    /// When the board of the scenario is none: its reader has complained of that.
    pub fn new(scenario: Scenario) -> Self {
        let board = Board::new(scenario.map.grid).expect("a scenario is read with a sound board");
        let mut costs = vec![[0; 6]; scenario.map.grid.hex_count()];
        for (from, row) in costs.iter_mut().enumerate() {
            for direction in Direction::ALL {
                let from = HexId::from_index(from);
                if let Some(to) = board.neighbour(from, direction) {
                    row[direction.index()] = cost_of_step(&scenario, from, to);
                }
            }
        }
        let sight = sights(&board, &scenario.map.ground);
        let of = |side: Side| (0..scenario.cards[side].len()).map(move |slot| CounterId::of_side(side, slot));
        let all_counters: Counters = Side::BOTH.into_iter().flat_map(of).collect();
        let is_on_paper = |counter: &CounterId| {
            let group = scenario.cards[counter.side()][counter.slot()].group;
            group.is_some_and(|group| scenario.groups[counter.side()][usize::from(group)].on_paper)
        };
        let hideable = all_counters.iter().filter(is_on_paper).collect();
        let hexes = Hexes::all_below(scenario.map.ground.len());
        let built: Hexes = hexes.iter().filter(|hex| scenario.map.ground[hex.index()].is_built()).collect();
        let mut built_at = vec![0; scenario.map.ground.len()];
        for (hex, at) in built.iter().zip(0_u8..) {
            built_at[hex.index()] = at;
        }
        let worth = BySide::from_fn(|side| {
            let own = |hex: HexId| {
                let others = scenario.worth[side].iter().find(|(hexes, _)| hexes.contains(hex));
                others.map_or(scenario.points[side].building, |(_, worth)| *worth)
            };
            hexes.iter().map(|hex| if built.contains(hex) { own(hex) } else { 0 }).collect()
        });
        let all = || hexes.iter();
        let in_sight =
            all().map(|from| all().filter(|to| *sight.at(from, *to) != Sight::Screened).collect()).collect();
        let mut of_platoon = vec![None; MOST_COUNTERS];
        for (side, cards) in scenario.barrages.iter() {
            for (slot, card) in (0..).zip(cards) {
                if let Battery::Platoon(platoon) = card.battery {
                    of_platoon[platoon.index()] = Some(BarrageId { side, slot });
                }
            }
        }
        Self {
            board,
            costs: costs.into(),
            sight,
            all: all_counters,
            hideable,
            built,
            worth,
            built_at: built_at.into(),
            in_sight,
            of_platoon: of_platoon.into(),
            scenario,
        }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What is printed on a counter. Which counter bears which card is asked of the position, as the cards of a group
    /// are dealt to its counters [D-16.1c].
    #[inline]
    pub(crate) fn card(&self, state: &State, counter: CounterId) -> &Card {
        &self.scenario.cards[counter.side()][usize::from(state.cards[counter.index()])]
    }

    /// The counter that bears a card, which is named as if no cards had been dealt.
    pub(crate) fn bearer(&self, state: &State, card: CounterId) -> CounterId {
        let slot = |counter: &CounterId| usize::from(state.cards[counter.index()]) == card.slot();
        self.counters(card.side()).iter().find(slot).expect("every card is on a counter")
    }

    #[inline]
    pub(crate) fn kind(&self, state: &State, counter: CounterId) -> Kind {
        self.card(state, counter).kind
    }

    /// The group of a counter that is in the scenario.
    pub(crate) fn group(&self, state: &State, counter: CounterId) -> &Group {
        let group = self.card(state, counter).group.expect("a counter that comes has a group");
        &self.scenario.groups[counter.side()][usize::from(group)]
    }

    #[inline]
    pub(crate) fn ground(&self, hex: HexId) -> Ground {
        self.scenario.map.ground[hex.index()]
    }

    /// All counters of a side that the scenario has.
    pub(crate) fn counters(&self, side: Side) -> Counters {
        self.all & of_side(side)
    }

    /// The units of a side in a hex.
    #[inline]
    pub(crate) fn units_at(&self, state: &State, side: Side, hex: HexId) -> Counters {
        state.counters_at(hex) & state.units & of_side(side)
    }

    /// The barrages of a side.
    pub(crate) fn barrages(&self, side: Side) -> impl Iterator<Item = BarrageId> + use<> {
        let count = self.scenario.barrages[side].len();
        (0..count)
            .map(move |slot| BarrageId { side, slot: u8::try_from(slot).expect("a side has few barrages") })
    }

    /// The barrage that a platoon of mortars fires.
    #[inline]
    pub(crate) fn barrage_of(&self, state: &State, platoon: CounterId) -> Option<BarrageId> {
        let card = CounterId::of_side(platoon.side(), state.cards[platoon.index()].into());
        self.of_platoon[card.index()]
    }

    /// [14.1] Halves of squares that a unit has left.
    #[inline]
    pub(crate) fn halves(&self, state: &State, unit: CounterId) -> u8 {
        (2 * self.card(state, unit).squares).saturating_sub(state.losses[unit.index()])
    }

    /// The neighbours of a hex.
    pub(crate) fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        Direction::ALL.into_iter().filter_map(move |direction| self.board.neighbour(hex, direction))
    }
}

/// [6.1, D-6.1d] What a step costs: along a road the road's cost and no more, otherwise the ground's, and a stream's.
fn cost_of_step(scenario: &Scenario, from: HexId, to: HexId) -> u8 {
    let joins = |pairs: &[[HexId; 2]]| pairs.contains(&[from, to]) || pairs.contains(&[to, from]);
    let tables = &scenario.tables;
    if joins(&scenario.map.roads) {
        return tables.road;
    }
    let stream = if joins(&scenario.map.streams) { tables.stream } else { 0 };
    tables.cost[scenario.map.ground[to.index()] as usize] + stream
}
