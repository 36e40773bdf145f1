//! Where on the board it happens: over many games, in which cells the counters of each side stand, hold, fire and take
//! losses. All of it comes from drawn positions and heard deeds, so that it knows no game; all sums are integers.

use core::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use szala_kernel::journal::Event;
use szala_kernel::picture::{CellId, Deed, PieceId, Position};
use szala_kernel::{BySide, RunSeed, Side};
use szala_system::{Contest, Faces, Wants, Watcher, Worker};

use crate::crew::{Work, in_order};
use crate::run::Plan;

/// What is measured in each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// In what share of the stages a counter of the side stands there when the stage ends.
    Presence,
    /// Losses that counters of the side take while they stand there, a game.
    Losses,
    /// Shots that counters of the side fire from there, a game; of a joint shot each counter's.
    Fire,
    /// In what share of the stages the side is, when the stage ends, the last that stood there alone.
    Held,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Presence, Self::Losses, Self::Fire, Self::Held];

    /// Is it a share, and not a number a game?
    pub const fn is_share(self) -> bool {
        matches!(self, Self::Presence | Self::Held)
    }
}

/// Shares of a game are summed in millionths, rounded down.
const WHOLE: u64 = 1_000_000;
/// Of the normal distribution, for 95 %.
const NORMAL: f64 = 1.959_964;

/// A sum over games, and that of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    all: u64,
    squares: u128,
}

impl Sum {
    fn add(&mut self, value: u64) {
        self.all += value;
        self.squares += u128::from(value).pow(2);
    }

    fn join(&mut self, other: Self) {
        self.all += other.all;
        self.squares += other.squares;
    }
}

/// A mean over games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatEstimate {
    /// The mean: a share from 0 to 1, or a number a game.
    pub mean: f64,
    /// Half the width of the 95 % interval of the mean; nothing for one game.
    pub within: Option<f64>,
}

/// What was counted over a number of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Games that came to an end: those that everything is of.
    pub games: u64,
    /// Games that had no end, and count for nothing else.
    pub aborted: u64,
    cells: usize,
    /// By quantity, side and cell.
    sums: Vec<Sum>,
}

impl Heat {
    fn new(cells: usize) -> Self {
        let places = Quantity::ALL.len() * Side::BOTH.len() * cells;
        Self { games: 0, aborted: 0, cells, sums: vec![Sum::default(); places] }
    }

    fn place(&self, quantity: Quantity, side: Side, cell: usize) -> usize {
        (quantity as usize * Side::BOTH.len() + side as usize) * self.cells + cell
    }

    fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.aborted += other.aborted;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            sum.join(*more);
        }
    }

    /// How much there is of a side in a cell.
    pub fn of(&self, quantity: Quantity, side: Side, cell: CellId) -> HeatEstimate {
        let Sum { all, squares } = self.sums[self.place(quantity, side, cell.index())];
        let unit = if quantity.is_share() { WHOLE } else { 1 };
        #[expect(clippy::cast_precision_loss, reason = "what is lost is far below a digit that is shown")]
        let [all, squares, games, unit] = [all as f64, squares as f64, self.games as f64, unit as f64];
        let mean = if self.games == 0 { 0.0 } else { all / games };
        let within = (self.games > 1).then(|| {
            let variance = ((squares - games * mean * mean) / (games - 1.0)).max(0.0);
            NORMAL * (variance / games).sqrt() / unit
        });
        HeatEstimate { mean: mean / unit, within }
    }
}

/// Watches one game after the other.
#[derive(Clone, Debug)]
struct Watch {
    /// Whose each piece is; pieces that belong to neither side are not watched.
    sides: Vec<Option<Side>>,
    /// Where each piece stands.
    spots: Vec<Option<CellId>>,
    /// Who was the last to stand alone in each cell.
    holders: Vec<Option<Side>>,
    /// Who stands in each cell.
    present: Vec<BySide<bool>>,
    stage: u8,
    /// Stages that have ended.
    ended: u64,
    /// By quantity, side and cell, as [`Heat`] has them.
    counts: Vec<u64>,
}

impl Watch {
    fn new(sides: Vec<Option<Side>>, heat: &Heat) -> Self {
        let cells = heat.cells;
        Self {
            spots: vec![None; sides.len()],
            sides,
            holders: vec![None; cells],
            present: vec![BySide::default(); cells],
            stage: 0,
            ended: 0,
            counts: vec![0; heat.sums.len()],
        }
    }

