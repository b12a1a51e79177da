"""The pointer and the focus: what a person points at, presses, drags, types into and moves to.

A spot is a place on screen that can be focused, pressed, dragged from or dropped on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, Protocol

from pygame import Rect

from .bindings import Action
from .geometry import Point, way_to
from .motion import Motion
from .sound import Sound
from .stage import Sprite

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
TRAIL = 40  # moves of the focus that can be gone back
HAND, TABLE, OTHERS = range(3)  # the lines of a table from below; up and down lead from one to the next


class Spot(NamedTuple):
    """A place that can be focused, pressed, dragged from or dropped on."""

    key: str
    rect: Rect
    accept: Callable[[], None] | None = None
    adjust: Callable[[int], None] | None = None  # left and right change a value here
    tip: str = ""
    drag: Callable[[], list[Sprite]] | None = None  # picks up what is dragged from here
    drop: Callable[[list[Sprite]], None] | None = None
    nav: bool = True  # reached with arrow keys; else only by pointing
    write: Callable[[str], None] | None = None  # letters typed here
    idle: bool = False  # pressing it only tells why it does nothing
    says: Callable[[], str] | None = None  # what it is, read out; None: what is written there
    state: str = ""  # what a mark on the spot shows, read out after its name
    row: str = ""  # the row of cards that it belongs to
    line: int = TABLE  # the line of a table that it lies in
    beside: str = ""  # the key of the spot that left and right lead to where nothing lies there


class Step(NamedTuple):
    """A move of the focus by an arrow."""

    start: str
    way: str
    end: str


class Shown(NamedTuple):
    """A card in a picture: its place, what enlarges it, why it cannot be used."""

    rect: Rect
    enlarge: Callable[[], None]
    why: Callable[[], str]


def shown_at(cards: Sequence[Shown], place: Point) -> Shown | None:
    """The topmost card at a place."""
    return next((card for card in reversed(cards) if card.rect.collidepoint(place)), None)


def spots_at(spots: Sequence[Spot], place: Point) -> list[Spot]:
    """The spots at a place, topmost first."""
    return [spot for spot in reversed(spots) if spot.rect.collidepoint(place)]


def spot_of(spots: Sequence[Spot], key: str) -> Spot | None:
    """The spot of a key."""
    return next((spot for spot in spots if spot.key == key), None)


def following(spots: Sequence[Spot], focus: str, step: int) -> str:
    """The key of the next or previous spot, in drawing order."""
    keys = [spot.key for spot in spots if spot.nav]
    if not keys:
        return focus
    at = keys.index(focus) + step if focus in keys else 0
    return keys[at % len(keys)]


def along(spots: Iterable[Spot], here: Spot, step: int) -> str:
    """The key of the next of some spots, or of the one before; "" at their end, or if this is none of them."""
    keys = [spot.key for spot in spots]
    at = keys.index(here.key) + step if here.key in keys else -1
    return keys[at] if 0 <= at < len(keys) else ""


def neighbour(spots: Iterable[Spot], here: Spot, step: int) -> str:
    """The key of the next card in the row of a spot, or of the one before; "" at its end, or if it is in none."""
    return along((spot for spot in spots if spot.nav and spot.row == here.row != ""), here, step)


def nearest(spots: Sequence[Spot], here: Spot, way: str) -> str:
    """The key of the nearest spot in a direction; the present one's if there is none. A spot that is
    nearest to no other, in no direction, is reached where no spot would be, else instead of one that is
    nearest to several."""
    places = {spot.key: tuple(spot.rect) for spot in spots if spot.nav} | {here.key: tuple(here.rect)}
    return ways_between(tuple(places.items()))[here.key, way]


@lru_cache(4)
def ways_between(spots: tuple[tuple[str, tuple[int, ...]], ...]) -> dict[tuple[str, str], str]:
    """Where the focus goes from each spot in each direction. Kept as long as no spot moves: with many
    spots it takes some time."""
    places = {key: Rect(*rect) for key, rect in spots}
    ways = {(key, one): straight(places, key, one) for key in places for one in WAYS}
    reached = Counter(to for (key, _), to in ways.items() if to != key)
    for key, rect in places.items():
        if reached[key]:
            continue
        costs = {
            pair: way_to(places[pair[0]], rect, *WAYS[pair[1]])
            for pair, to in ways.items()
            if pair[0] != key and (to == pair[0] or reached[to] > 1)
        }
        pair = min(costs, key=lambda one: (costs[one] == math.inf, ways[one] != one[0], costs[one]), default=None)
        if pair and costs[pair] < math.inf:
            reached[ways[pair]] -= 1
            reached[key] += 1
            ways[pair] = key
    return ways


def straight(places: Mapping[str, Rect], key: str, way: str) -> str:
    """The key of the spot nearest to one in a direction; its own if there is none."""
    here = places[key]
    costs = {other: way_to(here, rect, *WAYS[way]) for other, rect in places.items() if other != key}
    best = min(costs, key=costs.__getitem__, default=key)
    return best if costs.get(best, math.inf) < math.inf else key


def across(spots: Sequence[Spot], chrome: int, here: Spot, way: str, listens: bool) -> str:
    """The key of the spot that an arrow leads to on a table; the present one's if there is none.

    Within a line of the table it is the nearest in that direction. Up and down lead on to the next line, left and
    right to what lies straight beside. The buttons around the table are right of everything, and left of them is the
    table. listens: the person hears the table. Left and right then go through a whole line in its order, and up and
    down always leave a row of cards, even where it is drawn in several.
    """
    board, buttons = ([spot for spot in some if spot.nav] for some in (spots[chrome:], spots[:chrome]))
    sideways, step = way in ("left", "right"), 1 if way in ("right", "up") else -1
    if spot_of(buttons, here.key):
        end = nearest(buttons, here, way)
        leaves = end == here.key and way != "right"
        return first_on(spots, "", chrome) if leaves and board else end
    if sideways and (end := neighbour(spots, here, step)):
        return end
    line = [spot for spot in board if spot.line == here.line]
    whole = sideways and listens and here.line != HAND
    if here.row and (sideways or listens) and not whole:
        line = [spot for spot in line if spot.row != here.row]
    end = along(line, here, step) or here.key if whole else nearest(line, here, way)
    if end == here.key and not whole:
        end = straight_beside(board, here, way) if sideways else next_line(board, here, step)
    above = way == "up" and all(button.rect.bottom <= here.rect.y for button in buttons)
    return buttons[0].key if end == here.key and buttons and (way == "right" or above) else end


def straight_beside(spots: Sequence[Spot], here: Spot, way: str) -> str:
    """The key of the nearest spot at the left or right that lies no farther up or down than that, and in another row;
    the present one's if there is none."""
    places = {
        spot.key: spot.rect
        for spot in spots
        if (spot.row != here.row or not here.row)
        and abs(spot.rect.centery - here.rect.centery) <= abs(spot.rect.centerx - here.rect.centerx)
    }
    return straight(places | {here.key: here.rect}, here.key, way)


