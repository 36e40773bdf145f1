//! The heuristic: some units guard the headquarters, the others go forward as far as it pays. No unit moves and fires
//! in one turn [3.2], so a unit that comes into reach is fired at first: the cost of a square is the fire on it,
//! shared among the friends beside it; its gain is in targets for the next turn.

use szala_board::SquareId;
use szala_kernel::{GameSeed, Side};
use szala_verdox::{Action, Ground, Kind, MOST_BARGES, MOST_SQUARES, Squares, Verdox};

use super::line::{Line, place_of};
use super::prices::{Prices, price};
use super::quarters;
use super::script::{is_in_the_way, nearest, overlooked_by, works_of};
use super::seen::Seen;
use super::ways::{Gait, NO_WAY, Ways};
use super::weights::Weights;
use szala_ai::{Glance, Opinion, Player, Prior, View};

/// A unit that goes for a barge, before everything except the headquarters.
const ERRAND: i32 = 10_000;
/// Beyond every way: for units without one.
const FAR: u16 = 9_000;
/// Farther than any way.
const AMPLE: u16 = 30_000;

/// A friend this near shares the fire.
const COMPANY: Kind = Kind::Grenadiers;
/// The units that come in first, one after the other.
const FIRST: [Kind; 10] = {
    use Kind::{Artillery, Grenadiers, Infantry, Riflemen};
    [
        Infantry, Riflemen, Artillery, Artillery, Riflemen, Artillery, Artillery, Riflemen, Artillery,
        Grenadiers,
    ]
};
/// The units that come in after them, as long as there are any.
const THEN: [Kind; Kind::COUNT] = {
    use Kind::{Artillery, Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
    [Riflemen, MountedRifles, Grenadiers, Cavalry, Infantry, Artillery]
};

/// Worth more than everything that is weighed.
const DECISIVE: i32 = 10_000_000;
/// An attack, before its gain: the side that can attack has the first shot.
const ATTACK: i32 = 1_000_000;

/// The heuristic player.
#[derive(Clone, Debug)]
pub struct Heuristic {
    line: Line,
    judge: Judge,
}

/// The state of the game: the side with more left has no reason to risk it, the side with less has to [4.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stance {
    Ahead = 0,
    Level = 1,
    Behind = 2,
}

/// What weighs how much in a state of the game.
#[derive(Clone, Copy, Debug)]
struct Balance {
    march: i32,
    danger: i32,
    target: i32,
    front: i32,
    overlooked: i32,
}

impl Balance {
    /// In the order of stances.
    fn all(w: &Weights) -> [Self; 3] {
        let of = |[march, danger, target, front, overlooked]: [i32; 5]| Self {
            march,
            danger,
            target,
            front,
            overlooked,
        };
        [
            [w.march_ahead, w.danger_ahead, w.target_ahead, w.front_ahead, w.overlooked_ahead],
            [w.march_level, w.danger_level, w.target_level, w.front_level, w.overlooked_level],
            [w.march_behind, w.danger_behind, w.target_behind, w.front_behind, w.overlooked_behind],
        ]
        .map(of)
    }
}

/// Its knowledge of a turn.
#[derive(Clone, Debug)]
struct Judge {
    ways: Ways,
    prices: Prices,
    weights: Weights,
    balances: [Balance; 3],
    /// The fortress around one's own headquarters; empty if there is none.
    works: Squares,
    /// Where the other side's walls look down.
    overlooked: Squares,
    stance: Stance,
    /// Of a hundred face-down counters, how many fire far, near, not at all.
    hidden: [i32; 3],
    under_attack: Squares,
    /// Where the danger is computed.
    known: Squares,
    /// The attacks on each known square, in hundredths of a unit.
    danger: Box<[i32; MOST_SQUARES]>,
    /// The units that go for a barge, and for which.
    fetch: [Option<SquareId>; MOST_BARGES],
    /// May a step of this turn decide the game?
    is_decisive: bool,
}

impl Judge {
    fn new(rules: &Verdox, side: Side, weights: Weights) -> Self {
        Self {
            ways: Ways::new(rules, side),
            prices: Prices::default(),
            weights,
            balances: Balance::all(&weights),
            works: works_of(&rules.scenario().map, side),
            overlooked: overlooked_by(rules, !side),
            stance: Stance::Level,
            hidden: [0; 3],
            under_attack: Squares::EMPTY,
            known: Squares::EMPTY,
            danger: Box::new([0; MOST_SQUARES]),
            fetch: [None; MOST_BARGES],
            is_decisive: false,
        }
    }

