//! What the heuristic knows of a turn, and what it makes of squares and actions. No unit moves and fires in one turn
//! [3.2], so a unit that comes into reach is fired at first: the cost of a square is the fire on it, shared among the
//! friends beside it; its gain is in targets for the next turn.

use szala_board::SquareId;
use szala_kernel::Side;
use szala_verdox::{Action, Bar, Ground, Kind, MOST_BARGES, MOST_SQUARES, Squares, Verdox};

use super::parts::Parts;
use super::posture::{Group, Posture};
use super::prices::{Prices, price};
use super::quarters;
use super::script::is_in_the_way;
use super::seen::Seen;
use super::turn::{Stance, Turn, hidden};
use super::ways::{Gait, NO_WAY, Ways};
use super::weights::Weights;
use super::works::{aisle_of, front_of, overlooked_by, works_of};
use szala_ai::View;

/// A unit that goes for a barge, before everything except the headquarters.
const ERRAND: i32 = 10_000;
/// The unit that goes into its empty headquarters, before any shot but one that saves them.
const RETURN: i32 = DECISIVE / 4;
/// Farther than any square is from the headquarters.
const ANYWHERE: i32 = 60_000;
/// Beyond every way: for units without one.
const FAR: u16 = 9_000;

/// A friend this near shares the fire.
const COMPANY: Kind = Kind::Grenadiers;

/// Worth more than everything that is weighed.
const DECISIVE: i32 = 10_000_000;
/// An attack, before its gain: the side that can attack has the first shot.
const ATTACK: i32 = 1_000_000;

/// What weighs how much in a state of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    march: i32,
    danger: i32,
    target: i32,
    front: i32,
    overlooked: i32,
}

impl Balance {
    /// In the order of stances.
    pub(super) fn all(w: &Weights) -> [Self; 4] {
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
            [w.march_bold, w.danger_bold, w.target_bold, ANYWHERE, 0],
        ]
        .map(of)
    }
}

/// Its knowledge of the map and of a turn.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    pub(super) ways: Ways,
    pub(super) turn: Turn,
    pub(super) weights: Weights,
    pub(super) balances: [Balance; 4],
    /// The fortress around one's own headquarters; empty if there is none.
    pub(super) works: Squares,
    /// Is there a fortress around the headquarters of either side?
    has_fortress: bool,
    /// From its gate to the headquarters.
    aisle: Squares,
    /// Its walls and gates in front of the headquarters.
    walls: Squares,
    /// Where the other side's walls look down.
    overlooked: Squares,
    /// The attacks on each known square, in hundredths of a unit.
    pub(super) danger: Box<[i32; MOST_SQUARES]>,
}

impl Judge {
    pub(super) fn new(rules: &Verdox, side: Side, weights: Weights) -> Self {
        let ways = Ways::new(rules, side);
        let map = &rules.scenario().map;
        let works = works_of(map, side);
        Self {
            has_fortress: Side::BOTH.iter().any(|side| !works_of(map, *side).is_empty()),
            aisle: aisle_of(rules, side, &ways, &works),
            walls: front_of(rules, side, &ways, &works),
            ways,
            turn: Turn::UNSEEN,
            weights,
            balances: Balance::all(&weights),
            works,
            overlooked: overlooked_by(rules, !side),
            danger: Box::new([0; MOST_SQUARES]),
        }
    }

    /// Forgets the last game.
    pub(super) fn begin(&mut self, rules: &Verdox) {
        self.ways.begin(rules);
        self.turn = Turn::UNSEEN;
    }

    /// The same with other weights.
    pub(super) fn with(&self, weights: Weights) -> Self {
        Self { weights, balances: Balance::all(&weights), ..self.clone() }
    }

    /// Who comes in first, by the number of an opening.
    pub(super) const fn opening(&self) -> i32 {
        if self.has_fortress { self.weights.opening_works } else { self.weights.opening }
    }

    /// What is needed to follow a plan, and for a unit that comes in.
    pub(super) fn reckon(&mut self, seen: Seen<'_>) {
        self.ways.keep_up(seen);
        self.turn.prices = Prices::of(seen);
        self.turn.under_attack = seen.under_attack();
        self.turn.known = Squares::EMPTY;
        self.turn.hidden = hidden(seen);
    }

    /// Makes these units bold too.
    pub(super) fn embolden(&mut self, seen: Seen<'_>, bold: &Squares) {
        self.turn.parts.bold |= *bold;
        self.turn.parts.guard -= *bold;
        self.look_for_crowds(seen);
    }

