//! The scenarios keep every promise that the kernel asks of a rule system.

use szala_insurrection::Large;

use crate::common::{choose_boldly, load, load_into};

szala_kernel::conformance!(
    historical, load("historical"); boldly: choose_boldly,
    playing: 60, recording: 150, pairing: 150, picturing: 60
);
szala_kernel::conformance!(
    alternative, load("alternative"); boldly: choose_boldly,
    playing: 60, recording: 150, pairing: 150, picturing: 60
);
// Overall commanders and a reserve.
szala_kernel::conformance!(
    commanders, load("scenarios/maciejowice-1794/drill-command.toml"); boldly: choose_boldly,
    playing: 5, recording: 12, pairing: 12
);
szala_kernel::conformance!(
    commanders_otherwise, load("scenarios/maciejowice-1794/drill-command-otherwise.toml"); boldly: choose_boldly,
    playing: 6
);
// [D-M13.2b] Chits chosen several at a time in secret, a division that enters, strongholds.
szala_kernel::conformance!(
    drill_of_a_battle, load("scenarios/maciejowice-1794/drill-battle.toml"); boldly: choose_boldly,
    playing: 20, recording: 200, pairing: 60, picturing: 20
);
// In the large room.
szala_kernel::conformance!(
    oronne, load_into::<Large>("scenarios/maciejowice-1794/oronne.toml").expect("a sound scenario");
    boldly: choose_boldly, playing: 2, picturing: 1
);
szala_kernel::conformance!(
    drill, load("scenarios/maciejowice-1794/drill.toml"); boldly: choose_boldly,
    playing: 10, recording: 20, pairing: 20
);
