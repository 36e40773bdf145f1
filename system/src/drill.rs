//! Drill: games in which players of either side learn, and games that measure what they have learned, behind a trait
//! that knows neither the game nor the players. What is learned from them is the business of the analysis.

use core::ops::Range;
use std::sync::Arc;

use szala_ai::drilled::Lessons;
use szala_ai::net::Net;
use szala_ai::{AnyDrillable, Curiosity, Mix, play_game};
use szala_kernel::seed::mix;
use szala_kernel::{ActionList, BySide, GameSeed, Outcome, Rules as _, RunSeed, Side, Stream};

use crate::RuleSystem;
use crate::lent::Anybody;

/// Which player of a side is drilled, if any, and whom those of the other side meet there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// The player that learns, by name; nobody if the side does not.
    pub player: Option<String>,
    /// Those who meet the other side's, by name; several names mean more variety.
    pub others: Vec<String>,
}

/// The nets of a side that are met while it learns, the newest last, with which it learns.
pub type Nets = Vec<Arc<Net>>;

/// Players that are drilled.
pub trait Drill: Sync {
    /// The number of inputs of a side's net; none if it does not learn.
    fn inputs(&self, side: Side) -> Option<usize>;

    /// The kind of player that the file of a learning side makes: its name before the colon.
    fn kind(&self, side: Side) -> &'static str;

    /// The net with which a learning side begins, if it has one.
    fn net(&self, side: Side) -> Option<Arc<Net>>;

    /// Plays these games on one thread, and reports the decisions that a side can learn from, game by game. In each
    /// game one side learns or both do; a side that does not learn is played by one of the others, or with one of these
    /// nets.
    fn learn(
        &self,
        seed: RunSeed,
        numbers: Range<u64>,
        nets: &BySide<Nets>,
        curiosity: Curiosity,
        hear: &mut dyn FnMut(Side, &Lessons, Outcome),
    );

    /// Plays these games on one thread between a side with a net, not curious, and all others of the other side in
    /// turn; or without a net, the player as it was before.
    fn measure(
        &self,
        side: Side,
        net: Option<&Arc<Net>>,
        seed: RunSeed,
        numbers: Range<u64>,
        hear: &mut dyn FnMut(Outcome),
    );

    /// The file that makes the player of a learning side with this net.
    fn file(&self, side: Side, net: &Net, head: &str) -> String;
}

/// In how many of ten games both sides learn.
const BOTH: usize = 2;

/// Any system's.
pub(crate) struct Opened<'r, S: RuleSystem> {
    pub(crate) rules: &'r S::Rules,
    pub(crate) players: BySide<Option<AnyDrillable<'r, S>>>,
    pub(crate) others: BySide<Vec<Anybody<S::Seat>>>,
}

impl<'r, S: RuleSystem> Opened<'r, S> {
    fn pupil(&self, side: Side) -> &AnyDrillable<'r, S> {
        self.players[side].as_ref().expect("the side learns")
    }

    fn seat(&self, side: Side, net: Option<&Arc<Net>>, curiosity: Option<Curiosity>) -> Anybody<S::Seat> {
        Anybody::Ours(Mix::alone(self.pupil(side).with(net.cloned(), curiosity)))
    }

    /// Those whom the other side meets.
    fn met(&self, side: Side, nets: &Nets) -> Vec<Anybody<S::Seat>> {
        let mut met = self.others[side].clone();
        // Each of the nets is met as often as a few of the others together.
        let weight = 1 + met.len() / 6;
        for net in nets.iter().rev() {
            met.extend(core::iter::repeat_n(self.seat(side, Some(net), None), weight));
        }
        met
    }
}

impl<S: RuleSystem> Drill for Opened<'_, S> {
    fn kind(&self, side: Side) -> &'static str {
        self.pupil(side).kind()
    }

    fn inputs(&self, side: Side) -> Option<usize> {
        self.players[side].as_ref().map(|player| player.inputs())
    }

    fn net(&self, side: Side) -> Option<Arc<Net>> {
        self.players[side].as_ref()?.net()
    }

    fn learn(
        &self,
        seed: RunSeed,
        numbers: Range<u64>,
        nets: &BySide<Nets>,
        curiosity: Curiosity,
        hear: &mut dyn FnMut(Side, &Lessons, Outcome),
    ) {
        let mut list = ActionList::within(self.rules.limits());
        let pupils = BySide::from_fn(|side| {
            self.players[side].as_ref().map(|_| self.seat(side, nets[side].last(), Some(curiosity)))
        });
        let met = BySide::from_fn(|side| self.met(side, &nets[side]));
        for number in numbers {
            let game = seed.game(number);
            let who = lot(game, 0, 10);
            let is_pupil = |side: Side| {
                let other_learns = self.players[!side].is_some();
                !other_learns || who < BOTH || who.is_multiple_of(2) == (side == Side::First)
            };
            let mut players = BySide::from_fn(|side| match &pupils[side] {
                Some(pupil) if is_pupil(side) => pupil.clone(),
                _ => met[side][lot(game, 1 + side as u64, met[side].len())].clone(),
            });
            let outcome = play_game(self.rules, game, &mut players, &mut list).outcome;
            for side in Side::BOTH.into_iter().filter(|side| is_pupil(*side)) {
                let (Anybody::Ours(pupil), Some(player)) = (&players[side], &self.players[side]) else {
                    continue;
                };
                if let Some(lessons) = player.lessons(pupil.playing()) {
                    hear(side, lessons, outcome);
                }
            }
        }
    }

    fn measure(
        &self,
        side: Side,
        net: Option<&Arc<Net>>,
        seed: RunSeed,
        numbers: Range<u64>,
        hear: &mut dyn FnMut(Outcome),
    ) {
        let mut list = ActionList::within(self.rules.limits());
        let player = self.seat(side, net, None);
        let others = &self.others[!side];
        let mut pairs: Vec<BySide<Anybody<S::Seat>>> = others
            .iter()
            .map(|other| BySide::from_fn(|of| if of == side { player.clone() } else { other.clone() }))
            .collect();
        for number in numbers {
            let pair = usize::try_from(number % pairs.len() as u64).expect("a place in a list fits");
            hear(play_game(self.rules, seed.game(number), &mut pairs[pair], &mut list).outcome);
        }
    }

    fn file(&self, side: Side, net: &Net, head: &str) -> String {
        self.pupil(side).file(net, head)
    }
}

/// Says who plays a game, for whichever question: apart from everything that its players draw.
fn lot(game: GameSeed, question: u64, below: usize) -> usize {
    const APART: u64 = 0x6472_696C_6C5F_7768;
    let number = mix(game.key(Stream::of_player(Side::First)) ^ mix(APART + question));
    usize::try_from((u128::from(number) * below as u128) >> 64).expect("below a number of this kind")
}
