"""What belongs to one game lies in assets/GAME and is found there: a missing file or row is named here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pygame
import pytest

from native import GAMES
from native.files import assets_dir, read_toml, table_of
from native.screen.theme import FACES, STANDARD, TABLES, THEME, picture_names, picture_path
from native.strings import Strings

ASSETS = assets_dir()
SHARED = ("art", "company.toml", "desktop", "fonts", "grades.toml", "kit.toml", "licences", "licences.toml", "makers",
          "portraits.toml",
          "puzzles", "readme", "sounds.toml", "strings", "theme.toml", "treasures.toml")  # fmt: skip
# Of each file that every game has: the keys that have to stand in it.
NEEDED: Mapping[str, tuple[str, ...]] = {
    "theme.toml": ("felt",),
    "table.toml": (),
    "help.toml": ("page",),
    "music.toml": ("moves", "seed", "root", "scale", "tempo", "beats", "bars", "chords", "rhythms", "pad", "pluck",
                   "room", "gain"),
    "treasures.toml": ("treasure",),
    "grades.toml": ("slip", "mistake", "blunder"),
    "strengths.toml": (),
    **{f"{language}.toml": ("game",) for language in Strings.languages()},
}  # fmt: skip
OPTIONAL = ("art", "books", "cards.toml", "deck.toml", "first.toml", "lessons.toml", "selftest.toml", "talk.toml")
PICTURES = ("emblem", *THEME["backs"].values())


Read = Callable[[str, str], dict[str, Any] | None]


def missing(game: str, read: Read = read_toml) -> Iterator[str]:
    """What a game lacks, a sentence each."""
    for name, keys in NEEDED.items():
        try:
            table = read(game, name)
        except ValueError as error:
            yield f"assets/{game}/{name} cannot be read: {error}"
            continue
        if table is None:
            yield f"assets/{game}/{name} is missing"
            continue
        yield from (f"assets/{game}/{name} has no {key!r}" for key in keys if key not in table)
    felts = (read(game, "theme.toml") or {}).get("felt", {})
    if STANDARD not in felts:
        yield f"assets/{game}/theme.toml has no felt for the {STANDARD} table"
    for name in felts.keys() - TABLES.keys():
        yield f"assets/{game}/theme.toml has a felt for {name!r}, which is no table"
    for name in PICTURES:
        if not picture_path(f"{game}/{name}").exists():
            yield f"assets/{game}/art/{name}.svg is missing"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_all_its_assets_and_nothing_that_nobody_reads(game: str) -> None:
    assert list(missing(game)) == []
    strange = {path.name for path in (ASSETS / game).iterdir()} - {*NEEDED, *OPTIONAL}
    assert strange == set(), f"nobody reads this in assets/{game}"


def test_what_is_missing_or_broken_is_named() -> None:
    def without(game: str, name: str) -> dict[str, Any] | None:
        if name == "music.toml":
            return None
        if name == "help.toml":
            return table_of("page = [")
        rows = (read_toml(game, name) or {}).items()
        return {key: row for key, row in rows if key not in ("slip", "felt")}

    assert list(missing("duel", without)) == [
        "assets/duel/theme.toml has no 'felt'",
        "assets/duel/help.toml cannot be read: Invalid value (at end of document)",
        "assets/duel/music.toml is missing",
        "assets/duel/grades.toml has no 'slip'",
        "assets/duel/theme.toml has no felt for the night table",
    ]


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
    assert sorted(map(picture_path, names)) == sorted(Path(ASSETS).rglob("*.svg"))
    assert len(set(names)) == len(names)


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
