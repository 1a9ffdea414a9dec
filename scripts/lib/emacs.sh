# shellcheck shell=bash
# Sourced by the scripts that need an Emacs with Eglot.

# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# emacs_any: prints the path of the system's Emacs, with Eglot, which is part of it since Emacs 29 and a package before.
emacs_any() {
  if ! has_eglot; then
    apt_install emacs-nox elpa-eglot >&2 ||
      die "Emacs with Eglot is missing (on Debian: sudo apt-get install emacs-nox elpa-eglot)."
    has_eglot || die "This Emacs has no Eglot."
  fi
  command -v emacs
}

# has_eglot: whether there is an Emacs that finds Eglot.
has_eglot() {
  # Debian's packages are not part of what a batch run finds.
  command -v emacs >/dev/null && emacs --batch --eval "(progn
    (dolist (folder (file-expand-wildcards \"/usr/share/emacs/site-lisp/elpa/*\")) (add-to-list 'load-path folder))
    (require 'eglot))" >/dev/null 2>&1
}
