//! Postures: how parts of an army take a turn, chosen by a net or by a player that plans by simulations. A unit without
//! a posture goes by the count ([`Stance`](super::turn::Stance)).

use szala_verdox::Kind;

/// How the units of a group take a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posture {
    /// As when ahead in the count.
    Ahead,
    /// As when level.
    Level,
    /// As when behind.
    Behind,
    /// For the headquarters of the other side, whatever it costs; guns fire at walls before units.
    Bold,
    /// They stay where they are, and attack what they can.
    Still,
}

impl Posture {
    /// All of them, in order.
    pub(super) const ALL: [Self; 5] = [Self::Ahead, Self::Level, Self::Behind, Self::Bold, Self::Still];
    /// Those that make a difference to guns, which hardly move.
    const OF_GUNS: [Self; 2] = [Self::Bold, Self::Still];
}

/// The groups that each get an order: by how they move and fight, and by whose headquarters they are nearer to.
pub(super) const GROUPS: usize = 8;

/// A group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group(usize);

impl Group {
    /// The first one.
    pub(super) const FIRST: Self = Self(0);

    /// The group of a unit, nearer to the enemy's headquarters than to its own or not.
    pub(super) const fn of(kind: Kind, is_forward: bool) -> Self {
        let arm = match kind {
            Kind::Cavalry | Kind::MountedRifles => 0,
            Kind::Riflemen => 1,
            Kind::Infantry | Kind::Grenadiers => 2,
            Kind::Artillery => 3,
        };
        Self(2 * arm + is_forward as usize)
    }

    /// All of them, in order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..GROUPS).map(Self)
    }

    /// Its number.
    pub(super) const fn index(self) -> usize {
        self.0
    }

    /// The postures it can take.
    pub(super) const fn postures(self) -> &'static [Posture] {
        if self.0 / 2 == 3 { &Posture::OF_GUNS } else { &Posture::ALL }
    }
}

/// One posture for some groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// A bit for each group.
    groups: u8,
    posture: Posture,
}

impl Order {
    /// To one group.
    pub(super) const fn to(group: Group, posture: Posture) -> Self {
        Self { groups: 1 << group.0, posture }
    }

    /// To the whole army, but for its guns.
    pub(super) const fn to_all(posture: Posture) -> Self {
        Self { groups: (1 << (GROUPS - 2)) - 1, posture }
    }

    /// Are both for the same?
    pub(super) const fn is_instead_of(self, other: Self) -> bool {
        self.groups == other.groups
    }
}

/// The posture of each group for a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Postures {
    turn: u8,
    told: [Option<Posture>; GROUPS],
}

impl Postures {
    /// Nothing.
    pub(super) const NONE: Self = Self::in_turn(0);

    /// Nothing yet in this turn.
    pub(super) const fn in_turn(turn: u8) -> Self {
        Self { turn, told: [None; GROUPS] }
    }

    /// The same, if it is for this turn.
    pub(super) const fn if_due(self, turn: u8) -> Self {
        if self.turn == turn { self } else { Self::in_turn(turn) }
    }

    /// Gives an order; it replaces earlier orders to its groups.
    pub(super) fn give(&mut self, order: Order) {
        for group in Group::all().filter(|group| order.groups >> group.0 & 1 == 1) {
            self.told[group.0] = Some(order.posture);
        }
    }

    /// The posture of a group, if it has one.
    pub(super) const fn of(&self, group: Group) -> Option<Posture> {
        self.told[group.0]
    }

    /// Has no group a posture?
    pub(super) fn are_none(&self) -> bool {
        self.told.iter().all(Option::is_none)
    }
}
