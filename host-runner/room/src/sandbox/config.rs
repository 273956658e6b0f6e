//! The configuration of the engine: the same at build time, when the component is compiled, and at
//! run time.
//!
//! The build script includes this file. An engine loads only code that was compiled with the same
//! settings.

use wasmtime::Config;

/// Returns the settings of every engine. `windows` says whether it runs there.
pub(crate) fn config(windows: bool) -> Config {
    let mut config = Config::new();
    // The world needs none of these, and disabled features cannot be attacked.
    config
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .wasm_tail_call(false)
        .wasm_relaxed_simd(false);
    // A call is checked at every tick of the clock, and ended if it takes too long.
    config.epoch_interruption(true);
    // For debuggers. Windows itself needs it.
    config.native_unwind_info(windows);
    // A trap is reported by its reason; the frames of a stripped component have no names.
    config.generate_address_map(false).wasm_backtrace_max_frames(None);
    config
}
