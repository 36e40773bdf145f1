//! Every scenario keeps every promise that the kernel asks of a rule system.

use crate::common::load;

szala_kernel::conformance!(drill, load("drill"), games: 24);
szala_kernel::recording_conformance!(recording_drill, load("drill"), games: 60);
szala_kernel::pairing_conformance!(pairing_drill, load("drill"), games: 60);
szala_kernel::picturing_conformance!(picturing_drill, load("drill"), games: 40);
