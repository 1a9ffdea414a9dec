# shellcheck shell=bash
# Sourced by the scripts that need an Emacs with Eglot.

# shellcheck source=scripts/lib/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

# emacs_any: prints the path of the system's Emacs, with Eglot, which is part of it since Emacs 29 and a package before.
emacs_any() {
  if ! has_eglot; then
    apt_install emacs-nox elpa-eglot >&2 ||
      die "Emacs with Eglot is missing (on Debian: sudo apt-get install emacs-nox elpa-eglot)."
    has_eglot || die "This Emacs has no Eglot."
  fi
  command -v emacs
}

# has_eglot: succeeds if there is an Emacs that finds Eglot.
has_eglot() {
  # Debian's packages are not part of what a batch run finds.
  command -v emacs >/dev/null && emacs --batch --eval "(progn
    (dolist (folder (file-expand-wildcards \"/usr/share/emacs/site-lisp/elpa/*\")) (add-to-list 'load-path folder))
    (require 'eglot))" >/dev/null 2>&1
}

# emacs_newest: prints the path of Emacs 30, of which Eglot is a part, fetching it from Debian the first time. Fails where there is no
# apt.
emacs_newest() {
  emacs_trixie emacs-debian nox
}

# emacs_graphical: the same for an Emacs that opens a window of its own.
emacs_graphical() {
  emacs_trixie emacs-graphical lucid
}

# emacs_trixie FOLDER KIND: prints the path of an Emacs of Debian trixie, fetching it into a folder of the editors the first time.
emacs_trixie() {
  local home program
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  home=$(target_dir)/editors/$1
  program=$home/emacs
  if ! "$program" --version >/dev/null 2>&1; then
    say "Fetching Emacs of Debian trixie into $home …"
    rm -rf "$home"
    debian_unpack trixie "$home" "emacs-$2"
    # Emacs runs with the libraries that it was built with, the C library among them.
    cat >"$program" <<END
#!/bin/sh
share=\$(echo '$home'/root/usr/share/emacs/[0-9]*)
exec=\$(echo '$home'/root/usr/libexec/emacs/*/*-linux-gnu)
lib=\$(dirname '$home'/root/usr/lib/*/libc.so.6)
export EMACSDATA="\$share/etc" EMACSDOC="\$share/etc" EMACSPATH="\$exec"
EMACSLOADPATH=\$(find "\$share/lisp" -type d | tr '\n' ':')
export EMACSLOADPATH
exec "\$lib"/ld-linux*.so.* --library-path "\$lib" '$home/root/usr/bin/emacs-$2' --dump-file="\$(echo "\$exec"/*.pdmp)" "\$@"
END
    chmod +x "$program"
    "$program" --version >/dev/null 2>&1 || die "the Emacs of Debian trixie does not run here: $program"
  fi
  printf '%s\n' "$program"
}

# emacs_configuration: prints the configuration that the documentation has, the first block of Emacs Lisp there.
emacs_configuration() {
  sed -n '/^```elisp$/,/^```$/{/^```/d;s|/path/to/ishi|'"$ISHI_ROOT"'|;p}' "$ISHI_ROOT/docs/editors/others.md"
}

# emacs_lsp_mode: prints the path of the folder with lsp-mode and the packages that it needs, fetching them from Debian the first time.
# Fails where there is no apt.
emacs_lsp_mode() {
  local home packages
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  home=$(target_dir)/editors/emacs-lsp-mode
  packages=$home/root/usr/share/emacs/site-lisp/elpa-src
  if ! compgen -G "$packages/lsp-mode-*" >/dev/null; then
    say "Fetching lsp-mode of Debian trixie into $home …"
    rm -rf "$home"
    debian_unpack trixie "$home" elpa-lsp-mode
  fi
  printf '%s\n' "$packages"
}
