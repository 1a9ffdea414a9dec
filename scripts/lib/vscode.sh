# shellcheck shell=bash
# Sourced by the scripts that need VS Code: the workbench is that of code-server, which serves the real one to a browser.
# Nothing is installed outside the target folder, except Chromium on a bare Debian on which we are root.

# shellcheck source=scripts/lib/node.sh
source "$(dirname "${BASH_SOURCE[0]}")/node.sh"

# The version that the tests are written for, which is VS Code 1.139.1.
CODE_SERVER_VERSION=4.139.1

# code_server_pinned: prints the path of code-server's start file for node, fetching it the first time.
code_server_pinned() {
  local home start
  home=$(target_dir)/editors/code-server-$CODE_SERVER_VERSION
  start=$home/node_modules/code-server/out/node/entry.js
  if [[ ! -f $home/complete ]]; then
    say "Fetching code-server $CODE_SERVER_VERSION (VS Code) into $home …"
    rm -rf "$home"
    mkdir -p "$home"
    echo '{"private":true}' >"$home/package.json"
    # The install script of code-server would compile packages that are not needed here, so no script is run, and the
    # packages that it fetches are fetched by hand: the packages of the workbench without those for AI, containers and
    # Windows.
    (
      cd "$home" && npm install --ignore-scripts --no-save "code-server@$CODE_SERVER_VERSION" >&2
      cd node_modules/code-server/lib/vscode
      node - <<'NODE'
const fs = require('fs');
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
for (const name of ['@github/copilot-sdk', '@vscode/copilot-api', '@microsoft/mxc-sdk', '@devcontainers/cli',
  '@vscode/sandbox-runtime', '@vscode/windows-process-tree', '@vscode/windows-registry', '@vscode/sqlite3',
  '@vscode/fs-copyfile', 'kerberos', 'ssh2', 'koffi']) delete manifest.dependencies[name];
for (const name of Object.keys(manifest.overrides ?? {})) if (name.startsWith('kerberos')) delete manifest.overrides[name];
fs.writeFileSync('package.json', JSON.stringify(manifest, null, 1));
NODE
      npm install --omit=dev --ignore-scripts >&2
      rm -rf extensions/copilot extensions/mermaid-markdown-features
      # Without these, which are native code, every start fills the log with the same error.
      mkdir -p node_modules/@vscode/{fs-copyfile,native-watchdog,spdlog}
      echo '{"name":"@vscode/fs-copyfile","version":"0.0.0","main":"index.js"}' >node_modules/@vscode/fs-copyfile/package.json
      echo "const {promises: fs} = require('fs'); exports.copyFile = fs.copyFile; exports.cp = fs.cp; exports.isCloneSupported = () => false;" \
        >node_modules/@vscode/fs-copyfile/index.js
      echo 'exports.start = () => {};' >node_modules/@vscode/native-watchdog/index.js
      cat >node_modules/@vscode/spdlog/index.js <<'NODE'
class Logger {}
for (const name of ['setLevel', 'setPattern', 'clearFormatters', 'flush', 'drop', 'trace', 'debug', 'info', 'warn', 'error', 'critical']) {
  Logger.prototype[name] = () => {};
}
Logger.prototype.getLevel = () => 2;
// Written out, because an import of a CommonJS module sees only such names.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = async () => new Logger();
exports.createAsyncRotatingLogger = async () => new Logger();
NODE
    ) || die "npm could not fetch code-server $CODE_SERVER_VERSION; see above."
    node "$start" --version >/dev/null || die "the code-server that was fetched does not run here: $start"
    touch "$home/complete"
  fi
  printf '%s\n' "$start"
}

# chromium_bare: prints the path of a Chromium that has nothing around the page, in which the tests of VS Code take a sixth less time, and
# gets one where that is possible; elsewhere it is any other.
chromium_bare() {
  # Not every release of Debian has it.
  if [[ -z ${CHROMIUM:-} ]] && { command -v chromium-headless-shell >/dev/null || (apt_install chromium-headless-shell fonts-dejavu-core); }; then
    command -v chromium-headless-shell
  else
    chromium_any
  fi
}

