//! Ground and first move given to the other side, and maps generated for a scenario, to measure whose advantage is
//! whose. `generate` makes the maps.

use szala_board::SquareId;
use szala_files::Document;
use szala_kernel::exchange::{Feature, MadeUp, Order};
use szala_kernel::{BySide, Exchange, MapMaker, Side};

use crate::chapters::game::Verdox;
use crate::files::generate::{Made, Shares, Wish, generate};
use crate::files::scenario::{load_map, misfit};
use crate::position::data::{Map, Scenario};
use crate::position::ground::Ground;
use crate::position::ids::Squares;

impl Map {
    /// The mirror image, left for right: each side gets what the other had.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let width = i32::from(self.grid.columns);
        let image = |square: SquareId| {
            let [column, row] = self.grid.column_row(square);
            self.grid.square_at([width - 1 - column, row]).expect("the image is as wide")
        };
        let images = |squares: Squares| squares.iter().map(image).collect::<Squares>();
        // [6.11.2] The ownership of a gate goes with the ground, as the headquarters do.
        let gates = self.squares_of(|ground| ground == Ground::Gate);
        let mut barges: Vec<SquareId> = self.barges.iter().copied().map(image).collect();
        let lie = |barges: &[SquareId]| barges.iter().copied().collect::<Squares>();
        if lie(&barges) == lie(&self.barges) {
            // Barges belong to nobody, and are alike: of two that are each other's image neither takes the other's
            // number, so that a map which is its own image is the same to the last detail.
            barges.clone_from(&self.barges);
        }
        Self {
            grid: self.grid,
            ground: self.squares().iter().map(|square| self.ground[image(square).index()]).collect(),
            inside: images(self.inside),
            headquarters: BySide::from_fn(|side: Side| image(self.headquarters[!side])),
            gates_of_second: images(gates - self.gates_of_second),
            barges,
        }
    }
}

impl Exchange for Verdox {
    /// [2.2] Hasbergs come in on the left edge, Askans on the right one.
    fn ground_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "the left edge",
            Side::Second => "the right edge",
        }
    }

    /// Forces stay with their side, and so does an equal count given to a side [D-4.3a].
    fn exchanged(&self) -> Self {
        let scenario = self.scenario();
        Self::new(Scenario { map: scenario.map.mirrored(), ..scenario.clone() })
    }

    fn is_even(&self) -> bool {
        self.scenario().map == self.scenario().map.mirrored()
    }

    /// [D-2.1a]
    fn led_by(&self, side: Side) -> Self {
        Self::new(Scenario { leads: Some(side), ..self.scenario().clone() })
    }
}

/// The quantities a generated map can have more or less of, in the order in which a request is read.
const FEATURES: [Feature; 5] = [
    Feature { name: "hill", about: "hundredths of all squares that are hill", usual: 10, most: 60 },
    Feature { name: "valley", about: "hundredths of all squares that are valley", usual: 5, most: 60 },
    Feature { name: "forest", about: "hundredths of all squares that are forest", usual: 10, most: 60 },
    Feature { name: "swamp", about: "hundredths of all squares that are swamp", usual: 5, most: 60 },
    Feature {
        name: "bridges",
        about: "bridges of the river; with none there is no river",
        usual: 2,
        most: 4,
    },
];

impl MapMaker for Verdox {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn made_up(&self, order: &Order<'_>) -> Result<MadeUp<Self>, String> {
        let scenario = self.scenario();
        let Order { seed, even, amounts } = *order;
        let &[hill, valley, forest, swamp, bridges] = amounts else {
            return Err(format!("a map is made up of {} numbers, not {}", FEATURES.len(), amounts.len()));
        };
        let grid = scenario.map.grid;
        let wish = Wish {
            seed,
            columns: grid.columns,
            rows: grid.rows,
            symmetric: even,
            shares: Shares { hill, valley, forest, swamp },
            bridges,
        };
        let Made { text, missing } = generate(&wish).map_err(|refused| {
            let [columns, rows] = [grid.columns, grid.rows];
            format!(
                "no map of {columns} columns and {rows} rows, as that of the scenario, is made up: {refused}"
            )
        })?;
        let (map, of_map) = load_map("made up", &text).expect("what is made up can be read");
        let mut scenario = Scenario { map, ..scenario.clone() };
        // The notes of its files about another map do not apply to this one.
        scenario.assumptions.retain(|one| !one.path.starts_with("map."));
        scenario.assumptions.extend(of_map);
        misfit(&scenario).map_or(Ok(()), Err)?;
        let grounds = ["hill", "valley", "forest", "swamp"].into_iter().zip(missing);
        let short: Vec<String> = grounds
            .filter(|(_, missing)| *missing > 0)
            .map(|(ground, missing)| {
                format!("{missing} {} of {ground}", if missing == 1 { "square" } else { "squares" })
            })
            .collect();
        let missing = (!short.is_empty()).then(|| format!("there was no room for {}", short.join(", ")));
        Ok(MadeUp { rules: Self::new(scenario), map: text, missing })
    }

    fn file_with_map(&self, text: &str, map: &str, title: &str) -> Result<String, String> {
        let document = Document::parse(text).map_err(|complaints| complaints[0].to_string())?;
        let root = document.root();
        let mut places = Vec::new();
        for (key, value) in [("map", map), ("title", title)] {
            let field = root.get(key).ok_or_else(|| format!("the file has no `{key}`"))?;
            places.push((field.span(), value));
        }
        // From the end, so that the places before it stay valid.
        places.sort_by_key(|(span, _)| core::cmp::Reverse(span.start));
        let mut text = text.to_owned();
        for (span, value) in places {
            text.replace_range(span, &quoted(value));
        }
        Ok(text)
    }
}

/// A text in TOML form.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
