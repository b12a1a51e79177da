"""What the statistics and the list of records say: choices among the games, and what those tell, in
words, curves and bars.

Nothing here draws; plates.py lays it out.
"""

from __future__ import annotations

import datetime
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ..files import game_tables
from ..games import GAMES
from ..match import Match
from ..store import history
from ..store.chronicle import Chronicle, known
from ..store.forms import OPPONENTS
from ..store.history import (
    KINDS,
    LENGTHS,
    Filter,
    Games,
    Played,
    Summary,
)
from ..store.index import Index, index_of
from ..store.tables import Shelf
from ..strings import Strings

PERIODS = {"week": 7, "month": 30, "year": 365}  # days
RESULTS = ("won", "shared", "lost", "other")
RIGHT = ("accuracy", "date")  # columns of the list of records that are set to the right
HELP = ("without", "with")
CURVES = ("wins", "accuracy", "loss", "margin", "rating")
RUNNING = 10  # games whose mean a point of a curve is


class Sieve:
    """Some choices, each of several values."""

    def __init__(self, **values: Sequence[str]) -> None:
        self.values = values
        self.chosen = {name: some[0] for name, some in values.items()}

    def __getitem__(self, name: str) -> str:
        return self.chosen[name]

    def change(self, name: str, step: int) -> None:
        """Another value of a choice."""
        some = self.values[name]
        self.chosen[name] = some[(some.index(self.chosen[name]) + step) % len(some)]

    def said(self, name: str, t: Strings) -> str:
        """The value of a choice in words."""
        value = self.chosen[name]
        key = {"game": f"game.{value}.name", "level": f"level.{value}"}.get(name, "")
        return t(key if value and key else f"sieve.{name}.{value or 'any'}")


def games_sieve() -> Sieve:
    """What the statistics may be asked about."""
    return Sieve(
        game=("", *GAMES),
        level=("", *OPPONENTS),
        period=("", *PERIODS),
        length=("", *LENGTHS),
        help=("", *HELP),
        curve=CURVES,
    )


def records_sieve() -> Sieve:
    """What records may be looked for by."""
    return Sieve(game=("", *GAMES), result=("", *RESULTS), level=("", *OPPONENTS))


def sifted(games: Games, sieve: Sieve, today: datetime.date) -> Games:
    """The games that the choices leave."""
    days = PERIODS.get(sieve["period"])
    since = f"{today - datetime.timedelta(days):%Y-%m-%d}" if days else ""
    helped = {"with": True, "without": False}.get(sieve["help"])
    game, level, length = sieve["game"], sieve["level"], sieve["length"]
    return games.select(Filter(game, level, length, since, assisted=helped))


# ---- numbers in words ----


def unit(game: str, value: float, t: Strings, sign: bool = False) -> str:
    """A value of a game's positions or moves, with its unit."""
    factor, digits = unit_of(game)
    key = f"unit.{game}"
    return t(key if key in t else "unit.points", amount=t.number(value * factor, digits, sign))


def unit_of(game: str) -> tuple[float, int]:
    """What a value is told times, and with how many digits."""
    factor, digits = game_tables("theme.toml").get(game, {}).get("unit", (1, 1))
    return factor, digits


def percent(share: float | None, t: Strings) -> str:
    """A share in words."""
    return "–" if share is None else t("unit.percent", amount=t.number(100 * share))


def points(value: float | None, t: Strings) -> str:
    """A score or an accuracy."""
    if value is None:
        return "–"
    return t.number(value, 1 if abs(value) < 1000 else 0)