def next_line(spots: Sequence[Spot], here: Spot, step: int) -> str:
    """The key of the nearest spot in the next line of the table above (step 1) or below; the present one's if there
    is none."""
    beyond = [spot for spot in spots if (spot.line - here.line) * step > 0]
    first = min((spot.line * step for spot in beyond), default=0)
    near = [spot for spot in beyond if spot.line * step == first]
    at = here.rect.center
    return min(near, key=lambda spot: math.dist(at, spot.rect.center), default=here).key


def first_on(spots: Sequence[Spot], focus: str, chrome: int) -> str:
    """The focus if it is on a spot; else the first card of the board, else the board's first spot that
    does more than to say why it does nothing, else the first of all.
    The spots of the frame around the board come first; there are `chrome` of them."""
    if any(spot.key == focus for spot in spots):
        return focus
    board = [spot for spot in spots[chrome:] if spot.nav]
    cards = [spot for spot in board if spot.drag]
    able = [spot for spot in board if not spot.idle]
    every = [spot for spot in spots if spot.nav]
    return next((spot.key for spot in cards or able or board or every), focus)


def released(
    pressed: Spot | None, under: Sequence[Spot], dragged: list[Sprite]
) -> Callable[[], None] | None:
    """What to do when the pointer is released: drop what was dragged (or say why not), or accept
    what was pressed here."""
    if not dragged:
        same = pressed and any(spot.key == pressed.key for spot in under)
        return pressed.accept if pressed and same else None
    drop = next((spot.drop for spot in under if spot.drop), None)
    if drop:
        return partial(drop, dragged)
    return under[0].accept if under and not under[0].nav else None


FAR = 8  # pixels of movement that start a drag
DOUBLE_MS = 250  # a second click this soon is part of a double click
# All that is answered during a drag; leaving ends the drag, and nothing else.
WHILE_DRAGGING = ("point", "press", "release", "let go", "scroll", "fullscreen", "picture")


class Answering(Protocol):
    """What the pointer needs to know about a scene."""

    focus: str
    field: str  # the spot that receives letters wherever the focus is

    @property
    def takes_all(self) -> bool:
        """Whether the next key is the scene's own, whatever it does elsewhere."""

    def take(self, action: Action) -> bool:
        """Handles an action before anything else does."""

    def act(self, action: Action) -> bool:
        """Handles an action that belongs to no spot."""

    def interrupt(self) -> None:
        """Ends all motion."""

    def back(self) -> None:
        """Leaves the scene."""

    def next_page(self) -> bool:
        """Shows the next page of a list; whether there is one. After the last comes the first."""

    def put_back(self) -> None:
        """Puts back the cards that are chosen."""

    def unusable(self, spot: Spot | None, place: Point) -> str:
        """Why nothing can be done at a place without a card."""


