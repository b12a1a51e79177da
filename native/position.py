"""Positions: the engine's table of functions as Python objects.

A Position can be queried, played and searched. Moves, cards and states are text and numbers.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from .checks import MOST_64, Shared, check_number, check_seat, check_text, in_turn
from .games import check_level, text_of
from .refusals import BadMove, BadValue, NoMemory, Phrase, Refusal
from .search import Search, check_search, check_stack
from .values import EVENT_KINDS, POLICIES, PROOFS, STATUSES, Advice, Event, GameInfo, MoveValue, Placed, Row, Solution

if TYPE_CHECKING:
    from . import _engine as c


MOST_PERFT = 5_000_000  # default limit on the nodes that perft visits
MOST_PLAYOUTS = 100_000
MOST_PERMILLE = 10**6


class Unsolved(Refusal):
    """The solver could not solve the position within the limits. solution: what it found."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        super().__init__(solution.why)


def new_state() -> c.State:
    """Memory for a state."""
    return ffi.new("uint64_t[]", lib.MAX_STATE // 8)


def _seat(number: int) -> int | None:
    return None if number == lib.NOBODY else number


class Position(Shared):
    """A state of a game. Where a method takes a seat, None means with all cards face up.

    A Match is a Position; position() and redealt() return others, which have no history. Threads
    may share one: its calls run one at a time, and searches run on a copy. Two calls are still two:
    a move from legal() may be refused if another thread has played meanwhile. A Position can be
    copied; only a Match can be pickled.
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
        return self._seats_count

    def _copy_state(self) -> c.State:
        state = new_state()
        ffi.memmove(state, self._state, self._table.state_size)
        return state

    @in_turn
    def position(self) -> Position:
        """A copy without history."""
        copy = Position.__new__(Position)
        copy._set_up(self.info, self._copy_state(), self.seats_count)
        return copy

    def __copy__(self) -> Position:
        return self.position()

    def __deepcopy__(self, memo: object) -> Position:
        return self.position()

    def __reduce__(self) -> tuple[Any, ...]:
        """Refused: without history a position cannot be rebuilt elsewhere."""
        raise BadValue("no_pickle")

    @in_turn
    def memory(self) -> bytes:
        """The bytes of the state. Equal positions have equal bytes."""
        return bytes(ffi.buffer(self._state, self._table.state_size))

    @property
    @in_turn
    def to_act(self) -> int | None:
        """The seat to act; None when the game is over."""
        seat = self._table.to_act(self._state)
        return None if seat < 0 else seat

    @property
    @in_turn
    def over(self) -> bool:
        return bool(self._table.over(self._state))

    @property
    @in_turn
    def scores(self) -> list[float]:
        """The score of each seat, at any time."""
        scores = ffi.new("double[]", lib.MAX_SEATS)
        self._table.scores(self._state, scores)
        return list(scores)[: self.seats_count]

    @property
    @in_turn
    def winners(self) -> list[int]:
        """The seats with the best result; empty until the match is over."""
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
        """The engine's number for a viewer: a seat, or -1 for all cards face up."""
        return -1 if seat is None else check_seat(seat, self.seats_count)

    @in_turn
    def why_not(self, text: str) -> str:
        """The id of the reason why a text is no legal move here; "" if it is legal."""
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
        """Plays a legal move and returns its events. BadMove leaves the position unchanged."""
        return self._step(self._legal_move(text))

    def preview(self, text: str, seat: int | None = None) -> list[Event]:
        """The events that a legal move would cause.

        With a seat, chance and hidden cards are not the real ones but a guess that depends only on
        what that seat knows.
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
        """The "state" object of a record, as a seat sees it (None: everything)."""
        text = ffi.new("char[]", lib.MAX_DESCRIPTION)
        self._table.describe(self._state, self._viewer(seat), text)
        found: dict[str, Any] = json.loads(ffi.string(text))
        return found | self.derived()

    @in_turn
    def derived(self) -> dict[str, Any]:
        """The fields of the "state" object that the rules derive from the others."""
        if not self._table.derive:
            return {}
        text = ffi.new("char[]", lib.MAX_DESCRIPTION)
        self._table.derive(self._state, text)
        found: dict[str, Any] = json.loads(ffi.string(text))
        return found

    @in_turn
    def cards(self, seat: int | None = None) -> list[Placed]:
        """Every card and where it lies, as a seat sees it (None: everything)."""
        cards = ffi.new("Placed[]", lib.MAX_PLACED)
        n = self._table.cards(self._state, self._viewer(seat), cards)
        zones, nobody = self.info.zones, lib.NOBODY
        return [
            Placed(zones[p.zone], None if p.seat == nobody else p.seat, bool(p.up), p.place, self._card_text(p.card))
            for p in cards[0:n]
        ]

    @in_turn
    def breakdown(self, seat: int) -> list[Row]:
        """What a seat's score is made of."""
        rows = ffi.new("Row[]", lib.MAX_ROWS)
        n = self._table.breakdown(self._state, check_seat(seat, self.seats_count), rows)
        labels, none = self.info.labels, lib.NO_CARD
        return [
            Row(labels[r.label], r.seat, None if r.card == none else self._card_text(r.card), r.count, r.value)
            for r in rows[0:n]
        ]

    def redealt(self, seat: int, number: int) -> Position:
        """A copy in which everything the seat cannot know is dealt anew at random. number selects
        the deal.

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
        """Whether the payments of this hand are fixed in every deal the seat considers possible,
        whatever is played."""
        seat = check_seat(seat, self.seats_count)
        return bool(self._table.settled and self._table.settled(self._state, seat))

    def perft(self, depth: int, most: int = MOST_PERFT) -> int:
        """The number of leaves of the tree of legal moves at a depth. Raises BadValue once the tree
        proves to have more than `most` positions."""
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
        """Plays n random matches from here and returns the number of moves played."""
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
        """The exact value of every legal move, with all cards face up. Raises Unsolved if it cannot
        be found.

        objective: what is maximized, by game ("" = its default). nodes, ms (milliseconds): limits,
        0 = none. mb: size of the transposition table in megabytes. search: a Search to use instead,
        with its own table and stop. Other threads keep running meanwhile.

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
        """The move that an AI of this level would play, knowing only what the seat to act knows.

        rng: seed of the AI's randomness; the same seed gives the same advice on every machine. ms:
        time limit in milliseconds, 0 = none. permille: scales the level's node counts; 0 and 1000
        leave them as they are. mb, search: as in solve(). brief: only the move and the weights
        matter; values and proofs may be missing. Raises BadValue if the match is over.

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
                choice.prospect if result.prospects else None,
                bool(choice.sure),
            )
            for choice in result.list[0 : result.n]
        )

    def _line(self, result: c.Result) -> tuple[str, ...]:
        """The principal variation as text, up to the first move that chance makes illegal."""
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
