"""A release: everything that is made for one is read back, and what is wrong with it is said in a sentence."""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from native import VERSION
from native.files import assets_dir
from native.tools import clean_debian, release
from native.tools.commands import licences
from native.tools.release import Facts, files_in, made, members_of, own_faults

ASSETS = assets_dir()
SAID: dict[str, Any] = tomllib.loads((ASSETS / "desktop" / "release.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small folder that looks like a frozen one."""
    place = tmp_path_factory.mktemp("frozen") / "hoard-folder"
    (place / "_internal" / "pygame").mkdir(parents=True)
    told = json.dumps(licences())
    (place / "hoard").write_text(f"#!/bin/sh\ncat <<'EOT'\n{told}\nEOT\n")
    (place / "hoard").chmod(0o755)
    (place / "_internal" / "pygame" / "base.so").write_bytes(b"\x7fELF")
    (place / "_internal" / "pygame" / "base.so").chmod(0o755)
    (place / "_internal" / "base.so").symlink_to("pygame/base.so")
    (place / "hoard.desktop").write_text("another")
    return place


@pytest.fixture(scope="module")
def facts() -> Facts:
    return Facts(SAID, licences(), "2.34")


@pytest.fixture(scope="module")
def files(folder: Path, facts: Facts) -> dict[str, bytes]:
    return made(folder, facts)


def test_a_release_has_everything_and_nothing_is_wrong_with_it(files: dict[str, bytes], facts: Facts) -> None:
    wanted = {facts.archive, facts.deb, facts.bill, f"{facts.id}.json", f"{facts.id}.desktop",
              f"{facts.id}.metainfo.xml", "SHA256SUMS"}  # fmt: skip
    assert {name for name in files if "/" not in name} == wanted
    assert {name.rpartition("/")[2] for name in files if name.startswith("pictures/")} == {
        picture["file"] for picture in SAID["picture"]
    }
    assert own_faults(files, facts) == []


def test_the_same_folder_gives_the_same_bytes(files: dict[str, bytes], folder: Path, facts: Facts) -> None:
    assert made(folder, facts) == files


def test_the_sums_are_those_of_all_files(files: dict[str, bytes]) -> None:
    lines = [line.partition("  ") for line in files["SHA256SUMS"].decode().splitlines()]
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "SHA256SUMS"}
    assert {name: total for total, _, name in lines} == sums


def test_icons_have_the_usual_sizes_and_the_name_of_the_program(files: dict[str, bytes], facts: Facts) -> None:
    for side in (16, 22, 24, 32, 48, 64, 128, 256, 512):
        data = files[f"icons/hicolor/{side}x{side}/apps/{facts.id}.png"]
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(data[16:20], "big") == int.from_bytes(data[20:24], "big") == side
    drawn = ElementTree.fromstring(files[f"icons/hicolor/scalable/apps/{facts.id}.svg"])
    assert drawn.tag.endswith("}svg")
    assert f"Icon={facts.id}\n" in files[f"{facts.id}.desktop"].decode()


def test_desktops_know_the_window_by_its_class(files: dict[str, bytes], facts: Facts) -> None:
    told = files[f"{facts.id}.desktop"].decode()
    seen = "import os, native.screen.window; print(os.environ['SDL_VIDEO_X11_WMCLASS'])"
    bare = {key: value for key, value in os.environ.items() if not key.startswith("SDL_VIDEO")}
    name = subprocess.run([sys.executable, "-c", seen], env=bare, cwd=ASSETS.parent, capture_output=True, text=True,
                          check=True).stdout.split()[-1]  # fmt: skip
    assert f"StartupWMClass={name}\n" in told


def test_the_package_installs_the_folder_and_what_desktops_look_for(
    files: dict[str, bytes], folder: Path, facts: Facts
) -> None:
    parts = members_of(files[facts.deb])
    held = files_in(parts["data.tar.xz"])
    assert held["usr/lib/hoard/hoard"] == (folder / "hoard").read_bytes()
    assert "usr/lib/hoard/hoard.desktop" not in held
    assert held[f"usr/share/metainfo/{facts.id}.metainfo.xml"] == files[f"{facts.id}.metainfo.xml"]
    for text in licences()["texts"].values():
        assert text.rstrip() in held["usr/share/doc/hoard/copyright"].decode()
    changes = gzip.decompress(held["usr/share/doc/hoard/changelog.gz"]).decode()
    head, line, foot = changes.split("\n\n")[:3]
    assert (head, line[:4]) == (f"hoard ({VERSION}) unstable; urgency=medium", "  * ")
    assert re.fullmatch(r" -- .+ <.+@.+>  \w{3}, \d\d \w{3} \d{4} 12:00:00 \+0000\n", foot)
    assert "hoard: embedded-library *\n" in held["usr/share/lintian/overrides/hoard"].decode()
    assert gzip.decompress(held["usr/share/man/man6/hoard.6.gz"]).startswith(b".TH HOARD 6 ")
    control = files_in(parts["control.tar.xz"])["control"].decode()
    assert f"Version: {VERSION}\n" in control
    assert "Depends: libc6 (>= 2.34), " in control
    assert "\nSuggests: speech-dispatcher\n" in control
    assert not re.search(r"^\s*$", control.strip(), re.MULTILINE)


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="no dpkg-deb here")
def test_dpkg_unpacks_the_package_with_its_links_and_modes(
    files: dict[str, bytes], facts: Facts, tmp_path: Path
) -> None:
    (tmp_path / facts.deb).write_bytes(files[facts.deb])
    subprocess.run(["dpkg-deb", "-x", facts.deb, "out"], cwd=tmp_path, check=True)
    out = tmp_path / "out" / "usr"
    assert (out / "games" / "hoard").resolve() == (out / "lib" / "hoard" / "hoard").resolve()
    assert stat.S_IMODE((out / "lib" / "hoard" / "hoard").stat().st_mode) == 0o755
    assert stat.S_IMODE((out / "lib" / "hoard" / "_internal" / "pygame" / "base.so").stat().st_mode) == 0o644
    assert (out / "lib" / "hoard" / "_internal" / "base.so").is_symlink()
    assert json.loads(subprocess.run([out / "games" / "hoard"], capture_output=True, check=True).stdout) == licences()