class Picture(Protocol):
    """What the pointer needs to know about a picture."""

    spots: list[Spot]
    cards: list[Shown]
    chrome: int  # how many spots there are before those of a board


class Screen(Protocol):
    """What the pointer needs from the arcade."""

    motion: Motion
    sound: Sound
    dirty: bool  # something has changed since the picture was drawn, perhaps its spots

    @property
    def speaks(self) -> bool:
        """Whether the screen is read out."""

    def stay(self) -> None:
        """The focus has nowhere to go: where it is, is said once more."""

    @property
    def scenes(self) -> Sequence[Answering]:
        """The stack of scenes, topmost last."""

    @property
    def canvas(self) -> Picture:
        """The present picture."""

    def draw(self) -> None:
        """Draws all scenes."""

    def toggle_full_screen(self) -> None:
        """Switches between full screen and window."""

    def picture(self) -> None:
        """Saves a picture of the screen."""

    def notice(self, words: str, sound: str = "") -> None:
        """Shows a notice for a moment."""

    def heard(self, action: Action) -> bool:
        """Lets the speech know of an action; whether it was for the speech alone."""


class Pointer:
    """Where the pointer is, what it drags, and what each action does."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.at: Point = (0, 0)
        self.press_at: Point = (0, 0)
        self.pressed: Spot | None = None
        self.dragging: Sequence[Sprite] = ()
        # Until when a second click at the same place is ignored, because the first has opened a page.
        self.deaf_until = 0.0
        self.moved = False  # whether the focus or what is dragged has moved since the picture was drawn
        self.trail: list[Step] = []  # how arrows have brought the focus where it is

    @property
    def scene(self) -> Answering:
        """The topmost scene."""
        return self.screen.scenes[-1]

    @property
    def focus(self) -> str:
        """The spot with the focus."""
        return self.scene.focus if self.screen.scenes else ""

    def answer(self, action: Action) -> None:
        if self.screen.heard(action):
            return
        if self.screen.dirty and action.name not in ("point", ""):
            self.screen.draw()
        if self.dragging and action.name not in WHILE_DRAGGING:
            if action.name in ("back", "look"):
                self.drop_nothing()
            return
        scene = self.scene
        if scene.take(action):
            self.screen.dirty = True
            return
        if self.screen.motion.busy and action.name not in ("point", "release", ""):
            scene.interrupt()
            self.screen.draw()
        does = self.answers()
        if action.name in does:
            does[action.name](action)
            self.screen.dirty = self.screen.dirty or action.name not in ("point", "press")
        elif action.name and scene.act(action):
            self.screen.dirty = True

    def answers(self) -> dict[str, Callable[[Action], None]]:
        """The actions that are the same in every scene."""
        return {
            "point": self.point,
            "press": self.press,
            "release": self.release,
            "let go": self.let_go,
            "look": self.look,
            "accept": self.accept,
            "next": self.next_spot,
            **dict.fromkeys(("up", "down", "left", "right"), self.go),
            "letter": self.write,
            "back": lambda _: self.scene.back(),
            "fullscreen": lambda _: self.screen.toggle_full_screen(),
            "picture": lambda _: self.screen.picture(),
        }

    def focused(self) -> Spot | None:
        """The spot with the focus."""
        return spot_of(self.screen.canvas.spots, self.focus)

    def point(self, action: Action) -> None:
        """Moves the pointer, the focus, and what is dragged."""
        self.at = action.place
        scene = self.scene
        under = spots_at(self.screen.canvas.spots, action.place)
        pressed = self.pressed
        far = math.dist(self.press_at, action.place) > FAR
        if pressed and pressed.drag and far and not self.dragging:
            self.dragging = pressed.drag()
            self.screen.dirty = True
        key = under[0].key if under else ""
        if key != scene.focus:
            scene.focus = key
            self.moved = True
        self.moved = self.moved or bool(self.dragging)

    def press(self, action: Action) -> None:
        """Presses something, which may become a drag."""
        self.point(action)
        if self.screen.motion.now < self.deaf_until and math.dist(self.press_at, action.place) <= FAR:
            return
        self.deaf_until = 0.0
        self.press_at = action.place
        under = spots_at(self.screen.canvas.spots, action.place)
        self.pressed = under[0] if under else None

    def release(self, action: Action) -> None:
        """Drops what is dragged, or accepts what was pressed here. The second click of a double click
        does nothing on a page that the first has opened."""
        if self.deaf_until:
            return
        pressed = self.pressed
        dragged = list(self.dragging)
        self.pressed = None
        self.dragging = []
        under = spots_at(self.screen.canvas.spots, action.place)
        does = released(pressed, under, dragged)
        if does:
            before = self.screen.scenes[-1:]
            does()
            if self.screen.scenes[-1:] != before:
                self.deaf_until = self.screen.motion.now + DOUBLE_MS
        elif not dragged and math.dist(self.press_at, action.place) <= FAR:
            self.tell_why(under[0] if under else None, action.place)

    def tell_why(self, spot: Spot | None, place: Point) -> None:
        """Says why a click does nothing."""
        card = shown_at(self.screen.canvas.cards, place)
        words = card.why() if card else self.scene.unusable(spot, place)
        if words:
            self.screen.notice(words, "error")

    def look(self, action: Action) -> None:
        """Enlarges the card at a place; leaves if there is none."""
        if not self.enlarge(action.place):
            self.scene.back()

    def enlarge(self, place: Point) -> bool:
        """Enlarges the card at a place, if there is one."""
        card = None if self.dragging else shown_at(self.screen.canvas.cards, place)
        if card:
            self.pressed = None
            card.enlarge()
        return card is not None

    def drop_nothing(self) -> None:
        """Ends a drag: what was dragged lies where it lay."""
        self.pressed = None
        self.dragging = []
        self.scene.put_back()
        self.screen.dirty = True

    def let_go(self, action: Action) -> None:
        """Ends a long press: drops what is dragged, and presses nothing."""
        if self.dragging:
            self.release(action)
        self.pressed = None

    def accept(self, action: Action) -> None:  # noqa: ARG002
        """Accepts the spot with the focus."""
        spot = self.focused()
        if spot is None:
            self.enter()
        elif spot.accept:
            spot.accept()
        else:
            self.screen.stay()

    def typed_into(self) -> Spot | None:
        """The spot that receives letters: the one with the focus, or the scene's."""
        keys = (self.focus, self.scene.field)
        return next((s for s in self.screen.canvas.spots if s.write and s.key in keys), None)

    def write(self, action: Action) -> None:
        """Types a letter, and moves the focus there."""
        spot = self.typed_into()
        if spot and spot.write:
            self.scene.focus = spot.key
            spot.write(action.text)

    def enter(self) -> None:
        """Puts the focus, which is nowhere, on the board, or on the first spot where there is none."""
        canvas = self.screen.canvas
        self.scene.focus = first_on(canvas.spots, self.focus, canvas.chrome)
        self.screen.sound.play("move")

    def next_spot(self, action: Action) -> None:
        """Moves the focus to the next or previous spot, in drawing order."""
        step = action.amount or 1
        self.move_to(following(self.screen.canvas.spots, self.focus, step))

    def go(self, action: Action) -> None:
        """Moves the focus to the nearest spot in a direction, or changes the value under it. The opposite arrow
        brings it back."""
        here = self.focused()
        if here is None:
            self.enter()
        elif here.adjust and action.name in ("left", "right"):
            here.adjust(1 if action.name == "right" else -1)
            self.screen.stay()
        else:
            self.move_to(self.gone_back(action.name) or self.gone_on(here, action.name))

    def move_to(self, key: str) -> None:
        """Moves the focus to a spot, which may be the one that has it."""
        if key == self.focus:
            self.screen.stay()
        self.scene.focus = key
        self.screen.sound.play("move")

    def gone_back(self, way: str) -> str:
        """The spot that the focus came from, if an arrow has brought it here the opposite way; else ""."""
        last = self.trail[-1] if self.trail else None
        there = last and spot_of(self.screen.canvas.spots, last.start)
        if not (last and there and there.nav and (last.end, OPPOSITE[last.way]) == (self.focus, way)):
            return ""
        self.trail.pop()
        return last.start

    def gone_on(self, here: Spot, way: str) -> str:
        """The spot that an arrow leads to: on a table that of its lines, else the nearest in that direction; left and
        right go through a row of cards in its order."""
        canvas = self.screen.canvas
        if canvas.chrome:
            end = across(canvas.spots, canvas.chrome, here, way, listens=self.screen.speaks)
        else:
            end = nearest(canvas.spots, here, way)
            if way in ("left", "right"):
                beside = here.beside if end == here.key else ""
                end = neighbour(canvas.spots, here, 1 if way == "right" else -1) or beside or end
        follows = self.trail if self.trail and self.trail[-1].end == here.key else []
        self.trail = [*follows, *([Step(here.key, way, end)] if end != here.key else [])][-TRAIL:]
        return end
