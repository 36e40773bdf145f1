//! Prints a game between two bold players: `cargo run -p szala-verdox --example tell -- drill 1 15` is game 15 of
//! seed 1 on the drill ground. The games under `scenarios/verdox/playthroughs` were made with it.

#[path = "../tests/it/told.rs"]
mod told;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, seed, number] = arguments.as_slice() else {
        eprintln!("give a scenario, a seed and a number: drill 1 15");
        std::process::exit(2);
    };
    match (told::try_load(scenario), seed.parse(), number.parse()) {
        (Ok(_), Ok(seed), Ok(number)) => print!("{}", told::told(&told::load(scenario), seed, number)),
        (Err(problems), _, _) => eprintln!("{problems}"),
        _ => eprintln!("seed and number are whole numbers"),
    }
}
