"""The catalogue: every picture that is made, from what, and where it lies.

Reliefs are found by looking: each SVG in assets/GAME/art and assets/art/FOLDER becomes NAME.webp beside it, but for
flat signs (FLAT). A game's cards.toml, if there is one, names its card faces, backs and the lid of its box; a
game without it gets a lid from its emblem. The kit, the portraits and the rendered tables are listed here.

The manifest, made.json, holds for each picture the SHA-256 of all that it was made from (files, parameters, maker)
and its size. fresh() compares; it needs nothing but the standard library, so tests and build.py can ask it anywhere.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

MAKERS = Path(__file__).parent
ASSETS = MAKERS.parent
MANIFEST = MAKERS / "made.json"
MOST_BYTES = 12_000_000
QUALITY = 86
FLAT_FOLDERS = ("ui", "pad")  # signs, tinted on the screen
DRAWN = ("hoard", "game")  # what the program draws too: in other metals, and where a relief cannot be read
FLAT = ("mark-", "back", "category-", "map")  # names that begin like this stay flat
RELIEF_PIXELS = 384
METAL = ("gilt", "enamel")  # pieces of the kit that metal.py makes
LARGE = {"hoard/awake": 640, "duel/emblem": 512}  # heroes, in pixels

# Which modules a maker consists of: a change of its code makes its pictures stale, one of its comments does not.
# A room has a module of its own beside the table.
PARTS: Mapping[str, tuple[str, ...]] = {
    "relief": ("light", "relief"),
    "kit": ("light", "kit"),
    "metal": ("light", "kit", "metal"),
    "card": ("light", "relief", "kit", "scenes", "card"),
    "medallion": ("light", "relief", "kit", "scenes", "card", "portraits"),
    "chart": ("light", "kit", "chart"),
}


@dataclass(frozen=True)
class Product:
    """A picture to be made. path and sources lie under assets/; call is a key of MAKE in __main__.py."""

    path: str
    maker: str
    call: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    sources: tuple[str, ...] = ()

    @property
    def inputs(self) -> str:
        """The SHA-256 of all that the picture is made from."""
        told = json.dumps([self.call, dict(self.parameters), version(self.maker)], sort_keys=True)
        digest = hashlib.sha256(told.encode())
        for source in self.sources:
            digest.update((ASSETS / source).read_text("utf-8").encode())
        return digest.hexdigest()


def without_words(text: str) -> str:
    """Python source without docstrings, comments, spaces at the ends and empty lines, so what it does. The same for
    every version of Python, which a syntax tree is not."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            first, last = node.lineno - 1, node.end_lineno or node.lineno
            lines[first:last] = [""] * (last - first)
    return "\n".join(line.rstrip() for line in lines if line.strip())


@cache
def version(maker: str) -> str:
    """What a maker's code does, as a hash."""
    digest = hashlib.sha256()
    for part in PARTS.get(maker, ("table", maker)):
        digest.update(without_words((MAKERS / f"{part}.py").read_text("utf-8")).encode())
    return digest.hexdigest()[:16]


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def games() -> list[str]:
    return sorted(path.parent.parent.name for path in ASSETS.glob("*/art/emblem.svg"))


def picture_id(path: Path) -> str:
    """ "duel/egg" for assets/duel/art/egg.svg, "hoard/crown" for assets/art/hoard/crown.svg."""
    folder = path.parent.parent.name if path.parent.name == "art" else path.parent.name
    return f"{folder}/{path.stem}"


def reliefs() -> Iterator[Product]:
    for path in sorted([*ASSETS.glob("*/art/*.svg"), *ASSETS.glob("art/*/*.svg")]):
        if path.parent.name in FLAT_FOLDERS or path.stem.startswith(FLAT):
            continue
        name = path.relative_to(ASSETS).as_posix()
        size = LARGE.get(picture_id(path), RELIEF_PIXELS)
        yield Product(name.replace(".svg", ".webp"), "relief", "relief", {"size": size}, (name,))


def replaced() -> list[str]:
    """The SVGs under assets/ that no program needs, since it shows the picture made of them."""
    charts = [product for product in cards() if product.call == "chart"]
    drawn = [*charts, *(product for product in reliefs() if Path(product.path).parent.name not in DRAWN)]
    return [source for product in drawn if (ASSETS / product.path).exists() for source in product.sources]


def cards() -> Iterator[Product]:
    for game in games():
        path = ASSETS / game / "cards.toml"
        table = read(path) if path.exists() else {}
        for name, row in table.get("face", {}).items():
            sources = [f"{game}/art/{row[key]}.svg" for key in ("art", "sign") if key in row]
            yield Product(f"{game}/art/card-{name}.webp", "card", "face", {**row, "game": game}, tuple(sources))
        for name, row in table.get("back", {}).items():
            source = f"{game}/art/{row['art']}.svg"
            yield Product(f"{game}/art/card-{name}.webp", "card", "back", {**row, "game": game}, (source,))
        for name, row in table.get("banner", {}).items():
            yield Product(f"{game}/art/banner-{name}.webp", "chart", "banner", row)
        for name, row in table.get("chart", {}).items():
            source = f"{game}/art/{name}.svg"
            yield Product(source.replace(".svg", ".webp"), "chart", "chart", {**row, "game": game}, (source,))
        row = {"art": "emblem", "scene": "dusk", "enamel": "#6B4524", **table.get("lid", {})}
        source = f"{game}/art/{row['art']}.svg"
        yield Product(f"{game}/art/lid.webp", "card", "lid", {**row, "game": game}, (source,))


def portraits() -> Iterator[Product]:
    table = read(ASSETS / "portraits.toml")
    source = ("portraits.toml",)
    for name in (*table["guise"], *table["dragon"]):
        for mood in ("calm", "pleased", "stung"):
            path = f"art/portraits/{name.lower()}-{mood}.webp"
            yield Product(path, "medallion", "medallion", {"name": name, "mood": mood}, source)


def kit() -> Iterator[Product]:
    for name, row in read(ASSETS / "kit.toml").items():
        for state in ("", "-lit", "-pressed", "-dim") if row.get("states") else ("",):
            maker = "metal" if row["make"] in METAL else "kit"
            yield Product(f"art/kit/{name}{state}.webp", maker, "piece", {"row": row, "state": state})


def rooms() -> Iterator[Product]:
    for name, row in read(MAKERS / "table.toml").items():
        yield Product(row["path"], f"rooms/{name}", "room", {"name": name, **row})


def products() -> list[Product]:
    return [*reliefs(), *cards(), *portraits(), *kit(), *rooms()]


def manifest() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(MANIFEST.read_text("utf-8")) if MANIFEST.exists() else {}
    return found


def faults() -> list[str]:
    """What is wrong with the pictures that lie in assets/, a sentence each."""
    made, wanted = manifest(), {product.path: product for product in products()}
    found = [f"assets/{path} has no source; delete it" for path in sorted(made.keys() - wanted.keys())]
    for path, product in wanted.items():
        row = made.get(path)
        if row is None or not (ASSETS / path).exists():
            found.append(f"assets/{path} is not made yet")
        elif row["inputs"] != product.inputs:
            found.append(f"assets/{path} is older than what it is made from")
        elif row["bytes"] != (ASSETS / path).stat().st_size:
            found.append(f"assets/{path} is not the picture that was made")
    strange = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.webp")} - made.keys()
    found += [f"assets/{path} is not in the manifest" for path in sorted(strange)]
    whole = sum(row["bytes"] for row in made.values())
    if whole > MOST_BYTES:
        found.append(f"all pictures together have {whole:,} bytes; at most {MOST_BYTES:,} are allowed")
    return found
