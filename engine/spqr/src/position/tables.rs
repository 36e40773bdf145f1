//! The tables, which a scenario's files hold: missiles, superiority, the clash of spears and swords, shock results.

use crate::position::data::Kind;

/// What is shot with, as the table of missiles distinguishes it [8.51].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weapon {
    /// Bows on foot.
    FootBows,
    /// Slings.
    Slings,
    /// Balearic slings.
    BalearicSlings,
    /// Javelins on foot.
    FootJavelins,
    /// Javelins of riders, on elephants too.
    MountedJavelins,
    /// Bows of riders.
    MountedBows,
    /// The screen of elephants.
    Screen,
}

impl Weapon {
    /// All, with their names.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("foot A", Self::FootBows),
        ("S", Self::Slings),
        ("S Balearic", Self::BalearicSlings),
        ("foot J", Self::FootJavelins),
        ("mounted J", Self::MountedJavelins),
        ("mounted A", Self::MountedBows),
        ("screen", Self::Screen),
    ];
}

/// From where an attacker comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum From {
    /// The front.
    Front,
    /// A flank.
    Flank,
    /// The rear.
    Rear,
}

impl From {
    /// All, with their names.
    pub const NAMES: [(&'static str, Self); 3] =
        [("front", Self::Front), ("flank", Self::Flank), ("rear", Self::Rear)];
}

/// The farthest range of any weapon.
pub const FARTHEST: usize = 4;

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// [8.51] Hit on this or less, by weapon and range; -1 out of range.
    pub missiles: [[i8; FARTHEST]; Weapon::NAMES.len()],
    /// [8.52] For each defender the attackers who are superior to it, a bit for each kind.
    pub attack_superior: [u16; Kind::COUNT],
    /// [8.52] For each defender the attackers to whom it is superior.
    pub defence_superior: [u16; Kind::COUNT],
    /// [8.53] The column, by side, defender, attacker; 0 where there is no such fight.
    pub clash: [[[u8; Kind::COUNT]; Kind::COUNT]; 3],
    /// [8.54] Hits of attackers and of defenders, by die and column.
    pub shock: [[[u8; 2]; 13]; 10],
}
