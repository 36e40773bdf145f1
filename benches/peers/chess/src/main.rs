//! Chess by two libraries, as a yardstick of the cost of a well-made rules engine; `benches/peers/run` calls it:
//!
//! ```text
//! chess play LIBRARY GAMES SEED   random games: sums over all of them as JSON, and the processor time of playing
//! chess count LIBRARY DEPTH       how many lines of DEPTH moves there are, and the time to count them
//! ```
//!
//! A random game ends when there is no legal move, or after 200 moves of both sides together: draws by rule, on which
//! libraries differ, are left out, so that both play the same game. The winner does not matter here.

use std::process::ExitCode;

use rustix::time::{ClockId, clock_gettime};

const LONGEST: u64 = 200;

/// What a library must implement to be measured.
trait Chess: Clone {
    type Move: Clone;

    fn opening() -> Self;
    /// Puts all legal moves into the empty list.
    fn list(&self, moves: &mut Vec<Self::Move>);
    fn count(&self) -> u64;
    fn play(&mut self, chosen: &Self::Move);
}

impl Chess for shakmaty::Chess {
    type Move = shakmaty::Move;

    fn opening() -> Self {
        Self::default()
    }

    fn list(&self, moves: &mut Vec<Self::Move>) {
        moves.extend(shakmaty::Position::legal_moves(self));
    }

    fn count(&self) -> u64 {
        shakmaty::Position::legal_moves(self).len() as u64
    }

    fn play(&mut self, chosen: &Self::Move) {
        shakmaty::Position::play_unchecked(self, *chosen);
    }
}

impl Chess for cozy_chess::Board {
    type Move = cozy_chess::Move;

    fn opening() -> Self {
        Self::default()
    }

    fn list(&self, moves: &mut Vec<Self::Move>) {
        self.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        self.generate_moves(|of_piece| {
            count += of_piece.len() as u64;
            false
        });
        count
    }

    fn play(&mut self, chosen: &Self::Move) {
        self.play_unchecked(*chosen);
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Some(report) = run(&arguments) {
        println!("{report}");
        ExitCode::SUCCESS
    } else {
        eprintln!(
            "usage: chess play shakmaty|cozy-chess GAMES SEED, or chess count shakmaty|cozy-chess DEPTH"
        );
        ExitCode::from(2)
    }
}

fn run(arguments: &[&str]) -> Option<String> {
    Some(match *arguments {
        ["play", "shakmaty", games, seed] => play::<shakmaty::Chess>(games.parse().ok()?, seed.parse().ok()?),
        ["play", "cozy-chess", games, seed] => {
            play::<cozy_chess::Board>(games.parse().ok()?, seed.parse().ok()?)
        }
        ["count", "shakmaty", depth] => count::<shakmaty::Chess>(depth.parse().ok()?),
        ["count", "cozy-chess", depth] => count::<cozy_chess::Board>(depth.parse().ok()?),
        _ => return None,
    })
}

/// The processor time of this program so far, in nanoseconds.
fn processor_time() -> i64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// A random place out of `count`: the generator that Szala's own games are measured with.
fn next_chance(words: &mut u64, count: usize) -> usize {
    *words = words.wrapping_add(0x9E37_79B9_7F4A_7C15);
    usize::try_from(((mix(*words) >> 32) * count as u64) >> 32).expect("below the count")
}

fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

fn play<C: Chess>(games: u64, seed: u64) -> String {
    // Mixed, so that the streams of two seeds are far apart.
    let mut words = mix(seed);
    let mut moves = Vec::with_capacity(256);
    let [mut d, mut dd, mut a, mut aa, mut ad] = [0; 5];
    let start = processor_time();
    for _ in 0..games {
        let mut position = C::opening();
        let (mut decisions, mut actions) = (0, 0);
        while decisions < LONGEST {
            moves.clear();
            position.list(&mut moves);
            if moves.is_empty() {
                break;
            }
            decisions += 1;
            actions += moves.len() as u64;
            position.play(&moves[next_chance(&mut words, moves.len())]);
        }
        d += decisions;
        dd += decisions * decisions;
        a += actions;
        aa += actions * actions;
        ad += actions * decisions;
    }
    let nanoseconds = processor_time() - start;
    format!(
        "{{\"games\": {games}, \"first\": 0, \"drawn\": 0, \"d\": {d}, \"dd\": {dd}, \"a\": {a}, \"aa\": {aa}, \
         \"ad\": {ad}, \"ns\": {nanoseconds}}}"
    )
}

fn count<C: Chess>(depth: u32) -> String {
    let start = processor_time();
    let lines = lines(&C::opening(), depth);
    format!("{{\"lines\": {lines}, \"ns\": {}}}", processor_time() - start)
}

/// The last move of each line is listed and not played, the convention of chess programs.
fn lines<C: Chess>(position: &C, depth: u32) -> u64 {
    if depth <= 1 {
        return position.count();
    }
    let mut moves = Vec::with_capacity(256);
    position.list(&mut moves);
    let after = |chosen: &C::Move| {
        let mut position = position.clone();
        position.play(chosen);
        lines(&position, depth - 1)
    };
    moves.iter().map(after).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of lines from the opening of chess that every chess program agrees on, from one move to five.
    #[test]
    fn both_count_the_lines_of_chess_right() {
        for (depth, expected) in (1..).zip([20, 400, 8_902, 197_281, 4_865_609]) {
            assert_eq!(lines(&shakmaty::Chess::opening(), depth), expected, "shakmaty, {depth} moves");
            assert_eq!(lines(&cozy_chess::Board::opening(), depth), expected, "cozy-chess, {depth} moves");
        }
    }
}