def test_the_archive_is_what_the_manifest_pins(files: dict[str, bytes], facts: Facts) -> None:
    manifest = json.loads(files[f"{facts.id}.json"])
    (source,) = manifest["modules"][0]["sources"]
    assert source["sha256"] == hashlib.sha256(files[facts.archive]).hexdigest()
    assert source["url"].endswith(f"/{facts.archive}")
    held = files_in(files[facts.archive])
    assert f"hoard-{VERSION}/lib/hoard/hoard" in held
    assert f"hoard-{VERSION}/share/applications/{facts.id}.desktop" in held


def test_the_bill_of_materials_says_what_the_licences_say(files: dict[str, bytes], facts: Facts) -> None:
    bill = json.loads(files[facts.bill])
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", bill["serialNumber"])
    parts = {part["name"]: part for part in facts.licences["parts"]}
    assert {one["name"] for one in bill["components"]} == parts.keys() - {"Hoard"}
    assert bill["metadata"]["component"]["version"] == VERSION
    assert bill["dependencies"][0]["dependsOn"] == [one["name"] for one in bill["components"]]


def test_what_is_told_of_the_release_is_of_this_version_and_in_both_languages() -> None:
    assert SAID["release"][0]["version"] == VERSION
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", SAID["release"][0]["date"])
    for told in (SAID["summary"], SAID["description"]):
        assert told.keys() == {"en", "de"}
    assert len(SAID["description"]["en"]) == len(SAID["description"]["de"])
    assert all((ASSETS / "readme" / picture["file"]).is_file() for picture in SAID["picture"])


# ---- what is wrong is said ----


def spoilt(files: dict[str, bytes], name: str, old: str, new: str) -> dict[str, bytes]:
    """The files, one of which says something else."""
    text = files[name].decode()
    assert old in text
    return {**files, name: text.replace(old, new).encode()}


