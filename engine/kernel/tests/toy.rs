//! *Two Gates* keeps every promise that the kernel asks of a rule system.

use szala_kernel::toy::TwoGates;

// Pairs of choices are numerous only over many games, because the games are short.
szala_kernel::conformance!(two_gates, TwoGates, playing: 1000, recording: 1000, pairing: 4000, picturing: 1000);
