//! Who may fight whom [D-8.32a], against all ways in which the fights of a small field can be made up.

use std::collections::BTreeSet;

use szala_files::case;
use szala_kernel::conformance::ByChance;
use szala_kernel::{ActionList, Rules, RunSeed, Side, Table};
use szala_spqr::{Action, Spqr, State, UnitId};

use crate::bold::load_with;

const FIELDS: u64 = 400;
const OURS: [&str; 4] = ["HA 1", "HA 2", "HA 3", "HA V"];
const THEIRS: [&str; 4] = ["Celts 1", "Celts 2", "Gauls", "Libyans"];
const FACINGS: [&str; 6] = ["E", "NE", "NW", "W", "SW", "SE"];

/// One against another.
type Pair = (UnitId, UnitId);

/// Up to four against up to four on a field of three by three hexes, each facing anywhere; all of Rome have moved.
fn field(rules: &Spqr, number: u64) -> State {
    let mut chance = ByChance::new(RunSeed(832).game(number));
    let mut choose = |count| chance.choose(Side::First, count);
    let mut taken = BTreeSet::new();
    let mut units = Vec::new();
    let many = [2 + choose(3), 2 + choose(3)];
    for (names, count, words) in [(OURS, many[0], " moved must"), (THEIRS, many[1], "")] {
        for name in &names[..count] {
            let hex = loop {
                let hex = (5 + choose(3), 5 + choose(3));
                if taken.insert(hex) {
                    break hex;
                }
            };
            units.push(format!("\"{name}\" = \"{:02}{:02} {}{words}\"", hex.0, hex.1, FACINGS[choose(6)]));
        }
    }
    let text = format!(
        "game = 'spqr'\n[[case]]\nname = 'field'\nrules = ['8.32']\nwhy = 'any'\nactions = ['enough']\n\
         position = {{ at = 'shock', leader = 'Regulus', units = {{ {} }}, leaders = {{ Regulus = '0101' }} }}\n",
        units.join(", ")
    );
    let found = case::locate("field.toml", &text, None, None, |_, _| Ok(rules.clone()));
    found.unwrap_or_else(|why| panic!("{why}")).begun.state
}

/// Is this a way to make up all fights: everybody in one, and each of them one against several or several against one?
fn is_whole(all: &[Pair], chosen: u32) -> bool {
    let picked =
        || all.iter().enumerate().filter(move |(at, _)| chosen >> at & 1 == 1).map(|(_, pair)| *pair);
    let own = |unit| picked().filter(move |pair| pair.0 == unit).count();
    let other = |unit| picked().filter(move |pair| pair.1 == unit).count();
    all.iter().all(|pair| own(pair.0) > 0 && other(pair.1) > 0)
        && picked().all(|pair| own(pair.0) == 1 || other(pair.1) == 1)
}

/// Those who are together in some whole way that goes on from here.
fn still_possible(all: &[Pair], whole: &[u32], made: u32) -> BTreeSet<Pair> {
    let is_in = |at: &usize| {
        let with = made | 1 << at;
        with != made && whole.iter().any(|way| way & with == with)
    };
    (0..all.len()).filter(is_in).map(|at| all[at]).collect()
}

#[test]
fn d8_32a_a_pair_is_offered_if_and_only_if_the_rest_can_be_completed() {
    let rules = load_with("drill", &[]).expect("it is sound");
    let mut list = ActionList::within(rules.limits());
    let (mut offered, mut withheld) = (0, 0);
    for number in 0..FIELDS {
        let mut state = field(&rules, number);
        let near =
            |unit| rules.faced(&state, unit).iter().map(move |enemy| (unit, enemy)).collect::<Vec<_>>();
        let all: Vec<Pair> = rules.standing(&state, Side::First).iter().flat_map(near).collect();
        let whole: Vec<u32> = (0..1 << all.len()).filter(|chosen| is_whole(&all, *chosen)).collect();
        let mut chance = ByChance::new(RunSeed(833).game(number));
        let mut made = 0_u32;
        loop {
            let wanted = still_possible(&all, &whole, made);
            list.clear();
            rules.actions(&state, &mut list);
            let pairs = list.iter().filter_map(|action| match action {
                Action::Attack(unit, enemy) => Some((*unit, *enemy)),
                _ => None,
            });
            let pairs: Vec<Pair> = pairs.collect();
            assert_eq!(pairs.iter().copied().collect::<BTreeSet<_>>(), wanted, "field {number}: {state:?}");
            offered += pairs.len();
            withheld += all.len() - made.count_ones() as usize - pairs.len();
            if pairs.is_empty() {
                break;
            }
            let pair = pairs[chance.choose(Side::First, pairs.len())];
            made |= 1 << all.iter().position(|one| *one == pair).expect("it is one of them");
            if still_possible(&all, &whole, made).len() < 2 {
                // A question with one answer is not asked, and then the fights are fought.
                break;
            }
            let dice = szala_kernel::dice::SeededDice::new(RunSeed(834).game(number));
            rules.apply(&mut state, Action::Attack(pair.0, pair.1), &mut Table::new(dice, ()));
        }
    }
    assert!(offered > 300 && withheld > 10, "fields of some kind: {offered} offered, {withheld} not");
}
