//! How the engine is configured: the same at build time, when the component is compiled, and at run time.
//!
//! The build script includes this file. An engine loads only code that was compiled with the same settings.

use wasmtime::Config;

/// The settings of every engine.
pub(crate) fn config() -> Config {
    let mut config = Config::new();
    // Nothing in the world needs these, and what is off cannot be attacked.
    config
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .wasm_tail_call(false)
        .wasm_relaxed_simd(false);
    // A call is looked at from time to time, and ended if it takes too long.
    config.epoch_interruption(true);
    // A trap is reported by its reason; frames of a stripped component would say nothing.
    config.generate_address_map(false).wasm_backtrace_max_frames(None);
    config
}
