# shellcheck shell=bash
# Sourced by the scripts that need Helix. Nothing is installed outside the target folder.

# shellcheck source=scripts/lib/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

# helix_debian: prints the path of the Helix of Debian 13, fetching it the first time. It runs with the libraries that it was built with,
# the C library among them. Fails where there is no apt.
helix_debian() {
  local home program
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  home=$(target_dir)/editors/helix-debian
  program=$home/hx
  if ! "$program" --version >/dev/null 2>&1; then
    say "Fetching Helix of Debian trixie into $home …"
    rm -rf "$home"
    debian_unpack trixie "$home" hx
    cat >"$program" <<END
#!/bin/sh
export HELIX_RUNTIME='$home/root/usr/lib/hx/runtime'
lib=\$(dirname '$home'/root/usr/lib/*/libc.so.6)
exec "\$lib"/ld-linux*.so.* --library-path "\$lib" '$home/root/usr/bin/hx' "\$@"
END
    chmod +x "$program"
    "$program" --version >/dev/null || die "the Helix of Debian trixie does not run here: $program"
  fi
  printf '%s\n' "$program"
}

# helix_commands: prints the commands that install the configuration: the first block of them in the section on Helix.
helix_commands() {
  sed -n '/^## Helix$/,/^## /{/^```sh$/,/^```$/{/^```/d;p}}' "$ISHI_ROOT/docs/editors/others.md"
}
