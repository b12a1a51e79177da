"""The cards of a match in motion: plays out the engine's events on places of the screen.

Nothing is drawn here. A board, the host, says where each card belongs.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar, cast

from pygame import Rect

from ..match import Match
from ..play.lines import HELD, Ghost
from ..position import Position
from ..values import Advice, Event, Placed
from .geometry import Size
from .motion import Motion, ease, pair

State = TypeVar("State", bound=Mapping[str, object])  # a game's state object
FAR = 2.5  # length of a way on which a card rises highest, in card widths
SLIDES = 0.2  # least height worth rising to, as a share of the greatest
RISES = 0.22  # how much farther up a card is drawn at its highest, in card heights


class Sprite:
    """A card on screen: what it is, where it lies, where it comes from."""

    def __init__(
        self, card: str | None, zone: str, seat: int | None, place: int, up: bool
    ) -> None:
        self.card = card  # None: face unknown
        self.zone = zone
        self.seat = seat
        self.place = place
        self.up = up
        self.rect = Rect(0, 0, 1, 1)  # where it belongs
        self.start: Rect | None = None  # where it comes from, while it moves
        self.began = 0.0
        self.length = 1.0
        self.changes = True  # whether its next way leads to another zone
        self.flies = False  # whether its present way leads to another zone; cards that only make room slide
        self.before: str | None = ""  # the face shown before turning ("": it does not turn)
        self.raised = (0.0, 0.0, 0.0)  # in the hand: from which lift to which one, and since when
        self.kept: dict[str, Any] = {}  # its picture as it was laid out last
        self.scene: int | None = None  # which of its face's scenes it shows, once it has been seen

    @classmethod
    def of(cls, placed: Placed) -> Sprite:
        """The sprite of a card where the engine has it."""
        return cls(placed.card, placed.zone, placed.seat, placed.place, placed.up)

    @property
    def spot(self) -> tuple[str, int | None, int]:
        """Zone, seat and place."""
        return self.zone, self.seat, self.place

    def lie(self, placed: Placed) -> None:
        """Updates the card from the engine."""
        self.changes = self.changes or (self.zone, self.seat) != (placed.zone, placed.seat)
        self.zone = placed.zone
        self.seat = placed.seat
        self.place = placed.place
        self.up = placed.up
        if placed.card != self.card:
            self.turn(placed.card)

    def send(self, rect: Rect, motion: Motion, length: float, delay: float = 0.0) -> None:
        """Sends the card to a new place."""
        self.flies = self.changes or (self.flies and not self.rests(motion))
        self.changes = False
        if rect == self.rect or length <= 0:
            self.rect = rect.copy()
            self.start = None
            return
        self.start = self.shown(motion)
        self.rect = rect.copy()
        self.began = motion.now + delay
        self.length = length
        motion.hold(self.began + length)

    def turn(self, card: str | None) -> None:
        """Changes the face; it turns over on its next move."""
        if card != self.card:
            self.before = self.card
            self.card = card
            self.scene = None

    def turn_here(self, motion: Motion) -> None:
        """Turns over in place."""
        self.start = self.rect.copy()
        self.began = motion.now
        self.length = motion.length("flip")
        motion.hold(self.began + self.length)

    def share(self, motion: Motion) -> float:
        """How much of its way is done, 0 .. 1."""
        if self.rests(motion):
            return 1.0
        return ease((motion.now - self.began) / self.length)

    def land(self, motion: Motion) -> None:
        """Ends its way and its turning."""
        if self.rests(motion):
            self.start = None
            self.before = ""

    def rests(self, motion: Motion) -> bool:
        return self.start is None or motion.now >= self.began + self.length or not motion.busy

    def height(self, motion: Motion) -> float:
        """How high it is over the table on its way, 0 .. 1: it rises, and comes down where it belongs."""
        share = self.share(motion)
        return self.peak * math.sin(math.pi * share) if share < 1 else 0.0

    @property
    def peak(self) -> float:
        """How high it gets on its way: as high as any on a long one, not at all on a short one or within a zone."""
        if self.start is None or not self.flies:
            return 0.0
        way = math.dist(self.start.center, self.rect.center) / (FAR * max(self.start.w, self.rect.w))
        return min(1.0, way) if way > SLIDES else 0.0

    def turned(self, motion: Motion) -> float:
        """How far it is turned on its way, -1 .. 1: towards where it goes."""
        aside = self.start is not None and self.start.centerx < self.rect.centerx
        return self.height(motion) * (-1 if aside else 1)

    def shown(self, motion: Motion) -> Rect:
        """Where it is drawn now."""
        if self.start is None or (share := self.share(motion)) == 1:
            return self.rect.copy()
        motion.watched = True
        pairs = zip(self.start, self.rect, strict=True)
        x, y, wide, high = (p + (q - p) * share for p, q in pairs)
        return Rect(round(x), round(y - RISES * high * self.height(motion)), round(wide), round(high))

    def raise_to(self, lift: float, motion: Motion) -> float:
        """How far it is lifted now, a share of its height, on its way to a lift."""
        length = 0.0 if motion.calm else motion.length("lift")
        before, goal, began = self.raised
        share = ease((motion.now - began) / length) if length else 1.0
        now = before + (goal - before) * share
        if lift != goal:
            before, share = (now, 0.0) if length else (lift, 1.0)
            self.raised = (before, lift, motion.now)
            now = before
        motion.rising = motion.rising or share < 1
        return now


Places = dict[Sprite, Rect]


class Choice:
    """What can be chosen on a board; nothing if nobody plays there."""

    def __init__(
        self,
        present: bool = False,
        play: Callable[[str], None] = lambda _: None,
        aim: Callable[[str], None] = lambda _: None,
        shown: Callable[[], Advice | None] = lambda: None,
    ) -> None:
        """shown: what the moves are worth, as far as it may be shown."""
        self.present = present  # whether somebody sits at the table and may look at cards
        self.live = False  # whether it is the turn of that person
        self.idle = ""  # why nothing can be chosen
        self.legal: list[str] = []
        self.held: list[Sprite] = []  # the cards chosen so far
        self.focus = ""
        self.values = False  # whether to show the values of all moves
        self.play = play
        self.aim = aim  # moves the focus to a spot
        self._shown = shown

    @property
    def advice(self) -> Advice | None:
        """What the moves are worth, as far as it may be shown."""
        return self._shown()

    def hold(self, cards: Iterable[Sprite]) -> None:
        """Holds exactly these cards."""
        self.held[:] = cards


class Host(Protocol):
    """What a stage asks its board, and what it reports to it."""

    match: Match
    viewer: int | None  # the seat whose cards are face up; None: all
    unseen: Sequence[str]  # zones whose cards come and go without being shown

    @property
    def memory(self) -> bool:
        """Whether the contents of stacks and piles must be remembered, as with real cards."""

    def arrange(self) -> Places:
        """Where every sprite belongs."""

    def placed(self) -> list[Placed]:
        """The cards as the viewer sees them."""

    def stand_in(self, ghost: Ghost) -> Sprite:
        """The sprite of a ghost."""

    def entry(self) -> Rect:
        """Where a new card comes from."""

    def pause_before(self, events: list[Event]) -> str:
        """Which of the theme's pauses precedes these events."""

    def held_up(self, events: list[Event]) -> str:
        """What is said while these events wait until the person has seen what they clear away; "": they do not."""

    def still(self) -> bool:
        """Whether nothing but cards is moving."""

    def before_group(self, events: list[Event]) -> None:
        """Called before the cards of these events are sent."""

    def after_group(self, events: list[Event]) -> None:
        """Called when the cards of these events are moving."""

    def see(self, events: list[Event]) -> None:
        """Handles events that have been shown."""

    def at_rest(self) -> None:
        """Called when all of the last move has been seen."""


