"""What a table makes much of: moments, and points on their way to the one who won them.

A game's table of moments (assets/GAME/table.toml) says which event, from which amount on, brings
which moment: how long it lasts, how it sounds, what it lights and how it is painted. All of it runs
on the clock of the motion and ends with it. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pygame import Rect

from ..values import Event
from .geometry import Point
from .motion import Motion, ease
from .theme import THEME, table_data

LOOK: dict[str, Any] = THEME["moments"]
Owner = int | tuple[str, int]  # who gains points: a seat, or a line of the grid


class MomentForm(NamedTuple):
    """A row of a game's table of moments."""

    name: str
    event: str  # what is announced, or what the board calls it
    lasts: str  # one of the theme's durations
    sound: str
    paint: tuple[str, ...]  # what is painted, one over the other
    lights: str  # "cards" that moved, the "places" that they left, the seat's "plate", or the "table"
    zone: str = ""  # only cards of this zone; empty: of any
    picture: str = ""  # on a medal over what is lit
    least: int = 0  # least amount of the event
    round: bool = False  # whether the lit thing is a medallion


class Occasion(NamedTuple):
    """Something that happened and may be worth a moment."""

    event: str
    seat: int | None
    amount: int
    lit: tuple[Rect, ...] = ()  # empty: the form says what is lit
    told: str = ""  # what to say; empty: the words of the form
    seen: tuple[Rect, ...] = ()  # cards that tell why: they stay bright and in view
    picture: str = ""  # on the medal; empty: that of the form
    medal: Rect | None = None  # in whose middle the medal stands; None: where the board says


class Moment(NamedTuple):
    """A moment under way."""

    form: MomentForm
    lit: tuple[Rect, ...]
    words: str
    began: float
    length: float
    ribbon: Rect | None = None  # where the words stand
    medal: Rect | None = None  # in whose middle a medal stands; None: over what is lit
    high: Rect | None = None  # where what is lit is lifted to
    seen: tuple[Rect, ...] = ()  # what stays bright beside it
    picture: str = ""  # on the medal


class Flight(NamedTuple):
    """Something on its way across the table: a picture, or words for a number of points."""

    picture: str
    words: str
    start: Rect
    end: Rect
    began: float
    length: float


class Glint(NamedTuple):
    """Light that runs over a place once."""

    rect: Rect
    began: float
    length: float


class Gain(NamedTuple):
    """Points that are being counted to somebody's score."""

    owner: Owner
    amount: int
    began: float
    length: float


class Cue(NamedTuple):
    """A sound and when it is to be heard."""

    sound: str
    at: float


def read_forms(game: str) -> list[MomentForm]:
    """A game's table of moments, in order."""
    rows = table_data(game).get("moments", {})
    return [MomentForm(name, **row | {"paint": tuple(row["paint"])}) for name, row in rows.items()]


def points_of(events: Iterable[Event]) -> dict[int, int]:
    """What each seat scores by these events."""
    found: dict[int, int] = {}
    for event in events:
        if event.kind == "score" and event.seat is not None:
            found[event.seat] = found.get(event.seat, 0) + event.amount
    return found


