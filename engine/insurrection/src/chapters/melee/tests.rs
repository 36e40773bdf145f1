//! Whole melees with dice written down, from the first offer to the last roll.

use szala_board::{Facing, HexId, Ordinal, Zone, pointy::facing};
use szala_kernel::actions::{ActionList, Limits};
use szala_kernel::dice::{EveryDice, Fraction, ScriptedDice};
use szala_kernel::{Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{Arm, CommanderId, UnitId, UnitSet};
use crate::position::room::Small;
use crate::position::state::{Entry, Melee, MeleeKind, Obstacles, Place, Post, State};
use crate::testing::Setup;

/// Where all these melees are fought.
const HEX: &str = "0505";

fn entered(zone: Zone) -> Entry {
    Entry { zone, against: Obstacles::default(), lava: false }
}

/// Runs what is on the agenda to its end, with these dice and decisions and not one more or less. Commanders who may
/// step back stay.
pub(crate) fn play(game: &Insurrection, state: &mut State, dice: &[u8], decisions: &[Action]) {
    let mut table = Table::new(ScriptedDice::new(dice.iter().copied()), ());
    let mut decisions = decisions.iter().copied();
    let mut list = ActionList::within(Limits { actions: 64, decisions: 0, dice: 0 });
    loop {
        let task = state.agenda.top();
        if task == Task::Idle {
            break;
        }
        if run(game, state, task, &mut table) == Next::Run {
            continue;
        }
        let action = decisions.next().unwrap_or_else(|| panic!("a decision is missing for {task:?}"));
        list.clear();
        list_actions(game, state, task, &mut list);
        assert!(list.len() >= 2 && list.contains(&action), "{action:?} is not in {:?}", &*list);
        decide(game, state, task, action, &mut table);
    }
    assert_eq!(decisions.next(), None, "a decision nobody asked for");
    assert_eq!(table.dice.finish(), Ok(()));
}

fn run(game: &Insurrection, state: &mut State, task: Task, table: &mut Table<ScriptedDice, ()>) -> Next {
    match task {
        Task::Retreat { group, hexes, cause } => game.run_retreat(state, group, hexes, cause, table),
        Task::Lose { group, losses, cause } => game.run_lose(state, group, losses, cause, table),
        Task::OfferSquare(hex) => game.run_offer_square(state, hex),
        Task::OfferLava => game.run_offer_lava(state),
        Task::Clash => game.run_clash(state, table),
        Task::Flee => game.run_flee(state, table),
        Task::Crisis(shaken) => game.run_crisis(state, shaken, table),
        Task::WinnersLoss => game.run_winners_loss(state, table),
        Task::WinnersFace => game.run_winners_face(state),
        Task::MeleeOver => game.run_melee_over(state, table),
        Task::Returns => game.run_returns(state, table),
        Task::StepBack(_) => {
            state.agenda.pop();
            Next::Run
        }
        other => panic!("not of chapter 11: {other:?}"),
    }
}

fn list_actions(game: &Insurrection, state: &State, task: Task, list: &mut ActionList<Action>) {
    match task {
        Task::Retreat { group, hexes, .. } => game.retreat_actions(state, group, hexes, list),
        Task::Lose { group, .. } => game.lose_actions(state, group, list),
        Task::OfferSquare(hex) => game.offer_square_actions(state, hex, list),
        Task::OfferLava => game.offer_lava_actions(state, list),
        Task::WinnersFace => game.winners_face_actions(list),
        Task::Returns => game.returns_actions(state, list),
        other => panic!("asks nobody: {other:?}"),
    }
}

fn decide(
    game: &Insurrection,
    state: &mut State,
    task: Task,
    action: Action,
    table: &mut Table<ScriptedDice, ()>,
) {
    match task {
        Task::Retreat { group, hexes, cause } => {
            assert_eq!(game.retreat_refusal(state, group, hexes, action), None);
            game.decide_retreat(state, group, hexes, cause, action, table);
        }
        Task::Lose { group, losses, cause } => {
            assert_eq!(game.lose_refusal(state, group, cause, action), None);
            game.decide_lose(state, group, losses, cause, action, table);
        }
        Task::OfferSquare(hex) => {
            assert_eq!(game.offer_square_refusal(state, hex, action), None);
            game.decide_offer_square(state, hex, action, table);
        }
        Task::OfferLava => {
            assert_eq!(game.offer_lava_refusal(state, action), None);
            game.decide_offer_lava(state, action, table);
        }
        Task::WinnersFace => {
            assert_eq!(game.winners_face_refusal(action), None);
            game.decide_winners_face(state, action, table);
        }
        Task::Returns => {
            assert_eq!(game.returns_refusal(state, action), None);
            game.decide_returns(state, action, table);
        }
        other => panic!("asks nobody: {other:?}"),
    }
}

/// A melee in [`HEX`] in which the Poles attack.
struct Bout {
    setup: Setup,
    poles: UnitSet,
    zone: Zone,
}

impl Bout {
    fn new() -> Self {
        Self { setup: Setup::new(), poles: UnitSet::EMPTY, zone: Zone::Front }
    }

    fn pole(&mut self, arm: Arm, size: u8) -> UnitId {
        let unit = self.setup.unit(Side::First, arm, size, HEX, facing::N);
        self.poles.insert(unit);
        unit
    }

    fn russian(&mut self, arm: Arm, size: u8) -> UnitId {
        self.setup.unit(Side::Second, arm, size, HEX, facing::S)
    }

    /// Begins the melee: its first task is on top.
    fn begin(self, kind: MeleeKind) -> (Insurrection, State) {
        let (poles, zone) = (self.poles, self.zone);
        let (game, mut state) = self.setup.finish();
        poles.iter().for_each(|unit| state[unit].entry = Some(entered(zone)));
        let hex = game.hex(HEX);
        game.begin_melee(
            &mut state,
            hex,
            kind,
            Side::First,
            &mut Table::new(ScriptedDice::new::<u8>([]), ()),
        );
        (game, state)
    }
}

fn melee(state: &State) -> Melee<Small> {
    state.melee.expect("the test has begun a melee")
}

fn russian_commander() -> CommanderId {
    CommanderId::from_index(1)
}

fn modifiers(game: &Insurrection, state: &State) -> [i32; 2] {
    let melee = melee(state);
    let encounter = game.encounter(state, melee.hex);
    Side::BOTH.map(|side| game.melee_modifiers(state, &melee, &encounter, side, &mut ()))
}

const SOUTH: Action = Action::Face(facing::S);

#[test]
fn r11_7t_every_modifier_goes_to_the_die_of_its_side() {
    let mut bout = Bout::new();
    let pole = bout.pole(Arm::Infantry, 6);
    bout.russian(Arm::Infantry, 3);
    bout.setup.forest(HEX);
    bout.setup.post(Side::Second, "0705");
    bout.zone = Zone::Rear;
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    state[pole].entry = Some(Entry { zone: Zone::Rear, against: Obstacles::UPHILL, lava: false });
    // Poles: rear +4, uphill -1, 6:3 is 2:1 +1 = 4. Russians: forest +1, commander two hexes away +1 = 2.
    assert_eq!(modifiers(&game, &state), [4, 2]);
}

#[test]
fn d_11_7c_the_best_zone_counts_and_uphill_only_for_all() {
    let mut bout = Bout::new();
    let [one, other] = [3, 3].map(|size| bout.pole(Arm::Infantry, size));
    bout.russian(Arm::Infantry, 6);
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    state[one].entry = Some(Entry { zone: Zone::Flank, against: Obstacles::UPHILL, lava: false });
    assert_eq!(modifiers(&game, &state), [2, 0], "only one came uphill");
    state[other].entry = Some(Entry { zone: Zone::Rear, against: Obstacles::UPHILL, lava: false });
    assert_eq!(modifiers(&game, &state), [3, 0], "rear +4, all uphill -1");
    // [D-11.7e] One who was there before the enemy has no say in it.
    state[other].entry = None;
    assert_eq!(modifiers(&game, &state), [1, 0], "flank +2, all who entered uphill -1");
}

#[test]
fn r7_2_2_a_square_is_strong_against_cavalry_and_weak_against_infantry() {
    for (arm, attack, defence) in [(Arm::Cavalry, 2, 3 + 3), (Arm::Infantry, 2, -1 + 3)] {
        let mut bout = Bout::new();
        bout.pole(arm, 2);
        let square: UnitSet = (0..4).map(|_| bout.russian(Arm::Infantry, 2)).collect();
        bout.zone = Zone::Rear;
        let (game, mut state) = bout.begin(MeleeKind::Charge);
        state.marks.square = square;
        // Rear does not count against a square, the charge does: +2. Eight against two is 4:1: +3.
        assert_eq!(modifiers(&game, &state), [attack, defence], "{arm:?}");
    }
}

#[test]
fn r10_10_7_guns_alone_are_of_size_1_and_lose_4_and_escorted_guns_count_nothing() {
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 3);
    bout.russian(Arm::Artillery, 1);
    let (game, state) = bout.begin(MeleeKind::Assault);
    assert_eq!(modifiers(&game, &state), [2, -4], "3:1");

    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 3);
    bout.russian(Arm::Artillery, 1);
    bout.russian(Arm::Infantry, 3);
    let (game, state) = bout.begin(MeleeKind::Assault);
    assert_eq!(modifiers(&game, &state), [0, 0], "3:3");
}

