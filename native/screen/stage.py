"""A match as cards that travel: what the engine reports is played out on places of the screen.

Nothing is drawn here. Whoever draws says where each card belongs (arrange).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Generic, NamedTuple, TypeVar, cast

from pygame import Rect

from ..match import Match
from ..play.lines import HELD, Ghost
from ..position import Position
from ..values import Advice, Event, Placed
from .motion import Motion, ease, pair

TO_COME = ("deck", "nest")  # zones from which cards are drawn
Come = Callable[[], None]
State = TypeVar("State", bound=Mapping[str, object])  # what a game prints of a position
Size = tuple[int, int]


class Sprite:
    """A card on the screen: what it is, where it lies, where it comes from."""

    def __init__(
        self, card: str | None, zone: str, seat: int | None, place: int, up: bool
    ) -> None:
        self.card = card  # None: its face is not known here
        self.zone = zone
        self.seat = seat
        self.place = place
        self.up = up
        self.rect = Rect(0, 0, 1, 1)  # where it belongs
        self.start: Rect | None = None  # where it comes from, while it moves
        self.began = 0.0
        self.length = 1.0
        self.before: str | None = ""  # the face shown until now, while it turns ("": no turning)

    @classmethod
    def of(cls, placed: Placed) -> Sprite:
        """The sprite of a card where the engine has it."""
        return cls(placed.card, placed.zone, placed.seat, placed.place, placed.up)

    @property
    def spot(self) -> tuple[str, int | None, int]:
        """Zone, seat and place."""
        return self.zone, self.seat, self.place

    def lie(self, placed: Placed) -> None:
        """Takes over what the engine says of the card."""
        self.zone = placed.zone
        self.seat = placed.seat
        self.place = placed.place
        self.up = placed.up
        self.turn(placed.card)

    def send(self, rect: Rect, motion: Motion, length: float, delay: float = 0.0) -> None:
        """Lets the card travel to a new place."""
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
        """Shows another face from now on, turning over on its next way."""
        if card != self.card:
            self.before = self.card
            self.card = card

    def turn_here(self, motion: Motion) -> None:
        """Turns over where it lies."""
        self.start = self.rect.copy()
        self.began = motion.now
        self.length = motion.length("flip")
        motion.hold(self.began + self.length)

    def share(self, motion: Motion) -> float:
        """How much of its way lies behind it: 0 .. 1."""
        over = not motion.busy or motion.now >= self.began + self.length
        if self.start is None or over:
            return 1.0
        return ease((motion.now - self.began) / self.length)

    def land(self, motion: Motion) -> None:
        """Forgets the way that lies behind it, and the face shown before."""
        if self.rests(motion):
            self.start = None
            self.before = ""

    def rests(self, motion: Motion) -> bool:
        """Whether it has come to rest."""
        return self.share(motion) == 1

    def shown(self, motion: Motion) -> Rect:
        """Where it is drawn now."""
        share = self.share(motion)
        if self.start is None or share == 1:
            return self.rect.copy()
        pairs = zip(self.start, self.rect, strict=True)
        return Rect(*(round(p + (q - p) * share) for p, q in pairs))


Places = dict[Sprite, Rect]


class Flight(NamedTuple):
    """A gem on its way from plate to plate."""

    gem: str
    start: Rect
    end: Rect
    began: float


class Choice:
    """What may be chosen on a board: on one that nobody plays at, nothing."""

    def __init__(
        self,
        present: bool = False,
        play: Callable[[str], None] = lambda _: None,
        aim: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.present = present  # somebody sits at the table: cards can be looked at
        self.live = False  # and is to choose now
        self.idle = ""  # why nothing is to be chosen
        self.legal: list[str] = []
        self.held: list[Sprite] = []  # the cards chosen so far
        self.focus = ""
        self.advice: Advice | None = None  # as far as it is to be seen
        self.values = False  # whether it is to be seen of every move
        self.play = play
        self.aim = aim  # puts the focus on a spot

    def hold(self, cards: Iterable[Sprite]) -> None:
        """Chooses these cards and no others."""
        self.held[:] = cards


class Stage(Generic[State]):
    """The cards of a match for the one who looks, and what is still to be shown of the last move.

    viewer: whose cards are open, None: all; seat: whose side of the table is at the bottom.
    """

    def __init__(self, match: Match, motion: Motion, viewer: int | None, seat: int) -> None:
        self.match = match
        self.motion = motion
        self.viewer = viewer
        self.seat = seat
        self.studied = False  # what is to come is not seen, and nothing comes up by itself
        self.area = Rect(0, 0, 1, 1)
        self.sprites: list[Sprite] = []
        self.ghosts: tuple[Ghost, ...] = ()  # cards that are not there, and lie among the others
        self.haunts: dict[Ghost, Rect] = {}  # where they lie
        self.leading: list[Sprite] = []  # the very cards a person moves, of several that are alike
        self.groups: deque[list[Event]] = deque()
        self.untold: list[Event] = []  # shown, and not yet come to rest
        self.hear: Callable[[list[Event]], None] = lambda _: None  # told what has been seen
        self.playing = False  # the last move is still being played out
        self.seen: Position = match.position()  # what the table has shown so far
        self.due: Come | None = None  # what comes up when all that moves has come to rest
        self.next_at = 0.0
        self.waits = False  # what is still to be shown waits for a sign of the person
        self.last: set[tuple[str, int | None, int]] = set()  # where the last move's cards lie
        self.state = cast("State", {})  # the record format's "state" as the viewer sees it
        self.before = self.state  # the one before the move that is being played out

    # what whoever draws may say

    def arrange(self) -> Places:
        """Where every sprite belongs."""
        raise NotImplementedError

    def sites(self) -> dict[str, Rect]:
        """The places of the table that are more than the cards that lie there."""
        return {}

    def placed(self) -> list[Placed]:
        """The cards as the one who looks sees them."""
        cards = self.match.cards(self.viewer)
        shut = TO_COME if self.studied else ()
        return [p._replace(card=None) if p.zone in shut else p for p in cards]

    @property
    def memory(self) -> bool:
        """Whether what lies in stacks and piles is to be remembered, as with cards of print."""
        return False

    @property
    def acting(self) -> int | None:
        """Whose turn it is, as far as it has been seen; None when the match is seen to be over."""
        return self.seen.to_act if self.playing else self.match.to_act

    def rest(self, events: list[Event]) -> str:  # noqa: ARG002
        """Which of the theme's durations passes before these events are shown."""
        return "pause"

    def interlude(self, events: list[Event]) -> Come | None:  # noqa: ARG002
        """What comes up once these events have been seen, before what follows."""
        return None

    def glance(self, events: list[Event]) -> bool:  # noqa: ARG002
        """Whether these events wait until the person has looked at what they clear away."""
        return False

    def haunt(self, ghosts: Iterable[Ghost]) -> None:
        """Makes room for cards where moves would bring them."""
        wanted = tuple(ghosts)
        if wanted != self.ghosts:
            self.ghosts = wanted
            self.settle(animate=False)

    def haunted(self, ghosts: Iterable[Ghost]) -> dict[Ghost, Rect]:
        """Where cards lie that room was made for."""
        return {ghost: self.haunts[ghost] for ghost in ghosts if ghost in self.haunts}

    def arranged(self) -> Places:
        """Where every sprite belongs, with the ghosts among them."""
        real = self.sprites
        sprites = {ghost: self.stand_in(ghost) for ghost in self.ghosts}
        self.sprites = [*real, *(sprite for sprite in sprites.values() if sprite not in real)]
        places = self.arrange()
        self.sprites = real
        self.haunts = {g: places[sprite] for g, sprite in sprites.items() if sprite in places}
        return places

    def stand_in(self, ghost: Ghost) -> Sprite:
        """The card that a ghost is among the others."""
        return Sprite(*ghost[:4], up=True)

    # playing out

    def known(self) -> State:
        """The position to lay out; the one before a move, until its last cards are on their way."""
        return self.before if self.groups else self.state

    @property
    def shown(self) -> State:
        """The position as it has been seen; the one before a move, until its last cards rest."""
        return self.before if self.playing else self.state

    def to_come(self) -> list[list[Event]]:
        """What of the last move has not been seen yet."""
        return [self.untold, *self.groups]

    def see(self, events: list[Event]) -> None:
        """These events have been shown, and all has come to rest."""
        self.hear(events)

    def rested(self) -> bool:
        """Whether nothing moves on the table."""
        return all(sprite.rests(self.motion) for sprite in self.sprites)

    def land(self) -> None:
        """Cards that have arrived forget where they came from."""
        for sprite in self.sprites:
            sprite.land(self.motion)

    def come_to_rest(self) -> None:
        """What was shown has been seen."""
        events = self.untold
        self.untold = []
        self.see(events)
        if self.playing and not self.groups:
            self.at_rest()

    def at_rest(self) -> None:
        """All of the last move has been seen."""
        self.untold = []
        self.playing = False
        self.seen = self.match.position()

    def reset(self) -> None:
        """All cards where they lie now, without motion."""
        self.sprites = [Sprite.of(placed) for placed in self.placed()]
        self.groups.clear()
        self.waits = False
        self.last = self.lately()
        self.settle(animate=False)
        self.at_rest()

    def lately(self) -> set[tuple[str, int | None, int]]:
        """Where the cards lie that the last move brought to the table."""
        before = self.match.copy()
        events = before.play(self.match.moves[-1]) if before.undo() else []
        moved = [event for event in events if event.kind == "card" and event.target not in HELD]
        places = [-1 if event.place is None else event.place for event in moved]
        return {(e.target, e.target_seat, at) for e, at in zip(moved, places, strict=True)}

    def settle(self, animate: bool) -> None:
        """Sends every sprite where it belongs."""
        length = self.motion.length("card") if animate else 0
        stagger = self.motion.length("stagger")
        moved = 0
        self.state = cast("State", self.match.state(self.viewer))
        for sprite in self.sprites:
            if sprite.rect.w <= 1:
                sprite.rect = Rect(self.area.centerx, self.area.y, 1, 1)
        places = self.arranged()
        for sprite in self.sprites:
            target = places.get(sprite, sprite.rect)
            if target != sprite.rect:
                # One after another they would tell how many they are.
                delay = 0 if self.memory else stagger * moved
                sprite.send(target, self.motion, length, delay)
                moved += sprite.start is not None
            elif sprite.before != "" and length > 0:
                sprite.turn_here(self.motion)

    def show(self, events: list[Event]) -> None:
        """Plays out what a move caused, group by group."""
        self.finish()
        self.before = copy(self.state)
        self.playing = True
        self.last.clear()
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
        for event in events:
            if event.kind == "card":
                self.carry(event)
            elif event.kind in ("up", "down"):
                self.turn_over(event)
        if not self.groups:
            self.reconcile()
        self.settle(animate=True)
        self.due = self.interlude(events)
        self.next_at = max(self.motion.now, self.motion.until)
        self.waits = bool(self.groups) and self.due is None and self.glance(self.groups[0])
        if self.groups and not self.waits:
            self.next_at += self.motion.length(self.rest(self.groups[0]))
            self.motion.hold(self.next_at + 1)

    def go_on(self) -> None:
        """Shows the next group of events; what does not move is seen at once."""
        self.step()
        if self.rested():
            self.come_to_rest()

    def turn_over(self, event: Event) -> None:
        """Turns the card of an event over."""
        spot = (event.target, event.target_seat, event.place)
        for sprite in self.sprites:
            if sprite.spot == spot:
                sprite.turn(event.card if event.kind == "up" else None)

    def carry(self, event: Event) -> None:
        """Takes the sprite of a card event to its new zone."""
        source = (event.source, event.source_seat)
        there = [s for s in self.sprites if (s.zone, s.seat) == source]
        if not there:
            return
        face = event.card if event.seen_by(self.viewer) else None
        first = [s for s in self.leading if s in there]
        found = next((s for s in first + there if s.card == face), there[0])
        found.zone = event.target
        found.seat = event.target_seat
        found.place = -1 if event.place is None else event.place
        found.turn(face)
        if found.zone not in HELD:
            self.last.add(found.spot)

    def reconcile(self) -> None:
        """Makes the sprites those of the match: equal ones stay, others travel, come and go."""
        self.leading.clear()
        wanted = self.placed()
        found = pair(self.sprites, wanted)
        self.sprites = []
        for placed, sprite in zip(wanted, found, strict=True):
            now = sprite or Sprite.of(placed)
            now.lie(placed)
            self.sprites.append(now)

    def follow(self) -> None:
        """Goes to the match's position by the difference alone (undo, redo, another viewer)."""
        self.groups.clear()
        self.waits = False
        self.due = None
        self.last = self.lately()
        self.reconcile()
        self.settle(animate=True)
        self.at_rest()

    def finish(self) -> None:
        """Ends what still moves, up to what comes between."""
        while self.groups and self.due is None:
            self.step()
        self.waits = False
        self.motion.finish()
        self.next_at = self.motion.now
        self.come_to_rest()

    def proceed(self) -> None:
        """A sign of the person: what moves comes to rest, what rests and waits goes on."""
        if self.motion.busy:
            self.motion.finish()
        else:
            self.finish()

    def tick(self) -> bool:
        """Goes on with what is still to be shown; true while there is something."""
        self.land()
        told = (self.untold or (self.playing and not self.groups)) and self.rested()
        if told:
            self.come_to_rest()
        if self.waits:
            return self.motion.busy or bool(told)
        left = self.due is not None or bool(self.groups)
        ready = left and self.motion.now >= self.next_at
        if ready and self.due is not None:
            come = self.due
            self.due = None
            come()
        elif ready:
            self.go_on()
        left = bool(self.groups) or self.due is not None
        return bool(told) or ready or left or self.motion.busy

    def sight(self, zone: str, seat: int | None, place: int | None) -> Rect | None:
        """Where to look: a place of the table, or cards of a zone, of a seat, a single one."""
        rects = [
            sprite.rect if place is None else self.uncovered(sprite)
            for sprite in self.sprites
            if (sprite.zone == zone and seat in (None, sprite.seat))
            and place in (None, sprite.place)
        ]
        return self.sites().get(zone) or (rects[0].unionall(rects) if rects else None)

    def uncovered(self, sprite: Sprite) -> Rect:
        """The part of a card that the next one of its row does not cover."""
        rect = sprite.rect
        row = [s.rect.x for s in self.sprites if (s.zone, s.seat) == (sprite.zone, sprite.seat)]
        edge = min([x for x in row if rect.x < x < rect.right], default=rect.right)
        return Rect(rect.x, rect.y, edge - rect.x, rect.h)

    def of(self, zone: str, seat: int | None = None) -> list[Sprite]:
        """The sprites of a zone in order."""
        found = (s for s in self.sprites if s.zone == zone and s.seat == seat)
        return sorted(found, key=lambda s: s.place)


