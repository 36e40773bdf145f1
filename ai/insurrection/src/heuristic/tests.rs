//! What the weights that can be off switch on.

use szala_ai::{Planning as _, Player as _, View};
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, Rules as _, RunSeed, Table};

use super::drilled::Choice;
use super::inputs::Inputs;
use super::moves::NEVER;
use super::*;
use crate::orders::{Errand, Order};
use crate::testing::{drill, hex, historical, load, position};
use crate::weights::Weights;
use szala_ai::drilled::{Drilling as _, Options};
use szala_ai::weights::WeightList;

/// The built-in weights of a side, with some changes.
pub(super) fn weighing(side: &str, change: impl Fn(&mut Weights)) -> Weights {
    let mut weights = Weights::read("built in", crate::WEIGHTS, side, &[]).expect("the built-in weights");
    change(&mut weights);
    weights
}

/// A player in a position that it has read.
pub(super) fn looking(game: &Insurrection, side: Side, weights: Weights, text: &str) -> Heuristic {
    let mut player = Heuristic::new(game, weights);
    player.state = position(game, text);
    player.stakes = Stakes::of(game, &player.state, side, &weights);
    player.scene.read(game, &player.state, side);
    player
}

/// Plays a game to its end; all that these players do has to be legal.
pub(super) fn play<P: szala_ai::Player<Insurrection>>(
    game: &Insurrection,
    seed: szala_kernel::GameSeed,
    mut players: [P; 2],
    mut tell: impl FnMut(&szala_insurrection::State, szala_insurrection::Action),
) {
    let mut list = ActionList::within(game.limits());
    let mut state = game.opening();
    let mut table = Table::new(SeededDice::new(seed), ());
    for (side, player) in Side::BOTH.into_iter().zip(&mut players) {
        player.begin(game, seed, side);
    }
    while game.outcome(&state).is_none() {
        list.clear();
        let player = &mut players[game.to_act(&state) as usize];
        let action = player.decide(game, &state, &mut list).expect("something is legal");
        assert_eq!(game.refusal(&state, action), None, "{action:?}");
        tell(&state, action);
        game.apply(&mut state, action, &mut table);
    }
}

/// Dice for what rolls none.
pub(super) fn quiet() -> Table<SeededDice, ()> {
    Table::new(SeededDice::new(RunSeed(1).game(1)), ())
}

/// The position when the active side is to move, if nobody fires before.
pub(super) fn at_the_turn(
    game: &Insurrection,
    mut state: szala_insurrection::State,
) -> szala_insurrection::State {
    let mut list = ActionList::within(game.limits());
    while state.task() != Task::ActiveTurn {
        list.clear();
        game.actions(&state, &mut list);
        let waits = list.iter().find(|action| matches!(action, Action::Start | Action::Pass));
        game.apply(&mut state, *waits.expect("the game starts, and who may fire may pass"), &mut quiet());
    }
    state
}

/// Of some inputs, by their numbers, those that a player turns on.
pub(super) fn inputs_told(
    player: &Heuristic,
    (what, input): (core::ops::Range<usize>, impl Fn(&Inputs, usize) -> usize),
    tell: impl Fn(&Heuristic, &Inputs, &mut Options<Choice<szala_insurrection::Small>>),
) -> Vec<usize> {
    let inputs = player.inputs;
    let mut options = Options::none();
    tell(player, &inputs, &mut options);
    options.add(Choice::Plain(0), 0);
    let is_on = |what: &usize| options.of(0).iter().any(|on| usize::from(*on) == input(&inputs, *what));
    what.filter(is_on).collect()
}

/// What a net could choose at a turn, with its player, the position, and what is legal there.
pub(super) struct Weighed {
    pub(super) player: Heuristic<szala_insurrection::Small>,
    pub(super) state: szala_insurrection::State,
    pub(super) legal: ActionList<Action>,
    pub(super) choices: Vec<Choice<szala_insurrection::Small>>,
}

/// What a net of this side could choose when the active side is to move.
pub(super) fn weighed_by_a_net(game: &Insurrection, side: Side, weights: Weights, text: &str) -> Weighed {
    let mut player = looking(game, side, weights, text);
    player.begin(game, RunSeed(1).game(1), side);
    let (state, mut legal) = (at_the_turn(game, player.state), ActionList::within(game.limits()));
    game.actions(&state, &mut legal);
    let mut options = Options::none();
    player.options(&View::new(game, &state, &legal), &mut options);
    Weighed { player, state, legal, choices: options.choices().collect() }
}

