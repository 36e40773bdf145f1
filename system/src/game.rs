//! A rule system with one scenario opened, behind a trait that knows no game: what it shows, who can play it, and a
//! seat for each player.

use core::fmt;
use std::sync::Arc;

use szala_ai::numbers::numbers_of;
use szala_ai::{AnyTunable, Listed, Mix, Parameter, ReadFile, Share};
use szala_files::Assumption;
use szala_kernel::odds::OddsTable;
use szala_kernel::picture::Position;
use szala_kernel::record::Column;
use szala_kernel::tale::Member;
use szala_kernel::{BySide, Names, Pictured, Recorded, Rules, Side};

use crate::bound::{Bound, Order};
use crate::contest::{Contest, Seated};
use crate::drill::{self, Drill, Muster};
use crate::exchange::Exchanging;
use crate::faces::Faces;
use crate::lent::Anybody;
use crate::{NoExchange, Off, RuleSystem, Switch, mixed};

/// A player's name that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The side for which it was given.
    pub side: Side,
    /// What is wrong with it, and what would be right.
    pub why: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// A game that can be played: any rule system with any scenario.
pub trait Game: Send + Sync {
    /// The name of its rule system.
    fn system(&self) -> &'static str;

    /// The ledger of its rules.
    fn ledger(&self) -> &'static str;

    /// The lexicon of its system, if it has one.
    fn lexicon(&self) -> &'static str;

    /// Its title, including its changes.
    fn title(&self) -> &str;

    /// Its title in the file.
    fn plain_title(&self) -> &str;

    /// The changes to its files, if there are any.
    fn variant(&self) -> Option<&str>;

    /// How far the values of its files can be relied on.
    fn assumptions(&self) -> Vec<Assumption>;

    /// Its looks and names.
    fn faces(&self) -> &dyn Faces;

    /// The position before the first decision, drawn.
    fn opening(&self) -> Position;

    /// The tables of its rulebook with the exact chances of what they bring.
    fn odds_tables(&self) -> Vec<OddsTable>;

    /// The columns of the recorded rows of its games.
    fn columns(&self) -> Vec<Column>;

    /// The members with rows of their own in the table of units; none where the system keeps no tale of its games.
    fn cast(&self) -> Vec<Member>;

    /// The last stage or turn that a game can reach; nothing where no rule ends it by time.
    fn time_limit(&self) -> Option<u32>;

    /// The changes that switch off a rule by which games end, numbered as in the book that is played, or something that
    /// happens in them.
    fn switches(&self) -> Vec<Switch>;

    /// The default player of either side.
    fn usual_player(&self) -> &'static str;

    /// The strongest player, if it can imagine a mix; see [`Roster::DEEP`](szala_ai::Roster::DEEP).
    fn deep_player(&self) -> Option<&'static str>;

    /// The players of a side, the simplest first.
    fn players(&self, side: Side) -> Vec<Listed>;

    /// The text of the plan or the weights that the player of this name uses, if it has any.
    fn player_text(&self, name: &str, side: Side) -> &'static str;

