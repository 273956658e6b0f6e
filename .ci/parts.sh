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
