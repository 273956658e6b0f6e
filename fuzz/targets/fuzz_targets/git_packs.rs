#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| readroom_fuzz::run("git_packs", input));
