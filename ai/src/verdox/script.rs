//! The two plans. `hold` stays about its own headquarters and shoots; `rush` does so until all are in, and then goes
//! for the other side's. Each keeps its promise, and a test looks whether it does.

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
    /// Whoever can attack does, those in the other side's headquarters first; of the others, once all have come in, all
    /// get nearer to them who can.
    Rush,
    /// Whoever can attack does; nobody goes far from the own headquarters.
    Hold,
}

impl Plan {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Rush, Self::Hold];

    /// What it is called, and what it does.
    pub const fn told(self) -> [&'static str; 2] {
        match self {
            Self::Rush => {
                ["rush", "waits until all are in, then goes for the other side's headquarters, all together"]
            }
            Self::Hold => ["hold", "stays about its own headquarters and shoots"],
        }
    }

    /// Who comes in before whom.
    const fn order(self) -> [Kind; Kind::COUNT] {
        use Kind::{Artillery, Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
        match self {
            Self::Rush => [Grenadiers, Riflemen, MountedRifles, Cavalry, Infantry, Artillery],
            Self::Hold => [Riflemen, Artillery, Grenadiers, MountedRifles, Infantry, Cavalry],
        }
    }

    /// Towards whose headquarters units come in.
    fn goal(self, side: Side) -> Side {
        match self {
            Self::Rush => !side,
            Self::Hold => side,
        }
    }
}

/// How far from its headquarters a unit that holds has its post, in hundredths of a turn, by how many came in before:
/// one in them, some about them, the others in front.
const fn post(slot: usize) -> u16 {
    match slot {
        0 => 0,
        1..10 => 200,
        _ => FARTHEST_POST,
    }
}

/// No post is farther off.
pub(super) const FARTHEST_POST: u16 = 700;
/// An enemy so near the headquarters is hit first.
const AT_THE_DOOR: u16 = 250;

/// An attack on whoever stands in the headquarters.
const THE_LAST_MAN: i32 = 100_000;
/// A step on the way, more for a longer one.
const ON_THE_WAY: i32 = 10_000;

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

    fn next_unit(&mut self, seen: Seen<'_>, legal: &[Action]) -> usize {
        if self.line.is_new(seen) {
            self.ways.keep_up(seen.rules, seen.breached());
            self.prices = Prices::of(seen);
            let ways = &self.ways;
            self.line.draw_up(seen, |square| ways.to(!seen.side, Gait::OnFoot, square));
        }
        let Self { plan, ways, line, .. } = self;
        let next = line.next(seen, |square| {
            let kind = seen.kind_at(square).expect("one's own");
            let marches = Marcher::of(seen, *plan, ways, kind, square).is_some_and(|unit| {
                let mut next = seen.rules.neighbours_of(square).into_iter().flatten();
                next.any(|to| unit.gain(to) > 0 && seen.is_free(to))
            });
            marches || !seen.enemies_about(kind, square).is_empty()
        });
        // [3.6] Whoever has nothing to do is not taken up: so he stays face down.
        next.map_or(0, |square| place_of(legal, square))
    }

    /// What an action of the unit that is taken up is worth.
    fn worth(&self, seen: Seen<'_>, unit: Option<&Marcher<'_>>, action: Action) -> i32 {
        let enemy_headquarters = seen.headquarters(!seen.side);
        match action {
            Action::Attack(to) if to == enemy_headquarters => THE_LAST_MAN,
            // [6.10.8] A way through where there is none.
            Action::Batter(_) if self.plan == Plan::Rush => 2,
            Action::Attack(to) => match self.plan {
                Plan::Rush => 2 * ON_THE_WAY + self.prices.at(seen, to),
                // He stands nearest to what must not fall.
                Plan::Hold => {
                    let near = self.ways.to(seen.side, Gait::OnFoot, to);
                    2 * ON_THE_WAY + self.prices.at(seen, to) + if near <= AT_THE_DOOR { 1000 } else { 0 }
                }
            },
            Action::Step(to) => match unit.map_or(0, |unit| unit.gain(to)) {
                0 => 0,
                gain => ON_THE_WAY + i32::from(gain),
            },
            Action::Hold => 1,
            _ => 0,
        }
    }

    fn best(&self, view: &View<'_, Verdox>) -> usize {
        let seen = Seen::of(view);
        let from = seen.picked().expect("taken up");
        let unit = Marcher::of(seen, self.plan, &self.ways, seen.kind_at(from).expect("one's own"), from);
        let mut best = (0, i32::MIN);
        for (place, action) in view.legal().iter().enumerate() {
            let worth = self.worth(seen, unit.as_ref(), *action);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

/// A unit that follows a plan.
struct Marcher<'w> {
    ways: &'w Ways,
    gait: Gait,
    side: Side,
    from_enemy: u16,
    from_home: u16,
    /// How far from its headquarters it goes; nothing when it is to go on without looking back.
    post: Option<u16>,
}

impl<'w> Marcher<'w> {
    /// The unit of this kind on a square. [7.6.3] Guns stay where they came in: six turns a square are no march.
    fn of(seen: Seen<'_>, plan: Plan, ways: &'w Ways, kind: Kind, from: SquareId) -> Option<Self> {
        let gait = Gait::of(seen.rules, kind);
        let far = |whose| ways.to(whose, gait, from);
        let is_off = plan == Plan::Rush && seen.waiting() == 0;
        let post = (!is_off).then(|| post(seen.slot_at(from).expect("one's own")));
        let (from_enemy, from_home) = (far(!seen.side), far(seen.side));
        (kind != Kind::Artillery).then_some(Self { ways, gait, side: seen.side, from_enemy, from_home, post })
    }

    /// What a step gains for the plan, in hundredths of a turn; nothing for one that is no part of it.
    fn gain(&self, to: SquareId) -> u16 {
        let onward = self.from_enemy.saturating_sub(self.ways.to(!self.side, self.gait, to));
        let Some(post) = self.post else { return onward };
        let to_home = self.ways.to(self.side, self.gait, to);
        match () {
            // Empty headquarters are for whoever is beside them, and nobody leaves them.
            () if to_home == 0 => self.from_home,
            () if self.from_home == 0 => 0,
            () if self.from_home > post => self.from_home.saturating_sub(to_home),
            () if to_home <= post => onward,
            () => 0,
        }
    }
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
            Action::Enter(_) => {
                nearest(legal, |square| self.ways.to(self.plan.goal(seen.side), Gait::OnFoot, square))
            }
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
