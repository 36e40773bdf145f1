//! The kinds of units, and a scenario's values for each. The printed values are in `forces`.

/// A kind of fighting unit, in the order of the rulebook's table [5.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// On foot, hand to hand.
    Infantry,
    /// On foot, by fire.
    Riflemen,
    /// On foot, both.
    Grenadiers,
    /// Mounted, hand to hand.
    Cavalry,
    /// Mounted, by fire.
    MountedRifles,
    /// Guns.
    Artillery,
}

/// How many of each kind.
pub type Roll = [u8; Kind::COUNT];

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 6;

    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Infantry,
        Self::Riflemen,
        Self::Grenadiers,
        Self::Cavalry,
        Self::MountedRifles,
        Self::Artillery,
    ];

    /// Its place in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Riflemen => "riflemen",
            Self::Grenadiers => "grenadiers",
            Self::Cavalry => "cavalry",
            Self::MountedRifles => "mounted rifles",
            Self::Artillery => "artillery",
        }
    }

    /// [7.4.4, 7.5.4] The kind of a rider that has lost its horses.
    pub const fn on_foot(self) -> Option<Self> {
        match self {
            Self::Cavalry => Some(Self::Infantry),
            Self::MountedRifles => Some(Self::Riflemen),
            _ => None,
        }
    }
}

/// The effect of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// Nothing: it is a miss.
    Nothing,
    /// The horse is lost, and the unit is of this kind from then on.
    Unhorsed(Kind),
    /// The unit is lost.
    Lost,
}

/// The properties of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The value of a unit at the end [4.3].
    pub value: i32,
    /// Movement points, in halves: a step over clear ground takes two of them, one along a road one [6.5].
    pub points: u8,
    /// Does it fight hand to hand?
    pub close: bool,
    /// Its range over clear ground; 0 for a kind that does not fire.
    pub range: u8,
    /// Its table of hits, by the face of the die, from 1 [3.11].
    pub hits: [Hit; FACES],
}

/// The faces of the die.
pub const FACES: usize = 6;

/// The properties of the kinds of a scenario, and of barges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// By kind, in the order of [`Kind::ALL`].
    pub cards: [Card; Kind::COUNT],
    /// Artillery moves on this or less [7.6.3].
    pub guns_move_on: u8,
    /// The value of a barge for its owner [7.7.5].
    pub barge_value: i32,
    /// Does artillery that hits a barge sink it [7.7.7]? By the face of the die, from 1.
    pub barge_hits: [bool; FACES],
}

impl Kinds {
    /// The properties of a kind.
    #[inline]
    pub const fn card(&self, kind: Kind) -> &Card {
        &self.cards[kind.index()]
    }
}

/// The number of units in a roster.
pub(crate) fn size(roll: Roll) -> usize {
    roll.iter().map(|count| usize::from(*count)).sum()
}
