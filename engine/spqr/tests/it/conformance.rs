//! Every scenario keeps every promise that the kernel asks of rules.

use crate::bold::{choose_boldly, load_with};

szala_kernel::conformance!(half, load_with("bagradas-half", &["turns=2"]).expect("it is sound");
    boldly: choose_boldly, playing: 2, pairing: 30, picturing: 2);

// Elephants with drivers, and counters for leaders with names.
szala_kernel::conformance!(driven,
    load_with("bagradas-half", &["turns=3", "elephant_command=true", "armies.second.replacements=2"])
        .expect("it is sound");
    boldly: choose_boldly, playing: 2, pairing: 10, picturing: 1);

// The drill ground: units of every type, and a leader who rides an elephant.
szala_kernel::conformance!(drill, load_with("drill", &["turns=3"]).expect("it is sound");
    boldly: choose_boldly, playing: 6, picturing: 2);

// Ground.
szala_kernel::conformance!(hills, load_with("cynoscephalae", &["turns=2"]).expect("it is sound");
    boldly: choose_boldly, playing: 1, picturing: 1);

// Whole games, in which every unit is lost once.
szala_kernel::conformance!(whole_games, load_with("bagradas-half", &[]).expect("it is sound"), recording: 12);