#[test]
fn r11_7_the_exact_odds_of_a_melee_can_be_had_before_it_is_fought() {
    let odds = |zone| {
        let mut bout = Bout::new();
        bout.pole(Arm::Infantry, 4);
        bout.russian(Arm::Infantry, 4);
        bout.zone = zone;
        let (game, state) = bout.begin(MeleeKind::Assault);
        let odds = EveryDice::odds(|dice| {
            let clashed = game.clash(&state, &melee(&state), &mut Table::new(dice, ()));
            (clashed.winner, clashed.difference)
        });
        odds.when(|(winner, _)| *winner == Side::First)
    };
    // Without modifiers the attacker wins 45 of 100 outright and 10 ties. With +4 he loses only when the defender's
    // die is 5 or more higher: 5 + 4 + 3 + 2 + 1 = 15 of 100.
    assert_eq!(odds(Zone::Front), Fraction::new(55, 100));
    assert_eq!(odds(Zone::Rear), Fraction::new(85, 100));
}

#[test]
fn r11_8_the_losers_lose_two_and_flee_and_the_winners_lose_one_and_face_freely() {
    let mut bout = Bout::new();
    let pole = bout.pole(Arm::Infantry, 4);
    let russian = bout.russian(Arm::Infantry, 4);
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    // 7 to 3: by 4, that is two stages later [11.11.2t].
    play(&game, &mut state, &[7, 3], &[SOUTH]);
    assert_eq!((state[russian].losses, state[russian].place), (2, Place::Fled(3)));
    assert_eq!((state[pole].losses, state[pole].facing, state[pole].entry), (1, facing::S, None));
    assert_eq!(state.lead, 1, "[12.1] a melee won");
    assert!(state.marks.fought.contains(pole), "[11.3]");
}

