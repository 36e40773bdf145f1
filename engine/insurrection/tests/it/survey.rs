//! The odds that players see before the dice are what the dice do: for the shots and the melees of random games every
//! face is forced in turn, and the results are counted. `by_hand` works out a few positions.

mod by_hand;

use std::collections::BTreeMap;

use szala_board::HexId;
use szala_insurrection::{Action, Cause, Insurrection, Prospect, State, Task, UnitId, UnitSet};
use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Event, Log};
use szala_kernel::{ActionList, Ask, Dice, Die, Play, Rule, Rules, RunSeed, Side, Subject, Table, rule};

use crate::common::{choose_boldly, load};

const SEED: RunSeed = RunSeed(1009);

/// The rules by which the dice of a shot fall, commanders aside.
const FIRE: [Rule; 4] = [rule!("10.9.4"), rule!("10.9.5"), rule!("10.10.1"), rule!("10.10.6")];
/// The rules by which commanders under fire are struck.
const COMMANDERS: [Rule; 2] = [rule!("4.4.1"), rule!("4.4.2")];
/// The tests of units that would counterattack.
const READINESS: [Rule; 2] = [rule!("9.1a"), rule!("9.1d")];

/// Dice that show given faces, one after the other, where they fall by one of these rules and concern this one; by
/// chance elsewhere.
struct Forced {
    rules: &'static [Rule],
    whom: Subject,
    faces: Vec<u8>,
    others: SeededDice,
}

impl Forced {
    fn new(rules: &'static [Rule], whom: Subject, faces: Vec<u8>) -> Self {
        Self { rules, whom, faces, others: SeededDice::new(SEED.game(0)) }
    }
}

impl Dice for Forced {
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        if self.rules.contains(&ask.rule) && ask.whom == self.whom && !self.faces.is_empty() {
            self.faces.remove(0)
        } else {
            self.others.roll(die, ask)
        }
    }

    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        self.others.draw(ask, tickets)
    }
}

/// Plays games of both scenarios, every other one boldly, and shows each position with what is legal there.
fn every_position(games: u64, mut look: impl FnMut(&Insurrection, &State, &[Action])) {
    for scenario in ["historical", "alternative"] {
        let rules = load(scenario);
        let mut list = ActionList::within(rules.limits());
        for number in 0..games {
            let game = SEED.game(number);
            let mut players = ByChance::new(game);
            let mut table = Table::new(SeededDice::new(game), ());
            let mut state = rules.opening();
            while rules.outcome(&state).is_none() {
                list.clear();
                rules.actions(&state, &mut list);
                look(&rules, &state, &list);
                let place = match number % 2 {
                    0 => players.choose(rules.to_act(&state), list.len()),
                    _ => choose_boldly(&rules, &state, &list, &mut players),
                };
                rules.apply(&mut state, list[place], &mut table);
            }
        }
    }
}

fn events_of(journal: Log) -> impl Iterator<Item = Event> {
    journal.entries.into_iter().map(|entry| match entry {
        Entry::Event(event) => event,
        _ => unreachable!("nobody tells decisions here"),
    })
}

fn prospects(rules: &Insurrection, state: &State, shot: Action) -> Vec<Prospect> {
    let mut all = Vec::new();
    rules.prospects(state, shot, |prospect| all.push(prospect));
    all
}

fn subject(rules: &Insurrection, unit: UnitId) -> Subject {
    rules.scenario().unit(unit).subject
}

/// Carries out a shot with these faces for this unit, and all that follows from it; returns the journal up to the next
/// die that is not the shot's.
fn fire(rules: &Insurrection, state: &State, shot: Action, unit: UnitId, faces: Vec<u8>) -> Vec<Event> {
    let mut table = Table::new(Forced::new(&FIRE, subject(rules, unit), faces), Log::default());
    let mut state = *state;
    rules.apply(&mut state, shot, &mut table);
    let mut list = ActionList::within(rules.limits());
    let is_of_the_shot = |task| {
        matches!(task, Task::Retreat { cause: Cause::Fire, .. } | Task::Lose { .. } | Task::StepBack(_))
    };
    while is_of_the_shot(state.task()) {
        list.clear();
        rules.actions(&state, &mut list);
        rules.apply(&mut state, list[0], &mut table);
    }
    let is_for_it = |event: &Event| match event {
        Event::Roll { ask, .. } => FIRE.contains(&ask.rule) || COMMANDERS.contains(&ask.rule),
        _ => true,
    };
    events_of(table.journal).take_while(is_for_it).collect()
}

/// Does the unit lose a point by the table of fire?
fn is_hit(events: &[Event], whom: Subject) -> bool {
    let is_loss = |event: &Event| {
        matches!(event, Event::Change { rule, what: "losses", whose, .. }
        if *rule == rule!("10.9.4t") && *whose == whom)
    };
    events.iter().any(is_loss)
}