/// A squadron two hexes from a company that can fire at it.
const RIDER_BEFORE_A_COMPANY: &str = r#"
    stage = 3
    active = "Grabowski"
    units = { "KN II" = "0502 N", "Narwa 1" = "0604 NW" }
    commanders = { Grabowski = "0502", Lewiz = "0706" }
"#;

pub(super) fn unit(game: &Insurrection, name: &str) -> UnitSet {
    let mut all = game.scenario().all_units().iter();
    UnitSet::of(all.find(|unit| game.scenario().unit(*unit).name == name).expect("a unit of the scenario"))
}

#[test]
fn d_13_1d_who_minds_the_camp_enters_it_against_those_who_hold_it() {
    let game = historical();
    // Full strength against a rider, and a defeat even if the melee is won: nothing but the camp speaks for it.
    let text = r#"
        stage = 5
        active = "Grabowski"
        lead = -3
        units = { "KN II" = "1008 N", "Narwa 3" = "1108 S", "Pskow 1" = "1109 S", "1/I/7 pp lit." = "0604 N" }
        commanders = { Grabowski = "0908", Lewiz = "0706" }
    "#;
    let enters = |share: i32| {
        let weights = weighing("Poles", |weights| weights.camp_held = share);
        let mut player = looking(&game, Side::First, weights, text);
        player.best_route(&game, unit(&game, "KN II")).enter
    };
    assert_eq!(enters(100), Some((hex(&game, "1108"), false)));
}

#[test]
fn r13_1_a_garrison_goes_to_its_camp_and_stays_there() {
    let game = historical();
    let end = |at: &str, share: i32| {
        let text = format!(
            r#"
            stage = 3
            active = "Lewiz"
            lead = -1
            units = {{ "Pskow 2" = "{at} S", "KN II" = "0502 N", "1/I/7 pp lit." = "0309 N" }}
            commanders = {{ Lewiz = "1009", Grabowski = "0309" }}
            "#
        );
        let weights = weighing("Russians", |weights| weights.garrison = share);
        let mut player = looking(&game, Side::Second, weights, &text);
        let route = player.best_route(&game, unit(&game, "Pskow 2"));
        game.scenario().board.label(player.end_of(&route).expect("a unit on the map").0).to_string()
    };
    assert_eq!((end("1009", 100), end("1108", 100)), ("1108".to_owned(), "1108".to_owned()));
    assert_ne!(end("1108", 0), "1108");
}

#[test]
fn the_fire_on_the_way_counts_and_at_the_end_only_before_an_attack() {
    let game = historical();
    // Two steps north over open ground, the first into the fire of Narwa 1 at a distance of two hexes.
    let danger = |passage: i32, is_attack: bool| {
        let weights = weighing("Poles", |weights| weights.passage = passage);
        let mut player = looking(&game, Side::First, weights, RIDER_BEFORE_A_COMPANY);
        let route = player.best_route(&game, unit(&game, "KN II"));
        assert_eq!(route.group, unit(&game, "KN II"));
        let at = |label| player.scene.under_fire.contains(hex(&game, label));
        let walker = crate::marches::Walker {
            hex: hex(&game, "0502"),
            facing: player.state[unit(&game, "KN II").first().expect("the name is that of one unit")].facing,
            arm: szala_insurrection::Arm::Cavalry,
            points: 8,
            is_bound: false,
            is_fresh: false,
            is_loose: false,
        };
        let barred = player.scene.theirs;
        player.marches.reach(walker, &barred, &szala_board::HexSet::EMPTY, &mut player.reach);
        let end = (hex(&game, "0702"), walker.facing);
        ([at("0602"), at("0702")], player.danger_on_the_way(&game, walker, end, is_attack))
    };
    let (fired_at, none) = danger(0, true);
    assert_eq!(none, 0);
    let (_, passing) = danger(10, false);
    let (_, attacking) = danger(10, true);
    // Both hexes are two away from him, and in his field of fire.
    assert_eq!(fired_at, [true, true]);
    assert!(passing > 0);
    assert_eq!(attacking, 2 * passing);
}

