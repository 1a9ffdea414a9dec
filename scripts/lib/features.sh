# shellcheck shell=bash
# Sourced by scripts/test: whether the library builds with each set of features that docs/architecture.md promises.

# shellcheck source=scripts/lib/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

WASM_TARGET=wasm32-unknown-unknown

# Packages that the library without features must not depend on, and packages that the server without a transport must
# not.
NOT_IN_CORE='arrow-array|clap|flate2|futures|gif|libc|mimalloc|notify|parquet|pdf-writer|png|rayon|resvg|rustix|tokio|tower-lsp|tracing|walkdir'
NOT_IN_SERVER='arrow-array|clap|flate2|gif|ignore|libc|mimalloc|notify|parquet|pdf-writer|png|rayon|resvg|tracing-subscriber|waitpid-any|walkdir'

# check_features: compiles the library with each set of features. Clippy reads the code with all features only, and the
# compiler reports code that is unused without some of them.
check_features() {
  need_cargo
  local features output
  for features in '' png server cli,stdio arrow,disk,parallel; do
    say "features: ${features:-none}"
    output=$(cargo check --locked --quiet --package ishi --lib --no-default-features --features "$features" \
      --color never 2>&1) || true
    [[ -z $output ]] || die "with ${features:-no features}: $output"
  done
  expect_without '' "$NOT_IN_CORE"
  expect_without server "$NOT_IN_SERVER"
}

# check_wasm: compiles the library and the server for WebAssembly. The target folder is not shared, so that no other
# build blocks it.
check_wasm() {
  need_cargo
  local features rustc
  if ! rustc=$(wasm_rustc); then
    [[ -z ${CI:-} ]] || exit 1
    say "SKIPPED: the library was not checked for $WASM_TARGET."
    return
  fi
  for features in '' server; do
    say "features for $WASM_TARGET: ${features:-none}"
    RUSTC=$rustc cargo check --locked --quiet --package ishi --lib --no-default-features --features "$features" --target "$WASM_TARGET" \
      --target-dir "$(target_dir)/wasm"
  done
}

# expect_without FEATURES PACKAGES: fails if the library with these features depends on one of the packages, or on more of tokio
# than its locks and channels.
expect_without() {
  local unwanted
  unwanted=$(cargo tree --locked --package ishi --no-default-features --features "$1" --target "$WASM_TARGET" --edges normal --prefix none |
    grep -E "^($2) " || true)
  [[ -z $unwanted ]] || die "with ${1:-no} features, ishi depends on $unwanted"
  unwanted=$(cargo tree --locked --package ishi --no-default-features --features "$1" --target "$WASM_TARGET" --edges normal,features --prefix none |
    grep -E '^tokio feature ' | grep -vE 'feature "(default|sync)"' || true)
  [[ -z $unwanted ]] || die "with ${1:-no} features, ishi uses $unwanted"
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
