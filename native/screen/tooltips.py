"""Texts shown for a moment: the notice, and the tooltip of the spot with the focus.

A tooltip is placed near its spot, where it covers nothing that the person may aim at next.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import Rect

from .geometry import Point
from .motion import Motion
from .pointer import Shown, Spot

STEPS = (24, 18)  # grid of places tried anywhere on the screen
FAR = 0.02  # cost of a pixel of distance, per pixel of height, relative to covered area


class Covered(NamedTuple):
    """Something that a tooltip may cover, and the cost of each covered pixel."""

    rect: Rect
    weight: float


WEIGHTS = {"aimed": 10_000.0, "pressed": 4.0, "card": 3.0, "own": 2.0, "inert": 0.2, "words": 0.1}


def covered(
    spot: Spot, spots: Sequence[Spot], cards: Sequence[Shown], words: Sequence[Rect], clear: Sequence[Rect] = ()
) -> list[Covered]:
    """Everything that a spot's tooltip should leave visible; a field on which cards may be dropped
    is no such thing, but what lies there is."""
    found = [Covered(spot.rect, WEIGHTS["own"])]
    for other in spots:
        field = other.drop and not other.nav
        part = other.key != spot.key and not field and not spot.rect.contains(other.rect)
        if part and not (other.rect.contains(spot.rect) and not other.nav):
            acts = other.accept or other.adjust
            kind = "aimed" if other.nav else "pressed" if acts else "inert"
            found.append(Covered(other.rect, WEIGHTS[kind]))
    found += [Covered(rect, WEIGHTS["aimed"]) for rect in clear]
    found += [Covered(card.rect, WEIGHTS["card"]) for card in cards]
    return found + [Covered(rect, WEIGHTS["words"]) for rect in words]


def as_seen(spot: Spot, cards: Sequence[Shown]) -> Rect:
    """Where a spot is seen: a card that is lifted stands over its place."""
    own = (card.rect for card in cards if (card.rect.x, card.rect.size) == (spot.rect.x, spot.rect.size))
    return spot.rect.unionall([rect for rect in own if rect.colliderect(spot.rect)])


def around(
    size: tuple[int, int], near: Rect, gap: int, screen: Rect, steps: tuple[int, int]
) -> Iterator[Rect]:
    """Candidate places for a box: beside its spot first, then anywhere on the screen."""
    width, height = size
    xs = (near.centerx - width // 2, near.x, near.right - width)
    ys = (near.centery - height // 2, near.y, near.bottom - height)
    for y in (near.bottom + gap, near.y - gap - height):
        yield from (Rect(x, y, width, height) for x in xs)
    for x in (near.right + gap, near.x - gap - width):
        yield from (Rect(x, y, width, height) for y in ys)
    across, down = steps
    for step in range(across * down):
        x = screen.x + (screen.w - width) * (step % across) // (across - 1)
        y = screen.y + (screen.h - height) * (step // across) // (down - 1)
        yield Rect(x, y, width, height)


def apart(one: Rect, other: Rect) -> int:
    """The distance between two rectangles, horizontal plus vertical gap."""
    across = max(0, one.x - other.right, other.x - one.right)
    down = max(0, one.y - other.bottom, other.y - one.bottom)
    return across + down


def tip_place(
    size: tuple[int, int],
    near: Rect,
    gap: int,
    screen: Rect,
    things: Sequence[Covered],
    steps: tuple[int, int] = STEPS,
) -> Rect:
    """The place with the least cost: covered area and distance."""
    rects = [thing.rect for thing in things]
    best, least = near, math.inf
    for place in (place.clamp(screen) for place in around(size, near, gap, screen, steps)):
        loss = FAR * apart(place, near) * size[1]
        if loss >= least:
            continue  # too far, whatever it covers
        for at in place.collidelistall(rects):
            both = place.clip(rects[at])
            loss += things[at].weight * both.w * both.h
        if loss < least:
            best, least = place, loss
    return best


class Toasts:
    """The notice on screen, and the tooltip, which appears once its spot has had the focus for a
    while."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        self.words = ""  # text of the notice
        self.until = 0.0
        self.lasting = ""  # a notice that stays while its cause does, where there is no other
        self.tip_of = ""  # key of the spot with the tooltip, shown or pending
        self.tip_at = 0.0
        self.due = False  # whether that tooltip is pending

    def say(self, words: str) -> None:
        """Shows a notice for a while."""
        self.words = words
        self.until = self.motion.now + self.motion.durations["notice"]

    def keep(self, words: str) -> bool:
        """Shows a notice from now on, "" for none, and returns whether that is another."""
        new = words != self.lasting
        self.lasting = words
        return new

    def spoken(self) -> str:
        """The notice, while it is visible."""
        return self.words if self.motion.now < self.until else self.lasting

    def tick(self) -> bool:
        """Whether a notice has ended, or a tooltip is due."""
        over = bool(self.words) and self.motion.now >= self.until
        if over:
            self.words = ""
        return over or (self.due and self.motion.now >= self.tip_at)

    def look(self, spots: Sequence[Spot], focus: str, pointer: Point | None) -> None:
        """Starts the wait for the tooltip of what has the focus. pointer: where the mouse is, None
        if none is used."""
        spot = tipped(spots, focus, pointer)
        key = spot.key if spot else ""
        if key != self.tip_of:
            self.tip_of = key
            self.tip_at = self.motion.now + self.motion.length("tip")
            self.due = bool(key)
        if self.motion.now >= self.tip_at:
            self.due = False

    def tip(self, spots: Sequence[Spot], focus: str, pointer: Point | None) -> Spot | None:
        """The spot whose tooltip is visible now."""
        spot = tipped(spots, focus, pointer)
        due = spot and spot.key == self.tip_of and self.motion.now >= self.tip_at
        return spot if due else None


def tipped(spots: Sequence[Spot], focus: str, pointer: Point | None) -> Spot | None:
    """The spot with the focus, if it has a tooltip and the mouse is on it."""
    spot = next((spot for spot in spots if spot.key == focus and spot.tip), None)
    return None if spot and pointer and not spot.rect.collidepoint(pointer) else spot
