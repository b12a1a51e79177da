"""What belongs to one game lies in assets/GAME and is found there: a missing file or row is named here."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from native import GAMES, parts
from native.files import DRAWING, assets_dir, own_table
from native.grades import scale_of
from native.screen.theme import FACES, STANDARD, TABLES, THEME, picture_names, picture_path
from native.strings import Strings

ASSETS = assets_dir()
FIVE = ("duel", "tricks", "heart", "wars", "tale")
SHARED = ("art", "company.toml", "desktop", "fonts", "grades.toml", "kit.toml", "licences", "licences.toml",
          "makers", "portraits.toml", "puzzles", "readme", "sounds.toml", "strings", "theme.toml",
          "treasures.toml", "where.toml")  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_started_and_has_nothing_that_nobody_reads(game: str) -> None:
    assert [fault.said(Strings("en")) for fault in parts.faults(game)] == []
    known = {name.partition("/")[0] for name in (*parts.NEEDED, *parts.OPTIONAL)}
    strange = {path.name for path in (ASSETS / game).iterdir()} - known
    assert strange == set(), f"nobody reads this in assets/{game}"
    assert not own_table(game, "theme.toml").get("felt", {}).keys() - TABLES.keys(), "a felt for no table"


@pytest.mark.parametrize("game", FIVE)
def test_the_five_games_leave_nothing_to_a_default(game: str) -> None:
    """But what a game has only where it needs it."""
    spare = {"books", "cards.toml", "deck.toml", "selftest.toml"}
    files = [*parts.NEEDED, *(name for name in parts.OPTIONAL if name not in spare)]
    assert [name for name in files if not (ASSETS / game / name).exists()] == []
    assert STANDARD in own_table(game, "theme.toml")["felt"]
    assert own_table(game, "grades.toml").keys() == set(scale_of(game)._fields)
    for back in THEME["backs"].values():
        assert picture_path(f"{game}/{back}").parent == ASSETS / game / "art"


def test_what_all_games_share_names_none_of_them() -> None:
    files = {path.relative_to(ASSETS).parts[0] for path in ASSETS.rglob("*") if path.is_file()}
    assert files <= {*SHARED, *GAMES}
    assert {path.stem for path in (ASSETS / "puzzles").glob("*.json")} <= set(GAMES)
    game = re.compile(rf"\b({'|'.join(GAMES)})\b")
    tables = [*ASSETS.glob("*.toml"), *(ASSETS / "strings").glob("*.toml")]
    keys = [(path.name, line) for path in tables for line in path.read_text("utf-8").splitlines()
            if game.search(line.partition(" = ")[0].partition("#")[0])]  # fmt: skip
    assert keys == []


def test_every_picture_has_one_name() -> None:
    names = picture_names()
    files = [*Path(ASSETS).rglob("*.svg"), *Path(ASSETS).rglob("*.webp")]
    assert sorted(picture_path(name).with_suffix("") for name in names) == sorted({p.with_suffix("") for p in files})


def test_a_relief_is_shown_in_place_of_its_drawing_and_a_game_without_one_shows_its_drawing() -> None:
    art = ASSETS / "duel" / "art"
    assert picture_path("duel/emblem") == art / "emblem.webp"
    assert picture_path("duel/emblem", (DRAWING,)) == art / "emblem.svg"
    assert picture_path("duel/mark-egg") == art / "mark-egg.svg"


def test_a_game_whose_drawings_are_left_out_has_its_emblem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As installed and in the frozen program."""
    for kind, lacks in (("svg", []), ("webp", []), ("png", ["assets/null/art/emblem.svg"])):
        (tmp_path / kind / "null" / "art").mkdir(parents=True)
        (tmp_path / kind / "null" / "art" / f"emblem.{kind}").write_bytes(b"some")
        monkeypatch.setattr(parts, "assets_dir", lambda kind=kind: tmp_path / kind)
        assert [fault.values["path"] for fault in parts.missing("null", ("art/emblem.svg",))] == lacks


@pytest.mark.parametrize(("way", "why"), [("cut", "it is not whole"), ("other", "it is no WebP")])
def test_a_relief_that_is_no_whole_webp_is_named(tmp_path: Path, way: str, why: str) -> None:
    whole = picture_path("duel/emblem").read_bytes()
    path = tmp_path / "emblem.webp"
    path.write_bytes(whole)
    assert parts.why_unread(path) == ""
    path.write_bytes(whole[:-100] if way == "cut" else b"x" + whole)
    assert parts.why_unread(path) == why


@pytest.mark.parametrize("face", ["text", "bold", "number"])
def test_a_zero_has_no_slash(face: str) -> None:
    """Its middle is empty, as that of the letter is."""
    pygame.font.init()
    font = pygame.font.Font(ASSETS / "fonts" / f"{FACES[face]}.woff", 60)
    for sign in "0O":
        drawn = font.render(sign, True, (255, 255, 255))
        ink = drawn.get_bounding_rect()
        across = [drawn.get_at((x, ink.centery)).a > 127 for x in range(ink.x, ink.right)]
        strokes = sum(now and not before for before, now in zip([False, *across], across, strict=False))
        assert strokes == 2, (face, sign)
