//! The two plans. `rush` goes for the other side's headquarters and nothing else; `hold` stays about its own and
//! shoots. Each keeps its promise, and a test looks whether it does.

use szala_board::SquareId;
use szala_kernel::{GameSeed, Side};
use szala_verdox::{Action, Kind, Verdox};

use super::line::{Line, place_of};
use super::prices::Prices;
use super::seen::Seen;
use super::ways::{Gait, Ways};
use crate::{Opinion, Player, Prior, View};

/// A plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Whoever can get nearer to the other side's headquarters does; whoever stands in them is attacked first.
    Rush,
    /// Whoever can attack does; nobody goes farther from the own headquarters.
    Hold,
}

impl Plan {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Rush, Self::Hold];

    /// What it is called, and what it does.
    pub const fn told(self) -> [&'static str; 2] {
        match self {
            Self::Rush => ["rush", "goes for the other side's headquarters, riders first"],
            Self::Hold => ["hold", "stays about its own headquarters and shoots"],
        }
    }

    /// Who comes in before whom.
    const fn order(self) -> [Kind; Kind::COUNT] {
        use Kind::{Artillery, Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
        match self {
            Self::Rush => [Cavalry, MountedRifles, Grenadiers, Infantry, Riflemen, Artillery],
            Self::Hold => [Riflemen, Artillery, Grenadiers, MountedRifles, Infantry, Cavalry],
        }
    }

    /// Whose headquarters it is about.
    fn goal(self, side: Side) -> Side {
        match self {
            Self::Rush => !side,
            Self::Hold => side,
        }
    }
}

/// Within so many hundredths of a turn of its headquarters a unit that holds has its post.
const POST: u16 = 250;

/// An attack on whoever stands in the headquarters.
const THE_LAST_MAN: i32 = 100_000;
/// A step on the way, more for a longer one.
const ON_THE_WAY: i32 = 10_000;
/// Any other attack, by what it is worth.
const ANY_ATTACK: i32 = 1_000;

/// Follows a plan.
#[derive(Clone, Debug)]
pub struct Script {
    plan: Plan,
    ways: Ways,
    line: Line,
    prices: Prices,
}

impl Script {
    /// A player of this plan.
    pub fn new(rules: &Verdox, side: Side, plan: Plan) -> Self {
        Self { plan, ways: Ways::new(rules, side), line: Line::new(), prices: Prices::default() }
    }

    /// How far a unit of this kind has to go from a square.
    fn far(&self, seen: Seen<'_>, kind: Kind, square: SquareId) -> u16 {
        self.ways.to(self.plan.goal(seen.side), Gait::of(kind), square)
    }

    fn next_unit(&mut self, seen: Seen<'_>, legal: &[Action]) -> usize {
        if self.line.is_new(seen) {
            self.ways.keep_up(seen.rules, seen.breached());
            self.prices = Prices::of(seen);
            let (ways, goal) = (&self.ways, self.plan.goal(seen.side));
            self.line.draw_up(seen, |square| ways.to(goal, Gait::OnFoot, square));
        }
        let Self { plan, ways, line, .. } = self;
        let goal = plan.goal(seen.side);
        let next = line.next(seen, |square| {
            let kind = seen.kind_at(square).expect("one's own");
            let far = |square| ways.to(goal, Gait::of(kind), square);
            has_errand(seen, *plan, (kind, square), far) || !seen.enemies_about(kind, square).is_empty()
        });
        // [3.6] Whoever has nothing to do is not taken up: so he stays face down.
        next.map_or(0, |square| place_of(legal, square))
    }

    /// What an action of the unit that is taken up is worth.
    fn worth(&self, seen: Seen<'_>, action: Action) -> i32 {
        let from = seen.picked().expect("taken up");
        let kind = seen.kind_at(from).expect("one's own");
        let here = self.far(seen, kind, from);
        let enemy_headquarters = seen.headquarters(!seen.side);
        match action {
            Action::Attack(to) if to == enemy_headquarters => THE_LAST_MAN,
            // [6.10.8] A way through where there is none.
            Action::Batter(_) if self.plan == Plan::Rush => 2,
            Action::Attack(to) => match self.plan {
                Plan::Rush => ANY_ATTACK + self.prices.at(seen, to),
                // He stands nearest to what must not fall.
                Plan::Hold => {
                    let near = self.ways.to(seen.side, Gait::OnFoot, to);
                    2 * ON_THE_WAY + self.prices.at(seen, to) + if near <= POST { 1000 } else { 0 }
                }
            },
            Action::Step(to) => {
                let there = self.far(seen, kind, to);
                let is_on_the_way = there < here && (self.plan == Plan::Rush || here > POST || there == 0);
                if is_on_the_way { ON_THE_WAY + i32::from(here - there) } else { 0 }
            }
            Action::Hold => 1,
            _ => 0,
        }
    }

    fn best(&self, view: &View<'_, Verdox>) -> usize {
        let seen = Seen::of(view);
        let mut best = (0, i32::MIN);
        for (place, action) in view.legal().iter().enumerate() {
            let worth = self.worth(seen, *action);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

/// Can a unit get nearer to its goal, as far as a glance tells?
fn has_errand(
    seen: Seen<'_>,
    plan: Plan,
    (kind, square): (Kind, SquareId),
    far: impl Fn(SquareId) -> u16,
) -> bool {
    let here = far(square);
    // [7.6.3] Guns stay where they came in: six turns a square are no march.
    if kind == Kind::Artillery {
        return false;
    }
    let next = seen.rules.neighbours_of(square);
    next.into_iter().flatten().any(|to| {
        let there = far(to);
        there < here && (plan == Plan::Rush || here > POST || there == 0) && seen.is_free(to)
    })
}

impl Player<Verdox> for Script {
    fn begin(&mut self, _: &Verdox, _: GameSeed, _: Side) {
        self.line.begin();
    }

    fn choose(&mut self, view: &View<'_, Verdox>) -> usize {
        let (seen, legal) = (Seen::of(view), view.legal());
        match legal[0] {
            Action::Muster(_) => {
                let order = self.plan.order();
                let rank = |action: &Action| order.iter().position(|kind| *action == Action::Muster(*kind));
                (0..legal.len()).min_by_key(|place| rank(&legal[*place])).expect("somebody is left")
            }
            Action::Enter(_) => nearest(legal, |square| self.far(seen, Kind::Infantry, square)),
            Action::Done => self.next_unit(seen, legal),
            Action::Hold => self.best(view),
            _ => 0,
        }
    }

    fn opinions(&self, view: &View<'_, Verdox>) -> Vec<Opinion> {
        let place = self.clone().choose(view);
        vec![Opinion { place, value: 1, why: self.plan.told()[1].into() }]
    }
}

impl Prior<Verdox> for Script {}

/// The square to come in on from which it is least far.
pub(super) fn nearest(legal: &[Action], far: impl Fn(SquareId) -> u16) -> usize {
    let far_of = |place: &usize| match legal[*place] {
        Action::Enter(square) => far(square),
        _ => u16::MAX,
    };
    (0..legal.len()).min_by_key(far_of).expect("room for one")
}