    fn look_about(&mut self, seen: Seen<'_>) {
        self.ways.keep_up(seen);
        self.prices = Prices::of(seen);
        self.under_attack = seen.under_attack();
        self.known = Squares::EMPTY;
        let mut ready = seen.ready().iter();
        self.is_decisive = seen.is_last_turn() && seen.acts_last()
            || ready.any(|square| quarters::are_a_turn_from(&self.ways, seen, square));
        let lead = seen.lead();
        self.stance = match lead.signum() {
            1 => Stance::Ahead,
            -1 => Stance::Behind,
            _ => Stance::Level,
        };
        let unseen = seen.unseen();
        let count: i32 = unseen.iter().map(|count| i32::from(*count)).sum::<i32>().max(1);
        let share = |is_such: &dyn Fn(Kind) -> bool| -> i32 {
            let such = Kind::ALL.iter().filter(|kind| is_such(**kind));
            such.map(|kind| i32::from(unseen[kind.index()])).sum::<i32>() * 100 / count
        };
        let of_riflemen = seen.rules.card(Kind::Riflemen).range;
        self.hidden = [
            share(&|kind| seen.rules.card(kind).range >= of_riflemen),
            share(&|kind| (1..of_riflemen).contains(&seen.rules.card(kind).range)),
            share(&|kind| seen.rules.card(kind).close),
        ];
        self.fetch = [None; MOST_BARGES];
        self.send_for_barges(seen);
    }

    /// A barge has a value for its holder [7.7.5, D-4.3c].
    fn send_for_barges(&mut self, seen: Seen<'_>) {
        for (place, barge) in seen.afloat().iter().enumerate() {
            if seen.owner_of_barge(barge) == Some(seen.side)
                || !seen.is_free(barge)
                || self.under_attack.contains(barge)
            {
                continue;
            }
            let far = |square: &SquareId| {
                let kind = seen.kind_at(*square).expect("a side knows its own units");
                let far = self.ways.to_barge(place, *square);
                if kind == Kind::Artillery
                    || *square == seen.headquarters(seen.side)
                    || self.fetch.contains(&Some(*square))
                {
                    return NO_WAY;
                }
                let far = if Gait::of(seen.rules, kind) == Gait::Mounted { far / 2 } else { far };
                far.saturating_add(
                    u16::try_from(price(&seen.rules.scenario().kinds, kind) * 3)
                        .expect("the price of a kind is small"),
                )
            };
            let taker = seen.ready().iter().min_by_key(far);
            self.fetch[place] = taker.filter(|square| i32::from(far(square)) < self.weights.barge_far);
        }
    }

    /// The barge that the unit there goes for, by its place among their squares.
    fn errand(&self, square: SquareId) -> Option<usize> {
        self.fetch.iter().position(|taker| *taker == Some(square))
    }

    fn danger(&mut self, seen: Seen<'_>, square: SquareId) -> i32 {
        if !self.under_attack.contains(square) {
            return 0;
        }
        if !self.known.contains(square) {
            self.known.insert(square);
            self.danger[square.index()] = self.reckon_danger(seen, square);
        }
        self.danger[square.index()]
    }

    /// Every enemy that can attack a unit there; a face-down one counts as often as its kind is likely.
    fn reckon_danger(&self, seen: Seen<'_>, square: SquareId) -> i32 {
        let rules = seen.rules;
        let about = *seen.standing(!seen.side)
            & *rules.reach_of(Kind::Artillery, square).expect("this kind fires, so it has a reach");
        let attacks = |kind: Kind, enemy| {
            let reach = rules.reach_of(kind, enemy);
            reach.is_some_and(|reach| reach.contains(square)) && seen.could_fire(kind, enemy, square)
        };
        let likely = |enemy| {
            let is_beside = rules.neighbours_of(square).contains(&Some(enemy));
            if let Some(kind) = seen.kind_at(enemy) {
                return if rules.card(kind).close && is_beside || attacks(kind, enemy) { 100 } else { 0 };
            }
            let [far, near, close] = self.hidden;
            if is_beside {
                return far + close;
            }
            let fires = |kind, share| if attacks(kind, enemy) { share } else { 0 };
            fires(Kind::Riflemen, far) + fires(Kind::Grenadiers, near)
        };
        about.iter().map(likely).sum()
    }

