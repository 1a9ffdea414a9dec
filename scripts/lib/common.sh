# shellcheck shell=bash
# Sourced by the scripts: where things are, and how they speak.

# A failure inside $(…) ends the script too. The bash of macOS is too old to know this.
shopt -s inherit_errexit 2>/dev/null || true

ISHI_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export ISHI_ROOT

# Everything that is built, fetched or tried out goes below this folder.
target_dir() {
  local target=${CARGO_TARGET_DIR:-target}
  [[ $target == /* ]] || target=$ISHI_ROOT/$target
  printf '%s\n' "$target"
}

# say TEXT…: prints to the terminal, without mixing with a script's output.
say() {
  printf '%s\n' "$*" >&2
}

die() {
  say "$(basename "$0"): $*"
  exit 1
}

# need_cargo: fails if Rust is not installed. Rust is not fetched, because users choose how they install it.
need_cargo() {
  if ! command -v cargo >/dev/null && [[ -x $HOME/.cargo/bin/cargo ]]; then
    PATH=$HOME/.cargo/bin:$PATH
  fi
  command -v cargo >/dev/null || die "cargo is missing. Install Rust (https://rustup.rs) and run this again."
}

# need_component NAME: a minimal Rust toolchain comes without rustfmt and clippy.
need_component() {
  need_cargo
  if ! cargo "${1/rustfmt/fmt}" --version >/dev/null 2>&1; then
    command -v rustup >/dev/null || die "cargo ${1/rustfmt/fmt} is missing. Install the $1 component of your Rust."
    rustup component add "$1"
  fi
}

# build_program [OPTION…]: builds the program without what only a release needs, which is quick, and sets ISHI to its path. The options
# are for cargo.
build_program() {
  need_cargo
  (cd "$ISHI_ROOT" && cargo build --locked --bin ishi "$@") || die "the program does not build; see above."
  ISHI=$(target_dir)/debug/ishi
  export ISHI
}

# program_under_test: sets ISHI to the program that is tested: the one that ISHI names already, or else a build of these sources. It is
# built together with a test: by itself, its packages have fewer features, and nearly all would be compiled once more.
program_under_test() {
  if [[ -z ${ISHI:-} ]]; then
    build_program --test program
    return
  fi
  [[ $ISHI == /* ]] || ISHI=$PWD/$ISHI
  [[ -x $ISHI ]] || die "there is no program at $ISHI, which ISHI names."
  export ISHI
}

# build_release: builds the program that is released and sets ISHI to its path. Where it panics it names a file and a line. For a
# package from crates.io that is a path below cargo's own folder, which differs between machines, so it is replaced. The flags are
# the same for every checkout: with others, cargo would compile all packages again.
build_release() {
  need_cargo
  local flags=${CARGO_ENCODED_RUSTFLAGS:-${RUSTFLAGS:+${RUSTFLAGS// /$'\x1f'}}}
  flags+=${flags:+$'\x1f'}--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=registry
  local -x CARGO_ENCODED_RUSTFLAGS=$flags
  (cd "$ISHI_ROOT" && cargo build --release --locked) || die "the program does not build; see above."
  ISHI=$(target_dir)/release/ishi
  export ISHI
}

# apt_install PACKAGE…: installs what a bare Debian lacks, where we are root on one; fails elsewhere.
apt_install() {
  [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null || return 1
  say "Installing $* with apt-get …"
  {
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
  } >&2 || die "apt-get could not install $*; see above."
}
