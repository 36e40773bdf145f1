//! The kinds of ground and what each of them does, as a table of data [8.2t, G4]: what a kind is *called* stands here,
//! what it *costs, bars, hides and gives* is for the files to say. What they leave out is as Niemenczyn prints it.

/// What a hex is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HexKind {
    /// Nothing in particular.
    #[default]
    Clear,
    /// Woods.
    Forest,
    /// Houses.
    Village,
    /// Soft ground.
    Marsh,
    /// [D-MG4b] Woods and marsh, in every rule that asks for either.
    MarshyWoods,
    /// Walls.
    Castle,
}

/// What lies between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// The levels differ, and nothing else lies there.
    Slope,
    /// A steep edge; it takes the place of the slope [D-8.2b].
    Escarpment,
    /// Field works, of whatever kind [D-MG4a].
    Trench,
    /// Water, whether or not there is a bridge: that is a road across it [D-MG4c].
    River,
}

/// What a kind of hex does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a column of the table each")]
pub struct HexGround {
    /// [8.2t] Points of infantry to enter it.
    pub foot: u8,
    /// Points of cavalry, and of limbered guns [8.12]; nothing where they may enter by a road alone [D-MG4d].
    pub horse: Option<u8>,
    /// [8.9] May one march into it in double time?
    pub double_time: bool,
    /// [8.14.1] May one charge into it or through it?
    pub charges: bool,
    /// [7.2] May squares stand in it?
    pub squares: bool,
    /// [10.1] Does it block sight?
    pub hides: bool,
    /// [10.9.4t] [D-M10.9.4a] What it takes off a test under fire.
    pub cover: u8,
    /// [11.7t] What it adds to the die of the defender.
    pub defence: u8,
    /// To the die of cavalry too?
    pub defends_cavalry: bool,
    /// [10.11.3] Does retreating into it cost a loss?
    pub retreat_loss: bool,
}

/// What a kind of hexside does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a column of the table each")]
pub struct SideGround {
    /// [8.2t] Points of infantry and of cavalry to cross it upwards.
    pub up: [u8; 2],
    /// The same downwards, and on one level [D-8.2c].
    pub down: [u8; 2],
    /// [8.9] May one cross it in double time?
    pub double_time: bool,
    /// [8.14.1] May one charge across it?
    pub charges: bool,
    /// [7.2.2] May squares cross it?
    pub squares: bool,
    /// [10.1.3] Does it block sight?
    pub hides: bool,
    /// [11.7t] What it takes off the die of attackers who all entered across it, on any level.
    pub attack: u8,
    /// [10.11.3] Does retreating across it cost a loss, on any level?
    pub retreat_loss: bool,
}

/// The table: a row for each kind that the scenario knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundTable {
    hexes: [Option<HexGround>; HexKind::ALL.len()],
    sides: [Option<SideGround>; SideKind::ALL.len()],
}

impl HexKind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Clear, Self::Forest, Self::Village, Self::Marsh, Self::MarshyWoods, Self::Castle];
}

impl SideKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Slope, Self::Escarpment, Self::Trench, Self::River];
}

impl HexGround {
    /// Ground that does nothing but cost so much.
    pub const fn open(foot: u8, horse: Option<u8>) -> Self {
        Self {
            foot,
            horse,
            double_time: true,
            charges: true,
            squares: true,
            hides: false,
            cover: 0,
            defence: 0,
            defends_cavalry: true,
            retreat_loss: false,
        }
    }
}

impl SideGround {
    /// A side that does nothing but cost so much.
    pub const fn open(up: [u8; 2], down: [u8; 2]) -> Self {
        Self {
            up,
            down,
            double_time: true,
            charges: true,
            squares: true,
            hides: false,
            attack: 0,
            retreat_loss: false,
        }
    }
}

impl GroundTable {
    /// As Niemenczyn prints it.
    pub const PRINTED: Self = {
        let forest = HexGround {
            double_time: false,
            charges: false,
            squares: false,
            hides: true,
            cover: 1,
            defence: 1,
            ..HexGround::open(2, Some(3))
        };
        let escarpment = SideGround {
            double_time: false,
            charges: false,
            squares: false,
            hides: true,
            retreat_loss: true,
            ..SideGround::open([2, 3], [1, 1])
        };
        Self {
            hexes: [Some(HexGround::open(1, Some(1))), Some(forest), None, None, None, None],
            sides: [
                Some(SideGround::open([1, 1], [0, 0])),
                Some(escarpment),
                Some(SideGround::open([1, 1], [1, 1])),
                None,
            ],
        }
    };

    /// What a kind of hex does, if there are such hexes.
    pub const fn of_hex(&self, kind: HexKind) -> Option<&HexGround> {
        self.hexes[kind as usize].as_ref()
    }

    /// What a kind of hexside does, if there are such sides.
    pub const fn of_side(&self, kind: SideKind) -> Option<&SideGround> {
        self.sides[kind as usize].as_ref()
    }

    /// Writes the row of a kind of hex.
    pub fn set_hex(&mut self, kind: HexKind, row: HexGround) {
        self.hexes[kind as usize] = Some(row);
    }

    /// Writes the row of a kind of hexside.
    pub fn set_side(&mut self, kind: SideKind, row: SideGround) {
        self.sides[kind as usize] = Some(row);
    }
}
