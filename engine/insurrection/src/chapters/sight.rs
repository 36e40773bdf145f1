//! [10.1] [10.2] [10.3] [10.8]: who sees whom, and who can aim at whom.
//!
//! What depends on the map alone is worked out once a scenario: whom terrain hides, in which hexes units would hide
//! him, what each arm has in its arc, which lines cross a trench. In play a question is then a few looks into these
//! tables. When and at whom one may fire is left to `fire` and `guns`.

use szala_board::HexSet;
use szala_board::{Approach, Facing, HexId, SideId, SparsePairTable};

use crate::chapters::game::Insurrection;
use crate::position::data::Scenario;
use crate::position::ids::{Arm, Hexes, Hexsides, SightLine, UnitId};
use crate::position::room::Room;
use crate::position::state::State;

/// The tables.
#[derive(Clone, Debug)]
pub(crate) struct Sight<R: Room> {
    /// For each two hexes, those in which a unit hides one from the other; as everything here only of hexes so near
    /// each other that somebody might fire from one at the other, for on a large board those are few.
    between: SparsePairTable<HexId, Hexes<R>>,
    /// For each hex, those that it sees when no unit is in between.
    open: Box<[Hexes<R>]>,
    /// For each hex, facing and arm: what a unit can aim at when no unit is in between.
    pub(crate) arcs: Box<[[[Hexes<R>; 3]; 6]]>,
    /// For each hex and arm: the same for a square, whose front is all around.
    all_around: Box<[[Hexes<R>; 3]]>,
    /// For each hex and facing: the same for infantry in skirmish order, where there is any.
    of_skirmishers: Box<[[Hexes<R>; 6]]>,
    /// For each hex fired from, those to which the line crosses a trench.
    across_trench: Box<[Hexes<R>]>,
    /// What somebody off the map can aim at.
    of_nobody: Hexes<R>,
}

/// In the order of their numbers, for the tables.
const ARMS: [Arm; 3] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];

/// [10.8] How far each arm fires.
pub(crate) const fn range_of(arm: Arm) -> u8 {
    match arm {
        Arm::Infantry => 3,
        Arm::Cavalry => 2,
        Arm::Artillery => 10,
    }
}

/// [10.8] No arm fires further.
const FARTHEST: u8 = range_of(Arm::Artillery);

impl<R: Room> Sight<R> {
    /// Works the tables out.
    pub(crate) fn new(scenario: &Scenario<R>) -> Self {
        let board = &scenario.board;
        let hexes = board.hexes();
        let hiding = Hiding::new(scenario);
        let mut open = vec![HexSet::EMPTY; hexes.len()];
        let mut across_trench = open.clone();
        let between = SparsePairTable::new(hexes.len(), HexSet::EMPTY, |one: HexId, other: HexId| {
            if board.distance(one, other) > FARTHEST {
                return None;
            }
            let line = board.line(one, other);
            let between = scenario.can_hide(one, other, &line);
            if scenario.is_open(one, other, &line, between, &hiding) {
                open[one.index()].insert(other);
                open[other.index()].insert(one);
            }
            for (from, to) in [(one, other), (other, one)] {
                if scenario.crosses_trench(&line, to) {
                    across_trench[from.index()].insert(to);
                }
            }
            (!between.is_empty()).then_some(between)
        });
        let arcs_of = |hex: HexId| {
            Facing::ALL.map(|facing| {
                // [10.2] [D-10.2a] The sector of 120 degrees of the two front hexes, its bounding rays included.
                let sector = board.sector(hex, facing) & open[hex.index()];
                ARMS.map(|arm| sector & board.within(hex, range_of(arm)))
            })
        };
        let arcs: Box<[[[Hexes<R>; 3]; 6]]> = hexes.iter().map(arcs_of).collect();
        // [D-M7.2f] The sectors of front and flanks, 240 degrees: those of the two facings beside one's own.
        let wide = |arcs: &[[Hexes<R>; 3]; 6]| {
            let of_infantry = |facing: Facing| arcs[facing.index()][Arm::Infantry as usize];
            Facing::ALL.map(|facing| of_infantry(facing.left(1)) | of_infantry(facing.right(1)))
        };
        let has_skirmishers = scenario.units.iter().any(|card| card.skirmishers);
        let of_skirmishers = arcs.iter().filter(|_| has_skirmishers).map(wide).collect();
        let around = |hex: HexId| ARMS.map(|arm| open[hex.index()] & board.within(hex, range_of(arm)));
        let all_around = hexes.iter().map(around).collect();
        let (open, across_trench) = (open.into(), across_trench.into());
        Self { between, open, arcs, all_around, of_skirmishers, across_trench, of_nobody: HexSet::EMPTY }
    }

