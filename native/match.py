"""Positions and matches: the engine's table of functions as Python objects.

A Position is a state that can be asked and stepped. A Match is a Position that knows how it came about:
start and moves, nothing else; undo plays the record again without its last move. Everything travels as text
and numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from native._engine import ffi, lib
from native.records import FORMAT, BadRecord, Record, check, parse, quote

EVENT_KINDS = ("card", "up", "down", "pay", "score", "say", "shuffle", "pause", "over")
STATUSES = ("exact", "bound", "cancelled", "nodes", "time", "memory", "unfit", "done")
PROOFS = ("estimate", "exact", "every world", "equilibrium")
LEVELS = tuple(ffi.string(lib.level_name(i)).decode() for i in range(lib.LEVELS))
SEATED = ("human", *LEVELS)
NO_SENSE = "this is no move of the game"


class OptionInfo(NamedTuple):
    """An option of a game: kind is "bool", "int", "choice" or "seat"; a seat may be None."""

    name: str
    kind: str
    low: int
    high: int
    standard: Any
    choices: tuple[str, ...]

    def values(self) -> list[Any]:
        """All values it may have, in order."""
        if self.kind == "bool":
            return [False, True]
        if self.kind == "choice":
            return list(self.choices)
        numbers: list[Any] = list(range(self.low, self.high + 1))
        return [None, *numbers] if self.kind == "seat" else numbers


class GameInfo(NamedTuple):
    """A game: its place in the engine's list, options, and the ids of events, cards and reasons."""

    id: str
    index: int  # type: ignore[assignment]
    options: tuple[OptionInfo, ...]
    zones: tuple[str, ...]
    says: tuple[str, ...]
    reasons: tuple[str, ...]
    labels: tuple[str, ...]
    solvable: bool


class Event(NamedTuple):
    """One thing that happened; see engine.h for what each kind uses. Zones are "" and seats None where unused."""

    kind: str
    what: str
    seat: int | None
    source: str
    source_seat: int | None
    target: str
    target_seat: int | None
    seen: int
    card: str | None
    place: int | None
    amount: int

    def seen_by(self, seat: int | None) -> bool:
        """Whether this seat sees the card's face (None: somebody who sees all)."""
        return seat is None or bool(self.seen >> seat & 1)


class Placed(NamedTuple):
    """A card where it lies; card is None where the one who looks may not know it."""

    zone: str
    seat: int | None
    up: bool
    place: int
    card: str | None


class Row(NamedTuple):
    """One line of what scores what."""

    label: str
    seat: int
    card: str | None
    count: int  # type: ignore[assignment]
    value: int


class MoveValue(NamedTuple):
    """A legal move and what it is worth to the seat to act (max^n: a list, a number a seat)."""

    move: str
    value: Any
    best: bool
    weight: float
    odds: float | None = None  # chance of what is fought for, where something is


class Solution(NamedTuple):
    """What a solver found; moves and line mean something only where status is "exact"."""

    status: str
    objective: str
    why: str
    moves: tuple[MoveValue, ...]
    best: tuple[str, ...]
    line: tuple[str, ...]
    nodes: int
    seconds: float


class Advice(NamedTuple):
    """What an AI would play; of is None: too many worlds to count; status "time": the guard struck."""

    status: str
    move: str
    proof: str
    worlds: int
    of: int | None
    exploitability: float | None
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float

    @property
    def shown(self) -> str:
        """The move to recommend: the best by value, of equal ones the one the advice plays."""
        best = [m.move for m in self.moves if m.best]
        return self.move if self.move in best or not best else best[0]

    @property
    def worth(self) -> float:
        """The value of the position to the seat to act."""
        if self.proof == "equilibrium":
            return float(sum(m.weight * m.value for m in self.moves))
        return float(max(m.value for m in self.moves))


class Search(NamedTuple):
    """What to search for, and how long at most; limits of 0 are none."""

    kind: str
    level: str = "dragon"
    objective: str = ""
    rng: int = 0
    nodes: int = 0
    ms: int = 0
    mb: int = 64
    permille: int = 0


class Unsolved(ValueError):
    """A position that the solver cannot solve (within the limits); the text says why."""