# chromium_any: prints the path of a browser that the tests can drive, and gets one where that is possible.
chromium_any() {
  local name
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
    if [[ -n $name ]] && command -v "$name" >/dev/null; then
      command -v "$name"
      return
    fi
  done
  if apt_install chromium fonts-dejavu-core; then
    command -v chromium
    return
  fi
  die "Chromium is needed to run VS Code in the tests. Install it (on Debian: sudo apt-get install chromium fonts-dejavu-core), or name one with CHROMIUM=."
}

# vscode_package desktop|web: builds the extension with the program ISHI inside, or for browsers with the modules in ISHI_WEB_GLUE,
# and prints the path of the .vsix.
vscode_package() {
  local tools log
  tools=$(extension_tools)
  [[ -n $tools ]] || exit 1
  log=$(target_dir)/editors/package-$1.log
  (cd "$ISHI_ROOT/editors/vscode" && node scripts/package.mjs "$1" >"$log" 2>&1) || die "the extension does not build: $(cat "$log")"
  # The packer has nothing to say against it, and it stays small.
  if grep -iE 'warn|error' "$log" >&2; then
    die "vsce warns; see above."
  fi
  tail -n 1 "$log"
}

# vscode_size FOLDER: fails if the extension in a folder, without its program or module, is not small. Its list of changes, which
# grows with each version and which no editor loads, does not count.
vscode_size() {
  local code
  code=$(find "$1" -type f ! -path '*/bin/*' ! -name '*.wasm' ! -iname changelog.md -exec cat {} + | wc -c)
  [[ $code -lt 665000 ]] || die "the extension without its server has $code bytes; 665000 are allowed."
  say "The extension without its server: $code bytes."
}

# vscode_start WORK VSIX [OPTION…]: starts VS Code with an extension installed and nothing of the user's own, in folders below
# WORK. Sets VSCODE_URL, to be opened in a browser of this machine, VSCODE_SETTINGS, the file with the settings of the machine, and
# VSCODE_PID, to be ended by the caller.
#
#   VSCODE_EXTENSIONS    the folder of the extensions, in which the first start installs the extension for all
#   VSCODE_MORE_SETTINGS settings besides those below, such as '"editor.wordWrap": "on"'
vscode_start() {
  local work=$1 vsix=$2 start log extensions=${VSCODE_EXTENSIONS:-$1/extensions}
  shift 2
  start=$(code_server_pinned)
  log=$work/server.log
  # shellcheck disable=SC2034 # The callers read it.
  VSCODE_SETTINGS=$work/user/Machine/settings.json
  mkdir -p "$work"/{user/User,config,data}
  : >"$log"
  # In a browser, unlike on the desktop, VS Code saves a file by itself a second after a change. Such a save does not format,
  # and Ctrl+S is taken for a part of it while it is under way.
  cat >"$work/user/User/settings.json" <<JSON
{
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "files.autoSave": "off",
  "extensions.autoUpdate": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "git.enabled": false${VSCODE_MORE_SETTINGS:+,
  $VSCODE_MORE_SETTINGS}
}
JSON
  local -x XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data EXTENSIONS_GALLERY='{"serviceUrl":""}'
  if [[ -z ${VSCODE_EXTENSIONS:-} || ! -d $extensions ]]; then
    mkdir -p "$extensions"
    node "$start" --user-data-dir "$work/user" --extensions-dir "$extensions" --install-extension "$vsix" \
      >"$work/install.log" 2>&1 </dev/null || die "VS Code does not install $vsix: $(cat "$work/install.log")"
  fi
  node "$start" --bind-addr 127.0.0.1:0 --auth none --disable-telemetry --disable-update-check --disable-workspace-trust \
    --user-data-dir "$work/user" --extensions-dir "$extensions" "$@" >"$log" 2>&1 </dev/null &
  VSCODE_PID=$!
  for _ in $(seq 300); do
    VSCODE_URL=$(sed -n 's/.*HTTP server listening on \(http:[^ ]*[0-9]\).*/\1/p' "$log")
    if [[ -n $VSCODE_URL ]]; then
      return
    fi
    kill -0 "$VSCODE_PID" 2>/dev/null || break
    sleep 0.1
  done
  die "VS Code does not start: $(cat "$log")"
}
