//! *Two Gates* keeps every promise that the kernel asks of a rule system.

use szala_kernel::toy::TwoGates;

szala_kernel::conformance!(two_gates, TwoGates, games: 1000);
szala_kernel::recording_conformance!(recording_two_gates, TwoGates, games: 1000);
szala_kernel::pairing_conformance!(pairing_two_gates, TwoGates, games: 4000);
szala_kernel::picturing_conformance!(picturing_two_gates, TwoGates, games: 1000);
