//! Both scenarios keep every promise that the kernel asks of a rule system.

use crate::common::load;

szala_kernel::conformance!(historical, load("historical"), games: 150);
szala_kernel::conformance!(alternative, load("alternative"), games: 150);
szala_kernel::recording_conformance!(recording_historical, load("historical"), games: 150);
szala_kernel::recording_conformance!(recording_alternative, load("alternative"), games: 150);
szala_kernel::pairing_conformance!(pairing_historical, load("historical"), games: 150);
szala_kernel::pairing_conformance!(pairing_alternative, load("alternative"), games: 150);
szala_kernel::picturing_conformance!(picturing_historical, load("historical"), games: 60);
szala_kernel::picturing_conformance!(picturing_alternative, load("alternative"), games: 60);
