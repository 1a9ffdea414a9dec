# shellcheck shell=bash
# Sourced by the scripts that fetch an editor or its tools from PyPI. Nothing is installed outside the target folder,
# except pip on a bare Debian on which we are root.

# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# python_with_pip: prints the Python to call pip with, and gets one where that is possible.
python_with_pip() {
  local python
  for python in python3 python; do
    if "$python" -m pip --version >/dev/null 2>&1; then
      printf '%s\n' "$python"
      return
    fi
  done
  if apt_install python3 python3-pip; then
    printf 'python3\n'
    return
  fi
  die "Python with pip is needed to fetch the editors. Install both (on Debian: sudo apt-get install python3 python3-pip)."
}
