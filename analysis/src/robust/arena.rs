//! The players of a search and the games between them. Files that the search wrote itself are read from memory, by
//! their names in its folder; all others are read as everywhere.

use core::cell::RefCell;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use szala_ai::mix::{MIX, write_mix};
use szala_ai::{Parameter, Share};
use szala_kernel::{BySide, Side};
use szala_system::{Bout, Contest, Drill, Game, Muster};

/// Reads a file that a player's name mentions, on whatever thread.
pub type ReadShared<'f> = &'f (dyn Fn(&str) -> Result<String, String> + Sync);

/// A player of a side that the search knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its name; a file in it is one of the search's folder.
    pub name: String,
    /// The text of that file.
    pub text: Option<String>,
    /// Its weights, where it has those that are trained.
    pub values: Option<Vec<i32>>,
    /// Where it comes from.
    pub origin: String,
}

impl Member {
    /// Its file in the folder of the search, with its text.
    pub fn file(&self) -> Option<(&str, &str)> {
        let (_, file) = self.name.split_once(':')?;
        Some((file, self.text.as_deref()?))
    }
}

/// Some members of a side by their places, with shares in millionths.
pub type Blend = Vec<(usize, u32)>;

/// The player whose weights are trained.
#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
}

impl Base {
    /// The weights where it begins.
    pub(super) fn start(&self) -> Vec<i32> {
        self.parameters.iter().map(|parameter| parameter.value).collect()
    }

    /// The kind of player that a file of weights makes.
    pub(super) fn kind(&self) -> &str {
        self.name.split(':').next().unwrap_or_default()
    }
}

pub(super) struct Arena<'a> {
    pub(super) game: &'a dyn Game,
    read: ReadShared<'a>,
    texts: RefCell<BTreeMap<String, String>>,
}

impl<'a> Arena<'a> {
    pub(super) fn new(game: &'a dyn Game, read: ReadShared<'a>) -> Self {
        Self { game, read, texts: RefCell::default() }
    }

    /// From now on a file is read as this text.
    pub(super) fn put(&self, file: &str, text: &str) {
        self.texts.borrow_mut().insert(file.to_owned(), text.to_owned());
    }

    fn text(&self, path: &str) -> Result<String, String> {
        let kept = self.texts.borrow().get(path).cloned();
        kept.map_or_else(|| (self.read)(path), Ok)
    }

    /// The name of a side.
    pub(super) fn side_name(&self, side: Side) -> &str {
        self.game.faces().side_name(side)
    }

    /// Puts a mix of members where `mix:NAME` finds it, and says that name.
    pub(super) fn mix(&self, file: &str, side: Side, members: &[Member], blend: &[(usize, u32)]) -> String {
        self.put(file, &write_mix(&[(self.side_name(side), &shares(members, blend))]));
        format!("{MIX}:{file}")
    }

    /// The same for both sides in one file.
    pub(super) fn both_mixes(&self, file: &str, members: &[Vec<Member>; 2], blends: &[Blend; 2]) {
        let shares = [0, 1].map(|side: usize| shares(&members[side], &blends[side]));
        let named = Side::BOTH.map(|side| (self.side_name(side), shares[side as usize].as_slice()));
        self.put(file, &write_mix(&named));
    }

    /// Two players at the board.
    pub(super) fn seat(&self, first: &str, second: &str) -> Result<Box<dyn Contest>, String> {
        let read = |path: &str| self.text(path);
        self.game
            .seat(BySide([first, second]), &read)
            .map_err(|refused| format!("{}: {}", self.side_name(refused.side), refused.why))
    }

    /// The same, a player of this side named first.
    pub(super) fn meet(&self, side: Side, own: &str, other: &str) -> Result<Box<dyn Contest>, String> {
        if side == Side::First { self.seat(own, other) } else { self.seat(other, own) }
    }

    /// A player whose weights are to be chosen, against another.
    pub(super) fn bout(&self, side: Side, name: &str, against: &str) -> Result<Box<dyn Bout + 'a>, String> {
        let read = |path: &str| self.text(path);
        self.game.tune(side, name, &[against.to_owned()], &read).map_err(|refused| refused.why)
    }

    /// A player of a side to be drilled against another, or against nobody.
    pub(super) fn drill(
        &self,
        side: Side,
        name: &str,
        against: Option<&str>,
    ) -> Result<Box<dyn Drill + 'a>, String> {
        let read = |path: &str| self.text(path);
        let muster = BySide::from_fn(|of| Muster {
            player: (of == side).then(|| name.to_owned()),
            others: if of == side { Vec::new() } else { against.map(str::to_owned).into_iter().collect() },
        });
        self.game.drill(&muster, &read).map_err(|refused| refused.why)
    }

    /// The player of a side whose weights are trained: the usual one if it has some, else the first that has.
    pub(super) fn base(&self, side: Side, members: &[Member], against: &str) -> Option<Base> {
        let usual = self.game.usual_player();
        let names = core::iter::once(usual).chain(members.iter().map(|member| member.name.as_str()));
        names.into_iter().find_map(|name| {
            let parameters = self.bout(side, name, against).ok()?.parameters();
            (!parameters.is_empty()).then(|| Base { name: name.to_owned(), parameters })
        })
    }

    /// The weights of a player, where it has those of the base.
    pub(super) fn values(&self, side: Side, name: &str, base: &Base, against: &str) -> Option<Vec<i32>> {
        let parameters = self.bout(side, name, against).ok()?.parameters();
        let names = |parameters: &[Parameter]| -> Vec<String> {
            parameters.iter().map(|parameter| parameter.name.clone()).collect()
        };
        let is_alike = names(&parameters) == names(&base.parameters);
        is_alike.then(|| parameters.iter().map(|parameter| parameter.value).collect())
    }

    /// A player that the search begins with. A file of its is copied into the folder under this name.
    pub(super) fn entrant(&self, side: Side, name: &str, copy: &str) -> Result<Member, String> {
        let asked = RefCell::new(Vec::new());
        let read = |path: &str| {
            let text = self.text(path)?;
            asked.borrow_mut().push((path.to_owned(), text.clone()));
            Ok(text)
        };
        self.game.check_player(name, side, &read)?;
        let (kind, detail) = name.split_once(':').unwrap_or((name, ""));
        let text = asked.into_inner().into_iter().find(|(path, _)| path == detail).map(|(_, text)| text);
        let origin = text.as_ref().map_or_else(|| "shipped".to_owned(), |_| name.to_owned());
        let Some(text) = text else {
            return Ok(Member { name: name.to_owned(), text: None, values: None, origin });
        };
        if kind == MIX {
            return Err(format!("`{name}` is a mix; add its players, a search makes mixes of its own"));
        }
        self.put(copy, &text);
        Ok(Member { name: format!("{kind}:{copy}"), text: Some(text), values: None, origin })
    }
}

/// A blend with the names of its members.
fn shares(members: &[Member], blend: &[(usize, u32)]) -> Vec<Share> {
    let share = |(place, share): &(usize, u32)| Share { player: members[*place].name.clone(), share: *share };
    blend.iter().map(share).collect()
}
