"""Files in the data folder: nothing is written, moved or deleted through a link in it."""

from __future__ import annotations

import datetime
import errno
import os
from pathlib import Path

ASIDE = ("aside", *(f"aside-{number}" for number in range(2, 10)))  # the next, if one is taken
ASIDE_SHOWN = "word.aside"  # the text of the notice
MOUNTS = Path("/proc/self/mountinfo")  # of Linux
NETWORKS = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.glusterfs")
LINK = "it is a link, and nothing is written through links"
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def look(folder: Path) -> None:
    """Raises OSError if a folder, created if missing, is not writable."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        flags = os.statvfs(folder).f_flag if hasattr(os, "statvfs") else 0
        number = errno.EROFS if flags & getattr(os, "ST_RDONLY", 0) else errno.EACCES
        raise OSError(number, os.strerror(number))


def link_in(folder: Path, name: str) -> Path | None:
    """The first folder on the way to a name that is a link; None if there is none."""
    outer = [folder / place for place in reversed(Path(name).parents) if str(place) != "."]
    return next(filter(Path.is_symlink, outer), None)


def on_network(folder: Path) -> bool:
    """Whether a folder is on another machine, as far as Linux tells: programs on two machines cannot share a
    write-ahead log."""
    try:
        mounts = MOUNTS.read_text("utf-8", "replace").splitlines()
        place = folder.resolve()
    except OSError:
        return False
    found = ("/", "")
    for line in mounts:
        left, _, right = line.partition(" - ")
        point, kind = left.split()[4], right.split()[0]
        if len(point) >= len(found[0]) and place.is_relative_to(point):
            found = (point, kind)
    return found[1] in NETWORKS


def free_place(folder: Path, name: str) -> Path:
    """A free path in aside/, or in another folder if something else is called aside. Raises OSError if there is
    none."""
    for aside in ASIDE:
        place = folder / aside
        if place.is_symlink() or (os.path.lexists(place) and not place.is_dir()):
            continue
        place.mkdir(parents=True, exist_ok=True)
        number = 1
        while os.path.lexists(path := place / (name if number == 1 else f"{name}.{number}")):
            number += 1
        return path
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder / ASIDE[0]))


def put_file(folder: Path, name: str, data: bytes) -> Path:
    """Writes a file that a person asked for, replacing an earlier one, and returns its path. If it fails, raises
    OSError and leaves nothing."""
    if link := link_in(folder, name):
        raise OSError(errno.ELOOP, LINK, str(link))
    path = folder / name
    part = path.with_name(f".{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    part.unlink(missing_ok=True)
    try:
        with open(os.open(part, NEW, 0o666), "wb") as file:
            file.write(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def put_picture(folder: Path, data: bytes) -> Path:
    """Writes a screenshot and returns its path. If it fails, raises OSError and leaves nothing."""
    return put_file(folder, f"pictures/hoard-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.png", data)


def sync_path(path: Path) -> None:
    """Syncs a file or folder to disc."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
