"""The made pictures: none is older than what it is made from, and the same inputs give the same pixels."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from assets.makers import __main__ as makers
from assets.makers import catalogue, light, relief
from assets.makers.catalogue import ASSETS, Product


def test_no_picture_is_older_than_what_it_is_made_from() -> None:
    assert catalogue.faults() == [], "run python3 build.py art"


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, dict[str, object]], list[str]]:
    """What is wrong when a row of the manifest is another; an empty row is none."""

    def faults(path: str, row: dict[str, object]) -> list[str]:
        rows = dict(catalogue.manifest())
        if row:
            rows[path] = {**rows.get(path, {}), **row}
        else:
            del rows[path]
        monkeypatch.setattr(catalogue, "manifest", lambda: rows)
        return catalogue.faults()

    return faults


RUBY = "duel/art/ruby.webp"


@pytest.mark.parametrize(
    ("path", "row", "fault"),
    [
        (RUBY, {"inputs": "0"}, f"assets/{RUBY} is older than what it is made from"),
        (RUBY, {"bytes": 1}, f"assets/{RUBY} is not the picture that was made"),
        (RUBY, {}, f"assets/{RUBY} is not made yet"),
        ("duel/art/none.webp", {"inputs": "0", "bytes": 0}, "assets/duel/art/none.webp has no source; delete it"),
    ],
)
def test_what_is_wrong_with_a_picture_is_named(
    planted: Callable[[str, dict[str, object]], list[str]], path: str, row: dict[str, object], fault: str
) -> None:
    assert fault in planted(path, row)


def test_all_pictures_together_have_a_bound(planted: Callable[[str, dict[str, object]], list[str]]) -> None:
    assert any("all pictures together" in fault for fault in planted(RUBY, {"bytes": catalogue.MOST_BYTES}))


def test_a_comment_makes_no_picture_stale_and_a_number_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def version_with(old: str, new: str) -> str:
        for part in catalogue.PARTS["relief"]:
            text = (catalogue.ASSETS / "makers" / f"{part}.py").read_text("utf-8")
            (tmp_path / f"{part}.py").write_text(text.replace(old, new), "utf-8")
        monkeypatch.setattr(catalogue, "MAKERS", tmp_path)
        return catalogue.version.__wrapped__("relief")

    before = version_with("", "")
    assert version_with("# sRGB; ink", "# ink") == before
    assert version_with("gloss: float = 0.14", "gloss: float = 0.15") != before


def test_every_rendered_picture_has_a_room_of_its_own() -> None:
    rooms = {path.stem for path in (catalogue.MAKERS / "rooms").glob("*.py")}
    assert set(catalogue.read(catalogue.MAKERS / "table.toml")) == rooms


@pytest.mark.parametrize(("changed", "stale"), [("rooms/hall", {"hall"}), ("table", {"hall", "walnut"})])
def test_a_change_of_one_room_leaves_the_others_fresh(
    changed: str, stale: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("hall", "walnut")
    before = {name: catalogue.version(f"rooms/{name}") for name in names}
    (tmp_path / "rooms").mkdir()
    for part in ("table", *(f"rooms/{name}" for name in names)):
        text = (catalogue.MAKERS / f"{part}.py").read_text("utf-8")
        (tmp_path / f"{part}.py").write_text(text + "MORE = 1\n" * (part == changed), "utf-8")
    monkeypatch.setattr(catalogue, "MAKERS", tmp_path)
    assert {name for name in names if catalogue.version.__wrapped__(f"rooms/{name}") != before[name]} == stale


def test_what_a_maker_does_is_told_alike_by_every_python() -> None:
    """As text, since syntax trees differ between versions of Python."""
    code = '"""Head."""\n\nONE = 1  # one\n\n\ndef two() -> str:\n    """Two\n    lines."""\n    return f"#{ONE}"\n'
    assert catalogue.without_words(code) == 'ONE = 1\ndef two() -> str:\n    return f"#{ONE}"'


def product(path: str) -> Product:
    return next(found for found in catalogue.products() if found.path == path)


def test_the_same_inputs_give_the_same_pixels() -> None:
    mark = (ASSETS / "duel" / "art" / "mark-ruby.svg").read_text("utf-8")
    one, other = (np.asarray(relief.relief(mark, 64, work=128)).astype(int) for _ in range(2))
    assert np.abs(one - other).max() <= 1


LONG = pytest.param("art/portraits/pip-stung.webp", marks=pytest.mark.long)


@pytest.mark.parametrize("path", ["art/kit/token-brown.webp", "art/kit/coin-lit.webp", LONG])
def test_a_picture_that_lies_here_is_what_its_maker_makes(path: str) -> None:
    shipped = np.asarray(Image.open(ASSETS / path).convert("RGBA")).astype(int)
    file = io.BytesIO()
    makers.MAKE[product(path).call](product(path)).save(
        file, "WEBP", quality=catalogue.QUALITY, alpha_quality=95, method=6
    )
    made = np.asarray(Image.open(file).convert("RGBA")).astype(int)
    seen = shipped[..., 3:] > 200
    assert np.abs(shipped[..., 3] - made[..., 3]).mean() < 1
    assert (np.abs(shipped - made)[..., :3] * seen).mean() < 2


def test_light_falls_from_the_upper_left() -> None:
    dome = light.inflate(np.hypot(*np.mgrid[-40:41, -40:41]) < 36, 20) * 20
    lit = light.shade(dome, light.flat(dome.shape, "#808080"), shadow=0).mean(-1)
    assert lit[22, 22] > 1.5 * lit[58, 58]


def test_every_state_of_a_piece_is_brighter_or_darker_than_the_last() -> None:
    row = catalogue.read(ASSETS / "kit.toml")["coin"]
    from assets.makers import kit

    shades = {state: np.asarray(kit.piece(row, state)).mean() for state in kit.STATES}
    assert shades["-lit"] > shades[""] > shades["-pressed"] > shades["-dim"]
