"""Packs a release: python release.py VERSION PLATFORM PROGRAM METADATA FOLDER

Writes into FOLDER the program as an archive, a list of the packages that went into it and into the extension (CycloneDX 1.5), and
the checksums of all that is there. The same input gives the same bytes.
"""

import gzip
import hashlib
import io
import json
import pathlib
import sys
import tarfile
import zipfile

version, platform, program, metadata, folder = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
folder = pathlib.Path(folder)
name = f"ishi-{version}-{platform}"

members = {"ishi.exe" if "windows" in platform else "ishi": pathlib.Path(program)}
members |= {file: root / file for file in ("README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT")}


def mode(path):
    return 0o755 if path == pathlib.Path(program) else 0o644


if "windows" in platform:
    with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for member, path in members.items():
            archive.writestr(zipfile.ZipInfo(f"{name}/{member}"), path.read_bytes(), zipfile.ZIP_DEFLATED)
else:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for member, path in members.items():
            entry = tarfile.TarInfo(f"{name}/{member}")
            entry.size, entry.mode = path.stat().st_size, mode(path)
            archive.addfile(entry, io.BytesIO(path.read_bytes()))
    (folder / f"{name}.tar.gz").write_bytes(gzip.compress(packed.getvalue(), mtime=0))


def crates():
    """The packages that are linked into the program: neither those of its build scripts nor those of its tests."""
    graph = json.loads(pathlib.Path(metadata).read_text(encoding="utf-8"))
    nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
    start = graph["resolve"]["root"]
    seen, waiting = {start}, [start]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if linked and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    for package in graph["packages"]:
        if package["id"] in seen and package["id"] != start:
            yield package["name"], package["version"], package["license"], f"pkg:cargo/{package['name']}@{package['version']}"


def node_packages():
    """The packages that are bundled into the extension."""
    lock = json.loads((root / "editors/vscode/package-lock.json").read_text(encoding="utf-8"))
    for path, package in lock["packages"].items():
        if path and not package.get("dev"):
            package_name = path.rpartition("node_modules/")[2]
            yield package_name, package["version"], package["license"], f"pkg:npm/{package_name.replace('@', '%40')}@{package['version']}"


components = [
    {"type": "library", "name": each, "version": number, "licenses": [{"expression": licence}], "purl": purl}
    for each, number, licence, purl in sorted([*crates(), *node_packages()])
]
sbom = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {"component": {"type": "application", "name": "ishi", "version": version, "purl": f"pkg:cargo/ishi@{version}"}},
    "components": components,
}
(folder / f"{name}.cdx.json").write_text(json.dumps(sbom, indent=1) + "\n", encoding="utf-8", newline="\n")

sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
(folder / f"SHA256SUMS-{platform}").write_text("".join(sums), encoding="utf-8", newline="\n")