    /// Another game begins.
    fn begin(&mut self) {
        self.holders.fill(None);
        self.counts.fill(0);
        (self.stage, self.ended) = (0, 0);
    }

    /// A position was reached. A stage has ended when the next one is on: its last decision has then been carried out.
    fn see(&mut self, position: &Position, heat: &Heat) {
        self.present.fill(BySide::default());
        for (piece, counter) in position.counters.iter().enumerate() {
            self.spots[piece] = counter.spot.cell();
            if let (Some(cell), Some(side)) = (self.spots[piece], self.sides[piece]) {
                self.present[cell.index()][side] = true;
            }
        }
        for (holder, BySide(present)) in self.holders.iter_mut().zip(&self.present) {
            match present {
                [true, false] => *holder = Some(Side::First),
                [false, true] => *holder = Some(Side::Second),
                _ => (),
            }
        }
        if position.stage > self.stage {
            if self.stage > 0 {
                self.end_stage(heat);
            }
            self.stage = position.stage;
        }
    }

    /// Somebody moved, took losses or fired; until the next position is seen, that is where he is.
    fn hear(&mut self, piece: PieceId, deed: Deed, heat: &Heat) {
        let spot = &mut self.spots[piece.index()];
        let (quantity, amount) = match deed {
            Deed::Moves(cell) => {
                *spot = cell;
                return;
            }
            Deed::Loses(losses) => (Quantity::Losses, losses.into()),
            // What was lost was lost there all the same.
            Deed::Recovers(_) => return,
            Deed::Fires => (Quantity::Fire, 1),
        };
        if let (Some(cell), Some(side)) = (*spot, self.sides[piece.index()]) {
            self.counts[heat.place(quantity, side, cell.index())] += amount;
        }
    }

    fn end_stage(&mut self, heat: &Heat) {
        self.ended += 1;
        for cell in 0..heat.cells {
            for side in Side::BOTH {
                let present = heat.place(Quantity::Presence, side, cell);
                self.counts[present] += u64::from(self.present[cell][side]);
                let held = heat.place(Quantity::Held, side, cell);
                self.counts[held] += u64::from(self.holders[cell] == Some(side));
            }
        }
    }

    /// The game came to its end in the position seen last.
    fn end(&mut self, heat: &mut Heat) {
        self.end_stage(heat);
        heat.games += 1;
        let shares = Quantity::ALL.map(Quantity::is_share);
        let a_quantity = heat.sums.len() / shares.len();
        for (place, (sum, count)) in heat.sums.iter_mut().zip(&self.counts).enumerate() {
            let is_share = a_quantity > 0 && shares[place / a_quantity];
            sum.add(if is_share { count * WHOLE / self.ended } else { *count });
        }
    }
}

/// Plays the games of the plan and counts where everything happens: the same whatever the number of threads. When
/// `stop` is set, games under way are finished, and those counted are the first of the plan, without a gap; `tell` is
/// called now and then with how many are done.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn heat(
    contest: &dyn Contest,
    plan: &Plan,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64),
) -> Result<Heat, ThreadPoolBuildError> {
    let faces = contest.faces();
    let ground = faces.ground();
    let sides: Vec<Option<Side>> = ground.pieces.iter().map(|piece| piece.side).collect();
    let cells = ground.cells.len();
    let mut all = Heat::new(cells);
    let worker = || Watching {
        worker: contest.worker(),
        faces,
        seed: plan.seed,
        watch: Watch::new(sides.clone(), &Heat::new(cells)),
        cells,
    };
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |numbers, some: &Option<Heat>| {
        if let Some(some) = some {
            all.join(some);
        }
        tell(numbers.end - plan.numbers.start);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

/// What one thread needs to watch game after game.
struct Watching<'c> {
    worker: Box<dyn Worker + 'c>,
    faces: &'c dyn Faces,
    seed: RunSeed,
    watch: Watch,
    cells: usize,
}

impl Work for Watching<'_> {
    type Stretch = Option<Heat>;

    fn fill(&mut self, numbers: Range<u64>, stretch: &mut Option<Heat>) {
        let mut heat = Heat::new(self.cells);
        for number in numbers {
            self.game(number, &mut heat);
        }
        *stretch = Some(heat);
    }
}

