"""What a release needs, made of a frozen folder: python3 -m native.tools.release FOLDER OUT GLIBC [--key FILE].

Icons, desktop entry, AppStream metainfo, an archive, a Debian package, a Flatpak manifest, a bill of
materials and checksums. What assets/desktop/release.toml says is told in all of them. The same folder
gives the same bytes. Each is read back and checked, and by the usual tool where there is one.
"""

from __future__ import annotations

import argparse
import configparser
import gzip
import hashlib
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import textwrap
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from .. import VERSION
from ..files import assets_dir, load_table
from ..icon import png
from ..streams import InputError, complain
from . import clean_debian

SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
TIME = 1_700_000_000  # of all files, as of all that is frozen
SUMS = "SHA256SUMS"
NOWHERE = ".invalid"
NOT_BUILT = "the Flatpak manifest is written and checked by its schema; no Flatpak was built of it"
CONTROL = """\
Package: {package}
Version: {version}
Architecture: amd64
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: {recommends}
Suggests: {suggests}
Section: games
Priority: optional
Homepage: {home}
Description: {summary}
{description}
"""
MANUAL = """\
.TH HOARD 6 "{date}" "Hoard {version}" Games
.SH NAME
hoard \\- {summary}
.SH SYNOPSIS
.B hoard
[\\-\\-windowed] [\\-\\-size 1280x720] [\\-\\-game NAME] [FILE]
.SH DESCRIPTION
{description}
.PP
Settings, saved matches and records are kept in ~/.local/share/hoard/hoard.
.B hoard \\-\\-help
names every option and every other command.
"""


class Entry(NamedTuple):
    """A file of the installed program, or a link if target is given."""

    data: bytes = b""
    program: bool = False
    target: str = ""


Tree = dict[str, Entry]  # by the path below the place where it is installed


class Facts(NamedTuple):
    """What is told of a release. said: assets/desktop/release.toml. licences: what --licences prints."""

    said: Mapping[str, Any]
    licences: Mapping[str, Any]
    glibc: str

    @property
    def id(self) -> str:
        return str(self.said["id"])

    @property
    def package(self) -> str:
        return str(self.said["package"])

    @property
    def summary(self) -> str:
        return str(self.said["summary"]["en"])

    @property
    def archive(self) -> str:
        return f"hoard-{VERSION}-linux-x86_64.tar.xz"

    @property
    def deb(self) -> str:
        return f"{self.package}_{VERSION}_amd64.deb"

    @property
    def bill(self) -> str:
        return f"hoard-{VERSION}.cdx.json"


# ---- what is made ----


def desktop_entry(facts: Facts) -> bytes:
    text = (assets_dir() / "desktop" / "hoard.desktop").read_text("utf-8")
    return re.sub(r"^Icon=.*$", f"Icon={facts.id}", text, flags=re.MULTILINE).encode()


def icons(facts: Facts) -> Tree:
    """The icon as a drawing and in the usual sizes."""
    picture = assets_dir() / "art" / "ui" / "hoard.svg"
    found = {f"{side}x{side}/apps/{facts.id}.png": Entry(png(picture, side)) for side in SIZES}
    found[f"scalable/apps/{facts.id}.svg"] = Entry(picture.read_bytes())
    return {f"share/icons/hicolor/{name}": entry for name, entry in found.items()}


