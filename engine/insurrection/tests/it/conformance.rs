//! Both scenarios, and the drill of commanders of the sister game, keep every promise that the kernel asks of a rule system.

use crate::common::{choose_boldly, load};

szala_kernel::conformance!(
    historical, load("historical"); boldly: choose_boldly,
    playing: 150, recording: 150, pairing: 150, picturing: 60
);
szala_kernel::conformance!(
    alternative, load("alternative"); boldly: choose_boldly,
    playing: 150, recording: 150, pairing: 150, picturing: 60
);
szala_kernel::conformance!(
    commanders, load("scenarios/maciejowice-1794/drill-command.toml"); boldly: choose_boldly,
    playing: 12, recording: 12, pairing: 12
);
szala_kernel::conformance!(
    commanders_otherwise, load("scenarios/maciejowice-1794/drill-command-otherwise.toml"); boldly: choose_boldly,
    playing: 6
);
