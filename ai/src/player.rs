//! What a player is, and what it sees.

use std::borrow::Cow;

use szala_kernel::dice::SeededDice;
use szala_kernel::rules::Finished;
use szala_kernel::{ActionList, BySide, Dice, GameSeed, Play, Rules, Side, Table};

/// What a player sees before legal actions have been listed.
#[derive(Debug)]
pub struct Glance<'v, R: Rules> {
    rules: &'v R,
    state: &'v R::State,
}

impl<R: Rules> Clone for Glance<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Glance<'_, R> {}

impl<'v, R: Rules> Glance<'v, R> {
    pub(crate) const fn new(rules: &'v R, state: &'v R::State) -> Self {
        Self { rules, state }
    }

    /// The rules of the game.
    pub const fn rules(self) -> &'v R {
        self.rules
    }

    /// The position, including what is hidden in it: for code that reads only public information, in a game where
    /// imagining a position would cost more than the decision. A player that reads a secret here cheats, and the
    /// verdict is worthless; a test like those of `exam/tests/generic/secrets.rs` should show that the choice does
    /// not depend on any.
    pub const fn position(self) -> &'v R::State {
        self.state
    }

    /// The side that is to act.
    pub fn side(self) -> Side {
        self.rules.to_act(self.state)
    }

    /// The position with what the player cannot know imagined by `dice`, written into a reusable one.
    pub fn imagine_into<D: Dice>(self, state: &mut R::State, dice: &mut D) {
        state.clone_from(self.state);
        self.rules.imagine(state, self.side(), dice);
    }
}

/// What a player sees when it decides.
#[derive(Debug)]
pub struct View<'v, R: Rules> {
    rules: &'v R,
    state: &'v R::State,
    legal: &'v [R::Action],
}

impl<'v, R: Rules> View<'v, R> {
    /// The view of the side to act.
    pub const fn new(rules: &'v R, state: &'v R::State, legal: &'v [R::Action]) -> Self {
        Self { rules, state, legal }
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &'v R {
        self.rules
    }

    /// The legal actions, in the order of the rules; never empty.
    pub const fn legal(&self) -> &'v [R::Action] {
        self.legal
    }

    /// The same before anything was listed.
    pub const fn glance(&self) -> Glance<'v, R> {
        Glance { rules: self.rules, state: self.state }
    }

    /// The side that is to act.
    pub fn side(&self) -> Side {
        self.rules.to_act(self.state)
    }

    /// The position, with what the player cannot know imagined by `dice`.
    pub fn imagine<D: Dice>(&self, dice: &mut D) -> R::State {
        let mut state = self.state.clone();
        self.rules.imagine(&mut state, self.side(), dice);
        state
    }

    /// The same, written into a reusable position.
    pub fn imagine_into<D: Dice>(&self, state: &mut R::State, dice: &mut D) {
        self.glance().imagine_into(state, dice);
    }
}

/// One whole game between two players, with the dice that belong to its number; not a [keyed](GameSeed::is_keyed) one,
/// see [`Play::play_game`].
///
/// # Panics
/// When the game is keyed, or cannot be played to its end.
pub fn play_game<R: Rules, P: Player<R>>(
    rules: &R,
    game: GameSeed,
    players: &mut BySide<P>,
    list: &mut ActionList<R::Action>,
) -> Finished {
    assert!(!game.is_keyed(), "a keyed game is played with keyed dice");
    for side in Side::BOTH {
        players[side].begin(rules, game, side);
    }
    let mut table = Table::new(SeededDice::new(game), ());
    let finished = rules.play_by(&mut rules.opening(), &mut table, |rules, state, _| {
        players[rules.to_act(state)].decide(rules, state, list)
    });
    finished.unwrap_or_else(|aborted| panic!("{aborted}"))
}

/// A player's opinion of one legal action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The place of the action among [`View::legal`].
    pub place: usize,
    /// Its value on the player's own scale; more is better.
    pub value: i64,
    /// Why, in a few words.
    pub why: Cow<'static, str>,
}

/// Decides for one side.
pub trait Player<R: Rules> {
    /// Starts a new game; all random numbers of a player come from the game's seed and its side. In a
    /// [keyed](GameSeed::is_keyed) game each random choice has a key of its own.
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side);

    /// Takes up a game in the middle, forgetting all that came before it: as a new game, but for a
    /// [mix](crate::Mix), which goes on with the player it has drawn.
    fn begin_again(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.begin(rules, game, side);
    }

    /// The place of its choice among [`View::legal`].
    fn choose(&mut self, view: &View<'_, R>) -> usize;

    /// What it would [choose](Self::choose), if it knows that without the list of legal actions: listing may be most
    /// of a decision. `None` if it does not know, and then nothing in it has changed.
    fn at_once(&mut self, _glance: Glance<'_, R>) -> Option<R::Action> {
        None
    }

    /// Its decision, for callers that play games; legal actions are listed only if necessary. `None` when no action
    /// is legal.
    fn decide(&mut self, rules: &R, state: &R::State, list: &mut ActionList<R::Action>) -> Option<R::Action> {
        self.at_once(Glance { rules, state }).or_else(|| {
            list.clear();
            rules.actions(state, list);
            (!list.is_empty()).then(|| list[self.choose(&View::new(rules, state, list))])
        })
    }

    /// Its opinions of the legal actions, at least of those that it considers; the one that
    /// [`choose`](Self::choose) would take here has the highest value. Empty for a player without opinions.
    /// For readers who ask why; not part of play, and without effect on it.
    fn opinions(&self, _view: &View<'_, R>) -> Vec<Opinion> {
        Vec::new()
    }

    /// The name of the player that plays this game, where it is [one of several](crate::Mix).
    fn drawn(&self, _game: GameSeed, _side: Side) -> Option<&str> {
        None
    }
}

impl<R: Rules, P: Player<R> + ?Sized> Player<R> for &mut P {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        (**self).begin(rules, game, side);
    }

    fn begin_again(&mut self, rules: &R, game: GameSeed, side: Side) {
        (**self).begin_again(rules, game, side);
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        (**self).choose(view)
    }

    fn at_once(&mut self, glance: Glance<'_, R>) -> Option<R::Action> {
        (**self).at_once(glance)
    }

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        (**self).opinions(view)
    }

    fn drawn(&self, game: GameSeed, side: Side) -> Option<&str> {
        (**self).drawn(game, side)
    }
}