def metainfo(facts: Facts) -> bytes:
    """The AppStream metainfo."""
    said = facts.said
    top = ElementTree.Element("component", type="desktop-application")

    def add(name: str, text: str = "", where: ElementTree.Element = top, **more: str) -> ElementTree.Element:
        made = ElementTree.SubElement(where, name, {key.replace("_", ":"): value for key, value in more.items()})
        made.text = text or None
        return made

    def in_both(name: str, words: Mapping[str, str], where: ElementTree.Element = top) -> None:
        for language, text in words.items():
            add(name, text, where, **({} if language == "en" else {"xml_lang": language}))

    add("id", facts.id)
    add("metadata_license", "CC0-1.0")
    add("project_license", "MIT")
    add("name", "Hoard")
    in_both("summary", said["summary"])
    add("name", said["developer"], add("developer", id=facts.id.lower().rpartition(".")[0]))
    description = add("description")
    for paragraphs in zip(*said["description"].values(), strict=True):
        in_both("p", dict(zip(said["description"], paragraphs, strict=True)), description)
    add("launchable", f"{facts.id}.desktop", type="desktop-id")
    add("url", said["home"], type="homepage")
    categories = add("categories")
    for name in ("Game", "CardGame"):
        add("category", name, categories)
    shots = add("screenshots")
    for number, picture in enumerate(said["picture"]):
        shot = add("screenshot", "", shots, **({} if number else {"type": "default"}))
        in_both("caption", {key: words for key, words in picture.items() if key != "file"}, shot)
        add("image", f"{said['files']}pictures/{picture['file']}", shot)
    releases = add("releases")
    for release in said["release"]:
        add("release", "", releases, **release)
    supports = add("supports")
    for control in ("pointing", "keyboard", "gamepad", "touch"):
        add("control", control, supports)
    add("internet", "offline-only", supports)
    add("content_rating", type="oars-1.1")
    add("binary", "hoard", add("provides"))
    ElementTree.indent(top)
    document: bytes = ElementTree.tostring(top, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + document + b"\n"


def program_tree(folder: Path, facts: Facts) -> Tree:
    """What is installed: the frozen folder, a link to its program, and what desktops look for."""
    found: Tree = {"bin/hoard": Entry(target="../lib/hoard/hoard")}
    for path in sorted(folder.rglob("*")):
        name = f"lib/hoard/{path.relative_to(folder).as_posix()}"
        if path.is_symlink():
            found[name] = Entry(target=str(path.readlink()))
        elif path.is_file():
            found[name] = Entry(path.read_bytes(), bool(path.stat().st_mode & 0o100) and ".so" not in path.name)
    for lost in ("hoard.desktop", "hoard.png"):
        found.pop(f"lib/hoard/{lost}", None)
    found[f"share/applications/{facts.id}.desktop"] = Entry(desktop_entry(facts))
    found[f"share/metainfo/{facts.id}.metainfo.xml"] = Entry(metainfo(facts))
    return found | icons(facts)


def packed(tree: Tree, top: str) -> bytes:
    """A tar of a tree, with all its folders."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        parents = {parent.as_posix() for name in tree for parent in Path(name).parents if parent.name}
        for name in sorted({*parents, *tree, ""}):
            entry = tree.get(name)
            info = tarfile.TarInfo(f"{top}/{name}".rstrip("/"))
            info.mtime, info.uname, info.gname = TIME, "root", "root"
            info.mode = 0o755
            if entry is None:
                info.type = tarfile.DIRTYPE
            elif entry.target:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, entry.target, 0o777
            else:
                info.size, info.mode = len(entry.data), 0o755 if entry.program else 0o644
            tar.addfile(info, io.BytesIO(entry.data) if entry and not entry.target else None)
    return out.getvalue()


def rights(licences: Mapping[str, Any]) -> str:
    """Whose the parts are and under what licence, as Debian wants it told."""
    lines = ["Hoard is made of these parts. The texts of their licences follow. On Debian that of the GNU Lesser",
             "General Public License is also in /usr/share/common-licenses/LGPL-2.1.", ""]  # fmt: skip
    lines += [f"{part['name']}: {part['licence']}" + (f", {part['home']}" if "home" in part else "")
              for part in licences["parts"]]  # fmt: skip
    for name, text in licences["texts"].items():
        lines += ["", "=" * 70, Path(name).name, "=" * 70, "", text.rstrip()]
    return "\n".join(lines) + "\n"


def zipped(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def debian_tree(tree: Tree, facts: Facts) -> Tree:
    """The same for Debian: a game lies in usr/games, and has a page of the manual and its papers."""
    found = {f"usr/{name}": entry for name, entry in tree.items() if name != "bin/hoard"}
    found["usr/games/hoard"] = tree["bin/hoard"]
    newest = facts.said["release"][0]["date"]
    told = "\n.PP\n".join(facts.said["description"]["en"])
    manual = MANUAL.format(date=newest, version=VERSION, summary=facts.summary, description=told)
    changes = "\n".join(change(one, facts) for one in facts.said["release"])
    papers = f"usr/share/doc/{facts.package}"
    found["usr/share/man/man6/hoard.6.gz"] = Entry(zipped(manual))
    found[f"{papers}/copyright"] = Entry(rights(facts.licences).encode())
    found[f"{papers}/changelog.gz"] = Entry(zipped(changes))
    overrides = "".join(f"# {why}\n{facts.package}: {tag} *\n" for tag, why in facts.said["lintian"].items())
    found[f"usr/share/lintian/overrides/{facts.package}"] = Entry(overrides.encode())
    return found


def change(one: Mapping[str, str], facts: Facts) -> str:
    """A release as a Debian changelog tells it."""
    day = datetime.combine(date.fromisoformat(one["date"]), time(12), UTC)
    head = f"{facts.package} ({one['version']}) unstable; urgency=medium\n\n  * Hoard {one['version']}.\n\n"
    return f"{head} -- {facts.said['maintainer']}  {format_datetime(day)}\n"


def control(tree: Tree, facts: Facts) -> str:
    """The head of a Debian package."""
    debian = facts.said["debian"]
    fill = partial(textwrap.fill, width=76, initial_indent=" ", subsequent_indent=" ")
    told = "\n .\n".join(map(fill, facts.said["description"]["en"]))
    return CONTROL.format(
        package=facts.package,
        version=VERSION,
        maintainer=facts.said["maintainer"],
        kilobytes=sum(-(-len(entry.data) // 1024) for entry in tree.values()),
        depends=", ".join([f"libc6 (>= {facts.glibc})", *debian["depends"]]),
        recommends=", ".join(debian["recommends"]),
        suggests=", ".join(debian["suggests"]),
        home=facts.said["home"],
        summary=facts.summary,
        description=told,
    )


def member(name: str, data: bytes) -> bytes:
    """A file in an ar archive."""
    head = f"{name:<16}{TIME:<12}{0:<6}{0:<6}{0o100644:<8o}{len(data):<10}`\n"
    return head.encode() + data + b"\n" * (len(data) % 2)


def debian(tree: Tree, facts: Facts) -> bytes:
    """A Debian package."""
    tree = debian_tree(tree, facts)
    sums = "".join(f"{hashlib.md5(entry.data, usedforsecurity=False).hexdigest()}  {name}\n"
                   for name, entry in sorted(tree.items()) if not entry.target)  # fmt: skip
    head = {"control": Entry(control(tree, facts).encode()), "md5sums": Entry(sums.encode())}
    return b"!<arch>\n" + b"".join([
        member("debian-binary", b"2.0\n"),
        member("control.tar.xz", lzma.compress(packed(head, "."))),
        member("data.tar.xz", lzma.compress(packed(tree, "."))),
    ])  # fmt: skip


def flatpak(facts: Facts, archive: bytes) -> bytes:
    """A Flatpak manifest of the archive, which is pinned by its sum."""
    said = facts.said["flatpak"]
    source = {
        "type": "archive",
        "url": f"{facts.said['files']}{facts.archive}",
        "sha256": hashlib.sha256(archive).hexdigest(),
    }
    module = {
        "name": "hoard",
        "buildsystem": "simple",
        "build-commands": ["cp -r bin lib share /app/"],
        "sources": [source],
    }
    manifest = {
        "id": facts.id,
        "runtime": said["runtime"],
        "runtime-version": said["version"],
        "sdk": said["sdk"],
        "command": "hoard",
        "finish-args": said["permissions"],
        "modules": [module],
    }
    return json.dumps(manifest, indent=2).encode() + b"\n"


def bill_of(licences: Mapping[str, Any]) -> bytes:
    """The bill of materials, as CycloneDX writes it, of what --licences prints."""

    def component(part: Mapping[str, Any], kind: str) -> dict[str, Any]:
        licence: str = part["licence"]
        if licence.startswith("LicenseRef-"):
            named: dict[str, Any] = {"license": {"name": licence}}
        else:
            named = {"expression": licence} if " " in licence else {"license": {"id": licence}}
        found = {"type": kind, "bom-ref": part["name"], "name": part["name"], "licenses": [named]}
        if "version" in part:
            found["version"] = part["version"]
        if "home" in part:
            found["externalReferences"] = [{"type": "website", "url": part["home"]}]
        return found

    program, *parts = licences["parts"]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(program, "application")},
        "components": [component(part, "library") for part in parts],
        "dependencies": [{"ref": program["name"], "dependsOn": [part["name"] for part in parts]}],
    }
    serial = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(document, sort_keys=True))}"
    return json.dumps({"serialNumber": serial, **document}, indent=2, ensure_ascii=False).encode() + b"\n"


def made(folder: Path, facts: Facts) -> dict[str, bytes]:
    """All files of a release by name."""
    tree = program_tree(folder, facts)
    archive = lzma.compress(packed(tree, f"hoard-{VERSION}"))
    found = {
        facts.archive: archive,
        facts.deb: debian(tree, facts),
        facts.bill: bill_of(facts.licences),
        f"{facts.id}.json": flatpak(facts, archive),
    }
    for name, entry in tree.items():
        if name.startswith("share/"):
            shown = name.removeprefix("share/")
            found[shown if shown.startswith("icons/") else Path(shown).name] = entry.data
    for picture in facts.said["picture"]:
        found[f"pictures/{picture['file']}"] = (assets_dir() / "readme" / picture["file"]).read_bytes()
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(found.items()))
    return {**found, SUMS: sums.encode()}


# ---- what is checked ----


def entry_faults(text: str) -> list[str]:
    """What is wrong with a desktop entry."""
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        entry.read_string(text)
        found = entry["Desktop Entry"]
    except (configparser.Error, KeyError) as error:
        return [f"it is no desktop entry: {str(error).splitlines()[0]}"]
    needed = ("Type", "Name", "Comment", "Exec", "Icon", "Categories")
    faults = [f"it lacks {key}" for key in needed if not found.get(key)]
    lists = [key for key in found if key.partition("[")[0] in ("Categories", "Keywords", "MimeType")]
    faults += [f"{key} does not end with a semicolon" for key in lists if not found[key].endswith(";")]
    if found.get("Terminal", "false") not in ("true", "false"):
        faults.append("Terminal is neither true nor false")
    return faults


def metainfo_faults(data: bytes, ident: str) -> list[str]:
    """What is wrong with AppStream metainfo."""
    try:
        top = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        return [f"it is no XML: {error}"]
    needed = ("id", "metadata_license", "project_license", "name", "summary", "developer/name", "description/p",
              "launchable", "url", "screenshots/screenshot/image", "releases/release", "content_rating")  # fmt: skip
    faults = [f"it lacks {path}" for path in needed if top.find(path) is None]
    if top.findtext("id") != ident or top.findtext("launchable") != f"{ident}.desktop":
        faults.append(f"it is not about {ident}")
    if (first := top.find("releases/release")) is not None and first.get("version") != VERSION:
        faults.append(f"its newest release is {first.get('version')}, and this is {VERSION}: name it in release.toml")
    faults += [f"a summary ends with a full stop: {one.text}" for one in top.findall("summary")
               if (one.text or "").endswith(".")]  # fmt: skip
    shown = [str(image.text) for image in top.iter("image")]
    faults += [f"{address} is no address" for address in shown if not address.startswith("https://")]
    return faults


def members_of(data: bytes) -> dict[str, bytes]:
    """The files in an ar archive. Raises ValueError if it is none."""
    if data[:8] != b"!<arch>\n":
        raise ValueError("it is no ar archive")
    found, at = dict[str, bytes](), 8
    while at < len(data):
        head = data[at : at + 60].decode("ascii")
        if head[58:] != "`\n":
            raise ValueError("a head in it is broken")
        size = int(head[48:58])
        found[head[:16].strip()] = data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
    return found


def debian_faults(data: bytes, facts: Facts) -> list[str]:
    """What is wrong with a Debian package: its form, its head, and whether its sums fit its files."""
    try:
        parts = members_of(data)
        if [*parts] != ["debian-binary", "control.tar.xz", "data.tar.xz"] or parts["debian-binary"] != b"2.0\n":
            return ["its parts are not those of a Debian package"]
        head, held = (files_in(parts[name]) for name in ("control.tar.xz", "data.tar.xz"))
    except (ValueError, EOFError, lzma.LZMAError, tarfile.TarError) as error:
        return [str(error)]
    fields = dict(re.findall(r"^([A-Z][\w-]*): (.+)$", head.get("control", b"").decode(), re.MULTILINE))
    needed = ("Package", "Version", "Architecture", "Maintainer", "Depends", "Section", "Priority", "Description")
    faults = [f"its head lacks {key}" for key in needed if not fields.get(key)]
    if not re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", fields.get("Package", "")):
        faults.append("its name is no name of a package")
    if not re.fullmatch(r"[^<>]+ <[^@<> ]+@[^<> ]+>", fields.get("Maintainer", "")):
        faults.append("its maintainer is no name with an address")
    if len(fields.get("Description", "")) > 80:
        faults.append("its description is longer than 80 letters")
    lines = head.get("md5sums", b"").decode().splitlines()
    listed = {name: total for total, _, name in (line.partition("  ") for line in lines)}
    sums = {name: hashlib.md5(data, usedforsecurity=False).hexdigest() for name, data in held.items()}
    if listed != sums:
        faults.append("its sums do not fit its files")
    papers = f"usr/share/doc/{facts.package}"
    wanted = (f"{papers}/copyright", f"{papers}/changelog.gz", f"usr/share/applications/{facts.id}.desktop")
    return faults + [f"it lacks {name}" for name in wanted if name not in held]


def files_in(data: bytes) -> dict[str, bytes]:
    """The ordinary files of a packed tar, by their paths."""
    found = dict[str, bytes]()
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        for one in tar:
            if file := tar.extractfile(one) if one.isfile() else None:
                found[one.name.removeprefix("./")] = file.read()
    return found


def packed_names(data: bytes) -> list[str]:
    """The paths of the files and links in a packed tar."""
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        return [one.name.removeprefix("./") for one in tar if not one.isdir()]


def bill_faults(data: bytes, licences: Mapping[str, Any]) -> list[str]:
    """Where a bill of materials says something else than --licences."""
    found = json.loads(data)
    told = [found["metadata"]["component"], *found["components"]]

    def licence(part: Mapping[str, Any]) -> str:
        (named,) = part["licenses"]
        inner: Mapping[str, str] = named.get("license", {})
        return str(named.get("expression") or inner.get("id") or inner.get("name"))

    here = {part["name"]: (licence(part), part.get("version")) for part in told}
    there = {part["name"]: (part["licence"], part.get("version")) for part in licences["parts"]}
    return [f"it says {here.get(name)} of {name}, and --licences says {there.get(name)}"
            for name in sorted({*here, *there}) if here.get(name) != there.get(name)]  # fmt: skip


# The part of Flatpak's schema of manifests that is used: each key is needed and no other is known. A text has
# the form of a pattern; a list has one form for all its entries.
MANIFEST: dict[str, Any] = {
    "id": r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+\.[A-Za-z_][\w-]*",
    "runtime": r"[A-Za-z]\w*(\.\w+){2,}",
    "runtime-version": r"[\w.-]+",
    "sdk": r"[A-Za-z]\w*(\.\w+){2,}",
    "command": r"[\w.-]+",
    "finish-args": [r"--[a-z-]+=\S+"],
    "modules": [{
        "name": r"[\w.-]+",
        "buildsystem": r"simple",
        "build-commands": [r".+"],
        "sources": [{"type": r"archive", "url": r"https://\S+", "sha256": r"[0-9a-f]{64}"}],
    }],
}  # fmt: skip


def form_faults(found: object, form: Any, where: str) -> list[str]:
    """Where something differs from a form. where: what it is called."""
    if isinstance(form, str):
        fits = isinstance(found, str) and re.fullmatch(form, found)
        return [] if fits else [f"{where} may not be {json.dumps(found)}"]
    if isinstance(form, list):
        if not isinstance(found, list) or not found:
            return [f"{where} is no list with something in it"]
        pairs = [(f"{where}[{number}]", one) for number, one in enumerate(found)]
        return [fault for name, one in pairs for fault in form_faults(one, form[0], name)]
    if not isinstance(found, dict):
        return [f"{where} is no table"]
    faults = [f"{where} lacks {key}" for key in form if key not in found]
    faults += [f"{where} has {key}, which is unknown" for key in found if key not in form]
    same = [key for key in form if key in found]
    return faults + [fault for key in same for fault in form_faults(found[key], form[key], f"{where}.{key}")]


def manifest_faults(data: bytes, archive: bytes) -> list[str]:
    """What is wrong with a Flatpak manifest."""
    try:
        found = json.loads(data)
    except ValueError as error:
        return [f"it is no JSON: {error}"]
    if faults := form_faults(found, MANIFEST, "it"):
        return faults
    total = hashlib.sha256(archive).hexdigest()
    sources = [source for module in found["modules"] for source in module["sources"]]
    faults = [f"{source['url']} is not pinned by the sum of the archive"
              for source in sources if source["sha256"] != total]  # fmt: skip
    if "--share=network" in found["finish-args"]:
        faults.append("it asks for the network, which Hoard never uses")
    return faults


def own_faults(files: Mapping[str, bytes], facts: Facts) -> list[str]:
    """All faults that are found without any tool, each after the name of its file."""
    ident = facts.id
    found: dict[str, list[str]] = {
        f"{ident}.desktop": entry_faults(files[f"{ident}.desktop"].decode()),
        f"{ident}.metainfo.xml": metainfo_faults(files[f"{ident}.metainfo.xml"], ident),
        facts.deb: debian_faults(files[facts.deb], facts),
        facts.bill: bill_faults(files[facts.bill], facts.licences),
        f"{ident}.json": manifest_faults(files[f"{ident}.json"], files[facts.archive]),
    }
    return [f"{name}: {fault}" for name, faults in found.items() for fault in faults]


def tools(facts: Facts) -> dict[str, list[str]]:
    """The usual tools that check a release, by name, and how each is asked."""
    return {
        "appstreamcli": ["validate", "--no-net", f"{facts.id}.metainfo.xml"],
        "desktop-file-validate": [f"{facts.id}.desktop"],
        "dpkg-deb": ["--info", facts.deb],
        "lintian": ["--fail-on", "error", facts.deb],
        "flatpak-builder": ["--show-manifest", f"{facts.id}.json"],
    }


def asked(out: Path, facts: Facts, run: Callable[..., Any] = subprocess.run) -> list[str]:
    """Asks the tools that are there, says which are not, and returns what they find wrong."""
    faults = []
    for name, words in tools(facts).items():
        if not shutil.which(name):
            complain(f"{name} is not here: only Hoard's own check was made")
            continue
        done = run([name, *words], cwd=out, capture_output=True, text=True, check=False)
        if done.returncode or f"{name}-WARNING" in done.stderr:
            faults.append(f"{name}: {done.stdout}{done.stderr}".strip())
    return faults


def tried(out: Path, files: Mapping[str, bytes], facts: Facts) -> list[str]:
    """Tries the Debian package in a clean Debian where one can be made, says where not, and returns
    what goes wrong."""
    place = out.parent / "clean-debian"
    try:
        if reason := clean_debian.obstacle():
            raise InputError(reason)
        clean_debian.make(place, facts.said["debian"])
        held = packed_names(members_of(files[facts.deb])["data.tar.xz"])
        return [f"{facts.deb}: {fault}" for fault in clean_debian.faults(place, out / facts.deb, facts.package, held)]
    except InputError as error:
        complain(f"the package was not tried in a clean Debian: {error}")
        return []
    finally:
        shutil.rmtree(place, ignore_errors=True)


def sign(out: Path, key: Path, run: Callable[..., Any] = subprocess.run) -> None:
    """Signs the sums with the owner's key. Raises InputError if that fails."""
    if not shutil.which("minisign"):
        raise InputError("minisign is not here, so nothing was signed")
    if run(["minisign", "-S", "-s", str(key), "-m", SUMS], cwd=out, check=False).returncode:
        raise InputError(f"minisign could not sign {SUMS} with {key}")


def licences_of(folder: Path) -> Mapping[str, Any]:
    """What the frozen program says that it is made of."""
    done = subprocess.run([folder / "hoard", "--licences"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise InputError(f"{folder / 'hoard'} does not say what it is made of: {done.stderr.strip()}")
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found


def main(argv: Sequence[str]) -> int:
    """Makes and checks a release and returns the exit status."""
    parser = argparse.ArgumentParser(prog="build.py package")
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("glibc")
    parser.add_argument("--key", type=Path, metavar="FILE", help="sign the sums with this key of minisign")
    arguments = parser.parse_args(argv)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    out: Path = arguments.out
    try:
        said = load_table(assets_dir() / "desktop" / "release.toml")
        facts = Facts(said, licences_of(arguments.folder), arguments.glibc)
        files = made(arguments.folder, facts)
        shutil.rmtree(out, ignore_errors=True)
        for name, data in files.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(data)
        faults = own_faults(files, facts) + asked(out, facts) + tried(out, files, facts)
        for fault in faults:
            complain(fault)
        if arguments.key:
            sign(out, arguments.key.absolute())
    except (OSError, InputError) as error:
        return complain(error)
    except KeyError as error:
        return complain(f"assets/desktop/release.toml lacks {error}")
    complain(NOT_BUILT)
    if NOWHERE in json.dumps(said):
        complain(f"assets/desktop/release.toml names {NOWHERE} addresses: put your own there before you publish")
    for name in sorted(name for name in files if "/" not in name):
        print(f"{hashlib.sha256(files[name]).hexdigest()}  {name}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
