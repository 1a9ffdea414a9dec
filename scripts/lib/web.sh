# shellcheck shell=bash
# Sourced by scripts/web and scripts/try: builds the page with the server in WebAssembly. Nothing is installed outside the target folder.

# shellcheck source=scripts/lib/node.sh
source "$(dirname "${BASH_SOURCE[0]}")/node.sh"
# shellcheck source=scripts/lib/features.sh
source "$(dirname "${BASH_SOURCE[0]}")/features.sh"

# build_worker: compiles the modules of the worker for browsers, and prints the folder that has each with the JavaScript that loads it:
# the server, and what reads and writes files.
build_worker() {
  need_cargo
  local rustc target folder name module glue manifest=$ISHI_ROOT/editors/web/worker/Cargo.toml
  rustc=$(wasm_rustc) || exit 1
  target=$(target_dir)/wasm
  folder=$(target_dir)/web/glue
  # The message of a panic names a file, which is a path below this folder, or for a package below cargo's own. Without
  # these folders the modules are smaller, and with rustc-anywhere the same in every folder.
  local flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=registry"
  flags+=$'\x1f'"--remap-path-prefix=$ISHI_ROOT/="
  RUSTC=$rustc RUSTC_WRAPPER=$ISHI_ROOT/scripts/lib/rustc-anywhere CARGO_ENCODED_RUSTFLAGS=$flags \
    cargo build --release --locked --quiet --manifest-path "$manifest" --target "$WASM_TARGET" --target-dir "$target" >&2 ||
    die "the worker does not build; see above."
  # A program for this machine, from the same Cargo.lock: both have to be of one version.
  cargo build --release --locked --quiet --manifest-path "$manifest" --package ishi-worker-glue --target-dir "$target" >&2 ||
    die "what writes the worker's JavaScript does not build; see above."
  glue=$target/release/ishi-worker-glue
  mkdir -p "$folder"
  for name in ishi_worker_{server,files}; do
    module=$target/$WASM_TARGET/release/$name.wasm
    # wasm-bindgen takes some seconds.
    if [[ ! $folder/${name}_bg.wasm -nt $module || ! $folder/${name}_bg.wasm -nt $glue ]]; then
      "$glue" "$module" "$folder" || die "the worker's JavaScript could not be written; see above."
    fi
  done
  printf '%s\n' "$folder"
}

# build_site: builds the page, and prints the folder that any server of static files can serve. Needs use_node.
build_site() {
  local glue site
  node_packages web >/dev/null
  glue=$(build_worker)
  site=$(target_dir)/web/site
  ISHI_WEB_GLUE=$glue node "$ISHI_ROOT/editors/web/scripts/build.mjs" "$site" >&2 || die "the page does not build; see above."
  printf '%s\n' "$site"
}
