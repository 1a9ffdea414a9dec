"""Packs a release: python release.py VERSION PLATFORM PROGRAM METADATA FOLDER

Writes into FOLDER the program as an archive with its manual, its completions and the licences of what is linked into it; a list of the
packages that went into it and into the extension (CycloneDX 1.5); and the checksums of all that is there. The same input gives the same
bytes.
"""

import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

version, platform, program, metadata, folder = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
folder = pathlib.Path(folder)
name = f"ishi-{version}-{platform}"

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
    linked = [package for package in graph["packages"] if package["id"] in seen and package["id"] != start]
    return sorted(linked, key=lambda package: (package["name"], package["version"]))


def third_party_licences(packages):
    """The licences that have to go with the program, each text once."""
    texts = {}
    for package in packages:
        sources = pathlib.Path(package["manifest_path"]).parent
        for path in sorted(sources.iterdir()):
            if path.is_file() and re.match(r"(?i)(licen[cs]e|copying|copyright|notice|unlicense)\b", path.name):
                text = "\n".join(path.read_text(encoding="utf-8", errors="replace").split("\r\n")).strip("\n")
                texts.setdefault(text, []).append(f"{package['name']} {package['version']}")
    return "\n".join(f"{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n{'=' * 80}\n\n{text}\n" for text, names in texts.items())


def printed(*words):
    """What the program prints."""
    variables = {**os.environ, "COLUMNS": "80"}
    return subprocess.run([program, *words], env=variables, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8").replace("\r\n", "\n")


def manual():
    """A page for man: what --help prints, for the program and for each of its commands."""
    overview = printed("--help")
    commands = re.findall(r"^  ([a-z]+) ", overview.partition("Commands:\n")[2].partition("\n\n")[0], flags=re.MULTILINE)
    sections = [("DESCRIPTION", overview), *((f"ISHI {name.upper()}", printed(name, "--help")) for name in commands if name != "help")]
    summary = " ".join(overview.partition("\n\n")[0].split())
    text = f'.TH ISHI 1 "" "ishi {version}" "User Commands"\n.SH NAME\nishi \\- {summary}\n'
    for title, words in sections:
        lines = words.rstrip("\n").replace("\\", "\\e").replace("-", "\\-").split("\n")
        text += f".SH {title}\n.nf\n" + "".join(f"\\&{line}\n" if line[:1] in (".", "'") else f"{line.rstrip()}\n" for line in lines) + ".fi\n"
    return text


def mode(content):
    return 0o755 if content is program_content else 0o644


program_content = pathlib.Path(program).read_bytes()
members = {"ishi.exe" if "windows" in platform else "ishi": program_content}
members |= {file: (root / file).read_bytes() for file in ("README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT")}
members["LICENSE-THIRD-PARTY"] = third_party_licences(crates()).encode()
members["ishi.1"] = manual().encode()
for shell, file in (("bash", "ishi.bash"), ("zsh", "_ishi"), ("fish", "ishi.fish"), ("powershell", "_ishi.ps1")):
    members[f"completions/{file}"] = printed("completions", shell).encode()

if "windows" in platform:
    with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(zipfile.ZipInfo(f"{name}/{member}"), content, zipfile.ZIP_DEFLATED)
else:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for member, content in members.items():
            entry = tarfile.TarInfo(f"{name}/{member}")
            entry.size, entry.mode = len(content), mode(content)
            archive.addfile(entry, io.BytesIO(content))
    (folder / f"{name}.tar.gz").write_bytes(gzip.compress(packed.getvalue(), mtime=0))


def component(kind, package_name, number, licence):
    purl = f"pkg:{kind}/{package_name.replace('@', '%40')}@{number}"
    return {"type": "library", "name": package_name, "version": number, "licenses": [{"expression": licence}], "purl": purl}


def node_packages():
    """The packages that are bundled into the extension."""
    lock = json.loads((root / "editors/vscode/package-lock.json").read_text(encoding="utf-8"))
    for path, package in lock["packages"].items():
        if path and not package.get("dev"):
            package_name = path.rpartition("node_modules/")[2]
            yield component("npm", package_name, package["version"], package["license"])


linked = [component("cargo", each["name"], each["version"], each["license"]) for each in crates()]
components = sorted([*linked, *node_packages()], key=lambda each: (each["name"], each["version"]))
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
