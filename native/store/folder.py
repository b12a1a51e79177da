"""The data folder: files are never trusted when read, and safe on disc before anything is shown.

write() creates a new file and puts it in place of the old one before it returns, so a kill loses
nothing that could be seen. A thread then syncs file and folder, in case the power fails; until then
the last synced version stays beside it as .NAME.hoard-before. Text that cannot be written is kept and
retried, the latest for each file. A file that is deleted because another replaces it goes only
after that one is synced. What was read and is invalid is set aside, never deleted. What cannot be
read stays where it is and is retried.

Files are only replaced whole and lines are only appended whole, so several programs may share one
folder. Shared files are read again before they are changed, under a lock.

Nothing is written, moved or deleted through a link inside the folder: what lies behind it is not
ours. Temporary files are known by the form of their names.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import itertools
import json
import os
import re
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from zlib import crc32

from ..records import SIZE_LIMIT, parse_json, read_part, read_plain
from ..refusals import BadRecord
from .folder_lock import FolderLock

Change = Callable[[bytes | None], str]  # makes the new contents of a file from the present ones

RETRY_S = 1.0  # before a failed read or write is retried
READ_TRIES, READ_NAP_S = 3, 0.01  # attempts of one read, and the pause between them
READ_AT_ONCE = 16  # unread files and folders that are retried together
NO_MEMORY = os.strerror(errno.ENOMEM)
LASTING = (errno.EACCES, errno.EPERM)  # read errors that waiting does not cure
ASIDE = ("aside", *(f"aside-{number}" for number in range(2, 10)))  # the next, if one is taken
CLOSE_S = 5.0  # how long close() waits for a slow disc
LINE_DEPTH = 16  # nesting of lists and objects in a line; a text may be twice as deep
LINES_LIMIT = 64_000_000  # bytes of a file of lines that are read
PART = 1_000_000  # bytes read at once of a file of any size
FIRST_FILES = ("settings.json", "history.jsonl", "statistics.json", "people.json")
# Temporary files: one that is being written, and a file's last synced version.
PART_END, BEFORE_END = ".hoard-part", ".hoard-before"
PART_NAME = re.compile(r"\..+\.([0-9a-f]{8})\.hoard-part")
BEFORE_NAME = re.compile(r"\.(.+)\.hoard-before")
LINK = "it is a link, and nothing is written through links"
GUEST = "guest/"  # names with this prefix are kept in memory only
NEW = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
ADD = (
    os.O_RDWR
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


class FileState(NamedTuple):
    """Identifies a version of a file: inode, times of writing and change, size."""

    file: int
    written: int
    changed: int
    size: int


class Attached(Protocol):
    """Something that works on the folder, and is closed before its keeper."""

    def close(self) -> None:
        """Closes it."""


class Keeper:
    """Reads and writes the files of a folder, by their names relative to it, such as
    "saves/duel.json"."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failed = ""  # why the last write failed; shown once
        self.aside: list[str] = []  # files set aside and not reported yet
        self.aside_name = ASIDE[0]  # the folder that they were moved to last
        self.reported: set[str] = set()
        self.unread: dict[str, str] = {}  # names that exist but could not be read, and why
        self.unreported: list[str] = []  # those of them that were not reported yet
        self.back: list[str] = []  # names that became readable and were not fetched yet
        self.memory: dict[str, str] = {}  # the guest's files
        self.waiting: dict[str, str] = {}  # texts that could not be written yet
        self.lines: list[tuple[str, str]] = []  # lines that could not be appended yet
        self.changes: dict[str, list[Change]] = {}  # changes that could not be made yet
        self.unsynced: dict[str, None] = {}
        self.going: dict[
            str, str
        ] = {}  # files to delete, each once another file is safe ("": at once)
        self.doomed: dict[str, tuple[int, int] | None] = {}  # those files as they were at that time
        self.clock = itertools.count(1)
        self.written: dict[str, int] = {}  # the order in which files were written since the start
        self.added: dict[str, int] = {}  # bytes appended to files of lines since the start
        self.attached: dict[str, Attached] = {}
        self.states: dict[str, FileState] = {}  # the last known version of each file
        self.marks: dict[str, tuple[int, int]] = {}  # inode and time, as of mark()
        self.token = os.urandom(4).hex()
        self.failure_reported = False
        self.why: OSError | None = None  # the same error as failed
        self.shut: OSError | None = None  # why the folder is not writable, as far as known
        self.closing = False
        self.anchored = False  # whether the parent folder was synced
        self.changed = threading.Condition(threading.RLock())
        self.turns = FolderLock(folder)
        self.look()
        for place in (
            "",
            "saves",
            "people",
            *(f"people/{name}{sub}" for name in self.folders("people") for sub in ("", "/saves")),
        ):
            self.tidy(place)
        self.thread = threading.Thread(target=self.work, name="keeper", daemon=True)
        self.thread.start()

    def complaints(self) -> list[tuple[str, dict[str, Any]]]:
        """What went wrong since the last call, by keys of the texts to show: files set aside; the
        disc, once."""
        found: list[tuple[str, dict[str, Any]]] = []
        aside, failed, unread = self.aside, self.failed, self.unreported
        if aside:
            self.aside = []
            place = self.folder / self.aside_name
            found.append(("word.aside", {"name": aside[0], "count": len(aside), "folder": place}))
        if unread:
            self.unreported = []
            place, why = self.folder / unread[0], self.unread.get(unread[0], "")
            found.append(("word.unread", {"name": place, "why": why, "count": len(unread)}))
        if failed:
            self.failed = ""
            if not self.failure_reported:
                self.failure_reported = True
                found.append(("word.no_disc", {"why": self.why}))
        return found

    # Reading

    def raw(self, name: str, limit: int = SIZE_LIMIT) -> bytes | None:
        """The bytes of a file, including pending writes; None if there is none or it cannot be read
        now. A file that is too large, or no ordinary file, is set aside."""
        with self.changed:
            data = self.raw_before(name, limit)
            return self.after_changes(name, data) if name in self.changes else data

    def raw_before(self, name: str, limit: int) -> bytes | None:
        """The same without pending changes."""
        held = self.memory.get(name, self.waiting.get(name))
        if held is not None:
            return held.encode("utf-8", "replace")
        if name in self.going:
            return None
        try:
            data = self.attempt(name, lambda path: read_plain(path, limit))
        except OSError:
            return None
        if data is None or len(data) <= limit:
            return data
        self.set_aside(name)
        return None

    def after_changes(self, name: str, data: bytes | None) -> bytes | None:
        """What a file will hold once its pending changes are made."""
        for change in self.changes.get(name, ()):
            data = change(data).encode("utf-8", "replace")
        return data

    def attempt(self, name: str, read: Callable[[Path], bytes]) -> bytes | None:
        """Reads what lies under a name; None if nothing does. Anything but an ordinary file is set
        aside. If it cannot be read, after a few attempts, raises OSError and notes that in
        self.unread."""
        path = self.folder / name
        for left in reversed(range(READ_TRIES)):
            try:
                data = read(path)
            except (FileNotFoundError, NotADirectoryError):
                break
            except (OSError, MemoryError) as error:
                if is_other(path, stat.S_ISREG):
                    self.set_aside(name)
                    break
                if is_missing(path):
                    break
                why = error if isinstance(error, OSError) else OSError(errno.ENOMEM, NO_MEMORY)
                if not left or why.errno in LASTING:
                    self.leave_unread(name, why)
                    raise why from None
                time.sleep(READ_NAP_S)
            else:
                self.unread.pop(name, None)
                return data
        self.unread.pop(name, None)
        return None

    def leave_unread(self, name: str, error: OSError) -> None:
        """Notes that something cannot be read now, to be reported once."""
        with self.changed:
            new = name not in self.unread
            self.unread[name] = error.strerror or str(error)
            if new and f"unread {name}" not in self.reported:
                self.reported.add(f"unread {name}")
                self.unreported.append(name)
            self.changed.notify()

    def refuse_unread(self, name: str) -> None:
        """Raises BadRecord if something lies under a name that cannot be read now."""
        if name in self.unread:
            raise BadRecord("unreadable", why=self.unread[name])

    def read_again(self) -> None:
        """Retries what could not be read; what can be read now goes into self.back."""
        for name in list(self.unread)[:READ_AT_ONCE]:
            path = self.folder / name
            try:
                if is_other(path, stat.S_ISREG):
                    os.scandir(path).close()
                else:
                    read_plain(path, LINES_LIMIT)
            except (FileNotFoundError, NotADirectoryError):
                self.unread.pop(name, None)
            except (OSError, MemoryError):
                continue
            else:
                self.unread.pop(name, None)
                self.back.append(name)

    def came_back(self) -> list[str]:
        """The names that became readable since the last call."""
        back, self.back = self.back, []
        return back

    def read(self, name: str) -> str | None:
        """The text of a file; None if there is none. Something that is no text is set aside."""
        data = self.raw(name)
        try:
            return None if data is None else data.decode("utf-8-sig")
        except UnicodeDecodeError:
            self.set_aside(name)
            return None

    def load(self, name: str) -> Any:
        """The JSON value of a file; None if there is none. Something that is no JSON is set
        aside."""
        data = self.raw(name)
        value = None
        with contextlib.suppress(BadRecord):
            value = None if data is None else parse_json(data)
        if data is not None and value is None:  # we never write null
            self.set_aside(name)
        return value

    # Files of lines, of any size

    def held(self, name: str) -> bytes | None:
        """The contents of a file that is in memory only, b"" if it is about to be deleted; None if
        the file on disc counts."""
        with self.changed:
            text = self.memory.get(name, self.waiting.get(name))
            if text is not None:
                return text.encode("utf-8", "replace")
            if name in self.changes:
                return self.raw(name, size_of(self.folder / name))
            return b"" if name in self.going or name.startswith(GUEST) else None

    def file_state(self, name: str) -> FileState | None:
        """The present version of a file, or the last known one; None if there is none."""
        held = self.held(name)
        if held is not None:
            return FileState(0, crc32(held), 0, len(held)) if held else None
        try:
            found = (self.folder / name).stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            if error.errno != errno.ELOOP:
                return self.states.get(name, FileState(0, 0, 0, 0))
            self.set_aside(name)
            return None
        if not stat.S_ISREG(found.st_mode):
            self.set_aside(name)
            return None
        times = found.st_mtime_ns, found.st_ctime_ns
        self.states[name] = FileState(found.st_ino, *times, found.st_size)
        return self.states[name]

    def part(self, name: str, start: int, size: int) -> bytes:
        """Up to `size` bytes of a file; fewer at its end. Raises OSError if it cannot be read."""
        held = self.held(name)
        if held is not None:
            return held[start : start + size]
        return self.attempt(name, lambda path: read_part(path, start, size)) or b""

    def lines_of(self, name: str, start: int, size: int) -> tuple[list[bytes], int]:
        """Complete lines from an offset, up to `size` bytes but at least one, and the offset of the
        next.

        Of a line longer than any of ours it returns the beginning. An unfinished line at the end is
        returned if it is a JSON object.
        """
        data = self.part(name, start, size)
        while (cut := data.rfind(b"\n") + 1) == 0 and size <= len(data) <= SIZE_LIMIT:
            size *= 2
            data = self.part(name, start, size)
        end = start + cut
        if not cut and len(data) > SIZE_LIMIT:
            end = start + len(data)
            while (more := self.part(name, end, SIZE_LIMIT)) and b"\n" not in more:
                end += len(more)
            return [data[:SIZE_LIMIT]], end + more.find(b"\n") + 1
        lines = data[:cut].split(b"\n")[:-1]
        rest = data[cut:]
        if rest.endswith(b"}") and len(data) < size:
            lines.append(rest)
            end += len(rest)
        return lines, end

    def each_line(self, name: str) -> Iterator[bytes]:
        """All lines of a file, read in parts."""
        start = 0
        while (found := self.lines_of(name, start, PART))[1] > start:
            yield from found[0]
            start = found[1]
        with self.alone():  # no other program is in the middle of a line
            rest = self.part(name, start, SIZE_LIMIT)
        yield from rest.split(b"\n")  # lines appended just now, or one that never ended

    def checksum(self, name: str, start: int, end: int, begun: int = 0) -> int:
        """The CRC of a part of a file, continuing from that of another part; -1 if the file is
        shorter."""
        while start < end:
            data = self.part(name, start, min(PART, end - start))
            if not data:
                return -1
            begun = crc32(data, begun)
            start += len(data)
        return begun

    def exists(self, name: str) -> bool:
        """Whether a file exists, or will as soon as it can be written. True if that cannot be found
        out."""
        with self.changed:
            if name in self.memory or name in self.waiting or name in self.changes:
                return True
            return name not in self.going and may_be_file(self.folder / name)

    def is_new(self) -> bool:
        """Whether nothing was ever kept here."""
        known = any(self.exists(name) for name in FIRST_FILES) or self.names("saves", ".json")
        return not known and "saves" not in self.unread

    def names(self, folder: str, ending: str) -> list[str]:
        """The names of a folder's files, last written first."""
        found: dict[str, int] = {}
        with self.changed:
            # Copied first: once the folder is read, a file may be gone and no longer listed here.
            going = set(self.going)
        for entry in self.entries(folder):
            if entry.name.endswith(ending) and not entry.name.startswith("."):
                with contextlib.suppress(OSError):
                    written = entry.stat(follow_symlinks=False).st_mtime_ns
                    found[f"{folder}/{entry.name}"] = written
        with self.changed:
            held = [*self.memory, *self.waiting]
            found |= {
                name: 0 for name in held if name.startswith(f"{folder}/") and name.endswith(ending)
            }
            kept = [name for name in found if name not in self.going and (name not in going or name in held)]
            return sorted(
                kept, key=lambda name: (self.written.get(name, 0), found[name], name), reverse=True
            )

    def entries(self, folder: str) -> list[os.DirEntry[str]]:
        """The entries of a folder; empty if it cannot be read now."""
        try:
            with os.scandir(self.folder / folder) as entries:
                found = list(entries)
        except (FileNotFoundError, NotADirectoryError):
            found = []
        except OSError as error:
            if is_other(self.folder / folder, stat.S_ISDIR):
                return []
            self.leave_unread(folder, error)
            return []
        self.unread.pop(folder, None)
        return found

    def folders(self, folder: str) -> list[str]:
        """The names of the subfolders of a folder, sorted."""
        try:
            return sorted(path.name for path in (self.folder / folder).iterdir() if path.is_dir())
        except OSError:
            return []

    def minute(self, name: str) -> str:
        """The time at which a file was written, to the minute, UTC: "2026-11-22 05:30"; "" if
        unknown."""
        try:
            written = datetime.datetime.fromtimestamp(
                (self.folder / name).lstat().st_mtime, datetime.UTC
            )
        except (OSError, ValueError, OverflowError):
            return ""
        return f"{written:%Y-%m-%d %H:%M}"

    def mark(self, name: str) -> None:
        """Notes the present version of a file, to notice later if another program has written
        it."""
        found = known_by(self.folder / name)
        if found:
            self.marks[name] = found

    def changed_outside(self, name: str) -> bool:
        """Whether another program has written or removed a file since mark()."""
        if name not in self.marks or name in self.waiting or name in self.memory:
            return False
        return known_by(self.folder / name) != self.marks[name]

    def make_latest(self, name: str) -> None:
        """Makes a file the last written of its folder, even if the clock was set back."""
        path = self.folder / name
        with contextlib.suppress(OSError):
            others = (other.lstat().st_mtime_ns for other in path.parent.iterdir() if other != path)
            newest = max(others, default=0)
            if self.is_ours(path) and path.lstat().st_mtime_ns <= newest:
                os.utime(path, ns=(newest + 1, newest + 1))

    # Writing

    def write(self, name: str, text: str) -> None:
        """Writes a text to a file. It is on disc when this returns, or is retried until it is."""
        with self.changed:
            self.written[name] = next(self.clock)
            if name.startswith(GUEST):
                self.memory[name] = text
                return
            self.going.pop(name, None)
            self.changes.pop(name, None)
            self.waiting[name] = text
            self.flush()
            self.changed.notify()

    def export(self, name: str, text: str) -> Path:
        """Writes a file that somebody has asked for, also a guest, and returns its path. Raises
        OSError if that fails; it is not retried."""
        if name.startswith(GUEST):
            folder, _, leaf = name.removeprefix(GUEST).rpartition("/")
            name = f"{folder}/guest-{leaf}"
        with self.changed:
            self.put(name, text)
            self.sync_soon(name)
        return self.folder / name

    def add(self, name: str, line: str) -> None:
        """Appends a line to a file."""
        assert "\n" not in line
        with self.changed:
            if name.startswith(GUEST):
                self.memory[name] = self.memory.get(name, "") + line + "\n"
                return
            if name in self.going:
                self.remove([name])
            self.lines.append((name, line))
            self.flush()
            self.changed.notify()

    def change(self, name: str, change: Change) -> None:
        """Changes a file that several programs write: reads it, changes it and writes it, under the
        lock. If that fails, it is retried until it succeeds."""
        with self.changed:
            self.written[name] = next(self.clock)
            if name.startswith(GUEST):
                held = self.memory.get(name)
                self.memory[name] = change(held.encode() if held is not None else None)
                return
            if name in self.going:
                self.remove([name])
            self.changes.setdefault(name, []).append(change)
            self.flush()
            self.changed.notify()

    def change_lines(self, name: str, change: Change) -> None:
        """The same for a file of lines, including lines that wait to be appended."""
        with self.changed:
            held = "".join(f"{line}\n" for other, line in self.lines if other == name).encode()
            self.lines = [pair for pair in self.lines if pair[0] != name]
            self.unsynced[name] = None  # so that no earlier version is kept, which is for JSON files
            self.change(name, lambda data: change((data or b"") + held))

    def change_value(self, name: str, change: Callable[[Any], Any]) -> None:
        """The same for a JSON file. change makes the new value from the old one, None if there is
        no usable one."""

        def changed(data: bytes | None) -> str:
            value = None
            with contextlib.suppress(BadRecord):
                value = None if data is None else parse_json(data)
            return json.dumps(change(value), indent=1)

        with self.alone():
            self.load(name)  # sets it aside if it is no JSON
            self.change(name, changed)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Takes the folder's lock, for this thread and among programs."""
        with self.changed, self.turns:
            yield

    def delete(self, name: str, after: str = "") -> None:
        """Deletes a file soon, but not before another file exists and is synced."""
        with self.changed:
            self.memory.pop(name, None)
            self.waiting.pop(name, None)
            self.changes.pop(name, None)
            known = self.marks.pop(name, None)
            if not name.startswith(GUEST):
                self.going[name] = after
                self.doomed[name] = known or known_by(self.folder / name)
            self.changed.notify()

    def delete_now(self, name: str) -> None:
        """Deletes a file at once, or soon if that fails."""
        with self.changed:
            self.delete(name)
            self.remove([name])

    def sync_soon(self, name: str) -> None:
        """Has a file synced that an earlier program may have left unsynced."""
        with self.changed:
            self.unsynced[name] = None
            self.changed.notify()

    def flush(self) -> None:
        """Tries to write everything that waits."""
        for name, text in list(self.waiting.items()):
            with self.trouble():
                self.put(name, text)
                del self.waiting[name]
                self.unsynced[name] = None
        for name in list(self.changes):
            with self.trouble(), self.alone():
                before = self.raw_before(name, size_of(self.folder / name))
                if name in self.unread:
                    continue
                after = self.after_changes(name, before)
                if after is not None and after != before:
                    self.put(name, after.decode())
                    self.unsynced[name] = None
                del self.changes[name]
        while self.lines:
            with self.trouble():
                name, line = self.lines[0]
                self.put_line(name, line)
                self.unsynced[name] = None
                del self.lines[0]
                continue
            break

    @contextlib.contextmanager
    def trouble(self) -> Any:
        """Notes why a write failed, and goes on."""
        try:
            yield
        except OSError as error:
            self.failed, self.why = str(error), error

    def look(self) -> None:
        """Notes whether the folder, created if missing, can be written to."""
        self.shut = None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                flags = os.statvfs(self.folder).f_flag if hasattr(os, "statvfs") else 0
                number = errno.EROFS if flags & getattr(os, "ST_RDONLY", 0) else errno.EACCES
                raise OSError(number, os.strerror(number))
        except OSError as error:
            self.shut = error

    def link_above(self, name: str) -> Path | None:
        """The folder inside this one that is a link, of those that a name lies in; None if there is
        none."""
        outer = [self.folder / place for place in reversed(Path(name).parents) if str(place) != "."]
        return next(filter(Path.is_symlink, outer), None)

    def refuse_link(self, name: str) -> None:
        """Raises OSError if a name lies behind a link to a folder."""
        link = self.link_above(name)
        if link and not is_other(link, stat.S_ISDIR):
            raise OSError(errno.ELOOP, LINK, str(link))

    def is_ours(self, path: Path) -> bool:
        """Whether an ordinary file lies in this folder, not behind a link."""
        if self.link_above(path.relative_to(self.folder).as_posix()):
            return False
        try:
            return stat.S_ISREG(path.lstat().st_mode)
        except OSError:
            return False

    def room(self, name: str) -> Path:
        """The path of a name; creates its folder. Something else in the folder's place is set
        aside. Raises OSError if the folder is a link."""
        self.refuse_link(name)
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            for outer in reversed(Path(name).parents):
                if str(outer) != "." and is_other(self.folder / outer, stat.S_ISDIR):
                    self.set_aside(str(outer))
            path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def put(self, name: str, text: str) -> None:
        """Writes a new file and puts it in place of the old one."""
        path = self.room(name)
        if path.is_symlink():
            self.set_aside(name)
        part = path.with_name(f".{path.name}.{self.token}{PART_END}")
        data = text.encode("utf-8", "replace")
        try:
            self.make(part, data)
            if name not in self.unsynced:
                with contextlib.suppress(OSError):
                    os.link(path, self.before(name), follow_symlinks=False)
            try:
                part.replace(path)
            except FileNotFoundError:  # another program has just moved or tidied it away
                self.make(self.room(name).parent / part.name, data)
                part.replace(path)
            except OSError:
                if not path.is_dir():
                    raise
                self.set_aside(name)
                part.replace(path)
        finally:
            with contextlib.suppress(OSError):
                part.unlink()

    @staticmethod
    def make(part: Path, data: bytes) -> None:
        """Creates a file that did not exist."""
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        handle = os.open(part, NEW, 0o666)
        try:
            write_all(handle, data)
        finally:
            os.close(handle)

    def put_line(self, name: str, line: str) -> None:
        """Appends a line to a file, whole or not at all."""
        with self.alone():
            self.put_line_alone(name, line)

    def put_line_alone(self, name: str, line: str) -> None:
        """The same, with the lock held."""
        path = self.room(name)
        handle = self.open_lines(path)
        if handle is None:
            self.set_aside(name)
            handle = self.open_lines(path)
        if handle is None:
            raise OSError(f"{name} is no ordinary file")
        try:
            size = os.fstat(handle).st_size
            torn = (
                size and os.pread(handle, 1, size - 1) != b"\n" if hasattr(os, "pread") else False
            )
            data = (b"\n" if torn else b"") + line.encode("utf-8", "replace") + b"\n"
            try:
                write_all(handle, data)
                self.added[name] = self.added.get(name, 0) + len(data)
            except OSError:
                if size <= os.fstat(handle).st_size < size + len(data):
                    os.ftruncate(handle, size)
                raise
        finally:
            os.close(handle)

    @staticmethod
    def open_lines(path: Path) -> int | None:
        """Opens a file to append lines; None if something else has its name."""
        try:
            handle = os.open(path, ADD, 0o666)
        except OSError:
            if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
                return None
            raise
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return handle
        os.close(handle)
        return None

    # Invalid files

    def set_aside(self, name: str, silent: bool = False) -> None:
        """Moves an unusable file or folder to aside/, where nothing reads it."""
        path = self.folder / name
        if not os.path.lexists(path):
            return
        with self.trouble():
            self.refuse_link(name)
            with self.alone():
                path.rename(self.free_place(name))
        if not silent and not os.path.lexists(path):
            self.report(name)

    def copy_aside(self, name: str, data: bytes) -> None:
        """Keeps a copy in aside/ of a file that is only partly usable."""
        with self.trouble(), self.alone():
            self.make(self.free_place(name), data)
            self.report(name)

    def lines_aside(self, name: str, lines: list[bytes]) -> None:
        """Keeps unusable lines in aside/, each once."""
        with self.alone(), contextlib.suppress(OSError):
            place = self.aside_folder() / f"{name.replace('/', '-')}.lines"
            if place.is_symlink():
                return
            data = read_plain(place, SIZE_LIMIT) if place.exists() else b""
            before = set(data.split(b"\n"))
            new = [line for line in lines if line not in before]
            if new and len(data) + sum(map(len, new)) <= SIZE_LIMIT:  # it does not grow without end
                handle = self.open_lines(place)
                if handle is not None:
                    try:
                        write_all(handle, b"\n".join([*new, b""]))
                    finally:
                        os.close(handle)
                self.report(name)

    def free_place(self, name: str) -> Path:
        """A path in aside/ that is not taken."""
        folder = self.aside_folder()
        flat = name.replace("/", "-")
        number = 1
        while os.path.lexists(place := folder / (flat if number == 1 else f"{flat}.{number}")):
            number += 1
        return place

    def aside_folder(self) -> Path:
        """The folder for unusable files; another one if something else has its name."""
        for name in ASIDE:
            with contextlib.suppress(FileExistsError, NotADirectoryError):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
                if not (self.folder / name).is_symlink():
                    self.aside_name = name
                    return self.folder / name
        raise FileExistsError(ASIDE[0])

    def report(self, name: str) -> None:
        """Has it reported that something was set aside, once for each name."""
        if name not in self.reported:
            self.reported.add(name)
            self.aside.append(name)

    def tidy(self, place: str) -> None:
        """Removes temporary files of a killed program from a folder, and restores a file that a
        power cut damaged."""
        folder = self.folder / place
        with self.alone(), contextlib.suppress(OSError):
            with os.scandir(folder) as entries:
                left = [entry.name for entry in entries if entry.name.endswith((PART_END, BEFORE_END))]
            for name in left:
                if not self.is_ours(folder / name):
                    continue
                if (part := PART_NAME.fullmatch(name)) and part[1] != self.token:
                    (folder / name).unlink(missing_ok=True)
                elif before := BEFORE_NAME.fullmatch(name):
                    self.restore(folder / name, folder / before[1])

    def restore(self, before: Path, path: Path) -> None:
        """Removes the last synced version of a file if the present one is intact or was deleted;
        else puts it back."""
        try:
            check_whole(path)
        except FileNotFoundError:
            pass
        except (OSError, MemoryError):
            if not is_other(path, stat.S_ISREG):
                return  # it may be intact: the next start checks again
            self.set_aside(path.relative_to(self.folder).as_posix())
            before.replace(path)
        except ValueError:
            self.set_aside(path.relative_to(self.folder).as_posix())
            before.replace(path)
        before.unlink(missing_ok=True)

    # Syncing

    def close(self) -> None:
        """Waits until everything is written and synced, at most CLOSE_S seconds."""
        for one in self.attached.values():
            one.close()
        self.attached.clear()
        with self.changed:
            self.closing = True
            self.changed.notify()
        self.thread.join(CLOSE_S)

    def work(self) -> None:
        """The thread: syncs, deletes, and retries what could not be written."""
        for home in ("", *(f"people/{name}/" for name in self.folders("people"))):
            for place in ("records", "exports"):
                self.tidy(home + place)
        again = False  # whether something failed
        while True:
            with self.changed:
                if not self.closing and (again or not (self.unsynced or self.going)):
                    self.changed.wait(RETRY_S if again or self.unread else None)
                if self.shut:
                    self.look()
                self.flush()
                batch, self.unsynced = self.unsynced, {}
                going = list(self.going)
                last = self.closing
            self.read_again()
            safe = self.sync(batch)
            with self.changed:
                if not safe:
                    self.unsynced = batch | self.unsynced
                self.remove(going)
                again = not safe or self.stuck or bool(self.going or self.shut)
                if last:
                    return

    @property
    def stuck(self) -> bool:
        """Whether something is waiting to be written."""
        return bool(self.waiting or self.lines or self.changes)

    @property
    def blocked(self) -> OSError | None:
        """Why nothing can be kept at present; None if everything can."""
        return self.why if self.stuck else self.shut

    def sync(self, names: Iterable[str]) -> bool:
        """Syncs files and their folders to disc. Returns False if one fails."""
        names, safe = list(names), True
        plain = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
        for name in names:
            with contextlib.suppress(OSError):
                sync_path(self.before(name), plain)
            try:
                sync_path(self.folder / name, plain)
            except FileNotFoundError:
                continue
            except OSError as error:
                self.failed, self.why, safe = str(error), error, False
        places = {
            outer for name in names for outer in (self.folder / name).parents if self.inside(outer)
        }
        for folder in places | ({self.folder.parent} if names and not self.anchored else set()):
            with contextlib.suppress(OSError):
                sync_path(folder, os.O_RDONLY)
        self.anchored = self.anchored or bool(names)
        with self.changed:
            for name in names if safe else []:
                if name not in self.unsynced:
                    with contextlib.suppress(OSError):
                        self.before(name).unlink()
        return safe

    def before(self, name: str) -> Path:
        """The path of a file's last synced version while a newer one is not synced."""
        path = self.folder / name
        return path.with_name(f".{path.name}{BEFORE_END}")

    def inside(self, path: Path) -> bool:
        """Whether a path is in the data folder, or is it."""
        return path.is_relative_to(self.folder)

    def remove(self, names: list[str]) -> None:
        """Deletes files of which nothing has to be waited for any more."""
        for name in names:
            after = self.going.get(name)
            if after is not None and not (
                after and (self.lines or after in self.waiting or after in self.unsynced)
            ):
                with self.trouble(), self.alone():
                    path, known = self.folder / name, self.doomed[name]
                    if path.is_symlink():
                        self.set_aside(name, silent=True)
                    elif known_by(path) == known and self.is_ours(path):
                        path.unlink(missing_ok=True)  # else another program has written it since
                    self.going.pop(name)
                    self.doomed.pop(name, None)


