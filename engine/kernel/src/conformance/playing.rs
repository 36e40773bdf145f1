//! The promises of every rule system: that lists and refusals agree, that games end within their limits, that a seed
//! identifies a game, that journal and imagination change nothing, that play does not use the heap.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use super::{ByChance, Choose, SEED, Trial};
use crate::actions::ActionList;
use crate::dice::{KeyedDice, SeededDice};
use crate::journal::{Entry, Log, tell};
use crate::rules::{Finished, Notation, Play, Rules};
use crate::seed::{GameSeed, mix};
use crate::side::Side;
use crate::table::Table;

/// A game in progress, with everything needed to continue it.
struct Game<'r, R: Rules> {
    rules: &'r R,
    choose: Choose<R>,
    seed: GameSeed,
    state: R::State,
    table: Table<SeededDice, ()>,
    players: ByChance,
    list: ActionList<R::Action>,
    decisions: usize,
}

impl<R: Rules> Clone for Game<'_, R> {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules,
            choose: self.choose,
            seed: self.seed,
            state: self.state.clone(),
            table: Table::new(self.table.dice.clone(), ()),
            players: self.players.clone(),
            list: self.list.clone(),
            decisions: self.decisions,
        }
    }
}

impl<'r, R: Rules> Game<'r, R> {
    fn new(trial: &'r Trial<R>, number: u64) -> Self {
        let seed = SEED.game(number);
        let rules = &trial.rules;
        Self {
            rules,
            choose: trial.chooser(number),
            seed,
            state: rules.opening(),
            table: Table::new(SeededDice::new(seed), ()),
            players: ByChance::new(seed),
            list: ActionList::within(rules.limits()),
            decisions: 0,
        }
    }

    /// Lists what is legal now; `false` when the game is over.
    fn look(&mut self) -> bool {
        if self.rules.outcome(&self.state).is_some() {
            return false;
        }
        self.list.clear();
        self.rules.actions(&self.state, &mut self.list);
        assert!(!self.list.is_empty(), "dead end at {self:?}");
        assert!(self.decisions < self.rules.limits().decisions, "Limits::decisions is too small at {self:?}");
        true
    }

    /// One of the actions seen by [`look`](Self::look).
    fn choose(&mut self) -> R::Action {
        self.list[(self.choose)(self.rules, &self.state, &self.list, &mut self.players)]
    }

    fn apply(&mut self, action: R::Action) {
        self.rules.apply(&mut self.state, action, &mut self.table);
        self.decisions += 1;
    }

    fn audit(&self) {
        if let Err(fault) = self.rules.audit(&self.state) {
            panic!("{fault:?} at {self:?}");
        }
    }

    /// Plays to the end, calling `at_each` before every decision.
    fn play(&mut self, mut at_each: impl FnMut(&mut Self)) {
        while self.look() {
            at_each(self);
            let action = self.choose();
            self.apply(action);
        }
    }
}

impl<R: Rules> core::fmt::Debug for Game<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let number = self.seed.number();
        write!(f, "game {number} of {SEED:?}, decision {}, in the position {:?}", self.decisions, self.state)
    }
}