@pytest.mark.parametrize(("kind", "old", "new", "why"), [
    (".desktop", "Exec=hoard %f", "Run=hoard", "it lacks Exec"),
    (".desktop", "CardGame;", "CardGame", "Categories does not end with a semicolon"),
    (".desktop", "[Desktop Entry]", "", "it is no desktop entry"),
    (".metainfo.xml", "</component>", "", "it is no XML"),
    (".metainfo.xml", "<summary>Five", "<summary>Five.</summary><summary>Five", "a summary ends with a full stop"),
    (".metainfo.xml", 'version="1.0.0"', 'version="0.9"', "its newest release is 0.9"),
    (".metainfo.xml", "https://hoard.invalid/files/pictures/title.jpg", "title.jpg", "title.jpg is no address"),
    (".metainfo.xml", "<content_rating type=\"oars-1.1\" />", "", "it lacks content_rating"),
    (".json", '"sha256": "', '"sha256": "0', "sources[0].sha256 may not be"),
    (".json", '"type": "archive"', '"type": "zip"', 'sources[0].type may not be "zip"'),
    (".json", '"command"', '"comand"', "it has comand, which is unknown"),
    (".json", '"hoard"', '7', "it.command may not be 7"),
    (".json", '"sources": [', '"sources": [], "more": [', "sources is no list with something in it"),
    (".json", "https://hoard.invalid", "http://hoard.invalid", "sources[0].url may not be"),
    (".json", "{", "", "it is no JSON"),
    (".json", "--share=ipc", "--share=network", "it asks for the network"),
    (".cdx.json", "Zlib", "MIT", "and --licences says"),
    (".cdx.json", '"name": "FreeType"', '"name": "Free"', "it says None of FreeType"),
])
def test_each_fault_is_named(
    files: dict[str, bytes], facts: Facts, kind: str, old: str, new: str, why: str
) -> None:
    name = facts.bill if kind == ".cdx.json" else f"{facts.id}{kind}"
    found = own_faults(spoilt(files, name, old, new), facts)
    assert any(fault.startswith(f"{name}: ") and why in fault for fault in found), found


def test_a_manifest_that_pins_another_archive_is_named(files: dict[str, bytes], facts: Facts) -> None:
    (fault,) = release.manifest_faults(files[f"{facts.id}.json"], b"another")
    assert fault.endswith(f"{facts.archive} is not pinned by the sum of the archive")


def test_a_package_whose_files_were_changed_is_named(files: dict[str, bytes], facts: Facts) -> None:
    parts = members_of(files[facts.deb])
    other = release.packed({"usr/games/hoard": release.Entry(b"another")}, ".")
    parts["data.tar.xz"] = lzma.compress(other)
    data = b"!<arch>\n" + b"".join(release.member(name, part) for name, part in parts.items())
    assert "its sums do not fit its files" in release.debian_faults(data, facts)
    assert release.debian_faults(data[8:], facts) == ["it is no ar archive"]
    assert release.debian_faults(data[:-100], facts)


def test_tools_that_are_not_there_are_named_and_those_that_complain_are_heard(
    facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "lintian" else None)

    def complains(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "E: hoard: some-tag\n", "")

    assert release.asked(tmp_path, facts, complains) == ["lintian: E: hoard: some-tag"]
    assert capsys.readouterr().err.splitlines() == [
        f"{name} is not here: only Hoard's own check was made"
        for name in release.tools(facts)
        if name != "lintian"
    ]


def test_a_key_of_the_manifest_that_flatpak_does_not_know_is_heard(
    facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """flatpak-builder only warns of it."""
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "flatpak-builder" else None)
    warning = "(flatpak-builder:7): flatpak-builder-WARNING **: Unknown property comand"

    def warns(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, "", warning)

    assert release.asked(tmp_path, facts, warns) == [f"flatpak-builder: {warning}"]


# ---- in a clean Debian ----