#[test]
fn r6_4_one_goes_through_friends_where_there_is_room() {
    let game = historical();
    let text = r#"
        stage = 3
        active = "Grabowski"
        units = { "KN II" = "0502 N", "Narbutt 1" = "0602 N", "1/I/7 pp lit." = "0603 N", "2/I/7 pp lit." = "0309 N" }
        commanders = { Grabowski = "0502" }
    "#;
    let through = |switch: i32, group: UnitSet, from: &str, points: u8| {
        let weights = weighing("Poles", |weights| weights.through = switch);
        let player = looking(&game, Side::First, weights, text);
        let hexes = player.friends_to_pass(&game, group, hex(&game, from), points);
        hexes.iter().map(|hex| game.scenario().board.label(hex).to_string()).collect::<Vec<_>>()
    };
    assert!(through(0, unit(&game, "KN II"), "0502", 8).is_empty());
    // [D-6.4a] Sizes: KN II and Narbutt 1 are 2 each, within the 4 of cavalry; infantry has a limit of its own.
    assert_eq!(through(1, unit(&game, "KN II"), "0502", 8), ["0309", "0602", "0603"]);
    // 0602 is next to 0502, 0603 two hexes away, 0309 more than two.
    assert_eq!(through(1, unit(&game, "KN II"), "0502", 1), ["0602"]);
    assert_eq!(through(1, unit(&game, "KN II"), "0502", 2), ["0602", "0603"]);
}

#[test]
fn r13_1_a_choice_left_to_chance_takes_each_chit_as_often() {
    let game = load("alternative");
    let mut list = ActionList::within(game.limits());
    let mut player = Heuristic::new(&game, weighing("Russians", |weights| weights.chit_lots = 100));
    let mut counts = [0; 2];
    for number in 0..40 {
        let seed = RunSeed(5).game(number);
        let mut other = Heuristic::new(&game, weighing("Poles", |_| ()));
        player.begin(&game, seed, Side::Second);
        other.begin(&game, seed, Side::First);
        let mut table = szala_kernel::Table::new(szala_kernel::dice::SeededDice::new(seed), ());
        let mut state = game.opening();
        while game.outcome(&state).is_none() {
            list.clear();
            game.actions(&state, &mut list);
            let is_choice = matches!(list[0], Action::Choose(_)) && list.len() == 2;
            let view = View::new(&game, &state, &list);
            let place = if game.to_act(&state) == Side::Second {
                let place = player.choose(&view);
                if is_choice {
                    counts[place] += 1;
                }
                place
            } else {
                other.choose(&view)
            };
            game.apply(&mut state, list[place], &mut table);
        }
    }
    // As for a coin: five standard deviations of `n` tosses are 2.5 times the root of n.
    let all: i32 = counts.iter().sum();
    assert!(all > 50, "{counts:?}");
    let off = f64::from(counts[0] - all / 2).abs();
    assert!(off <= 2.5 * f64::from(all).sqrt() + 1.0, "{counts:?}");
}

/// Where units end their move, or whom they attack, under these orders; nothing where they do not move.
fn under_orders(orders: &[(&str, Errand)], who: &str) -> Option<(String, Option<String>)> {
    let game = historical();
    let text = r#"
        stage = 3
        active = "Grabowski"
        units = { "KN II" = "0502 N", "Narbutt 1" = "0302 N", "Narwa 1" = "0604 NW" }
        commanders = { Grabowski = "0502", Lewiz = "0706" }
    "#;
    let mut player = looking(&game, Side::First, weighing("Poles", |_| ()), text);
    let orders: Vec<Order<Small>> =
        orders.iter().map(|(name, errand)| Order { who: unit(&game, name), errand: *errand }).collect();
    let state = player.state;
    player.follow(&game, &state, &orders);
    let group = unit(&game, who);
    let route = player.best_route(&game, group);
    let label = |hex: HexId| game.scenario().board.label(hex).to_string();
    let moves = player.value_as_ordered(group, route.value) > NEVER;
    let end = player.end_of(&route).expect("a unit on the map").0;
    moves.then(|| (label(end), route.enter.map(|(hex, _)| label(hex))))
}

