//! Every scenario keeps every promise that the kernel asks of a rule system.

use crate::common::{choose_boldly, load};

szala_kernel::conformance!(
    drill, load("drill"); boldly: choose_boldly,
    playing: 24, recording: 60, pairing: 60, picturing: 40
);

// Games on the large maps, and those without an agreed length, are long: fewer of them are enough. Among twelve
// without one, guns get onto a wall.
szala_kernel::conformance!(otherwise, load("drill-otherwise"); boldly: choose_boldly, playing: 12);
szala_kernel::conformance!(diagonal, load("drill-diagonal"); boldly: choose_boldly, playing: 8);
szala_kernel::conformance!(
    fortress, load("fortress"); boldly: choose_boldly,
    playing: 3, recording: 10, pairing: 10, picturing: 3
);
szala_kernel::conformance!(mirror, load("mirror"); boldly: choose_boldly, playing: 2);
