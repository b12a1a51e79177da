"""The build backend for pip: compiles the engine in place, then hands over to setuptools.

An installed copy is one package named hoard: native/ under that name, its folders as packages of
it, and game.py as one of its modules.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from runpy import run_path
from typing import Any

from build_ffi import ROOT, BuildError, build  # type: ignore[import-not-found]
from setuptools import build_meta, dist
from setuptools.build_meta import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command import egg_info

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


def replaced() -> list[str]:
    """The drawings that are left out, as assets/makers/catalogue.py tells them."""
    told: list[str] = run_path(str(Path(ROOT, "assets", "makers", "catalogue.py")))["replaced"]()
    return told


def _binary(_: dist.Distribution) -> bool:
    """Reports compiled code, so that the wheel is tagged for its platform."""
    return True


def folders() -> list[str]:
    """The packages inside native/."""
    return [f"hoard.{path.parent.name}" for path in sorted(Path(ROOT, "native").glob("*/__init__.py"))]


read_configuration = dist.Distribution.parse_config_files


def _configure(self: dist.Distribution, *arguments: Any, **more: Any) -> None:
    """Reads pyproject.toml and adds the folders to the packages that it names, and to what is left
    out the drawings of which a relief is shown. A Distribution that is only made to find out what
    building needs does not read it, and has none."""
    read_configuration(self, *arguments, **more)
    if self.packages is not None:
        self.packages = [*self.packages, *folders()]
        self.exclude_package_data["hoard.assets"] += replaced()


dist.Distribution.parse_config_files = _configure


def _compiled() -> None:
    """Compiles the engine in place and removes what an earlier build left behind."""
    for leftover in chain.from_iterable(Path(ROOT, "build").glob(name) for name in ("lib", "lib.*", "bdist.*")):
        shutil.rmtree(leftover)
    dist.Distribution.has_ext_modules = _binary
    try:
        build()
    except BuildError as error:
        sys.exit(str(error))


def packaged(text: str) -> str:
    """The source of game.py as a module of the package: imports from native become relative."""
    return re.sub(r"^( *)from native\.?(?=[\w ])", r"\1from .", text, flags=re.MULTILINE)


@contextmanager
def _screen() -> Iterator[None]:
    """Puts game.py, and the licence beside it, into the package while it is being packed."""
    module, licence = Path(ROOT, "native", "game.py"), Path(ROOT, "native", "LICENSE")
    module.write_text(packaged(Path(ROOT, "game.py").read_text("utf-8")), "utf-8")
    shutil.copy(Path(ROOT, "LICENSE"), licence)
    try:
        yield
    finally:
        module.unlink()
        licence.unlink()


def build_sdist(*arguments: Any, **more: Any) -> str:
    """PEP 517. MANIFEST.in lists the files."""
    egg_info.manifest_maker.template = "native/MANIFEST.in"
    return str(build_meta.build_sdist(*arguments, **more))


def build_wheel(*arguments: Any, **more: Any) -> str:
    """PEP 517."""
    _compiled()
    with _screen():
        return str(build_meta.build_wheel(*arguments, **more))


def build_editable(*arguments: Any, **more: Any) -> str:
    """PEP 660. Links only the package; the arcade is then started as game.py."""
    _compiled()
    return str(build_meta.build_editable(*arguments, **more))
