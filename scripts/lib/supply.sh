# shellcheck shell=bash
# Sourced by scripts/test: what ishi is built from, and how it is spelt. Nothing is installed outside the target folder, except
# that the database of advisories goes where cargo keeps such things.

# shellcheck source=scripts/lib/python.sh
source "$(dirname "${BASH_SOURCE[0]}")/python.sh"

TYPOS_VERSION=1.52.0
CARGO_DENY_VERSION=0.20.2
CARGO_MACHETE_VERSION=0.9.2

# supply_tools: puts the pinned tools first on the PATH, fetching or building them the first time.
supply_tools() {
  local home
  home=$(target_dir)/tools
  typos_pinned "$home/typos-$TYPOS_VERSION"
  # Compiled without optimisation: to build them takes a minute, to run them a second. They share what they have built, which
  # nobody needs afterwards.
  cargo_tool cargo-machete "$CARGO_MACHETE_VERSION" "$home"
  cargo_tool cargo-deny "$CARGO_DENY_VERSION" "$home"
  rm -rf "$home/build"
}

# typos_pinned FOLDER: fetches the spelling check.
typos_pinned() {
  local home=$1 python
  if ! "$home/bin/typos" --version >/dev/null 2>&1; then
    python=$(python_with_pip) || exit 1
    say "Fetching typos $TYPOS_VERSION into $home …"
    rm -rf "$home"
    "$python" -m pip install --quiet --no-deps --disable-pip-version-check --no-input --root-user-action=ignore \
      --target "$home" "typos==$TYPOS_VERSION" >&2 || die "pip could not fetch typos $TYPOS_VERSION from PyPI; see above."
    "$home/bin/typos" --version >/dev/null || die "the typos that was fetched does not run here: $home"
  fi
  PATH=$home/bin:$PATH
}

# cargo_tool NAME VERSION FOLDER: builds a program from crates.io.
cargo_tool() {
  local name=$1 version=$2 build=$3/build home=$3/$1-$2
  if ! "$home/bin/$name" --version >/dev/null 2>&1; then
    say "Building $name $version in $home …"
    # What is set for our own build is not meant for it.
    (
      cd / && unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
      CARGO_TARGET_DIR=$build CARGO_PROFILE_DEV_DEBUG=false CARGO_INCREMENTAL=0 \
        cargo install --quiet --locked --debug --no-track --root "$home" "$name@$version" >&2
    ) || die "cargo could not build $name $version; see above."
  fi
  PATH=$home/bin:$PATH
}

# spelling: finds misspelt words.
spelling() {
  typos
}

# unused_packages: finds dependencies that no code names.
unused_packages() {
  cargo machete
}

# supply_chain: licences, duplicates and sources of all packages that ishi is built from, and what is known against them.
supply_chain() {
  cargo deny --locked check --hide-inclusion-graph licenses bans sources
  # The database is a git repository on GitHub, which can't be had everywhere.
  if GIT_TERMINAL_PROMPT=0 cargo deny --locked fetch db >"$(target_dir)/tools/advisories.log" 2>&1; then
    cargo deny --locked check --disable-fetch advisories
  else
    say 'SKIPPED: the database of advisories (https://github.com/RustSec/advisory-db) could not be fetched, so known'
    say 'vulnerabilities and yanked versions were not looked for.'
  fi
}

# oldest_rust: whether what Cargo.toml says of the oldest Rust can be true, and whether it is, where that Rust is installed.
# That the code calls nothing newer of the standard library is clippy's business (incompatible_msrv), among the lints.
oldest_rust() {
  local python oldest
  python=$(python_with_pip) || exit 1
  oldest=$(cargo metadata --locked --format-version 1 | "$python" -c '
import json, sys

packages = json.load(sys.stdin)["packages"]
number = lambda text: tuple(map(int, text.split(".")[:2]))
oldest = next(package["rust_version"] for package in packages if package["name"] == "ishi")
newer = [package for package in packages if package["rust_version"] and number(package["rust_version"]) > number(oldest)]
for package in newer:
    print("{name} {version} needs Rust {rust_version}".format(**package), file=sys.stderr)
if newer:
    sys.exit("Cargo.toml says that Rust " + oldest + " is enough: take older versions of these packages (cargo update PACKAGE --precise VERSION).")
print(oldest)
') || return
  say "No package in Cargo.lock needs a newer Rust than $oldest."
  local toolchain
  toolchain=$(rustup toolchain list 2>/dev/null | sed -nE "s/^($oldest(\.[0-9]+)?-[^ ]*).*/\1/p" | head -n 1)
  if [[ -n $toolchain ]]; then
    CARGO_TARGET_DIR=$(target_dir)/oldest rustup run "$toolchain" cargo check --locked --all-targets
  else
    say "SKIPPED: Rust $oldest is not installed (rustup toolchain install $oldest), so it was not tried."
  fi
}
