//! The two plans. `hold` stays around its own headquarters and shoots; `rush` does so until all units are in, and
//! then goes for the other side's. A test checks that each does what it says.

use szala_board::SquareId;
use szala_kernel::{GameSeed, Side};
use szala_verdox::{Action, Ground, Kind, Map, Squares, Verdox};

use super::line::{Line, place_of};
use super::prices::Prices;
use super::seen::Seen;
use super::ways::{Gait, Ways};
use szala_ai::{Glance, Opinion, Player, Prior, View};

/// A plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// A unit that can attack does, at units in the other side's headquarters first; the others, once all have come
    /// in, approach them where they can.
    Rush,
    /// A unit that can attack does; no unit goes far from its own headquarters.
    Hold,
}

impl Plan {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Rush, Self::Hold];

    /// Its name and description.
    pub const fn told(self) -> [&'static str; 2] {
        match self {
            Self::Rush => {
                ["rush", "waits until all are in, then goes for the other side's headquarters, all together"]
            }
            Self::Hold => ["hold", "stays about its own headquarters and shoots"],
        }
    }

    /// The order in which kinds come in.
    const fn order(self) -> [Kind; Kind::COUNT] {
        use Kind::{Artillery, Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
        match self {
            Self::Rush => [Grenadiers, Riflemen, MountedRifles, Cavalry, Infantry, Artillery],
            Self::Hold => [Riflemen, Artillery, Grenadiers, MountedRifles, Infantry, Cavalry],
        }
    }

    /// The headquarters near which units come in.
    fn goal(self, side: Side) -> Side {
        match self {
            Self::Rush => !side,
            Self::Hold => side,
        }
    }
}

/// The distance from the headquarters of a holding unit's post, in hundredths of a turn, by how many came in before:
/// one in them, some around them, the others in front.
const fn post(slot: usize) -> u16 {
    match slot {
        0 => 0,
        1..10 => 200,
        _ => FARTHEST_POST,
    }
}

/// No post is farther off.
pub(super) const FARTHEST_POST: u16 = 700;
/// Enemies this near the headquarters are hit first.
const AT_THE_DOOR: u16 = 250;

/// Taking a barge, in hundredths of a turn: more than any step on the way.
const A_BARGE: u16 = 1000;
/// This many within riflemen's reach count as together.
const TOGETHER: usize = 14;

/// An attack on the unit in the headquarters.
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
    /// The fortress around its own headquarters, walls and everything within; empty if there is none.
    works: Squares,
    /// Squares on which the other side's walls look down.
    overlooked: Squares,
    /// Squares that the other side can attack.
    under_attack: Squares,
}

impl Script {
    /// A player of this plan.
    pub fn new(rules: &Verdox, side: Side, plan: Plan) -> Self {
        Self {
            plan,
            ways: Ways::new(rules, side),
            line: Line::new(),
            prices: Prices::default(),
            works: works_of(&rules.scenario().map, side),
            overlooked: overlooked_by(rules, !side),
            under_attack: Squares::EMPTY,
        }
    }

    /// The next unit to pick, or that the turn is over.
    fn next_unit(&mut self, seen: Seen<'_>) -> Action {
        if self.line.is_new(seen) {
            self.ways.keep_up(seen);
            self.prices = Prices::of(seen);
            self.under_attack = seen.under_attack() | self.overlooked;
            let ways = &self.ways;
            self.line.draw_up(seen, |square| ways.to(!seen.side, Gait::OnFoot, square));
        }
        let mut next = self.line.next(seen);
        while next.is_some_and(|square| !self.has_errand(seen, square)) {
            next = self.line.next(seen);
        }
        // [3.6] A unit with nothing to do is not picked: so it stays face down.
        next.map_or(Action::Done, Action::Pick)
    }

    /// Can it march by the plan, or is there an enemy that it might attack?
    fn has_errand(&self, seen: Seen<'_>, square: SquareId) -> bool {
        let kind = seen.kind_at(square).expect("a side knows its own units");
        let unit = self.marcher(seen, kind, square);
        let mut beside = seen.rules.neighbours_of(square).into_iter().flatten();
        beside.any(|to| seen.is_free(to) && self.gain(seen, &unit, to) > 0)
            || !seen.enemies_about(kind, square).is_empty()
    }

