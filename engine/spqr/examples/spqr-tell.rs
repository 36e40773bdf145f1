//! Prints a game of two bold players, decision by decision, with everything that follows from each:
//! `cargo run -p szala-spqr --example spqr-tell -- drill-hills 255 16`. The games under
//! `scenarios/spqr/playthroughs` were made with it.

#[path = "../tests/it/bold.rs"]
mod bold;
#[path = "../tests/it/told.rs"]
mod told;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seed, number] = arguments.as_slice() else {
        eprintln!("give a scenario, a seed and the number of a game: drill-hills 255 16");
        std::process::exit(2);
    };
    let rules = bold::load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let seed = seed.parse().expect("the seed is a whole number");
    print!("{}", told::told(&rules, seed, number.parse().expect("the number of a game")));
}
