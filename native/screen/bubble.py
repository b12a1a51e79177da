"""The bubble in which a line is said at a table: where it goes, and that it stays there."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence

from pygame import Rect

from .geometry import Point
from .pointer import Spot
from .tooltips import FAR, Covered, apart, around

STEPS = (32, 28)  # grid of places tried anywhere on the screen
REACH = 9  # how far what a tail points at may lie, in tail widths
SHORT = 2  # how far the tail itself stands out, so that it crosses nothing
ASIDE, SILENT = 3000.0, 9000.0  # cost of a tail that points at the plate instead of the face, and of no tail
# The cost of each covered pixel. A field is where something may be dropped; a site, a place of the table.
WEIGHTS = {
    "aimed": 1000.0, "card": 1000.0, "words": 60.0, "site": 20.0, "inert": 3.0, "back": 0.3, "noted": 0.3,
    "field": 0.02,
}  # fmt: skip


def things(
    spots: Sequence[Spot], cards: Iterable[Rect], sites: Iterable[Rect], words: Iterable[Rect]
) -> Iterator[Covered]:
    """What a bubble should leave in view: above all cards, and what can be pressed."""
    for spot in spots:
        field = spot.drop or not (spot.accept or spot.tip)
        kind = "aimed" if spot.nav else "field" if field else "inert" if spot.accept else "noted"
        yield Covered(spot.rect, WEIGHTS[kind])
    yield from (Covered(rect, WEIGHTS["card"]) for rect in cards)
    yield from (Covered(rect, WEIGHTS["site"]) for rect in sites)
    yield from (Covered(rect, WEIGHTS["words"]) for rect in words)


class Bubble:
    """The place of what is being said, chosen once beside the seat of who says it."""

    def __init__(self) -> None:
        self.key: Hashable = None  # what the place was chosen for
        self.box: Rect | None = None
        self.aim: Rect | None = None  # what the tail points at

    def lacks(self, said: object) -> bool:
        """Whether something is said for which no place was looked for yet."""
        return said is not None and self.key is None

    def clear(self) -> None:
        """Nothing is said."""
        self.key = None
        self.box = None
        self.aim = None

    def settle(
        self, key: Hashable, sizes: Sequence[tuple[int, int]], plate: Rect | None, face: Rect, gap: int, area: Rect,
        seen: Sequence[Covered],
    ) -> None:
        """Chooses the place of what is said, and one of the sizes. Its tail points at the face on the
        plate, or else at the plate, and crosses neither cards nor words; far from its seat it has none.

        plate: where its seat was drawn, None if it was not.
        """
        self.clear()
        if plate:
            self.key = key
            seen = [*seen, Covered(face, WEIGHTS["card"])]
            found = [place_of(size, plate, face, gap, area, seen) for size in sizes]
            _, self.box, self.aim = min(found, key=lambda one: one[0])

    def tail(self, width: int) -> list[Point]:
        """The corners of the tail; none if it would cross something."""
        if self.box is None or self.aim is None:
            return []
        (x, y), tip = line_to(self.box, self.aim, width)
        half, far = width // 2, apart(self.box, Rect(tip, (1, 1)))
        if far > SHORT * width:
            share = 1 - (far - SHORT * width) / math.dist((x, y), tip)
            tip = (round(x + (tip[0] - x) * share), round(y + (tip[1] - y) * share))
        across = abs(tip[0] - x) > abs(tip[1] - y)
        dx, dy = (0, half) if across else (half, 0)
        return [(x - dx, y - dy), (x + dx, y + dy), tip]


def place_of(
    size: tuple[int, int], plate: Rect, face: Rect, gap: int, area: Rect, seen: Sequence[Covered]
) -> tuple[float, Rect, Rect | None]:
    """The place of a bubble beside a plate that costs least, what it costs, and what its tail points
    at."""
    rects = [thing.rect for thing in seen]
    solid = [thing.rect for thing in seen if thing.weight >= WEIGHTS["words"] and thing.rect != face]
    best: tuple[float, Rect, Rect | None] = (math.inf, plate, None)
    for place in (place.clamp(area) for place in around(size, plate, gap, area, STEPS)):
        far = apart(place, plate)
        loss = FAR * far * size[1]
        if loss + (SILENT if far > REACH * gap else 0) >= best[0]:
            continue  # too far, whatever it covers
        loss += sum(seen[at].weight * math.prod(place.clip(rects[at]).size) for at in place.collidelistall(rects))
        if loss < best[0]:
            aim = next((one for one in (face, plate) if reaches(place, one, gap, solid)), None)
            loss += 0 if aim is face else ASIDE if aim else SILENT
            best = min(best, (loss, place, aim), key=lambda one: one[0])
    return best


def line_to(box: Rect, aim: Rect, width: int) -> tuple[Point, Point]:
    """The line on which a tail runs from a box to the nearest point of what it points at."""
    inner = box.inflate(-2 * width, -2 * width)
    x = max(inner.left, min(aim.centerx, inner.right))
    y = max(inner.top, min(aim.centery, inner.bottom))
    tip = (max(aim.left, min(x, aim.right - 1)), max(aim.top, min(y, aim.bottom - 1)))
    return (x, y), tip


def reaches(box: Rect, aim: Rect, width: int, solid: Sequence[Rect]) -> bool:
    """Whether a tail can point from a box at something that is near, across nothing solid."""
    if not 0 < apart(box, aim) <= REACH * width:
        return False
    line = line_to(box, aim, width)
    return not any(rect.inflate(width, width).clipline(line) for rect in solid if not box.contains(rect))
