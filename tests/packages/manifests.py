"""Installs what the manifests of winget and mason name, as far as a program of this platform can show: python manifests.py FOLDER PROGRAM

FOLDER has archives of all platforms, each with the same program.
"""

import hashlib
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import yaml

folder, program = map(pathlib.Path, sys.argv[1:])
version = subprocess.run([program.resolve(), "--version"], capture_output=True, text=True, check=True).stdout.split()[1]


def read(name):
    return yaml.safe_load((folder / "packages" / name).read_text(encoding="utf-8"))


def expect(holds, what):
    if not holds:
        sys.exit(what)


def archive_of(url):
    expect(re.fullmatch(rf"https://.+/v{re.escape(version)}/[^/]+", url), f"{url} is not the address of a release")
    return folder / url.rpartition("/")[2]


def content(archive, name):
    if archive.suffix == ".zip":
        return zipfile.ZipFile(archive).read(name)
    return tarfile.open(archive).extractfile(name).read()


# What the schemas of winget 1.6 require, and what they allow of what is used.
names = {"version": "Ishi.Ishi.yaml", "defaultLocale": "Ishi.Ishi.locale.en-US.yaml", "installer": "Ishi.Ishi.installer.yaml"}
required = {
    "version": {"DefaultLocale"},
    "defaultLocale": {"PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"},
    "installer": {"Installers", "InstallerType", "NestedInstallerType"},
}
for kind, name in names.items():
    manifest = read(f"winget/{name}")
    missing = {"PackageIdentifier", "PackageVersion", "ManifestType", "ManifestVersion", *required[kind]} - manifest.keys()
    expect(not missing, f"{name} lacks {missing}")
    expect(manifest["PackageVersion"] == version and manifest["PackageIdentifier"] == "Ishi.Ishi", f"{name} is about another package")
    expect((manifest["ManifestType"], manifest["ManifestVersion"]) == (kind, "1.6.0"), f"{name} is of another kind")
    if kind == "defaultLocale":
        expect(3 <= len(manifest["ShortDescription"]) <= 256 and all(len(tag) <= 40 for tag in manifest["Tags"]), f"{name} is too long")
    if kind == "installer":
        expect((manifest["InstallerType"], manifest["NestedInstallerType"]) == ("zip", "portable"), "winget installs a program from a zip")
        for installer in manifest["Installers"]:
            expect(installer["Architecture"] in ("x64", "arm64"), f"winget does not know {installer['Architecture']}")
            archive = archive_of(installer["InstallerUrl"])
            expect(hashlib.sha256(archive.read_bytes()).hexdigest().upper() == installer["InstallerSha256"], f"{archive} is another one")
            [file] = installer["NestedInstallerFiles"]
            expect(content(archive, file["RelativeFilePath"].replace("\\", "/")) == program.read_bytes(), f"{archive} has no program")
            expect(file["PortableCommandAlias"] == "ishi", "the command is not ishi")

# Mason takes the file of the first target that fits, and fills in what stands in double braces.
mason = read("mason/package.yaml")
missing = {"name", "description", "homepage", "licenses", "languages", "categories", "source", "bin"} ^ mason.keys()
expect(not missing, f"mason has or lacks {missing}")
expect(set(mason["categories"]) <= {"LSP", "DAP", "Linter", "Formatter", "Runtime", "Compiler"}, "mason has no such category")
expect(re.fullmatch(rf"pkg:github/[^/]+/[^/]+@v{re.escape(version)}", mason["source"]["id"]), f"mason gets {mason['source']['id']}")
expect(len(mason["source"]["asset"]) == 5, "a platform is missing")
for asset in mason["source"]["asset"]:
    expect(re.fullmatch(r"(?:linux_(?:x64|arm64)_gnu|darwin_(?:x64|arm64)|win_x64)", asset["target"]), f"mason has no {asset['target']}")
    path = mason["bin"]["ishi"].replace("{{source.asset.bin}}", asset["bin"])
    packed = content(folder / asset["file"], path)
    expect(packed == program.read_bytes(), f"{asset['file']} has no {path}")
    if asset["target"] == "linux_x64_gnu":
        with tempfile.TemporaryDirectory() as work:
            installed = pathlib.Path(work, "ishi")
            installed.write_bytes(packed)
            installed.chmod(0o755)
            expect(subprocess.run([installed, "--version"], capture_output=True, check=False).returncode == 0, "it does not run")
