//! Every scenario keeps every promise that the kernel asks of a rule system.

use crate::common::load;

szala_kernel::conformance!(drill, load("drill"), games: 24);
szala_kernel::recording_conformance!(recording_drill, load("drill"), games: 60);
szala_kernel::pairing_conformance!(pairing_drill, load("drill"), games: 60);
szala_kernel::picturing_conformance!(picturing_drill, load("drill"), games: 40);

// Games on the large maps, and those without an agreed length, are long: fewer of them do. Among twelve without one
// guns get upon a wall.
szala_kernel::conformance!(otherwise, load("drill-otherwise"), games: 12);
szala_kernel::conformance!(diagonal, load("drill-diagonal"), games: 8);
szala_kernel::conformance!(fortress, load("fortress"), games: 3);
szala_kernel::conformance!(mirror, load("mirror"), games: 2);
szala_kernel::recording_conformance!(recording_fortress, load("fortress"), games: 10);
szala_kernel::pairing_conformance!(pairing_fortress, load("fortress"), games: 10);
szala_kernel::picturing_conformance!(picturing_fortress, load("fortress"), games: 3);
