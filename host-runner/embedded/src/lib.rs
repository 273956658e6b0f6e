//! The component, built from the guest crates, as bytes to embed.
//!
//! This crate depends on nothing that has dependencies, so that the second cargo, which builds the
//! component, runs concurrently with the first one, which builds the compiler for it.

/// The component, with the sections that describe it to registries and hosts.
pub const COMPONENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/readroom.wasm"));