    /// The value of a square for a unit to end its turn on.
    fn stand(&mut self, seen: Seen<'_>, unit: Mover, square: SquareId) -> i32 {
        let Mover { kind, post, from } = unit;
        let [home, enemy] =
            [seen.side, !seen.side].map(|whose| self.ways.to(whose, Gait::of(seen.rules, kind), square));
        if home == NO_WAY || enemy == NO_WAY {
            return -DECISIVE;
        }
        let balance = self.balances[self.stance as usize];
        let (home, enemy) = (i32::from(home), i32::from(enemy));
        let sits = !self.works.is_empty() && self.stance != Stance::Behind;
        // Forward as far as the post, and back from beyond it.
        let march = if sits && !self.works.contains(square) {
            -self.weights.outside - home
        } else {
            -enemy - 3 * (home - post).max(0)
        };
        let mut worth = march * balance.march;
        if self.overlooked.contains(square) {
            worth -= balance.overlooked;
        }
        let danger = self.danger(seen, square);
        if danger > 0 {
            // The fire of all units that reach it, divided among all units around: this unit's share.
            let about = seen.rules.reach_of(COMPANY, square).expect("this kind fires, so it has a reach");
            let friends = (*seen.standing(seen.side) & *about).len();
            let friends =
                i32::try_from(friends).expect("a side has at most 80 units") + i32::from(square == from);
            worth -=
                danger * price(&seen.rules.scenario().kinds, kind) * balance.danger / (100 * (1 + friends));
        }
        let about = seen.enemies_about(kind, square);
        let is_open = |to: &SquareId| seen.rules.card(kind).close || seen.could_fire(kind, square, *to);
        let best = about.iter().filter(is_open).map(|to| self.prices.at(seen, to)).max();
        worth + best.unwrap_or(0) * balance.target
    }

    fn mover(&self, seen: Seen<'_>, square: SquareId) -> Mover {
        let kind = seen.kind_at(square).expect("a side knows its own units");
        let post = match seen.slot_at(square).expect("a side knows its own units") {
            0 => 0,
            _ => self.balances[self.stance as usize].front,
        };
        Mover { kind, post, from: square }
    }

    fn has_errand(&mut self, seen: Seen<'_>, square: SquareId) -> bool {
        let unit = self.mover(seen, square);
        if !seen.enemies_about(unit.kind, square).is_empty() || self.sees_barge(seen, unit.kind, square) {
            return true;
        }
        if square == seen.headquarters(seen.side) {
            return false;
        }
        if self.errand(square).is_some() {
            return true;
        }
        let here = self.stand(seen, unit, square);
        let next = seen.rules.neighbours_of(square).into_iter().flatten();
        next.into_iter().any(|to| seen.is_free(to) && self.step(seen, unit, here, to) > 0)
    }

    /// [D-7.7e] Is a barge of the other side in reach of guns?
    fn sees_barge(&self, seen: Seen<'_>, kind: Kind, square: SquareId) -> bool {
        if kind != Kind::Artillery {
            return false;
        }
        let is_theirs = |barge: SquareId| seen.owner_of_barge(barge) == Some(!seen.side);
        let reach = seen.rules.reach_of(kind, square).expect("this kind fires, so it has a reach");
        seen.afloat().iter().any(|barge| reach.contains(barge) && is_theirs(barge))
    }

    /// Does this step win? [4.1] By the other side's headquarters in this turn; [4.3, 7.7.5] or by a barge that
    /// decides the count, with no unit to act after it: a certain point is then worth more than any shot.
    #[cold]
    fn decides(&self, seen: Seen<'_>, from: SquareId, to: SquareId) -> bool {
        let is_last_act = seen.is_last_turn() && seen.acts_last();
        let is_open_barge = is_last_act && seen.afloat().contains(to) && seen.owner_of_barge(to).is_none();
        let value = seen.rules.scenario().kinds.barge_value;
        is_open_barge && (1 - value..=0).contains(&seen.lead())
            || quarters::are_open_by(&self.ways, seen, from, to)
    }

