//! `compiler`: how the program was built.

/// Everything known about the build, a line each.
pub fn description() -> String {
    let features = env!("QUIETUS_FEATURES").replace(',', " ");
    let assertions = if cfg!(debug_assertions) { "on" } else { "off" };
    format!(
        "Compiler: {}\nTarget: {}\nCPU features: {}\nOptimization level: {}\nDebug assertions: {assertions}",
        env!("QUIETUS_COMPILER"),
        env!("QUIETUS_TARGET"),
        if features.is_empty() {
            "none"
        } else {
            &features
        },
        env!("QUIETUS_OPT_LEVEL"),
    )
}
