"""Makes the pictures whose sources have changed: python -m assets.makers [NAME...], or python3 build.py art.

NAME: only pictures whose path begins like this, such as duel or art/kit. Shows progress on stderr and writes the
manifest after each picture, so that it can be stopped at any time.
"""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from PIL import Image

from . import card, chart, kit, metal
from .catalogue import ASSETS, MANIFEST, QUALITY, Product, manifest, products
from .portraits import face_and_ground
from .relief import relief


def art(parameters: dict[str, Any], key: str) -> Path:
    return ASSETS / parameters["game"] / "art" / f"{parameters[key]}.svg"


def make_relief(product: Product) -> Image.Image:
    return relief((ASSETS / product.sources[0]).read_text("utf-8"), product.parameters["size"])


def make_face(product: Product) -> Image.Image:
    row = dict(product.parameters)
    sign = art(row, "sign") if "sign" in row else None
    rest = {key: value for key, value in row.items() if key not in ("game", "art", "sign")}
    return card.face(card.Face(art=art(row, "art"), sign=sign, **rest))


def make_back(product: Product) -> Image.Image:
    row = dict(product.parameters)
    return card.back(art(row, "art"), row["ground"], row.get("thread", "#E2B65A"))


def make_lid(product: Product) -> Image.Image:
    row = dict(product.parameters)
    return card.lid(art(row, "art"), row["scene"], row["enamel"])


def make_banner(product: Product) -> Image.Image:
    return chart.banner(**product.parameters)


def make_chart(product: Product) -> Image.Image:
    return chart.chart((ASSETS / product.sources[0]).read_text("utf-8"), product.parameters["width"])


def make_medallion(product: Product) -> Image.Image:
    return card.medallion(*face_and_ground(product.parameters["name"], product.parameters["mood"]))


def make_piece(product: Product) -> Image.Image:
    row, state = product.parameters["row"], product.parameters["state"]
    return metal.piece(row, kit.STATES[state]) if product.maker == "metal" else kit.piece(row, state)


def make_room(product: Product) -> Image.Image:
    from .table import render

    return render(product.parameters["name"], product.parameters)


MAKE: dict[str, Callable[[Product], Image.Image]] = {
    "relief": make_relief,
    "face": make_face,
    "back": make_back,
    "lid": make_lid,
    "banner": make_banner,
    "chart": make_chart,
    "medallion": make_medallion,
    "piece": make_piece,
    "room": make_room,
}


def make(product: Product) -> dict[str, Any]:
    """Makes a picture, writes it and returns its row of the manifest."""
    file = io.BytesIO()
    MAKE[product.call](product).save(file, "WEBP", quality=QUALITY, alpha_quality=95, method=6)
    path = ASSETS / product.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.getvalue())
    return {"inputs": product.inputs, "bytes": len(file.getvalue())}


def stale(names: Sequence[str]) -> list[Product]:
    made = manifest()
    return [
        product
        for product in products()
        if (not names or product.path.startswith(tuple(names)))
        and (made.get(product.path, {}).get("inputs") != product.inputs or not (ASSETS / product.path).exists())
    ]


def write(rows: dict[str, dict[str, Any]]) -> None:
    MANIFEST.write_text(json.dumps(dict(sorted(rows.items())), indent=1) + "\n", "utf-8")


def main(names: Sequence[str]) -> int:
    wanted = {product.path for product in products()}
    rows = {path: row for path, row in manifest().items() if path in wanted}
    for path in manifest().keys() - wanted:
        (ASSETS / path).unlink(missing_ok=True)
    todo, begin = stale(names), time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        waiting = {pool.submit(make, product): product for product in todo}
        for done, job in enumerate(as_completed(waiting), 1):
            rows[waiting[job].path] = job.result()
            write(rows)
            seconds = time.monotonic() - begin
            print(f"{done} of {len(todo)}, {seconds:.0f} s: assets/{waiting[job].path}", file=sys.stderr, flush=True)
    write(rows)
    print(json.dumps({"made": len(todo), "pictures": len(rows), "bytes": sum(row["bytes"] for row in rows.values())}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