fn each_game<R: Rules>(trial: &Trial<R>, mut play: impl FnMut(Game<'_, R>)) {
    (0..trial.games).for_each(|number| play(Game::new(trial, number)));
}

/// Every action that is listed applies, leads to a position that passes the audit, and the game ends within its
/// limits with no dead end on the way.
pub fn listed_actions_apply_and_every_position_passes_the_audit<R: Rules>(trial: &Trial<R>) {
    let rules = &trial.rules;
    each_game(trial, |mut game| {
        game.audit();
        while game.look() {
            for place in 0..game.list.len() {
                let action = game.list[place];
                assert_eq!(
                    rules.refusal(&game.state, action),
                    None,
                    "{action:?} is listed but refused at {game:?}"
                );
                // Trying each action at every decision would take too long for large systems, so this is done in one
                // game of eight.
                if game.seed.number() % 8 == 0 {
                    let mut tried = game.clone();
                    tried.apply(action);
                    tried.audit();
                }
            }
            let action = game.choose();
            game.apply(action);
            game.audit();
        }
    });
}

/// The same audit in many more games: rare situations come up in some of them.
pub fn ten_times_as_many_games_pass_the_audit_after_every_action<R: Rules>(trial: &Trial<R>) {
    for number in trial.games..11 * trial.games {
        let mut game = Game::new(trial, number);
        while game.look() {
            let action = game.choose();
            game.apply(action);
            game.audit();
        }
    }
}

/// Actions that are legal somewhere else but not listed here are refused, with a rule, and the state is unchanged.
pub fn unlisted_actions_are_refused_with_a_rule_and_change_nothing<R: Rules>(trial: &Trial<R>) {
    // Actions seen lately, in all kinds of positions.
    const KEPT: usize = 512;
    let Trial { rules, games, .. } = trial;
    let mut seen: Vec<R::Action> = Vec::with_capacity(KEPT);
    let mut at = 0;
    let mut refused = 0u64;
    each_game(trial, |mut game| {
        game.play(|game| {
            for action in &seen {
                if !game.list.contains(action) {
                    let mut tried = game.clone();
                    let refusal = rules.try_apply(&mut tried.state, *action, &mut tried.table);
                    assert!(refusal.is_err(), "{action:?} is neither listed nor refused at {game:?}");
                    assert_eq!(tried.state, game.state, "the refused {action:?} changed the state");
                    refused += 1;
                }
            }
            for place in 0..game.list.len().min(4) {
                let action = game.list[game.list.len() - 1 - place];
                if !seen.contains(&action) {
                    if seen.len() < KEPT {
                        seen.push(action);
                    } else {
                        seen[at % KEPT] = action;
                        at += 1;
                    }
                }
            }
        });
    });
    assert!(refused > 0, "no unlisted action came up in {games} games: nothing was tested");
}

/// A list of actions is a set, so a player who chooses uniformly chooses fairly.
pub fn no_action_is_listed_twice<R: Rules>(trial: &Trial<R>) {
    each_game(trial, |mut game| {
        game.play(|game| {
            for (place, action) in game.list.iter().enumerate() {
                assert!(!game.list[..place].contains(action), "{action:?} is listed twice at {game:?}");
            }
        });
    });
}

/// A seed and a number identify a game.
pub fn the_same_seed_plays_the_same_game<R: Rules>(trial: &Trial<R>) {
    let games = trial.games;
    for number in 0..games {
        assert_eq!(
            trail(Game::new(trial, number)),
            trail(Game::new(trial, number)),
            "game {number} of {SEED:?}"
        );
    }
}

/// The same with keyed dice; the dice themselves check, in debug builds, that no key is used twice in a game.
pub fn keyed_dice_play_the_same_game_again_and_never_use_a_key_twice<R: Rules>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let mut list = ActionList::within(rules.limits());
    let mut play = |dice: &mut KeyedDice, seed| {
        let mut players = ByChance::new(seed);
        let mut state = rules.opening();
        let mut table = Table::new(dice, ());
        let finished = rules.play_on(&mut state, &mut table, &mut list, |rules, state, legal, _| {
            players.choose(rules.to_act(state), legal.len())
        });
        (finished, state)
    };
    let mut dice = KeyedDice::new(rules.limits(), SEED.game(0));
    for number in 0..*games {
        let seed = SEED.game(number);
        dice.begin(seed);
        let again = play(&mut dice, seed);
        assert_eq!(again, play(&mut KeyedDice::new(rules.limits(), seed), seed), "game {number} of {SEED:?}");
    }
}

/// A position copied in mid-game continues as the original does.
pub fn a_clone_replays_identically<R: Rules>(trial: &Trial<R>) {
    each_game(trial, |mut game| {
        let mut copies = Vec::new();
        game.play(|game| {
            if game.decisions % 16 == 3 {
                copies.push(game.clone());
            }
        });
        for copy in copies {
            let at = copy.decisions;
            let mut copy = copy;
            copy.play(|_| ());
            assert_eq!(
                (copy.decisions, &copy.state),
                (game.decisions, &game.state),
                "copied at decision {at}"
            );
        }
    });
}

/// With a journal that listens the game is the same as without.
pub fn the_journal_changes_nothing<R: Notation>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let mut list = ActionList::within(rules.limits());
    for number in 0..*games {
        let mut silent = Game::new(trial, number);
        silent.play(|_| ());
        let seed = SEED.game(number);
        let mut players = ByChance::new(seed);
        let mut state = rules.opening();
        let (choose, mut table) = (trial.chooser(number), Table::new(SeededDice::new(seed), Log::default()));
        let Finished { decisions, .. } =
            rules.play_out_loud(&mut state, &mut table, &mut list, |rules, state, legal| {
                choose(rules, state, legal, &mut players)
            });
        assert_eq!((decisions, state), (silent.decisions, silent.state), "game {number} of {SEED:?}");
        let spoken = table.journal.entries.iter().filter(|entry| matches!(entry, Entry::Decision(..)));
        assert_eq!(spoken.count(), decisions, "every decision is written down");
        for entry in &table.journal.entries {
            assert!(!tell(rules, entry).to_string().is_empty());
        }
    }
}

