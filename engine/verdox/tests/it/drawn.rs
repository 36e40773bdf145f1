//! How barges, breaches and gates, which are not units, are drawn, and the name of the unit of time.

use std::collections::BTreeMap;
use szala_kernel::Names;
use szala_kernel::Naming;

use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Event, Log};
use szala_kernel::picture::{CellId, Drawn, Spot};
use szala_kernel::{ActionList, Pictured, Play, Rules, RunSeed, Side, Table};
use szala_verdox::Verdox;

use crate::common::{choose_boldly, load};

/// The places of the pieces with this look.
fn pieces(rules: &Verdox, code: &str) -> Vec<usize> {
    let ground = rules.ground();
    (0..ground.pieces.len()).filter(|piece| ground.look(ground.pieces[*piece].look).code == code).collect()
}

fn cell(rules: &Verdox, label: &str) -> CellId {
    let place = rules.ground().cells.iter().position(|cell| cell.label == label);
    CellId::from_index(place.expect("the test writes the label of a square"))
}

#[test]
fn r2_7_barges_are_nobodys_at_first_and_breaches_always() {
    let rules = load("fortress");
    let ground = rules.ground();
    let position = rules.picture(&rules.opening());
    assert_eq!(pieces(&rules, "barge").len(), 2);
    for piece in pieces(&rules, "barge").into_iter().chain(pieces(&rules, "breach")) {
        assert_eq!(ground.pieces[piece].side, None, "{}", ground.pieces[piece].name);
        assert_eq!(ground.pieces[piece].holder(&position.counters[piece]), None);
    }
    assert!(ground.pieces.iter().filter(|piece| piece.side.is_some()).count() == 150, "75 units a side");
}

#[test]
fn r6_11_2_the_gates_of_the_fortress_are_the_askans_and_time_goes_by_turns() {
    let rules = load("fortress");
    let owned = rules.picture(&rules.opening()).owned;
    assert_eq!(owned, ["0815", "0821"].map(|gate| (cell(&rules, gate), Side::Second)));
    assert_eq!(rules.time(), "turn");
}

/// The owners and walls of the journal are those drawn; a standing wall has no breach, not even in a tray.
#[test]
fn r6_10_8_breaches_are_drawn_where_walls_fell_and_owners_as_they_are_told() {
    let rules = load("fortress");
    let ground = rules.ground();
    let [barges, breaches] = ["barge", "breach"].map(|code| pieces(&rules, code));
    let (mut taken, mut fallen) = (0, 0);
    for number in 0..8 {
        let seed = RunSeed(1809).game(number);
        let mut players = ByChance::new(seed);
        let mut table = Table::new(SeededDice::new(seed), Log::default());
        let mut state = rules.opening();
        let mut list = ActionList::within(rules.limits());
        let mut owners = BTreeMap::new();
        rules.play_on(&mut state, &mut table, &mut list, |rules, state, legal, table| {
            for entry in table.journal.entries.drain(..) {
                let Entry::Event(Event::Change { what: "owner", whose, to, .. }) = entry else { continue };
                owners.insert(whose, rules.value("owner", to).to_string());
            }
            let position = rules.picture(state);
            let fell = |piece: &usize| {
                let wall = ground.pieces[*piece].name.trim_start_matches("breach ");
                let mut cells = state.breached().iter().map(|square| CellId::from_index(square.index()));
                cells.find(|cell| ground.cell(*cell).label == wall)
            };
            for piece in &breaches {
                let spot = fell(piece).map_or(Spot::Nowhere, Spot::Cell);
                assert_eq!(position.counters[*piece].spot, spot, "{}", ground.pieces[*piece].name);
                fallen += usize::from(fell(piece).is_some());
            }
            for (whose, owner) in &owners {
                let drawn = match rules.drawn(*whose).expect("a barge or a gate") {
                    Drawn::Piece(piece) => {
                        assert!(barges.contains(&piece.index()));
                        taken += 1;
                        ground.pieces[piece.index()].holder(&position.counters[piece.index()])
                    }
                    Drawn::Cell(gate) => {
                        let found = position.owned.iter().find(|(cell, _)| *cell == gate);
                        // A gate that has fallen has no owner.
                        let Some((_, side)) = found else { continue };
                        Some(*side)
                    }
                };
                assert_eq!(drawn.map(|side| rules.side_name(side)), Some(owner.as_str()));
            }
            choose_boldly(rules, state, legal, &mut players)
        });
    }
    assert!(
        taken > 0 && fallen > 0,
        "{taken} positions with a barge that was taken, {fallen} with a wall that fell"
    );
}