    /// Units nearest to the common goal act first, so that they make room.
    pub(super) fn place_in_line(&self, seen: Seen<'_>, square: SquareId) -> u16 {
        let enemy = !seen.side;
        // [4.1, 3.2] A unit that could walk into the headquarters waits: others may hit the unit that holds them.
        let waits = self.turn.is_decisive
            && !seen.is_free(seen.headquarters(enemy))
            && quarters::are_a_turn_from(&self.ways, seen, square);
        if waits { NO_WAY } else { self.ways.to(enemy, Gait::OnFoot, square) }
    }

    pub(super) fn look_about(&mut self, seen: Seen<'_>) {
        self.reckon(seen);
        let mut ready = seen.ready().iter();
        self.turn.is_decisive = seen.is_last_turn() && seen.acts_last()
            || ready.any(|square| quarters::are_a_turn_from(&self.ways, seen, square));
        let lead = seen.lead();
        self.turn.stance = match lead.signum() {
            1 => Stance::Ahead,
            -1 => Stance::Behind,
            _ => Stance::Level,
        };
        self.turn.parts = Parts::of(seen, &self.ways, &self.weights, &self.works);
        self.take_postures(seen);
        self.look_for_crowds(seen);
        self.clear_the_way(seen);
        self.turn.fetch = [None; MOST_BARGES];
        self.send_for_barges(seen);
    }

    /// The group of a unit of a kind on a square.
    pub(super) fn group(&self, seen: Seen<'_>, kind: Kind, square: SquareId) -> Group {
        let gait = Gait::of(seen.rules, kind);
        let [home, enemy] =
            [seen.side, !seen.side].map(|whose| self.ways.past_the_last_step_to(whose, gait, square));
        Group::of(kind, enemy < home)
    }

    /// Units ordered to be bold are, and units with another order are not.
    fn take_postures(&mut self, seen: Seen<'_>) {
        self.turn.postures = self.turn.postures.if_due(seen.turn());
        if self.turn.postures.are_none() {
            return;
        }
        for square in seen.standing(seen.side) {
            let kind = seen.kind_at(square).expect("a side knows its own units");
            match self.turn.postures.of(self.group(seen, kind, square)) {
                None => {}
                Some(Posture::Bold) if kind != Kind::Artillery => self.turn.parts.bold.insert(square),
                Some(_) => self.turn.parts.bold.remove(square),
            }
        }
        self.turn.parts.bold -= self.turn.parts.guard;
    }

    /// In a siege no unit stands before the guns: on the two squares on which each goes on.
    fn clear_the_way(&mut self, seen: Seen<'_>) {
        self.turn.gun_way = Squares::EMPTY;
        if self.weights.siege == 0 || !self.works.is_empty() {
            return;
        }
        let enemy = !seen.side;
        for gun in
            seen.standing(seen.side).iter().filter(|square| seen.kind_at(*square) == Some(Kind::Artillery))
        {
            let mut from = gun;
            for _ in 0..2 {
                let far = |to: &SquareId| self.ways.to(enemy, Gait::OnFoot, *to);
                let next = seen.rules.neighbours_of(from).into_iter().flatten();
                let next = next.filter(|to| is_for_guns(seen.map().ground[to.index()])).min_by_key(far);
                let Some(to) = next.filter(|to| far(to) < far(&from)) else { break };
                self.turn.gun_way.insert(to);
                from = to;
            }
        }
    }

    /// Units in the way count for the bold ones, and for those that have to get into their fortress.
    fn look_for_crowds(&mut self, seen: Seen<'_>) {
        self.ways.forget_crowds();
        let Some(detour) = u16::try_from(self.weights.crowd).ok().filter(|detour| *detour > 0) else {
            return;
        };
        let out = *seen.standing(seen.side) - self.works;
        let sits = !self.works.is_empty();
        for (whose, who) in
            [(!seen.side, self.turn.parts.bold), (seen.side, if sits { out } else { Squares::EMPTY })]
        {
            let mut gaits = [false; 2];
            for square in who {
                gaits[Gait::of(seen.rules, seen.kind_at(square).expect("a side knows its own units"))
                    as usize] = true;
            }
            for gait in [Gait::OnFoot, Gait::Mounted].into_iter().filter(|gait| gaits[*gait as usize]) {
                self.ways.look_for_crowds(seen, whose, gait, detour);
            }
        }
    }

