//! The promises of systems that can be drawn.

use std::collections::BTreeSet;

use crate::actions::ActionList;
use crate::dice::SeededDice;
use crate::journal::{Entry, Log};
use crate::picture::{Counter, Deed, Drawn, LookOf, Pictured, Position, Spot, Tells};
use crate::rules::{Notation, Play};
use crate::side::Side;
use crate::table::Table;

use super::{ByChance, SEED, Trial};

/// Cells have unique names, corners around their middle and a known ground; lines run between neighbours; what lies
/// in a cell lies in an existing one.
pub fn a_board_is_of_cells_with_names_and_all_else_lies_where_there_are_cells<R: Pictured>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let ground = rules.ground();
    assert!(ground.across > 0 && !ground.cells.is_empty(), "a board has room");
    let codes: BTreeSet<&str> = ground.looks.iter().map(|look| look.code).collect();
    assert_eq!(codes.len(), ground.looks.len(), "each look has a code of its own");
    let is_of_code = |letter: char| letter.is_ascii_lowercase() || letter == '-';
    assert!(codes.iter().all(|code| !code.is_empty() && code.chars().all(is_of_code)), "{codes:?}");
    let labels: BTreeSet<&str> = ground.cells.iter().map(|cell| cell.label.as_str()).collect();
    assert_eq!(labels.len(), ground.cells.len(), "each cell has a label of its own");
    for cell in &ground.cells {
        assert!(cell.corners.len() >= 3, "{} has {} corners", cell.label, cell.corners.len());
        let corners: BTreeSet<_> = cell.corners.iter().collect();
        assert_eq!(corners.len(), cell.corners.len(), "{}: a corner twice", cell.label);
        assert_eq!(ground.look(cell.ground).of, LookOf::Ground, "{}", cell.label);
    }
    for line in &ground.lines {
        let labels = line.between.map(|cell| &ground.cell(cell).label);
        assert!(ground.border(line.between).is_some(), "{labels:?} have no border in common");
        assert!(matches!(ground.look(line.look).of, LookOf::Border | LookOf::Way), "{labels:?}");
    }
    for mark in &ground.marks {
        assert_eq!(ground.look(mark.look).of, LookOf::Mark, "{}", ground.cell(mark.cell).label);
    }
    let names: BTreeSet<&str> = ground.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names.len(), ground.pieces.len(), "each piece has a name of its own");
    for piece in &ground.pieces {
        assert_eq!(ground.look(piece.look).of, LookOf::Piece, "{}", piece.name);
        assert!(piece.short.chars().count() <= 5, "{} is not short", piece.short);
    }
    assert!(ground.conditions.len() <= 32, "a counter has 32 bits for what is true of it");
}

/// Plays random games with a journal, with each position drawn before and after every decision.
fn each_decision<R: Pictured + Notation>(
    trial: &Trial<R>,
    mut tell: impl FnMut(&R::State, &Position, &[Entry]),
) {
    let Trial { rules, games, .. } = trial;
    let mut list = ActionList::within(rules.limits());
    for number in 0..*games {
        let seed = SEED.game(number);
        let mut players = ByChance::new(seed);
        let mut state = rules.opening();
        let mut table = Table::new(SeededDice::new(seed), Log::default());
        let mut drawn = Position::default();
        rules.play_on(&mut state, &mut table, &mut list, |rules, state, legal, table| {
            rules.draw(state, &mut drawn);
            tell(state, &drawn, &table.journal.entries);
            table.journal.entries.clear();
            players.choose(rules.to_act(state), legal.len())
        });
        tell(&state, &rules.picture(&state), &table.journal.entries);
    }
}