class Stage(Generic[State]):
    """The cards of a match on a board, and what is still to be shown of the last move."""

    def __init__(self, host: Host, motion: Motion) -> None:
        self.host = host
        self.motion = motion
        self.sprites: list[Sprite] = []
        self.ghosts: tuple[Ghost, ...] = ()  # cards that are not there, laid among the others
        self.ghost_rects: dict[Ghost, Rect] = {}  # places of the ghosts
        self.leading: list[Sprite] = []  # the cards that a person moves, of several identical ones
        self.groups: deque[list[Event]] = deque()
        self.untold: list[Event] = []  # events that were shown and are not at rest yet
        self.playing = False  # whether the last move is still being shown
        self.seen: Position = host.match.position()  # the position as far as shown
        self.next_at = 0.0
        self.waits = ""  # what is said while the rest waits for the person
        self.last: set[tuple[str, int | None, int]] = set()  # where the cards of the last move lie
        self.mover: int | None = None  # the seat that made the last move
        self.state = cast("State", {})  # the record's "state" as the viewer sees it
        self.before = self.state  # the state before the move being shown

    @property
    def acting(self) -> int | None:
        """Whose turn it is, as far as shown; None once the end was shown."""
        return self.seen.to_act if self.playing else self.host.match.to_act

    def show_ghosts(self, ghosts: Iterable[Ghost]) -> None:
        """Makes room for cards where moves would bring them."""
        wanted = tuple(ghosts)
        if wanted != self.ghosts:
            self.ghosts = wanted
            self.settle(animate=False)

    def ghost_places(self, ghosts: Iterable[Ghost]) -> dict[Ghost, Rect]:
        """Where cards lie that room was made for."""
        return {ghost: self.ghost_rects[ghost] for ghost in ghosts if ghost in self.ghost_rects}

    def arranged(self) -> Places:
        """Where every sprite belongs, including ghosts."""
        real = self.sprites
        sprites = {ghost: self.host.stand_in(ghost) for ghost in self.ghosts}
        self.sprites = [*real, *(sprite for sprite in sprites.values() if sprite not in real)]
        places = self.host.arrange()
        self.sprites = real
        self.ghost_rects = {g: places[sprite] for g, sprite in sprites.items() if sprite in places}
        return places

    # Showing a move

    def known(self) -> State:
        """The position to lay out: the one before a move, until its last cards are moving."""
        return self.before if self.groups else self.state

    @property
    def shown(self) -> State:
        """The position as seen: the one before a move, until its last cards are at rest."""
        return self.before if self.playing else self.state

    def to_come(self) -> list[list[Event]]:
        """The events of the last move that have not been seen yet."""
        return [self.untold, *self.groups]

    def going(self) -> Hashable:
        """What is on its way, and what is still to be shown: as long as it stays the same, only the places of
        moving cards change."""
        motion = self.motion
        ways = tuple([s.began for s in self.sprites if s.start and not s.rests(motion)]), len(self.sprites)
        return ways, self.playing, self.waits, len(self.groups), len(self.untold)

    def rested(self) -> bool:
        """Whether nothing moves on the table."""
        moving = [sprite for sprite in self.sprites if sprite.start and not sprite.rests(self.motion)]
        return not moving and self.host.still()

    def land(self) -> None:
        """Ends the ways of cards that have arrived."""
        for sprite in self.sprites:
            if sprite.start or sprite.before != "":
                sprite.land(self.motion)

    def come_to_rest(self) -> None:
        """Marks what was shown as seen."""
        events = self.untold
        self.untold = []
        self.host.see(events)
        if self.playing and not self.groups:
            self.at_rest()

    def at_rest(self) -> None:
        """Marks all of the last move as seen."""
        self.untold = []
        self.playing = False
        self.seen = self.host.match.position()
        self.host.at_rest()

    def reset(self) -> None:
        """Puts all cards in place, without motion."""
        self.sprites = [Sprite.of(placed) for placed in self.host.placed()]
        self.groups.clear()
        self.waits = ""
        self.look_back()
        self.settle(animate=False)
        self.at_rest()

    def look_back(self) -> None:
        """Notes who made the last move, and where the cards lie that it brought to the table."""
        before = self.host.match.copy()
        self.mover = before.to_act if before.undo() else None
        events = self.host.match.last_events()
        moved = [event for event in events if event.kind == "card" and event.target not in HELD]
        places = [-1 if event.place is None else event.place for event in moved]
        self.last = {(e.target, e.target_seat, at) for e, at in zip(moved, places, strict=True)}

    def settle(self, animate: bool) -> None:
        """Sends every sprite to its place."""
        length = self.motion.length("card") if animate and not self.motion.calm else 0
        stagger = self.motion.length("stagger")
        moved = 0
        self.state = cast("State", self.host.match.state(self.host.viewer))
        for sprite in self.sprites:
            if sprite.rect.w <= 1:
                sprite.rect = self.host.entry()
        places = self.arranged()
        for sprite in self.sprites:
            target = places.get(sprite, sprite.rect)
            if target != sprite.rect:
                # Moving one after another would reveal how many there are.
                delay = 0 if self.host.memory else stagger * moved
                sprite.send(target, self.motion, length, delay)
                moved += sprite.start is not None
            elif sprite.before != "" and length > 0:
                sprite.turn_here(self.motion)

    def show(self, events: list[Event]) -> None:
        """Shows the events of a move, group by group."""
        self.finish()
        self.before = copy(self.state)
        self.playing = True
        self.last.clear()
        self.mover = self.seen.to_act
        self.groups.append([])
        for event in events:
            if event.kind == "pause":
                self.groups.append([])
            else:
                self.groups[-1].append(event)
        self.go_on()

    def step(self) -> None:
        """Shows the next group of events."""
        self.come_to_rest()
        events = self.untold = self.groups.popleft()
        self.host.before_group(events)
        for event in events:
            if event.kind == "card" and event.source not in self.host.unseen:
                self.carry(event)
            elif event.kind in ("up", "down"):
                self.turn_over(event)
        if not self.groups:
            self.reconcile()
        self.settle(animate=True)
        self.host.after_group(events)
        self.next_at = max(self.motion.now, self.motion.until)
        self.waits = self.host.held_up(self.groups[0]) if self.groups else ""
        if self.groups and not self.waits:
            self.next_at += self.motion.length(self.host.pause_before(self.groups[0]))
            self.motion.hold(self.next_at + 1)

    def moving(self, events: Iterable[Event], source: str = "", target: str = "") -> list[Sprite]:
        """The cards that these events have set in motion or turned, of a zone or into a zone."""
        wanted = [e for e in events if e.target and source in ("", e.source)]
        spots = {(e.target, e.target_seat) for e in wanted if target in ("", e.target)}
        found = (s for s in self.sprites if (s.zone, s.seat) in spots)
        return [sprite for sprite in found if sprite.start is not None]

    def landing(self) -> float:
        """When the last of the moving cards lies."""
        ends = [s.began + s.length for s in self.sprites if s.start is not None]
        return max([self.motion.now, *ends])

    def go_on(self) -> None:
        """Shows the next group of events; one without motion counts as seen at once."""
        self.step()
        if self.rested():
            self.come_to_rest()

    def turn_over(self, event: Event) -> None:
        spot = (event.target, event.target_seat, event.place)
        for sprite in self.sprites:
            if sprite.spot == spot:
                sprite.turn(event.card if event.kind == "up" else None)

    def carry(self, event: Event) -> None:
        """Moves the sprite of a card event to its new zone."""
        source = (event.source, event.source_seat)
        there = [s for s in self.sprites if (s.zone, s.seat) == source]
        if not there:
            return
        face = event.card if event.seen_by(self.host.viewer) else None
        first = [s for s in self.leading if s in there]
        found = next((s for s in first + there if s.card == face), there[0])
        found.zone = event.target
        found.seat = event.target_seat
        found.place = -1 if event.place is None else event.place
        found.changes = True
        found.turn(face)
        if found.zone not in HELD:
            self.last.add(found.spot)

    def reconcile(self) -> None:
        """Makes the sprites match the position: identical ones stay, others move, come and go."""
        self.leading.clear()
        wanted = self.host.placed()
        lying = [sprite for sprite in self.sprites if sprite.zone not in self.host.unseen]
        found = pair(lying, wanted)
        self.sprites = []
        for placed, sprite in zip(wanted, found, strict=True):
            now = sprite or Sprite.of(placed)
            now.lie(placed)
            self.sprites.append(now)

    def follow(self) -> None:
        """Moves to the match's position directly (undo, redo, another viewer)."""
        self.groups.clear()
        self.waits = ""
        self.look_back()
        self.reconcile()
        self.settle(animate=True)
        self.at_rest()

    def finish(self, whole: bool = True) -> None:
        """Ends the current motion. whole: even where the rest waits for the person."""
        while self.groups and (whole or not self.waits):
            self.step()
        if not self.groups:
            self.waits = ""
        self.motion.finish()
        self.next_at = self.motion.now
        self.come_to_rest()

    def proceed(self) -> None:
        """The person wants to go on: ends motion, or a pause, up to the next one."""
        if self.motion.busy:
            self.motion.finish()
        else:
            self.waits = ""
            self.next_at = self.motion.now

    def tick(self) -> bool:
        """Continues what is still to be shown. Returns whether there is more."""
        self.land()
        told = (self.untold or (self.playing and not self.groups)) and self.rested()
        if told:
            self.come_to_rest()
        if self.waits:
            return self.motion.busy or bool(told)
        ready = bool(self.groups) and self.motion.now >= self.next_at
        if ready:
            self.go_on()
        return bool(told) or ready or bool(self.groups) or self.motion.busy

    def uncovered(self, sprite: Sprite) -> Rect:
        """The part of a card that the next one in its row leaves visible."""
        rect = sprite.rect
        row = [s.rect.x for s in self.sprites if (s.zone, s.seat) == (sprite.zone, sprite.seat)]
        edge = min([x for x in row if rect.x < x < rect.right], default=rect.right)
        return Rect(rect.x, rect.y, edge - rect.x, rect.h)

    def of(self, zone: str, seat: int | None = None) -> list[Sprite]:
        """The sprites of a zone in order."""
        found = [s for s in self.sprites if s.zone == zone and s.seat == seat]
        return sorted(found, key=attrgetter("place"))


# ---- rows of cards ----


def fan(cards: list[Sprite], area: Rect, size: Size, gap: int, arc: int) -> Places:
    """A row of cards centred in an area, on a shallow arc, overlapping if necessary."""
    width, height = size
    gaps = len(cards) - 1
    step = min(width + gap, (area.w - width) / max(1, gaps))
    left = area.centerx - (step * gaps + width) / 2
    top = area.centery - height / 2
    middle = gaps / 2
    places = {}
    for number, sprite in enumerate(cards):
        bend = arc * ((number - middle) / max(1.0, middle)) ** 2 if len(cards) > 2 else 0
        places[sprite] = Rect(round(left + step * number), round(top + bend), width, height)
    return places


def in_rows(cards: list[Sprite], area: Rect, size: Size, count: int, shown: float) -> Places:
    """Rows of a number of cards; of the upper rows only a share of the height is visible."""
    width, height = size
    places: Places = {}
    for number, sprite in enumerate(cards):
        x = area.x + round(number % count * (area.w - width) / (count - 1))
        y = area.y + round(number // count * shown * height)
        places[sprite] = Rect(x, y, width, height)
    return places
