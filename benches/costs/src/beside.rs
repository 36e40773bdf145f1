//! Niemenczyn and a scenario of the size of Maciejowice, opened by the same door and played by the same program:
//! games a second and core of both.

use std::fmt::Write;
use std::fs;

use szala_insurrection::scenario::{Loaded, Opened, open};
use szala_insurrection::{Insurrection, Room, State};

use crate::measure::{Pace, pace};
use crate::synthetic::{MACIEJOWICE, SCENARIO, write};

/// Plays both and prints a table.
pub(crate) fn table() -> Result<String, String> {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/niemenczyn-1794/historical.toml");
    let shipped = open(shipped, &|path| fs::read_to_string(path).map_err(|why| why.to_string()));
    let files = write(MACIEJOWICE);
    let large = open(SCENARIO, &|path| files.read(path));
    let mut text =
        "| scenario | units | hexes | bytes a position | players | games a second | decisions a game | µs a \
                    decision |\n|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for opened in [shipped, large] {
        match opened.map_err(|problems| problems.to_string())? {
            Opened::Small(loaded) => rows(&mut text, loaded)?,
            Opened::Large(loaded) => rows(&mut text, loaded)?,
        }
    }
    Ok(text)
}

fn rows<R: Room>(text: &mut String, loaded: Loaded<R>) -> Result<(), String> {
    let rules = Insurrection::new(loaded.scenario);
    let scenario = rules.scenario();
    let (title, units, hexes) = (&scenario.title, scenario.units.len(), scenario.board.hexes().len());
    let bytes = size_of::<State<R>>();
    for player in ["uniform", "heuristic"] {
        let Pace { games_a_second, decisions_a_game, micros_a_decision } = pace(&rules, player)?;
        writeln!(
            text,
            "| {title} | {units} | {hexes} | {bytes} | {player} | {games_a_second:.1} | {decisions_a_game:.0} | \
             {micros_a_decision:.2} |"
        )
        .expect("writing to a string never fails");
    }
    Ok(())
}