    /// The value of an action of the picked unit.
    fn worth(&self, seen: Seen<'_>, unit: &Marcher, action: Action) -> i32 {
        let enemy_headquarters = seen.headquarters(!seen.side);
        match action {
            Action::Attack(to) if to == enemy_headquarters => THE_LAST_MAN,
            // [6.10.8] A way through where there was none.
            Action::Batter(_) if self.plan == Plan::Rush => 2,
            Action::Attack(to) => match self.plan {
                Plan::Rush => 2 * ON_THE_WAY + self.prices.at(seen, to),
                // It stands nearest to what must not fall.
                Plan::Hold => {
                    let near = self.ways.to(seen.side, Gait::OnFoot, to);
                    2 * ON_THE_WAY + self.prices.at(seen, to) + if near <= AT_THE_DOOR { 1000 } else { 0 }
                }
            },
            Action::Step(to) => match self.gain(seen, unit, to) {
                0 => 0,
                gain => ON_THE_WAY + i32::from(gain),
            },
            Action::Hold => 1,
            _ => 0,
        }
    }

    fn best(&self, view: &View<'_, Verdox>) -> usize {
        let seen = Seen::of(view.glance());
        let from = seen.picked().expect("a unit is picked before it is asked to act");
        let unit = self.marcher(seen, seen.kind_at(from).expect("a side knows its own units"), from);
        let mut best = (0, i32::MIN);
        for (place, action) in view.legal().iter().enumerate() {
            let worth = self.worth(seen, &unit, *action);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }

    /// The unit of this kind on a square.
    fn marcher(&self, seen: Seen<'_>, kind: Kind, from: SquareId) -> Marcher {
        let gait = Gait::of(seen.rules, kind);
        let far = |whose| self.ways.to(whose, gait, from);
        let is_off = self.plan == Plan::Rush && seen.waiting() == 0;
        let post = (!is_off).then(|| post(seen.slot_at(from).expect("a side knows its own units")));
        Marcher { kind, gait, from, from_enemy: far(!seen.side), from_home: far(seen.side), post }
    }

    /// All together: no unit comes into reach alone, nor under walls that are not breached.
    fn dares(&self, seen: Seen<'_>, from: SquareId, to: SquareId) -> bool {
        // Computed for few squares, since the lead is a sum over all units.
        let storms = || !seen.breached().is_empty() || seen.lead() < 0;
        if self.overlooked.contains(to) && !storms() {
            return false;
        }
        if !self.under_attack.contains(to) || self.under_attack.contains(from) {
            return true;
        }
        let about = seen.rules.reach_of(Kind::Riflemen, to).expect("riflemen fire, so they have a reach");
        (*seen.standing(seen.side) & *about).len() >= TOGETHER
    }

    /// What a step gains for the plan, in hundredths of a turn; `None` for one that is not part of it.
    fn gain(&self, seen: Seen<'_>, unit: &Marcher, to: SquareId) -> u16 {
        let onward = || unit.from_enemy.saturating_sub(self.ways.to(!seen.side, unit.gait, to));
        // [7.6.3] Guns stay where they came in: six turns a square are no march.
        let gain = match unit.post {
            _ if unit.kind == Kind::Artillery => 0,
            // A barge beside the way is taken [7.7.4].
            None if seen.afloat().contains(to) && seen.owner_of_barge(to) != Some(seen.side) => A_BARGE,
            // All together: no unit comes into reach before this many are near.
            None if !self.dares(seen, unit.from, to) => 0,
            None => onward(),
            Some(post) => {
                let to_home = self.ways.to(seen.side, unit.gait, to);
                let is_within = self.works.contains(to);
                match () {
                    // Units beside empty headquarters occupy them, and no unit leaves them.
                    () if to_home == 0 => unit.from_home,
                    () if unit.from_home == 0 => 0,
                    // A unit in the fortress stays there, as near to the enemy as its walls allow.
                    () if self.works.contains(unit.from) => {
                        if is_within && to_home <= post {
                            onward()
                        } else {
                            0
                        }
                    }
                    () if is_within || unit.from_home > post => unit.from_home.saturating_sub(to_home),
                    // A unit that is in reach and cannot attack goes back.
                    () if self.under_attack.contains(unit.from) && !self.under_attack.contains(to) => {
                        unit.from_home.saturating_sub(to_home)
                    }
                    // A unit that comes into reach is fired at first.
                    () if to_home <= post && self.works.is_empty() && !self.under_attack.contains(to) => {
                        onward()
                    }
                    () => 0,
                }
            }
        };
        let leaves = self.works.contains(unit.from) && !self.works.contains(to);
        if gain == 0 && !leaves && is_in_the_way(seen, unit.from, to) { 1 } else { gain }
    }
}

/// A unit that follows a plan.
struct Marcher {
    kind: Kind,
    gait: Gait,
    from: SquareId,
    from_enemy: u16,
    from_home: u16,
    /// How far from its headquarters it goes; `None` when it is to go on without looking back.
    post: Option<u16>,
}

impl Player<Verdox> for Script {
    fn begin(&mut self, _: &Verdox, _: GameSeed, _: Side) {
        self.line.begin();
    }