def lasting(seconds: float | None, t: Strings) -> str:
    """How long a game takes."""
    if seconds is None:
        return "–"
    whole = round(seconds)
    return t("unit.time", minutes=whole // 60, seconds=f"{whole % 60:02}")


def strength(games: Games, game: str, t: Strings) -> str:
    """A rating with its uncertainty; it counts all games without help, whatever else is chosen."""
    found = history.rating(history.rated_lately(games, game, history.REACH), game)
    if not found.games:
        return "–"
    return t("statistics.give", value=t.number(found.value), error=t.number(found.error))


class Row(NamedTuple):
    """A line of numbers: the keys of its name and of what it means ("" = nothing), its value."""

    name: str
    value: str
    tip: str = ""


def table(games: Games, every: Games, game: str, t: Strings) -> list[Row]:
    """What some games come to; every: those that a rating is made of. What does not compare between
    games is told of one game alone, of all of them a line for each."""
    told = games.summary()
    rows = {
        "played": t.number(told.played),
        "results": f"{told.won} · {told.shared} · {told.lost}",
        "share": percent(won_share(told), t),
        "run": t("statistics.row", now=told.run, best=told.best_run),
        "losses": t("statistics.most", most=told.worst_run),
        "accuracy": t("statistics.of", value=points(told.accuracy, t), games=games.graded()),
        "time": lasting(told.seconds, t),
    }
    if game:
        loss = "–" if told.loss is None else unit(game, told.loss, t)
        rows |= {"loss": loss, "score": points(told.score, t), "margin": points(told.margin, t)}
        rows["rating"] = strength(every, game, t)
    lines = [
        Row(f"statistics.{name}", value, f"statistics.{name}.tip") for name, value in rows.items()
    ]
    found = {} if game else games.by_game()
    heads = [Row("statistics.by_game", t("statistics.one_head"))] if found else []
    return lines + heads + [game_row(name, one, every, t) for name, one in found.items()]


def game_row(name: str, one: Summary, every: Games, t: Strings) -> Row:
    """A game among all: how many, won how often, how strong."""
    said = t(
        "statistics.one",
        games=one.played,
        won=percent(won_share(one), t),
        rating=strength(every, name, t),
    )
    return Row(f"game.{name}.name", said, "statistics.one.tip")


def won_share(told: Summary) -> float | None:
    """The share of wins, a shared one counted half; None of no games."""
    return (told.won + told.shared / 2) / told.played if told.played else None


def comeback(best: Played | None, t: Strings) -> tuple[str, str]:
    """The best comeback in words, and the name of its match; "" where there is none."""
    if best is None:
        return t("statistics.no_comeback"), ""
    low = unit(best.game, best.low or 0, t, sign=True)
    game = t(f"game.{best.game}.name")
    return t("statistics.comeback", game=game, low=low, date=t.day(best.date)), best.id


# ---- bars ----


class Bar(NamedTuple):
    """A bar: the key of its name, its length as a share, what it says."""

    key: str
    share: float
    said: str


def bars(games: Games, game: str, t: Strings) -> dict[str, list[Bar]]:
    """Accuracy by game (of one game: by stage), and which kind of mistake costs how much."""
    if game:
        found = games.accuracies() or ()
        accuracy = dict(
            zip((f"stage.{name}" for name in ("opening", "middle", "ending")), found, strict=False)
        )
    else:
        accuracy = {
            f"game.{name}.name": one.accuracy
            for name, one in games.by_game().items()
            if one.accuracy is not None
        }
    shares = games.cost_shares() or {}
    return {
        "stages" if game else "games": [
            Bar(key, n / 100, points(n, t)) for key, n in accuracy.items()
        ],
        "costs": [
            Bar(f"kind.{kind}", shares[kind], percent(shares[kind], t)) for kind in KINDS if shares
        ],
    }


# ---- curves ----


class Curve(NamedTuple):
    """Points of a curve by date; half: by how much each may be off. low to high is its axis, ticks
    are values on it."""

    dates: list[str]
    values: list[float]
    halves: list[float]
    low: float
    high: float
    ticks: list[float]


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round values from at most low to at least high, at most so many and one more."""
    span = max(high - low, 1e-9)
    step: float = 10.0 ** math.floor(math.log10(span / most))
    step = next(step * n for n in (1, 2, 5, 10, 20) if span / (step * n) <= most - 1)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(n * step, 10) for n in range(first, max(last, first + 1) + 1)]


VALUES: Mapping[str, Callable[[Played], float | None]] = {
    "wins": lambda one: 100 * one.share,
    "accuracy": lambda one: one.accuracy,
    "loss": lambda one: None if one.loss is None else one.loss * unit_of(one.game)[0],
    "margin": lambda one: one.margin,
}
RANGES = {"wins": (0.0, 100.0), "accuracy": (0.0, 100.0)}


def curve(games: Games, every: Games, sieve: Sieve) -> Curve | None:
    """The curve that was chosen; every: those that a rating is made of. None where there is none:
    too few games, or values of several games that do not compare."""
    name, game = sieve["curve"], sieve["game"]
    if not game and name not in RANGES:
        return None
    halves: list[float] = []
    if name == "rating":
        rated = history.ratings(history.rated_lately(every, game), game)
        found = [(day, one.value) for day, one in rated]
        halves = [one.error for _, one in rated]
    else:
        latest = games.latest("" if name == "wins" else name)
        some = list(islice(latest, history.SHOWN + RUNNING - 1))[::-1]
        found = history.curve(some, VALUES[name], RUNNING)
    if len(found) < 2:
        return None
    values = [value for _, value in found]
    off = halves or [0.0] * len(values)
    low = min(value - half for value, half in zip(values, off, strict=True))
    high = max(value + half for value, half in zip(values, off, strict=True))
    if name == "loss":
        low = 0.0
    marks = ticks(*RANGES.get(name, (low, high)))
    return Curve([day for day, _ in found], values, halves, marks[0], marks[-1], marks)


def place(one: Curve, number: int, value: float, size: tuple[int, int]) -> tuple[float, float]:
    """Where a value lies in a picture of a size."""
    x = number * size[0] / max(1, len(one.values) - 1)
    return x, size[1] * (one.high - value) / (one.high - one.low)


def curve_title(sieve: Sieve, t: Strings) -> str:
    """What the chosen curve shows, with its unit."""
    name, game = sieve["curve"], sieve["game"]
    key = f"unit.{game}" if f"unit.{game}" in t else "unit.points"
    of = t(key, amount="").strip() if name == "loss" and game else ""
    title = "statistics.curve_rating" if name == "rating" else "statistics.curve"
    return t(title, name=t(f"sieve.curve.{name}") + (f" ({of})" if of else ""), games=RUNNING)


# ---- the list of records ----


def result_of(one: Played | None) -> str:
    """Which of RESULTS a record has; one that the history does not count is of the last."""
    if one is None:
        return "other"
    return history.ending_of(one.share)


def row_told(match: Match, one: Played | None, t: Strings) -> dict[str, str]:
    """A record in words, by the columns of the list."""
    accuracy = one.accuracy if one else None
    return {
        "game": t(f"game.{match.game}.name"),
        "against": counted(one.against if one else match.seats, t),
        "result": ended(match, one, t) if match.over else t("records.under_way"),
        "accuracy": points(accuracy, t),
        "date": t.day(one.date if one else str(match.extra.get("played", ""))),
    }


def ended(match: Match, one: Played | None, t: Strings) -> str:
    """The result of a match: the person's, with both scores or the own one; else all scores."""
    scores = [t.plain(score) for score in match.scores]
    if one is None:
        return " : ".join(scores)
    own = [scores.pop(one.seat)] if one.seat < len(scores) else []
    shown = own + scores if len(scores) == 1 else own
    return f"{t(f'sieve.result.{result_of(one)}')}  {' : '.join(shown)}"


def counted(seats: Sequence[str], t: Strings) -> str:
    """Who sat there, each level once with its number."""
    several = Counter(who for who in seats if who)
    return " · ".join(
        f"{n} × {t(f'level.{who}')}" if n > 1 else t(f"level.{who}") for who, n in several.items()
    )


# ---- what the scenes hold ----


class Reading:
    """A page of a history that may still be being read: how much of it is known, and when the page
    is to be made anew."""

    STEP = 0.1  # of the history

    def __init__(self, index: Index, make: Callable[[], None]) -> None:
        """make: makes the page by what is known now, and then calls made()."""
        self.index = index
        self.make = make
        self.share = 0.0  # of the history, when the page was made
        self.percent = 100  # of it, as it is told

    def made(self) -> None:
        """The page was just made."""
        self.share = self.known()
        self.percent = round(100 * self.share)

    @property
    def whole(self) -> bool:
        """Whether the page was made of all of it."""
        return self.share == 1

    def known(self) -> float:
        """How much of the history is known."""
        return 1.0 if self.index.whole else min(self.index.share, 0.99)

    def tick(self) -> bool:
        """Follows the index; whether there is anything new to show."""
        if self.whole:
            return False
        self.index.sync()
        share, before = self.known(), self.percent
        self.percent = round(100 * share)
        if share == 1 or share >= self.share + self.STEP:
            self.make()
        return self.percent != before

    def so_far(self, title: str, t: Strings) -> str:
        """The title of the page, and how much is known."""
        return title if self.whole else t("word.so_far", title=title, percent=self.percent)


class Overview:
    """The statistics of a person: some choices, and what the games that they leave come to."""

    def __init__(self, chronicle: Chronicle, t: Strings, chosen: Mapping[str, str]) -> None:
        self.index = index_of(chronicle)
        self.reading = Reading(self.index, self.read)
        self.t = t
        self.sieve = games_sieve()
        self.sieve.chosen |= chosen
        self.read()

    def read(self) -> None:
        """Looks at the games that are chosen, as far as they are known."""
        self.index.ask(self.look)
        self.reading.made()

    def look(self, shelf: Shelf) -> None:
        """The same on a shelf."""
        every, game = shelf.games(), self.sieve["game"]
        self.any = len(every) > 0
        self.games = self.chosen(shelf)
        self.rows = table(self.games, every, game, self.t)
        self.bars = bars(self.games, game, self.t)
        self.curve = curve(self.games, every, self.sieve)
        self.comeback = comeback(self.games.comeback(), self.t)

    def to_csv(self) -> str:
        """The chosen games as a table."""
        return self.index.ask(lambda shelf: history.to_csv(self.chosen(shelf).each()))

    def chosen(self, shelf: Shelf) -> Games:
        """The games of a shelf that the choices leave."""
        return sifted(shelf.games(), self.sieve, datetime.datetime.now(datetime.UTC).date())


class Kept:
    """The records of a person, as far as they are looked for; none is opened before it is shown."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.index = index_of(chronicle)
        self.reading = Reading(self.index, self.read)
        self.chronicle = chronicle
        self.sieve = records_sieve()
        self.reload()

    def reload(self) -> None:
        """Reads the list anew."""
        self.all = self.chronicle.records()
        self.read()

    def read(self) -> None:
        """Looks at the records by what is known of them now."""
        self.opened: dict[str, tuple[Match | None, Played | None]] = {}
        self.sift()

    def sift(self) -> None:
        """Looks for the records that are wanted."""
        wanted = self.index.ask(self.wanted)
        game = self.sieve["game"]
        self.files = [
            file
            for file in self.all
            if (not game or stem(file).partition("-")[0] == game) and wanted(stem(file))
        ]
        self.reading.made()

    def wanted(self, shelf: Shelf) -> Callable[[str], bool]:
        """By which names records are looked for, whatever their game."""
        result, level = self.sieve["result"], self.sieve["level"]
        if not result and not level:
            return lambda _: True
        if result == "other":
            known = shelf.names()
            return lambda name: not level and name not in known
        names = shelf.names(result, level)
        return lambda name: name in names

    def look_up(self, number: int) -> tuple[Match | None, Played | None]:
        """The match of a record, None where it holds none, and the game that the history tells of
        it; read when they are first asked for."""
        file = self.files[number]
        if file not in self.opened:
            line = self.index.ask(lambda shelf: shelf.line(stem(file)))
            one = history.played([line])[0] if line and known(line) else None
            self.opened[file] = self.chronicle.peek(file), one
        return self.opened[file]

    def match(self, number: int) -> Match | None:
        """The match of a record; None where it holds none."""
        return self.look_up(number)[0]

    def record(self, number: int) -> dict[str, Any]:
        """A record itself; an empty one where the file holds none."""
        match = self.match(number)
        return match.record() if match else {}

    def told(self, number: int, t: Strings) -> dict[str, str]:
        """A record in words, by the columns of the list."""
        match, one = self.look_up(number)
        return row_told(match, one, t) if match else {"game": stem(self.files[number])}


def stem(file: str) -> str:
    """The name of a match in the name of its file."""
    return file.rpartition("/")[2].removesuffix(".json")
