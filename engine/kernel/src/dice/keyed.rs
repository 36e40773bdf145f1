//! Dice keyed by what they decide: two variants of a game share every die they have in common.
//!
//! A face is a function of the game's seed and of the identity of the roll: rule, stage, who, whom, and how many
//! times the same has been rolled before in this game (the occurrence, counted here, so that a rule system cannot
//! get it wrong). Nothing else: a unit added elsewhere on the board changes no die that does not concern it.

use super::occurrences::{Identity, Occurrences};
use super::{Ask, Dice, Die, Subject, fair};
use crate::actions::Limits;
use crate::seed::{GameSeed, Stream, mix};

/// Dice that are functions of what they decide. Allocates once, for as many rolls as the limits of the rule system
/// allow.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    key: BySource,
    /// How often each identity has been asked for in this game.
    seen: Occurrences,
    /// Every key used in this game, in debug builds and tests: a key used twice would tie two dice together.
    #[cfg(debug_assertions)]
    spent: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct BySource {
    dice: u64,
    chits: u64,
}

/// Sets the keys of tickets that are dealt apart from those of draws.
const DEALT: u64 = 0xD1B5_4A32_D192_ED03;

impl KeyedDice {
    /// Dice for games of a rule system with these limits; the first game is `game`.
    pub fn new(limits: Limits, game: GameSeed) -> Self {
        let mut dice = Self {
            key: BySource { dice: 0, chits: 0 },
            seen: Occurrences::of_up_to(limits.dice),
            #[cfg(debug_assertions)]
            spent: Vec::with_capacity(2 * limits.dice),
        };
        dice.begin(game);
        dice
    }

    /// Forgets the game played and starts another, without a new allocation.
    pub fn begin(&mut self, game: GameSeed) {
        self.key = BySource { dice: game.key(Stream::Dice), chits: game.key(Stream::Chits) };
        self.seen.begin();
        #[cfg(debug_assertions)]
        self.spent.clear();
    }

    /// The key of this roll, which does not come up again in this game.
    fn spend(&mut self, source: u64, ask: Ask) -> u64 {
        let times = self.seen.count(identity(ask)).expect("more dice in one game than Limits::dice allows");
        let key = mix(place(source, ask).wrapping_add(u64::from(times)));
        #[cfg(debug_assertions)]
        self.assert_fresh(key, ask);
        key
    }

    #[cfg(debug_assertions)]
    fn assert_fresh(&mut self, key: u64, ask: Ask) {
        match self.spent.binary_search(&key) {
            Ok(_) => panic!("the key of {ask:?} has been used before in this game"),
            Err(at) => self.spent.insert(at, key),
        }
    }
}

/// All of an [`Ask`] except the occurrence, packed without loss.
const fn identity(ask: Ask) -> Identity {
    ((ask.rule.code() as u64) << 32 | (ask.who.0 as u64) << 16 | ask.whom.0 as u64, ask.stage)
}

/// Where the keys of an [`Ask`] begin, for one source of one game.
const fn place(source: u64, ask: Ask) -> u64 {
    let identity = identity(ask);
    mix(source ^ mix(identity.0) ^ identity.1 as u64)
}

/// The hash of a ticket under the key of a draw: the highest is drawn.
const fn luck(key: u64, ticket: Subject) -> u64 {
    mix(key ^ mix(ticket.0 as u64 + 1))
}

/// The random words of one key: the first is nearly always enough.
fn words(key: u64) -> impl FnMut() -> u32 {
    let mut attempt = 0u64;
    move || {
        let word = mix(key ^ attempt.rotate_right(8));
        attempt += 1;
        (word >> 32) as u32
    }
}

