//! A mix: several players of a side with shares, of whom each game draws one. What plays is the player that was drawn;
//! who is in a mix, a file says ([`Share`]).
//!
//! The draw depends on the game's seed and the side alone, so the same game has the same player in a run, in pairs,
//! in a replay and on any machine. It has a stream of its own, so that the player who is drawn plays as it would
//! alone.

use core::fmt;
use std::path::Path;
use std::sync::Arc;

use szala_files::{Complaint, Document, Field, placed};
use szala_kernel::seed::mix;
use szala_kernel::{ActionList, GameSeed, Rules, Side, Stream};

use crate::{Glance, Opinion, Player, View};

/// The kind of player in the name `mix:FILE`.
pub const MIX: &str = "mix";
/// The table of a mix's file that says how it was found; players do not read it.
pub const FOUND: &str = "found";
/// No player of a mix has a larger share.
const MOST: u32 = 1_000_000_000;
/// Sets the draw apart from the choices of the player.
const APART: u64 = 0x6D69_785F_6472_6177;

/// A player of a mix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its name. Files in it are named from the folder of the mix's file.
    pub player: String,
    /// How often it is drawn, in parts of the sum of all shares.
    pub share: u32,
}

/// One player, or several of which each game draws one.
#[derive(Clone, Debug)]
pub struct Mix<P> {
    /// Plays this game.
    playing: P,
    /// Whose place it has left among the others.
    place: usize,
    /// All players of a mix; none for a player alone. In the place of the one that is playing there is one to spare, so
    /// that a decision costs no more than that of a player alone.
    others: Vec<P>,
    draw: Option<Arc<Draw>>,
}

/// Names and shares, the same for all copies.
#[derive(Debug)]
struct Draw {
    names: Vec<String>,
    /// The sum of the shares up to and including each player.
    ends: Vec<u64>,
}

impl<P: Clone> Mix<P> {
    /// A player alone.
    pub fn alone(player: P) -> Self {
        Self { playing: player, place: 0, others: Vec::new(), draw: None }
    }

    /// Who plays this game.
    pub fn playing(&self) -> &P {
        &self.playing
    }

    /// Several players by their names, with their shares.
    ///
    /// # Panics
    /// When nobody has a share.
    pub fn of(players: Vec<(Share, P)>) -> Self {
        let mut end = 0;
        let (mut names, mut ends, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (Share { player: name, share }, player) in players {
            end += u64::from(share);
            names.push(name);
            ends.push(end);
            others.push(player);
        }
        assert!(end > 0, "somebody in a mix has a share");
        let playing = others[0].clone();
        Self { playing, place: 0, others, draw: Some(Arc::new(Draw { names, ends })) }
    }
}

impl Draw {
    /// The place of the player that a game draws.
    fn place(&self, game: GameSeed, side: Side) -> usize {
        let all = *self.ends.last().expect("somebody is in a mix");
        let key = mix(game.key(Stream::of_player(side)) ^ APART);
        // All numbers below the sum come equally often, but for a part in 2^34: sums are below 2^30 times the players.
        let lot =
            u64::try_from((u128::from(key) * u128::from(all)) >> 64).expect("below the sum of the shares");
        self.ends.partition_point(|end| *end <= lot)
    }
}

impl<R: Rules, P: Player<R>> Player<R> for Mix<P> {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        if let Some(draw) = &self.draw {
            let drawn = draw.place(game, side);
            if drawn != self.place {
                core::mem::swap(&mut self.playing, &mut self.others[self.place]);
                core::mem::swap(&mut self.playing, &mut self.others[drawn]);
                self.place = drawn;
            }
        }
        self.playing.begin(rules, game, side);
    }

    fn begin_again(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.playing.begin_again(rules, game, side);
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        self.playing.choose(view)
    }

    fn at_once(&mut self, glance: Glance<'_, R>) -> Option<R::Action> {
        self.playing.at_once(glance)
    }

    fn decide(&mut self, rules: &R, state: &R::State, list: &mut ActionList<R::Action>) -> Option<R::Action> {
        self.playing.decide(rules, state, list)
    }

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        self.playing.opinions(view)
    }

    fn drawn(&self, game: GameSeed, side: Side) -> Option<&str> {
        let draw = self.draw.as_deref()?;
        Some(&draw.names[draw.place(game, side)])
    }
}