impl Watching<'_> {
    fn game(&mut self, number: u64, heat: &mut Heat) {
        self.watch.begin();
        let (watch, faces) = (&mut self.watch, self.faces);
        let mut eyes = Eyes { faces, watch, heat, position: Position::default() };
        match self.worker.watch(self.seed.game(number), &mut eyes) {
            Ok(_) => self.watch.end(heat),
            Err(_) => heat.aborted += 1,
        }
    }
}

/// Sees positions and hears deeds.
struct Eyes<'e> {
    faces: &'e dyn Faces,
    watch: &'e mut Watch,
    heat: &'e Heat,
    position: Position,
}

impl Watcher for Eyes<'_> {
    fn wants(&self) -> Wants {
        Wants { positions: true, ..Wants::default() }
    }

    fn see(&mut self, draw: &dyn Fn(&mut Position)) {
        draw(&mut self.position);
        self.watch.see(&self.position, self.heat);
    }

    fn event(&mut self, event: Event) {
        if let Some((piece, deed)) = self.faces.deed(&event) {
            self.watch.hear(piece, deed, self.heat);
        }
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::picture::{Counter, Spot, TrayId};

    use super::*;
    use crate::toy::by_chance;

    const HERE: CellId = CellId(0);
    const THERE: CellId = CellId(1);

    /// A position with a counter of each side where it is said, or beside the board.
    fn position(stage: u8, cells: [Option<CellId>; 2]) -> Position {
        let counter = |cell: Option<CellId>| Counter {
            spot: cell.map_or(Spot::Tray(TrayId(0)), Spot::Cell),
            look: None,
            holder: None,
            heading: None,
            strength: None,
            losses: 0,
            shots: 0,
            conditions: 0,
            depth: 0,
        };
        Position { stage, lead: 0, counters: cells.map(counter).to_vec(), owned: Vec::new() }
    }

    /// What was counted of one game of two pieces, one a side, on two cells.
    fn watched(play: impl FnOnce(&mut Watch, &Heat)) -> Heat {
        let mut heat = Heat::new(2);
        let mut watch = Watch::new(Side::BOTH.map(Some).to_vec(), &heat);
        watch.begin();
        play(&mut watch, &heat);
        watch.end(&mut heat);
        heat
    }

    fn means(heat: &Heat, quantity: Quantity) -> [[f64; 2]; 2] {
        Side::BOTH.map(|side| [HERE, THERE].map(|cell| heat.of(quantity, side, cell).mean))
    }

    #[test]
    fn presence_and_hold_are_of_the_ends_of_stages() {
        let heat = watched(|watch, heat| {
            // Two stages and the end. Stage 1 ends with the first side here; it has passed through the other cell.
            watch.see(&position(1, [None, None]), heat);
            watch.see(&position(1, [Some(THERE), None]), heat);
            watch.see(&position(2, [Some(HERE), None]), heat);
            // In stage 2 the second side joins it here, and the first side leaves the board.
            watch.see(&position(2, [Some(HERE), Some(HERE)]), heat);
            watch.see(&position(2, [None, Some(HERE)]), heat);
        });
        assert_eq!(means(&heat, Quantity::Presence), [[0.5, 0.0], [0.5, 0.0]]);
        // The first side is still the last that stood in the other cell; here it was until the end of stage 1.
        assert_eq!(means(&heat, Quantity::Held), [[0.5, 1.0], [0.5, 0.0]]);
    }

    #[test]
    fn a_cell_in_which_both_stand_stays_with_the_one_who_had_it() {
        let heat = watched(|watch, heat| {
            watch.see(&position(1, [None, Some(HERE)]), heat);
            watch.see(&position(1, [Some(HERE), Some(HERE)]), heat);
        });
        assert_eq!(means(&heat, Quantity::Held), [[0.0, 0.0], [1.0, 0.0]]);
        assert_eq!(means(&heat, Quantity::Presence), [[1.0, 0.0], [1.0, 0.0]]);
    }

    #[test]
    fn a_piece_of_nobody_is_in_no_heat_whoever_holds_it() {
        let mut heat = Heat::new(2);
        let mut watch = Watch::new(vec![Some(Side::First), None], &heat);
        watch.begin();
        // A barge here, which the first side takes, and which burns.
        let mut seen = position(1, [Some(THERE), Some(HERE)]);
        watch.see(&seen, &heat);
        seen.counters[1].holder = Some(Side::First);
        watch.see(&seen, &heat);
        watch.hear(PieceId(1), Deed::Fires, &heat);
        watch.hear(PieceId(1), Deed::Loses(1), &heat);
        watch.end(&mut heat);
        for quantity in Quantity::ALL {
            let of_first = if quantity.is_share() { [0.0, 1.0] } else { [0.0, 0.0] };
            assert_eq!(means(&heat, quantity), [of_first, [0.0, 0.0]], "{quantity:?}");
        }
    }

    #[test]
    fn losses_and_shots_are_where_he_stands_when_it_happens() {
        let [first, second] = [PieceId(0), PieceId(1)];
        let heat = watched(|watch, heat| {
            watch.see(&position(1, [Some(HERE), Some(THERE)]), heat);
            // He charges into the other cell, loses two there and flees; off the board nothing is counted.
            watch.hear(second, Deed::Fires, heat);
            watch.hear(first, Deed::Loses(1), heat);
            watch.hear(first, Deed::Moves(Some(THERE)), heat);
            watch.hear(first, Deed::Loses(2), heat);
            watch.hear(first, Deed::Moves(None), heat);
            watch.hear(first, Deed::Loses(1), heat);
            watch.see(&position(1, [None, Some(THERE)]), heat);
        });
        assert_eq!(means(&heat, Quantity::Losses), [[1.0, 2.0], [0.0, 0.0]]);
        assert_eq!(means(&heat, Quantity::Fire), [[0.0, 0.0], [0.0, 1.0]]);
    }

    #[test]
    fn a_mean_over_games_is_known_within_its_deviation() {
        // Losses of 0, 2 and 4: mean 2, variance 4, of the mean 4/3, 1.959964 standard deviations are 2.263171.
        let mut heat = Heat::new(2);
        let mut watch = Watch::new(Side::BOTH.map(Some).to_vec(), &heat);
        for losses in [0, 2, 4] {
            watch.begin();
            watch.see(&position(1, [Some(HERE), None]), &heat);
            watch.hear(PieceId(0), Deed::Loses(losses), &heat);
            watch.end(&mut heat);
        }
        let estimate = heat.of(Quantity::Losses, Side::First, HERE);
        assert!((estimate.mean - 2.0).abs() < 1e-12, "{estimate:?}");
        assert!(
            (estimate.within.expect("three games have a variance") - 2.263_171).abs() < 1e-5,
            "{estimate:?}"
        );
        // All three stages ended with him here: no deviation.
        assert_eq!(
            heat.of(Quantity::Presence, Side::First, HERE),
            HeatEstimate { mean: 1.0, within: Some(0.0) }
        );
    }

    fn two_gates(games: u64, threads: usize) -> Heat {
        let plan = Plan { seed: RunSeed(3), numbers: 0..games, threads };
        heat(&by_chance(), &plan, &AtomicBool::new(false), |_| ()).expect("a few threads")
    }

    #[test]
    fn one_two_and_eight_threads_count_the_same() {
        let alone = two_gates(3_000, 1);
        assert_eq!(alone.games, 3_000);
        for threads in [2, 8] {
            assert_eq!(two_gates(3_000, threads), alone, "{threads} threads");
        }
    }

    #[test]
    fn r2_3_shots_of_two_gates_fall_at_the_gates_as_often_as_chance_has_it() {
        // Of three raids each side guards half; the guard meets the raider in half of those and shoots in half of
        // these, at either gate alike: 3 / 2 / 2 / 2 / 2 = 3/16 shots a game for each side and gate, none elsewhere.
        let heat = two_gates(20_000, 2);
        for side in Side::BOTH {
            for (cell, expected) in [(0, 0.0), (1, 3.0 / 16.0), (2, 3.0 / 16.0), (3, 0.0)] {
                let estimate = heat.of(Quantity::Fire, side, CellId(cell));
                // Five standard deviations of the mean.
                let near = 5.0 / NORMAL * estimate.within.expect("many games have a variance");
                assert!((estimate.mean - expected).abs() <= near, "{side:?} {cell}: {estimate:?}");
            }
        }
    }
}
