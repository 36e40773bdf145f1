//! The player that weighs: some guard the headquarters, the others go forward as far as it pays. Nobody moves and
//! fires in one turn [3.2], so whoever comes into reach is fired at first: what a square costs is the fire that it
//! lies under, shared among the friends beside it; what it brings are targets for the next turn.

use szala_board::SquareId;
use szala_kernel::{GameSeed, Side};
use szala_verdox::{Action, Kind, MOST_SQUARES, Squares, Verdox};

use super::line::{Line, place_of};
use super::prices::{Prices, price};
use super::script::nearest;
use super::seen::Seen;
use super::ways::{Gait, NO_WAY, Ways};
use crate::{Opinion, Player, Prior, View};

/// What is weighed against what.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// A hundredth of a turn nearer to where one goes.
    march: i32,
    /// A sixth of a point that the other side's fire is likely to take, in tenths.
    danger: i32,
    /// A sixth of a point that one's own fire is likely to take in the next turn, in tenths.
    target: i32,
    /// A step must gain more than this.
    inertia: i32,
}

/// By trial against the plans: `docs/PLAYERS.md` says what came of it.
const WEIGHTS: Weights = Weights { march: 4, danger: 10, target: 20, inertia: 0 };

/// So many of those who come in first stay with the headquarters.
const GARRISON: usize = 12;
/// Within so many hundredths of a turn of them.
const POST: u16 = 250;
/// A friend so near shares the fire.
const COMPANY: Kind = Kind::Grenadiers;

