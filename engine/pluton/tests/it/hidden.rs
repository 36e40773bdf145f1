//! What is hidden: which counter a turned one is [D-16.1c], and units on paper [19.1]. Twins are positions that
//! differ in that alone, and nothing that the other side does, hears or imagines may distinguish them.

use std::collections::BTreeMap;

use szala_board::Ordinal;
use szala_kernel::conformance::{ByChance, Trial};
use szala_kernel::dice::{KeyedDice, SeededDice};
use szala_kernel::journal::{Entry, Log};
use szala_kernel::{ActionList, Rules, RunSeed, Side, Table, rule};
use szala_pluton::{Action, CounterId, MOST_COUNTERS, Pluton, State};

use crate::common::{choose_boldly, load, load_with};

const SEED: RunSeed = RunSeed(1939);

fn counters() -> impl Iterator<Item = CounterId> {
    (0..MOST_COUNTERS).map(CounterId::from_index)
}

fn imagined(rules: &Pluton, state: &State, viewer: Side, number: u64) -> State {
    let mut state = state.clone();
    rules.imagine(&mut state, viewer, &mut SeededDice::new(SEED.game(number)));
    state
}

/// A game that is played boldly, with a look at each decision before it is carried out.
fn watch(rules: &Pluton, number: u64, mut look: impl FnMut(&State, Action)) {
    let mut list = ActionList::within(rules.limits());
    let game = SEED.game(number);
    let mut players = ByChance::new(game);
    let mut table = Table::new(SeededDice::new(game), ());
    let mut state = rules.opening();
    while rules.outcome(&state).is_none() {
        list.clear();
        rules.actions(&state, &mut list);
        let action = list[choose_boldly(rules, &state, &list, &mut players)];
        look(&state, action);
        rules.apply(&mut state, action, &mut table);
    }
}

/// What an action does, and what is heard of it: dice go by what they decide, so that one rolled in secret does not
/// change the others.
fn outcome(rules: &Pluton, state: &State, action: Action, number: u64) -> (State, Vec<String>, bool) {
    let mut keyed = KeyedDice::new(rules.limits(), SEED.game(number));
    let mut table = Table::new(&mut keyed, Log::default());
    let mut after = state.clone();
    rules.apply(&mut after, action, &mut table);
    // [10.4.3] [10.4.4] With the morale of units that fight all hear whether they are commanded [13.4.1], and so of a
    // hidden commander.
    let shows = |entry: &Entry| match entry {
        Entry::Event(event) => {
            [rule!("D-16.1c"), rule!("D-19.1d"), rule!("10.4.3"), rule!("10.4.4")].contains(&event.rule())
        }
        _ => false,
    };
    let is_shown = table.journal.entries.iter().any(shows);
    (after, table.journal.entries.iter().map(|entry| format!("{entry:?}")).collect(), is_shown)
}

/// [D-16.1c] [D-19.1c] [D-19.1d] [16.5] In twins the same actions are listed for the other side, the same are refused
/// by the same rules, what it does is recorded in the same words, and it imagines the same afterwards.
#[test]
fn nothing_tells_twins_apart() {
    for (name, games, least) in [("drill", 12, 200), ("drill-on-paper", 16, 1000)] {
        let rules = load(name);
        let mut compared = 0;
        for number in 0..games {
            let mut decisions = 0;
            watch(&rules, number, |state, action| {
                decisions += 1;
                let viewer = rules.to_act(state);
                let twin = imagined(&rules, state, viewer, decisions);
                if twin == *state {
                    return;
                }
                let all = counters().flat_map(|who| {
                    [Action::Move(who), Action::Run(who), Action::Shoot(who), Action::At(who, 0)]
                        .into_iter()
                        .chain([Action::Fire(who, 0), Action::Lose(who), Action::Appear(who)])
                });
                for other in all {
                    assert_eq!(rules.refusal(state, other), rules.refusal(&twin, other), "{other:?}");
                }
                let (after, told, is_shown) = outcome(&rules, state, action, decisions);
                let (twin_after, twin_told, twin_is_shown) = outcome(&rules, &twin, action, decisions);
                let is_his = |state: &State| rules.outcome(state).is_none() && rules.to_act(state) == viewer;
                // A counter that was shown is known now; and what the other side does next is its own.
                let both = is_his(&after) && is_his(&twin_after);
                // A unit on paper may have seen something, of which its own side alone knows.
                let known = |state: &State| {
                    counters().filter(|it| rules.card_seen_by(state, viewer, *it).is_some()).count()
                };
                let is_shown = is_shown || known(&after) != known(state);
                if is_shown || twin_is_shown || !both || after.stage() != state.stage() {
                    return;
                }
                assert_eq!(told, twin_told, "{action:?} is heard otherwise in game {number}");
                let [one, other] = [&after, &twin_after].map(|it| imagined(&rules, it, viewer, 7));
                assert!(one == other, "{action:?} leaves other thoughts in game {number}");
                compared += 1;
            });
        }
        assert!(compared > least, "{name}: {compared}");
    }
}