class Debian:
    """A clean Debian that only lists what is done in it; what fails is named by a part of its command."""

    def __init__(self, place: Path, fails: str = "nothing fails", leaves: str = "") -> None:
        self.place, self.fails, self.leaves = place, fails, leaves
        self.done: list[str] = []

    def __call__(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.done.append(" ".join(command))
        if self.leaves and "purge" in self.done[-1]:
            (self.place / self.leaves).parent.mkdir(parents=True)
            (self.place / self.leaves).touch()
        return subprocess.CompletedProcess(command, int(self.fails in self.done[-1]), "told\n", "why\n\n")


NAMES = ("usr/games/hoard", "usr/lib/hoard/hoard")


def tried(place: Path, debian: Debian) -> list[str]:
    deb = place.parent / "hoard_1_amd64.deb"
    deb.touch()
    clean_debian.make(place, {"suite": "bookworm", "mirror": "http://there"}, debian)
    return clean_debian.faults(place, deb, "hoard", NAMES, debian)


def test_a_package_is_installed_started_played_with_and_removed_in_a_clean_debian(tmp_path: Path) -> None:
    debian = Debian(tmp_path / "root")
    assert tried(debian.place, debian) == []
    assert debian.done[0].startswith("unshare --mount debootstrap ")
    assert debian.done[0].endswith(f"bookworm {debian.place} http://there")
    assert all(done.startswith(f"chroot {debian.place} sh -c ") for done in debian.done[1:])
    order = ("install ./hoard_1_amd64.deb", "--verify", "useradd", "selftest", "--windowed", "arena", "purge hoard")
    assert all(words in done for words, done in zip(order, debian.done[1:], strict=True))
    assert (debian.place / "hoard_1_amd64.deb").exists()


@pytest.mark.parametrize(("fails", "why"), [
    ("install ./", "installing it in a clean Debian failed: why"),
    ("selftest", "hoard selftest' in a clean Debian failed: why"),
    ("purge", "removing it in a clean Debian failed: why"),
])
def test_the_step_that_fails_in_a_clean_debian_is_named(tmp_path: Path, fails: str, why: str) -> None:
    (fault,) = tried(tmp_path / "root", Debian(tmp_path / "root", fails))
    assert fault.endswith(why)


def test_what_a_package_leaves_behind_is_named(tmp_path: Path) -> None:
    assert tried(tmp_path / "root", Debian(tmp_path / "root", leaves=NAMES[1])) == [
        f"{NAMES[1]} is still there after it was removed"
    ]


def test_a_clean_debian_that_cannot_be_made_is_no_fault_and_is_said(
    files: dict[str, bytes], facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str]
) -> None:
    def made(place: Path, _: object) -> None:
        clean_debian.make(place, facts.said["debian"], Debian(place, "debootstrap"))

    monkeypatch.setattr(release, "clean_debian", SimpleNamespace(obstacle=str, make=made))
    assert release.tried(tmp_path / "release", files, facts) == []
    told = "the package was not tried in a clean Debian: debootstrap failed: why\n"
    assert capsys.readouterr().err == told
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(("lost", "user", "why"), [
    ("debootstrap", 0, "debootstrap is not here"), ("", 7, "only root can make one"), ("", 0, ""),
])
def test_what_a_clean_debian_needs_is_said(
    monkeypatch: pytest.MonkeyPatch, lost: str, user: int, why: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == lost else name)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert clean_debian.obstacle() == why


# ---- signing ----


def test_a_signature_that_cannot_be_made_is_said(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert release.main([str(folder), str(tmp_path / "out"), "2.34", "--key", "some.key"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "minisign is not here, so nothing was signed"


def test_a_signature_is_made_with_the_key_of_the_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def signs(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(shutil, "which", lambda name: name)
    release.sign(tmp_path, Path("/keys/mine.key"), signs)
    assert asked == [["minisign", "-S", "-s", "/keys/mine.key", "-m", "SHA256SUMS"]]


def test_the_repository_holds_no_key() -> None:
    root = Path(release.__file__).parent.parent.parent
    done = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=False)
    assert not [name for name in done.stdout.splitlines() if name.endswith((".key", ".pem", ".minisig"))]


def test_all_of_it_is_written_and_said_to_be_without_a_flatpak(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    out = tmp_path / "release"
    out.mkdir()
    (out / "old").touch()
    assert release.main([str(folder), str(out), "2.34"]) == 0
    told = capsys.readouterr()
    assert release.NOT_BUILT in told.err
    assert "put your own there before you publish" in told.err
    sums = (out / "SHA256SUMS").read_text().splitlines()
    for line in sums:
        total, name = line.split("  ")
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == total
    listed = {line.split("  ")[1] for line in told.out.splitlines()}
    assert listed == {one.name for one in out.iterdir() if one.is_file()}