/// Who comes in first, one after the other: guns first, which are slow and shoot farthest, and who stands before them.
const FIRST: [Kind; GARRISON] = {
    use Kind::{Artillery, Grenadiers, Infantry, Riflemen};
    [
        Infantry, Riflemen, Artillery, Artillery, Riflemen, Artillery, Artillery, Riflemen, Artillery, Riflemen, Grenadiers,
        Infantry,
    ]
};
/// Who comes behind them, again and again.
const THEN: [Kind; 8] = {
    use Kind::{Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
    [Riflemen, Grenadiers, MountedRifles, Riflemen, Cavalry, Grenadiers, Infantry, Infantry]
};

/// Worth more than all that is weighed.
const DECISIVE: i32 = 10_000_000;
/// An attack, before what it takes: whoever can attack has the first shot.
const ATTACK: i32 = 1_000_000;

/// The player that weighs.
#[derive(Clone, Debug)]
pub struct Heuristic {
    ways: Ways,
    line: Line,
    prices: Prices,
    weights: Weights,
    /// The fire that each square lies under, in hundredths of a unit that fires.
    danger: Box<[u16; MOST_SQUARES]>,
    /// Is the side ahead with little time left?
    is_content: bool,
}

impl Heuristic {
    /// A player of a side.
    pub fn new(rules: &Verdox, side: Side) -> Self {
        Self {
            ways: Ways::new(rules, side),
            line: Line::new(),
            prices: Prices::default(),
            weights: WEIGHTS,
            danger: Box::new([0; MOST_SQUARES]),
            is_content: false,
        }
    }

    fn look_about(&mut self, seen: Seen<'_>) {
        self.ways.keep_up(seen.rules, seen.breached());
        self.prices = Prices::of(seen);
        self.reckon_danger(seen);
        let (turn, turns) = seen.turn();
        self.is_content = seen.lead() > 0 && turns.is_some_and(|turns| turn + 6 > turns);
        let (ways, goal) = (&self.ways, !seen.side);
        self.line.draw_up(seen, |square| ways.to(goal, Gait::OnFoot, square));
    }

    /// Every enemy tells on the squares that it can reach; one that lies face down, as often as its kind is likely.
    fn reckon_danger(&mut self, seen: Seen<'_>) {
        let rules = seen.rules;
        let unseen = seen.unseen();
        let count: u16 = unseen.iter().map(|count| u16::from(*count)).sum::<u16>().max(1);
        let share = |is_such: &dyn Fn(Kind) -> bool| -> u16 {
            let such = Kind::ALL.iter().filter(|kind| is_such(**kind));
            such.map(|kind| u16::from(unseen[kind.index()])).sum::<u16>() * 100 / count
        };
        let of_range_4 = share(&|kind| kind.card().range >= 4);
        let of_range_2 = share(&|kind| kind.card().range == 2);
        let of_none = share(&|kind| kind.card().range == 0);
        self.danger.fill(0);
        let mut tell = |squares: &Squares, share: u16| {
            squares.iter().for_each(|square| self.danger[square.index()] += share);
        };
        let beside = |square| rules.neighbours_of(square).into_iter().flatten().collect::<Squares>();
        for square in seen.standing(!seen.side) {
            let Some(kind) = seen.kind_at(square) else {
                let (far, near) = (rules.reach_of(Kind::Riflemen, square), rules.reach_of(Kind::Grenadiers, square));
                tell(far.expect("they fire"), of_range_4);
                tell(near.expect("they fire"), of_range_2);
                tell(&beside(square), of_none);
                continue;
            };
            match rules.reach_of(kind, square) {
                Some(reach) => tell(reach, 100),
                None => tell(&beside(square), 100),
            }
        }
    }

    /// Does the unit there belong to those who stay?
    fn is_guard(seen: Seen<'_>, square: SquareId) -> bool {
        seen.slot_at(square).is_some_and(|slot| slot < GARRISON)
    }

    /// How good a square is for a unit to end its turn on.
    fn stand(&self, seen: Seen<'_>, unit: Mover, square: SquareId) -> i32 {
        let Mover { kind, is_guard, from } = unit;
        let goal = if is_guard { seen.side } else { !seen.side };
        let far = self.ways.to(goal, Gait::of(kind), square);
        if far == NO_WAY {
            return -DECISIVE;
        }
        let far = if is_guard && far <= POST && far > 0 { POST } else { far };
        let weights = self.weights;
        let march = if self.is_content && !is_guard { 0 } else { weights.march };
        let mut worth = -i32::from(far) * march;
        let danger = i32::from(self.danger[square.index()]);
        if danger > 0 {
            // The fire of all who reach it, shared by all about: what of it is for this one.
            let company = seen.rules.reach_of(COMPANY, square).map_or(0, |about| (*seen.standing(seen.side) & *about).len());
            let friends = i32::try_from(company).expect("eighty") + i32::from(square == from);
            worth -= danger * price(kind) * weights.danger / (1000 * (1 + friends / 2));
        }
        let about = seen.enemies_about(kind, square);
        let is_open = |to: &SquareId| !kind.card().close && seen.could_fire(kind, square, *to) || kind.card().close;
        let best = about.iter().filter(is_open).map(|to| self.prices.at(seen, to)).max();
        worth + best.unwrap_or(0) * weights.target / 10
    }

    fn mover(seen: Seen<'_>, square: SquareId) -> Mover {
        let kind = seen.kind_at(square).expect("one's own");
        Mover { kind, is_guard: Self::is_guard(seen, square), from: square }
    }

    fn has_errand(&self, seen: Seen<'_>, square: SquareId) -> bool {
        let unit = Self::mover(seen, square);
        if !seen.enemies_about(unit.kind, square).is_empty() {
            return true;
        }
        if unit.kind == Kind::Artillery || square == seen.headquarters(seen.side) {
            return false;
        }
        let here = self.stand(seen, unit, square) + self.weights.inertia;
        let next = seen.rules.neighbours_of(square).into_iter().flatten();
        next.into_iter().any(|to| seen.is_free(to) && self.stand(seen, unit, to) > here)
    }

    fn worth(&self, seen: Seen<'_>, unit: Mover, here: i32, action: Action) -> i32 {
        match action {
            Action::Step(to) if to == seen.headquarters(!seen.side) => 2 * DECISIVE,
            Action::Attack(to) if to == seen.headquarters(!seen.side) => DECISIVE,
            Action::Attack(to) => {
                // Who stands next to what must not fall is hit first.
                let is_near = self.ways.to(seen.side, Gait::OnFoot, to) <= POST;
                ATTACK + self.prices.at(seen, to) + if is_near { 1000 } else { 0 }
            }
            // [4.1] The headquarters are never left.
            Action::Step(_) if unit.from == seen.headquarters(seen.side) || unit.kind == Kind::Artillery => -1,
            Action::Step(to) => self.stand(seen, unit, to) - here - self.weights.inertia,
            Action::Batter(_) => 1,
            Action::Hold => 0,
            _ => -1,
        }
    }

    fn best(&self, view: &View<'_, Verdox>) -> usize {
        let seen = Seen::of(view);
        let unit = Self::mover(seen, seen.picked().expect("taken up"));
        let here = self.stand(seen, unit, unit.from);
        let mut best = (0, i32::MIN);
        for (place, action) in view.legal().iter().enumerate() {
            let worth = self.worth(seen, unit, here, *action);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }

    fn next_unit(&mut self, seen: Seen<'_>, legal: &[Action]) -> usize {
        if self.line.is_new(seen) {
            self.look_about(seen);
        }
        let mut line = std::mem::replace(&mut self.line, Line::new());
        let next = line.next(seen, |square| self.has_errand(seen, square));
        self.line = line;
        next.map_or(0, |square| place_of(legal, square))
    }

    fn muster(seen: Seen<'_>, legal: &[Action]) -> usize {
        let number = seen.came_in();
        let at = |kind| legal.iter().position(|action| *action == Action::Muster(kind));
        let then = || (0..THEN.len()).map(|step| THEN[(number + step) % THEN.len()]);
        let wished = FIRST.get(number).copied().into_iter().chain(then());
        wished.chain(Kind::ALL).find_map(at).expect("somebody is left")
    }
}

/// A unit that may move.
#[derive(Clone, Copy, Debug)]
struct Mover {
    kind: Kind,
    is_guard: bool,
    from: SquareId,
}

impl Player<Verdox> for Heuristic {
    fn begin(&mut self, _: &Verdox, _: GameSeed, _: Side) {
        self.line.begin();
    }

    fn choose(&mut self, view: &View<'_, Verdox>) -> usize {
        let (seen, legal) = (Seen::of(view), view.legal());
        match legal[0] {
            Action::Muster(_) => Self::muster(seen, legal),
            Action::Enter(_) => {
                let goal = if seen.came_in() < GARRISON { seen.side } else { !seen.side };
                nearest(legal, |square| self.ways.to(goal, Gait::OnFoot, square))
            }
            Action::Done => self.next_unit(seen, legal),
            Action::Hold => {
                // A searcher's policy may be asked in the middle of a turn.
                if self.line.is_new(seen) {
                    self.look_about(seen);
                }
                self.best(view)
            }
            _ => 0,
        }
    }

    fn opinions(&self, view: &View<'_, Verdox>) -> Vec<Opinion> {
        let place = self.clone().choose(view);
        vec![Opinion { place, value: 1, why: "the best that it weighed".into() }]
    }
}

impl Prior<Verdox> for Heuristic {}