#[test]
fn r11_8_owners_share_losses_and_a_difference_of_6_spares_the_winner() {
    let mut bout = Bout::new();
    let poles = [4, 4].map(|size| bout.pole(Arm::Infantry, size));
    let russians = [4, 4].map(|size| bout.russian(Arm::Infantry, size));
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    let shares = russians.map(Action::Lose);
    // 9 to 3: by 6. There is no commander for the 9 to strike.
    play(&game, &mut state, &[9, 3], &[shares[0], shares[1], SOUTH]);
    assert_eq!(russians.map(|unit| state[unit].losses), [1, 1]);
    assert_eq!(poles.map(|unit| state[unit].losses), [0, 0]);
    assert_eq!(russians.map(|unit| state[unit].place), [Place::Fled(4); 2], "stage 1 and three");
}

#[test]
fn r11_9_a_winner_of_size_1_tests_for_its_life() {
    for (die, losses) in [(6, 0), (7, 1)] {
        let mut bout = Bout::new();
        let pole = bout.pole(Arm::Infantry, 1);
        bout.russian(Arm::Infantry, 1);
        let (game, mut state) = bout.begin(MeleeKind::Assault);
        // A tie, won by the attacker. Morale is 6. Who survives faces.
        let faces = [SOUTH];
        play(&game, &mut state, &[4, 4, die], if losses == 0 { &faces } else { &[] });
        assert_eq!(state[pole].losses, losses, "die {die}");
    }
}