    /// A barge has a value for its holder [7.7.5, D-4.3c].
    fn send_for_barges(&mut self, seen: Seen<'_>) {
        if seen.rules.bars(seen.side, Bar::BargesTaken) {
            return;
        }
        for (place, barge) in seen.afloat().iter().enumerate() {
            if seen.owner_of_barge(barge) == Some(seen.side)
                || !seen.is_free(barge)
                || self.turn.under_attack.contains(barge)
            {
                continue;
            }
            let far = |square: &SquareId| {
                let kind = seen.kind_at(*square).expect("a side knows its own units");
                let far = self.ways.to_barge(place, *square);
                if kind == Kind::Artillery
                    || *square == seen.headquarters(seen.side)
                    || self.turn.parts.is_taken(*square)
                    || self.turn.fetch.contains(&Some(*square))
                {
                    return NO_WAY;
                }
                let far = if Gait::of(seen.rules, kind) == Gait::Mounted { far / 2 } else { far };
                far.saturating_add(
                    u16::try_from(price(seen.rules, seen.side, kind) * 3)
                        .expect("the price of a kind is small"),
                )
            };
            let taker = seen.ready().iter().min_by_key(far);
            self.turn.fetch[place] = taker.filter(|square| i32::from(far(square)) < self.weights.barge_far);
        }
    }

    /// The barge that the unit there goes for, by its place among their squares.
    fn errand(&self, square: SquareId) -> Option<usize> {
        self.turn.fetch.iter().position(|taker| *taker == Some(square))
    }

    /// The value of a square for a unit to end its turn on.
    fn stand(&mut self, seen: Seen<'_>, unit: Mover, square: SquareId) -> i32 {
        let Mover { kind, stance, guards, post, from, .. } = unit;
        let gait = Gait::of(seen.rules, kind);
        let home = if self.works.contains(from) {
            self.ways.to(seen.side, gait, square)
        } else {
            self.ways.past_units_to(seen.side, gait, square)
        };
        let enemy = if stance == Stance::Bold {
            self.ways.past_units_to(!seen.side, gait, square)
        } else {
            self.ways.to(!seen.side, gait, square)
        };
        if home == NO_WAY || enemy == NO_WAY {
            return -DECISIVE;
        }
        let balance = self.balances[stance as usize];
        let (home, enemy) = (i32::from(home), i32::from(enemy));
        let sits = !self.works.is_empty() && (stance < Stance::Behind || guards);
        // Forward as far as the post, and back from beyond it.
        let is_out = sits && !self.works.contains(square);
        let march = if is_out { -self.weights.outside - home } else { -enemy - 3 * (home - post).max(0) };
        let pace = if sits { balance.march.max(self.weights.enter) } else { balance.march };
        let mut worth = march * pace;
        if self.turn.parts.has_queue && self.aisle.contains(square) {
            worth -= self.weights.aisle * (100 + home) / 100;
        }
        if self.walls.contains(square) {
            worth += self.weights.walls;
        }
        if guards {
            worth -= self.weights.guard * (home - self.weights.guard_reach).max(0);
        }
        if self.overlooked.contains(square) {
            worth -= balance.overlooked;
        }
        if self.turn.gun_way.contains(square) {
            worth -= self.weights.siege;
        }
        if self.weights.lane > 0 && self.fires_at(seen, kind, square, seen.headquarters(!seen.side)) {
            worth += self.weights.lane;
        }
        let danger = self.danger(seen, square);
        if danger > 0 {
            // The fire of all units that reach it, divided among all units around: this unit's share.
            let about = seen.rules.reach_of(COMPANY, square).expect("this kind fires, so it has a reach");
            let friends = (*seen.standing(seen.side) & *about).len();
            let friends =
                i32::try_from(friends).expect("a side has at most 80 units") + i32::from(square == from);
            worth -= danger * price(seen.rules, seen.side, kind) * balance.danger / (100 * (1 + friends));
        }
        let about = seen.enemies_about(kind, square);
        let is_open = |to: &SquareId| seen.rules.card(kind).close || seen.could_fire(kind, square, *to);
        let best = about.iter().filter(is_open).map(|to| self.turn.prices.at(seen, to)).max();
        worth + best.unwrap_or(0) * balance.target
    }

    fn fires_at(&self, seen: Seen<'_>, kind: Kind, from: SquareId, to: SquareId) -> bool {
        let reach = seen.rules.reach_of(kind, from);
        reach.is_some_and(|reach| reach.contains(to)) && seen.could_fire(kind, from, to)
    }

    fn mover(&self, seen: Seen<'_>, square: SquareId) -> Mover {
        let kind = seen.kind_at(square).expect("a side knows its own units");
        let guards = self.turn.parts.guard.contains(square);
        let told = self.turn.postures.of(self.group(seen, kind, square));
        let stance = match told {
            _ if self.turn.parts.bold.contains(square) => Stance::Bold,
            Some(Posture::Ahead) => Stance::Ahead,
            Some(Posture::Level) => Stance::Level,
            Some(Posture::Behind) => Stance::Behind,
            Some(Posture::Bold | Posture::Still) | None => self.turn.stance,
        };
        let post = match seen.slot_at(square).expect("a side knows its own units") {
            0 if stance != Stance::Bold => 0,
            _ => self.balances[stance as usize].front,
        };
        Mover { kind, stance, told, guards, post, from: square }
    }

