"""Positions: the engine's table of functions as Python objects.

A Position is a state that can be asked, stepped and searched. Everything travels as text and
numbers.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from .checks import (
    MOST_64,
    Shared,
    check_number,
    check_seat,
    check_text,
    in_turn,
)
from .games import check_level, text_of
from .refusals import (
    BadMove,
    BadValue,
    NoMemory,
    Phrase,
    Refusal,
)
from .search import Search, check_search, check_stack
from .values import (
    EVENT_KINDS,
    POLICIES,
    PROOFS,
    STATUSES,
    Advice,
    Event,
    GameInfo,
    MoveValue,
    Placed,
    Row,
    Solution,
)

if TYPE_CHECKING:
    from . import _engine as c


MOST_PERFT = 5_000_000  # positions of a tree that are looked at where nobody says how many
MOST_PLAYOUTS = 100_000
MOST_PERMILLE = 10**6


class Unsolved(Refusal):
    """A position that the solver cannot solve (within the limits); solution: how far it came."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        super().__init__(solution.why)


def new_state() -> c.State:
    """Room for a state."""
    return ffi.new("uint64_t[]", lib.MAX_STATE // 8)


def _seat(number: int) -> int | None:
    return None if number == lib.NOBODY else number


class Position(Shared):
    """A state of a game that can be asked, stepped and searched; seat=None means with all cards
    open.

    A Match is one; position() and redealt() give others, which have no past. Several threads may
    use the same one: each call is made as a whole, one after the other, and searches run in a copy
    of their own. Two calls that belong together, as legal() and play(), are two for all that: what
    is no longer legal is refused. It can be copied; only a Match can be pickled.
    """

    def __init__(self, *_: object) -> None:
        raise BadValue("no_position")

    def _set_up(self, game: GameInfo, state: c.State, seats_count: int) -> None:
        super().__init__()
        self.info = game
        self.game = game.id
        self._seats_count = seats_count
        self._table = lib.game_at(game.index)
        self._state = state
        self._chance: c.Chance | c.Null = ffi.NULL

    @property
    def seats_count(self) -> int:
        """How many seats there are."""
        return self._seats_count

    def _copy_state(self) -> c.State:
        state = new_state()
        ffi.memmove(state, self._state, self._table.state_size)
        return state

    @in_turn
    def position(self) -> Position:
        """A copy without a past."""
        copy = Position.__new__(Position)
        copy._set_up(self.info, self._copy_state(), self.seats_count)
        return copy

    def __copy__(self) -> Position:
        """The same as position()."""
        return self.position()

    def __deepcopy__(self, memo: object) -> Position:
        """The same as position()."""
        return self.position()

    def __reduce__(self) -> tuple[Any, ...]:
        """A position has no past, so that it cannot be played again elsewhere."""
        raise BadValue("no_pickle")

    @in_turn
    def memory(self) -> bytes:
        """The state's bytes: equal bytes are equal positions."""
        return bytes(ffi.buffer(self._state, self._table.state_size))

    @property
    @in_turn
    def to_act(self) -> int | None:
        """The seat that has to choose; None when over."""
        seat = self._table.to_act(self._state)
        return None if seat < 0 else seat

    @property
    @in_turn
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._table.over(self._state))

    @property
    @in_turn
    def scores(self) -> list[float]:
        """A number a seat, at any time."""
        scores = ffi.new("double[]", lib.MAX_SEATS)
        self._table.scores(self._state, scores)
        return list(scores)[: self.seats_count]

    @property
    @in_turn
    def winners(self) -> list[int]:
        """The seats with the best result; none before the end."""
        bits = self._table.winners(self._state)
        return [seat for seat in range(self.seats_count) if bits >> seat & 1]

    def _moves(self) -> list[int]:
        moves = ffi.new("uint32_t[]", lib.MAX_MOVES)
        return ffi.unpack(moves, self._table.moves(self._state, moves))

    def _move_text(self, move: int) -> str:
        text = ffi.new("char[]", lib.MAX_TEXT)
        self._table.move_text(self._state, move, text)
        return text_of(text)

    def _parse(self, text: str) -> int:
        if not isinstance(text, str) or not text.isascii() or not text.isprintable():
            return lib.NO_MOVE
        if len(text) >= lib.MAX_TEXT:
            return lib.NO_MOVE
        return self._table.move_parse(self._state, text.encode())

    def _card_text(self, card: int) -> str | None:
        if card == lib.NO_CARD:
            return None
        text = ffi.new("char[]", lib.MAX_TEXT)
        self._table.card_text(self._state, card, text)
        return text_of(text)

    @in_turn
    def legal(self) -> list[str]:
        """The legal moves of the seat to act."""
        return [self._move_text(move) for move in self._moves()]

    def _viewer(self, seat: int | None) -> int:
        """The engine's number of the one who looks: a seat of this table, or with None all cards
        open."""
        return -1 if seat is None else check_seat(seat, self.seats_count)

    @in_turn
    def why_not(self, text: str) -> str:
        """The id of the reason why a text is no legal move here; "" where it is one."""
        move = self._parse(text)
        return "no_sense" if move == lib.NO_MOVE else self._reason(move)

    def _reason(self, move: int) -> str:
        return self.info.reasons[self._table.why_not(self._state, move)]

    def _legal_move(self, text: str) -> int:
        move = self._parse(text)
        if move == lib.NO_MOVE:
            raise BadMove(self.game, text, "")
        if move not in self._moves():
            raise BadMove(self.game, text, self._reason(move))
        return move

    def _step(self, move: int) -> list[Event]:
        events = ffi.new("Events *")
        self._table.play(self._state, move, events, self._chance)
        return [self._event(events.list[i]) for i in range(events.n)]

    @in_turn
    def play(self, text: str) -> list[Event]:
        """Plays a legal move and tells what happened; BadMove where it is none, nothing changed."""
        return self._step(self._legal_move(text))

    def preview(self, text: str, seat: int | None = None) -> list[Event]:
        """What a legal move would cause.

        With a seat, chance and hidden cards are not the true ones, but a guess that depends on
        nothing but what that seat knows.
        """
        after = self.position() if seat is None else self.redealt(seat, 0)
        return after.play(text)

    def _event(self, event: c.Event) -> Event:
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

    @in_turn
    def state(self, seat: int | None = None) -> dict[str, Any]:
        """The "state" object of the record format, as a seat sees it."""
        text = ffi.new("char[]", lib.MAX_DESCRIPTION)
        self._table.describe(self._state, self._viewer(seat), text)
        found: dict[str, Any] = json.loads(ffi.string(text))
        return found | self.derived()

    @in_turn
    def derived(self) -> dict[str, Any]:
        """The fields of the "state" object that follow from the others by the rules."""
        if not self._table.derive:
            return {}
        text = ffi.new("char[]", lib.MAX_DESCRIPTION)
        self._table.derive(self._state, text)
        found: dict[str, Any] = json.loads(ffi.string(text))
        return found

    @in_turn
    def cards(self, seat: int | None = None) -> list[Placed]:
        """Every card where it lies, as a seat sees it."""
        cards = ffi.new("Placed[]", lib.MAX_PLACED)
        n = self._table.cards(self._state, self._viewer(seat), cards)
        zones = self.info.zones
        return [
            Placed(zones[p.zone], _seat(p.seat), bool(p.up), p.place, self._card_text(p.card))
            for p in cards[0:n]
        ]

    @in_turn
    def breakdown(self, seat: int) -> list[Row]:
        """What scores what for a seat."""
        rows = ffi.new("Row[]", lib.MAX_ROWS)
        n = self._table.breakdown(self._state, check_seat(seat, self.seats_count), rows)
        labels = self.info.labels
        return [
            Row(labels[r.label], r.seat, self._card_text(r.card), r.count, r.value)
            for r in rows[0:n]
        ]

    def redealt(self, seat: int, number: int) -> Position:
        """A copy in which all that the seat cannot know is replaced at random; number chooses among
        them.

        >>> from native import Match
        >>> match = Match("duel", seed=7)
        >>> match.state()["hands"], match.redealt(seat=0, number=1).state()["hands"]
        (['00112333', '00111223'], ['00112333', '00122233'])
        """
        seat, rng = check_seat(seat, self.seats_count), ffi.new("Rng *")
        lib.rng_seed(rng, check_number("number", number, MOST_64), 0)
        copy = self.position()
        copy._table.redeal(copy._state, seat, rng)
        return copy

    @in_turn
    def settled(self, seat: int) -> bool:
        """Whether the payments of this hand are fixed, in every deal the seat can imagine and
        whatever is played."""
        seat = check_seat(seat, self.seats_count)
        return bool(self._table.settled and self._table.settled(self._state, seat))

    def perft(self, depth: int, most: int = MOST_PERFT) -> int:
        """Leaves of the tree of legal moves up to a depth; a BadValue as soon as the tree turns out
        to have more positions than most."""
        depth = check_number("depth", depth, lib.MAX_DEPTH)
        most = check_number("most", most, MOST_64)
        at = self.position()
        leaves = lib.perft(at._table, at._state, depth, most)
        if leaves == lib.PERFT_NO_MEMORY:
            raise NoMemory("out_of_memory")
        if leaves == lib.PERFT_TOO_LARGE:
            raise BadValue("large_tree", depth=depth, most=f"{most:,}")
        return leaves

    def playouts(self, seed: int, n: int) -> int:
        """Plays n random matches from here; the count of moves played."""
        seed, n = check_number("seed", seed, MOST_64), check_number("n", n, MOST_PLAYOUTS)
        at = self.position()
        return lib.playouts(at._table, at._state, seed, n)

    # ---- searching ----

    def solve(
        self,
        objective: str = "",
        nodes: int = 0,
        ms: int = 0,
        mb: int = 64,
        search: Search | None = None,
    ) -> Solution:
        """Exact values of every legal move, all cards open; Unsolved where that cannot be had.

        objective: what is played for, by game ("" = its first). Limits of 0 are none: nodes; ms,
        milliseconds; mb, megabytes. search: a table and a stop of one's own, its size instead of
        mb. The interpreter is free for other threads meanwhile.

        >>> from native import Match
        >>> match = Match("duel", {"open_hands": True, "first": 0}, seed=6)
        >>> while len(match.moves) < 14:
        ...     _ = match.play(match.legal()[-1])
        >>> [(move.move, move.value) for move in match.solve().moves]
        [('0@1,0', 1), ('0@2,0', 1)]
        """
        nodes, ms = check_number("nodes", nodes, MOST_64), check_number("ms", ms)
        objective = check_text("objective", objective)
        search = Search(mb) if search is None else check_search(search)
        limits = ffi.new("Limits *", {"nodes": nodes, "ms": ms, "mb": search.mb})
        result, asked = ffi.new("Result *"), ffi.new("char[]", objective.encode("ascii", "replace"))
        at = self.position()
        check_stack()
        with search.alone():
            lib.solve(at._table, at._state, asked, limits, search.table, search._progress, result)
        solution = at._solution(result, objective)
        if solution.status != "exact":
            raise Unsolved(solution)
        return solution

    def advise(
        self,
        level: str = "dragon",
        rng: int = 0,
        ms: int = 0,
        mb: int = 64,
        permille: int = 0,
        search: Search | None = None,
        brief: bool = False,
    ) -> Advice:
        """What an AI of that level would play, knowing only what the seat to act knows.

        rng: the AI's own randomness; the same number gives the same advice on every machine. ms: a
        guard in milliseconds, 0 = none. permille: scales the level's counts, 0 and 1000 = as they
        are. mb and search as in solve(). brief: only the move and the weights are asked for; values
        and proofs may be left out. A BadValue where the match is over.

        >>> from native import Match
        >>> Match("duel", seed=7).advise("random", rng=4).move
        '3@0,0'
        """
        numbers = {
            "seed": check_number("rng", rng, MOST_64),
            "ms": check_number("ms", ms),
            "permille": check_number("permille", permille, MOST_PERMILLE),
            "brief": bool(brief),
        }
        number, at = check_level(level), self.position()
        if at.over:
            raise BadValue("over")
        search = Search(mb) if search is None else check_search(search)
        limits, result = ffi.new("Limits *", numbers | {"mb": search.mb}), ffi.new("Result *")
        check_stack()
        with search.alone():
            lib.advise(at._table, at._state, number, limits, search.table, search._progress, result)
        return at._advice(result)

    def _values(self, result: c.Result) -> tuple[MoveValue, ...]:
        kind: type[int] | type[float] = int if result.integral else float

        def value(numbers: c.Array[float]) -> Any:
            if result.values > 1:
                return [kind(numbers[i]) for i in range(result.values)]
            return kind(numbers[0])

        return tuple(
            MoveValue(
                self._move_text(choice.move),
                value(choice.value),
                bool(choice.best),
                choice.weight,
                choice.odds if result.odds and choice.odds >= 0 else None,
            )
            for choice in result.list[0 : result.n]
        )

    def _line(self, result: c.Result) -> tuple[str, ...]:
        """The principal line as text, as far as chance leaves its moves legal."""
        texts, after = [], self.position()
        for move in result.line[0 : result.n_line]:
            if move not in after._moves():
                break
            texts.append(after._move_text(move))
            after._step(move)
        return tuple(texts)

    def _solution(self, result: c.Result, asked: str) -> Solution:
        status, why = STATUSES[result.status], text_of(result.why)
        moves = self._values(result)
        return Solution(
            status,
            text_of(result.objective) or asked,
            Phrase.of(self.game, why or f"status_{status}"),
            moves,
            tuple(move.move for move in moves if move.best),
            self._line(result),
            result.nodes,
            result.seconds,
        )

    def _advice(self, result: c.Result) -> Advice:
        status = STATUSES[result.status]
        if status == "memory":
            raise NoMemory(Phrase.of(self.game, text_of(result.why)))
        return Advice(
            status,
            self._move_text(result.move) if result.move != lib.NO_MOVE else "",
            PROOFS[result.proof],
            result.worlds,
            None if result.of < 0 else result.of,
            None if result.exploitability < 0 else result.exploitability,
            self._values(result),
            result.nodes,
            result.seconds,
            POLICIES[result.policy],
        )
