//! A player's own random numbers. In an ordinary game they are a stream, from which each decision takes the next. In
//! a game that [is keyed](GameSeed::is_keyed) every decision has a key of its own, so that an added decision in one
//! of two variants changes no other. Decisions without randomness, for instance the first of equals in a list, are
//! not affected: units that join a scenario come after those already there, and so leave their order unchanged.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use szala_kernel::dice::fair_choice;
use szala_kernel::pairing::{self, DecisionKeys};
use szala_kernel::seed::mix;
use szala_kernel::{Ask, Dice, Die, GameSeed, Paired, Side, Stream, Subject};

use crate::{Glance, View};

/// The random numbers that belong to the player of a side in an ordinary game.
pub fn chance_of(game: GameSeed, side: Side) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(game.key(Stream::of_player(side)))
}

/// The source of a player's random choices.
#[derive(Clone, Debug)]
pub struct Chance {
    stream: Xoshiro256PlusPlus,
    /// Allocated when the first keyed game begins: most players never play one.
    keys: Option<DecisionKeys>,
    is_keyed: bool,
    /// Sets these keys apart from those of another player of the side.
    apart: u64,
    /// The key of the last decision.
    last: u64,
}

impl Default for Chance {
    fn default() -> Self {
        let stream = Xoshiro256PlusPlus::seed_from_u64(0);
        Self { stream, keys: None, is_keyed: false, apart: 0, last: 0 }
    }
}

impl Chance {
    /// Starts a game.
    pub fn begin<R: Paired>(&mut self, rules: &R, game: GameSeed, side: Side) {
        (self.is_keyed, self.apart) = (game.is_keyed(), 0);
        if self.is_keyed {
            self.keys.get_or_insert_with(|| DecisionKeys::within(rules.limits())).begin(game, side);
        } else {
            self.stream = chance_of(game, side);
        }
    }

    /// The same for a player with another player of the side inside it that draws numbers too: they share none.
    pub fn begin_apart<R: Paired>(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.begin(rules, game, side);
        self.stream.jump();
        self.apart = 1;
    }

    /// What the present decision draws from: to be requested once per decision.
    pub fn lots<R: Paired>(&mut self, glance: Glance<'_, R>) -> Lots<'_> {
        if !self.is_keyed {
            return Lots::Stream(&mut self.stream);
        }
        let keys = self.keys.as_mut().expect("a keyed game has begun");
        self.last = keys.next(glance.rules(), glance.position()).wrapping_add(self.apart);
        Lots::Key { key: self.last, drawn: 0 }
    }

    /// A number for a second look at the last decision: it changes no later one.
    pub fn aside(&self) -> u64 {
        if self.is_keyed { mix(!self.last) } else { self.stream.clone().next_u64() }
    }
}

/// The numbers of one decision; also dice, to imagine with.
#[derive(Debug)]
pub enum Lots<'c> {
    /// The player's stream.
    Stream(&'c mut Xoshiro256PlusPlus),
    /// The key of the decision, and how many numbers have been drawn under it.
    Key {
        /// The key.
        key: u64,
        /// How many.
        drawn: u64,
    },
}

impl Lots<'_> {
    /// Any number.
    pub(crate) fn next(&mut self) -> u64 {
        match self {
            Self::Stream(stream) => stream.next_u64(),
            Self::Key { key, drawn } => {
                *drawn += 1;
                mix(*key ^ mix(*drawn))
            }
        }
    }

    /// A number below this one, all equally likely.
    pub fn below(&mut self, sides: usize) -> usize {
        match self {
            Self::Stream(stream) => fair_choice(sides, || stream.next_u32()),
            Self::Key { .. } => fair_choice(sides, || (self.next() >> 32) as u32),
        }
    }

    /// The lot of an action: in a keyed game, with one more in the list the others keep theirs.
    pub fn of<R: Paired>(&mut self, rules: &R, action: R::Action) -> u32 {
        match self {
            Self::Stream(stream) => stream.next_u32(),
            Self::Key { key, .. } => (mix(*key ^ rules.action_key(action)) >> 32) as u32,
        }
    }

    /// The place of any legal action, all equally likely.
    pub fn choose<R: Paired>(mut self, view: &View<'_, R>) -> usize {
        match self {
            Self::Stream(_) => self.below(view.legal().len()),
            Self::Key { key, .. } => pairing::choose(view.rules(), view.legal(), key),
        }
    }
}

impl Dice for Lots<'_> {
    fn roll(&mut self, die: Die, _: Ask) -> u8 {
        die.lowest() + u8::try_from(self.below(die.faces().into())).expect("a die has fewer than 256 faces")
    }

    /// By key the ticket with the highest hash.
    fn draw(&mut self, _: Ask, tickets: &[Subject]) -> usize {
        match self {
            Self::Stream(_) => self.below(tickets.len()),
            Self::Key { .. } => {
                let key = self.next();
                let luck = |at: &usize| mix(key ^ mix(u64::from(tickets[*at].0) + 1));
                (0..tickets.len()).max_by_key(luck).expect("something to draw from")
            }
        }
    }
}