    pub(super) fn has_errand(&mut self, seen: Seen<'_>, square: SquareId) -> bool {
        let unit = self.mover(seen, square);
        if !seen.enemies_about(unit.kind, square).is_empty() || self.sees_barge(seen, unit.kind, square) {
            return true;
        }
        if square == seen.headquarters(seen.side) {
            return false;
        }
        if self.errand(square).is_some() || self.turn.parts.keeper == Some(square) {
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
        if quarters::are_won_on(seen, to) {
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
            if unit.told == Some(Posture::Still) {
                return -1;
            }
            return if self.works.is_empty() { self.creep(seen, unit.from, to) } else { -1 };
        }
        if self.turn.is_decisive && self.decides(seen, unit.from, to) {
            return DECISIVE;
        }
        // Units beside empty headquarters occupy them, at once if they would otherwise be taken.
        if to == home {
            return if quarters::are_in_danger(&self.ways, seen) { DECISIVE } else { ATTACK - 1 };
        }
        if self.turn.parts.keeper == Some(unit.from) {
            let gait = Gait::of(seen.rules, unit.kind);
            let far = |square| i32::from(self.ways.to(seen.side, gait, square));
            let nearer = far(unit.from) - far(to);
            if nearer > 0 {
                return RETURN + nearer;
            }
        }
        if unit.told == Some(Posture::Still) {
            return if room > 0 { room } else { -1 };
        }
        if unit.stance == Stance::Bold && self.weights.press > 0 {
            let gait = Gait::of(seen.rules, unit.kind);
            let far = |square| i32::from(self.ways.past_units_to(!seen.side, gait, square));
            let nearer = far(unit.from) - far(to);
            if nearer > 0 {
                return 2 * ATTACK + nearer;
            }
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
        let is_bad = !is_for_guns(seen.map().ground[to.index()]);
        let enemy = !seen.side;
        let nearer = i32::from(self.ways.to(enemy, Gait::OnFoot, from))
            - i32::from(self.ways.to(enemy, Gait::OnFoot, to));
        if is_bad || self.danger(seen, to) > 0 { -1 } else { nearer }
    }

    fn worth(&mut self, seen: Seen<'_>, unit: Mover, here: i32, action: Action) -> i32 {
        match action {
            Action::Attack(to) if quarters::are_won_on(seen, to) => DECISIVE,
            Action::Attack(to) if unit.stance == Stance::Bold => {
                let far = self.ways.to(!seen.side, Gait::OnFoot, to);
                let is_at_the_goal = i32::from(far) <= self.weights.press;
                (if is_at_the_goal { 3 * ATTACK } else { 0 })
                    + self.shot(seen, to, self.turn.prices.at(seen, to))
                    - i32::from(far.min(FAR))
            }
            Action::Attack(to) => self.shot(seen, to, self.turn.prices.at(seen, to)),
            Action::Sink(at) if seen.owner_of_barge(at).is_none() => -1,
            Action::Sink(at) if seen.is_free(at) => ATTACK / 2 + self.turn.prices.of_barge(seen, at),
            Action::Sink(at) => self.shot(seen, at, self.turn.prices.of_barge(seen, at)),
            Action::Step(to) => self.step(seen, unit, here, to),
            Action::Batter(to) if !self.works.contains(to) => {
                // Nearest to the way.
                let far = Side::BOTH.map(|whose| self.ways.to(whose, Gait::OnFoot, to).min(FAR));
                let first = match self.weights.siege {
                    _ if unit.told == Some(Posture::Bold) => 2 * ATTACK,
                    0 => ATTACK / 2,
                    siege => ATTACK + siege,
                };
                first - i32::from(far[0]) - i32::from(far[1])
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

    pub(super) fn best(&mut self, view: &View<'_, Verdox>) -> usize {
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
            for taker in &mut self.turn.fetch {
                if *taker == Some(unit.from) {
                    *taker = Some(to);
                }
            }
            self.turn.parts.follow(unit.from, to);
        }
        best.0
    }
}

/// A unit that may move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    kind: Kind,
    stance: Stance,
    told: Option<Posture>,
    /// Does it belong to the garrison of the headquarters?
    guards: bool,
    /// How far from its headquarters it goes.
    post: i32,
    from: SquareId,
}

/// Do guns go there? Not where they would block others, or be held fast.
const fn is_for_guns(ground: Ground) -> bool {
    use Ground::{Bridge, Canal, Forest, Gate, River, Road, Swamp};
    !matches!(ground, Road | Bridge | Gate | Canal | Swamp | River | Forest)
}
