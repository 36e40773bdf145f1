//! Ground as a scenario has it: kinds of hexes, levels, streams, roads. What each does is left to the chapters.

use szala_board::HexId;

/// The kind of a hex, by its larger part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Soil {
    /// Clear.
    #[default]
    Clear,
    /// Woods.
    Woods,
    /// Broken ground.
    Broken,
    /// Marsh.
    Marsh,
    /// A river: nobody enters.
    River,
    /// A village or a town: nobody enters.
    Village,
}

impl Soil {
    /// All but clear ground, with their names.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("woods", Self::Woods),
        ("broken", Self::Broken),
        ("marsh", Self::Marsh),
        ("river", Self::River),
        ("village", Self::Village),
    ];

    /// [D-6.27a] Is it difficult?
    pub const fn is_difficult(self) -> bool {
        matches!(self, Self::Woods | Self::Broken | Self::Marsh)
    }

    /// [6.24] Is it barred to everybody?
    pub const fn is_barred(self) -> bool {
        matches!(self, Self::River | Self::Village)
    }
}

/// How high a hex may be.
pub const HIGHEST: u8 = 9;

/// The ground of a map, where it is other than clear and level.
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    /// Hexes that are not clear.
    pub soils: Vec<(HexId, Soil)>,
    /// Hexes above the lowest level.
    pub levels: Vec<(HexId, u8)>,
    /// Streams, each between two hexes.
    pub streams: Vec<[HexId; 2]>,
    /// Roman roads, each from a hex to the next.
    pub roads: Vec<[HexId; 2]>,
}