/// [19.1] [D-19.1c] Nobody hears of units on paper: no event names one before it has come onto the board, and its
/// place is shown to its own side alone.
#[test]
fn no_event_names_a_unit_on_paper() {
    let rules = load("drill-on-paper");
    let mut unnamed = 0;
    for number in 0..20 {
        watch(&rules, number, |state, action| {
            let (after, told, _) = outcome(&rules, state, action, number);
            for counter in counters().filter(|counter| rules.is_on_paper(&after, *counter)) {
                let subject = format!("Subject({})", counter.index());
                assert!(!told.iter().any(|entry| entry.contains(&subject)), "{action:?}: {told:?}");
                assert_eq!(rules.place_seen_by(&after, Side::Second, counter), None);
                assert!(rules.place_seen_by(&after, Side::First, counter).is_some());
                unnamed += 1;
            }
        });
    }
    assert!(unnamed > 1000, "{unnamed}");
}

/// [D-16.1c] Each of a group's turned counters is each of its cards equally often. 7 Germans of company 1 are set up,
/// of which Poles who see none know nothing: a commander is each with a chance of 1/7.
#[test]
fn turned_counters_are_imagined_as_often_as_they_are_there() {
    let rules = load("drill");
    let mut opening = rules.opening();
    rules.apply(&mut opening, Action::Deal, &mut Table::new(SeededDice::new(SEED.game(0)), ()));
    let mut counts = BTreeMap::<CounterId, u32>::new();
    let deals = 4000;
    for number in 0..deals {
        let state = imagined(&rules, &opening, Side::First, number);
        let group: Vec<CounterId> = counters().filter(|it| (64..71).contains(&it.index())).collect();
        let card = |counter: &CounterId| rules.card_seen_by(&state, Side::Second, *counter);
        let commander = group.iter().find(|it| card(it).is_some_and(|card| card.name == "1d"));
        *counts.entry(*commander.expect("one of them commands")).or_default() += 1;
        assert!(group.iter().all(|counter| rules.card_seen_by(&state, Side::First, *counter).is_none()));
    }
    for (counter, count) in &counts {
        // 4000/7 is 571, and five standard deviations of sqrt(4000 * 6/49) are 111.
        assert!(count.abs_diff(571) < 111, "{counter:?}: {count} of {deals}");
    }
    assert_eq!(counts.len(), 7);
}

/// [D-16.1c] With the switch counters are open: nothing is dealt, and nothing is left to imagine.
#[test]
fn open_counters_are_known() {
    let rules = load_with("drill", &["turned_counters=open"]).expect("the switch has this value");
    Trial::new(rules.clone(), 4, choose_boldly).each_step(|before, action, _, _| {
        assert_ne!(action, Action::Deal);
        for viewer in Side::BOTH {
            assert!(imagined(&rules, before, viewer, 3) == *before);
        }
    });
}

/// [19.1] [D-19.1b] What Germans imagine: Poles in cover, companies together, anywhere that is allowed.
#[test]
fn poles_on_paper_are_imagined_together_and_anywhere() {
    let rules = load("drill-on-paper");
    let mut table = Table::new(SeededDice::new(SEED.game(0)), ());
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    while state.stage() == 0 {
        list.clear();
        rules.actions(&state, &mut list);
        let southern = list[list.len() - 1];
        rules.apply(&mut state, southern, &mut table);
    }
    let mut places = BTreeMap::new();
    for number in 0..500 {
        let state = imagined(&rules, &state, Side::Second, number);
        let mut of_company = BTreeMap::new();
        for counter in counters().filter(|counter| rules.is_on_paper(&state, *counter)) {
            let place = state.place_of(counter).expect("the counter is on the board or on paper");
            let company =
                rules.card_seen_by(&state, Side::First, counter).expect("a side knows its own cards").company;
            *places.entry(place).or_insert(0) += 1;
            if company > 0 {
                assert_eq!(*of_company.entry(company).or_insert(place), place, "a company is together");
            }
        }
        assert_eq!(of_company.len(), 3);
    }
    // Woods and buildings of the map: 5 + 5 + 3, less those with Germans, and 0306 with what is near it.
    assert!(places.len() >= 8, "{places:?}");
}