class BadMove(ValueError):
    """A text that is no legal move here; reason is the id of why not ("" = no move at all)."""

    def __init__(self, game: str, text: str, reason: str) -> None:
        self.text, self.reason = text, reason
        super().__init__(f"{quote(text)}: {reason_sentence(game, reason)}")


# ---- names and texts ----


def _text(chars: Any) -> str:
    text: str = ffi.string(chars).decode()
    return text


def _names(list_: Any) -> tuple[str, ...]:
    found: list[str] = []
    while list_ and list_[len(found)]:
        found.append(_text(list_[len(found)]))
    return tuple(found)


def _option(option: Any) -> OptionInfo:
    kind = ("bool", "int", "choice", "seat")[option.kind]
    choices = tuple(_text(option.choices).split()) if kind == "choice" else ()
    return OptionInfo(
        _text(option.name),
        kind,
        option.low,
        option.high,
        _option_value(kind, choices, option.standard),
        choices,
    )


def _option_value(kind: str, choices: Sequence[str], number: int) -> Any:
    if kind == "bool":
        return bool(number)
    if kind == "choice":
        return choices[number]
    return None if kind == "seat" and number < 0 else number


def _game(index: int) -> GameInfo:
    game = lib.game_at(index)
    options = tuple(_option(game.options[i]) for i in range(game.n_options))
    zones, says, reasons, labels = map(_names, (game.zones, game.says, game.reasons, game.labels))
    solvable = bool(game.solve)
    return GameInfo(_text(game.id), index, options, zones, says, reasons, labels, solvable)


GAMES: dict[str, GameInfo] = {game.id: game for game in map(_game, range(lib.game_count()))}


def _read_toml(*path: str) -> dict[str, Any] | None:
    """A TOML file of assets/, or None where there is none. Imported late, as most commands need no such file."""
    import tomllib

    from native import assets_dir

    try:
        return tomllib.loads(assets_dir().joinpath(*path).read_text("utf-8"))
    except FileNotFoundError:
        return None