#[test]
fn d_11_9a_the_loss_goes_to_a_winner_that_survives_it() {
    let mut bout = Bout::new();
    let [small, large] = [1, 3].map(|size| bout.pole(Arm::Infantry, size));
    bout.russian(Arm::Infantry, 2);
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    // 4:2 is 2:1; 4 + 1 to 4.
    play(&game, &mut state, &[4, 4], &[SOUTH]);
    assert_eq!([small, large].map(|unit| state[unit].losses), [0, 1]);
}

#[test]
fn r10_10_7_lone_guns_are_captured_and_both_score() {
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 3);
    let gun = bout.russian(Arm::Artillery, 1);
    let friend = bout.setup.unit(Side::Second, Arm::Infantry, 4, "0605", facing::S);
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    // 4 + 2 to 4 - 4: by 6. [D-10.10.7a] No crisis: the neighbour rolls no die.
    play(&game, &mut state, &[4, 4], &[SOUTH]);
    assert_eq!(state[gun].place, Place::Captured(game.hex(HEX)));
    assert_eq!(state.lead, 3, "[D-10.10.9b] melee 1, guns 2");
    assert_eq!(state.hex_of(friend), Some(game.hex("0605")));
}

/// [10.10.9] [4.4] The same with the victors kept from it: the melee scores, and nothing else does.
#[test]
fn r10_10_9_who_is_kept_from_capturing_takes_lone_guns_away_without_points() {
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 3);
    let gun = bout.russian(Arm::Artillery, 1);
    bout.setup.scenario.values.barred.captures[Side::First] = true;
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    play(&game, &mut state, &[4, 4], &[SOUTH]);
    assert_eq!((state[gun].place, state.lead), (Place::Gone, 1));
    assert!(!state.marks.captured_once.contains(gun));
}

/// [4.4.1] A 0 kills a commander, and does nothing to one who cannot be killed.
#[test]
fn r4_4_a_commander_who_is_not_killed_stays_under_fire_and_scores_nothing_with_his_troops() {
    for (is_barred, post, lead) in [(false, false, 4), (true, true, 1)] {
        let mut bout = Bout::new();
        bout.pole(Arm::Infantry, 4);
        bout.russian(Arm::Infantry, 4);
        bout.setup.post(Side::Second, HEX);
        bout.setup.scenario.values.barred.deaths[Side::Second] = is_barred;
        let (game, mut state) = bout.begin(MeleeKind::Assault);
        // As below: a tie, by 1, and the die for the commander shows 0.
        play(&game, &mut state, &[9, 8, 0], &[SOUTH]);
        assert_eq!((state.posts[1] != Post::Gone, state.lead), (post, lead), "{is_barred}");
    }
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 4);
    bout.russian(Arm::Infantry, 2);
    bout.setup.post(Side::Second, HEX);
    bout.setup.scenario.values.barred.deaths[Side::Second] = true;
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    // 6 + 1 to 4 + 1: his two companies are wiped out, and he leaves with them [4.4]: the melee's point alone.
    play(&game, &mut state, &[6, 4], &[SOUTH]);
    assert_eq!((state.posts[1], state.lead), (Post::Gone, 1));
}

#[test]
fn d_10_10_8a_escorts_that_die_to_the_last_lose_the_guns_and_shake_the_neighbours() {
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 4);
    bout.russian(Arm::Infantry, 2);
    let gun = bout.russian(Arm::Artillery, 1);
    let friend = bout.setup.unit(Side::Second, Arm::Infantry, 4, "0605", facing::S);
    bout.setup.post(Side::Second, HEX);
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    // 4:2 +1, command +1 for the Russians: 6 + 1 to 4 + 1, by 2. Wiped out. [D-11.8a] The neighbour tests, fails with
    // 7 against 6 and retreats, 0706 by choice.
    let back = Action::Retreat(game.hex("0706"));
    play(&game, &mut state, &[6, 4, 7], &[back, SOUTH]);
    assert!(matches!(state[gun].place, Place::Captured(_)));
    assert_eq!(state.hex_of(friend), Some(game.hex("0706")));
    // [D-4.4d] The commander fell with the last of his stack: melee 1, guns 2, commander 3.
    assert_eq!((state.lead, state.posts[1]), (6, Post::Gone));
}

