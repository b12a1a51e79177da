"""Matches: positions with a history, starting at the deal.

A match is its deal and its moves, nothing else. Undo replays the record without its last move.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from .checks import Shared, check_text, in_turn, whole
from .files import deck
from .former import readings
from .games import GAMES, check_game, check_options, check_seats, text_of
from .position import Position, new_state
from .records import FORMAT, SEED_LIMIT, Record, check, check_parts, check_seed, option_value, parse, plain
from .refusals import BadMove, BadRecord, BadValue, Phrase, quote
from .values import Event

if TYPE_CHECKING:
    from . import _engine as c


def _chars(text: bytes | None) -> c.Text | c.Null:
    return ffi.NULL if text is None else ffi.new("char[]", text)


def _taken_up(record: Mapping[str, Any], number: int) -> Match:
    match = Match.load(record)
    match.goto(number)
    return match


class Match(Position):
    """A game played from its deal on.

    moves lists the moves played. Undone moves can be redone until another move is made.

    game: an id of GAMES. options: by name; options left out have their defaults. seed: 0 to 2^64-1.
    deal, chance: outcomes that replace those of the seed, as in a record. seats: "human" or a level
    for each seat. Raises BadRecord, with one sentence, if any of them does not fit.

    >>> match = Match("tricks", {"players": 3}, seed=5)
    >>> match.to_act, match.legal()
    (1, ['call dragonlords', 'call wizards', 'call runesword', 'call first', 'call staff'])
    >>> events = match.play("call wizards")
    >>> match.undo(), match.moves, match.redo(), match.moves
    (True, ['call wizards'], True, ['call wizards'])
    >>> match.play("call first")
    Traceback (most recent call last):
    native.refusals.BadMove: "call first": The kind of this hand is already called.
    """

    _chance: c.Chance

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        deal: Mapping[str, Any] | None = None,
        chance: Sequence[Any] = (),
        seats: Sequence[str] | None = None,
    ) -> None:
        info = check_game(game)
        self.seed = check_seed(seed)
        self.options, self._numbers = check_options(info, {} if options is None else options)
        self.deal = None if deal is None else plain("deal", dict, "object", deal)
        self.chance = tuple(plain("chance", list, "list", chance))
        error = ffi.new("char[]", lib.MAX_ERROR)
        count = lib.game_at(info.index).seats(ffi.new("int32_t[]", self._numbers), error)
        if count < 0:
            raise BadRecord(Phrase.of(game, text_of(error)))
        self._set_up(info, new_state(), count)
        self.seats = check_seats(seats, count)
        self.extra: dict[str, Any] = {}
        self._texts = [ffi.new("char[]", json.dumps(outcome).encode()) for outcome in self.chance]
        self._outcomes = ffi.new("char *[]", self._texts)
        self._chance = self._new_chance()
        self._deal()
        self._start, self._used = self._copy_state(), self._chance.used
        self._line_of_play: list[int] = []
        self.moves: list[str] = []
        self._undone: list[str] = []
        self._events: list[Event] | None = []

    def _new_chance(self) -> c.Chance:
        return ffi.new("Chance *", {"list": self._outcomes, "n": len(self._texts)})

    def _deal(self) -> None:
        error = ffi.new("char[]", lib.MAX_ERROR)
        named = None if self.deal is None else json.dumps(self.deal).encode()
        cards, names = _chars(named), _chars(deck(self.game))
        options = ffi.new("int32_t[]", self._numbers)
        if self._table.deal(self._state, options, self.seed, cards, names, self._chance, error):
            raise BadRecord(Phrase.of(self.game, text_of(error)))

    @in_turn
    def play(self, text: str) -> list[Event]:
        """Plays a legal move and returns its events. BadMove, or BadRecord for a listed chance
        outcome that does not fit, leaves the match unchanged."""
        move = self._legal_move(text)
        text = self._move_text(move)
        before, used = self._copy_state(), self._chance.used
        events = self._step(move)
        if error := text_of(self._chance.error):
            self._state, self._chance = before, self._new_chance()
            self._chance.used = used
            raise BadRecord(Phrase.of(self.game, error))
        self._line_of_play.append(move)
        self.moves.append(text)
        self._undone.clear()
        self._events = [*events]
        return events

    @in_turn
    def last_events(self) -> list[Event]:
        """What the last move caused, as play() returned it; empty before the first move.

        >>> match = Match("duel", seed=5)
        >>> match.play(match.legal()[0]) == match.last_events()
        True
        """
        if self._events is None:
            before, move = self.copy(), self.moves[-1]
            before.undo()
            self._events = before.play(move)
        return [*self._events]

    @property
    def can_undo(self) -> bool:
        return bool(self.moves)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @in_turn
    def undo(self) -> bool:
        """Undoes the last move; False if there is none."""
        return self.goto(len(self.moves) - 1) if self.moves else False

    @in_turn
    def redo(self) -> bool:
        """Redoes the last undone move; False if there is none."""
        return self.goto(len(self.moves) + 1) if self._undone else False

    def restarted(self) -> Match:
        """A copy of the match at its start: the same deal and chance, no moves."""
        return Match.load(self.record() | {"moves": []})

    @in_turn
    def goto(self, number: int) -> bool:
        """Undoes or redoes moves until `number` are played; False if there are fewer."""
        line, place = [*self.moves, *reversed(self._undone)], whole(number)
        if place is None:
            raise BadValue(
                "out_of_range", name="number", low=0, high=len(line), value=quote(number)
            )
        if not 0 <= place <= len(line):
            return False
        if place < len(self.moves):
            ffi.memmove(self._state, self._start, self._table.state_size)
            self._chance.used = self._used
            for move in self._line_of_play[:place]:
                self._table.play(self._state, move, ffi.NULL, self._chance)
            del self._line_of_play[place:], self.moves[place:]
            self._events = None if place else []
        else:
            for text in line[len(self.moves) : place]:
                self.play(text)
        self._undone = line[: place - len(line) - 1 : -1] if place < len(line) else []
        return True

    @in_turn
    def key(self) -> tuple[int, bytes]:
        """A key that distinguishes this position from any other of the match: the number of moves
        and the state's bytes."""
        return len(self.moves), self.memory()

    @in_turn
    def copy(self) -> Match:
        """An independent copy of this match, including its undone moves."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        Shared.__init__(other)
        other._state, other._chance = self._copy_state(), self._new_chance()
        other._chance.used = self._chance.used
        other._line_of_play, other.moves = [*self._line_of_play], [*self.moves]
        other._undone, other.seats, other.extra = [*self._undone], [*self.seats], dict(self.extra)
        return other

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Match:
        """For libraries that call copy.deepcopy."""
        return self.copy()

    @in_turn
    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the match as its record, including undone moves."""
        whole = [*self.moves, *reversed(self._undone)]
        return _taken_up, (self.record() | {"moves": whole}, len(self.moves))

    @in_turn
    def record(self) -> dict[str, Any]:
        """The match as a record. Unknown keys of the record it was loaded from are kept.

        >>> match = Match("heart", seed=2)
        >>> Match.load(match.record()).state() == match.state()
        True
        """
        data: dict[str, Any] = {"hoard": FORMAT, "game": self.game}
        data |= {"options": dict(self.options), "seed": self.seed}
        if self.deal is not None:
            data["deal"] = self.deal
        if self.chance:
            data["chance"] = list(self.chance)
        return data | {"seats": list(self.seats), "moves": list(self.moves)} | self.extra

    def deal_id(self) -> str:
        """The deal as one line that can be shared: game:option=value,...#seed.

        >>> Match("duel", seed=5).deal_id()
        'duel:open_hands=false,first_to=1,first=null#5'
        """
        options = ",".join(f"{name}={json.dumps(value)}" for name, value in self.options.items())
        return f"{self.game}:{options}#{self.seed}"

    @classmethod
    def from_deal_id(cls, text: str) -> Match:
        """The match that deal_id() names, with human players. Raises BadRecord if the text is no
        deal id."""
        game, _, rest = check_text("deal", text).partition(":")
        options, _, number = rest.rpartition("#")
        if game not in GAMES or not (number.isascii() and number.isdigit()):
            raise BadRecord("no_deal", text=quote(text))
        number = number.lstrip("0") or "0"
        if len(number) > len(str(SEED_LIMIT)):
            raise BadRecord("deal_digits", n=f"{len(number):,}")
        named = (part.partition("=") for part in options.split(",") if part)
        return cls(game, {name: option_value(value) for name, _, value in named}, int(number))

    @classmethod
    def load(cls, source: Mapping[str, Any] | str | bytes) -> Match:
        """Loads a record (an object or its JSON text) and plays its moves. Raises BadRecord if it
        is not a valid record."""
        if isinstance(source, str | bytes):
            return cls.from_record(parse(source))
        return cls.from_record(check(dict(source) if isinstance(source, Mapping) else source))

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """Makes the match of a checked record, of this version or an earlier one, and plays its
        moves. Raises BadRecord at an illegal one."""
        if not isinstance(record, Record):
            raise BadRecord("no_object", value=quote(record))
        check_parts(record)
        check_options(check_game(record.game), record.options)
        refused: BadRecord | None = None
        for reading in readings(record):
            try:
                return cls._played(reading)
            except BadRecord as error:
                refused = error if reading is record or refused is None else refused
        assert refused is not None
        raise refused

    @classmethod
    def _played(cls, record: Record) -> Match:
        match = cls(*record[:-2])
        match.extra = dict(record.extra)
        for number, text in enumerate(record.moves, 1):
            try:
                match.play(text)
            except BadMove as error:
                raise BadRecord("move_number", n=number, why=error.phrase) from None
            except BadRecord as error:
                raise BadRecord(
                    "chance_after", n=number, move=quote(text), why=error.phrase
                ) from None
        return match
