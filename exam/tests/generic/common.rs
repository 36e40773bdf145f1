//! Scenarios, and games of two players.

use szala_ai::net::{HIDDEN, Net, Trained};
use szala_ai::{Glance, Opinion, Planner, Planning, Player, Uniform, View, play_game};
use szala_insurrection::{Insurrection, scenario};
use szala_kernel::rules::Finished;
use szala_kernel::seed::mix;
use szala_kernel::toy;
use szala_kernel::{ActionList, BySide, GameSeed, Paired, Rules, Side};
use szala_pluton::Pluton;
use szala_spqr::Spqr;
use szala_verdox::Verdox;

/// The rules with a shipped scenario of Niemenczyn 1794.
pub(crate) fn load(name: &str) -> Insurrection {
    let path = format!("{}/../scenarios/niemenczyn-1794/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    match scenario::load(&path, &read) {
        Ok(loaded) => Insurrection::new(loaded.scenario),
        Err(problems) => panic!("{problems}"),
    }
}

/// Plays one game of two players, which may be of different kinds.
pub(crate) fn play<R: Rules>(
    rules: &R,
    game: GameSeed,
    list: &mut ActionList<R::Action>,
    mut players: BySide<&mut dyn Player<R>>,
) -> Finished {
    play_game(rules, game, &mut players, list)
}

/// The rules with a shipped scenario of Verdox.
pub(crate) fn load_verdox(name: &str) -> Verdox {
    let path = format!("{}/../scenarios/verdox/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    szala_verdox::scenario::load(&path, &read).map_or_else(|problems| panic!("{problems}"), Verdox::new)
}

/// The rules with a shipped scenario of Pluton and these values set.
pub(crate) fn load_pluton(name: &str, sets: &[&str]) -> Pluton {
    let path = format!("{}/../scenarios/pluton/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut variant = szala_pluton::scenario::Variant::default();
    for set in sets {
        variant.set(set).unwrap_or_else(|problems| panic!("{problems}"));
    }
    let loaded = szala_pluton::scenario::load_variant(&path, &read, &variant);
    loaded.map_or_else(|problems| panic!("{problems}"), Pluton::new)
}

/// The rules with a shipped scenario of SPQR and these values set.
pub(crate) fn load_spqr(name: &str, sets: &[&str]) -> Spqr {
    let path = format!("{}/../scenarios/spqr/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut variant = szala_spqr::scenario::Variant::default();
    for set in sets {
        variant.set(set).unwrap_or_else(|problems| panic!("{problems}"));
    }
    let loaded = szala_spqr::scenario::load_variant(&path, &read, &variant);
    loaded.map_or_else(|problems| panic!("{problems}"), Spqr::new)
}

/// A net by lot.
pub(crate) fn net_by_lot(inputs: usize, lots: u64) -> Net {
    let mut drawn = 0;
    let mut row = || {
        core::array::from_fn::<f32, HIDDEN, _>(|_| {
            drawn += 1;
            let lot = u16::try_from(mix(lots ^ mix(drawn)) >> 48).expect("16 bits");
            f32::from(lot) / 65_536.0 - 0.5
        })
    };
    let rows = (0..inputs).map(|_| row()).collect();
    Net::of(&Trained { rows, bias: row(), out: row(), base: 0.5 })
}

/// A policy of *Two Gates* that takes an order: the action to take, as long as the situation is the same. Without one,
/// or where it is not legal, it plays at random.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    uniform: Uniform,
    order: Option<(u64, toy::Action)>,
}

impl<R: Paired<State = toy::State, Action = toy::Action>> Player<R> for Told {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        Player::<R>::begin(&mut self.uniform, rules, game, side);
        self.order = None;
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        let by_lot = self.uniform.choose(view);
        let now = <Self as Planning<R>>::activation(view.glance());
        let order = self.order.filter(|(situation, _)| now == Some(*situation));
        order.and_then(|(_, told)| view.legal().iter().position(|action| *action == told)).unwrap_or(by_lot)
    }

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        let place = Player::<R>::choose(&mut self.clone(), view);
        vec![Opinion { place, value: 1, why: "told, or by lot".into() }]
    }
}

impl<R: Paired<State = toy::State, Action = toy::Action>> Planning<R> for Told {
    type Order = (u64, toy::Action);

    fn activation(glance: Glance<'_, R>) -> Option<u64> {
        Some(glance.rules().situation_key(glance.position()))
    }

    fn errands(
        &mut self,
        view: &View<'_, R>,
        _: &mut dyn FnMut(usize) -> usize,
        orders: &mut Vec<(u64, toy::Action)>,
    ) {
        let now = <Self as Planning<R>>::activation(view.glance()).expect("every decision is one");
        orders.extend(view.legal().iter().map(|action| (now, *action)));
    }

    fn exclude(_: &(u64, toy::Action), _: &(u64, toy::Action)) -> bool {
        true
    }

    fn follow(&mut self, _: &R, _: &toy::State, orders: &[(u64, toy::Action)]) {
        self.order = orders.last().copied();
    }
}

/// A planner for *Two Gates*, which imagines games of chance.
pub(crate) fn planner<R>(rules: &R, simulations: u32) -> Planner<R, Told, Uniform>
where
    R: Paired<State = toy::State, Action = toy::Action>,
{
    Planner::new(rules, Told::default(), Uniform::default(), simulations)
}
