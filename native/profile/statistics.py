"""The statistics and the list of records: filters, numbers in words, bars and curves.

Nothing here draws; screen/statistics_cards.py lays it out.
"""

from __future__ import annotations

import csv
import datetime
import io
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, islice
from typing import Any, NamedTuple

from .. import strengths
from ..files import game_tables
from ..games import GAMES
from ..match import Match
from ..store.chronicle import Chronicle, length_of
from ..store.forms import OPPONENTS
from ..store.games import Games, LuckSum
from ..store.history import KINDS, LENGTHS, MATCHES, Filter, Played, Summary, ending_of, played
from ..strings import NAMES, Strings
from .ratings import REACH, SHOWN, rated_lately, rating, ratings

PERIODS = {"week": 7, "month": 30, "year": 365}  # days
RESULTS = ("won", "shared", "lost", "other")
RIGHT = ("accuracy", "date")  # right-aligned columns of the list of records
HELP = ("without", "with")
CURVES = ("wins", "accuracy", "loss", "margin", "rating", "luck")
LUCK_OF = (20, 100)  # latest games whose luck is added up, besides that of all
LATELY = 20  # games whose mistakes are counted by motif
MOTIFS = 3  # motifs that are shown
LAST = 10  # latest games whose accuracy a match is compared with
ONE_LENGTH = ("margin", "rating")  # curves whose matches must all have one length
RUNNING = 10  # games averaged in each point of a curve


class Filters:
    """Filters by name, each with its possible values."""

    def __init__(self, **values: Sequence[str]) -> None:
        self.values = values
        self.chosen = {name: some[0] for name, some in values.items()}

    def __getitem__(self, name: str) -> str:
        return self.chosen[name]

    def change(self, name: str, step: int) -> None:
        some = self.values[name]
        self.chosen[name] = some[(some.index(self.chosen[name]) + step) % len(some)]

    def said(self, name: str, t: Strings) -> str:
        """The value of a filter in words."""
        value = self.chosen[name]
        key = {"game": f"game.{value}.name", "level": f"level.{value}"}.get(name, "")
        return t(key if value and key else f"filter.{name}.{value or 'any'}")


def game_filters() -> Filters:
    return Filters(
        game=("", *GAMES),
        level=("", *OPPONENTS),
        period=("", *PERIODS),
        length=("", *MATCHES, *LENGTHS),
        help=("", *HELP),
        curve=CURVES,
    )


def record_filters() -> Filters:
    return Filters(game=("", *GAMES), result=("", *RESULTS), level=("", *OPPONENTS))


def filtered(games: Games, filters: Filters, today: datetime.date) -> Games:
    days = PERIODS.get(filters["period"])
    since = f"{today - datetime.timedelta(days):%Y-%m-%d}" if days else ""
    helped = {"with": True, "without": False}.get(filters["help"])
    game, level, length = filters["game"], filters["level"], filters["length"]
    return games.select(Filter(game, level, length, since, assisted=helped))


# ---- numbers in words ----


def unit(game: str, value: float, t: Strings, sign: bool = False) -> str:
    """A value of a position or move in the game's unit."""
    factor, digits = unit_of(game)
    key = f"unit.{game}"
    return t(key if key in t else "unit.points", amount=t.number(value * factor, digits, sign))


def unit_of(game: str) -> tuple[float, int]:
    """A game's unit: the factor for values, and the number of decimals."""
    factor, digits = game_tables("theme.toml")[game].get("unit", (1, 1))
    return factor, digits


def percent(share: float | None, t: Strings) -> str:
    return "–" if share is None else t("unit.percent", amount=t.number(100 * share))


def points(value: float | None, t: Strings) -> str:
    if value is None:
        return "–"
    return t.number(value, 1 if abs(value) < 1000 else 0)