/// The path of a file that is named from the folder of another.
pub fn beside(file: &str, path: &str) -> String {
    match Path::new(file).parent() {
        Some(folder) if folder != Path::new("") => folder.join(path).to_string_lossy().into_owned(),
        _ => path.to_owned(),
    }
}

/// Reads the players of a side from a mix's file, in which a list of tables is named after each side:
///
/// ```toml
/// [[Red]]
/// player = "sentry"
/// share = 3
///
/// [[Red]]
/// player = "sentry:bold.toml"
/// share = 1
/// ```
///
/// # Errors
/// Everything that is wrong with it, a line each, with its place.
pub fn read_mix(file: &str, text: &str, sides: [&str; 2], side: Side) -> Result<Vec<Share>, String> {
    let told = |complaints: Vec<Complaint>| placed(file, text, &complaints);
    let document = Document::parse(text).map_err(told)?;
    let root = document.root();
    let mut complaints = Vec::new();
    root.refuse_unknown(&[sides[0], sides[1], FOUND], &mut complaints);
    // A mistake in the players of the other side is a mistake in the file.
    let [first, second] = sides.map(|name| root.read_each(name, &mut complaints, |field| share_in(field)));
    let shares = if side == Side::First { first } else { second };
    let name = sides[side as usize];
    if complaints.is_empty() && shares.iter().all(|one| one.share == 0) {
        let message = if shares.is_empty() {
            format!("nobody plays for {name}; add [[{name}]] with a `player` and its `share`")
        } else {
            format!("every `share` of {name} is 0, so nobody plays; give a player a `share` above 0")
        };
        complaints.push(Complaint::new(root.span(), message));
    }
    if complaints.is_empty() { Ok(shares) } else { Err(told(complaints)) }
}

/// Writes the players of sides by the names of the sides, as [`read_mix`] reads them.
pub fn write_mix(sides: &[(&str, &[Share])]) -> String {
    fmt::from_fn(|f| {
        for (side, shares) in sides {
            for Share { player, share } in *shares {
                let side = if side.chars().all(|letter| letter.is_ascii_alphanumeric()) {
                    (*side).to_owned()
                } else {
                    quoted(side)
                };
                writeln!(f, "\n[[{side}]]\nplayer = {}\nshare = {share}", quoted(player))?;
            }
        }
        Ok(())
    })
    .to_string()
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let letter = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        _ if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        _ => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(letter).collect::<String>())
}

fn share_in(field: &Field<'_>) -> Result<Share, Complaint> {
    let section = field.section()?;
    let mut complaints = Vec::new();
    section.refuse_unknown(&["player", "share"], &mut complaints);
    if let Some(complaint) = complaints.pop() {
        return Err(complaint);
    }
    let missing = |key: &str, what: &str| {
        Complaint::new(section.span(), format!("there is no `{key}`; give it {what}"))
    };
    let player = section.get("player").ok_or_else(|| missing("player", "the name of a player"))?;
    let share = section.get("share").ok_or_else(|| missing("share", "a whole number of parts"))?;
    let name = player.sentence()?.value.trim();
    if name.split(':').next() == Some(MIX) {
        return Err(player.complain("a mix holds no other mix; name the players of that one"));
    }
    Ok(Share {
        player: name.to_owned(),
        share: share
            .number(0..=i64::from(MOST))
            .map(|share| u32::try_from(share).expect("the bounds are those of a share"))?,
    })
}

#[cfg(test)]
mod tests {
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{BySide, RunSeed};

    use super::*;
    use crate::{Uniform, play_game};

    fn share(player: &str, share: u32) -> Share {
        Share { player: player.to_owned(), share }
    }

    #[test]
    fn each_is_drawn_as_often_as_its_share_says_and_keyed_or_not_the_same() {
        let mix = Mix::of(vec![
            (share("often", 7), Uniform::default()),
            (share("never", 0), Uniform::default()),
            (share("seldom", 3), Uniform::default()),
        ]);
        let drawn = |game, side| Player::<TwoGates>::drawn(&mix, game, side).expect("a mix draws").to_owned();
        for side in Side::BOTH {
            let names: Vec<String> = (0..10_000).map(|number| drawn(RunSeed(1).game(number), side)).collect();
            let often = names.iter().filter(|name| *name == "often").count();
            // 7000 expected, with a standard deviation of sqrt(10 000 * 0.7 * 0.3) = 46.
            assert!(often.abs_diff(7_000) < 5 * 46, "{often}");
            assert!(!names.contains(&"never".to_owned()));
        }
        // The sides draw apart from each other: both often in 49 of 100 games, deviation 50 in 10 000.
        let both = (0..10_000)
            .map(|number| RunSeed(1).game(number))
            .filter(|game| Side::BOTH.iter().all(|side| drawn(*game, *side) == "often"));
        assert!(both.count().abs_diff(4_900) < 250);
        let game = RunSeed(9).game(4);
        assert_eq!(drawn(game, Side::First), drawn(game.keyed(), Side::First));
    }

