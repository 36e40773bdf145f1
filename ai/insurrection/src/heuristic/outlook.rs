//! How something in one direction looks from each of the six facings, all at once, from a table.

use szala_board::{Approach, Bearing, Direction, Facing};

/// Where something lies relative to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Where the unit can aim [10.2]: in front, including the border to the flank [D-10.2a].
    Ahead,
    /// On his flank.
    Aside,
    /// In its rear, including the border to the flank.
    Behind,
}

/// What lies in one bearing, as seen from each facing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// One of the facings that have it ahead. If a unit can aim at it in this facing, it can in any of them.
    pub(super) straight_at: Facing,
    /// For each facing, where it lies.
    pub(super) seen: [Seen; 6],
}

/// The bearings: through the six sides, then through the six vertices.
const OUTLOOKS: [Outlook; 12] = {
    let mut all = [Outlook::new(Bearing::Side(Direction::ALL[0])); 12];
    let mut sixth = 0;
    while sixth < 6 {
        all[sixth] = Outlook::new(Bearing::Side(Direction::ALL[sixth]));
        all[6 + sixth] = Outlook::new(Bearing::Vertex(Facing::ALL[sixth]));
        sixth += 1;
    }
    all
};

/// For each direction, the two facings that have the neighbour there in front.
const FACINGS_TOWARDS: [[Facing; 2]; 6] = {
    let mut all = [[Facing::ALL[0]; 2]; 6];
    let mut found = [0; 6];
    let mut sixth = 0;
    while sixth < 6 {
        let facing = Facing::ALL[sixth];
        let [right, left] = facing.front();
        all[right.index()][found[right.index()]] = facing;
        all[left.index()][found[left.index()]] = facing;
        found[right.index()] += 1;
        found[left.index()] += 1;
        sixth += 1;
    }
    all
};

/// [8.1] The facings in which a unit can go in a direction, in their order.
pub(super) const fn facings_towards(direction: Direction) -> [Facing; 2] {
    FACINGS_TOWARDS[direction.index()]
}

impl Outlook {
    /// What lies in this bearing.
    pub(super) fn to(bearing: Bearing) -> &'static Self {
        match bearing {
            Bearing::Side(direction) => &OUTLOOKS[direction.index()],
            Bearing::Vertex(vertex) => &OUTLOOKS[6 + vertex.index()],
        }
    }

    const fn new(bearing: Bearing) -> Self {
        let mut outlook = Self { straight_at: Facing::ALL[0], seen: [Seen::Ahead; 6] };
        let mut sixth = 0;
        while sixth < 6 {
            let facing = Facing::ALL[sixth];
            outlook.seen[sixth] = match facing.approach(bearing) {
                Approach::Front | Approach::FrontFlank => Seen::Ahead,
                Approach::Flank => Seen::Aside,
                Approach::FlankRear | Approach::Rear => Seen::Behind,
            };
            if matches!(outlook.seen[sixth], Seen::Ahead) {
                outlook.straight_at = facing;
            }
            sixth += 1;
        }
        outlook
    }
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::{direction, facing};

    use super::*;

    #[test]
    fn what_lies_north_east_is_ahead_of_those_who_face_north_or_north_east() {
        let outlook = Outlook::to(Bearing::Side(direction::NE));
        // The north-eastern side ends in these two vertices; their opposites have it behind them.
        let by = |facing: Facing| outlook.seen[facing.index()];
        assert_eq!([facing::N, facing::NE].map(by), [Seen::Ahead; 2]);
        assert_eq!([facing::NW, facing::SE].map(by), [Seen::Aside; 2]);
        assert_eq!([facing::S, facing::SW].map(by), [Seen::Behind; 2]);
        assert!([facing::N, facing::NE].contains(&outlook.straight_at));
    }

    #[test]
    fn r8_1_one_goes_in_a_direction_with_the_two_facings_that_have_it_in_front() {
        for direction in Direction::ALL {
            let fronts = Facing::ALL.into_iter().filter(|facing| facing.front().contains(&direction));
            assert!(fronts.eq(facings_towards(direction)), "{direction:?}");
        }
    }

    #[test]
    fn d_10_2a_what_lies_at_a_vertex_is_ahead_for_those_too_who_face_the_next() {
        let outlook = Outlook::to(Bearing::Vertex(facing::N));
        // A turn of 60 degrees puts it on the border of front and flank, one of 120 on that of flank and rear.
        let by = |facing: Facing| outlook.seen[facing.index()];
        assert_eq!([facing::NW, facing::N, facing::NE].map(by), [Seen::Ahead; 3]);
        assert_eq!([facing::SE, facing::S, facing::SW].map(by), [Seen::Behind; 3]);
        assert!([facing::NW, facing::N, facing::NE].contains(&outlook.straight_at));
    }
}
