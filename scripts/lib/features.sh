# shellcheck shell=bash
# Sourced by scripts/test: whether the crates build with less than all features, and for WebAssembly.

# shellcheck source=scripts/lib/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

WASM_TARGET=wasm32-unknown-unknown

# The crates at the top of those that a page in a browser needs, and packages that they must not depend on.
IN_BROWSER=(ishi-archive ishi-server)
NOT_IN_BROWSER='arrow-array|clap|flate2|gif|ignore|libc|mimalloc|notify|parquet|pdf-writer|png|rayon|resvg|tracing-subscriber|waitpid-any|walkdir'

# check_features: compiles the program without features. Clippy reads the code with all features only, and the compiler
# reports code that is unused without them.
check_features() {
  need_cargo
  local output
  output=$(cargo check --locked --quiet --package ishi --no-default-features --color never 2>&1) || true
  [[ -z $output ]] || die "without features: $output"
}

# check_wasm: compiles the crates for WebAssembly. The target folder is not shared, so that no other build blocks it.
check_wasm() {
  need_cargo
  local name rustc
  for name in "${IN_BROWSER[@]}"; do
    expect_of_browser "$name"
  done
  if ! rustc=$(wasm_rustc); then
    [[ -z ${CI:-} ]] || exit 1
    say "SKIPPED: the crates were not checked for $WASM_TARGET."
    return
  fi
  RUSTC=$rustc cargo check --locked --quiet "${IN_BROWSER[@]/#/--package=}" --target "$WASM_TARGET" --target-dir "$(target_dir)/wasm"
}

# expect_of_browser CRATE: fails if the crate depends on a package that a browser can't run, or on more of tokio than its
# locks and channels.
expect_of_browser() {
  local unwanted
  unwanted=$(cargo tree --locked --package "$1" --target "$WASM_TARGET" --edges normal --prefix none |
    grep -E "^($NOT_IN_BROWSER) " || true)
  [[ -z $unwanted ]] || die "$1 depends on $unwanted"
  unwanted=$(cargo tree --locked --package "$1" --target "$WASM_TARGET" --edges normal,features --prefix none |
    grep -E '^tokio feature ' | grep -vE 'feature "(default|sync)"' || true)
  [[ -z $unwanted ]] || die "$1 uses $unwanted"
}

# wasm_rustc: prints the path of a rustc that compiles for WebAssembly: the user's own, or that of Debian where rustup can't
# add the target.
wasm_rustc() {
  if [[ -d $(rustc --print target-libdir --target "$WASM_TARGET") ]] ||
    { command -v rustup >/dev/null && rustup target add "$WASM_TARGET" >&2; }; then
    command -v rustc
    return
  fi
  local home libraries
  home=$(target_dir)/tools/wasm
  if [[ ! -x $home/rustc ]]; then
    command -v apt-get >/dev/null || die "rustc can't compile for $WASM_TARGET; run: rustup target add $WASM_TARGET"
    say "Fetching a Rust compiler for $WASM_TARGET from Debian …"
    debian_unpack sid "$home" rustc libstd-rust-dev-wasm32
    libraries=$(dirname "$(find "$home/root/usr/lib" -name 'librustc_driver-*.so' | sed -n 1p)")
    # This rustc needs a newer C library than the system may have.
    cat >"$home/rustc" <<END
#!/bin/sh
exec $(echo "$libraries"/ld-linux-*.so.*) --library-path '$libraries' '$home/root/usr/bin/rustc' --sysroot '$home/root/usr' "\$@"
END
    chmod +x "$home/rustc"
  fi
  printf '%s\n' "$home/rustc"
}
