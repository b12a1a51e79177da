"""What the dragons at a table say, and how they look: from what everybody at it sees, and nothing else.

Which events they answer to stands in assets/GAME/talk.toml, their lines in assets/strings/talk.*.toml.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, Protocol, get_args

from ..files import game_tables, theme
from ..match import Match
from ..store.forms import OPPONENTS
from ..store.settings import Settings
from ..strengths import Mixture, player, strength
from ..strings import Strings
from ..values import Event

Mood = Literal["calm", "pleased", "stung"]
MOODS: tuple[Mood, ...] = get_args(Mood)
TIMES: dict[str, int] = theme()["talk"]  # milliseconds
KINDS = ("greeting", "praise", "rue", "won", "lost", "tied")
Rows = dict[tuple[int, str, int], int]  # of everybody's score: seat, label and number, and what it is worth


class Clock(Protocol):
    now: float  # milliseconds


class Said(NamedTuple):
    """A line at the table, and who says it."""

    seat: int
    kind: str
    words: str


class Deed(NamedTuple):
    """Something that everybody has seen: whose deed it is, whom it touches, whether it is good for the
    first."""

    by: int
    on: tuple[int, ...]
    good: bool


class Occasion(NamedTuple):
    """What is answered to: a row of assets/GAME/talk.toml, which says what each part means."""

    good: bool
    by: str
    on: str = ""
    event: str = ""
    row: int = 0
    least: int | None = None
    most: int | None = None

    def deeds(self, events: Iterable[Event], seats: int) -> Iterator[Deed]:
        """Those among some events."""
        for event in events:
            name = f"{event.kind}.{event.what}" if event.what else event.kind
            public = all(event.seen_by(seat) for seat in range(seats))
            if name == self.event and public and self.amounts(event.amount):
                by: int = getattr(event, self.by)
                yield Deed(by, self.touched(event, by, seats), self.good)

    def amounts(self, amount: int) -> bool:
        return (self.least is None or amount >= self.least) and (self.most is None or amount <= self.most)

    def touched(self, event: Event, by: int, seats: int) -> tuple[int, ...]:
        """The seats that it touches besides the one whose deed it is."""
        if self.on == "others":
            return tuple(seat for seat in range(seats) if seat != by)
        return (getattr(event, self.on),) if self.on else ()

    def reached(self, before: Rows, now: Rows, mover: int) -> Iterator[Deed]:
        """Rows that have reached so much by a move."""
        for place, worth in now.items():
            owner = place[0]
            own = "own" if owner == mover else "given"
            if self.row and own == self.by and before.get(place, 0) < self.row <= worth:
                yield Deed(mover, () if owner == mover else (owner,), self.good)


def occasions(game: str) -> list[Occasion]:
    """What the dragons of a game answer to; nothing if it has no table."""
    return [Occasion(**row) for row in game_tables("talk.toml")[game].get("occasion", [])]


class Talk:
    """The dragons of one match: what they say and how they look, by the clock of the table."""

    def __init__(self, match: Match, humans: list[int], settings: Settings, clock: Clock) -> None:
        self.match = match
        self.humans = humans
        self.settings = settings
        self.clock = clock
        self.occasions = occasions(match.game)
        self.machines = [seat for seat in range(match.seats_count) if seat not in humans]
        self.quiet = not (humans and self.machines)  # nobody to talk, or nobody to talk to
        self.said: Said | None = None  # while it can be read
        self.until = 0.0
        self.next_at = 0.0  # before that nobody says more
        self.last = ""  # the line that was said last
        self.greeted = bool(match.moves)  # nobody greets in the middle of a match
        self.moods: dict[int, tuple[Mood, float]] = {}  # and until when
        self.rows = self.rows_now()

    # What is seen

    def rows_now(self) -> Rows:
        """Everybody's rows, where a row is an occasion."""
        if not any(one.row for one in self.occasions):
            return {}
        seats = range(self.match.seats_count)
        return {(seat, row.label, row.count): row.value for seat in seats for row in self.match.breakdown(seat)}

    def greet(self, t: Strings) -> None:
        """One of the dragons greets, once, when the match begins."""
        if not self.greeted:
            self.greeted = True
            self.say("greeting", self.chosen(self.machines, "greeting"), t)

    def hear(self, events: list[Event], t: Strings) -> None:
        """Takes in events when they have been seen: looks, and perhaps says something."""
        for deed in sorted(self.deeds(events), key=lambda deed: deed.by not in self.humans):
            self.feel([deed.by], "pleased" if deed.good else "stung")
            self.feel(deed.on, "stung" if deed.good else "pleased")
            self.answer(deed, t)

    def deeds(self, events: list[Event]) -> list[Deed]:
        """What these events are for the dragons."""
        seats = self.match.seats_count
        found = [deed for one in self.occasions for deed in one.deeds(events, seats)]
        before, self.rows = self.rows, self.rows_now()
        for mover in {event.seat for event in events if event.kind == "card" and event.seat is not None}:
            found += [deed for one in self.occasions for deed in one.reached(before, self.rows, mover)]
        return found

    def follow(self) -> None:
        """The match has been taken elsewhere: what was said and felt is past."""
        self.hush()
        self.moods.clear()
        self.rows = self.rows_now()

    # Moods

    def feel(self, seats: Iterable[int], mood: Mood) -> None:
        """Dragons look different for a while."""
        until = self.clock.now + TIMES["mood"]
        self.moods |= {seat: (mood, until) for seat in seats if seat in self.machines}

    def mood(self, seat: int) -> Mood:
        """How a seat looks now."""
        mood, until = self.moods.get(seat, ("calm", 0.0))
        return mood if self.clock.now < until else "calm"

    # Lines

    def answer(self, deed: Deed, t: Strings) -> None:
        """Speaks of a person's good deed, or of a dragon's own bad one."""
        if deed.good and deed.by in self.humans:
            touched = [seat for seat in deed.on if seat in self.machines]
            self.say("praise", self.chosen(touched or self.machines, "praise"), t)
        elif not deed.good and deed.by in self.machines:
            self.say("rue", deed.by, t)

    def say(self, kind: str, seat: int | None, t: Strings) -> None:
        """Lets a dragon say a line, unless somebody spoke a short while ago."""
        if self.quiet or not self.settings.talk or seat is None or self.clock.now < self.next_at:
            return
        words = self.line(kind, seat, t)
        if words:
            self.said = Said(seat, kind, words)
            self.last = words
            self.until = self.clock.now + TIMES["shown"]
            self.next_at = self.clock.now + TIMES["every"]

    def line(self, kind: str, seat: int, t: Strings) -> str:
        """What a dragon says: one of its lines for it, but not the one that was said last."""
        lines = lines_of(t, t.seat(self.match.seats, seat, self.match.game), kind)
        fresh = [line for line in lines if line != self.last] or lines
        return self.chance(kind).choice(fresh) if fresh else ""

    def chosen(self, seats: list[int], kind: str) -> int | None:
        """Who speaks of several."""
        return self.chance(f"who {kind}").choice(seats) if seats else None

    def chance(self, what: str) -> random.Random:
        """Chance that is the same whenever this deal comes to this move."""
        return random.Random(f"{self.match.seed} {len(self.match.moves)} {what}")

    def farewell(self, t: Strings) -> Said | None:
        """What a dragon says of the result, and how it looks; None if nobody speaks. It is said beside
        the result, whatever was said before."""
        found = self.last_speaker()
        if self.quiet or not self.settings.talk or found is None:
            return None
        seat, kind = found
        words = self.line(kind, seat, t)
        return Said(seat, kind, words) if words else None

    def last_speaker(self) -> tuple[int, str] | None:
        """Who speaks at the end, and how it ended for that dragon: a loser to a person who has won, a
        winner to one who has lost."""
        winners = self.match.winners
        won = [seat for seat in self.machines if seat in winners]
        lost = [seat for seat in self.machines if seat not in winners]
        if not any(seat in winners for seat in self.humans):
            seats, kind = won, "won"
        else:
            seats, kind = (lost, "lost") if lost else (won, "tied")
        seat = self.chosen(seats, kind)
        return None if seat is None else (seat, kind)

    def hush(self) -> None:
        """Ends what is being said."""
        self.said = None

    def tick(self) -> bool:
        """Ends what has been said and felt for long enough; true if something has ended."""
        now = self.clock.now
        over = [seat for seat, (_, until) in self.moods.items() if now >= until]
        for seat in over:
            del self.moods[seat]
        read = self.said is not None and now >= self.until
        if read:
            self.hush()
        return read or bool(over)


def lines_of(t: Strings, name: str, kind: str) -> list[str]:
    """All lines of a dragon for an occasion."""
    found: list[str] = []
    while (key := f"says.{name}.{kind}.{len(found) + 1}") in t:
        found.append(t(key))
    return found


def plays_like(t: Strings, match: Match, seat: int) -> str:
    """A sentence about how a seat plays: as its level, or between two of them; "" if there is none."""
    words, elo = manner(t, player(match, seat)), strength(match, seat)
    return words if elo is None else f"{t('seat.strength', elo=elo)}. {words}"


def manner(t: Strings, mixture: Mixture) -> str:
    """A sentence about how a player plays."""
    if mixture.weight in (0, 1) and mixture.surely in OPPONENTS:
        return t.tip(f"level.{mixture.surely}")
    if mixture.lower not in OPPONENTS:
        return t("seat.beginner.tip")
    lower, upper = (t(f"level.{level}") for level in (mixture.lower, mixture.upper))
    return t("seat.rated.tip", lower=lower, upper=upper)


def about(t: Strings, name: str) -> str:
    """A sentence about a dragon; "" if there is none."""
    key = f"says.{name}.about"
    return t(key) if key in t else ""

