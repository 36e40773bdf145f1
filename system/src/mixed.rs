//! Players by name at the door: those of the system, mixes of them, which every system has, and players that another
//! program lends. A mix is a file; the files that its players are made of are named from its folder.

use szala_ai::mix::{MIX, beside, read_mix};
use szala_ai::roster::file_of;
use szala_ai::{Mix, ReadFile, Share};
use szala_kernel::{Names, Side};

use crate::RuleSystem;
use crate::lent::Anybody;

/// The file of a mix, if this is the name of one.
pub fn file_of_mix(name: &str) -> Option<&str> {
    name.strip_prefix(MIX)?.strip_prefix(':')
}

/// Who is in the mix of this file, for a side.
pub(crate) fn members(
    names: &(impl Names + ?Sized),
    file: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<Vec<Share>, String> {
    let text = file_of(MIX, file, read)?;
    read_mix(file, &text, Side::BOTH.map(|side| names.side_name(side)), side)
}

/// The player of this name for a side.
pub(crate) fn player<S: RuleSystem>(
    rules: &S::Rules,
    name: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<Anybody<S::Seat>, String> {
    if let Some(lent) = Anybody::lent(rules, name) {
        return Ok(lent);
    }
    if name == MIX {
        return Err(format!(
            "`{MIX}` needs a file: write {MIX}:FILE, with players and shares as docs/ROBUST.md says"
        ));
    }
    let Some(file) = file_of_mix(name) else {
        return S::player(rules, name, side, read).map(|player| Anybody::Ours(Mix::alone(player)));
    };
    let from_its_folder = |path: &str| read(&beside(file, path));
    let seat = |share: Share| {
        let player = S::player(rules, &share.player, side, &from_its_folder);
        player.map(|player| (share, player)).map_err(|why| format!("{file}: {why}"))
    };
    let players = members(rules, file, side, read)?.into_iter().filter(|share| share.share > 0);
    Ok(Anybody::Ours(Mix::of(players.map(seat).collect::<Result<_, _>>()?)))
}
