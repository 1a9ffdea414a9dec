"""Makes the packages of a release: python packages.py VERSION FOLDER

Reads the archives in FOLDER, one for each platform that has been built, and writes into FOLDER/packages what package lists take: packages
with the program of an archive, manifests with its checksum, and the release notes. The same input gives the same bytes.
"""

import base64
import gzip
import hashlib
import io
import json
import pathlib
import re
import sys
import tarfile
import tomllib
import zipfile

version, folder = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
folder = pathlib.Path(folder)
templates = root / "packaging"
packages = folder / "packages"

# What each list calls a platform.
PLATFORMS = {
    "x86_64-unknown-linux-gnu": {
        "os": "linux", "cpu": "x64", "wheel": "manylinux_2_35_x86_64", "deb": "amd64", "mason": "linux_x64_gnu", "brew": ("linux", "intel"),
    },
    "aarch64-unknown-linux-gnu": {
        "os": "linux", "cpu": "arm64", "wheel": "manylinux_2_35_aarch64", "deb": "arm64", "mason": "linux_arm64_gnu", "brew": ("linux", "arm"),
    },
    "x86_64-apple-darwin": {
        "os": "darwin", "cpu": "x64", "wheel": "macosx_10_12_x86_64", "mason": "darwin_x64", "brew": ("macos", "intel"),
    },
    "aarch64-apple-darwin": {
        "os": "darwin", "cpu": "arm64", "wheel": "macosx_11_0_arm64", "mason": "darwin_arm64", "brew": ("macos", "arm"),
    },
    "x86_64-pc-windows-msvc": {
        "os": "win32", "cpu": "x64", "wheel": "win_amd64", "mason": "win_x64", "winget": "x64",
    },
}

manifest = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
# The crates have the version, the author and the address in common.
manifest = manifest["package"] | manifest["workspace"]["package"]
author, email = re.fullmatch(r"(.*) <(.*)>", manifest["authors"][0]).groups()
words = {
    "version": version,
    "description": manifest["description"],
    # Homebrew and Debian allow 80 characters.
    "summary": "Language server, formatter and checker for Go game records",
    "author": author,
    "email": email,
    "repository": manifest["repository"],
    "repository_path": re.sub(r"^https?://[^/]+/", "", manifest["repository"]),
    "licence": manifest["license"],
}
archives = {
    platform: path for platform in PLATFORMS for path in folder.glob(f"ishi-{version}-{platform}.*") if path.suffix in (".gz", ".zip")
}
if not archives:
    sys.exit(f"packages: there is no archive of a known platform in {folder}.")


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def address(path):
    return f"{words['repository']}/releases/download/v{version}/{path.name}"


def members(archive):
    """The files of an archive by their names, without the folder that they are in."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            return {name.split("/", 1)[1]: opened.read(name) for name in opened.namelist()}
    with tarfile.open(archive) as opened:
        return {entry.name.split("/", 1)[1]: opened.extractfile(entry).read() for entry in opened.getmembers() if entry.isfile()}


def fill(name, **more):
    """A template in which words in braces are filled in; doubled braces are braces."""
    return (templates / name).read_text(encoding="utf-8").format(**words, **more)


def fill_json(name, **more):
    """A template of JSON, whose own braces are single."""
    text = (templates / name).read_text(encoding="utf-8")
    for word, value in {**words, **more}.items():
        text = text.replace(f"{{{word}}}", str(value))
    return (json.dumps(json.loads(text), indent=2) + "\n").encode()


def write(name, content):
    path = packages / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def tar(files, programs=()):
    """A compressed tar archive of files by their names; those of `programs` can be run."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o755 if name in programs else 0o644
            entry.uname = entry.gname = "root"
            # As in packages that npm makes; Debian takes none that is older.
            entry.mtime = 499162500
            if name.endswith("/"):
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def npm_platform(platform, program, content, licences):
    files = {f"package/{name}": text for name, text in licences.items()}
    files["package/package.json"] = fill_json("npm/platform.json", os=platform["os"], cpu=platform["cpu"])
    files[f"package/bin/{program}"] = content
    write(f"npm/ishi-lsp-{platform['os']}-{platform['cpu']}-{version}.tgz", tar(files, [f"package/bin/{program}"]))


def npm(licences, readme):
    platforms = {f"ishi-lsp-{PLATFORMS[name]['os']}-{PLATFORMS[name]['cpu']}": version for name in archives}
    files = {f"package/{name}": text for name, text in licences.items()}
    files["package/package.json"] = fill_json("npm/package.json", npm_platforms=json.dumps(platforms))
    files["package/ishi.js"] = (templates / "npm/ishi.js").read_bytes()
    files["package/README.md"] = readme
    write(f"npm/ishi-lsp-{version}.tgz", tar(files, ["package/ishi.js"]))


def wheel(platform, program, content, licences, readme):
    tag = f"py3-none-{platform['wheel']}"
    info = f"ishi_lsp-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: ishi-lsp\nVersion: {version}\nSummary: {words['description']}\nAuthor: {author}\n"
        f"License-Expression: {manifest['license']}\nProject-URL: Repository, {words['repository']}\nRequires-Python: >=3.8\n"
        "Description-Content-Type: text/markdown\n\n"
    )
    files = {
        f"ishi_lsp-{version}.data/scripts/{program}": content,
        f"{info}/METADATA": metadata.encode() + readme,
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: ishi\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
        **{f"{info}/licenses/{name}": text for name, text in licences.items()},
    }
    digest = lambda text: base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
    record = "".join(f"{name},sha256={digest(text)},{len(text)}\n" for name, text in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if name.endswith(f"/{program}") else 0o100644) << 16
            archive.writestr(entry, text, zipfile.ZIP_DEFLATED)
    write(f"pypi/ishi_lsp-{version}-{tag}.whl", packed.getvalue())


