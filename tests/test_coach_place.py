"""Where the coach speaks: one place for a whole match, off the hand and the cards; and a table that stays so."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from pygame import Rect

import game as arcade
from native import Match
from native.profile.guide import DISMISSED
from native.screen.coach_place import KEYS
from native.tools.samples import played, worst_of
from tests.screen import SIZES, Screen, screen

GAMES = list(arcade.BOARDS)
LETTERS = (100, 150)
SHARES = (0.0, 0.15, 0.4, 0.6, 0.8, 0.95)
HIDDEN = ("deck", "figure", "pile", "taken", "trophies")  # what lies at a face or a banner, and is read as a number
# Where there is no room off all cards beside the hand: those of others, and dragons, whose edge may be covered.
TIGHT = ((SIZES[0], 100), *((size, 150) for size in SIZES))
AT_MOST = 30  # hundredths of the coach's place that such cards take


def at(game: str, share: float) -> Match:
    """A match after a share of its moves, at the person's next decision."""
    whole = played(game, 10_000)
    match = whole.copy()
    match.goto(round(len(whole.moves) * share))
    while match.to_act != 0 and not match.over:
        match.redo()
    return Match.load(match.record())


def positions(game: str) -> list[Match]:
    return [match for share in SHARES if not (match := at(game, share)).over]


def seated(s: Screen, match: Match) -> arcade.TableScene:
    s.app.sit(match)
    s.app.turn()
    s.app.draw()
    return s.table


@pytest.mark.long(*(f"{game}-{size}-{letters}" for game in GAMES for size in SIZES[1:] for letters in LETTERS))
@pytest.mark.parametrize(("size", "letters"), [*product(SIZES, LETTERS)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_it_covers_no_card(tmp_path: Path, game: str, size: tuple[int, int], letters: int) -> None:
    """Neither of the hand, anywhere, nor of the table where there is room; and the place is the same all the time."""
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size = letters
        s.app.session.settings.guided[game] = DISMISSED
        found = set()
        for match in positions(game):
            table = seated(s, match)
            place = table.coach_place(s.app.canvas).rect
            found.add(tuple(place))
            assert s.app.canvas.area.contains(place)
            assert not place.colliderect(table.tray.rect)
            seen = [one for one in table.board.stage.sprites if one.card and one.zone not in HIDDEN]
            met = [one for one in seen if place.colliderect(one.rect)]
            covered = {(one.zone, one.seat, tuple(place.clip(one.rect).size)) for one in met}
            assert [one for one in covered if one[0] in ("hand", "pack")] == []
            hidden = sum(wide * high for _, _, (wide, high) in covered)
            room = AT_MOST if (size, letters) in TIGHT else 0
            assert hidden * 100 <= room * place.w * place.h, covered
        assert len(found) == 1


@pytest.mark.parametrize("game", GAMES)
def test_its_buttons_are_in_the_same_place_whatever_it_says(tmp_path: Path, game: str) -> None:
    with screen(tmp_path, SIZES[1]) as s:
        table = seated(s, worst_of(game)[0].copy())
        verdict = worst_of(game)[1]
        spots: list[dict[str, Rect]] = []
        for late in (0, 3):
            table.live.coach.spoken = verdict._replace(ply=verdict.ply - late)
            s.app.draw()
            spots.append({one.key: one.rect for one in s.app.canvas.spots if one.key.startswith("coach_")})
        for key in KEYS[1:]:
            assert spots[0][f"coach_{key}"] == spots[1][f"coach_{key}"]


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_stays_where_it_is(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    """When the help line of the first turns goes, while the coach speaks, and with hint, values and log."""
    with screen(tmp_path, size) as s:
        s.app.session.settings.guided = {game: 0}
        match, verdict, _ = worst_of(game)
        table = seated(s, match.copy())
        assert table.guide.open

        def lies() -> tuple[object, ...]:
            s.app.draw()
            cards = [(one.zone, one.seat, one.place, tuple(one.rect)) for one in table.board.stage.sprites]
            return tuple(table.board.area), tuple(table.tray.rect), cards

        before = lies()
        table.guide.dismiss()
        assert not table.guide.open
        assert lies() == before
        table.live.coach.spoken = verdict
        assert lies() == before
        table.live.coach.heard()
        table.toggle_log()
        assert lies() == before
        table.live.hinted = table.live.show_values = True
        assert lies() == before


def test_the_tray_of_a_match_that_is_watched_stays_as_it_is_when_it_is_paused(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = Match("wars", seed=3)
        match.seats = ["hatchling", "hatchling"]
        table = seated(s, match)
        before = tuple(table.tray.rect), tuple(table.board.area)
        for _ in range(2):
            table.live.pause()
            s.app.draw()
            assert (tuple(table.tray.rect), tuple(table.board.area)) == before