    /// [10.1] Do two hexes see each other over all terrain, and past units in these hexes? Never when they are too far
    /// from each other for any fire.
    pub(crate) fn is_clear(&self, from: HexId, to: HexId, units: &Hexes<R>) -> bool {
        self.open[from.index()].contains(to) && !self.is_hidden(from, to, units)
    }

    /// [10.1] Do units in these hexes hide one hex from the other? Where terrain does is not asked.
    pub(crate) fn is_hidden(&self, from: HexId, to: HexId, units: &Hexes<R>) -> bool {
        self.between.at(from, to).intersects(units)
    }

    /// [D-10.9e] Does the line of aim cross a trench that shelters the target?
    pub(crate) fn crosses_trench(&self, from: HexId, to: HexId) -> bool {
        self.across_trench[from.index()].contains(to)
    }
}

/// What the table of ground says of sight.
struct Hiding<R: Room> {
    hexes: Hexes<R>,
    sides: Hexsides<R>,
}

impl<R: Room> Hiding<R> {
    fn new(scenario: &Scenario<R>) -> Self {
        let hides =
            |side: &SideId| scenario.kinds_of_side(*side).any(|kind| scenario.side_ground(kind).hides);
        let board = &scenario.board;
        Self {
            hexes: board.hexes().iter().filter(|hex| scenario.hex_ground(*hex).hides).collect(),
            sides: board.sides().iter().filter(hides).collect(),
        }
    }
}

// What a line meets, judged by the rules. Asked while the tables are made, never in play.
impl<R: Room> Scenario<R> {
    /// [10.1] The hexes in which an obstacle blocks the line: those it passes through, and those along whose edge it
    /// runs, for the edge of a hex that blocks blocks too. Never the two at its ends [D-10.1a], and none of which it
    /// only touches a corner [D-10.1b].
    fn can_hide(&self, one: HexId, other: HexId, line: &SightLine<R>) -> Hexes<R> {
        let met = (line.through | line.touched) - HexSet::of(one) - HexSet::of(other);
        // [10.1.2] From hill to hill what lies in the valley does not block; [D-10.1.2a] what is on hills does.
        // The switch takes the first sentence of the rule alone.
        match self.is_from_hill_to_hill(one, other) {
            false => met,
            true if self.switches.nothing_hides_hill_from_hill => HexSet::EMPTY,
            true => met & self.hills(),
        }
    }

    /// Does terrain leave the line open? [10.1.1] A slope always does.
    fn is_open(
        &self,
        one: HexId,
        other: HexId,
        line: &SightLine<R>,
        between: Hexes<R>,
        hiding: &Hiding<R>,
    ) -> bool {
        // [10.1.3] An escarpment blocks unless the two hexes are adjacent; a line along one is blocked too [D-10.1b].
        let is_adjacent = self.board.distance(one, other) == 1;
        let crossed = line.sides_crossed | line.sides_along;
        if one == other || (!is_adjacent && crossed.intersects(&hiding.sides)) {
            return false;
        }
        let mut opaque = hiding.hexes;
        // [D-M10.1a] So units see the plain from the crest alone: the ends of a line never block.
        // [D-10.1.2b] Maciejowice lists the hill itself among the obstacles of 10.1, and these do not count from hill
        // to hill.
        if self.family.hills_block_sight && !self.is_from_hill_to_hill(one, other) {
            opaque |= self.hills();
        }
        !between.intersects(&opaque)
    }