    fn choose(&mut self, view: &View<'_, Verdox>) -> usize {
        let (seen, legal) = (Seen::of(view.glance()), view.legal());
        match legal[0] {
            Action::Muster(_) => {
                let order = self.plan.order();
                let rank = |action: &Action| order.iter().position(|kind| *action == Action::Muster(*kind));
                (0..legal.len()).min_by_key(|place| rank(&legal[*place])).expect("somebody is left")
            }
            Action::Enter(_) => {
                nearest(legal, |square| self.ways.to(self.plan.goal(seen.side), Gait::OnFoot, square))
            }
            Action::Done => place_of(legal, self.next_unit(seen)),
            Action::Hold => self.best(view),
            _ => 0,
        }
    }

    fn at_once(&mut self, glance: Glance<'_, Verdox>) -> Option<Action> {
        let seen = Seen::of(glance);
        seen.is_between_units().then(|| self.next_unit(seen))
    }

    fn opinions(&self, view: &View<'_, Verdox>) -> Vec<Opinion> {
        let place = self.clone().choose(view);
        vec![Opinion { place, value: 1, why: self.plan.told()[1].into() }]
    }
}

impl Prior<Verdox> for Script {}

/// The fortress of a side, walls and everything within, if its headquarters are within one.
pub(super) fn works_of(map: &Map, side: Side) -> Squares {
    let works = map.inside | map.squares_of(Ground::is_fortified);
    if works.contains(map.headquarters[side]) { works } else { Squares::EMPTY }
}

/// [6.10.4] Squares that riflemen reach from the walls of a side's fortress.
pub(super) fn overlooked_by(rules: &Verdox, side: Side) -> Squares {
    let map = &rules.scenario().map;
    let walls = works_of(map, side) & map.squares_of(Ground::is_fortified);
    let mut overlooked = Squares::EMPTY;
    walls
        .iter()
        .filter_map(|wall| rules.reach_of(Kind::Riflemen, wall))
        .for_each(|reach| overlooked |= *reach);
    overlooked
}

/// Units within this many columns of their own edge may be in the way.
const IN_THE_WAY: i32 = 4;

/// [2.4, D-4.3c] Units that have not come in do not count: does this step make room for units still to come? Farther
/// from the edge, and not into ground that holds the unit fast.
#[inline]
pub(super) fn is_in_the_way(seen: Seen<'_>, from: SquareId, to: SquareId) -> bool {
    if seen.waiting() == 0 {
        return false;
    }
    let map = seen.map();
    let depth = |square| {
        let [column, _] = map.grid.column_row(square);
        if seen.side == Side::First { column } else { i32::from(map.grid.columns) - 1 - column }
    };
    let holds = matches!(map.ground[to.index()], Ground::Swamp | Ground::Canal | Ground::River);
    depth(from) < IN_THE_WAY && depth(to) > depth(from) && !holds && from != seen.headquarters(seen.side)
}

/// The square to come in on with the shortest distance.
pub(super) fn nearest(legal: &[Action], mut far: impl FnMut(SquareId) -> u16) -> usize {
    let far_of = |place: &usize| match legal[*place] {
        Action::Enter(square) => far(square),
        _ => u16::MAX,
    };
    (0..legal.len()).min_by_key(far_of).expect("room for one")
}
