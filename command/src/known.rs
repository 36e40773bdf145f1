//! The players known from a search: those of its mixes, and all others whose files lie in the same folder.

use std::path::Path;

use szala_ai::drilled::DRILLED;
use szala_ai::net::without;
use szala_analysis::robust::{PLAN, slug};
use szala_kernel::Side;
use szala_system::{Game, file_of_mix};

use crate::files::Files;
use crate::house::House;
use crate::identity;
use crate::mixes::MIXES;

/// The players known beside the mixes of this name, for a side.
///
/// # Errors
/// What is wrong with the mixes.
pub(crate) fn with_mixes(
    house: &House,
    game: &dyn Game,
    name: &str,
    side: Side,
) -> Result<Vec<String>, String> {
    let files = house.files();
    let can_play = |name: &str| game.check_player(name, side, &|path| files.read_for_player(path));
    can_play(name)?;
    let members = identity::members(game, name, side, &files.texts());
    let mut known: Vec<String> = members.into_iter().map(|(name, _)| name).collect();
    let kinds = known.iter().map(String::as_str).chain([game.usual_player(), PLAN]);
    let mut kinds: Vec<&str> = kinds.filter_map(|name| name.split(':').next()).collect();
    kinds.dedup();
    let file = file_of_mix(name).unwrap_or(name);
    let side = (side, game.faces().side_name(side));
    let others = others(&files, file, side, &kinds, |name| can_play(name).is_ok());
    for name in others {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    Ok(known)
}

/// The players in the folder of the mixes whose files are named after a side. A file with a net is a drilled player;
/// any other is of the first of these kinds that can read it.
fn others(
    files: &Files,
    mixes: &str,
    (side, name): (Side, &str),
    kinds: &[&str],
    can_play: impl Fn(&str) -> bool,
) -> Vec<String> {
    let folder = Path::new(mixes).parent().unwrap_or(Path::new(""));
    let is_toml = |name: &String| Path::new(name).extension().is_some_and(|extension| extension == "toml");
    let prefix = format!("{}-", slug(name, side));
    let entries = files.entries(folder);
    let names = entries.iter().filter_map(|entry| entry.file_name()?.to_str().map(str::to_owned));
    let mut names: Vec<String> =
        names.filter(|name| name != MIXES && name.starts_with(&prefix) && is_toml(name)).collect();
    names.sort();
    let player = |name: String| {
        let file = folder.join(name).display().to_string();
        let text = files.read(&file).ok()?;
        if without(&text) != text {
            return Some(format!("{DRILLED}:{file}"));
        }
        kinds.iter().map(|kind| format!("{kind}:{file}")).find(|name| can_play(name))
    };
    names.into_iter().filter_map(player).collect()
}

#[cfg(test)]
mod tests {
    use szala_two_gates_players::SYSTEM;

    use super::*;
    use crate::files::Shelf;

    const SHELF: Shelf = Shelf(&[
        ("scenarios/gates/robust/own/blue-1.toml", "raid_left = 1\nguard_left = 1\nshoot = 1\n"),
        ("scenarios/gates/robust/own/mix.toml", "[[Red]]\n"),
        ("scenarios/gates/robust/own/red-1.toml", "raid_left = 1\nguard_left = 1\nshoot = 1\n"),
        ("scenarios/gates/robust/own/red-2.csv", ""),
        ("scenarios/gates/robust/own/red-exploit.toml", "shoot = 1\nnet = '''\nbase 0\n'''\n"),
    ]);

    #[test]
    fn players_beside_the_mixes_are_known_by_what_their_files_hold() {
        let game = SYSTEM.game().expect("the game needs no file");
        let files = Files::with(SHELF);
        let names = |side: Side| {
            let can_play = |name: &str| game.check_player(name, side, &|path| files.read(path)).is_ok();
            let side = (side, game.faces().side_name(side));
            others(&files, "scenarios/gates/robust/own/mix.toml", side, &["uniform", "sentry"], can_play)
        };
        let folder = "scenarios/gates/robust/own";
        let red = [format!("sentry:{folder}/red-1.toml"), format!("drilled:{folder}/red-exploit.toml")];
        assert_eq!(names(Side::First), red);
        assert_eq!(names(Side::Second), [format!("sentry:{folder}/blue-1.toml")]);
    }
}