    /// The value of a step.
    fn step(&mut self, seen: Seen<'_>, unit: Mover, here: i32, to: SquareId) -> i32 {
        let home = seen.headquarters(seen.side);
        if to == seen.headquarters(!seen.side) {
            return 2 * DECISIVE;
        }
        // No unit leaves the headquarters.
        if unit.from == home {
            return -1;
        }
        let leaves = self.works.contains(unit.from) && !self.works.contains(to);
        let room = if !leaves && is_in_the_way(seen, unit.from, to) { self.weights.room } else { 0 };
        if unit.kind == Kind::Artillery {
            if self.works.contains(to) {
                return -1;
            }
            if room > 0 {
                return room;
            }
            return if self.works.is_empty() { self.creep(seen, unit.from, to) } else { -1 };
        }
        if self.is_decisive && self.decides(seen, unit.from, to) {
            return DECISIVE;
        }
        // Units beside empty headquarters occupy them, at once if they would otherwise be taken.
        if to == home {
            return if quarters::are_in_danger(&self.ways, seen) { DECISIVE } else { ATTACK - 1 };
        }
        if let Some(place) = self.errand(unit.from) {
            let nearer =
                i32::from(self.ways.to_barge(place, unit.from)) - i32::from(self.ways.to_barge(place, to));
            if nearer > 0 && self.danger(seen, to) == 0 {
                return ERRAND + nearer;
            }
        }
        self.stand(seen, unit, to) - here + room
    }

    /// Guns go forward where nobody fires at them and they block no other unit.
    fn creep(&mut self, seen: Seen<'_>, from: SquareId, to: SquareId) -> i32 {
        use Ground::{Bridge, Canal, Forest, Gate, River, Road, Swamp};
        let ground = seen.map().ground[to.index()];
        let is_bad = matches!(ground, Road | Bridge | Gate | Canal | Swamp | River | Forest);
        let enemy = !seen.side;
        let nearer = i32::from(self.ways.to(enemy, Gait::OnFoot, from))
            - i32::from(self.ways.to(enemy, Gait::OnFoot, to));
        if is_bad || self.danger(seen, to) > 0 { -1 } else { nearer }
    }

    fn worth(&mut self, seen: Seen<'_>, unit: Mover, here: i32, action: Action) -> i32 {
        match action {
            Action::Attack(to) if to == seen.headquarters(!seen.side) => DECISIVE,
            Action::Attack(to) => self.shot(seen, to, self.prices.at(seen, to)),
            Action::Sink(at) if seen.owner_of_barge(at).is_none() => -1,
            Action::Sink(at) if seen.is_free(at) => ATTACK / 2 + self.prices.of_barge(seen, at),
            Action::Sink(at) => self.shot(seen, at, self.prices.of_barge(seen, at)),
            Action::Step(to) => self.step(seen, unit, here, to),
            Action::Batter(to) if !self.works.contains(to) => {
                // Nearest to the way.
                let far = Side::BOTH.map(|whose| self.ways.to(whose, Gait::OnFoot, to).min(FAR));
                ATTACK / 2 - i32::from(far[0]) - i32::from(far[1])
            }
            Action::Hold => 0,
            _ => -1,
        }
    }

    /// The value of an attack by its gain: units next to something that must not fall are hit first, [4.1] before all
    /// others if no unit is in it.
    fn shot(&self, seen: Seen<'_>, to: SquareId, price: i32) -> i32 {
        let home = seen.headquarters(seen.side);
        let saves = seen.is_free(home) && quarters::are_threatened_by(&self.ways, seen, to);
        let far = i32::from(self.ways.to(seen.side, Gait::OnFoot, to)).min(self.weights.door);
        let first = if saves { DECISIVE / 2 } else { ATTACK };
        first + price + self.weights.door - far
    }

    fn best(&mut self, view: &View<'_, Verdox>) -> usize {
        let seen = Seen::of(view.glance());
        let unit = self.mover(seen, seen.picked().expect("a unit is picked before it is asked to act"));
        let here = self.stand(seen, unit, unit.from);
        let mut best = (0, i32::MIN);
        for (place, action) in view.legal().iter().enumerate() {
            let worth = self.worth(seen, unit, here, *action);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        if let Action::Step(to) = view.legal()[best.0] {
            // A rider may have another step.
            for taker in &mut self.fetch {
                if *taker == Some(unit.from) {
                    *taker = Some(to);
                }
            }
        }
        best.0
    }
}

impl Heuristic {
    /// A player of a side with these weights.
    pub fn new(rules: &Verdox, side: Side, weights: Weights) -> Self {
        Self { line: Line::new(), judge: Judge::new(rules, side, weights) }
    }