/// Every action reads back as it was written, and a text that is no action is refused with a message.
pub fn notation_round_trips<R: Notation>(trial: &Trial<R>) {
    let rules = &trial.rules;
    for nonsense in ["", "?", "\u{142}\u{f3}d\u{17a}", "draw lots  ", "1108 1108 1108"] {
        assert!(!rules.parse_action(nonsense).expect_err("nonsense is no action").is_empty());
    }
    each_game(trial, |mut game| {
        game.play(|game| {
            for action in game.list.iter() {
                let text = rules.say(*action).to_string();
                assert_eq!(rules.parse_action(&text), Ok(*action), "{text:?} at {game:?}");
            }
        });
    });
}

/// What a side imagines does not depend on anything hidden from it, leaves its own decisions as they are, and is a
/// possible position.
pub fn imagining_hides_what_the_viewer_cannot_know_and_nothing_else<R: Rules>(trial: &Trial<R>) {
    let rules = &trial.rules;
    each_game(trial, |mut game| {
        let mut imagined_list = ActionList::within(rules.limits());
        game.play(|game| {
            for viewer in Side::BOTH {
                let dice = || SeededDice::new(SEED.game(game.seed.number() + game.decisions as u64));
                let mut imagined = game.state.clone();
                rules.imagine(&mut imagined, viewer, &mut dice());
                assert_eq!(rules.audit(&imagined), Ok(()), "{viewer:?} imagines what cannot be at {game:?}");
                assert_eq!(rules.to_act(&imagined), rules.to_act(&game.state));
                if rules.to_act(&game.state) == viewer {
                    imagined_list.clear();
                    rules.actions(&imagined, &mut imagined_list);
                    assert_eq!(
                        *imagined_list, *game.list,
                        "{viewer:?} would know from its own actions at {game:?}"
                    );
                }
                // The same dice from a position that differs only in what is hidden: the same picture.
                let mut other = game.state.clone();
                rules.imagine(&mut other, viewer, &mut SeededDice::new(SEED.game(u64::from(u32::MAX))));
                rules.imagine(&mut other, viewer, &mut dice());
                assert_eq!(other, imagined, "what {viewer:?} imagines depends on what is hidden at {game:?}");
            }
        });
    });
}

/// Once the list of actions has been allocated, play does not use the heap again.
pub fn playing_allocates_nothing<R: Rules>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let mut list = ActionList::within(rules.limits());
    let mut keyed = KeyedDice::new(rules.limits(), SEED.game(0));
    let counted = allocation_counter::measure(|| {
        for number in 0..*games {
            let seed = SEED.game(number);
            let mut players = ByChance::new(seed);
            let mut choose = |rules: &R, state: &R::State, legal: &[R::Action]| {
                players.choose(rules.to_act(state), legal.len())
            };
            rules.play_game(seed, &mut list, &mut choose);
            keyed.begin(seed);
            let mut table = Table::new(&mut keyed, ());
            let mut state = rules.opening();
            rules.play_on(&mut state, &mut table, &mut list, |rules, state, legal, _| {
                choose(rules, state, legal)
            });
        }
    });
    assert_eq!(counted.count_total, 0, "{games} games allocated {} times", counted.count_total);
}

/// The course of a game in one number.
fn trail<R: Rules>(mut game: Game<'_, R>) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.play(|game| game.state.hash(&mut hasher));
    (game.state, game.decisions).hash(&mut hasher);
    hasher.finish()
}

/// Games in which arbitrary bytes make all decisions, far from what any player would do, end or continue, and pass
/// the audit.
pub fn games_in_which_random_bytes_decide_never_panic<R: Rules>(trial: &Trial<R>) {
    const BYTES: u64 = 900;
    each_game(trial, |mut game| {
        for place in 0..BYTES {
            if !game.look() {
                return;
            }
            let byte = mix(game.seed.number() * BYTES + place).to_le_bytes()[0];
            let action = game.list[usize::from(byte) % game.list.len()];
            game.apply(action);
            game.audit();
        }
    });
}