#[test]
fn units_do_what_they_are_ordered_to_and_the_others_what_they_would() {
    let game = historical();
    let plain = under_orders(&[], "KN II");
    let go = |label: &str| Errand::Go(hex(&game, label));
    assert_eq!(under_orders(&[("KN II", Errand::Stay)], "KN II"), None);
    // Two hexes and three, in no direction that the player takes by itself.
    for label in ["0402", "0602", "0303"] {
        assert_ne!(plain.as_ref().map(|(end, _)| end.as_str()), Some(label));
        assert_eq!(under_orders(&[("KN II", go(label))], "KN II"), Some((label.to_owned(), None)));
        assert_eq!(under_orders(&[("Narbutt 1", go(label))], "KN II"), plain);
    }
    // [6.11] The infantry of 0604 is three hexes away.
    let enter = Errand::Enter(hex(&game, "0604"));
    let (_, attacked) =
        under_orders(&[("KN II", enter)], "KN II").expect("the orders are to enter an enemy hex");
    assert_eq!(attacked.as_deref(), Some("0604"));
    // [8.8] What is too far for one move is no order that can be carried out.
    assert_eq!(under_orders(&[("KN II", go("1210"))], "KN II").map(|(_, attacked)| attacked), Some(None));
}

#[test]
fn orders_lapse_with_the_activation_and_with_the_game() {
    let game = historical();
    let bold = weighing("Poles", |weights| weights.assault_bias += 100);
    let usual = weighing("Poles", |_| ());
    let told = || {
        let mut player = looking(&game, Side::First, usual, RIDER_BEFORE_A_COMPANY).in_many_styles(&[bold]);
        let state = player.state;
        player.follow(&game, &state, &[Order { who: UnitSet::EMPTY, errand: Errand::Style(0) }]);
        assert_eq!(player.weights, bold);
        player
    };
    let mut player = told();
    player.drop_old_orders();
    assert_eq!(player.weights, bold, "the same activation");
    player.state = position(&game, &RIDER_BEFORE_A_COMPANY.replace("stage = 3", "stage = 4"));
    player.drop_old_orders();
    assert_eq!((player.weights, player.orders.all().len()), (usual, 0));
    let mut player = told();
    player.begin(&game, RunSeed(1).game(1), Side::First);
    assert_eq!(player.weights, usual);
    // An empty list of orders takes them back.
    let mut player = told();
    let state = player.state;
    player.follow(&game, &state, &[]);
    assert_eq!(player.weights, usual);
}

/// Our shooters in the marsh of the drill, the enemy beyond the river with his back to them.
fn before_the_river(unit_and_marks: &str) -> String {
    format!(
        r#"
        active = "Kniaziewicz"
        units = {{ {unit_and_marks}, "1/I/Uglicki" = "0110 S" }}
        commanders = {{ Kniaziewicz = "0711", Denisov = "0109" }}
        "#
    )
}

