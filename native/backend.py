"""The build backend that pip uses: setuptools, after the engine has been compiled in place."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from build_ffi import ROOT, BuildError, build  # type: ignore[import-not-found]
from setuptools import build_meta, dist
from setuptools.build_meta import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def _binary(_: dist.Distribution) -> bool:
    """Says that there is compiled code, as there is, so that the wheel is named for its system."""
    return True


def _compiled() -> None:
    """The engine in place, and nothing of an earlier build beside it."""
    for leftover in [*Path(ROOT, "build").glob("lib*"), *Path(ROOT, "build").glob("bdist*")]:
        shutil.rmtree(leftover)
    dist.Distribution.has_ext_modules = _binary
    try:
        build()
    except BuildError as error:
        sys.exit(str(error))


def build_wheel(*arguments: Any, **more: Any) -> str:
    """PEP 517."""
    _compiled()
    return str(build_meta.build_wheel(*arguments, **more))


def build_editable(*arguments: Any, **more: Any) -> str:
    """PEP 660."""
    _compiled()
    return str(build_meta.build_editable(*arguments, **more))