    /// Notes in which game it was asked to play.
    #[derive(Clone, Debug)]
    struct Marked(Uniform, &'static str, Vec<u64>);

    impl Player<TwoGates> for Marked {
        fn begin(&mut self, rules: &TwoGates, game: GameSeed, side: Side) {
            self.2.push(game.number());
            self.0.begin(rules, game, side);
        }

        fn choose(&mut self, view: &View<'_, TwoGates>) -> usize {
            self.0.choose(view)
        }
    }

    #[test]
    fn who_was_drawn_plays_and_plays_as_it_would_alone() {
        let marked = |name| Marked(Uniform::default(), name, Vec::new());
        let mix = Mix::of(["a", "b", "c"].map(|name| (share(name, 1), marked(name))).into());
        let mut players = BySide::from_fn(|_| mix.clone());
        let mut alone = BySide::from_fn(|_| Mix::alone(Uniform::default()));
        let mut list = ActionList::within(TwoGates.limits());
        for number in 0..200 {
            let game = RunSeed(3).game(number);
            let end = play_game(&TwoGates, game, &mut players, &mut list);
            for side in Side::BOTH {
                let mix = &players[side];
                assert_eq!(Player::<TwoGates>::drawn(mix, game, side), Some(mix.playing.1));
                assert_eq!(mix.playing.2.last(), Some(&number));
            }
            assert_eq!(end, play_game(&TwoGates, game, &mut alone, &mut list));
        }
        assert_eq!(Player::<TwoGates>::drawn(&alone[Side::First], RunSeed(3).game(0), Side::First), None);
    }

    const SIDES: [&str; 2] = ["Red", "Blue"];

    #[test]
    fn a_file_holds_the_players_of_both_sides_and_how_they_were_found() {
        let text = "[found]\nvalue = 0.5\n[[Red]]\nplayer = 'sentry'\nshare = 3\n[[Red]]\nplayer = \"sentry:a.toml\"\n\
                    share = 1\n[[Blue]]\nplayer = \"uniform\"\nshare = 1\n";
        let read = |side| read_mix("m.toml", text, SIDES, side).expect("it is sound");
        assert_eq!(read(Side::First), [share("sentry", 3), share("sentry:a.toml", 1)]);
        assert_eq!(read(Side::Second), [share("uniform", 1)]);
    }

    #[test]
    fn a_file_that_is_written_is_read_again() {
        let shares = [share("sentry:my \"bold\" \\ one.toml", 999_999), share("uniform", 1)];
        let sides = ["Red", "Po lacy"];
        let text = write_mix(&[(sides[0], &shares), (sides[1], &shares[1..])]);
        assert_eq!(read_mix("m.toml", &text, sides, Side::First).as_deref(), Ok(&shares[..]), "{text}");
        assert_eq!(read_mix("m.toml", &text, sides, Side::Second).as_deref(), Ok(&shares[1..]));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_at_its_place() {
        for (text, expected) in [
            ("[[Red]]\nplayer = 'a'\nshare = 1\n", "m.toml:1:1: nobody plays for Blue; add [[Blue]]"),
            ("[[Rad]]\nplayer = 'a'\nshare = 1\n", "m.toml:1:3: there is no key `Rad`; did you mean `Red`?"),
            ("[[Blue]]\nshare = 1\n", "m.toml:1:1: there is no `player`"),
            ("[[Blue]]\nplayer = 'a'\n", "m.toml:1:1: there is no `share`"),
            ("[[Blue]]\nplayer = 'a'\nshare = -1\n", "m.toml:3:9: `share` takes a number from 0"),
            ("[[Blue]]\nplayer = 'mix:b'\nshare = 1\n", "m.toml:2:10: a mix holds no other mix"),
            ("[[Blue]]\nplayer = 'a'\nshare = 0\n", "m.toml:1:1: every `share` of Blue is 0"),
        ] {
            let told = read_mix("m.toml", text, SIDES, Side::Second).expect_err("it is wrong");
            assert!(told.starts_with(expected), "{text}: {told}");
        }
    }
}
