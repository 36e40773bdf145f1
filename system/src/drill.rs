//! Drill: games in which players of either side learn, and games that measure what they have learned, behind a trait
//! that knows neither the game nor the players. What is learned from them is the business of the analysis.

use core::ops::Range;
use std::sync::Arc;

use szala_ai::net::Net;
use szala_ai::{AnyDrillable, Curiosity, Mix, play_game};
use szala_kernel::seed::mix;
use szala_kernel::{ActionList, BySide, GameSeed, Outcome, Rules as _, RunSeed, Side, Stream};

use crate::RuleSystem;
use crate::lent::Anybody;

/// Which player is drilled on a side, and whom those of the other side meet there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// The player, by name.
    pub player: String,
    /// Those who meet the other side's, by name; several names mean more variety.
    pub others: Vec<String>,
}

/// Decisions to learn from, and how their games ended.
pub struct Lesson<'l> {
    /// The side that decided.
    pub side: Side,
    /// The inputs that were on.
    pub inputs: &'l [u16],
    /// The outcome.
    pub outcome: Outcome,
}

/// The nets of a side while it learns, the newest last.
pub type Nets = Vec<Arc<Net>>;

/// Players that are drilled.
pub trait Drill: Sync {
    /// The kind of player that a side's file makes, in its name before a colon.
    fn kind(&self, side: Side) -> &'static str;

    /// The number of inputs of a side's net.
    fn inputs(&self, side: Side) -> usize;

    /// The net with which a side begins, if it has one.
    fn net(&self, side: Side) -> Option<Arc<Net>>;

    /// Plays these games on one thread, and hands on what there is to learn for the sides that do. In each game one
    /// side learns, or both; who does not is one of the others, or has one of the last nets.
    fn learn(
        &self,
        seed: RunSeed,
        numbers: Range<u64>,
        learns: BySide<bool>,
        nets: &BySide<Nets>,
        curiosity: Curiosity,
        hear: &mut dyn FnMut(Lesson<'_>),
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

    /// The file that makes the player of a side with this net.
    fn file(&self, side: Side, net: &Net, head: &str) -> String;
}

/// So many of the last nets are met.
const LAST: usize = 3;
/// Of ten games, so many in which both sides learn.
const BOTH: usize = 2;

/// Any system's.
pub(crate) struct Opened<'r, S: RuleSystem> {
    pub(crate) rules: &'r S::Rules,
    pub(crate) players: BySide<AnyDrillable<'r, S>>,
    pub(crate) others: BySide<Vec<Anybody<S::Seat>>>,
}

impl<S: RuleSystem> Opened<'_, S> {
    fn seat(&self, side: Side, net: Option<&Arc<Net>>, curiosity: Option<Curiosity>) -> Anybody<S::Seat> {
        Anybody::Ours(Mix::alone(self.players[side].with(net.cloned(), curiosity)))
    }

    /// Those whom the other side meets.
    fn met(&self, side: Side, nets: &Nets) -> Vec<Anybody<S::Seat>> {
        let mut met = self.others[side].clone();
        // Each of the last nets is met as often as a few of the others together.
        let weight = 1 + met.len() / 6;
        for net in nets.iter().rev().take(LAST) {
            met.extend(core::iter::repeat_n(self.seat(side, Some(net), None), weight));
        }
        met
    }
}

impl<S: RuleSystem> Drill for Opened<'_, S> {
    fn kind(&self, side: Side) -> &'static str {
        self.players[side].kind()
    }

    fn inputs(&self, side: Side) -> usize {
        self.players[side].inputs()
    }

    fn net(&self, side: Side) -> Option<Arc<Net>> {
        self.players[side].net()
    }

    fn learn(
        &self,
        seed: RunSeed,
        numbers: Range<u64>,
        learns: BySide<bool>,
        nets: &BySide<Nets>,
        curiosity: Curiosity,
        hear: &mut dyn FnMut(Lesson<'_>),
    ) {
        let mut list = ActionList::within(self.rules.limits());
        let pupils = BySide::from_fn(|side| self.seat(side, nets[side].last(), Some(curiosity)));
        let met = BySide::from_fn(|side| self.met(side, &nets[side]));
        for number in numbers {
            let game = seed.game(number);
            let who = lot(game, 0, 10);
            let is_pupil = |side: Side| {
                let other_learns = learns[!side];
                learns[side]
                    && (!other_learns || who < BOTH || who.is_multiple_of(2) == (side == Side::First))
            };
            let mut players = BySide::from_fn(|side| {
                let among = &met[side];
                if is_pupil(side) {
                    pupils[side].clone()
                } else {
                    among[lot(game, 1 + side as u64, among.len())].clone()
                }
            });
            let outcome = play_game(self.rules, game, &mut players, &mut list).outcome;
            for side in Side::BOTH.into_iter().filter(|side| is_pupil(*side)) {
                let Anybody::Ours(pupil) = &players[side] else { continue };
                let Some(lessons) = self.players[side].lessons(pupil.playing()) else { continue };
                for lesson in 0..lessons.len() {
                    hear(Lesson { side, inputs: lessons.inputs(lesson), outcome });
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
        self.players[side].file(net, head)
    }
}

/// Says who plays a game, for whichever question: apart from everything that its players draw.
fn lot(game: GameSeed, question: u64, below: usize) -> usize {
    const APART: u64 = 0x6472_696C_6C5F_7768;
    let number = mix(game.key(Stream::of_player(Side::First)) ^ mix(APART + question));
    usize::try_from((u128::from(number) * below as u128) >> 64).expect("below a number of this kind")
}