    /// Who is in the mix of this file for a side: names of players, whose files are named from the folder of the mix.
    ///
    /// # Errors
    /// What is wrong with the file.
    fn members(&self, file: &str, side: Side, read: ReadFile<'_>) -> Result<Vec<Share>, String>;

    /// Can the player of this name play that side?
    ///
    /// # Errors
    /// What is wrong with the name, and what would be right.
    fn check_player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<(), String>;

    /// The game with these players.
    ///
    /// # Errors
    /// Which name is wrong, for which side, and what would be right.
    fn seat(&self, names: BySide<&str>, read: ReadFile<'_>) -> Result<Box<dyn Contest>, Refused>;

    /// The game with these players, who have orders.
    ///
    /// # Errors
    /// Which name is wrong, for which side, and what would be right.
    fn seat_with_orders(
        &self,
        names: BySide<&str>,
        orders: &BySide<Vec<Order>>,
        read: ReadFile<'_>,
    ) -> Result<Box<dyn Contest>, Refused>;

    /// The player of a side whose weights are to be tuned, with its opponents.
    ///
    /// # Errors
    /// Which name is wrong, for which side, and what would be right.
    fn tune(
        &self,
        side: Side,
        name: &str,
        against: &[String],
        read: ReadFile<'_>,
    ) -> Result<Box<dyn Bout + '_>, Refused>;

    /// Players of both sides that are drilled, and those whom they meet.
    ///
    /// # Errors
    /// Which name is wrong, for which side, and what would be right.
    fn drill(&self, muster: &BySide<Muster>, read: ReadFile<'_>) -> Result<Box<dyn Drill + '_>, Refused>;

    /// The game with ground and first move to exchange.
    ///
    /// # Errors
    /// Why it has none.
    fn exchange(&self) -> Result<&dyn Exchanging, NoExchange>;
}

/// A player whose weights can be chosen, and its opponents.
pub trait Bout: Send + Sync {
    /// The weights, with the values where tuning begins.
    fn parameters(&self) -> Vec<Parameter>;

    /// The player with these weights against each of the opponents.
    fn contests(&self, values: &[i32]) -> Vec<Box<dyn Contest>>;

    /// The file of these weights.
    fn file(&self, values: &[i32], head: &str) -> String;
}

/// Rules of a system with one scenario, and their description.
pub struct Opened<S: RuleSystem> {
    rules: Arc<S::Rules>,
    title: String,
}

impl<S: RuleSystem> Opened<S> {
    /// These rules.
    pub fn new(rules: S::Rules) -> Self {
        let variant = S::variant(&rules).map(|variant| format!(" [{variant}]")).unwrap_or_default();
        let title = format!("{}{variant}", S::title(&rules));
        Self { rules: Arc::new(rules), title }
    }

    /// The rules.
    pub fn rules(&self) -> &S::Rules {
        &self.rules
    }

    pub(crate) fn seat_all(
        &self,
        names: BySide<&str>,
        orders: &BySide<Vec<Order>>,
        read: ReadFile<'_>,
    ) -> Result<Box<dyn Contest>, Refused> {
        let seat = |side: Side| {
            let player = mixed::player::<S>(&self.rules, names[side], side, read)
                .map_err(|why| Refused { side, why })?;
            let orders = orders[side].clone();
            Ok(if orders.is_empty() { player } else { Anybody::Bound(Box::new(Bound { player, orders })) })
        };
        let players = BySide([seat(Side::First)?, seat(Side::Second)?]);
        Ok(Box::new(Seated { rules: Arc::clone(&self.rules), players }))
    }
}

impl<S: RuleSystem> Game for Opened<S> {
    fn system(&self) -> &'static str {
        S::NAME
    }

    fn ledger(&self) -> &'static str {
        S::LEDGER
    }

    fn lexicon(&self) -> &'static str {
        S::LEXICON
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn plain_title(&self) -> &str {
        S::title(&self.rules)
    }

    fn variant(&self) -> Option<&str> {
        S::variant(&self.rules)
    }

    fn assumptions(&self) -> Vec<Assumption> {
        S::assumptions(&self.rules)
    }

    fn faces(&self) -> &dyn Faces {
        &*self.rules
    }

    fn opening(&self) -> Position {
        self.rules.picture(&self.rules.opening())
    }

    fn odds_tables(&self) -> Vec<OddsTable> {
        S::odds_tables(&self.rules)
    }

    fn columns(&self) -> Vec<Column> {
        self.rules.columns()
    }

    fn cast(&self) -> Vec<Member> {
        self.rules.members()
    }

    fn time_limit(&self) -> Option<u32> {
        S::time_limit(&self.rules)
    }

    fn switches(&self) -> Vec<Switch> {
        let cited = |switch: Switch| match switch.off {
            Off::Ending(rule) => Switch { off: Off::Ending(self.rules.cited(rule)), ..switch },
            Off::Event(..) => switch,
        };
        S::switches(&self.rules).into_iter().map(cited).collect()
    }

    fn usual_player(&self) -> &'static str {
        S::USUAL
    }