@cache
def words(language: str = "en") -> dict[str, str]:
    """All words of a language by their full names: strings/en.toml and every game's own strings/GAME.en.toml."""
    from native import assets_dir

    def flat(prefix: str, table: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from flat(f"{prefix}{key}.", value)
            else:
                yield prefix + key, str(value)

    found: dict[str, str] = {}
    for path in sorted((assets_dir() / "strings").glob(f"*{language}.toml")):
        found |= dict(flat("", _read_toml("strings", path.name) or {}))
    return found


def reason_sentence(game: str, reason: str) -> str:
    """Why a move is not legal, in words."""
    return words().get(f"why.{game}.{reason}", reason.replace("_", " ")) if reason else NO_SENSE


@cache
def _deck(game: str) -> bytes | None:
    """The game's deck file as JSON, or None where it has none."""
    deck = _read_toml("decks", f"{game}.toml")
    return None if deck is None else json.dumps(deck).encode()


def _check_option(option: OptionInfo, value: object) -> int:
    """The engine's number for an option's value; BadRecord where it has the wrong type or size."""
    if option.kind == "bool":
        if isinstance(value, bool):
            return int(value)
        wanted = "true or false"
    elif option.kind == "choice":
        if isinstance(value, str) and value in option.choices:
            return option.choices.index(value)
        wanted = "one of " + ", ".join(f'"{choice}"' for choice in option.choices)
    else:
        if value is None and option.kind == "seat":
            return -1
        if type(value) is int and option.low <= value <= option.high:
            return value
        wanted = f"a whole number from {option.low} to {option.high}"
        wanted += " or null" if option.kind == "seat" else ""
    raise BadRecord(f'option "{option.name}" must be {wanted}, not {quote(value)}')


def check_options(game: GameInfo, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """All options of a game, those left out with their standard values, and the engine's numbers for them."""
    names = {option.name for option in game.options}
    for name in given:
        if name not in names:
            raise BadRecord(f"{game.id} has no option {quote(name)}")
    values = {option.name: given.get(option.name, option.standard) for option in game.options}
    return values, [_check_option(option, values[option.name]) for option in game.options]


# ---- positions ----


class Position:
    """A state of a game that can be asked, stepped and searched. seat=None means: with all cards open."""

    def __init__(self, game: GameInfo, state: Any, seats_count: int) -> None:
        self.info = game
        self.game = game.id
        self.seats_count = seats_count
        self._table = lib.game_at(game.index)
        self._state = state
        self._chance: Any = ffi.NULL

    def _copy_state(self) -> Any:
        state = _new_state()
        ffi.memmove(state, self._state, self._table.state_size)
        return state

    def position(self) -> Position:
        """A copy without a past."""
        return Position(self.info, self._copy_state(), self.seats_count)

    def memory(self) -> bytes:
        """The state's bytes: equal bytes are equal positions."""
        return bytes(ffi.buffer(self._state, self._table.state_size))

    @property
    def to_act(self) -> int | None:
        """The seat that has to choose; None when over."""
        seat = self._table.to_act(self._state)
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._table.over(self._state))

    @property
    def scores(self) -> list[float]:
        """A number a seat, at any time."""
        scores = ffi.new("double[]", lib.MAX_SEATS)
        self._table.scores(self._state, scores)
        return list(scores)[: self.seats_count]

    @property
    def winners(self) -> list[int]:
        """The seats with the best result; none before the end."""
        bits = self._table.winners(self._state)
        return [seat for seat in range(self.seats_count) if bits >> seat & 1]

    def _moves(self) -> list[int]:
        moves = ffi.new("uint32_t[]", lib.MAX_MOVES)
        found: list[int] = ffi.unpack(moves, self._table.moves(self._state, moves))
        return found

    def _move_text(self, move: int) -> str:
        text = ffi.new("char[]", lib.MAX_TEXT)
        self._table.move_text(self._state, move, text)
        return _text(text)

    def _parse(self, text: str) -> int:
        if not text.isascii() or not text.isprintable() or len(text) >= lib.MAX_TEXT:
            return int(lib.NO_MOVE)
        return int(self._table.move_parse(self._state, text.encode()))

    def _card_text(self, card: int) -> str | None:
        if card == lib.NO_CARD:
            return None
        text = ffi.new("char[]", lib.MAX_TEXT)
        self._table.card_text(self._state, card, text)
        return _text(text)

    def legal(self) -> list[str]:
        """The legal moves of the seat to act."""
        return [self._move_text(move) for move in self._moves()]

    def why_not(self, text: str) -> str:
        """The id of the reason why a text is no legal move here; "" where it is one."""
        move = self._parse(text)
        return self.info.reasons[self._table.why_not(self._state, move)] if move != lib.NO_MOVE else "no_sense"

    def _legal_move(self, text: str) -> int:
        move = self._parse(text)
        if move == lib.NO_MOVE:
            raise BadMove(self.game, text, "")
        if move not in self._moves():
            raise BadMove(self.game, text, self.info.reasons[self._table.why_not(self._state, move)])
        return move

    def _step(self, move: int) -> list[Event]:
        events = ffi.new("Events *")
        self._table.play(self._state, move, events, self._chance)
        return [self._event(events.list[i]) for i in range(events.n)]

    def play(self, text: str) -> list[Event]:
        """Plays a legal move and tells what happened; BadMove where it is none, nothing changed."""
        return self._step(self._legal_move(text))

    def preview(self, text: str, seat: int | None = None) -> list[Event]:
        """What a legal move would cause.

        With a seat, chance and hidden cards are not the true ones, but a guess that depends on nothing but what
        that seat knows.
        """
        after = self.position() if seat is None else self.redealt(seat, 0)
        return after.play(text)

    def _event(self, event: Any) -> Event:
        kind, zones = EVENT_KINDS[event.kind], self.info.zones
        return Event(
            kind,
            self.info.says[event.what] if kind == "say" else "",
            _seat(event.seat),
            zones[getattr(event, "from")] if kind == "card" else "",
            _seat(event.from_seat),
            zones[event.to] if kind in ("card", "up", "down", "shuffle") else "",
            _seat(event.to_seat),
            event.seen,
            self._card_text(event.card),
            None if event.place == lib.NO_PLACE else event.place,
            event.amount,
        )

    def state(self, seat: int | None = None) -> dict[str, Any]:
        """The "state" object of the record format, as a seat sees it."""
        text = ffi.new("char[]", lib.MAX_DESCRIPTION)
        self._table.describe(self._state, -1 if seat is None else seat, text)
        found: dict[str, Any] = json.loads(ffi.string(text))
        return found

    def cards(self, seat: int | None = None) -> list[Placed]:
        """Every card where it lies, as a seat sees it."""
        cards = ffi.new("Placed[]", lib.MAX_PLACED)
        n = self._table.cards(self._state, -1 if seat is None else seat, cards)
        zones = self.info.zones
        return [
            Placed(zones[card.zone], _seat(card.seat), bool(card.up), card.place, self._card_text(card.card))
            for card in cards[0:n]
        ]

    def breakdown(self, seat: int) -> list[Row]:
        """What scores what for a seat."""
        rows = ffi.new("Row[]", lib.MAX_ROWS)
        n = self._table.breakdown(self._state, seat, rows)
        labels = self.info.labels
        return [Row(labels[r.label], r.seat, self._card_text(r.card), r.count, r.value) for r in rows[0:n]]

    def redealt(self, seat: int, number: int) -> Position:
        """A copy in which all that the seat cannot know is replaced at random; number chooses among them."""
        copy = self.position()
        rng = ffi.new("Rng *")
        lib.rng_seed(rng, number, 0)
        copy._table.redeal(copy._state, seat, rng)
        return copy

    def settled(self, seat: int) -> bool:
        """Whether the payments of this hand are fixed, in every deal the seat can imagine and whatever is played."""
        return bool(self._table.settled and self._table.settled(self._state, seat))

    def perft(self, depth: int) -> int:
        """Leaves of the tree of legal moves up to a depth."""
        return int(lib.perft(self._table, self._state, depth))

    def playouts(self, seed: int, n: int) -> int:
        """Plays n random matches from here; the count of moves played."""
        return int(lib.playouts(self._table, self._state, seed, n))

    # ---- searching ----

    def search(self, search: Search, table: Any = None, progress: Any = None) -> Solution | Advice:
        """Runs a search to its end in this thread, the interpreter free for others meanwhile."""
        limits = ffi.new("Limits *", {
            "nodes": search.nodes, "ms": search.ms, "mb": search.mb, "seed": search.rng, "permille": search.permille,
        })  # fmt: skip
        result = ffi.new("Result *")
        progress = progress or ffi.new("Progress *")
        table = ffi.gc(lib.table_new(search.mb), lib.table_free) if table is None else table
        if search.kind == "solve":
            objective = ffi.new("char[]", search.objective.encode("ascii", "replace"))
            lib.solve(self._table, self._state, objective, limits, table, progress, result)
            return self._solution(result, search.objective)
        level = LEVELS.index(search.level)
        lib.advise(self._table, self._state, level, limits, table, progress, result)
        return self._advice(result)

    def solve(self, objective: str = "", nodes: int = 0, ms: int = 0, mb: int = 64) -> Solution:
        """Exact values of every legal move, all cards open; Unsolved where that cannot be had."""
        solution = self.search(Search("solve", objective=objective, nodes=nodes, ms=ms, mb=mb))
        assert isinstance(solution, Solution)
        if solution.status != "exact":
            raise Unsolved(solution.why)
        return solution

    def advise(self, level: str = "dragon", rng: int = 0, ms: int = 0, mb: int = 64, permille: int = 0) -> Advice:
        """What an AI of that level would play, knowing only what the seat to act knows."""
        advice = self.search(Search("advise", level, rng=rng, ms=ms, mb=mb, permille=permille))
        assert isinstance(advice, Advice)
        return advice

    def _values(self, result: Any) -> tuple[MoveValue, ...]:
        kind: type[int] | type[float] = int if result.integral else float

        def value(numbers: Any) -> Any:
            return [kind(numbers[i]) for i in range(result.values)] if result.values > 1 else kind(numbers[0])

        return tuple(
            MoveValue(self._move_text(choice.move), value(choice.value), bool(choice.best), choice.weight,
                      choice.odds if result.odds and choice.odds >= 0 else None)
            for choice in result.list[0 : result.n]
        )

    def _line(self, result: Any) -> tuple[str, ...]:
        """The principal line as text, as far as chance leaves its moves legal."""
        texts, after = [], self.position()
        for move in result.line[0 : result.n_line]:
            if move not in after._moves():
                break
            texts.append(after._move_text(move))
            after._step(move)
        return tuple(texts)

    def _solution(self, result: Any, asked: str) -> Solution:
        status, why = STATUSES[result.status], _text(result.why)
        if status != "exact":
            reason = {
                "time": "too large for the time given",
                "memory": "too large for the memory given",
                "nodes": "too large for the nodes given",
            }.get(status, "cancelled")
            why = why or f"this position is {reason}"
        moves = self._values(result)
        best = tuple(move.move for move in moves if move.best)
        objective = ffi.string(result.objective).decode() or asked
        return Solution(status, objective, why, moves, best, self._line(result), result.nodes, result.seconds)

    def _advice(self, result: Any) -> Advice:
        return Advice(
            STATUSES[result.status],
            self._move_text(result.move) if result.move != lib.NO_MOVE else "",
            PROOFS[result.proof],
            result.worlds,
            None if result.of < 0 else result.of,
            None if result.exploitability < 0 else result.exploitability,
            self._values(result),
            result.nodes,
            result.seconds,
        )


def _new_state() -> Any:
    return ffi.new("uint64_t[]", lib.MAX_STATE // 8)


def _seat(number: int) -> int | None:
    return None if number == lib.NOBODY else number


# ---- matches ----


class Match(Position):
    """A game from its deal on. moves lists what was played; undone moves wait for redo until another is made.

    Raises BadRecord where game, options, deal, chance or seats are none, in one sentence.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        deal: Mapping[str, Any] | None = None,
        chance: Sequence[Any] = (),
        seats: Sequence[str] | None = None,
    ) -> None:
        if game not in GAMES:
            raise BadRecord(f"there is no game {quote(game)}")
        self.options, self._numbers = check_options(GAMES[game], options or {})
        self.seed, self.deal, self.chance = seed, deal, tuple(chance)
        error = ffi.new("char[]", lib.MAX_ERROR)
        count = lib.game_at(GAMES[game].index).seats(ffi.new("int32_t[]", self._numbers), error)
        if count < 0:
            raise BadRecord(_text(error))
        super().__init__(GAMES[game], _new_state(), count)
        self.seats = _check_seats(seats, count)
        self.extra: dict[str, Any] = {}
        self._texts = [ffi.new("char[]", json.dumps(outcome).encode()) for outcome in chance]
        self._outcomes = ffi.new("char *[]", self._texts)
        self._chance = self._new_chance()
        self._deal()
        self._start, self._used = self._copy_state(), self._chance.used
        self._line_of_play: list[int] = []
        self.moves: list[str] = []
        self._undone: list[str] = []

    def _new_chance(self) -> Any:
        return ffi.new("Chance *", {"list": self._outcomes, "n": len(self._texts)})

    def _deal(self) -> None:
        error = ffi.new("char[]", lib.MAX_ERROR)
        json_text = ffi.NULL if self.deal is None else ffi.new("char[]", json.dumps(self.deal).encode())
        deck = _deck(self.game)
        deck_text = ffi.NULL if deck is None else ffi.new("char[]", deck)
        numbers = ffi.new("int32_t[]", self._numbers)
        if self._table.deal(self._state, numbers, self.seed, json_text, deck_text, self._chance, error):
            raise BadRecord(_text(error))

    def play(self, text: str) -> list[Event]:
        """Plays a legal move and tells what happened; a BadMove, or BadRecord for chance, changes nothing."""
        move = self._legal_move(text)
        text = self._move_text(move)
        before, used = self._copy_state(), self._chance.used
        events = self._step(move)
        if error := _text(self._chance.error):
            self._state, self._chance = before, self._new_chance()
            self._chance.used = used
            raise BadRecord(error)
        self._line_of_play.append(move)
        self.moves.append(text)
        self._undone.clear()
        return events

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self.moves)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to play again."""
        return bool(self._undone)

    def undo(self) -> bool:
        """Takes the last move back; False where there is none."""
        return self.goto(len(self.moves) - 1) if self.moves else False

    def redo(self) -> bool:
        """Plays the last undone move again; False where there is none."""
        return self.goto(len(self.moves) + 1) if self._undone else False

    def goto(self, number: int) -> bool:
        """Undoes or redoes until so many moves are played; False where there are not so many."""
        whole = [*self.moves, *reversed(self._undone)]
        if not 0 <= number <= len(whole):
            return False
        if number < len(self.moves):
            ffi.memmove(self._state, self._start, self._table.state_size)
            self._chance.used = self._used
            for move in self._line_of_play[:number]:
                self._table.play(self._state, move, ffi.NULL, self._chance)
            del self._line_of_play[number:], self.moves[number:]
        else:
            for text in whole[len(self.moves) : number]:
                self.play(text)
        self._undone = whole[: number - len(whole) - 1 : -1] if number < len(whole) else []
        return True

    def key(self) -> tuple[int, bytes]:
        """What tells this position from any other of the match: moves played and the state's bytes."""
        return len(self.moves), self.memory()

    def copy(self) -> Match:
        """An independent match that stands where this one does, undone moves included."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._state, other._chance = self._copy_state(), self._new_chance()
        other._chance.used = self._chance.used
        other._line_of_play, other.moves, other._undone = [*self._line_of_play], [*self.moves], [*self._undone]
        other.seats, other.extra = [*self.seats], dict(self.extra)
        return other

    def record(self) -> dict[str, Any]:
        """The match as a record; what the record it was loaded from held besides is in it again."""
        data: dict[str, Any] = {"hoard": FORMAT, "game": self.game, "options": dict(self.options), "seed": self.seed}
        if self.deal is not None:
            data["deal"] = self.deal
        if self.chance:
            data["chance"] = list(self.chance)
        return data | {"seats": list(self.seats), "moves": list(self.moves)} | self.extra

    def deal_id(self) -> str:
        """The deal in one line, to share: game:option=value,...#seed."""
        options = ",".join(f"{name}={json.dumps(value)}" for name, value in self.options.items())
        return f"{self.game}:{options}#{self.seed}"

    @classmethod
    def from_deal_id(cls, text: str) -> Match:
        """The match that deal_id() names, all seats human; BadRecord where the text names none."""
        game, _, rest = text.partition(":")
        options, _, number = rest.rpartition("#")
        if game not in GAMES or not (number.isascii() and number.isdigit()):
            raise BadRecord(f"{quote(text)} is no record and no deal")
        values: dict[str, Any] = {}
        for name, _, value in (part.partition("=") for part in options.split(",") if part):
            try:
                values[name] = json.loads(value)
            except ValueError:
                values[name] = value
        return cls(game, options=values, seed=int(number))

    @classmethod
    def load(cls, source: Mapping[str, Any] | str | bytes) -> Match:
        """The match of a record (an object, or its JSON text), played through; BadRecord where it is none."""
        record = parse(source) if isinstance(source, str | bytes) else check(dict(source))
        return cls.from_record(record)

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """The match of a checked record, played through to its last move."""
        match = cls(record.game, record.options, record.seed, record.deal, record.chance, record.seats)
        match.extra = dict(record.extra)
        for number, text in enumerate(record.moves, 1):
            try:
                match.play(text)
            except BadMove as error:
                raise BadRecord(f"move {number} {error}") from None
            except BadRecord as error:
                raise BadRecord(f"chance after move {number} {quote(text)}: {error}") from None
        return match


def _check_seats(seats: Sequence[str] | None, count: int) -> list[str]:
    if seats is None:
        return ["human"] * count
    if len(seats) != count:
        raise BadRecord(f'"seats" must name {count} players, not {len(seats)}')
    for name in seats:
        if name not in SEATED:
            raise BadRecord(f'"seats" holds {quote(name)}, which is none of {", ".join(SEATED)}')
    return list(seats)