#[test]
fn r4_4_3_a_nine_strikes_the_commander_of_the_other_side_after_all_else() {
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 4);
    let russian = bout.russian(Arm::Infantry, 4);
    bout.setup.post(Side::Second, HEX);
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    // 9 to 8 + 1 for command: a tie, by 1. [D-4.4e] His troops have fled; the die shows 0: killed, 3 VP.
    play(&game, &mut state, &[9, 8, 0], &[SOUTH]);
    assert_eq!(state[russian].place, Place::Fled(2));
    assert_eq!((state.lead, state.hex_of_commander(russian_commander())), (4, None));
}

#[test]
fn d_4_4_3a_by_the_option_a_nine_strikes_the_commander_of_its_roller() {
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 4);
    bout.russian(Arm::Infantry, 4);
    for side in Side::BOTH {
        bout.setup.post(side, HEX);
    }
    bout.setup.scenario.switches.melee_nine_strikes_own_commander = true;
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    // 9 + 1 for command to 3 + 1: the Poles win, 1 VP, and their own commander falls by the 0, 3 VP for the others.
    play(&game, &mut state, &[9, 3, 0], &[SOUTH]);
    assert_eq!((state.lead, state.posts[0]), (-2, Post::Gone));
    assert!(state.hex_of_commander(russian_commander()).is_some());
}

#[test]
fn r7_2_1_infantry_that_passes_its_test_meets_the_charge_in_square() {
    for (die, losses) in [(6, 0), (7, 1)] {
        let mut bout = Bout::new();
        bout.pole(Arm::Cavalry, 2);
        let companies = [3, 3, 3, 3].map(|size| bout.russian(Arm::Infantry, size));
        bout.zone = Zone::Flank;
        let (game, mut state) = bout.begin(MeleeKind::Charge);
        let mut table = Table::new(ScriptedDice::new([die]), ());
        let hex = game.hex(HEX);
        assert_eq!(game.run_offer_square(&mut state, hex), Next::Ask);
        assert_eq!(game.offer_square_decider(&state, hex), Side::Second);
        game.decide_offer_square(&mut state, hex, Action::AgainstCavalry, &mut table);
        let is_square = losses == 0;
        assert_eq!(companies.map(|unit| state.marks.square.contains(unit)), [is_square; 4]);
        // [D-7.2.1a] Passed: only the charge's +2, against 12:2 +3 and square +3. Failed: flank and charge +4 against
        // 12:2 +3, a loss being due, placed by the owner.
        assert_eq!(modifiers(&game, &state), if is_square { [2, 6] } else { [4, 3] });
        let is_due = matches!(state.agenda.top(), Task::Lose { losses: 1, .. });
        assert_eq!(is_due, !is_square);
    }
}

#[test]
fn r7_3_the_lava_is_worth_a_flank_attack_and_easier_against_infantry() {
    for (arm, die, outflanked) in [
        (Arm::Infantry, 8, true), // 8 - 2 = 6
        (Arm::Infantry, 9, false),
        (Arm::Cavalry, 6, true),
        (Arm::Cavalry, 7, false),
    ] {
        let mut bout = Bout::new();
        let cossacks = bout.pole(Arm::Cavalry, 2);
        bout.setup.scenario.units[cossacks.index()].cossack = true;
        bout.russian(arm, 2);
        let (game, mut state) = bout.begin(MeleeKind::Counterattack);
        state[cossacks].entry = Some(Entry { zone: Zone::Front, against: Obstacles::default(), lava: true });
        // Two units of infantry or cavalry form no square: the offer of one passes by.
        let mut table = Table::new(ScriptedDice::new([die]), ());
        while state.agenda.top() != Task::OfferLava {
            assert_eq!(game.run_offer_square(&mut state, game.hex(HEX)), Next::Run);
        }
        assert_eq!(game.run_offer_lava(&mut state), Next::Ask);
        game.decide_offer_lava(&mut state, Action::Outflank, &mut table);
        assert_eq!(modifiers(&game, &state), [if outflanked { 2 } else { 0 }, 0], "{arm:?}, die {die}");
    }
}

