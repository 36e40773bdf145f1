//! The exact odds of whole fights, from the charge to collapse, rout and pursuit, against a calculation by hand: every
//! die is rolled with all its faces, and equal positions are merged, as `szala odds` does.

use std::collections::HashMap;
use std::ops::ControlFlow;

use szala_files::case::{self, Casebook};
use szala_kernel::dice::{EveryDice, Fraction};
use szala_kernel::{ActionList, Rules, Table};

use crate::bold::load_with;

const FIGHTS: &str = include_str!("../../cases/ch08f.toml");

/// The chances of the values at this path once the fight of a case is over. Each decision takes an action that the case
/// names, or else the first.
fn odds(name: &str, path: &str) -> HashMap<String, Fraction> {
    let load = |_: Option<&str>, _: &[case::Change<'_>]| load_with("drill", &[]);
    let found = case::locate("ch08f.toml", FIGHTS, Some("spqr"), Some(name), load).expect("it is there");
    let rules = &found.rules;
    let named: Vec<_> = found.begun.actions.iter().map(|(_, action)| *action).collect();
    let mut list = ActionList::within(rules.limits());
    let mut ends = HashMap::new();
    let mut now = HashMap::from([(found.begun.state.clone(), Fraction::ONE)]);
    while !now.is_empty() {
        let mut next = HashMap::new();
        for (state, chance) in now {
            if rules.is_settled(&state) || rules.outcome(&state).is_some() {
                let value = rules.probe(&state, path).expect("the path is one");
                add(&mut ends, value, chance);
                continue;
            }
            list.clear();
            rules.actions(&state, &mut list);
            let meant = named.iter().find(|action| list.contains(action));
            let action = *meant.unwrap_or(&list[0]);
            let all = EveryDice::passes(
                |dice| {
                    let mut after = state.clone();
                    rules.apply(&mut after, action, &mut Table::new(dice, ()));
                    after
                },
                |after, of_it| {
                    add(&mut next, after, chance.checked_mul(of_it.expect("few dice")).expect("few dice"));
                    ControlFlow::<()>::Continue(())
                },
            );
            assert!(all.is_continue(), "nothing breaks it off");
        }
        now = next;
    }
    ends
}

fn add<T: Eq + core::hash::Hash>(all: &mut HashMap<T, Fraction>, thing: T, chance: Fraction) {
    let known = all.entry(thing).or_insert(Fraction::ZERO);
    *known = *known + chance;
}

/// The chance of one value.
fn chance(name: &str, path: &str, value: &str) -> Fraction {
    let all = odds(name, path);
    let sum = all.values().fold(Fraction::ZERO, |sum, chance| sum + *chance);
    assert_eq!(sum, Fraction::ONE, "{all:?}");
    all.get(value).copied().unwrap_or(Fraction::ZERO)
}

/// HA 1, quality 6, takes a = 0 to 3 hits in the charge: 1, 2 and 3 with 1/10 each. Celts, quality 5, take c = 0 to 4:
/// 1 to 4 with 1/10 each. The clash, column 8, doubled for superior arms: 3(4) on 0 and 1, 2(4) on 2 to 4, 2(6) or
/// 2(8) above.
#[test]
fn r8_37_legion_foot_on_medium_foot() {
    let fight = "a whole fight: legion foot on medium foot";
    // Celts rout on 5 to 9: 1/2. Below, with 4 + c hits of 5, they rout if c > 0: 1/2 * 4/10 = 1/5; that is also so
    // where all of both are broken [10.16], since HA 1 has then 6 of 6, an excess of 0, and Celts have no less. With
    // c = 0 they have 4, one short, and rout on 6 to 9 [8.37] if HA 1 is still there. It is not with a = 3 on 0 or 1:
    // of 5/10 that leaves 5/10 - 1/10 * 2/10 = 48/100. 1/2 + 1/5 + 6/10 * 48/100 * 4/10 = 8152/10000.
    assert_eq!(chance(fight, "Celts 1.routed", "true"), Fraction::new(8_152, 10_000));
    // HA 1 routs with a = 3 on 0 or 1 and c = 0: 1/10 * 2/10 * 6/10 = 12/1000. With 5 hits it is tested, where Celts
    // stand, with c = 0: a = 3 on 2 to 4, or a = 2 on 0 or 1: 6/10 * (3/100 + 2/100) = 3/100, and fails on 7 to 9:
    // 9/1000 more.
    assert_eq!(chance(fight, "HA 1.routed", "true"), Fraction::new(21, 1_000));
}

/// Column 12 from the rear, 6 against 5 is 2:1: column 13. Doubled, Celts take 4 on a 0 and 6 or more above.
#[test]
fn r8_36_1_from_before_and_behind() {
    let fight = "a whole fight: from before and behind";
    // They stand only on a 0, without a hit in the charge (6/10), if they then pass the test with 0 to 5 (6/10).
    let stand = Fraction::new(36, 1_000);
    assert_eq!(chance(fight, "Celts 1.hex", "0705"), stand);
    // [8.44] HA 2 gave superiority and enters the hex whenever they do not, HA 1 never.
    assert_eq!(chance(fight, "HA 2.hex", "0705"), Fraction::new(964, 1_000));
    assert_eq!(chance(fight, "HA 1.hex", "0605"), Fraction::ONE);
}

/// EL 1, quality 5, takes e = 1 to 4 with 1/10 each in the charge, HA 1, quality 6, h = 1 to 3. Column 7: 3(2) on 0
/// and 1, 2(2) on 2 to 6, 2(3) on 7 and 8, 2(4) on 9. Whatever elephants do that run wild, they are lost in the end.
#[test]
fn r9_14_elephants_run_wild() {
    // By the clash, e = 4: always, 1/10; e = 3: always, 1/10; e = 2: on 0 and 1, 1/10 * 2/10. Together 220/1000.
    // [10.16] Where HA 1 is broken as well they may stay: e = 4, h = 3 on 9, both one too many: 1/1000. e = 3: h = 3
    // on 7 to 9, and h = 2 on 9: 4/1000. Left: 215/1000.
    // [8.37] With 4 hits, next to HA 1 who stands, they are tested: e = 2 on 2 to 9 but for h = 3 on 7 to 9 and h = 2
    // on 9, 1/10 * (8/10 - 3/100 - 1/100) = 76/1000; e = 1 on 0 and 1, 20/1000. They fail on 6 to 9: 96/1000 * 4/10.
    let wild = Fraction::new(2_150 + 384, 10_000);
    assert_eq!(chance("a whole fight: elephants in a corner", "EL 1.hex", "eliminated"), wild);
}

/// Column 11, 3 against 1 after a move is two to the right. Doubled, slingers of quality 5 take 4 on a 0, and 6 and
/// more above.
#[test]
fn r10_42_horse_on_slingers_and_after_them() {
    let all = odds("a whole fight: horse on slingers, and after them", "RC 1.hex");
    // They are eliminated by the clash but for a 0 without a hit in the charge: 1 - 1/10 * 6/10 = 94/100. Then RC 1
    // pursues on 6 to 9 to 1004, else it enters their hex. With 4 hits they are tested and fail on 6 to 9: RC 1 enters
    // it as well, since collapse leads to no pursuit [D-10.41a].
    let hexes = [("1004", 94 * 4), ("0705", 94 * 6 + 6 * 4), ("0605", 6 * 6)];
    for (hex, thousandths) in hexes {
        assert_eq!(all.get(hex).copied(), Some(Fraction::new(thousandths, 1_000)), "{hex}: {all:?}");
    }
    assert_eq!(all.len(), hexes.len(), "{all:?}");
}
