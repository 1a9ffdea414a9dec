# shellcheck shell=bash
# Sourced by the scripts that fetch a program from another release of Debian. Nothing is installed outside the target
# folder.

# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# debian_unpack SUITE FOLDER PACKAGE…: unpacks packages of a release of Debian, with all that they depend on, below
# FOLDER/root. apt keeps its lists in FOLDER meanwhile, so the packages and the sources of the system stay as they are.
debian_unpack() {
  local suite=$1 folder=$2 mirror names
  shift 2
  mkdir -p "$folder/apt/state/lists/partial" "$folder/apt/cache/archives/partial" "$folder/root"
  : >"$folder/apt/status"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -v security | sed -n 1p)
  printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' \
    "${mirror:-http://deb.debian.org/debian/}" "$suite" >"$folder/apt/sources.list"
  cat >"$folder/apt/apt.conf" <<END
Dir::State "$folder/apt/state";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt/cache";
Dir::Etc::sourcelist "$folder/apt/sources.list";
Dir::Etc::sourceparts "-";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
APT::Sandbox::User "root";
END
  (
    export APT_CONFIG=$folder/apt/apt.conf
    apt-get -qq update
    names=$(apt-get -s --no-install-recommends install "$@" | awk '$1 == "Inst" { print $2 }')
    cd "$folder/apt/cache"
    # shellcheck disable=SC2086
    apt-get -qq download $names
    for package in *.deb; do
      dpkg-deb -x "$package" "$folder/root"
    done
  ) >&2 || die "apt could not fetch $* of Debian $suite; see above."
  rm -rf "$folder/apt"
}