def is_other(path: Path, right: Callable[[int], bool]) -> bool:
    """Whether surely something else is there than wanted: it could be examined, or is a broken or
    circular link. right: one of stat.S_IS..."""
    try:
        return not right(path.stat().st_mode)
    except FileNotFoundError:
        return path.is_symlink()
    except OSError as error:
        return error.errno == errno.ELOOP


def size_of(path: Path) -> int:
    """How many bytes to read of a file whose size is not limited; at least those of a record."""
    try:
        return max(SIZE_LIMIT, path.stat().st_size)
    except OSError:
        return SIZE_LIMIT


def known_by(path: Path) -> tuple[int, int] | None:
    """Identifies a file: inode and time of writing; None if there is none."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def is_missing(path: Path) -> bool:
    """Whether surely nothing is there."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def may_be_file(path: Path) -> bool:
    """Whether an ordinary file is there, or something that cannot be examined now."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        return error.errno != errno.ELOOP


def check_whole(path: Path) -> None:
    """Raises OSError or ValueError if a power cut has damaged a file, as far as that can be seen:
    it is empty, contains NUL bytes, or is JSON of a record's size that does not parse."""
    data = read_plain(path, LINES_LIMIT)
    if not data or b"\0" in data:
        raise ValueError("spoilt")
    if path.suffix == ".json" and len(data) <= SIZE_LIMIT:
        parse_json(data)


def write_all(handle: int, data: bytes) -> None:
    """Writes all bytes. Raises OSError if there is no room for them."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def sync_path(path: Path, flags: int) -> None:
    """Syncs a file or folder to disc."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def compact(value: object) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, separators=(", ", ": "))


def one_object(line: bytes) -> dict[str, Any] | None:
    """The JSON object in a line; None if there is none, or it is nested too deeply to be kept in an
    export."""
    flat = line.count(b"[") + line.count(b"{") <= LINE_DEPTH
    try:
        value = json.loads(line) if flat else parse_json(line, LINES_LIMIT, LINE_DEPTH)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def put_picture(folder: Path, data: bytes) -> Path:
    """Writes a picture of the screen and returns its path. Raises OSError, and leaves nothing, if
    that fails or the folder for pictures is a link."""
    place = folder / "pictures"
    if place.is_symlink():
        raise OSError(errno.ELOOP, LINK, str(place))
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"hoard-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.png"
    handle = os.open(path, NEW, 0o666)
    try:
        write_all(handle, data)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)
    return path
