//! Every scenario keeps every promise that the kernel asks of rules.

use crate::common::{choose_boldly, load, load_with};

szala_kernel::conformance!(
    drill, load("drill"); boldly: choose_boldly,
    playing: 12, recording: 8, pairing: 20, picturing: 4
);

// Every other reading at once.
szala_kernel::conformance!(otherwise, load_with("drill", &[
    "recovery=next stage", "run_marker=stage colour", "command=any", "crowding=five", "barrage_dice=one a unit",
    "fired_mark=end of stage", "clear_road=both",
]).expect("the switches have these values"); boldly: choose_boldly, playing: 6);

// [19] Units on paper.
szala_kernel::conformance!(
    on_paper, load("drill-on-paper"); boldly: choose_boldly,
    playing: 12, recording: 8, pairing: 20, picturing: 4
);

szala_kernel::conformance!(on_paper_otherwise, load_with("drill-on-paper", &[
    "holding=last passed", "hidden_march=stay", "company_spread=1", "hidden_stages=each", "turned_counters=open",
]).expect("the switches have these values"); boldly: choose_boldly, playing: 6);
