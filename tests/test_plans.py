"""Where things lie on the tables of Dragonmaster, Dragonheart, Fairy Tale, and at the end of Dragon Wars, without a
screen.

Proved: at every size of the area and of the letters all parts lie within it and no two over one another; the larger
of the two maps is taken; and what is played does not become smaller with the letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from pygame import Rect

from native.files import read_toml
from native.heart import plan as heart
from native.screen.geometry import RATIO
from native.screen.theme import SPACE, THEME, table_data
from native.tale import plan as tale
from native.tricks import plan as tricks
from native.wars import plan as wars

AREAS = ((776, 563), (939, 662), (1493, 994), (1062, 706), (640, 400))


class Lengths:
    """A game's distances at a size of the unit."""

    def __init__(self, game: str, unit: float) -> None:
        data = table_data(game)
        self.space: dict[str, float] = SPACE | data["space"]
        self.shares: dict[str, int] = THEME["share"] | data["share"]
        self.unit = unit

    def px(self, name: str) -> int:
        return round(self.space[name] * self.unit)

    def part(self, name: str, length: int) -> int:
        return length * self.shares[name] // 100


def unit_of(area: tuple[int, int]) -> float:
    return max(10.0, area[1] / 41.5)


def line_of(area: tuple[int, int], letters: int) -> int:
    return round(max(round(unit_of(area)), 14) * letters // 100 * 1.35)


def apart(parts: Mapping[Any, Rect]) -> None:
    """No two parts lie over one another."""
    for (one, first), (other, second) in combinations(parts.items(), 2):
        assert not first.colliderect(second), (one, other, first, second)


def tricks_plan(size: tuple[int, int], seats: int, letters: int, **more: bool) -> tricks.Plan:
    data, unit = table_data("tricks"), unit_of(size)
    setting = tricks.Setting(
        line=line_of(size, letters), small=line_of(size, letters) * 4 // 5, name=round(5 * unit),
        claim=round(8 * unit), sides=data["sides"][str(seats)], trick=data["trick"][str(seats)], forms=data["form"],
        open=more.get("open", False), example=more.get("example", False), ended=False, tray=Rect(0, 0, 0, 0))
    return tricks.Plan(Lengths("tricks", unit), Rect(20, 40, *size), setting)


@pytest.mark.parametrize("size", AREAS)
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("letters", [100, 125, 150])
def test_the_parts_of_dragonmaster_s_table_lie_apart(size: tuple[int, int], seats: int, letters: int) -> None:
    plan = tricks_plan(size, seats, letters)
    sides = table_data("tricks")["sides"][str(seats)]
    told = {f"{side} {part}" for side in sides for part in ("face", "heap", "sum")}
    shown = {name: rect for name, rect in plan.parts.items() if name in told | {"hand", "kinds", "ribbon", "ladder"}}
    cards = {f"card {side}": plan.card(side) for side in sides}
    assert len(shown) == len(told) + 4
    assert all(Rect(20, 40, *size).contains(rect) for rect in {**shown, **cards}.values())
    if size[1] > 500:
        apart({**shown, **cards})
    assert {card.size for card in cards.values()} == {cards["card bottom"].size}
    assert cards["card bottom"].h <= plan.parts["hand"].h + 1
    assert plan.card_width() == tricks_plan(size, seats, 100).card_width()


def heart_plan(size: tuple[int, int], tray: Rect | None = None, **more: bool) -> heart.Plan:
    data = table_data("heart")
    setting = heart.Setting(
        least=101, name=line_of(size, 100), seat=0, open=more.get("open", False), example=more.get("example", False),
        ended=False, limits={"dwarf": 4, "knight": 2, "huntress": 3, "ship": 3}, stacks=3,
        tray=tray or Rect(0, 0, 0, 0))
    return heart.Plan(Lengths("heart", unit_of(size)), Rect(10, 30, *size), data, setting)


@pytest.mark.parametrize("size", AREAS)
@pytest.mark.parametrize("way", ["closed", "open", "example"])
def test_the_places_of_dragonheart_s_map_lie_apart(size: tuple[int, int], way: str) -> None:
    plan = heart_plan(size, None, **({way: True} if way != "closed" else {}))
    sites = plan.sites()
    assert len(sites) == 11
    apart(sites)
    assert all(plan.map.contains(rect) for rect in sites.values())
    assert Rect(10, 30, *size).contains(plan.map)
    for place in plan.places:
        last = plan.setting.limits.get(place, 1) - 1
        assert plan.tablet(place).contains(plan.card(place, last).union(plan.card(place)))
    banners = {seat: plan.sides["pile", seat] for seat in (0, 1)}
    assert all(banners[seat].contains(plan.sides["deck", seat]) for seat in (0, 1))
    assert plan.map.collidelist(list(banners.values())) < 0
    if way != "example":
        lying = {f"banner {seat}": rect for seat, rect in banners.items()}
        apart(plan.parts | lying | {"hand": plan.sides["hand", 0]})
        assert plan.map.collidelist([plan.sides["hand", 0], *plan.parts.values()]) < 0


def test_of_two_maps_the_one_that_fills_more_is_taken() -> None:
    maps = (read_toml("heart", "table.toml") or {})["maps"]
    for size in AREAS:
        plan = heart_plan(size)
        filled = plan.map.w * plan.map.h
        for drawn in maps.values():
            scale = min(plan.scale, plan.fit(drawn["size"], plan.map))
            assert drawn["size"][0] * drawn["size"][1] * scale**2 <= filled * 1.01
    assert heart_plan((1280, 720)).name != heart_plan((800, 600)).name
    assert abs(plan.card("fire").w / plan.card("fire").h - RATIO) < 0.02


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_hand_and_map_are_large_beside_the_coins_of_the_table(size: tuple[int, int]) -> None:
    """A card of the hand has a quarter of the height, one on the map a fifth; nothing meets the tray."""
    wide, high = size
    tray = Rect(10 + wide * 94 // 100, 30 + high * 64 // 100, wide * 5 // 100, high * 36 // 100)
    plan = heart_plan(size, tray)
    assert plan.sides["hand", 0].h >= high // 4
    assert plan.card("fire").h >= high * 0.195
    assert tray.collidelist([plan.sides["hand", 0], plan.parts["ribbon"]]) < 0
    assert all(not tray.colliderect(plan.outlines(place)) for place in plan.places)


def tale_plan(size: tuple[int, int], seats: int, step: bool, letters: int = 100) -> tale.Plan:
    unit = unit_of(size)
    wide = size[0] * 2 >= size[1] * 3
    tray = Rect(size[0] - 78, size[1] - 260, 70, 250) if wide else Rect(size[0] - 130, 5, 125, 35)
    setting = tale.Setting(
        line=line_of(size, letters), full=True, ended=False, others=seats - 1, places=12, held=5, picks=0,
        tray=tray, step=step)
    return tale.Plan(Lengths("tale", unit), Rect((0, 0), size), setting)


SCREENS = [(1280, 720), (800, 600), (1920, 1080), (950, 700)]


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_cards_that_all_turn_up_leave_the_own_book_and_the_hand_in_view(size: tuple[int, int], seats: int) -> None:
    plan, before = tale_plan(size, seats, step=True), tale_plan(size, seats, step=False)
    cards = [plan.revealed(place, seats) for place in range(seats)]
    heads = [plan.revealer(place, seats) for place in range(seats)]
    apart(dict(enumerate([*cards, *heads])))
    assert all(plan.parts["reveal"].contains(rect) for rect in [*cards, *heads])
    names = ("reveal", "hand", "book", "others", "face", "points", "ribbon", "seals")
    apart({name: plan.parts[name] for name in names})
    assert [plan.cell(place) for place in range(12)] == [before.cell(place) for place in range(12)]
    assert plan.width == before.width  # a card of the hand keeps its size
    assert cards[0].w > 60


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_card_of_a_tale_has_a_place_of_its_own(size: tuple[int, int], seats: int) -> None:
    """Those of the book on its pages, a faction's side by side; those of the others beside their faces."""
    plan = tale_plan(size, seats, step=False)
    cells = [plan.cell(slot) for slot in range(12)]
    apart(dict(enumerate(cells)))
    assert all(plan.parts["book"].contains(rect) for rect in cells)
    tiles = [plan.tile(number, place) for number in range(seats - 1) for place in range(12)]
    faces = [plan.rival_face(number) for number in range(seats - 1)]
    apart(dict(enumerate([*tiles, *faces])))
    assert all(plan.panel(number).contains(rect) for number, rect in enumerate(faces))
    assert plan.slots([2, 1, 4, 0]) == [0, 1, 3, 6, 7, 8, 9]
    assert plan.slots([4, 4, 4]) == list(range(12))


@pytest.mark.parametrize("size", AREAS)
@pytest.mark.parametrize("count", range(1, 14))
def test_statues_stand_apart_in_their_niches_and_many_are_not_tiny(size: tuple[int, int], count: int) -> None:
    """The middle one is the largest and in the middle."""
    setting = wars.Setting(2, line_of(size, 100), line_of(size, 100), True, False, Rect(0, 0, 0, 0))
    area = Rect(10, 20, size[0] * 5 // 6, size[1] // 2)
    plan = wars.Plan(Lengths("wars", unit_of(size)), Rect(0, 0, *size), setting)
    found = plan.niches(area, count)
    assert len(found) == count
    apart(dict(enumerate(found)))
    assert all(area.contains(one) for one in found)
    assert max(one.w for one in found) == found[count // 2].w
    assert min(one.w for one in found) * 16 > area.w