/// A counter for each piece, in an existing cell or tray; no two of a side at the same place of a stack.
pub fn every_counter_is_somewhere_and_the_stacks_are_in_order<R: Pictured + Notation>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let ground = rules.ground();
    each_decision(trial, |state, position, _| {
        assert_eq!(position.counters.len(), ground.pieces.len(), "{state:?}");
        assert!(position.stage >= 1, "stages count from 1");
        assert_eq!(*position, rules.picture(state), "a position drawn over another is as if drawn afresh");
        let owned: BTreeSet<_> = position.owned.iter().map(|(cell, _)| cell.index()).collect();
        assert!(
            owned.iter().all(|cell| *cell < ground.cells.len()),
            "a cell that is not there is somebody's"
        );
        assert_eq!(owned.len(), position.owned.len(), "a cell has one owner");
        let mut places = BTreeSet::new();
        for (piece, counter) in ground.pieces.iter().zip(&position.counters) {
            let is_there = match counter.spot {
                Spot::Cell(cell) | Spot::Marker(cell) => cell.index() < ground.cells.len(),
                Spot::Tray(tray) => tray.index() < ground.trays.len(),
                Spot::Nowhere => true,
            };
            assert!(is_there, "{} is nowhere: {:?}", piece.name, counter.spot);
            let is_of_piece = counter.look.is_none_or(|look| ground.look(look).of == LookOf::Piece);
            assert!(is_of_piece, "{} looks like no piece", piece.name);
            assert!(counter.heading.is_none_or(|heading| heading < 360), "{} faces nowhere", piece.name);
            assert!(u64::from(counter.conditions) >> ground.conditions.len() == 0, "{}", piece.name);
            let Tells { losses, shots } = ground.tells;
            assert!(
                (losses || counter.losses == 0) && (shots || counter.shots == 0),
                "{} tells more",
                piece.name
            );
            if let Some(cell) = counter.spot.cell() {
                let place = (cell, piece.side, piece.look.0, counter.depth);
                assert!(places.insert(place), "{} shares a place in its stack", piece.name);
            }
        }
    });
}

/// What a side cannot know is not drawn: the picture is that of any position it can imagine.
pub fn nothing_hidden_is_drawn<R: Pictured + Notation>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let mut number = 0;
    each_decision(trial, |state, position, _| {
        for viewer in Side::BOTH {
            number += 1;
            let mut imagined = state.clone();
            rules.imagine(&mut imagined, viewer, &mut SeededDice::new(SEED.game(number)));
            assert_eq!(
                *position,
                rules.picture(&imagined),
                "{viewer:?} would see what is hidden at {state:?}"
            );
        }
    });
}

/// The losses that the journal reports are the losses drawn, and a piece stands where its last move took it.
pub fn deeds_agree_with_what_is_drawn_before_and_after<R: Pictured + Notation>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let ground = rules.ground();
    let mut before: Vec<Counter> = Vec::new();
    each_decision(trial, |state, position, heard| {
        let is_same_game = !heard.is_empty() && before.len() == position.counters.len();
        if is_same_game {
            let mut cells: Vec<_> = before.iter().map(|counter| counter.spot.cell()).collect();
            let mut has_moved = vec![false; cells.len()];
            let mut losses: Vec<_> = before.iter().map(|counter| counter.losses).collect();
            for entry in heard {
                let Entry::Event(event) = entry else { continue };
                match rules.deed(event) {
                    Some((piece, Deed::Moves(cell))) => {
                        (cells[piece.index()], has_moved[piece.index()]) = (cell, true);
                    }
                    Some((piece, Deed::Loses(more))) => losses[piece.index()] += more,
                    Some((piece, Deed::Recovers(fewer))) => losses[piece.index()] -= fewer,
                    Some((_, Deed::Fires)) | None => (),
                }
            }
            for (index, counter) in position.counters.iter().enumerate() {
                let name = &ground.pieces[index].name;
                if has_moved[index] {
                    assert_eq!(counter.spot.cell(), cells[index], "{name} moved elsewhere at {state:?}");
                }
                assert_eq!(counter.losses, losses[index], "{name} has other losses at {state:?}");
            }
        }
        before.clone_from(&position.counters);
        if rules.outcome(state).is_some() {
            before.clear();
        }
    });
    for index in 0..u16::MAX {
        match rules.drawn(crate::Subject(index)) {
            Some(Drawn::Piece(piece)) => assert!(piece.index() < ground.pieces.len()),
            Some(Drawn::Cell(cell)) => assert!(cell.index() < ground.cells.len()),
            None => (),
        }
    }
}

/// A row of a table has as many cells as the table has heads.
pub fn tables_have_a_cell_for_every_column<R: Pictured>(trial: &Trial<R>) {
    let rules = &trial.rules;
    for table in rules.tables() {
        assert!(!table.rows.is_empty(), "{} is empty", table.title);
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.title);
    }
}