    /// [10.9.4t] Does the line cross a trench? [D-10.9e] Through a vertex too, if a side that meets there carries one.
    fn crosses_trench(&self, line: &SightLine<R>, target: HexId) -> bool {
        let met = line.sides_crossed | line.sides_along | line.sides_at_vertices;
        let trenches = self.terrain.trench & met;
        // [D-10.9f] In both directions, unless the switch leaves only those at the target's own hex.
        if self.switches.trench_shelters_its_own_hex_only {
            trenches.intersects(&self.board.sides_of(target))
        } else {
            !trenches.is_empty()
        }
    }

    fn is_from_hill_to_hill(&self, one: HexId, other: HexId) -> bool {
        self.level(one) > 0 && self.level(other) > 0
    }

    fn hills(&self) -> Hexes<R> {
        self.board.hexes().iter().filter(|hex| self.level(*hex) > 0).collect()
    }
}

impl<R: Room> Insurrection<R> {
    /// [10.1] The hexes in which units block sight, of whichever side. Guns and commanders do not.
    pub(crate) fn obstacles<'s>(&self, state: &'s State<R>) -> &'s Hexes<R> {
        &state.manned
    }

    /// [10.1] Do units in these two hexes see each other? Only asked of hexes from which one may fire at the other.
    pub fn sees(&self, state: &State<R>, from: HexId, to: HexId) -> bool {
        self.sight.is_clear(from, to, self.obstacles(state))
    }

    /// [10.2] [10.8] All hexes at which a unit on the map could aim if no other units were in between.
    #[inline]
    pub(crate) fn arc(&self, state: &State<R>, unit: UnitId) -> &Hexes<R> {
        let Some(hex) = state.hex_of(unit) else { return &self.sight.of_nobody };
        if (state.marks.square | state.marks.skirmish).contains(unit) {
            return self.arc_in_formation(state, unit, hex);
        }
        &self.sight.arcs[hex.index()][state[unit].facing.index()][self.arm(unit) as usize]
    }

    /// The same in a formation that sees further round; few are ever in one, so this is not part of their way.
    #[cold]
    fn arc_in_formation(&self, state: &State<R>, unit: UnitId, hex: HexId) -> &Hexes<R> {
        if state.marks.skirmish.contains(unit) {
            &self.sight.of_skirmishers[hex.index()][state[unit].facing.index()]
        } else {
            // [7.2.2] All around a square is its front.
            &self.sight.all_around[hex.index()][self.arm(unit) as usize]
        }
    }

    /// [10.2] Does the arc of the unit, who is in `from`, have that hex in it, at whatever distance?
    pub(crate) fn looks_towards(&self, state: &State<R>, unit: UnitId, from: HexId, target: HexId) -> bool {
        let facing = state[unit].facing;
        let sector = |facing| self.scenario.board.sector(from, facing).contains(target);
        if state.marks.skirmish.contains(unit) {
            sector(facing.left(1)) || sector(facing.right(1))
        } else {
            state.marks.square.contains(unit) || sector(facing)
        }
    }

    /// [10.5] Those of the neighbours in the arc of a unit that bind its fire: all of them, [D-M7.2f] but of those
    /// around skirmishers only the ones in front.
    #[inline]
    pub(crate) fn bound_to(&self, state: &State<R>, unit: UnitId, from: HexId, near: Hexes<R>) -> Hexes<R> {
        if state.marks.skirmish.contains(unit) {
            near & self.scenario.board.sector(from, state[unit].facing)
        } else {
            near
        }
    }

    /// [10.2] [10.3] [10.8] Has the unit a line of aim, within its range?
    pub fn has_line_of_aim(&self, state: &State<R>, unit: UnitId, target: HexId) -> bool {
        self.arc(state, unit).contains(target)
            && state.hex_of(unit).is_some_and(|from| self.sees(state, from, target))
    }

    /// [10.3.1] Does the line from this hex reach the unit through its flank or rear zone?
    pub(crate) fn comes_from_flank_or_rear(&self, state: &State<R>, from: HexId, target: UnitId) -> bool {
        // [D-7.2.2a] A square has neither. [D-M7.2g] Skirmishers have both, as others do.
        let Some(hex) = state.hex_of(target).filter(|_| !state.marks.square.contains(target)) else {
            return false;
        };
        match self.scenario.board.approach(from, hex, state[target].facing) {
            // [10.3.2] Exactly along the border of front and flank is not through the flank.
            None | Some(Approach::Front | Approach::FrontFlank) => false,
            // On the border of flank and rear it is through one or the other.
            Some(Approach::Flank | Approach::FlankRear | Approach::Rear) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::facing;
    use szala_kernel::Side;

    use super::*;
    use crate::testing::Setup;

    /// Do the two hexes of `pair` see each other on the ground that `make` lays out?
    fn sees(pair: &str, make: impl FnOnce(&mut Setup)) -> bool {
        let mut setup = Setup::new();
        make(&mut setup);
        let (one, other) = pair.split_once(' ').expect("the test writes two labels");
        let (game, state) = setup.finish();
        let [one, other] = [one, other].map(|label| game.hex(label));
        assert_eq!(game.sees(&state, one, other), game.sees(&state, other, one), "sight is mutual");
        game.sees(&state, one, other)
    }

    #[test]
    fn r10_1_forest_and_units_hide_and_guns_do_not() {
        // The line along row 05 passes through 0506 and 0507.
        assert!(sees("0505 0508", |_| ()));
        assert!(!sees("0505 0508", |setup| setup.forest("0506")));
        let put = |arm| move |setup: &mut Setup| _ = setup.unit(Side::First, arm, 1, "0507", facing::N);
        assert!(!sees("0505 0508", put(Arm::Infantry)));
        assert!(!sees("0505 0508", put(Arm::Cavalry)));
        assert!(sees("0505 0508", put(Arm::Artillery)));
    }

    #[test]
    fn d_10_1a_the_two_ends_never_block() {
        assert!(sees("0505 0508", |setup| setup.forest("0505 0508")));
    }

    #[test]
    fn d_10_1b_an_edge_blocks_and_a_corner_does_not() {
        // 0309 to 0509 runs along the side of 0408 and 0409. From 0505 one hex E and then NE is 0606; the line to 0609
        // passes 0506, 0507, 0607, 0608 and has 0606 at a corner only, where the side of 0506 and 0507 ends too.
        assert!(!sees("0309 0509", |setup| setup.forest("0408")));
        assert!(!sees("0309 0509", |setup| setup.escarpment("0408|0409")));
        assert!(sees("0505 0609", |setup| setup.forest("0606")));
        assert!(!sees("0505 0609", |setup| setup.forest("0507")));
        assert!(sees("0505 0609", |setup| setup.escarpment("0506|0507 0506|0606")));
    }

    #[test]
    fn r10_1_3_an_escarpment_crossed_blocks_except_between_neighbours() {
        assert!(!sees("0505 0507", |setup| setup.escarpment("0505|0506")));
        assert!(sees("0505 0506", |setup| setup.escarpment("0505|0506")));
    }

    #[test]
    fn r10_1_2_from_hill_to_hill_the_valley_does_not_block() {
        assert!(sees("0505 0508", |setup| {
            setup.hill("0505 0508");
            setup.forest("0506");
            setup.unit(Side::First, Arm::Infantry, 1, "0507", facing::N);
        }));
        // [10.1.1] From a hill to the valley nothing is lifted.
        assert!(sees("0505 0508", |setup| setup.hill("0505")));
        assert!(!sees("0505 0508", |setup| {
            setup.hill("0505");
            setup.forest("0506");
        }));
    }

    #[test]
    fn d_10_1_2a_what_stands_on_a_hill_blocks_from_hill_to_hill() {
        assert!(!sees("0505 0508", |setup| {
            setup.hill("0505 0506 0508");
            setup.forest("0506");
        }));
        assert!(!sees("0505 0508", |setup| {
            setup.hill("0505 0507 0508");
            setup.unit(Side::First, Arm::Infantry, 1, "0507", facing::N);
        }));
    }

    #[test]
    fn d_10_1_2b_a_hill_hides_valley_from_valley_where_the_family_says_so() {
        let with_hills = |labels: &'static str| {
            move |setup: &mut Setup| {
                setup.scenario.family.hills_block_sight = true;
                setup.hill(labels);
            }
        };
        // [D-10.1.2b] A hill between two units in the valley, without the word of the family and with it; then a row.
        assert!(sees("0505 0508", |setup| setup.hill("0506")));
        assert!(!sees("0505 0508", with_hills("0506")));
        assert!(sees("0505 0508", with_hills("0505 0506 0508")));
    }

    #[test]
    fn d_10_9e_and_d_10_9f_a_trench_met_at_a_vertex_shelters_both_ways_or_its_own_hex_only() {
        // 0509 to 0709 comes in over the S vertex of 0709, where its SW side, to 0608, ends.
        for (own_hex_only, back) in [(false, true), (true, false)] {
            let mut setup = Setup::new();
            setup.trench("0608|0709");
            setup.scenario.switches.trench_shelters_its_own_hex_only = own_hex_only;
            let (game, _) = setup.finish();
            let [outside, inside] = ["0509", "0709"].map(|label| game.hex(label));
            assert!(game.sight.crosses_trench(outside, inside));
            assert_eq!(game.sight.crosses_trench(inside, outside), back);
        }
    }

    #[test]
    fn r10_8_infantry_reaches_three_hexes_cavalry_two_and_guns_ten_in_front() {
        // 0108 stands at x = 8 and faces N; straight north every second row is 0308, 0508 ... and 1108 ten rows on.
        let mut setup = Setup::new();
        let units = [Arm::Infantry, Arm::Cavalry, Arm::Artillery]
            .map(|arm| setup.unit(Side::First, arm, 1, "0108", facing::N));
        let (game, state) = setup.finish();
        let reach = |label: &str| units.map(|unit| game.has_line_of_aim(&state, unit, game.hex(label)));
        assert_eq!(reach("0308"), [true; 3], "two hexes");
        assert_eq!(reach("0408"), [true, false, true], "three");
        assert_eq!(reach("0508"), [false, false, true], "four");
        assert_eq!(reach("1108"), [false, false, true], "ten");
        assert_eq!(reach("1208"), [false; 3], "eleven");
        assert_eq!(reach("0109"), [false; 3], "in the flank zone");
    }

    #[test]
    fn r7_2_2_a_square_aims_all_round() {
        let mut setup = Setup::new();
        let unit = setup.unit(Side::Second, Arm::Infantry, 4, "0508", facing::N);
        let (game, mut state) = setup.finish();
        assert!(!game.has_line_of_aim(&state, unit, game.hex("0308")));
        state.marks.square.insert(unit);
        assert!(game.has_line_of_aim(&state, unit, game.hex("0308")));
        assert!(!game.comes_from_flank_or_rear(&state, game.hex("0308"), unit), "[D-7.2.2a]");
    }

    #[test]
    fn r10_3_2_a_line_on_the_border_of_the_front_is_not_through_the_flank() {
        let mut setup = Setup::new();
        let target = setup.unit(Side::Second, Arm::Infantry, 4, "0509", facing::N);
        let (game, state) = setup.finish();
        let from = |label| game.comes_from_flank_or_rear(&state, game.hex(label), target);
        // 0610 and 0607 lie on the rays at 30 and 150 degrees; 0410 and 0407 on those at -30 and -150.
        let front = ["0709", "0609", "0610", "0607"].map(from);
        let flank_or_rear = ["0510", "0410", "0407", "0408", "0309"].map(from);
        assert_eq!((front, flank_or_rear), ([false; 4], [true; 5]));
    }
}
