"""Compiles the engine into native/_engine: all C files below native/ and the bridge that cffi
generates from its interface (engine.h, and tools/*.h for research).

Run as a program (python3 native/build_ffi.py [--strict]) it builds in place. It calls the C
compiler directly, so it needs nothing but cffi. Object files are cached in build/engine under a
hash of all their inputs, and a stamp, written last, records what the module was built from. So only
changed files are compiled.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MODULE = "native._engine"
INTERFACE = "engine/engine.h"
ROOT = Path(__file__).resolve().parent.parent
# Where C would compute with excess precision, these flags forbid it, so that all machines decide
# alike.
FLOATS = {"i386": ["-msse2", "-mfpmath=sse"], "s390x": ["-fexcess-precision=fast"]}


def exact(machine: str) -> list[str]:
    """Compiler flags that make floating point exact on a machine, named as Debian does
    ("s390x-linux-gnu")."""
    return FLOATS.get(machine.partition("-")[0], [])


EXACT = ["-ffp-contract=off", *exact(str(sysconfig.get_config_var("MULTIARCH")))]
FLAGS = ["-std=c11", "-O3", *EXACT, "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Inative"]
LINK = {
    "darwin": ["-bundle", "-undefined", "dynamic_lookup"],
    "win32": ["-shared", "-static-libgcc", f"-L{sys.base_prefix}/libs", "-lpython{}{}".format(*sys.version_info),
              "-lwinpthread"],  # clock
}
NO_COMPILER = 'no C compiler found (tried "%s")', "build-essential"
NO_HEADERS = "Python.h is missing (looked in %s)", "python3-dev"


Job = tuple[Path, bytes, list[str]]  # a source file, its contents when the build began, its compiler flags


class BuildError(Exception):
    """Why the engine cannot be compiled: one sentence, or the compiler's own output."""


def interface(native: Path) -> dict[str, str]:
    """The headers that Python sees, by name: the engine's, then those of tools."""
    headers = [native / INTERFACE, *sorted((native / "tools").glob("*.h"))]
    return {path.relative_to(native).as_posix(): path.read_text("utf-8") for path in headers}


def cdef(header: str) -> str:
    """The declarations of a header in the form that cffi parses: no comments, no directives but
    integer #defines."""
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    integer = re.compile(r"#define\s+\w+\s+-?(0[xX][0-9a-fA-F]+|\d+)\s*$")
    return "\n".join(s for s in header.splitlines() if not s.startswith("#") or integer.match(s))


def games_flag(native: Path) -> str:
    """The definition of GAMES for games.c: the folders that have a game.c."""
    return "-DGAMES(game)=" + " ".join(f"game({path.parent.name})" for path in sorted(native.glob("*/game.c")))


def compiler() -> list[str]:
    """The C compiler command: $CC if set, else the first of the usual ones that is installed."""
    if asked := os.environ.get("CC"):
        return shlex.split(asked)
    names = ("gcc", "clang") if sys.platform == "win32" else ("cc", "gcc", "clang")
    return [next(filter(shutil.which, names), names[0])]


def lacking(absent: list[tuple[tuple[str, str], str]]) -> BuildError:
    """The error for missing tools: it names each, where it was looked for, and its packages."""
    problems = " and ".join(words % looked for (words, _), looked in absent)
    packages = " ".join(package for (_, package), _ in absent)
    return BuildError(f"{problems}; on Debian or Ubuntu: sudo apt-get install {packages}")


def check_tools(include: str) -> None:
    """Raises BuildError if the compiler or Python.h is missing; the message names everything that
    is."""
    absent = []
    if not shutil.which(compiler()[0]):
        absent.append((NO_COMPILER, compiler()[0]))
    if not Path(include, "Python.h").exists():
        absent.append((NO_HEADERS, include))
    if absent:
        raise lacking(absent)


def _run(command: list[str], cwd: Path) -> None:
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace", check=False)
    except OSError:
        raise lacking([(NO_COMPILER, command[0])]) from None
    if done.returncode:
        raise BuildError(f"compiling failed: {' '.join(command)}\n{done.stderr.strip()}")


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def _bridge(headers: dict[str, str], path: Path) -> None:
    """Generates the C file of the Python module, unless it is there already."""
    if path.exists():
        return
    import cffi

    ffi = cffi.FFI()
    for header in headers.values():
        ffi.cdef(cdef(header))
    ffi.set_source(MODULE, "\n".join(f'#include "{name}"' for name in headers))
    draft = path.with_suffix(f".{os.getpid()}")
    with contextlib.redirect_stdout(io.StringIO()):
        ffi.emit_c_code(str(draft))
    draft.replace(path)


