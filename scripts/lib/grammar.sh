# shellcheck shell=bash
# Sourced by the tests of editors that color records by the tree-sitter grammar, and by scripts/grammar.

# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

GRAMMAR=$ISHI_ROOT/syntaxes/tree-sitter-ishi

# The command that generates the parser, whose library the tests use in the same version.
TREE_SITTER_VERSION=0.26.13

# grammar_library: prints the path of the compiled parser, as editors load it: ishi.so in a folder of its own. Tests that run side by
# side may all compile it: none of them finds a part of it.
grammar_library() {
  local folder compiler new
  folder=$(target_dir)/editors/tree-sitter-ishi
  if [[ ! -e $folder/ishi.so || -n $(find "$GRAMMAR/src" -newer "$folder/ishi.so" -name '*.[ch]') ]]; then
    compiler=$(command -v cc || command -v gcc || command -v clang) ||
      die "a C compiler is missing, with which the grammar is built."
    mkdir -p "$folder"
    new=$folder/ishi.so.$BASHPID
    "$compiler" -std=c11 -O2 -shared -fPIC -I "$GRAMMAR/src" "$GRAMMAR/src/parser.c" "$GRAMMAR/src/scanner.c" -o "$new" >&2 ||
      die "the grammar does not build; see above."
    mv -f "$new" "$folder/ishi.so"
  fi
  printf '%s\n' "$folder/ishi.so"
}

# tree_sitter_pinned: prints the path of the tree-sitter command, compiling it the first time, which takes minutes: npm's package would
# download it from elsewhere. It is needed only for a change of the grammar.
tree_sitter_pinned() {
  local home
  home=$(target_dir)/tools/tree-sitter-$TREE_SITTER_VERSION
  if ! "$home/bin/tree-sitter" --version >/dev/null 2>&1; then
    need_cargo
    say "Compiling tree-sitter $TREE_SITTER_VERSION into $home …"
    # With the default features a JavaScript engine is compiled, too; Node reads the grammar instead.
    (cd / && cargo install tree-sitter-cli --version "=$TREE_SITTER_VERSION" --locked --no-default-features --debug --quiet \
      --root "$home" --target-dir "$home/build") >&2 || die "tree-sitter does not build; see above."
    rm -rf "$home/build"
  fi
  printf '%s\n' "$home/bin/tree-sitter"
}