# ---- rows of cards ----


def fan(cards: list[Sprite], area: Rect, size: Size, gap: int, arc: int) -> Places:
    """A row of cards in the middle of an area, closer together where it is narrow, on a shallow
    arc."""
    wide, high = size
    gaps = len(cards) - 1
    step = min(wide + gap, (area.w - wide) / max(1, gaps))
    left = area.centerx - (step * gaps + wide) / 2
    top = area.centery - high / 2
    middle = gaps / 2
    places = {}
    for number, sprite in enumerate(cards):
        bend = arc * ((number - middle) / max(1.0, middle)) ** 2 if len(cards) > 2 else 0
        places[sprite] = Rect(round(left + step * number), round(top + bend), wide, high)
    return places


def in_line(cards: list[Sprite], sizes: list[Size], area: Rect, gap: int) -> Places:
    """Cards from the left, along the bottom of an area, closer together where it is narrow; none
    beyond it, unless wider."""
    last = sum(wide for wide, _ in sizes[-1:])
    whole = sum(wide for wide, _ in sizes) + gap * len(sizes) - last
    tight = min(1.0, (area.w - last) / max(1, whole))
    places: Places = {}
    x = float(area.x)
    for sprite, (wide, high) in zip(cards, sizes, strict=True):
        left = max(area.x, min(round(x), area.right - wide))
        places[sprite] = Rect(left, area.bottom - high, wide, high)
        x += (wide + gap) * tight
    return places


def in_rows(cards: list[Sprite], area: Rect, size: Size, count: int, shown: float) -> Places:
    """So many cards a row; of the upper rows a share of the height is shown."""
    wide, high = size
    places: Places = {}
    for number, sprite in enumerate(cards):
        x = area.x + round(number % count * (area.w - wide) / (count - 1))
        y = area.y + round(number // count * shown * high)
        places[sprite] = Rect(x, y, wide, high)
    return places
