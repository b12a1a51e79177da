"""A C file of the engine by itself, for what engine.h does not declare."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

from native.build_ffi import ROOT, compiler


def compiled(folder: Path, source: str, wrapper: str) -> ctypes.CDLL:
    """native/SOURCE with a wrapper's functions, loaded."""
    target = folder / "alone.so"
    (folder / "wrapper.c").write_text(wrapper)
    flags = ["-std=c11", "-O2", "-ffp-contract=off", "-fPIC", "-shared", f"-I{ROOT / 'native'}"]
    files = [str(folder / "wrapper.c"), str(ROOT / "native" / source), "-o", str(target)]
    subprocess.run([*compiler(), *flags, *files], check=True)
    return ctypes.CDLL(str(target))