def debian_copyright(mit):
    holder = re.search(r"^Copyright .*$", mit, flags=re.MULTILINE)[0]
    indented = "".join(f" {line or '.'}\n" for line in mit.strip().splitlines())
    return fill("debian/copyright", holder=holder.removeprefix("Copyright (c) "), mit=indented).encode()


def deb(platform, content, files):
    compress = lambda name: gzip.compress(files[name], mtime=0)
    doc = "./usr/share/doc/ishi"
    installed = {
        "./usr/bin/ishi": content,
        "./usr/share/bash-completion/completions/ishi": files["completions/ishi.bash"],
        f"{doc}/CHANGELOG.md.gz": compress("CHANGELOG.md"),
        f"{doc}/LICENSE-THIRD-PARTY.gz": compress("LICENSE-THIRD-PARTY"),
        f"{doc}/copyright": debian_copyright(files["LICENSE-MIT"].decode()),
        "./usr/share/fish/vendor_completions.d/ishi.fish": files["completions/ishi.fish"],
        "./usr/share/man/man1/ishi.1.gz": compress("ishi.1"),
        "./usr/share/zsh/vendor-completions/_ishi": files["completions/_ishi"],
    }
    size = sum(map(len, installed.values())) // 1024
    control = fill("debian/control", deb_architecture=platform["deb"], installed_size=size).encode()
    sums = "".join(f"{hashlib.md5(text).hexdigest()}  {name[2:]}\n" for name, text in installed.items()).encode()
    parents = {f"{parent}/": b"" for name in installed for parent in pathlib.PurePosixPath(name).parents}
    folders = {f"./{name}".replace("././", "./"): b"" for name in sorted(parents)}
    packed = b"!<arch>\n"
    for name, part in (
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", tar({"./control": control, "./md5sums": sums})),
        ("data.tar.gz", tar({**folders, **installed}, ["./usr/bin/ishi"])),
    ):
        packed += f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(part):<10}`\n".encode() + part + b"\n" * (len(part) % 2)
    write(f"debian/ishi_{version}_{platform['deb']}.deb", packed)


def manifests():
    brew, winget, mason = {}, [], []
    for name, archive in archives.items():
        platform = PLATFORMS[name]
        if "brew" in platform:
            system, cpu = platform["brew"]
            brew.setdefault(system, []).append(
                f'    on_{cpu} do\n      url "{address(archive)}"\n      sha256 "{checksum(archive)}"\n    end\n'
            )
        inside = f"ishi-{version}-{name}"
        if "winget" in platform:
            winget.append(
                f"  - Architecture: {platform['winget']}\n    InstallerUrl: {address(archive)}\n"
                f"    InstallerSha256: {checksum(archive).upper()}\n    NestedInstallerFiles:\n"
                f"      - RelativeFilePath: {inside}\\ishi.exe\n        PortableCommandAlias: ishi\n"
            )
        program = "ishi.exe" if platform["os"] == "win32" else "ishi"
        mason.append(f"    - target: {platform['mason']}\n      file: {archive.name}\n      bin: {inside}/{program}\n")
    write("homebrew/ishi.rb", fill(
        "homebrew/ishi.rb",
        homebrew_platforms="\n".join(f"  on_{system} do\n{''.join(parts)}  end" for system, parts in brew.items()),
    ))
    write("mason/package.yaml", fill("mason/package.yaml", mason_platforms="".join(mason).rstrip("\n")))
    if winget:
        write("winget/Ishi.Ishi.yaml", fill("winget/version.yaml"))
        write("winget/Ishi.Ishi.locale.en-US.yaml", fill("winget/locale.yaml"))
        write("winget/Ishi.Ishi.installer.yaml", fill("winget/installer.yaml", winget_platforms="".join(winget).rstrip("\n")))
    write("nvim-lspconfig/lsp/ishi.lua", fill("nvim-lspconfig/ishi.lua"))
    write("melpa/ishi-mode", fill("melpa/ishi-mode"))
    write("container/Containerfile", fill("container/Containerfile"))


def release_notes():
    """The section of the changelog for this version, or the one for what is not released yet."""
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    section = next((each for each in sections if re.match(rf"{re.escape(version)}\b", each)), sections[0])
    notes = section.split("\n", 1)[1].strip()
    sums = "".join(f"{checksum(path)}  {path.name}\n" for path in sorted(archives.values()))
    write("release-notes.md", f"{notes}\n\n### Checksums (SHA-256)\n\n```\n{sums}```\n")


for name, archive in archives.items():
    content = members(archive)
    program = "ishi.exe" if "ishi.exe" in content else "ishi"
    licences = {each: text for each, text in content.items() if each.startswith("LICENSE")}
    npm_platform(PLATFORMS[name], program, content[program], licences)
    wheel(PLATFORMS[name], program, content[program], licences, content["README.md"])
    if "deb" in PLATFORMS[name]:
        deb(PLATFORMS[name], content[program], content)
npm(licences, content["README.md"])
manifests()
release_notes()
