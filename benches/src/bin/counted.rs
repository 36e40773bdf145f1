//! One workload, for callgrind to count: `counted "a thousand keyed rolls"`, which prints its unit and number of
//! items. Without a name it lists the names. `cargo xtask counts` runs it under valgrind and judges the counts.

use std::process::ExitCode;

use szala_benches::{WORKLOADS, collected};

fn main() -> ExitCode {
    let Some(name) = std::env::args().nth(1) else {
        for workload in WORKLOADS {
            println!("{}", workload.name);
        }
        return ExitCode::SUCCESS;
    };
    let Some(workload) = WORKLOADS.iter().find(|workload| workload.name == name) else {
        eprintln!("there is no workload {name:?}; without a name, counted lists them");
        return ExitCode::from(2);
    };
    let mut work = (workload.prepare)();
    let done = workload.check(collected(&mut *work));
    println!("{} {}", done.times, workload.each);
    ExitCode::SUCCESS
}
