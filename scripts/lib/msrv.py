"""Reads `cargo metadata` and prints the oldest Rust that Cargo.toml names; fails where a package needs a newer one."""

import json
import sys


def number(version):
    return tuple(map(int, version.split(".")[:2]))


packages = json.load(sys.stdin)["packages"]
oldest = next(package["rust_version"] for package in packages if package["name"] == "ishi")
newer = [package for package in packages if package["rust_version"] and number(package["rust_version"]) > number(oldest)]
for package in newer:
    print("{name} {version} needs Rust {rust_version}".format(**package), file=sys.stderr)
if newer:
    sys.exit(f"Cargo.toml names Rust {oldest}: take older versions of these packages (cargo update PACKAGE --precise VERSION).")
print(oldest)