#[test]
fn r7_3_no_lava_is_offered_where_it_gains_nothing() {
    for (zone, lava) in [(Zone::Front, false), (Zone::Flank, true), (Zone::Rear, true)] {
        let mut bout = Bout::new();
        let cossacks = bout.pole(Arm::Cavalry, 2);
        bout.setup.scenario.units[cossacks.index()].cossack = true;
        bout.russian(Arm::Cavalry, 2);
        let (game, mut state) = bout.begin(MeleeKind::Assault);
        state[cossacks].entry = Some(Entry { zone, against: Obstacles::default(), lava });
        assert_eq!(game.run_offer_lava(&mut state), Next::Run, "{zone:?}, {lava}");
    }
}

#[test]
fn r11_11_5_those_due_after_the_last_stage_are_out_of_the_game() {
    let mut bout = Bout::new();
    bout.pole(Arm::Infantry, 4);
    let russian = bout.russian(Arm::Infantry, 4);
    let (game, mut state) = bout.begin(MeleeKind::Assault);
    state.stage = 5;
    // The rulebook's example: stage 5, difference 7. [D-11.11.5a] Nothing beyond the point for the melee.
    play(&game, &mut state, &[8, 1], &[SOUTH]);
    assert_eq!((state[russian].place, state.lead), (Place::Gone, 1));
}

#[test]
fn r11_11_4_units_return_around_their_commander_and_slip_where_there_is_no_room() {
    let mut setup = Setup::new();
    let back = setup.unit(Side::First, Arm::Infantry, 4, "0505", facing::N);
    let due_later = setup.unit(Side::First, Arm::Infantry, 4, "0505", facing::N);
    // A commander in the corner: 0101 has the neighbours 0102 and 0201; one is the enemy's.
    setup.post(Side::First, "0101");
    setup.unit(Side::Second, Arm::Cavalry, 1, "0201", facing::N);
    setup.unit(Side::First, Arm::Infantry, 18, "0101", facing::SE);
    let (game, mut state) = setup.finish();
    state.stage = 3;
    for (unit, stage) in [(back, 2), (due_later, 4)] {
        game.take(&mut state, unit, Place::Fled(stage));
    }
    // 18 + 4 is more than 20: only 0102 is left, with any facing.
    state.agenda.push(Task::Returns);
    let place = |hex: HexId, facing: Facing| Action::Place { unit: back, hex, facing };
    assert!(game.returns_refusal(&state, place(game.hex("0101"), facing::SE)).is_some());
    play(&game, &mut state, &[], &[place(game.hex("0102"), facing::NW)]);
    assert_eq!((state.hex_of(back), state[back].facing), (Some(game.hex("0102")), facing::NW));
    assert!(state.marks.returned.contains(back), "[11.11.3]");
    assert_eq!(state[due_later].place, Place::Fled(4));
}

#[test]
fn r6_0_whoever_returns_to_a_stack_faces_as_it_does() {
    let mut setup = Setup::new();
    let back = setup.unit(Side::First, Arm::Infantry, 4, "0505", facing::N);
    setup.unit(Side::First, Arm::Infantry, 4, "0101", facing::SE);
    setup.post(Side::First, "0101");
    let (game, mut state) = setup.finish();
    game.take(&mut state, back, Place::Fled(1));
    let place = |facing| Action::Place { unit: back, hex: game.hex("0101"), facing };
    assert_eq!(game.returns_refusal(&state, place(facing::N)), Some(rule!("6.0")));
    assert_eq!(game.returns_refusal(&state, place(facing::SE)), None);
}

#[test]
fn d_11_11_4a_without_a_commander_they_rally_in_one_hex_or_slip() {
    let mut setup = Setup::new();
    let back = setup.unit(Side::First, Arm::Infantry, 4, "0505", facing::N);
    setup.unit(Side::Second, Arm::Infantry, 1, "0109", facing::N);
    let (game, mut state) = setup.finish();
    state.posts[0] = Post::Gone;
    state.stage = 3;
    game.take(&mut state, back, Place::Fled(3));
    state.agenda.push(Task::Returns);
    play(&game, &mut state, &[], &[]);
    assert_eq!(state[back].place, Place::Fled(4), "0109 is the enemy's");
    state.stage = 6;
    state.agenda.push(Task::Returns);
    play(&game, &mut state, &[], &[]);
    assert_eq!(state[back].place, Place::Gone, "[11.11.5] no stage is left to slip to");
}