def _compile(root: Path, job: Job, target: Path) -> None:
    """Compiles one file, with paths relative to root so that the object does not depend on where
    the checkout lies."""
    source, text, flags = job
    if target.exists():
        return
    draft = target.with_suffix(f".{os.getpid()}")
    name = source.relative_to(root).as_posix()
    _run([*compiler(), *flags, "-c", name, "-o", str(draft)], root)
    if source.read_bytes() != text:
        draft.unlink()
        raise BuildError(f"{name} changed while it was being compiled; try again")
    draft.replace(target)


def _object(work: Path, strict: bool, source: Path, digest: str) -> Path:
    """The path of a source's object file. An object that compiled without warnings also serves
    non-strict builds."""
    name = f"{source.parent.name}-{source.stem}-{digest}"
    passed = work / f"{name}-strict.o"
    return passed if strict or passed.exists() else work / f"{name}.o"


def build(root: Path = ROOT, strict: bool = False, defines: tuple[str, ...] = ()) -> Path:
    """Builds root/native/_engine if anything has changed, and returns its path. strict: warnings
    are errors."""
    native, work = root / "native", root / "build" / "engine"
    sources = sorted(p for p in native.rglob("*.c") if p.name != "_engine.c")
    texts = {p.relative_to(native).as_posix(): p.read_bytes() for p in [*sources, *native.rglob("*.h")]}
    headers = sorted((name, text) for name, text in texts.items() if name.endswith(".h"))
    flags = [*FLAGS, games_flag(native), *(f"-D{d}" for d in defines)]
    base = _digest(headers, flags, compiler(), sys.version, sys.platform, sysconfig.get_platform())
    key = _digest(base, sorted(texts.items()))
    module = native / f"_engine{sysconfig.get_config_var('EXT_SUFFIX')}"
    stamp = work / f"{module.name}.stamp"
    wanted = {f"{key} strict"} | (set() if strict else {key})
    if module.exists() and stamp.exists() and stamp.read_text() in wanted:
        return module
    work.mkdir(parents=True, exist_ok=True)
    include = sysconfig.get_path("include")
    check_tools(include)
    calls = interface(native)
    bridge = work / f"_engine-{_digest(calls)}.c"
    _bridge(calls, bridge)
    jobs: list[Job] = [(p, p.read_bytes(), flags) for p in sources]
    jobs.append((bridge, bridge.read_bytes(), [*FLAGS[:-3], f"-I{include}", "-Inative"]))
    objects = [_object(work, strict, p, _digest(base, f, text)) for p, text, f in jobs]
    if strict:
        jobs = [(p, text, [*f, "-Werror"] if p != bridge else f) for p, text, f in jobs]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda job, target: _compile(root, job, target), jobs, objects))
    draft = work / f"{module.name}.{key}.{os.getpid()}"  # a fresh name: loaded once, a name stays loaded
    link = LINK.get(sys.platform, ["-shared"])
    _run([*compiler(), *map(str, objects), *link, "-o", str(draft)], root)
    _try_out(draft)
    draft.replace(module)
    stamp.write_text(f"{key} strict" if strict else key)
    _tidy(work, {*objects, bridge, stamp})
    return module


def _try_out(module: Path) -> None:
    """Loads a module, so that one with a missing symbol never replaces a working one."""
    try:
        ctypes.CDLL(str(module), os.RTLD_NOW if hasattr(os, "RTLD_NOW") else 0)
    except OSError as error:
        module.unlink()
        raise BuildError(f"the compiled engine cannot be loaded: {error}") from None


def _tidy(work: Path, keep: set[Path]) -> None:
    """Deletes files that no build of the last day needed, so that the folder does not grow without
    end."""
    newest = max(p.stat().st_mtime for p in keep)
    for path in work.iterdir():
        if path not in keep and path.stat().st_mtime < newest - 86400:
            path.unlink(missing_ok=True)


def main() -> int:
    """Builds in place. Returns 1, with the reason on stderr, if that fails."""
    try:
        build(strict="--strict" in sys.argv[1:])
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