    /// The same player with other weights.
    #[must_use]
    pub fn with(&self, weights: Weights) -> Self {
        let judge = Judge { weights, balances: Balance::all(&weights), ..self.judge.clone() };
        Self { line: self.line.clone(), judge }
    }

    fn look_about(&mut self, seen: Seen<'_>) {
        let Self { line, judge } = self;
        judge.look_about(seen);
        let enemy = !seen.side;
        let is_held = !seen.is_free(seen.headquarters(enemy));
        line.draw_up(seen, |square| {
            // [4.1, 3.2] A unit that could walk into the headquarters waits: others may hit the unit that holds them.
            if is_held && judge.is_decisive && quarters::are_a_turn_from(&judge.ways, seen, square) {
                return NO_WAY;
            }
            judge.ways.to(enemy, Gait::OnFoot, square)
        });
    }

    /// The next unit to pick, or that the turn is over.
    fn next_unit(&mut self, seen: Seen<'_>) -> Action {
        if self.line.is_new(seen) {
            self.look_about(seen);
        }
        let mut next = self.line.next(seen);
        while next.is_some_and(|square| !self.judge.has_errand(seen, square)) {
            next = self.line.next(seen);
        }
        next.map_or(Action::Done, Action::Pick)
    }

    fn muster(seen: Seen<'_>, legal: &[Action]) -> usize {
        // [D-4.3c] A unit that is not in by now does not count.
        if seen.is_last_turn() {
            let value = |place: &usize| match legal[*place] {
                Action::Muster(kind) => seen.rules.card(kind).value,
                _ => 0,
            };
            return (0..legal.len()).max_by_key(value).expect("somebody is left");
        }
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
    post: i32,
    from: SquareId,
}

impl Player<Verdox> for Heuristic {
    fn begin(&mut self, _: &Verdox, _: GameSeed, _: Side) {
        self.line.begin();
    }

    fn choose(&mut self, view: &View<'_, Verdox>) -> usize {
        let (seen, legal) = (Seen::of(view.glance()), view.legal());
        match legal[0] {
            Action::Muster(_) => Self::muster(seen, legal),
            Action::Enter(_) => {
                let judge = &mut self.judge;
                // Enemies stand where they stood when the turn began, if that was seen; the units in their way have
                // changed.
                if self.line.is_new(seen) {
                    judge.under_attack = seen.under_attack();
                }
                judge.known = Squares::EMPTY;
                // Guns are slow, and out of the way of others.
                let guns = seen.pending() == Some(Kind::Artillery);
                let is_sitting = !judge.works.is_empty();
                nearest(legal, |square| {
                    let far = judge.ways.to(seen.side, Gait::OnFoot, square);
                    let on_road = seen.map().ground[square.index()] == Ground::Road;
                    match () {
                        // [3.2] A unit that comes in is fired at before it fires.
                        () if judge.danger(seen, square) > 0 => AMPLE + far.min(AMPLE),
                        () if guns && is_sitting => AMPLE - far.min(AMPLE),
                        () if guns && on_road => far + 500,
                        () => far,
                    }
                })
            }
            Action::Done => place_of(legal, self.next_unit(seen)),
            Action::Hold => {
                // The policy of a search player may be asked in the middle of a turn.
                if self.line.is_new(seen) {
                    self.look_about(seen);
                }
                self.judge.best(view)
            }
            _ => 0,
        }
    }

    fn at_once(&mut self, glance: Glance<'_, Verdox>) -> Option<Action> {
        let seen = Seen::of(glance);
        seen.is_between_units().then(|| self.next_unit(seen))
    }

    fn opinions(&self, view: &View<'_, Verdox>) -> Vec<Opinion> {
        let place = self.clone().choose(view);
        vec![Opinion { place, value: 1, why: "the best that it weighed".into() }]
    }
}

impl Prior<Verdox> for Heuristic {}
