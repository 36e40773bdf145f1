//! *Two Gates* keeps every promise that the kernel asks of a rule system.

use szala_kernel::toy::TwoGates;

szala_kernel::conformance!(two_gates, TwoGates, games: 1000);