/// Has it gone from its hex, backwards or for good?
fn is_driven(events: &[Event], whom: Subject) -> bool {
    let rules = [rule!("10.11"), rule!("10.11.5"), rule!("10.11.6"), rule!("3.4a")];
    let is_step = |event: &Event| {
        matches!(event, Event::Change { rule, what: "hex", whose, .. }
        if rules.contains(rule) && *whose == whom)
    };
    events.iter().any(is_step)
}

fn tells(events: &[Event], words: &str) -> bool {
    events.iter().any(|event| matches!(event, Event::Remark { text, .. } if *text == words))
}

fn rolls_for_commanders(events: &[Event]) -> usize {
    let is_roll = |event: &&Event| matches!(event, Event::Roll { ask, .. } if COMMANDERS.contains(&ask.rule));
    events.iter().filter(is_roll).count()
}

/// The hex at which a shot is aimed.
fn target_of(shot: Action) -> Option<HexId> {
    match shot {
        Action::Fire { target, .. } | Action::Shell { target, .. } => Some(target),
        _ => None,
    }
}

fn check_test(
    rules: &Insurrection,
    state: &State,
    shot: Action,
    (unit, driven, hit, commanders): (UnitId, u8, u8, bool),
) {
    let whom = subject(rules, unit);
    let target = target_of(shot).expect("the action is a shot");
    let heads = rules.commanders_at(state, rules.side_of(unit), target).count();
    let (mut driven_by_dice, mut hit_by_dice) = (0, 0);
    for face in 0..10 {
        let events = fire(rules, state, shot, unit, vec![face]);
        driven_by_dice += u8::from(is_driven(&events, whom));
        hit_by_dice += u8::from(is_hit(&events, whom));
        // [4.4] A commander who falls with his troops is not rolled for.
        if !tells(&events, "eliminated") {
            let expected = if commanders { heads } else { 0 };
            assert_eq!(
                rolls_for_commanders(&events),
                expected,
                "{} in stage {}",
                rules.say(shot),
                state.stage()
            );
        }
    }
    assert_eq!(
        (driven, hit),
        (driven_by_dice, hit_by_dice),
        "{} in stage {}",
        rules.say(shot),
        state.stage()
    );
}

/// How many of the hundred pairs of dice of a shot at lone guns take them.
fn taken_by_dice(rules: &Insurrection, state: &State, shot: Action, gun: UnitId) -> usize {
    let pairs = (0..100).map(|pair| vec![pair / 10, pair % 10]);
    pairs.filter(|faces| tells(&fire(rules, state, shot, gun, faces.clone()), "guns captured")).count()
}

/// Compares the odds of a shot with the dice, and returns what kind of shot it was.
fn check_shot(rules: &Insurrection, state: &State, shot: Action) -> &'static str {
    let told = prospects(rules, state, shot);
    for prospect in &told {
        match *prospect {
            Prospect::Nothing => (),
            Prospect::Test { unit, driven, hit, commanders } => {
                check_test(rules, state, shot, (unit, driven, hit, commanders));
            }
            Prospect::Capture { gun, hundredths } => {
                let taken = taken_by_dice(rules, state, shot, gun);
                assert_eq!(usize::from(hundredths), taken, "{} in stage {}", rules.say(shot), state.stage());
            }
        }
    }
    let is_shell = matches!(shot, Action::Shell { .. });
    match told[..] {
        [] => panic!("nothing is told of {}", rules.say(shot)),
        [Prospect::Nothing] => {
            // [10.9.4t] Row 0-1: nobody rolls for anything.
            let nobody = state.on_map(Side::First).first().expect("the Poles have a unit on the map");
            let events = fire(rules, state, shot, nobody, Vec::new());
            assert!(!events.iter().any(|event| matches!(event, Event::Roll { .. })), "{}", rules.say(shot));
            "muskets without effect"
        }
        [Prospect::Capture { .. }] if is_shell => "guns at guns",
        [Prospect::Capture { .. }] => "muskets at guns",
        [Prospect::Test { unit, .. }] if state.squares().contains(unit) && !is_shell => "muskets at a square",
        [Prospect::Test { .. }] if is_shell => "guns at one unit",
        [Prospect::Test { .. }] => "muskets",
        _ => "guns at several units",
    }
}

/// [10.9.4t] [10.10.1t] [10.9.5] [10.10.6] In how many of ten cases, or of a hundred, the very dice do it.
#[test]
fn r10_9_4_shots_bring_what_players_were_told_before_the_dice() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    every_position(300, |rules, state, legal| {
        for shot in legal.iter().copied().filter(|action| target_of(*action).is_some()) {
            *seen.entry(check_shot(rules, state, shot)).or_default() += 1;
            let is_joint = matches!(shot, Action::Fire { from, to, .. } if from != to);
            *seen.entry("joint fire").or_default() += u32::from(is_joint);
        }
    });
    // Squares are too rare in such games; one is worked out by hand below.
    let kinds = [
        "muskets",
        "muskets without effect",
        "muskets at guns",
        "guns at one unit",
        "guns at several units",
        "guns at guns",
        "joint fire",
    ];
    assert!(kinds.iter().all(|kind| seen.get(kind).is_some_and(|count| *count > 20)), "{seen:?}");
}

