//! The reference games, Breakthrough and Pig, through the public trait, for comparison with other programs that play
//! them (`benches/peers/run` does this):
//!
//! ```text
//! reference play GAME GAMES SEED   random games: sums over all of them as JSON, and the processor time of playing
//! reference tell GAME GAMES SEED   the same games, every list of legal actions, choice and die, a line each
//! reference count DEPTH            how many lines of DEPTH steps Breakthrough has, and the time to count them
//! ```

use std::fmt::{Debug, Display, Write as _};
use std::process::ExitCode;

use szala_benches::{clock, next_chance};
use szala_breakthrough::{Breakthrough, State, Step};
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::Event;
use szala_kernel::{
    ActionList, GameSeed, Journal, Notation, Outcome, Play, Rules, RunSeed, Side, Stream, Table,
};
use szala_pig::Pig;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Some(report) = run(&arguments) {
        print!("{report}");
        ExitCode::SUCCESS
    } else {
        eprintln!("usage: reference play|tell breakthrough|pig GAMES SEED, or reference count DEPTH");
        ExitCode::from(2)
    }
}

fn run(arguments: &[&str]) -> Option<String> {
    let number = |text: &str| text.parse::<u64>().ok();
    Some(match *arguments {
        ["play", "breakthrough", games, seed] => play(&Breakthrough, number(games)?, RunSeed(number(seed)?)),
        ["play", "pig", games, seed] => play(&Pig, number(games)?, RunSeed(number(seed)?)),
        ["tell", "breakthrough", games, seed] => tell(&Breakthrough, number(games)?, RunSeed(number(seed)?)),
        ["tell", "pig", games, seed] => tell(&Pig, number(games)?, RunSeed(number(seed)?)),
        ["count", depth] => count(depth.parse().ok().filter(|depth| *depth > 0)?),
        _ => return None,
    })
}

/// Sums over games, enough for means, ratios and their errors: decisions and listed actions of a game, their squares
/// and their product.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    games: u64,
    first: u64,
    drawn: u64,
    decisions: u64,
    decisions_squared: u64,
    actions: u64,
    actions_squared: u64,
    product: u64,
}

impl Sums {
    fn add(&mut self, outcome: Outcome, decisions: u64, actions: u64) {
        self.games += 1;
        self.first += u64::from(outcome.winner == Some(Side::First));
        self.drawn += u64::from(outcome.winner.is_none());
        self.decisions += decisions;
        self.decisions_squared += decisions * decisions;
        self.actions += actions;
        self.actions_squared += actions * actions;
        self.product += decisions * actions;
    }
}

/// The figures that the other programs print as well.
fn json(sums: Sums, nanoseconds: i64) -> String {
    let Sums { games, first, drawn, decisions: d, decisions_squared: dd, actions: a, .. } = sums;
    let Sums { actions_squared: aa, product: ad, .. } = sums;
    format!(
        "{{\"games\": {games}, \"first\": {first}, \"drawn\": {drawn}, \"d\": {d}, \"dd\": {dd}, \"a\": {a}, \
         \"aa\": {aa}, \"ad\": {ad}, \"ns\": {nanoseconds}}}\n"
    )
}

fn chance_of(game: GameSeed) -> u64 {
    game.key(Stream::FirstPlayer)
}

fn play<R: Rules>(rules: &R, games: u64, seed: RunSeed) -> String {
    let mut list = ActionList::within(rules.limits());
    let mut sums = Sums::default();
    let start = clock::nanoseconds();
    for game in (0..games).map(|number| seed.game(number)) {
        let mut words = chance_of(game);
        let mut actions = 0;
        let finished = rules.play_game(game, &mut list, |_, _, legal| {
            actions += legal.len() as u64;
            next_chance(&mut words, legal.len())
        });
        sums.add(finished.outcome, finished.decisions as u64, actions);
    }
    json(sums, clock::nanoseconds() - start)
}

/// Keeps the faces rolled since the last decision.
struct Faces(Vec<u8>);

impl Journal for Faces {
    fn event(&mut self, event: Event) {
        if let Event::Roll { face, .. } = event {
            self.0.push(face);
        }
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

/// A line a game: `legal,legal:chosen` for a decision, `=face` for a die, and the sign of the winner at the end.
fn tell<R: Notation<Action: Debug>>(rules: &R, games: u64, seed: RunSeed) -> String {
    let mut list = ActionList::within(rules.limits());
    let mut text = String::new();
    for game in (0..games).map(|number| seed.game(number)) {
        let mut words = chance_of(game);
        let mut table = Table::new(SeededDice::new(game), Faces(Vec::new()));
        let tell_faces = |faces: &mut Faces, text: &mut String| {
            faces.0.drain(..).for_each(|face| write!(text, "={face} ").expect("a text takes all"));
        };
        let finished =
            rules.play_on(&mut rules.opening(), &mut table, &mut list, |rules, _, legal, table| {
                tell_faces(&mut table.journal, &mut text);
                let chosen = next_chance(&mut words, legal.len());
                let names: Vec<String> = legal.iter().map(|action| rules.say(*action).to_string()).collect();
                write!(text, "{}:{} ", names.join(","), names[chosen]).expect("a text takes all");
                chosen
            });
        tell_faces(&mut table.journal, &mut text);
        writeln!(text, "{}", finished.outcome.winner.map_or(0, Side::sign)).expect("a text takes all");
    }
    text
}

/// Counts the lines of Breakthrough by the convention of chess programs: the last step of each is listed, not taken.
fn count(depth: usize) -> String {
    let mut lists = vec![ActionList::within(Breakthrough.limits()); depth];
    let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
    let start = clock::nanoseconds();
    let lines = lines(&Breakthrough.opening(), &mut lists, &mut table);
    format!("{{\"lines\": {lines}, \"ns\": {}}}\n", clock::nanoseconds() - start)
}

fn lines(state: &State, lists: &mut [ActionList<Step>], table: &mut Table<SeededDice, ()>) -> u64 {
    let (list, deeper) = lists.split_first_mut().expect("a list for each step");
    list.clear();
    if Breakthrough.outcome(state).is_none() {
        Breakthrough.actions(state, list);
    }
    if deeper.is_empty() {
        return list.len() as u64;
    }
    let after = |step: &Step| {
        let mut state = state.clone();
        Breakthrough.apply(&mut state, *step, table);
        lines(&state, deeper, table)
    };
    list.iter().map(after).sum()
}
