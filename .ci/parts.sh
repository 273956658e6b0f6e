# What both scripts share. Sourced, not run.

# There is no next build for which something would have to be kept.
export CARGO_INCREMENTAL=0

packages=target/packages
readroom=target/release/readroom

# Runs a command as a named part, and prints how long it took.
part() {
    local name=$1 start=$SECONDS
    shift
    echo "ci: $name"
    "$@"
    echo "ci: $name took $(((SECONDS - start) / 60)):$(printf %02d $(((SECONDS - start) % 60)))"
}

# Succeeds if one of the paths changed on this branch, or in its last commit where there is no other
# branch to compare with, or if there is no history that could say so.
changed() {
    local base
    base=$(git merge-base HEAD origin/HEAD 2>/dev/null) || base=HEAD~1
    [ "$base" != "$(git rev-parse HEAD 2>/dev/null)" ] || base=HEAD~1
    ! git diff --quiet "$base" -- "$@" 2>/dev/null
}

# What dependencies bring in: licenses, sources, and what is known against them where the database
# can be reached.
dependencies() {
    # It stays where cargo keeps programs, for the next run.
    cargo deny --version >/dev/null 2>&1 ||
        cargo install --quiet --locked --debug --version 0.20.2 cargo-deny
    local manifest
    # The fuzz targets have a lock file of their own, which follows the workspace's.
    for manifest in Cargo.toml fuzz/targets/Cargo.toml; do
        cargo deny --locked --manifest-path "$manifest" --config deny.toml \
            check bans licenses sources
    done
    if cargo deny --locked fetch db; then
        cargo deny --locked check --disable-fetch advisories
    else
        echo "advisories were not checked: their database cannot be reached"
    fi
}

# A real agent with this reader instead of its own is shown the same, and what a model reads.
models() {
    node tests/agents/run.mjs --target "$packages/agents" --program "$readroom" pi
    READROOM="$readroom" node --test bench/views/tests/*.test.mjs
    node bench/views/run.mjs estimate --program "$readroom" --target "$packages/views"
    node bench/views/run.mjs find --program "$readroom" --target "$packages/views"
}

# Lints around the smallest component, which exports nothing: it takes no time to compile, and lints
# call none.
lint() {
    mkdir -p "$packages"
    printf '\0asm\r\0\1\0' >"$packages/empty.wasm"
    READROOM_COMPONENT="$PWD/$packages/empty.wasm" cargo clippy --locked "$@" -- -D warnings
}

windows_lints() {
    debian gcc-mingw-w64-x86-64-posix x86_64-w64-mingw32-gcc
    rustup target add x86_64-pc-windows-gnu
    lint --target x86_64-pc-windows-gnu "$@"
}

# Writes the components that the packages are built around.
components() {
    mkdir -p "$packages"
    "$readroom" component "$packages/readroom.wasm"
    cargo run --locked --package readroom-guest-build -- readroom-hostile "$packages/hostile.wasm"
}

# Runs a runner of the packages' tests, which makes what it needs below target/packages.
runner() {
    local name=$1
    shift
    "$@" --target "$packages/$name" --component "$packages/readroom.wasm" --program "$readroom"
}

# Installs a package of Debian's, if its program, which may have another name, is not there.
debian() {
    command -v "${2:-$1}" >/dev/null ||
        { apt-get update -qq && apt-get install -y -qq "$1"; } >/dev/null
}
