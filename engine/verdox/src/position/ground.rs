//! The kinds of ground of a square. The cost of a step onto each, and its height, are in `terrain`.

/// The ground of a square. A bridge includes the river below it; a breach is the remains of a fortification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// [6.1] Clear ground.
    Clear,
    /// [6.2] A hill.
    Hill,
    /// [6.3] A valley.
    Valley,
    /// [6.4] Forest.
    Forest,
    /// [6.5] A road.
    Road,
    /// [6.6] A bridge over the river.
    Bridge,
    /// [6.7] The river.
    River,
    /// [6.8] A canal.
    Canal,
    /// [6.9] A swamp.
    Swamp,
    /// [6.10] A fortification.
    Fortification,
    /// [6.11] A gate in it.
    Gate,
    /// [6.10.8] A fortification that was brought down.
    Breach,
}

impl Ground {
    /// How many kinds there are.
    pub const COUNT: usize = 12;

    /// All of them.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Clear,
        Self::Hill,
        Self::Valley,
        Self::Forest,
        Self::Road,
        Self::Bridge,
        Self::River,
        Self::Canal,
        Self::Swamp,
        Self::Fortification,
        Self::Gate,
        Self::Breach,
    ];

    /// Its name, also in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Hill => "hill",
            Self::Valley => "valley",
            Self::Forest => "forest",
            Self::Road => "road",
            Self::Bridge => "bridge",
            Self::River => "river",
            Self::Canal => "canal",
            Self::Swamp => "swamp",
            Self::Fortification => "fortification",
            Self::Gate => "gate",
            Self::Breach => "breach",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ground_stands_at_its_place() {
        for (place, ground) in Ground::ALL.into_iter().enumerate() {
            assert_eq!(ground as usize, place);
        }
    }
}
