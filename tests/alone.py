"""A C file of the engine, or a few, by itself, for what engine.h does not declare."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

from native.build_ffi import EXACT, ROOT, compiler


def compiled(folder: Path, source: str, wrapper: str, *more: str) -> ctypes.CDLL:
    """native/SOURCE, and what it needs, with a wrapper's functions, loaded."""
    target = folder / "alone.so"
    (folder / "wrapper.c").write_text(wrapper)
    flags = ["-std=c11", "-O2", *EXACT, "-fPIC", "-shared", f"-I{ROOT / 'native'}"]
    files = [str(folder / "wrapper.c"), *(str(ROOT / "native" / name) for name in (source, *more))]
    subprocess.run([*compiler(), *flags, *files, "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))
