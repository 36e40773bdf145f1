//! The players: an evaluation, from which the standard players follow, and one player of our own.

use szala_ai::chance::Chance;
use szala_ai::roster::no_such_player;
use szala_ai::{Evaluate, Listed, Opinion, Player, ReadFile, Roster, Standard, View, seat};
use szala_kernel::{GameSeed, Side};

use crate::position::{Action, Ford, Place, State, UnitId};

/// How far the raiders have come, and the remaining forces of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Progress;

impl Evaluate<Ford> for Progress {
    fn value(&self, rules: &Ford, state: &State, side: Side) -> i32 {
        let worth = |unit: UnitId| {
            let it = state.unit(unit);
            let worth = match (it.place, unit.side()) {
                (Place::Through, _) => 200,
                (Place::Lost, _) => 0,
                (Place::On(hex), Side::First) => 100 - 8 * i32::from(rules.way[hex.index()]),
                // A warden is worth most where it blocks the way.
                (Place::On(hex), Side::Second) => 60 + 3 * i32::from(rules.way[hex.index()].min(4)),
            };
            // A unit that may still act is worth a little: otherwise a player that looks one action ahead ends its
            // part at once.
            let may_act = unit.side() == state.to_act && it.place != Place::Lost && !it.has_acted;
            unit.side().sign() * (worth - 15 * i32::from(it.losses) + i32::from(may_act))
        };
        side.sign() * UnitId::all().map(worth).sum::<i32>()
    }
}

/// Attacks when it can, and otherwise marches: raiders to the far column, wardens towards the nearest raider.
#[derive(Clone, Debug, Default)]
pub struct Captain {
    chance: Chance,
}

impl Captain {
    /// The value of an action, and the reason. Nothing is hidden in this game, so the player may look at the position
    /// itself; with secrets it would ask `View::imagine` for a possible one.
    fn opinion(view: &View<'_, Ford>, action: Action) -> (i64, &'static str) {
        let (rules, state) = (view.rules(), view.glance().position());
        match action {
            Action::Done => (0, "enough"),
            Action::Attack(_, target) => {
                let is_wet = state.hex_of(target).is_some_and(|hex| rules.fords.contains(hex));
                let losses = i64::from(state.unit(target).losses);
                (40 + 20 * losses + if is_wet { 20 } else { 0 }, "an attack")
            }
            Action::Move(unit, to) => {
                let Some(from) = state.hex_of(unit) else { return (0, "") };
                let far = |hex| match unit.side() {
                    Side::First => i64::from(rules.way[szala_board::HexId::index(hex)]),
                    Side::Second => {
                        let raiders = UnitId::of(Side::First).filter_map(|raider| state.hex_of(raider));
                        raiders.map(|raider| i64::from(rules.board.distance(hex, raider))).min().unwrap_or(0)
                    }
                };
                // Raiders that can run do not stop to fight; wardens that would leave a ford stay.
                let eager = if unit.side() == Side::First { 60 } else { 10 };
                (eager * (far(from) - far(to)), "closer")
            }
        }
    }
}

impl Player<Ford> for Captain {
    fn begin(&mut self, rules: &Ford, game: GameSeed, side: Side) {
        self.chance.begin(rules, game, side);
    }

    /// The best action; ties are broken at random.
    fn choose(&mut self, view: &View<'_, Ford>) -> usize {
        let mut lots = self.chance.lots(view.glance());
        let legal = view.legal().iter().enumerate();
        let best = legal
            .max_by_key(|(_, action)| (Self::opinion(view, **action).0, lots.of(view.rules(), **action)));
        best.expect("something is legal while the game lasts").0
    }

    fn opinions(&self, view: &View<'_, Ford>) -> Vec<Opinion> {
        let opinion = |(place, action): (usize, &Action)| {
            let (value, why) = Self::opinion(view, *action);
            Opinion { place, value, why: why.into() }
        };
        view.legal().iter().enumerate().map(opinion).collect()
    }
}

seat! {
    /// Any player of The Ford.
    pub enum Seat for Ford {
        /// The standard players: uniform, greedy, search.
        Standard(Standard<Ford, Progress>),
        /// Our own.
        Captain(Captain),
    }
}

/// The players of The Ford, by name.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = Ford;

    const USUAL: &'static str = "captain";

    type Seat = Seat;

    fn players(_: &Ford, _: Side) -> Vec<Listed> {
        let mut all = Standard::<Ford, Progress>::listed();
        all.insert(1, Listed::new("captain", "attacks when it can, and marches otherwise"));
        all
    }

    fn player(rules: &Ford, name: &str, side: Side, _: ReadFile<'_>) -> Result<Seat, String> {
        if name == "captain" {
            return Ok(Seat::Captain(Captain::default()));
        }
        let standard = Standard::by_name(rules, name, || Progress);
        standard.unwrap_or_else(|| Err(no_such_player(name, &Self::players(rules, side)))).map(Seat::Standard)
    }
}