class Moments:
    """The moments of a table and the points that fly over it."""

    def __init__(self, motion: Motion, forms: Sequence[MomentForm]) -> None:
        self.motion = motion
        self.forms = forms
        self.scenes: list[Moment] = []
        self.flights: list[Flight] = []
        self.glints: list[Glint] = []
        self.gains: list[Gain] = []  # gains by the move being shown
        self.counted: list[Gain] = []  # gains by earlier events of the same move
        self.cues: list[Cue] = []

    # the table

    def form(self, occasion: Occasion) -> MomentForm | None:
        """The moment that an occasion is worth: the first that it is enough for."""
        enough = (
            form
            for form in self.forms
            if form.event == occasion.event and occasion.amount >= form.least
        )
        return next(enough, None)

    def begin(
        self,
        form: MomentForm,
        lit: Iterable[Rect],
        words: str,
        at: float,
        ribbon: Rect | None = None,
        medal: Rect | None = None,
        high: Rect | None = None,
        seen: tuple[Rect, ...] = (),
        picture: str = "",
    ) -> None:
        length = self.motion.length(form.lasts)
        picture = picture or form.picture
        self.scenes.append(Moment(form, tuple(lit), words, at, length, ribbon, medal, high, seen, picture))
        self.cues.append(Cue(form.sound, at))
        if length:
            self.motion.hold(at + length)

    def cue(self, sound: str, at: float) -> None:
        """Has a sound heard at a time."""
        self.cues.append(Cue(sound, at))

    # points

    def fly(
        self, picture: str, words: str, start: Rect, end: Rect, at: float, lasts: str, counts: Rect | None = None
    ) -> float:
        """Sends something across the table, each a little after the one before; tells when it
        arrives. Then a glint runs over what it is counted on, which is where it arrives unless `counts` says
        otherwise."""
        length = self.motion.length(lasts)
        began = at + len(self.flights) * self.motion.length("stagger")
        if length:
            self.flights.append(Flight(picture, words, start, end, began, length))
            gleam = Glint(counts or end, began + length, self.motion.length("glint"))
            self.glints.append(gleam)
            self.motion.hold(gleam.began + gleam.length)
        return began + length

    def gain(self, owner: Owner, amount: int, at: float, lasts: str) -> None:
        """Counts points to a score from a time on."""
        length = self.motion.length(lasts)
        self.gains.append(Gain(owner, amount, at, length))
        if length:
            self.motion.hold(at + length)

    def on_way(self, owner: Owner) -> int:
        """How many of the points that are being shown have arrived."""
        return sum(round(gain.amount * ease(self.share(gain))) for gain in self.of(owner))

    def gained(self, owner: Owner) -> int:
        """How many points of the move that is being shown have arrived."""
        before = sum(gain.amount for gain in self.counted if gain.owner == owner)
        return before + self.on_way(owner)

    @property
    def owners(self) -> set[Owner]:
        """Who gains by the move that is being shown."""
        return {gain.owner for gain in (*self.counted, *self.gains)}

    def of(self, owner: Owner) -> list[Gain]:
        """What somebody gains now."""
        return [gain for gain in self.gains if gain.owner == owner]

    # the clock

    def share(self, what: Moment | Flight | Gain | Glint) -> float:
        """How much of it is over, 0 .. 1; 1 once motion was ended."""
        if not self.motion.busy:
            return 1.0
        if what.length <= 0:
            return float(self.motion.now >= what.began)
        return max(0.0, min(1.0, (self.motion.now - what.began) / what.length))

    def under_way(self) -> list[tuple[Moment, float]]:
        """The moments to be seen now, and how much of each is over."""
        return self.seen_of(self.scenes)

    def told_at(self, point: Point) -> bool:
        """Whether the words of a moment stand at a point now."""
        return any(moment.ribbon.collidepoint(point) for moment, _ in self.under_way() if moment.ribbon)

    def flying(self) -> list[tuple[Flight, float]]:
        """What is in the air now, and how much of its way is done."""
        return self.seen_of(self.flights)

    def glinting(self) -> list[tuple[Glint, float]]:
        """The glints to be seen now, and how far each has run."""
        return self.seen_of(self.glints)

    def seen_of(self, things: Iterable[Any]) -> list[tuple[Any, float]]:
        """Those that have begun and are not over."""
        shares = ((thing, self.share(thing)) for thing in things)
        now = self.motion.now
        return [(thing, share) for thing, share in shares if thing.began <= now and share < 1]

    @property
    def still(self) -> bool:
        """Whether nothing is under way, or about to be."""
        things: list[Moment | Flight | Gain | Glint] = [*self.scenes, *self.flights, *self.gains, *self.glints]
        return all(self.share(thing) == 1 for thing in things)

    def due(self) -> list[str]:
        """Takes the sounds that are to be heard by now; all, if motion was ended."""
        by = self.motion.now if self.motion.busy else float("inf")
        found = [cue.sound for cue in self.cues if cue.at <= by]
        self.cues = [cue for cue in self.cues if cue.at > by]
        return found

    def arrive(self) -> None:
        """All that was shown has been seen; its points are counted."""
        self.counted += self.gains
        self.scenes, self.flights, self.gains, self.glints = [], [], [], []

    def clear(self) -> None:
        """A move has been seen as a whole: the scores hold what it brought."""
        self.arrive()
        self.counted = []