    fn deep_player(&self) -> Option<&'static str> {
        S::DEEP
    }

    fn players(&self, side: Side) -> Vec<Listed> {
        S::players(&self.rules, side)
    }

    fn player_text(&self, name: &str, side: Side) -> &'static str {
        S::text_of(&self.rules, name, side)
    }

    fn members(&self, file: &str, side: Side, read: ReadFile<'_>) -> Result<Vec<Share>, String> {
        mixed::members(&*self.rules, file, side, read)
    }

    fn check_player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<(), String> {
        mixed::player::<S>(&self.rules, name, side, read).map(drop)
    }

    fn seat(&self, names: BySide<&str>, read: ReadFile<'_>) -> Result<Box<dyn Contest>, Refused> {
        self.seat_all(names, &BySide::default(), read)
    }

    fn seat_with_orders(
        &self,
        names: BySide<&str>,
        orders: &BySide<Vec<Order>>,
        read: ReadFile<'_>,
    ) -> Result<Box<dyn Contest>, Refused> {
        self.seat_all(names, orders, read)
    }

    fn tune(
        &self,
        side: Side,
        name: &str,
        against: &[String],
        read: ReadFile<'_>,
    ) -> Result<Box<dyn Bout + '_>, Refused> {
        let refused = |why| Refused { side, why };
        let player = match numbers_of::<S>(&self.rules, name, side, read).map_err(refused)? {
            Some(plan) => plan,
            None => S::tunable(&self.rules, name, side, read).map_err(refused)?,
        };
        let opponent = |name: &String| {
            mixed::player::<S>(&self.rules, name, !side, read).map_err(|why| Refused { side: !side, why })
        };
        let panel = against.iter().map(opponent).collect::<Result<_, _>>()?;
        Ok(Box::new(OpenedBout::<S> { rules: &self.rules, side, player, panel }))
    }

    fn drill(&self, muster: &BySide<Muster>, read: ReadFile<'_>) -> Result<Box<dyn Drill + '_>, Refused> {
        let [first, second] = Side::BOTH.map(|side| {
            let player = muster[side].player.as_ref();
            player
                .map(|name| S::drillable(&self.rules, name, side, read))
                .transpose()
                .map_err(|why| Refused { side, why })
        });
        let met = |side: Side| {
            let all = muster[side].others.iter();
            all.map(|name| mixed::player::<S>(&self.rules, name, side, read))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|why| Refused { side, why })
        };
        Ok(Box::new(drill::Opened::<S> {
            rules: &self.rules,
            players: BySide([first?, second?]),
            others: BySide([met(Side::First)?, met(Side::Second)?]),
        }))
    }

    fn exchange(&self) -> Result<&dyn Exchanging, NoExchange> {
        S::exchange(self)
    }
}

/// Any contest of any system.
struct OpenedBout<'r, S: RuleSystem> {
    rules: &'r Arc<S::Rules>,
    side: Side,
    player: AnyTunable<'r, S>,
    panel: Vec<Anybody<S::Seat>>,
}

impl<S: RuleSystem> Bout for OpenedBout<'_, S> {
    fn parameters(&self) -> Vec<Parameter> {
        self.player.parameters()
    }

    fn contests(&self, values: &[i32]) -> Vec<Box<dyn Contest>> {
        let player = Anybody::Ours(Mix::alone(self.player.with(values)));
        let against = |opponent: &Anybody<S::Seat>| -> Box<dyn Contest> {
            let players =
                BySide::from_fn(|side| if side == self.side { player.clone() } else { opponent.clone() });
            Box::new(Seated { rules: Arc::clone(self.rules), players })
        };
        self.panel.iter().map(against).collect()
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        self.player.file(values, head)
    }
}
