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
    /// A sixth of a point that the other side's fire is likely to take.
    danger: i32,
    /// A sixth of a point that one's own fire is likely to take in the next turn.
    target: i32,
}

/// By trial against the plans: `docs/PLAYERS.md` says what came of it.
const WEIGHTS: Weights = Weights { march: 1, danger: 5, target: 5 };

/// So many of those who come in first stay with the headquarters, the very first in them.
const GARRISON: usize = 10;
/// Who stays is within so many hundredths of a turn.
const POST: u16 = 200;
/// The others go so far.
const FRONT: u16 = 700;
/// An enemy so near the headquarters is hit before others.
const AT_THE_DOOR: u16 = 800;
/// A friend so near shares the fire.
const COMPANY: Kind = Kind::Grenadiers;

/// Who comes in first, one after the other.
const FIRST: [Kind; GARRISON] = {
    use Kind::{Artillery, Grenadiers, Infantry, Riflemen};
    [
        Infantry, Riflemen, Artillery, Artillery, Riflemen, Artillery, Artillery, Riflemen, Artillery,
        Grenadiers,
    ]
};
/// Who comes behind them, as long as there are any.
const THEN: [Kind; Kind::COUNT] = {
    use Kind::{Artillery, Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
    [Riflemen, MountedRifles, Grenadiers, Cavalry, Infantry, Artillery]
};

/// Worth more than all that is weighed.
const DECISIVE: i32 = 10_000_000;
/// An attack, before what it takes: whoever can attack has the first shot.
const ATTACK: i32 = 1_000_000;

/// The player that weighs.
#[derive(Clone, Debug)]
pub struct Heuristic {
    line: Line,
    judge: Judge,
}

/// What it knows of a turn.
#[derive(Clone, Debug)]
struct Judge {
    ways: Ways,
    prices: Prices,
    weights: Weights,
    /// The fire that each square lies under, in hundredths of a unit that fires.
    danger: Box<[u16; MOST_SQUARES]>,
}

impl Judge {
    fn new(rules: &Verdox, side: Side) -> Self {
        Self {
            ways: Ways::new(rules, side),
            prices: Prices::default(),
            weights: WEIGHTS,
            danger: Box::new([0; MOST_SQUARES]),
        }
    }

    fn look_about(&mut self, seen: Seen<'_>) {
        self.ways.keep_up(seen.rules, seen.breached());
        self.prices = Prices::of(seen);
        self.reckon_danger(seen);
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
        let of_range_4 = share(&|kind| rules.card(kind).range >= rules.card(Kind::Riflemen).range);
        let of_range_2 =
            share(&|kind| (1..rules.card(Kind::Riflemen).range).contains(&rules.card(kind).range));
        let of_none = share(&|kind| rules.card(kind).range == 0);
        self.danger.fill(0);
        let mut tell = |squares: &Squares, share: u16| {
            squares.iter().for_each(|square| self.danger[square.index()] += share);
        };
        let beside = |square| rules.neighbours_of(square).into_iter().flatten().collect::<Squares>();
        for square in seen.standing(!seen.side) {
            let Some(kind) = seen.kind_at(square) else {
                let (far, near) =
                    (rules.reach_of(Kind::Riflemen, square), rules.reach_of(Kind::Grenadiers, square));
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

    /// How good a square is for a unit to end its turn on.
    fn stand(&self, seen: Seen<'_>, unit: Mover, square: SquareId) -> i32 {
        let Mover { kind, post, from } = unit;
        let [home, enemy] =
            [seen.side, !seen.side].map(|whose| self.ways.to(whose, Gait::of(seen.rules, kind), square));
        if home == NO_WAY || enemy == NO_WAY {
            return -DECISIVE;
        }
        let weights = self.weights;
        // Onward as far as the post is, and from beyond it back.
        let march = -i32::from(enemy) - 3 * i32::from(home.saturating_sub(post));
        let mut worth = march * weights.march;
        let danger = i32::from(self.danger[square.index()]);
        if danger > 0 {
            // The fire of all who reach it, shared by all about: what of it is for this one.
            let about = seen.rules.reach_of(COMPANY, square).expect("they fire");
            let friends = (*seen.standing(seen.side) & *about).len();
            let friends = i32::try_from(friends).expect("eighty") + i32::from(square == from);
            worth -=
                danger * price(&seen.rules.scenario().kinds, kind) * weights.danger / (100 * (1 + friends));
        }
        let about = seen.enemies_about(kind, square);
        let is_open = |to: &SquareId| seen.rules.card(kind).close || seen.could_fire(kind, square, *to);
        let best = about.iter().filter(is_open).map(|to| self.prices.at(seen, to)).max();
        worth + best.unwrap_or(0) * weights.target
    }

    fn mover(&self, seen: Seen<'_>, square: SquareId) -> Mover {
        let kind = seen.kind_at(square).expect("one's own");
        let post = match seen.slot_at(square).expect("one's own") {
            0 => 0,
            1..GARRISON => POST,
            _ => FRONT,
        };
        Mover { kind, post, from: square }
    }

    fn has_errand(&self, seen: Seen<'_>, square: SquareId) -> bool {
        let unit = self.mover(seen, square);
        if !seen.enemies_about(unit.kind, square).is_empty() {
            return true;
        }
        if unit.kind == Kind::Artillery || square == seen.headquarters(seen.side) {
            return false;
        }
        let here = self.stand(seen, unit, square);
        let next = seen.rules.neighbours_of(square).into_iter().flatten();
        next.into_iter().any(|to| {
            let is_home = to == seen.headquarters(seen.side);
            seen.is_free(to) && (is_home || self.stand(seen, unit, to) > here)
        })
    }

    fn worth(&self, seen: Seen<'_>, unit: Mover, here: i32, action: Action) -> i32 {
        match action {
            Action::Step(to) if to == seen.headquarters(!seen.side) => 2 * DECISIVE,
            Action::Attack(to) if to == seen.headquarters(!seen.side) => DECISIVE,
            Action::Attack(to) => {
                // Who stands next to what must not fall is hit first.
                let far = i32::from(self.ways.to(seen.side, Gait::OnFoot, to).min(AT_THE_DOOR));
                ATTACK + self.prices.at(seen, to) + i32::from(AT_THE_DOOR) - far
            }
            // Empty headquarters are for whoever is beside them; [4.1] and they are never left.
            Action::Step(to) if to == seen.headquarters(seen.side) && unit.kind != Kind::Artillery => {
                ATTACK - 1
            }
            Action::Step(_) if unit.from == seen.headquarters(seen.side) || unit.kind == Kind::Artillery => {
                -1
            }
            Action::Step(to) => self.stand(seen, unit, to) - here,
            Action::Batter(_) => 1,
            Action::Hold => 0,
            _ => -1,
        }
    }

    fn best(&self, view: &View<'_, Verdox>) -> usize {
        let seen = Seen::of(view);
        let unit = self.mover(seen, seen.picked().expect("taken up"));
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
}

impl Heuristic {
    /// A player of a side.
    pub fn new(rules: &Verdox, side: Side) -> Self {
        Self { line: Line::new(), judge: Judge::new(rules, side) }
    }

    fn look_about(&mut self, seen: Seen<'_>) {
        let Self { line, judge } = self;
        judge.look_about(seen);
        line.draw_up(seen, |square| judge.ways.to(!seen.side, Gait::OnFoot, square));
    }

    fn next_unit(&mut self, seen: Seen<'_>, legal: &[Action]) -> usize {
        if self.line.is_new(seen) {
            self.look_about(seen);
        }
        let Self { line, judge } = self;
        let next = line.next(seen, |square| judge.has_errand(seen, square));
        next.map_or(0, |square| place_of(legal, square))
    }

    fn muster(seen: Seen<'_>, legal: &[Action]) -> usize {
        let number = seen.came_in();
        let at = |kind| legal.iter().position(|action| *action == Action::Muster(kind));
        let wished = FIRST.get(number).copied().into_iter().chain(THEN);
        wished.into_iter().find_map(at).expect("somebody is left")
    }
}

/// A unit that may move.
#[derive(Clone, Copy, Debug)]
struct Mover {
    kind: Kind,
    /// How far from its headquarters it goes.
    post: u16,
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
            Action::Enter(_) => nearest(legal, |square| self.judge.ways.to(seen.side, Gait::OnFoot, square)),
            Action::Done => self.next_unit(seen, legal),
            Action::Hold => {
                // A searcher's policy may be asked in the middle of a turn.
                if self.line.is_new(seen) {
                    self.look_about(seen);
                }
                self.judge.best(view)
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