def lasting(seconds: float | None, t: Strings) -> str:
    if seconds is None:
        return "–"
    whole = round(seconds)
    return t("unit.time", minutes=whole // 60, seconds=f"{whole % 60:02}")


def strength(games: Games, game: str, t: Strings, length: str = "") -> str:
    """A rating with its error. It counts all unassisted games of a length, whatever the filters
    are."""
    found = rating(rated_lately(games, game, REACH, length), game)
    if not found.games:
        return "–"
    return t("statistics.give", value=t.number(found.value), error=t.number(found.error))


def lengths_played(games: Games, game: str) -> list[str]:
    """The lengths (MATCHES) in which games of a game were played, the short one first; [""] if none
    is known."""
    found = [name for name in MATCHES if len(games.select(Filter(game, length=name)))]
    return found or [""]


def latest_length(games: Games, game: str) -> str:
    """The length (MATCHES) of the latest game of a game; "" if it is unknown."""
    one = next(iter(games.select(Filter(game)).latest()), None)
    return next((name for name, length in MATCHES.items() if one and one.length == length), "")


def apart(lengths: Sequence[str], value: Callable[[str], str], t: Strings) -> str:
    """A value for each length of match, since they are not comparable; lengths are named if there
    are several."""
    if len(lengths) == 1:
        return value(lengths[0])
    told = (t(f"statistics.{name}", value=value(name)) for name in lengths)
    return " · ".join(told)


class StatRow(NamedTuple):
    """A row of numbers: the text keys of its name and its tooltip ("" for none), and its value."""

    name: str
    value: str
    tip: str = ""


class Results(NamedTuple):
    """How games ended."""

    won: int
    shared: int
    lost: int
    success: float | None  # the share of wins, a shared one counting half; None for no games

    @property
    def played(self) -> int:
        return self.won + self.shared + self.lost


def results(games: Games) -> Results:
    total = games.whole.summary()
    return Results(total.won, total.shared, total.lost, won_share(total))


def table(games: Games, every: Games, game: str, t: Strings) -> list[StatRow]:
    """The rows for some games.

    every: the games that ratings are based on. Values that are not comparable between games are
    shown only for one game. For all games together, each game has a row.
    """
    total = games.summary()
    rows = {
        "played": t.number(total.played),
        "results": f"{total.won} · {total.shared} · {total.lost}",
        "share": percent(won_share(total), t),
        "run": t("statistics.row", now=total.run, best=total.best_run),
        "losses": t("statistics.most", most=total.worst_run),
        "accuracy": t("statistics.of", value=points(total.accuracy, t), games=games.graded()),
        "time": lasting(total.seconds, t),
    }
    if game:
        loss = "–" if total.loss is None else unit(game, total.loss, t)
        lengths = lengths_played(games, game)
        of_length = {name: games.select(Filter(game, length=name)).summary() for name in lengths}
        rows |= {
            "loss": loss,
            "score": apart(lengths, lambda name: points(of_length[name].score, t), t),
            "margin": apart(lengths, lambda name: points(of_length[name].margin, t), t),
        }
        rows |= {rating_row(name, lengths): strength(every, game, t, name) for name in lengths}
    rows |= luck_rows(games, t)
    lines = [
        StatRow(f"statistics.{name}", value, f"statistics.{tip_of(name)}.tip") for name, value in rows.items()
    ]
    found = {} if game else games.by_game()
    heads = [StatRow("statistics.by_game", t("statistics.one_head"))] if found else []
    return lines + heads + [game_row(name, one, every, t) for name, one in found.items()]


LUCK = "luck"


def luck_rows(games: Games, t: Strings) -> dict[str, str]:
    """The rows of luck: of the latest games and of all, with what chance allows; none while it is unknown."""
    whole = games.luck()
    found = {f"{LUCK}_{most}": games.luck(most) for most in LUCK_OF if most <= whole.games}
    found |= {LUCK: whole} if whole.games else {}
    return {name: luck_value(one, t) for name, one in found.items()}


def luck_value(one: LuckSum, t: Strings) -> str:
    return t("statistics.luck_value", luck=t.number(one.whole, 1, sign=True), range=t.number(one.half, 1))


RATING = "rating"


def rating_row(length: str, lengths: Sequence[str]) -> str:
    """The row of the rating at a length, which is named if there are several."""
    return f"{length}_{RATING}" if len(lengths) > 1 else RATING


def tip_of(row: str) -> str:
    """The name of the row whose tooltip a row uses."""
    return RATING if row.endswith(RATING) else LUCK if row.startswith(LUCK) else row


def game_row(name: str, one: Summary, every: Games, t: Strings) -> StatRow:
    """The row of one game among all: how many played, share of wins, rating at the length played
    last."""
    said = t(
        "statistics.one",
        games=one.played,
        won=percent(won_share(one), t),
        rating=strength(every, name, t, latest_length(every, name)),
    )
    return StatRow(f"game.{name}.name", said, "statistics.one.tip")


def won_share(total: Summary) -> float | None:
    """The share of wins, with shared wins counted half; None without games."""
    return (total.won + total.shared / 2) / total.played if total.played else None


def comeback(best: Played | None, t: Strings) -> tuple[str, str]:
    """The best comeback in words, and the match's name; "" if there is none."""
    if best is None:
        return t("statistics.no_comeback"), ""
    low = unit(best.game, best.low or 0, t, sign=True)
    game = t(f"game.{best.game}.name")
    return t("statistics.comeback", game=game, low=low, date=t.day(best.date)), best.id


# ---- bars ----


class Bar(NamedTuple):
    """A bar: the text key of its name, its share of the full length, its label, and the picture of its game."""

    key: str
    share: float
    said: str
    picture: str = ""


def bars(games: Games, game: str, t: Strings) -> dict[str, list[Bar]]:
    """Accuracy by game (for one game: by stage), and the shares of each kind of mistake in all
    losses."""
    if game:
        found = games.accuracies() or ()
        stages = (f"stage.{name}" for name in ("opening", "middle", "ending"))
        accuracy = [(key, "", n) for key, n in zip(stages, found, strict=False)]
    else:
        accuracy = [
            (f"game.{name}.name", f"{name}/emblem", one.accuracy)
            for name, one in games.by_game().items()
            if one.accuracy is not None
        ]
    shares = games.cost_shares() or {}
    return {
        "stages" if game else "games": [
            Bar(key, n / 100, points(n, t), picture) for key, picture, n in accuracy
        ],
        "costs": [
            Bar(f"kind.{kind}", shares[kind], percent(shares[kind], t)) for kind in KINDS if shares
        ],
    }


def recent_costs(games: Games, t: Strings) -> dict[str, float]:
    """What mistakes in the latest judged games cost by motif, dearest first. Motifs without a name
    are left out."""
    return {motif: cost for motif, cost in games.motif_costs(LATELY).items() if f"motif.{motif}.name" in t}


def recent_accuracy(games: Games) -> tuple[int, float] | None:
    """How many of the latest games were judged, LAST at most, and their mean accuracy; None without any."""
    known = [one.accuracy for one in islice(games.latest("accuracy"), LAST) if one.accuracy is not None]
    return (len(known), sum(known) / len(known)) if known else None


def motif_bars(costs: Mapping[str, float], t: Strings) -> list[Bar]:
    """The motifs that cost most, with their shares of all mistakes."""
    shares = {motif: cost / sum(costs.values()) for motif, cost in costs.items()}
    most = islice(shares.items(), MOTIFS)
    return [
        Bar(f"motif.{motif}.name", share, percent(share, t), f"{motif.partition('.')[0]}/emblem")
        for motif, share in most
    ]


# ---- curves ----


class Curve(NamedTuple):
    """Points by date. half: the error of each. low, high: the axis. ticks: the marked values.
    length: the length (MATCHES) of the games, if others are left out. around: what the errors lie around; None: each
    around its point."""

    dates: list[str]
    values: list[float]
    halves: list[float]
    low: float
    high: float
    ticks: list[float]
    length: str = ""
    around: float | None = None

    @property
    def bands(self) -> list[tuple[float, float]]:
        """The ends of each error; none without errors."""
        middles = [value if self.around is None else self.around for value in self.values]
        return [(middle - half, middle + half) for middle, half in zip(middles, self.halves, strict=False)]


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """About `most` round values that cover low .. high."""
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
ANY_GAME = ("wins", "accuracy", "luck")  # curves of all games together
RANGES = {"wins": (0.0, 100.0), "accuracy": (0.0, 100.0)}


def of_one_length(games: Games, game: str) -> tuple[Games, str]:
    """The games of the length played last, since others are not comparable, and that length."""
    length = latest_length(games, game)
    return games.select(Filter(length=length)), length


def running(
    games: Sequence[Played], value: Callable[[Played], float | None], width: int
) -> list[tuple[str, float]]:
    """Date and moving average (over `width` games) of a value, for the last SHOWN games that have
    it."""
    known = [(one.date, found) for one in games if (found := value(one)) is not None]
    points = []
    for end in range(max(1, len(known) - SHOWN + 1), len(known) + 1):
        some = [found for _, found in known[max(0, end - width) : end]]
        points.append((known[end - 1][0], sum(some) / len(some)))
    return points


def curve(games: Games, every: Games, filters: Filters) -> Curve | None:
    """The chosen curve. every: the games that ratings are based on. None if there are too few
    games, or games that are not comparable."""
    name, game = filters["curve"], filters["game"]
    if not game and name not in ANY_GAME:
        return None
    if name == LUCK:
        return luck_curve(games)
    halves: list[float] = []
    games, length = of_one_length(games, game) if name in ONE_LENGTH else (games, "")
    if name == "rating":
        rated = ratings(rated_lately(every, game, length=length), game)
        found = [(day, one.value) for day, one in rated]
        halves = [one.error for _, one in rated]
    else:
        latest = games.latest("" if name == "wins" else name)
        some = list(islice(latest, SHOWN + RUNNING - 1))[::-1]
        found = running(some, VALUES[name], RUNNING)
    if len(found) < 2:
        return None
    values = [value for _, value in found]
    off = halves or [0.0] * len(values)
    low = min(value - half for value, half in zip(values, off, strict=True))
    high = max(value + half for value, half in zip(values, off, strict=True))
    if name == "loss":
        low = 0.0
    marks = ticks(*RANGES.get(name, (low, high)))
    return Curve([day for day, _ in found], values, halves, marks[0], marks[-1], marks, length)


def luck_curve(games: Games) -> Curve | None:
    """The luck of the latest games, added up, and around 0 what chance allows. None for fewer than two."""
    found = games.lucks(LUCK_OF[-1])[::-1]
    if len(found) < 2:
        return None
    values = [*accumulate(one for _, one in found)]
    halves = [LuckSum(0, 0, squares).half for squares in accumulate(one * one for _, one in found)]
    marks = ticks(min(-halves[-1], *values), max(halves[-1], *values))
    return Curve([day for day, _ in found], values, halves, marks[0], marks[-1], marks, around=0.0)


def place(one: Curve, number: int, value: float, size: tuple[int, int]) -> tuple[float, float]:
    """The position of a value within a picture."""
    x = number * size[0] / max(1, len(one.values) - 1)
    return x, size[1] * (one.high - value) / (one.high - one.low)


def curve_title(filters: Filters, length: str, t: Strings) -> str:
    """The title of the chosen curve with its unit, and the length of the matches if others are left
    out."""
    name, game = filters["curve"], filters["game"]
    key = f"unit.{game}" if f"unit.{game}" in t else "unit.points"
    of = t(key, amount="").strip() if name == "loss" and game else ""
    title = f"statistics.curve_{name}" if name in (RATING, LUCK) else "statistics.curve"
    told = t(title, name=t(f"filter.curve.{name}") + (f" ({of})" if of else ""), games=RUNNING)
    return t("statistics.of_length", told=told, length=t(f"filter.length.{length}")) if length else told


# ---- the list of records ----


def result_of(one: Played | None) -> str:
    """The result of a record, one of RESULTS; "other" if the match does not count."""
    if one is None:
        return "other"
    return ending_of(one.share)


def record_row(match: Match, one: Played | None, t: Strings) -> dict[str, str]:
    """A record in words, by the columns of the list."""
    accuracy = one.accuracy if one else None
    return {
        "game": game_played(match, t),
        "against": opponents(match, one, t),
        "result": ended(match, one, t) if match.over else t("records.under_way"),
        "accuracy": points(accuracy, t),
        "date": t.day(one.date if one else str(match.extra.get("played", ""))),
    }


def game_played(match: Match, t: Strings) -> str:
    """The game of a match, and whether it was a short one."""
    name = t(f"game.{match.game}.name")
    return t("records.short", game=name) if length_of(match) == "short" else name


def ended(match: Match, one: Played | None, t: Strings) -> str:
    """The result of a match with the scores; without a person, all scores."""
    scores = [t.plain(score) for score in match.scores]
    if one is None:
        return " : ".join(scores)
    own = [scores.pop(one.seat)] if one.seat < len(scores) else []
    shown = own + scores if len(scores) == 1 else own
    return f"{t(f'filter.result.{result_of(one)}')}  {' : '.join(shown)}"


def opponents(match: Match, one: Played | None, t: Strings) -> str:
    """Whom the person met: a single one by name, with its strength or level; more by level alone."""
    others = [seat for seat in range(match.seats_count) if one and seat != one.seat]
    if one is None or len(others) > 1:
        return counted(one.against if one else match.seats, t)
    (seat,) = others
    elo, name = strengths.strength(match, seat), t.seat(match.seats, seat, match.game)
    known = t(f"level.{match.seats[seat]}") if elo is None else t.plain(elo)
    return t("setup.dragon", name=name, level=known) if match.seats[seat] in NAMES else name


def counted(seats: Sequence[str], t: Strings) -> str:
    """The players of a match, each level once with its number."""
    several = Counter(who for who in seats if who)
    return " · ".join(
        f"{n} × {t(f'level.{who}')}" if n > 1 else t(f"level.{who}") for who, n in several.items()
    )


def to_csv(games: Iterable[Played], weighed: Mapping[str, Sequence[object]]) -> str:
    """The games as CSV with a header. weighed: what is known of their luck, by their ids (Games.weighed)."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow((*Played._fields, "deal", "tables", "kept"))
    for one in games:
        cells = ("+".join(map(str, cell)) if isinstance(cell, tuple) else cell for cell in one)
        rows.writerow((*cells, *weighed.get(one.id, ("", "", ""))))
    return text.getvalue()


# ---- for the scenes ----


class Overview:
    """A person's statistics: the filters, and the numbers of the games that pass."""

    def __init__(self, chronicle: Chronicle, t: Strings, chosen: Mapping[str, str]) -> None:
        self.chronicle = chronicle
        self.t = t
        self.filters = game_filters()
        self.filters.chosen |= chosen
        self.read()

    def read(self) -> None:
        """Reads the chosen games."""
        every, game = self.chronicle.games(), self.filters["game"]
        self.any = len(every) > 0
        self.games = self.chosen()
        self.results = results(self.games)
        self.rows = table(self.games, every, game, self.t)
        self.bars = bars(self.games, game, self.t)
        self.costs = recent_costs(self.games, self.t)
        if self.costs:
            self.bars["costs"] = motif_bars(self.costs, self.t)
        self.curve = curve(self.games, every, self.filters)
        self.comeback = comeback(self.games.comeback(), self.t)

    def to_csv(self) -> str:
        chosen = self.chosen()
        return to_csv(chosen.each(), chosen.weighed())

    def chosen(self) -> Games:
        """The games that pass the filters."""
        return filtered(self.chronicle.games(), self.filters, datetime.datetime.now(datetime.UTC).date())


class RecordList:
    """A person's list of records. Each is read only when it is shown."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.filters = record_filters()
        self.apply_filters()

    def apply_filters(self) -> None:
        """Reads the list through the filters."""
        level = self.filters["level"]
        met = 1 << OPPONENTS.index(level) if level else 0
        self.numbers = self.chronicle.record_ids(self.filters["game"], self.filters["result"], met)
        self.any = bool(self.numbers or self.chronicle.record_ids())
        self.opened: dict[int, tuple[str, Match | None, Played | None]] = {}

    def look_up(self, number: int) -> tuple[str, Match | None, Played | None]:
        """The name of a record, its match (None if invalid) and its game in the history; read on
        first use."""
        if number not in self.opened:
            name = self.chronicle.name_of(self.numbers[number])
            line = self.chronicle.line(name)
            self.opened[number] = name, self.chronicle.kept(name), played([line])[0] if line else None
        return self.opened[number]

    def name(self, number: int) -> str:
        return self.look_up(number)[0]

    def match(self, number: int) -> Match | None:
        """The match of a record; None if it is invalid."""
        return self.look_up(number)[1]

    def record(self, number: int) -> dict[str, Any]:
        """A record; empty if it is invalid."""
        match = self.match(number)
        return match.record() if match else {}

    def cells(self, number: int, t: Strings) -> dict[str, str]:
        """A record in words, by the columns of the list."""
        name, match, one = self.look_up(number)
        return record_row(match, one, t) if match else {"game": name}
