# shellcheck shell=bash
# Sourced by the scripts that try the Python package: builds its wheel, and installs it with other packages of PyPI below the target
# folder.

# shellcheck source=scripts/lib/tools.sh
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

MATURIN_VERSION=1.16.0
PYARROW_VERSION=26.0.1

# build_wheel PROFILE: builds the wheel, and prints its path. The profile `dev` is quick to build, and `release` is what users would have.
build_wheel() {
  local home wheels
  need_cargo
  use_maturin
  home=$(target_dir)/python
  wheels=$home/wheels
  rm -rf "$wheels"
  maturin build --locked --quiet --manifest-path "$ISHI_ROOT/python/Cargo.toml" --target-dir "$home" --out "$wheels" --profile "$1" >&2 ||
    die "the wheel could not be built; see above."
  printf '%s\n' "$wheels"/*.whl
}

# python_with_wheel NAME PACKAGE…: prints the Python of a new virtualenv with this name that has the wheel, PyArrow and other packages.
# The wheel is the one that ISHI_WHEEL names, or else a quick build of these sources.
python_with_wheel() {
  local home python wheel
  home=$(target_dir)/python/venv-$1
  wheel=${ISHI_WHEEL:-$(build_wheel dev)} || exit 1
  python=$(python_with_pip) || exit 1
  rm -rf "$home"
  "$python" -m venv "$home" >&2 || die "Python can't make a virtualenv (on Debian: sudo apt-get install python3-venv)."
  python=$home/bin/python
  [[ -x $python ]] || python=$home/Scripts/python.exe
  "$python" -m pip install --quiet --only-binary :all: --disable-pip-version-check --no-input "pyarrow==$PYARROW_VERSION" "${@:2}" "$wheel" >&2 ||
    die "pip could not install the wheel and ${*:2}; see above."
  printf '%s\n' "$python"
}

use_maturin() {
  tool maturin maturin "$MATURIN_VERSION"
}