/// The margin that the dice of the next melee were held against: the attacker's modifiers less the defender's. Whatever
/// is offered on the way is declined. `None` when there is none, or when something happens before that changes it.
/// `counterattackers`: these units, if any, the top one first.
fn margin_by_dice(
    rules: &Insurrection,
    state: &State,
    action: Action,
    counterattackers: &[Subject],
) -> Option<i32> {
    let tester = counterattackers.first().copied().unwrap_or(Subject::NONE);
    let mut table = Table::new(Forced::new(&READINESS, tester, vec![0]), Log::default());
    let mut state = *state;
    rules.apply(&mut state, action, &mut table);
    let mut list = ActionList::within(rules.limits());
    let is_fought = |log: &Log| {
        log.entries.iter().any(|entry| match entry {
            Entry::Event(Event::Total { rule, .. }) => *rule == rule!("11.7"),
            _ => false,
        })
    };
    while !is_fought(&table.journal) {
        list.clear();
        rules.actions(&state, &mut list);
        let waits = matches!(
            state.task(),
            Task::ReactByFire(_)
                | Task::React(_)
                | Task::StepBack(_)
                | Task::OfferSquare(_)
                | Task::OfferLava
        );
        if !waits || !list.contains(&Action::Pass) {
            return None;
        }
        rules.apply(&mut state, Action::Pass, &mut table);
    }
    let mut dice = Vec::new();
    for event in events_of(table.journal) {
        match event {
            Event::Roll { ask, face, .. } if ask.rule == rule!("11.7") => dice.push(i32::from(face)),
            Event::Roll { ask, .. } if ask.whom != tester => return None,
            // Others counterattack with them.
            Event::Change { rule, whose, .. }
                if rule == rule!("8.15.1") && !counterattackers.contains(&whose) =>
            {
                return None;
            }
            Event::Total { rule, total, against, .. } if rule == rule!("11.7") => {
                // The attacker's die falls first.
                return Some((total - dice[0]) - (against - dice[1]));
            }
            _ => (),
        }
    }
    None
}

/// [11.7] Phase 4, charges and counterattacks: the margin that players see before is what the dice are held against.
#[test]
fn r11_7_melees_are_fought_with_the_modifiers_that_players_were_told() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    every_position(500, |rules, state, legal| {
        let side = rules.to_act(state);
        for action in legal.iter().copied() {
            let mut counterattackers = Vec::new();
            let (kind, told) = match action {
                Action::Assault(hex) => ("assault", rules.melee_margin(state, hex, side, false)),
                Action::Charge { from, to } => {
                    let group = state.movers() & state.stack(side, from);
                    ("charge", rules.margin_of_entering(state, group, from, to, true))
                }
                Action::Counter(here) => {
                    let Task::React(hex) = state.task() else { panic!("a reaction") };
                    let group = rules.troops_at(state, side, here);
                    let top = rules.top(state, group).expect("the hex holds a stack");
                    counterattackers.push(subject(rules, top));
                    counterattackers.extend(group.iter().map(|unit| subject(rules, unit)));
                    ("counterattack", rules.margin_of_entering(state, group, here, hex, false))
                }
                _ => continue,
            };
            if let Some(margin) = margin_by_dice(rules, state, action, &counterattackers) {
                assert_eq!(told, margin, "{} in stage {}", rules.say(action), state.stage());
                *seen.entry(kind).or_default() += 1;
            }
        }
    });
    let kinds = ["assault", "charge", "counterattack"];
    assert!(kinds.iter().all(|kind| seen.get(kind).is_some_and(|count| *count > 20)), "{seen:?}");
}

/// [6.11] A step into an enemy hex, to fight there in phase 4: the margin shown before is that of the melee hex.
#[test]
fn r11_7_entering_an_enemy_hex_makes_the_melee_that_players_were_told() {
    let (mut alone, mut with_friends) = (0, 0);
    every_position(300, |rules, state, legal| {
        let side = rules.to_act(state);
        for action in legal.iter().copied() {
            let Action::Step { from, to } = action else { continue };
            if !state.holds(!side, to) {
                continue;
            }
            let group: UnitSet = state.movers() & state.stack(side, from);
            let told = rules.margin_of_entering(state, group, from, to, false);
            let mut after = *state;
            rules.apply(&mut after, action, &mut Table::new(SeededDice::new(SEED.game(1)), ()));
            let friends = state.stack(side, to);
            if after.stack(side, to) != (friends | group) || after.stack(!side, to) != state.stack(!side, to)
            {
                continue;
            }
            assert_eq!(told, rules.melee_margin(&after, to, side, false), "{}", rules.say(action));
            *if friends.is_empty() { &mut alone } else { &mut with_friends } += 1;
        }
    });
    assert!(alone > 100 && with_friends > 20, "{alone} {with_friends}");
}
