//! Processor time, for measures that a busy machine must not spoil: of the whole program, on whichever thread the work
//! is done. Needs Linux.

/// How much processor time some work takes, in seconds, on whichever thread it is done.
///
/// # Errors
/// When the system does not tell.
pub fn timed<T>(work: impl FnOnce() -> T) -> Result<(f64, T), String> {
    let before = processor_time()?;
    let done = work();
    Ok((processor_time()? - before, done))
}

/// The processor time of the program so far, in seconds.
///
/// # Errors
/// When the system does not tell.
pub fn processor_time() -> Result<f64, String> {
    let stat =
        std::fs::read_to_string("/proc/self/stat").map_err(|error| format!("no processor time: {error}"))?;
    // The fields behind the name of the program, which may hold anything: user time is the 12th, system time the 13th,
    // in hundredths of a second (`man proc_pid_stat`).
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks =
        |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).ok_or("no processor time");
    Ok((ticks(11)? + ticks(12)?) / 100.0)
}

/// The middle one; sorts them.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
