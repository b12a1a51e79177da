"""The bubble in which a line is said at a table: where it goes, and that it stays there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from pygame import Rect

from .geometry import Point
from .pointer import Spot
from .tooltips import Covered, apart, tip_place

STEPS = (32, 28)  # grid of places tried anywhere on the screen
REACH = 9  # how far a tail reaches, in widths of it
# The cost of each covered pixel. A field is where something may be dropped; a site, a place of the table.
WEIGHTS = {"aimed": 1000.0, "card": 1000.0, "words": 60.0, "site": 20.0, "inert": 3.0, "field": 0.02}


def things(
    spots: Sequence[Spot], cards: Iterable[Rect], sites: Iterable[Rect], words: Iterable[Rect]
) -> Iterator[Covered]:
    """What a bubble should leave in view: above all cards, and what can be pressed."""
    for spot in spots:
        field = spot.drop or not (spot.accept or spot.tip)
        kind = "aimed" if spot.nav else "field" if field else "inert"
        yield Covered(spot.rect, WEIGHTS[kind])
    yield from (Covered(rect, WEIGHTS["card"]) for rect in cards)
    yield from (Covered(rect, WEIGHTS["site"]) for rect in sites)
    yield from (Covered(rect, WEIGHTS["words"]) for rect in words)


class Bubble:
    """The place of what is being said, chosen once beside the seat of who says it."""

    def __init__(self) -> None:
        self.key: Hashable = None  # of what the place was chosen for
        self.box: Rect | None = None
        self.plate = Rect(0, 0, 0, 0)  # of who says it

    def lacks(self, said: object) -> bool:
        """Whether something is said for which no place was looked for yet."""
        return said is not None and self.key is None

    def clear(self) -> None:
        """Nothing is said."""
        self.key = None
        self.box = None

    def settle(
        self, key: Hashable, sizes: Sequence[tuple[int, int]], plate: Rect | None, gap: int, area: Rect,
        seen: Sequence[Covered],
    ) -> None:
        """Chooses the place of what is said, and one of the sizes; there is no place if it would be far
        from its seat.

        plate: where its seat was drawn, None if it was not.
        """
        self.clear()
        if plate:
            self.key = key
            self.plate = plate.copy()
            places = [tip_place(size, plate, gap, area, seen, STEPS) for size in sizes]
            box = min(places, key=lambda place: apart(place, plate))
            self.box = box if apart(box, plate) <= REACH * gap else None

    def tail(self, width: int, words: Sequence[Rect]) -> list[Point]:
        """The corners of the tail that points to the seat, none if that is far away or beyond words."""
        if self.box is None or not 0 < apart(self.box, self.plate) <= REACH * width:
            return []
        inner = self.box.inflate(-2 * width, -2 * width)
        x = max(inner.left, min(self.plate.centerx, inner.right))
        y = max(inner.top, min(self.plate.centery, inner.bottom))
        tip = (
            max(self.plate.left, min(x, self.plate.right - 1)),
            max(self.plate.top, min(y, self.plate.bottom - 1)),
        )
        across_words = (word for word in words if word.clipline((x, y), tip))
        if any(not self.box.contains(word) and not self.plate.contains(word) for word in across_words):
            return []
        half = width // 2
        across = abs(tip[0] - x) > abs(tip[1] - y)
        dx, dy = (0, half) if across else (half, 0)
        return [(x - dx, y - dy), (x + dx, y + dy), tip]