#[test]
fn r7_2m_shooters_form_skirmish_order_where_it_leads_them_farther() {
    let game = drill();
    let route = |name: &str, marks: &str| {
        let weights = weighing("Poles", |weights| (weights.hunt_infantry, weights.march) = (40, 400));
        let text = before_the_river(&format!(r#""{name}" = {{ at = "0609 S", marks = [{marks}] }}"#));
        let mut player = looking(&game, Side::First, weights, &text);
        let route = player.best_route(&game, unit(&game, name));
        let end = player.end_of(&route).expect("a unit on the map").0;
        (route.forms, game.scenario().board.label(end).to_string())
    };
    // [8.2t] In close order the marsh in front is 2, clear ground 1, and across the river 2: to row 04. [7.2m] A point
    // for the order leaves three hexes of any kind: across the river, to row 03.
    assert!(!route("1/I/10 pp", "").0, "no star");
    let (forms, end) = route("1/Dembowski", "");
    assert!(forms && end.starts_with("03"), "{end}");
    let (forms, end) = route("1/Dembowski", r#""skirmish order""#);
    // A unit that is in it already has a point more.
    assert!(!forms && ["02", "03"].iter().any(|row| end.starts_with(row)), "{end}");
}

#[test]
fn r7_2m_the_players_play_the_drill_to_its_end_and_the_heuristic_forms_skirmish_order() {
    use crate::Players;
    use szala_ai::Roster as _;
    use szala_insurrection::Action;
    let game = drill();
    let mut formed = 0;
    for (number, name) in ["heuristic", "greedy", "uniform", "heuristic"].into_iter().enumerate() {
        let seed = RunSeed(1794).game(u64::try_from(number).expect("there are four numbers"));
        let players = Side::BOTH.map(|side| {
            let name = if side == Side::First { "heuristic" } else { name };
            Players::player(&game, name, side, &|path| Err(path.to_owned()))
                .unwrap_or_else(|error| panic!("{error}"))
        });
        play(&game, seed, players, |_, action| {
            formed += usize::from(matches!(action, Action::FormSkirmishOrder(_)));
        });
    }
    assert!(formed > 0, "nobody formed skirmish order");
}

/// Both companies of the regiment in one hex, a Russian company two hexes before them.
const TWO_COMPANIES_IN_A_HEX: &str = r#"
    stage = 3
    active = "Grabowski"
    units = { "1/I/7 pp lit." = "0604 S", "2/I/7 pp lit." = "0604 S", "Narwa 1" = "0606 N" }
    commanders = { Grabowski = "0604", Lewiz = "0706" }
"#;

#[test]
fn r6_2_1_two_companies_stand_side_by_side_once_and_fire_together() {
    let game = historical();
    let weights = weighing("Poles", |weights| weights.side_by_side = 100);
    let mut player = looking(&game, Side::First, weights, TWO_COMPANIES_IN_A_HEX);
    let here = hex(&game, "0604");
    let stack = player.state.stack(Side::First, here);
    let declared = Action::SideBySide(here);
    assert_eq!(player.value(&game, Some(Task::ActiveTurn), declared).value, 100);
    // Alone the first company fires with 5, together with 5 + 4.
    assert_eq!(player.stander(&game, stack).power, 5);
    let (mut state, mut table) = (at_the_turn(&game, player.state), quiet());
    assert_eq!(game.refusal(&state, declared), None);
    game.apply(&mut state, declared, &mut table);
    player.state = state;
    assert_eq!(player.stander(&game, stack).power, 9);
    assert_eq!(player.value(&game, Some(Task::ActiveTurn), declared).value, NEVER);
    let off = weighing("Poles", |_| ());
    let mut player = looking(&game, Side::First, off, TWO_COMPANIES_IN_A_HEX);
    assert_eq!(player.value(&game, Some(Task::ActiveTurn), declared).value, NEVER);
}

#[test]
fn r8_10_a_heuristic_marches_in_line_by_the_rules_if_it_is_on() {
    let game = historical();
    let lines = |cost: i32| {
        // Lines begun, and the stacks of them that have gone a step.
        let (mut begun, mut gone) = (0, 0);
        for number in 0..6 {
            let players = Side::BOTH.map(|side| {
                let name = ["Poles", "Russians"][side as usize];
                Heuristic::new(&game, weighing(name, |weights| weights.line = cost))
            });
            let mut line = UnitSet::EMPTY;
            play(&game, RunSeed(1794).game(number), players, |state, action| match action {
                Action::BeginLine { from, to } => {
                    line = game.line_between(state, from, to).expect("it was listed");
                    begun += 1;
                }
                Action::Begin { .. } => line = UnitSet::EMPTY,
                Action::Step { from, .. } => {
                    let stepping = line & state.movers() & state.stack(game.to_act(state), from);
                    gone += usize::from(!stepping.is_empty());
                    line -= stepping;
                }
                _ => (),
            });
        }
        (begun, gone)
    };
    assert_eq!(lines(0), (0, 0));
    let (begun, gone) = lines(1);
    assert!(begun > 0 && gone > begun, "{gone} stacks of {begun} lines have gone");
}

#[test]
fn r6_1_a_net_may_send_infantry_to_infantry_and_not_to_cavalry() {
    let game = historical();
    let text = r#"
        stage = 3
        active = "Grabowski"
        units = { "1/I/7 pp lit." = "0802 NE", "2/I/7 pp lit." = "0804 NE", "KN II" = "0803 NE", "Narwa 1" = "1108 S" }
        commanders = { Grabowski = "0802", Lewiz = "1107" }
    "#;
    let [company, riders] = ["2/I/7 pp lit.", "KN II"].map(|name| unit(&game, name));
    let offered = |through: i32| {
        let weights = weighing("Poles", |weights| weights.through = through);
        let Weighed { state, choices, .. } = weighed_by_a_net(&game, Side::First, weights, text);
        let goes: Vec<_> = choices
            .into_iter()
            .filter_map(|choice| match choice {
                Choice::Move(_, order) if order.who == unit(&game, "1/I/7 pp lit.") => Some(order.errand),
                _ => None,
            })
            .collect();
        [company, riders].map(|friends| {
            let hex = friends.first().and_then(|unit| state.hex_of(unit)).expect("on the map");
            goes.contains(&Errand::Go(hex))
        })
    };
    assert_eq!([offered(0), offered(1)], [[false, false], [true, false]]);
}