impl Dice for KeyedDice {
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        let key = self.spend(self.key.dice, ask);
        #[expect(clippy::cast_possible_truncation, reason = "below the number of faces")]
        let number = fair(die.faces().into(), words(key)) as u8;
        die.lowest() + number
    }

    /// The ticket with the highest hash under this roll's key: an added ticket changes only the draws that it wins.
    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        let key = self.spend(self.key.chits, ask);
        (0..tickets.len())
            .max_by_key(|at| luck(key, tickets[*at]))
            .expect("the rules draw only from a list that has tickets")
    }

    /// The ticket with the highest hash under one key for the whole deal, whichever have been dealt before: the
    /// hashes fix the order of all tickets, and an added ticket is inserted between two others.
    ///
    /// All are equally likely: the only thing known of the remaining tickets is that their hashes are below those of
    /// the tickets dealt, which is the same for each.
    fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        let key = mix(place(self.key.chits, ask) ^ DEALT);
        let dealt = (0..tickets.len()).max_by_key(|at| luck(key, tickets[*at]));
        let dealt = dealt.expect("the rules draw only from a list that has tickets");
        #[cfg(debug_assertions)]
        self.assert_fresh(luck(key, tickets[dealt]), ask);
        dealt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;
    use crate::seed::RunSeed;

    const LIMITS: Limits = Limits { actions: 1, decisions: 1, dice: 4096 };

    fn ask(who: u16) -> Ask {
        Ask::new(rule!("10.9.4"), 3).by(Subject(who)).at(Subject(1))
    }

    fn dice(number: u64) -> KeyedDice {
        KeyedDice::new(LIMITS, RunSeed(1794).game(number))
    }

    #[test]
    fn a_roll_added_elsewhere_changes_no_other() {
        let (mut plain, mut disturbed) = (dice(0), dice(0));
        for round in 0..200 {
            disturbed.roll(Die::D10, ask(round + 100));
            let who = round % 4;
            assert_eq!(plain.roll(Die::D10, ask(who)), disturbed.roll(Die::D10, ask(who)));
        }
    }

    #[test]
    fn the_same_roll_asked_for_again_is_another_die() {
        let mut dice = dice(0);
        let faces: Vec<u8> = (0..50).map(|_| dice.roll(Die::D10, ask(0))).collect();
        assert!(faces.iter().any(|face| *face != faces[0]), "{faces:?}");
    }

    #[test]
    fn every_face_of_any_die_comes_up_as_often_as_the_others() {
        for die in [Die::of(3), Die::of(20), Die::with(&["hit", "miss", "rout"])] {
            let mut faces = vec![0_u32; usize::from(die.highest()) + 1];
            let games = 1000 * u64::from(die.faces());
            (0..games).for_each(|game| faces[usize::from(dice(game).roll(die, ask(0)))] += 1);
            let faces = &faces[usize::from(die.lowest())..];
            // A thousand each, give or take five standard deviations, of which each is below sqrt(1000), 31.6.
            assert!(faces.iter().all(|count| (842..=1158).contains(count)), "{die}: {faces:?}");
        }
    }

    #[test]
    fn every_part_of_the_identity_counts() {
        // Fifty games: if a part were ignored, the two dice would agree in all of them.
        let other = [
            Ask { rule: rule!("10.9.5"), ..ask(0) },
            Ask { stage: 4, ..ask(0) },
            Ask { who: Subject(1), ..ask(0) },
            Ask { whom: Subject(0), ..ask(0) },
        ];
        for other in other {
            let agree = |game: &u64| dice(*game).roll(Die::D10, ask(0)) == dice(*game).roll(Die::D10, other);
            assert!((0..50).filter(agree).count() < 50, "{other:?}");
        }
    }

    #[test]
    fn one_ticket_more_changes_only_the_draws_it_wins() {
        let (two, three) = ([Subject(1), Subject(2)], [Subject(9), Subject(1), Subject(2)]);
        let mut won = 0;
        for game in 0..300 {
            let small = two[dice(game).draw(ask(0), &two)];
            let large = three[dice(game).draw(ask(0), &three)];
            if large == three[0] {
                won += 1;
            } else {
                assert_eq!(small, large);
            }
        }
        // A third of 300, give or take five standard deviations of 8.2.
        assert!((59..=141).contains(&won), "{won}");
    }

    /// The order in which these tickets are dealt.
    fn order(game: u64, tickets: &[u16]) -> Vec<u16> {
        let mut dice = dice(game);
        let mut left: Vec<Subject> = tickets.iter().copied().map(Subject).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let at = dice.deal(ask(0), &left);
            order.push(left.remove(at).0);
        }
        order
    }

    #[test]
    fn one_ticket_more_leaves_the_others_in_the_order_in_which_they_are_dealt() {
        for game in 0..300 {
            let mut large = order(game, &[9, 1, 2, 3]);
            large.retain(|ticket| *ticket != 9);
            assert_eq!(large, order(game, &[3, 2, 1]), "nor does it matter how they lie");
        }
    }

    #[test]
    fn every_order_of_a_deal_is_as_likely_as_any_other() {
        let mut orders = std::collections::BTreeMap::<Vec<u16>, u32>::new();
        (0..6000).for_each(|game| *orders.entry(order(game, &[1, 2, 3])).or_default() += 1);
        // A sixth of 6000 each, give or take five standard deviations of 28.9.
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|count| (856..=1144).contains(count)), "{orders:?}");
    }

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "has been used before in this game")]
    fn a_ticket_dealt_twice_is_caught() {
        let mut dice = dice(0);
        (0..2).for_each(|_| _ = dice.deal(ask(0), &[Subject(1)]));
    }

    #[test]
    fn begin_forgets_the_game_before() {
        let mut used = dice(0);
        (0..100).for_each(|who| _ = used.roll(Die::D10, ask(who)));
        used.begin(RunSeed(1794).game(1));
        let mut fresh = dice(1);
        for who in 0..100 {
            assert_eq!(used.roll(Die::D6, ask(who)), fresh.roll(Die::D6, ask(who)));
        }
    }

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "has been used before in this game")]
    fn a_key_used_twice_is_caught() {
        let mut dice = dice(0);
        let key = dice.spend(dice.key.dice, ask(0));
        dice.assert_fresh(key, ask(0));
    }

    #[test]
    #[should_panic(expected = "more dice in one game than Limits::dice allows")]
    fn more_dice_than_the_limits_allow_are_caught() {
        let mut dice = KeyedDice::new(Limits { dice: 8, ..LIMITS }, RunSeed(1).game(0));
        (0..100).for_each(|who| _ = dice.roll(Die::D10, ask(who)));
    }
}
