//! The scenarios, for the tests of these players.

use szala_files::variant::{Variant, Varied};
use szala_spqr::Spqr;

/// The rules of a shipped scenario.
pub(crate) fn rules(name: &str) -> Spqr {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/spqr/");
    let read =
        |file: &str| std::fs::read_to_string(format!("{root}{file}")).map_err(|error| error.to_string());
    let opened = Spqr::open_varied(&format!("{name}.toml"), &read, &Variant::default());
    opened.unwrap_or_else(|told| panic!("{told}")).0
}
